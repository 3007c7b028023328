//! All structure of the process, under one lock.

use std::sync::Arc;

use cuda_abi::CUresult;
use parking_lot::Mutex;

use crate::Answer;
use crate::capture::Captures;
use crate::exec::Executable;
use crate::graph::{Graph, Node};
use crate::handle::{Kind, Table};
use crate::object::Object;

pub(crate) struct State {
    pub(crate) graphs: Table<Graph>,
    pub(crate) nodes: Table<Node>,
    pub(crate) execs: Table<Arc<Executable>>,
    pub(crate) objects: Table<Object>,
    pub(crate) captures: Captures,
    pub(crate) last_id: u32,
}

static STATE: Mutex<State> = Mutex::new(State {
    graphs: Table::new(Kind::Graph),
    nodes: Table::new(Kind::Node),
    execs: Table::new(Kind::Exec),
    objects: Table::new(Kind::Object),
    captures: Captures::new(),
    last_id: 0,
});

/// Works on the structure. What `work` takes out comes back with its result, so that it ends after the lock.
pub(crate) fn with<T>(work: impl FnOnce(&mut State) -> Answer<T>) -> Answer<T> {
    work(&mut STATE.lock())
}

impl State {
    /// Numbers of graphs and executables.
    pub(crate) fn next_id(&mut self) -> u32 {
        self.last_id = self.last_id.wrapping_add(1);
        self.last_id
    }

    pub(crate) fn exec(&self, handle: u64) -> Answer<Arc<Executable>> {
        self.execs.get(handle).cloned().ok_or(CUresult::INVALID_VALUE)
    }
}
