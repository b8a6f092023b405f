//! `comity sweep` as a user and as a scheduler meet it: killed, raced, split, disturbed and asked wrongly.

#[path = "common/cli.rs"]
mod cli;

use cli::{Said, comity, names};
use comity::experiment::{Plan, shard};
use comity::models::Lab;
use comity::table::{Cell, Table};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tempfile::{TempDir, tempdir};

const SCENARIO: &str = r#"
schema = 1
title = "two"
seed = 7
[model.repeated]
length = { known = 10 }
noise = 0.1
[[agents]]
name = "a"
strategy = "tit_for_tat"
[[agents]]
name = "b"
strategy = "gtft"
"#;

const EXPERIMENT: &str = r#"
schema = 1
title = "small"
scenario = "two.toml"
replicates = 12
[[parameters]]
name = "noise"
path = "model.repeated.noise"
[[parameters]]
name = "horizon"
path = "model.repeated.length.known"
[[points]]
grid = { noise = [0, 0.1, 0.3], horizon = [5, 20] }
[[measures]]
name = "cooperation_rate"
table = "agents"
row = { agent = "a" }
column = "cooperation_rate"
[[measures]]
name = "score"
table = "agents"
row = { agent = "b" }
column = "score_per_round"
"#;

/// A directory with the scenario and an experiment.
fn place(experiment: &str) -> TempDir {
    let dir = tempdir().expect("a directory");
    fs::write(dir.path().join("two.toml"), SCENARIO).expect("written");
    fs::write(dir.path().join("small.toml"), experiment).expect("written");
    dir
}

fn sweep(dir: &TempDir, args: &[&str]) -> Said {
    comity(dir.path(), &[&["sweep"], args].concat())
}

fn runs(dir: &TempDir, out: &str) -> Vec<String> {
    let path = dir.path().join(out).join("results/runs.csv");
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines().map(str::to_string).collect()
}

/// All that the results say of themselves: equal if and only if every table is.
fn manifest(dir: &TempDir, out: &str) -> String {
    fs::read_to_string(dir.path().join(out).join("results/manifest.json")).expect("a manifest")
}

fn plan_of(dir: &TempDir, out: &str) -> Plan {
    let text = fs::read_to_string(dir.path().join(out).join("plan.json")).expect("a plan");
    Plan::read(&text, "plan.json", &Lab::new()).unwrap_or_else(|error| panic!("{error}"))
}

fn shard_file(dir: &TempDir, out: &str, shard: u64, shards: u64) -> PathBuf {
    dir.path().join(out).join("shards").join(shard::name(shard, shards))
}

#[test]
fn any_number_of_shards_on_any_number_of_threads_gives_the_same_bytes() {
    let dir = place(EXPERIMENT);
    sweep(&dir, &["run", "small.toml", "-o", "whole", "--shards", "1", "--no-plots"]).ends(0);
    let tables = |out: &str| -> Vec<Vec<u8>> {
        let results = dir.path().join(out).join("results");
        // When and where it was merged is the one thing that may differ.
        let same = |name: &&String| *name != "environment.json";
        names(&results).iter().filter(same).map(|name| fs::read(results.join(name)).expect("a file")).collect()
    };
    for (threads, shards) in [("1", "72"), ("2", "7"), ("5", "13")] {
        let out = format!("s{shards}");
        comity(
            dir.path(),
            &["--threads", threads, "sweep", "run", "small.toml", "-o", &out, "--shards", shards, "--no-plots"],
        )
        .ends(0);
        assert_eq!(names(&dir.path().join(&out).join("shards")).len().to_string(), shards);
        assert_eq!(tables(&out), tables("whole"), "{shards} shards on {threads} threads");
    }
    // Shards in any order, some of them twice, by different processes.
    sweep(&dir, &["plan", "small.toml", "-o", "odd", "--shards", "5"]).ends(0);
    for some in ["4", "0-1", "1,3-4", "2"] {
        sweep(&dir, &["shard", "odd", some]).ends(0);
    }
    sweep(&dir, &["merge", "odd", "--no-plots"]).ends(0);
    assert_eq!(tables("odd"), tables("whole"));
}

