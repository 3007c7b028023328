//! Settings from the command line, the environment and a file.

use super::*;

fn parse(args: &[&str], vars: &[(&str, &str)]) -> Result<Command, ConfigError> {
    // This machine's own file is none of the tests'.
    let vars = [vars, &[("BIFROST_CONFIG", "none")]].concat();
    let env = |name: &str| vars.iter().find(|(n, _)| *n == name).map(|(_, v)| OsString::from(v));
    Config::parse(args.iter().map(|a| a.to_string()), env)
}

fn config(args: &[&str], vars: &[(&str, &str)]) -> Config {
    match parse(args, vars) {
        Ok(Command::Serve(config)) => *config,
        other => panic!("{args:?}: {other:?}"),
    }
}

fn listen(args: &[&str], vars: &[(&str, &str)]) -> Vec<String> {
    config(args, vars).listen.iter().map(Endpoint::to_string).collect()
}

#[test]
fn addresses() {
    assert_eq!(listen(&[], &[]), ["127.0.0.1:56001"]);
    assert_eq!(listen(&["--unix", "/s"], &[("BIFROST_LISTEN", "127.0.0.1:7")]), ["unix:/s"]);
    assert_eq!(listen(&["--listen=[::1]:7", "--unix", "/s"], &[]), ["[::1]:7", "unix:/s"]);
    assert_eq!(
        listen(&[], &[("BIFROST_LISTEN", "127.0.0.1:7,localhost:8"), ("BIFROST_UNIX", "/s")]),
        ["127.0.0.1:7", "localhost:8", "unix:/s"]
    );
    let here = std::env::current_dir().unwrap().join("s.sock");
    assert_eq!(listen(&["--unix", "s.sock"], &[]), [format!("unix:{}", here.display())]);
    assert!(matches!(parse(&["--unix", ""], &[]), Err(ConfigError::Value(..))));
    assert_eq!(listen(&["--listen", "0.0.0.0:7", "--insecure"], &[]), ["0.0.0.0:7"]);
    assert_eq!(listen(&["--listen", "pool:7"], &[("BIFROST_INSECURE", "1")]), ["pool:7"]);
    for at in ["0.0.0.0:7", "[::]:7", "10.0.0.1:7"] {
        assert!(matches!(parse(&["--listen", at], &[]), Err(ConfigError::Insecure(_))), "{at}");
    }
}

#[test]
fn tokens_make_addresses_public() {
    let folder = std::env::temp_dir().join(format!("bfpoold-auth-{}", std::process::id()));
    let at = folder.to_str().unwrap();
    let check = |args: &[&str], expected: Option<&str>| {
        assert_eq!(config(args, &[]).folder(), expected.map(Folder::new), "{args:?}");
    };
    // A folder that is named must be there at the start; one that is not counts if it is there.
    check(&["--auth", at, "--listen", "0.0.0.0:7"], Some(at));
    check(&["--auth", "none"], None);
    let of_user = |made: bool| {
        let mut c = config(&[], &[]);
        c.auth = AuthFolder::IfMade(Some(Folder::new(at)));
        if made {
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(folder.join("tokens.json"), "").unwrap();
        }
        (c.folder().is_some(), c.audit())
    };
    assert_eq!(of_user(false), (false, None));
    assert_eq!(of_user(true), (true, Some(folder.join("audit.jsonl"))));
    std::fs::remove_dir_all(&folder).unwrap();
    assert_eq!(config(&["--auth", at, "--audit", "/a"], &[]).audit(), Some("/a".into()));
    let open = parse(&["--auth", "none", "--listen", "0.0.0.0:7"], &[]).unwrap_err();
    assert!(open.to_string().contains("bfctl init"), "{open}");
    assert!(parse(&["--auth", ""], &[]).is_err() && parse(&["--audit="], &[]).is_err());
}

#[test]
fn names_are_what_they_resolve_to() {
    let resolve = |host: &str| match host {
        "here" => Ok(vec!["127.0.0.1".parse().unwrap(), "::1".parse().unwrap()]),
        "both" => Ok(vec!["127.0.0.1".parse().unwrap(), "10.0.0.1".parse().unwrap()]),
        _ => Err(io::Error::other("no such name")),
    };
    let check = |host: &str, words: Option<&str>| {
        let mut c = config(&[], &[]);
        c.listen = vec![Endpoint::Tcp(host.into(), 7)];
        let message = c.check(resolve).err().map(|e| e.to_string());
        match (words, &message) {
            (None, None) => {}
            (Some(words), Some(message)) if message.contains(words) => {}
            _ => panic!("{host}: {message:?}"),
        }
    };
    check("localhost", None);
    check("here", None);
    check("both", Some("--insecure"));
    check("nowhere", Some("nowhere:7: the host's name cannot be resolved (no such name)"));
}

