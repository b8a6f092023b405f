//! Pareto-optimal pure profiles: those that no other pure profile weakly Pareto-dominates (Osborne & Rubinstein 1994,
//! sec. 1.7): pays nobody less and somebody more. Profiles with equal payoffs are optimal together.
//!
//! The maxima of `N` vectors in `n` dimensions by divide and conquer (Kung, Luccio & Preparata 1975). Distinct vectors
//! are sorted in falling lexicographic order, so that a vector can only be dominated by an earlier one: the later half
//! loses what the surviving earlier half dominates in the remaining dimensions. Two players cost one sort and one
//! sweep; with more, a dimension is settled at each split. Vectors with mostly incomparable entries keep an advantage
//! over comparing all pairs, though many players and a front of most of the profiles stay costly.

use super::Analysis;

/// Below so many pairs, comparing all is faster than splitting.
const FEW_PAIRS: usize = 1 << 12;

impl Analysis<'_> {
    /// The Pareto-optimal profiles among the pure ones by number of profile, ascending. Never empty.
    pub fn pareto_optimal(&self) -> Vec<usize> {
        let players = self.game.player_count();
        let cell = |profile: usize| &self.order[profile * players..][..players];
        let mut profiles: Vec<usize> = (0..self.game.profile_count()).collect();
        profiles.sort_unstable_by(|a, b| cell(*b).cmp(cell(*a)).then(a.cmp(b)));
        let groups: Vec<&[usize]> = profiles.chunk_by(|a, b| cell(*a) == cell(*b)).collect();
        let vectors: Vec<&[i64]> = groups.iter().map(|group| cell(group[0])).collect();
        let mut optimal: Vec<usize> =
            maxima(&vectors, 0, vectors.len()).into_iter().flat_map(|k| groups[k].iter().copied()).collect();
        optimal.sort_unstable();
        optimal
    }
}

/// The maximal ones among `vectors[from..to]`, distinct and in falling lexicographic order, by place and ascending.
fn maxima(vectors: &[&[i64]], from: usize, to: usize) -> Vec<usize> {
    if to - from <= 1 {
        return (from..to).collect();
    }
    let middle = from + (to - from) / 2;
    let mut earlier = maxima(vectors, from, middle);
    let later = maxima(vectors, middle, to);
    // No earlier vector is less in the first dimension.
    let kept = undominated(vectors, later, &earlier, 1);
    earlier.extend(kept);
    earlier
}

/// Those of `low` that no vector of `high` equals or exceeds in all dimensions from `dim` on, ascending if `low` is.
fn undominated(vectors: &[&[i64]], low: Vec<usize>, high: &[usize], dim: usize) -> Vec<usize> {
    if low.is_empty() || high.is_empty() {
        return low;
    }
    let dimensions = vectors[low[0]].len();
    match dimensions.saturating_sub(dim) {
        0 => Vec::new(),
        1 => {
            let best = high.iter().map(|k| vectors[*k][dim]).max();
            low.into_iter().filter(|k| Some(vectors[*k][dim]) > best).collect()
        }
        _ if low.len() * high.len() <= FEW_PAIRS => low
            .into_iter()
            .filter(|k| !high.iter().any(|h| (dim..dimensions).all(|d| vectors[*h][d] >= vectors[*k][d])))
            .collect(),
        2 => sweep(vectors, low, high, dim),
        _ => split(vectors, low, high, dim),
    }
}

/// [`undominated`] for the last two dimensions: one falling sweep over the first keeps the best of the second.
fn sweep(vectors: &[&[i64]], low: Vec<usize>, high: &[usize], dim: usize) -> Vec<usize> {
    let mut rising: Vec<(i64, i64)> = high.iter().map(|k| (vectors[*k][dim], vectors[*k][dim + 1])).collect();
    rising.sort_unstable();
    let mut order = low;
    order.sort_unstable_by_key(|k| std::cmp::Reverse(vectors[*k][dim]));
    let mut best = None;
    order.retain(|k| {
        while rising.last().is_some_and(|(first, _)| *first >= vectors[*k][dim]) {
            best = best.max(rising.pop().map(|(_, second)| second));
        }
        Some(vectors[*k][dim + 1]) > best
    });
    order.sort_unstable();
    order
}

