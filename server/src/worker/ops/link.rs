//! Links: each is a CUlinkState of the driver with buffers for its messages.

use std::ffi::{CString, c_void};
use std::sync::Arc;

use cuda_abi::{CUjit_option, CUresult};
use parking_lot::Mutex;
use protocol::ops::{LinkAdd, LinkCreate, LinkId};
use protocol::snapshot::Linked;

use super::module::{Logs, OPTION_LEN, OPTIONS_MAX, options, receive_image};
use super::{Env, bad};
use crate::worker::caller::{Answer, Caller, Handled, Job};
use crate::worker::driver::{Cu, Library, Raw};
use crate::worker::handles::Context;
use crate::worker::images::IMAGE_MAX;
use crate::worker::session::Session;

/// Longest name of an input, in bytes.
const NAME_MAX: usize = 4096;
/// Largest linked program, in bytes: it travels as one reply.
const LINKED_MAX: usize = 128 << 20;

/// A link under way.
pub struct Link {
    ctx: Arc<Context>,
    state: Mutex<State>,
}

struct State {
    /// NULL once destroyed.
    raw: Raw,
    logs: Logs,
    /// Options and values of the driver's, which it reads and writes as long as the link lives.
    _options: (Box<[CUjit_option]>, Box<[Raw]>),
}

impl Link {
    fn create(lib: &Library, ctx: Arc<Context>, values: Vec<(u32, u64)>) -> Cu<Link> {
        let mut logs = Logs::new();
        let own = values.into_iter().map(|(o, v)| (o, std::ptr::without_provenance_mut(v as usize)));
        let (options, values): (Vec<CUjit_option>, Vec<Raw>) =
            own.chain(logs.options()).map(|(option, value)| (option, Raw(value))).unzip();
        let (mut options, mut values) = (options.into_boxed_slice(), values.into_boxed_slice());
        let mut raw = Raw::NULL;
        let count = options.len() as u32;
        // SAFETY: the context is current; arrays and buffers live as long as the link. A `Raw` is a pointer and nothing else.
        unsafe {
            (lib.cuLinkCreate_v2)(
                count,
                options.as_mut_ptr(),
                values.as_mut_ptr().cast(),
                (&raw mut raw.0).cast(),
            )
        }
        .ok()?;
        Ok(Link { ctx, state: Mutex::new(State { raw, logs, _options: (options, values) }) })
    }

    /// Runs one call on the link; its result, with all messages so far.
    fn step(&self, lib: &Library, call: impl FnOnce(Raw) -> Cu<Vec<u8>>) -> Cu<Linked> {
        lib.enter(self.ctx.raw, self.ctx.serial)?;
        let state = self.state.lock();
        if state.raw == Raw::NULL {
            return Err(CUresult::INVALID_HANDLE);
        }
        let result = call(state.raw);
        let (code, image) = match result {
            Ok(image) => (CUresult::SUCCESS, image),
            Err(code) => (code, Vec::new()),
        };
        Ok(Linked { code: code.0, logs: state.logs.texts(), image })
    }

    /// Whether the link was made in this life of a context.
    pub fn is_of(&self, ctx: &Context) -> bool {
        self.ctx.serial == ctx.serial
    }

    /// Ends the driver's link.
    pub fn destroy(&self, lib: &Library) -> Cu<()> {
        lib.enter(self.ctx.raw, self.ctx.serial)?;
        let raw = std::mem::replace(&mut self.state.lock().raw, Raw::NULL);
        if raw == Raw::NULL {
            return Err(CUresult::INVALID_HANDLE);
        }
        // SAFETY: a live link that nothing can find any more.
        unsafe { (lib.cuLinkDestroy)(raw.0.cast()) }.ok()
    }
}

/// LINK_CREATE.
pub(super) fn create(env: &mut Env<'_>, payload: &[u8]) -> Handled {
    let (p, rest) = LinkCreate::split(payload).map_err(bad)?;
    let count = p.options.get() as usize;
    if count > OPTIONS_MAX || rest.len() != count * OPTION_LEN {
        return Err(CUresult::INVALID_VALUE);
    }
    let ctx = env.context()?;
    let link = Link::create(env.lib(), ctx, options(rest))?;
    let link = Arc::new(link);
    env.session.tables.add_link(p.id.get(), link.clone()).inspect_err(|_| {
        // The id was refused: nobody will ever destroy it.
        let _ = link.destroy(env.lib());
    })?;
    Ok(Answer::Empty)
}

/// An input, all but its bytes.
struct Input {
    kind: u32,
    name: CString,
    options: Vec<(u32, u64)>,
}

