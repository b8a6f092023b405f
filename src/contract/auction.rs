//! Reverse auctions: who asks least does the work.
//!
//! Vickrey 1961; Myerson 1981. Bidders are numbered; ties go to the lowest number.

use super::bond::quotient;
use crate::exact::Rational;

/// What the winner is paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pricing {
    /// Its own bid.
    First,
    /// The lowest losing valid bid; of one valid bid the reserve, or the bid itself if there is none.
    Second,
}

/// An awarded auction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Award {
    /// Who won.
    pub winner: usize,
    /// What it is paid.
    pub payment: Rational,
}

/// Awards a job to the lowest bid that is not above the reserve; nobody if there is none.
pub fn award(bids: &[Option<Rational>], reserve: Option<&Rational>, pricing: Pricing) -> Option<Award> {
    let mut valid: Vec<(&Rational, usize)> = bids
        .iter()
        .enumerate()
        .filter_map(|(bidder, bid)| bid.as_ref().map(|bid| (bid, bidder)))
        .filter(|(bid, _)| reserve.is_none_or(|reserve| *bid <= reserve))
        .collect();
    valid.sort();
    let (bid, winner) = valid.first()?;
    let payment = match pricing {
        Pricing::First => *bid,
        Pricing::Second => valid.get(1).map_or(reserve.unwrap_or(bid), |(second, _)| *second),
    };
    Some(Award { winner: *winner, payment: payment.clone() })
}

/// Whether the winner has the lowest cost among those who bid.
pub fn is_efficient(award: &Award, bids: &[Option<Rational>], costs: &[Rational]) -> bool {
    let bidding = bids.iter().zip(costs).filter(|(bid, _)| bid.is_some()).map(|(_, cost)| cost);
    bidding.min().is_some_and(|least| costs[award.winner] == *least)
}

/// Auctions among `n` bidders whose costs (or values) are independent and uniform on [0, 1].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UniformBidders(pub u32);

impl UniformBidders {
    fn over(self, numerator: i64, more: i64) -> Rational {
        Rational::new(numerator, i64::from(self.0) + more)
    }

    /// The expected cost of the winner of a reverse auction: `1 / (n + 1)`.
    pub fn reverse_cost(self) -> Rational {
        self.over(1, 1)
    }

    /// The expected payment of a reverse auction, first or second price (revenue equivalence): `2 / (n + 1)`; none with one
    /// bidder.
    pub fn reverse_payment(self) -> Option<Rational> {
        (self.0 > 1).then(|| self.over(2, 1))
    }

    /// The expected revenue of a forward auction: `(n - 1) / (n + 1)`.
    pub fn forward_revenue(self) -> Rational {
        self.over(i64::from(self.0) - 1, 1)
    }

    /// What share of its value a bidder bids in the equilibrium of the first-price auction: `(n - 1) / n`.
    pub fn first_price_factor(self) -> Rational {
        self.over(i64::from(self.0) - 1, 0)
    }

    /// The expected success of who is chosen for the greatest honest claim: `n / (n + 1)`.
    pub fn honest_success(self) -> Rational {
        self.over(i64::from(self.0), 1)
    }

    /// The expected success of who is chosen if all claim certainty: `1/2`. The difference is the winner's curse.
    pub fn claimed_success(self) -> Rational {
        Rational::new(1, 2)
    }
}

/// A bidder's success probability and cost.
pub type Ability = (Rational, Rational);

/// The execution-contingent mechanism (Porter, Ronen, Shoham & Tennenholtz 2008): whoever promises most welfare does the
/// work, and is paid by whether it succeeds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExecutionContingent {
    /// What success is worth.
    pub value: Rational,
    /// What each bidder reports.
    pub reports: Vec<Ability>,
}

/// What the mechanism does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contingent {
    /// Who works; nobody if no reported welfare is positive.
    pub winner: Option<usize>,
    /// The greatest reported welfare of another, or 0.
    pub others_welfare: Rational,
    /// What the winner is paid after success: `V - W`.
    pub pay_success: Rational,
    /// And after failure: `-W`.
    pub pay_failure: Rational,
}

impl ExecutionContingent {
    /// The reported welfare of each bidder: `V pi - c`.
    pub fn welfare(&self) -> Vec<Rational> {
        self.reports.iter().map(|(success, cost)| &(&self.value * success) - cost).collect()
    }

    /// Who works for what.
    pub fn outcome(&self) -> Contingent {
        let welfare = self.welfare();
        let zero = Rational::zero();
        let mut winner: Option<usize> = None;
        for (bidder, value) in welfare.iter().enumerate() {
            if value.is_positive() && winner.is_none_or(|best| *value > welfare[best]) {
                winner = Some(bidder);
            }
        }
        let others = welfare.iter().enumerate().filter(|(bidder, _)| Some(*bidder) != winner).map(|(_, value)| value);
        let others_welfare = others.max().map_or(&zero, |best| best.max(&zero)).clone();
        Contingent {
            winner,
            pay_success: &self.value - &others_welfare,
            pay_failure: -others_welfare.clone(),
            others_welfare,
        }
    }

    /// What a bidder of this true ability expects; nothing if another works.
    pub fn expected_utility(&self, bidder: usize, (success, cost): &Ability) -> Rational {
        let outcome = self.outcome();
        if outcome.winner != Some(bidder) {
            return Rational::zero();
        }
        let failure = &Rational::one() - success;
        &(&(success * &outcome.pay_success) + &(&failure * &outcome.pay_failure)) - cost
    }

    /// The same mechanism if one bidder reports something else.
    pub fn with_report(&self, bidder: usize, report: Ability) -> Self {
        let mut changed = self.clone();
        changed.reports[bidder] = report;
        changed
    }
}

/// The greatest quality that is sold in a market for lemons (Akerlof 1970) of qualities uniform on [0, 1]: [`lemons_in`]
/// the whole of it. It vanishes if `premium < 2 reserve` and holds all qualities otherwise; at the limit itself any
/// quality is at rest, given as 1.
pub fn lemons(premium: &Rational, reserve: &Rational) -> Rational {
    lemons_in(premium, reserve, &[Rational::zero(), Rational::one()])
}

/// The greatest quality that is sold where buyers know that a good's quality is uniform on `[low, high]`, as a rating
/// tells them; `low` if nothing is sold. Sellers sell if the price covers `reserve` times their quality; buyers value
/// quality at `premium` times, see only the average of what is on offer, and pay it (Akerlof 1970, sec. II, by bins).
///
/// If sellers up to quality `x` sell, the price is `premium (low + x) / 2`, and the last of them asks `reserve x`: from
/// above, `x` comes to rest at `premium low / (2 reserve - premium)`, or at `high` if the price holds all of them. So a
/// narrow bin trades as soon as `premium > reserve`, where one bin for all needs `premium >= 2 reserve`.
pub fn lemons_in(premium: &Rational, reserve: &Rational, [low, high]: &[Rational; 2]) -> Rational {
    let offered = &(premium * &(low + high)) * &Rational::new(1, 2);
    if offered >= reserve * high {
        return high.clone();
    }
    // Less than all is sold, so that the premium is below twice the reserve.
    let rest = quotient(&(premium * low), &(&(reserve + reserve) - premium));
    rest.map_or_else(|| low.clone(), |rest| rest.max(low.clone()))
}
