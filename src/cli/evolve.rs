//! `comity evolve`: what evolution makes of a game, for people, or a batch of queries.

use super::args::{EvolveArgs, Format};
use super::{Outcome, Status, batch, show};
use crate::catalogue::{Place, Value};
use crate::error::{Diagnostic, Faults, Origin};
use crate::game;
use crate::models::Lab;
use crate::query::answer_evolve;
use crate::table::{Cell, Column, Table, TableKind, TableSchema, Type};
use serde_json::{Value as Json, json};

/// `comity evolve`
pub(super) fn evolve(args: &EvolveArgs, lab: &Lab) -> Outcome {
    if let Some(path) = &args.batch.batch {
        return batch::answer(path, |query| answer_evolve(query, &lab.kit));
    }
    let text = args.game.as_deref().unwrap_or_default();
    let (mut query, names) = question(text, args, lab)?;
    if !args.want.is_empty() {
        query["want"] = json!(args.want);
    }
    let answer = answer_evolve(&query, &lab.kit)?;
    show::print(&match args.format.format {
        Format::Json => format!("{answer}\n"),
        form => show::tables(&tables(&answer, &names).iter().collect::<Vec<_>>(), form),
    });
    Ok(Status::Done)
}

/// The query, and the names of each player's actions.
fn question(text: &str, args: &EvolveArgs, lab: &Lab) -> Result<(Json, Vec<Vec<String>>), Faults> {
    let at = || Place::root().key("game").at(&Origin::Flag(text.into()));
    let written = text.starts_with(['[', '{']);
    let given: Json = if written {
        serde_json::from_str(text).map_err(|error| {
            let expected = "a game's name, a table such as [[4,0],[3,2]], or a game as a JSON object";
            Diagnostic::new("not-json", format!("not JSON: {error}"), expected).at(at())
        })?
    } else {
        json!(text)
    };
    if given.is_array() {
        let strategies = given.as_array().map_or(0, Vec::len);
        let names = vec![(0..strategies).map(|k| format!("#{k}")).collect(); 2];
        let mut query = parameters(args, strategies);
        query["A"] = given;
        return Ok((query, names));
    }
    let game = game::from_value(&Value::from_json(&given)?, &Place::root().key("game"), &lab.kit.games)?.game;
    let names: Vec<Vec<String>> = game.players().iter().map(|player| player.actions.clone()).collect();
    let symmetric = game.player_count() == 2 && game.is_symmetric();
    let mut query = if symmetric {
        parameters(args, names[0].len())
    } else {
        json!({ "alpharank_multi": [{ "m": args.population, "alpha": args.beta }] })
    };
    query["game"] = given;
    Ok((query, names))
}

/// What is asked of one population.
fn parameters(args: &EvolveArgs, strategies: usize) -> Json {
    let (n, beta) = (args.population, &args.beta);
    let mut query = json!({
        "fixation": [{ "rule": "fermi", "N": n, "beta": beta }, { "rule": "moran_linear", "N": n, "w": args.weight }],
        "stationary_sml": [{ "N": n, "beta": beta }],
        "alpharank_local": [{ "m": n, "alpha": beta }],
    });
    // More actions are a matter of seconds; who wants to wait for them says so.
    if strategies <= 5 {
        query["adaptive_play"] = json!(true);
    }
    if strategies == 2 {
        query["stationary_mu"] = json!([{ "N": n, "beta": beta, "mu": args.mutation }]);
        // Its exact chain is for populations of people, not of molecules.
        if n <= 1000 {
            query["best_reply"] = json!([{ "N": n, "epsilon": args.mutation }]);
        }
    }
    query
}

/// The parts of an answer that people read, a table each.
fn tables(answer: &Json, names: &[Vec<String>]) -> Vec<Table> {
    let all = [rest_points(answer, names), fixation(answer, names), shares(answer, names), selection(answer, names)];
    all.into_iter().filter(|table| !table.is_empty()).collect()
}

fn table(name: &'static str, doc: &'static str, columns: Vec<Column>) -> Table {
    Table::new(TableSchema::new(name, TableKind::Summary, doc, columns))
}

