//! `comity compile`: a strategy as a finite machine.

use super::args::{CompileArgs, Format};
use super::{Outcome, Status, batch, show};
use crate::models::Lab;
use crate::query::answer_compile;
use serde_json::{Value as Json, json};

/// `comity compile`
pub(super) fn compile(args: &CompileArgs, lab: &Lab) -> Outcome {
    if let Some(path) = &args.batch.batch {
        return batch::answer(path, |query| answer_compile(query, &lab.kit));
    }
    let query = json!({
        "strategy": args.strategy,
        "turns": args.turns,
        "game": args.game.game,
        "slips": !args.no_slips,
    });
    let answer = answer_compile(&query, &lab.kit)?;
    let machine = &answer[if args.whole { "machine" } else { "minimal" }];
    let name = args.strategy.as_deref().unwrap_or_default();
    show::print(&match (args.dot, args.format.format) {
        (true, _) => graph(machine, name),
        (false, Format::Json) => format!("{answer}\n"),
        (false, Format::Csv) => rows(machine, ","),
        (false, Format::Table) => page(&answer, machine, name),
    });
    Ok(Status::Done)
}

/// What a state plays, in words.
fn plays(state: &Json) -> String {
    match (state["plays"].as_str(), state["cooperate"].as_f64()) {
        (Some(action), _) => action.to_string(),
        (None, Some(1.0)) => "C".to_string(),
        (None, Some(0.0)) => "D".to_string(),
        (None, p) => format!("C with {}", show::number(p.unwrap_or_default())),
    }
}

fn states(machine: &Json) -> &[Json] {
    machine["states"].as_array().map(Vec::as_slice).unwrap_or_default()
}

/// The names of rounds and the state that follows each, in order.
fn nexts(state: &Json) -> Vec<(&str, u64)> {
    let next = state["next"].as_object().into_iter().flatten();
    next.map(|(round, to)| (round.as_str(), to.as_u64().unwrap_or_default())).collect()
}

/// A line a state: its number, what it plays, the state after each way in which a round can go.
fn rows(machine: &Json, separator: &str) -> String {
    let rounds = states(machine).first().map(nexts).unwrap_or_default();
    let head = ["state", "plays"].into_iter().chain(rounds.iter().map(|(round, _)| *round)).collect::<Vec<_>>();
    let mut text = format!("{}\n", head.join(separator));
    for (number, state) in states(machine).iter().enumerate() {
        let mut cells = vec![number.to_string(), plays(state)];
        cells.extend(nexts(state).iter().map(|(_, to)| to.to_string()));
        text.push_str(&format!("{}\n", cells.join(separator)));
    }
    text
}

fn page(answer: &Json, machine: &Json, name: &str) -> String {
    let mut text = format!(
        "{name}: {} states, {} in its minimal form; {}\n",
        answer["states"],
        answer["minimal_states"],
        if answer["deterministic"] == true { "nothing is drawn" } else { "some states draw" },
    );
    text.push_str(&format!("begins in state {}; then by own and other's action:\n", machine["start"]));
    let lines = rows(machine, "\t");
    let cells: Vec<Vec<&str>> = lines.lines().map(|line| line.split('\t').collect()).collect();
    let width =
        |k: usize| cells.iter().filter_map(|row| row.get(k)).map(|cell| cell.chars().count()).max().unwrap_or(0);
    for row in &cells {
        let padded: Vec<String> = row.iter().enumerate().map(|(k, cell)| format!("{cell:<0$}", width(k))).collect();
        text.push_str(&format!("{}\n", padded.join("  ").trim_end()));
    }
    for switch in machine["switches"].as_array().into_iter().flatten() {
        let to: Vec<String> = switch["to"].as_array().into_iter().flatten().map(ToString::to_string).collect();
        text.push_str(&format!("before round {} states become {}\n", switch["round"], to.join(" ")));
    }
    let number = |value: &Json| value.as_f64().map_or_else(|| "none".to_string(), show::number);
    if let Some(vector) = answer["memory_one"]["vector"].as_array() {
        let vector: Vec<String> = vector.iter().map(number).collect();
        text.push_str(&format!("cooperates after CC, CD, DC, DD with {}\n", vector.join(", ")));
    }
    if let Json::Object(relation) = &answer["relation"] {
        text.push_str(&format!(
            "nearest relation of scores: own - {1} = {0} (other - {1}), at a distance of {2}\n",
            number(&relation["chi"]),
            number(&relation["baseline"]),
            number(&relation["error"]),
        ));
    }
    text
}

/// The machine as a graph: rounds that lead to one state share an arrow.
fn graph(machine: &Json, name: &str) -> String {
    let quoted = |text: &str| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""));
    let mut text = format!(
        "digraph {} {{\n  rankdir=LR;\n  start [shape=point];\n  start -> {};\n",
        quoted(name),
        machine["start"]
    );
    for (number, state) in states(machine).iter().enumerate() {
        text.push_str(&format!("  {number} [label={}];\n", quoted(&plays(state))));
        let mut arrows: std::collections::BTreeMap<u64, Vec<&str>> = std::collections::BTreeMap::new();
        for (round, to) in nexts(state) {
            arrows.entry(to).or_default().push(round);
        }
        for (to, rounds) in arrows {
            text.push_str(&format!("  {number} -> {to} [label={}];\n", quoted(&rounds.join(" "))));
        }
    }
    text.push_str("}\n");
    text
}
