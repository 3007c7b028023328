// cudaMemGetInfo, the properties and what can be allocated agree.
// Arguments: [total]: the MiB that the device must report, 0 for any.
#include "common.cuh"

#include <vector>

constexpr size_t MIB = size_t{1} << 20;

struct Memory {
    size_t available, total;
};

static Memory memory() {
    Memory info;
    CHECK(cudaMemGetInfo(&info.available, &info.total));
    return info;
}

// Allocates nearly all that is available, as one piece if that is possible.
static std::vector<void *> allocate_all(size_t *allocated) {
    std::vector<void *> pieces;
    *allocated = 0;
    for (size_t piece = memory().available / (2 * MIB) * (2 * MIB); piece >= 2 * MIB;) {
        void *pointer;
        const cudaError_t result = cudaMalloc(&pointer, piece);
        if (result == cudaSuccess) {
            pieces.push_back(pointer);
            *allocated += piece;
            piece = memory().available / (2 * MIB) * (2 * MIB);
            continue;
        }
        REQUIRE(result == cudaErrorMemoryAllocation, cudaGetErrorName(result));
        cudaGetLastError();
        piece = piece > 64 * MIB ? piece - 8 * MIB : piece / 2;
    }
    return pieces;
}

int main(int argc, char **argv) {
    limit_time(120);
    const size_t wanted = argument(argc, argv, 1, 0) * MIB;
    cudaDeviceProp properties;
    CHECK(cudaGetDeviceProperties(&properties, 0));
    CHECK(cudaFree(nullptr));
    const Memory before = memory();
    REQUIRE(before.total == properties.totalGlobalMem, "cudaMemGetInfo and the properties differ in the total");
    REQUIRE(before.available <= before.total, "more is free than there is");
    REQUIRE(wanted == 0 || before.total == wanted, "the total is not the wanted one");

    void *block;
    CHECK(cudaMalloc(&block, 64 * MIB));
    const Memory with_block = memory();
    REQUIRE(before.available - with_block.available >= 64 * MIB, "an allocation leaves as much free");
    REQUIRE(before.available - with_block.available <= 70 * MIB, "an allocation takes far more than its size");
    CHECK(cudaFree(block));
    REQUIRE(memory().available == before.available, "freed memory is not free");

    size_t allocated;
    std::vector<void *> pieces = allocate_all(&allocated);
    REQUIRE(allocated + 1024 * MIB >= before.available, "1 GiB of the free memory cannot be allocated");
    REQUIRE(cudaMalloc(&block, 256 * MIB) == cudaErrorMemoryAllocation, "more than the whole was allocated");
    cudaGetLastError();
    for (void *piece : pieces) {
        CHECK(cudaFree(piece));
    }
    REQUIRE(memory().available == before.available, "the freed whole is not free");
    std::fprintf(stderr, "memory_info: %zu of %zu MiB free, %zu allocated in %zu pieces\n", before.available / MIB,
                 before.total / MIB, allocated / MIB, pieces.size());
    std::printf("memory_info: totals agree, whole allocated, more refused, all free again, ");
    return verdict(true);
}
