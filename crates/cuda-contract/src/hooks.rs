//! What a library tells this crate about itself.

use std::ffi::{c_int, c_void};
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};

use cuda_abi::{CUcontext, CUdevice, CUfunction, CUmodule, CUresult, CUstream};

/// How a device identifies itself to the runtime; must equal what cuDeviceGetUuid and the PCI attributes answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DeviceIdentity {
    /// As cuDeviceGetUuid answers.
    pub uuid: [u8; 16],
    /// Attribute PCI_DOMAIN_ID.
    pub pci_domain: c_int,
    /// Attribute PCI_BUS_ID.
    pub pci_bus: c_int,
    /// Attribute PCI_DEVICE_ID.
    pub pci_device: c_int,
}

/// The library's side of the export tables. None of the functions may panic. Output arguments are written only with
/// success.
pub struct Hooks {
    /// What cuDriverGetVersion answers, such as 13050.
    pub driver_version: fn() -> c_int,
    /// The calling thread's current context, null if none. Called once per call of the CUDA runtime: must be fast.
    pub current_context: fn() -> CUcontext,
    /// The handle of the device's primary context, which is not retained by this.
    pub primary_context: fn(device: CUdevice, context: &mut CUcontext) -> CUresult,
    /// Loads the module whose fatbin wrapper or fatbin is at the pointer into the current context.
    ///
    /// The function may assume that the caller of the private table passed a valid image, as for cuModuleLoadData.
    pub load_fatbin: unsafe fn(image: *const c_void, module: &mut CUmodule) -> CUresult,
    /// Unloads a module that `load_fatbin` returned. `handle` is what the runtime passes: the module or the wrapper.
    pub unload_fatbin: unsafe fn(handle: *const c_void) -> CUresult,
    /// A number that identifies the context for the life of the process, as cuCtxGetId answers.
    pub context_id: fn(context: CUcontext, id: &mut u64) -> CUresult,
    /// A number that identifies the stream for the life of the process, as cuStreamGetId answers.
    pub stream_id: fn(context: CUcontext, stream: CUstream, id: &mut u64) -> CUresult,
    /// The stream that a handle stands for in a context; `per_thread` says what the null stream means.
    pub resolve_stream:
        fn(context: CUcontext, stream: CUstream, per_thread: bool, out: &mut CUstream) -> CUresult,
    /// Calls `visit` with each kernel of the module.
    pub module_functions:
        fn(context: CUcontext, module: CUmodule, visit: &mut dyn FnMut(CUfunction)) -> CUresult,
    /// How many devices the program sees.
    pub device_count: fn() -> c_int,
    /// The identity of a visible device.
    pub device_identity: fn(device: CUdevice) -> DeviceIdentity,
    /// Takes one line about something unusual, such as a private function that is not implemented. May drop it.
    pub log: fn(line: &str),
}

static HOOKS: AtomicPtr<Hooks> = AtomicPtr::new(ptr::null_mut());

/// Installs the library's hooks; the last call counts. To be called before anything else of this crate.
pub fn install(hooks: &'static Hooks) {
    HOOKS.store(ptr::from_ref(hooks).cast_mut(), Ordering::Release);
}

/// The installed hooks, if any.
pub(crate) fn hooks() -> Option<&'static Hooks> {
    // SAFETY: the pointer is null or came from a reference that lives for ever.
    unsafe { HOOKS.load(Ordering::Acquire).as_ref() }
}

/// Hands one line to the library's log.
pub(crate) fn log(line: &str) {
    if let Some(hooks) = hooks() {
        (hooks.log)(line);
    }
}

/// The context that a handle of a private call stands for: null and -1 mean the current one.
pub(crate) fn resolve_context(context: CUcontext) -> CUcontext {
    match context.addr() {
        0 | usize::MAX => hooks().map_or(ptr::null_mut(), |hooks| (hooks.current_context)()),
        _ => context,
    }
}
