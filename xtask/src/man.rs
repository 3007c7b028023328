//! Manual pages out of what programs say to `--help`.
//!
//! The first line is `NAME: what it does`; `usage:` begins the synopsis; lines that begin with two blanks and a hyphen are options, with the text in a
//! column of its own that may go on in the next lines, and perhaps a variable behind it; `Exit status:` and `Also in the environment:` begin sections.

use std::fmt::Write as _;

/// The page of a program, in a section of the manual; `also`: other pages.
///
/// # Errors
/// The text does not look as it should.
pub(crate) fn page(help: &str, section: u8, also: &str) -> Result<String, String> {
    let (first, rest) = help.split_once('\n').ok_or("the help has one line")?;
    let (name, what) = first.split_once(": ").ok_or("the help does not begin with `NAME: `")?;
    let mut out = format!(".TH {} {section} \"\" \"Bifrost\"\n", name.to_uppercase());
    // Writing to a text does not fail.
    let _ = writeln!(out, ".SH NAME\n{name} \\- {}", plain(what));
    let mut options = Vec::new();
    let mut paragraphs = Vec::new();
    for block in rest.trim().split("\n\n") {
        if let Some(usage) = block.strip_prefix("usage:") {
            let lines: Vec<String> = usage.lines().map(|line| plain(line.trim())).collect();
            let _ = writeln!(out, ".SH SYNOPSIS\n.nf\n{}\n.fi", lines.join("\n"));
        } else if block.starts_with("  ") {
            options.extend(entries(block));
        } else {
            paragraphs.push(block);
        }
    }
    if options.is_empty() {
        return Err(format!("{name}: the help has no options"));
    }
    out.push_str(".SH OPTIONS\n");
    for (head, text) in options {
        let _ = writeln!(out, ".TP\n\\fB{}\\fR\n{}", plain(&head), plain(&text));
    }
    for paragraph in paragraphs {
        let (title, text) = match paragraph.split_once(':') {
            Some(("Exit status", text)) => ("EXIT STATUS", text),
            Some(("Also in the environment", text)) => ("ENVIRONMENT", text),
            _ => ("NOTES", paragraph),
        };
        let _ = writeln!(out, ".SH {title}\n{}", plain(&words(text)));
    }
    let _ = writeln!(out, ".SH SEE ALSO\n{}", plain(also));
    Ok(out)
}

/// Options of a block with their texts.
fn entries(block: &str) -> Vec<(String, String)> {
    let mut entries: Vec<(String, String, String)> = Vec::new();
    for line in block.lines() {
        let is_option = line.strip_prefix("  ").is_some_and(|line| line.starts_with('-'));
        let trimmed = line.trim();
        if is_option {
            let (head, text) = trimmed.split_once("  ").unwrap_or((trimmed, ""));
            let (text, variable) = column(text);
            entries.push((head.to_owned(), text, variable));
        } else if let Some((_, text, variable)) = entries.last_mut() {
            let (more, its) = column(trimmed);
            text.push(' ');
            text.push_str(&more);
            variable.push_str(&its);
        }
    }
    let whole = |(head, text, variable): (String, String, String)| {
        (head, format!("{text} {variable}").trim().to_owned())
    };
    entries.into_iter().map(whole).collect()
}

/// The text of a column, and the variable that stands behind it.
fn column(text: &str) -> (String, String) {
    let text = text.trim();
    match text.rsplit_once("  ") {
        Some((text, variable)) if variable.trim().starts_with("BIFROST_") => {
            (words(text), format!("[{}]", variable.trim()))
        }
        _ if text.starts_with("BIFROST_") => (String::new(), format!("[{text}]")),
        _ => (words(text), String::new()),
    }
}

fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A text as troff takes it.
fn plain(text: &str) -> String {
    let text = text.replace('\\', "\\e").replace('-', "\\-");
    if text.starts_with(['.', '\'']) { format!("\\&{text}") } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HELP: &str = "\
prog: does things

usage: prog [options] file
       prog again

  -n N                 number of things                      BIFROST_N
                       (default 1)
  --long WORD          a text that goes on
                       in the next line                      BIFROST_LONG
  --help, --version

Also in the environment: BIFROST_X (this
or that).

Exit status: 0, or
125.
";

    #[test]
    fn a_page_has_what_the_help_has() {
        let page = page(HELP, 8, "other(1)").unwrap();
        let expected = ".TH PROG 8 \"\" \"Bifrost\"\n.SH NAME\nprog \\- does things\n.SH SYNOPSIS\n.nf\nprog [options] file\nprog again\n.fi\n\
            .SH OPTIONS\n.TP\n\\fB\\-n N\\fR\nnumber of things (default 1) [BIFROST_N]\n\
            .TP\n\\fB\\-\\-long WORD\\fR\na text that goes on in the next line [BIFROST_LONG]\n.TP\n\\fB\\-\\-help, \\-\\-version\\fR\n\n\
            .SH ENVIRONMENT\nBIFROST_X (this or that).\n.SH EXIT STATUS\n0, or 125.\n.SH SEE ALSO\nother(1)\n";
        assert_eq!(page, expected);
        assert!(super::page("nothing", 1, "").is_err());
        assert!(super::page("prog: x\n\nusage: y\n", 1, "").is_err());
    }
}
