//! Kernel launches and host functions.

use std::ffi::c_void;

use cuda_abi::{
    CU_LAUNCH_ATTRIBUTE_LAUNCH_COMPLETION_EVENT, CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_EVENT,
    CU_LAUNCH_PARAM_BUFFER_POINTER, CU_LAUNCH_PARAM_BUFFER_SIZE, CU_LAUNCH_PARAM_END, CUlaunchAttribute,
    CUlaunchConfig, CUresult,
};
use protocol::ops::{HostFn, LAUNCH_COOPERATIVE, Launch};

use super::{Env, bad};
use crate::worker::caller::{Answer, Handled};
use crate::worker::completer::Action;
use crate::worker::driver::{Cu, Library};
use crate::worker::handles::{Kernel, Stream};

/// Largest number of launch attributes; the driver knows fewer kinds.
const ATTRS_MAX: usize = 32;
/// Attributes that hold pointers of the driver's besides events: refused.
const DEVICE_UPDATABLE: u32 = 13;

/// LAUNCH.
pub(super) fn launch(env: &mut Env<'_>, payload: &[u8]) -> Handled {
    let (p, rest) = Launch::split(payload).map_err(bad)?;
    env.session.allocations.awake()?;
    let stream = env.stream(p.stream.get())?;
    let module = env.session.tables.module(p.module.get())?;
    let kernel = module.kernels.get(p.index.get() as usize).ok_or(CUresult::INVALID_HANDLE)?;
    let param_len = p.param_len.get() as usize;
    if param_len > rest.len() || p.param_len.get() != kernel.param_bytes {
        return Err(CUresult::INVALID_VALUE);
    }
    let (params, attrs) = rest.split_at(param_len);
    let flags = p.flags.get();
    if p.attrs.get() != 0 {
        let mut attrs = attributes(p.attrs.get().into(), attrs)?;
        launch_with(env.lib(), kernel, p, &stream, params, &mut attrs)?;
    } else if flags & LAUNCH_COOPERATIVE != 0 {
        launch_cooperative(env.lib(), kernel, p, &stream, params)?;
    } else {
        launch_plain(env.lib(), kernel, p, &stream, params)?;
    }
    env.counted(&stream)
}

/// The `extra` array that describes a parameter buffer.
pub(super) fn extra(params: &[u8], len: &mut usize) -> [*mut c_void; 5] {
    *len = params.len();
    [
        CU_LAUNCH_PARAM_BUFFER_POINTER,
        params.as_ptr().cast_mut().cast(),
        CU_LAUNCH_PARAM_BUFFER_SIZE,
        (&raw mut *len).cast(),
        CU_LAUNCH_PARAM_END,
    ]
}

fn launch_plain(lib: &Library, kernel: &Kernel, p: &Launch, stream: &Stream, params: &[u8]) -> Cu<()> {
    let [gx, gy, gz] = p.grid.map(|n| n.get());
    let [bx, by, bz] = p.block.map(|n| n.get());
    let mut len = 0;
    let mut extra = extra(params, &mut len);
    let extra = if params.is_empty() { std::ptr::null_mut() } else { extra.as_mut_ptr() };
    // SAFETY: a live kernel and stream; `extra` describes a buffer of exactly the kernel's parameters, which the driver copies;
    // it checks the dimensions.
    unsafe {
        (lib.cuLaunchKernel)(
            kernel.raw.0,
            gx,
            gy,
            gz,
            bx,
            by,
            bz,
            p.shared.get(),
            stream.raw.0,
            std::ptr::null_mut(),
            extra,
        )
    }
    .ok()
}

fn launch_cooperative(lib: &Library, kernel: &Kernel, p: &Launch, stream: &Stream, params: &[u8]) -> Cu<()> {
    let [gx, gy, gz] = p.grid.map(|n| n.get());
    let [bx, by, bz] = p.block.map(|n| n.get());
    let mut pointers: Vec<*mut c_void> = Vec::with_capacity(kernel.params.len());
    for &(offset, size) in &kernel.params {
        let part = params
            .get(offset as usize..)
            .and_then(|s| s.get(..size as usize))
            .ok_or(CUresult::INVALID_VALUE)?;
        pointers.push(part.as_ptr().cast_mut().cast());
    }
    let pointers = if pointers.is_empty() { std::ptr::null_mut() } else { pointers.as_mut_ptr() };
    // SAFETY: a live kernel and stream; one pointer per parameter, each to as many bytes as the parameter has; the driver copies them.
    unsafe {
        (lib.cuLaunchCooperativeKernel)(
            kernel.raw.0,
            gx,
            gy,
            gz,
            bx,
            by,
            bz,
            p.shared.get(),
            stream.raw.0,
            pointers,
        )
    }
    .ok()
}

