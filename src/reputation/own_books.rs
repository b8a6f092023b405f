//! Private information for any model: each asker keeps books of its own.
//!
//! Where a registry keeps one set of books, all ratings reach it. Without one each asker has a copy of the model and feeds
//! it what reaches it: its own ratings always, those of others with some probability (Bolton, Katok & Ockenfels 2004 and
//! Hilbe et al. 2018 compare the two). Invariants: with a probability of 1 every asker's books are the shared ones, and
//! nothing is drawn. Nothing here knows what a model makes of ratings.

use super::{Range, Rating, Reputation, Standpoint};
use crate::ids::AgentId;
use crate::sim::{Chance, Draws};

/// A model of trust of which each asker has a copy.
#[derive(Clone)]
pub struct OwnBooks {
    books: Vec<Box<dyn Reputation>>,
    hears: Chance,
}

impl OwnBooks {
    /// Books of askers 0 to `askers - 1`, who each hear of a rating by another with probability `hears`. Whoever else
    /// asks sees what the last of them sees.
    ///
    /// - `askers`: at least 1; 0 is read as 1.
    pub fn new(model: &dyn Reputation, askers: u32, hears: f64) -> Self {
        Self { books: (0..askers.max(1)).map(|_| model.boxed_clone()).collect(), hears: Chance::of(hears) }
    }

    fn of(&self, asker: AgentId) -> &dyn Reputation {
        &*self.books[asker.index().min(self.books.len() - 1)]
    }
}

impl Reputation for OwnBooks {
    fn join(&mut self, agent: AgentId) {
        self.books.iter_mut().for_each(|book| book.join(agent));
    }

    fn observe(&mut self, rating: &Rating, draws: &mut Draws) {
        for (asker, book) in self.books.iter_mut().enumerate() {
            if asker == rating.rater.index() || draws.happens(self.hears) {
                book.observe(rating, draws);
            } else {
                // They are known by name all the same.
                book.join(rating.rater.max(rating.ratee));
            }
        }
    }

    /// Two who meet see what both do; of their meeting others hear all or nothing.
    fn observe_both(&mut self, ratings: [&Rating; 2], draws: &mut Draws) {
        let party = |asker: usize| ratings.iter().any(|rating| rating.rater.index() == asker);
        for (asker, book) in self.books.iter_mut().enumerate() {
            if party(asker) || draws.happens(self.hears) {
                book.observe_both(ratings, draws);
            } else {
                ratings.iter().for_each(|rating| book.join(rating.rater.max(rating.ratee)));
            }
        }
    }

    fn settle(&mut self, tick: u64) {
        self.books.iter_mut().for_each(|book| book.settle(tick));
    }

    fn score(&self, asker: AgentId, ratee: AgentId) -> f64 {
        self.of(asker).score(asker, ratee)
    }

    fn certainty(&self, asker: AgentId, ratee: AgentId) -> Option<f64> {
        self.of(asker).certainty(asker, ratee)
    }

    fn newcomer(&self) -> f64 {
        self.books[0].newcomer()
    }

    fn records(&self) -> usize {
        self.books.iter().map(|book| book.records()).sum()
    }

    fn range(&self) -> Range {
        self.books[0].range()
    }

    fn snapshot(&self, asker: AgentId, agents: u32) -> Vec<Standpoint> {
        self.of(asker).snapshot(asker, agents)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::{Place, Value};
    use crate::ids::{RunKey, Seed};
    use crate::reputation::{Grade, catalogue};
    use crate::sim::{Purpose, Who};

    #[test]
    fn who_hears_all_keeps_the_shared_books_and_who_hears_nothing_its_own_experience() {
        let models = catalogue();
        let spec = models.resolve(&Value::from("beta"), &Place::root()).expect("a model");
        let mut shared = models.build(&spec, &()).expect("a model");
        let mut draws = RunKey::derive(Seed(1), 0, "").draws(Who::agent("a"), Purpose::Perception);
        let (mut all, mut none) = (OwnBooks::new(&*shared, 3, 1.0), OwnBooks::new(&*shared, 3, 0.0));
        let say = |rater: u32, grade| Rating::new(0, AgentId(rater), AgentId(5), grade);
        for rating in [say(0, Grade::GOOD), say(1, Grade::BAD), say(1, Grade::BAD)] {
            shared.observe(&rating, &mut draws);
            all.observe(&rating, &mut draws);
            none.observe(&rating, &mut draws);
        }
        assert!(!draws.used());
        let scores = |model: &dyn Reputation| [0, 1, 2].map(|asker| model.score(AgentId(asker), AgentId(5)));
        assert_eq!(scores(&all), scores(&*shared));
        // (1 + 1)/3, (0 + 1)/4 and nothing at all.
        assert_eq!(scores(&none), [2.0 / 3.0, 0.25, 0.5]);
    }
}
