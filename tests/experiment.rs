//! Experiments as a library: the points, the shipped experiments in small form, and what their tables say.

mod common;

use comity::experiment::{Plan, Request, analyse, run_shard, sobol_sequence};
use comity::models::Lab;
use comity::store::digest_tables;
use comity::table::{Cell, Table};
use proptest::prelude::*;
use std::path::{Path, PathBuf};

const SCENARIO: &str = "schema = 1\ntitle = \"t\"\nseed = 3\n[model.repeated]\nlength = { known = 10 }\n[[agents]]\nname = \
                        \"a\"\nstrategy = \"random\"\n[[agents]]\nname = \"b\"\nstrategy = \"gtft\"\n";

const HEAD: &str = "schema = 1\ntitle = \"t\"\nscenario = \"s.toml\"\n[[parameters]]\nname = \"noise\"\npath = \
                    \"model.repeated.noise\"\n[[parameters]]\nname = \"horizon\"\npath = \"model.repeated.length.known\"\n\
                    [[measures]]\nname = \"rounds\"\ntable = \"agents\"\nrow = { agent = \"a\" }\ncolumn = \"rounds\"\n\
                    [[measures]]\nname = \"rate\"\ntable = \"agents\"\ncolumn = \"cooperation_rate\"\nstatistic = \"mean\"\n";

fn plan(points: &str, shards: u64, replicates: u64) -> Plan {
    let request = Request {
        experiment_name: "e.toml".into(),
        experiment: format!("{HEAD}{points}"),
        scenario_name: "s.toml".into(),
        scenario: SCENARIO.into(),
        shards: Some(shards),
        replicates: Some(replicates),
        ..Request::default()
    };
    Plan::new(request, &Lab::new()).unwrap_or_else(|faults| panic!("{faults}"))
}

fn run(plan: &Plan) -> Vec<Table> {
    let lab = Lab::new();
    let shard = |k: u64| run_shard(plan, k, &lab, &|_| (), &|| false).unwrap_or_else(|error| panic!("{error}"));
    analyse(plan, &(0..plan.shards).map(shard).collect::<Vec<_>>()).tables
}

fn number(plan: &Plan, point: usize, parameter: usize) -> f64 {
    plan.points[point].values[parameter].as_ref().and_then(comity::catalogue::Value::number).expect("a number")
}

#[test]
fn the_sobol_sequence_is_that_of_scipy() {
    let oracle: serde_json::Value = serde_json::from_str(&common::oracle("sobol/points.json.gz")).expect("JSON");
    let expected = oracle["points"].as_array().expect("points");
    for (point, expected) in sobol_sequence(21).zip(expected) {
        let expected: Vec<u64> =
            expected.as_array().expect("a point").iter().map(|x| x.as_u64().expect("a numerator")).collect();
        assert_eq!(point.iter().map(|x| u64::from(*x)).collect::<Vec<_>>(), expected);
    }
    assert_eq!(expected.len(), 64);
}

#[test]
fn drawn_points_fill_their_range_and_stay_when_there_are_more() {
    let over = "over = { noise = { from = 0, to = 0.5 }, horizon = { from = 5, to = 14, whole = true } }";
    for kind in ["random", "sobol"] {
        let of = |count: usize| plan(&format!("[[points]]\n{kind} = {{ count = {count}, {over} }}\n"), 1, 1);
        let (few, many) = (of(16), of(64));
        assert!(few.points.iter().zip(&many.points).all(|(a, b)| a.hash == b.hash), "{kind}");
    }
    for kind in ["latin_hypercube", "sobol"] {
        let plan = plan(&format!("[[points]]\n{kind} = {{ count = 32, {over} }}\n"), 1, 1);
        let mut cells: Vec<u32> = (0..32).map(|k| (number(&plan, k, 0) / 0.5 * 32.0) as u32).collect();
        cells.sort_unstable();
        assert_eq!(cells, (0..32).collect::<Vec<u32>>(), "{kind}: one point in each part");
        assert!((0..32).all(|k| (5.0..=14.0).contains(&number(&plan, k, 1)) && number(&plan, k, 1).fract() == 0.0));
    }
    // A logarithmic scale has as many points in each decade.
    let log =
        plan("[[points]]\nsobol = { count = 30, over = { noise = { from = 0.0001, to = 0.1, log = true } } }\n", 1, 1);
    let decades =
        [1e-4, 1e-3, 1e-2].map(|low| (0..30).filter(|k| (low..low * 10.0).contains(&number(&log, *k, 0))).count());
    assert!(decades.iter().all(|count| (9..=11).contains(count)), "{decades:?}");
}

