//! Our SVG files as text: escaping, and what changes when one stands in an HTML page.

/// A text as it stands in XML, in an element or an attribute.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' | '\t' => out.push(c),
            // The line ends of Windows, and of old Macs, are line ends.
            '\r' if rest.peek() == Some(&'\n') => {}
            '\r' => out.push('\n'),
            // XML has no way to write these.
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// An SVG of ours as it stands in an HTML page, and the glyphs that the page has to define for it, by name.
///
/// The namespace goes, since HTML knows it, and so do title and description, which the page says itself.
pub(crate) fn inline(svg: &str) -> (String, Vec<(String, String)>) {
    let mut glyphs = Vec::new();
    let mut out = String::with_capacity(svg.len());
    let mut defining = false;
    for line in svg.split_inclusive('\n') {
        match line.trim_end() {
            "<defs>" => defining = true,
            "</defs>" => defining = false,
            glyph if defining => {
                let name = glyph.split('"').nth(1).unwrap_or_default();
                glyphs.push((name.to_string(), line.to_string()));
            }
            other if other.starts_with("<title>") || other.starts_with("<desc>") => {}
            _ => out.push_str(&line.replacen(" xmlns=\"http://www.w3.org/2000/svg\"", "", 1)),
        }
    }
    (out, glyphs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_xml_cannot_hold_is_replaced() {
        assert_eq!(escape("<a & \"b\" 'c'>"), "&lt;a &amp; &quot;b&quot; &#39;c&#39;&gt;");
        assert_eq!(escape("tab\tnul\0"), "tab\tnul\u{fffd}");
        assert_eq!(escape("a\r\nb\rc\n\rd\r"), "a\nb\nc\n\nd\n");
    }

    #[test]
    fn a_page_takes_the_glyphs_and_the_titles_out() {
        let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\">\n<title>t</title>\n<desc>d</desc>\n<defs>\n\
                   <path id=\"g61\" d=\"M0 0\"/>\n</defs>\n<use href=\"#g61\"/>\n</svg>\n";
        let (page, glyphs) = inline(svg);
        assert_eq!(page, "<svg width=\"9\">\n<use href=\"#g61\"/>\n</svg>\n");
        assert_eq!(glyphs, [("g61".to_string(), "<path id=\"g61\" d=\"M0 0\"/>\n".to_string())]);
    }
}
