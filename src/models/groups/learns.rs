//! A learning rule at play in a group.
//!
//! A rule learns from its own payoff, from what each own action would have paid, or from what the others did. A player that
//! knows the game and sees the others' actions can work all of that out, and so does this one: its
//! seat has a context for each way in which the others can be spread over the actions (in a game in normal form, for each
//! profile of theirs). Where it misreads the others it learns from what it read. Where it knows how long the match is, what a
//! defection is expected to cost at an audit is part of what it pays, else it does not know what is audited; rules that reckon with the game itself, as fictitious play does, know of that cost where it is
//! the same in all rounds. The rule is set up, and what it draws then is drawn, before its first round.

use crate::error::Diagnostic;
use crate::exact::Rational;
use crate::game::{NormalForm, Stage, StageGame};
use crate::ids::PlayerId;
use crate::learner::{Feedback, Learner, Meeting, Seat};
use crate::sim::Draws;
use crate::strategy::{Action, Strategy, Told, View};
use std::collections::BTreeMap;

/// The most payoffs that a seat may have.
const MAX_PAYOFFS: usize = 1 << 20;

/// A learning rule as a strategy.
#[derive(Clone)]
pub(super) struct Learns {
    rule: Box<dyn Learner>,
    place: Option<Place>,
    paid: Vec<f64>,
}

/// Where it sits.
#[derive(Clone)]
struct Place {
    told: Told,
    seat: Seat,
    /// What a defection costs in expectation in every round: it is part of the seat's payoffs.
    always: f64,
    /// Of a group game, the context of each way in which the others can be spread.
    contexts: BTreeMap<Vec<u32>, u32>,
}

/// A rule as a player of groups.
pub(super) fn seated(rule: Box<dyn Learner>) -> Box<dyn Strategy> {
    Box::new(Learns { rule, place: None, paid: Vec::new() })
}

/// All ways to spread `players` over `actions`, from all at the first action to all at the last: with one other player its
/// action, as a seat of two numbers it.
fn spreads(players: u32, actions: usize) -> Vec<Vec<u32>> {
    if actions == 1 {
        return vec![vec![players]];
    }
    let with =
        |first: u32| spreads(players - first, actions - 1).into_iter().map(move |rest| [&[first], &rest[..]].concat());
    (0..=players).rev().flat_map(with).collect()
}

/// How many ways there are, if they are few.
fn spread_count(players: usize, actions: usize) -> Option<usize> {
    // C(players + actions - 1, actions - 1), factor by factor.
    let mut count: u128 = 1;
    for k in 1..actions {
        count = count * (players + k) as u128 / k as u128;
        if count > MAX_PAYOFFS as u128 {
            return None;
        }
    }
    usize::try_from(count).ok()
}

impl Place {
    fn of(told: &Told) -> Result<Self, Diagnostic> {
        let actions = told.actions();
        let cells = match &told.game {
            Stage::Table(game) => Some(game.profile_count()),
            Stage::Group(game) => spread_count(game.players() - 1, actions).map(|contexts| contexts * actions),
        };
        if cells.is_none_or(|cells| cells > MAX_PAYOFFS) {
            let found = format!("a learner among {} players of {actions} actions", told.game.player_count());
            let expected = format!("at most {MAX_PAYOFFS} payoffs: one for each own action and all that others may do");
            return Err(Diagnostic::new("game-too-large", found, expected));
        }
        let told = told.clone();
        let penalties = &told.expected_penalties;
        let same = penalties.windows(2).all(|pair| pair[0] == pair[1]);
        let always = penalties.first().filter(|_| same).map_or(0.0, Rational::to_f64);
        let fined = |seat: Seat| if always > 0.0 { fined(&seat, always) } else { seat };
        Ok(match &told.game {
            Stage::Table(game) => {
                Self { seat: fined(Seat::of(game, told.player)), always, contexts: BTreeMap::new(), told }
            }
            Stage::Group(game) => {
                let others = spreads(u32::try_from(game.players() - 1).unwrap_or(u32::MAX), actions);
                let pays = |others: &[u32], own: usize| told.game.payoff(told.player, own, others).unwrap_or_default();
                // What is known of games of two alone is known of this one, too.
                let two = (game.players() == 2).then(|| game.normal_form().ok()).flatten();
                let seat = two.map_or_else(
                    || {
                        let row = |spread: &Vec<u32>| (0..actions).map(|own| pays(spread, own)).collect::<Vec<f64>>();
                        Seat::new(actions, others.iter().flat_map(row).collect())
                    },
                    |form| Seat::of(&form, told.player),
                );
                let contexts = others.into_iter().zip(0..).collect();
                Self { seat: fined(seat), always, contexts, told }
            }
        })
    }

