//! The operations of the protocol, one file per facility.

mod context;
mod copy_in;
mod copy_out;
mod event;
mod graph;
pub(super) mod ipc;
mod launch;
pub(super) mod link;
mod memory;
mod module;
mod names;
mod plain;
mod stream;
mod texture;
mod variables;
pub(super) mod vmm;

use std::sync::Arc;

use cuda_abi::CUresult;
use protocol::ops::op;

use super::caller::{Answer, Caller, Handled};
use super::completer::{self, Action};
use super::driver::{Cu, Library};
use super::handles::{Context, Stream};
use super::session::Session;

/// What a handler works with.
pub struct Env<'a> {
    /// The session.
    pub session: &'a Arc<Session>,
    /// The frame's origin.
    pub caller: Caller,
    traced: Option<u32>,
}

impl<'a> Env<'a> {
    /// For one frame.
    pub fn new(session: &'a Arc<Session>, caller: Caller) -> Self {
        Env { session, caller, traced: None }
    }

    /// The stream that the frame named, for the trace.
    pub fn traced_stream(&self) -> Option<u32> {
        self.traced
    }

    fn lib(&self) -> &'a Library {
        &self.session.lib
    }

    /// The frame's context, made current.
    fn context(&self) -> Cu<Arc<Context>> {
        let ctx = self.session.tables.context(self.caller.ctx)?;
        self.lib().enter(ctx.raw, ctx.serial)?;
        Ok(ctx)
    }

    /// A stream, its context made current. What is put into it comes after the zeroing of all memory that the client has.
    fn stream(&mut self, id: u32) -> Cu<Arc<Stream>> {
        self.traced = Some(id);
        let stream = self.session.tables.stream(self.caller.ctx, id)?;
        self.lib().enter(stream.ctx.raw, stream.ctx.serial)?;
        self.session.zeroing.before(self.session, &stream)?;
        Ok(stream)
    }

    /// Counts an operation that was put into a stream.
    fn counted(&self, stream: &Arc<Stream>) -> Handled {
        if self.due(stream) {
            self.mark_if_room(stream)?;
        }
        Ok(Answer::Empty)
    }

    /// Counts an operation; whether the client is to be told when it is done.
    fn due(&self, stream: &Stream) -> bool {
        stream.count(self.caller.seq) >= self.session.credits.mark_every()
    }

    /// Has the client told when the stream has passed this frame.
    fn mark(&self, stream: &Arc<Stream>) -> Cu<()> {
        self.mark_by(stream, Action::Progress(None))
    }

    /// The same by a mark that no credit pays for; when there are enough of these, the client is told when the stream is idle.
    fn mark_if_room(&self, stream: &Arc<Stream>) -> Cu<()> {
        match stream.ctx.take_mark(self.session.marks) {
            Some(mark) => self.mark_by(stream, Action::Progress(Some(mark))),
            None => {
                self.session.completer.watch_idle(stream, self.caller.seq);
                Ok(())
            }
        }
    }

    fn mark_by(&self, stream: &Arc<Stream>, action: Action) -> Cu<()> {
        self.session.completer.watch(self.session, stream, self.caller.seq, action)?;
        stream.marked(self.caller.seq);
        Ok(())
    }

    /// Counts an operation that failed: the client waits for the credits of what it posted, whatever became of it.
    fn failed(&self) {
        let Some(id) = self.traced else { return };
        let Ok(stream) = self.session.tables.stream(self.caller.ctx, id) else { return };
        if self.due(&stream) && self.mark_if_room(&stream).is_err() {
            // The context has failed: nothing will be done that is not.
            stream.marked(self.caller.seq);
            completer::tell_progress(self.session, &stream, self.caller.seq);
        }
    }
}

/// Where the pieces of `step` bytes of a copy begin.
fn offsets(total: u64, step: u64) -> impl Iterator<Item = u64> {
    (0..total).step_by(usize::try_from(step).unwrap_or(usize::MAX).max(1))
}

/// A payload that is shorter than its layout, or a field with an undefined value.
fn bad<E>(_: E) -> CUresult {
    CUresult::INVALID_VALUE
}

/// Executes a frame.
pub fn execute(env: &mut Env<'_>, payload: &[u8]) -> Handled {
    let handled = dispatch(env, payload);
    if handled.is_err() {
        env.failed();
    }
    handled
}

