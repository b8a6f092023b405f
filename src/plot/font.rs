//! Glyphs: widths and outlines of texts, from fonts held in memory.
//!
//! The embedded font (`assets/fonts`) is always there; a caller may put another before it, and a
//! character is taken from the first font that has it. One that no font has is a box as wide as a
//! letter, so that a reader sees the gap, and [`Fonts::missing`] names it. Outlines are whole
//! thousandths of an em, upwards, whatever the font's own grid: both backends draw these same numbers.
//! There is no shaping: a text is its characters side by side, as Latin, Greek and Chinese need.

use super::PlotError;
use ab_glyph::{Font, FontRef, GlyphId, OutlineCurve, Point};
use std::collections::BTreeSet;

static EMBEDDED: &[u8] = include_bytes!("../../assets/fonts/comity.ttf");

/// The units of an em in which advances and outlines are given.
pub(super) const EM: i32 = 1000;

const BOX_ADVANCE: i32 = 600;

/// Fonts in the order in which a character is looked up.
pub(super) struct Fonts<'a> {
    faces: Vec<Face<'a>>,
}

struct Face<'a> {
    font: FontRef<'a>,
    em: f32,
    /// Set before a glyph's name, so that glyphs of two fonts never share one.
    tag: String,
}

/// A step of an outline, in thousandths of an em from the glyph's origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Move((i32, i32)),
    Line((i32, i32)),
    Quad((i32, i32), (i32, i32)),
    Cubic((i32, i32), (i32, i32), (i32, i32)),
    Close,
}

impl<'a> Fonts<'a> {
    /// The embedded font, after the caller's own if there is one.
    ///
    /// # Errors
    /// [`PlotError::Font`] if the caller's bytes are not a TrueType or OpenType font.
    pub(super) fn new(own: Option<&'a [u8]>) -> Result<Self, PlotError> {
        let mut faces = Vec::new();
        if let Some(bytes) = own {
            let font = FontRef::try_from_slice(bytes).map_err(|_| PlotError::Font)?;
            let digest = blake3::hash(bytes).to_hex();
            faces.push(Face { em: font.units_per_em().ok_or(PlotError::Font)?, font, tag: digest[..6].to_string() });
        }
        let font = FontRef::try_from_slice(EMBEDDED).expect("the embedded font is a font");
        faces.push(Face { em: font.units_per_em().expect("the embedded font has an em"), font, tag: String::new() });
        Ok(Self { faces })
    }

    fn find(&self, c: char) -> Option<(&Face<'a>, GlyphId)> {
        let c = plain(c);
        self.faces.iter().map(|face| (face, face.font.glyph_id(c))).find(|(_, id)| id.0 != 0)
    }

    /// How far a character moves the pen, in thousandths of an em.
    pub(super) fn advance(&self, c: char) -> i32 {
        self.find(c).map_or(BOX_ADVANCE, |(face, id)| thousandths(face.font.h_advance_unscaled(id), face.em))
    }

    /// How wide a text of `size` pixels is, in pixels.
    pub(super) fn width(&self, text: &str, size: f64) -> f64 {
        let sum: i64 = text.chars().map(|c| i64::from(self.advance(c))).sum();
        #[expect(clippy::cast_precision_loss, reason = "a text is shorter than 2^52 units")]
        let sum = sum as f64;
        sum * size / f64::from(EM)
    }

    /// The characters of a text that no font has.
    pub(super) fn missing(&self, text: &str) -> BTreeSet<char> {
        text.chars().filter(|c| self.find(*c).is_none()).collect()
    }

    /// The name of a character's glyph, fit to be an XML id.
    pub(super) fn name(&self, c: char) -> String {
        match self.find(c) {
            Some((face, _)) => format!("g{}{:x}", face.tag, u32::from(plain(c))),
            None => "gbox".to_string(),
        }
    }

