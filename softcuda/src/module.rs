//! Modules: from the image that a program passes to kernels and globals in a context.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ffi::{CString, c_void};
use std::sync::Arc;

use fatbin::{ComputeCapability, Image, ImageKind, Policy};
use parking_lot::Mutex;
use softcuda_simt as simt;

use crate::context::Live;
use crate::described::{Description, Variables};
use crate::driver::Driver;
use crate::error::{Error, Result};
use crate::function::{Code, FUNCTIONS, Function, KernelInfo, Needs, Origin, Settings};
use crate::handle::{Kind, Table};
use crate::link::link_units;

/// All live modules.
pub static MODULES: Table<Module> = Table::new(Kind::Module);

/// Registers per thread where the image does not tell.
const TYPICAL_REGISTERS: u32 = 32;

/// An image that the device can take, in memory of its own.
#[derive(Clone)]
pub enum Program {
    /// PTX text.
    Ptx(Arc<[u8]>),
    /// Machine code of which only the description is used (null mode).
    Described(Arc<Description>),
}

/// Why an image was not loaded.
#[derive(Debug)]
pub struct Refusal {
    /// The error to be returned.
    pub error: Error,
    /// The line for the error log.
    pub message: String,
}

impl Refusal {
    /// Writes the message to standard error where the user asked for that.
    pub fn log(&self) {
        if Driver::get().is_ok_and(|driver| driver.config.log >= 1) {
            cuda_contract::say(&format!("softcuda: image refused: {}: {}", self.error, self.message));
        }
    }

    /// What a reader of images refuses.
    pub fn of_image(error: fatbin::Error) -> Self {
        Self { error: Error::from_code(error.code()), message: error.to_string() }
    }
}

impl Program {
    /// Reads the image at `image` and chooses what this device can run of it.
    ///
    /// # Safety
    /// `image` is NULL or points to a fatbin, its wrapper, a cubin or NUL-terminated PTX.
    pub unsafe fn from_pointer(image: *const c_void, driver: &Driver) -> std::result::Result<Self, Refusal> {
        // SAFETY: passed on to the caller.
        let image = unsafe { fatbin::image_from_ptr(image.cast()) }.map_err(Refusal::of_image)?;
        Self::from_image(&image, driver)
    }

    /// As [`Self::from_pointer`] for bytes of known length.
    pub fn from_bytes(bytes: &[u8], driver: &Driver) -> std::result::Result<Self, Refusal> {
        Self::from_image(&Image::from_bytes(bytes).map_err(Refusal::of_image)?, driver)
    }

    /// As [`Self::from_pointer`] for an image that has been recognised.
    pub fn from_image(image: &Image<'_>, driver: &Driver) -> std::result::Result<Self, Refusal> {
        let program = Self::chosen(image, driver);
        if program.as_ref().is_err_and(|refusal| refusal.error == Error::NoBinaryForGpu) {
            let (major, minor) = driver.config.cc;
            cuda_contract::no_code::tell("softcuda", 10 * major + minor, true);
        }
        program
    }

    fn chosen(image: &Image<'_>, driver: &Driver) -> std::result::Result<Self, Refusal> {
        let null = driver.config.null_exec;
        let (major, minor) = driver.config.cc;
        match image.kind {
            ImageKind::Ptx => Ok(Self::Ptx(image.data.into())),
            ImageKind::Cubin if null => {
                let description = Description::of(image.data).map_err(Refusal::of_image)?;
                Ok(Self::Described(Arc::new(description)))
            }
            ImageKind::Cubin => Err(Refusal::of_image(fatbin::Error::NoBinaryForGpu)),
            ImageKind::Fatbin => {
                let device = ComputeCapability::new(major, minor);
                let policy = if null { Policy::CubinOrPtx } else { Policy::PtxOnly };
                let entries = image.choose(device, policy).map_err(Refusal::of_image)?;
                Self::from_entries(&entries)
            }
        }
    }

