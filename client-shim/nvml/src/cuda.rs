//! The client's `libcuda.so.1`, found at run time.

use std::ffi::{CStr, c_void};
use std::sync::Mutex;

use protocol::snapshot::Snapshot;

use crate::driver;
use crate::result::Error;

type Take = unsafe extern "C" fn(data: *mut c_void, bytes: *const u8, length: usize);
type SnapshotFn = unsafe extern "C" fn(data: *mut c_void, take: Take) -> i32;
type MemoryFn = unsafe extern "C" fn(device: i32, free: *mut u64, total: *mut u64) -> i32;

/// nvmlInit calls that were not undone, and what they learnt.
struct State {
    references: u32,
    snapshot: Option<&'static Snapshot>,
}

static STATE: Mutex<State> = Mutex::new(State { references: 0, snapshot: None });

fn lock() -> std::sync::MutexGuard<'static, State> {
    STATE.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// nvmlInit: finds the session.
pub(crate) fn initialise() -> Result<(), Error> {
    let mut state = lock();
    if state.snapshot.is_none() {
        // Leaked: devices are looked at from any thread until the process ends.
        state.snapshot = Some(Box::leak(Box::new(load()?)));
    }
    state.references += 1;
    Ok(())
}

/// nvmlShutdown.
pub(crate) fn shut_down() -> Result<(), Error> {
    let mut state = lock();
    state.references = state.references.checked_sub(1).ok_or(Error::Uninitialized)?;
    Ok(())
}

/// The snapshot, between nvmlInit and nvmlShutdown.
pub(crate) fn snapshot() -> Result<&'static Snapshot, Error> {
    let state = lock();
    state.snapshot.filter(|_| state.references > 0).ok_or(Error::Uninitialized)
}

/// A function of the `libcuda.so.1` that this process uses.
pub(crate) fn symbol(name: &CStr) -> Result<*mut c_void, Error> {
    // SAFETY: opens the client's library or finds it loaded; it is never closed.
    let library = unsafe { libc::dlopen(c"libcuda.so.1".as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL) };
    if library.is_null() {
        return Err(Error::LibraryNotFound);
    }
    // SAFETY: a handle from dlopen and a NUL-terminated name.
    let found = unsafe { libc::dlsym(library, name.as_ptr()) };
    if found.is_null() { Err(Error::LibraryNotFound) } else { Ok(found) }
}

fn load() -> Result<Snapshot, Error> {
    let Ok(found) = symbol(c"bifrost_snapshot_1") else {
        return driver::snapshot();
    };
    // SAFETY: the symbol, whose name carries its version, has this type.
    let ask = unsafe { std::mem::transmute::<*mut c_void, SnapshotFn>(found) };
    let mut bytes: Vec<u8> = Vec::new();
    // SAFETY: `append` takes a vector and any bytes.
    if unsafe { ask((&raw mut bytes).cast(), append) } != 0 {
        return Err(Error::DriverNotLoaded);
    }
    // The bytes are a control message: a length, then the snapshot.
    let body = bytes.get(4..).ok_or(Error::Unknown)?;
    protocol::control::decode(body).map_err(|_| Error::Unknown)
}

unsafe extern "C" fn append(data: *mut c_void, bytes: *const u8, length: usize) {
    // SAFETY: `load` passes its vector.
    let target = unsafe { &mut *data.cast::<Vec<u8>>() };
    // SAFETY: libcuda passes bytes that live across the call.
    target.extend_from_slice(unsafe { std::slice::from_raw_parts(bytes, length) });
}

/// Free and total bytes of a device's partition.
pub(crate) fn memory(device: usize) -> Result<(u64, u64), Error> {
    let Ok(found) = symbol(c"bifrost_memory_1") else {
        return driver::memory(device, snapshot()?.devices.get(device).map_or(0, |d| d.total_mem));
    };
    // SAFETY: the symbol, whose name carries its version, has this type.
    let ask = unsafe { std::mem::transmute::<*mut c_void, MemoryFn>(found) };
    let (mut free, mut total) = (0, 0);
    // SAFETY: both are writable.
    let result = unsafe { ask(device as i32, &mut free, &mut total) };
    if result == 0 { Ok((free, total)) } else { Err(Error::Unknown) }
}
