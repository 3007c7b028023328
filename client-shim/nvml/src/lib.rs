//! The client libnvidia-ml.so.1.
