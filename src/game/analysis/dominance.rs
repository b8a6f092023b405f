//! Dominance of pure actions by pure actions (Luce & Raiffa 1957, ch. 13; Osborne & Rubinstein 1994, ch. 4).
//!
//! An action strictly dominates another of the same player if it pays more whatever the others do, and weakly dominates
//! it if it never pays less and somewhere pays more. Strict dominance is reported as such; "weakly" here means not
//! strictly. An action can also be dominated by a mixture alone: that is left to the solvers.

use super::Analysis;
use crate::ids::PlayerId;

/// One action of a player dominated by another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Dominance {
    /// The dominated action.
    pub action: usize,
    /// The action that dominates it.
    pub by: usize,
    /// Whether strictly: it pays less whatever the others do.
    pub strict: bool,
}

/// A dominant action of a player: it dominates each other one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dominant {
    /// The action.
    pub action: usize,
    /// Whether strictly. If not, it dominates every other action at least weakly.
    pub strict: bool,
}

impl Analysis<'_> {
    /// Who dominates whom among the player's actions: every pair, ordered by the dominated action, then
    /// by the dominating one.
    ///
    /// Each pair is given up at the first context that speaks against it; at worst `d` times the number of profiles.
    pub fn dominances(&self, player: PlayerId) -> Vec<Dominance> {
        let stride = self.game.stride(player);
        // One row an action, so that two actions are compared by running over two slices.
        let rows: Vec<Vec<i64>> = (0..self.game.action_count(player))
            .map(|action| self.contexts(player).map(|c| self.order_at(c + action * stride, player)).collect())
            .collect();
        let mut found = Vec::new();
        for (action, row) in rows.iter().enumerate() {
            for (by, better) in rows.iter().enumerate().filter(|(by, _)| *by != action) {
                if row.iter().zip(better).any(|(low, high)| low > high) {
                    continue;
                }
                let gains = row.iter().zip(better).filter(|(low, high)| low < high).count();
                if gains > 0 {
                    found.push(Dominance { action, by, strict: gains == row.len() });
                }
            }
        }
        found
    }

    /// The player's dominant action, if there is one; with a single action, that one. Linear in the number of profiles.
    pub fn dominant_action(&self, player: PlayerId) -> Option<Dominant> {
        let actions = self.game.action_count(player);
        let mut always_best = vec![true; actions];
        let mut ever_tied = vec![false; actions];
        for context in self.contexts(player) {
            let best = self.options(context, player).max().expect("a player has an action");
            let tied = self.options(context, player).filter(|value| *value == best).count() > 1;
            for (action, value) in self.options(context, player).enumerate() {
                always_best[action] &= value == best;
                ever_tied[action] |= tied && value == best;
            }
        }
        // Two actions that are always best are equal everywhere, so that neither dominates the other.
        let mut candidates = (0..actions).filter(|action| always_best[*action]);
        match (candidates.next(), candidates.next()) {
            (Some(action), None) => Some(Dominant { action, strict: !ever_tied[action] }),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::Rational;
    use crate::game::{NormalForm, Player};
    use proptest::prelude::*;

    fn table(row: &[&[i64]]) -> NormalForm {
        let row: Vec<Vec<Rational>> = row.iter().map(|r| r.iter().map(|x| Rational::from(*x)).collect()).collect();
        NormalForm::bimatrix("g", ["a", "b", "c"], &row, &row).expect("a game")
    }

    #[test]
    fn strict_weak_and_no_dominance_are_told_apart() {
        let game = table(&[&[1, 1], &[1, 2], &[0, 0]]);
        let analysis = Analysis::of(&game);
        assert_eq!(
            analysis.dominances(PlayerId(0)),
            [
                Dominance { action: 0, by: 1, strict: false },
                Dominance { action: 2, by: 0, strict: true },
                Dominance { action: 2, by: 1, strict: true },
            ]
        );
        assert_eq!(analysis.dominant_action(PlayerId(0)), Some(Dominant { action: 1, strict: false }));
        assert_eq!(analysis.dominant_action(PlayerId(1)), Some(Dominant { action: 1, strict: false }));
        let twins = table(&[&[1, 1], &[1, 1]]);
        assert_eq!(Analysis::of(&twins).dominances(PlayerId(0)), []);
        assert_eq!(Analysis::of(&twins).dominant_action(PlayerId(0)), None);
    }

    proptest! {
        #[test]
        fn dominance_is_what_the_definition_says(
            dims in prop::collection::vec(1usize..4, 1..4),
            seed in prop::collection::vec(0i64..3, 128),
        ) {
            let players: Vec<Player> =
                dims.iter().map(|d| Player::new("p", (0..*d).map(|k| k.to_string()))).collect();
            let mut next = seed.iter().cycle();
            let game = NormalForm::from_rule("g", players, |profile| {
                profile.iter().map(|_| Rational::from(*next.next().expect("endless"))).collect()
            }).expect("a game");
            let analysis = Analysis::of(&game);
            for k in 0..game.player_count() {
                let player = PlayerId::at(k);
                let compare = |a: usize, b: usize| -> (bool, bool) {
                    let with = |p: &[usize], x: usize| {
                        let mut p = p.to_vec();
                        p[k] = x;
                        game.payoff(&p, player).clone()
                    };
                    let all: Vec<_> = game.profiles().map(|p| (with(&p, a), with(&p, b))).collect();
                    let weak = all.iter().all(|(a, b)| a >= b) && all.iter().any(|(a, b)| a > b);
                    (weak, all.iter().all(|(a, b)| a > b))
                };
                let d = game.action_count(player);
                let mut slow = Vec::new();
                for action in 0..d {
                    for by in (0..d).filter(|by| *by != action) {
                        let (weak, strict) = compare(by, action);
                        if weak {
                            slow.push(Dominance { action, by, strict });
                        }
                    }
                }
                let others = |action: usize| (0..d).filter(move |other| *other != action);
                let dominant = (0..d)
                    .find(|action| others(*action).all(|other| compare(*action, other).0))
                    .map(|action| Dominant { action, strict: others(action).all(|other| compare(action, other).1) });
                prop_assert_eq!(analysis.dominances(player), slow);
                prop_assert_eq!(analysis.dominant_action(player), dominant);
            }
        }
    }
}
