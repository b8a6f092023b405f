//! Best reply with mistakes in a finite population of two actions: exact stationary distributions and waiting times.
//!
//! Source: Kandori, Mailath & Rob 1993 (Econometrica 61:29). N members each choose the best reply to the other N - 1
//! (at a tie they keep their action), then err with probability epsilon, which puts a random action in place. Two orders of
//! revision: in [`BestReply::simultaneous`] everyone revises in each period (their model), in
//! [`BestReply::sequential`] one random member does, so that the chain is a birth-death chain.
//!
//! The state z is the number of members with action 0. The risk-dominant action is selected as epsilon vanishes, but
//! the time until it is grows like `epsilon^-m` with the m mistakes that are needed: both are exact here, over rationals or
//! logarithms.

use super::birth_death::BirthDeath;
use super::chain::stationary;
use super::payoffs::{EvolutionError, Payoffs, check_population};
use super::semifield::{LogNumber, Semifield};
use crate::exact::Rational;

/// Best reply with mistakes in a game of two actions.
///
/// # Examples
/// ```
/// use comity::equilibrium::evolution::{BestReply, Payoffs};
/// use comity::exact::Rational;
/// let q = |n: i64, d: i64| Rational::new(n, d);
/// // Hunting stag pays if at least 0.4 of the others do: risk-dominant, so that only mistakes keep it from all.
/// let payoffs = Payoffs::new(&[vec![q(1, 1), q(0, 1)], vec![q(2, 5), q(2, 5)]]).unwrap();
/// let play = BestReply::new(&payoffs, 20, &q(1, 10)).unwrap();
/// let share = play.simultaneous::<Rational>().mean_share();
/// assert!((share.to_f64() - 0.95).abs() < 1e-6);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct BestReply {
    population: u32,
    /// The chance that a revising member ends with the action that it did not choose: epsilon / 2.
    slip: Rational,
    /// What members with action 0 and with action 1 choose, by state.
    choices: Vec<[Choice; 2]>,
}

/// What a member chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Choice {
    Zero,
    One,
    Keep,
}

/// The greatest population.
const LIMIT: u32 = 1000;
/// The greatest number of states in which members keep their action: each is a kind of its own in the simultaneous chain,
/// which costs the cube of their number. Only a game in which nothing matters has more than two.
const UNDECIDED: usize = 101;

impl BestReply {
    /// The process of a game, a population of N, and a probability of error.
    ///
    /// # Errors
    /// If there are not two actions, the population is not from 2 to 1000 (to 100 where both actions always get the same),
    /// or `epsilon` not from 1e-300 to 1: without errors the process has several ends.
    pub fn new(payoffs: &Payoffs, population: u32, epsilon: &Rational) -> Result<Self, EvolutionError> {
        payoffs.two()?;
        check_population(population)?;
        if population > LIMIT {
            let (found, limit) = (population as usize, LIMIT as usize);
            return Err(EvolutionError::TooMany { what: "members of a population", found, limit });
        }
        if epsilon.to_f64() < 1e-300 || *epsilon > 1 {
            let expected = "a number from 1e-300 to 1";
            return Err(EvolutionError::OutOfRange {
                name: "the error probability",
                found: epsilon.to_string(),
                expected,
            });
        }
        // The lead of action 0 against so many others that play 0.
        let lead = |zeros: u32| {
            let ones = population - 1 - zeros;
            let against = |count: u32, other: usize| {
                &Rational::from(i64::from(count)) * &(payoffs.exact(0, other) - payoffs.exact(1, other))
            };
            let lead = against(zeros, 0) + against(ones, 1);
            match (lead.is_positive(), lead.is_negative()) {
                (true, _) => Choice::Zero,
                (_, true) => Choice::One,
                _ => Choice::Keep,
            }
        };
        let leads: Vec<Choice> = (0..population).map(lead).collect();
        // Nobody plays 0 in state 0, nor 1 in state N: there the choice of the other action's members stands for both.
        let choices: Vec<[Choice; 2]> = (0..=population as usize)
            .map(|z| match (leads.get(z.wrapping_sub(1)), leads.get(z)) {
                (Some(zero), Some(one)) => [*zero, *one],
                (Some(only), None) | (None, Some(only)) => [*only; 2],
                (None, None) => unreachable!("a population has others"),
            })
            .collect();
        if choices.iter().filter(|choice| choice.contains(&Choice::Keep)).count() > UNDECIDED {
            let what = "members of a population to whom both actions are the same";
            return Err(EvolutionError::TooMany { what, found: population as usize, limit: UNDECIDED - 1 });
        }
        Ok(Self { population, slip: epsilon / &Rational::from(2i64), choices })
    }

