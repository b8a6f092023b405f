//! One population from its start to its end.

use super::meetings::{Meetings, Table};
use super::place::{self, Graphs};
use super::setting::{Condition, Dynamics, Imitated, Structure};
use crate::equilibrium::evolution::{Flow, Payoffs};
use crate::error::Diagnostic;
use crate::exact::Rational;
use crate::ids::RunKey;
use crate::models::RunError;
use crate::population::{Compare, Matrix, Mixed, Placed, Pooling, Torus, Walk};
use crate::sim::{Draws, Purpose, Who};

/// So many integration steps make a generation of the replicator dynamics.
const SUBSTEPS: usize = 4;

/// What became of a population.
#[derive(Clone, Debug, Default)]
pub(super) struct Course {
    /// Shares at the generations that are recorded.
    pub(super) points: Vec<(u64, Vec<f64>)>,
    /// Mean shares over the generations that are not left out.
    pub(super) mean: Vec<f64>,
    /// Shares at the end.
    pub(super) end: Vec<f64>,
    /// The strategy that took over.
    pub(super) fixed: Option<usize>,
    /// The number of steps until one took over.
    pub(super) steps: Option<f64>,
    /// The mean payoff of members at the end.
    pub(super) payoff: f64,
    /// How often they take the first action at the end.
    pub(super) cooperation: f64,
    /// The lattice at some generations, if it was watched.
    pub(super) boards: Vec<(u64, Vec<u8>)>,
}

/// Evolves the population of a repetition, on the graphs of all repetitions if there are any; the first keeps its boards.
pub(super) fn evolve(
    condition: &Condition,
    meetings: &Meetings,
    graphs: Option<&Graphs>,
    key: &RunKey,
    repetition: u64,
) -> Result<Course, RunError> {
    let watched = repetition == 0;
    if condition.dynamics.is_infinite() {
        return infinite(condition, meetings);
    }
    let mut draws = key.draws(Who::place("population", repetition), Purpose::Selection);
    if let Some(walk) = walk(condition, &meetings.matrix).filter(|_| condition.until_fixed) {
        return Ok(walked(condition, meetings, &walk, &mut draws));
    }
    let kinds = condition.cast.kinds.len();
    if !condition.is_placed() {
        let counts = condition.cast.kinds.iter().map(|kind| kind.count).collect();
        let population = Mixed::new(&meetings.matrix, condition.pooling, counts);
        return Run::of(condition, watched, kinds).carry_out(State::Mixed(population), None, meetings, &mut draws);
    }
    let first = place::first(condition, key, repetition);
    if let Some(torus) = torus(condition, &meetings.matrix, &first) {
        return Run::of(condition, watched, kinds).carry_out(State::Torus(torus), None, meetings, &mut draws);
    }
    let drawn = if graphs.is_none() { Some(Graphs::of(condition, key, repetition)) } else { None };
    let graphs = graphs.or(drawn.as_ref()).expect("they are fixed or drawn");
    let table = condition.sampled.then(|| Table::new(condition, key, repetition));
    let population = Placed::new(&meetings.matrix, condition.pooling, condition.selfish, graphs.both(), first);
    Run::of(condition, watched, kinds).carry_out(State::Placed(population), table, meetings, &mut draws)
}

/// The rule with the range of payoffs in it.
fn scaled(rule: Compare, matrix: &Matrix) -> Compare {
    let (low, high) = matrix.range();
    match rule {
        Compare::Proportional { .. } => Compare::Proportional { scale: high - low },
        rule => rule,
    }
}

