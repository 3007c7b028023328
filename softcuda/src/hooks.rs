//! The device's side of the runtime's private interface.

use std::collections::HashMap;
use std::ffi::{c_int, c_void};
use std::sync::Once;

use cuda_abi::{
    CU_STREAM_LEGACY, CU_STREAM_PER_THREAD, CUcontext, CUdevice, CUfunction, CUmodule, CUresult, CUstream,
};
use cuda_contract::{DeviceIdentity, Hooks};

use crate::context::{Context, current};
use crate::driver::{DRIVER_VERSION, Driver};
use crate::error::{Error, Result};
use crate::function::Origin;
use crate::module::{Module, PRIVATE_IMAGES, Program};
use crate::raw;

/// Makes the hooks known; to be called by every function that a program may call first.
pub fn install() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| cuda_contract::install(&HOOKS));
}

static HOOKS: Hooks = Hooks {
    driver_version: || DRIVER_VERSION,
    current_context: || raw::handle(current::peek().map_or(0, |context| context.handle)),
    primary_context: |device, out| write(primary(device), out),
    load_fatbin: |image, out| write(load(image), out),
    unload_fatbin: |handle| code(unload(handle)),
    context_id: |context, id| {
        let found = Context::find(context as u64).and_then(|context| context.live());
        write(found.map(|live| live.id), id)
    },
    stream_id: |context, stream, id| write(stream_id(context, stream), id),
    resolve_stream: |context, stream, per_thread, out| write(resolve(context, stream, per_thread), out),
    module_functions: |_, module, visit| code(functions(module, visit)),
    device_count: || Driver::get().map_or(0, |driver| driver.devices.len() as c_int),
    device_identity: identity,
    log: |line| {
        if std::env::var_os("SOFTCUDA_LOG").is_some_and(|value| value != "0") {
            cuda_contract::say(&format!("softcuda: {line}"));
        }
    },
};

fn code(result: Result) -> CUresult {
    CUresult(result.map_or_else(|error| error as i32, |()| 0))
}

fn write<T>(result: Result<T>, out: &mut T) -> CUresult {
    code(result.map(|value| *out = value))
}

fn primary(device: CUdevice) -> Result<CUcontext> {
    Ok(raw::handle(Driver::get()?.device(device)?.primary.handle))
}

fn load(image: *const c_void) -> Result<CUmodule> {
    let live = current::healthy()?;
    let driver = Driver::get()?;
    // SAFETY: the hook's caller passes a valid image.
    let program = unsafe { Program::from_pointer(image, driver) };
    let loaded =
        program.and_then(|program| Module::load(&program, &live, driver, &HashMap::new(), Origin::Runtime));
    let module = loaded.map_err(|refusal| refusal.error)?;
    PRIVATE_IMAGES.lock().push((image as u64, module.handle));
    Ok(raw::handle(module.handle))
}

fn unload(handle: *const c_void) -> Result {
    let handle = handle as u64;
    let mut images = PRIVATE_IMAGES.lock();
    let at = images.iter().position(|(image, module)| handle == *image || handle == *module);
    let (_, module) = images.swap_remove(at.ok_or(Error::InvalidHandle)?);
    drop(images);
    Module::find(raw::handle(module))?.unload()
}

fn stream_id(context: CUcontext, stream: CUstream) -> Result<u64> {
    let live = Context::find(context as u64)?.live()?;
    Ok(live.stream(stream as u64)?.id)
}

fn resolve(context: CUcontext, stream: CUstream, per_thread: bool) -> Result<CUstream> {
    let live = Context::find(context as u64)?.live()?;
    let named = match (stream.is_null(), per_thread) {
        (true, true) => CU_STREAM_PER_THREAD,
        (true, false) => CU_STREAM_LEGACY,
        (false, _) => stream,
    };
    live.stream(named as u64)?;
    Ok(named)
}

fn functions(module: CUmodule, visit: &mut dyn FnMut(CUfunction)) -> Result {
    for function in Module::find(module)?.functions() {
        visit(raw::handle(function.handle));
    }
    Ok(())
}

fn identity(device: CUdevice) -> DeviceIdentity {
    let found = Driver::get().and_then(|driver| driver.device(device));
    let (uuid, (domain, bus, slot)) =
        found.map_or(([0; 16], (0, 0, 0)), |device| (device.uuid, device.pci()));
    DeviceIdentity { uuid, pci_domain: domain as c_int, pci_bus: bus as c_int, pci_device: slot as c_int }
}
