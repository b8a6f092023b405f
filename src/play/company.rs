//! One strategy against many automata, where nothing is drawn: it is asked once for all who have treated it alike so far.
//!
//! What a player does follows from what it has seen and drawn. So opponents whose actions have been the same meet the same
//! player; only where they part has it to be copied. Knows nothing of who meets whom in a tournament.

use super::course::Course;
use super::engine::{fits, room};
use super::rules::{Length, Match};
use crate::ids::PlayerId;
use crate::sim::Draws;
use crate::strategy::{Action, Automaton, Record, Seen, Strategy, View};
use std::sync::Arc;

/// Automata that a strategy meets, in one table: what a state plays, and where each action of the other leads.
///
/// A sure state's own action is known, so that the next state follows from the other's alone.
#[derive(Clone, Debug)]
pub struct Company {
    /// By state of all: its action; nothing where it is drawn.
    acts: Vec<Option<Action>>,
    /// By state of all and action of the other.
    next: Vec<u32>,
    seen_actions: usize,
    members: Vec<Option<Member>>,
    /// The rounds before which some states change.
    switching: Vec<u32>,
}

/// An automaton of a company, and its first state among those of all.
#[derive(Clone, Debug)]
struct Member {
    automaton: Arc<Automaton>,
    offset: u32,
}

impl Company {
    /// A company of automata of the same numbers of actions; a place without one is kept free.
    pub fn of(automata: impl IntoIterator<Item = Option<Arc<Automaton>>>) -> Self {
        let mut company =
            Self { acts: Vec::new(), next: Vec::new(), seen_actions: 0, members: Vec::new(), switching: Vec::new() };
        for automaton in automata {
            let member = automaton.map(|automaton| company.member(automaton));
            company.members.push(member);
        }
        company.switching.sort_unstable();
        company.switching.dedup();
        company
    }

    fn member(&mut self, automaton: Arc<Automaton>) -> Member {
        let count = |states: usize| u32::try_from(states).expect("fewer than 2^32 states");
        let offset = count(self.acts.len());
        self.seen_actions = automaton.seen_actions();
        for state in 0..count(automaton.states()) {
            let act = automaton.sure_action(state);
            self.acts.push(act);
            for seen in 0..self.seen_actions {
                let seen = Action(u8::try_from(seen).expect("at most 256 actions"));
                self.next.push(offset + automaton.next(state, act.unwrap_or(Action::C), seen));
            }
        }
        self.switching.extend(automaton.switches().iter().map(|switch| switch.round));
        Member { automaton, offset }
    }

    fn at(&self, place: usize) -> &Member {
        self.members[place].as_ref().expect("a member of the company")
    }

    /// The state of a member before a round that some states change before.
    fn switched(&self, (place, state): (usize, u32), round: u32) -> u32 {
        let member = self.at(place);
        member.offset + member.automaton.switched(state - member.offset, round)
    }
}

/// A course, and who of the company plays it against the strategy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shared {
    /// The course of their matches.
    pub course: Course,
    /// Their places in the company.
    pub members: Vec<usize>,
}

/// The courses of the matches of a strategy, in a seat, against some members of a company in the other one.
///
/// Those in whose match something is drawn are in none of them, and nobody is if the rules have noise or a drawn length, or
/// if the strategy sees into the other player or plays from outside the lab: their matches have to be played one by one.
///
/// # Panics
/// If a place is free.
pub fn play_company(
    spec: &Match<'_>,
    seat: PlayerId,
    strategy: &dyn Strategy,
    company: &Company,
    members: &[usize],
) -> Vec<Shared> {
    let fixed = matches!(spec.rules.length, Length::Known(_) | Length::Unknown(_));
    let blind = !strategy.reads_minds() && !strategy.is_guest();
    if !fixed || !blind || !spec.rules.is_noiseless() || fits(spec, 2).is_err() {
        return Vec::new();
    }
    let start = |place: &usize| (*place, company.at(*place).offset + company.at(*place).automaton.start());
    let table = Table::of(spec, seat, company);
    let mut strategy = strategy.boxed_clone();
    strategy.begin(&spec.rules.told(seat));
    let truth = table.actions.map(|actions| Record::with_room(actions, table.rounds));
    let members = members.iter().map(start).collect();
    let mut branches = vec![Branch { strategy, truth, word: Vec::with_capacity(room(table.rounds)), members }];
    let mut all = Vec::new();
    while let Some(branch) = branches.pop() {
        all.extend(branch.grow(&table, &mut branches));
    }
    all
}

