"""Kernels written in Python, compiled by numba-cuda."""

import math
import warnings

import numpy as np
from numba import cuda, float32, float64, guvectorize, int32, int64, vectorize
from numba.cuda import cg, libdevice
from numba.cuda.random import create_xoroshiro128p_states, xoroshiro128p_normal_float64, xoroshiro128p_uniform_float32

from harness import Case, case

# Small grids are meant.
warnings.filterwarnings("ignore", category=Warning, module="numba")

CASES: list[Case] = []
TABLE = np.array([2.0, 3.0, 5.0, 7.0])


def noise(n: int, dtype="f8") -> np.ndarray:
    """Deterministic input."""
    return np.random.default_rng(n).uniform(-2, 2, n).astype(dtype)


@case(CASES, quick=True)
def elementwise():
    @cuda.jit
    def kernel(x, y, out):
        i = cuda.grid(1)
        if i < out.size:
            out[i] = x[i] * y[i] + 1

    x, y, out = noise(1000), noise(1000)[::-1].copy(), np.zeros(1000)
    kernel[8, 128](x, y, out)
    return out, x * y + 1


@case(CASES)
def explicit_signature():
    @cuda.jit("void(float32[::1], float32)")
    def kernel(x, by):
        i = cuda.grid(1)
        if i < x.size:
            x[i] *= by

    x = noise(100, "f4")
    device = cuda.to_device(x)
    kernel[4, 32](device, np.float32(3))
    return device.copy_to_host(), x * np.float32(3)


@case(CASES)
def two_dimensions():
    @cuda.jit
    def kernel(x, out):
        r, c = cuda.grid(2)
        if r < x.shape[0] and c < x.shape[1]:
            out[c, r] = x[r, c]

    x, out = noise(1200).reshape(30, 40), np.zeros((40, 30))
    kernel[(4, 5), (8, 8)](x, out)
    return out, x.T


@case(CASES)
def three_dimensions_and_strides():
    @cuda.jit
    def kernel(out):
        a, b, c = cuda.grid(3)
        n, m, k = cuda.gridsize(3)
        for i in range(a, out.shape[0], n):
            for j in range(b, out.shape[1], m):
                for l in range(c, out.shape[2], k):
                    out[i, j, l] = i * 10000 + j * 100 + l

    out = np.zeros((9, 11, 13), "i4")
    kernel[(2, 2, 2), (2, 2, 4)](out)
    i, j, l = np.indices(out.shape, dtype="i4")
    return out, i * 10000 + j * 100 + l


@case(CASES)
def strided_array():
    @cuda.jit
    def kernel(x):
        i = cuda.grid(1)
        if i < x.size:
            x[i] = -x[i]

    x = np.arange(90.0)
    device = cuda.to_device(x)
    kernel[1, 32](device[::3])
    want = x.copy()
    want[::3] *= -1
    return device.copy_to_host(), want


@case(CASES, quick=True)
def shared_memory():
    @cuda.jit
    def kernel(x, out):
        tile = cuda.shared.array(128, float32)
        t = cuda.threadIdx.x
        tile[t] = x[cuda.grid(1)]
        cuda.syncthreads()
        step = 64
        while step > 0:
            if t < step:
                tile[t] += tile[t + step]
            cuda.syncthreads()
            step //= 2
        if t == 0:
            out[cuda.blockIdx.x] = tile[0]

    x, out = np.arange(1024, dtype="f4"), np.zeros(8, "f4")
    kernel[8, 128](x, out)
    return out, x.reshape(8, 128).sum(axis=1)


@case(CASES)
def dynamic_shared_memory():
    @cuda.jit
    def kernel(out):
        space = cuda.shared.array(0, int32)
        t = cuda.threadIdx.x
        space[t] = t * t
        cuda.syncthreads()
        out[t] = space[cuda.blockDim.x - 1 - t]

    out = np.zeros(200, "i4")
    kernel[1, 200, 0, 800](out)
    return out, np.arange(200, dtype="i4")[::-1] ** 2


