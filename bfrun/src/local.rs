//! `--local`: a private server with the software device, as long as bfrun lives.

use std::io::Read;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use crate::error::RunError;
use crate::libraries::{Libraries, bfpoold};

/// How long the server may take to be ready.
const START_LIMIT: Duration = Duration::from_millis(4500);
/// How long it may take to end.
const END_LIMIT: Duration = Duration::from_secs(2);

/// The private server. It reads end of file from its standard input when bfrun ends, however that happens.
#[derive(Debug)]
pub(crate) struct Local(Child);

impl Local {
    /// Starts a server with at least `gpus` devices on the Unix socket `socket` and waits until it is ready.
    pub(crate) fn start(libraries: &Libraries, socket: &Path, gpus: u32) -> Result<Local, RunError> {
        let mut command = Command::new(bfpoold()?);
        command.arg("--driver").arg(libraries.softcuda()?).arg("--unix").arg(socket);
        command.args([
            "--config",
            "none",
            "--auth",
            "none",
            "--exit-with-fd",
            "0",
            "--ready-fd",
            "1",
            "--log",
            "warn",
        ]);
        // It serves the user that it runs as, and nobody else.
        command.arg("--no-confinement");
        // A server of the user's is another matter.
        for name in [
            "BIFROST_AUDIT",
            "BIFROST_CACHE",
            "BIFROST_WORKER_UIDS",
            "BIFROST_NO_CONFINEMENT",
            "BIFROST_LOG",
            "BIFROST_DEVICES",
            "BIFROST_DRIVER",
            "BIFROST_RECONNECT_GRACE",
            "LD_PRELOAD",
            crate::child::VISIBLE,
        ] {
            command.env_remove(name);
        }
        if std::env::var_os("SOFTCUDA_DEVICES").is_none() {
            command.env("SOFTCUDA_DEVICES", gpus.to_string());
        }
        // In a group of its own: the terminal's signals are for the program, which still needs its server.
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit()).process_group(0);
        let child = command.spawn().map_err(|e| RunError::Local(e.to_string()))?;
        let mut local = Local(child);
        local.wait_until_ready()?;
        Ok(local)
    }

    fn wait_until_ready(&mut self) -> Result<(), RunError> {
        let Some(mut stdout) = self.0.stdout.take() else {
            return Err(RunError::Local("it has no output".into()));
        };
        let (tx, rx) = mpsc::channel();
        let reader = move || {
            let mut text = String::new();
            // What cannot be read is not ready.
            let _ = stdout.read_to_string(&mut text);
            let _ = tx.send(text);
        };
        let spawned = std::thread::Builder::new().name("ready".into()).spawn(reader);
        spawned.map_err(|e| RunError::System("cannot start a thread", e))?;
        match rx.recv_timeout(START_LIMIT) {
            Ok(text) if !text.is_empty() => Ok(()),
            Ok(_) => Err(RunError::Local("it ended; its own message is above".into())),
            Err(_) => {
                Err(RunError::Local(format!("it was not ready within {} s", START_LIMIT.as_secs_f32())))
            }
        }
    }
}

impl Drop for Local {
    fn drop(&mut self) {
        // Ends it.
        drop(self.0.stdin.take());
        let end = Instant::now() + END_LIMIT;
        while Instant::now() < end {
            if !matches!(self.0.try_wait(), Ok(None)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        // It may have ended just now.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
