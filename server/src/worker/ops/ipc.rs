//! Memory and events that processes of a reservation let each other open. The driver's own functions do it, between the workers.

use std::collections::BTreeMap;

use cuda_abi::{CU_EVENT_DISABLE_TIMING, CU_EVENT_INTERPROCESS, CUipcEventHandle, CUipcMemHandle, CUresult};
use parking_lot::Mutex;
use protocol::ops::{EventId, IpcOpen, IpcOpenEvent};

use super::{Env, bad};
use crate::worker::caller::{Answer, Handled, Job};
use crate::worker::driver::{Cu, Raw};
use crate::worker::exports::{self, Exported, Handle, Kind, Opened};
use crate::worker::handles::{Context, Event};
use crate::worker::session::Session;

/// Memory of other workers by its address here.
#[derive(Default)]
pub struct Imports(Mutex<BTreeMap<u64, Import>>);

struct Import {
    opened: Opened,
    opens: u64,
    /// Serial number of the context.
    ctx: u64,
}

impl Imports {
    /// A context is gone and with it what was open there.
    pub fn context_gone(&self, ctx: u64) {
        self.0.lock().retain(|_, import| import.ctx != ctx);
    }
}

/// IPC_EXPORT: a driver may wait for what runs.
pub(super) fn export(env: &mut Env<'_>, payload: &[u8]) -> Handled {
    let address = address(payload)?;
    let (ctx, caller) = (env.context()?, env.caller);
    let job: Job = Box::new(move |session| {
        let handle = session.allocations.export(address, |base| driver_handle(session, &ctx, base));
        let body = handle.unwrap_or([0; 64]);
        session.finish(&caller, CUresult::from(handle.map(drop)), &[&body]);
    });
    env.session.pool.spawn(env.session, job);
    Ok(Answer::Later)
}

fn driver_handle(session: &Session, ctx: &Context, base: u64) -> Cu<Handle> {
    session.lib.enter(ctx.raw, ctx.serial)?;
    let mut handle = CUipcMemHandle { reserved: [0; 64] };
    // SAFETY: the out pointer is valid; the context is current.
    unsafe { (session.lib.cuIpcGetMemHandle)(&raw mut handle, base) }.ok()?;
    Ok(handle.reserved)
}

/// IPC_OPEN.
pub(super) fn open(env: &mut Env<'_>, payload: &[u8]) -> Handled {
    let (p, _) = IpcOpen::split(payload).map_err(bad)?;
    let (p, ctx, caller) = (*p, env.context()?, env.caller);
    let job: Job = Box::new(move |session| {
        let opened = opened(session, &ctx, &p);
        let (address, size) = opened.unwrap_or_default();
        let result = CUresult::from(opened.map(drop));
        session.finish(&caller, result, &[&address.to_le_bytes(), &size.to_le_bytes()]);
    });
    env.session.pool.spawn(env.session, job);
    Ok(Answer::Later)
}

/// Address and size of what is open now.
fn opened(session: &Session, ctx: &Context, p: &IpcOpen) -> Cu<(u64, u64)> {
    let lib = &session.lib;
    lib.enter(ctx.raw, ctx.serial)?;
    let account = session.allocations.account()?;
    // Held while the driver works: opens and closes of one thing do not meet.
    let mut imports = session.imports.0.lock();
    let index = exports::index_of(&p.handle).ok_or(CUresult::INVALID_VALUE)?;
    let known = imports.values().any(|import| import.opened.index == index);
    let fresh = if known { None } else { Some(Opened::new(&account.ledger, account.slot, &p.handle)) };
    let fresh = fresh.map(|opened| opened.ok_or(CUresult::INVALID_VALUE)).transpose()?;
    let driver = match &fresh {
        Some(opened) => opened.driver,
        None => exports::memory(&account.ledger, &p.handle).ok_or(CUresult::INVALID_VALUE)?,
    };
    let (mut address, handle) = (0, CUipcMemHandle { reserved: driver });
    // SAFETY: the out pointer is valid; the context is current; the driver has made the handle.
    unsafe { (lib.cuIpcOpenMemHandle_v2)(&raw mut address, handle, p.flags.get()) }.ok()?;
    let (mut base, mut size) = (0, 0);
    // SAFETY: the out pointers are valid.
    unsafe { (lib.cuMemGetAddressRange_v2)(&raw mut base, &raw mut size, address) }.ok()?;
    match (imports.get_mut(&address), fresh) {
        (Some(import), _) => import.opens += 1,
        (None, Some(opened)) => {
            imports.insert(address, Import { opened, opens: 1, ctx: ctx.serial });
        }
        (None, None) => return Err(CUresult::UNKNOWN),
    }
    Ok((address, size as u64))
}

