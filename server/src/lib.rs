//! bfpoold: front, worker, ledger.

pub mod adoption;
pub mod front;
pub mod generated;
pub mod worker;
