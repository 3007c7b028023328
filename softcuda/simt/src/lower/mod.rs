//! Lowering: from the syntax tree of a kernel and the functions it reaches to one program.

mod arith;
mod based;
mod builder;
mod bulk;
mod control;
mod data;
mod float;
mod function;
mod known;
mod matrix;
mod mbarrier;
mod memory;
mod order;
mod reach;
mod regs;
mod select;
mod texture;
mod video;
mod wmma;

use softcuda_ptx::{FunctionId, ModuleIndex};

use self::builder::Builder;
use crate::module::Placement;
use crate::wir::Program;

pub use self::control::provides;
pub(crate) use self::reach::is_unresolved;
pub(crate) use self::reach::{Reach, reach};

/// Lowers a kernel whose reach is known. Instructions that cannot be lowered become traps.
pub(crate) fn lower(
    index: &ModuleIndex,
    placement: &Placement,
    kernel: FunctionId,
    reach: &Reach,
) -> Program {
    let mut builder = Builder::new(index, placement, reach);
    debug_assert_eq!(reach.functions.first().map(|f| f.0), Some(kernel));
    for &(id, ref body) in &reach.functions {
        function::lower(&mut builder, id, &order::arrange(body));
    }
    builder.finish()
}
