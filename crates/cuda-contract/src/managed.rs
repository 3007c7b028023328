//! Managed memory as a program sees it beside its bytes: the advice about ranges, which is kept to be told again, and the
//! rules of attaching. Neither library moves memory because of it.

use std::collections::BTreeMap;
use std::ffi::{c_int, c_void};

use cuda_abi::*;

/// What a library knows about managed memory.
pub trait Managed {
    /// First address and bytes of the managed memory that contains an address.
    fn range(&self, address: u64) -> Option<(u64, u64)>;

    /// Whether there is such a device.
    fn is_device(&self, ordinal: CUdevice) -> bool;

    /// Looks at or changes the advice.
    fn with_advices(&self, look: &mut dyn FnMut(&mut Advices));
}

type Answer = Result<(), CUresult>;

/// Checks that `count` bytes at `ptr` lie in one piece of managed memory: their end.
fn end_of(managed: &dyn Managed, ptr: u64, count: usize) -> Result<u64, CUresult> {
    let (base, bytes) = managed.range(ptr).ok_or(CUresult::INVALID_VALUE)?;
    let end = ptr.checked_add(count as u64).filter(|end| count > 0 && *end <= base + bytes);
    end.ok_or(CUresult::INVALID_VALUE)
}

/// The flags of `cuMemAllocManaged`.
pub fn check_flags(flags: u32) -> Answer {
    let known = matches!(flags, CU_MEM_ATTACH_GLOBAL | CU_MEM_ATTACH_HOST);
    if known { Ok(()) } else { Err(CUresult::INVALID_VALUE) }
}

/// `cuStreamAttachMemAsync`: `named` says whether the stream is one of the program's own.
pub fn attach(managed: &dyn Managed, named: bool, ptr: u64, length: usize, flags: u32) -> Answer {
    let (base, bytes) = managed.range(ptr).ok_or(CUresult::INVALID_VALUE)?;
    let whole = ptr == base && (length == 0 || length as u64 == bytes);
    let known = match flags {
        CU_MEM_ATTACH_GLOBAL | CU_MEM_ATTACH_HOST => true,
        CU_MEM_ATTACH_SINGLE => named,
        _ => false,
    };
    if whole && known { Ok(()) } else { Err(CUresult::INVALID_VALUE) }
}

/// Where advice or a prefetch points to: an ordinal of a device, or the host.
pub fn location(managed: &dyn Managed, device: CUdevice) -> Result<CUdevice, CUresult> {
    let known = device == CU_DEVICE_CPU || managed.is_device(device);
    if known { Ok(device) } else { Err(CUresult::INVALID_DEVICE) }
}

/// The same from the later form of the functions.
pub fn location_of(managed: &dyn Managed, place: CUmemLocation) -> Result<CUdevice, CUresult> {
    match place.r#type {
        // SAFETY: every form of the union begins with this integer, whatever was written.
        CU_MEM_LOCATION_TYPE_DEVICE => location(managed, unsafe { place.anon.id }),
        CU_MEM_LOCATION_TYPE_HOST
        | CU_MEM_LOCATION_TYPE_HOST_NUMA
        | CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT => Ok(CU_DEVICE_CPU),
        _ => Err(CUresult::INVALID_VALUE),
    }
}

/// A prefetch: the memory is where everybody finds it already.
pub fn prefetch(managed: &dyn Managed, ptr: u64, count: usize, to: CUdevice) -> Answer {
    let end = end_of(managed, ptr, count)?;
    managed.with_advices(&mut |advices| advices.update(ptr, end, |advice| advice.prefetched = to));
    Ok(())
}

