//! A graph in an order in which its nodes can be executed, child graphs laid open.
//!
//! A child node becomes two points: one that the roots of its graph wait for, one that waits for its leaves. So whoever executes a graph, or
//! compares two, knows nothing of children.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap, HashMap};

use cuda_abi::CUresult;

use crate::node::Params;
use crate::state::State;

/// A node.
#[derive(Clone, Debug)]
pub struct FlatNode {
    /// Handle of the node that it comes from.
    pub node: u64,
    /// What it does; never a child.
    pub params: Params,
    /// Places of the nodes that it waits for, all before it.
    pub deps: Vec<usize>,
    /// It is one of the two points of a child node.
    pub point: bool,
}

/// Why a graph cannot be executed, and the node that is the reason.
pub(crate) type Refused = (CUresult, u64);

impl State {
    /// The nodes of a graph in an order of execution. Two graphs that were built in the same way have the same order.
    pub(crate) fn flatten(&self, graph: u64) -> Result<Vec<FlatNode>, Refused> {
        let mut flat = Vec::new();
        self.lay_open(graph, None, &mut flat)?;
        Ok(flat)
    }

    /// Appends the nodes of `graph`, whose roots wait for `entry`; returns the places of its leaves.
    fn lay_open(
        &self,
        graph: u64,
        entry: Option<usize>,
        flat: &mut Vec<FlatNode>,
    ) -> Result<Vec<usize>, Refused> {
        let mut places: HashMap<u64, usize> = HashMap::new();
        let mut leaves = BTreeSet::new();
        for handle in self.ordered(graph)? {
            let node = self.node(handle).map_err(|e| (e, handle))?;
            let mut deps: Vec<usize> = node.deps.iter().filter_map(|dep| places.get(dep).copied()).collect();
            for dep in &deps {
                leaves.remove(dep);
            }
            if deps.is_empty() {
                deps.extend(entry);
            }
            let place = match &node.params {
                Params::Child(child) => {
                    let begin = flat.len();
                    flat.push(FlatNode { node: handle, params: Params::Empty, deps, point: true });
                    let inner = self.lay_open(*child, Some(begin), flat)?;
                    let deps = if inner.is_empty() { vec![begin] } else { inner };
                    flat.push(FlatNode { node: handle, params: Params::Empty, deps, point: true });
                    flat.len() - 1
                }
                other => {
                    flat.push(FlatNode { node: handle, params: other.clone(), deps, point: false });
                    flat.len() - 1
                }
            };
            places.insert(handle, place);
            leaves.insert(place);
        }
        Ok(leaves.into_iter().collect())
    }

    /// The nodes of one graph, each after those that it waits for, otherwise as they were added. A cycle is refused.
    fn ordered(&self, graph: u64) -> Result<Vec<u64>, Refused> {
        let graph = self.graph(graph).map_err(|e| (e, 0))?;
        let at: HashMap<u64, usize> = graph.nodes.iter().enumerate().map(|(at, node)| (*node, at)).collect();
        let mut missing = vec![0usize; graph.nodes.len()];
        let mut followers: Vec<Vec<usize>> = vec![Vec::new(); graph.nodes.len()];
        for (handle, node) in self.members(graph) {
            for dep in node.deps.iter().filter_map(|dep| at.get(dep)) {
                followers[*dep].push(at[&handle]);
                missing[at[&handle]] += 1;
            }
        }
        let start = missing.iter().enumerate().filter(|(_, n)| **n == 0);
        let mut ready: BinaryHeap<Reverse<usize>> = start.map(|(at, _)| Reverse(at)).collect();
        let mut order = Vec::with_capacity(graph.nodes.len());
        while let Some(Reverse(at)) = ready.pop() {
            order.push(graph.nodes[at]);
            for follower in &followers[at] {
                missing[*follower] -= 1;
                if missing[*follower] == 0 {
                    ready.push(Reverse(*follower));
                }
            }
        }
        match missing.iter().position(|n| *n > 0) {
            Some(at) => Err((CUresult::INVALID_VALUE, graph.nodes[at])),
            None => Ok(order),
        }
    }
}
