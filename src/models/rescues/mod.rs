//! What can rescue cooperation, for any model in which agents meet in pairs: contracts, and records of how agents stood.
//!
//! A [`Contract`] holds a bond on a word and forfeits it where breaking it is found out; what it deters with is the
//! deterrent of `contract::audit`. [`Records`] are what a registry, or everybody by itself, keeps of past deeds by a
//! model of trust; [`Books`] are those of one run. Both go over the wire as [`Wire`] says. Nothing here knows who meets
//! whom, or how agents choose.

mod commitments;
mod contract;
mod records;
mod wire;
mod words;

pub(super) use commitments::{commitments, row};
pub(super) use contract::{Contract, Offer, Pledges};
pub(super) use records::{Books, Records};
pub(super) use wire::{Met, Wire, hired, staff};
pub(super) use words::Word;