/// The items of a list, none if it is absent.
fn items<'a>(answer: &'a Json, part: &str) -> impl Iterator<Item = &'a Json> {
    answer[part].as_array().into_iter().flatten()
}

/// A value as people read it: texts as they are, numbers short, lists with commas.
fn plain(value: &Json) -> String {
    match value {
        Json::Null => String::new(),
        Json::String(text) => text.clone(),
        Json::Array(items) => items.iter().map(plain).collect::<Vec<_>>().join(", "),
        other => other.as_f64().map_or_else(|| other.to_string(), show::number),
    }
}

fn float(value: &Json) -> Cell<'_> {
    value.as_f64().map_or(Cell::Null, Cell::Float)
}

fn truth(value: &Json) -> Cell<'_> {
    value.as_bool().map_or(Cell::Null, Cell::Bool)
}

/// A distribution as a mixture of named strategies: `1/3 stag + 2/3 hare`.
fn mixture(shares: &Json, names: &[String]) -> String {
    let parts: Vec<(String, &String)> =
        shares.as_array().into_iter().flatten().map(plain).zip(names).filter(|(share, _)| share != "0").collect();
    match &parts[..] {
        [(_, pure)] => (*pure).clone(),
        mixed => mixed.iter().map(|(share, name)| format!("{share} {name}")).collect::<Vec<_>>().join(" + "),
    }
}

fn rest_points(answer: &Json, names: &[Vec<String>]) -> Table {
    let columns = vec![
        Column::key("point", Type::Text, "The shares of the strategies."),
        Column::measure("nash", Type::Bool, "", "Whether it is a symmetric Nash equilibrium."),
        Column::measure("ess", Type::Bool, "", "Whether it is evolutionarily stable."),
        Column::note("eigenvalues", "Of the Jacobian on the simplex."),
    ];
    let mut found = table("rest_points", "Rest points of the replicator dynamics.", columns);
    for point in items(answer, "rest_points") {
        let eigenvalue = |value: &Json| match value[1].as_f64() {
            Some(im) if im != 0.0 => format!("{} +- {}i", plain(&value[0]), plain(&value[1])),
            _ => plain(&value[0]),
        };
        let mut eigenvalues: Vec<String> = items(point, "eig").map(eigenvalue).collect();
        eigenvalues.dedup();
        let (point_name, eigenvalues) = (mixture(&point["x"], &names[0]), eigenvalues.join(", "));
        found.push(&[
            point_name.as_str().into(),
            truth(&point["nash"]),
            truth(&point["ess"]),
            eigenvalues.as_str().into(),
        ]);
    }
    for support in items(answer, "rest_continua") {
        let strategies: Vec<&str> = support
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|k| names[0].get(index(k)).map(String::as_str))
            .collect();
        let text = format!("a continuum of {}", strategies.join(", "));
        found.push(&[text.as_str().into(), Cell::Null, Cell::Null, Cell::Null]);
    }
    found
}

fn index(value: &Json) -> usize {
    value.as_u64().and_then(|k| usize::try_from(k).ok()).unwrap_or(usize::MAX)
}

fn fixation(answer: &Json, names: &[Vec<String>]) -> Table {
    let columns = vec![
        Column::key("invader", Type::Text, "The mutant's strategy."),
        Column::key("resident", Type::Text, "Everybody else's."),
        Column::key("rule", Type::Text, "How strategies spread."),
        Column::key("population", Type::Integer, "The size of the population."),
        Column::measure("rho", Type::Float, "", "The probability that the mutant takes over."),
        Column::measure("ln_rho", Type::Float, "", "Its natural logarithm."),
        Column::measure("over_neutral", Type::Float, "", "The probability over 1/N, that of a neutral mutant."),
    ];
    let mut found = table("fixation", "Probabilities that one mutant takes over a population.", columns);
    for item in items(answer, "fixation") {
        let rule = format!(
            "{} {}",
            plain(&item["rule"]),
            plain(if item["beta"].is_null() { &item["w"] } else { &item["beta"] })
        );
        for (k, pair) in items(answer, "pairs").enumerate() {
            let name = |k: usize| names[0].get(index(&pair[k])).map(String::as_str);
            let rho = &item["rho"][k];
            let over = item["N"].as_f64().zip(rho.as_f64()).map(|(n, rho)| n * rho);
            let population = item["N"].as_i64();
            found.push(&[
                name(0).into(),
                name(1).into(),
                rule.as_str().into(),
                population.into(),
                float(rho),
                float(&item["ln_rho"][k]),
                over.into(),
            ]);
        }
    }
    found
}

