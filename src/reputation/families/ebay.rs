//! The oldest reputation of the net: praise less blame, and the share of praise.
//!
//! A grade above neutral is praise, below it blame. The score is the sum over all time, of every rating or of one vote a
//! rater (Resnick & Zeckhauser 2002, Trust among strangers in Internet transactions); the share of praise is taken over
//! a window of time. A rating costs constant time; a share of a window the logarithm of its ratings.

use super::grow;
use crate::catalogue::{Entry, Field, Kind, Schema};
use crate::ids::AgentId;
use crate::reputation::pairs::Pairs;
use crate::reputation::{Facets, Meaning, Range, Rating, Reputation, Sharing};
use crate::sim::Draws;
use std::collections::VecDeque;

/// What is summed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EbayRule {
    /// Every rating.
    All,
    /// One vote a rater: the sign of the sum of its ratings.
    OnePerRater,
}

/// What an agent's ratings came to.
#[derive(Clone, Debug, Default)]
struct Tally {
    sum: i64,
    positive: u64,
    negative: u64,
    /// Where there is a window: by tick, how much praise and blame there was with it and before.
    recent: VecDeque<(u64, u64, u64)>,
    /// How much there was before the first of `recent`.
    before: (u64, u64),
}

/// Praise less blame, in one shared view.
#[derive(Clone, Debug)]
pub struct Ebay {
    rule: EbayRule,
    /// The periods in which praise counts towards the share; nothing: all time.
    window: Option<u64>,
    /// Whether the score is the share.
    share: bool,
    now: u64,
    tallies: Vec<Tally>,
    /// The sum of each rater's signs for each ratee, where the rule needs it.
    votes: Pairs<i64>,
}

impl Ebay {
    /// A model without ratings, whose score is the sum.
    pub fn new(rule: EbayRule, window: Option<u64>) -> Self {
        Self { rule, window, share: false, now: 0, tallies: Vec::new(), votes: Pairs::default() }
    }

    /// The sum of an agent, over all time.
    pub fn sum(&self, ratee: AgentId) -> i64 {
        self.tallies.get(ratee.index()).map_or(0, |tally| tally.sum)
    }

    /// How much praise and blame an agent had in the window that ends now: ticks in `(now - window, now]`.
    pub fn counts(&self, ratee: AgentId) -> (u64, u64) {
        let Some(tally) = self.tallies.get(ratee.index()) else { return (0, 0) };
        let Some(window) = self.window else { return (tally.positive, tally.negative) };
        let outside = tally.recent.partition_point(|(tick, _, _)| tick.saturating_add(window) <= self.now);
        let past = outside.checked_sub(1).map_or(tally.before, |last| {
            let (_, positive, negative) = tally.recent[last];
            (positive, negative)
        });
        (tally.positive - past.0, tally.negative - past.1)
    }

    /// The share of praise in the window; nothing if there was neither praise nor blame.
    pub fn positive_share(&self, ratee: AgentId) -> Option<f64> {
        let (positive, negative) = self.counts(ratee);
        #[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
        (positive + negative > 0).then(|| positive as f64 / (positive + negative) as f64)
    }
}

impl Reputation for Ebay {
    fn join(&mut self, agent: AgentId) {
        grow(&mut self.tallies, agent);
    }

