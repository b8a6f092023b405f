//! Shares of a whole over `x`: areas on top of each other, a layer a group, a panel a condition.
//!
//! Layers lie in the table's order from below; where a group has no value, its layer is empty. A point has as much to say as any
//! other: of more points than the paper can show, each half pixel keeps its first.

use super::colour::{TEXT, WHITE};
use super::context::Context;
use super::data::{Facets, Horizontal, keys, range, value};
use super::lines::x_axis;
use super::scale::{Scale, number};
use super::scene::{Anchor, Point, Stroke};
use super::sheet::{
    Head, LABEL, PANEL_TITLE, Sample, Sheet, TICK, body_width, columns, horizontal, panel_title, panels, vertical,
    widest,
};
use super::{Drawn, PlotError};
use crate::table::{Role, Table};
use std::collections::BTreeMap;

/// One panel: x, and by group the edge above its layer.
type Layers = Vec<(f64, Vec<f64>)>;

/// Draws a measure over the `x` of its table.
pub(super) fn draw(table: &Table, measure: usize, cx: &Context<'_>) -> Result<Drawn, PlotError> {
    let schema = table.schema();
    let h = Horizontal::of(table).ok_or_else(|| PlotError::missing(table, &Role::X))?;
    let facets = Facets::of(table, &keys(schema), false, cx);
    let lines = &facets.lines;
    let cx = &cx.with_series((0..lines.len()).map(|g| lines.key(g)));
    let data: Vec<Layers> = (0..facets.panels.len()).map(|p| collect(table, measure, &h, &facets, p)).collect();
    let title = cx.table_title(table);
    let xs = range(data.iter().flatten().map(|(x, _)| *x));
    let (Some(xs), Some(top)) = (xs, range(data.iter().flatten().filter_map(|(_, edges)| edges.last().copied())))
    else {
        return Ok(Drawn::nothing(table, title, cx));
    };
    let mut head = Head { title: title.clone(), subtitle: facets.fixed.join(" · "), ..Head::default() };
    head.legend =
        (0..lines.len()).map(|g| (Sample::Fill(cx.look(&lines.key(g)).ink), lines.show(g, table, cx))).collect();
    let count = data.len();
    let across = columns(count, body_width(cx));
    let (panel_height, title_height) = if count == 1 { (300.0, 0.0) } else { (180.0, PANEL_TITLE * 1.7) };
    let gap = 34.0;
    #[expect(clippy::cast_precision_loss, reason = "a few panels")]
    let rows = count.div_ceil(across) as f64;
    let mut sheet = Sheet::new(cx, &head, rows * (panel_height + title_height) + (rows - 1.0) * gap + 40.0);
    let y = Scale::within(0.0, top.1.max(1e-9), 5, false);
    let left = widest(cx, y.labels.iter(), TICK) + 32.0;
    let area = sheet.body.inset(left, 6.0, 6.0, 40.0);
    for (p, (place, layers)) in panels(&area, count, across, (22.0, gap)).iter().zip(&data).enumerate() {
        let x = x_axis(cx, table, &h, range(layers.iter().map(|(x, _)| *x)).unwrap_or(xs), place.width());
        let plot = place.inset(0.0, title_height, 0.0, 0.0);
        if count > 1 {
            panel_title(&mut sheet.scene, cx, place, &facets.panels.show(p, table, cx));
        }
        vertical(&mut sheet.scene, &plot, &y, p % across == 0);
        horizontal(&mut sheet.scene, cx, &plot, &x, false);
        let to = |x_value: f64, edge: f64| -> Point {
            (x.place(x_value, plot.left, plot.right), y.place(edge, plot.bottom, plot.top))
        };
        let shown = thinned(layers, |x_value| to(x_value, 0.0).0);
        for group in 0..lines.len() {
            let above = |(x, edges): &&(f64, Vec<f64>)| to(*x, edges[group]);
            let below = |(x, edges): &&(f64, Vec<f64>)| to(*x, if group == 0 { 0.0 } else { edges[group - 1] });
            let ink = cx.look(&lines.key(group)).ink;
            let upper: Vec<Point> = shown.iter().map(above).collect();
            let outline = upper.iter().copied().chain(shown.iter().rev().map(below)).collect();
            sheet.scene.fill(outline, ink.alpha(0.8));
            // A thin line of the ground parts a layer from the next, however alike their colours are.
            sheet.scene.line(upper, Stroke::new(WHITE, 0.6));
        }
    }
    let (middle, body) = (area.centre(), sheet.body);
    sheet.scene.text((middle.0, body.bottom - 2.0), cx.axis(schema, h.column), LABEL, TEXT, Anchor::Middle);
    sheet.scene.upwards((body.left + LABEL * 0.8, middle.1), cx.axis(schema, measure), LABEL, TEXT, Anchor::Middle);
    let alt = describe(table, (measure, &h), &facets, &data, cx);
    Ok(Drawn { scene: sheet.scene, title, alt })
}

