// Virtual memory management: an array that grows in place over several pieces of
// physical memory, one piece seen at two addresses, memory that is counted when it
// is created and free again with its last use, and what the rules forbid.
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cuda.h>

#define FUNCTIONS(X)                                                                                         \
    X(cuGetErrorName) X(cuInit) X(cuDevicePrimaryCtxRetain) X(cuDevicePrimaryCtxRelease) X(cuCtxSetCurrent)  \
    X(cuCtxSynchronize) X(cuDeviceGetAttribute) X(cuMemGetInfo) X(cuMemcpyHtoD) X(cuMemcpyDtoH)              \
    X(cuMemcpyDtoD) X(cuMemsetD32) X(cuModuleLoadData) X(cuModuleUnload) X(cuModuleGetFunction)              \
    X(cuLaunchKernel) X(cuPointerGetAttribute) X(cuMemGetAllocationGranularity) X(cuMemAddressReserve)       \
    X(cuMemAddressFree) X(cuMemCreate) X(cuMemRelease) X(cuMemMap) X(cuMemUnmap) X(cuMemSetAccess)           \
    X(cuMemGetAccess) X(cuMemRetainAllocationHandle) X(cuMemGetAllocationPropertiesFromHandle)               \
    X(cuMemFree)

#include "driver_support.h"

static const char ADD_ONE[] = R"(.version 6.4
.target sm_75
.address_size 64
.visible .entry add_one(.param .u64 p_data, .param .u32 p_n)
{
    .reg .pred %p;
    .reg .b32 %r<6>;
    .reg .b64 %rd<4>;
    ld.param.u64 %rd1, [p_data];
    ld.param.u32 %r1, [p_n];
    cvta.to.global.u64 %rd1, %rd1;
    mov.u32 %r2, %ctaid.x;
    mov.u32 %r3, %ntid.x;
    mov.u32 %r4, %tid.x;
    mad.lo.u32 %r2, %r2, %r3, %r4;
    setp.ge.u32 %p, %r2, %r1;
    @%p bra done;
    mul.wide.u32 %rd2, %r2, 4;
    add.u64 %rd3, %rd1, %rd2;
    ld.global.u32 %r5, [%rd3];
    add.u32 %r5, %r5, 1;
    st.global.u32 [%rd3], %r5;
done:
    ret;
}
)";

static CUmemAllocationProp properties;
static CUmemAccessDesc both_ways;
static size_t granule;

static CUmemGenericAllocationHandle create(size_t granules) {
    CUmemGenericAllocationHandle handle = 0;
    CALL(cuMemCreate, &handle, granules * granule, &properties, 0);
    return handle;
}

static CUdeviceptr reserve(size_t granules) {
    CUdeviceptr base = 0;
    CALL(cuMemAddressReserve, &base, granules * granule, 0, 0, 0);
    REQUIRE(base % granule == 0, "a reservation is aligned");
    return base;
}

static void map(CUdeviceptr at, size_t granules, CUmemGenericAllocationHandle handle) {
    CALL(cuMemMap, at, granules * granule, 0, handle, 0);
    CALL(cuMemSetAccess, at, granules * granule, &both_ways, 1);
}

static size_t free_memory() {
    size_t free = 0, total = 0;
    CALL(cuMemGetInfo, &free, &total);
    return free;
}

// An array grows in place: 1, then 3 granules; a kernel and copies span both pieces.
static void growing_array() {
    CUmodule module;
    CUfunction add_one;
    CALL(cuModuleLoadData, &module, ADD_ONE);
    CALL(cuModuleGetFunction, &add_one, module, "add_one");
    CUdeviceptr base = reserve(8);
    size_t words = granule / 4;
    for (size_t piece = 0; piece < 2; piece++) {
        auto handle = create(1 + piece);
        map(base + piece * granule, 1 + piece, handle);
        CALL(cuMemRelease, handle);
        size_t all = (1 + 2 * piece) * words;
        std::vector<unsigned> data(all);
        for (size_t i = 0; i < all; i++) data[i] = unsigned(i * 7 + piece);
        CALL(cuMemcpyHtoD, base, data.data(), all * 4);
        unsigned n = unsigned(all);
        void *params[] = {&base, &n};
        CALL(cuLaunchKernel, add_one, (n + 255) / 256, 1, 1, 256, 1, 1, 0, nullptr, params, nullptr);
        std::vector<unsigned> back(all);
        CALL(cuMemcpyDtoH, back.data(), base, all * 4);
        for (size_t i = 0; i < all; i++) REQUIRE(back[i] == data[i] + 1, "every element is one more");
        printf("an array of %zu granules\n", 1 + 2 * piece);
    }
    EXPECT(CUDA_ERROR_INVALID_VALUE, driver.cuMemsetD32(base, 1, 3 * words + 1));
    EXPECT(CUDA_ERROR_INVALID_VALUE, driver.cuMemFree(base));
    CUmemorytype type;
    CALL(cuPointerGetAttribute, &type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, base + 2 * granule + 5);
    REQUIRE(type == CU_MEMORYTYPE_DEVICE, "it is device memory");
    CALL(cuMemUnmap, base, 3 * granule);
    CALL(cuMemAddressFree, base, 8 * granule);
    CALL(cuModuleUnload, module);
}

