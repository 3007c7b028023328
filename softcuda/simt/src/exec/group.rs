//! Groups: lanes of a warp that share a program counter and a call stack.

/// A suspended caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Frame {
    /// Where it continues.
    pub(crate) pc: u32,
    pub(crate) base: Base,
}

/// Where a frame's registers and local memory begin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Base {
    pub(crate) func: u32,
    /// Byte offset of its rows.
    pub(crate) rows: usize,
    pub(crate) preds: u32,
    /// Byte offset of the frame in local memory.
    pub(crate) local: u32,
}

/// What a group waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// Nothing.
    Ready,
    /// The other lanes of a warp-synchronous instruction; the program counter is at it.
    Sync,
    /// A CTA barrier; the program counter is at the instruction.
    Barrier(u8),
}

#[derive(Clone, Debug)]
pub(crate) struct Group {
    pub(crate) pc: u32,
    pub(crate) mask: u32,
    pub(crate) state: State,
    /// Has spent its fuel while others were ready: runs after them.
    pub(crate) tired: bool,
    pub(crate) base: Base,
    /// Callers, outermost first.
    pub(crate) frames: Vec<Frame>,
}

impl Group {
    pub(crate) fn new(mask: u32) -> Group {
        Group { pc: 0, mask, state: State::Ready, tired: false, base: Base::default(), frames: Vec::new() }
    }

    /// Can the lanes of both run as one? Two that wait for other lanes each do so for their own.
    fn meets(&self, other: &Group) -> bool {
        let waiting = matches!(self.state, State::Barrier(_))
            || matches!(other.state, State::Barrier(_))
            || (self.state == State::Sync && other.state == State::Sync);
        self.pc == other.pc && !waiting && self.base == other.base && self.frames == other.frames
    }

    /// Lower runs first: rested before tired, deeper calls before shallower ones, then the program counter.
    fn rank(&self) -> (bool, std::cmp::Reverse<usize>, u32) {
        (self.tired, std::cmp::Reverse(self.frames.len()), self.pc)
    }
}

/// Merges groups that have met. A merged group is ready: a warp-synchronous instruction is tried again.
pub(crate) fn merge(groups: &mut Vec<Group>) {
    let mut at = 0;
    while at < groups.len() {
        let mut other = at + 1;
        while other < groups.len() {
            if groups[at].meets(&groups[other]) {
                let met = groups.swap_remove(other);
                groups[at].mask |= met.mask;
                groups[at].state = State::Ready;
                groups[at].tired &= met.tired;
            } else {
                other += 1;
            }
        }
        at += 1;
    }
}

/// The ready group to run next. When all ready ones are tired, all are rested again.
pub(crate) fn choose(groups: &mut [Group]) -> Option<usize> {
    let best = |groups: &[Group]| {
        let ready = groups.iter().enumerate().filter(|(_, g)| g.state == State::Ready);
        ready.min_by_key(|(_, g)| g.rank()).map(|(index, _)| index)
    };
    let index = best(groups)?;
    if !groups[index].tired {
        return Some(index);
    }
    for group in groups.iter_mut() {
        group.tired = false;
    }
    best(groups)
}

/// The lowest program counter above `groups[index]`'s at which it might meet another group.
pub(crate) fn meeting_point(groups: &[Group], index: usize) -> u32 {
    let pc = groups[index].pc;
    let others = groups.iter().enumerate().filter(|&(other, g)| other != index && g.pc > pc);
    others.map(|(_, g)| g.pc).min().unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(pc: u32, mask: u32) -> Group {
        Group { pc, ..Group::new(mask) }
    }

    #[test]
    fn lowest_pc_runs_first_and_equal_ones_merge() {
        let mut groups = vec![at(9, 1), at(4, 2), at(9, 4)];
        merge(&mut groups);
        assert_eq!(groups.len(), 2);
        let first = choose(&mut groups).unwrap();
        assert_eq!((groups[first].pc, groups[first].mask), (4, 2));
        assert_eq!(meeting_point(&groups, first), 9);
    }

    #[test]
    fn tired_groups_wait_their_turn() {
        let mut groups = vec![at(1, 1), at(2, 2)];
        groups[0].tired = true;
        assert_eq!(choose(&mut groups), Some(1));
        groups[1].tired = true;
        assert_eq!(choose(&mut groups), Some(0));
        assert!(!groups[1].tired);
    }

    #[test]
    fn deeper_calls_run_first() {
        let mut groups = vec![at(1, 1), at(50, 2)];
        groups[1].frames.push(Frame { pc: 2, base: Base::default() });
        assert_eq!(choose(&mut groups), Some(1));
    }
}
