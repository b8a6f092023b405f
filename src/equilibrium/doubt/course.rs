//! What happens in equilibrium: the states that a match can come to, what both do there, and how long cooperation lasts.

use super::Doubt;
use super::curve::Stage;
use super::stage::{Answer, Column, Round};
use crate::error::Diagnostic;
use crate::exact::Rational;
use std::collections::{BTreeMap, VecDeque};

/// A state that a match can come to while row did what tit-for-tat does, whatever column did.
#[derive(Clone, Debug)]
pub struct Node {
    /// Rounds left, this one among them.
    pub left: usize,
    /// Column's belief that row is tit-for-tat.
    pub belief: Rational,
    /// Whether column cooperated in the round before, so that tit-for-tat cooperates; true in the first round.
    pub kept: bool,
    /// How likely a rational row does what tit-for-tat does.
    pub row: Rational,
    /// How likely column cooperates.
    pub column: Rational,
    /// The states after it if row does so: by column's cooperation and defection, whether column does that in equilibrium or not;
    /// nothing after the last round.
    pub next: [Option<usize>; 2],
    /// How likely a match with tit-for-tat comes here.
    pub by_type: Rational,
    /// How likely a match with a rational row comes here.
    pub by_reason: Rational,
}

/// A match in equilibrium.
#[derive(Clone, Debug)]
pub struct Course {
    /// How many rounds it has.
    pub rounds: usize,
    /// The states, the first one first; those after a state come after it.
    pub nodes: Vec<Node>,
    /// The mean number of rounds in which at least one defects.
    pub defection_rounds: Rational,
    /// The same if row is rational.
    pub defection_rounds_rational: Rational,
    /// The most rounds left at which not both cooperate for sure.
    pub unsure_left: usize,
}

/// A state before it is known what happens there: rounds left, whether column cooperated, its belief, and what a rational row must
/// get from it, if that was fixed before.
type Key = (usize, bool, Rational, Option<Rational>);

impl Doubt {
    /// A match of so many rounds.
    ///
    /// - `rounds`: from 1 to as many as were asked for.
    ///
    /// # Errors
    /// If the prior is a threshold at which several matches are in equilibrium.
    pub fn course(&self, rounds: usize) -> Result<Course, Diagnostic> {
        let first: Key = (rounds, true, self.prior.clone(), None);
        let mut places: BTreeMap<Key, usize> = BTreeMap::from([(first.clone(), 0)]);
        let mut waiting = VecDeque::from([first]);
        let mut nodes: Vec<Node> = Vec::new();
        // First in, first out: states come by rounds left, so that those after a state come after it.
        while let Some(key) = waiting.pop_front() {
            let (mut node, next) = self.node(&key)?;
            for (place, key) in node.next.iter_mut().zip(next) {
                *place = key.map(|key| {
                    let fresh = places.len();
                    *places.entry(key.clone()).or_insert_with(|| {
                        waiting.push_back(key);
                        fresh
                    })
                });
            }
            nodes.push(node);
        }
        Ok(self.measured(rounds, nodes))
    }

    /// What happens in a state, and the states after it.
    fn node(&self, (left, kept, belief, worth): &Key) -> Result<(Node, [Option<Key>; 2]), Diagnostic> {
        let stages = &self.stages[..left - 1];
        if stages.is_empty() {
            let row = if *kept { Rational::zero() } else { Rational::one() };
            return Ok((node(*left, belief, *kept, row, Rational::zero()), [None, None]));
        }
        let round = Round::new(&self.payoffs, stages);
        let answers = if *kept { round.kept(belief) } else { vec![round.broken(belief)] };
        let found = |worth: Option<&Rational>| {
            answers.iter().find_map(|answer| {
                let wanted = worth.unwrap_or(&answer.row.1);
                self.fits(&round, answer, (belief, *kept), wanted).map(|chosen| (answer, chosen))
            })
        };
        let choice = found(worth.as_ref());
        // What a rational row that is never there would get puts nothing under obligation.
        let choice = if *belief == Rational::one() { choice.or_else(|| found(None)) } else { choice };
        let Some((answer, (often, [after_kept, after_broken]))) = choice else {
            let found = format!("a gap at the threshold {:.4} with {left} rounds left", belief.to_f64());
            let expected = "a prior that is no threshold, in a game that gives row all between its values beside one";
            return Err(Diagnostic::new("no-unique-equilibrium", found, expected).help("try a greater prior"));
        };
        // Row's overall chance to do what tit-for-tat does moves the belief; the rational part of it is the rest.
        let row = if *belief == Rational::one() {
            Rational::one()
        } else {
            &(&(belief / &answer.later) - belief) / &(&Rational::one() - belief)
        };
        let next = |kept: bool, worth: Option<Rational>| Some((left - 1, kept, answer.later.clone(), worth));
        let keys = [next(true, after_kept), next(false, after_broken)];
        Ok((node(*left, belief, *kept, row, often), keys))
    }

