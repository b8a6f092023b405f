//! Tables in the page: the headline tables with their rows, and the schema of every table.
//!
//! A measure with bounds shows them behind it, in brackets. Numbers of a column have one number of
//! decimals; the exact number is the cell's `title`.

use super::table_title;
use crate::labels::{self, Lang, column, doc, say, unit};
use crate::plot::{column_numbers, escape};
use crate::table::{Cell, Column, Role, Table, Type};
use std::fmt::Write;

/// More rows of a headline table than this stay in its file.
const MOST_ROWS: usize = 60;

/// Tables of more columns than these lie across on paper.
const MOST_UPRIGHT: usize = 8;

/// A table with its rows and what its columns mean.
pub(super) fn headline(out: &mut String, table: &Table, most_rows: Option<usize>, lang: Lang) {
    let most_rows = most_rows.unwrap_or(MOST_ROWS);
    let schema = table.schema();
    let shown = columns(table);
    let name = escape(&schema.name);
    // On paper the heading lies across with its table.
    let many = !table.is_empty() && shown.len() > MOST_UPRIGHT;
    if many {
        out.push_str("<section class=\"many\">\n");
    }
    let _ = writeln!(out, "<h3 id=\"rows-{name}\">{}</h3>", escape(&table_title(&schema.name, lang)));
    let _ =
        writeln!(out, "<p class=\"soft\">{}</p>", escape(&doc(&format!("{}.table", schema.name), &schema.doc, lang)));
    if table.is_empty() {
        let _ = writeln!(out, "<p>{}</p>", escape(&say("no_rows", lang, &[])));
        return;
    }
    out.push_str("<div class=\"wide\" tabindex=\"0\">\n<table class=\"rows\">\n<thead>\n<tr>");
    for c in &shown {
        let class = if is_number(table, c.place) { " class=\"number\"" } else { "" };
        let u = &schema.columns[c.place].unit;
        let title = escape(&column(&schema.columns[c.place].name, lang));
        let unit = if u.is_empty() { String::new() } else { format!(" <small>{}</small>", escape(&unit(u, lang))) };
        let _ = write!(out, "<th scope=\"col\"{class}>{title}{unit}</th>");
    }
    out.push_str("</tr>\n</thead>\n<tbody>\n");
    let facets: Vec<usize> = schema.with_role(&Role::Facet).collect();
    for row in 0..table.len().min(most_rows) {
        // A rule above the first row of each condition.
        let same = row == 0 || facets.iter().all(|f| table.cell(row, *f) == table.cell(row - 1, *f));
        out.push_str(if same { "<tr>" } else { "<tr class=\"group\">" });
        for (k, c) in shown.iter().enumerate() {
            cell(out, table, row, c, k == 0, lang);
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody>\n</table>\n</div>\n");
    if table.len() > most_rows {
        let more = (table.len() - most_rows).to_string();
        let words = say("report.more_rows", lang, &[("count", &more), ("file", &format!("{}.csv", schema.name))]);
        let _ = writeln!(out, "<p class=\"soft\">{}</p>", escape(&words));
    }
    out.push_str("<dl class=\"columns\">\n");
    for c in &shown {
        let (name, english) = (&schema.columns[c.place].name, &schema.columns[c.place].doc);
        let mut meaning = doc(name, english, lang).into_owned();
        if c.bounds.is_some() {
            meaning = format!("{meaning} {}", say("report.in_brackets", lang, &[]));
        }
        let _ = writeln!(out, "<div><dt>{}</dt> <dd>{}</dd></div>", escape(&column(name, lang)), escape(&meaning));
    }
    out.push_str("</dl>\n");
    if many {
        out.push_str("</section>\n");
    }
}

/// A column of the page: a column of the table, with its bounds if it has some.
struct Shown {
    place: usize,
    bounds: Option<(usize, usize)>,
    decimals: Option<usize>,
}

fn columns(table: &Table) -> Vec<Shown> {
    let schema = table.schema();
    let numbers = |place: usize| (0..table.len()).filter_map(move |row| table.cell(row, place).number());
    let bounded = |name: &str| schema.columns.iter().any(|c| c.name == name && schema.bounds_of(name).is_some());
    // A point of a sweep is known by what it sets; its digits are in the table's file.
    let keys = schema.with_role(&Role::Key).count();
    (0..schema.columns.len())
        .filter(|k| keys == 1 || schema.columns[*k].name != "point")
        .filter(|k| !matches!(&schema.columns[*k].role, Role::Low(of) | Role::High(of) if bounded(of)))
        .map(|place| {
            let bounds = schema.bounds_of(&schema.columns[place].name);
            let bounds = bounds.filter(|_| schema.columns[place].role == Role::Measure);
            Shown { place, bounds, decimals: column_numbers::decimals(numbers(place)) }
        })
        .collect()
}

fn is_number(table: &Table, place: usize) -> bool {
    matches!(table.schema().columns[place].ty, Type::Integer | Type::Float)
}

fn cell(out: &mut String, table: &Table, row: usize, shown: &Shown, first: bool, lang: Lang) {
    let value = table.cell(row, shown.place);
    let (tag, scope) = if first { ("th", " scope=\"row\"") } else { ("td", "") };
    if !is_number(table, shown.place) {
        let column = &table.schema().columns[shown.place];
        let role = &column.role;
        let words = match value {
            Cell::Null => "–".into(),
            // Verdicts are of a few words, which have a translation; other notes are sentences.
            Cell::Text(text) if *role == Role::Note && lang == Lang::Zh && is_verdict(column) => {
                labels::label(&text.replace(' ', "_"), lang).into_owned()
            }
            Cell::Text(text) if *role == Role::Note => text.to_string(),
            _ => labels::value(&column.name, &value.show(), lang).into_owned(),
        };
        let _ = write!(out, "<{tag}{scope}>{}</{tag}>", escape(&words));
        return;
    }
    let show = |cell: Cell<'_>| match cell.number() {
        Some(v) if v.is_finite() => column_numbers::show(v, shown.decimals),
        Some(v) => v.to_string(),
        None => "–".into(),
    };
    let mut words = show(value);
    if let Some((low, high)) = shown.bounds {
        let (low, high) = (table.cell(row, low), table.cell(row, high));
        if low != Cell::Null && high != Cell::Null {
            words = format!("{words} [{}, {}]", show(low), show(high));
        }
    }
    let _ = write!(out, "<{tag}{scope} class=\"number\" title=\"{}\">{words}</{tag}>", escape(&value.show()));
}

fn is_verdict(column: &Column) -> bool {
    ["verdict", "policy_verdict", "proof"].contains(&&*column.name)
}

/// What a table holds, column by column.
pub(super) fn described(out: &mut String, table: &Table, lang: Lang) {
    let schema = table.schema();
    let name = escape(&schema.name);
    let words = |key: &str| escape(&say(&format!("report.{key}"), lang, &[]));
    let _ =
        writeln!(out, "<h3 id=\"table-{name}\">{} <code>{name}</code></h3>", escape(&table_title(&schema.name, lang)));
    let meaning = doc(&format!("{}.table", schema.name), &schema.doc, lang);
    let rows =
        say("report.rows", lang, &[("count", &table.len().to_string()), ("version", &schema.version.to_string())]);
    let _ = writeln!(out, "<p class=\"soft\">{} {}</p>", escape(&meaning), escape(&rows));
    let _ = write!(
        out,
        "<div class=\"wide\" tabindex=\"0\">\n<table>\n<thead>\n<tr><th scope=\"col\">{}</th><th scope=\"col\">{}</th>\
         <th scope=\"col\">{}</th><th scope=\"col\">{}</th></tr>\n</thead>\n<tbody>\n",
        words("column"),
        words("type"),
        words("unit"),
        words("meaning"),
    );
    for c in &schema.columns {
        let kind = match c.ty {
            Type::Bool => "bool",
            Type::Integer => "integer",
            Type::Float => "float",
            Type::Text => "text",
        };
        let _ = writeln!(
            out,
            "<tr><th scope=\"row\"><code>{}</code></th><td>{kind}</td><td>{}</td><td>{}</td></tr>",
            escape(&c.name),
            escape(&unit(&c.unit, lang)),
            escape(&doc(&c.name, &c.doc, lang)),
        );
    }
    out.push_str("</tbody>\n</table>\n</div>\n");
}
