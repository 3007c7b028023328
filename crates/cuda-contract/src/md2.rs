//! The MD2 message digest (RFC 1319) and HMAC (RFC 2104) over it. Long broken as cryptography; a runtime asks for it.

const BLOCK: usize = 16;
const ROUNDS: u8 = 18;

/// The substitution table: a shuffle of 0..=255 that is driven by the digits of pi (a test derives it).
#[rustfmt::skip]
static SUBSTITUTION: [u8; 256] = [
    0x29, 0x2e, 0x43, 0xc9, 0xa2, 0xd8, 0x7c, 0x01, 0x3d, 0x36, 0x54, 0xa1, 0xec, 0xf0, 0x06, 0x13,
    0x62, 0xa7, 0x05, 0xf3, 0xc0, 0xc7, 0x73, 0x8c, 0x98, 0x93, 0x2b, 0xd9, 0xbc, 0x4c, 0x82, 0xca,
    0x1e, 0x9b, 0x57, 0x3c, 0xfd, 0xd4, 0xe0, 0x16, 0x67, 0x42, 0x6f, 0x18, 0x8a, 0x17, 0xe5, 0x12,
    0xbe, 0x4e, 0xc4, 0xd6, 0xda, 0x9e, 0xde, 0x49, 0xa0, 0xfb, 0xf5, 0x8e, 0xbb, 0x2f, 0xee, 0x7a,
    0xa9, 0x68, 0x79, 0x91, 0x15, 0xb2, 0x07, 0x3f, 0x94, 0xc2, 0x10, 0x89, 0x0b, 0x22, 0x5f, 0x21,
    0x80, 0x7f, 0x5d, 0x9a, 0x5a, 0x90, 0x32, 0x27, 0x35, 0x3e, 0xcc, 0xe7, 0xbf, 0xf7, 0x97, 0x03,
    0xff, 0x19, 0x30, 0xb3, 0x48, 0xa5, 0xb5, 0xd1, 0xd7, 0x5e, 0x92, 0x2a, 0xac, 0x56, 0xaa, 0xc6,
    0x4f, 0xb8, 0x38, 0xd2, 0x96, 0xa4, 0x7d, 0xb6, 0x76, 0xfc, 0x6b, 0xe2, 0x9c, 0x74, 0x04, 0xf1,
    0x45, 0x9d, 0x70, 0x59, 0x64, 0x71, 0x87, 0x20, 0x86, 0x5b, 0xcf, 0x65, 0xe6, 0x2d, 0xa8, 0x02,
    0x1b, 0x60, 0x25, 0xad, 0xae, 0xb0, 0xb9, 0xf6, 0x1c, 0x46, 0x61, 0x69, 0x34, 0x40, 0x7e, 0x0f,
    0x55, 0x47, 0xa3, 0x23, 0xdd, 0x51, 0xaf, 0x3a, 0xc3, 0x5c, 0xf9, 0xce, 0xba, 0xc5, 0xea, 0x26,
    0x2c, 0x53, 0x0d, 0x6e, 0x85, 0x28, 0x84, 0x09, 0xd3, 0xdf, 0xcd, 0xf4, 0x41, 0x81, 0x4d, 0x52,
    0x6a, 0xdc, 0x37, 0xc8, 0x6c, 0xc1, 0xab, 0xfa, 0x24, 0xe1, 0x7b, 0x08, 0x0c, 0xbd, 0xb1, 0x4a,
    0x78, 0x88, 0x95, 0x8b, 0xe3, 0x63, 0xe8, 0x6d, 0xe9, 0xcb, 0xd5, 0xfe, 0x3b, 0x00, 0x1d, 0x39,
    0xf2, 0xef, 0xb7, 0x0e, 0x66, 0x58, 0xd0, 0xe4, 0xa6, 0x77, 0x72, 0xf8, 0xeb, 0x75, 0x4b, 0x0a,
    0x31, 0x44, 0x50, 0xb4, 0x8f, 0xed, 0x1f, 0x1a, 0xdb, 0x99, 0x8d, 0x33, 0x9f, 0x11, 0x83, 0x14,
];

/// A digest while data is fed to it.
#[derive(Clone)]
pub(crate) struct Md2 {
    state: [u8; BLOCK],
    checksum: [u8; BLOCK],
    pending: [u8; BLOCK],
    filled: usize,
}

impl Md2 {
    pub(crate) const fn new() -> Self {
        Md2 { state: [0; BLOCK], checksum: [0; BLOCK], pending: [0; BLOCK], filled: 0 }
    }

    pub(crate) fn update(&mut self, data: &[u8]) {
        for &byte in data {
            self.pending[self.filled % BLOCK] = byte;
            self.filled += 1;
            if self.filled == BLOCK {
                let block = self.pending;
                self.update_checksum(&block);
                self.compress(&block);
                self.filled = 0;
            }
        }
    }

