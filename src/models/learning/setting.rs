//! Reading the parameters of the learning model, and what does not go together.

use super::arena::Matching;
use super::cast::{Cast, Declared, Rule, talker};
use super::pacts::Terms;
use super::stage::{MinimumEffort, Stage};
use crate::catalogue::{Params, Place, Value, fold, suggestion};
use crate::error::{Diagnostic, Faults};
use crate::game;
use crate::learner::Learner;
use crate::models::rescues::{Contract, Records};
use crate::models::{Setting, conditions};
use crate::sim::Chance;

/// How play starts.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Start {
    /// By the rules themselves.
    Learners,
    /// Any action, all alike.
    Random,
    /// One action.
    Action(usize),
    /// Each action with a probability.
    Shares(Vec<f64>),
    /// The first action with a probability drawn for each repetition.
    Spread,
}

/// What is said before play.
pub(super) enum Talk {
    /// Nothing.
    Silence,
    /// Both send a message.
    Signals { messages: usize, rule: Box<dyn Learner> },
    /// One announces its action.
    Announcement { binds: Chance, rule: Box<dyn Learner> },
    /// Both are offered a contract, and sign it or do not.
    Contract { rule: Box<dyn Learner> },
}

/// Agents that take one action for ever.
#[derive(Clone, Copy, Debug)]
pub(super) struct Committed {
    pub(super) share: f64,
    pub(super) action: usize,
}

/// A device that recommends one action to all.
#[derive(Clone, Copy, Debug)]
pub(super) struct Device {
    pub(super) action: usize,
    pub(super) trust: [f64; 2],
    pub(super) weight: f64,
    pub(super) until: u64,
}

/// One set of rules under which the agents learn.
pub(super) struct Condition {
    pub(super) name: String,
    pub(super) stage: Stage,
    pub(super) cast: Cast,
    pub(super) matching: Matching,
    pub(super) rounds: u64,
    pub(super) start: Start,
    /// Whether learning is from expectations.
    pub(super) expected: bool,
    pub(super) noise: Chance,
    pub(super) talk: Talk,
    pub(super) committed: Option<Committed>,
    pub(super) device: Option<Device>,
    /// By row and column, by how much payoffs of both come out higher or lower; empty if they never do.
    pub(super) spread: Vec<Vec<f64>>,
    pub(super) contract: Option<Terms>,
    pub(super) records: Option<Records>,
    /// Whether it, or a condition that it is compared with, has a contract or records.
    pub(super) compared: bool,
    /// The action to which contracts bind, and which records hold for kept.
    pub(super) agreed: Option<usize>,
    /// The action whose spread is measured, where one is meant.
    pub(super) target: Option<usize>,
    /// What share of late play makes it settled.
    pub(super) settled: f64,
    /// Whether the target was named.
    pub(super) named_target: bool,
}

impl Condition {
    /// Whether contracts or records are switched on.
    pub(super) fn is_rescued(&self) -> bool {
        self.contract.is_some() || self.records.is_some()
    }
}

/// The most numbers that one repetition may hold for regrets or links.
const MOST_NUMBERS: usize = 1 << 24;

/// Reads the conditions; with none declared, the model's own rules are the only one.
pub(super) fn read(params: &Params, setting: &Setting, declared: &[Declared], faults: &mut Faults) -> Vec<Condition> {
    let mut found = conditions::read(params, setting, faults, |name, params, place, faults| {
        Reader { params, setting, place }.condition(name, declared, faults)
    });
    let compared = found.iter().any(Condition::is_rescued);
    found.iter_mut().for_each(|condition| condition.compared = compared);
    found
}

/// Reads one condition.
struct Reader<'a> {
    params: &'a Params,
    setting: &'a Setting,
    place: Place,
}

fn count(value: &Value) -> usize {
    usize::try_from(value.integer().unwrap_or(0)).expect("the schema bounds it")
}

