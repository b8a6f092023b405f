//! What a game of conventions is, and how it becomes a world to learn in, its labels as they are or relabelled.
//!
//! Some things of a game have names that mean nothing: levers that pay the same, messages that cost the same, colours. Players that
//! train together may come to mean something by them, which strangers do not know. In *other-play* (Hu et al. 2020) each
//! agent has in every episode labels of its own, a permutation of those that nothing tells apart, so that only what
//! any relabelling leaves alone can be learned.

use crate::sim::Draws;
use crate::training::{Local, World, WorldStep, mix};

/// A game of two agents with a common reward.
pub(super) trait Play: Send + Sync {
    /// How many actions each agent has.
    fn actions(&self) -> usize;

    /// The name of an agent's action.
    fn name(&self, agent: usize, action: usize) -> String;

    /// The class of each label: only labels of one class may be swapped.
    fn labels(&self) -> Vec<usize>;

    /// The label that an agent's action names, if it names one.
    fn label(&self, agent: usize, action: usize) -> Option<usize>;

    /// The action of an agent that names a label.
    fn naming(&self, agent: usize, label: usize) -> usize;

    /// Begins an episode.
    fn begin(&mut self, draws: &mut Draws);

    /// The valid actions of an agent, by bits.
    fn valid(&self, agent: usize) -> u64;

    /// Writes what an agent sees as numbers, every label as that agent calls it.
    fn see(&self, agent: usize, called: &[usize], out: &mut dyn FnMut(usize));

    /// Acts, and gives the common reward and whether the episode is over.
    fn step(&mut self, joint: &[usize]) -> (f64, bool);

    /// A copy at the beginning.
    fn boxed_clone(&self) -> Box<dyn Play>;
}

/// A game as a world.
pub(super) struct Meeting {
    play: Box<dyn Play>,
    /// Whether each agent has labels of its own in every episode.
    relabels: bool,
    classes: Vec<usize>,
    /// By agent: what it calls each label, and which label it means by a name.
    called: [Vec<usize>; 2],
    meant: [Vec<usize>; 2],
}

impl Meeting {
    pub(super) fn new(play: Box<dyn Play>, relabels: bool) -> Self {
        let classes = play.labels();
        let same: Vec<usize> = (0..classes.len()).collect();
        Self { play, relabels, classes, called: [same.clone(), same.clone()], meant: [same.clone(), same] }
    }

    /// The action that an agent means by one of its own.
    fn meant(&self, agent: usize, action: usize) -> usize {
        match self.play.label(agent, action) {
            Some(label) => self.play.naming(agent, self.meant[agent][label]),
            None => action,
        }
    }

    fn relabel(&mut self, draws: &mut Draws) {
        for agent in 0..2 {
            for class in 0..=self.classes.iter().max().copied().unwrap_or(0) {
                let members: Vec<usize> = (0..self.classes.len()).filter(|k| self.classes[*k] == class).collect();
                let mut names = members.clone();
                draws.shuffle(&mut names);
                for (label, name) in members.into_iter().zip(names) {
                    self.called[agent][label] = name;
                    self.meant[agent][name] = label;
                }
            }
        }
    }
}

impl World for Meeting {
    fn agents(&self) -> usize {
        2
    }

    fn actions(&self) -> usize {
        self.play.actions()
    }

    fn begin(&mut self, draws: &mut Draws) {
        if self.relabels {
            self.relabel(draws);
        }
        self.play.begin(draws);
    }

    fn perceive(&self, agent: usize, out: &mut Local) {
        let mut key = mix(0x0c0d_e5ed, agent as u64);
        self.play.see(agent, &self.called[agent], &mut |number| key = mix(key, number as u64));
        out.percept.clear();
        out.percept.keys.push(key);
        let valid = self.play.valid(agent);
        out.valid = (0..self.play.actions())
            .filter(|action| valid >> self.meant(agent, *action) & 1 == 1)
            .fold(0, |bits, action| bits | 1 << action);
    }

    fn step(&mut self, joint: &[usize], _: &[f64], rewards: &mut [f64]) -> WorldStep {
        let meant = [self.meant(0, joint[0]), self.meant(1, joint[1])];
        let (team, over) = self.play.step(&meant);
        rewards.fill(team);
        WorldStep { team, over, terminal: over }
    }
}
