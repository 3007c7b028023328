// Sum, minimum and maximum with warp shuffles, a block's partial results in
// shared memory, and atomics across blocks. Arguments: [elements].
#include "common.cuh"

#include <algorithm>
#include <vector>

struct Result {
    unsigned long long sum;
    int minimum, maximum;
};

constexpr unsigned THREADS = 256;
constexpr unsigned FULL = 0xffffffffu;

__device__ void warp_reduce(long long &sum, int &minimum, int &maximum) {
    for (unsigned distance = 16; distance > 0; distance /= 2) {
        sum += __shfl_down_sync(FULL, sum, distance);
        minimum = min(minimum, __shfl_xor_sync(FULL, minimum, distance));
        maximum = max(maximum, __shfl_xor_sync(FULL, maximum, distance));
    }
}

__global__ void reduce(const int *values, size_t n, Result *result) {
    __shared__ long long sums[THREADS / 32];
    __shared__ int minima[THREADS / 32], maxima[THREADS / 32];
    long long sum = 0;
    int minimum = INT32_MAX, maximum = INT32_MIN;
    const size_t step = static_cast<size_t>(gridDim.x) * THREADS;
    for (size_t i = blockIdx.x * static_cast<size_t>(THREADS) + threadIdx.x; i < n; i += step) {
        sum += values[i];
        minimum = min(minimum, values[i]);
        maximum = max(maximum, values[i]);
    }
    warp_reduce(sum, minimum, maximum);
    const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    if (lane == 0) {
        sums[warp] = sum;
        minima[warp] = minimum;
        maxima[warp] = maximum;
    }
    __syncthreads();
    if (warp == 0) {
        const bool used = lane < THREADS / 32;
        sum = used ? sums[lane] : 0;
        minimum = used ? minima[lane] : INT32_MAX;
        maximum = used ? maxima[lane] : INT32_MIN;
        warp_reduce(sum, minimum, maximum);
        if (lane == 0) {
            atomicAdd(&result->sum, static_cast<unsigned long long>(sum));
            atomicMin(&result->minimum, minimum);
            atomicMax(&result->maximum, maximum);
        }
    }
}

int main(int argc, char **argv) {
    const size_t n = argument(argc, argv, 1, (1 << 20) + 77);
    Random random(4);
    std::vector<int> values(n);
    Result expected = {0, INT32_MAX, INT32_MIN}, result = expected;
    for (int &value : values) {
        value = static_cast<int>(random.next());
        expected.sum += static_cast<long long>(value);
        expected.minimum = std::min(expected.minimum, value);
        expected.maximum = std::max(expected.maximum, value);
    }

    int *device_values;
    Result *device_result;
    CHECK(cudaMalloc(&device_values, n * sizeof(int)));
    CHECK(cudaMalloc(&device_result, sizeof(Result)));
    CHECK(cudaMemcpy(device_values, values.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(device_result, &result, sizeof result, cudaMemcpyHostToDevice));
    reduce<<<48, THREADS>>>(device_values, n, device_result);
    CHECK_LAUNCH();
    CHECK(cudaMemcpy(&result, device_result, sizeof result, cudaMemcpyDeviceToHost));
    CHECK(cudaFree(device_values));
    CHECK(cudaFree(device_result));

    std::printf("reduce_shuffle: %zu elements, sum %lld, minimum %d, maximum %d, ", n,
                static_cast<long long>(result.sum), result.minimum, result.maximum);
    return verdict(result.sum == expected.sum && result.minimum == expected.minimum &&
                   result.maximum == expected.maximum);
}
