// CUDA graphs as programs make them: captured from two streams, built node by
// node, updated, with copies from and to pinned and pageable memory, fills, host
// functions, children, events. Arguments: [launches].
#include "common.cuh"

#include <vector>

constexpr size_t WORDS = 4096;
constexpr size_t BYTES = WORDS * sizeof(uint32_t);
constexpr unsigned THREADS = 256;

__global__ void multiply_add(uint32_t *x, uint32_t factor, uint32_t offset) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    x[i] = x[i] * factor + offset;
}

__global__ void add(uint32_t *x, const uint32_t *y) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    x[i] += y[i];
}

static unsigned wrong = 0;

static void expect(const char *what, uint32_t got, uint32_t wanted) {
    if (got != wanted) {
        wrong++;
        std::fprintf(stderr, "%s: %u in place of %u\n", what, got, wanted);
    }
}

static void expect_all(const char *what, const uint32_t *got, uint32_t wanted) {
    for (size_t i = 0; i < WORDS; i++) {
        if (got[i] != wanted) {
            expect(what, got[i], wanted);
            return;
        }
    }
}

// Two streams that fork and join; pinned memory in and out.
static uint32_t captured(unsigned launches) {
    cudaStream_t a, b;
    cudaEvent_t fork, join;
    uint32_t *x, *y, *in, *out;
    CHECK(cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking));
    CHECK(cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking));
    CHECK(cudaEventCreateWithFlags(&fork, cudaEventDisableTiming));
    CHECK(cudaEventCreateWithFlags(&join, cudaEventDisableTiming));
    CHECK(cudaMalloc(&x, BYTES));
    CHECK(cudaMalloc(&y, BYTES));
    CHECK(cudaMallocHost(&in, BYTES));
    CHECK(cudaMallocHost(&out, BYTES));
    CHECK(cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal));
    CHECK(cudaMemcpyAsync(x, in, BYTES, cudaMemcpyHostToDevice, a));
    CHECK(cudaEventRecord(fork, a));
    CHECK(cudaStreamWaitEvent(b, fork, 0));
    uint32_t factor = 3;
    multiply_add<<<WORDS / THREADS, THREADS, 0, a>>>(x, factor, 1);
    CHECK_LAUNCH();
    factor = 0;
    CHECK(cudaMemsetAsync(y, 0, BYTES, b));
    multiply_add<<<WORDS / THREADS, THREADS, 0, b>>>(y, factor, 7);
    CHECK_LAUNCH();
    CHECK(cudaEventRecord(join, b));
    CHECK(cudaStreamWaitEvent(a, join, 0));
    add<<<WORDS / THREADS, THREADS, 0, a>>>(x, y);
    CHECK_LAUNCH();
    CHECK(cudaMemcpyAsync(out, x, BYTES, cudaMemcpyDeviceToHost, a));
    cudaStreamCaptureStatus status;
    CHECK(cudaStreamIsCapturing(b, &status));
    expect("status while capturing", status, cudaStreamCaptureStatusActive);
    cudaGraph_t graph;
    CHECK(cudaStreamEndCapture(a, &graph));
    size_t nodes = 0, roots = 0;
    CHECK(cudaGraphGetNodes(graph, nullptr, &nodes));
    CHECK(cudaGraphGetRootNodes(graph, nullptr, &roots));
    expect("nodes", static_cast<uint32_t>(nodes), 6);
    expect("roots", static_cast<uint32_t>(roots), 1);
    cudaGraphExec_t exec;
    CHECK(cudaGraphInstantiateWithFlags(&exec, graph, 0));
    CHECK(cudaGraphDestroy(graph));
    uint32_t sum = 0;
    for (unsigned launch = 0; launch < launches; launch++) {
        for (size_t i = 0; i < WORDS; i++) {
            in[i] = launch;
        }
        CHECK(cudaGraphLaunch(exec, a));
        CHECK(cudaStreamSynchronize(a));
        expect_all("captured", out, launch * 3 + 1 + 7);
        sum += out[launch % WORDS];
    }
    // Many launches in a row, and one synchronisation.
    for (unsigned launch = 0; launch < 4 * launches; launch++) {
        CHECK(cudaGraphLaunch(exec, a));
    }
    CHECK(cudaStreamSynchronize(a));
    expect_all("captured in a row", out, (launches - 1) * 3 + 8);
    CHECK(cudaGraphExecDestroy(exec));
    CHECK(cudaFree(x));
    CHECK(cudaFree(y));
    CHECK(cudaFreeHost(in));
    CHECK(cudaFreeHost(out));
    CHECK(cudaStreamDestroy(a));
    CHECK(cudaStreamDestroy(b));
    return sum;
}

