//! The parameters of the tournament model: schema, reading, and what does not go together.

use super::bout::Stage;
use crate::catalogue::{Field, Kind, Params, Place, Presence, Schema, Value, suggestion};
use crate::error::{Diagnostic, Faults, Origin};
use crate::game::{self, NormalForm};
use crate::ids::PlayerId;
use crate::models::names::Roll;
use crate::models::{Kit, Setting, fields, length};
use crate::play::{Length, Rules};
use crate::strategy::{Horizon, Strategy, Told};
use std::sync::Arc;

/// What is computed instead of played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exact {
    /// Nothing: matches are played.
    No,
    /// What a match of the declared length comes to in expectation.
    Match,
    /// The mean round of a match that never ends.
    LongRun,
}

/// Which strategies of the catalogue play, beside those that are declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Roster {
    /// The deterministic and fast ones that Axelrod-Python has, too.
    Axelrod,
    /// All deterministic and fast ones.
    Deterministic,
    /// All that are fast.
    Fast,
    /// All.
    All,
}

/// The keys of the catalogue's strategies that need no arguments, can play a game and judge others by what they do: those that
/// see into them, or are made for groups, have no place in a common field.
///
/// # Errors
/// If a strategy cannot be built.
pub fn strategies_of(field: Roster, game: &Arc<NormalForm>, kit: &Kit) -> Result<Vec<&'static str>, Faults> {
    let strategies = &kit.strategies;
    let fits = |key: &str| -> Result<bool, Faults> {
        let spec = strategies.resolve(&Value::from(key), &Place::root())?;
        let strategy = strategies.build(&spec, strategies)?;
        let told = |player| Told::new(game.clone(), player, Horizon::Unknown);
        Ok(game.player_ids().all(|player| strategy.fits(&told(player)).is_ok()))
    };
    let mut keys = Vec::new();
    for entry in strategies.entries() {
        let facets = entry.facets;
        let needs = (entry.params)().fields.iter().any(|field| matches!(field.presence, Presence::Required));
        let belongs = match field {
            Roster::Axelrod => !facets.stochastic && !facets.slow && !facets.axelrod.is_empty(),
            Roster::Deterministic => !facets.stochastic && !facets.slow,
            Roster::Fast => !facets.slow,
            Roster::All => true,
        };
        if belongs && !needs && !facets.reads_minds && !facets.group && !facets.guest && fits(entry.key)? {
            keys.push(entry.key);
        }
    }
    Ok(keys)
}

/// One player.
#[derive(Clone)]
pub(super) struct Player {
    pub(super) name: String,
    /// The strategy's key, with the parameters that are not defaults.
    pub(super) strategy: String,
    pub(super) plays: Box<dyn Strategy>,
}

/// A tournament's rules and players.
pub(super) struct Tournament {
    pub(super) rules: Rules,
    pub(super) stage: Stage,
    pub(super) players: Vec<Player>,
    /// Who meets whom, by seat.
    pub(super) meetings: Vec<[usize; 2]>,
    pub(super) twins: bool,
    pub(super) discount: f64,
    pub(super) repetitions: usize,
    pub(super) precision: Option<f64>,
    pub(super) exact: Exact,
    pub(super) resamplings: u32,
    pub(super) actions: bool,
    pub(super) foreknowledge: bool,
}

