//! The complementarity problem of a sequence form, and its solution (Koller, Megiddo & von Stengel 1996, sections 3-4).
//!
//! Plans `x`, `y` are an equilibrium exactly if there are `p`, `q`, the values of the information sets, with
//!
//! `E x = e`,  `F y = f`,  `E^T p - A y >= 0`,  `F^T q - B^T x >= 0`,  `x (E^T p - A y) = 0`,  `y (F^T q - B^T x) = 0`:
//!
//! each plan is optimal against the other by the duality of linear programming. The free `p` and `q` are differences of
//! two vectors that are not negative, each equation is two inequalities, and all of that is one problem in the
//! variables `x, y, p', p'', q', q''`.
//!
//! Why there is always an answer: payoffs are first lowered, so that none is positive (which changes no equilibrium).
//! Then `z M z = -x (A + B) y >= 0` for all `z >= 0`; and if `z >= 0`, `M z >= 0`, then `E x = 0` and `F y = 0`, hence
//! `x = 0` and `y = 0` (all entries of a plan are part of its first), so that `E^T p >= 0`, `F^T q >= 0` and `b z =
//! e p + f q >= 0`, being `x' E^T p + y' F^T q` for any plans `x'`, `y'`. With these two properties Lemke's path cannot
//! end in a ray (Cottle, Pang & Stone 1992, theorem 4.4.13).

use super::behaviour::Behaviour;
use super::form::{Cell, Plan, SequenceForm};
use super::lemke::Lcp;
use super::{SequenceError, lemke};
use crate::exact::Rational;
use crate::game::ExtensiveForm;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::One;

/// The greatest number of both players' sequences together.
const MAX_SEQUENCES: usize = 400;

/// An equilibrium.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// By player: its realisation plan.
    pub plans: [Plan; 2],
    /// The same as behaviour; where a plan never goes, all actions are equally likely.
    pub behaviour: Behaviour,
    /// What both players get.
    pub payoffs: [Rational; 2],
    /// The first player's payoff in every equilibrium, if the game is of constant sum: its value (von Neumann 1928).
    pub value: Option<Rational>,
}

/// One equilibrium of a two-player game of perfect recall, exactly. The same tree gives the same equilibrium.
///
/// With some 60 sequences in all it takes milliseconds. The path's length varies much from game to game and may be
/// thousands of pivots with 200 sequences, which takes many seconds.
///
/// # Errors
/// If the game has not two players, one of them has imperfect recall, or there are more than 400 sequences.
///
/// # Examples
/// ```
/// use comity::catalogue::{Place, Value};
/// use comity::equilibrium::sequence::{regrets, solve};
/// use comity::exact::Rational;
///
/// let trees = comity::game::trees();
/// let spec = trees.resolve(&Value::from("kuhn_poker"), &Place::root()).unwrap();
/// let poker = trees.build(&spec, &()).unwrap();
/// let solution = solve(&poker).unwrap();
/// assert_eq!(solution.value, Some(Rational::new(-1, 18))); // Kuhn 1950
/// assert!(regrets(&poker, &solution.behaviour).unwrap().iter().all(Rational::is_zero));
/// ```
pub fn solve(tree: &ExtensiveForm) -> Result<Solution, SequenceError> {
    let form = SequenceForm::of(tree)?;
    let counts = [0, 1].map(|player| form.sequence_count(player));
    let found = counts[0] + counts[1];
    if found > MAX_SEQUENCES {
        return Err(SequenceError::TooLarge { found, limit: MAX_SEQUENCES });
    }
    let mut solution = problem(&form).solve().expect("the problem of a sequence form has a solution");
    solution.truncate(found);
    let second = solution.split_off(counts[0]);
    let plans = [solution, second];
    let payoffs = form.expected_payoffs([&plans[0], &plans[1]]);
    let behaviour = Behaviour::trusted([0, 1].map(|player| form.behaviour(player, &plans[player])).to_vec());
    let value = tree.constant_sum().map(|_| payoffs[0].clone());
    Ok(Solution { plans, behaviour, payoffs, value })
}

/// The problem of a form, with payoffs as integers of which none is positive.
fn problem(form: &SequenceForm) -> Lcp {
    let constraints = [0, 1].map(|player| form.constraints(player));
    let counts = [0, 1].map(|player| form.sequence_count(player));
    let heights = [constraints[0].len(), constraints[1].len()];
    // Where the variables of each player begin: its plan, and both halves of its values.
    let plan = [0, counts[0]];
    let values = [counts[0] + counts[1], counts[0] + counts[1] + 2 * heights[0]];
    let size = values[1] + 2 * heights[1];
    let mut lcp = lemke::Lcp { rows: vec![Vec::new(); size], constant: vec![BigInt::ZERO; size] };
    for player in [0, 1] {
        let other = 1 - player;
        for ((first, second), payoff) in integers(form, player) {
            let own = [first, second][player];
            lcp.rows[plan[player] + own].push((plan[other] + [first, second][other], -payoff));
        }
        for (h, row) in constraints[player].iter().enumerate() {
            let [plus, minus] = [values[player] + h, values[player] + heights[player] + h];
            for (k, entry) in row.iter().enumerate().filter(|(_, entry)| **entry != 0) {
                let (k, entry) = (plan[player] + k, BigInt::from(*entry));
                lcp.rows[k].extend([(plus, entry.clone()), (minus, -&entry)]);
                lcp.rows[plus].push((k, -&entry));
                lcp.rows[minus].push((k, entry));
            }
        }
        let root = values[player];
        (lcp.constant[root], lcp.constant[root + heights[player]]) = (BigInt::one(), -BigInt::one());
    }
    lcp
}

/// A player's payoffs by pair of sequences, lowered by its greatest and multiplied by a common denominator.
fn integers(form: &SequenceForm, player: usize) -> Vec<((usize, usize), BigInt)> {
    let lowered = |cell: &Cell| &cell.payoffs[player] - &(&cell.weight * form.greatest(player));
    let lowered: Vec<((usize, usize), Rational)> = form.cells().iter().map(|(at, cell)| (*at, lowered(cell))).collect();
    let denominator = lowered.iter().fold(BigInt::one(), |all, (_, payoff)| all.lcm(payoff.parts().1));
    lowered.into_iter().map(|(at, payoff)| (at, payoff.parts().0 * (&denominator / payoff.parts().1))).collect()
}
