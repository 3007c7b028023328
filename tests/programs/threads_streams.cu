// Several host threads, each with its own stream, buffers and pinned memory.
// Arguments: [threads] [rounds] [elements].
#include "common.cuh"

#include <thread>
#include <vector>

__global__ void step(unsigned *x, size_t n, unsigned factor, unsigned offset) {
    size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
    if (i < n) {
        x[i] = x[i] * factor + offset;
    }
}

// Returns the number of wrong elements over all rounds.
static size_t work(unsigned thread, unsigned rounds, size_t n) {
    const size_t bytes = n * sizeof(unsigned);
    cudaStream_t stream;
    unsigned *host, *device;
    CHECK(cudaStreamCreateWithFlags(&stream, thread % 2 ? cudaStreamNonBlocking : cudaStreamDefault));
    CHECK(cudaMallocHost(&host, bytes));
    CHECK(cudaMalloc(&device, bytes));
    size_t wrong = 0;
    for (unsigned round = 0; round < rounds; round++) {
        const unsigned seed = thread * 1000 + round, factor = 2 * seed + 1;
        for (size_t i = 0; i < n; i++) {
            host[i] = static_cast<unsigned>(i) ^ seed;
        }
        CHECK(cudaMemcpyAsync(device, host, bytes, cudaMemcpyHostToDevice, stream));
        step<<<blocks_for(n, 128), 128, 0, stream>>>(device, n, factor, seed);
        CHECK_LAUNCH();
        step<<<blocks_for(n, 128), 128, 0, stream>>>(device, n, factor, thread);
        CHECK_LAUNCH();
        CHECK(cudaMemcpyAsync(host, device, bytes, cudaMemcpyDeviceToHost, stream));
        CHECK(cudaStreamSynchronize(stream));
        for (size_t i = 0; i < n; i++) {
            wrong += host[i] != ((static_cast<unsigned>(i) ^ seed) * factor + seed) * factor + thread;
        }
    }
    CHECK(cudaFree(device));
    CHECK(cudaFreeHost(host));
    CHECK(cudaStreamDestroy(stream));
    return wrong;
}

int main(int argc, char **argv) {
    limit_time(120);
    const unsigned threads = static_cast<unsigned>(argument(argc, argv, 1, 6));
    const unsigned rounds = static_cast<unsigned>(argument(argc, argv, 2, 20));
    const size_t n = argument(argc, argv, 3, 10000);
    std::vector<size_t> wrong(threads);
    std::vector<std::thread> running;
    for (unsigned t = 0; t < threads; t++) {
        running.emplace_back([&, t] { wrong[t] = work(t, rounds, n); });
    }
    size_t total = 0;
    for (unsigned t = 0; t < threads; t++) {
        running[t].join();
        total += wrong[t];
    }
    std::printf("threads_streams: %u threads, %u rounds, %zu elements, %zu wrong, ", threads, rounds, n, total);
    return verdict(total == 0);
}
