# Shared by the scripts in this folder; sourced, not run.

set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
target=${CARGO_TARGET_DIR:-$root/target}
dist=$target/dist

say() { printf '\n== %s\n' "$*"; }
die() { printf 'error: %s\n' "$*" >&2; exit 1; }

# need COMMAND=PACKAGE…: installs the Debian packages of missing commands as root, else names them.
need() {
    local missing=() pair
    for pair in "$@"; do
        command -v "${pair%%=*}" >/dev/null 2>&1 || missing+=("${pair#*=}")
    done
    python3 -m pip --version >/dev/null 2>&1 || missing+=(python3-pip)
    [ ${#missing[@]} -eq 0 ] && return
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
        say "installing ${missing[*]}"
        apt-get update -qq
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
    else
        die "missing packages: ${missing[*]} (as root: apt-get install ${missing[*]})"
    fi
}

need_rust() {
    command -v cargo >/dev/null 2>&1 || die "Rust is missing: install it with rustup (https://rustup.rs), version 1.91 or newer"
    local have
    have=$(rustc --version | awk '{print $2}')
    [ "$(printf '%s\n1.91.0\n' "$have" | sort -V | head -n 1)" = 1.91.0 ] || die "Rust $have is too old: 1.91 or newer is needed (rustup update)"
}

setup() {
    need cc=gcc g++=g++ python3=python3
    need_rust
}

# Everything that a user runs, in $dist.
build_dist() {
    say "building bfrun, bfpoold, the shim and softcuda"
    (cd "$root" && cargo xtask dist)
}

# The same, for every Linux with glibc 2.17 or newer: zig links against C libraries that this machine does not have.
build_portable() {
    local zig=$target/zig wheels="cargo-zigbuild==0.24.1 ziglang==0.17.1"
    if [ "$(cat "$zig/.packages" 2>/dev/null)" != "$wheels" ]; then
        say "fetching zig from PyPI"
        rm -rf "$zig"
        # shellcheck disable=SC2086 # a list
        python3 -m pip --quiet --disable-pip-version-check install --root-user-action=ignore --no-cache-dir --no-deps \
            --target "$zig" $wheels || die "pip could not install $wheels; is PyPI reachable?"
        echo "$wheels" >"$zig/.packages"
    fi
    say "building bfrun, bfpoold, the shim and softcuda for glibc 2.17"
    (cd "$root" && PATH=$zig/bin:$PATH CARGO_ZIGBUILD_ZIG_PATH=$zig/ziglang/zig cargo xtask dist --portable)
}
