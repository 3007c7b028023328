// The driver API alone, without a runtime library: libcuda.so.1 by dlopen, a
// module from PTX text, launches with both ways to pass parameters, copies,
// sets, events, pointer attributes and errors.
#include "support.h"

#include <vector>

#include <cuda.h>

// Every function used; each name expands to the variant that cuda.h means.
#define FUNCTIONS(X)                                                                                            \
    X(cuGetErrorName) X(cuInit) X(cuDriverGetVersion) X(cuDeviceGet) X(cuDeviceGetCount) X(cuDeviceGetName)     \
    X(cuDeviceGetAttribute) X(cuDeviceTotalMem) X(cuDevicePrimaryCtxRetain) X(cuDevicePrimaryCtxRelease)        \
    X(cuDevicePrimaryCtxGetState) X(cuCtxSetCurrent) X(cuCtxGetCurrent) X(cuCtxGetDevice) X(cuCtxPushCurrent)   \
    X(cuCtxPopCurrent) X(cuCtxSynchronize) X(cuModuleLoadData) X(cuModuleUnload) X(cuModuleGetFunction)         \
    X(cuModuleGetGlobal) X(cuFuncGetAttribute) X(cuLaunchKernel) X(cuMemAlloc) X(cuMemFree) X(cuMemHostAlloc)   \
    X(cuMemFreeHost) X(cuMemHostGetDevicePointer) X(cuMemcpyHtoD) X(cuMemcpyDtoH) X(cuMemcpyDtoD) X(cuMemcpy)   \
    X(cuMemcpyHtoDAsync) X(cuMemcpyDtoHAsync) X(cuMemcpyDtoDAsync) X(cuMemcpyAsync) X(cuMemcpy2D)               \
    X(cuMemsetD8) X(cuMemsetD16) X(cuMemsetD32) X(cuMemsetD32Async) X(cuMemsetD2D8) X(cuMemGetAddressRange)     \
    X(cuMemGetInfo) X(cuPointerGetAttribute) X(cuStreamCreate) X(cuStreamQuery) X(cuStreamSynchronize)          \
    X(cuStreamWaitEvent) X(cuStreamDestroy) X(cuEventCreate) X(cuEventRecord) X(cuEventQuery)                   \
    X(cuEventSynchronize) X(cuEventElapsedTime) X(cuEventDestroy)

#include "driver_support.h"

static const char PTX[] = R"(
.version 6.4
.target sm_75
.address_size 64

.visible .global .align 4 .u32 counter = 7;

// y[i] = a x[i] + y[i]
.visible .entry axpy(.param .u64 p_y, .param .u64 p_x, .param .f32 p_a, .param .u32 p_n)
{
    .reg .pred %p;
    .reg .f32 %f<4>;
    .reg .b32 %r<5>;
    .reg .b64 %rd<6>;
    ld.param.u64 %rd1, [p_y];
    ld.param.u64 %rd2, [p_x];
    ld.param.f32 %f1, [p_a];
    ld.param.u32 %r1, [p_n];
    mov.u32 %r2, %ctaid.x;
    mov.u32 %r3, %ntid.x;
    mov.u32 %r4, %tid.x;
    mad.lo.u32 %r2, %r2, %r3, %r4;
    setp.ge.u32 %p, %r2, %r1;
    @%p bra done;
    cvta.to.global.u64 %rd1, %rd1;
    cvta.to.global.u64 %rd2, %rd2;
    mul.wide.u32 %rd3, %r2, 4;
    add.u64 %rd4, %rd1, %rd3;
    add.u64 %rd5, %rd2, %rd3;
    ld.global.f32 %f2, [%rd4];
    ld.global.f32 %f3, [%rd5];
    fma.rn.f32 %f2, %f1, %f3, %f2;
    st.global.f32 [%rd4], %f2;
done:
    ret;
}

// Parameters of many sizes, written out as 64-bit words.
.visible .entry spread(.param .u8 p_byte, .param .u64 p_long, .param .u16 p_short, .param .u32 p_word,
                       .param .align 8 .b8 p_pair[16], .param .u64 p_out)
{
    .reg .b16 %h<3>;
    .reg .b32 %r<2>;
    .reg .b64 %rd<8>;
    ld.param.u64 %rd1, [p_out];
    cvta.to.global.u64 %rd1, %rd1;
    ld.param.u8 %h1, [p_byte];
    cvt.u64.u16 %rd2, %h1;
    st.global.u64 [%rd1], %rd2;
    ld.param.u64 %rd3, [p_long];
    st.global.u64 [%rd1+8], %rd3;
    ld.param.u16 %h2, [p_short];
    cvt.u64.u16 %rd4, %h2;
    st.global.u64 [%rd1+16], %rd4;
    ld.param.u32 %r1, [p_word];
    cvt.u64.u32 %rd5, %r1;
    st.global.u64 [%rd1+24], %rd5;
    ld.param.u64 %rd6, [p_pair];
    st.global.u64 [%rd1+32], %rd6;
    ld.param.u64 %rd7, [p_pair+8];
    st.global.u64 [%rd1+40], %rd7;
    ret;
}

