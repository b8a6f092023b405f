//! Regret matching: actions in proportion to what they would have gained.
//!
//! *Unconditional* regret compares all own play with one action throughout; where it vanishes, empirical play is a coarse
//! correlated equilibrium (Hannan's set). *Conditional* regret compares the rounds in which one action was played with
//! another in its place; where it vanishes, empirical play is a correlated equilibrium (Hart & Mas-Colell 2000, prop.).

use crate::catalogue::{Entry, Field, Kind, Schema};
use crate::learner::{Facets, Feedback, Learner, Needs, Seat, mix};
use crate::sim::Draws;

/// Unconditional regret matching (Hart & Mas-Colell 2000, sec. 4): `p_a` in proportion to `R_a^+`, where `R_a` is the sum
/// over rounds of what `a` would have paid less what was got. With `plus`, `R_a` is cut at zero each round (Tammelin
/// 2014).
#[derive(Clone)]
struct RegretMatching {
    plus: bool,
    regrets: Vec<f64>,
}

impl Learner for RegretMatching {
    fn begin(&mut self, seat: &Seat, _: &mut Draws) {
        self.regrets.clear();
        self.regrets.resize(seat.actions(), 0.0);
    }

    #[inline]
    fn choose(&mut self, draws: &mut Draws) -> usize {
        mix::draw_positive(&self.regrets, draws)
    }

    #[inline]
    fn learn(&mut self, seen: &Feedback<'_>) {
        for (regret, payoff) in self.regrets.iter_mut().zip(seen.payoffs) {
            *regret += payoff - seen.payoff;
        }
        if self.plus {
            for regret in &mut self.regrets {
                *regret = regret.max(0.0);
            }
        }
    }

    fn mixture(&self, out: &mut [f64]) -> bool {
        mix::positive_parts(&self.regrets, out);
        true
    }

    fn values(&self) -> &[f64] {
        &self.regrets
    }
}

/// Conditional regret matching (Hart & Mas-Colell 2000, eq. 2.2): after action `j` it turns to `k` with probability
/// `R(j,k) / mu`, where `R(j,k)` is the positive part of the mean over all rounds of what `k` would have gained in those
/// with `j`, and stays with `j` else.
#[derive(Clone)]
struct ConditionalRegretMatching {
    given: Option<f64>,
    mu: f64,
    actions: usize,
    /// `sums[j * actions + k]`: what `k` would have gained in the rounds with `j`.
    sums: Vec<f64>,
    rounds: f64,
    last: Option<usize>,
}

impl ConditionalRegretMatching {
    fn row(&self, action: usize) -> &[f64] {
        &self.sums[action * self.actions..][..self.actions]
    }
}

impl Learner for ConditionalRegretMatching {
    fn begin(&mut self, seat: &Seat, _: &mut Draws) {
        self.actions = seat.actions();
        // Any mu above (n - 1) times the greatest gain leaves a probability of staying, which the theorem asks for.
        let enough = 2.0 * seat.span() * mix::count(self.actions - 1);
        self.mu = self.given.unwrap_or(if enough > 0.0 { enough } else { 1.0 });
        self.sums.clear();
        self.sums.resize(self.actions * self.actions, 0.0);
        self.rounds = 0.0;
        self.last = None;
    }

    #[inline]
    fn choose(&mut self, draws: &mut Draws) -> usize {
        let Some(last) = self.last else { return draws.index(self.actions) };
        let row = self.row(last);
        if row.iter().all(|sum| *sum <= 0.0) {
            return last;
        }
        let mut left = draws.uniform() * self.rounds * self.mu;
        for (k, sum) in row.iter().enumerate().filter(|(_, sum)| **sum > 0.0) {
            if left < *sum {
                return k;
            }
            left -= sum;
        }
        last
    }

    #[inline]
    fn learn(&mut self, seen: &Feedback<'_>) {
        let Some(action) = seen.action else { return };
        let got = seen.payoffs[action];
        let start = action * self.actions;
        for (sum, payoff) in self.sums[start..start + self.actions].iter_mut().zip(seen.payoffs) {
            *sum += payoff - got;
        }
        self.rounds += 1.0;
        self.last = Some(action);
    }

    fn mixture(&self, out: &mut [f64]) -> bool {
        let Some(last) = self.last else {
            mix::even(out);
            return true;
        };
        // Where mu is too small, what is left over after the first actions is less than a later one asks for.
        let mut left: f64 = 1.0;
        for (k, (p, sum)) in out.iter_mut().zip(self.row(last)).enumerate() {
            *p = if k == last { 0.0 } else { (sum.max(0.0) / (self.rounds * self.mu)).min(left) };
            left -= *p;
        }
        out[last] += left;
        true
    }

    fn values(&self) -> &[f64] {
        self.last.map_or(&[], |last| self.row(last))
    }
}

const HART: &str = "Hart & Mas-Colell 2000, A Simple Adaptive Procedure Leading to Correlated Equilibrium, Econometrica \
                    68:1127-1150";

pub(super) const ENTRIES: &[Entry<dyn Learner>] = &[
    Entry {
        key: "regret_matching",
        title: "Regret Matching",
        aliases: &["unconditional_regret_matching", "external_regret_matching", "rm"],
        about: "Plays actions in proportion to what it would have gained by playing each throughout. All doing so, \
                empirical play approaches the coarse correlated equilibria.",
        source: HART,
        facets: Facets::needs(Needs::Payoffs).expected(),
        params: || {
            Schema::of(vec![Field::with_default(
                "plus",
                Kind::Bool,
                false,
                "Whether regrets are cut at zero each round (regret matching+, Tammelin 2014).",
            )])
        },
        build: |params, ()| Ok(Box::new(RegretMatching { plus: params.flag("plus"), regrets: Vec::new() })),
    },
    Entry {
        key: "conditional_regret_matching",
        title: "Conditional Regret Matching",
        aliases: &["internal_regret_matching", "hart_mas_colell"],
        about: "Turns from its last action to each other one in proportion to what it would have gained by playing \
                that in its place so far. All doing so, empirical play approaches the correlated equilibria.",
        source: HART,
        facets: Facets::needs(Needs::Payoffs),
        params: || {
            let doc = "By what mean regrets are divided: the more, the more inertia. By default twice the greatest \
                       difference of payoffs times the number of other actions.";
            Schema::of(vec![Field::optional("mu", Kind::Number { min: 1e-9, max: f64::MAX }, doc).unit("utility")])
        },
        build: |params, ()| {
            Ok(Box::new(ConditionalRegretMatching {
                given: params.has("mu").then(|| params.number("mu")),
                mu: 1.0,
                actions: 1,
                sums: Vec::new(),
                rounds: 0.0,
                last: None,
            }))
        },
    },
];
