//! Modules, libraries and their functions.

use std::ffi::{CStr, CString, c_void};
use std::sync::Arc;

use cuda_abi::{
    CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES, CU_JIT_INFO_LOG_BUFFER,
    CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES, CUjit_option, CUresult,
};
use fatbin::{ComputeCapability, EntryKind, Fatbin, Image, ImageKind, KernelInfo, UnitsWrapper};
use parking_lot::Mutex;
use protocol::ops::{FuncId, FuncSet, ModuleId, ModuleLoad, push};
use protocol::snapshot::{self, ModuleTable};

use super::{Env, bad, names, variables};
use crate::worker::allocations::Held;
use crate::worker::caller::{Answer, Caller, Handled, Job};
use crate::worker::driver::{Cu, Library, Raw};
use crate::worker::handles::{Context, Kernel, Module, ModuleHandle};
use crate::worker::host_memory::Taken;
use crate::worker::images::{self, IMAGE_MAX, ImageHash};
use crate::worker::inbound::{Inbound, Sink};
use crate::worker::printed::Printed;
use crate::worker::session::Session;

/// Bytes of a JIT option on the wire.
pub(super) const OPTION_LEN: usize = 16;
/// Most JIT options of a load.
pub(super) const OPTIONS_MAX: usize = 64;
/// Bytes of each JIT log.
const LOG_BYTES: usize = 8 * 1024;
/// Attributes are sent along for tables of at most this many kernels.
const ATTRIBUTES_FOR: usize = 256;
/// JIT options that are plain values; others are pointers into the client's process, or logs, which the worker has itself.
const OPTIONS: &[u32] = &[0, 1, 7, 8, 9, 10, 11, 12, 13, 14, 16, 20, 21, 22, 23, 24, 29, 30, 31, 32, 33, 34];

/// A load under way.
struct Loading {
    caller: Caller,
    ctx: Arc<Context>,
    id: u32,
    library: bool,
    hash: ImageHash,
    options: Vec<(u32, u64)>,
    /// Of an image that came over bulk.
    _count: Option<Taken>,
}

/// Why a load failed, and what the driver's compiler said.
struct Refused {
    code: CUresult,
    logs: (String, String),
}

impl From<CUresult> for Refused {
    fn from(code: CUresult) -> Self {
        Refused { code, logs: Default::default() }
    }
}

/// MODULE_LOAD: on a helper, once the image is here.
pub(super) fn load(env: &mut Env<'_>, payload: &[u8]) -> Handled {
    let (p, rest) = ModuleLoad::split(payload).map_err(bad)?;
    let count = p.options.get() as usize;
    if p.library.get() > 1 || p.offer.get() > 1 || p.len.get() > IMAGE_MAX || count > OPTIONS_MAX {
        return Err(CUresult::INVALID_VALUE);
    }
    let (options, image) = rest.split_at_checked(count * OPTION_LEN).ok_or(CUresult::INVALID_VALUE)?;
    let ctx = env.context()?;
    let loading = Loading {
        caller: env.caller,
        ctx,
        id: p.id.get(),
        library: p.library.get() == 1,
        hash: p.hash,
        options: self::options(options),
        _count: None,
    };
    if p.offer.get() == 1 {
        return match env.session.images.find(&p.hash) {
            Some(image) => start(env.session, loading, move || Ok(image)),
            // The client repeats it with the bytes.
            None => Ok(Answer::Empty),
        };
    }
    if p.xfer.get() != 0 {
        return receive_image(env, p.xfer.get(), p.len.get(), move |session, bytes, count| {
            let loading = Loading { _count: Some(count), ..loading };
            // Starting a helper cannot fail here.
            let _ = start(session, loading, move || Ok(Arc::new(bytes)));
        });
    }
    if image.len() as u64 != p.len.get() {
        return Err(CUresult::INVALID_VALUE);
    }
    let bytes = image.to_vec();
    start(env.session, loading, move || Ok(Arc::new(bytes)))
}

/// The options that are plain values.
pub(super) fn options(bytes: &[u8]) -> Vec<(u32, u64)> {
    bytes.chunks_exact(OPTION_LEN).map(option).filter(|(o, _)| OPTIONS.contains(o)).collect()
}

fn option(bytes: &[u8]) -> (u32, u64) {
    let (mut id, mut value) = ([0; 4], [0; 8]);
    id.copy_from_slice(&bytes[..4]);
    value.copy_from_slice(&bytes[8..16]);
    (u32::from_le_bytes(id), u64::from_le_bytes(value))
}

