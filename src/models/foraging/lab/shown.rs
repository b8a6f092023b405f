//! What is shown beside learning: an episode and who earned what in it, and what the team loses without each agent.
//!
//! Agents that do not learn play an episode; all credit rules are applied to each of its steps. The counterfactual of an engineer asks for
//! less: run again with a baseline in an agent's place, all else alike down to the others' draws, and subtract. Each load
//! is a task at the field, so that the runs are traces of delegated tasks.

use super::setting::{Acting, Condition};
use super::world::{Sites, Terms, Worth};
use crate::credit::Rule;
use crate::exact::Rational;
use crate::ids::RunKey;
use crate::models::foraging::{Action, End, Episode, Field, Load};
use crate::sim::{Draws, Purpose, Who, map_indexed};
use crate::stats::Running;
use std::sync::Arc;

/// What the team gains without an agent.
pub(super) struct NetValue {
    /// The mean return with it, and with the baseline in its place.
    pub(super) with: Running,
    pub(super) without: Running,
    /// The difference, episode by episode.
    pub(super) difference: Running,
    /// The tasks completed at the field an episode, with it and without.
    pub(super) tasks: [Running; 2],
}

/// Plays an episode: a board of its own stream unless one is given, and a stream an agent.
fn play(terms: &Terms, acting: &[Acting], key: &RunKey, episode: u64) -> Episode {
    let who = |name| Who { place: "shown", repetition: episode, name };
    let mut field = Field::new(Arc::clone(&terms.rules), 1);
    match &terms.layout {
        Some(layout) => field.place(0, layout).expect("a layout that was checked when it was read"),
        None => field.spawn(0, &mut key.draws(who("field"), Purpose::Choice)),
    }
    let start = field.board(0).layout();
    let names: Vec<String> = (0..acting.len()).map(crate::models::foraging::letter).collect();
    let mut draws: Vec<Draws> = names.iter().map(|name| key.draws(who(name), Purpose::Choice)).collect();
    let (mut steps, mut rewards, mut loads) = (Vec::new(), vec![0.0; acting.len()], Vec::new());
    // Who loads or stays goes on doing so: one step shows it.
    let moves = acting.iter().any(|acting| matches!(acting, Acting::Policy(_)));
    while field.board(0).end() == End::Running && (moves || steps.is_empty()) {
        let board = field.board(0);
        let act = |(agent, acting): (usize, &Acting)| match acting {
            Acting::Load => Action::Load,
            Acting::Stay => Action::None,
            Acting::Policy(policy) => policy.act(&board, agent, &mut draws[agent]),
        };
        let actions: Vec<Action> = acting.iter().enumerate().map(act).collect();
        field.step(0, &actions, &mut rewards, &mut loads);
        steps.push(actions);
    }
    Episode::replay(&terms.rules, &start, &steps).expect("a layout that was on a board")
}

/// What the team gains by a load.
fn worth(terms: &Terms, load: &Load) -> f64 {
    let config = terms.rules.config();
    #[expect(clippy::cast_precision_loss, reason = "at most 64 agents")]
    let loaders = load.loaders.count() as f64;
    match terms.worth {
        _ if !load.lifted() => -config.penalty * loaders,
        Worth::Item => 1.0,
        Worth::Level if config.normalize_reward => f64::from(load.level) / f64::from(load.spawned),
        Worth::Level => f64::from(load.level),
    }
}

/// The return of an episode and how many tasks it completed.
fn gained(terms: &Terms, episode: &Episode) -> [f64; 2] {
    let loads = || episode.steps.iter().flat_map(|step| &step.loads);
    let completed = loads().map(|load| f64::from(u8::from(load.lifted()))).sum();
    [loads().map(|load| worth(terms, load)).sum(), completed]
}

impl Condition {
    /// The episode that is shown.
    pub(super) fn shown(&self, acting: Acting, key: &RunKey) -> Episode {
        play(&self.terms, &vec![acting; self.terms.rules.config().agents], key, 0)
    }

    /// What a rule credits each agent with over an episode, and by which standard error if it samples; agents are taken to
    /// choose any valid action alike in the mean.
    pub(super) fn credit(&self, rule: &dyn Rule, episode: &Episode) -> Vec<(Rational, Option<f64>)> {
        let mut field = Field::new(Arc::clone(&episode.rules), 1);
        field.place(0, &episode.start).expect("a layout that was on a board");
        let agents = episode.start.agents.len();
        let (mut sums, mut rewards, mut loads) = (vec![Rational::zero(); agents], vec![0.0; agents], Vec::new());
        let mut variances: Option<Vec<f64>> = None;
        for (number, step) in (0..).zip(&episode.steps) {
            let board = field.board(0);
            let sites = Sites::of(&board, self.terms.worth);
            let even = |agent: usize| -> Vec<Rational> {
                let valid = u64::from(board.valid(agent).0) & self.terms.actions;
                let share = Rational::new(1, i64::from(valid.count_ones().max(1)));
                let chance = |a| if valid >> a & 1 == 1 { share.clone() } else { Rational::zero() };
                (0..Action::ALL.len()).map(chance).collect()
            };
            let policies: Vec<Vec<Rational>> = (0..agents).map(even).collect();
            let joint: Vec<usize> = step.actions.iter().map(|action| action.index()).collect();
            let (credits, errors) =
                sites.moment(&joint, &policies, number, |moment| (rule.credit(moment), rule.errors(moment)));
            sums.iter_mut().zip(&credits).for_each(|(sum, credit)| *sum += credit);
            if let Some(errors) = errors {
                // Samples of different moments are independent.
                let variances = variances.get_or_insert_with(|| vec![0.0; agents]);
                variances.iter_mut().zip(errors).for_each(|(sum, error)| *sum += error * error);
            }
            field.step(0, &step.actions, &mut rewards, &mut loads);
        }
        let errors = (0..agents).map(|agent| variances.as_ref().map(|variances| variances[agent].sqrt()));
        sums.into_iter().zip(errors).collect()
    }

    /// What the team gains over what it gains with `baseline` in the place of each agent, over so many episodes.
    pub(super) fn net_values(&self, acting: Acting, baseline: Acting, episodes: u64, key: &RunKey) -> Vec<NetValue> {
        let agents = self.terms.rules.config().agents;
        let all = vec![acting; agents];
        let jobs = usize::try_from(episodes).expect("the schema bounds it");
        let found = map_indexed(jobs, |episode| {
            let gain = |acting: &[Acting]| gained(&self.terms, &play(&self.terms, acting, key, episode as u64));
            let with = gain(&all);
            let without = |agent: usize| {
                let mut acting = all.clone();
                acting[agent] = baseline;
                gain(&acting)
            };
            (with, (0..agents).map(without).collect::<Vec<_>>())
        });
        let value = |agent: usize| {
            let [mut with, mut without, mut difference] = [Running::default(); 3];
            let mut tasks = [Running::default(); 2];
            for (all, others) in &found {
                with.push(all[0]);
                without.push(others[agent][0]);
                difference.push(all[0] - others[agent][0]);
                tasks[0].push(all[1]);
                tasks[1].push(others[agent][1]);
            }
            NetValue { with, without, difference, tasks }
        };
        (0..agents).map(value).collect()
    }
}