/// [`undominated`] by a split at the median of a dimension: above, at and below.
fn split(vectors: &[&[i64]], low: Vec<usize>, high: &[usize], dim: usize) -> Vec<usize> {
    let mut values: Vec<i64> = low.iter().chain(high).map(|k| vectors[*k][dim]).collect();
    let middle = values.len() / 2;
    let median = *values.select_nth_unstable(middle).1;
    let part = |set: &[usize], side: std::cmp::Ordering| -> Vec<usize> {
        set.iter().copied().filter(|k| vectors[*k][dim].cmp(&median) == side).collect()
    };
    use std::cmp::Ordering::{Equal, Greater, Less};
    let [high_above, high_at, high_below] = [Greater, Equal, Less].map(|side| part(high, side));
    let [low_above, low_at, low_below] = [Greater, Equal, Less].map(|side| part(&low, side));
    let mut kept = undominated(vectors, low_above, &high_above, dim);
    // Whoever stands on a higher side is not less in this dimension: the rest decide.
    let at = undominated(vectors, low_at, &high_above, dim + 1);
    kept.extend(undominated(vectors, at, &high_at, dim + 1));
    let below = undominated(vectors, low_below, &high_above, dim + 1);
    let below = undominated(vectors, below, &high_at, dim + 1);
    kept.extend(undominated(vectors, below, &high_below, dim));
    kept.sort_unstable();
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::Rational;
    use crate::game::{NormalForm, Player};
    use crate::ids::PlayerId;
    use proptest::prelude::*;

    /// The definition, over all pairs.
    fn slow(game: &NormalForm) -> Vec<usize> {
        let players: Vec<PlayerId> = (0..game.player_count()).map(PlayerId::at).collect();
        let dominates = |a: usize, b: usize| {
            players.iter().all(|p| game.payoff_at(a, *p) >= game.payoff_at(b, *p))
                && players.iter().any(|p| game.payoff_at(a, *p) > game.payoff_at(b, *p))
        };
        let count = game.profile_count();
        (0..count).filter(|b| !(0..count).any(|a| dominates(a, *b))).collect()
    }

    fn game(dims: &[usize], mut next: impl FnMut() -> i64) -> NormalForm {
        let players = dims.iter().map(|d| Player::new("p", (0..*d).map(|k| k.to_string()))).collect();
        NormalForm::from_rule("g", players, |p| p.iter().map(|_| Rational::from(next())).collect()).expect("a game")
    }

    proptest! {
        #[test]
        fn optima_are_what_the_definition_says(
            dims in prop::collection::vec(1usize..5, 1..5),
            seed in prop::collection::vec(-3i64..4, 1024),
        ) {
            let mut next = seed.into_iter().cycle();
            let game = game(&dims, || next.next().expect("endless"));
            prop_assert_eq!(Analysis::of(&game).pareto_optimal(), slow(&game));
        }
    }

    /// A small generator for larger games: a multiplicative congruence of full period.
    fn numbers(seed: u64, range: u64) -> impl FnMut() -> i64 {
        let mut state = seed;
        move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((state >> 33) % range) as i64
        }
    }

    #[test]
    fn splits_and_sweeps_agree_with_all_pairs() {
        // Large enough that every branch is taken; few and many ties.
        for (dims, range) in [
            (vec![1500], 900),
            (vec![40, 40], 12),
            (vec![40, 40], 5000),
            (vec![12, 12, 12], 40),
            (vec![12, 12, 12], 9000),
        ] {
            let game = game(&dims, numbers(range, range));
            assert_eq!(Analysis::of(&game).pareto_optimal(), slow(&game), "{dims:?} {range}");
        }
        for range in [3, 12, 4000] {
            let game = game(&[2; 11], numbers(range, range));
            assert_eq!(Analysis::of(&game).pareto_optimal(), slow(&game), "11 players, {range}");
            let game = self::game(&[6, 6, 6, 6], numbers(range, range));
            assert_eq!(Analysis::of(&game).pareto_optimal(), slow(&game), "4 players, {range}");
        }
    }

    #[test]
    fn a_front_of_every_profile_is_found_in_a_sweep() {
        // Zero-sum with distinct payoffs: nothing dominates anything. All pairs would be 10^10 comparisons.
        let players =
            vec![Player::new("a", (0..400).map(|k| k.to_string())), Player::new("b", (0..250).map(|k| k.to_string()))];
        let game = NormalForm::from_rule("g", players, |p| {
            let x = Rational::from((p[0] * 250 + p[1]) as i64);
            vec![x.clone(), -x]
        })
        .expect("a game");
        assert_eq!(Analysis::of(&game).pareto_optimal().len(), 100_000);
    }
}
