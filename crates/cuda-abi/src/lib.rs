//! CUDA driver C types, result codes and the function table.
