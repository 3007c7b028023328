//! What is prepared for workers of each tenant: a user, a folder for compiled code, the nodes of granted devices.

use std::collections::{HashMap, HashSet};
use std::fs::{self, DirBuilder};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use protocol::snapshot::Device;

use super::identity::Identity;
use super::worker::visible_name;

/// Where NVIDIA's kernel driver tells of its devices.
const GPUS: &str = "/proc/driver/nvidia/gpus";

/// Users, one a tenant, from a range.
#[derive(Debug)]
pub(super) struct Users {
    first: u32,
    count: u32,
    given: HashMap<String, u32>,
    taken: HashSet<u32>,
}

impl Users {
    /// `first..=last`.
    pub(super) fn new((first, last): (u32, u32)) -> Self {
        let count = (last - first).saturating_add(1);
        Users { first, count, given: HashMap::new(), taken: HashSet::new() }
    }

    /// The user of a tenant: the same each time, as far as that can be, since its files are that user's.
    pub(super) fn of(&mut self, tenant: &str) -> io::Result<u32> {
        if let Some(user) = self.given.get(tenant) {
            return Ok(*user);
        }
        let start =
            blake3::hash(tenant.as_bytes()).as_bytes().first_chunk().map_or(0, |b| u32::from_le_bytes(*b));
        let place = |n| self.first + start.wrapping_add(n) % self.count;
        let free = (0..self.count).map(place).find(|user| !self.taken.contains(user));
        let user = free.ok_or_else(|| io::Error::other("all of --worker-uids are taken"))?;
        self.given.insert(tenant.to_owned(), user);
        self.taken.insert(user);
        Ok(user)
    }

    /// A worker of a former server has this user.
    pub(super) fn take(&mut self, user: u32) {
        self.taken.insert(user);
    }
}

/// What a tenant is called here; nobody is told apart from others who say nothing of themselves.
pub(super) fn name(who: &Identity) -> String {
    match who {
        Identity::Local { uid } => format!("uid-{uid}"),
        Identity::Token { id, .. } => format!("token-{id}"),
        Identity::Anonymous => "anybody".into(),
    }
}

/// Makes a tenant's folder for compiled code in `all`. What is there of another user goes.
pub(super) fn cache(all: &Path, tenant: &str, user: Option<u32>) -> io::Result<PathBuf> {
    DirBuilder::new().recursive(true).mode(0o755).create(all)?;
    // Whoever makes it may have been told to keep more from others; workers of other users must come through.
    if user.is_some() {
        fs::set_permissions(all, fs::Permissions::from_mode(0o711))?;
    }
    let own = all.join(&blake3::hash(tenant.as_bytes()).to_hex()[..32]);
    match fs::symlink_metadata(&own) {
        Ok(found) if found.is_dir() && user.is_none_or(|user| found.uid() == user) => return Ok(own),
        Ok(found) if found.is_dir() => fs::remove_dir_all(&own)?,
        Ok(_) => fs::remove_file(&own)?,
        Err(e) if e.kind() == io::ErrorKind::NotFound => {}
        Err(e) => return Err(e),
    }
    DirBuilder::new().mode(0o700).create(&own)?;
    if let Some(user) = user {
        std::os::unix::fs::lchown(&own, Some(user), Some(user))?;
    }
    Ok(own)
}

/// Nodes below `/dev` that NVIDIA's driver uses for these devices.
pub(super) fn nodes(devices: &[&Device]) -> Vec<String> {
    let own: Vec<String> = devices.iter().map(|device| visible_name(device)).collect();
    nodes_in(Path::new("/dev"), &minors(Path::new(GPUS)), &own)
}

/// Those of `dev` that belong to no device, and those of `own` devices; all where the driver does not tell them apart.
fn nodes_in(dev: &Path, minors: &[(String, String)], own: &[String]) -> Vec<String> {
    let others: HashSet<String> = minors
        .iter()
        .filter(|(uuid, _)| !own.contains(uuid))
        .map(|(_, minor)| format!("nvidia{minor}"))
        .collect();
    let names = |folder: &Path| {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        entries.filter_map(|entry| entry.file_name().into_string().ok()).collect::<Vec<_>>()
    };
    let caps = names(&dev.join("nvidia-caps")).into_iter().map(|name| format!("nvidia-caps/{name}"));
    let mut nodes: Vec<String> = names(dev)
        .into_iter()
        .filter(|name| (name.starts_with("nvidia") && name != "nvidia-caps") || name == "dxg")
        .filter(|name| !others.contains(name))
        .chain(caps)
        .collect();
    nodes.sort_unstable();
    nodes
}

