// Compiled with NVRTC for compute_80; the PTX is committed beside it.
extern "C" __global__ void vector_add(const float* a, const float* b, float* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}
extern "C" __global__ void saxpy(float s, const float4* __restrict__ x, float4* y, unsigned n) {
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float4 v = x[i], w = y[i];
        w.x += s * v.x; w.y += s * v.y; w.z += s * v.z; w.w += s * v.w;
        y[i] = w;
    }
}
extern "C" __global__ void matmul(const float* a, const float* b, float* c, int n) {
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
extern "C" __global__ void reduce(const float* in, float* out, int n) {
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
extern "C" __global__ void histogram(const unsigned char* in, unsigned* bins, int n) {
    __shared__ unsigned local[256];
    local[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&local[in[i]], 1u);
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}
extern "C" __global__ void dynamic_reverse(int* data) {
    extern __shared__ int tile[];
    tile[threadIdx.x] = data[threadIdx.x];
    __syncthreads();
    data[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}
extern "C" __global__ void collatz(int* out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    long long x = i + 1;
    int steps = 0;
    while (x != 1) { x = (x & 1) ? 3 * x + 1 : x / 2; steps++; }
    out[i] = steps;
}
extern "C" __global__ void warp_lock(int* lock, volatile int* counter) {
    bool done = false;
    while (!done) {
        if (atomicCAS(lock, 0, 1) == 0) {
            *counter = *counter + 1;
            __threadfence();
            atomicExch(lock, 0);
            done = true;
        }
    }
}
extern "C" __global__ void blunt_lock(int* lock, volatile int* counter) {
    while (atomicCAS(lock, 0, 1) != 0) {}
    *counter = *counter + 1;
    __threadfence();
    atomicExch(lock, 0);
}
extern "C" __global__ void persistent(volatile int* flag, int* out) {
    while (*flag == 0) {}
    out[blockIdx.x * blockDim.x + threadIdx.x] = *flag;
}
extern "C" __global__ void increment(int* p) { atomicAdd(p, 1); }
extern "C" __global__ void out_of_bounds(int* p, int n, int bad) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    p[i == bad ? n + 1000 : i] = i;
}
extern "C" __global__ void misaligned(char* p) { *(int*)(p + threadIdx.x) = 1; }
struct Big { int a[10]; };
__device__ __noinline__ int fact(int n) { return n < 2 ? 1 : n * fact(n - 1); }
__device__ __noinline__ int sum_big(Big b, int scale) { int s = 0; for (int i = 0; i < 10; i++) s += b.a[i] * scale; return s; }
__device__ __noinline__ Big make_big(int x) { Big b; for (int i = 0; i < 10; i++) b.a[i] = x + i; return b; }
typedef int (*Fn)(int);
__device__ __noinline__ int twice(int x) { return 2 * x; }
__device__ __noinline__ int square(int x) { return x * x; }
__device__ Fn table[2] = {twice, square};
__device__ int counter = 7;
__constant__ float weights[3] = {1.0f, 0.5f, -0.25f};
__device__ int* where = &counter;
extern "C" __global__ void calls(int* out, Big b) {
    int i = threadIdx.x;
    out[i] = fact(i % 10) + sum_big(b, i) + sum_big(make_big(i), 1) + table[i & 1](i) + *where + (int)(4 * weights[i % 3]);
}
extern "C" __global__ void local_array(int* out, int n) {
    int a[32];
    for (int i = 0; i < 32; i++) a[i] = i * threadIdx.x;
    int s = 0;
    for (int i = 0; i < n; i++) s += a[(i * 7 + threadIdx.x) & 31];
    out[threadIdx.x] = s;
}
extern "C" __global__ void generic_mix(int* out, int* g) {
    __shared__ int s[64];
    int l[2] = {(int)threadIdx.x * 3, 5};
    s[threadIdx.x] = threadIdx.x * 2;
    __syncthreads();
    int* p = threadIdx.x % 3 == 0 ? &s[threadIdx.x] : threadIdx.x % 3 == 1 ? &g[threadIdx.x] : &l[threadIdx.x & 0];
    out[threadIdx.x] = *p;
}
extern "C" int printf(const char*, ...);
extern "C" __global__ void say(int x) {
    if (threadIdx.x < 2) printf("t%d x=%5d f=%.3f s=%s c=%c u=%08x ll=%lld %%\n", threadIdx.x, x, 1.5 * x, "str", 'q', 0xbeefu, -5ll);
}
extern "C" __device__ void __assertfail(const char*, const char*, unsigned, const char*, size_t);
extern "C" __global__ void check(int x) { if ((int)threadIdx.x == x) __assertfail("x < 3", "file.cu", 12, "check", 1); }
extern "C" __global__ void heap(long long* out) {
    int* p = (int*)malloc(64);
    p[3] = threadIdx.x;
    out[threadIdx.x] = p[3];
    free(p);
}
extern "C" __global__ void votes(unsigned* out) {
    unsigned i = threadIdx.x, b;
    if (i < 20) b = __ballot_sync(0xfffff, i & 1); else b = __ballot_sync(0xfff00000, i & 2);
    out[i] = b;
    out[32 + i] = __match_any_sync(~0u, i / 5);
    out[64 + i] = __reduce_add_sync(~0u, i);
    out[96 + i] = __shfl_up_sync(~0u, i, 3, 8);
    out[128 + i] = __any_sync(~0u, i == 31) + 2 * __all_sync(~0u, i < 31);
}
extern "C" __global__ void count_barrier(int* out) {
    out[threadIdx.x] = __syncthreads_count(threadIdx.x % 3 == 0) + 1000 * __syncthreads_and(threadIdx.x < 500) + 2000 * __syncthreads_or(threadIdx.x == 5);
}
extern "C" __global__ void early_exit(int* out) {
    if (threadIdx.x >= 40) return;
    __syncthreads();
    out[threadIdx.x] = 1;
}
extern "C" __global__ void deadlock(int* out) {
    if (threadIdx.x < 32) { asm volatile("bar.sync 1, 64;"); out[0] = 1; }
}
extern "C" __global__ void ordered(volatile unsigned* turn, unsigned* out) {
    // Each block waits for its predecessor: earlier blocks must make progress.
    if (threadIdx.x == 0) {
        while (*turn != blockIdx.x) {}
        out[blockIdx.x] = blockIdx.x;
        __threadfence();
        *turn = blockIdx.x + 1;
    }
}
extern "C" __global__ void reverse_ordered(volatile unsigned* turn, unsigned* out) {
    // Each block waits for its successor: only works if all can begin.
    if (threadIdx.x == 0) {
        while (*turn != gridDim.x - 1 - blockIdx.x) {}
        out[blockIdx.x] = blockIdx.x;
        __threadfence();
        *turn = gridDim.x - blockIdx.x;
    }
}
