// A program of two units that are compiled apart (-rdc=true): the driver links
// their PTX when it is loaded. Variables, constants, tables of function pointers,
// virtual functions, templates, dynamic shared memory and equal names of static
// functions cross or keep to their units.
#include "separate.cuh"

static __device__ int hidden = 1000;
static __device__ __noinline__ int hidden_function(int x) { return x * hidden; }

struct Triangle : Shape {
    __device__ int area(int side) const override { return side * side / 2; }
};

constexpr int RESULTS = 9;

__global__ void kernel(int *out) {
    __shared__ alignas(8) char places[2][16];
    const int reversed = fill_shared();
    atomicAdd(&counter, 1);
    if (threadIdx.x != 0) {
        return;
    }
    const Shape *shapes[2] = {make_square(places[0]), new (places[1]) Triangle};
    out[0] = twice(21);
    out[1] = hidden_function(2);
    out[2] = static_sum(4);
    out[3] = weights[0] + weights[3];
    out[4] = operations[0](1);
    out[5] = operations[1](1);
    out[6] = shapes[0]->area(6);
    out[7] = shapes[1]->area(6);
    out[8] = reversed + cube(3);
}

int main() {
    limit_time(60);
    constexpr int THREADS = 64;
    int *out, found[RESULTS], library = 0;
    CHECK(cudaMalloc(&out, sizeof found));
    kernel<<<1, THREADS, THREADS * sizeof(int)>>>(out);
    CHECK_LAUNCH();
    CHECK(cudaMemcpy(found, out, sizeof found, cudaMemcpyDeviceToHost));
    launch_library(out);
    CHECK(cudaMemcpy(&library, out, sizeof library, cudaMemcpyDeviceToHost));
    CHECK(cudaFree(out));
    const int expected[RESULTS] = {42, 2000, 15, 1001, 8, -1, 36, 18, THREADS - 1 + 27};
    bool ok = library == 5 + THREADS + 3 && read_counter() == 5 + THREADS;
    std::printf("separate:");
    for (int i = 0; i < RESULTS; i++) {
        std::printf(" %d", found[i]);
        ok = ok && found[i] == expected[i];
    }
    std::printf(", library %d, counter %d, ", library, read_counter());
    return verdict(ok);
}
