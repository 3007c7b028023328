//! A warp: registers, local memory, groups.

use super::context::{GridInfo, Outcome, Trap};
use super::group::{Base, Group};
use super::view::View;
use crate::fault::FaultKind;
use crate::wir::{Program, Row32, Row64};

/// Most local memory of a thread, as on hardware.
pub(crate) const MAX_LOCAL: u32 = 512 << 10;

pub(crate) struct Warp {
    r32: Vec<Row32>,
    r64: Vec<Row64>,
    preds: Vec<u32>,
    /// Local memory: 8-byte words, lane-interleaved.
    pub(crate) local: Vec<[u64; 32]>,
    pub(crate) groups: Vec<Group>,
    /// Lanes that have not exited.
    pub(crate) live: u32,
    /// Position in the block.
    pub(crate) index: u32,
    /// See [`View::ones`].
    ones: usize,
    /// Thread index of each lane by axis; blocks of a grid all have the same.
    pub(crate) tid: [[u32; 32]; 3],
}

impl Warp {
    /// A warp of `lanes` threads at the kernel's entry.
    pub(crate) fn new(info: &GridInfo, index: u32, lanes: u32) -> Warp {
        let program = &info.program;
        let live = if lanes >= 32 { u32::MAX } else { (1 << lanes) - 1 };
        let kernel = &program.funcs[0];
        Warp {
            r32: vec![Row32::ZERO; kernel.regs32 as usize],
            r64: vec![Row64::ZERO; kernel.regs64 as usize],
            preds: vec![0; kernel.preds as usize],
            local: vec![[0; 32]; kernel.local.div_ceil(8) as usize],
            groups: vec![Group::new(live)],
            live,
            index,
            ones: std::hint::black_box(1),
            tid: [0, 1, 2]
                .map(|axis: usize| std::array::from_fn(|lane| info.tid(index * 32 + lane as u32)[axis])),
        }
    }

    /// Makes a used warp ready for another block; registers keep stale values, which PTX leaves undefined.
    pub(crate) fn reset(&mut self, lanes: u32) {
        self.live = if lanes >= 32 { u32::MAX } else { (1 << lanes) - 1 };
        self.groups.clear();
        self.groups.push(Group::new(self.live));
    }

    /// The registers of the frame at `base`, for the lanes of `mask`.
    #[inline(always)]
    pub(crate) fn view(&mut self, program: &Program, base: &Base, mask: u32) -> View {
        View {
            r32: self.r32.as_mut_ptr().wrapping_add(base.r32 as usize),
            r64: self.r64.as_mut_ptr().wrapping_add(base.r64 as usize),
            preds: self.preds.as_mut_ptr().wrapping_add(base.preds as usize),
            const32: program.const32.as_ptr(),
            const64: program.const64.as_ptr(),
            mask,
            ones: self.ones,
        }
    }

    /// Bytes of local memory of each thread.
    pub(crate) fn local_len(&self) -> u64 {
        self.local.len() as u64 * 8
    }

    /// Makes room for a frame of `func` above `caller`, and says where it begins.
    pub(crate) fn push_frame(
        &mut self,
        program: &Program,
        caller: &Base,
        func: u32,
        lane: usize,
    ) -> Outcome<Base> {
        let from = &program.funcs[caller.func as usize];
        let to = &program.funcs[func as usize];
        let base = Base {
            func,
            r32: caller.r32 + from.regs32,
            r64: caller.r64 + from.regs64,
            preds: caller.preds + from.preds,
            local: caller.local + from.frame,
        };
        // A function's frame is at least 64 bytes, so the limit on local memory bounds the depth and all sizes below.
        if base.local + to.local > MAX_LOCAL {
            return Err(Trap::new(
                FaultKind::LaunchFailure,
                lane,
                format!("stack overflow in call of {}", to.name),
            ));
        }
        grow(&mut self.r32, (base.r32 + to.regs32) as usize, Row32::ZERO);
        grow(&mut self.r64, (base.r64 + to.regs64) as usize, Row64::ZERO);
        grow(&mut self.preds, (base.preds + to.preds) as usize, 0);
        grow(&mut self.local, (base.local + to.local).div_ceil(8) as usize, [0; 32]);
        Ok(base)
    }

    /// Takes lanes out of the warp for good.
    pub(crate) fn exit(&mut self, group: usize, lanes: u32) {
        self.live &= !lanes;
        self.groups[group].mask &= !lanes;
        if self.groups[group].mask == 0 {
            self.groups.swap_remove(group);
        }
    }
}

fn grow<T: Clone>(rows: &mut Vec<T>, len: usize, fill: T) {
    if rows.len() < len {
        rows.resize(len, fill);
    }
}