@case(CASES)
def tiled_matrix_product():
    @cuda.jit
    def kernel(a, b, out):
        left, right = cuda.shared.array((8, 8), float64), cuda.shared.array((8, 8), float64)
        r, c = cuda.grid(2)
        y, x = cuda.threadIdx.x, cuda.threadIdx.y
        total = 0.0
        for k in range(a.shape[1] // 8):
            left[y, x] = a[r, k * 8 + x]
            right[y, x] = b[k * 8 + y, c]
            cuda.syncthreads()
            for j in range(8):
                total += left[y, j] * right[j, x]
            cuda.syncthreads()
        out[r, c] = total

    a, b, out = noise(1024).reshape(32, 32), noise(768).reshape(32, 24), np.zeros((32, 24))
    kernel[(4, 3), (8, 8)](a, b, out)
    return out, a @ b


@case(CASES)
def local_array():
    @cuda.jit
    def kernel(x, out):
        i = cuda.grid(1)
        last = cuda.local.array(4, int64)
        for n in range(4):
            last[n] = x[i] + n
        for n in range(8):
            last[n % 4] += last[(n + 1) % 4]
        out[i] = last[0] * last[3]

    x, out = np.arange(64), np.zeros(64, "i8")
    kernel[2, 32](x, out)
    last = [x + n for n in range(4)]
    for n in range(8):
        last[n % 4] = last[n % 4] + last[(n + 1) % 4]
    return out, last[0] * last[3]


@case(CASES)
def constant_array():
    @cuda.jit
    def kernel(x):
        table = cuda.const.array_like(TABLE)
        i = cuda.grid(1)
        x[i] = table[i % 4]

    x = np.zeros(64)
    kernel[2, 32](x)
    return x, np.tile(TABLE, 16)


@case(CASES, quick=True)
def atomic_operations():
    @cuda.jit
    def kernel(x, bins, extremes, floats):
        i = cuda.grid(1)
        cuda.atomic.add(bins, x[i] % 10, 1)
        cuda.atomic.max(extremes, 0, x[i])
        cuda.atomic.min(extremes, 1, x[i])
        cuda.atomic.xor(extremes, 2, x[i])
        cuda.atomic.sub(extremes, 3, 1)
        cuda.atomic.add(floats, 0, float(x[i]))

    x = np.random.default_rng(2).integers(0, 1000, 2048)
    bins, extremes, floats = np.zeros(10, "i8"), np.array([0, 9999, 0, 0]), np.zeros(1)
    kernel[16, 128](x, bins, extremes, floats)
    want = np.array([x.max(), x.min(), np.bitwise_xor.reduce(x), -2048])
    return (bins, extremes, floats), (np.bincount(x % 10), want, np.array([float(x.sum())]))


@case(CASES)
def compare_and_swap():
    @cuda.jit
    def kernel(lock, count):
        taken = False
        while not taken:
            if cuda.atomic.cas(lock, 0, 0, 1) == 0:
                count[0] += 1
                cuda.threadfence()
                cuda.atomic.exch(lock, 0, 0)
                taken = True

    lock, count = np.zeros(1, "i4"), np.zeros(1, "i8")
    kernel[8, 1](lock, count)
    return count, np.array([8])


@case(CASES, quick=True)
def device_functions():
    @cuda.jit(device=True)
    def half(x):
        return x / 2, x % 2

    @cuda.jit(device=True, inline="always")
    def twice(x):
        return 2 * x

    @cuda.jit
    def kernel(x, out):
        i = cuda.grid(1)
        quotient, rest = half(x[i])
        out[i] = twice(quotient) + 100 * rest

    x, out = np.arange(64.0), np.zeros(64)
    kernel[2, 32](x, out)
    return out, x + 100 * (x % 2)


@case(CASES)
def recursion():
    @cuda.jit("i8(i8)", device=True)
    def fibonacci(n):
        if n < 2:
            return n
        return fibonacci(n - 1) + fibonacci(n - 2)

    @cuda.jit
    def kernel(out):
        i = cuda.grid(1)
        out[i] = fibonacci(i)

    out = np.zeros(12, "i8")
    kernel[1, 12](out)
    return out, np.array([0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89])


@case(CASES)
def foreign_function():
    source = cuda.CUSource('extern "C" __device__ int mix(int* out, int a, int b) { *out = a * 10 + b; return 0; }')
    mix = cuda.declare_device("mix", "int32(int32, int32)", link=source)

    @cuda.jit
    def kernel(out):
        i = cuda.grid(1)
        out[i] = mix(i, 7)

    out = np.zeros(32, "i4")
    kernel[1, 32](out)
    return out, np.arange(32, dtype="i4") * 10 + 7


@case(CASES)
def grid_group():
    @cuda.jit
    def kernel(x, out):
        grid = cg.this_grid()
        i = cuda.grid(1)
        x[i] = i
        grid.sync()
        out[i] = x[(i + 100) % x.size]

    x, out = np.zeros(512, "i8"), np.zeros(512, "i8")
    kernel[4, 128](x, out)
    return out, (np.arange(512) + 100) % 512


@case(CASES)
def warp_operations():
    @cuda.jit
    def kernel(x, out):
        t = cuda.laneid
        v = x[t]
        out[0, t] = cuda.shfl_sync(0xFFFFFFFF, v, 3)
        out[1, t] = cuda.shfl_up_sync(0xFFFFFFFF, v, 1)
        out[2, t] = cuda.shfl_xor_sync(0xFFFFFFFF, v, 5)
        out[3, t] = cuda.ballot_sync(0xFFFFFFFF, v > 0) & 0xFFFF
        out[4, t] = cuda.all_sync(0xFFFFFFFF, v < 99)
        out[5, t] = cuda.any_sync(0xFFFFFFFF, v > 98)
        out[6, t] = cuda.match_any_sync(0xFFFFFFFF, v) & 0xFFFF

    x, out = np.random.default_rng(8).integers(-3, 4, 32, dtype="i4"), np.zeros((7, 32), "i4")
    kernel[1, 32](x, out)
    lanes = np.arange(32)
    bits = (x > 0) << lanes
    equal = ((x[:, None] == x) << lanes).sum(axis=1)
    rows = [np.full(32, x[3]), np.append(x[:1], x[:-1]), x[lanes ^ 5], np.full(32, bits.sum() & 0xFFFF),
            np.ones(32), np.zeros(32), equal & 0xFFFF]
    return out, np.array(rows).astype("i4")


@case(CASES)
def synchronised_votes():
    @cuda.jit
    def kernel(x, out):
        t = cuda.threadIdx.x
        out[t] = cuda.syncthreads_count(int32(x[t] > 0))
        out[t] += 1000 * cuda.syncthreads_and(int32(x[t] > -9)) + 5000 * cuda.syncthreads_or(int32(x[t] > 99))

    x, out = noise(96), np.zeros(96, "i4")
    kernel[1, 96](x, out)
    return out, np.full(96, 1000 + (x > 0).sum(), "i4")


@case(CASES)
def integer_intrinsics():
    @cuda.jit
    def kernel(x, out):
        i = cuda.grid(1)
        out[i, 0] = cuda.popc(x[i])
        out[i, 1] = cuda.clz(x[i])
        out[i, 2] = cuda.ffs(x[i])
        out[i, 3] = cuda.brev(x[i]) & 0xFF
        out[i, 4] = cuda.selp(x[i] > 500, 1, 2)

    x, out = np.arange(1, 1025, 32, dtype="i4"), np.zeros((32, 5), "i4")
    kernel[1, 32](x, out)
    bits = [f"{v:032b}" for v in x]
    want = [(b.count("1"), b.index("1"), 32 - b.rindex("1"), int(b[::-1], 2) & 0xFF, 1 if v > 500 else 2) for b, v in zip(bits, x)]
    return out, np.array(want, "i4")


@case(CASES)
def mathematics():
    @cuda.jit
    def kernel(x, out):
        i = cuda.grid(1)
        out[i, 0] = math.sin(x[i]) * math.cos(x[i])
        out[i, 1] = math.exp(x[i]) + math.log(abs(x[i]))
        out[i, 2] = math.sqrt(abs(x[i])) ** 3
        out[i, 3] = math.atan2(x[i], 2.0) + math.erf(x[i])
        out[i, 4] = math.floor(x[i]) + math.fmod(x[i], 0.3)
        out[i, 5] = libdevice.cbrt(x[i]) + libdevice.hypot(x[i], 1.0)
        out[i, 6] = math.gamma(abs(x[i]) + 1)

    x, out = noise(64), np.zeros((64, 7))
    kernel[2, 32](x, out)
    a = abs(x)
    erf, gamma = (np.array([f(v) for v in y]) for f, y in ((math.erf, x), (math.gamma, a + 1)))
    want = [np.sin(x) * np.cos(x), np.exp(x) + np.log(a), np.sqrt(a) ** 3, np.arctan2(x, 2) + erf,
            np.floor(x) + np.fmod(x, 0.3), np.cbrt(x) + np.hypot(x, 1), gamma]
    return out, np.array(want).T


@case(CASES)
def fast_mathematics():
    @cuda.jit(fastmath=True)
    def kernel(x, out):
        i = cuda.grid(1)
        out[i] = math.sin(x[i]) / (math.sqrt(abs(x[i])) + float32(1))

    x, out = noise(64, "f4"), np.zeros(64, "f4")
    kernel[2, 32](x, out)
    return (np.abs(out - np.sin(x) / (np.sqrt(abs(x)) + 1)).max() < 1e-5, out), (True, out)


@case(CASES)
def half_precision():
    @cuda.jit
    def kernel(x, out):
        i = cuda.grid(1)
        out[i] = cuda.fp16.hfma(x[i], x[i], x[i])

    x, out = noise(64, "f2"), np.zeros(64, "f2")
    kernel[2, 32](x, out)
    exact = x.astype("f8")
    return out, (exact * exact + exact).astype("f2")


@case(CASES)
def complex_numbers():
    @cuda.jit
    def kernel(z, out):
        i = cuda.grid(1)
        w = z[i]
        for _ in range(4):
            w = w * w / (abs(w) + 1) + 0.3j
        out[i] = w.conjugate()

    z = noise(64) + 1j * noise(64)[::-1]
    out = np.zeros_like(z)
    kernel[2, 32](z, out)
    for _ in range(4):
        z = z * z / (abs(z) + 1) + 0.3j
    return out, z.conj()


@case(CASES)
def records():
    kind = np.dtype([("x", "f4"), ("n", "i8"), ("v", "i2", (3,))], align=True)

    @cuda.jit
    def kernel(r):
        i = cuda.grid(1)
        r[i].x = r[i].n * 0.5
        r[i].v[1] = i
        r[i].n += r[i].v[2]

    data = np.zeros(32, kind)
    data["n"], data["v"] = np.arange(32), 7
    kernel[1, 32](data)
    v = np.full((32, 3), 7, "i2")
    v[:, 1] = np.arange(32)
    return (data["x"], data["n"], data["v"]), (np.arange(32, dtype="f4") / 2, np.arange(32) + 7, v)


@case(CASES, quick=True)
def random_numbers():
    @cuda.jit
    def kernel(states, out, normal):
        i = cuda.grid(1)
        for n in range(out.shape[1]):
            out[i, n] = xoroshiro128p_uniform_float32(states, i)
            normal[i, n] = xoroshiro128p_normal_float64(states, i)

    out, normal = np.zeros((64, 50), "f4"), np.zeros((64, 50))
    kernel[2, 32](create_xoroshiro128p_states(64, seed=5), out, normal)
    right = abs(out.mean() - 0.5) < 0.03, abs(normal.mean()) < 0.1, abs(normal.std() - 1) < 0.1, len(np.unique(out)) > 3000
    return (out, normal, *map(bool, right)), (out, normal, True, True, True, True)


@case(CASES, quick=True)
def universal_function():
    @vectorize(["f4(f4, f4)", "f8(f8, f8)"], target="cuda")
    def f(x, y):
        return x * x - y

    x, y = noise(600).reshape(20, 30), noise(30).reshape(1, 30)
    return (f(x, y), f(x.astype("f4"), np.float32(2)), f(cuda.to_device(x[0].copy()), y[0].copy()).copy_to_host()), (
        x * x - y, x.astype("f4") ** 2 - np.float32(2), x[0] * x[0] - y[0])


@case(CASES)
def generalised_universal_function():
    @guvectorize(["void(f8[:,:], f8[:,:], f8[:,:])"], "(m,n),(n,p)->(m,p)", target="cuda")
    def product(a, b, out):
        for i in range(out.shape[0]):
            for j in range(out.shape[1]):
                total = 0.0
                for k in range(a.shape[1]):
                    total += a[i, k] * b[k, j]
                out[i, j] = total

    a, b = noise(120).reshape(10, 3, 4), noise(200).reshape(10, 4, 5)
    return product(a, b), a @ b


@case(CASES, quick=True)
def reduction():
    total = cuda.reduce(lambda a, b: a + b)
    most = cuda.reduce(lambda a, b: max(a, b))
    x = np.random.default_rng(9).integers(-1000, 1000, 5000)
    return (total(x), most(x), total(x[:1]), total(x, init=7)), (x.sum(), x.max(), x[0], x.sum() + 7)


@case(CASES)
def for_all():
    @cuda.jit
    def kernel(x):
        i = cuda.grid(1)
        if i < x.size:
            x[i] = i * i

    x = np.zeros(777, "i8")
    kernel.forall(777)(x)
    return x, np.arange(777) ** 2


@case(CASES)
def printing_and_debug_exception():
    @cuda.jit(debug=True, opt=False)
    def kernel(x, i):
        if i >= x.size:
            raise IndexError("beyond the end")
        x[i] = 1

    x = cuda.to_device(np.zeros(4))
    kernel[1, 1](x, 3)
    try:
        kernel[1, 1](x, 9)
        cuda.synchronize()
        message = ""
    except IndexError as error:
        message = str(error)
    return (x.copy_to_host(), "beyond the end" in message), (np.array([0.0, 0, 0, 1]), True)


@case(CASES)
def streams_and_events():
    @cuda.jit
    def kernel(x):
        i = cuda.grid(1)
        if i < x.size:
            x[i] += 1

    stream, other = cuda.stream(), cuda.stream()
    begin, end = cuda.event(), cuda.event()
    pinned = cuda.pinned_array(5000)
    pinned[:] = np.arange(5000)
    begin.record(stream)
    device = cuda.to_device(pinned, stream=stream)
    for _ in range(5):
        kernel[40, 128, stream](device)
    end.record(stream)
    end.wait(other)
    kernel[40, 128, other](device)
    other.synchronize()
    return (device.copy_to_host(), cuda.event_elapsed_time(begin, end) >= 0), (np.arange(5000.0) + 6, True)


@case(CASES)
def automatic_transfers_and_pinning():
    @cuda.jit
    def kernel(x, y):
        i = cuda.grid(1)
        y[i] = x[i] + 1

    x, y = np.arange(256.0), np.zeros(256)
    with cuda.pinned(x, y):
        stream = cuda.stream()
        with stream.auto_synchronize():
            dx, dy = cuda.to_device(x, stream), cuda.to_device(y, stream)
            kernel[2, 128, stream](dx, dy)
            dy.copy_to_host(y, stream)
    z = np.zeros(256)
    kernel[2, 128](cuda.to_device(x), cuda.Out(z) if hasattr(cuda, "Out") else z)
    return (y, z), (x + 1, x + 1)


@case(CASES)
def device_arrays():
    x = cuda.to_device(np.arange(24).reshape(4, 6))
    part = x[1:3, ::2].copy_to_host()
    x[0] = np.full(6, 9)
    y = cuda.device_array_like(x)
    y.copy_to_device(x)
    empty = cuda.device_array((3, 5), "f4")
    empty[:] = 2
    want = np.arange(24).reshape(4, 6)
    want[0] = 9
    return (part, y.copy_to_host(), y.reshape(24).copy_to_host(), empty.copy_to_host()), (
        np.arange(24).reshape(4, 6)[1:3, ::2], want, want.ravel(), np.full((3, 5), 2, "f4"))


@case(CASES)
def tuples_and_closures():
    scale = 2.5

    @cuda.jit
    def kernel(pair, out):
        i = cuda.grid(1)
        out[i] = pair[0][i] * scale + pair[1]

    x, out = noise(32), np.zeros(32)
    kernel[1, 32]((x, 4), out)
    return out, x * 2.5 + 4


@case(CASES)
def memory_information():
    context = cuda.current_context()
    free, total = context.get_memory_info()
    attributes = cuda.get_current_device().compute_capability
    return (0 < free <= total, len(attributes), len(cuda.gpus)), (True, 2, 1)


@case(CASES)
def inspection():
    @cuda.jit
    def kernel(x):
        space = cuda.shared.array(64, float32)
        space[cuda.threadIdx.x] = x[0]
        cuda.syncthreads()
        x[cuda.threadIdx.x] = space[63 - cuda.threadIdx.x]

    x = np.zeros(64, "f4")
    kernel[1, 64](x)
    (shared,) = kernel.get_shared_mem_per_block().values()
    (limit,) = kernel.get_max_threads_per_block().values()
    (local,) = kernel.get_local_mem_per_thread().values()
    return (x, shared, limit >= 64, local), (np.zeros(64, "f4"), 256, True, 0)


@case(CASES)
def cooperative_limit():
    @cuda.jit
    def kernel(x):
        cg.this_grid().sync()
        x[cuda.grid(1)] = 1

    x = np.zeros(64)
    kernel[2, 32](x)
    (overload,) = kernel.overloads.values()
    return (x, overload.max_cooperative_grid_blocks(32) >= 2), (np.ones(64), True)
