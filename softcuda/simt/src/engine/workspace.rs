//! The workspace of a cooperative grid: where its grid-wide barriers count arrivals.

use std::sync::Arc;

use softcuda_ptx::SpecialReg;

use crate::memory::{AddressSpace, AllocError};
use crate::wir::{Op, Program};

/// Bytes of a workspace. Programs use the word at byte 4.
const BYTES: u64 = 512;

/// Device memory, zeroed, freed when dropped.
pub(super) struct Workspace {
    space: Arc<AddressSpace>,
    address: u64,
}

impl Workspace {
    /// A workspace for a launch of `program`, if it is cooperative and asks for one.
    pub(super) fn of(
        space: &Arc<AddressSpace>,
        program: &Program,
        cooperative: bool,
    ) -> Result<Option<Workspace>, AllocError> {
        if !cooperative || !asks(program) {
            return Ok(None);
        }
        let address = space.alloc(BYTES, 1)?;
        Ok(Some(Workspace { space: Arc::clone(space), address }))
    }

    pub(super) fn address(&self) -> u64 {
        self.address
    }
}

/// Does the program read the registers that hold the workspace's address?
fn asks(program: &Program) -> bool {
    let register = |number: u32| SpecialReg::ALL.get(number as usize);
    let special = program.code.iter().filter(|i| matches!(i.op, Op::Special32 | Op::Special64));
    special.map(|i| register(i.x)).any(|r| matches!(r, Some(SpecialReg::Envreg1 | SpecialReg::Envreg2)))
}

impl Drop for Workspace {
    fn drop(&mut self) {
        // The address came from `alloc` and is freed once.
        let _ = self.space.free(self.address);
    }
}
