// Arrays, textures and surfaces: copies of boxes, point and linear filters, the
// address modes, layers, integers read as numbers, plain and pitched memory.
#include "common.cuh"

#include <cmath>
#include <vector>

constexpr int W = 37, H = 19, D = 5;

__global__ void fetch1d(cudaTextureObject_t t, float *out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        out[i] = tex1Dfetch<float>(t, i);
    }
}

// Samples at `scale` * index + `shift`.
__global__ void sample2d(cudaTextureObject_t t, float *out, int w, int h, float scale, float shift) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x < w) {
        out[y * w + x] = tex2D<float>(t, x * scale + shift, y * scale + shift);
    }
}

__global__ void sample3d(cudaTextureObject_t t, float *out, int w, int h) {
    const int x = threadIdx.x, y = blockIdx.x, z = blockIdx.y;
    out[(z * h + y) * w + x] = tex3D<float>(t, x + 0.5f, y + 0.5f, z + 0.5f);
}

__global__ void sample_layers(cudaTextureObject_t t, float *out, int w, int h) {
    const int x = threadIdx.x, y = blockIdx.x, z = blockIdx.y;
    out[(z * h + y) * w + x] = tex2DLayered<float>(t, x + 0.5f, y + 0.5f, z);
}

__global__ void sample_colour(cudaTextureObject_t t, float4 *out, int w) {
    out[threadIdx.x] = tex2D<float4>(t, threadIdx.x + 0.5f, 0.5f);
}

__global__ void triple(cudaSurfaceObject_t s, int w, int h) {
    const int x = threadIdx.x, y = blockIdx.x;
    float value;
    surf2Dread(&value, s, x * static_cast<int>(sizeof value), y);
    surf2Dwrite(value * 3, s, x * static_cast<int>(sizeof value), y);
}

static cudaTextureObject_t texture(const cudaResourceDesc &resource, cudaTextureAddressMode mode,
                                   cudaTextureFilterMode filter, cudaTextureReadMode read, bool normalized) {
    cudaTextureDesc description = {};
    description.addressMode[0] = description.addressMode[1] = description.addressMode[2] = mode;
    description.filterMode = filter;
    description.readMode = read;
    description.normalizedCoords = normalized;
    cudaTextureObject_t object;
    CHECK(cudaCreateTextureObject(&object, &resource, &description, nullptr));
    return object;
}

static cudaResourceDesc resource_of(cudaArray_t array) {
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    return resource;
}

static std::vector<float> numbers(size_t n, uint64_t seed) {
    Random random(seed);
    std::vector<float> list(n);
    for (float &value : list) {
        value = random.unit();
    }
    return list;
}

static std::vector<float> fetched(const float *device, size_t n) {
    std::vector<float> list(n);
    CHECK(cudaMemcpy(list.data(), device, n * sizeof(float), cudaMemcpyDeviceToHost));
    return list;
}

// The index that an address mode makes of one beyond the edge.
static int inside(int i, int n, cudaTextureAddressMode mode) {
    switch (mode) {
    case cudaAddressModeWrap: return (i % n + n) % n;
    case cudaAddressModeMirror: {
        const int turned = (i % (2 * n) + 2 * n) % (2 * n);
        return turned < n ? turned : 2 * n - 1 - turned;
    }
    default: return i < 0 ? 0 : i >= n ? n - 1 : i;
    }
}

static bool two_dimensions(float *out) {
    const auto source = numbers(W * H, 1);
    const auto format = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    CHECK(cudaMallocArray(&array, &format, W, H));
    CHECK(cudaMemcpy2DToArray(array, 0, 0, source.data(), W * sizeof(float), W * sizeof(float), H,
                              cudaMemcpyHostToDevice));
    std::vector<float> back(W * H);
    CHECK(cudaMemcpy2DFromArray(back.data(), W * sizeof(float), array, 0, 0, W * sizeof(float), H,
                                cudaMemcpyDeviceToHost));
    bool ok = back == source;
    const auto resource = resource_of(array);
    const dim3 grid(blocks_for(W, 32), H);
    // Halves are weights that are exact.
    auto t = texture(resource, cudaAddressModeClamp, cudaFilterModeLinear, cudaReadModeElementType, false);
    sample2d<<<grid, 32>>>(t, out, W, H, 1.0f, 1.0f);
    CHECK_LAUNCH();
    auto got = fetched(out, W * H);
    for (int y = 0; y < H; y++) {
        for (int x = 0; x < W; x++) {
            const int x1 = inside(x + 1, W, cudaAddressModeClamp), y1 = inside(y + 1, H, cudaAddressModeClamp);
            const double want = (double{source[y * W + x]} + source[y * W + x1] + source[y1 * W + x] + source[y1 * W + x1]) / 4;
            ok = ok && std::fabs(got[y * W + x] - want) < 1e-6;
        }
    }
    CHECK(cudaDestroyTextureObject(t));
    for (const auto mode : {cudaAddressModeWrap, cudaAddressModeMirror, cudaAddressModeClamp}) {
        // Coordinates from -1 in steps of 1/8: two images before the first, and beyond the last.
        t = texture(resource, mode, cudaFilterModePoint, cudaReadModeElementType, true);
        sample2d<<<grid, 32>>>(t, out, W, H, 0.125f, -1.0f);
        CHECK_LAUNCH();
        got = fetched(out, W * H);
        for (int y = 0; y < H; y++) {
            for (int x = 0; x < W; x++) {
                const int i = static_cast<int>(std::floor((x * 0.125 - 1) * W));
                const int j = static_cast<int>(std::floor((y * 0.125 - 1) * H));
                ok = ok && got[y * W + x] == source[inside(j, H, mode) * W + inside(i, W, mode)];
            }
        }
        CHECK(cudaDestroyTextureObject(t));
    }
    t = texture(resource, cudaAddressModeBorder, cudaFilterModePoint, cudaReadModeElementType, false);
    sample2d<<<grid, 32>>>(t, out, W, H, 1.0f, -1.0f);
    CHECK_LAUNCH();
    got = fetched(out, W * H);
    ok = ok && got[0] == 0 && got[W] == 0 && got[W + 1] == source[0];
    CHECK(cudaDestroyTextureObject(t));
    CHECK(cudaFreeArray(array));
    return ok;
}

