//! Who meets whom in a round, and what each gets.
//!
//! Players sit at tables (one that stays, or random ones each round), or a population plays a game of two in which each
//! takes one action a round against all that it meets: everybody, its neighbours on a graph, or those that it seeks out
//! and that seek it out (Skyrms & Pemantle 2000).

use super::stage::Stage;
use crate::learner::Meeting;
use crate::sim::Draws;

/// Who meets whom.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Matching {
    /// All agents sit at one table, each in its own seat, for ever.
    Seats,
    /// Random tables each round; who is left over sits out.
    Uniform,
    /// Everybody meets everybody each round.
    Everyone,
    /// A ring: the nearest `reach` on either side.
    Ring { reach: usize },
    /// A torus of this width: 4 or 8 neighbours.
    Lattice { width: usize, neighbours: usize },
    /// Edges between agents, by their numbers from 0.
    Graph(Vec<[usize; 2]>),
    /// A ring of which each edge is moved to a random other end with this probability (Watts & Strogatz 1998).
    SmallWorld { reach: usize, rewire: f64 },
    /// Each seeks out one other a round, in proportion to weights that grow by what meetings paid.
    Links { initial: f64, discount: f64 },
}

impl Matching {
    /// Whether agents sit in seats of their own.
    pub(super) fn is_seats(&self) -> bool {
        *self == Self::Seats
    }

    /// Whether each agent has at most one meeting a round.
    pub(super) fn is_tables(&self) -> bool {
        matches!(self, Self::Seats | Self::Uniform)
    }
}

/// Who meets whom in the present round.
pub(super) struct Arena<'a> {
    stage: &'a Stage,
    agents: usize,
    kind: Kind,
}

enum Kind {
    /// Agents in the order of tables.
    Tables {
        order: Vec<usize>,
        shuffled: bool,
    },
    Everyone,
    Neighbours(Vec<Vec<usize>>),
    Links(Links),
}

/// Partner choice by reinforcement.
struct Links {
    /// `weights[i * agents + j]`: how strongly `i` seeks `j`.
    weights: Vec<f64>,
    discount: f64,
    /// Whom each met in the present round, once for each meeting.
    met: Vec<Vec<usize>>,
}

/// What the present round brought to each agent.
pub(super) struct Results {
    /// The number of actions that a row of `payoffs` has room for.
    pub(super) width: usize,
    pub(super) payoff: Vec<f64>,
    /// `payoffs[agent * width + action]`.
    pub(super) payoffs: Vec<f64>,
    pub(super) seen: Vec<Meeting>,
    /// Where each agent's meetings stand among all.
    pub(super) range: Vec<(usize, usize)>,
    counts: Vec<u32>,
    peers: Vec<usize>,
}

impl Results {
    pub(super) fn new(agents: usize, width: usize) -> Self {
        Self {
            width,
            payoff: vec![0.0; agents],
            payoffs: vec![0.0; agents * width],
            seen: Vec::new(),
            range: vec![(0, 0); agents],
            counts: vec![0; width],
            peers: Vec::new(),
        }
    }

    /// The meetings of an agent.
    pub(super) fn seen_by(&self, agent: usize) -> &[Meeting] {
        let (start, end) = self.range[agent];
        &self.seen[start..end]
    }
}

#[expect(clippy::cast_precision_loss, reason = "a few meetings")]
fn float(n: usize) -> f64 {
    n as f64
}

fn narrow(context: usize) -> u32 {
    u32::try_from(context).expect("a game has fewer contexts")
}

