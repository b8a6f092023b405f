//! Payoff matrices: a game of two players as a textbook prints it.
//!
//! A cell holds the row player's payoff at its lower left and the column player's at its upper right.
//! Best responses are underlined, and a cell in which both are is framed: a Nash equilibrium in pure
//! actions (Nash 1951). Both are computed here from the numbers in the table; ties are all underlined.

use super::colour::{BLUE, GRID, Ink, PALE, SOFT, TEXT, VERMILLION};
use super::context::Context;
use super::data::{Groups, value};
use super::scale::number;
use super::scene::{Anchor, Area, Point, Scene, Stroke};
use super::sheet::{Head, LABEL, Sample, Sheet, body_width, widest};
use super::words::shorten;
use super::{Drawn, PlotError};
use crate::table::{Role, Table};

const MOST_ACTIONS: usize = 12;

/// The game in a table.
struct Game {
    rows: Groups,
    columns: Groups,
    /// The payoffs of each cell, row by row: the row player's, then the column player's.
    payoffs: Vec<[Option<f64>; 2]>,
}

impl Game {
    fn of(table: &Table, keys: [usize; 2], measures: [usize; 2]) -> Self {
        let [rows, columns] = keys.map(|c| Groups::of(table, vec![c]));
        let mut payoffs = vec![[None; 2]; rows.len() * columns.len()];
        for row in 0..table.len() {
            let cell = rows.of_row[row] * columns.len() + columns.of_row[row];
            payoffs[cell] = measures.map(|m| value(table, row, m));
        }
        Self { rows, columns, payoffs }
    }

    fn at(&self, row: usize, column: usize) -> [Option<f64>; 2] {
        self.payoffs[row * self.columns.len() + column]
    }

    /// Whether the row player's action, and whether the column player's, is a best response in a cell.
    fn best(&self, row: usize, column: usize) -> [bool; 2] {
        let mine = self.at(row, column);
        let by_row = (0..self.rows.len()).filter_map(|r| self.at(r, column)[0]).fold(f64::NEG_INFINITY, f64::max);
        let by_column = (0..self.columns.len()).filter_map(|c| self.at(row, c)[1]).fold(f64::NEG_INFINITY, f64::max);
        [mine[0].is_some_and(|p| p >= by_row), mine[1].is_some_and(|p| p >= by_column)]
    }
}

/// Whether a table of two keys and these measures is a game by their names: both are payoffs.
pub(super) fn is_game(table: &crate::table::TableSchema, measures: &[usize]) -> bool {
    measures.len() == 2 && measures.iter().all(|m| table.columns[*m].name.ends_with("payoff"))
}

/// Whether a game has too many actions to be read as a payoff matrix.
pub(super) fn is_large(table: &Table) -> bool {
    table.schema().with_role(&Role::Key).any(|key| Groups::of(table, vec![key]).len() > MOST_ACTIONS)
}