#[test]
fn grids_lists_zips_and_ranges_say_their_points_in_order() {
    let words = |points: &str| -> Vec<String> {
        let plan = plan(points, 1, 1);
        plan.points.iter().map(|point| plan.describe(&point.values)).collect()
    };
    let grid = words("[[points]]\ngrid = { noise = { from = 0.1, to = 0.35, step = 0.1 }, horizon = [5, 6] }\n");
    assert_eq!(grid[..3], ["noise = 0.1, horizon = 5", "noise = 0.1, horizon = 6", "noise = 0.2, horizon = 5"]);
    assert_eq!(grid.last().map(String::as_str), Some("noise = 0.3, horizon = 6"));
    let rest = "[[points]]\nzip = { noise = [0.1, 0.2], horizon = [7, 8] }\n[[points]]\nlist = [{ noise = 0.3 }, { horizon = 9 }]\n";
    assert_eq!(words(rest), ["noise = 0.1, horizon = 7", "noise = 0.2, horizon = 8", "noise = 0.3", "horizon = 9"]);
}

#[test]
fn a_point_is_named_by_what_it_sets_and_not_by_how_it_is_written() {
    let hash = |points: &str| plan(points, 1, 1).points[0].hash.clone();
    let name = hash("[[points]]\nlist = [{ noise = 0.5 }]\n");
    assert_eq!(hash("[[points]]\ngrid = { noise = [0.50] }\n"), name);
    assert_eq!(hash("[[points]]\nlist = [{ noise = 5e-1 }]\n"), name);
    assert_ne!(hash("[[points]]\nlist = [{ noise = 0.51 }]\n"), name);
    assert_ne!(hash("[[points]]\nlist = [{ noise = 0.5, horizon = 10 }]\n"), name);
    // The first version's name: a change of it is a change of all runs of independent points.
    assert_eq!(name.len(), 16);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn results_do_not_depend_on_shards_or_threads(shards in 1_u64..40, threads in 1_usize..5, replicates in 1_u64..5) {
        let points = "[[points]]\ngrid = { noise = [0, 0.2], horizon = [3, 4, 5] }\n";
        let digest = |shards: u64, threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
            pool.install(|| digest_tables(run(&plan(points, shards, replicates)).iter()))
        };
        prop_assert_eq!(digest(shards, threads), digest(1, 1));
    }
}

fn cell(table: &Table, keys: &[(&str, &str)], column: &str) -> f64 {
    let is = |row: &usize| keys.iter().all(|(key, wanted)| table.at(*row, key) == Some(Cell::Text(wanted)));
    let row = (0..table.len()).find(is).unwrap_or_else(|| panic!("no row {keys:?}"));
    table.at(row, column).and_then(|cell| cell.number()).unwrap_or_else(|| panic!("no number in {column}"))
}

