//! Predefined registers.

use softcuda_ptx::SpecialReg;

use crate::exec::context::Context;
use crate::exec::view::{LANES, View};
use crate::exec::warp::Warp;
use crate::wir::Inst;

/// The registers that every kernel reads; the others by [`special`].
#[inline(always)]
pub(crate) fn special32(x: &Context, warp: &Warp, v: &View, i: &Inst) {
    use SpecialReg::*;
    let register = SpecialReg::ALL[i.x as usize % SpecialReg::ALL.len()];
    let value = match register {
        TidX => return v.put_row32(i.d, &warp.tid[0]),
        TidY => return v.put_row32(i.d, &warp.tid[1]),
        TidZ => return v.put_row32(i.d, &warp.tid[2]),
        NtidX => x.info.block[0],
        NtidY => x.info.block[1],
        NtidZ => x.info.block[2],
        CtaidX => x.ctaid[0],
        CtaidY => x.ctaid[1],
        CtaidZ => x.ctaid[2],
        NctaidX => x.info.grid[0],
        _ => return v.put32(i.d, special(x, register, warp.index).map(|value| value as u32)),
    };
    v.fill32(i.d, value);
}

/// The value of a predefined register for every lane of the running warp.
pub(crate) fn special(x: &Context, register: SpecialReg, warp: u32) -> [u64; LANES] {
    use SpecialReg::*;
    let info = x.info;
    let by_lane = |f: &dyn Fn(u32) -> u64| std::array::from_fn(|lane| f(lane as u32));
    let all = |value: u64| [value; LANES];
    let tid = |axis: usize| by_lane(&|lane| u64::from(info.tid(x.first_thread + lane)[axis]));
    let cycles = || (info.config.cycles)();
    let nanoseconds = || (info.config.nanoseconds)();
    let shared_total = u64::from(x.program.shared_bytes) + u64::from(info.dynamic_shared);
    match register {
        TidX => tid(0),
        TidY => tid(1),
        TidZ => tid(2),
        NtidX => all(u64::from(info.block[0])),
        NtidY => all(u64::from(info.block[1])),
        NtidZ => all(u64::from(info.block[2])),
        CtaidX | ClusteridX => all(u64::from(x.ctaid[0])),
        CtaidY | ClusteridY => all(u64::from(x.ctaid[1])),
        CtaidZ | ClusteridZ => all(u64::from(x.ctaid[2])),
        NctaidX | NclusteridX => all(u64::from(info.grid[0])),
        NctaidY | NclusteridY => all(u64::from(info.grid[1])),
        NctaidZ | NclusteridZ => all(u64::from(info.grid[2])),
        // Without cluster launches each block is a cluster of one.
        ClusterNctaidX | ClusterNctaidY | ClusterNctaidZ | ClusterNctarank => all(1),
        LaneId => by_lane(&u64::from),
        WarpId => all(u64::from(warp)),
        NwarpId => all(u64::from(info.threads().div_ceil(32))),
        SmId => all(u64::from(block_number(x) % info.config.multiprocessors.max(1))),
        NsmId => all(u64::from(info.config.multiprocessors)),
        GridId => all(info.id),
        LanemaskEq => by_lane(&|lane| 1 << lane),
        LanemaskLe => by_lane(&|lane| (2u64 << lane) - 1),
        LanemaskLt => by_lane(&|lane| (1u64 << lane) - 1),
        LanemaskGe => by_lane(&|lane| u64::from(u32::MAX << lane)),
        LanemaskGt => by_lane(&|lane| u64::from(u32::MAX.checked_shl(lane + 1).unwrap_or(0))),
        Clock => all(cycles() & 0xffff_ffff),
        ClockHi => all(cycles() >> 32),
        Clock64 => all(cycles()),
        GlobalTimer => all(nanoseconds()),
        GlobalTimerLo => all(nanoseconds() & 0xffff_ffff),
        GlobalTimerHi => all(nanoseconds() >> 32),
        DynamicSmemSize => all(u64::from(info.dynamic_shared)),
        TotalSmemSize | AggrSmemSize => all(shared_total),
        // Where grid-wide barriers keep their state: the address's upper and lower half.
        Envreg1 => all(info.workspace >> 32),
        Envreg2 => all(info.workspace & 0xffff_ffff),
        // Performance monitors, environment registers, reserved shared memory, cluster positions: zero.
        _ => all(0),
    }
}

fn block_number(x: &Context) -> u32 {
    let [gx, gy, _] = x.info.grid;
    let [bx, by, bz] = x.ctaid;
    bx.wrapping_add(gx.wrapping_mul(by.wrapping_add(gy.wrapping_mul(bz))))
}
