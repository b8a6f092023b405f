//! `comity list` and `comity explain`.

use super::args::{ExplainArgs, Format, ListArgs};
use super::{Failure, Outcome, Status, show};
use crate::catalogue::{Call, Catalogue, Entry, Family, Place, Presence, Value, left_out, suggestion};
use crate::error::{Diagnostic, Origin};
use crate::game::{Analysis, NormalForm};
use crate::ids::PlayerId;
use crate::models::Lab;
use crate::reputation::attacks::{self, Lever};
use crate::reputation::{self, Meaning, Sharing};
use crate::strategy::{Facets, Memory, Strategy};
use crate::table::{Column, Table, TableKind, TableSchema, Type};
use serde_json::{Value as Json, json};

/// The families that are listed.
const FAMILIES: [&str; 14] = [
    "strategies",
    "learners",
    "trainers",
    "credits",
    "followers",
    "tactics",
    "bidders",
    "managers",
    "games",
    "group_games",
    "trees",
    "models",
    "reputations",
    "attacks",
];

/// `comity list FAMILY`
pub(super) fn list(args: &ListArgs, lab: &Lab) -> Outcome {
    let table = match crate::catalogue::fold(&args.family).as_str() {
        "strategies" | "strategy" => listing("strategies", &lab.kit.strategies, |entry| strategy_facets(&entry.facets)),
        "learners" | "learner" => listing("learners", &lab.kit.learners, |entry| learner_facets(&entry.facets)),
        "trainers" | "trainer" => listing("trainers", &lab.kit.trainers, |entry| trainer_facets(&entry.facets)),
        "credits" | "credit" => listing("credits", &lab.kit.credits, |_| String::new()),
        "games" | "game" => listing("games", &lab.kit.games, |entry| game_facets(&entry.facets)),
        "groupgames" | "groupgame" | "group games" => {
            listing("group_games", &lab.kit.group_games, |entry| group_game_facets(entry.facets))
        }
        "trees" | "tree" => listing("trees", &lab.kit.trees, |entry| tree_facets(&entry.facets)),
        "models" | "model" => listing("models", &lab.models, |_| String::new()),
        "bidders" | "bidder" => listing("bidders", &lab.kit.bidders, |_| String::new()),
        "managers" | "manager" => listing("managers", &lab.kit.managers, |_| String::new()),
        "followers" | "follower" => listing("followers", &lab.kit.followers, |_| String::new()),
        "tactics" | "tactic" => listing("tactics", &lab.kit.tactics, |_| String::new()),
        "reputations" | "reputation" => {
            listing("reputations", &lab.kit.reputations, |entry| reputation_facets(&entry.facets))
        }
        "attacks" | "attack" => listing("attacks", &lab.kit.attacks, |entry| attack_facets(&entry.facets)),
        _ => {
            let help =
                suggestion(&args.family, FAMILIES).unwrap_or_else(|| format!("it is one of {}", FAMILIES.join(", ")));
            let found = format!("unknown family {:?}", args.family);
            return Err(Diagnostic::new("unknown-family", found, "").help(help).into());
        }
    };
    show::print(&show::tables(&[&table], args.format.format));
    Ok(Status::Done)
}

fn listing<T: ?Sized + Family>(
    name: &'static str,
    catalogue: &Catalogue<T>,
    facets: impl Fn(&Entry<T>) -> String,
) -> Table {
    let columns = vec![
        Column::key("name", Type::Text, "The canonical name."),
        Column::note("title", "The title."),
        Column::note("facets", "What is true of it."),
        Column::note("parameters", "Its parameters and their defaults."),
        Column::note("source", "Where it comes from."),
    ];
    let mut table = Table::new(TableSchema::new(name, TableKind::Summary, "What there is.", columns));
    for entry in catalogue.entries() {
        let parameters: Vec<String> = (entry.params)()
            .fields
            .iter()
            .map(|field| match &field.presence {
                Presence::Default(value) => format!("{}={}", field.key, plain(value)),
                Presence::Optional => format!("[{}]", field.key),
                Presence::Required => field.key.to_string(),
            })
            .collect();
        let (facets, parameters) = (facets(entry), parameters.join(" "));
        table.push(&[
            entry.key.into(),
            entry.title.into(),
            facets.as_str().into(),
            parameters.as_str().into(),
            entry.source.into(),
        ]);
    }
    table
}

