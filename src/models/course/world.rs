//! A match of a stage game as a world to learn in.

use crate::game::NormalForm;
use crate::ids::{PlayerId, RunKey, Seed};
use crate::sim::{Draws, Purpose, Who};
use crate::strategy::{Action, Horizon, Record, Seen, Strategy, Told, View};
use crate::training::{Local, World, WorldStep, mix};
use std::sync::Arc;

/// The rules of a match.
#[derive(Clone)]
pub(super) struct Terms {
    pub(super) game: Arc<NormalForm>,
    pub(super) rounds: u32,
    pub(super) see_round: bool,
    pub(super) see_last: bool,
    /// The strategy of the second player, if it does not learn.
    pub(super) opponent: Option<Box<dyn Strategy>>,
}

impl Terms {
    /// How many players learn, the first ones.
    pub(super) fn learners(&self) -> usize {
        if self.opponent.is_some() { 1 } else { self.game.player_count() }
    }

    /// The most actions of a learner.
    pub(super) fn actions(&self) -> usize {
        (0..self.learners()).map(|player| self.game.action_count(PlayerId::at(player))).max().unwrap_or(1)
    }

    /// What a learner perceives before a round (from 1) after a profile.
    pub(super) fn perceive(&self, player: usize, round: u32, last: Option<usize>, out: &mut Local) {
        let mut key = mix(0x00c0_0a5e, 0);
        if self.see_round {
            key = mix(key, round.into());
        }
        if self.see_last {
            key = mix(key, last.map_or(0, |profile| profile as u64 + 1));
        }
        out.percept.clear();
        out.percept.keys.push(key);
        out.valid = (1 << self.game.action_count(PlayerId::at(player))) - 1;
    }
}

/// A match.
pub(super) struct Match {
    terms: Terms,
    /// What all did, by player.
    records: Vec<Record>,
    round: u32,
    last: Option<usize>,
    /// The opponent's stream in this episode.
    draws: Option<Draws>,
}

impl Match {
    pub(super) fn new(terms: Terms) -> Self {
        let record = |player: usize| Record::new(terms.game.action_count(PlayerId::at(player)));
        let records = (0..terms.game.player_count()).map(record).collect();
        Self { terms, records, round: 1, last: None, draws: None }
    }

    /// What all did in a round of this match, from 1.
    pub(super) fn played(&self, round: usize) -> Vec<Action> {
        self.records.iter().map(|record| record.history().actions()[round - 1]).collect()
    }
}

impl World for Match {
    fn agents(&self) -> usize {
        self.terms.learners()
    }

    fn actions(&self) -> usize {
        self.terms.actions()
    }

    fn begin(&mut self, draws: &mut Draws) {
        self.records.iter_mut().for_each(Record::clear);
        (self.round, self.last) = (1, None);
        if let Some(opponent) = &mut self.terms.opponent {
            let own = RunKey::derive(Seed(draws.word()), 0, "opponent");
            self.draws = Some(own.draws(Who::agent("opponent"), Purpose::Choice));
            let horizon = Horizon::Rounds(self.terms.rounds);
            opponent.begin(&Told::new(Arc::clone(&self.terms.game), PlayerId(1), horizon));
        }
    }

    fn perceive(&self, agent: usize, out: &mut Local) {
        self.terms.perceive(agent, self.round, self.last, out);
    }

    fn step(&mut self, joint: &[usize], _: &[f64], rewards: &mut [f64]) -> WorldStep {
        let mut profile = joint.to_vec();
        if let (Some(opponent), Some(draws)) = (&mut self.terms.opponent, &mut self.draws) {
            let (own, seen) = (self.records[1].history(), Seen::new(&self.records, 1));
            profile.push(opponent.act(&View { round: self.round, own, seen }, draws).index());
        }
        for (record, action) in self.records.iter_mut().zip(&profile) {
            record.push(Action(u8::try_from(*action).expect("there are few actions")));
        }
        let game = &self.terms.game;
        let place = game.profile_index(&profile);
        for (player, reward) in rewards.iter_mut().enumerate() {
            *reward = game.payoff_at(place, PlayerId::at(player)).to_f64();
        }
        self.last = Some(place);
        self.round += 1;
        let over = self.round > self.terms.rounds;
        // What a learner gains in the mean: where all gain the same, what all gain.
        #[expect(clippy::cast_precision_loss, reason = "players are few")]
        let team = rewards.iter().sum::<f64>() / rewards.len() as f64;
        WorldStep { team, over, terminal: over }
    }
}
