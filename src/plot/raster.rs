//! The PNG of a figure: plotters' bitmap backend, drawn on with exact coverage.
//!
//! Shapes are turned into outlines in device pixels, and the share of each pixel that an outline covers
//! is its opacity (`ab_glyph_rasterizer`, the non-zero rule): lines and letters are smooth, with no
//! oversampling. There are [`SCALE`] device pixels a pixel. All arithmetic is IEEE single and double
//! precision without platform functions, and the compressor is pure Rust: equal scenes give equal bytes.

use super::colour::Ink;
use super::font::{EM, Fonts, Step};
use super::surface::{Painted, Surface, UNITS};
use ab_glyph_rasterizer::{Rasterizer, point};
use plotters::backend::BitMapBackend;
use plotters_backend::text_anchor::HPos;
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind, FontTransform,
};

/// Device pixels a pixel: figures are sharp on screens of double density and in print.
pub(super) const SCALE: u32 = 2;

type Spot = (f64, f64);

/// Outlines in device pixels, to be filled together.
#[derive(Default)]
pub(super) struct Coverage {
    contours: Vec<Vec<Spot>>,
}

impl Coverage {
    fn contour(&mut self, points: Vec<Spot>) {
        if points.len() > 2 {
            self.contours.push(points);
        }
    }

    /// Adds a contour so that it runs the same way as every other that is added by this function: where
    /// they overlap they do not cancel out.
    fn convex(&mut self, mut points: Vec<Spot>) {
        let twice: f64 = points.iter().zip(points.iter().cycle().skip(1)).map(|(a, b)| a.0 * b.1 - b.0 * a.1).sum();
        if twice < 0.0 {
            points.reverse();
        }
        self.contour(points);
    }

    /// Adds a character's outline; `place` turns thousandths of an em, upwards, into device pixels.
    pub(super) fn glyph(&mut self, fonts: &Fonts<'_>, c: char, place: impl Fn(Spot) -> Spot) {
        let put = |p: (i32, i32)| place((f64::from(p.0), f64::from(p.1)));
        let mut points: Vec<Spot> = Vec::new();
        for step in fonts.outline(c) {
            let from = points.last().copied().unwrap_or_default();
            match step {
                Step::Move(p) => points = vec![put(p)],
                Step::Line(p) => points.push(put(p)),
                Step::Quad(b, c) => {
                    let (b, c) = (put(b), put(c));
                    points.extend((1..=6).map(|k| {
                        let t = f64::from(k) / 6.0;
                        mix(mix(from, b, t), mix(b, c, t), t)
                    }));
                }
                Step::Cubic(b, c, d) => {
                    let (b, c, d) = (put(b), put(c), put(d));
                    points.extend((1..=10).map(|k| {
                        let t = f64::from(k) / 10.0;
                        let (ab, bc, cd) = (mix(from, b, t), mix(b, c, t), mix(c, d, t));
                        mix(mix(ab, bc, t), mix(bc, cd, t), t)
                    }));
                }
                Step::Close => self.contour(std::mem::take(&mut points)),
            }
        }
    }

