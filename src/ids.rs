//! Names of things that every floor counts: ticks, agents, players, seeds and run keys.
//!
//! All are plain numbers that index dense vectors or key a stream of draws. Time
//! is virtual: nothing here, and nothing on a floor that reaches a result, reads
//! a clock.

use std::fmt;

/// Virtual time in microseconds since 2026-01-01T00:00:00Z.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tick(pub u64);

impl Tick {
    /// The start of virtual time in microseconds of the Unix epoch: 2026-01-01T00:00:00Z.
    pub const EPOCH_UNIX_US: u64 = 1_767_225_600_000_000;

    /// The tick `micros` microseconds later, at most the end of time.
    #[must_use]
    pub fn after(self, micros: u64) -> Self {
        Self(self.0.saturating_add(micros))
    }
}

impl fmt::Display for Tick {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} us", self.0)
    }
}

/// An agent of a population, by its place in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AgentId(pub u32);

/// A player of a game, by its place in the game, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayerId(pub u32);

impl AgentId {
    /// The agent at a place, from 0.
    ///
    /// # Panics
    /// If the place is 2^32 or above: nothing holds so many agents.
    pub fn at(place: usize) -> Self {
        Self(u32::try_from(place).expect("fewer than 2^32 agents fit in memory"))
    }

    /// The agent's place as an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl PlayerId {
    /// The player at a place, from 0.
    ///
    /// # Panics
    /// If the place is 2^32 or above: nothing holds so many players.
    pub fn at(place: usize) -> Self {
        Self(u32::try_from(place).expect("fewer than 2^32 players fit in memory"))
    }

    /// The player's place as an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The master seed of a scenario: the one number from which all draws of all its runs follow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seed(pub u64);

/// The key of one run: a pure function of master seed, replicate and group.
///
/// All draws and all identifiers of the run follow from it. `group` is empty by
/// default, so that all points of a sweep share random numbers and can be compared
/// in pairs; a hash of the point in it makes the points independent.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct RunKey([u8; 32]);

impl RunKey {
    /// Derives the key: BLAKE3's key derivation over seed, replicate and group.
    pub fn derive(seed: Seed, replicate: u64, group: &str) -> Self {
        let mut hasher = blake3::Hasher::new_derive_key("comity 2026-11-30 run key v1");
        hasher.update(&seed.0.to_le_bytes());
        hasher.update(&replicate.to_le_bytes());
        hasher.update(group.as_bytes());
        Self(*hasher.finalize().as_bytes())
    }

    /// The 32 key bytes.
    pub fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Debug for RunKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RunKey(")?;
        for byte in &self.0[..4] {
            write!(f, "{byte:02x}")?;
        }
        f.write_str("..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_part_of_a_run_key_matters() {
        let base = RunKey::derive(Seed(1), 0, "");
        assert_eq!(base, RunKey::derive(Seed(1), 0, ""));
        for other in [RunKey::derive(Seed(2), 0, ""), RunKey::derive(Seed(1), 1, ""), RunKey::derive(Seed(1), 0, "p")] {
            assert_ne!(base, other);
        }
    }
}
