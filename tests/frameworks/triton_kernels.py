"""Kernels in Triton, compiled by the package from PyPI, against PyTorch and NumPy on the host.

PyTorch's own kernels are machine code, so tensors go to the device and back by copies alone.
"""

import numpy as np
import torch
import triton
import triton.language as tl
from triton.language.extra import libdevice

from harness import Case, case

CASES: list[Case] = []


def noise(*shape: int, dtype=torch.float32, seed: int = 0) -> torch.Tensor:
    """Deterministic input on the host, normally distributed."""
    generator = torch.Generator().manual_seed(seed + sum(shape))
    return torch.randn(*shape, generator=generator).to(dtype)


def integers(low: int, high: int, *shape: int, dtype=torch.int32, seed: int = 0) -> torch.Tensor:
    generator = torch.Generator().manual_seed(seed + sum(shape))
    return torch.randint(low, high, shape, generator=generator).to(dtype)


def blank(*shape: int, dtype=torch.float32) -> torch.Tensor:
    """Zeros on the device."""
    return torch.zeros(*shape, dtype=dtype).cuda()


def host(*tensors: torch.Tensor):
    """Results as arrays that NumPy knows."""
    wide = [t.cpu().float() if t.dtype.is_floating_point and t.dtype.itemsize < 4 else t.cpu() for t in tensors]
    return tuple(t.numpy() for t in wide)


# Elementwise


@triton.jit
def add_kernel(x, y, out, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + i, tl.load(x + i, mask=i < n) + tl.load(y + i, mask=i < n), mask=i < n)


def added(dtype, n=1000):
    x, y = noise(n, dtype=dtype), noise(n, dtype=dtype, seed=1)
    out = blank(n, dtype=dtype)
    add_kernel[(triton.cdiv(n, 256),)](x.cuda(), y.cuda(), out, n, BLOCK=256)
    return host(out), host(x + y)


for _type in (torch.float32, torch.float64, torch.float16, torch.bfloat16):
    _name = f"add_{str(_type).removeprefix('torch.')}"
    CASES.append(Case(_name, lambda t=_type: added(t), tolerance=0, quick=_type is torch.float32))


