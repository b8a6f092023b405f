//! Imitation between matches: who earned more is followed.
//!
//! After each match as many agents as there are look, one after the other, at another one and take its strategy with
//! probability `1 / (1 + exp(-s (their payoff - own)))` (Szabo & Toke 1998; Traulsen, Nowak & Pacheco 2006), by the payoffs of
//! that match.

use super::Society;
use super::life::{At, Life, live, share};
use super::setting::Condition;
use crate::ids::RunKey;
use crate::sim::{Chance, Purpose};
use crate::strategy::Strategy;

/// A society's course in one repetition.
pub(super) struct Course {
    /// The share of each strategy, by generation; the last is what imitation left in the end.
    pub(super) shares: Vec<Vec<f64>>,
    /// How often words were kept, by generation.
    pub(super) kept: Vec<f64>,
    /// The last match.
    pub(super) last: Life,
}

/// The place of a condition's matches: that of all conditions, so that they share draws.
pub(super) const PLACE: &str = "society";

/// Lets a society live and imitate.
pub(super) fn course(model: &Society, condition: &Condition, key: &RunKey, repetition: u64) -> Course {
    let cast = &model.cast;
    let n = cast.agents.len();
    let kinds = cast.kinds.len();
    let mut kind: Vec<usize> = cast.agents.iter().map(|agent| agent.kind).collect();
    let shares = |kind: &[usize]| -> Vec<f64> {
        (0..kinds).map(|k| share(kind.iter().filter(|own| **own == k).count(), n)).collect()
    };
    let mut course = Course { shares: vec![shares(&kind)], kept: Vec::new(), last: Life::default() };
    let mutates = Chance::of(model.imitation.mutation);
    for generation in 0..model.imitation.generations {
        let at = At { key, place: PLACE, repetition, generation: generation as u64 };
        let strategies: Vec<&dyn Strategy> = kind.iter().map(|kind| &*cast.kinds[*kind].strategy).collect();
        let life = live(condition, &strategies, at, &mut ());
        course.kept.push(life.kept.iter().sum::<f64>() / f64::from(condition.rounds));
        let mut draws = at.draws(Purpose::Simulation);
        for _ in 0..n {
            let own = draws.index(n);
            if draws.happens(mutates) {
                kind[own] = draws.index(kinds);
                continue;
            }
            let other = draws.index(n);
            let gain = life.payoffs[other] - life.payoffs[own];
            if draws.chance(1.0 / (1.0 + libm::exp(-model.imitation.strength * gain))) {
                kind[own] = kind[other];
            }
        }
        course.shares.push(shares(&kind));
        course.last = life;
    }
    course
}
