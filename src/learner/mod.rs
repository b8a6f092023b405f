//! Learning rules: how one player of a repeated game in normal form comes from what it has seen to what it plays next.
//!
//! A [`Learner`] sits in a [`Seat`] (its own actions, its own payoffs against what the others do), chooses an action a
//! round, and learns from [`Feedback`]. Rules differ in what they must see: their own payoff alone, what each own action
//! would have paid, the others' actions, or the others' payoffs too; each declares it ([`Needs`]) and uses nothing
//! beyond. All state is set up by [`Learner::begin`]; choosing and learning allocate nothing. Exponentials and logarithms
//! are `libm`'s, ties go to the lowest action unless a rule says otherwise, and draws come from the stream that is handed
//! in.
//!
//! Each family is one file with its rules, their sources and their catalogue entries; [`catalogue`] lists the families.
//! Nothing here knows of agents, populations, repetitions or tables: who meets whom is a model's business.

mod families;
mod feedback;
mod mix;
mod schedule;
mod seat;

pub use families::catalogue;
pub use feedback::{Feedback, Meeting};
pub use mix::{best, project, softmax};
pub use schedule::Decay;
pub use seat::Seat;

use crate::catalogue::Family;
use crate::error::Diagnostic;
use crate::sim::Draws;

/// A learning rule of one player.
///
/// # Laws
/// Tested for every entry of the catalogue: the same seed gives the same play; [`begin`](Self::begin) leaves no trace of
/// an earlier game; a clone plays on alike; what lies beyond the declared needs changes nothing; [`mixture`](Self::mixture),
/// where there is one, is how often [`choose`](Self::choose) takes each action; nothing is allocated after `begin`.
pub trait Learner: Send + Sync + BoxedClone {
    /// Sits down: forgets everything of an earlier game and draws what the rule starts with at random.
    fn begin(&mut self, seat: &Seat, draws: &mut Draws);

    /// Chooses the action of the next round.
    fn choose(&mut self, draws: &mut Draws) -> usize;

    /// Takes in what the round brought. The action need not be the chosen one: a hand may slip, a promise may bind.
    fn learn(&mut self, seen: &Feedback<'_>);

    /// Writes the probabilities with which it would choose next; `false` (and nothing of worth in `out`) for a rule that
    /// has them in no simple form.
    fn mixture(&self, out: &mut [f64]) -> bool;

    /// What its next choice follows from, a number an action: regrets, values, or sums of payoffs. Empty for rules that
    /// hold no such numbers.
    fn values(&self) -> &[f64] {
        &[]
    }

    /// Whether it can learn in this seat.
    ///
    /// # Errors
    /// If it cannot, and why.
    fn fits(&self, seat: &Seat) -> Result<(), Diagnostic> {
        let _ = seat;
        Ok(())
    }
}

/// Copies a learner in its present state; every learner that is `Clone` can.
pub trait BoxedClone {
    /// A copy in its present state.
    fn boxed_clone(&self) -> Box<dyn Learner>;
}

impl<T: Learner + Clone + 'static> BoxedClone for T {
    fn boxed_clone(&self) -> Box<dyn Learner> {
        Box::new(self.clone())
    }
}

impl Clone for Box<dyn Learner> {
    fn clone(&self) -> Self {
        (**self).boxed_clone()
    }
}

/// What a rule must see of a round. Each beyond the first two includes what comes before it, since a player that sees what
/// the others did and knows its own game knows what it could have got.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Needs {
    /// Its own action and payoff alone.
    Payoff,
    /// What each of its own actions would have paid.
    Payoffs,
    /// What the others did.
    Others,
    /// What those that it met did, and what they got.
    Peers,
}

impl Needs {
    /// The need in words.
    pub fn name(self) -> &'static str {
        match self {
            Self::Payoff => "own payoff",
            Self::Payoffs => "payoff of every own action",
            Self::Others => "others' actions",
            Self::Peers => "others' actions and payoffs",
        }
    }
}

/// What is true of a rule under its default parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facets {
    /// What it must see of a round.
    pub needs: Needs,
    /// Whether it draws.
    pub stochastic: bool,
    /// Whether it can learn from expected payoffs, no action being drawn (mean dynamics).
    pub expected: bool,
}

impl Facets {
    /// A rule with these needs that draws and learns from what happened.
    pub const fn needs(needs: Needs) -> Self {
        Self { needs, stochastic: true, expected: false }
    }

    /// The same, without draws.
    #[must_use]
    pub const fn deterministic(mut self) -> Self {
        self.stochastic = false;
        self
    }

    /// The same, able to learn from expected payoffs.
    #[must_use]
    pub const fn expected(mut self) -> Self {
        self.expected = true;
        self
    }
}

impl Family for dyn Learner {
    const FAMILY: &'static str = "learners";
    const ONE: &'static str = "learner";
    const UNKNOWN: &'static str = "unknown-learner";
    type Facets = Facets;
    /// A learner needs nothing but its parameters.
    type Tools = ();
}