    /// What the others did in the last round.
    fn context(&self, view: &View<'_>) -> Option<u32> {
        match &self.told.game {
            Stage::Group(_) => self.contexts.get(&view.seen.counts(self.seat.actions(), 1)).copied(),
            Stage::Table(game) => {
                let last: Option<Vec<usize>> =
                    view.seen.iter().map(|history| history.last().map(Action::index)).collect();
                u32::try_from(context(game, self.told.player, &last?)).ok()
            }
        }
    }
}

/// A seat whose actions but the first cost something.
fn fined(seat: &Seat, cost: f64) -> Seat {
    let pays = |context: usize| {
        let row = seat.row(context).iter().enumerate();
        row.map(|(action, payoff)| if action > 0 { payoff - cost } else { *payoff }).collect::<Vec<f64>>()
    };
    Seat::new(seat.actions(), (0..seat.contexts()).flat_map(pays).collect())
}

/// The number of what the others of a game in normal form do, as [`Seat`] numbers it.
fn context(game: &NormalForm, player: PlayerId, others: &[usize]) -> usize {
    let ids = game.player_ids().filter(|other| *other != player);
    ids.zip(others).fold(0, |context, (other, action)| context * game.action_count(other) + action)
}

impl Strategy for Learns {
    fn begin(&mut self, told: &Told) {
        // Whoever cannot sit here was refused before the match.
        self.place = Place::of(told).ok();
    }

    fn act(&mut self, view: &View<'_>, draws: &mut Draws) -> Action {
        let place = self.place.as_ref().expect("a strategy begins before it acts, and fits the game");
        match (view.own.last(), place.context(view)) {
            (Some(own), Some(context)) => {
                self.paid.clear();
                self.paid.extend_from_slice(place.seat.row(context as usize));
                let expected = place.told.expected_penalty(view.round - 1).to_f64() - place.always;
                self.paid.iter_mut().skip(1).for_each(|payoff| *payoff -= expected);
                let payoff = self.paid[own.index()];
                let seen = [Meeting { context, times: 1, payoff, peer: 0.0 }];
                self.rule.learn(&Feedback { action: Some(own.index()), payoff, payoffs: &self.paid, seen: &seen });
            }
            _ => self.rule.begin(&place.seat, draws),
        }
        Action(u8::try_from(self.rule.choose(draws)).unwrap_or(u8::MAX))
    }

    fn fits(&self, told: &Told) -> Result<(), Diagnostic> {
        self.rule.fits(&Place::of(told)?.seat)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spreads_are_all_and_as_many_as_counted() {
        for (players, actions) in [(0, 3), (1, 1), (4, 2), (3, 3), (2, 5)] {
            let all = spreads(players, actions);
            assert_eq!(Some(all.len()), spread_count(players as usize, actions));
            assert!(all.iter().all(|spread| spread.len() == actions && spread.iter().sum::<u32>() == players));
            assert!(all.windows(2).all(|pair| pair[0] > pair[1]));
        }
        assert_eq!(spread_count(99, 21), None);
    }
}
