//! A library of two devices for the tests.
#![allow(dead_code, reason = "each test program uses a part")]

use std::cell::Cell;
use std::ffi::c_void;
use std::ptr;
use std::sync::Mutex;

use cuda_abi::{CUcontext, CUresult, CUuuid};
use cuda_contract::{DeviceIdentity, Hooks, export_table, install};

thread_local! {
    static CURRENT: Cell<usize> = const { Cell::new(0) };
}

/// Lines that the library's log got.
pub(crate) static LOG: Mutex<Vec<String>> = Mutex::new(Vec::new());

pub(crate) static HOOKS: Hooks = Hooks {
    driver_version: || 13050,
    current_context: || handle(CURRENT.get()),
    primary_context: |device, context| match device {
        0 | 1 => {
            *context = handle(0x1000 + device as usize);
            CUresult::SUCCESS
        }
        _ => CUresult::INVALID_DEVICE,
    },
    load_fatbin: |image, module| {
        *module = image.cast_mut();
        CUresult::SUCCESS
    },
    unload_fatbin: |_| CUresult::SUCCESS,
    context_id: |context, id| {
        *id = context.addr() as u64;
        CUresult::SUCCESS
    },
    stream_id: |_, stream, id| {
        *id = stream.addr() as u64;
        CUresult::SUCCESS
    },
    resolve_stream: |_, stream, per_thread, out| {
        *out = if stream.is_null() { handle(1 + usize::from(per_thread)) } else { stream };
        CUresult::SUCCESS
    },
    module_functions: |_, module, visit| {
        if module.is_null() {
            return CUresult::INVALID_HANDLE;
        }
        visit(handle(0x71));
        visit(handle(0x72));
        CUresult::SUCCESS
    },
    device_count: || 2,
    device_identity: |device| DeviceIdentity {
        uuid: [device as u8; 16],
        pci_domain: 0,
        pci_bus: device,
        pci_device: 0,
    },
    log: |line| {
        if let Ok(mut lines) = LOG.lock() {
            lines.push(line.to_owned());
        }
    },
};

pub(crate) fn handle(value: usize) -> *mut c_void {
    ptr::without_provenance_mut(value)
}

/// Makes a context current in this thread.
pub(crate) fn set_current(context: usize) {
    install(&HOOKS);
    CURRENT.set(context);
}

/// A private table.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Table(*const *const c_void);

impl Table {
    /// One of the slots that it has.
    pub(crate) fn slot(&self, slot: usize) -> *const c_void {
        // SAFETY: callers ask only for slots that the table has.
        unsafe { self.0.add(slot).read() }
    }
}

/// The table with this UUID.
pub(crate) fn table(uuid: u128) -> Result<Table, CUresult> {
    install(&HOOKS);
    let id = CUuuid { bytes: uuid.to_be_bytes() };
    let mut table = ptr::null();
    // SAFETY: both point to locals.
    match unsafe { export_table(&mut table, &id) } {
        CUresult::SUCCESS => Ok(Table(table.cast())),
        error => Err(error),
    }
}

/// The current context as private calls name it.
pub(crate) const CURRENT_NAMES: [CUcontext; 2] = [ptr::null_mut(), ptr::without_provenance_mut(usize::MAX)];
