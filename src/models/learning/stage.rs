//! The stage game as the rounds need it: seats in floats, and what is best and stable in it.
//!
//! A game in normal form, or the minimum-effort game of any number of players, in which the others matter by the least
//! of their efforts alone, so that it needs no table of all profiles.

use crate::game::{Analysis, MoveMapping, NormalForm, ResolvedGame};
use crate::ids::PlayerId;
use crate::learner::Seat;
use crate::play::Subject;
use std::sync::Arc;

/// A stage game.
pub(super) struct Stage {
    pub(super) players: usize,
    /// The seats; one for all where players can change places.
    seats: Vec<Seat>,
    /// The names of each player's actions, likewise.
    names: Vec<Vec<String>>,
    /// Whether players can change places.
    pub(super) symmetric: bool,
    form: Form,
    /// The greatest mean payoff of a player.
    pub(super) optimum: f64,
    /// The greatest mean payoff of a player in a pure equilibrium, or in the mixed one of a two-by-two game without any.
    pub(super) best_equilibrium: Option<f64>,
    /// What the messages of its matches say of it.
    pub(super) subject: Arc<Subject>,
}

/// How what the others do becomes a context.
enum Form {
    /// All that they do.
    Normal { game: Arc<NormalForm>, optimal: Vec<usize>, equilibria: Vec<usize> },
    /// The least of their actions.
    LeastEffort,
}

/// The parameters of the minimum-effort game (Van Huyck, Battalio & Beil 1990): everybody gets
/// `base + benefit * least effort - cost * own effort`, efforts being 1, 2, ..
#[derive(Clone, Copy, Debug)]
pub(super) struct MinimumEffort {
    pub(super) players: usize,
    pub(super) efforts: usize,
    pub(super) benefit: f64,
    pub(super) cost: f64,
    pub(super) base: f64,
}

#[expect(clippy::cast_precision_loss, reason = "counts of players and actions are small")]
fn float(n: usize) -> f64 {
    n as f64
}

impl Stage {
    /// The stage of a game in normal form.
    pub(super) fn of(resolved: ResolvedGame) -> Self {
        let ResolvedGame { game, mapping, .. } = resolved;
        let analysis = Analysis::of(&game);
        let players = game.player_count();
        let (welfare, optimal) = analysis.optimal_welfare();
        let equilibria = analysis.pure_equilibria();
        let mean = |profile: usize| {
            game.player_ids().map(|player| game.payoff_at(profile, player).to_f64()).sum::<f64>() / float(players)
        };
        let best_equilibrium =
            equilibria.iter().map(|profile| mean(*profile)).reduce(f64::max).or_else(|| mixed_value(&game));
        let symmetric = game.is_symmetric();
        let seated: Vec<PlayerId> = game.player_ids().take(if symmetric { 1 } else { players }).collect();
        Self {
            players,
            seats: seated.iter().map(|player| Seat::of(&game, *player)).collect(),
            names: seated.iter().map(|player| game.players()[player.index()].actions.clone()).collect(),
            symmetric,
            optimum: welfare.to_f64() / float(players),
            best_equilibrium,
            subject: Subject::of(&game, mapping),
            form: Form::Normal { game: Arc::new(game), optimal, equilibria },
        }
    }

    /// The stage of the minimum-effort game.
    pub(super) fn minimum_effort(game: MinimumEffort) -> Self {
        let MinimumEffort { players, efforts, benefit, cost, base } = game;
        let pays = |own: usize, least: usize| base + benefit * float(own.min(least) + 1) - cost * float(own + 1);
        let payoffs = (0..efforts).flat_map(|least| (0..efforts).map(move |own| pays(own, least))).collect();
        let names: Vec<String> = (1..=efforts).map(|effort| effort.to_string()).collect();
        let best = pays(efforts - 1, efforts - 1);
        let title = "Minimum Effort".to_string();
        let subject = Subject { game: title, actions: vec![names.clone(); players], mapping: MoveMapping::Plain };
        Self {
            players,
            seats: vec![Seat::new(efforts, payoffs)],
            names: vec![names],
            symmetric: true,
            form: Form::LeastEffort,
            optimum: best,
            best_equilibrium: Some(best),
            subject: Arc::new(subject),
        }
    }

    /// A player's seat.
    #[inline]
    pub(super) fn seat(&self, player: usize) -> &Seat {
        if self.symmetric { &self.seats[0] } else { &self.seats[player] }
    }

    /// The names of a player's actions.
    pub(super) fn actions(&self, player: usize) -> &[String] {
        if self.symmetric { &self.names[0] } else { &self.names[player] }
    }

    /// The greatest number of actions of a player.
    pub(super) fn most_actions(&self) -> usize {
        self.seats.iter().map(Seat::actions).max().unwrap_or(1)
    }

    /// What the others do, as a player sees it.
    #[inline]
    pub(super) fn context(&self, player: usize, profile: impl Iterator<Item = usize>) -> usize {
        match &self.form {
            Form::LeastEffort => {
                profile.enumerate().filter(|(k, _)| *k != player).map(|(_, action)| action).min().unwrap_or(0)
            }
            Form::Normal { .. } => profile
                .enumerate()
                .filter(|(k, _)| *k != player)
                .fold(0, |context, (k, action)| context * self.seat(k).actions() + action),
        }
    }

    /// The game in normal form, if it is one.
    pub(super) fn normal_form(&self) -> Option<&NormalForm> {
        match &self.form {
            Form::Normal { game, .. } => Some(game),
            Form::LeastEffort => None,
        }
    }

