//! The last round as a subject: intentions that are learned, doubt that sustains cooperation, and what knowing the length is worth.

mod common;

use comity::error::Diagnostic;
use comity::exchange::TraceLevel;
use comity::models::{Lab, RunCx};
use comity::scenario::{Override, Scenario};
use comity::store::{RunRecorder, Tables};
use comity::table::{Cell, Table};

fn read(file: &str, changes: &[&str]) -> Result<Scenario, String> {
    let (_, text) = common::scenarios().into_iter().find(|(name, _)| name == file).expect("it is shipped");
    let changes: Vec<Override> = changes.iter().map(|change| Override::parse(change).expect("a change")).collect();
    Scenario::read(&text, "here", &changes, &Lab::new()).map_err(|faults| faults.to_string())
}

fn run(file: &str, changes: &[&str]) -> Tables {
    let scenario = read(file, changes).unwrap_or_else(|faults| panic!("{faults}"));
    let key = scenario.run_key(0);
    let mut progress = |_: u64, _: u64| {};
    let mut recorder = RunRecorder::new(&*scenario.model, std::io::sink(), &mut progress);
    scenario.model.run(&RunCx { key: &key, trace: TraceLevel::Off }, &mut recorder).expect("it runs");
    recorder.finish().expect("memory does not fail").tables
}

fn number(table: &Table, row: usize, column: &str) -> f64 {
    match table.at(row, column) {
        Some(Cell::Float(value)) => value,
        Some(Cell::Integer(value)) => f64::from(i32::try_from(value).expect("a small number")),
        other => panic!("{column} is {other:?}"),
    }
}

const ALONE: &str = "model.intentions.conditions=[]";

/// If both always move after a tie, the end effect comes one round a supergame, to the first round and no further.
#[test]
fn intentions_that_always_shift_unravel_by_one_round_a_supergame() {
    let rule = "model.intentions.rule={shifts={preempted=1.0,tied=1.0,first=0.0}}";
    let found =
        run("intentions.toml", &[ALONE, rule, "model.intentions.supergames=14", "model.intentions.repetitions=3"]);
    let table = found.get("supergames").expect("a table");
    for row in 0..table.len() {
        let expected = (11.0 - number(table, row, "supergame") + 1.0).max(1.0);
        assert!((number(table, row, "mean_intention") - expected).abs() < 1e-12);
    }
    // All never, then all in round 10: thirty points, then nine times three and one.
    for (row, score) in [30.0, 28.0, 26.0].into_iter().enumerate() {
        assert!((number(table, row, "supergame_score") - score).abs() < 1e-12);
    }
}

/// Two members who meet again and again, against their Markov chain worked out by itself.
#[test]
fn two_members_shift_as_their_markov_chain_says() {
    let (rounds, supergames) = (6usize, 12usize);
    let [preempted, tied, first] = [0.5, 0.3, 0.4];
    let mut chances = vec![vec![0.0; rounds + 2]; rounds + 2];
    chances[rounds + 1][rounds + 1] = 1.0;
    let mut means = Vec::new();
    for _ in 0..supergames {
        let mut next = vec![vec![0.0; rounds + 2]; rounds + 2];
        let mut mean = 0.0;
        for (a, row) in chances.iter().enumerate().skip(1) {
            for (b, here) in row.iter().enumerate().skip(1) {
                #[expect(clippy::cast_precision_loss, reason = "a few rounds")]
                let sum = (a + b) as f64;
                mean += here * sum / 2.0;
                let moves = |own: usize, other: usize| {
                    let (chance, to) = if other < own {
                        (preempted, own - 1)
                    } else if other == own {
                        (tied, (own - 1).max(1))
                    } else {
                        (first, own + 1)
                    };
                    [(to, chance), (own, 1.0 - chance)]
                };
                for (to_a, by_a) in moves(a, b) {
                    for (to_b, by_b) in moves(b, a) {
                        next[to_a][to_b] += here * by_a * by_b;
                    }
                }
            }
        }
        means.push(mean);
        chances = next;
    }
    let rule = "model.intentions.rule={shifts={preempted=0.5,tied=0.3,first=0.4}}";
    let changes = [
        ALONE,
        rule,
        "model.intentions.rounds=6",
        "model.intentions.members=2",
        "model.intentions.supergames=12",
        "model.intentions.repetitions=4000",
    ];
    let found = run("intentions.toml", &changes);
    let table = found.get("supergames").expect("a table");
    for (row, expected) in means.into_iter().enumerate() {
        let found = number(table, row, "mean_intention");
        let error = (number(table, row, "mean_intention_high") - found) / 1.96;
        assert!((found - expected).abs() <= 4.5 * error + 1e-12, "supergame {}: {found}, not {expected}", row + 1);
    }
}

