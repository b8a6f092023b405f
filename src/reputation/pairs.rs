//! Maps keyed by two agents: what one has to do with another, where most have nothing.
//!
//! Entries keep the order in which they came in, and the hash is fixed, so that nothing depends on the process.

use indexmap::IndexMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A map from pairs of agents.
pub(super) type Pairs<V> = IndexMap<(u32, u32), V, BuildHasherDefault<PairHasher>>;

/// Multiplicative hashing of two 32-bit numbers (Knuth 1973, section 6.4).
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PairHasher(u64);

impl Hasher for PairHasher {
    fn finish(&self) -> u64 {
        // The table takes its place from the low bits, which mixing reaches last.
        self.0 ^ (self.0 >> 32)
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u32(u32::from(*byte));
        }
    }

    fn write_u32(&mut self, number: u32) {
        self.0 = (self.0.rotate_left(32) ^ u64::from(number)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
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
