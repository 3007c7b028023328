//! Module images by hash, so that an image crosses the network once.

use std::collections::VecDeque;
use std::sync::Arc;

use parking_lot::Mutex;

use super::host_memory::{HostMemory, Taken};

/// Bytes kept at most.
const BYTES_MAX: usize = 512 * 1024 * 1024;
/// Largest image that is accepted, in bytes.
pub(super) const IMAGE_MAX: u64 = 2 * 1024 * 1024 * 1024;

/// First 16 bytes of an image's BLAKE3 hash.
pub(super) type ImageHash = [u8; 16];

/// Hash of an image.
pub(super) fn hash(image: &[u8]) -> ImageHash {
    let mut h = [0; 16];
    h.copy_from_slice(&blake3::hash(image).as_bytes()[..16]);
    h
}

#[derive(Default)]
struct State {
    images: VecDeque<(ImageHash, Arc<Vec<u8>>, Taken)>,
    bytes: usize,
}

/// The most recently used images.
pub struct Images {
    state: Mutex<State>,
    host: HostMemory,
}

impl Images {
    /// None yet.
    pub fn new(host: HostMemory) -> Self {
        Images { state: Mutex::default(), host }
    }

    /// The image with this hash, if it is here.
    pub fn find(&self, hash: &ImageHash) -> Option<Arc<Vec<u8>>> {
        let mut state = self.state.lock();
        let at = state.images.iter().position(|(h, ..)| h == hash)?;
        let entry = state.images.remove(at)?;
        let image = entry.1.clone();
        state.images.push_back(entry);
        Some(image)
    }

    /// Keeps an image whose hash was checked, if there is room for it.
    pub fn keep(&self, hash: ImageHash, image: Arc<Vec<u8>>) {
        let mut state = self.state.lock();
        if image.len() > BYTES_MAX / 2 || state.images.iter().any(|(h, ..)| *h == hash) {
            return;
        }
        let Ok(count) = self.host.take(image.len() as u64) else { return };
        state.bytes += image.len();
        state.images.push_back((hash, image, count));
        while state.bytes > BYTES_MAX {
            let Some((_, old, _)) = state.images.pop_front() else { break };
            state.bytes -= old.len();
        }
    }
}