    /// How often column cooperates in an equilibrium in which a rational row gets what is wanted, and what row has to get after column's
    /// cooperation and defection, where that matters.
    fn fits(
        &self,
        round: &Round<'_>,
        answer: &Answer,
        (belief, kept): (&Rational, bool),
        wanted: &Rational,
    ) -> Option<(Rational, [Option<Rational>; 2])> {
        let (low, high) = &answer.row;
        if wanted < low || wanted > high {
            return None;
        }
        let stage: &Stage = round.after();
        let now = if kept {
            [&self.payoffs.reward, &self.payoffs.sucker]
        } else {
            [&self.payoffs.temptation, &self.payoffs.punishment]
        };
        let ranges = [stage.kept.row(&answer.later), stage.broken.row(&answer.later)];
        let within = |(low, high): &(Rational, Rational), value: &Rational| low <= value && value <= high;
        let one = Rational::one();
        let exactly = |action: usize| {
            let value = wanted - now[action];
            within(&ranges[action], &value).then_some(value)
        };
        // A rational row that is never there after this round gets what it gets from acting otherwise now.
        let certain = kept && answer.later == one;
        let mimicry = certain.then(|| round.mimicry(&one).map(|(_, high)| high));
        let separates = |action: usize| mimicry.as_ref().is_some_and(|most| most[action] < round.deviation()[action]);
        match &answer.column {
            Column::Mixes(often) if separates(usize::from(*often != one)) => Some((often.clone(), [None, None])),
            Column::Mixes(often) if *often == one => exactly(0).map(|value| (one.clone(), [Some(value), None])),
            Column::Mixes(often) if often.is_zero() => exactly(1).map(|value| (Rational::zero(), [None, Some(value)])),
            Column::Mixes(often) => Some((often.clone(), [None, None])),
            // Row defects whatever column does, and gets from that what it has to.
            Column::Indifferent if separates(0) && separates(1) => {
                let [tempted, punished] = round.deviation();
                Some(((wanted - &punished).checked_div(&(&tempted - &punished))?, [None, None]))
            }
            Column::Indifferent => {
                let deviation = kept.then(|| round.deviation());
                mixed(now, &ranges, deviation.as_ref(), answer.later != *belief, wanted)
            }
        }
    }

    /// Puts in how likely states are, and what follows.
    fn measured(&self, rounds: usize, mut nodes: Vec<Node>) -> Course {
        let one = Rational::one();
        (nodes[0].by_type, nodes[0].by_reason) = (one.clone(), one.clone());
        let (mut with_type, mut with_reason) = (Rational::zero(), Rational::zero());
        let mut unsure_left = 0;
        for at in 0..nodes.len() {
            let Node { left, kept, ref row, ref column, next, ref by_type, ref by_reason, .. } = nodes[at];
            let broken = &one - column;
            let (stays, leaves) = (by_reason * row, by_reason * &(&one - row));
            // A round counts unless both cooperate; after a rational row is known, all do.
            let counted = if kept { broken.clone() } else { one.clone() };
            with_type += &(by_type * &counted);
            let rest = i64::try_from(left).expect("a few thousand rounds");
            with_reason += &(&(&stays * &counted) + &(&leaves * &Rational::from(rest)));
            let comes = by_type.is_positive() || by_reason.is_positive();
            if comes && (!kept || *column < one || *row < one) {
                unsure_left = unsure_left.max(left);
            }
            let flows = [column.clone(), broken].map(|often| (by_type * &often, &stays * &often));
            for (place, (by_type, by_reason)) in next.into_iter().zip(flows) {
                if let Some(place) = place {
                    nodes[place].by_type += &by_type;
                    nodes[place].by_reason += &by_reason;
                }
            }
        }
        let defection_rounds = &self.prior * &with_type + &(&one - &self.prior) * &with_reason;
        Course { rounds, nodes, defection_rounds, defection_rounds_rational: with_reason, unsure_left }
    }
}

