//! Executable graphs.

use std::collections::HashMap;
use std::sync::Arc;

use cuda_abi::*;
use parking_lot::Mutex;

use crate::flat::FlatNode;
use crate::memory::{self, GraphMemory};
use crate::node::Params;
use crate::state::{State, with};
use crate::{Answer, Exec, backend};

/// All flags of an instantiation.
const KNOWN_FLAGS: u64 = (CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH
    | CUDA_GRAPH_INSTANTIATE_FLAG_UPLOAD
    | CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH
    | CUDA_GRAPH_INSTANTIATE_FLAG_USE_NODE_PRIORITY) as u64;

/// An executable graph.
pub(crate) struct Executable {
    /// A number unique in the process.
    pub(crate) id: u32,
    /// Flags of the instantiation.
    pub(crate) flags: u64,
    /// References to objects of the program.
    pub(crate) objects: Vec<(u64, u32)>,
    nodes: Mutex<Vec<FlatNode>>,
    enabled: Mutex<Vec<bool>>,
    /// Places by handle of the node; child nodes have none.
    places: HashMap<u64, usize>,
    device: Arc<dyn Exec>,
}

/// Why an instantiation failed: the code, its reason, the node.
pub(crate) type Failure = (CUresult, CUgraphInstantiateResult, u64);

/// Makes a graph executable.
pub(crate) fn instantiate(graph: u64, flags: u64) -> Result<u64, Failure> {
    let plain = |code| (code, CUDA_GRAPH_INSTANTIATE_ERROR, 0);
    let backend = backend().map_err(plain)?;
    if flags & !KNOWN_FLAGS != 0 {
        return Err(plain(CUresult::INVALID_VALUE));
    }
    if flags & u64::from(CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH) != 0 {
        return Err((CUresult::NOT_SUPPORTED, CUDA_GRAPH_INSTANTIATE_NODE_OPERATION_NOT_SUPPORTED, 0));
    }
    let mut refused = 0;
    let flatten = |state: &mut State| {
        let graph_objects = state.graph(graph)?.objects.clone();
        let flat = state.flatten(graph).map_err(|(code, node)| {
            refused = node;
            code
        })?;
        Ok((flat, graph_objects))
    };
    let (nodes, objects) =
        with(flatten).map_err(|code| (code, CUDA_GRAPH_INSTANTIATE_INVALID_STRUCTURE, refused))?;
    let device = backend.instantiate(&nodes, flags).map_err(plain)?;
    let places = nodes.iter().enumerate().filter(|(_, n)| !n.point).map(|(at, n)| (n.node, at)).collect();
    let enabled = Mutex::new(vec![true; nodes.len()]);
    with(|state| {
        for (object, _) in &objects {
            state.retain_object(*object, 1)?;
        }
        let objects = objects.iter().map(|(object, _)| (*object, 1)).collect();
        let id = state.next_id();
        let exec = Executable { id, flags, objects, nodes: Mutex::new(nodes), enabled, places, device };
        state.execs.insert(Arc::new(exec)).ok_or(CUresult::OUT_OF_MEMORY)
    })
    .map_err(plain)
}

impl Executable {
    /// Puts an execution into a stream.
    pub(crate) fn launch(&self, stream: CUstream) -> Answer {
        let (allocated, freed) = self.memory();
        let auto_free = self.flags & u64::from(CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH) != 0;
        if freed.iter().any(|address| !memory::is_live(*address)) {
            return Err(CUresult::INVALID_VALUE);
        }
        if !auto_free && allocated.iter().any(|memory| memory::is_live(memory.address)) {
            return Err(CUresult::INVALID_VALUE);
        }
        self.device.launch(stream)?;
        allocated.iter().try_for_each(|memory| memory::launched(memory, true))?;
        freed.iter().try_for_each(|address| memory::free(*address).map(drop))
    }

    /// Memory that a launch leaves allocated, and addresses that it frees for others.
    fn memory(&self) -> (Vec<Arc<GraphMemory>>, Vec<u64>) {
        let nodes = self.nodes.lock();
        let mut allocated: Vec<Arc<GraphMemory>> = Vec::new();
        let mut freed: Vec<u64> = Vec::new();
        for node in nodes.iter() {
            match &node.params {
                Params::Alloc(memory) => allocated.push(memory.clone()),
                Params::Free(address) => freed.push(*address),
                _ => {}
            }
        }
        let inside = |address: &u64| allocated.iter().any(|memory| memory.address == *address);
        let (here, elsewhere): (Vec<u64>, Vec<u64>) = freed.into_iter().partition(inside);
        allocated.retain(|memory| !here.contains(&memory.address));
        (allocated, elsewhere)
    }

    /// Prepares an execution.
    pub(crate) fn upload(&self, stream: CUstream) -> Answer {
        self.device.upload(stream)
    }

