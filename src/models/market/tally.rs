//! What one repetition came to, as numbers.

use super::campaign::Played;
use super::cast::Cast;
use super::checker::{Broken, LAWS};
use super::record::{End, Sale};
use super::setting::Trade;
use crate::contract::{Credits, Why};
use crate::stats;

/// The first contracts of a bidder, in which it is new.
const FIRST: usize = 10;

/// How many announcements before the end are shown one by one.
const LEFT: u32 = 1000;

/// Awards and what came of them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Course {
    pub(super) announcements: u64,
    pub(super) awards: u64,
    pub(super) succeeded: u64,
    pub(super) cheated: u64,
    /// The prices of all awards, summed.
    pub(super) prices: i64,
    /// The claims of all awards, summed, in the order of managers and announcements.
    pub(super) claims: f64,
}

impl Course {
    fn count(&mut self, sale: &Sale) {
        self.announcements += 1;
        if sale.bidder.is_none() {
            return;
        }
        self.awards += 1;
        self.succeeded += u64::from(sale.succeeded());
        self.cheated += u64::from(sale.cheated());
        self.prices += sale.price.0;
        self.claims += sale.confidence;
    }
}

/// What one repetition came to.
#[derive(Clone, Debug)]
pub(super) struct Tally {
    pub(super) all: Course,
    /// Worth of what was delivered less what all work cost.
    pub(super) welfare: Credits,
    pub(super) buyers: Credits,
    /// Income of each group, and how many it has.
    pub(super) incomes: Vec<(Credits, u64)>,
    pub(super) groups: Vec<Course>,
    pub(super) on_time: u64,
    /// Declined, left, or never delivered.
    pub(super) broken_off: u64,
    /// Squared errors of claims, and of how many.
    pub(super) errors: (f64, u64),
    pub(super) gini: Option<f64>,
    pub(super) messages: u64,
    pub(super) acts: u64,
    /// Credits times seconds.
    pub(super) locked: f64,
    /// What names, audits, disputes and burning have cost.
    pub(super) fees: Credits,
    /// How much money moved, by reason.
    pub(super) moved: [Credits; Why::ALL.len()],
    /// Mean profit of each bidder's first contracts and of its later ones.
    pub(super) newcomers: [Option<f64>; 2],
    /// By announcements left, if told.
    pub(super) by_left: Vec<Course>,
    pub(super) by_period: Vec<Course>,
    pub(super) refusals: u64,
    pub(super) late_bids: u64,
    pub(super) silent: u64,
    /// Rulings: of innocent sellers acquitted and convicted, of guilty ones acquitted and convicted.
    pub(super) rulings: [[u64; 2]; 2],
    /// Feedback that the registry did not take.
    pub(super) refused_feedback: u64,
    /// Questions asked again, calls without advice, and complaints not made.
    pub(super) asked_again: u64,
    pub(super) unadvised: u64,
    pub(super) unsaid: u64,
    /// Commands that the protocol forbade.
    pub(super) refused_commands: u64,
    pub(super) laws: Vec<Broken>,
}

