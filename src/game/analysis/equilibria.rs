//! Best responses and Nash equilibria in pure actions (Nash 1951).
//!
//! An action is a best response to the others' actions if no other action of the player pays it more against them; a
//! profile is an equilibrium if each player's action is one, and a strict equilibrium (Harsanyi 1973) if each is the
//! only one.

use super::Analysis;
use crate::ids::PlayerId;

impl Analysis<'_> {
    /// The player's best responses to the others' actions in `profile`, ascending; the player's own entry
    /// does not count. Never empty.
    pub fn best_responses(&self, player: PlayerId, profile: &[usize]) -> Vec<usize> {
        let stride = self.game.stride(player);
        let context = self.game.profile_index(profile) - profile[player.index()] * stride;
        let best = self.options(context, player).max();
        let options = self.options(context, player).enumerate();
        options.filter(|(_, value)| Some(*value) == best).map(|(action, _)| action).collect()
    }

    /// The pure Nash equilibria by number of profile, ascending: nobody gains by moving alone (weak inequalities).
    /// Linear in the number of payoffs.
    pub fn pure_equilibria(&self) -> Vec<usize> {
        self.stable(false)
    }

    /// The strict pure equilibria by number of profile, ascending: everybody loses by moving alone.
    /// Linear in the number of payoffs.
    pub fn strict_equilibria(&self) -> Vec<usize> {
        self.stable(true)
    }

    /// The profiles in which every action is a best response, the only one if `strict`.
    fn stable(&self, strict: bool) -> Vec<usize> {
        let mut stable = vec![true; self.game.profile_count()];
        for player in self.game.player_ids() {
            let stride = self.game.stride(player);
            for context in self.contexts(player) {
                let best = self.options(context, player).max().expect("a player has an action");
                let alone = self.options(context, player).filter(|value| *value == best).count() == 1;
                for (action, value) in self.options(context, player).enumerate() {
                    stable[context + action * stride] &= value == best && (alone || !strict);
                }
            }
        }
        (0..stable.len()).filter(|profile| stable[*profile]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::Rational;
    use crate::game::{NormalForm, Player};
    use proptest::prelude::*;

    /// Whether no player gains by any deviation: the definition, word by word.
    fn is_equilibrium(game: &NormalForm, profile: &[usize], strict: bool) -> bool {
        (0..game.player_count()).all(|k| {
            let player = PlayerId::at(k);
            (0..game.action_count(player)).filter(|action| *action != profile[k]).all(|action| {
                let mut other = profile.to_vec();
                other[k] = action;
                let (gain, now) = (game.payoff(&other, player), game.payoff(profile, player));
                if strict { gain < now } else { gain <= now }
            })
        })
    }

    proptest! {
        #[test]
        fn equilibria_are_what_the_definition_says(
            dims in prop::collection::vec(1usize..4, 1..5),
            seed in prop::collection::vec(-2i64..3, 512),
            huge in any::<bool>(),
        ) {
            let scale: Rational = if huge { "1e30".parse().expect("a number") } else { Rational::one() };
            let players: Vec<Player> =
                dims.iter().map(|d| Player::new("p", (0..*d).map(|k| k.to_string()))).collect();
            let mut next = seed.iter().cycle();
            let game = NormalForm::from_rule("g", players, |profile| {
                profile.iter().map(|_| &Rational::from(*next.next().expect("endless")) * &scale).collect()
            }).expect("a game");
            let analysis = Analysis::of(&game);
            for strict in [false, true] {
                let slow: Vec<usize> = (0..game.profile_count())
                    .filter(|k| is_equilibrium(&game, &game.profile(*k), strict)).collect();
                let fast = if strict { analysis.strict_equilibria() } else { analysis.pure_equilibria() };
                prop_assert_eq!(fast, slow);
            }
            for profile in game.profiles() {
                for (k, action) in profile.iter().enumerate() {
                    let player = PlayerId::at(k);
                    let best = analysis.best_responses(player, &profile);
                    let at = |a: usize| { let mut p = profile.clone(); p[k] = a; game.payoff(&p, player).clone() };
                    let slow: Vec<usize> = (0..game.action_count(player))
                        .filter(|a| (0..game.action_count(player)).all(|b| at(*a) >= at(b))).collect();
                    prop_assert_eq!(best.contains(action), slow.contains(action));
                    prop_assert_eq!(best, slow);
                }
            }
        }
    }
}
