//! One repetition: agents meet, speak if there is something to say, act, and learn.
//!
//! A round is, in this order: who meets whom; how partners stand; messages, announcements or contracts; everybody's action
//! (committed; bound; recommended and obeyed; the first one as the start says; or by the agent's rule), which may slip;
//! payoffs, less what breaches of contract cost; ratings; learning. All act on
//! what they knew before the round. Each agent's draws come from a stream of its own name, so that conditions share them.

use super::arena::{Arena, Results};
use super::mind::Mind;
use super::pacts::Pacts;
use super::setting::{Condition, Start, Talk};
use super::stage::Stage;
use super::tally::{Record, Tally, Watch};
use crate::ids::RunKey;
use crate::learner::Feedback;
use crate::sim::{Chance, Draws, Purpose, Who};

/// Plays one repetition of a condition.
pub(super) fn play(condition: &Condition, key: &RunKey, repetition: u64, watch: Watch) -> Record {
    if condition.expected {
        return in_expectation(condition, key, repetition, watch);
    }
    let mut game = Game::new(condition, key, repetition);
    let mut tally = Tally::new(condition, watch);
    for round in 1..=condition.rounds {
        game.round(round);
        tally.round(round, &game.actions, &game.seated, &game.results, &game.arena, &game.pacts);
    }
    tally.finish(game.arena.link_shares())
}

/// The state of a repetition.
struct Game<'a> {
    condition: &'a Condition,
    minds: Vec<Mind>,
    streams: Vec<Draws>,
    slips: Vec<Draws>,
    /// The first actions, where the start says them.
    first: Option<Vec<usize>>,
    meetings: Draws,
    arena: Arena<'a>,
    actions: Vec<usize>,
    seated: Vec<bool>,
    /// The actions to which agents are bound in the present round.
    bound: Vec<Option<usize>>,
    pacts: Pacts<'a>,
    results: Results,
}

fn who<'a>(place: &'a str, repetition: u64, name: &'a str) -> Who<'a> {
    Who { place, repetition, name }
}

/// The seat that an agent sits in.
pub(super) fn seat_of(condition: &Condition, agent: usize) -> usize {
    if condition.matching.is_seats() { agent } else { 0 }
}

impl<'a> Game<'a> {
    fn new(condition: &'a Condition, key: &RunKey, repetition: u64) -> Self {
        let agents = &condition.cast.agents;
        let stream = |purpose: Purpose| -> Vec<Draws> {
            agents.iter().map(|agent| key.draws(who("learning", repetition, &agent.name), purpose)).collect()
        };
        let mut streams = stream(Purpose::Choice);
        let minds = agents.iter().zip(&mut streams).enumerate().map(|(k, (agent, draws))| {
            let seat = condition.stage.seat(seat_of(condition, k));
            let bound = condition.contract.as_ref().map(|terms| terms.seat(seat_of(condition, k)));
            let trust = condition.device.as_ref().map_or(0.0, |device| {
                let [low, high] = device.trust;
                let mut draws = key.draws(who("trust", repetition, &agent.name), Purpose::Choice);
                if high > low { low + (high - low) * draws.uniform() } else { low }
            });
            let rule = &*condition.cast.groups[agent.group].rule;
            Mind::new(rule, agent.committed, trust, (seat, bound), condition, draws)
        });
        let minds = minds.collect();
        let mut meetings = key.draws(Who::place("learning", repetition), Purpose::Pairing);
        let arena = Arena::new(&condition.matching, &condition.stage, agents.len(), &mut meetings);
        Self {
            condition,
            minds,
            slips: stream(Purpose::Execution),
            streams,
            first: first_actions(condition, key, repetition),
            meetings,
            arena,
            actions: vec![0; agents.len()],
            seated: vec![true; agents.len()],
            bound: vec![None; agents.len()],
            pacts: Pacts::new(condition, key, repetition),
            results: Results::new(agents.len(), condition.stage.most_actions()),
        }
    }

    fn round(&mut self, round: u64) {
        self.arena.meet(&mut self.meetings);
        for (agent, seated) in self.seated.iter_mut().enumerate() {
            *seated = self.arena.is_seated(agent);
        }
        self.pacts.look(&self.arena, &mut self.minds);
        self.speak();
        let recommended = self.condition.device.filter(|device| round <= device.until);
        for agent in 0..self.minds.len() {
            if self.seated[agent] {
                let action = self.act(agent, round, recommended.map(|device| device.action));
                let seat = self.condition.stage.seat(seat_of(self.condition, agent));
                self.actions[agent] = slip(action, seat.actions(), self.condition.noise, &mut self.slips[agent]);
            }
        }
        self.arena.settle(&self.actions, &mut self.results);
        if !self.condition.spread.is_empty() {
            self.pacts.scatter(&self.arena, &self.actions, &mut self.results);
        }
        if self.condition.is_rescued() {
            self.pacts.settle(round, &self.arena, &self.actions, &mut self.results);
        }
        for (agent, mind) in self.minds.iter_mut().enumerate().filter(|(agent, _)| self.seated[*agent]) {
            let actions = self.condition.stage.seat(seat_of(self.condition, agent)).actions();
            let seen = Feedback {
                action: Some(self.actions[agent]),
                payoff: self.results.payoff[agent],
                payoffs: &self.results.payoffs[agent * self.results.width..][..actions],
                seen: self.results.seen_by(agent),
            };
            mind.learn(&seen, recommended.is_some());
        }
    }

