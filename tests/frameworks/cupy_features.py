"""What CuPy offers beside array expressions: kernels of one's own, random numbers, memory, streams, events."""

import pickle
import threading

import cupy
import numpy
from cupyx import jit

from harness import Case, case

CASES: list[Case] = []


def host(n: int, dtype="f4") -> numpy.ndarray:
    """Deterministic input."""
    return numpy.random.default_rng(n).uniform(-2, 2, n).astype(dtype)


# Kernels.

SAXPY = r"""
extern "C" __global__ void saxpy(float a, const float* x, const float* y, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = a * x[i] + y[i];
}"""


@case(CASES, quick=True)
def raw_kernel():
    x, y = host(1000), host(1000)[::-1].copy()
    out = cupy.zeros(1000, "f4")
    cupy.RawKernel(SAXPY, "saxpy")((8,), (128,), (numpy.float32(3), cupy.asarray(x), cupy.asarray(y), out, 1000))
    return out, numpy.float32(3) * x + y


@case(CASES)
def raw_kernel_attributes():
    kernel = cupy.RawKernel(SAXPY, "saxpy")
    limits = kernel.attributes
    named = kernel.max_threads_per_block, kernel.shared_size_bytes, kernel.local_size_bytes, kernel.const_size_bytes
    return named, tuple(limits[f"{n}"] for n in
                        ("max_threads_per_block", "shared_size_bytes", "local_size_bytes", "const_size_bytes"))


@case(CASES, quick=True)
def raw_kernel_dynamic_shared_memory():
    source = r"""extern "C" __global__ void reverse(int* data) {
        extern __shared__ int copy[];
        copy[threadIdx.x] = data[threadIdx.x];
        __syncthreads();
        data[threadIdx.x] = copy[blockDim.x - 1 - threadIdx.x];
    }"""
    data = cupy.arange(256, dtype="i4")
    cupy.RawKernel(source, "reverse")((1,), (256,), (data,), shared_mem=1024)
    return data, numpy.arange(256, dtype="i4")[::-1]


@case(CASES)
def raw_kernel_large_shared_memory():
    source = r"""extern "C" __global__ void last(int* out, int n) {
        extern __shared__ int space[];
        for (int i = threadIdx.x; i < n; i += blockDim.x) space[i] = i * 3;
        __syncthreads();
        if (threadIdx.x == 0) *out = space[n - 1];
    }"""
    kernel, out, words = cupy.RawKernel(source, "last"), cupy.zeros(1, "i4"), 20_000
    kernel.max_dynamic_shared_size_bytes = 4 * words
    kernel((1,), (64,), (out, words), shared_mem=4 * words)
    return (out, kernel.max_dynamic_shared_size_bytes), (numpy.array([3 * (words - 1)], "i4"), 4 * words)


@case(CASES)
def raw_kernel_structure_by_value():
    source = r"""struct Pair { double scale; int shift; };
    extern "C" __global__ void apply(Pair p, const complex<float>* in, double* out) {
        out[threadIdx.x] = in[threadIdx.x].real() * p.scale + p.shift;
    }"""
    pair = numpy.array((2.5, 4), numpy.dtype([("scale", "f8"), ("shift", "i4")], align=True))
    data = (host(32) + 1j).astype("c8")
    out = cupy.zeros(32)
    cupy.RawKernel("#include <cupy/complex.cuh>\n" + source, "apply")((1,), (32,), (pair, cupy.asarray(data), out))
    return out, data.real.astype("f8") * 2.5 + 4


@case(CASES)
def raw_kernel_cooperative():
    source = r"""#include <cooperative_groups.h>
    extern "C" __global__ void rotate(int* from, int* to, int n) {
        auto grid = cooperative_groups::this_grid();
        int i = grid.thread_rank();
        from[i] = i;
        grid.sync();
        to[i] = from[(i + 100) % n];
    }"""
    kernel = cupy.RawKernel(source, "rotate", backend="nvrtc", enable_cooperative_groups=True)
    one, two = cupy.zeros(512, "i4"), cupy.zeros(512, "i4")
    kernel((4,), (128,), (one, two, 512))
    return two, ((numpy.arange(512) + 100) % 512).astype("i4")


