//! Figures, as files: what a reader or a program finds in them.

#[path = "common/markup.rs"]
mod markup;
#[path = "common/tables.rs"]
mod tables;

use comity::error::Diagnostic;
use comity::labels::{self, Lang};
use comity::plot::{ChartKind, Figure, Options, PlotError, chart_kinds, draw};
use comity::table::{Cell, Column, Role, Table, TableKind, TableSchema, Type};
use markup::Element;
use std::collections::BTreeSet;

const CAPTION: &str = "End-game defection, seed 42, 95 % interval, 200 repetitions";

fn options(lang: Lang) -> Options<'static> {
    Options { lang, caption: CAPTION.into(), colours: tables::series(), ..Options::default() }
}

fn figures(table: &Table) -> Vec<Figure> {
    draw(table, &options(Lang::En)).unwrap()
}

fn figure(table: &Table) -> Figure {
    figures(table).remove(0)
}

/// The words that a figure shows, in drawing order.
fn words(figure: &Figure) -> Vec<String> {
    let elements = markup::xml(&figure.svg);
    elements.iter().filter(|e| e.name == "g").filter_map(|e| e.get("aria-label")).map(String::from).collect()
}

fn has(figure: &Figure, wanted: &str) -> bool {
    words(figure).iter().any(|w| w == wanted)
}

/// A picture as `png` reads it: width, height and RGB bytes.
fn decode(figure: &Figure) -> (u32, u32, Vec<u8>) {
    let mut reader = png::Decoder::new(figure.png.as_slice()).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size()];
    let info = reader.next_frame(&mut pixels).unwrap();
    assert_eq!(info.color_type, png::ColorType::Rgb);
    (info.width, info.height, pixels)
}

/// A text as it stands in the picture: left, top, right, bottom, words. The last letter counts as half an em.
struct Placed {
    area: [f64; 4],
    words: String,
}

fn placed(figure: &Figure) -> Vec<Placed> {
    let elements = markup::xml(&figure.svg);
    let mut found = Vec::new();
    for (k, e) in elements.iter().enumerate() {
        let (Some(label), Some(transform)) = (e.get("aria-label"), e.get("transform")) else { continue };
        let numbers: Vec<f64> = transform
            .split(|c: char| !(c.is_ascii_digit() || c == '.' || c == '-'))
            .filter_map(|n| n.parse().ok())
            .collect();
        let (x, y, scale) = (numbers[0], numbers[1], numbers[numbers.len() - 2]);
        let ends: Vec<f64> = elements[k + 1..]
            .iter()
            .take_while(|u| u.name == "use")
            .map(|u| u.get("x").map_or(0.0, |x| x.parse().unwrap()) * scale)
            .collect();
        let (Some(first), Some(last)) = (ends.first(), ends.last()) else { continue };
        let (last, height) = (last + 500.0 * scale, 715.0 * scale);
        let area = if transform.contains("rotate") {
            [x - height, y - last, x, y - first]
        } else {
            [x + first, y - height, x + last, y]
        };
        found.push(Placed { area, words: label.to_string() });
    }
    found
}

/// Every table with every language, drawn once for the tests below.
fn gallery() -> Vec<(String, Figure)> {
    let one = &tables::CONDITIONS[..1];
    let mut all = tables::all();
    all.extend([
        tables::rounds(one, 5, 20),
        tables::rounds(one, 14, 60),
        tables::rounds(one, 1, 1),
        tables::pairs(one, 24),
        tables::score_distribution(one, false),
        tables::strategies(one),
        tables::agents(one, 20),
        tables::trajectory(false),
        tables::frames(12, false),
        tables::moves(4, 120),
        tables::task_events(12),
        tables::graph(60),
        tables::game_tree("kuhn_poker"),
        tables::game_tree("entry_tree"),
        tables::game_tree("centipede_tree(moves=30)"),
    ]);
    let mut drawn = Vec::new();
    for table in &all {
        for lang in Lang::ALL {
            for figure in draw(table, &options(lang)).unwrap() {
                drawn.push((format!("{} {}", figure.name, lang.tag()), figure));
            }
        }
    }
    drawn
}

