#include <cstdint>
struct Small { int a; short b; };
struct alignas(16) Wide { double a; char tag; };
struct Big { char bytes[4097]; };

extern "C" __global__ void add(const float *a, const float *b, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = a[i] + b[i];
}
extern "C" __global__ void no_params() { __threadfence(); }
extern "C" __global__ void mixed(char c, double d, short s, Small small, Wide wide, unsigned short h, bool flag, uint64_t *out) {
  *out = c + (uint64_t)d + s + small.a + small.b + (uint64_t)wide.a + wide.tag + h + flag;
}
extern "C" __global__ void tail(int *out, short s) { *out = s; }
extern "C" __global__ void big(Big b, int *out) { *out = b.bytes[threadIdx.x]; }
extern "C" __global__ void __launch_bounds__(128, 2) bounded(float *x) { x[threadIdx.x] *= 2.0f; }
template <typename T> __global__ void scale(T *x, T f) { x[threadIdx.x] *= f; }
template __global__ void scale<double>(double *, double);
