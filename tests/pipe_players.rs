//! Players from outside: programs that speak lines of JSON, and a person at the terminal.

#![cfg(unix)]

#[path = "common/cli.rs"]
mod cli;

use cli::{comity, comity_with};
use std::path::Path;

fn here() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A shell player that answers every move with these words.
fn shell(answer: &str) -> String {
    format!("while read -r line; do case \"$line\" in *'\"move\"'*) {answer};; esac; done")
}

#[test]
fn a_program_plays_as_a_strategy_would() {
    // Tit-for-tat in a line of shell: the last thing seen, or C.
    let tft = shell("case \"$line\" in *'\"seen\":\"defect\"'*) echo '{\"action\":\"D\"}';; *) echo C;; esac");
    let rules = ["--turns", "8", "--format", "json", "--noise", "0.2", "--seed", "3"];
    let by_pipe = comity(here(), &[&["match", "--pipe", &tft, "alternator"], &rules[..]].concat()).ends(0).json();
    let by_name = comity(here(), &[&["match", "tit_for_tat", "alternator"], &rules[..]].concat()).ends(0).json();
    assert_eq!(by_pipe, by_name);
    // Two programs, several times.
    let again = ["--turns", "4", "--repetitions", "3", "--format", "json"];
    let both = comity(here(), &[&["match", "--pipe", &tft, "--pipe", &shell("echo D")], &again[..]].concat());
    assert_eq!(both.ends(0).json()["scores"], serde_json::json!([3, 8]));
}

#[test]
fn programs_that_fail_are_named_with_the_round() {
    for (player, parts) in [
        (shell("echo perhaps"), vec!["answered \"perhaps\" in round 1", "cooperate"]),
        (shell("exit"), vec!["ended in round 1"]),
        (shell("exec sleep 20"), vec!["no answer within 0.2 s in round 1", "--deadline"]),
        (shell("echo '{\"move\": \"C\"}'"), vec!["in round 1", "action"]),
    ] {
        let args = ["match", "--pipe", &player, "cooperator", "--turns", "3", "--deadline", "0.2"];
        comity(here(), &args).refused(&parts);
    }
    // One that answers and never reads, and one whose line does not end.
    let endless = ["--turns", "5000", "--deadline", "0.5"];
    let play = |player: &str| comity(here(), &[&["match", "--pipe", player, "cooperator"], &endless[..]].concat());
    play("yes C").refused(&["read nothing for 0.5 s in round "]);
    play("cat /dev/zero").refused(&["round 1: a line of more than 65536 bytes"]);
    comity(here(), &["match", "--pipe", "cat", "cooperator", "defector"]).refused(&["two players"]);
    comity(here(), &["match", "--pipe", "cat", "coperator"]).refused(&["did you mean"]);
}

/// As strategies of a tournament and a scenario, where each pairing has a process of its own.
#[test]
fn programs_play_tournaments_and_scenarios() {
    let tft = shell("case \"$line\" in *'\"seen\":\"defect\"'*) echo D;; *) echo C;; esac");
    let dir = tempfile::tempdir().expect("a directory");
    std::fs::write(dir.path().join("tft.sh"), &tft).expect("a file");
    let field = |first: &str| {
        let args = ["tournament", first, "alternator", "grudger", "random", "--turns", "6", "--repetitions", "3"];
        let options = ["--noise", "0.1", "--seed", "2", "--format", "json", "--table", "pairs"];
        let mut found = comity(dir.path(), &[&args[..], &options[..]].concat()).ends(0).json();
        // Names decide draws, so that only what is not drawn can be compared: the number of matches here.
        found["pairs"].take().as_array().map_or(0, Vec::len)
    };
    assert_eq!(field("pipe(command=\"sh tft.sh\")"), field("tit_for_tat"));

    let scenario = |strategy: &str, params: &str| {
        let agent = |name: &str, strategy: &str, params: &str| {
            format!("[[agents]]\nname = {name:?}\nstrategy = {strategy:?}\n{params}\n")
        };
        let head = "schema = 1\ntitle = \"guests\"\n[model.tournament]\nlength = { known = 8 }\nrepetitions = 2\n";
        let text = [
            head,
            "noise = 0.1\n",
            &agent("a", strategy, params),
            &agent("b", "tit_for_2_tats", ""),
            &agent("c", "random", ""),
        ];
        let path = dir.path().join("guests.toml");
        std::fs::write(&path, text.concat()).expect("a file");
        path.display().to_string()
    };
    let run = |file: &str, out: &str| {
        let out = dir.path().join(out).display().to_string();
        comity(here(), &["run", file, "--out", &out]).ends(0);
        let text = |name: &str| std::fs::read_to_string(Path::new(&out).join(name)).expect("a file");
        let manifest: serde_json::Value = serde_json::from_str(&text("manifest.json")).expect("JSON");
        let row =
            |table: &str| text(table).lines().filter(|line| !line.contains("strategy")).map(String::from).collect();
        let rows: Vec<String> = row("matches.csv");
        (manifest, rows, out)
    };
    let by_name = run(&scenario("tit_for_tat", ""), "named");
    let by_pipe = run(&scenario("pipe", &format!("params = {{ command = {tft:?} }}")), "piped");
    assert_eq!(by_pipe.1, by_name.1, "the program plays as the strategy does");
    assert!(by_name.0.get("guests").is_none());
    assert_eq!(by_pipe.0["guests"], serde_json::json!(["pipe"]));
    let verified = comity(here(), &["verify", &by_pipe.2]).ends(0);
    assert!(verified.err.contains("players from outside the lab are asked again"), "{}", verified.err);
    // Within another strategy, too, and with a trace.
    let inside =
        scenario("flip", &format!("params = {{ body = {{ name = \"pipe\", params = {{ command = {tft:?} }} }} }}"));
    assert_eq!(run(&inside, "flipped").1.len(), by_name.1.len());
}

