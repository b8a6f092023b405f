//! What a match of two automata is in expectation, without playing it.

use super::engine::fits;
use super::rules::{Length, Match};
use crate::ids::PlayerId;
use crate::strategy::{Action, Automaton};

/// The expected course of a match.
#[derive(Clone, Debug, PartialEq)]
pub struct Expectation {
    /// The expected number of rounds.
    pub rounds: f64,
    /// How often each profile is expected, summed over the rounds.
    pub profiles: Vec<f64>,
    /// How often each seat is expected to answer the last round's profile with its first action, and with another.
    pub answers: [Answers; 2],
}

/// By profile of a round, in the game's numbering: how often a player's next action is its first one, and another.
pub type Answers = Vec<[f64; 2]>;

impl Expectation {
    /// The sum of the probabilities of the rounds that a drawn length leaves out.
    pub const TAIL: f64 = 1e-15;

    /// The expected total payoff of a player, in utility units.
    pub fn score(&self, spec: &Match<'_>, player: PlayerId) -> f64 {
        let game = &*spec.rules.game;
        let terms = self.profiles.iter().enumerate().map(|(k, count)| count * game.payoff_at(k, player).to_f64());
        terms.sum()
    }
}

/// The expected course of a match of two automata, by the Markov chain on their pairs of states.
///
/// Rounding aside it is exact: each round's distribution over pairs of states follows from the last one's.
/// For a drawn length the sum ends where what is left weighs less than [`Expectation::TAIL`]. `each` gets the probability of
/// each profile in each round, if it is reached, in the order of rounds. Cost: rounds times pairs of states times (actions to the fourth with misperception, squared without).
///
/// `None` if the game is not one of two players.
pub fn expect(spec: &Match<'_>, a: &Automaton, b: &Automaton, mut each: impl FnMut(&[f64])) -> Option<Expectation> {
    fits(spec, 2).ok()?;
    let profiles = spec.rules.game.profile_count();
    let (rounds, continuation) = match spec.rules.length {
        Length::Known(rounds) | Length::Unknown(rounds) => (u64::from(rounds), 1.0),
        Length::Drawn { continuation, .. } => (u64::from(u32::MAX), continuation),
    };
    let chain = Chain { a, b, noise: spec.rules.noise, misperception: spec.rules.misperception };
    let mut pairs = vec![0.0; a.states() * b.states()];
    pairs[a.start() as usize * b.states() + b.start() as usize] = 1.0;
    let none = || vec![[0.0; 2]; profiles];
    let mut expected = Expectation { rounds: 0.0, profiles: vec![0.0; profiles], answers: [none(), none()] };
    let firsts = chain.firsts();
    let (mut played, mut after) = (vec![0.0; profiles], vec![0.0; pairs.len()]);
    let mut reached = 1.0;
    for round in 1..=rounds {
        // What is left after this round weighs reached * (w + w^2 + ..) = reached * w / (1 - w).
        if continuation < 1.0 && reached / (1.0 - continuation) < Expectation::TAIL {
            break;
        }
        pairs = chain.switch(pairs, u32::try_from(round).unwrap_or(u32::MAX));
        played.fill(0.0);
        after.fill(0.0);
        // What a round is answered with is played in the next one, if there is one, by what a switch leaves.
        let followed = if round == rounds { 0.0 } else { reached * continuation };
        let switched = chain.switched(u32::try_from(round + 1).unwrap_or(u32::MAX));
        for (pair, p) in pairs.iter().enumerate().filter(|(_, p)| **p > 0.0) {
            chain.outcomes(pair, |profile, next, q| {
                played[profile] += p * q.profile;
                after[next] += p * q.reading;
                let answering = switched.as_ref().map_or(next, |to| to[next]);
                for (seat, first) in firsts.of(answering).into_iter().enumerate() {
                    let answers = &mut expected.answers[seat][profile];
                    answers[0] += followed * p * q.reading * first;
                    answers[1] += followed * p * q.reading * (1.0 - first);
                }
            });
        }
        std::mem::swap(&mut pairs, &mut after);
        for (total, p) in expected.profiles.iter_mut().zip(&played) {
            *total += reached * p;
        }
        expected.rounds += reached;
        each(&played);
        reached *= continuation;
    }
    Some(expected)
}

/// Two automata in play, as a Markov chain on their pairs of states `a * states_b + b`.
pub(super) struct Chain<'a> {
    pub(super) a: &'a Automaton,
    pub(super) b: &'a Automaton,
    pub(super) noise: f64,
    pub(super) misperception: f64,
}

