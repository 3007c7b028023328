//! Functions: kernels of a module as a program launches them.

use std::ffi::{CString, c_void};
use std::sync::atomic::{AtomicI32, AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};

use cuda_abi::*;
use softcuda_simt as simt;

use crate::context::Live;
use crate::device::{Device, SHARED_PER_BLOCK};
use crate::error::{Error, Result};
use crate::handle::{Kind, Table};
use crate::library;

/// All live functions.
pub static FUNCTIONS: Table<Function> = Table::new(Kind::Function);

/// What is known about a kernel without running it.
#[derive(Clone, Debug, Default)]
pub struct KernelInfo {
    /// Name as in the image.
    pub name: CString,
    /// Offset and size of each parameter in the buffer.
    pub params: Vec<(u32, u32)>,
    /// Bytes of the parameter buffer, without padding at its end.
    pub param_bytes: u32,
    /// Constant memory of the module.
    pub const_bytes: u32,
    /// Most threads per block.
    pub max_threads: u32,
    /// PTX version times ten.
    pub ptx_version: u32,
    /// Architecture times ten.
    pub target: u32,
    /// Architecture times ten of machine code; none for PTX, which is translated for the device.
    pub binary: Option<u32>,
    /// What the image's description says about its needs.
    pub described: Needs,
}

/// What a thread or block of a kernel needs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Needs {
    /// Static shared memory of a block.
    pub shared_bytes: u32,
    /// Local memory of a thread.
    pub local_bytes: u32,
    /// Registers of a thread.
    pub registers: u32,
}

/// Who loads an image, as far as the way of loading tells.
///
/// The runtime passes an error of `cuLaunchKernel` on by its number and promises its users
/// `cudaErrorInvalidConfiguration` (9) for impossible shapes, while users of the driver API get
/// `CUDA_ERROR_INVALID_VALUE` (1) for the same, of kernels of libraries too: the runtime judges those itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// `cuModuleLoad*`, `cuLibraryLoad*`.
    Driver,
    /// The runtime's private interface.
    Runtime,
}

impl Origin {
    /// The error for a launch of an impossible shape.
    pub fn bad_shape(self) -> Error {
        match self {
            Self::Driver => Error::InvalidValue,
            Self::Runtime => Error::InvalidConfiguration,
        }
    }
}

/// What runs when the function is launched.
pub struct Code {
    /// The kernel.
    pub kernel: Arc<simt::Kernel>,
    /// The module that holds its globals.
    pub module: Arc<simt::Module>,
}

/// Attributes that a program may change; shared between a kernel of a library and its functions.
pub struct Settings {
    /// Most dynamic shared memory, or [`UNSET`].
    max_dynamic_shared: AtomicU32,
    /// Preferred part of shared memory in percent, -1 for the default.
    carveout: AtomicI32,
}

/// The limit is what static shared memory leaves of the usual size.
const UNSET: u32 = u32::MAX;

impl Default for Settings {
    fn default() -> Self {
        Self { max_dynamic_shared: AtomicU32::new(UNSET), carveout: AtomicI32::new(-1) }
    }
}

impl Settings {
    fn max_dynamic_shared(&self, needs: &Needs) -> u32 {
        match self.max_dynamic_shared.load(Ordering::Relaxed) {
            UNSET => SHARED_PER_BLOCK.saturating_sub(needs.shared_bytes),
            set => set,
        }
    }
}

/// A kernel of a loaded module.
pub struct Function {
    /// The `CUfunction` value.
    pub handle: u64,
    /// Life of the context.
    pub owner: u64,
    /// Handle of the module.
    pub module: u64,
    /// What is known about it.
    pub info: KernelInfo,
    /// What is run; `None` for machine code in null mode.
    pub code: Option<Code>,
    /// Attributes.
    pub settings: Arc<Settings>,
    /// Who loaded it.
    pub origin: Origin,
    needs: OnceLock<Needs>,
}

