//! Who is at the other end of a control connection, and what that allows.

use std::path::Path;

use serde::{Deserialize, Serialize};

/// Where names of users are.
const USERS: &str = "/etc/passwd";

/// A client, as far as the server knows for itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Identity {
    /// A user of this machine: the system says so.
    Local {
        /// User id.
        uid: u32,
    },
    /// Who has a token.
    Token {
        /// The token's public name.
        id: String,
        /// Whose it is.
        name: String,
        /// Whether it may manage the pool.
        admin: bool,
    },
    /// Anybody who reaches an address that asks for nothing.
    Anonymous,
}

impl Identity {
    /// Whether it may manage the pool: the user that the server runs as, root, and tokens that say so.
    pub(super) fn administers(&self) -> bool {
        match self {
            // SAFETY: geteuid has no preconditions.
            Identity::Local { uid } => *uid == 0 || *uid == unsafe { libc::geteuid() },
            Identity::Token { admin, .. } => *admin,
            Identity::Anonymous => false,
        }
    }

    /// Whether what `owner` made is its own. Nobody's is anybody's.
    pub(super) fn is(&self, owner: &Identity) -> bool {
        match (self, owner) {
            (Identity::Local { uid }, Identity::Local { uid: other }) => uid == other,
            (Identity::Token { id, .. }, Identity::Token { id: other, .. }) => id == other,
            _ => false,
        }
    }

    /// Whether it may use what `owner` reserved, if it has the key. Where nobody is told apart, the key is all there is.
    pub(super) fn may_use(&self, owner: &Identity) -> bool {
        self.is(owner) || (*self == Identity::Anonymous && *owner == Identity::Anonymous)
    }

    /// Whether it may see what `owner` does: all may where nobody is told apart.
    pub(super) fn may_see(&self, owner: &Identity) -> bool {
        *self == Identity::Anonymous || self.administers() || self.is(owner)
    }

    /// What it is called in the log.
    pub(super) fn describe(&self) -> String {
        match self {
            Identity::Local { uid } => format!("user {}", user_name(*uid, Path::new(USERS))),
            Identity::Token { id, name, .. } => format!("{name} (token {id})"),
            Identity::Anonymous => "somebody".into(),
        }
    }

    /// What it is called; `claimed` is what an anonymous one says of itself.
    pub(super) fn name(&self, claimed: &str, server: &str) -> String {
        match self {
            Identity::Local { uid } => format!("{}@{server}", user_name(*uid, Path::new(USERS))),
            Identity::Token { name, .. } => name.clone(),
            Identity::Anonymous => claimed.into(),
        }
    }
}

/// A user's name out of a file like /etc/passwd. (The system's own look-up may ask other machines, and the front must not wait.)
fn user_name(uid: u32, file: &Path) -> String {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    let of_line = |line: &str| {
        let mut fields = line.split(':');
        let name = fields.next()?.to_owned();
        (fields.nth(1)?.parse() == Ok(uid)).then_some(name)
    };
    text.lines().find_map(of_line).unwrap_or_else(|| format!("uid{uid}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_may_what() {
        // SAFETY: geteuid has no preconditions.
        let me = unsafe { libc::geteuid() };
        let local = |uid| Identity::Local { uid };
        let (root, own, other) = (local(0), local(me), local(me + 77));
        let anonymous = Identity::Anonymous;
        let check = |who: &Identity, administers, sees: [bool; 3]| {
            assert_eq!(who.administers(), administers, "{who:?}");
            assert_eq!([&own, &other, &anonymous].map(|owner| who.may_see(owner)), sees, "{who:?}");
        };
        check(&root, true, [true; 3]);
        check(&own, true, [true; 3]);
        check(&other, false, [false, true, false]);
        check(&anonymous, false, [true; 3]);
        let token = |id: &str, admin| Identity::Token { id: id.into(), name: "ada".into(), admin };
        check(&token("1", true), true, [true; 3]);
        check(&token("1", false), false, [false; 3]);
        assert!(token("1", false).is(&token("1", true)) && !token("1", false).is(&token("2", false)));
        assert_eq!(token("1", false).name("root@there", "here"), "ada");
        assert!(other.is(&other) && !other.is(&own) && !anonymous.is(&anonymous));
        assert!(other.may_use(&other) && anonymous.may_use(&anonymous));
        assert!(
            !root.may_use(&other)
                && !anonymous.may_use(&other)
                && !token("1", true).may_use(&token("2", true))
        );
    }

    #[test]
    fn names_of_users() {
        let file = std::env::temp_dir().join(format!("bfpoold-passwd-{}", std::process::id()));
        std::fs::write(&file, "root:x:0:0:root:/root:/bin/sh\n\nbroken\n#c:x:y\nada:x:1000:1:A,:/h:/s\n")
            .unwrap();
        for (uid, name) in [(0, "root"), (1000, "ada"), (1, "uid1")] {
            assert_eq!(user_name(uid, &file), name);
        }
        std::fs::remove_file(&file).unwrap();
        assert_eq!(user_name(0, &file), "uid0");
        assert_eq!(Identity::Anonymous.name("me@there", "here"), "me@there");
        assert!(Identity::Local { uid: 0 }.name("x@there", "here").ends_with("@here"));
    }
}
