//! Networks: things on a circle, in the table's order, and the edges between them.
//!
//! The first two keys are an edge's ends, its first measure (or the weight) its weight: the line's width.
//! Facets are panels. Of very many things those with the heaviest edges are shown, and names that would
//! cover each other are left out.

use super::colour::{BLUE, Ink, SOFT, TEXT, WHITE};
use super::context::Context;
use super::data::{Groups, keys, measures, value, weight};
use super::scale::number;
use super::scene::{Anchor, Area, Point, Scene, Stroke};
use super::sheet::{Head, LABEL, Sheet, TICK, body_width, columns, panel_title, panels};
use super::words::shorten;
use super::{Drawn, PlotError};
use crate::table::{Role, Table};

const MOST_NODES: usize = 48;
const MOST_PANELS: usize = 6;

/// An edge between two nodes.
#[derive(Clone, Copy)]
struct Edge {
    from: usize,
    to: usize,
    weight: f64,
}

/// Draws the edges of a table.
pub(super) fn draw(table: &Table, cx: &Context<'_>) -> Result<Drawn, PlotError> {
    let schema = table.schema();
    let ends = keys(schema);
    let &[from, to, ..] = ends.as_slice() else { return Err(PlotError::missing(table, &Role::Key)) };
    let weights = measures(schema).first().copied().or(weight(schema));
    let title = cx.table_title(table);
    if table.is_empty() {
        return Ok(Drawn::nothing(table, title, cx));
    }
    let groups = Groups::of(table, schema.with_role(&Role::Facet).collect());
    let mut names: Vec<String> = Vec::new();
    let mut places = std::collections::BTreeMap::new();
    let mut edges: Vec<Vec<Edge>> = vec![Vec::new(); groups.len()];
    for row in 0..table.len() {
        let mut node = |column: usize| {
            let name = table.cell(row, column).show();
            *places.entry(name.clone()).or_insert_with(|| {
                names.push(name);
                names.len() - 1
            })
        };
        let (from, to) = (node(from), node(to));
        let weight = weights.map_or(Some(1.0), |w| value(table, row, w));
        if let Some(weight) = weight {
            edges[groups.of_row[row]].push(Edge { from, to, weight });
        }
    }
    let count = groups.len().min(MOST_PANELS);
    let shown = heaviest(&edges, names.len());
    let mut head = Head { title: title.clone(), ..Head::default() };
    if let Some(w) = weights {
        head.notes.push(cx.say("edge_width", &[("measure", &cx.axis(schema, w))]));
    }
    if shown.len() < names.len() {
        head.notes.push(cx.say("nodes_left_out", &[("count", &(names.len() - shown.len()).to_string())]));
    }
    if count < groups.len() {
        head.notes.push(cx.say("panels_left_out", &[("count", &(groups.len() - count).to_string())]));
    }
    let per_row = columns(count, body_width(cx)).min(2);
    #[expect(clippy::cast_precision_loss, reason = "a few panels")]
    let (rows, across) = (count.div_ceil(per_row) as f64, per_row as f64);
    let side = (body_width(cx) / across).min(480.0);
    let mut sheet = Sheet::new(cx, &head, rows * side + (rows - 1.0) * 14.0);
    let most = edges.iter().flatten().map(|e| e.weight.abs()).fold(0.0, f64::max);
    for (p, (place, edges)) in panels(&sheet.body, count, per_row, (20.0, 14.0)).iter().zip(&edges).enumerate() {
        let above = if count > 1 { 24.0 } else { 0.0 };
        if count > 1 {
            panel_title(&mut sheet.scene, cx, place, &groups.show(p, table, cx));
        }
        circle(&mut sheet.scene, cx, &place.inset(0.0, above, 0.0, 0.0), edges, &shown, &names, most);
    }
    let strongest =
        edges.iter().flatten().max_by(|a, b| a.weight.total_cmp(&b.weight).then((b.from, b.to).cmp(&(a.from, a.to))));
    let strongest = strongest.map_or(String::new(), |e| {
        format!("{} → {} ({})", cx.label(&names[e.from]), cx.label(&names[e.to]), number(e.weight))
    });
    let edge_count = edges.iter().map(Vec::len).sum::<usize>().to_string();
    let holes = [("nodes", &*names.len().to_string()), ("edges", &*edge_count), ("strongest", &*strongest)];
    let alt = cx.say("alt_network", &holes);
    Ok(Drawn { scene: sheet.scene, title, alt })
}