@case(CASES, quick=True)
def raw_module():
    source = r"""template<typename T> __global__ void scale(T* x, T by) { x[threadIdx.x] *= by; }
    __constant__ float table[4];
    extern "C" __global__ void look(float* out) { out[threadIdx.x] = table[threadIdx.x % 4]; }"""
    module = cupy.RawModule(code=source, options=("-std=c++17",), name_expressions=["scale<float>", "scale<long long>"])
    f, i, looked = cupy.asarray(host(64)), cupy.arange(64), cupy.zeros(64, "f4")
    module.get_function("scale<float>")((1,), (64,), (f, numpy.float32(1.5)))
    module.get_function("scale<long long>")((1,), (64,), (i, 7))
    table = cupy.ndarray(4, "f4", module.get_global("table"))
    table[...] = cupy.array([1, 4, 9, 16], "f4")
    module.get_function("look")((1,), (64,), (looked,))
    return (f, i, looked), (host(64) * numpy.float32(1.5), numpy.arange(64) * 7, numpy.tile([1, 4, 9, 16], 16).astype("f4"))


@case(CASES)
def clock():
    source = r"""extern "C" __global__ void go(long long* out) {
        long long begin = clock64();
        out[0] = clock64() - begin >= 0;
        out[1] = warpSize;
    }"""
    out = cupy.zeros(2, "i8")
    cupy.RawKernel(source, "go")((1,), (1,), (out,))
    return out, numpy.array([1, 32])


@case(CASES)
def atomics():
    source = r"""extern "C" __global__ void count(const int* x, int* bins, unsigned long long* sum, int* low, int* high) {
        int v = x[blockIdx.x * blockDim.x + threadIdx.x];
        atomicAdd(&bins[v % 10], 1);
        atomicAdd(sum, (unsigned long long)v);
        atomicMin(low, v);
        atomicMax(high, v);
        atomicXor(&bins[10], v);
    }"""
    x = numpy.random.default_rng(3).integers(0, 1000, 4096, dtype="i4")
    bins, total, low, high = cupy.zeros(11, "i4"), cupy.zeros(1, "u8"), cupy.full(1, 9999, "i4"), cupy.zeros(1, "i4")
    cupy.RawKernel(source, "count")((32,), (128,), (cupy.asarray(x), bins, total, low, high))
    counted = numpy.append(numpy.bincount(x % 10), numpy.bitwise_xor.reduce(x)).astype("i4")
    return (bins, total, low, high), (counted, numpy.array([x.sum()], "u8"), x.min(keepdims=True), x.max(keepdims=True))


@case(CASES, quick=True)
def warp_shuffle():
    source = r"""extern "C" __global__ void sums(const int* x, int* out) {
        int v = x[blockIdx.x * 32 + threadIdx.x];
        for (int d = 16; d; d /= 2) v += __shfl_down_sync(~0u, v, d);
        if (threadIdx.x == 0) out[blockIdx.x] = v + __popc(__ballot_sync(1, x[blockIdx.x * 32] > 0));
    }"""
    x = numpy.random.default_rng(4).integers(-9, 9, (16, 32), dtype="i4")
    out = cupy.zeros(16, "i4")
    cupy.RawKernel(source, "sums")((16,), (32,), (cupy.asarray(x), out))
    return out, (x.sum(axis=1) + (x[:, 0] > 0)).astype("i4")


@case(CASES)
def elementwise_kernel():
    kernel = cupy.ElementwiseKernel("T x, T y, raw T table", "T z", "z = (x - y) * table[i % 3]", "weighted")
    x, y, table = host(300), host(300)[::-1].copy(), numpy.array([1, 2, 4], "f4")
    return kernel(*map(cupy.asarray, (x, y, table))), (x - y) * numpy.tile(table, 100)


@case(CASES)
def reduction_kernel():
    kernel = cupy.ReductionKernel("T x", "T y", "x * x", "a + b", "y = sqrt(a)", "0", "euclid")
    x = host(900, "f8").reshape(30, 30)
    return (kernel(cupy.asarray(x)), kernel(cupy.asarray(x), axis=1)), (numpy.linalg.norm(x), numpy.linalg.norm(x, axis=1))


@case(CASES, quick=True)
def fusion():
    def formula(x, y):
        return (x * y + 2) / (y * y + 1)

    x, y = host(500), host(500)[::-1].copy()
    return cupy.fuse(formula)(cupy.asarray(x), cupy.asarray(y)), formula(x, y)


