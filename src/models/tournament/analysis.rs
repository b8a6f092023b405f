//! What follows from the results of a tournament: welfare, inequality, stability of strategies and of ranks.
//!
//! The mean payoffs of strategy against strategy are a game of their own, the empirical game (Wellman 2006): whether a
//! strategy is an equilibrium of it, and whether it resists mutants (Maynard Smith & Price 1973), is asked of those
//! means. How far chance decided ranks is asked of repetitions drawn again (Efron 1979). Nothing here knows of tables.

use super::results::{Matrix, Results, mean};
use crate::equilibrium::evolution::{Payoffs, rest_points};
use crate::exact::Rational;
use crate::ids::RunKey;
use crate::sim::{Purpose, Who};
use crate::stats::{quantile, sorted};

/// How a strategy fares against those who would take its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Incumbent {
    /// What it earns against its twin.
    pub twin: f64,
    /// The strategy that earns most against it, itself left out, and what that earns more than it does with its twin.
    pub invader: usize,
    /// See `invader`; below 0 if everyone earns less.
    pub gain: f64,
    /// Whether nobody earns more against it than it does against itself: a symmetric Nash equilibrium.
    pub nash: bool,
    /// Whether everybody else earns less.
    pub strict: bool,
    /// Whether it resists every other strategy as a mutant: whoever earns as much against it earns less against itself
    /// than it does.
    pub stable: bool,
}

/// Two means are alike if they differ by no more than rounding.
fn alike(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-12 * a.abs().max(b.abs()).max(1.0)
}

/// Each strategy as an incumbent; nothing for one that did not meet itself and everybody else.
pub fn incumbents(payoffs: &Matrix) -> Vec<Option<Incumbent>> {
    let n = payoffs.len();
    (0..n)
        .map(|own| {
            let twin = payoffs[own][own]?;
            let column: Vec<f64> = (0..n).map(|other| payoffs[other][own]).collect::<Option<_>>()?;
            let others = || (0..n).filter(|other| *other != own);
            let invader = others().fold(None, |best: Option<usize>, other| match best {
                Some(best) if column[best] >= column[other] => Some(best),
                _ => Some(other),
            })?;
            let above = |other: usize| column[other] > twin && !alike(column[other], twin);
            let ties = |other: usize| alike(column[other], twin);
            let resists = |other: usize| {
                let (own_score, mutant) = (payoffs[own][other]?, payoffs[other][other]?);
                Some(own_score > mutant && !alike(own_score, mutant))
            };
            let nash = !others().any(above);
            Some(Incumbent {
                twin,
                invader,
                gain: column[invader] - twin,
                nash,
                strict: nash && !others().any(ties),
                stable: nash && others().filter(|other| ties(*other)).all(|other| resists(other) == Some(true)),
            })
        })
        .collect()
}

/// A symmetric equilibrium of the empirical game.
#[derive(Clone, Debug, PartialEq)]
pub struct Equilibrium {
    /// The share of each strategy.
    pub shares: Vec<f64>,
    /// What everybody earns.
    pub payoff: f64,
    /// Whether it is evolutionarily stable, also against mixtures.
    pub stable: bool,
}

/// The most strategies for which all equilibria are sought.
const MOST_STRATEGIES: usize = 8;

/// The isolated symmetric equilibria of the empirical game, from fewest strategies to most; nothing for more than eight
/// strategies, or if some did not meet.
pub fn equilibria(payoffs: &Matrix) -> Option<Vec<Equilibrium>> {
    if payoffs.len() > MOST_STRATEGIES {
        return None;
    }
    let exact = |cell: &Option<f64>| cell.and_then(Rational::from_decimal_of);
    let table: Vec<Vec<Rational>> = payoffs.iter().map(|row| row.iter().map(exact).collect()).collect::<Option<_>>()?;
    let points = rest_points(&Payoffs::new(&table).ok()?).ok()?;
    let nash = points.isolated.into_iter().filter(|point| point.is_nash);
    Some(
        nash.map(|point| Equilibrium {
            shares: point.shares.iter().map(Rational::to_f64).collect(),
            payoff: point.payoff.to_f64(),
            stable: point.is_stable,
        })
        .collect(),
    )
}

