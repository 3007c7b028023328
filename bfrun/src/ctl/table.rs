//! Tables and figures for people.

/// Rows under a head; columns of numbers stand to the right.
#[derive(Debug, Default)]
pub(super) struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table with these columns; a `>` before a name puts the column to the right.
    pub(super) fn new(columns: &[&str]) -> Self {
        Table { rows: vec![columns.iter().map(|c| (*c).to_owned()).collect()] }
    }

    /// Adds a row.
    pub(super) fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().map(|cell| clean(&cell)).collect());
    }

    /// The lines, joined.
    pub(super) fn render(&self) -> String {
        let columns = self.rows[0].len();
        let name = |c: usize| self.rows[0][c].trim_start_matches('>');
        let width = |c: usize| {
            let cells = self.rows[1..].iter().filter_map(|row| row.get(c));
            cells.map(|cell| cell.chars().count()).chain([name(c).len()]).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..columns).map(width).collect();
        let line = |row: &Vec<String>| {
            let cells = row.iter().enumerate().map(|(c, cell)| {
                let (cell, width) = (cell.trim_start_matches('>'), widths[c]);
                if self.rows[0][c].starts_with('>') {
                    format!("{cell:>width$}")
                } else {
                    format!("{cell:<width$}")
                }
            });
            cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
        };
        self.rows.iter().map(line).collect::<Vec<_>>().join("\n")
    }
}

/// A text of another machine's, without what would move a terminal's cursor.
pub(super) fn clean(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { '?' } else { c }).collect()
}

/// Bytes as whole MiB.
pub(super) fn mib(bytes: u64) -> String {
    (bytes >> 20).to_string()
}

/// A length of time in its two largest units.
pub(super) fn age(seconds: u64) -> String {
    let (d, h, m, s) = (seconds / 86400, seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
    match (d, h, m) {
        (0, 0, 0) => format!("{s}s"),
        (0, 0, _) => format!("{m}m{s:02}s"),
        (0, _, _) => format!("{h}h{m:02}m"),
        _ => format!("{d}d{h:02}h"),
    }
}

/// CUDA's version from the driver's number: 13050 is 13.5.
pub(super) fn cuda(version: i32) -> String {
    format!("{}.{}", version / 1000, version % 1000 / 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned() {
        let mut table = Table::new(&["NAME", ">MIB"]);
        table.row(["a\x1b[2Jé".into(), "5".into()]);
        table.row(["b".into(), "12345".into()]);
        assert_eq!(table.render(), "NAME      MIB\na?[2Jé      5\nb       12345");
    }

    #[test]
    fn figures() {
        for (seconds, text) in
            [(0, "0s"), (59, "59s"), (61, "1m01s"), (3600, "1h00m"), (90061, "1d01h"), (8_640_000, "100d00h")]
        {
            assert_eq!(age(seconds), text);
        }
        assert_eq!((cuda(13050), cuda(12040), mib(5 << 20)), ("13.5".into(), "12.4".into(), "5".into()));
    }
}