/// Failures of a program in a tournament end it, and soon: nobody waits for each of its matches.
#[test]
fn a_program_that_fails_ends_its_tournament() {
    let dir = tempfile::tempdir().expect("a directory");
    for (player, part) in [
        (shell("echo perhaps"), "answered \"perhaps\" in round 1"),
        (shell("exit"), "ended in round 1"),
        (shell("exec sleep 20"), "no answer within 0.2 s in round 1"),
    ] {
        std::fs::write(dir.path().join("it.sh"), player).expect("a file");
        let pipe = "pipe(\"exec sh it.sh\", 0.2)";
        let args = ["tournament", pipe, "cooperator", "flip(body=grudger)", "random", "--turns", "3"];
        comity(dir.path(), &args).refused(&[part, "player"]);
    }
    comity(here(), &["tournament", "pipe", "cooperator"]).refused(&["command"]);
    comity(here(), &["tournament", "pipe(\"cat\", 0)", "cooperator"]).refused(&["deadline"]);
}

/// A person is asked on standard error, again where the answer is no action, and data alone goes to standard output.
#[test]
fn a_person_plays_at_the_terminal() {
    let args = ["match", "--human", "tit_for_tat", "--turns", "3", "--format", "json"];
    let said = comity_with(here(), &args, "C\nwhat\nD\n1\n").ends(0);
    assert_eq!(said.json()["actions"], serde_json::json!(["CDD", "CCD"]));
    assert!(said.err.contains("round 2 of 3 (you ") && said.err.contains("\"what\" is no action"), "{}", said.err);
    comity_with(here(), &args, "C\n").refused(&["the input ended in round 2"]);
    let field = ["tournament", "human", "tit_for_tat", "--turns", "2", "--repetitions", "1", "--threads", "1"];
    // Against itself in both seats, then against the other.
    let said = comity_with(here(), &[&field[..], &["--format", "json"]].concat(), "C\nC\nD\nD\nD\nD\n").ends(0);
    assert_eq!(said.json()["strategies"][0]["agent"], "human");
    assert!(said.err.contains("round 2 of 2"), "{}", said.err);
}

/// Runs a scenario of agents, and reads tables of it.
struct Run {
    dir: tempfile::TempDir,
}

impl Run {
    /// A run of the rules with agents by name and strategy.
    fn of(rules: &str, agents: &[(&str, &str)], options: &[&str]) -> Self {
        Self::with_input(rules, agents, options, "")
    }

    fn with_input(rules: &str, agents: &[(&str, &str)], options: &[&str], input: &str) -> Self {
        let dir = tempfile::tempdir().expect("a directory");
        let mut text = format!("schema = 1\ntitle = \"guests\"\n{rules}\n");
        for (name, strategy) in agents {
            text.push_str(&format!("[[agents]]\nname = {name:?}\nstrategy = {strategy:?}\n"));
        }
        std::fs::write(dir.path().join("it.toml"), text).expect("a file");
        let args = [&["run", "it.toml", "--out", "out", "--threads", "1"], options].concat();
        comity_with(dir.path(), &args, input).ends(0);
        Self { dir }
    }

    fn text(&self, name: &str) -> String {
        std::fs::read_to_string(self.dir.path().join("out").join(name)).expect("a file")
    }

    /// The rows of a table, without the names of strategies.
    fn rows(&self, table: &str) -> Vec<Vec<String>> {
        let text = self.text(table);
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let hidden = reader.headers().expect("a head").iter().position(|name| name == "strategy");
        let rows = reader.records().map(|row| row.expect("a row"));
        rows.map(|row| {
            let cells = row.iter().enumerate().filter(|(k, _)| Some(*k) != hidden);
            cells.map(|(_, cell)| cell.to_string()).collect()
        })
        .collect()
    }
}

