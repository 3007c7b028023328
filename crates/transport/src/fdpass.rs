//! Descriptors over Unix sockets (SCM_RIGHTS).

use std::io;
use std::os::fd::{AsRawFd, BorrowedFd, FromRawFd, OwnedFd, RawFd};

/// Most descriptors that one message carries.
pub const DESCRIPTORS_MAX: usize = 8;

/// Room for the control data of [`DESCRIPTORS_MAX`] descriptors; u64 for its alignment.
type Control = [u64; 8];

const _: () = {
    // SAFETY: CMSG_SPACE only computes.
    let need = unsafe { libc::CMSG_SPACE((DESCRIPTORS_MAX * size_of::<RawFd>()) as u32) };
    assert!(need as usize <= size_of::<Control>());
};

/// Sends all of `bytes`, and the descriptors with the first of them.
///
/// # Errors
/// [`io::ErrorKind::InvalidInput`] for no bytes or too many descriptors; what sendmsg says. No SIGPIPE is raised.
pub fn send(socket: BorrowedFd<'_>, bytes: &[u8], descriptors: &[BorrowedFd<'_>]) -> io::Result<()> {
    if bytes.is_empty() || descriptors.len() > DESCRIPTORS_MAX {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    let mut sent = send_some(socket, bytes, descriptors)?;
    while sent < bytes.len() {
        sent += send_some(socket, &bytes[sent..], &[])?;
    }
    Ok(())
}

/// Receives at most `buf.len()` bytes and the descriptors that came with them, close-on-exec; 0 bytes: the peer has ended the stream.
///
/// # Errors
/// [`io::ErrorKind::InvalidData`] when more descriptors came than fit; those that did arrive are closed.
pub fn recv(socket: BorrowedFd<'_>, buf: &mut [u8]) -> io::Result<(usize, Vec<OwnedFd>)> {
    let mut control: Control = [0; 8];
    let mut iov = libc::iovec { iov_base: buf.as_mut_ptr().cast(), iov_len: buf.len() };
    let mut msg = message(&mut iov);
    msg.msg_control = control.as_mut_ptr().cast();
    msg.msg_controllen = size_of::<Control>();
    // SAFETY: `msg` names `buf` and `control`, which both outlive the call.
    let received =
        retry(|| unsafe { libc::recvmsg(socket.as_raw_fd(), &raw mut msg, libc::MSG_CMSG_CLOEXEC) })?;
    let descriptors = take(&msg);
    if msg.msg_flags & libc::MSG_CTRUNC != 0 {
        let text = "more descriptors arrived than were expected";
        return Err(io::Error::new(io::ErrorKind::InvalidData, text));
    }
    Ok((received, descriptors))
}

fn send_some(socket: BorrowedFd<'_>, bytes: &[u8], descriptors: &[BorrowedFd<'_>]) -> io::Result<usize> {
    let mut control: Control = [0; 8];
    let mut iov = libc::iovec { iov_base: bytes.as_ptr().cast_mut().cast(), iov_len: bytes.len() };
    let mut msg = message(&mut iov);
    if !descriptors.is_empty() {
        let payload = (descriptors.len() * size_of::<RawFd>()) as u32;
        msg.msg_control = control.as_mut_ptr().cast();
        // SAFETY: CMSG_SPACE and CMSG_LEN only compute.
        let (space, length) = unsafe { (libc::CMSG_SPACE(payload), libc::CMSG_LEN(payload)) };
        msg.msg_controllen = space as usize;
        // SAFETY: the control buffer is aligned and holds one header with `payload` bytes (checked at compile time for the maximum),
        // so the header and its data are inside it.
        unsafe {
            let header = libc::CMSG_FIRSTHDR(&raw const msg);
            (*header).cmsg_level = libc::SOL_SOCKET;
            (*header).cmsg_type = libc::SCM_RIGHTS;
            (*header).cmsg_len = length as usize;
            let data = libc::CMSG_DATA(header).cast::<RawFd>();
            for (i, fd) in descriptors.iter().enumerate() {
                data.add(i).write_unaligned(fd.as_raw_fd());
            }
        }
    }
    // SAFETY: `msg` names `bytes`, which sendmsg only reads, and `control`; both outlive the call.
    retry(|| unsafe { libc::sendmsg(socket.as_raw_fd(), &raw const msg, libc::MSG_NOSIGNAL) })
}

fn message(iov: &mut libc::iovec) -> libc::msghdr {
    // SAFETY: all-zero is a valid msghdr.
    let mut msg: libc::msghdr = unsafe { std::mem::zeroed() };
    msg.msg_iov = iov;
    msg.msg_iovlen = 1;
    msg
}

fn retry(call: impl FnMut() -> isize) -> io::Result<usize> {
    let mut call = call;
    loop {
        match usize::try_from(call()) {
            Ok(n) => return Ok(n),
            Err(_) => {
                let error = io::Error::last_os_error();
                if error.kind() != io::ErrorKind::Interrupted {
                    return Err(error);
                }
            }
        }
    }
}

