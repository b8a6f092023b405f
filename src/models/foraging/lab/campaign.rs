//! Training a condition over and over: curves, final policies, and what a first load teaches.

use super::setting::Condition;
use super::world::BoardWorld;
use crate::error::Diagnostic;
use crate::ids::RunKey;
use crate::models::Checkpoints;
use crate::models::courses::{self, Plan};
use crate::models::foraging::Action;
use crate::sim::{Purpose, Who, map_indexed};
use crate::training::{Course, Local, Team, Transition, World};

/// One training from scratch.
pub(super) struct Run {
    pub(super) course: courses::Run,
    /// On a given board, by how much each agent prefers loading to staying in the end; nothing if it cannot load.
    pub(super) gaps: Vec<Option<f64>>,
}

/// What the first load of an agent teaches it, from scratch: the expected change of its preference for loading.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Lesson {
    /// Where all others that can load do.
    pub(super) others_load: f64,
    /// Where the others act as they do at the start; nothing if there are too many joint actions to be averaged over.
    pub(super) at_start: Option<f64>,
}

/// The most joint actions of the others over which a lesson is averaged.
const MOST_JOINT: usize = 10_000;

impl Condition {
    /// A course of a repetition.
    pub(super) fn course(&self, key: &RunKey, repetition: u64) -> Course<BoardWorld> {
        let world = BoardWorld::new(self.terms.clone());
        Course::new(world, self.trainer.clone(), (self.form, self.shared), key, ("foraging", repetition))
            .expect("that the trainer fits was checked when it was read")
    }

    /// All repetitions; nothing if one of them stopped at a checkpoint.
    pub(super) fn runs(
        &self,
        key: &RunKey,
        plan: Plan,
        (checkpoints, condition): (Option<&dyn Checkpoints>, usize),
    ) -> Result<Option<Vec<Run>>, Diagnostic> {
        let repetitions = usize::try_from(plan.repetitions).expect("the schema bounds it");
        let runs = map_indexed(repetitions, |repetition| {
            let repetition = repetition as u64;
            let mut course = self.course(key, repetition);
            let kept = courses::Kept { checkpoints, condition, repetition };
            let run = courses::run(&mut course, self.episodes, plan, kept)?;
            Ok(run.map(|run| Run { course: run, gaps: self.gaps(&course, key) }))
        });
        runs.into_iter().collect()
    }

    /// The board of every episode, if there is one, and what each agent perceives of it.
    fn start(&self, key: &RunKey) -> Option<(BoardWorld, Vec<Local>)> {
        self.terms.layout.as_ref()?;
        let mut world = BoardWorld::new(self.terms.clone());
        world.begin(&mut key.draws(Who::agent("start"), Purpose::Choice));
        let locals = perceive(&world);
        Some((world, locals))
    }

    fn gaps(&self, course: &Course<BoardWorld>, key: &RunKey) -> Vec<Option<f64>> {
        let Some((_, locals)) = self.start(key) else { return Vec::new() };
        let gap = |(agent, local): (usize, &Local)| {
            let mut numbers = [0.0; Action::ALL.len()];
            course.trainer().preferences(agent, local, &mut numbers);
            let gap = numbers[Action::Load.index()] - numbers[Action::None.index()];
            local.allows(Action::Load.index()).then_some(gap).filter(|gap| gap.is_finite())
        };
        locals.iter().enumerate().map(gap).collect()
    }

    /// What a first load on the given board teaches each agent; nothing of one that cannot load, or where there is no such board.
    pub(super) fn lessons(&self, key: &RunKey) -> Vec<Option<Lesson>> {
        let Some((world, locals)) = self.start(key) else { return Vec::new() };
        let (agents, actions) = (world.agents(), world.actions());
        let mut draws = key.draws(Who::agent("lesson"), Purpose::Choice);
        let mut fresh = self.trainer.clone();
        let contexts = world.contexts();
        fresh.begin(Team { agents, actions, contexts, form: self.form, shared: self.shared }, &mut draws);
        let mut mixtures = vec![0.0; agents * actions];
        for (agent, (local, row)) in locals.iter().zip(mixtures.chunks_exact_mut(actions)).enumerate() {
            fresh.mixture(0, agent, local, row);
        }
        let load = Action::Load.index();
        let everyone: Vec<usize> =
            locals.iter().map(|local| if local.allows(load) { load } else { Action::None.index() }).collect();
        let mut change = |agent: usize, joint: &[usize]| {
            let (mut world, _) = self.start(key).expect("there is a board");
            let mut rewards = vec![0.0; agents];
            let context_before = world.context();
            let needed = if world.needs_mixtures() { &mixtures[..] } else { &[] };
            let step = world.step(joint, needed, &mut rewards);
            let after = perceive(&world);
            let mut learner = fresh.clone();
            let seen = Transition {
                before: &locals,
                context_before,
                joint,
                rewards: &rewards,
                team: step.team,
                after: &after,
                context_after: world.context(),
                terminal: step.terminal,
            };
            let preference = |learner: &dyn crate::training::Trainer| {
                let mut numbers = vec![0.0; actions];
                learner.preferences(agent, &locals[agent], &mut numbers);
                numbers[load]
            };
            let before = preference(&*learner);
            learner.learn(&seen, &mut draws);
            learner.end_episode();
            preference(&*learner) - before
        };
        let mut lesson = |agent: usize| {
            if !locals[agent].allows(load) {
                return None;
            }
            let others_load = change(agent, &everyone);
            let mut at_start = 0.0;
            let mut joint = vec![0; agents];
            if actions.checked_pow(u32::try_from(agents).unwrap_or(u32::MAX)).is_none_or(|all| all > MOST_JOINT) {
                return Some(Lesson { others_load, at_start: None });
            }
            for mut place in 0..actions.pow(u32::try_from(agents).unwrap_or(u32::MAX)) {
                let mut weight = 1.0;
                for (other, action) in joint.iter_mut().enumerate() {
                    *action = place % actions;
                    place /= actions;
                    weight *= if other == agent {
                        f64::from(u8::from(*action == load))
                    } else {
                        mixtures[other * actions + *action]
                    };
                }
                if weight > 0.0 {
                    at_start += weight * change(agent, &joint);
                }
            }
            Some(Lesson { others_load, at_start: Some(at_start) })
        };
        (0..agents).map(&mut lesson).collect()
    }
}

fn perceive(world: &BoardWorld) -> Vec<Local> {
    let local = |agent| {
        let mut local = Local::default();
        world.perceive(agent, &mut local);
        local
    };
    (0..world.agents()).map(local).collect()
}