// Each thread adds 1 to the module's counter; blocks have at most 128 of them.
.visible .entry count()
.maxntid 128, 1, 1
{
    .reg .b32 %r<2>;
    .reg .b64 %rd<2>;
    mov.u64 %rd1, counter;
    atom.global.add.u32 %r1, [%rd1], 1;
    ret;
}
)";

static void before_init() {
    int count, version = 0;
    CUcontext context;
    EXPECT(CUDA_ERROR_NOT_INITIALIZED, driver.cuDeviceGetCount(&count));
    EXPECT(CUDA_ERROR_NOT_INITIALIZED, driver.cuCtxGetCurrent(&context));
    CALL(cuDriverGetVersion, &version);
    REQUIRE(version >= 12000, "the driver is older than CUDA 12");
    EXPECT(CUDA_ERROR_INVALID_VALUE, driver.cuInit(1));
    CALL(cuInit, 0);
}

static CUcontext open_device(CUdevice *device) {
    int count = 0, warp = 0, active = 1;
    unsigned flags;
    char name[100] = "";
    size_t total = 0;
    CUcontext context, current;
    CUdevice of_context = -1;
    CALL(cuDeviceGetCount, &count);
    REQUIRE(count > 0, "there is no device");
    EXPECT(CUDA_ERROR_INVALID_DEVICE, driver.cuDeviceGet(device, count));
    CALL(cuDeviceGet, device, 0);
    CALL(cuDeviceGetName, name, sizeof name, *device);
    CALL(cuDeviceTotalMem, &total, *device);
    CALL(cuDeviceGetAttribute, &warp, CU_DEVICE_ATTRIBUTE_WARP_SIZE, *device);
    REQUIRE(name[0] != 0 && total > 0 && warp == 32, "the device is implausible");
    CALL(cuCtxGetCurrent, &current);
    REQUIRE(current == nullptr, "a context is current that nobody made so");
    CUdeviceptr pointer;
    EXPECT(CUDA_ERROR_INVALID_CONTEXT, driver.cuMemAlloc(&pointer, 4));
    CALL(cuDevicePrimaryCtxGetState, *device, &flags, &active);
    REQUIRE(active == 0, "the primary context is active already");
    CALL(cuDevicePrimaryCtxRetain, &context, *device);
    CALL(cuCtxSetCurrent, context);
    CALL(cuDevicePrimaryCtxGetState, *device, &flags, &active);
    CALL(cuCtxGetDevice, &of_context);
    REQUIRE(active == 1 && of_context == *device, "the primary context is not what was retained");
    CALL(cuCtxPushCurrent, context);
    CALL(cuCtxPopCurrent, &current);
    REQUIRE(current == context, "another context was popped");
    return context;
}

struct Module {
    CUmodule module;
    CUfunction axpy, spread, count;
};

static Module load_module() {
    Module m;
    CUfunction none;
    CUmodule broken;
    CALL(cuModuleLoadData, &m.module, PTX);
    CALL(cuModuleGetFunction, &m.axpy, m.module, "axpy");
    CALL(cuModuleGetFunction, &m.spread, m.module, "spread");
    CALL(cuModuleGetFunction, &m.count, m.module, "count");
    EXPECT(CUDA_ERROR_NOT_FOUND, driver.cuModuleGetFunction(&none, m.module, "absent"));
    const CUresult result = driver.cuModuleLoadData(&broken, ".version 6.4\n.target sm_75\n.nonsense\n");
    REQUIRE(result == CUDA_ERROR_INVALID_PTX, name_of(result).c_str());
    int threads = 0;
    CALL(cuFuncGetAttribute, &threads, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, m.axpy);
    REQUIRE(threads == 1024, "a small kernel takes fewer than 1024 threads");
    return m;
}

