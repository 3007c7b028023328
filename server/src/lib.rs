//! bfpoold: front, worker, ledger.

pub mod generated;
pub mod worker;