#[test]
fn every_figure_is_well_formed_complete_and_legible() {
    for (name, figure) in gallery() {
        let elements = markup::xml(&figure.svg);
        let svg = &elements[0];
        let size = |key: &str| svg.get(key).unwrap().parse::<u32>().unwrap();
        assert_eq!(svg.get("role"), Some("img"), "{name}");
        assert_eq!(svg.get("aria-label"), Some(figure.alt.as_str()), "{name}");
        assert_eq!(elements[1].text, figure.title, "{name}");
        assert!(figure.alt.chars().count() > 20 && !figure.alt.contains("{"), "{name}: {}", figure.alt);
        assert!(figure.missing_glyphs.is_empty(), "{name}: {:?}", figure.missing_glyphs);
        assert_eq!(ids(&elements), used(&elements), "{name}: every glyph is defined once and used");
        assert!(is_finite(&figure.svg), "{name}");
        assert!(words(&figure).iter().any(|w| w == CAPTION), "{name} has its caption");

        let (width, height, pixels) = decode(&figure);
        assert_eq!((width, height), (size("width") * 2, size("height") * 2), "{name}");
        let dark = pixels.chunks_exact(3).filter(|p| p.iter().all(|c| *c < 110)).count();
        assert!(dark > 200, "{name} is not blank");

        let texts = placed(&figure);
        for (k, text) in texts.iter().enumerate() {
            let [left, top, right, bottom] = text.area;
            let inside =
                left >= 0.0 && top >= 0.0 && right <= f64::from(size("width")) && bottom <= f64::from(size("height"));
            assert!(inside, "{name}: {:?} leaves the figure", text.words);
            for other in &texts[..k] {
                let apart = text.area[0] > other.area[2] - 1.0
                    || other.area[0] > text.area[2] - 1.0
                    || text.area[1] > other.area[3] - 0.5
                    || other.area[1] > text.area[3] - 0.5;
                assert!(apart, "{name}: {:?} covers {:?}", text.words, other.words);
            }
        }
    }
}

/// Whether no number of a file is infinite or none, as Rust writes these. (Information is neither.)
fn is_finite(svg: &str) -> bool {
    svg.split(|c: char| !c.is_ascii_alphanumeric()).all(|token| !token.ends_with("inf") && !token.ends_with("NaN"))
}

fn ids(elements: &[Element]) -> BTreeSet<String> {
    let mut seen = BTreeSet::new();
    for id in elements.iter().filter_map(|e| e.get("id")) {
        assert!(seen.insert(id.to_string()), "{id} stands twice");
    }
    seen
}

fn used(elements: &[Element]) -> BTreeSet<String> {
    let of = |e: &Element| e.get("href").and_then(|h| h.strip_prefix('#')).map(String::from);
    elements.iter().filter_map(of).collect()
}

#[test]
fn equal_tables_give_equal_bytes() {
    for (first, again) in tables::all().iter().zip(&tables::all()) {
        assert_eq!(draw(first, &options(Lang::Zh)), draw(again, &options(Lang::Zh)));
    }
}

