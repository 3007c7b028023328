//! Which memory of which device is reserved: arithmetic only.

use protocol::control::{Failure, FailureCode, MemoryAsk};

const MIB: u64 = 1 << 20;

/// A place that no device has.
pub(super) const NOT_SERVED: usize = usize::MAX;

/// A device of the pool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Device {
    /// Its name.
    pub name: String,
    /// Bytes of the device.
    pub total: u64,
    /// Bytes that reservations hold.
    pub reserved: u64,
}

/// A part of a device.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Share {
    /// Place of the device in the pool; [`NOT_SERVED`] for one of another front's that this one does not have.
    pub device: usize,
    /// Bytes.
    pub bytes: u64,
}

/// What is asked for.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Asked {
    /// How many GPUs.
    pub(super) gpus: u32,
    /// How much of each.
    pub(super) memory: MemoryAsk,
    /// Places of the devices that may be taken; `None`: all.
    pub(super) among: Option<Vec<u32>>,
}

impl Asked {
    fn may_take(&self, place: usize) -> bool {
        self.among.as_ref().is_none_or(|among| among.iter().any(|n| *n as usize == place))
    }
}

/// All devices.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Pool {
    devices: Vec<Device>,
}

impl Device {
    /// A device of which nothing is reserved.
    pub(super) fn new(name: impl Into<String>, total: u64) -> Self {
        Device { name: name.into(), total, reserved: 0 }
    }

    fn free(&self) -> u64 {
        self.total.saturating_sub(self.reserved)
    }
}

impl Pool {
    /// A pool of these devices.
    pub(super) fn new(devices: Vec<Device>) -> Self {
        Pool { devices }
    }

    /// The devices.
    pub(super) fn devices(&self) -> &[Device] {
        &self.devices
    }

    /// Reserves what is asked for, on different devices, each time where the least remains (best fit).
    ///
    /// # Errors
    /// `Full` when it may succeed later, `Invalid` when it never can; both with figures and the remedy.
    pub(super) fn reserve(&mut self, asked: &Asked) -> Result<Vec<Share>, Failure> {
        let (gpus, ask, count) = (asked.gpus, asked.memory, asked.gpus as usize);
        let have = self.among(asked).count();
        if count == 0 || count > have {
            let whose = if asked.among.is_some() { "the filter leaves" } else { "the pool has" };
            return Err(invalid(format!(
                "{gpus} GPUs were asked for, {whose} {have}; \
                 ask for at most {have} (-n {have}), or name a larger pool's server (--server)"
            )));
        }
        let mut possible = 0;
        let mut fits = Vec::new();
        for (place, device) in self.among(asked) {
            let bytes = ask
                .bytes_of(device.total)
                .ok_or_else(|| invalid("the amount of memory asked for makes no sense".into()))?;
            possible += usize::from(bytes <= device.total);
            if bytes <= device.free() {
                fits.push((device.free() - bytes, Share { device: place, bytes }));
            }
        }
        if possible < count {
            return Err(self.too_big(asked));
        }
        if fits.len() < count {
            return Err(self.full(asked));
        }
        fits.sort_by_key(|(rest, share)| (*rest, share.device));
        let mut shares: Vec<Share> = fits.into_iter().take(count).map(|(_, share)| share).collect();
        shares.sort_by_key(|share| share.device);
        for share in &shares {
            self.devices[share.device].reserved += share.bytes;
        }
        Ok(shares)
    }

    /// Reserves exactly these parts, which were given up before.
    ///
    /// # Errors
    /// `Full`: others have them.
    pub(super) fn take(&mut self, shares: &[Share]) -> Result<(), Failure> {
        let is_free = |s: &Share| self.devices.get(s.device).is_none_or(|d| s.bytes <= d.free());
        if !shares.iter().all(is_free) {
            let message = "the GPUs that this program gave up while it was idle are used by others now; wait for their end, and try again";
            return Err(Failure { code: FailureCode::Full, message: message.into() });
        }
        self.adopt(shares);
        Ok(())
    }

    /// Devices that may be taken, with their places.
    fn among(&self, asked: &Asked) -> impl Iterator<Item = (usize, &Device)> {
        self.devices.iter().enumerate().filter(|(place, _)| asked.may_take(*place))
    }

    /// Counts what another front gave; it may be more than there is.
    pub(super) fn adopt(&mut self, shares: &[Share]) {
        for share in shares {
            if let Some(device) = self.devices.get_mut(share.device) {
                device.reserved = device.reserved.saturating_add(share.bytes);
            }
        }
    }

