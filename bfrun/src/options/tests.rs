use super::*;

fn try_parse(line: &str, vars: &[(&str, &str)]) -> Result<Command, OptionError> {
    let env = |name: &str| vars.iter().find(|(n, _)| *n == name).map(|(_, v)| OsString::from(v));
    parse(line.split_whitespace().map(OsString::from).collect(), env)
}

fn run(line: &str, vars: &[(&str, &str)]) -> Options {
    match try_parse(line, vars) {
        Ok(Command::Run(options)) => options,
        other => panic!("{line}: {other:?}"),
    }
}

#[test]
fn shares() {
    let check = |line: &str, gpus: u32, memory: MemoryAsk| {
        let o = run(line, &[]);
        assert_eq!((o.ask.gpus, o.ask.memory, o.program.to_str()), (gpus, memory, Some("p")), "{line}");
    };
    check("p", 1, MemoryAsk::Whole);
    check("-n 2 -- p", 2, MemoryAsk::Whole);
    check("-n2 -p 0.5 p -n 3", 2, MemoryAsk::Ppm(500_000));
    check("-m 4000 p", 1, MemoryAsk::Mib(4000));
    check("-m4GiB p", 1, MemoryAsk::Mib(4096));
    check("-m 4G p", 1, MemoryAsk::Mib(4096));
    check("-m 0.5 p", 1, MemoryAsk::Ppm(500_000));
    check("-m 50% p", 1, MemoryAsk::Ppm(500_000));
    check("-p 1 p", 1, MemoryAsk::Ppm(1_000_000));
}

#[test]
fn the_programs_own_options_are_left_alone() {
    let o = run("--local p --local -- -q", &[]);
    assert_eq!((o.args.len(), o.ask.quiet, o.ask.local), (3, false, true));
    assert_eq!(run("-- -p", &[]).program, "-p");
}

#[test]
fn environment() {
    let vars = [
        ("BIFROST_GPUS", "3"),
        ("BIFROST_MEMORY", "50%"),
        ("BIFROST_SERVER", "a:1,b:2"),
        ("BIFROST_QUIET", "1"),
        ("BIFROST_RUN_STATS", "json"),
    ];
    let o = run("p", &vars);
    assert_eq!(
        (o.ask.gpus, o.ask.memory, o.ask.servers.len(), o.ask.quiet, o.stats),
        (3, MemoryAsk::Ppm(500_000), 2, true, Stats::Json)
    );
    let o = run("-n 1 -m 10 --server c:3 --server=d:4 --stats p", &vars);
    assert_eq!((o.ask.gpus, o.ask.memory, o.stats), (1, MemoryAsk::Mib(10), Stats::Text));
    assert_eq!(o.ask.servers, ["c:3", "d:4"]);
    assert_eq!(run("--server a:1,b:2 p", &vars).ask.servers, ["a:1", "b:2"]);
    let o = run("--local p", &vars);
    assert!(o.ask.local && o.ask.servers.is_empty());
    assert!(run("p", &[("BIFROST_LOCAL", "1"), ("BIFROST_SERVER", "a:1")]).ask.local);
    assert!(!run("--server b:2 p", &[("BIFROST_LOCAL", "1")]).ask.local);
}

#[test]
fn waits_and_placements() {
    let ten = Wait::Limit(Duration::from_secs(600));
    for (line, vars, wait, placement) in [
        ("p", &[][..], Wait::No, Placement::BestFit),
        ("--wait p", &[("BIFROST_WAIT", "0")], Wait::Ever, Placement::BestFit),
        ("--wait=10m --placement=pack p", &[("BIFROST_PLACEMENT", "spread")], ten, Placement::Pack),
        ("p", &[("BIFROST_WAIT", "1"), ("BIFROST_PLACEMENT", "spread")], Wait::Ever, Placement::Spread),
        ("p", &[("BIFROST_WAIT", "600")], ten, Placement::BestFit),
        ("--placement pack p", &[("BIFROST_WAIT", "no")], Wait::No, Placement::Pack),
    ] {
        let o = run(line, vars);
        assert_eq!((o.ask.wait, o.ask.placement), (wait, placement), "{line} {vars:?}");
    }
}

#[test]
fn filters() {
    let text = |line: &str, vars: &[(&str, &str)]| run(line, vars).ask.filter.map(|f| f.text().to_owned());
    let vars = [("BIFROST_FILTER", "device.id=7")];
    for (line, expected) in [
        ("p", Some("device.id=7")),
        ("--filter device.id=1 p", Some("device.id=1")),
        ("--filter=device.id!=1 --filter device.id<4 p", Some("(device.id!=1) and (device.id<4)")),
        ("--local p", None),
    ] {
        assert_eq!(text(line, &vars).as_deref(), expected, "{line}");
    }
    assert_eq!(text("p", &[]), None);
}

