//! Copies, reductions and fills of many bytes by one thread (`cp.async.bulk`, `cp.reduce.async.bulk`, `st.bulk`).

use super::atomic::{self, ATOM_OPS, AtomOp};
use super::memory::{self, Space, resolve};
use crate::exec::context::{Context, Outcome, Trap};
use crate::exec::group::Base;
use crate::exec::view::View;
use crate::exec::warp::Warp;
use crate::fault::FaultKind;
use crate::wir::{Inst, mem};

/// What becomes of the bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum What {
    Copy,
    Zero,
    /// An atomic on each element of the target with that of the source.
    Reduce(AtomOp),
}

/// What an instruction does, as it is in field `e`. The target's address is at `a` and `x`, the source's at `b` and `c`, whose row is of 32
/// bits if the flag `SIGNED` is set; `d` is the row of the count of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bulk {
    pub(crate) what: What,
    pub(crate) to: Space,
    pub(crate) from: Space,
    /// Of an element's bytes.
    pub(crate) log2: u32,
}

const SPACES: [Space; 3] = [Space::Global, Space::Shared, Space::Generic];

impl Bulk {
    pub(crate) fn code(self) -> u32 {
        let what = match self.what {
            What::Copy => 0,
            What::Zero => 1,
            What::Reduce(op) => 2 + op as u32,
        };
        let space = |space: Space| SPACES.iter().position(|&s| s == space).unwrap_or(0) as u32;
        what | space(self.to) << 8 | space(self.from) << 10 | self.log2 << 12
    }

    fn from_code(code: u32) -> Bulk {
        let what = match code as usize & 0xff {
            0 => What::Copy,
            1 => What::Zero,
            op => What::Reduce(ATOM_OPS[(op - 2) % ATOM_OPS.len()]),
        };
        let space = |shift: u32| SPACES[(code >> shift & 3) as usize % SPACES.len()];
        Bulk { what, to: space(8), from: space(10), log2: code >> 12 & 3 }
    }

    /// Bytes that addresses and counts are multiples of.
    fn unit(self) -> u64 {
        if self.what == What::Zero { 8 } else { 16 }
    }
}

pub(crate) fn execute(x: &mut Context, warp: &mut Warp, v: &View, i: &Inst) -> Outcome {
    let mut bulk = Bulk::from_code(i.e);
    let mut to = memory::addresses(v, i, &Base::default()).0;
    if bulk.to == Space::Generic {
        // Only shared memory is meant; what is outside of its window is beyond its end then.
        to = to.map(|address| address.wrapping_sub(x.windows.shared));
        bulk.to = Space::Shared;
    }
    let narrow = if i.flags & mem::SIGNED != 0 { mem::ADDR32 } else { 0 };
    let source = Inst { a: i.b, x: i.c, flags: narrow, ..*i };
    let from = memory::addresses(v, &source, &Base::default()).0;
    for lane in v.lanes() {
        let bytes = u64::from(v.lane32(i.d, lane));
        if bytes % bulk.unit() != 0 {
            let detail =
                format!("a bulk operation on {bytes} bytes, which is no multiple of {}", bulk.unit());
            return Err(Trap::at(FaultKind::LaunchFailure, lane, to[lane], detail));
        }
        if bytes == 0 {
            continue;
        }
        let target = region(x, warp, bulk.to, lane, to[lane], bytes, bulk.unit())?;
        if bulk.what == What::Zero {
            // SAFETY: `region` found all bytes valid.
            unsafe { target.write_bytes(0, bytes as usize) };
            continue;
        }
        let source = region(x, warp, bulk.from, lane, from[lane], bytes, bulk.unit())?;
        match bulk.what {
            // SAFETY: `region` found all bytes valid at both places, which may overlap.
            What::Copy => unsafe { std::ptr::copy(source, target, bytes as usize) },
            What::Reduce(op) => {
                for at in (0..bytes as usize).step_by(1 << bulk.log2) {
                    // SAFETY: as above; places and counts are multiples of an element.
                    unsafe {
                        let value = memory::read_element(source.add(at), bulk.log2 as u16);
                        atomic::update(target.add(at), bulk.log2 as u16, op, value, 0);
                    }
                }
            }
            What::Zero => {}
        }
    }
    Ok(())
}

/// Where so many bytes are, all valid and one after the other.
fn region(
    x: &mut Context,
    warp: &mut Warp,
    space: Space,
    lane: usize,
    address: u64,
    bytes: u64,
    unit: u64,
) -> Outcome<*mut u8> {
    let first = resolve(x, warp, space, lane, address, unit, 0)?;
    let limit =
        if space == Space::Shared { x.shared_len } else { x.find(address).map_or(address, |range| range.1) };
    let valid = limit - address;
    if bytes > valid {
        // The first unit that is not all valid is told, if nothing else begins there.
        let last = valid / unit * unit;
        resolve(x, warp, space, lane, address + last, unit, 0)?;
        let detail = format!("a bulk operation on {bytes} bytes, of which {valid} are in one place");
        return Err(Trap::at(FaultKind::IllegalAddress, lane, address, detail));
    }
    Ok(first)
}