#[test]
fn more_points_replicates_and_parameters_values_leave_all_other_runs_as_they_were() {
    for pairing in ["common", "independent"] {
        let text = EXPERIMENT.replace("replicates = 12", &format!("replicates = 3\npairing = \"{pairing}\""));
        let dir = place(&text);
        sweep(&dir, &["run", "small.toml", "-o", "few", "--no-plots"]).ends(0);
        fs::write(dir.path().join("small.toml"), text.replace("[0, 0.1, 0.3]", "[0.05, 0, 0.2, 0.1, 0.3]"))
            .expect("written");
        sweep(&dir, &["run", "small.toml", "-o", "more", "--replicates", "5", "--shards", "11", "--no-plots"]).ends(0);
        let (few, more) = (runs(&dir, "few"), runs(&dir, "more"));
        assert_eq!((few.len(), more.len()), (1 + 18, 1 + 50));
        for run in few {
            assert!(more.contains(&run), "{pairing}: {run}");
        }
    }
}

#[test]
fn pairing_decides_whether_points_share_random_numbers() {
    let dir = place(&EXPERIMENT.replace("replicates = 12", "replicates = 2\npairing = \"independent\""));
    sweep(&dir, &["run", "small.toml", "-o", "i", "--no-plots"]).ends(0);
    fs::write(dir.path().join("small.toml"), EXPERIMENT.replace("replicates = 12", "replicates = 2")).expect("written");
    sweep(&dir, &["run", "small.toml", "-o", "c", "--no-plots"]).ends(0);
    let with = |out: &str, noisy: bool| -> Vec<String> {
        runs(&dir, out).into_iter().skip(1).filter(|run| (run.split(',').nth(2) != Some("0")) == noisy).collect()
    };
    assert_ne!(with("i", true), with("c", true));
    // Without noise nothing is drawn.
    assert_eq!(with("i", false), with("c", false));
    // With common random numbers a point draws what `comity run` draws with the same seed.
    comity(
        dir.path(),
        &[
            "run",
            "two.toml",
            "--set",
            "model.repeated.noise=0.3",
            "--set",
            "model.repeated.length.known=20",
            "--out",
            "r",
        ],
    )
    .ends(0);
    let agents = fs::read_to_string(dir.path().join("r/agents.csv")).expect("a table");
    let headers: Vec<&str> = agents.lines().next().expect("headers").split(',').collect();
    let rate = headers.iter().position(|name| *name == "cooperation_rate").expect("a column");
    let expected = agents.lines().nth(1).expect("the first agent").split(',').nth(rate).expect("a rate");
    let run = runs(&dir, "c").into_iter().find(|run| run.contains(",0,0.3,20,")).expect("a run");
    assert_eq!(run.split(',').nth(4), Some(expected));
}

/// Starts a sweep that takes a while, in the background.
fn start(dir: &Path, out: &str) -> Child {
    Command::new(env!("CARGO_BIN_EXE_comity"))
        .args([
            "--threads",
            "2",
            "sweep",
            "run",
            "small.toml",
            "-o",
            out,
            "--shards",
            "60",
            "--replicates",
            "200",
            "--no-plots",
        ])
        .current_dir(dir)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary starts")
}

#[test]
fn a_sweep_that_is_killed_at_any_moment_goes_on_to_the_same_bytes() {
    let dir = place(EXPERIMENT);
    let calm = start(dir.path(), "calm").wait().expect("it ends");
    assert!(calm.success());
    let mut killed = 0;
    for wait in [5, 40, 90, 160, 260] {
        let mut child = start(dir.path(), "chaos");
        std::thread::sleep(Duration::from_millis(wait));
        if child.try_wait().expect("its state").is_none() {
            child.kill().expect("killed");
            killed += 1;
        }
        child.wait().expect("it ends");
    }
    assert!(killed > 0, "the sweep was over before it could be killed");
    // Two at once finish what is left: each shard is published once, whoever runs it.
    let (mut one, mut two) = (start(dir.path(), "chaos"), start(dir.path(), "chaos"));
    let codes = [one.wait().expect("it ends").code(), two.wait().expect("it ends").code()];
    assert!(codes.contains(&Some(0)), "{codes:?}");
    sweep(&dir, &["merge", "chaos", "--no-plots"]).ends(0);
    assert_eq!(manifest(&dir, "chaos"), manifest(&dir, "calm"));
    assert_eq!(runs(&dir, "chaos"), runs(&dir, "calm"));
    sweep(&dir, &["verify", "chaos", "--rerun", "3"]).ends(0);
    sweep(&dir, &["gc", "chaos", "--older-than", "0"]).ends(0);
    assert_eq!(names(&dir.path().join("chaos/tmp")), Vec::<String>::new());
    sweep(&dir, &["verify", "chaos", "--rerun", "0"]).ends(0);
}

