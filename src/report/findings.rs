//! What was found, in words that the intervals support: from headline tables alone.
//!
//! A measure with bounds is compared over the rows of its condition, or over conditions where each has one row. Two rows are told
//! apart only if their intervals do not overlap (which asks for more than a test of their difference would). A row is called
//! higher or lower, never better: what is good is the reader's to say.

use crate::labels::{Lang, column, label, say, table, value};
use crate::plot::{column_numbers, escape};
use crate::table::{Cell, Role, Table};
use std::fmt::Write;

/// More sentences than this on one table tell nobody anything.
const MOST: usize = 8;

/// More rows than this are counted, not named.
const NAMED: usize = 3;

/// One row's value of a measure.
struct Seen {
    name: String,
    value: f64,
    low: f64,
    high: f64,
}

/// The sentences on the tables; nothing if there is nothing to compare.
pub(super) fn found(out: &mut String, tables: &[&Table], lang: Lang) -> bool {
    let mut any = false;
    for of in tables {
        let sentences = sentences(of, lang);
        if sentences.is_empty() {
            continue;
        }
        any = true;
        let _ = writeln!(out, "<h3>{}</h3>\n<ul>", escape(&table(&of.schema().name, lang)));
        for sentence in sentences.iter().take(MOST) {
            let _ = writeln!(out, "<li>{}</li>", escape(sentence));
        }
        out.push_str("</ul>\n");
        if sentences.len() > MOST {
            let more = (sentences.len() - MOST).to_string();
            let _ =
                writeln!(out, "<p class=\"soft\">{}</p>", escape(&say("report.found_more", lang, &[("count", &more)])));
        }
    }
    any
}

/// What can be said of a table, measure by measure.
fn sentences(table: &Table, lang: Lang) -> Vec<String> {
    let schema = table.schema();
    if schema.with_role(&Role::X).next().is_some() {
        return Vec::new();
    }
    let facets: Vec<usize> = schema.with_role(&Role::Facet).collect();
    let keys: Vec<usize> = schema.with_role(&Role::Key).collect();
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for row in 0..table.len() {
        let same = |rows: &Vec<usize>| facets.iter().all(|f| table.cell(rows[0], *f) == table.cell(row, *f));
        match groups.iter_mut().find(|rows| same(rows)) {
            Some(rows) => rows.push(row),
            None => groups.push(vec![row]),
        }
    }
    // Conditions of one row each are compared with each other.
    let (groups, names) = if groups.len() > 1 && groups.iter().all(|rows| rows.len() == 1) {
        let names: Vec<usize> = facets.iter().chain(&keys).copied().collect();
        (vec![(String::new(), groups.concat())], names)
    } else {
        let of = |rows: Vec<usize>| (named(table, rows[0], &facets, lang), rows);
        (groups.into_iter().map(of).collect(), keys)
    };
    let mut sentences = Vec::new();
    for (place, of) in schema.columns.iter().enumerate() {
        let Some((low, high)) = schema.bounds_of(&of.name).filter(|_| of.role == Role::Measure) else { continue };
        for (group, rows) in &groups {
            let seen: Vec<Seen> = rows
                .iter()
                .filter_map(|row| {
                    let number = |place: usize| table.cell(*row, place).number().filter(|v| v.is_finite());
                    let name = named(table, *row, &names, lang);
                    Some(Seen { name, value: number(place)?, low: number(low)?, high: number(high)? })
                })
                .collect();
            let subject = column(&of.name, lang);
            let subject = if group.is_empty() { subject.to_string() } else { format!("{subject} ({group})") };
            sentences.extend(sentence(&subject, &seen, lang));
        }
    }
    sentences
}

/// The row's name: what the columns show, each once.
fn named(table: &Table, row: usize, columns: &[usize], lang: Lang) -> String {
    let mut words: Vec<String> = Vec::new();
    for place in columns {
        let shown = match table.cell(row, *place) {
            Cell::Null => continue,
            cell => value(&table.schema().columns[*place].name, &cell.show(), lang).into_owned(),
        };
        // A number or a yes needs to be told what it is of.
        let word = if shown.chars().any(char::is_alphabetic) && !matches!(table.cell(row, *place), Cell::Bool(_)) {
            shown
        } else {
            format!("{} {shown}", label(&table.schema().columns[*place].name, lang))
        };
        if !words.contains(&word) {
            words.push(word);
        }
    }
    words.join(match lang {
        Lang::En => ", ",
        Lang::Zh => "，",
    })
}

/// What the intervals support of one comparison.
fn sentence(subject: &str, seen: &[Seen], lang: Lang) -> Option<String> {
    if seen.len() < 2 {
        return None;
    }
    let decimals = column_numbers::decimals(seen.iter().flat_map(|s| [s.value, s.low, s.high]));
    let number = |value: f64| column_numbers::show(value, decimals);
    let shown = |s: &Seen| {
        if s.low == s.high {
            number(s.value)
        } else {
            format!("{} [{}, {}]", number(s.value), number(s.low), number(s.high))
        }
    };
    let (mut top, mut bottom) = (&seen[0], &seen[0]);
    for s in seen {
        if s.value > top.value {
            top = s;
        }
        if s.value < bottom.value {
            bottom = s;
        }
    }
    let (most, least) = (shown(top), shown(bottom));
    let holes = [
        ("measure", subject),
        ("top", top.name.as_str()),
        ("most", most.as_str()),
        ("bottom", bottom.name.as_str()),
        ("least", least.as_str()),
    ];
    if top.value == bottom.value {
        let all_alike = seen.iter().all(|s| s.low == top.low && s.high == top.high);
        return all_alike.then(|| say("report.found_same", lang, &holes));
    }
    if top.low <= bottom.high {
        return Some(say("report.found_overlap", lang, &holes));
    }
    let mut words = say("report.found_apart", lang, &holes);
    let level: Vec<&str> =
        seen.iter().filter(|s| s.name != top.name && s.high >= top.low).map(|s| s.name.as_str()).collect();
    let count = level.len().to_string();
    if lang == Lang::En && !level.is_empty() {
        words.push(' ');
    }
    match level.len() {
        0 => {}
        1..=NAMED => {
            let list = level.join(match lang {
                Lang::En => "; ",
                Lang::Zh => "；",
            });
            words.push_str(&say("report.found_level", lang, &[("list", &list)]));
        }
        _ => words.push_str(&say("report.found_level_count", lang, &[("count", &count)])),
    }
    Some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(name: &str, value: f64, half: f64) -> Seen {
        Seen { name: name.into(), value, low: value - half, high: value + half }
    }

    #[test]
    fn words_claim_no_more_than_the_intervals() {
        let say = |rows: &[Seen]| sentence("Score", rows, Lang::En).unwrap();
        let apart = say(&[seen("a", 3.0, 0.25), seen("b", 1.0, 0.25), seen("c", 2.75, 0.25)]);
        assert!(apart.contains("highest for a") && apart.contains("lowest for b") && apart.contains("c"), "{apart}");
        let overlap = say(&[seen("a", 3.0, 0.5), seen("b", 2.5, 0.5)]);
        assert!(overlap.contains("overlap") && !overlap.contains("highest"), "{overlap}");
        // Intervals that touch overlap.
        assert!(!say(&[seen("a", 3.0, 0.25), seen("b", 2.5, 0.25)]).contains("highest"));
        assert!(say(&[seen("a", 1.0, 0.0), seen("b", 1.0, 0.0)]).contains("1"));
        assert!(sentence("Score", &[seen("a", 1.0, 0.0)], Lang::En).is_none());
    }
}
