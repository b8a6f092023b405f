//! Rankings: a measure of things, as dots with intervals, sorted from high to low.
//!
//! A condition is a panel, sorted for itself, and all panels share the range. Of very many things the
//! highest and the lowest are shown. A dot needs no zero, unlike a bar: intervals stay wide enough
//! to be compared.

use super::colour::{AXIS, GRID, PALE, SOFT, TEXT};
use super::context::Context;
use super::data::{Facets, Groups, bounds, is_share, keys, range, value};
use super::scale::{Scale, alike, decimals, number};
use super::scene::{Anchor, Area, Scene, Stroke};
use super::sheet::{
    Head, LABEL, PANEL_TITLE, Sample, Sheet, TICK, body_width, horizontal, mark, panel_title, panels, sharp, widest,
};
use super::words::shorten;
use super::{Drawn, PlotError};
use crate::table::{Role, Table, TableSchema, Type};

/// So many of the highest, and of the lowest, are shown in all.
const MOST_EACH_END: usize = 40;
const MOST_LEGEND: usize = 12;
const ROW: f64 = 21.0;
/// The most of a panel's width that names take.
const MOST_NAME: f64 = 0.42;

/// One thing in a panel.
struct Entry {
    name: String,
    series: String,
    value: f64,
    band: Option<(f64, f64)>,
    /// What it should be, by a closed form.
    reference: Option<f64>,
}

/// The measure that says by a closed form what the others should be, if a table has one.
pub(super) fn reference(schema: &TableSchema) -> Option<usize> {
    schema.columns.iter().position(|column| column.name == "closed_form" && column.role == Role::Measure)
}

