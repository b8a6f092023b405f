//! What is known of a game as tables for people: what each player would do, every equilibrium, what a mediator can add,
//! and what repetition makes possible. Exact numbers stand as fractions.

mod mediator;
mod models;
mod nash;
mod players;
mod repetition;

use super::Facts;
use crate::equilibrium::correlated::Concept;
use crate::equilibrium::potential::Potentials;
use crate::equilibrium::profile::MixedStrategy;
use crate::equilibrium::security::ZeroSum;
use crate::error::Diagnostic;
use crate::exact::Rational;
use crate::game::NormalForm;
use crate::ids::PlayerId;
use crate::table::{Cell, Column, Table, TableKind, TableSchema, Type};
use mediator::mediated;
use models::reasoning;
use nash::equilibria;
use players::{actions, levels};
pub(super) use repetition::dilemma;
use repetition::{finite, patience};

/// A part of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Section {
    /// The payoffs, profile by profile, and of what kind the game is.
    Game,
    /// Which actions are dominated, and what players can be sure of.
    Dominance,
    /// The Nash equilibria.
    Nash,
    /// What a mediator can reach: correlated equilibria.
    Correlated,
    /// What is reached by agents without regret: coarse correlated equilibria.
    Coarse,
    /// What agents of several depths of reasoning do, and what a wrong model of the other costs.
    Models,
    /// What repetition makes possible.
    Repeated,
}

impl Section {
    /// All of them, in the page's order.
    pub const ALL: [Self; 7] =
        [Self::Game, Self::Dominance, Self::Nash, Self::Correlated, Self::Coarse, Self::Models, Self::Repeated];
}

/// The most profiles of a game whose profiles are listed.
const MOST_PROFILES: usize = 64;

/// The tables of a page, and why sections are missing.
pub struct Page {
    /// The tables, in the sections' order; empty ones are left out.
    pub tables: Vec<Table>,
    /// Why sections have none: the game is too large for them, or has not two players.
    pub missing: Vec<Diagnostic>,
}

/// The tables of some sections.
pub fn page(facts: &Facts<'_>, sections: &[Section]) -> Page {
    let mut page = Page { tables: Vec::new(), missing: Vec::new() };
    for section in sections {
        match of_section(facts, *section) {
            Ok(found) => page.tables.extend(found.into_iter().filter(|table| !table.is_empty())),
            Err(fault) if page.missing.contains(&fault) => {}
            Err(fault) => page.missing.push(fault),
        }
    }
    page
}

fn of_section(facts: &Facts<'_>, section: Section) -> Result<Vec<Table>, Diagnostic> {
    Ok(match section {
        Section::Game => vec![kind(facts)?, profiles(facts)],
        Section::Dominance => vec![actions(facts)?, levels(facts)?],
        Section::Nash => vec![equilibria(facts)?],
        Section::Correlated => vec![mediated(facts, Concept::Correlated)?],
        Section::Coarse => vec![mediated(facts, Concept::Coarse)?],
        Section::Models => vec![reasoning(facts)?],
        Section::Repeated => vec![patience(facts)?, finite(facts)?],
    })
}

fn table(name: &'static str, doc: &'static str, columns: Vec<Column>) -> Table {
    Table::new(TableSchema::new(name, TableKind::Summary, doc, columns))
}

fn row(table: &mut Table, cells: &[String]) {
    let cells: Vec<Cell<'_>> =
        cells.iter().map(|cell| if cell.is_empty() { Cell::Null } else { Cell::Text(cell) }).collect();
    table.push(&cells);
}

fn yes(is: bool) -> String {
    if is { "yes" } else { "no" }.to_string()
}

fn action_name(game: &NormalForm, player: PlayerId, action: usize) -> &str {
    &game.players()[player.index()].actions[action]
}

/// `swerve / straight`
pub(in crate::query::solve) fn profile_name(game: &NormalForm, profile: usize) -> String {
    let names: Vec<&str> =
        game.player_ids().map(|player| action_name(game, player, game.action_in(profile, player))).collect();
    names.join(" / ")
}

