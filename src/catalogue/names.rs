//! How names match: case, spaces and punctuation do not count, and a wrong name is answered with the nearest.

/// A name as it is compared: lower case, letters and digits alone.
///
/// # Examples
/// ```
/// use comity::catalogue::fold;
/// assert_eq!(fold("Tit For Tat"), fold("tit_for_tat"));
/// assert_eq!(fold("TitForTat"), "titfortat");
/// ```
pub fn fold(name: &str) -> String {
    folded(name).collect()
}

/// The characters of a folded name.
fn folded(name: &str) -> impl Iterator<Item = char> {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase)
}

/// Whether two names match. Large fields ask for hundreds of names among hundreds, and most differ in their first letter.
pub(super) fn alike(one: &str, other: &str) -> bool {
    folded(one).eq(folded(other))
}

/// The candidate nearest to `wanted`, if one is near enough to be a slip: at most a third of its letters differ.
///
/// Distance is Damerau and Levenshtein's (insert, delete, replace, swap two neighbours) on folded names; the
/// first of equals wins, so the answer follows the order of the candidates.
pub fn nearest<'a>(wanted: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted: Vec<char> = fold(wanted).chars().collect();
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        let other: Vec<char> = fold(candidate).chars().collect();
        let allowed = (wanted.len().max(other.len()) / 3).max(1);
        // The distance is at least the difference of lengths: a page of text is not compared letter by letter.
        if wanted.len().abs_diff(other.len()) > allowed {
            continue;
        }
        let distance = distance(&wanted, &other);
        if distance <= allowed && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, name)| name)
}

/// The help text for an unknown name: the nearest candidate, or all of them if they are few.
pub fn suggestion<'a>(wanted: &str, candidates: impl IntoIterator<Item = &'a str> + Clone) -> Option<String> {
    if let Some(near) = nearest(wanted, candidates.clone()) {
        return Some(format!("did you mean {near:?}?"));
    }
    let all: Vec<&str> = candidates.into_iter().take(13).collect();
    (!all.is_empty() && all.len() <= 12).then(|| format!("it is one of {}", all.join(", ")))
}

/// Optimal string alignment distance.
fn distance(a: &[char], b: &[char]) -> usize {
    let width = b.len() + 1;
    let mut rows = vec![0usize; (a.len() + 1) * width];
    for (j, cell) in rows.iter_mut().take(width).enumerate() {
        *cell = j;
    }
    for i in 1..=a.len() {
        rows[i * width] = i;
        for j in 1..=b.len() {
            let replace = rows[(i - 1) * width + j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut least = replace.min(rows[(i - 1) * width + j] + 1).min(rows[i * width + j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(rows[(i - 2) * width + j - 2] + 1);
            }
            rows[i * width + j] = least;
        }
    }
    rows[a.len() * width + b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spelling_variants_fold_to_one() {
        for name in ["Tit For Tat", "TitForTat", "tit_for_tat", "tit-for-tat", " TIT FOR TAT "] {
            assert_eq!(fold(name), "titfortat");
        }
        assert_eq!(fold("φ"), "φ");
    }

    #[test]
    fn a_slip_finds_its_name_and_nonsense_does_not() {
        let names = ["tit_for_tat", "tit_for_2_tats", "grudger", "random"];
        assert_eq!(nearest("tit_for_tatt", names), Some("tit_for_tat"));
        assert_eq!(nearest("Tit for Tit", names), Some("tit_for_tat"));
        assert_eq!(nearest("gruder", names), Some("grudger"));
        assert_eq!(nearest("radnom", names), Some("random"));
        assert_eq!(nearest("zzzzzz", names), None);
    }

    #[test]
    fn few_candidates_are_all_listed() {
        assert_eq!(suggestion("xyz", ["known", "unknown"]).as_deref(), Some("it is one of known, unknown"));
    }
}
