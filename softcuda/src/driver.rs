//! The process-wide state, made by `cuInit` and never torn down: threads that still run at exit keep what they use.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use softcuda_simt::{AddressSpace, Engine, EngineConfig, SpaceConfig};

use crate::array::ObjectTable;
use crate::config::Config;
use crate::device::Device;
use crate::error::{Error, Result};
use crate::memory::Memory;
use crate::printer::Printer;

/// The driver version that is advertised: CUDA 13.5.
pub const DRIVER_VERSION: i32 = 13_050;

/// Everything that exists once per process.
pub struct Driver {
    /// Settings.
    pub config: Config,
    /// The devices, by ordinal.
    pub devices: Vec<Device>,
    /// The address space of all devices and pinned memory.
    pub space: Arc<AddressSpace>,
    /// The processors.
    pub engine: Engine,
    /// Receiver of kernels' output.
    pub printer: Arc<Printer>,
    /// Who owns which memory.
    pub memory: Memory,
    /// Textures and surfaces.
    pub objects: ObjectTable,
}

static DRIVER: OnceLock<Result<Driver>> = OnceLock::new();
/// Set in the child of a process that had initialised the driver: its threads do not exist there.
static FORKED: AtomicBool = AtomicBool::new(false);
static EXITING: AtomicBool = AtomicBool::new(false);

impl Driver {
    /// Initialises the driver; later calls give the first one's result.
    pub fn init() -> Result {
        if FORKED.load(Ordering::Relaxed) {
            return Err(Error::NotInitialized);
        }
        DRIVER.get_or_init(Self::new).as_ref().map(|_| ()).map_err(|error| *error)
    }

    /// The driver, once initialised.
    pub fn get() -> Result<&'static Self> {
        if FORKED.load(Ordering::Relaxed) {
            return Err(Error::NotInitialized);
        }
        match DRIVER.get() {
            Some(Ok(driver)) => Ok(driver),
            _ => Err(Error::NotInitialized),
        }
    }

    /// The device of an ordinal.
    pub fn device(&self, ordinal: i32) -> Result<&Device> {
        let index = usize::try_from(ordinal).map_err(|_| Error::InvalidDevice)?;
        self.devices.get(index).ok_or(Error::InvalidDevice)
    }

    fn new() -> Result<Self> {
        let config = Config::from_env().map_err(|error| {
            cuda_contract::say(&format!("softcuda: {error}"));
            Error::InvalidValue
        })?;
        let count = config.visible.len() as u32;
        if count == 0 {
            return Err(Error::NoDevice);
        }
        let space_size = config.memory.saturating_mul(2).saturating_mul(count.into());
        let space = AddressSpace::new(&SpaceConfig {
            size: space_size.max(SpaceConfig::default().size),
            ..SpaceConfig::default()
        });
        let space = space.map_err(|error| {
            cuda_contract::say(&format!("softcuda: {error}"));
            Error::OutOfMemory
        })?;
        if config.null_exec {
            cuda_contract::say("softcuda: SOFTCUDA_EXEC=null: kernels are accepted but not executed");
        }
        // SAFETY: registers handlers that only store to atomics.
        unsafe {
            libc::pthread_atfork(None, None, Some(mark_forked));
            libc::atexit(mark_exiting);
        }
        let devices = (0..)
            .zip(&config.visible)
            .map(|(ordinal, number)| Device::new(ordinal, *number, &config))
            .collect();
        let memory = Memory::new(space.clone(), count, config.memory, config.fresh);
        let engine = Engine::new(EngineConfig::default());
        let (printer, objects) = (Arc::new(Printer::default()), ObjectTable::default());
        Ok(Self { config, devices, space, engine, printer, memory, objects })
    }
}

/// Whether the process is on its way out: whoever tears down contexts now must not wait for kernels.
pub fn exiting() -> bool {
    EXITING.load(Ordering::Relaxed)
}

extern "C" fn mark_exiting() {
    EXITING.store(true, Ordering::Relaxed);
}

extern "C" fn mark_forked() {
    FORKED.store(true, Ordering::Relaxed);
}
