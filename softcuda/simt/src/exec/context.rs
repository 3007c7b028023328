//! What a running block sees besides its own state: the grid, the memory, fuel.

use std::sync::Arc;

use super::barrier::Barriers;
use super::convoy::Slots;
use crate::engine::{EngineConfig, Sink};
use crate::fault::FaultKind;
use crate::memory::{AddressSpace, Table, Windows};
use crate::wir::{Fill, Program};

/// Why a lane stopped the grid; the block adds who and where.
#[derive(Debug)]
pub(crate) struct Trap {
    pub(crate) kind: FaultKind,
    pub(crate) lane: usize,
    pub(crate) address: Option<u64>,
    pub(crate) detail: String,
}

impl Trap {
    pub(crate) fn new(kind: FaultKind, lane: usize, detail: impl Into<String>) -> Box<Trap> {
        Box::new(Trap { kind, lane, address: None, detail: detail.into() })
    }

    pub(crate) fn at(kind: FaultKind, lane: usize, address: u64, detail: impl Into<String>) -> Box<Trap> {
        Box::new(Trap { kind, lane, address: Some(address), detail: detail.into() })
    }
}

/// Result of an operation that may stop the grid.
pub(crate) type Outcome<T = ()> = Result<T, Box<Trap>>;

/// What all blocks of a grid share, immutable.
pub(crate) struct GridInfo {
    pub(crate) kernel: String,
    pub(crate) program: Arc<Program>,
    /// The rows with values of each function's frames.
    pub(crate) fills: Vec<Vec<Fill<u64>>>,
    /// What a convoy knows of the kernel's rows as a block begins; none if blocks do not run as convoys.
    pub(crate) slots: Option<Slots>,
    pub(crate) grid: [u32; 3],
    pub(crate) block: [u32; 3],
    pub(crate) dynamic_shared: u32,
    pub(crate) params: Vec<u8>,
    pub(crate) space: Arc<AddressSpace>,
    pub(crate) sink: Arc<dyn Sink>,
    pub(crate) config: EngineConfig,
    /// Instruction-set level, at most the CPU's.
    pub(crate) level: super::level::Level,
    /// Address of the cooperative grid's workspace; 0 if it has none.
    pub(crate) workspace: u64,
    /// Number of the launch in its engine, for `%gridid`.
    pub(crate) id: u64,
}

impl GridInfo {
    pub(crate) fn threads(&self) -> u32 {
        self.block[0] * self.block[1] * self.block[2]
    }

    /// Thread index of a linear thread number.
    pub(crate) fn tid(&self, linear: u32) -> [u32; 3] {
        let [x, y, _] = self.block;
        [linear % x, linear / x % y, linear / x / y]
    }
}

/// Entries of the per-worker cache of access sites.
const SITES: usize = 64;

/// Steps up to this many bytes are left to the processor's own prefetching.
const STRIDE: u64 = 4096;

/// What is remembered of a load's or store's place in the code.
#[derive(Clone, Copy)]
struct Site {
    /// The valid range that it used last.
    base: u64,
    limit: u64,
    walk: Walk,
}

/// How a site goes through memory: in equal steps, as a grid-stride loop does, and then somewhere else in the same way, as the next block does.
#[derive(Clone, Copy, Default)]
struct Walk {
    /// The lowest address of the last access.
    last: u64,
    step: u64,
    /// The step has repeated since the last jump.
    sure: bool,
    /// Where the last jump went.
    start: u64,
}

/// Where a walk is expected next.
#[derive(Debug, Default, PartialEq, Eq)]
struct Expected {
    /// By the next access.
    soon: Option<u64>,
    /// After the next jump.
    later: Option<u64>,
}

