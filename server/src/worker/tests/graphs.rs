//! Graphs on the software device.

use cuda_abi::*;
use protocol::ops::graph::*;
use protocol::ops::*;
use zerocopy::IntoBytes;

use super::client::{Client, PTX, add_params, driver};
use crate::worker::End;

/// Host memory of an imagined client.
const HOST: u64 = 0x7000_1234;

/// Nodes as they are sent.
#[derive(Default)]
struct Nodes(Vec<u8>, u32);

impl Nodes {
    fn add(mut self, kind: u32, deps: &[u32], body: &[u8]) -> Self {
        let head =
            NodeHead { kind: kind.into(), deps: (deps.len() as u32).into(), len: (body.len() as u32).into() };
        self.0.extend_from_slice(head.as_bytes());
        deps.iter().for_each(|dep| self.0.extend_from_slice(&dep.to_le_bytes()));
        self.0.extend_from_slice(body);
        self.1 += 1;
        self
    }

    /// Instantiates as `id` with one range of host memory; the result.
    fn make(self, c: &mut Client, id: u32) -> i32 {
        c.post(op::GRAPH_NODES, &[GraphId { id: id.into() }.as_bytes(), &self.0]);
        let p = GraphInstantiate { id: id.into(), nodes: self.1.into(), flags: 0.into() };
        let range = GraphRange { addr: HOST.into(), bytes: 256.into() };
        c.call(op::GRAPH_INSTANTIATE, &[p.as_bytes(), range.as_bytes()]).result
    }
}

fn set(dst: u64, value: u32) -> Memset {
    Memset {
        dst: dst.into(),
        pitch: 0.into(),
        width: 32.into(),
        height: 1.into(),
        value: value.into(),
        element: 4.into(),
        stream: 0.into(),
    }
}

fn copy(dst: u64, src: u64, sides: u32) -> GraphCopy {
    GraphCopy {
        dst: dst.into(),
        src: src.into(),
        dst_pitch: 128.into(),
        src_pitch: 128.into(),
        dst_rows: 1.into(),
        src_rows: 1.into(),
        width: 128.into(),
        height: 1.into(),
        depth: 1.into(),
        sides: sides.into(),
    }
}

fn kernel(p: u64, n: u32) -> Vec<u8> {
    let launch = Launch {
        module: 1.into(),
        index: 0.into(),
        stream: 0.into(),
        grid: [1.into(); 3],
        block: [32.into(), 1.into(), 1.into()],
        shared: 0.into(),
        param_len: 12.into(),
        attrs: 0.into(),
        flags: 0.into(),
    };
    [launch.as_bytes(), &add_params(p, n)].concat()
}

fn host(id: u64) -> HostFn {
    HostFn { id: id.into(), stream: 0.into() }
}

fn launch(c: &mut Client, id: u32) {
    c.post(op::GRAPH_LAUNCH, &[GraphLaunch { id: id.into(), stream: 3.into() }.as_bytes()]);
}

/// The words that a HOST_DATA push brings to [`HOST`].
fn brought(c: &mut Client) -> Vec<u8> {
    let push = c.wait_push(|p| p.kind == push::HOST_DATA);
    assert_eq!(push.body[..8], HOST.to_le_bytes());
    push.body[8..].to_vec()
}

fn words(value: u32) -> Vec<u8> {
    value.to_le_bytes().repeat(32)
}