#[test]
fn flags_come_before_the_environment() {
    let vars = [
        ("BIFROST_LOG", "debug"),
        ("BIFROST_DEVICES", "0,2"),
        ("BIFROST_SOFTCUDA", "1"),
        ("BIFROST_INSECURE", "0"),
    ];
    let c = config(&["--log", "warn"], &vars);
    assert_eq!(
        (c.log, c.devices, c.driver, c.insecure),
        (Level::Warn, Devices::List(vec![0, 2]), Driver::Soft, false)
    );
    assert_eq!(config(&["--driver", "/x"], &vars).driver, Driver::Path("/x".into()));
    assert_eq!(config(&["--reconnect-grace", "1.5"], &[]).reconnect_grace, Duration::from_millis(1500));
    assert_eq!(config(&["--drain-limit", "2"], &[]).drain_limit, Duration::from_secs(2));
    assert_eq!(config(&[], &[]).host_memory, 16 << 30);
    let host_memory = config(&["--host-memory", "512m"], &[("BIFROST_HOST_MEMORY", "8G")]).host_memory;
    assert_eq!(host_memory, 512 << 20);
    for amount in ["512", "512MiB", "512m"] {
        assert_eq!(config(&["--host-memory", amount], &[]).host_memory, 512 << 20);
    }
    assert_eq!(config(&["--exit-with-fd", "0", "--ready-fd=1"], &[]).exit_with, Some(0));
}

#[test]
fn what_makes_no_sense_is_named() {
    let check = |args: &[&str], words: &str| {
        let message = parse(args, &[]).unwrap_err().to_string();
        assert!(message.contains(words), "{args:?}: {message}");
    };
    check(&["--lisen", "x"], "unknown option `--lisen`");
    check(&["--lisen"], "unknown option `--lisen`");
    check(&["x"], "unknown option `x`");
    check(&["--listen"], "--listen needs a value");
    check(&["--listen", "a:b"], "`b` is no port");
    check(&["--devices", "0,0"], "--devices");
    check(&["--devices", "a"], "--devices");
    check(&["--log", "loud"], "expected error, warn");
    check(&["--reconnect-grace", "-1"], "seconds");
    check(&["--drain-limit", "soon"], "seconds");
    for amount in ["", "8", "63M", "99999999T", "-1G", "1.5G", "G", "é", "50%"] {
        check(&["--host-memory", amount], "an amount");
    }
    check(&["--ready-fd", "-1"], "descriptor");
    check(&["--log-format", "xml"], "text or json");
    for at in ["", "65536", "unix:/s", "host"] {
        check(&["--metrics", at], "a port of loopback");
    }
    let at = |text: &str| config(&["--metrics", text], &[]).metrics.unwrap().to_string();
    assert_eq!((at("9401"), at("0.0.0.0:1")), ("127.0.0.1:9401".into(), "0.0.0.0:1".into()));
    for (name, value) in [
        ("BIFROST_INSECURE", "perhaps"),
        ("BIFROST_SOFTCUDA", "2"),
        ("BIFROST_DEVICES", "first"),
        ("BIFROST_RECONNECT_GRACE", "soon"),
        ("BIFROST_HOST_MEMORY", "16"),
        ("BIFROST_LOG", "loud"),
    ] {
        let message = parse(&[], &[(name, value)]).unwrap_err().to_string();
        assert!(message.contains(&format!("{name}: `{value}`: expected")), "{message}");
    }
}

#[test]
fn help_and_version() {
    assert_eq!(parse(&["--help"], &[]), Ok(Command::Help));
    assert_eq!(parse(&["-V"], &[]), Ok(Command::Version));
}

/// Writes a file and reads the settings with it.
fn with_file(text: &str, args: &[&str], vars: &[(&str, &str)]) -> Result<Command, ConfigError> {
    static NEXT: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
    let n = NEXT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    let path = std::env::temp_dir().join(format!("bfpoold-config-{}-{n}.toml", std::process::id()));
    std::fs::write(&path, text).unwrap();
    let args = [&["--config", path.to_str().unwrap()], args].concat();
    let parsed = parse(&args, vars);
    std::fs::remove_file(&path).unwrap();
    parsed
}

