//! Streams of random words, one for each thing that draws.
//!
//! A stream is a pure function of the run's key, whose it is, what it is for, and (where a process
//! asks for it) an epoch. Its k-th draw is the k-th 64-bit word of ChaCha8 under a key that BLAKE3
//! derives from these; so no draw depends on what others drew, on threads, or on being watched.

use crate::ids::RunKey;
use rand_chacha::ChaCha8Core;
use rand_core::SeedableRng;
use rand_core::block::Generator;

/// Whose a stream is: a match (or another place where things happen, or none) and a name in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Who<'a> {
    /// The match, as a text that adding other matches does not change; empty outside of matches.
    pub place: &'a str,
    /// The repetition of it, from 0.
    pub repetition: u64,
    /// The agent's name; empty for what belongs to the place itself.
    pub name: &'a str,
}

impl<'a> Who<'a> {
    /// An agent outside of any match.
    pub fn agent(name: &'a str) -> Self {
        Self { place: "", repetition: 0, name }
    }

    /// What belongs to a place itself.
    pub fn place(place: &'a str, repetition: u64) -> Self {
        Self { place, repetition, name: "" }
    }
}

/// What a stream is for. Streams of different purposes are independent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Purpose {
    /// A strategy's own choices.
    Choice,
    /// Slips: a chosen action comes out as another.
    Execution,
    /// Misreadings: another's action is seen as another.
    Perception,
    /// How long a match is.
    Length,
    /// Audits and what they find.
    Audit,
    /// Who meets whom.
    Pairing,
    /// How long a message travels.
    Latency,
    /// Lost, late and duplicated messages, crashes.
    Fault,
    /// Identifiers of tasks, messages, contexts and artifacts.
    Identifier,
    /// Signing keys.
    SigningKey,
    /// Whether an agent hears what others are told.
    Leak,
    /// Forged messages.
    Forgery,
    /// What a player imagines that others would draw.
    Simulation,
    /// Who has offspring, who is replaced, who imitates whom.
    Selection,
    /// Where the members of a population stand, and who is next to whom.
    Structure,
    /// What mutants are.
    Mutation,
    /// Which observations a bootstrap takes again.
    Resampling,
}

impl Purpose {
    /// A code that never changes: results depend on it.
    fn code(self) -> u8 {
        match self {
            Purpose::Choice => 1,
            Purpose::Execution => 2,
            Purpose::Perception => 3,
            Purpose::Length => 4,
            Purpose::Audit => 5,
            Purpose::Pairing => 6,
            Purpose::Latency => 7,
            Purpose::Fault => 8,
            Purpose::Identifier => 9,
            Purpose::SigningKey => 10,
            Purpose::Leak => 11,
            Purpose::Forgery => 12,
            Purpose::Simulation => 13,
            Purpose::Selection => 40,
            Purpose::Structure => 41,
            Purpose::Mutation => 42,
            Purpose::Resampling => 20,
        }
    }
}

impl RunKey {
    /// The stream of `who` for `why`.
    pub fn draws(&self, who: Who<'_>, why: Purpose) -> Draws {
        self.draws_at(who, why, 0)
    }

    /// The stream of `who` for `why` in an epoch (a generation, or a tick): for processes whose
    /// number of draws before it depends on what should not matter.
    pub fn draws_at(&self, who: Who<'_>, why: Purpose, epoch: u64) -> Draws {
        let mut hasher = blake3::Hasher::new_keyed(self.bytes());
        let mut head = [0u8; 33];
        head[0] = why.code();
        head[1..9].copy_from_slice(&epoch.to_le_bytes());
        head[9..17].copy_from_slice(&who.repetition.to_le_bytes());
        head[17..25].copy_from_slice(&(who.place.len() as u64).to_le_bytes());
        head[25..33].copy_from_slice(&(who.name.len() as u64).to_le_bytes());
        hasher.update(&head);
        hasher.update(who.place.as_bytes());
        hasher.update(who.name.as_bytes());
        Draws::from_key(*hasher.finalize().as_bytes())
    }
}

/// A sequential stream of 64-bit words. Cheap until the first draw.
#[derive(Clone, Debug)]
pub struct Draws {
    key: [u8; 32],
    block: Option<Box<Block>>,
}

#[derive(Clone, Debug)]
struct Block {
    core: ChaCha8Core,
    words: [u32; 64],
    /// The next unread 64-bit word, from 0 to 32.
    next: usize,
}

impl Draws {
    pub(crate) fn from_key(key: [u8; 32]) -> Self {
        Self { key, block: None }
    }

    /// A stream for what never draws: all such are the same.
    pub fn unused() -> Self {
        Self::from_key([0; 32])
    }

    /// The next word.
    #[inline]
    pub fn word(&mut self) -> u64 {
        match &mut self.block {
            Some(block) if block.next < 32 => block.take(),
            _ => self.refill(),
        }
    }

    /// Whether anything was drawn.
    pub fn used(&self) -> bool {
        self.block.is_some()
    }

    #[cold]
    #[inline(never)]
    fn refill(&mut self) -> u64 {
        let block = self.block.get_or_insert_with(|| {
            Box::new(Block { core: ChaCha8Core::from_seed(self.key), words: [0; 64], next: 32 })
        });
        block.core.generate(&mut block.words);
        block.next = 0;
        block.take()
    }
}

impl Block {
    #[inline]
    fn take(&mut self) -> u64 {
        let low = self.words[2 * self.next];
        let high = self.words[2 * self.next + 1];
        self.next += 1;
        u64::from(high) << 32 | u64::from(low)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::Seed;

    /// First words of ChaCha8 under the key of zeros with nonce zero: the keystream that the
    /// eSTREAM submission's reference code gives (3e00ef2f895f40d6 7f5bb8e81f09a5a1 ..).
    #[test]
    fn words_are_the_chacha8_keystream() {
        let mut draws = Draws::from_key([0; 32]);
        let words: Vec<u64> = (0..2).map(|_| draws.word()).collect();
        assert_eq!(words, [0xd640_5f89_2fef_003e, 0xa1a5_091f_e8b8_5b7f]);
    }

    #[test]
    fn streams_differ_by_run_place_repetition_name_purpose_and_epoch() {
        let key = RunKey::derive(Seed(1), 0, "");
        let who = Who { place: "a|b", repetition: 0, name: "a" };
        let first = |mut draws: Draws| draws.word();
        let base = first(key.draws(who, Purpose::Choice));
        let others = [
            first(RunKey::derive(Seed(2), 0, "").draws(who, Purpose::Choice)),
            first(key.draws(Who { place: "a|c", ..who }, Purpose::Choice)),
            first(key.draws(Who { repetition: 1, ..who }, Purpose::Choice)),
            first(key.draws(Who { name: "b", ..who }, Purpose::Choice)),
            first(key.draws(Who { place: "a|", name: "ba", ..who }, Purpose::Choice)),
            first(key.draws(who, Purpose::Execution)),
            first(key.draws_at(who, Purpose::Choice, 1)),
        ];
        assert_eq!(base, first(key.draws(who, Purpose::Choice)));
        for (k, other) in others.iter().enumerate() {
            assert_ne!(base, *other, "case {k}");
        }
    }

    #[test]
    fn a_clone_goes_on_where_the_original_stood() {
        let mut draws = Draws::from_key([7; 32]);
        for _ in 0..40 {
            draws.word();
        }
        let mut copy = draws.clone();
        for _ in 0..40 {
            assert_eq!(draws.word(), copy.word());
        }
    }
}