#[test]
fn a_graph_runs_in_order_and_its_results_come_before_the_end() {
    let lib = driver();
    let mut c = Client::open(lib);
    c.load(1, PTX);
    let p = c.alloc(128);
    c.stream(3);
    let nodes = Nodes::default()
        .add(CU_GRAPH_NODE_TYPE_MEMSET, &[], set(p, 5).as_bytes())
        .add(CU_GRAPH_NODE_TYPE_KERNEL, &[0], &kernel(p, 2))
        .add(CU_GRAPH_NODE_TYPE_MEMCPY, &[1], copy(HOST, p, COPY_TO_HOST).as_bytes());
    assert_eq!(nodes.make(&mut c, 9), 0);
    launch(&mut c, 9);
    assert_eq!(c.sync(3).result, 0);
    assert_eq!(brought(&mut c), words(7));
    // Other parameters, and a node left out.
    let new = Nodes::default().add(CU_GRAPH_NODE_TYPE_KERNEL, &[], &kernel(p, 10)).0;
    let at = |at: u32, flag: u32| GraphNode { id: 9.into(), at: at.into(), flag: flag.into() };
    c.post(op::GRAPH_SET_NODE, &[at(1, 0).as_bytes(), &new]);
    launch(&mut c, 9);
    assert_eq!(brought(&mut c), words(15));
    c.post(op::GRAPH_ENABLE, &[at(0, 0).as_bytes()]);
    launch(&mut c, 9);
    assert_eq!(brought(&mut c), words(25));
    c.post(op::GRAPH_ENABLE, &[at(2, 0).as_bytes()]);
    launch(&mut c, 9);
    assert_eq!(c.sync(3).result, 0);
    assert!(c.pushes.iter().all(|p| p.kind != push::HOST_DATA), "a node that takes no part brings nothing");
    c.post(op::GRAPH_DESTROY, &[GraphId { id: 9.into() }.as_bytes()]);
    assert_eq!(c.call(op::GRAPH_LAUNCH, &[&[9, 0, 0, 0, 3, 0, 0, 0]]).result, CUresult::INVALID_HANDLE.0);
    assert!(matches!(c.close(), End::Goodbye));
}

#[test]
fn a_host_function_sees_what_was_written_and_what_it_changes_is_used() {
    let lib = driver();
    let mut c = Client::open(lib);
    let p = c.alloc(128);
    c.stream(3);
    let nodes = Nodes::default()
        .add(CU_GRAPH_NODE_TYPE_MEMSET, &[], set(p, 4).as_bytes())
        .add(CU_GRAPH_NODE_TYPE_MEMCPY, &[0], copy(HOST, p, COPY_TO_HOST).as_bytes())
        .add(CU_GRAPH_NODE_TYPE_HOST, &[1], host(77).as_bytes())
        .add(CU_GRAPH_NODE_TYPE_MEMCPY, &[2], copy(p, HOST, COPY_FROM_HOST).as_bytes());
    assert_eq!(nodes.make(&mut c, 9), 0);
    for _ in 0..2 {
        launch(&mut c, 9);
        let asked = c.wait_push(|p| p.kind == push::HOST_FN);
        assert_eq!(asked.body, 77u64.to_le_bytes());
        assert_eq!(brought(&mut c), words(4), "before the function is asked for");
        let source = GraphHost {
            id: 9.into(),
            stream: 0.into(),
            addr: HOST.into(),
            bytes: 128.into(),
            xfer: 0.into(),
            flags: 0.into(),
        };
        c.post(op::GRAPH_HOST, &[source.as_bytes(), &words(6)]);
        c.post(op::HOST_FN_DONE, &[host(77).as_bytes()]);
        assert_eq!(c.dtoh(p, 128, 3), words(6));
        assert!(c.pushes.iter().all(|p| p.kind != push::HOST_DATA), "and not again at the end");
    }
    c.close();
}

#[test]
fn a_session_ends_while_a_host_function_is_due() {
    let lib = driver();
    let mut c = Client::new(lib);
    c.create_context();
    c.stream(3);
    assert_eq!(Nodes::default().add(CU_GRAPH_NODE_TYPE_HOST, &[], host(78).as_bytes()).make(&mut c, 9), 0);
    launch(&mut c, 9);
    c.wait_push(|p| p.kind == push::HOST_FN);
    assert!(matches!(c.close(), End::Goodbye));
}

