//! A `libcuda.so.1` that knows nothing of sessions, such as the software device used directly: what the driver API tells.

use std::ffi::{CStr, c_char, c_int, c_uint, c_void};
use std::mem::transmute;

use protocol::snapshot::{ATTRIBUTES, Device, Snapshot};

use crate::cuda::symbol;
use crate::result::Error;

/// Any pointer: what it leads to is the function's own business.
type Any = *mut c_void;

/// Attributes that say where the device is on its PCI bus: domain, bus, device.
const PCI: [usize; 3] = [50, 33, 34];

/// Calls a driver function of so many pointer-sized arguments.
///
/// # Safety
/// The arguments are what the function takes, by position; integers fit their registers.
unsafe fn call<const N: usize>(name: &CStr, arguments: [usize; N]) -> Result<(), Error> {
    let function = symbol(name)?;
    let mut all = [0; 4];
    all[..N].copy_from_slice(&arguments);
    // SAFETY: driver functions take up to four integers or pointers here, and ignore registers beyond those.
    let function = unsafe { transmute::<Any, extern "C" fn(usize, usize, usize, usize) -> c_int>(function) };
    if function(all[0], all[1], all[2], all[3]) == 0 { Ok(()) } else { Err(Error::DriverNotLoaded) }
}

/// A number that a driver function writes through its first argument.
fn number<const N: usize>(name: &CStr, further: [usize; N]) -> Result<i32, Error> {
    let mut value: c_int = 0;
    let mut all = [0; 4];
    all[0] = (&raw mut value).addr();
    all[1..=N].copy_from_slice(&further);
    // SAFETY: the first argument is writable, the others are integers.
    unsafe { call(name, all) }?;
    Ok(value)
}

/// What there is to know of the driver and its devices.
pub(crate) fn snapshot() -> Result<Snapshot, Error> {
    // SAFETY: cuInit takes flags.
    unsafe { call(c"cuInit", [0]) }?;
    let count = number(c"cuDeviceGetCount", [])?;
    let version = number(c"cuDriverGetVersion", [])?;
    Ok(Snapshot {
        driver_version: version,
        driver_name: format!("{}.{}", version / 1000, version % 1000 / 10),
        server: String::new(),
        devices: (0..count).map(device).collect::<Result<_, _>>()?,
    })
}

fn device(ordinal: i32) -> Result<Device, Error> {
    let id = number(c"cuDeviceGet", [ordinal as usize])? as usize;
    let mut name: [c_char; 256] = [0; 256];
    let mut uuid = [0u8; 16];
    let mut total_mem = 0u64;
    // SAFETY: each writes into a variable of the size that it is told or that it has by definition.
    unsafe {
        call(c"cuDeviceGetName", [name.as_mut_ptr().addr(), name.len() - 1, id])?;
        call(c"cuDeviceGetUuid_v2", [uuid.as_mut_ptr().addr(), id])?;
        call(c"cuDeviceTotalMem_v2", [(&raw mut total_mem).addr(), id])?;
    }
    let attributes: Vec<Option<i32>> =
        (0..ATTRIBUTES).map(|attribute| number(c"cuDeviceGetAttribute", [attribute, id]).ok()).collect();
    let [domain, bus, slot] = PCI.map(|attribute| attributes[attribute].unwrap_or(0));
    Ok(Device {
        // SAFETY: the array was zeros and its last byte still is.
        name: unsafe { CStr::from_ptr(name.as_ptr()) }.to_string_lossy().into_owned(),
        uuid,
        total_mem,
        physical_mem: total_mem,
        attributes,
        pci: (domain, bus, slot),
        priority_range: (0, 0),
        limits: Vec::new(),
        ptx_only: false,
    })
}

/// Free and total bytes of a device. Without a context in this process nothing of it is in use here.
pub(crate) fn memory(ordinal: usize, total: u64) -> Result<(u64, u64), Error> {
    let id = number(c"cuDeviceGet", [ordinal])? as usize;
    let (mut flags, mut active): (c_uint, c_int) = (0, 0);
    // SAFETY: both are writable.
    unsafe { call(c"cuDevicePrimaryCtxGetState", [id, (&raw mut flags).addr(), (&raw mut active).addr()]) }?;
    if active == 0 {
        return Ok((total, total));
    }
    let mut context: Any = std::ptr::null_mut();
    let (mut free, mut all) = (0usize, 0usize);
    // SAFETY: the context is retained while it is current; all that is written to is a variable of its type.
    unsafe {
        call(c"cuDevicePrimaryCtxRetain", [(&raw mut context).addr(), id])?;
        let asked = call(c"cuCtxPushCurrent_v2", [context.addr()]).and_then(|()| {
            let asked = call(c"cuMemGetInfo_v2", [(&raw mut free).addr(), (&raw mut all).addr()]);
            call(c"cuCtxPopCurrent_v2", [(&raw mut context).addr()])?;
            asked
        });
        call(c"cuDevicePrimaryCtxRelease_v2", [id])?;
        asked?;
    }
    Ok((free as u64, all as u64))
}
