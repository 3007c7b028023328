// cudaDeviceReset in a healthy process: everything of it is gone, and the process
// goes on with memory, streams, symbols and kernels as if it had just begun.
#include "common.cuh"

__device__ int counter = 3;
__constant__ int factor = 2;

__global__ void work(int *out) { *out = atomicAdd(&counter, 1) * factor; }

static int run() {
    int *out, found = -1;
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaMalloc(&out, sizeof found));
    work<<<1, 1, 0, stream>>>(out);
    CHECK_LAUNCH();
    CHECK(cudaMemcpyAsync(&found, out, sizeof found, cudaMemcpyDeviceToHost, stream));
    CHECK(cudaStreamSynchronize(stream));
    // Stream and memory are left to the reset.
    return found;
}

int main() {
    limit_time(60);
    bool ok = true;
    size_t first_free = 0;
    std::printf("device_reset:");
    for (int round = 0; round < 4; round++) {
        const int once = run(), twice = run(), set = 10 + round;
        CHECK(cudaMemcpyToSymbol(counter, &set, sizeof set));
        CHECK(cudaMemcpyToSymbol(factor, &set, sizeof set));
        const int thrice = run();
        ok = ok && once == 6 && twice == 8 && thrice == set * set;
        std::printf(" %d %d %d,", once, twice, thrice);
        void *large;
        size_t free_now, total;
        CHECK(cudaMalloc(&large, 64 << 20));
        CHECK(cudaDeviceReset());
        CHECK(cudaMemGetInfo(&free_now, &total));
        // What was allocated is free again, in each round.
        ok = ok && (round == 0 || free_now == first_free);
        first_free = free_now;
    }
    CHECK(cudaDeviceReset());
    CHECK(cudaDeviceReset());
    std::printf(" ");
    return verdict(ok);
}