/// Draws a measure of the things in a table.
pub(super) fn draw(table: &Table, measure: usize, cx: &Context<'_>) -> Result<Drawn, PlotError> {
    let schema = table.schema();
    let facets = Facets::of(table, &[], true, cx);
    // A thing is named by the facets that make no panels and by its keys.
    let names: Vec<usize> = facets.lines.columns.iter().copied().chain(keys(schema)).collect();
    let series_column = series_column(table, &names, cx);
    let series_name = |row: usize| series_column.map_or(String::new(), |c| table.cell(row, c).show());
    // Where a key alone names the thing, its series stands in the legend, if that is short.
    let of_series = series_column.filter(|_| names.len() > 1);
    let short = of_series.is_some_and(|c| Groups::of(table, vec![c]).len() <= MOST_LEGEND);
    let rest: Vec<usize> = names.iter().copied().filter(|c| Some(*c) != of_series).collect();
    let unique = Groups::of(table, facets.panels.columns.iter().chain(&rest).copied().collect()).len() == table.len();
    let by_series = short && unique;
    let names = if by_series { rest } else { names };
    let cx = &cx.with_series((0..table.len()).map(series_name).filter(|s| !s.is_empty()));
    let places = schema.bounds_of(&schema.columns[measure].name);
    let reference = reference(schema).filter(|place| *place != measure);
    let count = facets.panels.len();
    let mut data: Vec<Vec<Entry>> = (0..count)
        .map(|p| {
            let entry = |row: usize| {
                let value = value(table, row, measure)?;
                let name = name_of(table, row, &names, cx);
                let reference = reference.and_then(|place| self::value(table, row, place));
                Some(Entry { name, series: series_name(row), value, band: bounds(table, row, places), reference })
            };
            let mut entries: Vec<Entry> = facets.panels.rows(p).filter_map(entry).collect();
            entries.sort_by(|a, b| b.value.total_cmp(&a.value));
            entries
        })
        .collect();
    let title = cx.column(schema, measure);
    let ends = |e: &Entry| {
        let (low, high) = e.band.unwrap_or((e.value, e.value));
        [e.value, low, high, e.reference.unwrap_or(e.value)]
    };
    let all = data.iter().flatten().flat_map(ends);
    let Some(xs) = range(all) else { return Ok(Drawn::nothing(table, title, cx)) };
    let alt = describe(table, measure, &data, &facets, cx);

    let mut head = Head { title: title.clone(), subtitle: cx.subtitle(table, &facets.fixed), ..Head::default() };
    if data.iter().flatten().any(|e| e.band.is_some()) {
        head.notes.push(cx.say("intervals", &[]));
    }
    if let Some(place) = reference {
        head.notes.push(cx.say("reference_line", &[("measure", &cx.column(schema, place))]));
    }
    let each_end = (MOST_EACH_END / count).max(5);
    let mut omitted = 0;
    let mut cuts = Vec::new();
    for entries in &mut data {
        let cut = (entries.len() > 2 * each_end).then_some(each_end);
        if let Some(cut) = cut {
            let tail = entries.len() - each_end;
            omitted = omitted.max(tail - cut);
            entries.drain(cut..tail);
        }
        cuts.push(cut);
    }
    if omitted > 0 {
        let holes = [("count", &*each_end.to_string()), ("omitted", &*omitted.to_string())];
        head.notes.push(cx.say("ends_only", &holes));
    }
    if by_series {
        let mut shown: Vec<String> = distinct(data.iter().flatten().map(|e| e.series.clone()));
        shown.sort_by_key(|name| cx.series.iter().position(|s| s == name));
        head.legend = shown.iter().map(|s| (Sample::Mark(cx.look(s)), cx.label(s))).collect();
    }

    let width = body_width(cx);
    let most_rows = data.iter().map(Vec::len).max().unwrap_or(0).max(1);
    // Panels under each other are compared best; many rows stand in two columns.
    let named = || data.iter().flatten().map(|e| &e.name);
    // Names that two columns would cut short, and with them what tells them apart, get the whole width.
    let fits = widest(cx, named(), LABEL) <= (width / 2.0 - 13.0) * MOST_NAME;
    let columns = if count > 1 && width > 640.0 && fits && (count > 3 || count * most_rows > 30) { 2 } else { 1 };
    let title_height = if count == 1 { 4.0 } else { PANEL_TITLE * 1.8 };
    // Panels beside each other are as high as the one of them with most rows asks for.
    let lengths: Vec<usize> = data.iter().map(Vec::len).collect();
    let most: Vec<usize> = lengths.chunks(columns).map(|row| row.iter().copied().max().unwrap_or(0).max(1)).collect();
    #[expect(clippy::cast_precision_loss, reason = "a few rows")]
    let heights: Vec<f64> = most.iter().map(|rows| *rows as f64 * ROW + title_height + 26.0).collect();
    #[expect(clippy::cast_precision_loss, reason = "a few rows")]
    let gaps = (heights.len() as f64 - 1.0) * 14.0;
    let natural: f64 = heights.iter().sum();
    let mut sheet = Sheet::new(cx, &head, natural + gaps + 20.0);
    let body = sheet.body.inset(0.0, 0.0, 0.0, 20.0);
    // A figure of a given height stretches or squeezes all alike.
    let scale = (body.height() - gaps) / natural;
    let mut top = body.top;
    let mut places = Vec::with_capacity(count);
    for (row, height) in heights.iter().enumerate() {
        let across = columns.min(count - row * columns);
        let area = Area::new(body.left, top, body.right, top + height * scale);
        places.extend(panels(&area, columns, columns, (26.0, 14.0)).into_iter().take(across));
        top = area.bottom + 14.0;
    }
    let panel_width = places[0].width();
    let name_width = widest(cx, named(), LABEL).min(panel_width * MOST_NAME);
    let decimals = decimals(data.iter().flatten().map(|e| e.value));
    let digits: Vec<String> = data.iter().flatten().map(|e| alike(e.value, decimals)).collect();
    let value_width = widest(cx, digits.iter(), TICK);
    let track = panel_width - name_width - value_width - 34.0;
    let whole = schema.columns[measure].ty == Type::Integer;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few ticks")]
    let ticks = ((track / 60.0) as usize).clamp(2, 8);
    let x = if is_share(schema, measure, xs) {
        Scale::within(0.0, 1.0, ticks.min(5), false)
    } else {
        Scale::around(xs.0, xs.1, ticks, whole)
    };
    for (p, (place, entries)) in places.iter().zip(&data).enumerate() {
        if count > 1 {
            panel_title(&mut sheet.scene, cx, place, &facets.panels.show(p, table, cx));
        }
        let plot = place.inset(name_width + 14.0, title_height, value_width + 20.0, 26.0);
        panel(&mut sheet.scene, cx, &plot, &x, entries, cuts[p], (most[p / columns], decimals), name_width);
    }
    let middle = if count == 1 { places[0].left + name_width + 14.0 + track / 2.0 } else { sheet.body.centre().0 };
    let at = (middle, sheet.body.bottom - 3.0);
    sheet.scene.text(at, cx.axis(schema, measure), LABEL, TEXT, Anchor::Middle);
    Ok(Drawn { scene: sheet.scene, title, alt })
}

