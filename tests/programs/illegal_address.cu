// A kernel that writes outside all memory ends with cudaErrorIllegalAddress,
// and every later call of the process that reaches the driver repeats it.
// Arguments: [write|read|null].
#include "common.cuh"

#include <string>

__global__ void touch(int *x, bool write, int *result) {
    if (write) {
        *x = 1;
    } else {
        *result = *x;
    }
}

__global__ void nothing() {}

static bool all_right = true;

static void step(const char *name, cudaError_t result, bool demanded) {
    std::printf(" %s=%s", name, cudaGetErrorName(result));
    all_right = all_right && (!demanded || result == cudaErrorIllegalAddress);
}

int main(int argc, char **argv) {
    limit_time(60);
    const std::string mode = argc > 1 ? argv[1] : "write";
    int *x, *other, host = 0;
    CHECK(cudaMalloc(&x, 64));
    nothing<<<1, 1>>>();
    CHECK_LAUNCH();
    CHECK(cudaDeviceSynchronize());
    int *outside = mode == "null" ? nullptr : x + (size_t{1} << 38);
    std::printf("illegal_address: %s:", mode.c_str());
    touch<<<1, 1>>>(outside, mode != "read", x);
    CHECK_LAUNCH();
    step("sync", cudaDeviceSynchronize(), true);
    step("sync", cudaDeviceSynchronize(), true);
    // What the runtime keeps by itself is told, not demanded.
    step("last", cudaGetLastError(), false);
    step("malloc", cudaMalloc(&other, 64), true);
    step("memcpy", cudaMemcpy(&host, x, sizeof host, cudaMemcpyDeviceToHost), true);
    nothing<<<1, 1>>>();
    step("launch", cudaGetLastError(), true);
    step("memset", cudaMemset(x, 0, 64), true);
    step("free", cudaFree(x), true);
    std::printf(", ");
    return verdict(all_right);
}
