//! Quick questions without a scenario: one match, a tournament.

use super::args::{Format, LengthArg, MatchArgs, TournamentArgs};
use super::progress::Progress;
use super::{Failure, Outcome, Status, batch, show};
use crate::catalogue::{Place, Presence, Table, Value};
use crate::error::Diagnostic;
use crate::exchange::TraceLevel;
use crate::models::{Lab, RunCx};
use crate::query::answer_match;
use crate::scenario::{Scenario, assemble};
use crate::store::RunRecorder;
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
        "exact": args.exact,
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
    if let Some(rounds) = answer["rounds"].as_f64() {
        text.push_str(&format!("rounds {}\n", show::number(rounds)));
    }
    text
}

/// `comity tournament`
pub(super) fn tournament(args: &TournamentArgs, lab: &Lab) -> Outcome {
    let mut params = Table::default();
    params.insert("game", args.game.as_str());
    let mut length = Table::default();
    match (args.continuation, args.length) {
        (Some(continuation), _) => {
            let mut drawn = Table::default();
            drawn.insert("continuation", continuation);
            length.insert("drawn", drawn);
        }
        (None, LengthArg::Known) => length.insert("known", i64::from(args.turns)),
        (None, LengthArg::Unknown) => length.insert("unknown", i64::from(args.turns)),
    }
    params.insert("length", length);
    params.insert("noise", args.noise);
    params.insert("misperception", args.misperception);
    params.insert("twins", args.twins);
    params.insert("repetitions", i64::try_from(args.repetitions).unwrap_or(i64::MAX));
    params.insert("reasoning_depth", 0i64);
    let names = if args.all { everybody(args, lab)? } else { args.strategies.clone() };
    let agents = names.iter().map(|name| {
        let mut agent = Table::default();
        agent.insert("name", name.as_str());
        agent.insert("strategy", name.as_str());
        agent
    });
    let value = assemble("Tournament", args.seed, "repeated", params, agents.collect());
    let scenario = Scenario::of(value, Place::root(), &[], lab)?;
    let progress = Progress::new("tournament");
    let mut report = |done, total| progress.at(done, total);
    let mut recorder = RunRecorder::new(&*scenario.model, std::io::sink(), &mut report);
    let key = scenario.run_key(0);
    scenario.model.run(&RunCx { key: &key, trace: TraceLevel::Off }, &mut recorder).map_err(Diagnostic::from)?;
    let recorded = recorder.finish().map_err(|error| Failure::Io(Diagnostic::new("io", error.to_string(), "")))?;
    drop(progress);
    let ranking: Vec<_> = recorded.tables.get("strategies").into_iter().collect();
    show::print(&show::tables(&ranking, args.format.format));
    Ok(Status::Done)
}

/// The names of all strategies that need no arguments, can play the game and judge others by what they do: those that see
/// into them, or are made for groups, have no place in a common field.
fn everybody(args: &TournamentArgs, lab: &Lab) -> Result<Vec<String>, Failure> {
    let game = crate::game::from_value(&Value::from(args.game.as_str()), &Place::root().key("game"), &lab.kit.games)?;
    let game = std::sync::Arc::new(game.game);
    let fits = |key: &str| -> Result<bool, Failure> {
        let spec = lab.kit.strategies.resolve(&Value::from(key), &Place::root())?;
        let strategy = lab.kit.strategies.build(&spec, &lab.kit.strategies)?;
        let told = |player| crate::strategy::Told::new(game.clone(), player, crate::strategy::Horizon::Unknown);
        Ok(game.player_ids().all(|player| strategy.fits(&told(player)).is_ok()))
    };
    let mut names = Vec::new();
    for entry in lab.kit.strategies.entries() {
        let needs = (entry.params)().fields.iter().any(|field| matches!(field.presence, Presence::Required));
        if !needs && !entry.facets.reads_minds && !entry.facets.group && fits(entry.key)? {
            names.push(entry.key.to_string());
        }
    }
    Ok(names)
}