/// Takes an advice; `place` is asked only where the advice has one.
pub fn advise(
    managed: &dyn Managed,
    ptr: u64,
    count: usize,
    advice: CUmem_advise,
    place: impl FnOnce() -> Result<CUdevice, CUresult>,
) -> Answer {
    let end = end_of(managed, ptr, count)?;
    let with_place = matches!(
        advice,
        CU_MEM_ADVISE_SET_PREFERRED_LOCATION
            | CU_MEM_ADVISE_SET_ACCESSED_BY
            | CU_MEM_ADVISE_UNSET_ACCESSED_BY
    );
    let place = if with_place { place()? } else { CU_DEVICE_INVALID };
    let change: &dyn Fn(&mut Advice) = match advice {
        CU_MEM_ADVISE_SET_READ_MOSTLY => &|a| a.read_mostly = true,
        CU_MEM_ADVISE_UNSET_READ_MOSTLY => &|a| a.read_mostly = false,
        CU_MEM_ADVISE_SET_PREFERRED_LOCATION | CU_MEM_ADVISE_UNSET_PREFERRED_LOCATION => {
            &|a| a.preferred = place
        }
        CU_MEM_ADVISE_SET_ACCESSED_BY => &|a| {
            if !a.accessed_by.contains(&place) {
                a.accessed_by.push(place);
            }
        },
        CU_MEM_ADVISE_UNSET_ACCESSED_BY => &|a| a.accessed_by.retain(|by| *by != place),
        _ => return Err(CUresult::INVALID_VALUE),
    };
    managed.with_advices(&mut |advices| advices.update(ptr, end, change));
    Ok(())
}

/// The advice for a range. Locations are ordinals of devices, `CU_DEVICE_CPU`, or `CU_DEVICE_INVALID` for none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// Mostly read.
    pub read_mostly: bool,
    /// Where it should be.
    pub preferred: CUdevice,
    /// Who accesses it, in the order of the advice.
    pub accessed_by: Vec<CUdevice>,
    /// Where it was prefetched to last.
    pub prefetched: CUdevice,
}

impl Default for Advice {
    fn default() -> Self {
        Advice {
            read_mostly: false,
            preferred: CU_DEVICE_INVALID,
            accessed_by: Vec::new(),
            prefetched: CU_DEVICE_INVALID,
        }
    }
}

/// Advice by range; what is in no range has none.
#[derive(Debug, Default)]
pub struct Advices {
    /// Start to end and advice; the ranges do not overlap.
    ranges: BTreeMap<u64, (u64, Advice)>,
}

impl Advices {
    /// Changes the advice for `start..end`.
    pub fn update(&mut self, start: u64, end: u64, change: impl Fn(&mut Advice)) {
        self.split(start);
        self.split(end);
        let mut at = start;
        let known: Vec<(u64, u64)> = self.ranges.range(start..end).map(|(s, (e, _))| (*s, *e)).collect();
        for (from, to) in known {
            if at < from {
                self.ranges.insert(at, (from, Advice::default()));
            }
            at = to;
        }
        if at < end {
            self.ranges.insert(at, (end, Advice::default()));
        }
        self.ranges.range_mut(start..end).for_each(|(_, (_, advice))| change(advice));
    }

    /// The advice for the parts of `start..end`.
    pub fn of(&self, start: u64, end: u64) -> Vec<Advice> {
        let before = self.ranges.range(..start).next_back().filter(|(_, (to, _))| *to > start);
        let inside = before.into_iter().chain(self.ranges.range(start..end));
        let (mut at, mut parts) = (start, Vec::new());
        for (from, (to, advice)) in inside {
            if at < *from {
                parts.push(Advice::default());
            }
            parts.push(advice.clone());
            at = *to;
        }
        if at < end {
            parts.push(Advice::default());
        }
        parts
    }

    /// Forgets the advice for memory that is gone.
    pub fn forget(&mut self, start: u64, end: u64) {
        self.split(start);
        self.split(end);
        self.ranges.retain(|from, _| !(start..end).contains(from));
    }

    /// No range goes on over `at` afterwards.
    fn split(&mut self, at: u64) {
        let Some((_, (to, advice))) = self.ranges.range_mut(..at).next_back() else { return };
        if *to > at {
            let rest = (std::mem::replace(to, at), advice.clone());
            self.ranges.insert(at, rest);
        }
    }
}

