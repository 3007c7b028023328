//! Telling once why a program's kernels cannot run: many programs only say that something failed.

use std::sync::atomic::{AtomicBool, Ordering};

/// Writes a line to standard error, once per process: an image has nothing that the device takes. `prefix` says who speaks; a device
/// may take PTX only.
#[cold]
pub fn tell(prefix: &str, compute_capability: u32, ptx_only: bool) {
    static TOLD: AtomicBool = AtomicBool::new(false);
    if !TOLD.swap(true, Ordering::Relaxed) {
        let words = words(compute_capability, ptx_only);
        crate::say(&format!("{prefix}: {words}"));
    }
}

fn words(cc: u32, ptx_only: bool) -> String {
    let (major, minor) = (cc / 10, cc % 10);
    if ptx_only {
        return format!(
            "a part of the program has machine code only, and the software device runs PTX up to compute capability {major}.{minor}: \
             compile with PTX (nvcc -gencode arch=compute_75,code=compute_75), or use a GPU; cuBLAS and its like have PTX for \
             devices newer than they are (SOFTCUDA_CC=13.0)"
        );
    }
    format!(
        "a part of the program has neither machine code nor PTX for compute capability {major}.{minor}: \
         compile for it (nvcc -arch=sm_{cc}), or with PTX of an earlier one"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cause_and_remedy_are_named() {
        let (soft, gpu) = (words(121, true), words(90, false));
        assert!(
            soft.contains("machine code only") && soft.contains("12.1") && soft.contains("compile with PTX")
        );
        assert!(soft.ends_with(
            "or use a GPU; cuBLAS and its like have PTX for devices newer than they are (SOFTCUDA_CC=13.0)"
        ));
        assert!(gpu.contains("9.0") && gpu.contains("-arch=sm_90"));
    }
}
