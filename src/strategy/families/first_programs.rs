//! Rules of Axelrod's first tournament (1980, J. Conflict Resolution 24:3) that estimate, test or keep scores.
//!
//! The programs are lost; these follow the paper's descriptions as Axelrod-Python reads them. Tests for randomness are
//! chi-squared tests with one degree of freedom of even odds of C and D.

use super::end_game::end_game;
use super::{plain, probability, small};
use crate::catalogue::{Entry, Field, Kind, Schema};
use crate::sim::{Chance, Draws};
use crate::strategy::{Action, Facets, History, Horizon, Machine, Payoffs, Strategy, Told, View, machine};

/// Defects twice; then plays C or D, whichever would pay more for ever against the estimated chances that the other
/// answers C and D with C, and changes its action on a tie. The other's first action counts as an answer to a C.
#[derive(Clone)]
struct Downing {
    payoffs: Payoffs,
    /// The other's cooperations upon own C and own D.
    kept: [u32; 2],
}

impl Strategy for Downing {
    fn begin(&mut self, told: &Told) {
        self.payoffs = Payoffs::of(told);
        self.kept = [0, 0];
    }

    fn act(&mut self, view: &View<'_>, _: &mut Draws) -> Action {
        let (Some(own), Some(answer)) = (view.own.last(), view.opponent().last()) else { return Action::D };
        let answered = view.own.back(2).unwrap_or(Action::C);
        self.kept[answered.index()] += u32::from(answer == Action::C);
        if view.own.len() == 1 {
            return Action::D;
        }
        let alpha = f64::from(self.kept[0]) / f64::from(view.own.cooperations() + 1);
        let beta = f64::from(self.kept[1]) / f64::from(view.own.defections().max(2));
        let u = |own, seen| self.payoffs.utility(own, seen);
        let cooperate = alpha * u(Action::C, Action::C) + (1.0 - alpha) * u(Action::C, Action::D);
        let defect = beta * u(Action::D, Action::C) + (1.0 - beta) * u(Action::D, Action::D);
        if cooperate > defect {
            Action::C
        } else if cooperate < defect {
            Action::D
        } else {
            own.flip()
        }
    }
}

/// Copies, but answers C with C with a probability that falls from round to round.
#[derive(Clone)]
struct Feld {
    start: f64,
    end: f64,
    rounds: f64,
}

impl Strategy for Feld {
    fn begin(&mut self, _: &Told) {}

    fn act(&mut self, view: &View<'_>, draws: &mut Draws) -> Action {
        match view.opponent().last() {
            None => Action::C,
            Some(Action::C) => {
                let slope = (self.end - self.start) / self.rounds;
                let p = (self.start + slope * view.own.len() as f64).max(self.end);
                Action::cooperate_if(draws.chance(p))
            }
            Some(_) => Action::D,
        }
    }
}

/// The probability that even odds give counts at least as uneven as the other's.
fn evenness(other: History<'_>) -> f64 {
    let (c, d) = (f64::from(other.cooperations()), f64::from(other.defections()));
    // Chi-squared with one degree of freedom is the square of a standard normal variable.
    libm::erfc(libm::sqrt((c - d) * (c - d) / (c + d) / 2.0))
}

/// Copies for 56 rounds but for a defection in the 51st; then defects for ever on who looks random, copies who copies or
/// does the same as it, and on all others cooperates with a defection every 5 to 14 rounds.
#[derive(Clone)]
struct Graaskamp {
    alpha: f64,
    random: bool,
    /// How much of the history was compared, and whether the other has always copied, or always done the same.
    compared: usize,
    copies: bool,
    same: bool,
    /// The number of rounds played at which the next defection is due.
    due: Option<usize>,
}

impl Graaskamp {
    const COPIES: usize = 56;

    fn fresh(alpha: f64) -> Self {
        Self { alpha, random: false, compared: 0, copies: true, same: true, due: None }
    }

    fn compare(&mut self, own: History<'_>, other: History<'_>) {
        let (own, other) = (own.actions(), other.actions());
        for k in self.compared..other.len().min(own.len()) {
            self.copies &= k == 0 || other[k] == own[k - 1];
            self.same &= other[k] == own[k];
        }
        self.compared = other.len();
    }
}

impl Strategy for Graaskamp {
    fn begin(&mut self, _: &Told) {
        *self = Self::fresh(self.alpha);
    }

