// c = a + b. Arguments: [elements].
#include "common.cuh"

#include <algorithm>
#include <cmath>
#include <vector>

__global__ void vector_add(const float *a, const float *b, float *c, size_t n) {
    size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
    if (i < n) {
        c[i] = a[i] + b[i];
    }
}

static float *upload(const std::vector<float> &host) {
    float *device;
    CHECK(cudaMalloc(&device, host.size() * sizeof(float)));
    CHECK(cudaMemcpy(device, host.data(), host.size() * sizeof(float), cudaMemcpyHostToDevice));
    return device;
}

int main(int argc, char **argv) {
    const size_t n = argument(argc, argv, 1, 1 << 20);
    Random random(1);
    std::vector<float> a(n), b(n), c(n);
    for (size_t i = 0; i < n; i++) {
        a[i] = random.unit();
        b[i] = random.unit();
    }

    float *device_a = upload(a), *device_b = upload(b), *device_c = upload(c);
    vector_add<<<blocks_for(n, 256), 256>>>(device_a, device_b, device_c, n);
    CHECK_LAUNCH();
    CHECK(cudaMemcpy(c.data(), device_c, n * sizeof(float), cudaMemcpyDeviceToHost));

    float worst = 0;
    for (size_t i = 0; i < n; i++) {
        worst = std::max(worst, std::fabs(c[i] - (a[i] + b[i])));
    }
    CHECK(cudaFree(device_a));
    CHECK(cudaFree(device_b));
    CHECK(cudaFree(device_c));
    std::printf("vector_add: %zu elements, max error %g, ", n, worst);
    return verdict(worst == 0);
}
