//! A block: its warps, shared memory and barriers, as data that any worker can go on with.

use super::barrier::{Barriers, Reduction};
use super::context::{Context, GridInfo, Trap};
use super::convoy::{Convoy, End};
use super::group::State;
use super::run::{WarpStop, run_warp};
use super::warp::Warp;
use crate::fault::{Fault, FaultKind};
use crate::ops::sync::bar_kind;
use crate::wir::Row64;

/// Fuel of one slice of a block.
const SLICE: i64 = 200_000;

/// How a slice of a block ended.
#[derive(Debug)]
pub(crate) enum CtaStop {
    /// All threads have exited.
    Done,
    /// The slice is used up, mostly by polling memory or not.
    Fuel { polling: bool },
    /// A thread stopped the grid.
    Fault(Box<Fault>),
}

pub(crate) struct Cta {
    pub(crate) ctaid: [u32; 3],
    warps: Vec<Warp>,
    /// Shared memory, zeroed at start.
    shared: Vec<Row64>,
    shared_len: u32,
    barriers: Barriers,
    /// Warp to begin the next slice with.
    next: usize,
    convoy: Convoy,
    /// Where the convoy goes on, if the warps run as one.
    together: Option<u32>,
    /// The warps are not as they began: they ran by themselves.
    apart: bool,
}

impl Cta {
    pub(crate) fn new(info: &GridInfo, ctaid: [u32; 3]) -> Cta {
        let threads = info.threads();
        let warp = |index: u32| Warp::new(info, index, threads - index * 32);
        let shared_len = info.program.shared_bytes + info.dynamic_shared;
        let mut cta = Cta {
            ctaid,
            warps: (0..threads.div_ceil(32)).map(warp).collect(),
            shared: vec![Row64::ZERO; (shared_len as usize).div_ceil(size_of::<Row64>())],
            shared_len,
            barriers: Barriers::default(),
            next: 0,
            convoy: Convoy::default(),
            together: None,
            apart: false,
        };
        cta.assemble(info, 0);
        cta
    }

    /// Makes a block that has ended into another one of the same grid.
    pub(crate) fn reset(&mut self, info: &GridInfo, ctaid: [u32; 3]) {
        self.ctaid = ctaid;
        if self.apart {
            let threads = info.threads();
            for (index, warp) in self.warps.iter_mut().enumerate() {
                warp.reset(threads - index as u32 * 32);
            }
            self.barriers.reset();
            self.next = 0;
            self.apart = false;
        }
        self.assemble(info, 0);
    }

    /// Makes the warps a convoy at this instruction, if blocks of the grid run so.
    fn assemble(&mut self, info: &GridInfo, pc: u32) {
        if let Some(slots) = &info.slots {
            self.convoy.begin(info, slots);
            self.together = Some(pc);
        }
    }

    /// Runs the block for one slice.
    pub(crate) fn run(&mut self, x: &mut Context) -> CtaStop {
        x.fuel = SLICE;
        x.polls = 0;
        x.barrier_event = false;
        x.ctaid = self.ctaid;
        x.shared = self.shared.as_mut_ptr().cast();
        x.shared_len = u64::from(self.shared_len);
        std::mem::swap(&mut x.barriers, &mut self.barriers);
        let stop = self.run_warps(x);
        std::mem::swap(&mut x.barriers, &mut self.barriers);
        stop
    }

    fn run_warps(&mut self, x: &mut Context) -> CtaStop {
        loop {
            if let Some(stop) = self.run_together(x) {
                return stop;
            }
            self.apart = true;
            let mut progressed = false;
            for _ in 0..self.warps.len() {
                let index = self.next;
                self.next = (index + 1) % self.warps.len();
                let warp = &mut self.warps[index];
                if warp.groups.iter().all(|g| matches!(g.state, State::Barrier(_))) {
                    continue;
                }
                x.first_thread = index as u32 * 32;
                match run_warp(x, warp) {
                    Err(trap) => return CtaStop::Fault(self.fault(x, *trap)),
                    Ok(stop) => progressed |= stop == WarpStop::Fuel,
                }
                if x.barrier_event {
                    x.barrier_event = false;
                    progressed = true;
                    self.complete_barriers(x);
                }
                if self.together.is_some() {
                    break;
                }
                if x.fuel <= 0 {
                    return CtaStop::Fuel { polling: x.was_polling(SLICE) };
                }
            }
            if self.warps.iter().all(|w| w.groups.is_empty()) {
                return CtaStop::Done;
            }
            if !progressed {
                return CtaStop::Fault(self.deadlock(x));
            }
        }
    }