    /// The number of members.
    pub fn population(&self) -> u32 {
        self.population
    }

    /// The chances that a member with action 0, and one with action 1, ends with action 0.
    fn chances(&self, state: usize) -> [Rational; 2] {
        let choice = |own: usize| match (self.choices[state][own], own) {
            (Choice::Zero, _) | (Choice::Keep, 0) => Rational::one() - self.slip.clone(),
            _ => self.slip.clone(),
        };
        [choice(0), choice(1)]
    }

    /// The chain in which one random member revises in each step.
    pub fn sequential<T: Semifield>(&self) -> BirthDeath<T> {
        let share = |count: usize| {
            let count = Rational::from(i64::try_from(count).expect("a small population"));
            &count / &Rational::from(i64::from(self.population))
        };
        let n = self.population as usize;
        let up = (0..n).map(|z| T::of(&(&share(n - z) * &self.chances(z)[1])));
        let down = (1..=n).map(|z| T::of(&(share(z) * (Rational::one() - self.chances(z)[0].clone()))));
        BirthDeath::new(up.collect(), down.collect())
    }

    /// The chain in which all members revise in each period.
    pub fn simultaneous<T: Semifield>(&self) -> Simultaneous<T> {
        let n = self.population as usize;
        // States in which everyone has the same chances lead to the same distribution.
        let mut kinds: Vec<(Option<usize>, [Rational; 2])> = Vec::new();
        let kind_of: Vec<usize> = (0..=n)
            .map(|z| {
                let chances = self.chances(z);
                let uniform = chances[0] == chances[1];
                let kind = (if uniform { None } else { Some(z) }, chances);
                kinds.iter().position(|known| *known == kind).unwrap_or_else(|| {
                    kinds.push(kind);
                    kinds.len() - 1
                })
            })
            .collect();
        let rows: Vec<Vec<T>> = kinds
            .iter()
            .map(|(state, [zero, one])| match state {
                None => binomial(n, zero),
                Some(z) => convolve(&binomial::<T>(*z, zero), &binomial::<T>(n - z, one)),
            })
            .collect();
        let between: Vec<Vec<T>> = rows
            .iter()
            .map(|row| {
                let mut into = vec![T::zero(); kinds.len()];
                for (kind, p) in kind_of.iter().zip(row) {
                    into[*kind] = into[*kind].plus(p);
                }
                into
            })
            .collect();
        Simultaneous { kind_of, rows, between }
    }
}

/// The chain of simultaneous revision. States from which everyone chooses alike lead to the same distribution: they are
/// one kind, and the chain is one on a few kinds.
#[derive(Clone, Debug, PartialEq)]
pub struct Simultaneous<T> {
    kind_of: Vec<usize>,
    /// The next state's distribution, by kind.
    rows: Vec<Vec<T>>,
    /// The probability of each kind after each kind.
    between: Vec<Vec<T>>,
}

impl<T: Semifield> Simultaneous<T> {
    /// The stationary distribution by state, the number of members with action 0.
    pub fn stationary(&self) -> Vec<T> {
        let weights = stationary(self.between.clone()).expect("with errors every state follows every other");
        let mix = |state: usize| {
            weights.iter().zip(&self.rows).fold(T::zero(), |sum, (weight, row)| sum.plus(&weight.times(&row[state])))
        };
        (0..self.kind_of.len()).map(mix).collect()
    }

    /// The mean share of action 0 in the stationary distribution.
    pub fn mean_share(&self) -> T {
        mean_share(&self.stationary())
    }

