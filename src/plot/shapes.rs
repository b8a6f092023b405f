//! Shapes in a plane or a triangle: paths, lines, areas, points, arrows.
//!
//! A group of rows of a table is one shape. The note `shape` says which; a table without it has paths.

use super::colour::{Look, SOFT};
use super::scene::{Point, Scene, Stroke};
use super::sheet::{Sample, mark};
use crate::table::{Cell, Role, Table};

/// What a group of points is drawn as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Shape {
    /// A line with a ring at its start and a dot at its end.
    #[default]
    Path,
    /// A line.
    Line,
    /// A filled polygon with its edge; of one or two points, these.
    Area,
    /// A marker each.
    Points,
    /// Points in pairs: from the first to the second.
    Arrows,
}

impl Shape {
    fn named(name: &str) -> Self {
        match name {
            "line" => Self::Line,
            "area" => Self::Area,
            "points" => Self::Points,
            "arrows" => Self::Arrows,
            _ => Self::Path,
        }
    }

    /// What each row of a table belongs to: by the note `shape`, if there is one.
    pub(super) fn of_rows(table: &Table) -> Vec<Self> {
        let column = table.schema().with_role(&Role::Note).find(|c| table.schema().columns[*c].name == "shape");
        let Some(column) = column else { return vec![Self::Path; table.len()] };
        let name = |row: usize| match table.cell(row, column) {
            Cell::Text(name) => Self::named(name),
            _ => Self::Path,
        };
        (0..table.len()).map(name).collect()
    }

    /// What stands for it in a legend.
    pub(super) fn sample(self, look: Look) -> Sample {
        match self {
            Self::Path | Self::Line => Sample::Line(look),
            Self::Area => Sample::Fill(look.ink.tint(FILL)),
            Self::Points => Sample::Mark(look),
            Self::Arrows => Sample::Line(Look { dash: &[], ..look }),
        }
    }

    /// Whether it is drawn below others.
    pub(super) fn layer(self) -> u8 {
        match self {
            Self::Area => 0,
            Self::Arrows => 1,
            Self::Line | Self::Path => 2,
            Self::Points => 3,
        }
    }

    /// Draws it through points in pixels.
    pub(super) fn draw(self, scene: &mut Scene, look: Look, points: Vec<Point>) {
        let ink = if look.ink.lightness() > 80.0 { SOFT } else { look.ink };
        let stroke = Stroke { ink, width: 1.8, dash: look.dash };
        match self {
            Self::Path => {
                scene.line(points.clone(), stroke);
                if let (Some(first), Some(last)) = (points.first(), points.last()) {
                    scene.ring(*first, 3.8, Stroke::new(ink, 1.5));
                    scene.disc(*last, 4.2, ink);
                }
            }
            Self::Line => scene.line(points, stroke),
            Self::Area => area(scene, look, stroke, points),
            Self::Points => points.into_iter().for_each(|point| mark(scene, point, look.marker, look.ink, 4.4)),
            Self::Arrows => {
                points.chunks_exact(2).for_each(|pair| arrow(scene, pair[0], pair[1], Stroke::new(ink, 1.2)))
            }
        }
    }
}

/// How much of its colour fills an area.
const FILL: f64 = 0.28;

fn area(scene: &mut Scene, look: Look, stroke: Stroke, points: Vec<Point>) {
    if points.len() < 3 {
        // A polygon without inside: a segment, or a point.
        points.iter().for_each(|point| mark(scene, *point, look.marker, look.ink, 3.4));
        scene.line(points, stroke);
        return;
    }
    let closed: Vec<Point> = points.iter().chain([&points[0]]).copied().collect();
    scene.fill(points, look.ink.tint(FILL));
    scene.line(closed, stroke);
}

/// An arrow with an open head; a dot where it would be shorter than that.
fn arrow(scene: &mut Scene, from: Point, to: Point, stroke: Stroke) {
    const HEAD: f64 = 4.0;
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = (dx * dx + dy * dy).sqrt();
    if length < HEAD / 2.0 {
        scene.disc(from, 1.2, stroke.ink);
        return;
    }
    let (ux, uy) = (dx / length, dy / length);
    let head = HEAD.min(length);
    let back = (to.0 - ux * head, to.1 - uy * head);
    let side = head * 0.6;
    scene.segment(from, to, stroke);
    scene.line(vec![(back.0 - uy * side, back.1 + ux * side), to, (back.0 + uy * side, back.1 - ux * side)], stroke);
}
