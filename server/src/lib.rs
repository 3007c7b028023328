//! bfpoold: front, worker, ledger.
