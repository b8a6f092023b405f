//! Who knows what: one view that all share, or a view of each observer.
//!
//! In public information a registry keeps one view of every agent; in private information each observer keeps its own
//! (Hilbe, Schmid, Tkadlec, Chatterjee & Nowak 2018, PNAS 115:12241). Of a deed of others an observer learns with some
//! probability, and with some probability it draws the wrong conclusion; so private views drift apart, and a shared one
//! cannot. Nothing here knows what a view holds.

use crate::catalogue::{Field, Kind, Params};
use crate::ids::AgentId;
use crate::sim::{Chance, Draws};

/// Who keeps views, what they learn of, and how often they err.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Information {
    /// Whether each observer has its own view.
    pub private: bool,
    /// How often an observer learns of what it took no part in; of private information alone.
    pub observe: Chance,
    /// How often a conclusion is wrong.
    pub error: Chance,
}

impl Information {
    /// One shared view without errors.
    pub const PERFECT: Information = Information { private: false, observe: Chance::Always, error: Chance::Never };

    /// One shared view whose keeper draws the wrong conclusion with probability `error`.
    pub fn public(error: f64) -> Self {
        Self { error: Chance::of(error), ..Self::PERFECT }
    }

    /// A view of each observer, who learns of a deed of others with probability `observe` and draws the wrong
    /// conclusion with probability `error`.
    pub fn private(observe: f64, error: f64) -> Self {
        Self { private: true, observe: Chance::of(observe), error: Chance::of(error) }
    }

    /// The parameters of information, with how often others' deeds are observed by default.
    pub(super) fn fields(observe: f64) -> [Field; 3] {
        [
            Field::with_default(
                "view",
                Kind::Choice(&["public", "private"]),
                "public",
                "One view for all, or each its own.",
            ),
            Field::with_default(
                "observe",
                Kind::Probability,
                observe,
                "How often an observer with a view of its own learns of a dealing of others.",
            ),
            Field::with_default("error", Kind::Probability, 0.0, "How often who takes note of a rating gets it wrong."),
        ]
    }

    /// Reads the parameters of [`Information::fields`].
    pub(super) fn of(params: &Params) -> Self {
        Self {
            private: params.text("view") == "private",
            observe: Chance::of(params.number("observe")),
            error: Chance::of(params.number("error")),
        }
    }
}

/// A view of each agent: one for all observers, or one a pair of observer and observed.
///
/// Public views take one cell an agent, private ones the square of the number of agents (100 MB for 10,000 agents and
/// one-byte cells). A newcomer is seen with `initial` by all, and sees all so.
#[derive(Clone, Debug)]
pub struct Views<S> {
    information: Information,
    initial: S,
    agents: usize,
    /// The width of a row of private views: at least `agents`.
    stride: usize,
    cells: Vec<S>,
}

impl<S: Copy> Views<S> {
    /// Views of nobody yet.
    pub fn new(information: Information, initial: S) -> Self {
        Self { information, initial, agents: 0, stride: 0, cells: Vec::new() }
    }

    /// The information that they are kept under.
    pub fn information(&self) -> &Information {
        &self.information
    }

    /// What is thought of a newcomer.
    pub fn initial(&self) -> S {
        self.initial
    }

    /// How many agents there are.
    pub fn agents(&self) -> usize {
        self.agents
    }

    /// How many views there are: of each agent, by each if they are private.
    pub fn records(&self) -> usize {
        if self.information.private { self.agents * self.agents } else { self.agents }
    }

    /// Makes room for an agent, and for all with smaller numbers.
    pub fn join(&mut self, agent: AgentId) {
        let agents = agent.index() + 1;
        if agents <= self.agents {
            return;
        }
        if !self.information.private {
            self.cells.resize(agents, self.initial);
        } else if agents > self.stride {
            let stride = agents.max(self.stride * 2);
            let mut cells = vec![self.initial; stride * stride];
            for observer in 0..self.agents {
                let row = &self.cells[observer * self.stride..][..self.agents];
                cells[observer * stride..][..self.agents].copy_from_slice(row);
            }
            self.cells = cells;
            self.stride = stride;
        }
        self.agents = agents;
    }