fn launch_with(
    lib: &Library,
    kernel: &Kernel,
    p: &Launch,
    stream: &Stream,
    params: &[u8],
    attrs: &mut [CUlaunchAttribute],
) -> Cu<()> {
    let config = CUlaunchConfig {
        gridDimX: p.grid[0].get(),
        gridDimY: p.grid[1].get(),
        gridDimZ: p.grid[2].get(),
        blockDimX: p.block[0].get(),
        blockDimY: p.block[1].get(),
        blockDimZ: p.block[2].get(),
        sharedMemBytes: p.shared.get(),
        hStream: stream.raw.0,
        attrs: attrs.as_mut_ptr(),
        // At most ATTRS_MAX.
        numAttrs: attrs.len() as u32,
    };
    let mut len = 0;
    let mut extra = extra(params, &mut len);
    let extra = if params.is_empty() { std::ptr::null_mut() } else { extra.as_mut_ptr() };
    // SAFETY: as in `launch_plain`; `config` names live attributes without pointers of the client's process.
    unsafe { (lib.cuLaunchKernelEx)(&raw const config, kernel.raw.0, std::ptr::null_mut(), extra) }.ok()
}

/// Reads launch attributes; those that name objects of the driver's are refused.
pub(super) fn attributes(count: usize, bytes: &[u8]) -> Cu<Vec<CUlaunchAttribute>> {
    let full = size_of::<CUlaunchAttribute>();
    if count > ATTRS_MAX || !bytes.len().is_multiple_of(count) {
        return Err(CUresult::INVALID_VALUE);
    }
    // The structure has 72 bytes, of which some clients send the first 64: no value of today is longer than 56.
    let stride = bytes.len() / count;
    if stride != full && stride != 64 {
        return Err(CUresult::INVALID_VALUE);
    }
    bytes.chunks_exact(stride).map(attribute).collect()
}

fn attribute(bytes: &[u8]) -> Cu<CUlaunchAttribute> {
    // SAFETY: the structure is plain integers and a union of such; all-zero is valid.
    let mut a: CUlaunchAttribute = unsafe { std::mem::zeroed() };
    // SAFETY: at most as many bytes as the structure has; any bytes are valid in it.
    unsafe {
        std::ptr::copy_nonoverlapping(
            bytes.as_ptr(),
            (&raw mut a).cast::<u8>(),
            bytes.len().min(size_of_val(&a)),
        )
    };
    match a.id {
        CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_EVENT
        | CU_LAUNCH_ATTRIBUTE_LAUNCH_COMPLETION_EVENT
        | DEVICE_UPDATABLE => Err(CUresult::NOT_SUPPORTED),
        _ => Ok(a),
    }
}

/// HOST_FN: the stream waits for the client's HOST_FN_DONE.
pub(super) fn host_fn(env: &mut Env<'_>, payload: &[u8]) -> Handled {
    let (p, _) = HostFn::split(payload).map_err(bad)?;
    let id = p.id.get();
    let stream = env.stream(p.stream.get())?;
    if env.session.host_fns.lock().contains_key(&id) {
        return Err(CUresult::INVALID_VALUE);
    }
    env.session.completer.watch(env.session, &stream, env.caller.seq, Action::HostFn(id))?;
    let gate = stream.gates.wait(env.lib(), stream.ctx.page.as_ref(), stream.raw)?;
    // The client's HOST_FN_DONE is a later frame, so it finds the entry.
    env.session.host_fns.lock().insert(id, (stream.clone(), gate));
    env.counted(&stream)
}

/// HOST_FN_DONE.
pub(super) fn host_fn_done(env: &mut Env<'_>, payload: &[u8]) -> Handled {
    let (p, _) = HostFn::split(payload).map_err(bad)?;
    let id = p.id.get();
    if !env.session.end_host_fn(id) {
        env.session.graphs.host_done(id)?;
    }
    Ok(Answer::Empty)
}
