//! What a schedule of penalties deters in a finitely repeated game of two actions.
//!
//! Stage payoffs `u_i(a)` are those of the game, less the expected penalty `E_t` of the round for an own defection;
//! scores are undiscounted sums, monitoring is perfect, strategies are pure, there is no public randomisation, and
//! a best reply need only be weak. By backward induction on payoff sets, with `V_{N+1} = {(0, 0)}` and `m_i(t)` the
//! least of coordinate `i` over `V_t`: `u_t(a) + v` is in `V_t` iff `v` is in `V_{t+1}` and, for both players,
//! `u_i(a) + v_i >= u_i(deviation of i from a) + m_i(t + 1)` (Benoit & Krishna 1985; Abreu 1988 for the worst
//! punishment). A path is one of a subgame-perfect equilibrium iff this holds in every round.

use crate::error::Diagnostic;
use crate::exact::{Rational, common_denominator};
use crate::game::TwoByTwo;
use crate::strategy::end_game::plan;
use std::collections::{BTreeMap, BTreeSet};

/// Which of mutual cooperation and mutual defection are equilibria of one round by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StageClass {
    /// Only mutual defection: nothing in the round can be made to hold but by rounds to come.
    OnlyDefection,
    /// Both: the round can reward and punish what came before it.
    Both,
    /// Only mutual cooperation: the round holds by itself and leaves nothing to punish with.
    OnlyCooperation,
    /// Neither.
    Neither,
}

impl StageClass {
    /// One letter: `d` only defection, `b` both, `c` only cooperation, `n` neither.
    pub fn letter(self) -> char {
        match self {
            StageClass::OnlyDefection => 'd',
            StageClass::Both => 'b',
            StageClass::OnlyCooperation => 'c',
            StageClass::Neither => 'n',
        }
    }
}

/// The subgame-perfect outcomes of a finitely repeated game with expected penalties.
#[derive(Clone, Debug, PartialEq)]
pub struct Deterrence {
    /// The class of each round, from the first.
    pub stages: Vec<StageClass>,
    /// Whether mutual cooperation occurs in the round on some subgame-perfect path.
    pub cooperation_in_some: Vec<bool>,
    /// Whether mutual cooperation occurs in the round on every subgame-perfect path.
    pub cooperation_in_all: Vec<bool>,
    /// Whether cooperating throughout is a subgame-perfect path.
    pub always_cooperate_is_outcome: bool,
    /// Whether defecting throughout is a subgame-perfect path.
    pub always_defect_is_outcome: bool,
    /// The most rounds of mutual cooperation on one subgame-perfect path; nothing if there is no path.
    pub max_cooperative_rounds: Option<u32>,
    /// The greatest score of the first player in a subgame-perfect equilibrium.
    pub best_payoff: Option<Rational>,
    /// The least score of the first player in a subgame-perfect equilibrium.
    pub worst_payoff: Option<Rational>,
    /// The greatest sum of both scores in a subgame-perfect equilibrium.
    pub best_sum: Option<Rational>,
    /// The least sum of both scores in a subgame-perfect equilibrium.
    pub worst_sum: Option<Rational>,
}

/// The payoff sets outgrow memory.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TooManyPayoffs {
    /// A set of continuation payoffs is too large.
    #[error("more than {limit} payoff pairs are possible from round {round} on")]
    Set {
        /// The limit.
        limit: usize,
        /// The round.
        round: u32,
    },
    /// A score over the common denominator does not fit in 64 bits.
    #[error("the scores of {rounds} rounds over one denominator do not fit in 64 bits")]
    Scale {
        /// The number of rounds.
        rounds: u32,
    },
}

impl From<TooManyPayoffs> for Diagnostic {
    fn from(error: TooManyPayoffs) -> Self {
        Diagnostic::new(
            "too-many-payoffs",
            error.to_string(),
            "a shorter match, or payoffs and penalties with small denominators",
        )
    }
}

/// A pair of scores over the common denominator.
type Pair = (i64, i64);

/// The four profiles of a stage, as the defections of the first and of the second player.
const PROFILES: [(usize, usize); 4] = [(0, 0), (0, 1), (1, 0), (1, 1)];

/// The stages of the game in whole numbers.
struct Stages {
    denominator: i64,
    /// `payoffs[round][a][b]`, rounds from 0.
    payoffs: Vec<[[Pair; 2]; 2]>,
}

impl Deterrence {
    /// The greatest number of payoff pairs in one set.
    pub const MAX_PAIRS: usize = 1 << 20;

