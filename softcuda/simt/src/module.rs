//! Loading PTX: globals and constants are placed in the address space, kernels are described.

use std::fmt;
use std::sync::Arc;

use crate::memory::AddressSpace;

/// One kernel parameter in the launch buffer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ParamInfo {
    /// Byte offset in the parameter buffer.
    pub offset: u32,
    /// Size in bytes.
    pub size: u32,
}

/// Why a module did not load (`CUDA_ERROR_INVALID_PTX` and the text of its JIT error log).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoadError {
    /// 1-based line; 0 when the error has no place.
    pub line: u32,
    /// 1-based column; 0 when the error has no place.
    pub column: u32,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ptx input, line {}, column {}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for LoadError {}

/// A kernel of a module: its launch contract. The body is lowered at the first launch.
#[derive(Debug)]
pub struct Kernel {
    /// The (mangled) name.
    pub name: String,
    /// Parameters in order.
    pub params: Vec<ParamInfo>,
    /// Bytes of the parameter buffer (no tail padding).
    pub param_bytes: u32,
    /// Bytes of the module's constant memory.
    pub const_bytes: u32,
    /// Largest block that may be launched (`.maxntid`, `.reqntid`, else 1024).
    pub max_threads: u32,
    /// PTX ISA version times ten, e.g. 75.
    pub ptx_version: u32,
    /// Target architecture, e.g. 80 for sm_80.
    pub target: u32,
}

impl Kernel {
    /// Statically declared shared memory in bytes. Reads the body at the first call.
    pub fn shared_bytes(&self) -> u32 {
        0
    }

    /// Local memory per thread in bytes, without what calls through pointers need.
    pub fn local_bytes(&self) -> u32 {
        0
    }

    pub(crate) fn program(&self) -> Result<Arc<crate::wir::Program>, LoadError> {
        Err(LoadError { line: 0, column: 0, message: String::new() })
    }

    /// Estimate of registers per thread.
    pub fn registers(&self) -> u32 {
        32
    }
}

/// A loaded module. Its globals live in the address space until it is dropped.
#[derive(Debug)]
pub struct Module {
    kernels: Vec<Arc<Kernel>>,
}

impl Module {
    /// Parses `source` (PTX text, trailing NULs allowed) and places its globals in `space`.
    ///
    /// # Errors
    /// [`LoadError`] for text that is not PTX, unresolved externals, and memory that is exhausted.
    pub fn load(_source: Arc<[u8]>, _space: &Arc<AddressSpace>) -> Result<Arc<Module>, LoadError> {
        Err(LoadError { line: 0, column: 0, message: "not implemented".into() })
    }

    /// The kernel `name`.
    pub fn kernel(&self, name: &str) -> Option<Arc<Kernel>> {
        self.kernels.iter().find(|k| k.name == name).cloned()
    }

    /// All kernels, in the order of the text.
    pub fn kernels(&self) -> &[Arc<Kernel>] {
        &self.kernels
    }

    /// Address and size in bytes of the global or constant variable `name`.
    pub fn global(&self, _name: &str) -> Option<(u64, u64)> {
        None
    }
}