    /// The mean number of periods, from a state on, after which choices are of another kind for the first time: how long
    /// a convention lasts. Nothing if there is but one kind of state.
    pub fn mean_stay(&self, state: usize) -> Option<T> {
        let kind = self.kind_of[state];
        let others = self.between[kind].iter().enumerate().filter(|(other, _)| *other != kind);
        let leaving = others.fold(T::zero(), |sum, (_, p)| sum.plus(p));
        (!leaving.is_zero()).then(|| T::one().over(&leaving))
    }
}

impl Simultaneous<LogNumber> {
    /// The expected mean share of action 0 over the states of so many periods, the first of which is `start`: what a
    /// simulation of that length sees. It can be far from [`Self::mean_share`] for as long as conventions last.
    pub fn mean_share_over(&self, start: usize, periods: u64) -> LogNumber {
        let n = self.kind_of.len() - 1;
        let first: LogNumber = share(start, n);
        // Visits to each kind over the periods but the last: the sum of the powers of the chain up to periods - 2.
        let visits = power_sum(&self.between, periods.saturating_sub(1), self.kind_of[start]);
        let total =
            visits.iter().zip(&self.rows).fold(first, |sum, (visits, row)| sum.plus(&visits.times(&mean_share(row))));
        total.over(&whole(usize::try_from(periods.max(1)).expect("periods fit a word")))
    }
}

/// The mean share of strategy 0 under a distribution over the states of a population, by its number of members.
pub fn mean_share<T: Semifield>(distribution: &[T]) -> T {
    let n = distribution.len() - 1;
    let terms = distribution.iter().enumerate().skip(1).map(|(z, p)| p.times(&share(z, n)));
    terms.fold(T::zero(), |sum, term| sum.plus(&term))
}

fn whole<T: Semifield>(count: usize) -> T {
    T::of(&Rational::from(i64::try_from(count).expect("a count fits")))
}

fn share<T: Semifield>(count: usize, of: usize) -> T {
    if count == 0 { T::zero() } else { whole::<T>(count).over(&whole(of)) }
}

/// The row `start` of `I + P + .. + P^(terms - 1)`, by doubling.
fn power_sum(p: &[Vec<LogNumber>], terms: u64, start: usize) -> Vec<LogNumber> {
    type T = LogNumber;
    let n = p.len();
    let identity = |k: usize| (0..n).map(|j| if j == k { T::one() } else { T::zero() }).collect::<Vec<T>>();
    let apply = |row: &[T], m: &[Vec<T>]| -> Vec<T> {
        (0..n).map(|j| (0..n).fold(T::zero(), |sum, k| sum.plus(&row[k].times(&m[k][j])))).collect()
    };
    // `power` is P^(2^b), `sum` the sum of the 2^b powers from 0; `at` is the row of P^(terms so far).
    let mut power = p.to_vec();
    let mut sum: Vec<Vec<T>> = (0..n).map(identity).collect();
    let (mut at, mut total) = (identity(start), vec![T::zero(); n]);
    let mut rest = terms;
    while rest > 0 {
        if rest & 1 == 1 {
            let part = apply(&at, &sum);
            total = total.iter().zip(&part).map(|(a, b)| a.plus(b)).collect();
            at = apply(&at, &power);
        }
        let after: Vec<Vec<T>> = sum.iter().map(|row| apply(row, &power)).collect();
        for (row, after) in sum.iter_mut().zip(&after) {
            for (cell, more) in row.iter_mut().zip(after) {
                *cell = cell.plus(more);
            }
        }
        power = power.iter().map(|row| apply(row, &power)).collect();
        rest >>= 1;
    }
    total
}

/// The binomial distribution of n trials with success probability p, strictly between 0 and 1.
fn binomial<T: Semifield>(n: usize, p: &Rational) -> Vec<T> {
    let (success, failure) = (T::of(p), T::of(&(Rational::one() - p.clone())));
    let mut weight = (0..n).fold(T::one(), |product, _| product.times(&failure));
    let mut all = Vec::with_capacity(n + 1);
    for k in 0..=n {
        let next = weight.times(&whole(n - k)).times(&success).over(&whole::<T>(k + 1).times(&failure));
        all.push(weight);
        weight = next;
    }
    all
}

