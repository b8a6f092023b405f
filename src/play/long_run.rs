//! What two automata come to a round if a match never ends.
//!
//! The pair of states is a Markov chain. Where it ends up is a set of states that it never leaves, each with its own long-run
//! shares: the stationary distribution, by elimination without subtraction (Grassmann, Taksar & Heyman 1985), which
//! periods do not disturb. Which set it ends up in is drawn by the states before it, which are eliminated likewise. So the
//! mean over ever more rounds, (1/T) sum of the first T, is had to rounding however small the noise.

use super::engine::fits;
use super::expect::{Answers, Chain};
use super::rules::Match;
use crate::equilibrium::evolution::stationary;
use crate::ids::PlayerId;
use crate::strategy::Automaton;
use std::collections::BTreeMap;

/// The long-run mean of a match, a round.
#[derive(Clone, Debug, PartialEq)]
pub struct LongRun {
    /// The share of rounds with each profile; they sum to 1.
    pub profiles: Vec<f64>,
    /// By seat: the share of rounds with each profile that were answered with the first action, and with another.
    pub answers: [Answers; 2],
}

/// The most pairs of states that are reached, of which a table is made.
const MAX_PAIRS: usize = 2048;

impl LongRun {
    /// The mean payoff a round of a player, in utility units.
    pub fn score(&self, spec: &Match<'_>, player: PlayerId) -> f64 {
        let game = &*spec.rules.game;
        self.profiles.iter().enumerate().map(|(k, share)| share * game.payoff_at(k, player).to_f64()).sum()
    }
}

/// The long-run mean of a match of two automata: the limit of the mean over the first T rounds. The length of `spec` is
/// not looked at; its noise is.
///
/// `None` if the game is not one of two players, or the pair can be in more than 2048 pairs of states without that its
/// course is sure.
pub fn long_run(spec: &Match<'_>, a: &Automaton, b: &Automaton) -> Option<LongRun> {
    fits(spec, 2).ok()?;
    let chain = Chain { a, b, noise: spec.rules.noise, misperception: spec.rules.misperception };
    let start = settled(&chain, a.start() as usize * b.states() + b.start() as usize);
    let reached = Reached::from(&chain, &start)?;
    let weights = reached.limit(&start)?;
    let profiles = spec.rules.game.profile_count();
    let none = || vec![[0.0; 2]; profiles];
    let mut found = LongRun { profiles: vec![0.0; profiles], answers: [none(), none()] };
    let firsts = chain.firsts();
    for (pair, weight) in reached.pairs.iter().zip(weights).filter(|(_, weight)| *weight > 0.0) {
        chain.outcomes(*pair, |profile, next, q| {
            found.profiles[profile] += weight * q.profile;
            for (seat, first) in firsts.of(next).into_iter().enumerate() {
                found.answers[seat][profile][0] += weight * q.reading * first;
                found.answers[seat][profile][1] += weight * q.reading * (1.0 - first);
            }
        });
    }
    Some(found)
}

/// Where the pair is after the last switch of either automaton.
fn settled(chain: &Chain<'_>, start: usize) -> BTreeMap<usize, f64> {
    let last = [chain.a, chain.b].iter().flat_map(|automaton| automaton.switches()).map(|switch| switch.round).max();
    let mut pairs = vec![0.0; chain.a.states() * chain.b.states()];
    pairs[start] = 1.0;
    for round in 1..=last.unwrap_or(0) {
        pairs = chain.switch(pairs, round);
        if Some(round) == last {
            break;
        }
        let mut after = vec![0.0; pairs.len()];
        for (pair, p) in pairs.iter().enumerate().filter(|(_, p)| **p > 0.0) {
            chain.outcomes(pair, |_, next, q| after[next] += p * q.reading);
        }
        pairs = after;
    }
    pairs.into_iter().enumerate().filter(|(_, p)| *p > 0.0).collect()
}

/// The pairs that are reached and the probabilities between them.
struct Reached {
    pairs: Vec<usize>,
    /// By place in `pairs`: where it leads, by place.
    steps: Vec<BTreeMap<usize, f64>>,
}

impl Reached {
    fn from(chain: &Chain<'_>, start: &BTreeMap<usize, f64>) -> Option<Self> {
        let mut pairs: Vec<usize> = start.keys().copied().collect();
        let mut places: BTreeMap<usize, usize> = pairs.iter().enumerate().map(|(k, pair)| (*pair, k)).collect();
        let mut steps: Vec<BTreeMap<usize, f64>> = Vec::new();
        let mut sure = true;
        while steps.len() < pairs.len() {
            let mut row = BTreeMap::new();
            chain.outcomes(pairs[steps.len()], |_, next, q| {
                let place = *places.entry(next).or_insert_with(|| {
                    pairs.push(next);
                    pairs.len() - 1
                });
                *row.entry(place).or_insert(0.0) += q.reading;
            });
            sure &= row.len() == 1;
            steps.push(row);
            if !sure && pairs.len() > MAX_PAIRS {
                return None;
            }
        }
        Some(Self { pairs, steps })
    }

