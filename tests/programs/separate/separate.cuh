// What the units of the program declare to each other.
#pragma once

#include "../common.cuh"

#include <new>

// A class whose functions are chosen at run time; each unit has one.
struct Shape {
    __device__ virtual int area(int side) const = 0;
};

// Instantiated in both units; one of them is kept.
template <typename T>
__device__ __noinline__ T cube(T x) {
    return x * x * x;
}

typedef int (*Operation)(int);

// Defined in library.cu.
extern __device__ int counter;
extern __constant__ int weights[4];
extern __device__ Operation operations[2];
__device__ int twice(int x);
__device__ int static_sum(int x);
__device__ int fill_shared();
__device__ const Shape *make_square(void *place);
// The library's kernel, started through its own host code.
void launch_library(int *out);
int read_counter();
