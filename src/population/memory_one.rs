//! Memory-one strategies of games with two actions, and what they get from each other in the long run.
//!
//! A strategy is four probabilities of the first action, after (own, other's) CC, CD, DC and DD. Two of them make a Markov chain on
//! the four outcomes; with noise it has one stationary distribution, whose mean payoff is the payoff of an endless
//! game (Nowak & Sigmund 1990, 1993). Reactive strategies look at the other's action alone. Adaptive dynamics climb the payoff
//! of a rare mutant against its parent (Nowak & Sigmund 1990; Hofbauer & Sigmund 1998, ch. 9).

use crate::game::TwoByTwo;
use crate::strategy::Automaton;

/// Probabilities of the first action after CC, CD, DC and DD, own action first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MemoryOne(pub [f64; 4]);

/// The own payoffs of a symmetric game after CC, CD, DC and DD.
pub type Outcomes = [f64; 4];

/// The payoffs R, S, T, P of a game as floats.
pub fn outcomes(game: &TwoByTwo) -> Outcomes {
    [&game.reward, &game.sucker, &game.temptation, &game.punishment].map(crate::exact::Rational::to_f64)
}

impl MemoryOne {
    /// The strategy that cooperates with probability `p` after the other's cooperation and `q` after its defection.
    pub fn reactive(p: f64, q: f64) -> Self {
        Self([p, q, p, q])
    }

    /// A zero-determinant strategy: in the long run `s_Y - baseline = slope (s_X - baseline)` for the own payoff `s_X` and the other's
    /// `s_Y`, whatever the other does (Press & Dyson 2012; Stewart & Plotkin 2013).
    ///
    /// - `game`: a dilemma's payoffs.
    /// - `baseline`: from P, an extortioner's, to R, a generous player's; `slope` from 0 to 1.
    /// - `pace`: from 0 to 1, how far its answers are from always repeating its own action, as far as there are such strategies.
    pub fn zero_determinant([r, s, t, p]: Outcomes, baseline: f64, slope: f64, pace: f64) -> Self {
        let own = (1.0 - slope) * baseline;
        // By how much it departs from repeating itself after CC and CD, and from the second action after DC and DD.
        let departs = [(1.0 - slope) * r - own, t - slope * s - own, slope * t - s + own, own - (1.0 - slope) * p];
        let scale = pace / departs.into_iter().fold(0.0, f64::max);
        let [cc, cd, dc, dd] = departs.map(|by| (scale * by).clamp(0.0, 1.0));
        Self([1.0 - cc, 1.0 - cd, dc, dd])
    }

    /// The strategy whose actions slip with probability `noise`.
    #[must_use]
    pub fn with_noise(self, noise: f64) -> Self {
        Self(self.0.map(|p| p * (1.0 - noise) + (1.0 - p) * noise))
    }

    /// How often each outcome (CC, CD, DC, DD, own action first) occurs in the long run against another, with execution
    /// noise. Where the chain has several stationary distributions, which it cannot with noise, nothing.
    pub fn long_run(self, other: Self, noise: f64) -> Option<[f64; 4]> {
        let (own, other) = (self.with_noise(noise).0, other.with_noise(noise).0);
        // The other sees each outcome with the actions exchanged.
        let seen = [other[0], other[2], other[1], other[3]];
        // Columns of v M = v, the last of which is replaced by sum v = 1.
        let mut rows = [[0.0; 5]; 4];
        for (from, (a, b)) in own.into_iter().zip(seen).enumerate() {
            let to = [a * b, a * (1.0 - b), (1.0 - a) * b, (1.0 - a) * (1.0 - b)];
            for (row, p) in rows.iter_mut().zip(to).take(3) {
                row[from] = p;
            }
        }
        for (k, row) in rows.iter_mut().enumerate().take(3) {
            row[k] -= 1.0;
        }
        rows[3] = [1.0; 5];
        solve(rows)
    }

    /// The mean payoff a round in the long run against another.
    pub fn payoff(self, other: Self, game: Outcomes, noise: f64) -> Option<f64> {
        let shares = self.long_run(other, noise)?;
        Some(shares.iter().zip(game).map(|(share, payoff)| share * payoff).sum())
    }

    /// How its payoff against itself changes as each of its probabilities alone rises, the other's staying as they are: central
    /// differences, exact to about 1e-8.
    pub fn gradient(self, game: Outcomes, noise: f64) -> Option<[f64; 4]> {
        const STEP: f64 = 1e-5;
        let mut slopes = [0.0; 4];
        for (k, slope) in slopes.iter_mut().enumerate() {
            let moved = |by: f64| {
                let mut mutant = self;
                mutant.0[k] += by;
                mutant.payoff(self, game, noise)
            };
            *slope = (moved(STEP)? - moved(-STEP)?) / (2.0 * STEP);
        }
        Some(slopes)
    }