/// Takes ownership of all descriptors that a received message carries.
fn take(msg: &libc::msghdr) -> Vec<OwnedFd> {
    let mut taken = Vec::new();
    // SAFETY: `msg` was filled by recvmsg; the macros stay inside msg_controllen.
    let mut header = unsafe { libc::CMSG_FIRSTHDR(msg) };
    while !header.is_null() {
        // SAFETY: a header that CMSG_FIRSTHDR or CMSG_NXTHDR gave is inside the control data.
        let (level, kind, length) =
            unsafe { ((*header).cmsg_level, (*header).cmsg_type, (*header).cmsg_len) };
        if level == libc::SOL_SOCKET && kind == libc::SCM_RIGHTS {
            // SAFETY: CMSG_LEN only computes.
            let empty = unsafe { libc::CMSG_LEN(0) } as usize;
            let count = length.saturating_sub(empty) / size_of::<RawFd>();
            for i in 0..count {
                // SAFETY: the kernel wrote `count` fresh descriptors there; nobody else owns them.
                taken.push(unsafe {
                    let data = libc::CMSG_DATA(header).cast::<RawFd>();
                    OwnedFd::from_raw_fd(data.add(i).read_unaligned())
                });
            }
        }
        // SAFETY: as above.
        header = unsafe { libc::CMSG_NXTHDR(msg, header) };
    }
    taken
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::io::{Read, Write};
    use std::os::fd::AsFd;
    use std::os::unix::net::UnixStream;

    use super::*;

    fn pipes(count: usize) -> Vec<(io::PipeReader, io::PipeWriter)> {
        (0..count).map(|_| io::pipe().unwrap()).collect()
    }

    #[test]
    fn descriptors_arrive_with_the_bytes() {
        for count in [0, 1, 2, DESCRIPTORS_MAX] {
            let (a, b) = UnixStream::pair().unwrap();
            let pipes = pipes(count);
            let ends: Vec<_> = pipes.iter().map(|(_, w)| w.as_fd()).collect();
            send(a.as_fd(), b"hello", &ends).unwrap();
            let mut buf = [0; 16];
            let (n, fds) = recv(b.as_fd(), &mut buf).unwrap();
            assert_eq!((&buf[..n], fds.len()), (&b"hello"[..], count));
            for (fd, (mut reader, writer)) in fds.into_iter().zip(pipes) {
                // SAFETY: F_GETFD on an open descriptor.
                assert_eq!(unsafe { libc::fcntl(fd.as_raw_fd(), libc::F_GETFD) }, libc::FD_CLOEXEC);
                drop(writer);
                File::from(fd).write_all(b"x").unwrap();
                let mut text = String::new();
                reader.read_to_string(&mut text).unwrap();
                assert_eq!(text, "x");
            }
        }
    }

    #[test]
    fn too_many_are_not_sent() {
        let (a, _b) = UnixStream::pair().unwrap();
        let pipes = pipes(DESCRIPTORS_MAX + 1);
        let ends: Vec<_> = pipes.iter().map(|(_, w)| w.as_fd()).collect();
        assert_eq!(send(a.as_fd(), b"x", &ends).unwrap_err().kind(), io::ErrorKind::InvalidInput);
        assert_eq!(send(a.as_fd(), b"", &ends[..1]).unwrap_err().kind(), io::ErrorKind::InvalidInput);
    }

    #[test]
    fn truncated_control_data_is_an_error_and_leaks_nothing() {
        let (a, b) = UnixStream::pair().unwrap();
        let (mut reader, writer) = io::pipe().unwrap();
        // Python-like peers may send more than we ever do.
        send_raw(a.as_fd(), writer.as_raw_fd(), 40);
        let mut buf = [0; 4];
        assert_eq!(recv(b.as_fd(), &mut buf).unwrap_err().kind(), io::ErrorKind::InvalidData);
        drop(writer);
        let mut text = String::new();
        reader.read_to_string(&mut text).unwrap();
        assert_eq!(text, "");
    }

    fn send_raw(socket: BorrowedFd<'_>, fd: RawFd, count: usize) {
        let mut control = [0u64; 64];
        let mut byte = 0u8;
        let mut iov = libc::iovec { iov_base: (&raw mut byte).cast(), iov_len: 1 };
        let mut msg = message(&mut iov);
        let payload = (count * size_of::<RawFd>()) as u32;
        msg.msg_control = control.as_mut_ptr().cast();
        // SAFETY: the buffer holds `count` descriptors.
        let sent = unsafe {
            msg.msg_controllen = libc::CMSG_SPACE(payload) as usize;
            let header = libc::CMSG_FIRSTHDR(&raw const msg);
            (*header).cmsg_level = libc::SOL_SOCKET;
            (*header).cmsg_type = libc::SCM_RIGHTS;
            (*header).cmsg_len = libc::CMSG_LEN(payload) as usize;
            for i in 0..count {
                libc::CMSG_DATA(header).cast::<RawFd>().add(i).write_unaligned(fd);
            }
            libc::sendmsg(socket.as_raw_fd(), &raw const msg, 0)
        };
        assert_eq!(sent, 1);
    }

    #[test]
    fn end_of_stream_is_zero_bytes() {
        let (a, b) = UnixStream::pair().unwrap();
        drop(a);
        let (n, fds) = recv(b.as_fd(), &mut [0; 4]).unwrap();
        assert_eq!((n, fds.len()), (0, 0));
    }
}
