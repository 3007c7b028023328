//! The MD2 message digest (RFC 1319) and HMAC (RFC 2104) over it. Long broken as cryptography; a runtime asks for it.

const BLOCK: usize = 16;
const ROUNDS: u8 = 18;

/// The substitution table: a shuffle of 0..=255 that is driven by the digits of pi.
static SUBSTITUTION: [u8; 256] = substitution();

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

/// Number of digits of pi that the shuffle consumes, generously.
const DIGITS: usize = 800;

/// Fisher-Yates shuffle with numbers drawn from the digits of pi: a draw below `n` takes one, two or three digits,
/// whichever suffice, and draws again while the value is not below the greatest multiple of `n`.
const fn substitution() -> [u8; 256] {
    let digits = pi_digits();
    let mut next = 0;
    let mut table = [0u8; 256];
    let mut i = 0;
    while i < 256 {
        table[i] = i as u8;
        i += 1;
    }
    let mut n = 2;
    while n <= 256 {
        let (count, range) = if n <= 10 {
            (1, 10)
        } else if n <= 100 {
            (2, 100)
        } else {
            (3, 1000)
        };
        let limit = range / n * n;
        let drawn = loop {
            let mut value = 0;
            let mut k = 0;
            while k < count {
                value = value * 10 + digits[next] as usize;
                next += 1;
                k += 1;
            }
            if value < limit {
                break value % n;
            }
        };
        let kept = table[n - 1];
        table[n - 1] = table[drawn];
        table[drawn] = kept;
        n += 1;
    }
    table
}

/// The decimal digits of pi from the leading 3 on, by the spigot of Rabinowitz and Wagon.
const fn pi_digits() -> [u8; DIGITS] {
    const TERMS: usize = DIGITS * 10 / 3 + 2;
    let mut terms = [2u32; TERMS];
    let mut digits = [0u8; DIGITS];
    let mut out = 0;
    // A digit is held back while a carry may still reach it: `held` and the nines after it.
    let mut held = 0u8;
    let mut nines = 0;
    let mut first = true;
    while out < DIGITS {
        let mut carry = 0u32;
        let mut i = TERMS - 1;
        while i > 0 {
            let value = terms[i] * 10 + carry * (i as u32 + 1);
            let divisor = 2 * i as u32 + 1;
            terms[i] = value % divisor;
            carry = value / divisor;
            i -= 1;
        }
        let value = terms[0] * 10 + carry;
        terms[0] = value % 10;
        let digit = (value / 10) as u8;
        if digit == 9 {
            nines += 1;
            continue;
        }
        let overflow = digit == 10;
        if !first {
            digits[out] = held + overflow as u8;
            out += 1;
        }
        while nines > 0 {
            if out < DIGITS {
                digits[out] = if overflow { 0 } else { 9 };
                out += 1;
            }
            nines -= 1;
        }
        held = if overflow { 0 } else { digit };
        first = false;
    }
    digits
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
    fn the_table_is_a_permutation() {
        let mut sorted = SUBSTITUTION;
        sorted.sort_unstable();
        assert!(sorted.iter().enumerate().all(|(i, &value)| i == usize::from(value)));
    }
}
