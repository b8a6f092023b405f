//! The catalogue entries of transformers.

use super::mixing::{Dual, Mixed};
use super::rules::{
    Apology, DeadlockBreaking, Flip, Grudge, Identity, Initial, Nice, Redraw, RetaliateUntilApology, Retaliation,
};
use super::transformed;
use crate::catalogue::{Build, Catalogue, Data, Entry, Field, Kind, Params, Place, Schema, Value};
use crate::error::{Diagnostic, Faults};
use crate::strategy::families::{end_game, probability, small, word};
use crate::strategy::{Action, Facets, Strategy};

/// The strategy that a value names.
fn named(value: &Value, key: &str, catalogue: &Catalogue<dyn Strategy>) -> Result<Box<dyn Strategy>, Faults> {
    let spec = catalogue.resolve(value, &Place::root().key(key))?;
    catalogue.build(&spec, catalogue)
}

fn body(params: &Params, catalogue: &Catalogue<dyn Strategy>) -> Result<Box<dyn Strategy>, Faults> {
    named(params.value("body"), "body", catalogue)
}

/// The parameters of a transformer: its own, then the body, without which it is no strategy.
fn with_body(mut own: Vec<Field>) -> Schema {
    own.push(Field::required("body", Kind::named("strategies"), "The strategy that it changes."));
    Schema::of(own)
}

fn no_more() -> Schema {
    with_body(Vec::new())
}

fn actions(key: &'static str, default: &'static str, doc: &'static str) -> Field {
    Field::with_default(key, Kind::Actions { min: 0 }, default, doc)
}

/// A word as runs of one action.
fn runs(word: &[Action]) -> Vec<(Action, u32)> {
    let mut runs: Vec<(Action, u32)> = Vec::new();
    for action in word {
        match runs.last_mut() {
            Some((last, length)) if last == action => *length += 1,
            _ => runs.push((*action, 1)),
        }
    }
    runs
}

/// One value, or a list of them.
fn one_or_more(value: &Value) -> Vec<Value> {
    value.as_list().map_or_else(|| vec![value.clone()], <[Value]>::to_vec)
}

/// A pair of probabilities of C and of D in place of the body's proposal; a sum above 1 is scaled to 1.
fn joss_ann(params: &Params) -> Redraw {
    let given = params.numbers("probability");
    let scale = (given[0] + given[1]).max(1.0);
    let (c, d) = (given[0] / scale, given[1] / scale);
    Redraw { upon_c: 1.0 - d, upon_d: c }
}

fn mixed(params: &Params, catalogue: &Catalogue<dyn Strategy>) -> Result<Box<dyn Strategy>, Faults> {
    let wrong = |key: &str, found: String, expected: &str| {
        let at = Place::root().key(key).at(&params.value(key).origin);
        Faults::from(Diagnostic::new("wrong-type", found, expected).at(at))
    };
    let mut probabilities = Vec::new();
    for value in one_or_more(params.value("probability")) {
        let p = value.number().filter(|p| (0.0..=1.0).contains(p));
        let found = || format!("`probability` holds {}", value.describe());
        probabilities.push(p.ok_or_else(|| wrong("probability", found(), "probabilities from 0 to 1"))?);
    }
    let others = one_or_more(params.value("m_player"));
    if others.len() != probabilities.len() {
        let found = format!("{} strategies and {} probabilities", others.len(), probabilities.len());
        return Err(wrong("m_player", found, "one probability a strategy"));
    }
    let others = others.iter().map(|other| named(other, "m_player", catalogue)).collect::<Result<_, _>>()?;
    Ok(Box::new(Mixed::new(body(params, catalogue)?, others, probabilities)))
}

fn apology(params: &Params, catalogue: &Catalogue<dyn Strategy>) -> Result<Box<dyn Strategy>, Faults> {
    let (own, seen) = (word(params, "myseq"), word(params, "opseq"));
    if own.len() != seen.len() || own.len() > Apology::LONGEST {
        let found = format!("words of {} and {} rounds", own.len(), seen.len());
        let expected = format!("two words of one length, at most {}", Apology::LONGEST);
        let at = Place::root().key("opseq").at(&params.value("opseq").origin);
        return Err(Diagnostic::new("out-of-range", found, expected).at(at).into());
    }
    Ok(transformed(Apology::new(&own, &seen), body(params, catalogue)?))
}

const SOURCE: &str = "Axelrod-Python 4.14 (strategy transformers)";
const ASHLOCK: &str = "Ashlock & Kim 2008, IEEE Trans. Evol. Comp. 12:647";

const fn entry(
    key: &'static str,
    title: &'static str,
    aliases: &'static [&'static str],
    about: &'static str,
    params: fn() -> Schema,
    build: Build<dyn Strategy>,
) -> Entry<dyn Strategy> {
    Entry { key, title, aliases, about, source: SOURCE, facets: Facets::unbounded(), params, build }
}

