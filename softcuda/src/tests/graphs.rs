//! Graphs that a program builds itself: structure, execution, update.

use std::ffi::c_void;
use std::sync::atomic::{AtomicU32, Ordering};

use super::*;

const BAD: CUresult = CUresult::INVALID_VALUE;

/// Adds a node that sets one word.
fn set_node(graph: CUgraph, deps: &[CUgraphNode], address: CUdeviceptr, value: u32) -> CUgraphNode {
    let params =
        CUDA_MEMSET_NODE_PARAMS { dst: address, pitch: 0, value, elementSize: 4, width: 1, height: 1 };
    let mut node = null_mut();
    let added = call!(cuGraphAddMemsetNode(&mut node, graph, deps.as_ptr(), deps.len(), &params, null_mut()));
    assert_eq!(added, OK);
    node
}

/// A copy of words between two addresses of the kinds.
fn copy_params(dst: (u32, u64), src: (u32, u64), words: usize) -> CUDA_MEMCPY3D {
    // SAFETY: plain data, for which zero is valid.
    let mut c: CUDA_MEMCPY3D = unsafe { std::mem::zeroed() };
    (c.dstMemoryType, c.srcMemoryType) = (dst.0, src.0);
    (c.dstHost, c.dstDevice) = (dst.1 as *mut c_void, dst.1);
    (c.srcHost, c.srcDevice) = (src.1 as *const c_void, src.1);
    (c.WidthInBytes, c.Height, c.Depth) = (4 * words, 1, 1);
    c
}

fn copy_node(graph: CUgraph, deps: &[CUgraphNode], c: &CUDA_MEMCPY3D) -> CUgraphNode {
    let mut node = null_mut();
    assert_eq!(call!(cuGraphAddMemcpyNode(&mut node, graph, deps.as_ptr(), deps.len(), c, null_mut())), OK);
    node
}

fn run(exec: CUgraphExec) {
    assert_eq!(call!(cuGraphLaunch(exec, CU_STREAM_LEGACY)), OK);
    assert_eq!(call!(cuStreamSynchronize(CU_STREAM_LEGACY)), OK);
}

const ADD: &str = r".version 7.0
.target sm_50
.address_size 64
.visible .entry add(.param .u64 p, .param .u32 n)
{
    .reg .b64 %d<2>;
    .reg .b32 %r<3>;
    ld.param.u64 %d1, [p];
    ld.param.u32 %r1, [n];
    ld.global.u32 %r2, [%d1];
    add.u32 %r2, %r2, %r1;
    st.global.u32 [%d1], %r2;
    ret;
}
";

/// The parameters of one thread that adds `n` to the word at `p`; the arrays live as long as the arguments.
fn add_params(function: CUfunction, arguments: &mut [*mut c_void; 2]) -> CUDA_KERNEL_NODE_PARAMS_v2 {
    CUDA_KERNEL_NODE_PARAMS_v2 {
        func: function,
        gridDimX: 1,
        gridDimY: 1,
        gridDimZ: 1,
        blockDimX: 1,
        blockDimY: 1,
        blockDimZ: 1,
        sharedMemBytes: 0,
        kernelParams: arguments.as_mut_ptr(),
        extra: null_mut(),
        kern: null_mut(),
        ctx: null_mut(),
    }
}