impl<'a> Arena<'a> {
    /// The arena of so many agents; a random graph takes its draws here.
    pub(super) fn new(matching: &Matching, stage: &'a Stage, agents: usize, draws: &mut Draws) -> Self {
        let kind = match matching {
            Matching::Seats => Kind::Tables { order: (0..agents).collect(), shuffled: false },
            Matching::Uniform => Kind::Tables { order: (0..agents).collect(), shuffled: true },
            Matching::Everyone => Kind::Everyone,
            Matching::Ring { reach } => Kind::Neighbours(ring(agents, *reach)),
            Matching::Lattice { width, neighbours } => Kind::Neighbours(torus(agents, *width, *neighbours)),
            Matching::Graph(edges) => Kind::Neighbours(adjacency(agents, edges.iter().copied())),
            Matching::SmallWorld { reach, rewire } => Kind::Neighbours(small_world(agents, *reach, *rewire, draws)),
            Matching::Links { initial, discount } => {
                let mut weights = vec![*initial; agents * agents];
                for k in 0..agents {
                    weights[k * agents + k] = 0.0;
                }
                Kind::Links(Links { weights, discount: *discount, met: vec![Vec::new(); agents] })
            }
        };
        Self { stage, agents, kind }
    }

    /// Draws who meets whom in the next round.
    pub(super) fn meet(&mut self, draws: &mut Draws) {
        match &mut self.kind {
            Kind::Tables { order, shuffled: true } => draws.shuffle(order),
            Kind::Links(links) => {
                links.met.iter_mut().for_each(Vec::clear);
                for k in 0..self.agents {
                    let row = &links.weights[k * self.agents..][..self.agents];
                    let other = seek(row, k, draws);
                    links.met[k].push(other);
                    links.met[other].push(k);
                }
            }
            _ => {}
        }
    }

    /// The tables of the present round, each with its agents in the order of seats; nothing if there are none.
    pub(super) fn tables(&self) -> impl Iterator<Item = &[usize]> {
        let order = match &self.kind {
            Kind::Tables { order, .. } => order.as_slice(),
            _ => &[],
        };
        order.chunks_exact(self.stage.players)
    }

    /// The pairs that meet in the present round, each once.
    pub(super) fn pairs(&self) -> Vec<[usize; 2]> {
        let each = |of: &dyn Fn(usize) -> Vec<usize>| -> Vec<[usize; 2]> {
            (0..self.agents)
                .flat_map(|k| of(k).into_iter().filter(move |other| *other > k).map(move |other| [k, other]))
                .collect()
        };
        match &self.kind {
            Kind::Tables { .. } => self.tables().map(|table| [table[0], table[1]]).collect(),
            Kind::Everyone => each(&|k| (k + 1..self.agents).collect()),
            Kind::Neighbours(lists) => each(&|k| lists[k].clone()),
            Kind::Links(links) => each(&|k| links.met[k].clone()),
        }
    }

    /// Whether an agent plays in the present round.
    pub(super) fn is_seated(&self, agent: usize) -> bool {
        match &self.kind {
            Kind::Tables { order, shuffled: true } => {
                let left_over = &order[order.len() - order.len() % self.stage.players..];
                !left_over.contains(&agent)
            }
            Kind::Neighbours(lists) => !lists[agent].is_empty(),
            _ => true,
        }
    }

    /// How strongly each agent seeks each other, as shares of a row; nothing where partners are not chosen.
    pub(super) fn link_shares(&self) -> Option<Vec<f64>> {
        let Kind::Links(links) = &self.kind else { return None };
        let rows = links.weights.chunks_exact(self.agents);
        let shares = rows.flat_map(|row| {
            let total: f64 = row.iter().sum();
            row.iter().map(move |weight| if total > 0.0 { weight / total } else { 0.0 })
        });
        Some(shares.collect())
    }

    /// What everybody's actions come to.
    pub(super) fn settle(&mut self, actions: &[usize], results: &mut Results) {
        results.seen.clear();
        results.range.fill((0, 0));
        match &mut self.kind {
            Kind::Tables { order, .. } => at_tables(self.stage, order, actions, results),
            Kind::Everyone => among_all(self.stage, actions, results),
            Kind::Neighbours(lists) => among(self.stage, lists, actions, results),
            Kind::Links(links) => {
                among(self.stage, &links.met, actions, results);
                reinforce(links, self.agents, results);
            }
        }
    }
}

