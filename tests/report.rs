//! The report, as a page: what a browser, a reader and a screen reader find in it.

#[path = "common/markup.rs"]
mod markup;
#[path = "common/tables.rs"]
mod tables;

use comity::labels::{Lang, lookup};
use comity::models::Lab;
use comity::plot::{Figure, Options, draw};
use comity::report::{Input, html, odd};
use comity::scenario::Scenario;
use comity::table::{Column, Table, TableKind, TableSchema, Type};
use markup::Element;
use std::collections::BTreeSet;

const HOSTILE: &str = "<script>alert(\"1\")</script> & 'x'";
const URL: &str = "Selten & Stoecker 1986, https://doi.org/10.1016/0167-2681(86)90021-1";

fn figures(tables: &[Table], lang: Lang) -> Vec<Figure> {
    let options = Options { lang, caption: "seed 42".into(), colours: tables::series(), ..Options::default() };
    tables.iter().flat_map(|t| draw(t, &options).unwrap()).collect()
}

fn input<'a>(lang: Lang, tables: &'a [Table], figures: &'a [Figure]) -> Input<'a> {
    Input {
        lang,
        title: match lang {
            Lang::En => "End-game defection",
            Lang::Zh => "末轮背叛",
        },
        source: URL,
        question: "Who keeps its word?\n\nSee `moves` and a `tick.\n\nWhat to notice: <b>\n  alpha\n  beta",
        model: None,
        most_rows: None,
        seed: "42",
        version: "0.1.0",
        digest: "b3:9f2c1f0c3a0e6f4a",
        facts: vec![("repetitions", "200".into()), ("rounds", "20".into())],
        command: "comity run scenarios/end_game.toml --seed 42",
        scenario: "seed = 42 # <&>\n",
        tables: tables.iter().collect(),
        figures,
        notes: vec![HOSTILE.into()],
    }
}

fn page(lang: Lang) -> String {
    let all = tables::all();
    let figures = figures(&all, lang);
    html(&input(lang, &all, &figures))
}

fn texts<'a>(elements: &'a [Element], name: &str) -> Vec<&'a str> {
    elements.iter().filter(|e| e.name == name).map(|e| e.text.as_str()).collect()
}

#[test]
fn tags_are_balanced_and_ids_unique() {
    for lang in Lang::ALL {
        let page = page(lang);
        let elements = markup::html(&page);
        let mut ids = BTreeSet::new();
        for id in elements.iter().filter_map(|e| e.get("id")) {
            assert!(ids.insert(id), "{id} stands twice");
        }
        for target in elements.iter().filter_map(|e| e.get("href")).filter_map(|h| h.strip_prefix('#')) {
            assert!(ids.contains(target), "#{target} leads somewhere");
        }
        assert_eq!(elements[0].get("lang"), Some(lang.tag()));
        assert_eq!(texts(&elements, "h1").len(), 1);
    }
}

#[test]
fn nothing_is_fetched() {
    let page = page(Lang::En);
    for element in markup::html(&page) {
        for (name, value) in &element.attributes {
            match name.as_str() {
                "href" | "src" | "srcset" | "data" | "action" => {
                    assert!(value.starts_with('#') || value.starts_with("data:image/png;base64,"), "{name}={value}");
                }
                _ => assert!(!value.contains("://"), "{name}={value}"),
            }
            assert!(!name.starts_with("on"), "{name} would be a script");
        }
        assert!(!["script", "link", "iframe", "object", "base"].contains(&element.name.as_str()));
    }
    let style = page.split("<style>").nth(1).unwrap().split("</style>").next().unwrap();
    assert!(!style.contains("url(") && !style.contains("@import"));
    assert_eq!(page.matches("https://").count(), 1, "the source's address, as text");
}

#[test]
fn what_was_run_and_how_to_repeat_it_stand_in_the_page() {
    let page = page(Lang::En);
    let elements = markup::html(&page);
    assert_eq!(texts(&elements, "h1"), ["End-game defection"]);
    let facts: Vec<(&str, &str)> = texts(&elements, "dt").into_iter().zip(texts(&elements, "dd")).take(5).collect();
    let expected = [("Source", URL), ("Seed", "42"), ("Version", "0.1.0"), ("Repetitions", "200"), ("Rounds", "20")];
    assert_eq!(facts, expected);
    let code = texts(&elements, "code");
    for text in ["b3:9f2c1f0c3a0e6f4a", "comity run scenarios/end_game.toml --seed 42", "seed = 42 # <&>\n"] {
        assert!(code.contains(&text), "{text}");
    }
}