    /// The long-run share of each place.
    fn limit(&self, start: &BTreeMap<usize, f64>) -> Option<Vec<f64>> {
        let (class, closed) = self.classes();
        let mut weights = vec![0.0; self.pairs.len()];
        let members: BTreeMap<usize, Vec<usize>> =
            (0..class.len()).filter(|k| closed[class[*k]]).fold(BTreeMap::new(), |mut members, place| {
                members.entry(class[place]).or_insert_with(Vec::new).push(place);
                members
            });
        let ends = self.ends(start, &class, &closed, &members);
        for (members, end) in members.values().zip(ends) {
            for (member, share) in members.iter().zip(self.shares(members)?) {
                weights[*member] += end * share;
            }
        }
        Some(weights)
    }

    /// The strongly connected classes (Tarjan 1972), and which of them are never left.
    fn classes(&self) -> (Vec<usize>, Vec<bool>) {
        const UNSEEN: usize = usize::MAX;
        let n = self.pairs.len();
        let (mut index, mut low, mut class) = (vec![UNSEEN; n], vec![0; n], vec![UNSEEN; n]);
        let (mut open, mut path, mut next, mut classes) = (Vec::new(), Vec::new(), 0, 0);
        let successors: Vec<Vec<usize>> = self.steps.iter().map(|row| row.keys().copied().collect()).collect();
        for root in 0..n {
            if index[root] != UNSEEN {
                continue;
            }
            path.push((root, 0));
            while let Some((place, step)) = path.pop() {
                if step == 0 {
                    (index[place], low[place]) = (next, next);
                    next += 1;
                    open.push(place);
                } else {
                    let child = successors[place][step - 1];
                    low[place] = low[place].min(low[child]);
                }
                let mut descend = None;
                for (k, to) in successors[place].iter().enumerate().skip(step) {
                    if index[*to] == UNSEEN {
                        descend = Some((k, *to));
                        break;
                    }
                    if class[*to] == UNSEEN {
                        low[place] = low[place].min(index[*to]);
                    }
                }
                if let Some((k, to)) = descend {
                    path.push((place, k + 1));
                    path.push((to, 0));
                } else if low[place] == index[place] {
                    while let Some(member) = open.pop() {
                        class[member] = classes;
                        if member == place {
                            break;
                        }
                    }
                    classes += 1;
                }
            }
        }
        let mut closed = vec![true; classes];
        for (place, row) in successors.iter().enumerate() {
            if row.iter().any(|to| class[*to] != class[place]) {
                closed[class[place]] = false;
            }
        }
        (class, closed)
    }

    /// The stationary distribution of a closed class.
    fn shares(&self, members: &[usize]) -> Option<Vec<f64>> {
        #[expect(clippy::cast_precision_loss, reason = "far fewer than 2^53 pairs")]
        if members.iter().all(|member| self.steps[*member].len() == 1) {
            // A cycle, whatever its length.
            return Some(vec![1.0 / members.len() as f64; members.len()]);
        }
        let places: BTreeMap<usize, usize> = members.iter().enumerate().map(|(k, member)| (*member, k)).collect();
        let mut rates = vec![vec![0.0; members.len()]; members.len()];
        for (row, member) in rates.iter_mut().zip(members) {
            for (to, p) in &self.steps[*member] {
                row[places[to]] = *p;
            }
        }
        stationary(rates)
    }

