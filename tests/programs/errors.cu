// Wrong calls give CUDA's error, change nothing, and leave the device usable.
// Prints a line for each case that differs from what is expected.
#include "common.cuh"

#include <vector>

static unsigned cases = 0, wrong = 0;

static void expect(const char *name, cudaError_t result, cudaError_t expected) {
    cases++;
    if (result != expected) {
        std::fprintf(stderr, "errors: %s: %s, expected %s\n", name, cudaGetErrorName(result), cudaGetErrorName(expected));
        wrong++;
    }
}

// A failed call that is no launch also becomes the thread's last error.
static void expect_call(const char *name, cudaError_t result, cudaError_t expected) {
    expect(name, result, expected);
    cudaGetLastError();
}

__global__ void write_value(int *x, int value) { *x = value; }

__global__ void use_shared(int *x) {
    extern __shared__ int buffer[];
    buffer[threadIdx.x] = static_cast<int>(threadIdx.x);
    *x = buffer[0];
}

__device__ int symbol;

// Up to 12.9 the runtime judges a launch's shape itself; 13.5 hands it to the
// driver, whose code for it is cudaErrorInvalidValue. Both stop the launch.
static void expect_no_launch(const char *name) {
    const cudaError_t peeked = cudaPeekAtLastError(), result = cudaGetLastError();
    const bool of_driver = CUDART_VERSION >= 13000 && result == cudaErrorInvalidValue;
    expect(name, result, of_driver ? result : cudaErrorInvalidConfiguration);
    expect("a peek shows the same", peeked, result);
    expect("the last error is cleared", cudaGetLastError(), cudaSuccess);
    std::printf("errors: %s: %s\n", name, cudaGetErrorName(result));
}

static void launches(int *x) {
    write_value<<<0, 1>>>(x, 1);
    expect_no_launch("grid of 0 blocks");
    write_value<<<1, 0>>>(x, 1);
    expect_no_launch("block of 0 threads");
    write_value<<<1, 1025>>>(x, 1);
    expect_no_launch("block of 1025 threads");
    write_value<<<1, dim3(1, 1, 65)>>>(x, 1);
    expect_no_launch("block with z = 65");
    write_value<<<dim3(1, 65536), 1>>>(x, 1);
    expect_no_launch("grid with y = 65536");
    use_shared<<<1, 32, 16 << 20>>>(x);
    expect("16 MiB of shared memory", cudaGetLastError(), cudaErrorInvalidValue);
    expect("nothing ran", cudaDeviceSynchronize(), cudaSuccess);
}

static void copies(int *x) {
    std::vector<int> host(16);
    void *nowhere = reinterpret_cast<void *>(0x10);
    const size_t too_much = size_t{1} << 30;
    expect_call("copy from an unknown device address", cudaMemcpy(host.data(), nowhere, 4, cudaMemcpyDeviceToHost),
                cudaErrorInvalidValue);
    expect_call("copy to an unknown device address", cudaMemcpy(nowhere, host.data(), 4, cudaMemcpyHostToDevice),
                cudaErrorInvalidValue);
    expect_call("copy beyond an allocation's end", cudaMemcpy(x, x + 1, too_much, cudaMemcpyDeviceToDevice),
                cudaErrorInvalidValue);
    expect_call("copy of an unknown kind", cudaMemcpy(x, host.data(), 4, static_cast<cudaMemcpyKind>(77)),
                cudaErrorInvalidMemcpyDirection);
    expect_call("set at an unknown address", cudaMemset(nowhere, 0, 4), cudaErrorInvalidValue);
    expect_call("set beyond an allocation's end", cudaMemset(x, 0, too_much), cudaErrorInvalidValue);
    expect_call("copy of 0 bytes", cudaMemcpy(x, host.data(), 0, cudaMemcpyHostToDevice), cudaSuccess);
    expect_call("copy to what is no symbol", cudaMemcpyToSymbol(host.data(), host.data(), 4), cudaErrorInvalidSymbol);
    expect_call("copy beyond a symbol's end", cudaMemcpyToSymbol(symbol, host.data(), 8), cudaErrorInvalidValue);
    expect_call("copy to a symbol", cudaMemcpyToSymbol(symbol, host.data(), 4), cudaSuccess);
}

