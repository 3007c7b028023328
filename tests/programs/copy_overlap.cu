// Launches on one stream while a large copy from pinned memory is under way on
// another. Arguments: [MiB] [launches] [strict].
// The bytes and the launches' result are always checked. Whether the launches
// ended before the copy is told on stderr and demanded only with `strict`: a
// device is free to be slow.
#include "common.cuh"

constexpr size_t PAGE_WORDS = 4096 / sizeof(uint64_t);

// Where the word of a page lies that is filled and checked.
__host__ __device__ size_t marked_word(size_t page) { return page * PAGE_WORDS + page * 7 % PAGE_WORDS; }

__host__ __device__ uint64_t mark_of(size_t page) { return (page + 1) * 0x9e3779b97f4a7c15ull; }

__global__ void step(unsigned long long *x, unsigned long long number) {
    *x = *x * 6364136223846793005ull + number;
}

__global__ void count_wrong(const uint64_t *data, size_t pages, unsigned long long *wrong) {
    size_t page = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
    if (page < pages && data[marked_word(page)] != mark_of(page)) {
        atomicAdd(wrong, 1ull);
    }
}

int main(int argc, char **argv) {
    limit_time(120);
    const size_t mib = argument(argc, argv, 1, 1024), bytes = mib << 20, pages = bytes / 4096;
    const uint64_t launches = argument(argc, argv, 2, 100);
    const bool strict = argc > 3 && std::strcmp(argv[3], "strict") == 0;
    uint64_t *host, *device;
    unsigned long long *x, *wrong, *results, expected = 0;
    cudaStream_t copying, launching;
    CHECK(cudaStreamCreateWithFlags(&copying, cudaStreamNonBlocking));
    CHECK(cudaStreamCreateWithFlags(&launching, cudaStreamNonBlocking));
    CHECK(cudaMallocHost(&host, bytes));
    CHECK(cudaMalloc(&device, bytes));
    CHECK(cudaMalloc(&x, sizeof *x));
    CHECK(cudaMalloc(&wrong, sizeof *wrong));
    CHECK(cudaMallocHost(&results, 2 * sizeof *results));
    CHECK(cudaMemset(x, 0, sizeof *x));
    CHECK(cudaMemset(wrong, 0, sizeof *wrong));
    for (size_t page = 0; page < pages; page++) {
        host[marked_word(page)] = mark_of(page);
    }
    cudaFuncAttributes attributes;
    CHECK(cudaFuncGetAttributes(&attributes, step));
    CHECK(cudaDeviceSynchronize());

    CHECK(cudaMemcpyAsync(device, host, bytes, cudaMemcpyHostToDevice, copying));
    for (uint64_t i = 0; i < launches; i++) {
        step<<<1, 1, 0, launching>>>(x, i);
        CHECK_LAUNCH();
        expected = expected * 6364136223846793005ull + i;
    }
    CHECK(cudaMemcpyAsync(&results[0], x, sizeof *x, cudaMemcpyDeviceToHost, launching));
    CHECK(cudaStreamSynchronize(launching));
    const cudaError_t copy_state = cudaStreamQuery(copying);
    const bool overlap = copy_state == cudaErrorNotReady;
    REQUIRE(overlap || copy_state == cudaSuccess, cudaGetErrorName(copy_state));
    count_wrong<<<blocks_for(pages, 256), 256, 0, copying>>>(device, pages, wrong);
    CHECK_LAUNCH();
    CHECK(cudaMemcpyAsync(&results[1], wrong, sizeof *wrong, cudaMemcpyDeviceToHost, copying));
    CHECK(cudaDeviceSynchronize());

    const bool right = results[0] == expected;
    std::fprintf(stderr, "copy_overlap: the launches ended %s the copy\n", overlap ? "before" : "after");
    std::printf("copy_overlap: %zu MiB, %llu launches, result %s, %llu pages wrong, ", mib,
                static_cast<unsigned long long>(launches), right ? "right" : "wrong", results[1]);
    const bool ok = right && results[1] == 0 && (overlap || !strict);
    CHECK(cudaFreeHost(host));
    CHECK(cudaFreeHost(results));
    CHECK(cudaFree(device));
    return verdict(ok);
}
