"""What CuPy leaves to cuBLAS, cuFFT, cuRAND, cuSOLVER and cuSPARSE, against NumPy.

For a device that is newer than they are, these libraries have PTX, so that the software device runs them as such a one.
"""

import cupy
import cupyx.scipy.sparse
import numpy

from harness import Case, case

CASES: list[Case] = []

FLOATS = {"float16": 5e-3, "float32": 1e-5, "float64": 1e-12, "complex64": 1e-5, "complex128": 1e-12}


def host(*shape: int, dtype="float64") -> numpy.ndarray:
    """Deterministic input."""
    rng = numpy.random.default_rng(shape)
    values = rng.uniform(-1, 1, shape)
    if numpy.dtype(dtype).kind == "c":
        values = values + 1j * rng.uniform(-1, 1, shape)
    return values.astype(dtype)


def expressions(prefix: str, names: dict[str, float], sources: dict[str, str]) -> None:
    """A case for each expression of `a` and `b`, `xp` being CuPy or NumPy, and for each type."""
    for dtype, tolerance in names.items():
        for name, (source, left, right) in sources.items():
            def run(source=source, dtype=dtype, left=left, right=right):
                a, b = host(*left, dtype=dtype), host(*right, dtype=dtype)
                wide = numpy.result_type(dtype, "float32")
                expected = eval(source, {"xp": numpy, "a": a.astype(wide), "b": b.astype(wide)})
                got = eval(source, {"xp": cupy, "a": cupy.asarray(a), "b": cupy.asarray(b)})
                return got, numpy.asarray(expected, got.dtype)
            CASES.append(Case(f"{prefix}_{name}_{dtype}", run, tolerance=tolerance))


# cuBLAS.
expressions("blas", FLOATS, {
    "small_product": ("a @ b", (5, 7), (7, 3)),
    "product": ("a @ b", (130, 70), (70, 190)),
    "transposed_product": ("a.T @ b", (64, 48), (64, 80)),
    "batch": ("a @ b", (6, 20, 30), (6, 30, 10)),
    "matrix_vector": ("a @ b", (90, 70), (70,)),
    "inner": ("xp.dot(a, b)", (1000,), (1000,)),
    "tensordot": ("xp.tensordot(a, b, axes=2)", (3, 8, 9), (8, 9, 4)),
    "einsum": ("xp.einsum('ijk,kl->ijl', a, b)", (4, 5, 6), (6, 7)),
})
EXACT = {name: limit for name, limit in FLOATS.items() if name != "float16"}
expressions("blas", EXACT, {"fortran_order": ("xp.asfortranarray(a)", (33, 65), (1,))})

# cuFFT.
expressions("fft", EXACT, {
    "power_of_two": ("xp.fft.fft(a)", (4, 256), (1,)),
    "three_hundred": ("xp.fft.fft(a)", (3, 300), (1,)),
    "prime": ("xp.fft.fft(a)", (2, 127), (1,)),
    "two_dimensions": ("xp.fft.fft2(a)", (24, 40), (1,)),
    "three_dimensions": ("xp.fft.fftn(a)", (6, 10, 14), (1,)),
    "inverse": ("xp.fft.ifft(a)", (4, 100), (1,)),
})
expressions("fft", {name: EXACT[name] for name in ("float32", "float64")}, {
    "real": ("xp.fft.rfft(a)", (5, 96), (1,)),
    "real_inverse": ("xp.fft.irfft(xp.fft.rfft(a))", (5, 96), (1,)),
})

