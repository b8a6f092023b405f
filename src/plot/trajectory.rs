//! Paths and other shapes in a plane or in a simplex.
//!
//! Two measures are the plane's coordinates. Three or more whose first three sum to one in every row are
//! shares, and are drawn in an equilateral triangle, each corner one share's whole. A path is a group of
//! rows in the order of its `x`, if it has one; a ring marks its start, a dot its end. The note `shape` asks for another
//! shape than a path.

use super::colour::{AXIS, GRID, TEXT};
use super::context::Context;
use super::data::{Facets, Horizontal, keys, measures, range, value};
use super::scale::{Scale, number};
use super::scene::{Anchor, Area, Point, Scene, Stroke};
use super::shapes::Shape;
use super::sheet::{Head, LABEL, Sheet, TICK, body_width, columns, horizontal, panel_title, panels, vertical, widest};
use super::{Drawn, PlotError};
use crate::table::{Role, Table};

const MOST_LEGEND: usize = 12;

/// The coordinates of a path's points, two or three each.
type Path = Vec<Vec<f64>>;

/// Draws the paths of a table.
pub(super) fn draw(table: &Table, cx: &Context<'_>) -> Result<Drawn, PlotError> {
    let schema = table.schema();
    let axes = measures(schema);
    if axes.len() < 2 {
        return Err(PlotError::missing(table, &Role::Measure));
    }
    let facets = Facets::of(table, &keys(schema), false, cx);
    let lines = &facets.lines;
    let cx = &cx.with_series((0..lines.len()).map(|g| lines.key(g)));
    let triangle = axes.len() >= 3 && shares(table, &axes[..3]);
    let axes = &axes[..if triangle { 3 } else { 2 }];
    let title = cx.table_title(table);
    let data: Vec<Vec<Path>> = (0..facets.panels.len()).map(|p| collect(table, axes, &facets, p)).collect();
    let of_rows = Shape::of_rows(table);
    let shapes: Vec<Shape> =
        (0..lines.len()).map(|g| lines.rows(g).next().map_or(Shape::Path, |row| of_rows[row])).collect();
    let points = || data.iter().flatten().flatten();
    let (Some(xs), Some(ys)) = (range(points().map(|p| p[0])), range(points().map(|p| p[1]))) else {
        return Ok(Drawn::nothing(table, title, cx));
    };
    let mut head = Head { title: title.clone(), subtitle: facets.fixed.join(" · "), ..Head::default() };
    if shapes.contains(&Shape::Path) {
        head.notes.push(cx.say("start_and_end", &[]));
    }
    if lines.len() > 1 && lines.len() <= MOST_LEGEND {
        head.legend =
            (0..lines.len()).map(|g| (shapes[g].sample(cx.look(&lines.key(g))), lines.show(g, table, cx))).collect();
    }
    let count = facets.panels.len();
    let per_row = columns(count, body_width(cx));
    #[expect(clippy::cast_precision_loss, reason = "a few panels")]
    let (rows, across) = (count.div_ceil(per_row) as f64, per_row as f64);
    let side = if count == 1 { 380.0 } else { (body_width(cx) / across).min(300.0) };
    let mut sheet = Sheet::new(cx, &head, rows * side + (rows - 1.0) * 20.0 + 10.0);
    let y = Scale::around(ys.0, ys.1, 5, false);
    let x = Scale::around(xs.0, xs.1, 5, false);
    let names: Vec<String> = axes.iter().map(|a| cx.axis(schema, *a)).collect();
    for (p, (place, paths)) in panels(&sheet.body, count, per_row, (26.0, 20.0)).iter().zip(&data).enumerate() {
        let scene = &mut sheet.scene;
        if count > 1 {
            panel_title(scene, cx, place, &facets.panels.show(p, table, cx));
        }
        let above = if count > 1 { 24.0 } else { 4.0 };
        if triangle {
            let corners = simplex(scene, &place.inset(0.0, above, 0.0, 0.0), &names);
            draw_shapes(scene, cx, paths, (lines, &shapes), |p| {
                let at = |f: fn(Point) -> f64| (0..3).map(|k| p[k] * f(corners[k])).sum::<f64>();
                (at(|c| c.0), at(|c| c.1))
            });
        } else {
            let left = widest(cx, y.labels.iter(), TICK) + 32.0;
            let plot = place.inset(left, above + 4.0, 8.0, 44.0);
            vertical(scene, &plot, &y, true);
            horizontal(scene, cx, &plot, &x, true);
            scene.text((plot.centre().0, plot.bottom + 38.0), &*names[0], LABEL, TEXT, Anchor::Middle);
            scene.upwards((place.left + LABEL * 0.8, plot.centre().1), &*names[1], LABEL, TEXT, Anchor::Middle);
            draw_shapes(scene, cx, paths, (lines, &shapes), |p| {
                (x.place(p[0], plot.left, plot.right), y.place(p[1], plot.bottom, plot.top))
            });
        }
    }
    let ends: Vec<String> = data
        .iter()
        .flatten()
        .filter_map(|path| path.last())
        .take(6)
        .map(|p| format!("({})", p.iter().map(|v| number(*v)).collect::<Vec<_>>().join(cx.comma())))
        .collect();
    let sentence = if shapes.iter().all(|shape| *shape == Shape::Path) { "alt_trajectory" } else { "alt_plane" };
    let all: Vec<String> = (0..lines.len()).map(|g| lines.show(g, table, cx)).filter(|name| !name.is_empty()).collect();
    let holes = [
        ("names", &*all.join(cx.comma())),
        ("count", &*data.iter().flatten().filter(|p| !p.is_empty()).count().to_string()),
        ("axes", &*names.join(cx.comma())),
        ("ends", &*ends.join(cx.comma())),
    ];
    let alt = cx.say(sentence, &holes);
    Ok(Drawn { scene: sheet.scene, title, alt })
}

