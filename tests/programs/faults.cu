// Kernels that fail, each in its way: the error comes at the synchronisation and
// again at every later call of the process. Argument: assert, misaligned, shared,
// trap, stack or pointer; none runs each of these in a process of its own. With
// endless the device is to have a watchdog.
#include "common.cuh"

#include <cassert>
#include <string>

#include <sys/wait.h>

__global__ void failing_assert(int limit) { assert(static_cast<int>(threadIdx.x) < limit && "too large"); }

__global__ void misaligned(char *memory) { *reinterpret_cast<int *>(memory + 2 + 4 * threadIdx.x) = 1; }

__global__ void outside_shared(int *out, unsigned index) {
    extern __shared__ int numbers[];
    numbers[index] = 1;
    *out = numbers[index];
}

__global__ void trapping(int *out) {
    if (threadIdx.x == 33) {
        asm volatile("trap;");
    }
    out[threadIdx.x] = 1;
}

__device__ int endless(int n, int *out) {
    volatile int deep[64];
    deep[n % 64] = n;
    *out = n;
    return endless(n + 1, out) + deep[n % 64];
}
__global__ void overflowing(int *out) { *out = endless(0, out); }

typedef void (*Function)(int *);
__global__ void calling(Function *function, int *out) { (*function)(out); }

__global__ void endless(volatile int *flag) {
    while (*flag == 0) {
    }
}

__global__ void nothing() {}

struct Case {
    const char *name;
    // cudaSuccess: any error of a failed launch.
    cudaError_t error;
    // Among those that run without an argument.
    bool usual = true;
};

static const Case cases[] = {
    {"assert", cudaErrorAssert},    {"misaligned", cudaErrorMisalignedAddress}, {"shared", cudaSuccess},
    {"trap", cudaErrorLaunchFailure}, {"stack", cudaSuccess},                     {"pointer", cudaSuccess},
    {"endless", cudaErrorLaunchTimeout, false},
};

static void start(const std::string &name, int *memory) {
    if (name == "assert") {
        failing_assert<<<2, 64>>>(40);
    } else if (name == "misaligned") {
        misaligned<<<1, 32>>>(reinterpret_cast<char *>(memory));
    } else if (name == "shared") {
        outside_shared<<<1, 1, 64>>>(memory, 1u << 20);
    } else if (name == "trap") {
        trapping<<<1, 64>>>(memory);
    } else if (name == "stack") {
        overflowing<<<1, 1>>>(memory);
    } else if (name == "endless") {
        CHECK(cudaMemset(memory, 0, 4));
        endless<<<1, 1>>>(memory);
    } else {
        // A table of functions that was never filled.
        CHECK(cudaMemset(memory, 0x5a, 8));
        calling<<<1, 1>>>(reinterpret_cast<Function *>(memory), memory + 2);
    }
    CHECK_LAUNCH();
}

static int run(const Case &test) {
    int *memory, value;
    CHECK(cudaMalloc(&memory, 1024));
    nothing<<<1, 1>>>();
    CHECK_LAUNCH();
    CHECK(cudaDeviceSynchronize());
    start(test.name, memory);
    const cudaError_t first = cudaDeviceSynchronize();
    bool ok = test.error == cudaSuccess ? first != cudaSuccess : first == test.error;
    ok = ok && cudaDeviceSynchronize() == first;
    ok = ok && cudaMemcpy(&value, memory, sizeof value, cudaMemcpyDeviceToHost) == first;
    nothing<<<1, 1>>>();
    ok = ok && cudaGetLastError() == first && cudaMalloc(&memory, 64) == first;
    std::printf("faults: %s: %s, ", test.name, cudaGetErrorName(first));
    return verdict(ok);
}

int main(int argc, char **argv) {
    limit_time(100);
    if (argc > 1) {
        for (const Case &test : cases) {
            if (argv[1] == std::string(test.name)) {
                return run(test);
            }
        }
        return 2;
    }
    int failed = 0, number = 0;
    for (const Case &test : cases) {
        if (!test.usual) {
            continue;
        }
        number++;
        const pid_t child = fork();
        if (child == 0) {
            execl("/proc/self/exe", argv[0], test.name, static_cast<char *>(nullptr));
            _exit(127);
        }
        int status = 0;
        REQUIRE(child > 0 && waitpid(child, &status, 0) == child, "the child is lost");
        failed += !WIFEXITED(status) || WEXITSTATUS(status) != 0;
    }
    std::printf("faults: %d of %d wrong, ", failed, number);
    return verdict(failed == 0);
}