#[expect(clippy::too_many_arguments, reason = "one panel of one chart")]
fn panel(
    scene: &mut Scene,
    cx: &Context<'_>,
    plot: &Area,
    x: &Scale,
    entries: &[Entry],
    cut: Option<usize>,
    (most_rows, decimals): (usize, Option<usize>),
    name_width: f64,
) {
    #[expect(clippy::cast_precision_loss, reason = "a few rows")]
    let row = (plot.height() / most_rows as f64).min(ROW * 1.6);
    #[expect(clippy::cast_precision_loss, reason = "a few rows")]
    let plot = Area::new(plot.left, plot.top, plot.right, plot.top + row * entries.len() as f64);
    if !entries.is_empty() {
        horizontal(scene, cx, &plot, x, true);
    }
    let size = LABEL.min(row * 0.85);
    for (k, entry) in entries.iter().enumerate() {
        #[expect(clippy::cast_precision_loss, reason = "a few rows")]
        let y = plot.top + row * (k as f64 + 0.5);
        if cut == Some(k) {
            let line = Stroke { ink: AXIS, width: 1.0, dash: &[3.0, 3.0] };
            let at = (y - row / 2.0).floor() + 0.5;
            scene.segment((plot.left - name_width - 8.0, at), (plot.right + 6.0, at), line);
        }
        let look = cx.look(&entry.series);
        let at = x.place(entry.value, plot.left, plot.right);
        scene.segment((plot.left, y), (at, y), Stroke { ink: GRID, width: 1.0, dash: &[1.0, 2.0] });
        if let Some((low, high)) = entry.band {
            let (low, high) = (x.place(low, plot.left, plot.right), x.place(high, plot.left, plot.right));
            let ink = if look.ink.lightness() > 80.0 { SOFT } else { look.ink };
            // Caps are higher than the marker, so that a narrow interval is seen behind it.
            let cap = (row * 0.3).min(6.0);
            scene.segment((low, y), (high, y), Stroke::new(ink, 1.6));
            for end in [low, high] {
                scene.segment((end, y - cap), (end, y + cap), Stroke::new(ink, 1.6));
            }
        }
        if let Some(reference) = entry.reference {
            let at = sharp(x.place(reference, plot.left, plot.right));
            scene.segment((at, y - row * 0.4), (at, y + row * 0.4), Stroke::new(TEXT, 1.6));
        }
        mark(scene, (at, y), look.marker, look.ink, 3.8_f64.min(row * 0.3));
        let name = shorten(cx.fonts, &entry.name, size, name_width, "…");
        scene.text((plot.left - 9.0, y + size * 0.36), name, size, TEXT, Anchor::End);
        let small = TICK.min(row * 0.8);
        scene.text((plot.right + 9.0, y + small * 0.36), alike(entry.value, decimals), small, SOFT, Anchor::Start);
    }
    if entries.is_empty() {
        scene.rect(plot.inset(0.0, 0.0, 0.0, -row), PALE);
        let at = (plot.centre().0, plot.top + row * 0.7);
        scene.text(at, cx.say("no_rows", &[]), LABEL, SOFT, Anchor::Middle);
    }
}

/// The column whose values take the colours: the last of the naming columns that holds a series of the
/// run, else the last one.
fn series_column(table: &Table, names: &[usize], cx: &Context<'_>) -> Option<usize> {
    let of_run = |c: &usize| (0..table.len()).any(|row| cx.series.contains(&table.cell(row, *c).show()));
    names.iter().rev().copied().find(of_run).or(names.last().copied())
}

/// A thing's name: its keys, each once.
fn name_of(table: &Table, row: usize, names: &[usize], cx: &Context<'_>) -> String {
    let parts = names.iter().map(|c| cx.value(table.schema(), *c, &table.cell(row, *c).show()));
    distinct(parts).join(" · ")
}

fn distinct(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut seen: Vec<String> = Vec::new();
    for name in names {
        if !seen.contains(&name) {
            seen.push(name);
        }
    }
    seen
}

fn describe(table: &Table, measure: usize, data: &[Vec<Entry>], facets: &Facets, cx: &Context<'_>) -> String {
    let parts: Vec<String> = data
        .iter()
        .enumerate()
        .filter_map(|(p, entries)| {
            let (first, last) = (entries.first()?, entries.last()?);
            let panel = facets.panels.show(p, table, cx);
            let panel = if panel.is_empty() { panel } else { panel + cx.colon() };
            let (high, low) = (number(first.value), number(last.value));
            let words = match entries.len() {
                1 => format!("{} {high}", first.name),
                _ => {
                    cx.say("alt_rank", &[("most", &first.name), ("high", &high), ("least", &last.name), ("low", &low)])
                }
            };
            Some(panel + &words)
        })
        .collect();
    let things = data.iter().map(Vec::len).max().unwrap_or(0).to_string();
    let measure = cx.column(table.schema(), measure);
    cx.say("alt_ranking", &[("measure", &measure), ("count", &things), ("parts", &parts.join(cx.semicolon()))])
}