    /// The outline of a character; empty for a space.
    pub(super) fn outline(&self, c: char) -> Vec<Step> {
        let Some((face, id)) = self.find(c) else { return missing_box() };
        let Some(outline) = face.font.outline(id) else { return Vec::new() };
        let at = |p: Point| (thousandths(p.x, face.em), thousandths(p.y, face.em));
        let mut steps = Vec::new();
        let mut pen = None;
        for curve in outline.curves {
            let (from, step, to) = match curve {
                OutlineCurve::Line(a, b) => (at(a), Step::Line(at(b)), at(b)),
                OutlineCurve::Quad(a, b, c) => (at(a), Step::Quad(at(b), at(c)), at(c)),
                OutlineCurve::Cubic(a, b, c, d) => (at(a), Step::Cubic(at(b), at(c), at(d)), at(d)),
            };
            if pen != Some(from) {
                if pen.is_some() {
                    steps.push(Step::Close);
                }
                steps.push(Step::Move(from));
            }
            steps.push(step);
            pen = Some(to);
        }
        if pen.is_some() {
            steps.push(Step::Close);
        }
        steps
    }
}

/// Line breaks and tabs are drawn as spaces.
fn plain(c: char) -> char {
    if c.is_control() { ' ' } else { c }
}

#[expect(clippy::cast_possible_truncation, reason = "a font's units are 16-bit")]
fn thousandths(units: f32, em: f32) -> i32 {
    (f64::from(units) * f64::from(EM) / f64::from(em)).round() as i32
}

/// A frame: the inner outline runs the other way, so that it is a hole.
fn missing_box() -> Vec<Step> {
    let frame = |points: [(i32, i32); 4]| {
        [Step::Move(points[0]), Step::Line(points[1]), Step::Line(points[2]), Step::Line(points[3]), Step::Close]
    };
    let outer = frame([(60, 0), (60, 714), (540, 714), (540, 0)]);
    let inner = frame([(120, 60), (480, 60), (480, 654), (120, 654)]);
    outer.into_iter().chain(inner).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_as_wide_as_its_characters() {
        let fonts = Fonts::new(None).unwrap();
        // Advances as fontTools reads them from the font file: H 701, 0 551, 中 1000.
        assert_eq!([fonts.advance('H'), fonts.advance('0'), fonts.advance('中')], [701, 551, 1000]);
        assert!((fonts.width("H0中", 10.0) - 22.52).abs() < 1e-12);
    }

    #[test]
    fn outlines_are_closed_and_a_space_has_none() {
        let fonts = Fonts::new(None).unwrap();
        assert!(fonts.outline(' ').is_empty() && fonts.outline('\n').is_empty());
        for c in ['o', '囚', '−', '⁶', '\u{10ffff}'] {
            let steps = fonts.outline(c);
            let count = |wanted: fn(&Step) -> bool| steps.iter().filter(|s| wanted(s)).count();
            let moves = count(|s| matches!(s, Step::Move(_)));
            assert!(moves > 0, "{c} has an outline");
            assert_eq!(moves, count(|s| *s == Step::Close), "{c} closes what it opens");
            assert!(matches!(steps[0], Step::Move(_)) && *steps.last().unwrap() == Step::Close);
        }
    }

    #[test]
    fn a_gap_is_named_and_has_a_glyph_of_its_own() {
        let fonts = Fonts::new(None).unwrap();
        assert_eq!(fonts.missing("ok\u{1f600}好"), BTreeSet::from(['\u{1f600}']));
        assert_eq!(fonts.name('\u{1f600}'), "gbox");
        assert_eq!(fonts.name('A'), "g41");
    }

    #[test]
    fn a_font_of_the_caller_comes_first_under_names_of_its_own() {
        let fonts = Fonts::new(Some(EMBEDDED)).unwrap();
        assert!(fonts.name('A').len() > Fonts::new(None).unwrap().name('A').len());
        assert!(matches!(Fonts::new(Some(b"not a font")), Err(PlotError::Font)));
    }
}