static bool three_dimensions(float *out, unsigned flags) {
    const auto source = numbers(W * H * D, 2 + flags);
    const auto format = cudaCreateChannelDesc<float>();
    const cudaExtent extent = make_cudaExtent(W, H, D);
    cudaArray_t array;
    CHECK(cudaMalloc3DArray(&array, &format, extent, flags));
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = make_cudaPitchedPtr(const_cast<float *>(source.data()), W * sizeof(float), W, H);
    copy.dstArray = array;
    copy.extent = extent;
    copy.kind = cudaMemcpyHostToDevice;
    CHECK(cudaMemcpy3D(&copy));
    // A part of it comes back over device memory with rows and slices of its own.
    cudaPitchedPtr part;
    CHECK(cudaMalloc3D(&part, make_cudaExtent(W * sizeof(float), H, D)));
    cudaMemcpy3DParms inner = {};
    inner.srcArray = array;
    inner.srcPos = make_cudaPos(3, 2, 1);
    inner.dstPtr = part;
    inner.extent = make_cudaExtent(W - 4, H - 3, D - 2);
    inner.kind = cudaMemcpyDeviceToDevice;
    CHECK(cudaMemcpy3DAsync(&inner, nullptr));
    std::vector<float> back(W * H * D);
    cudaMemcpy3DParms home = {};
    home.srcPtr = part;
    home.dstPtr = make_cudaPitchedPtr(back.data(), W * sizeof(float), W, H);
    home.extent = make_cudaExtent((W - 4) * sizeof(float), H - 3, D - 2);
    home.kind = cudaMemcpyDeviceToHost;
    CHECK(cudaMemcpy3D(&home));
    bool ok = true;
    for (int z = 0; z < D - 2; z++) {
        for (int y = 0; y < H - 3; y++) {
            for (int x = 0; x < W - 4; x++) {
                ok = ok && back[(z * H + y) * W + x] == source[((z + 1) * H + y + 2) * W + x + 3];
            }
        }
    }
    CHECK(cudaFree(part.ptr));
    const auto t = texture(resource_of(array), cudaAddressModeClamp, cudaFilterModePoint, cudaReadModeElementType, false);
    if (flags & cudaArrayLayered) {
        sample_layers<<<dim3(H, D), W>>>(t, out, W, H);
    } else {
        sample3d<<<dim3(H, D), W>>>(t, out, W, H);
    }
    CHECK_LAUNCH();
    ok = ok && fetched(out, W * H * D) == source;
    cudaChannelFormatDesc told_format;
    cudaExtent told;
    unsigned told_flags;
    CHECK(cudaArrayGetInfo(&told_format, &told, &told_flags, array));
    ok = ok && told.width == W && told.height == H && told.depth == D && told_flags == flags && told_format.x == 32;
    CHECK(cudaDestroyTextureObject(t));
    CHECK(cudaFreeArray(array));
    return ok;
}

static bool colours(float4 *out) {
    uchar4 source[16];
    for (int i = 0; i < 16; i++) {
        source[i] = make_uchar4(i * 17, 255 - i, i, 128);
    }
    const auto format = cudaCreateChannelDesc<uchar4>();
    cudaArray_t array;
    CHECK(cudaMallocArray(&array, &format, 16, 1));
    // Out of pinned memory, in a stream.
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    uchar4 *pinned;
    CHECK(cudaMallocHost(&pinned, sizeof source));
    std::memcpy(pinned, source, sizeof source);
    CHECK(cudaMemcpy2DToArrayAsync(array, 0, 0, pinned, sizeof source, sizeof source, 1, cudaMemcpyHostToDevice, stream));
    const auto t = texture(resource_of(array), cudaAddressModeClamp, cudaFilterModePoint, cudaReadModeNormalizedFloat, false);
    sample_colour<<<1, 16, 0, stream>>>(t, out, 16);
    CHECK_LAUNCH();
    float4 got[16];
    CHECK(cudaMemcpyAsync(got, out, sizeof got, cudaMemcpyDeviceToHost, stream));
    CHECK(cudaStreamSynchronize(stream));
    bool ok = true;
    for (int i = 0; i < 16; i++) {
        ok = ok && std::fabs(got[i].x - i * 17 / 255.0f) < 1e-6f && std::fabs(got[i].y - (255 - i) / 255.0f) < 1e-6f &&
             std::fabs(got[i].z - i / 255.0f) < 1e-6f && std::fabs(got[i].w - 128 / 255.0f) < 1e-6f;
    }
    CHECK(cudaDestroyTextureObject(t));
    CHECK(cudaFreeArray(array));
    CHECK(cudaFreeHost(pinned));
    CHECK(cudaStreamDestroy(stream));
    return ok;
}

