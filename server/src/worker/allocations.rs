//! Device memory that the session holds, and its account.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use cuda_abi::CUresult;
use parking_lot::Mutex;

use super::driver::Cu;
use super::exports::{Exported, Handle, Kind};
use super::ledger::Ledger;

/// The driver hands out device memory in pieces of this size, in bytes.
const GRAIN: u64 = 512;
/// How long devices that were given up are waited for.
const AWAKE_LIMIT: Duration = Duration::from_secs(60);
/// Between looks whether they are there.
const AWAKE_LOOK: Duration = Duration::from_millis(5);

/// The account of this worker in its reservation.
#[derive(Clone)]
pub struct Account {
    /// The reservation's ledger.
    pub ledger: Arc<Ledger>,
    /// This worker's slot.
    pub slot: usize,
}

#[derive(Debug)]
struct Allocation {
    reserved: Reserved,
    ctx: u64,
}

/// Memory of a device that is no allocation with an address. By the driver's own numbers: no client can make two of them one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Held {
    /// An array.
    Array(usize),
    /// Variables of a module or library.
    Module(usize),
    /// What a limit of the context with this serial number sets aside.
    Limit(u64, u32),
}

/// All allocations.
pub struct Allocations {
    /// By address.
    map: Mutex<BTreeMap<u64, Allocation>>,
    held: Mutex<HashMap<Held, Allocation>>,
    account: Option<Account>,
    over: AtomicBool,
}

/// Bytes that are reserved for an allocation.
#[derive(Debug)]
pub struct Reserved {
    bytes: u64,
    device: usize,
    /// Others may open it: the bytes go back with the export.
    exported: Option<Exported>,
}

impl Allocations {
    /// None yet; without an account nothing is limited.
    pub fn new(account: Option<Account>) -> Self {
        Allocations { map: Mutex::default(), held: Mutex::default(), account, over: AtomicBool::new(false) }
    }

    /// Reserves `bytes` of a device before they are allocated.
    pub fn reserve(&self, device: usize, bytes: u64) -> Cu<Reserved> {
        let bytes = bytes.checked_next_multiple_of(GRAIN).ok_or(CUresult::OUT_OF_MEMORY)?;
        if let Some(a) = &self.account {
            loop {
                if !a.ledger.reserve(a.slot, device, bytes) {
                    return Err(CUresult::OUT_OF_MEMORY);
                }
                // Counted first: see `Ledger::fall_asleep`.
                if !a.ledger.is_asleep() {
                    break;
                }
                a.ledger.release(a.slot, device, bytes);
                self.awake()?;
            }
        }
        Ok(Reserved { bytes, device, exported: None })
    }

    /// Has the devices of the reservation, which may have been given up while nothing was allocated; waits for them for some time.
    ///
    /// # Errors
    /// OUT_OF_MEMORY: others use them.
    pub fn awake(&self) -> Cu<()> {
        let Some(ledger) = self.account.as_ref().map(|a| &a.ledger).filter(|ledger| ledger.is_asleep())
        else {
            return Ok(());
        };
        let start = Instant::now();
        while ledger.is_asleep() {
            if start.elapsed() > AWAKE_LIMIT || self.over.load(Ordering::Acquire) {
                ledger.want(false);
                return Err(CUresult::OUT_OF_MEMORY);
            }
            // Again and again: another worker may have given up.
            ledger.want(true);
            std::thread::sleep(AWAKE_LOOK);
        }
        Ok(())
    }

    /// The session is over: nothing is waited for any more.
    pub fn end(&self) {
        self.over.store(true, Ordering::Release);
    }

    /// Gives back a reservation whose allocation failed.
    pub fn cancel(&self, reserved: Reserved) {
        self.release(reserved);
    }

    /// Books an allocation of the context with this serial number. `bytes`: what it really takes, at most what was reserved.
    pub fn add(&self, address: u64, reserved: Reserved, ctx: u64) {
        self.map.lock().insert(address, Allocation { reserved, ctx });
    }

    /// Books memory without an address; what was booked under the same name is let go.
    pub fn hold(&self, what: Held, reserved: Reserved, ctx: u64) {
        let before = self.held.lock().insert(what, Allocation { reserved, ctx });
        before.into_iter().for_each(|before| self.release(before.reserved));
    }

    /// The driver has freed it.
    pub fn let_go(&self, what: Held) {
        let gone = self.held.lock().remove(&what);
        gone.into_iter().for_each(|gone| self.release(gone.reserved));
    }

    /// Whether an allocation starts at `address`.
    pub fn owns(&self, address: u64) -> bool {
        self.map.lock().contains_key(&address)
    }

