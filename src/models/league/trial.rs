//! One growth of one population, iteration by iteration.

use super::setting::{Condition, Method};
use crate::error::Diagnostic;
use crate::exact::Rational;
use crate::ids::RunKey;
use crate::league::{Against, League, Pair, Player, Replicator, grow};
use crate::sim::{Draws, Purpose, Who};

/// Of how many members it is said who beats whom: those who came last.
pub(super) const SHOWN: usize = 40;

/// What an iteration came to.
pub(super) struct Point {
    /// How exploitable the population is that the iteration answers.
    pub(super) exploitability: Rational,
    /// How many different strategies it is made of, over both seats; of a league, how many frozen players there are.
    pub(super) size: usize,
}

/// What a population came to.
pub(super) struct Trial {
    /// One a iteration, the start included.
    pub(super) curve: Vec<Point>,
    /// What it plays in the end.
    pub(super) last: Pair,
    /// The members of a league in the end of the first repetition, frozen ones first, then the learners.
    pub(super) members: Vec<Member>,
    /// `rates[k][l]`: how often the `k`-th of the last [`SHOWN`] members beats the `l`-th.
    pub(super) rates: Vec<Vec<f64>>,
}

/// A member of a league.
pub(super) struct Member {
    pub(super) name: String,
    pub(super) role: &'static str,
    pub(super) frozen: Option<u64>,
    pub(super) exploitability: Rational,
}

/// The stream of a condition's repetition.
pub(super) fn draws(key: &RunKey, condition: &Condition, name: &str, repetition: u64) -> Draws {
    key.draws(Who { place: &format!("league/{}", condition.name), repetition, name }, Purpose::Choice)
}

/// Grows the population of a condition.
pub(super) fn run(condition: &Condition, key: &RunKey, repetition: u64) -> Result<Trial, Diagnostic> {
    let against = match condition.method {
        Method::SelfPlay => Against::Latest,
        Method::FictitiousPlay => Against::Uniform,
        Method::Prioritised => Against::Prioritised(condition.priority),
        Method::OracleNash => Against::Equilibrium,
        Method::OracleUniform => Against::Even,
        Method::OracleReplicator => Against::Replicator(Replicator::default()),
        Method::League => return Ok(league(condition, key, repetition)),
    };
    let iterations = usize::try_from(condition.iterations).expect("the schema bounds it") + 1;
    let found = grow(&condition.matrix, (0, 0), against, iterations)?;
    let different = |strategies: &[usize]| {
        let mut strategies = strategies.to_vec();
        strategies.sort_unstable();
        strategies.dedup();
        strategies.len()
    };
    let point = |step: &crate::league::Iteration| Point {
        exploitability: step.exploitability.clone(),
        size: different(&step.rows) + different(&step.columns),
    };
    let curve = found.iter().map(point).collect();
    let last = found.into_iter().next_back().expect("there is an iteration").pair;
    Ok(Trial { curve, last, members: Vec::new(), rates: Vec::new() })
}

fn league(condition: &Condition, key: &RunKey, repetition: u64) -> Trial {
    let (height, width) = condition.matrix.size();
    let first = |size: usize| -> Vec<Rational> { (0..size).map(|k| Rational::from(i64::from(k == 0))).collect() };
    let mut league = League::new(&condition.matrix, Pair { row: first(height), column: first(width) }, condition.terms);
    let mut draws = draws(key, condition, "league", repetition);
    let point = |league: &League<'_>| Point {
        exploitability: league.exploitability(&league.learners()[0]),
        size: league.frozen().len(),
    };
    let mut curve = vec![point(&league)];
    for _ in 0..condition.iterations {
        league.iterate(&mut draws);
        curve.push(point(&league));
    }
    // Members are shown of the first repetition alone.
    let all = league.frozen().iter().chain(league.learners());
    let players: Vec<&Player> = if repetition == 0 { all.collect() } else { Vec::new() };
    let late = &players[players.len().saturating_sub(SHOWN)..];
    let member = |player: &&Player| {
        let number = if player.number == 0 { String::new() } else { format!(" {}", player.number + 1) };
        let when = player.frozen.map_or_else(|| "learner".to_string(), |iteration| format!("{iteration}"));
        Member {
            name: format!("{}{number}, {when}", player.role.name().replace('_', " ")),
            role: player.role.name(),
            frozen: player.frozen,
            exploitability: league.exploitability(player),
        }
    };
    let rates = |player: &&Player| late.iter().map(|other| league.win_rate(player, other)).collect();
    Trial {
        curve,
        last: league.learners()[0].pair.clone(),
        members: players.iter().map(member).collect(),
        rates: late.iter().map(rates).collect(),
    }
}
