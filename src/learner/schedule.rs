//! Quantities that fall from round to round: temperatures and rates of exploration.

use crate::catalogue::{Field, Kind, Params};

/// A quantity that falls by a factor each round, down to a floor: `max(start * factor^t, floor)`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decay {
    start: f64,
    factor: f64,
    floor: f64,
    now: f64,
}

impl Decay {
    /// From `start` by `factor` (from 0 to 1) a round, down to `floor`.
    pub fn new(start: f64, factor: f64, floor: f64) -> Self {
        Self { start, factor, floor, now: start }
    }

    /// Its present value.
    #[inline]
    pub fn now(&self) -> f64 {
        self.now.max(self.floor)
    }

    /// Goes on to the next round.
    #[inline]
    pub fn step(&mut self) {
        self.now *= self.factor;
    }

    /// Goes back to the start.
    pub fn restart(&mut self) {
        self.now = self.start;
    }

    /// The fields `decay` and `floor` of a quantity of this unit.
    pub(super) fn fields(floor: f64, unit: &'static str) -> [Field; 2] {
        [
            Field::with_default("decay", Kind::Probability, 1.0, "By what it is multiplied each round."),
            Field::with_default("floor", Kind::Number { min: 0.0, max: f64::MAX }, floor, "What it never falls below.")
                .unit(unit),
        ]
    }

    /// The quantity that starts at the parameter `key` and falls as [`fields`](Self::fields) say.
    pub(super) fn read(params: &Params, key: &str) -> Self {
        Self::new(params.number(key), params.number("decay"), params.number("floor"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_falls_to_its_floor_and_restarts() {
        let mut decay = Decay::new(16.0, 0.5, 3.0);
        let seen: Vec<f64> = (0..4)
            .map(|_| {
                decay.step();
                decay.now()
            })
            .collect();
        assert_eq!(seen, [8.0, 4.0, 3.0, 3.0]);
        decay.restart();
        assert_eq!(decay.now(), 16.0);
    }
}
