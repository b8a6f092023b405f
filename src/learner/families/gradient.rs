//! Gradient ascent in one's own mixture: IGA and its WoLF variant.
//!
//! With everybody's mixtures known (mean dynamics), these are the infinitesimal gradient ascent of Singh, Kearns & Mansour
//! in small steps and the WoLF-IGA of Bowling & Veloso; with what the others did in their place, the first is Zinkevich's
//! online gradient ascent (GIGA).

use super::non_negative;
use crate::catalogue::{Entry, Field, Kind, Params, Schema};
use crate::error::{Diagnostic, Faults};
use crate::learner::{Facets, Feedback, Learner, Needs, Seat, mix};
use crate::sim::Draws;

/// Where a mixture starts: given, or drawn uniformly from the simplex.
#[derive(Clone)]
struct Start(Option<Vec<f64>>);

impl Start {
    fn field() -> Field {
        Field::optional(
            "initial",
            Kind::List { of: Box::new(Kind::Probability), min: 1, max: 1 << 20 },
            "The probabilities with which it starts; drawn by default, any mixture alike.",
        )
    }

    fn read(params: &Params) -> Result<Self, Faults> {
        if !params.has("initial") {
            return Ok(Self(None));
        }
        let given = params.numbers("initial");
        let sum: f64 = given.iter().sum();
        if (sum - 1.0).abs() > 1e-9 {
            let found = format!("initial probabilities that sum to {sum}");
            return Err(Diagnostic::new("learner-parameters", found, "probabilities that sum to 1").into());
        }
        Ok(Self(Some(given)))
    }

    fn write(&self, out: &mut Vec<f64>, actions: usize, draws: &mut Draws) {
        out.resize(actions, 0.0);
        match &self.0 {
            Some(given) if given.len() == actions => out.copy_from_slice(given),
            _ => mix::random_mixture(out, draws),
        }
    }

    fn fits(&self, seat: &Seat) -> Result<(), Diagnostic> {
        match &self.0 {
            Some(given) if given.len() != seat.actions() => {
                let found = format!("{} initial probabilities of a player with {}", given.len(), seat.actions());
                Err(Diagnostic::new("wrong-game", found, "one an action"))
            }
            _ => Ok(()),
        }
    }
}

/// Projected gradient ascent: `x' = P(x + step * u)`, where `u` is what each action pays and `P` the projection onto the
/// simplex. With two actions `x_1` moves by half the step times `dV/dx_1`.
#[derive(Clone)]
struct GradientAscent {
    step: f64,
    falling: bool,
    start: Start,
    rounds: f64,
    mixture: Vec<f64>,
    scratch: Vec<f64>,
}

impl Learner for GradientAscent {
    fn begin(&mut self, seat: &Seat, draws: &mut Draws) {
        self.start.write(&mut self.mixture, seat.actions(), draws);
        self.scratch.resize(seat.actions(), 0.0);
        self.rounds = 0.0;
    }

    fn choose(&mut self, draws: &mut Draws) -> usize {
        draws.categorical(&self.mixture)
    }

    fn learn(&mut self, seen: &Feedback<'_>) {
        self.rounds += 1.0;
        let step = if self.falling { self.step / self.rounds.sqrt() } else { self.step };
        for (x, payoff) in self.mixture.iter_mut().zip(seen.payoffs) {
            *x += step * payoff;
        }
        mix::project(&mut self.mixture, &mut self.scratch);
    }

    fn mixture(&self, out: &mut [f64]) -> bool {
        out.copy_from_slice(&self.mixture);
        true
    }

    fn fits(&self, seat: &Seat) -> Result<(), Diagnostic> {
        self.start.fits(seat)
    }
}

/// WoLF-IGA (Bowling & Veloso 2002, sec. 3): with `x` the probability of the first of two actions,
/// `x' = clip(x + step * l * dV/dx)`, where `l` is small while the mixture does better than the equilibrium's against what
/// the others do (win: learn slowly) and large else (lose: learn fast).
#[derive(Clone)]
struct WolfGradientAscent {
    step: f64,
    /// Rates when winning and when losing.
    rates: [f64; 2],
    start: Start,
    equilibrium: f64,
    mixture: Vec<f64>,
}

