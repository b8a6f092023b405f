//! Media types, as agents say what they take and give (RFC 2045, 5.1; RFC 9110, 12.5.1).

/// Whether two media types match: parameters are dropped, case is ignored, and `*` on either side matches anything.
pub fn media_match(a: &str, b: &str) -> bool {
    let part = |a: &str, b: &str| a == "*" || b == "*" || a.eq_ignore_ascii_case(b);
    let ((a_type, a_sub), (b_type, b_sub)) = (parts(a), parts(b));
    part(a_type, b_type) && part(a_sub, b_sub)
}

fn parts(media: &str) -> (&str, &str) {
    let bare = media.split(';').next().unwrap_or(media).trim();
    bare.split_once('/').unwrap_or((bare, ""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_and_case_say_nothing_and_stars_match() {
        for (a, b) in [
            ("Text/Plain; charset=utf-8", "text/plain"),
            ("image/*", "image/png"),
            ("image/png", "*/*"),
            ("*/*", "application/json"),
            ("image/*", "IMAGE/*"),
        ] {
            assert!(media_match(a, b) && media_match(b, a), "{a} and {b}");
        }
        for (a, b) in [("text/plain", "text/html"), ("image/*", "text/plain"), ("text", "text/plain")] {
            assert!(!media_match(a, b) && !media_match(b, a), "{a} and {b}");
        }
    }
}
