//! Texts under `tests/snapshots`, refreshed by `UPDATE_SNAPSHOTS=1`.

use std::path::Path;

/// Compares a text with its snapshot, or writes it.
pub fn check(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("snapshots").join(name);
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        std::fs::write(&path, text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        return;
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    let differ: Vec<String> = differences(&expected, text);
    assert!(differ.is_empty(), "{name} differs (UPDATE_SNAPSHOTS=1 refreshes it):\n{}", differ.join("\n"));
}

fn differences(expected: &str, found: &str) -> Vec<String> {
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    let (old, new) = (lines(expected), lines(found));
    let gone = old.iter().filter(|l| !new.contains(l)).map(|l| format!("- {l}"));
    let added = new.iter().filter(|l| !old.contains(l)).map(|l| format!("+ {l}"));
    let moved = (old != new).then(|| "(order or number of lines)".to_owned());
    gone.chain(added).chain(moved).collect()
}
