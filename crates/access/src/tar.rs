//! As much of the tar format (ustar) as a bundle needs: a few small files in one folder.

use std::fmt;

const BLOCK: usize = 512;
/// Longer files are no bundle's.
const BYTES_MAX: usize = 1 << 20;

/// The bytes are no tar of small files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TarError {
    /// It ends within a file.
    Truncated,
    /// A header's checksum is wrong, or it is none.
    Header,
    /// It is too long.
    TooLong,
    /// A name does not fit.
    Name,
}

impl fmt::Display for TarError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TarError::Truncated => "it ends within a file",
            TarError::Header => "it is no tar",
            TarError::TooLong => "it is longer than any bundle",
            TarError::Name => "a file's name has more than 100 bytes",
        })
    }
}

impl std::error::Error for TarError {}

/// Makes a tar of files: name, mode, bytes.
///
/// # Errors
/// A name or a file is too long.
pub fn write(files: &[(&str, u32, &[u8])]) -> Result<Vec<u8>, TarError> {
    let mut out = Vec::new();
    for (name, mode, bytes) in files {
        if name.len() > 100 {
            return Err(TarError::Name);
        }
        if bytes.len() > BYTES_MAX {
            return Err(TarError::TooLong);
        }
        let mut header = [0u8; BLOCK];
        let mut put = |at: usize, text: &str| header[at..at + text.len()].copy_from_slice(text.as_bytes());
        put(0, name);
        put(100, &format!("{mode:07o}"));
        put(108, "0000000");
        put(116, "0000000");
        put(124, &format!("{:011o}", bytes.len()));
        put(136, &format!("{:011o}", crate::time::now()));
        put(156, "0");
        put(257, "ustar\u{0}00");
        let sum = checksum(&header);
        header[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
        out.extend_from_slice(&header);
        out.extend_from_slice(bytes);
        out.resize(out.len().next_multiple_of(BLOCK), 0);
    }
    out.resize(out.len() + 2 * BLOCK, 0);
    Ok(out)
}

/// Files of a tar, by name without folders; what is no file is left out.
///
/// # Errors
/// It is no tar, or not all of one.
pub fn read(bytes: &[u8]) -> Result<Vec<(String, &[u8])>, TarError> {
    if bytes.len() > BYTES_MAX {
        return Err(TarError::TooLong);
    }
    let mut files = Vec::new();
    let mut rest = bytes;
    loop {
        let header = rest.get(..BLOCK).ok_or(TarError::Truncated)?;
        if header.iter().all(|b| *b == 0) {
            return Ok(files);
        }
        if octal(&header[148..156])? != checksum(header) {
            return Err(TarError::Header);
        }
        let size = usize::try_from(octal(&header[124..136])?).map_err(|_| TarError::TooLong)?;
        let end = size
            .checked_next_multiple_of(BLOCK)
            .and_then(|n| n.checked_add(BLOCK))
            .ok_or(TarError::TooLong)?;
        let body = rest.get(BLOCK..BLOCK + size.min(rest.len())).ok_or(TarError::Truncated)?;
        if matches!(header[156], b'0' | 0) {
            let name = header[..100].split(|b| *b == 0).next().unwrap_or_default();
            let name = String::from_utf8_lossy(name);
            files.push((name.rsplit('/').next().unwrap_or_default().to_owned(), body));
        }
        rest = rest.get(end..).ok_or(TarError::Truncated)?;
    }
}

/// The sum of a header's bytes, those of the sum itself taken as blanks.
fn checksum(header: &[u8]) -> u64 {
    let byte = |(at, b): (usize, &u8)| if (148..156).contains(&at) { 32 } else { u64::from(*b) };
    header.iter().enumerate().map(byte).sum()
}

fn octal(field: &[u8]) -> Result<u64, TarError> {
    let text = std::str::from_utf8(field).map_err(|_| TarError::Header)?;
    let digits = text.trim_matches([' ', '\0']);
    u64::from_str_radix(digits, 8).map_err(|_| TarError::Header)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_go_in_and_come_out() {
        let files: [(&str, u32, &[u8]); 3] =
            [("ca.crt", 0o644, b"x"), ("client.yaml", 0o600, &[7; 512]), ("empty", 0o600, b"")];
        let tar = write(&files).unwrap();
        let expected: Vec<(String, &[u8])> =
            files.iter().map(|(name, _, bytes)| ((*name).to_owned(), *bytes)).collect();
        assert_eq!(read(&tar).unwrap(), expected);
        for cut in (0..tar.len() - 1024).step_by(100) {
            assert!(read(&tar[..cut]).is_err(), "cut at {cut}");
        }
        for at in (0..512).filter(|at| *at != 156) {
            let mut bad = tar.clone();
            bad[at] ^= 1;
            assert!(read(&bad).is_err(), "byte {at}");
        }
        assert_eq!(read(&vec![0; BYTES_MAX + 1]), Err(TarError::TooLong));
        assert_eq!(read(b"no tar"), Err(TarError::Truncated));
        assert_eq!(write(&[(&"x".repeat(101), 0, b"")]), Err(TarError::Name));
    }

    #[test]
    fn the_systems_tar_understands_it() {
        let folder = std::env::temp_dir().join(format!("access-tar-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("bundle.tar");
        std::fs::write(&path, write(&[("client.yaml", 0o600, b"ssl: true\n")]).unwrap()).unwrap();
        let tar = |args: &[&str]| std::process::Command::new("tar").current_dir(&folder).args(args).status();
        if tar(&["--version"]).is_ok_and(|s| s.success()) {
            assert!(tar(&["-xf", "bundle.tar"]).unwrap().success());
            assert_eq!(std::fs::read(folder.join("client.yaml")).unwrap(), b"ssl: true\n");
            assert!(tar(&["-cf", "again.tar", "./client.yaml"]).unwrap().success());
            let again = std::fs::read(folder.join("again.tar")).unwrap();
            assert_eq!(read(&again).unwrap(), [("client.yaml".to_owned(), &b"ssl: true\n"[..])]);
        }
        std::fs::remove_dir_all(folder).unwrap();
    }
}