#[test]
fn the_kind_and_the_columns_choose_the_chart() {
    let kinds = |t: &Table| chart_kinds(t.schema()).into_iter().map(|(k, _)| k).collect::<Vec<_>>();
    let one = &tables::CONDITIONS[..1];
    assert_eq!(kinds(&tables::dilemma()), [ChartKind::PayoffMatrix]);
    assert_eq!(kinds(&tables::pairs(one, 3)), [ChartKind::HeatMap, ChartKind::HeatMap]);
    assert_eq!(kinds(&tables::rounds(one, 2, 3)), [ChartKind::Lines, ChartKind::Lines]);
    assert_eq!(kinds(&tables::moves(2, 3)), [ChartKind::Lines, ChartKind::Lines, ChartKind::Strip]);
    assert_eq!(kinds(&tables::strategies(one)), [ChartKind::Ranking, ChartKind::Ranking]);
    assert_eq!(kinds(&tables::reasoners()), [ChartKind::Ranking]);
    assert_eq!(kinds(&tables::score_distribution(one, true)), [ChartKind::Density]);
    assert_eq!(kinds(&tables::task_events(1)), [ChartKind::Sequence]);
    assert_eq!(kinds(&tables::trajectory(true)), [ChartKind::Trajectory]);
    assert_eq!(kinds(&tables::graph(3)), [ChartKind::Network]);
    assert_eq!(kinds(&tables::game_tree("entry_tree")), [ChartKind::Tree]);
    assert_eq!(kinds(&tables::frames(3, true)), [ChartKind::Boards]);
    let names: Vec<String> = figures(&tables::moves(2, 3)).into_iter().map(|f| f.name).collect();
    assert_eq!(names, ["moves-payoff", "moves-total", "moves-action"]);
    assert_eq!(figure(&tables::dilemma()).name, "game");
}

#[test]
fn axes_carry_their_names_and_units_in_both_languages() {
    let t = tables::rounds(&tables::CONDITIONS[..2], 3, 10);
    let expected = [
        (Lang::En, ["Cooperation rate (share)", "Round", "known end", "Tit for Tat", "Defector"]),
        (Lang::Zh, ["合作率（份额）", "轮次", "已知终局", "以牙还牙", "恒背叛者"]),
    ];
    for (lang, labels) in expected {
        let f = draw(&t, &options(lang)).unwrap().remove(0);
        for label in labels {
            assert!(has(&f, label), "{label} in {:?}", words(&f));
        }
    }
}

#[test]
fn no_label_of_the_catalogue_lacks_a_glyph() {
    for lang in Lang::ALL {
        let all: String = labels::keys().filter_map(|key| labels::lookup(key, lang)).collect();
        let options = Options { caption: all, ..options(lang) };
        assert_eq!(draw(&tables::dilemma(), &options).unwrap()[0].missing_glyphs, []);
    }
}

#[test]
fn pure_equilibria_and_best_responses_follow_from_the_payoffs() {
    let alt = |t: &Table| figure(t).alt;
    assert!(alt(&tables::dilemma()).ends_with("Nash equilibria in pure actions: defect / defect (−3, −3)."));
    let hunt = tables::game(["stag", "hare"], [[4.0, 0.0], [2.0, 2.0]], [[4.0, 2.0], [0.0, 2.0]]);
    assert!(alt(&hunt).ends_with("stag / stag (4, 4); hare / hare (2, 2)."));
    let pennies = tables::game(["heads", "tails"], [[1.0, -1.0], [-1.0, 1.0]], [[-1.0, 1.0], [1.0, -1.0]]);
    assert!(alt(&pennies).ends_with("There is no Nash equilibrium in pure actions."));
    assert!(!has(&figure(&pennies), "framed: pure Nash equilibrium"));
    // Where everything is equal, every cell is an equilibrium.
    let flat = tables::game(["left", "right"], [[1.0; 2]; 2], [[1.0; 2]; 2]);
    assert_eq!(alt(&flat).matches('/').count(), 4);
}

#[test]
fn a_large_game_is_two_heat_maps() {
    let schema = tables::dilemma().schema().clone();
    let mut t = Table::new(schema);
    for r in 0..13 {
        for c in 0..2 {
            t.push(&[
                format!("a{r}").as_str().into(),
                format!("b{c}").as_str().into(),
                f64::from(r).into(),
                1.0.into(),
            ]);
        }
    }
    let names: Vec<String> = figures(&t).into_iter().map(|f| f.name).collect();
    assert_eq!(names, ["game-row_payoff", "game-column_payoff"]);
}

