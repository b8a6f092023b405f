//! One step of the backward induction: equilibria of a round, given what the rounds after it are worth.

use super::curve::{Curve, Piece, Stage};
use crate::error::Diagnostic;
use crate::exact::Rational;
use crate::game::TwoByTwo;
use std::collections::BTreeSet;

/// How column acts in equilibrium.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Column {
    /// It cooperates with this probability.
    Mixes(Rational),
    /// It does not mind, and may mix in any way that keeps row doing what it does.
    Indifferent,
}

/// An equilibrium of a round at a belief.
#[derive(Clone, Debug)]
pub(super) struct Answer {
    /// Column's belief after row did what tit-for-tat does.
    pub(super) later: Rational,
    pub(super) column: Column,
    /// What column gets from here on.
    pub(super) value: Rational,
    /// What a rational row gets: a range where column does not mind.
    pub(super) row: (Rational, Rational),
}

/// A round with rounds after it.
pub(super) struct Round<'a> {
    payoffs: &'a TwoByTwo,
    /// The round after this one.
    after: &'a Stage,
    /// What mutual defection in all rounds after this one is worth.
    defection: Rational,
    /// The thresholds of the rounds after this one, in order.
    breaks: Vec<Rational>,
}

/// The last round: both defect, and column gets `T` from tit-for-tat.
pub(super) fn last(payoffs: &TwoByTwo, prior: &Rational) -> Stage {
    let TwoByTwo { temptation, punishment, .. } = payoffs;
    let curve = |slope: Rational| Curve {
        breaks: vec![prior.clone(), Rational::one()],
        pieces: vec![Piece { intercept: punishment.clone(), slope, row: punishment.clone() }],
    };
    Stage { kept: curve(temptation - punishment), broken: curve(Rational::zero()) }
}

/// The round before the stages that are there.
pub(super) fn before(payoffs: &TwoByTwo, stages: &[Stage]) -> Result<Stage, Diagnostic> {
    let round = Round::new(payoffs, stages);
    let candidates = round.candidates();
    let left = stages.len() + 1;
    Ok(Stage {
        kept: curve(&candidates, left, |belief| round.kept(belief))?,
        broken: curve(&candidates, left, |belief| vec![round.broken(belief)])?,
    })
}

impl<'a> Round<'a> {
    /// The round before the stages that are given.
    pub(super) fn new(payoffs: &'a TwoByTwo, stages: &'a [Stage]) -> Self {
        let after = stages.last().expect("the last round is there");
        let rounds = i64::try_from(stages.len()).expect("a few thousand rounds");
        let all: BTreeSet<&Rational> = after.kept.breaks.iter().chain(&after.broken.breaks).collect();
        Self {
            payoffs,
            after,
            defection: &Rational::from(rounds) * &payoffs.punishment,
            breaks: all.into_iter().cloned().collect(),
        }
    }

    /// The round after this one.
    pub(super) fn after(&self) -> &Stage {
        self.after
    }

    /// What row gets from here on if it does not do what tit-for-tat would, cooperate: by column's cooperation and defection.
    pub(super) fn deviation(&self) -> [Rational; 2] {
        [&self.payoffs.temptation + &self.defection, &self.payoffs.punishment + &self.defection]
    }

    /// By how much column's cooperation is worth more than its defection if row cooperates for sure and is believed in so much.
    fn lead(&self, belief: &Rational) -> Rational {
        let kept = &self.payoffs.reward + &self.after.kept.column(belief);
        kept - (&self.payoffs.temptation + &self.after.broken.column(belief))
    }

    /// What column's two actions are worth at a belief that row's cooperation moves to a later one, which says how likely row cooperates.
    fn worth(&self, belief: &Rational, later: &Rational) -> [Rational; 2] {
        let kept = belief / later;
        let broken = &Rational::one() - &kept;
        let [deviates, both] = [&self.payoffs.sucker, &self.payoffs.punishment].map(|pays| pays + &self.defection);
        let cooperates = &self.payoffs.reward + &self.after.kept.column(later);
        let defects = &self.payoffs.temptation + &self.after.broken.column(later);
        [&kept * &cooperates + &broken * &deviates, &kept * &defects + &broken * &both]
    }