/// Whom an agent seeks: another in proportion to its weights, any alike if all are zero.
fn seek(row: &[f64], own: usize, draws: &mut Draws) -> usize {
    let total: f64 = row.iter().sum();
    let mut last = usize::from(own == 0);
    if total > 0.0 {
        let mut left = draws.uniform() * total;
        for (other, weight) in row.iter().enumerate().filter(|(_, weight)| **weight > 0.0) {
            if left < *weight {
                return other;
            }
            left -= weight;
            last = other;
        }
        return last;
    }
    let other = draws.index(row.len() - 1);
    other + usize::from(other >= own)
}

/// Adds to the weights of all who met what they got of each other.
fn reinforce(links: &mut Links, agents: usize, results: &Results) {
    if links.discount < 1.0 {
        links.weights.iter_mut().for_each(|weight| *weight *= links.discount);
    }
    for (agent, met) in links.met.iter().enumerate() {
        for (other, meeting) in met.iter().zip(results.seen_by(agent)) {
            links.weights[agent * agents + other] += meeting.payoff;
        }
    }
}

/// Each table plays the stage game.
fn at_tables(stage: &Stage, order: &[usize], actions: &[usize], results: &mut Results) {
    for table in order.chunks_exact(stage.players) {
        let first = results.seen.len();
        for (player, agent) in table.iter().enumerate() {
            let context = stage.context(player, table.iter().map(|agent| actions[*agent]));
            let row = stage.seat(player).row(context);
            let payoff = row[actions[*agent]];
            results.payoffs[agent * results.width..][..row.len()].copy_from_slice(row);
            results.payoff[*agent] = payoff;
            let place = results.seen.len();
            results.seen.push(Meeting { context: narrow(context), times: 1, payoff, peer: 0.0 });
            results.range[*agent] = (place, place + 1);
        }
        if let [a, b] = table {
            results.seen[first].peer = results.payoff[*b];
            results.seen[first + 1].peer = results.payoff[*a];
        }
    }
}

/// Each agent plays a game of two with each on its list; results are means.
fn among(stage: &Stage, lists: &[Vec<usize>], actions: &[usize], results: &mut Results) {
    let seat = stage.seat(0);
    let width = results.width;
    results.peers.clear();
    for (agent, met) in lists.iter().enumerate() {
        let start = results.seen.len();
        let sums = &mut results.payoffs[agent * width..][..seat.actions()];
        sums.fill(0.0);
        for other in met {
            let row = seat.row(actions[*other]);
            for (sum, payoff) in sums.iter_mut().zip(row) {
                *sum += payoff;
            }
            let payoff = row[actions[agent]];
            results.seen.push(Meeting { context: narrow(actions[*other]), times: 1, payoff, peer: 0.0 });
            results.peers.push(*other);
        }
        results.range[agent] = (start, results.seen.len());
        if !met.is_empty() {
            for sum in sums.iter_mut() {
                *sum /= float(met.len());
            }
            results.payoff[agent] = sums[actions[agent]];
        }
    }
    for (meeting, peer) in results.seen.iter_mut().zip(&results.peers) {
        meeting.peer = results.payoff[*peer];
    }
}

/// Each agent plays a game of two with every other; meetings with those who do the same are put together.
fn among_all(stage: &Stage, actions: &[usize], results: &mut Results) {
    let seat = stage.seat(0);
    let (width, others) = (results.width, float(actions.len() - 1));
    results.counts.fill(0);
    for action in actions {
        results.counts[*action] += 1;
    }
    for (agent, own) in actions.iter().enumerate() {
        let start = results.seen.len();
        results.counts[*own] -= 1;
        let sums = &mut results.payoffs[agent * width..][..seat.actions()];
        sums.fill(0.0);
        for (other, count) in results.counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            let row = seat.row(other);
            for (sum, payoff) in sums.iter_mut().zip(row) {
                *sum += f64::from(*count) * payoff;
            }
            results.seen.push(Meeting { context: narrow(other), times: *count, payoff: row[*own], peer: 0.0 });
        }
        results.counts[*own] += 1;
        for sum in sums.iter_mut() {
            *sum /= others;
        }
        results.payoff[agent] = sums[*own];
        results.range[agent] = (start, results.seen.len());
    }
    // All who take an action get the same; the last to take it says what.
    results.peers.clear();
    results.peers.resize(width, 0);
    for (agent, action) in actions.iter().enumerate() {
        results.peers[*action] = agent;
    }
    for meeting in &mut results.seen {
        meeting.peer = results.payoff[results.peers[meeting.context as usize]];
    }
}

