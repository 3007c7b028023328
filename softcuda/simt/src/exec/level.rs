//! Instruction-set levels: what works on whole rows is compiled once for each and reached through a table.
//!
//! The run loop itself is plain code, so that no vector state has to be kept around the calls it makes.

use super::context::{Context, Outcome};
use super::group::Base;
use super::view::View;
use super::warp::Warp;
use crate::ops::alu::{self, Handler};
#[cfg(target_arch = "x86_64")]
use crate::ops::kernels;
use crate::ops::{coalesce, matrix, memory, misc, special, sync};
use crate::wir::Inst;

/// Instruction-set levels that row operations are compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Level {
    /// What every CPU of the architecture has.
    Baseline,
    /// x86-64-v3.
    Avx2,
    /// x86-64-v4.
    Avx512,
}

/// A load or store of the instruction at the given counter, in the frame at the given base.
type Access = unsafe fn(&mut Context, &mut Warp, &View, &Inst, u32, &Base) -> Outcome;

/// One instruction on rows alone.
type RowOp = unsafe fn(&View, &Inst);

/// The row operations of one level. All of them require a CPU that has the level.
pub(crate) struct Ops {
    pub(crate) alu: [Handler; alu::COUNT],
    pub(crate) load: Access,
    pub(crate) store: Access,
    pub(crate) load_param: unsafe fn(&Context, &View, &Inst),
    pub(crate) special32: unsafe fn(&Context, &Warp, &View, &Inst),
    pub(crate) lop3: RowOp,
    /// Consecutive products of matrices, with the side table.
    pub(crate) products: unsafe fn(&View, &[Inst], &[u32]),
    pub(crate) load_matrices: Access,
    /// `shfl` of a whole warp.
    pub(crate) shuffle: RowOp,
    /// Copies neighbours in memory to a row of each view, of 64-bit values if so.
    pub(crate) load_rows: unsafe fn(*const u8, &[View], u32, bool),
    /// The opposite.
    pub(crate) store_rows: unsafe fn(*mut u8, &[View], u32, bool),
}

macro_rules! level {
    ($ops:ident, $features:meta, $alu:expr, $shapes:ty) => {
        static $ops: Ops = {
            #[$features]
            fn load(x: &mut Context, w: &mut Warp, v: &View, i: &Inst, pc: u32, base: &Base) -> Outcome {
                if coalesce::load::<$shapes>(x, v, i, pc, base) {
                    return Ok(());
                }
                load_any(x, w, v, i, pc, base)
            }
            // Apart, so that the regular case does not pay for this one's stack frame.
            #[$features]
            #[inline(never)]
            fn load_any(x: &mut Context, w: &mut Warp, v: &View, i: &Inst, pc: u32, base: &Base) -> Outcome {
                memory::load(x, w, v, i, pc, base)
            }
            #[$features]
            fn store(x: &mut Context, w: &mut Warp, v: &View, i: &Inst, pc: u32, base: &Base) -> Outcome {
                if coalesce::store::<$shapes>(x, v, i, pc, base) {
                    return Ok(());
                }
                store_any(x, w, v, i, pc, base)
            }
            // Apart, so that the regular case does not pay for this one's stack frame.
            #[$features]
            #[inline(never)]
            fn store_any(x: &mut Context, w: &mut Warp, v: &View, i: &Inst, pc: u32, base: &Base) -> Outcome {
                memory::store(x, w, v, i, pc, base)
            }
            #[$features]
            fn load_param(x: &Context, v: &View, i: &Inst) {
                memory::load_param(x, v, i);
            }
            #[$features]
            fn special32(x: &Context, warp: &Warp, v: &View, i: &Inst) {
                special::special32(x, warp, v, i);
            }
            #[$features]
            fn lop3(v: &View, i: &Inst) {
                misc::lop3(v, i);
            }
            #[$features]
            fn products(v: &View, run: &[Inst], ext: &[u32]) {
                // SAFETY: this function's features are the level's.
                unsafe { matrix::multiply::<$shapes>(v, run, ext) };
            }
            #[$features]
            fn load_matrices(
                x: &mut Context,
                w: &mut Warp,
                v: &View,
                i: &Inst,
                pc: u32,
                base: &Base,
            ) -> Outcome {
                // SAFETY: as above.
                unsafe { matrix::load::<$shapes>(x, w, v, i, pc, base) }
            }
            #[$features]
            fn shuffle(v: &View, i: &Inst) {
                sync::shfl_full(v, i);
            }
            #[$features]
            unsafe fn load_rows(from: *const u8, views: &[View], row: u32, wide: bool) {
                // SAFETY: the caller's contract.
                unsafe { memory::load_rows(from, views, row, wide) };
            }
            #[$features]
            unsafe fn store_rows(to: *mut u8, views: &[View], row: u32, wide: bool) {
                // SAFETY: the caller's contract.
                unsafe { memory::store_rows(to, views, row, wide) };
            }
            Ops {
                alu: $alu,
                load,
                store,
                load_param,
                special32,
                lop3,
                products,
                load_matrices,
                shuffle,
                load_rows,
                store_rows,
            }
        };
    };
}

level!(BASELINE_OPS, cfg(all()), alu::BASELINE, coalesce::Scalar);
#[cfg(target_arch = "x86_64")]
level!(
    AVX2_OPS,
    target_feature(enable = "avx,avx2,fma,bmi1,bmi2,lzcnt,popcnt,f16c"),
    kernels::AVX2_HANDLERS,
    kernels::V3
);
#[cfg(target_arch = "x86_64")]
level!(
    AVX512_OPS,
    target_feature(
        enable = "avx,avx2,fma,bmi1,bmi2,lzcnt,popcnt,f16c,avx512f,avx512bw,avx512dq,avx512vl,avx512cd"
    ),
    kernels::AVX512_HANDLERS,
    kernels::V4
);

impl Level {
    /// The best level of this CPU.
    pub fn detect() -> Level {
        #[cfg(target_arch = "x86_64")]
        {
            let v3 = is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("fma")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("lzcnt")
                && is_x86_feature_detected!("popcnt")
                && is_x86_feature_detected!("f16c");
            let v4 = is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512dq")
                && is_x86_feature_detected!("avx512vl")
                && is_x86_feature_detected!("avx512cd");
            if v3 && v4 {
                return Level::Avx512;
            }
            if v3 {
                return Level::Avx2;
            }
        }
        Level::Baseline
    }

    /// The row operations of this level.
    pub(crate) fn ops(self) -> &'static Ops {
        match self {
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => &AVX512_OPS,
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => &AVX2_OPS,
            _ => &BASELINE_OPS,
        }
    }
}