/// The walk of a well-mixed population of two strategies without mutation.
pub(super) fn walk(condition: &Condition, matrix: &Matrix) -> Option<Walk> {
    if condition.is_placed() || matrix.strategies() != 2 || condition.dynamics.mutates() {
        return None;
    }
    let population = u32::try_from(condition.cast.population).ok()?;
    match condition.dynamics {
        Dynamics::Moran { birth_first: true, fitness, replaced, .. } => {
            Walk::moran(matrix, population, condition.pooling, fitness, replaced)
        }
        Dynamics::Imitation { imitated: Imitated::Compared(rule), at_once: false, .. } => {
            // A sum over all others differs from the mean by a factor.
            Walk::compare(matrix, population, condition.pooling, pooled(rule, condition, matrix))
        }
        _ => None,
    }
}

/// The rule for payoffs that are sums over everybody else.
fn pooled(rule: Compare, condition: &Condition, matrix: &Matrix) -> Compare {
    match scaled(rule, matrix) {
        #[expect(clippy::cast_precision_loss, reason = "populations are far below 2^53")]
        Compare::Proportional { scale } if condition.pooling == Pooling::Sum => {
            Compare::Proportional { scale: scale * (condition.cast.population - 1) as f64 }
        }
        rule => rule,
    }
}

/// The torus of bytes, if the condition is one that it plays.
fn torus(condition: &Condition, matrix: &Matrix, first: &[u8]) -> Option<Torus> {
    let Structure::Lattice { width, neighbourhood, torus: true } = condition.structure else { return None };
    let Dynamics::Imitation { imitated: Imitated::Best(tie), at_once: true, mutation } = condition.dynamics else {
        return None;
    };
    if mutation > 0.0 || condition.reproduction.is_some() {
        return None;
    }
    Torus::new(matrix, (width, first.len() / width), neighbourhood, condition.selfish, tie, first)
}

/// Walks from the start to the end without recording the course.
fn walked(condition: &Condition, meetings: &Meetings, walk: &Walk, draws: &mut Draws) -> Course {
    let counts: Vec<u64> = condition.cast.kinds.iter().map(|kind| kind.count).collect();
    let members = condition.cast.population;
    #[expect(clippy::cast_precision_loss, reason = "a bound on steps need not be exact")]
    let most = condition.generations as f64 * members as f64;
    let ended = walk.walk(u32::try_from(counts[0]).unwrap_or(u32::MAX), most, draws);
    let start = shares(&counts);
    let fixed = ended.first.map(|first| usize::from(!first));
    // Where it was broken off, nothing is known but that both are there.
    let end = fixed.map_or_else(|| start.clone(), |only| (0..2).map(|k| f64::from(u8::from(k == only))).collect());
    let mut course = Course {
        points: vec![(0, start), (condition.generations, end.clone())],
        mean: end.clone(),
        end,
        fixed,
        steps: fixed.map(|_| ended.steps),
        ..Course::default()
    };
    mixed_end(&mut course, meetings, Some(members));
    course
}

#[expect(clippy::cast_precision_loss, reason = "populations are far below 2^53")]
fn shares(counts: &[u64]) -> Vec<f64> {
    let total: u64 = counts.iter().sum();
    counts.iter().map(|count| *count as f64 / total as f64).collect()
}

/// Mean payoff and cooperation where everybody meets everybody, by the shares at the end. Of so many members nobody meets
/// itself; without a number there are infinitely many.
fn mixed_end(course: &mut Course, meetings: &Meetings, members: Option<usize>) {
    let n = course.end.len();
    #[expect(clippy::cast_precision_loss, reason = "populations are far below 2^53")]
    let members = members.map_or(f64::INFINITY, |members| members as f64);
    (course.payoff, course.cooperation) = (0.0, 0.0);
    for own in 0..n {
        for other in 0..n {
            let oneself = if own == other { 1.0 / members } else { 0.0 };
            let p = course.end[own] * (course.end[other] - oneself) / (1.0 - 1.0 / members);
            course.payoff += p * meetings.matrix.at(own, other);
            course.cooperation += p * meetings.cooperation[own * n + other];
        }
    }
}