#[cfg(unix)]
#[test]
fn a_sweep_that_is_asked_to_stop_says_so_and_goes_on_later() {
    let dir = place(EXPERIMENT);
    let mut child = start(dir.path(), "s");
    // As soon as one shard is there it is at work.
    let shards = dir.path().join("s/shards");
    while !shards.exists() || names(&shards).is_empty() {
        assert!(child.try_wait().expect("its state").is_none(), "it was over before it could be stopped");
        std::thread::sleep(Duration::from_millis(2));
    }
    let asked = Command::new("kill").args(["-TERM", &child.id().to_string()]).status().expect("kill");
    assert!(asked.success());
    let code = child.wait().expect("it ends").code();
    let there = names(&shards).len();
    if there < 60 {
        assert_eq!(code, Some(75));
    }
    let missing = sweep(&dir, &["missing", "s", "--format", "json"]).ends(0).json();
    assert_eq!(missing["missing"].as_array().expect("a list").len(), 60 - there);
    sweep(&dir, &["run", "s", "--no-plots"]).ends(0);
}

#[test]
fn shards_that_are_broken_or_foreign_are_named_and_nothing_is_lost() {
    let dir = place(EXPERIMENT);
    sweep(&dir, &["run", "small.toml", "-o", "s", "--shards", "4", "--no-plots"]).ends(0);
    let whole = manifest(&dir, "s");
    sweep(&dir, &["plan", "small.toml", "-o", "other", "--shards", "4", "--seed", "8"]).ends(0);
    sweep(&dir, &["shard", "other", "2"]).ends(0);

    let file = shard_file(&dir, "s", 2, 4);
    let good = fs::read(&file).expect("a shard");
    let state = |code: i32| sweep(&dir, &["status", "s", "--format", "csv"]).ends(code);
    assert!(state(0).out.contains("done,4,0-3"));

    for broken in [&good[..good.len() / 2], &good[..good.len() - 3], b"", b"{}\n", b"no line"] {
        fs::write(&file, broken).expect("written");
        let said = state(1);
        assert!(said.out.contains("corrupt,1,2") && said.out.contains("done,3,\"0-1,3\""), "{}", said.out);
        sweep(&dir, &["merge", "s"]).refused(&["00002-of-00004.csv", "remove the file and run shard 2 again"]);
        // A shard that is there is never overwritten, not even a broken one.
        sweep(&dir, &["shard", "s", "2"]).refused(&["00002-of-00004.csv"]);
        assert_eq!(fs::read(&file).expect("a shard"), broken);
    }
    fs::copy(shard_file(&dir, "other", 2, 4), &file).expect("copied");
    assert!(state(1).out.contains("foreign,1,2"));
    let said = sweep(&dir, &["merge", "s"]).ends(66);
    assert!(said.err.contains("foreign-shard") && said.err.contains("00002-of-00004.csv"), "{}", said.err);
    // The right plan, the wrong place.
    fs::copy(shard_file(&dir, "s", 1, 4), &file).expect("copied");
    assert!(sweep(&dir, &["merge", "s"]).ends(66).err.contains("shard 1 of 4"));

    fs::remove_file(&file).expect("removed");
    assert_eq!(sweep(&dir, &["missing", "s"]).ends(0).out, "2\n");
    sweep(&dir, &["merge", "s"]).refused(&["shards 2 of 4 are missing", "comity sweep run s"]);
    sweep(&dir, &["run", "s", "--no-plots"]).ends(0);
    assert_eq!((fs::read(&file).expect("a shard"), manifest(&dir, "s")), (good, whole));
}

/// A shard like the published one but for one number, with digests that fit.
fn forged(dir: &TempDir, out: &str, shard: u64) -> Vec<u8> {
    let plan = plan_of(dir, out);
    let bytes = fs::read(shard_file(dir, out, shard, plan.shards)).expect("a shard");
    let honest = shard::read(&plan, shard, &bytes, "shard").unwrap_or_else(|error| panic!("{error}"));
    let mut table = Table::new(honest.schema().clone());
    let last = honest.schema().columns.len() - 1;
    for row in 0..honest.len() {
        let mut cells: Vec<Cell<'_>> = (0..=last).map(|column| honest.cell(row, column)).collect();
        if row == 0 {
            cells[last] = 0.125.into();
        }
        table.push(&cells);
    }
    shard::write(&plan, shard, &table)
}