    /// Adds a line of a width. A corner that is not sharp shares its two outer points between its
    /// segments, so that they meet without overlap; a sharp one is rounded.
    fn line(&mut self, path: &[Spot], width: f64, closed: bool) {
        let mut path = path.to_vec();
        path.dedup();
        if closed && path.len() > 2 && path.first() == path.last() {
            path.pop();
        }
        let (n, half) = (path.len(), width / 2.0);
        let ways: Vec<Spot> = (0..n).map(|k| direction(path[k], path[(k + 1) % n])).collect();
        let segments = if closed { n } else { n.saturating_sub(1) };
        // The offset to the left of the path at the corner before segment k.
        let corner = |k: usize| -> Option<Spot> {
            if !closed && k == 0 {
                return None;
            }
            let (a, b) = (ways[(k + n - 1) % n], ways[k]);
            let (along, long) = (a.0 * b.0 + a.1 * b.1, distance(path[k], path[(k + 1) % n]));
            let before = distance(path[(k + n - 1) % n], path[k]);
            let s = half / (1.0 + along).max(1e-9);
            let offset = (-(a.1 + b.1) * s, (a.0 + b.0) * s);
            // How far the inner of the two points reaches into the segments: half the width, times the
            // tangent of half the turn.
            let reach = half * ((1.0 - along).max(0.0) / (1.0 + along).max(1e-9)).sqrt();
            (along > 0.5 && reach < 0.5 * long.min(before)).then_some(offset)
        };
        for k in 0..segments {
            let (p, q, way) = (path[k], path[(k + 1) % n], ways[k]);
            let square = (-way.1 * half, way.0 * half);
            let last = !closed && k + 1 == segments;
            let start = corner(k).unwrap_or(square);
            let end = if last { square } else { corner((k + 1) % n).unwrap_or(square) };
            self.convex(vec![add(p, start), add(q, end), sub(q, end), sub(p, start)]);
            if !last && corner((k + 1) % n).is_none() {
                self.disc(q, half);
            }
        }
    }

    fn disc(&mut self, centre: Spot, radius: f64) {
        self.convex(circle(centre, radius));
    }

    /// The covered pixels with the share that is covered, row by row.
    pub(super) fn pixels(&self) -> impl Iterator<Item = (i32, i32, f64)> + use<> {
        self.pixels_within(f64::from(i16::MAX), f64::from(i16::MAX))
    }

    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to a picture's size")]
    fn pixels_within(&self, width: f64, height: f64) -> impl Iterator<Item = (i32, i32, f64)> + use<> {
        let inside = |p: Spot| (p.0.clamp(0.0, width), p.1.clamp(0.0, height));
        let spots = || self.contours.iter().flatten().map(|p| inside(*p));
        let start = |f: fn(Spot) -> f64| spots().map(f).fold(f64::INFINITY, f64::min).floor();
        let end = |f: fn(Spot) -> f64| spots().map(f).fold(f64::NEG_INFINITY, f64::max).ceil();
        let mut found = Vec::new();
        if !self.contours.is_empty() {
            let (x0, y0, x1, y1) = (start(|p| p.0), start(|p| p.1), end(|p| p.0), end(|p| p.1));
            // One more column takes what the accumulation carries over the right edge.
            let mut raster = Rasterizer::new((x1 - x0) as usize + 2, (y1 - y0) as usize + 1);
            let place = |p: Spot| {
                let (x, y) = inside(p);
                point((x - x0) as f32, (y - y0) as f32)
            };
            for contour in &self.contours {
                for (a, b) in contour.iter().zip(contour.iter().cycle().skip(1)) {
                    raster.draw_line(place(*a), place(*b));
                }
            }
            raster.for_each_pixel_2d(|x, y, share| {
                if share > 0.004 {
                    let share = if share > 0.996 { 1.0 } else { f64::from(share) };
                    found.push((x0 as i32 + x as i32, y0 as i32 + y as i32, share));
                }
            });
        }
        found.into_iter()
    }
}

fn mix(a: Spot, b: Spot, t: f64) -> Spot {
    (a.0 + (b.0 - a.0) * t, a.1 + (b.1 - a.1) * t)
}

fn add(a: Spot, b: Spot) -> Spot {
    (a.0 + b.0, a.1 + b.1)
}

fn sub(a: Spot, b: Spot) -> Spot {
    (a.0 - b.0, a.1 - b.1)
}

fn distance(a: Spot, b: Spot) -> f64 {
    let d = sub(b, a);
    (d.0 * d.0 + d.1 * d.1).sqrt()
}

fn direction(a: Spot, b: Spot) -> Spot {
    let (d, length) = (sub(b, a), distance(a, b).max(1e-9));
    (d.0 / length, d.1 / length)
}

