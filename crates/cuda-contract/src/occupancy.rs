//! Occupancy rules.
