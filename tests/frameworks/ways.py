"""The two ways to the software device: its library itself, and a pool server over TCP through bfrun."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Iterator, Mapping, Sequence

HERE = Path(__file__).resolve().parent
TARGET = Path(os.environ.get("CARGO_TARGET_DIR") or HERE.parent.parent / "target").resolve()
DIST = Path(os.environ.get("BIFROST_DIST") or TARGET / "dist")
WORK = TARGET / "frameworks"
WAYS = ("directly", "pooled")


def python(*packages: str) -> str:
    """The interpreter of the environment that `install` makes of a set of packages."""
    done = subprocess.run([HERE / "install", *packages], stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(done.returncode)
    return done.stdout.strip()


def environment() -> dict[str, str]:
    """For both ways: compiled kernels are kept, as PTX, in the target folder."""
    foreign = ("CUPY_", "NUMBA_", "TRITON_", "BIFROST_", "SOFTCUDA_")
    inherited = {k: v for k, v in os.environ.items() if not k.startswith(foreign)}
    return {
        **inherited,
        "CUPY_COMPILE_WITH_PTX": "1",
        "CUPY_CACHE_DIR": str(WORK / "cupy-cache"),
        "NUMBA_CACHE_DIR": str(WORK / "numba-cache"),
        "NUMBA_CUDA_LOW_OCCUPANCY_WARNINGS": "0",
        # Triton warns where this is not said.
        "TRITON_DEFAULT_FP_FUSION": "1",
        "GEMS_VENDOR": "nvidia",
        "FLAGGEMS_CACHE_DIR": str(WORK / "gems-cache"),
        "TORCHINDUCTOR_COMPILE_THREADS": "1",
        "PYTHONPATH": str(HERE),
    }


def caches(way: str) -> dict[str, str]:
    """Triton's, each way its own, so that kernels are compiled by what each way provides."""
    return {"TRITON_CACHE_DIR": str(WORK / f"triton-cache-{way}"), "TORCHINDUCTOR_CACHE_DIR": str(WORK / f"inductor-cache-{way}")}


@contextlib.contextmanager
def pool(extra: Mapping[str, str] = {}) -> Iterator[str]:
    """A server with one software device, shaped by `extra` variables; gives its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = "127.0.0.1:{}".format(free.getsockname()[1])
    WORK.mkdir(parents=True, exist_ok=True)
    with open(WORK / "server.log", "w", encoding="utf-8") as log:
        server = subprocess.Popen([DIST / "bin/bfpoold", "--softcuda", "--listen", address], stderr=log, stdout=log,
                                  env={**os.environ, **extra})
    try:
        await_server(server, address)
        yield address
    finally:
        server.terminate()
        server.wait(20)


def await_server(server: subprocess.Popen, address: str) -> None:
    host, port = address.split(":")
    for _ in range(200):
        if server.poll() is not None:
            break
        with contextlib.suppress(OSError), socket.create_connection((host, int(port)), 1):
            return
        time.sleep(0.05)
    sys.exit(f"bfpoold does not listen on {address}:\n{(WORK / 'server.log').read_text()}")


def run(way: str, address: str, command: Sequence[str], limit: float, *, options: Sequence[str] = ("-q",),
        extra: Mapping[str, str] = {}) -> subprocess.CompletedProcess:
    """Runs a command one of the ways; its process group ends when the limit is over."""
    env = {**environment(), **caches(way), **extra}
    if way == "directly":
        device = DIST / "lib/softcuda"
        # What bfrun sets.
        ptxas = dict.fromkeys(("TRITON_PTXAS_PATH", "TRITON_PTXAS_BLACKWELL_PATH"), str(device / "ptxas"))
        env = {**env, "LD_LIBRARY_PATH": str(device), **ptxas}
    else:
        command = [str(DIST / "bin/bfrun"), "--server", address, *options, "--", *command]
    child = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                             start_new_session=True, errors="replace")
    try:
        output, _ = child.communicate(timeout=limit)
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, signal.SIGKILL)
        output = (child.communicate()[0] or "") + f"\nno end after {limit:.0f} s\n"
    return subprocess.CompletedProcess(command, child.returncode, output)
