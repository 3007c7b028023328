// Device properties: those that a CUDA device must have, and that attributes
// and properties agree. Prints what is the same wherever the device is used.
#include "common.cuh"

struct Pair {
    const char *name;
    cudaDeviceAttr attribute;
    long long property;
};

static unsigned differing(int device, const cudaDeviceProp &p) {
    const Pair pairs[] = {
        {"major", cudaDevAttrComputeCapabilityMajor, p.major},
        {"minor", cudaDevAttrComputeCapabilityMinor, p.minor},
        {"warp", cudaDevAttrWarpSize, p.warpSize},
        {"threads per block", cudaDevAttrMaxThreadsPerBlock, p.maxThreadsPerBlock},
        {"block x", cudaDevAttrMaxBlockDimX, p.maxThreadsDim[0]},
        {"block z", cudaDevAttrMaxBlockDimZ, p.maxThreadsDim[2]},
        {"grid x", cudaDevAttrMaxGridDimX, p.maxGridSize[0]},
        {"grid y", cudaDevAttrMaxGridDimY, p.maxGridSize[1]},
        {"shared memory per block", cudaDevAttrMaxSharedMemoryPerBlock, static_cast<long long>(p.sharedMemPerBlock)},
        {"shared memory opt-in", cudaDevAttrMaxSharedMemoryPerBlockOptin, static_cast<long long>(p.sharedMemPerBlockOptin)},
        {"registers", cudaDevAttrMaxRegistersPerBlock, p.regsPerBlock},
        {"multiprocessors", cudaDevAttrMultiProcessorCount, p.multiProcessorCount},
        {"threads per multiprocessor", cudaDevAttrMaxThreadsPerMultiProcessor, p.maxThreadsPerMultiProcessor},
        {"constant memory", cudaDevAttrTotalConstantMemory, static_cast<long long>(p.totalConstMem)},
        {"level 2 cache", cudaDevAttrL2CacheSize, p.l2CacheSize},
        {"unified addressing", cudaDevAttrUnifiedAddressing, p.unifiedAddressing},
        {"managed memory", cudaDevAttrManagedMemory, p.managedMemory},
        {"concurrent kernels", cudaDevAttrConcurrentKernels, p.concurrentKernels},
    };
    unsigned count = 0;
    for (const Pair &pair : pairs) {
        int value = 0;
        CHECK(cudaDeviceGetAttribute(&value, pair.attribute, device));
        if (value != pair.property) {
            std::fprintf(stderr, "props: %s: attribute %d, property %lld\n", pair.name, value, pair.property);
            count++;
        }
    }
    return count;
}

static bool plausible(const cudaDeviceProp &p) {
    unsigned char any = 0;
    for (char byte : p.uuid.bytes) {
        any |= static_cast<unsigned char>(byte);
    }
    return p.name[0] != 0 && any != 0 && p.warpSize == 32 && p.maxThreadsPerBlock == 1024 && p.multiProcessorCount > 0 &&
           p.sharedMemPerBlock >= 48 << 10 && p.maxGridSize[0] == INT32_MAX && p.maxGridSize[1] == 65535 &&
           p.major * 10 + p.minor >= 75 && p.totalGlobalMem > 0 && p.unifiedAddressing == 1;
}

int main() {
    int count = 0, runtime = 0, driver = 0;
    CHECK(cudaGetDeviceCount(&count));
    CHECK(cudaRuntimeGetVersion(&runtime));
    CHECK(cudaDriverGetVersion(&driver));
    REQUIRE(count > 0, "there is no device");
    bool ok = runtime == CUDART_VERSION && driver >= 12000;
    unsigned differ = 0;
    for (int device = 0; device < count; device++) {
        cudaDeviceProp p;
        CHECK(cudaGetDeviceProperties(&p, device));
        ok = plausible(p) && ok;
        differ += differing(device, p);
        std::printf("props: device %d %s, compute %d.%d, %d multiprocessors, warp %d, %zu shared, %d registers, "
                    "%d threads each\n",
                    device, p.name, p.major, p.minor, p.multiProcessorCount, p.warpSize, p.sharedMemPerBlock, p.regsPerBlock,
                    p.maxThreadsPerMultiProcessor);
    }
    std::printf("props: %u differ, ", differ);
    return verdict(ok && differ == 0);
}
