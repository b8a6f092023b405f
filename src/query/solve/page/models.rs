//! Models of the other: what depths of reasoning do.

use super::{action_name, list, mixture, table};
use crate::equilibrium::level_k::Levels;
use crate::error::Diagnostic;
use crate::exact::Rational;
use crate::query::solve::Facts;
use crate::table::{Cell, Column, Table, Type};

/// The deepest reasoning that is shown, the mean depth of the cognitive hierarchy (Camerer, Ho & Chong 2004), and the most
/// profiles of a game that is reasoned about.
const DEEPEST: usize = 3;

const MEAN_DEPTH: f64 = 1.5;

const MOST_REASONED: usize = 10_000;

/// What agents of several depths of reasoning do, and what it costs them to be wrong about the others' depth.
pub(super) fn reasoning(facts: &Facts<'_>) -> Result<Table, Diagnostic> {
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