/// How often a column that does not mind cooperates, so that row gets what is wanted from doing as tit-for-tat does now and from
/// something within what the rounds after this one may be worth to it, and no more from acting otherwise; just as much if row `mixes`, too.
fn mixed(
    now: [&Rational; 2],
    ranges: &[(Rational, Rational); 2],
    deviation: Option<&[Rational; 2]>,
    mixes: bool,
    wanted: &Rational,
) -> Option<(Rational, [Option<Rational>; 2])> {
    let (zero, one) = (Rational::zero(), Rational::one());
    let blend = |often: &Rational, [kept, broken]: [&Rational; 2]| often * kept + &(&one - often) * broken;
    // How often would give just this much, by both actions' payoffs.
    let just = |kept: &Rational, broken: &Rational| (wanted - broken).checked_div(&(kept - broken));
    let ends = |(low, high): &(Rational, Rational)| [high.clone(), low.clone()];
    let mut often = vec![one.clone(), zero.clone()];
    often.extend(deviation.and_then(|[tempted, punished]| just(tempted, punished)));
    for after_kept in ends(&ranges[0]) {
        for after_broken in ends(&ranges[1]) {
            often.extend(just(&(now[0] + &after_kept), &(now[1] + &after_broken)));
        }
    }
    often.into_iter().filter(|often| *often >= zero && *often <= one).find_map(|often| {
        let otherwise = deviation.map(|[tempted, punished]| blend(&often, [tempted, punished]));
        if otherwise.is_some_and(|otherwise| otherwise > *wanted || mixes && otherwise < *wanted) {
            return None;
        }
        let least = blend(&often, [&(now[0] + &ranges[0].0), &(now[1] + &ranges[1].0)]);
        let most = blend(&often, [&(now[0] + &ranges[0].1), &(now[1] + &ranges[1].1)]);
        if *wanted < least || *wanted > most {
            return None;
        }
        let way = (wanted - &least).checked_div(&(&most - &least)).unwrap_or_default();
        let [after_kept, after_broken] =
            [0, 1].map(|action: usize| &ranges[action].0 + &(&way * &(&ranges[action].1 - &ranges[action].0)));
        let kept = often.is_positive().then_some(after_kept);
        let broken = (often < one).then_some(after_broken);
        Some((often, [kept, broken]))
    })
}

