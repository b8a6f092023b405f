//! The frame of a figure: title, legend, body, notes and caption, and the axes of a plot in it.
//!
//! Title and legend stand above the body and the notes below it, so that neither covers data. The
//! body is as high as a chart asks for, unless the caller fixes the figure's height.

use super::colour::{AXIS, GRID, Ink, Look, Marker, SOFT, TEXT, WHITE};
use super::context::Context;
use super::scale::Scale;
use super::scene::{Anchor, Area, Point, Scene, Stroke};
use super::words::{shorten, wrap};

/// The free edge around a figure.
pub(super) const MARGIN: f64 = 18.0;
pub(super) const TITLE: f64 = 17.0;
pub(super) const PANEL_TITLE: f64 = 13.0;
pub(super) const LABEL: f64 = 12.0;
pub(super) const TICK: f64 = 11.0;
const NOTE: f64 = 10.5;
const LEGEND_ROW: f64 = 20.0;

/// What stands before a name in the legend.
#[derive(Clone, Debug)]
pub(super) enum Sample {
    /// A line with its marker.
    Line(Look),
    /// A marker alone.
    Mark(Look),
    /// A filled box.
    Fill(Ink),
    /// A framed box.
    Frame,
    /// A number in a colour, underlined or not.
    Digit(&'static str, Ink, bool),
}

/// What stands around the body.
#[derive(Default)]
pub(super) struct Head {
    pub title: String,
    pub subtitle: String,
    pub legend: Vec<(Sample, String)>,
    pub notes: Vec<String>,
}

/// A figure in the making.
pub(super) struct Sheet {
    pub scene: Scene,
    pub body: Area,
}

/// The width that a figure's body has.
pub(super) fn body_width(cx: &Context<'_>) -> f64 {
    f64::from(cx.width) - 2.0 * MARGIN
}

impl Sheet {
    /// Lays out a figure whose body wants to be `height` pixels high.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few thousand pixels")]
    pub(super) fn new(cx: &Context<'_>, head: &Head, height: f64) -> Self {
        let mut scene = Scene { width: cx.width, height: 0, items: Vec::new(), squeeze: 1.0 };
        let width = body_width(cx);
        let mut y = MARGIN;
        for line in wrap(cx.fonts, &head.title, TITLE, width) {
            scene.text((MARGIN, y + TITLE * 0.82), line, TITLE, TEXT, Anchor::Start);
            y += TITLE * 1.3;
        }
        // A table of one measure may have the measure's name.
        let subtitle = if head.subtitle == head.title { "" } else { &head.subtitle };
        for line in wrap(cx.fonts, subtitle, LABEL, width) {
            scene.text((MARGIN, y + LABEL * 0.9), line, LABEL, SOFT, Anchor::Start);
            y += LABEL * 1.4;
        }
        y += 4.0;
        if !head.legend.is_empty() {
            y = legend(&mut scene, cx, &head.legend, y, width) + 2.0;
        }
        let top = y + 6.0;
        let sentences: Vec<&str> = head.notes.iter().map(String::as_str).chain([cx.caption]).collect();
        let notes: Vec<String> = sentences.iter().flat_map(|s| wrap(cx.fonts, s, NOTE, width)).collect();
        #[expect(clippy::cast_precision_loss, reason = "a few lines")]
        let foot = notes.len() as f64 * NOTE * 1.4 + if notes.is_empty() { 0.0 } else { 8.0 } + MARGIN * 0.7;
        let total = match cx.height {
            Some(height) => f64::from(height),
            None => (top + height + foot).ceil(),
        };
        scene.height = total as u32;
        scene.squeeze = (total - foot - top) / height;
        let bottom = (total - foot).max(top + 24.0);
        let mut y = bottom + 8.0;
        for line in notes {
            scene.text((MARGIN, y + NOTE * 0.9), line, NOTE, SOFT, Anchor::Start);
            y += NOTE * 1.4;
        }
        Self { scene, body: Area::new(MARGIN, top, MARGIN + width, bottom) }
    }
}

/// Draws a legend in rows and returns where it ends.
fn legend(scene: &mut Scene, cx: &Context<'_>, entries: &[(Sample, String)], top: f64, width: f64) -> f64 {
    let (mut x, mut y) = (MARGIN, top);
    for (sample, name) in entries {
        let wide = match sample {
            Sample::Line(_) => 30.0,
            Sample::Digit(digit, ..) => cx.fonts.width(digit, 13.0),
            _ => 14.0,
        };
        let name = shorten(cx.fonts, name, LABEL, width - wide - 8.0, "…");
        let whole = wide + 6.0 + cx.fonts.width(&name, LABEL);
        if x > MARGIN && x + whole > MARGIN + width {
            x = MARGIN;
            y += LEGEND_ROW;
        }
        let middle = y + LEGEND_ROW / 2.0;
        match sample {
            Sample::Line(look) => {
                let stroke = Stroke { ink: look.ink, width: 2.0, dash: look.dash };
                scene.segment((x, middle), (x + wide, middle), stroke);
                mark(scene, (x + wide / 2.0, middle), look.marker, look.ink, 3.6);
            }
            Sample::Mark(look) => mark(scene, (x + 7.0, middle), look.marker, look.ink, 4.6),
            Sample::Fill(ink) => {
                let area = Area::new(x, middle - 6.0, x + 14.0, middle + 6.0);
                scene.rect(area, *ink);
                scene.frame(area, Stroke::new(AXIS, 0.6));
            }
            Sample::Frame => {
                scene.frame(Area::new(x + 1.0, middle - 5.5, x + 13.0, middle + 5.5), Stroke::new(TEXT, 2.0));
            }
            Sample::Digit(digit, ink, underlined) => {
                scene.text((x, middle + 4.6), *digit, 13.0, *ink, Anchor::Start);
                if *underlined {
                    scene.segment((x, middle + 7.5), (x + wide, middle + 7.5), Stroke::new(*ink, 1.5));
                }
            }
        }
        scene.text((x + wide + 6.0, middle + LABEL * 0.36), name, LABEL, TEXT, Anchor::Start);
        x += whole + 18.0;
    }
    y + LEGEND_ROW
}

/// Draws a marker of a radius, with an edge where its colour is pale.
pub(super) fn mark(scene: &mut Scene, at: Point, marker: Marker, ink: Ink, r: f64) {
    let (x, y) = at;
    let edge = Stroke::new(if ink.lightness() > 80.0 { SOFT } else { ink }, 1.0);
    let line = Stroke::new(if ink.lightness() > 80.0 { SOFT } else { ink }, 1.6);
    let mut polygon = |points: Vec<Point>, filled: bool| {
        let closed: Vec<Point> = points.iter().chain([&points[0]]).copied().collect();
        scene.fill(points, if filled { ink } else { WHITE });
        scene.line(closed, if filled { edge } else { line });
    };
    let s = r * 0.88;
    match marker {
        Marker::Square => polygon(vec![(x - s, y - s), (x + s, y - s), (x + s, y + s), (x - s, y + s)], true),
        Marker::OpenSquare => polygon(vec![(x - s, y - s), (x + s, y - s), (x + s, y + s), (x - s, y + s)], false),
        Marker::Up => polygon(vec![(x, y - r * 1.15), (x + r * 1.1, y + r * 0.75), (x - r * 1.1, y + r * 0.75)], true),
        Marker::Down => {
            polygon(vec![(x, y + r * 1.15), (x - r * 1.1, y - r * 0.75), (x + r * 1.1, y - r * 0.75)], false);
        }
        Marker::Diamond => {
            polygon(vec![(x, y - r * 1.25), (x + r * 1.1, y), (x, y + r * 1.25), (x - r * 1.1, y)], true);
        }
        Marker::Disc => {
            scene.disc(at, r, ink);
            if ink.lightness() > 80.0 {
                scene.ring(at, r, edge);
            }
        }
        Marker::Ring => {
            scene.disc(at, r, WHITE);
            scene.ring(at, r, line);
        }
        Marker::Cross => {
            scene.segment((x - s, y - s), (x + s, y + s), line);
            scene.segment((x - s, y + s), (x + s, y - s), line);
        }
    }
}

/// A line at half a pixel is sharp.
pub(super) fn sharp(v: f64) -> f64 {
    v.floor() + 0.5
}

/// Draws the grid of a vertical axis and, at its left, the labels of its ticks.
pub(super) fn vertical(scene: &mut Scene, plot: &Area, scale: &Scale, labels: bool) {
    for (tick, label) in scale.ticks.iter().zip(&scale.labels) {
        let y = sharp(scale.place(*tick, plot.bottom, plot.top));
        scene.segment((plot.left, y), (plot.right, y), Stroke::new(GRID, 1.0));
        if labels {
            scene.text((plot.left - 7.0, y + TICK * 0.36), label, TICK, SOFT, Anchor::End);
        }
    }
}

/// Draws the line of a horizontal axis below a plot, and under it the labels of its ticks.
pub(super) fn horizontal(scene: &mut Scene, cx: &Context<'_>, plot: &Area, scale: &Scale, grid: bool) {
    let y = sharp(plot.bottom);
    let mut free = f64::NEG_INFINITY;
    for (tick, label) in scale.ticks.iter().zip(&scale.labels) {
        let x = sharp(scale.place(*tick, plot.left, plot.right));
        if grid {
            scene.segment((x, plot.top), (x, plot.bottom), Stroke::new(GRID, 1.0));
        }
        scene.segment((x, y), (x, y + 4.0), Stroke::new(AXIS, 1.0));
        let half = cx.fonts.width(label, TICK) / 2.0;
        // A label that would touch the one before it is left out; its tick stays.
        if x - half > free {
            scene.text((x, y + 6.0 + TICK * 0.85), label, TICK, SOFT, Anchor::Middle);
            free = x + half + 5.0;
        }
    }
    scene.segment((plot.left, y), (plot.right, y), Stroke::new(AXIS, 1.0));
}

/// The widest label of a scale.
pub(super) fn widest<'a>(cx: &Context<'_>, labels: impl Iterator<Item = &'a String>, size: f64) -> f64 {
    labels.map(|l| cx.fonts.width(l, size)).fold(0.0, f64::max)
}

