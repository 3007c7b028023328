//! Link arguments of the client library.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    // Programs and dlopen find the library by this name, whatever the file is called.
    println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libcuda.so.1");
    // Its own references to its exports stay inside, whatever other libcuda the process has loaded; that also saves look-ups at load.
    println!("cargo:rustc-cdylib-link-arg=-Wl,-Bsymbolic");
    // Threads, exit handlers and fork handlers live in it: it must never be unmapped.
    println!("cargo:rustc-cdylib-link-arg=-Wl,-z,nodelete");
    // What the C library lacks is an error here, not at the first call.
    println!("cargo:rustc-cdylib-link-arg=-Wl,-z,defs");
}