/// The nodes to show: all, or those with the greatest weight of edges, in the table's order.
fn heaviest(edges: &[Vec<Edge>], count: usize) -> Vec<usize> {
    let mut sums = vec![0.0; count];
    for e in edges.iter().flatten() {
        sums[e.from] += e.weight.abs();
        sums[e.to] += e.weight.abs();
    }
    let mut nodes: Vec<usize> = (0..count).collect();
    nodes.sort_by(|a, b| sums[*b].total_cmp(&sums[*a]).then(a.cmp(b)));
    nodes.truncate(MOST_NODES);
    nodes.sort_unstable();
    nodes
}

fn circle(
    scene: &mut Scene,
    cx: &Context<'_>,
    area: &Area,
    edges: &[Edge],
    shown: &[usize],
    names: &[String],
    most: f64,
) {
    let centre = area.centre();
    let margin = 78.0_f64.min(area.width() * 0.22);
    let radius = (area.width() / 2.0 - margin).min(area.height() / 2.0 - 26.0).max(10.0);
    #[expect(clippy::cast_precision_loss, reason = "a few nodes")]
    let turn = |k: usize| std::f64::consts::TAU * k as f64 / shown.len() as f64 - std::f64::consts::FRAC_PI_2;
    let on = |k: usize, r: f64| -> Point {
        let (sin, cos) = libm::sincos(turn(k));
        (centre.0 + r * cos, centre.1 + r * sin)
    };
    let place = |node: usize| shown.binary_search(&node).ok();
    let mut order: Vec<&Edge> = edges.iter().collect();
    order.sort_by(|a, b| a.weight.abs().total_cmp(&b.weight.abs()));
    for e in order {
        let (Some(a), Some(b)) = (place(e.from), place(e.to)) else { continue };
        let share = if most > 0.0 { e.weight.abs() / most } else { 0.0 };
        let ink = Ink { alpha: 0.25 + 0.6 * share, ..if e.weight < 0.0 { super::colour::VERMILLION } else { BLUE } };
        let stroke = Stroke::new(ink, 0.6 + 3.4 * share);
        if a == b {
            scene.ring(on(a, radius + 9.0), 7.0, stroke);
        } else {
            scene.segment(on(a, radius), on(b, radius), stroke);
            arrow(scene, on(a, radius), on(b, radius), ink);
        }
    }
    let mut taken: Vec<Area> = Vec::new();
    for (k, node) in shown.iter().enumerate() {
        let at = on(k, radius);
        scene.disc(at, 5.5, WHITE);
        scene.disc(at, 4.8, TEXT);
        let (sin, cos) = libm::sincos(turn(k));
        let out = on(k, radius + 12.0);
        let anchor = if cos > 0.2 {
            Anchor::Start
        } else if cos < -0.2 {
            Anchor::End
        } else {
            Anchor::Middle
        };
        let size = if shown.len() > 24 { TICK - 1.0 } else { LABEL };
        let room =
            if anchor == Anchor::Middle { 140.0 } else { (area.width() / 2.0 - radius * cos.abs() - 14.0).max(30.0) };
        let words = shorten(cx.fonts, &cx.label(&names[*node]), size, room, "…");
        let down = if anchor == Anchor::Middle { if sin < 0.0 { -2.0 } else { size * 0.9 } } else { size * 0.36 };
        let width = cx.fonts.width(&words, size);
        let left = match anchor {
            Anchor::Start => out.0,
            Anchor::Middle => out.0 - width / 2.0,
            Anchor::End => out.0 - width,
        };
        // On a crowded circle a name that would cover another is left out.
        let area = Area::new(left - 2.0, out.1 + down - size, left + width + 2.0, out.1 + down);
        let covers =
            |b: &Area| area.left < b.right && b.left < area.right && area.top < b.bottom && b.top < area.bottom;
        if !taken.iter().any(covers) {
            scene.text((out.0, out.1 + down), words, size, SOFT, anchor);
            taken.push(area);
        }
    }
}

/// An arrow head a little before the end of an edge.
fn arrow(scene: &mut Scene, from: Point, to: Point, ink: Ink) {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = (dx * dx + dy * dy).sqrt().max(1e-9);
    let (u, v) = (dx / length, dy / length);
    let tip = (to.0 - u * 7.0, to.1 - v * 7.0);
    let back = (tip.0 - u * 8.0, tip.1 - v * 8.0);
    scene.fill(vec![tip, (back.0 - v * 3.4, back.1 + u * 3.4), (back.0 + v * 3.4, back.1 - u * 3.4)], ink.alpha(1.0));
}