    /// Takes an allocation that is about to be freed off the list; it is still counted until [`Allocations::freed`].
    pub fn begin_free(&self, address: u64) -> Cu<Reserved> {
        Ok(self.map.lock().remove(&address).ok_or(CUresult::INVALID_VALUE)?.reserved)
    }

    /// The driver has freed it.
    pub fn freed(&self, reserved: Reserved) {
        self.release(reserved);
    }

    /// The handle by which others of the reservation open the allocation that contains `address`; `ask` asks the driver for its own
    /// when it is the first time.
    pub fn export(&self, address: u64, ask: impl FnOnce(u64) -> Cu<Handle>) -> Cu<Handle> {
        let account = self.account()?;
        let (base, known) = self.containing(address)?;
        if let Some(handle) = known {
            return Ok(handle);
        }
        // Not under the lock, which those have to take who free other memory meanwhile.
        let driver = ask(base)?;
        let mut map = self.map.lock();
        let reserved = &mut map.get_mut(&base).ok_or(CUresult::INVALID_VALUE)?.reserved;
        if reserved.exported.is_none() {
            let counted = (reserved.device, reserved.bytes);
            let made = Exported::new(&account.ledger, account.slot, Kind::Memory, counted, &driver);
            reserved.exported = Some(made.ok_or(CUresult::OUT_OF_MEMORY)?);
        }
        reserved.exported.as_ref().map(|exported| exported.handle).ok_or(CUresult::UNKNOWN)
    }

    /// The allocation that contains an address: where it starts, and its handle if it has one.
    fn containing(&self, address: u64) -> Cu<(u64, Option<Handle>)> {
        let map = self.map.lock();
        let (base, a) = map.range(..=address).next_back().ok_or(CUresult::INVALID_VALUE)?;
        let inside = address - base < a.reserved.bytes;
        let handle = a.reserved.exported.as_ref().map(|exported| exported.handle);
        inside.then_some((*base, handle)).ok_or(CUresult::INVALID_VALUE)
    }

    /// The account of this worker.
    pub fn account(&self) -> Cu<&Account> {
        self.account.as_ref().ok_or(CUresult::NOT_SUPPORTED)
    }

    /// A context is gone and with it all its memory.
    pub fn context_gone(&self, ctx: u64) {
        for (_, gone) in self.map.lock().extract_if(.., |_, a| a.ctx == ctx) {
            self.release(gone.reserved);
        }
        for (_, gone) in self.held.lock().extract_if(|_, a| a.ctx == ctx) {
            self.release(gone.reserved);
        }
    }

    /// Free and total bytes as the client sees them, given the driver's.
    pub fn view(&self, device: usize, free: u64, total: u64) -> (u64, u64) {
        let Some(a) = &self.account else { return (free, total) };
        let limit = a.ledger.limit(device);
        (limit.saturating_sub(a.ledger.used(device)).min(free), limit.min(total))
    }

    fn release(&self, reserved: Reserved) {
        if let (Some(a), None) = (&self.account, &reserved.exported) {
            a.ledger.release(a.slot, reserved.device, reserved.bytes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asleep() -> (Arc<Ledger>, Arc<Allocations>) {
        let ledger = Arc::new(Ledger::create(&[1000], 0).unwrap());
        assert!(ledger.fall_asleep());
        (ledger.clone(), Arc::new(Allocations::new(Some(Account { ledger, slot: 0 }))))
    }

    /// Once somebody wants the devices, does something else.
    fn when_wanted(
        ledger: &Arc<Ledger>,
        then: impl FnOnce() + Send + 'static,
    ) -> std::thread::JoinHandle<()> {
        let ledger = ledger.clone();
        std::thread::spawn(move || {
            while !ledger.is_wanted() {
                std::thread::sleep(Duration::from_millis(1));
            }
            assert_eq!(ledger.used(0), 0, "nothing is counted meanwhile");
            then();
        })
    }

    #[test]
    fn devices_that_were_given_up_are_waited_for() {
        let (ledger, allocations) = asleep();
        let front = ledger.clone();
        let waking = when_wanted(&ledger, move || front.wake());
        let reserved = allocations.reserve(0, 512).unwrap();
        assert_eq!((ledger.used(0), ledger.is_asleep()), (512, false));
        allocations.cancel(reserved);
        waking.join().unwrap();
    }

    #[test]
    fn who_is_over_waits_no_more() {
        let (ledger, allocations) = asleep();
        let session = allocations.clone();
        let ending = when_wanted(&ledger, move || session.end());
        assert_eq!(allocations.reserve(0, 512).unwrap_err(), CUresult::OUT_OF_MEMORY);
        assert_eq!(allocations.awake(), Err(CUresult::OUT_OF_MEMORY));
        assert_eq!((ledger.used(0), ledger.is_wanted()), (0, false));
        ending.join().unwrap();
    }
}
