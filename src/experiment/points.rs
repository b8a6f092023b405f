//! The points of an experiment: which values its parameters take together.
//!
//! Blocks of points follow each other. A grid takes every combination, the last parameter changing fastest; a list says
//! points one by one; a zip takes first with first, second with second. `random` draws each value by itself;
//! `latin_hypercube` puts one point into each of n equal parts of every parameter (McKay, Beckman & Conover 1979); `sobol`
//! takes the Sobol sequence under a random digital shift; `saltelli` takes that sequence in twice as many axes for the two
//! matrices of sensitivity analysis, and the crossings of both (Saltelli 2002). What is drawn follows from the seed, the
//! block's place and the parameter's name: a random or Sobol block that is made longer keeps the points that it had.

use super::sobol::{MOST_AXES, sobol_sequence};
use crate::catalogue::{Field, Kind, Place, Schema, Value, suggestion};
use crate::error::{Diagnostic, Faults};
use crate::exact::Rational;
use crate::ids::{RunKey, Seed};
use crate::sim::{Draws, Purpose, Who};

/// More points than this are refused: a slip in a grid should not fill the disk.
pub const MOST_POINTS: usize = 1_000_000;

/// A value for each parameter that a point sets.
pub(super) type Settings = Vec<Option<Value>>;

/// A block of points, by the places of its parameters.
#[derive(Clone, Debug)]
pub(super) enum Block {
    /// Every combination.
    Grid(Vec<(usize, Vec<Value>)>),
    /// Points one by one.
    List(Vec<Settings>),
    /// Points that are drawn.
    Sampled { how: Sampling, count: usize, axes: Vec<(usize, Axis)> },
}

/// How a block is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sampling {
    Random,
    LatinHypercube,
    Sobol,
    Saltelli,
}

/// What a sampled parameter may be.
#[derive(Clone, Debug)]
pub(super) enum Axis {
    /// A number from one to another.
    Between { from: f64, to: f64, whole: bool, log: bool },
    /// One of some values.
    Choice(Vec<Value>),
}

/// The design of a sensitivity analysis: points by their places among all points that were asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Design {
    /// The parameters, by place.
    pub parameters: Vec<usize>,
    /// For each row of the matrices: the point of A, that of B, and for each parameter that of A with its value from B.
    pub rows: Vec<Vec<usize>>,
}

/// The form of a block.
pub(super) fn kind() -> Kind {
    let sampled = || {
        Kind::Table(Schema::of(vec![
            Field::required("count", Kind::Integer { min: 1, max: 1_000_000 }, "How many points, or rows of matrices."),
            Field::required(
                "over",
                Kind::Any,
                "For each parameter { from = .., to = .. } (perhaps with whole = true or log = true), or a list of values.",
            ),
        ]))
    };
    let lists = "For each parameter a list of values, or { from = .., to = .., step = .. }.";
    Kind::OneOf(vec![
        Field::required("grid", Kind::Any, lists),
        Field::required("zip", Kind::Any, lists),
        Field::required("list", Kind::list(Kind::Any), "For each point a table of values by parameter."),
        Field::required("random", sampled(), "Values drawn each by itself."),
        Field::required("latin_hypercube", sampled(), "One point in each of `count` equal parts of every parameter."),
        Field::required("sobol", sampled(), "The Sobol sequence."),
        Field::required("saltelli", sampled(), "Matrices for Sobol's indices: count x (parameters + 2) points."),
    ])
}

/// Reads a block that the schema has checked; `names` are the parameters' names.
pub(super) fn read(kind: &str, value: &Value, names: &[String], place: &Place) -> Result<Block, Faults> {
    match kind {
        "grid" => Ok(Block::Grid(lists(value, names, place)?)),
        "zip" => zip(lists(value, names, place)?, names, value, place).map(Block::List),
        "list" => {
            let mut faults = Faults::new();
            let mut points = Vec::new();
            for (k, point) in value.as_list().unwrap_or_default().iter().enumerate() {
                let mut settings = vec![None; names.len()];
                match members(point, names, &place.item(k)) {
                    Ok(members) => members.into_iter().for_each(|(at, value)| settings[at] = Some(value.clone())),
                    Err(found) => faults.extend(found),
                }
                points.push(settings);
            }
            faults.into_result(Block::List(points))
        }
        _ => {
            let params = value.section().expect("the schema declares a table");
            let mut axes = Vec::new();
            for (at, value) in members(params.value("over"), names, &place.key("over"))? {
                axes.push((at, axis(value, &names[at], &place.key("over").key(&names[at]))?));
            }
            let how = match kind {
                "random" => Sampling::Random,
                "latin_hypercube" => Sampling::LatinHypercube,
                "sobol" => Sampling::Sobol,
                _ => Sampling::Saltelli,
            };
            let needed = axes.len() * if how == Sampling::Saltelli { 2 } else { 1 };
            if needed > MOST_AXES && matches!(how, Sampling::Sobol | Sampling::Saltelli) {
                let found = format!("a Sobol sequence in {needed} axes");
                let fault = Diagnostic::new("too-many-axes", found, format!("at most {MOST_AXES}"));
                return Err(fault.at(place.at(&value.origin)).into());
            }
            Ok(Block::Sampled { how, count: params.count("count"), axes })
        }
    }
}

