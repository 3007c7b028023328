// Kernels that use pinned memory directly: inputs and results of a vector addition, flags read after a synchronisation and after an event, memory whose
// address only the device knows, pages that host and device share, registered memory, host functions and copies between launches, two streams.
#include <string.h>
#include <sys/mman.h>

#include "common.cuh"

__global__ void add(const float *a, const float *b, float *sum, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) sum[i] = a[i] + b[i];
}

__global__ void set(unsigned *word, unsigned value) { *word = value; }

__global__ void increment(unsigned *word) { *word += 1; }

struct Box {
    unsigned *word;
};

__global__ void through(const Box *box) { *box->word += 100; }

static int wrong = 0;

static void expect(const char *what, long got, long want) {
    if (got != want) {
        printf("zero_copy: %s: %ld instead of %ld\n", what, got, want);
        wrong++;
    }
}

// Sums over memory that `flags` allocates; the host changes its inputs before each of three launches.
static void vectors(const char *what, unsigned flags, int n) {
    float *memory[3], *seen[3];
    for (int i = 0; i < 3; i++) {
        CHECK(cudaHostAlloc(&memory[i], n * sizeof(float), flags));
        if (flags & cudaHostAllocMapped) {
            CHECK(cudaHostGetDevicePointer(&seen[i], memory[i], 0));
        } else {
            seen[i] = memory[i];
        }
    }
    int bad = 0;
    for (int round = 1; round <= 3; round++) {
        for (int i = 0; i < n; i++) {
            memory[0][i] = i % 1000 * round;
            memory[1][i] = round;
        }
        add<<<(n + 255) / 256, 256>>>(seen[0], seen[1], seen[2], n);
        CHECK(cudaGetLastError());
        CHECK(cudaDeviceSynchronize());
        for (int i = 0; i < n; i++) bad += memory[2][i] != i % 1000 * round + round;
    }
    expect(what, bad, 0);
    for (int i = 0; i < 3; i++) CHECK(cudaFreeHost(memory[i]));
}

// Flags that become visible with a synchronisation, with an event, with a query and with a copy that follows.
static void flags(void) {
    volatile unsigned *flag;
    unsigned *device, copy = 0;
    cudaStream_t stream;
    cudaEvent_t event;
    CHECK(cudaHostAlloc((void **)&flag, 4096, cudaHostAllocMapped));
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaEventCreate(&event));
    CHECK(cudaMalloc(&device, sizeof *device));
    unsigned *word = (unsigned *)flag;
    *flag = 0;
    set<<<1, 1, 0, stream>>>(word, 7);
    CHECK(cudaStreamSynchronize(stream));
    expect("after a synchronisation", *flag, 7);
    *flag = 20;
    increment<<<1, 1, 0, stream>>>(word);
    CHECK(cudaEventRecord(event, stream));
    CHECK(cudaEventSynchronize(event));
    expect("after an event", *flag, 21);
    increment<<<1, 1, 0, stream>>>(word);
    while (cudaStreamQuery(stream) == cudaErrorNotReady) {
    }
    expect("after a query", *flag, 22);
    set<<<1, 1>>>(word, 5);
    CHECK(cudaMemcpy(&copy, device, sizeof copy, cudaMemcpyDeviceToHost));
    expect("after a copy that follows", *flag, 5);
    // The copy's source is what the kernel before it wrote.
    increment<<<1, 1, 0, stream>>>(word);
    CHECK(cudaMemcpyAsync(device, word, sizeof *word, cudaMemcpyHostToDevice, stream));
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaMemcpy(&copy, device, sizeof copy, cudaMemcpyDeviceToHost));
    expect("copied after a kernel", copy, 6);
    // A copy into it, changed by a kernel.
    set<<<1, 1, 0, stream>>>(device, 40);
    CHECK(cudaMemcpyAsync(word, device, sizeof *word, cudaMemcpyDeviceToHost, stream));
    increment<<<1, 1, 0, stream>>>(word);
    CHECK(cudaStreamSynchronize(stream));
    expect("changed after a copy into it", *flag, 41);
    // Host and device write different words of a page, in turn and at the same time.
    for (unsigned i = 0; i < 100; i++) {
        increment<<<1, 1, 0, stream>>>(word + 1);
        flag[2] = i;
        flag[3 + i] = i;
    }
    CHECK(cudaStreamSynchronize(stream));
    long sum = 0;
    for (unsigned i = 0; i < 100; i++) sum += flag[3 + i];
    expect("words of the device", flag[1], 100);
    expect("words of the host", flag[2] + sum, 99 + 4950);
    CHECK(cudaFree(device));
    CHECK(cudaFreeHost((void *)flag));
}

// The address is not among the launch's parameters.
static void indirect(void) {
    unsigned *word;
    Box box, *device;
    CHECK(cudaHostAlloc(&word, sizeof *word, cudaHostAllocMapped));
    *word = 1;
    CHECK(cudaHostGetDevicePointer(&box.word, word, 0));
    CHECK(cudaMalloc(&device, sizeof box));
    CHECK(cudaMemcpy(device, &box, sizeof box, cudaMemcpyHostToDevice));
    through<<<1, 1>>>(device);
    CHECK(cudaDeviceSynchronize());
    expect("through a box", *word, 101);
    CHECK(cudaFree(device));
    CHECK(cudaFreeHost(word));
}

