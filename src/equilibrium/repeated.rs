//! What patience makes possible: folk theorems for repeated games with perfect monitoring.
//!
//! *For ever*, with discount factor `delta`: a distribution of play, drawn in public round by round, is kept up by the
//! threat to return to a Nash equilibrium of the stage game for good (Friedman 1971) exactly if no player gains by one
//! deviation, `(1 - delta) gain <= delta (v - e)`, so from `delta = gain / (gain + v - e)` on, `v` being what the player
//! gets on the path and `e` after a deviation. In a dilemma this is grim trigger's threshold; tit-for-tat's takes one
//! deviation more into account (Axelrod 1984). *For a known number of rounds*: the payoffs of subgame-perfect equilibria in
//! pure strategies without public draws, by backward induction over payoff sets (Benoit & Krishna 1985): `u(a) + v` is in
//! the set from round `t` on if `v` is in the set from `t + 1` on and no player gains by deviating from `a` and then
//! getting its least payoff in that set (Abreu 1988). Scores are undiscounted sums.

use crate::equilibrium::profile::Profile;
use crate::equilibrium::verify::is_nash;
use crate::error::Diagnostic;
use crate::exact::{Rational, over_common_denominator};
use crate::game::{NormalForm, TwoByTwo};
use num_bigint::BigInt;
use std::collections::BTreeSet;

/// The least discount factors at which two players cooperate in a dilemma, each meeting its like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Patience {
    /// Of grim trigger: `(T - R) / (T - P)`.
    pub grim: Rational,
    /// Of tit-for-tat as a best reply to itself: `max((T - R) / (T - P), (T - R) / (R - S))`.
    pub tit_for_tat: Rational,
}

impl Patience {
    /// The thresholds of a dilemma (Axelrod 1984, prop. 2). Tit-for-tat's can be 1 or more, where alternating pays at any
    /// patience: then no discount factor below 1 is enough.
    ///
    /// # Errors
    /// If the payoffs are no dilemma: `T > R > P > S`.
    ///
    /// # Examples
    /// ```
    /// use comity::equilibrium::repeated::Patience;
    /// use comity::exact::Rational;
    /// use comity::game::TwoByTwo;
    /// let q = |n: i64| Rational::from(n);
    /// let payoffs = TwoByTwo { reward: q(3), sucker: q(0), temptation: q(5), punishment: q(1) };
    /// let patience = Patience::of(&payoffs).unwrap();
    /// assert_eq!((patience.grim, patience.tit_for_tat), (Rational::new(1, 2), Rational::new(2, 3)));
    /// ```
    pub fn of(payoffs: &TwoByTwo) -> Result<Self, Diagnostic> {
        let TwoByTwo { reward: r, sucker: s, temptation: t, punishment: p } = payoffs;
        if !(t > r && r > p && p > s) {
            let found = format!("T = {t}, R = {r}, P = {p}, S = {s}");
            return Err(Diagnostic::new("not-a-dilemma", found, "payoffs with T > R > P > S"));
        }
        let gain = t - r;
        let grim = &gain / &(t - p);
        let alternating = &gain / &(r - s);
        Ok(Self { tit_for_tat: grim.clone().max(alternating), grim })
    }
}

/// When the threat of a Nash equilibrium keeps up a distribution of play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reversion {
    /// What each player gets on the path.
    pub payoffs: Vec<Rational>,
    /// What each player gets after its own deviation: the least of the equilibria that were given.
    pub threats: Vec<Rational>,
    /// The least discount factor at which each player keeps to the path: 0 if it never gains by deviating, 1 or nothing
    /// if no patience below 1 is enough (nothing where the threat is better than the path).
    pub thresholds: Vec<Option<Rational>>,
}

