//! Arrays, textures and surfaces.

use std::sync::Arc;

use cuda_abi::*;
use cuda_contract::array::texel;
use protocol::ops::{self, ArrayCopy, ArrayCreate, ArrayId, BoxEnd};
use zerocopy::FromBytes;
use zerocopy::little_endian::U64;

use super::{Env, bad};
use crate::worker::allocations::Held;
use crate::worker::caller::{Answer, Handled, Job};
use crate::worker::driver::{Cu, Library, Raw};
use crate::worker::handles::{Array, Context, ImageObject};
use crate::worker::session::Session;
use crate::worker::zeroing;

fn size(n: U64) -> Cu<usize> {
    usize::try_from(n.get()).map_err(bad)
}

/// ARRAY_CREATE.
pub(super) fn create(env: &mut Env<'_>, payload: &[u8]) -> Handled {
    let (p, _) = ArrayCreate::split(payload).map_err(bad)?;
    let (p, ctx, caller) = (*p, env.context()?, env.caller);
    let own = ctx.clone();
    let job: Job = Box::new(move |session| {
        let result = created(session, &own, &p);
        session.finish(&caller, CUresult::from(result), &[]);
    });
    if env.session.zeroing.is_on() {
        env.session.pool.spawn(env.session, job);
        return Ok(Answer::Later);
    }
    Ok(Answer::WhenIdle(ctx, job))
}

fn created(session: &Session, ctx: &Arc<Context>, p: &ArrayCreate) -> Cu<()> {
    let lib = &session.lib;
    lib.enter(ctx.raw, ctx.serial)?;
    if !session.tables.array_is_free(p.id.get()) {
        return Err(CUresult::INVALID_HANDLE);
    }
    let descriptor = CUDA_ARRAY3D_DESCRIPTOR {
        Width: size(p.width)?,
        Height: size(p.height)?,
        Depth: size(p.depth)?,
        Format: p.format.get(),
        NumChannels: p.channels.get(),
        Flags: p.flags.get(),
    };
    let texel = texel(descriptor.Format, descriptor.NumChannels).ok_or(CUresult::NOT_SUPPORTED)?;
    // What the client says it takes is checked against what it must take.
    let row = descriptor.Width.checked_mul(texel).ok_or(CUresult::OUT_OF_MEMORY)?;
    let extent = [row, descriptor.Height.max(1), descriptor.Depth.max(1)];
    let least = extent.iter().try_fold(1usize, |n, by| n.checked_mul(*by));
    let bytes = p.bytes.get().max(least.ok_or(CUresult::OUT_OF_MEMORY)? as u64);
    let reserved = session.allocations.reserve(ctx.device as usize, bytes)?;
    let mut raw = Raw::NULL;
    // SAFETY: out pointer and descriptor are valid; the context is current.
    let result = unsafe { (lib.cuArray3DCreate_v2)(&raw mut raw.0, &raw const descriptor) };
    if let Err(e) = result.ok() {
        session.allocations.cancel(reserved);
        return Err(e);
    }
    session.allocations.hold(Held::Array(raw.0.addr()), reserved, ctx.serial);
    let array = Array { raw, ctx: ctx.clone() };
    let fill = |lib: &Library, stream| zeroing::array(lib, stream, raw, extent);
    let zeroed = if session.zeroing.is_on() { zeroing::wipe(session, ctx, fill) } else { Ok(()) };
    if let Err(e) = zeroed {
        // The failure counts, not how this ends.
        let _ = destroyed(session, &array);
        return Err(e);
    }
    session.tables.add_array(p.id.get(), array)
}

/// ARRAY_DESTROY: waits for the device.
pub(super) fn destroy(env: &mut Env<'_>, payload: &[u8]) -> Handled {
    let (p, _) = ArrayId::split(payload).map_err(bad)?;
    let array = env.session.tables.remove_array(p.id.get())?;
    let (ctx, caller) = (array.ctx.clone(), env.caller);
    let job: Job = Box::new(move |session| {
        let result = destroyed(session, &array);
        session.finish(&caller, CUresult::from(result), &[]);
    });
    Ok(Answer::WhenIdle(ctx, job))
}

fn destroyed(session: &Session, array: &Array) -> Cu<()> {
    session.lib.enter(array.ctx.raw, array.ctx.serial)?;
    // SAFETY: a live array of this session, taken out of the table so that it is destroyed once.
    unsafe { (session.lib.cuArrayDestroy)(array.raw.0) }.ok()?;
    session.allocations.let_go(Held::Array(array.raw.0.addr()));
    Ok(())
}

/// One end of a copy as the driver takes it.
struct End {
    kind: CUmemorytype,
    device: CUdeviceptr,
    array: CUarray,
    pitch: usize,
    rows: usize,
    at: [usize; 3],
}

fn end(session: &Session, end: &BoxEnd) -> Cu<End> {
    if end.array.get() == 0 {
        return Ok(End {
            kind: CU_MEMORYTYPE_DEVICE,
            device: end.address.get(),
            array: std::ptr::null_mut(),
            pitch: size(end.pitch)?,
            rows: size(end.rows)?,
            at: [0; 3],
        });
    }
    let array = session.tables.array(end.array.get())?;
    let at = [size(end.x)?, size(end.y)?, size(end.z)?];
    Ok(End { kind: CU_MEMORYTYPE_ARRAY, device: 0, array: array.raw.0, pitch: 0, rows: 0, at })
}

