//! A course: episode after episode of one trainer in one world.
//!
//! Each episode draws from streams of its own, named by its number, so that a course is a pure function of world, trainer,
//! key and number of episodes, whether it ran through or was saved and resumed. An evaluation plays policies alone, on boards that
//! training does not see, and changes nothing.

use super::approximator::Form;
use super::percept::Local;
use super::trainer::{Policy, Team, Trainer, Transition, World};
use crate::error::Diagnostic;
use crate::ids::RunKey;
use crate::sim::{Draws, Purpose, Who};

/// What an episode came to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Episode {
    /// What the team gained, without discount.
    pub team: f64,
    /// How many steps it took.
    pub steps: u32,
}

/// A trainer in a world.
pub struct Course<W> {
    world: W,
    trainer: Box<dyn Trainer>,
    key: RunKey,
    place: String,
    repetition: u64,
    episode: u64,
    before: Vec<Local>,
    after: Vec<Local>,
    joint: Vec<usize>,
    rewards: Vec<f64>,
    mixtures: Vec<f64>,
}

impl<W: World> Course<W> {
    /// Sets a trainer up for a world. `place` and `repetition` name the streams of this course among those of the run.
    ///
    /// # Errors
    /// If the trainer cannot learn with weights of this form, or for so many.
    pub fn new(
        world: W,
        mut trainer: Box<dyn Trainer>,
        (form, shared): (Form, bool),
        key: &RunKey,
        (place, repetition): (&str, u64),
    ) -> Result<Self, Diagnostic> {
        let (agents, actions) = (world.agents(), world.actions());
        trainer.fits(form)?;
        trainer.fits_team(agents, actions)?;
        let who = Who { place, repetition, name: "weights" };
        let team = Team { agents, actions, contexts: world.contexts(), form, shared };
        trainer.begin(team, &mut key.draws(who, Purpose::Choice));
        Ok(Self {
            mixtures: vec![0.0; if world.needs_mixtures() { agents * actions } else { 0 }],
            world,
            trainer,
            key: *key,
            place: place.to_string(),
            repetition,
            episode: 0,
            before: vec![Local::default(); agents],
            after: vec![Local::default(); agents],
            joint: vec![0; agents],
            rewards: vec![0.0; agents],
        })
    }

    /// The trainer.
    pub fn trainer(&self) -> &dyn Trainer {
        &*self.trainer
    }

    /// The world, as the last episode left it.
    pub fn world(&self) -> &W {
        &self.world
    }

    /// How many episodes were trained.
    pub fn episode(&self) -> u64 {
        self.episode
    }

    fn who<'a>(&'a self, name: &'a str) -> Who<'a> {
        Who { place: &self.place, repetition: self.repetition, name }
    }

    /// Trains one episode.
    pub fn train(&mut self) -> Episode {
        let mut field = self.key.draws_at(self.who("world"), Purpose::Choice, self.episode);
        let mut choice = self.key.draws_at(self.who("choice"), Purpose::Choice, self.episode);
        let mut done = Episode::default();
        self.world.begin(&mut field);
        perceive(&self.world, &mut self.before);
        loop {
            self.trainer.act(self.episode, &self.before, &mut choice, &mut self.joint);
            if !self.mixtures.is_empty() {
                let rows = self.mixtures.chunks_exact_mut(self.world.actions());
                for (agent, (local, row)) in self.before.iter().zip(rows).enumerate() {
                    self.trainer.mixture(self.episode, agent, local, row);
                }
            }
            let context_before = self.world.context();
            let step = self.world.step(&self.joint, &self.mixtures, &mut self.rewards);
            perceive(&self.world, &mut self.after);
            let seen = Transition {
                before: &self.before,
                context_before,
                joint: &self.joint,
                rewards: &self.rewards,
                team: step.team,
                after: &self.after,
                context_after: self.world.context(),
                terminal: step.terminal,
            };
            self.trainer.learn(&seen, &mut choice);
            done.team += step.team;
            done.steps += 1;
            if step.over {
                break;
            }
            std::mem::swap(&mut self.before, &mut self.after);
        }
        self.trainer.end_episode();
        self.episode += 1;
        done
    }

    /// Plays so many episodes by the policies alone. Evaluations of the same number start alike.
    pub fn evaluate(&mut self, number: u64, episodes: u64) -> Vec<Episode> {
        let policies: Vec<Policy> = (0..self.world.agents()).map(|agent| self.trainer.policy(agent)).collect();
        let mut found = Vec::new();
        for episode in 0..episodes {
            let place = number * episodes + episode;
            let mut field = self.key.draws_at(self.who("evaluation"), Purpose::Choice, place);
            let mut choice = self.key.draws_at(self.who("policy"), Purpose::Choice, place);
            found.push(play_episode(&mut self.world, &policies, (&mut field, &mut choice), &mut |_| {}));
        }
        found
    }

    /// The course as bytes: how many episodes it ran, and all that was learned.
    pub fn save(&self) -> Vec<u8> {
        let mut bytes = self.episode.to_le_bytes().to_vec();
        bytes.extend(self.trainer.save());
        bytes
    }

    /// Takes up a course that was set up alike where it was saved.
    ///
    /// # Errors
    /// If the bytes are not of such a course; this one then is of no more use.
    pub fn resume(&mut self, bytes: &[u8]) -> Result<(), Diagnostic> {
        let Some((episode, rest)) = bytes.split_first_chunk() else {
            let found = format!("a checkpoint of {} bytes", bytes.len());
            return Err(Diagnostic::new("wrong-checkpoint", found, "a checkpoint of this very course"));
        };
        self.trainer.load(rest)?;
        self.episode = u64::from_le_bytes(*episode);
        Ok(())
    }
}

/// Plays an episode by policies alone, whoever trained them: `field` is the world's stream, `choice` that of all agents. `watch` sees
/// each joint action.
pub fn play_episode<W: World>(
    world: &mut W,
    policies: &[Policy],
    (field, choice): (&mut Draws, &mut Draws),
    watch: &mut dyn FnMut(&[usize]),
) -> Episode {
    let mut locals = vec![Local::default(); policies.len()];
    let mut joint = vec![0; policies.len()];
    let mut rewards = vec![0.0; policies.len()];
    // What agents do in the mean matters to credit alone, which nobody learns from here.
    let idle = vec![0.0; if world.needs_mixtures() { policies.len() * world.actions() } else { 0 }];
    let mut done = Episode::default();
    world.begin(field);
    loop {
        perceive(world, &mut locals);
        for ((action, policy), local) in joint.iter_mut().zip(policies).zip(&locals) {
            *action = policy.act(local, choice);
        }
        let step = world.step(&joint, &idle, &mut rewards);
        watch(&joint);
        done.team += step.team;
        done.steps += 1;
        if step.over {
            return done;
        }
    }
}

fn perceive<W: World>(world: &W, out: &mut [Local]) {
    for (agent, local) in out.iter_mut().enumerate() {
        world.perceive(agent, local);
    }
}
