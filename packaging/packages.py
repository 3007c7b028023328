#!/usr/bin/env python3
"""Makes the packages of a release out of what `cargo xtask dist --portable` laid out.

    packaging/packages.py DIST OUT VERSION

Writes into the folder OUT, under names that hold VERSION and the machine:

    bifrost-VERSION-linux-MACHINE.tar.gz                         everything, with `install` (keeps older releases for what runs)
    bifrost_VERSION_ARCH.deb                                     everything, below /usr
    bifrost_client-VERSION-py3-none-manylinux_2_17_MACHINE.whl   bfrun, bfctl and the client libraries

The same DIST gives the same bytes: names are sorted, times are SOURCE_DATE_EPOCH's (else 1980), owners are root.
Formats: deb(5) (an ar archive of two tarballs), the binary distribution format for wheels (PyPA, version 1.0).
"""

import base64
import gzip
import hashlib
import io
import os
import platform
import shutil
import subprocess
import sys
import tarfile
import time
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
MACHINE = platform.machine()
DEBIAN = {"x86_64": "amd64", "aarch64": "arm64"}
# No earlier time fits into a wheel.
TIME = max(int(os.environ.get("SOURCE_DATE_EPOCH", "0")), 315532800)
SUMMARY = "Unmodified CUDA programs use GPUs of a pool over the network"
# Of a wheel: Bifrost's own place, and where the wheel format has it. A wheel holds no links, so the name without a
# number, which only linkers ask for, is left out: a second copy would be a second library in a process.
WHEEL = {"bin/bfrun": "scripts/bfrun", "bin/bfctl": "scripts/bfctl",
         "lib/bifrost/libcuda.so.1": "data/lib/bifrost/libcuda.so.1",
         "lib/bifrost/libnvidia-ml.so.1": "data/lib/bifrost/libnvidia-ml.so.1",
         # Triton's compiler for a pool whose device is softcuda.
         "lib/softcuda/ptxas": "data/lib/softcuda/ptxas"}


def stage(dist: Path, to: Path) -> None:
    """A copy of `dist` without what debuggers alone read, with the modes that packages have."""
    shutil.rmtree(to, ignore_errors=True)
    shutil.copytree(dist, to, symlinks=True)
    for path in sorted(to.rglob("*")):
        if path.is_symlink():
            continue
        if path.is_file() and path.read_bytes()[:4] == b"\x7fELF":
            subprocess.run(["strip", "--strip-debug", str(path)], check=True)
            path.chmod(0o755)
        else:
            path.chmod(0o755 if path.is_dir() else 0o644)


def release_name(tree: Path, version: str) -> str:
    """The version with a digest of the files: two builds never share a folder."""
    digest = hashlib.sha256()
    for path in sorted(tree.rglob("*")):
        digest.update(str(path.relative_to(tree)).encode() + b"\0")
        if path.is_file() and not path.is_symlink():
            digest.update(hashlib.sha256(path.read_bytes()).digest())
    return f"{version}-{digest.hexdigest()[:12]}"


def tarball(entries: dict[str, Path | bytes], folders: bool) -> bytes:
    """A compressed tarball. `entries`: what is at each name; `folders`: with an entry for each folder, as dpkg wants."""
    out = io.BytesIO()
    with gzip.GzipFile(fileobj=out, mode="wb", mtime=TIME) as packed, \
            tarfile.open(fileobj=packed, mode="w", format=tarfile.GNU_FORMAT) as archive:
        made: set[str] = set()
        for name, content in sorted(entries.items()):
            for parent in reversed(Path(name).parents[:-1]) if folders else ():
                if str(parent) not in made:
                    made.add(str(parent))
                    add(archive, tarfile.TarInfo(f"./{parent}"), None, 0o755)
            info = tarfile.TarInfo(f"./{name}" if folders else name)
            if isinstance(content, bytes):
                add(archive, info, content, 0o644)
            elif content.is_symlink():
                info.type, info.linkname = tarfile.SYMTYPE, os.readlink(content)
                add(archive, info, b"", 0o777)
            else:
                add(archive, info, content.read_bytes(), content.stat().st_mode & 0o777)
    return out.getvalue()


def add(archive: tarfile.TarFile, info: tarfile.TarInfo, content: bytes | None, mode: int) -> None:
    """An entry of the root user's; no `content`: a folder."""
    info.mode, info.mtime, info.uname, info.gname = mode, TIME, "root", "root"
    if content is None:
        info.type = tarfile.DIRTYPE
    else:
        info.size = len(content)
    archive.addfile(info, io.BytesIO(content or b""))


