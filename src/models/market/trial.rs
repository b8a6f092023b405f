//! Trials: an announcement, or a series of them, among bidders whose behaviour is given: the market's protocol without its
//! economy. The agents are those of the market, over the same exchange.

use super::Party;
use super::acts::Acts;
use super::bidder::{Answer, Bidder, Own, Skills, Work};
use super::book::Book;
use super::buyer::{Buyer, Choice, Considered, Job, Winner};
use super::contractor::{Contractor, Profile};
use super::manager::{Agenda, Manager, Patience};
use super::name::{Identity, Names};
use super::score::{Weighed, Weights, score};
use super::words::{Award, Call, Listing, Offer, Reason, Word};
use crate::a2a::TaskState;
use crate::contract::Credits;
use crate::exact::Rational;
use crate::exchange::{Fact, Kernel, Network, TaskId};
use crate::ids::{AgentId, RunKey, Seed, Tick};
use crate::sim::{Draws, Observer, Purpose, Who};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

/// A tick of a trial, in microseconds.
const TICK: u64 = 1000;
/// Longer than any trial.
const LONG: u64 = 1 << 50;

/// What comes of an award to a bidder whose behaviour is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It delivers.
    Delivered,
    /// It fails.
    Failed,
    /// It declines.
    Declines,
    /// It never delivers.
    Overdue,
}

/// A bidder whose behaviour is given.
#[derive(Clone, Debug, PartialEq)]
pub struct Given {
    /// Whether it can do the work.
    pub skill: bool,
    /// What is thought of it, from 0 to 1.
    pub reputation: Rational,
    /// How many contracts it can have at a time, and how many it has.
    pub capacity: u32,
    /// How many it has.
    pub load: u32,
    /// Whether it answers calls.
    pub answers: bool,
    /// When its bid arrives, in ticks.
    pub arrival: u32,
    /// What it asks.
    pub price: Rational,
    /// How long it takes, by its own word.
    pub eta: Rational,
    /// The probability of success, by its own word.
    pub confidence: Rational,
    /// What comes of an award.
    pub fate: Fate,
}

/// The rules of one announcement.
#[derive(Clone, Debug, PartialEq)]
pub struct Rules {
    /// What is weighed, and how.
    pub weights: Weights<Rational>,
    /// What success is worth.
    pub value: Rational,
    /// When the work is due.
    pub due: Rational,
    /// The most that is paid.
    pub max_price: Rational,
    /// The reputation from which on a bidder is contacted.
    pub min_reputation: Rational,
    /// The last tick at which a bid is in time.
    pub bid_deadline: u32,
    /// How many bidders are awarded at most.
    pub awards: u32,
    /// The least score of a winner, if there is one.
    pub min_score: Option<Rational>,
}

/// What came of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Came {
    /// Its state after the first answer; WORKING if none came.
    pub after_answer: TaskState,
    /// Its last state.
    pub last: TaskState,
    /// Why; nothing of a delivery.
    pub reason: Option<Reason>,
}

/// What came of an announcement.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The bidders contacted, by place.
    pub contacted: Vec<usize>,
    /// The scores of the bids considered, by bidder.
    pub scores: BTreeMap<usize, Rational>,
    /// The winners, best first.
    pub winners: Vec<usize>,
    /// What came of each bidder's task.
    pub came: BTreeMap<usize, Came>,
    /// The acts.
    pub acts: Acts,
}

/// Follows the tasks and counts acts.
#[derive(Default)]
struct Follow {
    acts: Acts,
    /// Announcement, server and course of each task that a call opened.
    tasks: BTreeMap<TaskId, (u32, AgentId, Came)>,
    /// The task of the bid, for a task that an award opened.
    bids: BTreeMap<TaskId, TaskId>,
}

impl Observer<Fact<Word>> for Follow {
    const NEEDS_FACTS: bool = true;