fn circle(centre: Spot, radius: f64) -> Vec<Spot> {
    let corners = if radius < 12.0 { 24 } else { 64 };
    (0..corners)
        .map(|k| {
            let (sin, cos) = libm::sincos(f64::from(k) / f64::from(corners) * std::f64::consts::TAU);
            (centre.0 + radius * cos, centre.1 + radius * sin)
        })
        .collect()
}

/// A picture in memory that is drawn on in units.
pub(super) struct Raster<'a> {
    pixels: BitMapBackend<'a>,
    fonts: &'a Fonts<'a>,
    size: (f64, f64),
}

impl<'a> Raster<'a> {
    /// A backend that draws into `buffer`, three bytes a device pixel.
    pub(super) fn new(buffer: &'a mut [u8], size: (u32, u32), fonts: &'a Fonts<'a>) -> Self {
        let size_f = (f64::from(size.0), f64::from(size.1));
        Self { pixels: BitMapBackend::with_buffer(buffer, size), fonts, size: size_f }
    }

    fn fill(&mut self, coverage: &Coverage, colour: BackendColor) -> Painted<Self> {
        for (x, y, share) in coverage.pixels_within(self.size.0, self.size.1) {
            self.pixels.draw_pixel((x, y), colour.mix(share))?;
        }
        Ok(())
    }
}

fn device(units: i32) -> f64 {
    f64::from(units) * f64::from(SCALE) / f64::from(UNITS)
}

fn spot(p: BackendCoord) -> Spot {
    (device(p.0), device(p.1))
}

fn thickness<S: BackendStyle>(style: &S) -> f64 {
    f64::from(style.stroke_width()) * f64::from(SCALE) / f64::from(UNITS)
}

impl DrawingBackend for Raster<'_> {
    type ErrorType = <BitMapBackend<'static> as DrawingBackend>::ErrorType;

    fn get_size(&self) -> (u32, u32) {
        let (w, h) = self.pixels.get_size();
        (w / SCALE * UNITS.unsigned_abs(), h / SCALE * UNITS.unsigned_abs())
    }

    fn ensure_prepared(&mut self) -> Painted<Self> {
        self.pixels.ensure_prepared()
    }

    fn present(&mut self) -> Painted<Self> {
        self.pixels.present()
    }

    fn draw_pixel(&mut self, p: BackendCoord, colour: BackendColor) -> Painted<Self> {
        self.draw_rect(p, (p.0 + 1, p.1 + 1), &colour, true)
    }

    fn draw_line<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S) -> Painted<Self> {
        self.draw_path([from, to], style)
    }

    fn draw_rect<S: BackendStyle>(&mut self, a: BackendCoord, b: BackendCoord, style: &S, fill: bool) -> Painted<Self> {
        let path = [a, (b.0, a.1), b, (a.0, b.1), a];
        if fill { self.fill_polygon(path, style) } else { self.draw_path(path, style) }
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Painted<Self> {
        let path: Vec<Spot> = path.into_iter().map(spot).collect();
        let closed = path.len() > 2 && path.first() == path.last();
        let mut coverage = Coverage::default();
        coverage.line(&path, thickness(style), closed);
        self.fill(&coverage, style.color())
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        centre: BackendCoord,
        radius: u32,
        style: &S,
        fill: bool,
    ) -> Painted<Self> {
        let radius = f64::from(radius) * f64::from(SCALE) / f64::from(UNITS);
        let mut coverage = Coverage::default();
        if fill {
            coverage.disc(spot(centre), radius);
        } else {
            coverage.line(&circle(spot(centre), radius), thickness(style), true);
        }
        self.fill(&coverage, style.color())
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        points: I,
        style: &S,
    ) -> Painted<Self> {
        let mut coverage = Coverage::default();
        coverage.contour(points.into_iter().map(spot).collect());
        self.fill(&coverage, style.color())
    }

    fn draw_text<T: BackendTextStyle>(&mut self, text: &str, style: &T, at: BackendCoord) -> Painted<Self> {
        let size = style.size() * f64::from(SCALE) / f64::from(UNITS);
        let (origin, scale) = (spot(at), size / f64::from(EM));
        let width = self.fonts.width(text, size);
        let mut along = match style.anchor().h_pos {
            HPos::Left => 0.0,
            HPos::Center => -width / 2.0,
            HPos::Right => -width,
        };
        let upwards = matches!(style.transform(), FontTransform::Rotate270);
        let mut coverage = Coverage::default();
        for c in text.chars() {
            coverage.glyph(self.fonts, c, |(u, v)| {
                let (x, y) = (along + u * scale, v * scale);
                if upwards { (origin.0 - y, origin.1 - x) } else { (origin.0 + x, origin.1 - y) }
            });
            along += f64::from(self.fonts.advance(c)) * scale;
        }
        self.fill(&coverage, style.color())
    }
}

