//! Tornado charts: how far a measure swings between two values of each parameter, the widest swing on top.
//!
//! A row is a bar from the measure at the parameter's lowest value (light) to that at its highest (dark), around the line of
//! the mean of all. The ends bear the parameter's values. Tables say that they are meant so by columns named `at_lowest`,
//! `at_highest` and `centre` beside a key.

use super::colour::{AXIS, BLUE, SKY, SOFT, TEXT};
use super::context::Context;
use super::data::{keys, range, value};
use super::scale::{Scale, number};
use super::scene::{Anchor, Area, Stroke};
use super::sheet::{Head, LABEL, Sample, Sheet, TICK, body_width, horizontal, sharp, widest};
use super::words::shorten;
use super::{Drawn, PlotError};
use crate::table::{Role, Table, TableSchema};

const ROW: f64 = 30.0;
const MOST_ROWS: usize = 40;

/// The three measures, by place.
fn places(schema: &TableSchema) -> Option<[usize; 3]> {
    let place = |name: &str| schema.columns.iter().position(|c| c.name == name && c.role == Role::Measure);
    Some([place("at_lowest")?, place("at_highest")?, place("centre")?])
}

/// Whether a table is meant to be drawn so.
pub(super) fn fits(schema: &TableSchema) -> bool {
    places(schema).is_some() && schema.with_role(&Role::Key).next().is_some()
}

/// The name of the measure that all rows are about.
fn column_title(table: &Table, place: usize, cx: &Context<'_>) -> String {
    crate::labels::column(&table.cell(0, place).show(), cx.lang).into_owned()
}

struct Bar {
    name: String,
    ends: [f64; 2],
    words: [String; 2],
}

impl Bar {
    /// What both ends are called, where they are at one place.
    fn both(&self) -> String {
        self.words.join(", ")
    }
}

/// Draws a table of swings.
pub(super) fn draw(table: &Table, cx: &Context<'_>) -> Result<Drawn, PlotError> {
    let schema = table.schema();
    let [lowest, highest, centre] = places(schema).ok_or_else(|| PlotError::missing(table, &Role::Measure))?;
    let key = *keys(schema).first().ok_or_else(|| PlotError::missing(table, &Role::Key))?;
    let note = |row: usize, name: &str| table.at(row, name).map(|cell| cell.show()).unwrap_or_default();
    let mut bars: Vec<Bar> = (0..table.len())
        .filter_map(|row| {
            let name = cx.label(&table.cell(row, key).show());
            let ends = [value(table, row, lowest)?, value(table, row, highest)?];
            Some(Bar { name, ends, words: ["lowest", "highest"].map(|end| note(row, end)) })
        })
        .collect();
    bars.sort_by(|a, b| (b.ends[1] - b.ends[0]).abs().total_cmp(&(a.ends[1] - a.ends[0]).abs()));
    bars.truncate(MOST_ROWS);
    // The facet names the measure.
    let named = schema.with_role(&Role::Facet).next().filter(|_| !table.is_empty());
    let title = named.map_or_else(|| cx.table_title(table), |place| column_title(table, place, cx));
    let middle = (0..table.len()).find_map(|row| value(table, row, centre));
    let Some((xs, middle)) = range(bars.iter().flat_map(|bar| bar.ends).chain(middle)).zip(middle) else {
        return Ok(Drawn::nothing(table, title, cx));
    };
    let words = |key: &str| cx.say(key, &[]);
    let legend = vec![(Sample::Fill(SKY), words("at_lowest")), (Sample::Fill(BLUE), words("at_highest"))];
    let head = Head { title: title.clone(), legend, notes: vec![words("tornado_line")], ..Head::default() };
    #[expect(clippy::cast_precision_loss, reason = "a few rows")]
    let rows = bars.len() as f64;
    let mut sheet = Sheet::new(cx, &head, rows * ROW + 46.0);
    let name_width = widest(cx, bars.iter().map(|bar| &bar.name), LABEL).min(body_width(cx) * 0.3);
    let joined: Vec<String> = bars.iter().filter(|bar| bar.ends[0] == bar.ends[1]).map(Bar::both).collect();
    let end_width = widest(cx, bars.iter().flat_map(|bar| &bar.words).chain(&joined), TICK) + 8.0;
    let plot = sheet.body.inset(name_width + 14.0 + end_width, 4.0, end_width + 4.0, 42.0);
    let x = Scale::around(xs.0, xs.1, 6, false);
    horizontal(&mut sheet.scene, cx, &plot, &x, true);
    let to = |value: f64| x.place(value, plot.left, plot.right);
    let row = plot.height() / rows;
    for (k, bar) in bars.iter().enumerate() {
        #[expect(clippy::cast_precision_loss, reason = "a few rows")]
        let y = plot.top + row * (k as f64 + 0.5);
        let half = (row * 0.32).min(11.0);
        for (end, ink, words) in [(bar.ends[0], SKY, &bar.words[0]), (bar.ends[1], BLUE, &bar.words[1])] {
            let (from, at) = (to(middle), to(end));
            let area = Area::new(from.min(at), y - half, from.max(at).max(from.min(at) + 1.0), y + half);
            sheet.scene.rect(area, ink);
            // The words stand outside of the bar that reaches furthest on their side.
            let other = bar.ends.iter().map(|end| to(*end));
            let (x, anchor) = if at < from || (at == from && end == bar.ends[0]) {
                (other.fold(from, f64::min) - 6.0, Anchor::End)
            } else {
                (other.fold(from, f64::max) + 6.0, Anchor::Start)
            };
            let both = (bar.ends[0] < middle) == (bar.ends[1] < middle) && bar.ends[0] != bar.ends[1];
            // Two ends on one side would write over each other: the one that reaches less far is left to the legend. Ends at
            // one place share their words.
            let reach = |end: f64| (end - middle).abs();
            if bar.ends[0] == bar.ends[1] {
                if ink == SKY {
                    sheet.scene.text((x, y + TICK * 0.36), bar.both(), TICK, SOFT, anchor);
                }
            } else if !both || reach(end) >= reach(bar.ends[0]).max(reach(bar.ends[1])) {
                sheet.scene.text((x, y + TICK * 0.36), words.as_str(), TICK, SOFT, anchor);
            }
        }
        let name = shorten(cx.fonts, &bar.name, LABEL, name_width, "…");
        let at = (sheet.body.left + name_width, y + LABEL * 0.36);
        sheet.scene.text(at, name, LABEL, TEXT, Anchor::End);
    }
    let line = sharp(to(middle));
    sheet.scene.segment((line, plot.top), (line, plot.bottom), Stroke::new(AXIS, 1.2));
    let at = (plot.centre().0, sheet.body.bottom - 3.0);
    sheet.scene.text(at, title.clone(), LABEL, TEXT, Anchor::Middle);
    let parts: Vec<String> = bars
        .iter()
        .map(|bar| format!("{}{}{} – {}", bar.name, cx.colon(), number(bar.ends[0]), number(bar.ends[1])))
        .collect();
    let alt = cx.say("alt_tornado", &[("measure", &title), ("parts", &parts.join(cx.semicolon()))]);
    Ok(Drawn { scene: sheet.scene, title, alt })
}
