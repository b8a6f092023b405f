//! A population that changes: what do names that can be thrown away cost everybody?
//!
//! In each period all are paired at random and play a prisoner's dilemma of payoffs 2, 1, 0, -1; then a share of players is
//! replaced by newcomers. Where names are kept for life, all cooperate but with who deviated in the period before; where
//! names are free, a cheat comes back as a newcomer, so that newcomers pay their dues: veterans defect on them, and they
//! put up with it (Friedman & Resnick 2001, J. Economics & Management Strategy 10:173, Prop. 1 and sec. 3). Nobody here
//! chooses a rule: all live by one.

use crate::sim::{Chance, Draws};

/// Whom players punish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Custom {
    /// Who deviated in the period before: names are kept for life.
    Deviators,
    /// Newcomers, and who deviated in the period before: names are free.
    Newcomers {
        /// Whether newcomers cooperate with each other.
        friendly: bool,
    },
}

/// A population that changes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Turnover {
    /// How many players there are; one of an odd number sits out.
    pub players: u32,
    /// The share of players that is replaced each period.
    pub replaced: f64,
    /// How often a player that means to cooperate defects.
    pub tremble: f64,
    /// For how long it is watched.
    pub periods: u32,
    /// Whom players punish.
    pub custom: Custom,
}

#[derive(Clone, Copy)]
struct Player {
    new: bool,
    deviated: bool,
}

impl Turnover {
    /// What a player has a period on average, between 1 (all cooperate) and 0 (nobody does). `draws` decides who meets
    /// whom, who trembles and who is replaced.
    pub fn value(&self, draws: &mut Draws) -> f64 {
        let tremble = Chance::of(self.tremble);
        let mut players = vec![Player { new: false, deviated: false }; self.players as usize];
        let mut order: Vec<usize> = (0..players.len()).collect();
        let (mut sum, mut counted) = (0.0, 0_u64);
        // Fractions of a player are carried on to the next period.
        let mut due = 0.0;
        for _ in 0..self.periods {
            draws.shuffle(&mut order);
            let before = players.clone();
            for pair in order.chunks_exact(2) {
                let [a, b] = [before[pair[0]], before[pair[1]]];
                let means = [self.cooperates(a, b), self.cooperates(b, a)];
                let does = means.map(|means| means && !draws.happens(tremble));
                sum += 2.0 * payoff_each(does);
                counted += 2;
                for (player, (means, does)) in pair.iter().zip(means.into_iter().zip(does)) {
                    players[*player] = Player { new: false, deviated: means && !does };
                }
            }
            due += self.replaced * f64::from(self.players);
            draws.shuffle(&mut order);
            for player in &order {
                if due < 1.0 {
                    break;
                }
                due -= 1.0;
                players[*player] = Player { new: true, deviated: false };
            }
        }
        #[expect(clippy::cast_precision_loss, reason = "a count of meetings")]
        let mean = if counted == 0 { 0.0 } else { sum / counted as f64 };
        mean
    }

    /// Whether a player means to cooperate with another.
    fn cooperates(&self, own: Player, other: Player) -> bool {
        match self.custom {
            Custom::Newcomers { friendly } if other.new => own.new && friendly,
            Custom::Newcomers { .. } if own.new => true,
            // Who deviated puts up with its punishment.
            _ => !other.deviated || own.deviated,
        }
    }
}

/// The mean payoff of two players by whether each cooperates: 1 if both do, 1/2 = (2 - 1)/2 if one does.
fn payoff_each(cooperates: [bool; 2]) -> f64 {
    match cooperates {
        [true, true] => 1.0,
        [false, false] => 0.0,
        _ => 0.5,
    }
}