    /// What row gets from cooperation at a later belief: least and greatest, by column's cooperation and defection.
    pub(super) fn mimicry(&self, later: &Rational) -> [(Rational, Rational); 2] {
        let of = |pays: &Rational, (low, high): (Rational, Rational)| (pays + &low, pays + &high);
        [of(&self.payoffs.reward, self.after.kept.row(later)), of(&self.payoffs.sucker, self.after.broken.row(later))]
    }

    /// The equilibrium after column's defection. Row defects whatever it is: that is what tit-for-tat does, and it pays now.
    pub(super) fn broken(&self, belief: &Rational) -> Answer {
        let TwoByTwo { sucker, temptation, punishment, .. } = self.payoffs;
        let (returns, stays) =
            (sucker + &self.after.kept.column(belief), punishment + &self.after.broken.column(belief));
        let row = |pays: &Rational, (low, high): (Rational, Rational)| (pays + &low, pays + &high);
        let cooperates = row(temptation, self.after.kept.row(belief));
        let defects = row(punishment, self.after.broken.row(belief));
        let (column, row) = match returns.cmp(&stays) {
            std::cmp::Ordering::Greater => (Column::Mixes(Rational::one()), cooperates),
            std::cmp::Ordering::Less => (Column::Mixes(Rational::zero()), defects),
            std::cmp::Ordering::Equal => {
                (Column::Indifferent, (cooperates.0.min(defects.0), cooperates.1.max(defects.1)))
            }
        };
        Answer { later: belief.clone(), column, value: returns.max(stays), row }
    }

    /// The equilibria after column's cooperation: row cooperates for sure, or so often that it does not mind, or not at all.
    pub(super) fn kept(&self, belief: &Rational) -> Vec<Answer> {
        let mut found = Vec::new();
        self.pooling(belief, &mut found);
        self.mixing(belief, &mut found);
        self.separating(belief, &mut found);
        found
    }

    fn pooling(&self, belief: &Rational, found: &mut Vec<Answer>) {
        let [cooperates, defects] = self.worth(belief, belief);
        let [(low_kept, high_kept), (low_broken, high_broken)] = self.mimicry(belief);
        let [tempted, punished] = self.deviation();
        let later = belief.clone();
        if cooperates > defects {
            if high_kept >= tempted {
                let column = Column::Mixes(Rational::one());
                found.push(Answer { later, column, value: cooperates, row: (low_kept.max(tempted), high_kept) });
            }
        } else if defects > cooperates {
            if high_broken >= punished {
                let column = Column::Mixes(Rational::zero());
                found.push(Answer { later, column, value: defects, row: (low_broken.max(punished), high_broken) });
            }
        } else if high_kept >= tempted || high_broken >= punished {
            let (zero, one) = (Rational::zero(), Rational::one());
            let [gain_kept, gain_broken] = [&high_kept - &tempted, &high_broken - &punished];
            // How often column may cooperate so that row's cooperation pays.
            let turn = || &gain_broken / &(&gain_broken - &gain_kept);
            let least = if gain_broken.is_negative() { turn() } else { zero };
            let most = if gain_kept.is_negative() { turn() } else { one };
            let blend =
                |often: &Rational, [kept, broken]: [&Rational; 2]| often * kept + &(&Rational::one() - often) * broken;
            let floor =
                |often: &Rational| blend(often, [&tempted, &punished]).max(blend(often, [&low_kept, &low_broken]));
            let ceiling = |often: &Rational| blend(often, [&high_kept, &high_broken]);
            let low = floor(&least).min(floor(&most));
            let high = ceiling(&least).max(ceiling(&most));
            found.push(Answer { later, column: Column::Indifferent, value: cooperates, row: (low, high) });
        }
    }

