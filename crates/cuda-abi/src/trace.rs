//! One line of text per call.

use std::fmt;

use crate::{CUresult, Direction, Function, Kind, Param, Slot};

/// Bytes of a text that are shown at most.
const TEXT_MAX: usize = 80;

/// Reads memory of the traced program for a line: fills a buffer from an address, and says how many bytes it got.
///
/// It must cope with any address: a program may have passed it on unread.
pub type Peek<'a> = &'a dyn Fn(u64, &mut [u8]) -> usize;

/// Writes a call the way a debugger would: `cuMemAlloc_v2(dptr=[0x302000000], bytesize=1024)`.
///
/// `args` are the slots of the arguments in order; missing ones are shown as `?`. Texts are shown escaped and cut, and what a successful
/// call (`succeeded`) returned through a pointer in brackets; what cannot be read is shown as its address.
pub fn format_call(
    f: &Function,
    args: &[u64],
    succeeded: bool,
    peek: Peek<'_>,
    out: &mut impl fmt::Write,
) -> fmt::Result {
    write!(out, "{}(", f.symbol)?;
    for (i, param) in f.params.iter().enumerate() {
        if i > 0 {
            out.write_str(", ")?;
        }
        write!(out, "{}=", param.name)?;
        match args.get(i) {
            Some(&slot) => format_arg(param, slot, succeeded, peek, out)?,
            None => out.write_str("?")?,
        }
    }
    out.write_str(")")
}

/// Writes one argument.
fn format_arg(
    param: &Param,
    slot: u64,
    succeeded: bool,
    peek: Peek<'_>,
    out: &mut impl fmt::Write,
) -> fmt::Result {
    if slot != 0 {
        if is_text(param) && (param.direction == Direction::In || succeeded) {
            return match text(slot, peek) {
                Some(text) => out.write_str(&text),
                None => write!(out, "{slot:#x}"),
            };
        }
        if param.direction != Direction::In && succeeded {
            return match result(param, slot, peek) {
                Some(value) => {
                    out.write_str("[")?;
                    format_result(param, value, peek, out)?;
                    out.write_str("]")
                }
                None => write!(out, "{slot:#x}"),
            };
        }
    }
    let by_value = param.direction == Direction::In && !param.c_type.contains('*');
    if by_value { format_value(param.kind, slot, out) } else { format_address(slot, out) }
}

/// Writes what a call returned.
fn format_result(param: &Param, value: u64, peek: Peek<'_>, out: &mut impl fmt::Write) -> fmt::Result {
    match param.kind {
        Kind::Text => match text(value, peek) {
            Some(text) => out.write_str(&text),
            None => format_address(value, out),
        },
        kind => format_value(kind, value, out),
    }
}

fn format_value(kind: Kind, slot: u64, out: &mut impl fmt::Write) -> fmt::Result {
    match kind {
        Kind::Signed | Kind::Device => write!(out, "{}", slot as i64),
        Kind::Unsigned | Kind::Len => write!(out, "{slot}"),
        Kind::Float => write!(out, "{}", f32::from_slot(slot)),
        Kind::Result => write!(out, "{:?}", CUresult::from_slot(slot)),
        _ => format_address(slot, out),
    }
}

fn format_address(address: u64, out: &mut impl fmt::Write) -> fmt::Result {
    if address == 0 { out.write_str("NULL") } else { write!(out, "{address:#x}") }
}

/// Whether the argument leads to characters: a name that is passed in, or a buffer that the call fills with one.
fn is_text(param: &Param) -> bool {
    let filled = param.direction == Direction::Out && param.c_type == "char*";
    filled || (param.kind == Kind::Text && param.direction == Direction::In)
}

/// The text at an address, quoted.
fn text(address: u64, peek: Peek<'_>) -> Option<String> {
    let mut bytes = [0; TEXT_MAX + 1];
    let got = peek(address, &mut bytes);
    let found = bytes.get(..got).filter(|found| !found.is_empty())?;
    let end = found.iter().position(|byte| *byte == 0).unwrap_or(found.len());
    let cut = end > TEXT_MAX;
    let shown = String::from_utf8_lossy(&found[..end.min(TEXT_MAX)]);
    Some(format!("\"{}\"{}", shown.escape_debug(), if cut { "…" } else { "" }))
}

/// What a call stored behind a pointer, as a slot; `None` for structures and buffers.
fn result(param: &Param, address: u64, peek: Peek<'_>) -> Option<u64> {
    let mut bytes = [0; 8];
    let size = pointee_size(param)?;
    if peek(address, &mut bytes[..size]) < size {
        return None;
    }
    let value = u64::from_le_bytes(bytes);
    let negative = param.kind == Kind::Signed || param.kind == Kind::Device;
    Some(if size == 4 && negative { i64::from(value as u32 as i32) as u64 } else { value })
}

/// Bytes of what an output argument points to.
fn pointee_size(param: &Param) -> Option<usize> {
    const WIDE: [&str; 8] = [
        "size_t",
        "unsigned long long",
        "long long",
        "cuuint64_t",
        "CUtexObject_v1",
        "CUsurfObject_v1",
        "CUgraphConditionalHandle",
        "CUlogicalEndpointId",
    ];
    let pointee = param.c_type.strip_suffix('*')?.trim();
    match param.kind {
        Kind::Struct | Kind::Callback => None,
        _ if pointee.ends_with('*') => Some(8),
        Kind::HostPointer => None,
        Kind::Handle(_) => Some(8),
        Kind::DevicePointer => Some(if pointee == "CUdeviceptr_v1" { 4 } else { 8 }),
        _ if WIDE.contains(&pointee) => Some(8),
        _ => Some(4),
    }
}