impl Function {
    /// Makes a function and its handle.
    pub fn create(
        owner: u64,
        module: u64,
        info: KernelInfo,
        code: Option<Code>,
        settings: Arc<Settings>,
        origin: Origin,
    ) -> Arc<Self> {
        let needs = OnceLock::new();
        FUNCTIONS.insert_with(|handle| Self { handle, owner, module, info, code, settings, origin, needs })
    }

    /// What it needs. The text of the kernel is read at the first call.
    pub fn needs(&self) -> Needs {
        *self.needs.get_or_init(|| match &self.code {
            None => self.info.described,
            Some(code) => Needs {
                shared_bytes: code.kernel.shared_bytes(),
                local_bytes: code.kernel.local_bytes(),
                registers: code.kernel.registers(),
            },
        })
    }

    /// The function that a `CUfunction` means in `live`; a `CUkernel` is as good.
    pub fn find(handle: *mut c_void, live: &Arc<Live>) -> Result<Arc<Self>> {
        let handle = handle as u64;
        if let Some(function) = FUNCTIONS.get(handle) {
            return if function.owner == live.id { Ok(function) } else { Err(Error::InvalidHandle) };
        }
        library::KERNELS.get(handle).ok_or(Error::InvalidHandle)?.function(live)
    }

    /// The value of a `CUfunction_attribute`.
    pub fn attribute(&self, attribute: u32, device: &Device) -> Result<i32> {
        attribute_of(&self.info, &self.needs(), &self.settings, attribute, device)
    }

    /// Sets a `CUfunction_attribute`.
    pub fn set_attribute(&self, attribute: u32, value: i32, device: &Device) -> Result {
        set_attribute_of(&self.needs(), &self.settings, attribute, value, device)
    }

    /// Most dynamic shared memory that a launch may ask for.
    pub fn max_dynamic_shared(&self) -> u32 {
        self.settings.max_dynamic_shared(&self.needs())
    }
}

/// The value of an attribute of a kernel.
pub fn attribute_of(
    info: &KernelInfo,
    needs: &Needs,
    settings: &Settings,
    attribute: u32,
    device: &Device,
) -> Result<i32> {
    let value = match attribute {
        CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK => info.max_threads,
        CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES => needs.shared_bytes,
        CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES => info.const_bytes,
        CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES => needs.local_bytes,
        CU_FUNC_ATTRIBUTE_NUM_REGS => needs.registers,
        CU_FUNC_ATTRIBUTE_PTX_VERSION => info.target,
        CU_FUNC_ATTRIBUTE_BINARY_VERSION => info.binary.unwrap_or(device.cc.0 * 10 + device.cc.1),
        CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES => settings.max_dynamic_shared(needs),
        CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT => {
            return Ok(settings.carveout.load(Ordering::Relaxed));
        }
        other if other < CU_FUNC_ATTRIBUTE_MAX => 0,
        _ => return Err(Error::InvalidValue),
    };
    Ok(value as i32)
}

/// Sets an attribute of a kernel.
pub fn set_attribute_of(
    needs: &Needs,
    settings: &Settings,
    attribute: u32,
    value: i32,
    device: &Device,
) -> Result {
    match attribute {
        CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES => {
            let value = u32::try_from(value).map_err(|_| Error::InvalidValue)?;
            if value > device.shared_optin().saturating_sub(needs.shared_bytes) {
                return Err(Error::InvalidValue);
            }
            settings.max_dynamic_shared.store(value, Ordering::Relaxed);
            Ok(())
        }
        CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT => {
            if !(-1..=100).contains(&value) {
                return Err(Error::InvalidValue);
            }
            settings.carveout.store(value, Ordering::Relaxed);
            Ok(())
        }
        // A permission and a preference: whatever they say changes nothing.
        CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED
        | CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE => Ok(()),
        // The other cluster attributes: accepted where they ask for nothing.
        CU_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET..CU_FUNC_ATTRIBUTE_MAX => {
            if value == 0 {
                Ok(())
            } else {
                Err(Error::NotSupported)
            }
        }
        _ => Err(Error::InvalidValue),
    }
}