struct Step {
    uint32_t *memory;
    uint32_t seen;
};

// Sees what the copy before it brought, and changes what the copy after it takes.
static void CUDART_CB on_host(void *data) {
    auto *step = static_cast<Step *>(data);
    step->seen = step->memory[WORDS - 1];
    for (size_t i = 0; i < WORDS; i++) {
        step->memory[i] += 5;
    }
}

static cudaGraphNode_t kernel_node(cudaGraph_t graph, cudaGraphNode_t *after, uint32_t *x, uint32_t factor,
                                   uint32_t offset) {
    void *arguments[] = {&x, &factor, &offset};
    cudaKernelNodeParams params = {};
    params.func = reinterpret_cast<void *>(multiply_add);
    params.gridDim = dim3(WORDS / THREADS);
    params.blockDim = dim3(THREADS);
    params.kernelParams = arguments;
    cudaGraphNode_t node;
    CHECK(cudaGraphAddKernelNode(&node, graph, after, after != nullptr, &params));
    return node;
}

// Built by hand: fill, kernel, copy to the host, host function, copy back, child.
static uint32_t built(unsigned launches, uint32_t *host) {
    uint32_t *x, *result;
    CHECK(cudaMalloc(&x, BYTES));
    result = static_cast<uint32_t *>(std::malloc(BYTES));
    cudaGraph_t graph, child;
    CHECK(cudaGraphCreate(&graph, 0));
    cudaMemsetParams fill = {};
    fill.dst = x;
    fill.value = 2;
    fill.elementSize = 4;
    fill.width = WORDS;
    fill.height = 1;
    cudaGraphNode_t set, down, call, up, inner, last;
    CHECK(cudaGraphAddMemsetNode(&set, graph, nullptr, 0, &fill));
    cudaGraphNode_t kernel = kernel_node(graph, &set, x, 10, 1);
    CHECK(cudaGraphAddMemcpyNode1D(&down, graph, &kernel, 1, host, x, BYTES, cudaMemcpyDeviceToHost));
    Step step = {host, 0};
    cudaHostNodeParams function = {on_host, &step};
    CHECK(cudaGraphAddHostNode(&call, graph, &down, 1, &function));
    CHECK(cudaGraphAddMemcpyNode1D(&up, graph, &call, 1, x, host, BYTES, cudaMemcpyHostToDevice));
    CHECK(cudaGraphCreate(&child, 0));
    kernel_node(child, nullptr, x, 2, 0);
    CHECK(cudaGraphAddChildGraphNode(&inner, graph, &up, 1, child));
    CHECK(cudaGraphDestroy(child));
    CHECK(cudaGraphAddMemcpyNode1D(&last, graph, &inner, 1, result, x, BYTES, cudaMemcpyDeviceToHost));
    cudaGraphExec_t exec;
    CHECK(cudaGraphInstantiateWithFlags(&exec, graph, 0));
    cudaStream_t stream;
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    for (unsigned launch = 0; launch < launches; launch++) {
        std::memset(result, 0, BYTES);
        CHECK(cudaGraphLaunch(exec, stream));
        CHECK(cudaStreamSynchronize(stream));
        expect("seen by the host function", step.seen, 21);
        expect_all("changed by the host function", host, 26);
        expect_all("built", result, 52);
    }
    // New parameters in the executable only.
    fill.value = 4;
    CHECK(cudaGraphExecMemsetNodeSetParams(exec, set, &fill));
    CHECK(cudaGraphLaunch(exec, stream));
    CHECK(cudaStreamSynchronize(stream));
    expect_all("set", result, (4 * 10 + 1 + 5) * 2);
    // A graph of the same form replaces all of them; one of another form does not.
    fill.value = 6;
    CHECK(cudaGraphMemsetNodeSetParams(set, &fill));
#if CUDART_VERSION >= 12000
    cudaGraphExecUpdateResultInfo info;
    CHECK(cudaGraphExecUpdate(exec, graph, &info));
#endif
    CHECK(cudaGraphLaunch(exec, stream));
    CHECK(cudaStreamSynchronize(stream));
    expect_all("updated", result, (6 * 10 + 1 + 5) * 2);
#if CUDART_VERSION >= 12000
    kernel_node(graph, &last, x, 1, 1);
    cudaError_t refused = cudaGraphExecUpdate(exec, graph, &info);
    expect("another form", refused, cudaErrorGraphExecUpdateFailure);
    expect("its reason", info.result, cudaGraphExecUpdateErrorTopologyChanged);
    (void)cudaGetLastError();
#endif
    uint32_t value = result[0];
    CHECK(cudaGraphExecDestroy(exec));
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaStreamDestroy(stream));
    CHECK(cudaFree(x));
    std::free(result);
    return value;
}