    /// Messages or announcements before play.
    fn speak(&mut self) {
        if matches!(self.condition.talk, Talk::Silence) {
            return;
        }
        self.minds.iter_mut().for_each(Mind::keep_silent);
        self.bound.fill(None);
        for table in self.arena.tables() {
            let &[a, b] = table else { continue };
            match &self.condition.talk {
                Talk::Silence => {}
                Talk::Signals { .. } => {
                    let said = [a, b].map(|agent| self.minds[agent].say(&mut self.streams[agent]));
                    self.minds[a].situation = Some(said[1]);
                    self.minds[b].situation = Some(said[0]);
                }
                Talk::Announcement { binds, .. } => {
                    let (leader, follower) = if self.meetings.index(2) == 0 { (a, b) } else { (b, a) };
                    let actions = self.condition.stage.seat(0).actions();
                    let said = self.minds[leader].say(&mut self.streams[leader]);
                    let bound = self.meetings.happens(*binds);
                    self.bound[leader] = bound.then_some(said);
                    self.minds[leader].situation = (!bound).then_some(actions + said);
                    self.minds[follower].situation = Some(said);
                }
                Talk::Contract { .. } => {
                    let signed = [a, b].map(|agent| self.minds[agent].say(&mut self.streams[agent])) == [0, 0];
                    for agent in [a, b] {
                        self.minds[agent].situation = Some(usize::from(!signed));
                        self.pacts.signed[agent] = signed;
                    }
                }
            }
        }
    }

    /// What an agent means to do.
    fn act(&mut self, agent: usize, round: u64, recommended: Option<usize>) -> usize {
        let mind = &mut self.minds[agent];
        if let Some(committed) = self.condition.committed.filter(|_| mind.committed) {
            return committed.action;
        }
        if let Some(bound) = self.bound[agent] {
            return bound;
        }
        let seat = self.condition.stage.seat(seat_of(self.condition, agent));
        if let Some(action) = recommended.filter(|_| mind.obeys(seat)) {
            return action;
        }
        if let Some(first) = self.first.as_ref().filter(|_| round == 1) {
            return first[agent];
        }
        mind.choose(&mut self.streams[agent])
    }
}

/// The action that comes out.
fn slip(action: usize, actions: usize, noise: Chance, draws: &mut Draws) -> usize {
    if actions > 1 && draws.happens(noise) {
        let other = draws.index(actions - 1);
        return other + usize::from(other >= action);
    }
    action
}

/// The first actions, where the start says them.
fn first_actions(condition: &Condition, key: &RunKey, repetition: u64) -> Option<Vec<usize>> {
    let spread = key.draws(Who::place("start", repetition), Purpose::Choice).uniform();
    let first = |(k, name): (usize, &str)| {
        let actions = condition.stage.seat(seat_of(condition, k)).actions();
        let mut draws = key.draws(who("start", repetition, name), Purpose::Choice);
        match &condition.start {
            Start::Learners => 0,
            Start::Random => draws.index(actions),
            Start::Action(action) => *action,
            Start::Shares(shares) => draws.categorical(shares),
            Start::Spread if actions == 1 || draws.chance(spread) => 0,
            Start::Spread => 1 + draws.index(actions - 1),
        }
    };
    let names = condition.cast.agents.iter().map(|agent| agent.name.as_str());
    (condition.start != Start::Learners).then(|| names.enumerate().map(first).collect())
}

/// Mean dynamics: everybody learns from expected payoffs against everybody's mixtures, and nothing is drawn but where
/// rules start.
fn in_expectation(condition: &Condition, key: &RunKey, repetition: u64, watch: Watch) -> Record {
    let stage: &Stage = &condition.stage;
    let mut game = Game::new(condition, key, repetition);
    let mut tally = Tally::new(condition, watch);
    let mut mixtures: Vec<Vec<f64>> = (0..stage.players).map(|k| vec![0.0; stage.seat(k).actions()]).collect();
    let width = stage.most_actions();
    for round in 1..=condition.rounds {
        for (mind, mixture) in game.minds.iter().zip(&mut mixtures) {
            mind.mixture(mixture);
        }
        for (player, mixture) in mixtures.iter().enumerate() {
            let row = &mut game.results.payoffs[player * width..][..mixture.len()];
            stage.expected(player, &mixtures, row);
            game.results.payoff[player] = mixture.iter().zip(row.iter()).map(|(p, payoff)| p * payoff).sum();
        }
        for (player, mind) in game.minds.iter_mut().enumerate() {
            let payoffs = &game.results.payoffs[player * width..][..mixtures[player].len()];
            let payoff = game.results.payoff[player];
            mind.learn(&Feedback { action: None, payoff, payoffs, seen: &[] }, false);
        }
        tally.expected_round(round, &mixtures, &game.results);
    }
    tally.finish(None)
}