    /// How `observer` sees `about`.
    #[inline]
    pub fn of(&self, observer: AgentId, about: AgentId) -> S {
        if about.index() >= self.agents || (self.information.private && observer.index() >= self.agents) {
            return self.initial;
        }
        self.cells[self.cell(observer.index(), about.index())]
    }

    /// Sets how all see an agent.
    pub fn set(&mut self, about: AgentId, view: S) {
        self.join(about);
        let observers = if self.information.private { self.agents } else { 1 };
        for observer in 0..observers {
            let cell = self.cell(observer, about.index());
            self.cells[cell] = view;
        }
    }

    /// Lets those who learn of a deed of `donor` towards `recipient` think again of the donor.
    ///
    /// `assess` is given how one observer sees donor and recipient, and says how it sees the donor from now on; it draws
    /// whether it errs. The two parties always learn of the deed, all others as the information says, in the order of
    /// their numbers.
    #[inline]
    pub fn see(
        &mut self,
        donor: AgentId,
        recipient: AgentId,
        draws: &mut Draws,
        mut assess: impl FnMut(S, S, &mut Draws) -> S,
    ) {
        self.join(donor.max(recipient));
        let (donor, recipient) = (donor.index(), recipient.index());
        if !self.information.private {
            self.cells[donor] = assess(self.cells[donor], self.cells[recipient], draws);
            return;
        }
        for observer in 0..self.agents {
            let party = observer == donor || observer == recipient;
            if party || draws.happens(self.information.observe) {
                let row = &mut self.cells[observer * self.stride..][..self.agents];
                row[donor] = assess(row[donor], row[recipient], draws);
            }
        }
    }

    /// Lets those who learn of it think again of two agents whose deeds towards each other were simultaneous: both are
    /// judged by how an observer saw them before. `assess` is told whose deed it judges, 0 or 1.
    pub fn see_both(
        &mut self,
        pair: [AgentId; 2],
        draws: &mut Draws,
        mut assess: impl FnMut(usize, S, S, &mut Draws) -> S,
    ) {
        self.join(pair[0].max(pair[1]));
        let observers = if self.information.private { self.agents } else { 1 };
        for observer in 0..observers {
            let party = !self.information.private || pair.iter().any(|agent| agent.index() == observer);
            if !party && !draws.happens(self.information.observe) {
                continue;
            }
            let cells = pair.map(|agent| self.cell(observer, agent.index()));
            let seen = cells.map(|cell| self.cells[cell]);
            for (k, cell) in cells.into_iter().enumerate() {
                self.cells[cell] = assess(k, seen[k], seen[1 - k], draws);
            }
        }
    }

    #[inline]
    fn cell(&self, observer: usize, about: usize) -> usize {
        if self.information.private { observer * self.stride + about } else { about }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::{RunKey, Seed};
    use crate::sim::{Purpose, Who};

    fn draws() -> Draws {
        RunKey::derive(Seed(3), 0, "").draws(Who::agent("a"), Purpose::Perception)
    }

    #[test]
    fn views_survive_newcomers() {
        for information in [Information::PERFECT, Information::private(0.0, 0.0)] {
            let mut views = Views::new(information, 0u8);
            views.see(AgentId(1), AgentId(0), &mut draws(), |_, _, _| 7);
            for newcomer in [2, 3, 20] {
                views.join(AgentId(newcomer));
                assert_eq!(views.of(AgentId(0), AgentId(1)), 7);
                assert_eq!(views.of(AgentId(1), AgentId(newcomer)), 0);
            }
            // A third learns only from the registry.
            assert_eq!(views.of(AgentId(2), AgentId(1)), if information.private { 0 } else { 7 });
            assert_eq!(views.of(AgentId(99), AgentId(98)), 0);
        }
    }

    #[test]
    fn others_learn_as_often_as_they_should() {
        let mut views = Views::new(Information::private(0.3, 0.0), false);
        views.join(AgentId(9_99));
        views.see(AgentId(0), AgentId(1), &mut draws(), |_, _, _| true);
        let learned = (2..1000).filter(|o| views.of(AgentId(*o), AgentId(0))).count();
        // Binomial(998, 0.3): mean 299, standard deviation 14.5.
        assert!((241..=358).contains(&learned), "{learned}");
    }
}
