//! Pools that tests start, and ways to run a program.

use std::fs::File;
use std::net::TcpListener;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use transport::Endpoint;
use transport::control::Client;

use crate::dist;
use crate::output::eventually;

/// What the driver of [`Pool::narrow`] says of a call that waits.
pub const WAITS: &str = "waits for room";

/// A running bfpoold with softcuda.
#[derive(Debug)]
pub struct Pool {
    child: Child,
    dir: PathBuf,
    env: Vec<(String, String)>,
    /// The driver, if not softcuda.
    driver: Option<PathBuf>,
    /// `127.0.0.1:port`.
    pub tcp: String,
    /// Path of its Unix socket.
    pub unix: PathBuf,
}

static NEXT: AtomicU32 = AtomicU32::new(0);

impl Pool {
    /// Starts a pool with one device of 16160 MiB.
    pub fn start() -> Pool {
        Pool::with(&[])
    }

    /// Starts a pool that takes a lost connection for the end of its client: for clients that are no processes of their own.
    pub fn impatient() -> Pool {
        Pool::with(&[("BIFROST_RECONNECT_GRACE", "0")])
    }

    /// Starts a pool with further environment variables.
    pub fn with(env: &[(&str, &str)]) -> Pool {
        Pool::serving(None, env)
    }

    /// Starts a pool with another driver.
    pub fn of(driver: &Path, env: &[(&str, &str)]) -> Pool {
        Pool::serving(Some(driver.to_owned()), env)
    }

    fn serving(driver: Option<PathBuf>, env: &[(&str, &str)]) -> Pool {
        let n = NEXT.fetch_add(1, Ordering::Relaxed);
        let dir = std::env::temp_dir().join(format!("bifrost-test-{}-{n}", std::process::id()));
        std::fs::create_dir_all(&dir).unwrap_or_else(|e| panic!("{}: {e}", dir.display()));
        let port = TcpListener::bind("127.0.0.1:0").and_then(|l| l.local_addr()).expect("a free port").port();
        let (tcp, unix) = (format!("127.0.0.1:{port}"), dir.join("pool.sock"));
        let env: Vec<_> = env.iter().map(|&(name, value)| (name.into(), value.into())).collect();
        let child = Pool::spawn(&dir, &tcp, &unix, driver.as_deref(), &env);
        let pool = Pool { child, dir, env, driver, tcp, unix };
        pool.listens();
        pool
    }

