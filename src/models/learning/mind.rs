//! An agent's mind: its learning rule, and what it does about messages, announcements and recommendations.
//!
//! Where messages go before play, or contracts are offered, an agent has one copy of its rule for each thing that it can have heard (or announced
//! itself without being bound), and a rule for what to say, which learns from its payoff alone. An agent that is
//! recommended an action obeys when that is best against what it expects the others to do: obey with the frequency that
//! it has seen (and a prior trust), or else do what they did when they disobeyed.

use super::setting::{Condition, Talk};
use crate::learner::{Feedback, Learner, Seat};
use crate::sim::Draws;

/// What an agent learns with.
pub(super) struct Mind {
    /// One rule for each situation, and again for each image of the partner.
    rules: Vec<Box<dyn Learner>>,
    situations: usize,
    /// How the partner of the present round stands: 0 well, 1 badly.
    pub(super) image: usize,
    /// What it says, where there is something to say.
    talk: Option<Box<dyn Learner>>,
    /// Whether it plays the committed action for ever.
    pub(super) committed: bool,
    trust: Option<Trust>,
    /// The situation of the present round; nothing if it does not choose.
    pub(super) situation: Option<usize>,
    /// What it said in the present round.
    said: Option<usize>,
}

/// What an agent expects of others that are recommended an action.
struct Trust {
    action: usize,
    obeyed: f64,
    seen: f64,
    /// How often others took each action when they did not obey, one imagined time each.
    others: Vec<f64>,
}

impl Trust {
    /// Whether obeying is best: ties obey.
    fn obeys(&self, seat: &Seat) -> bool {
        let trust = self.obeyed / self.seen;
        let disobeyed: f64 =
            self.others.iter().enumerate().filter(|(other, _)| *other != self.action).map(|(_, count)| count).sum();
        let value = |own: usize| -> f64 {
            let expected = |(other, count): (usize, &f64)| {
                let chance = if other == self.action { trust } else { (1.0 - trust) * count / disobeyed };
                chance * seat.row(other)[own]
            };
            self.others.iter().enumerate().map(expected).sum()
        };
        let obeying = value(self.action);
        (0..seat.actions()).all(|own| obeying >= value(own) - 1e-12)
    }

    fn see(&mut self, other: usize, times: f64) {
        self.seen += times;
        if other == self.action {
            self.obeyed += times;
        } else {
            self.others[other] += times;
        }
    }
}

impl Mind {
    /// The mind of an agent with this rule in this seat, or under a contract in the `bound` one. `trust` is how much it trusts a device at first, drawn already.
    pub(super) fn new(
        rule: &dyn Learner,
        committed: bool,
        trust: f64,
        (seat, bound): (&Seat, Option<&Seat>),
        condition: &Condition,
        draws: &mut Draws,
    ) -> Self {
        let actions = seat.actions();
        let (situations, talk) = match &condition.talk {
            Talk::Silence => (1, None),
            Talk::Signals { messages, rule } => (*messages, Some((*messages, rule))),
            // What was heard, or what was announced without being bound.
            Talk::Announcement { rule, .. } => (2 * actions, Some((actions, rule))),
            // Signed or not; to sign, or not to.
            Talk::Contract { rule } => (2, Some((2, rule))),
        };
        let images = 1 + usize::from(condition.records.is_some());
        let mut rules: Vec<Box<dyn Learner>> = (0..situations * images).map(|_| rule.boxed_clone()).collect();
        for (k, rule) in rules.iter_mut().enumerate() {
            let unsigned = matches!(condition.talk, Talk::Contract { .. }) && k % situations == 1;
            rule.begin(bound.filter(|_| !unsigned).unwrap_or(seat), draws);
        }
        let talk = talk.map(|(messages, rule)| {
            let mut rule = rule.boxed_clone();
            rule.begin(&Seat::bandit(messages, seat.low(), seat.high()), draws);
            rule
        });
        let trust = condition.device.as_ref().map(|device| Trust {
            action: device.action,
            obeyed: device.weight * trust,
            seen: device.weight,
            others: vec![1.0; seat.contexts()],
        });
        Self { rules, situations, image: 0, talk, committed, trust, situation: Some(0), said: None }
    }

    /// Says something.
    pub(super) fn say(&mut self, draws: &mut Draws) -> usize {
        let said = self.talk.as_mut().map_or(0, |rule| rule.choose(draws));
        self.said = Some(said);
        said
    }

    /// Forgets what was said in an earlier round.
    pub(super) fn keep_silent(&mut self) {
        (self.situation, self.said) = (Some(0), None);
    }

    /// Whether it obeys a recommendation.
    pub(super) fn obeys(&self, seat: &Seat) -> bool {
        self.trust.as_ref().is_some_and(|trust| trust.obeys(seat))
    }

    /// Chooses by its rule.
    pub(super) fn choose(&mut self, draws: &mut Draws) -> usize {
        let image = self.image * self.situations;
        self.situation.map_or(0, |situation| self.rules[image + situation].choose(draws))
    }

    /// Takes in a round. `recommended` is whether the device spoke in it.
    pub(super) fn learn(&mut self, seen: &Feedback<'_>, recommended: bool) {
        if let Some(trust) = self.trust.as_mut().filter(|_| recommended) {
            for meeting in seen.seen {
                trust.see(meeting.context as usize, f64::from(meeting.times));
            }
        }
        if let (Some(rule), Some(said)) = (&mut self.talk, self.said) {
            // What it says is judged by what it got alone: the other answers what it heard.
            rule.learn(&Feedback { action: Some(said), payoff: seen.payoff, payoffs: &[], seen: &[] });
        }
        if let Some(situation) = self.situation
            && !self.committed
        {
            self.rules[self.image * self.situations + situation].learn(seen);
        }
    }

    /// Writes the probabilities with which it would choose.
    pub(super) fn mixture(&self, out: &mut [f64]) {
        let known = self.rules[0].mixture(out);
        debug_assert!(known, "rules that learn from expectations have a mixture");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trust(obeyed: f64, seen: f64) -> Trust {
        Trust { action: 0, obeyed, seen, others: vec![1.0; 2] }
    }

    /// With payoffs 4, 0, 3, 2 the stag is best from a trust of two thirds on.
    #[test]
    fn a_stag_is_worth_obeying_from_two_thirds_on() {
        let seat = Seat::new(2, vec![4.0, 3.0, 0.0, 2.0]);
        for (obeyed, obeys) in [(0.5, false), (0.66, false), (2.0 / 3.0, true), (0.9, true)] {
            assert_eq!(trust(10.0 * obeyed, 10.0).obeys(&seat), obeys, "{obeyed}");
        }
    }

    #[test]
    fn trust_follows_what_is_seen() {
        let mut trust = trust(9.0, 10.0);
        let seat = Seat::new(2, vec![4.0, 3.0, 0.0, 2.0]);
        assert!(trust.obeys(&seat));
        trust.see(1, 3.0);
        // 9 of 13 is still above two thirds, 9 of 14 below.
        assert!(trust.obeys(&seat));
        trust.see(1, 1.0);
        assert!(!trust.obeys(&seat));
    }
}
