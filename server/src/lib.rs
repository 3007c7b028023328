//! bfpoold: front, worker, ledger.

pub mod front;
pub mod generated;
pub mod worker;