    pub(crate) fn finish(mut self) -> [u8; BLOCK] {
        let padding = BLOCK - self.filled;
        // The padding is 1 to 16 bytes of the value of its length.
        self.update(&[padding as u8; BLOCK][..padding]);
        let checksum = self.checksum;
        self.compress(&checksum);
        self.state
    }

    fn update_checksum(&mut self, block: &[u8; BLOCK]) {
        let mut last = self.checksum[BLOCK - 1];
        for (sum, byte) in self.checksum.iter_mut().zip(block) {
            *sum ^= SUBSTITUTION[usize::from(byte ^ last)];
            last = *sum;
        }
    }

    fn compress(&mut self, block: &[u8; BLOCK]) {
        let mut work = [0; 3 * BLOCK];
        for i in 0..BLOCK {
            work[i] = self.state[i];
            work[BLOCK + i] = block[i];
            work[2 * BLOCK + i] = self.state[i] ^ block[i];
        }
        let mut carry = 0u8;
        for round in 0..ROUNDS {
            for byte in &mut work {
                *byte ^= SUBSTITUTION[usize::from(carry)];
                carry = *byte;
            }
            carry = carry.wrapping_add(round);
        }
        self.state.copy_from_slice(&work[..BLOCK]);
    }
}

/// HMAC-MD2 of `parts` in order, with a key of one block.
pub(crate) fn hmac<'a>(key: &[u8; BLOCK], parts: impl IntoIterator<Item = &'a [u8]>) -> [u8; BLOCK] {
    let mut inner = Md2::new();
    inner.update(&key.map(|byte| byte ^ 0x36));
    for part in parts {
        inner.update(part);
    }
    let mut outer = Md2::new();
    outer.update(&key.map(|byte| byte ^ 0x5c));
    outer.update(&inner.finish());
    outer.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(bytes: &[u8]) -> String {
        bytes.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// The test suite of RFC 1319.
    #[test]
    fn rfc_1319_vectors() {
        let cases = [
            ("", "8350e5a3e24c153df2275c9f80692773"),
            ("a", "32ec01ec4a6dac72c0ab96fb34c0b5d1"),
            ("abc", "da853b0d3f88d99b30283a69e6ded6bb"),
            ("message digest", "ab4f496bfb2a530b219ff33031fe06b0"),
            ("abcdefghijklmnopqrstuvwxyz", "4e8ddff3650292ab5a4108c3aa47940b"),
            (
                "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
                "da33def2a42df13975352846c30338cd",
            ),
            (
                "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
                "d5976f79d83d3a0dc9806c3c66f3efd8",
            ),
        ];
        for (text, digest) in cases {
            let mut md2 = Md2::new();
            md2.update(text.as_bytes());
            assert_eq!(hex(&md2.finish()), digest, "{text:?}");
        }
    }

    #[test]
    fn the_table_follows_from_pi() {
        assert_eq!(SUBSTITUTION, substitution());
    }

    /// Fisher-Yates shuffle with numbers drawn from the digits of pi: a draw below `n` takes one, two or three digits,
    /// whichever suffice, and draws again while the value is not below the greatest multiple of `n`.
    fn substitution() -> [u8; 256] {
        let mut digits = pi_digits(800).into_iter();
        let mut table: [u8; 256] = std::array::from_fn(|i| i as u8);
        for n in 2..=256 {
            let (count, range) = match n {
                2..=10 => (1, 10),
                11..=100 => (2, 100),
                _ => (3, 1000),
            };
            let drawn = loop {
                let value =
                    digits.by_ref().take(count).fold(0, |value, digit| value * 10 + usize::from(digit));
                if value < range / n * n {
                    break value % n;
                }
            };
            table.swap(n - 1, drawn);
        }
        table
    }

    /// The first decimal digits of pi, the leading 3 among them, by the spigot of Rabinowitz and Wagon.
    fn pi_digits(count: usize) -> Vec<u8> {
        let mut terms = vec![2u32; count * 10 / 3 + 2];
        // A digit is held back while a carry may still reach it and the nines after it.
        let (mut digits, mut held, mut nines) = (Vec::new(), None, 0);
        while digits.len() < count {
            let mut carry = 0;
            for (i, term) in terms.iter_mut().enumerate().skip(1).rev() {
                let value = *term * 10 + carry * (i as u32 + 1);
                *term = value % (2 * i as u32 + 1);
                carry = value / (2 * i as u32 + 1);
            }
            let value = terms[0] * 10 + carry;
            terms[0] = value % 10;
            if value / 10 == 9 {
                nines += 1;
                continue;
            }
            let overflow = value / 10 == 10;
            digits.extend(held.map(|held| held + u8::from(overflow)));
            digits.extend(std::iter::repeat_n(if overflow { 0 } else { 9 }, nines));
            (held, nines) = (Some((value / 10 % 10) as u8), 0);
        }
        digits
    }
}
