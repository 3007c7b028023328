//! The software CUDA device: a libcuda.so.1 that executes PTX on the CPU.