/// The neighbours on a ring, `reach` on either side.
fn ring(agents: usize, reach: usize) -> Vec<Vec<usize>> {
    let edges = (0..agents).flat_map(|k| (1..=reach).map(move |step| [k, (k + step) % agents]));
    adjacency(agents, edges)
}

/// The neighbours on a torus of whole rows, 4 or 8.
fn torus(agents: usize, width: usize, neighbours: usize) -> Vec<Vec<usize>> {
    let height = agents / width;
    let steps = [[0, 1], [1, 0], [1, 1], [1, width - 1]];
    let edges = (0..width * height).flat_map(|k| {
        let (y, x) = (k / width, k % width);
        let steps = steps.into_iter().take(neighbours / 2);
        steps.map(move |[down, across]| [k, (y + down) % height * width + (x + across) % width])
    });
    adjacency(agents, edges)
}

/// A ring whose edges are moved to a random other end with some probability; no loops, no double edges.
fn small_world(agents: usize, reach: usize, rewire: f64, draws: &mut Draws) -> Vec<Vec<usize>> {
    let mut lists = ring(agents, reach);
    for step in 1..=reach {
        for k in 0..agents {
            let other = (k + step) % agents;
            if !draws.chance(rewire) || lists[k].len() + 1 >= agents || !lists[k].contains(&other) {
                continue;
            }
            let end = loop {
                let end = draws.index(agents);
                if end != k && !lists[k].contains(&end) {
                    break end;
                }
            };
            lists[k].retain(|neighbour| *neighbour != other);
            lists[other].retain(|neighbour| *neighbour != k);
            lists[k].push(end);
            lists[end].push(k);
        }
    }
    for list in &mut lists {
        list.sort_unstable();
    }
    lists
}

