//! All options: the help, the configuration file and the environment follow from this list.

use std::fmt::Write as _;

use transport::settings::distance;

/// What an option takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Takes {
    /// Nothing: it is there or not.
    Nothing,
    /// A value; of several the last counts.
    One,
    /// A value, each time another one.
    Many,
}

/// Where an option may stand besides the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// In the file and the environment.
    Everywhere,
    /// In the environment only.
    Environment,
    /// Nowhere else.
    CommandLine,
}

/// An option.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Opt {
    /// Its name; on the command line behind `--`.
    pub(super) name: &'static str,
    /// What its value is called in the help.
    pub(super) value: &'static str,
    pub(super) takes: Takes,
    pub(super) place: Place,
    /// What an example of a file has.
    pub(super) example: &'static str,
    /// Lines of help.
    pub(super) help: &'static [&'static str],
}

const fn many(
    name: &'static str,
    value: &'static str,
    example: &'static str,
    help: &'static [&'static str],
) -> Opt {
    Opt { name, value, takes: Takes::Many, place: Place::Everywhere, example, help }
}

const fn one(
    name: &'static str,
    value: &'static str,
    example: &'static str,
    help: &'static [&'static str],
) -> Opt {
    Opt { name, value, takes: Takes::One, place: Place::Everywhere, example, help }
}

