//! The SVG of a figure: a backend of plotters that writes compact, self-contained markup.
//!
//! Texts are glyph outlines: each glyph is defined once and used by its name, so that a figure looks
//! the same without any font; the group of a text carries its words as `aria-label`. The names of
//! glyphs follow from font and character alone: two figures in one page define a name alike.
//! Numbers are whole hundredths of a pixel, written by integer arithmetic. Neighbouring shapes of one
//! opaque style share a path element.

use super::colour::Ink;
use super::font::{Fonts, Step};
use super::markup::escape;
use super::raster::encode;
use super::surface::{Painted, Surface, UNITS};
use base64::Engine;
use plotters_backend::text_anchor::HPos;
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind, FontTransform,
};
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::fmt::Write;

/// Above this many cells a raster is one picture rather than rectangles.
const MOST_CELL_PATHS: usize = 1024;

/// A figure in the making.
pub(super) struct Svg<'a> {
    fonts: &'a Fonts<'a>,
    size: (u32, u32),
    body: String,
    /// Glyphs used, by name.
    glyphs: BTreeMap<String, String>,
    /// The attributes and the path data of shapes that wait for more of their style.
    waiting: Option<(String, String)>,
}

impl<'a> Svg<'a> {
    /// An empty figure of a size in pixels.
    pub(super) fn new(width: u32, height: u32, fonts: &'a Fonts<'a>) -> Self {
        Self { fonts, size: (width, height), body: String::new(), glyphs: BTreeMap::new(), waiting: None }
    }

    /// The file, with its title and its description in words.
    pub(super) fn finish(mut self, title: &str, description: &str) -> String {
        self.settle();
        let (w, h) = self.size;
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w} {h}\" width=\"{w}\" height=\"{h}\" \
             role=\"img\" aria-label=\"{}\" fill=\"none\" stroke-linejoin=\"round\">\n<title>{}</title>\n<desc>{}</desc>\n",
            escape(description),
            escape(title),
            escape(description)
        );
        out.push_str("<defs>\n");
        for (name, path) in &self.glyphs {
            let _ = writeln!(out, "<path id=\"{name}\" d=\"{path}\"/>");
        }
        let _ = writeln!(out, "</defs>\n<rect width=\"{w}\" height=\"{h}\" fill=\"#fff\"/>");
        out.push_str(&self.body);
        out.push_str("</svg>\n");
        out
    }

    /// Writes the shapes that wait.
    fn settle(&mut self) {
        if let Some((attributes, path)) = self.waiting.take() {
            let _ = writeln!(self.body, "<path{attributes} d=\"{path}\"/>");
        }
    }

    /// Adds path data in a style; opaque shapes of one style become one element.
    fn path(&mut self, attributes: String, data: &str, opaque: bool) {
        match &mut self.waiting {
            Some((style, path)) if opaque && *style == attributes => path.push_str(data),
            _ => {
                self.settle();
                self.waiting = Some((attributes, data.to_string()));
            }
        }
        if !opaque {
            self.settle();
        }
    }

    fn glyph(&mut self, c: char) -> Option<String> {
        let name = self.fonts.name(c);
        if self.glyphs.contains_key(&name) {
            return Some(name);
        }
        let outline = self.fonts.outline(c);
        if outline.is_empty() {
            return None;
        }
        self.glyphs.insert(name.clone(), outline_data(&outline));
        Some(name)
    }
}

fn outline_data(outline: &[Step]) -> String {
    let mut data = String::new();
    let mut pen = (0, 0);
    let rel = |out: &mut String, pen: (i32, i32), p: (i32, i32), first: bool| {
        let (x, y) = (p.0 - pen.0, p.1 - pen.1);
        let gap = if first || x < 0 { "" } else { " " };
        let _ = write!(out, "{gap}{x}{}{y}", if y < 0 { "" } else { " " });
    };
    for step in outline {
        let (letter, points): (char, &[(i32, i32)]) = match step {
            Step::Move(p) => ('M', &[*p]),
            Step::Line(p) => ('l', &[*p]),
            Step::Quad(b, c) => ('q', &[*b, *c]),
            Step::Cubic(b, c, d) => ('c', &[*b, *c, *d]),
            Step::Close => ('z', &[]),
        };
        data.push(letter);
        let from = if letter == 'M' { (0, 0) } else { pen };
        for (k, p) in points.iter().enumerate() {
            rel(&mut data, from, *p, k == 0);
            pen = *p;
        }
    }
    data
}

