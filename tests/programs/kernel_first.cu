// A program whose first use of the device is a kernel, without any allocation before, and what kernels print comes out at the synchronisation
// points, between the program's own lines.
#include "common.cuh"

#include <cstdio>

__device__ int counter;

__global__ void greet(int round) {
    atomicAdd(&counter, threadIdx.x + 1);
    printf("round %d: thread %d, %.2f, %s, %llx\n", round, threadIdx.x, 0.25 * threadIdx.x, "text", 0x123456789abcull);
}

static void say(const char *line) {
    puts(line);
    fflush(stdout);
}

int main() {
    say("before");
    greet<<<1, 3>>>(1);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    say("after the device");
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    greet<<<1, 1, 0, stream>>>(2);
    CHECK(cudaGetLastError());
    CHECK(cudaStreamSynchronize(stream));
    say("after the stream");
    int sum = 0;
    CHECK(cudaMemcpyFromSymbol(&sum, counter, sizeof sum));
    CHECK(cudaStreamDestroy(stream));
    printf("kernel_first: sum %d, %s\n", sum, sum == 7 ? "ok" : "WRONG");
    return sum == 7 ? 0 : 1;
}
