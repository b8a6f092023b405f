//! Bonds: what a seller pledges and loses if it is found to have cheated.
//!
//! A seller has price `p`, cost `c` of honest work and gain `g` from cheating instead; a cheat is found with probability `q`
//! and an honest seller is convicted by mistake with probability `f`. Honesty holds where it pays at least as much as
//! cheating (Becker & Stigler 1974; Shapiro & Stiglitz 1984; Klein & Leffler 1981). All numbers are exact.

use crate::exact::Rational;

/// A job that is paid up front, with a bond behind it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UpfrontBond {
    /// The price, paid before the work.
    pub price: Rational,
    /// What honest work costs.
    pub cost: Rational,
    /// What cheating gains beyond honest work.
    pub gain: Rational,
    /// The probability with which a cheat is found.
    pub detect: Rational,
    /// The probability with which honest work is taken for cheating.
    pub false_alarm: Rational,
    /// The bond.
    pub bond: Rational,
}

impl UpfrontBond {
    /// The least bond under which honesty is a best reply: `g / (q - f)`; none if a conviction says nothing (`q <= f`).
    pub fn least(&self) -> Option<Rational> {
        quotient(&self.gain, &(&self.detect - &self.false_alarm))
    }

    /// The expected payoff of honest work: `p - c - f D`.
    pub fn honest(&self) -> Rational {
        &(&self.price - &self.cost) - &(&self.false_alarm * &self.bond)
    }

    /// The expected payoff of cheating: `p - c + g - q D`.
    pub fn cheat(&self) -> Rational {
        &(&(&self.price - &self.cost) + &self.gain) - &(&self.detect * &self.bond)
    }
}

/// `a / b` for a positive `b`.
pub(super) fn quotient(a: &Rational, b: &Rational) -> Option<Rational> {
    if b.is_positive() { a.checked_div(b) } else { None }
}

/// The greater of a number and zero.
pub(super) fn positive_part(value: &Rational) -> Rational {
    if value.is_negative() { Rational::zero() } else { value.clone() }
}

/// The powers `1, d, d^2, ...` of a discount.
fn powers(discount: &Rational) -> impl Iterator<Item = Rational> + '_ {
    let mut power = Rational::one();
    std::iter::from_fn(move || {
        let this = power.clone();
        power *= discount;
        Some(this)
    })
}

/// A relationship of many jobs, whose future is itself a bond until its end comes near.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BondHorizon {
    /// What cheating gains in one job.
    pub gain: Rational,
    /// The probability with which a cheat is found; the relationship then ends.
    pub detect: Rational,
    /// What an honest job earns.
    pub rent: Rational,
    /// What the next job counts beside this one.
    pub discount: Rational,
    /// How many jobs there are.
    pub rounds: usize,
}

impl BondHorizon {
    /// The value of `n` more jobs from the next one on, `V(n) = rent * sum_{k<n} d^k`, for `n` from 0 to `rounds - 1`:
    /// with `n` rounds left after the present one.
    fn futures(&self) -> Vec<Rational> {
        let mut value = Rational::zero();
        let mut futures = Vec::with_capacity(self.rounds);
        for power in powers(&self.discount).take(self.rounds) {
            futures.push(value.clone());
            value += &(&self.rent * &power);
        }
        futures
    }

    /// The bond that makes honesty a best reply with `n` rounds left after the present one, `g / q - d V(n)`, by `n`: 0 is
    /// the last round. Where it is negative the future alone suffices. None if cheats are never found.
    pub fn required(&self) -> Option<Vec<Rational>> {
        let now = quotient(&self.gain, &self.detect)?;
        Some(self.futures().iter().map(|future| &now - &(&self.discount * future)).collect())
    }

    /// What honesty is worth from the next round on, `d V(n)`, by rounds left.
    pub fn honest(&self) -> Vec<Rational> {
        self.futures().iter().map(|future| &self.discount * future).collect()
    }

    /// What cheating now is worth under a constant bond, `g - q D + (1 - q) d V(n)`, by rounds left.
    pub fn cheat(&self, bond: &Rational) -> Vec<Rational> {
        let now = &self.gain - &(&self.detect * bond);
        let unfound = &Rational::one() - &self.detect;
        self.honest().iter().map(|honest| &now + &(&unfound * honest)).collect()
    }

    /// The rounds left at which a constant bond does not keep the seller honest, ascending.
    pub fn fails_at(&self, bond: &Rational) -> Vec<usize> {
        let (honest, cheat) = (self.honest(), self.cheat(bond));
        (0..self.rounds).filter(|n| honest[*n] < cheat[*n]).collect()
    }
}

/// Concurrent jobs `(gain, detect)` covered by one stake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedStake {
    /// Each job's gain from cheating, and the probability with which cheating in it is found.
    pub jobs: Vec<(Rational, Rational)>,
}

/// The most jobs whose sets are tried one by one.
pub const MOST_JOBS: usize = 20;

/// A set of jobs in which to cheat, with what it pays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestCheat {
    /// The jobs, ascending; none if honesty is best.
    pub jobs: Vec<usize>,
    /// The expected payoff beyond honesty.
    pub payoff: Rational,
}

impl SharedStake {
    /// The least stake if each job pledges a share of its own, `sum g / q`; none if a job's cheats are never found.
    pub fn least_by_sum(&self) -> Option<Rational> {
        self.jobs.iter().map(|(gain, detect)| quotient(gain, detect)).sum::<Option<Rational>>()
    }

    /// The expected payoff beyond honesty of cheating in a set of jobs if any conviction, independent of the others,
    /// forfeits the whole stake once: `sum g - (1 - prod (1 - q)) S`.
    pub fn cheat(&self, jobs: &[usize], stake: &Rational) -> Rational {
        let gain: Rational = jobs.iter().map(|job| &self.jobs[*job].0).sum();
        &gain - &(&self.found(jobs) * stake)
    }

    /// The probability with which at least one of these cheats is found.
    fn found(&self, jobs: &[usize]) -> Rational {
        let one = Rational::one();
        let unfound = jobs.iter().fold(one.clone(), |product, job| &product * &(&one - &self.jobs[*job].1));
        &one - &unfound
    }

    /// All sets of jobs with at least one, fewest jobs first, then in lexicographic order. [`MOST_JOBS`] at most.
    fn sets(&self) -> Vec<Vec<usize>> {
        let count = self.jobs.len().min(MOST_JOBS);
        let members = |set: u32| (0..count).filter(|job| set >> job & 1 == 1).collect::<Vec<_>>();
        let mut sets: Vec<Vec<usize>> = (1..1u32 << count).map(members).collect();
        sets.sort_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
        sets
    }

    /// The least stake if any conviction forfeits it whole: the greatest `sum g / (1 - prod (1 - q))` of a set of jobs. At
    /// most [`least_by_sum`](Self::least_by_sum). None if some set's cheats are never found.
    pub fn least_once(&self) -> Option<Rational> {
        let mut least = Rational::zero();
        for set in self.sets() {
            let gain: Rational = set.iter().map(|job| &self.jobs[*job].0).sum();
            least = least.max(quotient(&gain, &self.found(&set))?);
        }
        Some(least)
    }

    /// The most profitable set of jobs to cheat in, of the fewest jobs, the lexicographically first; empty if none pays.
    pub fn best_cheat(&self, stake: &Rational) -> BestCheat {
        let mut best = BestCheat { jobs: Vec::new(), payoff: Rational::zero() };
        for jobs in self.sets() {
            let payoff = self.cheat(&jobs, stake);
            if payoff > best.payoff {
                best = BestCheat { jobs, payoff };
            }
        }
        best
    }
}
