//! Readers of the device images that a CUDA program hands to its driver: fatbins, cubins and PTX.
//!
//! Everything here is a pure function of bytes. The one exception is [`image_from_ptr`], which finds
//! out how long an image is that a program passed without a length; all raw pointers live in its module.
//! Every other function takes slices and treats them as hostile: no input makes it panic, read out of
//! bounds, loop for longer than its length warrants or allocate more than [`MAX_PAYLOAD`].
//!
//! The usual path of an image: [`image_from_ptr`] → [`Image::choose`] (the entry that a device will use)
//! → [`repack`] (a minimal fatbin to send) → [`manifest`] (kernels and their parameter layout).

mod bytes;
mod container;
mod cubin;
mod decompress;
mod elf;
mod error;
mod image;
mod manifest;
mod ptx;
mod raw;
mod select;

pub use crate::container::{Compression, Entry, EntryKind, Fatbin, Variant, pack, repack, units};
pub use crate::cubin::{Cubin, Variable};
pub use crate::decompress::MAX_PAYLOAD;
pub use crate::error::{Error, Result};
pub use crate::image::{Image, ImageKind};
pub use crate::manifest::{KernelInfo, Needs, Param, manifest, manifest_of_entry};
pub use crate::ptx::{PtxHeader, PtxTarget};
pub use crate::raw::{MAX_PTX, UnitsWrapper, image_from_ptr};
pub use crate::select::{ComputeCapability, Policy, select};

/// Runs every reader over `data`; for fuzzers and robustness tests. Results are thrown away.
pub fn fuzz_target(data: &[u8]) {
    let device = ComputeCapability::new(12, 1);
    if let Ok(image) = Image::from_bytes(data) {
        for policy in [Policy::PtxOnly, Policy::CubinOrPtx] {
            for entry in image.choose(device, policy).into_iter().flatten() {
                let _ = manifest_of_entry(&entry);
                let _ = repack(&entry);
            }
        }
    }
    let _ = units(data);
    if let Ok(fatbin) = Fatbin::parse(data) {
        for entry in &fatbin.entries {
            let _ = entry.payload();
        }
    }
    let _ = manifest(data);
    let _ = Cubin::parse(data).map(|c| (c.kernels(), c.variables()));
    let _ = PtxHeader::parse(data);
}
