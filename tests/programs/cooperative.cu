// Cooperative launches: grid-wide barriers between phases, and the refusal of a
// grid that does not fit on the device at once.
#include "common.cuh"

#include <utility>
#include <vector>

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

// Each round, every element becomes the sum of itself and its neighbours; without
// the barriers the rounds of different blocks would mix.
__global__ void diffuse(unsigned *a, unsigned *b, unsigned n, unsigned rounds) {
    cg::grid_group grid = cg::this_grid();
    for (unsigned round = 0; round < rounds; round++) {
        for (unsigned i = static_cast<unsigned>(grid.thread_rank()); i < n; i += static_cast<unsigned>(grid.size())) {
            b[i] = a[(i + n - 1) % n] + a[i] + a[(i + 1) % n];
        }
        grid.sync();
        unsigned *t = a;
        a = b;
        b = t;
    }
}

// A sum over the grid in one launch: blocks, then block 0.
__global__ void reduce(const unsigned *data, unsigned n, unsigned *partial, unsigned *out) {
    cg::grid_group grid = cg::this_grid();
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
    unsigned sum = 0;
    for (unsigned i = static_cast<unsigned>(grid.thread_rank()); i < n; i += static_cast<unsigned>(grid.size())) {
        sum += data[i];
    }
    for (unsigned step = 16; step > 0; step /= 2) {
        sum += warp.shfl_down(sum, step);
    }
    if (warp.thread_rank() == 0) {
        atomicAdd(&partial[blockIdx.x], sum);
    }
    grid.sync();
    if (grid.thread_rank() == 0) {
        for (unsigned i = 0; i < gridDim.x; i++) {
            *out += partial[i];
        }
    }
}

int main() {
    limit_time(100);
    constexpr unsigned N = 2000, ROUNDS = 12, BLOCKS = 4, THREADS = 128;
    std::vector<unsigned> host(N), next(N), found(N);
    Random random(3);
    for (unsigned &value : host) {
        value = static_cast<unsigned>(random.below(100));
    }
    unsigned *a, *b, *partial, *out, n = N, rounds = ROUNDS, total = 0, expected_total = 0;
    CHECK(cudaMalloc(&a, N * sizeof *a));
    CHECK(cudaMalloc(&b, N * sizeof *b));
    CHECK(cudaMalloc(&partial, BLOCKS * sizeof *partial));
    CHECK(cudaMalloc(&out, sizeof *out));
    CHECK(cudaMemcpy(a, host.data(), N * sizeof *a, cudaMemcpyHostToDevice));
    void *arguments[] = {&a, &b, &n, &rounds};
    CHECK(cudaLaunchCooperativeKernel(reinterpret_cast<void *>(diffuse), dim3(BLOCKS), dim3(THREADS), arguments, 0, nullptr));
    CHECK(cudaMemcpy(found.data(), a, N * sizeof *a, cudaMemcpyDeviceToHost));
    for (unsigned round = 0; round < ROUNDS; round++) {
        for (unsigned i = 0; i < N; i++) {
            next[i] = host[(i + N - 1) % N] + host[i] + host[(i + 1) % N];
        }
        std::swap(host, next);
    }
    CHECK(cudaMemset(partial, 0, BLOCKS * sizeof *partial));
    CHECK(cudaMemset(out, 0, sizeof *out));
    const unsigned *data = a;
    void *reduction[] = {&data, &n, &partial, &out};
    CHECK(cudaLaunchCooperativeKernel(reinterpret_cast<void *>(reduce), dim3(BLOCKS), dim3(THREADS), reduction, 0, nullptr));
    CHECK(cudaMemcpy(&total, out, sizeof total, cudaMemcpyDeviceToHost));
    for (unsigned value : host) {
        expected_total += value;
    }
    int per_multiprocessor;
    cudaDeviceProp properties;
    CHECK(cudaGetDeviceProperties(&properties, 0));
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_multiprocessor, diffuse, THREADS, 0));
    const unsigned too_many = static_cast<unsigned>(per_multiprocessor * properties.multiProcessorCount + 1);
    const cudaError_t refused = cudaLaunchCooperativeKernel(reinterpret_cast<void *>(diffuse), dim3(too_many), dim3(THREADS),
                                                            arguments, 0, nullptr);
    const bool told = refused == cudaErrorCooperativeLaunchTooLarge && cudaGetLastError() == refused;
    CHECK(cudaDeviceSynchronize());
    std::printf("cooperative: diffused %d, total %u, refused %s, ", found == host, total, cudaGetErrorName(refused));
    return verdict(found == host && total == expected_total && told && properties.cooperativeLaunch == 1);
}