impl Reversion {
    /// The thresholds for a distribution over profiles as the target, with the deviator's worst of some equilibria of the
    /// stage game as the threat.
    ///
    /// # Errors
    /// If the target is no distribution over the profiles, or a profile is no equilibrium of the game.
    pub fn of(game: &NormalForm, target: &[Rational], equilibria: &[Profile]) -> Result<Self, Diagnostic> {
        crate::equilibrium::correlated::check_distribution(game, target)?;
        let mut threats: Vec<Option<Rational>> = vec![None; game.player_count()];
        for (k, profile) in equilibria.iter().enumerate() {
            if !is_nash(game, profile)? {
                let found = format!("profile {} of the threats is no Nash equilibrium", k + 1);
                return Err(Diagnostic::new("not-an-equilibrium", found, "Nash equilibria of the stage game"));
            }
            for (threat, payoff) in threats.iter_mut().zip(profile.payoffs(game)) {
                *threat = Some(threat.take().map_or_else(|| payoff.clone(), |least| least.min(payoff.clone())));
            }
        }
        let Some(threats) = threats.into_iter().collect::<Option<Vec<Rational>>>() else {
            return Err(Diagnostic::new("no-threat", "no equilibrium", "at least one Nash equilibrium as a threat"));
        };
        let payoffs = crate::equilibrium::correlated::expected_payoffs(game, target);
        let thresholds = game.player_ids().map(|player| {
            let temptation = |profile: usize| {
                let (stride, own) = (game.stride(player), game.action_in(profile, player));
                let payoff = |action: usize| game.payoff_at(profile - own * stride + action * stride, player);
                let best = (0..game.action_count(player)).map(payoff).max().expect("a player has an action");
                best - payoff(own)
            };
            let played = (0..target.len()).filter(|profile| !target[*profile].is_zero());
            let gain = played.map(temptation).max().expect("some profile is played");
            let loss = &payoffs[player.index()] - &threats[player.index()];
            if !gain.is_positive() && !loss.is_negative() {
                return Some(Rational::zero());
            }
            (!loss.is_negative()).then(|| &gain / &(&gain + &loss))
        });
        Ok(Self { thresholds: thresholds.collect(), payoffs, threats })
    }

    /// The least discount factor at which all keep to the path; nothing if no patience below 1 is enough.
    pub fn threshold(&self) -> Option<Rational> {
        let all: Option<Vec<Rational>> = self.thresholds.iter().cloned().collect();
        all?.into_iter().max().filter(|delta| *delta < Rational::one())
    }
}

/// The payoffs of the pure subgame-perfect equilibria of a finitely repeated game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinitePayoffs {
    /// By number of rounds left, from 0: the vectors of scores that some equilibrium of so many rounds pays, ascending.
    /// Empty where there is none in pure strategies.
    pub sets: Vec<Vec<Vec<Rational>>>,
}

/// The payoff sets outgrow their limit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("more than {limit} payoff vectors are possible with {left} rounds left")]
pub struct TooManyPayoffs {
    /// The limit.
    pub limit: usize,
    /// The number of rounds left.
    pub left: usize,
}

impl From<TooManyPayoffs> for Diagnostic {
    fn from(error: TooManyPayoffs) -> Self {
        Diagnostic::new("too-many-payoffs", error.to_string(), "fewer rounds, or payoffs with small denominators")
    }
}

impl FinitePayoffs {
    /// The payoff sets of rounds with these stage games, the first round first.
    ///
    /// - `limit`: how many payoff vectors one set may have.
    ///
    /// # Errors
    /// If a set outgrows the limit.
    ///
    /// # Panics
    /// If the stage games differ in shape.
    pub fn of(stages: &[&NormalForm], limit: usize) -> Result<Self, TooManyPayoffs> {
        let players = stages.first().map_or(0, |game| game.player_count());
        assert!(stages.windows(2).all(|two| two[0].dimensions() == two[1].dimensions()), "stages of one shape");
        let (denominator, whole) =
            over_common_denominator(stages.iter().flat_map(|game| game.payoffs()).collect::<Vec<_>>());
        let mut rest = whole;
        let mut sets: Vec<BTreeSet<Vec<BigInt>>> = vec![BTreeSet::from([vec![BigInt::ZERO; players]])];
        for game in stages.iter().rev() {
            let payoffs = rest.split_off(rest.len() - game.payoffs().len());
            let after = sets.last().expect("the set of no rounds");
            let floors: Vec<Option<&BigInt>> = (0..players).map(|k| after.iter().map(|v| &v[k]).min()).collect();
            let mut set = BTreeSet::new();
            for profile in 0..game.profile_count() {
                let own = &payoffs[profile * players..][..players];
                // What a continuation must pay so that the player does not deviate.
                let needs: Vec<BigInt> = game
                    .player_ids()
                    .zip(&floors)
                    .map(|(player, floor)| {
                        let (stride, action) = (game.stride(player), game.action_in(profile, player));
                        let line = (0..game.action_count(player)).map(|to| profile - action * stride + to * stride);
                        let best = line.map(|p| &payoffs[p * players + player.index()]).max();
                        best.expect("a player has an action") - &own[player.index()]
                            + floor.cloned().unwrap_or_default()
                    })
                    .collect();
                for v in after.iter().filter(|v| v.iter().zip(&needs).all(|(v, need)| v >= need)) {
                    set.insert(v.iter().zip(own).map(|(v, u)| v + u).collect());
                    if set.len() > limit {
                        return Err(TooManyPayoffs { limit, left: sets.len() });
                    }
                }
            }
            sets.push(set);
        }
        let rational = |value: BigInt| Rational::fraction(value, denominator.clone());
        let vector = |values: Vec<BigInt>| values.into_iter().map(rational).collect();
        Ok(Self { sets: sets.into_iter().map(|set| set.into_iter().map(vector).collect()).collect() })
    }

