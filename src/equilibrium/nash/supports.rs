//! All equilibria of a game with any number of players, support by support, as far as a budget goes.
//!
//! A support says which actions each player plays. On each one the equilibria solve a polynomial system (`system`): by
//! looking at all supports, all equilibria are found (Porter, Nudelman & Shoham 2008). Where at most two players mix the
//! system is linear and is solved in rationals. Else a box of all probabilities is cut in halves until every part is proven
//! to hold no equilibrium, or just one (Neumaier 1990). Generic games have finitely many equilibria, an odd number
//! (Wilson 1971; Harsanyi 1973), and this finds them all, with proof. What it can't decide it names: curves of
//! equilibria, and ties so close that floats can't tell.

use super::few_mixing::{Few, few_mixing};
use super::found::Equilibrium;
use super::system::{Bounds, MAX_PLAYERS, Root, Standing, Step, System};
use crate::equilibrium::float_game::FloatGame;
use crate::game::{Analysis, NormalForm};

/// How much to look for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SupportOptions {
    /// The most actions of all players together in a support; all by default.
    pub max_size: usize,
    /// The most supports to look at, smallest first: 100,000 by default.
    pub max_supports: usize,
    /// The most boxes to look at, on all supports together: 1,000,000 by default (some ten seconds).
    pub max_boxes: usize,
}

impl Default for SupportOptions {
    fn default() -> Self {
        Self { max_size: usize::MAX, max_supports: 100_000, max_boxes: 1_000_000 }
    }
}

/// Equilibria, and whether there are more.
#[derive(Clone, Debug, PartialEq)]
pub struct EquilibriumList {
    /// The equilibria in falling lexicographic order of their profiles.
    pub equilibria: Vec<Equilibrium>,
    /// Whether these are proven to be all: each is exact or proven, and every support was decided.
    pub complete: bool,
    /// What was left open; empty if the list is complete.
    pub open: Vec<Open>,
}

/// Why a list of equilibria may lack some.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Why {
    /// There is a curve (or more) of equilibria, or one at which the equations are singular. Of an edge on which one player
    /// mixes two actions, the ends are listed; else one witness if one was found.
    Continuum,
    /// Whether some action is played with no probability or a tiny one, or pays just as much as those that are played or
    /// a trifle less, is beyond floats.
    Tie,
    /// The budget of boxes ran out.
    Boxes,
    /// The supports are beyond the size or number that was asked for.
    Supports,
    /// At least three players mix in a game of more than seven: not attempted.
    Players,
    /// The extreme equilibria are all there, but their maximal Nash subsets are too many to list.
    Subsets,
}

impl Why {
    /// The reason in words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Continuum => "equilibria may lie on a curve",
            Self::Tie => "a tie is too close for floats",
            Self::Boxes => "more boxes are needed than were asked for",
            Self::Supports => "there are more supports than were asked for",
            Self::Players => "three or more of more than seven players mix",
            Self::Subsets => "the maximal Nash subsets are too many to list",
        }
    }
}

/// What was left open for one reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Open {
    /// The reason.
    pub why: Why,
    /// On how many supports; for supports that were not looked at, 1.
    pub supports: usize,
    /// The first of them: the actions that each player plays.
    pub first: Vec<Vec<usize>>,
}

/// The most boxes on one support, and the narrowest box that is cut.
const BOXES_PER_SUPPORT: usize = 100_000;
const NARROW: f64 = 1e-7;
/// How many narrow boxes make a curve.
const MANY: usize = 200;

/// The equilibria on all supports that the options allow. The game is small enough for floats, which `solve` checks.
pub(super) fn by_supports(game: &NormalForm, options: &SupportOptions) -> EquilibriumList {
    let mut search = Search {
        game,
        floats: FloatGame::of(game),
        pure: Analysis::of(game).pure_equilibria(),
        boxes: options.max_boxes,
        found: Vec::new(),
        open: Vec::new(),
    };
    let dims = game.dimensions();
    let mut looked = 0;
    'sizes: for sizes in sizes(&dims) {
        for support in Supports::new(&dims, &sizes) {
            if looked == options.max_supports || sizes.iter().sum::<usize>() > options.max_size {
                search.leave_open(Why::Supports, &support);
                break 'sizes;
            }
            looked += 1;
            search.look_at(&support);
        }
    }
    search.found.sort_by(|a, b| b.profile.cmp(&a.profile));
    let all_proven = search.found.iter().all(|equilibrium| equilibrium.radius.is_some());
    EquilibriumList { equilibria: search.found, complete: search.open.is_empty() && all_proven, open: search.open }
}

