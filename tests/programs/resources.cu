// What kernels need and how many fit: attributes, dynamic shared memory beyond
// 48 KiB with and without leave, occupancy against the device's own limits.
#include "common.cuh"

#include <algorithm>

__global__ void plain(int *out) { *out = 1; }

__global__ void __launch_bounds__(256) bounded(int *out) {
    __shared__ int numbers[300];
    numbers[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = numbers[255 - threadIdx.x];
}

__constant__ int table[50];
__global__ void spilling(int *out, int n) {
    int local[100];
    for (int i = 0; i < 100; i++) {
        local[i] = i * n + table[i % 50];
    }
    *out = local[n % 100];
}

__global__ void fill(unsigned *out, unsigned words) {
    extern __shared__ unsigned memory[];
    for (unsigned i = threadIdx.x; i < words; i += blockDim.x) {
        memory[i] = i * 2654435761u;
    }
    __syncthreads();
    unsigned sum = 0;
    for (unsigned i = threadIdx.x; i < words; i += blockDim.x) {
        sum += memory[words - 1 - i];
    }
    atomicAdd(out, sum);
}

static bool ok = true;

static void require(bool condition, const char *what) {
    if (!condition) {
        std::fprintf(stderr, "resources: %s is not so\n", what);
    }
    ok = ok && condition;
}

static void attributes(const cudaDeviceProp &device) {
    cudaFuncAttributes a, b, c;
    CHECK(cudaFuncGetAttributes(&a, plain));
    CHECK(cudaFuncGetAttributes(&b, bounded));
    CHECK(cudaFuncGetAttributes(&c, spilling));
    require(a.maxThreadsPerBlock == device.maxThreadsPerBlock && b.maxThreadsPerBlock == 256, "threads of a block");
    require(a.sharedSizeBytes == 0 && b.sharedSizeBytes == 1200, "static shared memory");
    require(a.localSizeBytes == 0 && c.localSizeBytes >= 400, "local memory");
    require(c.constSizeBytes >= 200, "constant memory");
    require(a.numRegs > 0 && a.numRegs <= 255 && b.numRegs * 256 <= device.regsPerBlock, "registers");
    require(a.ptxVersion == 75 && a.binaryVersion >= 75, "versions");
    require(a.maxDynamicSharedSizeBytes == 48 << 10, "dynamic shared memory at first");
    require(b.maxDynamicSharedSizeBytes == (48 << 10) - 1200, "dynamic shared memory beside static");
}

static unsigned expected_sum(unsigned words) {
    unsigned sum = 0;
    for (unsigned i = 0; i < words; i++) {
        sum += i * 2654435761u;
    }
    return sum;
}

static void shared_memory(const cudaDeviceProp &device) {
    unsigned *out, found;
    CHECK(cudaMalloc(&out, sizeof found));
    const auto all = static_cast<unsigned>(device.sharedMemPerBlockOptin);
    require(all > 48 << 10, "more shared memory with leave");
    const auto run = [&](unsigned bytes) {
        CHECK(cudaMemset(out, 0, sizeof *out));
        fill<<<1, 128, bytes>>>(out, bytes / 4);
        const cudaError_t launched = cudaGetLastError();
        if (launched == cudaSuccess) {
            CHECK(cudaMemcpy(&found, out, sizeof found, cudaMemcpyDeviceToHost));
            require(found == expected_sum(bytes / 4), "sum over the shared memory");
        }
        return launched;
    };
    require(run(48 << 10) == cudaSuccess, "48 KiB without leave");
    require(run((48 << 10) + 4) == cudaErrorInvalidValue, "refusal of more without leave");
    CHECK(cudaFuncSetAttribute(fill, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(all)));
    require(run(all) == cudaSuccess, "all shared memory with leave");
    require(cudaFuncSetAttribute(fill, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(all + 1)) ==
                cudaErrorInvalidValue,
            "refusal of leave for too much");
    (void)cudaGetLastError();
    CHECK(cudaFree(out));
}

static void occupancy(const cudaDeviceProp &device) {
    const auto active = [](auto kernel, int threads, size_t shared) {
        int blocks = -1;
        CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads, shared));
        return blocks;
    };
    const int threads = device.maxThreadsPerMultiProcessor, blocks = device.maxBlocksPerMultiProcessor;
    // `plain` has so few registers that threads or blocks are the limit.
    for (int size : {1024, 512, 256, 96, 64}) {
        require(active(plain, size, 0) == std::min(blocks, threads / size), "blocks by threads");
    }
    require(active(plain, 32, 0) == std::min(blocks, threads / 32), "blocks by blocks");
    for (size_t shared : {40000, 20000, 10000}) {
        const size_t reserved = device.reservedSharedMemPerBlock, unit = 128;
        const size_t each = (shared + reserved + unit - 1) / unit * unit;
        const int fit = static_cast<int>(device.sharedMemPerMultiprocessor / each);
        require(active(plain, 32, shared) == std::min({blocks, threads / 32, fit}), "blocks by shared memory");
    }
    require(active(bounded, 512, 0) == 0, "no block above the launch bounds");
    int grid, block;
    CHECK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, plain, 0, 0));
    require(block > 0 && active(plain, block, 0) * block == threads, "a block size that fills the device");
    require(grid == active(plain, block, 0) * device.multiProcessorCount, "its grid");
    CHECK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, bounded, 0, 0));
    require(block <= 256, "a block size within the launch bounds");
    size_t dynamic;
    CHECK(cudaOccupancyAvailableDynamicSMemPerBlock(&dynamic, plain, 4, 64));
    require(active(plain, 64, dynamic) == 4 && active(plain, 64, dynamic + 128) < 4, "shared memory that four blocks can have");
}

int main() {
    limit_time(60);
    cudaDeviceProp device;
    CHECK(cudaGetDeviceProperties(&device, 0));
    attributes(device);
    shared_memory(device);
    occupancy(device);
    std::printf("resources: ");
    return verdict(ok);
}
