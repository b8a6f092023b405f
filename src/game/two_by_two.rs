//! Games of two players with two actions each: the four payoffs R, S, T, P of a player, and the kinds that the
//! literature names by their order.
//!
//! Source: Rapoport & Chammah 1965 for the letters; each kind cites its own. The two players' actions correspond by
//! number, and a kind is looked for under both namings of the two actions (either may be "C"), never with one player's
//! actions renamed alone, so that wanting to match and wanting to differ stay apart. Ties are in no kind unless the
//! kind says so. A game can be of several kinds (each stag hunt is a coordination game), or of none.

use crate::exact::Rational;
use crate::game::NormalForm;
use crate::ids::PlayerId;

/// The payoffs of one player of a game of two players with two actions each, called C and D.
///
/// `reward` for C against C, `sucker` for C against D, `temptation` for D against C, `punishment`
/// for D against D (Rapoport & Chammah 1965).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TwoByTwo {
    /// R: C against C.
    pub reward: Rational,
    /// S: C against D.
    pub sucker: Rational,
    /// T: D against C.
    pub temptation: Rational,
    /// P: D against D.
    pub punishment: Rational,
}

/// A kind of two-by-two game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TwoByTwoKind {
    /// T > R > P > S for both (Rapoport & Chammah 1965): D dominates, and both would rather both play C.
    Dilemma,
    /// R > T >= P > S for both (Skyrms 2004; with T = P the hare is a sure thing): both best together at C, D safe.
    StagHunt,
    /// T > R > S > P for both (Rapoport & Chammah 1966): each would rather the other gave way, and both lose most if
    /// nobody does. Hawk-dove and snowdrift are of this kind.
    Chicken,
    /// R > T and P > S for both: each wants to match, and both ways to match are strict equilibria.
    Coordination,
    /// Coordination with opposed preferences among the two ways to match (Luce & Raiffa 1957, battle of the sexes).
    BattleOfTheSexes,
    /// T > R and S > P for both: each wants to differ, and both ways to differ are strict equilibria.
    AntiCoordination,
    /// R > T, S > P with R the best and P the worst for both (Licht 1999): nothing stands against C.
    Harmony,
    /// T > P > R > S for both (Rapoport & Guyer 1966): D dominates, and both prefer it so.
    Deadlock,
    /// One strictly wants to match, the other to differ: best replies run in a circle, as in matching pennies.
    Cyclic,
}

impl TwoByTwoKind {
    /// The kind's name in the literature.
    pub fn name(self) -> &'static str {
        match self {
            Self::Dilemma => "prisoner's dilemma",
            Self::StagHunt => "stag hunt",
            Self::Chicken => "chicken",
            Self::Coordination => "coordination game",
            Self::BattleOfTheSexes => "battle of the sexes",
            Self::AntiCoordination => "anti-coordination game",
            Self::Harmony => "harmony",
            Self::Deadlock => "deadlock",
            Self::Cyclic => "cyclic game",
        }
    }
}

impl TwoByTwo {
    /// The payoffs of a player in order R, S, T, P.
    pub fn new(reward: Rational, sucker: Rational, temptation: Rational, punishment: Rational) -> Self {
        Self { reward, sucker, temptation, punishment }
    }

    /// The player's payoffs as a table: `[own][other]`.
    pub fn table(&self) -> Vec<Vec<Rational>> {
        vec![vec![self.reward.clone(), self.sucker.clone()], vec![self.temptation.clone(), self.punishment.clone()]]
    }

    /// The same game with the two actions' names exchanged.
    #[must_use]
    pub fn renamed(&self) -> Self {
        Self {
            reward: self.punishment.clone(),
            sucker: self.temptation.clone(),
            temptation: self.sucker.clone(),
            punishment: self.reward.clone(),
        }
    }

    /// Whether it is a prisoner's dilemma: T > R > P > S (Rapoport & Chammah 1965).
    pub fn is_dilemma(&self) -> bool {
        self.temptation > self.reward && self.reward > self.punishment && self.punishment > self.sucker
    }

    /// Whether steady mutual cooperation beats taking turns at exploiting: 2R > T + S (Rapoport & Chammah 1965). A
    /// dilemma that is to be repeated is often asked for it.
    pub fn rewards_cooperation_over_alternation(&self) -> bool {
        &self.reward + &self.reward > &self.temptation + &self.sucker
    }

    /// Whether it is a stag hunt, C the stag: R > T >= P > S (Skyrms 2004).
    pub fn is_stag_hunt(&self) -> bool {
        self.reward > self.temptation && self.temptation >= self.punishment && self.punishment > self.sucker
    }

    /// Whether it is chicken, C to swerve: T > R > S > P (Rapoport & Chammah 1966).
    pub fn is_chicken(&self) -> bool {
        self.temptation > self.reward && self.reward > self.sucker && self.sucker > self.punishment
    }

    /// Whether the player strictly wants to match the other: R > T and P > S.
    pub fn wants_to_match(&self) -> bool {
        self.reward > self.temptation && self.punishment > self.sucker
    }

    /// Whether the player strictly wants to differ from the other: T > R and S > P.
    pub fn wants_to_differ(&self) -> bool {
        self.temptation > self.reward && self.sucker > self.punishment
    }

    /// Whether it is harmony: R best, P worst (Licht 1999).
    pub fn is_harmony(&self) -> bool {
        [&self.sucker, &self.temptation].iter().all(|middle| self.reward > **middle && **middle > self.punishment)
    }

    /// Whether it is deadlock: T > P > R > S (Rapoport & Guyer 1966).
    pub fn is_deadlock(&self) -> bool {
        self.temptation > self.punishment && self.punishment > self.reward && self.reward > self.sucker
    }