/// The strategy that a shell player is; the command may have no quotation marks of the other kind.
fn piped(dir: &Path, name: &str, player: &str) -> String {
    let path = dir.join(name);
    std::fs::write(&path, player).expect("a file");
    format!("pipe(\"exec sh {}\")", path.display())
}

/// A player of one of two actions at random, by the noise of the machine.
fn fickle() -> String {
    shell("echo $(( $(od -An -N1 -tu1 /dev/urandom) % 2 ))")
}

/// In groups, with two actions and with more, by formula and by table: a program that does what a strategy does comes to the
/// same, under noise and misperception, too.
#[test]
fn programs_play_in_groups() {
    let dir = tempfile::tempdir().expect("a directory");
    // Over-uses after a round in which one of the others did.
    let all_or_none =
        shell("case \"$line\" in *'\"seen\":['*overuse*) echo overuse;; *) echo '{\"action\": 0}';; esac");
    let cases = [
        ("game = \"commons\"", all_or_none, "group_tit_for_tat(share=1)", "group_tit_for_tat"),
        ("game = \"public_goods(steps=3)\"", shell("echo 2"), "fixed_action(action=2)", "conditional_cooperator"),
        ("table = \"cournot(players=4)\"", shell("echo 1"), "fixed_action(action=1)", "fixed_action(action=2)"),
    ];
    let length = "length = { known = 7 }\nrepetitions = 3\nnoise = 0.1\nmisperception = 0.05";
    for (game, program, strategy, others) in cases {
        let rules = format!("[model.groups]\n{game}\n{length}");
        let play = |one: &str| Run::of(&rules, &[("a", one), ("b", others), ("c", others), ("d", others)], &[]);
        let (by_name, by_pipe) = (play(strategy), play(&piped(dir.path(), "it.sh", &program)));
        for table in ["agents.csv", "groups.csv", "rounds.csv", "moves.csv"] {
            let (mut named, mut by_pipe) = (by_name.rows(table), by_pipe.rows(table));
            named.sort();
            by_pipe.sort();
            assert_eq!(named, by_pipe, "{game}: {table}");
        }
        let manifest: serde_json::Value = serde_json::from_str(&by_pipe.text("manifest.json")).expect("JSON");
        let guests = manifest["guests"].as_array().expect("guests");
        assert!(guests.len() == 1 && guests[0].as_str().expect("a name").starts_with("pipe("), "{manifest}");
    }
}

/// What programs are told of a game: payoffs by hand.
#[test]
fn programs_are_told_the_game() {
    let dir = tempfile::tempdir().expect("a directory");
    let told = |model: &str, agents: usize| -> Vec<serde_json::Value> {
        let log = dir.path().join("told");
        _ = std::fs::remove_file(&log);
        let player = format!("tee {} | ({})", log.display(), shell("echo 1"));
        let one = piped(dir.path(), "it.sh", &player.replace("exec ", ""));
        let names = ["a", "b", "c", "d"];
        let strategies = [one.as_str(), "fixed_action", "fixed_action(action=1)", "fixed_action"];
        let agents: Vec<(&str, &str)> = names.into_iter().zip(strategies).take(agents).collect();
        Run::of(&format!("{model}\nlength = {{ known = 2 }}"), &agents, &[]);
        let text = std::fs::read_to_string(&log).expect("a file");
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
    };
    // A pool of three: a quota is worth 2, over-use 4, and each over-use costs each (4 - 2) 1.5 / 3 = 1.
    let lines = told("[model.groups]\ngame = \"commons\"", 3);
    assert_eq!(lines.len(), 3, "nobody is asked again for the rounds that are shown");
    assert_eq!(lines[0]["players"], 3);
    assert_eq!(lines[0]["payoffs_by_first"], serde_json::json!([[0.0, 1.0, 2.0], [1.0, 2.0, 3.0]]));
    assert_eq!(lines[1]["seen"], serde_json::Value::Null);
    assert_eq!((&lines[2]["own"], &lines[2]["seen"]), (&"overuse".into(), &serde_json::json!(["quota", "overuse"])));
    // The price is 12 less all quantities: with 1, 0 and 2 units it is 9.
    let lines = told("[model.groups]\ntable = \"cournot(players=3, most=2)\"", 3);
    assert_eq!(lines[0]["payoffs"].as_array().expect("payoffs").len(), 27);
    assert_eq!(lines[0]["payoffs"][9 + 2], 9.0);
    assert_eq!(lines[0]["other_actions"], serde_json::json!([["0", "1", "2"], ["0", "1", "2"]]));
    // A formula for two is told as a table: damage is shared by two.
    let lines = told("[model.groups]\ngame = \"commons\"", 2);
    assert_eq!(lines[0]["row_payoffs"], serde_json::json!([2.0, 0.5, 2.5, 1.0]));
    assert_eq!(lines[2]["seen"], "quota");
    let lines = told("[model.repeated]\ngame = \"prisoners_dilemma\"", 2);
    assert_eq!(lines[0]["other_actions"].as_array().expect("names").len(), 2);
}

