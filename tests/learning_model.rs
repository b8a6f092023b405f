//! The learning model against closed forms, published results and numbers that independent code came to.
//!
//! Statistical checks run with stated seeds. Optimised builds repeat more often than others, and tolerances follow the
//! number of repetitions.

use comity::exchange::TraceLevel;
use comity::models::{Lab, RunCx};
use comity::scenario::Scenario;
use comity::store::{RunRecorder, Tables};
use comity::table::{Cell, Table};

/// More repetitions where they are cheap.
const MANY: u64 = if cfg!(debug_assertions) { 150 } else { 1000 };

fn scenario(model: &str, agents: &str) -> String {
    format!("schema = 1\ntitle = \"t\"\nseed = 7\n[model.learning]\n{model}\n{agents}")
}

fn agents(groups: &[(&str, u32, &str)]) -> String {
    let group = |(name, count, strategy): &(&str, u32, &str)| {
        format!("[[agents]]\nname = \"{name}\"\ncount = {count}\nstrategy = \"{strategy}\"\n")
    };
    groups.iter().map(group).collect()
}

fn read(text: &str) -> Result<Scenario, String> {
    Scenario::read(text, "t.toml", &[], &Lab::new()).map_err(|faults| faults.to_string())
}

fn run(text: &str) -> Tables {
    let scenario = read(text).unwrap_or_else(|faults| panic!("{faults}\n{text}"));
    let key = scenario.run_key(0);
    let mut progress = |_: u64, _: u64| {};
    let mut recorder = RunRecorder::new(&*scenario.model, std::io::sink(), &mut progress);
    scenario.model.run(&RunCx { key: &key, trace: TraceLevel::Off }, &mut recorder).expect("it runs");
    recorder.finish().expect("nothing is written").tables
}

fn table<'a>(tables: &'a Tables, name: &str) -> &'a Table {
    tables.get(name).unwrap_or_else(|| panic!("no table {name}"))
}

/// The rows whose first columns are these texts.
fn rows<'a>(table: &'a Table, keys: &'a [&str]) -> impl Iterator<Item = usize> + 'a {
    (0..table.len()).filter(move |row| {
        keys.iter()
            .enumerate()
            .all(|(column, key)| matches!(table.cell(*row, column), Cell::Text(text) if text == *key))
    })
}

/// The number in a column of the only row with these keys.
fn number(tables: &Tables, name: &str, keys: &[&str], column: &str) -> f64 {
    let table = table(tables, name);
    let found: Vec<usize> = rows(table, keys).collect();
    assert_eq!(found.len(), 1, "{name} {keys:?}");
    let column = table.position(column).unwrap_or_else(|| panic!("no column {column}"));
    table.cell(found[0], column).number().unwrap_or_else(|| panic!("{name} {keys:?}: nothing"))
}

/// The share of repetitions that ended so; none is 0.
fn ended(tables: &Tables, condition: &str, outcome: &str) -> f64 {
    let outcomes = table(tables, "outcomes");
    let column = outcomes.position("run_share").expect("a column");
    let keys = [condition, outcome];
    rows(outcomes, &keys).map(|row| outcomes.cell(row, column).number().expect("a share")).sum()
}

fn hunt(sure: u32) -> String {
    format!(
        "game = {{ R = 5, S = 0, T = {sure}, P = {sure}, actions = [\"stag\", \"hare\"], mapping = \"stag_hunt\" }}"
    )
}

