"""CuPy's way from nothing to its first finished kernel."""

import cupy

cupy.arange(10)
cupy.cuda.Device().synchronize()
