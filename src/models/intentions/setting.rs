//! The parameters of the model of intentions: schema, reading, and what does not go together.

use crate::catalogue::{Field, Kind, Params, Place, Schema, Value};
use crate::error::{Diagnostic, Faults};
use crate::game::{self, NormalForm, TwoByTwo};
use crate::ids::PlayerId;
use crate::models::{Setting, conditions, fields};
use std::sync::Arc;

/// How experience changes what a player has in mind.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Rule {
    /// By one round: chances to move earlier after the other was first and after both were, and later after it was first itself.
    Shifts { preempted: f64, tied: f64, first: f64 },
    /// By weights of what others have in mind.
    Beliefs { precision: f64, memory: f64, strength: f64, trust: f64 },
}

/// One set of rules.
pub(super) struct Condition {
    pub(super) name: String,
    pub(super) game: Arc<NormalForm>,
    /// What a match is worth by both intentions: `[own - 1][other's - 1]`.
    pub(super) worth: Vec<Vec<f64>>,
    pub(super) rounds: usize,
    /// An even number.
    pub(super) members: usize,
    pub(super) supergames: usize,
    pub(super) rule: Rule,
    /// How what players have in mind at first is spread: `rounds + 1` weights, the last for never.
    pub(super) start: Vec<f64>,
    /// From which supergame on the drift is measured.
    pub(super) from: usize,
}

fn rule() -> Kind {
    let chance = |key, default: f64, doc| Field::with_default(key, Kind::Probability, default, doc);
    let shifts = Schema::of(vec![
        chance("preempted", 0.4, "How often a player moves one round earlier after the other defected first."),
        chance("tied", 0.3, "How often it does after both defected at once, or neither did."),
        chance("first", 0.3, "How often it moves one round later after it defected first itself."),
    ]);
    let number = |key, least: f64, most: f64, default: f64, doc| {
        Field::with_default(key, Kind::Number { min: least, max: most }, default, doc)
    };
    let beliefs = Schema::of(vec![
        number(
            "precision",
            0.0,
            1e6,
            0.2,
            "How much likelier a better intention is: the logit's factor of a match's payoff.",
        )
        .unit("per utility"),
        number("memory", 0.0, 1.0, 1.0, "How much of earlier experience is left after a supergame."),
        number("strength", 0.001, 1e6, 5.0, "How many supergames of experience the first beliefs are worth.")
            .unit("supergames"),
        number(
            "trust",
            0.0,
            1.0,
            0.5,
            "How much of the first beliefs is that the other never defects first; the rest is spread over all rounds.",
        ),
    ]);
    Kind::OneOf(vec![
        Field::required("shifts", Kind::Table(shifts), "By one round earlier or later, each with a chance of its own."),
        Field::required(
            "beliefs",
            Kind::Table(beliefs),
            "By beliefs about others' intentions and a choice that is the likelier the more it is worth.",
        ),
    ])
}

fn rule_fields() -> Vec<Field> {
    vec![
        fields::game("axelrod", "The stage game, a symmetric prisoner's dilemma: a name, or payoffs written out."),
        Field::with_default("rounds", Kind::whole(1, 200), 10i64, "How many rounds a supergame has; all know it.")
            .unit("rounds"),
        Field::with_default(
            "members",
            Kind::whole(2, 100_000),
            36i64,
            "How many players meet in random pairs: an even number.",
        )
        .unit("members"),
        Field::with_default("supergames", Kind::whole(2, 1_000_000), 25i64, "How many supergames each of them plays.")
            .unit("supergames"),
        Field::with_default(
            "rule",
            rule(),
            Value::variant("shifts"),
            "How experience changes what a player has in mind.",
        ),
        Field::with_default(
            "start",
            Kind::list(Kind::Number { min: 0.0, max: 1e9 }),
            Value::from(Vec::new()),
            "Under shifts: weights of the rounds that players have in mind at first, and a last one of never; by default all \
             never mean to defect.",
        ),
        Field::with_default("from", Kind::whole(1, 1_000_000), 1i64, "From which supergame on the drift is measured.")
            .unit("supergames"),
    ]
}

/// The schema of `[model.intentions]`.
pub(super) fn schema() -> Schema {
    let mut fields = rule_fields();
    fields.push(Field::with_default("repetitions", Kind::whole(1, 1_000_000), 100i64, "How many populations learn."));
    fields.push(conditions::field(rule_fields()));
    Schema::of(fields)
}

/// Reads the conditions.
pub(super) fn conditions(params: &Params, setting: &Setting, faults: &mut Faults) -> Vec<Condition> {
    if let Some(group) = setting.agents.first() {
        let fault =
            Diagnostic::new("unwanted-agents", "agents of a model whose players have rounds in mind", "no [[agents]]");
        faults.push(
            fault
                .help("say members = 36, or take [model.tournament] for strategies")
                .at(group.place.key("name").at(&group.name_origin)),
        );
    }
    conditions::read(params, setting, faults, |name, rules, place, faults| {
        faults.keep(condition(name, rules, setting, &place))
    })
}

