//! Lines with confidence bands: a measure over `x`, a line a group, a panel a condition.
//!
//! All panels share the vertical range, and the horizontal one unless they are too unequal. Of more than ten lines the
//! six highest and the two lowest by their mean are drawn in full and the others in grey. A gap in the data is a gap in
//! the line. Where a line has more points than the paper can show, each half pixel keeps its first, least, greatest and
//! last value.

use super::colour::{BACKGROUND, Ink, Look, SOFT, TEXT};
use super::context::Context;
use super::data::{Facets, Horizontal, bounds, is_share, keys, range, value};
use super::scale::{Scale, number};
use super::scene::{Anchor, Point, Scene, Stroke};
use super::sheet::{
    Head, LABEL, PANEL_TITLE, Sample, Sheet, TICK, body_width, columns, horizontal, mark, panel_title, panels,
    vertical, widest,
};
use super::{Drawn, PlotError};
use crate::table::{Role, Table};

const MOST_LINES: usize = 10;
const HIGHEST: usize = 6;
const LOWEST: usize = 2;
/// Lines that together travel over the whole range more often than this are drawn apart.
const MOST_RESTLESS: f64 = 30.0;

/// A point of a line: x, y and the bounds of y.
#[derive(Clone, Copy)]
struct Spot {
    x: f64,
    y: Option<f64>,
    band: Option<(f64, f64)>,
}

/// Panels whose horizontal ranges differ by more than this factor have each its own.
const MOST_UNEQUAL: f64 = 3.0;

/// One line of one panel.
struct Line {
    group: usize,
    spots: Vec<Spot>,
}

impl Line {
    fn last(&self) -> Option<(f64, f64)> {
        self.spots.iter().rev().find_map(|s| s.y.map(|y| (s.x, y)))
    }
}

