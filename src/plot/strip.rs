//! Strips: a word over `x`, such as the action of each agent in each round.
//!
//! A row is an agent (or another group), a cell one step, its colour and its letter the word. Cells too
//! narrow for a letter keep their colour. Cooperation is blue and defection orange in every figure.

use super::colour::{ABSENT, AXIS, BLACK, BLUE, GREEN, Ink, ORANGE, PURPLE, SKY, TEXT, VERMILLION, WHITE, YELLOW};
use super::context::Context;
use super::data::{Facets, Groups, Horizontal, keys, range};
use super::scale::Scale;
use super::scene::{Anchor, Area, Item, Scene, Stroke};
use super::sheet::{Head, LABEL, PANEL_TITLE, Sample, Sheet, body_width, horizontal, panel_title, widest};
use super::words::shorten;
use super::{Drawn, PlotError};
use crate::table::{Cell, Role, Table};

const MOST_ROWS: usize = 60;
const MOST_CELLS: usize = 4000;

/// Draws a word over the `x` of its table.
pub(super) fn draw(table: &Table, measure: usize, cx: &Context<'_>) -> Result<Drawn, PlotError> {
    let schema = table.schema();
    let h = Horizontal::of(table).ok_or_else(|| PlotError::missing(table, &Role::X))?;
    let facets = Facets::of(table, &keys(schema), false, cx);
    let words = Groups::of(table, vec![measure]);
    let title = cx.column(schema, measure);
    let Some(xs) = range(h.of_row.iter().flatten().copied()) else { return Ok(Drawn::nothing(table, title, cx)) };
    let shown: Vec<usize> = (0..words.len()).filter(|k| !words.key(*k).is_empty()).collect();
    let colours = word_colours(words.names.iter().map(|name| name.first().map_or("", String::as_str)));
    let colour = |k: usize| colours[k];
    let mut head = Head { title: title.clone(), subtitle: cx.subtitle(table, &facets.fixed), ..Head::default() };
    head.legend = shown.iter().map(|k| (Sample::Fill(colour(*k)), words.show(*k, table, cx))).collect();

    let mut rows_of: Vec<Vec<usize>> = (0..facets.panels.len())
        .map(|p| {
            let mut rows: Vec<usize> = facets.panels.rows(p).map(|row| facets.lines.of_row[row]).collect();
            rows.sort_unstable();
            rows.dedup();
            rows
        })
        .collect();
    let left_out: usize = rows_of.iter().map(|r| r.len().saturating_sub(MOST_ROWS)).max().unwrap_or(0);
    rows_of.iter_mut().for_each(|rows| rows.truncate(MOST_ROWS));
    if left_out > 0 {
        head.notes.push(cx.say("rows_left_out", &[("count", &left_out.to_string())]));
    }
    let steps = xs.1 - xs.0 + 1.0;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped")]
    let columns = steps.clamp(1.0, 4000.0) as usize;
    if columns == MOST_CELLS && steps > 4000.0 {
        head.notes.push(cx.say("steps_left_out", &[("count", "4000")]));
    }

    let row_height = 20.0;
    let panel_head = if rows_of.len() > 1 { PANEL_TITLE * 1.9 } else { 0.0 };
    #[expect(clippy::cast_precision_loss, reason = "a few rows")]
    let heights: Vec<f64> = rows_of.iter().map(|r| r.len().max(1) as f64 * row_height + panel_head + 32.0).collect();
    let natural: f64 = heights.iter().sum::<f64>() + 16.0;
    let mut sheet = Sheet::new(cx, &head, natural);
    let squeeze = ((sheet.body.height() - 16.0) / (natural - 16.0)).min(1.0);
    let names: Vec<String> = (0..facets.lines.len()).map(|g| facets.lines.show(g, table, cx)).collect();
    let left = widest(cx, names.iter(), LABEL).min(body_width(cx) * 0.3) + 12.0;
    #[expect(clippy::cast_precision_loss, reason = "at most 4000 columns")]
    let x = Scale::within(xs.0 - 0.5, xs.0 - 0.5 + columns as f64, 10, true).starting_at(xs.0, body_width(cx) - left);
    let mut top = sheet.body.top;
    for (p, (rows, height)) in rows_of.iter().zip(&heights).enumerate() {
        let place = Area::new(sheet.body.left, top, sheet.body.right, top + height * squeeze);
        if rows_of.len() > 1 {
            panel_title(&mut sheet.scene, cx, &place, &facets.panels.show(p, table, cx));
        }
        let plot = place.inset(left, panel_head, 2.0, 32.0);
        let grid = fill(table, &h, &facets, &words, p, rows, xs.0, columns);
        cells(&mut sheet.scene, cx, &plot, &grid, columns, &words, table, &colour);
        horizontal(&mut sheet.scene, cx, &plot, &x, false);
        #[expect(clippy::cast_precision_loss, reason = "a few rows")]
        let high = plot.height() / rows.len().max(1) as f64;
        for (k, group) in (0..).map(f64::from).zip(rows) {
            let name = shorten(cx.fonts, &names[*group], LABEL, left - 12.0, "…");
            let y = plot.top + high * (k + 0.5) + LABEL * 0.36;
            sheet.scene.text((plot.left - 8.0, y), name, LABEL, TEXT, Anchor::End);
        }
        top += height * squeeze;
    }
    let at = (f64::midpoint(sheet.body.left + left, sheet.body.right), sheet.body.bottom - 3.0);
    sheet.scene.text(at, cx.axis(schema, h.column), LABEL, TEXT, Anchor::Middle);
    let alt = describe(table, measure, &words, &shown, cx);
    Ok(Drawn { scene: sheet.scene, title, alt })
}

