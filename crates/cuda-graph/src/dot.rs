//! A graph as text for Graphviz.

use std::fmt::Write;

use cuda_abi::*;

use crate::Answer;
use crate::node::Params;
use crate::state::State;

impl State {
    /// The graph in the DOT language.
    pub(crate) fn dot(&self, graph: u64, flags: u32) -> Answer<String> {
        let mut out = String::from("digraph dot {\n");
        self.subgraph(graph, flags, &mut out)?;
        out.push_str("}\n");
        Ok(out)
    }

    fn subgraph(&self, graph: u64, flags: u32, out: &mut String) -> Answer {
        let found = self.graph(graph)?;
        let id = found.id;
        let mut children = Vec::new();
        // Writing to a string cannot fail.
        let _ = writeln!(out, "subgraph cluster_{id} {{\nlabel=\"graph_{id}\" graph[style=\"dashed\"];");
        for (handle, node) in self.members(found) {
            let label = label(&node.params, flags);
            let shown = if flags & CU_GRAPH_DEBUG_DOT_FLAGS_HANDLES != 0 {
                format!("\\n{handle:#x}")
            } else {
                String::new()
            };
            let _ = writeln!(
                out,
                "\"graph_{id}_node_{}\" [shape=\"record\" label=\"{label}{shown}\"];",
                node.local
            );
            if let Params::Child(child) = node.params {
                children.push(child);
            }
        }
        for (from, to) in self.edges(graph)? {
            let (from, to) = (self.node(from)?.local, self.node(to)?.local);
            let _ = writeln!(out, "\"graph_{id}_node_{from}\" -> \"graph_{id}_node_{to}\";");
        }
        out.push_str("}\n");
        children.into_iter().try_for_each(|child| self.subgraph(child, flags, out))
    }
}

fn label(params: &Params, flags: u32) -> String {
    let details = flags & CU_GRAPH_DEBUG_DOT_FLAGS_VERBOSE != 0;
    match params {
        Params::Kernel(k) if details => format!("KERNEL\\n{:?} {:?} {}", k.grid, k.block, k.shared),
        Params::Copy(c) if details => format!("MEMCPY\\n{} {} {}", c.width, c.height, c.depth),
        Params::Fill(f) if details => format!("MEMSET\\n{:#x} {} {}", f.dst, f.width, f.height),
        Params::Kernel(_) => "KERNEL".into(),
        Params::Copy(_) => "MEMCPY".into(),
        Params::Fill(_) => "MEMSET".into(),
        Params::Host(_) => "HOST".into(),
        Params::Child(_) => "GRAPH".into(),
        Params::Empty => "EMPTY".into(),
        Params::WaitEvent(_) => "WAIT_EVENT".into(),
        Params::RecordEvent(_) => "EVENT_RECORD".into(),
        Params::Alloc(_) => "MEM_ALLOC".into(),
        Params::Free(_) => "MEM_FREE".into(),
    }
}
