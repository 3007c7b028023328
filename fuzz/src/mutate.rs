//! Deterministic mutations of seeds.

/// SplitMix64: small, fast, the same everywhere.
#[derive(Debug, Clone)]
pub struct Random(pub u64);

impl Random {
    /// The next number.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let a = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let b = (a ^ (a >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        b ^ (b >> 31)
    }

    /// A number below `n`; 0 if `n` is 0.
    pub fn below(&mut self, n: usize) -> usize {
        // A slight bias does not matter here.
        self.next_u64().checked_rem(n as u64).unwrap_or(0) as usize
    }
}

/// Integers at which lengths and counts tend to go wrong.
const INTERESTING: &[u64] = &[
    0,
    1,
    2,
    3,
    0x7f,
    0x80,
    0xff,
    0x100,
    0x7fff,
    0x8000,
    0xffff,
    0x1_0000,
    0x4_0000,
    0x10_0000,
    0x7fff_ffff,
    0x8000_0000,
    0xffff_ffff,
    0x1_0000_0000,
    0x7fff_ffff_ffff_ffff,
    0x8000_0000_0000_0000,
    u64::MAX - 1,
    u64::MAX,
];
/// Inputs do not grow beyond this.
const LEN_MAX: usize = 64 * 1024;
/// Mutations of one input at most.
const STEPS: usize = 5;

/// Makes inputs out of seeds.
#[derive(Debug)]
pub struct Mutator {
    seeds: Vec<Vec<u8>>,
    random: Random,
}

impl Mutator {
    /// Mutations of `seeds`; equal numbers give equal inputs.
    pub fn new(seeds: Vec<Vec<u8>>, number: u64) -> Self {
        Mutator { seeds, random: Random(number) }
    }

    /// The next input.
    pub fn next_input(&mut self) -> Vec<u8> {
        let mut input = self.seed();
        for _ in 0..1 + self.random.below(STEPS) {
            self.mutate(&mut input);
        }
        input.truncate(LEN_MAX);
        input
    }

    fn seed(&mut self) -> Vec<u8> {
        let i = self.random.below(self.seeds.len());
        self.seeds.get(i).cloned().unwrap_or_default()
    }

    fn mutate(&mut self, input: &mut Vec<u8>) {
        let at = self.random.below(input.len() + 1);
        match self.random.below(8) {
            0 => input.truncate(at),
            1 => self.flip_bit(input),
            2 => self.set_byte(input),
            3 => self.insert_integer(input, at, false),
            4 => self.insert_integer(input, at, true),
            5 => self.splice(input, at),
            6 => self.remove(input, at),
            _ => self.repeat(input, at),
        }
    }

    fn flip_bit(&mut self, input: &mut [u8]) {
        let (at, bit) = (self.random.below(input.len()), self.random.below(8));
        input.iter_mut().skip(at).take(1).for_each(|b| *b ^= 1 << bit);
    }

    fn set_byte(&mut self, input: &mut [u8]) {
        let (at, value) = (self.random.below(input.len()), self.random.next_u64() as u8);
        input.iter_mut().skip(at).take(1).for_each(|b| *b = value);
    }

    /// An interesting integer of 1, 2, 4 or 8 bytes, over what is there or before it.
    fn insert_integer(&mut self, input: &mut Vec<u8>, at: usize, over: bool) {
        let value = INTERESTING[self.random.below(INTERESTING.len())];
        let width = 1 << self.random.below(4);
        let bytes = if self.random.below(4) == 0 {
            value.rotate_left(64 - 8 * width as u32).to_be_bytes()
        } else {
            value.to_le_bytes()
        };
        let end = if over { (at + width).min(input.len()) } else { at };
        input.splice(at..end, bytes[..width].iter().copied());
    }

    /// The end of another seed after the start of this input.
    fn splice(&mut self, input: &mut Vec<u8>, at: usize) {
        let other = self.seed();
        let from = self.random.below(other.len());
        input.truncate(at);
        input.extend_from_slice(&other[from..]);
    }

    fn remove(&mut self, input: &mut Vec<u8>, at: usize) {
        let n = self.random.below((input.len() - at).min(64) + 1);
        input.drain(at..at + n);
    }

    fn repeat(&mut self, input: &mut Vec<u8>, at: usize) {
        let n = self.random.below((input.len() - at).min(64) + 1);
        let piece = input[at..at + n].to_vec();
        let times = self.random.below(8);
        input.splice(at..at, piece.iter().copied().cycle().take(n * times));
    }
}
