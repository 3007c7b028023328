extern "C" int printf(const char*, ...);
struct Pair { char tag; short k; double v; };
__device__ int counter = 7;
__device__ int table[4] = {1, -2, 3};
__device__ int* where = &table[2];
__constant__ float weights[3] = {1.0f, 0.5f, -0.25f};
__constant__ Pair pair = {'x', -3, 2.5};
__device__ const char* words[2] = {"one", "two"};
struct __align__(16) Big { char bytes[40]; };
__device__ __noinline__ int twice(int x, Big b) { return x * 2 + b.bytes[x & 31]; }
typedef int (*Fn)(int, Big);
__device__ Fn chosen = twice;
__device__ __noinline__ int fact(int n) { return n < 2 ? 1 : n * fact(n - 1) + counter; }
extern "C" __global__ void __launch_bounds__(128) __cluster_dims__(2, 1, 1) calls(int* out, Big b, short s, char c, int which) {
    int local[16];
    for (int i = 0; i < 16; i++) local[i] = out[i];
    local[which & 15] = s;
    Fn f = chosen;
    int r = f(c, b) + fact(which) + local[(which >> 1) & 15];
    printf("%d %f\n", r, weights[which & 1] + pair.v);
    out[which] = r + *where + words[which & 1][0];
}
extern "C" __global__ void small_tail(void* p, short s) { *(short*)p = s; }
extern "C" __global__ void nothing() {}
