//! Games: who plays, what each can do, and what each outcome is worth.
//!
//! [`NormalForm`] is the game itself, with exact payoffs; [`Analysis`] says what is true of it in pure actions;
//! [`catalogue()`] holds the named games; [`from_value`] and [`from_json`] read a game as a user gives it, and [`Nfg`] the
//! strategic game file. [`ExtensiveForm`] is the game as a tree of moves, read from and written to the extensive game
//! file; [`trees()`] holds named ones. [`GroupGame`] is a game of any number of players in which only counts matter, with
//! [`group_games()`] as named ones, and [`Stage`] is either kind, as it is played. Solvers, learning and play are floors above: nothing here knows of agents, rounds, mixed
//! strategies or protocols ([`MoveMapping`] only names how a move is shown).

mod analysis;
mod efg;
mod extensive;
mod form;
mod group;
mod mapping;
mod named;
mod nfg;
mod normal_form;
mod tokens;
mod two_by_two;

pub use analysis::{Analysis, Dominance, Dominant, FourCycle};
pub use extensive::{
    BackwardInduction, ChanceEvent, ExtensiveForm, Infoset, Node, NodeCounts, NodeKind, Past, PastId, Pasts,
    PureStrategy, ReducedForm, Tie, TreeBuilder, TreeError, TreeFacets, Worth, trees,
};
pub use form::{ResolvedGame, from_json, from_value, inline_schema};
pub use group::{Benchmarks, GroupFacets, GroupGame, GroupOutcome, Stage, StageGame, catalogue as group_games};
pub use mapping::MoveMapping;
pub use named::{Facets, Utility, catalogue};
pub use nfg::{Nfg, Outcome};
pub use normal_form::{GameError, NormalForm, Player, Profiles};
pub use two_by_two::{TwoByTwo, TwoByTwoKind};
