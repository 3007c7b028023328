//! Benchmarks: remote against direct and bare sockets.
