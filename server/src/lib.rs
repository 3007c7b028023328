//! bfpoold: front, worker, ledger.

pub mod adoption;
pub mod confine;
pub mod front;
pub mod generated;
pub mod worker;
