//! Host memory that a worker holds for its client: pinned ranges and what is agreed about them, staging blocks, images, retained frames.
//!
//! It is counted in the ledger of the reservation, over all its workers. What does not fit is refused with CUDA_ERROR_OUT_OF_MEMORY.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use cuda_abi::CUresult;

use super::allocations::Account;
use super::driver::Cu;
use super::ledger::HOST;

/// Bytes that frames of a session may take: the client's window, and as much for answers.
pub(super) const FRAMES: u64 = 2 * super::WINDOW;

/// The count of a session.
#[derive(Clone)]
pub struct HostMemory(Arc<Count>);

struct Count {
    account: Option<Account>,
    limit: u64,
    used: AtomicU64,
}

impl fmt::Debug for HostMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {} bytes", self.0.used.load(Ordering::Relaxed), self.0.limit)
    }
}

impl HostMemory {
    /// Nothing yet; at most `limit` bytes, and what the account's reservation may have.
    pub fn new(account: Option<Account>, limit: u64) -> Self {
        HostMemory(Arc::new(Count { account, limit, used: AtomicU64::new(0) }))
    }

    /// Counts `bytes` that are about to be allocated.
    pub fn take(&self, bytes: u64) -> Cu<Taken> {
        let Count { account, limit, used } = &*self.0;
        let fits = |u: u64| u.checked_add(bytes).filter(|n| n <= limit);
        used.fetch_update(Ordering::AcqRel, Ordering::Relaxed, fits).map_err(|_| CUresult::OUT_OF_MEMORY)?;
        if let Some(a) = account
            && !a.ledger.reserve(a.slot, HOST, bytes)
        {
            used.fetch_sub(bytes, Ordering::AcqRel);
            return Err(CUresult::OUT_OF_MEMORY);
        }
        Ok(Taken { memory: self.clone(), bytes })
    }
}

/// Bytes that are counted as long as this lives.
#[derive(Debug)]
pub struct Taken {
    memory: HostMemory,
    bytes: u64,
}

impl Taken {
    /// Counts `bytes` more for the same session.
    pub fn more(&self, bytes: u64) -> Cu<Taken> {
        self.memory.take(bytes)
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        let Count { account, used, .. } = &*self.memory.0;
        used.fetch_sub(self.bytes, Ordering::AcqRel);
        if let Some(a) = account {
            a.ledger.release(a.slot, HOST, self.bytes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::ledger::Ledger;
    use super::*;

    #[test]
    fn what_is_taken_comes_back_and_limits_hold_over_the_reservation() {
        let ledger = Arc::new(Ledger::create(&[], 100).unwrap());
        let of = |slot, limit| HostMemory::new(Some(Account { ledger: ledger.clone(), slot }), limit);
        let (one, two) = (of(0, 60), of(1, 1000));
        let a = one.take(50).unwrap();
        assert_eq!(one.take(11).unwrap_err(), CUresult::OUT_OF_MEMORY);
        let b = two.take(40).unwrap();
        assert_eq!(b.more(11).unwrap_err(), CUresult::OUT_OF_MEMORY);
        assert_eq!(ledger.used(HOST), 90);
        drop(a);
        let _c = b.more(60).unwrap();
        assert_eq!(one.take(1).unwrap_err(), CUresult::OUT_OF_MEMORY);
        drop(b);
        assert!(one.take(40).is_ok());
        assert_eq!(two.take(u64::MAX).unwrap_err(), CUresult::OUT_OF_MEMORY);
        assert_eq!(ledger.used(HOST), 60);
    }
}
