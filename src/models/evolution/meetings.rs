//! What two strategies get from each other: worked out once where it can be, else from matches.
//!
//! In order: actions of the stage game by its payoffs; matches that draw nothing by playing one; automata that draw, by
//! their Markov chain; all others by the mean of a number of matches, which draw from streams of their own. A strategy that
//! meets itself gets the mean of both seats.

use super::cast::{Cast, Kind, Player};
use super::setting::Condition;
use crate::error::Diagnostic;
use crate::ids::{PlayerId, RunKey};
use crate::models::RunError;
use crate::play::{Contest, Course, Length, Match, Rules, ShortCuts, expect};
use crate::population::Matrix;
use crate::sim::map_indexed;
use crate::strategy::Strategy;

/// Chains over more pairs of states than this are not worked out.
const MOST_PAIRS: usize = 40_000;

/// What two strategies get from each other and do.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Meeting {
    /// Payoffs a round.
    payoffs: [f64; 2],
    /// Shares of rounds with the first action.
    cooperation: [f64; 2],
    /// Whether they are exact but for rounding.
    exact: bool,
}

/// The payoffs and the cooperation of all pairs.
pub(super) struct Meetings {
    pub(super) matrix: Matrix,
    /// `cooperation[own * n + other]`.
    pub(super) cooperation: Vec<f64>,
    /// `exact[own * n + other]`.
    pub(super) exact: Vec<bool>,
}

impl Meetings {
    /// Works out all pairs of a condition.
    pub(super) fn of(condition: &Condition, key: &RunKey) -> Result<Self, RunError> {
        let Cast { kinds, .. } = &condition.cast;
        let n = kinds.len();
        let pairs: Vec<(usize, usize)> = (0..n).flat_map(|a| (a..n).map(move |b| (a, b))).collect();
        let found = map_indexed(pairs.len(), |k| meeting(condition, key, [&kinds[pairs[k].0], &kinds[pairs[k].1]]));
        let mut rows = vec![vec![0.0; n]; n];
        let (mut cooperation, mut exact) = (vec![0.0; n * n], vec![false; n * n]);
        for ((a, b), meeting) in pairs.into_iter().zip(found) {
            let mut meeting = meeting?;
            if a == b {
                let mean = |[x, y]: [f64; 2]| [f64::midpoint(x, y); 2];
                meeting = Meeting { payoffs: mean(meeting.payoffs), cooperation: mean(meeting.cooperation), ..meeting };
            }
            for (own, other, seat) in [(a, b, 0), (b, a, 1)] {
                rows[own][other] = meeting.payoffs[seat];
                cooperation[own * n + other] = meeting.cooperation[seat];
                exact[own * n + other] = meeting.exact;
            }
        }
        Ok(Self { matrix: Matrix::new(&rows).map_err(RunError::Other)?, cooperation, exact })
    }
}

fn strategies(kinds: [&Kind; 2]) -> Option<[Box<dyn Strategy>; 2]> {
    match kinds.map(|kind| kind.player.clone()) {
        [Player::Strategy(a), Player::Strategy(b)] => Some([a, b]),
        _ => None,
    }
}

fn meeting(condition: &Condition, key: &RunKey, kinds: [&Kind; 2]) -> Result<Meeting, RunError> {
    let rules = &condition.rules;
    let Some(players) = strategies(kinds) else {
        return Ok(once(rules, kinds));
    };
    let told = |seat: u32| rules.told(PlayerId(seat));
    let automata = players[0].automaton(&told(0)).zip(players[1].automaton(&told(1)));
    let certain = |(a, b): &(crate::strategy::Automaton, crate::strategy::Automaton)| {
        rules.is_noiseless() && a.is_deterministic() && b.is_deterministic()
    };
    let place = format!("{}|{}", kinds[0].name, kinds[1].name);
    let spec = |repetition| Match { rules, key, place: &place, repetition };
    let fixed = !matches!(rules.length, Length::Drawn { .. });
    if let Some((a, b)) = automata.as_ref().filter(|pair| !(fixed && certain(pair)))
        && a.states() * b.states() <= MOST_PAIRS
        && let Some(expected) = expect(&spec(0), a, b, |_| ())
    {
        let payoff = |seat: u32| expected.score(&spec(0), PlayerId(seat)) / expected.rounds;
        let cooperates = |seat: u32| {
            let first = |k: usize| rules.game.action_in(k, PlayerId(seat)) == 0;
            let sum: f64 = expected.profiles.iter().enumerate().filter(|(k, _)| first(*k)).map(|(_, p)| p).sum();
            sum / expected.rounds
        };
        return Ok(Meeting { payoffs: [0, 1].map(payoff), cooperation: [0, 1].map(cooperates), exact: true });
    }
    let sure = fixed && automata.as_ref().is_some_and(certain);
    let mut contest = Contest::new(rules, players, ShortCuts::All);
    let samples = if sure { 1 } else { condition.samples };
    let (mut sums, mut rounds) = ([[0.0; 2]; 2], 0.0);
    for sample in 0..samples {
        let course = contest.course(&spec(sample), ["a", "b"])?;
        let counted = counted(rules, &course);
        rounds += counted.2;
        for (sum, more) in sums.iter_mut().zip([counted.0, counted.1]) {
            *sum = [sum[0] + more[0], sum[1] + more[1]];
        }
    }
    Ok(Meeting { payoffs: sums[0].map(|sum| sum / rounds), cooperation: sums[1].map(|sum| sum / rounds), exact: sure })
}