#[test]
fn broken_graphs_are_refused() {
    let lib = driver();
    let mut c = Client::open(lib);
    c.load(1, PTX);
    let p = c.alloc(128);
    let (bad, handle) = (CUresult::INVALID_VALUE.0, CUresult::INVALID_HANDLE.0);
    let one = |kind: u32, body: &[u8]| Nodes::default().add(kind, &[], body);
    let with = |change: fn(&mut GraphCopy)| {
        let mut copy = copy(HOST, p, COPY_TO_HOST);
        change(&mut copy);
        one(CU_GRAPH_NODE_TYPE_MEMCPY, copy.as_bytes())
    };
    let cut = |mut nodes: Nodes, len: usize| {
        nodes.0.truncate(len);
        nodes
    };
    let counted = |mut nodes: Nodes, count: u32| {
        nodes.1 = count;
        nodes
    };
    let mut wrong_module = kernel(p, 1);
    wrong_module[0] = 99;
    let cases = [
        ("a node that comes later", Nodes::default().add(CU_GRAPH_NODE_TYPE_EMPTY, &[0], &[]), bad),
        ("an unknown type", one(99, &[]), CUresult::NOT_SUPPORTED.0),
        ("a short body", one(CU_GRAPH_NODE_TYPE_MEMCPY, &[0; 8]), bad),
        ("a short head", cut(one(CU_GRAPH_NODE_TYPE_EMPTY, &[]), 5), bad),
        ("fewer nodes", counted(one(CU_GRAPH_NODE_TYPE_EMPTY, &[]), 2), bad),
        ("more nodes", counted(one(CU_GRAPH_NODE_TYPE_EMPTY, &[]), 0), bad),
        ("too many nodes", counted(one(CU_GRAPH_NODE_TYPE_EMPTY, &[]), u32::MAX), bad),
        ("a kernel of no module", one(CU_GRAPH_NODE_TYPE_KERNEL, &wrong_module), handle),
        ("short parameters", one(CU_GRAPH_NODE_TYPE_KERNEL, &kernel(p, 1)[..Launch::LEN + 4]), bad),
        ("an unknown event", one(CU_GRAPH_NODE_TYPE_WAIT_EVENT, &[1, 0, 0, 0]), handle),
        ("host memory of nobody", with(|c| c.dst = (HOST + 4000).into()), bad),
        ("host memory before", with(|c| c.dst = (HOST - 1).into()), bad),
        ("device memory of nobody", with(|c| c.src = 16.into()), bad),
        ("a width that overflows", with(|c| (c.width, c.height) = (u64::MAX.into(), 3.into())), bad),
        ("slices that overflow", with(|c| (c.depth, c.dst_rows) = (2.into(), u64::MAX.into())), bad),
        ("no slices", with(|c| c.depth = 0.into()), bad),
        ("countless slices", with(|c| (c.depth, c.width) = (u64::MAX.into(), 0.into())), bad),
    ];
    for (id, (what, nodes, want)) in (20..).zip(cases) {
        assert_eq!(nodes.make(&mut c, id), want, "{what}");
    }
    assert_eq!(one(CU_GRAPH_NODE_TYPE_EMPTY, &[]).make(&mut c, 9), 0);
    assert_eq!(one(CU_GRAPH_NODE_TYPE_EMPTY, &[]).make(&mut c, 9), bad, "an id in use");
    let node = |at: u32| GraphNode { id: 9.into(), at: at.into(), flag: 0.into() };
    assert_eq!(c.call(op::GRAPH_ENABLE, &[node(1).as_bytes()]).result, bad);
    assert_eq!(c.call(op::GRAPH_SET_NODE, &[node(0).as_bytes(), &[0; 12]]).result, bad);
    c.close();
}

/// A node takes a few bytes on the wire however much work it is here.
#[test]
fn copies_of_many_slices_are_bounded() {
    let lib = driver();
    let mut c = Client::open(lib);
    let p = c.alloc(1 << 20);
    let slices = GraphCopy {
        width: 1.into(),
        height: 1.into(),
        depth: 200.into(),
        dst_pitch: 1.into(),
        src_pitch: 1.into(),
        ..copy(HOST, p, COPY_TO_HOST)
    };
    let graph = |count: u32| {
        let node = |nodes: Nodes, _| nodes.add(CU_GRAPH_NODE_TYPE_MEMCPY, &[], slices.as_bytes());
        (0..count).fold(Nodes::default(), node)
    };
    assert_eq!(graph(300).make(&mut c, 1), 0);
    assert_eq!(graph(400).make(&mut c, 2), CUresult::OUT_OF_MEMORY.0);
    // Each function comes after all that is written, and after the functions before it.
    let ordered = |writers: u32, hosts: u32| {
        let write = |n: Nodes, _| n.add(CU_GRAPH_NODE_TYPE_MEMSET, &[], set(HOST, 1).as_bytes());
        let written = (0..writers).fold(Nodes::default(), write);
        let all: Vec<u32> = (0..writers).collect();
        (0..hosts).fold(written, |n, h| {
            let before = [(writers + h).saturating_sub(1)];
            let deps = if h == 0 { &all[..] } else { &before };
            n.add(CU_GRAPH_NODE_TYPE_HOST, deps, host(1000 + u64::from(h)).as_bytes())
        })
    };
    assert_eq!(ordered(100, 100).make(&mut c, 3), 0);
    assert_eq!(ordered(1100, 4000).make(&mut c, 4), CUresult::OUT_OF_MEMORY.0);
    c.close();
}
