// Kernel parameters of every kind: a block of 0x140 bytes (where constant bank
// layouts of some architectures begin), one of 4,000 bytes and, on runtimes that
// have them, 30,000 bytes; structs by value with holes; templates over types.
#include "common.cuh"

#include <type_traits>

template <unsigned BYTES>
struct Block {
    unsigned char bytes[BYTES];
};

template <unsigned BYTES>
__global__ void sum_block(Block<BYTES> block, unsigned long long *out) {
    unsigned long long sum = 0;
    for (unsigned i = threadIdx.x; i < BYTES; i += blockDim.x) {
        sum += block.bytes[i] * (i + 1ull);
    }
    atomicAdd(out, sum);
}

struct Inner {
    char c;
    double d;
};

struct Mixed {
    short s;
    Inner inner[2];
    float3 v;
    unsigned long long big;
    bool flag;
};

__global__ void by_value(char first, Mixed mixed, short last, const double *scale, double *out) {
    *out = first + mixed.s + mixed.inner[0].c * mixed.inner[0].d + mixed.inner[1].c * mixed.inner[1].d + mixed.v.x +
           mixed.v.y + mixed.v.z + static_cast<double>(mixed.big) + (mixed.flag ? 0.5 : 0) + last * *scale;
}

template <typename T, int FACTOR>
__global__ void scale(T *data, T offset, unsigned n) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        data[i] = static_cast<T>(data[i] * FACTOR + offset);
    }
}

template <unsigned BYTES>
static bool check_block(unsigned long long *out) {
    static Block<BYTES> block;
    Random random(BYTES);
    unsigned long long expected = 0, found = 0;
    for (unsigned i = 0; i < BYTES; i++) {
        block.bytes[i] = static_cast<unsigned char>(random.next());
        expected += block.bytes[i] * (i + 1ull);
    }
    CHECK(cudaMemset(out, 0, sizeof *out));
    sum_block<<<1, 96>>>(block, out);
    CHECK_LAUNCH();
    // The parameters were taken at the launch.
    std::memset(&block, 0, sizeof block);
    CHECK(cudaMemcpy(&found, out, sizeof found, cudaMemcpyDeviceToHost));
    return found == expected;
}

template <typename T, int FACTOR>
static bool check_scale() {
    constexpr unsigned N = 1000;
    static T host[N];
    T *device;
    for (unsigned i = 0; i < N; i++) {
        host[i] = static_cast<T>(i % 50);
    }
    CHECK(cudaMalloc(&device, sizeof host));
    CHECK(cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice));
    scale<T, FACTOR><<<blocks_for(N, 128), 128>>>(device, static_cast<T>(3), N);
    CHECK_LAUNCH();
    CHECK(cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost));
    CHECK(cudaFree(device));
    bool ok = true;
    for (unsigned i = 0; i < N; i++) {
        ok = ok && host[i] == static_cast<T>(static_cast<T>(i % 50) * FACTOR + static_cast<T>(3));
    }
    return ok;
}

static bool check_struct() {
    const Mixed mixed = {-7, {{2, 1.5}, {-3, 0.25}}, make_float3(1, 2, 4), 1ull << 40, true};
    const double expected = 5 - 7 + 3.0 - 0.75 + 7 + static_cast<double>(1ull << 40) + 0.5 + -9 * 0.125;
    double *device, host[2] = {0.125, 0};
    CHECK(cudaMalloc(&device, sizeof host));
    CHECK(cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice));
    by_value<<<1, 1>>>(5, mixed, -9, device, device + 1);
    CHECK_LAUNCH();
    CHECK(cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost));
    CHECK(cudaFree(device));
    return host[1] == expected;
}

int main() {
    limit_time(60);
    unsigned long long *out;
    CHECK(cudaMalloc(&out, sizeof *out));
    const bool small = check_block<0x140>(out), large = check_block<4000>(out), odd = check_block<1>(out);
#if CUDART_VERSION >= 12010
    const bool huge = check_block<30000>(out);
#else
    const bool huge = true;
#endif
    const bool structs = check_struct();
    const bool templates = check_scale<signed char, 2>() && check_scale<unsigned short, 3>() && check_scale<int, -4>() &&
                           check_scale<long long, 5>() && check_scale<float, 2>() && check_scale<double, -3>();
    CHECK(cudaFree(out));
    std::printf("parameters: blocks %d %d %d %d, structs %d, templates %d, ", odd, small, large, huge, structs, templates);
    return verdict(odd && small && large && huge && structs && templates);
}