impl Learner for WolfGradientAscent {
    fn begin(&mut self, seat: &Seat, draws: &mut Draws) {
        self.start.write(&mut self.mixture, seat.actions(), draws);
        self.equilibrium = seat.equilibrium().unwrap_or(0.5);
    }

    fn choose(&mut self, draws: &mut Draws) -> usize {
        draws.categorical(&self.mixture)
    }

    fn learn(&mut self, seen: &Feedback<'_>) {
        let &[first, second] = seen.payoffs else { return };
        let value = |x: f64| x * first + (1.0 - x) * second;
        let x = self.mixture[0];
        let rate = self.rates[usize::from(value(x) <= value(self.equilibrium))];
        let moved = (x + self.step * rate * (first - second)).clamp(0.0, 1.0);
        self.mixture[0] = moved;
        self.mixture[1] = 1.0 - moved;
    }

    fn mixture(&self, out: &mut [f64]) -> bool {
        out.copy_from_slice(&self.mixture);
        true
    }

    fn fits(&self, seat: &Seat) -> Result<(), Diagnostic> {
        self.start.fits(seat)?;
        if seat.equilibrium().is_none() {
            let found = "WoLF gradient ascent in a game that is not one of two players with two actions each";
            return Err(Diagnostic::new("wrong-game", found, "such a game; wolf_phc learns in any"));
        }
        Ok(())
    }
}

pub(super) const ENTRIES: &[Entry<dyn Learner>] = &[
    Entry {
        key: "gradient_ascent",
        title: "Projected Gradient Ascent",
        aliases: &["iga", "giga", "infinitesimal_gradient_ascent"],
        about: "Moves its mixture a step towards what pays more, and back onto the simplex. Mean payoffs converge to an \
                equilibrium's in two-by-two games, the mixtures need not.",
        source: "Singh, Kearns & Mansour 2000, Nash Convergence of Gradient Dynamics in General-Sum Games, UAI; Zinkevich \
                 2003, Online Convex Programming and Generalized Infinitesimal Gradient Ascent, ICML",
        facets: Facets::needs(Needs::Payoffs).expected(),
        params: || {
            Schema::of(vec![
                non_negative("step", 0.01, "The size of a step.").unit("per utility"),
                Field::with_default("falling", Kind::Bool, false, "Whether steps fall with the root of the rounds."),
                Start::field(),
            ])
        },
        build: |params, ()| {
            Ok(Box::new(GradientAscent {
                step: params.number("step"),
                falling: params.flag("falling"),
                start: Start::read(params)?,
                rounds: 0.0,
                mixture: Vec::new(),
                scratch: Vec::new(),
            }))
        },
    },
    Entry {
        key: "wolf_gradient_ascent",
        title: "WoLF Gradient Ascent",
        aliases: &["wolf_iga"],
        about: "Gradient ascent in games of two players with two actions each that learns slowly while it does better \
                than its equilibrium mixture would, and fast while it does worse: mixtures converge, too.",
        source: "Bowling & Veloso 2002, Multiagent Learning Using a Variable Learning Rate, Artificial Intelligence \
                 136:215-250",
        facets: Facets::needs(Needs::Payoffs).expected(),
        params: || {
            Schema::of(vec![
                non_negative("step", 0.01, "The size of a step.").unit("per utility"),
                non_negative("win", 1.0, "By what the step is multiplied when winning."),
                non_negative("lose", 2.0, "By what the step is multiplied when losing."),
                Start::field(),
            ])
        },
        build: |params, ()| {
            Ok(Box::new(WolfGradientAscent {
                step: params.number("step"),
                rates: [params.number("win"), params.number("lose")],
                start: Start::read(params)?,
                equilibrium: 0.5,
                mixture: Vec::new(),
            }))
        },
    },
];
