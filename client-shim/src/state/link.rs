//! Links: the worker holds the driver's, the client the options' buffers and the result.

use std::sync::{Arc, OnceLock};

use cuda_abi::{CUlinkState, CUresult};
use parking_lot::Mutex;
use protocol::INLINE_MAX;
use protocol::ops::{LinkAdd, LinkCreate, LinkId, op};
use protocol::snapshot::Linked;
use zerocopy::IntoBytes;

use super::Global;
use super::context::Context;
use super::module::Options;
use crate::handle;
use crate::session::{Reply, Wait};

/// A CUlinkState.
pub(crate) struct Link {
    handle: usize,
    /// Id on the wire.
    id: u32,
    context: u32,
    /// The program's buffers for messages; calls of one link follow each other.
    options: Mutex<Options>,
    /// The linked program; the caller of cuLinkComplete reads it until the link is destroyed.
    image: OnceLock<Vec<u8>>,
}

impl Link {
    /// The handle that the program sees.
    pub(crate) fn raw(&self) -> CUlinkState {
        handle::raw(self.handle)
    }

    /// Whether the link belongs to a context.
    pub(crate) fn is_of(&self, context: u32) -> bool {
        self.context == context
    }

    /// cuLinkCreate.
    pub(crate) fn create(g: &Global, context: &Context, options: Options) -> Result<Arc<Link>, CUresult> {
        let id = g.ids.next();
        let request = LinkCreate { id: id.into(), options: (options.values.len() as u32).into() };
        let parts: [&[u8]; 2] = [request.as_bytes(), &options.encode()];
        g.call(context.id, op::LINK_CREATE, &parts, Wait::Setup)?;
        let (context, options, image) = (context.id, Mutex::new(options), OnceLock::new());
        Ok(g.links.insert_with(|handle| Arc::new(Link { handle, id, context, options, image })))
    }

    /// cuLinkAddData: small inputs inline, large ones over bulk.
    pub(crate) fn add(
        &self,
        g: &Global,
        kind: u32,
        bytes: &[u8],
        name: &[u8],
        options: &Options,
    ) -> Result<(), CUresult> {
        if bytes.is_empty() {
            return Err(CUresult::INVALID_VALUE);
        }
        // It is for messages only.
        let name = &name[..name.len().min(NAME_MAX)];
        let own = self.options.lock();
        let inline = bytes.len() <= INLINE_MAX - NAME_MAX;
        let xfer = if inline { 0 } else { g.session.new_xfer() };
        let request = LinkAdd {
            id: self.id.into(),
            kind: kind.into(),
            len: (bytes.len() as u64).into(),
            xfer: xfer.into(),
            name: (name.len() as u32).into(),
            options: (options.values.len() as u32).into(),
        };
        let head: [&[u8]; 3] = [request.as_bytes(), &options.encode(), name];
        let reply = if inline {
            g.session.call(self.context, op::LINK_ADD, &[head[0], head[1], head[2], bytes], Wait::Setup)
        } else {
            let (at, len) = (bytes.as_ptr(), bytes.len());
            // SAFETY: the input is borrowed for the whole call.
            unsafe { g.session.call_with_bulk(self.context, op::LINK_ADD, &head, xfer, at, len, Wait::Setup) }
        };
        told(&own, reply?).map(drop)
    }

    /// cuLinkComplete: the linked program, as often as it is asked for.
    pub(crate) fn complete(&self, g: &Global) -> Result<&[u8], CUresult> {
        let own = self.options.lock();
        if self.image.get().is_none() {
            let request = LinkId { id: self.id.into() };
            let reply =
                g.session.call(self.context, op::LINK_COMPLETE, &[request.as_bytes()], Wait::Setup)?;
            let image = told(&own, reply)?;
            // Nobody else sets it: the options are locked.
            let _ = self.image.set(image);
        }
        Ok(self.image.get().map_or(&[], Vec::as_slice))
    }

    /// cuLinkDestroy.
    pub(crate) fn destroy(&self, g: &Global) -> Result<(), CUresult> {
        let request = LinkId { id: self.id.into() };
        g.call(self.context, op::LINK_DESTROY, &[request.as_bytes()], Wait::Setup).map(drop)
    }
}

/// Longest name of an input, in bytes.
const NAME_MAX: usize = 4096;

/// Writes the messages to the program's buffers; the image that came with them.
fn told(options: &Options, reply: Reply) -> Result<Vec<u8>, CUresult> {
    reply.result.ok()?;
    let linked: Linked = protocol::control::decode(&reply.payload).map_err(|_| CUresult::UNKNOWN)?;
    options.report(&linked.logs);
    CUresult(linked.code).ok()?;
    Ok(linked.image)
}
