//! Strips: a word over `x`, such as the action of each agent in each round.
//!
//! A row is an agent (or another group), a cell one step, its colour and its letter the word. Cells too
//! narrow for a letter keep their colour. Cooperation is blue and defection orange in every figure.

use super::colour::{
    ABSENT, AXIS, BLACK, BLUE, GREEN, Ink, ORANGE, PALE, PURPLE, SKY, TEXT, VERMILLION, WHITE, YELLOW,
};
use super::context::Context;
use super::data::{Facets, Groups, Horizontal, keys, range};
use super::scale::{Scale, number};
use super::scene::{Anchor, Area, Item, Scene, Stroke};
use super::sheet::{Head, LABEL, PANEL_TITLE, Sample, Sheet, body_width, horizontal, panel_title, widest};
use super::words::shorten;
use super::{Drawn, PlotError};
use crate::table::{Cell, Role, Table};

const MOST_ROWS: usize = 60;
const MOST_STEPS: usize = 4000;
/// Above this many cells none has a letter.
const MOST_LETTERS: usize = 1500;

/// The steps of the horizontal axis, a column each.
struct Steps {
    /// The values, ascending; only those that are columns.
    values: Vec<f64>,
    /// Whether the values are consecutive whole numbers, with columns for those that no row has.
    whole: bool,
    left_out: usize,
}

impl Steps {
    /// The steps between the least and the greatest value if they are whole and not too many, else the
    /// values that occur.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked against the limit")]
    #[expect(clippy::cast_precision_loss, reason = "a count of steps")]
    fn of(h: &Horizontal, (low, high): (f64, f64)) -> Self {
        let mut values: Vec<f64> = h.of_row.iter().flatten().copied().collect();
        if values.iter().all(|v| v.fract() == 0.0) && high - low < MOST_STEPS as f64 {
            let count = (high - low) as usize + 1;
            return Self { values: (0..count).map(|k| low + k as f64).collect(), whole: true, left_out: 0 };
        }
        values.sort_by(f64::total_cmp);
        values.dedup();
        let left_out = values.len().saturating_sub(MOST_STEPS);
        values.truncate(MOST_STEPS);
        Self { values, whole: false, left_out }
    }

    fn column(&self, x: f64) -> Option<usize> {
        self.values.binary_search_by(|v| v.total_cmp(&x)).ok()
    }

    /// The axis: columns are one unit wide, and a tick stands in the middle of its column.
    #[expect(clippy::cast_precision_loss, reason = "a count of steps")]
    fn scale(&self, words: Option<Vec<String>>, width: f64) -> Scale {
        let count = self.values.len() as f64;
        if let Some(words) = words {
            let ticks = (0..words.len()).map(|k| k as f64).collect();
            return Scale { low: -0.5, high: count - 0.5, ticks, labels: words };
        }
        if self.whole {
            let low = self.values[0];
            return Scale::within(low - 0.5, low - 0.5 + count, 10, true).starting_at(low, width);
        }
        let every = self.values.len().div_ceil(8);
        let ticks = (0..self.values.len()).step_by(every).map(|k| k as f64).collect();
        let labels = self.values.iter().step_by(every).map(|v| number(*v)).collect();
        Scale { low: -0.5, high: count - 0.5, ticks, labels }
    }
}

/// What a strip shows: the table's words, and how each looks.
struct Words<'a> {
    table: &'a Table,
    groups: Groups,
    inks: Vec<Ink>,
    shown: Vec<String>,
}