fn node(left: usize, belief: &Rational, kept: bool, row: Rational, column: Rational) -> Node {
    let (by_type, by_reason) = (Rational::zero(), Rational::zero());
    Node { left, belief: belief.clone(), kept, row, column, next: [None, None], by_type, by_reason }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::TwoByTwo;

    fn q(text: &str) -> Rational {
        text.parse().expect("a number")
    }

    fn doubt([t, r, p, s]: [&str; 4], prior: &str, rounds: usize) -> Doubt {
        Doubt::solve(&TwoByTwo::new(q(r), q(s), q(t), q(p)), &q(prior), rounds).expect("it has an equilibrium")
    }

    /// Checked without the induction: beliefs follow Bayes' rule, and no player gains by acting otherwise once, in any state that was
    /// reached or that column's own deviations reach. That is a sequential equilibrium.
    fn is_sequential_equilibrium(payoffs: &TwoByTwo, prior: &Rational, course: &Course) {
        let one = Rational::one();
        let TwoByTwo { reward: r, sucker: s, temptation: t, punishment: p } = payoffs;
        // What column, and a rational row, get from each state on.
        let mut values: Vec<(Rational, Rational)> = vec![(Rational::zero(), Rational::zero()); course.nodes.len()];
        assert_eq!(course.nodes[0].belief, *prior);
        for (at, node) in course.nodes.iter().enumerate().rev() {
            let defection = &Rational::from(i64::try_from(node.left - 1).expect("few")) * p;
            let after = |action: usize| {
                node.next[action].map_or((Rational::zero(), Rational::zero()), |next| values[next].clone())
            };
            let [kept, broken] = [after(0), after(1)];
            let acts = &node.belief + &(&(&one - &node.belief) * &node.row);
            for next in node.next.into_iter().flatten() {
                assert_eq!(&course.nodes[next].belief * &acts, node.belief);
                assert_eq!(course.nodes[next].left, node.left - 1);
            }
            assert_eq!(node.next[0].map(|next| course.nodes[next].kept), (node.left > 1).then_some(true));
            // What column gets if row does as tit-for-tat and if not: cooperation first.
            let (as_told, otherwise) = if node.kept { ([r, t], [s, p]) } else { ([s, p], [r, t]) };
            let column: [Rational; 2] = [0, 1].map(|action| {
                let later = if action == 0 { &kept.0 } else { &broken.0 };
                &acts * &(as_told[action] + later) + &(&one - &acts) * &(otherwise[action] + &defection)
            });
            let best = column[0].clone().max(column[1].clone());
            if node.column.is_positive() {
                assert_eq!(column[0], best, "{node:?}");
            }
            if node.column < one {
                assert_eq!(column[1], best, "{node:?}");
            }
            let mixed = |[by_cooperation, by_defection]: [Rational; 2]| {
                &node.column * &by_cooperation + &(&one - &node.column) * &by_defection
            };
            let (told, other) = if node.kept { ([r, s], [t, p]) } else { ([t, p], [r, s]) };
            let mimics = mixed([told[0] + &kept.1, told[1] + &broken.1]);
            let deviates = mixed([other[0] + &defection, other[1] + &defection]);
            let row = mimics.clone().max(deviates.clone());
            if node.belief < one && node.row.is_positive() {
                assert_eq!(mimics, row, "{node:?}");
            }
            if node.row < one {
                assert_eq!(deviates, row, "{node:?}");
            }
            values[at] = (best, row);
        }
    }

    #[test]
    fn nobody_gains_by_acting_otherwise() {
        for game in [
            ["5", "3", "1", "0"],
            ["4", "3", "1", "0"],
            ["2", "1", "0", "-1"],
            ["63", "51", "39", "27"],
            ["3/2", "1", "0", "-1/2"],
        ] {
            for prior in ["1/10", "1/100", "3/10", "9/10", "1/1000"] {
                let doubt = doubt(game, prior, 16);
                for rounds in [1, 2, 3, 4, 5, 6, 7, 8, 9, 16] {
                    let course = doubt.course(rounds).expect("a course");
                    is_sequential_equilibrium(&doubt.payoffs, &doubt.prior, &course);
                }
            }
        }
    }

    /// By hand, for 5, 3, 1, 0: with two rounds left column cooperates from 1/3 on; with three it starts to at 2/3, and below 1/4 row
    /// mixes. At a prior of 1/10 both cooperate up to six rounds before the end, and then there is a defection in each round,
    /// whatever row is.
    #[test]
    fn five_rounds_are_lost_at_one_tenth_however_long_the_match() {
        let doubt = doubt(["5", "3", "1", "0"], "1/10", 200);
        assert_eq!(doubt.thresholds(2), [q("1/3")]);
        assert_eq!(doubt.thresholds(3), [q("1/4"), q("2/3")]);
        for rounds in [6, 10, 100, 200] {
            let course = doubt.course(rounds).expect("a course");
            assert_eq!((course.defection_rounds.clone(), course.unsure_left), (q("5"), 5), "{rounds}");
            assert_eq!(course.defection_rounds_rational, q("5"));
        }
        let three = doubt.course(3).expect("a course");
        // Column defects and row mixes: the belief goes to 1/4, so that row cooperates with (4/10 - 1/10)/(9/10).
        assert_eq!((three.nodes[0].row.clone(), three.nodes[0].column.clone()), (q("1/3"), q("0")));
        let next = three.nodes[0].next[1].expect("a state");
        assert_eq!((three.nodes[next].belief.clone(), three.nodes[next].column.clone()), (q("1/4"), q("1/4")));
    }

    /// Where being exploited costs more than exploiting gains. Each game and prior is answered by an equilibrium, or refused for
    /// a reason; the greater the prior, the more are answered, since beliefs only rise.
    #[test]
    fn where_exploitation_hurts_more_than_it_pays_large_doubts_are_answered() {
        let games = [
            (["0", "-1", "-3", "-5"], "1/4"),
            (["10", "8", "3", "0"], "1/5"),
            (["4", "3", "2", "0"], "4/10"),
            (["9", "8", "5", "0"], "1/2"),
            (["0", "-1", "-3", "-7"], "4/10"),
        ];
        for (game, least) in games {
            let [t, r, p, s] = game.map(q);
            let payoffs = TwoByTwo::new(r, s, t, p);
            for prior in ["1/100", "1/10", "1/5", "1/4", "3/10", "4/10", "1/2", "3/4", "9/10"].map(q) {
                for rounds in [2, 3, 4, 5, 8, 12] {
                    let found = Doubt::solve(&payoffs, &prior, rounds).and_then(|doubt| doubt.course(rounds));
                    match found {
                        Ok(course) => is_sequential_equilibrium(&payoffs, &prior, &course),
                        Err(fault) => {
                            assert!(prior < q(least) && rounds > 3, "{game:?}, {prior}, {rounds} rounds: {fault}");
                            assert_eq!(fault.code, "no-unique-equilibrium");
                        }
                    }
                }
            }
        }
    }

    /// Why the others are refused. In the book's dilemma with four rounds left, a belief between 2/9 and 8/35 has three
    /// equilibria after column's cooperation: it defects and row moves the belief to 4/7, or it mixes and row moves the belief to
    /// where it does not mind, in two ways. Column gets something else in each.
    #[test]
    fn small_doubts_in_the_books_dilemma_have_three_equilibria() {
        let payoffs = TwoByTwo::new(q("-1"), q("-5"), q("0"), q("-3"));
        let doubt = Doubt::solve(&payoffs, &q("1/5"), 3).expect("three rounds have one");
        let round = Round::new(&payoffs, &doubt.stages);
        for (belief, count) in [("11/50", 1), ("9/40", 3), ("57/250", 3), ("23/100", 1)] {
            assert_eq!(round.kept(&q(belief)).len(), count, "{belief}");
        }
        let found: Vec<_> = round.kept(&q("9/40")).into_iter().map(|answer| (answer.later, answer.column)).collect();
        let mixes = |often: &str| Column::Mixes(q(often));
        assert_eq!(found, [(q("4/7"), mixes("0")), (q("9/19"), mixes("1/2")), (q("9/17"), mixes("1/3"))]);
        let fault = Doubt::solve(&payoffs, &q("1/5"), 4).map(|_| ()).expect_err("several");
        assert!(fault.found.starts_with("several equilibria at the belief 0.22"), "{fault}");
        assert!(fault.help.as_deref().is_some_and(|help| help.contains("beliefs only rise")), "{fault}");
    }

    #[test]
    fn other_games_and_priors_are_refused() {
        let payoffs = |[t, r, p, s]: [i64; 4]| {
            let [t, r, p, s] = [t, r, p, s].map(Rational::from);
            TwoByTwo::new(r, s, t, p)
        };
        let code = |game: [i64; 4], prior: &str, rounds: usize| {
            Doubt::solve(&payoffs(game), &q(prior), rounds).map(|_| ()).expect_err("refused").code
        };
        assert_eq!(code([7, 3, 1, 0], "1/10", 3), "wrong-game");
        assert_eq!(code([3, 4, 1, 0], "1/10", 3), "wrong-game");
        assert_eq!(code([5, 3, 1, 0], "1", 3), "out-of-range");
        assert_eq!(code([0, -1, -3, -5], "1/50", 12), "no-unique-equilibrium");
    }
}
