//! What one match came to: rounds, scores, and how often each player followed what by what.
//!
//! Counts are floats, so that a match that was played and a match that is known in expectation are the same thing to the
//! statistics; those of a played match are whole. States and answers are by first action ("C") against any other ("D"), as
//! the player of the seat sees them: CC, CD, DC, DD with its own action first. Nothing here knows of fields or tables.

use crate::game::NormalForm;
use crate::ids::PlayerId;
use crate::play::{Answers, Course, Length, LongRun, Match, expect};
use crate::strategy::Automaton;

/// The counts of one match, or the sums of several.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bout {
    /// The number of rounds.
    pub rounds: f64,
    /// The sum of the rounds' weights: their number, or the sum of discount factors.
    pub weight: f64,
    /// The (discounted) score of each seat.
    pub scores: [f64; 2],
    /// By seat: how often each state occurred.
    pub states: [[f64; 4]; 2],
    /// By seat: how often each state was followed by C and by D: CC then C, CC then D, CD then C and so on.
    pub answers: [[f64; 8]; 2],
    /// By seat: how often the first action was C.
    pub first: [f64; 2],
}

/// The stage game as counting needs it: whole payoffs over one denominator.
#[derive(Clone, Debug)]
pub struct Stage {
    denominator: i64,
    scaled: Vec<i64>,
    /// The state of each profile, for the first seat.
    states: Vec<usize>,
    /// Whether each profile is a state of its own, the one of its number.
    two_by_two: bool,
}

/// A state as the other seat sees it.
fn mirrored(state: usize) -> usize {
    [0, 2, 1, 3][state]
}

impl Stage {
    /// The stage of a game of two players; nothing if its payoffs have no common denominator of 64 bits.
    pub fn of(game: &NormalForm) -> Option<Self> {
        let (denominator, scaled) = game.scaled_payoffs()?;
        let other = |profile: usize, player: u32| usize::from(game.action_in(profile, PlayerId(player)) != 0);
        let states: Vec<usize> =
            (0..game.profile_count()).map(|profile| 2 * other(profile, 0) + other(profile, 1)).collect();
        let two_by_two = states == [0, 1, 2, 3];
        Some(Self { denominator, scaled, states, two_by_two })
    }

    #[expect(clippy::cast_precision_loss, reason = "a score leaves for statistics here")]
    fn unscaled(&self, sum: i128) -> f64 {
        sum as f64 / self.denominator as f64
    }

    fn payoff(&self, profile: usize, player: usize) -> f64 {
        self.unscaled(i128::from(self.scaled[2 * profile + player]))
    }

    /// The counts of a match that was played.
    pub fn played(&self, course: &Course, discount: f64) -> Bout {
        let profiles = self.states.len();
        let mut bout = Bout { rounds: count(course.rounds()), ..Bout::default() };
        if let Some(first) = course.at(0) {
            let state = self.states[usize::from(first)];
            bout.first = [f64::from(u8::from(state < 2)), f64::from(u8::from(mirrored(state) < 2))];
        }
        let mut followed = [[0u64; 4]; 4];
        let mut last: Option<usize> = None;
        for piece in course.pieces() {
            // What follows what: within a word as often as it is played, from its end to its start once less, and from
            // the piece before it once.
            let states = || piece.word.iter().map(|profile| self.states[usize::from(*profile)]);
            let (Some(first), Some(end)) = (states().next(), states().next_back()) else { continue };
            let (mut before, mut same) = (first, 0);
            for state in states().skip(1) {
                // Runs of one state are counted up before they are added.
                if state == before {
                    same += 1;
                } else {
                    followed[before][before] += same * u64::from(piece.times);
                    followed[before][state] += u64::from(piece.times);
                    (before, same) = (state, 0);
                }
            }
            followed[before][before] += same * u64::from(piece.times);
            followed[end][first] += u64::from(piece.times - 1);
            if let Some(last) = last {
                followed[last][first] += 1;
            }
            last = Some(end);
        }
        // What is followed by nothing is the last; every other state is followed by one.
        let counts = if self.two_by_two {
            let of = |state: usize| followed[state].iter().sum::<u64>() + u64::from(last == Some(state));
            (0..profiles).map(of).collect()
        } else {
            course.counts(profiles)
        };
        for (state, n) in self.states.iter().zip(&counts) {
            bout.states[0][*state] += count(*n);
            bout.states[1][mirrored(*state)] += count(*n);
        }
        for (state, next) in followed.iter().enumerate() {
            for (then, n) in next.iter().enumerate() {
                bout.answers[0][2 * state + then / 2] += count(*n);
                bout.answers[1][2 * mirrored(state) + mirrored(then) / 2] += count(*n);
            }
        }
        if discount < 1.0 {
            let mut weight = 1.0;
            for profile in course.iter() {
                for (player, score) in bout.scores.iter_mut().enumerate() {
                    *score += weight * self.payoff(usize::from(profile), player);
                }
                bout.weight += weight;
                weight *= discount;
                // What is left of an endless sum cannot be seen.
                if weight < 1e-18 {
                    break;
                }
            }
        } else {
            let sum = |player: usize| {
                (0..profiles).map(|k| i128::from(counts[k]) * i128::from(self.scaled[2 * k + player])).sum::<i128>()
            };
            bout.scores = [self.unscaled(sum(0)), self.unscaled(sum(1))];
            bout.weight = bout.rounds;
        }
        bout
    }

