//! EscrowTerms: the price is held until the work is accepted; and deposits of both sides, and disputes that cost the loser.
//!
//! Williamson 1983 (hostages); Asgaonkar & Krishnamachari 2019 (dual deposits); Bigi et al. 2015. Numbers are exact.

use super::bond::{positive_part, quotient};
use crate::error::Diagnostic;
use crate::exact::Rational;

/// A payment in escrow with a seller's bond beside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EscrowTerms {
    /// The price, released unless the seller is convicted.
    pub price: Rational,
    /// What honest work costs.
    pub cost: Rational,
    /// The probability with which a cheat is convicted.
    pub detect: Rational,
    /// The probability with which an honest seller is.
    pub false_alarm: Rational,
    /// What a unit of capital costs a unit of time.
    pub capital_rate: Rational,
    /// For how long a bond is locked.
    pub lock_time: Rational,
}

/// The bonds that keep a seller honest and in the market.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BondWindow {
    /// `c / (q - f) - p`, the bond at which cheating and honesty pay alike; none if a conviction says nothing.
    pub lower_raw: Option<Rational>,
    /// The least bond: that, but not negative.
    pub lower: Option<Rational>,
    /// The most with which an honest seller does not lose: `((1 - f) p - c) / (f + r tau)`; none if there is no limit.
    pub upper: Option<Rational>,
    /// Whether some bond does both.
    pub feasible: bool,
}

impl EscrowTerms {
    fn holding(&self) -> Rational {
        &self.capital_rate * &self.lock_time
    }

    /// What is left of the price for an honest seller before its bond: `(1 - f) p - c`.
    fn margin(&self) -> Rational {
        &(&(&Rational::one() - &self.false_alarm) * &self.price) - &self.cost
    }

    /// The bonds that keep the seller honest and in the market.
    pub fn window(&self) -> BondWindow {
        let lower_raw = quotient(&self.cost, &(&self.detect - &self.false_alarm)).map(|least| &least - &self.price);
        let lower = lower_raw.as_ref().map(positive_part);
        let upper = quotient(&self.margin(), &(&self.false_alarm + &self.holding()));
        let feasible = match (&lower, &upper) {
            (None, _) => false,
            (Some(lower), Some(upper)) => upper >= lower,
            (Some(_), None) => !self.margin().is_negative(),
        };
        BondWindow { lower_raw, lower, upper, feasible }
    }

    /// The least bond of a policy.
    ///
    /// # Errors
    /// If no bond keeps a seller both honest and in the market, and why.
    pub fn least_bond(&self) -> Result<Rational, Diagnostic> {
        let window = self.window();
        let Some(lower) = window.lower else {
            let found = format!(
                "a court that convicts honest sellers with {} and cheats with {}",
                self.false_alarm, self.detect
            );
            return Err(Diagnostic::new("empty-window", found, "`detect` above `false_alarm`"));
        };
        if window.feasible {
            return Ok(lower);
        }
        let upper = window.upper.map_or_else(|| "none".to_string(), |upper| upper.to_string());
        let found = format!("honesty needs a bond of at least {lower}, and honest sellers bear at most {upper}");
        Err(Diagnostic::new("empty-window", found, "a window of bonds that is not empty")
            .help("raise the price or detection, or lower false alarms, the lock time or the cost of capital"))
    }

    /// The expected payoff of honest work under a bond: `(1 - f) p - c - f D - r tau D`.
    pub fn honest(&self, bond: &Rational) -> Rational {
        &self.margin() - &(&(&self.false_alarm + &self.holding()) * bond)
    }

    /// The expected payoff of taking the price for nothing: `(1 - q) p - q D - r tau D`.
    pub fn cheat(&self, bond: &Rational) -> Rational {
        let kept = &(&Rational::one() - &self.detect) * &self.price;
        &kept - &(&(&self.detect + &self.holding()) * bond)
    }
}

/// Deposits of both sides that burn unless both agree to release.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TwoSidedDeposit {
    /// The price, paid into the pot by the buyer.
    pub price: Rational,
    /// The buyer's deposit.
    pub buyer_deposit: Rational,
    /// The seller's.
    pub seller_deposit: Rational,
    /// What the delivered work is worth to the buyer.
    pub value: Rational,
    /// What it cost the seller.
    pub cost: Rational,
}

impl TwoSidedDeposit {
    /// What buyer and seller have after delivery and release: `v - p` and `p - c`.
    pub fn release(&self) -> [Rational; 2] {
        [&self.value - &self.price, &self.price - &self.cost]
    }

    /// What they have after delivery if the pot burns: `v - p - D_b` and `-c - D_s`.
    pub fn burn(&self) -> [Rational; 2] {
        let buyer = &(&self.value - &self.price) - &self.buyer_deposit;
        [buyer, -(&self.cost + &self.seller_deposit)]
    }

    /// What the seller must give the buyer if both threaten to burn and split what would burn: `(p + D_b + D_s)/2 - D_b`.
    /// Zero exactly if the deposits are neutral, `D_b = p + D_s`.
    pub fn extortion(&self) -> Rational {
        let pot = &(&self.price + &self.buyer_deposit) + &self.seller_deposit;
        &(&pot * &Rational::new(1, 2)) - &self.buyer_deposit
    }

    /// The buyer's deposit at which a threat to burn moves nothing.
    pub fn neutral_buyer_deposit(&self) -> Rational {
        &self.price + &self.seller_deposit
    }

    /// The least deposit of the buyer's with which a threatened seller still has its cost, `2 c - p + D_s`.
    pub fn least_for_seller(&self) -> Rational {
        positive_part(&(&(&(&self.cost + &self.cost) - &self.price) + &self.seller_deposit))
    }

    /// What burning costs the seller for each unit that it costs the buyer: `(p + D_s) / (D_b + p)`; none if it costs the
    /// buyer nothing.
    pub fn griefing(&self) -> Option<Rational> {
        quotient(&(&self.price + &self.seller_deposit), &(&self.buyer_deposit + &self.price))
    }
}

/// Disputes after which the loser pays the court.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoserPays {
    /// The probability with which an honest seller is convicted.
    pub false_alarm: Rational,
    /// The probability with which a cheat is.
    pub detect: Rational,
    /// The price that a convicted seller gives back.
    pub price: Rational,
    /// What it pays the buyer beside.
    pub compensation: Rational,
    /// What the loser pays the court.
    pub fee: Rational,
    /// What a guilty seller loses if convicted, and keeps if it contests with success.
    pub stake: Rational,
}

impl LoserPays {
    /// What a buyer gains by a false claim: `f (p + comp) - (1 - f) fee`. It claims falsely if that is positive.
    pub fn false_claim_gain(&self) -> Rational {
        let upheld = &self.false_alarm * &(&self.price + &self.compensation);
        &upheld - &(&(&Rational::one() - &self.false_alarm) * &self.fee)
    }

    /// The least fee under which no buyer claims falsely: `f (p + comp) / (1 - f)`; none if every claim is upheld.
    pub fn least_fee(&self) -> Option<Rational> {
        let upheld = &self.false_alarm * &(&self.price + &self.compensation);
        quotient(&upheld, &(&Rational::one() - &self.false_alarm))
    }

    /// What a guilty seller gains by contesting a true claim: `(1 - q) stake - q fee`. It contests if that is positive.
    pub fn contest_gain(&self) -> Rational {
        &(&(&Rational::one() - &self.detect) * &self.stake) - &(&self.detect * &self.fee)
    }
}
