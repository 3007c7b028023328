// cuLink*: several PTX units become one program, which is loaded after its link
// is gone. Functions, variables, dynamic shared memory and weak functions are
// found across units, names that one unit keeps to itself are not mixed up, and
// what does not link is named in the error log.
#include <cstring>
#include <string>
#include <vector>

#include <cuda.h>

#define FUNCTIONS(X)                                                                                         \
    X(cuGetErrorName) X(cuInit) X(cuDevicePrimaryCtxRetain) X(cuDevicePrimaryCtxRelease) X(cuCtxSetCurrent)  \
    X(cuCtxSynchronize) X(cuModuleLoadData) X(cuModuleLoadDataEx) X(cuModuleUnload) X(cuModuleGetFunction)   \
    X(cuModuleGetGlobal) X(cuLaunchKernel) X(cuMemAlloc) X(cuMemFree) X(cuMemcpyHtoD) X(cuMemcpyDtoH)        \
    X(cuLinkCreate) X(cuLinkAddData) X(cuLinkAddFile) X(cuLinkComplete) X(cuLinkDestroy)

#include "driver_support.h"

static const char HEADER[] = ".version 6.4\n.target sm_75\n.address_size 64\n";

// out = { twice(x), own(x), sum of the block's indices, counter, bonus(), address of the shared memory agrees }
static const char MAIN[] = R"(
.extern .func (.param .b32 r) twice(.param .b32 x);
.extern .func fill();
.extern .global .align 4 .u32 counter;
.extern .shared .align 16 .b8 buffer[];

.func (.param .b32 r) own(.param .b32 x)
{
    .reg .b32 %r<3>;
    ld.param.u32 %r1, [x];
    add.u32 %r2, %r1, 1;
    st.param.b32 [r], %r2;
    ret;
}
.weak .func (.param .b32 r) bonus()
{
    .reg .b32 %r<2>;
    mov.u32 %r1, 100;
    st.param.b32 [r], %r1;
    ret;
}
.visible .entry k(.param .u64 p_out, .param .u32 p_x)
{
    .reg .pred %p;
    .reg .b32 %r<12>;
    .reg .b64 %rd<3>;
    .param .b32 in;
    .param .b32 out;
    ld.param.u64 %rd1, [p_out];
    ld.param.u32 %r1, [p_x];
    cvta.to.global.u64 %rd1, %rd1;
    call fill;
    bar.sync 0;
    mov.u32 %r2, %tid.x;
    setp.ne.u32 %p, %r2, 0;
    @%p bra done;
    st.param.b32 [in], %r1;
    call (out), twice, (in);
    ld.param.b32 %r3, [out];
    st.global.u32 [%rd1], %r3;
    call (out), own, (in);
    ld.param.b32 %r3, [out];
    st.global.u32 [%rd1+4], %r3;
    mov.u32 %r4, 0;
    mov.u32 %r5, 0;
    mov.u32 %r6, %ntid.x;
    mov.u32 %r7, buffer;
sum:
    ld.shared.u32 %r8, [%r7];
    add.u32 %r4, %r4, %r8;
    add.u32 %r7, %r7, 4;
    add.u32 %r5, %r5, 1;
    setp.lt.u32 %p, %r5, %r6;
    @%p bra sum;
    st.global.u32 [%rd1+8], %r4;
    ld.global.u32 %r9, [counter];
    st.global.u32 [%rd1+12], %r9;
    call (out), bonus;
    ld.param.b32 %r3, [out];
    st.global.u32 [%rd1+16], %r3;
done:
    ret;
}
)";

static const char OTHER[] = R"(
.visible .global .align 4 .u32 counter = 40;
.extern .shared .align 16 .b8 memory[];

.func (.param .b32 r) own(.param .b32 x)
{
    .reg .b32 %r<3>;
    ld.param.u32 %r1, [x];
    add.u32 %r2, %r1, %r1;
    st.param.b32 [r], %r2;
    ret;
}
.weak .func (.param .b32 r) bonus()
{
    .reg .b32 %r<2>;
    mov.u32 %r1, 200;
    st.param.b32 [r], %r1;
    ret;
}
.visible .func (.param .b32 r) twice(.param .b32 x)
{
    .reg .b32 %r<2>;
    .param .b32 in;
    .param .b32 out;
    ld.param.b32 %r1, [x];
    st.param.b32 [in], %r1;
    call (out), own, (in);
    ld.param.b32 %r1, [out];
    st.param.b32 [r], %r1;
    ret;
}
.visible .func fill()
{
    .reg .b32 %r<4>;
    mov.u32 %r1, %tid.x;
    shl.b32 %r2, %r1, 2;
    mov.u32 %r3, memory;
    add.u32 %r2, %r2, %r3;
    st.shared.u32 [%r2], %r1;
    ret;
}
)";

struct Log {
    char text[4096] = {};
    CUjit_option options[2] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    void *values[2] = {text, reinterpret_cast<void *>(sizeof text)};

    void must_name(const char *what) const {
        if (std::strstr(text, what) == nullptr) {
            fail(__FILE__, __LINE__, what, (std::string("is not in the log: ") + text).c_str());
        }
    }
};

static std::string unit(const char *text) { return std::string(HEADER) + text; }