fn plain(value: &Value) -> String {
    value.as_text().map_or_else(|| value.to_json().to_string(), str::to_string)
}

fn strategy_facets(facets: &Facets) -> String {
    let memory = match facets.memory {
        Memory::Rounds(rounds) => format!("memory {rounds}"),
        Memory::Unbounded => "memory unbounded".to_string(),
    };
    let flags = [
        (facets.stochastic, "stochastic"),
        (facets.uses_length, "uses length"),
        (facets.uses_game, "uses game"),
        (facets.slow, "slow"),
        (facets.reads_minds, "reads minds"),
        (facets.group, "for groups"),
    ];
    let named = flags.iter().filter(|(true_of_it, _)| *true_of_it).map(|(_, name)| (*name).to_string());
    std::iter::once(memory).chain(named).collect::<Vec<_>>().join(", ")
}

fn learner_facets(facets: &crate::learner::Facets) -> String {
    let flags = [(facets.stochastic, "stochastic"), (facets.expected, "learns from expectations")];
    let named = flags.iter().filter(|(true_of_it, _)| *true_of_it).map(|(_, name)| (*name).to_string());
    std::iter::once(format!("sees {}", facets.needs.name())).chain(named).collect::<Vec<_>>().join(", ")
}

fn trainer_facets(facets: &crate::training::Facets) -> String {
    if facets.central { "central training, local execution" } else { "independent" }.to_string()
}

fn game_facets(facets: &crate::game::Facets) -> String {
    let symmetric = if facets.symmetric { ", symmetric" } else { "" };
    let players = if facets.any_players { ", any number of players" } else { "" };
    format!("{}{symmetric}{players}, shown as {}", facets.utility.name(), facets.mapping.key())
}

fn group_game_facets(facets: crate::game::GroupFacets) -> String {
    let flags = [(facets.social, "the first action serves the group"), (facets.graded, "graded actions")];
    flags.iter().filter(|(true_of_it, _)| *true_of_it).map(|(_, name)| *name).collect::<Vec<_>>().join(", ")
}

fn tree_facets(facets: &crate::game::TreeFacets) -> String {
    let flags = [
        (facets.chance, "chance"),
        (facets.perfect_information, "perfect information"),
        (facets.constant_sum, "constant sum"),
    ];
    flags.iter().filter(|(true_of_it, _)| *true_of_it).map(|(_, name)| *name).collect::<Vec<_>>().join(", ")
}

fn reputation_facets(facets: &reputation::Facets) -> String {
    let meaning = match facets.meaning {
        Meaning::Chance => "a chance",
        Meaning::Order => "an order",
    };
    let sharing = match facets.sharing {
        Sharing::Shared => "one view for all",
        Sharing::Personal => "a view of each asker",
        Sharing::Either => "one view or many",
    };
    let batch = if facets.batch { ", settles by period" } else { "" };
    format!("{meaning}, {sharing}{batch}")
}

fn attack_facets(facets: &attacks::Facets) -> String {
    let lever = match facets.lever {
        Lever::Nothing => "abuses nothing",
        Lever::Names => "abuses cheap names",
        Lever::Ratings => "abuses ratings",
        Lever::Service => "abuses a good name",
    };
    format!("{lever}; against it: {}", facets.cure)
}