impl Walk {
    /// Goes to `low`.
    #[inline(always)]
    fn advance(&mut self, low: u64) -> Expected {
        let step = low.wrapping_sub(self.last);
        self.last = low;
        if step.wrapping_add(STRIDE) <= 2 * STRIDE {
            return Expected::default();
        }
        if step == self.step {
            self.sure = true;
            return Expected { soon: Some(low.wrapping_add(step)), later: None };
        }
        if !self.sure {
            self.step = step;
            return Expected::default();
        }
        self.sure = false;
        let jump = low.wrapping_sub(self.start);
        self.start = low;
        Expected { soon: Some(low.wrapping_add(self.step)), later: Some(low.wrapping_add(jump)) }
    }
}

/// Asks for some bytes, in lines of 64, to the first cache or (`FAR`) the second; any address will do.
#[inline(always)]
fn prefetch<const FAR: bool>(address: u64, bytes: u64) {
    #[cfg(target_arch = "x86_64")]
    for line in (0..bytes).step_by(64).map(|at| address.wrapping_add(at)) {
        use std::arch::x86_64::{_MM_HINT_T0, _MM_HINT_T1, _mm_prefetch};
        if FAR {
            // SAFETY: a prefetch of an invalid address does nothing.
            unsafe { _mm_prefetch::<_MM_HINT_T1>(line as *const i8) };
        } else {
            // SAFETY: as above.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(line as *const i8) };
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (address, bytes);
}

/// A worker's view of one block while it runs.
pub(crate) struct Context<'a> {
    pub(crate) info: &'a GridInfo,
    pub(crate) program: &'a Program,
    pub(crate) windows: Windows,
    pub(crate) table: Arc<Table>,
    sites: [Site; SITES],
    /// Where each warp's scattered loads went last, and how far that was from the time before.
    steps: [(u64, u64); SITES],
    /// Shared memory of the block.
    pub(crate) shared: *mut u8,
    pub(crate) shared_len: u64,
    pub(crate) ctaid: [u32; 3],
    /// Thread number of lane 0 of the running warp.
    pub(crate) first_thread: u32,
    /// Units left in this slice; about one per instruction in loops.
    pub(crate) fuel: i64,
    /// Memory polls in this slice: loads that are meant to see others' stores, atomics that changed nothing.
    pub(crate) polls: i64,
    /// Barriers of the block.
    pub(crate) barriers: Barriers,
    /// Set by an event that may complete a barrier of the block.
    pub(crate) barrier_event: bool,
}

/// Fuel that a poll of memory costs: a loop that only polls gives way soon.
const POLL_COST: i64 = 200;

impl<'a> Context<'a> {
    pub(crate) fn new(info: &'a GridInfo) -> Context<'a> {
        Context {
            info,
            program: &info.program,
            windows: info.space.windows(),
            table: info.space.table(),
            sites: [Site { base: 1, limit: 0, walk: Walk::default() }; SITES],
            steps: [(0, 0); SITES],
            shared: std::ptr::NonNull::<u64>::dangling().as_ptr().cast(),
            shared_len: 0,
            ctaid: [0; 3],
            first_thread: 0,
            fuel: 0,
            polls: 0,
            barriers: Barriers::default(),
            barrier_event: false,
        }
    }

    /// Charges for a poll.
    #[inline(always)]
    pub(crate) fn poll(&mut self) {
        self.fuel -= POLL_COST;
        self.polls += 1;
    }

    /// Was the slice mostly waiting?
    pub(crate) fn was_polling(&self, slice: i64) -> bool {
        self.polls * POLL_COST * 2 > slice
    }

    /// Is `[low, end)` inside the range that this site used last?
    #[inline(always)]
    pub(crate) fn site_hit(&self, pc: u32, low: u64, end: u64) -> bool {
        let site = &self.sites[pc as usize % SITES];
        low >= site.base && end <= site.limit
    }

    /// The range that this site used last, empty if none.
    #[inline(always)]
    pub(crate) fn site_range(&self, pc: u32) -> (u64, u64) {
        let site = &self.sites[pc as usize % SITES];
        (site.base, site.limit)
    }

    /// Finds a range that holds all of `[low, end)` and remembers it for the site.
    pub(crate) fn site_find(&mut self, pc: u32, low: u64, end: u64) -> bool {
        let Some((base, limit)) = self.find(low) else { return false };
        if end > limit {
            return false;
        }
        let site = &mut self.sites[pc as usize % SITES];
        (site.base, site.limit) = (base, limit);
        true
    }

    /// Notes where a site accesses so many bytes, and fetches what it will access next if it goes on in steps too wide for the
    /// processor to see: a grid's stride.
    #[inline(always)]
    pub(crate) fn site_step(&mut self, pc: u32, low: u64, bytes: u64) {
        let expected = self.sites[pc as usize % SITES].walk.advance(low);
        if let Some(address) = expected.soon {
            prefetch::<false>(address, bytes);
        }
        if let Some(address) = expected.later {
            prefetch::<true>(address, bytes);
        }
    }

    /// Fetches what a warp's load from these places will access next, if it goes on in the step that it took last: rows of a matrix, whose
    /// next columns are on other pages, or too many for the processor to follow.
    #[inline(always)]
    pub(crate) fn scattered_step(&mut self, pc: u32, places: &[u64; 32]) {
        let known = &mut self.steps[(pc as usize + self.first_thread as usize / 4) % SITES];
        let step = places[0].wrapping_sub(known.0);
        let steady = step == known.1;
        *known = (places[0], step);
        if steady {
            // Lanes beside each other mostly share a line.
            places.iter().step_by(4).for_each(|at| prefetch::<false>(at.wrapping_add(step), 1));
        }
    }

    /// The accessible range around `address`. Memory that was allocated after the launch is found too.
    pub(crate) fn find(&mut self, address: u64) -> Option<(u64, u64)> {
        if let Some(range) = self.table.find(address) {
            return Some((range.base, range.end));
        }
        self.table = self.info.space.table();
        self.table.find(address).map(|range| (range.base, range.end))
    }

    /// Words for a bad global address.
    pub(crate) fn describe(&self, address: u64) -> String {
        let Some(range) = self.table.nearest(address) else {
            return "no memory is allocated".into();
        };
        let (base, size, last) = (range.base, range.size, range.base + range.size);
        if address >= last {
            return format!(
                "{} bytes after the end of the allocation {base:#x} of {size} bytes",
                address - last
            );
        }
        if address < base {
            return format!("{} bytes before the allocation {base:#x} of {size} bytes", base - address);
        }
        format!("at byte {} of the allocation {base:#x} of {size} bytes", address - base)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is expected at each of these places.
    fn walk(places: impl IntoIterator<Item = u64>) -> Vec<Expected> {
        let mut walk = Walk::default();
        places.into_iter().map(|low| walk.advance(low)).collect()
    }

    #[test]
    fn blocks_of_a_grid_stride_loop_are_expected() {
        const START: u64 = 1 << 40;
        const STEP: u64 = 1 << 20;
        let block = |n: u64| (0..3).map(move |turn| START + n * 1024 + turn * STEP);
        let found = walk((0..3).flat_map(block));
        let soon = |address| Expected { soon: Some(address), later: None };
        assert_eq!(found[..2], [Expected::default(), Expected::default()]);
        assert_eq!(found[2], soon(START + 3 * STEP));
        assert_eq!(found[3].soon, Some(START + 1024 + STEP));
        assert_eq!(found[4..6], [soon(START + 1024 + 2 * STEP), soon(START + 1024 + 3 * STEP)]);
        let next = Expected { soon: Some(START + 2048 + STEP), later: Some(START + 3072) };
        assert_eq!(found[6], next);
        assert_eq!(found[7], soon(START + 2048 + 2 * STEP));
    }

    #[test]
    fn nothing_is_expected_of_neighbours_and_of_leaps() {
        let neighbours = (1..9).map(|n| n * 1024);
        let leaps = [1 << 20, 5 << 30, 7 << 21, 1 << 33, 3 << 25, 1 << 50];
        for expected in [walk(neighbours), walk(leaps)].into_iter().flatten() {
            assert_eq!(expected, Expected::default());
        }
    }
}
