//! Painting a scene on a backend of plotters.
//!
//! A backend of plotters takes whole coordinates, so a scene is painted in twentieths of a pixel. Two
//! things that figures need and the interface of plotters lacks are added by [`Surface`]: dashed lines
//! and rasters of cells. Everything else goes through plotters' own calls, so that another of its
//! backends could show the same scene.

use super::colour::Ink;
use super::font::{EM, Fonts};
use super::raster::Coverage;
use super::scene::{Anchor, Area, Item, Point, Scene, Stroke, Text};
use plotters_backend::text_anchor::{HPos, Pos, VPos};
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind, FontFamily,
    FontTransform,
};
use std::convert::Infallible;

/// The backends' units in a pixel.
pub(super) const UNITS: i32 = 20;

/// What painting on a backend yields.
pub(super) type Painted<B> = Result<(), DrawingErrorKind<<B as DrawingBackend>::ErrorType>>;

/// A backend of plotters with what figures need besides.
pub(super) trait Surface: DrawingBackend {
    /// Draws a line of dashes and gaps in turn, in units.
    fn draw_dashes<S: BackendStyle>(&mut self, path: &[BackendCoord], dash: &[i32], style: &S) -> Painted<Self>;

    /// Fills a rectangle with cells, `columns` a row.
    fn draw_cells(
        &mut self,
        upper_left: BackendCoord,
        lower_right: BackendCoord,
        columns: usize,
        colours: &[Ink],
    ) -> Painted<Self>;
}

/// A line of text for backends: the place given to a backend is the anchor on the baseline.
pub(super) struct Lettering<'a> {
    pub fonts: &'a Fonts<'a>,
    /// The backend's units an em.
    pub size: f64,
    pub ink: Ink,
    pub anchor: Anchor,
    pub upwards: bool,
}

impl BackendStyle for Ink {
    fn color(&self) -> BackendColor {
        BackendColor { alpha: self.alpha, rgb: self.rgb }
    }
}

impl BackendStyle for Stroke {
    fn color(&self) -> BackendColor {
        self.ink.color()
    }

    fn stroke_width(&self) -> u32 {
        units(self.width).unsigned_abs().max(1)
    }
}

impl BackendTextStyle for Lettering<'_> {
    type FontError = Infallible;

    fn color(&self) -> BackendColor {
        self.ink.color()
    }

    fn size(&self) -> f64 {
        self.size
    }

    fn transform(&self) -> FontTransform {
        if self.upwards { FontTransform::Rotate270 } else { FontTransform::None }
    }

    fn anchor(&self) -> Pos {
        let h = match self.anchor {
            Anchor::Start => HPos::Left,
            Anchor::Middle => HPos::Center,
            Anchor::End => HPos::Right,
        };
        Pos::new(h, VPos::Bottom)
    }

    fn family(&self) -> FontFamily<'_> {
        FontFamily::SansSerif
    }

    #[expect(clippy::cast_possible_truncation, reason = "a text fits a picture")]
    fn layout_box(&self, text: &str) -> Result<((i32, i32), (i32, i32)), Infallible> {
        let width = self.fonts.width(text, self.size).ceil() as i32;
        Ok(((0, -(self.size * 0.95).ceil() as i32), (width, (self.size * 0.25).ceil() as i32)))
    }

    fn draw<E, F: FnMut(i32, i32, BackendColor) -> Result<(), E>>(
        &self,
        text: &str,
        pos: BackendCoord,
        mut draw: F,
    ) -> Result<Result<(), E>, Infallible> {
        let mut coverage = Coverage::default();
        let mut x = f64::from(pos.0);
        for c in text.chars() {
            coverage.glyph(self.fonts, c, |(u, v)| {
                let scale = self.size / f64::from(EM);
                (x + u * scale, f64::from(pos.1) - v * scale)
            });
            x += f64::from(self.fonts.advance(c)) * self.size / f64::from(EM);
        }
        let colour = self.color();
        Ok(coverage.pixels().try_for_each(|(x, y, share)| draw(x, y, colour.mix(share))))
    }
}

#[expect(clippy::cast_possible_truncation, reason = "clamped far outside any picture")]
fn units(pixels: f64) -> i32 {
    (pixels.clamp(-1e6, 1e6) * f64::from(UNITS)).round() as i32
}

fn at(point: Point) -> BackendCoord {
    (units(point.0), units(point.1))
}

fn corners(area: &Area) -> (BackendCoord, BackendCoord) {
    (at((area.left, area.top)), at((area.right, area.bottom)))
}

/// Paints a scene, from back to front.
pub(super) fn paint<B: Surface>(scene: &Scene, fonts: &Fonts<'_>, to: &mut B) -> Painted<B> {
    to.ensure_prepared()?;
    for item in &scene.items {
        match item {
            Item::Line(points, stroke) => {
                let path: Vec<BackendCoord> = points.iter().map(|p| at(*p)).collect();
                if stroke.dash.is_empty() {
                    to.draw_path(path, stroke)?;
                } else {
                    let dash: Vec<i32> = stroke.dash.iter().map(|d| units(*d)).collect();
                    to.draw_dashes(&path, &dash, stroke)?;
                }
            }
            Item::Fill(points, ink) => to.fill_polygon(points.iter().map(|p| at(*p)), ink)?,
            Item::Rect(area, ink) => {
                let (a, b) = corners(area);
                to.draw_rect(a, b, ink, true)?;
            }
            Item::Disc(centre, radius, ink) => {
                to.draw_circle(at(*centre), units(*radius).unsigned_abs(), ink, true)?;
            }
            Item::Ring(centre, radius, stroke) => {
                to.draw_circle(at(*centre), units(*radius).unsigned_abs(), stroke, false)?;
            }
            Item::Text(text) => {
                let Text { words, size, ink, anchor, upwards, .. } = text;
                let style =
                    Lettering { fonts, size: size * f64::from(UNITS), ink: *ink, anchor: *anchor, upwards: *upwards };
                to.draw_text(words, &style, at(text.at))?;
            }
            Item::Cells { area, columns, colours } => {
                let (a, b) = corners(area);
                to.draw_cells(a, b, *columns, colours)?;
            }
        }
    }
    to.present()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plot::colour::BLACK;
    use plotters::backend::BitMapBackend;

    #[test]
    fn a_backend_of_plotters_can_set_our_letters() {
        let fonts = Fonts::new(None).unwrap();
        let style = Lettering { fonts: &fonts, size: 20.0, ink: BLACK, anchor: Anchor::Start, upwards: false };
        let mut buffer = vec![255; 80 * 40 * 3];
        let mut plain = BitMapBackend::with_buffer(&mut buffer, (80, 40));
        plain.draw_text("囚徒", &style, (10, 30)).unwrap();
        drop(plain);
        let dark: Vec<usize> = (0..80 * 40).filter(|k| buffer[k * 3] < 128).collect();
        let columns = || dark.iter().map(|k| k % 80);
        // Two characters of twenty pixels each, from 10 on.
        assert!((10..14).contains(&columns().min().unwrap()) && (46..=50).contains(&columns().max().unwrap()));
        assert_eq!(style.layout_box("囚徒").unwrap().1.0, 40);
    }
}
