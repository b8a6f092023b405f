//! What theory says of a condition: the device that is best by an objective, the equilibrium that is played without a
//! word, and the noise at which obedience ends. All of it is `equilibrium`'s; here it is asked for once a condition.

use super::device::Device;
use super::setting::{Condition, Rule};
use crate::equilibrium::correlated::{Concept, Mediator, Objective, Problem};
use crate::equilibrium::nash::{self, Method};
use crate::error::Diagnostic;
use crate::exact::Rational;
use crate::game::{Analysis, NormalForm};
use std::sync::OnceLock;

/// What a mediator's device can be best at.
pub(super) const OBJECTIVES: [&str; 4] = ["max_welfare", "min_welfare", "max_min", "nearest_uniform"];

/// The correlated equilibrium that is best by an objective.
///
/// # Errors
/// If the game is too large for exact linear programming.
pub(super) fn device(game: &NormalForm, objective: &str) -> Result<Device, Diagnostic> {
    let objective = match objective {
        "min_welfare" => Objective::MinWelfare,
        "max_min" => Objective::Egalitarian,
        "nearest_uniform" => Objective::NearestUniform,
        _ => Objective::MaxWelfare,
    };
    let solution = Problem::new(game, Concept::Correlated, objective).solve()?;
    Ok(Device::of(game, &solution.distribution))
}

/// The first profile of the most welfare.
pub(super) fn optimum(game: &NormalForm) -> usize {
    Analysis::of(game).optimal_welfare().1[0]
}

/// What is known of a game, whoever tells whom what: worked out once for all conditions with that game.
pub(super) struct Known {
    /// Everybody's mixed strategy where nobody is told anything.
    pub(super) alone: Vec<Vec<f64>>,
    /// What play of the game can be worth, once it is asked for.
    benchmarks: OnceLock<Benchmarks>,
}

/// What play of a game can be worth.
#[derive(Clone, Copy)]
struct Benchmarks {
    alone: f64,
    worst_nash: Option<f64>,
    best_nash: Option<f64>,
    best_mediated: Option<f64>,
    optimum: f64,
}

impl Known {
    /// What is known of a game.
    ///
    /// # Errors
    /// If it is too large for the logit branch.
    pub(super) fn of(game: &NormalForm) -> Result<Self, Diagnostic> {
        Ok(Self { alone: alone(game)?, benchmarks: OnceLock::new() })
    }

    fn benchmarks(&self, game: &NormalForm) -> Benchmarks {
        *self.benchmarks.get_or_init(|| {
            let all = nash::solve(game, &nash::Options { method: Method::All, ..nash::Options::default() });
            let efficiency = all.ok().filter(|solution| solution.complete).and_then(|solution| solution.efficiency);
            let best_mediated = Problem::new(game, Concept::Correlated, Objective::MaxWelfare).solve().ok();
            Benchmarks {
                alone: welfare(game, &self.alone),
                worst_nash: efficiency.as_ref().map(|efficiency| efficiency.worst.to_f64()),
                best_nash: efficiency.as_ref().map(|efficiency| efficiency.best.to_f64()),
                best_mediated: best_mediated.map(|solution| solution.value.to_f64()),
                optimum: Analysis::of(game).optimal_welfare().0.to_f64(),
            }
        })
    }
}

/// What everybody plays where nobody is told anything: the limit of the logit branch that begins at uniform play
/// (McKelvey & Palfrey 1995), which selects one equilibrium and treats like players alike.
///
/// # Errors
/// If the game is too large for it.
fn alone(game: &NormalForm) -> Result<Vec<Vec<f64>>, Diagnostic> {
    let options = nash::Options { method: Method::Logit, ..nash::Options::default() };
    let found = nash::solve(game, &options)?;
    if let Some(limit) = found.equilibria.first() {
        return Ok(limit.profile.to_f64());
    }
    // The branch did not come to its end: its last point is a quantal response equilibrium all the same.
    let last = found.branch.and_then(|branch| branch.points.into_iter().last());
    Ok(last.expect("a branch begins at uniform play").profile)
}