/// A choice of precision 0 is even over all intentions; one without end is the best answer, which is to trust one round less.
#[test]
fn beliefs_choose_evenly_or_best() {
    let of = |rule: &str| {
        let changes =
            [ALONE, rule, "model.intentions.rounds=7", "model.intentions.members=200", "model.intentions.supergames=3"];
        run("intentions.toml", &[&changes[..], &["model.intentions.repetitions=50"]].concat())
    };
    let even = of("model.intentions.rule={beliefs={precision=0.0}}");
    let table = even.get("supergames").expect("a table");
    // Eight intentions, 1 to 8: 10,000 members each time.
    assert!((number(table, 0, "mean_intention") - 4.5).abs() < 4.5 * (63.0f64 / 12.0 / 10_000.0).sqrt());
    assert!((number(table, 0, "opening_cooperation") - 7.0 / 8.0).abs() < 4.5 * (7.0f64 / 64.0 / 10_000.0).sqrt());
    let best = of("model.intentions.rule={beliefs={precision=1000.0,trust=1.0,strength=3.0}}");
    let table = best.get("supergames").expect("a table");
    assert!((number(table, 0, "mean_intention") - 7.0).abs() < 1e-12);
    // Three of never and one of round 7: round 7 is worth (3 x 23 + 19) / 4, round 6 (3 x 21 + 21) / 4.
    assert!((number(table, 1, "mean_intention") - 7.0).abs() < 1e-12);
}

#[test]
fn wrong_intentions_are_refused() {
    for (change, words) in [
        ("model.intentions.members=35", "35 members"),
        ("model.intentions.from=25", "supergame 25 of 25"),
        ("model.intentions.start=[1,1]", "2 weights"),
        ("model.intentions.game=\"stag_hunt\"", "not a symmetric prisoner's dilemma"),
        ("agents=[{name=\"a\",strategy=\"tit_for_tat\"}]", "no [[agents]]"),
    ] {
        let fault = read("intentions.toml", &[ALONE, change]).map(|_| ()).expect_err("refused");
        assert!(fault.contains(words), "{fault}");
    }
    for (change, words) in [
        ("model.doubt.tit_for_tat=1", "a prior of 1"),
        ("model.doubt.game=\"stag_hunt\"", "T > R > P > S"),
        ("agents=[{name=\"a\",strategy=\"tit_for_tat\"}]", "no [[agents]]"),
    ] {
        let fault = read("doubt.toml", &["model.doubt.conditions=[]", change]).map(|_| ()).expect_err("refused");
        assert!(fault.contains(words), "{fault}");
    }
}

/// In the book's dilemma a small doubt has several equilibria from four rounds on; that is said with the condition, the belief and
/// what helps. A doubt of one in four is answered.
#[test]
fn several_equilibria_are_refused_with_the_reason() {
    let books = "model.doubt.game={R=-1,S=-5,T=0,P=-3}";
    let with = |prior: &str| {
        let prior = format!("model.doubt.tit_for_tat=\"{prior}\"");
        let changes = ["model.doubt.conditions=[]", books, &prior, "model.doubt.horizons=[3,40]"];
        read("doubt.toml", &changes).unwrap_or_else(|faults| panic!("{faults}"))
    };
    let scenario = with("1/50");
    let key = scenario.run_key(0);
    let mut progress = |_: u64, _: u64| {};
    let mut recorder = RunRecorder::new(&*scenario.model, std::io::sink(), &mut progress);
    let error = scenario.model.run(&RunCx { key: &key, trace: TraceLevel::Off }, &mut recorder).expect_err("refused");
    let said = Diagnostic::from(error).to_string();
    for part in ["in condition \"base\"", "several equilibria at the belief 0.22", "4 rounds left", "beliefs only rise"]
    {
        assert!(said.contains(part), "no {part:?} in {said}");
    }
    let found = run(
        "doubt.toml",
        &["model.doubt.conditions=[]", books, "model.doubt.tit_for_tat=\"1/4\"", "model.doubt.horizons=[40]"],
    );
    let table = found.get("doubt_horizons").expect("a table");
    assert!((number(table, 0, "unsure_rounds_left") - 4.0).abs() < 1e-12);
}