/// Draws the game.
pub(super) fn draw(table: &Table, measures: [usize; 2], cx: &Context<'_>) -> Result<Drawn, PlotError> {
    let schema = table.schema();
    let keys: Vec<usize> = schema.with_role(&Role::Key).collect();
    let [row_key, column_key] = keys[..] else { return Err(PlotError::missing(table, &Role::Key)) };
    let title = cx.table_title(table);
    let game = Game::of(table, [row_key, column_key], measures);
    let (n, m) = (game.rows.len(), game.columns.len());
    if table.is_empty() {
        return Ok(Drawn::nothing(table, title, cx));
    }
    let equilibria: Vec<(usize, usize)> =
        (0..n).flat_map(|r| (0..m).map(move |c| (r, c))).filter(|(r, c)| game.best(*r, *c) == [true, true]).collect();

    let name = |g: &Groups, k: usize| g.show(k, table, cx);
    let mut legend = vec![
        (Sample::Digit("1", BLUE, false), cx.say("row_payoff_place", &[("unit", &cx.axis(schema, measures[0]))])),
        (
            Sample::Digit("1", VERMILLION, false),
            cx.say("column_payoff_place", &[("unit", &cx.axis(schema, measures[1]))]),
        ),
        (Sample::Digit("1", TEXT, true), cx.say("best_response_underlined", &[])),
    ];
    if !equilibria.is_empty() {
        legend.push((Sample::Frame, cx.say("equilibrium_framed", &[])));
    }
    let mut head = Head { title: title.clone(), legend, ..Head::default() };
    if equilibria.is_empty() {
        head.notes.push(cx.say("no_pure_equilibrium", &[]));
    }

    let row_names: Vec<String> = (0..n).map(|k| name(&game.rows, k)).collect();
    let column_names: Vec<String> = (0..m).map(|k| name(&game.columns, k)).collect();
    let width = body_width(cx);
    let name_width = widest(cx, row_names.iter(), 13.0).min(width * 0.25);
    let left = name_width + 40.0;
    #[expect(clippy::cast_precision_loss, reason = "at most twelve actions")]
    let (columns, rows) = (m as f64, n as f64);
    let wide = ((width - left) / columns).min(150.0);
    let natural = (wide * 0.62).clamp(34.0, 78.0);
    let mut sheet = Sheet::new(cx, &head, rows * natural + 52.0);
    let high = ((sheet.body.height() - 52.0) / rows).min(natural * 1.4);
    let (x0, y0) = (sheet.body.centre().0 - (wide * columns - left) / 2.0, sheet.body.top + 46.0);
    let size = (high * 0.27).min(wide * 0.2).clamp(8.0, 17.0);

    let [row_player, column_player] = ["row_player", "column_player"].map(|player| cx.label(player));
    let across = (x0 + wide * columns / 2.0, y0 - 30.0);
    let row_player = shorten(cx.fonts, &row_player, LABEL, (high * rows).max(70.0), "…");
    sheet.scene.text(across, column_player, LABEL, VERMILLION, Anchor::Middle);
    sheet.scene.upwards((x0 - name_width - 22.0, y0 + high * rows / 2.0), row_player, LABEL, BLUE, Anchor::Middle);
    for (c, words) in (0..).map(f64::from).zip(&column_names) {
        let words = shorten(cx.fonts, words, 13.0, wide - 6.0, "…");
        sheet.scene.text((x0 + wide * (c + 0.5), y0 - 9.0), words, 13.0, TEXT, Anchor::Middle);
    }
    for (r, words) in (0..).map(f64::from).zip(&row_names) {
        let words = shorten(cx.fonts, words, 13.0, name_width, "…");
        sheet.scene.text((x0 - 10.0, y0 + high * (r + 0.5) + 4.7), words, 13.0, TEXT, Anchor::End);
    }
    #[expect(clippy::cast_precision_loss, reason = "at most twelve actions")]
    let cell = |r: usize, c: usize| {
        let (x, y) = (x0 + wide * c as f64, y0 + high * r as f64);
        Area::new(x, y, x + wide, y + high)
    };
    for r in 0..n {
        for c in 0..m {
            let area = cell(r, c);
            let scene = &mut sheet.scene;
            if equilibria.contains(&(r, c)) {
                scene.rect(area, PALE);
            }
            scene.segment((area.left, area.top), (area.right, area.bottom), Stroke::new(GRID, 1.0));
            scene.frame(area, Stroke::new(SOFT, 1.0));
            let [row_best, column_best] = game.best(r, c);
            let [row_payoff, column_payoff] = game.at(r, c);
            let (dx, dy) = (wide * 0.27, high * 0.24);
            let middle = area.centre();
            payoff(scene, cx, (middle.0 - dx, middle.1 + dy), size, row_payoff, BLUE, row_best);
            payoff(scene, cx, (middle.0 + dx, middle.1 - dy), size, column_payoff, VERMILLION, column_best);
        }
    }
    for (r, c) in &equilibria {
        sheet.scene.frame(cell(*r, *c).inset(2.5, 2.5, 2.5, 2.5), Stroke::new(TEXT, 2.6));
    }

    let found: Vec<String> = equilibria
        .iter()
        .map(|(r, c)| {
            let show = |p: Option<f64>| p.map_or("–".to_string(), number);
            let [a, b] = game.at(*r, *c).map(show);
            format!("{}{}{} ({a}, {b})", row_names[*r], cx.slash(), column_names[*c])
        })
        .collect();
    let mut alt = cx.say("alt_game", &[("rows", &n.to_string()), ("columns", &m.to_string())]);
    alt.push_str(cx.gap());
    alt.push_str(&if found.is_empty() {
        cx.say("no_pure_equilibrium", &[])
    } else {
        cx.say("alt_equilibria", &[("cells", &found.join(cx.semicolon()))])
    });
    Ok(Drawn { scene: sheet.scene, title, alt })
}

/// Writes a payoff around a place, underlined if it is a best response.
fn payoff(scene: &mut Scene, cx: &Context<'_>, at: Point, size: f64, value: Option<f64>, ink: Ink, best: bool) {
    let words = value.map_or("–".to_string(), number);
    let half = cx.fonts.width(&words, size) / 2.0;
    scene.text((at.0, at.1 + size * 0.36), words, size, ink, Anchor::Middle);
    if best {
        let y = at.1 + size * 0.36 + size * 0.24;
        scene.segment((at.0 - half - 1.0, y), (at.0 + half + 1.0, y), Stroke::new(ink, 1.8));
    }
}
