//! How the software device is told from others: by its name, which passes through every layer in between.

/// Name of the software device; it executes PTX and takes nothing else.
pub const NAME: &str = "softcuda";
/// Its name in null mode: it takes every image and executes nothing.
pub const NULL_NAME: &str = "softcuda (kernels not executed)";

/// Whether a device of this name is the software device, in either mode.
pub fn is_software(name: &str) -> bool {
    name == NAME || name == NULL_NAME
}

/// Whether a device of this name takes PTX only.
pub fn takes_ptx_only(name: &str) -> bool {
    name == NAME
}