/// Divides an area into `count` panels of `columns` a row, with `gap` between them.
#[expect(clippy::cast_precision_loss, reason = "a few panels")]
pub(super) fn panels(area: &Area, count: usize, columns: usize, gap: (f64, f64)) -> Vec<Area> {
    let rows = count.div_ceil(columns).max(1);
    let w = (area.width() - gap.0 * (columns as f64 - 1.0)) / columns as f64;
    let h = (area.height() - gap.1 * (rows as f64 - 1.0)) / rows as f64;
    (0..count)
        .map(|k| {
            let left = area.left + (w + gap.0) * (k % columns) as f64;
            let top = area.top + (h + gap.1) * (k / columns) as f64;
            Area::new(left, top, left + w, top + h)
        })
        .collect()
}

/// How many panels stand in a row.
pub(super) fn columns(count: usize, width: f64) -> usize {
    let wanted = match count {
        0 | 1 => 1,
        2 | 4 => 2,
        _ => 3,
    };
    if width < 430.0 {
        1
    } else if width < 620.0 {
        wanted.min(2)
    } else {
        wanted
    }
}

/// Writes the title of a panel at the top of its area.
pub(super) fn panel_title(scene: &mut Scene, cx: &Context<'_>, area: &Area, words: &str) {
    let words = shorten(cx.fonts, words, PANEL_TITLE, area.width(), "…");
    scene.text((area.left, area.top + PANEL_TITLE), words, PANEL_TITLE, TEXT, Anchor::Start);
}