    fn spawn(dir: &Path, tcp: &str, unix: &Path, driver: Option<&Path>, env: &[(String, String)]) -> Child {
        let log = File::options().create(true).append(true).open(dir.join("log")).expect("a log file");
        Command::new(dist().join("bin/bfpoold"))
            .args(
                driver
                    .map_or(vec!["--softcuda".as_ref()], |path| vec!["--driver".as_ref(), path.as_os_str()]),
            )
            .args(["--listen", tcp, "--unix"])
            .arg(unix)
            .env("BIFROST_CACHE", dir.join("cache"))
            .env("BIFROST_STATE", dir.join("state"))
            .envs(env.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()
            .expect("bfpoold starts")
    }

    fn listens(&self) {
        // Its own limit for the probe of a driver, which takes long beside other tests if the driver takes little.
        eventually("bfpoold listens", Duration::from_secs(60), || self.connect().is_some());
    }

    /// Kills bfpoold and starts it anew at the same addresses.
    pub fn restart(&mut self) {
        self.restart_with(libc::SIGKILL);
    }

    /// Ends bfpoold by a signal and starts it anew at the same addresses.
    pub fn restart_with(&mut self, signal: i32) {
        self.signal(signal);
        self.child.wait().expect("it is our child");
        self.child = Pool::spawn(&self.dir, &self.tcp, &self.unix, self.driver.as_deref(), &self.env);
        self.listens();
    }

    /// Starts a pool whose driver holds few operations before a call waits, and says so: in a stream, in a context.
    pub fn narrow(stream: u32, context: u32) -> Pool {
        let depth = format!("{stream},{context}");
        Pool::with(&[("SOFTCUDA_QUEUE_DEPTH", &depth), ("SOFTCUDA_LOG", "2")])
    }

    fn connect(&self) -> Option<Client> {
        Client::connect(&Endpoint::Unix(self.unix.clone()), Duration::from_secs(5)).ok()
    }

    /// A control connection.
    pub fn client(&self) -> Client {
        self.connect().expect("the pool answers")
    }

    /// Whether nothing is reserved, used or open.
    pub fn is_free(&self) -> bool {
        let status = self.client().status().expect("the pool answers");
        let idle = status.devices.iter().all(|d| d.used == 0 && d.reserved == 0);
        idle && status.sessions == 0 && status.reservations == 0 && self.workers().is_empty()
    }

    /// Waits until nothing is reserved, used or open, and no worker is left; panics after `limit`.
    pub fn becomes_free(&self, limit: Duration) {
        let begin = std::time::Instant::now();
        while !self.is_free() {
            let status = self.client().status();
            assert!(
                begin.elapsed() < limit,
                "not free within {limit:?}: {status:?}, workers {:?}\n{}",
                self.workers(),
                self.log()
            );
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Process ids of its workers.
    pub fn workers(&self) -> Vec<i32> {
        let path = format!("/proc/{0}/task/{0}/children", self.pid());
        let children = std::fs::read_to_string(path).unwrap_or_default();
        children.split_whitespace().filter_map(|pid| pid.parse().ok()).collect()
    }

    /// What the server wrote to its standard error.
    pub fn log(&self) -> String {
        std::fs::read_to_string(self.dir.join("log")).unwrap_or_default()
    }

    /// Process id of bfpoold.
    pub fn pid(&self) -> i32 {
        i32::try_from(self.child.id()).expect("process ids are small")
    }

    /// Sends a signal to bfpoold.
    pub fn signal(&self, signal: i32) {
        // SAFETY: the child has not been waited for, so the process id is still its own.
        unsafe { libc::kill(self.pid(), signal) };
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.signal(libc::SIGINT);
        let mut patience = 100;
        while patience > 0 && !matches!(self.child.try_wait(), Ok(Some(_))) {
            std::thread::sleep(Duration::from_millis(20));
            patience -= 1;
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.dir);
    }
}

/// How a program reaches its device.
#[derive(Debug, Clone, Copy)]
pub enum Way<'a> {
    /// softcuda in the program's own process.
    Direct,
    /// A pool over TCP.
    Tcp(&'a Pool),
    /// A pool at an address, with a token's bundle: encrypted.
    Tls(&'a str, &'a Path),
    /// A pool over a Unix socket.
    Unix(&'a Pool),
    /// `bfrun --local`.
    Local,
    /// The shim preloaded, without bfrun.
    Plain(&'a Pool),
    /// Whatever answers at an address.
    At(&'a str),
}

impl Way<'_> {
    /// A command that runs `program` this way, with the given bfrun options.
    pub fn command(self, options: &[&str], program: &std::path::Path) -> Command {
        let bfrun = |server: &[&str]| {
            let mut c = Command::new(dist().join("bin/bfrun"));
            c.args(server).args(options).arg("--").arg(program);
            c
        };
        let mut command = match self {
            Way::Direct => {
                let mut c = Command::new(program);
                c.env("LD_LIBRARY_PATH", dist().join("lib/softcuda"));
                c
            }
            Way::Tcp(p) => bfrun(&["--server", &p.tcp]),
            Way::Unix(p) => bfrun(&["--server", &format!("unix:{}", p.unix.display())]),
            Way::Tls(address, bundle) => {
                let mut c = bfrun(&["--server", address]);
                c.env("BIFROST_BUNDLE", bundle);
                c
            }
            Way::Local => bfrun(&["--local"]),
            Way::At(address) => bfrun(&["--server", address]),
            Way::Plain(p) => {
                let mut c = Command::new(program);
                c.env("BIFROST_SERVER", &p.tcp).env("LD_PRELOAD", dist().join("lib/bifrost/libcuda.so.1"));
                c
            }
        };
        // Whoever runs the tests may ignore these (nohup, a shell's background job), and then so would the program.
        let dispositions = || {
            for signal in [libc::SIGHUP, libc::SIGINT, libc::SIGQUIT] {
                // SAFETY: sets a disposition between fork and exec, nothing else.
                unsafe { libc::signal(signal, libc::SIG_DFL) };
            }
            Ok(())
        };
        // SAFETY: what runs between fork and exec is async-signal-safe.
        unsafe { command.pre_exec(dispositions) };
        command
    }
}
