//! Which bytes of host memory go to the worker when: before a launch, or after a host function of the graph that may have written them.

use super::encode::{Range, Touches};

/// What a graph needs from this process at each launch.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Plan {
    /// Host memory that is read before any host function may write it.
    pub(super) before: Vec<Range>,
    /// By host function: what is read after it.
    pub(super) after: Vec<(u64, Vec<Range>)>,
}

fn overlap(a: Range, b: Range) -> bool {
    a.0 < b.1 && b.0 < a.1
}

/// Whether all of `a` lies in `b`.
fn inside(a: Range, b: Range) -> bool {
    b.0 <= a.0 && a.1 <= b.1
}

/// The nodes before `at`.
fn ancestors(deps: &[Vec<usize>], at: usize) -> Vec<bool> {
    let mut seen = vec![false; at];
    let mut open = deps[at].clone();
    while let Some(node) = open.pop() {
        if !std::mem::replace(&mut seen[node], true) {
            open.extend_from_slice(&deps[node]);
        }
    }
    seen
}

impl Plan {
    /// For nodes in an order of execution, each with the places of those that it waits for.
    pub(super) fn new(nodes: &[Touches], deps: &[Vec<usize>]) -> Plan {
        let mut plan = Plan::default();
        let hosts = nodes.iter().enumerate().filter_map(|(at, node)| Some((at, node.host?)));
        let hosts: Vec<(usize, u64, Vec<bool>)> =
            hosts.map(|(at, id)| (at, id, ancestors(deps, at))).collect();
        plan.after = hosts.iter().map(|(_, id, _)| (*id, Vec::new())).collect();
        let writes = nodes.iter().enumerate().filter_map(|(at, node)| Some((at, node.writes?)));
        let writes: Vec<(usize, Range)> = writes.collect();
        for (at, read) in nodes.iter().enumerate().filter_map(|(at, node)| Some((at, node.reads?))) {
            let mut writers: Vec<(usize, Range)> =
                writes.iter().filter(|(_, written)| overlap(read, *written)).copied().collect();
            if writers.is_empty() && hosts.is_empty() {
                // What is before it does not matter, and is much to find in a large graph.
                add(&mut plan.before, read);
                continue;
            }
            let before = ancestors(deps, at);
            let earlier = |other: usize| before.get(other).copied().unwrap_or(false);
            writers.retain(|(other, _)| earlier(*other));
            let mut after_host = false;
            for (index, (host, _, before_host)) in hosts.iter().enumerate().filter(|(_, h)| earlier(h.0)) {
                after_host = true;
                // What the graph wrote and the function was not ordered after is the worker's to know.
                let unseen = |(writer, _): &(usize, Range)| {
                    !before_host.get(*writer).copied().unwrap_or(false) && writer != host
                };
                if !writers.iter().any(unseen) {
                    add(&mut plan.after[index].1, read);
                }
            }
            if !after_host && !writers.iter().any(|(_, written)| inside(read, *written)) {
                add(&mut plan.before, read);
            }
        }
        plan
    }
}

fn add(ranges: &mut Vec<Range>, range: Range) {
    if range.0 < range.1 && !ranges.iter().any(|known| inside(range, *known)) {
        ranges.push(range);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Range = (100, 200);

    fn read(range: Range) -> Touches {
        Touches { reads: Some(range), ..Touches::default() }
    }

    fn write(range: Range) -> Touches {
        Touches { writes: Some(range), ..Touches::default() }
    }

    fn host(id: u64) -> Touches {
        Touches { host: Some(id), ..Touches::default() }
    }

    fn check(nodes: &[Touches], deps: &[&[usize]], before: &[Range], after: &[(u64, &[Range])]) {
        let deps: Vec<Vec<usize>> = deps.iter().map(|d| d.to_vec()).collect();
        let after = after.iter().map(|(id, ranges)| (*id, ranges.to_vec())).collect();
        assert_eq!(Plan::new(nodes, &deps), Plan { before: before.to_vec(), after }, "{nodes:?}");
    }

    #[test]
    fn sources_go_before_the_launch() {
        check(&[read(A), read(A), read((150, 250))], &[&[], &[0], &[]], &[A, (150, 250)], &[]);
        check(&[read((5, 5))], &[&[]], &[], &[]);
    }

    #[test]
    fn what_the_graph_itself_wrote_stays_there() {
        check(&[write((0, 300)), read(A)], &[&[], &[0]], &[], &[]);
        // Unordered, or only in part.
        check(&[write((0, 300)), read(A)], &[&[], &[]], &[A], &[]);
        check(&[write((150, 300)), read(A)], &[&[], &[0]], &[A], &[]);
    }

    #[test]
    fn sources_after_a_host_function_follow_it() {
        check(&[write(A), host(7), read(A)], &[&[], &[0], &[1]], &[], &[(7, &[A])]);
        check(&[host(7), host(8), read(A)], &[&[], &[0], &[1]], &[], &[(7, &[A]), (8, &[A])]);
        check(&[host(7), read(A)], &[&[], &[]], &[A], &[(7, &[])]);
        // The function has not seen what the graph writes beside it.
        check(&[write(A), host(7), read(A)], &[&[], &[], &[0, 1]], &[], &[(7, &[])]);
    }
}
