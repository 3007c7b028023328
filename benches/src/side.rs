//! A side of a comparison: a child process that measures one thing at a time on request.
//!
//! The child reads lines `MEASURE [BYTES]` and answers each with a line: seconds per operation, or `- reason`.

use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A running child.
#[derive(Debug)]
pub struct Side {
    /// Shown in tables.
    pub name: &'static str,
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Side {
    /// Starts a child.
    pub fn start(name: &'static str, mut command: Command) -> io::Result<Side> {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let missing = || io::Error::other("a piped stream is missing");
        let input = child.stdin.take().ok_or_else(missing)?;
        let output = BufReader::new(child.stdout.take().ok_or_else(missing)?);
        Ok(Side { name, child, input, output })
    }

    /// One sample: seconds per operation.
    pub fn sample(&mut self, request: &str) -> io::Result<f64> {
        writeln!(self.input, "{request}")?;
        self.input.flush()?;
        let mut line = String::new();
        if self.output.read_line(&mut line)? == 0 {
            return Err(io::Error::other(format!("{} ended while measuring {request}", self.name)));
        }
        line.trim()
            .parse()
            .map_err(|_| io::Error::other(format!("{}: {request}: {}", self.name, line.trim())))
    }
}

impl Drop for Side {
    fn drop(&mut self) {
        // The child ends at the end of its input; a child that does not is killed.
        let _ = writeln!(self.input, "quit");
        let _ = self.input.flush();
        std::thread::sleep(std::time::Duration::from_millis(200));
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The child's loop.
pub fn serve(mut measure: impl FnMut(&str, usize) -> Result<f64, String>) {
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        let mut words = line.split_whitespace();
        let what = words.next().unwrap_or("quit");
        if what == "quit" {
            return;
        }
        let bytes = words.next().and_then(|w| w.parse().ok()).unwrap_or(0);
        match measure(what, bytes) {
            Ok(seconds) => println!("{seconds:e}"),
            Err(e) => println!("- {e}"),
        }
        let _ = io::stdout().flush();
    }
}