/// What all parts of a range agree on, else `otherwise`.
fn common<T: PartialEq>(parts: &[Advice], otherwise: T, of: impl Fn(&Advice) -> T) -> T {
    let mut values = parts.iter().map(of);
    match values.next() {
        Some(first) if values.all(|value| value == first) => first,
        _ => otherwise,
    }
}

/// The integers of an attribute: one, or for `ACCESSED_BY` as many as the program has room for.
fn attribute(
    parts: &[Advice],
    attribute: CUmem_range_attribute,
    room: usize,
) -> Result<Vec<c_int>, CUresult> {
    let kind = |place: CUdevice| match place {
        CU_DEVICE_INVALID => CU_MEM_LOCATION_TYPE_INVALID as c_int,
        CU_DEVICE_CPU => CU_MEM_LOCATION_TYPE_HOST as c_int,
        _ => CU_MEM_LOCATION_TYPE_DEVICE as c_int,
    };
    // The id of what is no device is not defined; 0 is.
    let id = |place: CUdevice| place.max(0);
    let preferred = common(parts, CU_DEVICE_INVALID, |advice| advice.preferred);
    let prefetched = common(parts, CU_DEVICE_INVALID, |advice| advice.prefetched);
    let one = match attribute {
        CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY => c_int::from(common(parts, false, |advice| advice.read_mostly)),
        CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION => preferred,
        CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION => prefetched,
        CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_TYPE => kind(preferred),
        CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_ID => id(preferred),
        CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_TYPE => kind(prefetched),
        CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_ID => id(prefetched),
        CU_MEM_RANGE_ATTRIBUTE_ACCESSED_BY => {
            let everywhere = |by: &CUdevice| parts.iter().all(|advice| advice.accessed_by.contains(by));
            let first = parts.first().map_or(&[][..], |advice| &advice.accessed_by);
            let mut list: Vec<c_int> = first.iter().copied().filter(everywhere).collect();
            list.resize(room, CU_DEVICE_INVALID);
            return Ok(list);
        }
        _ => return Err(CUresult::INVALID_VALUE),
    };
    Ok(vec![one])
}

/// `cuMemRangeGetAttribute`.
///
/// # Safety
/// `data` is NULL or valid for `size` bytes.
pub unsafe fn range_attribute(
    managed: &dyn Managed,
    data: *mut c_void,
    size: usize,
    which: CUmem_range_attribute,
    ptr: CUdeviceptr,
    count: usize,
) -> Answer {
    let room = size / size_of::<c_int>();
    let whole = size == size_of::<c_int>() || which == CU_MEM_RANGE_ATTRIBUTE_ACCESSED_BY;
    if data.is_null() || room == 0 || !size.is_multiple_of(size_of::<c_int>()) || !whole {
        return Err(CUresult::INVALID_VALUE);
    }
    let end = end_of(managed, ptr, count)?;
    let mut parts = Vec::new();
    managed.with_advices(&mut |advices| parts = advices.of(ptr, end));
    for (index, value) in attribute(&parts, which, room)?.into_iter().enumerate() {
        // SAFETY: the C caller passes `size` bytes; there are at most `room` values.
        unsafe { data.cast::<c_int>().add(index).write_unaligned(value) };
    }
    Ok(())
}

