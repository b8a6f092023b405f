//! EigenTrust over the ratings so far.
//!
//! Local trust is the sum of signed grades of each pair; global trust is computed at each settling, over the sparse graph
//! (Kamvar, Schlosser & Garcia-Molina 2003; see [`LocalTrust`]). A rating costs constant time, a settling the number of
//! pairs times the iterations.

use super::POSITIVE;
use crate::catalogue::{Entry, Field, Kind, Schema, Value};
use crate::ids::AgentId;
use crate::reputation::pairs::Pairs;
use crate::reputation::{Facets, LocalTrust, Meaning, Range, Rating, Reputation, Sharing};
use crate::sim::Draws;

#[derive(Clone, Debug)]
struct EigenTrust {
    restart: f64,
    epsilon: f64,
    max_iterations: u32,
    pretrusted: Vec<u32>,
    agents: usize,
    sums: Pairs<f64>,
    /// Global trust of the last settling.
    trust: Vec<f64>,
    /// Whether anything came in since.
    stale: bool,
    newcomer: f64,
}

impl Reputation for EigenTrust {
    fn join(&mut self, agent: AgentId) {
        if agent.index() >= self.agents {
            self.agents = agent.index() + 1;
            self.stale = true;
        }
    }

    fn observe(&mut self, rating: &Rating, _: &mut Draws) {
        self.join(rating.rater.max(rating.ratee));
        *self.sums.entry((rating.rater.0, rating.ratee.0)).or_insert(0.0) += rating.grade.signed();
        self.stale = true;
    }

    fn settle(&mut self, _: u64) {
        if !std::mem::take(&mut self.stale) {
            return;
        }
        let mut sums = self.sums.iter().map(|((i, j), s)| (*i, *j, *s)).collect();
        let local = LocalTrust::of(self.agents, &mut sums);
        let start = local.start(&self.pretrusted);
        let settled = local.converge(&start, self.restart, self.epsilon, self.max_iterations).trust;
        // Who is rated by nobody has its share of each restart and of what the idle trust, if it is not shut out. One step
        // more makes it the same for those who are there and for those to come.
        let open = start.windows(2).all(|pair| pair[0] == pair[1]);
        let share = start.first().copied().filter(|_| open).unwrap_or(0.0);
        self.newcomer = share * (self.restart + (1.0 - self.restart) * local.idle(&settled));
        local.step(&settled, &start, self.restart, &mut self.trust);
    }

    fn score(&self, _: AgentId, ratee: AgentId) -> f64 {
        self.trust.get(ratee.index()).copied().unwrap_or(self.newcomer)
    }

    fn newcomer(&self) -> f64 {
        self.newcomer
    }

    fn records(&self) -> usize {
        self.sums.len() + self.trust.len()
    }

    fn range(&self) -> Range {
        // Rounding may carry the only trusted agent a few units in the last place beyond all the trust there is.
        Range { low: 0.0, high: 1.0 + 1e-12 }
    }
}

pub(super) const ENTRIES: &[Entry<dyn Reputation>] = &[Entry {
    key: "eigentrust",
    title: "EigenTrust",
    aliases: &[],
    about: "Global trust that flows along good ratings from the pre-trusted; all trust sums to one, and an unrated agent \
            has what the restart gives it.",
    source: "Kamvar, Schlosser & Garcia-Molina 2003, WWW",
    facets: Facets { meaning: Meaning::Order, sharing: Sharing::Shared, batch: true, commutes: true },
    params: || {
        Schema::of(vec![
            Field::with_default("a", Kind::Probability, 0.15, "How often trust starts again from the pre-trusted."),
            Field::with_default(
                "pretrusted",
                Kind::list(Kind::Integer { min: 0, max: i64::from(u32::MAX) }),
                Vec::<Value>::new(),
                "The numbers of the pre-trusted agents; none: all are alike.",
            ),
            Field::with_default("epsilon", POSITIVE, 1e-9, "The change of all trust below which the iteration stops."),
            Field::with_default(
                "max_iterations",
                Kind::Integer { min: 1, max: 1_000_000 },
                1000i64,
                "After how many steps it stops in any case.",
            ),
        ])
    },
    build: |params, ()| {
        let agent =
            |value: &Value| value.integer().and_then(|id| u32::try_from(id).ok()).expect("the schema bounds it");
        Ok(Box::new(EigenTrust {
            restart: params.number("a"),
            epsilon: params.number("epsilon"),
            max_iterations: u32::try_from(params.integer("max_iterations")).expect("the schema bounds it"),
            pretrusted: params.list("pretrusted").iter().map(agent).collect(),
            agents: 0,
            sums: Pairs::default(),
            trust: Vec::new(),
            stale: false,
            newcomer: 0.0,
        }))
    },
}];