/// The distribution of the sum of two independent counts.
fn convolve<T: Semifield>(a: &[T], b: &[T]) -> Vec<T> {
    let mut all = vec![T::zero(); a.len() + b.len() - 1];
    for (i, p) in a.iter().enumerate() {
        for (j, q) in b.iter().enumerate() {
            all[i + j] = all[i + j].plus(&p.times(q));
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn q(n: i64, d: i64) -> Rational {
        Rational::new(n, d)
    }

    /// A stag hunt in which stag is the best reply to at least this share of the others; the hare is a sure thing.
    fn stag_hunt(threshold: Rational) -> Payoffs {
        let hare = vec![threshold.clone(), threshold];
        Payoffs::new(&[vec![q(1, 1), q(0, 1)], hare]).expect("a table")
    }

    /// The transition matrix by its definition, each member by itself: states are subsets.
    fn by_members(payoffs: &Payoffs, n: usize, epsilon: &Rational) -> Vec<Vec<Rational>> {
        let value = |own: usize, others: &[usize]| -> Rational { others.iter().map(|k| payoffs.exact(own, *k)).sum() };
        (0..=n)
            .map(|z| {
                let members: Vec<usize> = (0..n).map(|k| usize::from(k >= z)).collect();
                let mut distribution = vec![Rational::one()];
                for me in 0..n {
                    let others: Vec<usize> = (0..n).filter(|k| *k != me).map(|k| members[k]).collect();
                    let choice = match value(0, &others).cmp(&value(1, &others)) {
                        std::cmp::Ordering::Greater => 0,
                        std::cmp::Ordering::Less => 1,
                        std::cmp::Ordering::Equal => members[me],
                    };
                    let half = epsilon / &q(2, 1);
                    let zero = if choice == 0 { Rational::one() - half } else { half };
                    distribution = convolve(&distribution, &[Rational::one() - zero.clone(), zero]);
                }
                distribution
            })
            .collect()
    }

    #[test]
    fn kinds_of_states_give_what_all_states_give() {
        // A threshold, a dominant action, an anti-coordination game, and ties: in some states, and everywhere.
        let games = [
            stag_hunt(q(3, 5)),
            stag_hunt(q(2, 4)),
            Payoffs::new(&[vec![q(3, 1), q(0, 1)], vec![q(5, 1), q(1, 1)]]).expect("a table"),
            Payoffs::new(&[vec![q(0, 1), q(2, 1)], vec![q(1, 1), q(0, 1)]]).expect("a table"),
            Payoffs::new(&vec![vec![q(1, 1); 2]; 2]).expect("a table"),
        ];
        for payoffs in &games {
            for (n, epsilon) in [(2u32, q(1, 3)), (5, q(1, 10)), (6, q(1, 1))] {
                let expected = stationary(by_members(payoffs, n as usize, &epsilon)).expect("irreducible");
                let play = BestReply::new(payoffs, n, &epsilon).expect("in range");
                assert_eq!(play.simultaneous::<Rational>().stationary(), expected);
                for (a, b) in play.simultaneous::<LogNumber>().stationary().iter().zip(&expected) {
                    assert!((a.value() - b.to_f64()).abs() < 1e-12);
                }
            }
        }
    }

    #[test]
    fn the_published_shares_of_stag() {
        let share = |threshold: Rational, n: u32, epsilon: Rational| {
            BestReply::new(&stag_hunt(threshold), n, &epsilon)
                .expect("in range")
                .simultaneous::<Rational>()
                .mean_share()
                .to_f64()
        };
        for (epsilon, expected) in [(q(1, 5), 0.90), (q(1, 10), 0.95), (q(1, 20), 0.975)] {
            assert!((share(q(2, 5), 20, epsilon) - expected).abs() < 0.001);
        }
        for (epsilon, expected) in [(q(1, 5), 0.101), (q(1, 10), 0.050)] {
            assert!((share(q(3, 5), 10, epsilon) - expected).abs() < 0.001);
        }
    }

    #[test]
    fn a_simulation_of_two_million_periods_still_remembers_its_start() {
        // The recorded .032 at epsilon .05 is not stationary (.025): all-stag lasts 14,000 periods on average.
        let play = BestReply::new(&stag_hunt(q(3, 5)), 10, &q(1, 20)).expect("in range").simultaneous::<LogNumber>();
        let stay = play.mean_stay(10).expect("two kinds").value();
        assert!((13_000.0..16_000.0).contains(&stay), "{stay}");
        assert!((play.mean_share().value() - 0.025).abs() < 1e-4);
        let seen = play.mean_share_over(10, 2_000_000).value();
        assert!((seen - 0.032).abs() < 0.001, "{seen}");
        // Against the plain sum, period by period.
        let mut distribution = vec![0.0; 11];
        distribution[10] = 1.0;
        let rows: Vec<Vec<f64>> =
            (0..=10).map(|z| play.rows[play.kind_of[z]].iter().map(LogNumber::value).collect()).collect();
        let mut sum = 0.0;
        for _ in 0..1000 {
            sum += distribution.iter().enumerate().map(|(z, p)| z as f64 / 10.0 * p).sum::<f64>();
            distribution = (0..=10).map(|to| (0..=10).map(|from| distribution[from] * rows[from][to]).sum()).collect();
        }
        assert!((play.mean_share_over(10, 1000).value() - sum / 1000.0).abs() < 1e-10);
        assert!((play.mean_share_over(10, 1).value() - 1.0).abs() < 1e-15);
    }

    #[test]
    fn waiting_grows_with_the_mistakes_that_are_needed() {
        // All stag, N = 10, threshold .6: stag members stay while 6 others hunt, so that four mistakes are needed to leave.
        let stay = |epsilon: Rational| {
            let play = BestReply::new(&stag_hunt(q(3, 5)), 10, &epsilon).expect("in range");
            play.simultaneous::<Rational>().mean_stay(10).expect("two kinds").to_f64()
        };
        let ratio = stay(q(1, 2000)) / stay(q(1, 1000));
        assert!((ratio - 16.0).abs() < 0.1, "{ratio}");
    }

    #[test]
    fn one_revision_at_a_time_is_a_birth_death_chain() {
        let play = BestReply::new(&stag_hunt(q(3, 5)), 10, &q(1, 20)).expect("in range");
        let exact = play.sequential::<Rational>();
        let pi = exact.stationary();
        // Far from the threshold the population is binomial: one slip a member.
        let ratio = &pi[1] / &pi[0];
        assert_eq!(ratio, &q(10, 1) * &(&q(1, 40) / &q(39, 40)));
        // First step analysis, as linear equations in another order: h(z) = 1 + sum p h.
        let h: Vec<Rational> = (0..=10).map(|z| exact.mean_passage(z, 0)).collect();
        for z in 1..10usize {
            let up = &q(10 - z as i64, 10) * &play.chances(z)[1];
            let down = &q(z as i64, 10) * &(Rational::one() - play.chances(z)[0].clone());
            let step = &up * &(&h[z + 1] - &h[z]) + &down * &(&h[z - 1] - &h[z]);
            assert_eq!(step, q(-1, 1));
        }
        let logs = play.sequential::<LogNumber>().mean_passage(10, 0).value();
        assert!((logs / h[10].to_f64() - 1.0).abs() < 1e-12);
    }

    #[test]
    fn wrong_parameters_are_named() {
        let payoffs = stag_hunt(q(1, 2));
        for (n, epsilon) in [(1, q(1, 2)), (2000, q(1, 2)), (10, q(0, 1)), (10, q(-1, 2)), (10, q(3, 2))] {
            assert!(BestReply::new(&payoffs, n, &epsilon).is_err(), "{n} {epsilon}");
        }
        let indifferent = Payoffs::new(&[vec![q(1, 1), q(2, 1)], vec![q(1, 1), q(2, 1)]]).expect("a table");
        assert!(BestReply::new(&indifferent, 100, &q(1, 2)).is_ok());
        assert!(BestReply::new(&indifferent, 101, &q(1, 2)).is_err());
    }
}