/// A finite population in one of its forms.
enum State<'a> {
    Mixed(Mixed<'a>),
    Placed(Placed<'a>),
    Torus(Torus),
}

impl State<'_> {
    fn counts(&self, members: u64) -> Vec<u64> {
        match self {
            Self::Mixed(population) => population.counts().to_vec(),
            Self::Placed(population) => population.counts().to_vec(),
            Self::Torus(torus) => vec![torus.count_first(), members - torus.count_first()],
        }
    }

    /// Whether one strategy is left; a torus does not say, since its step is a whole generation.
    fn is_fixed(&self) -> bool {
        match self {
            Self::Mixed(population) => population.fixed().is_some(),
            Self::Placed(population) => population.fixed().is_some(),
            Self::Torus(_) => false,
        }
    }

    /// One step: a replacement, or a change of all at once.
    fn step(&mut self, dynamics: &Dynamics, matrix: &Matrix, draws: &mut Draws) {
        match (self, dynamics) {
            (Self::Torus(torus), _) => torus.step(),
            (Self::Mixed(population), Dynamics::Moran { fitness, replaced, mutation, .. }) => {
                population.moran(*fitness, *replaced, *mutation, draws);
            }
            (Self::Mixed(population), Dynamics::Imitation { imitated: Imitated::Compared(rule), mutation, .. }) => {
                population.compare(*rule, *mutation, draws);
            }
            (Self::Placed(population), Dynamics::Moran { birth_first, fitness, replaced, mutation }) => {
                if *birth_first {
                    population.birth_death(*fitness, *replaced, *mutation, draws);
                } else {
                    population.death_birth(*fitness, *replaced, *mutation, draws);
                }
            }
            (Self::Placed(population), Dynamics::Imitation { imitated, at_once, mutation }) => {
                match (imitated, at_once) {
                    (Imitated::Best(tie), true) => population.imitate_all(*tie, *mutation, draws),
                    (Imitated::Best(tie), false) => population.imitate_one(*tie, *mutation, draws),
                    (Imitated::Compared(rule), true) => population.compare_all(scaled(*rule, matrix), *mutation, draws),
                    (Imitated::Compared(rule), false) => {
                        population.compare_one(scaled(*rule, matrix), *mutation, draws)
                    }
                }
            }
            _ => unreachable!("conditions are checked when they are read"),
        }
    }
}

/// A run of generations, and what is kept of it.
struct Run<'a> {
    condition: &'a Condition,
    watched: bool,
    course: Course,
    sums: Vec<f64>,
    counted: u64,
}

impl<'a> Run<'a> {
    fn of(condition: &'a Condition, watched: bool, kinds: usize) -> Self {
        Self { condition, watched, course: Course::default(), sums: vec![0.0; kinds], counted: 0 }
    }

    fn carry_out(
        mut self,
        mut state: State<'_>,
        mut table: Option<Table<'_>>,
        meetings: &Meetings,
        draws: &mut Draws,
    ) -> Result<Course, RunError> {
        let condition = self.condition;
        let members = condition.cast.population as u64;
        let dynamics = match &condition.dynamics {
            Dynamics::Imitation { imitated: Imitated::Compared(rule), at_once, mutation }
                if matches!(state, State::Mixed(_)) =>
            {
                let imitated = Imitated::Compared(pooled(*rule, condition, &meetings.matrix));
                Dynamics::Imitation { imitated, at_once: *at_once, mutation: *mutation }
            }
            dynamics => dynamics.clone(),
        };
        let single = matches!(dynamics, Dynamics::Imitation { at_once: true, .. });
        let steps = if single { 1 } else { members };
        let stays = |counts: &[u64]| counts.iter().position(|count| *count == members).filter(|_| !dynamics.mutates());
        let frames = frames(condition);
        let mut taken = 0u64;
        let mut generation = 0;
        let mut counts = state.counts(members);
        loop {
            self.see(generation, &shares(&counts), &state, &frames);
            if let Some(fixed) = stays(&counts) {
                self.course.fixed = Some(fixed);
                #[expect(clippy::cast_precision_loss, reason = "numbers of steps are far below 2^53")]
                self.course.steps.replace(taken as f64);
                // Nothing changes any more.
                let rest = if condition.until_fixed {
                    generation..generation
                } else {
                    generation + 1..condition.generations + 1
                };
                let share = shares(&counts);
                rest.for_each(|generation| self.see(generation, &share, &state, &frames));
                break;
            }
            if generation == condition.generations {
                break;
            }
            for _ in 0..steps {
                if let (Some(table), State::Placed(population)) = (&mut table, &mut state) {
                    play(population, table, condition)?;
                }
                state.step(&dynamics, &meetings.matrix, draws);
                taken += 1;
                // What is left alone stays so: the rest of the generation would change nothing.
                if !dynamics.mutates() && state.is_fixed() {
                    break;
                }
            }
            counts = state.counts(members);
            generation += 1;
        }
        Ok(self.finish(&state, meetings, &shares(&counts)))
    }

