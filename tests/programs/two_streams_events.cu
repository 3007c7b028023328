// Two streams that hand a buffer to and fro with events, asynchronous copies
// from and to pinned memory, and event times. Arguments: [elements] [rounds].
#include "common.cuh"

#include <cmath>
#include <vector>

__global__ void scale(float *x, size_t n, float factor, float offset) {
    size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
    if (i < n) {
        x[i] = __fmaf_rn(x[i], factor, offset);
    }
}

__global__ void accumulate(const float *x, float *sum, size_t n) {
    size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
    if (i < n) {
        sum[i] += x[i];
    }
}

int main(int argc, char **argv) {
    limit_time(60);
    const size_t n = argument(argc, argv, 1, 1 << 16);
    const unsigned rounds = static_cast<unsigned>(argument(argc, argv, 2, 8));
    const size_t bytes = n * sizeof(float);
    const unsigned blocks = blocks_for(n, 256);
    float *input, *output, *x, *sum;
    CHECK(cudaMallocHost(&input, bytes));
    CHECK(cudaMallocHost(&output, bytes));
    CHECK(cudaMalloc(&x, bytes));
    CHECK(cudaMalloc(&sum, bytes));
    Random random(6);
    for (size_t i = 0; i < n; i++) {
        input[i] = random.unit();
    }

    cudaStream_t a, b;
    cudaEvent_t start, end, scaled, summed;
    CHECK(cudaStreamCreate(&a));
    CHECK(cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking));
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&end));
    CHECK(cudaEventCreateWithFlags(&scaled, cudaEventDisableTiming));
    CHECK(cudaEventCreateWithFlags(&summed, cudaEventDisableTiming));

    CHECK(cudaEventRecord(start, a));
    CHECK(cudaMemcpyAsync(x, input, bytes, cudaMemcpyHostToDevice, a));
    CHECK(cudaMemsetAsync(sum, 0, bytes, b));
    for (unsigned round = 0; round < rounds; round++) {
        scale<<<blocks, 256, 0, a>>>(x, n, 0.5f, 1.0f);
        CHECK_LAUNCH();
        CHECK(cudaEventRecord(scaled, a));
        CHECK(cudaStreamWaitEvent(b, scaled, 0));
        accumulate<<<blocks, 256, 0, b>>>(x, sum, n);
        CHECK_LAUNCH();
        CHECK(cudaEventRecord(summed, b));
        CHECK(cudaStreamWaitEvent(a, summed, 0));
    }
    CHECK(cudaMemcpyAsync(output, sum, bytes, cudaMemcpyDeviceToHost, b));
    CHECK(cudaEventRecord(end, b));
    CHECK(cudaEventSynchronize(end));
    CHECK(cudaEventQuery(end));
    float milliseconds = -1;
    CHECK(cudaEventElapsedTime(&milliseconds, start, end));
    CHECK(cudaStreamSynchronize(a));
    CHECK(cudaStreamQuery(a));

    size_t wrong = 0;
    for (size_t i = 0; i < n; i++) {
        float value = input[i], expected = 0;
        for (unsigned round = 0; round < rounds; round++) {
            value = std::fma(value, 0.5f, 1.0f);
            expected += value;
        }
        wrong += output[i] != expected;
    }
    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(end));
    CHECK(cudaEventDestroy(scaled));
    CHECK(cudaEventDestroy(summed));
    CHECK(cudaStreamDestroy(a));
    CHECK(cudaStreamDestroy(b));
    CHECK(cudaFree(x));
    CHECK(cudaFree(sum));
    CHECK(cudaFreeHost(input));
    CHECK(cudaFreeHost(output));
    const bool time_ok = milliseconds >= 0 && milliseconds < 60e3f;
    std::printf("two_streams_events: %zu elements, %u rounds, %zu wrong, time %s, ", n, rounds, wrong,
                time_ok ? "plausible" : "absurd");
    return verdict(wrong == 0 && time_ok);
}