/// A condition of few rows takes no more room than it has rows.
#[test]
fn panels_of_a_ranking_are_as_high_as_their_rows() {
    let columns = vec![
        Column::facet("condition", "The condition."),
        Column::key("agent", Type::Text, "The agent."),
        Column::measure("score", Type::Float, "utility", "What it has."),
    ];
    let mut table = Table::new(TableSchema::new("scores", TableKind::Summary, "Scores.", columns));
    for (condition, rows) in [("few", 2), ("many", 12), ("last", 2)] {
        for k in 0..rows {
            let name = format!("an agent whose name asks for the whole width of the figure, {condition} {k}");
            table.push(&[condition.into(), name.as_str().into(), f64::from(k).into()]);
        }
    }
    let places = placed(&figure(&table));
    let top = |words: &str| places.iter().find(|p| p.words == words).expect(words).area[1];
    let (few, many) = (top("many") - top("few"), top("last") - top("many"));
    assert!(few < many / 2.0, "{few} and {many}");
}

#[test]
fn a_ranking_is_sorted_and_shows_forty_of_each_end() {
    let t = tables::agents(&tables::CONDITIONS[..1], 30);
    let f = figure(&t);
    let mut scores: Vec<(f64, String)> = (0..t.len())
        .map(|row| (t.at(row, "score").unwrap().number().unwrap(), t.at(row, "agent").unwrap().show()))
        .collect();
    scores.sort_by(|a, b| b.0.total_cmp(&a.0));
    let expected: Vec<String> = scores[..40].iter().chain(&scores[110..]).map(|(_, n)| n.replace('_', " ")).collect();
    let names: BTreeSet<&String> = expected.iter().collect();
    let mut shown: Vec<(f64, String)> =
        placed(&f).into_iter().filter(|p| names.contains(&p.words)).map(|p| (p.area[3], p.words)).collect();
    shown.sort_by(|a, b| a.0.total_cmp(&b.0));
    assert_eq!(shown.into_iter().map(|(_, n)| n).collect::<Vec<_>>(), expected);
    assert!(has(&f, "Only the 40 highest and the 40 lowest are shown; 70 between them are left out."));
}

#[test]
fn a_closed_form_stands_beside_what_was_simulated() {
    let columns = vec![
        Column::key("mechanism", Type::Text, "What is raised."),
        Column::measure("closed_form", Type::Float, "", "Where the closed form puts the switch."),
        Column::measure("simulated", Type::Integer, "", "Where agents switched."),
    ];
    let mut table = Table::new(TableSchema::new("thresholds", TableKind::Summary, "Thresholds.", columns));
    table.push(&["bond".into(), 85.7.into(), 86i64.into()]);
    table.push(&["audit".into(), 49.8.into(), 120i64.into()]);
    assert_eq!(chart_kinds(table.schema()), [(ChartKind::Ranking, Some("simulated".to_string()))]);
    let figure = figure(&table);
    assert!(has(&figure, "Upright strokes: Closed form.") && has(&figure, "86"), "{:?}", words(&figure));
}

/// Both ends of a bar may be at one place, where their words would cover each other.
#[test]
fn ends_of_a_swing_at_one_place_share_their_words() {
    let columns = vec![
        Column::facet("measure", "The measure."),
        Column::key("parameter", Type::Text, "What is varied."),
        Column::note("lowest", "Its lowest value."),
        Column::note("highest", "Its highest value."),
        Column::measure("at_lowest", Type::Float, "", "The measure there."),
        Column::measure("at_highest", Type::Float, "", "The measure there."),
        Column::measure("centre", Type::Float, "", "The mean."),
    ];
    let mut table = Table::new(TableSchema::new("swings", TableKind::Summary, "Swings.", columns));
    let row = |name: &'static str, low: f64, high: f64| {
        let [measure, name, lowest, highest] = ["score", name, "1/4", "3"].map(Cell::from);
        [measure, name, lowest, highest, low.into(), high.into(), 0.5.into()]
    };
    table.push(&row("penalty", 0.0, 0.0));
    table.push(&row("noise", 0.25, 1.0));
    let figure = figure(&table);
    assert!(has(&figure, "1/4, 3") && has(&figure, "1/4"), "{:?}", words(&figure));
    let texts = placed(&figure);
    for (k, text) in texts.iter().enumerate() {
        for other in &texts[..k] {
            let apart = (0..2).any(|axis| {
                text.area[axis] > other.area[axis + 2] - 1.0 || other.area[axis] > text.area[axis + 2] - 1.0
            });
            assert!(apart, "{:?} covers {:?}", text.words, other.words);
        }
    }
}