/// Units as pixels, to the hundredth.
fn pixels(units: i32) -> String {
    hundredths(i64::from(units) * 100 / i64::from(UNITS))
}

fn hundredths(value: i64) -> String {
    let (sign, v) = (if value < 0 { "-" } else { "" }, value.abs());
    let (whole, part) = (v / 100, v % 100);
    match (whole, part) {
        (_, 0) => format!("{sign}{whole}"),
        (0, part) if part % 10 == 0 => format!("{sign}.{}", part / 10),
        (0, part) => format!("{sign}.{part:02}"),
        (_, part) if part % 10 == 0 => format!("{sign}{whole}.{}", part / 10),
        _ => format!("{sign}{whole}.{part:02}"),
    }
}

fn point(p: BackendCoord) -> String {
    format!("{} {}", pixels(p.0), pixels(p.1))
}

/// Path data through points: absolute at the start, then steps.
fn data(points: &[BackendCoord], closed: bool) -> String {
    let mut out = format!("M{}", point(points[0]));
    for pair in points.windows(2) {
        let (dx, dy) = (pair[1].0 - pair[0].0, pair[1].1 - pair[0].1);
        let _ = match (dx, dy) {
            (0, 0) => Ok(()),
            (_, 0) => write!(out, "h{}", pixels(dx)),
            (0, _) => write!(out, "v{}", pixels(dy)),
            _ => write!(out, "l{}", point((dx, dy))),
        };
    }
    if closed {
        out.push('z');
    }
    out
}

fn hex(rgb: (u8, u8, u8)) -> String {
    let (r, g, b) = rgb;
    if [r, g, b].iter().all(|c| c >> 4 == c & 15) {
        format!("#{:x}{:x}{:x}", r & 15, g & 15, b & 15)
    } else {
        format!("#{r:02x}{g:02x}{b:02x}")
    }
}

/// The attribute for an opacity of which only hundredths count.
#[expect(clippy::cast_possible_truncation, reason = "an opacity is from 0 to 1")]
fn opacity(name: &str, colour: BackendColor) -> String {
    let share = (colour.alpha * 100.0).round() as i64;
    if share >= 100 { String::new() } else { format!(" {name}-opacity=\"{}\"", hundredths(share)) }
}

fn filled<S: BackendStyle>(style: &S) -> (String, bool) {
    let colour = style.color();
    (format!(" fill=\"{}\"{}", hex(colour.rgb), opacity("fill", colour)), colour.alpha >= 1.0)
}

fn stroked<S: BackendStyle>(style: &S) -> (String, bool) {
    let colour = style.color();
    let width = i32::try_from(style.stroke_width()).unwrap_or(i32::MAX);
    let mut attributes = format!(" stroke=\"{}\"", hex(colour.rgb));
    if width != UNITS {
        let _ = write!(attributes, " stroke-width=\"{}\"", pixels(width));
    }
    attributes.push_str(&opacity("stroke", colour));
    (attributes, colour.alpha >= 1.0)
}

