//! CUDA arrays, and the texture and surface objects over them.

use std::collections::HashMap;

use cuda_abi::*;
use parking_lot::Mutex;
use softcuda_simt::texture::{Address, Channel, Format, Image, Object, Sampler, Texture};

use crate::driver::Driver;
use crate::error::{Error, Result};
use crate::handle::{Kind, Table};
use crate::memory::{MemoryKind, Owner};

/// Rows of arrays start at multiples of this.
const ROW: u64 = 32;
/// Most texels along an axis.
const MOST: usize = 1 << 17;

const LAYERED: u32 = 1;
const SURFACE: u32 = 2;
const GATHER: u32 = 8;

/// All arrays.
pub static ARRAYS: Table<Array> = Table::new(Kind::Array);

/// An array. Its memory is the device's, but no pointer leads there.
#[derive(Debug)]
pub struct Array {
    /// Its handle.
    pub handle: u64,
    /// Life of the context that owns it.
    pub owner: u64,
    /// What the program asked for.
    pub descriptor: CUDA_ARRAY3D_DESCRIPTOR,
    /// Its texels.
    pub image: Image,
}

impl Array {
    /// Makes an array.
    pub fn create(owner: Owner, descriptor: CUDA_ARRAY3D_DESCRIPTOR) -> Result<u64> {
        let format = format_of(descriptor.Format, descriptor.NumChannels)?;
        if descriptor.Flags & !(LAYERED | SURFACE | GATHER) != 0 {
            return Err(Error::NotSupported);
        }
        let CUDA_ARRAY3D_DESCRIPTOR { Width: width, Height: height, Depth: depth, .. } = descriptor;
        let layered = descriptor.Flags & LAYERED != 0;
        let shape_fits = if layered { depth != 0 } else { height != 0 || depth == 0 };
        if width == 0 || !shape_fits {
            return Err(Error::InvalidValue);
        }
        let extent = match (height, layered) {
            (0, true) => [width, depth, 1],
            _ => [width, height.max(1), depth.max(1)],
        };
        if extent.iter().any(|size| *size > MOST) {
            return Err(Error::InvalidValue);
        }
        let extent = extent.map(|size| size as u32);
        let pitch = (u64::from(extent[0]) * u64::from(format.texel())).next_multiple_of(ROW);
        let slice = pitch * u64::from(extent[1]);
        let bytes = slice.checked_mul(u64::from(extent[2])).ok_or(Error::OutOfMemory)?;
        let base = Driver::get()?.memory.allocate_device(owner, bytes, MemoryKind::Array)?;
        let image = Image { base, extent, pitch, slice, format };
        let array = ARRAYS.insert_with(|handle| Self { handle, owner: owner.live, descriptor, image });
        Ok(array.handle)
    }

    /// Forgets an array and frees its memory.
    pub fn destroy(handle: u64) -> Result {
        let array = ARRAYS.remove(handle).ok_or(Error::InvalidHandle)?;
        Driver::get()?.memory.release_array(array.image.base)
    }

    /// One-dimensional with layers: copies see the layers as slices.
    fn layered_rows(&self) -> bool {
        self.descriptor.Height == 0 && self.descriptor.Flags & LAYERED != 0
    }

    /// Address, pitch and slice for a copy of `size` (bytes, rows, slices) from `at`, if all of it lies inside.
    pub fn part(&self, at: [usize; 3], size: [usize; 3]) -> Result<(u64, u64, u64)> {
        let Image { base, extent, pitch, slice, format } = self.image;
        let row = extent[0] as usize * format.texel() as usize;
        let (rows, slices, slice) = match self.layered_rows() {
            true => (1, extent[1] as usize, pitch),
            false => (extent[1] as usize, extent[2] as usize, slice),
        };
        let fits = |n: usize, most: usize| at[n].checked_add(size[n]).is_some_and(|end| end <= most);
        if !fits(0, row) || !fits(1, rows) || !fits(2, slices) {
            return Err(Error::InvalidValue);
        }
        Ok((base + at[2] as u64 * slice + at[1] as u64 * pitch + at[0] as u64, pitch, slice))
    }
}

