//! Barrier objects in shared memory (`mbarrier`): arrivals and bytes of asynchronous copies that a phase waits for.
//!
//! The layout of the 64 bits is the device's own: bits 0–19 arrivals that are pending, 20–39 arrivals that the next phase expects,
//! 40–61 bytes that are outstanding (signed), 62 the parity of the current phase. A state that `arrive` returns is the object
//! before the arrival. Asynchronous copies are complete when issued. A block's warps run on one thread, so the accesses are plain ones.

use super::memory;
use crate::exec::context::{Context, Outcome, Trap};
use crate::exec::group::Base;
use crate::exec::view::View;
use crate::exec::warp::Warp;
use crate::fault::FaultKind;
use crate::wir::{Inst, TRUE};

/// What is done, in field `c`. `b` is the row of the count, the bytes, the state or the parity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Kind {
    Init,
    Inval,
    Arrive,
    /// The count of expected arrivals falls as well.
    Drop,
    Expect,
    Complete,
    /// Expects bytes, then arrives once.
    ExpectArrive,
    ExpectDrop,
    Test,
    TestParity,
}

const KINDS: [Kind; 10] = {
    use Kind::*;
    [Init, Inval, Arrive, Drop, Expect, Complete, ExpectArrive, ExpectDrop, Test, TestParity]
};

const COUNT: u64 = (1 << 20) - 1;
const PARITY: u64 = 1 << 62;

/// An object's parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Barrier {
    pending: u32,
    expected: u32,
    bytes: i32,
    parity: bool,
}

impl Barrier {
    fn unpack(bits: u64) -> Barrier {
        Barrier {
            pending: (bits & COUNT) as u32,
            expected: (bits >> 20 & COUNT) as u32,
            // 22 bits with their sign.
            bytes: ((bits >> 40) as i32) << 10 >> 10,
            parity: bits & PARITY != 0,
        }
    }

    fn pack(self) -> u64 {
        let bytes = (self.bytes as u64 & ((1 << 22) - 1)) << 40;
        u64::from(self.pending)
            | u64::from(self.expected) << 20
            | bytes
            | if self.parity { PARITY } else { 0 }
    }

    /// Begins the next phase if nothing is outstanding.
    fn settle(&mut self) {
        if self.pending == 0 && self.bytes == 0 {
            self.parity = !self.parity;
            self.pending = self.expected;
        }
    }

    fn arrive(&mut self, count: u32) {
        self.pending = self.pending.saturating_sub(count);
        self.settle();
    }

    fn drop_out(&mut self, count: u32) {
        self.expected = self.expected.saturating_sub(count);
        self.arrive(count);
    }

    fn expect(&mut self, bytes: u32) {
        self.bytes = self.bytes.wrapping_add_unsigned(bytes);
    }

    fn complete(&mut self, bytes: u32) {
        self.bytes = self.bytes.wrapping_sub_unsigned(bytes);
        self.settle();
    }
}

/// The pending arrivals of a state.
pub(crate) fn pending_count(state: u64) -> u32 {
    Barrier::unpack(state).pending
}

/// Executes an instruction on barrier objects, lane by lane. Lanes that test in vain cost as a poll of memory does.
pub(crate) fn execute(x: &mut Context, warp: &mut Warp, v: &View, i: &Inst, pc: u32, base: &Base) -> Outcome {
    let addresses = memory::addresses(v, i, base).0;
    let kind = KINDS[(i.c & 0xff) as usize % KINDS.len()];
    let window = if i.c & GENERIC != 0 { x.windows.shared } else { 0 };
    let (mut passed, mut states) = (0, [0; 32]);
    for lane in v.lanes() {
        let address = addresses[lane].wrapping_sub(window);
        let at = memory::resolve(x, warp, memory::Space::Shared, lane, address, 8, pc)?.cast::<u64>();
        // SAFETY: `resolve` found eight aligned bytes of the block's shared memory, which no other thread uses meanwhile.
        let old = unsafe { at.read() };
        let mut barrier = Barrier::unpack(old);
        let number = || v.lane32(i.b, lane);
        match kind {
            Kind::Init => barrier = init(number(), lane, address)?,
            Kind::Inval => {}
            Kind::Arrive => barrier.arrive(number()),
            Kind::Drop => barrier.drop_out(number()),
            Kind::Expect => barrier.expect(number()),
            Kind::Complete => barrier.complete(number()),
            Kind::ExpectArrive => {
                barrier.expect(number());
                barrier.arrive(1);
            }
            Kind::ExpectDrop => {
                barrier.expect(number());
                barrier.drop_out(1);
            }
            Kind::Test => {
                passed |= u32::from((v.lane64(i.b, lane) & PARITY != 0) != barrier.parity) << lane;
            }
            Kind::TestParity => passed |= u32::from((number() & 1 != 0) != barrier.parity) << lane,
        }
        states[lane] = old;
        if !matches!(kind, Kind::Inval | Kind::Test | Kind::TestParity) {
            // SAFETY: as above.
            unsafe { at.write(barrier.pack()) };
        }
    }
    match kind {
        Kind::Test | Kind::TestParity => {
            v.put_pred(i.d, passed);
            if passed & v.mask != v.mask {
                x.poll();
            }
        }
        _ if i.d != TRUE => v.put64(i.d, states),
        _ => {}
    }
    Ok(())
}

/// Bit of field `c`: the addresses are generic.
pub(crate) const GENERIC: u32 = 1 << 8;

fn init(count: u32, lane: usize, address: u64) -> Outcome<Barrier> {
    if count == 0 || u64::from(count) > COUNT {
        let detail = format!("mbarrier.init with a count of {count}");
        return Err(Trap::at(FaultKind::LaunchFailure, lane, address, detail));
    }
    Ok(Barrier { pending: count, expected: count, bytes: 0, parity: false })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_survive_packing() {
        for bytes in [0, 1, -1, (1 << 20) - 1, 1 - (1 << 20)] {
            for parity in [false, true] {
                let barrier = Barrier { pending: 7, expected: COUNT as u32, bytes, parity };
                assert_eq!(Barrier::unpack(barrier.pack()), barrier);
            }
        }
    }

    #[test]
    fn a_phase_ends_with_its_last_arrival_and_byte() {
        let mut barrier = Barrier { pending: 2, expected: 2, bytes: 0, parity: false };
        barrier.expect(64);
        barrier.arrive(2);
        assert!(!barrier.parity);
        barrier.complete(64);
        assert_eq!(barrier, Barrier { pending: 2, expected: 2, bytes: 0, parity: true });
        // Bytes may arrive before they are expected.
        barrier.complete(16);
        barrier.drop_out(1);
        barrier.expect(16);
        assert!(barrier.parity);
        barrier.arrive(1);
        assert_eq!(barrier, Barrier { pending: 1, expected: 1, bytes: 0, parity: false });
    }
}
