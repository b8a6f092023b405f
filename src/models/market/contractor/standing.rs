//! How a contractor stands with others: on record at a registry, under which name, in which version; what it says of others,
//! and how it does in probes.

use super::super::bidder::Skills;
use super::super::name::{Name, errand_tag};
use super::super::words::{Entry, Feedback, Word};
use super::{AGAIN_US, CHASE, Contractor, PERIOD, PROBED, Stake, VERSION, tag};
use crate::a2a::TaskState;
use crate::contract::Credits;
use crate::exchange::{Outbox, TaskId};
use crate::ids::{AgentId, Tick};
use crate::reputation::Grade;
use crate::reputation::attacks::{Look, Said, Scene};
use crate::sim::Draws;
use std::collections::BTreeMap;

/// Whom an attacker speaks of, by their first names.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Others {
    pub(in super::super) rivals: Vec<AgentId>,
    pub(in super::super) attackers: Vec<AgentId>,
}

/// Probes that it works on: the skill of each.
pub(super) type Probes = BTreeMap<TaskId, u16>;

/// The skills that it claims to have: those that it does not lack.
fn claimed(skills: &Skills) -> Vec<u16> {
    let able = skills.capability.iter().zip(0u16..).filter(|(capability, _)| **capability > 0.0);
    able.map(|(_, skill)| skill).collect()
}

impl Contractor {
    /// Puts itself on record, and sets its clock if it has something to do from period to period.
    pub(super) fn join(&mut self, now: Tick, out: &mut Outbox<Word>) {
        let own = Entry { name: self.identity.name, skills: claimed(&self.skills), instead_of: None };
        self.identity.tell(Word::Register(Box::new(own)), out);
        let helpers = self.bidder.attack().map_or(0, |attack| attack.helpers()) as usize;
        while self.identity.helpers.len() < helpers {
            let Some(name) = self.identity.fresh() else { break };
            self.identity.helpers.push(name);
            let helper = Entry { name, skills: Vec::new(), instead_of: None };
            self.identity.tell(Word::Register(Box::new(helper)), out);
        }
        if let Some((amount, until)) = self.pledge {
            self.pledge_more(amount, until, out);
        }
        if self.schemes && now < self.identity.ends {
            out.timer(self.identity.period_us, PERIOD);
        }
        if let Some((at, _)) = &self.next {
            out.timer(at.0.saturating_sub(now.0), VERSION);
        }
    }

    /// Has the escrow agent hold so much behind all its contracts.
    fn pledge_more(&mut self, amount: Credits, until: Tick, out: &mut Outbox<Word>) {
        let Some((bank, context)) = self.bank else { return };
        let word = Word::Pledge { amount, until };
        self.pledges.insert(self.identity.errands.ask((bank, context), word, Vec::new(), errand_tag, out));
    }

    /// The escrow agent has spoken about a pledge. What is lost of it is pledged anew.
    pub(super) fn pledged(
        &mut self,
        now: Tick,
        task: TaskId,
        state: TaskState,
        word: Option<&Word>,
        out: &mut Outbox<Word>,
    ) {
        match (state, word) {
            (TaskState::AuthRequired, _) => out.send(task, Word::Authorize),
            (TaskState::Working, None) => self.identity.errands.forget(task),
            (TaskState::Working, Some(Word::Slashed(lost))) => {
                if let Some((_, until)) = self.pledge.filter(|(_, until)| now < *until) {
                    self.pledge_more(*lost, until, out);
                }
            }
            (state, _) if state.is_terminal() => {
                self.pledges.remove(&task);
            }
            _ => {}
        }
    }

    /// A task has a new state that this agent has asked something in; whether no more is to be done about it.
    pub(super) fn told_of_errand(&mut self, task: TaskId, state: TaskState, out: &mut Outbox<Word>) -> bool {
        if !self.identity.errands.knows(task) {
            return false;
        }
        // A pledge goes on after it was heard, and is its own matter.
        let is_pledge = self.pledges.contains(&task);
        let new = self.identity.errands.updated(task, state, errand_tag, out);
        if let (true, Some(new)) = (is_pledge, new) {
            self.pledges.remove(&task);
            self.pledges.insert(new);
        }
        !is_pledge || new.is_some()
    }

    /// It hears how it was rated, and answers.
    pub(super) fn rated(&mut self, task: TaskId, (rater, grade): (Name, Grade), out: &mut Outbox<Word>) {
        if self.is_over(task) {
            return;
        }
        self.end(task);
        out.update(task, TaskState::Working);
        out.update(task, TaskState::Completed);
        let answer = match self.bidder.attack() {
            Some(attack) => attack.answers(grade).unwrap_or(Grade::GOOD),
            None => Grade::GOOD,
        };
        self.rates(rater, answer, out);
    }

    /// Says what it thinks of who called it.
    pub(super) fn rates(&mut self, ratee: Name, grade: Grade, out: &mut Outbox<Word>) {
        let feedback = Feedback { rater: self.identity.name, ratee, version: 1, grade, size: 1.0 };
        self.identity.tell(Word::Rate(Box::new(feedback)), out);
    }

