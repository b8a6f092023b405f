//! Tactics: what a party offers next, given what was offered.

use crate::catalogue::{Catalogue, Entry, Family, Field, Kind, Params, Schema};
use crate::contract::negotiation::Side;
use crate::contract::negotiation::behaviour::{Imitator, Rule};
use crate::contract::negotiation::concession::{Concession, Family as Form, Party};
use crate::error::{Diagnostic, Faults};
use crate::exact::Rational;

/// Where a party stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stance {
    /// Its side.
    pub side: Side,
    /// The best price that it hopes for.
    pub best: f64,
    /// The price beyond which it rather has no agreement: its fall-back.
    pub reservation: f64,
    /// Its last turn.
    pub deadline: u32,
}

impl Stance {
    /// Its lowest and its highest price.
    pub fn range(&self) -> (f64, f64) {
        (self.best.min(self.reservation), self.best.max(self.reservation))
    }

    /// What a price is worth beyond the reservation.
    pub fn gain(&self, price: f64) -> f64 {
        match self.side {
            Side::Buyer => self.reservation - price,
            Side::Seller => price - self.reservation,
        }
    }
}

/// How a party bargains. It keeps nothing between offers: what it needs is what was offered.
pub trait Tactic: Send + Sync {
    /// Where it stands, before a repetition draws its reservation.
    fn stance(&self) -> Stance;

    /// Its offer at a turn, from 0, after its own offers and the other's so far: a price from its best to its reservation.
    fn offer(&self, stance: &Stance, turn: u32, own: &[f64], others: &[f64]) -> f64;
}

impl Family for dyn Tactic {
    const FAMILY: &'static str = "tactics";
    const ONE: &'static str = "tactic";
    const UNKNOWN: &'static str = "unknown-tactic";
    type Facets = ();
    type Tools = ();
}

/// The built-in tactics.
pub fn catalogue() -> Catalogue<dyn Tactic> {
    Catalogue::new(vec![ENTRIES])
}

struct ByTheClock {
    stance: Stance,
    form: Form,
    kappa: f64,
    beta: f64,
}

impl Tactic for ByTheClock {
    fn stance(&self) -> Stance {
        self.stance
    }

    fn offer(&self, stance: &Stance, turn: u32, _: &[f64], _: &[f64]) -> f64 {
        let (min, max) = stance.range();
        let concession = Concession::new(self.form, self.kappa, self.beta, stance.deadline)
            .expect("it was checked when the tactic was built");
        Party { side: stance.side, min, max, concession }.offer(turn)
    }
}

/// Steps that shrink by a constant ratio.
struct Shrinking {
    stance: Stance,
    ratio: f64,
}

impl Tactic for Shrinking {
    fn stance(&self) -> Stance {
        self.stance
    }

    fn offer(&self, stance: &Stance, _: u32, own: &[f64], _: &[f64]) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "a count of offers")]
        let left = libm::pow(self.ratio, own.len() as f64);
        stance.best + (1.0 - left) * (stance.reservation - stance.best)
    }
}

struct ByTheOther {
    stance: Stance,
    rule: Rule,
    lag: usize,
    opening: f64,
}

impl Tactic for ByTheOther {
    fn stance(&self) -> Stance {
        self.stance
    }

    fn offer(&self, stance: &Stance, _: u32, own: &[f64], others: &[f64]) -> f64 {
        let (min, max) = stance.range();
        let exact = |price: f64| Rational::from_f64_exact(price).expect("prices are finite");
        let imitator = Imitator { side: stance.side, rule: self.rule, lag: self.lag, min: exact(min), max: exact(max) };
        let seen: Vec<Rational> = others.iter().map(|price| exact(*price)).collect();
        let next = own.last().and_then(|own| imitator.next(&exact(*own), &seen, &Rational::zero()));
        // Before there is anything to imitate it takes small steps of its own.
        #[expect(clippy::cast_precision_loss, reason = "a count of offers")]
        let opening = stance.best + (self.opening * own.len() as f64).min(1.0) * (stance.reservation - stance.best);
        next.map_or(opening, |next| next.to_f64())
    }
}

fn common() -> Vec<Field> {
    vec![
        Field::required("side", Kind::Choice(&["buyer", "seller"]), "Whether it buys or sells."),
        Field::required("best", Kind::NUMBER, "The best price that it hopes for: its first offer, about.")
            .unit("credits"),
        Field::required("reservation", Kind::NUMBER, "The price beyond which it rather has no agreement.")
            .unit("credits"),
        Field::with_default("deadline", Kind::Integer { min: 1, max: 10_000 }, 20i64, "Its last turn.").unit("turns"),
    ]
}

