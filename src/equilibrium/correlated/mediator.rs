//! Obeying a mediator whose signals are noisy or leak.
//!
//! A device draws a profile by a known distribution (Aumann 1974). Under *noise* `eta` each player receives its own part
//! with probability `1 - eta` and each other action of its own with probability `eta / (k - 1)`, `k` its number of actions,
//! independently of the other players; with one action there is nothing to mistake. Everyone knows the device and `eta`,
//! and to obey is to play what was received. Obeying is rational if no player gains by another action after any signal
//! while the others obey: exactly if the distribution of *received* profiles is a correlated equilibrium. What a player
//! gains by obeying, times the probability of the signal, is a polynomial in `eta` of at most one degree a player; so the
//! noise up to which obeying stays rational is a root, isolated exactly.
//!
//! Under a *leak* `lambda` each player, independently of all else, sees the others' received signals, too, with
//! probability `lambda`. Then it obeys only where its action is a best reply to what the others will do; whoever sees
//! nothing knows `lambda`. Leaked signals can tempt ([`Mediator::temptations`]); and those to whom nothing leaked can find
//! obedience no longer rational where the others turn to best replies ([`Mediator::leak_slack`]).

use super::problem::check_distribution;
use super::{Concept, CorrelatedError, Deviation, expected_payoffs};
use crate::exact::{Polynomial, Rational, Root};
use crate::game::NormalForm;
use crate::ids::PlayerId;

/// A device that everyone knows, in front of its game.
///
/// # Examples
/// Chicken with the device of Aumann (1974): one third each for both yielding and for either daring alone.
/// ```
/// use comity::equilibrium::correlated::Mediator;
/// use comity::exact::Rational;
/// use comity::game::NormalForm;
/// let q = |n: i64| Rational::from(n);
/// let chicken = NormalForm::symmetric("chicken", ["C", "D"], &[vec![q(6), q(2)], vec![q(7), q(0)]]).unwrap();
/// let third = Rational::new(1, 3);
/// let device = Mediator::new(&chicken, vec![third.clone(), third.clone(), third, q(0)]).unwrap();
/// let end = device.largest_noise().unwrap();
/// assert!((end.limit.to_f64() - (5.0 - 13f64.sqrt()) / 6.0).abs() < 1e-15);
/// assert_eq!(end.deviation.told, Some(1)); // who is told to dare
/// ```
#[derive(Clone, Debug)]
pub struct Mediator<'a> {
    game: &'a NormalForm,
    distribution: Vec<Rational>,
    /// The probability of each received profile, as a polynomial in the noise.
    received: Vec<Polynomial>,
}

/// The noise, or the leak, at which a deviation begins to pay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Threshold {
    /// The signal that is no longer worth obeying, and what is better.
    pub deviation: Deviation,
    /// The least upper bound of the noise, or of the leak, up to which obeying is at least as good: 0 if it never was, or is not with the
    /// least noise.
    pub limit: Root,
}

/// A received profile of which a player that sees all of it would not play its part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Temptation {
    /// Who is tempted.
    pub player: PlayerId,
    /// What was received, by number of profile.
    pub profile: usize,
    /// The probability of that.
    pub probability: Rational,
    /// The best reply: the least action of several.
    pub to: usize,
    /// What the player gains by it.
    pub gain: Rational,
}

impl<'a> Mediator<'a> {
    /// A device with a probability for each profile of a game.
    ///
    /// # Errors
    /// If the numbers are no distribution over the profiles.
    pub fn new(game: &'a NormalForm, distribution: Vec<Rational>) -> Result<Self, CorrelatedError> {
        check_distribution(game, &distribution)?;
        let mut received: Vec<Polynomial> = distribution.iter().map(|p| Polynomial::new(vec![p.clone()])).collect();
        for player in game.player_ids().filter(|player| game.action_count(*player) > 1) {
            received = mistaken(game, player, &received);
        }
        Ok(Self { game, distribution, received })
    }

    /// The probability of each profile that is drawn.
    pub fn distribution(&self) -> &[Rational] {
        &self.distribution
    }

    /// The probability of each profile that is received under noise: `eta` from 0 to 1.
    ///
    /// # Errors
    /// If `eta` is no probability.
    pub fn received(&self, eta: &Rational) -> Result<Vec<Rational>, CorrelatedError> {
        probability(eta)?;
        Ok(self.received.iter().map(|p| p.at(eta)).collect())
    }

