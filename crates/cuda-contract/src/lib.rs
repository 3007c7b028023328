//! What every libcuda.so.1 owes its callers at start-up.
