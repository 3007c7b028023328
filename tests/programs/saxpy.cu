// y = a x + y, repeated, in a grid-stride loop. Arguments: [elements] [rounds].
#include "common.cuh"

#include <algorithm>
#include <cmath>
#include <vector>

__global__ void saxpy(size_t n, float a, const float *x, float *y) {
    const size_t step = static_cast<size_t>(gridDim.x) * blockDim.x;
    for (size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x; i < n; i += step) {
        y[i] = __fmaf_rn(a, x[i], y[i]);
    }
}

int main(int argc, char **argv) {
    const size_t n = argument(argc, argv, 1, 1 << 20);
    const unsigned rounds = static_cast<unsigned>(argument(argc, argv, 2, 3));
    const float a = 1.25f;
    Random random(2);
    std::vector<float> x(n), y(n), result(n);
    for (size_t i = 0; i < n; i++) {
        x[i] = random.unit();
        y[i] = random.unit();
    }

    float *device_x, *device_y;
    CHECK(cudaMalloc(&device_x, n * sizeof(float)));
    CHECK(cudaMalloc(&device_y, n * sizeof(float)));
    CHECK(cudaMemcpy(device_x, x.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(device_y, y.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    for (unsigned round = 0; round < rounds; round++) {
        saxpy<<<64, 256>>>(n, a, device_x, device_y);
        CHECK_LAUNCH();
    }
    CHECK(cudaMemcpy(result.data(), device_y, n * sizeof(float), cudaMemcpyDeviceToHost));

    float worst = 0;
    for (size_t i = 0; i < n; i++) {
        for (unsigned round = 0; round < rounds; round++) {
            y[i] = std::fma(a, x[i], y[i]);
        }
        worst = std::max(worst, std::fabs(result[i] - y[i]));
    }
    CHECK(cudaFree(device_x));
    CHECK(cudaFree(device_y));
    std::printf("saxpy: %zu elements, %u rounds, max error %g, ", n, rounds, worst);
    return verdict(worst == 0);
}
