//! Level-based foraging: laws of the strict mode, spawns, heuristics against measured references, drawings and tasks.

use comity::a2a::stream::{StreamKind, check_stream};
use comity::a2a::{StreamResponse, validate};
use comity::exchange::{Mapping, TaskMapping, TraceBlock, TraceLevel};
use comity::ids::{RunKey, Seed};
use comity::labels::Lang;
use comity::models::foraging::{
    Action, Board, Config, End, Episode, Field, Layout, Levels, Mode, Policy, Report, Reward, Rules, frames, task_facts,
};
use comity::play::Pace;
use comity::plot::{Options, draw};
use comity::sim::{Draws, Purpose, Who, map_indexed};
use comity::stats::Running;
use proptest::prelude::*;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

fn draws(seed: u64, episode: u64, name: &str) -> Draws {
    RunKey::derive(Seed(seed), 0, "").draws(Who { place: "foraging", repetition: episode, name }, Purpose::Choice)
}

fn rules(id: &str) -> Arc<Rules> {
    Arc::new(Config::from_id(id).expect("an id").check().expect("rules"))
}

fn strict(config: Config) -> Arc<Rules> {
    Arc::new(Config { mode: Mode::Strict, ..config }.check().expect("rules"))
}

fn play(rules: &Arc<Rules>, policy: Policy, episode: u64) -> Episode {
    Episode::play(rules, policy, &mut draws(7, episode, "field"), &mut draws(7, episode, policy.name()))
}

/// Mean and standard error of what all agents gain together.
fn team_return(rules: &Arc<Rules>, policy: Policy, episodes: u64) -> (f64, f64) {
    let returns = map_indexed(usize::try_from(episodes).expect("few"), |k| play(rules, policy, k as u64).team_return());
    let mut running = Running::default();
    returns.into_iter().for_each(|value| running.push(value));
    let summary = running.summary().expect("episodes");
    (summary.mean, summary.standard_error().expect("episodes"))
}

/// Means of an independent simulator on spawns of its own, and half their 95 % intervals: 600 episodes each, 300 on
/// 15x15. Uniform, greedy, team.
const REFERENCES: [(&str, [(f64, f64); 3]); 8] = [
    ("5x5-2p-1f", [(0.447, 0.040), (0.912, 0.023), (0.912, 0.023)]),
    ("5x5-2p-1f-coop", [(0.023, 0.012), (0.850, 0.029), (0.850, 0.029)]),
    ("8x8-2p-2f-coop", [(0.005, 0.004), (0.315, 0.034), (0.661, 0.031)]),
    ("8x8-2p-3f", [(0.180, 0.017), (0.671, 0.030), (0.755, 0.027)]),
    ("10x10-3p-3f", [(0.100, 0.013), (0.448, 0.030), (0.504, 0.030)]),
    ("15x15-3p-5f", [(0.037, 0.008), (0.353, 0.029), (0.322, 0.033)]),
    ("15x15-4p-3f", [(0.073, 0.015), (0.616, 0.042), (0.631, 0.042)]),
    ("15x15-4p-5f", [(0.061, 0.010), (0.527, 0.038), (0.495, 0.035)]),
];

/// Of 24 comparisons at once, 95 % of samples have none beyond so many standard errors.
const FAMILY_WISE: f64 = 3.08;

#[test]
fn heuristics_earn_what_was_measured_elsewhere() {
    // Both are samples: the difference is judged by the errors of both. With many episodes ours is small beside the
    // reference's, so that its intervals hold our mean about as often as they promise.
    let episodes = if cfg!(debug_assertions) { 200 } else { 20_000 };
    let mut inside = 0;
    for (size, expected) in REFERENCES {
        let rules = rules(&format!("Foraging-{size}-v3"));
        for (policy, (reference, half)) in [Policy::Uniform, Policy::Greedy, Policy::Team].into_iter().zip(expected) {
            let (mean, error) = team_return(&rules, policy, episodes);
            let allowed = FAMILY_WISE * (half / 1.96f64).hypot(error);
            let difference = (mean - reference).abs();
            assert!(difference <= allowed, "{size} {policy:?}: {mean} +- {error} instead of {reference} +- {half}");
            inside += usize::from(difference <= half);
        }
    }
    assert!(cfg!(debug_assertions) || inside >= 20, "{inside} of 24 in the intervals of the reference");
}