#[test]
fn kernel_parameters_are_taken_when_the_node_is_made() {
    let session = Session::new();
    let add = session.function(session.module(ADD), c"add");
    let (graph, mut p, mut n, mut node) = (session.graph(), session.alloc(4), 3u32, null_mut());
    assert_eq!(call!(cuMemsetD32_v2(p, 0, 1)), OK);
    let word = p;
    let mut arguments = [(&raw mut p).cast(), (&raw mut n).cast()];
    let params = add_params(add, &mut arguments);
    assert_eq!(call!(cuGraphAddKernelNode_v2(&mut node, graph, null_mut(), 0, &params)), OK);
    n = 100;
    let exec = session.instantiate(graph);
    run(exec);
    assert_eq!(session.read(word, 1), [3]);
    // What a getter shows leads to the node's own copy.
    let mut seen = params;
    assert_eq!(call!(cuGraphKernelNodeGetParams_v2(node, &mut seen)), OK);
    // SAFETY: the node has two parameters.
    let shown = unsafe {
        (*seen.kernelParams.cast::<*const u64>().read(), **seen.kernelParams.add(1).cast::<*const u32>())
    };
    assert_eq!((shown, seen.func), ((word, 3), add));
    // A changed executable leaves the graph as it was.
    let params = add_params(add, &mut arguments);
    assert_eq!(call!(cuGraphExecKernelNodeSetParams_v2(exec, node, &params)), OK);
    run(exec);
    assert_eq!(session.read(word, 1), [103]);
    run(session.instantiate(graph));
    assert_eq!((session.read(word, 1), n), (vec![106], 100));
    let mut bad = params;
    bad.blockDimX = 2000;
    assert_eq!(call!(cuGraphAddKernelNode_v2(&mut node, graph, null_mut(), 0, &bad)), BAD);
    bad = params;
    bad.func = null_mut();
    assert_eq!(
        call!(cuGraphAddKernelNode_v2(&mut node, graph, null_mut(), 0, &bad)),
        CUresult::INVALID_HANDLE
    );
}

#[test]
fn nodes_wait_for_their_dependencies() {
    let session = Session::new();
    let words = session.alloc(4 * 101);
    let graph = session.graph();
    let (device, mut last) = (CU_MEMORYTYPE_DEVICE, set_node(graph, &[], words, 7));
    // A chain that hands the value on, and a node off it at every step.
    for i in 0..100u64 {
        let c = copy_params((device, words + 4 * (i + 1)), (device, words + 4 * i), 1);
        let next = copy_node(graph, &[last], &c);
        copy_node(graph, &[last], &copy_params((device, words), (device, words), 1));
        last = next;
    }
    run(session.instantiate(graph));
    assert_eq!(session.read(words, 101), [7; 101]);
}

unsafe extern "C" fn double(data: *mut c_void) {
    // SAFETY: the test passes a word that outlives the graph.
    let word = unsafe { &*data.cast::<AtomicU32>() };
    word.store(word.load(Ordering::SeqCst) * 2, Ordering::SeqCst);
}

