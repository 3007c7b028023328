//! The driver library that a worker drives: any libcuda.so.1, opened by path.

use std::cell::Cell;
use std::ffi::{CStr, CString, c_char, c_void};
use std::fmt;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use cuda_abi::{CU_STREAM_CAPTURE_MODE_RELAXED, CUdevice, CUresult, software};
use fatbin::Policy;
use libloading::os::unix::{Library as Dl, RTLD_LOCAL, RTLD_NOW};

pub use crate::generated::driver::Driver;

/// Result of a driver call.
pub type Cu<T> = Result<T, CUresult>;

/// A handle of the driver's. Handles may be used by any thread that has the right context current.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Raw(pub *mut c_void);

// SAFETY: a driver handle is an opaque name; the driver API may be called with it from every thread.
unsafe impl Send for Raw {}
// SAFETY: as above; the worker never reads what the handle points to.
unsafe impl Sync for Raw {}

impl Raw {
    /// No handle; as a stream, the legacy default stream of the current context.
    pub const NULL: Raw = Raw(std::ptr::null_mut());
}

/// Why a driver library could not be used.
#[derive(Debug)]
pub enum OpenError {
    /// The file cannot be loaded; the text is the loader's.
    Load(PathBuf, String),
    /// It has no `cuInit`: not a driver library.
    NotADriver(PathBuf),
    /// `cuInit` failed.
    Init(PathBuf, CUresult),
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpenError::Load(p, e) => write!(f, "cannot load the CUDA driver {}: {e}", p.display()),
            OpenError::NotADriver(p) => write!(f, "{} is not a CUDA driver library", p.display()),
            OpenError::Init(p, e) => write!(f, "cuInit of {} failed: {e}", p.display()),
        }
    }
}

impl std::error::Error for OpenError {}

/// A loaded driver library. It stays loaded for the life of the process.
pub struct Library {
    driver: Driver,
    /// Name of the first device; empty if there is none.
    device_name: String,
    path: PathBuf,
}

/// A library that is not initialised.
pub struct Loaded {
    driver: Driver,
    path: PathBuf,
}

impl Loaded {
    /// Initialises it.
    pub fn start(self) -> Result<Library, OpenError> {
        let Loaded { driver, path } = self;
        // SAFETY: cuInit takes flags, which must be 0.
        let r = unsafe { (driver.cuInit)(0) };
        r.ok().map_err(|e| OpenError::Init(path.clone(), e))?;
        let device_name = device_name(&driver, 0).unwrap_or_default();
        Ok(Library { driver, device_name, path })
    }
}

impl Deref for Library {
    type Target = Driver;

    fn deref(&self) -> &Driver {
        &self.driver
    }
}

thread_local! {
    /// Serial number of the context that is current in this thread, 0 = unknown.
    static CURRENT: Cell<u64> = const { Cell::new(0) };
    static RELAXED: Cell<bool> = const { Cell::new(false) };
}

static NEXT_SERIAL: AtomicU64 = AtomicU64::new(1);

/// A number that names one incarnation of a context in this process.
pub fn new_serial() -> u64 {
    NEXT_SERIAL.fetch_add(1, Ordering::Relaxed)
}

/// The calling thread's current context is no longer what [`Library::enter`] made it.
pub fn forget_current() {
    CURRENT.set(0);
}

impl Library {
    /// Loads the library at `path` and initialises it.
    pub fn open(path: &Path) -> Result<Library, OpenError> {
        Library::load(path)?.start()
    }

    /// Loads the library at `path`, without initialising it.
    pub fn load(path: &Path) -> Result<Loaded, OpenError> {
        // SAFETY: loading a library runs its constructors; the administrator names the driver to trust.
        let dl = unsafe { Dl::open(Some(path), RTLD_NOW | RTLD_LOCAL) }
            .map_err(|e| OpenError::Load(path.to_owned(), e.to_string()))?;
        // A driver starts threads and cannot be unloaded safely.
        let dl: &'static Dl = Box::leak(Box::new(dl));
        let find = |name: &str| -> *const c_void {
            let Ok(name) = CString::new(name) else { return std::ptr::null() };
            // SAFETY: only the address is taken; it is called with the signature of its name.
            match unsafe { dl.get::<unsafe extern "C" fn()>(name.as_bytes_with_nul()) } {
                Ok(symbol) => *symbol as *const c_void,
                Err(_) => std::ptr::null(),
            }
        };
        if find("cuInit").is_null() {
            return Err(OpenError::NotADriver(path.to_owned()));
        }
        // SAFETY: `find` returns addresses of the functions of these names; the library is never unloaded.
        Ok(Loaded { driver: unsafe { Driver::load(find) }, path: path.to_owned() })
    }

    /// Whether this is the software device.
    pub fn is_soft(&self) -> bool {
        software::is_software(&self.device_name)
    }

    /// Which images its devices take.
    pub fn policy(&self) -> Policy {
        if software::takes_ptx_only(&self.device_name) { Policy::PtxOnly } else { Policy::CubinOrPtx }
    }

    /// Where it was loaded from.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Makes a context current in the calling thread; `serial` names its incarnation.
    pub fn enter(&self, context: Raw, serial: u64) -> Cu<()> {
        if CURRENT.get() == serial {
            return Ok(());
        }
        self.relax();
        // SAFETY: `context` is a live context of this driver or a stale one, which the driver refuses.
        unsafe { (self.cuCtxSetCurrent)(context.0) }.ok()?;
        CURRENT.set(serial);
        Ok(())
    }

    /// Sets the calling thread's capture mode to relaxed: rules of capture are the client's business.
    pub fn relax(&self) {
        if RELAXED.replace(true) {
            return;
        }
        let mut mode = CU_STREAM_CAPTURE_MODE_RELAXED;
        // SAFETY: `mode` is valid for reading and writing. A driver without capture answers NOT_SUPPORTED, which is fine.
        let _ = unsafe { (self.cuThreadExchangeStreamCaptureMode)(&raw mut mode) };
    }

    /// Records `event` in `stream`.
    pub fn record(&self, event: Raw, stream: Raw) -> Cu<()> {
        // SAFETY: both are live handles of the current context.
        unsafe { (self.cuEventRecord)(event.0, stream.0) }.ok()
    }

    /// State of an event: SUCCESS, NOT_READY, or the error of its context.
    pub fn query(&self, event: Raw) -> CUresult {
        // SAFETY: a live event.
        unsafe { (self.cuEventQuery)(event.0) }
    }
}

/// The name of a device.
pub(super) fn device_name(driver: &Driver, device: CUdevice) -> Cu<String> {
    let mut name = [0 as c_char; 256];
    // SAFETY: the buffer is one byte longer than is said.
    unsafe { (driver.cuDeviceGetName)(name.as_mut_ptr(), 255, device) }.ok()?;
    // SAFETY: the driver ends the name with NUL inside the buffer, whose last byte is 0 anyway.
    Ok(unsafe { CStr::from_ptr(name.as_ptr()) }.to_string_lossy().into_owned())
}

#[cfg(test)]
impl Library {
    /// A driver whose every function answers NOT_SUPPORTED.
    pub(super) fn absent() -> Self {
        // SAFETY: no address is given.
        let driver = unsafe { Driver::load(|_| std::ptr::null()) };
        Library { driver, device_name: String::new(), path: PathBuf::new() }
    }
}