/// What all branches share.
struct Table<'a> {
    company: &'a Company,
    seat: usize,
    actions: [usize; 2],
    rounds: u32,
}

impl<'a> Table<'a> {
    fn of(spec: &Match<'_>, seat: PlayerId, company: &'a Company) -> Self {
        let actions = [0, 1].map(|seat| spec.rules.game.action_count(PlayerId(seat)));
        Self { company, seat: seat.index(), actions, rounds: spec.rounds() }
    }

    /// The number of the profile in which the strategy and a member play these actions.
    #[inline]
    fn profile(&self, own: Action, seen: Action) -> u16 {
        let [first, second] = if self.seat == 0 { [own, seen] } else { [seen, own] };
        #[expect(clippy::cast_possible_truncation, reason = "`fits` has checked the number of profiles")]
        let profile = (first.index() * self.actions[1] + second.index()) as u16;
        profile
    }
}

/// Members by place in the company, and the state of each among those of all.
type Members = Vec<(usize, u32)>;

/// Matches that have been the same so far.
struct Branch {
    strategy: Box<dyn Strategy>,
    truth: [Record; 2],
    word: Vec<u16>,
    /// Who plays them, and in which state it is.
    members: Members,
}

impl Branch {
    /// Plays on to the end, where its course is known, or to where something is drawn. Members that part from the first
    /// one are left to new branches.
    fn grow(mut self, table: &Table<'_>, branches: &mut Vec<Branch>) -> Option<Shared> {
        let me = table.seat;
        let mut draws = Draws::unused();
        let mut switching = table.company.switching.iter().peekable();
        for round in 1 + self.word.len() as u32..=table.rounds {
            while switching.next_if(|switch| **switch < round).is_some() {}
            if switching.peek() == Some(&&round) {
                self.members.iter_mut().for_each(|member| member.1 = table.company.switched(*member, round));
            }
            let own = self.truth[me].history_of(round as usize - 1);
            let view = View { round, own, seen: Seen::new(&self.truth, me) };
            let own = self.strategy.act(&view, &mut draws);
            if draws.used() || own.index() >= table.actions[me] {
                return None;
            }
            let (seen, parted) = self.step(table.company, own)?;
            for (seen, members) in parted {
                let mut branch = self.fork(table, members);
                branch.push(table, own, seen);
                branches.push(branch);
            }
            self.push(table, own, seen);
        }
        let members = self.members.into_iter().map(|(place, _)| place).collect();
        Some(Shared { course: Course::of(self.word), members })
    }

    /// All members play a round: the action of the first, and who played which other one. Members that draw leave, and there
    /// is no answer if all do.
    fn step(&mut self, company: &Company, own: Action) -> Option<(Action, Vec<(Action, Members)>)> {
        let first = self.members.iter().find_map(|(_, state)| company.acts[*state as usize])?;
        let mut parted: Vec<(Action, Members)> = Vec::new();
        let mut stay = 0;
        for k in 0..self.members.len() {
            let (place, state) = self.members[k];
            let act = company.acts[state as usize];
            let member = (place, company.next[state as usize * company.seen_actions + own.index()]);
            if act == Some(first) {
                self.members[stay] = member;
                stay += 1;
            } else if let Some(seen) = act {
                match parted.iter_mut().find(|(action, _)| *action == seen) {
                    Some((_, members)) => members.push(member),
                    None => parted.push((seen, vec![member])),
                }
            }
        }
        self.members.truncate(stay);
        Some((first, parted))
    }

    /// The same past, with other members.
    fn fork(&self, table: &Table<'_>, members: Members) -> Self {
        let truth = [0, 1].map(|seat| self.truth[seat].with_room_for(table.rounds));
        let mut word = Vec::with_capacity(room(table.rounds));
        word.extend_from_slice(&self.word);
        Self { strategy: self.strategy.clone(), truth, word, members }
    }

    fn push(&mut self, table: &Table<'_>, own: Action, seen: Action) {
        self.truth[table.seat].push(own);
        self.truth[1 - table.seat].push(seen);
        self.word.push(table.profile(own, seen));
    }
}