/// An image comes over bulk, without a window: it is bounded by its length. `then` also gets its count.
pub(super) fn receive_image(
    env: &mut Env<'_>,
    xfer: u64,
    len: u64,
    then: impl FnOnce(&Arc<Session>, Vec<u8>, Taken) + Send + 'static,
) -> Handled {
    if len == 0 {
        return Err(CUresult::INVALID_VALUE);
    }
    let count = env.session.host.take(len).inspect_err(|_| env.session.inbounds.discard(xfer, len))?;
    let then = move |session: &Arc<Session>, bytes: Vec<u8>| then(session, bytes, count);
    let inbound = Inbound::new(xfer, len, Sink::Memory(Mutex::new(Some(Box::new(then)))));
    env.session.inbounds.announce(inbound)?;
    let watermark = env.session.outbound.watermark();
    env.session.out.push(push::BULK_CREDIT, 0, watermark, &[&xfer.to_le_bytes(), &len.to_le_bytes()]);
    Ok(Answer::Later)
}

fn start(
    session: &Arc<Session>,
    loading: Loading,
    image: impl FnOnce() -> Cu<Arc<Vec<u8>>> + Send + 'static,
) -> Handled {
    let job: Job = Box::new(move |session| {
        let loaded = image().map_err(Refused::from).and_then(|i| finish_load(session, &loading, i));
        let (result, table) = match loaded {
            Ok(table) => (CUresult::SUCCESS, table),
            Err(refused) => (refused.code, ModuleTable { logs: refused.logs, ..ModuleTable::default() }),
        };
        match postcard::to_stdvec(&table) {
            Ok(body) => session.finish_with(&loading.caller, result, &[&body]),
            Err(_) => session.finish(&loading.caller, CUresult::UNKNOWN, &[]),
        }
    });
    session.pool.spawn(session, job);
    Ok(Answer::Later)
}

/// Loads an image (kept with a NUL behind it, which ends PTX).
fn finish_load(session: &Session, l: &Loading, image: Arc<Vec<u8>>) -> Result<ModuleTable, Refused> {
    let image = keep(session, l, image)?;
    let parsed = parse(&image).map_err(code)?;
    session.lib.enter(l.ctx.raw, l.ctx.serial)?;
    let mut logs = Logs::new();
    let handle = counted(session, l, &parsed, &mut logs)?;
    let infos = manifest(&session.lib, &l.ctx, &parsed)?;
    if let Some(printed) = &session.printed {
        note_printing(printed, &parsed);
    }
    let mut kernels = Vec::with_capacity(infos.len());
    let mut table = ModuleTable { logs: logs.texts(), ..ModuleTable::default() };
    let with_attributes = infos.len() <= ATTRIBUTES_FOR;
    for info in infos {
        let Some(kernel) = find_kernel(&session.lib, handle, &info) else { continue };
        let attributes = with_attributes.then(|| all_attributes(&session.lib, &l.ctx, handle, kernel.raw));
        table.kernels.push(snapshot::Kernel {
            name: info.name,
            params: kernel.params.clone(),
            param_bytes: kernel.param_bytes,
            attributes,
        });
        kernels.push(kernel);
    }
    let globals = names::globals(&parsed);
    table.globals = find_globals(&session.lib, handle, &globals);
    let module = Arc::new(Module { ctx: l.ctx.clone(), handle, kernels, globals });
    session.tables.add_module(l.id, module).inspect_err(|_| {
        // The id was refused: nobody will ever unload it.
        let _ = unload_handle(session, handle);
    })?;
    Ok(table)
}

/// Loads an image whose variables have room in the partition.
fn counted(
    session: &Session,
    l: &Loading,
    image: &Image<'_>,
    logs: &mut Logs,
) -> Result<ModuleHandle, Refused> {
    let reserved = session.allocations.reserve(l.ctx.device as usize, variables::bytes(image))?;
    match load_handle(&session.lib, l, image, logs) {
        Ok(handle) => {
            session.allocations.hold(held(handle), reserved, l.ctx.serial);
            Ok(handle)
        }
        Err(code) => {
            session.allocations.cancel(reserved);
            Err(Refused { code, logs: logs.texts() })
        }
    }
}

fn held(handle: ModuleHandle) -> Held {
    let (ModuleHandle::Module(raw) | ModuleHandle::Library(raw)) = handle;
    Held::Module(raw.0.addr())
}

/// An image that has a NUL behind it. Several fatbins in a row are separately compiled units.
fn parse(image: &[u8]) -> fatbin::Result<Image<'_>> {
    let sent = image.strip_suffix(&[0]).unwrap_or(image);
    match fatbin::units(sent) {
        Ok(units) if units.len() > 1 => Ok(Image::of_units(units)),
        _ => Image::from_bytes(image),
    }
}

