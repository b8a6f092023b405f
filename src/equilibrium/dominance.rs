//! Dominance by pure and by mixed actions, and what survives when strictly dominated actions go, round after round.
//!
//! A mixture of a player's other actions strictly dominates an action if it pays more whatever the others do, and weakly
//! if it never pays less and somewhere pays more (Luce & Raiffa 1957; Osborne & Rubinstein 1994, ch. 4). Strictly
//! dominated actions can go in any order: what is left is the same (Gilboa, Kalai & Zemel 1990). For weak dominance the
//! order matters, so that it is named here, and never iterated. Whether a mixture dominates is a linear programme; every
//! answer carries the mixture, and [`Elimination::check`] needs nothing else.

use crate::equilibrium::profile::MixedStrategy;
use crate::exact::Rational;
use crate::exact::lp::{Answer, Program, Relation, Sense, TooLarge};
use crate::game::NormalForm;
use crate::ids::PlayerId;

/// What may dominate an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// One other action.
    Pure,
    /// Any mixture of other actions.
    Mixed,
}

/// A dominated action with what dominates it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dominated {
    /// Whose action.
    pub player: PlayerId,
    /// The action.
    pub action: usize,
    /// What dominates it: probabilities of all of the player's actions, those already gone at 0.
    pub by: MixedStrategy,
    /// The least by which it pays more over what the others do; 0 for weak dominance.
    pub least_gain: Rational,
}

/// The rounds of iterated elimination of strictly dominated actions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Elimination {
    /// What goes in each round: all actions that are dominated in what the rounds before left, by player and action.
    pub rounds: Vec<Vec<Dominated>>,
    /// The surviving actions by player, ascending.
    pub surviving: Vec<Vec<usize>>,
}

/// What is left of a game: actions by player.
type Left = Vec<Vec<usize>>;

fn all_of(game: &NormalForm) -> Left {
    game.dimensions().into_iter().map(|actions| (0..actions).collect()).collect()
}

/// The profiles of what is left in which a player plays its action 0, whether or not that is left.
fn contexts(game: &NormalForm, left: &Left, player: PlayerId) -> Vec<usize> {
    let mut found = vec![0];
    for other in game.player_ids().filter(|other| *other != player) {
        let step = |base: &usize| {
            let base = *base;
            left[other.index()].iter().map(move |action| base + action * game.stride(other))
        };
        found = found.iter().flat_map(step).collect();
    }
    found
}

/// How much more each of the player's other actions that are left pays than one, by action and context.
fn advantages(game: &NormalForm, left: &Left, player: PlayerId, action: usize) -> Vec<(usize, Vec<Rational>)> {
    let contexts = contexts(game, left, player);
    let payoff = |action: usize, context: usize| game.payoff_at(context + action * game.stride(player), player);
    let others = left[player.index()].iter().filter(|other| **other != action);
    let gain = |other: usize| contexts.iter().map(|c| payoff(other, *c) - payoff(action, *c)).collect();
    others.map(|other| (*other, gain(*other))).collect()
}

/// What strictly dominates an action in what is left, if anything does.
fn strictly(
    game: &NormalForm,
    left: &Left,
    player: PlayerId,
    action: usize,
    by: By,
) -> Result<Option<Dominated>, TooLarge> {
    let others = advantages(game, left, player, action);
    let actions = game.action_count(player);
    let least = |gains: &[Rational]| gains.iter().min().cloned().expect("a game has a profile");
    let found = |by: MixedStrategy, least_gain: Rational| Dominated { player, action, by, least_gain };
    for (other, gains) in &others {
        let least = least(gains);
        if least.is_positive() {
            return Ok(Some(found(MixedStrategy::pure(*other, actions), least)));
        }
    }
    if by == By::Pure || others.len() < 2 {
        return Ok(None);
    }
    // Variables: the mixture, then the least gain, which is free and to be large.
    let mut objective = vec![Rational::zero(); others.len()];
    objective.push(Rational::one());
    let mut program = Program::new(Sense::Maximise, objective);
    program.set_free(others.len());
    program.row((0..others.len()).map(|k| (k, Rational::one())), Relation::Equal, Rational::one());
    for context in 0..others[0].1.len() {
        let gains = others.iter().enumerate().map(|(k, (_, gains))| (k, -gains[context].clone()));
        program.row(gains.chain([(others.len(), Rational::one())]), Relation::AtMost, Rational::zero());
    }
    let Answer::Optimal(optimum) = program.solve()? else { unreachable!("payoffs bound the least gain") };
    Ok(optimum.value.is_positive().then(|| found(mixture(&others, &optimum.x, actions), optimum.value)))
}

