//! Pinned memory that kernels use directly: what the program changed goes before a launch, what kernels changed comes back before the completion
//! that makes it visible.
//!
//! With unified addressing any pinned memory can be used so. A launch is taken to use the ranges whose addresses are among its parameters, and
//! all that was asked for as mapped (CU_MEMHOSTALLOC_DEVICEMAP, CU_MEMHOSTREGISTER_DEVICEMAP, cuMemHostGetDevicePointer), since their addresses may
//! lie in memory. From its first such launch a range is *tracked*: client and worker keep a copy of what both agree that it holds, and
//! compare it with the memory itself, page by page. Programs without such memory pay two comparisons per launch.
//!
//! Whatever changes tracked memory on behalf of the worker changes the copy under the same lock, else it would count as the program's change. And the
//! worker is told of it in no other way, else both would agree on different things. Bytes that a copy is about to write are the device's: what
//! the program had put there is not sent any more, as it would come after the copy.

use std::collections::BTreeMap;
use std::ffi::c_void;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use cuda_abi::{CU_MEMHOSTALLOC_DEVICEMAP, CUresult};
use parking_lot::{Mutex, RwLock, RwLockReadGuard};
use protocol::INLINE_MAX;
use protocol::ops::op;
use protocol::pages::{self, BULK_MAX, PAGE, RECORD_MAX};

use super::Global;
use super::pinned::Pinned;
use super::stream::Stream;
use crate::session::Wait;

/// Pages that are compared at a time: whoever stores what kernels changed waits no longer than this takes.
const STEP: usize = 64;

/// A tracked range.
#[derive(Default)]
struct Tracked {
    /// What the worker is agreed to hold; empty until that is known.
    agreed: Vec<u8>,
    /// Held from the comparison until what it found is sent, so that no other thread's launch overtakes that.
    sending: Arc<Mutex<()>>,
}

/// All tracked ranges by first address, and what decides quickly that there is nothing to do.
pub(crate) struct MappedMemory {
    tracked: Mutex<BTreeMap<u64, Tracked>>,
    /// Held while a range begins to be tracked.
    beginning: Mutex<()>,
    /// Held for reading from the decision how a copy comes until it is known to be pending.
    copies: RwLock<()>,
    /// First addresses of ranges that any launch may use.
    asked_for: Mutex<Vec<u64>>,
    asked_count: AtomicUsize,
    /// All pinned memory lies from here …
    low: AtomicU64,
    /// … to before here.
    high: AtomicU64,
}

impl Default for MappedMemory {
    fn default() -> Self {
        MappedMemory {
            tracked: Mutex::default(),
            beginning: Mutex::default(),
            copies: RwLock::default(),
            asked_for: Mutex::default(),
            asked_count: AtomicUsize::new(0),
            low: AtomicU64::new(u64::MAX),
            high: AtomicU64::new(0),
        }
    }
}

impl MappedMemory {
    /// Pinned memory was made.
    pub(crate) fn pinned(&self, pinned: &Pinned) {
        self.low.fetch_min(pinned.base, Ordering::AcqRel);
        self.high.fetch_max(pinned.base + pinned.bytes, Ordering::AcqRel);
        // The flag has the same value for registered memory.
        if pinned.flags & CU_MEMHOSTALLOC_DEVICEMAP != 0 {
            self.asked_for(pinned);
        }
    }

    /// The program asked for memory that kernels use.
    pub(crate) fn asked_for(&self, pinned: &Pinned) {
        let mut asked = self.asked_for.lock();
        if !asked.contains(&pinned.base) {
            asked.push(pinned.base);
        }
        self.asked_count.store(asked.len(), Ordering::Release);
    }

    /// Pinned memory is about to be given back.
    pub(crate) fn forget(&self, pinned: &Pinned) {
        self.tracked.lock().remove(&pinned.wire_base());
        let mut asked = self.asked_for.lock();
        asked.retain(|base| *base != pinned.base);
        self.asked_count.store(asked.len(), Ordering::Release);
    }

    /// Decides how a copy to pinned memory comes; `true`: the memory is tracked, or about to be. The guard is held until the copy is noted.
    pub(crate) fn is_tracked(&self, pinned: &Pinned) -> (bool, RwLockReadGuard<'_, ()>) {
        let guard = self.copies.read();
        (self.tracked.lock().contains_key(&pinned.wire_base()), guard)
    }

    fn is_agreed(&self, base: u64) -> bool {
        self.tracked.lock().get(&base).is_some_and(|t| !t.agreed.is_empty())
    }

    /// Stores bytes that a copy brought from the worker by `store`.
    pub(crate) fn arrived(&self, address: u64, bytes: &[u8], store: impl FnOnce() -> bool) -> bool {
        let mut tracked = self.tracked.lock();
        if let Some(place) = agreed(&mut tracked, address, bytes.len()) {
            place.copy_from_slice(bytes);
        }
        store()
    }

