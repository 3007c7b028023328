"""Tensor descriptors and block-scaled products in Triton, where it turns them into plain addresses and products of bf16."""

import torch
import triton
import triton.language as tl
from triton.tools.tensor_descriptor import TensorDescriptor

from harness import Case, case
from triton_kernels import blank, host, integers, noise

CASES: list[Case] = []


@triton.jit
def scaled_kernel(a, b, scale_a, scale_b, out, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    r, c, d, s = tl.arange(0, M), tl.arange(0, N), tl.arange(0, K), tl.arange(0, K // 32)
    left = tl.load(a + r[:, None] * K + d[None, :])
    right = tl.load(b + d[:, None] * N + c[None, :])
    by_row = tl.load(scale_a + r[:, None] * (K // 32) + s[None, :])
    by_column = tl.load(scale_b + c[:, None] * (K // 32) + s[None, :])
    tl.store(out + r[:, None] * N + c[None, :], tl.dot_scaled(left, by_row, "e5m2", right, by_column, "e5m2"))


@case(CASES, tolerance=1e-5)
def product_of_scaled_blocks():
    m, n, k = 128, 64, 64
    a, b = noise(m, k).to(torch.float8_e5m2), noise(k, n, seed=1).to(torch.float8_e5m2)
    scale_a, scale_b = (integers(124, 131, rows, k // 32, dtype=torch.uint8, seed=rows) for rows in (m, n))
    out = blank(m, n)
    scaled_kernel[(1,)](a.cuda(), b.cuda(), scale_a.cuda(), scale_b.cuda(), out, m, n, k)
    factor = lambda scale: torch.exp2(scale.double() - 127).repeat_interleave(32, 1)
    return host(out), host(((a.double() * factor(scale_a)) @ (b.double() * factor(scale_b).T)).float())


@triton.jit
def described_kernel(a, b, out, m, n, k, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    left = tl.make_tensor_descriptor(a, [m, k], [k, 1], [M, K])
    right = tl.make_tensor_descriptor(b, [k, n], [n, 1], [K, N])
    result = tl.make_tensor_descriptor(out, [m, n], [n, 1], [M, N])
    row, column = tl.program_id(0) * M, tl.program_id(1) * N
    sums = tl.zeros((M, N), tl.float32)
    for at in tl.range(0, k, K):
        sums = tl.dot(left.load([row, at]), right.load([at, column]), sums)
    result.store([row, column], sums)


@case(CASES, tolerance=1e-5)
def descriptors_made_by_the_kernel():
    m, n, k = 72, 64, 80
    triton.set_allocator(lambda size, alignment, stream: torch.empty_strided((size,), (1,), dtype=torch.int8, device="cuda"))
    a, b, out = noise(m, k, dtype=torch.float16), noise(k, n, dtype=torch.float16), blank(m, n)
    described_kernel[(3, 2)](a.cuda(), b.cuda(), out, m, n, k, 32, 32, 32)
    return host(out), host((a.double() @ b.double()).float())


@triton.jit
def host_described_kernel(x, out, M: tl.constexpr, N: tl.constexpr):
    row, column = tl.program_id(0) * M, tl.program_id(1) * N
    tile = x.load([row, column])
    out.store([row, column], tile * 2)


@case(CASES)
def descriptors_made_by_the_host():
    x, out = noise(48, 64), blank(48, 64)
    shape = [16, 32]
    host_described_kernel[(3, 2)](TensorDescriptor.from_tensor(x.cuda(), shape), TensorDescriptor.from_tensor(out, shape), *shape)
    return host(out), host(x * 2)