/// The format of a number of channels.
fn format_of(format: CUarray_format, channels: u32) -> Result<Format> {
    let (channel, bytes) = match format {
        CU_AD_FORMAT_UNSIGNED_INT8 => (Channel::Unsigned, 1),
        CU_AD_FORMAT_UNSIGNED_INT16 => (Channel::Unsigned, 2),
        CU_AD_FORMAT_UNSIGNED_INT32 => (Channel::Unsigned, 4),
        CU_AD_FORMAT_SIGNED_INT8 => (Channel::Signed, 1),
        CU_AD_FORMAT_SIGNED_INT16 => (Channel::Signed, 2),
        CU_AD_FORMAT_SIGNED_INT32 => (Channel::Signed, 4),
        CU_AD_FORMAT_HALF => (Channel::Float, 2),
        CU_AD_FORMAT_FLOAT => (Channel::Float, 4),
        _ => return Err(Error::NotSupported),
    };
    if !matches!(channels, 1 | 2 | 4) {
        return Err(Error::InvalidValue);
    }
    Ok(Format { channel, bytes, channels })
}

/// What an object was made of, to be told again.
#[derive(Clone, Copy)]
pub struct Described {
    /// Life of the context that owns it.
    pub owner: u64,
    /// The texels.
    pub resource: CUDA_RESOURCE_DESC,
    /// How a texture is read; none for surfaces.
    pub texture: Option<CUDA_TEXTURE_DESC>,
}

// SAFETY: its pointers are handles and device addresses: numbers that nobody follows.
unsafe impl Send for Described {}

/// All texture and surface objects, by handle.
#[derive(Default)]
pub struct ObjectTable(Mutex<HashMap<u64, Described>>);

impl ObjectTable {
    /// Makes an object for kernels.
    pub fn create(&self, described: Described) -> Result<u64> {
        let object = match &described.texture {
            Some(texture) => Object::Texture(texture_of(&described.resource, texture)?),
            None => Object::Surface(surface_of(&described.resource)?),
        };
        let handle = Driver::get()?.space.objects().bind(object);
        self.0.lock().insert(handle, described);
        Ok(handle)
    }

    /// Forgets a texture or a surface.
    pub fn destroy(&self, handle: u64, texture: bool) -> Result {
        let mut objects = self.0.lock();
        if objects.get(&handle).is_none_or(|object| object.texture.is_some() != texture) {
            return Err(Error::InvalidValue);
        }
        objects.remove(&handle);
        Driver::get()?.space.objects().unbind(handle);
        Ok(())
    }

    /// What an object was made of.
    pub fn find(&self, handle: u64) -> Result<Described> {
        self.0.lock().get(&handle).copied().ok_or(Error::InvalidValue)
    }

    /// Forgets everything of a life of a context; the arrays' memory goes with its other memory.
    pub fn release_owner(&self, driver: &Driver, owner: u64) {
        for (handle, _) in self.0.lock().extract_if(|_, object| object.owner == owner) {
            driver.space.objects().unbind(handle);
        }
        for array in ARRAYS.select(|array| array.owner == owner) {
            ARRAYS.remove(array.handle);
        }
    }
}

