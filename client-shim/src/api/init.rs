//! Start-up: version, cuInit, look-up of entry points, private export tables.

use std::ffi::{c_char, c_int, c_uint, c_void};
use std::sync::Once;

use cuda_abi::{
    CUDA_VERSION, CUcontext, CUdriverProcAddressQueryResult, CUfunction, CUmodule, CUresult, CUstream, CUuuid,
};
use cuda_contract::proc_address::Library;
use cuda_contract::{DeviceIdentity, Hooks};

use super::{Answer, put};
use crate::state::context;
use crate::state::stream::of_handle as stream_of;
use crate::state::{self, thread};
use crate::{entry, generated, handle};

pub(crate) unsafe fn cu_init(Flags: c_uint) -> Answer {
    if Flags != 0 {
        return Err(CUresult::INVALID_VALUE);
    }
    install_hooks();
    state::initialise()
}

/// Succeeds without a pool too, with the newest version: runtimes then go on to cuInit, whose error says what is wrong.
pub(crate) unsafe fn cu_driver_get_version(driverVersion: *mut c_int) -> Answer {
    super::not_null(driverVersion)?;
    install_hooks();
    // SAFETY: checked above.
    unsafe { put(driverVersion, version()) }
}

/// min(pool's driver, table).
fn version() -> c_int {
    match state::connect() {
        Ok(g) => g.snapshot.driver_version.min(CUDA_VERSION),
        Err(_) => CUDA_VERSION,
    }
}

pub(crate) unsafe fn cu_get_export_table(
    ppExportTable: *mut *const c_void,
    pExportTableId: *const CUuuid,
) -> Answer {
    install_hooks();
    // SAFETY: both pointers are null or valid.
    unsafe { cuda_contract::export_table(ppExportTable, pExportTableId) }.ok()
}

pub(crate) unsafe fn cu_get_proc_address(
    symbol: *const c_char,
    pfn: *mut *mut c_void,
    driverVersion: c_int,
    flags: u64,
) -> Answer {
    // SAFETY: the pointers are null or valid.
    unsafe { library().get_proc_address(symbol, pfn, driverVersion, flags) }.ok()
}

pub(crate) unsafe fn cu_get_proc_address_v2(
    symbol: *const c_char,
    pfn: *mut *mut c_void,
    driverVersion: c_int,
    flags: u64,
    symbolFound: *mut CUdriverProcAddressQueryResult,
) -> Answer {
    // SAFETY: the pointers are null or valid.
    unsafe { library().get_proc_address_v2(symbol, pfn, driverVersion, flags, symbolFound) }.ok()
}

fn library() -> Library {
    Library { driver_version: version(), address: generated::exports::address }
}

fn install_hooks() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        cuda_contract::install(&HOOKS);
        cuda_graph::install(&state::graph::GRAPHS);
    });
}

static HOOKS: Hooks = Hooks {
    driver_version: version,
    current_context,
    primary_context,
    load_fatbin,
    unload_fatbin,
    context_id,
    stream_id,
    resolve_stream,
    module_functions,
    device_count,
    device_identity,
    log: entry::log,
};

fn current_context() -> CUcontext {
    thread::this().current().map_or(std::ptr::null_mut(), context::Context::raw)
}

fn primary_context(device: c_int, out: &mut CUcontext) -> CUresult {
    state::global().and_then(|g| g.primary(device)).map(|c| *out = c.raw()).into()
}

unsafe fn load_fatbin(image: *const c_void, module: &mut CUmodule) -> CUresult {
    // SAFETY: the caller passes a valid image.
    unsafe { super::module::load(image, &mut Default::default()) }.map(|m| *module = m.raw()).into()
}

unsafe fn unload_fatbin(handle: *const c_void) -> CUresult {
    // SAFETY: unloading only looks the handle up.
    unsafe { super::module::cu_module_unload(handle.cast_mut()) }.into()
}

fn context_id(context: CUcontext, id: &mut u64) -> CUresult {
    state::global().and_then(|g| context::of_handle(g, context)).map(|c| *id = u64::from(c.id)).into()
}

fn stream_id(_context: CUcontext, stream: CUstream, id: &mut u64) -> CUresult {
    state::global().and_then(|g| stream_of(g, stream)).map(|s| *id = s.number()).into()
}

fn resolve_stream(_context: CUcontext, stream: CUstream, per_thread: bool, out: &mut CUstream) -> CUresult {
    *out = if per_thread { entry::stream_per_thread(stream) } else { entry::stream_legacy(stream) };
    CUresult::SUCCESS
}

fn module_functions(_context: CUcontext, module: CUmodule, visit: &mut dyn FnMut(CUfunction)) -> CUresult {
    let found = state::global().and_then(|g| g.modules.get(module).ok_or(CUresult::INVALID_HANDLE));
    found.map(|m| m.loaded.functions.iter().for_each(|f| visit(handle::raw(f.handle)))).into()
}

fn device_count() -> c_int {
    state::connected().map_or(0, |g| g.devices().len() as c_int)
}

fn device_identity(device: c_int) -> DeviceIdentity {
    let nothing = DeviceIdentity { uuid: [0; 16], pci_domain: 0, pci_bus: 0, pci_device: 0 };
    let Some(g) = state::connected() else { return nothing };
    g.device(device).map_or(nothing, |d| DeviceIdentity {
        uuid: d.uuid,
        pci_domain: d.pci.0,
        pci_bus: d.pci.1,
        pci_device: d.pci.2,
    })
}