/// The word of each cell, row by row.
#[expect(clippy::too_many_arguments, reason = "one panel of one chart")]
fn fill(
    table: &Table,
    h: &Horizontal,
    facets: &Facets,
    words: &Groups,
    panel: usize,
    rows: &[usize],
    first: f64,
    columns: usize,
) -> Vec<Option<usize>> {
    let mut grid = vec![None; rows.len().max(1) * columns];
    let measure = words.columns[0];
    for row in facets.panels.rows(panel) {
        let Some(x) = h.of_row[row] else { continue };
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a place in a row")]
        let column = (x - first).round().max(0.0) as usize;
        let place = rows.iter().position(|g| *g == facets.lines.of_row[row]);
        if let (Some(r), true) = (place, column < columns && table.cell(row, measure) != Cell::Null) {
            grid[r * columns + column] = Some(words.of_row[row]);
        }
    }
    grid
}

#[expect(clippy::too_many_arguments, reason = "one panel of one chart")]
fn cells(
    scene: &mut Scene,
    cx: &Context<'_>,
    plot: &Area,
    grid: &[Option<usize>],
    columns: usize,
    words: &Groups,
    table: &Table,
    colour: &impl Fn(usize) -> Ink,
) {
    let rows = grid.len() / columns;
    let colours: Vec<Ink> = grid.iter().map(|w| w.map_or(ABSENT, colour)).collect();
    scene.items.push(Item::Cells { area: *plot, columns, colours: colours.clone() });
    #[expect(clippy::cast_precision_loss, reason = "a few cells")]
    let (wide, high) = (plot.width() / columns as f64, plot.height() / rows as f64);
    if wide >= 12.0 {
        for c in (1..columns).zip(1..).map(|(_, c)| f64::from(c)) {
            let x = plot.left + wide * c;
            scene.segment((x, plot.top), (x, plot.bottom), Stroke::new(WHITE, 1.0));
        }
    }
    for r in (1..rows).zip(1..).map(|(_, r)| f64::from(r)) {
        let y = plot.top + high * r;
        scene.segment((plot.left, y), (plot.right, y), Stroke::new(WHITE, 2.0));
    }
    scene.frame(*plot, Stroke::new(AXIS, 0.6));
    // A word is written in full if there is room, else by its initial if that tells it from the others.
    let shown: Vec<String> = (0..words.len()).map(|k| words.show(k, table, cx)).collect();
    let size = 11.0_f64.min(high * 0.7);
    let initials: Vec<String> =
        shown.iter().map(|s| s.chars().take(1).flat_map(char::to_uppercase).collect()).collect();
    let distinct = (1..initials.len()).all(|k| !initials[..k].contains(&initials[k]));
    let fits = |words: &[String]| widest(cx, words.iter(), size) <= wide - 3.0;
    let shown = if fits(&shown) { shown } else { initials };
    if grid.len() > 1500 || !fits(&shown) || !(distinct || shown.iter().any(|s| s.chars().count() > 1)) {
        return;
    }
    for (k, w) in grid.iter().enumerate() {
        let Some(w) = w else { continue };
        #[expect(clippy::cast_precision_loss, reason = "a few cells")]
        let at = (plot.left + wide * ((k % columns) as f64 + 0.5), plot.top + high * ((k / columns) as f64 + 0.5));
        scene.text((at.0, at.1 + size * 0.36), shown[*w].as_str(), size, colours[k].on_top(), Anchor::Middle);
    }
}

/// Colours of words that are neither cooperation nor defection.
const OTHERS: [Ink; 6] = [VERMILLION, SKY, BLACK, YELLOW, GREEN, PURPLE];

/// The colour of each word: cooperation and defection keep theirs in every figure.
pub(super) fn word_colours<'a>(words: impl Iterator<Item = &'a str>) -> Vec<Ink> {
    let mut others = OTHERS.iter().cycle();
    words
        .map(|word| match word {
            "" => ABSENT,
            "C" | "cooperate" | "keep" | "kept" => BLUE,
            "D" | "defect" | "break" | "broken" => ORANGE,
            _ => *others.next().expect("a cycle has no end"),
        })
        .collect()
}

fn describe(table: &Table, measure: usize, words: &Groups, shown: &[usize], cx: &Context<'_>) -> String {
    let parts: Vec<String> = shown
        .iter()
        .map(|k| {
            let times = words.of_row.iter().filter(|g| **g == *k).count();
            cx.say("times", &[("name", &words.show(*k, table, cx)), ("count", &times.to_string())])
        })
        .collect();
    let measure = cx.column(table.schema(), measure);
    cx.say("alt_strip", &[("measure", &measure), ("parts", &parts.join(cx.comma()))])
}
