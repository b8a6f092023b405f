//! The report of a run: one HTML page, from tables and figures alone.
//!
//! It says what was asked, what was found in words that the intervals support, shows tables and figures, how to repeat the run, and
//! what the model is, by the ODD protocol.
//!
//! The page holds everything it shows: no script, no font, no picture and no style is fetched, so that
//! it opens from a disk years later. It reads on a phone and in print, in light and dark, and without
//! colours. Its words are English or Chinese; what a user named stays as it is. All text that comes in is
//! escaped. The glyphs of the figures are defined once for the page. Nothing here knows of
//! models, files or clocks: equal input gives equal bytes.

mod findings;
pub mod odd;
mod tables;

use crate::labels::{Lang, say, table};
use crate::plot::{Figure, escape, inline_svg};
use crate::scenario::Description;
use crate::table::Table;
use std::collections::BTreeMap;
use std::fmt::Write;

static STYLE: &str = include_str!("../../assets/report.css");

/// What a report is made from.
#[derive(Clone, Debug, Default)]
pub struct Input<'a> {
    /// The language of the page.
    pub lang: Lang,
    /// The scenario's title.
    pub title: &'a str,
    /// Where the scenario comes from: a citation, or a sentence.
    pub source: &'a str,
    /// What was asked, in the scenario's own words: paragraphs are apart by an empty line; empty to leave it out.
    pub question: &'a str,
    /// The master seed, as the user writes it.
    pub seed: &'a str,
    /// The version of the program.
    pub version: &'a str,
    /// The digest of the tables; empty to leave it out.
    pub digest: &'a str,
    /// More facts on the run, each with its name: repetitions, rounds, interval.
    pub facts: Vec<(&'a str, String)>,
    /// The command that runs the scenario again.
    pub command: &'a str,
    /// The resolved scenario file; empty to leave it out.
    pub scenario: &'a str,
    /// The tables, in the order in which they are listed; those whose schema says so are printed.
    pub tables: Vec<&'a Table>,
    /// What the scenario is made of; nothing to leave the description of the model out.
    pub model: Option<Description>,
    /// How many rows of a headline table are printed; nothing is the usual number.
    pub most_rows: Option<usize>,
    /// The figures, in order.
    pub figures: &'a [Figure],
    /// What a reader should know of the run: warnings, limits.
    pub notes: Vec<String>,
}

/// A figure as it stands in the page.
struct Inline<'a> {
    figure: &'a Figure,
    svg: String,
}

/// The page.
pub fn html(input: &Input<'_>) -> String {
    let words = |key: &str| say(&format!("report.{key}"), input.lang, &[]);
    let mut glyphs: BTreeMap<String, String> = BTreeMap::new();
    let figures: Vec<Inline<'_>> = input
        .figures
        .iter()
        .map(|figure| {
            let (svg, defined) = inline_svg(&figure.svg);
            glyphs.extend(defined);
            Inline { figure, svg }
        })
        .collect();

    let mut out = String::new();
    head(&mut out, input);
    if !glyphs.is_empty() {
        out.push_str("<svg class=\"glyphs\" aria-hidden=\"true\"><defs>\n");
        glyphs.values().for_each(|glyph| out.push_str(glyph));
        out.push_str("</defs></svg>\n");
    }
    let headlines: Vec<&Table> = input.tables.iter().copied().filter(|t| t.schema().headline).collect();
    let mut found = String::new();
    let any_found = findings::found(&mut found, &headlines, input.lang);
    let sections = [
        ("question", !input.question.is_empty()),
        ("found", any_found),
        ("results", !headlines.is_empty()),
        ("figures", !input.figures.is_empty()),
        ("repeat", !input.command.is_empty() || !input.scenario.is_empty()),
        ("model", input.model.is_some()),
        ("notes", !input.notes.is_empty()),
        ("tables", !input.tables.is_empty()),
    ];
    masthead(&mut out, input, sections.iter().filter(|(_, there)| *there).map(|(key, _)| *key));

    out.push_str("<main>\n");
    if !input.question.is_empty() {
        section(&mut out, "question", &words("question"));
        question(&mut out, input.question);
    }
    if any_found {
        section(&mut out, "found", &words("found"));
        let _ = writeln!(out, "<p class=\"soft\">{}</p>\n{found}", escape(&words("found_intro")));
    }
    if !headlines.is_empty() {
        section(&mut out, "results", &words("results"));
        for table in headlines {
            tables::headline(&mut out, table, input.most_rows, input.lang);
        }
    }
    if !figures.is_empty() {
        section(&mut out, "figures", &words("figures"));
        for (k, figure) in figures.iter().enumerate() {
            draw(&mut out, figure, k + 1, input.lang);
        }
    }
    repeat(&mut out, input);
    if let Some(model) = &input.model {
        odd::describe(&mut out, model, &input.tables, input.lang);
    }
    if !input.notes.is_empty() {
        section(&mut out, "notes", &words("notes"));
        out.push_str("<ul>\n");
        for note in &input.notes {
            let _ = writeln!(out, "<li>{}</li>", escape(note));
        }
        out.push_str("</ul>\n");
    }
    if !input.tables.is_empty() {
        section(&mut out, "tables", &words("tables"));
        let _ = writeln!(out, "<p class=\"soft\">{}</p>", escape(&words("tables_intro")));
        for table in &input.tables {
            tables::described(&mut out, table, input.lang);
        }
    }
    out.push_str("</main>\n");
    let footer = say("report.footer", input.lang, &[("version", input.version)]);
    let _ = writeln!(out, "<footer><p>{}</p></footer>\n</body>\n</html>", escape(&footer));
    out
}