    /// The subgame-perfect outcomes when `games` are the two players' payoffs and a defection in round `t`
    /// costs `penalties[t - 1]` in expectation; `penalties` has one entry a round.
    ///
    /// # Errors
    /// If the payoff sets outgrow [`Deterrence::MAX_PAIRS`], or scores do not fit in 64 bits.
    pub fn of(games: [&TwoByTwo; 2], penalties: &[Rational]) -> Result<Self, TooManyPayoffs> {
        let stages = Stages::of(games, penalties)?;
        let rounds = stages.payoffs.len();
        // sets[t] is V_{t+1}: the possible payoffs from the round of index t on.
        let mut sets: Vec<BTreeSet<Pair>> = vec![BTreeSet::new(); rounds + 1];
        sets[rounds] = BTreeSet::from([(0, 0)]);
        let mut floors = vec![(0, 0); rounds + 1];
        for t in (0..rounds).rev() {
            floors[t + 1] = floor(&sets[t + 1]).unwrap_or((i64::MAX, i64::MAX));
            let mut set = BTreeSet::new();
            for (a, b) in PROFILES {
                set.extend(stages.supported(t, a, b, &sets[t + 1], floors[t + 1]).map(|(whole, _)| whole));
            }
            if set.len() > Self::MAX_PAIRS {
                return Err(TooManyPayoffs::Set {
                    limit: Self::MAX_PAIRS,
                    round: u32::try_from(t + 1).unwrap_or(u32::MAX),
                });
            }
            sets[t] = set;
        }
        let paths = Paths::of(&stages, &sets, &floors);
        let rational = |scaled: i64| &Rational::from(scaled) * &Rational::new(1, stages.denominator);
        let first = sets[0].iter().map(|pair| pair.0);
        let sums = sets[0].iter().map(|pair| pair.0 + pair.1);
        Ok(Self {
            stages: (0..rounds).map(|t| stages.class(t)).collect(),
            cooperation_in_some: paths.some,
            cooperation_in_all: paths.all,
            always_cooperate_is_outcome: stages.holds_throughout(0, &floors, &sets),
            always_defect_is_outcome: stages.holds_throughout(1, &floors, &sets),
            max_cooperative_rounds: paths.most,
            best_payoff: first.clone().max().map(rational),
            worst_payoff: first.min().map(rational),
            best_sum: sums.clone().max().map(rational),
            worst_sum: sums.min().map(rational),
        })
    }
}

impl Stages {
    fn of(games: [&TwoByTwo; 2], penalties: &[Rational]) -> Result<Self, TooManyPayoffs> {
        let too_large = || TooManyPayoffs::Scale { rounds: u32::try_from(penalties.len()).unwrap_or(u32::MAX) };
        let payoff = |game: &TwoByTwo, own: usize, other: usize| match (own, other) {
            (0, 0) => game.reward.clone(),
            (0, _) => game.sucker.clone(),
            (_, 0) => game.temptation.clone(),
            _ => game.punishment.clone(),
        };
        let mut all = Vec::new();
        for penalty in penalties {
            for (a, b) in PROFILES {
                let fine = |own: usize| if own == 1 { penalty.clone() } else { Rational::zero() };
                all.push(&payoff(games[0], a, b) - &fine(a));
                all.push(&payoff(games[1], b, a) - &fine(b));
            }
        }
        let (denominator, scaled) = common_denominator(&all).ok_or_else(too_large)?;
        let greatest = scaled.iter().map(|x| x.unsigned_abs()).max().unwrap_or(0);
        // Sums of both players' scores over all rounds must fit.
        let room = u64::try_from(i64::MAX / 4).expect("positive") / (2 * penalties.len().max(1) as u64);
        if greatest > room {
            return Err(too_large());
        }
        let payoffs =
            scaled.chunks_exact(8).map(|c| [[(c[0], c[1]), (c[2], c[3])], [(c[4], c[5]), (c[6], c[7])]]).collect();
        Ok(Self { denominator, payoffs })
    }

    /// The payoffs `u_t(a, b) + v` that a continuation `v` supports, with that continuation.
    fn supported<'a>(
        &self,
        t: usize,
        a: usize,
        b: usize,
        continuations: &'a BTreeSet<Pair>,
        floor: Pair,
    ) -> impl Iterator<Item = (Pair, Pair)> + use<'a> {
        let stage = self.payoffs[t];
        let (own, deviation) = (stage[a][b], (stage[1 - a][b].0, stage[a][1 - b].1));
        continuations.iter().filter_map(move |v| {
            let whole = (own.0 + v.0, own.1 + v.1);
            let holds =
                whole.0 >= deviation.0.saturating_add(floor.0) && whole.1 >= deviation.1.saturating_add(floor.1);
            holds.then_some((whole, *v))
        })
    }

    fn class(&self, t: usize) -> StageClass {
        let alone = BTreeSet::from([(0, 0)]);
        let holds = |a| self.supported(t, a, a, &alone, (0, 0)).next().is_some();
        match (holds(0), holds(1)) {
            (true, true) => StageClass::Both,
            (true, false) => StageClass::OnlyCooperation,
            (false, true) => StageClass::OnlyDefection,
            (false, false) => StageClass::Neither,
        }
    }

    /// Whether both playing `action` in every round is a subgame-perfect path.
    fn holds_throughout(&self, action: usize, floors: &[Pair], sets: &[BTreeSet<Pair>]) -> bool {
        let mut value = (0, 0);
        for t in (0..self.payoffs.len()).rev() {
            if sets[t + 1].is_empty() {
                return false;
            }
            let alone = BTreeSet::from([value]);
            match self.supported(t, action, action, &alone, floors[t + 1]).next() {
                Some((whole, _)) => value = whole,
                None => return false,
            }
        }
        true
    }
}