    /// Returns what [`Pool::reserve`] gave or [`Pool::adopt`] counted.
    pub(super) fn release(&mut self, shares: &[Share]) {
        for share in shares {
            if let Some(device) = self.devices.get_mut(share.device) {
                device.reserved = device.reserved.saturating_sub(share.bytes);
            }
        }
    }

    /// There are as many devices as were asked for.
    fn too_big(&self, asked: &Asked) -> Failure {
        let (count, ask) = (asked.gpus as usize, asked.memory);
        let mut totals: Vec<u64> = self.among(asked).map(|(_, d)| d.total).collect();
        totals.sort_unstable_by(|a, b| b.cmp(a));
        let most = totals[count - 1] / MIB;
        invalid(format!(
            "{} was asked for, the pool's devices have {}; ask for at most {most} MiB (-m {most})",
            describe(count, ask),
            list(totals.into_iter())
        ))
    }

    /// The same.
    fn full(&self, asked: &Asked) -> Failure {
        let (count, ask) = (asked.gpus as usize, asked.memory);
        let mut free: Vec<u64> = self.among(asked).map(|(_, d)| d.free()).collect();
        free.sort_unstable_by(|a, b| b.cmp(a));
        let most = free[count - 1] / MIB;
        let advice =
            if most > 0 { format!(", or ask for at most {most} MiB (-m {most})") } else { String::new() };
        let message = format!(
            "the pool is full: {} was asked for, free are {} of {}; wait for another reservation's end (bfrun --wait){advice}",
            describe(count, ask),
            list(free.into_iter()),
            list(self.among(asked).map(|(_, d)| d.total).collect::<Vec<_>>().into_iter())
        );
        Failure { code: FailureCode::Full, message }
    }
}

fn invalid(message: String) -> Failure {
    Failure { code: FailureCode::Invalid, message }
}

fn describe(count: usize, ask: MemoryAsk) -> String {
    match ask {
        MemoryAsk::Whole => format!("{count} × a whole GPU"),
        MemoryAsk::Ppm(ppm) => format!("{count} × {} % of a GPU", f64::from(ppm) / 1e4),
        MemoryAsk::Mib(mib) => format!("{count} × {mib} MiB"),
    }
}