#[test]
fn the_question_keeps_its_paragraphs_and_indented_lines() {
    let page = page(Lang::En);
    let question = page.split("<h2 id=\"question\">").nth(1).unwrap().split("<h2").next().unwrap();
    assert!(question.contains("<p>Who keeps its word?</p>"), "{question}");
    assert!(question.contains("<p>See <code>moves</code> and a `tick.</p>"), "{question}");
    assert!(question.contains("<p>What to notice: &lt;b&gt;<br>alpha<br>beta</p>"), "{question}");
}

/// Every model says what ODD asks of it in both languages, and a page has the values of its scenario.
#[test]
fn every_model_is_described_by_the_odd_protocol() {
    let lab = Lab::new();
    for model in lab.models.entries() {
        for element in odd::ELEMENTS {
            for lang in Lang::ALL {
                let key = odd::key(model.key, element);
                assert!(lookup(&key, lang).is_some_and(|text| !text.is_empty()), "{key} in {lang:?}");
            }
        }
    }
    let scenario = Scenario::read(
        "# Asked.\nschema = 1\ntitle = \"T\"\n[model.repeated]\ngame = \"stag_hunt\"\nlength = { known = 7 }\n\
         [[agents]]\nname = \"a\"\ncount = 2\nstrategy = \"tit_for_tat\"\n",
        "s.toml",
        &[],
        &lab,
    )
    .unwrap();
    assert_eq!(scenario.preface, "Asked.");
    let model = scenario.describe(&lab);
    let page = html(&Input { question: &scenario.preface, model, ..Input::default() });
    let elements = markup::html(&page);
    let code = texts(&elements, "code");
    for text in ["model.repeated.length.known", "7", "tit_for_tat", "stag_hunt", "\"stag_hunt\""] {
        assert!(code.contains(&text), "{text}: {code:?}");
    }
    assert!(texts(&elements, "h3").contains(&"4. Design concepts"));
}

#[test]
fn text_of_users_is_escaped() {
    let page = page(Lang::En);
    assert!(!page.contains("<script"));
    let elements = markup::html(&page);
    assert!(texts(&elements, "li").contains(&HOSTILE));
    let hostile = Input { title: HOSTILE, seed: HOSTILE, command: HOSTILE, ..Input::default() };
    assert!(!html(&hostile).contains("<script"));
    assert_eq!(texts(&markup::html(&html(&hostile)), "title"), [HOSTILE]);
}

#[test]
fn headline_tables_have_their_numbers_units_and_meanings() {
    let page = page(Lang::En);
    let elements = markup::html(&page);
    let strategies = tables::strategies(&tables::CONDITIONS);
    let start = elements.iter().position(|e| e.get("id") == Some("rows-strategies")).unwrap();
    let end = elements.iter().position(|e| e.get("id") == Some("figures")).unwrap();
    let section = &elements[start..end];
    assert_eq!(section.iter().filter(|e| e.name == "tr").count(), strategies.len() + 1);
    // The exact number is the cell's title, and what is shown rounds to it.
    let cells: Vec<&Element> = section.iter().filter(|e| e.get("title").is_some()).collect();
    let score = strategies.at(0, "score_per_round").unwrap().number().unwrap();
    let cell = cells.iter().find(|e| e.get("title") == Some(&score.to_string())).unwrap();
    let number = |text: &str| text.replace('−', "-").parse::<f64>().unwrap();
    let (value, interval) = cell.text.split_once(" [").unwrap();
    assert!((number(value) - score).abs() <= 0.0005);
    let (low, high) = interval.trim_end_matches(']').split_once(", ").unwrap();
    assert!((number(low) - strategies.at(0, "score_per_round_low").unwrap().number().unwrap()).abs() <= 0.0005);
    assert!((number(high) - strategies.at(0, "score_per_round_high").unwrap().number().unwrap()).abs() <= 0.0005);
    assert!(texts(section, "small").contains(&"utility"));
    assert!(texts(section, "dd").contains(&"Its place by score per round."));
    assert!(texts(section, "th").contains(&"audit in the last round"));
}

