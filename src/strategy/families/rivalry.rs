//! CAPRI, a friendly rival: a memory-three strategy under five rules.
//!
//! Murase & Baek 2020 (Scientific Reports 10:16904): cooperate at mutual cooperation (C), accept punishment for own slips
//! (A), punish once (P), recover from mutual defection when either cooperates (R), and in all else defect (I). The
//! histories in which the first four rules prescribe cooperation are listed below as the paper's table gives them.

use super::plain;
use crate::catalogue::Entry;
use crate::sim::Chance;
use crate::strategy::{Action, Facets, Machine, Strategy, Told, machine};

/// Cooperates after the listed three rounds alone.
#[derive(Clone)]
struct Capri;

impl Capri {
    /// Three rounds, oldest first, each own action then the other's, as bits with D as 1.
    const COOPERATES: [u8; 14] = [
        0b00_00_00, // C: mutual cooperation
        0b00_00_10, // A: own slip, its punishment, and after it
        0b00_10_01, 0b10_01_00, 0b01_00_00, 0b00_01_10, // P: the other's slip, after it was punished (and R)
        0b01_10_00, 0b10_00_00, 0b11_11_10, // R: one of both cooperates at mutual defection, and after it
        0b11_10_00, 0b11_11_01, 0b11_01_00, 0b11_11_00, 0b11_00_00,
    ];
}

impl Machine for Capri {
    /// The last three rounds; mutual cooperation before the first.
    type State = u8;

    fn begin(&mut self, _: &Told) -> u8 {
        0
    }

    fn cooperates(&self, last: &u8) -> Chance {
        Chance::sure(Self::COOPERATES.contains(last))
    }

    fn next(&self, last: &u8, own: Action, seen: Action) -> u8 {
        (last << 2 & 0b11_11_00) | own.0 << 1 | seen.0
    }
}

pub(super) const ENTRIES: &[Entry<dyn Strategy>] = &[plain(
    "capri",
    "CAPRI",
    "Cooperates at mutual cooperation, accepts punishment, punishes once, recovers, and else defects.",
    "Murase & Baek 2020, Scientific Reports 10:16904",
    Facets::memory(3).axelrod("Capri"),
    |_, _| Ok(machine(Capri)),
)];