static CUresult add(CUlinkState link, const std::string &text, const char *name) {
    return driver.cuLinkAddData(link, CU_JIT_INPUT_PTX, const_cast<char *>(text.c_str()), text.size() + 1, name, 0,
                                nullptr, nullptr);
}

static std::vector<char> linked(const std::vector<std::string> &units) {
    CUlinkState link;
    Log log;
    CALL(cuLinkCreate, 2, log.options, log.values, &link);
    for (const std::string &text : units) {
        EXPECT(CUDA_SUCCESS, add(link, text, "unit"));
    }
    void *image;
    size_t size;
    CALL(cuLinkComplete, link, &image, &size);
    std::vector<char> copy(static_cast<char *>(image), static_cast<char *>(image) + size);
    CALL(cuLinkDestroy, link);
    return copy;
}

static bool runs(const std::vector<char> &program, uint32_t bonus) {
    constexpr uint32_t THREADS = 70;
    CUmodule module;
    CUfunction kernel;
    CUdeviceptr out, counter;
    size_t bytes;
    uint32_t x = 21, found[5], count = 0;
    CALL(cuModuleLoadData, &module, program.data());
    CALL(cuModuleGetFunction, &kernel, module, "k");
    CALL(cuModuleGetGlobal, &counter, &bytes, module, "counter");
    CALL(cuMemcpyDtoH, &count, counter, sizeof count);
    REQUIRE(bytes == 4 && count == 40, "the variable of the other unit");
    count = 41;
    CALL(cuMemcpyHtoD, counter, &count, sizeof count);
    CALL(cuMemAlloc, &out, sizeof found);
    void *params[] = {&out, &x};
    CALL(cuLaunchKernel, kernel, 1, 1, 1, THREADS, 1, 1, THREADS * 4, nullptr, params, nullptr);
    CALL(cuMemcpyDtoH, found, out, sizeof found);
    CALL(cuMemFree, out);
    CALL(cuModuleUnload, module);
    const uint32_t expected[5] = {2 * x, x + 1, THREADS * (THREADS - 1) / 2, 41, bonus};
    return std::memcmp(found, expected, sizeof found) == 0;
}

// The units come from files, one of them too large to be sent in one piece.
static std::vector<char> linked_from_files() {
    char path[] = "/tmp/bifrost-linker-XXXXXX";
    const int file = mkstemp(path);
    REQUIRE(file >= 0, "no temporary file");
    std::string text = unit(OTHER);
    text += std::string(600000, ' ') + "// the end\n";
    REQUIRE(write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size()), "the file is not written");
    close(file);
    CUlinkState link;
    CALL(cuLinkCreate, 0, nullptr, nullptr, &link);
    EXPECT(CUDA_ERROR_FILE_NOT_FOUND,
           driver.cuLinkAddFile(link, CU_JIT_INPUT_PTX, "/nonexistent/unit.ptx", 0, nullptr, nullptr));
    CALL(cuLinkAddFile, link, CU_JIT_INPUT_PTX, path, 0, nullptr, nullptr);
    unlink(path);
    EXPECT(CUDA_SUCCESS, add(link, unit(MAIN), nullptr));
    void *image;
    size_t size;
    CALL(cuLinkComplete, link, &image, &size);
    std::vector<char> copy(static_cast<char *>(image), static_cast<char *>(image) + size);
    CALL(cuLinkDestroy, link);
    return copy;
}

static void two_definitions() {
    CUlinkState link;
    Log log;
    CALL(cuLinkCreate, 2, log.options, log.values, &link);
    EXPECT(CUDA_SUCCESS, add(link, unit(OTHER), "first"));
    EXPECT(CUDA_ERROR_INVALID_SOURCE, add(link, unit(OTHER), "second"));
    log.must_name("twice");
    CALL(cuLinkDestroy, link);
}

static void no_definition() {
    CUlinkState link;
    Log log;
    CALL(cuLinkCreate, 2, log.options, log.values, &link);
    EXPECT(CUDA_SUCCESS, add(link, unit(MAIN), "main"));
    void *image;
    size_t size;
    const CUresult result = driver.cuLinkComplete(link, &image, &size);
    REQUIRE(result != CUDA_SUCCESS, "a program without a function that it calls");
    log.must_name("twice");
    CALL(cuLinkDestroy, link);
}

static void no_ptx() {
    CUlinkState link;
    Log log;
    CALL(cuLinkCreate, 2, log.options, log.values, &link);
    EXPECT(CUDA_ERROR_INVALID_PTX, add(link, unit(".visible .entry k() { nonsense"), "broken"));
    REQUIRE(log.text[0] != 0, "no message");
    CALL(cuLinkDestroy, link);
}

int main() {
    limit_time(60);
    driver = load_driver();
    CUcontext context;
    CALL(cuInit, 0);
    CALL(cuDevicePrimaryCtxRetain, &context, 0);
    CALL(cuCtxSetCurrent, context);
    const bool first = runs(linked({unit(MAIN), unit(OTHER)}), 100);
    const bool second = runs(linked({unit(OTHER), unit(MAIN)}), 200);
    const bool third = runs(linked_from_files(), 200);
    two_definitions();
    no_definition();
    no_ptx();
    const bool again = runs(linked({unit(MAIN), unit(OTHER)}), 100);
    CALL(cuDevicePrimaryCtxRelease, 0);
    std::printf("linker: %d %d %d %d, ", first, second, third, again);
    return verdict(first && second && third && again);
}