/// IPC_CLOSE: waits for the device.
pub(super) fn close(env: &mut Env<'_>, payload: &[u8]) -> Handled {
    let address = address(payload)?;
    let (ctx, caller) = (env.context()?, env.caller);
    let own = ctx.clone();
    let job: Job = Box::new(move |session| {
        let gone = closed(session, &own, address);
        session.finish(&caller, CUresult::from(gone.map(drop)), &[&[u8::from(gone == Ok(true))]]);
    });
    Ok(Answer::WhenIdle(ctx, job))
}

/// Whether the memory is not open any more.
fn closed(session: &Session, ctx: &Context, address: u64) -> Cu<bool> {
    session.lib.enter(ctx.raw, ctx.serial)?;
    let mut imports = session.imports.0.lock();
    let import = imports.get_mut(&address).ok_or(CUresult::INVALID_VALUE)?;
    // SAFETY: the driver has opened it, and it is closed as often as it was opened at most.
    unsafe { (session.lib.cuIpcCloseMemHandle)(address) }.ok()?;
    import.opens -= 1;
    let gone = import.opens == 0;
    if gone {
        imports.remove(&address);
    }
    Ok(gone)
}

/// IPC_EXPORT_EVENT.
pub(super) fn export_event(env: &mut Env<'_>, payload: &[u8]) -> Handled {
    let (p, _) = EventId::split(payload).map_err(bad)?;
    let event = env.session.tables.event(p.id.get())?;
    let account = env.session.allocations.account()?;
    let mut exported = event.exported.lock();
    if exported.is_none() {
        env.lib().enter(event.ctx.raw, event.ctx.serial)?;
        let mut handle = CUipcEventHandle { reserved: [0; 64] };
        // SAFETY: the out pointer is valid; a live event.
        unsafe { (env.lib().cuIpcGetEventHandle)(&raw mut handle, event.raw.0) }.ok()?;
        let made = Exported::new(&account.ledger, account.slot, Kind::Event, (0, 0), &handle.reserved);
        *exported = Some(made.ok_or(CUresult::OUT_OF_MEMORY)?);
    }
    let handle = exported.as_ref().map_or([0; 64], |exported| exported.handle);
    Ok(Answer::Bytes(handle.to_vec()))
}

/// IPC_OPEN_EVENT.
pub(super) fn open_event(env: &mut Env<'_>, payload: &[u8]) -> Handled {
    let (p, _) = IpcOpenEvent::split(payload).map_err(bad)?;
    if p.id.get() == 0 || env.session.tables.event(p.id.get()).is_ok() {
        return Err(CUresult::INVALID_VALUE);
    }
    let ctx = env.context()?;
    let account = env.session.allocations.account()?;
    let reserved = exports::event(&account.ledger, &p.handle).ok_or(CUresult::INVALID_HANDLE)?;
    let mut raw = Raw::NULL;
    // SAFETY: the out pointer is valid; the context is current; the driver has made the handle.
    unsafe { (env.lib().cuIpcOpenEventHandle)(&raw mut raw.0, CUipcEventHandle { reserved }) }.ok()?;
    let event = Event::new(ctx, raw, CU_EVENT_DISABLE_TIMING | CU_EVENT_INTERPROCESS);
    env.session.tables.add_event(p.id.get(), event)?;
    Ok(Answer::Empty)
}

fn address(payload: &[u8]) -> Cu<u64> {
    let bytes = payload.get(..8).and_then(|b| b.try_into().ok());
    bytes.map(u64::from_le_bytes).ok_or(CUresult::INVALID_VALUE)
}