    fn see(&mut self, _: Tick, fact: &Fact<Word>) {
        self.acts.count(fact);
        match fact {
            Fact::Opened { task, server, payload: Word::Call(call), .. } => {
                let came = Came { after_answer: TaskState::Working, last: TaskState::Submitted, reason: None };
                self.tasks.insert(*task, (call.announcement, *server, came));
            }
            Fact::Opened { task, payload: Word::Award(award), .. } => {
                self.bids.insert(*task, award.bid);
            }
            Fact::Updated { task, state, payload } => {
                let task = self.bids.get(task).unwrap_or(task);
                let Some((_, _, came)) = self.tasks.get_mut(task) else { return };
                match payload {
                    Some(Word::Refuse(reason)) => {
                        came.after_answer = *state;
                        came.reason = Some(*reason);
                    }
                    Some(Word::Bid(_)) => came.after_answer = *state,
                    Some(Word::Failure(reason)) => came.reason = Some(*reason),
                    _ => {}
                }
                came.last = *state;
            }
            Fact::CancelAsked { task, because: Some(Word::Cancel(reason)) } => {
                let task = self.bids.get(task).unwrap_or(task);
                if let Some((_, _, came)) = self.tasks.get_mut(task) {
                    came.reason = Some(*reason);
                }
            }
            _ => {}
        }
    }
}

/// Announces each job at its time to the same bidders.
struct Listed {
    jobs: std::vec::IntoIter<(Tick, Job)>,
    contacts: Vec<Listing>,
}

impl Agenda for Listed {
    fn next(&mut self) -> Option<(Tick, Job)> {
        self.jobs.next()
    }

    fn contacts(&mut self, _: &Job, _: &Book, _: Option<&[Listing]>) -> Vec<Listing> {
        self.contacts.clone()
    }
}

fn id(place: usize) -> AgentId {
    AgentId::at(place)
}

/// Runs bidders and one manager, who comes after them in every tick, without latency.
fn run(
    profile: Profile,
    bidders: Vec<(Skills, Box<dyn Bidder>)>,
    buyer: Box<dyn Buyer>,
    jobs: Vec<(Tick, Job)>,
    contacts: Vec<AgentId>,
) -> Follow {
    let agents = bidders.len() + 1;
    let key = RunKey::derive(Seed(0), 0, "");
    let names: Vec<String> = (0..agents).map(|place| place.to_string()).collect();
    let names_of = Names { buyers: 1, bidders: u32::try_from(bidders.len()).expect("few agents") };
    let mut parties: Vec<Party> = bidders
        .into_iter()
        .enumerate()
        .map(|(place, (skills, bidder))| {
            let draws = key.draws(Who::agent(&names[place]), Purpose::Choice);
            let known = (profile, Identity::new(names_of, id(place)));
            Party::Contractor(Box::new(Contractor::new(skills, bidder, draws, known)))
        })
        .collect();
    let patience = Patience { grace_us: LONG, overdue_us: LONG, resend_us: None };
    let count = u32::try_from(agents).expect("few agents");
    let mut manager = Manager::new(id(agents - 1), count, profile, patience, buyer);
    let listing = |address| Listing { address, name: names_of.of(address), version: 1, score: None, retorts: false };
    let contacts = contacts.into_iter().map(listing).collect();
    manager.agenda = Box::new(Listed { jobs: jobs.into_iter(), contacts });
    parties.push(Party::Manager(Box::new(manager)));
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut follow = Follow::default();
    Kernel::new(parties, &names, Network::constant(0), &key, "", 0).run(Tick(u64::MAX), &mut follow);
    follow
}

/// Scores by bidder, and the winners.
type Ranking = (BTreeMap<usize, Rational>, Vec<usize>);

/// Scores exactly and writes the scores down.
#[derive(Clone)]
struct Exact {
    rules: Rules,
    bidders: Vec<Given>,
    considered: Arc<Mutex<Ranking>>,
}

