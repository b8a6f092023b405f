//! Everything that is known of a game, as an answer to a query and as tables for people.
//!
//! A query is a game in any of its written forms; the answer has the fields that were asked for (`want`), or those that
//! are cheap for a game of its size. Exact numbers are texts, `"p/q"` or `"p"`.

mod facts;
mod fields;
mod figures;
mod page;
mod trees;

pub use facts::Facts;
pub use figures::figures;
pub use page::{Page, Section, page};
pub use trees::tables as tree_tables;

use crate::catalogue::{Place, Schema, Value, suggestion};
use crate::error::{Diagnostic, Faults, Location, Origin};
use crate::game::{self, ExtensiveForm, NormalForm};
use crate::models::Kit;
use serde_json::{Map, Value as Json};

/// The members of a query: a game's, and these.
pub fn schema() -> Schema {
    use crate::catalogue::{Field, Kind};
    let mut fields = vec![
        Field::optional("id", Kind::Any, "Comes back in the answer."),
        Field::optional(
            "want",
            Kind::list(Kind::Text),
            "The fields of the answer; by default those of a game of its size.",
        ),
        Field::optional("efg", Kind::Text, "The text of an .efg file, in place of a game in normal form."),
        Field::optional("tree", Kind::named("trees"), "A named game in extensive form, likewise."),
    ];
    fields.extend(game::inline_schema().fields);
    Schema::of(fields)
}

/// Answers a query about a game.
///
/// | field | what |
/// |---|---|
/// | `pure_ne`, `strict_pure_ne`, `pareto_pure` | profiles, each a list of actions by number |
/// | `ne`, `ne_payoffs` | all extreme equilibria of two players as `[[x], [y]]` in falling order, and their payoffs; of more players what support enumeration finds, with `ne_complete` and `ne_regret` |
/// | `ne_count`, `patience` | how many of them are listed; symmetric dilemmas: the discount factors from which grim trigger and tit-for-tat keep up cooperation (null for other games) |
/// | `nondegenerate`, `components` | two players: whether all equilibria are extreme; the maximal Nash subsets by component, as places in `ne_rows` and `ne_columns` |
/// | `lh` | two players, nondegenerate: where each Lemke-Howson path ends, as `[place in ne, pivots]` by dropped label |
/// | `one_ne`, `logit` | one equilibrium; the limit of the logit branch |
/// | `level_k`, `cognitive_hierarchy` | `profiles` by depth of reasoning from 0 (uniform) to 6, mean depth 1.5; `cost[player][believed][actual]` of a best reply to the wrong depth |
/// | `ce`, `cce` | `max_welfare`, `min_welfare`, `max_min` of correlated and coarse correlated equilibria |
/// | `iesds_pure`, `iesds_mixed` | the actions that survive the iterated elimination of those strictly dominated by pure, by mixed actions |
/// | `maxmin_pure`, `minmax_pure`, `minmax_mixed` | security and punishment levels by player |
/// | `opt_pure_welfare`, `ne_welfare_best`, `ne_welfare_worst`, `poa`, `pos` | welfare, and the prices of anarchy and stability (null where they have no meaning) |
/// | `symmetric`, `constant_sum`, `exact_potential` | of what kind the game is |
/// | of `efg` and `tree`: `nodes`, `depth`, `perfect_recall`, `perfect_information`, `subgame_roots`, `backward_induction`, `value`, `sequence_ne` | what kind of tree it is, and what is played in it; all other fields are its reduced normal form's |
/// | `risk_dominant`, `payoff_dominant` | two by two: the profile that risks less; the equilibrium that is best for all (null if there is none) |
///
/// # Errors
/// What is wrong with the query; a field that the game is too large for.
pub fn answer(query: &Json, kit: &Kit) -> Result<Json, Faults> {
    let Some(members) = query.as_object() else {
        return Err(Diagnostic::new("wrong-type", Value::from_json(query)?.describe(), "a JSON object").into());
    };
    let mut written = members.clone();
    written.remove("id");
    let want = written.remove("want");
    let mut answer = Map::new();
    let tree = match (written.remove("efg"), written.remove("tree")) {
        (None, None) => None,
        (Some(text), None) => Some(read_efg(&text, &written)?),
        (_, Some(name)) => Some(named_tree(&name, &written, kit)?),
    };
    let game = match tree {
        None => read(Json::Object(written), kit)?,
        Some(tree) => {
            trees::answer(&tree, &mut answer);
            tree.reduced_form().map_err(Diagnostic::from)?.game
        }
    };
    let wanted = match want {
        None => fields::usual(&game),
        Some(want) => wanted(&want)?,
    };
    let facts = Facts::of(&game);
    for field in wanted {
        (field.write)(&facts, &mut answer)?;
    }
    Ok(Json::Object(answer))
}

fn at(key: &str) -> Location {
    Place::root().key(key).at(&Origin::Unknown)
}

/// A tree stands for itself: no other member says more of the game.
fn alone(others: &Map<String, Json>) -> Result<(), Faults> {
    match others.keys().next() {
        None => Ok(()),
        Some(key) => {
            let fault = Diagnostic::new("unknown-key", format!("`{key}` beside a tree"), "`efg` or `tree` alone");
            Err(fault.at(at(key)).into())
        }
    }
}

/// The tree of an `.efg` file's text.
fn read_efg(text: &Json, others: &Map<String, Json>) -> Result<ExtensiveForm, Faults> {
    alone(others)?;
    let Some(text) = text.as_str() else {
        let found = Value::from_json(text)?.describe();
        return Err(Diagnostic::new("wrong-type", found, "the text of an .efg file").at(at("efg")).into());
    };
    ExtensiveForm::read_efg(text).map_err(|fault| fault.or_at(&at("efg")).into())
}

/// A named tree.
fn named_tree(name: &Json, others: &Map<String, Json>, kit: &Kit) -> Result<ExtensiveForm, Faults> {
    alone(others)?;
    let spec = kit.trees.resolve(&Value::from_json(name)?, &Place::root().key("tree"))?;
    Ok(*kit.trees.build(&spec, &())?)
}

/// The game of a query.
fn read(written: Json, kit: &Kit) -> Result<NormalForm, Faults> {
    let value = Value::from_json(&written)?;
    Ok(game::from_value(&value, &Place::root(), &kit.games)?.game)
}

fn wanted(want: &Json) -> Result<Vec<&'static fields::Field>, Faults> {
    let value = Value::from_json(want)?;
    let place = Place::root().key("want");
    let Some(list) = value.as_list() else {
        let fault = Diagnostic::new("wrong-type", value.describe(), "a list of fields");
        return Err(fault.at(place.at(&Origin::Unknown)).into());
    };
    let mut faults = Faults::new();
    let mut found = Vec::new();
    for (k, entry) in list.iter().enumerate() {
        let name = entry.as_text().unwrap_or_default();
        match fields::ALL.iter().find(|field| field.name == name) {
            Some(field) => found.push(field),
            None => {
                let mut fault = Diagnostic::new("unknown-field", entry.describe(), "a field of the answer");
                if let Some(help) = suggestion(name, fields::ALL.iter().map(|field| field.name)) {
                    fault = fault.help(help);
                }
                faults.push(fault.at(place.item(k).at(&entry.origin)));
            }
        }
    }
    faults.into_result(found)
}