/// The number of rounds is the horizon, whatever the noise: all of its variance is the horizon's, and its line has slope one.
#[test]
fn indices_regression_and_swings_find_what_is_known() {
    let over = "over = { noise = { from = 0, to = 0.5 }, horizon = { from = 5, to = 104, whole = true } }";
    let design = plan(&format!("[[points]]\nsaltelli = {{ count = 64, {over} }}\n"), 3, 1);
    let tables = run(&design);
    let find =
        |tables: &[Table], name: &str| tables.iter().find(|table| table.name() == name).cloned().expect("a table");
    let indices = find(&tables, "indices");
    let index =
        |parameter: &str, column: &str| cell(&indices, &[("measure", "rounds"), ("parameter", parameter)], column);
    assert!((index("horizon", "first_index") - 1.0).abs() < 0.1, "{}", index("horizon", "first_index"));
    assert!((index("horizon", "total_index") - 1.0).abs() < 0.1, "{}", index("horizon", "total_index"));
    assert_eq!((index("noise", "first_index"), index("noise", "total_index")), (0.0, 0.0));
    assert!(index("horizon", "total_index_low") <= index("horizon", "total_index"));
    let regression = find(&tables, "regression");
    let term = |term: &str| cell(&regression, &[("measure", "rounds"), ("term", term)], "coefficient");
    assert!((term("horizon") - 1.0).abs() < 1e-9 && term("noise").abs() < 1e-6 && term("intercept").abs() < 1e-6);

    let grid = plan("[[points]]\ngrid = { noise = [0, 0.2], horizon = [5, 10, 20] }\n", 1, 2);
    let swings = find(&run(&grid), "swings");
    let swing =
        |parameter: &str, column: &str| cell(&swings, &[("measure", "rounds"), ("parameter", parameter)], column);
    assert_eq!(
        (swing("horizon", "at_lowest"), swing("horizon", "at_highest"), swing("horizon", "swing")),
        (5.0, 20.0, 15.0)
    );
    assert_eq!((swing("noise", "swing"), swing("noise", "centre")), (0.0, 35.0 / 3.0));
}

/// The shipped experiments with fewer replicates: what they expect holds.
#[test]
fn shipped_experiments_hold_in_small_form() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("experiments");
    let mut files: Vec<PathBuf> = std::fs::read_dir(&dir)
        .expect("experiments")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .collect();
    files.sort();
    assert!(files.len() >= 3);
    let mut expected = 0;
    for file in files {
        let name = file.display().to_string();
        let experiment = std::fs::read_to_string(&file).expect("text");
        let study = comity::experiment::Study::read(&experiment, &name).unwrap_or_else(|faults| panic!("{faults}"));
        assert!(study.title_zh.is_some() && !study.source.is_empty(), "{name}");
        let scenario = dir.join(&study.scenario);
        let request = Request {
            experiment_name: name.clone(),
            experiment,
            scenario_name: scenario.display().to_string(),
            scenario: std::fs::read_to_string(&scenario).expect("the scenario"),
            replicates: Some(study.replicates.min(60)),
            ..Request::default()
        };
        let plan = Plan::new(request, &Lab::new()).unwrap_or_else(|faults| panic!("{faults}"));
        let tables = run(&plan);
        for table in tables.iter().filter(|table| table.name() == "expectations") {
            for row in 0..table.len() {
                let what = table.at(row, "what").expect("a text").show();
                assert_eq!(
                    table.at(row, "verdict"),
                    Some(Cell::Text("holds")),
                    "{name}: {what}: {:?}",
                    table.at(row, "found")
                );
                expected += 1;
            }
        }
    }
    assert!(expected >= 10, "{expected}");
}

/// Words for the tables of sweeps in both languages.
#[test]
fn tables_of_sweeps_have_labels_in_both_languages() {
    use comity::labels::{Lang, lookup};
    let over = "over = { noise = { from = 0, to = 0.5 }, horizon = { from = 5, to = 8, whole = true } }";
    let mut tables = run(&plan(&format!("[[points]]\nsaltelli = {{ count = 8, {over} }}\n"), 1, 2));
    tables.extend(run(&plan("[[points]]\ngrid = { noise = [0, 0.2], horizon = [5, 10, 20] }\n", 1, 2)));
    let mut missing = Vec::new();
    for table in &tables {
        let schema = table.schema();
        let columns = schema.columns.iter().map(|column| column.name.to_string());
        let of_file = |name: &String| ["noise", "horizon", "rounds", "rate"].iter().any(|own| name.starts_with(own));
        let keys = [format!("table.{}", schema.name), format!("doc.{}.table", schema.name)];
        for key in keys.into_iter().chain(columns.filter(|name| !of_file(name))) {
            if Lang::ALL.iter().any(|lang| lookup(&key, *lang).is_none()) {
                missing.push(key);
            }
        }
    }
    assert!(missing.is_empty(), "{missing:?}");
}