/// The members of a table of values by parameter.
fn members<'v>(value: &'v Value, names: &[String], place: &Place) -> Result<Vec<(usize, &'v Value)>, Faults> {
    let mut faults = Faults::new();
    let mut found = Vec::new();
    let Some(table) = value.as_table().filter(|table| !table.is_empty()) else {
        let fault = Diagnostic::new("wrong-type", value.describe(), "a table of values by parameter");
        return Err(fault.at(place.at(&value.origin)).into());
    };
    for (key, value) in table.iter() {
        match names.iter().position(|name| *name == key.name) {
            Some(at) => found.push((at, value)),
            None => {
                let fault = Diagnostic::new(
                    "unknown-parameter",
                    format!("unknown parameter {:?}", key.name),
                    format!("one of {}", names.join(", ")),
                );
                let fault = match suggestion(&key.name, names.iter().map(String::as_str)) {
                    Some(help) => fault.help(help),
                    None => fault,
                };
                faults.push(fault.at(place.key(&key.name).at(&key.origin)));
            }
        }
    }
    faults.into_result(found)
}

/// For each parameter its values.
fn lists(value: &Value, names: &[String], place: &Place) -> Result<Vec<(usize, Vec<Value>)>, Faults> {
    let mut faults = Faults::new();
    let mut found = Vec::new();
    for (at, value) in members(value, names, place)? {
        let place = place.key(&names[at]);
        let listed = match value.as_list() {
            Some([]) => {
                Err(Diagnostic::new("wrong-type", "an empty list", "values").at(place.at(&value.origin)).into())
            }
            Some(items) => Ok(items.to_vec()),
            None => steps(value, &place),
        };
        match listed {
            Ok(values) => found.push((at, values)),
            Err(faulty) => faults.extend(faulty),
        }
    }
    faults.into_result(found)
}

/// The values of `{ from, to, step }`, each exactly `from + k step`.
fn steps(value: &Value, place: &Place) -> Result<Vec<Value>, Faults> {
    let fault = |found: String| -> Faults {
        let expected = "a list of values, or { from = .., to = .., step = .. } with a step that is not 0 and leads from \
                        one to the other";
        Diagnostic::new("bad-range", found, expected).at(place.at(&value.origin)).into()
    };
    let schema = Schema::of(vec![
        Field::required("from", Kind::Rational, "The first value."),
        Field::required("to", Kind::Rational, "The last value, if the steps come to it."),
        Field::required("step", Kind::Rational, "From one value to the next."),
    ]);
    let mut faults = Faults::new();
    let table = value.as_table().ok_or_else(|| fault(value.describe()))?;
    let Some(params) = schema.check(table, &value.origin, place, &mut faults) else { return Err(faults) };
    let (from, to, step) = (params.rational("from"), params.rational("to"), params.rational("step"));
    let Some(count) = (&to - &from).checked_div(&step).filter(|count| !count.is_negative()) else {
        return Err(fault(format!("from {from} to {to} by {step}")));
    };
    // The whole part: how many steps fit.
    let (numerator, denominator) = count.parts();
    let whole = numerator / denominator;
    let most = usize::try_from(whole).ok().filter(|most| *most < MOST_POINTS);
    let most = most.ok_or_else(|| fault(format!("more than {MOST_POINTS} steps")))?;
    let number = |k: usize| -> Value {
        let at = &from + &(&step * &Rational::from(i64::try_from(k).expect("few steps")));
        let mut value: Value = match at.numerator_i64().filter(|_| at.is_integer()) {
            Some(whole) => whole.into(),
            None => at.to_f64().into(),
        };
        value.origin = params.value("from").origin.clone();
        value
    };
    Ok((0..=most).map(number).collect())
}

