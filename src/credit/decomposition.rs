//! Value decomposition: a joint value fitted by what each agent can maximise on its own.
//!
//! Value decomposition networks add agents' values up (Sunehag et al. 2018), QMIX mixes them by any function that increases in each
//! (Rashid et al. 2018). Where learning fits all joint actions alike and could fit any member of the class, it rests
//! at the least-squares fit within it. That is in closed form for sums; for monotone mixing of two agents it is the best
//! isotonic fit over all orders of their actions, and each of those is the max-min of averages over upper and lower sets
//! (Robertson, Wright & Dykstra 1988, sec. 1.4). Gradient descent may stay in another order of actions than the best: a failure
//! of the search then, not of the class.

use super::team::TeamReward;
use crate::error::Diagnostic;
use crate::exact::{Rational, over_common_denominator};
use num_bigint::BigInt;

/// The most actions of an agent whose orders are all tried.
pub const MOST_ACTIONS: usize = 4;

/// A fit of a joint value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fit {
    /// The fitted value of each joint action.
    pub values: TeamReward,
    /// The sum over joint actions of squared errors.
    pub squared_error: Rational,
}

impl Fit {
    fn of(team: &TeamReward, values: TeamReward) -> Self {
        let squared = |(joint, value): (Vec<usize>, &Rational)| {
            let error = value.clone() - values.at(&joint).clone();
            &error * &error
        };
        Self { squared_error: team.iter().map(squared).sum(), values }
    }

    /// The joint actions of the greatest fitted value, in order: what agents may come to do that each maximise their own part.
    pub fn greedy(&self) -> Vec<Vec<usize>> {
        let most = self.values.iter().map(|(_, value)| value).max().cloned();
        self.values.iter().filter(|(_, value)| Some(*value) == most.as_ref()).map(|(joint, _)| joint).collect()
    }
}

/// The sum of agents' values that fits best, all joint actions weighing alike: for each joint action the sum over agents of the mean
/// over what the others do, less the overall mean as often as there are agents beyond the first.
///
/// # Examples
/// What only one joint action of the two-step game's second matrix is worth spoils the fit of all (Rashid et al. 2018):
/// ```
/// use comity::credit::{TeamReward, additive};
/// use comity::exact::Rational;
/// let second = TeamReward::of(vec![2, 2], |a| [[0i64, 1], [1, 8]][a[0]][a[1]].into());
/// let fit = additive(&second);
/// let values: Vec<String> = fit.values.iter().map(|(_, value)| value.to_string()).collect();
/// assert_eq!(values, ["-3/2", "5/2", "5/2", "13/2"]);
/// ```
pub fn additive(team: &TeamReward) -> Fit {
    let uniform = |size: &usize| vec![Rational::one() / Rational::from(*size as i128); *size];
    let policies: Vec<Vec<Rational>> = team.sizes().iter().map(uniform).collect();
    let means: Vec<Vec<Rational>> = (0..team.sizes().len()).map(|agent| team.means(agent, &policies)).collect();
    let beyond = Rational::from(team.sizes().len() as i128 - 1) * team.mean(&policies);
    let fitted = |joint: &[usize]| {
        let parts = joint.iter().zip(&means).map(|(action, means)| &means[*action]);
        parts.sum::<Rational>() - beyond.clone()
    };
    Fit::of(team, TeamReward::of(team.sizes().to_vec(), fitted))
}

/// A team is too large for all orders of its actions to be tried.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("agents with {0:?} actions; monotone fits are of two agents with at most {MOST_ACTIONS} actions each")]
pub struct TooManyActions(pub Vec<usize>);

impl From<TooManyActions> for Diagnostic {
    fn from(error: TooManyActions) -> Self {
        let wanted = format!("two agents with at most {MOST_ACTIONS} actions each");
        Diagnostic::new("too-many-actions", format!("agents with {:?} actions", error.0), wanted)
    }
}

