//! What knowing the length of a match is worth: the same field once told how many rounds there are and once not, on common random
//! numbers.
//!
//! Rules about the end fire where the length is told alone; what they are worth to those that have them, and cost the others, is
//! the difference of both tournaments in score and rank.

use super::results::{Results, mean};
use super::setting::Tournament;
use super::tables;
use crate::models::Recorder;
use crate::models::estimates::ranking;
use crate::play::Length;
use crate::table::{Cell, TableSchema};

impl Tournament {
    /// The same tournament among players that are not told the length; nothing if they were not in the first place.
    pub(super) fn untold(&self) -> Option<Self> {
        let length = match self.rules.length {
            Length::Known(rounds) => Length::Unknown(rounds),
            Length::Drawn { continuation, told: true } => Length::Drawn { continuation, told: false },
            _ => return None,
        };
        let mut rules = self.rules.clone();
        rules.length = length;
        let (stage, players, meetings) = (self.stage.clone(), self.players.clone(), self.meetings.clone());
        Some(Self { rules, stage, players, meetings, foreknowledge: false, ..*self })
    }
}

/// The tables of the comparison.
pub(super) fn schemas() -> Vec<TableSchema> {
    vec![tables::foreknowledge(), tables::foreknowledge_field()]
}

/// Records what telling the length does to each player and to the field.
pub(super) fn record(tournament: &Tournament, [told, untold]: [&Results; 2], recorder: &mut dyn Recorder) {
    let of = |results: &Results| -> (Vec<f64>, Vec<usize>) {
        let scores: Vec<f64> = results.normalised_scores().iter().map(|scores| mean(scores)).collect();
        let mut ranks = vec![0; scores.len()];
        ranking(&scores).into_iter().for_each(|(player, rank)| ranks[player] = rank);
        (scores, ranks)
    };
    let ((scores, ranks), (blind_scores, blind_ranks)) = (of(told), of(untold));
    let gained = |player: usize| signed(blind_ranks[player]) - signed(ranks[player]);
    let pairs = || told.meetings().iter().zip(untold.meetings()).filter(|(a, b)| a != b).map(|(a, _)| a.players);
    let mut changed = vec![0u64; tournament.players.len()];
    let mut pairs_changed = 0u64;
    for [a, b] in pairs() {
        pairs_changed += 1;
        changed[a] += 1;
        changed[b] += u64::from(a != b);
    }
    let mut order: Vec<usize> = (0..scores.len()).collect();
    order.sort_by_key(|player| std::cmp::Reverse(gained(*player)));
    for player in order {
        let of = &tournament.players[player];
        let cells: [Cell<'_>; 9] = [
            of.name.as_str().into(),
            of.strategy.as_str().into(),
            gained(player).into(),
            ranks[player].into(),
            blind_ranks[player].into(),
            (scores[player] - blind_scores[player]).into(),
            scores[player].into(),
            blind_scores[player].into(),
            changed[player].into(),
        ];
        recorder.row("foreknowledge", &cells);
    }
    let rate = |results: &Results| mean(&results.cooperating_rating());
    recorder.row(
        "foreknowledge_field",
        &[
            mean(&scores).into(),
            mean(&blind_scores).into(),
            rate(told).into(),
            rate(untold).into(),
            pairs_changed.into(),
            told.meetings().len().into(),
        ],
    );
}

fn signed(rank: usize) -> i64 {
    i64::try_from(rank).expect("ranks are small")
}