impl DrawingBackend for Svg<'_> {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        (self.size.0 * UNITS.unsigned_abs(), self.size.1 * UNITS.unsigned_abs())
    }

    fn ensure_prepared(&mut self) -> Painted<Self> {
        Ok(())
    }

    fn present(&mut self) -> Painted<Self> {
        self.settle();
        Ok(())
    }

    fn draw_pixel(&mut self, p: BackendCoord, colour: BackendColor) -> Painted<Self> {
        self.draw_rect(p, (p.0 + 1, p.1 + 1), &colour, true)
    }

    fn draw_line<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S) -> Painted<Self> {
        self.draw_path([from, to], style)
    }

    fn draw_rect<S: BackendStyle>(&mut self, a: BackendCoord, b: BackendCoord, style: &S, fill: bool) -> Painted<Self> {
        let path = [a, (b.0, a.1), b, (a.0, b.1)];
        if fill { self.fill_polygon(path, style) } else { self.draw_path(path.into_iter().chain([a]), style) }
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Painted<Self> {
        let mut path: Vec<BackendCoord> = path.into_iter().collect();
        let closed = path.len() > 2 && path.first() == path.last();
        if closed {
            path.pop();
        }
        if path.len() > 1 {
            let (attributes, opaque) = stroked(style);
            self.path(attributes, &data(&path, closed), opaque);
        }
        Ok(())
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        centre: BackendCoord,
        radius: u32,
        style: &S,
        fill: bool,
    ) -> Painted<Self> {
        let radius = i32::try_from(radius).unwrap_or(i32::MAX);
        let (r, d) = (pixels(radius), pixels(radius.saturating_mul(2)));
        let start = point((centre.0 - radius, centre.1));
        let circle = format!("M{start}a{r} {r} 0 1 0 {d} 0a{r} {r} 0 1 0 -{d} 0z");
        let (attributes, opaque) = if fill { filled(style) } else { stroked(style) };
        self.path(attributes, &circle, opaque);
        Ok(())
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        points: I,
        style: &S,
    ) -> Painted<Self> {
        let points: Vec<BackendCoord> = points.into_iter().collect();
        if points.len() > 2 {
            let (attributes, opaque) = filled(style);
            self.path(attributes, &data(&points, true), opaque);
        }
        Ok(())
    }

    fn draw_text<T: BackendTextStyle>(&mut self, text: &str, style: &T, at: BackendCoord) -> Painted<Self> {
        self.settle();
        let advances: Vec<i32> = text.chars().map(|c| self.fonts.advance(c)).collect();
        let width: i32 = advances.iter().sum();
        let mut along = match style.anchor().h_pos {
            HPos::Left => 0,
            HPos::Center => -width / 2,
            HPos::Right => -width,
        };
        // An em is a thousand units, so a size in tenths of a pixel is a scale of four decimals.
        #[expect(clippy::cast_possible_truncation, reason = "clamped")]
        let tenths = (style.size() * 10.0 / f64::from(UNITS)).round().clamp(1.0, 9999.0) as i32;
        let scale = format!(".{tenths:04}");
        let scale = scale.trim_end_matches('0');
        let turn = if matches!(style.transform(), FontTransform::Rotate270) { "rotate(-90)" } else { "" };
        let colour = style.color();
        let _ = write!(
            self.body,
            "<g aria-label=\"{}\" fill=\"{}\"{} transform=\"translate({}){turn}scale({scale} -{scale})\">",
            escape(text).replace(['\n', '\t'], " "),
            hex(colour.rgb),
            opacity("fill", colour),
            point(at),
        );
        for (c, advance) in text.chars().zip(advances) {
            if let Some(name) = self.glyph(c) {
                let _ = match along {
                    0 => write!(self.body, "<use href=\"#{name}\"/>"),
                    x => write!(self.body, "<use href=\"#{name}\" x=\"{x}\"/>"),
                };
            }
            along += advance;
        }
        self.body.push_str("</g>\n");
        Ok(())
    }
}

