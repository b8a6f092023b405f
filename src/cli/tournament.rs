//! `comity tournament`: a field of strategies, or a file of matches, and its statistics.

use super::args::{Format, LengthArg, TournamentArgs};
use super::progress::Progress;
use super::{Failure, Outcome, Status, draw, show};
use crate::catalogue::{Place, Table, Value, suggestion};
use crate::error::Diagnostic;
use crate::exchange::TraceLevel;
use crate::models::tournament::{
    Interaction, Results, Roster, Stage, Subject, read_interactions, record, schemas, strategies_of, write_interactions,
};
use crate::models::{Lab, RunCx};
use crate::scenario::{Scenario, assemble};
use crate::store::{RunRecorder, Tables, below_directories, read_bytes, write_file};
use crate::table::{Cell, TableSchema};

/// How often matches are played where nothing is said.
const REPETITIONS: u64 = 10;
/// How often they are played at the most where only a precision is given.
const MOST_REPETITIONS: u64 = 1000;

/// `comity tournament`
pub(super) fn tournament(args: &TournamentArgs, lab: &Lab) -> Outcome {
    if let Some(dir) = &args.figures.out {
        draw::free(dir)?;
    }
    // Where only some tables are shown, the others are not worked out.
    let some: Option<Vec<&str>> = match (args.table.is_empty(), args.format.format) {
        (false, _) => Some(args.table.iter().map(String::as_str).collect()),
        (true, Format::Table) => Some(vec!["strategies", "welfare"]),
        (true, Format::Csv) => Some(vec!["strategies"]),
        (true, Format::Json) => None,
    };
    let kept = some.as_deref().filter(|_| args.figures.out.is_none());
    let tables = if args.read.is_some() { read(args, lab)? } else { played(args, lab, kept)? };
    let wanted = some
        .unwrap_or_else(|| tables.iter().map(|table| table.name()).filter(|name| *name != "interactions").collect());
    let shown: Vec<_> = wanted.iter().map(|name| tables.get(name).expect("the names were checked")).collect();
    show::print(&show::tables(&shown, args.format.format));
    if let Some(dir) = &args.figures.out {
        let all: Vec<_> = tables.iter().collect();
        draw::tables_and_figures(dir, &[], &all, ("", args.figures.lang()))?;
        show::note(&format!("tables and figures are in {}", dir.display()));
    }
    Ok(Status::Done)
}

/// Refuses the name of a table that there will not be.
fn check_tables(args: &TournamentArgs, schemas: &[TableSchema]) -> Result<(), Diagnostic> {
    let known: Vec<&str> = schemas.iter().map(|schema| &*schema.name).collect();
    let Some(name) = args.table.iter().find(|name| !known.contains(&name.as_str())) else { return Ok(()) };
    let expected = format!("one of {}", known.join(", "));
    let fault = Diagnostic::new("unknown-table", format!("unknown table {name:?}"), expected);
    Err(match suggestion(name, known) {
        Some(help) => fault.help(help),
        None => fault,
    })
}

/// Plays the field; of the tables, only those to be kept are filled, where they are said.
fn played(args: &TournamentArgs, lab: &Lab, kept: Option<&[&str]>) -> Result<Tables, Failure> {
    let rows = if args.all { everybody(args, lab)? } else { args.strategies.clone() };
    let mut agents: Vec<(String, &str)> = rows.iter().map(|name| (name.clone(), name.as_str())).collect();
    for strategy in &args.against {
        let name = if rows.contains(strategy) { format!("{strategy} (column)") } else { strategy.clone() };
        agents.push((name, strategy));
    }
    let params = params(args, &agents, rows.len())?;
    let declared = agents.iter().map(|(name, strategy)| {
        let mut agent = Table::default();
        agent.insert("name", name.as_str());
        agent.insert("strategy", *strategy);
        agent
    });
    let value = assemble("Tournament", args.seed.seed, "tournament", params, declared.collect());
    let scenario = Scenario::of(value, Place::root(), &[], lab)?;
    check_tables(args, &scenario.model.tables())?;
    if let Some(path) = &args.interactions {
        below_directories(path)?;
    }
    let progress = Progress::new("tournament");
    let mut report = |done, total| progress.at(done, total);
    let mut recorder = RunRecorder::new(&*scenario.model, std::io::sink(), &mut report);
    if let Some(kept) = kept {
        recorder = recorder.only(&[kept, &["interactions"]].concat());
    }
    let key = scenario.run_key(0);
    scenario.model.run(&RunCx { key: &key, trace: TraceLevel::Off }, &mut recorder).map_err(Diagnostic::from)?;
    let recorded = recorder.finish().map_err(|error| Failure::Io(Diagnostic::new("io", error.to_string(), "")))?;
    drop(progress);
    if let (Some(wanted), Some(table)) = (args.precision, recorded.tables.get("strategies")) {
        let number = |row: usize, column: &str| table.at(row, column).and_then(|cell| cell.number());
        let width = |row| Some(number(row, "score_per_round_high")? - number(row, "score_per_round")?);
        let widest = (0..table.len()).filter_map(width).fold(0.0, f64::max);
        if widest > wanted {
            show::note(&format!(
                "a score is known to {} either way, not to {wanted}: more --repetitions are needed",
                show::number(widest)
            ));
        }
    }
    if let Some(path) = &args.interactions {
        let names: Vec<&str> = agents.iter().map(|(name, _)| name.as_str()).collect();
        write_file(path, &interactions(&recorded.tables, &names, &stage(args, lab)?)?)?;
    }
    Ok(recorded.tables)
}

