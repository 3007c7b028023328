//! System functions that kernels call: `vprintf`, `__assertfail`, `malloc`, `free`.

use super::format::{Spec, digits, float, pad, signed, unsigned, zero_filled};
use super::memory::{read_byte, read_value};
use crate::exec::context::{Context, Outcome, Trap};
use crate::exec::view::View;
use crate::exec::warp::Warp;
use crate::fault::FaultKind;
use crate::wir::{Builtin, Inst};

/// Longest string that is read from device memory.
const MAX_STRING: usize = 64 << 10;

/// Executes a call of a system function: kind in `x`, arguments in the side table from `a`, result row in `d`.
#[inline(never)]
pub(crate) fn call(x: &mut Context, warp: &mut Warp, v: &View, i: &Inst) -> Outcome {
    let argument = |n: usize| x.program.ext[i.a as usize + n];
    let kind = match i.x {
        0 => Builtin::Vprintf,
        1 => Builtin::AssertFail,
        2 => Builtin::Malloc,
        _ => Builtin::Free,
    };
    match kind {
        Builtin::Vprintf => {
            let (format, arguments) = (v.get64(argument(0)), v.get64(argument(1)));
            for lane in v.lanes() {
                let count = print(x, warp, lane, format[lane], arguments[lane])?;
                v.put_lane32(i.d, lane, count);
            }
        }
        Builtin::AssertFail => {
            let strings = [0, 1, 3].map(|n| v.get64(argument(n)));
            let line = v.get32(argument(2));
            return Err(assertion(x, warp, v, &strings, &line)?);
        }
        Builtin::Malloc => {
            let sizes = v.get64(argument(0));
            for lane in v.lanes() {
                v.put_lane64(i.d, lane, x.info.space.alloc(sizes[lane], 16).unwrap_or(0));
            }
        }
        Builtin::Free => {
            let addresses = v.get64(argument(0));
            for lane in v.lanes().filter(|&lane| addresses[lane] != 0) {
                if x.info.space.free(addresses[lane]).is_err() {
                    let detail = "free of an address that malloc did not return";
                    return Err(Trap::at(FaultKind::IllegalAddress, lane, addresses[lane], detail));
                }
            }
        }
    }
    Ok(())
}

fn string(x: &mut Context, warp: &mut Warp, lane: usize, address: u64) -> Outcome<Vec<u8>> {
    let mut text = Vec::new();
    if address == 0 {
        return Ok(b"(null)".to_vec());
    }
    while text.len() < MAX_STRING {
        match read_byte(x, warp, lane, address + text.len() as u64)? {
            0 => break,
            byte => text.push(byte),
        }
    }
    Ok(text)
}

fn assertion(
    x: &mut Context,
    warp: &mut Warp,
    v: &View,
    strings: &[[u64; 32]; 3],
    line: &[u32; 32],
) -> Outcome<Box<Trap>> {
    let mut first = String::new();
    for lane in v.lanes() {
        let mut text = |n: usize| {
            string(x, warp, lane, strings[n][lane]).map(|s| String::from_utf8_lossy(&s).into_owned())
        };
        let (message, file, function) = (text(0)?, text(1)?, text(2)?);
        let [bx, by, bz] = x.ctaid;
        let [tx, ty, tz] = x.info.tid(x.first_thread + lane as u32);
        let number = line[lane];
        let told = format!(
            "{file}:{number}: {function}: block: [{bx},{by},{bz}], thread: [{tx},{ty},{tz}] Assertion `{message}` failed."
        );
        x.info.sink.assertion(&told);
        if first.is_empty() {
            first = told;
        }
    }
    Ok(Trap::new(FaultKind::Assert, v.mask.trailing_zeros() as usize, first))
}

/// Arguments of one thread, laid out as a C variable argument block.
struct Arguments {
    at: u64,
}

impl Arguments {
    fn next(&mut self, x: &mut Context, warp: &mut Warp, lane: usize, log2: u16) -> Outcome<u64> {
        let size = 1u64 << log2;
        self.at = (self.at + size - 1) & !(size - 1);
        let value = read_value(x, warp, lane, self.at, log2)?;
        self.at += size;
        Ok(value)
    }
}

