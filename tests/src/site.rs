//! A server's folder with tokens, as `bfctl init` makes it, and the bundles of its clients.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use crate::dist;
use crate::output::{Output, run};
use crate::pool::Pool;

/// A harness's own patience: more is a hang.
const LIMIT: Duration = Duration::from_secs(60);

/// A folder that an administrator has made, and a home for users.
#[derive(Debug)]
pub struct Site {
    dir: PathBuf,
}

static NEXT: AtomicU32 = AtomicU32::new(0);

impl Site {
    /// Makes one.
    pub fn init() -> Site {
        let n = NEXT.fetch_add(1, Ordering::Relaxed);
        let dir = std::env::temp_dir().join(format!("bifrost-site-{}-{n}", std::process::id()));
        std::fs::create_dir_all(dir.join("home")).unwrap_or_else(|e| panic!("{}: {e}", dir.display()));
        let site = Site { dir };
        site.says(&["init", "--folder", &site.folder()]);
        site
    }

    /// The server's folder.
    pub fn folder(&self) -> String {
        self.path("server").display().to_string()
    }

    /// A path in the folder of this site.
    pub fn path(&self, name: &str) -> PathBuf {
        self.dir.join(name)
    }

    /// The tar of a token's bundle.
    pub fn bundle(&self, name: &str) -> PathBuf {
        self.path(&format!("bifrost-{name}.tar"))
    }

    /// A pool that lets in who has a token of this site.
    pub fn pool(&self) -> Pool {
        Pool::with(&[("BIFROST_AUTH", &self.folder())])
    }

    /// A program of Bifrost's in this site's folder, with a home of its own and no bundle.
    pub fn command(&self, program: &str) -> Command {
        let mut command = Command::new(dist().join("bin").join(program));
        self.settle(&mut command);
        command
    }

    /// Lets a command know nothing of this machine's pools.
    pub fn settle(&self, command: &mut Command) {
        command.current_dir(&self.dir).env("HOME", self.path("home")).env("XDG_CONFIG_DIRS", "/nowhere");
        for name in ["BIFROST_AUTH", "BIFROST_BUNDLE", "BIFROST_SERVER", "BIFROST_TOKEN", "XDG_CONFIG_HOME"] {
            command.env_remove(name);
        }
    }

    /// Runs bfctl.
    pub fn bfctl(&self, args: &[&str]) -> Output {
        run(self.command("bfctl").args(args), LIMIT)
    }

    /// What bfctl prints when nothing is wrong.
    pub fn says(&self, args: &[&str]) -> String {
        let out = self.bfctl(args);
        assert_eq!((out.status, &*out.stderr), (0, ""), "{args:?}: {}", out.stdout);
        out.stdout
    }

    /// Runs `bfctl token` on this site's folder.
    pub fn token(&self, args: &[&str]) -> String {
        self.says(&[&["token", "--folder", &self.folder()], args].concat())
    }

    /// Makes a token for a client of `pool`; its bundle.
    pub fn create(&self, name: &str, pool: &Pool, options: &[&str]) -> PathBuf {
        self.token(&[&["create", name, "--server", &pool.tcp], options].concat());
        self.bundle(name)
    }

    /// bfctl with a bundle.
    pub fn bfctl_as(&self, bundle: &Path, args: &[&str]) -> Output {
        run(self.command("bfctl").args(args).env("BIFROST_BUNDLE", bundle), LIMIT)
    }

    /// bfrun with a bundle.
    pub fn bfrun_as(&self, bundle: &Path, args: &[&str]) -> Output {
        run(self.command("bfrun").args(args).env("BIFROST_BUNDLE", bundle), LIMIT)
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.dir);
    }
}
