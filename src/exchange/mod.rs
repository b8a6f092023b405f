//! The exchange: agents that open tasks at one another over a network in virtual time.
//!
//! [`Agent`]s react to events and return commands as data; only the [`Kernel`] acts. It keeps the task table by the
//! life cycle of A2A, carries messages with latency and faults (lost, late, duplicated messages; crashed agents), and
//! tells observers the facts. Protocols run on typed payloads; JSON is made by a [`TaskMapping`] alone, which turns
//! facts into A2A objects and never drives anything.
//!
//! This is the only place where time and draws meet the protocol; it knows no game and no mechanism.

mod agent;
mod cards;
mod fact;
mod kernel;
mod mapping;
mod network;
mod trace;

pub use agent::{Agent, Command, ContextId, Event, Outbox, TaskId};
pub use cards::{CardBook, card_book};
pub use fact::{Fact, Payload};
pub use kernel::{Breach, Kernel, Report};
pub use mapping::{Mapping, TaskMapping};
pub use network::{Crash, Latency, Network};
pub use trace::{TraceBlock, TraceLevel, TraceSink};
