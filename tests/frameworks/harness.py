"""Runs the cases of one suite and writes a line of JSON for each: its name, a digest of its results, what was wrong.

    harness.py SUITE OUT [--quick]

A suite is a module of this folder with a list `CASES` of `Case`. Whether the device is used directly or through a
pool is the caller's business; two runs of a suite are equal when their files are.
"""

import hashlib
import importlib
import json
import os
import sys
import traceback
from dataclasses import dataclass
from typing import Any, Callable

import numpy as np

# Relative error allowed for results of each floating-point type, unless a case says otherwise.
TOLERANCE = {"float16": 2e-3, "float32": 2e-6, "float64": 1e-13, "complex64": 4e-6, "complex128": 2e-13}


# In the place of a digest of results.
LEFT_OUT = "left out"


@dataclass
class Case:
    """A check: `run` returns what the device computed and what is expected, both arrays, numbers or tuples."""

    name: str
    run: Callable[[], tuple[Any, Any]]
    tolerance: float | None = None
    quick: bool = False
    # Needs what only a pool has.
    pooled: bool = False


def case(cases: list[Case], **properties: Any):
    """Decorator: appends a function as a case named after it."""

    def add(function):
        cases.append(Case(function.__name__, function, **properties))
        return function

    return add


def flat(value: Any) -> list[np.ndarray]:
    """The arrays of a result, on the host."""
    if isinstance(value, (tuple, list)):
        return [array for part in value for array in flat(part)]
    if hasattr(value, "get") and hasattr(value, "device"):
        value = value.get()
    return [np.asarray(value)]


def digest(arrays: list[np.ndarray]) -> str:
    """Of types, shapes and every bit."""
    h = hashlib.blake2b(digest_size=16)
    for a in arrays:
        h.update(f"{a.dtype.str}{a.shape}".encode())
        h.update(np.ascontiguousarray(a).tobytes())
    return h.hexdigest()


def difference(got: np.ndarray, expected: np.ndarray, tolerance: float | None) -> str:
    """What is wrong with a result; empty if nothing is."""
    if got.dtype != expected.dtype or got.shape != expected.shape:
        return f"{got.dtype}{got.shape} instead of {expected.dtype}{expected.shape}"
    if got.dtype.kind not in "fc":
        return "" if np.array_equal(got, expected) else f"{got.ravel()[:8]} instead of {expected.ravel()[:8]}"
    limit = TOLERANCE[got.dtype.name] if tolerance is None else tolerance
    scale = np.abs(expected[np.isfinite(expected)]).max(initial=0)
    if np.allclose(got, expected, rtol=limit, atol=limit * float(scale), equal_nan=True):
        return ""
    with np.errstate(all="ignore"):
        return f"differs by up to {np.nanmax(np.abs(got - expected))} at a scale of {scale}"


def check(case: Case) -> dict[str, str]:
    """Runs a case; every exception is a failure of it."""
    if case.pooled and "BIFROST_SESSION" not in os.environ:
        return {"name": case.name, "digest": LEFT_OUT, "wrong": ""}
    try:
        got, expected = map(flat, case.run())
        wrong = [difference(g, e, case.tolerance) for g, e in zip(got, expected, strict=True)]
        return {"name": case.name, "digest": digest(got), "wrong": "; ".join(w for w in wrong if w)}
    except Exception:
        return {"name": case.name, "digest": "", "wrong": traceback.format_exc(limit=-4)}


def main(suite: str, out: str, *flags: str) -> None:
    cases = importlib.import_module(suite).CASES
    names = [c.name for c in cases]
    assert len(set(names)) == len(names), "two cases have one name"
    with open(out, "w", encoding="utf-8") as file:
        for c in cases:
            if c.quick or "--quick" not in flags:
                print(json.dumps(check(c)), file=file, flush=True)


if __name__ == "__main__":
    # The suites import this file by its name: the same module, not a second one.
    importlib.import_module("harness").main(*sys.argv[1:])
