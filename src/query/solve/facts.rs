//! What is known of one game, each part computed once and when it is first asked for.

use crate::equilibrium::correlated::{Concept, Objective, Problem, Solution as Device};
use crate::equilibrium::dominance::{By, Elimination};
use crate::equilibrium::efficiency::Efficiency;
use crate::equilibrium::nash::{self, ExtremeEquilibria, Method, Options, Solution};
use crate::error::Diagnostic;
use crate::game::{Analysis, NormalForm};
use std::cell::OnceCell;

/// What is computed within seconds: linear programmes up to so many profiles, all equilibria of two players up to so many
/// actions in all, and of more players up to so many profiles.
const QUICK_PROFILES: usize = 400;
const QUICK_ACTIONS: usize = 24;
const QUICK_PROFILES_OF_MANY: usize = 32;

/// A game with all that can be computed of it.
pub struct Facts<'a> {
    /// The game.
    pub game: &'a NormalForm,
    /// Its analysis in pure actions.
    pub pure: Analysis<'a>,
    /// Whether only what takes seconds is computed.
    quick: bool,
    all: OnceCell<Result<Solution, Diagnostic>>,
}

impl<'a> Facts<'a> {
    /// Prepares to compute whatever is asked for.
    pub fn of(game: &'a NormalForm) -> Self {
        Self { game, pure: Analysis::of(game), quick: false, all: OnceCell::new() }
    }

    /// Prepares to compute what takes seconds: the rest is an error that says which size would do.
    pub fn quick(game: &'a NormalForm) -> Self {
        Self { quick: true, ..Self::of(game) }
    }

    /// Whether linear programmes over the game's profiles are computed.
    pub(super) fn programmes(&self) -> Result<(), Diagnostic> {
        let profiles = self.game.profile_count();
        if self.quick && profiles > QUICK_PROFILES {
            let found = format!("a game of {profiles} profiles");
            return Err(Diagnostic::new("game-too-large", found, format!("at most {QUICK_PROFILES} for one page"))
                .help("ask for the part by name, such as --ce, and it is computed all the same"));
        }
        Ok(())
    }

    /// Whether all equilibria are looked for.
    fn enumeration(&self) -> Result<(), Diagnostic> {
        let actions: usize = self.game.dimensions().iter().sum();
        let (profiles, two) = (self.game.profile_count(), self.game.player_count() == 2);
        let small = if two { actions <= QUICK_ACTIONS } else { profiles <= QUICK_PROFILES_OF_MANY };
        if self.quick && !small {
            let found = format!("a game of {actions} actions and {profiles} profiles");
            let expected = format!(
                "at most {QUICK_ACTIONS} actions of two players, or {QUICK_PROFILES_OF_MANY} profiles of more, for one page"
            );
            return Err(Diagnostic::new("game-too-large", found, expected)
                .help("ask with --nash, and all equilibria are looked for all the same"));
        }
        Ok(())
    }

    /// All equilibria: of two players the extreme ones with the maximal Nash subsets.
    ///
    /// # Errors
    /// If the game is too large.
    pub fn nash(&self) -> Result<&Solution, Diagnostic> {
        self.enumeration()?;
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
        if by == By::Mixed {
            self.programmes()?;
        }
        Ok(Elimination::of(self.game, by)?)
    }

    /// The best correlated or coarse correlated equilibrium by an objective.
    ///
    /// # Errors
    /// If the game is too large.
    pub fn device(&self, concept: Concept, objective: Objective) -> Result<Device, Diagnostic> {
        self.programmes()?;
        Ok(Problem::new(self.game, concept, objective).solve()?)
    }
}
