//! Runs of products: what consecutive ones have in common, found when they are lowered.
//!
//! A tensor program multiplies a few rows by a few columns, each with each: the registers of a factor are made into numbers once for
//! all products of a run that use them, and two products that share `a` are computed together.

use super::{Product, Registers};
use crate::ops::table::Op;
use crate::wir::{Inst, TRUE};

/// Most different factors `a` and `b` of a run.
pub(super) const MOST: [usize; 2] = [8, 16];
/// Most products of a run.
const LENGTH: usize = 64;

/// One product of a run, or two with the same `a`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub(super) struct Turn {
    /// Numbers within the run; the second may be [`NONE`].
    pub(super) products: [u32; 2],
    /// Number of `a`, and of each product's `b`, among the run's factors.
    pub(super) a: u32,
    pub(super) b: [u32; 2],
}

/// Instead of a second product.
pub(super) const NONE: u32 = u32::MAX;
/// Words of a turn in the side table.
const WORDS: usize = 5;
/// The turn of a product by itself.
const ALONE: [[u32; WORDS]; 1] = [[0, NONE, 0, 0, 0]];

impl Turn {
    fn from_words([first, second, a, b, other]: [u32; WORDS]) -> Turn {
        Turn { products: [first, second], a, b: [b, other] }
    }

    fn words(self) -> [u32; WORDS] {
        [self.products[0], self.products[1], self.a, self.b[0], self.b[1]]
    }
}

/// A run that is executed.
pub(crate) struct Run<'a> {
    insts: &'a [Inst],
    ext: &'a [u32],
    p: Product,
    /// The registers of the different factors, one factor after the other.
    pub(super) a: &'a [u32],
    pub(super) b: &'a [u32],
    turns: &'a [[u32; WORDS]],
}

impl<'a> Run<'a> {
    #[inline(always)]
    pub(super) fn new(p: Product, insts: &'a [Inst], ext: &'a [u32]) -> Run<'a> {
        let own = p.split(&ext[insts[0].d as usize..]);
        let mut run = Run { insts, ext, p, a: own.a, b: own.b, turns: &ALONE };
        if insts.len() > 1 {
            // As `Plan::words` put it.
            let plan = &ext[insts[0].a as usize..];
            let [a, b, turns] = [plan[0], plan[1], plan[2]].map(|count| count as usize);
            let (of_a, rest) = plan[3..].split_at(a);
            let (of_b, rest) = rest.split_at(b);
            (run.a, run.b, run.turns) = (of_a, of_b, &rest.as_chunks::<WORDS>().0[..turns]);
        }
        run
    }

    /// The registers of a product, by its number.
    #[inline(always)]
    pub(super) fn registers(&self, product: usize) -> Registers<'a> {
        self.p.split(&self.ext[self.insts[product].d as usize..])
    }

    #[inline(always)]
    pub(super) fn turns(&self) -> impl Iterator<Item = Turn> {
        self.turns.iter().map(|words| Turn::from_words(*words))
    }
}

/// What products have in common, while they are looked at.
#[derive(Default)]
struct Plan<'a> {
    a: Vec<&'a [u32]>,
    b: Vec<&'a [u32]>,
    products: Vec<(Registers<'a>, [u32; 2])>,
}

impl<'a> Plan<'a> {
    /// Takes up a product; false if it does not belong to the run.
    fn add(&mut self, r: Registers<'a>) -> bool {
        // Factors are read at the beginning.
        let changed = |register: &u32| self.products.iter().any(|(before, _)| before.d.contains(register));
        if self.products.len() == LENGTH || r.a.iter().chain(r.b).any(changed) {
            return false;
        }
        let place = |known: &[&[u32]], factor: &[u32]| {
            known.iter().position(|other| *other == factor).unwrap_or(known.len())
        };
        let [a, b] = [place(&self.a, r.a), place(&self.b, r.b)];
        if a == MOST[0] || b == MOST[1] {
            return false;
        }
        if a == self.a.len() {
            self.a.push(r.a);
        }
        if b == self.b.len() {
            self.b.push(r.b);
        }
        self.products.push((r, [a as u32, b as u32]));
        true
    }

    /// The products in pairs of the same `a`, where the second does not mind being computed before those between.
    fn turns(&self) -> Vec<Turn> {
        let mut done = vec![false; self.products.len()];
        let mut turns = Vec::new();
        for first in 0..self.products.len() {
            if done[first] {
                continue;
            }
            let (_, [a, b]) = self.products[first];
            let mate = (first + 1..self.products.len()).find(|&mate| {
                let between = (first..mate).filter(|&n| !done[n]);
                !done[mate] && self.products[mate].1[0] == a && { between }.all(|n| self.may_swap(n, mate))
            });
            done[first] = true;
            let (second, other) = match mate {
                Some(mate) => {
                    done[mate] = true;
                    (mate as u32, self.products[mate].1[1])
                }
                None => (NONE, b),
            };
            turns.push(Turn { products: [first as u32, second], a, b: [b, other] });
        }
        turns
    }