/// ARRAY_COPY.
pub(super) fn copy(env: &mut Env<'_>, payload: &[u8]) -> Handled {
    let (p, _) = ArrayCopy::split(payload).map_err(bad)?;
    let stream = env.stream(p.stream.get())?;
    let (dst, src) = (end(env.session, &p.dst)?, end(env.session, &p.src)?);
    let copy = CUDA_MEMCPY3D_v2 {
        srcXInBytes: src.at[0],
        srcY: src.at[1],
        srcZ: src.at[2],
        srcLOD: 0,
        srcMemoryType: src.kind,
        srcHost: std::ptr::null(),
        srcDevice: src.device,
        srcArray: src.array,
        reserved0: std::ptr::null_mut(),
        srcPitch: src.pitch,
        srcHeight: src.rows,
        dstXInBytes: dst.at[0],
        dstY: dst.at[1],
        dstZ: dst.at[2],
        dstLOD: 0,
        dstMemoryType: dst.kind,
        dstHost: std::ptr::null_mut(),
        dstDevice: dst.device,
        dstArray: dst.array,
        reserved1: std::ptr::null_mut(),
        dstPitch: dst.pitch,
        dstHeight: dst.rows,
        WidthInBytes: size(p.width)?,
        Height: size(p.height)?,
        Depth: size(p.depth)?,
    };
    // SAFETY: both ends are on the device; the driver checks addresses and sizes.
    unsafe { (env.lib().cuMemcpy3DAsync_v2)(&raw const copy, stream.raw.0) }.ok()?;
    env.counted(&stream)
}

/// OBJECT_CREATE.
pub(super) fn object(env: &mut Env<'_>, payload: &[u8]) -> Handled {
    let (p, _) = ops::ImageObject::split(payload).map_err(bad)?;
    let ctx = env.context()?;
    let resource = CUDA_RESOURCE_DESC { resType: p.kind.get(), res: resource(env.session, p)?, flags: 0 };
    let float = |bits: zerocopy::little_endian::U32| f32::from_bits(bits.get());
    let texture = CUDA_TEXTURE_DESC {
        addressMode: p.address_modes.map(|mode| mode.get()),
        filterMode: p.filter.get(),
        flags: p.flags.get(),
        maxAnisotropy: p.anisotropy.get(),
        mipmapFilterMode: p.level_filter.get(),
        mipmapLevelBias: float(p.levels[0]),
        minMipmapLevelClamp: float(p.levels[1]),
        maxMipmapLevelClamp: float(p.levels[2]),
        borderColor: p.border.map(float),
        reserved: [0; 12],
    };
    let is_texture = p.texture.get() != 0;
    let mut handle = 0;
    // SAFETY: the pointers are valid; arrays are live ones of this session, the driver checks addresses.
    unsafe {
        if is_texture {
            let (out, texture) = (&raw mut handle, &raw const texture);
            (env.lib().cuTexObjectCreate)(out, &raw const resource, texture, std::ptr::null())
        } else {
            (env.lib().cuSurfObjectCreate)(&raw mut handle, &raw const resource)
        }
    }
    .ok()?;
    env.session.tables.add_object(handle, ImageObject { texture: is_texture, ctx });
    Ok(Answer::Bytes(handle.to_le_bytes().to_vec()))
}

fn resource(session: &Session, p: &ops::ImageObject) -> Cu<CUDA_RESOURCE_DESC_v1_res> {
    let mut resource =
        CUDA_RESOURCE_DESC_v1_res { reserved: CUDA_RESOURCE_DESC_v1_res_reserved { reserved: [0; 32] } };
    match p.kind.get() {
        CU_RESOURCE_TYPE_ARRAY => {
            let array = session.tables.array(p.array.get())?;
            resource.array = CUDA_RESOURCE_DESC_v1_res_array { hArray: array.raw.0 };
        }
        CU_RESOURCE_TYPE_LINEAR => {
            resource.linear = CUDA_RESOURCE_DESC_v1_res_linear {
                devPtr: p.address.get(),
                format: p.format.get(),
                numChannels: p.channels.get(),
                sizeInBytes: size(p.bytes)?,
            };
        }
        CU_RESOURCE_TYPE_PITCH2D => {
            resource.pitch2D = CUDA_RESOURCE_DESC_v1_res_pitch2D {
                devPtr: p.address.get(),
                format: p.format.get(),
                numChannels: p.channels.get(),
                width: size(p.width)?,
                height: size(p.height)?,
                pitchInBytes: size(p.pitch)?,
            };
        }
        _ => return Err(CUresult::NOT_SUPPORTED),
    }
    Ok(resource)
}

/// OBJECT_DESTROY.
pub(super) fn forget(env: &mut Env<'_>, payload: &[u8]) -> Handled {
    let (handle, _) = U64::ref_from_prefix(payload).map_err(bad)?;
    let object = env.session.tables.remove_object(handle.get())?;
    env.lib().enter(object.ctx.raw, object.ctx.serial)?;
    // SAFETY: a live object of this session, taken out of the table so that it is destroyed once.
    unsafe {
        if object.texture {
            (env.lib().cuTexObjectDestroy)(handle.get())
        } else {
            (env.lib().cuSurfObjectDestroy)(handle.get())
        }
    }
    .ok()?;
    Ok(Answer::Empty)
}