@case(CASES)
def fusion_with_reduction():
    def formula(x):
        return cupy.sum(cupy.sqrt(x * x + 1), axis=0)

    x = host(400, "f8").reshape(20, 20)
    return cupy.fuse(formula)(cupy.asarray(x)), numpy.sqrt(x * x + 1).sum(axis=0)


@case(CASES)
def vectorised_function():
    def f(x, y):
        return x + y if x > y else x - y

    x, y = host(200, "f8"), host(200, "f8")[::-1].copy()
    return cupy.vectorize(f)(cupy.asarray(x), cupy.asarray(y)), numpy.where(x > y, x + y, x - y)


@case(CASES)
def jit_kernel():
    @jit.rawkernel()
    def square(x, y, n):
        start, step = jit.grid(1), jit.gridsize(1)
        for i in range(start, n, step):
            y[i] = x[i] * x[i]

    x = host(1000)
    y = cupy.zeros(1000, "f4")
    square[4, 64](cupy.asarray(x), y, 1000)
    return y, x * x


@case(CASES)
def jit_shared_memory_and_atomics():
    @jit.rawkernel()
    def total(x, out):
        space = jit.shared_memory(numpy.int32, 64)
        space[jit.threadIdx.x] = x[jit.grid(1)]
        jit.syncthreads()
        if jit.threadIdx.x == 0:
            for i in range(64):
                jit.atomic_add(out, 0, space[i])

    x = numpy.arange(512, dtype="i4")
    out = cupy.zeros(1, "i4")
    total[8, 64](cupy.asarray(x), out)
    return out, x.sum(keepdims=True, dtype="i4")


@case(CASES)
def scatter():
    index, x = numpy.random.default_rng(5).integers(0, 20, 300), numpy.arange(300.0)
    added, most = cupy.zeros(20), cupy.zeros(20)
    cupy.add.at(added, cupy.asarray(index), cupy.asarray(x))
    cupy.maximum.at(most, cupy.asarray(index), cupy.asarray(x))
    want = numpy.zeros(20), numpy.zeros(20)
    numpy.add.at(want[0], index, x)
    numpy.maximum.at(want[1], index, x)
    return (added, most), want


@case(CASES)
def assignment_by_index_and_mask():
    def change(xp):
        x = xp.arange(60).reshape(6, 10)
        x[1::2] = -1
        x[:, xp.array([0, 3])] *= 2
        x[x % 7 == 0] = 5
        xp.put(x, xp.array([1, 2]), xp.array([90, 91]))
        xp.fill_diagonal(x, 8)
        return x

    return change(cupy), change(numpy)


# Random numbers: the same seed gives the same numbers on every way; here, that their distribution is right.

def moments(x, mean, deviation):
    """Whether mean and standard deviation are as they should be, and every number finite."""
    x = x.astype("f8")
    near = abs(x.mean() - mean) < 6 * deviation / x.size**0.5, abs(x.std() / deviation - 1) < 0.05
    return (x, bool(near[0]), bool(near[1])), (x, True, True)


@case(CASES, quick=True)
def random_uniform():
    x = cupy.random.default_rng(1).random(10_000)
    assert 0 <= x.min() and x.max() < 1
    return moments(x, 0.5, 12**-0.5)


@case(CASES)
def random_single_precision():
    return moments(cupy.random.default_rng(2).random(10_000, dtype="f4"), 0.5, 12**-0.5)


@case(CASES)
def random_normal():
    return moments(cupy.random.default_rng(3).standard_normal(10_000), 0, 1)


@case(CASES)
def random_integers():
    x = cupy.random.default_rng(4).integers(0, 10, 10_000)
    return (cupy.unique(x), *moments(x, 4.5, 8.25**0.5)[0]), (numpy.arange(10), x.astype("f8"), True, True)


@case(CASES)
def random_exponential():
    return moments(cupy.random.default_rng(5).exponential(2, 10_000), 2, 2)


@case(CASES)
def random_gamma():
    return moments(cupy.random.default_rng(6).gamma(4, 1, 10_000), 4, 2)


@case(CASES)
def random_poisson():
    return moments(cupy.random.default_rng(7).poisson(9, 10_000), 9, 3)


@case(CASES)
def random_binomial():
    return moments(cupy.random.default_rng(8).binomial(100, 0.2, 10_000), 20, 4)