/// Kandori, Mailath & Rob 1993: best replies with mistakes spend nearly all of the time at the risk-dominant convention.
/// With a stag worth 5 and a sure hare of 2 or 3 the stag needs two or three fifths of hunters; its share is then
/// `1 - epsilon / 2` or `epsilon / 2` (simulations by other code came to .90, .95, .975, and to .101, .050, .032).
#[test]
fn mistakes_select_the_risk_dominant_convention() {
    let conditions = [(2, 0.2, 0.9, 4_000), (2, 0.1, 0.95, 20_000), (3, 0.2, 0.101, 20_000), (3, 0.1, 0.05, 40_000)];
    for (sure, mistake, expected, rounds) in conditions {
        let rule = format!("best_reply(mistake={mistake})");
        let model =
            format!("{}\nmatching = {{ everyone = {{}} }}\nstart = {{ random = {{}} }}\nrounds = {rounds}", hunt(sure));
        let found =
            run(&scenario(&format!("{model}\nrepetitions = 4\ntarget = \"stag\""), &agents(&[("h", 10, &rule)])));
        let rate = number(&found, "conditions", &["base"], "target_rate");
        assert!((rate - expected).abs() < 0.01, "sure {sure}, mistake {mistake}: {rate}, expected {expected}");
    }
}

/// Ellison 1993: on a ring of neighbours the risk-dominant convention spreads from a few mistakes; where all meet all it
/// has to wait for two fifths of all to err at once.
#[test]
fn neighbours_on_a_ring_change_convention_long_before_a_whole_population() {
    let model = format!(
        "{}\nmatching = {{ ring = {{}} }}\nstart = {{ action = \"hare\" }}\nrounds = 400\nrepetitions = 20\n\
         [[model.learning.conditions]]\nname = \"ring\"\n\
         [[model.learning.conditions]]\nname = \"everyone\"\nmatching = {{ everyone = {{}} }}\n",
        hunt(2)
    );
    let found = run(&scenario(&model, &agents(&[("h", 40, "best_reply(mistake=0.05,inertia=0.2)")])));
    assert!(number(&found, "conditions", &["ring"], "target_rate") > 0.9);
    assert!(number(&found, "conditions", &["everyone"], "target_rate") < 0.05);
}

/// The same population that best replies to all stays at the stag, which is not risk-dominant here, as long as anybody
/// waits, if it starts there: waiting times grow like a power of one over the rate of mistakes.
#[test]
fn a_convention_that_is_not_risk_dominant_lasts() {
    let model = format!("{}\nmatching = {{ everyone = {{}} }}\nrounds = 5000\nrepetitions = 4\n", hunt(3))
        + "[[model.learning.conditions]]\nname = \"stag\"\nstart = { action = \"stag\" }\n\
           [[model.learning.conditions]]\nname = \"hare\"\nstart = { action = \"hare\" }\n";
    let found = run(&scenario(&model, &agents(&[("h", 20, "best_reply(mistake=0.05)")])));
    assert!(number(&found, "conditions", &["stag"], "target_rate") > 0.97);
    assert!(number(&found, "conditions", &["hare"], "target_rate") < 0.03);
}

/// With payoffs 4, 0, 3, 2 a stag is the best reply from two thirds of stag hunters on: 14 committed among 19 others are
/// enough, 12 are not.
#[test]
fn a_committed_share_rescues_the_stag_from_the_threshold_on() {
    let model = "matching = { everyone = {} }\nstart = { action = \"hare\" }\nrounds = 20\n\
                 [[model.learning.conditions]]\nname = \"60\"\ncommitted = { share = 0.6 }\n\
                 [[model.learning.conditions]]\nname = \"70\"\ncommitted = { share = 0.7 }\n";
    let found = run(&scenario(model, &agents(&[("h", 20, "best_reply")])));
    assert_eq!(number(&found, "conditions", &["60"], "target_rate"), 0.0);
    assert_eq!(number(&found, "conditions", &["70"], "target_rate"), 1.0);
    // A stag hunter among twenty gets 4, for ever.
    assert_eq!(number(&found, "conditions", &["70"], "payoff_per_round"), 4.0);
}

/// The same threshold makes a recommendation worth obeying: trust above two thirds is confirmed, trust below is not.
#[test]
fn a_recommendation_is_obeyed_where_agents_trust_each_other_enough() {
    let model = "matching = { everyone = {} }\nstart = { shares = [0.3, 0.7] }\nrounds = 40\nrepetitions = 10\n\
                 [[model.learning.conditions]]\nname = \"trusted\"\nrecommendation = { trust = [0.7, 1.0] }\n\
                 [[model.learning.conditions]]\nname = \"distrusted\"\nrecommendation = { trust = [0.0, 0.6] }\n";
    let found = run(&scenario(model, &agents(&[("h", 20, "best_reply")])));
    assert_eq!(number(&found, "conditions", &["trusted"], "target_rate"), 1.0);
    assert_eq!(number(&found, "conditions", &["distrusted"], "target_rate"), 0.0);
    assert_eq!(number(&found, "conditions", &["distrusted"], "gain_pp"), -100.0);
}

