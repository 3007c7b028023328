//! Nodes and edges.

use std::collections::{HashMap, HashSet};

use cuda_abi::CUresult;

use crate::Answer;
use crate::flat::FlatNode;
use crate::memory;
use crate::node::{HostCall, Params};
use crate::state::State;

/// A graph.
pub(crate) struct Graph {
    /// A number unique in the process.
    pub(crate) id: u32,
    /// Handles of its nodes in the order in which they were added.
    pub(crate) nodes: Vec<u64>,
    /// The child node that it belongs to; then the program must not destroy it.
    pub(crate) owner: Option<u64>,
    /// References to objects of the program.
    pub(crate) objects: Vec<(u64, u32)>,
    next_local: u32,
}

/// A node.
pub(crate) struct Node {
    /// Handle of its graph.
    pub(crate) graph: u64,
    /// Its number in the graph.
    pub(crate) local: u32,
    /// What it does.
    pub(crate) params: Params,
    /// Handles of the nodes that it waits for, in the order of the edges.
    pub(crate) deps: Vec<u64>,
    /// The node that it is a copy of.
    original: u64,
}

/// What a destroyed graph leaves to be ended outside of the lock.
#[derive(Default)]
pub(crate) struct Rest {
    _params: Vec<Params>,
    pub(crate) destructors: Vec<HostCall>,
}

const BAD: CUresult = CUresult::INVALID_VALUE;

/// Most levels of graphs in graphs. What walks them does so by recursion, on stacks of the program's threads.
const NESTING_MAX: usize = 128;

impl State {
    pub(crate) fn graph(&self, handle: u64) -> Answer<&Graph> {
        self.graphs.get(handle).ok_or(BAD)
    }

    pub(crate) fn node(&self, handle: u64) -> Answer<&Node> {
        self.nodes.get(handle).ok_or(BAD)
    }

    pub(crate) fn node_mut(&mut self, handle: u64) -> Answer<&mut Node> {
        self.nodes.get_mut(handle).ok_or(BAD)
    }

    pub(crate) fn create_graph(&mut self) -> Answer<u64> {
        let id = self.next_id();
        let graph = Graph { id, nodes: Vec::new(), owner: None, objects: Vec::new(), next_local: 0 };
        self.graphs.insert(graph).ok_or(CUresult::OUT_OF_MEMORY)
    }