static bool memory(float *out) {
    const auto source = numbers(W * H, 7);
    float *rows;
    size_t pitch;
    CHECK(cudaMallocPitch(&rows, &pitch, W * sizeof(float), H));
    CHECK(cudaMemcpy2D(rows, pitch, source.data(), W * sizeof(float), W * sizeof(float), H, cudaMemcpyHostToDevice));
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D.devPtr = rows;
    resource.res.pitch2D.desc = cudaCreateChannelDesc<float>();
    resource.res.pitch2D.width = W;
    resource.res.pitch2D.height = H;
    resource.res.pitch2D.pitchInBytes = pitch;
    auto t = texture(resource, cudaAddressModeClamp, cudaFilterModePoint, cudaReadModeElementType, false);
    sample2d<<<dim3(blocks_for(W, 32), H), 32>>>(t, out, W, H, 1.0f, 0.0f);
    CHECK_LAUNCH();
    bool ok = fetched(out, W * H) == source;
    CHECK(cudaDestroyTextureObject(t));
    resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = rows;
    resource.res.linear.desc = cudaCreateChannelDesc<float>();
    resource.res.linear.sizeInBytes = W * sizeof(float);
    t = texture(resource, cudaAddressModeClamp, cudaFilterModePoint, cudaReadModeElementType, false);
    fetch1d<<<1, 64>>>(t, out, W + 1);
    CHECK_LAUNCH();
    const auto got = fetched(out, W + 1);
    // Beyond plain memory is nothing.
    ok = ok && std::equal(source.begin(), source.begin() + W, got.begin()) && got[W] == 0;
    CHECK(cudaDestroyTextureObject(t));
    CHECK(cudaFree(rows));
    return ok;
}

static bool surfaces() {
    const auto source = numbers(W * H, 9);
    const auto format = cudaCreateChannelDesc<float>();
    cudaArray_t array, plain;
    CHECK(cudaMallocArray(&array, &format, W, H, cudaArraySurfaceLoadStore));
    CHECK(cudaMallocArray(&plain, &format, W, H));
    CHECK(cudaMemcpy2DToArray(plain, 0, 0, source.data(), W * sizeof(float), W * sizeof(float), H, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy2DArrayToArray(array, 0, 0, plain, 0, 0, W * sizeof(float), H, cudaMemcpyDeviceToDevice));
    cudaSurfaceObject_t surface;
    auto resource = resource_of(array);
    CHECK(cudaCreateSurfaceObject(&surface, &resource));
    triple<<<H, W>>>(surface, W, H);
    CHECK_LAUNCH();
    std::vector<float> back(W * H);
    CHECK(cudaMemcpy2DFromArray(back.data(), W * sizeof(float), array, 0, 0, W * sizeof(float), H, cudaMemcpyDeviceToHost));
    bool ok = true;
    for (int i = 0; i < W * H; i++) {
        ok = ok && back[i] == source[i] * 3;
    }
    cudaResourceDesc told;
    CHECK(cudaGetSurfaceObjectResourceDesc(&told, surface));
    ok = ok && told.resType == cudaResourceTypeArray && told.res.array.array == array;
    CHECK(cudaDestroySurfaceObject(surface));
    // Only an array that was made for it.
    resource = resource_of(plain);
    ok = ok && cudaCreateSurfaceObject(&surface, &resource) == cudaErrorInvalidValue;
    (void)cudaGetLastError();
    // A copy that does not fit.
    ok = ok && cudaMemcpy2DToArray(plain, 8, 0, source.data(), W * sizeof(float), W * sizeof(float), H,
                                   cudaMemcpyHostToDevice) == cudaErrorInvalidValue;
    (void)cudaGetLastError();
    CHECK(cudaFreeArray(array));
    CHECK(cudaFreeArray(plain));
    return ok;
}

int main() {
    limit_time(60);
    float *out;
    CHECK(cudaMalloc(&out, W * H * D * sizeof(float)));
    const bool ok[] = {two_dimensions(out), three_dimensions(out, cudaArrayDefault), three_dimensions(out, cudaArrayLayered),
                       colours(reinterpret_cast<float4 *>(out)), memory(out), surfaces()};
    CHECK(cudaFree(out));
    std::printf("textures:");
    bool all = true;
    for (const bool part : ok) {
        std::printf(" %d", part);
        all = all && part;
    }
    std::printf(", ");
    return verdict(all);
}
