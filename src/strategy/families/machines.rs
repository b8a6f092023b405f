//! Strategies as finite state machines: what is played next and the next state follow from the state and the other's
//! last action (Rubinstein 1986; Mealy machines).
//!
//! Published and evolved machines are data, in `assets/strategies/machines.txt`. A machine of few states that looks at
//! the other's action alone is what Ashlock's group evolves and fingerprints.

use super::{data, plain};
use crate::catalogue::{Data, Entry, Field, Kind, Place, Schema, Value};
use crate::error::{Diagnostic, Faults};
use crate::sim::Chance;
use crate::strategy::{Action, Facets, Machine, Strategy, Told, machine, parse_actions};

/// What follows upon one action of the other: the next state and the action.
type Step = (usize, Action);

/// A finite state machine.
#[derive(Clone)]
struct StateMachine {
    first: Action,
    start: usize,
    /// By state, then by the other's last action.
    steps: Vec<[Step; 2]>,
}

impl Machine for StateMachine {
    /// The state, and the action to play.
    type State = Step;

    fn begin(&mut self, _: &Told) -> Step {
        (self.start, self.first)
    }

    fn cooperates(&self, (_, action): &Step) -> Chance {
        Chance::sure(*action == Action::C)
    }

    fn next(&self, (state, _): &Step, _: Action, seen: Action) -> Step {
        self.steps[*state][seen.index()]
    }
}

const FILE: &str = include_str!("../../../assets/strategies/machines.txt");

/// A state machine of the data file.
pub(super) fn built_in(key: &str) -> Box<dyn Strategy> {
    let step = |word: &str| {
        let (action, state) = word.split_at(1);
        let action = parse_actions(action).expect("the data file names C or D")[0];
        (data::whole(state), action)
    };
    let mut words = data::record(FILE, key);
    let (start, first) = step(words.next().expect("a machine has a first state"));
    let mut names = Vec::new();
    let mut steps = Vec::new();
    while let Some(name) = words.next() {
        names.push(data::whole(name.trim_end_matches(':')));
        let mut next = || step(words.next().expect("a state has two steps"));
        steps.push([next(), next()]);
    }
    let place = |state: usize| names.iter().position(|name| *name == state).expect("all states named exist");
    let steps = steps.iter().map(|pair| pair.map(|(state, action)| (place(state), action))).collect();
    machine(StateMachine { first, start: place(start), steps })
}

/// A state machine that a user wrote: transitions `[state, other's action, next state, own action]`.
fn from_transitions(list: &[Value], start: i64, first: Action, place: &Place) -> Result<StateMachine, Faults> {
    let mut faults = Faults::new();
    let fault = |code, found: String, expected: &str, k: usize| {
        Diagnostic::new(code, found, expected).at(place.item(k).at(&list[k].origin))
    };
    let mut names: Vec<i64> = Vec::new();
    let mut found: Vec<[Option<(i64, Action)>; 2]> = Vec::new();
    for (k, item) in list.iter().enumerate() {
        let Some((state, seen, next, action)) = transition(item) else {
            let expected = "a list such as [1, \"C\", 2, \"D\"]: state, other's action, next state, own action";
            faults.push(fault("wrong-type", format!("a transition is {}", item.describe()), expected, k));
            continue;
        };
        let row = names.iter().position(|name| *name == state).unwrap_or_else(|| {
            names.push(state);
            found.push([None, None]);
            names.len() - 1
        });
        if found[row][seen.index()].replace((next, action)).is_some() {
            let what = format!("state {state} has two transitions for {}", seen.letter());
            faults.push(fault("given-twice", what, "one for each of C and D", k));
        }
    }
    let mut steps = Vec::new();
    let place_of = |state: i64| names.iter().position(|name| *name == state);
    let missing = |what: String| Diagnostic::new("missing-key", what, "transitions for both of C and D of every state");
    for (row, name) in found.iter().zip(&names) {
        let mut step = |seen: Action| {
            let Some((next, action)) = row[seen.index()] else {
                faults.push(missing(format!("state {name} has no transition for {}", seen.letter())));
                return (0, action_of_none());
            };
            let Some(next) = place_of(next) else {
                faults.push(missing(format!("state {next}, to which state {name} goes, has no transitions")));
                return (0, action);
            };
            (next, action)
        };
        steps.push([step(Action::C), step(Action::D)]);
    }
    if place_of(start).is_none() {
        faults.push(missing(format!("the initial state {start} has no transitions")));
    }
    let start = place_of(start).unwrap_or_default();
    faults.into_result(StateMachine { first, start, steps })
}

