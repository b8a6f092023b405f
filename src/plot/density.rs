//! Distributions: how often each value of a measure occurred, a row a group, a panel a condition.
//!
//! A row shows where the mass lies and under it a box: median, quartiles, and whiskers to the least and
//! the greatest value. With few distinct values each is a bar at its place; with many the bars are bins of
//! round width, and nothing is smoothed over values that never occurred. Each row is scaled to its own
//! peak. Quantiles are those of the weighted empirical distribution: the least value at or below which
//! lies at least the share.

use super::colour::{AXIS, SOFT, TEXT};
use super::context::Context;
use super::data::{Facets, is_share, keys, range, value, weight};
use super::scale::{Scale, alike, decimals, number};
use super::scene::{Anchor, Area, Scene, Stroke};
use super::sheet::{Head, LABEL, PANEL_TITLE, Sheet, TICK, body_width, horizontal, panel_title, panels, widest};
use super::words::shorten;
use super::{Drawn, PlotError};
use crate::table::{Table, Type};

/// Up to so many distinct values in a row are bars of their own.
const MOST_BARS: usize = 24;
const MOST_ROWS: usize = 40;

/// The values of a row, ascending, with their weights.
struct Row {
    group: usize,
    values: Vec<(f64, f64)>,
}

impl Row {
    fn total(&self) -> f64 {
        self.values.iter().map(|(_, w)| w).sum()
    }

    /// The least value with at least this share of the weight at or below it.
    fn quantile(&self, share: f64) -> f64 {
        let wanted = self.total() * share;
        let mut sum = 0.0;
        let found = self.values.iter().find(|(_, w)| {
            sum += w;
            sum >= wanted * (1.0 - 1e-12)
        });
        found.or(self.values.last()).map_or(0.0, |(v, _)| *v)
    }

    fn mean(&self) -> f64 {
        self.values.iter().map(|(v, w)| v * (w / self.total())).sum()
    }
}

