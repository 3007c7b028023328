//! Order of basic blocks.
//!
//! Of a diverged warp the lanes with the lowest program counter run first, so that they meet the others where their ways join.
//! That needs every block after those that lead to it, and a loop's blocks before its exits. Compilers rotate loops, which
//! leaves an exit or a join above the block that jumps there: lanes would run ahead through it alone, and programs that
//! count on a warp meeting again after a loop would read what the others have not written yet.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashSet};
use std::ops::Range;

use softcuda_ptx::{Body, Instr, Label, LabelId, Lowering, Opcode, Operand, Table};

/// Larger graphs keep their order: blocks and edges, and the members of all loops.
const MOST: usize = 1 << 20;

/// Blocks and where each may go; the block after the last is the end of the function.
struct Graph {
    blocks: Vec<Range<usize>>,
    /// Next blocks, ascending.
    to: Vec<Vec<usize>>,
    /// Whether control reaches the end of the block.
    falls: Vec<bool>,
}

/// The body with its blocks in an order for the scheduler of groups; as it is if that is one already.
pub(super) fn arrange(body: &Body) -> Cow<'_, Body> {
    let rearranged = Graph::new(body).and_then(|graph| {
        let (_, back) = graph.walk(&vec![Vec::new(); graph.to.len()]);
        let exits = graph.exits(&back)?;
        if graph.is_ordered(&back, &exits) {
            return None;
        }
        let (order, _) = graph.walk(&exits);
        Some(rewrite(body, &graph, &order))
    });
    rearranged.map_or(Cow::Borrowed(body), Cow::Owned)
}

impl Graph {
    fn new(body: &Body) -> Option<Graph> {
        let numbers = super::regs::blocks(body);
        let count = numbers.last().map_or(0, |last| *last as usize + 1);
        let mut blocks: Vec<Range<usize>> = vec![0..0; count];
        for (at, &number) in numbers.iter().enumerate() {
            let block = &mut blocks[number as usize];
            *block = if Range::is_empty(block) { at..at + 1 } else { block.start..at + 1 };
        }
        // The first number may be 1, where a label precedes the first instruction.
        blocks.retain(|block| !Range::is_empty(block));
        let mut graph = Graph { to: Vec::new(), falls: Vec::new(), blocks };
        let mut edges = 0;
        for block in 0..graph.blocks.len() {
            let last = &body.instrs[graph.blocks[block].end - 1];
            let falls = last.pred.is_some()
                || !matches!(last.op, Opcode::Bra | Opcode::Brx | Opcode::Ret | Opcode::Exit);
            let mut to: Vec<usize> = targets(body, last).map(|label| graph.block_at(body, label)).collect();
            to.extend(falls.then_some(block + 1));
            to.sort_unstable();
            to.dedup();
            edges += to.len();
            if edges > MOST {
                return None;
            }
            graph.falls.push(falls);
            graph.to.push(to);
        }
        graph.to.push(Vec::new());
        Some(graph)
    }

    fn block_at(&self, body: &Body, label: LabelId) -> usize {
        let instr = body.labels[label.index()].instr as usize;
        self.blocks.partition_point(|block| block.start < instr)
    }

    /// All blocks in reverse post-order of a walk that takes the later of two ways first, `first` before the block's own ways;
    /// and the edges back to blocks that were being walked.
    fn walk(&self, first: &[Vec<usize>]) -> (Vec<usize>, Vec<(usize, usize)>) {
        #[derive(Clone, Copy, PartialEq)]
        enum Mark {
            New,
            Open,
            Done,
        }
        let ways = |block: usize| self.to[block].iter().chain(&first[block]).copied();
        let mut marks = vec![Mark::New; self.to.len()];
        let (mut order, mut back) = (Vec::new(), Vec::new());
        // Blocks that nothing leads to come last.
        for root in 0..self.to.len() {
            let begin = order.len();
            if marks[root] != Mark::New {
                continue;
            }
            marks[root] = Mark::Open;
            let mut open = vec![(root, ways(root).collect::<Vec<_>>())];
            while let Some((block, left)) = open.last_mut() {
                let block = *block;
                match left.pop() {
                    Some(next) if marks[next] == Mark::New => {
                        marks[next] = Mark::Open;
                        open.push((next, ways(next).collect()));
                    }
                    Some(next) if marks[next] == Mark::Open => back.push((block, next)),
                    Some(_) => {}
                    None => {
                        marks[block] = Mark::Done;
                        order.push(block);
                        open.pop();
                    }
                }
            }
            order[begin..].reverse();
        }
        (order, back)
    }

    /// Whether every edge leads down except those back to a loop's head, and no exit lies within its loop.
    fn is_ordered(&self, back: &[(usize, usize)], exits: &[Vec<usize>]) -> bool {
        let known: HashSet<_> = back.iter().copied().collect();
        let edges = self.to.iter().enumerate().flat_map(|(from, to)| to.iter().map(move |&to| (from, to)));
        edges.filter(|(from, to)| to <= from).all(|edge| known.contains(&edge))
            && back.iter().all(|&(latch, head)| !exits[head].iter().any(|exit| (head..latch).contains(exit)))
    }