/// The schema of `[model.tournament]`.
pub(super) fn schema() -> Schema {
    let name_list = |min| Kind::List { of: Box::new(Kind::Text), min, max: usize::MAX };
    Schema::of(vec![
        fields::game("axelrod", "The stage game, of two players: a name, or payoffs written out."),
        length::field(),
        Field::with_default(
            "repetitions",
            Kind::Integer { min: 1, max: 1_000_000 },
            10i64,
            "How often every match is played; with `precision` the most.",
        ),
        Field::with_default("noise", Kind::Probability, 0.0, "How often a chosen action comes out as another."),
        Field::with_default("misperception", Kind::Probability, 0.0, "How often another's action is misread."),
        Field::with_default(
            "discount",
            Kind::Number { min: 0.0, max: 1.0 },
            1.0,
            "What a payoff is worth if it comes one round later.",
        ),
        Field::with_default(
            "meetings",
            Kind::Choice(&["everybody", "ring", "star", "edges", "roles"]),
            "everybody",
            "Who meets whom: everybody everybody; each its two neighbours in the order of players; the first all others; the \
             listed pairs; every row player every column player.",
        ),
        Field::with_default(
            "edges",
            Kind::list(Kind::List { of: Box::new(Kind::Text), min: 2, max: 2 }),
            Value::from(Vec::new()),
            "The pairs of players that meet, the row player first.",
        ),
        Field::with_default("rows", name_list(0), Value::from(Vec::new()), "The row players."),
        Field::with_default("columns", name_list(0), Value::from(Vec::new()), "The column players."),
        Field::with_default(
            "both_seats",
            Kind::Bool,
            false,
            "Whether every two players meet a second time with seats changed, as a game that is not symmetric asks for.",
        ),
        Field::with_default("twins", Kind::Bool, false, "Whether scores count the match of a player against its twin."),
        Field::optional(
            "precision",
            Kind::Number { min: 1e-9, max: 1e9 },
            "Repeat only until every score's 95 % interval is no wider than this much either way.",
        )
        .unit("utility per round"),
        Field::with_default(
            "exact",
            Kind::Choice(&["no", "match", "long_run"]),
            "no",
            "Whether expectations are computed instead of played: of a match, or of the mean round of an endless one.",
        ),
        Field::with_default(
            "resamplings",
            Kind::Integer { min: 0, max: 1_000_000 },
            1000i64,
            "How often repetitions are drawn again to see how stable ranks are.",
        ),
        Field::with_default("actions", Kind::Bool, false, "Whether the actions of every match are recorded."),
        Field::with_default(
            "field",
            Kind::Choice(&["declared", "axelrod", "deterministic", "fast", "all"]),
            "declared",
            "Which strategies of the catalogue play beside the agents: none; the deterministic, fast ones that Axelrod-Python has; \
             all deterministic, fast ones; all fast ones; all.",
        ),
        Field::with_default(
            "foreknowledge",
            Kind::Bool,
            false,
            "Whether the same field plays a second time without being told the length, to see what knowing it is worth.",
        ),
    ])
}

/// Reads rules and players.
pub(super) fn field(params: &Params, setting: &Setting, faults: &mut Faults) -> Option<Tournament> {
    let at = |key: &str| params.at(&setting.place, key);
    let game =
        faults.keep(game::from_value(params.value("game"), &setting.place.key("game"), &setting.kit.games))?.game;
    if game.player_count() != 2 {
        let found = format!("a game of {} players", game.player_count());
        faults.push(Diagnostic::new("wrong-game", found, "a game of two players").at(at("game")));
        return None;
    }
    let Some(stage) = Stage::of(&game) else {
        let wanted = "payoffs with smaller numerators and denominators";
        let found = "the payoffs have no common denominator of 64 bits";
        faults.push(Diagnostic::new("payoffs-too-fine", found, wanted).at(at("game")));
        return None;
    };
    let mut rules = Rules::new(Arc::new(game), length::read(params.variant("length")));
    rules.noise = params.number("noise");
    rules.misperception = params.number("misperception");
    let players = players(params, setting, &rules, faults);
    if params.flag("foreknowledge") && !matches!(rules.length, Length::Known(_) | Length::Drawn { told: true, .. }) {
        let found = "foreknowledge of a length that nobody is told";
        faults.push(
            Diagnostic::new("nothing-known", found, "length = { known = 200 }, or a drawn one that is told")
                .at(at("foreknowledge")),
        );
    }
    if players.len() < 2 && faults.is_empty() {
        let found = format!("{} agents", players.len());
        faults.push(
            Diagnostic::new("too-few-agents", found, "at least two: agents meet in pairs")
                .help("add [[agents]] with name and strategy, or a count")
                .at(setting.document.key("agents").at(&Origin::Unknown)),
        );
    }
    let exact = match params.text("exact") {
        "match" => Exact::Match,
        "long_run" => Exact::LongRun,
        _ => Exact::No,
    };
    if exact == Exact::LongRun {
        if params.number("discount") < 1.0 {
            let found = "a discount in a match that never ends";
            faults.push(
                Diagnostic::new("wrong-discount", found, "exact = \"match\" with a drawn length, or no discount")
                    .at(at("discount")),
            );
        }
        // A match without end has no last rounds that a player could know of.
        rules.length = Length::Unknown(1);
    }
    if exact != Exact::No && params.flag("actions") {
        let found = "actions of matches that are not played";
        faults.push(Diagnostic::new("nothing-played", found, "exact = \"no\", or no actions").at(at("actions")));
    }
    let twins = params.flag("twins");
    let names: Vec<&str> = players.iter().map(|player| player.name.as_str()).collect();
    let meetings = meetings(params, setting, &names, twins, faults);
    let repetitions = if exact == Exact::No { params.count("repetitions") } else { 1 };
    faults.is_empty().then(|| Tournament {
        rules,
        stage,
        meetings,
        players,
        twins,
        discount: params.number("discount"),
        repetitions,
        precision: params.get("precision").and_then(Value::number),
        exact,
        resamplings: u32::try_from(params.integer("resamplings")).expect("the schema bounds it"),
        actions: params.flag("actions"),
        foreknowledge: params.flag("foreknowledge"),
    })
}

