// What the test programs of the runtime API share: error checks, and support.h.
#pragma once

#include <cuda_runtime.h>

#include "support.h"

inline void check(cudaError_t result, const char *call, const char *file, int line) {
    if (result != cudaSuccess) {
        fail(file, line, call, cudaGetErrorName(result));
    }
}

// Ends the program with the error's name unless `call` succeeds.
#define CHECK(call) check((call), #call, __FILE__, __LINE__)

// Checks a launch as it is made; errors of the execution come at a later CHECK.
#define CHECK_LAUNCH() CHECK(cudaGetLastError())

inline unsigned blocks_for(uint64_t items, unsigned threads) {
    return static_cast<unsigned>((items + threads - 1) / threads);
}
