//! Machine code in null mode: kernels that are described and not executed, variables that are real memory.

use std::collections::HashMap;
use std::sync::Arc;

use fatbin::Cubin;
use softcuda_simt::AddressSpace;

use crate::error::{Error, Result};
use crate::function::{KernelInfo, Needs};

/// What a cubin says about itself.
#[derive(Clone, Debug, Default)]
pub struct Description {
    /// Its kernels.
    pub kernels: Vec<KernelInfo>,
    variables: Vec<Variable>,
}

/// A `__device__` or `__constant__` variable.
#[derive(Clone, Debug)]
struct Variable {
    name: String,
    size: u64,
    init: Option<Box<[u8]>>,
}

impl Description {
    /// Reads a cubin.
    pub fn of(cubin: &[u8]) -> fatbin::Result<Self> {
        let cubin = Cubin::parse(cubin)?;
        let arch = cubin.arch().major * 10 + cubin.arch().minor;
        let kernels = cubin.kernels()?.into_iter().map(|kernel| described(kernel, arch)).collect();
        let variable = |v: fatbin::Variable<'_>| Variable {
            name: v.name.to_owned(),
            size: v.size,
            init: v.init.map(Into::into),
        };
        Ok(Self { kernels, variables: cubin.variables().into_iter().map(variable).collect() })
    }

    /// Takes in what another says.
    pub fn append(&mut self, other: Self) {
        self.kernels.extend(other.kernels);
        self.variables.extend(other.variables);
    }
}

fn described(kernel: fatbin::KernelInfo, arch: u32) -> KernelInfo {
    let needs = kernel.needs.unwrap_or_default();
    KernelInfo {
        const_bytes: needs.const_bytes,
        target: arch,
        binary: Some(arch),
        described: Needs {
            shared_bytes: needs.shared_bytes,
            local_bytes: needs.local_bytes,
            registers: needs.registers,
        },
        ..KernelInfo::from(kernel)
    }
}

/// The variables of a loaded module.
pub struct Variables {
    space: Arc<AddressSpace>,
    /// Address and size by name.
    places: HashMap<String, (u64, u64)>,
}

impl Variables {
    /// Gives every variable memory that holds its first value.
    pub fn place(description: &Description, space: &Arc<AddressSpace>) -> Result<Self> {
        let mut placed = Self { space: space.clone(), places: HashMap::new() };
        for variable in description.variables.iter().filter(|variable| variable.size > 0) {
            let address = space.alloc(variable.size, 1).map_err(|_| Error::OutOfMemory)?;
            placed.places.insert(variable.name.clone(), (address, variable.size));
            if let Some(init) = &variable.init {
                // SAFETY: `init` has as many bytes as were just allocated at `address`, which nobody else knows.
                unsafe { std::ptr::copy_nonoverlapping(init.as_ptr(), address as *mut u8, init.len()) };
            }
        }
        Ok(placed)
    }

    /// Address and size of a variable.
    pub fn get(&self, name: &str) -> Option<(u64, u64)> {
        self.places.get(name).copied()
    }
}

impl Drop for Variables {
    fn drop(&mut self) {
        for (address, _) in self.places.values() {
            // The address came from `alloc` and is freed once.
            let _ = self.space.free(*address);
        }
    }
}
