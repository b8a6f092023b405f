//! Tables like those of the repeated game, for the tests of charts and reports: their numbers are made up,
//! by a linear congruential generator, but have the shape of real ones.
#![allow(dead_code, reason = "each test file uses some of them")]

use comity::table::{Cell, Column, Table, TableKind, TableSchema, Type};

pub const STRATEGIES: [&str; 5] = ["tit_for_tat", "end_game", "defector", "cooperator", "grudger"];
pub const CONDITIONS: [&str; 3] = ["known_end", "unknown_end", "last_round_audit"];

/// Numbers from 0 to 1 that are the same everywhere (Knuth's MMIX constants).
pub struct Numbers(u64);

impl Numbers {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as f64 / (1u64 << 24) as f64
    }
}

fn table(name: &'static str, kind: TableKind, doc: &'static str, columns: Vec<Column>) -> Table {
    Table::new(TableSchema::new(name, kind, doc, columns))
}

fn headline(name: &'static str, kind: TableKind, doc: &'static str, columns: Vec<Column>) -> Table {
    Table::new(TableSchema::new(name, kind, doc, columns).headline())
}

pub fn series() -> Vec<String> {
    STRATEGIES.map(String::from).to_vec()
}

pub fn game(actions: [&'static str; 2], row: [[f64; 2]; 2], column: [[f64; 2]; 2]) -> Table {
    let columns = vec![
        Column::key("row_action", Type::Text, "The row player's action."),
        Column::key("column_action", Type::Text, "The column player's action."),
        Column::measure("row_payoff", Type::Float, "utility", "What the row player gets."),
        Column::measure("column_payoff", Type::Float, "utility", "What the column player gets."),
    ];
    let mut t = table("game", TableKind::Matrix, "The stage game.", columns);
    for r in 0..2 {
        for c in 0..2 {
            t.push(&[actions[r].into(), actions[c].into(), row[r][c].into(), column[r][c].into()]);
        }
    }
    t
}

/// The chapter's dilemma.
pub fn dilemma() -> Table {
    game(["cooperate", "defect"], [[-1.0, -5.0], [0.0, -3.0]], [[-1.0, 0.0], [-5.0, -3.0]])
}

pub fn agents(conditions: &[&str], per_strategy: usize) -> Table {
    let columns = vec![
        Column::facet("condition", "The condition."),
        Column::key("agent", Type::Text, "The agent."),
        Column::key("strategy", Type::Text, "Its strategy."),
        Column::measure("matches", Type::Integer, "matches", "How many matches it played."),
        Column::measure("rounds", Type::Integer, "rounds", "How many rounds it played."),
        Column::measure("score", Type::Float, "utility", "Its total score, mean over repetitions."),
        Column::low("score_low", "score", "Lower end of the 95 % interval of the score."),
        Column::high("score_high", "score", "Upper end of the 95 % interval of the score."),
        Column::measure("score_per_round", Type::Float, "utility", "Its score per round."),
        Column::measure("cooperation_rate", Type::Float, "share", "The share of its rounds in which it cooperated."),
        Column::measure("penalty", Type::Float, "utility", "What it paid in penalties."),
    ];
    let mut t = table("agents", TableKind::Summary, "One row an agent.", columns);
    let mut numbers = Numbers::new(3);
    for condition in conditions {
        for (s, strategy) in STRATEGIES.iter().enumerate() {
            for k in 0..per_strategy {
                let score = -300.0 + 30.0 * s as f64 + 60.0 * numbers.next();
                let half = 4.0 + 6.0 * numbers.next();
                let name = format!("{strategy}-{}", k + 1);
                t.push(&[
                    (*condition).into(),
                    (&name).into(),
                    (*strategy).into(),
                    19i64.into(),
                    380i64.into(),
                    score.into(),
                    (score - half).into(),
                    (score + half).into(),
                    (score / 380.0).into(),
                    numbers.next().into(),
                    (10.0 * numbers.next()).into(),
                ]);
            }
        }
    }
    t
}

pub fn strategies(conditions: &[&str]) -> Table {
    let columns = vec![
        Column::facet("condition", "The condition."),
        Column::key("strategy", Type::Text, "The strategy."),
        Column::measure("agents", Type::Integer, "agents", "How many agents play it."),
        Column::measure("score_per_round", Type::Float, "utility", "Its score per round, mean over its agents."),
        Column::low("score_per_round_low", "score_per_round", "Lower end of the 95 % interval."),
        Column::high("score_per_round_high", "score_per_round", "Upper end of the 95 % interval."),
        Column::measure("cooperation_rate", Type::Float, "share", "How often it cooperated."),
        Column::low("cooperation_rate_low", "cooperation_rate", "Lower end of the 95 % interval."),
        Column::high("cooperation_rate_high", "cooperation_rate", "Upper end of the 95 % interval."),
        Column::measure("rank", Type::Integer, "", "Its place by score per round."),
    ];
    let mut t = headline("strategies", TableKind::Summary, "One row a strategy.", columns);
    let mut numbers = Numbers::new(5);
    let cooperation = [0.81, 0.63, 0.0, 1.0, 0.72];
    for condition in conditions {
        for (s, strategy) in STRATEGIES.iter().enumerate() {
            let score = -1.2 - 0.3 * s as f64 + 0.4 * numbers.next();
            let half = 0.02 + 0.05 * numbers.next();
            let rate: f64 = cooperation[s];
            t.push(&[
                (*condition).into(),
                (*strategy).into(),
                4i64.into(),
                score.into(),
                (score - half).into(),
                (score + half).into(),
                rate.into(),
                (rate - half * rate * (1.0 - rate) * 4.0).into(),
                (rate + half * rate * (1.0 - rate) * 4.0).into(),
                (s as i64 + 1).into(),
            ]);
        }
    }
    t
}

pub fn rounds(conditions: &[&str], strategies: usize, length: i64) -> Table {
    let columns = vec![
        Column::facet("condition", "The condition."),
        Column::facet("strategy", "The strategy."),
        Column::x("round", Type::Integer, "rounds", "The round."),
        Column::measure("cooperation_rate", Type::Float, "share", "The share of agents that cooperated in the round."),
        Column::low("cooperation_rate_low", "cooperation_rate", "Lower end of the 95 % interval."),
        Column::high("cooperation_rate_high", "cooperation_rate", "Upper end of the 95 % interval."),
        Column::measure("mean_payoff", Type::Float, "utility", "The mean payoff in the round."),
        Column::weight("observations", "How many agents and repetitions stand behind the row."),
    ];
    let mut t = table("rounds", TableKind::Series, "One row a strategy and round.", columns);
    let mut numbers = Numbers::new(7);
    for condition in conditions {
        for s in 0..strategies {
            let name = STRATEGIES.get(s).map_or_else(|| format!("rule_{s}"), |n| (*n).to_string());
            for round in 1..=length {
                let left = (length - round) as f64;
                let base: f64 = match s {
                    0 => 0.82 - 0.1 / (left + 1.0),
                    1 => {
                        if left < 2.0 && *condition == "known_end" {
                            0.03
                        } else {
                            0.78
                        }
                    }
                    2 => 0.0,
                    3 => 1.0,
                    _ => 0.75 - 0.02 * s as f64 - 0.25 * (round as f64 / length as f64),
                };
                let wiggle = if s == 2 || s == 3 { 0.0 } else { 0.04 * (numbers.next() - 0.5) };
                let rate = (base + wiggle).clamp(0.0, 1.0);
                let half = if s == 2 || s == 3 { 0.0 } else { 0.03 + 0.02 * numbers.next() };
                t.push(&[
                    (*condition).into(),
                    (&name).into(),
                    round.into(),
                    rate.into(),
                    (rate - half).max(0.0).into(),
                    (rate + half).min(1.0).into(),
                    (-3.0 + 2.0 * rate + 0.3 * numbers.next()).into(),
                    800i64.into(),
                ]);
            }
        }
    }
    t
}

pub fn pairs(conditions: &[&str], count: usize) -> Table {
    let columns = vec![
        Column::facet("condition", "The condition."),
        Column::key("strategy", Type::Text, "The strategy."),
        Column::key("opponent", Type::Text, "Its opponent."),
        Column::measure("score_per_round", Type::Float, "utility", "The strategy's score per round."),
        Column::measure("cooperation_rate", Type::Float, "share", "How often the strategy cooperated."),
    ];
    let mut t = table("pairs", TableKind::Matrix, "One row an ordered pair of strategies.", columns);
    let mut numbers = Numbers::new(11);
    let name = |k: usize| STRATEGIES.get(k).map_or_else(|| format!("rule_{k}"), |n| (*n).to_string());
    for condition in conditions {
        for a in 0..count {
            for b in 0..count {
                let score = -3.0 + 2.0 * (a as f64 / count as f64) + numbers.next() - 0.5 * (b as f64 / count as f64);
                t.push(&[
                    (*condition).into(),
                    (&name(a)).into(),
                    (&name(b)).into(),
                    score.into(),
                    if a == b && count < 10 { Cell::Null } else { numbers.next().into() },
                ]);
            }
        }
    }
    t
}

pub fn score_distribution(conditions: &[&str], discrete: bool) -> Table {
    let columns = vec![
        Column::facet("condition", "The condition."),
        Column::facet("strategy", "The strategy."),
        Column::measure("score_per_round", Type::Float, "utility", "A match's score per round."),
        Column::weight("matches", "In how many matches it occurred."),
    ];
    let mut t = table("score_distribution", TableKind::Distribution, "How often each score occurred.", columns);
    let mut numbers = Numbers::new(13);
    for condition in conditions {
        for (s, strategy) in STRATEGIES.iter().enumerate() {
            let values = if discrete { 7 + s } else { 300 };
            for k in 0..values {
                let (value, weight) = if discrete {
                    (-3.0 + 0.25 * (k + s % 2) as f64, 1 + (40.0 * numbers.next()) as i64)
                } else {
                    let bell = (0..6).map(|_| numbers.next()).sum::<f64>() / 3.0 - 1.0;
                    (-2.0 + 0.2 * s as f64 + bell, 1)
                };
                t.push(&[(*condition).into(), (*strategy).into(), value.into(), weight.into()]);
            }
        }
    }
    t
}

pub fn task_events(rounds: i64) -> Table {
    let columns = vec![
        Column::key("seq", Type::Integer, "The event's number."),
        Column::x("t_us", Type::Integer, "us", "When it happened."),
        Column::note("from", "Who sent it."),
        Column::note("to", "Who received it."),
        Column::note("task", "The task."),
        Column::note("state", "The task's state."),
        Column::note("label", "What it says."),
        Column::measure("round", Type::Integer, "", "The round."),
    ];
    let mut t = table("task_events", TableKind::Events, "Messages in order.", columns);
    let mut seq = 0i64;
    for round in 1..=rounds {
        let start = (round - 1) * 1_000_000;
        let mut event = |at: i64, from: &str, to: &str, task: &str, state: &str, label: &str| {
            seq += 1;
            t.push(&[
                seq.into(),
                (start + at).into(),
                from.into(),
                to.into(),
                task.into(),
                state.into(),
                label.into(),
                round.into(),
            ]);
        };
        let (a, b) = (format!("r{round}-1"), format!("r{round}-2"));
        event(0, "alice", "bob", &a, "SUBMITTED", "deliver the agreed share");
        event(0, "bob", "alice", &b, "SUBMITTED", "deliver the agreed share");
        event(250_000, "bob", "alice", &a, "WORKING", "started");
        event(500_000, "bob", "alice", &a, "COMPLETED", "delivered 10 of 10 agreed");
        event(500_000, "alice", "bob", &b, if round == 2 { "FAILED" } else { "COMPLETED" }, "delivered 4 of 10 agreed");
        if round == 1 {
            event(600_000, "alice", "escrow", "bond", "AUTH_REQUIRED", "lock the deposit");
            event(700_000, "escrow", "escrow", "bond", "WORKING", "funds locked");
            event(750_000, "escrow", "bob", "bond", "CANCELED", "refund");
        }
    }
    t
}

pub fn moves(agents: usize, length: i64) -> Table {
    let columns = vec![
        Column::x("round", Type::Integer, "rounds", "The round."),
        Column::facet("agent", "The agent."),
        Column::measure("action", Type::Text, "", "What it did."),
        Column::measure("payoff", Type::Float, "utility", "What it got."),
        Column::measure("total", Type::Float, "utility", "Its payoffs so far."),
    ];
    let mut t = table("moves", TableKind::Series, "One row an agent and round.", columns);
    let mut numbers = Numbers::new(17);
    for agent in 0..agents {
        let name = STRATEGIES.get(agent).map_or_else(|| format!("agent_{agent}"), |n| (*n).to_string());
        let mut total = 0.0;
        for round in 1..=length {
            let keeps = numbers.next() > 0.2 + 0.4 * (round as f64 / length as f64);
            let payoff = if keeps { -1.0 } else { -3.0 * numbers.next().round() };
            total += payoff;
            let action = if keeps { "cooperate" } else { "defect" };
            t.push(&[round.into(), (&name).into(), action.into(), payoff.into(), total.into()]);
        }
    }
    t
}

pub fn deterrence() -> Table {
    let columns = vec![
        Column::facet("condition", "The condition."),
        Column::x("round", Type::Integer, "rounds", "The round."),
        Column::measure("expected_penalty", Type::Float, "utility", "What a defection costs in expectation."),
        Column::measure("class", Type::Text, "", "What it does to the round's equilibria."),
    ];
    let mut t = table("deterrence", TableKind::Series, "One row a condition and round.", columns);
    for condition in CONDITIONS {
        for round in 1..=20i64 {
            let penalty = match condition {
                "known_end" => 0.0,
                "unknown_end" => 0.2 * round as f64,
                _ => {
                    if round == 20 {
                        1.5
                    } else {
                        0.5
                    }
                }
            };
            let class = match penalty {
                p if p < 1.0 => "too_weak",
                p if p <= 2.0 => "disciplining",
                _ => "too_strong",
            };
            t.push(&[condition.into(), round.into(), penalty.into(), class.into()]);
        }
    }
    t
}

pub fn reasoners() -> Table {
    let columns = vec![
        Column::facet("condition", "The condition."),
        Column::key("depth", Type::Integer, "How many steps it thinks ahead."),
        Column::note("planned_defections", "The rounds in which it means to defect."),
        Column::note("self_play", "What two of them play."),
        Column::measure("score", Type::Float, "utility", "Its score against the depth below."),
    ];
    let mut t = table("reasoners", TableKind::Summary, "One row a depth.", columns);
    for condition in &CONDITIONS[..2] {
        for depth in 0..=6i64 {
            let planned: Vec<String> = (0..depth).map(|k| (20 - k).to_string()).collect();
            let score = -19.0 + if depth > 0 { 1.0 } else { 0.0 } - 2.0 * (depth - 1).max(0) as f64;
            t.push(&[
                (*condition).into(),
                depth.into(),
                (&planned.join(" ")).into(),
                "CCCCCCCCCCCCCCCCCCCD".into(),
                score.into(),
            ]);
        }
    }
    t
}

pub fn trajectory(simplex: bool) -> Table {
    let columns = vec![
        Column::facet("start", "Where the path starts."),
        Column::x("generation", Type::Integer, "generations", "The generation."),
        Column::measure("stag", Type::Float, "share", "The share of stag hunters."),
        Column::measure("hare", Type::Float, "share", "The share of hare hunters."),
        Column::measure("mixed", Type::Float, "share", "The share of the others."),
    ];
    let mut t = table("shares", TableKind::Trajectory, "Paths of the population.", columns);
    for start in 0..5 {
        let (mut a, mut b) = (0.15 + 0.12 * start as f64, 0.6 - 0.11 * start as f64);
        let name = format!("start {}", start + 1);
        for generation in 0..40i64 {
            let c = if simplex { 1.0 - a - b } else { 0.5 };
            t.push(&[(&name).into(), generation.into(), a.into(), b.into(), c.into()]);
            let step = 0.05 * (a - 0.4);
            a = (a + step * a * (1.0 - a)).clamp(0.0, 1.0);
            b = (b * (1.0 - step)).clamp(0.0, 1.0 - a);
        }
    }
    t
}

pub fn graph(nodes: usize) -> Table {
    let columns = vec![
        Column::key("from", Type::Text, "Who rates."),
        Column::key("to", Type::Text, "Who is rated."),
        Column::measure("trust", Type::Float, "probability", "How far."),
    ];
    let mut t = table("trust_network", TableKind::Graph, "Who trusts whom.", columns);
    let mut numbers = Numbers::new(19);
    for a in 0..nodes {
        for b in 0..nodes {
            if a != b && numbers.next() < 0.25 {
                t.push(&[(&format!("agent_{a}")).into(), (&format!("agent_{b}")).into(), numbers.next().into()]);
            }
        }
    }
    t
}

/// A game in extensive form: beer or quiche, or Kuhn poker, which has more rows.
pub fn game_tree(name: &str) -> Table {
    use comity::catalogue::{Place, Value};
    let trees = comity::game::trees();
    let spec = trees.resolve(&Value::from(name), &Place::root()).unwrap();
    trees.build(&spec, &()).unwrap().table()
}

pub fn frames(side: i64, words: bool) -> Table {
    let action = if words {
        Column::measure("action", Type::Text, "", "What the cell plays.")
    } else {
        Column::measure("payoff", Type::Float, "utility", "What the cell gets.")
    };
    let columns = vec![
        Column::key("x", Type::Integer, "The column."),
        Column::key("y", Type::Integer, "The row."),
        Column::x("generation", Type::Integer, "generations", "The generation."),
        action,
    ];
    let mut t = table("lattice", TableKind::Frames, "The lattice by generation.", columns);
    for generation in 0..9i64 {
        for y in 0..side {
            for x in 0..side {
                let d = (x - side / 2).abs().max((y - side / 2).abs());
                let defects = d <= generation && (d + generation) % 3 != 1;
                let cell = if words {
                    Cell::from(if defects { "defect" } else { "cooperate" })
                } else {
                    Cell::from((d * generation) as f64)
                };
                t.push(&[x.into(), y.into(), generation.into(), cell]);
            }
        }
    }
    t
}

/// Every table of a run in three conditions.
pub fn all() -> Vec<Table> {
    vec![
        dilemma(),
        agents(&CONDITIONS, 3),
        strategies(&CONDITIONS),
        rounds(&CONDITIONS, 5, 20),
        pairs(&CONDITIONS[..2], 5),
        score_distribution(&CONDITIONS[..2], true),
        task_events(4),
        moves(2, 20),
        deterrence(),
        reasoners(),
        trajectory(true),
        graph(10),
        game_tree("beer_quiche"),
        frames(21, true),
    ]
}