/// Whether three measures are shares of one in every row that has them.
fn shares(table: &Table, axes: &[usize]) -> bool {
    let sums = (0..table.len()).filter_map(|row| {
        let values: Vec<f64> = axes.iter().filter_map(|a| value(table, row, *a)).collect();
        (values.len() == 3).then(|| (values.iter().sum::<f64>(), values.iter().all(|v| *v >= -1e-9)))
    });
    let mut any = false;
    sums.inspect(|_| any = true).all(|(sum, positive)| positive && (sum - 1.0).abs() < 1e-6) && any
}

fn collect(table: &Table, axes: &[usize], facets: &Facets, panel: usize) -> Vec<Path> {
    let times = Horizontal::of(table);
    let mut paths: Vec<Vec<(f64, Vec<f64>)>> = vec![Vec::new(); facets.lines.len()];
    for row in facets.panels.rows(panel) {
        let point: Vec<f64> = axes.iter().filter_map(|a| value(table, row, *a)).collect();
        if point.len() == axes.len() {
            let time = times.as_ref().and_then(|t| t.of_row[row]).unwrap_or(0.0);
            paths[facets.lines.of_row[row]].push((time, point));
        }
    }
    for path in &mut paths {
        path.sort_by(|a, b| a.0.total_cmp(&b.0));
    }
    paths.into_iter().map(|path| path.into_iter().map(|(_, p)| p).collect()).collect()
}

fn draw_shapes(
    scene: &mut Scene,
    cx: &Context<'_>,
    paths: &[Path],
    (lines, shapes): (&super::data::Groups, &[Shape]),
    to: impl Fn(&[f64]) -> Point,
) {
    let mut order: Vec<usize> = (0..paths.len()).collect();
    order.sort_by_key(|group| shapes[*group].layer());
    for group in order {
        let points: Vec<Point> = paths[group].iter().map(|p| to(p)).collect();
        shapes[group].draw(scene, cx.look(&lines.key(group)), points);
    }
}

/// Draws a triangle with its grid and returns its corners, in the order of the shares.
fn simplex(scene: &mut Scene, area: &Area, names: &[String]) -> [Point; 3] {
    let half_root_three = 0.866_025_403_784_438_6;
    let side = (area.width() - 20.0).min((area.height() - 44.0) / half_root_three).max(20.0);
    let middle = area.centre().0;
    let (top, bottom) = (area.top + 20.0, area.top + 20.0 + side * half_root_three);
    let corners = [(middle - side / 2.0, bottom), (middle + side / 2.0, bottom), (middle, top)];
    let mix = |a: Point, b: Point, t: f64| (a.0 + (b.0 - a.0) * t, a.1 + (b.1 - a.1) * t);
    for t in [0.25, 0.5, 0.75] {
        for k in 0..3 {
            let (a, b, c) = (corners[k], corners[(k + 1) % 3], corners[(k + 2) % 3]);
            scene.segment(mix(a, b, t), mix(a, c, t), Stroke::new(GRID, 1.0));
        }
    }
    scene.line(vec![corners[0], corners[1], corners[2], corners[0]], Stroke::new(AXIS, 1.2));
    scene.text((corners[0].0 - 6.0, bottom + 18.0), &*names[0], LABEL, TEXT, Anchor::Start);
    scene.text((corners[1].0 + 6.0, bottom + 18.0), &*names[1], LABEL, TEXT, Anchor::End);
    scene.text((corners[2].0, top - 8.0), &*names[2], LABEL, TEXT, Anchor::Middle);
    corners
}
