// Copies from and to host memory that kernels use in place: what the program put
// there before a copy overwrites it must not come back, and what a copy has read
// must not be mistaken for what the memory holds. Arguments: [rounds].
#include "common.cuh"

#include <cstring>

constexpr size_t SIZES[] = {4096, 64 << 10, 300 << 10, 1 << 20};
enum class Kind { Pinned, Mapped, Managed };
constexpr const char *KINDS[] = {"pinned", "mapped", "managed"};

__global__ void touch(unsigned char *p) {
    p[0] += 1;
}

// How many bytes are not `want`.
__global__ void differ(const unsigned char *p, size_t bytes, unsigned char want, unsigned *out) {
    for (size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x; i < bytes; i += gridDim.x * blockDim.x) {
        if (p[i] != want) {
            atomicAdd(out, 1);
        }
    }
}

struct Case {
    cudaStream_t a, b;
    unsigned char *device, *host;  // `host` has as many bytes again for others
    unsigned *count;
    size_t bytes;
};

static bool kernel_sees(Case &c, const unsigned char *p, unsigned char want) {
    unsigned wrong = 0;
    CHECK(cudaMemsetAsync(c.count, 0, sizeof(unsigned), c.a));
    differ<<<4, 128, 0, c.a>>>(p, c.bytes, want, c.count);
    CHECK_LAUNCH();
    CHECK(cudaMemcpyAsync(&wrong, c.count, sizeof wrong, cudaMemcpyDeviceToHost, c.a));
    CHECK(cudaStreamSynchronize(c.a));
    return wrong == 0;
}

static bool host_sees(const Case &c, unsigned char want) {
    for (size_t i = 0; i < c.bytes; i++) {
        if (c.host[i] != want) {
            return false;
        }
    }
    return true;
}

// A copy reads what the program then takes back.
static bool taken_back(Case &c, unsigned char value) {
    std::memset(c.host, 0, c.bytes);
    bool right = kernel_sees(c, c.host, 0);
    std::memset(c.host, value, c.bytes);
    CHECK(cudaMemcpyAsync(c.device, c.host, c.bytes, cudaMemcpyHostToDevice, c.a));
    CHECK(cudaStreamSynchronize(c.a));
    std::memset(c.host, 0, c.bytes);
    right &= kernel_sees(c, c.host, 0) && kernel_sees(c, c.device, value);
    return right && host_sees(c, 0);
}

static void nothing(void *) {}

// A copy overwrites what the program has put there, while something else goes on beside it.
static bool overwritten(Case &c, unsigned char value, bool by_launch) {
    CHECK(cudaMemsetAsync(c.device, value, c.bytes, c.a));
    CHECK(cudaStreamSynchronize(c.a));
    std::memset(c.host, 0, c.bytes);
    CHECK(cudaMemcpyAsync(c.host, c.device, c.bytes, cudaMemcpyDeviceToHost, c.a));
    if (by_launch) {
        touch<<<1, 1, 0, c.b>>>(c.host + c.bytes);
        CHECK_LAUNCH();
    } else {
        CHECK(cudaLaunchHostFunc(c.b, nothing, nullptr));
    }
    CHECK(cudaStreamSynchronize(c.a));
    bool right = host_sees(c, value) && kernel_sees(c, c.host, value);
    CHECK(cudaStreamSynchronize(c.b));
    return right;
}

static bool beside_launch(Case &c, unsigned char value) {
    return overwritten(c, value, true);
}

static bool beside_function(Case &c, unsigned char value) {
    return overwritten(c, value, false);
}

struct Increment {
    unsigned char *at;
    size_t bytes;
};

static void increment(void *data) {
    auto [at, bytes] = *static_cast<Increment *>(data);
    for (size_t i = 0; i < bytes; i++) {
        at[i]++;
    }
}

// From the device, changed by a host function, and back, in a stream.
static bool in_place(Case &c, unsigned char value) {
    Increment work{c.host, c.bytes};
    std::memset(c.host, 0, c.bytes);
    CHECK(cudaMemsetAsync(c.device, value, c.bytes, c.a));
    CHECK(cudaMemcpyAsync(c.host, c.device, c.bytes, cudaMemcpyDeviceToHost, c.a));
    CHECK(cudaLaunchHostFunc(c.a, increment, &work));
    CHECK(cudaMemcpyAsync(c.device, c.host, c.bytes, cudaMemcpyHostToDevice, c.a));
    CHECK(cudaStreamSynchronize(c.a));
    const unsigned char want = value + 1;
    return kernel_sees(c, c.device, want) && host_sees(c, want) && kernel_sees(c, c.host, want);
}

