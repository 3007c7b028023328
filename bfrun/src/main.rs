//! bfrun: runs a program with GPUs of a pool.

use std::process::ExitCode;

fn main() -> ExitCode {
    bifrost_client::bfrun()
}