#[test]
fn host_functions_run_between_copies() {
    let session = Session::new();
    let (word, host) = (session.alloc(4), AtomicU32::new(0));
    let at = (&raw const host) as u64;
    let graph = session.graph();
    let (device, memory) = (CU_MEMORYTYPE_DEVICE, CU_MEMORYTYPE_HOST);
    let first = set_node(graph, &[], word, 21);
    let down = copy_node(graph, &[first], &copy_params((memory, at), (device, word), 1));
    let call = CUDA_HOST_NODE_PARAMS { r#fn: Some(double), userData: at as *mut c_void };
    let mut node = null_mut();
    assert_eq!(call!(cuGraphAddHostNode(&mut node, graph, &down, 1, &call)), OK);
    copy_node(graph, &[node], &copy_params((device, word), (memory, at), 1));
    let exec = session.instantiate(graph);
    for _ in 0..3 {
        run(exec);
        assert_eq!((session.read(word, 1), host.load(Ordering::SeqCst)), (vec![42], 42));
    }
    let none = CUDA_HOST_NODE_PARAMS { r#fn: None, userData: null_mut() };
    assert_eq!(call!(cuGraphAddHostNode(&mut node, graph, null_mut(), 0, &none)), BAD);
}

#[test]
fn structure_is_what_was_added() {
    let session = Session::new();
    let (graph, other) = (session.graph(), session.graph());
    let word = session.alloc(4);
    let a = set_node(graph, &[], word, 1);
    let b = set_node(graph, &[a], word, 2);
    let c = set_node(graph, &[a, b], word, 3);
    let stranger = set_node(other, &[], word, 4);
    let lists = |node| {
        let (mut deps, mut dependents, mut n, mut m) = ([null_mut(); 4], [null_mut(); 4], 4, 4);
        assert_eq!(call!(cuGraphNodeGetDependencies(node, deps.as_mut_ptr(), &mut n)), OK);
        assert_eq!(call!(cuGraphNodeGetDependentNodes(node, dependents.as_mut_ptr(), &mut m)), OK);
        (deps[..n].to_vec(), dependents[..m].to_vec())
    };
    assert_eq!(lists(a), (vec![], vec![b, c]));
    assert_eq!(lists(c), (vec![a, b], vec![]));
    let edge = |from: CUgraphNode, to: CUgraphNode| call!(cuGraphAddDependencies(graph, &from, &to, 1));
    assert_eq!([edge(a, b), edge(a, a), edge(stranger, a), edge(null_mut(), a)], [BAD; 4]);
    assert_eq!(call!(cuGraphRemoveDependencies(graph, &a, &c, 1)), OK);
    assert_eq!(call!(cuGraphRemoveDependencies(graph, &a, &c, 1)), BAD);
    assert_eq!(lists(c), (vec![b], vec![]));
    assert_eq!(edge(c, a), OK);
    let (mut exec, mut guilty) = (null_mut(), null_mut());
    assert_eq!(call!(cuGraphInstantiate_v2(&mut exec, graph, &mut guilty, null_mut(), 0)), BAD);
    assert!([a, b, c].contains(&guilty), "the cycle's node is named");
    assert_eq!(call!(cuGraphDestroyNode(b)), OK);
    assert_eq!(lists(c), (vec![], vec![a]));
    let mut kind = 99;
    assert_eq!(call!(cuGraphNodeGetType(b, &mut kind)), BAD);
    assert_eq!(call!(cuGraphNodeGetType(a, &mut kind)), OK);
    assert_eq!(kind, CU_GRAPH_NODE_TYPE_MEMSET);
    assert_eq!(call!(cuGraphDestroy(graph)), OK);
    assert_eq!((call!(cuGraphDestroy(graph)), call!(cuGraphDestroy(null_mut()))), (BAD, BAD));
}

#[test]
fn clones_and_children_are_copies() {
    let session = Session::new();
    let words = session.alloc(8);
    let (inner, outer) = (session.graph(), session.graph());
    let first = set_node(inner, &[], words, 1);
    let mut copy = null_mut();
    assert_eq!(call!(cuGraphClone(&mut copy, inner)), OK);
    let mut found = null_mut();
    assert_eq!(call!(cuGraphNodeFindInClone(&mut found, first, copy)), OK);
    assert_ne!(found, first);
    assert_eq!(call!(cuGraphNodeFindInClone(&mut found, first, outer)), BAD);
    let (mut child, mut own) = (null_mut(), null_mut());
    let begin = set_node(outer, &[], words, 9);
    assert_eq!(call!(cuGraphAddChildGraphNode(&mut child, outer, &begin, 1, inner)), OK);
    copy_node(
        outer,
        &[child],
        &copy_params((CU_MEMORYTYPE_DEVICE, words + 4), (CU_MEMORYTYPE_DEVICE, words), 1),
    );
    assert_eq!(call!(cuGraphChildGraphNodeGetGraph(child, &mut own)), OK);
    assert_eq!(call!(cuGraphDestroy(own)), BAD);
    assert_eq!(call!(cuGraphDestroy(inner)), OK);
    let exec = session.instantiate(outer);
    run(exec);
    assert_eq!(session.read(words, 2), [1, 1]);
    // The child's nodes are changed through a graph of the same form.
    let changed = session.graph();
    set_node(changed, &[], words, 5);
    assert_eq!(call!(cuGraphExecChildGraphNodeSetParams(exec, child, changed)), OK);
    run(exec);
    assert_eq!(session.read(words, 2), [5, 5]);
    set_node(changed, &[], words, 6);
    assert_eq!(call!(cuGraphExecChildGraphNodeSetParams(exec, child, changed)), BAD);
}

/// Makes a node of `graph` own `child`.
fn adopt(graph: CUgraph, child: CUgraph) -> CUresult {
    // SAFETY: plain data, for which zero is valid.
    let mut params: CUgraphNodeParams = unsafe { std::mem::zeroed() };
    params.r#type = CU_GRAPH_NODE_TYPE_GRAPH;
    let ownership = CU_GRAPH_CHILD_GRAPH_OWNERSHIP_MOVE;
    params.anon.graph = CUDA_CHILD_GRAPH_NODE_PARAMS { graph: child, ownership };
    let mut node = null_mut();
    call!(cuGraphAddNode_v2(&mut node, graph, std::ptr::null(), std::ptr::null(), 0, &mut params))
}

#[test]
fn no_graph_becomes_a_part_of_itself() {
    let session = Session::new();
    let (inner, middle, outer) = (session.graph(), session.graph(), session.graph());
    assert_eq!(adopt(outer, outer), BAD);
    assert_eq!(adopt(middle, inner), OK);
    assert_eq!(adopt(outer, middle), OK);
    assert_eq!(adopt(inner, outer), BAD);
    assert_eq!(adopt(middle, outer), BAD);
    // A graph that belongs to a node belongs to no other.
    assert_eq!(adopt(session.graph(), inner), BAD);
    run(session.instantiate(outer));
}

#[test]
fn graphs_nest_to_a_limit() {
    let session = Session::new();
    let too_deep = CUresult::NOT_SUPPORTED;
    let innermost = session.graph();
    let mut outer = innermost;
    let deeper = |inner: CUgraph| {
        let graph = session.graph();
        adopt(graph, inner).ok().map(|()| graph)
    };
    let mut levels = 1;
    let refused = loop {
        match deeper(outer) {
            Ok(graph) => (outer, levels) = (graph, levels + 1),
            Err(e) => break e,
        }
    };
    assert_eq!((refused, levels), (too_deep, 128));
    // Neither outside nor inside of it, nor as a copy.
    let (small, mut node) = (session.graph(), null_mut());
    assert_eq!(call!(cuGraphAddChildGraphNode(&mut node, small, std::ptr::null(), 0, outer)), too_deep);
    assert_eq!(call!(cuGraphAddChildGraphNode(&mut node, innermost, std::ptr::null(), 0, small)), too_deep);
    let mut copy = null_mut();
    assert_eq!(call!(cuGraphClone(&mut copy, outer)), OK);
    run(session.instantiate(copy));
}

#[test]
fn an_update_takes_parameters_of_the_same_form_only() {
    let session = Session::new();
    let words = session.alloc(8);
    let built = |value: u32, second: bool| {
        let graph = session.graph();
        let first = set_node(graph, &[], words, value);
        if second {
            set_node(graph, &[first], words + 4, value);
        }
        graph
    };
    let exec = session.instantiate(built(1, true));
    let update = |graph| {
        let mut info =
            CUgraphExecUpdateResultInfo { result: 99, errorNode: null_mut(), errorFromNode: null_mut() };
        (call!(cuGraphExecUpdate_v2(exec, graph, &mut info)), info.result)
    };
    assert_eq!(update(built(2, true)), (OK, CU_GRAPH_EXEC_UPDATE_SUCCESS));
    run(exec);
    assert_eq!(session.read(words, 2), [2, 2]);
    let failed = CUresult::GRAPH_EXEC_UPDATE_FAILURE;
    assert_eq!(update(built(3, false)), (failed, CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED));
    let other = session.graph();
    set_node(other, &[], words, 4);
    set_node(other, &[], words + 4, 4);
    assert_eq!(update(other), (failed, CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED));
    let empty = session.graph();
    let (first, mut node) = (set_node(empty, &[], words, 5), null_mut());
    assert_eq!(call!(cuGraphAddEmptyNode(&mut node, empty, &first, 1)), OK);
    assert_eq!(update(empty), (failed, CU_GRAPH_EXEC_UPDATE_ERROR_NODE_TYPE_CHANGED));
    run(exec);
    assert_eq!(session.read(words, 2), [2, 2]);
}

#[test]
fn nodes_can_be_left_out() {
    let session = Session::new();
    let word = session.alloc(4);
    let graph = session.graph();
    let first = set_node(graph, &[], word, 1);
    let second = set_node(graph, &[first], word, 2);
    let exec = session.instantiate(graph);
    let mut enabled = 9;
    for (value, want) in [(0, 1), (1, 2)] {
        assert_eq!(call!(cuGraphNodeSetEnabled(exec, second, value)), OK);
        assert_eq!(call!(cuGraphNodeGetEnabled(exec, second, &mut enabled)), OK);
        run(exec);
        assert_eq!((session.read(word, 1), enabled), (vec![want], value));
    }
}

#[test]
fn executions_of_one_graph_do_not_overlap() {
    let session = Session::new();
    let (a, b) = (session.stream(1), session.stream(1));
    let word = session.alloc(4);
    let graph = session.graph();
    set_node(graph, &[], word, 8);
    let exec = session.instantiate(graph);
    let mut gate = Gate::new(&session);
    gate.close(a);
    assert_eq!((call!(cuGraphLaunch(exec, a)), call!(cuGraphLaunch(exec, b))), (OK, OK));
    assert_eq!(call!(cuStreamQuery(b)), CUresult::NOT_READY);
    gate.open();
    assert_eq!(call!(cuStreamSynchronize(b)), OK);
    assert_eq!(session.read(word, 1), [8]);
}

#[test]
fn memory_of_graphs_lives_from_launch_to_free() {
    let session = Session::new();
    let stream = session.stream(1);
    assert_eq!(call!(cuStreamBeginCapture_v2(stream, CU_STREAM_CAPTURE_MODE_RELAXED)), OK);
    let mut p = 0;
    assert_eq!(call!(cuMemAllocAsync(&mut p, 64, stream)), OK);
    assert_eq!(call!(cuMemsetD32Async(p, 3, 16, stream)), OK);
    let graph = session.end(stream).unwrap();
    let exec = session.instantiate(graph);
    assert_eq!(call!(cuGraphLaunch(exec, stream)), OK);
    assert_eq!(call!(cuStreamSynchronize(stream)), OK);
    assert_eq!(session.read(p, 16), [3; 16]);
    // Allocated until freed.
    assert_eq!(call!(cuGraphLaunch(exec, stream)), BAD);
    assert_eq!(call!(cuMemFreeAsync(p, stream)), OK);
    assert_eq!(call!(cuMemFreeAsync(p, stream)), BAD);
    assert_eq!(call!(cuGraphLaunch(exec, stream)), OK);
    assert_eq!(call!(cuMemFree_v2(p)), OK);
    let mut copy = null_mut();
    assert_eq!(call!(cuGraphClone(&mut copy, graph)), CUresult::NOT_SUPPORTED);
    let mut used = 0u64;
    let which = CU_GRAPH_MEM_ATTR_USED_MEM_HIGH;
    assert_eq!(call!(cuDeviceGetGraphMemAttribute(0, which, (&raw mut used).cast())), OK);
    assert!(used >= 64);
}

#[test]
fn objects_live_as_long_as_what_refers_to_them() {
    let session = Session::new();
    let (graph, count) = (session.graph(), AtomicU32::new(1));
    let mut object = null_mut();
    let data = (&raw const count).cast_mut().cast();
    assert_eq!(call!(cuUserObjectCreate(&mut object, data, Some(double), 1, 0)), BAD);
    assert_eq!(call!(cuUserObjectCreate(&mut object, data, Some(double), 1, 1)), OK);
    assert_eq!(call!(cuGraphRetainUserObject(graph, object, 1, CU_GRAPH_USER_OBJECT_MOVE)), OK);
    let exec = session.instantiate(graph);
    assert_eq!(call!(cuGraphDestroy(graph)), OK);
    assert_eq!(count.load(Ordering::SeqCst), 1);
    assert_eq!(call!(cuGraphExecDestroy(exec)), OK);
    let start = std::time::Instant::now();
    while count.load(Ordering::SeqCst) != 2 && start.elapsed().as_secs() < 10 {
        std::thread::yield_now();
    }
    assert_eq!(count.load(Ordering::SeqCst), 2);
    assert_eq!(call!(cuUserObjectRelease(object, 1)), BAD);
}
