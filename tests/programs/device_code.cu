// What C++ offers in device code: recursion, function pointers (from the device
// and in tables), virtual functions, malloc, free, new and delete, functors.
#include "common.cuh"

__device__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

__device__ unsigned ackermann(unsigned m, unsigned n) {
    return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

__global__ void recursive(int *out) { out[threadIdx.x] = fibonacci(threadIdx.x % 15) + ackermann(2, threadIdx.x % 4); }

typedef int (*Operation)(int, int);
__device__ int add(int a, int b) { return a + b; }
__device__ int subtract(int a, int b) { return a - b; }
__device__ int multiply(int a, int b) { return a * b; }
__device__ Operation chosen = multiply;

__global__ void pointers(int *out, Operation from_host) {
    Operation table[] = {add, subtract, chosen, from_host};
    out[threadIdx.x] = table[threadIdx.x % 4](threadIdx.x, 3);
}

struct Animal {
    int legs;
    __device__ explicit Animal(int legs) : legs(legs) {}
    __device__ virtual int sound() const { return legs; }
    __device__ virtual ~Animal() {}
};
struct Dog : Animal {
    __device__ Dog() : Animal(4) {}
    __device__ int sound() const override { return 100 + legs; }
};
struct Bird : Animal {
    int song;
    __device__ explicit Bird(int song) : Animal(2), song(song) {}
    __device__ int sound() const override { return 1000 * song + legs; }
};

__global__ void objects(int *out) {
    const int i = threadIdx.x;
    const Animal *animal = i % 3 == 0 ? new Dog : i % 3 == 1 ? static_cast<Animal *>(new Bird(i)) : new Animal(6);
    out[i] = animal->sound();
    delete animal;
}

// Each thread keeps a list that grows; blocks of memory must not overlap.
__global__ void heap(int *out, int rounds) {
    int *mine = nullptr, length = 0;
    for (int round = 1; round <= rounds; round++) {
        int *longer = static_cast<int *>(malloc(round * sizeof(int)));
        if (longer == nullptr) {
            out[threadIdx.x] = -1;
            return;
        }
        for (int k = 0; k < length; k++) {
            longer[k] = mine[k];
        }
        longer[length++] = threadIdx.x * 1000 + round;
        free(mine);
        mine = longer;
    }
    int sum = 0;
    for (int k = 0; k < length; k++) {
        sum += mine[k];
    }
    free(mine);
    out[threadIdx.x] = sum;
}

// Memory of the device's heap outlives its kernel.
__device__ int *kept;
__global__ void leave() { kept = new int[4]{1, 2, 3, 4}; }
__global__ void find(int *out) {
    *out = kept[0] + kept[1] * 10 + kept[2] * 100 + kept[3] * 1000;
    delete[] kept;
}

struct Times {
    int factor;
    __device__ int operator()(int i) const { return factor * i; }
};

template <typename F>
__global__ void apply(int *out, F f) {
    out[threadIdx.x] = f(threadIdx.x);
}

__global__ void address_of(Operation *out) { *out = subtract; }

constexpr int THREADS = 96;
static int *device;

template <typename F>
static bool holds(const char *what, F expected) {
    int found[THREADS];
    CHECK_LAUNCH();
    CHECK(cudaMemcpy(found, device, sizeof found, cudaMemcpyDeviceToHost));
    for (int i = 0; i < THREADS; i++) {
        if (found[i] != expected(i)) {
            std::fprintf(stderr, "%s: thread %d has %d, expected %d\n", what, i, found[i], expected(i));
            return false;
        }
    }
    return true;
}

static int host_fibonacci(int n) { return n < 2 ? n : host_fibonacci(n - 1) + host_fibonacci(n - 2); }

int main() {
    limit_time(90);
    CHECK(cudaDeviceSetLimit(cudaLimitStackSize, 16 << 10));
    CHECK(cudaMalloc(&device, THREADS * sizeof *device));
    bool ok = true;
    recursive<<<1, THREADS>>>(device);
    // ackermann(2, n) = 2n + 3
    ok &= holds("recursive", [](int i) { return host_fibonacci(i % 15) + 2 * (i % 4) + 3; });
    Operation from_device, *place;
    CHECK(cudaMalloc(&place, sizeof *place));
    address_of<<<1, 1>>>(place);
    CHECK_LAUNCH();
    CHECK(cudaMemcpy(&from_device, place, sizeof from_device, cudaMemcpyDeviceToHost));
    pointers<<<1, THREADS>>>(device, from_device);
    ok &= holds("pointers", [](int i) { return i % 4 == 0 ? i + 3 : i % 4 == 2 ? i * 3 : i - 3; });
    objects<<<1, THREADS>>>(device);
    ok &= holds("objects", [](int i) { return i % 3 == 0 ? 104 : i % 3 == 1 ? 1000 * i + 2 : 6; });
    heap<<<1, THREADS>>>(device, 20);
    ok &= holds("heap", [](int i) { return 20 * 1000 * i + 210; });
    leave<<<1, 1>>>();
    CHECK_LAUNCH();
    CHECK(cudaMemset(device, 0, THREADS * sizeof *device));
    find<<<1, 1>>>(device);
    ok &= holds("kept", [](int i) { return i == 0 ? 4321 : 0; });
    apply<<<1, THREADS>>>(device, Times{7});
    ok &= holds("functor", [](int i) { return 7 * i; });
    CHECK(cudaFree(place));
    CHECK(cudaFree(device));
    std::printf("device_code: ");
    return verdict(ok);
}