/// Two actions of the stage game, each of which may slip.
fn once(rules: &Rules, kinds: [&Kind; 2]) -> Meeting {
    let game = &rules.game;
    let actions = game.action_count(PlayerId(0));
    #[expect(clippy::cast_precision_loss, reason = "at most 256 actions")]
    let others = (actions.max(2) - 1) as f64;
    let realised = |kind: &Kind, action: usize| match kind.player {
        Player::Action(meant) if meant.index() == action => 1.0 - if actions > 1 { rules.noise } else { 0.0 },
        _ if actions > 1 => rules.noise / others,
        _ => 0.0,
    };
    let mut meeting = Meeting { payoffs: [0.0; 2], cooperation: [0.0; 2], exact: true };
    for k in 0..game.profile_count() {
        let played = [0, 1].map(|seat| game.action_in(k, PlayerId::at(seat)));
        let p = realised(kinds[0], played[0]) * realised(kinds[1], played[1]);
        for (seat, action) in played.into_iter().enumerate() {
            meeting.payoffs[seat] += p * game.payoff_at(k, PlayerId::at(seat)).to_f64();
            meeting.cooperation[seat] += p * f64::from(u8::from(action == 0));
        }
    }
    meeting
}

/// What a course is worth to both, how often both took the first action, and its rounds.
fn counted(rules: &Rules, course: &Course) -> ([f64; 2], [f64; 2], f64) {
    let game = &rules.game;
    let (mut scores, mut first, mut rounds) = ([0.0; 2], [0.0; 2], 0.0);
    for (k, count) in course.counts(game.profile_count()).into_iter().enumerate().filter(|(_, count)| *count > 0) {
        #[expect(clippy::cast_precision_loss, reason = "numbers of rounds are far below 2^53")]
        let count = count as f64;
        rounds += count;
        for seat in 0..2 {
            scores[seat] += count * game.payoff_at(k, PlayerId::at(seat)).to_f64();
            first[seat] += count * f64::from(u8::from(game.action_in(k, PlayerId::at(seat)) == 0));
        }
    }
    (scores, first, rounds)
}

/// Matches that are played anew whenever members meet.
pub(super) struct Table<'a> {
    condition: &'a Condition,
    key: &'a RunKey,
    /// For `a <= b` at `a * n + b`: the contest and the name of its draws.
    contests: Vec<Option<(Contest, String)>>,
    played: u64,
}

impl<'a> Table<'a> {
    /// A table for one repetition.
    pub(super) fn new(condition: &'a Condition, key: &'a RunKey, repetition: u64) -> Self {
        let kinds = &condition.cast.kinds;
        let contest = |(a, b): (usize, usize)| {
            let players = strategies([&kinds[a], &kinds[b]]).filter(|_| a <= b)?;
            let place = format!("{}/{repetition}/{}|{}", condition.name, kinds[a].name, kinds[b].name);
            Some((Contest::new(&condition.rules, players, ShortCuts::All), place))
        };
        let n = kinds.len();
        let contests = (0..n).flat_map(|a| (0..n).map(move |b| (a, b))).map(contest).collect();
        Self { condition, key, contests, played: 0 }
    }

    /// Plays a match and gives both payoffs a round.
    pub(super) fn meet(&mut self, own: usize, other: usize) -> Result<[f64; 2], RunError> {
        let n = self.condition.cast.kinds.len();
        let (a, b) = (own.min(other), own.max(other));
        let Some((contest, place)) = &mut self.contests[a * n + b] else {
            let words = "strategies that are actions, met as if they played matches";
            return Err(RunError::Other(Diagnostic::new("wrong-meetings", words, "expected payoffs")));
        };
        let spec = Match { rules: &self.condition.rules, key: self.key, place, repetition: self.played };
        self.played += 1;
        let (scores, _, rounds) = counted(&self.condition.rules, &contest.course(&spec, ["a", "b"])?);
        let [x, y] = scores.map(|score| score / rounds);
        Ok(if own <= other { [x, y] } else { [y, x] })
    }
}
