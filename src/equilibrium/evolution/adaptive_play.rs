//! Stochastic stability in adaptive play: which convention lasts when mistakes are rare.
//!
//! Source: Young 1993 (Econometrica 61:57). Members of a population meet in a symmetric coordination game; each replies
//! best to a sample of `s` of the last `m` plays, or errs with a small probability. As errors vanish, the process spends
//! nearly all time in the conventions (everyone plays the same) of least stochastic potential: the least cost of a tree
//! that leads from every convention to it, an edge costing the mistakes that the transition needs (Freidlin & Wentzell
//! 1984).
//!
//! Here the samples are large and the memory much larger, so that a resistance is a share of a sample, exactly. From the
//! convention i, mistakes of shares `p_k` are in everyone's reach; whatever is a best reply to some sample of plays of i
//! and of these mistakes may then be played freely, is sampled in its turn, and makes further replies possible. The
//! resistance from i to j is the least sum of p over all chains of replies that end in j, so that it never exceeds the sum
//! by way of a third convention. The chain of one reply, where j answers the mistakes themselves, is the formula of
//! Young's examples. Each chain is a linear programme.

use super::covering::{Constraint, cheapest};
use super::in_tree::least_in_tree;
use super::payoffs::{EvolutionError, Payoffs};
use crate::exact::Rational;

/// A cheapest way from one convention to another.
#[derive(Clone, Debug, PartialEq)]
pub struct Transition {
    /// The share of mistakes in a sample: their number over the sample's size.
    pub resistance: Rational,
    /// The share of mistakes by action.
    pub mistakes: Vec<Rational>,
    /// The best replies that follow, the new convention last.
    pub replies: Vec<usize>,
}

/// The conventions of a coordination game under adaptive play.
///
/// # Examples
/// ```
/// use comity::equilibrium::evolution::{AdaptivePlay, Payoffs};
/// use comity::exact::Rational;
/// let q = |n: i64| Rational::from(n);
/// // Young 1993: the third action risk-dominates each other, yet the second is stochastically stable.
/// let game = [vec![q(6), q(0), q(0)], vec![q(5), q(7), q(5)], vec![q(0), q(5), q(8)]];
/// let play = AdaptivePlay::of(&Payoffs::new(&game).unwrap()).unwrap();
/// assert_eq!(play.stable, [1]);
/// assert_eq!(play.transition(2, 1).resistance, Rational::new(3, 8)); // by mistakes of the first action
/// assert_eq!(play.transition(1, 2).resistance, Rational::new(2, 5));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct AdaptivePlay {
    transitions: Vec<Vec<Transition>>,
    /// The stochastic potential of each convention: the cost of its least tree.
    pub potentials: Vec<Rational>,
    /// A least tree of each convention: where each other convention goes next.
    pub trees: Vec<Vec<Option<usize>>>,
    /// The stochastically stable conventions: those of least potential.
    pub stable: Vec<usize>,
}

/// The greatest number of actions: the chains of replies grow like its factorial, and seven take half a minute.
const LIMIT: usize = 7;

impl AdaptivePlay {
    /// The conventions of a symmetric coordination game.
    ///
    /// # Errors
    /// If some action is not the only best reply to itself, or there are more than 7.
    pub fn of(payoffs: &Payoffs) -> Result<Self, EvolutionError> {
        payoffs.at_most(LIMIT)?;
        let n = payoffs.strategies();
        for action in 0..n {
            let as_good =
                |other: &usize| *other != action && payoffs.exact(*other, action) >= payoffs.exact(action, action);
            if let Some(better) = (0..n).find(as_good) {
                return Err(EvolutionError::NotCoordination { action, better });
            }
        }
        let transitions: Vec<Vec<Transition>> = (0..n).map(|from| transitions(payoffs, from)).collect();
        let costs: Vec<Vec<Rational>> =
            transitions.iter().map(|row| row.iter().map(|way| way.resistance.clone()).collect()).collect();
        let (potentials, trees): (Vec<Rational>, Vec<_>) = (0..n).map(|root| least_in_tree(&costs, root)).unzip();
        let least = potentials.iter().min().cloned().unwrap_or_default();
        let stable = (0..n).filter(|root| potentials[*root] == least).collect();
        Ok(Self { transitions, potentials, trees, stable })
    }

    /// A cheapest way from the convention `from` to the convention `to`; between the same it costs nothing.
    pub fn transition(&self, from: usize, to: usize) -> &Transition {
        &self.transitions[from][to]
    }
}