#[test]
fn many_lines_are_grey_but_for_the_ends() {
    let f = figure(&tables::rounds(&tables::CONDITIONS[..1], 14, 30));
    assert!(has(&f, "In colour: the 6 highest and the 2 lowest by their mean; in grey: 6 more."));
    assert!(has(&f, "rule 13") && !has(&f, "rule 9"));
}

#[test]
fn an_axis_may_be_of_words_or_of_fractions() {
    let columns = |x: Column| {
        vec![
            x,
            Column::facet("agent", "The agent."),
            Column::measure("score", Type::Float, "", "The score."),
            Column::measure("action", Type::Text, "", "The action."),
        ]
    };
    let protocols = columns(Column::x("protocol", Type::Text, "", "The protocol."));
    let mut t = Table::new(TableSchema::new("t", TableKind::Series, "A test.", protocols));
    for (k, protocol) in ["first", "second", "third"].into_iter().enumerate() {
        for agent in ["alice", "bob"] {
            t.push(&[protocol.into(), agent.into(), (k as f64).into(), "stag".into()]);
        }
    }
    for f in figures(&t) {
        assert!(["first", "second", "third"].iter().all(|word| has(&f, word)), "{}", f.name);
    }
    let fractions = columns(Column::x("discount", Type::Float, "", "The discount factor."));
    let mut t = Table::new(TableSchema::new("t", TableKind::Series, "A test.", fractions));
    for k in 0..=10 {
        let action = if k < 5 { "hare" } else { "stag" };
        t.push(&[(f64::from(k) / 10.0).into(), "alice".into(), 1.0.into(), action.into()]);
    }
    let drawn = figures(&t);
    assert!(drawn.iter().all(|f| has(f, "0.2") && has(f, "Discount")), "{:?}", words(&drawn[1]));
    assert_eq!(drawn[1].alt, "Action step by step: hare 5 times, stag 6 times.");
}

#[test]
fn quartiles_are_those_of_the_counted_values() {
    let t = tables::score_distribution(&tables::CONDITIONS[..1], true);
    // The slow way: every value as often as it occurred, sorted; the k-th least with k = ceil(share * n).
    let mut values: Vec<f64> = (0..t.len())
        .filter(|row| t.at(*row, "strategy") == Some(Cell::Text("tit_for_tat")))
        .flat_map(|row| {
            let times = t.at(row, "matches").unwrap().number().unwrap() as usize;
            std::iter::repeat_n(t.at(row, "score_per_round").unwrap().number().unwrap(), times)
        })
        .collect();
    values.sort_by(f64::total_cmp);
    let at = |share: f64| values[((share * values.len() as f64).ceil() as usize).max(1) - 1];
    let show = |v: f64| v.to_string().replace('-', "−");
    let expected =
        format!("Tit for Tat: median {}, quartiles {} and {}", show(at(0.5)), show(at(0.25)), show(at(0.75)));
    assert!(figure(&t).alt.contains(&expected), "{expected} in {}", figure(&t).alt);
}

