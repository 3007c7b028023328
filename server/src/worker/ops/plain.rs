//! Plain functions of the table: one u64 per parameter in, one u64 per output out.

use cuda_abi::{CUresult, HandleKind};

use super::Env;
use crate::generated::dispatch::{dispatch, handle_kinds, out_kinds};
use crate::worker::caller::{Answer, Handled};
use crate::worker::driver::Cu;

/// Most parameters and outputs of a plain function.
const SLOTS_MAX: usize = 16;

/// Calls a plain function; ids that name none are refused as not supported.
pub(super) fn call(env: &mut Env<'_>, payload: &[u8]) -> Handled {
    let func = env.caller.func;
    let kinds = handle_kinds(func);
    if cuda_abi::function(func).is_none() || out_kinds(func).iter().any(Option::is_some) {
        return Err(CUresult::NOT_SUPPORTED);
    }
    if !payload.len().is_multiple_of(8) || payload.len() / 8 > SLOTS_MAX || payload.len() / 8 != kinds.len() {
        return Err(if kinds.is_empty() { CUresult::NOT_SUPPORTED } else { CUresult::INVALID_VALUE });
    }
    env.context()?;
    let mut slots = Vec::with_capacity(kinds.len());
    for (bytes, kind) in payload.chunks_exact(8).zip(kinds) {
        let mut slot = [0; 8];
        slot.copy_from_slice(bytes);
        slots.push(translate(env, u64::from_le_bytes(slot), *kind)?);
    }
    let mut outs = vec![0u64; out_kinds(func).len()];
    // SAFETY: handles were translated; the context is current.
    let result = unsafe { dispatch(env.lib(), func, &slots, &mut outs) }.ok_or(CUresult::NOT_SUPPORTED)?;
    result.ok()?;
    Ok(Answer::Bytes(outs.iter().flat_map(|o| o.to_le_bytes()).collect()))
}

fn translate(env: &mut Env<'_>, slot: u64, kind: Option<HandleKind>) -> Cu<u64> {
    let Some(kind) = kind else { return Ok(slot) };
    let id = u32::try_from(slot).map_err(|_| CUresult::INVALID_HANDLE)?;
    let raw = match kind {
        HandleKind::Stream => env.stream(id)?.raw,
        HandleKind::Event => env.session.tables.event(id)?.raw,
        HandleKind::Context => env.session.tables.context(id)?.raw,
        _ => return Err(CUresult::NOT_SUPPORTED),
    };
    Ok(raw.0.expose_provenance() as u64)
}