    fn act(&mut self, view: &View<'_>, draws: &mut Draws) -> Action {
        let (other, rounds) = (view.opponent(), view.own.len());
        self.compare(view.own, other);
        let Some(last) = other.last() else { return Action::C };
        if rounds < Self::COPIES {
            return if rounds == 50 { Action::D } else { last };
        }
        self.random = self.random || evenness(other) >= self.alpha;
        if self.random {
            return Action::D;
        }
        if self.copies || self.same {
            return last;
        }
        let mut next = || rounds + 5 + draws.index(10);
        let due = *self.due.get_or_insert_with(&mut next);
        if rounds == due {
            self.due = Some(next());
            return Action::D;
        }
        Action::C
    }
}

/// Copies for three rounds, but in the third answers DC with D after its own CD; then looks up the last three rounds.
#[derive(Clone)]
struct Nydegger;

impl Nydegger {
    /// Bit `A`: it defects at the sum `A`, in which the other's defection counts 2 and its own 1, and the last round 16,
    /// the one before 4 and the one before that 1.
    const DEFECTS: u64 = {
        let sums = [1, 6, 7, 17, 22, 23, 26, 29, 30, 31, 33, 38, 39, 45, 49, 54, 55, 58, 61];
        let (mut bits, mut k) = (0, 0);
        while k < sums.len() {
            bits |= 1 << sums[k];
            k += 1;
        }
        bits
    };
}

impl Machine for Nydegger {
    /// The rounds played, at most three, and the sum `A`.
    type State = (u8, u8);

    fn begin(&mut self, _: &Told) -> Self::State {
        (0, 0)
    }

    fn cooperates(&self, (rounds, sum): &Self::State) -> Chance {
        // The last round is in bits 5 (other) and 4 (own), the one before it in bits 3 and 2.
        let copied = sum >> 5 & 1 == 0;
        let cheated_first = sum >> 3 & 1 == 1;
        Chance::sure(match rounds {
            0 => true,
            1 => copied,
            2 => copied && !cheated_first,
            _ => Self::DEFECTS >> sum & 1 == 0,
        })
    }

    fn next(&self, (rounds, sum): &Self::State, own: Action, seen: Action) -> Self::State {
        ((rounds + 1).min(3), sum >> 2 | (2 * seen.0 + own.0) << 4)
    }
}

/// Cooperates four times, then copies, but defects while the other looked random at the last check, each fifteen rounds.
#[derive(Clone)]
struct SteinAndRapoport {
    alpha: f64,
    random: bool,
}

impl Strategy for SteinAndRapoport {
    fn begin(&mut self, _: &Told) {
        self.random = false;
    }

    fn act(&mut self, view: &View<'_>, _: &mut Draws) -> Action {
        let (other, round) = (view.opponent(), view.own.len() + 1);
        let Some(last) = other.last().filter(|_| round > 4) else { return Action::C };
        if round >= 15 && round % 15 == 0 {
            self.random = evenness(other) >= self.alpha;
        }
        if self.random { Action::D } else { last }
    }
}

/// Answers the n-th run of defections with n defections, but gives a fresh start to who is far behind, has not just
/// defected and does not look random, if the end is not near.
#[derive(Clone, Default)]
struct TidemanAndChieruzzi {
    payoffs: Payoffs,
    horizon: Option<u32>,
    /// Own minus other's score.
    lead: i64,
    length: u32,
    left: u32,
    defections: u32,
    /// The round of the last fresh start, and whether its second cooperation is due.
    fresh: Option<usize>,
    second: bool,
}

impl TidemanAndChieruzzi {
    fn deserves_fresh_start(&self, other: History<'_>, round: usize) -> bool {
        let waited = self.fresh.is_none_or(|last| round - last >= 20);
        let behind = self.lead >= 10 * self.payoffs.unit();
        let ends_late = self.horizon.is_none_or(|rounds| rounds as usize >= round + 10);
        let n = other.len() as f64;
        let spread = 3.0 * libm::sqrt(n) / 2.0;
        let defections = f64::from(self.defections);
        waited
            && behind
            && ends_late
            && !other.just_defected()
            && (defections <= n / 2.0 - spread || defections >= n / 2.0 + spread)
    }
}

impl Strategy for TidemanAndChieruzzi {
    fn begin(&mut self, told: &Told) {
        let horizon = match told.horizon {
            Horizon::Rounds(rounds) => Some(rounds),
            Horizon::Unknown => None,
        };
        *self = Self { payoffs: Payoffs::of(told), horizon, ..Self::default() };
    }