fn collect(table: &Table, measure: usize, h: &Horizontal, facets: &Facets, panel: usize) -> Layers {
    let mut places: BTreeMap<u64, usize> = BTreeMap::new();
    let mut layers: Layers = Vec::new();
    for row in facets.panels.rows(panel) {
        let (Some(x), Some(share)) = (h.of_row[row], value(table, row, measure)) else { continue };
        let place = *places.entry(x.to_bits()).or_insert_with(|| {
            layers.push((x, vec![0.0; facets.lines.len()]));
            layers.len() - 1
        });
        layers[place].1[facets.lines.of_row[row]] += share;
    }
    layers.sort_by(|a, b| a.0.total_cmp(&b.0));
    for (_, edges) in &mut layers {
        for k in 1..edges.len() {
            edges[k] += edges[k - 1];
        }
    }
    layers
}

/// The points that the paper can show: the first of each half pixel, and the last of all.
fn thinned(layers: &Layers, at: impl Fn(f64) -> f64) -> Vec<&(f64, Vec<f64>)> {
    let column = |layer: &(f64, Vec<f64>)| (at(layer.0) * 2.0).floor();
    let mut shown: Vec<&(f64, Vec<f64>)> = Vec::new();
    for (k, layer) in layers.iter().enumerate() {
        if k + 1 == layers.len() || shown.last().is_none_or(|last| column(last) < column(layer)) {
            shown.push(layer);
        }
    }
    shown
}

/// The chart in a sentence or two.
fn describe(
    table: &Table,
    (measure, h): (usize, &Horizontal),
    facets: &Facets,
    data: &[Layers],
    cx: &Context<'_>,
) -> String {
    let schema = table.schema();
    let lines = &facets.lines;
    let mut alt = cx.say(
        "alt_stack",
        &[
            ("measure", &cx.column(schema, measure)),
            ("x", &cx.column(schema, h.column)),
            ("lines", &lines.len().to_string()),
            ("panels", &data.len().to_string()),
        ],
    );
    let layer = |edges: &[f64], g: usize| edges[g] - if g == 0 { 0.0 } else { edges[g - 1] };
    let ends = data.iter().enumerate().filter_map(|(p, layers)| Some((p, &layers.last()?.1)));
    let ends: Vec<(f64, usize, usize)> =
        ends.flat_map(|(p, edges)| (0..lines.len()).map(move |g| (layer(edges, g), p, g))).collect();
    let name = |p: usize, g: usize| {
        let parts = [lines.show(g, table, cx), facets.panels.show(p, table, cx)];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(cx.comma())
    };
    let least = ends.iter().min_by(|a, b| a.0.total_cmp(&b.0));
    let most = ends.iter().max_by(|a, b| a.0.total_cmp(&b.0).then((b.1, b.2).cmp(&(a.1, a.2))));
    if let (Some(least), Some(most)) = (least, most) {
        alt.push_str(cx.gap());
        let (high, low) = (number(most.0), number(least.0));
        let holes =
            [("high", &*high), ("low", &*low), ("most", &*name(most.1, most.2)), ("least", &*name(least.1, least.2))];
        alt.push_str(&cx.say("alt_ends", &holes));
    }
    alt
}