/// Checks the hash of a fresh image and keeps it.
fn keep(session: &Session, l: &Loading, image: Arc<Vec<u8>>) -> Cu<Arc<Vec<u8>>> {
    if let Some(known) = session.images.find(&l.hash) {
        return Ok(known);
    }
    if images::hash(&image) != l.hash {
        return Err(CUresult::INVALID_IMAGE);
    }
    let mut bytes = Arc::unwrap_or_clone(image);
    bytes.push(0);
    let image = Arc::new(bytes);
    session.images.keep(l.hash, image.clone());
    Ok(image)
}

fn code(e: fatbin::Error) -> CUresult {
    // CUDA's result codes are small positive numbers.
    CUresult(e.code() as i32)
}

/// Buffers for the compiler's messages.
pub(super) struct Logs {
    info: Vec<u8>,
    error: Vec<u8>,
}

impl Logs {
    pub(super) fn new() -> Self {
        Logs { info: vec![0; LOG_BYTES], error: vec![0; LOG_BYTES] }
    }

    pub(super) fn options(&mut self) -> [(CUjit_option, *mut c_void); 4] {
        let size: *mut c_void = std::ptr::without_provenance_mut(LOG_BYTES);
        [
            (CU_JIT_INFO_LOG_BUFFER, self.info.as_mut_ptr().cast()),
            (CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES, size),
            (CU_JIT_ERROR_LOG_BUFFER, self.error.as_mut_ptr().cast()),
            (CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES, size),
        ]
    }

    pub(super) fn texts(&self) -> (String, String) {
        let text = |b: &[u8]| {
            CStr::from_bytes_until_nul(b).map(|c| c.to_string_lossy().into_owned()).unwrap_or_default()
        };
        (text(&self.info), text(&self.error))
    }
}

fn load_handle(lib: &Library, l: &Loading, image: &Image<'_>, logs: &mut Logs) -> Cu<ModuleHandle> {
    let own = l.options.iter().map(|&(o, v)| (o, std::ptr::without_provenance_mut(v as usize)));
    let (mut options, mut values): (Vec<CUjit_option>, Vec<*mut c_void>) = own.chain(logs.options()).unzip();
    let units = UnitsWrapper::new(&image.prelinked);
    let image = if image.prelinked.is_empty() { image.data.as_ptr().cast() } else { units.as_ptr() };
    let count = options.len() as u32;
    let (options, values) = (options.as_mut_ptr(), values.as_mut_ptr());
    let mut raw = Raw::NULL;
    if l.library {
        let none: *mut c_void = std::ptr::null_mut();
        // SAFETY: the image was checked to hold all that its headers promise, and ends with NUL if it is text; options are values or
        // point to buffers of the size given; the driver copies the image before returning.
        let r = unsafe {
            (lib.cuLibraryLoadData)(
                &raw mut raw.0,
                image,
                options,
                values,
                count,
                none.cast(),
                none.cast(),
                0,
            )
        };
        if r != CUresult::NOT_SUPPORTED {
            return r.ok().map(|()| ModuleHandle::Library(raw));
        }
    }
    // SAFETY: as above.
    unsafe { (lib.cuModuleLoadDataEx)(&raw mut raw.0, image, count, options, values) }.ok()?;
    Ok(ModuleHandle::Module(raw))
}

fn note_printing(printed: &Printed, image: &Image<'_>) {
    if image.kind != ImageKind::Fatbin {
        return printed.loaded(image.data);
    }
    let entries = image.fatbins().filter_map(|f| Fatbin::parse(f).ok()).flat_map(|f| f.entries);
    // An entry that cannot be unpacked was not loaded either.
    entries.filter_map(|e| e.payload().ok()).for_each(|code| printed.loaded(&code));
}

/// The kernels that the device will see in an image.
fn manifest(lib: &Library, ctx: &Context, image: &Image<'_>) -> Cu<Vec<KernelInfo>> {
    if image.kind != ImageKind::Fatbin {
        return fatbin::manifest(image.data).map_err(code);
    }
    let entries = Fatbin::parse(image.data).map_err(code)?.entries;
    let usable: Vec<_> =
        entries.iter().filter(|e| matches!(e.kind, EntryKind::Ptx | EntryKind::Cubin)).collect();
    if let [one] = usable[..] {
        return fatbin::manifest_of_entry(one).map_err(code);
    }
    let mut kernels = Vec::new();
    for entry in image.choose(capability(lib, ctx)?, lib.policy()).map_err(code)? {
        kernels.extend(fatbin::manifest_of_entry(&entry).map_err(code)?);
    }
    Ok(kernels)
}

