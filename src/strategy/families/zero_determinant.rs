//! Zero-determinant strategies: memory-one play that enforces a line between the two scores.
//!
//! With `l` the baseline payoff, `s` the slope and `phi` the step, the strategy enforces
//! `s_own - l = (s_other - l) * s'` for the pair of mean payoffs, where the four-vector is (Stewart & Plotkin 2013,
//! PNAS 110:15348; Press & Dyson 2012, PNAS 109:10409, eq. 12 to 14)
//!
//! ```text
//! p_CC = 1 - phi (1 - s)(R - l)
//! p_CD = 1 - phi (s (l - S) + (T - l))
//! p_DC = phi ((l - S) + s (T - l))
//! p_DD = phi (1 - s)(l - P)
//! ```
//! and the slope from the other's surplus to its own is `1 / s` (extortion factor chi). The vector follows from
//! the payoffs of the game that is told; where an entry leaves 0..1, no such strategy exists there and the match
//! is refused.

use super::memory_one::{FourVector, four_vector};
use crate::catalogue::{Entry, Field, Kind, Params, Schema};
use crate::error::Diagnostic;
use crate::exact::Rational;
use crate::sim::Chance;
use crate::strategy::machine::{round_index, two_actions};
use crate::strategy::{Action, Facets, Machine, Strategy, Told, machine};

/// The baseline payoff.
#[derive(Clone)]
enum Baseline {
    /// The game's punishment payoff.
    Punishment,
    /// The game's reward payoff.
    Reward,
    /// A number.
    Payoff(Rational),
}

/// A zero-determinant strategy.
#[derive(Clone)]
struct ZeroDeterminant {
    phi: Rational,
    s: Rational,
    l: Baseline,
    after: FourVector,
}

impl ZeroDeterminant {
    /// The exact four-vector in the game that is told, if that is a game of two actions.
    fn vector(&self, told: &Told) -> Option<[Rational; 4]> {
        let game = told.two_by_two()?;
        let l = match &self.l {
            Baseline::Punishment => game.punishment.clone(),
            Baseline::Reward => game.reward.clone(),
            Baseline::Payoff(payoff) => payoff.clone(),
        };
        let one = Rational::one();
        let (phi, s) = (&self.phi, &self.s);
        let step = phi * &(&one - s);
        let below = &l - &game.sucker;
        let above = &game.temptation - &l;
        Some([
            &one - &(&step * &(&game.reward - &l)),
            &one - &(phi * &(&(s * &below) + &above)),
            phi * &(&below + &(s * &above)),
            &step * &(&l - &game.punishment),
        ])
    }
}

impl Machine for ZeroDeterminant {
    type State = Option<usize>;

    fn begin(&mut self, told: &Told) -> Option<usize> {
        if let Some(vector) = self.vector(told) {
            self.after = four_vector(vector.map(|p| p.to_f64()));
        }
        None
    }

    fn cooperates(&self, last: &Option<usize>) -> Chance {
        last.map_or(Chance::Always, |last| self.after[last])
    }

    fn next(&self, _: &Option<usize>, own: Action, seen: Action) -> Option<usize> {
        Some(round_index(own, seen))
    }

    fn fits(&self, told: &Told) -> Result<(), Diagnostic> {
        two_actions(told)?;
        let vector = self.vector(told).expect("a game of two actions has four payoffs");
        if vector.iter().all(|p| *p >= 0 && *p <= 1) {
            return Ok(());
        }
        let shown: Vec<String> = vector.iter().map(ToString::to_string).collect();
        Err(Diagnostic::new(
            "wrong-game",
            format!("with these payoffs the zero-determinant vector is ({})", shown.join(", ")),
            "probabilities from 0 to 1: a smaller phi, or another s or l",
        ))
    }
}

fn fields(phi: Option<&'static str>, s: Option<&'static str>, l: Option<&'static str>) -> Schema {
    let field = |key, default: Option<&'static str>, doc| match default {
        Some(default) => Field::with_default(key, Kind::Rational, default, doc),
        None => Field::required(key, Kind::Rational, doc),
    };
    Schema::of(vec![
        field("phi", phi, "The step: how strongly it answers."),
        field("s", s, "The slope: the other's surplus over the baseline by its own (1/chi)."),
        match l {
            Some(l) => Field::with_default("l", Kind::Rational, l, "The baseline payoff.").unit("utility"),
            None => Field::optional("l", Kind::Rational, "The baseline payoff.").unit("utility"),
        },
    ])
}

fn build(params: &Params, baseline: Baseline) -> Box<dyn Strategy> {
    let l = if params.has("l") { Baseline::Payoff(params.rational("l")) } else { baseline };
    machine(ZeroDeterminant { phi: params.rational("phi"), s: params.rational("s"), l, after: [Chance::Never; 4] })
}

