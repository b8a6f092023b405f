//! A game under a contract: what a bond on a word makes of it, and how high it must be.
//!
//! Who breaks its word (takes another action than the agreed one) loses in expectation the deterrent `E = (q - f) alpha F`
//! more than who keeps it ([`Audit::deterrent`]). In a symmetric game of two actions with payoffs R, S, T, P of the agreed
//! one, that shifts the gains from breaking, `T - R` against a partner who keeps its word and `P - S` against one who breaks
//! it, down by `E` each; where the forfeit goes does not matter to them, since it is the other's loss that one is paid. So
//! (Becker 1968; Harsanyi & Selten 1988, sec. 3.9):
//!
//! ```text
//! keeping is a best reply to keeping    from E = T - R                  on
//! keeping is risk-dominant              from E = (T - R + P - S) / 2    on
//! keeping is dominant                   from E = max(T - R, P - S)      on
//! ```
//!
//! In between, the best reply to a partner who keeps its word with probability `p` is to keep it from
//! `p (T - R) + (1 - p) (P - S)` on. Numbers are exact. Nothing here knows who signs, or who plays how.

use super::audit::{Audit, Payee};
use super::bond::positive_part;
use crate::exact::Rational;
use crate::game::{GameError, NormalForm, TwoByTwo};

/// What breaking one's word must cost in expectation, in utility; 0 where nothing is needed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Commitment {
    /// So that keeping is a best reply to keeping.
    pub equilibrium: Rational,
    /// So that keeping is risk-dominant: best against a partner who keeps its word half of the time.
    pub risk_dominance: Rational,
    /// So that keeping is best whatever the other does.
    pub dominance: Rational,
}

impl Commitment {
    /// The thresholds of a symmetric game of two actions, of which C is agreed.
    ///
    /// # Examples
    /// The chapter's dilemma takes 1, 3/2 and 2:
    /// ```
    /// use comity::contract::Commitment;
    /// use comity::game::TwoByTwo;
    /// let dilemma = TwoByTwo::new((-1i64).into(), (-5i64).into(), 0i64.into(), (-3i64).into());
    /// let found = Commitment::of(&dilemma);
    /// assert_eq!(found.equilibrium, 1);
    /// assert_eq!(found.risk_dominance, comity::exact::Rational::new(3, 2));
    /// assert_eq!(found.dominance, 2);
    /// ```
    pub fn of(game: &TwoByTwo) -> Self {
        let at = |share: &Rational| positive_part(&least_deterrent(game, share));
        let (zero, one) = (Rational::zero(), Rational::one());
        let equilibrium = at(&one);
        Self { risk_dominance: at(&Rational::new(1, 2)), dominance: equilibrium.clone().max(at(&zero)), equilibrium }
    }

    /// What an expected cost of breaking comes to, in words.
    pub fn regime(&self, deterrent: &Rational) -> &'static str {
        if *deterrent >= self.dominance {
            "keeping is best whatever the other does"
        } else if *deterrent < self.equilibrium {
            "breaking is best against who keeps"
        } else if *deterrent >= self.risk_dominance {
            "both hold, keeping is the safer"
        } else {
            "both hold, breaking is the safer"
        }
    }
}

/// The cost of breaking from which on keeping is best against a partner who keeps its word with probability `share`:
/// `p (T - R) + (1 - p) (P - S)`. Negative where keeping pays by itself.
pub fn least_deterrent(game: &TwoByTwo, share: &Rational) -> Rational {
    let gains = [&game.temptation - &game.reward, &game.punishment - &game.sucker];
    &(share * &gains[0]) + &(&(&Rational::one() - share) * &gains[1])
}