    /// Stores what kernels have changed.
    pub(crate) fn store(&self, payload: &[u8]) {
        let Ok(records) = pages::records(payload) else { return };
        // The lock also keeps tracked memory from being given back meanwhile.
        let mut tracked = self.tracked.lock();
        for record in records {
            let Some(page) = agreed(&mut tracked, record.address, PAGE) else { continue };
            for (at, bytes) in record.runs() {
                // Runs lie in the page.
                page[at..at + bytes.len()].copy_from_slice(bytes);
                let target = std::ptr::with_exposed_provenance_mut::<u8>(record.address as usize + at);
                // SAFETY: tracked memory is pinned, hence mapped and writable; the program that uses these bytes now races with its kernel.
                unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), target, bytes.len()) };
            }
        }
    }

    /// Appends records of what the program has changed in [`STEP`] pages from offset `from` of a range.
    fn compare(&self, base: u64, from: usize, records: &mut Vec<u8>) {
        let mut tracked = self.tracked.lock();
        let Some(tracked) = tracked.get_mut(&base) else { return };
        let pages = tracked.agreed.as_chunks_mut::<PAGE>().0.iter_mut();
        let mut new = [0; PAGE];
        for (i, old) in pages.enumerate().skip(from / PAGE).take(STEP) {
            let address = base + (i * PAGE) as u64;
            if !differs(address, old) {
                continue;
            }
            // Read once: other threads of the program may go on writing.
            read_page(address, &mut new);
            pages::append(records, address, old, &new);
            *old = new;
        }
    }
}

/// The agreed contents of `len` bytes at an address, if they lie in a tracked range.
fn agreed(tracked: &mut BTreeMap<u64, Tracked>, address: u64, len: usize) -> Option<&mut [u8]> {
    let (base, tracked) = tracked.range_mut(..=address).next_back()?;
    let at = usize::try_from(address - base).ok()?;
    tracked.agreed.get_mut(at..at.checked_add(len)?)
}

/// The pinned memory that a launch with these parameters may use.
pub(crate) fn used_by(g: &Global, parameters: &[u8]) -> Vec<Pinned> {
    let mapped = &g.mapped;
    let (low, high) = (mapped.low.load(Ordering::Acquire), mapped.high.load(Ordering::Acquire));
    let mut used = Vec::new();
    if low >= high {
        return used;
    }
    let add = |address: u64, used: &mut Vec<Pinned>| {
        if let Some(found) = g.pinned.find(address)
            && !used.iter().any(|p| p.base == found.base)
        {
            used.push(found);
        }
    };
    for word in parameters.chunks_exact(8).filter_map(|word| word.first_chunk::<8>()) {
        let address = u64::from_le_bytes(*word);
        if (low..high).contains(&address) {
            add(address, &mut used);
        }
    }
    if mapped.asked_count.load(Ordering::Acquire) > 0 {
        mapped.asked_for.lock().iter().for_each(|base| add(*base, &mut used));
    }
    used
}

/// The tracked range that holds these bytes.
pub(crate) fn tracked(g: &Global, address: u64, bytes: u64) -> Option<Pinned> {
    g.pinned.covering(address, bytes).filter(|pinned| g.mapped.is_agreed(pinned.wire_base()))
}

/// Before a copy that writes all bytes of a range is posted.
pub(crate) fn before_copy_to(g: &Global, (from, to): (u64, u64)) {
    let sending = {
        let tracked = g.mapped.tracked.lock();
        tracked.range(..=from).next_back().map(|(_, t)| t.sending.clone())
    };
    let Some(sending) = sending else { return };
    // Changes of these bytes that were found before go before the copy.
    let _sending = sending.lock();
    let mut tracked = g.mapped.tracked.lock();
    if let Some(place) = agreed(&mut tracked, from, (to - from) as usize) {
        let source = std::ptr::with_exposed_provenance::<u8>(from as usize);
        // SAFETY: tracked memory is pinned, hence readable; the program leaves it alone until the copy is complete.
        unsafe { std::ptr::copy_nonoverlapping(source, place.as_mut_ptr(), place.len()) };
    }
}

/// Before a launch that may use these ranges: the worker learns what the program has changed.
pub(crate) fn before_launch(g: &Global, stream: &Stream, used: &[Pinned]) -> Result<(), CUresult> {
    for pinned in used {
        track(g, pinned)?;
        send_changes(g, stream.context.id, pinned.wire_base())?;
    }
    Ok(())
}

