// What the programs of the driver API share: libcuda.so.1 by dlopen, its
// functions in a table, error checks. Before including it, FUNCTIONS(X) lists
// the functions used; each name expands to the variant that cuda.h means.
#pragma once

#include <string>

#include <dlfcn.h>

#include <cuda.h>

#include "support.h"

#define TEXT_OF(name) #name
#define DECLARE(name) decltype(&::name) name;
#define LOOK_UP(name) loaded.name = reinterpret_cast<decltype(&::name)>(symbol(library, TEXT_OF(name)));

struct Driver {
    FUNCTIONS(DECLARE)
};

static void *symbol(void *library, const char *name) {
    void *address = dlsym(library, name);
    REQUIRE(address != nullptr, name);
    return address;
}

static Driver load_driver() {
    void *library = dlopen("libcuda.so.1", RTLD_NOW);
    REQUIRE(library != nullptr, dlerror());
    Driver loaded;
    FUNCTIONS(LOOK_UP)
    return loaded;
}

static Driver driver;

static std::string name_of(CUresult result) {
    const char *name = nullptr;
    return driver.cuGetErrorName(result, &name) == CUDA_SUCCESS ? name : std::to_string(result);
}

static void expect(CUresult result, CUresult expected, const char *call, int line) {
    if (result != expected) {
        fail(__FILE__, line, call, (name_of(result) + ", expected " + name_of(expected)).c_str());
    }
}

#define EXPECT(expected, call) expect((call), (expected), #call, __LINE__)
#define CALL(function, ...) expect(driver.function(__VA_ARGS__), CUDA_SUCCESS, #function, __LINE__)
