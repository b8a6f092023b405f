//! A board as a world to learn in: what is perceived, what a step pays, and to whom.
//!
//! What a joint action gains depends on who loads alone: who loads stays where it is, and who moves does not load. So the reward
//! of every other joint action from the same board is known without playing it, and any credit rule can be used.

use super::views::{Reader, View};
use crate::credit::{Moment, Rule};
use crate::exact::Rational;
use crate::models::foraging::{Action, Board, Cell, End, Field, Layout, Load, Rules};
use crate::sim::Draws;
use crate::training::{Local, World, WorldStep};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What a lifted food is worth to the team.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Worth {
    /// Its level, over the levels of all foods of the board if rewards are normalised.
    Level,
    /// 1, whatever its level.
    Item,
}

/// What a step could gain: who stands at what, and what it takes.
#[derive(Clone, Debug, Default)]
pub(super) struct Sites {
    /// For each agent, the food beside it.
    at: Vec<Option<usize>>,
    levels: Vec<u32>,
    /// For each food with somebody beside it: where, and its level.
    foods: Vec<(Cell, u32)>,
    /// By what levels are divided for a food's worth; nothing if each is worth 1.
    spawned: Option<u32>,
    penalty: f64,
}

impl Sites {
    /// The sites of a board. Of several foods beside an agent it loads the one to its north, south, west or east.
    pub(super) fn of(board: &Board<'_>, worth: Worth) -> Self {
        let config = board.rules().config();
        let spawned = match worth {
            Worth::Item => None,
            Worth::Level if config.normalize_reward => Some(board.spawned().max(1)),
            Worth::Level => Some(1),
        };
        let mut sites = Self { penalty: config.penalty, spawned, ..Self::default() };
        for agent in board.agents() {
            let Cell { row, col } = agent.cell;
            let beside = [(row.wrapping_sub(1), col), (row + 1, col), (row, col.wrapping_sub(1)), (row, col + 1)];
            let beside = beside.into_iter().map(|(row, col)| Cell { row, col }).find(|cell| board.food_at(*cell) > 0);
            let site = beside.map(|cell| {
                sites.foods.iter().position(|(known, _)| *known == cell).unwrap_or_else(|| {
                    sites.foods.push((cell, board.food_at(cell).into()));
                    sites.foods.len() - 1
                })
            });
            sites.at.push(site);
            sites.levels.push(agent.level.into());
        }
        sites
    }

    /// All that the credit for a joint action follows from, but for what agents do in the mean.
    fn key(&self, joint: &[usize]) -> Vec<u32> {
        let mut key = vec![self.spawned.unwrap_or(0)];
        for ((site, level), action) in self.at.iter().zip(&self.levels).zip(joint) {
            let place = site.map_or(0, |food| u32::try_from(food).unwrap_or(u32::MAX) + 1);
            key.extend([place, *level, u32::from(*action == Action::Load.index())]);
        }
        key.extend(self.foods.iter().map(|(_, level)| level));
        key
    }

    /// What a food of this level is worth.
    fn worth(&self, level: u32) -> Rational {
        match self.spawned {
            None => Rational::one(),
            Some(spawned) => Rational::new(level.into(), spawned.into()),
        }
    }

    fn penalty(&self) -> Rational {
        Rational::from_decimal_of(self.penalty).expect("the rules bound the penalty")
    }

    fn loads<'a>(&'a self, joint: &'a [usize], food: usize) -> impl Iterator<Item = usize> + 'a {
        let loads = move |agent: &usize| joint[*agent] == Action::Load.index() && self.at[*agent] == Some(food);
        (0..joint.len()).filter(loads)
    }

    /// How strong those are that load a food, and how many.
    fn strength(&self, joint: &[usize], food: usize) -> (u32, usize) {
        self.loads(joint, food).fold((0, 0), |(sum, count), agent| (sum + self.levels[agent], count + 1))
    }

    /// What the team gains by a joint action.
    pub(super) fn reward(&self, joint: &[usize]) -> Rational {
        let mut reward = Rational::zero();
        for (food, (_, level)) in self.foods.iter().enumerate() {
            let (strength, count) = self.strength(joint, food);
            if strength >= *level && count > 0 {
                reward += &self.worth(*level);
            } else if count > 0 && self.penalty > 0.0 {
                reward -= &(&self.penalty() * &Rational::from(count as i128));
            }
        }
        reward
    }

    /// What each gets of it in proportion to levels: the reward of the environment itself.
    pub(super) fn paid(&self, joint: &[usize]) -> Vec<Rational> {
        let mut paid = vec![Rational::zero(); joint.len()];
        for (food, (_, level)) in self.foods.iter().enumerate() {
            let (strength, _) = self.strength(joint, food);
            for agent in self.loads(joint, food) {
                paid[agent] = if strength >= *level {
                    &self.worth(*level) * &Rational::new(self.levels[agent].into(), strength.max(1).into())
                } else {
                    -self.penalty()
                };
            }
        }
        paid
    }

    /// What a rule gives each for a joint action, where each would else stay.
    pub(super) fn credit(&self, rule: &dyn Rule, joint: &[usize], policies: &[Vec<Rational>]) -> Vec<Rational> {
        self.moment(joint, policies, 0, |moment| rule.credit(moment))
    }

