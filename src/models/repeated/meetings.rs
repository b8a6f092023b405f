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
    /// Whether both have signed the contract, where there is one.
    pub(super) signed: bool,
}

/// All that the repetitions of a condition have in common.
pub(super) struct Plan<'a> {
    pub(super) condition: &'a Condition,
    pub(super) cast: &'a Cast,
    /// The rules of a match. Strangers' one-round matches have one for each entry of the schedule, and one for
    /// rounds that none covers, since they are told what a defection costs.
    ///
    /// A contract adds rules for who does not sign, and records take all of them nine times, by what the two know of each
    /// other's standing.
    pub(super) rules: Vec<Rules>,
    /// The rules of those who sign no contract.
    unbound: usize,
    /// Whether each agent signs.
    signs: Vec<bool>,
    /// What the messages of its matches say of the game.
    pub(super) subject: Arc<Subject>,
    /// Meetings that are the same in every repetition.
    fixed: Vec<Meeting>,
}

impl<'a> Plan<'a> {
    pub(super) fn of(condition: &'a Condition, cast: &'a Cast) -> Self {
        let n = cast.agents.len();
        let mut rules = match condition.matching {
            Matching::Strangers => strangers_rules(condition),
            Matching::RoundRobin | Matching::Partners => {
                let mut unbound = condition.rules.clone();
                unbound.expected_penalties = Arc::from([]);
                vec![condition.rules.clone(), unbound]
            }
        };
        let unbound = rules.len() - 1;
        if condition.records.is_some() {
            rules = rules.into_iter().flat_map(by_standing).collect();
        }
        let subject = Subject::of(condition.game(), condition.mapping);
        let signs = cast.agents.iter().map(|agent| condition.signs(&agent.name)).collect();
        let mut plan = Self { condition, cast, rules, unbound, signs, subject, fixed: Vec::new() };
        if condition.matching == Matching::RoundRobin {
            for a in 0..n {
                let first = if condition.twins { a } else { a + 1 };
                let meetings: Vec<Meeting> = (first..n).map(|b| plan.meeting([a, b], 0, 0)).collect();
                plan.fixed.extend(meetings);
            }
        }
        plan
    }

    /// A meeting under these rules, or without a contract if one of the two does not sign.
    fn meeting(&self, agents: [usize; 2], offset: u32, rules: usize) -> Meeting {
        let signed = agents.iter().all(|agent| self.signs[*agent]);
        let bound = signed || self.condition.contract.is_none();
        Meeting { agents, offset, rules: if bound { rules } else { self.unbound }, signed }
    }

    /// A meeting whose two agents know this of each other's standing.
    pub(super) fn knowing(&self, meeting: &Meeting, standings: [Option<bool>; 2]) -> Meeting {
        let [a, b] = standings.map(|standing| standing.map_or(0, |well| 1 + usize::from(well)));
        Meeting { rules: 9 * meeting.rules + 3 * a + b, ..meeting.clone() }
    }

    /// The meetings of a repetition, in order.
    pub(super) fn meetings(&self, key: &RunKey, repetition: u64) -> Vec<Meeting> {
        let rounds = self.condition.fixed_rounds().unwrap_or(0);
        match self.condition.matching {
            Matching::RoundRobin => self.fixed.clone(),
            Matching::Partners => {
                self.pairs(key, repetition, 0).into_iter().map(|agents| self.meeting(agents, 0, 0)).collect()
            }
            Matching::Strangers => (0..rounds)
                .flat_map(|offset| {
                    let entry = self.condition.schedule.entry(offset + 1, rounds);
                    let rules = entry.unwrap_or(self.condition.schedule.audits.len());
                    let pairs = self.pairs(key, repetition, u64::from(offset));
                    pairs.into_iter().map(move |agents| self.meeting(agents, offset, rules))
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

/// The same rules by what the two know of each other's standing: nothing, bad or well.
fn by_standing(rules: Rules) -> impl Iterator<Item = Rules> {
    let known = [None, Some(false), Some(true)];
    (0..9).map(move |k| Rules { standings: vec![known[k / 3], known[k % 3]], ..rules.clone() })
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