/// Draws a measure over the `x` of its table.
pub(super) fn draw(table: &Table, measure: usize, cx: &Context<'_>) -> Result<Drawn, PlotError> {
    let schema = table.schema();
    let h = Horizontal::of(table).ok_or_else(|| PlotError::missing(table, &Role::X))?;
    let facets = Facets::of(table, &keys(schema), false, cx);
    let lines = &facets.lines;
    let cx = &cx.with_series((0..lines.len()).map(|g| lines.key(g)));
    let data: Vec<Vec<Line>> = (0..facets.panels.len()).map(|p| collect(table, measure, &h, &facets, p)).collect();
    let spots = || data.iter().flatten().flat_map(|l| &l.spots);
    let title = cx.column(schema, measure);
    let subtitle = cx.subtitle(table, &facets.fixed);
    let Some(ys) = range(spots().flat_map(|s| s.y.into_iter().chain(s.band.into_iter().flat_map(|b| [b.0, b.1]))))
    else {
        return Ok(Drawn::nothing(table, title, cx));
    };
    let xs = horizontal_ranges(&data);

    let chosen = singled_out(&data, lines.len());
    // Lines that cross each other all the time have a panel each.
    let apart =
        data.len() == 1 && (2..=MOST_LINES).contains(&lines.len()) && restlessness(&data[0], ys) > MOST_RESTLESS;
    let banded = spots().any(|s| s.band.is_some());
    let alt = describe(table, measure, &h, &facets, &data, cx);
    let data: Vec<Vec<Line>> = if apart { data.into_iter().flatten().map(|line| vec![line]).collect() } else { data };
    let mut head = Head { title: title.clone(), subtitle, ..Head::default() };
    if lines.len() > 1 && !apart {
        let entry = |g: &usize| (Sample::Line(cx.look(&lines.key(*g))), lines.show(*g, table, cx));
        head.legend = chosen.iter().map(entry).collect();
    }
    if chosen.len() < lines.len() {
        let rest = (lines.len() - chosen.len()).to_string();
        let holes = [("high", &*HIGHEST.to_string()), ("low", &*LOWEST.to_string()), ("count", &*rest)];
        head.notes.push(cx.say("lines_in_grey", &holes));
    }
    if banded {
        head.notes.push(cx.say("bands", &[]));
    }

    let count = data.len();
    let columns = if apart { 1 } else { columns(count, body_width(cx)) };
    let (panel_height, tick_count) = match (count, apart) {
        (1, _) => (300.0, 6),
        (_, true) => (80.0, 3),
        (_, false) => (180.0, 4),
    };
    let title_height = if count == 1 { 0.0 } else { PANEL_TITLE * 1.7 };
    let gap = 34.0;
    #[expect(clippy::cast_precision_loss, reason = "a few panels")]
    let rows = count.div_ceil(columns) as f64;
    let height = rows * (panel_height + title_height) + (rows - 1.0) * gap + 40.0;
    let mut sheet = Sheet::new(cx, &head, height);

    let y = if is_share(schema, measure, ys) {
        Scale::within(0.0, 1.0, if apart { 2 } else { 5 }, false)
    } else {
        Scale::around(ys.0, ys.1, tick_count, false)
    };
    let left = widest(cx, y.labels.iter(), TICK) + 32.0;
    let area = sheet.body.inset(left, 6.0, 6.0, 40.0);
    let places = panels(&area, count, columns, (22.0, gap));
    for (p, (place, lines_here)) in places.iter().zip(&data).enumerate() {
        // Lines that were drawn apart all come from the one panel that there was.
        let x = x_axis(cx, table, &h, xs[p.min(xs.len() - 1)], place.width());
        let plot = place.inset(0.0, title_height, 0.0, 0.0);
        if count > 1 {
            let groups = if apart { lines } else { &facets.panels };
            panel_title(&mut sheet.scene, cx, place, &groups.show(p, table, cx));
        }
        vertical(&mut sheet.scene, &plot, &y, p % columns == 0);
        horizontal(&mut sheet.scene, cx, &plot, &x, false);
        let to = |s: (f64, f64)| (x.place(s.0, plot.left, plot.right), y.place(s.1, plot.bottom, plot.top));
        for line in lines_here.iter().filter(|l| !chosen.contains(&l.group)) {
            let look = Look { ink: BACKGROUND, dash: &[], ..cx.look("") };
            strokes(&mut sheet.scene, line, &to, look, 1.0, None);
        }
        let in_full: Vec<&Line> = lines_here.iter().filter(|l| chosen.contains(&l.group)).collect();
        for line in &in_full {
            band(&mut sheet.scene, line, &to, cx.look(&lines.key(line.group)).ink.alpha(0.16));
        }
        for (k, line) in in_full.iter().enumerate() {
            let look = cx.look(&lines.key(line.group));
            let look = if apart { Look { dash: &[], ..look } } else { look };
            let order = (!apart).then_some((k, in_full.len(), plot.width()));
            strokes(&mut sheet.scene, line, &to, look, if apart { 1.3 } else { 2.0 }, order);
        }
    }
    let (middle, body) = (area.centre(), sheet.body);
    let (x_title, y_title) = (cx.axis(schema, h.column), cx.axis(schema, measure));
    sheet.scene.text((middle.0, body.bottom - 2.0), x_title, LABEL, TEXT, Anchor::Middle);
    sheet.scene.upwards((body.left + LABEL * 0.8, middle.1), y_title, LABEL, TEXT, Anchor::Middle);
    Ok(Drawn { scene: sheet.scene, title, alt })
}

fn collect(table: &Table, measure: usize, h: &Horizontal, facets: &Facets, panel: usize) -> Vec<Line> {
    let places = table.schema().bounds_of(&table.schema().columns[measure].name);
    let mut lines: Vec<Line> = (0..facets.lines.len()).map(|group| Line { group, spots: Vec::new() }).collect();
    for row in facets.panels.rows(panel) {
        if let Some(x) = h.of_row[row] {
            let spot = Spot { x, y: value(table, row, measure), band: bounds(table, row, places) };
            lines[facets.lines.of_row[row]].spots.push(spot);
        }
    }
    for line in &mut lines {
        line.spots.sort_by(|a, b| a.x.total_cmp(&b.x));
    }
    lines
}

