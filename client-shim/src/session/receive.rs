//! Takes frames from the ordered connection and acts on them.

use std::io;
use std::sync::atomic::Ordering;

use cuda_abi::CUresult;
use protocol::DecodeError;
use protocol::bulk::Received;
use protocol::frame::{HEADER_LEN, Kind, PushHead, ReplyHead};
use protocol::ops::{Progress as ProgressOp, ThreadError, push};
use zerocopy::FromBytes;
use zerocopy::little_endian::{I32, U64};

use super::bulk::Due;
use super::{LOST, Reading, Session};

/// Received bytes after which an acknowledgement is sent even if no frame of ours goes out.
const ACK_BYTES: usize = 256 * 1024;

type Result<T> = std::result::Result<T, DecodeError>;

fn split<T: FromBytes + zerocopy::KnownLayout + zerocopy::Immutable + zerocopy::Unaligned>(
    b: &[u8],
) -> Result<(&T, &[u8])> {
    T::ref_from_prefix(b).map_err(|_| DecodeError::Truncated(b.len(), size_of::<T>()))
}

impl Session {
    /// Waits for bytes and handles the frames in them.
    pub(super) fn read_blocking(&self, rx: &mut Reading) {
        if self.ordered.is_up() {
            let received = rx.wire.recv(rx.frames.space());
            self.handle_received(rx, received);
        }
    }

    /// Handles what has arrived; false if nothing had.
    pub(super) fn read_available(&self, rx: &mut Reading) -> bool {
        if !self.ordered.is_up() {
            return false;
        }
        let received = rx.wire.try_recv(rx.frames.space());
        if received.as_ref().is_err_and(|e| e.kind() == io::ErrorKind::WouldBlock) {
            return false;
        }
        self.handle_received(rx, received);
        true
    }

    /// Handles what has arrived unless another thread is reading. Never waits.
    pub fn pump(&self) {
        if let Some(mut rx) = self.rx.try_lock() {
            while self.lost().is_none() && self.read_available(&mut rx) {}
        }
        self.waiters.promote_one();
    }

    fn handle_received(&self, rx: &mut Reading, received: io::Result<usize>) {
        match received {
            Ok(0) => self
                .broke(&rx.wire, &"the worker closed the connection (it was stopped, or its server is down)"),
            Ok(n) => {
                self.handler.traffic(0, n as u64);
                rx.frames.filled(n);
                rx.unacknowledged += n;
                if let Err(e) = self.handle_frames(rx) {
                    self.fail(LOST, &format!("the worker sent something that is not the protocol: {e}"));
                }
            }
            Err(e) => self.broke(&rx.wire, &format_args!("receiving from the worker failed: {e}")),
        }
    }

    fn handle_frames(&self, rx: &mut Reading) -> Result<()> {
        let mut ack = 0;
        while let Some(frame) = rx.frames.next()? {
            let seq = frame.header.seq.get();
            if frame.kind != Kind::Ack && !rx.sequence.take(seq)? {
                continue;
            }
            // Acknowledgements free the window before the frame's own effect wakes anybody.
            ack = ack.max(frame.header.ack.get());
            match frame.kind {
                Kind::Reply => self.on_reply(frame.header.thread.get(), frame.payload)?,
                Kind::Push => self.on_push(frame.header.func.get(), frame.header.ctx.get(), frame.payload)?,
                Kind::Ack if frame.payload.is_empty() => {}
                Kind::Ack => self.bulk_told(split::<Received>(frame.payload)?.0)?,
                k => return Err(DecodeError::BadFrameKind(k as u8)),
            }
        }
        self.note(rx, ack)
    }

    fn note(&self, rx: &mut Reading, ack: u64) -> Result<()> {
        let mut q = self.tx.lock();
        q.note_received(rx.sequence.last());
        let freed = q.acknowledge(ack)?;
        let ack_due = rx.unacknowledged >= ACK_BYTES;
        if ack_due {
            rx.unacknowledged = 0;
            q.append_ack();
        }
        drop(q);
        if freed {
            self.waiters.wake_all();
        }
        // A thread that is writing now sends the acknowledgement too; waiting for it here could stop both directions.
        if ack_due && let Some(writing) = self.write.try_lock() {
            drop(writing);
            self.io.flush_soon(&self.ordered);
        }
        Ok(())
    }