static void two_addresses() {
    CUdeviceptr first = reserve(2), second = reserve(2);
    auto handle = create(2);
    map(first, 2, handle);
    map(second, 2, handle);
    CALL(cuMemsetD32, first, 5, 2 * granule / 4);
    CALL(cuCtxSynchronize);
    unsigned value = 0;
    CALL(cuMemcpyDtoH, &value, second + 2 * granule - 4, 4);
    REQUIRE(value == 5, "what one address wrote the other reads");
    CALL(cuMemUnmap, first, 2 * granule);
    CALL(cuMemAddressFree, first, 2 * granule);
    CALL(cuMemRelease, handle);
    CALL(cuMemcpyDtoH, &value, second, 4);
    REQUIRE(value == 5, "a mapping keeps the memory");
    CUmemGenericAllocationHandle again;
    CALL(cuMemRetainAllocationHandle, &again, reinterpret_cast<void *>(second + 9));
    CUmemAllocationProp told;
    CALL(cuMemGetAllocationPropertiesFromHandle, &told, again);
    REQUIRE(told.location.id == 0 && told.type == CU_MEM_ALLOCATION_TYPE_PINNED, "its properties");
    CALL(cuMemRelease, again);
    CALL(cuMemUnmap, second, 2 * granule);
    CALL(cuMemAddressFree, second, 2 * granule);
    printf("two addresses of one memory\n");
}

static void counting() {
    size_t before = free_memory();
    auto handle = create(4);
    size_t taken = before - free_memory();
    REQUIRE(taken == 4 * granule, "memory is taken when it is created");
    CUdeviceptr base = reserve(4);
    map(base, 4, handle);
    CALL(cuMemRelease, handle);
    REQUIRE(before - free_memory() == taken, "and stays taken while it is mapped");
    CALL(cuMemUnmap, base, 4 * granule);
    REQUIRE(free_memory() == before, "and is free with its last use");
    CALL(cuMemAddressFree, base, 4 * granule);
    size_t much = (before / granule + 1) * granule;
    EXPECT(CUDA_ERROR_OUT_OF_MEMORY, driver.cuMemCreate(&handle, much, &properties, 0));
    REQUIRE(free_memory() == before, "nothing is lost");
    printf("counted, and more than there is refused\n");
}

static void rules() {
    CUdeviceptr base = reserve(4), out = 0;
    auto handle = create(1);
    CUmemGenericAllocationHandle other = 0;
    EXPECT(CUDA_ERROR_INVALID_VALUE, driver.cuMemCreate(&other, granule + 1, &properties, 0));
    EXPECT(CUDA_ERROR_INVALID_VALUE, driver.cuMemCreate(&other, 0, &properties, 0));
    EXPECT(CUDA_ERROR_INVALID_VALUE, driver.cuMemAddressReserve(&out, 0, 0, 0, 0));
    EXPECT(CUDA_ERROR_INVALID_VALUE, driver.cuMemSetAccess(base, granule, &both_ways, 1));
    CALL(cuMemMap, base + granule, granule, 0, handle, 0);
    EXPECT(CUDA_ERROR_INVALID_VALUE, driver.cuMemsetD32(base + granule, 1, 1));
    EXPECT(CUDA_ERROR_INVALID_VALUE, driver.cuMemMap(base + granule, granule, 0, handle, 0));
    EXPECT(CUDA_ERROR_INVALID_VALUE, driver.cuMemMap(base + 4 * granule, granule, 0, handle, 0));
    EXPECT(CUDA_ERROR_INVALID_VALUE, driver.cuMemMap(base, 2 * granule, 0, handle, 0));
    EXPECT(CUDA_ERROR_INVALID_VALUE, driver.cuMemUnmap(base, 2 * granule));
    EXPECT(CUDA_ERROR_INVALID_VALUE, driver.cuMemAddressFree(base, 4 * granule));
    unsigned long long flags = 9;
    CALL(cuMemGetAccess, &flags, &properties.location, base + granule);
    REQUIRE(flags == CU_MEM_ACCESS_FLAGS_PROT_NONE, "a new mapping has no access");
    CALL(cuMemSetAccess, base + granule, granule, &both_ways, 1);
    CALL(cuMemGetAccess, &flags, &properties.location, base + granule);
    REQUIRE(flags == CU_MEM_ACCESS_FLAGS_PROT_READWRITE, "until it is given");
    CALL(cuMemUnmap, base + granule, granule);
    CALL(cuMemRelease, handle);
    EXPECT(CUDA_ERROR_INVALID_VALUE, driver.cuMemRelease(handle));
    CALL(cuMemAddressFree, base, 4 * granule);
    printf("the rules\n");
}

int main() {
    limit_time(60);
    driver = load_driver();
    CALL(cuInit, 0);
    int supported = 0;
    CALL(cuDeviceGetAttribute, &supported, CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED, 0);
    REQUIRE(supported == 1, "virtual memory management");
    CUcontext context;
    CALL(cuDevicePrimaryCtxRetain, &context, 0);
    CALL(cuCtxSetCurrent, context);
    properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    both_ways.location = properties.location;
    both_ways.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    CALL(cuMemGetAllocationGranularity, &granule, &properties, CU_MEM_ALLOC_GRANULARITY_MINIMUM);
    growing_array();
    two_addresses();
    counting();
    rules();
    CALL(cuDevicePrimaryCtxRelease, 0);
    printf("virtual_memory: ok\n");
    return 0;
}