/// Points that take the first of each list, the second of each, and so on.
fn zip(
    lists: Vec<(usize, Vec<Value>)>,
    names: &[String],
    value: &Value,
    place: &Place,
) -> Result<Vec<Settings>, Faults> {
    let count = lists.first().map_or(0, |(_, values)| values.len());
    if let Some((at, values)) = lists.iter().find(|(_, values)| values.len() != count) {
        let found = format!("{count} values of {:?} and {} of {:?}", names[lists[0].0], values.len(), names[*at]);
        let fault = Diagnostic::new("unequal-lists", found, "lists of one length to zip");
        return Err(fault.at(place.at(&value.origin)).into());
    }
    let point = |k: usize| {
        let mut settings = vec![None; names.len()];
        lists.iter().for_each(|(at, values)| settings[*at] = Some(values[k].clone()));
        settings
    };
    Ok((0..count).map(point).collect())
}

fn axis(value: &Value, name: &str, place: &Place) -> Result<Axis, Faults> {
    if let Some(items) = value.as_list().filter(|items| !items.is_empty()) {
        return Ok(Axis::Choice(items.to_vec()));
    }
    let schema = Schema::of(vec![
        Field::required("from", Kind::NUMBER, "The least."),
        Field::required("to", Kind::NUMBER, "The greatest."),
        Field::with_default("whole", Kind::Bool, false, "Whether whole numbers alone are meant."),
        Field::with_default(
            "log",
            Kind::Bool,
            false,
            "Whether equal ratios are equally likely, not equal differences.",
        ),
    ]);
    let fault = |found: String, expected: &str| -> Faults {
        Diagnostic::new("bad-range", found, expected).at(place.at(&value.origin)).into()
    };
    let table =
        value.as_table().ok_or_else(|| fault(value.describe(), "a list of values, or { from = .., to = .. }"))?;
    let mut faults = Faults::new();
    let Some(params) = schema.check(table, &value.origin, place, &mut faults) else { return Err(faults) };
    let (from, to) = (params.number("from"), params.number("to"));
    let (whole, log) = (params.flag("whole"), params.flag("log"));
    if from >= to || (log && from <= 0.0) {
        let expected = "from below to, and above 0 where log = true";
        return Err(fault(format!("{name} from {from} to {to}"), expected));
    }
    Ok(Axis::Between { from, to, whole, log })
}

impl Axis {
    /// The value at a place from 0 (included) to 1 (excluded).
    fn at(&self, u: f64) -> Value {
        match self {
            Axis::Choice(values) => {
                #[expect(clippy::cast_precision_loss, reason = "a short list")]
                let place = u * values.len() as f64;
                #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "below the length")]
                values[(place as usize).min(values.len() - 1)].clone()
            }
            Axis::Between { from, to, whole: true, log: false } => {
                let (from, to) = (from.ceil(), to.floor());
                #[expect(clippy::cast_possible_truncation, reason = "bounds of a parameter")]
                let value = (from + (u * (to - from + 1.0)).floor()).min(to) as i64;
                value.into()
            }
            Axis::Between { from, to, whole, log } => {
                let value = if *log {
                    libm::exp(libm::log(*from) + u * (libm::log(*to) - libm::log(*from))).clamp(*from, *to)
                } else {
                    (from + u * (to - from)).clamp(*from, *to)
                };
                #[expect(clippy::cast_possible_truncation, reason = "bounds of a parameter")]
                if *whole { (value.round() as i64).into() } else { value.into() }
            }
        }
    }
}

/// All points of some blocks in order, as they were asked for, and the designs among them.
///
/// # Errors
/// If there are too many.
pub(super) fn expand(
    blocks: &[Block],
    names: &[String],
    seed: Seed,
) -> Result<(Vec<Settings>, Vec<Design>), Diagnostic> {
    let (mut points, mut designs): (Vec<Settings>, Vec<Design>) = (Vec::new(), Vec::new());
    for (k, block) in blocks.iter().enumerate() {
        if block.size() > MOST_POINTS {
            let found = format!("block {} of {} points", k + 1, block.size());
            return Err(Diagnostic::new("too-many-points", found, format!("at most {MOST_POINTS}")));
        }
        match block {
            Block::Grid(lists) => grid(lists, names.len(), &mut points),
            Block::List(list) => points.extend(list.iter().cloned()),
            Block::Sampled { how, count, axes } => {
                let key = RunKey::derive(seed, 0, "points");
                let streams = axes.iter().map(|(at, _)| {
                    let place = format!("block {k}");
                    key.draws(Who { place: &place, repetition: 0, name: &names[*at] }, Purpose::Choice)
                });
                sampled(*how, *count, axes, streams.collect(), names.len(), &mut points, &mut designs);
            }
        }
    }
    Ok((points, designs))
}

