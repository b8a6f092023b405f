//! The table of a two-player stage game.

use super::{Recorder, conditions};
use crate::game::NormalForm;
use crate::ids::PlayerId;
use crate::table::{Cell, Column, Table, TableKind, TableSchema, Type};

/// The stage game's payoffs, by condition where conditions differ in it.
pub(super) fn schema(by_condition: bool) -> TableSchema {
    let mut columns = vec![
        Column::key("row_action", Type::Text, "The row player's action."),
        Column::key("column_action", Type::Text, "The column player's action."),
        Column::measure("row_payoff", Type::Float, "utility", "The row player's payoff."),
        Column::measure("column_payoff", Type::Float, "utility", "The column player's payoff."),
    ];
    if by_condition {
        columns.insert(0, conditions::column());
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
    if !recorder.wants("game") {
        return;
    }
    let games: Vec<(&str, &NormalForm)> = games.collect();
    let by_condition = differ(games.iter().map(|(_, game)| *game));
    for (name, game) in games.into_iter().take(if by_condition { usize::MAX } else { 1 }) {
        rows(game, |cells| {
            let name = by_condition.then_some(Cell::from(name));
            recorder.row("game", &name.into_iter().chain(cells).collect::<Vec<_>>());
        });
    }
}

/// The table of one game.
pub(crate) fn table(game: &NormalForm) -> Table {
    let mut table = Table::new(schema(false));
    rows(game, |cells| table.push(&cells));
    table
}

/// Shows the rows of a game: both actions, both payoffs.
fn rows(game: &NormalForm, mut show: impl FnMut([Cell<'_>; 4])) {
    for (k, profile) in game.profiles().enumerate() {
        let action = |player: usize| Cell::from(&game.players()[player].actions[profile[player]]);
        let payoff = |player: u32| Cell::from(game.payoff_at(k, PlayerId(player)).to_f64());
        show([action(0), action(1), payoff(0), payoff(1)]);
    }
}

/// Whether games differ.
pub(super) fn differ<'a>(games: impl Iterator<Item = &'a NormalForm>) -> bool {
    let games: Vec<&NormalForm> = games.collect();
    games.windows(2).any(|pair| pair[0] != pair[1])
}
