//! Private anonymous memory mappings.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

use super::driver::{Cu, Library};

/// A mapping, unmapped when dropped.
#[derive(Debug)]
pub(super) struct Mapping {
    addr: usize,
    len: usize,
    /// What takes its place when it is dropped: a PROT_NONE reservation, or nothing.
    reserve: bool,
    /// The driver has pinned it: it must not be unmapped.
    pinned: AtomicBool,
}

/// Where a mapping goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// Anywhere.
    Any,
    /// Exactly here, where nothing is mapped.
    Free(usize),
    /// Exactly here, inside a reservation of ours.
    Reserved(usize),
}

/// Memory from this size on gets huge pages where the system gives them on request: fewer faults when it is pinned, fewer TLB misses in copies.
const HUGE: usize = 2 << 20;

fn map(place: Place, len: usize, prot: i32, flags: i32) -> io::Result<usize> {
    let (addr, fixed) = match place {
        Place::Any => (0, 0),
        Place::Free(a) => (a, libc::MAP_FIXED_NOREPLACE),
        Place::Reserved(a) => (a, libc::MAP_FIXED),
    };
    // SAFETY: anonymous memory; with MAP_FIXED it replaces pages of a reservation that the caller owns, otherwise nothing.
    let p = unsafe {
        libc::mmap(
            std::ptr::without_provenance_mut(addr),
            len,
            prot,
            flags | fixed | libc::MAP_PRIVATE | libc::MAP_ANONYMOUS,
            -1,
            0,
        )
    };
    if p == libc::MAP_FAILED {
        return Err(io::Error::last_os_error());
    }
    let got = p.expose_provenance();
    if addr != 0 && got != addr {
        // A kernel that does not know MAP_FIXED_NOREPLACE takes the address as a hint.
        // SAFETY: the mapping was just made and nobody knows it.
        unsafe { libc::munmap(p, len) };
        return Err(io::ErrorKind::AddrInUse.into());
    }
    Ok(got)
}

impl Mapping {
    /// Readable and writable zero pages that a driver can pin.
    pub(super) fn memory(place: Place, len: usize) -> io::Result<Self> {
        let addr = map(place, len, libc::PROT_READ | libc::PROT_WRITE, 0)?;
        if len >= HUGE {
            // SAFETY: the mapping was just made. Without huge pages it works as well.
            unsafe { libc::madvise(std::ptr::with_exposed_provenance_mut(addr), len, libc::MADV_HUGEPAGE) };
        }
        Ok(Mapping {
            addr,
            len,
            reserve: matches!(place, Place::Reserved(_)),
            pinned: AtomicBool::new(false),
        })
    }

    /// A reservation of address space.
    pub(super) fn reservation(place: Place, len: usize) -> io::Result<Self> {
        let addr = map(place, len, libc::PROT_NONE, libc::MAP_NORESERVE)?;
        Ok(Mapping { addr, len, reserve: false, pinned: AtomicBool::new(false) })
    }

    /// Start address.
    pub(super) fn addr(&self) -> usize {
        self.addr
    }

    /// Bytes.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Has the driver pin it for the current context.
    pub(super) fn pin(&self, lib: &Library, flags: u32) -> Cu<()> {
        let p = std::ptr::with_exposed_provenance_mut(self.addr);
        // SAFETY: the mapping is page aligned and stays mapped as long as it is pinned.
        unsafe { (lib.cuMemHostRegister_v2)(p, self.len, flags) }.ok()?;
        self.pinned.store(true, Ordering::Release);
        Ok(())
    }

    /// Ends [`Mapping::pin`]. On failure the memory stays mapped for good, as the driver may still use it.
    pub(super) fn unpin(&self, lib: &Library) -> Cu<()> {
        let p = std::ptr::with_exposed_provenance_mut(self.addr);
        // SAFETY: pinned by `pin`; the caller has waited for what used it.
        unsafe { (lib.cuMemHostUnregister)(p) }.ok()?;
        self.pinned.store(false, Ordering::Release);
        Ok(())
    }
}

impl Drop for Mapping {
    fn drop(&mut self) {
        if *self.pinned.get_mut() {
            return;
        }
        if self.reserve {
            // Failure leaves the pages in place, which is harmless.
            let _ = map(Place::Reserved(self.addr), self.len, libc::PROT_NONE, libc::MAP_NORESERVE);
            return;
        }
        // SAFETY: the mapping is ours and its users hold it alive.
        unsafe { libc::munmap(std::ptr::with_exposed_provenance_mut(self.addr), self.len) };
    }
}
