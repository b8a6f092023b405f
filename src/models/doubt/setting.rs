//! The parameters of the model of doubt: schema, reading, and what does not go together.

use crate::catalogue::{Field, Kind, Params, Place, Schema, Value};
use crate::equilibrium::doubt::Doubt;
use crate::error::{Diagnostic, Faults};
use crate::exact::Rational;
use crate::game::{self, TwoByTwo};
use crate::ids::PlayerId;
use crate::models::{Setting, conditions, fields};

/// One game and one doubt.
pub(super) struct Condition {
    pub(super) name: String,
    pub(super) payoffs: TwoByTwo,
    pub(super) prior: Rational,
    /// The horizons, in the order in which they were asked for.
    pub(super) horizons: Vec<usize>,
}

/// The longest match: the work grows with it, and with the digits of fractions.
const MOST: i64 = 10_000;

fn rule_fields() -> Vec<Field> {
    let horizon = Kind::whole(1, MOST);
    vec![
        fields::game("axelrod", "The stage game, a symmetric prisoner's dilemma: a name, or payoffs written out."),
        Field::with_default(
            "tit_for_tat",
            Kind::Rational,
            Value::from("1/10"),
            "How likely row plays tit-for-tat whatever comes: above 0, below 1.",
        ),
        Field::with_default(
            "horizons",
            Kind::List { of: Box::new(horizon), min: 1, max: 1000 },
            Value::from([10i64, 20, 50, 100].map(Value::from).to_vec()),
            "The numbers of rounds that are looked at; both players know them.",
        )
        .unit("rounds"),
    ]
}

/// The schema of `[model.doubt]`.
pub(super) fn schema() -> Schema {
    let mut fields = rule_fields();
    fields.push(Field::with_default(
        "repetitions",
        Kind::whole(1, 10_000_000),
        1000i64,
        "How many matches of each horizon are drawn.",
    ));
    fields.push(conditions::field(rule_fields()));
    Schema::of(fields)
}

/// Reads the conditions.
pub(super) fn conditions(params: &Params, setting: &Setting, faults: &mut Faults) -> Vec<Condition> {
    if let Some(group) = setting.agents.first() {
        let fault = Diagnostic::new("unwanted-agents", "agents of a model whose players are rational", "no [[agents]]");
        faults.push(fault.at(group.place.key("name").at(&group.name_origin)));
    }
    conditions::read(params, setting, faults, |name, rules, place, faults| {
        faults.keep(condition(name, rules, setting, &place))
    })
}

fn condition(name: &str, params: &Params, setting: &Setting, place: &Place) -> Result<Condition, Faults> {
    let at = |key: &str| params.at(place, key);
    let game = game::from_value(params.value("game"), &place.key("game"), &setting.kit.games)?;
    let payoffs = game.game.two_by_two(PlayerId(0)).filter(|_| game.game.is_symmetric()).ok_or_else(|| {
        let found = format!("{} is not a symmetric game of two players with two actions", game.name);
        Diagnostic::new("wrong-game", found, "a prisoner's dilemma, such as axelrod").at(at("game"))
    })?;
    let prior = params.rational("tit_for_tat");
    // A match of one round has an equilibrium of the kind that is found in any game and at any prior that are allowed.
    Doubt::solve(&payoffs, &prior, 1).map_err(|fault| {
        let key = if fault.code == "wrong-game" { "game" } else { "tit_for_tat" };
        fault.at(at(key))
    })?;
    let horizons = params.list("horizons").iter().filter_map(Value::integer);
    let horizons = horizons.map(|rounds| usize::try_from(rounds).expect("the schema bounds it")).collect();
    Ok(Condition { name: name.to_string(), payoffs, prior, horizons })
}