/// How a player's rank varies when the repetitions are drawn again.
#[derive(Clone, Debug, PartialEq)]
pub struct RankSpread {
    /// The mean rank.
    pub mean: f64,
    /// The 2.5 % and 97.5 % quantiles of the rank.
    pub bounds: [f64; 2],
    /// How often it was first, alone or with others.
    pub first: f64,
}

/// The spread of each player's rank by mean score over `resamplings` samples of the repetitions, with replacement and the
/// same for all players; empty without at least two repetitions.
pub fn rank_spreads(results: &Results, key: &RunKey, resamplings: u32) -> Vec<RankSpread> {
    let scores = results.normalised_scores();
    let repetitions = results.repetitions();
    if repetitions < 2 || resamplings == 0 {
        return Vec::new();
    }
    let mut draws = key.draws(Who::place("ranks", 0), Purpose::Resampling);
    let mut ranks: Vec<Vec<f64>> = vec![Vec::with_capacity(resamplings as usize); scores.len()];
    for _ in 0..resamplings {
        let mut times = vec![0.0; repetitions];
        for _ in 0..repetitions {
            times[draws.index(repetitions)] += 1.0;
        }
        let sum = |scores: &Vec<f64>| scores.iter().zip(&times).map(|(score, n)| score * n).sum();
        // Who meets nobody is in nobody's way.
        let of = |(player, scores)| if results.plays(player) { sum(scores) } else { f64::NEG_INFINITY };
        let means: Vec<f64> = scores.iter().enumerate().map(of).collect();
        let descending: Vec<f64> = sorted(&means).into_iter().rev().collect();
        for (rank, mean) in ranks.iter_mut().zip(&means) {
            // Sums of the same scores can differ by rounding.
            let better = descending.partition_point(|other| *other > *mean && !alike(*other, *mean));
            rank.push(f64::from(u32::try_from(better).unwrap_or(u32::MAX)) + 1.0);
        }
    }
    ranks
        .into_iter()
        .map(|ranks| {
            let ascending = sorted(&ranks);
            let at = |q: f64| quantile(&ascending, q).unwrap_or(1.0);
            let firsts: Vec<f64> = ranks.iter().map(|rank| f64::from(u8::from(*rank == 1.0))).collect();
            RankSpread { mean: mean(&ranks), bounds: [at(0.025), at(0.975)], first: mean(&firsts) }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matrix(cells: &[&[f64]]) -> Matrix {
        cells.iter().map(|row| row.iter().map(|x| Some(*x)).collect()).collect()
    }

    /// Grim trigger over ten rounds: all-D, grim, all-C, with payoffs 3, 0, 5, 1.
    #[test]
    fn grim_resists_defectors_but_not_those_who_ride_along() {
        let found = incumbents(&matrix(&[&[1.0, 1.4, 5.0], &[0.9, 3.0, 3.0], &[0.0, 3.0, 3.0]]));
        let facts: Vec<_> = found.iter().flatten().map(|i| (i.nash, i.strict, i.stable)).collect();
        assert_eq!(facts, [(true, true, true), (true, false, false), (false, false, false)]);
        assert_eq!(found[2].as_ref().map(|i| (i.invader, i.gain)), Some((0, 2.0)));
    }

    /// Hawks and doves with V = 2, C = 4: half are hawks, and that is stable.
    #[test]
    fn the_mixed_equilibrium_of_hawks_and_doves_is_found() {
        let found = equilibria(&matrix(&[&[-1.0, 2.0], &[0.0, 1.0]])).expect("a small game");
        assert_eq!(found, [Equilibrium { shares: vec![0.5, 0.5], payoff: 0.5, stable: true }]);
    }
}