    fn mixing(&self, belief: &Rational, found: &mut Vec<Answer>) {
        let [tempted, punished] = self.deviation();
        let holds = |(low, high): &(Rational, Rational), value: &Rational| low <= value && value <= high;
        let above: Vec<&Rational> = self.breaks.iter().filter(|at| *at > belief).collect();
        // To a threshold, where column's mixing in the next round makes row not mind.
        for later in &above {
            let [cooperates, defects] = self.worth(belief, later);
            let [kept, broken] = self.mimicry(later);
            if cooperates == defects {
                // Column's mixing now does its part, too.
                let gains =
                    [(&kept, &tempted), (&broken, &punished)].map(|((low, high), pays)| (low - pays, high - pays));
                found.extend(shares(&gains).map(|[least, most]| Answer {
                    later: (*later).clone(),
                    column: Column::Indifferent,
                    value: cooperates.clone(),
                    row: [least, most].map(|often| &often * &tempted + &(&Rational::one() - &often) * &punished).into(),
                }));
                continue;
            }
            if cooperates > defects && holds(&kept, &tempted) {
                found.push(Answer {
                    later: (*later).clone(),
                    column: Column::Mixes(Rational::one()),
                    value: cooperates.clone(),
                    row: (tempted.clone(), tempted.clone()),
                });
            }
            if defects > cooperates && holds(&broken, &punished) {
                found.push(Answer {
                    later: (*later).clone(),
                    column: Column::Mixes(Rational::zero()),
                    value: defects,
                    row: (punished.clone(), punished.clone()),
                });
            }
        }
        // To where column does not mind, and mixes now so that row does not either.
        let spread = &self.payoffs.punishment - &self.payoffs.sucker;
        let excess = |later: &Rational| belief * &self.lead(later) - &(later - belief) * &spread;
        let mut low = belief;
        for high in above {
            if let Some(later) = root(low, high, excess) {
                let [(kept, _), (broken, _)] = self.mimicry(&later);
                let (gain_kept, gain_broken) = (kept - tempted.clone(), broken - punished.clone());
                if (&gain_kept * &gain_broken).is_negative() {
                    let often = &gain_broken / &(&gain_broken - &gain_kept);
                    let row = &often * &tempted + &(&Rational::one() - &often) * &punished;
                    let [value, _] = self.worth(belief, &later);
                    found.push(Answer { later, column: Column::Mixes(often), value, row: (row.clone(), row) });
                }
            }
            low = high;
        }
    }

    fn separating(&self, belief: &Rational, found: &mut Vec<Answer>) {
        let one = Rational::one();
        let [cooperates, defects] = self.worth(belief, &one);
        let [(_, kept), (_, broken)] = self.mimicry(&one);
        let [tempted, punished] = self.deviation();
        let mut push = |column: Column, value: &Rational, row: (Rational, Rational)| {
            found.push(Answer { later: one.clone(), column, value: value.clone(), row });
        };
        if cooperates > defects {
            if kept < tempted {
                push(Column::Mixes(one.clone()), &cooperates, (tempted.clone(), tempted));
            }
        } else if defects > cooperates {
            if broken < punished {
                push(Column::Mixes(Rational::zero()), &defects, (punished.clone(), punished));
            }
        } else if kept < tempted && broken < punished {
            push(Column::Indifferent, &cooperates, (punished, tempted));
        }
    }

    /// The beliefs at which play may change: all that are a threshold are among them.
    fn candidates(&self) -> Vec<Rational> {
        let mut all: BTreeSet<Rational> = self.breaks.iter().cloned().collect();
        let returns = |belief: &Rational| {
            let (kept, broken) = (self.after.kept.column(belief), self.after.broken.column(belief));
            (&self.payoffs.sucker + &kept) - (&self.payoffs.punishment + &broken)
        };
        for pair in self.breaks.windows(2) {
            all.extend(root(&pair[0], &pair[1], returns));
            all.extend(root(&pair[0], &pair[1], |belief| self.lead(belief)));
        }
        let spread = &self.payoffs.punishment - &self.payoffs.sucker;
        let prior = &self.breaks[0];
        for later in &self.breaks {
            // From where a move to this belief leaves column not minding.
            let Some(kept) = spread.checked_div(&(&self.lead(later) + &spread)) else { continue };
            let belief = &kept * later;
            if kept.is_positive() && kept <= Rational::one() && belief > *prior {
                all.insert(belief);
            }
        }
        all.into_iter().collect()
    }
}

