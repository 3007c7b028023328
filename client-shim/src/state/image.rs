//! From the image that a program passes to the bytes that are sent: only what the devices will use.

use std::ffi::c_void;

use fatbin::{ComputeCapability, Entry, Image, ImageKind, Policy};
use protocol::snapshot::Device;

use super::module::Failure;

/// An image reduced to what the devices of the session use: a fatbin with the chosen entries (one of each separately compiled
/// unit, one behind the other), a cubin, or PTX.
pub(crate) struct Selected(pub(crate) Vec<u8>);

/// Reads the image at a pointer and selects what the devices use.
///
/// # Errors
/// The driver's codes: 1 for null, 200 for what is no image, 209 if no entry fits, 218 for PTX without a header.
///
/// # Safety
/// As for [`fatbin::image_from_ptr`].
pub(crate) unsafe fn select(image: *const c_void, devices: &[&Device]) -> Result<Selected, Failure> {
    // SAFETY: the caller's contract is the same.
    let image = unsafe { fatbin::image_from_ptr(image) }?;
    let selected = select_image(&image, devices);
    if let (Err(fatbin::Error::NoBinaryForGpu), Some(device)) = (&selected, devices.first()) {
        cuda_contract::no_code::tell("bifrost", device.compute_capability(), device.ptx_only);
    }
    Ok(selected?)
}

fn select_image(image: &Image<'_>, devices: &[&Device]) -> Result<Selected, fatbin::Error> {
    match image.kind {
        ImageKind::Fatbin => select_entries(image, devices),
        ImageKind::Cubin if devices.iter().all(|d| d.ptx_only) => Err(fatbin::Error::NoBinaryForGpu),
        ImageKind::Cubin => Ok(Selected(image.data.to_vec())),
        ImageKind::Ptx => {
            fatbin::PtxHeader::parse(image.data)?;
            Ok(Selected(image.data.to_vec()))
        }
    }
}

/// For a program of separately compiled units without linked code for the devices: a fatbin for each unit, one behind the other.
fn units(image: &Image<'_>, devices: &[&Device]) -> Result<Option<Selected>, fatbin::Error> {
    let linked = Image { prelinked: Vec::new(), ..image.clone() };
    if image.prelinked.is_empty() || select_entries(&linked, devices).is_ok() {
        return Ok(None);
    }
    let mut packed = Vec::new();
    for unit in &image.prelinked {
        let unit = Image { kind: ImageKind::Fatbin, data: unit, prelinked: Vec::new() };
        packed.extend(select_entries(&unit, devices)?.0);
    }
    Ok(Some(Selected(packed)))
}

/// The entries that at least one of the devices uses, each once.
fn select_entries(image: &Image<'_>, devices: &[&Device]) -> Result<Selected, fatbin::Error> {
    if let Some(units) = units(image, devices)? {
        return Ok(units);
    }
    let mut chosen: Vec<Entry<'_>> = Vec::new();
    let mut failure = fatbin::Error::NoBinaryForGpu;
    for device in devices {
        let policy = if device.ptx_only { Policy::PtxOnly } else { Policy::CubinOrPtx };
        match image.choose(ComputeCapability::from_number(device.compute_capability()), policy) {
            Ok(entries) => {
                for entry in entries {
                    if !chosen.iter().any(|c| std::ptr::eq(c.raw, entry.raw)) {
                        chosen.push(entry);
                    }
                }
            }
            Err(error) => failure = error,
        }
    }
    if chosen.is_empty() { Err(failure) } else { Ok(Selected(fatbin::pack(&chosen))) }
}

#[cfg(test)]
mod tests {
    use cuda_abi::CUresult;

    use super::*;

    fn device(cc: (i32, i32), ptx_only: bool) -> Device {
        let mut attributes = vec![None; protocol::snapshot::ATTRIBUTES];
        attributes[75] = Some(cc.0);
        attributes[76] = Some(cc.1);
        Device {
            name: String::new(),
            uuid: [0; 16],
            total_mem: 0,
            physical_mem: 0,
            attributes,
            pci: (0, 0, 0),
            priority_range: (0, 0),
            limits: Vec::new(),
            ptx_only,
        }
    }

    fn selected(image: &[u8], device: &Device) -> Result<Vec<u8>, i32> {
        // SAFETY: the images below are complete, PTX ends with NUL.
        unsafe { select(image.as_ptr().cast(), &[device]) }.map(|s| s.0).map_err(|e| e.code.0)
    }

    #[test]
    fn bad_images_give_the_drivers_codes() {
        let software = device((12, 1), true);
        // SAFETY: null is allowed.
        let null = unsafe { select(std::ptr::null(), &[&software]) }.err().map(|e| e.code);
        assert_eq!(null, Some(CUresult::INVALID_VALUE));
        let cases: [(&[u8], i32); 2] = [(b"no image at all\0", 200), (b"// only a comment\n\0", 218)];
        for (image, code) in cases {
            assert_eq!(selected(image, &software), Err(code));
        }
    }

    #[test]
    fn ptx_is_sent_without_its_nul() {
        let text = b".version 8.0\n.target sm_75\n.address_size 64\n\0";
        assert_eq!(selected(text, &device((12, 1), true)).as_deref(), Ok(&text[..text.len() - 1]));
    }
}
