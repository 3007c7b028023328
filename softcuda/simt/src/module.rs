//! Loading PTX: globals and constants are placed in the address space, kernels are described.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use softcuda_ptx::{FunctionId, GlobalId, Linkage, ModuleIndex, PtxError, Reloc, Space, Variable};

use crate::lower::{self, Reach};
use crate::memory::{AddressSpace, Windows};
use crate::wir::{Program, ROW32, ROW64};

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

impl LoadError {
    fn new(message: impl Into<String>) -> LoadError {
        LoadError { line: 0, column: 0, message: message.into() }
    }
}

impl From<PtxError> for LoadError {
    fn from(error: PtxError) -> LoadError {
        LoadError { line: error.line, column: error.column, message: error.kind.to_string() }
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ptx input, line {}, column {}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for LoadError {}

/// Sources up to this size have all bodies parsed at load, so that errors show then and not at the first launch; so have those that declare
/// functions which nobody defines, as nothing may call them.
const EAGER_BYTES: usize = 256 << 10;

/// 32-bit registers of a multiprocessor, what a thread's number is rounded to, and its least and most.
const REGISTER_FILE: u32 = 65_536;
const REGISTER_UNIT: u32 = 8;
const MIN_REGISTERS: u32 = 16;
const MAX_REGISTERS: u32 = 255;

/// Where a module's variables and functions are.
#[derive(Debug)]
pub(crate) struct Placement {
    space: Arc<AddressSpace>,
    /// By variable; none for those without memory of their own (shared, textures, undefined externals).
    addresses: Vec<Option<u64>>,
    /// What was allocated, to be freed.
    owned: Vec<u64>,
    /// First code address.
    code: u64,
}

impl Placement {
    /// Address of a global or constant variable.
    pub(crate) fn address(&self, id: GlobalId) -> Option<u64> {
        self.addresses.get(id.index()).copied().flatten()
    }

    /// What a pointer to a function holds: no memory address, unique among modules.
    pub(crate) fn code_address(&self, id: FunctionId) -> u64 {
        self.code + 16 * (u64::from(id.0) + 1)
    }

    /// The address windows.
    pub(crate) fn windows(&self) -> Windows {
        self.space.windows()
    }
}

impl Drop for Placement {
    fn drop(&mut self) {
        for &address in &self.owned {
            // The address came from `alloc` and is freed once.
            let _ = self.space.free(address);
        }
    }
}

/// Declarations and places; kernels keep it alive.
#[derive(Debug)]
struct Inner {
    index: ModuleIndex,
    placement: Placement,
}

/// A kernel of a module: its launch contract. The body is read and lowered when first needed.
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
    id: FunctionId,
    inner: Arc<Inner>,
    reach: OnceLock<Result<Reach, LoadError>>,
    program: OnceLock<Result<Arc<Program>, LoadError>>,
}

impl fmt::Debug for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Kernel")
            .field("name", &self.name)
            .field("params", &self.params)
            .finish_non_exhaustive()
    }
}

impl Kernel {
    fn reach(&self) -> &Result<Reach, LoadError> {
        self.reach.get_or_init(|| lower::reach(&self.inner.index, self.id))
    }

    /// The bytecode.
    pub(crate) fn program(&self) -> Result<Arc<Program>, LoadError> {
        let lowered = self.program.get_or_init(|| {
            let reach = self.reach().as_ref().map_err(Clone::clone)?;
            Ok(Arc::new(lower::lower(&self.inner.index, &self.inner.placement, self.id, reach)))
        });
        lowered.clone()
    }

    /// Statically declared shared memory in bytes; 0 for a body that does not parse. Reads the body at the first call.
    pub fn shared_bytes(&self) -> u32 {
        self.reach().as_ref().map_or(0, |reach| reach.shared_bytes)
    }

    /// Local memory per thread in bytes, without what calls through pointers and recursion need.
    pub fn local_bytes(&self) -> u32 {
        self.program().map_or(0, |program| program.funcs.iter().map(|f| f.frame).sum())
    }

    /// Mnemonics of the instructions that trap when they are executed, in order of appearance, with repetitions. Lowers the body.
    pub fn unsupported(&self) -> Vec<String> {
        self.program().map_or_else(|_| Vec::new(), |program| program.names.clone())
    }

    /// Estimate of registers per thread: what the body names, within what the launch bounds leave, as a compiler that
    /// spills would stay.
    pub fn registers(&self) -> u32 {
        let limits = &self.inner.index.function(self.id).limits;
        let blocks = limits.min_cta_per_sm.unwrap_or(1).max(1);
        let threads = self.max_threads.next_multiple_of(32).max(32).saturating_mul(blocks);
        let bound = REGISTER_FILE / threads / REGISTER_UNIT * REGISTER_UNIT;
        let bound = bound.min(limits.max_regs.unwrap_or(MAX_REGISTERS)).clamp(MIN_REGISTERS, MAX_REGISTERS);
        self.program().map_or(MIN_REGISTERS, |program| {
            let kernel = &program.funcs[0];
            let values: u32 = kernel.fills.iter().map(|fill| if fill.wide { ROW64 } else { ROW32 }).sum();
            let values = values + kernel.tids.iter().flatten().count() as u32 * ROW32;
            ((kernel.rows - values) / ROW32).clamp(MIN_REGISTERS, bound)
        })
    }
}

/// A loaded module. Its globals live in the address space until it, its kernels and their launches are dropped.
#[derive(Debug)]
pub struct Module {
    kernels: Vec<Arc<Kernel>>,
    inner: Arc<Inner>,
}