    /// Each player's expected payoff if all obey what they receive.
    ///
    /// # Errors
    /// If `eta` is no probability.
    pub fn payoffs(&self, eta: &Rational) -> Result<Vec<Rational>, CorrelatedError> {
        Ok(expected_payoffs(self.game, &self.received(eta)?))
    }

    /// A player's expected payoff if all obey, as a polynomial in the noise.
    pub fn payoff_by_noise(&self, player: PlayerId) -> Polynomial {
        let mut sum = Polynomial::new(Vec::new());
        for (profile, p) in self.received.iter().enumerate() {
            sum.add_scaled(p, self.game.payoff_at(profile, player));
        }
        sum
    }

    /// What a player gains by obeying instead of deviating, times the probability of its signal, as a polynomial in the
    /// noise.
    pub fn slack_by_noise(&self, deviation: Deviation) -> Polynomial {
        let mut sum = Polynomial::new(Vec::new());
        for (profile, gain) in deviation.gains(self.game) {
            sum.add_scaled(&self.received[profile], &-gain);
        }
        sum
    }

    /// The deviations that begin to pay somewhere below a noise of one, with where: by player, signal and action.
    ///
    /// A deviation that comes to pay later than another one of the game does is one that is never seen: by then the others
    /// need not obey either. It tells all the same which signals are the most robust.
    pub fn thresholds(&self) -> Vec<Threshold> {
        let end = |deviation: Deviation| {
            let limit = self.slack_by_noise(deviation).first_fall(&Rational::one())?;
            Some(Threshold { deviation, limit })
        };
        Deviation::all(self.game, Concept::Correlated).into_iter().filter_map(end).collect()
    }

    /// The largest noise up to which obeying is rational for everyone, with the deviation that pays beyond (the first of
    /// several); nothing if it is rational under any noise.
    ///
    /// A device that is no equilibrium without noise has 0, and so has one that is no longer with the least noise:
    /// [`is_rational`](Self::is_rational) tells them apart.
    pub fn largest_noise(&self) -> Option<Threshold> {
        self.thresholds().into_iter().min_by(|a, b| a.limit.cmp(&b.limit))
    }

    /// Whether obeying is rational for everyone under this noise.
    ///
    /// # Errors
    /// If `eta` is no probability.
    pub fn is_rational(&self, eta: &Rational) -> Result<bool, CorrelatedError> {
        let received = self.received(eta)?;
        let pays = |d: Deviation| super::problem::expected_gain(self.game, &received, d).is_positive();
        Ok(!Deviation::all(self.game, Concept::Correlated).into_iter().any(pays))
    }

    /// The received profiles, possible under this noise, of which some player would not play its part if it saw all of
    /// it: by player, then by profile. Without any, leaks do no harm.
    ///
    /// # Errors
    /// If `eta` is no probability.
    pub fn temptations(&self, eta: &Rational) -> Result<Vec<Temptation>, CorrelatedError> {
        let received = self.received(eta)?;
        let mut found = Vec::new();
        for player in self.game.player_ids() {
            for (profile, probability) in received.iter().enumerate().filter(|(_, p)| !p.is_zero()) {
                let to = self.best_reply(profile, player);
                let gain = Deviation { player, told: None, to }.gain(self.game, profile);
                if gain.is_positive() {
                    found.push(Temptation { player, profile, probability: probability.clone(), to, gain });
                }
            }
        }
        Ok(found)
    }

    /// What a player to whom nothing leaked gains by obeying instead of deviating, times the probability of its signal,
    /// as a polynomial in the leak: each other player, unless nothing leaked to it, plays the best reply to what the rest
    /// received, which is its own signal where that is one.
    ///
    /// # Errors
    /// If `eta` is no probability.
    pub fn leak_slack(&self, eta: &Rational, deviation: Deviation) -> Result<Polynomial, CorrelatedError> {
        let received = self.received(eta)?;
        let mut sum = Polynomial::new(Vec::new());
        for profile in deviation.profiles(self.game).filter(|profile| !received[*profile].is_zero()) {
            // The profiles that come to be played, with their probabilities as polynomials in the leak.
            let mut played = vec![(profile, Polynomial::new(vec![received[profile].clone()]))];
            for other in self.game.player_ids().filter(|other| *other != deviation.player) {
                let (from, to) = (self.game.action_in(profile, other), self.best_reply(profile, other));
                if from == to {
                    continue;
                }
                let stride = self.game.stride(other);
                let both = |(played, p): (usize, Polynomial)| {
                    let turned = played - from * stride + to * stride;
                    [(played, p.times(&stay())), (turned, p.times(&leak()))]
                };
                played = played.into_iter().flat_map(both).collect();
            }
            for (played, p) in played {
                sum.add_scaled(&p, &-deviation.gain(self.game, played));
            }
        }
        Ok(sum)
    }