#[test]
fn reservations_for_several_programs() {
    let request = |line: &str| match try_parse(line, &[("BIFROST_RESERVATION", "/f")]) {
        Ok(Command::Request(request)) => request,
        other => panic!("{line}: {other:?}"),
    };
    let r = request("request -n 2 -m 4000 -o /r");
    assert_eq!((r.ask.gpus, r.ask.memory, r.time), (2, MemoryAsk::Mib(4000), None));
    assert_eq!(r.output, PathBuf::from("/r"));
    let r = request("request --wait --server a:1 --time=8h -or");
    assert_eq!((r.ask.wait, r.time, r.output), (Wait::Ever, Some(Duration::from_secs(28_800)), "r".into()));
    assert_eq!(try_parse("release r", &[]), Ok(Command::Release("r".into())));
    assert_eq!(
        (&*run("-- request", &[]).program, &*run("-q release r", &[]).program),
        ("request".as_ref(), "release".as_ref())
    );
    let vars = [("BIFROST_RESERVATION", "/f"), ("BIFROST_LOCAL", "1")];
    for (line, file, local) in [
        ("--reservation r p", Some("r"), false),
        ("p", Some("/f"), false),
        ("-n 1 p", None, true),
        ("--server a:1 p", None, false),
    ] {
        let o = run(line, &vars);
        assert_eq!((o.reservation, o.ask.local), (file.map(PathBuf::from), local), "{line}");
    }
}

#[test]
fn what_makes_no_sense_is_named() {
    let check = |line: &str, words: &str| {
        let message = try_parse(line, &[]).unwrap_err().to_string();
        assert!(message.contains(words), "{line}: {message}");
    };
    check("", "no program");
    check("-n 1", "no program");
    check("--", "no program");
    check("-n", "-n needs a value");
    check("-n 0 p", "-n `0`");
    check("-p 2 p", "fraction");
    check("-m 4K p", "expected memory of a GPU: 0.5, 50%");
    check("-p 0.5 -m 100 p", "exclude");
    check("--local --server a:1 p", "exclude");
    check("--server=, p", "--server needs a value");
    check("--stats=xml p", "--stats=xml");
    check("-m 4.5G p", "-m `4.5G`: expected a whole number before the unit: 4608MiB");
    check("--wait 5 p", "--wait=5 (a program of this name: --wait -- 5)");
    check("request --wait 10m -o r", "--wait=10m");
    assert_eq!(run("--wait -- 5", &[]).program, "5");
    assert_eq!(run("--wait=1h 5", &[]).program, "5");
    check("--wait=soon p", "--wait `soon`: expected a time");
    check("--placement p q", "--placement `p`: expected best-fit");
    check("--sever a:1 p", "unknown option `--sever`");
    check("--reservation r -n 2 p", "--reservation and -n exclude");
    check("--reservation r --local p", "--reservation and --local exclude");
    check("--reservation= p", "--reservation needs a value");
    check("-o r p", "unknown option `-o`");
    check("--time 1h p", "unknown option `--time`");
    check("request -n 1", "no file is named");
    check("request -o", "-o needs a value");
    check("request -o r p", "does not take `p`");
    check("request -o r -- p", "does not take `--`");
    check("request -o r --device-files", "does not take `--device-files`");
    check("request -o r --stats", "does not take `--stats`");
    check("request -o r --local", "does not take `--local`");
    check("request -o r --time soon", "--time `soon`: expected a time");
    check("request --frob -o r", "unknown option `--frob`");
    check("release", "takes one file");
    check("release a b", "takes one file");
    check("release --all", "unknown option `--all`");
    check("-x p", "unknown option `-x`");
    check("--filter device.id p", "--filter `device.id`: character 10: expected one of =");
    check("--filter= p", "--filter ``: character 1: expected a key");
    check("--reservation r --filter device.id=1 p", "--reservation and --filter exclude");
    let filter = try_parse("p", &[("BIFROST_FILTER", "device.id=x")]).unwrap_err().to_string();
    assert!(filter.contains("BIFROST_FILTER `device.id=x`: character 11: `x` is no value"), "{filter}");
    for (name, value) in [
        ("BIFROST_GPUS", "many"),
        ("BIFROST_MEMORY", "lots"),
        ("BIFROST_LOCAL", "perhaps"),
        ("BIFROST_QUIET", "2"),
        ("BIFROST_RUN_STATS", "xml"),
        ("BIFROST_PLACEMENT", "anywhere"),
        ("BIFROST_WAIT", "long"),
    ] {
        let message = try_parse("p", &[(name, value)]).unwrap_err().to_string();
        assert!(message.contains(&format!("{name} `{value}`: expected")), "{message}");
    }
}