fn stance(params: &Params) -> Result<Stance, Diagnostic> {
    let side = Side::named(params.text("side")).expect("the schema lists the sides");
    let (best, reservation) = (params.number("best"), params.number("reservation"));
    let in_order = match side {
        Side::Buyer => best <= reservation,
        Side::Seller => best >= reservation,
    };
    if !in_order {
        let found = format!("a {} whose best price is {best} and whose reservation is {reservation}", side.name());
        return Err(Diagnostic::new("bad-tactic", found, "a reservation that is no better for it than its best price"));
    }
    Ok(Stance {
        side,
        best,
        reservation,
        deadline: u32::try_from(params.integer("deadline")).expect("the schema bounds it"),
    })
}

fn clock_fields(kappa: f64) -> Schema {
    let mut fields = common();
    fields.push(Field::with_default(
        "kappa",
        Kind::Probability,
        kappa,
        "The share of the way that it has gone at first.",
    ));
    fields.push(Field::with_default(
        "beta",
        Kind::Number { min: 0.001, max: 1000.0 },
        1.0,
        "Below 1 it holds out until its deadline (Boulware), above 1 it concedes at once (conceder).",
    ));
    Schema::of(fields)
}

fn by_the_clock(params: &Params, form: Form) -> Result<Box<dyn Tactic>, Faults> {
    let stance = stance(params)?;
    let (kappa, beta) = (params.number("kappa"), params.number("beta"));
    Concession::new(form, kappa, beta, stance.deadline)?;
    Ok(Box::new(ByTheClock { stance, form, kappa, beta }))
}

fn imitation_fields() -> Schema {
    let mut fields = common();
    fields.push(Field::with_default(
        "lag",
        Kind::Integer { min: 1, max: 1000 },
        1i64,
        "How many offers it looks back.",
    ));
    fields.push(Field::with_default(
        "opening",
        Kind::Probability,
        0.05,
        "The share of the way of each step that it takes before there is anything to imitate.",
    ));
    Schema::of(fields)
}

fn by_the_other(params: &Params, rule: Rule) -> Result<Box<dyn Tactic>, Faults> {
    let stance = stance(params)?;
    if rule != Rule::Absolute && stance.range().0 <= 0.0 {
        let found = format!("prices from {} on", stance.range().0);
        return Err(Diagnostic::new("bad-tactic", found, "prices above 0: proportions are imitated").into());
    }
    let lag = params.count("lag");
    Ok(Box::new(ByTheOther { stance, rule, lag, opening: params.number("opening") }))
}

const SOURCE: &str = "Faratin, Sierra & Jennings 1998, Robotics and Autonomous Systems 24:159";

const ENTRIES: &[Entry<dyn Tactic>] = &[
    Entry {
        key: "polynomial",
        title: "Polynomial concession",
        aliases: &["conceder", "boulware", "linear"],
        about: "Concedes by the clock, as a power of the time that has passed.",
        source: SOURCE,
        facets: (),
        params: || clock_fields(0.0),
        build: |params, ()| by_the_clock(params, Form::Polynomial),
    },
    Entry {
        key: "exponential",
        title: "Exponential concession",
        aliases: &[],
        about: "Concedes by the clock, exponentially.",
        source: SOURCE,
        facets: (),
        params: || clock_fields(0.05),
        build: |params, ()| by_the_clock(params, Form::Exponential),
    },
    Entry {
        key: "geometric",
        title: "Geometric concession",
        aliases: &["shrinking steps"],
        about: "Begins generously, and takes each step smaller than the last by the same ratio: the limit of its steps is its \
                reservation, for whoever adds them up.",
        source: "Raiffa 1982, The Art and Science of Negotiation (the negotiation dance)",
        facets: (),
        params: || {
            let mut fields = common();
            let ratio = Kind::Number { min: 0.01, max: 0.99 };
            fields.push(Field::with_default("ratio", ratio, 0.6, "Each step by the one before."));
            Schema::of(fields)
        },
        build: |params, ()| Ok(Box::new(Shrinking { stance: stance(params)?, ratio: params.number("ratio") })),
    },
    Entry {
        key: "relative",
        title: "Relative imitation",
        aliases: &["relative tit for tat"],
        about: "Moves in the proportion in which the other moved.",
        source: SOURCE,
        facets: (),
        params: imitation_fields,
        build: |params, ()| by_the_other(params, Rule::Relative),
    },
    Entry {
        key: "absolute",
        title: "Absolute imitation",
        aliases: &["absolute tit for tat"],
        about: "Moves by the amount by which the other moved.",
        source: SOURCE,
        facets: (),
        params: imitation_fields,
        build: |params, ()| by_the_other(params, Rule::Absolute),
    },
    Entry {
        key: "averaged",
        title: "Averaged imitation",
        aliases: &["averaged tit for tat"],
        about: "Moves in the proportion in which the other moved over its last offers.",
        source: SOURCE,
        facets: (),
        params: imitation_fields,
        build: |params, ()| by_the_other(params, Rule::Averaged),
    },
];
