"""Where the test modules of CuPy and numba-cuda are, as their projects ship them."""

import subprocess
import sys
import tarfile
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

import ways

CUPY_VERSION = "14.2.0"
CUPY_FOLDERS = "binary creation indexing logic manipulation sorting statistics padding functional core cuda random math"
NUMBA_FOLDERS = "cudapy cudadrv"


@dataclass(frozen=True)
class Project:
    """How a project's tests run: the packages that they need, and variables of their environment and the software device."""

    packages: tuple[str, ...]
    variables: tuple[tuple[str, str], ...]


# Its tests of caching look into the place where it caches by default.
NUMBA = Project((), (("NUMBA_CACHE_DIR", ""),))
# For a device newer than they are, cuBLAS and its like have PTX; for one that they know, machine code only.
CUPY = Project(("libraries",), (("SOFTCUDA_CC", "13.0"),))


@dataclass
class Module:
    """What pytest is asked to run in a folder, and from which folder."""

    name: str
    project: Project
    folder: Path
    arguments: list[str]


def cupy_tests() -> Path:
    """The tests of exactly the installed version, from the source distribution on PyPI."""
    root = ways.WORK / f"cupy-{CUPY_VERSION}"
    if not (root / "tests").is_dir():
        command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--no-binary", "cupy", "-d", str(ways.WORK)]
        # Without a CUDA toolkit; READTHEDOCS makes its set-up accept that.
        env = {**ways.environment(), "READTHEDOCS": "True"}
        subprocess.run([*command, f"cupy=={CUPY_VERSION}"], env=env, check=True)
        with tarfile.open(ways.WORK / f"cupy-{CUPY_VERSION}.tar.gz") as archive:
            archive.extractall(ways.WORK, filter="data")
    return root / "tests"


def cupy_modules() -> list[Module]:
    tests = cupy_tests()
    found = []
    for folder in CUPY_FOLDERS.split():
        for file in sorted((tests / f"cupy_tests/{folder}_tests").rglob("test_*.py")):
            found.append(Module(f"cupy/{folder}/{file.stem.removeprefix('test_')}", CUPY, tests, [str(file.relative_to(tests))]))
    return found


def numba_modules() -> list[Module]:
    script = "import numba_cuda, pathlib; print(pathlib.Path(numba_cuda.__file__).parent / 'numba/cuda/tests')"
    tests = Path(subprocess.run([ways.python(*NUMBA.packages), "-c", script], capture_output=True, text=True, check=True).stdout.strip())
    found = []
    for folder in NUMBA_FOLDERS.split():
        for file in sorted((tests / folder).glob("test_*.py")):
            # Named from the package's root, or "cuda.tests" would be looked for in NVIDIA's package cuda.
            # With the option of the project's own configuration, its processes of tests find the modules, too.
            what = ["-o", "consider_namespace_packages=true", "--import-mode=importlib", "--pyargs", f"numba.cuda.tests.{folder}.{file.stem}"]
            found.append(Module(f"numba/{folder}/{file.stem.removeprefix('test_')}", NUMBA, tests.parents[2], what))
    return found


def together(modules: list[Module]) -> list[Module]:
    """The modules of each folder as one."""
    groups = ((folder, list(group)) for folder, group in groupby(modules, lambda m: m.name.rpartition("/")[0]))
    return [Module(folder, parts[0].project, parts[0].folder, [argument for part in parts for argument in part.arguments]) for folder, parts in groups]


def module_of(test: str) -> str:
    """The module's name, given a test's: `cupy/core/raw` of `cupy_tests/core_tests/test_raw.py::Test::test`."""
    path = Path(test.partition("::")[0])
    parts = path.parts
    project = "numba" if "numba" in parts else "cupy"
    folder = parts[parts.index("tests") + 1] if project == "numba" else parts[parts.index("cupy_tests") + 1].removesuffix("_tests")
    return f"{project}/{folder}/{path.stem.removeprefix('test_')}"
