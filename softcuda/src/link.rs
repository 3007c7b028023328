//! Links: inputs are collected and become one program, which is PTX text (see [`softcuda_ptx::Linker`]).

use std::sync::Arc;

use cuda_abi::{
    CU_JIT_INPUT_CUBIN, CU_JIT_INPUT_FATBINARY, CU_JIT_INPUT_LIBRARY, CU_JIT_INPUT_PTX, CUjitInputType,
};
use fatbin::{Image, ImageKind};
use parking_lot::Mutex;
use softcuda_ptx::{LinkError, Linker};

use crate::driver::Driver;
use crate::error::{Error, Result};
use crate::handle::{Kind, Table};
use crate::jit::JitOptions;
use crate::module::{Program, Refusal};

/// What CUDA's device runtime library has for kernels with grid-wide barriers: the vendor's own is machine code.
const DEVICE_RUNTIME: &[u8] = include_bytes!("link/device_runtime.ptx");

/// All links under way.
pub static LINKS: Table<Link> = Table::new(Kind::Link);

/// A `CUlinkState`.
pub struct Link {
    /// Its handle.
    pub handle: u64,
    /// Life of the context.
    pub owner: u64,
    state: Mutex<State>,
}

struct State {
    linker: Linker,
    options: JitOptions,
    /// All messages so far.
    errors: String,
    /// The linked program with its NUL, once complete.
    image: Option<Box<[u8]>>,
}

impl Link {
    /// A link without inputs.
    pub fn create(owner: u64, options: JitOptions) -> Arc<Self> {
        LINKS.insert_with(|handle| {
            let mut linker = Linker::default();
            if let Some(most) = options.max_registers.filter(|most| *most > 0) {
                linker.limit_registers(most);
            }
            Self {
                handle,
                owner,
                state: Mutex::new(State { linker, options, errors: String::new(), image: None }),
            }
        })
    }

    /// Adds an input.
    pub fn add(&self, kind: CUjitInputType, bytes: &[u8], name: &str, driver: &Driver) -> Result {
        let mut state = self.state.lock();
        if state.image.is_some() {
            return Err(Error::InvalidValue);
        }
        let added = text_of(kind, bytes, driver).and_then(|text| Ok(state.linker.add(name, text)?));
        state.report(added)
    }

    /// Links the inputs: address and length of the program, valid until the link is destroyed.
    pub fn complete(&self) -> Result<(*const u8, usize)> {
        let mut state = self.state.lock();
        if state.image.is_none() {
            if state.linker.is_empty() {
                return Err(Error::InvalidValue);
            }
            let linked = state.linker.complete(softcuda_simt::provides).map_err(Refusal::from);
            let mut text = state.report(linked)?;
            text.push(0);
            state.image = Some(text.into_boxed_slice());
        }
        let image = state.image.as_deref().unwrap_or_default();
        Ok((image.as_ptr(), image.len()))
    }
}

impl State {
    /// Writes the logs and turns a refusal into its error.
    fn report<T>(&mut self, result: std::result::Result<T, Refusal>) -> Result<T> {
        if let Err(refusal) = &result {
            self.errors.push_str(&refusal.message);
            self.errors.push('\n');
            refusal.log();
        }
        // SAFETY: CUDA demands that the arrays and buffers of a link's options stay valid as long as it lives.
        unsafe { self.options.report(Some(&self.errors), 0.0) };
        result.map_err(|refusal| refusal.error)
    }
}

/// Is this the device runtime library? Its device functions are inside of code; what the archive's index names are tables
/// of errors of kernels that start kernels.
fn is_device_runtime(bytes: &[u8]) -> bool {
    let name = b"cudartErrorCnpMap\0";
    bytes.starts_with(b"!<arch>\n") && bytes.windows(name.len()).any(|w| w == name)
}

/// The PTX of an input.
fn text_of(kind: CUjitInputType, bytes: &[u8], driver: &Driver) -> std::result::Result<Arc<[u8]>, Refusal> {
    let machine_code = || Refusal {
        error: Error::NoBinaryForGpu,
        message: "only PTX can be linked, alone or in a fatbin".to_owned(),
    };
    match kind {
        CU_JIT_INPUT_PTX => Ok(bytes.into()),
        // What an earlier link made is text, too.
        CU_JIT_INPUT_CUBIN | CU_JIT_INPUT_FATBINARY => {
            let image = Image::from_bytes(bytes).map_err(Refusal::of_image)?;
            if image.kind == ImageKind::Cubin {
                return Err(machine_code());
            }
            match Program::from_image(&image, driver)? {
                Program::Ptx(text) => Ok(text),
                Program::Described(_) => Err(machine_code()),
            }
        }
        CU_JIT_INPUT_LIBRARY if is_device_runtime(bytes) => Ok(DEVICE_RUNTIME.into()),
        _ => Err(machine_code()),
    }
}

/// One program of separately compiled units.
pub fn link_units(units: &[Arc<[u8]>]) -> std::result::Result<Arc<[u8]>, Refusal> {
    let mut linker = Linker::default();
    for (number, unit) in units.iter().enumerate() {
        linker.add(&format!("unit {}", number + 1), unit.clone())?;
    }
    Ok(linker.complete(softcuda_simt::provides)?.into())
}

impl From<LinkError> for Refusal {
    fn from(error: LinkError) -> Self {
        let code = match error {
            LinkError::Syntax { .. } | LinkError::AddressSize { .. } => Error::InvalidPtx,
            LinkError::Duplicate { .. } | LinkError::Mismatch { .. } | LinkError::Inseparable { .. } => {
                Error::InvalidSource
            }
            // What drivers are known to answer.
            LinkError::Undefined(_) => Error::Unknown,
        };
        Self { error: code, message: error.to_string() }
    }
}