/// Cheapest ways from a convention to each, by following chains of replies as long as they may be cheaper.
fn transitions(payoffs: &Payoffs, from: usize) -> Vec<Transition> {
    let n = payoffs.strategies();
    let mut best: Vec<Option<Transition>> = vec![None; n];
    best[from] =
        Some(Transition { resistance: Rational::zero(), mistakes: vec![Rational::zero(); n], replies: Vec::new() });
    // Chains by length, so that of equally cheap ones the shortest stays.
    let mut chains: Vec<Vec<usize>> = vec![Vec::new()];
    while !chains.is_empty() {
        let mut longer = Vec::new();
        for chain in chains {
            for to in (0..n).filter(|to| *to != from && !chain.contains(to)) {
                let replies: Vec<usize> = chain.iter().copied().chain([to]).collect();
                let Some(way) = way(payoffs, from, &replies) else { continue };
                let cost = way.resistance.clone();
                if best[to].as_ref().is_none_or(|known| cost < known.resistance) {
                    best[to] = Some(way);
                }
                longer.push((replies, cost));
            }
        }
        // A chain can only grow dearer: follow it where some convention is still dearer to reach.
        let dearest = best.iter().flatten().map(|way| way.resistance.clone()).max().unwrap_or_default();
        chains = longer.into_iter().filter(|(_, cost)| *cost < dearest).map(|(chain, _)| chain).collect();
    }
    let reached = "every convention follows from enough mistakes of its own action";
    best.into_iter().map(|way| way.expect(reached)).collect()
}