    /// The counts of a match of two automata in expectation; nothing if it is none of two players.
    pub fn expected(&self, spec: &Match<'_>, automata: [&Automaton; 2], discount: f64) -> Option<Bout> {
        let continuation = match spec.rules.length {
            Length::Drawn { continuation, .. } => continuation,
            _ => 1.0,
        };
        let mut bout = Bout::default();
        let mut weight = 1.0;
        let expected = expect(spec, automata[0], automata[1], |probabilities| {
            for (profile, p) in probabilities.iter().enumerate() {
                // The first round is the one that nothing has been weighed before.
                if bout.weight <= 0.0 {
                    let state = self.states[profile];
                    bout.first[0] += if state < 2 { *p } else { 0.0 };
                    bout.first[1] += if mirrored(state) < 2 { *p } else { 0.0 };
                }
                for (player, score) in bout.scores.iter_mut().enumerate() {
                    *score += weight * p * self.payoff(profile, player);
                }
            }
            bout.weight += weight;
            weight *= discount * continuation;
        })?;
        bout.rounds = expected.rounds;
        self.shares(&expected.profiles, &expected.answers, &mut bout);
        Some(bout)
    }

    /// The counts of the mean round of a match without end. The first action is not part of it.
    pub fn for_ever(&self, limit: &LongRun) -> Bout {
        let mut bout = Bout { rounds: 1.0, weight: 1.0, ..Bout::default() };
        self.shares(&limit.profiles, &limit.answers, &mut bout);
        for (profile, share) in limit.profiles.iter().enumerate() {
            for (player, score) in bout.scores.iter_mut().enumerate() {
                *score += share * self.payoff(profile, player);
            }
        }
        bout
    }

    fn shares(&self, profiles: &[f64], answers: &[Answers; 2], bout: &mut Bout) {
        for (profile, share) in profiles.iter().enumerate() {
            let state = self.states[profile];
            for (seat, seen) in [state, mirrored(state)].into_iter().enumerate() {
                bout.states[seat][seen] += share;
                for (action, share) in answers[seat][profile].iter().enumerate() {
                    bout.answers[seat][2 * seen + action] += share;
                }
            }
        }
    }
}

impl Bout {
    /// How often a seat played C.
    pub fn cooperations(&self, seat: usize) -> f64 {
        self.states[seat][0] + self.states[seat][1]
    }

    /// Adds `times` matches like another.
    pub fn add(&mut self, other: &Bout, times: f64) {
        self.rounds += times * other.rounds;
        self.weight += times * other.weight;
        for seat in 0..2 {
            self.scores[seat] += times * other.scores[seat];
            self.first[seat] += times * other.first[seat];
            for (sum, more) in self.states[seat].iter_mut().zip(&other.states[seat]) {
                *sum += times * more;
            }
            for (sum, more) in self.answers[seat].iter_mut().zip(&other.answers[seat]) {
                *sum += times * more;
            }
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
pub(super) fn count(n: u64) -> f64 {
    n as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::Rational;

    fn stage() -> Stage {
        let q = |n: i64| Rational::from(n);
        let game = NormalForm::symmetric("pd", ["C", "D"], &[vec![q(3), q(0)], vec![q(5), q(1)]]).expect("a game");
        Stage::of(&game).expect("whole payoffs")
    }

    /// Pieces are counted as the rounds that they stand for.
    #[test]
    fn a_course_in_pieces_is_counted_like_its_rounds() {
        let mut pieces = Course::default();
        pieces.push(vec![1, 2], 1);
        pieces.push(vec![0, 3, 1], 4);
        pieces.push(vec![2], 3);
        let flat = Course::of(pieces.iter().collect());
        for discount in [1.0, 0.9] {
            assert_eq!(stage().played(&pieces, discount), stage().played(&flat, discount));
        }
    }

    /// Five rounds of tit-for-tat against a defector: CD, then DD four times.
    #[test]
    fn both_seats_see_their_own_action_first() {
        let bout = stage().played(&Course::of(vec![1, 3, 3, 3, 3]), 1.0);
        assert_eq!(bout.scores, [4.0, 9.0]);
        assert_eq!(bout.states, [[0.0, 1.0, 0.0, 4.0], [0.0, 0.0, 1.0, 4.0]]);
        assert_eq!(bout.answers[0], [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 3.0]);
        assert_eq!(bout.answers[1], [0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 3.0]);
        assert_eq!(bout.first, [1.0, 0.0]);
    }
}