impl Block {
    /// How many points come of it.
    pub(super) fn size(&self) -> usize {
        match self {
            Block::Grid(lists) => lists.iter().fold(1, |size: usize, (_, values)| size.saturating_mul(values.len())),
            Block::List(list) => list.len(),
            Block::Sampled { how: Sampling::Saltelli, count, axes } => count.saturating_mul(axes.len() + 2),
            Block::Sampled { count, .. } => *count,
        }
    }

    /// Whether a point that comes twice is a slip of who wrote the block.
    pub(super) fn is_written(&self) -> bool {
        !matches!(self, Block::Sampled { .. })
    }
}

fn grid(lists: &[(usize, Vec<Value>)], parameters: usize, points: &mut Vec<Settings>) {
    let mut counters = vec![0; lists.len()];
    loop {
        let mut settings = vec![None; parameters];
        for ((at, values), k) in lists.iter().zip(&counters) {
            settings[*at] = Some(values[*k].clone());
        }
        points.push(settings);
        let Some(place) = (0..lists.len()).rev().find(|place| counters[*place] + 1 < lists[*place].1.len()) else {
            return;
        };
        counters[place] += 1;
        counters[place + 1..].fill(0);
    }
}

fn sampled(
    how: Sampling,
    count: usize,
    axes: &[(usize, Axis)],
    mut streams: Vec<Draws>,
    parameters: usize,
    points: &mut Vec<Settings>,
    designs: &mut Vec<Design>,
) {
    let settings = |places: &[f64]| {
        let mut settings = vec![None; parameters];
        axes.iter().zip(places).for_each(|((at, axis), u)| settings[*at] = Some(axis.at(*u)));
        settings
    };
    match how {
        Sampling::Random => {
            for _ in 0..count {
                let places: Vec<f64> = streams.iter_mut().map(Draws::uniform).collect();
                points.push(settings(&places));
            }
        }
        Sampling::LatinHypercube => {
            let columns: Vec<Vec<f64>> = streams.iter_mut().map(|draws| hypercube_column(draws, count)).collect();
            for k in 0..count {
                let places: Vec<f64> = columns.iter().map(|column| column[k]).collect();
                points.push(settings(&places));
            }
        }
        Sampling::Sobol => {
            let shifts: Vec<u32> = streams.iter_mut().map(shift).collect();
            for point in sobol_sequence(axes.len()).take(count) {
                let places: Vec<f64> = point.iter().zip(&shifts).map(|(x, shift)| share(x ^ shift)).collect();
                points.push(settings(&places));
            }
        }
        Sampling::Saltelli => {
            let d = axes.len();
            let shifts: Vec<(u32, u32)> = streams.iter_mut().map(|draws| (shift(draws), shift(draws))).collect();
            let mut rows = Vec::new();
            for point in sobol_sequence(2 * d).take(count) {
                let a: Vec<f64> = (0..d).map(|k| share(point[k] ^ shifts[k].0)).collect();
                let b: Vec<f64> = (0..d).map(|k| share(point[d + k] ^ shifts[k].1)).collect();
                let crossed = (0..d).map(|k| {
                    let mut places = a.clone();
                    places[k] = b[k];
                    places
                });
                let all: Vec<Vec<f64>> = [a.clone(), b.clone()].into_iter().chain(crossed).collect();
                rows.push((points.len()..points.len() + all.len()).collect());
                points.extend(all.iter().map(|places| settings(places)));
            }
            designs.push(Design { parameters: axes.iter().map(|(at, _)| *at).collect(), rows });
        }
    }
}

/// A place in each of n equal parts, in random order.
fn hypercube_column(draws: &mut Draws, count: usize) -> Vec<f64> {
    let mut parts: Vec<usize> = (0..count).collect();
    draws.shuffle(&mut parts);
    #[expect(clippy::cast_precision_loss, reason = "at most a million parts")]
    let place = |part: usize, u: f64| (part as f64 + u) / count as f64;
    parts.into_iter().map(|part| place(part, draws.uniform())).collect()
}

/// 32 random bits.
fn shift(draws: &mut Draws) -> u32 {
    u32::try_from(draws.word() >> 32).expect("the upper half of a word")
}

/// A numerator over 2^32 as a share.
fn share(numerator: u32) -> f64 {
    f64::from(numerator) / 4_294_967_296.0
}