/// Draws a measure's distribution.
pub(super) fn draw(table: &Table, measure: usize, cx: &Context<'_>) -> Result<Drawn, PlotError> {
    let schema = table.schema();
    let facets = Facets::of(table, &keys(schema), false, cx);
    let lines = &facets.lines;
    let cx = &cx.with_series((0..lines.len()).map(|g| lines.key(g)));
    let count = facets.panels.len();
    let mut omitted = 0;
    let data: Vec<Vec<Row>> = (0..count)
        .map(|p| {
            let mut rows = collect(table, measure, &facets, p);
            omitted = omitted.max(rows.len().saturating_sub(MOST_ROWS));
            rows.truncate(MOST_ROWS);
            rows
        })
        .collect();
    let title = cx.column(schema, measure);
    let Some(xs) = range(data.iter().flatten().flat_map(|r| r.values.iter().map(|(v, _)| *v))) else {
        return Ok(Drawn::nothing(table, title, cx));
    };
    let discrete = data.iter().flatten().all(|r| r.values.len() <= MOST_BARS);
    let mut head = Head { title: title.clone(), subtitle: cx.subtitle(table, &facets.fixed), ..Head::default() };
    head.notes.push(cx.say(if discrete { "box_and_bars" } else { "box_and_bins" }, &[]));
    if omitted > 0 {
        head.notes.push(cx.say("rows_left_out", &[("count", &omitted.to_string())]));
    }

    let width = body_width(cx);
    let most_rows = data.iter().map(Vec::len).max().unwrap_or(0).max(1);
    let columns = if count > 1 && width > 640.0 && count * most_rows > 6 { 2 } else { 1 };
    let row_height = if most_rows <= 4 { 58.0 } else { 46.0 };
    let title_height = if count == 1 { 4.0 } else { PANEL_TITLE * 1.8 };
    #[expect(clippy::cast_precision_loss, reason = "a few rows")]
    let (panel_height, grid_rows) =
        (most_rows as f64 * row_height + title_height + 26.0, count.div_ceil(columns) as f64);
    let mut sheet = Sheet::new(cx, &head, grid_rows * panel_height + (grid_rows - 1.0) * 14.0 + 20.0);
    let places = panels(&sheet.body.inset(0.0, 0.0, 0.0, 20.0), count, columns, (26.0, 14.0));
    let panel_width = places[0].width();
    let names: Vec<String> = (0..lines.len()).map(|g| lines.show(g, table, cx)).collect();
    let decimals = decimals(data.iter().flatten().map(|r| r.quantile(0.5)));
    let medians: Vec<String> = data.iter().flatten().map(|r| alike(r.quantile(0.5), decimals)).collect();
    let name_width = widest(cx, names.iter(), LABEL).min(panel_width * 0.36);
    let value_width = widest(cx, medians.iter(), TICK);
    let left = if name_width > 0.0 { name_width + 14.0 } else { 8.0 };
    let track = panel_width - left - value_width - 22.0;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few ticks")]
    let ticks = ((track / 60.0) as usize).clamp(2, 8);
    let whole = schema.columns[measure].ty == Type::Integer;
    let x = if is_share(schema, measure, xs) {
        Scale::within(-0.02, 1.02, ticks.min(5), false)
    } else {
        let margin = (xs.1 - xs.0) * 0.02;
        Scale::around(xs.0 - margin, xs.1 + margin, ticks, whole)
    };
    for (p, (place, rows)) in places.iter().zip(&data).enumerate() {
        if count > 1 {
            panel_title(&mut sheet.scene, cx, place, &facets.panels.show(p, table, cx));
        }
        let plot = place.inset(left, title_height, value_width + 16.0, 26.0);
        #[expect(clippy::cast_precision_loss, reason = "a few rows")]
        let height = (plot.height() / most_rows as f64).min(90.0);
        #[expect(clippy::cast_precision_loss, reason = "a few rows")]
        let plot = Area::new(plot.left, plot.top, plot.right, plot.top + height * rows.len() as f64);
        horizontal(&mut sheet.scene, cx, &plot, &x, true);
        for (k, row) in rows.iter().enumerate() {
            #[expect(clippy::cast_precision_loss, reason = "a few rows")]
            let top = plot.top + height * k as f64;
            let area = Area::new(plot.left, top, plot.right, top + height);
            mass(&mut sheet.scene, cx, &area, &x, row, lines.key(row.group), discrete);
            let name = shorten(cx.fonts, &names[row.group], LABEL, name_width, "…");
            let y = top + height * 0.62;
            sheet.scene.text((plot.left - 9.0, y), name, LABEL, TEXT, Anchor::End);
            let median = alike(row.quantile(0.5), decimals);
            sheet.scene.text((plot.right + 9.0, top + height * 0.86), median, TICK, SOFT, Anchor::Start);
        }
    }
    let middle = if count == 1 { places[0].left + left + track / 2.0 } else { sheet.body.centre().0 };
    let at = (middle, sheet.body.bottom - 3.0);
    sheet.scene.text(at, cx.axis(schema, measure), LABEL, TEXT, Anchor::Middle);
    let alt = describe(table, measure, &data, &facets, cx);
    Ok(Drawn { scene: sheet.scene, title, alt })
}

fn collect(table: &Table, measure: usize, facets: &Facets, panel: usize) -> Vec<Row> {
    let weights = weight(table.schema());
    let mut rows: Vec<Row> = (0..facets.lines.len()).map(|group| Row { group, values: Vec::new() }).collect();
    for row in facets.panels.rows(panel) {
        let weight = weights.map_or(Some(1.0), |w| value(table, row, w)).filter(|w| *w > 0.0);
        if let (Some(v), Some(w)) = (value(table, row, measure), weight) {
            rows[facets.lines.of_row[row]].values.push((v, w));
        }
    }
    for row in &mut rows {
        row.values.sort_by(|a, b| a.0.total_cmp(&b.0));
        row.values =
            row.values.chunk_by(|a, b| a.0 == b.0).map(|run| (run[0].0, run.iter().map(|r| r.1).sum())).collect();
    }
    rows.retain(|row| !row.values.is_empty());
    rows
}