pub(in super::super) const ENTRIES: &[Entry<dyn Strategy>] = &[
    entry("identity", "Identity", &["identity transformer"], "Plays as its body.", no_more, |params, catalogue| {
        Ok(transformed(Identity, body(params, catalogue)?))
    }),
    entry(
        "track_history",
        "Track History",
        &["track history transformer"],
        "Plays as its body. What was chosen and what came out are told apart by the engine already.",
        no_more,
        |params, catalogue| Ok(transformed(Identity, body(params, catalogue)?)),
    ),
    entry(
        "flip",
        "Flip",
        &["flip transformer", "flipped"],
        "Plays the opposite of what its body proposes.",
        no_more,
        |params, catalogue| Ok(transformed(Flip, body(params, catalogue)?)),
    ),
    Entry {
        source: ASHLOCK,
        ..entry(
            "dual",
            "Dual",
            &["dual transformer"],
            "Plays the opposite of what its body would, had it played the opposite all along.",
            no_more,
            |params, catalogue| Ok(Box::new(Dual::new(body(params, catalogue)?))),
        )
    },
    Entry {
        facets: Facets::unbounded().stochastic(),
        ..entry(
            "noisy",
            "Noisy",
            &["noisy transformer"],
            "Plays as its body, but does the opposite with a probability.",
            || with_body(vec![probability("noise", 0.05, "The probability of the opposite.")]),
            |params, catalogue| {
                let noise = params.number("noise");
                Ok(transformed(Redraw { upon_c: 1.0 - noise, upon_d: noise }, body(params, catalogue)?))
            },
        )
    },
    Entry {
        facets: Facets::unbounded().stochastic(),
        ..entry(
            "forgiving",
            "Forgiving",
            &["forgiver transformer"],
            "Plays as its body, but with a probability C where that would be D.",
            || with_body(vec![probability("p", 0.1, "The probability of forgiving.")]),
            |params, catalogue| {
                Ok(transformed(Redraw { upon_c: 1.0, upon_d: params.number("p") }, body(params, catalogue)?))
            },
        )
    },
    entry(
        "nice",
        "Nice",
        &["nice transformer"],
        "Plays as its body, but never defects first.",
        no_more,
        |params, catalogue| Ok(transformed(Nice, body(params, catalogue)?)),
    ),
    entry(
        "initial",
        "Initial",
        &["initial transformer"],
        "Plays a word first, then as its body, which watches meanwhile.",
        || with_body(vec![actions("initial_seq", "D", "The first actions.")]),
        |params, catalogue| Ok(transformed(Initial { word: word(params, "initial_seq") }, body(params, catalogue)?)),
    ),
    Entry {
        facets: Facets::unbounded().uses_length(),
        ..entry(
            "final",
            "Final",
            &["final transformer"],
            "Plays as its body, but a word in the last rounds of a match whose length it knows.",
            || with_body(vec![actions("seq", "D", "The last actions.")]),
            |params, catalogue| Ok(end_game::ending(runs(&word(params, "seq")), body(params, catalogue)?)),
        )
    },
    entry(
        "deadlock_breaking",
        "Deadlock Breaking",
        &["deadlock breaking transformer"],
        "Plays as its body, but C after two rounds in which each was cheated once.",
        no_more,
        |params, catalogue| Ok(transformed(DeadlockBreaking, body(params, catalogue)?)),
    ),
    entry(
        "grudge",
        "Grudge",
        &["grudge transformer"],
        "Plays as its body until the other has defected more than so many times, then defects for ever.",
        || with_body(vec![super::super::count("grudges", 0, 1, "How many defections it bears.")]),
        |params, catalogue| Ok(transformed(Grudge { borne: small(params, "grudges") }, body(params, catalogue)?)),
    ),
    entry(
        "apology",
        "Apology",
        &["apology transformer"],
        "Plays as its body, but C after its own word of last actions met a word of the other's.",
        || with_body(vec![actions("myseq", "D", "Its own last actions."), actions("opseq", "C", "The other's.")]),
        apology,
    ),
    Entry {
        facets: Facets::unbounded().stochastic(),
        ..entry(
            "mixed",
            "Mixed",
            &["mixed transformer"],
            "Plays as its body, but with a probability each as one of other strategies.",
            || {
                let doc = "The probability of each other strategy: a number, or a list.";
                with_body(vec![
                    Field::with_default("probability", Kind::Any, 0.1, doc),
                    Field::with_default("m_player", Kind::Any, "cooperator", "The others: a strategy, or a list."),
                ])
            },
            mixed,
        )
    },
    Entry {
        source: ASHLOCK,
        facets: Facets::unbounded().stochastic(),
        ..entry(
            "joss_ann",
            "Joss-Ann",
            &["joss ann transformer"],
            "Plays C with one probability, D with another, and else as its body.",
            || {
                let pair = Kind::List { of: Box::new(Kind::Probability), min: 2, max: 2 };
                let default = Value::new(Data::List(vec![0.1.into(), 0.1.into()]));
                with_body(vec![Field::with_default("probability", pair, default, "The probabilities of C and of D.")])
            },
            |params, catalogue| Ok(transformed(joss_ann(params), body(params, catalogue)?)),
        )
    },
    entry(
        "retaliation",
        "Retaliation",
        &["retaliation transformer"],
        "Plays as its body, but answers each defection with so many, which add up.",
        || with_body(vec![super::super::count("retaliations", 1, 2, "How many defections answer one.")]),
        |params, catalogue| {
            Ok(transformed(Retaliation { strikes: small(params, "retaliations") }, body(params, catalogue)?))
        },
    ),
    entry(
        "retaliate_until_apology",
        "Retaliate Until Apology",
        &["retaliate until apology transformer"],
        "Plays as its body, but D right after a defection.",
        no_more,
        |params, catalogue| Ok(transformed(RetaliateUntilApology, body(params, catalogue)?)),
    ),
];
