//! Words for people: labels of columns, tables, values, units and charts, in English and Chinese.
//!
//! The catalogue is one file of data, `assets/labels.tsv`: a key, the English and the Chinese words a
//! line. Keys of tables, units, documentation and sentences carry a prefix (`table.`, `unit.`, `doc.`,
//! `say.`); a bare key is a column's or a value's name. A key that nobody has put in the catalogue, such
//! as a user's own strategy, is shown with spaces for underscores. The Chinese terms of game theory are
//! those of the chapter that the lab accompanies. Nothing here knows of charts or files.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::LazyLock;

static FILE: &str = include_str!("../assets/labels.tsv");

static CATALOGUE: LazyLock<BTreeMap<&'static str, [&'static str; 2]>> =
    LazyLock::new(|| lines().map(|(key, en, zh)| (key, [en, zh])).collect());

/// A language in which figures and reports are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Simplified Chinese.
    Zh,
}

impl Lang {
    /// Every language.
    pub const ALL: [Self; 2] = [Self::En, Self::Zh];

    /// The language's tag of BCP 47, as HTML wants it.
    pub fn tag(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Zh => "zh-CN",
        }
    }
}

/// The lines of the catalogue: key, English, Chinese.
fn lines() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    FILE.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(|line| {
        let mut fields = line.split('\t');
        let mut next = || fields.next().unwrap_or_default();
        (next(), next(), next())
    })
}

/// The keys of the catalogue, in alphabetical order.
pub fn keys() -> impl Iterator<Item = &'static str> {
    CATALOGUE.keys().copied()
}

/// The words for a key, if the catalogue has them.
pub fn lookup(key: &str, lang: Lang) -> Option<&'static str> {
    CATALOGUE.get(key).map(|words| words[lang as usize])
}

/// The words for a column's or a value's name: the catalogue's, else the name with spaces for
/// underscores. Of a name with arguments the name alone is looked up.
///
/// # Examples
/// ```
/// use comity::labels::{Lang, label};
///
/// assert_eq!(label("tit_for_tat", Lang::Zh), "以牙还牙");
/// assert_eq!(label("my_own_rule", Lang::Zh), "my own rule");
/// assert_eq!(label("end_game(k=2)", Lang::Zh), "末轮背叛(k=2)");
/// ```
pub fn label(key: &str, lang: Lang) -> Cow<'static, str> {
    let (name, arguments) = key.find('(').map_or((key, ""), |at| key.split_at(at));
    match lookup(name, lang) {
        Some(words) if arguments.is_empty() => words.into(),
        Some(words) => format!("{words}{arguments}").into(),
        None if name.contains('_') => format!("{}{arguments}", name.replace('_', " ")).into(),
        None => key.to_string().into(),
    }
}

/// The words for a column's value: those for this value of this column, `column.value`, if there are any, else those for the
/// name. Conditions are named by who writes a scenario: the capital of a column of the same name is
/// none of theirs.
pub fn value(column: &str, value: &str, lang: Lang) -> Cow<'static, str> {
    if let Some(words) = lookup(&format!("{column}.{value}"), lang) {
        return words.into();
    }
    let words = label(value, lang);
    if column == "condition" && words.eq_ignore_ascii_case(value) { value.to_string().into() } else { words }
}

/// The title of a column, which starts with a capital.
pub fn column(name: &str, lang: Lang) -> Cow<'static, str> {
    let Some(words) = lookup(name, lang) else { return capital(&label(name, lang)).into() };
    // A letter that stands alone is a symbol, such as x or p.
    let mut start = words.chars();
    let word = start.next().is_some_and(|c| c.is_ascii_lowercase()) && start.next().is_some_and(char::is_alphabetic);
    if word { capital(words).into() } else { words.into() }
}

/// The title of a table, which starts with a capital.
pub fn table(name: &str, lang: Lang) -> Cow<'static, str> {
    lookup(&format!("table.{name}"), lang).map_or_else(|| column(name, lang), Cow::Borrowed)
}

fn capital(words: &str) -> String {
    let mut rest = words.chars();
    rest.next().map_or(String::new(), |first| first.to_uppercase().chain(rest).collect())
}

