"""PyTorch whose operators are FlagGems' Triton kernels: each operator against PyTorch on the host, and two networks trained.

PyTorch's own kernels are machine code, which a device without it refuses; FlagGems registers kernels of its own for the same
operators.
"""

import copy
import math

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn
from triton.runtime.autotuner import Autotuner

from harness import Case, case
from triton_kernels import host

_with_all = Autotuner.__init__


def size(config) -> int:
    """Grows with a configuration's tiles and their copies."""
    return math.prod(v for v in config.kwargs.values() if isinstance(v, int) and v > 0) * config.num_stages


def with_the_smallest(self, fn, names, configs, *rest, **named):
    """Does not compile and measure dozens of configurations of each kernel to choose one: times mean little here."""
    _with_all(self, fn, names, sorted(configs, key=size)[:1], *rest, **named)


Autotuner.__init__ = with_the_smallest

import flag_gems  # noqa: E402, after what changes it

flag_gems.enable()

CASES: list[Case] = []


def inputs() -> dict[str, torch.Tensor]:
    """What the expressions below may use."""
    g = torch.Generator().manual_seed(1)
    real = lambda *shape: torch.randn(*shape, generator=g)
    whole = lambda low, high, *shape: torch.randint(low, high, shape, generator=g)
    return {
        "x": real(24, 40), "y": real(24, 40), "row": real(40), "p": real(24, 40).abs() + 0.1, "u": real(24, 40).clamp(-0.9, 0.9),
        "a": real(24, 40), "b": real(40, 16), "c": real(24, 16), "v": real(40), "batch": real(3, 8, 16), "other": real(3, 16, 8),
        "image": real(2, 3, 12, 12), "filter": real(4, 3, 3, 3), "line": real(2, 3, 20), "line_filter": real(4, 3, 5),
        "i": whole(-50, 50, 24, 40).int(), "j": whole(1, 9, 24, 40).int(), "m": whole(0, 2, 24, 40).bool(),
        "n": whole(0, 2, 24, 40).bool(), "index": whole(0, 24, 10), "place": whole(0, 24, 24, 40), "label": whole(0, 40, 24),
        "words": whole(0, 24, 5, 7), "ones": torch.ones(40), "zeros": torch.zeros(40),
    }


