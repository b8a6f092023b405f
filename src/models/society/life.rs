//! One match of a society: all agents meet a new stranger every round, or stay with one partner.
//!
//! Everybody acts on what it knew before the round. A strategy's match is with the society: its opponent's action of the
//! round before is read off its present partner, who stands well or badly; who is unknown stands well, as a newcomer does. Partners that stay together see each other's last
//! deed itself.
//! After the round bonds are forfeited, and each of two partners rates the other; both ratings are judged by the books as they
//! were before the round.

use super::setting::Condition;
use crate::contract::{Auditor, Payee};
use crate::ids::{RunKey, Tick};
use crate::models::rescues::{Books, Contract, Met};
use crate::sim::{Chance, Draws, Observer, Purpose, Who};
use crate::strategy::{Action, Record, Seen, Strategy, View};

/// What a match came to.
#[derive(Clone, Debug, Default)]
pub(super) struct Life {
    /// The payoff of each agent a round, after forfeits and before fees.
    pub(super) payoffs: Vec<f64>,
    /// The share of actions that kept the word, by round.
    pub(super) kept: Vec<f64>,
}

/// Where a match is in a run.
#[derive(Clone, Copy)]
pub(super) struct At<'a> {
    pub(super) key: &'a RunKey,
    pub(super) place: &'a str,
    pub(super) repetition: u64,
    pub(super) generation: u64,
}

impl At<'_> {
    /// The draws of a purpose in this match.
    pub(super) fn draws(&self, why: Purpose) -> Draws {
        self.key.draws_at(Who::place(self.place, self.repetition), why, self.generation)
    }
}

/// Lets agents of these strategies live through one match. All draws are of the match.
pub(super) fn live<O: Observer<Met>>(
    condition: &Condition,
    strategies: &[&dyn Strategy],
    at: At<'_>,
    observer: &mut O,
) -> Life {
    let n = strategies.len();
    let told = condition.told();
    let mut players: Vec<Box<dyn Strategy>> = strategies.iter().map(|strategy| strategy.boxed_clone()).collect();
    players.iter_mut().for_each(|player| player.begin(&told));
    // Of each agent its own actions and what it saw.
    let mut logs: Vec<[Record; 2]> = (0..n).map(|_| [Record::new(2), Record::new(2)]).collect();
    let mut books = condition.records.as_ref().map(|records| Books::of(records, n));
    let auditor = condition.contract.as_ref().map(|contract| Auditor::new(&contract.schedule));
    let bond = condition.contract.as_ref().map_or(0.0, Contract::bond);
    let to_victim = condition.contract.as_ref().is_some_and(|contract| contract.schedule.payee == Payee::Victim);
    let [mut pairing, mut choice, mut slips, mut sight, mut court] =
        [Purpose::Pairing, Purpose::Choice, Purpose::Execution, Purpose::Perception, Purpose::Audit]
            .map(|why| at.draws(why));
    let noise = Chance::of(condition.noise);
    let payoffs = payoffs(condition);
    let mut life = Life { payoffs: vec![0.0; n], kept: Vec::new() };
    let mut order: Vec<usize> = (0..n).collect();
    let mut actions = vec![Action::C; n];
    for round in 1..=condition.rounds {
        if round == 1 || !condition.partners {
            pairing.shuffle(&mut order);
        }
        let before = actions.clone();
        for pair in order.chunks_exact(2) {
            for (own, partner) in [(pair[0], pair[1]), (pair[1], pair[0])] {
                if round > 1 {
                    let seen = match &books {
                        _ if condition.partners => before[partner],
                        // Who is unknown stands well, as a newcomer does.
                        Some(books) => Action::cooperate_if(books.shows(own, partner, &mut sight).unwrap_or(true)),
                        None => Action::C,
                    };
                    logs[own][1].push(seen);
                }
                let view = View { round, own: logs[own][0].history(), seen: Seen::new(&logs[own], 0) };
                let action = players[own].act(&view, &mut choice);
                actions[own] = if slips.happens(noise) { action.flip() } else { action };
            }
        }
        for pair in order.chunks_exact(2) {
            let [a, b] = [pair[0], pair[1]];
            let both = [actions[a], actions[b]];
            let mut convicted = None;
            for (k, own) in [a, b].into_iter().enumerate() {
                life.payoffs[own] += payoffs[both[k].index()][both[1 - k].index()];
                logs[own][0].push(both[k]);
                if let Some(finding) =
                    auditor.as_ref().and_then(|auditor| auditor.audit(round, condition.rounds, both[k], &mut court))
                {
                    convicted.get_or_insert([false; 2])[k] = finding.convicted;
                    let lost = if finding.convicted { bond } else { 0.0 };
                    life.payoffs[own] -= lost;
                    life.payoffs[if own == a { b } else { a }] += if to_victim { lost } else { 0.0 };
                }
            }
            let kept = both.map(|action| action == Action::C);
            let met = Met { round, pair: [a, b], actions: both, kept, offer: None, convicted };
            observer.see(Tick(u64::from(round - 1)), &met);
            if let Some(books) = &mut books {
                books.rate(u64::from(round), [a, b], kept, &mut sight);
            }
        }
        if let Some(books) = &mut books {
            books.settle(u64::from(round));
        }
        life.kept.push(share(actions.iter().filter(|action| **action == Action::C).count(), n));
    }
    life.payoffs.iter_mut().for_each(|payoff| *payoff /= f64::from(condition.rounds));
    life
}

#[expect(clippy::cast_precision_loss, reason = "a count of agents")]
pub(super) fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

/// Payoffs by own and other's action.
fn payoffs(condition: &Condition) -> [[f64; 2]; 2] {
    let game = &condition.payoffs;
    [[&game.reward, &game.sucker], [&game.temptation, &game.punishment]].map(|row| row.map(|payoff| payoff.to_f64()))
}