/// An announcement that binds is believed and pays; one that does not bind changes little (Aumann 1990).
#[test]
fn an_announcement_helps_if_it_binds() {
    let talk = "learner = \"epsilon_greedy_q(rate=0.3,epsilon=0.05)\"";
    let model = format!(
        "game = \"aumann_stag_hunt\"\nmatching = {{ uniform = {{}} }}\nstart = {{ random = {{}} }}\nrounds = 1500\nrepetitions = 10\n\
         [[model.learning.conditions]]\nname = \"none\"\n\
         [[model.learning.conditions]]\nname = \"free\"\nannouncement = {{ binds = 0.0, {talk} }}\n\
         [[model.learning.conditions]]\nname = \"binding\"\nannouncement = {{ binds = 1.0, {talk} }}\n"
    );
    let rule = "stochastic_fictitious_play(temperature=0.1)";
    let found = run(&scenario(&model, &agents(&[("h", 10, rule)])));
    let rate = |condition: &str| number(&found, "conditions", &[condition], "target_rate");
    assert!(rate("binding") > 0.9, "{}", rate("binding"));
    assert!(rate("free") < 0.3 && rate("none") < 0.3, "{} {}", rate("free"), rate("none"));
}

/// Skyrms & Pemantle 2000: where agents seek out whom it paid to meet, stag hunters find each other. A hare is for sure
/// here, so that hare hunters do not care whom they meet (where a stag hunter is the better company for them, they go after
/// stag hunters).
#[test]
fn stag_hunters_who_choose_partners_find_each_other() {
    let model = "game = \"book_stag_hunt\"\nrounds = 500\nrepetitions = 5\nmatching = { links = {} }\n\
                 [[model.learning.conditions]]\nname = \"links\"\n\
                 [[model.learning.conditions]]\nname = \"uniform\"\nmatching = { uniform = {} }\n";
    let groups = [("stag", 6, "committed(action=1)"), ("hare", 6, "committed(action=2)")];
    let found = run(&scenario(model, &agents(&groups)));
    let payoff = |condition: &str, agent: &str| number(&found, "learners", &[condition, agent], "payoff_per_round");
    // Strangers: a stag hunter meets another with probability 5 in 11.
    assert!((payoff("uniform", "stag") - 20.0 / 11.0).abs() < 0.1);
    assert_eq!((payoff("uniform", "hare"), payoff("links", "hare")), (2.0, 2.0));
    assert!(payoff("links", "stag") > 2.8, "{}", payoff("links", "stag"));
    let links = table(&found, "links");
    let ends = |row: usize| [1, 2].map(|column| links.cell(row, column).show().starts_with("stag"));
    assert!(rows(links, &["links"]).any(|row| ends(row) == [true, true]));
    assert!(rows(links, &["links"]).all(|row| ends(row) != [true, false]), "no stag hunter seeks hares");
}

/// Van Huyck, Battalio & Beil 1990: groups of fourteen fall to the least effort; pairs can stay at the greatest.
#[test]
fn groups_fall_to_the_least_effort_and_pairs_need_not() {
    let effort = |players: u32| {
        format!("minimum_effort = {{ players = {players}, efforts = 7, benefit = 0.2, cost = 0.1, base = 0.6 }}")
    };
    let model = format!(
        "{}\nmatching = {{ seats = {{}} }}\nstart = {{ random = {{}} }}\nrounds = 400\nrepetitions = 20\n\
         [[model.learning.conditions]]\nname = \"group\"\n\
         [[model.learning.conditions]]\nname = \"pair\"\n{}\nsize = 2\nlearner = \"aspiration(level=1.25,shift=0.7)\"\n\
         [[model.learning.conditions]]\nname = \"pair that replies\"\n{}\nsize = 2\n",
        effort(14),
        effort(2),
        effort(2)
    );
    let found = run(&scenario(&model, &agents(&[("w", 14, "best_reply(inertia=0.3)")])));
    assert!(ended(&found, "group", "all 1") > 0.7);
    assert!(ended(&found, "pair", "7, 7") > 0.95);
    // What pairs that reply settle at lies between: the lower first effort is not always the least.
    let pair = number(&found, "conditions", &["pair that replies"], "payoff_per_round");
    assert!(pair > number(&found, "conditions", &["group"], "payoff_per_round") && pair < 1.3);
}

