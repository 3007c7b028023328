//! The client libcuda.so.1.