    /// The payoffs over all rounds.
    pub fn whole(&self) -> &[Vec<Rational>] {
        self.sets.last().expect("the set of no rounds")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn q(text: &str) -> Rational {
        text.parse().expect("a number")
    }

    fn dilemma(t: &str, r: &str, p: &str, s: &str) -> (TwoByTwo, NormalForm) {
        let payoffs = TwoByTwo { reward: q(r), sucker: q(s), temptation: q(t), punishment: q(p) };
        let game = NormalForm::symmetric("PD", ["C", "D"], &[vec![q(r), q(s)], vec![q(t), q(p)]]).expect("a game");
        (payoffs, game)
    }

    #[test]
    fn published_thresholds_hold() {
        // Axelrod 1984 (5, 3, 1, 0): 1/2 and 2/3; (0, -1, -3, -5): 1/3.
        for (payoffs, grim, tit_for_tat) in
            [(("5", "3", "1", "0"), "1/2", "2/3"), (("0", "-1", "-3", "-5"), "1/3", "1/3")]
        {
            let (letters, game) = dilemma(payoffs.0, payoffs.1, payoffs.2, payoffs.3);
            let found = Patience::of(&letters).expect("a dilemma");
            assert_eq!(found, Patience { grim: q(grim), tit_for_tat: q(tit_for_tat) });
            let both = ["1", "0", "0", "0"].map(q);
            let reversion = Reversion::of(&game, &both, &[Profile::pure(&game, 3)]).expect("fits");
            assert_eq!(reversion.threshold(), Some(q(grim)));
        }
        let (letters, _) = dilemma("3", "4", "1", "0");
        assert!(Patience::of(&letters).is_err());
    }

    #[test]
    fn what_no_threat_keeps_up_is_said() {
        let (_, game) = dilemma("5", "3", "1", "0");
        let threat = [Profile::pure(&game, 3)];
        let of = |target: [&str; 4]| Reversion::of(&game, &target.map(q), &threat).expect("fits");
        // The equilibrium itself needs no patience; being exploited is worse than the threat.
        assert_eq!(of(["0", "0", "0", "1"]).threshold(), Some(q("0")));
        assert_eq!(of(["0", "1", "0", "0"]).thresholds, [None, Some(q("0"))]);
        // Alternating by a coin: 5/2 each; the exploited one gains 1 by defecting, 1 / (1 + 3/2).
        assert_eq!(of(["0", "1/2", "1/2", "0"]).threshold(), Some(q("2/5")));
        assert!(Reversion::of(&game, &["1", "0", "0", "0"].map(q), &[Profile::pure(&game, 0)]).is_err());
        assert!(Reversion::of(&game, &["1", "0", "0", "0"].map(q), &[]).is_err());
        assert!(Reversion::of(&game, &["1", "1", "0", "0"].map(q), &threat).is_err());
    }

    #[test]
    fn a_second_equilibrium_makes_cooperation_possible_before_the_end() {
        // A finitely repeated dilemma unravels (Luce & Raiffa 1957).
        let (_, game) = dilemma("5", "3", "1", "0");
        let found = FinitePayoffs::of(&[&game; 10], 1000).expect("small");
        assert_eq!(found.whole(), [[q("10"), q("10")]]);
        // With a third action that has a worse equilibrium of its own (Benoit & Krishna 1985 in kind), both cooperate in
        // the first of two rounds: 4 + 2 beats 5 + 0.
        let rows = [["4", "0", "0"], ["5", "2", "0"], ["0", "0", "0"]].map(|row| row.map(q).to_vec());
        let game = NormalForm::symmetric("g", ["C", "D", "X"], &rows).expect("a game");
        let found = FinitePayoffs::of(&[&game, &game], 1000).expect("small");
        assert_eq!(found.sets[1], [[q("0"), q("0")], [q("2"), q("2")]]);
        assert!(found.whole().contains(&vec![q("6"), q("6")]));
        assert_eq!(FinitePayoffs::of(&[&game; 6], 3), Err(TooManyPayoffs { limit: 3, left: 2 }));
        // No pure equilibrium, no pure subgame-perfect one.
        let (win, lose) = ([["1", "-1"], ["-1", "1"]], [["-1", "1"], ["1", "-1"]]);
        let table = |rows: [[&str; 2]; 2]| rows.map(|row| row.map(q).to_vec());
        let pennies = NormalForm::bimatrix("pennies", ["h", "t"], &table(win), &table(lose)).expect("a game");
        assert!(FinitePayoffs::of(&[&pennies; 3], 1000).expect("small").whole().is_empty());
    }
}
