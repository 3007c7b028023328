// Children of a process: one forked before CUDA was used works; one forked
// afterwards is told that CUDA is not initialised there, at once, and harms
// nobody; one that executes a program afresh works; the parent works throughout.
#include "common.cuh"

#include <string>

#include <sys/wait.h>

__global__ void twice(int *x) { *x *= 2; }

// Runs a kernel and gives the result for 21.
static int use_device() {
    int *x, value = 21;
    CHECK(cudaMalloc(&x, sizeof value));
    CHECK(cudaMemcpy(x, &value, sizeof value, cudaMemcpyHostToDevice));
    twice<<<1, 1>>>(x);
    CHECK_LAUNCH();
    CHECK(cudaMemcpy(&value, x, sizeof value, cudaMemcpyDeviceToHost));
    CHECK(cudaFree(x));
    return value;
}

static int status_of(pid_t child) {
    REQUIRE(child > 0, "fork failed");
    int status = 0;
    REQUIRE(waitpid(child, &status, 0) == child, "the child is lost");
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + status;
}

static int forked_before() {
    const pid_t child = fork();
    if (child == 0) {
        exit(use_device() == 42 ? 0 : 1);
    }
    return status_of(child);
}

static int forked_after() {
    const pid_t child = fork();
    if (child == 0) {
        limit_time(20);
        void *x;
        const cudaError_t result = cudaMalloc(&x, 64);
        if (result != cudaErrorInitializationError) {
            std::fprintf(stderr, "fork_child: cudaMalloc in the child: %s\n", cudaGetErrorName(result));
        }
        _exit(result == cudaErrorInitializationError ? 0 : 1);
    }
    return status_of(child);
}

static int executed_afresh(const char *program) {
    const pid_t child = fork();
    if (child == 0) {
        execl(program, program, "child", static_cast<char *>(nullptr));
        _exit(127);
    }
    return status_of(child);
}

int main(int argc, char **argv) {
    limit_time(60);
    if (argc > 1 && std::string(argv[1]) == "child") {
        return use_device() == 42 ? 0 : 1;
    }
    const int before = forked_before();
    const int first = use_device();
    const int after = forked_after();
    const int second = use_device();
    const int afresh = executed_afresh("/proc/self/exe");
    const int third = use_device();
    std::printf("fork_child: before %d, after %d, afresh %d, parent %d %d %d, ", before, after, afresh, first, second, third);
    return verdict(before == 0 && after == 0 && afresh == 0 && first == 42 && second == 42 && third == 42);
}