/// LINK_ADD: on a helper, once the input is here.
pub(super) fn add(env: &mut Env<'_>, payload: &[u8]) -> Handled {
    let (p, rest) = LinkAdd::split(payload).map_err(bad)?;
    let (count, name) = (p.options.get() as usize, p.name.get() as usize);
    if count > OPTIONS_MAX || name > NAME_MAX || p.len.get() > IMAGE_MAX || p.len.get() == 0 {
        return Err(CUresult::INVALID_VALUE);
    }
    let (values, rest) = rest.split_at_checked(count * OPTION_LEN).ok_or(CUresult::INVALID_VALUE)?;
    let (name, bytes) = rest.split_at_checked(name).ok_or(CUresult::INVALID_VALUE)?;
    let link = env.session.tables.link(p.id.get())?;
    let name = CString::new(name).map_err(bad)?;
    let (input, caller) = (Input { kind: p.kind.get(), name, options: options(values) }, env.caller);
    if p.xfer.get() != 0 {
        return receive_image(env, p.xfer.get(), p.len.get(), move |session, bytes, count| {
            start(session, caller, move |session| {
                let _counted = count;
                add_bytes(&session.lib, &link, &input, bytes)
            });
        });
    }
    if bytes.len() as u64 != p.len.get() {
        return Err(CUresult::INVALID_VALUE);
    }
    let bytes = bytes.to_vec();
    start(env.session, caller, move |session| add_bytes(&session.lib, &link, &input, bytes));
    Ok(Answer::Later)
}

fn add_bytes(lib: &Library, link: &Link, input: &Input, mut bytes: Vec<u8>) -> Cu<Linked> {
    let size = bytes.len();
    // Text ends with NUL.
    bytes.push(0);
    let pairs =
        input.options.iter().map(|&(o, v)| (o, std::ptr::without_provenance_mut::<c_void>(v as usize)));
    let (mut options, mut values): (Vec<CUjit_option>, Vec<*mut c_void>) = pairs.unzip();
    link.step(lib, |raw| {
        // SAFETY: a live link; the input has `size` bytes and a NUL, the arrays their count; the driver reads them in this call only.
        unsafe {
            (lib.cuLinkAddData_v2)(
                raw.0.cast(),
                input.kind,
                bytes.as_mut_ptr().cast(),
                size,
                input.name.as_ptr(),
                options.len() as u32,
                options.as_mut_ptr(),
                values.as_mut_ptr(),
            )
        }
        .ok()?;
        Ok(Vec::new())
    })
}

/// LINK_COMPLETE: on a helper.
pub(super) fn complete(env: &mut Env<'_>, payload: &[u8]) -> Handled {
    let (p, _) = LinkId::split(payload).map_err(bad)?;
    let link = env.session.tables.link(p.id.get())?;
    start(env.session, env.caller, move |session| {
        let lib = &session.lib;
        link.step(lib, |raw| {
            let (mut image, mut size) = (std::ptr::null_mut::<c_void>(), 0usize);
            // SAFETY: a live link, valid out pointers.
            unsafe { (lib.cuLinkComplete)(raw.0.cast(), &raw mut image, &raw mut size) }.ok()?;
            if image.is_null() || size > LINKED_MAX {
                return Err(CUresult::OUT_OF_MEMORY);
            }
            // SAFETY: the driver's image lives as long as the link, which is locked here.
            Ok(unsafe { std::slice::from_raw_parts(image.cast::<u8>(), size) }.to_vec())
        })
    });
    Ok(Answer::Later)
}

/// LINK_DESTROY.
pub(super) fn destroy(env: &mut Env<'_>, payload: &[u8]) -> Handled {
    let (p, _) = LinkId::split(payload).map_err(bad)?;
    let link = env.session.tables.remove_link(p.id.get())?;
    link.destroy(env.lib())?;
    Ok(Answer::Empty)
}

/// Runs a call that may take long on a helper and answers with its [`Linked`].
fn start(
    session: &Arc<Session>,
    caller: Caller,
    call: impl FnOnce(&Arc<Session>) -> Cu<Linked> + Send + 'static,
) {
    let job: Job = Box::new(move |session| {
        let body = call(session).and_then(|l| postcard::to_stdvec(&l).map_err(|_| CUresult::UNKNOWN));
        match body {
            Ok(body) => session.finish(&caller, CUresult::SUCCESS, &[&body]),
            Err(code) => session.finish(&caller, code, &[]),
        }
    });
    session.pool.spawn(session, job);
}