/// Draws one row: bars or bins above, the box below.
fn mass(scene: &mut Scene, cx: &Context<'_>, area: &Area, x: &Scale, row: &Row, series: String, discrete: bool) {
    let ink = cx.look(&series).ink;
    let edge = if ink.lightness() > 80.0 { SOFT } else { ink };
    let to = |v: f64| x.place(v, area.left, area.right);
    let (base, high) = (area.top + area.height() * 0.66, area.height() * 0.58);
    if discrete {
        let places: Vec<f64> = row.values.iter().map(|(v, _)| to(*v)).collect();
        let gap = places.windows(2).map(|w| w[1] - w[0]).fold(f64::INFINITY, f64::min);
        let half = (gap * 0.4).clamp(1.0, 5.0);
        let peak = row.values.iter().map(|(_, w)| *w).fold(0.0, f64::max);
        for (place, (_, w)) in places.iter().zip(&row.values) {
            // A bar is at least a hair high, so that a rare value is seen.
            let top = base - (high * w / peak).max(1.0);
            scene.rect(Area::new(place - half, top, place + half, base), ink.tint(0.55));
            scene.frame(Area::new(place - half, top, place + half, base), Stroke::new(edge, 0.8));
        }
    } else {
        let bins = bins(row, x);
        let peak = bins.iter().map(|(_, _, w)| *w).fold(0.0, f64::max);
        let mut outline = Vec::new();
        for (low, end, w) in &bins {
            let top = base - high * w / peak;
            outline.extend([(to(*low), top), (to(*end), top)]);
        }
        if let (Some(first), Some(last)) = (outline.first().copied(), outline.last().copied()) {
            outline.insert(0, (first.0, base));
            outline.push((last.0, base));
            scene.fill(outline.clone(), ink.tint(0.45));
            scene.line(outline, Stroke::new(edge, 1.0));
        }
    }
    scene.segment((area.left, base), (area.right, base), Stroke::new(AXIS, 0.6));

    let (middle, half) = (area.top + area.height() * 0.82, area.height() * 0.085);
    let [low, q1, median, q3, top] = [0.0, 0.25, 0.5, 0.75, 1.0].map(|s| to(row.quantile(s)));
    scene.segment((low, middle), (q1, middle), Stroke::new(edge, 1.2));
    scene.segment((q3, middle), (top, middle), Stroke::new(edge, 1.2));
    let half_width = ((q3 - q1) / 2.0).max(1.5);
    let centre = f64::midpoint(q1, q3);
    let quartiles = Area::new(centre - half_width, middle - half, centre + half_width, middle + half);
    scene.rect(quartiles, ink.tint(0.3));
    scene.frame(quartiles, Stroke::new(edge, 1.2));
    scene.segment((median, middle - half - 1.5), (median, middle + half + 1.5), Stroke::new(TEXT, 2.2));
}

/// Bins of a round width, about forty over the axis, each with its ends and its weight.
fn bins(row: &Row, x: &Scale) -> Vec<(f64, f64, f64)> {
    let step = x.ticks.windows(2).next().map_or(x.high - x.low, |w| w[1] - w[0]);
    let ticks = (x.high - x.low) / step;
    // A tick's step has a whole number of bins, so that bins end at ticks.
    let per_tick = [2.0, 4.0, 5.0, 10.0, 20.0].into_iter().find(|n| n * ticks >= 32.0).unwrap_or(20.0);
    let width = step / per_tick;
    let mut bins: Vec<(f64, f64, f64)> = Vec::new();
    for (v, w) in &row.values {
        let k = (v / width + 1e-9).floor();
        let (low, end) = (k * width, (k + 1.0) * width);
        match bins.last_mut() {
            Some(bin) if bin.0 == low => bin.2 += w,
            Some(bin) => {
                let gap = bin.1;
                if gap < low {
                    bins.push((gap, low, 0.0));
                }
                bins.push((low, end, *w));
            }
            None => bins.push((low, end, *w)),
        }
    }
    bins
}

fn describe(table: &Table, measure: usize, data: &[Vec<Row>], facets: &Facets, cx: &Context<'_>) -> String {
    let mut parts = Vec::new();
    for (p, rows) in data.iter().enumerate() {
        for row in rows {
            let name = [facets.panels.show(p, table, cx), facets.lines.show(row.group, table, cx)];
            let name = name.into_iter().filter(|s| !s.is_empty()).collect::<Vec<_>>().join(cx.comma());
            let [q1, median, q3] = [0.25, 0.5, 0.75].map(|s| number(row.quantile(s)));
            let holes =
                [("name", &*name), ("median", &*median), ("q1", &*q1), ("q3", &*q3), ("mean", &*number(row.mean()))];
            parts.push(cx.say("alt_quartiles", &holes).trim_start_matches([' ', ':', '：']).to_string());
        }
    }
    let rest = parts.len().saturating_sub(12);
    parts.truncate(12);
    if rest > 0 {
        parts.push(cx.say("more", &[("count", &rest.to_string())]));
    }
    let measure = cx.column(table.schema(), measure);
    cx.say("alt_density", &[("measure", &measure), ("parts", &parts.join(cx.semicolon()))])
}
