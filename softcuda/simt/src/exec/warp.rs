//! A warp: registers, local memory, groups.

use super::context::{GridInfo, Outcome, Trap};
use super::group::{Base, Group};
use super::view::View;
use crate::fault::FaultKind;
use crate::wir::Row32;

/// Most local memory of a thread, as on hardware.
pub(crate) const MAX_LOCAL: u32 = 512 << 10;

/// A piece of a row, aligned for any vector.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Line(#[allow(dead_code, reason = "accessed as rows")] [u64; 8]);

impl Line {
    const ZERO: Line = Line([0; 8]);
}

/// Lines that hold this many bytes.
fn lines(bytes: usize) -> usize {
    bytes.div_ceil(size_of::<Line>())
}

pub(crate) struct Warp {
    /// The rows of all frames.
    rows: Vec<Line>,
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
    pub(crate) tid: [Row32; 3],
}

impl Warp {
    /// A warp of `lanes` threads at the kernel's entry.
    pub(crate) fn new(info: &GridInfo, index: u32, lanes: u32) -> Warp {
        let program = &info.program;
        let live = if lanes >= 32 { u32::MAX } else { (1 << lanes) - 1 };
        let kernel = &program.funcs[0];
        let mut warp = Warp {
            rows: vec![Line::ZERO; lines(kernel.rows as usize)],
            preds: vec![0; kernel.preds as usize],
            local: vec![[0; 32]; kernel.local.div_ceil(8) as usize],
            groups: vec![Group::new(live)],
            live,
            index,
            ones: std::hint::black_box(1),
            tid: [0, 1, 2].map(|axis: usize| {
                Row32(std::array::from_fn(|lane| info.tid(index * 32 + lane as u32)[axis]))
            }),
        };
        warp.fill(info, &Base::default(), u32::MAX);
        warp
    }

    /// Writes the values that a frame's rows hold from the beginning, for the lanes that enter it: in others the same rows may belong to a frame
    /// of another function.
    fn fill(&mut self, info: &GridInfo, base: &Base, lanes: u32) {
        let v = self.view(base, lanes);
        for fill in &info.fills[base.func as usize] {
            if fill.wide {
                v.fill64(fill.at, fill.value);
            } else {
                v.fill32(fill.at, fill.value as u32);
            }
        }
        for (tid, at) in self.tid.iter().zip(info.program.funcs[base.func as usize].tids) {
            if let Some(at) = at {
                v.put_row32(at, tid);
            }
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
    pub(crate) fn view(&mut self, base: &Base, mask: u32) -> View {
        View {
            rows: self.rows.as_mut_ptr().cast::<u8>().wrapping_add(base.rows),
            preds: self.preds.as_mut_ptr().wrapping_add(base.preds as usize),
            mask,
            ones: self.ones,
        }
    }

    /// Bytes of local memory of each thread.
    pub(crate) fn local_len(&self) -> u64 {
        self.local.len() as u64 * 8
    }

    /// Makes room for a frame of `func` above `caller` for `lanes`, and says where it begins.
    pub(crate) fn push_frame(
        &mut self,
        info: &GridInfo,
        caller: &Base,
        func: u32,
        lanes: u32,
    ) -> Outcome<Base> {
        let from = &info.program.funcs[caller.func as usize];
        let to = &info.program.funcs[func as usize];
        let base = Base {
            func,
            rows: self.free_rows(info, caller.rows + from.rows as usize, func),
            preds: caller.preds + from.preds,
            local: caller.local + from.frame,
        };
        // A function's frame is at least 64 bytes, so the limit on local memory bounds the depth and all sizes below.
        if base.local + to.local > MAX_LOCAL {
            return Err(Trap::new(
                FaultKind::LaunchFailure,
                lanes.trailing_zeros() as usize,
                format!("stack overflow in call of {}", to.name),
            ));
        }
        grow(&mut self.rows, lines(base.rows + to.rows as usize), Line::ZERO);
        grow(&mut self.preds, (base.preds + to.preds) as usize, 0);
        grow(&mut self.local, (base.local + to.local).div_ceil(8) as usize, [0; 32]);
        self.fill(info, &base, lanes);
        Ok(base)
    }

    /// Where rows for a frame of `func` begin, at `wanted` if possible. Groups that have parted may be in frames of the same depth. Frames of one
    /// function can lie on each other, as every group writes its own lanes only; those of different functions cannot: a lane of a narrow row is
    /// where another lane of a wide one is.
    fn free_rows(&self, info: &GridInfo, wanted: usize, func: u32) -> usize {
        if self.groups.len() == 1 {
            return wanted;
        }
        let end = |base: &Base| base.rows + info.program.funcs[base.func as usize].rows as usize;
        let bases = || self.groups.iter().flat_map(|g| g.frames.iter().map(|f| &f.base).chain([&g.base]));
        let until = wanted + info.program.funcs[func as usize].rows as usize;
        let taken = |base: &Base| {
            let shared = base.func == func && base.rows == wanted;
            !shared && base.rows < until && wanted < end(base)
        };
        if bases().any(taken) { bases().map(end).max().unwrap_or(wanted) } else { wanted }
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