// Memory that copies have used before a kernel does.
static void used_before(void) {
    const unsigned words = 100000;
    unsigned *host, *device;
    CHECK(cudaMallocHost(&host, words * sizeof *host));
    CHECK(cudaMalloc(&device, words * sizeof *device));
    for (unsigned i = 0; i < words; i++) host[i] = i;
    CHECK(cudaMemcpyAsync(device, host, words * sizeof *host, cudaMemcpyHostToDevice, 0));
    CHECK(cudaDeviceSynchronize());
    for (unsigned i = 0; i < words; i++) host[i] = 0;
    CHECK(cudaMemcpyAsync(host, device, words / 2 * sizeof *host, cudaMemcpyDeviceToHost, 0));
    increment<<<1, 1>>>(host + 3);
    increment<<<1, 1>>>(host + words - 1);
    CHECK(cudaDeviceSynchronize());
    long bad = 0;
    for (unsigned i = 0; i < words; i++) bad += host[i] != (i == 3 ? 4 : i < words / 2 ? i : i == words - 1);
    expect("used by copies before", bad, 0);
    CHECK(cudaFree(device));
    CHECK(cudaFreeHost(host));
}

// Memory of the program, at an address that is free elsewhere too.
static void registered(void) {
    const size_t bytes = 3 * 4096;
    void *hint = (void *)0x500000000000;
    unsigned *seen, *host = (unsigned *)mmap(hint, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (host == MAP_FAILED) abort();
    CHECK(cudaHostRegister(host + 16, bytes - 128, cudaHostRegisterMapped));
    CHECK(cudaHostGetDevicePointer((void **)&seen, host + 16, 0));
    for (unsigned i = 1; i <= 3; i++) {
        host[16] = 10 * i;
        increment<<<1, 1>>>(seen);
        increment<<<1, 1>>>(seen + 2048);
        CHECK(cudaDeviceSynchronize());
        expect("registered", host[16], 10 * i + 1);
        expect("its last page", host[16 + 2048], i);
    }
    increment<<<1, 1>>>(seen);
    // Waits for the launch.
    CHECK(cudaHostUnregister(host + 16));
    expect("after the end of registration", host[16], 32);
    munmap(host, bytes);
}

static void CUDART_CB add_thousand(void *word) { *(unsigned *)word += 1000; }

// What comes between two launches in a stream without the program waiting: a host function, a copy from the device, several launches.
static void between(void) {
    unsigned *word, *device, copy[2];
    cudaStream_t stream;
    CHECK(cudaHostAlloc(&word, 4096, cudaHostAllocMapped));
    CHECK(cudaMalloc(&device, 2 * sizeof *device));
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    memset(word, 0, 4096);
    for (unsigned i = 0; i < 20; i++) {
        increment<<<1, 1, 0, stream>>>(word);
        CHECK(cudaLaunchHostFunc(stream, add_thousand, word));
        increment<<<1, 1, 0, stream>>>(word);
    }
    CHECK(cudaStreamSynchronize(stream));
    expect("with host functions", *word, 20040);
    // The copy's bytes are changed by the kernel right behind it.
    for (unsigned i = 0; i < 50; i++) {
        set<<<1, 1, 0, stream>>>(device, i);
        CHECK(cudaMemcpyAsync(word, device, sizeof *word, cudaMemcpyDeviceToHost, stream));
        increment<<<1, 1, 0, stream>>>(word);
    }
    CHECK(cudaStreamSynchronize(stream));
    expect("behind a copy", *word, 50);
    // Pageable copies from and to the same memory.
    CHECK(cudaMemcpy(device, word, 2 * sizeof *word, cudaMemcpyHostToDevice));
    increment<<<1, 1, 0, stream>>>(device);
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaMemcpy(copy, device, sizeof copy, cudaMemcpyDeviceToHost));
    expect("copied from it", copy[0], 51);
    CHECK(cudaMemcpy(word, device, sizeof copy, cudaMemcpyDeviceToHost));
    increment<<<1, 1, 0, stream>>>(word);
    CHECK(cudaStreamSynchronize(stream));
    expect("copied into it", *word, 52);
    CHECK(cudaFree(device));
    CHECK(cudaStreamDestroy(stream));
    CHECK(cudaFreeHost(word));
}

// Two streams and the host write neighbouring words; memory that is freed while a launch is pending.
static void together(void) {
    const unsigned rounds = 100;
    unsigned *words, *other;
    cudaStream_t streams[2];
    CHECK(cudaHostAlloc(&words, 8192, cudaHostAllocMapped));
    CHECK(cudaHostAlloc(&other, 4096, cudaHostAllocMapped));
    memset(words, 0, 8192);
    for (int s = 0; s < 2; s++) CHECK(cudaStreamCreateWithFlags(&streams[s], cudaStreamNonBlocking));
    for (unsigned i = 1; i <= rounds; i++) {
        for (int s = 0; s < 2; s++) increment<<<1, 1, 0, streams[s]>>>(words + 2 * s);
        words[1] = i;
        words[3] = 2 * i;
        words[1024] = i;
    }
    increment<<<1, 1, 0, streams[1]>>>(other);
    CHECK(cudaFreeHost(other));
    CHECK(cudaDeviceSynchronize());
    expect("first stream", words[0], rounds);
    expect("second stream", words[2], rounds);
    expect("the host's words", words[1] + words[3] + words[1024], 4 * rounds);
    for (int s = 0; s < 2; s++) CHECK(cudaStreamDestroy(streams[s]));
    CHECK(cudaFreeHost(words));
}

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 100003;
    vectors("mapped vectors", cudaHostAllocMapped, n);
    vectors("pinned vectors", cudaHostAllocDefault, n);
    flags();
    indirect();
    used_before();
    registered();
    between();
    together();
    printf("zero_copy: %s\n", wrong ? "WRONG" : "ok");
    return wrong != 0;
}
