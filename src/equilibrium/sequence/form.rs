//! The sequence form of a two-player game of perfect recall (von Stengel 1996).
//!
//! Sequences of a player: the empty one is number 0; then, information set by information set, one for each action.
//! With perfect recall the last move says the whole sequence. A realisation plan `x` satisfies `E x = e`, `x >= 0`: the
//! empty sequence has 1, and for each information set the sequences that go on there sum to the one that leads to it.

use super::SequenceError;
use crate::exact::Rational;
use crate::game::{ExtensiveForm, PastId, Pasts};
use crate::ids::PlayerId;
use std::collections::BTreeMap;

/// A sequence that is not empty, by its last move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sequence {
    /// The number of the sequence before the last move; 0 is the empty one.
    pub before: usize,
    /// The information set of the last move, by its place among the player's.
    pub infoset: usize,
    /// The action.
    pub action: usize,
}

/// A realisation plan: by sequence, how likely the player plays it if the others and chance let it.
pub type Plan = Vec<Rational>;

/// The sequence form of a two-player game of perfect recall.
///
/// # Examples
/// ```
/// use comity::equilibrium::sequence::SequenceForm;
/// use comity::game::ExtensiveForm;
///
/// let tree = ExtensiveForm::read_efg(
///     r#"EFG 2 R "" { "1" "2" } p "" 1 1 "" { "out" "in" } 0 t "" 1 "" { 2 2 }
///        p "" 2 1 "" { "l" "r" } 0 t "" 2 "" { 3 1 } t "" 3 "" { 0 0 }"#,
/// )
/// .unwrap();
/// let form = SequenceForm::of(&tree).unwrap();
/// assert_eq!(form.sequence_count(0), 3);
/// // x(empty) = 1, and x(out) + x(in) = x(empty).
/// assert_eq!(form.constraints(0), [[1, 0, 0], [-1, 1, 1]]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SequenceForm {
    /// By player: the sequences but the empty one; number `k` is at `k - 1`.
    sequences: [Vec<Sequence>; 2],
    /// By player and information set: the sequence that leads there, and the first of those that go on.
    infosets: [Vec<(usize, usize)>; 2],
    cells: BTreeMap<(usize, usize), Cell>,
    /// By player, the greatest payoff at an end that chance reaches.
    greatest: [Rational; 2],
}

/// What the ends that a pair of sequences leads to are worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cell {
    pub(super) weight: Rational,
    pub(super) payoffs: [Rational; 2],
}

impl SequenceForm {
    /// The sequence form of a tree.
    ///
    /// # Errors
    /// If the game has not two players, or one of them has imperfect recall.
    pub fn of(tree: &ExtensiveForm) -> Result<Self, SequenceError> {
        let &[_, _] = tree.players() else {
            return Err(SequenceError::Players { found: tree.player_count() });
        };
        require_recall(tree, tree.player_ids())?;
        let pasts = tree.pasts();
        let players = [PlayerId(0), PlayerId(1)];
        // By player: the sequence of each past.
        let numbers: [Vec<usize>; 2] = players.map(|player| {
            let firsts = firsts(tree, player);
            let of = pasts.of_player(player).iter().map(|past| firsts[past.infoset] + past.action);
            std::iter::once(0).chain(of).collect()
        });
        let infosets = players.map(|player| {
            let leads = |infoset: &usize| pasts.at(tree.infosets()[*infoset].nodes[0], player);
            let leads = tree.infosets_of(player).iter().map(|infoset| numbers[player.index()][leads(infoset)]);
            leads.zip(firsts(tree, player)).collect::<Vec<_>>()
        });
        let sequences = players.map(|player| {
            let own = tree.infosets_of(player).iter().zip(&infosets[player.index()]).enumerate();
            own.flat_map(|(infoset, (place, (before, _)))| {
                let actions = tree.infosets()[*place].actions.len();
                (0..actions).map(move |action| Sequence { before: *before, infoset, action })
            })
            .collect::<Vec<_>>()
        });
        Ok(Self { cells: cells(tree, &pasts, &numbers), greatest: greatest(tree), sequences, infosets })
    }

    /// The number of a player's sequences, the empty one counted.
    pub fn sequence_count(&self, player: usize) -> usize {
        1 + self.sequences[player].len()
    }

    /// A player's sequences but the empty one: number `k` is at `k - 1`.
    pub fn sequences(&self, player: usize) -> &[Sequence] {
        &self.sequences[player]
    }