fn shares(answer: &Json, names: &[Vec<String>]) -> Table {
    let columns = vec![
        Column::key("process", Type::Text, "What the population does."),
        Column::key("state", Type::Text, "The strategy, or the profile."),
        Column::measure("share", Type::Float, "", "The long-run share."),
        Column::measure("ln_share", Type::Float, "", "Its natural logarithm."),
    ];
    let mut found = table("shares", "Long-run shares.", columns);
    let profile = |state: &Json| {
        let actions = state.as_array().into_iter().flatten().zip(names);
        actions.filter_map(|(k, names)| names.get(index(k)).cloned()).collect::<Vec<_>>().join(", ")
    };
    let profiles: Vec<String> = items(answer, "states").map(profile).collect();
    for (part, process, states) in [
        ("stationary_sml", "rare mutants, payoffs from all", &names[0]),
        ("alpharank_single", "alpha-rank, payoffs from all", &names[0]),
        ("alpharank_local", "alpha-rank, mutant against resident", &names[0]),
        ("alpharank_multi", "alpha-rank, a population a player", &profiles),
    ] {
        for item in items(answer, part) {
            for (k, state) in states.iter().enumerate() {
                found.push(&[process.into(), state.into(), float(&item["pi"][k]), float(&item["ln_pi"][k])]);
            }
        }
    }
    for (part, process) in
        [("stationary_mu", "pairwise comparison with mutation"), ("best_reply", "best reply with mistakes")]
    {
        for item in items(answer, part) {
            if let Some(share) = item["mean_share_0"].as_f64() {
                found.push(&[process.into(), names[0].first().into(), share.into(), Cell::Null]);
                found.push(&[process.into(), names[0].get(1).into(), (1.0 - share).into(), Cell::Null]);
            }
        }
    }
    found
}

/// What selects a strategy, and which.
fn selection(answer: &Json, names: &[Vec<String>]) -> Table {
    let columns =
        vec![Column::key("criterion", Type::Text, "What selects."), Column::note("selected", "What it selects.")];
    let mut found = table("selection", "What selects a strategy.", columns);
    let name = |k: usize| names[0].get(k).cloned().unwrap_or_default();
    let mut say = |criterion: &str, selected: &str| found.push(&[criterion.into(), selected.into()]);
    if let Some(favoured) = answer["one_third"]["infinite"].as_bool() {
        let text = if favoured { "favoured to take over" } else { "not favoured" };
        say(&format!("one-third rule for {}", name(0)), text);
    }
    if let Some(k) = answer["risk_dominant"].as_u64() {
        say("risk dominance", &name(usize::try_from(k).unwrap_or(usize::MAX)));
    }
    let stable: Vec<String> = items(&answer["adaptive_play"], "stable").map(|k| name(index(k))).collect();
    if stable.is_empty() {
        return found;
    }
    say("stochastic stability in adaptive play", &stable.join(", "));
    let potentials = items(&answer["adaptive_play"], "potentials").map(plain).zip(&names[0]);
    let potentials: Vec<String> = potentials.map(|(potential, name)| format!("{name} {potential}")).collect();
    say("stochastic potentials, the least selected", &potentials.join(", "));
    for item in items(answer, "best_reply") {
        let stays: Vec<&Json> = items(item, "mean_stay").collect();
        if let [first, .., last] = stays[..] {
            say(&format!("periods that all-{} lasts under mistakes", name(0)), &plain(last));
            say(&format!("periods that all-{} lasts under mistakes", name(1)), &plain(first));
        }
    }
    found
}