static void launch_axpy(const Module &m) {
    const unsigned n = 1000;
    std::vector<float> x(n), y(n), result(n);
    for (unsigned i = 0; i < n; i++) {
        x[i] = static_cast<float>(i);
        y[i] = static_cast<float>(3 * i);
    }
    CUdeviceptr device_x, device_y;
    CALL(cuMemAlloc, &device_x, n * sizeof(float));
    CALL(cuMemAlloc, &device_y, n * sizeof(float));
    CALL(cuMemcpyHtoD, device_x, x.data(), n * sizeof(float));
    CALL(cuMemcpyHtoD, device_y, y.data(), n * sizeof(float));
    float a = 2;
    unsigned count = n;
    void *parameters[] = {&device_y, &device_x, &a, &count};
    CALL(cuLaunchKernel, m.axpy, (n + 127) / 128, 1, 1, 128, 1, 1, 0, nullptr, parameters, nullptr);
    CALL(cuMemcpyDtoH, result.data(), device_y, n * sizeof(float));
    for (unsigned i = 0; i < n; i++) {
        REQUIRE(result[i] == static_cast<float>(5 * i), "axpy gave a wrong number");
    }
    EXPECT(CUDA_ERROR_INVALID_VALUE,
           driver.cuLaunchKernel(m.axpy, 0, 1, 1, 128, 1, 1, 0, nullptr, parameters, nullptr));
    CALL(cuMemFree, device_x);
    CALL(cuMemFree, device_y);
}

// The layout that CUDA gives to the parameters of `spread`.
struct SpreadParameters {
    uint8_t byte;
    alignas(8) uint64_t number;
    uint16_t half;
    alignas(4) uint32_t word;
    alignas(8) uint64_t pair[2];
    CUdeviceptr out;
};
static_assert(sizeof(SpreadParameters) == 48, "no padding at the end");

static void expect_spread(CUdeviceptr out, const SpreadParameters &p) {
    uint64_t words[6];
    CALL(cuMemcpyDtoH, words, out, sizeof words);
    REQUIRE(words[0] == p.byte && words[1] == p.number && words[2] == p.half && words[3] == p.word &&
                words[4] == p.pair[0] && words[5] == p.pair[1],
            "a kernel got other parameters than were given");
}

static void launch_spread(const Module &m) {
    CUdeviceptr out;
    CALL(cuMemAlloc, &out, 6 * sizeof(uint64_t));
    SpreadParameters p = {200, 0x123456789abcdef0, 50000, 4000000000u, {1ull << 63, 77}, out};
    void *pointers[] = {&p.byte, &p.number, &p.half, &p.word, &p.pair, &p.out};
    CALL(cuLaunchKernel, m.spread, 1, 1, 1, 1, 1, 1, 0, nullptr, pointers, nullptr);
    expect_spread(out, p);

    p = {100, 0x0fedcba987654321, 1, 2, {3, 4}, out};
    size_t size = sizeof p;
    void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &p, CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_END};
    CALL(cuLaunchKernel, m.spread, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, extra);
    expect_spread(out, p);
    CALL(cuMemFree, out);
}

static void module_global(const Module &m) {
    CUdeviceptr counter;
    size_t bytes = 0;
    unsigned value = 0;
    CALL(cuModuleGetGlobal, &counter, &bytes, m.module, "counter");
    REQUIRE(bytes == sizeof value, "the counter has another size");
    CALL(cuLaunchKernel, m.count, 3, 1, 1, 100, 1, 1, 0, nullptr, nullptr, nullptr);
    EXPECT(CUDA_ERROR_INVALID_VALUE,
           driver.cuLaunchKernel(m.count, 1, 1, 1, 129, 1, 1, 0, nullptr, nullptr, nullptr));
    CALL(cuMemcpyDtoH, &value, counter, sizeof value);
    REQUIRE(value == 7 + 300, "the counter has another value");
    EXPECT(CUDA_ERROR_NOT_FOUND, driver.cuModuleGetGlobal(&counter, &bytes, m.module, "absent"));
}

