//! Strangers who keep their word: what contracts and records can do where nobody meets twice.
//!
//! A game of two actions is played for a number of rounds, each with a new partner. *Breakers* break their word always;
//! *keepers* keep it, but not with a partner whom they know to be a breaker: they know it with some probability, from the
//! second round on, since there is no record before the first. A contract makes breaking cost `E_t` in round `t` in
//! expectation, `(q - f)` times the bond that a conviction forfeits (Becker & Stigler 1974). All that matters is linear in
//! the share `x` of keepers: they earn more than breakers by `A x - B (1 - x)` with
//!
//! ```text
//! A = sum_t (R - k_t P - (1 - k_t) T + E_t)     what a breaker among keepers forgoes
//! B = sum_t (1 - k_t) (P - S - E_t)             what a keeper among breakers loses
//! ```
//!
//! where `k_t` is the probability of being known, 0 in the first round. For the donation game of benefit `b` and cost `c`
//! and many rounds, `A >= 0` is `k >= c/b` (Nowak & Sigmund 1998); `A >= 0` without records is Becker's `E >= T - R`. The two
//! are substitutes, but in the last round only the contract is left. Numbers are exact. Nothing here knows how records come
//! about, or who chooses what.

use super::bond::{positive_part, quotient};
use crate::exact::Rational;
use crate::game::TwoByTwo;

/// Keepers and breakers among strangers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strangers {
    /// The stage game: C is to keep one's word.
    pub game: TwoByTwo,
    /// How often a partner's record is known, from the second round on.
    pub known: Rational,
    /// What breaking costs in expectation, by round.
    pub deterrents: Vec<Rational>,
}

/// From which share of keepers on keeping pays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Basin {
    /// Always.
    Whole,
    /// Above this share.
    Above(Rational),
    /// Below this share: keepers and breakers live side by side.
    Below(Rational),
    /// Never.
    Empty,
}

impl Strangers {
    fn rounds(&self) -> Rational {
        Rational::from(i64::try_from(self.deterrents.len()).expect("a match fits memory"))
    }

    fn knows(&self, round: usize) -> Rational {
        if round == 0 { Rational::zero() } else { self.known.clone() }
    }

    /// What a breaker among keepers forgoes over all rounds: A.
    pub fn forgone(&self) -> Rational {
        let TwoByTwo { reward, temptation, punishment, .. } = &self.game;
        let round = |(t, deterrent): (usize, &Rational)| {
            let known = self.knows(t);
            let unknown = &Rational::one() - &known;
            let breaker = &(&known * punishment) + &(&unknown * temptation);
            &(reward - &breaker) + deterrent
        };
        self.deterrents.iter().enumerate().map(round).sum()
    }

    /// What a keeper among breakers loses over all rounds: B.
    pub fn lost(&self) -> Rational {
        let alone = &self.game.punishment - &self.game.sucker;
        let round = |(t, deterrent): (usize, &Rational)| &(&Rational::one() - &self.knows(t)) * &(&alone - deterrent);
        self.deterrents.iter().enumerate().map(round).sum()
    }

    /// From which share of keepers on keeping pays: `B / (A + B)`.
    pub fn basin(&self) -> Basin {
        let (forgone, lost) = (self.forgone(), self.lost());
        let share = lost.checked_div(&(&forgone + &lost));
        match (forgone.is_positive(), lost.is_positive(), share) {
            (true, true, Some(share)) => Basin::Above(share),
            (true, false, _) => Basin::Whole,
            (false, true, _) => Basin::Empty,
            // Both are as well off among their like: if neither matters, keeping costs nothing.
            (false, false, Some(share)) => Basin::Below(share),
            (_, _, None) => Basin::Whole,
        }
    }

    /// The least knowledge at which a breaker among keepers gains nothing: `sum_t (T - R - E_t) / ((n - 1) (T - P))`, but
    /// not negative; none if none suffices.
    pub fn least_known(&self) -> Option<Rational> {
        let unknown = Self { known: Rational::zero(), ..self.clone() };
        let missing = positive_part(&-unknown.forgone());
        if missing.is_zero() {
            return Some(missing);
        }
        let later = &self.rounds() - &Rational::one();
        let found = quotient(&missing, &(&later * &(&self.game.temptation - &self.game.punishment)))?;
        (found <= Rational::one()).then_some(found)
    }