impl Surface for Raster<'_> {
    fn draw_dashes<S: BackendStyle>(&mut self, path: &[BackendCoord], dash: &[i32], style: &S) -> Painted<Self> {
        let path: Vec<Spot> = path.iter().map(|p| spot(*p)).collect();
        let dash: Vec<f64> = dash.iter().map(|d| device(*d).max(0.5)).collect();
        let mut coverage = Coverage::default();
        for piece in dashes(&path, &dash) {
            coverage.line(&piece, thickness(style), false);
        }
        self.fill(&coverage, style.color())
    }

    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "inside the picture")]
    fn draw_cells(&mut self, a: BackendCoord, b: BackendCoord, columns: usize, colours: &[Ink]) -> Painted<Self> {
        let rows = colours.len() / columns.max(1);
        let (a, b) = (spot(a), spot(b));
        let (x0, y0, x1, y1) = (a.0.round() as i32, a.1.round() as i32, b.0.round() as i32, b.1.round() as i32);
        let cell = |k: i32, extent: i32, count: usize| k as usize * count / extent.max(1) as usize;
        for y in y0..y1 {
            for x in x0..x1 {
                let place = cell(y - y0, y1 - y0, rows) * columns + cell(x - x0, x1 - x0, columns);
                self.pixels.draw_pixel((x, y), colours[place].color())?;
            }
        }
        Ok(())
    }
}

/// The pieces of a path that dashes cover.
fn dashes(path: &[Spot], dash: &[f64]) -> Vec<Vec<Spot>> {
    let mut pieces = Vec::new();
    let (mut k, mut left) = (0, dash[0]);
    let mut piece: Vec<Spot> = path.first().copied().into_iter().collect();
    for pair in path.windows(2) {
        let (mut from, to) = (pair[0], pair[1]);
        while distance(from, to) > left {
            from = mix(from, to, left / distance(from, to));
            if k % 2 == 0 {
                piece.push(from);
                pieces.push(std::mem::take(&mut piece));
            } else {
                piece = vec![from];
            }
            k += 1;
            left = dash[k % dash.len()];
        }
        left -= distance(from, to);
        if k % 2 == 0 {
            piece.push(to);
        }
    }
    if k % 2 == 0 {
        pieces.push(piece);
    }
    pieces
}

/// A PNG file of three bytes a pixel.
///
/// The pixels are compressed here, since the compressor behind `png` changes with the features of other crates, and
/// the bytes of a figure shall not.
pub(super) fn encode(width: u32, height: u32, rgb: &[u8]) -> Vec<u8> {
    const LEVEL: u8 = 6;
    let mut rows = Vec::with_capacity(rgb.len() + height as usize);
    for row in rgb.chunks(3 * width as usize) {
        // Flat areas and smooth edges compress best without a filter.
        rows.push(0);
        rows.extend_from_slice(row);
    }
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().expect("memory takes every write");
    let pixels = miniz_oxide::deflate::compress_to_vec_zlib(&rows, LEVEL);
    writer.write_chunk(png::chunk::IDAT, &pixels).expect("memory takes every write");
    drop(writer);
    bytes
}

