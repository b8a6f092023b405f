//! Heat maps: a measure over two keys, from a few cells with their values to hundreds of rows.
//!
//! The colours fall evenly in lightness, so that a grey print keeps the order; a cell without a value is
//! grey with a dash. Where both keys name the same things, both axes are ordered by the rows' mean, the
//! highest first. Facets are panels, which share the range.

use super::colour::{ABSENT, AXIS, Ink, SOFT, TEXT, WHITE, shade};
use super::context::Context;
use super::data::{Facets, Groups, is_number, is_share, range, value};
use super::scale::{Scale, alike, decimals, number};
use super::scene::{Anchor, Area, Scene, Stroke};
use super::sheet::{Head, LABEL, PANEL_TITLE, Sheet, TICK, body_width, columns, panel_title, panels, widest};
use super::words::{shorten, wrap};
use super::{Drawn, PlotError};
use crate::table::{Role, Table};

const MOST_PANELS: usize = 6;

/// The cells of a panel, row by row, with the names of both axes.
struct Grid {
    rows: Vec<String>,
    columns: Vec<String>,
    cells: Vec<Option<f64>>,
}

impl Grid {
    fn at(&self, row: usize, column: usize) -> Option<f64> {
        self.cells[row * self.columns.len() + column]
    }
}

/// Draws a measure of a matrix.
pub(super) fn draw(table: &Table, measure: usize, cx: &Context<'_>) -> Result<Drawn, PlotError> {
    let schema = table.schema();
    let keys: Vec<usize> = schema.with_role(&Role::Key).collect();
    let &[row_key, column_key, ..] = keys.as_slice() else { return Err(PlotError::missing(table, &Role::Key)) };
    let facets = Facets::of(table, &[], true, cx);
    let varying = facets.panels.columns.iter().chain(&facets.lines.columns).copied().collect();
    let groups = Groups::of(table, varying);
    let shown = groups.len().min(MOST_PANELS);
    let (mut grids, ordered) = collect(table, measure, [row_key, column_key], &groups, cx);
    grids.truncate(shown);
    let title = cx.column(schema, measure);
    let Some(zs) = range(grids.iter().flat_map(|g| g.cells.iter().flatten().copied())) else {
        return Ok(Drawn::nothing(table, title, cx));
    };
    let mut head = Head { title: title.clone(), subtitle: cx.subtitle(table, &facets.fixed), ..Head::default() };
    if ordered {
        head.notes.push(cx.say("ordered_by_mean", &[]));
    }
    if shown < groups.len() {
        head.notes.push(cx.say("panels_left_out", &[("count", &(groups.len() - shown).to_string())]));
    }

    let z = if is_share(schema, measure, zs) {
        Scale::within(0.0, 1.0, 5, false)
    } else {
        Scale::around(zs.0, zs.1, 5, false)
    };
    let (n, m) = (grids[0].rows.len(), grids[0].columns.len());
    let width = body_width(cx);
    // The room for the scale at the right.
    let bar_width = 40.0 + widest(cx, z.labels.iter(), TICK);
    let (n_f, m_f) = (count(n), count(m));
    let per_row = if m > 30 { 1 } else { columns(shown, width).min(if m > 8 { 2 } else { 3 }) };
    let title_height = if shown == 1 { 0.0 } else { PANEL_TITLE * 1.7 };
    let panel_width = (width - bar_width - 26.0 * (count(per_row) - 1.0)) / count(per_row);
    let name_width = widest(cx, grids[0].rows.iter(), TICK).min(panel_width * 0.36);
    let left = name_width + 30.0;
    let wide = ((panel_width - left) / m_f).min(112.0);
    let lines: Vec<Vec<String>> = grids[0].columns.iter().map(|c| wrap(cx.fonts, c, TICK, wide - 6.0)).collect();
    let deepest = lines.iter().map(Vec::len).max().unwrap_or(1);
    let whole_words = grids[0].columns.iter().all(|c| c.split(' ').all(|word| cx.fonts.width(word, TICK) < wide - 6.0));
    let upright = deepest > 2 || !whole_words;
    let every = if upright { stride(wide, TICK) } else { 1 };
    let column_width = widest(cx, grids[0].columns.iter().step_by(every), TICK);
    let head_height = 26.0 + if upright { column_width.min(120.0) + 4.0 } else { count(deepest) * TICK * 1.2 + 2.0 };
    let natural = (wide * 0.5).clamp(15.0, 46.0).min((620.0 / n_f).max(2.0));
    let rows = count(shown.div_ceil(per_row));
    let panel_height = natural * n_f + head_height + title_height;
    let mut sheet = Sheet::new(cx, &head, rows * panel_height + (rows - 1.0) * 20.0);
    let area = sheet.body.inset(0.0, 0.0, bar_width, 0.0);
    let mut used: f64 = 0.0;
    for (p, (place, grid)) in panels(&area, shown, per_row, (26.0, 20.0)).iter().zip(&grids).enumerate() {
        if shown > 1 {
            panel_title(&mut sheet.scene, cx, place, &groups.show(p, table, cx));
        }
        let plot = place.inset(left, title_height + head_height, 0.0, 0.0);
        let plot = Area::new(plot.left, plot.top, plot.left + wide * m_f, plot.bottom.max(plot.top + n_f));
        used = used.max(plot.right);
        cells(&mut sheet.scene, cx, &plot, grid, &z);
        row_names(&mut sheet.scene, cx, &plot, grid, name_width);
        if upright {
            upright_names(&mut sheet.scene, cx, &plot, grid, head_height - 28.0);
        } else {
            column_names(&mut sheet.scene, &plot, &lines);
        }
        let (row_name, column_name) = (cx.column(schema, row_key), cx.column(schema, column_key));
        let column_name = shorten(cx.fonts, &column_name, LABEL, plot.width().max(110.0), "…");
        let at = (plot.centre().0, plot.top - head_height + LABEL);
        sheet.scene.text(at, column_name, LABEL, TEXT, Anchor::Middle);
        let at = (plot.left - name_width - 17.0, plot.centre().1);
        let row_name = shorten(cx.fonts, &row_name, LABEL, plot.height().max(60.0), "…");
        sheet.scene.upwards(at, row_name, LABEL, TEXT, Anchor::Middle);
    }
    let top = sheet.body.top + title_height + head_height;
    let bottom = (top + 200.0).min(sheet.body.bottom - 4.0).max(top + 20.0);
    bar(&mut sheet.scene, &Area::new(used + 16.0, top, used + 30.0, bottom), &z);
    let alt = describe(table, measure, &grids, &groups, cx);
    Ok(Drawn { scene: sheet.scene, title, alt })
}