/// What is known of a condition before it is played.
pub(super) struct Theory {
    /// Whether to obey is a best reply of everybody at every signal, given the noise; nothing where nobody is told anything.
    pub(super) obedience_pays: Option<bool>,
    /// The welfare if everybody obeys.
    pub(super) obedient_welfare: Option<f64>,
    /// The welfare of the equilibrium without a word.
    pub(super) alone_welfare: f64,
    /// Of Nash equilibria, as far as all can be found.
    pub(super) worst_nash: Option<f64>,
    pub(super) best_nash: Option<f64>,
    /// The most welfare of a correlated equilibrium, where the linear programme is small enough.
    pub(super) best_mediated: Option<f64>,
    pub(super) optimum: f64,
    /// A mediator's: the most noise at which to obey is a best reply of everybody.
    pub(super) largest_noise: Option<f64>,
    /// A mediator's: the most leak at which to obey is a best reply of everybody to whom nothing leaked.
    pub(super) largest_leak: Option<f64>,
}

/// Where the gain of obeying a signal over another action ends.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Threshold {
    pub(super) player: usize,
    pub(super) told: usize,
    pub(super) instead: usize,
    /// The noise.
    pub(super) noise: f64,
    /// Whether no other gain ends earlier (the first of several).
    pub(super) binding: bool,
}

/// The expected sum of payoffs of independent mixed strategies.
fn welfare(game: &NormalForm, mixed: &[Vec<f64>]) -> f64 {
    let weight = |profile: usize| -> f64 {
        game.profile(profile).iter().enumerate().map(|(player, action)| mixed[player][*action]).product()
    };
    let sum =
        |profile: usize| -> f64 { game.player_ids().map(|player| game.payoff_at(profile, player).to_f64()).sum() };
    (0..game.profile_count()).map(|profile| weight(profile) * sum(profile)).sum()
}

/// What is known of a condition before it is played.
pub(super) fn theory(condition: &Condition) -> Theory {
    let benchmarks = condition.known.benchmarks(&condition.game);
    let device = condition.mediator();
    let noise = condition.known_noise();
    let welfare_of = |device: &Mediator<'_>| -> Option<f64> {
        device.payoffs(&noise).ok().map(|payoffs| payoffs.iter().sum::<Rational>().to_f64())
    };
    let mediated = device.as_ref().filter(|_| condition.rule == Rule::Mediator);
    Theory {
        obedience_pays: device.as_ref().and_then(|device| device.is_rational(&noise).ok()),
        obedient_welfare: device.as_ref().and_then(welfare_of),
        alone_welfare: benchmarks.alone,
        worst_nash: benchmarks.worst_nash,
        best_nash: benchmarks.best_nash,
        best_mediated: benchmarks.best_mediated,
        optimum: benchmarks.optimum,
        largest_noise: mediated.and_then(Mediator::largest_noise).map(|threshold| threshold.limit.to_f64()),
        largest_leak: mediated
            .and_then(|device| device.largest_leak(&noise).ok().flatten())
            .map(|threshold| threshold.limit.to_f64()),
    }
}

/// Where the gain of obeying each signal over each other action ends, by player, signal and action.
pub(super) fn thresholds(condition: &Condition) -> Vec<Threshold> {
    let Some(device) = condition.mediator() else { return Vec::new() };
    let binding = device.largest_noise().map(|threshold| threshold.deviation);
    let found = device.thresholds().into_iter().filter_map(|threshold| {
        let deviation = threshold.deviation;
        Some(Threshold {
            player: deviation.player.index(),
            told: deviation.told?,
            instead: deviation.to,
            noise: threshold.limit.to_f64(),
            binding: Some(deviation) == binding,
        })
    });
    found.collect()
}