#[test]
fn a_heat_map_is_ordered_by_mean_and_takes_250_by_250() {
    let t = tables::pairs(&tables::CONDITIONS[..1], 250);
    let f = figure(&t);
    assert!(f.svg.len() < 500_000, "{} bytes", f.svg.len());
    assert_eq!(f.svg.matches("<image ").count(), 1);
    let means = |name: &str| {
        let of = |row: &usize| t.at(*row, "strategy") == Some(Cell::Text(name));
        (0..t.len()).filter(of).map(|row| t.at(row, "score_per_round").unwrap().number().unwrap()).sum::<f64>()
    };
    // Names right of the axis title and left of the map, from the top.
    let mut rows: Vec<(f64, String)> = placed(&f)
        .into_iter()
        .filter(|p| p.words.starts_with("rule ") && p.area[2] < 150.0 && p.area[1] > 190.0)
        .map(|p| (p.area[3], p.words.replace(' ', "_")))
        .collect();
    rows.sort_by(|a, b| a.0.total_cmp(&b.0));
    assert!(rows.len() > 20);
    assert!(rows.windows(2).all(|w| means(&w[0].1) >= means(&w[1].1)));
}

#[test]
fn a_sequence_diagram_has_agents_rounds_and_states() {
    let f = figure(&tables::task_events(2));
    for word in ["alice", "bob", "Round 1", "Round 2", "SUBMITTED", "WORKING", "COMPLETED", "FAILED", "AUTH_REQUIRED"] {
        assert!(has(&f, word), "{word}");
    }
    assert!(has(&f, "0.250 s") && has(&f, "delivered 10 of 10 agreed"));
    let long = figure(&tables::task_events(20));
    assert!(has(&long, "32 of 103 events are shown, the first and the last.") && has(&long, "… and 71 more"));
}

/// Times are never cut: a unit is taken in which even the last has room.
#[test]
fn times_of_a_long_run_to_the_microsecond_have_room() {
    for (late, expected) in [(9_500_123, "9500.123 ms"), (9_500_123_000, "9500.123 s"), (10_241_946, "10.241946 s")] {
        let short = tables::task_events(1);
        let mut table = Table::new(short.schema().clone());
        for (row, t) in [41_000, late].into_iter().enumerate() {
            let mut cells: Vec<Cell<'_>> = (0..short.schema().columns.len()).map(|c| short.cell(row, c)).collect();
            cells[1] = (t + i64::from(row == 0)).into();
            table.push(&cells);
        }
        let figure = figure(&table);
        let words = words(&figure);
        let bare = |w: &String| w.replace(['\u{2009}', '\u{202f}', '\u{a0}', ' '], "");
        assert!(words.iter().any(|w| bare(w) == expected.replace(' ', "")), "{expected}: {words:?}");
        assert!(words.iter().all(|w| !w.ends_with('…')), "{words:?}");
    }
}

#[test]
fn a_chart_of_a_table_with_its_measures_name_says_it_once() {
    let columns = vec![
        Column::key("run", Type::Text, "The run."),
        Column::measure("net_value", Type::Float, "", "What it is worth."),
    ];
    let mut table = Table::new(TableSchema::new("net_value", TableKind::Summary, "What it is worth.", columns));
    table.push(&["a".into(), 1.0.into()]);
    table.push(&["b".into(), 2.0.into()]);
    let words = words(&figure(&table));
    // The title and the axis.
    assert_eq!(words.iter().filter(|w| w.as_str() == "Net value").count(), 2, "{words:?}");
}

#[test]
fn a_tree_has_its_moves_and_what_they_pay() {
    let t = tables::game_tree("beer_quiche");
    for (lang, words) in [
        (
            Lang::En,
            ["strong (9/10)", "beer", "duel", "sender", "chance", "3, 1", "At the ends: payoffs of sender, receiver."],
        ),
        (Lang::Zh, ["strong (9/10)", "beer", "duel", "sender", "自然", "3, 1", "虚线连接同一信息集的节点。"]),
    ] {
        let f = draw(&t, &options(lang)).unwrap().remove(0);
        for word in words {
            assert!(has(&f, word), "{word} in {:?}", self::words(&f));
        }
    }
    let alt = figure(&t).alt;
    assert_eq!(
        alt,
        "Game tree of sender, receiver: 6 decisions, 1 chance moves, 8 ends; information sets of several nodes: 2."
    );
    assert!(has(&figure(&t), "Game: Beer or Quiche"));
    // Only information sets of several nodes are dashed.
    assert!(figure(&t).svg.contains("stroke-dasharray"));
    assert!(!figure(&tables::game_tree("entry_tree")).svg.contains("stroke-dasharray"));
}