/// Formats one thread's line and hands it to the sink; returns the number of arguments.
fn print(x: &mut Context, warp: &mut Warp, lane: usize, format: u64, arguments: u64) -> Outcome<u32> {
    let format = string(x, warp, lane, format)?;
    let mut arguments = Arguments { at: arguments };
    let (mut out, mut count) = (Vec::new(), 0);
    let mut rest = format.as_slice();
    while let Some((&byte, tail)) = rest.split_first() {
        rest = tail;
        if byte != b'%' {
            out.push(byte);
            continue;
        }
        let mut spec = Spec::default();
        rest = parse_spec(x, warp, lane, rest, &mut spec, &mut arguments)?;
        let Some((&conversion, tail)) = rest.split_first() else { break };
        rest = tail;
        if conversion == b'%' {
            out.push(b'%');
            continue;
        }
        count += 1;
        let text = convert(x, warp, lane, conversion, &spec, &mut arguments)?;
        pad(&mut out, &text, zero_filled(conversion, &text, &spec), &spec);
    }
    x.info.sink.print(&out);
    Ok(count)
}

fn parse_spec<'f>(
    x: &mut Context,
    warp: &mut Warp,
    lane: usize,
    mut rest: &'f [u8],
    spec: &mut Spec,
    arguments: &mut Arguments,
) -> Outcome<&'f [u8]> {
    while let Some((&byte, tail)) = rest.split_first() {
        match byte {
            b'-' => spec.minus = true,
            b'+' => spec.plus = true,
            b' ' => spec.space = true,
            b'#' => spec.alternate = true,
            b'0' => spec.zero = true,
            _ => break,
        }
        rest = tail;
    }
    let (width, tail) = number(x, warp, lane, rest, arguments)?;
    rest = tail;
    spec.minus |= width.is_some_and(|w| w < 0);
    // Widths are cut to keep output bounded.
    spec.width = width.unwrap_or(0).unsigned_abs().min(4096) as usize;
    if let Some(tail) = rest.strip_prefix(b".") {
        let (precision, tail) = number(x, warp, lane, tail, arguments)?;
        rest = tail;
        spec.precision = usize::try_from(precision.unwrap_or(0)).ok().map(|p| p.min(4096));
    }
    while let Some((&byte, tail)) = rest.split_first() {
        match byte {
            b'l' => spec.long += 1,
            b'j' | b'z' | b't' => spec.long = 2,
            b'h' => spec.short += 1,
            _ => break,
        }
        rest = tail;
    }
    Ok(rest)
}

/// A decimal number or `*`.
fn number<'f>(
    x: &mut Context,
    warp: &mut Warp,
    lane: usize,
    mut rest: &'f [u8],
    arguments: &mut Arguments,
) -> Outcome<(Option<i64>, &'f [u8])> {
    if let Some(tail) = rest.strip_prefix(b"*") {
        let value = arguments.next(x, warp, lane, 2)? as u32 as i32;
        return Ok((Some(i64::from(value)), tail));
    }
    let mut value = None;
    while let Some((&digit @ b'0'..=b'9', tail)) = rest.split_first() {
        value = Some((value.unwrap_or(0i64) * 10 + i64::from(digit - b'0')).min(1 << 20));
        rest = tail;
    }
    Ok((value, rest))
}

fn convert(
    x: &mut Context,
    warp: &mut Warp,
    lane: usize,
    conversion: u8,
    spec: &Spec,
    arguments: &mut Arguments,
) -> Outcome<Vec<u8>> {
    let integer_log2 = if spec.long > 0 { 3 } else { 2 };
    Ok(match conversion {
        b'd' | b'i' => {
            let raw = arguments.next(x, warp, lane, integer_log2)?;
            let value = match (spec.long, spec.short) {
                (0, 0) => i64::from(raw as u32 as i32),
                (0, 1) => i64::from(raw as u16 as i16),
                (0, _) => i64::from(raw as u8 as i8),
                _ => raw as i64,
            };
            signed(value < 0, digits(value.unsigned_abs().to_string(), spec), spec)
        }
        b'u' | b'x' | b'X' | b'o' => {
            let raw = arguments.next(x, warp, lane, integer_log2)?;
            let value = match (spec.long, spec.short) {
                (0, 1) => raw & 0xffff,
                (0, 2..) => raw & 0xff,
                _ => raw,
            };
            unsigned(conversion, value, spec)
        }
        b'p' => format!("{:#x}", arguments.next(x, warp, lane, 3)?).into_bytes(),
        b'c' => vec![arguments.next(x, warp, lane, 2)? as u8],
        b's' => {
            let at = arguments.next(x, warp, lane, 3)?;
            let mut text = string(x, warp, lane, at)?;
            text.truncate(spec.precision.unwrap_or(usize::MAX));
            text
        }
        b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A' => {
            let value = f64::from_bits(arguments.next(x, warp, lane, 3)?);
            float(conversion, value, spec)
        }
        other => vec![b'%', other],
    })
}