struct Search<'a> {
    game: &'a NormalForm,
    floats: FloatGame,
    pure: Vec<usize>,
    boxes: usize,
    found: Vec<Equilibrium>,
    open: Vec<Open>,
}

impl Search<'_> {
    fn leave_open(&mut self, why: Why, support: &[Vec<usize>]) {
        match self.open.iter_mut().find(|known| known.why == why) {
            Some(known) => known.supports += 1,
            None => self.open.push(Open { why, supports: 1, first: support.to_vec() }),
        }
    }

    fn look_at(&mut self, support: &[Vec<usize>]) {
        let mixing: Vec<usize> = (0..support.len()).filter(|player| support[*player].len() > 1).collect();
        if mixing.is_empty() {
            let profile = self.game.profile_index(&support.iter().map(|actions| actions[0]).collect::<Vec<_>>());
            if self.pure.binary_search(&profile).is_ok() {
                self.found.push(Equilibrium::pure(self.game, profile));
            }
            return;
        }
        let system = System::new(&self.floats, support.to_vec());
        let mut bounds = system.everything();
        // Played actions that some other one beats whatever the others play are found here.
        if !system.tighten(&mut bounds) || !system.may_hold(&bounds) {
            return;
        }
        if mixing.len() <= 2 {
            match few_mixing(self.game, support, &mixing) {
                Few::None => return,
                Few::One(profile) => {
                    let equilibrium = Equilibrium::of(self.game, profile);
                    if equilibrium.is_exact() {
                        self.found.push(equilibrium);
                    }
                    return;
                }
                Few::Edge(ends) => {
                    self.leave_open(Why::Continuum, support);
                    // An end at which the player does not mix is pure and known.
                    let mixed = ends.into_iter().filter(|end| end.pure_profile(self.game).is_none());
                    self.found.extend(mixed.map(|end| Equilibrium::of(self.game, end)));
                    return;
                }
                Few::Many => {}
            }
        }
        if support.len() > MAX_PLAYERS {
            self.leave_open(Why::Players, support);
            return;
        }
        self.divide(&system, bounds);
    }

    /// Cuts boxes until each is decided or narrow.
    fn divide(&mut self, system: &System, everything: Bounds) {
        let mut roots: Vec<Root> = Vec::new();
        let mut narrow: Vec<Bounds> = Vec::new();
        let mut waiting = vec![everything];
        let mut left = BOXES_PER_SUPPORT.min(self.boxes);
        while let Some(mut bounds) = waiting.pop() {
            if left == 0 || narrow.len() > MANY {
                break;
            }
            left -= 1;
            self.boxes -= 1;
            if !system.tighten(&mut bounds) || !system.may_hold(&bounds) {
                continue;
            }
            let before = bounds.widest().1;
            let mut bounds = match system.step(&bounds) {
                Step::Empty => continue,
                Step::Root(root) => {
                    if !roots.iter().any(|known| same(known, &root)) {
                        roots.push(root);
                    }
                    continue;
                }
                Step::Split(bounds) => bounds,
            };
            if !system.tighten(&mut bounds) {
                continue;
            }
            let (widest, width) = bounds.widest();
            if width < NARROW {
                narrow.push(bounds);
            } else if width < 0.6 * before {
                waiting.push(bounds);
            } else {
                // Not the middle: probabilities like one half would lie on the border of two boxes again and again.
                let cut = bounds.low[widest] + 0.4871 * width;
                let mut upper = bounds.clone();
                upper.low[widest] = cut;
                bounds.high[widest] = cut;
                waiting.push(upper);
                waiting.push(bounds);
            }
        }
        for root in &roots {
            match root.standing {
                Standing::Strict => self.keep(system, &root.point, Some(root.radius)),
                Standing::Tied => self.keep(system, &root.point, None),
                Standing::Border if !self.is_known(system, root) => {
                    self.leave_open(Why::Tie, &system.support);
                }
                Standing::Border | Standing::Outside => {}
            }
        }
        let undecided: Vec<&Bounds> = narrow.iter().chain(&waiting).collect();
        let Some(first) = undecided.first() else { return };
        self.leave_open(if left == 0 { Why::Boxes } else { Why::Continuum }, &system.support);
        // One witness, if there is one.
        let witness = system.newton(&first.middle()).filter(|point| {
            point.iter().all(|p| *p > 0.0) && !roots.iter().any(|root| distance(&root.point, point) < 1e-6)
        });
        if let Some(point) = witness {
            self.keep(system, &point, None);
        }
    }

    /// Whether a root with some probability of nearly zero is an equilibrium that a smaller support, looked at before,
    /// has given exactly: the unplayed actions pay just as much there.
    fn is_known(&self, system: &System, root: &Root) -> bool {
        let flat = self.flat(system, &root.point);
        self.found.iter().filter(|known| known.is_exact()).any(|known| {
            let near = known.profile.to_f64().concat().iter().zip(&flat).all(|(a, b)| (a - b).abs() < 1e-9);
            near && self.game.player_ids().zip(&system.support).all(|(player, actions)| {
                let best = known.profile.best_responses(self.game, player);
                actions.iter().all(|action| best.contains(action))
            })
        })
    }

    /// A point of a support as a profile of the game, flat.
    fn flat(&self, system: &System, point: &[f64]) -> Vec<f64> {
        let mut flat = vec![0.0; self.floats.len()];
        for (player, actions) in system.support.iter().enumerate() {
            for (k, action) in actions.iter().enumerate() {
                flat[self.floats.offsets[player] + action] = point[system.offsets[player] + k];
            }
        }
        flat
    }

    /// Lists an equilibrium of a support, unless a smaller support has it already or it turns out to be none.
    fn keep(&mut self, system: &System, point: &[f64], radius: Option<f64>) {
        let flat = self.flat(system, point);
        let Some(mut equilibrium) = Equilibrium::near(self.game, &self.floats, &flat) else { return };
        // Ties and witnesses are equilibria to within rounding, or none.
        if equilibrium.regret.to_f64() > 1e-9 * self.floats.unit {
            return;
        }
        if !equilibrium.is_exact() {
            equilibrium.radius = radius;
        }
        if !self.found.iter().any(|known| known.profile == equilibrium.profile) {
            if equilibrium.radius.is_none() {
                self.leave_open(Why::Tie, &system.support);
            }
            self.found.push(equilibrium);
        }
    }
}

