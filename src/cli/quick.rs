//! A quick question without a scenario: one match.

use super::args::{Format, MatchArgs};
use super::{Outcome, Status, batch, show};
use crate::models::Lab;
use crate::query::answer_match;
use serde_json::{Value as Json, json};

/// `comity match`
pub(super) fn play(args: &MatchArgs, lab: &Lab) -> Outcome {
    if let Some(path) = &args.batch {
        return batch::answer(path, |query| answer_match(query, &lab.kit));
    }
    let length: Json = args.length.parse::<u32>().map_or_else(|_| json!(args.length), |rounds| json!(rounds));
    let query = json!({
        "player": args.player,
        "opponent": args.opponent,
        "turns": args.turns,
        "length": length,
        "game": args.game,
        "noise": args.noise,
        "misperception": args.misperception,
        "discount": args.discount,
        "continuation": args.continuation,
        "seed": args.seed,
        "repetitions": args.repetitions,
        "precision": args.precision,
        "exact": args.exact,
        "long_run": args.long_run,
    });
    let answer = answer_match(&query, &lab.kit)?;
    let names = [args.player.as_deref().unwrap_or_default(), args.opponent.as_deref().unwrap_or_default()];
    show::print(&match args.format.format {
        Format::Json => format!("{answer}\n"),
        Format::Csv => for_programs(&answer, names),
        Format::Table => for_people(&answer, names),
    });
    Ok(Status::Done)
}

/// The answer's pairs, a row a player.
fn for_programs(answer: &Json, names: [&str; 2]) -> String {
    let pairs: Vec<(&String, &Vec<Json>)> =
        answer.as_object().into_iter().flatten().filter_map(|(key, value)| Some((key, value.as_array()?))).collect();
    let mut text = format!("player,{}\n", pairs.iter().map(|(key, _)| key.as_str()).collect::<Vec<_>>().join(","));
    for (k, name) in names.iter().enumerate() {
        let cells: Vec<String> = pairs.iter().map(|(_, pair)| plain(&pair[k])).collect();
        text.push_str(&format!("\"{}\",{}\n", name.replace('"', "\"\""), cells.join(",")));
    }
    text
}

fn plain(value: &Json) -> String {
    match value {
        Json::Null => String::new(),
        Json::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn for_people(answer: &Json, names: [&str; 2]) -> String {
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    for (k, name) in names.iter().enumerate() {
        let value = |key: &str| answer[key][k].as_f64().map_or_else(String::new, show::number);
        let error = |key: &str| {
            answer[key][k]
                .as_f64()
                .filter(|x| *x > 0.0)
                .map_or_else(String::new, |x| format!(" +- {}", show::number(x)))
        };
        let pad = " ".repeat(width - name.chars().count());
        text.push_str(&format!(
            "{name}{pad}  score {}{}  cooperations {}{}",
            value("scores"),
            error("scores_se"),
            value("cooperations"),
            error("cooperations_se"),
        ));
        if let Some(actions) = answer["actions"][k].as_str() {
            let shown: String = actions.chars().take(200).collect();
            let more = if actions.len() > 200 { ".." } else { "" };
            text.push_str(&format!("  {shown}{more}"));
        }
        text.push('\n');
    }
    if let Some(states) = answer["states"].as_object() {
        let shares =
            states.iter().map(|(state, share)| format!("{state} {}", show::number(share.as_f64().unwrap_or(0.0))));
        text.push_str(&format!("a round, by states: {}\n", shares.collect::<Vec<_>>().join(", ")));
    }
    if let Some(rounds) = answer["rounds"].as_f64() {
        text.push_str(&format!("rounds {}\n", show::number(rounds)));
    }
    text
}
