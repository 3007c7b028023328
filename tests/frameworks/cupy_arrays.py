"""Array expressions: CuPy must give what NumPy gives for the same expression of the same inputs."""

import cupy
import numpy

from harness import Case


def inputs(xp):
    """The variables of the expressions."""
    rng = numpy.random.default_rng(20)
    host = {
        "a": rng.standard_normal((4, 5, 6), dtype="f4"),
        "b": rng.standard_normal((5, 6), dtype="f4"),
        "c": rng.standard_normal((4, 1, 6)),
        "d": rng.uniform(0.1, 4, (37, 29)),
        "e": rng.standard_normal((300, 257), dtype="f4"),
        "h": rng.standard_normal(33).astype("f2"),
        "i": rng.integers(-50, 50, (4, 5, 6), dtype="i4"),
        "j": rng.integers(0, 20, 1000),
        "k": rng.permutation(1500),
        "s": rng.integers(-128, 128, 64, dtype="i1"),
        "t": rng.random((5, 7)) > 0.5,
        "u": rng.integers(0, 256, 100, dtype="u1"),
        "v": rng.standard_normal(1000),
        "z": (rng.standard_normal((3, 8)) + 1j * rng.standard_normal((3, 8))).astype("c8"),
        "zz": rng.standard_normal(19) + 1j * rng.standard_normal(19),
        "n": numpy.array([1.0, numpy.nan, -numpy.inf, 3.5, numpy.inf, -0.0, 2.0]),
        "o": numpy.arange(6),
    }
    return {"xp": xp, **{name: xp.asarray(value) for name, value in host.items()}}


