//! Warp-vectorised PTX interpreter.