fn players(params: &Params, setting: &Setting, rules: &Rules, faults: &mut Faults) -> Vec<Player> {
    let strategies = &setting.kit.strategies;
    let mut roll = Roll::new(&[]);
    let mut players = Vec::new();
    for group in &setting.agents {
        let names = roll.call(group, faults);
        let built = group.read(strategies, |spec| Ok((strategies.display(spec), strategies.build(spec, strategies)?)));
        let Some((strategy, plays)) = faults.keep(built) else { continue };
        if let Some(fault) = [0, 1].into_iter().find_map(|seat| plays.fits(&rules.told(PlayerId(seat))).err()) {
            faults.push(fault.or_at(&group.written()));
            continue;
        }
        let player = |name| Player { name, strategy: strategy.clone(), plays: plays.clone() };
        players.extend(names.into_iter().map(player));
    }
    let field = match params.text("field") {
        "axelrod" => Roster::Axelrod,
        "deterministic" => Roster::Deterministic,
        "fast" => Roster::Fast,
        "all" => Roster::All,
        _ => return players,
    };
    let joined = faults.keep(joined(field, setting, rules)).unwrap_or_default();
    let new = |player: &Player| players.iter().all(|known| known.name != player.name);
    let joined: Vec<Player> = joined.into_iter().filter(new).collect();
    players.extend(joined);
    players
}

/// The catalogue's strategies as players under their own names.
fn joined(field: Roster, setting: &Setting, rules: &Rules) -> Result<Vec<Player>, Faults> {
    let strategies = &setting.kit.strategies;
    let player = |key: &str| {
        let spec = strategies.resolve(&Value::from(key), &Place::root())?;
        Ok(Player { name: key.to_string(), strategy: key.to_string(), plays: strategies.build(&spec, strategies)? })
    };
    strategies_of(field, &rules.game, &setting.kit)?.into_iter().map(player).collect()
}

/// Who meets whom.
fn meetings(params: &Params, setting: &Setting, names: &[&str], twins: bool, faults: &mut Faults) -> Vec<[usize; 2]> {
    let n = names.len();
    let mut place_of = |key: &str, value: &Value| -> Option<usize> {
        let name = value.as_text().unwrap_or_default();
        let found = names.iter().position(|known| *known == name);
        if found.is_none() {
            let mut fault = Diagnostic::new("unknown-agent", format!("unknown agent {name:?}"), "an agent's name");
            if let Some(help) = suggestion(name, names.iter().copied()) {
                fault = fault.help(help);
            }
            faults.push(fault.at(setting.place.key(key).at(&value.origin)));
        }
        found
    };
    let mut pairs: Vec<[usize; 2]> = match params.text("meetings") {
        // A twin is always met: what a strategy does to itself says whether it can last.
        "everybody" => (0..n).flat_map(|a| (a..n).map(move |b| [a, b])).collect(),
        "ring" if n > 2 => (0..n - 1).map(|a| [a, a + 1]).chain([[0, n - 1]]).collect(),
        "ring" => (1..n).map(|b| [0, b]).collect(),
        "star" => (1..n).map(|b| [0, b]).collect(),
        "edges" => params
            .list("edges")
            .iter()
            .filter_map(|edge| {
                let [a, b] = edge.as_list()? else { return None };
                Some([place_of("edges", a)?, place_of("edges", b)?])
            })
            .collect(),
        _ => {
            let mut side = |key: &str| -> Vec<usize> {
                params.list(key).iter().filter_map(|value| place_of(key, value)).collect()
            };
            let (rows, columns) = (side("rows"), side("columns"));
            rows.iter().flat_map(|a| columns.iter().map(move |b| [*a, *b])).collect()
        }
    };
    if twins && params.text("meetings") != "everybody" {
        pairs.extend((0..n).map(|a| [a, a]).filter(|pair| !pairs.contains(pair)).collect::<Vec<_>>());
    }
    if params.flag("both_seats") {
        let changed: Vec<[usize; 2]> = pairs.iter().filter(|[a, b]| a != b).map(|[a, b]| [*b, *a]).collect();
        pairs.extend(changed);
    }
    let mut seen = std::collections::BTreeSet::new();
    if let Some([a, b]) = pairs.iter().find(|pair| !seen.insert(**pair)) {
        let found = format!("{} and {} meet twice in the same seats", names[*a], names[*b]);
        let key = if params.text("meetings") == "roles" { "rows" } else { "edges" };
        faults.push(
            Diagnostic::new("given-twice", found, "each pair once")
                .at(setting.place.key(key).at(&params.value(key).origin)),
        );
    }
    if pairs.is_empty() && n > 1 && faults.is_empty() {
        let found = "a tournament in which nobody meets";
        faults.push(
            Diagnostic::new("no-meetings", found, "`edges`, or `rows` and `columns`")
                .at(setting.place.key("meetings").at(&params.value("meetings").origin)),
        );
    }
    pairs
}