/// Hart & Mas-Colell 2000: the greatest regret vanishes; which correlated equilibrium is approached is not promised. Runs
/// by other code ended at a pure equilibrium each time.
#[test]
fn conditional_regrets_vanish_in_chicken() {
    let model = "game = \"chicken\"\nrounds = 100000\nrepetitions = 4\n";
    let rule = "conditional_regret_matching";
    let found = run(&scenario(model, &agents(&[("row", 1, rule), ("column", 1, rule)])));
    let regret = number(&found, "conditions", &["base"], "internal_regret");
    assert!(regret < 0.01, "{regret}");
    let pure = ended(&found, "base", "swerve, straight") + ended(&found, "base", "straight, swerve");
    assert_eq!(pure, 1.0);
    // 4.5 each, the mean of the two pure equilibria.
    assert!((number(&found, "conditions", &["base"], "payoff_per_round") - 4.5).abs() < 1e-9);
}

/// Claus & Boutilier 1998, with the schedule 16 * 0.995^t: other code came to these shares of 1000 runs at the optimum.
#[test]
fn independent_and_joint_learners_climb_as_often_as_in_other_code() {
    let expected = [
        ("climbing", 0.148, 0.015),
        ("penalty(k=0)", 1.0, 1.0),
        ("penalty(k=-10)", 0.999, 0.976),
        ("penalty(k=-50)", 0.895, 0.217),
        ("penalty(k=-100)", 0.604, 0.174),
    ];
    let rules =
        ["boltzmann_q(rate=0.1,temperature=16,decay=0.995)", "joint_action_learner(temperature=16,decay=0.995)"];
    for (game, independent, joint) in expected {
        for (rule, share) in rules.into_iter().zip([independent, joint]) {
            let model = format!("game = \"{game}\"\nrounds = 2000\nrepetitions = {MANY}\n");
            let found = run(&scenario(&model, &agents(&[("row", 1, rule), ("column", 1, rule)])));
            let reached = number(&found, "conditions", &["base"], "reached_share");
            #[expect(clippy::cast_precision_loss, reason = "a thousand")]
            let error = (share * (1.0 - share) * (1.0 / MANY as f64 + 1.0 / 1000.0)).sqrt();
            let tolerance = (2.6 * error).max(0.03);
            assert!((reached - share).abs() < tolerance, "{game}, {rule}: {reached}, expected {share} -+ {tolerance}");
        }
    }
}

/// Shapley 1964: fictitious play goes round six profiles for ever. Each stretch lasts as long as the one before and the
/// third before together, so that lengths grow by the root of `x^3 = x^2 + 1`, 1.4656, and a round by its sixth power.
#[test]
fn fictitious_play_cycles_ever_longer_in_shapleys_game() {
    let model = "game = \"shapley\"\nrounds = 60000\n";
    let found = run(&scenario(model, &agents(&[("row", 1, "fictitious_play"), ("column", 1, "fictitious_play")])));
    assert_eq!(ended(&found, "base", "cycle"), 1.0);
    let stretches = table(&found, "stretches");
    let column = stretches.position("stretch_rounds").expect("a column");
    let lengths: Vec<f64> =
        (0..stretches.len()).map(|row| stretches.cell(row, column).number().expect("a length")).collect();
    for k in 6..lengths.len() {
        let together = lengths[k - 1] + lengths[k - 3];
        assert!((lengths[k] - together).abs() <= 2.0, "stretch {k} of {lengths:?}");
    }
    let root: f64 = 1.465_571_231_876_768;
    assert!((root * root * root - root * root - 1.0).abs() < 1e-12);
    let sixth = (root * root * root) * (root * root * root);
    let growth = number(&found, "conditions", &["base"], "cycle_growth");
    assert!((growth / sixth - 1.0).abs() < 0.01, "{growth}, expected {sixth}");
}

