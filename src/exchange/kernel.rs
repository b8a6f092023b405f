//! The kernel: the only part of an exchange that acts.

use super::agent::{Agent, Command, Event, Outbox, TaskId};
use super::fact::Fact;
use super::network::{Fate, Network};
use crate::a2a::TaskState;
use crate::a2a::lifecycle::transition;
use crate::ids::{AgentId, RunKey, Tick};
use crate::sim::{Draws, EventQueue, Observer, Purpose, Who};
use std::collections::BTreeSet;

/// Agents, their tasks and the network between them, in virtual time.
///
/// Events come in the order of (tick, receiving agent, scheduling). A command that the protocol forbids is not carried
/// out and becomes a [`Breach`]: the life cycle has one transition function, only a task's server updates it, only its
/// client sends to it or cancels it, and nothing is sent to a task in a terminal state.
pub struct Kernel<P, A> {
    agents: Vec<A>,
    tasks: Vec<Record>,
    network: Network,
    faults: Vec<Draws>,
    latency: Vec<Draws>,
    queue: EventQueue<Delivery<P>>,
    down: Vec<bool>,
    next_message: u64,
    heard: Vec<BTreeSet<u64>>,
    /// Room for the commands of one event.
    room: Vec<Command<P>>,
    report: Report,
}

/// What the kernel knows of a task.
#[derive(Clone, Debug)]
struct Record {
    client: AgentId,
    server: AgentId,
    state: Option<TaskState>,
    /// When the last thing sent to the server, and to the client, arrives: nothing overtakes it.
    last_arrival: [Tick; 2],
}

/// Something that reaches an agent.
#[derive(Clone, Debug)]
struct Delivery<P> {
    to: AgentId,
    /// The message's number, by which duplicates are known; nothing for what does not travel.
    message: Option<u64>,
    event: Happening<P>,
}

#[derive(Clone, Debug)]
enum Happening<P> {
    Event(Event<P>),
    Crash,
    Recover,
}

/// A command that the protocol forbids.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breach {
    /// When.
    pub at: Tick,
    /// Who commanded it.
    pub agent: AgentId,
    /// The task, where it is about one.
    pub task: TaskId,
    /// What was forbidden, in words.
    pub what: String,
}

/// What an exchange came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Messages sent: requests and responses.
    pub messages: u64,
    /// Messages that the network lost.
    pub lost: u64,
    /// Messages that the network duplicated.
    pub duplicated: u64,
    /// Messages that the network delayed.
    pub late: u64,
    /// Messages that reached an agent that did not hear.
    pub unheard: u64,
    /// Commands that the protocol forbade.
    pub breaches: Vec<Breach>,
    /// When the last event happened.
    pub end: Tick,
    /// Whether events were left when the limit was reached.
    pub cut_off: bool,
}

impl<P: Clone, A: Agent<P>> Kernel<P, A> {
    /// An exchange of agents, `names[i]` being whose draws agent `i`'s messages take in `place` and `repetition`.
    ///
    /// # Panics
    /// If there is not one name an agent.
    pub fn new(agents: Vec<A>, names: &[&str], network: Network, key: &RunKey, place: &str, repetition: u64) -> Self {
        assert_eq!(agents.len(), names.len(), "an exchange has one name an agent");
        let stream = |name: &&str, why| key.draws(Who { place, repetition, name }, why);
        let mut queue = EventQueue::new();
        for k in 0..agents.len() {
            let to = AgentId::at(k);
            let event = Happening::Event(Event::Start);
            queue.schedule(Tick(0), u64::from(to.0), Delivery { to, message: None, event });
        }
        for crash in &network.crashes {
            let rank = u64::from(crash.agent.0);
            let happening = |event| Delivery { to: crash.agent, message: None, event };
            queue.schedule(crash.at, rank, happening(Happening::Crash));
            if let Some(until) = crash.until {
                queue.schedule(until, rank, happening(Happening::Recover));
            }
        }
        Self {
            faults: names.iter().map(|name| stream(name, Purpose::Fault)).collect(),
            latency: names.iter().map(|name| stream(name, Purpose::Latency)).collect(),
            down: vec![false; agents.len()],
            heard: vec![BTreeSet::new(); agents.len()],
            room: Vec::new(),
            agents,
            tasks: Vec::new(),
            network,
            queue,
            next_message: 0,
            report: Report::default(),
        }
    }

