//! Chances that change: by growth of shares, by one mutant after another, or up the slope of a mutant's payoff.

use super::course::{Champion, Course, Snapshot};
use super::setting::{Condition, Invasion, Selection, Space, Spread};
use crate::equilibrium::evolution::Fixation;
use crate::ids::RunKey;
use crate::play::Relation;
use crate::population::{MemoryOne, Pool};
use crate::sim::{Draws, Purpose, Who};

/// So many strategies of the end are listed.
const CHAMPIONS: usize = 10;

fn mutants(key: &RunKey, repetition: u64) -> Draws {
    key.draws(Who::place("population", repetition), Purpose::Mutation)
}

/// A new strategy.
fn new(reactive: bool, spread: Spread, draws: &mut Draws) -> MemoryOne {
    let mut chance = || match spread {
        Spread::Uniform => draws.uniform(),
        Spread::UShaped => {
            let sine = libm::sin(std::f64::consts::FRAC_PI_2 * draws.uniform());
            sine * sine
        }
    };
    if reactive { MemoryOne::reactive(chance(), chance()) } else { MemoryOne([chance(), chance(), chance(), chance()]) }
}

/// A new strategy of the kind that an invasion's mutants are.
fn mutant(condition: &Condition, rules: &Invasion, draws: &mut Draws) -> MemoryOne {
    match rules.space {
        Space::ZeroDeterminant => {
            let [r, _, _, p] = condition.outcomes;
            let baseline = p + (r - p) * draws.uniform();
            let slope = draws.uniform();
            MemoryOne::zero_determinant(condition.outcomes, baseline, slope, draws.uniform())
        }
        space => new(space == Space::Reactive, rules.spread, draws),
    }
}

/// Whether a strategy is an extortioner's and whether it is generous: it forces a relation, at least nearly, under which the other's surplus
/// over a baseline is at most its own, and the baseline is near P or near R.
fn stance(strategy: MemoryOne, condition: &Condition) -> [f64; 2] {
    /// How far chances may be from the plane, and how near, as a share of R - P, baselines are.
    const NEAR: [f64; 2] = [0.1, 0.2];
    let [r, _, _, p] = condition.outcomes;
    let place = Relation::of(strategy.0, &condition.payoffs)
        .filter(|relation| relation.error <= NEAR[0] && relation.chi().is_some_and(|chi| chi >= 1.0))
        .and_then(|relation| relation.baseline())
        .map(|baseline| (baseline - p) / (r - p));
    let near = |end: f64| f64::from(u8::from(place.is_some_and(|place| (place - end).abs() <= NEAR[1])));
    [near(0.0), near(1.0)]
}

fn genes(strategy: MemoryOne, reactive: bool) -> String {
    let [a, b, c, d] = strategy.0;
    if reactive { format!("{a:.3} {b:.3}") } else { format!("{a:.3} {b:.3} {c:.3} {d:.3}") }
}

fn champions(members: &[(MemoryOne, f64)], reactive: bool) -> Vec<Champion> {
    let mut order: Vec<&(MemoryOne, f64)> = members.iter().collect();
    order.sort_by(|a, b| b.1.total_cmp(&a.1));
    let champion = |(strategy, share): &(MemoryOne, f64)| Champion {
        genes: genes(*strategy, reactive),
        share: *share,
        payoff: None,
        automaton: strategy.automaton(),
    };
    order.into_iter().take(CHAMPIONS).map(champion).collect()
}

/// Growth of shares, with newcomers.
pub(super) fn selection(condition: &Condition, rules: &Selection, key: &RunKey, repetition: u64) -> Course {
    let mut draws = mutants(key, repetition);
    let mut first = condition.start.clone();
    first.extend((0..rules.strategies).map(|_| new(rules.reactive, rules.spread, &mut draws)));
    let mut pool = Pool::new(condition.outcomes, condition.noise);
    for (k, strategy) in first.into_iter().enumerate() {
        // Equal shares: the k-th takes its part of what is there.
        #[expect(clippy::cast_precision_loss, reason = "a few strategies")]
        let share = 1.0 / (k + 1) as f64;
        pool.add(strategy, share);
    }
    let mut course = Course::default();
    for generation in 0..=condition.generations {
        if Course::wants(condition, generation) {
            let snapshot = Snapshot::of(pool.members(), rules.reactive, pool.means());
            course.see(condition, generation, snapshot);
        }
        pool.grow();
        pool.prune(rules.threshold);
        if draws.chance(rules.innovation) {
            pool.add(new(rules.reactive, rules.spread, &mut draws), rules.newcomer);
        }
    }
    course.champions = champions(pool.members(), rules.reactive);
    course
}