impl Buyer for Exact {
    fn choose(&mut self, _: &Job, _: &Arc<Call>, bids: &[Considered], _: &dyn Fn(AgentId) -> u64) -> Choice {
        let rules = &self.rules;
        let mut scored: Vec<(usize, Rational)> = bids
            .iter()
            .map(|bid| {
                let given = &self.bidders[bid.bidder.index()];
                let late = given.eta.clone() - rules.due.clone();
                let weighed = Weighed {
                    value: rules.value.clone(),
                    price: given.price.clone(),
                    confidence: given.confidence.clone(),
                    reputation: given.reputation.clone(),
                    lateness: if late.is_positive() { late } else { Rational::zero() },
                };
                (bid.bidder.index(), score(&rules.weights, &weighed))
            })
            .collect();
        let all = scored.iter().cloned().collect();
        scored.retain(|(_, score)| rules.min_score.as_ref().is_none_or(|least| score >= least));
        // The sort keeps the order of bidders among equals.
        scored.sort_by(|(_, a), (_, b)| b.cmp(a));
        scored.truncate(rules.awards as usize);
        let winners: Vec<usize> = scored.into_iter().map(|(place, _)| place).collect();
        let place = |winner: &usize| bids.iter().position(|bid| bid.bidder.index() == *winner).expect("it has bid");
        let award = |winner: &usize| Winner::plain(place(winner), Credits::ZERO);
        let choice = Choice::Award(winners.iter().map(award).collect());
        *self.considered.lock().expect("nobody panics in a trial") = (all, winners);
        choice
    }
}

#[derive(Clone)]
struct Scripted {
    given: Given,
    dear: bool,
}

impl Scripted {
    fn refusal(&self) -> Option<Reason> {
        if self.given.load >= self.given.capacity { Some(Reason::Capacity) } else { self.dear.then_some(Reason::Price) }
    }
}

impl Bidder for Scripted {
    fn think_us(&mut self, _: &Call, _: &Own<'_>) -> Option<u64> {
        let arrival = u64::from(self.given.arrival) * TICK;
        self.given.answers.then(|| if self.refusal().is_some() { 0 } else { arrival })
    }

    fn answer(&mut self, _: &Call, _: &Own<'_>, _: &mut Draws) -> Answer {
        match self.refusal() {
            Some(reason) => Answer::Refuse(reason),
            None => Answer::Bid(Offer {
                price: Credits::ZERO,
                eta_us: 0,
                confidence: self.given.confidence.to_f64(),
                valid_until: Tick(u64::MAX),
                alias: None,
            }),
        }
    }

    fn takes(&mut self, _: &Award, _: &Own<'_>) -> bool {
        self.given.fate != Fate::Declines
    }

    fn work(&mut self, _: &Award, _: &Own<'_>, _: &mut Draws) -> Work {
        let after_us = (self.given.fate != Fate::Overdue).then_some(TICK);
        let result = if self.given.fate == Fate::Failed { Err(Reason::Failure) } else { Ok(100) };
        Work { after_us, result, cost: Credits::ZERO }
    }
}

/// Runs one announcement to its end, in a task a bidder or with a second task for each award.
pub fn announcement(rules: &Rules, bidders: &[Given], profile: Profile) -> Outcome {
    let contacted: Vec<usize> = (0..bidders.len())
        .filter(|place| bidders[*place].skill && bidders[*place].reputation >= rules.min_reputation)
        .collect();
    let considered = Arc::new(Mutex::new((BTreeMap::new(), Vec::new())));
    let buyer = Exact { rules: rules.clone(), bidders: bidders.to_vec(), considered: Arc::clone(&considered) };
    let cast = bidders
        .iter()
        .map(|given| {
            let scripted = Scripted { given: given.clone(), dear: given.price > rules.max_price };
            (skills(given.capacity), Box::new(scripted) as Box<dyn Bidder>)
        })
        .collect();
    let job = Job {
        skill: 0,
        value: Credits::ZERO,
        max_price: Credits::ZERO,
        awards: rules.awards,
        window_us: u64::from(rules.bid_deadline) * TICK,
        due_us: TICK,
        bond: Credits::ZERO,
        rounds_left: None,
    };
    let contacts = contacted.iter().map(|place| id(*place)).collect();
    let follow = run(profile, cast, Box::new(buyer), vec![(Tick(0), job)], contacts);
    let (scores, winners) = considered.lock().expect("nobody panics in a trial").clone();
    let came = follow.tasks.values().map(|(_, bidder, came)| (bidder.index(), *came)).collect();
    Outcome { contacted, scores, winners, came, acts: follow.acts }
}