#[test]
fn a_shard_that_comes_out_otherwise_is_found() {
    let dir = place(EXPERIMENT);
    sweep(&dir, &["run", "small.toml", "-o", "s", "--shards", "4", "--no-plots"]).ends(0);
    let other = forged(&dir, "s", 1);
    fs::write(shard_file(&dir, "s", 1, 4), other).expect("written");
    assert!(sweep(&dir, &["status", "s", "--format", "csv"]).ends(0).out.contains("done,4"));
    let said = sweep(&dir, &["verify", "s", "--rerun", "4"]).ends(65);
    assert!(said.err.contains("shard-differs") && said.err.contains("00001-of-00004"), "{}", said.err);
    assert!(said.out.contains("not what the shards come to"), "{}", said.out);
    comity(dir.path(), &["verify", "s"]).ends(65);
    assert!(sweep(&dir, &["merge", "s"]).ends(65).err.contains("results-differ"));
}

#[test]
fn a_plan_is_not_replaced_and_not_altered() {
    let dir = place(EXPERIMENT);
    sweep(&dir, &["run", "small.toml", "-o", "s", "--no-plots"]).ends(0);
    let again = sweep(&dir, &["run", "small.toml", "-o", "s", "--no-plots"]).ends(0);
    assert!(again.err.contains("72 are there already") && again.err.contains("already in s/results"), "{}", again.err);
    // A comment and the number of shards change nothing that reaches a result.
    fs::write(dir.path().join("small.toml"), format!("# why\n{EXPERIMENT}")).expect("written");
    sweep(&dir, &["run", "small.toml", "-o", "s", "--shards", "3", "--no-plots"]).ends(0);
    fs::write(dir.path().join("small.toml"), EXPERIMENT.replace("0.3]", "0.4]")).expect("written");
    let said = sweep(&dir, &["run", "small.toml", "-o", "s"]).ends(66);
    assert!(said.err.contains("another-plan") && said.err.contains("--out"), "{}", said.err);

    let file = dir.path().join("s/plan.json");
    let plan = fs::read_to_string(&file).expect("a plan");
    for (from, to) in [("0.3]", "0.4]"), ("gtft", "grudger")] {
        assert!(plan.contains(from), "{from}");
        fs::write(&file, plan.replace(from, to)).expect("written");
        assert!(sweep(&dir, &["status", "s"]).ends(66).err.contains("altered-plan"), "{from}");
    }
    let version = format!("\"comity\": \"{}\"", env!("CARGO_PKG_VERSION"));
    fs::write(&file, plan.replace(&version, "\"comity\": \"0.0.1\"")).expect("written");
    assert!(sweep(&dir, &["status", "s"]).ends(66).err.contains("another-version"));
    fs::write(&file, &plan[..plan.len() / 2]).expect("written");
    sweep(&dir, &["status", "s"]).refused(&["plan.json", "comity sweep plan"]);
    sweep(&dir, &["status", "nowhere"]).refused(&["no plan.json in nowhere"]);
    fs::write(&file, &plan).expect("written");
    sweep(&dir, &["status", "s"]).ends(0);

    fs::create_dir(dir.path().join("full")).expect("a directory");
    fs::write(dir.path().join("full/thesis.txt"), "precious").expect("written");
    sweep(&dir, &["run", "small.toml", "-o", "full"]).refused(&["in-the-way", "full"]);
    sweep(&dir, &["plan", "small.toml", "-o", "full/thesis.txt"]).refused(&["thesis.txt", "a directory"]);
    assert_eq!(names(&dir.path().join("full")), ["thesis.txt"]);
}

