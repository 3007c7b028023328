//! The program under construction: code, constants, tables.

use std::collections::HashMap;

use softcuda_ptx::{FunctionId, GlobalId, ModuleIndex, Space, VarId};

use super::reach::{Reach, SharedVar};
use crate::module::Placement;
use crate::wir::{Fill, Func, Inst, Program, ROW32, ROW64, Value};

pub(super) struct Builder<'a> {
    pub(super) index: &'a ModuleIndex,
    pub(super) placement: &'a Placement,
    pub(super) reach: &'a Reach,
    pub(super) code: Vec<Inst>,
    pub(super) funcs: Vec<Func>,
    pub(super) ext: Vec<u32>,
    /// Bytes of rows of the function at hand, its rows that hold values, and where each value is, by width.
    rows: u32,
    fills: Vec<Fill<Value>>,
    values: HashMap<(Value, bool), u32>,
    /// Rows of the thread index.
    tids: [Option<u32>; 3],
    names: Vec<String>,
    function_numbers: HashMap<FunctionId, u32>,
}

impl<'a> Builder<'a> {
    pub(super) fn new(index: &'a ModuleIndex, placement: &'a Placement, reach: &'a Reach) -> Builder<'a> {
        let function_numbers =
            reach.functions.iter().enumerate().map(|(n, (id, _))| (*id, n as u32)).collect();
        Builder {
            index,
            placement,
            reach,
            code: Vec::new(),
            funcs: Vec::new(),
            ext: Vec::new(),
            rows: 0,
            fills: Vec::new(),
            values: HashMap::new(),
            tids: [None; 3],
            names: Vec::new(),
            function_numbers,
        }
    }

    /// Begins a function, which has no rows yet.
    pub(super) fn begin_rows(&mut self) {
        self.rows = 0;
        self.fills.clear();
        self.values.clear();
        self.tids = [None; 3];
    }

    /// New rows of the function at hand.
    pub(super) fn rows(&mut self, bytes: u32) -> u32 {
        let at = self.rows;
        self.rows += bytes;
        at
    }

    /// Bytes of the function's rows, those that hold values, and those of the thread index.
    pub(super) fn end_rows(&mut self) -> (u32, Vec<Fill<Value>>, [Option<u32>; 3]) {
        (self.rows, std::mem::take(&mut self.fills), self.tids)
    }

    /// The row of the thread index of an axis.
    pub(super) fn tid(&mut self, axis: usize) -> u32 {
        if let Some(at) = self.tids[axis] {
            return at;
        }
        let at = self.rows(ROW32);
        self.tids[axis] = Some(at);
        at
    }

    /// The row of a 32-bit constant.
    pub(super) fn const32(&mut self, value: u32) -> u32 {
        self.value(Value::Constant(u64::from(value)), false)
    }

    /// The row of a 64-bit constant.
    pub(super) fn const64(&mut self, value: u64) -> u32 {
        self.value(Value::Constant(value), true)
    }

    /// The row of a value that is known before the threads run.
    pub(super) fn value(&mut self, value: Value, wide: bool) -> u32 {
        if let Some(&at) = self.values.get(&(value, wide)) {
            return at;
        }
        let at = self.rows(if wide { ROW64 } else { ROW32 });
        self.values.insert((value, wide), at);
        self.fills.push(Fill { at, wide, value });
        at
    }

    /// Index of a message's name.
    pub(super) fn name(&mut self, name: String) -> u32 {
        self.names.push(name);
        self.names.len() as u32 - 1
    }

    /// Number of a function that the kernel reaches.
    pub(super) fn function_number(&self, id: FunctionId) -> Option<u32> {
        self.function_numbers.get(&id).copied()
    }

    /// A module variable's address in its own space. None for what has no address (textures, undefined externals).
    pub(super) fn global_address(&self, id: GlobalId) -> Option<u64> {
        let variable = self.index.variables.get(id.index())?;
        match variable.space {
            Space::Shared => Some(self.shared_address(SharedVar::Module(id))),
            _ => self.placement.address(id),
        }
    }

    /// A function's shared variable.
    pub(super) fn local_shared(&self, function: FunctionId, variable: VarId) -> u64 {
        self.shared_address(SharedVar::Function(function, variable))
    }

    fn shared_address(&self, key: SharedVar) -> u64 {
        u64::from(self.reach.shared.get(&key).copied().unwrap_or(self.reach.dynamic_base))
    }

    pub(super) fn finish(self) -> Program {
        let mut targets: Vec<(u64, u32)> = self
            .function_numbers
            .iter()
            .map(|(id, &number)| (self.placement.code_address(*id), number))
            .collect();
        targets.sort_unstable();
        Program {
            code: self.code,
            funcs: self.funcs,
            ext: self.ext,
            names: self.names,
            targets,
            shared_bytes: self.reach.shared_bytes,
        }
    }
}