fn capability(lib: &Library, ctx: &Context) -> Cu<ComputeCapability> {
    let get = |attribute| -> Cu<u32> {
        let mut v = 0;
        // SAFETY: the out pointer is valid; ordinals are devices.
        unsafe { (lib.cuDeviceGetAttribute)(&raw mut v, attribute, ctx.device) }.ok()?;
        u32::try_from(v).map_err(|_| CUresult::INVALID_DEVICE)
    };
    Ok(ComputeCapability::new(get(75)?, get(76)?))
}

fn find_kernel(lib: &Library, handle: ModuleHandle, info: &KernelInfo) -> Option<Kernel> {
    let name = CString::new(info.name.as_str()).ok()?;
    let mut raw = Raw::NULL;
    // SAFETY: live handles, a C string, valid out pointers.
    let found = unsafe {
        match handle {
            ModuleHandle::Module(m) => (lib.cuModuleGetFunction)(&raw mut raw.0, m.0, name.as_ptr()),
            ModuleHandle::Library(l) => (lib.cuLibraryGetKernel)(&raw mut raw.0, l.0, name.as_ptr()),
        }
    };
    found.ok().ok()?;
    let told: Vec<(u32, u32)> = info.params.iter().map(|p| (p.offset, p.size)).collect();
    let params = driver_params(lib, handle, raw).unwrap_or(told);
    let end = params.iter().map(|&(o, s)| o.saturating_add(s)).max().unwrap_or(0);
    Some(Kernel { raw, params, param_bytes: end })
}

/// The parameter layout as the driver tells it, where it can.
fn driver_params(lib: &Library, handle: ModuleHandle, raw: Raw) -> Option<Vec<(u32, u32)>> {
    let mut params = Vec::new();
    for index in 0..4096 {
        let (mut offset, mut size) = (0usize, 0usize);
        // SAFETY: a live function or kernel; the out pointers are valid.
        let r = unsafe {
            match handle {
                ModuleHandle::Module(_) => {
                    (lib.cuFuncGetParamInfo)(raw.0, index, &raw mut offset, &raw mut size)
                }
                ModuleHandle::Library(_) => {
                    (lib.cuKernelGetParamInfo)(raw.0, index, &raw mut offset, &raw mut size)
                }
            }
        };
        match r {
            CUresult::SUCCESS => params.push((u32::try_from(offset).ok()?, u32::try_from(size).ok()?)),
            // One past the last.
            CUresult::INVALID_VALUE => return Some(params),
            _ => return None,
        }
    }
    None
}

fn attribute(lib: &Library, ctx: &Context, handle: ModuleHandle, raw: Raw, id: u32) -> Cu<i32> {
    let mut value = 0;
    // SAFETY: a live function or kernel; the out pointer is valid.
    unsafe {
        match handle {
            ModuleHandle::Module(_) => (lib.cuFuncGetAttribute)(&raw mut value, id, raw.0),
            ModuleHandle::Library(_) => (lib.cuKernelGetAttribute)(&raw mut value, id, raw.0, ctx.device),
        }
    }
    .ok()?;
    Ok(value)
}

fn all_attributes(lib: &Library, ctx: &Context, handle: ModuleHandle, raw: Raw) -> [i32; 16] {
    // Attributes that this driver does not know are 0.
    std::array::from_fn(|id| attribute(lib, ctx, handle, raw, id as u32).unwrap_or(0))
}

/// MODULE_GLOBALS: on a helper, for the driver may have to load the code.
pub(super) fn globals(env: &mut Env<'_>, payload: &[u8]) -> Handled {
    let (p, _) = ModuleId::split(payload).map_err(bad)?;
    let module = env.session.tables.module(p.id.get())?;
    let (ctx, caller) = (env.context()?, env.caller);
    let job: Job = Box::new(move |session| {
        let table = session.lib.enter(ctx.raw, ctx.serial).and_then(|()| {
            let globals = find_globals(&session.lib, module.handle, &module.globals);
            let table = ModuleTable { globals, ..ModuleTable::default() };
            postcard::to_stdvec(&table).map_err(|_| CUresult::UNKNOWN)
        });
        match table {
            Ok(table) => session.finish(&caller, CUresult::SUCCESS, &[&table]),
            Err(code) => session.finish(&caller, code, &[]),
        }
    });
    env.session.pool.spawn(env.session, job);
    Ok(Answer::Later)
}

