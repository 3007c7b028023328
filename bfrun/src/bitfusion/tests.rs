use super::*;

fn env(name: &str) -> Option<OsString> {
    (name == "HOME").then(|| "/home/ada".into())
}

/// Words with blanks between them; `_` stands for a blank within a word.
fn words(line: &str) -> Vec<OsString> {
    line.split_whitespace().map(|word| word.replace('_', " ").replace('~', "_").into()).collect()
}

fn translated(line: &str) -> Result<String, String> {
    let translated = translate(words(line), &env).map_err(|e| e.to_string())?;
    let line = |words: Vec<OsString>| {
        words.iter().map(|word| quoted(&word.to_string_lossy())).collect::<Vec<_>>().join(" ")
    };
    Ok(match translated.instead {
        Instead::Bfrun(words) => format!("bfrun {}", line(words)),
        Instead::Request(file, words) => {
            let line = line(words);
            assert!(line.ends_with(&format!("-o {}", file.display())), "{line}");
            format!("bfrun {line}")
        }
        Instead::Bfctl(words) => format!("bfctl {}", line(words)),
        Instead::Help => "help".into(),
        Instead::Version => "version".into(),
    })
}

#[test]
fn old_commands_and_what_is_run_instead() {
    const FILE: &str = "/home/ada/.local/state/bifrost/bitfusion.reservation";
    for (old, new) in [
        ("run -n 1 -p 0.5 -- app", "bfrun -n 1 -p 0.5 -- app".to_owned()),
        ("run -n 2 -m 4000 app -n 3", "bfrun -n 2 -m 4000 -- app -n 3".into()),
        ("run -n1 -p0.25 app", "bfrun -n 1 -p 0.25 -- app".into()),
        ("run --num~gpus=1 --partial 0.5 app", "bfrun -n 1 -p 0.5 -- app".into()),
        ("run -n 1 --gpu~memory 100 -- -app", "bfrun -n 1 -m 100 -- -app".into()),
        (
            "run -n 1 -l 10.0.0.1:56001;10.0.0.2:56001 app",
            "bfrun -n 1 --server 10.0.0.1:56001 --server 10.0.0.2:56001 -- app".into(),
        ),
        ("run -n 1 --server~list a:1,b:2 app", "bfrun -n 1 --server a:1 --server b:2 -- app".into()),
        (
            "run -n 1 --filter device.id=1 --filter server.has-rdma=false app",
            "bfrun -n 1 --filter device.id=1 --filter server.has-rdma=false -- app".into(),
        ),
        // Not word by word, as Bitfusion did: `cd x && y` is a line of a shell's.
        ("run -n 1 cd_x_&&_y", "bfrun -n 1 -- /bin/sh -c 'cd x && y'".into()),
        ("run -n 1 -- python_train.py", "bfrun -n 1 -- /bin/sh -c 'python train.py'".into()),
        ("run -n 1 sh -c a_b", "bfrun -n 1 -- sh -c 'a b'".into()),
        ("request~gpus -n 2 -p 0.5", format!("bfrun request -n 2 -p 0.5 -o {FILE}")),
        ("request -n 2 -f /tmp/r", "bfrun request -n 2 -o /tmp/r".into()),
        ("client app -f x", format!("bfrun --reservation {FILE} -- app -f x")),
        ("client -f /tmp/r -- app", "bfrun --reservation /tmp/r -- app".into()),
        ("release~gpus", format!("bfrun release {FILE}")),
        ("release~gpus --file=/tmp/r", "bfrun release /tmp/r".into()),
        ("local app x", "bfrun --local -- app x".into()),
        ("list~gpus", "bfctl list-gpus".into()),
        ("list~gpus -l a:1", "bfctl list-gpus --server a:1".into()),
        ("smi", "bfctl smi".into()),
        ("health", "bfctl health".into()),
        ("localhealth", "bfctl health --local".into()),
        ("stats", "bfctl sessions".into()),
        ("version", "version".into()),
        ("--help", "help".into()),
    ] {
        assert_eq!(translated(old), Ok(new), "{old}");
    }
}

#[test]
fn what_has_no_counterpart_is_told_with_the_remedy() {
    for (old, words) in [
        ("", "no command is named"),
        ("frob", "unknown command `frob`"),
        ("netperf", "`netperf` has no counterpart in Bifrost; measure the network with iperf3"),
        ("user list", "bfctl token create"),
        ("run app", "run: name the number of GPUs: bitfusion run -n N"),
        ("run -n 1", "no program is named: bitfusion run"),
        ("run -n 1 --", "no program is named"),
        ("run -n", "-n needs a value"),
        ("run -n 1 --rdma app", "run: option `--rdma` has no counterpart in Bifrost; leave it out"),
        ("client -n 1 app", "client: option `-n` has no counterpart"),
        ("smi all", "smi does not take `all`"),
        ("smi -p 0.5", "smi: option `-p`"),
        ("release~gpus x", "release_gpus does not take `x`"),
        ("run -n 1 -s /nowhere/servers.conf app", "/nowhere/servers.conf cannot be read"),
    ] {
        let message = translated(old).unwrap_err();
        assert!(message.contains(words) && !message.contains('\n'), "{old}: {message}");
    }
    assert!(translate(words("client app"), &|_| None).unwrap_err().to_string().contains("-f FILE"));
}

#[test]
fn only_this_name_is_meant() {
    for (name, meant) in [("bitfusion", true), ("/usr/bin/bitfusion", true), ("bfrun", false), ("", false)] {
        assert_eq!(is_meant(Some(&name.into())), meant, "{name}");
    }
    assert!(!is_meant(None));
}