    /// It was down: what its timers were for has passed by, and probes are lost.
    pub(super) fn resume(&mut self, now: Tick, out: &mut Outbox<Word>) {
        for (task, _) in std::mem::take(&mut self.probes) {
            self.end(task);
            out.update(task, TaskState::Failed);
        }
        self.identity.errands.resume(errand_tag, out);
        if self.schemes && now < self.identity.ends {
            out.timer(self.identity.period_us, PERIOD);
        }
        if let Some((at, _)) = &self.next {
            out.timer(at.0.saturating_sub(now.0), VERSION);
        }
    }

    /// Signs that what is held for a contract is released.
    pub(super) fn sign(&mut self, task: TaskId, contract: TaskId, settled: Credits, out: &mut Outbox<Word>) {
        let Some((bank, context)) = self.bank else { return };
        let sign = out.open_about(bank, context, Word::Sign { contract, settled }, vec![task]);
        if self.ended.is_some() {
            self.stakes.insert(sign, Stake { contract: task, tries: 0 });
            out.timer(AGAIN_US, tag(sign, CHASE));
        }
    }

    /// A period is over: it looks at how it stands, and says what it has to say.
    pub(super) fn period(&mut self, now: Tick, out: &mut Outbox<Word>) {
        if self.identity.public {
            self.identity.tell(Word::AskStanding(self.identity.name), out);
            self.spread(out);
        } else {
            let look = self.identity.look(now);
            self.looked(&look, out);
        }
        if now.after(self.identity.period_us) <= self.identity.ends {
            out.timer(self.identity.period_us, PERIOD);
        }
    }

    /// It was told how it stands.
    pub(super) fn told(&mut self, now: Tick, [score, newcomer]: [f64; 2], out: &mut Outbox<Word>) {
        let look = Look { score, newcomer, ..self.identity.look(now) };
        self.looked(&look, out);
    }

    fn looked(&mut self, look: &Look, out: &mut Outbox<Word>) {
        if !self.bidder.leaves(look) {
            return;
        }
        let Some(name) = self.identity.fresh() else { return };
        let old = self.identity.rename(name);
        let entry = Entry { name, skills: claimed(&self.skills), instead_of: Some(old) };
        self.identity.tell(Word::Register(Box::new(entry)), out);
    }

    /// Says of others what it has not seen.
    fn spread(&mut self, out: &mut Outbox<Word>) {
        let helpers: Vec<AgentId> = self.identity.helpers.iter().map(|name| name.id()).collect();
        let own = self.identity.names.of(self.identity.me).id();
        let allies: Vec<AgentId> = self.others.attackers.iter().copied().filter(|ally| *ally != own).collect();
        let own = self.identity.name.id();
        let scene = Scene { own, helpers: &helpers, allies: &allies, rivals: &self.others.rivals };
        let mut said: Vec<Said> = Vec::new();
        if let Some(attack) = self.bidder.attack() {
            attack.spreads(&scene, &mut self.own_draws, &mut said);
        }
        for Said { rater, ratee, grade, trade } in said {
            let size = trade.unwrap_or(1.0);
            // A mate calls it as often as it calls its mate: each is a deal that may be rated.
            if let Some(mate) = ratee.0.checked_sub(self.identity.names.buyers).filter(|_| trade.is_some()) {
                self.identity.called_by(AgentId(mate), out);
            }
            let feedback = Feedback { rater: Name(rater.0), ratee: Name(ratee.0), version: 1, grade, size };
            self.identity.tell(Word::Rate(Box::new(feedback)), out);
        }
    }

    /// Another version of it is there; its card says so.
    pub(super) fn renew(&mut self, out: &mut Outbox<Word>) {
        let Some((_, skills)) = self.next.take() else { return };
        self.skills = skills;
        let new = self.identity.next();
        self.identity.tell(Word::Card(self.identity.name, new), out);
    }

    /// A probe: it works on it as on a contract that it has nothing else beside, and as well as it can.
    pub(super) fn probe(&mut self, task: TaskId, (skill, size): (u16, f64), out: &mut Outbox<Word>) {
        if self.probes.contains_key(&task) || self.is_over(task) {
            return;
        }
        self.spent += Credits::nearest(size * self.skills.cost.to_f64());
        out.update(task, TaskState::Working);
        self.probes.insert(task, skill);
        out.timer(self.skills.duration_us, tag(task, PROBED));
    }

    pub(super) fn probed(&mut self, task: TaskId, out: &mut Outbox<Word>) {
        let Some(skill) = self.probes.remove(&task) else { return };
        self.end(task);
        let able = self.skills.capability.get(usize::from(skill)).copied().unwrap_or(0.0);
        if self.own_draws.chance(able) && self.equipped {
            out.artifact(task, Word::Shown);
            out.update(task, TaskState::Completed);
        } else {
            out.update(task, TaskState::Failed);
        }
    }

    /// Draws for what is no contract: probes and schemes.
    pub(in super::super) fn with_own_draws(mut self, draws: Draws) -> Self {
        self.own_draws = draws;
        self
    }
}