// What may not be done while a stream captures, and how the capture ends then.
static void refused() {
    cudaStream_t a, b;
    cudaEvent_t event;
    cudaGraph_t graph;
    void *memory;
    CHECK(cudaStreamCreate(&a));
    CHECK(cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking));
    CHECK(cudaEventCreate(&event));
    auto attempt = [&](const char *what, cudaError_t (*call)(cudaStream_t, cudaStream_t, cudaEvent_t, void **),
                     cudaError_t wanted, cudaError_t end) {
        CHECK(cudaStreamBeginCapture(a, cudaStreamCaptureModeThreadLocal));
        expect(what, call(a, b, event, &memory), wanted);
        expect(what, cudaStreamEndCapture(a, &graph), end);
        (void)cudaGetLastError();
    };
    const cudaError_t broken = cudaErrorStreamCaptureInvalidated;
    attempt("synchronise", [](cudaStream_t a, cudaStream_t, cudaEvent_t, void **) { return cudaStreamSynchronize(a); },
          cudaErrorStreamCaptureUnsupported, broken);
    attempt("query", [](cudaStream_t a, cudaStream_t, cudaEvent_t, void **) { return cudaStreamQuery(a); },
          cudaErrorStreamCaptureUnsupported, broken);
    attempt("allocate", [](cudaStream_t, cudaStream_t, cudaEvent_t, void **p) { return cudaMalloc(p, 64); },
          cudaErrorStreamCaptureUnsupported, broken);
    attempt("device", [](cudaStream_t, cudaStream_t, cudaEvent_t, void **) { return cudaDeviceSynchronize(); },
          cudaErrorStreamCaptureUnsupported, broken);
    attempt("isolation", [](cudaStream_t a, cudaStream_t b, cudaEvent_t e, void **) {
              cudaError_t recorded = cudaEventRecord(e, b);
              return recorded == cudaSuccess ? cudaStreamWaitEvent(a, e, 0) : recorded;
          }, cudaErrorStreamCaptureIsolation, broken);
    attempt("captured event", [](cudaStream_t a, cudaStream_t, cudaEvent_t e, void **) {
              cudaError_t recorded = cudaEventRecord(e, a);
              return recorded == cudaSuccess ? cudaEventSynchronize(e) : recorded;
          }, cudaErrorCapturedEvent, broken);
    attempt("unjoined", [](cudaStream_t a, cudaStream_t b, cudaEvent_t e, void **) {
              cudaError_t result = cudaEventRecord(e, a);
              result = result == cudaSuccess ? cudaStreamWaitEvent(b, e, 0) : result;
              multiply_add<<<1, 1, 0, b>>>(nullptr, 1, 1);
              return result;
          }, cudaSuccess, cudaErrorStreamCaptureUnjoined);
    expect("not capturing", cudaStreamEndCapture(a, &graph), cudaErrorIllegalState);
    expect("legacy", cudaStreamBeginCapture(cudaStreamLegacy, cudaStreamCaptureModeGlobal),
           cudaErrorStreamCaptureUnsupported);
    (void)cudaGetLastError();
    CHECK(cudaEventDestroy(event));
    CHECK(cudaStreamDestroy(a));
    CHECK(cudaStreamDestroy(b));
}