#[test]
fn spawns_fill_tight_boards_as_often_as_the_reference() {
    // Of 300 boards of lbforaging 2.0.0: 5x5 with three foods asked for had two 269 times and one 31 times; 6x6 had
    // three 298 times.
    let share = |side: usize, wanted: usize| {
        let rules = Arc::new(Config::new(side, side, 2, 3).check().expect("rules"));
        let mut field = Field::new(rules, 1);
        let filled = (0..3000).filter(|k| {
            field.spawn(0, &mut draws(3, *k, "field"));
            field.board(0).foods_left() == wanted
        });
        filled.count() as f64 / 3000.0
    };
    for (side, wanted, of_300) in [(5, 2, 269.0_f64), (5, 1, 31.0), (6, 3, 298.0)] {
        let (got, expected) = (share(side, wanted), of_300 / 300.0);
        let error = (expected * (1.0 - expected) * (1.0 / 300.0 + 1.0 / 3000.0)).sqrt();
        assert!((got - expected).abs() < 3.0 * error, "{side}x{side} with {wanted} foods: {got} instead of {expected}");
    }
}

#[test]
fn spawns_are_uniform_and_independent_of_the_boards_before() {
    // Every cell and level alike, also from the second episode of a board on: 25 cells, levels 1 and 2.
    let rules = Arc::new(Config::new(5, 5, 4, 1).check().expect("rules"));
    let mut field = Field::new(rules, 1);
    let mut stream = draws(4, 0, "field");
    let (mut cells, mut levels, episodes) = ([0u32; 25], [0u32; 3], 20_000);
    for _ in 0..episodes {
        field.spawn(0, &mut stream);
        let first = field.board(0).agent(0);
        cells[usize::from(first.cell.row * 5 + first.cell.col)] += 1;
        levels[usize::from(first.level)] += 1;
    }
    // Chi-square with 24 degrees of freedom: below 51.2 in 999 of 1000 samples.
    let expected = f64::from(episodes) / 25.0;
    let chi: f64 = cells.iter().map(|count| (f64::from(*count) - expected).powi(2) / expected).sum();
    assert!(chi < 51.2, "{chi}: {cells:?}");
    let half = f64::from(episodes) / 2.0;
    assert!(levels[0] == 0 && (f64::from(levels[1]) - half).abs() < 3.3 * (half / 2.0).sqrt(), "{levels:?}");
}

/// Agents and foods as `row,col,level`.
fn short(layout: &Layout) -> String {
    let agents = layout.agents.iter().map(|a| format!("{},{},{}", a.cell.row, a.cell.col, a.level));
    let foods = layout.foods.iter().map(|f| format!("{},{},{}", f.cell.row, f.cell.col, f.level));
    format!("{} | {}", agents.collect::<Vec<_>>().join(" "), foods.collect::<Vec<_>>().join(" "))
}

#[test]
fn first_boards_are_stable() {
    // A change here changes the results of every run.
    let each = Config {
        min_agent_level: Levels::Each(vec![1, 3, 5]),
        max_agent_level: Levels::Each(vec![2, 4, 6]),
        max_food_level: Some(Levels::Each(vec![2, 4, 8, 12])),
        ..Config::new(7, 9, 3, 4)
    };
    let boards = [
        (rules("Foraging-8x8-2p-2f-v3"), FIRST[0]),
        (rules("Foraging-2s-10x10-3p-3f-coop-v3"), FIRST[1]),
        (strict(Config::new(8, 8, 2, 2)), FIRST[2]),
        (strict(Config::new(7, 7, 2, 6)), FIRST[3]),
        (Arc::new(each.check().expect("rules")), FIRST[4]),
    ];
    for (rules, expected) in boards {
        let mut field = Field::new(Arc::clone(&rules), 1);
        let mut stream = draws(1, 0, "field");
        let got = [(); 2].map(|()| {
            field.spawn(0, &mut stream);
            short(&field.board(0).layout())
        });
        assert_eq!(got, expected, "{:?}", rules.config());
    }
}

