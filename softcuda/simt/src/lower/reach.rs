//! What a kernel reaches: functions, and the shared variables that its blocks need.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use softcuda_ptx::{
    AddressBase, Body, Function, FunctionId, FunctionKind, GlobalId, Linkage, ModuleIndex, Opcode, Operand,
    Space, Symbol, VarId, Variable,
};

use super::control::provides;
use crate::module::LoadError;

/// A shared variable: of the module, or of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum SharedVar {
    Module(GlobalId),
    Function(FunctionId, VarId),
}

/// A kernel's functions, itself first, and the layout of its shared memory.
#[derive(Debug)]
pub(crate) struct Reach {
    pub(crate) functions: Vec<(FunctionId, Arc<Body>)>,
    /// Offset of each static shared variable.
    pub(crate) shared: HashMap<SharedVar, u32>,
    pub(crate) shared_bytes: u32,
    /// Where dynamic shared memory begins.
    pub(crate) dynamic_base: u32,
}

struct Walk<'a> {
    index: &'a ModuleIndex,
    seen: HashSet<FunctionId>,
    todo: Vec<FunctionId>,
    statics: Vec<(SharedVar, u64, u32)>,
    known: HashSet<SharedVar>,
    dynamic_align: u32,
    through_pointers: bool,
    /// A function that is named and nowhere defined.
    unresolved: Option<FunctionId>,
}

/// Finds everything that `kernel` reaches.
///
/// # Errors
/// Bodies that do not parse, and functions that have none.
pub(crate) fn reach(index: &ModuleIndex, kernel: FunctionId) -> Result<Reach, LoadError> {
    let mut walk = Walk {
        index,
        seen: HashSet::from([kernel]),
        todo: vec![kernel],
        statics: Vec::new(),
        known: HashSet::new(),
        dynamic_align: 16,
        through_pointers: false,
        unresolved: None,
    };
    let mut functions = Vec::new();
    while let Some(id) = walk.todo.pop() {
        let body = index.parse_body(id)?;
        walk.body(id, &body);
        if let Some(missing) = walk.unresolved {
            return Err(unresolved(index, index.function(missing)));
        }
        functions.push((id, Arc::new(body)));
        if walk.todo.is_empty() && walk.through_pointers {
            // Any function of the module may be behind a pointer.
            walk.through_pointers = false;
            walk.all_functions();
        }
    }
    Ok(walk.layout(functions))
}

/// Whether a function is declared only, and the device has none of its name.
pub(crate) fn is_unresolved(function: &Function) -> bool {
    function.body.is_none() && function.kind == FunctionKind::Func && !provides(&function.name)
}

fn unresolved(index: &ModuleIndex, function: &Function) -> LoadError {
    let (line, column) = index.line_column(function.span);
    LoadError { line, column, message: format!("unresolved extern function '{}'", function.name) }
}

impl Walk<'_> {
    fn body(&mut self, id: FunctionId, body: &Body) {
        for (number, variable) in body.vars.iter().enumerate() {
            if variable.space == Space::Shared {
                self.shared(SharedVar::Function(id, VarId(number as u32)), variable);
            }
        }
        for instr in &body.instrs {
            if instr.op == Opcode::Call && matches!(instr.operands.get(1), Some(Operand::Reg(_))) {
                self.through_pointers = true;
            }
            for operand in &instr.operands {
                self.operand(operand);
            }
        }
    }

    fn operand(&mut self, operand: &Operand) {
        match operand {
            Operand::Symbol { symbol, .. } => self.symbol(*symbol),
            Operand::Address(address) => {
                if let AddressBase::Symbol(symbol) = address.base {
                    self.symbol(symbol);
                }
            }
            Operand::Vector(list) | Operand::List(list) | Operand::AddressList(list) => {
                for item in list {
                    self.operand(item);
                }
            }
            _ => {}
        }
    }

    fn symbol(&mut self, symbol: Symbol) {
        match symbol {
            Symbol::Function(id) => {
                if is_unresolved(self.index.function(id)) {
                    self.unresolved.get_or_insert(id);
                }
                self.function(id);
            }
            Symbol::Global(id) => {
                let variable = &self.index.variables[id.index()];
                if variable.space == Space::Shared {
                    self.shared(SharedVar::Module(id), variable);
                }
            }
            _ => {}
        }
    }

    fn function(&mut self, id: FunctionId) {
        let function = self.index.function(id);
        if function.body.is_some() && function.kind == FunctionKind::Func && self.seen.insert(id) {
            self.todo.push(id);
        }
    }

    fn all_functions(&mut self) {
        for number in 0..self.index.functions.len() {
            self.function(FunctionId(number as u32));
        }
    }

    fn shared(&mut self, key: SharedVar, variable: &Variable) {
        if !self.known.insert(key) {
            return;
        }
        if variable.linkage == Linkage::Extern && variable.size == 0 {
            self.dynamic_align = self.dynamic_align.max(variable.align);
        } else {
            self.statics.push((key, variable.size, variable.align));
        }
    }

    fn layout(self, functions: Vec<(FunctionId, Arc<Body>)>) -> Reach {
        let mut at = 0u64;
        let mut shared = HashMap::new();
        for (key, size, align) in self.statics {
            at = at.next_multiple_of(u64::from(align.max(1)));
            // Launches are refused long before 4 GiB of shared memory.
            shared.insert(key, at.min(u64::from(u32::MAX)) as u32);
            at = at.saturating_add(size).min(u64::from(u32::MAX / 2));
        }
        let dynamic_base = (at as u32).next_multiple_of(self.dynamic_align.max(1));
        // The dynamic part begins after its padding, so the padding counts as static when there is a dynamic part.
        let uses_dynamic = self.known.len() > shared.len();
        let shared_bytes = if uses_dynamic { dynamic_base } else { at as u32 };
        Reach { functions, shared, shared_bytes, dynamic_base }
    }
}