# Name, tolerance (None: that of the type), how many cases belong to the quick run, expressions.
GROUPS = [
    ("elementwise", None, 4, """
        a + b
        a * 2 - b / 3
        a + c
        i // 7
        i % 7
        -i ** 2
        a % 0.7
        xp.floor_divide(a, 0.3)
        xp.divmod(i, 9)
        i << 3 | i >> 2 ^ 5
        ~u
        u + u
        s * s
        i / 3
        xp.sqrt(d), xp.cbrt(d), xp.square(d)
        xp.exp(a), xp.expm1(a), xp.exp2(a)
        xp.log(d), xp.log2(d), xp.log10(d), xp.log1p(d)
        xp.sin(a), xp.cos(a), xp.tan(a)
        xp.arcsin(xp.sin(a)), xp.arctan(a), xp.arctan2(a, b)
        xp.sinh(v), xp.cosh(v), xp.tanh(v)
        xp.arcsinh(v), xp.arccosh(d + 1), xp.arctanh(v / 8)
        xp.hypot(a, b)
        xp.power(d, 1.7)
        xp.power(xp.arange(5), 3)
        xp.float_power(d, 2)
        xp.floor(a), xp.ceil(a), xp.trunc(a), xp.rint(a)
        xp.around(v, 2)
        xp.fmod(a, 0.4), xp.modf(v), xp.frexp(v)
        xp.ldexp(v, 3), xp.copysign(v, -1), xp.nextafter(v, 0), xp.signbit(n)
        xp.maximum(a, b), xp.minimum(a, b), xp.fmax(n, 2), xp.fmin(n, 2)
        xp.maximum(n, 2), xp.minimum(n, 2)
        xp.clip(a, -0.5, 0.5)
        xp.abs(i), xp.sign(a), xp.fabs(a)
        xp.gcd(i, 12), xp.lcm(xp.abs(i) + 1, 6)
        xp.isnan(n), xp.isinf(n), xp.isfinite(n)
        xp.nan_to_num(n)
        a > b
        xp.logical_and(t, ~t), xp.logical_or(t, ~t), xp.logical_xor(t, t)
        xp.where(a > 0, a, b)
        h + h, h * h, xp.sqrt(abs(h))
        z * z.conj(), abs(z), xp.angle(z), z.real, z.imag
        xp.exp(zz), xp.sqrt(zz), xp.log(zz), zz / (zz + 1)
        xp.sin(zz), xp.tanh(zz), zz ** 2
        xp.deg2rad(v), xp.rad2deg(v)
        xp.sinc(v), xp.i0(v)
        xp.bitwise_and(i, 12), xp.left_shift(i, 2), xp.invert(i)
        xp.heaviside(v, 0.5), xp.reciprocal(d)
        xp.logaddexp(v, 1), xp.logaddexp2(v, 1)
        xp.real_if_close(z), xp.interp(v, xp.arange(5.0), xp.arange(5.0) ** 2)
    """),
    ("types", None, 2, """
        a.astype('f2')
        a.astype('i4')
        v.astype('i1')
        (v * 1000).astype('i2')
        u.astype('f8')
        i.astype('c16')
        i.astype('?')
        d.astype('f4').astype('f2')
        h.astype('f8')
        a.view('i4')
        u.view('u4')
        u[:64] + s
        i + 1.5
        h + 1
    """),
    ("reduction", None, 4, """
        a.sum()
        a.sum(axis=0), a.sum(axis=1), a.sum(axis=2)
        a.sum(axis=(0, 2)), a.sum(axis=-1, keepdims=True)
        i.sum(), i.sum(axis=1)
        e.sum(axis=0), e.sum(axis=1)
        e.astype('f8').sum()
        i.prod(axis=0)
        (d / 2).prod(axis=1)
        a.mean(), a.mean(axis=1), i.mean(axis=(0, 1))
        a.std(), a.std(axis=0, ddof=1), a.var(axis=2)
        a.max(), a.max(axis=0), a.min(axis=(1, 2))
        i.max(axis=2), i.min()
        xp.ptp(a, axis=1)
        n.max(), n.min()
        xp.nanmax(n), xp.nanmin(n), xp.nansum(n)
        xp.nanmean(v), xp.nanstd(v), xp.nanvar(v)
        a.argmax(), a.argmax(axis=0), a.argmax(axis=1), a.argmax(axis=2)
        a.argmin(), a.argmin(axis=1)
        j.argmax(), j.argmin()
        t.any(), t.all(axis=0), t.any(axis=1)
        xp.count_nonzero(i), xp.count_nonzero(t, axis=0)
        z.sum(), z.mean(axis=0), z.prod(axis=1)
        h.sum(dtype='f4')
        u.sum(), u.sum(dtype='u1')
        xp.average(d, axis=0), xp.average(v, weights=abs(v))
        xp.median(d), xp.median(d, axis=1)
        xp.percentile(v, [5, 50, 95]), xp.quantile(d, 0.3, axis=0)
        xp.nanmedian(v)
        xp.linalg.norm(v), xp.linalg.norm(d, axis=1)
        xp.trace(b)
        xp.allclose(a, a), xp.array_equal(a, b)
    """),
    ("scan", None, 2, """
        xp.cumsum(v), xp.cumsum(j)
        xp.cumsum(a, axis=0), xp.cumsum(a, axis=1), xp.cumsum(a, axis=2)
        xp.cumprod(d, axis=0)
        xp.nancumsum(v)
        xp.diff(v), xp.diff(a, n=2, axis=1)
        xp.gradient(v)
        xp.ediff1d(j)
        xp.trapezoid(v)
    """),
    ("sorting", None, 3, """
        xp.sort(v), xp.sort(j), xp.sort(u)
        xp.sort(a, axis=0), xp.sort(a, axis=1), xp.sort(a)
        xp.argsort(k), xp.argsort(d, axis=1)
        xp.sort(h), xp.sort(t, axis=0)
        xp.sort(z), xp.sort(n)
        xp.sort(e, axis=0)
        xp.lexsort(xp.stack([k, k[::-1]]))
        xp.partition(v, 10)[10]
        xp.unique(j)
        xp.unique(j, return_index=True, return_inverse=True, return_counts=True)
        xp.searchsorted(xp.sort(v), d.ravel()), xp.digitize(v, xp.arange(-2.0, 3))
        xp.nonzero(i > 10), xp.flatnonzero(t), xp.argwhere(t)
        xp.intersect1d(j, xp.arange(5, 30)), xp.setdiff1d(j, xp.arange(10)), xp.union1d(j, k[:9])
        xp.isin(j, xp.array([3, 5, 8]))
    """),
    ("indexing", None, 3, """
        a[1:3, ::2, -1]
        a[..., None, 2]
        a[:, [0, 2, 4]]
        a[[0, 1], [2, 3]]
        a[a > 0]
        i[t[:4, :5]]
        v[j]
        xp.take(a, xp.array([5, 0, 3]), axis=2)
        xp.take_along_axis(a, xp.argsort(a, axis=1), axis=1)
        xp.choose(o % 3, xp.stack([o, o * 10, o * 100]))
        xp.compress(t[:, 0], b, axis=0)
        xp.extract(t, xp.arange(35).reshape(5, 7))
        xp.diag(o), xp.diag(b), xp.diagonal(a)
        xp.tril(b), xp.triu(b, 1), xp.tri(4)
        xp.select([o < 2, o > 4], [o, o ** 2], -1)
        xp.unravel_index(k, (30, 50)), xp.ravel_multi_index((o % 3, o % 2), (3, 2))
        xp.indices((2, 3)), xp.ix_(o, o)
    """),
    ("shape", None, 2, """
        a.T, a.transpose(2, 0, 1), xp.moveaxis(a, 0, -1), xp.swapaxes(a, 0, 1)
        a.reshape(20, 6), a.ravel('F'), a.T.reshape(-1)
        xp.concatenate([a, a * 2], axis=1), xp.stack([b, b]), xp.vstack([b, b]), xp.hstack([b, b]), xp.dstack([b, b])
        xp.split(k, 5), xp.array_split(v[:17], 3)
        xp.tile(o, (2, 3)), xp.repeat(o, 3), xp.repeat(b, 2, axis=1)
        xp.flip(a, 1), xp.fliplr(b), xp.flipud(b), xp.rot90(b)
        xp.roll(a, 2), xp.roll(a, -1, axis=1)
        xp.pad(b, 2), xp.pad(b, 1, mode='reflect'), xp.pad(b, ((1, 0), (0, 2)), mode='edge')
        xp.broadcast_to(o, (3, 6)), xp.expand_dims(o, 0), xp.squeeze(c)
        xp.append(o, o), xp.delete(o, [1, 3]), xp.resize(o, (3, 4)), xp.trim_zeros(o)
        xp.ascontiguousarray(i.T), xp.atleast_3d(o), xp.rollaxis(a, 2)
        xp.packbits(t), xp.unpackbits(u)
    """),
    ("creation", None, 2, """
        xp.arange(3, 20, 4), xp.arange(0, 1, 0.1), xp.linspace(0, 1, 7), xp.logspace(0, 2, 5)
        xp.zeros((2, 3)), xp.ones(4, 'i2'), xp.full((2, 2), 7), xp.eye(3, k=1), xp.identity(4)
        xp.zeros_like(a), xp.ones_like(i), xp.full_like(b, 3)
        xp.meshgrid(o, o[:3]), xp.mgrid[0:3, 0:4]
        xp.vander(o), xp.fromfunction(lambda y, x: y + x, (3, 3))
    """),
    ("counting", None, 2, """
        xp.bincount(j), xp.bincount(j, minlength=30), xp.bincount(j, weights=j.astype('f8'))
        xp.histogram(v, bins=10), xp.histogram(j, bins=5, range=(0, 20))
        xp.histogram2d(v, v[::-1], bins=4)
        xp.convolve(j[:50], xp.array([1, 2, 1]))
        xp.polyval(xp.array([1.0, -2.0, 3.0]), v)
    """),
    ("products", 1e-5, 1, """
        xp.einsum('ij->ji', b), xp.einsum('ii->i', d[:29]), xp.einsum('ij->', b)
        xp.kron(o, o), xp.cross(b[:, :3], b[:, 3:])
    """),
]


def compare(expression: str):
    """The expression by CuPy, and by NumPy."""
    with numpy.errstate(all="ignore"):
        return tuple(eval(expression, inputs(xp)) for xp in (cupy, numpy))


def cases():
    for group, tolerance, quick, lines in GROUPS:
        for n, line in enumerate(filter(None, map(str.strip, lines.splitlines()))):
            yield Case(f"{group}: {line}", lambda line=line: compare(line), tolerance, n < quick)


CASES = list(cases())
