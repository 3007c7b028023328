// Many launches on one stream complete while a kernel on another keeps running
// until a flag is set, also beyond a driver's limit of outstanding launches.
// Arguments: [launches].
#include "common.cuh"

__global__ void wait_for_flag(volatile unsigned *flag) {
    while (*flag == 0) {
    }
}

// The result depends on the order of the steps.
__global__ void step(unsigned long long *x, unsigned long long number) {
    *x = *x * 6364136223846793005ull + number;
}

int main(int argc, char **argv) {
    limit_time(60);
    const uint64_t launches = argument(argc, argv, 1, 5000);
    cudaStream_t waiting, busy;
    unsigned *flag, one = 1;
    unsigned long long *x, *pinned, expected = 0;
    CHECK(cudaStreamCreateWithFlags(&waiting, cudaStreamNonBlocking));
    CHECK(cudaStreamCreateWithFlags(&busy, cudaStreamNonBlocking));
    CHECK(cudaMalloc(&flag, sizeof *flag));
    CHECK(cudaMalloc(&x, sizeof *x));
    CHECK(cudaMallocHost(&pinned, sizeof *pinned));
    CHECK(cudaMemset(flag, 0, sizeof *flag));
    CHECK(cudaMemset(x, 0, sizeof *x));
    // Kernels are loaded at their first use, which may wait for the device.
    cudaFuncAttributes attributes;
    CHECK(cudaFuncGetAttributes(&attributes, step));
    CHECK(cudaDeviceSynchronize());

    wait_for_flag<<<1, 1, 0, waiting>>>(flag);
    CHECK_LAUNCH();
    for (uint64_t i = 0; i < launches; i++) {
        step<<<1, 1, 0, busy>>>(x, i);
        CHECK_LAUNCH();
        expected = expected * 6364136223846793005ull + i;
    }
    CHECK(cudaMemcpyAsync(pinned, x, sizeof *x, cudaMemcpyDeviceToHost, busy));
    CHECK(cudaStreamSynchronize(busy));
    const bool waits = cudaStreamQuery(waiting) == cudaErrorNotReady;
    const bool right = *pinned == expected;
    CHECK(cudaMemcpyAsync(flag, &one, sizeof one, cudaMemcpyHostToDevice, busy));
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaStreamQuery(waiting));
    std::printf("persistent_many: %llu launches, result %s, other kernel %s, ",
                static_cast<unsigned long long>(launches), right ? "right" : "wrong",
                waits ? "still ran" : "had ended");
    return verdict(right && waits);
}