/// Singh, Kearns & Mansour 2000: gradient ascent in matching pennies circles round the mixed equilibrium.
#[test]
fn mean_dynamics_run_without_draws() {
    let model = "game = \"matching_pennies\"\nfeedback = \"expected\"\nrounds = 2000\nrepetitions = 2\n";
    let found = run(&scenario(model, &agents(&[("row", 1, "gradient_ascent"), ("column", 1, "gradient_ascent")])));
    let play = table(&found, "play");
    assert!(!play.is_empty() && number(&found, "conditions", &["base"], "external_regret") < 0.1);
}

#[test]
fn what_does_not_go_together_is_refused_with_place_and_remedy() {
    let two = agents(&[("a", 1, "regret_matching"), ("b", 1, "regret_matching")]);
    let many = agents(&[("a", 6, "regret_matching")]);
    let cases = [
        ("", &many, "6 agents for a game of 2 players"),
        (
            "game = \"climbing\"\nmatching = { uniform = {} }",
            &many,
            "a population for a game whose players are not alike",
        ),
        ("target = \"stagg\"", &two, "did you mean \"stag\"?"),
        ("learner = \"regret_machine\"", &two, "unknown learner"),
        ("signals = {}\nannouncement = {}", &two, "`signals` and `announcement`, both learned"),
        ("spread = [[1, 1], [1]]", &two, "one row for each action of the first of two players"),
        ("spread = [[1, 1], [1, 1]]\nmatching = { everyone = {} }", &many, "meets several others"),
        ("signals = { learner = \"fictitious_play\" }", &two, "learns what to say from"),
        ("matching = { ring = { reach = 3 } }", &many, "a reach of 3 on a ring of 6"),
        ("matching = { lattice = { width = 4 } }", &many, "6 agents in rows of 4"),
        ("matching = { graph = { edges = [[1, 9]] } }", &many, "an edge from 1 to 9"),
        ("game = \"matching_pennies\"\ncommitted = { share = 0.5 }", &two, "`action`"),
        ("start = { shares = [0.5, 0.6] }", &two, "sum to 1.1"),
        ("feedback = \"expected\"\nnoise = 0.1", &two, "slips where no actions are drawn"),
        ("minimum_effort = { benefit = 0.1, cost = 0.2 }", &two, "benefit > cost > 0"),
        ("recommendation = { trust = [0.9, 0.1] }", &two, "trust from 0.9 to 0.1"),
    ];
    for (model, agents, expected) in cases {
        let fault = read(&scenario(model, agents)).err().unwrap_or_else(|| panic!("{model} was taken"));
        assert!(fault.contains(expected) && fault.contains("t.toml:"), "{model}: {fault}");
    }
    let wrong = read(&scenario("", &agents(&[("a", 2, "tit_for_tat")]))).err().expect("no learner");
    assert!(wrong.contains("comity list learners"), "{wrong}");
    assert!(read(&scenario("", "")).err().expect("nobody").contains("no agents"));
}

/// Where every action pays the same nobody regrets anything, the seat with fewer actions than the other included.
#[test]
fn nobody_regrets_an_action_that_it_does_not_have() {
    let game = "game = { row = [[-1, -1, -1], [-1, -1, -1]], column = [[-1, -1, -1], [-1, -1, -1]] }";
    let model = format!("{game}\nrounds = 200\nmatching = {{ seats = {{}} }}");
    let found = run(&scenario(&model, &agents(&[("row", 1, "any_action"), ("column", 1, "any_action")])));
    assert_eq!(number(&found, "conditions", &["base"], "external_regret"), 0.0);
}