/// Those of the names that are globals in the current context.
fn find_globals(lib: &Library, handle: ModuleHandle, names: &[String]) -> Vec<(String, u64, u64)> {
    names.iter().filter_map(|name| find_global(lib, handle, name)).collect()
}

fn find_global(lib: &Library, handle: ModuleHandle, name: &str) -> Option<(String, u64, u64)> {
    let c = CString::new(name).ok()?;
    let (mut address, mut bytes) = (0, 0usize);
    // SAFETY: live handles, a C string, valid out pointers.
    let r = unsafe {
        match handle {
            ModuleHandle::Module(m) => {
                (lib.cuModuleGetGlobal_v2)(&raw mut address, &raw mut bytes, m.0, c.as_ptr())
            }
            ModuleHandle::Library(l) => {
                (lib.cuLibraryGetGlobal)(&raw mut address, &raw mut bytes, l.0, c.as_ptr())
            }
        }
    };
    r.ok().ok()?;
    Some((name.to_owned(), address, bytes as u64))
}

/// MODULE_UNLOAD: may wait for the device.
pub(super) fn unload(env: &mut Env<'_>, payload: &[u8]) -> Handled {
    let (p, _) = ModuleId::split(payload).map_err(bad)?;
    let module = env.session.tables.remove_module(p.id.get())?;
    let caller = env.caller;
    let job: Job = Box::new(move |session| {
        let ctx = &module.ctx;
        let result =
            session.lib.enter(ctx.raw, ctx.serial).and_then(|()| unload_handle(session, module.handle));
        session.finish(&caller, CUresult::from(result), &[]);
    });
    env.session.pool.spawn(env.session, job);
    Ok(Answer::Later)
}

fn unload_handle(session: &Session, handle: ModuleHandle) -> Cu<()> {
    let lib = &session.lib;
    // SAFETY: a live handle that nothing can find any more.
    unsafe {
        match handle {
            ModuleHandle::Module(m) => (lib.cuModuleUnload)(m.0),
            ModuleHandle::Library(l) => (lib.cuLibraryUnload)(l.0),
        }
    }
    .ok()?;
    session.allocations.let_go(held(handle));
    Ok(())
}

/// FUNC_ATTRIBUTES.
pub(super) fn attributes(env: &mut Env<'_>, payload: &[u8]) -> Handled {
    let (p, _) = FuncId::split(payload).map_err(bad)?;
    let module = env.session.tables.module(p.module.get())?;
    let kernel = module.kernels.get(p.index.get() as usize).ok_or(CUresult::INVALID_HANDLE)?;
    let ctx = env.context()?;
    let values = all_attributes(env.lib(), &ctx, module.handle, kernel.raw);
    Ok(Answer::Bytes(values.iter().flat_map(|v| v.to_le_bytes()).collect()))
}

/// FUNC_SET_ATTRIBUTE.
pub(super) fn set_attribute(env: &mut Env<'_>, payload: &[u8]) -> Handled {
    let (p, _) = FuncSet::split(payload).map_err(bad)?;
    let module = env.session.tables.module(p.module.get())?;
    let kernel = module.kernels.get(p.index.get() as usize).ok_or(CUresult::INVALID_HANDLE)?;
    let ctx = env.context()?;
    let id = u32::try_from(p.attribute.get()).map_err(bad)?;
    // SAFETY: a live function or kernel; the driver checks attribute and value.
    unsafe {
        match module.handle {
            ModuleHandle::Module(_) => (env.lib().cuFuncSetAttribute)(kernel.raw.0, id, p.value.get()),
            ModuleHandle::Library(_) => {
                (env.lib().cuKernelSetAttribute)(id, p.value.get(), kernel.raw.0, ctx.device)
            }
        }
    }
    .ok()?;
    Ok(Answer::Empty)
}

/// FUNC_SET_CACHE.
pub(super) fn set_cache(env: &mut Env<'_>, payload: &[u8]) -> Handled {
    let (p, _) = FuncSet::split(payload).map_err(bad)?;
    let module = env.session.tables.module(p.module.get())?;
    let kernel = module.kernels.get(p.index.get() as usize).ok_or(CUresult::INVALID_HANDLE)?;
    let ctx = env.context()?;
    let config = u32::try_from(p.attribute.get()).map_err(bad)?;
    // SAFETY: a live function or kernel; the driver checks the value.
    unsafe {
        match module.handle {
            ModuleHandle::Module(_) => (env.lib().cuFuncSetCacheConfig)(kernel.raw.0, config),
            ModuleHandle::Library(_) => (env.lib().cuKernelSetCacheConfig)(kernel.raw.0, config, ctx.device),
        }
    }
    .ok()?;
    Ok(Answer::Empty)
}