static void copies() {
    constexpr size_t n = 100000, bytes = n * sizeof(uint32_t);
    std::vector<uint32_t> source(n), target(n);
    for (size_t i = 0; i < n; i++) {
        source[i] = static_cast<uint32_t>(i * i);
    }
    CUdeviceptr a, b;
    CUstream stream;
    void *pinned;
    CALL(cuMemAlloc, &a, bytes);
    CALL(cuMemAlloc, &b, bytes);
    CALL(cuMemHostAlloc, &pinned, bytes, 0);
    CALL(cuStreamCreate, &stream, CU_STREAM_NON_BLOCKING);

    std::memcpy(pinned, source.data(), bytes);
    CALL(cuMemcpyHtoDAsync, a, pinned, bytes, stream);
    CALL(cuMemcpyDtoDAsync, b, a, bytes, stream);
    CALL(cuMemsetD32Async, a, 9, n, stream);
    CALL(cuMemcpyDtoHAsync, pinned, b, bytes, stream);
    CALL(cuStreamSynchronize, stream);
    REQUIRE(std::memcmp(pinned, source.data(), bytes) == 0, "the asynchronous copies lost bytes");
    CALL(cuMemcpyAsync, reinterpret_cast<CUdeviceptr>(pinned), a, bytes, stream);
    CALL(cuStreamSynchronize, stream);
    CALL(cuStreamQuery, stream);
    REQUIRE(static_cast<uint32_t *>(pinned)[n - 1] == 9, "the set was lost");

    CALL(cuMemcpyDtoD, a, b, bytes);
    CALL(cuMemcpy, reinterpret_cast<CUdeviceptr>(target.data()), a, bytes);
    REQUIRE(target == source, "the synchronous copies lost bytes");
    CALL(cuMemcpyDtoH, target.data(), a + 4000, 4000);
    REQUIRE(std::memcmp(target.data(), source.data() + 1000, 4000) == 0, "a copy from the middle is wrong");
    CALL(cuStreamDestroy, stream);
    CALL(cuMemFreeHost, pinned);
    CALL(cuMemFree, a);
    CALL(cuMemFree, b);
}

static void sets_and_rectangles() {
    constexpr size_t pitch = 64, rows = 8;
    std::vector<uint8_t> bytes(pitch * rows), small(10 * 3);
    CUdeviceptr a;
    CALL(cuMemAlloc, &a, pitch * rows);
    CALL(cuMemsetD8, a, 1, pitch * rows);
    CALL(cuMemsetD16, a, 0x0302, 2);
    CALL(cuMemsetD32, a + 8, 0x07060504, 1);
    CALL(cuMemsetD2D8, a + pitch + 16, pitch, 0xee, 10, 3);
    CALL(cuMemcpyDtoH, bytes.data(), a, bytes.size());
    const uint8_t start[] = {2, 3, 2, 3, 1, 1, 1, 1, 4, 5, 6, 7, 1};
    REQUIRE(std::memcmp(bytes.data(), start, sizeof start) == 0, "a set wrote wrong bytes");

    CUDA_MEMCPY2D copy = {};
    copy.srcMemoryType = CU_MEMORYTYPE_DEVICE;
    copy.srcDevice = a;
    copy.srcPitch = pitch;
    copy.srcXInBytes = 16;
    copy.srcY = 1;
    copy.dstMemoryType = CU_MEMORYTYPE_HOST;
    copy.dstHost = small.data();
    copy.dstPitch = 10;
    copy.WidthInBytes = 10;
    copy.Height = 3;
    CALL(cuMemcpy2D, &copy);
    for (uint8_t byte : small) {
        REQUIRE(byte == 0xee, "the rectangle has wrong bytes");
    }
    REQUIRE(bytes[pitch + 15] == 1 && bytes[pitch + 26] == 1, "the rectangle's set wrote beside it");
    CALL(cuMemFree, a);
}

static void events() {
    CUevent start, end;
    CUstream one, two;
    float time = -1;
    CALL(cuEventCreate, &start, CU_EVENT_DEFAULT);
    CALL(cuEventCreate, &end, CU_EVENT_DEFAULT);
    CALL(cuStreamCreate, &one, CU_STREAM_DEFAULT);
    CALL(cuStreamCreate, &two, CU_STREAM_NON_BLOCKING);
    EXPECT(CUDA_ERROR_INVALID_HANDLE, driver.cuEventElapsedTime(&time, start, end));
    CALL(cuEventRecord, start, one);
    CALL(cuStreamWaitEvent, two, start, 0);
    CALL(cuEventRecord, end, two);
    CALL(cuEventSynchronize, end);
    CALL(cuEventQuery, start);
    CALL(cuEventElapsedTime, &time, start, end);
    REQUIRE(time >= 0 && time < 60e3f, "the time between two events is absurd");
    CALL(cuEventDestroy, start);
    CALL(cuEventDestroy, end);
    CALL(cuStreamDestroy, one);
    CALL(cuStreamDestroy, two);
}