/// The least and the greatest chance of column's cooperation at which row can be made not to mind, if there is one: by the least
/// and greatest gain from doing as tit-for-tat does, after column's cooperation and defection.
fn shares([(kept_low, kept_high), (broken_low, broken_high)]: &[(Rational, Rational); 2]) -> Option<[Rational; 2]> {
    let (mut least, mut most) = (Rational::zero(), Rational::one());
    // The greatest gain on the whole must not be below 0, the least not above: a line over the chance for each.
    let negated = [-kept_low.clone(), -broken_low.clone()];
    for [kept, broken] in [[kept_high, broken_high], [&negated[0], &negated[1]]] {
        let turn = broken.checked_div(&(broken - kept));
        match (kept.is_negative(), broken.is_negative()) {
            (true, true) => return None,
            (true, false) => most = most.min(turn.expect("of different signs")),
            (false, true) => least = least.max(turn.expect("of different signs")),
            (false, false) => (),
        }
    }
    (least <= most).then_some([least, most])
}

/// Where a function that is linear between two beliefs is 0, if that is between them and the function is not 0 throughout.
fn root(low: &Rational, high: &Rational, of: impl Fn(&Rational) -> Rational) -> Option<Rational> {
    let [a, b] = inside(low, high);
    let (at_a, at_b) = (of(&a), of(&b));
    let steps = at_a.checked_div(&(&at_b - &at_a))?;
    let found = &a - &(&steps * &(&b - &a));
    (found > *low && found < *high).then_some(found)
}

/// Two beliefs between others.
fn inside(low: &Rational, high: &Rational) -> [Rational; 2] {
    let third = &(high - low) / &Rational::from(3i64);
    [low + &third, high - &third]
}

/// The values at all beliefs, from equilibria at two of each piece.
fn curve(
    candidates: &[Rational],
    left: usize,
    answers: impl Fn(&Rational) -> Vec<Answer>,
) -> Result<Curve, Diagnostic> {
    let refuse = |why: &str, belief: &Rational| {
        let found = format!("{why} at the belief {:.4} with {left} rounds left", belief.to_f64());
        Diagnostic::new(
            "no-unique-equilibrium",
            found,
            "a game whose equilibrium is unique at all beliefs but thresholds",
        )
        .help(
            "beliefs only rise, so that a prior above this belief may have one; payoffs with P - S no greater than T - R, \
             such as 5, 3, 1, 0, have one at small priors, too",
        )
    };
    let only = |belief: &Rational| -> Result<Answer, Diagnostic> {
        let mut found = answers(belief);
        match (found.pop(), found.is_empty()) {
            (Some(answer), true) if answer.row.0 == answer.row.1 => Ok(answer),
            (None, _) => Err(refuse("no equilibrium of the usual kind", belief)),
            _ => Err(refuse("several equilibria", belief)),
        }
    };
    let mut curve = Curve { breaks: vec![candidates[0].clone()], pieces: Vec::new() };
    for pair in candidates.windows(2) {
        let [a, b] = inside(&pair[0], &pair[1]);
        let (at_a, at_b) = (only(&a)?, only(&b)?);
        let slope = &(&at_b.value - &at_a.value) / &(&b - &a);
        let piece = Piece { intercept: &at_a.value - &(&slope * &a), slope, row: at_a.row.0 };
        if let Some(before) = curve.pieces.last() {
            if *before == piece {
                continue;
            }
            if before.column(&pair[0]) != piece.column(&pair[0]) || before.row > piece.row {
                return Err(refuse("a jump", &pair[0]));
            }
            curve.breaks.push(pair[0].clone());
        }
        curve.pieces.push(piece);
    }
    curve.breaks.push(Rational::one());
    Ok(curve)
}
