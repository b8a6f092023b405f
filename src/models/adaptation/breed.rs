//! Breeding: members play all others, the best of a few become parents, and children mutate.

use super::course::{Champion, Course, Snapshot, kind};
use super::setting::{Breeding, Condition};
use crate::ids::{PlayerId, RunKey};
use crate::models::RunError;
use crate::play::{Length, Match, Rules, expect, find_cycle};
use crate::population::{Genome, MemoryOne};
use crate::sim::{Draws, Purpose, Who};
use crate::strategy::Automaton;

/// So many strategies of the end are listed.
const CHAMPIONS: usize = 10;

/// Breeds a population.
pub(super) fn breed(
    condition: &Condition,
    breeding: &Breeding,
    key: &RunKey,
    repetition: u64,
) -> Result<Course, RunError> {
    let mut draws = key.draws(Who::place("population", repetition), Purpose::Mutation);
    let mut rules = Rules::new(condition.game.clone(), Length::Unknown(breeding.rounds));
    rules.noise = condition.noise;
    let mut members: Vec<Genome> = (0..breeding.population)
        .map(|k| match condition.start.get(k) {
            Some(start) if breeding.species == crate::population::Species::Chances => Genome::Chances(*start),
            _ => breeding.species.random(&mut draws),
        })
        .collect();
    let mut course = Course::default();
    for generation in 0..=condition.generations {
        let scores = scores(&members, &rules, key)?;
        if Course::wants(condition, generation) {
            course.see(condition, generation, snapshot(&members, &scores));
        }
        let mut order: Vec<usize> = (0..members.len()).collect();
        order.sort_by(|a, b| scores[*b].0.total_cmp(&scores[*a].0));
        if generation == condition.generations {
            course.champions = champions(&members, &scores, &order);
            break;
        }
        let mut next: Vec<Genome> = order.iter().take(breeding.elite).map(|best| members[*best].clone()).collect();
        while next.len() < members.len() {
            let first = parent(&scores, breeding.rivals, &mut draws);
            let mut child = if draws.chance(breeding.crossing) {
                let second = parent(&scores, breeding.rivals, &mut draws);
                members[first].cross(&members[second], &mut draws)
            } else {
                members[first].clone()
            };
            child.mutate(breeding.mutation, &mut draws);
            next.push(child);
        }
        members = next;
    }
    Ok(course)
}

/// The best of some random members; the first drawn of equals.
fn parent(scores: &[(f64, f64)], rivals: usize, draws: &mut Draws) -> usize {
    let mut best = draws.index(scores.len());
    for _ in 1..rivals {
        let rival = draws.index(scores.len());
        if scores[rival].0 > scores[best].0 {
            best = rival;
        }
    }
    best
}

/// Each member's mean payoff a round against all others, and how often it cooperates; exact, by the machines themselves.
fn scores(members: &[Genome], rules: &Rules, key: &RunKey) -> Result<Vec<(f64, f64)>, RunError> {
    let automata: Vec<Automaton> = members.iter().map(Genome::automaton).collect();
    let spec = Match { rules, key, place: "breeding", repetition: 0 };
    let mut sums = vec![(0.0, 0.0); members.len()];
    for a in 0..members.len() {
        for b in 0..a {
            let counts = profiles(&spec, &automata[a], &automata[b])?;
            let rounds: f64 = counts.iter().sum();
            for (seat, member) in [a, b].into_iter().enumerate() {
                let player = PlayerId::at(seat);
                for (profile, count) in counts.iter().enumerate() {
                    sums[member].0 += count / rounds * rules.game.payoff_at(profile, player).to_f64();
                    sums[member].1 += count / rounds * f64::from(u8::from(rules.game.action_in(profile, player) == 0));
                }
            }
        }
    }
    #[expect(clippy::cast_precision_loss, reason = "populations that are bred are small")]
    let others = (members.len() - 1) as f64;
    Ok(sums.into_iter().map(|(payoff, cooperation)| (payoff / others, cooperation / others)).collect())
}

/// How often each profile is played, or expected.
fn profiles(spec: &Match<'_>, a: &Automaton, b: &Automaton) -> Result<Vec<f64>, RunError> {
    if let Some(course) = find_cycle(spec, a, b) {
        #[expect(clippy::cast_precision_loss, reason = "numbers of rounds are far below 2^53")]
        return Ok(course.counts(4).into_iter().map(|count| count as f64).collect());
    }
    let expected = expect(spec, a, b, |_| ());
    Ok(expected.expect("a game of two players is one that automata play").profiles)
}

#[expect(clippy::cast_precision_loss, reason = "populations that are bred are small")]
fn snapshot(members: &[Genome], scores: &[(f64, f64)]) -> Snapshot {
    let n = members.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| scores.iter().map(of).sum::<f64>() / n;
    let mut snapshot = Snapshot {
        payoff: mean(|score| score.0),
        cooperation: mean(|score| score.1),
        best: scores.iter().map(|score| score.0).fold(f64::NEG_INFINITY, f64::max),
        ..Snapshot::default()
    };
    let mut shown: Vec<String> = members.iter().map(Genome::show).collect();
    shown.sort_unstable();
    shown.dedup();
    snapshot.strategies = shown.len();
    for member in members {
        let Genome::Chances(MemoryOne(p)) = member else { continue };
        snapshot.kinds[kind(MemoryOne(*p), false)] += 1.0 / n;
        let chances = snapshot.chances.get_or_insert([0.0; 4]);
        for (mean, p) in chances.iter_mut().zip(p) {
            *mean += p / n;
        }
    }
    snapshot
}

fn champions(members: &[Genome], scores: &[(f64, f64)], order: &[usize]) -> Vec<Champion> {
    let mut found: Vec<Champion> = Vec::new();
    #[expect(clippy::cast_precision_loss, reason = "populations that are bred are small")]
    let part = 1.0 / members.len() as f64;
    for member in order {
        let genes = members[*member].show();
        if let Some(known) = found.iter_mut().find(|known| known.genes == genes) {
            known.share += part;
        } else {
            let automaton = members[*member].automaton();
            found.push(Champion { genes, share: part, payoff: Some(scores[*member].0), automaton });
        }
    }
    found.truncate(CHAMPIONS);
    found
}
