// Managed memory where the device has it: one address for host and kernels,
// advice that is told again, and the refusal where it does not.
#include "common.cuh"

__global__ void add(int *data, unsigned n, int value) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        data[i] += value;
    }
}

static bool shared_by_both() {
    constexpr unsigned N = 100000;
    int *data;
    CHECK(cudaMallocManaged(&data, N * sizeof *data));
    bool ok = true;
    for (unsigned i = 0; i < N; i++) {
        data[i] = static_cast<int>(i);
    }
    for (int round = 1; round <= 3; round++) {
        add<<<blocks_for(N, 256), 256>>>(data, N, round);
        CHECK_LAUNCH();
        CHECK(cudaDeviceSynchronize());
        data[7] += 100;
    }
    for (unsigned i = 0; i < N; i++) {
        ok = ok && data[i] == static_cast<int>(i) + 6 + (i == 7 ? 300 : 0);
    }
    cudaPointerAttributes attributes;
    CHECK(cudaPointerGetAttributes(&attributes, data + 5));
    ok = ok && attributes.type == cudaMemoryTypeManaged && attributes.devicePointer == data + 5 &&
         attributes.hostPointer == data + 5;
    CHECK(cudaFree(data));
    return ok;
}

#if CUDART_VERSION >= 13000
static cudaMemLocation place(int device) {
    cudaMemLocation location = {};
    location.type = device < 0 ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice;
    location.id = device < 0 ? 0 : device;
    return location;
}
#else
static int place(int device) { return device; }
#endif

static int told(cudaMemRangeAttribute attribute, const void *data, size_t bytes) {
    int value = -100;
    CHECK(cudaMemRangeGetAttribute(&value, sizeof value, attribute, data, bytes));
    return value;
}

static bool advised() {
    constexpr size_t BYTES = 4 << 20;
    char *data;
    CHECK(cudaMallocManaged(&data, BYTES));
    bool ok = told(cudaMemRangeAttributePreferredLocation, data, BYTES) == cudaInvalidDeviceId &&
              told(cudaMemRangeAttributeReadMostly, data, BYTES) == 0;
    CHECK(cudaMemAdvise(data, BYTES, cudaMemAdviseSetReadMostly, place(0)));
    CHECK(cudaMemAdvise(data, BYTES / 2, cudaMemAdviseSetPreferredLocation, place(0)));
    CHECK(cudaMemAdvise(data, BYTES, cudaMemAdviseSetAccessedBy, place(-1)));
#if CUDART_VERSION >= 13000
    CHECK(cudaMemPrefetchAsync(data, BYTES, place(0), 0, nullptr));
#else
    CHECK(cudaMemPrefetchAsync(data, BYTES, place(0), nullptr));
#endif
    CHECK(cudaDeviceSynchronize());
    int users[3] = {7, 7, 7};
    CHECK(cudaMemRangeGetAttribute(users, sizeof users, cudaMemRangeAttributeAccessedBy, data, BYTES));
    ok = ok && told(cudaMemRangeAttributeReadMostly, data, BYTES) == 1 &&
         told(cudaMemRangeAttributePreferredLocation, data, BYTES / 2) == 0 &&
         told(cudaMemRangeAttributePreferredLocation, data, BYTES) == cudaInvalidDeviceId &&
         told(cudaMemRangeAttributeLastPrefetchLocation, data, BYTES) == 0 && users[0] == cudaCpuDeviceId &&
         users[1] == cudaInvalidDeviceId && users[2] == cudaInvalidDeviceId;
    CHECK(cudaMemAdvise(data, BYTES, cudaMemAdviseUnsetReadMostly, place(0)));
    ok = ok && told(cudaMemRangeAttributeReadMostly, data, BYTES) == 0;
    CHECK(cudaFree(data));
    return ok;
}

int main() {
    limit_time(60);
    int managed, concurrent, pageable;
    CHECK(cudaDeviceGetAttribute(&managed, cudaDevAttrManagedMemory, 0));
    CHECK(cudaDeviceGetAttribute(&concurrent, cudaDevAttrConcurrentManagedAccess, 0));
    CHECK(cudaDeviceGetAttribute(&pageable, cudaDevAttrPageableMemoryAccess, 0));
    bool ok = managed || !concurrent;
    if (managed) {
        ok = ok && shared_by_both() && (!concurrent || advised());
    } else {
        void *data;
        const cudaError_t refused = cudaMallocManaged(&data, 4096);
        ok = ok && refused == cudaErrorNotSupported && !pageable;
        (void)cudaGetLastError();
        // The process goes on.
        CHECK(cudaMalloc(&data, 4096));
        CHECK(cudaFree(data));
    }
    std::printf("managed: ");
    return verdict(ok);
}
