//! Deposits of both sides, as parties use them who know what the other can do.
//!
//! Price and deposits burn unless both sign (Asgaonkar & Krishnamachari 2019, dual deposits). Once the work is delivered,
//! signing is better than burning for who has something there; who can burn more of the other's than of its own may ask to
//! be paid for signing, and where both threaten they settle so that both would lose alike
//! ([`TwoSidedDeposit::extortion`](super::escrow::TwoSidedDeposit::extortion)). Amounts are whole credits. Nothing here knows
//! who holds the money.

use super::credits::Credits;

/// The rules of deposits of both sides, and what buyers are like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deposits {
    /// What the buyer has there beside the price.
    pub buyer: Credits,
    /// What the seller has there.
    pub seller: Credits,
    /// Whether both threaten to burn.
    pub threats: bool,
    /// What a buyer would give at most to see a seller punished that delivered less than agreed; any amount if nothing.
    pub grudge: Option<Credits>,
}

impl Deposits {
    /// What the seller gives the buyer when both sign, at a price: the least whole amount that is not below
    /// `(p + D_s - D_b) / 2`; the buyer the seller, if that is negative. Nothing where nobody threatens.
    pub fn settled(&self, price: Credits) -> Credits {
        let more = price.0 + self.seller.0 - self.buyer.0;
        if self.threats { Credits((more + 1).div_euclid(2)) } else { Credits::ZERO }
    }

    /// Whether a buyer signs for what was delivered: if burning would cost it something, and, where less was delivered than
    /// agreed, more than its grudge is worth.
    pub fn buyer_signs(&self, good: bool) -> bool {
        self.buyer.is_positive() && (good || self.grudge.is_some_and(|grudge| self.buyer > grudge))
    }

    /// What a seller has of a contract that it delivers, before its costs: the price less what it gives the buyer, or the
    /// loss of its deposit if the buyer does not sign.
    pub fn seller_has(&self, price: Credits, good: bool) -> Credits {
        if self.buyer_signs(good) { price - self.settled(price) } else { -self.seller }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::escrow::TwoSidedDeposit;
    use crate::exact::Rational;

    /// The odd credit is the buyer's.
    #[test]
    fn settlements_are_the_closed_form_in_whole_credits() {
        for (price, buyer, seller) in (0..12).flat_map(|p| (0..12).flat_map(move |b| (0..12).map(move |s| (p, b, s)))) {
            let deposits = Deposits { buyer: Credits(buyer), seller: Credits(seller), threats: true, grudge: None };
            let [p, b, s] = [price, buyer, seller].map(|amount: i64| Rational::from(amount));
            let (value, cost) = (Rational::zero(), Rational::zero());
            let exact =
                TwoSidedDeposit { price: p, buyer_deposit: b, seller_deposit: s, value, cost }.extortion().to_f64();
            assert_eq!(deposits.settled(Credits(price)).to_f64(), exact.ceil(), "{price} {buyer} {seller}");
            let silent = Deposits { threats: false, ..deposits };
            assert_eq!(silent.settled(Credits(price)), Credits::ZERO);
        }
    }

    #[test]
    fn buyers_sign_for_good_work_and_let_the_rest_burn_as_far_as_their_grudge_goes() {
        let deposits = |buyer, grudge: Option<i64>| {
            let deposits =
                Deposits { buyer: Credits(buyer), seller: Credits(5), threats: false, grudge: grudge.map(Credits) };
            [true, false].map(|good| (deposits.buyer_signs(good), deposits.seller_has(Credits(20), good).0))
        };
        assert_eq!(deposits(0, None), [(false, -5), (false, -5)]);
        assert_eq!(deposits(9, None), [(true, 20), (false, -5)]);
        assert_eq!(deposits(9, Some(9)), [(true, 20), (false, -5)]);
        assert_eq!(deposits(9, Some(8)), [(true, 20), (true, 20)]);
    }
}