#[expect(clippy::cast_precision_loss, reason = "a count of rows")]
fn count(n: usize) -> f64 {
    n.max(1) as f64
}

/// The grids of all groups over the same names, and whether their order is by mean.
fn collect(table: &Table, measure: usize, keys: [usize; 2], groups: &Groups, cx: &Context<'_>) -> (Vec<Grid>, bool) {
    let [rows, columns] = keys.map(|c| Groups::of(table, vec![c]));
    let (n, m) = (rows.len(), columns.len());
    let mut all = vec![vec![None; n * m]; groups.len()];
    for row in 0..table.len() {
        all[groups.of_row[row]][rows.of_row[row] * m + columns.of_row[row]] = value(table, row, measure);
    }
    let mut order: Vec<usize> = (0..n).collect();
    let mut sorted = [rows.names.clone(), columns.names.clone()];
    sorted.iter_mut().for_each(|names| names.sort());
    // Numbers have an order of their own.
    let numbers = keys.iter().all(|key| is_number(table.schema(), *key));
    let same = n > 2 && sorted[0] == sorted[1] && !numbers;
    if same {
        let mean = |r: usize| {
            let values: Vec<f64> = all.iter().flat_map(|g| g[r * m..(r + 1) * m].iter().flatten().copied()).collect();
            if values.is_empty() { f64::NEG_INFINITY } else { values.iter().sum::<f64>() / count(values.len()) }
        };
        let means: Vec<f64> = (0..n).map(mean).collect();
        order.sort_by(|a, b| means[*b].total_cmp(&means[*a]));
    }
    let column_order: Vec<usize> = if same {
        let place = |r: &usize| columns.names.iter().position(|c| *c == rows.names[*r]).unwrap_or(*r);
        order.iter().map(place).collect()
    } else {
        (0..m).collect()
    };
    let show = |g: &Groups, order: &[usize]| order.iter().map(|k| g.show(*k, table, cx)).collect();
    let grids = all
        .iter()
        .map(|cells| Grid {
            rows: show(&rows, &order),
            columns: show(&columns, &column_order),
            cells: order.iter().flat_map(|r| column_order.iter().map(|c| cells[*r * m + *c])).collect(),
        })
        .collect();
    (grids, same)
}