const PRESS: &str = "Press & Dyson 2012, PNAS 109:10409";
const PLOTKIN: &str = "Stewart & Plotkin 2012, PNAS 109:10134";
const KUHN: &str = "Kuhn 2017, Prisoner's Dilemma, Stanford Encyclopedia of Philosophy";

/// The facets of a zero-determinant strategy.
const fn facets(class: &'static str) -> Facets {
    Facets::memory(1).stochastic().uses_game().axelrod(class)
}

pub(super) const ENTRIES: &[Entry<dyn Strategy>] = &[
    Entry {
        key: "zero_determinant",
        title: "Zero-determinant",
        aliases: &["ZD", "LR player"],
        about: "Enforces a line of slope s through the baseline l (by default the punishment payoff) with step phi.",
        source: PRESS,
        facets: facets("LRPlayer"),
        params: || fields(None, None, None),
        build: |params, _| Ok(build(params, Baseline::Punishment)),
    },
    Entry {
        key: "zd_extort_2",
        title: "ZD-Extort-2",
        aliases: &[],
        about: "Extorts twice the other's surplus over mutual defection.",
        source: PLOTKIN,
        facets: facets("ZDExtort2"),
        params: || fields(Some("1/9"), Some("1/2"), None),
        build: |params, _| Ok(build(params, Baseline::Punishment)),
    },
    Entry {
        key: "zd_extort_2_v2",
        title: "ZD-Extort-2 v2",
        aliases: &[],
        about: "Extorts twice the other's surplus over a payoff of 1, with step 1/8.",
        source: KUHN,
        facets: facets("ZDExtort2v2"),
        params: || fields(Some("1/8"), Some("1/2"), Some("1")),
        build: |params, _| Ok(build(params, Baseline::Punishment)),
    },
    Entry {
        key: "zd_extort_3",
        title: "ZD-Extort3",
        aliases: &["ZD-Extort-3"],
        about: "Extorts three times the other's surplus over a payoff of 1.",
        source: PRESS,
        facets: facets("ZDExtort3"),
        params: || fields(Some("3/26"), Some("1/3"), Some("1")),
        build: |params, _| Ok(build(params, Baseline::Punishment)),
    },
    Entry {
        key: "zd_extort_4",
        title: "ZD-Extort-4",
        aliases: &[],
        about: "Extorts four times the other's surplus over a payoff of 1.",
        source: "Axelrod-Python 4.14",
        facets: facets("ZDExtort4"),
        params: || fields(Some("4/17"), Some("1/4"), Some("1")),
        build: |params, _| Ok(build(params, Baseline::Punishment)),
    },
    Entry {
        key: "zd_extortion",
        title: "ZD-Extortion",
        aliases: &[],
        about: "Extorts ten times the other's surplus over a payoff of 1.",
        source: "Roemheld 2013, arXiv:1308.2576",
        facets: facets("ZDExtortion"),
        params: || fields(Some("1/5"), Some("1/10"), Some("1")),
        build: |params, _| Ok(build(params, Baseline::Punishment)),
    },
    Entry {
        key: "zd_gtft_2",
        title: "ZD-GTFT-2",
        aliases: &[],
        about: "Generous: bears twice the other's loss below mutual cooperation.",
        source: PLOTKIN,
        facets: facets("ZDGTFT2"),
        params: || fields(Some("1/4"), Some("1/2"), None),
        build: |params, _| Ok(build(params, Baseline::Reward)),
    },
    Entry {
        key: "zd_gen_2",
        title: "ZD-GEN-2",
        aliases: &[],
        about: "Generous toward a payoff of 3, with step 1/8.",
        source: KUHN,
        facets: facets("ZDGen2"),
        params: || fields(Some("1/8"), Some("1/2"), Some("3")),
        build: |params, _| Ok(build(params, Baseline::Reward)),
    },
    Entry {
        key: "zd_mischief",
        title: "ZD-Mischief",
        aliases: &[],
        about: "Holds the other's mean payoff near 1, whatever it does.",
        source: "Roemheld 2013, arXiv:1308.2576",
        facets: facets("ZDMischief"),
        params: || fields(Some("1/10"), Some("0"), Some("1")),
        build: |params, _| Ok(build(params, Baseline::Punishment)),
    },
    Entry {
        key: "zd_set_2",
        title: "ZD-SET-2",
        aliases: &[],
        about: "Sets the other's mean payoff to 2, whatever it does.",
        source: KUHN,
        facets: facets("ZDSet2"),
        params: || fields(Some("1/4"), Some("0"), Some("2")),
        build: |params, _| Ok(build(params, Baseline::Punishment)),
    },
];