def files(tree: Path, below: str) -> dict[str, Path | bytes]:
    """Files and links of a tree by their names below a folder."""
    return {f"{below}/{path.relative_to(tree)}": path
            for path in tree.rglob("*") if path.is_symlink() or path.is_file()}


def write_tarball(tree: Path, out: Path, version: str, licence: Path) -> Path:
    top = f"bifrost-{version}-linux-{MACHINE}"
    entries = files(tree, top)
    entries |= {f"{top}/{name}": HERE / name for name in ("install", "uninstall")}
    entries |= {f"{top}/LICENSE": licence.read_bytes(), f"{top}/RELEASE": f"{release_name(tree, version)}\n".encode()}
    path = out / f"{top}.tar.gz"
    path.write_bytes(tarball(entries, folders=False))
    return path


def write_deb(tree: Path, out: Path, version: str, licence: Path) -> Path:
    data = files(tree, "usr") | {"usr/share/doc/bifrost/copyright": licence.read_bytes()}
    data |= {f"usr/lib/systemd/system/{unit.name}": unit.read_bytes() for unit in sorted((HERE.parent / "server/systemd").iterdir())}
    size = sum(p.stat().st_size for p in tree.rglob("*") if p.is_file() and not p.is_symlink()) // 1024
    arch = DEBIAN[MACHINE]
    control = (f"Package: bifrost\nVersion: {version}\nArchitecture: {arch}\nSection: utils\nPriority: optional\n"
               f"Installed-Size: {size}\nDepends: libc6 (>= 2.17)\nMaintainer: The Bifrost developers\n"
               f"Description: {SUMMARY}\n bfrun runs a program with GPUs of a pool, bfpoold serves a pool,\n"
               " bfctl looks after it. softcuda, a CUDA device on the CPU, is included.\n")
    sums = "".join(f"{hashlib.md5(c if isinstance(c, bytes) else c.read_bytes()).hexdigest()}  {name}\n"
                   for name, c in sorted(data.items()) if isinstance(c, bytes) or not c.is_symlink())
    members = [("debian-binary", b"2.0\n"),
               ("control.tar.gz", tarball({"control": control.encode(), "md5sums": sums.encode()}, folders=True)),
               ("data.tar.gz", tarball(data, folders=True))]
    path = out / f"bifrost_{version}_{arch}.deb"
    with open(path, "wb") as archive:
        archive.write(b"!<arch>\n")
        for name, content in members:
            archive.write(f"{name:<16}{TIME:<12}{0:<6}{0:<6}{'100644':<8}{len(content):<10}`\n".encode())
            archive.write(content + b"\n" * (len(content) % 2))
    return path


def write_wheel(tree: Path, out: Path, version: str, licence: Path) -> Path:
    tag = f"py3-none-manylinux_2_17_{MACHINE}"
    info, data = f"bifrost_client-{version}.dist-info", f"bifrost_client-{version}.data"
    entries = {f"{data}/{to}": (tree / name).read_bytes() for name, to in WHEEL.items()}
    entries[f"{info}/licenses/LICENSE"] = licence.read_bytes()
    entries[f"{info}/METADATA"] = (f"Metadata-Version: 2.4\nName: bifrost-client\nVersion: {version}\nSummary: {SUMMARY}\n"
                                   "License-Expression: Apache-2.0\nLicense-File: LICENSE\n").encode()
    entries[f"{info}/WHEEL"] = (f"Wheel-Version: 1.0\nGenerator: bifrost {version}\n"
                                f"Root-Is-Purelib: false\nTag: {tag}\n").encode()
    record = "".join(f"{name},sha256={sha256(content)},{len(content)}\n" for name, content in sorted(entries.items()))
    entries[f"{info}/RECORD"] = f"{record}{info}/RECORD,,\n".encode()
    path = out / f"bifrost_client-{version}-{tag}.whl"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        # RECORD comes last, as the format asks.
        for name, content in sorted(entries.items(), key=lambda e: (e[0].endswith("RECORD"), e[0])):
            entry = zipfile.ZipInfo(name, time.gmtime(TIME)[:6])
            entry.external_attr = (0o100755 if name.startswith(data) else 0o100644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)
    return path


def sha256(content: bytes) -> str:
    """As RECORD writes it: URL-safe base64 without padding."""
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()


def main() -> None:
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    dist, out, version = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
    if MACHINE not in DEBIAN:
        sys.exit(f"no packages for {MACHINE}: known are {', '.join(DEBIAN)}")
    out.mkdir(parents=True, exist_ok=True)
    tree = out / "tree"
    stage(dist, tree)
    licence = HERE.parent / "LICENSE"
    for write in (write_tarball, write_deb, write_wheel):
        print(write(tree, out, version, licence))
    shutil.rmtree(tree)


if __name__ == "__main__":
    main()