const FIRST: [[&str; 2]; 5] = [
    ["7,2,1 0,7,1 | 5,1,1 6,6,2", "6,4,2 3,7,2 | 1,3,2 6,1,2"],
    ["9,2,1 0,8,2 6,0,2 | 1,4,5 5,2,5 8,8,5", "5,4,2 9,0,2 4,9,2 | 1,8,6 3,2,6 6,3,6"],
    ["5,0,2 4,1,2 | 1,6,2 6,2,1", "7,0,1 7,4,1 | 1,3,2 3,4,1"],
    ["4,4,2 5,6,1 | 1,2,1 1,5,2 3,1,1 3,4,1 5,2,2 5,5,3", "1,6,2 6,5,2 | 1,2,2 1,5,4 3,1,4 3,4,3 5,2,3 5,5,3"],
    ["6,2,1 0,8,5 4,0,4 | 1,3,2 3,2,5 4,5,2 5,7,2", "2,7,1 4,6,3 3,4,6 | 1,3,1 3,2,3 5,3,2 5,6,8"],
];

#[test]
fn boards_side_by_side_are_what_each_is_alone() {
    let rules = rules("Foraging-6x6-3p-2f-v3");
    let (boards, steps, agents) = (17, 120, 3);
    let stream = |board: usize, name| draws(5, board as u64, name);
    let mut field = Field::new(Arc::clone(&rules), boards);
    let mut spawns: Vec<Draws> = (0..boards).map(|board| stream(board, "field")).collect();
    let mut choices: Vec<Draws> = (0..boards).map(|board| stream(board, "choice")).collect();
    field.spawn_all(&mut spawns);
    let mut report = Report::default();
    let mut actions = vec![Action::None; boards * agents];
    let mut together: Vec<Vec<(Layout, Vec<u64>, usize)>> = vec![Vec::new(); boards];
    for _ in 0..steps {
        for (board, actions) in actions.chunks_exact_mut(agents).enumerate() {
            Policy::UniformValid.act_all(&field.board(board), &mut choices[board], actions);
        }
        field.step_all(&actions, &mut report);
        for board in 0..boards {
            let rewards = &report.rewards[board * agents..(board + 1) * agents];
            let loads = report.loads.iter().filter(|load| load.board as usize == board).count();
            let bits = rewards.iter().map(|reward| reward.to_bits()).collect();
            together[board].push((field.board(board).layout(), bits, loads));
            if report.ends[board] != End::Running {
                field.spawn(board, &mut spawns[board]);
            }
        }
    }
    for (board, together) in together.iter().enumerate() {
        let mut alone = Field::new(Arc::clone(&rules), 1);
        let (mut spawn, mut choice) = (stream(board, "field"), stream(board, "choice"));
        alone.spawn(0, &mut spawn);
        for expected in together {
            let (mut actions, mut rewards, mut loads) = ([Action::None; 3], [0.0; 3], Vec::new());
            Policy::UniformValid.act_all(&alone.board(0), &mut choice, &mut actions);
            let end = alone.step(0, &actions, &mut rewards, &mut loads);
            let bits = rewards.iter().map(|reward| reward.to_bits()).collect();
            assert_eq!(&(alone.board(0).layout(), bits, loads.len()), expected, "board {board}");
            if end != End::Running {
                alone.spawn(0, &mut spawn);
            }
        }
    }
}

