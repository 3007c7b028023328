// 256 bins, counted per block with shared atomics and joined with global ones.
// Arguments: [bytes].
#include "common.cuh"

#include <vector>

constexpr unsigned BINS = 256;

__global__ void histogram(const unsigned char *data, size_t n, unsigned *bins) {
    __shared__ unsigned counts[BINS];
    counts[threadIdx.x] = 0;
    __syncthreads();
    const size_t step = static_cast<size_t>(gridDim.x) * blockDim.x;
    for (size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x; i < n; i += step) {
        atomicAdd(&counts[data[i]], 1u);
    }
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], counts[threadIdx.x]);
}

int main(int argc, char **argv) {
    const size_t n = argument(argc, argv, 1, 1 << 20);
    Random random(5);
    std::vector<unsigned char> data(n);
    std::vector<unsigned> expected(BINS), bins(BINS);
    for (unsigned char &byte : data) {
        // The product is skewed, so that lanes of a warp often meet in a bin.
        byte = static_cast<unsigned char>(random.below(256) * random.below(256) >> 8);
        expected[byte]++;
    }

    unsigned char *device_data;
    unsigned *device_bins;
    CHECK(cudaMalloc(&device_data, n));
    CHECK(cudaMalloc(&device_bins, BINS * sizeof(unsigned)));
    CHECK(cudaMemcpy(device_data, data.data(), n, cudaMemcpyHostToDevice));
    CHECK(cudaMemset(device_bins, 0, BINS * sizeof(unsigned)));
    histogram<<<32, BINS>>>(device_data, n, device_bins);
    CHECK_LAUNCH();
    CHECK(cudaMemcpy(bins.data(), device_bins, BINS * sizeof(unsigned), cudaMemcpyDeviceToHost));
    CHECK(cudaFree(device_data));
    CHECK(cudaFree(device_bins));

    std::printf("histogram: %zu bytes, bin 0 %u, bin 254 %u, hash %016llx, ", n, bins[0], bins[254],
                static_cast<unsigned long long>(hash_bytes(bins.data(), BINS * sizeof(unsigned))));
    return verdict(bins == expected);
}
