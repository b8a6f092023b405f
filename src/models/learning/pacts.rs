//! Contracts and records among learners, and what chance makes of payoffs: what they sign, what they know of each other before they act, what a breach costs.
//!
//! A contract is offered before a round and binds if both sign; to sign is learned from one's own payoff, if a rule for it is
//! given, and else done by all. Under it a learner has another copy of its rule, which sits in the seat of the game that the
//! contract makes ([`bound`]). What a conviction costs is taken off the payoff that is learned from; of actions not taken,
//! what it would have cost in expectation. Records show each how its partner stands; for partners in good and in bad standing
//! it has copies of its rule, so that it learns what to do with either.

use super::arena::{Arena, Results};
use super::mind::Mind;
use super::setting::Condition;
use super::stage::Stage;
use crate::contract::bound;
use crate::ids::{PlayerId, RunKey};
use crate::learner::Seat;
use crate::models::rescues::{Books, Contract, Offer};
use crate::sim::{Chance, Draws, Purpose, Who};

/// A contract that is offered before every round.
pub(super) struct Terms {
    pub(super) contract: Contract,
    offer: Offer,
    /// The seats of the game under it, by player.
    seats: Vec<Seat>,
    agreed: usize,
}

impl Terms {
    /// The terms of a contract on an action of all; nothing for a game without a table of profiles.
    pub(super) fn of(contract: Contract, stage: &Stage, agreed: usize) -> Option<Self> {
        let game = stage.normal_form()?;
        let bound = bound(game, &contract.schedule.audits[0], contract.schedule.payee, agreed).ok()?;
        let seats = bound.player_ids().map(|player| Seat::of(&bound, player)).collect();
        Some(Self { offer: contract.offer(), contract, seats, agreed })
    }

    /// A player's seat under it.
    pub(super) fn seat(&self, player: usize) -> &Seat {
        &self.seats[player]
    }
}

/// The contracts and records of one repetition.
pub(super) struct Pacts<'a> {
    condition: &'a Condition,
    books: Option<Books>,
    sight: Draws,
    court: Vec<Draws>,
    luck: Draws,
    /// By agent: whether it is bound in the present round, and was convicted after it.
    pub(super) signed: Vec<bool>,
    pub(super) convicted: Vec<bool>,
    /// How many partners were known in the present round, and how many of them stood well.
    pub(super) looks: [u64; 2],
}

impl<'a> Pacts<'a> {
    pub(super) fn new(condition: &'a Condition, key: &RunKey, repetition: u64) -> Self {
        let agents = &condition.cast.agents;
        let stream = |name: &str| key.draws(Who { place: "learning", repetition, name }, Purpose::Audit);
        Self {
            condition,
            books: condition.records.as_ref().map(|records| Books::of(records, agents.len())),
            sight: key.draws(Who::place("learning", repetition), Purpose::Perception),
            luck: key.draws(Who::place("learning", repetition), Purpose::Simulation),
            court: agents.iter().map(|agent| stream(&agent.name)).collect(),
            signed: vec![condition.contract.is_some(); agents.len()],
            convicted: vec![false; agents.len()],
            looks: [0; 2],
        }
    }

    /// Shows everybody how its partner stands; who is unknown stands well, as a newcomer does.
    pub(super) fn look(&mut self, arena: &Arena<'_>, minds: &mut [Mind]) {
        let Some(books) = &self.books else { return };
        self.looks = [0; 2];
        for table in arena.tables() {
            let &[a, b] = table else { continue };
            for (own, partner) in [(a, b), (b, a)] {
                let standing = books.shows(own, partner, &mut self.sight);
                self.looks[0] += u64::from(standing.is_some());
                self.looks[1] += u64::from(standing == Some(true));
                minds[own].image = usize::from(standing == Some(false));
            }
        }
    }

    /// Payoffs come out higher or lower, alike for both: what is learned of other actions is what they pay in the mean.
    pub(super) fn scatter(&mut self, arena: &Arena<'_>, actions: &[usize], results: &mut Results) {
        for table in arena.tables() {
            let &[a, b] = table else { continue };
            let by = self.condition.spread[actions[a]][actions[b]];
            if by > 0.0 {
                let by = if self.luck.index(2) == 0 { by } else { -by };
                for agent in [a, b] {
                    results.payoff[agent] += by;
                    results.payoffs[agent * results.width + actions[agent]] += by;
                    let (start, end) = results.range[agent];
                    results.seen[start..end]
                        .iter_mut()
                        .for_each(|met| (met.payoff, met.peer) = (met.payoff + by, met.peer + by));
                }
            }
        }
    }

    /// After everybody's actions: convictions, forfeits and fees, and what partners say of each other.
    pub(super) fn settle(&mut self, round: u64, arena: &Arena<'_>, actions: &[usize], results: &mut Results) {
        let fee = self.condition.records.as_ref().map_or(0.0, |records| records.fee);
        for table in arena.tables() {
            let &[a, b] = table else { continue };
            if let Some(terms) = self.condition.contract.as_ref().filter(|_| self.signed[a]) {
                for agent in [a, b] {
                    let chance =
                        if actions[agent] == terms.agreed { terms.offer.false_alarm } else { terms.offer.detect };
                    self.convicted[agent] = self.court[agent].happens(Chance::of(chance));
                }
                for (player, (own, other)) in [(a, b), (b, a)].into_iter().enumerate() {
                    self.pay(terms, player, [own, other], actions, results);
                }
            }
            for agent in [a, b].into_iter().filter(|_| fee > 0.0) {
                let width = results.width;
                results.payoff[agent] -= fee;
                results.payoffs[agent * width..][..width].iter_mut().for_each(|payoff| *payoff -= fee);
            }
            for (own, other) in [(a, b), (b, a)] {
                let (start, end) = results.range[own];
                let (payoff, peer) = (results.payoff[own], results.payoff[other]);
                results.seen[start..end].iter_mut().for_each(|met| (met.payoff, met.peer) = (payoff, peer));
            }
            if let Some(books) = &mut self.books {
                let agreed = self.condition.agreed;
                books.rate(round, [a, b], [a, b].map(|agent| Some(actions[agent]) == agreed), &mut self.sight);
            }
        }
        if let Some(books) = &mut self.books {
            books.settle(round);
        }
    }

    /// Takes forfeits and the fee from what an agent got, and from what its other actions would have.
    fn pay(&self, terms: &Terms, player: usize, [own, other]: [usize; 2], actions: &[usize], results: &mut Results) {
        let Offer { bond, detect, false_alarm, to_victim, fee } = terms.offer;
        let paid = if to_victim && self.convicted[other] { bond } else { 0.0 };
        let row = &mut results.payoffs[own * results.width..][..terms.seat(player).actions()];
        for (action, payoff) in row.iter_mut().enumerate() {
            let convicts = match action {
                _ if action == actions[own] => f64::from(u8::from(self.convicted[own])),
                _ if action == terms.agreed => false_alarm,
                _ => detect,
            };
            *payoff += paid - fee - convicts * bond;
        }
        results.payoff[own] = row[actions[own]];
    }
}

/// The two-by-two game of a stage whose first action is the agreed one, if it is one and alike for both.
pub(super) fn two_by_two(condition: &Condition) -> Option<crate::game::TwoByTwo> {
    let game = condition.stage.normal_form()?;
    let both = [0, 1].map(|player| game.two_by_two(PlayerId(player)));
    let found = both[0].clone().filter(|_| both[0] == both[1])?;
    Some(if condition.agreed == Some(1) { found.renamed() } else { found })
}
