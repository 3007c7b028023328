//! Textures and surfaces: images in device memory, and how kernels read them.
//!
//! An object is found by its handle, which kernels get as a number. Handles are never used twice, so that one of an object
//! that is gone is told from a new one.

mod sample;

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

pub(crate) use sample::{Place, gather, sample, texel};

/// What a channel of a texel holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Channel {
    /// An unsigned integer.
    Unsigned,
    /// A signed integer.
    Signed,
    /// A floating-point number of 16 or 32 bits.
    Float,
}

/// How texels are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    /// What each channel holds.
    pub channel: Channel,
    /// Bytes of a channel: 1, 2 or 4.
    pub bytes: u32,
    /// Channels: 1, 2 or 4.
    pub channels: u32,
}

impl Format {
    /// Bytes of a texel.
    pub fn texel(self) -> u32 {
        self.bytes * self.channels
    }
}

/// Texels in device memory, row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Image {
    /// Address of the first texel.
    pub base: u64,
    /// Texels by axis, each at least 1. Layers of a layered image count along the last.
    pub extent: [u32; 3],
    /// Bytes from one row to the next.
    pub pitch: u64,
    /// Bytes from one slice or layer to the next.
    pub slice: u64,
    /// What a texel is.
    pub format: Format,
}

/// What lies beyond an image's edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Address {
    /// The image again.
    Wrap,
    /// The texel at the edge.
    Clamp,
    /// The image, turned round.
    Mirror,
    /// The border's colour.
    Border,
}

/// How a texture is read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sampler {
    /// Beyond the edges, by axis.
    pub address: [Address; 3],
    /// Values between texels are interpolated.
    pub linear: bool,
    /// Coordinates go from 0 to 1.
    pub normalized: bool,
    /// Integers are read as numbers from 0 (or -1) to 1.
    pub as_float: bool,
    /// The first three channels are stored with the curve of sRGB.
    pub srgb: bool,
    /// The border's colour.
    pub border: [f32; 4],
}

/// An image and how it is read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Texture {
    /// The texels.
    pub image: Image,
    /// How they are read.
    pub sampler: Sampler,
}

/// What a handle stands for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Object {
    /// For reading with a sampler.
    Texture(Texture),
    /// For reading and writing bytes.
    Surface(Image),
}

/// All objects by handle.
#[derive(Debug, Default)]
pub struct Objects {
    last: AtomicU64,
    map: RwLock<HashMap<u64, Arc<Object>>>,
}

impl Objects {
    /// Makes an object known; its handle.
    pub fn bind(&self, object: Object) -> u64 {
        let handle = self.last.fetch_add(1, Ordering::Relaxed) + 1;
        self.map.write().unwrap_or_else(PoisonError::into_inner).insert(handle, Arc::new(object));
        handle
    }

    /// Forgets an object.
    pub fn unbind(&self, handle: u64) -> Option<Arc<Object>> {
        self.map.write().unwrap_or_else(PoisonError::into_inner).remove(&handle)
    }

    /// The object of a handle.
    pub fn find(&self, handle: u64) -> Option<Arc<Object>> {
        self.map.read().unwrap_or_else(PoisonError::into_inner).get(&handle).cloned()
    }
}
