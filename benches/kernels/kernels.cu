// What `bifrost-bench softcuda` times; the PTX is committed beside it:
// nvcc --ptx -arch=compute_80 -O3 kernels.cu

extern "C" __global__ void empty() {}

// Arithmetic in registers: eight chains.
#define CHAINS(name, type, start, step)                                                    \
    extern "C" __global__ void name(type* out, int n) {                                    \
        type x[8];                                                                         \
        for (int j = 0; j < 8; j++) x[j] = start;                                          \
        for (int i = 0; i < n; i++)                                                        \
            for (int j = 0; j < 8; j++) step;                                              \
        type s = 0;                                                                        \
        for (int j = 0; j < 8; j++) s += x[j];                                             \
        out[blockIdx.x * blockDim.x + threadIdx.x] = s;                                    \
    }
CHAINS(multiply_adds, float, threadIdx.x + j, x[j] = fmaf(x[j], 0.999f, 0.5f))
CHAINS(integer_multiply_adds, unsigned, threadIdx.x + j, x[j] = x[j] * 1664525u + x[(j + 1) % 8])
CHAINS(integer_adds, unsigned, threadIdx.x + j, x[j] = x[j] + x[(j + 3) % 8])
CHAINS(logic, unsigned, threadIdx.x + j, x[j] = x[j] ^ x[(j + 3) % 8])

// Arrays: one element per thread, and grid-stride loops.
extern "C" __global__ void add(const float* a, const float* b, float* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}
extern "C" __global__ void add_strided(const float* a, const float* b, float* c, ptrdiff_t n) {
    for (ptrdiff_t i = (ptrdiff_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (ptrdiff_t)gridDim.x * blockDim.x)
        c[i] = a[i] + b[i];
}
extern "C" __global__ void scale_shift(const float* a, const float* b, float* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] * 2.0f + b[i] * 0.5f - 1.0f;
}
extern "C" __global__ void sum(const float* in, float* out, int n) {
    __shared__ float part[32];
    float v = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) v += in[i];
    for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(~0u, v, o);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x < 32) {
        v = threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : 0;
        for (int o = 16; o; o >>= 1) v += __shfl_down_sync(~0u, v, o);
        if (threadIdx.x == 0) atomicAdd(out, v);
    }
}

// C = A B of n x n, n a multiple of the tile: 16 x 16 elements a block, one a thread.
extern "C" __global__ void product_tiled(const float* a, const float* b, float* c, int n) {
    __shared__ float ta[16][16], tb[16][16];
    int row = blockIdx.y * 16 + threadIdx.y, col = blockIdx.x * 16 + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k += 16) {
        ta[threadIdx.y][threadIdx.x] = a[row * n + k + threadIdx.x];
        tb[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * n + col];
        __syncthreads();
        for (int j = 0; j < 16; j++) sum += ta[threadIdx.y][j] * tb[j][threadIdx.x];
        __syncthreads();
    }
    c[row * n + col] = sum;
}

// The same, 128 x 128 elements a block, 8 x 8 a thread (256 threads), in two halves of four so that lanes read neighbours.
extern "C" __global__ void __launch_bounds__(256) product_registers(const float* a, const float* b, float* c, int n) {
    __shared__ float4 ta[8][32], tb[8][32];
    int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
    const float* from_a = a + (blockIdx.y * 128 + threadIdx.x / 2) * n + threadIdx.x % 2 * 4;
    const float* from_b = b + threadIdx.x / 32 * n + blockIdx.x * 128 + threadIdx.x % 32 * 4;
    float sum[8][8] = {};
    for (int k = 0; k < n; k += 8) {
        float4 x = *(const float4*)(from_a + k);
        float* column = (float*)ta + threadIdx.x % 2 * 4 * 128 + threadIdx.x / 2;
        column[0] = x.x, column[128] = x.y, column[256] = x.z, column[384] = x.w;
        tb[threadIdx.x / 32][threadIdx.x % 32] = *(const float4*)(from_b + (long)k * n);
        __syncthreads();
#pragma unroll
        for (int j = 0; j < 8; j++) {
            float4 u0 = ta[j][ty], u1 = ta[j][ty + 16], v0 = tb[j][tx], v1 = tb[j][tx + 16];
            float u[8] = {u0.x, u0.y, u0.z, u0.w, u1.x, u1.y, u1.z, u1.w};
            float v[8] = {v0.x, v0.y, v0.z, v0.w, v1.x, v1.y, v1.z, v1.w};
#pragma unroll
            for (int y = 0; y < 8; y++)
#pragma unroll
                for (int x = 0; x < 8; x++) sum[y][x] += u[y] * v[x];
        }
        __syncthreads();
    }
    for (int y = 0; y < 8; y++) {
        int row = blockIdx.y * 128 + ty * 4 + y % 4 + y / 4 * 64;
        float4* to = (float4*)(c + row * n + blockIdx.x * 128);
        to[tx] = make_float4(sum[y][0], sum[y][1], sum[y][2], sum[y][3]);
        to[tx + 16] = make_float4(sum[y][4], sum[y][5], sum[y][6], sum[y][7]);
    }
}

// C = A B of halves, sums in singles: 64 x 64 elements a block of four warps, 32 x 32 a warp, by tensor instructions.
#include <cuda_fp16.h>

__device__ unsigned shared_address(const void* at) { return (unsigned)__cvta_generic_to_shared(at); }

__device__ void load_matrices(unsigned (&r)[4], const half* from) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(shared_address(from)));
}
__device__ void load_matrices_turned(unsigned (&r)[4], const half* from) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(shared_address(from)));
}
__device__ void multiply(float (&d)[4], const unsigned (&a)[4], const unsigned* b) {
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

extern "C" __global__ void __launch_bounds__(128) product_halves(const half* a, const half* b, float* c, int n) {
    __shared__ __align__(16) half ta[64][40], tb[32][72];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32, row = warp / 2 * 32, col = warp % 2 * 32;
    float sum[2][4][4] = {};
    for (int k = 0; k < n; k += 32) {
#pragma unroll
        for (int j = 0; j < 2; j++) {
            int at = threadIdx.x + j * 128;
            *(uint4*)&ta[at / 4][at % 4 * 8] = *(const uint4*)(a + (blockIdx.y * 64 + at / 4) * n + k + at % 4 * 8);
            *(uint4*)&tb[at / 8][at % 8 * 8] = *(const uint4*)(b + (k + at / 8) * n + blockIdx.x * 64 + at % 8 * 8);
        }
        __syncthreads();
#pragma unroll
        for (int j = 0; j < 32; j += 16) {
            unsigned x[2][4], y[2][4];
#pragma unroll
            for (int m = 0; m < 2; m++) {
                load_matrices(x[m], &ta[row + m * 16 + lane % 16][j + lane / 16 * 8]);
                load_matrices_turned(y[m], &tb[j + lane % 16][col + m * 16 + lane / 16 * 8]);
            }
#pragma unroll
            for (int m = 0; m < 2; m++)
#pragma unroll
                for (int t = 0; t < 4; t++) multiply(sum[m][t], x[m], &y[t / 2][t % 2 * 2]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int m = 0; m < 2; m++)
#pragma unroll
        for (int t = 0; t < 4; t++) {
            float2* to = (float2*)(c + (blockIdx.y * 64 + row + m * 16 + lane / 4) * n + blockIdx.x * 64 + col + t * 8 + lane % 4 * 2);
            to[0] = make_float2(sum[m][t][0], sum[m][t][1]);
            to[4 * n] = make_float2(sum[m][t][2], sum[m][t][3]);
        }
}
