//! The network between agents: how long messages travel, and what goes wrong.

use crate::ids::{AgentId, Tick};
use crate::sim::{Chance, Draws};

/// How long a message travels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Latency {
    /// Always as long.
    Constant {
        /// So long, in microseconds.
        micros: u64,
    },
    /// Each whole number of microseconds of a closed range alike.
    Uniform {
        /// The least.
        min: u64,
        /// The greatest.
        max: u64,
    },
    /// Exponentially distributed, rounded down to microseconds.
    Exponential {
        /// The mean, in microseconds.
        mean: f64,
    },
}

impl Latency {
    fn draw(self, draws: &mut Draws) -> u64 {
        match self {
            Latency::Constant { micros } => micros,
            Latency::Uniform { min, max } => min + draws.below((max - min).saturating_add(1).max(1)),
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "not negative, and cut off")]
            Latency::Exponential { mean } => draws.exponential(mean).min(1e15) as u64,
        }
    }
}

/// An agent that does not hear for a while: what reaches it meanwhile is lost to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crash {
    /// The agent.
    pub agent: AgentId,
    /// From when on.
    pub at: Tick,
    /// Until when; for ever if nothing.
    pub until: Option<Tick>,
}

/// A network with its faults. Requests and responses of one task arrive in the order in which they were sent, as they
/// do on one connection; messages of different tasks may overtake each other.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    /// How long a message travels.
    pub latency: Latency,
    /// The probability with which a message is lost.
    pub loss: f64,
    /// The probability with which a message arrives twice.
    pub duplicate: f64,
    /// The probability with which a message is late.
    pub late: f64,
    /// How much longer a late message travels, in microseconds.
    pub late_micros: u64,
    /// Whether receivers know a duplicate by its identifier and drop it.
    pub deduplicates: bool,
    /// Agents that crash.
    pub crashes: Vec<Crash>,
}

/// What the network does with one message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fate {
    pub(super) lost: bool,
    pub(super) late: bool,
    /// How long it travels, in microseconds.
    pub(super) micros: u64,
    /// How long its duplicate travels, if there is one.
    pub(super) again: Option<u64>,
}

impl Network {
    /// A network without faults in which every message travels equally long.
    pub fn constant(micros: u64) -> Self {
        Self {
            latency: Latency::Constant { micros },
            loss: 0.0,
            duplicate: 0.0,
            late: 0.0,
            late_micros: 0,
            deduplicates: true,
            crashes: Vec::new(),
        }
    }

    /// Draws the fate of one message: from the sender's streams for faults and for latency.
    pub(super) fn fate(&self, faults: &mut Draws, latency: &mut Draws) -> Fate {
        let lost = faults.happens(Chance::of(self.loss));
        let late = faults.happens(Chance::of(self.late));
        let twice = faults.happens(Chance::of(self.duplicate));
        let extra = if late { self.late_micros } else { 0 };
        let micros = self.latency.draw(latency).saturating_add(extra);
        let again = twice.then(|| self.latency.draw(latency).saturating_add(extra));
        Fate { lost, late, micros, again }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::{RunKey, Seed};
    use crate::sim::{Purpose, Who};

    fn streams() -> (Draws, Draws) {
        let key = RunKey::derive(Seed(3), 0, "");
        (key.draws(Who::agent("a"), Purpose::Fault), key.draws(Who::agent("a"), Purpose::Latency))
    }

    #[test]
    fn a_perfect_network_draws_nothing() {
        let (mut faults, mut latency) = streams();
        let fate = Network::constant(7).fate(&mut faults, &mut latency);
        assert_eq!(fate, Fate { lost: false, late: false, micros: 7, again: None });
        assert!(!faults.used() && !latency.used());
    }

    #[test]
    fn faults_and_latencies_come_as_often_as_they_should() {
        let (mut faults, mut latency) = streams();
        let network = Network {
            latency: Latency::Uniform { min: 10, max: 20 },
            loss: 0.1,
            duplicate: 0.2,
            late: 0.05,
            late_micros: 1000,
            ..Network::constant(0)
        };
        let fates: Vec<Fate> = (0..20_000).map(|_| network.fate(&mut faults, &mut latency)).collect();
        let share = |test: fn(&Fate) -> bool| fates.iter().filter(|fate| test(fate)).count() as f64 / 20_000.0;
        assert!((share(|fate| fate.lost) - 0.1).abs() < 0.01);
        assert!((share(|fate| fate.again.is_some()) - 0.2).abs() < 0.012);
        assert!((share(|fate| fate.late) - 0.05).abs() < 0.007);
        assert!(fates.iter().all(|fate| (10..=20).contains(&(fate.micros - if fate.late { 1000 } else { 0 }))));
        let mean = fates.iter().map(|fate| fate.micros % 1000).sum::<u64>() as f64 / 20_000.0;
        assert!((mean - 15.0).abs() < 0.1, "{mean}");
        let exponential = Network { latency: Latency::Exponential { mean: 500.0 }, ..Network::constant(0) };
        let total: u64 = (0..20_000).map(|_| exponential.fate(&mut faults, &mut latency).micros).sum();
        assert!((total as f64 / 20_000.0 - 499.5).abs() < 15.0);
    }
}
