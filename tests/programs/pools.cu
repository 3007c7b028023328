// Memory in the order of streams: default and own pools, reuse, sizes, errors.
// Arguments: [rounds].
#include "common.cuh"

#include <vector>

constexpr size_t WORDS = 1 << 14;
constexpr size_t BYTES = WORDS * sizeof(uint32_t);

__global__ void multiply_add(uint32_t *x, uint32_t factor, uint32_t offset) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    x[i] = x[i] * factor + offset;
}

static unsigned wrong = 0;

static void expect(const char *what, uint64_t got, uint64_t wanted) {
    if (got != wanted) {
        wrong++;
        std::fprintf(stderr, "%s: %llu in place of %llu\n", what, (unsigned long long)got, (unsigned long long)wanted);
    }
}

static uint64_t used(cudaMemPool_t pool) {
    uint64_t value = 0;
    CHECK(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &value));
    return value;
}

// Allocates, works and frees in one stream, round after round, and waits once.
static uint32_t in_one_stream(unsigned rounds, cudaStream_t stream) {
    uint32_t *result;
    CHECK(cudaMallocHost(&result, rounds * sizeof(uint32_t)));
    for (unsigned round = 0; round < rounds; round++) {
        uint32_t *x, *y;
        CHECK(cudaMallocAsync(&x, BYTES, stream));
        CHECK(cudaMallocAsync(&y, BYTES, stream));
        expect("two live allocations", x == y, 0);
        CHECK(cudaMemsetAsync(x, 0, BYTES, stream));
        multiply_add<<<WORDS / 256, 256, 0, stream>>>(x, 1, round);
        CHECK(cudaMemcpyAsync(y, x, BYTES, cudaMemcpyDeviceToDevice, stream));
        multiply_add<<<WORDS / 256, 256, 0, stream>>>(y, 3, 1);
        CHECK(cudaFreeAsync(x, stream));
        CHECK(cudaMemcpyAsync(&result[round], y + WORDS - 1, sizeof(uint32_t), cudaMemcpyDeviceToHost, stream));
        CHECK(cudaFreeAsync(y, stream));
    }
    CHECK(cudaStreamSynchronize(stream));
    uint32_t sum = 0;
    for (unsigned round = 0; round < rounds; round++) {
        expect("in one stream", result[round], round * 3 + 1);
        sum += result[round];
    }
    CHECK(cudaFreeHost(result));
    return sum;
}

// Freed in another stream than it was allocated in, ordered by an event.
static void across_streams(cudaStream_t a, cudaStream_t b) {
    cudaEvent_t event;
    CHECK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
    std::vector<uint32_t> result(WORDS);
    for (uint32_t round = 0; round < 20; round++) {
        uint32_t *x;
        CHECK(cudaMallocAsync(&x, BYTES, a));
        CHECK(cudaMemsetAsync(x, 0, BYTES, a));
        multiply_add<<<WORDS / 256, 256, 0, a>>>(x, 1, round);
        CHECK(cudaEventRecord(event, a));
        CHECK(cudaStreamWaitEvent(b, event, 0));
        multiply_add<<<WORDS / 256, 256, 0, b>>>(x, 2, 1);
        CHECK(cudaMemcpyAsync(result.data(), x, BYTES, cudaMemcpyDeviceToHost, b));
        CHECK(cudaFreeAsync(x, b));
        CHECK(cudaStreamSynchronize(b));
        expect("across streams", result[WORDS - 1], round * 2 + 1);
    }
    CHECK(cudaEventDestroy(event));
}

static void own_pool(cudaStream_t stream) {
    cudaMemPoolProps props = {};
    props.allocType = cudaMemAllocationTypePinned;
    props.location.type = cudaMemLocationTypeDevice;
    props.location.id = 0;
    cudaMemPool_t pool, preset, current;
    CHECK(cudaMemPoolCreate(&pool, &props));
    uint64_t threshold = UINT64_MAX, got = 0;
    CHECK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold));
    CHECK(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &got));
    expect("threshold", got, threshold);
    void *x;
    CHECK(cudaMallocFromPoolAsync(&x, BYTES, pool, stream));
    expect("used", used(pool) >= BYTES, 1);
    uint64_t reserved = 0, high = 0;
    CHECK(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReservedMemCurrent, &reserved));
    expect("reserved", reserved >= BYTES, 1);
    CHECK(cudaFreeAsync(x, stream));
    CHECK(cudaStreamSynchronize(stream));
    expect("used after free", used(pool), 0);
    CHECK(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &high));
    expect("high", high >= BYTES, 1);
    CHECK(cudaMemPoolTrimTo(pool, 0));
    CHECK(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReservedMemCurrent, &reserved));
    expect("reserved after trim", reserved, 0);
    cudaMemAccessFlags flags;
    CHECK(cudaMemPoolGetAccess(&flags, pool, &props.location));
    expect("access", flags, cudaMemAccessFlagsProtReadWrite);
    CHECK(cudaDeviceGetDefaultMemPool(&preset, 0));
    CHECK(cudaDeviceSetMemPool(0, pool));
    CHECK(cudaDeviceGetMemPool(&current, 0));
    expect("current pool", current == pool, 1);
    CHECK(cudaMallocAsync(&x, BYTES, stream));
    expect("used in the current pool", used(pool) >= BYTES, 1);
    // cudaFree takes it, too.
    CHECK(cudaFree(x));
    expect("used after cudaFree", used(pool), 0);
    CHECK(cudaMemPoolDestroy(pool));
    CHECK(cudaDeviceGetMemPool(&current, 0));
    expect("back to the default", current == preset, 1);
    expect("destroy the default", cudaMemPoolDestroy(preset), cudaErrorInvalidValue);
    (void)cudaGetLastError();
}

static void bad_use(cudaStream_t stream) {
    void *x, *plain;
    CHECK(cudaMallocAsync(&x, 64, stream));
    CHECK(cudaMalloc(&plain, 64));
    CHECK(cudaFreeAsync(x, stream));
    expect("freed twice", cudaFreeAsync(x, stream), cudaErrorInvalidValue);
    expect("inside", cudaFreeAsync(static_cast<char *>(plain) + 8, stream), cudaErrorInvalidValue);
    expect("huge", cudaMallocAsync(&x, size_t(1) << 50, stream), cudaErrorMemoryAllocation);
    (void)cudaGetLastError();
    CHECK(cudaFree(plain));
}

int main(int argc, char **argv) {
    limit_time(100);
    const unsigned rounds = static_cast<unsigned>(argument(argc, argv, 1, 50));
    int supported = 0;
    CHECK(cudaDeviceGetAttribute(&supported, cudaDevAttrMemoryPoolsSupported, 0));
    expect("supported", supported, 1);
    cudaStream_t a, b;
    CHECK(cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking));
    CHECK(cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking));
    uint32_t sum = in_one_stream(rounds, a);
    across_streams(a, b);
    own_pool(a);
    bad_use(a);
    std::printf("pools: %u rounds, sum %u, %u wrong, ", rounds, sum, wrong);
    return verdict(wrong == 0);
}