@case(CASES)
def random_generators_differ():
    bits = [cupy.random.Generator(kind(9)).random(64) for kind in (cupy.random.XORWOW, cupy.random.MRG32k3a, cupy.random.Philox4x3210)]
    return (*bits, len({float(b[0]) for b in bits})), (*bits, 3)


# Memory.

@case(CASES, quick=True)
def memory_pool():
    pool = cupy.cuda.MemoryPool()
    with cupy.cuda.using_allocator(pool.malloc):
        x = cupy.arange(1 << 16)
        used, address = pool.used_bytes(), x.data.ptr
        total = int(x.sum())
        del x
        y = cupy.zeros(1 << 16, "i8")
        same = y.data.ptr == address
        del y
    free = pool.free_bytes()
    pool.free_all_blocks()
    return (used, total, same, free >= used, pool.total_bytes()), (1 << 19, 65535 * 32768, True, True, 0)


@case(CASES)
def memory_pool_limit():
    pool = cupy.cuda.MemoryPool()
    pool.set_limit(size=1 << 20)
    with cupy.cuda.using_allocator(pool.malloc):
        x = cupy.zeros(1 << 19, "u1")
        try:
            cupy.zeros(1 << 20, "u1")
            refused = False
        except cupy.cuda.memory.OutOfMemoryError:
            refused = True
    return (x, refused), (numpy.zeros(1 << 19, "u1"), True)


@case(CASES)
def memory_without_pool():
    with cupy.cuda.using_allocator(None):
        parts = [cupy.full(n, n) for n in range(1, 20)]
        joined = cupy.concatenate(parts)
    return joined, numpy.concatenate([numpy.full(n, n) for n in range(1, 20)])


@case(CASES)
def out_of_memory_is_an_error_that_passes():
    free, _ = cupy.cuda.runtime.memGetInfo()
    try:
        cupy.cuda.Memory(2 * free)
        code = 0
    except cupy.cuda.runtime.CUDARuntimeError as error:
        code = error.status
    return (code, cupy.arange(5)), (2, numpy.arange(5))


@case(CASES, quick=True)
def pinned_memory():
    x = host(5000, "f8")
    pinned = cupy.cuda.alloc_pinned_memory(x.nbytes)
    source = numpy.frombuffer(pinned, "f8", x.size)
    source[...] = x
    stream = cupy.cuda.Stream(non_blocking=True)
    with stream:
        device = cupy.empty(5000)
        device.set(source, stream=stream)
        device *= 2
        back = numpy.frombuffer(cupy.cuda.alloc_pinned_memory(x.nbytes), "f8", x.size)
        device.get(out=back, stream=stream, blocking=False)
    stream.synchronize()
    return back.copy(), x * 2


@case(CASES)
def pinned_pool():
    pool = cupy.cuda.PinnedMemoryPool()
    cupy.cuda.set_pinned_memory_allocator(pool.malloc)
    try:
        x = [cupy.asarray(host(n)) for n in (10, 2000, 300_000)]
    finally:
        cupy.cuda.set_pinned_memory_allocator(cupy.get_default_pinned_memory_pool().malloc)
    return x, [host(n) for n in (10, 2000, 300_000)]


@case(CASES)
def asynchronous_pool():
    with cupy.cuda.using_allocator(cupy.cuda.MemoryAsyncPool().malloc):
        x = cupy.arange(10_000)
        y = x[::-1] + x
        del x
        return y, numpy.full(10_000, 9999)


@case(CASES)
def large_copies():
    x = numpy.arange(3_000_000, dtype="i4")
    device = cupy.asarray(x)
    return (device, device[::-1].copy()), (x, x[::-1])


@case(CASES)
def strided_copies():
    x = cupy.arange(100_000).reshape(100, 1000)
    x[:, 10:500] = x[:, 500:990].copy()
    want = numpy.arange(100_000).reshape(100, 1000)
    want[:, 10:500] = want[:, 500:990].copy()
    return (x, x[::3, ::7], x.astype("i2", order="F")), (want, want[::3, ::7], want.astype("i2"))


@case(CASES)
def pickled():
    return pickle.loads(pickle.dumps(cupy.arange(40).reshape(5, 8))), numpy.arange(40).reshape(5, 8)


