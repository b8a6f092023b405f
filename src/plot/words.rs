//! Setting words: wrapping to a width, and shortening to one.
//!
//! Latin words stay whole where they fit; a line may break between Chinese characters, but not before
//! the punctuation that closes a phrase.

use super::font::Fonts;

/// The lines of a text no wider than `width` pixels, at least one word or character each.
pub(super) fn wrap(fonts: &Fonts<'_>, text: &str, size: f64, width: f64) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for piece in pieces(text) {
        let longer = format!("{line}{piece}");
        if !line.is_empty() && fonts.width(longer.trim_end(), size) > width {
            lines.push(line.trim_end().to_string());
            line = piece.trim_start().to_string();
        } else {
            line = longer;
        }
        // A single word that is wider than the line is cut.
        while fonts.width(line.trim_end(), size) > width && line.chars().count() > 1 {
            let head = shorten(fonts, &line, size, width, "");
            let head = if head.is_empty() { line.chars().take(1).collect() } else { head };
            line = line[head.len()..].to_string();
            lines.push(head);
        }
    }
    if !line.trim().is_empty() {
        lines.push(line.trim_end().to_string());
    }
    lines
}

/// The parts of a text between which a line may break; spaces end a part.
fn pieces(text: &str) -> Vec<String> {
    let mut pieces: Vec<String> = Vec::new();
    let mut before = None;
    for c in text.chars() {
        let breaks = match before {
            None => true,
            Some(' ') => c != ' ',
            Some(b) => (wide(b) || wide(c)) && !closing(c) && !opening(b),
        };
        match pieces.last_mut() {
            Some(piece) if !breaks => piece.push(c),
            _ => pieces.push(c.to_string()),
        }
        before = Some(c);
    }
    pieces
}

fn wide(c: char) -> bool {
    matches!(u32::from(c), 0x2e80..=0x9fff | 0xac00..=0xd7a3 | 0xf900..=0xfaff | 0xff00..=0xffef)
}

fn closing(c: char) -> bool {
    "，。、；：？！）》」』】〉〕…—％,.;:?!)]}%".contains(c)
}

fn opening(c: char) -> bool {
    "（《「『【〈〔([{".contains(c)
}

/// A text shortened with `mark` at its end until it is no wider than `width` pixels.
pub(super) fn shorten(fonts: &Fonts<'_>, text: &str, size: f64, width: f64, mark: &str) -> String {
    if fonts.width(text, size) <= width {
        return text.to_string();
    }
    let room = width - fonts.width(mark, size);
    let mut end = 0;
    let mut used = 0.0;
    for (k, c) in text.char_indices() {
        used += fonts.width(c.encode_utf8(&mut [0; 4]), size);
        if used > room {
            break;
        }
        end = k + c.len_utf8();
    }
    if end == 0 { String::new() } else { format!("{}{mark}", text[..end].trim_end()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_fit_and_lose_no_words() {
        let fonts = Fonts::new(None).unwrap();
        let text =
            "Scenario with a known end: 95 % interval, 200 repetitions, seed 42, verylongwordwithoutanyspaceinside";
        for width in [30.0, 80.0, 200.0, 2000.0] {
            let lines = wrap(&fonts, text, 10.0, width);
            assert!(lines.iter().all(|l| fonts.width(l, 10.0) <= width), "{width}: {lines:?}");
            let squeeze = |t: &str| t.replace(' ', "");
            assert_eq!(squeeze(&lines.concat()), squeeze(text));
        }
        assert_eq!(wrap(&fonts, text, 10.0, 2000.0), [text]);
        assert!(wrap(&fonts, "", 10.0, 10.0).is_empty());
    }

    #[test]
    fn chinese_breaks_between_characters_but_not_before_a_full_stop() {
        let fonts = Fonts::new(None).unwrap();
        assert_eq!(wrap(&fonts, "合作率下降。结束", 10.0, 50.0), ["合作率下", "降。结束"]);
    }

    #[test]
    fn a_short_text_stays_and_a_long_one_ends_in_its_mark() {
        let fonts = Fonts::new(None).unwrap();
        assert_eq!(shorten(&fonts, "tit for tat", 10.0, 100.0, "…"), "tit for tat");
        let short = shorten(&fonts, "tit for two tats", 10.0, 50.0, "…");
        assert!(short.ends_with('…') && fonts.width(&short, 10.0) <= 50.0, "{short}");
        assert_eq!(shorten(&fonts, "tit", 10.0, 1.0, "…"), "");
    }
}