# An expression a line; names of tensors are those of `inputs`, F is torch.nn.functional.
EXPRESSIONS = """
x + y
x - 2 * y
x * row
x / p
i // j
i % j
x + 1.5
torch.addcmul(x, y, p, value=0.5)
torch.addcdiv(x, y, p, value=0.5)
torch.lerp(x, y, 0.3)
-x
x.abs()
x.exp()
torch.exp2(x)
torch.expm1(x)
p.log()
torch.log10(p)
p.sqrt()
p.rsqrt()
p.reciprocal()
x.square()
x.sin()
x.cos()
u.tan()
x.tanh()
u.acos()
x.atan()
torch.atan2(x, y)
torch.cosh(u)
torch.erf(x)
torch.sigmoid(x)
torch.logit(u.abs(), eps=0.01)
x.ceil()
x.round()
p.pow(1.5)
x.pow(2)
2 ** x
x.clamp(-0.5, 0.5)
torch.maximum(x, y)
torch.minimum(x, y)
torch.fmin(x, y)
torch.hypot(x, y)
torch.logaddexp(x, y)
torch.nan_to_num(x / (x * 0))
x == y
x != y
x < y
x <= y
x > y
x >= 0.5
torch.isnan(x)
torch.isinf(x)
torch.isfinite(x)
torch.isclose(x, x + 1e-9)
torch.signbit(x)
i & j
i | j
~i
torch.logical_and(m, n)
torch.logical_or(m, n)
torch.logical_xor(m, n)
torch.logical_not(m)
F.relu(x)
F.relu6(x)
F.gelu(x)
F.gelu(x, approximate="tanh")
F.silu(x)
F.elu(x)
F.celu(x)
F.selu(x)
F.softplus(x)
F.softshrink(x)
F.hardsigmoid(x)
F.logsigmoid(x)
F.glu(x)
F.threshold(x, 0.1, 2.0)
F.prelu(x, row[:1])
F.softmax(x, 1)
F.log_softmax(x, 1)
x.sum()
x.sum(0)
x.mean()
x.mean(1)
p.prod(1)
x.amax(1)
x.max(1)
x.min(0)
x.argmax(1)
x.argmin(0)
torch.aminmax(x, dim=1)
m.all()
m.any(1)
torch.count_nonzero(m)
x.std(1)
x.var(0)
torch.var_mean(x, 1)
torch.linalg.vector_norm(x)
x.cumsum(1)
x.cummax(1)
x.cummin(0)
x.sort(1)
x.topk(5, 1)
torch.trace(x[:, :24])
a @ b
torch.mm(a, b)
torch.addmm(c, a, b, beta=0.5)
torch.mv(a, v)
torch.dot(v, row)
torch.bmm(batch, other)
torch.baddbmm(batch[:, :, :8], batch, other)
torch.outer(v, row)
torch.kron(x[:2, :3], y[:3, :2])
F.conv1d(line, line_filter)
F.conv2d(image, filter, padding=1)
F.conv2d(image, filter, stride=2)
F.max_pool2d(image, 2)
F.avg_pool2d(image, 3)
F.layer_norm(x, (40,), row, v)
F.group_norm(image, 3)
F.batch_norm(x, zeros, ones)
F.embedding(words, x)
F.one_hot(label, 40)
F.cross_entropy(x, label)
F.nll_loss(F.log_softmax(x, 1), label)
F.mse_loss(x, y)
F.pad(x, (1, 2, 3, 4))
F.pad(image, (1, 2, 1, 2), mode="reflect")
F.interpolate(image, scale_factor=2, mode="nearest")
torch.cat([x, y])
torch.stack([x, y])
torch.hstack([x, y])
torch.vstack([x, y])
torch.where(m, x, y)
x.masked_fill(m, 3.0)
x.masked_select(m)
x.gather(0, place)
x.scatter(0, place[:1], y[:1])
x.index_select(0, index)
x.index_add(0, index, y[:10])
x[index]
x.flip(0)
x.roll(3, 1)
x.repeat(2, 3)
x.tile(2, 2)
x.repeat_interleave(2, 0)
x.tril()
x.triu(1)
x.t().contiguous()
x.diag()
torch.diag_embed(x)
m.nonzero()
torch.unique(i)
torch.isin(i, j)
torch.full_like(x, 2.5)
torch.zeros_like(x)
torch.ones_like(x)
x.half().float()
x.bfloat16() + 1
x.to(torch.int32)
torch.arange(0, 50, 3, device=x.device)
torch.linspace(0, 1, 33, device=x.device)
torch.eye(7, device=x.device)
"""


def both(expression: str):
    """An expression's value on the device and on the host."""
    def value(tensors):
        found = eval(expression, {"torch": torch, "F": F}, tensors)
        return host(*found) if isinstance(found, (tuple, list)) else host(found)

    tensors = inputs()
    return value({name: t.cuda() for name, t in tensors.items()}), value(tensors)


CASES += [Case(line, lambda line=line: both(line), tolerance=1e-4) for line in filter(None, EXPRESSIONS.splitlines())]


@case(CASES)
def random_numbers_have_their_moments():
    # Within five standard errors of mean and variance; reproducible by seed.
    n = 1 << 14
    def draw():
        torch.manual_seed(3)
        return torch.rand(n, device="cuda").cpu(), torch.randn(n, device="cuda").cpu()
    (uniform, normal), again = draw(), draw()
    error = 5 / n**0.5
    fair = [abs(uniform.mean() - 0.5) < error * 12**-0.5, abs(normal.mean()) < error, abs(normal.var() - 1) < error * 2**0.5,
            uniform.min() >= 0, uniform.max() < 1, torch.equal(uniform, again[0]), torch.equal(normal, again[1])]
    return np.array([bool(f) for f in fair]), np.ones(7, dtype=bool)


@case(CASES)
def dropout_keeps_a_share():
    kept = F.dropout(torch.ones(1 << 14).cuda(), 0.25).cpu()
    values = kept.unique()
    return np.array([abs((kept > 0).float().mean() - 0.75).item() < 0.02]), np.array([set(values.tolist()) <= {0.0, float(np.float32(1 / 0.75))}])


# Training


class Convolutions(nn.Module):
    """8×8 images to three classes."""

    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Conv2d(1, 4, 3, padding=1), nn.ReLU(), nn.Conv2d(4, 8, 3, stride=2, padding=1), nn.ReLU(),
                                    nn.Flatten(), nn.Linear(128, 3))

    def forward(self, x):
        return self.layers(x)