/// What weakly, and not strictly, dominates an action, if anything does.
fn weakly(
    game: &NormalForm,
    left: &Left,
    player: PlayerId,
    action: usize,
    by: By,
) -> Result<Option<Dominated>, TooLarge> {
    if strictly(game, left, player, action, by)?.is_some() {
        return Ok(None);
    }
    let others = advantages(game, left, player, action);
    let actions = game.action_count(player);
    let found = |by: MixedStrategy| Dominated { player, action, by, least_gain: Rational::zero() };
    let dominates =
        |gains: &[Rational]| gains.iter().all(|gain| !gain.is_negative()) && gains.iter().any(Rational::is_positive);
    if let Some((other, _)) = others.iter().find(|(_, gains)| dominates(gains)) {
        return Ok(Some(found(MixedStrategy::pure(*other, actions))));
    }
    if by == By::Pure || others.len() < 2 {
        return Ok(None);
    }
    // The greatest sum of gains of a mixture that loses nowhere.
    let mut program = Program::new(Sense::Maximise, others.iter().map(|(_, gains)| gains.iter().sum()).collect());
    program.row((0..others.len()).map(|k| (k, Rational::one())), Relation::Equal, Rational::one());
    for context in 0..others[0].1.len() {
        let gains = others.iter().enumerate().map(|(k, (_, gains))| (k, gains[context].clone()));
        program.row(gains, Relation::AtLeast, Rational::zero());
    }
    Ok(match program.solve()? {
        Answer::Optimal(optimum) if optimum.value.is_positive() => Some(found(mixture(&others, &optimum.x, actions))),
        _ => None,
    })
}

fn mixture(others: &[(usize, Vec<Rational>)], weights: &[Rational], actions: usize) -> MixedStrategy {
    let mut probabilities = vec![Rational::zero(); actions];
    for ((other, _), weight) in others.iter().zip(weights) {
        probabilities[*other] = weight.clone();
    }
    MixedStrategy::new(probabilities).expect("the programme's first row says that the mixture sums to one")
}

/// The actions of a player that are weakly, and not strictly, dominated in the whole game, ascending.
///
/// # Errors
/// If a linear programme is too large.
pub fn weakly_dominated(game: &NormalForm, player: PlayerId, by: By) -> Result<Vec<Dominated>, TooLarge> {
    let left = all_of(game);
    let mut found = Vec::new();
    for action in 0..game.action_count(player) {
        found.extend(weakly(game, &left, player, action, by)?);
    }
    Ok(found)
}

impl Elimination {
    /// Eliminates strictly dominated actions until none is left.
    ///
    /// # Errors
    /// If a linear programme is too large.
    ///
    /// # Examples
    /// In a dilemma cooperation goes at once:
    /// ```
    /// use comity::equilibrium::dominance::{By, Elimination};
    /// use comity::exact::Rational;
    /// use comity::game::NormalForm;
    /// let q = |n: i64| Rational::from(n);
    /// let dilemma = NormalForm::symmetric("PD", ["C", "D"], &[vec![q(3), q(0)], vec![q(5), q(1)]]).unwrap();
    /// let found = Elimination::of(&dilemma, By::Pure).unwrap();
    /// assert_eq!((found.rounds.len(), found.surviving), (1, vec![vec![1], vec![1]]));
    /// ```
    pub fn of(game: &NormalForm, by: By) -> Result<Self, TooLarge> {
        let (mut left, mut rounds) = (all_of(game), Vec::new());
        loop {
            let mut round = Vec::new();
            for player in game.player_ids() {
                for action in &left[player.index()] {
                    round.extend(strictly(game, &left, player, *action, by)?);
                }
            }
            if round.is_empty() {
                return Ok(Self { rounds, surviving: left });
            }
            remove(&mut left, &round);
            rounds.push(round);
        }
    }

