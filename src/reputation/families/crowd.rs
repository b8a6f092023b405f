//! Who rated an agent lately: the advisers whom an asker can turn to.
//!
//! A fixed number of places an agent, the latest rater first, each rater once. Nothing is allocated but for new agents.

use super::super::AgentId;

/// The latest raters of every agent.
#[derive(Clone, Debug)]
pub(super) struct Crowd {
    places: usize,
    counts: Vec<u32>,
    /// `places` cells an agent, of which the first so many are in use.
    raters: Vec<u32>,
}

impl Crowd {
    /// Crowds of up to so many raters.
    pub(super) fn new(places: usize) -> Self {
        Self { places, counts: Vec::new(), raters: Vec::new() }
    }

    /// Makes room for an agent and all before it.
    pub(super) fn join(&mut self, agent: AgentId) {
        let agents = agent.index() + 1;
        if agents > self.counts.len() {
            self.counts.resize(agents, 0);
            self.raters.resize(agents * self.places, 0);
        }
    }

    /// How many raters are known, of all agents.
    pub(super) fn records(&self) -> usize {
        self.counts.iter().map(|count| *count as usize).sum()
    }

    /// Puts a rater first.
    pub(super) fn note(&mut self, rater: AgentId, ratee: AgentId) {
        let count = &mut self.counts[ratee.index()];
        let cells = &mut self.raters[ratee.index() * self.places..][..self.places];
        let used = *count as usize;
        let from = match cells[..used].iter().position(|r| *r == rater.0) {
            Some(place) => place,
            None if used < cells.len() => {
                *count += 1;
                used
            }
            None => match cells.len().checked_sub(1) {
                Some(last) => last,
                None => return,
            },
        };
        cells.copy_within(..from, 1);
        cells[0] = rater.0;
    }

    /// The latest raters of an agent other than the asker, the latest first.
    pub(super) fn of(&self, asker: AgentId, ratee: AgentId) -> impl Iterator<Item = AgentId> + '_ {
        let used = self.counts.get(ratee.index()).map_or(0, |count| *count as usize);
        let cells = self.raters.get(ratee.index() * self.places..).unwrap_or(&[]);
        cells.iter().take(used).map(|rater| AgentId(*rater)).filter(move |rater| *rater != asker)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_come_first_and_each_once() {
        let mut crowd = Crowd::new(3);
        crowd.join(AgentId(5));
        for rater in [1, 2, 1, 3, 4] {
            crowd.note(AgentId(rater), AgentId(0));
        }
        assert_eq!(crowd.of(AgentId(9), AgentId(0)).collect::<Vec<_>>(), [4, 3, 1].map(AgentId));
        assert_eq!(crowd.of(AgentId(3), AgentId(0)).collect::<Vec<_>>(), [4, 1].map(AgentId));
        assert_eq!(crowd.of(AgentId(3), AgentId(77)).count(), 0);
        let mut nobody = Crowd::new(0);
        nobody.join(AgentId(1));
        nobody.note(AgentId(0), AgentId(1));
        assert_eq!(nobody.of(AgentId(3), AgentId(1)).count(), 0);
    }
}
