//! What every chart of a call shares: the language, the fonts, the size and the colours of series.

use super::colour::{Look, look};
use super::font::Fonts;
use crate::labels::{self, Lang};
use crate::table::{Table, TableSchema, Type};

/// What a chart may know besides its table.
pub(super) struct Context<'a> {
    pub fonts: &'a Fonts<'a>,
    pub lang: Lang,
    pub width: u32,
    pub height: Option<u32>,
    pub caption: &'a str,
    /// Series in the order in which the run names them; a series beyond them is appended by a chart.
    pub series: Vec<String>,
    /// How many of them the run named.
    pub named: usize,
}

impl Context<'_> {
    /// The title of a column.
    pub(super) fn column(&self, schema: &TableSchema, column: usize) -> String {
        labels::column(&schema.columns[column].name, self.lang).into_owned()
    }

    /// The label of a value or of a word of the catalogue.
    pub(super) fn label(&self, key: &str) -> String {
        labels::label(key, self.lang).into_owned()
    }

    /// A sentence of the catalogue.
    pub(super) fn say(&self, key: &str, holes: &[(&str, &str)]) -> String {
        labels::say(key, self.lang, holes)
    }

    /// The label of a value of a column: numbers and truth values name their column too.
    pub(super) fn value(&self, schema: &TableSchema, column: usize, value: &str) -> String {
        let c = &schema.columns[column];
        match c.ty {
            _ if value.is_empty() => "–".into(),
            Type::Text => labels::value(&c.name, value, self.lang).into_owned(),
            Type::Bool => format!("{}{}{}", self.column(schema, column), self.colon(), self.label(value)),
            Type::Integer | Type::Float => format!("{} {value}", self.column(schema, column)),
        }
    }

    /// A column's label with its unit: `Score (utility)`.
    pub(super) fn axis(&self, schema: &TableSchema, column: usize) -> String {
        let c = &schema.columns[column];
        let name = self.column(schema, column);
        // `Round (rounds)` would say the same twice.
        if c.unit.is_empty() || c.unit.trim_end_matches('s') == c.name.trim_end_matches('s') {
            return name;
        }
        let unit = labels::unit(&c.unit, self.lang);
        match self.lang {
            Lang::En => format!("{name} ({unit})"),
            Lang::Zh => format!("{name}（{unit}）"),
        }
    }

    /// The title of a table.
    pub(super) fn table_title(&self, table: &Table) -> String {
        labels::table(table.name(), self.lang).into_owned()
    }

    /// What stands under a title that names a measure: the table's title, and facets of one value.
    pub(super) fn subtitle(&self, table: &Table, fixed: &[String]) -> String {
        std::iter::once(self.table_title(table)).chain(fixed.iter().cloned()).collect::<Vec<_>>().join(" · ")
    }

    pub(super) fn colon(&self) -> &'static str {
        match self.lang {
            Lang::En => ": ",
            Lang::Zh => "：",
        }
    }

    /// What stands between the members of a list.
    pub(super) fn comma(&self) -> &'static str {
        match self.lang {
            Lang::En => ", ",
            Lang::Zh => "、",
        }
    }

    /// What stands between two actions of a profile.
    pub(super) fn slash(&self) -> &'static str {
        match self.lang {
            Lang::En => " / ",
            Lang::Zh => "／",
        }
    }

    /// What stands between parts of a sentence that hold commas.
    pub(super) fn semicolon(&self) -> &'static str {
        match self.lang {
            Lang::En => "; ",
            Lang::Zh => "；",
        }
    }

    /// What stands between two sentences.
    pub(super) fn gap(&self) -> &'static str {
        match self.lang {
            Lang::En => " ",
            Lang::Zh => "",
        }
    }

    /// How a series looks, by its name.
    pub(super) fn look(&self, name: &str) -> Look {
        let place = self.series.iter().position(|s| s == name).unwrap_or(self.series.len());
        look(place, self.named)
    }

    /// The same context for a chart with these series: those that the run did not name come after its
    /// own; if it named none of them, such as conditions, they have the palette for themselves.
    pub(super) fn with_series<'b>(&'b self, names: impl Iterator<Item = String>) -> Context<'b> {
        let names: Vec<String> = names.collect();
        let known = names.iter().any(|name| self.series.contains(name));
        let mut series = if known { self.series.clone() } else { Vec::new() };
        for name in names {
            if !series.contains(&name) {
                series.push(name);
            }
        }
        let named = if known { self.named } else { series.len() };
        Context { series, named, ..*self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn context<'a>(fonts: &'a Fonts<'a>, series: &[&str]) -> Context<'a> {
        let series: Vec<String> = series.iter().map(|s| (*s).to_string()).collect();
        let named = series.len();
        Context { fonts, lang: Lang::En, width: 760, height: None, caption: "", series, named }
    }

    fn names<'a>(names: &'a [&'a str]) -> impl Iterator<Item = String> + 'a {
        names.iter().map(|s| (*s).to_string())
    }

    #[test]
    fn a_series_keeps_its_look_in_every_chart_of_a_run() {
        let fonts = Fonts::new(None).unwrap();
        let run = context(&fonts, &["a", "b", "c"]);
        let looks = ["a", "b", "c"].map(|s| run.look(s));
        // In a chart of other order, of fewer series, and of one that the run did not name.
        for chart in [&["c", "a", "b"][..], &["c"], &["new", "b", "c"]] {
            let cx = run.with_series(names(chart));
            for (name, look) in ["a", "b", "c"].iter().zip(looks) {
                assert_eq!(cx.look(name), look, "{name} in {chart:?}");
            }
            assert!(looks.iter().all(|look| *look != cx.look("new")));
        }
    }

    #[test]
    fn conditions_have_the_palette_for_themselves() {
        let fonts = Fonts::new(None).unwrap();
        let run = context(&fonts, &["a", "b", "c"]);
        let alone = context(&fonts, &["low", "high"]);
        let cx = run.with_series(names(&["low", "high"]));
        assert_eq!([cx.look("low"), cx.look("high")], [alone.look("low"), alone.look("high")]);
    }
}