    /// One entry as it is, several of separately compiled units linked.
    fn from_entries(entries: &[fatbin::Entry<'_>]) -> std::result::Result<Self, Refusal> {
        let mut texts = Vec::new();
        let mut described = Description::default();
        for entry in entries {
            let payload = entry.payload().map_err(Refusal::of_image)?;
            match entry.kind {
                fatbin::EntryKind::Cubin => {
                    described.append(Description::of(&payload).map_err(Refusal::of_image)?)
                }
                _ => texts.push(owned(payload)),
            }
        }
        match texts.as_slice() {
            [] => Ok(Self::Described(Arc::new(described))),
            [text] => Ok(Self::Ptx(text.clone())),
            several => link_units(several).map(Self::Ptx),
        }
    }

    /// Names and parameters of the kernels, without loading them into a context.
    pub fn kernels(&self) -> std::result::Result<Vec<KernelInfo>, Refusal> {
        match self {
            Self::Ptx(text) => {
                let kernels = fatbin::manifest(text).map_err(Refusal::of_image)?;
                Ok(kernels.into_iter().map(KernelInfo::from).collect())
            }
            Self::Described(description) => Ok(description.kernels.clone()),
        }
    }
}

fn owned(payload: Cow<'_, [u8]>) -> Arc<[u8]> {
    match payload {
        Cow::Borrowed(bytes) => bytes.into(),
        Cow::Owned(bytes) => bytes.into(),
    }
}

impl From<fatbin::KernelInfo> for KernelInfo {
    fn from(kernel: fatbin::KernelInfo) -> Self {
        Self {
            name: c_name(&kernel.name),
            params: kernel.params.iter().map(|param| (param.offset, param.size)).collect(),
            param_bytes: kernel.param_bytes,
            described: Needs { registers: TYPICAL_REGISTERS, ..Needs::default() },
            max_threads: kernel.max_threads.unwrap_or(crate::device::MAX_THREADS),
            ..Self::default()
        }
    }
}

impl From<&simt::Kernel> for KernelInfo {
    fn from(kernel: &simt::Kernel) -> Self {
        Self {
            name: c_name(&kernel.name),
            params: kernel.params.iter().map(|param| (param.offset, param.size)).collect(),
            param_bytes: kernel.param_bytes,
            const_bytes: kernel.const_bytes,
            max_threads: kernel.max_threads,
            ptx_version: kernel.ptx_version,
            target: kernel.target,
            binary: None,
            described: Needs::default(),
        }
    }
}

/// Names come from NUL-terminated symbols; one with a NUL inside could not be asked for.
fn c_name(name: &str) -> CString {
    CString::new(name).unwrap_or_default()
}

/// A module in a context.
pub struct Module {
    /// The `CUmodule` value.
    pub handle: u64,
    /// Life of the context.
    pub owner: u64,
    /// Functions by name, in the order of the image.
    functions: Vec<Arc<Function>>,
    by_name: HashMap<CString, usize>,
    globals: Globals,
}

/// What a module is made of: kernels with their code where there is some, and variables.
type Parts = (Vec<(KernelInfo, Option<Code>)>, Globals);

/// The variables of a module.
enum Globals {
    /// Of PTX that was loaded.
    Loaded(Arc<simt::Module>),
    /// Of machine code in null mode.
    Placed(Variables),
}

impl Module {
    /// Loads `program` into the context; `settings` gives the attributes of kernels that have some already.
    pub fn load(
        program: &Program,
        live: &Arc<Live>,
        driver: &Driver,
        settings: &HashMap<CString, Arc<Settings>>,
        origin: Origin,
    ) -> std::result::Result<Arc<Self>, Refusal> {
        let (codes, globals) = Self::parts(program, driver)?;
        Ok(MODULES.insert_with(|handle| {
            let make = |(info, code): (KernelInfo, Option<Code>)| {
                let settings = settings.get(&info.name).cloned().unwrap_or_default();
                Function::create(live.id, handle, info, code, settings, origin)
            };
            let functions: Vec<_> = codes.into_iter().map(make).collect();
            let names = functions.iter().enumerate();
            let by_name = names.map(|(index, function)| (function.info.name.clone(), index)).collect();
            Self { handle, owner: live.id, functions, by_name, globals }
        }))
    }

    fn parts(program: &Program, driver: &Driver) -> std::result::Result<Parts, Refusal> {
        match program {
            Program::Ptx(text) => {
                let module = simt::Module::load(text.clone(), &driver.space)
                    .map_err(|error| Refusal { error: Error::InvalidPtx, message: error.to_string() })?;
                let kernels = module.kernels().iter().map(|kernel| with_code(kernel, &module)).collect();
                Ok((kernels, Globals::Loaded(module)))
            }
            Program::Described(description) => {
                let variables = Variables::place(description, &driver.space)
                    .map_err(|error| Refusal { error, message: "no memory for its variables".into() })?;
                let kernels = description.kernels.iter().map(|info| (info.clone(), None)).collect();
                Ok((kernels, Globals::Placed(variables)))
            }
        }
    }

    /// The module of a handle.
    pub fn find(handle: *mut c_void) -> Result<Arc<Self>> {
        MODULES.get(handle as u64).ok_or(Error::InvalidHandle)
    }

    /// A kernel by name.
    pub fn function(&self, name: &std::ffi::CStr) -> Result<Arc<Function>> {
        let index = self.by_name.get(name).ok_or(Error::NotFound)?;
        Ok(self.functions[*index].clone())
    }

    /// All kernels.
    pub fn functions(&self) -> &[Arc<Function>] {
        &self.functions
    }

    /// Address and size of a global.
    pub fn global(&self, name: &str) -> Result<(u64, u64)> {
        let global = match &self.globals {
            Globals::Loaded(module) => module.global(name),
            Globals::Placed(variables) => variables.get(name),
        };
        global.ok_or(Error::NotFound)
    }

    /// Makes all handles invalid. Queued launches keep what they need.
    pub fn unload(&self) -> Result {
        MODULES.remove(self.handle).ok_or(Error::InvalidHandle)?;
        for function in &self.functions {
            FUNCTIONS.remove(function.handle);
        }
        Ok(())
    }
}

fn with_code(kernel: &Arc<simt::Kernel>, module: &Arc<simt::Module>) -> (KernelInfo, Option<Code>) {
    let code = Code { kernel: kernel.clone(), module: module.clone() };
    (KernelInfo::from(kernel.as_ref()), Some(code))
}

/// Modules that the runtime's private interface loaded, by the image that it names when it unloads them.
pub static PRIVATE_IMAGES: Mutex<Vec<(u64, u64)>> = Mutex::new(Vec::new());