    fn on_reply(&self, thread: u32, payload: &[u8]) -> Result<()> {
        let (head, rest) = split::<ReplyHead>(payload)?;
        // What came before may still have to be stored to the same memory.
        let store = self.bulk.may_act(head.watermark.get());
        self.waiters.deliver(thread, head, rest, store);
        Ok(())
    }

    fn on_push(&self, kind: u16, ctx: u32, payload: &[u8]) -> Result<()> {
        let (head, rest) = split::<PushHead>(payload)?;
        match kind {
            push::PROGRESS => {
                let (p, _) = ProgressOp::split(rest)?;
                self.when_here(head, Due::Progress(p.ctx.get(), p.stream.get(), p.seq.get()));
            }
            push::ERROR => {
                let (e, _) = ThreadError::split(rest)?;
                let thread = e.thread.get();
                let tell = || {
                    self.handler.error(thread, ctx, CUresult(e.result.get()), e.seq.get(), e.func.get());
                };
                if thread == 0 { tell() } else { self.waiters.if_alive(thread, tell) }
            }
            push::HOST_DATA => {
                let (addr, bytes) = split::<U64>(rest)?;
                if self.bulk.may_act(head.watermark.get()) {
                    self.handler.host_data(addr.get(), bytes);
                } else {
                    self.when_here(head, Due::HostData(addr.get(), bytes.to_vec()));
                }
            }
            push::HOST_PAGES => {
                if self.bulk.may_act(head.watermark.get()) {
                    self.handler.host_pages(rest);
                } else {
                    self.when_here(head, Due::HostPages(rest.to_vec()));
                }
            }
            push::PULL_REFUSED => self.bulk.refuse(split::<U64>(rest)?.0.get()),
            push::PULL => self.when_here(head, Due::Pull(split::<U64>(rest)?.0.get())),
            push::BULK_CREDIT => {
                let (xfer, rest) = split::<U64>(rest)?;
                self.bulk.grant(xfer.get(), split::<U64>(rest)?.0.get());
                self.waiters.wake_all();
            }
            push::HOST_FN => self.when_here(head, Due::HostFn(split::<U64>(rest)?.0.get())),
            push::PRINTF => self.handler.printf(rest),
            push::SAID => self.handler.said(rest),
            push::CLOSED => {
                let (code, reason) = split::<I32>(rest)?;
                self.fail(CUresult(code.get()), &String::from_utf8_lossy(reason));
            }
            k => return Err(DecodeError::BadField("push kind", k.into())),
        }
        Ok(())
    }

    /// Does what a push asks for once the bulk bytes before it are here: it may read what they change, or write over them.
    fn when_here(&self, head: &PushHead, due: Due) {
        let watermark = head.watermark.get();
        let due = if self.bulk.may_act(watermark) { Some(due) } else { self.bulk.defer(watermark, due) };
        if let Some(due) = due {
            self.apply(due);
        }
    }

    pub(super) fn apply(&self, due: Due) {
        match due {
            Due::Progress(ctx, stream, seq) => self.apply_progress(ctx, stream, seq),
            Due::Pull(xfer) => self.bulk.pull(self, xfer),
            Due::HostFn(id) => self.handler.host_fn(id),
            Due::HostData(addr, bytes) => self.handler.host_data(addr, &bytes),
            Due::HostPages(records) => self.handler.host_pages(&records),
        }
    }

    /// A stream has passed `seq` and its host memory is here.
    fn apply_progress(&self, ctx: u32, stream: u32, seq: u64) {
        // Whoever ends a stream holds the lock alone: one of both sees that it is over.
        let over = self.streams.read().get(&(ctx, stream)).is_some_and(|p| {
            p.complete(seq);
            p.ended.load(Ordering::Relaxed) && p.idle()
        });
        if over {
            self.forget_stream(ctx, stream);
        }
        self.waiters.wake_all();
    }
}

const _: () = assert!(HEADER_LEN == 32);
