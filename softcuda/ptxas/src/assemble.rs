//! Checks PTX and writes it.

use std::fmt::{self, Write};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use softcuda_ptx::{FunctionId, Instr, Module, ModuleIndex, PtxError};

use crate::options::Options;

/// Why nothing was written.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The PTX cannot be read.
    Input(PathBuf, io::Error),
    /// The PTX is wrong in these places.
    Syntax(PathBuf, Vec<PtxError>),
    /// The result cannot be written.
    Output(PathBuf, io::Error),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Input(path, e) => {
                writeln!(f, "ptxas fatal   : Input file '{}' could not be opened: {e}", path.display())
            }
            Failure::Syntax(path, errors) => {
                for e in errors {
                    let (path, column) = (path.display(), e.column);
                    writeln!(f, "ptxas {path}, line {}; error   : {}, column {column}", e.line, e.kind)?;
                }
                writeln!(f, "ptxas fatal   : Ptx assembly aborted due to errors")
            }
            Failure::Output(path, e) => {
                writeln!(f, "ptxas fatal   : Output file '{}' could not be written: {e}", path.display())
            }
        }
    }
}

/// Checks the input and writes the output; returns what is said about it.
pub(crate) fn run(options: &Options) -> Result<String, Failure> {
    let input = &options.input;
    let mut source = fs::read(input).map_err(|e| Failure::Input(input.clone(), e))?;
    let notes = check(&source, options).map_err(|errors| Failure::Syntax(input.clone(), errors))?;
    // Whoever loads it as machine code does not end it as text.
    if source.last() != Some(&0) {
        source.push(0);
    }
    fs::write(&options.output, &source).map_err(|e| Failure::Output(options.output.clone(), e))?;
    Ok(notes)
}

/// All errors of a module, or what `-v` and warnings say about it.
fn check(source: &[u8], options: &Options) -> Result<String, Vec<PtxError>> {
    let module = Module::index(source).map_err(|e| vec![e])?;
    let mut errors = Vec::new();
    let mut notes = String::new();
    for (id, function) in (0..).map(FunctionId).zip(&module.functions) {
        if function.body.is_none() {
            continue;
        }
        match module.parse_body(id) {
            Err(e) => errors.push(e),
            Ok(_) if options.quiet => {}
            Ok(body) => body
                .instrs
                .iter()
                .filter(|instr| instr.lowering.is_err())
                .for_each(|instr| warn(&mut notes, &options.input, &module, instr)),
        }
    }
    if options.verbose {
        for (_, kernel) in module.kernels() {
            let _ = writeln!(notes, "ptxas info    : Checked entry function '{}', kept as PTX", kernel.name);
        }
    }
    if errors.is_empty() { Ok(notes) } else { Err(errors) }
}

fn warn(notes: &mut String, input: &Path, module: &ModuleIndex, instr: &Instr) {
    let (line, _) = module.line_column(instr.span);
    let (path, name) = (input.display(), module.text(instr.mnemonic));
    // Writing to a string does not fail.
    let _ = writeln!(
        notes,
        "ptxas {path}, line {line}; warning : softcuda does not know '{name}': a thread that reaches it stops its kernel"
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = ".version 8.8\n.target sm_121a\n.address_size 64\n";

    fn options(name: &str, flags: &[&str]) -> Options {
        let folder = std::env::temp_dir().join(format!("softcuda-ptxas-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let file = |end: &str| folder.join(format!("{name}.{end}"));
        let mut arguments = vec![file("ptx").into_os_string(), "-o".into(), file("o").into_os_string()];
        arguments.extend(flags.iter().map(Into::into));
        Options::read(arguments).unwrap()
    }

    fn assembled(name: &str, source: &str, flags: &[&str]) -> (Options, Result<String, Failure>) {
        let options = options(name, flags);
        fs::write(&options.input, source).unwrap();
        let result = run(&options);
        (options, result)
    }

    #[test]
    fn good_ptx_is_handed_on_with_a_nul() {
        let source = format!("{HEAD}.visible .entry k()\n{{\n    ret;\n}}\n");
        let (options, said) = assembled("good", &source, &["-v"]);
        assert_eq!(said.unwrap(), "ptxas info    : Checked entry function 'k', kept as PTX\n");
        assert_eq!(fs::read(&options.output).unwrap(), [source.as_bytes(), b"\0"].concat());
        let (options, said) = assembled("ended", &(source.clone() + "\0"), &[]);
        assert_eq!(said.unwrap(), "");
        assert_eq!(fs::read(&options.output).unwrap(), [source.as_bytes(), b"\0"].concat());
    }

    #[test]
    fn every_function_with_an_error_is_told_with_its_line() {
        let bad = "{\n    add.u32 [;\n    bra nowhere;\n}\n";
        let (options, said) = assembled("bad", &format!("{HEAD}.entry a()\n{bad}.entry b()\n{bad}"), &[]);
        let said = said.unwrap_err().to_string();
        let path = options.input.display();
        let lines: Vec<&str> = said.lines().collect();
        assert_eq!(lines.len(), 3, "{said}");
        for (line, number) in lines.iter().zip([6, 11]) {
            assert!(line.starts_with(&format!("ptxas {path}, line {number}; error   : ")), "{said}");
        }
        assert_eq!(lines[2], "ptxas fatal   : Ptx assembly aborted due to errors");
        assert!(!options.output.exists());
    }

    #[test]
    fn unknown_instructions_are_warned_of() {
        let source = format!("{HEAD}.entry a()\n{{\n    frob.u32 1, 2;\n    ret;\n}}\n");
        let said = assembled("unknown", &source, &[]).1.unwrap();
        assert!(said.contains(", line 6; warning : ") && said.contains("'frob.u32'"), "{said}");
        assert_eq!(assembled("silent", &source, &["-w"]).1.unwrap(), "");
    }

    #[test]
    fn files_that_are_not_there() {
        let said = run(&options("none", &[])).unwrap_err().to_string();
        assert!(said.starts_with("ptxas fatal   : Input file '") && said.contains("none.ptx"), "{said}");
        let mut into_nowhere = assembled("fine", HEAD, &[]).0;
        into_nowhere.output = "/nowhere/k.o".into();
        let said = run(&into_nowhere).unwrap_err().to_string();
        assert!(said.contains("Output file '/nowhere/k.o'"), "{said}");
    }
}
