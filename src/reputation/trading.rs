//! An electronic market of one price: strangers, strangers with feedback, and partners.
//!
//! A buyer pays the price and trusts; a seller ships or keeps the money (Bolton, Katok & Ockenfels 2004, Management Science
//! 50:1587, table 1: both have 35, the price is 35, the good is worth 50 to the buyer and costs the seller 20). Sellers are
//! honest or strategic: a strategic one ships while the sales that a bad record would cost it are worth more than the cost.
//! Buyers expect of a seller what its record and their own prior say, and buy if that is worth the price. Shares of honest
//! sellers, priors and slips are fitted to the published rates: they reproduce them, and predict nothing.

use crate::sim::{Chance, Draws};

/// Who meets whom, and what buyers know of sellers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Treatment {
    /// A new partner every round, of whom nothing is known.
    Strangers,
    /// A new partner every round, of whom all that it did as a seller is known.
    Feedback,
    /// The same partner in all rounds.
    Partners,
}

impl Treatment {
    /// All, in the order of what they do for trade.
    pub const ALL: [Treatment; 3] = [Treatment::Strangers, Treatment::Feedback, Treatment::Partners];
}

/// A market.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trading {
    /// How many traders there are, an even number; each round one of each two buys, and one sells.
    pub traders: u32,
    /// How many rounds.
    pub rounds: u32,
    /// The price.
    pub price: f64,
    /// What the good is worth to a buyer.
    pub value: f64,
    /// What it costs a seller.
    pub cost: f64,
    /// The share of traders that always ship.
    pub honest: f64,
    /// The least prior of a buyer that a seller ships; priors are uniform from there to 1.
    pub least_prior: f64,
    /// How many trades a prior is worth.
    pub prior_weight: f64,
    /// How much of a bad record's damage a seller expects among strangers with feedback; among partners all of it.
    pub sanction: f64,
    /// How often a buyer does not do what it means to.
    pub slip: f64,
}

impl Default for Trading {
    /// The published market; shares, priors and slips are fitted to the published rates, within 0.08 of each.
    fn default() -> Self {
        Self {
            traders: 16,
            rounds: 30,
            price: 35.0,
            value: 50.0,
            cost: 20.0,
            honest: 0.34,
            least_prior: 0.65,
            prior_weight: 6.0,
            sanction: 0.12,
            slip: 0.17,
        }
    }
}

/// What was traded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Trades {
    /// How many could have been.
    pub possible: u64,
    /// In how many the buyer paid.
    pub bought: u64,
    /// In how many the seller shipped.
    pub shipped: u64,
}

/// Good and bad deeds of a seller.
type Record = [f64; 2];

impl Trading {
    /// Lets traders trade. `draws` decides their kinds, who meets whom and who slips.
    pub fn trade(&self, treatment: Treatment, draws: &mut Draws) -> Trades {
        let n = (self.traders / 2 * 2) as usize;
        let honest: Vec<bool> = (0..n).map(|_| draws.chance(self.honest)).collect();
        let priors: Vec<f64> = (0..n).map(|_| self.least_prior + (1.0 - self.least_prior) * draws.uniform()).collect();
        // What each trader did as a seller, and what each saw as a buyer.
        let mut records: Vec<Record> = vec![[0.0; 2]; n];
        let mut seen: Vec<Record> = vec![[0.0; 2]; n];
        let slip = Chance::of(self.slip);
        let mut order: Vec<usize> = (0..n).collect();
        draws.shuffle(&mut order);
        let mut trades = Trades::default();
        for round in 1..=self.rounds {
            if treatment != Treatment::Partners {
                draws.shuffle(&mut order);
            }
            for pair in order.chunks_exact_mut(2) {
                // Partners take turns by chance, as strangers do.
                if draws.index(2) == 1 {
                    pair.swap(0, 1);
                }
                let (buyer, seller) = (pair[0], pair[1]);
                let known = if treatment == Treatment::Strangers { seen[buyer] } else { records[seller] };
                let weight = self.prior_weight + known[0] + known[1];
                let expected = (self.prior_weight * priors[buyer] + known[0]) / weight;
                let means_to = self.value * expected >= self.price;
                trades.possible += 1;
                if means_to == draws.happens(slip) {
                    continue;
                }
                let ships = honest[seller] || self.pays(treatment, self.rounds - round, records[seller]);
                trades.bought += 1;
                trades.shipped += u64::from(ships);
                records[seller][usize::from(!ships)] += 1.0;
                seen[buyer][usize::from(!ships)] += 1.0;
            }
        }
        trades
    }

    /// Whether shipping pays a strategic seller: the sales that a bad deed would cost it in its half of the rounds left.
    /// A record that is bad already has nothing left to lose.
    fn pays(&self, treatment: Treatment, left: u32, record: Record) -> bool {
        let sanction = match treatment {
            Treatment::Strangers => 0.0,
            Treatment::Feedback => self.sanction,
            Treatment::Partners => 1.0,
        };
        let sales = 0.5 * f64::from(left);
        record[1] <= record[0] && sanction * sales * (self.price - self.cost) >= self.cost
    }
}