/// `comity explain NAME`
pub(super) fn explain(args: &ExplainArgs, lab: &Lab) -> Outcome {
    let name = Call::parse(&args.name, &Origin::Unknown)?.name;
    let mut pages = Vec::new();
    if let Some(entry) = lab.kit.strategies.find(&name) {
        let mut page = page("strategy", entry);
        page["facets"] = json!(strategy_facets(&entry.facets));
        if !entry.facets.axelrod.is_empty() {
            page["axelrod_class"] = json!(entry.facets.axelrod);
        }
        pages.push(page);
    }
    if let Some(entry) = lab.kit.learners.find(&name) {
        let mut page = page("learner", entry);
        page["facets"] = json!(learner_facets(&entry.facets));
        pages.push(page);
    }
    if let Some(entry) = lab.kit.trainers.find(&name) {
        let mut page = page("trainer", entry);
        page["facets"] = json!(trainer_facets(&entry.facets));
        pages.push(page);
    }
    pages.extend(lab.kit.credits.find(&name).map(|entry| page("credit rule", entry)));
    if let Some(entry) = lab.kit.games.find(&name) {
        let mut page = page("game", entry);
        page["facets"] = json!(game_facets(&entry.facets));
        let needs = (entry.params)().fields.iter().any(|field| matches!(field.presence, Presence::Required));
        if !needs || args.name.contains('(') {
            let value = Value::from(args.name.as_str());
            let game = crate::game::from_value(&value, &Place::root(), &lab.kit.games)?;
            page["game"] = analysis(&game.game);
        }
        pages.push(page);
    }
    if let Some(entry) = lab.kit.group_games.find(&name) {
        let mut page = page("group game", entry);
        page["facets"] = json!(group_game_facets(entry.facets));
        pages.push(page);
    }
    if let Some(entry) = lab.kit.trees.find(&name) {
        let mut page = page("tree", entry);
        page["facets"] = json!(tree_facets(&entry.facets));
        pages.push(page);
    }
    pages.extend(lab.models.find(&name).map(|entry| page("model", entry)));
    pages.extend(lab.kit.followers.find(&name).map(|entry| page("follower", entry)));
    pages.extend(lab.kit.tactics.find(&name).map(|entry| page("tactic", entry)));
    if let Some(entry) = lab.kit.reputations.find(&name) {
        let mut page = page("reputation model", entry);
        page["facets"] = json!(reputation_facets(&entry.facets));
        pages.push(page);
    }
    if let Some(entry) = lab.kit.attacks.find(&name) {
        let mut page = page("attack", entry);
        page["facets"] = json!(attack_facets(&entry.facets));
        pages.push(page);
    }
    pages.extend(lab.kit.bidders.find(&name).map(|entry| page("bidder", entry)));
    pages.extend(lab.kit.managers.find(&name).map(|entry| page("manager", entry)));
    if pages.is_empty() {
        return Err(unknown(&name, lab));
    }
    show::print(&match args.format.format {
        Format::Json => pages.iter().map(|page| format!("{page}\n")).collect(),
        Format::Table | Format::Csv => pages.iter().map(for_people).collect::<Vec<_>>().join("\n"),
    });
    Ok(Status::Done)
}

fn unknown(name: &str, lab: &Lab) -> Failure {
    let names: Vec<&str> = (lab.kit.strategies.entries().map(|entry| entry.key))
        .chain(lab.kit.learners.entries().map(|entry| entry.key))
        .chain(lab.kit.trainers.entries().map(|entry| entry.key))
        .chain(lab.kit.credits.entries().map(|entry| entry.key))
        .chain(lab.kit.games.entries().map(|entry| entry.key))
        .chain(lab.kit.group_games.entries().map(|entry| entry.key))
        .chain(lab.kit.trees.entries().map(|entry| entry.key))
        .chain(lab.models.entries().map(|entry| entry.key))
        .chain(lab.kit.followers.entries().map(|entry| entry.key))
        .chain(lab.kit.tactics.entries().map(|entry| entry.key))
        .chain(lab.kit.reputations.entries().map(|entry| entry.key))
        .chain(lab.kit.attacks.entries().map(|entry| entry.key))
        .chain(lab.kit.bidders.entries().map(|entry| entry.key))
        .chain(lab.kit.managers.entries().map(|entry| entry.key))
        .collect();
    let help = match (left_out::<dyn Strategy>(name), crate::catalogue::nearest(name, names)) {
        (Some(reason), _) => reason,
        (None, Some(near)) => format!("did you mean {near:?}?"),
        (None, None) => format!("`comity list FAMILY` shows the names of {}", FAMILIES.join(", ")),
    };
    Diagnostic::new("unknown-name", format!("unknown name {name:?}"), "").help(help).into()
}

/// What every entry says of itself.
fn page<T: ?Sized + Family>(kind: &str, entry: &Entry<T>) -> Json {
    let parameters: Vec<Json> = (entry.params)()
        .fields
        .iter()
        .map(|field| {
            let default = match &field.presence {
                Presence::Default(value) => value.to_json(),
                Presence::Optional => json!("optional"),
                Presence::Required => json!("required"),
            };
            json!({
                "key": field.key, "is": field.kind.describe(), "default": default, "unit": field.unit, "means": field.doc,
            })
        })
        .collect();
    json!({
        "name": entry.key, "kind": kind, "title": entry.title, "aliases": entry.aliases, "about": entry.about,
        "source": entry.source, "parameters": parameters,
    })
}