#[test]
fn every_figure_and_every_column_is_described() {
    let all = tables::all();
    let drawn = figures(&all, Lang::En);
    let page = html(&input(Lang::En, &all, &drawn));
    let elements = markup::html(&page);
    let alts: Vec<&str> = elements.iter().filter(|e| e.name == "svg").filter_map(|e| e.get("aria-label")).collect();
    assert_eq!(alts, drawn.iter().map(|f| f.alt.as_str()).collect::<Vec<_>>());
    assert_eq!(elements.iter().filter(|e| e.name == "figcaption").count(), drawn.len());
    let cells = texts(&elements, "td");
    for table in &all {
        assert!(elements.iter().any(|e| e.get("id") == Some(&format!("table-{}", table.name()))));
        for column in &table.schema().columns {
            assert!(cells.contains(&column.doc.as_ref()), "{} of {}", column.name, table.name());
        }
    }
}

#[test]
fn the_chinese_page_is_chinese() {
    let page = page(Lang::Zh);
    let elements = markup::html(&page);
    let chinese = |text: &str| text.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c));
    for name in ["h1", "h2", "title"] {
        assert!(texts(&elements, name).iter().all(|t| chinese(t)), "{name}");
    }
    let heads: Vec<&str> = texts(&elements, "dt");
    assert!(heads.iter().all(|t| chinese(t)), "{heads:?}");
    let headline = page.split("id=\"rows-strategies\"").nth(1).unwrap().split("</dl>").next().unwrap();
    let latin_word = |t: &str| t.split(|c: char| !c.is_ascii_alphabetic()).any(|w| w.len() > 2);
    for element in markup::xml(&format!("<h3 id=\"x\"{headline}</dl>")) {
        assert!(!latin_word(&element.text), "{}", element.text);
    }
    for word in ["以牙还牙", "合作率", "复现", "纳什均衡"] {
        assert!(page.contains(word), "{word}");
    }
}

/// What is decided of a policy in a few words is said in Chinese; the sentence beside it is the run's own.
#[test]
fn verdicts_on_policies_are_translated() {
    let columns = vec![
        Column::key("condition", Type::Text, "The policy."),
        Column::note("policy_verdict", "Whether it pays for itself."),
    ];
    let schema = TableSchema::new("policy_verdicts", TableKind::Summary, "Which policy pays.", columns).headline();
    let mut table = Table::new(schema);
    for (k, verdict) in ["the yardstick", "costs more than it brings", "cannot be told apart"].into_iter().enumerate() {
        table.push(&[format!("p{k}").as_str().into(), verdict.into()]);
    }
    let all = [table];
    let page = html(&input(Lang::Zh, &all, &[]));
    for word in ["比较基准", "得不偿失", "无法区分"] {
        assert!(page.contains(word), "{word}");
    }
    assert!(!page.contains("the yardstick"));
}

#[test]
fn glyphs_are_defined_once_for_the_page() {
    let all = tables::all();
    let drawn = figures(&all, Lang::En);
    let page = html(&input(Lang::En, &all, &drawn));
    let apart: usize = drawn.iter().map(|f| f.svg.len()).sum();
    assert!(page.len() < apart, "{} bytes for figures of {apart}", page.len());
    assert!(page.len() < 5_000_000);
    let elements = markup::html(&page);
    let glyphs = elements.iter().filter(|e| e.name == "path" && e.get("id").is_some()).count();
    let used: BTreeSet<&str> = elements.iter().filter(|e| e.name == "use").filter_map(|e| e.get("href")).collect();
    assert_eq!(glyphs, used.len());
}

#[test]
fn an_empty_run_has_a_page_too() {
    let elements = markup::html(&html(&Input::default()));
    assert!(elements.iter().all(|e| e.name != "h2"));
    let empty = vec![Table::new(tables::strategies(&[]).schema().clone())];
    let page = html(&input(Lang::En, &empty, &figures(&empty, Lang::En)));
    assert!(page.contains("<p>No data</p>"));
}

#[test]
fn equal_input_gives_equal_bytes() {
    assert_eq!(page(Lang::Zh), page(Lang::Zh));
}
