//! `CUDA_VISIBLE_DEVICES`.

/// The devices that a list names, in its order, by number or by `GPU-` and the beginning of a UUID; all without a list. As with CUDA the first name that is
/// unknown, and one that comes twice, end it (Programming Guide, "CUDA Environment Variables").
pub fn visible_devices(uuids: &[[u8; 16]], list: Option<&str>) -> Vec<usize> {
    let Some(list) = list else { return (0..uuids.len()).collect() };
    let mut seen = Vec::new();
    for name in list.split(',').map(str::trim) {
        let number = match name.parse::<usize>() {
            Ok(number) => Some(number).filter(|n| *n < uuids.len()),
            Err(_) => uuids.iter().position(|uuid| names(name, uuid)),
        };
        match number {
            Some(number) if !seen.contains(&number) => seen.push(number),
            _ => break,
        }
    }
    seen
}

/// Whether `name` is `GPU-` and the beginning of the UUID.
fn names(name: &str, uuid: &[u8; 16]) -> bool {
    let Some(wanted) = name.strip_prefix("GPU-") else { return false };
    let digits = |text: &str| text.chars().filter(|c| *c != '-').collect::<String>().to_ascii_lowercase();
    let uuid: String = uuid.iter().map(|byte| format!("{byte:02x}")).collect();
    !wanted.is_empty() && uuid.starts_with(&digits(wanted))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists() {
        let uuids = [0u8, 1, 2].map(|n| {
            let mut uuid = *b"softcuda\0\0\x40\0\x80\0\0\0";
            uuid[15] = n;
            uuid
        });
        let check = |list: Option<&str>, expected: &[usize]| {
            assert_eq!(visible_devices(&uuids, list), expected, "{list:?}")
        };
        check(None, &[0, 1, 2]);
        check(Some(""), &[]);
        check(Some("2,0"), &[2, 0]);
        check(Some("1,7,0"), &[1]);
        check(Some("1,1"), &[1]);
        check(Some("-1"), &[]);
        check(Some("GPU-736f6674-6375-6461-0000-400080000002"), &[2]);
        check(Some("GPU-73"), &[0]);
        check(Some("GPU-"), &[]);
        check(Some("GPU-ff"), &[]);
    }
}