/// The first few of a list of sizes.
fn list(bytes: impl ExactSizeIterator<Item = u64>) -> String {
    const SHOWN: usize = 8;
    let more = if bytes.len() > SHOWN { ", …" } else { "" };
    let parts: Vec<String> = bytes.take(SHOWN).map(|b| (b / MIB).to_string()).collect();
    format!("{}{more} MiB", parts.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use FailureCode::{Full, Invalid};
    use MemoryAsk::{Mib, Ppm, Whole};

    /// Devices as (total, reserved) in MiB.
    fn pool(devices: &[(u64, u64)]) -> Pool {
        let device = |(total, reserved): &(u64, u64)| Device {
            reserved: reserved * MIB,
            ..Device::new("d", total * MIB)
        };
        Pool::new(devices.iter().map(device).collect())
    }

    fn of(gpus: u32, memory: MemoryAsk) -> Asked {
        Asked { gpus, memory, among: None }
    }

    fn check(
        devices: &[(u64, u64)],
        gpus: u32,
        ask: MemoryAsk,
        expected: Result<&[(usize, u64)], FailureCode>,
    ) {
        let mut pool = pool(devices);
        let before = pool.clone();
        let got = pool.reserve(&of(gpus, ask));
        let shares = got.as_ref().map(|s| s.iter().map(|s| (s.device, s.bytes / MIB)).collect::<Vec<_>>());
        assert_eq!(shares.as_deref().map_err(|f| f.code), expected, "{devices:?} {gpus} {ask:?}: {got:?}");
        pool.release(&got.unwrap_or_default());
        assert_eq!(pool, before);
    }

    #[test]
    fn admission() {
        check(&[(16160, 0)], 1, Ppm(500_000), Ok(&[(0, 8080)]));
        check(&[(16160, 8080)], 1, Ppm(500_000), Ok(&[(0, 8080)]));
        check(&[(16160, 8081)], 1, Ppm(500_000), Err(Full));
        check(&[(16160, 0)], 1, Whole, Ok(&[(0, 16160)]));
        check(&[(16160, 1)], 1, Whole, Err(Full));
        check(&[(16160, 0)], 1, Mib(16160), Ok(&[(0, 16160)]));
        check(&[(16160, 0)], 1, Mib(16161), Err(Invalid));
        check(&[(100, 0)], 1, Ppm(333_333), Ok(&[(0, 33)]));
        check(&[(100, 0)], 1, Ppm(1), Ok(&[(0, 1)]));
    }

    #[test]
    fn nonsense() {
        for ask in [Mib(0), Mib(u64::MAX), Mib(u64::MAX >> 20), Ppm(0), Ppm(1_000_001), Ppm(u32::MAX)] {
            check(&[(100, 0)], 1, ask, Err(Invalid));
        }
        check(&[(100, 0)], 0, Whole, Err(Invalid));
        check(&[(100, 0)], 2, Whole, Err(Invalid));
        check(&[(100, 0)], u32::MAX, Whole, Err(Invalid));
        check(&[], 1, Whole, Err(Invalid));
    }

    #[test]
    fn best_fit_on_distinct_devices() {
        check(&[(100, 0), (100, 60)], 1, Mib(40), Ok(&[(1, 40)]));
        check(&[(100, 0), (100, 61)], 1, Mib(40), Ok(&[(0, 40)]));
        check(&[(100, 0), (100, 0)], 2, Mib(40), Ok(&[(0, 40), (1, 40)]));
        check(&[(100, 0), (100, 61)], 2, Mib(40), Err(Full));
        check(&[(100, 0), (30, 0)], 2, Mib(40), Err(Invalid));
        check(&[(100, 0), (30, 0)], 2, Ppm(500_000), Ok(&[(0, 50), (1, 15)]));
        check(&[(100, 50), (100, 10), (100, 20)], 2, Mib(30), Ok(&[(0, 30), (2, 30)]));
    }

    #[test]
    fn only_devices_that_may_be_taken_are() {
        let check = |among: &[u32], gpus, ask, expected: Result<&[usize], FailureCode>| {
            let mut pool = pool(&[(100, 0), (100, 60), (200, 0)]);
            let got = pool.reserve(&Asked { among: Some(among.to_vec()), ..of(gpus, ask) });
            let places = got.map(|shares| shares.iter().map(|s| s.device).collect::<Vec<_>>());
            assert_eq!(
                places.as_deref().map_err(|f| f.code),
                expected,
                "{among:?} {gpus} {ask:?}: {places:?}"
            );
        };
        check(&[0, 1, 2], 1, Mib(40), Ok(&[1]));
        check(&[2, 0], 1, Mib(40), Ok(&[0]));
        check(&[2], 1, Mib(40), Ok(&[2]));
        check(&[2, 2, 7], 2, Mib(40), Err(Invalid));
        check(&[1], 1, Mib(41), Err(Full));
        check(&[0, 1], 1, Mib(101), Err(Invalid));
        check(&[], 1, Mib(1), Err(Invalid));
        let refused = pool(&[(100, 0)]).reserve(&Asked { among: Some(vec![]), ..of(1, Whole) }).unwrap_err();
        assert!(refused.message.contains("the filter leaves 0"), "{}", refused.message);
    }

    #[test]
    fn what_was_given_up_is_had_again_as_it_was_or_not_at_all() {
        let mut pool = pool(&[(100, 0), (100, 60)]);
        let shares = [Share { device: 0, bytes: 50 * MIB }, Share { device: 1, bytes: 50 * MIB }];
        assert_eq!(pool.take(&shares).map_err(|f| f.code), Err(Full));
        assert_eq!(pool.devices()[0].reserved, 0);
        pool.take(&shares[..1]).unwrap();
        assert_eq!(pool.devices()[0].reserved, 50 * MIB);
    }

    #[test]
    fn refusals_name_figures_and_remedy() {
        let message = |devices: &[(u64, u64)], ask| pool(devices).reserve(&of(1, ask)).unwrap_err().message;
        let full = message(&[(16160, 12160)], Ppm(500_000));
        assert!(
            full.contains("50 % of a GPU")
                && full.contains("4000 MiB of 16160 MiB")
                && full.contains("-m 4000"),
            "{full}"
        );
        let big = message(&[(16160, 0)], Mib(20_000));
        assert!(big.contains("20000 MiB") && big.contains("16160 MiB"), "{big}");
        assert!(!message(&[(100, 100)], Whole).contains("-m"));
    }

    #[test]
    fn too_many_gpus_are_told_how_many_there_are() {
        for (devices, words) in
            [(&[(100, 0)][..], "the pool has 1; ask for at most 1 (-n 1)"), (&[(9, 9); 3], "-n 3")]
        {
            let message = pool(devices).reserve(&of(4, Whole)).unwrap_err().message;
            assert!(message.contains("4 GPUs") && message.contains(words), "{message}");
        }
    }

    #[test]
    fn a_device_of_odd_size_is_given_whole() {
        let mut pool = Pool::new(vec![Device::new("d", 5 * MIB + 7)]);
        assert_eq!(pool.reserve(&of(1, Ppm(1_000_000))).unwrap(), [Share { device: 0, bytes: 5 * MIB + 7 }]);
    }
}