    fn observe(&mut self, rating: &Rating, _: &mut Draws) {
        self.join(rating.rater.max(rating.ratee));
        self.now = self.now.max(rating.tick);
        let grade = rating.grade.signed();
        let sign = i64::from(grade > 0.0) - i64::from(grade < 0.0);
        let tally = &mut self.tallies[rating.ratee.index()];
        tally.sum += match self.rule {
            EbayRule::All => sign,
            EbayRule::OnePerRater => {
                let vote = self.votes.entry((rating.rater.0, rating.ratee.0)).or_insert(0);
                let before = vote.signum();
                *vote += sign;
                vote.signum() - before
            }
        };
        tally.positive += u64::from(sign > 0);
        tally.negative += u64::from(sign < 0);
        if let Some(window) = self.window {
            let entry = (rating.tick, tally.positive, tally.negative);
            match tally.recent.back_mut().filter(|(tick, _, _)| *tick == rating.tick) {
                Some(last) => *last = entry,
                None => tally.recent.push_back(entry),
            }
            while let Some((_, positive, negative)) =
                tally.recent.front().copied().filter(|(tick, _, _)| tick.saturating_add(window) <= self.now)
            {
                tally.before = (positive, negative);
                tally.recent.pop_front();
            }
        }
    }

    fn settle(&mut self, tick: u64) {
        self.now = self.now.max(tick);
    }

    fn score(&self, _: AgentId, ratee: AgentId) -> f64 {
        if self.share {
            return self.positive_share(ratee).unwrap_or(self.newcomer());
        }
        #[expect(clippy::cast_precision_loss, reason = "sums are far below 2^53")]
        let sum = self.sum(ratee) as f64;
        sum
    }

    fn newcomer(&self) -> f64 {
        if self.share { 0.5 } else { 0.0 }
    }

    fn records(&self) -> usize {
        self.votes.len() + self.tallies.iter().map(|tally| 1 + tally.recent.len()).sum::<usize>()
    }

    fn range(&self) -> Range {
        if self.share { Range::UNIT } else { Range::UNBOUNDED }
    }
}

pub(super) const ENTRIES: &[Entry<dyn Reputation>] = &[Entry {
    key: "ebay",
    title: "eBay",
    aliases: &["feedback score", "ebay sum"],
    about: "Praise less blame over all time, or the share of praise in a window; a newcomer has 0, or 0.5.",
    source: "Resnick & Zeckhauser 2002, Advances in Applied Microeconomics 11:127",
    facets: Facets { meaning: Meaning::Order, sharing: Sharing::Shared, batch: false, commutes: true },
    params: || {
        Schema::of(vec![
            Field::with_default(
                "rule",
                Kind::Choice(&["all", "one_per_rater"]),
                "one_per_rater",
                "Whether every rating counts, or each rater has one vote.",
            ),
            Field::with_default("score", Kind::Choice(&["sum", "share"]), "sum", "The sum, or the share of praise."),
            Field::optional(
                "window",
                Kind::Integer { min: 1, max: i64::MAX },
                "How long praise and blame count towards the share; for ever if left out.",
            )
            .unit("periods"),
        ])
    },
    build: |params, ()| {
        let rule = if params.text("rule") == "all" { EbayRule::All } else { EbayRule::OnePerRater };
        let window = params.has("window").then(|| params.count("window") as u64);
        let share = params.text("score") == "share";
        Ok(Box::new(Ebay { share, ..Ebay::new(rule, window) }))
    },
}];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::{RunKey, Seed};
    use crate::reputation::Grade;
    use crate::sim::{Purpose, Who};

    #[test]
    fn a_share_forgets_what_left_its_window_without_a_rating() {
        let mut draws = RunKey::derive(Seed(1), 0, "").draws(Who::agent("a"), Purpose::Perception);
        let mut model = Ebay::new(EbayRule::All, Some(10));
        for (tick, good) in [(0, false), (5, true), (5, true), (9, true)] {
            model.observe(&Rating::new(tick, AgentId(0), AgentId(1), Grade::of(good)), &mut draws);
        }
        assert_eq!(model.counts(AgentId(1)), (3, 1));
        model.settle(10);
        assert_eq!(model.counts(AgentId(1)), (3, 0));
        model.settle(15);
        assert_eq!(model.counts(AgentId(1)), (1, 0));
        model.settle(19);
        assert_eq!((model.counts(AgentId(1)), model.positive_share(AgentId(1))), ((0, 0), None));
        assert_eq!(model.sum(AgentId(1)), 2);
    }
}