fn cells(scene: &mut Scene, cx: &Context<'_>, plot: &Area, grid: &Grid, z: &Scale) {
    let (n, m) = (grid.rows.len(), grid.columns.len());
    let colour = |v: Option<f64>| -> Ink { v.map_or(ABSENT, |v| shade(z.place(v, 0.0, 1.0))) };
    let colours = grid.cells.iter().map(|v| colour(*v)).collect();
    scene.items.push(super::scene::Item::Cells { area: *plot, columns: m, colours });
    scene.frame(*plot, Stroke::new(AXIS, 0.8));
    let (wide, high) = (plot.width() / count(m), plot.height() / count(n));
    if wide < 17.0 || high < 12.0 {
        return;
    }
    let decimals = decimals(grid.cells.iter().flatten().copied());
    let words = |v: Option<f64>| v.map_or("–".to_string(), |v| alike(v, decimals));
    let all: Vec<String> = grid.cells.iter().map(|v| words(*v)).collect();
    // One size for all values; values that do not fit at the least size are left to the colours.
    let Some(size) = [12.0, 11.0, 10.0, 9.0, 8.0]
        .into_iter()
        .find(|size| *size < high * 0.8 && widest(cx, all.iter(), *size) < wide - 4.0)
    else {
        return;
    };
    if wide > 24.0 {
        // Thin white lines keep neighbours of one colour apart.
        for c in (1..m).map(count) {
            scene.segment(
                (plot.left + wide * c, plot.top),
                (plot.left + wide * c, plot.bottom),
                Stroke::new(WHITE, 1.0),
            );
        }
        for r in (1..n).map(count) {
            scene.segment((plot.left, plot.top + high * r), (plot.right, plot.top + high * r), Stroke::new(WHITE, 1.0));
        }
    }
    let mut y = plot.top + high / 2.0 + size * 0.36;
    for r in 0..n {
        let mut x = plot.left + wide / 2.0;
        for c in 0..m {
            let v = grid.at(r, c);
            scene.text((x, y), words(v), size, colour(v).on_top(), Anchor::Middle);
            x += wide;
        }
        y += high;
    }
}

/// Where names are closer than a line, every k-th is written.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a count of names")]
fn stride(room: f64, need: f64) -> usize {
    (need / room).ceil().max(1.0) as usize
}

fn row_names(scene: &mut Scene, cx: &Context<'_>, plot: &Area, grid: &Grid, width: f64) {
    let high = plot.height() / count(grid.rows.len());
    for k in (0..grid.rows.len()).step_by(stride(high, TICK)) {
        let y = plot.top + high * (count(k + 1) - 0.5);
        let words = shorten(cx.fonts, &grid.rows[k], TICK, width, "…");
        scene.text((plot.left - 7.0, y + TICK * 0.36), words, TICK, TEXT, Anchor::End);
        scene.segment((plot.left - 4.0, y), (plot.left, y), Stroke::new(AXIS, 0.8));
    }
}