class AsProduct(nn.Module):
    """A convolution as a product of matrices: the compiler leaves aten.convolution to cuDNN, which is machine code."""

    def __init__(self, convolution: nn.Conv2d):
        super().__init__()
        self.of = convolution

    def forward(self, x):
        rows, columns = ((n + 2 * p - k) // s + 1
                         for n, p, k, s in zip(x.shape[2:], self.of.padding, self.of.kernel_size, self.of.stride))
        patches = F.unfold(x, self.of.kernel_size, padding=self.of.padding, stride=self.of.stride)
        filters = self.of.weight.flatten(1).expand(len(x), -1, -1)
        return (torch.bmm(filters, patches) + self.of.bias[:, None]).reshape(len(x), -1, rows, columns)


def compiled(model: nn.Module) -> nn.Module:
    if isinstance(model, Convolutions):
        model.layers = nn.Sequential(*(AsProduct(part) if isinstance(part, nn.Conv2d) else part for part in model.layers))
    return torch.compile(model)


class Rows(nn.LayerNorm):
    """A layer norm that sees rows of a matrix: of more dimensions FlagGems 5.0.2 takes the first alone for the number of rows."""

    def forward(self, x):
        return super().forward(x.reshape(-1, x.shape[-1])).reshape(x.shape)


class Transformer(nn.Module):
    """Sequences of 8 words out of 16 to the next word, by one block of attention."""

    def __init__(self, width=32, heads=2):
        super().__init__()
        self.heads = heads
        self.words, self.places = nn.Embedding(16, width), nn.Parameter(torch.randn(8, width) / 10)
        self.before, self.between = Rows(width), Rows(width)
        self.project, self.join = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.mlp = nn.Sequential(nn.Linear(width, 64), nn.GELU(), nn.Linear(64, width))
        self.out = nn.Linear(width, 16)

    def attend(self, x):
        batch, length, width = x.shape
        parts = self.project(x).reshape(batch, length, 3, self.heads, width // self.heads).permute(2, 0, 3, 1, 4)
        q, k, v = (part.reshape(batch * self.heads, length, -1) for part in parts)
        weights = F.softmax(torch.bmm(q, k.transpose(1, 2)) / (width // self.heads) ** 0.5, -1)
        mixed = torch.bmm(weights, v).reshape(batch, self.heads, length, -1).transpose(1, 2)
        return self.join(mixed.reshape(batch, length, width))

    def forward(self, x):
        h = self.words(x) + self.places
        h = h + self.attend(self.before(h))
        h = h + self.mlp(self.between(h))
        return self.out(h).reshape(-1, 16)


def data(kind: str):
    g = torch.Generator().manual_seed(2)
    if kind == "convolutions":
        labels = torch.randint(0, 3, (12,), generator=g)
        images = torch.randn(12, 1, 8, 8, generator=g) / 2
        images[torch.arange(12), 0, labels * 2] += 1
        return images, labels
    words = (torch.arange(9)[None] * torch.randint(1, 4, (6, 1), generator=g) + torch.randint(0, 16, (6, 1), generator=g)) % 16
    return words[:, :-1].contiguous(), words[:, 1:].reshape(-1).contiguous()


def network(kind: str) -> nn.Module:
    torch.manual_seed(4)
    return Convolutions() if kind == "convolutions" else Transformer()


def losses(model: nn.Module, x: torch.Tensor, labels: torch.Tensor, steps: int = 50) -> np.ndarray:
    """The loss before each step of training."""
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9, foreach=False)
    curve = []
    for _ in range(steps):
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), labels)
        loss.backward()
        optimizer.step()
        curve.append(loss.detach().cpu())
    return np.array([float(loss) for loss in curve], dtype=np.float32)


def trained(kind: str, prepare=lambda model: model):
    """Loss curves on the device and on the host, and whether training did something."""
    model, (x, labels) = network(kind), data(kind)
    on_device = prepare(copy.deepcopy(model).cuda())
    got, want = losses(on_device, x.cuda(), labels.cuda()), losses(model, x, labels)
    return (got, got[-1:] < got[0] / 5), (want, np.array([True]))


CASES += [Case(f"training_{kind}", lambda kind=kind: trained(kind), tolerance=1e-3) for kind in ("convolutions", "transformer")]


def trained_compiled(kind: str):
    """As `trained`, without the bits of the curve: the compiler measures which of several configurations it takes."""
    (got, lower), (want, _) = trained(kind, compiled)
    return np.array([np.allclose(got, want, rtol=1e-3, atol=1e-3 * want.max()), lower[0]]), np.array([True, True])


CASES += [Case(f"compiled_{kind}", lambda kind=kind: trained_compiled(kind)) for kind in ("convolutions", "transformer")]