    /// Runs the convoy, if the warps are one, until it parts or there is a reason to stop.
    fn run_together(&mut self, x: &mut Context) -> Option<CtaStop> {
        let pc = self.together.take()?;
        match self.convoy.run(x, &mut self.warps, pc) {
            Ok(End::Exited) => Some(CtaStop::Done),
            Ok(End::Fuel(pc)) => {
                self.together = Some(pc);
                Some(CtaStop::Fuel { polling: x.was_polling(SLICE) })
            }
            Ok(End::Parted(pc)) => {
                self.warps.iter_mut().flat_map(|warp| &mut warp.groups).for_each(|group| group.pc = pc);
                None
            }
            Err(trap) => Some(CtaStop::Fault(self.fault(x, *trap))),
        }
    }

    /// The instruction that all threads are at, with nothing else to tell them apart.
    fn meeting_point(&self) -> Option<u32> {
        let pc = self.warps.iter().find_map(|warp| warp.groups.first())?.pc;
        let is_there = |warp: &Warp| match &warp.groups[..] {
            [] => true,
            [group] => group.pc == pc && group.state == State::Ready && group.frames.is_empty(),
            _ => false,
        };
        self.warps.iter().all(is_there).then_some(pc)
    }

    /// Wakes the groups of barriers that are complete.
    fn complete_barriers(&mut self, x: &mut Context) {
        if x.barriers.is_idle() {
            return;
        }
        let live: Vec<u32> = self.warps.iter().map(|w| w.live).collect();
        for (id, reduction) in x.barriers.completed(&live) {
            for warp in &mut self.warps {
                wake(x, warp, id, reduction);
            }
        }
        if x.info.slots.is_some()
            && x.barriers.is_idle()
            && let Some(pc) = self.meeting_point()
        {
            self.assemble(x.info, pc);
        }
    }

    fn fault(&self, x: &Context, trap: Trap) -> Box<Fault> {
        Box::new(Fault {
            kind: trap.kind,
            kernel: x.info.kernel.clone(),
            ctaid: self.ctaid,
            tid: x.info.tid(x.first_thread + trap.lane as u32),
            address: trap.address,
            detail: trap.detail,
        })
    }

    /// No thread can run and none has a reason to: a barrier or warp-synchronous instruction that some never reach.
    fn deadlock(&self, x: &mut Context) -> Box<Fault> {
        let waiting = self.warps.iter().find_map(|w| w.groups.first().map(|g| (w.index, g)));
        let (lane, what) = match waiting {
            Some((index, group)) => {
                x.first_thread = index * 32;
                let what = match group.state {
                    State::Barrier(id) => format!("barrier {id}"),
                    _ => "a warp-synchronous instruction".to_string(),
                };
                (group.mask.trailing_zeros() as usize, what)
            }
            None => (0, "nothing".into()),
        };
        let detail = format!("deadlock: threads wait for others at {what} that never arrive");
        self.fault(x, Trap { kind: FaultKind::LaunchFailure, lane, address: None, detail })
    }
}

/// Lets the groups that wait at barrier `id` go on, with the reduction's result where they asked for one.
fn wake(x: &Context, warp: &mut Warp, id: u8, reduction: Reduction) {
    for index in 0..warp.groups.len() {
        if warp.groups[index].state != State::Barrier(id) {
            continue;
        }
        let (base, mask, pc) = (warp.groups[index].base, warp.groups[index].mask, warp.groups[index].pc);
        let inst = x.program.code[pc as usize];
        let v = warp.view(&base, mask);
        match inst.flags {
            bar_kind::POPC => v.put32(inst.d, [reduction.popc; 32]),
            bar_kind::AND => v.put_pred(inst.d, if reduction.and { u32::MAX } else { 0 }),
            bar_kind::OR => v.put_pred(inst.d, if reduction.or { u32::MAX } else { 0 }),
            _ => {}
        }
        warp.groups[index].pc = pc + 1;
        warp.groups[index].state = State::Ready;
    }
}