#[test]
fn a_large_tree_is_drawn_down_to_where_there_is_room() {
    let f = figure(&tables::game_tree("centipede_tree(moves=100)"));
    let shown = words(&f).iter().find_map(|w| w.strip_suffix(" nodes below are left out.").map(String::from));
    let shown: usize = shown.expect("a note").parse().unwrap();
    assert!(has(&f, &format!("… and {shown} more")) && shown > 100, "{shown}");
}

#[test]
fn a_missing_glyph_is_a_box_and_is_reported() {
    let columns = vec![
        Column::x("round", Type::Integer, "", "The round."),
        Column::facet("agent", "The agent."),
        Column::measure("score", Type::Float, "", "The score."),
    ];
    let mut t = Table::new(TableSchema::new("t", TableKind::Series, "A test.", columns));
    for name in ["a\u{1f600}", "한"] {
        t.push(&[1i64.into(), name.into(), 1.0.into()]);
    }
    let f = figure(&t);
    assert_eq!(f.missing_glyphs, ['한', '\u{1f600}']);
    assert!(f.svg.contains("id=\"gbox\"") && has(&f, "a\u{1f600}"));
}

#[test]
fn another_font_is_taken_and_a_false_one_is_an_error() {
    let bytes = include_bytes!("../assets/fonts/comity.ttf");
    let own = draw(&tables::dilemma(), &Options { font: Some(bytes), ..options(Lang::En) }).unwrap().remove(0);
    let usual = figure(&tables::dilemma());
    assert_eq!(own.png, usual.png, "the same letters");
    assert_ne!(own.svg, usual.svg, "under names of their own");
    let wrong = draw(&tables::dilemma(), &Options { font: Some(b"no font"), ..options(Lang::En) });
    assert_eq!(Diagnostic::from(wrong.unwrap_err()).code, "bad-font");
}

#[test]
fn a_figure_has_the_size_that_was_asked_for() {
    for t in tables::all() {
        for (width, height) in [(900, 700), (480, 320), (400, 1200), (240, 240)] {
            let options = Options { width, height: Some(height), ..options(Lang::En) };
            for f in draw(&t, &options).unwrap() {
                let (w, h, _) = decode(&f);
                assert_eq!((w, h), (2 * width, 2 * height), "{}", f.name);
                for text in placed(&f) {
                    assert!(text.area[3] <= f64::from(height) + 0.5, "{} {width}x{height}: {}", f.name, text.words);
                }
            }
        }
    }
    for (width, height) in [(0, None), (100_000, None), (760, Some(3))] {
        let wrong = draw(&tables::dilemma(), &Options { width, height, ..options(Lang::En) });
        assert_eq!(wrong, Err(PlotError::Size { width, height: height.unwrap_or(0) }));
    }
}

#[test]
fn a_schema_that_lacks_its_roles_is_an_error() {
    let columns = vec![Column::measure("score", Type::Float, "", "The score.")];
    for (kind, role) in [
        (TableKind::Series, Role::X),
        (TableKind::Matrix, Role::Key),
        (TableKind::Trajectory, Role::Measure),
        (TableKind::Graph, Role::Key),
        (TableKind::Frames, Role::Key),
    ] {
        let t = Table::new(TableSchema::new("t", kind, "A test.", columns.clone()));
        assert_eq!(draw(&t, &options(Lang::En)), Err(PlotError::Role { table: "t".into(), role }), "{kind:?}");
    }
}

