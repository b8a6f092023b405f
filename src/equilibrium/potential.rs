//! Potentials of a game and the finite improvement property (Monderer & Shapley 1996).
//!
//! An improvement is one player's deviation that pays it more. A *generalised ordinal potential* is a number for each
//! profile that rises along every improvement; it exists exactly if no improvements lead round in a circle, and then
//! every sequence of improvements ends (the finite improvement property, their lemma 2.5). An *ordinal potential* rises
//! along improvements and along nothing else a player can do; it exists exactly if no circle of deviations that never
//! lose has an improvement in it (Voorneveld & Norde 1997). An *exact potential* rises by just what the player gains;
//! [`Analysis::exact_potential`](crate::game::Analysis::exact_potential) finds it. Each implies the one before.

use crate::game::{Analysis, FourCycle, NormalForm};
use crate::ids::PlayerId;

/// Profiles by number, each one player's deviation from the one before, and the first one from the last: never a loss
/// to who deviates, and somewhere a gain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImprovementCycle {
    /// The profiles in the order of the deviations.
    pub profiles: Vec<usize>,
}

/// What is known of a game's potentials, the strongest kind first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Potentials {
    /// The exact potential by number of profile, 0 in the first, or a square of deviations whose gains do not cancel.
    pub exact: Result<Vec<crate::exact::Rational>, FourCycle>,
    /// An ordinal potential by number of profile, from 0, as few levels as can be; or a cycle that rules it out.
    pub ordinal: Result<Vec<usize>, ImprovementCycle>,
    /// A generalised ordinal potential likewise; the cycle consists of improvements alone.
    pub generalised: Result<Vec<usize>, ImprovementCycle>,
}

impl Potentials {
    /// The potentials of a game. Linear in profiles times actions of all players, up to the exact one.
    ///
    /// # Examples
    /// ```
    /// use comity::equilibrium::potential::Potentials;
    /// use comity::exact::Rational;
    /// use comity::game::NormalForm;
    /// let q = |n: i64| Rational::from(n);
    /// let dilemma = NormalForm::symmetric("PD", ["C", "D"], &[vec![q(3), q(0)], vec![q(5), q(1)]]).unwrap();
    /// assert_eq!(Potentials::of(&dilemma).ordinal, Ok(vec![0, 1, 1, 2]));
    /// ```
    pub fn of(game: &NormalForm) -> Self {
        let analysis = Analysis::of(game);
        Self {
            exact: analysis.exact_potential(),
            ordinal: levels(game, &analysis, true),
            generalised: levels(game, &analysis, false),
        }
    }

    /// Whether every sequence of improvements ends.
    pub fn has_finite_improvement(&self) -> bool {
        self.generalised.is_ok()
    }
}

/// The deviations from a profile that raise what the player gets, or with `ties` leave it alone, and which of them raise.
fn deviations<'a>(
    game: &'a NormalForm,
    analysis: &'a Analysis<'a>,
    profile: usize,
    ties: bool,
) -> impl Iterator<Item = (usize, bool)> + 'a {
    game.player_ids().flat_map(move |player: PlayerId| {
        let own = game.action_in(profile, player);
        let base = profile - own * game.stride(player);
        (0..game.action_count(player)).filter(move |action| *action != own).filter_map(move |action| {
            let to = base + action * game.stride(player);
            match analysis.compare(to, profile, player) {
                std::cmp::Ordering::Greater => Some((to, true)),
                std::cmp::Ordering::Equal if ties => Some((to, false)),
                _ => None,
            }
        })
    })
}

/// The length of the longest way of improvements to each profile, profiles that ties connect counting as one; or a cycle
/// with an improvement. Profiles that can reach each other are found by Tarjan's algorithm (1972), which finishes with
/// whatever can be reached before what reaches it.
fn levels(game: &NormalForm, analysis: &Analysis<'_>, ties: bool) -> Result<Vec<usize>, ImprovementCycle> {
    let class = classes(game, analysis, ties);
    let count = game.profile_count();
    let inside =
        |profile: usize| deviations(game, analysis, profile, ties).find(|(to, up)| *up && class[*to] == class[profile]);
    if let Some((from, (to, _))) = (0..count).find_map(|profile| Some((profile, inside(profile)?))) {
        let mut profiles = way(game, analysis, ties, to, from);
        profiles.rotate_right(1);
        return Err(ImprovementCycle { profiles });
    }
    // Classes are numbered from the sinks: a deviation never leads to a higher number. So highest first.
    let mut members: Vec<usize> = (0..count).collect();
    members.sort_unstable_by_key(|profile| std::cmp::Reverse(class[*profile]));
    let mut level = vec![0; class.iter().max().map_or(0, |class| class + 1)];
    for profile in members {
        for (to, up) in deviations(game, analysis, profile, ties) {
            level[class[to]] = level[class[to]].max(level[class[profile]] + usize::from(up));
        }
    }
    Ok((0..count).map(|profile| level[class[profile]]).collect())
}