/// Three rounds at 1/10, by hand: column defects, row cooperates if it is tit-for-tat or, at 1/3, if not; then the belief is 1/4. Somebody
/// defects in each round whatever happens. With three in ten column defects first, too, and all three rounds are lost; at nine in ten
/// both cooperate in the first round and column in the second.
#[test]
fn drawn_matches_agree_with_the_equilibrium() {
    for (prior, horizons) in [("1/100", "[3,5,7,9,30]"), ("1/10", "[3]"), ("9/10", "[2,3]"), ("1/1000", "[10,13]")] {
        let prior = format!("model.doubt.tit_for_tat=\"{prior}\"");
        let horizons = format!("model.doubt.horizons={horizons}");
        let found =
            run("doubt.toml", &["model.doubt.conditions=[]", &prior, &horizons, "model.doubt.repetitions=4000"]);
        let table = found.get("doubt_horizons").expect("a table");
        for row in 0..table.len() {
            let exact = number(table, row, "defection_rounds");
            let drawn = number(table, row, "drawn_defection_rounds");
            let error = (number(table, row, "drawn_defection_rounds_high") - drawn) / 1.96;
            assert!((exact - drawn).abs() <= 4.5 * error + 1e-9, "{prior}: {drawn}, not {exact}");
        }
    }
}

/// By counting, ten rounds of 3, 0, 5, 1: told the length, one that defects in the last round gets 32 from tit-for-tat and from a co-operator, who
/// get 27 and 27; not told, all get 30.
#[test]
fn knowing_the_length_is_worth_what_counting_says() {
    let found = run(
        "foreknowledge.toml",
        &[
            "model.tournament.field=\"declared\"",
            "model.tournament.length={known=10}",
            "agents=[{name=\"tat\",strategy=\"tit_for_tat\"},{name=\"c\",strategy=\"cooperator\"},{name=\"last\",strategy=\"end_game\"}]",
        ],
    );
    let table = found.get("foreknowledge").expect("a table");
    let shown = |row: usize| table.at(row, "agent").expect("a column").show();
    assert_eq!(table.len(), 3);
    for row in 0..3 {
        let (told, rank) = if shown(row) == "last" { (3.2, 1.0) } else { (2.85, 2.0) };
        assert!((number(table, row, "score_told") - told).abs() < 1e-12, "{}", shown(row));
        assert!((number(table, row, "score_untold") - 3.0).abs() < 1e-12);
        assert!((number(table, row, "rank_told") - rank).abs() < 1e-12);
        assert!((number(table, row, "rank_untold") - 1.0).abs() < 1e-12);
        assert!((number(table, row, "rank_gained") - (1.0 - rank)).abs() < 1e-12);
    }
    // The pairs of the defector, its twin's among them.
    let field = found.get("foreknowledge_field").expect("a table");
    assert!((number(field, 0, "changed_pairs") - 3.0).abs() < 1e-12);
    assert!((number(field, 0, "pairs_met") - 6.0).abs() < 1e-12);
    let fault = read("foreknowledge.toml", &["model.tournament.length={unknown=10}"]).map(|_| ()).expect_err("refused");
    assert!(fault.contains("foreknowledge of a length that nobody is told"), "{fault}");
}

/// Of the 11,628 pairs of the peer's 152 deterministic, fast strategies 672 play differently over 200 rounds if the length is told (Axelrod-Python
/// 4.14, every pair of its field).
#[test]
fn as_many_pairs_play_differently_as_in_the_peer() {
    let mut names = std::collections::BTreeSet::new();
    for pair in common::oracle_lines("axelrod/pairs.jsonl.gz") {
        names.extend(["a", "b"].map(|seat| pair[seat].as_str().expect("a name").to_string()));
    }
    assert_eq!(names.len(), 152);
    let agents: Vec<String> = names.iter().map(|name| format!("{{name=\"{name}\",strategy=\"{name}\"}}")).collect();
    let agents = format!("agents=[{}]", agents.join(","));
    let changes = ["model.tournament.field=\"declared\"", "model.tournament.length={known=200}", &agents];
    let found = run("foreknowledge.toml", &changes);
    let field = found.get("foreknowledge_field").expect("a table");
    assert!((number(field, 0, "pairs_met") - 11_628.0).abs() < 1e-9);
    assert!((number(field, 0, "changed_pairs") - 672.0).abs() < 1e-9, "{}", number(field, 0, "changed_pairs"));
}