static void pointers(CUcontext context) {
    CUdeviceptr a, base, device_side;
    size_t size = 0;
    void *pinned;
    unsigned type = 0;
    int ordinal = -1;
    CUcontext owner = nullptr;
    CALL(cuMemAlloc, &a, 10000);
    CALL(cuMemHostAlloc, &pinned, 4096, CU_MEMHOSTALLOC_DEVICEMAP);
    CALL(cuMemGetAddressRange, &base, &size, a + 5000);
    REQUIRE(base == a && size == 10000, "the address range is not the allocation");
    CALL(cuPointerGetAttribute, &type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, a + 100);
    REQUIRE(type == CU_MEMORYTYPE_DEVICE, "device memory has another type");
    CALL(cuPointerGetAttribute, &owner, CU_POINTER_ATTRIBUTE_CONTEXT, a);
    REQUIRE(owner == context, "device memory has another context");
    CALL(cuPointerGetAttribute, &ordinal, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, a);
    REQUIRE(ordinal == 0, "device memory has another device");
    CALL(cuPointerGetAttribute, &type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, reinterpret_cast<CUdeviceptr>(pinned));
    REQUIRE(type == CU_MEMORYTYPE_HOST, "pinned memory has another type");
    CALL(cuMemHostGetDevicePointer, &device_side, pinned, 0);
    REQUIRE(device_side == reinterpret_cast<CUdeviceptr>(pinned), "pinned memory has another address on the device");
    EXPECT(CUDA_ERROR_INVALID_VALUE,
           driver.cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, reinterpret_cast<CUdeviceptr>(&type)));
    CALL(cuMemFreeHost, pinned);
    CALL(cuMemFree, a);
    EXPECT(CUDA_ERROR_INVALID_VALUE, driver.cuMemFree(a));
}

static void limits() {
    CUdeviceptr a;
    size_t available, total;
    CALL(cuMemGetInfo, &available, &total);
    EXPECT(CUDA_ERROR_OUT_OF_MEMORY, driver.cuMemAlloc(&a, total + (size_t{64} << 20)));
    EXPECT(CUDA_ERROR_INVALID_VALUE, driver.cuMemAlloc(&a, 0));
}

// Whoever divides a device among green contexts is told of all of it, and nobody is in one. Drivers have these functions since
// CUDA 12.4 and 13.1.
#if CUDA_VERSION >= 13010
static void resources(CUdevice device, CUcontext context) {
    void *library = dlopen("libcuda.so.1", RTLD_NOW);
    const auto of_device = reinterpret_cast<decltype(&::cuDeviceGetDevResource)>(dlsym(library, "cuDeviceGetDevResource"));
    const auto of_context = reinterpret_cast<decltype(&::cuCtxGetDevResource)>(dlsym(library, "cuCtxGetDevResource"));
    const auto of_stream = reinterpret_cast<decltype(&::cuStreamGetDevResource)>(dlsym(library, "cuStreamGetDevResource"));
    const auto green = reinterpret_cast<decltype(&::cuStreamGetGreenCtx)>(dlsym(library, "cuStreamGetGreenCtx"));
    if (of_device == nullptr || of_context == nullptr || of_stream == nullptr || green == nullptr) {
        return;
    }
    int multiprocessors = 0;
    CALL(cuDeviceGetAttribute, &multiprocessors, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, device);
    CUdevResource found[3];
    EXPECT(CUDA_SUCCESS, of_device(device, &found[0], CU_DEV_RESOURCE_TYPE_SM));
    EXPECT(CUDA_SUCCESS, of_context(context, &found[1], CU_DEV_RESOURCE_TYPE_SM));
    EXPECT(CUDA_SUCCESS, of_stream(nullptr, &found[2], CU_DEV_RESOURCE_TYPE_SM));
    for (const CUdevResource &resource : found) {
        REQUIRE(resource.type == CU_DEV_RESOURCE_TYPE_SM && static_cast<int>(resource.sm.smCount) == multiprocessors,
                "part of the device is missing");
        REQUIRE(resource.sm.minSmPartitionSize > 0 && resource.sm.smCoscheduledAlignment > 0, "parts have no size");
    }
    EXPECT(CUDA_ERROR_INVALID_RESOURCE_TYPE, of_device(device, &found[0], CU_DEV_RESOURCE_TYPE_INVALID));
    auto belongs = reinterpret_cast<CUgreenCtx>(&multiprocessors);
    EXPECT(CUDA_SUCCESS, green(nullptr, &belongs));
    REQUIRE(belongs == nullptr, "the default stream is in a green context");
}
#else
static void resources(CUdevice, CUcontext) {}
#endif

int main() {
    limit_time(60);
    driver = load_driver();
    before_init();
    CUdevice device;
    const CUcontext context = open_device(&device);
    const Module module = load_module();
    launch_axpy(module);
    launch_spread(module);
    module_global(module);
    copies();
    sets_and_rectangles();
    events();
    pointers(context);
    resources(device, context);
    limits();
    CALL(cuCtxSynchronize);
    CALL(cuModuleUnload, module.module);
    CALL(cuDevicePrimaryCtxRelease, device);
    std::printf("driver_api: 11 sections, ");
    return verdict(true);
}