    /// The matrix `E` of a player's constraints `E x = (1, 0, .., 0)`: a row for the empty sequence, then one for each
    /// information set; a column for each sequence; entries -1, 0 and 1.
    pub fn constraints(&self, player: usize) -> Vec<Vec<i8>> {
        let width = self.sequence_count(player);
        let mut rows = vec![vec![0; width]; 1 + self.infosets[player].len()];
        rows[0][0] = 1;
        for (row, (before, _)) in rows[1..].iter_mut().zip(&self.infosets[player]) {
            row[*before] = -1;
        }
        for (k, sequence) in self.sequences[player].iter().enumerate() {
            rows[sequence.infoset + 1][k + 1] = 1;
        }
        rows
    }

    /// What a pair of sequences is worth to both players: the payoffs at the ends that exactly these lead to, weighted
    /// by chance. Nothing where there is no such end.
    pub fn payoffs(&self, first: usize, second: usize) -> Option<&[Rational; 2]> {
        self.cells.get(&(first, second)).map(|cell| &cell.payoffs)
    }

    /// All cells in order: the sequences of both players, the weight of chance and the weighted payoffs.
    pub(super) fn cells(&self) -> &BTreeMap<(usize, usize), Cell> {
        &self.cells
    }

    pub(super) fn greatest(&self, player: usize) -> &Rational {
        &self.greatest[player]
    }

    /// What two plans are worth to both players.
    pub fn expected_payoffs(&self, plans: [&Plan; 2]) -> [Rational; 2] {
        let mut sums = [Rational::zero(), Rational::zero()];
        for ((first, second), cell) in &self.cells {
            let weight = &plans[0][*first] * &plans[1][*second];
            if !weight.is_zero() {
                sums.iter_mut().zip(&cell.payoffs).for_each(|(sum, payoff)| *sum += &(payoff * &weight));
            }
        }
        sums
    }

    /// The behaviour that a plan stands for: by information set, a distribution over its actions. Where the plan itself
    /// never goes, it says nothing, and all actions are taken as equally likely.
    pub(super) fn behaviour(&self, player: usize, plan: &Plan) -> Vec<Vec<Rational>> {
        let ends = self.infosets[player].iter().skip(1).map(|(_, first)| *first).chain([self.sequence_count(player)]);
        let spans = self.infosets[player].iter().zip(ends);
        spans
            .map(|((before, first), end)| {
                let own = &plan[*first..end];
                own.iter().map(|entry| entry.checked_div(&plan[*before]).unwrap_or_else(|| even(own.len()))).collect()
            })
            .collect()
    }
}

/// One of so many equal shares.
pub(super) fn even(count: usize) -> Rational {
    Rational::new(1, i64::try_from(count).expect("a list is shorter than 2^63"))
}

/// That some players have perfect recall.
pub(super) fn require_recall(
    tree: &ExtensiveForm,
    players: impl IntoIterator<Item = PlayerId>,
) -> Result<(), SequenceError> {
    let forgetful = tree.imperfect_recall();
    match players.into_iter().find(|player| forgetful.contains(player)) {
        None => Ok(()),
        Some(player) => Err(SequenceError::ImperfectRecall { player: tree.players()[player.index()].clone() }),
    }
}

/// By information set: the number of the sequence that goes on with its first action.
fn firsts(tree: &ExtensiveForm, player: PlayerId) -> Vec<usize> {
    let mut next = 1;
    let mut firsts = Vec::new();
    for infoset in tree.infosets_of(player) {
        firsts.push(next);
        next += tree.infosets()[*infoset].actions.len();
    }
    firsts
}

fn cells(tree: &ExtensiveForm, pasts: &Pasts, numbers: &[Vec<PastId>; 2]) -> BTreeMap<(usize, usize), Cell> {
    let worth = tree.worth_by_pasts(pasts).into_iter();
    worth
        .map(|(at, worth)| {
            let payoffs = worth.payoffs.try_into().expect("a game of two players has two payoffs");
            ((numbers[0][at[0]], numbers[1][at[1]]), Cell { weight: worth.weight, payoffs })
        })
        .collect()
}

fn greatest(tree: &ExtensiveForm) -> [Rational; 2] {
    let reach = tree.chance_reach();
    let ends: Vec<Vec<Rational>> =
        tree.ends().into_iter().filter(|(node, _)| !reach[*node].is_zero()).map(|(_, payoffs)| payoffs).collect();
    [0, 1].map(|player| ends.iter().map(|payoffs| &payoffs[player]).max().expect("chance reaches an end").clone())
}