fn head(out: &mut String, input: &Input<'_>) {
    let _ = write!(
        out,
        "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; style-src 'unsafe-inline'\">\n\
         <meta name=\"generator\" content=\"Comity {}\">\n<title>{}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n",
        input.lang.tag(),
        escape(input.version),
        escape(input.title),
    );
}

/// The title, the facts of the run and the way to the sections.
fn masthead<'a>(out: &mut String, input: &Input<'_>, sections: impl Iterator<Item = &'a str>) {
    let words = |key: &str| say(&format!("report.{key}"), input.lang, &[]);
    let _ = writeln!(out, "<header>\n<h1>{}</h1>", escape(input.title));
    let _ = writeln!(out, "<p class=\"soft\">{}</p>\n<dl class=\"facts\">", escape(&words("subtitle")));
    let named = [("source", input.source), ("seed", input.seed), ("version", input.version)];
    let mut fact = |name: &str, value: &str, code: bool| {
        if !value.is_empty() {
            let value = if code { format!("<code>{}</code>", escape(value)) } else { escape(value) };
            let _ = writeln!(out, "<dt>{}</dt><dd>{value}</dd>", escape(name));
        }
    };
    for (key, value) in named {
        fact(&words(key), value, false);
    }
    for (name, value) in &input.facts {
        fact(&crate::labels::column(name, input.lang), value, false);
    }
    fact(&words("digest"), input.digest, true);
    out.push_str("</dl>\n<nav>\n<ul>\n");
    for key in sections {
        let _ = writeln!(out, "<li><a href=\"#{key}\">{}</a></li>", escape(&words(key)));
    }
    out.push_str("</ul>\n</nav>\n</header>\n");
}

/// The scenario's own words, paragraph by paragraph: they are apart by an empty line, and "What to notice" and "What to try"
/// start one. A line that is indented keeps its line.
fn question(out: &mut String, words: &str) {
    let mut open = false;
    for line in words.lines().chain([""]) {
        if open && (line.trim().is_empty() || line.starts_with("What to ")) {
            out.push_str("</p>\n");
            open = false;
        }
        if line.trim().is_empty() {
            continue;
        }
        out.push_str(match (open, line.starts_with(' ')) {
            (false, _) => "<p>",
            (true, true) => "<br>",
            (true, false) => " ",
        });
        open = true;
        out.push_str(&quoted(&escape(line.trim())));
    }
}

/// Names between backticks as code; a backtick alone stays.
fn quoted(line: &str) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some((before, (name, after))) =
        rest.split_once('`').and_then(|(before, rest)| Some((before, rest.split_once('`')?)))
    {
        let _ = write!(out, "{before}<code>{name}</code>");
        rest = after;
    }
    out + rest
}

fn section(out: &mut String, id: &str, title: &str) {
    let _ = writeln!(out, "<h2 id=\"{id}\">{}</h2>", escape(title));
}

fn draw(out: &mut String, inline: &Inline<'_>, number: usize, lang: Lang) {
    let Figure { name, title, alt, missing_glyphs, .. } = inline.figure;
    let name = escape(name);
    let label = say("report.figure", lang, &[("number", &number.to_string())]);
    let _ = write!(
        out,
        "<figure id=\"figure-{name}\">\n<div class=\"panel\" tabindex=\"0\">\n{}</div>\n\
         <figcaption><b>{}</b> {} <span class=\"soft\"><code>plots/{name}.svg</code></span>",
        inline.svg,
        escape(&format!("{label} {title}{}", full_stop(title, lang))),
        escape(alt),
    );
    if !missing_glyphs.is_empty() {
        let missing: Vec<String> = missing_glyphs.iter().map(|c| format!("U+{:04X}", u32::from(*c))).collect();
        let _ = write!(out, " {}", escape(&say("report.missing", lang, &[("list", &missing.join(", "))])));
    }
    out.push_str("</figcaption>\n</figure>\n");
}

fn full_stop(words: &str, lang: Lang) -> &'static str {
    match (words.ends_with(['.', '。', '?', '？', '!', '！']), lang) {
        (true, _) => "",
        (false, Lang::En) => ".",
        (false, Lang::Zh) => "。",
    }
}

/// How to run it again, and what exactly.
fn repeat(out: &mut String, input: &Input<'_>) {
    if input.command.is_empty() && input.scenario.is_empty() {
        return;
    }
    let words = |key: &str| say(&format!("report.{key}"), input.lang, &[]);
    section(out, "repeat", &words("repeat"));
    if !input.command.is_empty() {
        let _ = writeln!(out, "<p>{}</p>", escape(&words("repeat_intro")));
        let _ = writeln!(out, "<pre tabindex=\"0\"><code>{}</code></pre>", escape(input.command));
    }
    if !input.scenario.is_empty() {
        let _ = writeln!(out, "<h3>{}</h3>", escape(&words("scenario")));
        let _ = writeln!(out, "<pre tabindex=\"0\"><code>{}</code></pre>", escape(input.scenario));
    }
}

/// The title of a table, with its place in the page.
fn table_title(name: &str, lang: Lang) -> String {
    table(name, lang).into_owned()
}