/// `cuMemRangeGetAttributes`.
///
/// # Safety
/// The arrays are NULL or have `attribute_count` elements, each place is NULL or valid for its size.
pub unsafe fn range_attributes(
    managed: &dyn Managed,
    data: *mut *mut c_void,
    sizes: *mut usize,
    attributes: *mut CUmem_range_attribute,
    attribute_count: usize,
    ptr: CUdeviceptr,
    count: usize,
) -> Answer {
    if data.is_null() || sizes.is_null() || attributes.is_null() || attribute_count == 0 {
        return Err(CUresult::INVALID_VALUE);
    }
    for index in 0..attribute_count {
        // SAFETY: the three arrays have `attribute_count` elements by the C caller's contract.
        let (place, size, which) = unsafe { (*data.add(index), *sizes.add(index), *attributes.add(index)) };
        // SAFETY: as the single query.
        unsafe { range_attribute(managed, place, size, which, ptr, count) }?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn preferred(advices: &Advices, start: u64, end: u64) -> Vec<CUdevice> {
        advices.of(start, end).iter().map(|advice| advice.preferred).collect()
    }

    #[test]
    fn parts_of_ranges_are_kept_apart() {
        let mut advices = Advices::default();
        let none = CU_DEVICE_INVALID;
        assert_eq!(preferred(&advices, 0, 100), [none]);
        advices.update(20, 40, |advice| advice.preferred = 0);
        advices.update(30, 60, |advice| advice.preferred = 1);
        for (start, end, expected) in [
            (0, 100, vec![none, 0, 1, 1, none]),
            (20, 30, vec![0]),
            (25, 28, vec![0]),
            (30, 60, vec![1, 1]),
            (35, 50, vec![1, 1]),
            (60, 80, vec![none]),
        ] {
            assert_eq!(preferred(&advices, start, end), expected, "{start}..{end}");
        }
        advices.update(0, 100, |advice| advice.read_mostly = true);
        assert!(advices.of(0, 100).iter().all(|advice| advice.read_mostly));
        assert_eq!(preferred(&advices, 0, 100), [none, 0, 1, 1, none]);
        advices.forget(25, 35);
        assert_eq!(preferred(&advices, 0, 100), [none, 0, none, 1, 1, none]);
    }

    /// One device and memory at 0x1000.
    struct Some4096(std::cell::RefCell<Advices>);

    impl Managed for Some4096 {
        fn range(&self, address: u64) -> Option<(u64, u64)> {
            (0x1000..0x2000).contains(&address).then_some((0x1000, 0x1000))
        }

        fn is_device(&self, ordinal: CUdevice) -> bool {
            ordinal == 0
        }

        fn with_advices(&self, look: &mut dyn FnMut(&mut Advices)) {
            look(&mut self.0.borrow_mut());
        }
    }

    fn some() -> Some4096 {
        Some4096(std::cell::RefCell::default())
    }

    #[test]
    fn advice_is_taken_for_managed_memory_only() {
        let memory = some();
        let bad = Err(CUresult::INVALID_VALUE);
        for (ptr, count, want) in [
            (0x1000, 0x1000, Ok(())),
            (0x1800, 0x801, bad),
            (0xfff, 1, bad),
            (0x1000, 0, bad),
            (0x2000, 1, bad),
        ] {
            assert_eq!(prefetch(&memory, ptr, count, 0), want, "{ptr:#x} {count:#x}");
            let advice = CU_MEM_ADVISE_SET_READ_MOSTLY;
            assert_eq!(advise(&memory, ptr, count, advice, || unreachable!()), want, "{ptr:#x} {count:#x}");
        }
        assert_eq!(advise(&memory, 0x1000, 1, 99, || Ok(0)), bad);
        assert_eq!(location(&memory, 1), Err(CUresult::INVALID_DEVICE));
        assert_eq!(location(&memory, CU_DEVICE_CPU), Ok(CU_DEVICE_CPU));
    }

    #[test]
    fn whole_allocations_are_attached() {
        let memory = some();
        for (named, ptr, length, flags, fits) in [
            (true, 0x1000, 0, CU_MEM_ATTACH_SINGLE, true),
            (false, 0x1000, 0, CU_MEM_ATTACH_SINGLE, false),
            (false, 0x1000, 0x1000, CU_MEM_ATTACH_GLOBAL, true),
            (false, 0x1000, 0x800, CU_MEM_ATTACH_GLOBAL, false),
            (false, 0x1004, 0, CU_MEM_ATTACH_HOST, false),
            (true, 0x3000, 0, CU_MEM_ATTACH_HOST, false),
            (true, 0x1000, 0, 3, false),
        ] {
            assert_eq!(
                attach(&memory, named, ptr, length, flags).is_ok(),
                fits,
                "{ptr:#x} {length:#x} {flags}"
            );
        }
    }
}