    fn act(&mut self, view: &View<'_>, _: &mut Draws) -> Action {
        let other = view.opponent();
        let (Some(own), Some(last)) = (view.own.last(), other.last()) else { return Action::C };
        self.defections += u32::from(last == Action::D);
        self.lead += self.payoffs.own(own, last) - self.payoffs.other(own, last);
        if std::mem::take(&mut self.second) {
            return Action::C;
        }
        let round = view.own.len() + 1;
        if self.deserves_fresh_start(other, round) {
            (self.length, self.left, self.defections) = (0, 0, 0);
            self.fresh = Some(round);
            self.second = true;
            return Action::C;
        }
        if self.left == 0 && last == Action::D {
            self.length += 1;
            self.left = self.length;
        }
        if self.left > 0 {
            self.left -= 1;
            return Action::D;
        }
        Action::C
    }
}

const SOURCE: &str = "Axelrod 1980, J. Conflict Resolution 24:3";

fn significance() -> Schema {
    Schema::of(vec![probability("alpha", 0.05, "The level at which even odds of C and D are rejected.")])
}

pub(super) const ENTRIES: &[Entry<dyn Strategy>] = &[
    plain(
        "first_by_downing",
        "First by Downing",
        "Defects twice, then plays what pays best against estimates of how the other answers C and D.",
        "Downing 1975, Simulation & Games 6:366; Axelrod 1980, J. Conflict Resolution 24:3",
        Facets::unbounded().uses_game().axelrod("FirstByDowning"),
        |_, _| Ok(Box::new(Downing { payoffs: Payoffs::default(), kept: [0, 0] })),
    ),
    Entry {
        key: "first_by_feld",
        title: "First by Feld",
        aliases: &["feld"],
        about: "Copies, but answers C with C ever less often, down to one time in two in round 200.",
        source: SOURCE,
        facets: Facets::unbounded().stochastic().axelrod("FirstByFeld"),
        params: || {
            Schema::of(vec![
                probability("start_coop_prob", 1.0, "The probability of answering C with C at the start."),
                probability("end_coop_prob", 0.5, "The probability that it falls to."),
                Field::with_default(
                    "rounds_of_decay",
                    Kind::Integer { min: 1, max: 1_000_000 },
                    200i64,
                    "How long it falls.",
                )
                .unit("rounds"),
            ])
        },
        build: |params, _| {
            let (start, end) = (params.number("start_coop_prob"), params.number("end_coop_prob"));
            Ok(Box::new(Feld { start, end, rounds: f64::from(small(params, "rounds_of_decay")) }))
        },
    },
    Entry {
        key: "first_by_graaskamp",
        title: "First by Graaskamp",
        aliases: &["graaskamp"],
        about: "Copies and tests for 56 rounds; then defects on the random, copies its like, and now and then cheats others.",
        source: SOURCE,
        facets: Facets::unbounded().stochastic().axelrod("FirstByGraaskamp"),
        params: significance,
        build: |params, _| Ok(Box::new(Graaskamp::fresh(params.number("alpha")))),
    },
    Entry {
        aliases: &["nydegger"],
        ..plain(
            "first_by_nydegger",
            "First by Nydegger",
            "Copies for three rounds, then looks up a weighted sum of the last three.",
            SOURCE,
            Facets::memory(3).axelrod("FirstByNydegger"),
            |_, _| Ok(machine(Nydegger)),
        )
    },
    Entry {
        key: "first_by_stein_and_rapoport",
        title: "First by Stein and Rapoport",
        aliases: &["stein and rapoport"],
        about: "Cooperates four times, copies, defects on who looks random every fifteen rounds, and in the last two.",
        source: SOURCE,
        facets: Facets::unbounded().uses_length().axelrod("FirstBySteinAndRapoport"),
        params: significance,
        build: |params, _| Ok(end_game(2, Box::new(SteinAndRapoport { alpha: params.number("alpha"), random: false }))),
    },
    plain(
        "first_by_tideman_and_chieruzzi",
        "First by Tideman and Chieruzzi",
        "Answers the n-th run of defections with n, gives fresh starts to who is behind, and defects in the last two rounds.",
        SOURCE,
        Facets::unbounded().uses_game().uses_length().axelrod("FirstByTidemanAndChieruzzi"),
        |_, _| Ok(end_game(2, Box::new(TidemanAndChieruzzi::default()))),
    ),
];
