//! A population on a graph: each member at a vertex, meeting its neighbours.
//!
//! Payoffs come from the interaction graph; replacement goes along the edges of the reproduction graph, which may be another
//! (Ohtsuki, Nowak & Pacheco 2007). Payoffs are kept up to date as members change: a change costs as much as the vertex has
//! neighbours. Sources of the update rules: Lieberman, Hauert & Nowak 2005 (birth-death), Ohtsuki, Hauert, Lieberman &
//! Nowak 2006 (death-birth), Nowak & May 1992 (best takes over), Huberman & Glance 1993 (one member at a time).

use super::graph::Graph;
use super::matrix::{Fitness, Matrix, Pooling};
use super::rules::{Compare, Replaced, mutate};
use super::urn::Urn;
use crate::sim::Draws;

/// Sums are computed anew after so many changes a vertex, so that rounding does not add up.
const REFRESH: usize = 64;

/// What decides if the best neighbours have different strategies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tie {
    /// A member whose own strategy is among the best keeps it; else the first of the best.
    Keep,
    /// The first of the best strategies.
    First,
    /// The last of the best strategies.
    Last,
    /// A random one of the best strategies.
    Random,
    /// The strategy of the first of the best members: the member itself, else the neighbour with the lowest number.
    Scanned,
}

/// A population on a graph.
#[derive(Clone, Debug)]
pub struct Placed<'a> {
    matrix: &'a Matrix,
    pooling: Pooling,
    /// Whether a member also meets itself.
    selfish: bool,
    interaction: &'a Graph,
    reproduction: &'a Graph,
    strategies: Vec<u8>,
    counts: Vec<u64>,
    sums: Vec<f64>,
    changes: usize,
    urn: Option<Urn>,
    next: Vec<u8>,
}

impl<'a> Placed<'a> {
    /// A population whose members have these strategies, by vertex; with `selfish`, each also meets itself.
    ///
    /// # Panics
    /// If the graphs differ in size, or there is not one strategy a vertex, or one is not in the table.
    pub fn new(
        matrix: &'a Matrix,
        pooling: Pooling,
        selfish: bool,
        [interaction, reproduction]: [&'a Graph; 2],
        strategies: Vec<u8>,
    ) -> Self {
        let vertices = interaction.vertices();
        assert!(vertices == reproduction.vertices() && vertices == strategies.len(), "one member a vertex");
        let mut counts = vec![0; matrix.strategies()];
        for strategy in &strategies {
            counts[usize::from(*strategy)] += 1;
        }
        let next = strategies.clone();
        let sums = vec![0.0; vertices];
        let mut new = Self {
            matrix,
            pooling,
            selfish,
            interaction,
            reproduction,
            strategies,
            counts,
            sums,
            changes: 0,
            urn: None,
            next,
        };
        new.refresh();
        new
    }

    /// The members' strategies, by vertex.
    pub fn strategies(&self) -> &[u8] {
        &self.strategies
    }

    /// How many members each strategy has.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// The strategy of all members, if all have one.
    pub fn fixed(&self) -> Option<usize> {
        self.counts.iter().position(|count| *count == self.strategies.len() as u64)
    }

    /// The payoff of the member at a vertex.
    #[inline]
    pub fn payoff(&self, vertex: usize) -> f64 {
        let meetings = self.interaction.degree(vertex) + usize::from(self.selfish);
        match self.pooling {
            Pooling::Sum => self.sums[vertex],
            Pooling::Mean if meetings == 0 => 0.0,
            #[expect(clippy::cast_precision_loss, reason = "degrees are small")]
            Pooling::Mean => self.sums[vertex] / meetings as f64,
        }
    }

    /// The mean over members of the mean over their meetings of a quantity `[own * n + other]` of two strategies.
    ///
    /// # Panics
    /// If there is not one number for each pair of strategies.
    pub fn mean_of(&self, quantity: &[f64]) -> f64 {
        let n = self.counts.len();
        assert_eq!(quantity.len(), n * n, "one number for each pair of strategies");
        #[expect(clippy::cast_precision_loss, reason = "degrees and populations are far below 2^53")]
        let float = |count: usize| count as f64;
        let of_vertex = |vertex: usize| {
            let row = &quantity[usize::from(self.strategies[vertex]) * n..][..n];
            let met = self
                .interaction
                .neighbours(vertex)
                .iter()
                .map(|other| row[usize::from(self.strategies[*other as usize])]);
            let own = self.selfish.then(|| row[usize::from(self.strategies[vertex])]);
            met.chain(own).sum::<f64>() / float(self.interaction.degree(vertex) + usize::from(self.selfish)).max(1.0)
        };
        (0..self.strategies.len()).map(of_vertex).sum::<f64>() / float(self.strategies.len())
    }

    /// The pairs that meet, each once.
    pub fn edges(&self) -> impl Iterator<Item = (usize, usize)> + use<'a> {
        self.interaction.edges()
    }

