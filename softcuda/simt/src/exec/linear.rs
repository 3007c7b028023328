//! Values that are linear in a block's threads, computed once for all of them: thread indices, addresses, loop counters.
//!
//! Sums and products with what is the same everywhere are exact modulo the width. Widening and comparing need the number itself, so they
//! work only where no thread's value wraps around.

use crate::ops::table::Op;

/// `base + lane * lane_step + warp * warp_step`, modulo the width of the row it stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Linear {
    pub(crate) base: u64,
    /// From a lane to the next.
    pub(crate) lane: u64,
    /// From a warp to the next.
    pub(crate) warp: u64,
}

/// Least and greatest number that a value is, over all threads.
type Range = (i128, i128);

/// How a value's bits are a number.
#[derive(Clone, Copy)]
enum Sign {
    Signed,
    Unsigned,
}
use Sign::{Signed, Unsigned};

impl Linear {
    /// The same in all threads.
    pub(crate) fn uniform(value: u64) -> Linear {
        Linear { base: value, lane: 0, warp: 0 }
    }

    #[inline]
    pub(crate) fn is_uniform(self) -> bool {
        self.lane == 0 && self.warp == 0
    }

    /// The thread's value.
    #[inline]
    pub(crate) fn at(self, warp: usize, lane: usize) -> u64 {
        let steps = (lane as u64).wrapping_mul(self.lane).wrapping_add((warp as u64).wrapping_mul(self.warp));
        self.base.wrapping_add(steps)
    }

    #[inline]
    fn plus(self, other: Linear) -> Linear {
        Linear {
            base: self.base.wrapping_add(other.base),
            lane: self.lane.wrapping_add(other.lane),
            warp: self.warp.wrapping_add(other.warp),
        }
    }

    #[inline]
    fn times(self, factor: u64) -> Linear {
        Linear {
            base: self.base.wrapping_mul(factor),
            lane: self.lane.wrapping_mul(factor),
            warp: self.warp.wrapping_mul(factor),
        }
    }

    /// Bits of a 32-bit row as they are in 64: so that what is the same everywhere is seen to be.
    #[inline]
    fn narrow(self) -> Linear {
        Linear { base: self.base & 0xffff_ffff, lane: self.lane & 0xffff_ffff, warp: self.warp & 0xffff_ffff }
    }

    /// The product, if one of the two is the same everywhere.
    #[inline]
    fn product(self, other: Linear) -> Option<Linear> {
        if self.is_uniform() {
            Some(other.times(self.base))
        } else if other.is_uniform() {
            Some(self.times(other.base))
        } else {
            None
        }
    }

    /// All numbers are in this range, and each is `base + steps` without wrapping around; none if some wraps.
    #[inline]
    fn range(self, wide: bool, sign: Sign, warps: usize) -> Option<Range> {
        if !wide {
            return self.range32(sign, warps).map(|(least, most)| (i128::from(least), i128::from(most)));
        }
        let (base, least, most) = match sign {
            Signed => (i128::from(self.base as i64), i128::from(i64::MIN), i128::from(i64::MAX)),
            Unsigned => (i128::from(self.base), 0, i128::from(u64::MAX)),
        };
        let across = 31 * i128::from(self.lane as i64);
        let down = (warps as i128 - 1) * i128::from(self.warp as i64);
        let range = (base + across.min(0) + down.min(0), base + across.max(0) + down.max(0));
        (range.0 >= least && range.1 <= most).then_some(range)
    }

    #[inline]
    fn range32(self, sign: Sign, warps: usize) -> Option<(i64, i64)> {
        let (base, least, most) = match sign {
            Signed => (i64::from(self.base as i32), i64::from(i32::MIN), i64::from(i32::MAX)),
            Unsigned => (i64::from(self.base as u32), 0, i64::from(u32::MAX)),
        };
        let across = 31 * i64::from(self.lane as i32);
        let down = (warps as i64 - 1) * i64::from(self.warp as i32);
        let range = (base + across.min(0) + down.min(0), base + across.max(0) + down.max(0));
        (range.0 >= least && range.1 <= most).then_some(range)
    }

    /// The 64-bit value of a 32-bit one, if none wraps.
    #[inline]
    fn widened(self, sign: Sign, warps: usize) -> Option<Linear> {
        self.range32(sign, warps)?;
        let base = match sign {
            Signed => self.base as i32 as u64,
            Unsigned => u64::from(self.base as u32),
        };
        Some(Linear { base, lane: self.lane as i32 as u64, warp: self.warp as i32 as u64 })
    }

    /// The 64-bit address in a 32-bit row.
    pub(crate) fn address32(self, warps: usize) -> Option<Linear> {
        self.widened(Unsigned, warps)
    }