    /// The probability of ending up in each closed class, by taking out the states that are left for ever, last first.
    fn ends(
        &self,
        start: &BTreeMap<usize, f64>,
        class: &[usize],
        closed: &[bool],
        members: &BTreeMap<usize, Vec<usize>>,
    ) -> Vec<f64> {
        if members.len() == 1 {
            return vec![1.0];
        }
        let end_of: BTreeMap<usize, usize> = members.keys().enumerate().map(|(k, class)| (*class, k)).collect();
        let passing: Vec<usize> = (0..class.len()).filter(|place| !closed[class[*place]]).collect();
        let place_of: BTreeMap<usize, usize> = passing.iter().enumerate().map(|(k, place)| (*place, k + 1)).collect();
        // Node 0 is the start, then the states that are passed, then the ends.
        let node =
            |place: usize| place_of.get(&place).copied().unwrap_or_else(|| 1 + passing.len() + end_of[&class[place]]);
        let nodes = 1 + passing.len() + members.len();
        let mut table = vec![vec![0.0; nodes]; 1 + passing.len()];
        for (place, p) in self.pairs.iter().enumerate().filter_map(|(k, pair)| Some((k, start.get(pair)?))) {
            table[0][node(place)] += p;
        }
        for (k, place) in passing.iter().enumerate() {
            for (to, p) in &self.steps[*place] {
                table[k + 1][node(*to)] += p;
            }
        }
        for out in (1..=passing.len()).rev() {
            let row = std::mem::take(&mut table[out]);
            let leaving: f64 = row.iter().enumerate().filter(|(to, _)| *to != out).map(|(_, p)| p).sum();
            for from in &mut table[..out] {
                let through = std::mem::replace(&mut from[out], 0.0) / leaving;
                if through > 0.0 {
                    for (to, p) in row.iter().enumerate().filter(|(to, _)| *to != out) {
                        from[to] += through * p;
                    }
                }
            }
        }
        table[0][1 + passing.len()..].to_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::Rational;
    use crate::game::NormalForm;
    use crate::ids::{RunKey, Seed};
    use crate::play::{Length, Rules};
    use crate::sim::Chance;
    use crate::strategy::Automaton;
    use std::sync::Arc;

    fn dilemma() -> Arc<NormalForm> {
        let q = |n: i64| Rational::from(n);
        Arc::new(NormalForm::symmetric("pd", ["C", "D"], &[vec![q(3), q(0)], vec![q(5), q(1)]]).expect("a game"))
    }

    /// A memory-one machine: first action C, then C with the chance of the last round.
    fn memory_one(p: [f64; 4]) -> Automaton {
        let mut builder = Automaton::builder(2, 2);
        builder.chance(Chance::Always, &[1, 2, 3, 4]);
        for chance in p {
            builder.mixed(chance, &[1, 2, 3, 4]);
        }
        builder.build()
    }

    fn scores(a: &Automaton, b: &Automaton, noise: f64) -> [f64; 2] {
        let mut rules = Rules::new(dilemma(), Length::Known(1));
        rules.noise = noise;
        let key = RunKey::derive(Seed(1), 0, "");
        let spec = Match { rules: &rules, key: &key, place: "", repetition: 0 };
        let found = long_run(&spec, a, b).expect("few states");
        assert!((found.profiles.iter().sum::<f64>() - 1.0).abs() < 1e-14);
        for seat in &found.answers {
            let sum: f64 = seat.iter().flatten().sum();
            assert!((sum - 1.0).abs() < 1e-14, "every round is answered: {sum}");
        }
        [0, 1].map(|player| found.score(&spec, PlayerId(player)))
    }

    /// Two tit-for-tats spend a quarter of the rounds in each state, whatever the noise (Molander 1985).
    #[test]
    fn tit_for_tat_under_any_noise_earns_two_and_a_quarter() {
        let tft = memory_one([1.0, 0.0, 1.0, 0.0]);
        for noise in [1e-9, 0.01, 0.3] {
            assert!(scores(&tft, &tft, noise).iter().all(|score| (score - 2.25).abs() < 1e-12));
        }
    }

    /// Press & Dyson 2012: with chi = 3 the surplus over P is three times the other's, whatever it is.
    #[test]
    fn extortion_holds_its_line_against_anybody() {
        let extort = memory_one([11.0 / 13.0, 0.5, 7.0 / 26.0, 0.0]);
        for other in [[1.0; 4], [0.9, 0.2, 0.7, 0.4], [0.1, 0.9, 0.3, 0.6], [0.5, 0.5, 0.5, 0.5]] {
            let [own, theirs] = scores(&extort, &memory_one(other), 0.0);
            assert!((own - 1.0 - 3.0 * (theirs - 1.0)).abs() < 1e-12, "{own} {theirs}");
        }
        let [own, theirs] = scores(&extort, &memory_one([1.0; 4]), 0.0);
        assert!((own - 41.0 / 11.0).abs() < 1e-12 && (theirs - 21.0 / 11.0).abs() < 1e-12);
    }

    /// A period does not disturb the mean, and neither does a choice between two ends.
    #[test]
    fn cycles_and_several_ends_have_their_means() {
        let mut builder = Automaton::builder(2, 2);
        builder.sure(crate::strategy::Action::C, &[1; 4]);
        builder.sure(crate::strategy::Action::D, &[0; 4]);
        let alternator = builder.build();
        // 3 and 1 in turn.
        assert_eq!(scores(&alternator, &alternator, 0.0), [2.0, 2.0]);
        // Cooperates for ever or defects for ever, a quarter and three quarters of the time.
        let mut builder = Automaton::builder(2, 2);
        builder.mixed(0.25, &[1, 1, 2, 2]);
        builder.sure(crate::strategy::Action::C, &[1; 4]);
        builder.sure(crate::strategy::Action::D, &[2; 4]);
        let [own, other] = scores(&builder.build(), &memory_one([1.0; 4]), 0.0);
        assert!((own - (0.25 * 3.0 + 0.75 * 5.0)).abs() < 1e-15 && (other - 0.75).abs() < 1e-15);
    }
}
