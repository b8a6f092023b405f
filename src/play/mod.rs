//! The match engine and its short cuts.
//!
//! [`play`] is the reference: n players, n actions, simultaneous moves, execution and perception noise, any
//! length, public disclosures. Every short cut is a function of the same specification that answers or
//! declines, and equals the reference where it answers:
//!
//! | short cut | answers for | equals `play` |
//! |---|---|---|
//! | [`play_field`] | the meetings of many, where nothing is drawn | exactly, at the cost of what differs |
//! | [`find_cycle`] | two automata that draw nothing, without noise | exactly, at the cost of one cycle |
//! | [`play_tables`] | two deterministic automata without noise | exactly |
//! | [`play_chain`] | two automata, with noise | exactly, with the same draws |
//! | a [`Contest`]'s own | two who judge each other by their actions alone, with slips | exactly, with the same draws |
//! | [`expect`] | two automata, with noise | in expectation |
//! | [`long_run`] | two automata, with noise | in the mean of ever more rounds |
//!
//! [`play_actions`] is the same engine for stage games that are formulas, of any number of players; [`group_facts`] shows
//! their rounds as tasks at a host. A [`Contest`] takes the first that answers. [`task_facts`] shows a course as A2A tasks, and [`play_over`] plays over a
//! network that may lose what is sent. Nothing here knows of penalties, populations or tables.

mod chain;
mod course;
mod cycle;
mod duel;
mod engine;
mod expect;
mod field;
mod group;
mod long_run;
mod moves;
mod networked;
mod relation;
mod rules;
mod run;
mod tables;

pub use chain::play_chain;
pub use course::{Course, Piece};
pub use cycle::find_cycle;
pub use engine::{PlayError, Played, Referee, play, play_actions};
pub use expect::{Answers, Expectation, expect};
pub use field::{Entrant, play_field};
pub use group::{GroupMove, GroupRound, GroupSubject, group_facts};
pub use long_run::{LongRun, long_run};
pub use moves::{Move, Pace, Subject, task_facts};
pub use networked::{Delivered, Delivery, play_over};
pub use relation::Relation;
pub use rules::{Length, Match, Rules, Seat};
pub use run::{Contest, ShortCuts};
pub use tables::play_tables;