    /// For the head of each loop the blocks that the loop leaves to, ascending.
    fn exits(&self, back: &[(usize, usize)]) -> Option<Vec<Vec<usize>>> {
        let mut from = vec![Vec::new(); self.to.len()];
        for (block, to) in self.to.iter().enumerate() {
            to.iter().for_each(|&next| from[next].push(block));
        }
        let mut latches = BTreeMap::<usize, Vec<usize>>::new();
        for &(latch, head) in back {
            latches.entry(head).or_default().push(latch);
        }
        let mut exits = vec![Vec::new(); self.to.len()];
        let mut work = 0;
        for (head, mut todo) in latches {
            let mut members = HashSet::from([head]);
            while let Some(block) = todo.pop() {
                if members.insert(block) {
                    todo.extend(&from[block]);
                    work += 1 + from[block].len() + self.to[block].len();
                }
                if work > MOST {
                    return None;
                }
            }
            let leaving = members.iter().flat_map(|&block| &self.to[block]);
            exits[head] = leaving.copied().filter(|next| !members.contains(next)).collect();
            exits[head].sort_unstable();
            exits[head].dedup();
        }
        Some(exits)
    }
}

/// The labels that an instruction may branch to.
fn targets<'a>(body: &'a Body, instr: &'a Instr) -> impl Iterator<Item = LabelId> + 'a {
    let is_branch = matches!(instr.op, Opcode::Bra | Opcode::Brx);
    instr
        .operands
        .iter()
        .filter(move |_| is_branch)
        .flat_map(|operand| match operand {
            Operand::Label(label) => std::slice::from_ref(label),
            Operand::Table(table) => match &body.tables[table.index()] {
                Table::Branch(labels) => labels.as_slice(),
                _ => &[],
            },
            _ => &[],
        })
        .copied()
}

/// The body with its blocks in this order, with branches where they no longer follow each other.
fn rewrite(body: &Body, graph: &Graph, order: &[usize]) -> Body {
    let end = graph.blocks.len();
    let order: Vec<usize> = order.iter().copied().filter(|&block| block != end).collect();
    let mut result = Body { instrs: Vec::with_capacity(body.instrs.len()), ..body.clone() };
    let mut starts = vec![0; end + 1];
    // One label for each block that is reached by a branch made here.
    let mut made = Vec::new();
    for (place, &block) in order.iter().enumerate() {
        starts[block] = result.instrs.len() as u32;
        result.instrs.extend_from_slice(&body.instrs[graph.blocks[block].clone()]);
        let next = order.get(place + 1).copied().unwrap_or(end);
        if graph.falls[block] && next != block + 1 {
            let label = LabelId((body.labels.len() + made.len()) as u32);
            made.push(block + 1);
            let last = &body.instrs[graph.blocks[block].end - 1];
            result.instrs.push(branch(last, label));
        }
    }
    starts[end] = result.instrs.len() as u32;
    for (label, old) in result.labels.iter_mut().zip(&body.labels) {
        let block = graph.blocks.partition_point(|block| block.start < old.instr as usize);
        label.instr = starts[block];
    }
    result
        .labels
        .extend(made.into_iter().map(|block| Label { name: Default::default(), instr: starts[block] }));
    result
}

fn branch(after: &Instr, label: LabelId) -> Instr {
    Instr {
        pred: None,
        op: Opcode::Bra,
        mods: Default::default(),
        types: Default::default(),
        operands: vec![Operand::Label(label)],
        lowering: Ok(Lowering::Control),
        ..after.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(edges: &[(usize, usize)]) -> Graph {
        let end = edges.iter().map(|&(from, to)| from.max(to)).max().unwrap_or(0);
        let mut to = vec![Vec::new(); end + 1];
        edges.iter().for_each(|&(from, next)| to[from].push(next));
        to.iter_mut().for_each(|ways: &mut Vec<usize>| ways.sort_unstable());
        Graph { blocks: vec![0..0; end], to, falls: vec![false; end] }
    }

    /// The order of blocks, or nothing if the one at hand will do.
    fn order(edges: &[(usize, usize)]) -> Option<Vec<usize>> {
        let graph = graph(edges);
        let (_, back) = graph.walk(&vec![Vec::new(); graph.to.len()]);
        let exits = graph.exits(&back).unwrap();
        (!graph.is_ordered(&back, &exits)).then(|| graph.walk(&exits).0)
    }

    #[test]
    fn straight_branches_and_loops_stay() {
        assert_eq!(order(&[(0, 1), (0, 2), (1, 2), (2, 3)]), None);
        assert_eq!(order(&[(0, 1), (1, 1), (1, 2)]), None);
        assert_eq!(order(&[(0, 1), (1, 2), (2, 1), (1, 3), (3, 4)]), None);
    }

    #[test]
    fn a_join_above_its_branch_comes_after_it() {
        // The test of the outer loop, 1, is above its body, 2, which skips the inner loop, 3.
        assert_eq!(
            order(&[(0, 2), (1, 4), (1, 2), (2, 1), (2, 3), (3, 3), (3, 1)]),
            Some(vec![0, 2, 3, 1, 4])
        );
    }

    #[test]
    fn exits_come_after_their_loop() {
        // A loop of 1, 3 and 4; 2 and 5 are its exits.
        let edges = [(0, 1), (1, 2), (1, 3), (2, 6), (3, 4), (3, 5), (4, 1), (5, 6)];
        let got = order(&edges).unwrap();
        assert_eq!(&got[..4], &[0, 1, 3, 4]);
        assert_eq!(got.last(), Some(&6));
    }

    #[test]
    fn nothing_is_lost_of_what_nothing_leads_to() {
        let mut got = order(&[(0, 4), (4, 2), (2, 5), (1, 3), (3, 5)]).unwrap();
        got.sort_unstable();
        assert_eq!(got, [0, 1, 2, 3, 4, 5]);
    }
}
