"""NumPy's side of `bifrost-bench softcuda`: reads lines `MEASURE N`, answers each with the best processor time in seconds."""

import sys
import time

import numpy

PATIENCE = 0.4


def best(run):
    begin, shortest = time.perf_counter(), float("inf")
    while time.perf_counter() - begin < PATIENCE or shortest == float("inf"):
        start = time.process_time()
        run()
        shortest = min(shortest, time.process_time() - start)
    return shortest


def scale_shift(a, b, c, d):
    # As an array program computes it: one operation after the other.
    numpy.multiply(a, numpy.float32(2), out=c)
    numpy.multiply(b, numpy.float32(0.5), out=d)
    numpy.add(c, d, out=c)
    numpy.subtract(c, numpy.float32(1), out=c)


def measure(what, n):
    if what == "nothing":
        return 0.0
    shape = (n, n) if what == "product" else n
    a, b, c, d = (numpy.full(shape, 0.5, numpy.float32) for _ in range(4))
    return best(
        {
            "add": lambda: numpy.add(a, b, out=c),
            "scale_shift": lambda: scale_shift(a, b, c, d),
            "sum": lambda: numpy.sum(a),
            "product": lambda: numpy.dot(a, b, out=c),
        }[what]
    )


for line in sys.stdin:
    what, *n = line.split()
    if what == "quit":
        break
    print(measure(what, int(n[0]) if n else 0), flush=True)
