//! What is known of a game as tables for people: what each player would do, every equilibrium, what a mediator can add,
//! and what repetition makes possible. Exact numbers stand as fractions.

use super::Facts;
use crate::equilibrium::correlated::{Concept, Mediator, Objective, Robust};
use crate::equilibrium::dominance::{By, Dominated, weakly_dominated};
use crate::equilibrium::level_k::Levels;
use crate::equilibrium::nash::Equilibrium;
use crate::equilibrium::potential::Potentials;
use crate::equilibrium::profile::{MixedStrategy, Profile};
use crate::equilibrium::repeated::{FinitePayoffs, Patience, Reversion};
use crate::equilibrium::security::{Security, ZeroSum};
use crate::equilibrium::selection::payoff_undominated;
use crate::error::Diagnostic;
use crate::exact::Rational;
use crate::game::{NormalForm, TwoByTwo};
use crate::ids::PlayerId;
use crate::table::{Cell, Column, Table, TableKind, TableSchema, Type};

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
/// The deepest reasoning that is shown, the mean depth of the cognitive hierarchy (Camerer, Ho & Chong 2004), and the most
/// profiles of a game that is reasoned about.
const DEEPEST: usize = 3;
const MEAN_DEPTH: f64 = 1.5;
const MOST_REASONED: usize = 10_000;
/// The most rounds of finite repetition that are worked out, and the most payoff pairs that are kept on the way.
const ROUNDS: [usize; 5] = [1, 2, 3, 5, 10];
const MOST_PAIRS: usize = 20_000;

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
pub(super) fn profile_name(game: &NormalForm, profile: usize) -> String {
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

/// `1/3 swerve / swerve + ...`
fn lottery(game: &NormalForm, distribution: &[Rational]) -> String {
    let drawn = distribution.iter().enumerate().filter(|(_, p)| p.is_positive());
    let name = |(profile, p): (usize, &Rational)| {
        if *p == Rational::one() {
            profile_name(game, profile)
        } else {
            format!("{p} ({})", profile_name(game, profile))
        }
    };
    drawn.map(name).collect::<Vec<_>>().join(" + ")
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

/// What each player would do: which of its actions go, and why.
fn actions(facts: &Facts<'_>) -> Result<Table, Diagnostic> {
    let mut found = table(
        "actions",
        "What each player would do: which actions are dominated by what, and which survive.",
        vec![
            Column::key("player", Type::Text, "The player."),
            Column::key("action", Type::Text, "Its action."),
            Column::note(
                "eliminated_in_round",
                "The round of elimination of strictly dominated actions in which it goes.",
            ),
            Column::note("dominated_by", "What strictly dominates it then: an action or a mixture."),
            Column::note("weakly_dominated_by", "What weakly dominates it in the whole game."),
            Column::note("best_reply_to", "The profiles of the others to which it is a best reply, of a small game."),
        ],
    );
    let game = facts.game;
    let elimination = facts.eliminated(By::Mixed)?;
    for player in game.player_ids() {
        let weakly = weakly_dominated(game, player, By::Mixed)?;
        for action in 0..game.action_count(player) {
            let is_this = |dominated: &&Dominated| dominated.player == player && dominated.action == action;
            let gone = elimination
                .rounds
                .iter()
                .enumerate()
                .find_map(|(round, gone)| gone.iter().find(is_this).map(|dominated| (round + 1, dominated)));
            let weak = weakly.iter().find(is_this);
            let by = |dominated: &Dominated| mixture(game, player, &dominated.by, true);
            let cells = [
                game.players()[player.index()].name.clone(),
                action_name(game, player, action).to_string(),
                gone.map_or_else(String::new, |(round, _)| round.to_string()),
                gone.map_or_else(String::new, |(_, dominated)| by(dominated)),
                weak.map_or_else(String::new, by),
                best_reply_to(facts, player, action),
            ];
            row(&mut found, &cells);
        }
    }
    Ok(found)
}

/// The others' profiles to which an action is a best reply.
fn best_reply_to(facts: &Facts<'_>, player: PlayerId, action: usize) -> String {
    let game = facts.game;
    if game.profile_count() > MOST_PROFILES {
        return String::new();
    }
    let own: Vec<usize> =
        (0..game.profile_count()).filter(|profile| game.action_in(*profile, player) == action).collect();
    let total = own.len();
    let to: Vec<usize> = own
        .into_iter()
        .filter(|profile| facts.pure.best_responses(player, &game.profile(*profile)).contains(&action))
        .collect();
    if to.len() == total {
        return "everything".into();
    }
    let others = |profile: &usize| {
        let others = game.player_ids().filter(|other| *other != player);
        others.map(|other| action_name(game, other, game.action_in(*profile, other))).collect::<Vec<_>>().join(" / ")
    };
    if to.is_empty() { "nothing".into() } else { to.iter().map(others).collect::<Vec<_>>().join(", ") }
}

/// What each player can be sure of, held to, and hope for.
fn levels(facts: &Facts<'_>) -> Result<Table, Diagnostic> {
    let mut found = table(
        "levels",
        "What each player can be sure of, can be held to, and gets in equilibria.",
        vec![
            Column::key("player", Type::Text, "The player."),
            Column::note("maxmin_pure", "The most that one action guarantees."),
            Column::note("minmax_pure", "The least to which the others' actions hold it."),
            Column::note(
                "security",
                "The most that a mixture guarantees: what it can be held to if the others correlate.",
            ),
            Column::note("safe_strategy", "The mixture that guarantees it."),
            Column::note("least_nash", "The least that it gets in a Nash equilibrium."),
            Column::note("most_nash", "The most."),
            Column::note("least_correlated", "The least that it gets in a correlated equilibrium."),
            Column::note("most_correlated", "The most."),
        ],
    );
    let game = facts.game;
    let nash = facts.nash().ok().filter(|solution| solution.complete);
    for player in game.player_ids() {
        let payoffs =
            || nash.iter().flat_map(|solution| &solution.equilibria).map(|found| &found.payoffs[player.index()]);
        let security = Security::of(game, player)?;
        let text = |value: Option<&Rational>| value.map_or_else(String::new, ToString::to_string);
        let correlated = |objective| facts.device(Concept::Correlated, objective).ok().map(|found| found.value);
        let cells = [
            game.players()[player.index()].name.clone(),
            facts.pure.maxmin(player).to_string(),
            facts.pure.minmax(player).to_string(),
            security.value.to_string(),
            mixture(game, player, &security.strategy, true),
            text(payoffs().min()),
            text(payoffs().max()),
            text(correlated(Objective::MinPayoff(player)).as_ref()),
            text(correlated(Objective::MaxPayoff(player)).as_ref()),
        ];
        row(&mut found, &cells);
    }
    Ok(found)
}

/// The Nash equilibria, a row each.
fn equilibria(facts: &Facts<'_>) -> Result<Table, Diagnostic> {
    let mut found = table(
        "equilibria",
        "The Nash equilibria: of two players all extreme ones, whose components hold all others.",
        vec![
            Column::key("equilibrium", Type::Integer, "Its number, from 1."),
            Column::note("strategies", "What each player plays."),
            Column::note("payoffs", "The payoffs of the players, in their order."),
            Column::note("welfare_exact", "Their sum."),
            Column::note("kind", "Pure and strict, pure, or mixed; approximate with the most that somebody gains."),
            Column::note("component", "The component of the set of all equilibria to which it belongs."),
            Column::note("selected", "Payoff dominance, risk dominance, the limit of the logit branch."),
        ],
    );
    let game = facts.game;
    let solution = facts.nash()?;
    let strict = facts.pure.strict_equilibria();
    let risk = solution.risk_dominance.as_ref().and_then(|comparison| comparison.dominant());
    let logit = facts.single(crate::equilibrium::nash::Method::Logit).ok().flatten();
    let payoffs: Vec<Vec<Rational>> = solution.equilibria.iter().map(|found| found.payoffs.clone()).collect();
    let front = payoff_undominated(&payoffs);
    for (k, equilibrium) in solution.equilibria.iter().enumerate() {
        let pure = equilibrium.profile.pure_profile(game);
        let kind = match (pure, equilibrium.is_exact()) {
            (Some(profile), true) if strict.contains(&profile) => "strict".to_string(),
            (Some(_), true) => "pure".to_string(),
            (None, true) => "mixed".to_string(),
            (_, false) => format!("mixed, regret below {:.1e}", equilibrium.regret.to_f64()),
        };
        let mut selected = Vec::new();
        if solution.payoff_dominant == Some(k) && payoffs.len() > 1 {
            selected.push("payoff dominant");
        } else if front.len() < payoffs.len() && front.contains(&k) {
            selected.push("not dominated by another");
        }
        if risk.is_some() && risk == pure {
            selected.push("risk dominant");
        }
        if logit.as_ref().is_some_and(|limit| limit.profile == equilibrium.profile) && payoffs.len() > 1 {
            selected.push("limit of the logit branch");
        }
        let welfare: Rational = equilibrium.payoffs.iter().sum();
        let exact = equilibrium.is_exact();
        let number = |value: &Rational| if exact { value.to_string() } else { format!("{:.6}", value.to_f64()) };
        let shown = [
            strategies(game, &equilibrium.profile, exact),
            equilibrium.payoffs.iter().map(number).collect::<Vec<_>>().join(", "),
            number(&welfare),
            kind,
            component(facts, k).map_or_else(String::new, |component| component.to_string()),
            selected.join(", "),
        ];
        let mut cells: Vec<Cell<'_>> = vec![(k + 1).into()];
        cells.extend(shown.iter().map(|cell| if cell.is_empty() { Cell::Null } else { Cell::Text(cell) }));
        found.push(&cells);
    }
    Ok(found)
}

fn strategies(game: &NormalForm, profile: &Profile, exact: bool) -> String {
    let of = |player: PlayerId| mixture(game, player, profile.strategy(player), exact);
    game.player_ids().map(of).collect::<Vec<_>>().join("; ")
}

/// The number of the component, from 1, to which an extreme equilibrium of two players belongs, with its dimension where it
/// is not a point.
fn component(facts: &Facts<'_>, equilibrium: usize) -> Option<String> {
    let solution = facts.nash().ok()?;
    let (row, column) = *solution.extreme.as_ref()?.pairs.get(equilibrium)?;
    let components = solution.components.as_ref()?;
    let holds = |component: &crate::equilibrium::nash::Component| {
        component.subsets.iter().any(|subset| subset.rows.contains(&row) && subset.columns.contains(&column))
    };
    let place = components.iter().position(holds)?;
    let dimension = components[place].dimension;
    Some(if dimension == 0 { format!("{}", place + 1) } else { format!("{} (dimension {dimension})", place + 1) })
}

/// What a mediator reaches, a row an objective.
fn mediated(facts: &Facts<'_>, concept: Concept) -> Result<Table, Diagnostic> {
    let (name, doc) = match concept {
        Concept::Correlated => {
            ("correlated", "What a mediator can reach: the best correlated equilibrium by objective.")
        }
        Concept::Coarse => (
            "coarse_correlated",
            "What agents reach that regret nothing, or promise to obey before they hear: the best coarse correlated \
             equilibrium by objective.",
        ),
    };
    let mut found = table(
        name,
        doc,
        vec![
            Column::key("objective", Type::Text, "What the equilibrium is best at."),
            Column::note("value", "How good it is at that."),
            Column::note("payoffs", "The payoffs of the players, in their order."),
            Column::note("welfare_exact", "Their sum."),
            Column::note("device", "What is drawn, how often."),
            Column::note("bears_noise", "Correlated: the noise of signals up to which obeying pays everybody."),
        ],
    );
    let game = facts.game;
    let objectives: [(&str, Objective); 4] = [
        ("most welfare", Objective::MaxWelfare),
        ("least welfare", Objective::MinWelfare),
        ("greatest least payoff", Objective::Egalitarian),
        ("nearest to uniform", Objective::NearestUniform),
    ];
    for (label, objective) in objectives {
        let solution = facts.device(concept, objective)?;
        push_device(&mut found, game, (label, concept), &solution.value, &solution.distribution);
    }
    let robust = if concept == Concept::Correlated { Robust::of(game)? } else { None };
    if let Some(robust) = robust {
        let label = ("most robust: least gain of obeying", concept);
        push_device(&mut found, game, label, &robust.margin, &robust.distribution);
    }
    Ok(found)
}

fn push_device(
    found: &mut Table,
    game: &NormalForm,
    (label, concept): (&str, Concept),
    value: &Rational,
    distribution: &[Rational],
) {
    let payoffs = crate::equilibrium::correlated::expected_payoffs(game, distribution);
    let welfare: Rational = payoffs.iter().sum();
    let noise = match concept {
        Concept::Coarse => String::new(),
        Concept::Correlated => Mediator::new(game, distribution.to_vec()).ok().map_or_else(String::new, |mediator| {
            mediator.largest_noise().map_or_else(
                || "any".to_string(),
                |threshold| match threshold.limit.rational() {
                    Some(exact) => exact.to_string(),
                    None => format!("{:.6}", threshold.limit.to_f64()),
                },
            )
        }),
    };
    let short = |value: &Rational| {
        let text = value.to_string();
        if text.len() <= 24 { text } else { format!("{:.9}", value.to_f64()) }
    };
    let cells = [
        label.to_string(),
        short(value),
        payoffs.iter().map(short).collect::<Vec<_>>().join(", "),
        short(&welfare),
        if distribution.iter().all(|p| p.to_string().len() <= 24) {
            lottery(game, distribution)
        } else {
            let drawn = distribution.iter().enumerate().filter(|(_, p)| p.is_positive());
            drawn.map(|(k, p)| format!("{:.6} ({})", p.to_f64(), profile_name(game, k))).collect::<Vec<_>>().join(" + ")
        },
        noise,
    ];
    row(found, &cells);
}

/// What agents of several depths of reasoning do, and what it costs them to be wrong about the others' depth.
fn reasoning(facts: &Facts<'_>) -> Result<Table, Diagnostic> {
    let mut found = table(
        "reasoning",
        "Models of the other: what each depth of reasoning plays, and what a best reply to that depth loses against others \
         of another one.",
        vec![
            Column::key("player", Type::Text, "The player."),
            Column::key("model", Type::Text, "Level-k, or the cognitive hierarchy with mean depth 1.5."),
            Column::key("level", Type::Integer, "The depth of reasoning; 0 plays all actions alike."),
            Column::note("plays", "What it plays."),
            Column::note("reply", "What who takes the others for this depth replies."),
            Column::note("cost_by_actual_level", "What that loses if they are of depth 0, 1, 2 and so on."),
        ],
    );
    let game = facts.game;
    if game.profile_count() > MOST_REASONED {
        let found = format!("a game of {} profiles", game.profile_count());
        return Err(Diagnostic::new("game-too-large", found, format!("at most {MOST_REASONED} profiles")));
    }
    let models = [
        ("level-k", Levels::level_k(game, None, DEEPEST)),
        ("cognitive hierarchy", Levels::hierarchy(game, None, MEAN_DEPTH, DEEPEST)),
    ];
    for (player, (model, levels)) in
        game.player_ids().flat_map(|player| models.iter().map(move |model| (player, model)))
    {
        for level in 0..=DEEPEST {
            let costs: Vec<Rational> = (0..=DEEPEST).map(|actual| levels.cost(game, player, level, actual)).collect();
            let reply = levels.at(level).best_responses(game, player);
            let shown = [
                mixture(game, player, levels.at(level).strategy(player), true),
                reply.first().map_or_else(String::new, |action| action_name(game, player, *action).to_string()),
                list(&costs),
            ];
            let name = &game.players()[player.index()].name;
            let mut cells: Vec<Cell<'_>> = vec![Cell::Text(name), Cell::Text(model), level.into()];
            cells.extend(shown.iter().map(|cell| Cell::Text(cell)));
            found.push(&cells);
        }
    }
    Ok(found)
}

/// What patience keeps up in a game that is repeated for ever.
fn patience(facts: &Facts<'_>) -> Result<Table, Diagnostic> {
    let mut found = table(
        "patience",
        "Repetition for ever: the least discount factors at which a path is kept up.",
        vec![
            Column::key("path", Type::Text, "What is kept up, by which threat."),
            Column::note("payoffs", "What the players get a round."),
            Column::note("thresholds", "The least discount factor of each player; nothing if no patience is enough."),
            Column::note("threshold", "The least at which all keep to it."),
        ],
    );
    let game = facts.game;
    if let Some((reward, patience)) = dilemma(facts) {
        let both = list(&[reward.clone(), reward]);
        let below = |delta: &Rational| if *delta < Rational::one() { delta.to_string() } else { String::new() };
        for (path, delta) in
            [("cooperation by grim trigger", &patience.grim), ("cooperation by tit-for-tat", &patience.tit_for_tat)]
        {
            let each = list(&[delta.clone(), delta.clone()]);
            row(&mut found, &[path.to_string(), both.clone(), each, below(delta)]);
        }
    }
    let solution = facts.nash()?;
    let threats: Vec<Profile> = solution
        .equilibria
        .iter()
        .filter(|found| found.is_exact())
        .map(|found: &Equilibrium| found.profile.clone())
        .collect();
    for profile in facts.pure.optimal_welfare().1.into_iter().take(4) {
        let mut target = vec![Rational::zero(); game.profile_count()];
        target[profile] = Rational::one();
        let reversion = Reversion::of(game, &target, &threats)?;
        let each =
            reversion.thresholds.iter().map(|delta| delta.as_ref().map_or_else(|| "none".into(), ToString::to_string));
        let each: Vec<String> = each.collect();
        let cells = [
            format!("{} by return to the worst equilibrium", profile_name(game, profile)),
            list(&reversion.payoffs),
            each.join(", "),
            reversion.threshold().map_or_else(String::new, |delta| delta.to_string()),
        ];
        row(&mut found, &cells);
    }
    Ok(found)
}

/// The reward and the patience of a symmetric dilemma whose first action is to cooperate.
fn dilemma(facts: &Facts<'_>) -> Option<(Rational, Patience)> {
    if facts.game.dimensions() != [2, 2] || !facts.pure.is_symmetric() {
        return None;
    }
    let payoff = |profile: usize| facts.game.payoff_at(profile, PlayerId(0)).clone();
    let payoffs = TwoByTwo::new(payoff(0), payoff(1), payoff(2), payoff(3));
    Some((payoff(0), Patience::of(&payoffs).ok()?))
}

/// What pure subgame-perfect play of a known number of rounds can pay.
fn finite(facts: &Facts<'_>) -> Result<Table, Diagnostic> {
    let mut found = table(
        "known_end",
        "A known number of rounds: what subgame-perfect equilibria in pure strategies pay in sum over all rounds.",
        vec![
            Column::key("rounds", Type::Integer, "The number of rounds."),
            Column::note("outcomes", "How many payoff vectors are possible."),
            Column::note("least_welfare", "The least sum of all players' payoffs."),
            Column::note("most_welfare", "The greatest."),
        ],
    );
    for rounds in ROUNDS {
        let stages = vec![facts.game; rounds];
        let Ok(payoffs) = FinitePayoffs::of(&stages, MOST_PAIRS) else { break };
        let welfare: Vec<Rational> = payoffs.whole().iter().map(|vector| vector.iter().sum()).collect();
        let text = |value: Option<&Rational>| value.map_or_else(|| "none".to_string(), ToString::to_string);
        let shown = [welfare.len().to_string(), text(welfare.iter().min()), text(welfare.iter().max())];
        let mut cells: Vec<Cell<'_>> = vec![rounds.into()];
        cells.extend(shown.iter().map(|cell| Cell::Text(cell)));
        found.push(&cells);
    }
    Ok(found)
}
