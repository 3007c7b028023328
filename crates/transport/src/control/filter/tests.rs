use protocol::report::{Device, Report, Server};

use super::*;

fn report() -> Report {
    let device = |index, name: &str, mib: u64| Device {
        index,
        name: name.into(),
        total_bytes: mib << 20,
        ..Device::default()
    };
    Report {
        server: Server {
            name: "gpu-host7".into(),
            driver_version: 12_040,
            driver: "550.54.15".into(),
            ..Server::default()
        },
        devices: vec![
            device(0, "Tesla V100-SXM2-16GB", 16_160),
            device(1, "NVIDIA A100-PCIE-40GB", 40_536),
            device(2, "Tesla T4", 15_109),
        ],
        ..Report::default()
    }
}

fn taken(filter: &str) -> Vec<u32> {
    let endpoint = "10.0.0.7:56001".parse().unwrap();
    let filter = Filter::parse(filter).unwrap_or_else(|e| panic!("{filter}: {e}"));
    filter.devices(&endpoint, &report())
}

#[test]
fn each_key_and_operator() {
    let all = [0, 1, 2];
    for (filter, expected) in [
        ("server.addr=10.0.0.7", &all[..]),
        ("server.addr=10.0.0.7:56001", &all),
        ("server.addr=10.0.0.*", &all),
        ("server.addr=10.0.0.7:56002", &[]),
        ("server.addr!=10.0.0.7", &[]),
        ("server.hostname=GPU-host7", &all),
        ("server.hostname=gpu", &[]),
        ("server.has-rdma=false", &all),
        ("server.has-rdma=true", &[]),
        ("server.has-rdma!=true", &all),
        ("server.cuda-version=12.4", &all),
        ("server.cuda-version=12", &all),
        ("server.cuda-version>12", &[]),
        ("server.cuda-version>=12", &all),
        ("server.cuda-version>=12.10", &[]),
        ("server.cuda-version>11.8", &all),
        ("server.cuda-version<12.5", &all),
        ("server.driver-version>=550.54", &all),
        ("server.driver-version<=550", &all),
        ("server.driver-version!=550.54.15", &[]),
        ("server.driver-version>=550.54.15.1", &[]),
        ("device.id=1", &[1]),
        ("device.id!=1", &[0, 2]),
        ("device.id<2", &[0, 1]),
        ("device.name='NVIDIA A100-PCIE-40GB'", &[1]),
        ("device.name=Tesla T4", &[2]),
        ("device.name=tesla*", &[0, 2]),
        ("device.name=*a100*", &[1]),
        ("device.name=*t*4", &[2]),
        ("device.name=T4", &[]),
        ("device.phy-memory>=16160", &[0, 1]),
        ("device.phy-memory > 16160 MiB", &[1]),
        ("device.phy-memory==15109", &[2]),
        ("device.phy-memory<=16G", &[0, 2]),
    ] {
        assert_eq!(taken(filter), expected, "{filter}");
    }
}

#[test]
fn joints() {
    for (filter, expected) in [
        ("device.name=Tesla* and device.phy-memory>16000", &[0][..]),
        ("device.name=Tesla T4 device.id=2", &[2]),
        ("device.id=0 or device.id=2", &[0, 2]),
        ("device.id=0 or device.id=2 and device.name=nothing", &[0]),
        ("(device.id=0 or device.id=2) and device.name=*t4", &[2]),
        ("not device.id=0", &[1, 2]),
        ("NOT (device.id=0 OR device.id=1)", &[2]),
        ("not not device.id=0", &[0]),
        ("device.name=\"or\" or device.id=1", &[1]),
    ] {
        assert_eq!(taken(filter), expected, "{filter}");
    }
    let filters = ["device.id=0 or device.id=1", "device.id>0"].map(|f| Filter::parse(f).unwrap());
    let both = Filter::all(filters).unwrap();
    assert_eq!(both.devices(&"h".parse().unwrap(), &report()), [1]);
    assert_eq!(both.text(), "(device.id=0 or device.id=1) and (device.id>0)");
    assert_eq!(Filter::all([]), None);
}

/// What a server does not tell is no release.
#[test]
fn what_is_not_told_is_only_unlike() {
    let mut silent = report();
    silent.server.driver = "softcuda".into();
    let count = |filter: &str| Filter::parse(filter).unwrap().devices(&"h".parse().unwrap(), &silent).len();
    assert_eq!(
        ["<9999", ">0", "=1", "!=1"].map(|c| count(&format!("server.driver-version{c}"))),
        [0, 0, 0, 3]
    );
}

#[test]
fn what_makes_no_sense_is_told_with_its_place() {
    for (filter, at, words) in [
        ("", 1, "expected a key such as device.name, found the end"),
        ("devise.id=1", 1, "no key `devise.id`; keys are server.addr,"),
        ("device.id=1 and devise.id=2", 17, "no key `devise.id`"),
        ("device.id", 10, "expected one of = != < <= > >=, found the end"),
        ("device.id=", 11, "expected a value, found the end"),
        ("device.id=one", 11, "`one` is no value of device.id; expected a number from 0"),
        ("device.id=-1", 11, "is no value"),
        ("device.id!1", 10, "expected !=, found `!`"),
        ("device.name<A", 12, "device.name has no order, so `<` means nothing; use = or !="),
        ("device.name=", 13, "expected a value"),
        ("device.phy-memory>=16KB", 20, "expected an amount"),
        ("server.cuda-version>=twelve", 22, "expected a release such as 12.4"),
        ("server.cuda-version>=12.", 22, "expected a release such as 12.4"),
        ("server.has-rdma=maybe", 17, "expected true or false"),
        ("(device.id=1", 13, "expected and, or, or `)`, found the end"),
        ("device.id=1)", 12, "expected a key, and, or, or the end, found `)`"),
        ("device.id=1 or", 15, "expected a key"),
        ("and device.id=1", 1, "no key `and`"),
        ("dévice.name='x' = 3", 1, "no key"),
        ("device.name='é' = 3", 17, "expected a key such as device.name, found `=`"),
        ("device.name='x", 13, "what ' opens is not closed"),
        (&format!("{}device.id=1", "(".repeat(40)), 34, "too many brackets"),
        (&format!("{}device.id=1", "not ".repeat(40)), 133, "too many brackets"),
    ] {
        let error = Filter::parse(filter).unwrap_err();
        let text = error.to_string();
        assert_eq!(error.at, at, "{filter}: {text}");
        assert!(text.contains(words), "{filter}: {text}");
    }
}