    /// Whether C is strictly better than D against an even mix of the other's actions: R + S > T + P. In a
    /// symmetric coordination game it says that matching at C is risk-dominant (Harsanyi & Selten 1988).
    pub fn first_is_risk_dominant(&self) -> bool {
        &self.reward + &self.sucker > &self.temptation + &self.punishment
    }
}

impl NormalForm {
    /// Whether it is a game of two players with two actions each.
    pub fn is_two_by_two(&self) -> bool {
        self.dimensions() == [2, 2]
    }

    /// The four payoffs of a player, if this is a game of two players with two actions each.
    pub fn two_by_two(&self, player: PlayerId) -> Option<TwoByTwo> {
        if !self.is_two_by_two() {
            return None;
        }
        let at = |own: usize, other: usize| {
            let profile = if player.index() == 0 { [own, other] } else { [other, own] };
            self.payoff(&profile, player).clone()
        };
        Some(TwoByTwo { reward: at(0, 0), sucker: at(0, 1), temptation: at(1, 0), punishment: at(1, 1) })
    }

    /// The kinds that the game is of, in the order of the enum; none unless it is a two-by-two game.
    pub fn two_by_two_kinds(&self) -> Vec<TwoByTwoKind> {
        let (Some(row), Some(column)) = (self.two_by_two(PlayerId(0)), self.two_by_two(PlayerId(1))) else {
            return Vec::new();
        };
        let namings = [(row.renamed(), column.renamed()), (row, column)];
        let both = |test: fn(&TwoByTwo) -> bool| namings.iter().any(|(row, column)| test(row) && test(column));
        let [_, (row, column)] = &namings;
        let matching = row.wants_to_match() && column.wants_to_match();
        let opposed = (row.reward > row.punishment && column.reward < column.punishment)
            || (row.reward < row.punishment && column.reward > column.punishment);
        let cyclic =
            (row.wants_to_match() && column.wants_to_differ()) || (row.wants_to_differ() && column.wants_to_match());
        let found = [
            (TwoByTwoKind::Dilemma, both(TwoByTwo::is_dilemma)),
            (TwoByTwoKind::StagHunt, both(TwoByTwo::is_stag_hunt)),
            (TwoByTwoKind::Chicken, both(TwoByTwo::is_chicken)),
            (TwoByTwoKind::Coordination, matching),
            (TwoByTwoKind::BattleOfTheSexes, matching && opposed),
            (TwoByTwoKind::AntiCoordination, row.wants_to_differ() && column.wants_to_differ()),
            (TwoByTwoKind::Harmony, both(TwoByTwo::is_harmony)),
            (TwoByTwoKind::Deadlock, both(TwoByTwo::is_deadlock)),
            (TwoByTwoKind::Cyclic, cyclic),
        ];
        found.into_iter().filter(|(_, holds)| *holds).map(|(kind, _)| kind).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::TwoByTwoKind::*;
    use super::*;

    fn kinds(cells: [[(i64, i64); 2]; 2]) -> Vec<TwoByTwoKind> {
        let side = |pick: fn(&(i64, i64)) -> i64| -> Vec<Vec<Rational>> {
            cells.iter().map(|row| row.iter().map(|cell| Rational::from(pick(cell))).collect()).collect()
        };
        NormalForm::bimatrix("g", ["C", "D"], &side(|c| c.0), &side(|c| c.1)).expect("a game").two_by_two_kinds()
    }

    #[test]
    fn the_textbook_games_are_of_their_kinds() {
        assert_eq!(kinds([[(3, 3), (0, 5)], [(5, 0), (1, 1)]]), [Dilemma]);
        assert_eq!(kinds([[(4, 4), (0, 3)], [(3, 0), (2, 2)]]), [StagHunt, Coordination]);
        assert_eq!(kinds([[(4, 4), (0, 2)], [(2, 0), (2, 2)]]), [StagHunt, Coordination], "a sure hare");
        assert_eq!(kinds([[(6, 6), (2, 7)], [(7, 2), (0, 0)]]), [Chicken, AntiCoordination]);
        assert_eq!(kinds([[(2, 1), (0, 0)], [(0, 0), (1, 2)]]), [Coordination, BattleOfTheSexes]);
        assert_eq!(kinds([[(1, -1), (-1, 1)], [(-1, 1), (1, -1)]]), [Cyclic]);
        assert_eq!(kinds([[(1, 1), (0, 3)], [(3, 0), (2, 2)]]), [Deadlock]);
        assert_eq!(kinds([[(3, 3), (1, 2)], [(2, 1), (0, 0)]]), [Harmony]);
        assert_eq!(kinds([[(0, 0), (0, 0)], [(0, 0), (0, 0)]]), []);
    }

    #[test]
    fn the_order_of_the_actions_does_not_matter() {
        assert_eq!(kinds([[(1, 1), (5, 0)], [(0, 5), (3, 3)]]), [Dilemma], "defect first");
        assert_eq!(kinds([[(-1, -1), (4, 0)], [(0, 4), (2, 2)]]), [Chicken, AntiCoordination], "hawk first");
        assert_eq!(kinds([[(2, 2), (3, 0)], [(0, 3), (4, 4)]]), [StagHunt, Coordination], "hare first");
    }

    #[test]
    fn risk_dominance_asks_the_even_mix() {
        let q = |n: i64| Rational::from(n);
        assert!(!TwoByTwo::new(q(4), q(0), q(3), q(2)).first_is_risk_dominant());
        assert!(TwoByTwo::new(q(4), q(0), q(2), q(1)).first_is_risk_dominant());
        assert!(TwoByTwo::new(q(3), q(0), q(5), q(1)).rewards_cooperation_over_alternation());
        assert!(!TwoByTwo::new(q(3), q(0), q(7), q(1)).rewards_cooperation_over_alternation());
    }
}
