//! bfctl's command line.

use std::ffi::OsString;
use std::path::PathBuf;

use access::Scope;
use clap::{Args, Parser, Subcommand, ValueEnum};
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
    /// Run a program as bfrun does and tell which of the programs below it have Bifrost's libcuda, and why others have not
    Doctor {
        /// With a private server instead of the pool
        #[arg(long)]
        local: bool,
        /// The program and its arguments
        #[arg(last = true, required = true, value_name = "PROGRAM")]
        command: Vec<OsString>,
    },
    /// End a session, or a reservation with all its sessions
    Kill {
        /// The first digits of a session's name, or a reservation (r12), as bfctl sessions shows them
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
    /// Make a server's folder: authority, certificate, first token (run on the server)
    Init(Init),
    /// Who may use a server (run on the server)
    Token {
        /// The server's folder [default: /etc/bifrost/server for root, else ~/.config/bifrost/server]
        #[arg(long, global = true, value_name = "FOLDER")]
        folder: Option<PathBuf>,
        #[command(subcommand)]
        command: TokenCommand,
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

#[derive(Debug, Args)]
pub(super) struct Init {
    /// The folder [default: /etc/bifrost/server for root, else ~/.config/bifrost/server]
    #[arg(long, value_name = "FOLDER")]
    pub(super) folder: Option<PathBuf>,
    /// Further name or address of the server for its certificate; may be given several times
    #[arg(long, value_name = "NAME")]
    pub(super) name: Vec<String>,
    /// Make a new certificate only, from the same authority
    #[arg(long)]
    pub(super) certificate: bool,
    /// Where the first token's bundle goes [default: bifrost-admin.tar]; --server tells it the server's addresses
    #[arg(long, value_name = "FILE", conflicts_with = "certificate")]
    pub(super) out: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
pub(super) enum TokenCommand {
    /// Make a token and its bundle; --server tells the bundle the server's addresses
    Create(Create),
    /// All tokens
    List,
    /// Let a deactivated token in again
    Activate {
        /// Its name, or the first digits of its id
        token: String,
    },
    /// Let a token in no more, until it is activated
    Deactivate {
        /// Its name, or the first digits of its id
        token: String,
    },
    /// Let a token end later, or earlier
    Extend {
        /// Its name, or the first digits of its id
        token: String,
        /// From now: 365d, 12h, a date (2030-12-31) or never
        #[arg(long, value_name = "TIME", default_value = "365d")]
        expires: String,
    },
    /// Forget a token
    Delete {
        /// Its name, or the first digits of its id
        token: String,
    },
}

#[derive(Debug, Args)]
pub(super) struct Create {
    /// Whose it is
    pub(super) name: String,
    /// When it ends: 365d, 12h, a date (2030-12-31) or never
    #[arg(long, value_name = "TIME", default_value = "365d")]
    pub(super) expires: String,
    /// What it allows
    #[arg(long, value_delimiter = ',', default_value = "use")]
    pub(super) scope: Vec<ScopeName>,
    /// Most GPUs that it may hold at one time
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) gpus: Option<u32>,
    /// Most memory of GPUs that it may hold at one time: 4000 (MiB) or 16GiB
    #[arg(long, value_name = "MIB")]
    pub(super) memory: Option<String>,
    /// Longest that a reservation lasts: 90s, 10m, 8h, 7d
    #[arg(long, value_name = "TIME")]
    pub(super) wall_time: Option<String>,
    /// Time after which a reservation whose GPUs nothing uses gives them up, until it needs them
    #[arg(long, value_name = "TIME")]
    pub(super) idle: Option<String>,
    /// Where its bundle goes [default: bifrost-NAME.tar]
    #[arg(long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
}

/// A scope by its name.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(super) enum ScopeName {
    /// Use GPUs
    Use,
    /// Manage the pool
    Admin,
}

impl From<ScopeName> for Scope {
    fn from(name: ScopeName) -> Scope {
        match name {
            ScopeName::Use => Scope::Use,
            ScopeName::Admin => Scope::Admin,
        }
    }
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
        for line in [
            "bfctl",
            "bfctl statos",
            "bfctl kill",
            "bfctl drain --undo --wait 3",
            "bfctl drain --wait soon",
            "bfctl doctor",
            "bfctl doctor sh",
        ] {
            assert!(Cli::try_parse_from(line.split(' ')).is_err(), "{line}");
        }
    }
}
