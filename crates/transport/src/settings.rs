//! `BIFROST_*` variables that mean nothing: a slip of the pen is told instead of ignored.

/// All that mean something, to one of the programs or to the scripts and tests of the project.
const KNOWN: [&str; 51] = [
    "BIFROST_AUDIT",
    "BIFROST_AUTH",
    "BIFROST_BUNDLE",
    "BIFROST_CACHE",
    "BIFROST_CONFIG",
    "BIFROST_CUDA_HEADERS",
    "BIFROST_CUTS",
    "BIFROST_DEVICES",
    "BIFROST_DEVICE_FILES",
    "BIFROST_DIST",
    "BIFROST_DRAIN_LIMIT",
    "BIFROST_DRIVER",
    "BIFROST_FILTER",
    "BIFROST_GPUS",
    "BIFROST_HOST_MEMORY",
    "BIFROST_IDLE_LIMIT",
    "BIFROST_INSECURE",
    "BIFROST_KEEP_LIMIT",
    "BIFROST_LIB",
    "BIFROST_LISTEN",
    "BIFROST_LOCAL",
    "BIFROST_LOG",
    "BIFROST_LOG_FORMAT",
    "BIFROST_MEMORY",
    "BIFROST_METRICS",
    "BIFROST_NO_CONFINEMENT",
    "BIFROST_NO_ZEROING",
    "BIFROST_PLACEMENT",
    "BIFROST_PROGRAMS",
    "BIFROST_PROGRAMS_JOBS",
    "BIFROST_PROGRAMS_SASS",
    "BIFROST_PYTHON",
    "BIFROST_QUIET",
    "BIFROST_RECONNECT_GRACE",
    "BIFROST_RESERVATION",
    "BIFROST_RUN_STATS",
    "BIFROST_SERVER",
    "BIFROST_SESSION",
    "BIFROST_SOFTCUDA",
    "BIFROST_STATE",
    "BIFROST_STATS",
    "BIFROST_SYNC",
    "BIFROST_TEST_DRIVER",
    "BIFROST_TOKEN",
    "BIFROST_TOOLCHAIN",
    "BIFROST_TRACE",
    "BIFROST_UNIX",
    "BIFROST_WAIT",
    "BIFROST_WALL_LIMIT",
    "BIFROST_WORKER_TRACE",
    "BIFROST_WORKER_UIDS",
];

/// Whether a variable means something.
pub fn is_known(name: &str) -> bool {
    KNOWN.contains(&name)
}

/// A line about each variable of this process's environment that looks like a setting and is none.
pub fn unknown_here() -> Vec<String> {
    unknown(std::env::vars_os().map(|(name, _)| name.to_string_lossy().into_owned()))
}

/// A line about each variable that looks like a setting and is none.
pub fn unknown(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut names: Vec<String> = names.filter(|name| is_meant(name) && !KNOWN.contains(&&**name)).collect();
    names.sort_unstable();
    names.iter().map(|name| line(name)).collect()
}

/// Kubernetes gives every container variables about services: BIFROST_SERVICE_HOST, BIFROST_PORT_56001_TCP.
fn is_meant(name: &str) -> bool {
    name.starts_with("BIFROST_") && !name.contains("_SERVICE_") && !name.contains("_PORT")
}

fn line(name: &str) -> String {
    let name = name.escape_default();
    let nearest = KNOWN.iter().map(|known| (distance(&name.to_string(), known), known)).min();
    match nearest {
        Some((steps, known)) if steps <= 3 => {
            format!("{name} is no setting and is ignored; did you mean {known}?")
        }
        _ => format!("{name} is no setting and is ignored; see --help"),
    }
}

/// Insertions, deletions and replacements that make one text of the other (Levenshtein).
pub fn distance(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.bytes().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, y) in b.bytes().enumerate() {
            let replaced = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances() {
        for (a, b, want) in
            [("", "", 0), ("abc", "", 3), ("", "ab", 2), ("abc", "abc", 0), ("kitten", "sitting", 3)]
        {
            assert_eq!((distance(a, b), distance(b, a)), (want, want), "{a} {b}");
        }
    }

    #[test]
    fn every_setting_of_the_programs_is_known() {
        let sources = [
            include_str!("control/session.rs"),
            include_str!("../../access/src/bundle.rs"),
            include_str!("../../../bfrun/src/options/mod.rs"),
            include_str!("../../../bfrun/src/options/given.rs"),
            include_str!("../../../server/src/front/worker.rs"),
            include_str!("../../../client-shim/src/entry.rs"),
            include_str!("../../../client-shim/src/state/mod.rs"),
        ];
        let is_part = |c: char| c.is_ascii_uppercase() || c == '_';
        for source in sources {
            let names =
                source.match_indices("BIFROST_").map(|(at, _)| source[at..].split(|c| !is_part(c)).next());
            for name in names.flatten() {
                assert!(KNOWN.contains(&name), "{name}");
            }
        }
    }

    #[test]
    fn slips_of_the_pen_are_told_with_the_nearest_name() {
        let told = |name: &str| unknown(std::iter::once(name.to_owned()));
        let nothing: [String; 0] = [];
        for name in KNOWN.iter().chain(&["PATH", "BIFROST_SERVICE_HOST", "BIFROST_PORT_56001_TCP"]) {
            assert_eq!(told(name), nothing, "{name}");
        }
        let cases = [
            ("BIFROST_TRACK", "did you mean BIFROST_TRACE?"),
            ("BIFROST_SERVERS", "did you mean BIFROST_SERVER?"),
            ("BIFROST_MEMROY", "did you mean BIFROST_MEMORY?"),
            ("BIFROST_FROBNICATE", "see --help"),
        ];
        for (name, words) in cases {
            let lines = told(name);
            assert!(lines.len() == 1 && lines[0].contains(name) && lines[0].contains(words), "{lines:?}");
        }
    }
}