/// A placeholder where a fault has been reported already.
fn action_of_none() -> Action {
    Action::C
}

fn transition(item: &Value) -> Option<(i64, Action, i64, Action)> {
    let [state, seen, next, action] = item.as_list()? else { return None };
    let letter = |value: &Value| match parse_actions(value.as_text()?)?[..] {
        [action] => Some(action),
        _ => None,
    };
    Some((state.integer()?, letter(seen)?, next.integer()?, letter(action)?))
}

/// The transitions of tit-for-tat.
fn tit_for_tat() -> Value {
    let list = |items: Vec<Value>| Value::new(Data::List(items));
    let step = |letter: &str| list(vec![1i64.into(), letter.into(), 1i64.into(), letter.into()]);
    list(vec![step("C"), step("D")])
}

const ASHLOCK_2006: &str = "Ashlock & Ashlock 2006, IEEE Congress on Evolutionary Computation";
const ASHLOCK_2008: &str = "Ashlock & Kim 2008, IEEE Trans. Evol. Comp. 12:647";
const ASHLOCK_2009: &str = "Ashlock, Kim & Ashlock 2009, IEEE Trans. Comp. Intelligence and AI in Games 1:154";
const ASHLOCK_2015: &str = "Ashlock, Brown & Hingston 2015, IEEE Trans. Comp. Intelligence and AI in Games 7:53";
const HARPER: &str = "Harper et al. 2017, PLoS ONE 12:e0188046";