    /// The nodes of a graph.
    pub(crate) fn members<'a>(&'a self, graph: &'a Graph) -> impl Iterator<Item = (u64, &'a Node)> {
        graph.nodes.iter().filter_map(|handle| Some((*handle, self.nodes.get(*handle)?)))
    }

    /// Whether nodes of the graph allocate or free memory.
    pub(crate) fn has_memory(&self, graph: u64) -> Answer<bool> {
        Ok(self.members(self.graph(graph)?).any(|(_, node)| node.params.is_memory()))
    }

    fn check_deps(&self, graph: u64, deps: &[u64]) -> Answer {
        let mut seen = HashSet::new();
        let fits =
            |dep: &u64| self.nodes.get(*dep).is_some_and(|node| node.graph == graph) && seen.insert(*dep);
        if deps.iter().all(fits) { Ok(()) } else { Err(BAD) }
    }

    /// Adds a node. The graph of a child node is copied.
    pub(crate) fn add_node(&mut self, graph: u64, deps: &[u64], params: Params) -> Answer<u64> {
        self.graph(graph)?;
        self.check_deps(graph, deps)?;
        let params = match params {
            Params::Child(child) if child == graph => return Err(BAD),
            Params::Child(child) => {
                self.check_nesting(graph, child)?;
                Params::Child(self.clone_graph(child)?)
            }
            Params::Free(address) => {
                memory::claim_free(address)?;
                Params::Free(address)
            }
            other => other,
        };
        self.place_node(graph, deps.to_vec(), params, 0)
    }

    /// Adds a node whose parameters belong to it already.
    pub(crate) fn place_node(
        &mut self,
        graph: u64,
        deps: Vec<u64>,
        params: Params,
        original: u64,
    ) -> Answer<u64> {
        let owned = if let Params::Child(child) = params { Some(child) } else { None };
        let local = self.graph(graph)?.next_local;
        let node = Node { graph, local, params, deps, original };
        let handle = self.nodes.insert(node).ok_or(CUresult::OUT_OF_MEMORY)?;
        let graph = self.graphs.get_mut(graph).ok_or(BAD)?;
        graph.next_local += 1;
        graph.nodes.push(handle);
        if let Some(child) = owned.and_then(|child| self.graphs.get_mut(child)) {
            child.owner = Some(handle);
        }
        Ok(handle)
    }

    /// A copy of a graph, child graphs included.
    pub(crate) fn clone_graph(&mut self, graph: u64) -> Answer<u64> {
        if self.has_memory(graph)? {
            return Err(CUresult::NOT_SUPPORTED);
        }
        let objects = self.graph(graph)?.objects.clone();
        let handles = self.graph(graph)?.nodes.clone();
        let copy = self.create_graph()?;
        if let Err(e) = self.copy_nodes(&handles, copy) {
            self.take_apart(copy, &mut Rest::default());
            return Err(e);
        }
        for (object, count) in &objects {
            self.retain_object(*object, *count)?;
        }
        self.graphs.get_mut(copy).ok_or(BAD)?.objects = objects;
        Ok(copy)
    }

    fn copy_nodes(&mut self, handles: &[u64], copy: u64) -> Answer {
        let mut copies = HashMap::with_capacity(handles.len());
        for handle in handles {
            let params = match &self.node(*handle)?.params {
                Params::Child(child) => {
                    let child = *child;
                    Params::Child(self.clone_graph(child)?)
                }
                other => other.clone(),
            };
            copies.insert(*handle, self.place_node(copy, Vec::new(), params, *handle)?);
        }
        // Edges may lead to nodes that were added later.
        for handle in handles {
            let deps = self.node(*handle)?.deps.iter().filter_map(|dep| copies.get(dep).copied()).collect();
            self.node_mut(copies[handle])?.deps = deps;
        }
        Ok(())
    }

    /// Levels of graphs from the outermost graph that a graph lies in down to itself, and that outermost one.
    fn around(&self, graph: u64) -> Answer<(usize, u64)> {
        let (mut levels, mut outer) = (1, graph);
        while let Some(owner) = self.graph(outer)?.owner {
            (levels, outer) = (levels + 1, self.node(owner)?.graph);
        }
        Ok((levels, outer))
    }

    /// Refuses a child that would make the graphs around `graph` too deep.
    fn check_nesting(&self, graph: u64, child: u64) -> Answer {
        let deep = self.around(graph)?.0 + self.levels(child)? > NESTING_MAX;
        if deep { Err(CUresult::NOT_SUPPORTED) } else { Ok(()) }
    }

    /// Levels of graphs in a graph, its own included.
    fn levels(&self, graph: u64) -> Answer<usize> {
        let mut inner = 0;
        for (_, node) in self.members(self.graph(graph)?) {
            if let Params::Child(child) = node.params {
                inner = inner.max(self.levels(child)?);
            }
        }
        Ok(1 + inner)
    }

    /// Adds a child node that takes over the program's graph itself.
    pub(crate) fn adopt_graph(&mut self, graph: u64, deps: Vec<u64>, child: u64) -> Answer<u64> {
        let free = self.graph(child)?.owner.is_none() && !self.captures.uses(child);
        // A free graph that `graph` lies in would become a part of itself.
        if !free || self.around(graph)?.1 == child {
            return Err(BAD);
        }
        self.check_deps(graph, &deps)?;
        self.check_nesting(graph, child)?;
        self.place_node(graph, deps, Params::Child(child), 0)
    }

    /// A graph that does what a flat one does.
    pub(crate) fn graph_of(&mut self, flat: &[FlatNode]) -> Answer<u64> {
        let graph = self.create_graph()?;
        let mut handles: Vec<u64> = Vec::with_capacity(flat.len());
        for node in flat {
            if node.params.is_memory() {
                return Err(CUresult::NOT_SUPPORTED);
            }
            let deps = node.deps.iter().map(|at| handles[*at]).collect();
            handles.push(self.place_node(graph, deps, node.params.clone(), 0)?);
        }
        Ok(graph)
    }

    /// The copy of a node in a copy of its graph.
    pub(crate) fn find_copy(&self, original: u64, copy: u64) -> Answer<u64> {
        let found =
            self.members(self.graph(copy)?).find(|(_, node)| node.original == original && original != 0);
        found.map(|(handle, _)| handle).ok_or(BAD)
    }

    /// Destroys a graph that belongs to the program.
    pub(crate) fn destroy_graph(&mut self, graph: u64) -> Answer<Rest> {
        if self.graph(graph)?.owner.is_some() || self.captures.uses(graph) {
            return Err(BAD);
        }
        let mut rest = Rest::default();
        self.take_apart(graph, &mut rest);
        Ok(rest)
    }

    fn take_apart(&mut self, graph: u64, rest: &mut Rest) {
        let Some(graph) = self.graphs.remove(graph) else { return };
        for node in graph.nodes.iter().filter_map(|handle| self.nodes.remove(*handle)).collect::<Vec<_>>() {
            self.end_params(node.params, rest);
        }
        rest.destructors.extend(self.release_all(&graph.objects));
    }

    fn end_params(&mut self, params: Params, rest: &mut Rest) {
        match params {
            Params::Child(child) => self.take_apart(child, rest),
            Params::Free(address) => memory::unclaim_free(address),
            other => rest._params.push(other),
        }
    }

    /// Takes a node out of its graph.
    pub(crate) fn remove_node(&mut self, handle: u64) -> Answer<Rest> {
        let graph = self.node(handle)?.graph;
        if self.has_memory(graph)? {
            return Err(CUresult::NOT_SUPPORTED);
        }
        if self.captures.uses(graph) {
            return Err(BAD);
        }
        let node = self.nodes.remove(handle).ok_or(BAD)?;
        let graph = self.graphs.get_mut(graph).ok_or(BAD)?;
        graph.nodes.retain(|other| *other != handle);
        for other in graph.nodes.clone() {
            self.node_mut(other)?.deps.retain(|dep| *dep != handle);
        }
        let mut rest = Rest::default();
        self.end_params(node.params, &mut rest);
        Ok(rest)
    }

    /// Replaces the graph of a child node by a copy of another one.
    pub(crate) fn replace_params(&mut self, handle: u64, params: Params) -> Answer<Params> {
        let node = self.node_mut(handle)?;
        if node.params.kind() != params.kind() || node.params.is_memory() {
            return Err(BAD);
        }
        Ok(std::mem::replace(&mut node.params, params))
    }

    /// Adds edges: all or none.
    pub(crate) fn add_edges(&mut self, graph: u64, edges: &[(u64, u64)]) -> Answer {
        let mut new = HashSet::new();
        for (from, to) in edges {
            let (a, b) = (self.node(*from)?, self.node(*to)?);
            let fits = a.graph == graph && b.graph == graph && from != to;
            if !fits || b.deps.contains(from) || !new.insert((*from, *to)) {
                return Err(BAD);
            }
        }
        for (from, to) in edges {
            self.node_mut(*to)?.deps.push(*from);
        }
        Ok(())
    }

    /// Removes edges: all or none.
    pub(crate) fn remove_edges(&mut self, graph: u64, edges: &[(u64, u64)]) -> Answer {
        if self.has_memory(graph)? {
            return Err(CUresult::NOT_SUPPORTED);
        }
        for (from, to) in edges {
            let to = self.node(*to)?;
            if to.graph != graph || !to.deps.contains(from) {
                return Err(BAD);
            }
        }
        for (from, to) in edges {
            self.node_mut(*to)?.deps.retain(|dep| dep != from);
        }
        Ok(())
    }

    /// All edges of a graph: from, to.
    pub(crate) fn edges(&self, graph: u64) -> Answer<Vec<(u64, u64)>> {
        let graph = self.graph(graph)?;
        Ok(self.members(graph).flat_map(|(to, node)| node.deps.iter().map(move |from| (*from, to))).collect())
    }

    /// The nodes that wait for a node.
    pub(crate) fn dependents(&self, handle: u64) -> Answer<Vec<u64>> {
        let graph = self.graph(self.node(handle)?.graph)?;
        Ok(self.members(graph).filter(|(_, node)| node.deps.contains(&handle)).map(|(to, _)| to).collect())
    }

    /// The nodes that wait for nothing.
    pub(crate) fn roots(&self, graph: u64) -> Answer<Vec<u64>> {
        let graph = self.graph(graph)?;
        Ok(self.members(graph).filter(|(_, node)| node.deps.is_empty()).map(|(handle, _)| handle).collect())
    }

    /// Whether every one of `nodes` is among `from` or comes before one of them.
    pub(crate) fn all_before(&self, nodes: &[u64], from: &[u64]) -> bool {
        let mut open = from.to_vec();
        let mut seen: HashSet<u64> = from.iter().copied().collect();
        while let Some(node) = open.pop() {
            let deps = self.nodes.get(node).map_or(&[][..], |node| &node.deps);
            open.extend(deps.iter().copied().filter(|dep| seen.insert(*dep)));
        }
        nodes.iter().all(|node| seen.contains(node))
    }
}
