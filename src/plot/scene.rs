//! A scene: what a figure consists of, in pixels, before any file format.
//!
//! Charts add lines, areas and texts to a scene; `surface` paints it on a backend. A scene is plain
//! data, so that the SVG and the PNG of a figure cannot differ in what they show.

use super::colour::Ink;

/// A place, in pixels from the upper left.
pub(super) type Point = (f64, f64);

/// A rectangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Area {
    pub left: f64,
    pub top: f64,
    pub right: f64,
    pub bottom: f64,
}

/// How a line is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Stroke {
    pub ink: Ink,
    /// In pixels.
    pub width: f64,
    /// Lengths of dashes and gaps in turn, in pixels; empty for a solid line.
    pub dash: &'static [f64],
}

/// Which part of a text its place names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// A line of text.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Text {
    /// The anchor's place on the baseline.
    pub at: Point,
    pub words: String,
    /// Pixels an em.
    pub size: f64,
    pub ink: Ink,
    pub anchor: Anchor,
    /// Reads upwards rather than to the right.
    pub upwards: bool,
}

/// One thing in a scene.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Item {
    /// A line through points.
    Line(Vec<Point>, Stroke),
    /// A filled polygon.
    Fill(Vec<Point>, Ink),
    /// A filled rectangle.
    Rect(Area, Ink),
    /// A filled circle: centre and radius.
    Disc(Point, f64, Ink),
    /// A circle: centre and radius.
    Ring(Point, f64, Stroke),
    /// A text.
    Text(Text),
    /// A raster of `columns` cells a row, each with its colour, that fills an area.
    Cells { area: Area, columns: usize, colours: Vec<Ink> },
}

/// What a figure consists of, from back to front.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Scene {
    pub width: u32,
    pub height: u32,
    pub items: Vec<Item>,
    /// The body's height as a share of what the chart asked for.
    pub squeeze: f64,
}

impl Area {
    pub(super) fn new(left: f64, top: f64, right: f64, bottom: f64) -> Self {
        Self { left, top, right, bottom }
    }

    pub(super) fn width(&self) -> f64 {
        self.right - self.left
    }

    pub(super) fn height(&self) -> f64 {
        self.bottom - self.top
    }

    pub(super) fn centre(&self) -> Point {
        (f64::midpoint(self.left, self.right), f64::midpoint(self.top, self.bottom))
    }

    /// The same, smaller by these margins.
    pub(super) fn inset(&self, left: f64, top: f64, right: f64, bottom: f64) -> Self {
        Self::new(self.left + left, self.top + top, self.right - right, self.bottom - bottom)
    }
}

impl Stroke {
    pub(super) fn new(ink: Ink, width: f64) -> Self {
        Self { ink, width, dash: &[] }
    }
}

impl Scene {
    /// The scene, `factor` times as large, as a picture of this size.
    pub(super) fn scaled(mut self, factor: f64, width: u32, height: u32) -> Self {
        let point = |p: &mut Point| *p = (p.0 * factor, p.1 * factor);
        let area = |a: &mut Area| {
            *a = Area::new(a.left * factor, a.top * factor, a.right * factor, a.bottom * factor);
        };
        for item in &mut self.items {
            match item {
                Item::Line(points, stroke) => {
                    points.iter_mut().for_each(point);
                    stroke.width *= factor;
                }
                Item::Fill(points, _) => points.iter_mut().for_each(point),
                Item::Rect(a, _) | Item::Cells { area: a, .. } => area(a),
                Item::Disc(centre, radius, _) => {
                    point(centre);
                    *radius *= factor;
                }
                Item::Ring(centre, radius, stroke) => {
                    point(centre);
                    *radius *= factor;
                    stroke.width *= factor;
                }
                Item::Text(text) => {
                    point(&mut text.at);
                    text.size *= factor;
                }
            }
        }
        (self.width, self.height) = (width, height);
        self
    }

    /// Adds a line through points; one of fewer than two points is nothing.
    pub(super) fn line(&mut self, points: Vec<Point>, stroke: Stroke) {
        if points.len() > 1 {
            self.items.push(Item::Line(points, stroke));
        }
    }

    /// Adds a straight line.
    pub(super) fn segment(&mut self, from: Point, to: Point, stroke: Stroke) {
        self.line(vec![from, to], stroke);
    }

    /// Adds a filled polygon.
    pub(super) fn fill(&mut self, points: Vec<Point>, ink: Ink) {
        if points.len() > 2 {
            self.items.push(Item::Fill(points, ink));
        }
    }

    /// Adds a filled rectangle.
    pub(super) fn rect(&mut self, area: Area, ink: Ink) {
        self.items.push(Item::Rect(area, ink));
    }

    /// Adds the outline of a rectangle.
    pub(super) fn frame(&mut self, a: Area, stroke: Stroke) {
        let corners = vec![(a.left, a.top), (a.right, a.top), (a.right, a.bottom), (a.left, a.bottom), (a.left, a.top)];
        self.line(corners, stroke);
    }

    /// Adds a filled circle.
    pub(super) fn disc(&mut self, centre: Point, radius: f64, ink: Ink) {
        self.items.push(Item::Disc(centre, radius, ink));
    }

    /// Adds a circle.
    pub(super) fn ring(&mut self, centre: Point, radius: f64, stroke: Stroke) {
        self.items.push(Item::Ring(centre, radius, stroke));
    }

    /// Adds a line of text; no words are nothing.
    pub(super) fn text(&mut self, at: Point, words: impl Into<String>, size: f64, ink: Ink, anchor: Anchor) {
        let words = words.into();
        if !words.trim().is_empty() {
            self.items.push(Item::Text(Text { at, words, size, ink, anchor, upwards: false }));
        }
    }

    /// Adds a line of text that reads upwards.
    pub(super) fn upwards(&mut self, at: Point, words: impl Into<String>, size: f64, ink: Ink, anchor: Anchor) {
        let words = words.into();
        if !words.trim().is_empty() {
            self.items.push(Item::Text(Text { at, words, size, ink, anchor, upwards: true }));
        }
    }

    /// The texts, in drawing order.
    pub(super) fn texts(&self) -> impl Iterator<Item = &Text> {
        self.items.iter().filter_map(|item| if let Item::Text(text) = item { Some(text) } else { None })
    }
}