fn keeps_the_laws_of_strict(board: &Board<'_>) {
    let cells: Vec<_> = board.agents().map(|agent| agent.cell).collect();
    assert_eq!(cells.iter().collect::<BTreeSet<_>>().len(), cells.len(), "two agents in a cell: {cells:?}");
    let config = board.rules().config();
    let foods: Vec<_> = board.foods().collect();
    for cell in &cells {
        assert!(
            usize::from(cell.row) < config.rows && usize::from(cell.col) < config.cols,
            "{cell:?} is off the board"
        );
        assert!(foods.iter().all(|food| food.cell != *cell), "an agent on food");
    }
    for (k, food) in foods.iter().enumerate() {
        let (row, col) = (usize::from(food.cell.row), usize::from(food.cell.col));
        assert!((1..config.rows - 1).contains(&row) && (1..config.cols - 1).contains(&col), "food on the border");
        assert!(foods[..k].iter().all(|other| other.cell.steps_to(food.cell) >= 3), "foods too close");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn strict_boards_keep_their_laws(
        (rows, cols) in (4usize..9, 4usize..9),
        (agents, foods) in (1usize..9, 1usize..4),
        coop in any::<bool>(),
        common in any::<bool>(),
        crowd in any::<bool>(),
        seed in any::<u64>(),
    ) {
        let config = Config {
            mode: Mode::Strict,
            force_coop: coop,
            reward: if common { Reward::Common } else { Reward::Individual },
            max_steps: 60,
            ..Config::new(rows, cols, agents, foods)
        };
        let asked = config.check();
        prop_assume!(asked.is_ok() && agents + foods < rows * cols / 2);
        let rules = Arc::new(asked.expect("rules"));
        let mut field = Field::new(Arc::clone(&rules), 1);
        field.spawn(0, &mut draws(seed, 0, "field"));
        prop_assert_eq!(field.board(0).foods_left(), foods, "as many foods as asked for");
        let mut choice = draws(seed, 0, "choice");
        let (mut actions, mut rewards) = (vec![Action::None; agents], vec![0.0; agents]);
        let (mut lifted, mut returns) = (0, vec![0.0; agents]);
        let end = loop {
            keeps_the_laws_of_strict(&field.board(0));
            let policy = if crowd { Policy::Team } else { Policy::UniformValid };
            policy.act_all(&field.board(0), &mut choice, &mut actions);
            let mut loads = Vec::new();
            let end = field.step(0, &actions, &mut rewards, &mut loads);
            lifted += loads.iter().filter(|load| load.lifted()).map(|load| u32::from(load.level)).sum::<u32>();
            returns.iter_mut().zip(&rewards).for_each(|(sum, reward)| *sum += reward);
            let left: u32 = field.board(0).foods().map(|food| u32::from(food.level)).sum();
            prop_assert_eq!(lifted + left, field.board(0).spawned(), "no food comes or goes otherwise");
            // Each load's shares are what its agents got.
            let shares: f64 = loads
                .iter()
                .flat_map(|load| load.loaders.iter().map(|k| rules.share(load, field.board(0).agent(k).level)))
                .sum();
            let got = if common { rewards[0] } else { rewards.iter().sum() };
            prop_assert!((shares - got).abs() < 1e-12);
            if end != End::Running {
                break end;
            }
        };
        let together = if common { returns[0] } else { returns.iter().sum() };
        let expected = f64::from(lifted) / f64::from(field.board(0).spawned());
        prop_assert!((together - expected).abs() < 1e-12, "{} instead of {}", together, expected);
        prop_assert_eq!(end == End::Collected, field.board(0).foods_left() == 0);
        prop_assert_eq!((rules.done(end), rules.truncated(end)), (end == End::Collected, end == End::OutOfTime));
    }
}

#[test]
fn strict_boards_hold_as_much_food_as_fits() {
    // The greatest numbers, by trying everything: two on 5x5, four on 6x6, six on 7x7.
    for (side, foods) in [(5, 2), (6, 4), (7, 6)] {
        let rules = strict(Config::new(side, side, 3, foods));
        let mut field = Field::new(rules, 1);
        let mut seen = BTreeSet::new();
        for episode in 0..200 {
            field.spawn(0, &mut draws(6, episode, "field"));
            assert_eq!(field.board(0).foods_left(), foods);
            keeps_the_laws_of_strict(&field.board(0));
            seen.insert(field.board(0).foods().map(|food| food.cell).collect::<Vec<_>>());
        }
        assert!(seen.len() > 1, "{side}x{side}: more than one board");
        let fault =
            Config { mode: Mode::Strict, ..Config::new(side, side, 3, foods + 1) }.check().expect_err("too much");
        assert!(fault.to_string().contains(&format!("expected at most {foods}")), "{fault}");
    }
}

#[test]
fn impossible_fields_are_refused_at_the_key_at_fault() {
    let base = || Config::new(8, 8, 2, 2);
    let level = |level| Some(Levels::All(level));
    for (config, expected) in [
        (Config { rows: 2, ..base() }, "`field_size`: a field of 2 by 8"),
        (Config { agents: 0, ..base() }, "`players`: 0 agents"),
        (Config { agents: 65, ..base() }, "`players`: 65 agents"),
        (Config { foods: 0, ..base() }, "`max_num_food`: 0 foods"),
        (Config { agents: 8, foods: 2, rows: 3, cols: 3, sight: 3, ..base() }, "`players`: 8 agents and 2 foods"),
        (Config { sight: 9, ..base() }, "`sight`: a sight of 9 cells on a field of 8 by 8; expected at most 8"),
        (Config { penalty: f64::NAN, ..base() }, "`penalty`: a penalty of NaN"),
        (Config { penalty: -0.5, ..base() }, "`penalty`: a penalty of -0.5"),
        (Config { max_steps: 0, ..base() }, "`max_episode_steps`: 0 steps"),
        (Config { min_agent_level: Levels::All(3), ..base() }, "`min_player_level`: agent 1 has a least level of 3"),
        (Config { min_agent_level: Levels::All(0), ..base() }, "`min_player_level`: level 0"),
        (
            Config { max_agent_level: Levels::Each(vec![1]), ..base() },
            "`max_player_level`: 1 levels; expected one number",
        ),
        (Config { min_food_level: Levels::All(3), max_food_level: level(2), ..base() }, "`min_food_level`: food 1"),
        (Config { min_food_level: Levels::All(3), ..base() }, "`min_food_level`: a least level of food of 3"),
        (
            Config { force_coop: true, max_food_level: level(5), ..base() },
            "`max_food_level`: a food of level 5 that nobody can lift; expected at most 4",
        ),
    ] {
        let faults = config.check().expect_err(expected).to_string();
        assert!(faults.starts_with(expected), "{faults}");
    }
    // In strict mode alone is too little room for food a fault: the reference leaves food out.
    let crowded = Config::new(5, 5, 2, 3);
    assert!(crowded.clone().check().is_ok());
    assert!(Config { mode: Mode::Strict, ..crowded }.check().is_err());
}

#[test]
fn an_episode_is_traced_as_one_task_a_load() {
    let config = Config { penalty: 0.1, max_steps: 20, ..Config::new(6, 6, 3, 3) };
    let rules = Arc::new(config.check().expect("rules"));
    let (mut completed, mut failed) = (0, 0);
    for episode in 0..20 {
        let episode = play(&rules, Policy::Greedy, episode);
        let names: Arc<[String]> = ["ann", "bob", "cleo"].map(String::from).into();
        let loads: Vec<_> = episode.steps.iter().flat_map(|step| &step.loads).collect();
        let lines = |level| {
            let everybody = names.iter().cloned().chain(["field".to_string()]).collect();
            let key = RunKey::derive(Seed(1), 0, "");
            let mut mapping = TaskMapping::new(everybody, level, &key, "foraging", 0);
            let mut block = TraceBlock::default();
            task_facts(&episode, &names, Pace::default(), |at, fact| mapping.emit(at, &fact, &mut block));
            let line = |line: &[u8]| serde_json::from_slice(&[b"{", line].concat()).expect("a JSON line");
            block.lines().map(line).collect::<Vec<Value>>()
        };
        let mut streams: BTreeMap<String, Vec<StreamResponse>> = BTreeMap::new();
        for line in lines(TraceLevel::Wire) {
            let (kind, object) = (line["type"].as_str().expect("a type"), line["object"].to_string());
            assert_eq!(validate(kind, &object).expect("a known type"), [], "{object}");
            if kind == "StreamResponse" {
                let response: StreamResponse = serde_json::from_str(&object).expect("it is valid");
                let id = match &response {
                    StreamResponse::Task(task) => task.id.to_string(),
                    StreamResponse::StatusUpdate(event) => event.task_id.to_string(),
                    StreamResponse::ArtifactUpdate(event) => event.task_id.to_string(),
                    StreamResponse::Message(_) => panic!("the field answers with tasks"),
                };
                streams.entry(id).or_default().push(response);
            }
        }
        assert_eq!(streams.len(), loads.len(), "a task a load");
        for stream in streams.values() {
            assert_eq!(check_stream(StreamKind::Send, stream).map(|_| ()), Ok(()));
        }
        let tasks = lines(TraceLevel::Tasks);
        assert_eq!(tasks.len(), loads.len());
        let mut together = 0.0;
        for (task, load) in tasks.iter().zip(&loads) {
            assert_eq!((&task["from"], &task["type"]), (&"field".into(), &"Task".into()));
            let first = load.loaders.iter().next().expect("somebody");
            assert_eq!(task["to"], *names[first]);
            let task = &task["object"];
            let said = &task["history"][0]["parts"][0]["data"];
            assert_eq!(said["agents"].as_array().map(Vec::len), Some(load.loaders.count()));
            if load.lifted() {
                assert_eq!(task["status"]["state"], "TASK_STATE_COMPLETED");
                together += task["artifacts"][0]["parts"][0]["data"]["reward"].as_f64().expect("a reward");
                completed += 1;
            } else {
                assert_eq!(task["status"]["state"], "TASK_STATE_FAILED");
                let missing = &task["status"]["message"]["parts"][0]["data"];
                assert!(missing["strength"].as_u64() < missing["level"].as_u64(), "{missing}");
                together -= 0.1 * load.loaders.count() as f64;
                failed += 1;
            }
        }
        assert!((together - episode.team_return()).abs() < 1e-9, "tasks hold all that was gained and lost");
    }
    assert!(completed > 10 && failed > 10, "{completed} loads and {failed} that failed");
}

#[test]
fn boards_are_drawn_so_that_no_colour_is_needed() {
    let rules = rules("Foraging-6x6-2p-2f-coop-v3");
    let episode = play(&rules, Policy::Team, 3);
    let table = frames(&episode);
    assert_eq!(table.len(), 36 * (episode.steps.len() + 1), "a row a cell and step");
    for lang in Lang::ALL {
        let figures = draw(&table, &Options { lang, caption: "Foraging".into(), ..Options::default() }).expect("drawn");
        let [figure] = figures.as_slice() else { panic!("one figure") };
        assert!(figure.missing_glyphs.is_empty(), "{:?}", figure.missing_glyphs);
        for (k, agent) in episode.start.agents.iter().enumerate() {
            let mark = format!("aria-label=\"{}{}\"", ["a", "b"][k], agent.level);
            assert!(figure.svg.contains(&mark), "{mark} stands on the board");
        }
        let mark = format!("aria-label=\"*{}\"", episode.start.foods[0].level);
        assert!(figure.svg.contains(&mark), "{mark} stands on the board");
    }
}

/// Two agents lift a food that takes both, and one of them another alone: what the trace says of each, run again without it.
#[test]
fn a_trace_run_again_without_an_agent_gives_its_net_value() {
    let query = serde_json::json!({
        "cfg": { "field_size": [6, 6], "players": 3, "max_num_food": 2, "max_player_level": 2 },
        "agents": [[1, 2, 1], [2, 1, 1], [4, 3, 2]], "food": [[2, 2, 2], [4, 4, 2]],
        "steps": [{ "a": [5, 5, 0] }, { "a": [0, 0, 5] }],
        "replace": [0, 1, 2],
    });
    let answer = comity::query::answer_forage(&query).expect("a sound query");
    let found = answer["net_value"].as_array().expect("a list");
    for (k, net) in [0.5, 0.5, 0.5].into_iter().enumerate() {
        assert_eq!(found[k]["net"], net, "{k}");
        assert_eq!((&found[k]["with"]["tasks"], &found[k]["without"]["tasks"]), (&2.into(), &1.into()), "{k}");
    }
    // A colleague that looks after itself does as well beside the food.
    let mut greedy = query.clone();
    greedy["baseline"] = "greedy".into();
    greedy["replace"] = serde_json::json!([2]);
    assert_eq!(comity::query::answer_forage(&greedy).expect("a sound query")["net_value"][0]["net"], 0.0);
    let mut wrong = query;
    wrong["replace"] = serde_json::json!([3]);
    let fault = comity::query::answer_forage(&wrong).expect_err("nobody").to_string();
    assert!(fault.contains("agent 3; expected one of 0 to 2"), "{fault}");
}