    /// Asks about a joint action as a moment of an episode.
    pub(super) fn moment<R>(
        &self,
        joint: &[usize],
        policies: &[Vec<Rational>],
        number: u64,
        ask: impl FnOnce(&Moment<'_>) -> R,
    ) -> R {
        let defaults = vec![Action::None.index(); joint.len()];
        let reward = |acting: &[usize]| self.reward(acting);
        ask(&Moment { joint, defaults: &defaults, policies, paid: &self.paid(joint), number, reward: &reward })
    }
}

/// The rules of a world.
#[derive(Clone)]
pub(super) struct Terms {
    pub(super) rules: Arc<Rules>,
    /// The board of every episode; a new one each, if nothing.
    pub(super) layout: Option<Layout>,
    /// The actions that agents have, by their bits.
    pub(super) actions: u64,
    pub(super) worth: Worth,
    pub(super) credit: Arc<dyn Rule>,
    /// Whether the credit is what the field itself pays.
    pub(super) as_paid: bool,
    /// What each load costs who loads.
    pub(super) effort: f64,
    pub(super) view: View,
    pub(super) network: bool,
    /// Whether time that is up is an end for learners.
    pub(super) timeout_ends: bool,
}

/// A board to learn on.
pub(super) struct BoardWorld {
    terms: Terms,
    reader: Reader,
    field: Field,
    loads: Vec<Load>,
    acts: Vec<Action>,
    /// What was handed out, by what it follows from: the team's reward and each agent's.
    known: BTreeMap<Vec<u32>, (f64, Vec<f64>)>,
}

/// How much that was handed out is remembered.
const MOST_KNOWN: usize = 1 << 14;

impl BoardWorld {
    pub(super) fn new(terms: Terms) -> Self {
        Self {
            reader: Reader::new(terms.view, &terms.rules, terms.network),
            field: Field::new(Arc::clone(&terms.rules), 1),
            loads: Vec::new(),
            acts: vec![Action::None; terms.rules.config().agents],
            known: BTreeMap::new(),
            terms,
        }
    }

    pub(super) fn board(&self) -> Board<'_> {
        self.field.board(0)
    }

    /// Writes what each gets by the credit rule, and gives what the team gets.
    fn hand_out(&mut self, sites: &Sites, joint: &[usize], mixtures: &[f64], rewards: &mut [f64]) -> f64 {
        let key = sites.key(joint);
        if let Some((team, known)) = self.known.get(&key).filter(|_| mixtures.is_empty()) {
            rewards.copy_from_slice(known);
            return *team;
        }
        let exact = |p: &f64| Rational::from_f64_exact(*p).unwrap_or_default();
        let policies: Vec<Vec<Rational>> =
            mixtures.chunks_exact(Action::ALL.len()).map(|row| row.iter().map(exact).collect()).collect();
        let credit = sites.credit(&*self.terms.credit, joint, &policies);
        for (reward, credit) in rewards.iter_mut().zip(credit) {
            *reward = credit.to_f64();
        }
        let team = sites.reward(joint).to_f64();
        if mixtures.is_empty() && self.known.len() < MOST_KNOWN {
            self.known.insert(key, (team, rewards.to_vec()));
        }
        team
    }
}

impl World for BoardWorld {
    fn agents(&self) -> usize {
        self.terms.rules.config().agents
    }

    fn actions(&self) -> usize {
        Action::ALL.len()
    }

    fn contexts(&self) -> usize {
        self.terms.rules.config().foods + 1
    }

    fn context(&self) -> usize {
        self.board().foods_left()
    }

    fn needs_mixtures(&self) -> bool {
        self.terms.credit.needs_policies()
    }

    fn begin(&mut self, draws: &mut Draws) {
        match &self.terms.layout {
            Some(layout) => self.field.place(0, layout).expect("a layout that was checked when it was read"),
            None => self.field.spawn(0, draws),
        }
    }

    fn perceive(&self, agent: usize, out: &mut Local) {
        const SHORT: usize = 64;
        let board = self.board();
        out.valid = u64::from(board.valid(agent).0) & self.terms.actions;
        let len = self.terms.rules.observation_len();
        let (mut short, mut long) = ([0i16; SHORT], Vec::new());
        let row = if len <= SHORT {
            &mut short[..len]
        } else {
            long.resize(len, 0);
            &mut long
        };
        board.observe(agent, row);
        self.reader.read(row, Action::ALL.len(), out);
    }

    fn step(&mut self, joint: &[usize], mixtures: &[f64], rewards: &mut [f64]) -> WorldStep {
        for (act, action) in self.acts.iter_mut().zip(joint) {
            *act = Action::ALL[*action];
        }
        let plain = self.terms.as_paid && self.terms.worth == Worth::Level;
        // Nobody gains or loses anything unless somebody loads, or might have in the mean.
        let some = joint.contains(&Action::Load.index()) || !mixtures.is_empty();
        let sites = (!plain && some).then(|| Sites::of(&self.field.board(0), self.terms.worth));
        self.loads.clear();
        let end = self.field.step(0, &self.acts, rewards, &mut self.loads);
        let team = match &sites {
            Some(sites) if !(mixtures.is_empty() && self.loads.is_empty()) => {
                self.hand_out(sites, joint, mixtures, rewards)
            }
            _ => rewards.iter().sum(),
        };
        if self.terms.effort > 0.0 {
            for agent in self.loads.iter().flat_map(|load| load.loaders.iter()) {
                rewards[agent] -= self.terms.effort;
            }
        }
        let terminal = end == End::Collected || end == End::OutOfTime && self.terms.timeout_ends;
        WorldStep { team, over: end != End::Running, terminal }
    }
}