#[test]
fn a_file_comes_after_the_environment_and_that_after_the_command_line() {
    let text = "# Settings.\nlisten = [\n  \"127.0.0.1:1\", \"127.0.0.1:2\",\n]\nlog = \"warn\"\ndevices = [0, 2]\n\
                drain-limit = 1.5\nhost-memory = \"8GiB\"\nsoftcuda = true\nno-zeroing = false\n";
    let read = |args: &[&str], vars: &[(&str, &str)]| match with_file(text, args, vars) {
        Ok(Command::Serve(config)) => *config,
        other => panic!("{args:?}: {other:?}"),
    };
    let c = read(&[], &[]);
    assert_eq!(c.listen.iter().map(Endpoint::to_string).collect::<Vec<_>>(), ["127.0.0.1:1", "127.0.0.1:2"]);
    assert_eq!((c.log, c.devices, c.driver), (Level::Warn, Devices::List(vec![0, 2]), Driver::Soft));
    assert_eq!((c.drain_limit, c.host_memory, c.zeroing), (Duration::from_millis(1500), 8 << 30, true));
    let vars = [("BIFROST_LOG", "error"), ("BIFROST_UNIX", "/s"), ("BIFROST_SOFTCUDA", "0")];
    let c = read(&["--log", "debug"], &vars);
    assert_eq!((c.log, c.driver), (Level::Debug, Driver::Default));
    assert_eq!(c.listen, [Endpoint::Unix("/s".into())]);
    assert_eq!(read(&["--driver", "/x"], &[]).driver, Driver::Path("/x".into()));
    assert_eq!(read(&["--softcuda=0"], &[]).driver, Driver::Default);
    assert!(matches!(with_file(text, &["--check-config"], &[]), Ok(Command::Checked(Some(_)))));
}

#[test]
fn what_makes_no_sense_in_a_file_is_told_with_its_line() {
    let check = |text: &str, words: &[&str]| {
        let message = with_file(text, &["--check-config"], &[]).unwrap_err().to_string();
        for word in words {
            assert!(message.contains(word) && !message.contains('\n'), "{text}: {message}");
        }
    };
    check(
        "\nlog = \"warn\"\nfrobnicate = \"x\"\n",
        &[".toml:3: unknown field `frobnicate`", "docs/bfpoold.md"],
    );
    check("lisen = [\"127.0.0.1:1\"]", &[".toml:1: unknown field `lisen`; did you mean `listen`?"]);
    check("ready-fd = 1", &["unknown field `ready-fd`"]);
    check("log = 3.5", &[".toml:1: log: `3.5`: expected error, warn"]);
    check("\nlog = [\"warn\"]", &[".toml:2: log cannot be a list; write it like `log = \"info\"`"]);
    check("insecure = \"yes\"", &["insecure cannot be a text", "insecure = true"]);
    check("host-memory = true", &["host-memory cannot be true or false", "\"16GiB\""]);
    check("host-memory = 0x4000", &["a number in other digits"]);
    check("drain-limit = \"5 parsecs\"", &[".toml:1: drain-limit: `5 parsecs`: expected seconds, or a time"]);
    check("host-memory = \"16GB\"", &["`16GB`: expected an amount"]);
    check("listen = \"127.0.0.1:x\"", &[".toml:1: listen: "]);
    check("[server]\nlog = \"info\"", &[".toml:1: unknown field `server`"]);
    check("log = \"info\"\nlog = \"warn\"", &[".toml:2: "]);
    check("log: info", &[".toml:1: ", "log = \"info\""]);
    check("log = 1979-05-27", &["cannot be a date"]);
    check("listen = [\"0.0.0.0:7\"]\nauth = \"none\"", &["--insecure"]);
    let message = parse(&["--config", "/nowhere.toml"], &[]).unwrap_err().to_string();
    assert!(message.contains("/nowhere.toml cannot be read"), "{message}");
}

#[test]
fn one_list_of_options_makes_help_and_documentation() {
    let help = usage();
    for option in OPTIONS {
        assert!(
            help.contains(&format!("--{} ", option.name)) && help.lines().all(|l| l.len() < 110),
            "{help}"
        );
        if let Some(variable) = option.variable() {
            assert!(help.contains(&variable), "{variable}");
            assert!(transport::settings::is_known(&variable), "{variable}");
        }
        // What the documentation shows can be written so.
        if option.place == options::Place::Everywhere {
            let text = format!("{} = {}", option.name, option.example);
            file::parse(&text, "f")
                .and_then(|all| all.iter().try_for_each(|one| Config::empty().set(one)))
                .unwrap_or_else(|e| panic!("{text}: {e}"));
        }
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/bfpoold.md");
    let (begin, end) = ("<!-- options -->\n", "<!-- end -->");
    let document = std::fs::read_to_string(path).unwrap();
    let (head, rest) = document.split_once(begin).unwrap();
    let (found, tail) = rest.split_once(end).unwrap();
    let table = options::table();
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        std::fs::write(path, [head, begin, &table, end, tail].concat()).unwrap();
    } else {
        assert_eq!(found, table, "docs/bfpoold.md (UPDATE_SNAPSHOTS=1 refreshes it)");
    }
}
