extern "C" __global__ void vector_add(const float* a, const float* b, float* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}
extern "C" __global__ void saxpy4(float4* y, const float4* __restrict__ x, float s, unsigned n) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 v = x[i], w = y[i];
    w.x += s * v.x; w.y += s * v.y; w.z += s * v.z; w.w += s * v.w;
    y[i] = w;
}
extern "C" __global__ void __launch_bounds__(256, 2) reduce(const float* in, float* out, int n) {
    __shared__ float part[32];
    float v = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) v += in[i];
    for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(~0u, v, o);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x < 32) {
        v = threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : 0;
        for (int o = 16; o; o >>= 1) v += __shfl_down_sync(~0u, v, o);
        if (threadIdx.x == 0) atomicAdd(out, v);
    }
}
extern "C" __global__ void gemm_tile(const double* a, const double* b, double* c, int n) {
    extern __shared__ double tile[];
    double* ta = tile; double* tb = tile + 256;
    int row = blockIdx.y * 16 + threadIdx.y, col = blockIdx.x * 16 + threadIdx.x;
    double acc = 0;
    for (int k = 0; k < n; k += 16) {
        ta[threadIdx.y * 16 + threadIdx.x] = a[row * n + k + threadIdx.x];
        tb[threadIdx.y * 16 + threadIdx.x] = b[(k + threadIdx.y) * n + col];
        __syncthreads();
        for (int j = 0; j < 16; j++) acc += ta[threadIdx.y * 16 + j] * tb[j * 16 + threadIdx.x];
        __syncthreads();
    }
    c[row * n + col] = acc;
}
