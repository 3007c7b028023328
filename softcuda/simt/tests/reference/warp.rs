//! Instructions that join the lanes of a warp, by all lanes' operands.

use softcuda_ptx::{Mod, Opcode, ScalarType};

use super::{Case, Want, float};

pub(crate) fn is_across(op: Opcode) -> bool {
    matches!(op, Opcode::Shfl | Opcode::Vote | Opcode::Match | Opcode::Redux)
}

/// What `thread` gets, given every thread's operands.
pub(crate) fn across(case: &Case, args: &[Vec<u64>], thread: usize) -> Option<Want> {
    let (first, lane) = (thread / 32 * 32, thread % 32);
    let warp = &args[first..(first + 32).min(args.len())];
    let values: Vec<u64> = warp.iter().map(|a| a[0]).collect();
    let bits = |holds: &dyn Fn(u64) -> bool| {
        values.iter().enumerate().filter(|(_, v)| holds(**v)).fold(0u64, |mask, (l, _)| mask | 1 << l)
    };
    let all = bits(&|_| true);
    let mine = values[lane];
    Some(Want::Bits(match case.op {
        Opcode::Shfl => {
            let (offset, clamp) = (args[thread][1] as i64 & 31, args[thread][2] as i64 & 31);
            let from = match case.mods.iter().find(|m| [Mod::Up, Mod::Down, Mod::Bfly, Mod::Idx].contains(m))
            {
                Some(Mod::Up) => lane as i64 - offset,
                Some(Mod::Down) => lane as i64 + offset,
                Some(Mod::Bfly) => lane as i64 ^ offset,
                Some(_) => offset,
                None => return Some(Want::Open),
            };
            let up = case.has(Mod::Up);
            // An unsegmented shuffle: the clamp is the last lane to read from, or the first for `.up`.
            let inside = if up { from >= clamp } else { from <= clamp };
            let from = if inside { from as usize } else { lane };
            match values.get(from) {
                Some(&value) => value,
                None => return Some(Want::Open),
            }
        }
        Opcode::Vote => {
            let yes = bits(&|v| v != 0);
            if case.has(Mod::Ballot) {
                yes
            } else if case.has(Mod::All) {
                u64::from(yes == all)
            } else if case.has(Mod::Any) {
                u64::from(yes != 0)
            } else {
                u64::from(yes == 0 || yes == all)
            }
        }
        Opcode::Match => {
            let equal = bits(&|v| v == mine);
            if case.has(Mod::All) && equal != all { 0 } else { equal }
        }
        _ if case.types[0] == ScalarType::F32 => return Some(extreme(case, &values)),
        _ => {
            let signed = case.types[0] == ScalarType::S32;
            let fold = |f: &dyn Fn(i64, i64) -> i64| {
                let number = |v: u64| if signed { i64::from(v as u32 as i32) } else { v as i64 };
                values.iter().map(|&v| number(v)).reduce(f).unwrap() as u64 & 0xffff_ffff
            };
            match case.mods.iter().find(|m| **m != Mod::Sync) {
                Some(Mod::Add) => fold(&|a, b| a.wrapping_add(b)),
                Some(Mod::Min) => fold(&|a, b| a.min(b)),
                Some(Mod::Max) => fold(&|a, b| a.max(b)),
                Some(Mod::And) => fold(&|a, b| a & b),
                Some(Mod::Or) => fold(&|a, b| a | b),
                Some(Mod::Xor) => fold(&|a, b| a ^ b),
                _ => return Some(Want::Open),
            }
        }
    }))
}

/// The least or greatest single of a warp: NaNs count only with `.NaN`.
fn extreme(case: &Case, values: &[u64]) -> Want {
    let ty = ScalarType::F32;
    let number = |&bits: &u64| {
        let value = float::decode(ty, bits);
        if case.has(Mod::Abs) { value.abs() } else { value }
    };
    let (nans, mut numbers): (Vec<f64>, Vec<f64>) = values.iter().map(number).partition(|x| x.is_nan());
    numbers.sort_by(f64::total_cmp);
    let found = match (case.has(Mod::Min), case.has(Mod::Max)) {
        (true, _) => numbers.first(),
        (_, true) => numbers.last(),
        _ => return Want::Open,
    };
    match found {
        Some(&value) if nans.is_empty() || !case.has(Mod::Nan) => {
            Want::Bits(u64::from((value as f32).to_bits()))
        }
        _ => Want::Bits(float::nan(ty)),
    }
}