    /// The least expected cost of breaking, alike in `rounds` of the rounds and with no other, at which a breaker among
    /// keepers gains nothing: `-A / rounds` without any; none if no round is covered.
    pub fn least_deterrent(&self, rounds: usize) -> Option<Rational> {
        let bare = Self { deterrents: vec![Rational::zero(); self.deterrents.len()], ..self.clone() };
        let covered = Rational::from(i64::try_from(rounds.min(self.deterrents.len())).ok()?);
        quotient(&positive_part(&-bare.forgone()), &covered)
    }

    /// The least expected cost of breaking in the last round at which breaking there alone gains nothing, whatever the
    /// records: `T - R`, but not negative.
    pub fn last_round(&self) -> Rational {
        positive_part(&(&self.game.temptation - &self.game.reward))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn q(text: &str) -> Rational {
        text.parse().expect("a number")
    }

    fn strangers([reward, sucker, temptation, punishment]: [&str; 4], known: &str, rounds: usize) -> Strangers {
        let game = TwoByTwo::new(q(reward), q(sucker), q(temptation), q(punishment));
        Strangers { game, known: q(known), deterrents: vec![Rational::zero(); rounds] }
    }

    /// Nowak & Sigmund 1998: giving pays from q = c/b on, here with b = 1, c = 1/10, over ever more rounds.
    #[test]
    fn of_the_donation_game_knowledge_must_reach_the_ratio_of_cost_to_benefit() {
        for rounds in [2_usize, 11, 101] {
            let donation = strangers(["9/10", "-1/10", "1", "0"], "0", rounds);
            let (n, before) = (rounds as i64, rounds as i64 - 1);
            assert_eq!(donation.least_known(), Some(Rational::new(n, 10 * before)), "{rounds} rounds");
            let at = Strangers { known: Rational::new(n, 10 * before), ..donation };
            assert!(at.forgone().is_zero(), "{rounds} rounds");
        }
    }

    /// The chapter's dilemma: a contract alone must cost T - R = 1, a record alone be known 20/19 of 1/3; in part each.
    #[test]
    fn contracts_and_records_are_substitutes_in_the_dilemma() {
        let book = strangers(["-1", "-5", "0", "-3"], "0", 20);
        assert_eq!((book.least_deterrent(20), book.least_known()), (Some(q("1")), Some(q("20/57"))));
        assert_eq!(book.basin(), Basin::Empty);
        let half = Strangers { deterrents: vec![q("1/2"); 20], ..book.clone() };
        assert_eq!(half.least_known(), Some(q("10/57")));
        let known = Strangers { known: q("10/57"), ..book };
        assert_eq!(known.least_deterrent(20), Some(q("1/2")));
        // Whatever is known, who has no next round has nothing to lose but the bond.
        assert_eq!(known.last_round(), q("1"));
    }

    /// The chapter's stag hunt: the hare's basin is half without anything, and shrinks to none as records are known.
    #[test]
    fn records_shrink_the_basin_of_the_hare() {
        let hunt = |known: &str, deterrent: &str| {
            let bare = strangers(["4", "0", "2", "2"], known, 1000);
            Strangers { deterrents: vec![q(deterrent); 1000], ..bare }
        };
        assert_eq!(hunt("0", "0").basin(), Basin::Above(q("1/2")));
        assert_eq!(hunt("0", "1").basin(), Basin::Above(q("1/4")));
        assert_eq!(hunt("0", "2").basin(), Basin::Whole);
        // (1 - k)/(2 - k) in the limit.
        for (known, limit) in [("1/2", 1.0 / 3.0), ("9/10", 1.0 / 11.0)] {
            let Basin::Above(share) = hunt(known, "0").basin() else { panic!("a basin") };
            assert!((share.to_f64() - limit).abs() < 2e-3, "{known}: {share}");
        }
        assert_eq!(hunt("0", "0").least_known(), Some(Rational::zero()));
    }
}
