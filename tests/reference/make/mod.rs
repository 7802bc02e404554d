//! Random policies, and calls made of the policies' own literals. Every choice comes from [`Dice`]: a seed for millions of
//! cases, or bytes, which proptest and a fuzzer can make smaller.

pub mod calls;
pub mod policies;
mod predicates;
pub mod tiny;

/// A source of choices.
pub enum Dice<'a> {
    /// A stream of numbers from a seed.
    Seed(u64),
    /// Bytes; when they are used up every choice is the first.
    Bytes(&'a [u8]),
}

impl Dice<'_> {
    /// A number below `count`, which is not 0.
    pub fn below(&mut self, count: usize) -> usize {
        match self {
            Dice::Seed(state) => {
                // splitmix64
                *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
                let mut mixed = *state;
                mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
                mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
                ((mixed ^ (mixed >> 31)) % count as u64) as usize
            }
            Dice::Bytes(bytes) => {
                let Some((first, rest)) = bytes.split_first() else { return 0 };
                *bytes = rest;
                usize::from(*first) % count
            }
        }
    }

    /// True in so many of a hundred cases.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) >= 100 - percent
    }

    /// One of them.
    pub fn pick<'t, T>(&mut self, all: &'t [T]) -> &'t T {
        &all[self.below(all.len())]
    }

    /// One of some texts.
    pub fn word<'t>(&mut self, all: &[&'t str]) -> &'t str {
        all[self.below(all.len())]
    }

    /// The same, owned.
    pub fn text(&mut self, all: &[&str]) -> String {
        self.word(all).to_owned()
    }

    /// A few of them.
    pub fn some<T: Clone>(&mut self, all: &[T], most: usize) -> Vec<T> {
        let count = 1 + self.below(most);
        (0..count).map(|_| self.pick(all).clone()).collect()
    }

    /// In another order.
    pub fn shuffle<T>(&mut self, all: &mut [T]) {
        for at in (1..all.len()).rev() {
            all.swap(at, self.below(at + 1));
        }
    }
}