/// The same schema without rows, with one row, and with rows of values that are hard to draw.
#[test]
fn hard_values_are_drawn_sensibly() {
    let hard = [0.0, -1.0, 1e-300, 1e300, f64::MAX, f64::MIN, f64::INFINITY, f64::NEG_INFINITY, 0.1 + 0.2];
    for t in tables::all() {
        let schema = t.schema().clone();
        let mut empty = Vec::new();
        let copy = |rows: &[usize], change: &dyn Fn(usize, usize, Cell<'static>) -> Cell<'static>| {
            let mut out = Table::new(schema.clone());
            for row in rows {
                let texts: Vec<String> = (0..schema.columns.len()).map(|c| t.cell(*row, c).show()).collect();
                let cells: Vec<Cell<'_>> = (0..schema.columns.len())
                    .map(|c| match t.cell(*row, c) {
                        Cell::Text(_) => match change(*row, c, Cell::Text("")) {
                            Cell::Text("") => Cell::Text(&texts[c]),
                            changed => changed,
                        },
                        Cell::Integer(i) => change(*row, c, Cell::Integer(i)),
                        Cell::Float(x) => change(*row, c, Cell::Float(x)),
                        Cell::Bool(b) => change(*row, c, Cell::Bool(b)),
                        Cell::Null => change(*row, c, Cell::Null),
                    })
                    .collect();
                out.push(&cells);
            }
            out
        };
        let all: Vec<usize> = (0..t.len().min(60)).collect();
        let is_float = |c: usize| schema.columns[c].ty == Type::Float;
        empty.push(copy(&[], &|_, _, cell| cell));
        empty.push(copy(&all, &|_, _, _| Cell::Null));
        let drawn = [
            copy(&all[..1], &|_, _, cell| cell),
            copy(&all, &|_, c, cell| if is_float(c) { Cell::Float(2.0) } else { cell }),
            copy(&all, &|row, c, cell| if is_float(c) { Cell::Float(hard[row % hard.len()]) } else { cell }),
            copy(&all, &|row, c, cell| if (row + c) % 3 == 0 { Cell::Null } else { cell }),
            copy(&all, &|_, _, cell| if let Cell::Integer(_) = cell { Cell::Integer(i64::MAX) } else { cell }),
            copy(&all, &|row, _, cell| match cell {
                Cell::Integer(_) => Cell::Integer(if row % 2 == 0 { i64::MIN } else { i64::MAX }),
                cell => cell,
            }),
        ];
        for (k, table) in empty.iter().chain(&drawn).enumerate() {
            for f in draw(table, &options(Lang::En)).unwrap() {
                markup::xml(&f.svg);
                let (w, h, _) = decode(&f);
                assert!(w == 1520 && (100..12_000).contains(&h), "{} {k}: {w} x {h}", f.name);
                assert!(is_finite(&f.svg), "{} {k}", f.name);
                for text in placed(&f) {
                    let [left, top, right, bottom] = text.area;
                    let inside = left >= -1.0 && top >= -1.0 && right <= 762.0 && bottom <= f64::from(h) / 2.0 + 1.0;
                    assert!(inside, "{} {k}: {:?} at {:?}", f.name, text.words, text.area);
                }
            }
        }
        let words = |t: &Table| figures(t).iter().flat_map(words).collect::<Vec<_>>();
        assert!(words(&empty[0]).contains(&"No data".to_string()), "{}", t.name());
    }
}

#[test]
fn names_of_users_are_escaped() {
    let columns =
        vec![Column::key("agent", Type::Text, "The agent."), Column::measure("score", Type::Float, "", "The score.")];
    let mut t = Table::new(TableSchema::new("t", TableKind::Summary, "A test.", columns));
    let name = "<b>&\"'\u{7}\u{ffff}";
    t.push(&[name.into(), 1.0.into()]);
    let f = draw(&t, &Options { caption: name.into(), ..options(Lang::En) }).unwrap().remove(0);
    assert!(words(&f).iter().any(|w| w.starts_with("<b>&\"'")));
}