/// After that launch: what it changes comes back.
pub(crate) fn after_launch(g: &Global, stream: &Arc<Stream>, used: &[Pinned]) -> Result<(), CUresult> {
    let addresses: Vec<u8> = used.iter().flat_map(|p| p.wire_base().to_le_bytes()).collect();
    let seq = stream.post(g, op::HOST_TOUCH, &[&stream.id.to_le_bytes(), &addresses])?;
    stream.note_host_visible(seq);
    for p in used {
        g.pinned.note_writer(stream, seq, Some((p.base, p.base + p.bytes)));
    }
    Ok(())
}

/// After a host function: launches behind it in its stream see what it has changed.
pub(crate) fn after_host_function(g: &Global, context: u32) {
    let bases: Vec<u64> = g.mapped.tracked.lock().keys().copied().collect();
    for base in bases {
        // The session being over, nothing is launched any more.
        let _ = send_changes(g, context, base);
    }
}

/// Begins to track a range, if that has not happened.
fn track(g: &Global, pinned: &Pinned) -> Result<(), CUresult> {
    let base = pinned.wire_base();
    if g.mapped.is_agreed(base) {
        return Ok(());
    }
    let _beginning = g.mapped.beginning.lock();
    if g.mapped.is_agreed(base) {
        return Ok(());
    }
    g.mapped.tracked.lock().entry(base).or_default();
    begin(g, pinned).inspect_err(|_| drop(g.mapped.tracked.lock().remove(&base)))
}

fn begin(g: &Global, pinned: &Pinned) -> Result<(), CUresult> {
    // Copies that were decided on before are pending now; later ones see that the range is tracked.
    drop(g.mapped.copies.write());
    // What copies still bring or take must have come first: what the memory holds now is what both will agree on.
    g.pinned.wait_for_copies(g, pinned.base, pinned.bytes)?;
    let base = pinned.wire_base();
    let used = g.call(pinned.context.id, op::HOST_TRACK, &[&base.to_le_bytes()], Wait::Setup)?;
    let mut agreed = vec![0; pinned.mapped as usize];
    for (i, page) in agreed.as_chunks_mut::<PAGE>().0.iter_mut().enumerate() {
        // The worker's page holds what earlier copies left there: every byte of ours counts as changed.
        if used.get(i / 8).is_some_and(|byte| byte >> (i % 8) & 1 != 0) {
            read_page(base + (i * PAGE) as u64, page);
            page.iter_mut().for_each(|byte| *byte = !*byte);
        }
    }
    if let Some(tracked) = g.mapped.tracked.lock().get_mut(&base) {
        tracked.agreed = agreed;
    }
    Ok(())
}

/// Sends what the program has changed in a range. Large changes go over the bulk connection, so that other threads' frames need not wait.
fn send_changes(g: &Global, context: u32, base: u64) -> Result<(), CUresult> {
    let range = g.mapped.tracked.lock().get(&base).map(|t| (t.sending.clone(), t.agreed.len()));
    let Some((sending, length)) = range else { return Ok(()) };
    let _sending = sending.lock();
    let mut records = Vec::new();
    for from in (0..length).step_by(STEP * PAGE) {
        // No lock of the state is held while something is sent: that may wait for the worker, whose own changes need it.
        g.mapped.compare(base, from, &mut records);
        if records.len() > BULK_MAX - STEP * RECORD_MAX {
            send(g, context, &records)?;
            records.clear();
        }
    }
    send(g, context, &records)
}

fn send(g: &Global, context: u32, records: &[u8]) -> Result<(), CUresult> {
    if records.is_empty() {
        return Ok(());
    }
    if records.len() <= INLINE_MAX {
        return g.session.post(context, op::HOST_PAGES, &[records]).map(drop);
    }
    let xfer = g.session.new_xfer();
    let (number, length) = (xfer.to_le_bytes(), (records.len() as u64).to_le_bytes());
    let parts = [&number[..], &length[..]];
    let (source, bytes) = (records.as_ptr(), records.len());
    // SAFETY: the records are borrowed until the call returns.
    let reply = unsafe {
        g.session.call_with_bulk(context, op::HOST_PAGES_BULK, &parts, xfer, source, bytes, Wait::Receive)
    }?;
    reply.result.ok()
}

/// Copies a page of pinned memory.
fn read_page(address: u64, page: &mut [u8; PAGE]) {
    let source = std::ptr::with_exposed_provenance::<u8>(address as usize);
    // SAFETY: whole pages of pinned memory, which is mapped; the program may write them meanwhile, as it may while a device reads them.
    unsafe { std::ptr::copy_nonoverlapping(source, page.as_mut_ptr(), PAGE) };
}

/// Whether a page of pinned memory differs from `page`.
fn differs(address: u64, page: &[u8; PAGE]) -> bool {
    let memory = std::ptr::with_exposed_provenance::<c_void>(address as usize);
    // SAFETY: as for `read_page`. A byte that changes meanwhile is found now or at the next launch.
    unsafe { libc::memcmp(memory, page.as_ptr().cast(), PAGE) != 0 }
}