    /// Whether each elimination is right: what dominates pays more in every profile of what the rounds before left, by
    /// `least_gain` at least. That nothing else is dominated is not looked at.
    pub fn check(&self, game: &NormalForm) -> bool {
        let mut left = all_of(game);
        for round in &self.rounds {
            for dominated in round {
                let inside =
                    dominated.by.support().iter().all(|action| left[dominated.player.index()].contains(action));
                let stride = game.stride(dominated.player);
                let mixed = |context: usize| -> Rational {
                    let terms = dominated.by.probabilities().iter().enumerate();
                    terms.map(|(b, p)| p * game.payoff_at(context + b * stride, dominated.player)).sum()
                };
                let gain = |context: usize| {
                    &mixed(context) - game.payoff_at(context + dominated.action * stride, dominated.player)
                };
                let least = contexts(game, &left, dominated.player).into_iter().map(gain).min();
                if !inside || !dominated.least_gain.is_positive() || least.as_ref() != Some(&dominated.least_gain) {
                    return false;
                }
            }
            remove(&mut left, round);
        }
        left == self.surviving
    }
}

fn remove(left: &mut Left, round: &[Dominated]) {
    for dominated in round {
        left[dominated.player.index()].retain(|action| *action != dominated.action);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(rows: &[&[i64]]) -> Vec<Vec<Rational>> {
        rows.iter().map(|row| row.iter().map(|x| Rational::from(*x)).collect()).collect()
    }

    #[test]
    fn a_mixture_dominates_what_no_action_does() {
        // Osborne & Rubinstein 1994, fig. 61.1 in kind: half of each of the others beats the last row.
        let row = table(&[&[3, 0], &[0, 3], &[1, 1]]);
        let game = NormalForm::bimatrix("g", [""; 0], &row, &table(&[&[0, 0], &[0, 0], &[0, 0]])).expect("a game");
        assert!(Elimination::of(&game, By::Pure).expect("small").rounds.is_empty());
        let found = Elimination::of(&game, By::Mixed).expect("small");
        assert_eq!(found.surviving, [vec![0, 1], vec![0, 1]]);
        let [dominated] = &found.rounds[0][..] else { panic!("one action goes") };
        assert_eq!(dominated.by.probabilities(), [Rational::new(1, 2), Rational::new(1, 2), Rational::zero()]);
        assert_eq!(dominated.least_gain, Rational::new(1, 2));
        assert!(found.check(&game));
        let mut wrong = found.clone();
        wrong.rounds[0][0].by = MixedStrategy::pure(0, 3);
        assert!(!wrong.check(&game));
    }

    #[test]
    fn rounds_follow_each_other() {
        // The middle column beats both others whatever the row; without them the upper row beats the lower.
        let row = table(&[&[3, 2, 0], &[1, 1, 9]]);
        let column = table(&[&[1, 2, 0], &[1, 4, 0]]);
        let game = NormalForm::bimatrix("g", [""; 0], &row, &column).expect("a game");
        let found = Elimination::of(&game, By::Pure).expect("small");
        let gone: Vec<Vec<(u32, usize)>> =
            found.rounds.iter().map(|round| round.iter().map(|d| (d.player.0, d.action)).collect()).collect();
        assert_eq!(gone, [vec![(1, 0), (1, 2)], vec![(0, 1)]]);
        assert_eq!(found.surviving, [vec![0], vec![1]]);
        assert!(found.check(&game));
    }

    #[test]
    fn weak_dominance_is_told_apart_and_not_iterated() {
        let row = table(&[&[1, 1, 0], &[1, 2, 0], &[0, 0, 0], &[1, 0, 0]]);
        let game = NormalForm::bimatrix("g", [""; 0], &row, &table(&[&[0; 3]; 4].map(|r| &r[..]))).expect("a game");
        let weak = |player, by| -> Vec<usize> {
            weakly_dominated(&game, PlayerId(player), by).expect("small").into_iter().map(|d| d.action).collect()
        };
        assert_eq!(weak(0, By::Pure), [0, 2, 3]);
        assert_eq!(weak(1, By::Mixed), [0usize; 0]);
        assert!(Elimination::of(&game, By::Mixed).expect("small").rounds.is_empty());
        // Only a mixture dominates the last row, and only weakly.
        let row = table(&[&[2, 0, 1], &[0, 2, 1], &[1, 1, 0]]);
        let game = NormalForm::bimatrix("g", [""; 0], &row, &table(&[&[0; 3]; 3].map(|r| &r[..]))).expect("a game");
        assert_eq!(weakly_dominated(&game, PlayerId(0), By::Pure).expect("small"), []);
        let [only] = &weakly_dominated(&game, PlayerId(0), By::Mixed).expect("small")[..] else { panic!("one") };
        assert_eq!((only.action, &only.by.probabilities()[0]), (2, &Rational::new(1, 2)));
    }
}
