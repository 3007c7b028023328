//! bfctl: looks at pools and manages them.

use std::process::ExitCode;

fn main() -> ExitCode {
    bifrost_client::bfctl()
}