/// A unit; empty for none.
pub fn unit(unit: &str, lang: Lang) -> Cow<'static, str> {
    lookup(&format!("unit.{}", unit.replace(' ', "_")), lang).map_or_else(|| label(unit, lang), Cow::Borrowed)
}

/// What a table's column means: the schema's own sentence in English; in Chinese the catalogue's for
/// the column, else the schema's.
pub fn doc<'a>(column: &str, english: &'a str, lang: Lang) -> Cow<'a, str> {
    match lang {
        Lang::En => english.into(),
        Lang::Zh => lookup(&format!("doc.{column}"), lang).map_or(english.into(), Cow::Borrowed),
    }
}

/// A sentence of the catalogue with its holes, such as `{count}`, filled.
///
/// # Panics
/// If the catalogue has no `say.` key of that name: a fault of the caller's code.
pub fn say(key: &str, lang: Lang, holes: &[(&str, &str)]) -> String {
    let words = lookup(&format!("say.{key}"), lang).unwrap_or_else(|| panic!("the catalogue has `say.{key}`"));
    let mut out = String::new();
    let mut rest = words;
    while let Some(open) = rest.find('{') {
        let close = open + rest[open..].find('}').expect("a hole of the catalogue is closed");
        let name = &rest[open + 1..close];
        out.push_str(&rest[..open]);
        out.push_str(holes.iter().find(|(hole, _)| *hole == name).map_or("", |(_, value)| value));
        rest = &rest[close + 1..];
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn holes(text: &str) -> BTreeSet<&str> {
        text.split('{').skip(1).map(|part| part.split('}').next().unwrap()).collect()
    }

    #[test]
    fn every_line_has_a_key_of_its_own_and_both_languages() {
        let mut seen = BTreeSet::new();
        for line in FILE.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            assert_eq!(line.split('\t').count(), 3, "{line}");
        }
        for (key, en, zh) in lines() {
            assert!(seen.insert(key), "{key} stands twice");
            let plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
            assert!(!key.is_empty() && key.chars().all(plain), "{key}");
            for words in [en, zh] {
                assert!(!words.is_empty() && words.trim() == words, "{key}: {words:?}");
            }
            assert_eq!(holes(en), holes(zh), "{key} has one set of holes");
        }
        assert!(seen.len() > 200);
    }

    #[test]
    fn chinese_words_are_chinese() {
        let chinese = |text: &str| text.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c));
        let same_in_both = |key: &str| key.starts_with("unit.") || key.starts_with("sign.");
        let english: Vec<&str> =
            lines().filter(|(key, _, zh)| !chinese(zh) && !same_in_both(key)).map(|(key, ..)| key).collect();
        assert!(english.is_empty(), "{english:?}");
    }

    #[test]
    fn the_terms_are_those_of_the_chapter() {
        let terms = [
            ("tit_for_tat", "Tit for Tat", "以牙还牙"),
            ("prisoners_dilemma", "Prisoner's Dilemma", "囚徒困境"),
            ("stag_hunt", "Stag Hunt", "猎鹿博弈"),
            ("cooperate", "cooperate", "合作"),
            ("defect", "defect", "背叛"),
        ];
        for (key, en, zh) in terms {
            assert_eq!((lookup(key, Lang::En), lookup(key, Lang::Zh)), (Some(en), Some(zh)));
        }
    }

    #[test]
    fn holes_are_filled_and_unknown_keys_keep_their_words() {
        assert_eq!(say("more", Lang::En, &[("count", "12")]), "… and 12 more");
        assert_eq!(say("more", Lang::Zh, &[("count", "12")]), "……另有 12 项");
        assert_eq!([value("kind", "other", Lang::En), value("opponent", "other", Lang::En)], ["other", "Opponent"]);
        assert_eq!(label("deep_thought_7", Lang::Zh), "deep thought 7");
        assert_eq!(unit("furlongs_per_fortnight", Lang::En), "furlongs per fortnight");
        assert_eq!(table("never_heard", Lang::En), "Never heard");
        assert_eq!(column("mean_wait", Lang::Zh), "Mean wait");
    }
}