/// Neighbours in order, each once, from edges.
fn adjacency(agents: usize, edges: impl Iterator<Item = [usize; 2]>) -> Vec<Vec<usize>> {
    let mut lists = vec![Vec::new(); agents];
    for [a, b] in edges.filter(|[a, b]| a != b) {
        lists[a].push(b);
        lists[b].push(a);
    }
    for list in &mut lists {
        list.sort_unstable();
        list.dedup();
    }
    lists
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::{Place, Value};
    use crate::ids::{RunKey, Seed};
    use crate::sim::{Purpose, Who};

    fn stage(call: &str) -> Stage {
        let games = crate::game::catalogue();
        Stage::of(crate::game::from_value(&Value::from(call), &Place::root(), &games).expect("a game"))
    }

    fn draws() -> Draws {
        RunKey::derive(Seed(1), 0, "").draws(Who::place("", 0), Purpose::Pairing)
    }

    fn settled(matching: &Matching, actions: &[usize]) -> Results {
        let stage = stage("stag_hunt");
        let mut arena = Arena::new(matching, &stage, actions.len(), &mut draws());
        arena.meet(&mut draws());
        let mut results = Results::new(actions.len(), 2);
        arena.settle(actions, &mut results);
        results
    }

    #[test]
    fn neighbours_are_those_of_a_ring_and_of_a_torus() {
        assert_eq!(ring(5, 1), [vec![1, 4], vec![0, 2], vec![1, 3], vec![2, 4], vec![0, 3]]);
        assert_eq!(ring(5, 2)[0], [1, 2, 3, 4]);
        // Three rows of four; number 5 stands in row 1, column 1.
        assert_eq!(torus(12, 4, 4)[5], [1, 4, 6, 9]);
        assert_eq!(torus(12, 4, 8)[5], [0, 1, 2, 4, 6, 8, 9, 10]);
    }

    #[test]
    fn rewiring_keeps_the_number_of_edges_and_makes_no_loops() {
        for rewire in [0.0, 0.3, 1.0] {
            let lists = small_world(20, 2, rewire, &mut draws());
            assert_eq!(lists.iter().map(Vec::len).sum::<usize>(), 80, "{rewire}");
            for (k, list) in lists.iter().enumerate() {
                assert!(!list.contains(&k) && list.windows(2).all(|pair| pair[0] < pair[1]));
                assert!(list.iter().all(|other| lists[*other].contains(&k)));
            }
            assert_eq!(lists == ring(20, 2), rewire == 0.0);
        }
    }

    /// Stag 0, hare 1; the payoffs are 4, 0, 3, 2.
    #[test]
    fn everyone_gets_means_over_all_others() {
        let results = settled(&Matching::Everyone, &[0, 0, 0, 1, 1]);
        // A stag hunter meets two stags and two hares; a hare hunter three stags and one hare.
        assert_eq!(results.payoff, [2.0, 2.0, 2.0, 11.0 / 4.0, 11.0 / 4.0]);
        assert_eq!(results.payoffs[..2], [2.0, 2.5]);
        assert_eq!(
            results.seen_by(0),
            [
                Meeting { context: 0, times: 2, payoff: 4.0, peer: 2.0 },
                Meeting { context: 1, times: 2, payoff: 0.0, peer: 2.75 },
            ]
        );
    }

    #[test]
    fn means_over_everyone_are_means_over_a_complete_graph() {
        let actions = [0, 1, 0, 0, 1, 1, 1];
        let edges = (0..7).flat_map(|a| (0..a).map(move |b| [a, b])).collect();
        let (all, graph) = (settled(&Matching::Everyone, &actions), settled(&Matching::Graph(edges), &actions));
        for (a, b) in all.payoffs.iter().chain(&all.payoff).zip(graph.payoffs.iter().chain(&graph.payoff)) {
            assert!((a - b).abs() < 1e-12);
        }
    }

    #[test]
    fn a_ring_shows_neighbours_and_what_they_got() {
        let results = settled(&Matching::Ring { reach: 1 }, &[0, 0, 1, 1]);
        // Agent 1 meets a stag and a hare; the hare hunters get 2.5 each.
        assert_eq!(results.payoff, [2.0, 2.0, 2.5, 2.5]);
        assert_eq!(
            results.seen_by(1),
            [
                Meeting { context: 0, times: 1, payoff: 4.0, peer: 2.0 },
                Meeting { context: 1, times: 1, payoff: 0.0, peer: 2.5 },
            ]
        );
    }

    #[test]
    fn one_of_an_odd_number_sits_out() {
        let stage = stage("stag_hunt");
        let mut arena = Arena::new(&Matching::Uniform, &stage, 5, &mut draws());
        arena.meet(&mut draws());
        assert_eq!((0..5).filter(|agent| arena.is_seated(*agent)).count(), 4);
        assert_eq!(arena.pairs().len(), 2);
    }

    #[test]
    fn links_grow_by_what_meetings_pay() {
        let stage = stage("stag_hunt");
        let matching = Matching::Links { initial: 1.0, discount: 1.0 };
        let mut arena = Arena::new(&matching, &stage, 3, &mut draws());
        let mut stream = draws();
        let mut results = Results::new(3, 2);
        let mut meetings = 0.0;
        for _ in 0..50 {
            arena.meet(&mut stream);
            arena.settle(&[0, 0, 1], &mut results);
            meetings += results.seen_by(0).iter().map(|meeting| meeting.payoff).sum::<f64>();
        }
        let Kind::Links(links) = &arena.kind else { panic!("links") };
        // The stag hunters' links to the hare hunter pay nothing and stay as they were.
        assert_eq!((links.weights[2], links.weights[5]), (1.0, 1.0));
        assert_eq!(links.weights[1], 1.0 + meetings);
        assert!(arena.link_shares().expect("links")[1] > 0.9);
    }
}