/// How likely an outcome of a pair of states is.
#[derive(Clone, Copy)]
pub(super) struct Likelihood {
    /// The probability of the profile, once a profile: 0 for all but its first reading.
    pub(super) profile: f64,
    /// The probability of the profile with this reading of it, and so of the next pair.
    pub(super) reading: f64,
}

/// The probability with which each pair's next actions are the first ones.
pub(super) struct Firsts {
    a: Vec<f64>,
    b: Vec<f64>,
}

impl Firsts {
    /// Those of the two seats in a pair of states.
    pub(super) fn of(&self, pair: usize) -> [f64; 2] {
        [self.a[pair / self.b.len()], self.b[pair % self.b.len()]]
    }
}

impl Chain<'_> {
    /// The chance of a first action in each pair.
    pub(super) fn firsts(&self) -> Firsts {
        let first = |automaton: &Automaton| {
            let states = 0..u32::try_from(automaton.states()).expect("fewer than 2^32 states");
            states.map(|state| self.realised(automaton, state, Action::C, automaton.own_actions())).collect()
        };
        Firsts { a: first(self.a), b: first(self.b) }
    }

    /// Where the switches before a round lead each pair; nothing if there are none.
    pub(super) fn switched(&self, round: u32) -> Option<Vec<usize>> {
        let found = |automaton: &'_ Automaton| automaton.switches().iter().position(|switch| switch.round == round);
        let (a, b) = (found(self.a), found(self.b));
        if a.is_none() && b.is_none() {
            return None;
        }
        let to = |automaton: &Automaton, place: Option<usize>, state: usize| {
            place.map_or(state, |place| automaton.switches()[place].to[state] as usize)
        };
        let width = self.b.states();
        let pairs = 0..self.a.states() * width;
        Some(pairs.map(|pair| to(self.a, a, pair / width) * width + to(self.b, b, pair % width)).collect())
    }

    pub(super) fn switch(&self, pairs: Vec<f64>, round: u32) -> Vec<f64> {
        let Some(to) = self.switched(round) else { return pairs };
        let mut after = vec![0.0; pairs.len()];
        for (pair, p) in pairs.iter().enumerate() {
            after[to[pair]] += p;
        }
        after
    }

    /// Shows each way in which a round that begins in a pair of states can go: profile, next pair, likelihood.
    pub(super) fn outcomes(&self, pair: usize, mut show: impl FnMut(usize, usize, Likelihood)) {
        let (na, nb) = (self.a.own_actions(), self.b.own_actions());
        let width = self.b.states();
        #[expect(clippy::cast_possible_truncation, reason = "automata have fewer than 2^32 states")]
        let (s, t) = ((pair / width) as u32, (pair % width) as u32);
        for own in actions(na) {
            let p_own = self.realised(self.a, s, own, na);
            if p_own <= 0.0 {
                continue;
            }
            for other in actions(nb) {
                let both = p_own * self.realised(self.b, t, other, nb);
                if both <= 0.0 {
                    continue;
                }
                let mut profile = both;
                for (read_other, p_read) in self.read(other, nb) {
                    for (read_own, q_read) in self.read(own, na) {
                        let next_a = self.a.next(s, own, read_other) as usize;
                        let next_b = self.b.next(t, other, read_own) as usize;
                        let likelihood = Likelihood { profile, reading: both * p_read * q_read };
                        show(own.index() * nb + other.index(), next_a * width + next_b, likelihood);
                        profile = 0.0;
                    }
                }
            }
        }
    }

    /// The probability that a state's choice comes out as an action.
    fn realised(&self, automaton: &Automaton, state: u32, action: Action, actions: usize) -> f64 {
        let chosen = automaton.probability(state, action);
        if self.noise <= 0.0 || actions < 2 {
            return chosen;
        }
        chosen * (1.0 - self.noise) + (1.0 - chosen) * slipped(self.noise, actions)
    }

    /// How an action is read, with the probability of each reading.
    fn read(&self, action: Action, count: usize) -> impl Iterator<Item = (Action, f64)> {
        let misperception = if count < 2 { 0.0 } else { self.misperception };
        actions(count).filter_map(move |read| {
            let p = if read == action { 1.0 - misperception } else { slipped(misperception, count) };
            (p > 0.0).then_some((read, p))
        })
    }
}

/// The probability of one certain wrong action.
fn slipped(noise: f64, actions: usize) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "at most 256 actions")]
    let others = (actions.max(2) - 1) as f64;
    noise / others
}

fn actions(count: usize) -> impl Iterator<Item = Action> {
    (0..count).map(|k| Action(u8::try_from(k).expect("a player has at most 256 actions")))
}