    /// What the unsigned (or signed, not negative) value is divided by the same divisor everywhere, if that gives one quotient: as for the number of
    /// turns of a loop that all threads leave together.
    #[inline]
    fn quotient(self, by: Linear, wide: bool, sign: Sign, warps: usize) -> Option<u64> {
        let (by, divisor) = by.range(wide, sign, warps)?;
        let (least, most) = self.range(wide, sign, warps)?;
        if by != divisor || divisor <= 0 || least < 0 || least / divisor != most / divisor {
            return None;
        }
        // Both are in the range of a 64-bit value.
        Some((least / divisor) as u64)
    }

    /// The bits of a mask, if they are the same everywhere: those above all in which the threads differ.
    #[inline]
    fn masked(self, other: Linear, wide: bool, warps: usize) -> Option<Linear> {
        let (value, mask) = if other.is_uniform() { (self, other.base) } else { (other, self.base) };
        if !self.is_uniform() && !other.is_uniform() {
            return None;
        }
        let (least, most) = value.range(wide, Unsigned, warps)?;
        // Both are in the range of a 64-bit value.
        let differ = u64::MAX.checked_shr(((least ^ most) as u64).leading_zeros()).unwrap_or(0);
        (mask & differ == 0).then(|| Linear::uniform(least as u64 & mask))
    }

    /// The sum of addresses.
    pub(crate) fn offset(self, by: u64) -> Linear {
        Linear { base: self.base.wrapping_add(by), ..self }
    }
}

/// The result of an operation on linear values in a block of so many warps, if it is one. Only operands that the operation has are asked for.
#[inline]
pub(crate) fn evaluate(
    op: Op,
    a: impl Fn() -> Linear,
    b: impl Fn() -> Linear,
    c: impl Fn() -> Linear,
    warps: usize,
) -> Option<Linear> {
    let minus = |x: Linear| x.times(u64::MAX);
    let unsigned = |x: Linear| x.widened(Unsigned, warps);
    let signed = |x: Linear| x.widened(Signed, warps);
    let quotient = |wide, sign| a().quotient(b(), wide, sign, warps);
    // Of a shift by less than the width.
    let shifted = |wide, most| {
        let by =
            Linear::uniform(1 << (b().is_uniform() && b().base as u32 <= most).then_some(b().base as u32)?);
        a().quotient(by, wide, Unsigned, warps).map(Linear::uniform)
    };
    Some(match op {
        Op::Mov64 => a(),
        Op::Mov32 | Op::Lo32 => a().narrow(),
        Op::Add32 => a().plus(b()).narrow(),
        Op::Add64 => a().plus(b()),
        Op::Sub32 => a().plus(minus(b())).narrow(),
        Op::Sub64 => a().plus(minus(b())),
        Op::Neg32 => minus(a()).narrow(),
        Op::Neg64 => minus(a()),
        // What a compiler makes of `last - index`: the complement is -1 - x.
        Op::Not32 => Linear::uniform(u64::MAX).plus(minus(a())).narrow(),
        Op::Not64 => Linear::uniform(u64::MAX).plus(minus(a())),
        Op::And32 => a().masked(b(), false, warps)?,
        Op::And64 => a().masked(b(), true, warps)?,
        Op::Mul32 => a().product(b())?.narrow(),
        Op::Mul64 => a().product(b())?,
        Op::Mad32 => a().product(b())?.plus(c()).narrow(),
        Op::Mad64 => a().product(b())?.plus(c()),
        Op::Shl32 if b().is_uniform() && b().base as u32 <= 31 => a().times(1 << (b().base as u32)).narrow(),
        Op::Shl64 if b().is_uniform() && b().base as u32 <= 63 => a().times(1 << (b().base as u32)),
        Op::ShrU32 => shifted(false, 31)?,
        Op::ShrU64 => shifted(true, 63)?,
        Op::DivU32 => Linear::uniform(quotient(false, Unsigned)?),
        Op::DivS32 => Linear::uniform(quotient(false, Signed)?),
        Op::DivU64 => Linear::uniform(quotient(true, Unsigned)?),
        Op::DivS64 => Linear::uniform(quotient(true, Signed)?),
        Op::RemU32 => a().plus(minus(b().times(quotient(false, Unsigned)?))).narrow(),
        Op::RemS32 => a().plus(minus(b().times(quotient(false, Signed)?))).narrow(),
        Op::RemU64 => a().plus(minus(b().times(quotient(true, Unsigned)?))),
        Op::RemS64 => a().plus(minus(b().times(quotient(true, Signed)?))),
        Op::Zext32 => unsigned(a())?,
        Op::Sext32 => signed(a())?,
        Op::MulWideU32 => unsigned(a())?.product(unsigned(b())?)?,
        Op::MulWideS32 => signed(a())?.product(signed(b())?)?,
        Op::MadWideU32 => unsigned(a())?.product(unsigned(b())?)?.plus(c()),
        Op::MadWideS32 => signed(a())?.product(signed(b())?)?.plus(c()),
        _ => return None,
    })
}

