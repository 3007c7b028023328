//! What stops a kernel, and where.

use std::fmt;

/// The reason why a grid was stopped. [`FaultKind::code`] gives the `CUresult` of each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FaultKind {
    /// An address that belongs to no allocation.
    IllegalAddress,
    /// `assert()` failed.
    Assert,
    /// An instruction that this interpreter lacks, or a malformed one.
    IllegalInstruction,
    /// An address that is not a multiple of the access's size.
    MisalignedAddress,
    /// An operation on the wrong state space.
    InvalidAddressSpace,
    /// A call through a pointer that is no function.
    InvalidPc,
    /// `trap`, stack overflow, shared or local memory out of bounds, deadlock.
    LaunchFailure,
    /// The grid was cancelled by its launcher; never reported to an application.
    Cancelled,
}

impl FaultKind {
    /// The driver's result code (`CUresult`) for this fault.
    pub fn code(self) -> u32 {
        match self {
            FaultKind::IllegalAddress => 700,
            FaultKind::Assert => 710,
            FaultKind::IllegalInstruction => 715,
            FaultKind::MisalignedAddress => 716,
            FaultKind::InvalidAddressSpace => 717,
            FaultKind::InvalidPc => 718,
            FaultKind::LaunchFailure => 719,
            // CUDA_ERROR_DEINITIALIZED: only teardown cancels a grid.
            FaultKind::Cancelled => 4,
        }
    }
}

/// The first fault of a grid: the whole grid stops, the context becomes unusable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The reason.
    pub kind: FaultKind,
    /// The kernel's name.
    pub kernel: String,
    /// Block index of the faulting thread.
    pub ctaid: [u32; 3],
    /// Thread index of the (first) faulting thread.
    pub tid: [u32; 3],
    /// The address of a memory fault.
    pub address: Option<u64>,
    /// Instruction and nearest allocation, in words.
    pub detail: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [bx, by, bz] = self.ctaid;
        let [tx, ty, tz] = self.tid;
        write!(
            f,
            "{:?} in kernel {} block ({bx},{by},{bz}) thread ({tx},{ty},{tz})",
            self.kind, self.kernel
        )?;
        if let Some(address) = self.address {
            write!(f, " at address {address:#x}")?;
        }
        if !self.detail.is_empty() {
            write!(f, ": {}", self.detail)?;
        }
        Ok(())
    }
}

impl std::error::Error for Fault {}