impl Reader<'_> {
    fn at(&self, key: &str) -> crate::error::Location {
        let origin = self.params.get(key).map(|value| value.origin.clone()).unwrap_or_default();
        self.place.key(key).at(&origin)
    }

    fn fault(&self, key: &str, code: &'static str, found: impl Into<String>, expected: &str) -> Diagnostic {
        Diagnostic::new(code, found, expected).at(self.at(key))
    }

    fn condition(&self, name: &str, declared: &[Declared], faults: &mut Faults) -> Option<Condition> {
        let before = faults.diagnostics().len();
        let matching = self.matching();
        let size = self.params.get("size").map(count);
        let agents = size.unwrap_or_else(|| declared.iter().map(|group| group.count).sum());
        let stage = self.stage(&matching, agents, faults)?;
        self.fits_matching(&stage, &matching, agents, faults);
        let start = self.start(&stage, faults);
        let target = self.target(&stage, faults);
        let committed = self.params.get("committed").map(|value| {
            let section = value.section().expect("the schema declares a table");
            let action = self.convention("committed", &section, &stage, target, faults);
            Committed { share: section.number("share"), action }
        });
        let device = self.params.get("recommendation").map(|value| self.device(value, &stage, target, faults));
        let talk = self.talk(&stage, &matching, faults);
        let spread = self.spread(&stage, &matching, faults);
        let (contract, agreed) = self.contract(&stage, &matching, target, faults);
        let records = self.records(&stage, &matching, agreed, faults);
        let expected = self.params.text("feedback") == "expected";
        let rounds = u64::try_from(self.params.integer("rounds")).expect("the schema bounds it");
        if faults.diagnostics().len() > before {
            return None;
        }
        let given = self.learner(faults)?;
        let cast = Cast::of(declared, size, given, committed.map_or(0.0, |c| c.share), faults);
        let condition = Condition {
            name: name.to_string(),
            stage,
            cast,
            matching,
            rounds,
            start,
            expected,
            noise: Chance::of(self.params.number("noise")),
            talk,
            committed,
            device,
            spread,
            contract,
            records,
            compared: false,
            agreed,
            target,
            settled: self.params.number("settled"),
            named_target: self.params.has("target"),
        };
        self.goes_together(&condition, faults);
        (faults.diagnostics().len() == before).then_some(condition)
    }

    /// The rule that every agent has here, if one is given; nothing if it is wrong.
    fn learner(&self, faults: &mut Faults) -> Option<Option<Rule>> {
        let Some(value) = self.params.get("learner") else { return Some(None) };
        let learners = &self.setting.kit.learners;
        let found = super::cast::resolve(learners, value, &self.place.key("learner"));
        match found {
            Ok(found) => Some(Some(found)),
            Err(found) => {
                faults.extend(found.or_at(&self.at("learner")));
                None
            }
        }
    }

    fn matching(&self) -> Matching {
        let (kind, value) = self.params.variant("matching");
        let section = value.section().unwrap_or_default();
        match kind {
            "uniform" => Matching::Uniform,
            "everyone" => Matching::Everyone,
            "ring" => Matching::Ring { reach: section.count("reach") },
            "lattice" => Matching::Lattice {
                width: section.count("width"),
                neighbours: if section.text("neighbours") == "8" { 8 } else { 4 },
            },
            "graph" => {
                let edge = |value: &Value| {
                    let ends = value.as_list().unwrap_or_default();
                    [count(&ends[0]) - 1, count(&ends[1]) - 1]
                };
                Matching::Graph(section.list("edges").iter().map(edge).collect())
            }
            "small_world" => Matching::SmallWorld { reach: section.count("reach"), rewire: section.number("rewire") },
            "links" => Matching::Links { initial: section.number("initial"), discount: section.number("discount") },
            _ => Matching::Seats,
        }
    }

    fn stage(&self, matching: &Matching, agents: usize, faults: &mut Faults) -> Option<Stage> {
        if let Some(value) = self.params.get("minimum_effort") {
            let section = value.section().expect("the schema declares a table");
            let players = section.get("players").map_or(if matching.is_seats() { agents } else { 2 }, count);
            let (benefit, cost) = (section.number("benefit"), section.number("cost"));
            if !(cost > 0.0 && benefit > cost) {
                let found = format!("benefit {benefit} and cost {cost}");
                faults.push(self.fault("minimum_effort", "game-parameters", found, "benefit > cost > 0"));
                return None;
            }
            let (efforts, base) = (section.count("efforts"), section.number("base"));
            return Some(Stage::minimum_effort(MinimumEffort { players, efforts, benefit, cost, base }));
        }
        match game::from_value(self.params.value("game"), &self.place.key("game"), &self.setting.kit.games) {
            Ok(game) => Some(Stage::of(game)),
            Err(found) => {
                faults.extend(found);
                None
            }
        }
    }

    /// Checks that there are agents enough, and that the game is one that they can meet for.
    fn fits_matching(&self, stage: &Stage, matching: &Matching, agents: usize, faults: &mut Faults) {
        let players = stage.players;
        let mut refuse = |key: &str, found: String, expected: &str| {
            faults.push(self.fault(key, "wrong-matching", found, expected));
        };
        if matching.is_seats() {
            if agents != players {
                let found = format!("{agents} agents for a game of {players} players");
                refuse("matching", found, "one agent a seat, or a population (matching = { uniform = {} })");
            }
            return;
        }
        if !stage.symmetric {
            let found = "a population for a game whose players are not alike".to_string();
            refuse("matching", found, "a symmetric game, or an agent a seat (matching = { seats = {} })");
        }
        if !matching.is_tables() && players != 2 {
            let found = format!("a game of {players} players where agents meet in pairs");
            refuse("matching", found, "a game of two players, or matching = { uniform = {} }");
        }
        if agents < players.max(2) {
            refuse("matching", format!("a population of {agents}"), "enough agents to play the game");
        }
        match matching {
            Matching::Ring { reach } | Matching::SmallWorld { reach, .. } if 2 * reach >= agents.max(1) => {
                refuse("matching", format!("a reach of {reach} on a ring of {agents}"), "fewer neighbours than others");
            }
            Matching::Lattice { width, .. } if !agents.is_multiple_of(*width) || agents / width < 3 => {
                let found = format!("{agents} agents in rows of {width}");
                refuse("matching", found, "three or more whole rows");
            }
            Matching::Graph(edges) => {
                if let Some(edge) = edges.iter().find(|edge| edge.iter().any(|end| *end >= agents)) {
                    let found = format!("an edge from {} to {} among {agents} agents", edge[0] + 1, edge[1] + 1);
                    refuse("matching", found, "numbers of agents, from 1");
                }
            }
            Matching::Links { .. } if agents * agents > MOST_NUMBERS => {
                refuse("matching", format!("links among {agents} agents"), "at most 4096 agents");
            }
            Matching::Links { .. } if stage.seat(0).low() < 0.0 => {
                let found = "links that grow by payoffs below zero".to_string();
                refuse("matching", found, "a game without payoffs below zero");
            }
            _ => {}
        }
        let numbers = agents.saturating_mul(stage.most_actions() * stage.most_actions());
        if numbers > MOST_NUMBERS {
            refuse("matching", format!("{agents} agents with {} actions", stage.most_actions()), "fewer of them");
        }
    }

    /// The number of an action that all players have, by its name.
    fn action(&self, key: &str, value: &Value, stage: &Stage, faults: &mut Faults) -> Option<usize> {
        let wanted = value.as_text().unwrap_or_default();
        let names = stage.actions(0);
        let found = names.iter().position(|name| fold(name) == fold(wanted));
        let common = |action: &usize| (0..stage.players).all(|player| *action < stage.seat(player).actions());
        let found = found.filter(common);
        if found.is_none() {
            let mut fault =
                self.fault(key, "unknown-action", format!("unknown action {wanted:?}"), "an action of the game");
            if let Some(help) = suggestion(wanted, names.iter().map(String::as_str)) {
                fault = fault.help(help);
            }
            faults.push(fault.at(self.place.key(key).at(&value.origin)));
        }
        found
    }

    /// The action that a section names, or the target.
    fn convention(
        &self,
        key: &str,
        section: &Params,
        stage: &Stage,
        target: Option<usize>,
        faults: &mut Faults,
    ) -> usize {
        if let Some(value) = section.get("action") {
            return self.action(key, value, stage, faults).unwrap_or(0);
        }
        target.unwrap_or_else(|| {
            let found = "a game in which no one action is best for all if all take it";
            faults.push(self.fault(key, "missing-key", found, "`action`"));
            0
        })
    }

    fn target(&self, stage: &Stage, faults: &mut Faults) -> Option<usize> {
        match self.params.get("target") {
            Some(value) => self.action("target", value, stage, faults),
            None => stage.optimal_convention(),
        }
    }

    fn start(&self, stage: &Stage, faults: &mut Faults) -> Start {
        let (kind, value) = self.params.variant("start");
        match kind {
            "random" => Start::Random,
            "action" => self.action("start", value, stage, faults).map_or(Start::Learners, Start::Action),
            "shares" => {
                let shares: Vec<f64> = value.as_list().unwrap_or_default().iter().filter_map(Value::number).collect();
                let sum: f64 = shares.iter().sum();
                let fits = (0..stage.players).all(|player| stage.seat(player).actions() == shares.len());
                if !fits || (sum - 1.0).abs() > 1e-9 {
                    let found = format!("{} shares that sum to {sum}", shares.len());
                    faults.push(self.fault("start", "wrong-start", found, "one share an action, 1 in sum"));
                }
                Start::Shares(shares)
            }
            "spread" => Start::Spread,
            _ => Start::Learners,
        }
    }

    fn device(&self, value: &Value, stage: &Stage, target: Option<usize>, faults: &mut Faults) -> Device {
        let section = value.section().expect("the schema declares a table");
        let action = self.convention("recommendation", &section, stage, target, faults);
        let trust = section.numbers("trust");
        if trust[0] > trust[1] {
            let found = format!("trust from {} to {}", trust[0], trust[1]);
            faults.push(self.fault("recommendation", "out-of-range", found, "the least first"));
        }
        self.two_alike("recommendation", stage, faults);
        let until = section.get("until").map_or(u64::MAX, |value| count(value) as u64);
        Device { action, trust: [trust[0], trust[1]], weight: section.number("weight"), until }
    }

    /// Refuses what needs a game of two players with equally many actions.
    fn two_alike(&self, key: &str, stage: &Stage, faults: &mut Faults) {
        let alike = stage.players == 2 && stage.seat(0).actions() == stage.seat(1).actions();
        if !alike || stage.seat(0).contexts() != stage.seat(0).actions() {
            let found = format!("`{key}` in a game of {} players", stage.players);
            faults.push(self.fault(key, "wrong-game", found, "a game of two players with equally many actions"));
        }
    }

    /// Refuses what needs agents to meet one other a round.
    fn in_pairs(&self, key: &str, stage: &Stage, matching: &Matching, faults: &mut Faults) {
        self.two_alike(key, stage, faults);
        if !matching.is_tables() {
            let found = format!("`{key}` where an agent meets several others with one action");
            faults.push(self.fault(key, "wrong-matching", found, "matching = { seats = {} } or { uniform = {} }"));
        }
    }

    /// By how much payoffs come out higher or lower.
    fn spread(&self, stage: &Stage, matching: &Matching, faults: &mut Faults) -> Vec<Vec<f64>> {
        let Some(value) = self.params.get("spread") else { return Vec::new() };
        let row = |value: &Value| value.as_list().unwrap_or_default().iter().filter_map(Value::number).collect();
        let rows: Vec<Vec<f64>> = value.as_list().unwrap_or_default().iter().map(row).collect();
        let wanted: Vec<usize> = (0..stage.players).map(|player| stage.seat(player).actions()).collect();
        let fits = matches!(wanted[..], [a, b] if rows.len() == a && rows.iter().all(|row| row.len() == b));
        if !fits || stage.normal_form().is_none() {
            let found = format!("{} rows in a game of {} players", rows.len(), stage.players);
            faults.push(self.fault(
                "spread",
                "wrong-game",
                found,
                "one row for each action of the first of two players, with one number for each of the second",
            ));
        }
        if !matching.is_tables() {
            let found = "`spread` where an agent meets several others with one action";
            faults.push(self.fault("spread", "wrong-matching", found, "matching = { seats = {} } or { uniform = {} }"));
        }
        rows
    }

    /// The contract that is offered, and the action that it is on.
    fn contract(
        &self,
        stage: &Stage,
        matching: &Matching,
        target: Option<usize>,
        faults: &mut Faults,
    ) -> (Option<Terms>, Option<usize>) {
        let Some(value) = self.params.get("contract") else { return (None, target) };
        self.in_pairs("contract", stage, matching, faults);
        if self.params.has("recommendation") {
            let found = "a contract beside a recommendation";
            faults.push(self.fault("contract", "conflicting-keys", found, "one of the two"));
        }
        let section = value.section().expect("the schema declares a table");
        let agreed = self.convention("contract", &section, stage, target, faults);
        let contract = Contract::read(value, &self.place.key("contract"), faults);
        (Terms::of(contract, stage, agreed), Some(agreed))
    }

    /// The records that partners are shown.
    fn records(
        &self,
        stage: &Stage,
        matching: &Matching,
        agreed: Option<usize>,
        faults: &mut Faults,
    ) -> Option<Records> {
        let value = self.params.get("records")?;
        self.in_pairs("records", stage, matching, faults);
        if agreed.is_none() {
            let found = "records of a game in which no one action is best for all if all take it";
            faults.push(self.fault("records", "missing-key", found, "`target`: the action that keeps one's word"));
        }
        Records::read(value, &self.place.key("records"), self.setting, faults)
    }

    fn talk(&self, stage: &Stage, matching: &Matching, faults: &mut Faults) -> Talk {
        let learned = |section: &Params| section.has("learner");
        let mut given = ["signals", "announcement", "contract"].into_iter().filter_map(|key| {
            let value = self.params.get(key)?;
            (key != "contract" || value.section().is_some_and(|own| learned(&own))).then_some((key, value))
        });
        let Some((key, value)) = given.next() else { return Talk::Silence };
        if let Some((second, _)) = given.next() {
            let found = format!("`{key}` and `{second}`, both learned");
            faults.push(self.fault(second, "conflicting-keys", found, "one of the two"));
            return Talk::Silence;
        }
        self.in_pairs(key, stage, matching, faults);
        let section = value.section().expect("the schema declares a table");
        let place = self.place.key(key).key("learner");
        match talker(&self.setting.kit.learners, section.value("learner"), &place) {
            Err(found) => {
                faults.extend(found);
                Talk::Silence
            }
            Ok(rule) if key == "contract" => Talk::Contract { rule },
            Ok(rule) if key == "signals" => Talk::Signals { messages: section.count("messages"), rule },
            Ok(rule) => Talk::Announcement { binds: Chance::of(section.number("binds")), rule },
        }
    }

    /// Checks that the rules can learn in their seats, and what mean dynamics cannot have.
    fn goes_together(&self, condition: &Condition, faults: &mut Faults) {
        condition.cast.fits(condition, &self.at("game"), faults);
        if !condition.expected {
            return;
        }
        let mut refuse = |key: &str, found: &str| {
            faults.push(self.fault(key, "wrong-feedback", found, "feedback = \"realised\""));
        };
        if !condition.matching.is_seats() {
            refuse("matching", "expectations in a population");
        }
        if condition.stage.normal_form().is_none() {
            refuse("minimum_effort", "expectations in a game without a table of profiles");
        }
        if condition.start != Start::Learners {
            refuse("start", "a first action where no actions are drawn");
        }
        if !condition.spread.is_empty() {
            refuse("spread", "payoffs by chance where nothing is drawn");
        }
        if condition.noise != Chance::Never {
            refuse("noise", "slips where no actions are drawn");
        }
        for (key, given) in [
            ("signals", !matches!(condition.talk, Talk::Silence)),
            ("recommendation", condition.device.is_some()),
            ("committed", condition.committed.is_some()),
            ("contract", condition.contract.is_some()),
            ("records", condition.records.is_some()),
        ] {
            if given {
                refuse(key, "expectations beside talk, devices, commitments, contracts or records");
            }
        }
    }
}