#[cfg(unix)]
#[test]
fn a_full_disk_is_said_and_publishes_nothing() {
    let dir = place(EXPERIMENT);
    sweep(&dir, &["plan", "small.toml", "-o", "s", "--shards", "2", "--replicates", "200"]).ends(0);
    // A limit on the size of files stands for the end of the disk; the signal that comes with it is ignored.
    let script = "trap '' XFSZ; ulimit -f 4; exec \"$0\" sweep shard s 0";
    let output = Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_comity")])
        .current_dir(dir.path())
        .output()
        .expect("a shell");
    assert_eq!(output.status.code(), Some(74), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(sweep(&dir, &["missing", "s"]).ends(0).out, "0-1\n");
    sweep(&dir, &["run", "s", "--no-plots"]).ends(0);
}

#[test]
fn points_that_cannot_be_are_refused_with_place_and_reason() {
    let refused = |from: &str, to: &str, parts: &[&str]| {
        let dir = place(&EXPERIMENT.replace(from, to));
        let said = sweep(&dir, &["run", "small.toml", "-o", "s"]).refused(parts);
        assert!(!dir.path().join("s").exists(), "{from} -> {to}");
        said
    };
    let grid = "grid = { noise = [0, 0.1, 0.3], horizon = [5, 20] }";
    refused(
        "model.repeated.noise",
        "model.repeated.nois",
        &["small.toml", "noise = 0", "unknown key \"nois\"", "did you mean"],
    );
    refused("model.repeated.noise", "model..noise", &["small.toml:", "an empty key in the path"]);
    refused("model.repeated.noise", "agents[9].count", &["item 9 of a list of 2"]);
    refused("0.3]", "1.3]", &["small.toml:13:", "noise = 1.3", "a probability from 0 to 1"]);
    refused("[5, 20]", "[5, 0]", &["small.toml:13:", "horizon = 0"]);
    refused("0.3]", "0.1]", &["duplicate-point", "noise = 0.1, horizon = 5", "small.toml:13:"]);
    refused("0.3]", "0.10]", &["duplicate-point"]);
    refused("{ noise", "{ nose", &["unknown parameter \"nose\"", "did you mean \"noise\"", "small.toml:13:"]);
    refused("[5, 20]", "[]", &["an empty list"]);
    refused("[5, 20]", "{ from = 20, to = 5, step = 1 }", &["from 20 to 5 by 1"]);
    refused("[5, 20]", "{ from = 1, to = 5, step = 0 }", &["bad-range"]);
    refused("[5, 20]", "{ from = 1, to = 100000000, step = 1 }", &["steps"]);
    refused(
        grid,
        "zip = { noise = [0, 0.1], horizon = [5] }",
        &["unequal-lists", "2 values of \"noise\" and 1 of \"horizon\""],
    );
    refused(grid, "random = { count = 5, over = { noise = { from = 0.2, to = 0.1 } } }", &["noise from 0.2 to 0.1"]);
    refused(
        grid,
        "random = { count = 5, over = { noise = { from = 0, to = 0.1, log = true } } }",
        &["above 0 where log"],
    );
    refused(grid, "gird = { noise = [0] }", &["gird"]);
    refused(
        "table = \"agents\"\nrow = { agent = \"a\" }",
        "table = \"agent\"",
        &["no table \"agent\"", "did you mean \"agents\""],
    );
    refused(
        "column = \"cooperation_rate\"",
        "column = \"cooperation\"",
        &["no column \"cooperation\"", "cooperation_rate"],
    );
    refused("column = \"cooperation_rate\"", "column = \"strategy\"", &["holds texts"]);
    refused("name = \"score\"", "name = \"noise\"", &["name-taken", "\"noise\""]);
    refused("name = \"score\"", "name = \"Score!\"", &["bad-name"]);
    refused("name = \"score\"", "name = \"point\"", &["name-taken"]);
    refused("two.toml", "three.toml", &["three.toml"]);
    refused("replicates = 12", "replicates = 0", &["replicates"]);
    refused("replicates = 12", "replicate = 12", &["did you mean \"replicates\""]);
    let expect = "\n[[expect]]\nwhat = \"w\"\nmeasure = \"score\"\n";
    refused(
        "column = \"score_per_round\"",
        &format!("column = \"score_per_round\"{expect}at = {{ noise = 0.2, horizon = 5 }}"),
        &["0 points"],
    );
    refused(
        "column = \"score_per_round\"",
        &format!("column = \"score_per_round\"{expect}at = {{ noise = 0 }}"),
        &["2 points"],
    );
    refused(
        "column = \"score_per_round\"",
        &format!("column = \"score_per_round\"{expect}at = {{ noise = 0, horizon = 5 }}\nstatistic = \"men\""),
        &["no column \"men\""],
    );
    // What a run cannot give is said of the run.
    let dir = place(&EXPERIMENT.replace("row = { agent = \"a\" }", "row = { agent = \"z\" }"));
    let said = sweep(&dir, &["run", "small.toml", "-o", "s"])
        .refused(&["0 rows of `agents` with agent = z", "noise = 0, horizon = 5"]);
    assert!(said.err.contains("-0 ("), "{}", said.err);
}

#[test]
fn points_stop_early_where_nothing_varies_and_shards_agree() {
    let stop = "\n[stop]\nmeasure = \"cooperation_rate\"\nwidth = 0.2\nleast = 5\n";
    let dir = place(&format!("{}{stop}", EXPERIMENT.replace("replicates = 12", "replicates = 60")));
    sweep(&dir, &["run", "small.toml", "-o", "one", "--shards", "1", "--no-plots"]).ends(0);
    sweep(&dir, &["run", "small.toml", "-o", "six", "--shards", "6", "--no-plots"]).ends(0);
    assert_eq!(manifest(&dir, "one"), manifest(&dir, "six"));
    let summary = fs::read_to_string(dir.path().join("one/results/summary.csv")).expect("a table");
    let counts: Vec<(f64, u32)> = summary
        .lines()
        .skip(1)
        .map(|line| line.split(',').collect::<Vec<_>>())
        .map(|fields| (fields[1].parse().expect("noise"), fields[3].parse().expect("replicates")))
        .collect();
    assert!(counts.iter().all(|(_, count)| count % 5 == 0 && *count <= 60), "{counts:?}");
    assert!(counts.iter().filter(|(noise, _)| *noise == 0.0).all(|(_, count)| *count == 5), "{counts:?}");
    assert!(counts.iter().any(|(noise, count)| *noise > 0.0 && *count > 5), "{counts:?}");
    // What was run is what would have been run without stopping.
    fs::write(dir.path().join("small.toml"), EXPERIMENT.replace("replicates = 12", "replicates = 60"))
        .expect("written");
    sweep(&dir, &["run", "small.toml", "-o", "all", "--no-plots"]).ends(0);
    let all = runs(&dir, "all");
    assert!(runs(&dir, "one").iter().all(|run| all.contains(run)));
}

#[test]
fn scripts_for_schedulers_name_the_missing_shards() {
    let dir = place(EXPERIMENT);
    sweep(&dir, &["plan", "small.toml", "-o", "s", "--shards", "10"]).ends(0);
    sweep(&dir, &["shard", "s", "3,7-8"]).ends(0);
    let said = sweep(&dir, &["submit", "s", "--chunk", "6"]).ends(0);
    assert_eq!(said.out, "s/submit/slurm-0.sh\ns/submit/slurm-1.sh\n");
    // A site bounds the indices of an array: those of the second are counted from its first shard.
    let script = fs::read_to_string(dir.path().join("s/submit/slurm-1.sh")).expect("a script");
    assert!(script.contains("#SBATCH --array=0,3\n"), "{script}");
    assert!(script.ends_with("/s $((6 + SLURM_ARRAY_TASK_ID))\n"), "{script}");
    let script = fs::read_to_string(dir.path().join("s/submit/slurm-0.sh")).expect("a script");
    assert!(script.starts_with("#!/bin/sh\n#SBATCH ") && script.contains("#SBATCH --array=0-2,4-5\n"), "{script}");
    assert!(
        script.contains("--requeue") && script.contains("sweep shard") && script.contains("--from-env"),
        "{script}"
    );
    let parallel = sweep(&dir, &["submit", "s", "--engine", "parallel"]).ends(0);
    let script = fs::read_to_string(dir.path().join(parallel.out.trim())).expect("a script");
    assert!(script.contains("::: $(seq 0 2) $(seq 4 6) 9"), "{script}");
    // A scheduler's task, then the rest by the script of this machine.
    let task = Command::new(env!("CARGO_BIN_EXE_comity"))
        .args(["sweep", "shard", "s", "--from-env"])
        .env("SLURM_ARRAY_TASK_ID", "9")
        .current_dir(dir.path())
        .output()
        .expect("the binary");
    assert!(task.status.success());
    sweep(&dir, &["shard", "s", "--from-env"]).refused(&["SLURM_ARRAY_TASK_ID"]);
    sweep(&dir, &["shard", "s", "10"]).refused(&["from 0 to 9"]);
    sweep(&dir, &["submit", "s", "--engine", "local", "--yes"]).ends(0);
    assert_eq!(sweep(&dir, &["missing", "s"]).ends(0).out, "");
    assert!(sweep(&dir, &["submit", "s"]).ends(0).err.contains("no shard is missing"));
}

#[test]
fn gnu_parallel_runs_what_is_missing_and_nothing_else() {
    let said = Command::new("parallel").arg("--version").output();
    if !said.is_ok_and(|said| said.stdout.starts_with(b"GNU parallel")) {
        // Past the capture of a passing test's output: whoever runs the tests is to see it.
        writeln!(std::io::stderr(), "skipped: no GNU parallel").expect("standard error");
        return;
    }
    let dir = place(EXPERIMENT);
    sweep(&dir, &["run", "small.toml", "-o", "local", "--no-plots"]).ends(0);
    sweep(&dir, &["plan", "small.toml", "-o", "p", "--shards", "9"]).ends(0);
    sweep(&dir, &["shard", "p", "3,7"]).ends(0);
    let before = fs::metadata(shard_file(&dir, "p", 3, 9)).expect("a shard").modified().expect("a time");
    sweep(&dir, &["submit", "p", "--engine", "parallel", "--yes"]).ends(0);
    assert_eq!(sweep(&dir, &["missing", "p"]).ends(0).out, "");
    let after = fs::metadata(shard_file(&dir, "p", 3, 9)).expect("a shard").modified().expect("a time");
    assert_eq!(before, after, "a shard that was there is not run again");
    sweep(&dir, &["merge", "p", "--no-plots"]).ends(0);
    assert_eq!(
        fs::read(dir.path().join("p/results/runs.csv")).expect("a table"),
        fs::read(dir.path().join("local/results/runs.csv")).expect("a table")
    );
}

#[test]
fn two_sweeps_are_compared_in_pairs_where_they_share_random_numbers() {
    let dir = place(EXPERIMENT);
    let compare = |args: &[&str]| comity(dir.path(), &[&["compare"], args].concat());
    sweep(&dir, &["run", "small.toml", "-o", "a", "--no-plots"]).ends(0);
    sweep(&dir, &["run", "small.toml", "-o", "b", "--no-plots", "--set", "agents[1].strategy=defector"]).ends(0);
    sweep(&dir, &["run", "small.toml", "-o", "c", "--no-plots", "--seed", "99"]).ends(0);
    let rows = |said: Said| said.json()["comparison"].as_array().expect("rows").clone();

    let same = rows(compare(&["a", "a", "--format", "json", "--tolerance", "0"]).ends(0));
    assert_eq!(same.len(), 12);
    let close = rows(compare(&["a", "c", "--format", "json", "--tolerance", "5"]).ends(0));
    assert!(close.iter().all(|row| row["p_within"].as_f64().is_none_or(|p| p < 0.025)), "{close:?}");
    assert!(same.iter().all(|row| row["verdict"] == "within the tolerance" && row["pairs"] == 12));
    let lower = rows(compare(&["a", "b", "--format", "json"]).ends(0));
    let rates: Vec<_> = lower.iter().filter(|row| row["measure"] == "cooperation_rate").collect();
    assert!(rates.iter().all(|row| row["method"] == "paired t" && row["verdict"] != "higher"), "{rates:?}");
    // Without noise, and with a little, nobody co-operates with who always defects.
    assert!(rates[..4].iter().all(|row| row["verdict"] == "lower"), "{rates:?}");
    compare(&["a", "b", "--tolerance", "0.01"]).ends(1);
    let welch = rows(compare(&["a", "c", "--format", "json"]).ends(0));
    assert!(welch.iter().all(|row| row["method"] == "Welch t" && row["pairs"].is_null()), "{welch:?}");
    compare(&["a", "c", "--tolerance", "-1"]).refused(&["tolerance"]);
    compare(&["a", "two.toml"]).ends(2);

    // Single runs: rows by their keys.
    for (seed, out) in [("1", "r1"), ("2", "r2")] {
        comity(
            dir.path(),
            &["run", "two.toml", "--seed", seed, "--set", "model.repeated.repetitions=20", "--out", out],
        )
        .ends(0);
    }
    let found = rows(compare(&["r1", "r2", "--format", "json"]).ends(0));
    let score = found.iter().find(|row| row["table"] == "agents" && row["measure"] == "score").expect("a row");
    assert_eq!(score["method"], "intervals of both");
    assert!(score["difference_low"].as_f64() < score["difference_high"].as_f64());
    let text = compare(&["r1", "r2"]).ends(0);
    assert!(text.out.contains("no difference shown"), "{}", text.out);
    compare(&["r1", "r2", "--table", "agentz"]).refused(&["no table \"agentz\""]);
    compare(&["a", "r1"]).refused(&["nothing-in-common"]);
    // Sweeps whose points have random numbers of their own share none with one whose points share them.
    fs::write(dir.path().join("small.toml"), EXPERIMENT.replace("replicates", "pairing = \"independent\"\nreplicates"))
        .expect("written");
    sweep(&dir, &["run", "small.toml", "-o", "d", "--no-plots"]).ends(0);
    let welch = rows(compare(&["a", "d", "--format", "json"]).ends(0));
    assert!(welch.iter().all(|row| row["method"] == "Welch t"), "{welch:?}");
    comity(dir.path(), &["verify", "a/results"]).refused(&["results of a sweep"]);
    sweep(&dir, &["run", "a", "--replicates", "3"]).refused(&["planned-already"]);
}

#[test]
fn figures_follow_from_what_varies_and_from_what_is_asked() {
    let dir = place(EXPERIMENT);
    sweep(&dir, &["run", "small.toml", "-o", "s"]).ends(0);
    let plots = names(&dir.path().join("s/results/plots"));
    for name in ["summary-cooperation_rate.svg", "summary-score.png", "runs-score.svg", "swings-score.svg"] {
        assert!(plots.iter().any(|plot| plot == name), "{plots:?}");
    }
    let report = fs::read_to_string(dir.path().join("s/results/report.html")).expect("a report");
    assert!(report.contains("small") && report.contains("comity sweep run"), "a report of the sweep");
    let drawn = |args: &[&str]| comity(dir.path(), &[&["plot"], args].concat());
    let said = drawn(&["s", "--x", "horizon", "--y", "score", "--by", "noise", "--out", "p"]).ends(0);
    assert_eq!(said.out, "p/plots/summary.svg\np/plots/summary.png\n");
    let said = drawn(&["s", "--y", "score", "--facet", "noise", "--table", "runs", "--out", "q"]).ends(0);
    assert_eq!(said.out, "q/plots/runs.svg\nq/plots/runs.png\n");
    drawn(&["s", "--x", "horizn"]).refused(&["no column \"horizn\"", "did you mean \"horizon\""]);
    drawn(&["s", "--x", "noise", "--table", "nothing"]).refused(&["no table \"nothing\""]);
    let one = fs::read(dir.path().join("s/results/plots/summary-score.svg")).expect("a figure");
    drawn(&["s", "--out", "again"]).ends(0);
    assert_eq!(fs::read(dir.path().join("again/plots/summary-score.svg")).expect("a figure"), one);
    comity(dir.path(), &["report", "s", "--lang", "zh", "--out", "zh"]).ends(0);
    assert!(fs::read_to_string(dir.path().join("zh/report.html")).expect("a report").contains("各点均值"));
    // In the scenario's language, and without a trace of how lines end on Windows.
    fs::write(dir.path().join("crlf.toml"), EXPERIMENT.replace('\n', "\r\n")).expect("written");
    sweep(&dir, &["run", "crlf.toml", "-o", "z", "--set", "output.lang=zh"]).ends(0);
    let report = fs::read_to_string(dir.path().join("z/results/report.html")).expect("a report");
    assert!(report.contains("各点均值") && !report.contains(['\r', '\u{fffd}']), "{report}");
    comity(dir.path(), &["report", "z", "--out", "z2"]).ends(0);
    assert_eq!(fs::read_to_string(dir.path().join("z2/report.html")).expect("a report"), report);
    // Of a single run, too.
    comity(dir.path(), &["run", "two.toml", "--out", "r"]).ends(0);
    let said = drawn(&["r", "--x", "round", "--y", "payoff", "--by", "agent", "--out", "r2"]).ends(0);
    assert!(said.out.contains("r2/plots/moves.svg"), "{}", said.out);
}