/// The game under a contract that all have signed: payoffs less expected forfeits.
///
/// - `agreed`: the action of everybody that keeps the word.
///
/// # Errors
/// None but those of [`NormalForm::from_rule`], of a game that is too large.
pub fn bound(game: &NormalForm, audit: &Audit, payee: Payee, agreed: usize) -> Result<NormalForm, GameError> {
    let forfeit = |action: usize| {
        let convicts = if action == agreed { &audit.false_alarm } else { &audit.detect };
        &(convicts * &audit.alpha) * &audit.penalty
    };
    let others = Rational::from(i64::try_from(game.player_count().saturating_sub(1).max(1)).expect("few players"));
    NormalForm::from_rule(&game.title, game.players().to_vec(), |profile| {
        let lost: Vec<Rational> = profile.iter().map(|action| forfeit(*action)).collect();
        let all: Rational = lost.iter().sum();
        let pays = |(player, own): (crate::ids::PlayerId, &Rational)| {
            let payoff = game.payoff(profile, player) - own;
            match payee {
                Payee::Sink => payoff,
                Payee::Victim => &payoff + &(&(&all - own) / &others),
            }
        };
        game.player_ids().zip(&lost).map(pays).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::{Place, Value};
    use crate::ids::PlayerId;

    fn q(text: &str) -> Rational {
        text.parse().expect("a number")
    }

    fn game(call: &str) -> NormalForm {
        let games = crate::game::catalogue();
        *games.build(&games.resolve(&Value::from(call), &Place::root()).expect("a game"), &()).expect("a game")
    }

    /// The thresholds against the best replies of the game that the contract makes, just below them and at them.
    #[test]
    fn the_game_under_a_contract_changes_at_the_thresholds() {
        for call in ["prisoners_dilemma", "stag_hunt", "book_stag_hunt"] {
            let game = game(call);
            let found = Commitment::of(&game.two_by_two(PlayerId(0)).expect("two actions"));
            for payee in [Payee::Sink, Payee::Victim] {
                for (threshold, shares) in [
                    (&found.equilibrium, &[1.0][..]),
                    (&found.risk_dominance, &[0.5]),
                    (&found.dominance, &[0.0, 0.3, 1.0]),
                ] {
                    for (deterrent, keeps) in
                        [(threshold.clone(), true), (threshold - &q("1/1000"), false), (threshold + &q("1/9"), true)]
                    {
                        // A court that convicts nine in ten and errs once in ten.
                        let penalty = &deterrent / &q("8/10");
                        let audit = Audit {
                            window: super::super::Window::All,
                            alpha: Rational::one(),
                            detect: q("9/10"),
                            false_alarm: q("1/10"),
                            penalty,
                        };
                        let under = bound(&game, &audit, payee, 0).expect("a small game");
                        let pays = |own: usize, other: usize| under.payoff(&[own, other], PlayerId(0)).to_f64();
                        let best = |p: &f64| {
                            let gain = |other: usize| pays(0, other) - pays(1, other);
                            p * gain(0) + (1.0 - p) * gain(1) >= -1e-12
                        };
                        // Below 0 nothing is needed.
                        let keeps = keeps || threshold.is_zero() && shares != [0.5] && shares.len() == 1;
                        assert_eq!(shares.iter().all(best), keeps, "{call} {payee:?} {deterrent} {shares:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_stag_hunt_needs_least_and_the_dilemma_most() {
        let hunt = Commitment::of(&game("stag_hunt").two_by_two(PlayerId(0)).expect("two actions"));
        assert_eq!((hunt.equilibrium, hunt.risk_dominance, hunt.dominance), (q("0"), q("1/2"), q("2")));
        let dilemma = Commitment::of(&game("prisoners_dilemma").two_by_two(PlayerId(0)).expect("two actions"));
        for (deterrent, regime) in [
            ("9/10", "breaking is best against who keeps"),
            ("1", "both hold, breaking is the safer"),
            ("3/2", "both hold, keeping is the safer"),
            ("2", "keeping is best whatever the other does"),
        ] {
            assert_eq!(dilemma.regime(&q(deterrent)), regime, "{deterrent}");
        }
    }
}