static void allocations() {
    void *huge = nullptr, *small = nullptr;
    int on_stack;
    expect("allocate 4 EiB", cudaMalloc(&huge, size_t{1} << 62), cudaErrorMemoryAllocation);
    expect("it is the last error", cudaGetLastError(), cudaErrorMemoryAllocation);
    size_t available = 0, total = 0;
    CHECK(cudaMemGetInfo(&available, &total));
    expect_call("allocate more than the device has", cudaMalloc(&huge, total + (64 << 20)), cudaErrorMemoryAllocation);
    expect_call("allocate afterwards", cudaMalloc(&small, 1000), cudaSuccess);
    expect_call("free", cudaFree(small), cudaSuccess);
    expect_call("free again", cudaFree(small), cudaErrorInvalidValue);
    expect_call("free NULL", cudaFree(nullptr), cudaSuccess);
    expect_call("free the stack", cudaFree(&on_stack), cudaErrorInvalidValue);
    expect_call("free the stack as pinned", cudaFreeHost(&on_stack), cudaErrorInvalidValue);
    expect_call("unregister the stack", cudaHostUnregister(&on_stack), cudaErrorHostMemoryNotRegistered);
    cudaPointerAttributes attributes;
    expect_call("attributes of host memory", cudaPointerGetAttributes(&attributes, &on_stack), cudaSuccess);
    expect_call("host memory is unregistered", attributes.type == cudaMemoryTypeUnregistered ? cudaSuccess : cudaErrorUnknown,
                cudaSuccess);
}

static void devices() {
    int count = 0;
    cudaDeviceProp properties;
    CHECK(cudaGetDeviceCount(&count));
    expect_call("set a device beyond the last", cudaSetDevice(count), cudaErrorInvalidDevice);
    expect_call("set device -1", cudaSetDevice(-1), cudaErrorInvalidDevice);
    expect_call("properties of a device beyond the last", cudaGetDeviceProperties(&properties, count), cudaErrorInvalidDevice);
    int value;
    expect_call("an unknown attribute", cudaDeviceGetAttribute(&value, static_cast<cudaDeviceAttr>(100000), 0),
                cudaErrorInvalidValue);
}

static void events() {
    cudaEvent_t first, second, untimed;
    float time;
    CHECK(cudaEventCreate(&first));
    CHECK(cudaEventCreate(&second));
    CHECK(cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming));
    expect_call("query an event never recorded", cudaEventQuery(first), cudaSuccess);
    expect_call("synchronise an event never recorded", cudaEventSynchronize(first), cudaSuccess);
    expect_call("time between events never recorded", cudaEventElapsedTime(&time, first, second),
                cudaErrorInvalidResourceHandle);
    CHECK(cudaEventRecord(first));
    CHECK(cudaEventRecord(untimed));
    CHECK(cudaDeviceSynchronize());
    expect_call("time of an event without timing", cudaEventElapsedTime(&time, first, untimed),
                cudaErrorInvalidResourceHandle);
    expect_call("an event with unknown flags", cudaEventCreateWithFlags(&second, 0xff00), cudaErrorInvalidValue);
    expect_call("destroy the legacy stream", cudaStreamDestroy(nullptr), cudaErrorInvalidResourceHandle);
}

int main() {
    limit_time(60);
    int *x, value = 0;
    CHECK(cudaMalloc(&x, 64));
    launches(x);
    copies(x);
    allocations();
    devices();
    events();
    write_value<<<1, 1>>>(x, 42);
    CHECK_LAUNCH();
    CHECK(cudaMemcpy(&value, x, sizeof value, cudaMemcpyDeviceToHost));
    REQUIRE(value == 42, "the device does not work after errors");
    std::printf("errors: %u cases, %u differ, ", cases, wrong);
    return verdict(wrong == 0);
}