/// The least mistakes with which the replies can follow one another.
///
/// Unknowns are the mistakes by action, then for each reply the sample that it answers: shares of all actions but `from`,
/// which has the rest. Mistakes bound the shares of what has not been a reply before.
fn way(payoffs: &Payoffs, from: usize, replies: &[usize]) -> Option<Transition> {
    let others: Vec<usize> = (0..payoffs.strategies()).filter(|action| *action != from).collect();
    let (width, unknowns) = (others.len(), others.len() * (1 + replies.len()));
    let mut constraints = Vec::new();
    let mut at_least = |terms: Vec<(usize, Rational)>, bound: Rational| {
        let mut coefficients = vec![Rational::zero(); unknowns];
        for (unknown, coefficient) in terms {
            coefficients[unknown] += &coefficient;
        }
        constraints.push(Constraint { coefficients, bound });
    };
    let minus = || Rational::from(-1i64);
    for (stage, reply) in replies.iter().enumerate() {
        let sample = |k: usize| width * (1 + stage) + k;
        at_least((0..width).map(|k| (sample(k), minus())).collect(), minus());
        for (k, action) in others.iter().enumerate() {
            if !replies[..stage].contains(action) {
                at_least(vec![(k, Rational::one()), (sample(k), minus())], Rational::zero());
            }
        }
        for rival in (0..payoffs.strategies()).filter(|rival| rival != reply) {
            let lead = |against: usize| payoffs.exact(*reply, against) - payoffs.exact(rival, against);
            let terms = others.iter().enumerate().map(|(k, action)| (sample(k), lead(*action) - lead(from)));
            at_least(terms.collect(), -lead(from));
        }
    }
    let costs: Vec<Rational> =
        (0..unknowns).map(|k| if k < width { Rational::one() } else { Rational::zero() }).collect();
    let solution = cheapest(&costs, constraints)?;
    let mut mistakes = vec![Rational::zero(); payoffs.strategies()];
    for (action, share) in others.iter().zip(&solution) {
        mistakes[*action] = share.clone();
    }
    Some(Transition { resistance: mistakes.iter().sum(), mistakes, replies: replies.to_vec() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::equilibrium::evolution::payoffs::game;
    use proptest::prelude::*;

    #[test]
    fn with_two_actions_the_risk_dominant_convention_is_stable() {
        // Young 1993, theorem 3. The resistance out of i is the share at which the other becomes a best reply.
        let hare = AdaptivePlay::of(&game(&[&[4, 0], &[3, 2]])).expect("coordination");
        assert_eq!(hare.stable, [1]);
        assert_eq!(hare.transition(0, 1).resistance, Rational::new(1, 3));
        assert_eq!(hare.transition(1, 0).resistance, Rational::new(2, 3));
        assert_eq!(AdaptivePlay::of(&game(&[&[4, 0], &[2, 1]])).expect("coordination").stable, [0]);
        assert_eq!(AdaptivePlay::of(&game(&[&[1, 0], &[0, 1]])).expect("coordination").stable, [0, 1]);
    }

    #[test]
    fn youngs_three_by_three_selects_the_middle() {
        let play = AdaptivePlay::of(&game(&[&[6, 0, 0], &[5, 7, 5], &[0, 5, 8]])).expect("coordination");
        assert_eq!(play.stable, [1]);
        let way = play.transition(2, 1);
        assert_eq!((way.resistance.clone(), way.replies.clone()), (Rational::new(3, 8), vec![1]));
        assert_eq!(way.mistakes, [Rational::new(3, 8), Rational::zero(), Rational::zero()]);
        assert_eq!(play.transition(1, 2).resistance, Rational::new(2, 5));
        assert_eq!(play.transition(0, 1).resistance, Rational::new(1, 8));
        assert_eq!(play.potentials[1], Rational::new(1, 2));
        assert_eq!(play.potentials[2], Rational::new(21, 40));
        assert_eq!(play.trees[1], [Some(1), None, Some(1)]);
        // From the first to the third, mistakes of the third bring the second, and against it the third.
        assert_eq!(play.transition(0, 2).replies, [1, 2]);
    }

    #[test]
    fn a_game_that_does_not_coordinate_is_refused() {
        let error = AdaptivePlay::of(&game(&[&[3, 0], &[5, 1]])).expect_err("a dilemma");
        assert_eq!(error, EvolutionError::NotCoordination { action: 0, better: 1 });
        assert!(AdaptivePlay::of(&game(&[&[1, 1], &[1, 2]])).is_err(), "a tie");
    }

    /// The least number of mistakes in samples of `size`, by trying all: from `from`, whatever is a best reply to a sample
    /// of free actions and of mistakes becomes free.
    fn by_search(payoffs: &Payoffs, from: usize, to: usize, size: i64) -> i64 {
        let n = payoffs.strategies();
        let compositions = |total: i64| -> Vec<Vec<i64>> {
            let mut all = vec![vec![]];
            for _ in 1..n {
                all = all
                    .into_iter()
                    .flat_map(|part: Vec<i64>| {
                        let left = total - part.iter().sum::<i64>();
                        (0..=left).map(move |k| [part.clone(), vec![k]].concat())
                    })
                    .collect();
            }
            all.into_iter()
                .map(|part| {
                    let last = total - part.iter().sum::<i64>();
                    [part, vec![last]].concat()
                })
                .collect()
        };
        let samples: Vec<(Vec<i64>, Vec<usize>)> = compositions(size)
            .into_iter()
            .map(|sample| {
                let worth = |own: usize| -> Rational {
                    (0..n).map(|k| &Rational::from(sample[k]) * payoffs.exact(own, k)).sum()
                };
                let most = (0..n).map(worth).max().expect("actions");
                let best = (0..n).filter(|own| worth(*own) == most).collect();
                (sample, best)
            })
            .collect();
        let mut mistakes: Vec<Vec<i64>> = compositions(size);
        mistakes.sort_by_key(|p| p.iter().sum::<i64>() - p[from]);
        for p in mistakes {
            let mut free = vec![from];
            loop {
                let reachable = |sample: &[i64]| (0..n).all(|k| free.contains(&k) || sample[k] <= p[k]);
                let new = samples.iter().filter(|(sample, _)| reachable(sample)).flat_map(|(_, best)| best);
                let Some(new) = new.copied().find(|reply| !free.contains(reply)) else { break };
                free.push(new);
            }
            if free.contains(&to) {
                return p.iter().sum::<i64>() - p[from];
            }
        }
        unreachable!("enough mistakes of an action lead to it")
    }

    #[test]
    fn finite_samples_need_what_the_shares_say() {
        let payoffs = game(&[&[6, 0, 0], &[5, 7, 5], &[0, 5, 8]]);
        let play = AdaptivePlay::of(&payoffs).expect("coordination");
        for (from, to) in [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)] {
            // Mistakes of one action alone: their number is the share, rounded up.
            let number = &play.transition(from, to).resistance * &Rational::from(40i64);
            let found = by_search(&payoffs, from, to, 40);
            assert!(number <= found && number > found - 1, "{from} {to}: {number} {found}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 6 } else { 60 }))]
        #[test]
        fn random_games_need_what_a_search_finds(cells in prop::collection::vec(-9i64..4, 9)) {
            let cell = |i: usize, j: usize| if i == j { 5 + cells[3 * i + j].abs() } else { cells[3 * i + j] };
            let table: Vec<Vec<Rational>> =
                (0..3).map(|i| (0..3).map(|j| Rational::from(cell(i, j))).collect()).collect();
            let payoffs = Payoffs::new(&table).expect("a table");
            let play = AdaptivePlay::of(&payoffs).expect("coordination");
            let size = 36;
            for from in 0..3 {
                for to in (0..3).filter(|to| *to != from) {
                    let share = play.transition(from, to).resistance.to_f64() * size as f64;
                    let found = by_search(&payoffs, from, to, size) as f64;
                    // Whole numbers of mistakes: at least the share, at most a rounding up of each part.
                    prop_assert!(found >= share - 1e-9 && found <= share + 3.0, "{from} {to}: {found} {share}");
                    for by in 0..3 {
                        let detour = &play.transition(from, by).resistance + &play.transition(by, to).resistance;
                        prop_assert!(play.transition(from, to).resistance <= detour);
                    }
                }
            }
        }
    }
}