    /// Runs until nothing is left to happen, or something would happen after `limit`. Returns the agents as they then
    /// are, and what the exchange came to.
    pub fn run<O: Observer<Fact<P>>>(mut self, limit: Tick, observer: &mut O) -> (Vec<A>, Report) {
        while let Some((now, delivery)) = self.queue.next() {
            if now > limit {
                self.report.cut_off = true;
                break;
            }
            self.report.end = now;
            self.deliver(now, delivery, observer);
        }
        (self.agents, self.report)
    }

    fn deliver<O: Observer<Fact<P>>>(&mut self, now: Tick, delivery: Delivery<P>, observer: &mut O) {
        let to = delivery.to;
        match delivery.event {
            Happening::Crash => {
                self.down[to.index()] = true;
                see(observer, now, || Fact::Crashed { agent: to });
            }
            Happening::Recover => {
                self.down[to.index()] = false;
                see(observer, now, || Fact::Recovered { agent: to });
                self.hear(now, to, &Event::Recovered, observer);
            }
            Happening::Event(event) => {
                if self.down[to.index()] {
                    self.report.unheard += u64::from(delivery.message.is_some());
                    return;
                }
                if let (Some(message), true) = (delivery.message, self.network.deduplicates)
                    && self.network.duplicate > 0.0
                    && !self.heard[to.index()].insert(message)
                {
                    return;
                }
                self.hear(now, to, &event, observer);
            }
        }
    }

    fn hear<O: Observer<Fact<P>>>(&mut self, now: Tick, agent: AgentId, event: &Event<P>, observer: &mut O) {
        let next_task = u32::try_from(self.tasks.len()).expect("fewer than 2^32 tasks");
        let mut out = Outbox::new(next_task, std::mem::take(&mut self.room));
        self.agents[agent.index()].on(now, event, &mut out);
        let mut commands = out.into_commands();
        for command in commands.drain(..) {
            self.obey(now, agent, command, observer);
        }
        self.room = commands;
    }

    fn obey<O: Observer<Fact<P>>>(&mut self, now: Tick, agent: AgentId, command: Command<P>, observer: &mut O) {
        match command {
            Command::Timer { after_us, tag } => {
                let event = Happening::Event(Event::Timer { tag });
                let delivery = Delivery { to: agent, message: None, event };
                self.queue.schedule(now.after(after_us), u64::from(agent.0), delivery);
            }
            Command::Open { task, to, context, payload, references } => {
                // A task opened at nobody keeps its number, so that numbers stay those that the outbox gave.
                let exists = to.index() < self.agents.len();
                let server = if exists { to } else { agent };
                self.tasks.push(Record { client: agent, server, state: None, last_arrival: [now; 2] });
                if !exists {
                    return self.breach(now, agent, task, format!("a task at agent {}, which is not there", to.0));
                }
                see(observer, now, || {
                    let (client, server, payload) = (agent, to, payload.clone());
                    Fact::Opened { task, context, client, server, payload, references }
                });
                self.transmit(now, task, true, Event::Message { task, from: agent, payload }, observer);
            }
            Command::Send { task, payload, references } => {
                if self.may_send(now, agent, task, "a message") {
                    see(observer, now, || Fact::Sent { task, payload: payload.clone(), references });
                    self.transmit(now, task, true, Event::Message { task, from: agent, payload }, observer);
                }
            }
            Command::Cancel { task, because } => {
                if self.may_send(now, agent, task, "a cancellation") {
                    see(observer, now, || Fact::CancelAsked { task, because });
                    self.transmit(now, task, true, Event::Cancel { task }, observer);
                }
            }
            Command::Update { task, state, payload } => {
                if !self.serves(now, agent, task, "an update") {
                    return;
                }
                let record = &mut self.tasks[task.0 as usize];
                match transition(record.state, state) {
                    Err(illegal) => self.breach(now, agent, task, illegal.to_string()),
                    Ok(_) => {
                        record.state = Some(state);
                        see(observer, now, || Fact::Updated { task, state, payload: payload.clone() });
                        self.transmit(now, task, false, Event::Update { task, state, payload }, observer);
                    }
                }
            }
            Command::Artifact { task, payload } => {
                if !self.serves(now, agent, task, "a result") {
                    return;
                }
                match self.tasks[task.0 as usize].state {
                    None => return self.breach(now, agent, task, "a result of a task before its first state".into()),
                    Some(state) if state.is_terminal() => {
                        return self.breach(now, agent, task, "a result of a task in a terminal state".into());
                    }
                    Some(_) => {}
                }
                see(observer, now, || Fact::Artifact { task, payload: payload.clone() });
                self.transmit(now, task, false, Event::Artifact { task, payload }, observer);
            }
        }
    }

