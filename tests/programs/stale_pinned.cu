// Whose bytes does a copy read, and when? Pinned memory that an earlier copy of
// the stream fills is the source of a later one; the host changes pinned and
// pageable memory as soon as CUDA allows. Arguments: [rounds].
#include "common.cuh"

#include <vector>

constexpr size_t SIZES[] = {64, 4096, 300 << 10, 4 << 20};

__global__ void fill(uint32_t *x, size_t words, uint32_t seed) {
    size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
    if (i < words) {
        x[i] = static_cast<uint32_t>(i) * 2654435761u ^ seed;
    }
}

static void fill_host(uint32_t *x, size_t words, uint32_t seed) {
    for (size_t i = 0; i < words; i++) {
        x[i] = static_cast<uint32_t>(i) * 2654435761u ^ seed;
    }
}

static bool is_filled(const uint32_t *x, size_t words, uint32_t seed) {
    for (size_t i = 0; i < words; i++) {
        if (x[i] != (static_cast<uint32_t>(i) * 2654435761u ^ seed)) {
            return false;
        }
    }
    return true;
}

struct Case {
    cudaStream_t a, b;
    cudaEvent_t event;
    uint32_t *from, *to;        // device
    uint32_t *middle, *result;  // pinned
    size_t words, bytes;
};

// The result of `to`, once the stream `a` is through.
static bool target_has(Case &c, uint32_t seed) {
    CHECK(cudaMemcpyAsync(c.result, c.to, c.bytes, cudaMemcpyDeviceToHost, c.a));
    CHECK(cudaStreamSynchronize(c.a));
    return is_filled(c.result, c.words, seed);
}

// Device to pinned, and from the same pinned memory to the device again.
static bool through_pinned(Case &c, uint32_t seed) {
    fill<<<blocks_for(c.words, 256), 256, 0, c.a>>>(c.from, c.words, seed);
    CHECK_LAUNCH();
    CHECK(cudaMemcpyAsync(c.middle, c.from, c.bytes, cudaMemcpyDeviceToHost, c.a));
    CHECK(cudaMemcpyAsync(c.to, c.middle, c.bytes, cudaMemcpyHostToDevice, c.a));
    return target_has(c, seed) && is_filled(c.middle, c.words, seed);
}

// The same, the way back on another stream behind an event.
static bool through_event(Case &c, uint32_t seed) {
    fill<<<blocks_for(c.words, 256), 256, 0, c.b>>>(c.from, c.words, seed);
    CHECK_LAUNCH();
    CHECK(cudaMemcpyAsync(c.middle, c.from, c.bytes, cudaMemcpyDeviceToHost, c.b));
    CHECK(cudaEventRecord(c.event, c.b));
    CHECK(cudaStreamWaitEvent(c.a, c.event, 0));
    CHECK(cudaMemcpyAsync(c.to, c.middle, c.bytes, cudaMemcpyHostToDevice, c.a));
    return target_has(c, seed);
}

// The host writes pinned memory before the copy and again after the wait.
static bool host_writes_pinned(Case &c, uint32_t seed) {
    fill_host(c.middle, c.words, seed);
    CHECK(cudaMemcpyAsync(c.to, c.middle, c.bytes, cudaMemcpyHostToDevice, c.a));
    CHECK(cudaStreamSynchronize(c.a));
    fill_host(c.middle, c.words, ~seed);
    const bool old = target_has(c, seed);
    CHECK(cudaMemcpyAsync(c.to, c.middle, c.bytes, cudaMemcpyHostToDevice, c.a));
    return old && target_has(c, ~seed);
}

// Pageable memory may be reused as soon as the call has returned.
static bool host_writes_pageable(Case &c, uint32_t seed) {
    std::vector<uint32_t> source(c.words);
    fill_host(source.data(), c.words, seed);
    CHECK(cudaMemcpyAsync(c.to, source.data(), c.bytes, cudaMemcpyHostToDevice, c.a));
    fill_host(source.data(), c.words, ~seed);
    return target_has(c, seed);
}

// Device to pageable memory has arrived when the call returns.
static bool reads_pageable(Case &c, uint32_t seed) {
    std::vector<uint32_t> target(c.words);
    fill<<<blocks_for(c.words, 256), 256, 0, c.a>>>(c.from, c.words, seed);
    CHECK_LAUNCH();
    CHECK(cudaMemcpyAsync(target.data(), c.from, c.bytes, cudaMemcpyDeviceToHost, c.a));
    return is_filled(target.data(), c.words, seed);
}

using Test = bool (*)(Case &, uint32_t);
struct Named {
    const char *name;
    Test test;
};
constexpr Named TESTS[] = {
    {"through_pinned", through_pinned},
    {"through_event", through_event},
    {"host_writes_pinned", host_writes_pinned},
    {"host_writes_pageable", host_writes_pageable},
    {"reads_pageable", reads_pageable},
};

static unsigned run_size(size_t bytes, unsigned rounds) {
    Case c;
    c.bytes = bytes;
    c.words = bytes / sizeof(uint32_t);
    CHECK(cudaStreamCreateWithFlags(&c.a, cudaStreamNonBlocking));
    CHECK(cudaStreamCreateWithFlags(&c.b, cudaStreamNonBlocking));
    CHECK(cudaEventCreateWithFlags(&c.event, cudaEventDisableTiming));
    CHECK(cudaMalloc(&c.from, bytes));
    CHECK(cudaMalloc(&c.to, bytes));
    CHECK(cudaMallocHost(&c.middle, bytes));
    CHECK(cudaMallocHost(&c.result, bytes));
    unsigned wrong = 0;
    for (unsigned round = 0; round < rounds; round++) {
        for (const Named &test : TESTS) {
            const uint32_t seed = static_cast<uint32_t>(bytes + round * 7919 + (&test - TESTS) * 104729);
            if (!test.test(c, seed)) {
                std::fprintf(stderr, "stale_pinned: %s, %zu bytes, round %u: wrong bytes\n", test.name, bytes, round);
                wrong++;
            }
        }
    }
    CHECK(cudaFree(c.from));
    CHECK(cudaFree(c.to));
    CHECK(cudaFreeHost(c.middle));
    CHECK(cudaFreeHost(c.result));
    CHECK(cudaEventDestroy(c.event));
    CHECK(cudaStreamDestroy(c.a));
    CHECK(cudaStreamDestroy(c.b));
    return wrong;
}

int main(int argc, char **argv) {
    limit_time(120);
    const unsigned rounds = static_cast<unsigned>(argument(argc, argv, 1, 3));
    unsigned wrong = 0;
    for (size_t bytes : SIZES) {
        wrong += run_size(bytes, rounds);
    }
    std::printf("stale_pinned: 4 sizes, 5 cases, %u rounds, %u wrong, ", rounds, wrong);
    return verdict(wrong == 0);
}