    /// Neither writes what the other reads or writes.
    fn may_swap(&self, n: usize, other: usize) -> bool {
        let (n, other) = (self.products[n].0, self.products[other].0);
        let touches = |d: &[u32], r: Registers| d.iter().any(|d| r.d.contains(d) || r.c.contains(d));
        !touches(n.d, other) && !touches(other.d, n)
    }

    /// The plan as it is in the side table.
    fn words(&self) -> Vec<u32> {
        let (a, b, turns) = (self.a.concat(), self.b.concat(), self.turns());
        let counts = [a.len() as u32, b.len() as u32, turns.len() as u32];
        let mut words = [&counts[..], &a, &b].concat();
        turns.iter().for_each(|turn| words.extend(turn.words()));
        words
    }
}

/// Notes with the first of consecutive products how many follow it, in its flags, and what they have in common, in the side table at its
/// field `a`. `is_target` tells where threads may arrive, which ends a run.
pub(crate) fn mark(code: &mut [Inst], ext: &mut Vec<u32>, is_target: &[bool]) {
    let is_product = |i: &Inst| i.op == Op::Mma && i.guard == TRUE;
    let mut n = 0;
    while n < code.len() {
        let first = code[n];
        if !is_product(&first) || !Product::from_code(first.x).apart {
            n += 1;
            continue;
        }
        let (mut plan, mut end) = (Plan::default(), n);
        let product = Product::from_code(first.x);
        while code.get(end).is_some_and(|i| is_product(i) && i.x == first.x)
            && (end == n || !is_target[end])
            && plan.add(product.split(&ext[code[end].d as usize..]))
        {
            end += 1;
        }
        if end - n > 1 {
            let words = plan.words();
            code[n].flags = (end - n - 1) as u16;
            code[n].a = ext.len() as u32;
            ext.extend(words);
        }
        n = end.max(n + 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The turns of products given by the registers of `d`, `a`, `b` and `c`, and how many of them belong to the run.
    fn turns(products: &[[u32; 4]]) -> (usize, Vec<Turn>) {
        let mut plan = Plan::default();
        let split = |r: &'static [u32; 4]| Registers { d: &r[..1], a: &r[1..2], b: &r[2..3], c: &r[3..] };
        let kept: &'static [[u32; 4]] = products.to_vec().leak();
        let count = kept.iter().take_while(|r| plan.add(split(r))).count();
        (count, plan.turns())
    }

    fn turn(products: [u32; 2], a: u32, b: [u32; 2]) -> Turn {
        Turn { products, a, b }
    }

    #[test]
    fn products_that_share_a_go_together() {
        let found = turns(&[[1, 50, 60, 1], [2, 51, 60, 2], [3, 50, 61, 3], [4, 51, 61, 4], [5, 50, 62, 5]]);
        let wanted = vec![turn([0, 2], 0, [0, 1]), turn([1, 3], 1, [0, 1]), turn([4, NONE], 0, [2, 2])];
        assert_eq!(found, (5, wanted));
    }

    #[test]
    fn sums_that_depend_on_each_other_keep_their_order() {
        let same = turns(&[[1, 50, 60, 1], [1, 50, 61, 1]]);
        assert_eq!(same, (2, vec![turn([0, NONE], 0, [0, 0]), turn([1, NONE], 0, [1, 1])]));
        // The third reads what the second makes, so it cannot join the first.
        let chain = turns(&[[1, 50, 60, 1], [2, 51, 60, 2], [3, 50, 61, 2]]).1;
        assert_eq!(
            chain,
            vec![turn([0, NONE], 0, [0, 0]), turn([1, NONE], 1, [0, 0]), turn([2, NONE], 0, [1, 1])]
        );
    }

    #[test]
    fn factors_that_change_end_a_run() {
        assert_eq!(turns(&[[1, 50, 60, 1], [2, 50, 1, 2]]).0, 1);
        assert_eq!(turns(&[[1, 50, 60, 1], [50, 50, 61, 2], [3, 50, 61, 3]]).0, 2);
        let many: Vec<[u32; 4]> = (0..20).map(|n| [n, 100 + n, 200, n]).collect();
        assert_eq!(turns(&many).0, MOST[0]);
    }
}