/// What a backend in memory cannot fail with.
pub(super) fn sure<E: std::error::Error + Send + Sync>(result: Result<(), DrawingErrorKind<E>>) {
    result.expect("drawing in memory does not fail");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plot::colour::BLACK;
    use crate::plot::scene::Stroke;

    /// The ink on a canvas of 100 by 100 pixels, in pixels of full black.
    fn ink(draw: impl Fn(&mut Raster<'_>)) -> f64 {
        let fonts = Fonts::new(None).unwrap();
        let mut buffer = vec![255; 200 * 200 * 3];
        let mut raster = Raster::new(&mut buffer, (200, 200), &fonts);
        draw(&mut raster);
        drop(raster);
        let dark: u64 = buffer.iter().map(|c| u64::from(255 - c)).sum();
        dark as f64 / 255.0 / 3.0 / f64::from(SCALE * SCALE)
    }

    fn at(x: f64, y: f64) -> BackendCoord {
        ((x * f64::from(UNITS)) as i32, (y * f64::from(UNITS)) as i32)
    }

    #[test]
    fn shapes_cover_their_area() {
        let line = Stroke::new(BLACK, 3.0);
        let near = |found: f64, area: f64| assert!((found - area).abs() < area * 0.02, "{found} for {area}");
        near(ink(|r| sure(r.draw_rect(at(10.25, 20.6), at(40.0, 31.0), &BLACK, true))), 29.75 * 10.4);
        near(ink(|r| sure(r.draw_circle(at(50.0, 50.0), 400, &BLACK, true))), std::f64::consts::PI * 400.0);
        near(ink(|r| sure(r.draw_path([at(10.0, 10.0), at(70.0, 90.0)], &line))), 300.0);
        // A closed square of side 60: its outer less its inner square, but for the corners' rounding.
        let square = [at(20.0, 20.0), at(80.0, 20.0), at(80.0, 80.0), at(20.0, 80.0), at(20.0, 20.0)];
        near(ink(|r| sure(r.draw_path(square, &line))), 63.0 * 63.0 - 57.0 * 57.0);
        // Three dashes of 10 in a path of 45, and one of 5.
        let dashed = |r: &mut Raster<'_>| r.draw_dashes(&[at(20.0, 50.0), at(65.0, 50.0)], &[200, 100], &line);
        near(ink(|r| sure(dashed(r))), 30.0 * 3.0);
        near(ink(|r| sure(r.draw_cells(at(10.0, 10.0), at(30.0, 40.0), 2, &[BLACK; 6]))), 600.0);
    }

    #[test]
    fn a_smooth_line_of_many_points_has_no_beads() {
        let arc: Vec<BackendCoord> = (0..=200)
            .map(|k| {
                let (sin, cos) = libm::sincos(f64::from(k) * 0.01);
                at(50.0 + 40.0 * cos, 50.0 + 40.0 * sin)
            })
            .collect();
        let found = ink(|r| sure(r.draw_path(arc.iter().copied(), &Stroke::new(BLACK, 2.0))));
        assert!((found - 160.0).abs() < 4.0, "{found} for a length of 80 and a width of 2");
    }

    #[test]
    fn what_lies_outside_is_cut_off() {
        assert!((ink(|r| sure(r.draw_rect(at(-50.0, -50.0), at(50.0, 50.0), &BLACK, true))) - 2500.0).abs() < 1.0);
        let far = ink(|r| sure(r.draw_path([at(-500.0, 50.0), at(500.0, 50.0)], &Stroke::new(BLACK, 2.0))));
        assert!((far - 200.0).abs() < 1.0, "{far}");
    }
}
