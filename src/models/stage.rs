//! The table of a two-player stage game.

use super::Recorder;
use crate::game::NormalForm;
use crate::ids::PlayerId;
use crate::table::{Cell, Column, TableKind, TableSchema, Type};

/// The stage game's payoffs, by condition where conditions differ in it.
pub(super) fn schema(by_condition: bool) -> TableSchema {
    let mut columns = vec![
        Column::key("row_action", Type::Text, "The row player's action."),
        Column::key("column_action", Type::Text, "The column player's action."),
        Column::measure("row_payoff", Type::Float, "utility", "The row player's payoff."),
        Column::measure("column_payoff", Type::Float, "utility", "The column player's payoff."),
    ];
    if by_condition {
        columns.insert(0, Column::facet("condition", "The rules under which the agents met."));
    }
    TableSchema::new(
        "game",
        TableKind::Matrix,
        "The stage game: what each pair of actions is worth to the row player and to the column player.",
        columns,
    )
}

/// Records the stage games of conditions: of the first alone where they do not differ.
pub(super) fn record<'a>(games: impl Iterator<Item = (&'a str, &'a NormalForm)>, recorder: &mut dyn Recorder) {
    let games: Vec<(&str, &NormalForm)> = games.collect();
    let by_condition = differ(games.iter().map(|(_, game)| *game));
    for (name, game) in games.into_iter().take(if by_condition { usize::MAX } else { 1 }) {
        for (k, profile) in game.profiles().enumerate() {
            let action = |player: usize| Cell::from(&game.players()[player].actions[profile[player]]);
            let payoff = |player: u32| Cell::from(game.payoff_at(k, PlayerId(player)).to_f64());
            let name = by_condition.then_some(name);
            let row: Vec<Cell<'_>> =
                name.map(Cell::from).into_iter().chain([action(0), action(1), payoff(0), payoff(1)]).collect();
            recorder.row("game", &row);
        }
    }
}

/// Whether games differ.
pub(super) fn differ<'a>(games: impl Iterator<Item = &'a NormalForm>) -> bool {
    let games: Vec<&NormalForm> = games.collect();
    games.windows(2).any(|pair| pair[0] != pair[1])
}