    /// The largest leak up to which obeying is rational for everyone to whom nothing leaked, under this noise, with the
    /// deviation that pays beyond; nothing if it is rational under any leak.
    ///
    /// # Errors
    /// If `eta` is no probability.
    pub fn largest_leak(&self, eta: &Rational) -> Result<Option<Threshold>, CorrelatedError> {
        let mut ends = Vec::new();
        for deviation in Deviation::all(self.game, Concept::Correlated) {
            if let Some(limit) = self.leak_slack(eta, deviation)?.first_fall(&Rational::one()) {
                ends.push(Threshold { deviation, limit });
            }
        }
        Ok(ends.into_iter().min_by(|a, b| a.limit.cmp(&b.limit)))
    }

    /// The player's part in a profile if that is a best reply to the rest, else the least best reply.
    fn best_reply(&self, profile: usize, player: PlayerId) -> usize {
        let (stride, own) = (self.game.stride(player), self.game.action_in(profile, player));
        let payoff = |action: usize| self.game.payoff_at(profile - own * stride + action * stride, player);
        let better = |best: usize, action: usize| if payoff(action) > payoff(best) { action } else { best };
        let best = (0..self.game.action_count(player)).fold(0, better);
        if payoff(best) > payoff(own) { best } else { own }
    }
}

/// `1 - lambda`.
fn stay() -> Polynomial {
    Polynomial::new(vec![Rational::one(), Rational::from(-1i64)])
}

/// `lambda`.
fn leak() -> Polynomial {
    Polynomial::new(vec![Rational::zero(), Rational::one()])
}

/// The probabilities of profiles after one player may have received another action than it should have.
fn mistaken(game: &NormalForm, player: PlayerId, before: &[Polynomial]) -> Vec<Polynomial> {
    let (stride, actions) = (game.stride(player), game.action_count(player));
    let others = i64::try_from(actions - 1).expect("the limit of payoffs bounds the actions");
    let wrong = Polynomial::new(vec![Rational::zero(), Rational::new(1, others)]);
    let mut after = before.to_vec();
    for block in (0..before.len()).filter(|profile| game.action_in(*profile, player) == 0) {
        let line = || (0..actions).map(|action| block + action * stride);
        let mut total = Polynomial::new(Vec::new());
        line().for_each(|profile| total.add_scaled(&before[profile], &Rational::one()));
        for profile in line() {
            let mut rest = total.clone();
            rest.add_scaled(&before[profile], &Rational::from(-1i64));
            let mut sum = before[profile].times(&stay());
            sum.add_scaled(&rest.times(&wrong), &Rational::one());
            after[profile] = sum;
        }
    }
    after
}

