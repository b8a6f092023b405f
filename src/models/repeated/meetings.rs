//! Who meets whom, for how long, and under which name.

use super::setting::{Condition, Matching};
use crate::ids::RunKey;
use crate::models::cast::Cast;
use crate::play::{Length, Rules, Subject};
use crate::sim::{Purpose, Who};
use std::sync::Arc;

/// One match between two agents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Meeting {
    /// The agents, by their places in the cast. Equal for a twin match.
    pub(super) agents: [usize; 2],
    /// The round before the first: 0 but for strangers, who meet in one round each.
    pub(super) offset: u32,
    /// Which of the condition's rules are played: the place in [`Plan::rules`].
    pub(super) rules: usize,
}

/// All that the repetitions of a condition have in common.
pub(super) struct Plan<'a> {
    pub(super) condition: &'a Condition,
    pub(super) cast: &'a Cast,
    /// The rules of a match. Strangers' one-round matches have one for each entry of the schedule, and one for
    /// rounds that none covers, since they are told what a defection costs.
    pub(super) rules: Vec<Rules>,
    /// What the messages of its matches say of the game.
    pub(super) subject: Arc<Subject>,
    /// Meetings that are the same in every repetition.
    fixed: Vec<Meeting>,
}

impl<'a> Plan<'a> {
    pub(super) fn of(condition: &'a Condition, cast: &'a Cast) -> Self {
        let n = cast.agents.len();
        let (mut rules, mut fixed) = (vec![condition.rules.clone()], Vec::new());
        match condition.matching {
            Matching::RoundRobin => {
                for a in 0..n {
                    let first = if condition.twins { a } else { a + 1 };
                    fixed.extend((first..n).map(|b| Meeting { agents: [a, b], offset: 0, rules: 0 }));
                }
            }
            Matching::Partners => {}
            Matching::Strangers => rules = strangers_rules(condition),
        }
        let subject = Subject::of(condition.game(), condition.mapping);
        Self { condition, cast, rules, subject, fixed }
    }

    /// The meetings of a repetition, in order.
    pub(super) fn meetings(&self, key: &RunKey, repetition: u64) -> Vec<Meeting> {
        let rounds = self.condition.fixed_rounds().unwrap_or(0);
        match self.condition.matching {
            Matching::RoundRobin => self.fixed.clone(),
            Matching::Partners => self
                .pairs(key, repetition, 0)
                .into_iter()
                .map(|agents| Meeting { agents, offset: 0, rules: 0 })
                .collect(),
            Matching::Strangers => (0..rounds)
                .flat_map(|offset| {
                    let entry = self.condition.schedule.entry(offset + 1, rounds);
                    let rules = entry.unwrap_or(self.condition.schedule.audits.len());
                    let pairs = self.pairs(key, repetition, u64::from(offset));
                    pairs.into_iter().map(move |agents| Meeting { agents, offset, rules })
                })
                .collect(),
        }
    }

    /// How many meetings a repetition has.
    pub(super) fn meeting_count(&self) -> u64 {
        let pairs = self.cast.agents.len() as u64 / 2;
        match self.condition.matching {
            Matching::RoundRobin => self.fixed.len() as u64,
            Matching::Partners => pairs,
            Matching::Strangers => pairs * u64::from(self.condition.fixed_rounds().unwrap_or(0)),
        }
    }

    /// A random perfect matching; of an odd number of agents one sits out.
    fn pairs(&self, key: &RunKey, repetition: u64, epoch: u64) -> Vec<[usize; 2]> {
        let mut order: Vec<usize> = (0..self.cast.agents.len()).collect();
        key.draws_at(Who::place("", repetition), Purpose::Pairing, epoch).shuffle(&mut order);
        order.chunks_exact(2).map(|pair| [pair[0].min(pair[1]), pair[0].max(pair[1])]).collect()
    }

    /// The names of a meeting's players. A twin has a name of its own.
    pub(super) fn names(&self, meeting: &Meeting) -> [String; 2] {
        let [a, b] = meeting.agents.map(|agent| self.cast.agents[agent].name.clone());
        if meeting.agents[0] == meeting.agents[1] { [a, format!("{b} (twin)")] } else { [a, b] }
    }

    /// The name of a meeting: whose draws it takes. Other meetings do not change it.
    pub(super) fn place(&self, meeting: &Meeting) -> String {
        let [a, b] = self.names(meeting);
        match self.condition.matching {
            Matching::Strangers => format!("{a}|{b}|{}", meeting.offset + 1),
            _ => format!("{a}|{b}"),
        }
    }
}

/// The one-round rules of strangers: for each entry of the schedule, then for rounds without an audit.
fn strangers_rules(condition: &Condition) -> Vec<Rules> {
    let known = matches!(condition.rules.length, Length::Known(_));
    let penalties = condition.schedule.audits.iter().map(|audit| vec![audit.deterrent()]);
    penalties
        .chain([Vec::new()])
        .map(|penalties| {
            let mut rules = condition.rules.clone();
            rules.length = if known { Length::Known(1) } else { Length::Unknown(1) };
            rules.expected_penalties = if known { penalties.into() } else { Arc::from([]) };
            rules
        })
        .collect()
}