/// What is true of a game: payoffs, dominant actions, pure equilibria, Pareto-optimal profiles.
fn analysis(game: &NormalForm) -> Json {
    const SHOWN: usize = 64;
    let analysis = Analysis::of(game);
    let profile = |index: &usize| -> Vec<&str> {
        let actions = game.profile(*index);
        actions.iter().zip(game.players()).map(|(action, player)| player.actions[*action].as_str()).collect()
    };
    let payoffs =
        |index: usize| -> Vec<String> { game.player_ids().map(|p| game.payoff_at(index, p).to_string()).collect() };
    let table: Vec<Json> = (0..game.profile_count().min(SHOWN))
        .map(|k| json!({ "profile": profile(&k), "payoffs": payoffs(k) }))
        .collect();
    let dominant: Vec<Json> = game
        .player_ids()
        .map(|player: PlayerId| {
            let name = |action: usize| json!(game.players()[player.index()].actions[action]);
            analysis.dominant_action(player).map_or(Json::Null, |dominant| name(dominant.action))
        })
        .collect();
    let kinds: Vec<&str> = game.two_by_two_kinds().into_iter().map(|kind| kind.name()).collect();
    let list = |profiles: Vec<usize>| -> Vec<Vec<&str>> { profiles.iter().take(SHOWN).map(profile).collect() };
    json!({
        "players": game.players().iter().map(|player| &player.name).collect::<Vec<_>>(),
        "profiles": game.profile_count(),
        "kinds": kinds,
        "payoffs": table,
        "dominant_actions": dominant,
        "pure_equilibria": list(analysis.pure_equilibria()),
        "pareto_optimal": list(analysis.pareto_optimal()),
    })
}

fn for_people(page: &Json) -> String {
    let text = |key: &str| page[key].as_str().unwrap_or_default();
    let mut out = format!(
        "{} ({} {})\n\n{}\n\nSource: {}\n",
        text("title"),
        text("kind"),
        text("name"),
        text("about"),
        text("source")
    );
    if let Some(facets) = page["facets"].as_str() {
        out.push_str(&format!("Facets: {facets}\n"));
    }
    let aliases: Vec<&str> = page["aliases"].as_array().into_iter().flatten().filter_map(Json::as_str).collect();
    if !aliases.is_empty() {
        out.push_str(&format!("Also called: {}\n", aliases.join(", ")));
    }
    let parameters = page["parameters"].as_array().cloned().unwrap_or_default();
    if !parameters.is_empty() {
        out.push_str("\nParameters\n");
    }
    for parameter in &parameters {
        let part = |key: &str| parameter[key].as_str().unwrap_or_default();
        let default = parameter["default"].as_str().map_or_else(|| parameter["default"].to_string(), str::to_string);
        let unit = if part("unit").is_empty() { String::new() } else { format!(" ({})", part("unit")) };
        out.push_str(&format!("  {} = {default}{unit}\n      {} It is {}.\n", part("key"), part("means"), part("is")));
    }
    let game = &page["game"];
    if game.is_object() {
        let words = |value: &Json| -> String {
            value.as_array().into_iter().flatten().map(|x| x.as_str().unwrap_or("none")).collect::<Vec<_>>().join(", ")
        };
        out.push_str("\nPayoffs\n");
        for row in game["payoffs"].as_array().into_iter().flatten() {
            out.push_str(&format!("  {}: {}\n", words(&row["profile"]), words(&row["payoffs"])));
        }
        if game["payoffs"].as_array().map_or(0, Vec::len) < game["profiles"].as_u64().map_or(0, |n| n as usize) {
            out.push_str(&format!("  ... {} profiles in all\n", game["profiles"]));
        }
        out.push_str(&format!(
            "Kind: {}\nDominant actions: {}\n",
            words(&game["kinds"]),
            words(&game["dominant_actions"])
        ));
        for (title, key) in [("Pure Nash equilibria", "pure_equilibria"), ("Pareto-optimal profiles", "pareto_optimal")]
        {
            let profiles: Vec<String> =
                game[key].as_array().into_iter().flatten().map(|profile| format!("({})", words(profile))).collect();
            let shown = if profiles.is_empty() { "none".to_string() } else { profiles.join(" ") };
            out.push_str(&format!("{title}: {shown}\n"));
        }
    }
    out
}