fn upright_names(scene: &mut Scene, cx: &Context<'_>, plot: &Area, grid: &Grid, height: f64) {
    let wide = plot.width() / count(grid.columns.len());
    for k in (0..grid.columns.len()).step_by(stride(wide, TICK)) {
        let x = plot.left + wide * (count(k + 1) - 0.5);
        let words = shorten(cx.fonts, &grid.columns[k], TICK, height, "…");
        scene.upwards((x + TICK * 0.36, plot.top - 7.0), words, TICK, TEXT, Anchor::Start);
        scene.segment((x, plot.top - 4.0), (x, plot.top), Stroke::new(AXIS, 0.8));
    }
}

/// Writes names that fit over their columns in a few lines.
fn column_names(scene: &mut Scene, plot: &Area, names: &[Vec<String>]) {
    let wide = plot.width() / count(names.len());
    for (k, lines) in names.iter().enumerate() {
        let x = plot.left + wide * (count(k + 1) - 0.5);
        for (up, line) in lines.iter().rev().enumerate() {
            let y = plot.top - 8.0 - if up == 0 { 0.0 } else { count(up) * TICK * 1.2 };
            scene.text((x, y), line.as_str(), TICK, TEXT, Anchor::Middle);
        }
        scene.segment((x, plot.top - 4.0), (x, plot.top), Stroke::new(AXIS, 0.8));
    }
}

/// The scale of the colours, upright.
fn bar(scene: &mut Scene, area: &Area, z: &Scale) {
    let steps = 64;
    let colours = (0..steps).map(|k| shade(1.0 - (f64::from(k) + 0.5) / f64::from(steps))).collect();
    scene.items.push(super::scene::Item::Cells { area: *area, columns: 1, colours });
    scene.frame(*area, Stroke::new(AXIS, 0.8));
    for (tick, label) in z.ticks.iter().zip(&z.labels) {
        let y = z.place(*tick, area.bottom, area.top);
        scene.segment((area.right, y), (area.right + 4.0, y), Stroke::new(AXIS, 0.8));
        scene.text((area.right + 7.0, y + TICK * 0.36), label, TICK, SOFT, Anchor::Start);
    }
}

fn describe(table: &Table, measure: usize, grids: &[Grid], groups: &Groups, cx: &Context<'_>) -> String {
    let cells = || {
        grids.iter().enumerate().flat_map(|(p, g)| {
            let m = g.columns.len();
            g.cells.iter().enumerate().filter_map(move |(k, v)| v.map(|v| (v, p, k / m, k % m)))
        })
    };
    let name = |p: usize, r: usize, c: usize| {
        let cell = format!("{}{}{}", grids[p].rows[r], cx.slash(), grids[p].columns[c]);
        let panel = groups.show(p, table, cx);
        if panel.is_empty() { cell } else { format!("{cell}{}{panel}", cx.comma()) }
    };
    let (Some(least), Some(most)) = (
        cells().min_by(|a, b| a.0.total_cmp(&b.0)),
        // The first of several that are highest.
        cells().max_by(|a, b| a.0.total_cmp(&b.0).then((b.1, b.2, b.3).cmp(&(a.1, a.2, a.3)))),
    ) else {
        return cx.say("no_rows", &[]);
    };
    cx.say(
        "alt_heat",
        &[
            ("measure", &cx.column(table.schema(), measure)),
            ("rows", &grids[0].rows.len().to_string()),
            ("columns", &grids[0].columns.len().to_string()),
            ("high", &number(most.0)),
            ("most", &name(most.1, most.2, most.3)),
            ("low", &number(least.0)),
            ("least", &name(least.1, least.2, least.3)),
        ],
    )
}
