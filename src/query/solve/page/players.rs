//! What each player would do, and what it can be sure of.

use super::{MOST_PROFILES, action_name, mixture, row, table};
use crate::equilibrium::correlated::{Concept, Objective};
use crate::equilibrium::dominance::{By, Dominated, weakly_dominated};
use crate::equilibrium::security::Security;
use crate::error::Diagnostic;
use crate::exact::Rational;
use crate::ids::PlayerId;
use crate::query::solve::Facts;
use crate::table::{Column, Table, Type};

/// What each player would do: which of its actions go, and why.
pub(super) fn actions(facts: &Facts<'_>) -> Result<Table, Diagnostic> {
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
    // Mixtures that dominate take linear programmes; of large games pure actions are compared.
    let by = if facts.programmes().is_ok() { By::Mixed } else { By::Pure };
    let elimination = facts.eliminated(by)?;
    for player in game.player_ids() {
        let weakly = weakly_dominated(game, player, by)?;
        for action in 0..game.action_count(player) {
            let is_this = |dominated: &&Dominated| dominated.player == player && dominated.action == action;
            let gone = elimination
                .rounds
                .iter()
                .enumerate()
                .find_map(|(round, gone)| gone.iter().find(is_this).map(|dominated| (round + 1, dominated)));
            let weak = weakly.iter().find(is_this);
            let dominating = |dominated: &Dominated| mixture(game, player, &dominated.by, true);
            let cells = [
                game.players()[player.index()].name.clone(),
                action_name(game, player, action).to_string(),
                gone.map_or_else(String::new, |(round, _)| round.to_string()),
                gone.map_or_else(String::new, |(_, dominated)| dominating(dominated)),
                weak.map_or_else(String::new, dominating),
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
pub(super) fn levels(facts: &Facts<'_>) -> Result<Table, Diagnostic> {
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
