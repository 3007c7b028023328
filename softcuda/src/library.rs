//! Libraries: images that exist apart from any context and are loaded into one when it first needs them.

use std::collections::HashMap;
use std::ffi::{CStr, CString, c_void};
use std::sync::{Arc, Weak};

use parking_lot::Mutex;

use crate::context::Live;
use crate::driver::Driver;
use crate::error::{Error, Result};
use crate::function::{Function, KernelInfo, Origin, Settings};
use crate::handle::{Kind, Table};
use crate::module::{MODULES, Module, Program, Refusal};

/// All live libraries.
pub static LIBRARIES: Table<Library> = Table::new(Kind::Library);
/// All live kernels.
pub static KERNELS: Table<Kernel> = Table::new(Kind::Kernel);

/// A library.
pub struct Library {
    /// The `CUlibrary` value.
    pub handle: u64,
    program: Program,
    kernels: Vec<Arc<Kernel>>,
    by_name: HashMap<CString, usize>,
    settings: HashMap<CString, Arc<Settings>>,
    /// Modules by life of the context.
    modules: Mutex<HashMap<u64, Arc<Module>>>,
}

/// A kernel of a library.
pub struct Kernel {
    /// The `CUkernel` value.
    pub handle: u64,
    /// Handle of the library.
    pub library: u64,
    /// What is known without a context.
    pub info: KernelInfo,
    /// Attributes, shared with its functions.
    pub settings: Arc<Settings>,
    /// The function of the context that asked last.
    recent: Mutex<(u64, Weak<Function>)>,
}

impl Library {
    /// Makes a library; when a context is current, it is loaded there at once, so that the text's errors show.
    pub fn load(
        program: Program,
        live: Option<&Arc<Live>>,
        driver: &Driver,
    ) -> std::result::Result<Arc<Self>, Refusal> {
        let infos = program.kernels()?;
        let settings: HashMap<CString, Arc<Settings>> =
            infos.iter().map(|info| (info.name.clone(), Arc::default())).collect();
        let mut modules = HashMap::new();
        if let Some(live) = live {
            modules.insert(live.id, Module::load(&program, live, driver, &settings, Origin::Driver)?);
        }
        Ok(LIBRARIES.insert_with(|handle| {
            let make = |info: KernelInfo| {
                let settings = settings[&info.name].clone();
                KERNELS.insert_with(|kernel| Kernel {
                    handle: kernel,
                    library: handle,
                    info,
                    settings,
                    recent: Mutex::new((0, Weak::new())),
                })
            };
            let kernels: Vec<_> = infos.into_iter().map(make).collect();
            let names = kernels.iter().enumerate();
            let by_name = names.map(|(index, kernel)| (kernel.info.name.clone(), index)).collect();
            Self { handle, program, kernels, by_name, settings, modules: Mutex::new(modules) }
        }))
    }

    /// The library of a handle.
    pub fn find(handle: *mut c_void) -> Result<Arc<Self>> {
        LIBRARIES.get(handle as u64).ok_or(Error::InvalidHandle)
    }

    /// A kernel by name.
    pub fn kernel(&self, name: &CStr) -> Result<Arc<Kernel>> {
        let index = self.by_name.get(name).ok_or(Error::NotFound)?;
        Ok(self.kernels[*index].clone())
    }

    /// All kernels.
    pub fn kernels(&self) -> &[Arc<Kernel>] {
        &self.kernels
    }

    /// The library's module in a context, loaded if need be.
    pub fn module(&self, live: &Arc<Live>) -> Result<Arc<Module>> {
        let mut modules = self.modules.lock();
        if let Some(module) = modules.get(&live.id)
            && MODULES.get(module.handle).is_some()
        {
            return Ok(module.clone());
        }
        let module = Module::load(&self.program, live, Driver::get()?, &self.settings, Origin::Driver);
        let module = module.map_err(|refusal| refusal.error)?;
        modules.insert(live.id, module.clone());
        Ok(module)
    }

    /// Makes all handles of the library and its modules invalid.
    pub fn unload(&self) -> Result {
        LIBRARIES.remove(self.handle).ok_or(Error::InvalidHandle)?;
        for kernel in &self.kernels {
            KERNELS.remove(kernel.handle);
        }
        for (_, module) in self.modules.lock().drain() {
            // A module whose context is gone is unloaded already.
            let _ = module.unload();
        }
        Ok(())
    }
}

impl Kernel {
    /// The kernel of a handle.
    pub fn find(handle: *mut c_void) -> Result<Arc<Self>> {
        KERNELS.get(handle as u64).ok_or(Error::InvalidHandle)
    }

    /// Its function in a context.
    pub fn function(&self, live: &Arc<Live>) -> Result<Arc<Function>> {
        let mut recent = self.recent.lock();
        if recent.0 == live.id
            && let Some(function) = recent.1.upgrade()
        {
            return Ok(function);
        }
        let library = LIBRARIES.get(self.library).ok_or(Error::InvalidHandle)?;
        let function = library.module(live)?.function(&self.info.name)?;
        *recent = (live.id, Arc::downgrade(&function));
        Ok(function)
    }
}