    /// Whether an agent may send to a task: it opened it, and the task is not in a terminal state.
    fn may_send(&mut self, now: Tick, agent: AgentId, task: TaskId, what: &str) -> bool {
        let Some(record) = self.tasks.get(task.0 as usize) else {
            self.breach(now, agent, task, format!("{what} to a task that is not there"));
            return false;
        };
        if record.client != agent {
            self.breach(now, agent, task, format!("{what} to a task that another agent opened"));
            return false;
        }
        if record.state.is_some_and(TaskState::is_terminal) {
            self.breach(now, agent, task, format!("{what} to a task in a terminal state"));
            return false;
        }
        true
    }

    /// Whether an agent serves a task.
    fn serves(&mut self, now: Tick, agent: AgentId, task: TaskId, what: &str) -> bool {
        let serves = self.tasks.get(task.0 as usize).is_some_and(|record| record.server == agent);
        if !serves {
            self.breach(now, agent, task, format!("{what} of a task that it does not serve"));
        }
        serves
    }

    fn breach(&mut self, at: Tick, agent: AgentId, task: TaskId, what: String) {
        self.report.breaches.push(Breach { at, agent, task, what });
    }

    /// Sends a message on its way, to the server or to the client of a task.
    fn transmit<O: Observer<Fact<P>>>(
        &mut self,
        now: Tick,
        task: TaskId,
        to_server: bool,
        event: Event<P>,
        observer: &mut O,
    ) {
        let record = &self.tasks[task.0 as usize];
        let (from, to) = if to_server { (record.client, record.server) } else { (record.server, record.client) };
        let fate = self.network.fate(&mut self.faults[from.index()], &mut self.latency[from.index()]);
        self.report.messages += 1;
        self.note(now, &fate, observer);
        let message = self.next_message;
        self.next_message += 1;
        if fate.lost {
            return;
        }
        let again = fate.again.map(|micros| (micros, event.clone()));
        for (micros, event) in [Some((fate.micros, event)), again].into_iter().flatten() {
            let last = &mut self.tasks[task.0 as usize].last_arrival[usize::from(!to_server)];
            let arrival = now.after(micros).max(*last);
            *last = arrival;
            let delivery = Delivery { to, message: Some(message), event: Happening::Event(event) };
            self.queue.schedule(arrival, u64::from(to.0), delivery);
        }
    }

    fn note<O: Observer<Fact<P>>>(&mut self, now: Tick, fate: &Fate, observer: &mut O) {
        if fate.lost {
            self.report.lost += 1;
            see(observer, now, || Fact::Lost);
        }
        if fate.again.is_some() && !fate.lost {
            self.report.duplicated += 1;
            see(observer, now, || Fact::Duplicated);
        }
        if fate.late && !fate.lost {
            self.report.late += 1;
            see(observer, now, || Fact::Late);
        }
    }
}

/// Makes a fact only if somebody watches.
fn see<P, O: Observer<Fact<P>>>(observer: &mut O, now: Tick, fact: impl FnOnce() -> Fact<P>) {
    if O::NEEDS_FACTS {
        observer.see(now, &fact());
    }
}
