//! Gives the shared library the name that programs look for, and keeps it loaded: its threads never end.

fn main() {
    println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libcuda.so.1");
    // Its own references to its exports stay inside, whatever other libcuda the process has loaded; that also saves look-ups at load.
    println!("cargo:rustc-cdylib-link-arg=-Wl,-Bsymbolic");
    println!("cargo:rustc-cdylib-link-arg=-Wl,-z,nodelete");
    // What the C library lacks is an error here, not at the first call.
    println!("cargo:rustc-cdylib-link-arg=-Wl,-z,defs");
    println!("cargo:rerun-if-changed=build.rs");
}
