//! `comity solve`: everything that is known of a game, for people, or a batch of queries.

use super::args::{Format, SolveArgs};
use super::{Failure, Outcome, Status, batch, draw, show};
use crate::catalogue::{Place, Value, fold};
use crate::error::{Diagnostic, Location, Origin};
use crate::game::{self, ExtensiveForm, Nfg, NormalForm};
use crate::models::Lab;
use crate::query::solve::{Facts, Section, answer, figures, page, tree_tables};
use serde_json::{Value as Json, json};
use std::path::Path;

/// A game as it was given.
enum Given {
    Normal(NormalForm),
    Tree(Box<ExtensiveForm>),
}

/// `comity solve`
pub(super) fn solve(args: &SolveArgs, lab: &Lab) -> Outcome {
    if let Some(path) = &args.batch.batch {
        return batch::answer(path, |query| answer(query, &lab.kit));
    }
    if let Some(dir) = &args.figures.out {
        draw::free(dir)?;
    }
    let given = read(args.game.as_deref().unwrap_or_default(), lab)?;
    let sections = sections(args);
    let mut tables = Vec::new();
    let mut drawn = Vec::new();
    // What a query about the game says of it.
    let mut query = match &given {
        Given::Normal(game) => game.to_json_tables().unwrap_or_else(|| game.to_json()),
        Given::Tree(tree) => json!({ "efg": tree.to_efg() }),
    };
    let game = match given {
        Given::Normal(game) => game,
        Given::Tree(tree) => {
            tables.extend(tree_tables(&tree));
            drawn.push(tree.table());
            tree.reduced_form().map_err(Diagnostic::from)?.game
        }
    };
    if args.format.format == Format::Json {
        let wanted = wanted(args, &game);
        if !wanted.is_empty() {
            query["want"] = json!(wanted);
        }
        show::print(&format!("{}\n", answer(&query, &lab.kit)?));
        if args.figures.out.is_none() {
            return Ok(Status::Done);
        }
    }
    let everything = sections.is_empty();
    let facts = if everything { Facts::quick(&game) } else { Facts::of(&game) };
    let asked = if everything { Section::ALL.to_vec() } else { sections };
    let page = page(&facts, &asked);
    // What was asked for by name must be there.
    if let Some(fault) = page.missing.first().filter(|_| !everything) {
        return Err(fault.clone().into());
    }
    page.missing.iter().for_each(|fault| show::note(&format!("left out: {fault}")));
    tables.extend(page.tables);
    if args.format.format != Format::Json {
        show::print(&show::tables(&tables.iter().collect::<Vec<_>>(), args.format.format));
    }
    if let Some(dir) = &args.figures.out {
        drawn.extend(figures(&facts)?);
        let lang = args.figures.lang();
        draw::tables_and_figures(
            dir,
            &tables.iter().collect::<Vec<_>>(),
            &drawn.iter().collect::<Vec<_>>(),
            (&game.title, lang),
        )?;
        show::note(&format!("tables and figures are in {}", dir.display()));
    }
    Ok(Status::Done)
}

/// The sections that were asked for by name; none for all.
fn sections(args: &SolveArgs) -> Vec<Section> {
    let asked = [
        (args.dominance, Section::Dominance),
        (args.nash, Section::Nash),
        (args.ce, Section::Correlated),
        (args.cce, Section::Coarse),
        (args.models, Section::Models),
        (args.repeated, Section::Repeated),
    ];
    asked.into_iter().filter(|(asked, _)| *asked).map(|(_, section)| section).collect()
}

/// The fields of the JSON answer that were asked for by name; none for the usual ones.
fn wanted(args: &SolveArgs, game: &NormalForm) -> Vec<&'static str> {
    let mut fields = Vec::new();
    let two = game.player_count() == 2;
    if args.dominance {
        fields.extend(["iesds_pure", "iesds_mixed", "maxmin_pure", "minmax_pure"]);
    }
    if args.nash {
        fields.extend(["pure_ne", "strict_pure_ne", "ne", "ne_payoffs"]);
        if two {
            fields.extend(["nondegenerate", "components", "lh"]);
        }
    }
    if args.ce {
        fields.push("ce");
    }
    if args.cce {
        fields.push("cce");
    }
    if args.models {
        fields.extend(["level_k", "cognitive_hierarchy"]);
    }
    if args.repeated {
        fields.extend(["minmax_pure", "opt_pure_welfare"]);
        if two {
            fields.push("minmax_mixed");
        }
    }
    fields
}

/// Reads the game that a person named.
fn read(text: &str, lab: &Lab) -> Result<Given, Failure> {
    let path = Path::new(text);
    let extension = path.extension().and_then(|extension| extension.to_str()).map(str::to_ascii_lowercase);
    let is_file = matches!(extension.as_deref(), Some("nfg" | "efg" | "json")) || path.is_file();
    if text == "-" || is_file {
        let (content, name) = batch::text(path)?;
        return of_file(batch::unmarked(&content), &name, lab);
    }
    if text.starts_with(['[', '{']) {
        return Ok(Given::Normal(of_json(text, "the game", lab)?));
    }
    let value = Value::from(text);
    let place = Place::root().key("game");
    let tree = crate::catalogue::Call::parse(text, &Origin::Flag(text.into())).ok();
    if tree.is_some_and(|call| lab.kit.trees.find(&call.name).is_some()) {
        let spec = lab.kit.trees.resolve(&value, &place)?;
        return Ok(Given::Tree(lab.kit.trees.build(&spec, &())?));
    }
    Ok(Given::Normal(game::from_value(&value, &place, &lab.kit.games)?.game))
}

fn of_file(content: &str, name: &str, lab: &Lab) -> Result<Given, Failure> {
    let document = || Location::document(name);
    let start: String = fold(content.trim_start().get(..3).unwrap_or_default());
    match start.as_str() {
        "efg" => {
            let tree = ExtensiveForm::read_efg(content).map_err(|fault| fault.or_at(&document()))?;
            Ok(Given::Tree(Box::new(tree)))
        }
        "nfg" => Ok(Given::Normal(Nfg::read(content).map_err(|fault| fault.or_at(&document()))?.into_game())),
        _ if content.trim_start().starts_with(['[', '{']) => Ok(Given::Normal(of_json(content, name, lab)?)),
        _ => {
            let expected = "an .nfg or .efg file, or a game as JSON";
            Err(Diagnostic::new("unknown-format", "a file of another format", expected).at(document()).into())
        }
    }
}

/// A game as a JSON object; a table alone is the own payoffs of a symmetric game.
fn of_json(text: &str, name: &str, lab: &Lab) -> Result<NormalForm, Failure> {
    let json: Json = serde_json::from_str(text).map_err(|error| {
        let expected = "a game as a JSON object, or a table such as [[4,0],[3,2]]";
        Diagnostic::new("not-json", format!("not JSON: {error}"), expected).at(Location::document(name))
    })?;
    let json = if json.is_array() {
        let rows = json.as_array().map_or(0, Vec::len);
        json!({"actions": (0..rows).map(|k| format!("#{k}")).collect::<Vec<_>>(), "payoffs": json})
    } else {
        json
    };
    let value = Value::from_json(&json)?;
    Ok(game::from_value(&value, &Place::document(name), &lab.kit.games)?.game)
}