/// A trace changes nothing, is legal A2A, and tells of the very play that the tables tell of, even of a program that draws.
#[test]
fn a_trace_is_of_the_play_that_was_counted() {
    let dir = tempfile::tempdir().expect("a directory");
    let forgiving = shell("case \"$line\" in *'\"seen\":'*[Dd]efect* | *overuse*) echo 1;; *) echo 0;; esac");
    let groups = "[model.groups]\ngame = \"commons\"\nlength = { known = 9 }\nrepetitions = 2\nnoise = 0.1";
    let pairs = "[model.repeated]\nlength = { known = 9 }\nrepetitions = 2\nnoise = 0.1";
    for (rules, others) in [(groups, "group_tit_for_tat"), (pairs, "tit_for_tat")] {
        let agents = |one: &str, options: &[&str]| Run::of(rules, &[("a", one), ("b", others), ("c", others)], options);
        let one = piped(dir.path(), "it.sh", &forgiving);
        let plain = agents(&one, &[]);
        for level in ["tasks", "wire"] {
            let traced = agents(&one, &["--trace", level]);
            for table in ["agents.csv", "strategies.csv", "rounds.csv", "moves.csv", "task_events.csv"] {
                assert_eq!(traced.text(table), plain.text(table), "{table} with --trace {level}");
            }
            let args = ["a2a", "validate", "--trace", "out/trace.jsonl"];
            let checked = comity(traced.dir.path(), &args).ends(0).json();
            assert_eq!(checked["valid"], true, "{checked}");
        }
        // Nobody knows what this one will do, but it does it once.
        let traced = agents(&piped(dir.path(), "it.sh", &fickle()), &["--trace", "tasks"]);
        let mut kept = std::collections::BTreeMap::<String, u32>::new();
        for line in traced.text("trace.jsonl").lines() {
            let line: serde_json::Value = serde_json::from_str(line).expect("JSON");
            if line["type"] != "Task" {
                continue;
            }
            // The host tells a player what it did; between two, each says so itself.
            let mover = if rules == groups { &line["to"] } else { &line["from"] };
            let text = line["object"]["artifacts"].to_string();
            let first = text.contains("\"action\":\"quota\"") || text.contains("\"action\":\"cooperate\"");
            *kept.entry(mover.as_str().expect("a name").to_string()).or_default() += u32::from(first);
        }
        let matches = if rules == groups { 2.0 } else { 4.0 };
        let text = traced.text("agents.csv");
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let head = reader.headers().expect("a head").clone();
        let column = |name: &str| head.iter().position(|found| found == name).expect("a column");
        for row in reader.records().map(|row| row.expect("a row")) {
            let rate: f64 = row[column("cooperation_rate")].parse().expect("a number");
            let counted = (rate * 9.0 * matches).round();
            assert_eq!(f64::from(kept[&row[column("agent")]]), counted, "{}", &row[column("agent")]);
        }
    }
}

/// A person is asked once for each move, however often the run shows it, and may sit in a group.
#[test]
fn a_person_is_asked_once_for_a_move() {
    let agents = [("you", "human"), ("b", "tit_for_tat")];
    let rules = "[model.repeated]\nlength = { known = 3 }\nrepetitions = 2";
    let run = Run::with_input(rules, &agents, &["--trace", "wire"], "C\nD\nC\nC\nC\nD\n");
    let played = |run: &Run, who: &str| -> Vec<String> {
        run.rows("moves.csv").into_iter().filter(|row| row[1] == who).map(|row| row[3].clone()).collect()
    };
    assert_eq!(played(&run, "you"), ["cooperate", "defect", "cooperate"]);
    let strict = "group_tit_for_tat(share=1)";
    let group = [("you", "human"), ("b", strict), ("c", strict)];
    let rules = "[model.groups]\ngame = \"commons\"\nlength = { known = 3 }";
    let run = Run::with_input(rules, &group, &["--trace", "wire"], "overuse\nquota\n1\n");
    assert_eq!(played(&run, "you"), ["overuse", "quota", "overuse"]);
    assert_eq!(played(&run, "b"), ["quota", "overuse", "overuse"]);
}
