//! A follower that learns what to make of each signal.

use super::follower::{Briefing, Follower, Heard, Outcome};
use crate::error::Diagnostic;
use crate::game::NormalForm;
use crate::ids::PlayerId;
use crate::learner::{Feedback, Learner, Meeting, Seat};
use crate::sim::Draws;
use std::sync::Arc;

/// Has a learning rule for each thing that it can be told, and one for when it is told nothing: each learns from the
/// rounds in which that was so. Obedience, if it comes, has been learned.
#[derive(Clone)]
pub(super) struct Learning {
    rule: Box<dyn Learner>,
    /// By signal, and last without one. Set up with the first choice, which brings draws.
    by_signal: Vec<Box<dyn Learner>>,
    game: Option<(Arc<NormalForm>, PlayerId, Seat)>,
    /// What each own action would have paid in the last round.
    payoffs: Vec<f64>,
}

impl Learning {
    pub(super) fn new(rule: Box<dyn Learner>) -> Self {
        Self { rule, by_signal: Vec::new(), game: None, payoffs: Vec::new() }
    }
}

impl Follower for Learning {
    fn begin(&mut self, briefing: &Briefing) {
        let player = PlayerId::at(briefing.player);
        let seat = Seat::of(&briefing.game, player);
        self.payoffs = vec![0.0; briefing.game.action_count(player)];
        self.game = Some((Arc::clone(&briefing.game), player, seat));
        self.by_signal.clear();
    }

    fn act(&mut self, heard: &Heard, draws: &mut Draws) -> usize {
        let (_, _, seat) = self.game.as_ref().expect("it has begun");
        let actions = self.payoffs.len();
        while self.by_signal.len() <= actions {
            let mut rule = self.rule.clone();
            rule.begin(seat, draws);
            self.by_signal.push(rule);
        }
        self.by_signal[heard.own.unwrap_or(actions)].choose(draws)
    }

    fn learn(&mut self, outcome: &Outcome) {
        let (game, player, seat) = self.game.as_ref().expect("it has begun");
        let profile = game.profile_index(&outcome.profile);
        let (stride, actions) = (game.stride(*player), self.payoffs.len());
        let context = profile / (stride * actions) * stride + profile % stride;
        self.payoffs.copy_from_slice(seat.row(context));
        let action = outcome.profile[player.index()];
        let payoff = self.payoffs[action];
        let peer =
            if game.player_count() == 2 { game.payoff_at(profile, PlayerId(1 - player.0)).to_f64() } else { 0.0 };
        let context = u32::try_from(context).expect("few profiles");
        let seen = [Meeting { context, times: 1, payoff, peer }];
        let feedback = Feedback { action: Some(action), payoff, payoffs: &self.payoffs, seen: &seen };
        self.by_signal[outcome.told.unwrap_or(actions)].learn(&feedback);
    }

    fn fits(&self, game: &NormalForm, player: usize) -> Result<(), Diagnostic> {
        self.rule.fits(&Seat::of(game, PlayerId::at(player)))
    }
}
