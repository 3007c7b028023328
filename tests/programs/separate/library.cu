// The unit that defines what main.cu uses.
#include "separate.cuh"

__device__ int counter = 5;
__constant__ int weights[4] = {1, 10, 100, 1000};

// The same names as in main.cu, for other things.
static __device__ int hidden = 3;
static __device__ __noinline__ int hidden_function(int x) { return x + hidden; }

__device__ int twice(int x) { return 2 * x; }
__device__ int static_sum(int x) { return hidden_function(x) + cube(2); }

__device__ static int add_seven(int x) { return x + 7; }
__device__ static int negate(int x) { return -x; }
__device__ Operation operations[2] = {add_seven, negate};

__device__ int fill_shared() {
    extern __shared__ int numbers[];
    numbers[threadIdx.x] = threadIdx.x;
    __syncthreads();
    return numbers[blockDim.x - 1 - threadIdx.x];
}

struct Square : Shape {
    __device__ int area(int side) const override { return side * side; }
};

__device__ const Shape *make_square(void *place) { return new (place) Square; }

static __global__ void kernel(int *out) { *out = hidden_function(counter); }

void launch_library(int *out) {
    kernel<<<1, 1>>>(out);
    CHECK_LAUNCH();
}

int read_counter() {
    int value = 0;
    CHECK(cudaMemcpyFromSymbol(&value, counter, sizeof value));
    return value;
}
