//! The model's description by the ODD protocol, filled from the scenario.
//!
//! Overview, design concepts and details as Grimm et al. 2020 (Journal of Artificial Societies and Social Simulation 23(2):7) order
//! them. What is true of a model whatever its parameters is in the catalogue of words, under `odd.<model>.<element>`; the values of
//! the parameters, the agents and the submodels are those of the scenario.

use super::section;
use crate::labels::{Lang, column, lookup, say, table, unit};
use crate::plot::escape;
use crate::scenario::Description;
use crate::table::Table;
use std::fmt::Write;

/// The elements that a model describes itself, in the protocol's order.
pub const ELEMENTS: [&str; 4] = ["purpose", "entities", "process", "concepts"];

/// The key under which the catalogue of words has an element of a model.
pub fn key(model: &str, element: &str) -> String {
    format!("odd.{model}.{element}")
}

pub(super) fn describe(out: &mut String, of: &Description, tables: &[&Table], lang: Lang) {
    let words = |key: &str| say(&format!("report.odd_{key}"), lang, &[]);
    section(out, "model", &say("report.model", lang, &[]));
    let _ = writeln!(out, "<p class=\"soft\">{}</p>", escape(&words("intro")));
    for (number, element) in ELEMENTS.iter().enumerate() {
        heading(out, number + 1, &words(element));
        let text = lookup(&key(of.model.key, element), lang).unwrap_or(of.model.about);
        let _ = writeln!(out, "<p>{}</p>", escape(text));
        if *element == "concepts" && !tables.is_empty() {
            let names: Vec<String> = tables.iter().map(|t| table(&t.schema().name, lang).into_owned()).collect();
            let list = names.join(match lang {
                Lang::En => ", ",
                Lang::Zh => "、",
            });
            let _ = writeln!(out, "<p>{}</p>", escape(&say("report.odd_observation", lang, &[("list", &list)])));
        }
    }
    heading(out, 5, &words("initialization"));
    let _ = writeln!(out, "<p>{}</p>", escape(&words("initialization_intro")));
    settings(out, of, lang);
    heading(out, 6, &words("input"));
    let _ = writeln!(out, "<p>{}</p>", escape(&words("input_none")));
    heading(out, 7, &words("submodels"));
    let _ = writeln!(out, "<dl class=\"parts\">");
    for about in std::iter::once(&of.model).chain(of.parts.iter().map(|part| &part.about)) {
        let _ = writeln!(
            out,
            "<dt>{} <code>{}</code></dt><dd>{} <span class=\"soft\">{}</span></dd>",
            escape(about.title),
            escape(about.key),
            escape(about.about),
            escape(about.source),
        );
    }
    out.push_str("</dl>\n");
}

fn heading(out: &mut String, number: usize, title: &str) {
    let _ = writeln!(out, "<h3>{number}. {}</h3>", escape(title));
}

/// The parameters with their values.
fn settings(out: &mut String, of: &Description, lang: Lang) {
    let words = |key: &str| escape(&say(&format!("report.{key}"), lang, &[]));
    let _ = write!(
        out,
        "<details>\n<summary>{}</summary>\n<div class=\"wide\" tabindex=\"0\">\n<table>\n<thead>\n<tr><th scope=\"col\">{}</th>\
         <th scope=\"col\">{}</th><th scope=\"col\">{}</th></tr>\n</thead>\n<tbody>\n",
        escape(&say("report.odd_settings", lang, &[("count", &of.settings.len().to_string())])),
        words("parameter"),
        escape(&column("value", lang)),
        words("meaning"),
    );
    for setting in &of.settings {
        let unit = match setting.unit {
            "" => String::new(),
            of => format!(" <small>{}</small>", escape(&unit(of, lang))),
        };
        let _ = writeln!(
            out,
            "<tr><th scope=\"row\"><code>{}</code></th><td><code>{}</code>{unit}</td><td>{}</td></tr>",
            escape(&setting.path),
            escape(&setting.value),
            escape(setting.doc),
        );
    }
    out.push_str("</tbody>\n</table>\n</div>\n</details>\n");
}