    /// Replaces the sums of payoffs, by vertex, for the next step: for meetings that were played instead of expected.
    ///
    /// # Panics
    /// If there is not one a vertex.
    pub fn set_sums(&mut self, sums: &[f64]) {
        self.sums.copy_from_slice(sums);
        self.urn = None;
    }

    /// Birth first: a parent is drawn in proportion to fitness, and its offspring, perhaps mutated, replaces a random
    /// neighbour.
    pub fn birth_death(&mut self, fitness: Fitness, replaced: Replaced, mutation: f64, draws: &mut Draws) {
        if self.urn.is_none() {
            let weights = (0..self.strategies.len()).map(|vertex| fitness.of(self.payoff(vertex)));
            self.urn = Some(Urn::new(weights.collect()));
        }
        let urn = self.urn.as_ref().expect("it was just filled");
        let parent = urn.draw(draws).unwrap_or_else(|| draws.index(self.strategies.len()));
        let near = self.reproduction.neighbours(parent);
        let place = draws.index(near.len() + usize::from(replaced == Replaced::Anyone));
        let dead = near.get(place).map_or(parent, |vertex| *vertex as usize);
        let child = mutate(usize::from(self.strategies[parent]), self.counts.len(), mutation, draws);
        self.replace(dead, child, Some(fitness));
    }

    /// Death first: a random member dies, and its neighbours compete for the place in proportion to their fitness.
    pub fn death_birth(&mut self, fitness: Fitness, replaced: Replaced, mutation: f64, draws: &mut Draws) {
        let dead = draws.index(self.strategies.len());
        let near = self.reproduction.neighbours(dead);
        // Where anyone may be replaced, the one that dies competes for its own place.
        let itself = (replaced == Replaced::Anyone).then_some(dead);
        let rivals = || near.iter().map(|vertex| *vertex as usize).chain(itself);
        let weight = |vertex: usize| fitness.of(self.payoff(vertex));
        let total: f64 = rivals().map(weight).sum();
        let parent = if total > 0.0 {
            let mut left = draws.uniform() * total;
            let mut parent = dead;
            for vertex in rivals() {
                let weight = weight(vertex);
                if weight > 0.0 {
                    parent = vertex;
                    if left < weight {
                        break;
                    }
                    left -= weight;
                }
            }
            parent
        } else {
            let rivals: Vec<usize> = rivals().collect();
            if rivals.is_empty() { dead } else { rivals[draws.index(rivals.len())] }
        };
        let child = mutate(usize::from(self.strategies[parent]), self.counts.len(), mutation, draws);
        self.replace(dead, child, None);
    }

    /// A random member looks at a random neighbour and may take over its strategy, or mutates.
    pub fn compare_one(&mut self, rule: Compare, mutation: f64, draws: &mut Draws) {
        let focal = draws.index(self.strategies.len());
        let next = self.compared(focal, rule, mutation, draws);
        self.replace(focal, next, None);
    }

    /// Every member looks at a random neighbour at once.
    pub fn compare_all(&mut self, rule: Compare, mutation: f64, draws: &mut Draws) {
        self.all_at_once(|population, focal| population.compared(focal, rule, mutation, draws));
    }

    /// A random member takes over the strategy of the best among its neighbours and itself.
    pub fn imitate_one(&mut self, tie: Tie, mutation: f64, draws: &mut Draws) {
        let focal = draws.index(self.strategies.len());
        let best = self.best(focal, tie, draws);
        let next = mutate(best, self.counts.len(), mutation, draws);
        self.replace(focal, next, None);
    }

    /// Every member takes over the strategy of the best among its neighbours and itself, all at once.
    pub fn imitate_all(&mut self, tie: Tie, mutation: f64, draws: &mut Draws) {
        self.all_at_once(|population, focal| {
            mutate(population.best(focal, tie, draws), population.counts.len(), mutation, draws)
        });
    }