fn list(values: &[Rational]) -> String {
    values.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// `2/3 swerve + 1/3 straight`; an approximate strategy in decimals.
fn mixture(game: &NormalForm, player: PlayerId, strategy: &MixedStrategy, exact: bool) -> String {
    let part = |action: usize| {
        let p = &strategy.probabilities()[action];
        let name = action_name(game, player, action);
        match (strategy.pure_action(), exact) {
            (Some(_), _) => name.to_string(),
            (None, true) => format!("{p} {name}"),
            (None, false) => format!("{:.6} {name}", p.to_f64()),
        }
    };
    strategy.support().into_iter().map(part).collect::<Vec<_>>().join(" + ")
}

/// Of what kind the game is, a row a fact.
fn kind(facts: &Facts<'_>) -> Result<Table, Diagnostic> {
    let mut found = table(
        "game_facts",
        "Of what kind the game is.",
        vec![Column::key("fact", Type::Text, "The fact."), Column::note("holds", "Whether, or how much.")],
    );
    let game = facts.game;
    let mut say = |fact: &str, holds: String| row(&mut found, &[fact.to_string(), holds]);
    let sizes: Vec<String> = game.dimensions().iter().map(ToString::to_string).collect();
    say("size", sizes.join(" x "));
    say("symmetric", yes(facts.pure.is_symmetric()));
    match facts.pure.constant_sum() {
        Some(sum) => say("constant sum", sum.to_string()),
        None => say("constant sum", "no".into()),
    }
    if game.player_count() == 2 && facts.pure.constant_sum().is_some() {
        say("value of the game to the first player", ZeroSum::of(game)?.value.to_string());
    }
    if game.profile_count() <= 1 << 12 {
        let potentials = Potentials::of(game);
        say("exact potential", yes(potentials.exact.is_ok()));
        say("ordinal potential", yes(potentials.ordinal.is_ok()));
        say("better replies always come to an end", yes(potentials.has_finite_improvement()));
    }
    if let Ok(extreme) = facts.extreme() {
        say("nondegenerate", yes(extreme.nondegenerate));
    }
    let (optimum, _) = facts.pure.optimal_welfare();
    say("greatest welfare", optimum.to_string());
    if let Some(efficiency) = facts.efficiency().ok().flatten() {
        let maybe = |price: &Option<Rational>| price.as_ref().map_or_else(|| "not defined".into(), ToString::to_string);
        say("welfare of the best Nash equilibrium", efficiency.best.to_string());
        say("welfare of the worst Nash equilibrium", efficiency.worst.to_string());
        say("price of anarchy", maybe(&efficiency.price_of_anarchy));
        say("price of stability", maybe(&efficiency.price_of_stability));
    }
    Ok(found)
}

/// Payoffs, a row a profile.
fn profiles(facts: &Facts<'_>) -> Table {
    let mut found = table(
        "profiles",
        "What each profile pays, and what is true of it.",
        vec![
            Column::key("profile", Type::Text, "The actions of all players."),
            Column::note("payoffs", "The payoffs of the players, in their order."),
            Column::note("welfare_exact", "Their sum."),
            Column::note("pure_equilibrium", "Whether nobody gains by moving alone; strict if everybody loses."),
            Column::note("pareto_optimal", "Whether no other profile is better for somebody and worse for nobody."),
        ],
    );
    let game = facts.game;
    if game.profile_count() > MOST_PROFILES {
        return found;
    }
    let (pure, strict, front) =
        (facts.pure.pure_equilibria(), facts.pure.strict_equilibria(), facts.pure.pareto_optimal());
    for (profile, payoffs) in game.payoffs().chunks_exact(game.player_count()).enumerate() {
        let equilibrium = match (strict.contains(&profile), pure.contains(&profile)) {
            (true, _) => "strict",
            (false, true) => "yes",
            _ => "no",
        };
        let welfare: Rational = payoffs.iter().sum();
        let cells = [
            profile_name(game, profile),
            list(payoffs),
            welfare.to_string(),
            equilibrium.to_string(),
            yes(front.contains(&profile)),
        ];
        row(&mut found, &cells);
    }
    found
}