/// The groups that are drawn in full, in the table's order.
fn singled_out(data: &[Vec<Line>], count: usize) -> Vec<usize> {
    if count <= MOST_LINES {
        return (0..count).collect();
    }
    let mut means: Vec<(f64, usize)> = (0..count)
        .filter_map(|group| {
            let ys =
                || data.iter().flatten().filter(|l| l.group == group).flat_map(|l| l.spots.iter().filter_map(|s| s.y));
            #[expect(clippy::cast_precision_loss, reason = "a count of rows")]
            let n = ys().count() as f64;
            (n > 0.0).then(|| (ys().sum::<f64>() / n, group))
        })
        .collect();
    means.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let cut = means.len().saturating_sub(LOWEST).max(HIGHEST.min(means.len()));
    let mut chosen: Vec<usize> = means.iter().take(HIGHEST).chain(&means[cut..]).map(|(_, g)| *g).collect();
    chosen.sort_unstable();
    chosen
}

/// How often lines travel over the range of all their values, in sum.
fn restlessness(lines: &[Line], ys: (f64, f64)) -> f64 {
    let travel = |line: &Line| -> f64 {
        let values: Vec<f64> = line.spots.iter().filter_map(|s| s.y).collect();
        values.windows(2).map(|w| (w[1] - w[0]).abs()).sum()
    };
    let range = ys.1 - ys.0;
    if range > 0.0 { lines.iter().map(travel).sum::<f64>() / range } else { 0.0 }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few ticks")]
pub(super) fn x_axis(cx: &Context<'_>, table: &Table, h: &Horizontal, xs: (f64, f64), width: f64) -> Scale {
    if let Some(words) = &h.words {
        #[expect(clippy::cast_precision_loss, reason = "a few words")]
        let ticks: Vec<f64> = (0..words.len()).map(|k| k as f64).collect();
        let labels = words.iter().map(|w| cx.value(table.schema(), h.column, w)).collect();
        return Scale { low: -0.5, high: ticks.len().max(1) as f64 - 0.5, ticks, labels };
    }
    let margin = (xs.1 - xs.0) * 0.015;
    let whole = h.whole(table.schema());
    let x = Scale::within(xs.0 - margin, xs.1 + margin, (width / if whole { 44.0 } else { 64.0 }) as usize, whole);
    if whole { x.starting_at(xs.0, width) } else { x }
}

/// The horizontal range of each panel: one for all, unless one panel spans several times what another does, whose
/// lines would then be crushed.
fn horizontal_ranges(data: &[Vec<Line>]) -> Vec<(f64, f64)> {
    let of = |lines: &[Line]| range(lines.iter().flat_map(|l| &l.spots).filter(|s| s.y.is_some()).map(|s| s.x));
    let own: Vec<(f64, f64)> = data.iter().map(|lines| of(lines).unwrap_or((0.0, 1.0))).collect();
    let spans = || own.iter().map(|xs| xs.1 - xs.0);
    let (least, greatest) = (spans().fold(f64::INFINITY, f64::min), spans().fold(0.0, f64::max));
    if greatest > MOST_UNEQUAL * least {
        return own;
    }
    let all = own.iter().copied().reduce(|a, b| (a.0.min(b.0), a.1.max(b.1))).unwrap_or((0.0, 1.0));
    vec![all; data.len()]
}

/// Stretches of points that have a value.
fn stretches<'a>(line: &'a Line, to: impl Fn((f64, f64)) -> Point + 'a) -> impl Iterator<Item = Vec<Point>> + 'a {
    line.spots
        .chunk_by(|a, b| a.y.is_some() && b.y.is_some())
        .map(move |run| run.iter().filter_map(|s| s.y.map(|y| to((s.x, y)))).collect::<Vec<Point>>())
        .filter(|run| !run.is_empty())
}

/// Draws a line with a few markers; `order` is the line's place among how many, and the plot's width.
fn strokes(
    scene: &mut Scene,
    line: &Line,
    to: &impl Fn((f64, f64)) -> Point,
    look: Look,
    width: f64,
    order: Option<(usize, usize, f64)>,
) {
    let stroke = Stroke { ink: look.ink, width, dash: look.dash };
    for run in stretches(line, to) {
        // A pale line has a darker core to be seen on white.
        if look.ink.lightness() > 80.0 {
            scene.line(thinned(&run), Stroke { ink: SOFT, width: width + 1.2, dash: look.dash });
        }
        scene.line(thinned(&run), stroke);
        let Some((k, count, plot_width)) = order else { continue };
        if run.len() == 1 || run.len() <= 12 {
            for p in &run {
                mark(scene, *p, look.marker, look.ink, 3.4);
            }
            continue;
        }
        // Markers stand about 90 pixels apart, those of each line shifted against the others'.
        #[expect(clippy::cast_precision_loss, reason = "a few lines")]
        let shift = 90.0 * (k as f64 + 0.5) / count as f64;
        let start = run[0].0;
        let mut next = start + shift.min(plot_width / 2.0);
        for p in &run {
            if p.0 >= next {
                mark(scene, *p, look.marker, look.ink, 3.4);
                next += 90.0;
            }
        }
    }
}

fn band(scene: &mut Scene, line: &Line, to: &impl Fn((f64, f64)) -> Point, ink: Ink) {
    for run in line.spots.chunk_by(|a, b| a.band.is_some() && b.band.is_some()) {
        let edge = |pick: fn((f64, f64)) -> f64| -> Vec<Point> {
            run.iter().filter_map(|s| s.band.map(|b| to((s.x, pick(b))))).collect()
        };
        let (low, high) = (thinned(&edge(|b| b.0)), thinned(&edge(|b| b.1)));
        if let ([low], [high]) = (low.as_slice(), high.as_slice()) {
            scene.segment(*low, *high, Stroke::new(ink.alpha(0.6), 2.0));
        }
        scene.fill(high.into_iter().chain(low.into_iter().rev()).collect(), ink);
    }
}

/// At most four points a half pixel: first, highest, lowest and last.
fn thinned(run: &[Point]) -> Vec<Point> {
    let column = |p: &Point| (p.0 * 2.0).floor();
    let mut out: Vec<Point> = Vec::new();
    for bucket in run.chunk_by(|a, b| column(a) == column(b)) {
        if bucket.len() <= 4 {
            out.extend(bucket);
            continue;
        }
        let by = |a: &&Point, b: &&Point| a.1.total_cmp(&b.1);
        let place = |p: &Point| bucket.iter().position(|q| q == p).unwrap_or(0);
        let mut keep = vec![0, bucket.len() - 1];
        keep.extend(bucket.iter().min_by(by).map(place));
        keep.extend(bucket.iter().max_by(by).map(place));
        keep.sort_unstable();
        keep.dedup();
        out.extend(keep.into_iter().map(|k| bucket[k]));
    }
    out
}

/// The chart in a sentence or two.
fn describe(
    table: &Table,
    measure: usize,
    h: &Horizontal,
    facets: &Facets,
    data: &[Vec<Line>],
    cx: &Context<'_>,
) -> String {
    let schema = table.schema();
    let x_name = cx.column(schema, h.column);
    let (lines, panels) = (facets.lines.len(), facets.panels.len());
    let mut alt = cx.say(
        if panels > 1 { "alt_lines_panels" } else { "alt_lines" },
        &[
            ("measure", &cx.column(schema, measure)),
            ("x", &x_name),
            ("lines", &lines.to_string()),
            ("panels", &panels.to_string()),
        ],
    );
    let ends: Vec<(f64, usize, usize)> = data
        .iter()
        .enumerate()
        .flat_map(|(p, lines)| lines.iter().filter_map(move |l| l.last().map(|(_, y)| (y, p, l.group))))
        .collect();
    let name = |p: usize, g: usize| {
        let parts = [facets.lines.show(g, table, cx), facets.panels.show(p, table, cx)];
        parts.into_iter().filter(|s| !s.is_empty()).collect::<Vec<_>>().join(cx.comma())
    };
    let least = ends.iter().min_by(|a, b| a.0.total_cmp(&b.0));
    let most = ends.iter().max_by(|a, b| a.0.total_cmp(&b.0).then((b.1, b.2).cmp(&(a.1, a.2))));
    if let (Some(least), Some(most)) = (least, most) {
        alt.push_str(cx.gap());
        let (high, low) = (number(most.0), number(least.0));
        alt.push_str(&if ends.len() == 1 {
            cx.say("alt_ends_at", &[("value", &high)])
        } else {
            let holes = [
                ("high", &*high),
                ("low", &*low),
                ("most", &*name(most.1, most.2)),
                ("least", &*name(least.1, least.2)),
            ];
            cx.say("alt_ends", &holes)
        });
    }
    alt
}