    /// Takes in a generation.
    fn see(&mut self, generation: u64, shares: &[f64], state: &State<'_>, frames: &[u64]) {
        let condition = self.condition;
        if generation > condition.discard || (generation == 0 && condition.discard == 0) {
            self.counted += 1;
            for (sum, share) in self.sums.iter_mut().zip(shares) {
                *sum += share;
            }
        }
        let wanted = generation.is_multiple_of(condition.every) || generation == condition.generations;
        let last = condition.until_fixed && generation > 0;
        if wanted && !last {
            self.course.points.push((generation, shares.to_vec()));
        }
        if self.watched && frames.contains(&generation) {
            match state {
                State::Placed(population) => self.course.boards.push((generation, population.strategies().to_vec())),
                State::Torus(torus) => self.course.boards.push((generation, torus.cells())),
                State::Mixed(_) => {}
            }
        }
    }

    fn finish(mut self, state: &State<'_>, meetings: &Meetings, end: &[f64]) -> Course {
        #[expect(clippy::cast_precision_loss, reason = "numbers of generations are far below 2^53")]
        let counted = self.counted.max(1) as f64;
        self.course.mean =
            if self.counted == 0 { end.to_vec() } else { self.sums.iter().map(|s| s / counted).collect() };
        self.course.end = end.to_vec();
        if self.condition.until_fixed {
            self.course.points.push((self.condition.generations, end.to_vec()));
        }
        match state {
            State::Placed(population) => placed_end(&mut self.course, population, meetings),
            _ => {
                let members = (!self.condition.dynamics.is_infinite()).then_some(self.condition.cast.population);
                mixed_end(&mut self.course, meetings, members);
            }
        }
        if let State::Torus(torus) = state {
            let cells = torus.cells();
            let Structure::Lattice { width, neighbourhood, torus } = self.condition.structure else {
                unreachable!("a torus is a lattice")
            };
            let graph = crate::population::Graph::lattice(width, cells.len() / width, neighbourhood, torus);
            let condition = self.condition;
            let same = Placed::new(&meetings.matrix, condition.pooling, condition.selfish, [&graph, &graph], cells);
            placed_end(&mut self.course, &same, meetings);
        }
        self.course
    }
}

/// The generations at which the lattice is shown: none, few of a short run, and the last.
fn frames(condition: &Condition) -> Vec<u64> {
    if condition.frames == 0 || !matches!(condition.structure, Structure::Lattice { .. }) {
        return Vec::new();
    }
    let most = condition.frames as u64 - 1;
    let mut shown: Vec<u64> = (0..=most).map(|k| k * condition.generations / most.max(1)).collect();
    shown.dedup();
    shown
}