@triton.jit
def integer_kernel(x, y, quotient, rest, high, mixed, n: tl.constexpr):
    i = tl.arange(0, n)
    a, b = tl.load(x + i), tl.load(y + i)
    tl.store(quotient + i, a // b)
    tl.store(rest + i, a % b)
    tl.store(high + i, tl.umulhi(a.to(tl.uint32, bitcast=True), b.to(tl.uint32, bitcast=True)).to(tl.int32, bitcast=True))
    tl.store(mixed + i, ((a << 3) ^ (b >> 2)) | (a & ~b))


@case(CASES, quick=True)
def integer_arithmetic():
    n = 256
    x, y = integers(-10**9, 10**9, n), integers(1, 10**5, n, seed=1)
    outs = [blank(n, dtype=torch.int32) for _ in range(4)]
    integer_kernel[(1,)](x.cuda(), y.cuda(), *outs, n)
    a, b = x.numpy(), y.numpy()
    product = a.view(np.uint32).astype(np.uint64) * b.astype(np.uint64)
    # As C divides: towards zero.
    quotient = np.trunc(a / b).astype(np.int32)
    want = quotient, a - quotient * b, (product >> 32).astype(np.uint32).view(np.int32), ((a << 3) ^ (b >> 2)) | (a & ~b)
    return host(*outs), want


@triton.jit
def cast_kernel(x, out, n: tl.constexpr, VIA: tl.constexpr):
    i = tl.arange(0, n)
    tl.store(out + i, tl.load(x + i).to(VIA).to(tl.float32))


def cast(via, dtype):
    n = 512
    x, out = (noise(n) * 30).clamp(-128, 127), blank(n)
    cast_kernel[(1,)](x.cuda(), out, n, via)
    return host(out), host(x.to(dtype).float())


for _via, _type in ((tl.float16, torch.float16), (tl.bfloat16, torch.bfloat16), (tl.float8e4nv, torch.float8_e4m3fn),
                    (tl.float8e5, torch.float8_e5m2), (tl.int8, torch.int8), (tl.int64, torch.int64)):
    CASES.append(Case(f"cast_{_via}", lambda v=_via, t=_type: cast(v, t), tolerance=0))


@triton.jit
def functions_kernel(x, out, n: tl.constexpr):
    i = tl.arange(0, n)
    v = tl.load(x + i)
    positive = tl.abs(v) + 0.1
    tl.store(out + i, tl.exp(v))
    tl.store(out + n + i, tl.log(positive))
    tl.store(out + 2 * n + i, tl.sin(v))
    tl.store(out + 3 * n + i, tl.cos(v))
    tl.store(out + 4 * n + i, tl.sqrt_rn(positive))
    tl.store(out + 5 * n + i, tl.rsqrt(positive))
    tl.store(out + 6 * n + i, tl.erf(v))
    tl.store(out + 7 * n + i, tl.exp2(v))
    tl.store(out + 8 * n + i, tl.floor(v))
    tl.store(out + 9 * n + i, tl.sigmoid(v))
    tl.store(out + 10 * n + i, tl.fma(v, positive, v))
    tl.store(out + 11 * n + i, tl.div_rn(v, positive))


@case(CASES, tolerance=1e-5)
def mathematical_functions():
    n = 256
    x, out = noise(n), blank(12, n)
    functions_kernel[(1,)](x.cuda(), out, n)
    v = x.double()
    p = (x.abs() + 0.1).double()
    want = [v.exp(), p.log(), v.sin(), v.cos(), p.sqrt(), p.rsqrt(), v.erf(), v.exp2(), v.floor(), v.sigmoid(), v * p + v, v / p]
    return host(out), torch.stack(want).float().numpy()


@triton.jit
def libdevice_kernel(x, out, n: tl.constexpr):
    i = tl.arange(0, n)
    v = tl.load(x + i)
    tl.store(out + i, libdevice.tanh(v))
    tl.store(out + n + i, libdevice.atan2(v, v + 3))
    tl.store(out + 2 * n + i, libdevice.pow(tl.abs(v), v - v + 1.7))
    tl.store(out + 3 * n + i, libdevice.lgamma(tl.abs(v) + 1))
    tl.store(out + 4 * n + i, libdevice.expm1(v))
    tl.store(out + 5 * n + i, libdevice.rint(v))
    tl.store(out + 6 * n + i, libdevice.asin(v / 5))
    tl.store(out + 7 * n + i, libdevice.log1p(tl.abs(v)))


def from_libdevice(dtype):
    n = 256
    x, out = noise(n, dtype=dtype), blank(8, n, dtype=dtype)
    libdevice_kernel[(1,)](x.cuda(), out, n)
    v = x.double()
    want = [v.tanh(), torch.atan2(v, v + 3), v.abs().pow(1.7), torch.lgamma(v.abs() + 1), v.expm1(), v.round(), (v / 5).asin(),
            v.abs().log1p()]
    return host(out), torch.stack(want).to(dtype).numpy()


CASES.append(Case("libdevice_float32", lambda: from_libdevice(torch.float32), tolerance=1e-6))
CASES.append(Case("libdevice_float64", lambda: from_libdevice(torch.float64), tolerance=1e-12))


@triton.jit
def asm_kernel(x, out, n: tl.constexpr):
    i = tl.arange(0, n)
    v = tl.load(x + i)
    low = tl.inline_asm_elementwise("shf.l.wrap.b32 $0, $1, $1, 7;", "=r,r", [v], dtype=tl.int32, is_pure=True, pack=1)
    bits, zeros = tl.inline_asm_elementwise(
        """
        {
            .reg .b32 t;
            popc.b32 $0, $2;
            not.b32 t, $2;
            clz.b32 $1, t;
        }
        """, "=r,=r,r", [v], dtype=(tl.int32, tl.int32), is_pure=True, pack=1)
    tl.store(out + i, low + 100 * bits + zeros)


@case(CASES)
def inline_assembly():
    n = 128
    x, out = integers(-2**31, 2**31 - 1, n), blank(n, dtype=torch.int32)
    asm_kernel[(1,)](x.cuda(), out, n)
    u = [int(v) & 0xFFFFFFFF for v in x]
    rotated = np.array([(v << 7 | v >> 25) & 0xFFFFFFFF for v in u], dtype=np.uint32)
    rest = [100 * bin(v).count("1") + 32 - (v ^ 0xFFFFFFFF).bit_length() for v in u]
    return host(out), (rotated + np.array(rest, dtype=np.uint32)).view(np.int32)


# Rows: softmax, normalisation, losses


@triton.jit
def softmax_kernel(x, out, rows, columns, stride, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    for row in tl.range(tl.program_id(0), rows, tl.num_programs(0)):
        v = tl.load(x + row * stride + i, mask=i < columns, other=-float("inf"))
        e = tl.exp(v - tl.max(v, axis=0))
        tl.store(out + row * stride + i, e / tl.sum(e, axis=0), mask=i < columns)


@case(CASES, tolerance=1e-5, quick=True)
def fused_softmax():
    x, out = noise(13, 300), blank(13, 300)
    softmax_kernel[(5,)](x.cuda(), out, 13, 300, x.stride(0), BLOCK=512)
    return host(out), host(x.softmax(1))


@triton.jit
def norm_forward(x, weight, bias, out, means, factors, columns, eps, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    inside = i < columns
    v = tl.load(x + row * columns + i, mask=inside, other=0.0)
    mean = tl.sum(v) / columns
    centred = tl.where(inside, v - mean, 0.0)
    factor = 1 / tl.sqrt(tl.sum(centred * centred) / columns + eps)
    tl.store(means + row, mean)
    tl.store(factors + row, factor)
    y = centred * factor * tl.load(weight + i, mask=inside) + tl.load(bias + i, mask=inside)
    tl.store(out + row * columns + i, y, mask=inside)


@triton.jit
def norm_backward(x, weight, grad, means, factors, grad_x, grad_weight, grad_bias, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    inside = i < columns
    at = row * columns + i
    g = tl.load(grad + at, mask=inside, other=0.0)
    mean, factor = tl.load(means + row), tl.load(factors + row)
    normal = tl.where(inside, (tl.load(x + at, mask=inside, other=0.0) - mean) * factor, 0.0)
    scaled = g * tl.load(weight + i, mask=inside, other=0.0)
    along = tl.sum(normal * scaled) / columns
    tl.store(grad_x + at, (scaled - normal * along - tl.sum(scaled) / columns) * factor, mask=inside)
    tl.atomic_add(grad_weight + i, g * normal, mask=inside)
    tl.atomic_add(grad_bias + i, g, mask=inside)


@case(CASES, tolerance=1e-5)
def layer_norm_forward_and_backward():
    # One program, so that sums are made in one order and give the same bits each time.
    rows, columns = 1, 200
    x, weight, bias, grad = noise(rows, columns), noise(columns), noise(columns, seed=1), noise(rows, columns, seed=2)
    out, means, factors, grad_x = blank(rows, columns), blank(rows), blank(rows), blank(rows, columns)
    grad_weight, grad_bias = blank(columns), blank(columns)
    on_device = [t.cuda() for t in (x, weight, bias, grad)]
    norm_forward[(rows,)](*on_device[:3], out, means, factors, columns, 1e-5, BLOCK=256)
    norm_backward[(rows,)](*on_device[:2], on_device[3], means, factors, grad_x, grad_weight, grad_bias, columns, BLOCK=256)
    for t in (x, weight, bias):
        t.requires_grad_()
    want = torch.nn.functional.layer_norm(x, (columns,), weight, bias)
    want.backward(grad)
    return host(out, grad_x, grad_weight, grad_bias), host(want.detach(), x.grad, weight.grad, bias.grad)


@triton.jit
def cross_entropy_kernel(logits, labels, losses, grads, classes, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    v = tl.load(logits + row * classes + i, mask=i < classes, other=-float("inf"))
    label = tl.load(labels + row)
    top = tl.max(v)
    total = tl.sum(tl.exp(v - top))
    tl.store(losses + row, tl.log(total) + top - tl.load(logits + row * classes + label))
    p = tl.exp(v - top) / total
    tl.store(grads + row * classes + i, tl.where(i == label, p - 1, p), mask=i < classes)


@case(CASES, tolerance=1e-5)
def cross_entropy_with_gradient():
    logits, labels = noise(9, 77), integers(0, 77, 9, dtype=torch.int64)
    losses, grads = blank(9), blank(9, 77)
    cross_entropy_kernel[(9,)](logits.cuda(), labels.cuda(), losses, grads, 77, BLOCK=128)
    logits.requires_grad_()
    want = torch.nn.functional.cross_entropy(logits, labels, reduction="none")
    want.sum().backward()
    return host(losses, grads), host(want.detach(), logits.grad)


# Random numbers


def philox(seed: int, counters: np.ndarray) -> np.ndarray:
    """The first word of Philox 4×32-10 (Salmon and others, 2011) for each counter."""
    c = [counters.astype(np.uint64), *(np.zeros_like(counters, dtype=np.uint64) for _ in range(3))]
    keys = [seed & 0xFFFFFFFF, seed >> 32]
    mask = np.uint64(0xFFFFFFFF)
    for _ in range(10):
        a, b = c[0] * np.uint64(0xD2511F53), c[2] * np.uint64(0xCD9E8D57)
        c = [(b >> np.uint64(32)) ^ c[1] ^ np.uint64(keys[0]), b & mask, (a >> np.uint64(32)) ^ c[3] ^ np.uint64(keys[1]), a & mask]
        keys = [(keys[0] + 0x9E3779B9) & 0xFFFFFFFF, (keys[1] + 0xBB67AE85) & 0xFFFFFFFF]
    return c[0].astype(np.uint32)


def uniform(words: np.ndarray) -> np.ndarray:
    """Numbers in [0, 1) out of 32 random bits each, as tl.rand makes them."""
    signed = words.view(np.int32)
    return np.where(signed < 0, -signed - 1, signed).astype(np.float32) * np.float32(4.6566127342e-10)


@triton.jit
def dropout_kernel(x, out, n, p, seed, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    keep = tl.rand(seed, i) > p
    tl.store(out + i, tl.where(keep, tl.load(x + i, mask=i < n) / (1 - p), 0.0), mask=i < n)


@case(CASES)
def dropout_by_seed():
    n, p, seed = 900, 0.3, 0x123456789
    x, out = noise(n), blank(n)
    dropout_kernel[(4,)](x.cuda(), out, n, p, seed, BLOCK=256)
    keep = uniform(philox(seed, np.arange(n))) > np.float32(p)
    return host(out), np.where(keep, x.numpy() / np.float32(1 - p), np.float32(0))


@triton.jit
def random_kernel(words, normals, seed, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(words + i, tl.randint(seed, i))
    tl.store(normals + i, tl.randn(seed, i))


@case(CASES)
def random_words_and_normals():
    n, seed = 4096, 7
    words, normals = blank(n, dtype=torch.int32), blank(n)
    random_kernel[(1,)](words, normals, seed, BLOCK=n)
    # Normals are judged by their first two moments: within five standard errors.
    v = normals.cpu().numpy()
    fair = np.array([abs(v.mean()) < 5 / 64, abs(v.var() - 1) < 5 * np.sqrt(2) / 64])
    return (*host(words), fair), (philox(seed, np.arange(n)).view(np.int32), np.array([True, True]))


# Reductions, scans, sorting


@triton.jit
def keep_greater(a, i, b, j):
    first = (a > b) | ((a == b) & (i < j))
    return tl.where(first, a, b), tl.where(first, i, j)


@triton.jit
def reductions_kernel(x, sums, tops, places, own, lows, parity, R: tl.constexpr, C: tl.constexpr):
    r, c = tl.arange(0, R), tl.arange(0, C)
    v = tl.load(x + r[:, None] * C + c[None, :])
    tl.store(sums + c, tl.sum(v, axis=0))
    tl.store(tops + r, tl.max(v, axis=1))
    tl.store(places + r, tl.argmax(v, axis=1))
    value, place = tl.reduce((v, tl.broadcast_to(c[None, :], [R, C])), 1, keep_greater)
    tl.store(own + r, place)
    tl.store(lows, tl.min(v))
    tl.store(parity + r, tl.xor_sum(v, axis=1))


@case(CASES)
def reductions():
    rows, columns = 32, 64
    x = integers(-500, 500, rows, columns)
    outs = [blank(n, dtype=torch.int32) for n in (columns, rows, rows, rows, 1, rows)]
    reductions_kernel[(1,)](x.cuda(), *outs, rows, columns)
    v = x.numpy()
    places = v.argmax(1).astype(np.int32)
    want = v.sum(0, dtype=np.int32), v.max(1), places, places, v.min(keepdims=True)[0], np.bitwise_xor.reduce(v, 1)
    return host(*outs), want


@triton.jit
def linear_step(a, b, c, d):
    return a * c, b * c + d


@triton.jit
def scans_kernel(x, y, sums, products, backwards, recurrence, N: tl.constexpr):
    i = tl.arange(0, N)
    v, w = tl.load(x + i), tl.load(y + i)
    tl.store(sums + i, tl.cumsum(v, 0))
    tl.store(products + i, tl.cumprod(w, 0))
    tl.store(backwards + i, tl.cumsum(v, 0, reverse=True))
    _, state = tl.associative_scan((w, v), 0, linear_step)
    tl.store(recurrence + i, state)


@case(CASES, tolerance=1e-5)
def scans():
    n = 256
    x, y = noise(n), 1 + noise(n, seed=1) / 50
    outs = [blank(n) for _ in range(4)]
    scans_kernel[(1,)](x.cuda(), y.cuda(), *outs, n)
    state, states = 0.0, []
    for v, w in zip(x.double().tolist(), y.double().tolist()):
        state = state * w + v
        states.append(state)
    v, w = x.double(), y.double()
    want = v.cumsum(0), w.cumprod(0), v.flip(0).cumsum(0).flip(0), torch.tensor(states)
    return host(*outs), host(*(t.float() for t in want))


@triton.jit
def sorting_kernel(x, ascending, descending, best, mirrored, N: tl.constexpr, K: tl.constexpr):
    i = tl.arange(0, N)
    v = tl.load(x + i)
    tl.store(ascending + i, tl.sort(v))
    tl.store(descending + i, tl.sort(v, descending=True))
    tl.store(best + tl.arange(0, K), tl.topk(v, K))
    tl.store(mirrored + i, tl.flip(v))


@case(CASES)
def sorting():
    n, k = 256, 16
    x = integers(-10**6, 10**6, n)
    outs = [blank(m, dtype=torch.int32) for m in (n, n, k, n)]
    sorting_kernel[(1,)](x.cuda(), *outs, n, k)
    v = np.sort(x.numpy())
    return host(*outs), (v, v[::-1], v[::-1][:k], x.numpy()[::-1])


@triton.jit
def histogram_kernel(x, counts, n, BLOCK: tl.constexpr, BINS: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    part = tl.histogram(tl.load(x + i, mask=i < n, other=0), BINS, mask=i < n)
    tl.atomic_add(counts + tl.arange(0, BINS), part)


@case(CASES)
def histogram():
    x, counts = integers(0, 64, 1500), blank(64, dtype=torch.int32)
    histogram_kernel[(3,)](x.cuda(), counts, 1500, BLOCK=512, BINS=64)
    return host(counts), np.bincount(x.numpy(), minlength=64).astype(np.int32)


@triton.jit
def shapes_kernel(x, turned, joined, picked, index, R: tl.constexpr, C: tl.constexpr):
    r, c = tl.arange(0, R), tl.arange(0, C)
    v = tl.load(x + r[:, None] * C + c[None, :])
    tl.store(turned + c[:, None] * R + r[None, :], tl.trans(v))
    even, odd = tl.split(tl.reshape(v, (R, C // 2, 2)))
    half = tl.arange(0, C // 2)
    both = tl.interleave(odd, even)
    tl.store(joined + r[:, None] * C + c[None, :], both)
    i = tl.load(index + r[:, None] * (C // 2) + half[None, :])
    tl.store(picked + r[:, None] * (C // 2) + half[None, :], tl.gather(v, i, axis=1))


@case(CASES)
def shapes_and_gather():
    rows, columns = 16, 32
    x, index = noise(rows, columns), integers(0, columns, rows, columns // 2)
    turned, joined, picked = blank(columns, rows), blank(rows, columns), blank(rows, columns // 2)
    shapes_kernel[(1,)](x.cuda(), turned, joined, picked, index.cuda(), rows, columns)
    swapped = x.reshape(rows, columns // 2, 2).flip(2).reshape(rows, columns)
    return host(turned, joined, picked), host(x.T, swapped, x.gather(1, index.long()))


# Atomics


@triton.jit
def atomics_kernel(x, cells, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + i)
    zero = tl.zeros_like(i)
    tl.atomic_add(cells + zero, v)
    tl.atomic_max(cells + 1 + zero, v)
    tl.atomic_min(cells + 2 + zero, v)
    tl.atomic_and(cells + 3 + zero, v | 0x0F0F)
    tl.atomic_or(cells + 4 + zero, v & 0xFF)
    tl.atomic_xor(cells + 5 + zero, v)


@case(CASES, quick=True)
def integer_atomics():
    x, cells = integers(-10**6, 10**6, 1024), torch.tensor([0, -2**31, 2**31 - 1, -1, 0, 0], dtype=torch.int32).cuda()
    atomics_kernel[(4,)](x.cuda(), cells, BLOCK=256)
    v = x.numpy()
    want = [v.sum(dtype=np.int32), v.max(), v.min(), np.bitwise_and.reduce(v | 0x0F0F), np.bitwise_or.reduce(v & 0xFF),
            np.bitwise_xor.reduce(v)]
    return host(cells), np.array(want, dtype=np.int32)


@triton.jit
def float_atomics_kernel(x, sums, tops, BINS: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + i)
    tl.atomic_add(sums + i % BINS, v)
    tl.atomic_max(tops + i % BINS, v.to(tl.float32))


def float_atomics(dtype):
    # Whole numbers, whose sums are the same in any order.
    x, sums, tops = integers(-8, 8, 512).to(dtype), blank(16, dtype=dtype), blank(16)
    float_atomics_kernel[(4,)](x.cuda(), sums, tops, 16, BLOCK=128)
    columns = x.float().reshape(-1, 16)
    return host(sums, tops), host(columns.sum(0), columns.amax(0).clamp(min=0))


for _type in (torch.float32, torch.float16, torch.bfloat16):
    CASES.append(Case(f"atomics_{str(_type).removeprefix('torch.')}", lambda t=_type: float_atomics(t), tolerance=0))


@triton.jit
def locked_kernel(x, lock, total, seen, BLOCK: tl.constexpr):
    part = tl.sum(tl.load(x + tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)))
    while tl.atomic_cas(lock, 0, 1) == 1:
        pass
    tl.store(total, tl.load(total, volatile=True) + part)
    tl.store(seen, tl.load(seen, volatile=True) + 1)
    tl.debug_barrier()
    tl.atomic_xchg(lock, 0)


@case(CASES)
def lock_of_programs():
    x, cells = integers(0, 1000, 2048), [blank(1, dtype=torch.int32) for _ in range(3)]
    locked_kernel[(16,)](x.cuda(), *cells, BLOCK=128)
    return host(*cells), tuple(np.array([v], dtype=np.int32) for v in (0, x.sum(), 16))
