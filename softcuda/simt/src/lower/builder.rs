//! The program under construction: code, constants, tables.

use std::collections::HashMap;

use softcuda_ptx::{FunctionId, GlobalId, ModuleIndex, Space, VarId};

use super::reach::{Reach, SharedVar};
use crate::module::Placement;
use crate::wir::{CONST, Func, Inst, Program, Row32, Row64};

pub(super) struct Builder<'a> {
    pub(super) index: &'a ModuleIndex,
    pub(super) placement: &'a Placement,
    pub(super) reach: &'a Reach,
    pub(super) code: Vec<Inst>,
    pub(super) funcs: Vec<Func>,
    pub(super) ext: Vec<u32>,
    const32: Vec<Row32>,
    const64: Vec<Row64>,
    known32: HashMap<u32, u32>,
    known64: HashMap<u64, u32>,
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
            const32: Vec::new(),
            const64: Vec::new(),
            known32: HashMap::new(),
            known64: HashMap::new(),
            names: Vec::new(),
            function_numbers,
        }
    }

    /// The operand for a 32-bit constant.
    pub(super) fn const32(&mut self, value: u32) -> u32 {
        let rows = &mut self.const32;
        let index = *self.known32.entry(value).or_insert_with(|| {
            rows.push(Row32([value; 32]));
            rows.len() as u32 - 1
        });
        index | CONST
    }

    /// The operand for a 64-bit constant.
    pub(super) fn const64(&mut self, value: u64) -> u32 {
        let rows = &mut self.const64;
        let index = *self.known64.entry(value).or_insert_with(|| {
            rows.push(Row64([value; 32]));
            rows.len() as u32 - 1
        });
        index | CONST
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
            const32: self.const32,
            const64: self.const64,
            ext: self.ext,
            names: self.names,
            targets,
            shared_bytes: self.reach.shared_bytes,
        }
    }
}
