//! Image scorers and a few defectors: how well must images be known for giving to pay?
//!
//! Where nearly all discriminate, a discriminator earns `b - c` a round and a defector `(1 - q) b`: discriminators hold their
//! own from `q = c / b` on (Nowak & Sigmund 1998, Nature 393:573). Here a generation of both lives at each `q` of a grid, and
//! the advantage of discriminators is measured; where it becomes positive is compared with the closed form. Defectors are a
//! small share of the population, which moves the crossing up by about that share.

use crate::catalogue::{Field, Kind, Place, Schema, Value};
use crate::error::{Diagnostic, Faults};
use crate::exact::Rational;
use crate::ids::RunKey;
use crate::models::Recorder;
use crate::models::estimates::estimate;
use crate::reputation::donation::{Generation, Lives, live};
use crate::sim::{Chance, Purpose, Who, map_indexed};
use crate::stats::{Line, Running};

/// The greatest threshold: nobody's image is as good.
const NEVER: i32 = 6;

/// Discriminators and defectors at several degrees of knowledge.
pub(super) struct Images {
    benefit: f64,
    cost: f64,
    predicted: f64,
    agents: usize,
    defectors: usize,
    meetings: u64,
    known: Vec<f64>,
}

/// The members of `images`.
pub(super) fn schema() -> Schema {
    let share = |x: f64| Value::from(x);
    Schema::of(vec![
        Field::with_default("benefit", Kind::Rational, 1i64, "What a gift is worth to the recipient: b.")
            .unit("utility"),
        Field::with_default("cost", Kind::Rational, "3/10", "What it costs the donor: c.").unit("utility"),
        Field::with_default("agents", Kind::Integer { min: 3, max: 10_000 }, 200i64, "How many agents there are."),
        Field::with_default("defectors", Kind::Integer { min: 1, max: 9_999 }, 2i64, "How many of them never give."),
        Field::with_default(
            "meetings",
            Kind::Integer { min: 1, max: 1_000_000_000 },
            40_000i64,
            "How often two meet, at each degree of knowledge.",
        )
        .unit("meetings"),
        Field::with_default(
            "known",
            Kind::List { of: Box::new(Kind::Probability), min: 2, max: 1000 },
            [0.1, 0.2, 0.3, 0.4, 0.5].map(share).to_vec(),
            "The degrees of knowledge: how often a donor knows its recipient's image, rising.",
        ),
    ])
}

impl Images {
    pub(super) fn read(value: &Value, place: &Place, faults: &mut Faults) -> Option<Self> {
        let params = value.section().expect("the schema declares a table");
        let (benefit, cost) = (params.rational("benefit"), params.rational("cost"));
        let known = params.numbers("known");
        let (agents, defectors) = (params.count("agents"), params.count("defectors"));
        let before = faults.diagnostics().len();
        let mut wrong = |key: &str, found: String, expected: &str| {
            let fault = Diagnostic::new("out-of-range", found, expected);
            faults.push(fault.at(place.key(key).at(&params.value(key).origin)));
        };
        if !cost.is_positive() || cost >= benefit {
            wrong(
                "cost",
                format!("a cost of {cost} and a benefit of {benefit}"),
                "a cost above 0 and below the benefit",
            );
        }
        if defectors >= agents {
            wrong("defectors", format!("{defectors} defectors of {agents} agents"), "fewer defectors than agents");
        }
        if known.windows(2).any(|pair| pair[0] >= pair[1]) {
            wrong("known", "degrees of knowledge that do not rise".into(), "each above the one before it");
        }
        if faults.diagnostics().len() > before {
            return None;
        }
        let predicted = cost.checked_div(&benefit).unwrap_or_else(Rational::one).to_f64();
        let (benefit, cost) = (benefit.to_f64(), cost.to_f64());
        Some(Self { benefit, cost, predicted, agents, defectors, meetings: params.count("meetings") as u64, known })
    }

    /// By how much a discriminator earns more a meeting than a defector.
    fn advantage(&self, known: f64, key: &RunKey, repetition: u64) -> f64 {
        let mut thresholds = vec![0; self.agents];
        thresholds[..self.defectors].fill(NEVER);
        let generation = Generation {
            known: Chance::of(known),
            benefit: self.benefit,
            cost: self.cost,
            endowment: 0.0,
            meetings: self.meetings,
            ..Generation::default()
        };
        let mut draws = key.draws(Who::place("images", repetition), Purpose::Choice);
        let lives = live(&generation, &thresholds, &mut draws);
        mean(&lives, self.defectors..self.agents) - mean(&lives, 0..self.defectors)
    }

    /// Records the advantage by knowledge, and where it begins.
    pub(super) fn record(&self, key: &RunKey, repetitions: usize, recorder: &mut dyn Recorder) {
        let grid = self.known.len();
        let advantages =
            map_indexed(grid * repetitions, |job| self.advantage(self.known[job % grid], key, (job / grid) as u64));
        for (k, known) in self.known.iter().enumerate() {
            let mut stream = Running::default();
            advantages.iter().skip(k).step_by(grid).for_each(|value| stream.push(*value));
            let [advantage, low, high] = estimate(&stream);
            let closed = self.benefit * known - self.cost;
            recorder.row("images", &[(*known).into(), advantage, low, high, (0.5 * closed).into()]);
        }
        let mut crossings = Running::default();
        for run in advantages.chunks(grid) {
            // The advantage is linear in the degree of knowledge: a line wastes no observation.
            if let Some(at) = Line::through(&self.known, run).and_then(Line::crossing) {
                crossings.push(at);
            }
        }
        let [at, low, high] = estimate(&crossings);
        recorder.row("image_thresholds", &["image_scoring".into(), at, low, high, self.predicted.into()]);
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
fn mean(lives: &Lives, agents: std::ops::Range<usize>) -> f64 {
    let payoff: f64 = lives.payoffs[agents.clone()].iter().sum();
    let meetings: u64 = lives.meetings[agents].iter().sum();
    if meetings == 0 { 0.0 } else { payoff / meetings as f64 }
}
