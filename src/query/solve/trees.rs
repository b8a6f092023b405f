//! What is known of a game in extensive form beside its reduced normal form.

use super::fields::text;
use crate::equilibrium::sequence::{self, Behaviour};
use crate::exact::Rational;
use crate::game::ExtensiveForm;
use crate::ids::PlayerId;
use crate::table::{Cell, Column, Table, TableKind, TableSchema, Type};
use serde_json::{Map, Value as Json, json};

/// The most information sets whose play is listed.
const MOST_INFOSETS: usize = 400;

/// The tables of a tree for people: what it is, and what is done where.
pub fn tables(tree: &ExtensiveForm) -> Vec<Table> {
    let mut found = vec![facts(tree)];
    if tree.infosets().len() <= MOST_INFOSETS {
        found.push(play(tree));
    }
    found
}

fn facts(tree: &ExtensiveForm) -> Table {
    let columns = vec![Column::key("fact", Type::Text, "The fact."), Column::note("holds", "Whether, or how much.")];
    let mut table = Table::new(TableSchema::new("tree_facts", TableKind::Summary, "What kind of tree it is.", columns));
    let yes = |is: bool| if is { "yes" } else { "no" }.to_string();
    let counts = tree.node_counts();
    let mut say = |fact: &str, holds: String| table.push(&[Cell::Text(fact), Cell::Text(&holds)]);
    say("nodes", format!("{} of chance, {} decisions, {} ends", counts.chance, counts.decision, counts.end));
    say("depth", tree.depth().to_string());
    say("information sets", tree.infosets().len().to_string());
    say("perfect information", yes(tree.is_perfect_information()));
    say("perfect recall", yes(tree.has_perfect_recall()));
    say("subgames", tree.subgame_roots().len().to_string());
    match tree.constant_sum() {
        Some(sum) => say("constant sum", sum.to_string()),
        None => say("constant sum", "no".into()),
    }
    if let Ok(solution) = sequence::solve(tree) {
        say("payoffs of the equilibrium below", list(&solution.payoffs));
        if let Some(value) = solution.value {
            say("value of the game to the first player", value.to_string());
        }
    }
    if let Some(induction) = tree.backward_induction() {
        say("payoffs of backward induction", list(&induction.payoffs));
        say("the only subgame-perfect equilibrium", yes(induction.ties.is_empty()));
    }
    table
}

fn list(values: &[Rational]) -> String {
    values.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// What each player does at each of its information sets.
fn play(tree: &ExtensiveForm) -> Table {
    let columns = vec![
        Column::key("player", Type::Text, "The player."),
        Column::key("information_set", Type::Integer, "Its information set, from 1 in the order of the tree."),
        Column::note("name", "The information set's name."),
        Column::note("backward_induction", "What backward induction does there."),
        Column::note("equilibrium_play", "What is done in an equilibrium, with its probabilities."),
    ];
    let doc =
        "What is done at each information set: by backward induction, and in one equilibrium of the sequence form.";
    let mut table = Table::new(TableSchema::new("tree_play", TableKind::Summary, doc, columns));
    let induction = tree.backward_induction();
    let behaviour = sequence::solve(tree).ok().map(|solution| solution.behaviour);
    for player in tree.player_ids() {
        for (k, place) in tree.infosets_of(player).iter().enumerate() {
            let set = &tree.infosets()[*place];
            let name = |action: usize| -> String {
                let name = &set.actions[action];
                if name.is_empty() { format!("#{action}") } else { name.clone() }
            };
            let by_induction = induction.as_ref().map(|found| name(found.actions[player.index()][k]));
            let by_equilibrium = behaviour.as_ref().map(|behaviour| mixture(behaviour, player, k, &name));
            let row = [
                Cell::Text(&tree.players()[player.index()]),
                (k + 1).into(),
                maybe(Some(&set.name)),
                maybe(by_induction.as_deref()),
                maybe(by_equilibrium.as_deref()),
            ];
            table.push(&row);
        }
    }
    table
}

/// A text, or nothing where it is empty.
fn maybe(text: Option<&str>) -> Cell<'_> {
    text.filter(|text| !text.is_empty()).map_or(Cell::Null, Cell::Text)
}

fn mixture(behaviour: &Behaviour, player: PlayerId, set: usize, name: &dyn Fn(usize) -> String) -> String {
    let distribution = &behaviour.probabilities()[player.index()][set];
    let played = distribution.iter().enumerate().filter(|(_, p)| p.is_positive());
    let part = |(action, p): (usize, &Rational)| {
        if *p == Rational::one() { name(action) } else { format!("{p} {}", name(action)) }
    };
    played.map(part).collect::<Vec<_>>().join(" + ")
}

/// What is answered of a tree beside the fields of its reduced normal form.
pub(super) fn answer(tree: &ExtensiveForm, answer: &mut Map<String, Json>) {
    let counts = tree.node_counts();
    answer
        .insert("nodes".into(), json!({"chance": counts.chance, "decision": counts.decision, "terminal": counts.end}));
    answer.insert("depth".into(), tree.depth().into());
    answer.insert("perfect_recall".into(), tree.has_perfect_recall().into());
    answer.insert("perfect_information".into(), tree.is_perfect_information().into());
    answer.insert("subgame_roots".into(), tree.subgame_roots().len().into());
    let induction = tree.backward_induction().map(|found| {
        if found.ties.is_empty() {
            json!({"payoffs": found.payoffs.iter().map(text).collect::<Json>(), "actions": found.actions})
        } else {
            json!({"ties": true})
        }
    });
    answer.insert("backward_induction".into(), induction.unwrap_or(Json::Null));
    let solution = sequence::solve(tree).ok();
    let value = solution.as_ref().and_then(|found| found.value.as_ref()).map_or(Json::Null, text);
    answer.insert("value".into(), value);
    let behaviour = solution.map_or(Json::Null, |found| {
        let sets = |sets: &Vec<Vec<Rational>>| -> Json {
            sets.iter().map(|set| set.iter().map(text).collect::<Json>()).collect()
        };
        json!({
            "payoffs": found.payoffs.iter().map(text).collect::<Json>(),
            "behaviour": found.behaviour.probabilities().iter().map(sets).collect::<Json>(),
        })
    });
    answer.insert("sequence_ne".into(), behaviour);
}