/// The least of each coordinate.
fn floor(set: &BTreeSet<Pair>) -> Option<Pair> {
    Some((set.iter().map(|pair| pair.0).min()?, set.iter().map(|pair| pair.1).min()?))
}

/// What the subgame-perfect paths have in common.
struct Paths {
    some: Vec<bool>,
    all: Vec<bool>,
    most: Option<u32>,
}

impl Paths {
    fn of(stages: &Stages, sets: &[BTreeSet<Pair>], floors: &[Pair]) -> Self {
        let rounds = stages.payoffs.len();
        let (mut some, mut all) = (vec![false; rounds], vec![!sets[0].is_empty(); rounds]);
        // Forward: the continuations that a path from the first round on passes through, each with the most
        // rounds of mutual cooperation before it.
        let mut reached: BTreeMap<Pair, u32> = sets[0].iter().map(|pair| (*pair, 0)).collect();
        for t in 0..rounds {
            let mut after: BTreeMap<Pair, u32> = BTreeMap::new();
            for (a, b) in PROFILES {
                let cooperates = (a, b) == (0, 0);
                for (whole, v) in stages.supported(t, a, b, &sets[t + 1], floors[t + 1]) {
                    let Some(before) = reached.get(&whole) else { continue };
                    some[t] |= cooperates;
                    all[t] &= cooperates;
                    let count = after.entry(v).or_default();
                    *count = (*count).max(before + u32::from(cooperates));
                }
            }
            reached = after;
        }
        Self { some, all, most: reached.get(&(0, 0)).copied() }
    }
}

/// What agents do that reason a few steps back.
#[derive(Clone, Debug, PartialEq)]
pub struct Reasoning {
    /// How many steps.
    pub depth: u32,
    /// The rounds in which they plan to defect.
    pub planned: Vec<u32>,
    /// Each round's profile when two of them meet (true for a defection).
    pub self_play: Vec<bool>,
    /// The score of either in that match, with penalties.
    pub self_score: Rational,
    /// Their play against agents of one depth less; nothing at depth 0.
    pub against_previous: Option<Meeting>,
}

/// A match of two reasoners.
#[derive(Clone, Debug, PartialEq)]
pub struct Meeting {
    /// Each player's actions by round (true for a defection).
    pub actions: [Vec<bool>; 2],
    /// The scores with penalties.
    pub scores: [Rational; 2],
    /// The scores without penalties.
    pub raw_scores: [Rational; 2],
}

/// The play of reasoners of depth 0 to `deepest` in a symmetric game, where a defection in round `t` costs
/// `penalties[t - 1]` in expectation.
pub fn reasoners(game: &TwoByTwo, penalties: &[Rational], deepest: u32) -> Vec<Reasoning> {
    let rounds = u32::try_from(penalties.len()).unwrap_or(u32::MAX);
    let plans: Vec<Vec<u32>> = (0..=deepest).map(|depth| plan(game, penalties, rounds, depth)).collect();
    (0..=deepest)
        .zip(&plans)
        .map(|(depth, planned)| {
            let own = meet(game, penalties, planned, planned);
            let previous = depth.checked_sub(1).map(|below| &plans[below as usize]);
            Reasoning {
                depth,
                planned: planned.clone(),
                self_score: own.scores[0].clone(),
                self_play: own.actions[0].clone(),
                against_previous: previous.map(|previous| meet(game, penalties, planned, previous)),
            }
        })
        .collect()
}

/// Two players that defect in their planned rounds and otherwise play tit-for-tat.
fn meet(game: &TwoByTwo, penalties: &[Rational], left: &[u32], right: &[u32]) -> Meeting {
    let mut meeting =
        Meeting { actions: Default::default(), scores: Default::default(), raw_scores: Default::default() };
    let mut last = [false; 2];
    for (round, penalty) in (1u32..).zip(penalties) {
        let defects = [left.contains(&round) || last[1], right.contains(&round) || last[0]];
        for player in [0, 1] {
            let payoff = match (defects[player], defects[1 - player]) {
                (false, false) => &game.reward,
                (false, true) => &game.sucker,
                (true, false) => &game.temptation,
                (true, true) => &game.punishment,
            };
            meeting.raw_scores[player] += payoff;
            meeting.scores[player] += payoff;
            if defects[player] {
                meeting.scores[player] -= penalty;
            }
            meeting.actions[player].push(defects[player]);
        }
        last = defects;
    }
    meeting
}
