//! Rational cooperation in a dilemma of known length, where one player may be one that always plays tit-for-tat.
//!
//! Two play a symmetric dilemma a known number of times. With a small probability the first, *row*, plays tit-for-tat whatever
//! comes; else it is rational, as the second, *column*, is known to be (Kreps, Milgrom, Roberts & Wilson 1982, J. Econ. Theory
//! 27:245, sec. 2). Row once not having done what tit-for-tat does is known to be rational, and both defect to the end, the only
//! equilibrium without doubt. Up to there the state is: rounds left, column's belief that row is tit-for-tat, and column's last action, which
//! is what tit-for-tat does next. The sequential equilibrium is worked out by backward induction over all beliefs from the first on, in
//! fractions: column's value is linear in the belief between thresholds, and a rational row's is constant there, with a jump at each
//! threshold that column's mixing spans. Where row mixes, the belief moves to such a threshold.
//!
//! Found are equilibria that are unique at all beliefs from the prior on but thresholds, in which column's value has no jumps. If
//! `P - S > T - R`, small beliefs can have several equilibria of different values (three between 2/9 and 8/35 with four rounds left
//! of `0, -1, -3, -5`), and what is worth what before them would hang on which is expected: such priors are refused, greater ones
//! are answered. Knows nothing of agents or draws.

mod course;
mod curve;
mod stage;

pub use course::{Course, Node};

use crate::error::Diagnostic;
use crate::exact::Rational;
use crate::game::TwoByTwo;
use curve::Stage;

/// The sequential equilibrium for all numbers of rounds up to one.
#[derive(Clone, Debug)]
pub struct Doubt {
    payoffs: TwoByTwo,
    prior: Rational,
    /// With 1, 2, .. rounds left.
    stages: Vec<Stage>,
}

impl Doubt {
    /// Works out the equilibrium.
    ///
    /// - `payoffs`: a prisoner's dilemma in which cooperating twice is worth more than exploiting each other in turn: `T > R > P > S` and
    ///   `2 R > T + S`.
    /// - `prior`: how likely row plays tit-for-tat; above 0, below 1.
    /// - `rounds`: the greatest number of rounds that is asked for; at least 1.
    ///
    /// # Errors
    /// If the payoffs are not such a dilemma, the prior is not inside the unit interval, or the equilibrium is not of the kind that is found.
    ///
    /// # Examples
    /// With two rounds left column cooperates from the belief 1/3 on: what it gains in the last round, `T - P = 4` from a tit-for-tat
    /// player, has to outweigh what it gives up now, `1 + p`.
    /// ```
    /// use comity::equilibrium::doubt::Doubt;
    /// use comity::exact::Rational;
    /// use comity::game::TwoByTwo;
    /// let [r, s, t, p] = [3, 0, 5, 1].map(|pays: i64| Rational::from(pays));
    /// let doubt = Doubt::solve(&TwoByTwo::new(r, s, t, p), &Rational::new(1, 10), 2).unwrap();
    /// assert_eq!(doubt.thresholds(2), [Rational::new(1, 3)]);
    /// ```
    pub fn solve(payoffs: &TwoByTwo, prior: &Rational, rounds: usize) -> Result<Self, Diagnostic> {
        let (zero, one) = (Rational::zero(), Rational::one());
        if !payoffs.is_dilemma() || !payoffs.rewards_cooperation_over_alternation() {
            let TwoByTwo { reward: r, sucker: s, temptation: t, punishment: p } = payoffs;
            let found = format!("R = {r}, S = {s}, T = {t}, P = {p}");
            return Err(Diagnostic::new("wrong-game", found, "T > R > P > S and 2 R > T + S"));
        }
        if *prior <= zero || *prior >= one {
            return Err(Diagnostic::new("out-of-range", format!("a prior of {prior}"), "above 0 and below 1"));
        }
        let mut stages = vec![stage::last(payoffs, prior)];
        while stages.len() < rounds.max(1) {
            stages.push(stage::before(payoffs, &stages)?);
        }
        Ok(Self { payoffs: payoffs.clone(), prior: prior.clone(), stages })
    }

    /// The beliefs above the prior at which equilibrium play after column's cooperation changes, in order.
    ///
    /// - `left`: rounds left, from 1 to as many as were asked for.
    pub fn thresholds(&self, left: usize) -> &[Rational] {
        let breaks = &self.stages[left - 1].kept.breaks;
        &breaks[1..breaks.len() - 1]
    }

    /// What column and a rational row get in all from a match of so many rounds (row at the most, if the prior is itself a threshold).
    ///
    /// - `rounds`: from 1 to as many as were asked for.
    pub fn values(&self, rounds: usize) -> (Rational, Rational) {
        let stage = &self.stages[rounds - 1].kept;
        (stage.column(&self.prior), stage.row(&self.prior).1)
    }
}