impl Surface for Svg<'_> {
    fn draw_dashes<S: BackendStyle>(&mut self, path: &[BackendCoord], dash: &[i32], style: &S) -> Painted<Self> {
        if path.len() > 1 {
            let (mut attributes, _) = stroked(style);
            let dash: Vec<String> = dash.iter().map(|d| pixels(*d)).collect();
            let _ = write!(attributes, " stroke-dasharray=\"{}\"", dash.join(" "));
            self.path(attributes, &data(path, false), style.color().alpha >= 1.0);
        }
        Ok(())
    }

    fn draw_cells(&mut self, a: BackendCoord, b: BackendCoord, columns: usize, colours: &[Ink]) -> Painted<Self> {
        let rows = colours.len() / columns.max(1);
        let (Ok(w), Ok(h)) = (i32::try_from(columns), i32::try_from(rows)) else { return Ok(()) };
        if colours.len() > MOST_CELL_PATHS {
            self.settle();
            let rgb: Vec<u8> = colours.iter().flat_map(|c| [c.rgb.0, c.rgb.1, c.rgb.2]).collect();
            let png = encode(w.unsigned_abs(), h.unsigned_abs(), &rgb);
            let png = base64::engine::general_purpose::STANDARD.encode(png);
            let _ = writeln!(
                self.body,
                "<image x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" preserveAspectRatio=\"none\" \
                 style=\"image-rendering:optimizeSpeed;image-rendering:pixelated\" href=\"data:image/png;base64,{png}\"/>",
                pixels(a.0),
                pixels(a.1),
                pixels(b.0 - a.0),
                pixels(b.1 - a.1),
            );
            return Ok(());
        }
        let x = |k: i32| a.0 + (b.0 - a.0) * k / w;
        let y = |k: i32| a.1 + (b.1 - a.1) * k / h;
        for (row, line) in (0..h).zip(colours.chunks(columns)) {
            let mut column = 0;
            // Neighbours of one colour are one rectangle.
            for run in line.chunk_by(|p, q| p == q) {
                let end = column + i32::try_from(run.len()).unwrap_or(w);
                let corners = [(x(column), y(row)), (x(end), y(row)), (x(end), y(row + 1)), (x(column), y(row + 1))];
                // Without smoothing there are no seams between neighbours.
                let attributes = format!("{} shape-rendering=\"crispEdges\"", filled(&run[0]).0);
                self.path(attributes, &data(&corners, true), true);
                column = end;
            }
        }
        Ok(())
    }
}

/// What a backend in memory cannot fail with.
pub(super) fn sure(result: Result<(), DrawingErrorKind<Infallible>>) {
    result.expect("writing to memory does not fail");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plot::colour::{BLACK, BLUE};

    #[test]
    fn numbers_are_short_and_exact() {
        let cases = [(0, "0"), (20, "1"), (21, "1.05"), (30, "1.5"), (-1, "-.05"), (-50, "-2.5"), (2, ".1")];
        for (units, text) in cases {
            assert_eq!(pixels(units), text);
        }
    }

    #[test]
    fn neighbours_of_one_opaque_style_share_an_element() {
        let fonts = Fonts::new(None).unwrap();
        let mut svg = Svg::new(10, 10, &fonts);
        sure(svg.draw_rect((0, 0), (20, 20), &BLUE, true));
        sure(svg.draw_rect((40, 0), (60, 20), &BLUE, true));
        sure(svg.draw_rect((0, 40), (20, 60), &BLACK.alpha(0.5), true));
        sure(svg.draw_rect((40, 40), (60, 60), &BLACK.alpha(0.5), true));
        let file = svg.finish("t", "d");
        assert!(file.contains("<path fill=\"#0072b2\" d=\"M0 0h1v1h-1zM2 0h1v1h-1z\"/>"), "{file}");
        assert_eq!(file.matches("fill=\"#000\" fill-opacity=\".5\"").count(), 2);
    }

    #[test]
    fn a_glyph_is_defined_once_and_used_by_its_advance() {
        let fonts = Fonts::new(None).unwrap();
        let mut svg = Svg::new(100, 20, &fonts);
        let ink = BLACK;
        let anchor = crate::plot::scene::Anchor::Start;
        let style = crate::plot::surface::Lettering { fonts: &fonts, size: 240.0, ink, anchor, upwards: false };
        sure(svg.draw_text("00 <", &style, (0, 200)));
        let file = svg.finish("t", "d");
        assert_eq!(file.matches("id=\"g30\"").count(), 1);
        // 0 is 551 wide and the space 260, as fontTools reads them from the font file.
        let group = "<g aria-label=\"00 &lt;\" fill=\"#000\" transform=\"translate(0 10)scale(.012 -.012)\">\
                     <use href=\"#g30\"/><use href=\"#g30\" x=\"551\"/><use href=\"#g3c\" x=\"1362\"/></g>";
        assert!(file.contains(group), "{file}");
    }
}
