//! The Nash equilibria, a row each.

use super::{mixture, table};
use crate::equilibrium::nash::{Component, Method};
use crate::equilibrium::profile::Profile;
use crate::equilibrium::selection::payoff_undominated;
use crate::error::Diagnostic;
use crate::exact::Rational;
use crate::game::NormalForm;
use crate::ids::PlayerId;
use crate::query::solve::Facts;
use crate::table::{Cell, Column, Table, Type};

/// The Nash equilibria, a row each.
pub(super) fn equilibria(facts: &Facts<'_>) -> Result<Table, Diagnostic> {
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
    let logit = facts.single(Method::Logit).ok().flatten();
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
    let holds = |component: &Component| {
        component.subsets.iter().any(|subset| subset.rows.contains(&row) && subset.columns.contains(&column))
    };
    let place = components.iter().position(holds)?;
    let dimension = components[place].dimension;
    Some(if dimension == 0 { format!("{}", place + 1) } else { format!("{} (dimension {dimension})", place + 1) })
}
