//! Neural networks with one hidden layer of rectified linear units.
//!
//! Seventeen inputs describe the history; it cooperates if the output is above 0 (Jones 2016; Harper et al. 2017, PLoS
//! ONE 12:e0188046). Trained weights are data, in `assets/strategies/networks.txt`. Counts are among the inputs: no finite
//! automaton.
//!
//! Axelrod-Python computes the hidden layer in whole numbers in each round in which the first hidden unit is below 0,
//! because its vectorised rectifier takes the number type of its first result. Here that is a parameter, `truncates`,
//! which is off unless asked for.

use super::data;
use crate::catalogue::{Entry, Field, Kind, Params, Place, Schema};
use crate::error::{Diagnostic, Faults};
use crate::sim::Draws;
use crate::strategy::{Action, Facets, History, Strategy, Told, View};
use std::sync::Arc;

/// The number of inputs.
const INPUTS: usize = 17;

/// The number of actions among them, a pair of inputs each.
const PAIRS: usize = 6;

/// How many hidden units are summed side by side: a divisor of the numbers in the trained networks.
const LANES: usize = 5;

/// A network at play.
#[derive(Clone)]
struct Network {
    layer: Arc<[Units]>,
    truncates: bool,
}

/// Some hidden units, a row an input; units that pad the last of the layer have no weight. Each unit's sum grows in the order
/// of inputs, whatever stands beside it.
#[derive(Clone)]
struct Units {
    weights: [[f64; LANES]; INPUTS],
    biases: [f64; LANES],
    outputs: [f64; LANES],
    /// The sums of the weights of six actions, all of which were played: bit `k` tells that the one of the `k`-th pair was D.
    sums: [[f64; LANES]; 1 << PAIRS],
}

impl Units {
    fn blank() -> Self {
        let lanes = [0.0; LANES];
        Self { weights: [lanes; INPUTS], biases: lanes, outputs: lanes, sums: [lanes; 1 << PAIRS] }
    }

    /// Adds the weights of actions, in the order of their pairs, to sums that begin at 0. An action that was not played adds
    /// nothing.
    fn sum(&self, actions: &[Option<Action>; PAIRS]) -> [f64; LANES] {
        let mut sums = [0.0; LANES];
        for (pair, action) in actions.iter().enumerate() {
            if let Some(action) = action {
                let row = &self.weights[2 * pair + usize::from(*action == Action::D)];
                sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
            }
        }
        sums
    }
}

impl Network {
    /// A network of weights: the inputs' of each hidden unit, then each one's for the output, then their biases.
    fn new(weights: &[f64], truncates: bool) -> Option<Self> {
        let hidden = weights.len() / (INPUTS + 2);
        if hidden == 0 || weights.len() != hidden * (INPUTS + 2) {
            return None;
        }
        let (inputs, rest) = weights.split_at(hidden * INPUTS);
        let (outputs, biases) = rest.split_at(hidden);
        let mut layer = vec![Units::blank(); hidden.div_ceil(LANES)];
        for (unit, weights) in inputs.chunks_exact(INPUTS).enumerate() {
            let (units, lane) = (&mut layer[unit / LANES], unit % LANES);
            for (row, weight) in units.weights.iter_mut().zip(weights) {
                row[lane] = *weight;
            }
            (units.biases[lane], units.outputs[lane]) = (biases[unit], outputs[unit]);
        }
        for units in &mut layer {
            for played in 0..units.sums.len() {
                let action = |pair: usize| Some(Action::cooperate_if(played >> pair & 1 == 0));
                units.sums[played] = units.sum(&std::array::from_fn(action));
            }
        }
        Some(Self { layer: layer.into(), truncates })
    }

    fn output(&self, inputs: &Inputs) -> f64 {
        let (mut output, mut whole) = (0.0, false);
        let bit = |(pair, action): (usize, &Option<Action>)| Some(usize::from((*action)? == Action::D) << pair);
        let played: Option<usize> = inputs.actions.iter().enumerate().map(bit).sum();
        for (k, units) in self.layer.iter().enumerate() {
            let mut dots = played.map_or_else(|| units.sum(&inputs.actions), |played| units.sums[played]);
            for (row, count) in units.weights[2 * PAIRS..].iter().zip(&inputs.counts) {
                for (dot, weight) in dots.iter_mut().zip(row) {
                    *dot += weight * count;
                }
            }
            for (lane, dot) in dots.into_iter().enumerate() {
                let sum = units.biases[lane] + dot;
                whole = whole || (k == 0 && lane == 0 && self.truncates && sum < 0.0);
                let value = sum.max(0.0);
                output += units.outputs[lane] * if whole { libm::floor(value) } else { value };
            }
        }
        output
    }
}