    fn compared(&self, focal: usize, rule: Compare, mutation: f64, draws: &mut Draws) -> usize {
        let own = usize::from(self.strategies[focal]);
        if draws.chance(mutation) {
            return mutate(own, self.counts.len(), 1.0, draws);
        }
        let near = self.reproduction.neighbours(focal);
        if near.is_empty() {
            return own;
        }
        let model = near[draws.index(near.len())] as usize;
        let theirs = usize::from(self.strategies[model]);
        let rule = match rule {
            // The greatest difference grows with the number of meetings where payoffs are sums.
            Compare::Proportional { scale } if self.pooling == Pooling::Sum => {
                let degree = self.interaction.degree(focal).max(self.interaction.degree(model));
                #[expect(clippy::cast_precision_loss, reason = "degrees are small")]
                let meetings = (degree + usize::from(self.selfish)) as f64;
                Compare::Proportional { scale: scale * meetings }
            }
            rule => rule,
        };
        let adopts = theirs != own && draws.chance(rule.probability(self.payoff(focal), self.payoff(model)));
        if adopts { theirs } else { own }
    }

    /// The strategy of the best among a member and its neighbours.
    fn best(&self, focal: usize, tie: Tie, draws: &mut Draws) -> usize {
        let own = usize::from(self.strategies[focal]);
        let mut best = self.payoff(focal);
        let mut first = own;
        let mut tied = vec![own];
        for vertex in self.reproduction.neighbours(focal) {
            let (payoff, theirs) = (self.payoff(*vertex as usize), usize::from(self.strategies[*vertex as usize]));
            if payoff > best {
                best = payoff;
                first = theirs;
                tied.clear();
            }
            if payoff >= best && !tied.contains(&theirs) {
                tied.push(theirs);
            }
        }
        tied.sort_unstable();
        match tie {
            Tie::Keep if tied.contains(&own) => own,
            Tie::Keep | Tie::First => tied[0],
            Tie::Last => tied[tied.len() - 1],
            Tie::Random => tied[draws.index(tied.len())],
            Tie::Scanned => first,
        }
    }

    fn all_at_once(&mut self, mut rule: impl FnMut(&Self, usize) -> usize) {
        let mut next = std::mem::take(&mut self.next);
        for (focal, slot) in next.iter_mut().enumerate() {
            *slot = narrow(rule(self, focal));
        }
        std::mem::swap(&mut self.strategies, &mut next);
        self.next = next;
        self.counts.fill(0);
        for strategy in &self.strategies {
            self.counts[usize::from(*strategy)] += 1;
        }
        self.refresh();
    }

    fn replace(&mut self, vertex: usize, new: usize, fitness: Option<Fitness>) {
        let old = usize::from(self.strategies[vertex]);
        if old == new {
            return;
        }
        self.strategies[vertex] = narrow(new);
        self.counts[old] -= 1;
        self.counts[new] += 1;
        self.changes += 1;
        // A strategy that has gone leaves no rounding behind.
        if self.changes >= REFRESH * self.strategies.len() || self.counts[old] == 0 {
            self.refresh();
            return;
        }
        let interaction = self.interaction;
        for other in interaction.neighbours(vertex) {
            let theirs = usize::from(self.strategies[*other as usize]);
            self.sums[*other as usize] += self.matrix.at(theirs, new) - self.matrix.at(theirs, old);
        }
        self.sums[vertex] = self.sum(vertex);
        if let (Some(fitness), Some(mut urn)) = (fitness, self.urn.take()) {
            for changed in interaction.neighbours(vertex).iter().map(|other| *other as usize).chain([vertex]) {
                urn.set(changed, fitness.of(self.payoff(changed)));
            }
            self.urn = Some(urn);
        }
    }

    fn sum(&self, vertex: usize) -> f64 {
        let own = usize::from(self.strategies[vertex]);
        let row = self.matrix.row(own);
        let others = self.interaction.neighbours(vertex).iter().map(|other| self.strategies[*other as usize]);
        let met: f64 = others.map(|theirs| row[usize::from(theirs)]).sum();
        if self.selfish { met + row[own] } else { met }
    }

    fn refresh(&mut self) {
        self.changes = 0;
        self.urn = None;
        for vertex in 0..self.strategies.len() {
            self.sums[vertex] = self.sum(vertex);
        }
    }
}

fn narrow(strategy: usize) -> u8 {
    u8::try_from(strategy).expect("a population on a graph has at most 256 strategies")
}