const fn switch(name: &'static str, help: &'static [&'static str]) -> Opt {
    Opt { name, value: "", takes: Takes::Nothing, place: Place::Everywhere, example: "true", help }
}

const fn inherited(name: &'static str, help: &'static [&'static str]) -> Opt {
    Opt { name, value: "N", takes: Takes::One, place: Place::CommandLine, example: "", help }
}

/// In the order of the help.
pub(super) const OPTIONS: &[Opt] = &[
    many(
        "listen",
        "HOST:PORT",
        "[\"0.0.0.0:56001\"]",
        &["listen on TCP; may be given several times", "(default 127.0.0.1:56001, unless --unix)"],
    ),
    many("unix", "PATH", "[\"/run/bifrost/pool.sock\"]", &["listen on a Unix socket"]),
    switch(
        "insecure",
        &["allow addresses that other machines reach,", "although clients are not authenticated"],
    ),
    one(
        "auth",
        "FOLDER",
        "\"/etc/bifrost/server\"",
        &[
            "clients over TCP need a token of this folder,",
            "made by bfctl init; `none` (default:",
            "/etc/bifrost/server for root,",
            "~/.config/bifrost/server, if it is there)",
        ],
    ),
    one(
        "audit",
        "FILE",
        "\"/var/log/bifrost/audit.jsonl\"",
        &["append who did what as lines of JSON", "(default: audit.jsonl in that folder)"],
    ),
    one(
        "driver",
        "PATH",
        "\"/usr/lib/x86_64-linux-gnu/libcuda.so.1\"",
        &["the libcuda.so.1 to serve", "(default: the system's, else softcuda)"],
    ),
    switch("softcuda", &["serve the software device"]),
    one("devices", "LIST", "[0, 1]", &["`all` or numbers of devices: 0,1"]),
    one(
        "host-memory",
        "SIZE",
        "\"16GiB\"",
        &[
            "this machine's memory that a reservation may",
            "hold: pinned memory, copies under way, images;",
            "8G, 512MiB, 16384 (MiB) (default 16G)",
        ],
    ),
    switch(
        "no-zeroing",
        &["sessions get device memory as it is: with what", "another program may have left there"],
    ),
    one(
        "reconnect-grace",
        "TIME",
        "30",
        &[
            "how long sessions and reservations are kept for",
            "a client that the network cut off; 30, 2m",
            "(default 30 s; 0 = they end at once)",
        ],
    ),
    one(
        "keep-limit",
        "TIME",
        "\"1d\"",
        &[
            "longest that reservations outlive their clients",
            "(bfrun request): 90s, 12h, 7d",
            "(default 1d; 0 = there are none)",
        ],
    ),
    one(
        "wall-limit",
        "TIME",
        "\"12h\"",
        &["longest that any reservation lasts", "(default 0 = as long as it is held)"],
    ),
    one(
        "idle-limit",
        "TIME",
        "\"30m\"",
        &[
            "a reservation whose GPUs nothing has used for so",
            "long, and which holds no memory there, gives them",
            "up until it needs them; from 5s (default 0 = never)",
        ],
    ),
    one(
        "worker-uids",
        "A-B",
        "\"1900000000-1900065535\"",
        &["users of workers, one a tenant, if the server", "is root (default 1900000000-1900065535)"],
    ),
    one(
        "cache",
        "FOLDER",
        "\"/var/cache/bifrost\"",
        &[
            "where each tenant's compiled code is kept",
            "(default /var/cache/bifrost for root,",
            "~/.cache/bifrost; `none` = nowhere)",
        ],
    ),
    one(
        "state",
        "FOLDER",
        "\"/var/lib/bifrost\"",
        &[
            "where reservations are kept (bfrun request) that",
            "outlive the server (default /var/lib/bifrost for",
            "root, ~/.local/state/bifrost; `none` = nowhere)",
        ],
    ),
    switch(
        "no-confinement",
        &["workers are the server's user and may do what", "that may; see docs/SECURITY.md"],
    ),
    one(
        "drain-limit",
        "TIME",
        "60",
        &["how long what runs may go on after SIGTERM", "(default 60 s); a second signal ends it"],
    ),
    one("log", "LEVEL", "\"info\"", &["error, warn, info (default) or debug"]),
    one(
        "log-format",
        "FORMAT",
        "\"json\"",
        &[
            "text (default) or json: a line of JSON with time,",
            "level, message and, if it is about one, session",
        ],
    ),
    one(
        "metrics",
        "ADDR",
        "9401",
        &["Prometheus' metrics over HTTP: a port of", "loopback, or HOST:PORT, for whoever reaches it"],
    ),
    Opt {
        name: "config",
        value: "FILE",
        takes: Takes::One,
        place: Place::Environment,
        example: "",
        help: &[
            "settings that neither the command line nor the",
            "environment has (docs/bfpoold.md); `none`",
            "(default: /etc/bifrost/bfpoold.toml for root,",
            "~/.config/bifrost/bfpoold.toml, if it is there)",
        ],
    },
    inherited("exit-with-fd", &["end when descriptor N reads end of file"]),
    inherited("ready-fd", &["write the addresses to descriptor N when ready"]),
];

/// Options of which one takes the place of the other: addresses, drivers.
pub(super) fn group(name: &'static str) -> &'static str {
    match name {
        "unix" => "listen",
        "softcuda" => "driver",
        own => own,
    }
}

pub(super) fn find(name: &str) -> Option<&'static Opt> {
    OPTIONS.iter().find(|option| option.name == name)
}

impl Opt {
    /// Its variable, if it has one.
    pub(super) fn variable(&self) -> Option<String> {
        (self.place != Place::CommandLine)
            .then(|| format!("BIFROST_{}", self.name.replace('-', "_").to_ascii_uppercase()))
    }
}

/// The name of a field that is most like `text`, if it is like one.
pub(super) fn nearest(text: &str) -> Option<&'static str> {
    let fields = OPTIONS.iter().filter(|option| option.place == Place::Everywhere);
    let (steps, name) = fields.map(|option| (distance(text, option.name), option.name)).min()?;
    (steps <= 3).then_some(name)
}

/// What `--help` prints.
pub fn usage() -> String {
    let mut text = "bfpoold: serves GPUs of this machine to programs on other machines\n\n\
        usage: bfpoold [options]\n\n"
        .to_owned();
    for option in OPTIONS {
        let head = format!("--{} {}", option.name, option.value);
        for (i, line) in option.help.iter().enumerate() {
            let head = if i == 0 { head.trim_end() } else { "" };
            let variable = option.variable().filter(|_| i + 1 == option.help.len()).unwrap_or_default();
            let line = format!("  {head:<22} {line:<48} {variable}");
            let _ = writeln!(text, "{}", line.trim_end());
        }
    }
    text.push_str(
        "  --check-config         say whether all settings make sense, and end\n  --help, --version\n",
    );
    text
}

/// The table of docs/bfpoold.md.
#[cfg(test)]
pub(super) fn table() -> String {
    let mut text = "| field | example | variable | what it is |\n|---|---|---|---|\n".to_owned();
    for option in OPTIONS.iter().filter(|option| option.place == Place::Everywhere) {
        let variable = option.variable().unwrap_or_default();
        let help = option.help.join(" ");
        let _ = writeln!(text, "| `{}` | `{}` | `{variable}` | {help} |", option.name, option.example);
    }
    text
}