/// UUID and node number of each device that the kernel driver has.
fn minors(gpus: &Path) -> Vec<(String, String)> {
    let folders = fs::read_dir(gpus).into_iter().flatten().flatten();
    let texts = folders.filter_map(|entry| fs::read_to_string(entry.path().join("information")).ok());
    texts.filter_map(|text| Some((field(&text, "GPU UUID:")?, field(&text, "Device Minor:")?))).collect()
}

fn field(text: &str, name: &str) -> Option<String> {
    text.lines().find_map(|line| Some(line.strip_prefix(name)?.trim().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("bfpoold-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn each_tenant_has_a_user_and_keeps_it() {
        let mut users = Users::new((100, 102));
        let a = users.of("a").unwrap();
        users.take(if a == 102 { 101 } else { 102 });
        let b = users.of("b").unwrap();
        assert_ne!(a, b);
        assert!([a, b].iter().all(|user| (100..=102).contains(user)));
        assert_eq!((users.of("a").unwrap(), users.of("b").unwrap()), (a, b));
        assert!(users.of("c").is_err());
        assert_eq!(Users::new((100, 102)).of("a").unwrap(), a);
    }

    #[test]
    fn a_tenant_keeps_its_folder_and_no_other_has_it() {
        let all = folder("cache");
        let a = cache(&all, "a", None).unwrap();
        fs::write(a.join("code"), "").unwrap();
        let b = cache(&all, "../a", None).unwrap();
        assert!(a != b && b.parent() == Some(&all));
        assert_eq!(fs::metadata(&a).unwrap().mode() & 0o777, 0o700);
        assert!(cache(&all, "a", None).unwrap().join("code").exists());
        // SAFETY: geteuid has no preconditions.
        if unsafe { libc::geteuid() } == 0 {
            assert_eq!(fs::read_dir(cache(&all, "a", Some(4711)).unwrap()).unwrap().count(), 0);
            assert_eq!(fs::metadata(&a).unwrap().uid(), 4711);
        }
        fs::remove_dir_all(all).unwrap();
    }

    #[test]
    fn only_granted_devices_have_nodes() {
        let dev = folder("dev");
        fs::create_dir(dev.join("nvidia-caps")).unwrap();
        for name in
            ["null", "nvidia0", "nvidia1", "nvidia12", "nvidiactl", "nvidia-uvm", "nvidia-caps/nvidia-cap1"]
        {
            fs::write(dev.join(name), "").unwrap();
        }
        let minors =
            [("GPU-a", "1"), ("GPU-b", "0"), ("GPU-c", "12")].map(|(a, b)| (a.to_owned(), b.to_owned()));
        let common = ["nvidia-caps/nvidia-cap1", "nvidia-uvm"];
        let nodes = |own: &str| nodes_in(&dev, &minors, &[own.to_owned()]);
        assert_eq!(nodes("GPU-a"), [&common[..], &["nvidia1", "nvidiactl"]].concat());
        assert_eq!(nodes("GPU-soft"), [&common[..], &["nvidiactl"]].concat());
        assert_eq!(nodes_in(&dev, &[], &[]).len(), 6);
        fs::remove_dir_all(dev).unwrap();
    }

    #[test]
    fn the_kernel_driver_tells_which_node_is_whose() {
        let gpus = folder("gpus");
        fs::create_dir(gpus.join("0000:01:00.0")).unwrap();
        let text = "Model: \t\t NVIDIA H200\nGPU UUID: \t GPU-1\nDevice Minor: \t 3\n";
        fs::write(gpus.join("0000:01:00.0/information"), text).unwrap();
        assert_eq!(minors(&gpus), [("GPU-1".to_owned(), "3".to_owned())]);
        fs::remove_dir_all(gpus).unwrap();
    }
}