    /// Whether a pure profile is a Nash equilibrium.
    pub(super) fn is_equilibrium(&self, profile: &[usize]) -> bool {
        match &self.form {
            Form::Normal { game, equilibria, .. } => equilibria.contains(&game.profile_index(profile)),
            Form::LeastEffort => profile.windows(2).all(|pair| pair[0] == pair[1]),
        }
    }

    /// Whether no pure profile pays the players more in sum.
    pub(super) fn is_optimal(&self, profile: &[usize]) -> bool {
        match &self.form {
            Form::Normal { game, optimal, .. } => optimal.contains(&game.profile_index(profile)),
            Form::LeastEffort => profile.iter().all(|action| action + 1 == self.seats[0].actions()),
        }
    }

    /// The one action that everybody takes in an optimal profile; nothing if there is none, or there are several.
    pub(super) fn optimal_convention(&self) -> Option<usize> {
        let actions = self.seats.iter().map(Seat::actions).min().unwrap_or(0);
        let mut optimal = (0..actions).filter(|action| self.is_optimal(&vec![*action; self.players]));
        optimal.next().filter(|_| optimal.next().is_none())
    }

    /// The expected payoffs of a player's actions when the others mix independently: written to `out`, an action each.
    pub(super) fn expected(&self, player: usize, mixtures: &[Vec<f64>], out: &mut [f64]) {
        out.fill(0.0);
        let seat = self.seat(player);
        let dimensions: Vec<usize> = (0..self.players).map(|k| self.seat(k).actions()).collect();
        for context in 0..seat.contexts() {
            let mut left = context;
            let mut weight = 1.0;
            for k in (0..self.players).rev().filter(|k| *k != player) {
                weight *= mixtures[k][left % dimensions[k]];
                left /= dimensions[k];
            }
            for (sum, payoff) in out.iter_mut().zip(seat.row(context)) {
                *sum += weight * payoff;
            }
        }
    }
}

/// The players' mean payoff in the mixed equilibrium of a two-by-two game without a pure one.
fn mixed_value(game: &NormalForm) -> Option<f64> {
    let [row, column] = [0u32, 1].map(|k| ((k as usize) < game.player_count()).then(|| Seat::of(game, PlayerId(k))));
    let (p, q) = (row?.equilibrium()?, column?.equilibrium()?);
    let weight = |x: f64, action: usize| if action == 0 { x } else { 1.0 - x };
    let mean = |profile: usize| {
        let sum: f64 = game.player_ids().map(|player| game.payoff_at(profile, player).to_f64()).sum();
        weight(p, profile / 2) * weight(q, profile % 2) * sum / 2.0
    };
    Some((0..4).map(mean).sum())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::{Place, Value};

    fn stage(call: &str) -> Stage {
        let games = crate::game::catalogue();
        Stage::of(crate::game::from_value(&Value::from(call), &Place::root(), &games).expect("a game"))
    }

    #[test]
    fn the_minimum_effort_game_is_the_weakest_link_of_the_catalogue() {
        let game = MinimumEffort { players: 4, efforts: 5, benefit: 0.2, cost: 0.1, base: 0.6 };
        let (short, long) = (Stage::minimum_effort(game), stage("weakest_link(players=4, efforts=5)"));
        let table = long.normal_form().expect("a table");
        for profile in table.profiles() {
            for player in 0..4 {
                let pays = |stage: &Stage| {
                    stage.seat(player).row(stage.context(player, profile.iter().copied()))[profile[player]]
                };
                assert!((pays(&short) - pays(&long)).abs() < 1e-12, "{profile:?}");
            }
            assert_eq!(short.is_equilibrium(&profile), long.is_equilibrium(&profile), "{profile:?}");
            assert_eq!(short.is_optimal(&profile), long.is_optimal(&profile), "{profile:?}");
        }
        assert!((short.optimum - long.optimum).abs() < 1e-12);
        assert!((short.best_equilibrium.expect("pure") - long.best_equilibrium.expect("pure")).abs() < 1e-12);
        assert_eq!((short.optimal_convention(), long.optimal_convention()), (Some(4), Some(4)));
    }

    #[test]
    fn contexts_agree_with_the_seats_numbering() {
        let jordan = stage("jordan");
        let game = jordan.normal_form().expect("a table");
        for profile in game.profiles() {
            for player in 0..3 {
                let id = PlayerId::at(player);
                let row = jordan.seat(player).row(jordan.context(player, profile.iter().copied()));
                assert_eq!(row[profile[player]], game.payoff(&profile, id).to_f64());
            }
        }
    }

    #[test]
    fn expectations_are_the_sums_over_profiles() {
        let jordan = stage("jordan");
        let mixtures = vec![vec![0.25, 0.75], vec![0.5, 0.5], vec![0.1, 0.9]];
        let mut out = [0.0; 2];
        jordan.expected(1, &mixtures, &mut out);
        // The second wants to match the third: heads pays 0.1 - 0.9.
        assert!((out[0] + 0.8).abs() < 1e-15 && (out[1] - 0.8).abs() < 1e-15, "{out:?}");
    }

    #[test]
    fn matching_pennies_has_its_mixed_value_and_no_convention() {
        let pennies = stage("matching_pennies");
        assert_eq!(pennies.best_equilibrium, Some(0.0));
        // Every profile is worth 0 in sum, so that no convention stands out.
        assert_eq!(pennies.optimal_convention(), None);
        assert_eq!(stage("chicken").best_equilibrium, Some(4.5));
        assert_eq!(stage("chicken").optimum, 6.0);
        assert_eq!(stage("shapley").best_equilibrium, None);
    }
}