/// Draws a word over the `x` of its table.
pub(super) fn draw(table: &Table, measure: usize, cx: &Context<'_>) -> Result<Drawn, PlotError> {
    let schema = table.schema();
    let h = Horizontal::of(table).ok_or_else(|| PlotError::missing(table, &Role::X))?;
    let facets = Facets::of(table, &keys(schema), false, cx);
    let title = cx.column(schema, measure);
    let Some(xs) = range(h.of_row.iter().flatten().copied()) else { return Ok(Drawn::nothing(table, title, cx)) };
    let groups = Groups::of(table, vec![measure]);
    let words = Words {
        table,
        inks: word_colours(groups.names.iter().map(|name| name.first().map_or("", String::as_str))),
        shown: (0..groups.len()).map(|k| groups.show(k, table, cx)).collect(),
        groups,
    };
    let steps = Steps::of(&h, xs);
    let mut head = Head { title: title.clone(), subtitle: cx.subtitle(table, &facets.fixed), ..Head::default() };
    let named: Vec<usize> = (0..words.groups.len()).filter(|k| !words.groups.key(*k).is_empty()).collect();
    head.legend = named.iter().map(|k| (Sample::Fill(words.inks[*k]), words.shown[*k].clone())).collect();

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
    if steps.left_out > 0 {
        head.notes.push(cx.say("steps_left_out", &[("count", &MOST_STEPS.to_string())]));
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
    let labels = h.words.as_ref().map(|words| words.iter().map(|w| cx.value(schema, h.column, w)).collect());
    let x = steps.scale(labels, body_width(cx) - left);
    let mut top = sheet.body.top;
    for (p, (rows, height)) in rows_of.iter().zip(&heights).enumerate() {
        let place = Area::new(sheet.body.left, top, sheet.body.right, top + height * squeeze);
        if rows_of.len() > 1 {
            panel_title(&mut sheet.scene, cx, &place, &facets.panels.show(p, table, cx));
        }
        let plot = place.inset(left, panel_head, 2.0, 32.0);
        let mut grid = vec![None; rows.len().max(1) * steps.values.len()];
        for row in facets.panels.rows(p).filter(|row| table.cell(*row, measure) != Cell::Null) {
            let column = h.of_row[row].and_then(|x| steps.column(x));
            let line = rows.iter().position(|g| *g == facets.lines.of_row[row]);
            if let (Some(column), Some(line)) = (column, line) {
                grid[line * steps.values.len() + column] = Some(words.groups.of_row[row]);
            }
        }
        cells(&mut sheet.scene, cx, &plot, &grid, steps.values.len(), &words);
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
    let alt = describe(measure, &words, &named, cx);
    Ok(Drawn { scene: sheet.scene, title, alt })
}

/// Draws the cells of a panel, `columns` a row.
#[expect(clippy::cast_precision_loss, reason = "a count of cells")]
fn cells(scene: &mut Scene, cx: &Context<'_>, plot: &Area, grid: &[Option<usize>], columns: usize, words: &Words<'_>) {
    let rows = grid.len() / columns;
    let colours: Vec<Ink> = grid.iter().map(|w| w.map_or(ABSENT, |w| words.inks[w])).collect();
    scene.items.push(Item::Cells { area: *plot, columns, colours: colours.clone() });
    let (wide, high) = (plot.width() / columns as f64, plot.height() / rows as f64);
    for c in (1..columns).filter(|_| wide >= 12.0) {
        let x = plot.left + wide * c as f64;
        scene.segment((x, plot.top), (x, plot.bottom), Stroke::new(WHITE, 1.0));
    }
    for r in 1..rows {
        let y = plot.top + high * r as f64;
        scene.segment((plot.left, y), (plot.right, y), Stroke::new(WHITE, 2.0));
    }
    scene.frame(*plot, Stroke::new(AXIS, 0.6));
    let size = 11.0_f64.min(high * 0.7);
    let Some(shown) = in_cells(cx, &words.shown, size, wide - 3.0).filter(|_| grid.len() <= MOST_LETTERS) else {
        return;
    };
    for (k, w) in grid.iter().enumerate() {
        let Some(w) = w else { continue };
        let at = (plot.left + wide * ((k % columns) as f64 + 0.5), plot.top + high * ((k / columns) as f64 + 0.5));
        scene.text((at.0, at.1 + size * 0.36), shown[*w].as_str(), size, colours[k].on_top(), Anchor::Middle);
    }
}

/// What is written in cells of a width: words in full, or their initials if these tell them apart, or nothing.
fn in_cells(cx: &Context<'_>, words: &[String], size: f64, width: f64) -> Option<Vec<String>> {
    let fits = |words: &[String]| widest(cx, words.iter(), size) <= width;
    if fits(words) {
        return Some(words.to_vec());
    }
    let initial = |word: &String| word.chars().take(1).flat_map(char::to_uppercase).collect();
    let initials: Vec<String> = words.iter().map(initial).collect();
    let distinct = (1..initials.len()).all(|k| !initials[..k].contains(&initials[k]));
    (distinct && fits(&initials)).then_some(initials)
}

/// Colours of words that are neither cooperation nor defection.
const OTHERS: [Ink; 6] = [VERMILLION, SKY, BLACK, YELLOW, GREEN, PURPLE];

/// The colour of each word: cooperation and defection keep theirs in every figure.
pub(super) fn word_colours<'a>(words: impl Iterator<Item = &'a str>) -> Vec<Ink> {
    let mut others = OTHERS.iter().cycle();
    words
        .map(|word| match word {
            "" => ABSENT,
            "empty" => PALE,
            "C" | "cooperate" | "cooperators" | "keep" | "kept" => BLUE,
            "D" | "defect" | "defectors" | "break" | "broken" => ORANGE,
            _ => *others.next().expect("a cycle has no end"),
        })
        .collect()
}

fn describe(measure: usize, words: &Words<'_>, named: &[usize], cx: &Context<'_>) -> String {
    let parts: Vec<String> = named
        .iter()
        .map(|k| {
            let times = words.groups.of_row.iter().filter(|g| **g == *k).count();
            cx.say("times", &[("name", &words.shown[*k]), ("count", &times.to_string())])
        })
        .collect();
    let measure = cx.column(words.table.schema(), measure);
    cx.say("alt_strip", &[("measure", &measure), ("parts", &parts.join(cx.comma()))])
}