# cuSOLVER. What is unique only up to signs is multiplied together again.
SQUARE = "(a @ a.T.conj() + 9 * xp.eye(len(a), dtype=a.dtype))"
expressions("solver", EXACT, {
    "solve": ("xp.linalg.solve(a + 5 * xp.eye(12, dtype=a.dtype), b)", (12, 12), (12, 3)),
    "inverse": ("xp.linalg.inv(a + 5 * xp.eye(12, dtype=a.dtype))", (12, 12), (1,)),
    "determinant": ("xp.linalg.det(a)", (6, 6), (1,)),
    "cholesky": (f"xp.linalg.cholesky({SQUARE})", (20, 20), (1,)),
    "singular_values": ("xp.linalg.svd(a, compute_uv=False)", (30, 20), (1,)),
    "svd": ("(lambda u, s, v: (u * s) @ v)(*xp.linalg.svd(a, full_matrices=False))", (30, 20), (1,)),
    "eigenvalues": (f"xp.linalg.eigvalsh({SQUARE})", (20, 20), (1,)),
    "eigenvectors": (f"(lambda w, v: (v * w) @ v.T.conj())(*xp.linalg.eigh({SQUARE}))", (20, 20), (1,)),
    "qr": ("(lambda q, r: q @ r)(*xp.linalg.qr(a))", (25, 15), (1,)),
})


# cuSPARSE.

def sparse(dtype: str) -> tuple[numpy.ndarray, "cupyx.scipy.sparse.csr_matrix"]:
    dense = host(40, 30, dtype=dtype)
    dense[numpy.abs(dense) < 0.8] = 0
    return dense, cupyx.scipy.sparse.csr_matrix(cupy.asarray(dense))


@case(CASES, tolerance=1e-5)
def products_of_sparse_matrices():
    (a, left), (b, right) = sparse("float32"), sparse("float32")
    return ((left @ right.T).toarray(), (left.T @ right).toarray()), (a @ b.T, a.T @ b)


@case(CASES, tolerance=1e-5)
def sparse_products():
    dense, matrix = sparse("float32")
    vector, right = host(30, dtype="float32"), host(30, 7, dtype="float32")
    return (matrix @ cupy.asarray(vector), matrix @ cupy.asarray(right)), (dense @ vector, dense @ right)


@case(CASES)
def sparse_formats():
    dense, matrix = sparse("float64")
    return (matrix.toarray(), matrix.tocsc().toarray(), matrix.tocoo().toarray()), (dense, dense, dense)


# cuRAND: what the manual promises of the numbers, and that a seed gives them again.

def random_case(name: str, draw, mean: float, deviation: float):
    def run():
        found = []
        for _ in range(2):
            cupy.random.seed(7)
            found.append(draw(cupy.random, 100_000))
        x = found[0].astype("f8")
        # Within six standard errors.
        near = abs(float(x.mean()) - mean) < 6 * deviation / 316 and abs(float(x.std()) - deviation) < 0.02 * deviation
        return (found[0], numpy.array(near)), (found[1].get(), numpy.array(True))
    CASES.append(Case(f"random_{name}", run))


random_case("uniform", lambda r, n: r.random_sample(n), 0.5, 12 ** -0.5)
random_case("uniform_float32", lambda r, n: r.random_sample(n, dtype="f4"), 0.5, 12 ** -0.5)
random_case("normal", lambda r, n: r.normal(3, 2, n), 3, 2)
random_case("normal_float32", lambda r, n: r.standard_normal(n, dtype="f4"), 0, 1)
random_case("lognormal", lambda r, n: r.lognormal(0, 0.25, n), 2.718281828 ** 0.03125, 0.261)
random_case("exponential", lambda r, n: r.exponential(2, n), 2, 2)
random_case("integers", lambda r, n: r.randint(0, 10, n), 4.5, 8.25 ** 0.5)
random_case("poisson", lambda r, n: r.poisson(4, n), 4, 2)
random_case("gamma", lambda r, n: r.gamma(2, 1, n), 2, 2 ** 0.5)
random_case("binomial", lambda r, n: r.binomial(20, 0.3, n), 6, 4.2 ** 0.5)


@case(CASES)
def random_permutation():
    cupy.random.seed(3)
    return cupy.sort(cupy.random.permutation(5000)), numpy.arange(5000)