fn condition(name: &str, params: &Params, setting: &Setting, place: &Place) -> Result<Condition, Faults> {
    let at = |key: &str| params.at(place, key);
    let game = game::from_value(params.value("game"), &place.key("game"), &setting.kit.games)?;
    let dilemma = game.game.two_by_two(PlayerId(0)).filter(|payoffs| game.game.is_symmetric() && payoffs.is_dilemma());
    let Some(payoffs) = dilemma else {
        let found = format!("{} is not a symmetric prisoner's dilemma", game.name);
        return Err(Diagnostic::new("wrong-game", found, "T > R > P > S, such as axelrod").at(at("game")).into());
    };
    let (rounds, members, supergames) = (params.count("rounds"), params.count("members"), params.count("supergames"));
    let mut faults = Faults::new();
    let mut wrong = |key: &str, found: String, expected: String| {
        faults.push(Diagnostic::new("out-of-range", found, expected).at(at(key)));
    };
    if !members.is_multiple_of(2) {
        wrong("members", format!("{members} members"), "an even number: all of them meet somebody".into());
    }
    let from = params.count("from");
    if from >= supergames {
        wrong("from", format!("a drift from supergame {from} of {supergames}"), "one before the last".into());
    }
    let mut start = params.numbers("start");
    if start.is_empty() {
        start = vec![0.0; rounds];
        start.push(1.0);
    } else if start.len() != rounds + 1 || start.iter().sum::<f64>() <= 0.0 {
        let found = format!("{} weights, {} in all", start.len(), start.iter().sum::<f64>());
        wrong("start", found, format!("{} weights: of {rounds} rounds and of never, not all 0", rounds + 1));
    }
    let (key, value) = params.variant("rule");
    let of = value.section().expect("the schema declares tables");
    let rule = if key == "beliefs" {
        Rule::Beliefs {
            precision: of.number("precision"),
            memory: of.number("memory"),
            strength: of.number("strength"),
            trust: of.number("trust"),
        }
    } else {
        Rule::Shifts { preempted: of.number("preempted"), tied: of.number("tied"), first: of.number("first") }
    };
    faults.into_result(Condition {
        name: name.to_string(),
        game: Arc::new(game.game),
        worth: worth(&payoffs, rounds),
        rounds,
        members,
        supergames,
        rule,
        start,
        from,
    })
}

/// What a match is worth by both intentions: `R` up to the earlier one, then `T`, `S` or `P`, then `P`.
fn worth(payoffs: &TwoByTwo, rounds: usize) -> Vec<Vec<f64>> {
    let [r, s, t, p] =
        [&payoffs.reward, &payoffs.sucker, &payoffs.temptation, &payoffs.punishment].map(|pays| pays.to_f64());
    let of = |own: usize, other: usize| {
        let start = own.min(other);
        if start > rounds {
            return count(rounds) * r;
        }
        let turn = match own.cmp(&other) {
            std::cmp::Ordering::Less => t,
            std::cmp::Ordering::Equal => p,
            std::cmp::Ordering::Greater => s,
        };
        count(start - 1) * r + turn + count(rounds - start) * p
    };
    (1..=rounds + 1).map(|own| (1..=rounds + 1).map(|other| of(own, other)).collect()).collect()
}

/// A count as a float.
pub(super) fn count(of: usize) -> f64 {
    f64::from(u32::try_from(of).expect("the schema bounds it"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::Rational;

    /// Ten rounds of 3, 0, 5, 1, by hand: the best answer to an intention is to be one round earlier, and gains less or loses where it
    /// is earlier still (Kagel & McGee 2016).
    #[test]
    fn it_pays_to_be_one_round_earlier_and_not_more() {
        let [r, s, t, p] = [3i64, 0, 5, 1].map(Rational::from);
        let worth = worth(&TwoByTwo::new(r, s, t, p), 10);
        assert!((worth[10][10] - 30.0).abs() < 1e-12);
        assert!((worth[9][10] - 32.0).abs() < 1e-12);
        assert!((worth[10][9] - 27.0).abs() < 1e-12);
        assert!((worth[8][9] - (24.0 + 5.0 + 1.0)).abs() < 1e-12);
        assert!((worth[9][9] - (27.0 + 1.0)).abs() < 1e-12);
        for other in 2..=11 {
            let best = (1..=11).max_by(|a, b| worth[a - 1][other - 1].total_cmp(&worth[b - 1][other - 1]));
            assert_eq!(best, Some(other - 1));
        }
    }
}