/// The strongly connected class of each profile, numbered from the sinks.
fn classes(game: &NormalForm, analysis: &Analysis<'_>, ties: bool) -> Vec<usize> {
    const NEW: usize = usize::MAX;
    let count = game.profile_count();
    let (mut order, mut low, mut class) = (vec![NEW; count], vec![0; count], vec![NEW; count]);
    let (mut next, mut classes) = (0, 0);
    let mut waiting: Vec<usize> = Vec::new();
    for start in 0..count {
        if order[start] != NEW {
            continue;
        }
        let mut path = vec![(start, deviations(game, analysis, start, ties))];
        (order[start], low[start]) = (next, next);
        next += 1;
        waiting.push(start);
        while let Some((at, moves)) = path.last_mut() {
            let at = *at;
            if let Some((to, _)) = moves.next() {
                if order[to] == NEW {
                    (order[to], low[to]) = (next, next);
                    next += 1;
                    waiting.push(to);
                    path.push((to, deviations(game, analysis, to, ties)));
                } else if class[to] == NEW {
                    low[at] = low[at].min(order[to]);
                }
                continue;
            }
            path.pop();
            if let Some((before, _)) = path.last() {
                low[*before] = low[*before].min(low[at]);
            }
            if low[at] == order[at] {
                while let Some(member) = waiting.pop() {
                    class[member] = classes;
                    if member == at {
                        break;
                    }
                }
                classes += 1;
            }
        }
    }
    class
}

/// The profiles of a shortest way by deviations, both ends among them.
fn way(game: &NormalForm, analysis: &Analysis<'_>, ties: bool, from: usize, to: usize) -> Vec<usize> {
    let mut before = vec![usize::MAX; game.profile_count()];
    before[from] = from;
    let mut open = std::collections::VecDeque::from([from]);
    while let Some(at) = open.pop_front() {
        if at == to {
            break;
        }
        for (next, _) in deviations(game, analysis, at, ties) {
            if before[next] == usize::MAX {
                before[next] = at;
                open.push_back(next);
            }
        }
    }
    let mut profiles = vec![to];
    let mut at = to;
    while at != from {
        at = before[at];
        profiles.push(at);
    }
    profiles.reverse();
    profiles
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::Rational;
    use crate::game::Player;
    use proptest::prelude::*;

    fn q(n: i64) -> Rational {
        Rational::from(n)
    }

    fn bimatrix(cells: &[&[(i64, i64)]]) -> NormalForm {
        let side = |pick: fn(&(i64, i64)) -> i64| -> Vec<Vec<Rational>> {
            cells.iter().map(|row| row.iter().map(|cell| q(pick(cell))).collect()).collect()
        };
        NormalForm::bimatrix("g", [""; 0], &side(|c| c.0), &side(|c| c.1)).expect("a game")
    }

    #[test]
    fn matching_pennies_runs_in_a_circle() {
        let game = bimatrix(&[&[(1, -1), (-1, 1)], &[(-1, 1), (1, -1)]]);
        let found = Potentials::of(&game);
        assert!(found.exact.is_err() && !found.has_finite_improvement());
        let mut cycle = found.generalised.expect_err("a cycle").profiles;
        cycle.sort_unstable();
        assert_eq!(cycle, [0, 1, 2, 3]);
    }

    #[test]
    fn the_three_kinds_are_told_apart() {
        // Monderer & Shapley 1996, sec. 2: a generalised ordinal potential that is not ordinal.
        let game = bimatrix(&[&[(1, 0), (2, 0)], &[(2, 0), (0, 1)]]);
        let found = Potentials::of(&game);
        assert!(found.exact.is_err() && found.ordinal.is_err() && found.generalised.is_ok());
        // A dilemma with unequal temptations is ordinal, not exact.
        let game = bimatrix(&[&[(3, 3), (0, 5)], &[(4, 0), (1, 1)]]);
        let found = Potentials::of(&game);
        assert!(found.exact.is_err() && found.ordinal.is_ok() && found.generalised.is_ok());
        // A common interest is its own potential.
        let game = bimatrix(&[&[(3, 3), (0, 0)], &[(1, 1), (2, 2)]]);
        assert_eq!(Potentials::of(&game).exact, Ok([0, -3, -2, -1].map(q).to_vec()));
    }

    proptest! {
        #[test]
        fn potentials_rise_and_cycles_are_cycles(
            dims in prop::collection::vec(1usize..4, 1..4),
            seed in prop::collection::vec(-1i64..2, 81),
        ) {
            let players = dims.iter().map(|d| Player::new("p", (0..*d).map(|k| k.to_string()))).collect();
            let mut next = seed.iter().cycle();
            let game = NormalForm::from_rule("g", players, |p| p.iter().map(|_| q(*next.next().expect("endless"))).collect())
                .expect("a game");
            let found = Potentials::of(&game);
            // All deviations: from, to, and what the player gains.
            let mut moves = Vec::new();
            for from in 0..game.profile_count() {
                for player in game.player_ids() {
                    for action in 0..game.action_count(player) {
                        let mut profile = game.profile(from);
                        profile[player.index()] = action;
                        let to = game.profile_index(&profile);
                        moves.push((from, to, game.payoff_at(to, player) - game.payoff_at(from, player)));
                    }
                }
            }
            for (found, ties) in [(&found.ordinal, true), (&found.generalised, false)] {
                match found {
                    Ok(level) => for (from, to, gain) in &moves {
                        prop_assert!(!gain.is_positive() || level[*to] > level[*from]);
                        prop_assert!(!ties || gain.is_positive() == (level[*to] > level[*from]));
                    },
                    Err(cycle) => {
                        let steps = cycle.profiles.iter().zip(cycle.profiles.iter().cycle().skip(1));
                        let gain = |from: &usize, to: &usize| {
                            moves.iter().find(|(f, t, _)| f == from && t == to && f != t).expect("one player's").2.clone()
                        };
                        let gains: Vec<Rational> = steps.map(|(from, to)| gain(from, to)).collect();
                        prop_assert!(gains.iter().any(Rational::is_positive));
                        prop_assert!(gains.iter().all(|g| g.is_positive() || (ties && g.is_zero())));
                    }
                }
            }
            prop_assert!(found.exact.is_err() || found.ordinal.is_ok());
            prop_assert!(found.ordinal.is_err() || found.generalised.is_ok());
        }
    }
}