fn dispatch(env: &mut Env<'_>, payload: &[u8]) -> Handled {
    match env.caller.func {
        op::LAUNCH => launch::launch(env, payload),
        op::CTX_OPEN => context::open(env, payload),
        op::CTX_CLOSE => context::close(env, payload),
        op::CTX_SYNC => context::sync(env, payload),
        op::CTX_SET_LIMIT => context::set_limit(env, payload),
        op::MODULE_LOAD => module::load(env, payload),
        op::MODULE_UNLOAD => module::unload(env, payload),
        op::MODULE_GLOBALS => module::globals(env, payload),
        op::FUNC_ATTRIBUTES => module::attributes(env, payload),
        op::FUNC_SET_ATTRIBUTE => module::set_attribute(env, payload),
        op::FUNC_SET_CACHE => module::set_cache(env, payload),
        op::LINK_CREATE => link::create(env, payload),
        op::LINK_ADD => link::add(env, payload),
        op::LINK_COMPLETE => link::complete(env, payload),
        op::LINK_DESTROY => link::destroy(env, payload),
        op::HOST_FN => launch::host_fn(env, payload),
        op::HOST_FN_DONE => launch::host_fn_done(env, payload),
        op::STREAM_CREATE => stream::create(env, payload),
        op::STREAM_DESTROY => stream::destroy(env, payload),
        op::STREAM_SYNC => stream::sync(env, payload),
        op::STREAM_MARK => stream::mark(env, payload),
        op::STREAM_WAIT_EVENT => stream::wait_event(env, payload),
        op::STREAM_VALUE => stream::value(env, payload),
        op::EVENT_CREATE => event::create(env, payload),
        op::EVENT_RECORD => event::record(env, payload),
        op::EVENT_DESTROY => event::destroy(env, payload),
        op::EVENT_SYNC => event::sync(env, payload),
        op::EVENT_ELAPSED => event::elapsed(env, payload),
        op::EVENT_QUERY => event::query(env, payload),
        op::IPC_EXPORT => ipc::export(env, payload),
        op::IPC_OPEN => ipc::open(env, payload),
        op::IPC_CLOSE => ipc::close(env, payload),
        op::IPC_EXPORT_EVENT => ipc::export_event(env, payload),
        op::IPC_OPEN_EVENT => ipc::open_event(env, payload),
        op::MEM_ALLOC => memory::alloc(env, payload),
        op::MEM_FREE => memory::free(env, payload),
        op::MEM_INFO => memory::info(env),
        op::HOST_MAP => memory::host_map(env, payload),
        op::HOST_UNMAP => memory::host_unmap(env, payload),
        op::HOST_TRACK => memory::host_track(env, payload),
        op::HOST_PAGES => memory::host_pages(env, payload),
        op::HOST_PAGES_BULK => memory::host_pages_bulk(env, payload),
        op::HOST_TOUCH => memory::host_touch(env, payload),
        op::HTOD_INLINE => copy_in::inline(env, payload),
        op::HTOD_BULK => copy_in::bulk(env, payload),
        op::HTOD_PINNED => copy_in::pinned(env, payload),
        op::DTOH => copy_out::pageable(env, payload),
        op::DTOH_PINNED => copy_out::pinned(env, payload),
        op::DTOD => memory::copy_device(env, payload),
        op::MEMSET => memory::memset(env, payload),
        op::ARRAY_CREATE => texture::create(env, payload),
        op::ARRAY_DESTROY => texture::destroy(env, payload),
        op::ARRAY_COPY => texture::copy(env, payload),
        op::OBJECT_CREATE => texture::object(env, payload),
        op::OBJECT_DESTROY => texture::forget(env, payload),
        op::VMM_GRANULARITY => vmm::granularity(env, payload),
        op::VMM_RESERVE => vmm::reserve(env, payload),
        op::VMM_UNRESERVE => vmm::unreserve(env, payload),
        op::VMM_CREATE => vmm::create(env, payload),
        op::VMM_RELEASE => vmm::release(env, payload),
        op::VMM_MAP => vmm::map(env, payload),
        op::VMM_UNMAP => vmm::unmap(env, payload),
        op::VMM_ACCESS => vmm::access(env, payload),
        op::GRAPH_NODES => graph::nodes(env, payload),
        op::GRAPH_INSTANTIATE => graph::instantiate(env, payload),
        op::GRAPH_SET_NODE => graph::set_node(env, payload),
        op::GRAPH_ENABLE => graph::enable(env, payload),
        op::GRAPH_LAUNCH => graph::launch(env, payload),
        op::GRAPH_DESTROY => graph::destroy(env, payload),
        op::GRAPH_HOST => graph::host(env, payload),
        op::GRAPH_RANGE => graph::range(env, payload),
        _ => plain::call(env, payload),
    }
}