    /// The automaton that plays so, starting with the first action.
    pub fn automaton(self) -> Automaton {
        let mut builder = Automaton::builder(2, 2);
        let next = [1, 2, 3, 4];
        builder.mixed(1.0, &next);
        for p in self.0 {
            builder.mixed(p.clamp(0.0, 1.0), &next);
        }
        builder.build()
    }
}

/// Solves four equations, each with its right side last, by elimination with the greatest pivot; nothing if they are singular.
fn solve(mut rows: [[f64; 5]; 4]) -> Option<[f64; 4]> {
    for column in 0..4 {
        let pivot = (column..4).max_by(|a, b| rows[*a][column].abs().total_cmp(&rows[*b][column].abs()))?;
        if rows[pivot][column].abs() < 1e-14 {
            return None;
        }
        rows.swap(column, pivot);
        let row = rows[column];
        for other in rows.iter_mut().skip(column + 1) {
            let factor = other[column] / row[column];
            for (cell, above) in other.iter_mut().zip(row).skip(column) {
                *cell -= factor * above;
            }
        }
    }
    let mut found = [0.0; 4];
    for column in (0..4).rev() {
        let known: f64 = (column + 1..4).map(|k| rows[column][k] * found[k]).sum();
        found[column] = (rows[column][4] - known) / rows[column][column];
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    const AXELROD: Outcomes = [3.0, 0.0, 5.0, 1.0];

    fn close(found: Option<f64>, expected: f64, tolerance: f64) {
        assert!(found.is_some_and(|found| (found - expected).abs() < tolerance), "{found:?} {expected}");
    }

    #[test]
    fn published_values_hold() {
        let tit_for_tat = MemoryOne([1.0, 0.0, 1.0, 0.0]);
        let pavlov = MemoryOne([1.0, 0.0, 0.0, 1.0]);
        let defector = MemoryOne([0.0; 4]);
        // Molander 1985: tit-for-tat against itself, whatever the noise.
        for noise in [1e-6, 0.01, 0.3] {
            close(tit_for_tat.payoff(tit_for_tat, AXELROD, noise), 2.25, 1e-9);
        }
        close(pavlov.payoff(pavlov, AXELROD, 0.01), 2.9511, 5e-5);
        close(pavlov.payoff(defector, AXELROD, 0.01), 0.5350, 5e-5);
        // Press & Dyson 2012: (s_X - P) = 3 (s_Y - P), here against any other.
        let extortion = MemoryOne([11.0 / 13.0, 0.5, 7.0 / 26.0, 0.0]);
        for other in [[0.9, 0.2, 0.7, 0.1], [0.3, 0.3, 0.8, 0.6]].map(MemoryOne) {
            let own = extortion.payoff(other, AXELROD, 0.0).expect("one stationary distribution");
            close(other.payoff(extortion, AXELROD, 0.0).map(|theirs| 3.0 * (theirs - 1.0)), own - 1.0, 1e-12);
        }
        assert_eq!(tit_for_tat.long_run(tit_for_tat, 0.0), None);
    }

    /// By the definition: Extort-2 and ZDGTFT-2 of Stewart & Plotkin 2012, and tit-for-tat, up to their pace.
    #[test]
    fn zero_determinant_strategies_are_the_published_ones() {
        for (baseline, slope, published) in [
            (1.0, 0.5, [8.0 / 9.0, 0.5, 1.0 / 3.0, 0.0]),
            (3.0, 0.5, [1.0, 0.125, 1.0, 0.25]),
            (2.0, 1.0, [1.0, 0.0, 1.0, 0.0]),
        ] {
            let MemoryOne(fast) = MemoryOne::zero_determinant(AXELROD, baseline, slope, 1.0);
            // The pace scales the departures from (1, 1, 0, 0) alone: all are in the same ratio to the published ones.
            let departs = |p: [f64; 4]| [1.0 - p[0], 1.0 - p[1], p[2], p[3]];
            let ratio = departs(fast)[1] / departs(published)[1];
            assert!(ratio >= 1.0 - 1e-12);
            for (found, expected) in departs(fast).into_iter().zip(departs(published)) {
                assert!((found - ratio * expected).abs() < 1e-12, "{fast:?}");
            }
        }
    }

    /// In the donation game, adaptive dynamics of reactive strategies raise cooperation just where p - q > c / b (Nowak &
    /// Sigmund 1990, with errors in the probabilities already).
    #[test]
    fn cooperation_is_rewarded_where_the_theory_says() {
        let donation = [2.0, -1.0, 3.0, 0.0];
        for (p, q, rises) in [(0.9, 0.5, true), (0.8, 0.5, false), (0.5, 0.1, true), (0.35, 0.1, false)] {
            let slopes = MemoryOne::reactive(p, q).gradient(donation, 0.0).expect("one stationary distribution");
            let (up, down) = (slopes[0] + slopes[2], slopes[1] + slopes[3]);
            assert_eq!((up > 0.0, down > 0.0), (rises, rises), "{p} {q}");
        }
    }
}