fn skills(capacity: u32) -> Skills {
    Skills { capability: vec![1.0], cost: Credits::ZERO, duration_us: TICK, capacity: capacity.max(1) }
}

/// A bidder of a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Regular {
    /// What it always asks.
    pub price: i64,
    /// How long it thinks, in ticks.
    pub delay: u32,
    /// How long a contract takes it, in ticks.
    pub duration: u32,
    /// How many contracts it can have at a time.
    pub capacity: u32,
}

impl Bidder for Regular {
    fn think_us(&mut self, _: &Call, _: &Own<'_>) -> Option<u64> {
        Some(u64::from(self.delay) * TICK)
    }

    fn answer(&mut self, _: &Call, own: &Own<'_>, _: &mut Draws) -> Answer {
        if own.running >= self.capacity {
            return Answer::Refuse(Reason::Capacity);
        }
        Answer::Bid(Offer {
            price: Credits(self.price),
            eta_us: u64::from(self.duration) * TICK,
            confidence: 1.0,
            valid_until: Tick(u64::MAX),
            alias: None,
        })
    }

    fn work(&mut self, _: &Award, _: &Own<'_>, _: &mut Draws) -> Work {
        Work { after_us: Some(u64::from(self.duration) * TICK), result: Ok(100), cost: Credits::ZERO }
    }
}

/// Takes the lowest price.
#[derive(Clone)]
struct Lowest;

impl Buyer for Lowest {
    fn choose(&mut self, _: &Job, _: &Arc<Call>, bids: &[Considered], _: &dyn Fn(AgentId) -> u64) -> Choice {
        let best = (0..bids.len()).min_by_key(|place| bids[*place].offer.price);
        let award = |place: usize| Winner::plain(place, bids[place].offer.price);
        Choice::Award(best.into_iter().map(award).collect())
    }
}

/// What came of a series: of each announcement, by bidder; and the acts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Series {
    /// What came of each announcement at each bidder.
    pub came: Vec<Vec<Came>>,
    /// The acts.
    pub acts: Acts,
}

/// Runs a series of announcements (start and window in ticks, in the order of their starts) to its end.
pub fn series(announcements: &[(u32, u32)], bidders: &[Regular]) -> Series {
    let job = |window: u32| Job {
        skill: 0,
        value: Credits::ZERO,
        max_price: Credits(i64::MAX),
        awards: 1,
        window_us: u64::from(window) * TICK,
        due_us: LONG,
        bond: Credits::ZERO,
        rounds_left: None,
    };
    let jobs = announcements.iter().map(|(tick, window)| (Tick(u64::from(*tick) * TICK), job(*window))).collect();
    let cast = bidders.iter().map(|bidder| (skills(bidder.capacity), Box::new(*bidder) as Box<dyn Bidder>)).collect();
    let follow = run(Profile::OneTask, cast, Box::new(Lowest), jobs, (0..bidders.len()).map(id).collect());
    let blank = Came { after_answer: TaskState::Working, last: TaskState::Submitted, reason: None };
    let mut came = vec![vec![blank; bidders.len()]; announcements.len()];
    for (announcement, bidder, course) in follow.tasks.values() {
        came[*announcement as usize][bidder.index()] = *course;
    }
    Series { came, acts: follow.acts }
}
