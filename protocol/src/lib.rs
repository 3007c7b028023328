//! Frames, hello, session state machines: bytes and time in, bytes out.