impl Module {
    /// Parses `source` (PTX text, trailing NULs allowed) and places its globals in `space`.
    ///
    /// # Errors
    /// [`LoadError`] for text that is not PTX, unresolved externals, and memory that is exhausted.
    pub fn load(source: Arc<[u8]>, space: &Arc<AddressSpace>) -> Result<Arc<Module>, LoadError> {
        let small = source.len() <= EAGER_BYTES;
        let index = softcuda_ptx::Module::index_shared(source)?;
        let eager = small || index.functions.iter().any(lower::is_unresolved);
        if index.address_size != 64 {
            return Err(LoadError::new("only 64-bit addressing is supported"));
        }
        let placement = place(&index, space)?;
        let inner = Arc::new(Inner { index, placement });
        let kernels: Vec<_> = inner.index.kernels().map(|(id, _)| Arc::new(describe(&inner, id))).collect();
        if eager {
            for kernel in &kernels {
                kernel.reach().as_ref().map_err(Clone::clone)?;
            }
        }
        Ok(Arc::new(Module { kernels, inner }))
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
    pub fn global(&self, name: &str) -> Option<(u64, u64)> {
        let id = self.inner.index.find_variable(name)?;
        Some((self.inner.placement.address(id)?, self.inner.index.variables[id.index()].size))
    }
}

fn describe(inner: &Arc<Inner>, id: FunctionId) -> Kernel {
    let (index, function) = (&inner.index, inner.index.function(id));
    let threads = |extent: [u32; 3]| extent.iter().fold(1u32, |product, &n| product.saturating_mul(n));
    let limit = function.limits.req_ntid.or(function.limits.max_ntid).map_or(1024, threads);
    let constants = index.variables.iter().filter(|v| v.space == Space::Const);
    // Parameters and constants are far below 4 GiB: the parser bounds them by the source's declarations.
    let small = |n: u64| n.min(u64::from(u32::MAX)) as u32;
    Kernel {
        name: function.name.clone(),
        params: function
            .params
            .iter()
            .map(|p| ParamInfo { offset: small(p.offset), size: small(p.size) })
            .collect(),
        param_bytes: small(function.param_size),
        const_bytes: small(constants.map(|v| v.size).sum()),
        max_threads: limit.min(1024),
        ptx_version: u32::from(index.version.major) * 10 + u32::from(index.version.minor),
        target: index.target.sm,
        id,
        inner: Arc::clone(inner),
        reach: OnceLock::new(),
        program: OnceLock::new(),
    }
}

/// Code addresses begin here: outside of what x86-64 and AArch64 processes can map.
const CODE_BASE: u64 = 1 << 62;

fn place(index: &ModuleIndex, space: &Arc<AddressSpace>) -> Result<Placement, LoadError> {
    static MODULES: AtomicU64 = AtomicU64::new(0);
    let code = CODE_BASE + (MODULES.fetch_add(1, Ordering::Relaxed) << 36);
    let addresses = vec![None; index.variables.len()];
    let mut placement = Placement { space: Arc::clone(space), addresses, owned: Vec::new(), code };
    for (number, variable) in index.variables.iter().enumerate() {
        if !matches!(variable.space, Space::Global | Space::Const) {
            continue;
        }
        if variable.linkage == Linkage::Extern {
            let (line, column) = index.line_column(variable.span);
            return Err(LoadError {
                line,
                column,
                message: format!("unresolved extern variable '{}'", variable.name),
            });
        }
        let exhausted = |_| LoadError::new(format!("no memory for variable '{}'", variable.name));
        let address = space.alloc(variable.size.max(1), u64::from(variable.align)).map_err(exhausted)?;
        placement.owned.push(address);
        placement.addresses[number] = Some(address);
    }
    for (number, variable) in index.variables.iter().enumerate() {
        if let Some(address) = placement.addresses[number] {
            initialise(index, &placement, variable, address)?;
        }
    }
    Ok(placement)
}

fn initialise(
    index: &ModuleIndex,
    placement: &Placement,
    variable: &Variable,
    address: u64,
) -> Result<(), LoadError> {
    let write = |offset: u64, bytes: &[u8]| {
        let fits = offset.checked_add(bytes.len() as u64).is_some_and(|end| end <= variable.size);
        if !fits {
            return Err(LoadError::new(format!(
                "initial value of '{}' is larger than the variable",
                variable.name
            )));
        }
        let to = (address + offset) as *mut u8;
        // SAFETY: the variable was just allocated with `size` bytes and nobody else knows its address.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), to, bytes.len()) };
        Ok(())
    };
    for chunk in &variable.init.chunks {
        write(chunk.offset, &chunk.bytes)?;
    }
    for reloc in &variable.init.relocs {
        let value = relocated(index, placement, reloc)?;
        let size = usize::from(reloc.size).min(8);
        write(reloc.offset, &(value >> reloc.shift.min(63)).to_le_bytes()[..size])?;
    }
    Ok(())
}

fn relocated(index: &ModuleIndex, placement: &Placement, reloc: &Reloc) -> Result<u64, LoadError> {
    let variable = index.find_variable(&reloc.symbol).and_then(|id| placement.address(id));
    let target = variable.or_else(|| index.find_function(&reloc.symbol).map(|id| placement.code_address(id)));
    let address = target.ok_or_else(|| {
        LoadError::new(format!("initial value refers to '{}', which has no address", reloc.symbol))
    })?;
    Ok(address.wrapping_add_signed(reloc.addend))
}
