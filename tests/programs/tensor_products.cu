// Matrix products by tensor instructions: halves through shared memory (ldmatrix), bytes straight from global memory. The numbers are small
// integers, so that each order of the sums gives the same.
#include "common.cuh"

#include <vector>

#include <cuda_fp16.h>

constexpr unsigned M = 64, N = 48, K = 96;

// A warp computes 16 x 8 elements of c = a b; all matrices by rows.
__global__ void product_halves(const half *a, const half *b, float *c) {
    __shared__ __align__(16) half ta[16][8], tb[8][8];
    const unsigned lane = threadIdx.x, row = blockIdx.y * 16, column = blockIdx.x * 8;
    float sum[4] = {};
    for (unsigned k = 0; k < K; k += 8) {
        for (unsigned n = lane; n < 16 * 8; n += 32) {
            ta[n / 8][n % 8] = a[(row + n / 8) * K + k + n % 8];
        }
        for (unsigned n = lane; n < 8 * 8; n += 32) {
            tb[n / 8][n % 8] = b[(k + n / 8) * N + column + n % 8];
        }
        __syncwarp();
        unsigned x[2], y;
        asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];"
                     : "=r"(x[0]), "=r"(x[1])
                     : "r"(static_cast<unsigned>(__cvta_generic_to_shared(ta[lane % 16]))));
        asm volatile("ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%0}, [%1];"
                     : "=r"(y)
                     : "r"(static_cast<unsigned>(__cvta_generic_to_shared(tb[lane % 8]))));
        asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
                     : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
                     : "r"(x[0]), "r"(x[1]), "r"(y));
        __syncwarp();
    }
    for (unsigned n = 0; n < 4; n++) {
        c[(row + lane / 4 + n / 2 * 8) * N + column + lane % 4 * 2 + n % 2] = sum[n];
    }
}

// A warp computes 8 x 8 elements; b by columns.
__global__ void product_bytes(const signed char *a, const signed char *b, int *c) {
    const unsigned lane = threadIdx.x, row = blockIdx.y * 8, column = blockIdx.x * 8;
    int sum[2] = {};
    for (unsigned k = 0; k < K; k += 16) {
        const int x = *reinterpret_cast<const int *>(&a[(row + lane / 4) * K + k + lane % 4 * 4]);
        const int y = *reinterpret_cast<const int *>(&b[(column + lane / 4) * K + k + lane % 4 * 4]);
        asm volatile("mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32 {%0, %1}, {%2}, {%3}, {%0, %1};"
                     : "+r"(sum[0]), "+r"(sum[1])
                     : "r"(x), "r"(y));
    }
    for (unsigned n = 0; n < 2; n++) {
        c[(row + lane / 4) * N + column + lane % 4 * 2 + n] = sum[n];
    }
}

template <typename T> T *to_device(const std::vector<T> &host) {
    T *device;
    CHECK(cudaMalloc(&device, host.size() * sizeof(T)));
    CHECK(cudaMemcpy(device, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice));
    return device;
}

int main() {
    limit_time(100);
    Random random(5);
    std::vector<half> ha(M * K), hb(K * N);
    std::vector<signed char> ba(M * K), bb(K * N);
    for (unsigned n = 0; n < M * K; n++) {
        ba[n] = static_cast<signed char>(static_cast<int>(random.below(256)) - 128);
        ha[n] = __float2half(static_cast<float>(ba[n] / 8));
    }
    for (unsigned k = 0; k < K; k++) {
        for (unsigned n = 0; n < N; n++) {
            bb[n * K + k] = static_cast<signed char>(static_cast<int>(random.below(256)) - 128);
            hb[k * N + n] = __float2half(static_cast<float>(bb[n * K + k] / 8));
        }
    }
    std::vector<float> halves(M * N);
    std::vector<int> bytes(M * N);
    half *device_ha = to_device(ha), *device_hb = to_device(hb);
    signed char *device_ba = to_device(ba), *device_bb = to_device(bb);
    float *device_halves = to_device(halves);
    int *device_bytes = to_device(bytes);
    product_halves<<<dim3(N / 8, M / 16), 32>>>(device_ha, device_hb, device_halves);
    CHECK_LAUNCH();
    product_bytes<<<dim3(N / 8, M / 8), 32>>>(device_ba, device_bb, device_bytes);
    CHECK_LAUNCH();
    CHECK(cudaMemcpy(halves.data(), device_halves, M * N * sizeof(float), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(bytes.data(), device_bytes, M * N * sizeof(int), cudaMemcpyDeviceToHost));
    unsigned wrong = 0;
    for (unsigned m = 0; m < M; m++) {
        for (unsigned n = 0; n < N; n++) {
            int of_halves = 0, of_bytes = 0;
            for (unsigned k = 0; k < K; k++) {
                of_halves += ba[m * K + k] / 8 * (bb[n * K + k] / 8);
                of_bytes += ba[m * K + k] * bb[n * K + k];
            }
            wrong += halves[m * N + n] != static_cast<float>(of_halves);
            wrong += bytes[m * N + n] != of_bytes;
        }
    }
    for (void *p : {static_cast<void *>(device_ha), static_cast<void *>(device_hb), static_cast<void *>(device_ba),
                    static_cast<void *>(device_bb), static_cast<void *>(device_halves), static_cast<void *>(device_bytes)}) {
        CHECK(cudaFree(p));
    }
    std::printf("tensor_products: %u of %u elements are wrong, ", wrong, 2 * M * N);
    return verdict(wrong == 0);
}