// An event outside that the graph waits for, and one that it records.
static uint32_t events() {
    cudaStream_t a, b;
    cudaEvent_t before, after;
    uint32_t *x;
    CHECK(cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking));
    CHECK(cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking));
    CHECK(cudaEventCreate(&before));
    CHECK(cudaEventCreate(&after));
    CHECK(cudaMalloc(&x, BYTES));
    CHECK(cudaMemset(x, 0, BYTES));
    CHECK(cudaStreamBeginCapture(a, cudaStreamCaptureModeRelaxed));
    CHECK(cudaStreamWaitEvent(a, before, cudaEventWaitExternal));
    multiply_add<<<WORDS / THREADS, THREADS, 0, a>>>(x, 2, 1);
    CHECK(cudaEventRecordWithFlags(after, a, cudaEventRecordExternal));
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    CHECK(cudaStreamEndCapture(a, &graph));
    CHECK(cudaGraphInstantiateWithFlags(&exec, graph, 0));
    std::vector<uint32_t> result(WORDS);
    for (uint32_t round = 0; round < 3; round++) {
        multiply_add<<<WORDS / THREADS, THREADS, 0, b>>>(x, 1, 10);
        CHECK(cudaEventRecord(before, b));
        CHECK(cudaGraphLaunch(exec, a));
        CHECK(cudaStreamWaitEvent(b, after, 0));
    }
    CHECK(cudaEventSynchronize(after));
    CHECK(cudaMemcpyAsync(result.data(), x, BYTES, cudaMemcpyDeviceToHost, b));
    CHECK(cudaStreamSynchronize(b));
    expect_all("events", result.data(), ((10 * 2 + 1 + 10) * 2 + 1 + 10) * 2 + 1);
    CHECK(cudaGraphExecDestroy(exec));
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaFree(x));
    return result[0];
}

// Memory that is allocated and freed by nodes.
static uint32_t memory() {
    cudaStream_t stream;
    uint32_t *kept, *result;
    void *temporary;
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    CHECK(cudaMallocHost(&result, BYTES));
    CHECK(cudaMalloc(&kept, BYTES));
    CHECK(cudaMemset(kept, 0, BYTES));
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
    CHECK(cudaMallocAsync(&temporary, BYTES, stream));
    CHECK(cudaMemsetAsync(temporary, 0, BYTES, stream));
    multiply_add<<<WORDS / THREADS, THREADS, 0, stream>>>(static_cast<uint32_t *>(temporary), 1, 3);
    add<<<WORDS / THREADS, THREADS, 0, stream>>>(kept, static_cast<uint32_t *>(temporary));
    CHECK(cudaFreeAsync(temporary, stream));
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    CHECK(cudaStreamEndCapture(stream, &graph));
    CHECK(cudaGraphInstantiateWithFlags(&exec, graph, 0));
    for (int i = 0; i < 5; i++) {
        CHECK(cudaGraphLaunch(exec, stream));
    }
    CHECK(cudaMemcpyAsync(result, kept, BYTES, cudaMemcpyDeviceToHost, stream));
    CHECK(cudaStreamSynchronize(stream));
    expect_all("memory nodes", result, 15);
    uint32_t value = result[0];
    CHECK(cudaGraphExecDestroy(exec));
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaFree(kept));
    CHECK(cudaFreeHost(result));
    CHECK(cudaStreamDestroy(stream));
    return value;
}

int main(int argc, char **argv) {
    limit_time(100);
    const unsigned launches = static_cast<unsigned>(argument(argc, argv, 1, 10));
    uint32_t *pinned;
    uint32_t sum = captured(launches);
    CHECK(cudaMallocHost(&pinned, BYTES));
    uint32_t with_pinned = built(launches, pinned);
    CHECK(cudaFreeHost(pinned));
    std::vector<uint32_t> pageable(WORDS);
    uint32_t with_pageable = built(launches, pageable.data());
    refused();
    uint32_t ordered = events(), allocated = memory();
    std::printf("graphs: %u launches, sum %u, built %u %u, events %u, memory %u, %u wrong, ", launches, sum, with_pinned,
                with_pageable, ordered, allocated, wrong);
    return verdict(wrong == 0);
}
