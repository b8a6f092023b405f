//! The registry: the system of record of which agents there are, what they can do, who may see them and who vouches for them.
//!
//! An [`AgentRecord`] holds claims; a [`Certificate`] says until when somebody vouches for one version of them. [`Registry`]
//! answers [`Query`]s: a pass over the filters that names the first that each agent fails, and the same by index without
//! looking at all agents. A typed [`Intent`](intent::Intent) is routed over a [`CapabilityGraph`](capability::CapabilityGraph);
//! feedback counts if its giver really called that version; a card that differs from what was registered is drift.
//!
//! It knows no market, no price and no clock: ticks are handed in. What it leaves out, it leaves out by [`Policy`].

mod certificate;
mod discovery;
mod entry;
mod media;
mod store;

pub mod agent;
pub mod capability;
pub mod delegation;
pub mod drift;
pub mod feedback;
pub mod intent;
pub mod tools;

pub use certificate::{Certificate, Status};
pub use discovery::{Discovery, Found, Policy, Query, Reason};
pub use entry::{AgentRecord, Skill, Visibility, is_at_or_below};
pub use media::media_match;
pub use store::Registry;
