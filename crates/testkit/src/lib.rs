//! Helpers shared by tests.
