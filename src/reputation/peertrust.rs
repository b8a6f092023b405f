//! PeerTrust: satisfaction weighed by how credible each rater is.
//!
//! `T(u) = alpha sum_i S_i Cr_i TF_i + beta CF(u)` over the ratings of `u`, where the credibilities `Cr` of a ratee's
//! raters sum to one, `TF` is what each deal counts for, and `CF` rewards taking part (Xiong & Liu 2004, PeerTrust, IEEE
//! TKDE 16:843, eq. 1). A rater is credible as far as it is trusted itself (TVM) or as far as it rates like the asker (PSM).
//!
//! Ratings are kept as sums of each pair of rater and ratee, so that a rating costs one look-up; trust of all (TVM) costs
//! the number of pairs an iteration, trust in one ratee (PSM) the ratings of its raters. All agents have a place; who was
//! never rated has the initial trust.

use super::pairs::Pairs;
use crate::ids::AgentId;

/// How credible a rater is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Credibility {
    /// As far as it is trusted: found by simultaneous iteration from the initial trust.
    Trust {
        /// The number of iterations.
        iterations: u32,
    },
    /// As far as it agrees with the asker about those whom both rated: one less the root of the mean squared difference.
    Similarity {
        /// The credibility of who has rated nobody that the asker has.
        no_common: f64,
    },
}

/// The parameters of the model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rule {
    /// The weight of satisfaction: alpha.
    pub alpha: f64,
    /// The weight of taking part: beta.
    pub beta: f64,
    /// The trust in who was never rated.
    pub initial: f64,
    /// How credible a rater is.
    pub credibility: Credibility,
}

/// The sums of one pair of rater and ratee.
#[derive(Clone, Copy, Debug, Default)]
struct Pair {
    rater: u32,
    ratee: u32,
    /// How many ratings.
    count: f64,
    /// The sum of satisfactions.
    satisfaction: f64,
    /// The sum of satisfactions times what the deals count for.
    weighted: f64,
}

/// Ratings by pair, and what follows from them.
#[derive(Clone, Debug, Default)]
pub struct Ledger {
    pairs: Pairs<Pair>,
    /// The places of pairs by rater and by ratee.
    given: Vec<Vec<u32>>,
    received: Vec<Vec<u32>>,
    /// How many ratings each gave, and how many it took part in.
    took_part: Vec<(u32, u32)>,
}

impl Ledger {
    /// Makes room for an agent and all before it.
    pub fn join(&mut self, agent: AgentId) {
        let agents = agent.index() + 1;
        if agents > self.given.len() {
            self.given.resize_with(agents, Vec::new);
            self.received.resize_with(agents, Vec::new);
            self.took_part.resize(agents, (0, 0));
        }
    }

    /// How many agents there are.
    pub fn agents(&self) -> usize {
        self.given.len()
    }

    /// How many pairs have dealt.
    pub fn records(&self) -> usize {
        self.pairs.len()
    }

    /// Takes a rating: satisfaction from 0 to 1, and what the deal counts for.
    pub fn add(&mut self, rater: AgentId, ratee: AgentId, satisfaction: f64, context: f64) {
        self.join(rater.max(ratee));
        let entry = self.pairs.entry((rater.0, ratee.0));
        let place = u32::try_from(entry.index()).expect("fewer than 2^32 pairs fit in memory");
        let pair = entry.or_insert_with(|| {
            self.given[rater.index()].push(place);
            self.received[ratee.index()].push(place);
            Pair { rater: rater.0, ratee: ratee.0, ..Pair::default() }
        });
        pair.count += 1.0;
        pair.satisfaction += satisfaction;
        pair.weighted += satisfaction * context;
        self.took_part[rater.index()].0 += 1;
        self.took_part[rater.index()].1 += 1;
        if rater != ratee {
            self.took_part[ratee.index()].1 += 1;
        }
    }

    /// The trust in every agent where raters are as credible as they are trusted (TVM), after some iterations from the
    /// initial trust.
    pub fn trust_of_all(&self, rule: &Rule, iterations: u32) -> Vec<f64> {
        let mut trust = vec![rule.initial; self.agents()];
        for _ in 0..iterations {
            let next = (0..self.agents()).map(|agent| self.trust(rule, agent, |rater| trust[rater as usize])).collect();
            trust = next;
        }
        trust
    }

    /// The trust in one agent where raters are as credible as they rate like the asker (PSM).
    pub fn trust_by_similarity(&self, rule: &Rule, no_common: f64, asker: AgentId, ratee: AgentId) -> f64 {
        self.trust(rule, ratee.index(), |rater| self.similarity(AgentId(rater), asker).unwrap_or(no_common))
    }

    fn trust(&self, rule: &Rule, agent: usize, credibility: impl Fn(u32) -> f64) -> f64 {
        let Some(pairs) = self.received.get(agent).filter(|pairs| !pairs.is_empty()) else { return rule.initial };
        let (mut sum, mut weight, mut plain, mut count) = (0.0, 0.0, 0.0, 0.0);
        for place in pairs {
            let pair = &self.pairs[*place as usize];
            let credible = credibility(pair.rater);
            sum += credible * pair.weighted;
            weight += credible * pair.count;
            plain += pair.weighted;
            count += pair.count;
        }
        // Nobody is credible: all are alike.
        let satisfaction = if weight > 0.0 { sum / weight } else { plain / count };
        rule.alpha * satisfaction + rule.beta * self.share_given(agent)
    }

    /// The share of the ratings that an agent took part in that it gave: the community factor.
    fn share_given(&self, agent: usize) -> f64 {
        let (given, all) = self.took_part[agent];
        if all == 0 { 0.0 } else { f64::from(given) / f64::from(all) }
    }

    /// How alike two agents rate: `1 - sqrt(mean over those whom both rated of (difference of mean satisfactions)^2)`
    /// (eq. 4); nothing if they have rated nobody in common.
    pub fn similarity(&self, one: AgentId, other: AgentId) -> Option<f64> {
        let empty = Vec::new();
        let given = |agent: AgentId| self.given.get(agent.index()).unwrap_or(&empty);
        // The one who rated fewer is gone through.
        let (few, many) = if given(one).len() <= given(other).len() { (one, other) } else { (other, one) };
        let (mut squares, mut common) = (0.0, 0.0);
        for place in given(few) {
            let pair = &self.pairs[*place as usize];
            if let Some(twin) = self.pairs.get(&(many.0, pair.ratee)) {
                let difference = pair.satisfaction / pair.count - twin.satisfaction / twin.count;
                squares += difference * difference;
                common += 1.0;
            }
        }
        (common > 0.0).then(|| 1.0 - (squares / common).sqrt())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn likeness_is_over_those_whom_both_rated() {
        let mut ledger = Ledger::default();
        for (rater, ratee, value) in [(0, 2, 1.0), (0, 3, 0.5), (1, 2, 0.0), (1, 2, 1.0), (1, 3, 0.5), (1, 4, 0.0)] {
            ledger.add(AgentId(rater), AgentId(ratee), value, 1.0);
        }
        // Differences 1/2 and 0: 1 - sqrt((1/4)/2).
        let likeness = ledger.similarity(AgentId(0), AgentId(1)).expect("two in common");
        assert!((likeness - (1.0 - 0.125f64.sqrt())).abs() < 1e-15);
        assert_eq!(ledger.similarity(AgentId(0), AgentId(2)), None);
        assert_eq!(ledger.similarity(AgentId(0), AgentId(77)), None);
    }
}