fn distance(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).fold(0.0, |most, (a, b)| most.max((a - b).abs()))
}

/// Whether two proven roots are one: both proofs reach the other's point.
fn same(a: &Root, b: &Root) -> bool {
    distance(&a.point, &b.point) <= a.radius + b.radius
}

/// The numbers of played actions by player: the smallest supports first, and among them the balanced ones.
fn sizes(dims: &[usize]) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for d in dims {
        all = all
            .into_iter()
            .flat_map(|sizes: Vec<usize>| (1..=*d).map(move |size| [&sizes[..], &[size]].concat()))
            .collect();
    }
    let imbalance = |sizes: &Vec<usize>| {
        sizes.iter().max().expect("a game has players") - sizes.iter().min().expect("a game has players")
    };
    all.sort_by_key(|sizes| (sizes.iter().sum::<usize>(), imbalance(sizes), std::cmp::Reverse(sizes.clone())));
    all
}

/// The supports of given sizes in lexicographic order.
struct Supports<'a> {
    dims: &'a [usize],
    next: Option<Vec<Vec<usize>>>,
}

impl<'a> Supports<'a> {
    fn new(dims: &'a [usize], sizes: &[usize]) -> Self {
        Self { dims, next: Some(sizes.iter().map(|size| (0..*size).collect()).collect()) }
    }
}

impl Iterator for Supports<'_> {
    type Item = Vec<Vec<usize>>;

    fn next(&mut self) -> Option<Self::Item> {
        let now = self.next.take()?;
        let mut next = now.clone();
        for player in (0..next.len()).rev() {
            let (size, d) = (next[player].len(), self.dims[player]);
            // The last action that can still rise takes the ones behind it along.
            if let Some(k) = (0..size).rev().find(|k| next[player][*k] < d - size + k) {
                let from = next[player][k] + 1;
                for (step, action) in next[player][k..].iter_mut().enumerate() {
                    *action = from + step;
                }
                self.next = Some(next);
                break;
            }
            next[player] = (0..size).collect();
        }
        Some(now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_support_comes_once_the_small_and_balanced_first() {
        let dims = [3, 2, 4];
        let all: Vec<Vec<Vec<usize>>> =
            sizes(&dims).iter().flat_map(|s| Supports::new(&dims, s).collect::<Vec<_>>()).collect();
        let mut sorted = all.clone();
        sorted.sort();
        sorted.dedup();
        assert_eq!((all.len(), sorted.len()), (7 * 3 * 15, 7 * 3 * 15));
        assert_eq!(all[0], [vec![0], vec![0], vec![0]]);
        let totals: Vec<usize> = all.iter().map(|s| s.iter().map(Vec::len).sum()).collect();
        assert!(totals.is_sorted());
        let balanced = all.iter().position(|s| s.iter().all(|a| a.len() == 2)).expect("there");
        let lopsided = all.iter().position(|s| s[0].len() == 1 && s[2].len() == 4).expect("there");
        assert!(balanced < lopsided);
    }
}
