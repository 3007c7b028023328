//! One line of text per call.

use std::fmt;

use crate::{CUresult, Direction, Function, Kind, Param, Slot};

/// Writes a call the way a debugger would: `cuMemAlloc_v2(dptr=0x7f.., bytesize=1024)`.
///
/// `args` are the slots of the arguments in order; missing ones are shown as `?`. Nothing is read through a pointer.
pub fn format_call(f: &Function, args: &[u64], out: &mut impl fmt::Write) -> fmt::Result {
    write!(out, "{}(", f.symbol)?;
    for (i, param) in f.params.iter().enumerate() {
        if i > 0 {
            out.write_str(", ")?;
        }
        write!(out, "{}=", param.name)?;
        match args.get(i) {
            Some(&slot) => format_arg(param, slot, out)?,
            None => out.write_str("?")?,
        }
    }
    out.write_str(")")
}

/// Writes one argument.
fn format_arg(param: &Param, slot: u64, out: &mut impl fmt::Write) -> fmt::Result {
    let by_value = param.direction == Direction::In && !param.c_type.contains('*');
    match param.kind {
        Kind::Signed | Kind::Device if by_value => write!(out, "{}", slot as i64),
        Kind::Unsigned | Kind::Len if by_value => write!(out, "{slot}"),
        Kind::Float if by_value => write!(out, "{}", f32::from_slot(slot)),
        Kind::Result if by_value => write!(out, "{:?}", CUresult::from_slot(slot)),
        _ if slot == 0 => out.write_str("NULL"),
        _ => write!(out, "{slot:#x}"),
    }
}