    /// Waits until the executions so far are over.
    pub(crate) fn wait(&self) {
        self.device.wait();
    }

    /// The nodes as they are executed now.
    pub(crate) fn nodes(&self) -> Vec<FlatNode> {
        self.nodes.lock().clone()
    }

    fn place(&self, node: u64) -> Answer<usize> {
        self.places.get(&node).copied().ok_or(CUresult::INVALID_VALUE)
    }

    /// Parameters of the node, with what `change` makes of them.
    pub(crate) fn set(&self, node: u64, params: Params) -> Answer {
        let at = self.place(node)?;
        self.set_at(at, params).map_err(|_| CUresult::INVALID_VALUE)
    }

    fn set_at(&self, at: usize, params: Params) -> Result<(), CUgraphExecUpdateResult> {
        let mut nodes = self.nodes.lock();
        let Some(node) = nodes.get_mut(at) else { return Err(CU_GRAPH_EXEC_UPDATE_ERROR) };
        if node.params == params {
            return Ok(());
        }
        updatable(&node.params, &params)?;
        self.device.set(at, &params).map_err(|_| CU_GRAPH_EXEC_UPDATE_ERROR)?;
        node.params = params;
        Ok(())
    }

    /// Takes over the parameters of a graph of the same form; else the reason and the node that differs.
    pub(crate) fn update(&self, new: &[FlatNode]) -> Result<(), (CUgraphExecUpdateResult, u64)> {
        let old = self.nodes();
        if old.len() != new.len() {
            return Err((CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED, 0));
        }
        for (a, b) in old.iter().zip(new) {
            if a.params.kind() != b.params.kind() {
                return Err((CU_GRAPH_EXEC_UPDATE_ERROR_NODE_TYPE_CHANGED, b.node));
            }
            if a.deps != b.deps {
                return Err((CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED, b.node));
            }
            if a.params != b.params {
                updatable(&a.params, &b.params).map_err(|reason| (reason, b.node))?;
            }
        }
        for (at, node) in new.iter().enumerate() {
            self.set_at(at, node.params.clone()).map_err(|reason| (reason, node.node))?;
        }
        Ok(())
    }

    /// Takes over the parameters of the graph of a child node: `old` are the nodes of the node's graph, `new` those of the other.
    pub(crate) fn set_child(&self, old: &[FlatNode], new: &[FlatNode]) -> Answer {
        let same = |(a, b): (&FlatNode, &FlatNode)| a.params.kind() == b.params.kind() && a.deps == b.deps;
        if old.len() != new.len() || !old.iter().zip(new).all(same) {
            return Err(CUresult::INVALID_VALUE);
        }
        for (a, b) in old.iter().zip(new).filter(|(a, _)| !a.point) {
            self.set(a.node, b.params.clone())?;
        }
        Ok(())
    }

    /// Leaves a node out of later executions, or takes it back.
    pub(crate) fn enable(&self, node: u64, enabled: bool) -> Answer {
        let at = self.place(node)?;
        let can =
            matches!(self.nodes.lock()[at].params, Params::Kernel(_) | Params::Copy(_) | Params::Fill(_));
        if !can {
            return Err(CUresult::INVALID_VALUE);
        }
        self.device.enable(at, enabled)?;
        self.enabled.lock()[at] = enabled;
        Ok(())
    }

    /// Whether a node takes part.
    pub(crate) fn is_enabled(&self, node: u64) -> Answer<bool> {
        Ok(self.enabled.lock()[self.place(node)?])
    }
}

/// Whether a node's parameters may become others.
fn updatable(old: &Params, new: &Params) -> Result<(), CUgraphExecUpdateResult> {
    match (old, new) {
        (Params::Kernel(a), Params::Kernel(b)) if a.cooperative() != b.cooperative() => {
            Err(CU_GRAPH_EXEC_UPDATE_ERROR_ATTRIBUTES_CHANGED)
        }
        (Params::Kernel(a), Params::Kernel(b)) if a.context != b.context => {
            Err(CU_GRAPH_EXEC_UPDATE_ERROR_FUNCTION_CHANGED)
        }
        (Params::Copy(a), Params::Copy(b))
            if (a.src.memory, a.dst.memory) != (b.src.memory, b.dst.memory) =>
        {
            Err(CU_GRAPH_EXEC_UPDATE_ERROR_PARAMETERS_CHANGED)
        }
        (Params::Fill(a), Params::Fill(b))
            if a.height > 1 && (a.width, a.height, a.element) != (b.width, b.height, b.element) =>
        {
            Err(CU_GRAPH_EXEC_UPDATE_ERROR_PARAMETERS_CHANGED)
        }
        (Params::Alloc(_) | Params::Free(_), _) => Err(CU_GRAPH_EXEC_UPDATE_ERROR_PARAMETERS_CHANGED),
        _ => Ok(()),
    }
}
