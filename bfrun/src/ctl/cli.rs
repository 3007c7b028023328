//! bfctl's command line.

use std::path::PathBuf;

use clap::{Parser, Subcommand};
use clap_complete::Shell;

/// Looks at pools and manages them.
#[derive(Debug, Parser)]
#[command(name = "bfctl", version, max_term_width = 100, disable_help_subcommand = true)]
pub(super) struct Cli {
    /// Pool server, also unix:/PATH; may be given several times [default: BIFROST_SERVER]
    #[arg(long, global = true, value_name = "HOST:PORT")]
    pub(super) server: Vec<String>,
    /// Print one line of JSON
    #[arg(long, global = true)]
    pub(super) json: bool,
    #[command(subcommand)]
    pub(super) command: Command,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Servers, with what of them is in use
    Status,
    /// GPUs of the pool
    ListGpus,
    /// Sessions: processes that use the pool
    Sessions,
    /// GPUs and what uses them, as nvidia-smi shows it, over all servers
    Smi,
    /// Check servers and this client: each failure with its remedy
    Health {
        /// Check this client only: libraries, folders, settings
        #[arg(long)]
        local: bool,
    },
    /// End a session
    Kill {
        /// Its name, or the first digits of it (bfctl sessions)
        session: String,
    },
    /// Let servers give no new reservations; what runs goes on
    Drain {
        /// Let them give reservations again
        #[arg(long, conflicts_with = "wait")]
        undo: bool,
        /// Wait until nothing runs any more, so many seconds at most
        #[arg(long, value_name = "SECONDS")]
        wait: Option<u64>,
    },
    /// Print a completion script for a shell
    Completions {
        /// Which shell
        shell: Shell,
    },
    /// Write manual pages into a folder
    Man {
        /// The folder
        folder: PathBuf,
    },
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn options_stand_before_or_after_the_command() {
        for line in ["bfctl --json --server a:1 status", "bfctl status --server a:1 --json"] {
            let cli = Cli::try_parse_from(line.split(' ')).unwrap();
            assert!(cli.json && cli.server == ["a:1"], "{line}");
        }
        for line in
            ["bfctl", "bfctl statos", "bfctl kill", "bfctl drain --undo --wait 3", "bfctl drain --wait soon"]
        {
            assert!(Cli::try_parse_from(line.split(' ')).is_err(), "{line}");
        }
    }
}
