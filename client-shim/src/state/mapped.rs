//! Pinned memory that kernels use directly: what the program changed goes before a launch, what kernels changed comes back before the completion
//! that makes it visible.
//!
//! With unified addressing any pinned memory can be used so. A launch is taken to use the ranges whose addresses are among its parameters, and
//! all that was asked for as mapped (CU_MEMHOSTALLOC_DEVICEMAP, CU_MEMHOSTREGISTER_DEVICEMAP, cuMemHostGetDevicePointer), since their addresses may
//! lie in memory. From its first such launch a range is *tracked*: client and worker keep a copy of what both agree that it holds, and
//! compare it with the memory itself, page by page. Programs without such memory pay two comparisons per launch.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use cuda_abi::{CU_MEMHOSTALLOC_DEVICEMAP, CUresult};
use parking_lot::Mutex;
use protocol::ops::op;
use protocol::pages::{self, PAGE, RECORD, RECORDS_MAX};

use super::Global;
use super::pinned::Pinned;
use super::stream::Stream;
use crate::session::Wait;

/// What the worker is agreed to hold of a tracked range.
struct Agreed(Vec<u8>);

/// All tracked ranges by first address, and what decides quickly that there is nothing to do.
pub(crate) struct MappedMemory {
    tracked: Mutex<BTreeMap<u64, Agreed>>,
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

    /// Whether memory at an address is tracked.
    pub(crate) fn is_tracked(&self, address: u64) -> bool {
        let tracked = self.tracked.lock();
        let before = tracked.range(..=address).next_back();
        before.is_some_and(|(base, agreed)| address - base < agreed.0.len() as u64)
    }

    /// Notes bytes that a copy brought from the worker; they are in the program's memory already.
    pub(crate) fn arrived(&self, address: u64, bytes: &[u8]) {
        let mut tracked = self.tracked.lock();
        if let Some((base, agreed)) = tracked.range_mut(..=address).next_back()
            && let Some(place) =
                usize::try_from(address - base).ok().and_then(|at| agreed.0.get_mut(at..at + bytes.len()))
        {
            place.copy_from_slice(bytes);
        }
    }

    /// Stores what kernels have changed.
    pub(crate) fn store(&self, payload: &[u8]) {
        let Ok(records) = pages::records(payload) else { return };
        // The lock keeps tracked memory from being given back meanwhile.
        let mut tracked = self.tracked.lock();
        for record in records {
            let Some((base, agreed)) = tracked.range_mut(..=record.address).next_back() else { continue };
            for (at, bytes) in record.runs() {
                let address = record.address + at as u64;
                let from = (address - base) as usize;
                let Some(place) = agreed.0.get_mut(from..from + bytes.len()) else { continue };
                place.copy_from_slice(bytes);
                let target = std::ptr::with_exposed_provenance_mut::<u8>(address as usize);
                // SAFETY: tracked memory is pinned, hence mapped and writable; the program that uses these bytes now races with its kernel.
                unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), target, bytes.len()) };
            }
        }
    }
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

/// Before a launch that may use these ranges: the worker learns what the program has changed.
pub(crate) fn before_launch(g: &Global, stream: &Stream, used: &[Pinned]) -> Result<(), CUresult> {
    for pinned in used {
        track(g, pinned)?;
        send_changes(g, stream.context.id, pinned)?;
    }
    Ok(())
}

/// After that launch: what it changes comes back.
pub(crate) fn after_launch(
    g: &Global,
    stream: &std::sync::Arc<Stream>,
    used: &[Pinned],
) -> Result<(), CUresult> {
    let addresses: Vec<u8> = used.iter().flat_map(|p| p.wire_base().to_le_bytes()).collect();
    let seq = stream.post(g, op::HOST_TOUCH, &[&stream.id.to_le_bytes(), &addresses])?;
    stream.note_host_visible(seq);
    for p in used {
        g.pinned.note_writer(stream, seq, Some((p.base, p.base + p.bytes)));
    }
    Ok(())
}

/// Begins to track a range, if that has not happened.
fn track(g: &Global, pinned: &Pinned) -> Result<(), CUresult> {
    let base = pinned.wire_base();
    if g.mapped.is_tracked(base) {
        return Ok(());
    }
    // What copies still bring must be here first: what the memory holds now is what both will agree on.
    g.pinned.wait_for_copies(g, pinned.base, pinned.bytes)?;
    let old = g.call(pinned.context.id, op::HOST_TRACK, &[&base.to_le_bytes()], Wait::Setup)?;
    let length = pinned.mapped as usize;
    let mut agreed = vec![0; length];
    let mut frames = Frames::new(g, pinned.context.id);
    for (i, page) in agreed.chunks_exact_mut(PAGE).enumerate() {
        // The worker's page holds what earlier copies left there.
        if old.get(i / 8).is_some_and(|byte| byte >> (i % 8) & 1 != 0) {
            let address = base + (i * PAGE) as u64;
            read_page(address, page);
            pages::append_whole(&mut frames.records, address, page);
            frames.send_if_full()?;
        }
    }
    frames.send()?;
    g.mapped.tracked.lock().entry(base).or_insert(Agreed(agreed));
    Ok(())
}

/// Compares a frame's worth of pages at a time: sending may wait for the worker, whose own changes need the lock.
fn send_changes(g: &Global, context: u32, pinned: &Pinned) -> Result<(), CUresult> {
    const STEP: usize = RECORDS_MAX * PAGE;
    let base = pinned.wire_base();
    let mut frames = Frames::new(g, context);
    let mut new = [0; PAGE];
    for from in (0..pinned.mapped as usize).step_by(STEP) {
        let mut tracked = g.mapped.tracked.lock();
        let Some(agreed) = tracked.get_mut(&base) else { return Ok(()) };
        let pages = agreed.0.chunks_exact_mut(PAGE).enumerate().skip(from / PAGE).take(RECORDS_MAX);
        for (i, old) in pages {
            let address = base + (i * PAGE) as u64;
            // Read once: other threads of the program may go on writing.
            read_page(address, &mut new);
            if pages::append(&mut frames.records, address, old, &new) {
                old.copy_from_slice(&new);
            }
        }
        drop(tracked);
        frames.send()?;
    }
    Ok(())
}

/// Copies a page of pinned memory.
fn read_page(address: u64, page: &mut [u8]) {
    let source = std::ptr::with_exposed_provenance::<u8>(address as usize);
    // SAFETY: whole pages of pinned memory, which is mapped; the program may write them meanwhile, as it may while a device reads them.
    unsafe { std::ptr::copy_nonoverlapping(source, page.as_mut_ptr(), page.len()) };
}

/// Gathers records and posts them, as many as a frame takes at a time.
struct Frames<'a> {
    g: &'a Global,
    context: u32,
    records: Vec<u8>,
}

impl<'a> Frames<'a> {
    fn new(g: &'a Global, context: u32) -> Self {
        Frames { g, context, records: Vec::new() }
    }

    fn is_full(&self) -> bool {
        self.records.len() >= RECORDS_MAX * RECORD
    }

    fn send_if_full(&mut self) -> Result<(), CUresult> {
        if self.is_full() { self.send() } else { Ok(()) }
    }

    fn send(&mut self) -> Result<(), CUresult> {
        if !self.records.is_empty() {
            self.g.session.post(self.context, op::HOST_PAGES, &[&self.records])?;
            self.records.clear();
        }
        Ok(())
    }
}
