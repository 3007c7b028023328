//! The parser's sample modules load and lower, and all their instructions are executed.

mod common;

use std::collections::BTreeSet;
use std::path::Path;

use common::Device;

#[test]
fn sample_modules_lower() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ptx/tests/data");
    let mut seen = 0;
    let mut missing = BTreeSet::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|e| e != "ptx") {
            continue;
        }
        let d = Device::new();
        let source = std::fs::read_to_string(&path).unwrap();
        let Ok(module) = softcuda_simt::Module::load(source.as_bytes().into(), &d.space) else {
            // Modules with undefined externals are for the parser only.
            continue;
        };
        for kernel in module.kernels() {
            assert!(kernel.registers() >= 16 && kernel.max_threads > 0);
            missing.extend(kernel.unsupported());
            seen += 1;
        }
    }
    assert!(seen >= 8, "only {seen} kernels");
    assert!(missing.is_empty(), "{missing:?}");
}
