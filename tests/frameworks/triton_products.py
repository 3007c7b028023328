"""Products of matrices in Triton: types, tiles, attention; flow of control; what kernels say; what Triton keeps."""

import os
import subprocess
import sys
import tempfile

import numpy as np
import torch
import triton
import triton.language as tl

from harness import Case, case
from triton_kernels import blank, host, integers, noise

CASES: list[Case] = []


# Products


@triton.jit
def product_kernel(a, b, out, m, n, k, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr, GROUP: tl.constexpr,
                   ACC: tl.constexpr, PRECISION: tl.constexpr):
    # Tiles of a column of GROUP rows come one after another, so that what they share is still near.
    tiles_m, tiles_n = tl.cdiv(m, M), tl.cdiv(n, N)
    tile_m, tile_n = tl.swizzle2d(tl.program_id(0) // tiles_n, tl.program_id(0) % tiles_n, tiles_m, tiles_n, GROUP)
    rows, columns, depth = tile_m * M + tl.arange(0, M), tile_n * N + tl.arange(0, N), tl.arange(0, K)
    sums = tl.zeros((M, N), dtype=ACC)
    for at in tl.range(0, k, K):
        inside = depth + at < k
        left = tl.load(a + rows[:, None] * k + (depth + at)[None, :], mask=(rows < m)[:, None] & inside[None, :], other=0.0)
        right = tl.load(b + (depth + at)[:, None] * n + columns[None, :], mask=inside[:, None] & (columns < n)[None, :], other=0.0)
        sums = tl.dot(left, right, sums, input_precision=PRECISION, out_dtype=ACC)
    tl.store(out + rows[:, None] * n + columns[None, :], sums, mask=(rows < m)[:, None] & (columns < n)[None, :])


def product(left, right, wanted, acc=tl.float32, out=torch.float32, precision="ieee", tile=(32, 32, 32), kernel=product_kernel):
    (m, k), n = left.shape, right.shape[1]
    result = blank(m, n, dtype=out)
    tiles = {"M": tile[0], "N": tile[1], "K": tile[2], "GROUP": 2} if tile else {}
    grid = lambda meta: (triton.cdiv(m, meta["M"]) * triton.cdiv(n, meta["N"]),)
    kernel[grid](left.cuda(), right.cuda(), result, m, n, k, ACC=acc, PRECISION=precision, **tiles)
    return host(result), host(wanted)


def of_type(dtype, **properties):
    a, b = noise(70, 90, dtype=dtype), noise(90, 50, dtype=dtype, seed=1)
    return product(a, b, (a.double() @ b.double()).float(), **properties)


CASES += [
    Case("product_float16", lambda: of_type(torch.float16), tolerance=1e-5, quick=True),
    Case("product_bfloat16", lambda: of_type(torch.bfloat16), tolerance=1e-5),
    Case("product_float16_wide_tile", lambda: of_type(torch.float16, tile=(64, 64, 64)), tolerance=1e-5),
    Case("product_float16_to_float16", lambda: of_type(torch.float16, acc=tl.float16, out=torch.float16), tolerance=1e-2),
    Case("product_ieee", lambda: of_type(torch.float32), tolerance=1e-5),
    Case("product_tf32", lambda: of_type(torch.float32, precision="tf32"), tolerance=2e-3),
    Case("product_tf32x3", lambda: of_type(torch.float32, precision="tf32x3"), tolerance=1e-5),
    Case("product_bf16x3", lambda: of_type(torch.float32, precision="bf16x3"), tolerance=1e-4),
    Case("product_float8_e4m3", lambda: of_type(torch.float8_e4m3fn), tolerance=1e-5),
    Case("product_float8_e5m2", lambda: of_type(torch.float8_e5m2), tolerance=1e-5),
]


@case(CASES)
def product_float64():
    a, b = noise(40, 33).double(), noise(33, 20, seed=1).double()
    return product(a, b, a @ b, acc=tl.float64, out=torch.float64, tile=(32, 32, 16))


@case(CASES)
def product_int8():
    a, b = integers(-128, 128, 60, 70, dtype=torch.int8), integers(-128, 128, 70, 40, dtype=torch.int8, seed=1)
    return product(a, b, a.int() @ b.int(), acc=tl.int32, out=torch.int32)


def first_of(measure, **_):
    """In place of measuring, which would choose differently each time; each configuration still runs once."""
    measure()
    first_of.count = getattr(first_of, "count", 0) + 1
    return [float(first_of.count)] * 3


tuned_kernel = triton.autotune(
    [triton.Config({"M": 32, "N": 32, "K": 32, "GROUP": 2}, num_warps=4, num_stages=3),
     triton.Config({"M": 64, "N": 32, "K": 16, "GROUP": 1}, num_warps=2, num_stages=2),
     triton.Config({"M": 16, "N": 64, "K": 64, "GROUP": 4}, num_warps=8, num_stages=1)],
    key=["m", "n", "k"], do_bench=first_of)(triton.JITFunction(product_kernel.fn))


@case(CASES, tolerance=1e-5)
def product_autotuned():
    first_of.count = 0
    got, want = of_type(torch.float16, tile=None, kernel=tuned_kernel)
    return (*got, first_of.count), (*want, 3)


@triton.jit
def batched_kernel(a, b, out, B: tl.constexpr, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    i, r, c, d = tl.arange(0, B)[:, None, None], tl.arange(0, M), tl.arange(0, N), tl.arange(0, K)
    left = tl.load(a + i * M * K + r[None, :, None] * K + d[None, None, :])
    right = tl.load(b + i * K * N + d[None, :, None] * N + c[None, None, :])
    tl.store(out + i * M * N + r[None, :, None] * N + c[None, None, :], tl.dot(left, right))


@case(CASES, tolerance=1e-5)
def product_of_batches():
    a, b, out = noise(4, 16, 32, dtype=torch.float16), noise(4, 32, 16, dtype=torch.float16), blank(4, 16, 16)
    batched_kernel[(1,)](a.cuda(), b.cuda(), out, 4, 16, 16, 32)
    return host(out), host((a.double() @ b.double()).float())


# Attention


@triton.jit
def attention_kernel(q, k, v, out, length, scale, D: tl.constexpr, M: tl.constexpr, N: tl.constexpr, CAUSAL: tl.constexpr):
    base = tl.program_id(1) * length * D
    rows, d = tl.program_id(0) * M + tl.arange(0, M), tl.arange(0, D)
    query = tl.load(q + base + rows[:, None] * D + d[None, :])
    top = tl.full((M,), -float("inf"), tl.float32)
    total = tl.zeros((M,), tl.float32)
    sums = tl.zeros((M, D), tl.float32)
    end = (tl.program_id(0) + 1) * M if CAUSAL else length
    for at in tl.range(0, end, N):
        columns = at + tl.arange(0, N)
        key = tl.load(k + base + columns[None, :] * D + d[:, None])
        score = tl.dot(query, key) * (scale * 1.4426950408889634)
        if CAUSAL:
            score = tl.where(rows[:, None] >= columns[None, :], score, -float("inf"))
        higher = tl.maximum(top, tl.max(score, 1))
        weight = tl.exp2(score - higher[:, None])
        fade = tl.exp2(top - higher)
        total = total * fade + tl.sum(weight, 1)
        value = tl.load(v + base + columns[:, None] * D + d[None, :])
        sums = tl.dot(weight.to(value.dtype), value, sums * fade[:, None])
        top = higher
    tl.store(out + base + rows[:, None] * D + d[None, :], sums / total[:, None])


def attention(causal, dtype, d=32):
    heads, length = 2, 128
    q, k, v = (noise(heads, length, d, dtype=dtype, seed=s) for s in range(3))
    out = blank(heads, length, d)
    attention_kernel[(length // 64, heads)](q.cuda(), k.cuda(), v.cuda(), out, length, d**-0.5, D=d, M=64, N=32, CAUSAL=causal)
    want = torch.nn.functional.scaled_dot_product_attention(*(t[None].double() for t in (q, k, v)), is_causal=causal)
    return host(out), host(want[0].float())


CASES += [
    Case("attention", lambda: attention(False, torch.float16), tolerance=5e-3),
    Case("attention_causal", lambda: attention(True, torch.float16), tolerance=5e-3, quick=True),
    Case("attention_bfloat16_causal", lambda: attention(True, torch.bfloat16, 64), tolerance=3e-2),
]


# Flow of control


@triton.jit(noinline=True)
def steps_to_one(n):
    steps = 0
    while n != 1:
        n = tl.where(n % 2 == 0, n // 2, 3 * n + 1)
        steps += 1
    return steps


@triton.jit
def loops_kernel(out):
    tl.store(out + tl.program_id(0), steps_to_one(tl.program_id(0) + 1))


@case(CASES)
def loops_and_calls():
    out = blank(60, dtype=torch.int32)
    loops_kernel[(60,)](out)

    def steps(n):
        return 0 if n == 1 else 1 + steps(n // 2 if n % 2 == 0 else 3 * n + 1)

    return host(out), np.array([steps(n + 1) for n in range(60)], dtype=np.int32)


@triton.jit
def convolution_kernel(x, w, out, height, width, channels, K: tl.constexpr, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    rows, columns = height - K + 1, width - K + 1
    r, c, f = at // columns, at % columns, tl.program_id(1)
    sums = tl.zeros((BLOCK,), tl.float32)
    for channel in range(channels):
        for dr in tl.static_range(K):
            for dc in tl.static_range(K):
                pixel = tl.load(x + (channel * height + r + dr) * width + c + dc, mask=at < rows * columns, other=0.0)
                sums += pixel * tl.load(w + ((f * channels + channel) * K + dr) * K + dc)
    tl.store(out + f * rows * columns + at, sums, mask=at < rows * columns)


@case(CASES, tolerance=1e-5)
def convolution():
    x, w = noise(3, 20, 18), noise(4, 3, 3, 3)
    out = blank(4, 18, 16)
    convolution_kernel[(triton.cdiv(18 * 16, 128), 4)](x.cuda(), w.cuda(), out, 20, 18, 3, K=3, BLOCK=128)
    return host(out), host(torch.nn.functional.conv2d(x[None], w)[0])


# What kernels say


@triton.jit
def printing_kernel(x, N: tl.constexpr):
    v = tl.load(x + tl.arange(0, N))
    tl.device_print("value", v)


@case(CASES)
def printing():
    x = torch.arange(32, dtype=torch.int32) * 3
    on_device = x.cuda()
    with tempfile.TemporaryFile() as file:
        sys.stdout.flush()
        kept = os.dup(1)
        os.dup2(file.fileno(), 1)
        try:
            printing_kernel[(1,)](on_device, 32, num_warps=1)
            torch.cuda.synchronize()
        finally:
            os.dup2(kept, 1)
            os.close(kept)
        file.seek(0)
        lines = file.read().decode().splitlines()
    values = sorted(int(line.rpartition(" ")[2]) for line in lines if "value" in line)
    return np.array(values), np.arange(32) * 3


ASSERTION = """
import torch, triton, triton.language as tl
@triton.jit
def kernel(x, N: tl.constexpr):
    v = tl.load(x + tl.arange(0, N))
    tl.device_assert(v < 5, "all below five")
x = torch.arange({n}).cuda()
kernel[(1,)](x, {n})
try:
    torch.cuda.synchronize()
    print("held")
except RuntimeError as error:
    print("failed", "device-side assert" in str(error))
"""


@case(CASES)
def assertions():
    # Each in a process of its own, as a failed one stops the device for its process. Triton finds a kernel's source in a file.
    said = []
    with tempfile.TemporaryDirectory() as folder:
        for n in (4, 8):
            path = os.path.join(folder, f"assertion{n}.py")
            with open(path, "w", encoding="utf-8") as file:
                file.write(ASSERTION.format(n=n))
            done = subprocess.run([sys.executable, path], env={**os.environ, "TRITON_DEBUG": "1"}, capture_output=True, text=True)
            said.append(done.stdout.strip() or done.stderr)
    return np.array(said), np.array(["held", "failed True"])


# What Triton keeps

COMPILATION = """
import triton, triton.language as tl
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource
@triton.jit
def kernel(x, N: tl.constexpr):
    tl.store(x + tl.arange(0, N), tl.zeros((N,), tl.int32))
source = ASTSource(kernel, {"x": "*i32", "N": "constexpr"}, constexprs={"N": 32})
code = triton.compile(source, target=GPUTarget("cuda", 121, 32)).asm["cubin"]
print("machine code" if code.startswith(b"\\x7fELF") else "PTX" if b".version" in code and code.endswith(b"\\0") else code[:20])
"""


@case(CASES)
def kept_kernels_are_not_mixed_up_with_machine_code():
    plain = {name: value for name, value in os.environ.items() if "PTXAS" not in name}
    said = []
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "compilation.py")
        with open(path, "w", encoding="utf-8") as file:
            file.write(COMPILATION)
        for env in (os.environ, plain, os.environ, plain):
            done = subprocess.run([sys.executable, path], env={**env, "TRITON_CACHE_DIR": folder}, capture_output=True, text=True)
            said.append(done.stdout.strip() or done.stderr)
    return np.array(said), np.array(["PTX", "machine code"] * 2)


BROKEN = """
import triton, triton.language as tl, torch
@triton.jit
def kernel(x):
    tl.inline_asm_elementwise("bra nowhere;", "=r,r", [tl.load(x)], dtype=tl.int32, is_pure=False, pack=1)
x = torch.zeros(1, dtype=torch.int32).cuda()
try:
    kernel[(1,)](x)
except Exception as error:
    print(type(error).__name__, "unknown name" in str(error) and "; error   : " in str(error))
"""


@case(CASES)
def errors_in_assembly_are_told():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "broken.py")
        with open(path, "w", encoding="utf-8") as file:
            file.write(BROKEN)
        done = subprocess.run([sys.executable, path], capture_output=True, text=True)
    # Triton prints the whole kernel before.
    return np.array([(done.stdout.splitlines() or [done.stderr])[-1]]), np.array(["PTXASError True"])
