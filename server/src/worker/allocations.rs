//! Device memory that the session holds, and its account.

use std::collections::BTreeMap;
use std::sync::Arc;

use cuda_abi::CUresult;
use parking_lot::Mutex;

use super::driver::Cu;
use super::ledger::Ledger;

/// The driver hands out device memory in pieces of this size, in bytes.
const GRAIN: u64 = 512;

/// The account of this worker in its reservation.
#[derive(Clone)]
pub struct Account {
    /// The reservation's ledger.
    pub ledger: Arc<Ledger>,
    /// This worker's slot.
    pub slot: usize,
}

#[derive(Debug, Clone, Copy)]
struct Allocation {
    bytes: u64,
    device: usize,
    ctx: u64,
}

/// All allocations by address.
pub struct Allocations {
    map: Mutex<BTreeMap<u64, Allocation>>,
    account: Option<Account>,
}

/// Bytes that were reserved for an allocation that is being made.
#[derive(Debug, Clone, Copy)]
pub struct Reserved {
    bytes: u64,
    device: usize,
}

impl Allocations {
    /// None yet; without an account nothing is limited.
    pub fn new(account: Option<Account>) -> Self {
        Allocations { map: Mutex::new(BTreeMap::new()), account }
    }

    /// Reserves `bytes` of a device before they are allocated.
    pub fn reserve(&self, device: usize, bytes: u64) -> Cu<Reserved> {
        let bytes = bytes.checked_next_multiple_of(GRAIN).ok_or(CUresult::OUT_OF_MEMORY)?;
        if let Some(a) = &self.account
            && !a.ledger.reserve(a.slot, device, bytes)
        {
            return Err(CUresult::OUT_OF_MEMORY);
        }
        Ok(Reserved { bytes, device })
    }

    /// Gives back a reservation whose allocation failed.
    pub fn cancel(&self, reserved: Reserved) {
        self.release(reserved.device, reserved.bytes);
    }

    /// Books an allocation of the context with this serial number. `bytes`: what it really takes, at most what was reserved.
    pub fn add(&self, address: u64, reserved: Reserved, ctx: u64) {
        let a = Allocation { bytes: reserved.bytes, device: reserved.device, ctx };
        self.map.lock().insert(address, a);
    }

    /// Whether an allocation starts at `address`.
    pub fn owns(&self, address: u64) -> bool {
        self.map.lock().contains_key(&address)
    }

    /// Takes an allocation that is about to be freed off the list; it is still counted until [`Allocations::freed`].
    pub fn begin_free(&self, address: u64) -> Cu<Reserved> {
        let a = self.map.lock().remove(&address).ok_or(CUresult::INVALID_VALUE)?;
        Ok(Reserved { bytes: a.bytes, device: a.device })
    }

    /// The driver has freed it.
    pub fn freed(&self, reserved: Reserved) {
        self.release(reserved.device, reserved.bytes);
    }

    /// A context is gone and with it all its memory.
    pub fn context_gone(&self, ctx: u64) {
        let mut map = self.map.lock();
        map.retain(|_, a| {
            if a.ctx == ctx {
                self.release(a.device, a.bytes);
            }
            a.ctx != ctx
        });
    }

    /// Free and total bytes as the client sees them, given the driver's.
    pub fn view(&self, device: usize, free: u64, total: u64) -> (u64, u64) {
        let Some(a) = &self.account else { return (free, total) };
        let limit = a.ledger.limit(device);
        (limit.saturating_sub(a.ledger.used(device)).min(free), limit.min(total))
    }

    fn release(&self, device: usize, bytes: u64) {
        if let Some(a) = &self.account {
            a.ledger.release(a.slot, device, bytes);
        }
    }
}
