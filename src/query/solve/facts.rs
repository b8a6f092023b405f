//! What is known of one game, each part computed once and when it is first asked for.

use crate::equilibrium::correlated::{Concept, CorrelatedError, Objective, Problem, Solution as Device};
use crate::equilibrium::dominance::{By, Elimination};
use crate::equilibrium::efficiency::Efficiency;
use crate::equilibrium::nash::{self, ExtremeEquilibria, Method, Options, Solution};
use crate::error::Diagnostic;
use crate::game::{Analysis, NormalForm};
use std::cell::OnceCell;

/// A game with all that can be computed of it.
pub struct Facts<'a> {
    /// The game.
    pub game: &'a NormalForm,
    /// Its analysis in pure actions.
    pub pure: Analysis<'a>,
    all: OnceCell<Result<Solution, Diagnostic>>,
}

impl<'a> Facts<'a> {
    /// Prepares to compute.
    pub fn of(game: &'a NormalForm) -> Self {
        Self { game, pure: Analysis::of(game), all: OnceCell::new() }
    }

    /// All equilibria: of two players the extreme ones with the maximal Nash subsets.
    ///
    /// # Errors
    /// If the game is too large.
    pub fn nash(&self) -> Result<&Solution, Diagnostic> {
        let solve = || nash::solve(self.game, &Options { method: Method::All, ..Options::default() });
        self.all.get_or_init(solve).as_ref().map_err(Clone::clone)
    }

    /// The extreme equilibria of a game of two players.
    ///
    /// # Errors
    /// If the game is too large, or has not two players.
    pub fn extreme(&self) -> Result<&ExtremeEquilibria, Diagnostic> {
        self.nash()?.extreme.as_ref().ok_or_else(|| {
            let found = format!("a game of {} players", self.game.player_count());
            Diagnostic::new("wrong-game", found, "a game of two players")
        })
    }

    /// What the equilibria cost, if all are known.
    ///
    /// # Errors
    /// If the game is too large.
    pub fn efficiency(&self) -> Result<Option<&Efficiency>, Diagnostic> {
        let solution = self.nash()?;
        Ok(solution.efficiency.as_ref().filter(|_| solution.complete))
    }

    /// One equilibrium, by the method that suits the number of players; or the logit limit.
    ///
    /// # Errors
    /// If the game is too large.
    pub fn single(&self, method: Method) -> Result<Option<nash::Equilibrium>, Diagnostic> {
        let found = nash::solve(self.game, &Options { method, ..Options::default() })?;
        Ok(found.equilibria.into_iter().next())
    }

    /// What survives the iterated elimination of strictly dominated actions, and what goes when.
    ///
    /// # Errors
    /// If a linear programme is too large.
    pub fn eliminated(&self, by: By) -> Result<Elimination, Diagnostic> {
        Ok(Elimination::of(self.game, by)?)
    }

    /// The best correlated or coarse correlated equilibrium by an objective.
    ///
    /// # Errors
    /// If the game is too large.
    pub fn device(&self, concept: Concept, objective: Objective) -> Result<Device, CorrelatedError> {
        Problem::new(self.game, concept, objective).solve()
    }
}
