//! Hidden Markov models: the other's last action draws the next hidden state, and the state draws the action.
//!
//! A trained model is data, in `assets/strategies/hidden_markov.txt` (Harper et al. 2017, PLoS ONE 12:e0188046). Where
//! every transition is sure the model is a finite automaton; else the state is hidden, and it is none.

use super::{data, plain};
use crate::catalogue::{Data, Entry, Field, Kind, Params, Place, Schema, Value};
use crate::error::{Diagnostic, Faults};
use crate::sim::{Chance, Draws};
use crate::strategy::{Action, Automaton, Facets, Strategy, Told, View, parse_actions};

/// A hidden Markov model at play.
#[derive(Clone)]
struct HiddenMarkov {
    first: Action,
    start: usize,
    /// The chance of C, by state.
    emits: Vec<Chance>,
    /// The distribution of the next state, by state and the other's last action.
    moves: Vec<[Vec<f64>; 2]>,
    state: usize,
}

impl HiddenMarkov {
    /// The state that surely follows, if one does.
    fn sure(distribution: &[f64]) -> Option<usize> {
        distribution.iter().position(|p| *p >= 1.0)
    }
}

impl Strategy for HiddenMarkov {
    fn begin(&mut self, _: &Told) {
        self.state = self.start;
    }

    fn act(&mut self, view: &View<'_>, draws: &mut Draws) -> Action {
        let Some(last) = view.opponent().last() else { return self.first };
        self.state = draws.categorical(&self.moves[self.state][last.index()]);
        Action::cooperate_if(draws.happens(self.emits[self.state]))
    }

    fn automaton(&self, told: &Told) -> Option<Automaton> {
        if !told.game.is_two_by_two() {
            return None;
        }
        let next = |moves: &[Vec<f64>; 2]| -> Option<[u32; 4]> {
            let [c, d] = [&moves[0], &moves[1]].map(|row| Self::sure(row).and_then(|state| u32::try_from(state).ok()));
            Some([c?, d?, c?, d?])
        };
        let mut builder = Automaton::builder(2, 2);
        for (chance, moves) in self.emits.iter().zip(&self.moves) {
            builder.chance(*chance, &next(moves)?);
        }
        // Before the first round it is in its start state, but plays its first action.
        let start = builder.sure(self.first, &next(&self.moves[self.start])?);
        builder.start(start);
        Some(builder.build())
    }
}

const FILE: &str = include_str!("../../../assets/strategies/hidden_markov.txt");

/// A model of the data file.
fn built_in(key: &str) -> Box<dyn Strategy> {
    let mut words = data::record(FILE, key);
    let (first, start) = words.next().expect("a model has a first state").split_at(1);
    let (first, start) = (parse_actions(first).expect("a first action")[0], data::whole(start));
    let rest: Vec<&str> = words.collect();
    // A state has a name, an emission and two rows of as many numbers as there are states: n (2 n + 2) words.
    let states = (1..).find(|n| n * (2 * n + 2) >= rest.len()).expect("a number of states");
    let (mut emits, mut moves) = (Vec::new(), Vec::new());
    for line in rest.chunks_exact(2 * states + 2) {
        let numbers: Vec<f64> = line[1..].iter().map(|word| data::number(word)).collect();
        emits.push(Chance::of(numbers[0]));
        moves.push([numbers[1..=states].to_vec(), numbers[states + 1..].to_vec()]);
    }
    Box::new(HiddenMarkov { first, start, emits, moves, state: start })
}

/// The model that a user wrote.
fn from_params(params: &Params) -> Result<Box<dyn Strategy>, Faults> {
    let emissions = params.numbers("emission_probabilities");
    let n = emissions.len();
    let mut faults = Faults::new();
    let mut matrix = |key: &str| -> Vec<Vec<f64>> {
        let rows = params.list(key);
        let place = Place::root().key(key);
        let mut wrong = |found: String, value: &Value, place: &Place| {
            let expected =
                format!("{n} rows of {n} probabilities that sum to 1, one row for each emission probability");
            faults.push(Diagnostic::new("wrong-table", found, expected).at(place.at(&value.origin)));
        };
        if rows.len() != n {
            wrong(format!("`{key}` has {} rows", rows.len()), params.value(key), &place);
        }
        let read = |(k, row): (usize, &Value)| {
            let numbers: Vec<f64> = row.as_list().into_iter().flatten().filter_map(Value::number).collect();
            let sum: f64 = numbers.iter().sum();
            if numbers.len() != n || (sum - 1.0).abs() > 1e-8 {
                wrong(format!("a row of {} entries whose sum is {sum}", numbers.len()), row, &place.item(k));
            }
            numbers
        };
        rows.iter().enumerate().map(read).collect()
    };
    let (upon_c, upon_d) = (matrix("transitions_C"), matrix("transitions_D"));
    let start = params.count("initial_state");
    if start >= n {
        let found = format!("`initial_state` is {start}");
        let at = Place::root().key("initial_state").at(&params.value("initial_state").origin);
        faults.push(Diagnostic::new("out-of-range", found, format!("a state below {n}")).at(at));
    }
    let first = Action::cooperate_if(params.text("initial_action") == "C");
    let moves = upon_c.into_iter().zip(upon_d).map(|(c, d)| [c, d]).collect();
    let emits = emissions.into_iter().map(Chance::of).collect();
    faults.into_result(Box::new(HiddenMarkov { first, start, emits, moves, state: start }) as Box<dyn Strategy>)
}

pub(super) const ENTRIES: &[Entry<dyn Strategy>] = &[
    Entry {
        key: "hmm_player",
        title: "HMM Player",
        aliases: &["hidden markov model"],
        about: "A hidden Markov model written out: rows of next states after the other's C and D, and the chance of C by state.",
        source: "Harper et al. 2017, PLoS ONE 12:e0188046",
        facets: Facets::memory(1).stochastic().axelrod("HMMPlayer"),
        params: || {
            let list = |items: Vec<Value>| Value::new(Data::List(items));
            let one = || list(vec![list(vec![1i64.into()])]);
            let rows = || Kind::list(Kind::list(Kind::Probability));
            Schema::of(vec![
                Field::with_default("transitions_C", rows(), one(), "Next states after the other's C, a row a state."),
                Field::with_default("transitions_D", rows(), one(), "Next states after the other's D, a row a state."),
                Field::with_default(
                    "emission_probabilities",
                    Kind::List { of: Box::new(Kind::Probability), min: 1, max: 1000 },
                    list(vec![0.5.into()]),
                    "The probability of C by state.",
                ),
                Field::with_default("initial_state", Kind::COUNT, 0i64, "The state before the first round, from 0."),
                Field::with_default("initial_action", Kind::Choice(&["C", "D"]), "C", "The first action."),
            ])
        },
        build: |params, _| from_params(params),
    },
    plain(
        "evolved_hmm_5",
        "Evolved HMM 5",
        "A hidden Markov model of five states, evolved.",
        "Harper et al. 2017, PLoS ONE 12:e0188046",
        Facets::unbounded().stochastic().axelrod("EvolvedHMM5"),
        |_, _| Ok(built_in("evolved_hmm_5")),
    ),
];