/// One strategy, which one mutant after another tries to replace.
pub(super) fn invasion(condition: &Condition, rules: &Invasion, key: &RunKey, repetition: u64) -> Course {
    let mut draws = mutants(key, repetition);
    let mut fate = key.draws(Who::place("population", repetition), Purpose::Selection);
    let reactive = rules.space == Space::Reactive;
    let mut resident = match (rules.space, condition.start.is_empty()) {
        (Space::ZeroDeterminant, true) => mutant(condition, rules, &mut draws),
        _ => first(condition, reactive, repetition, &mut draws),
    };
    let long_run = |strategy: MemoryOne| {
        let shares = strategy.long_run(strategy, condition.noise).unwrap_or_default();
        (dot(shares, condition), shares[0] + shares[1])
    };
    let mut worth = long_run(resident);
    let mut stands = stance(resident, condition);
    let mut course = Course::default();
    for generation in 0..=condition.generations {
        if Course::wants(condition, generation) {
            let snapshot = Snapshot::of(&[(resident, 1.0)], reactive, worth);
            course.see(condition, generation, Snapshot { stance: Some(stands), ..snapshot });
        }
        let mutant = match rules.step {
            None => mutant(condition, rules, &mut draws),
            Some(step) => near(resident, step, reactive, &mut draws),
        };
        let own = long_run(mutant);
        let met = mutant.long_run(resident, condition.noise).unwrap_or_default();
        let [cc, cd, dc, dd] = met;
        let (against, suffered) = (dot(met, condition), dot([cc, dc, cd, dd], condition));
        let fixation = takes_over([own.0, against, suffered, worth.0], rules.population, rules.intensity);
        if fate.chance(fixation) {
            (resident, worth) = (mutant, own);
            stands = stance(resident, condition);
        }
    }
    course.champions = champions(&[(resident, 1.0)], reactive);
    course
}

fn dot(shares: [f64; 4], condition: &Condition) -> f64 {
    shares.iter().zip(condition.outcomes).map(|(share, payoff)| share * payoff).sum()
}

/// The first strategy of a repetition: of those that are given the next, else a random one.
fn first(condition: &Condition, reactive: bool, repetition: u64, draws: &mut Draws) -> MemoryOne {
    if condition.start.is_empty() {
        return new(reactive, Spread::Uniform, draws);
    }
    let place = usize::try_from(repetition % condition.start.len() as u64).expect("a place in a list");
    condition.start[place]
}

fn near(parent: MemoryOne, step: f64, reactive: bool, draws: &mut Draws) -> MemoryOne {
    let mut moved = |p: f64| (p + step * (2.0 * draws.uniform() - 1.0)).clamp(0.0, 1.0);
    let [a, b, c, d] = parent.0;
    if reactive { MemoryOne::reactive(moved(a), moved(b)) } else { MemoryOne([moved(a), moved(b), moved(c), moved(d)]) }
}

/// The probability that one mutant takes over by pairwise comparison (Traulsen, Nowak & Pacheco 2006); payoffs of mutant against
/// mutant, mutant against resident, resident against mutant, and resident against resident.
fn takes_over([own, against, suffered, worth]: [f64; 4], population: u32, intensity: f64) -> f64 {
    let n = f64::from(population);
    let lead = |k: f64| ((k - 1.0) * own + (n - k) * against - k * suffered - (n - k - 1.0) * worth) / (n - 1.0);
    Fixation::of_ratios((1..population).map(|k| -intensity * lead(f64::from(k)))).rho
}

/// Adaptive dynamics from one start.
pub(super) fn gradient(condition: &Condition, reactive: bool, step: f64, key: &RunKey, repetition: u64) -> Course {
    let mut here = first(condition, reactive, repetition, &mut mutants(key, repetition));
    let mut course = Course::default();
    for generation in 0..=condition.generations {
        if Course::wants(condition, generation) {
            let shares = here.long_run(here, condition.noise).unwrap_or_default();
            let worth = (dot(shares, condition), shares[0] + shares[1]);
            course.see(condition, generation, Snapshot::of(&[(here, 1.0)], reactive, worth));
        }
        let slopes = here.gradient(condition.outcomes, condition.noise).unwrap_or_default();
        let [a, b, c, d] = slopes;
        // A reactive strategy moves both chances that follow the same action of the other.
        let slopes = if reactive { [a + c, b + d, a + c, b + d] } else { slopes };
        for (p, slope) in here.0.iter_mut().zip(slopes) {
            *p = (*p + step * slope).clamp(0.0, 1.0);
        }
    }
    course.champions = champions(&[(here, 1.0)], reactive);
    course
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Published values of N rho: the dilemma 3, 0, 5, 1 with N = 20, co-operators and defectors (own computation from the closed
    /// form of Traulsen, Nowak & Pacheco 2006).
    #[test]
    fn mutants_take_over_as_the_closed_form_says() {
        for (payoffs, intensity, expected) in [
            ([3.0, 0.0, 5.0, 1.0], 0.01, 0.8609),
            ([3.0, 0.0, 5.0, 1.0], 0.1, 0.1477),
            ([1.0, 5.0, 0.0, 3.0], 0.01, 1.1856),
            ([1.0, 5.0, 0.0, 3.0], 0.1, 3.6228),
        ] {
            assert!((20.0 * takes_over(payoffs, 20, intensity) - expected).abs() < 5e-5);
        }
    }
}