/// The texels of a resource, and whether they are plain memory without rows.
fn image_of(resource: &CUDA_RESOURCE_DESC) -> Result<(Image, bool)> {
    let memory = &Driver::get()?.memory;
    match resource.resType {
        CU_RESOURCE_TYPE_ARRAY => {
            // SAFETY: the type says which member is set.
            let array = unsafe { resource.res.array.hArray };
            Ok((ARRAYS.get(array as u64).ok_or(Error::InvalidHandle)?.image, false))
        }
        CU_RESOURCE_TYPE_LINEAR => {
            // SAFETY: as above.
            let linear = unsafe { resource.res.linear };
            let format = format_of(linear.format, linear.numChannels)?;
            let texels = linear.sizeInBytes / format.texel() as usize;
            let aligned = linear.devPtr.is_multiple_of(512);
            let width =
                u32::try_from(texels).ok().filter(|n| *n > 0 && aligned).ok_or(Error::InvalidValue)?;
            memory.check(linear.devPtr, linear.sizeInBytes as u64)?;
            let bytes = linear.sizeInBytes as u64;
            Ok((
                Image { base: linear.devPtr, extent: [width, 1, 1], pitch: bytes, slice: bytes, format },
                true,
            ))
        }
        CU_RESOURCE_TYPE_PITCH2D => {
            // SAFETY: as above.
            let rows = unsafe { resource.res.pitch2D };
            let format = format_of(rows.format, rows.numChannels)?;
            let size = |n: usize| u32::try_from(n).ok().filter(|n| (1..=MOST as u32).contains(n));
            let (width, height) = size(rows.width).zip(size(rows.height)).ok_or(Error::InvalidValue)?;
            let (pitch, row) = (rows.pitchInBytes as u64, u64::from(width) * u64::from(format.texel()));
            let aligned = rows.devPtr.is_multiple_of(512) && pitch.is_multiple_of(ROW);
            let last = pitch.checked_mul(u64::from(height) - 1).and_then(|n| n.checked_add(row));
            let bytes = last.filter(|_| aligned && pitch >= row).ok_or(Error::InvalidValue)?;
            memory.check(rows.devPtr, bytes)?;
            let extent = [width, height, 1];
            Ok((Image { base: rows.devPtr, extent, pitch, slice: bytes, format }, false))
        }
        CU_RESOURCE_TYPE_MIPMAPPED_ARRAY => Err(Error::NotSupported),
        _ => Err(Error::InvalidValue),
    }
}

const READ_AS_INTEGER: u32 = 1;
const NORMALIZED: u32 = 2;
const SRGB: u32 = 0x10;

fn texture_of(resource: &CUDA_RESOURCE_DESC, texture: &CUDA_TEXTURE_DESC) -> Result<Texture> {
    let (image, plain) = image_of(resource)?;
    let address = |mode: CUaddress_mode| {
        Ok(match mode {
            // Plain memory is read by index, without a sampler; beyond it is nothing.
            _ if plain => Address::Border,
            CU_TR_ADDRESS_MODE_WRAP => Address::Wrap,
            CU_TR_ADDRESS_MODE_CLAMP => Address::Clamp,
            CU_TR_ADDRESS_MODE_MIRROR => Address::Mirror,
            CU_TR_ADDRESS_MODE_BORDER => Address::Border,
            _ => return Err(Error::InvalidValue),
        })
    };
    let [x, y, z] = texture.addressMode;
    let integers = image.format.channel != Channel::Float;
    let as_float = integers && image.format.bytes < 4 && texture.flags & READ_AS_INTEGER == 0;
    let linear = texture.filterMode == CU_TR_FILTER_MODE_LINEAR && !plain;
    if linear && integers && !as_float {
        return Err(Error::InvalidValue);
    }
    let sampler = Sampler {
        address: [address(x)?, address(y)?, address(z)?],
        linear,
        normalized: texture.flags & NORMALIZED != 0 && !plain,
        as_float,
        srgb: texture.flags & SRGB != 0,
        border: if plain { [0.0; 4] } else { texture.borderColor },
    };
    Ok(Texture { image, sampler })
}

fn surface_of(resource: &CUDA_RESOURCE_DESC) -> Result<Image> {
    if resource.resType != CU_RESOURCE_TYPE_ARRAY {
        return Err(Error::InvalidValue);
    }
    // SAFETY: the type says which member is set.
    let array = unsafe { resource.res.array.hArray };
    let array = ARRAYS.get(array as u64).ok_or(Error::InvalidHandle)?;
    if array.descriptor.Flags & SURFACE == 0 {
        return Err(Error::InvalidValue);
    }
    Ok(array.image)
}