/// The inputs. An action is two of them, for whether it is C and whether it is D; both are 0 if it was not played.
struct Inputs {
    /// The other's first two, own last two, the other's last two.
    actions: [Option<Action>; PAIRS],
    counts: [f64; INPUTS - 2 * PAIRS],
}

impl Inputs {
    fn of(own: History<'_>, other: History<'_>) -> Self {
        let of_two = |action: Option<Action>| action.filter(|_| other.len() >= 2);
        let actions = [
            other.actions().first().copied(),
            of_two(other.actions().get(1).copied()),
            own.last(),
            of_two(own.back(2)),
            other.last(),
            of_two(other.back(2)),
        ];
        let counts = [other.cooperations(), other.defections(), own.cooperations(), own.defections()].map(f64::from);
        let [a, b, c, d] = counts;
        Self { actions, counts: [a, b, c, d, own.len() as f64] }
    }
}

impl Strategy for Network {
    fn begin(&mut self, _: &Told) {}

    fn act(&mut self, view: &View<'_>, _: &mut Draws) -> Action {
        Action::cooperate_if(self.output(&Inputs::of(view.own, view.opponent())) > 0.0)
    }
}

const FILE: &str = include_str!("../../../assets/strategies/networks.txt");

/// A network of the data file.
fn built_in(key: &str, params: &Params) -> Result<Box<dyn Strategy>, Faults> {
    let weights: Vec<f64> = data::record(FILE, key).skip(2).map(data::number).collect();
    let network = Network::new(&weights, params.flag("truncates")).expect("the data file has whole networks");
    Ok(Box::new(network))
}

fn truncates() -> Field {
    let doc = "Whether hidden values are rounded down in rounds in which the first is below 0.";
    Field::with_default("truncates", Kind::Bool, false, doc)
}

const HARPER: &str = "Harper et al. 2017, PLoS ONE 12:e0188046; weights as of 2018, doi:10.5281/zenodo.1306926";

const fn entry(
    key: &'static str,
    title: &'static str,
    about: &'static str,
    class: &'static str,
    build: crate::catalogue::Build<dyn Strategy>,
) -> Entry<dyn Strategy> {
    let (facets, params) = (Facets::unbounded().axelrod(class), || Schema::of(vec![truncates()]));
    Entry { key, title, aliases: &[], about, source: HARPER, facets, params, build }
}

pub(super) const ENTRIES: &[Entry<dyn Strategy>] = &[
    Entry {
        key: "ann",
        title: "ANN",
        aliases: &["neural network"],
        about: "A neural network with the given weights.",
        source: HARPER,
        facets: Facets::unbounded().axelrod("ANN"),
        params: || {
            Schema::of(vec![
                Field::with_default("num_features", Kind::Integer { min: 17, max: 17 }, 17i64, "The number of inputs."),
                Field::required("num_hidden", Kind::Integer { min: 1, max: 10_000 }, "The number of hidden units."),
                Field::required(
                    "weights",
                    Kind::list(Kind::NUMBER),
                    "The inputs' weights of each hidden unit, then each unit's weight for the output, then their biases.",
                ),
                truncates(),
            ])
        },
        build: |params, _| {
            let (weights, hidden) = (params.numbers("weights"), params.count("num_hidden"));
            let network =
                Network::new(&weights, params.flag("truncates")).filter(|_| weights.len() == hidden * (INPUTS + 2));
            network.map(|network| Box::new(network) as Box<dyn Strategy>).ok_or_else(|| {
                let found = format!("`weights` has {} numbers", weights.len());
                let expected = format!("{} for {hidden} hidden units", hidden * (INPUTS + 2));
                let at = Place::root().key("weights").at(&params.value("weights").origin);
                Diagnostic::new("wrong-table", found, expected).at(at).into()
            })
        },
    },
    entry("evolved_ann", "Evolved ANN", "A trained network of ten hidden units.", "EvolvedANN", |params, _| {
        built_in("evolved_ann", params)
    }),
    entry("evolved_ann_5", "Evolved ANN 5", "A trained network of five hidden units.", "EvolvedANN5", |params, _| {
        built_in("evolved_ann_5", params)
    }),
    Entry {
        aliases: &["evolved ANN 5 noise 05"],
        ..entry(
            "evolved_ann_noise_05",
            "Evolved ANN Noise 05",
            "A network of five hidden units, trained under noise of 5 per cent.",
            "EvolvedANNNoise05",
            |params, _| built_in("evolved_ann_noise_05", params),
        )
    },
];