impl Tally {
    pub(super) fn of(played: Played, cast: &Cast, trade: &Trade) -> Self {
        let mut tally = Self {
            all: Course::default(),
            welfare: Credits::ZERO,
            buyers: played.buyers.iter().map(|(gain, _)| *gain).sum(),
            incomes: vec![(Credits::ZERO, 0); cast.groups.len()],
            groups: vec![Course::default(); cast.groups.len()],
            on_time: 0,
            broken_off: 0,
            errors: (0.0, 0),
            gini: None,
            messages: played.report.messages,
            acts: played.acts,
            locked: seconds(played.locked),
            fees: played.fees,
            moved: played.moved,
            newcomers: [None; 2],
            by_left: vec![Course::default(); if trade.end_known { trade.announcements.min(LEFT) as usize } else { 0 }],
            by_period: vec![Course::default(); trade.periods as usize],
            refusals: played.counts.refusals,
            late_bids: played.counts.late_bids,
            silent: played.counts.silent,
            rulings: played.rulings,
            refused_feedback: played.refused_feedback,
            asked_again: played.asked_again,
            unadvised: played.counts.unadvised,
            unsaid: played.counts.unsaid,
            refused_commands: played.report.breaches.len() as u64,
            laws: LAWS
                .iter()
                .filter_map(|law| played.broken.iter().find(|broken| broken.law == *law))
                .cloned()
                .collect(),
        };
        for (member, seller) in cast.members.iter().zip(&played.sellers) {
            let (income, count) = &mut tally.incomes[member.group];
            *income += seller.income;
            *count += 1;
            tally.welfare -= seller.spent;
        }
        let mut awards = vec![0u64; cast.members.len()];
        let mut profits = [(0.0, 0u64); 2];
        let mut sales: Vec<&Sale> = played.buyers.iter().flat_map(|(_, sales)| sales).collect();
        // What happened first counts first: the sort keeps the order of managers at one tick.
        sales.sort_by_key(|sale| sale.awarded);
        for sale in sales {
            tally.sale(sale, trade);
            let Some(bidder) = sale.bidder else { continue };
            let place = bidder.index();
            tally.groups[cast.members[place].group].count(sale);
            let new = usize::from(awards[place] >= FIRST as u64);
            awards[place] += 1;
            let paid = if sale.end == End::Delivered { sale.price.to_f64() } else { 0.0 };
            profits[new].0 += paid;
            profits[new].1 += 1;
        }
        tally.newcomers = profits.map(|(sum, count)| ratio(sum, count));
        tally.gini = gini(&mut awards);
        tally
    }

    fn sale(&mut self, sale: &Sale, trade: &Trade) {
        self.all.count(sale);
        let periods = u64::from(trade.periods);
        let period = u64::from(sale.announcement) * periods / u64::from(trade.announcements);
        self.by_period[usize::try_from(period).expect("few periods")].count(sale);
        if let Some(left) = sale.rounds_left
            && let Some(course) = self.by_left.get_mut(left as usize)
        {
            course.count(sale);
        }
        if sale.bidder.is_none() {
            return;
        }
        if sale.succeeded() {
            self.welfare += sale.value;
            self.on_time += u64::from(sale.ended <= sale.due);
        }
        let off = matches!(sale.end, End::Declined | End::Left | End::Overdue | End::Crashed | End::Open);
        self.broken_off += u64::from(off);
        if matches!(sale.end, End::Delivered | End::Failed) {
            let error = sale.confidence - f64::from(u8::from(sale.succeeded()));
            self.errors.0 += error * error;
            self.errors.1 += 1;
        }
    }

    /// Income a head of the groups that deal squarely, or of those that do not.
    pub(super) fn income(&self, cast: &Cast, square: bool) -> Option<f64> {
        let groups = self.incomes.iter().zip(&cast.groups).filter(|(_, group)| group.square == square);
        let (sum, count) = groups.fold((Credits::ZERO, 0), |(sum, n), ((income, m), _)| (sum + *income, n + m));
        ratio(sum.to_f64(), count)
    }
}

#[expect(clippy::cast_precision_loss, reason = "an amount leaves for a table here")]
fn seconds(locked: u128) -> f64 {
    locked as f64 / 1e6
}

/// A sum over a count.
#[expect(clippy::cast_precision_loss, reason = "counts of contracts")]
pub(super) fn ratio(sum: f64, count: u64) -> Option<f64> {
    (count > 0).then(|| sum / count as f64)
}

/// A count over a count.
#[expect(clippy::cast_precision_loss, reason = "counts of contracts")]
pub(super) fn share(part: u64, whole: u64) -> Option<f64> {
    ratio(part as f64, whole)
}

/// Gini's coefficient of counts, which it sorts: 0 if all have as much, towards 1 if one has all.
#[expect(clippy::cast_precision_loss, reason = "counts of contracts")]
fn gini(counts: &mut [u64]) -> Option<f64> {
    counts.sort_unstable();
    let ascending: Vec<f64> = counts.iter().map(|count| *count as f64).collect();
    stats::gini(&ascending)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gini_of_equals_is_nothing_and_of_one_of_four_three_quarters() {
        assert_eq!(gini(&mut [5, 5, 5, 5]), Some(0.0));
        assert_eq!(gini(&mut [0, 8, 0, 0]), Some(0.75));
        assert_eq!(gini(&mut [0, 0]), None);
    }
}