/// The best fits that are monotone in each agent's own value, all joint actions weighing alike: those of least squared error over all
/// orders of both agents' actions, each once, in the order in which orders are tried.
///
/// # Errors
/// If there are not two agents, or one has more than [`MOST_ACTIONS`] actions.
pub fn monotone(team: &TeamReward) -> Result<Vec<Fit>, TooManyActions> {
    let [rows, columns] = *team.sizes() else { return Err(TooManyActions(team.sizes().to_vec())) };
    if rows.max(columns) > MOST_ACTIONS {
        return Err(TooManyActions(team.sizes().to_vec()));
    }
    let values: Vec<Rational> = team.iter().map(|(_, value)| value.clone()).collect();
    let (denominator, whole) = over_common_denominator(&values);
    let below = lower_sets(rows, columns);
    let mut best: Vec<Fit> = Vec::new();
    for row_order in orders(rows) {
        for column_order in orders(columns) {
            let sums = prefix_sums(&whole, columns, &row_order, &column_order);
            let isotonic = isotonic(&sums, columns, &below, &denominator);
            let fitted = |joint: &[usize]| {
                let place = |order: &[usize], action| order.iter().position(|a| *a == action).unwrap_or_default();
                isotonic[place(&row_order, joint[0]) * columns + place(&column_order, joint[1])].clone()
            };
            let fit = Fit::of(team, TeamReward::of(vec![rows, columns], fitted));
            if best.first().is_some_and(|first| fit.squared_error < first.squared_error) {
                best.clear();
            }
            if best.first().is_none_or(|first| fit.squared_error == first.squared_error) && !best.contains(&fit) {
                best.push(fit);
            }
        }
    }
    Ok(best)
}

/// All orders of so many actions, lexicographically.
fn orders(actions: usize) -> Vec<Vec<usize>> {
    let mut found = vec![Vec::new()];
    for _ in 0..actions {
        found = found
            .into_iter()
            .flat_map(|order: Vec<usize>| {
                let next = (0..actions).filter(|action| !order.contains(action)).collect::<Vec<_>>();
                next.into_iter().map(move |action| order.iter().copied().chain([action]).collect())
            })
            .collect();
    }
    found
}

/// All lower sets of a grid: how many cells from the left each row has, which never grows downward.
fn lower_sets(rows: usize, columns: usize) -> Vec<Vec<usize>> {
    let mut found = vec![Vec::new()];
    for _ in 0..rows {
        found = found
            .into_iter()
            .flat_map(|set: Vec<usize>| {
                let most = set.last().copied().unwrap_or(columns);
                (0..=most).map(move |count| set.iter().copied().chain([count]).collect())
            })
            .collect();
    }
    found
}

/// Sums along the rows of the reordered grid: `columns + 1` a row, the first 0.
fn prefix_sums(whole: &[BigInt], columns: usize, row_order: &[usize], column_order: &[usize]) -> Vec<Vec<BigInt>> {
    let row = |row: &usize| {
        let mut sums = vec![BigInt::default()];
        for column in column_order {
            sums.push(&sums[sums.len() - 1] + &whole[row * columns + column]);
        }
        sums
    };
    row_order.iter().map(row).collect()
}

/// The isotonic regression of a grid: for each cell the greatest, over upper sets that hold it, of the least, over lower sets
/// that hold it, of the average over what both hold.
fn isotonic(sums: &[Vec<BigInt>], columns: usize, below: &[Vec<usize>], denominator: &BigInt) -> Vec<Rational> {
    let rows = sums.len();
    let mut fitted = Vec::with_capacity(rows * columns);
    for cell in 0..rows * columns {
        let (row, column) = (cell / columns, cell % columns);
        let mut greatest: Option<(BigInt, BigInt)> = None;
        // An upper set is what a lower set leaves.
        for left in below.iter().filter(|set| set[row] <= column) {
            let mut least: Option<(BigInt, BigInt)> = None;
            for set in below.iter().filter(|set| set[row] > column) {
                let (mut sum, mut count) = (BigInt::default(), 0u64);
                for (sums, (from, to)) in sums.iter().zip(left.iter().zip(set)).filter(|(_, (from, to))| from < to) {
                    sum += &sums[*to] - &sums[*from];
                    count += (to - from) as u64;
                }
                let average = (sum, BigInt::from(count));
                if least.as_ref().is_none_or(|least| &average.0 * &least.1 < &least.0 * &average.1) {
                    least = Some(average);
                }
            }
            let least = least.expect("the whole grid is a lower set");
            if greatest.as_ref().is_none_or(|greatest| &least.0 * &greatest.1 > &greatest.0 * &least.1) {
                greatest = Some(least);
            }
        }
        let (sum, count) = greatest.expect("the whole grid is an upper set");
        fitted.push(Rational::fraction(sum, count * denominator));
    }
    fitted
}