// The same in a graph that is launched twice.
static bool in_graph(Case &c, unsigned char value) {
    Increment work{c.host, c.bytes};
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    CHECK(cudaMemsetAsync(c.device, value, c.bytes, c.a));
    CHECK(cudaStreamBeginCapture(c.a, cudaStreamCaptureModeThreadLocal));
    CHECK(cudaMemcpyAsync(c.host, c.device, c.bytes, cudaMemcpyDeviceToHost, c.a));
    CHECK(cudaLaunchHostFunc(c.a, increment, &work));
    CHECK(cudaMemcpyAsync(c.device, c.host, c.bytes, cudaMemcpyHostToDevice, c.a));
    CHECK(cudaStreamEndCapture(c.a, &graph));
    CHECK(cudaGraphInstantiateWithFlags(&exec, graph, 0));
    bool right = true;
    for (int launch = 1; launch <= 2; launch++) {
        std::memset(c.host, 0, c.bytes);
        CHECK(cudaGraphLaunch(exec, c.a));
        touch<<<1, 1, 0, c.b>>>(c.host + c.bytes);
        CHECK_LAUNCH();
        CHECK(cudaStreamSynchronize(c.a));
        const unsigned char want = value + launch;
        right &= host_sees(c, want) && kernel_sees(c, c.device, want) && kernel_sees(c, c.host, want);
    }
    CHECK(cudaStreamSynchronize(c.b));
    CHECK(cudaGraphExecDestroy(exec));
    CHECK(cudaGraphDestroy(graph));
    return right;
}

// A graph that only reads memory which the program takes back.
static bool read_by_graph(Case &c, unsigned char value) {
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    CHECK(cudaStreamBeginCapture(c.a, cudaStreamCaptureModeThreadLocal));
    CHECK(cudaMemcpyAsync(c.device, c.host, c.bytes, cudaMemcpyHostToDevice, c.a));
    CHECK(cudaStreamEndCapture(c.a, &graph));
    CHECK(cudaGraphInstantiateWithFlags(&exec, graph, 0));
    std::memset(c.host, 0, c.bytes);
    bool right = kernel_sees(c, c.host, 0);
    std::memset(c.host, value, c.bytes);
    CHECK(cudaGraphLaunch(exec, c.a));
    CHECK(cudaStreamSynchronize(c.a));
    std::memset(c.host, 0, c.bytes);
    right &= kernel_sees(c, c.host, 0) && kernel_sees(c, c.device, value) && host_sees(c, 0);
    CHECK(cudaGraphExecDestroy(exec));
    CHECK(cudaGraphDestroy(graph));
    return right;
}

struct Named {
    const char *name;
    bool (*test)(Case &, unsigned char);
};
constexpr Named TESTS[] = {{"taken back", taken_back},       {"beside a launch", beside_launch},
                           {"beside a function", beside_function}, {"in place", in_place},
                           {"in a graph", in_graph},         {"read by a graph", read_by_graph}};

static unsigned run(Kind kind, size_t bytes, unsigned rounds) {
    Case c{};
    c.bytes = bytes;
    CHECK(cudaStreamCreateWithFlags(&c.a, cudaStreamNonBlocking));
    CHECK(cudaStreamCreateWithFlags(&c.b, cudaStreamNonBlocking));
    CHECK(cudaMalloc(&c.device, bytes));
    CHECK(cudaMalloc(&c.count, sizeof(unsigned)));
    if (kind == Kind::Managed) {
        CHECK(cudaMallocManaged(&c.host, 2 * bytes));
    } else {
        CHECK(cudaHostAlloc(&c.host, 2 * bytes, kind == Kind::Mapped ? cudaHostAllocMapped : cudaHostAllocDefault));
    }
    std::memset(c.host, 0, 2 * bytes);
    unsigned wrong = 0;
    for (unsigned round = 0; round < rounds; round++) {
        for (const Named &test : TESTS) {
            // A device that shares no managed memory while it runs lets the host touch it only when it is idle.
            if (kind == Kind::Managed && test.test != taken_back) {
                continue;
            }
            if (!test.test(c, static_cast<unsigned char>(1 + (round * 31 + (&test - TESTS) * 7) % 200))) {
                std::fprintf(stderr, "tracked_copies: %s, %s memory, %zu bytes, round %u: wrong bytes\n", test.name,
                             KINDS[static_cast<int>(kind)], bytes, round);
                wrong++;
            }
        }
    }
    CHECK(kind == Kind::Managed ? cudaFree(c.host) : cudaFreeHost(c.host));
    CHECK(cudaFree(c.device));
    CHECK(cudaFree(c.count));
    CHECK(cudaStreamDestroy(c.a));
    CHECK(cudaStreamDestroy(c.b));
    return wrong;
}

int main(int argc, char **argv) {
    limit_time(120);
    const unsigned rounds = static_cast<unsigned>(argument(argc, argv, 1, 10));
    unsigned wrong = 0;
    for (Kind kind : {Kind::Pinned, Kind::Mapped, Kind::Managed}) {
        for (size_t bytes : SIZES) {
            wrong += run(kind, bytes, rounds);
        }
    }
    std::printf("tracked_copies: 3 kinds of memory, 4 sizes, %u rounds, %u wrong, ", rounds, wrong);
    return verdict(wrong == 0);
}
