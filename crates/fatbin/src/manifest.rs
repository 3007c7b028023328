//! The kernels of an image and the layout of their parameters.

use crate::container::{Entry, EntryKind};
use crate::cubin::Cubin;
use crate::error::{Error, Result};
use crate::image::{Image, ImageKind};
use crate::ptx::PtxHeader;

/// Where a kernel parameter lies in the parameter buffer, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Param {
    /// From the start of the buffer.
    pub offset: u32,
    /// Without padding.
    pub size: u32,
}

/// A kernel of a cubin or PTX text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct KernelInfo {
    /// Its (mangled) name.
    pub name: String,
    /// Its parameters in order.
    pub params: Vec<Param>,
    /// Size of the parameter buffer in bytes: the end of the last parameter, with no padding after it.
    pub param_bytes: u32,
    /// The most threads per block that it was compiled for, if it has launch bounds.
    pub max_threads: Option<u32>,
    /// What it needs to run; known in cubins.
    pub needs: Option<Needs>,
}

/// What a kernel needs to run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Needs {
    /// Registers per thread.
    pub registers: u32,
    /// Static shared memory per block, in bytes.
    pub shared_bytes: u32,
    /// Local memory per thread, in bytes.
    pub local_bytes: u32,
    /// Constant memory that the program declares, in bytes.
    pub const_bytes: u32,
}

/// The kernels of a cubin or PTX text.
pub fn manifest(image: &[u8]) -> Result<Vec<KernelInfo>> {
    let image = Image::from_bytes(image)?;
    match image.kind {
        ImageKind::Cubin => Cubin::parse(image.data)?.kernels(),
        ImageKind::Ptx => PtxHeader::parse(image.data).map(|ptx| ptx.kernels),
        ImageKind::Fatbin => Err(Error::UnknownFormat),
    }
}

/// The kernels of a fatbin entry, which is decompressed for it.
pub fn manifest_of_entry(entry: &Entry<'_>) -> Result<Vec<KernelInfo>> {
    let payload = entry.payload()?;
    match entry.kind {
        EntryKind::Cubin => Cubin::parse(&payload)?.kernels(),
        EntryKind::Ptx => PtxHeader::parse(&payload).map(|ptx| ptx.kernels),
        _ => Err(Error::UnknownFormat),
    }
}
