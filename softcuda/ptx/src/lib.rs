//! PTX lexer, parser, syntax tree and instruction table.
//!
//! Parsing has two levels. [`Module::index`] scans a source once and finds its declarations: version and target,
//! module-level variables with their initial values, function headers with the layout of their parameters, and where
//! each body is. [`ModuleIndex::parse_body`] then parses one body, so that a module of thousands of kernels costs only
//! what is used.
//!
//! ```
//! use softcuda_ptx::{Module, Opcode};
//! let src = b".version 8.0\n.target sm_80\n.address_size 64\n\
//!     .visible .entry k(.param .u64 p) { .reg .b64 %rd<2>; ld.param.u64 %rd1, [p]; ret; }";
//! let module = Module::index(src)?;
//! let kernel = module.find_function("k").unwrap();
//! assert_eq!(module.function(kernel).param_size, 8);
//! let body = module.parse_body(kernel)?;
//! assert_eq!(body.instrs[1].op, Opcode::Ret);
//! # Ok::<(), softcuda_ptx::PtxError>(())
//! ```
//!
//! Invalid source is a [`PtxError`] with line and column. A well-formed instruction that the table does not cover is not
//! an error: its [`Instr::lowering`] says why, and it must trap with its mnemonic when it is executed.
//!
//! The crate is pure: no I/O, no clock, no panic on any input; recursion is bounded by a constant and memory by the
//! length of the source.

#![forbid(unsafe_code)]

mod ast;
mod constant;
mod error;
mod lex;
mod link;
mod names;
mod parse;
mod print;
mod table;
mod types;

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

pub use ast::{
    Address, AddressBase, Body, Function, FunctionId, FunctionKind, GlobalId, Guard, Init, InitChunk, Instr,
    Item, ItemKind, Label, LabelId, Limits, Linkage, Mods, Operand, Param, Part, RegId, Register, Reloc,
    Span, Symbol, Table, TableId, Target, Types, Unsupported, VarId, Variable, Version,
};
pub use error::{ErrorKind, PtxError};
pub use link::{LinkError, Linker, Undefined};
pub use table::{FORMS, Form, Group, Lowering, Opcode};
pub use types::{Mod, ScalarType, Space, SpecialReg, TypeKind};

use crate::error::Fault;

/// Entry point of the first pass.
#[derive(Debug)]
pub struct Module;

impl Module {
    /// Indexes a copy of `src`; trailing NUL bytes are dropped.
    ///
    /// # Errors
    /// [`PtxError`] for anything malformed outside bodies, and for unbalanced braces, comments or strings inside them.
    pub fn index(src: &[u8]) -> Result<ModuleIndex, PtxError> {
        Module::index_shared(Arc::from(src))
    }

    /// Indexes `src` without copying it.
    ///
    /// # Errors
    /// As [`Module::index`].
    pub fn index_shared(src: Arc<[u8]>) -> Result<ModuleIndex, PtxError> {
        if u32::try_from(src.len()).is_err() {
            return Err(PtxError { kind: ErrorKind::TooLarge, offset: 0, line: 1, column: 1 });
        }
        let text = src.iter().rposition(|&b| b != 0).map_or(0, |last| last + 1);
        let src = if text == src.len() { src } else { Arc::from(&src[..text]) };
        parse::parse_module(&src).map_err(|fault| fault.locate(&src))
    }
}

/// The declarations of a module; owns its source and can be shared between threads.
#[derive(Clone, Debug)]
pub struct ModuleIndex {
    pub(crate) source: Arc<[u8]>,
    /// `.version`
    pub version: Version,
    /// `.target`
    pub target: Target,
    /// `.address_size`, 32 or 64; 32 if the module does not say.
    pub address_size: u8,
    /// Module-level variables, by [`GlobalId`]. A declaration and its definition are one entry.
    pub variables: Vec<Variable>,
    /// Kernels and device functions, by [`FunctionId`]. A declaration and its definition are one entry.
    pub functions: Vec<Function>,
    /// The statements of the top level after `.version`, in source order.
    pub items: Vec<Item>,
    pub(crate) variable_ids: HashMap<String, GlobalId>,
    pub(crate) function_ids: HashMap<String, FunctionId>,
}

impl ModuleIndex {
    /// Parses the body of a function.
    ///
    /// # Errors
    /// [`PtxError`] with the place of the first fault; [`ErrorKind::NoBody`] for a function without one.
    pub fn parse_body(&self, f: FunctionId) -> Result<Body, PtxError> {
        let fault = |kind, offset| Fault { kind, offset };
        let parsed = match self.functions.get(f.index()) {
            None => Err(fault(ErrorKind::BadFunction, 0)),
            Some(function) => match function.body {
                None => Err(fault(ErrorKind::NoBody(function.name.clone()), function.span.start)),
                Some(span) => parse::parse_body(self, function, span),
            },
        };
        parsed.map_err(|fault| fault.locate(&self.source))
    }

    /// The function of an id that this module gave out.
    ///
    /// # Panics
    /// If the id is of another module and out of range.
    pub fn function(&self, f: FunctionId) -> &Function {
        &self.functions[f.index()]
    }

    /// The kernels, in source order.
    pub fn kernels(&self) -> impl Iterator<Item = (FunctionId, &Function)> {
        let ids = (0..).map(FunctionId);
        ids.zip(&self.functions).filter(|(_, f)| f.kind == FunctionKind::Entry)
    }

    /// The kernel or function of this name.
    pub fn find_function(&self, name: &str) -> Option<FunctionId> {
        self.function_ids.get(name).copied()
    }

    /// The module-level variable of this name.
    pub fn find_variable(&self, name: &str) -> Option<GlobalId> {
        self.variable_ids.get(name).copied()
    }

    /// The whole source, without trailing NUL bytes.
    pub fn source(&self) -> &[u8] {
        &self.source
    }

    /// The source text of a span; empty if it is not within the source.
    pub fn text(&self, span: Span) -> Cow<'_, str> {
        let bytes = self.source.get(span.start as usize..span.end as usize).unwrap_or_default();
        String::from_utf8_lossy(bytes)
    }

    /// Line and column in bytes, both from 1, of the start of a span: for messages about an instruction.
    pub fn line_column(&self, span: Span) -> (u32, u32) {
        error::line_column(&self.source, span.start)
    }
}

/// Feeds arbitrary bytes to every part of the crate: index, all bodies, printer. For fuzzers; must never panic.
pub fn fuzz_target(data: &[u8]) {
    let Ok(module) = Module::index(data) else { return };
    for id in (0u32..).map(FunctionId).take(module.functions.len()) {
        if let Ok(body) = module.parse_body(id) {
            body.instrs.iter().for_each(|instr| drop(module.print_instr(&body, instr)));
        }
    }
    drop(module.print());
}
