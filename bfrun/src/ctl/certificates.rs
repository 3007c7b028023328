//! Certificates of a server's folder: an authority of its own, and the server's certificate from it.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use access::time;
use rcgen::{
    BasicConstraints, CertificateParams, DnType, ExtendedKeyUsagePurpose, IsCa, Issuer, KeyPair,
    KeyUsagePurpose, date_time_ymd,
};

/// How long an authority is good.
const AUTHORITY_YEARS: u64 = 10;
/// How long a server's certificate is.
const SERVER_YEARS: u64 = 2;

/// A certificate and its key, in PEM.
pub(super) struct Pair {
    pub(super) certificate: String,
    pub(super) key: String,
}

/// A new authority.
pub(super) fn authority() -> Result<Pair, rcgen::Error> {
    let key = KeyPair::generate()?;
    let certificate = authority_params()?.self_signed(&key)?;
    Ok(Pair { certificate: certificate.pem(), key: key.serialize_pem() })
}

/// All that an authority's certificate says is the same for each but for the key: so it can be had anew from that.
fn authority_params() -> Result<CertificateParams, rcgen::Error> {
    let mut params = CertificateParams::new(Vec::new())?;
    params.distinguished_name.push(DnType::CommonName, "Bifrost pool authority");
    params.is_ca = IsCa::Ca(BasicConstraints::Constrained(0));
    params.key_usages = vec![KeyUsagePurpose::KeyCertSign, KeyUsagePurpose::CrlSign];
    lasts(&mut params, AUTHORITY_YEARS);
    Ok(params)
}

/// A certificate for a server of these names and addresses, from the authority with that key.
pub(super) fn server(names: &[String], authority_key: &str) -> Result<Pair, rcgen::Error> {
    let issuer = Issuer::new(authority_params()?, KeyPair::from_pem(authority_key)?);
    let key = KeyPair::generate()?;
    let mut params = CertificateParams::new(names.to_vec())?;
    params.distinguished_name.push(DnType::CommonName, "Bifrost pool server");
    params.key_usages = vec![KeyUsagePurpose::DigitalSignature];
    params.extended_key_usages = vec![ExtendedKeyUsagePurpose::ServerAuth];
    params.use_authority_key_identifier_extension = true;
    lasts(&mut params, SERVER_YEARS);
    let certificate = params.signed_by(&key, &issuer)?;
    Ok(Pair { certificate: certificate.pem(), key: key.serialize_pem() })
}

/// From yesterday, as clocks differ, for some years.
fn lasts(params: &mut CertificateParams, years: u64) {
    let day = |time| {
        let (year, month, day) = time::date_parts(time);
        // All exact: a year has four digits, a month and a day fewer. Every year has a 28th of February.
        let day = if (month, day) == (2, 29) { 28 } else { day };
        (year as i32, month as u8, day as u8)
    };
    let (year, month, date) = day(time::now().saturating_sub(24 * 3600));
    params.not_before = date_time_ymd(year, month, date);
    params.not_after = date_time_ymd(year + years as i32, month, date);
}

/// What this machine may be called: its name, `localhost`, its addresses.
pub(super) fn names_here() -> Vec<String> {
    let mut names = vec![host(), "localhost".into()];
    names.extend([IpAddr::V4(Ipv4Addr::LOCALHOST), IpAddr::V6(Ipv6Addr::LOCALHOST)].map(|a| a.to_string()));
    names.extend(addresses().iter().map(IpAddr::to_string));
    let mut seen = std::collections::HashSet::new();
    names.retain(|name| seen.insert(name.clone()));
    names
}

/// Addresses of this machine's interfaces that others may reach.
fn addresses() -> Vec<IpAddr> {
    let mut first: *mut libc::ifaddrs = std::ptr::null_mut();
    // SAFETY: `first` is valid for writing; the list is freed below.
    if unsafe { libc::getifaddrs(&raw mut first) } != 0 {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut next = first;
    // SAFETY: entries of the list are valid until it is freed, and the last has a null.
    while let Some(entry) = unsafe { next.as_ref() } {
        // SAFETY: an entry's address is null or one of its family.
        found.extend(unsafe { address_of(entry.ifa_addr) });
        next = entry.ifa_next;
    }
    // SAFETY: it came from getifaddrs, and nothing of it is kept.
    unsafe { libc::freeifaddrs(first) };
    found.retain(|a| !a.is_loopback() && !matches!(a, IpAddr::V6(v6) if v6.is_unicast_link_local()));
    found
}

/// The address in a socket address.
///
/// # Safety
/// `address` is null, or valid for reading as what its family says.
unsafe fn address_of(address: *const libc::sockaddr) -> Option<IpAddr> {
    // SAFETY: the caller's promise.
    let family = i32::from(unsafe { address.as_ref() }?.sa_family);
    match family {
        libc::AF_INET => {
            // SAFETY: the caller's promise; addresses in such lists are aligned for any family.
            let v4 = unsafe { &*address.cast::<libc::sockaddr_in>() };
            Some(IpAddr::V4(Ipv4Addr::from(u32::from_be(v4.sin_addr.s_addr))))
        }
        libc::AF_INET6 => {
            // SAFETY: as above.
            let v6 = unsafe { &*address.cast::<libc::sockaddr_in6>() };
            Some(IpAddr::V6(Ipv6Addr::from(v6.sin6_addr.s6_addr)))
        }
        _ => None,
    }
}

/// This machine's name.
pub(super) fn host() -> String {
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let name = name.trim();
    if name.is_empty() { "localhost".into() } else { name.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_machine_has_names() {
        let names = names_here();
        assert!(
            names.contains(&"localhost".to_owned()) && names.contains(&"127.0.0.1".to_owned()),
            "{names:?}"
        );
        assert!(names.contains(&host()), "{names:?} {}", host());
    }

    #[test]
    fn a_server_of_the_same_authority_can_be_made_again() {
        let authority = authority().unwrap();
        let names = ["gpu1".to_owned(), "10.0.0.1".to_owned()];
        let (one, two) = (server(&names, &authority.key).unwrap(), server(&names, &authority.key).unwrap());
        assert!(one.certificate != two.certificate && one.key != two.key);
        assert!(server(&names, "no key").is_err() && server(&["é".to_owned()], &authority.key).is_err());
    }
}