fn probability(value: &Rational) -> Result<(), CorrelatedError> {
    if value.is_negative() || *value > Rational::one() {
        return Err(CorrelatedError::NotAProbability(value.clone()));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Player;

    fn q(text: &str) -> Rational {
        text.parse().expect("a number")
    }

    fn chicken() -> NormalForm {
        NormalForm::symmetric("chicken", ["C", "D"], &[vec![q("6"), q("2")], vec![q("7"), q("0")]]).expect("a game")
    }

    fn thirds(game: &NormalForm) -> Mediator<'_> {
        Mediator::new(game, ["1/3", "1/3", "1/3", "0"].map(q).to_vec()).expect("a device")
    }

    #[test]
    fn chicken_is_obeyed_up_to_the_noise_of_the_closed_form() {
        let game = chicken();
        let device = thirds(&game);
        let end = device.largest_noise().expect("obedience ends");
        // Told to dare: (1 - 5 eta + 3 eta^2) / 3 is what obeying gains.
        assert_eq!(end.deviation, Deviation { player: PlayerId(0), told: Some(1), to: 0 });
        assert_eq!(device.slack_by_noise(end.deviation).coefficients(), ["1/3", "-5/3", "1"].map(q));
        assert!((end.limit.to_f64() - 0.232_408_120_756_001_78).abs() < 1e-16);
        assert!(device.is_rational(&q("0.2324")).expect("a probability"));
        assert!(!device.is_rational(&q("0.2325")).expect("a probability"));
        assert!(device.is_rational(&q("0")).expect("a probability"));
        // Rounded to three figures, from the sums over drawn and received profiles by hand.
        for (eta, mean) in [("0", 5.0), ("0.1", 4.71), ("0.2", 4.44), ("0.3", 4.19)] {
            let payoffs = device.payoffs(&q(eta)).expect("a probability");
            assert_eq!(payoffs[0], payoffs[1]);
            assert!((payoffs[0].to_f64() - mean).abs() < 0.005, "{eta} {payoffs:?}");
            assert_eq!(device.payoff_by_noise(PlayerId(1)).at(&q(eta)), payoffs[1]);
        }
    }

    #[test]
    fn leaks_tempt_where_both_yield() {
        let game = chicken();
        let device = thirds(&game);
        // Either would dare if it knew that the other yields.
        let tempted = device.temptations(&q("0")).expect("a probability");
        let temptation =
            |player| Temptation { player, profile: 0, probability: q("1/3"), to: 1, gain: Rational::one() };
        assert_eq!(tempted, [temptation(PlayerId(0)), temptation(PlayerId(1))]);
        // Told to yield: 1 of 3 times 2, for the other dares; 1 of 3 times 6 - 7, or 2 - 0 where a leak makes it dare.
        let yields = Deviation { player: PlayerId(0), told: Some(0), to: 1 };
        assert_eq!(device.leak_slack(&q("0"), yields).expect("fits").coefficients(), ["1/3", "1"].map(q));
        assert_eq!(device.largest_leak(&q("0")).expect("fits"), None);
        // A pure equilibrium tempts nobody.
        let pure = Mediator::new(&game, ["0", "1", "0", "0"].map(q).to_vec()).expect("a device");
        assert_eq!(pure.temptations(&q("0")).expect("a probability"), []);
    }

    #[test]
    fn a_leak_can_end_the_obedience_of_those_to_whom_nothing_leaked() {
        // Matching pennies by the uniform device: whoever sees the other's signal turns. The other player, told heads,
        // then is met at the wrong side with probability (1 + lambda) / 2, and turns, too.
        let win = [vec![q("1"), q("-1")], vec![q("-1"), q("1")]];
        let lose = [vec![q("-1"), q("1")], vec![q("1"), q("-1")]];
        let game = NormalForm::bimatrix("pennies", ["h", "t"], &win, &lose).expect("a game");
        let device = Mediator::new(&game, vec![q("1/4"); 4]).expect("a device");
        let end = device.largest_leak(&q("0")).expect("fits").expect("obedience ends");
        assert_eq!(end.limit.rational(), Some(&q("0")));
        // No noise matters to a device whose signals say nothing.
        assert_eq!(device.largest_noise(), None);
    }

    #[test]
    fn noise_is_what_the_definition_says_for_three_players() {
        let dims = [2, 3, 1];
        let players = dims.iter().map(|d| Player::new("p", (0..*d).map(|k: usize| k.to_string()))).collect();
        let mut next = 0i64;
        let game = NormalForm::from_rule("g", players, |profile| {
            profile
                .iter()
                .map(|_| {
                    next = (next * 7 + 3) % 23;
                    Rational::from(next)
                })
                .collect()
        })
        .expect("a game");
        let drawn = ["1/2", "0", "1/6", "0", "1/3", "0"].map(q);
        let device = Mediator::new(&game, drawn.to_vec()).expect("a device");
        let eta = q("1/5");
        let kept = |player: usize, same: bool| match (dims[player], same) {
            (1, _) => q("1"),
            (_, true) => q("4/5"),
            (d, false) => &eta / &Rational::from(d as i64 - 1),
        };
        let slow: Vec<Rational> = game
            .profiles()
            .map(|received| {
                let from = |drawn: usize| {
                    let pairs = game.profile(drawn).into_iter().zip(&received).enumerate();
                    pairs.fold(Rational::one(), |p, (player, (a, b))| p * kept(player, a == *b))
                };
                (0..6).map(|profile| &drawn[profile] * &from(profile)).sum()
            })
            .collect();
        assert_eq!(device.received(&eta).expect("a probability"), slow);
        for deviation in Deviation::all(&game, Concept::Correlated) {
            let gain = super::super::problem::expected_gain(&game, &slow, deviation);
            assert_eq!(device.slack_by_noise(deviation).at(&eta), -gain);
        }
    }

    #[test]
    fn what_is_no_device_or_noise_is_refused() {
        let game = chicken();
        assert!(Mediator::new(&game, vec![q("1/2"); 4]).is_err());
        assert!(Mediator::new(&game, vec![q("1")]).is_err());
        let error = thirds(&game).payoffs(&q("3/2")).expect_err("no probability");
        assert_eq!(error.to_string(), "a probability of 3/2");
    }
}