/// Mean payoff and cooperation of members on a graph.
fn placed_end(course: &mut Course, population: &Placed<'_>, meetings: &Meetings) {
    let vertices = population.strategies().len();
    #[expect(clippy::cast_precision_loss, reason = "populations are far below 2^53")]
    let members = vertices as f64;
    course.payoff = (0..vertices).map(|vertex| population.payoff(vertex)).sum::<f64>() / members;
    course.cooperation = population.mean_of(&meetings.cooperation);
}

/// Plays all matches of a step and gives the population their payoffs.
fn play(population: &mut Placed<'_>, table: &mut Table<'_>, condition: &Condition) -> Result<(), RunError> {
    let mut sums = vec![0.0; population.strategies().len()];
    for (a, b) in population.edges() {
        let [own, other] = [a, b].map(|vertex| usize::from(population.strategies()[vertex]));
        let payoffs = table.meet(own, other)?;
        sums[a] += payoffs[0];
        sums[b] += payoffs[1];
    }
    if condition.selfish {
        for (vertex, sum) in sums.iter_mut().enumerate() {
            let own = usize::from(population.strategies()[vertex]);
            *sum += table.meet(own, own)?[0];
        }
    }
    population.set_sums(&sums);
    Ok(())
}

/// The exact payoffs of the analysis' games.
pub(super) fn payoffs(matrix: &Matrix) -> Result<Payoffs, RunError> {
    let n = matrix.strategies();
    let row =
        |own: usize| matrix.row(own).iter().map(|cell| Rational::from_f64_exact(*cell).unwrap_or_default()).collect();
    Payoffs::new(&(0..n).map(row).collect::<Vec<_>>()).map_err(|error| RunError::Other(error.into()))
}

/// Shares of an infinite population.
fn infinite(condition: &Condition, meetings: &Meetings) -> Result<Course, RunError> {
    let counts: Vec<u64> = condition.cast.kinds.iter().map(|kind| kind.count).collect();
    let mut state = shares(&counts);
    let mut run = Run::of(condition, false, counts.len());
    let fail = |error: crate::equilibrium::evolution::EvolutionError| RunError::Other(error.into());
    let flow = match &condition.dynamics {
        Dynamics::Replicator { step, mutation } => {
            let payoffs = payoffs(&meetings.matrix)?;
            let flow = if mutation.is_positive() {
                Flow::with_uniform_mutation(&payoffs, mutation).map_err(fail)?
            } else {
                Flow::replicator(&payoffs)
            };
            Some((flow, *step))
        }
        _ => None,
    };
    if flow.is_none() && meetings.matrix.range().0 < 0.0 {
        let found = format!("a payoff of {} where shares grow in proportion to payoffs", meetings.matrix.range().0);
        return Err(RunError::Other(Diagnostic::new(
            "negative-payoff",
            found,
            "payoffs from 0, or replicator dynamics",
        )));
    }
    let empty = State::Mixed(Mixed::new(&meetings.matrix, Pooling::Mean, vec![2; counts.len()]));
    for generation in 0..=condition.generations {
        run.see(generation, &state, &empty, &[]);
        if generation == condition.generations {
            break;
        }
        state = match &flow {
            #[expect(clippy::cast_precision_loss, reason = "a few steps")]
            Some((flow, step)) => flow.runge_kutta(&state, step / SUBSTEPS as f64, SUBSTEPS).map_err(fail)?,
            None => grown(&state, &meetings.matrix),
        };
    }
    Ok(run.finish(&empty, meetings, &state))
}

/// The next generation of Axelrod's ecology: `x_i' = x_i (A x)_i / x . A x`.
fn grown(shares: &[f64], matrix: &Matrix) -> Vec<f64> {
    let gets = |own: usize| matrix.row(own).iter().zip(shares).map(|(a, x)| a * x).sum::<f64>();
    let grown: Vec<f64> = shares.iter().enumerate().map(|(own, share)| share * gets(own)).collect();
    let total: f64 = grown.iter().sum();
    if total > 0.0 { grown.into_iter().map(|share| share / total).collect() } else { shares.to_vec() }
}