pub(super) const ENTRIES: &[Entry<dyn Strategy>] = &[
    Entry {
        key: "fsm_player",
        title: "FSM Player",
        aliases: &["finite state machine"],
        about: "A finite state machine written out: [state, other's action, next state, own action] for each step.",
        source: "Rubinstein 1986, J. Economic Theory 39:83",
        facets: Facets::memory(1).axelrod("FSMPlayer"),
        params: || {
            Schema::of(vec![
                Field::with_default("transitions", Kind::list(Kind::Any), tit_for_tat(), "The steps of the machine."),
                Field::with_default(
                    "initial_state",
                    Kind::Integer { min: i64::MIN, max: i64::MAX },
                    1i64,
                    "The state after the first action.",
                ),
                Field::with_default("initial_action", Kind::Choice(&["C", "D"]), "C", "The first action."),
            ])
        },
        build: |params, _| {
            let first = Action::cooperate_if(params.text("initial_action") == "C");
            let place = Place::root().key("transitions");
            from_transitions(params.list("transitions"), params.integer("initial_state"), first, &place).map(machine)
        },
    },
    plain(
        "fortress_3",
        "Fortress3",
        "Defects until the other has defected twice running, and cooperates with who then cooperates.",
        ASHLOCK_2006,
        Facets::memory(2).axelrod("Fortress3"),
        |_, _| Ok(built_in("fortress_3")),
    ),
    plain(
        "fortress_4",
        "Fortress4",
        "Defects until the other has defected three times running, and cooperates with who then cooperates.",
        ASHLOCK_2006,
        Facets::memory(3).axelrod("Fortress4"),
        |_, _| Ok(built_in("fortress_4")),
    ),
    plain(
        "predator",
        "Predator",
        "A machine of nine states that preys on others.",
        ASHLOCK_2006,
        Facets::unbounded().axelrod("Predator"),
        |_, _| Ok(built_in("predator")),
    ),
    plain(
        "pun_1",
        "Pun1",
        "Defects, cooperates, then punishes or makes up by the other's action.",
        "Ashlock, Kim & Leahy 2006, IEEE Trans. Systems, Man, and Cybernetics C 36:464",
        Facets::unbounded().axelrod("Pun1"),
        |_, _| Ok(built_in("pun_1")),
    ),
    plain(
        "raider",
        "Raider",
        "A machine of four states that exploits and then makes peace.",
        "Ashlock, Tsang & Ashlock 2014, IEEE Symp. Foundations of Computational Intelligence",
        Facets::unbounded().axelrod("Raider"),
        |_, _| Ok(built_in("raider")),
    ),
    plain(
        "ripoff",
        "Ripoff",
        "Defects and makes up, and keeps tit-for-tat's word from then on.",
        ASHLOCK_2008,
        Facets::memory(3).axelrod("Ripoff"),
        |_, _| Ok(built_in("ripoff")),
    ),
    plain(
        "usually_cooperates",
        "UsuallyCooperates",
        "Cooperates but for one answer.",
        ASHLOCK_2009,
        Facets::unbounded().axelrod("UsuallyCooperates"),
        |_, _| Ok(built_in("usually_cooperates")),
    ),
    plain(
        "usually_defects",
        "UsuallyDefects",
        "Defects but for one answer.",
        ASHLOCK_2009,
        Facets::unbounded().axelrod("UsuallyDefects"),
        |_, _| Ok(built_in("usually_defects")),
    ),
    plain(
        "solution_b1",
        "SolutionB1",
        "An evolved machine of three states.",
        ASHLOCK_2015,
        Facets::memory(2).axelrod("SolutionB1"),
        |_, _| Ok(built_in("solution_b1")),
    ),
    plain(
        "solution_b5",
        "SolutionB5",
        "An evolved machine of six states.",
        ASHLOCK_2015,
        Facets::unbounded().axelrod("SolutionB5"),
        |_, _| Ok(built_in("solution_b5")),
    ),
    plain(
        "thumper",
        "Thumper",
        "Answers a defection with two rounds of its own.",
        ASHLOCK_2008,
        Facets::unbounded().axelrod("Thumper"),
        |_, _| Ok(built_in("thumper")),
    ),
    plain(
        "evolved_fsm_4",
        "Evolved FSM 4",
        "An evolved machine of four states.",
        HARPER,
        Facets::unbounded().axelrod("EvolvedFSM4"),
        |_, _| Ok(built_in("evolved_fsm_4")),
    ),
    plain(
        "evolved_fsm_6",
        "Evolved FSM 6",
        "An evolved machine of six states.",
        "Vincent & Fryer 2021, arXiv:2104.03347",
        Facets::unbounded().axelrod("EvolvedFSM6"),
        |_, _| Ok(built_in("evolved_fsm_6")),
    ),
    plain(
        "evolved_fsm_16",
        "Evolved FSM 16",
        "An evolved machine of sixteen states.",
        HARPER,
        Facets::unbounded().axelrod("EvolvedFSM16"),
        |_, _| Ok(built_in("evolved_fsm_16")),
    ),
    plain(
        "evolved_fsm_16_noise_05",
        "Evolved FSM 16 Noise 05",
        "A machine of sixteen states that evolved under noise of 5 per cent.",
        HARPER,
        Facets::unbounded().axelrod("EvolvedFSM16Noise05"),
        |_, _| Ok(built_in("evolved_fsm_16_noise_05")),
    ),
    plain(
        "tf_1",
        "TF1",
        "A machine that evolved for success in Moran processes, with a handshake.",
        "Knight, Harper, Glynatsi & Campbell 2018, PLoS ONE 13:e0204981",
        Facets::unbounded().axelrod("TF1"),
        |_, _| Ok(built_in("tf_1")),
    ),
    plain(
        "tf_2",
        "TF2",
        "A machine that evolved for success in Moran processes, with a handshake.",
        "Knight, Harper, Glynatsi & Campbell 2018, PLoS ONE 13:e0204981",
        Facets::unbounded().axelrod("TF2"),
        |_, _| Ok(built_in("tf_2")),
    ),
    plain(
        "tf_3",
        "TF3",
        "A machine that evolved for success in Moran processes, with a handshake.",
        "Knight, Harper, Glynatsi & Campbell 2018, PLoS ONE 13:e0204981",
        Facets::unbounded().axelrod("TF3"),
        |_, _| Ok(built_in("tf_3")),
    ),
    plain(
        "second_by_colbert",
        "Second by Colbert",
        "Plays CCCCCDCC, then answers C with C and D with DDCC.",
        "Axelrod 1980, J. Conflict Resolution 24:379",
        Facets::unbounded().axelrod("SecondByColbert"),
        |_, _| Ok(built_in("second_by_colbert")),
    ),
];
