//! Maps keyed by two agents: what one has to do with another, where most have nothing.
//!
//! Entries keep the order in which they came in, and the hash is fixed, so that nothing depends on the process.

use indexmap::IndexMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A map from pairs of agents.
pub(super) type Pairs<V> = IndexMap<(u32, u32), V, BuildHasherDefault<PairHasher>>;

/// The two 32-bit numbers side by side, mixed as the outputs of SplitMix64 are (Steele, Lea & Flood 2014, Fast splittable
/// pseudorandom number generators, OOPSLA, fig. 14).
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PairHasher(u64);

impl Hasher for PairHasher {
    #[inline]
    fn finish(&self) -> u64 {
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u32(u32::from(*byte));
        }
    }

    #[inline]
    fn write_u32(&mut self, number: u32) {
        self.0 = self.0.rotate_left(32) ^ u64::from(number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::hash::BuildHasher;

    #[test]
    fn neighbouring_pairs_spread_over_the_table() {
        let hasher = BuildHasherDefault::<PairHasher>::default();
        let mut buckets = vec![0u32; 1024];
        for a in 0..128u32 {
            for b in 0..128u32 {
                let bucket = hasher.hash_one((a, b)) % 1024;
                buckets[usize::try_from(bucket).expect("below 1024")] += 1;
            }
        }
        // 16 a bucket on average; a Poisson bucket has more than 48 with probability below 1e-9.
        assert!(buckets.iter().all(|count| *count <= 48), "{:?}", buckets.iter().max());
    }
}