@case(CASES)
def dlpack_and_array_interface():
    x = cupy.arange(30)
    shared = cupy.from_dlpack(x)
    shared[3] = 77
    view = cupy.ndarray(30, "i8", cupy.cuda.MemoryPointer(
        cupy.cuda.UnownedMemory(x.__cuda_array_interface__["data"][0], 240, x), 0))
    want = numpy.arange(30)
    want[3] = 77
    return view, want


@case(CASES)
def memset():
    x = cupy.empty(1000, "u1")
    x.data.memset(0x5A, 1000)
    x.data.memset_async(0x11, 500)
    return x, numpy.repeat([0x11, 0x5A], 500).astype("u1")


# Streams, events, threads.

@case(CASES, quick=True)
def streams_and_events():
    one, two = cupy.cuda.Stream(), cupy.cuda.Stream(non_blocking=True)
    ready = cupy.cuda.Event(disable_timing=True)
    x = cupy.zeros(100_000, "i8")
    cupy.cuda.Device().synchronize()
    with one:
        for _ in range(5):
            x += cupy.arange(100_000)
        ready.record(one)
    two.wait_event(ready)
    with two:
        y = x * 2
    two.synchronize()
    return (y, ready.done, one.done), (numpy.arange(100_000) * 10, True, True)


@case(CASES)
def event_times():
    begin, middle, end = (cupy.cuda.Event() for _ in range(3))
    begin.record()
    x = cupy.arange(50_000)
    middle.record()
    for _ in range(20):
        x = x + 1
    end.record()
    end.synchronize()
    first, both = cupy.cuda.get_elapsed_time(begin, middle), cupy.cuda.get_elapsed_time(begin, end)
    return (x, 0 <= first <= both), (numpy.arange(50_000) + 20, True)


@case(CASES)
def host_functions():
    stream, order = cupy.cuda.Stream(), []
    with stream:
        x = cupy.arange(1000)
        stream.launch_host_func(order.append, 1)
        x += 1
        stream.add_callback(lambda *_: order.append(2), None)
        stream.launch_host_func(order.append, 3)
    stream.synchronize()
    return (x, order), (numpy.arange(1000) + 1, [1, 2, 3])


@case(CASES)
def per_thread_stream():
    with cupy.cuda.Stream.ptds:
        x = cupy.arange(1000) * 3
    cupy.cuda.Stream.ptds.synchronize()
    return x, numpy.arange(1000) * 3


@case(CASES)
def threads():
    results = [None] * 6

    def work(n):
        with cupy.cuda.Stream(non_blocking=True) as stream:
            x = cupy.arange(1000 * (n + 1))
            for _ in range(10):
                x = x * 2 % 1009
            results[n] = x.get(stream=stream)

    started = [threading.Thread(target=work, args=(n,)) for n in range(6)]
    [t.start() for t in started]
    [t.join() for t in started]

    def want(n):
        x = numpy.arange(1000 * (n + 1))
        for _ in range(10):
            x = x * 2 % 1009
        return x

    return results, [want(n) for n in range(6)]


@case(CASES)
def graphs():
    stream = cupy.cuda.Stream(non_blocking=True)
    x = cupy.zeros(1000, "i8")
    cupy.cuda.Device().synchronize()
    with stream:
        x += 0
        x *= 1
        stream.synchronize()
        stream.begin_capture()
        x += 3
        x *= 2
        graph = stream.end_capture()
        for _ in range(4):
            graph.launch(stream)
    stream.synchronize()
    return x, numpy.full(1000, 90)


# What the device says of itself.

@case(CASES, quick=True)
def device_properties():
    device = cupy.cuda.Device()
    properties = cupy.cuda.runtime.getDeviceProperties(0)
    told = properties["warpSize"], f"{properties['major']}{properties['minor']}", properties["totalGlobalMem"] > 0
    return (*told, cupy.cuda.runtime.getDeviceCount()), (32, device.compute_capability, True, 1)


@case(CASES)
def compile_error_is_reported():
    try:
        cupy.RawKernel('extern "C" __global__ void bad() { undeclared(); }', "bad").compile()
        text = ""
    except cupy.cuda.compiler.CompileException as error:
        text = str(error)
    return "undeclared" in text, True


@case(CASES)
def unknown_function_is_reported():
    module = cupy.RawModule(code=SAXPY)
    try:
        module.get_function("absent")
        code = 0
    except cupy.cuda.driver.CUDADriverError as error:
        code = error.status
    return code, 500