/// The answer of a comparison of linear values, if it is the same for all threads.
pub(crate) fn compare(op: Op, [a, b]: [Linear; 2], warps: usize) -> Option<bool> {
    let (wide, sign) = match op {
        Op::SetLtU32 => (false, Unsigned),
        Op::SetEq32 | Op::SetLtS32 => (false, Signed),
        Op::SetLtU64 => (true, Unsigned),
        Op::SetEq64 | Op::SetLtS64 => (true, Signed),
        _ => return None,
    };
    let (a, b) = (a.range(wide, sign, warps)?, b.range(wide, sign, warps)?);
    let apart = a.1 < b.0 || b.1 < a.0;
    if matches!(op, Op::SetEq32 | Op::SetEq64) {
        let one = a.0 == a.1 && a == b;
        return if apart { Some(false) } else { one.then_some(true) };
    }
    if a.1 < b.0 { Some(true) } else { (a.0 >= b.1).then_some(false) }
}

/// The thread index by axis, where it is linear.
pub(crate) fn thread_index(block: [u32; 3]) -> [Option<Linear>; 3] {
    let [x, y, z] = block;
    let zero = Some(Linear::uniform(0));
    let along = Some(Linear { base: 0, lane: 1, warp: 32 });
    let across = Some(Linear { base: 0, lane: 1, warp: 0 });
    let down = Some(Linear { base: 0, lane: 0, warp: 1 });
    match (x, y, z) {
        (_, 1, 1) => [along, zero, zero],
        (1, _, 1) => [zero, along, zero],
        (32, _, 1) => [across, down, zero],
        (32, 1, _) => [across, zero, down],
        (32, ..) => [across, None, None],
        (_, _, 1) => [None, None, zero],
        (_, 1, _) => [None, zero, None],
        _ => [None; 3],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WARPS: usize = 5;

    /// All threads' values.
    fn values(of: Linear) -> impl Iterator<Item = u64> {
        (0..WARPS).flat_map(move |warp| (0..32).map(move |lane| of.at(warp, lane)))
    }

    /// What the operation means, by thread; wide results and operands in 64 bits, others in 32.
    fn meaning(op: Op, a: u64, b: u64, c: u64) -> u64 {
        let (na, nb, nc) = (a as u32, b as u32, c as u32);
        let (sa, sb) = (i64::from(na as i32), i64::from(nb as i32));
        let narrow = |x: u32| u64::from(x);
        match op {
            Op::Mov64 => a,
            Op::Mov32 | Op::Lo32 | Op::Zext32 => narrow(na),
            Op::Add32 => narrow(na.wrapping_add(nb)),
            Op::Add64 => a.wrapping_add(b),
            Op::Sub32 => narrow(na.wrapping_sub(nb)),
            Op::Sub64 => a.wrapping_sub(b),
            Op::Neg32 => narrow(na.wrapping_neg()),
            Op::Neg64 => a.wrapping_neg(),
            Op::Not32 => narrow(!na),
            Op::Not64 => !a,
            Op::And32 => narrow(na & nb),
            Op::And64 => a & b,
            Op::Mul32 => narrow(na.wrapping_mul(nb)),
            Op::Mul64 => a.wrapping_mul(b),
            Op::Mad32 => narrow(na.wrapping_mul(nb).wrapping_add(nc)),
            Op::Mad64 => a.wrapping_mul(b).wrapping_add(c),
            Op::Shl32 => narrow(na.checked_shl(nb).unwrap_or(0)),
            Op::Shl64 => a.checked_shl(nb).unwrap_or(0),
            Op::ShrU32 => narrow(na.checked_shr(nb).unwrap_or(0)),
            Op::ShrU64 => a.checked_shr(b as u32).unwrap_or(0),
            Op::DivU32 => narrow(na / nb),
            Op::DivS32 => narrow((sa / sb) as u32),
            Op::DivU64 => a / b,
            Op::DivS64 => (a as i64 / b as i64) as u64,
            Op::RemU32 => narrow(na % nb),
            Op::RemS32 => narrow((sa % sb) as u32),
            Op::RemU64 => a % b,
            Op::RemS64 => (a as i64 % b as i64) as u64,
            Op::Sext32 => sa as u64,
            Op::MulWideU32 => narrow(na) * narrow(nb),
            Op::MulWideS32 => (sa * sb) as u64,
            Op::MadWideU32 => (narrow(na) * narrow(nb)).wrapping_add(c),
            Op::MadWideS32 => ((sa * sb) as u64).wrapping_add(c),
            other => panic!("{other:?} is not linear"),
        }
    }

    fn is_narrow(op: Op) -> bool {
        use Op::*;
        matches!(
            op,
            Mov32
                | Lo32
                | Add32
                | Sub32
                | Neg32
                | Not32
                | And32
                | Mul32
                | Mad32
                | Shl32
                | ShrU32
                | DivU32
                | DivS32
                | RemU32
                | RemS32
        )
    }

    /// Values near which something wraps, and steps of all signs.
    fn samples() -> Vec<Linear> {
        let bases = [
            0,
            1,
            5,
            31,
            40,
            1000,
            0x7fff_ff00,
            0x8000_0000,
            0xffff_ff80,
            0x1_0000_0003,
            u64::MAX - 70,
            1 << 63,
        ];
        let steps = [0, 1, 4, 0xffff_ffff, u64::MAX, 1 << 27, 1 << 59];
        let mut all = Vec::new();
        for base in bases {
            all.extend([0, 1, 4].map(|step| Linear { base, lane: step, warp: step * 32 }));
            for (n, &lane) in steps.iter().enumerate() {
                all.push(Linear { base, lane, warp: steps[(n + base as usize) % steps.len()] });
            }
        }
        all
    }

    #[test]
    fn results_are_those_of_the_threads() {
        use Op::*;
        let all = samples();
        let operations = [
            Mov32, Mov64, Lo32, Add32, Add64, Sub32, Sub64, Neg32, Neg64, Not32, Not64, And32, And64, Mul32,
            Mul64, Mad32, Mad64, Shl32, Shl64, ShrU32, ShrU64, DivU32, DivS32, DivU64, DivS64, RemU32,
            RemS32, RemU64, RemS64, Zext32, Sext32, MulWideU32, MulWideS32, MadWideU32, MadWideS32,
        ];
        for op in operations {
            let mut linear = 0;
            for (n, &a) in all.iter().enumerate() {
                for &b in &all {
                    let c = all[(n * 7 + 3) % all.len()];
                    let Some(result) = evaluate(op, || a, || b, || c, WARPS) else { continue };
                    linear += 1;
                    let cut = |x: u64| if is_narrow(op) { u64::from(x as u32) } else { x };
                    let threads = values(a).zip(values(b)).zip(values(c));
                    for (((x, y), z), got) in threads.zip(values(result)) {
                        assert_eq!(cut(got), meaning(op, x, y, z), "{op:?} of {a:?}, {b:?}, {c:?}");
                    }
                }
            }
            assert!(linear > 100, "{op:?} was linear {linear} times");
        }
    }

    #[test]
    fn answers_are_those_of_the_threads() {
        use Op::*;
        let all = samples();
        for op in [SetEq32, SetLtU32, SetLtS32, SetEq64, SetLtU64, SetLtS64] {
            let mut known = [0, 0];
            for &a in &all {
                for &b in &all {
                    let Some(answer) = compare(op, [a, b], WARPS) else { continue };
                    known[usize::from(answer)] += 1;
                    for (x, y) in values(a).zip(values(b)) {
                        let want = match op {
                            SetEq32 => x as u32 == y as u32,
                            SetLtU32 => (x as u32) < y as u32,
                            SetLtS32 => (x as i32) < y as i32,
                            SetEq64 => x == y,
                            SetLtU64 => x < y,
                            _ => (x as i64) < y as i64,
                        };
                        assert_eq!(answer, want, "{op:?} of {a:?} and {b:?}");
                    }
                }
            }
            assert!(known[0] > 20 && known[1] > 5, "{op:?}: {known:?}");
        }
    }

    #[test]
    fn thread_indices_of_all_shapes() {
        let extents = [1, 2, 3, 31, 32, 33, 64];
        for x in extents {
            for y in extents {
                for z in [1, 2, 32] {
                    let found = thread_index([x, y, z]);
                    for thread in 0..(x * y * z).min(1024) {
                        let wanted = [thread % x, thread / x % y, thread / x / y];
                        for (found, wanted) in found.iter().zip(wanted) {
                            let Some(index) = found else { continue };
                            let got = index.at(thread as usize / 32, thread as usize % 32);
                            assert_eq!(got, u64::from(wanted), "thread {thread} of {x} {y} {z}");
                        }
                    }
                }
            }
        }
    }
}