fn params(args: &TournamentArgs, agents: &[(String, &str)], rows: usize) -> Result<Table, Failure> {
    let mut params = Table::default();
    params.insert("game", args.rules.game.game.as_str());
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
    params.insert("noise", args.rules.noise);
    params.insert("misperception", args.rules.misperception);
    params.insert("discount", args.rules.discount);
    params.insert("twins", args.twins);
    params.insert("both_seats", args.both_seats);
    let most = args.repetitions.unwrap_or(if args.precision.is_some() { MOST_REPETITIONS } else { REPETITIONS });
    params.insert("repetitions", i64::try_from(most).unwrap_or(i64::MAX));
    params.insert("resamplings", i64::from(args.resamplings));
    params.insert("actions", args.interactions.is_some());
    if let Some(precision) = args.precision {
        params.insert("precision", precision);
    }
    if args.exact || args.long_run {
        params.insert("exact", if args.exact { "match" } else { "long_run" });
    }
    let name = |place: usize| Value::from(agents[place].0.as_str());
    if !args.edge.is_empty() {
        let mut edges = Vec::new();
        for (a, b) in &args.edge {
            if *a.max(b) >= agents.len() {
                let found = format!("--edge {a}-{b} in a list of {}", agents.len());
                return Err(Diagnostic::new("out-of-range", found, "places in the list, from 0").into());
            }
            edges.push(Value::from(vec![name(*a), name(*b)]));
        }
        params.insert("meetings", "edges");
        params.insert("edges", edges);
    } else if agents.len() > rows {
        params.insert("meetings", "roles");
        params.insert("rows", (0..rows).map(name).collect::<Vec<_>>());
        params.insert("columns", (rows..agents.len()).map(name).collect::<Vec<_>>());
    } else {
        params.insert("meetings", args.meetings.word());
    }
    Ok(params)
}

/// The stage game as the statistics of a file need it.
fn stage(args: &TournamentArgs, lab: &Lab) -> Result<Stage, Failure> {
    let game = game(args, lab)?;
    let fits = game.is_two_by_two().then(|| Stage::of(&game)).flatten();
    fits.ok_or_else(|| {
        let found = format!("the game {}", args.rules.game.game);
        Diagnostic::new("wrong-game", found, "a game of two players with two actions each for an interactions file")
            .into()
    })
}

fn game(args: &TournamentArgs, lab: &Lab) -> Result<crate::game::NormalForm, Failure> {
    let place = Place::root().key("game");
    Ok(crate::game::from_value(&Value::from(args.rules.game.game.as_str()), &place, &lab.kit.games)?.game)
}

/// The text of an interactions file of what was played.
fn interactions(tables: &Tables, names: &[&str], stage: &Stage) -> Result<Vec<u8>, Diagnostic> {
    let table = tables.get("interactions").expect("the run was asked for actions");
    let text = |row: usize, column: &str| match table.at(row, column) {
        Some(Cell::Text(text)) => text,
        _ => "",
    };
    let player = |name: &str| names.iter().position(|known| *known == name).unwrap_or_default();
    let rows = (0..table.len()).map(|row| Interaction {
        players: [player(text(row, "agent")), player(text(row, "opponent"))],
        repetition: match table.at(row, "repetition") {
            Some(Cell::Integer(repetition)) => usize::try_from(repetition - 1).unwrap_or_default(),
            _ => 0,
        },
        actions: [text(row, "actions"), text(row, "opponent_actions")],
    });
    write_interactions(rows, names, stage)
}

/// Reads the matches of a file and gives their statistics.
fn read(args: &TournamentArgs, lab: &Lab) -> Result<Tables, Failure> {
    let path = args.read.as_deref().expect("the caller has looked");
    check_tables(args, &schemas())?;
    let found = read_interactions(&read_bytes(path)?, &path.display().to_string(), &stage(args, lab)?)?;
    let game = game(args, lab)?;
    let results = Results::new(found.names.len(), found.repetitions, found.meetings, args.twins);
    let names: Vec<&str> = found.names.iter().map(String::as_str).collect();
    let subject =
        Subject { strategies: names.clone(), names, game: Some(&game), expected: false, resamplings: args.resamplings };
    let mut tables = Tables::new(schemas());
    let key = crate::ids::RunKey::derive(crate::ids::Seed(args.seed.seed), 0, "");
    record(&results, &subject, &key, &mut tables);
    Ok(tables)
}

/// The names of all strategies that can play in a common field.
fn everybody(args: &TournamentArgs, lab: &Lab) -> Result<Vec<String>, Failure> {
    let game = std::sync::Arc::new(game(args, lab)?);
    let field = if args.fast { Roster::Fast } else { Roster::All };
    Ok(strategies_of(field, &game, &lab.kit)?.into_iter().map(str::to_string).collect())
}
