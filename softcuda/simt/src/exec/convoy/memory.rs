//! Loads and stores of a convoy: neighbours and single places at once, others warp by warp.

use super::super::linear::Linear;
use super::{Flow, Guard, Ride};
use crate::exec::context::{Context, Outcome};
use crate::exec::group::Base;
use crate::ops::memory;
use crate::ops::operands::Field;
use crate::wir::{Inst, mem};

/// Flags of an access of 64-bit values to 64-bit rows.
const FULL_WIDE: u16 = 3 | mem::WIDE;

impl Ride<'_> {
    pub(super) fn load_param(&mut self, x: &mut Context, i: &Inst, guard: Guard) -> Flow {
        let count = 1 << (i.flags >> mem::VEC_SHIFT & 3);
        if guard != Guard::All {
            return Flow::Part;
        }
        for k in 0..count {
            let row = if count == 1 { i.d } else { x.program.ext[(i.d + k) as usize] };
            let at = i.x + (k << (i.flags & mem::SIZE));
            let value = memory::parameter_value(&x.info.params, at, i.flags);
            let wide = i.flags & mem::WIDE != 0;
            self.set(row, wide, Linear::uniform(if wide { value } else { value & 0xffff_ffff }));
        }
        Flow::Next(1)
    }

    /// The linear address of an access.
    fn address(&self, i: &Inst) -> Option<Linear> {
        if i.flags & mem::FRAME != 0 {
            return None;
        }
        let mut address = self.known(i.a)?.offset(i64::from(i.x as i32) as u64);
        if i.flags & mem::ADDR32 != 0 {
            return address.address32(self.views.len());
        }
        if i.flags & mem::BASED != 0 {
            address = address.offset(self.known(i.e).filter(|base| base.is_uniform())?.base);
        }
        Some(address)
    }

    /// Where the bytes of an access of one value a thread, one after the other, are; none if it is another one.
    fn neighbours(&self, x: &mut Context, i: &Inst, pc: u32, address: Linear) -> Option<u64> {
        let size = 1u64 << (i.flags & mem::SIZE);
        let is_row = matches!(i.flags & (mem::SIZE | mem::WIDE), 2 | FULL_WIDE);
        if !is_row || !self.full || address.lane != size || address.warp != 32 * size {
            return None;
        }
        let end = address.base.checked_add(self.views.len() as u64 * 32 * size)?;
        if address.base & (size - 1) != 0 {
            return None;
        }
        let space = memory::space_of(i.op);
        let delta = memory::place_range(x, space, pc, address.base, end)?;
        if matches!(space, memory::Space::Global | memory::Space::Generic) {
            x.site_step(pc, address.base, end - address.base);
        }
        Some(address.base.wrapping_add(delta))
    }

    pub(super) fn load(&mut self, x: &mut Context, i: &Inst, pc: u32, guard: Guard) -> Outcome<Flow> {
        if i.flags & mem::VOLATILE != 0 {
            return Ok(Flow::Part);
        }
        let single = i.flags >> mem::VEC_SHIFT & 3 == 0;
        if guard == Guard::All
            && single
            && let Some(address) = self.address(i)
        {
            if let Some(from) = self.neighbours(x, i, pc, address) {
                self.take_field(Field::Row32, i.d, Guard::All);
                let wide = i.flags & mem::WIDE != 0;
                // SAFETY: the range was checked for all warps; the row is the destination. Races with others: see `ops::memory`.
                unsafe { (x.info.level.ops().load_rows)(from as *const u8, self.views, i.d, wide) };
                return Ok(Flow::Next(1));
            }
            if address.is_uniform()
                && let Some(value) = self.load_one(x, i, pc, address.base)
            {
                let wide = i.flags & mem::WIDE != 0;
                self.set(i.d, wide, Linear::uniform(if wide { value } else { value & 0xffff_ffff }));
                return Ok(Flow::Next(1));
            }
        }
        self.settle_address(i);
        let count = 1 << (i.flags >> mem::VEC_SHIFT & 3);
        for k in 0..count {
            let row = if single { i.d } else { x.program.ext[(i.d + k) as usize] };
            self.take_field(Field::Row32, row, guard);
        }
        let load = x.info.level.ops().load;
        self.each(x, i.guard, |x, warp, v| {
            // SAFETY: the grid's level is one that this CPU has.
            unsafe { load(x, warp, v, i, pc, &Base::default()) }
        })?;
        Ok(Flow::Next(1))
    }

    /// The value at an address that all threads load; none if it is not a valid one.
    fn load_one(&self, x: &mut Context, i: &Inst, pc: u32, address: u64) -> Option<u64> {
        let log2 = i.flags & mem::SIZE;
        let end = address.checked_add(1 << log2)?;
        if address & ((1 << log2) - 1) != 0 {
            return None;
        }
        let delta = memory::place_range(x, memory::space_of(i.op), pc, address, end)?;
        // SAFETY: the element is within a valid range and aligned.
        let value = unsafe { memory::read_element(address.wrapping_add(delta) as *mut u8, log2) };
        Some(memory::extend(value, i.flags))
    }

    fn settle_address(&mut self, i: &Inst) {
        self.settle(i.a);
        if i.flags & mem::BASED != 0 {
            self.settle(i.e);
        }
        self.settle_pred(i.guard);
    }

    pub(super) fn store(&mut self, x: &mut Context, i: &Inst, pc: u32, guard: Guard) -> Outcome<Flow> {
        let count = 1 << (i.flags >> mem::VEC_SHIFT & 3);
        for k in 0..count {
            let row = if count == 1 { i.b } else { x.program.ext[(i.b + k) as usize] };
            self.settle(row);
        }
        if guard == Guard::All
            && count == 1
            && i.flags & mem::VOLATILE == 0
            && let Some(address) = self.address(i)
            && let Some(to) = self.neighbours(x, i, pc, address)
        {
            let wide = i.flags & mem::WIDE != 0;
            // SAFETY: the range was checked for all warps; the row is the source. Races with others: see `ops::memory`.
            unsafe { (x.info.level.ops().store_rows)(to as *mut u8, self.views, i.b, wide) };
            return Ok(Flow::Next(1));
        }
        self.settle_address(i);
        let store = x.info.level.ops().store;
        self.each(x, i.guard, |x, warp, v| {
            // SAFETY: the grid's level is one that this CPU has.
            unsafe { store(x, warp, v, i, pc, &Base::default()) }
        })?;
        Ok(Flow::Next(1))
    }
}
