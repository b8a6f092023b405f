//! Strategies that follow their own payoffs, or a state that outcomes push.

use super::{LIBRARY, plain, word};
use crate::catalogue::{Entry, Field, Kind, Schema};
use crate::sim::{Chance, Draws};
use crate::strategy::{Action, Facets, Machine, Payoffs, Strategy, Told, View, machine};

/// Plays an opening, then the action that has brought more in sum so far; D on a tie.
#[derive(Clone)]
struct Adaptive {
    opening: Vec<Action>,
    payoffs: Payoffs,
    scores: [i64; 2],
}

impl Strategy for Adaptive {
    fn begin(&mut self, told: &Told) {
        self.payoffs = Payoffs::of(told);
        self.scores = [0, 0];
    }

    fn act(&mut self, view: &View<'_>, _: &mut Draws) -> Action {
        if let (Some(own), Some(seen)) = (view.own.last(), view.opponent().last()) {
            self.scores[own.index()] += self.payoffs.own(own, seen);
        }
        let opening = self.opening.get(view.own.len()).copied();
        opening.unwrap_or(Action::cooperate_if(self.scores[0] > self.scores[1]))
    }
}

/// A state, at first 0, that each outcome moves by a number; C while it is from -1 (included) to 1 (excluded). It errs
/// with a probability.
#[derive(Clone)]
struct Adaptor {
    /// By own and other's action: CC, CD, DC, DD.
    delta: [f64; 4],
    errs: Chance,
    state: f64,
}

impl Adaptor {
    fn player(delta: [f64; 4], error: f64) -> Box<dyn Strategy> {
        Box::new(Self { delta, errs: Chance::of(error), state: 0.0 })
    }
}

impl Strategy for Adaptor {
    fn begin(&mut self, _: &Told) {
        self.state = 0.0;
    }

    fn act(&mut self, view: &View<'_>, draws: &mut Draws) -> Action {
        if let (Some(own), Some(seen)) = (view.own.last(), view.opponent().last()) {
            self.state += self.delta[2 * own.index() + seen.index()];
        }
        let meant = Action::cooperate_if((-1.0..1.0).contains(&self.state));
        if draws.happens(self.errs) { meant.flip() } else { meant }
    }
}

/// Follows its average payoff: defects above mutual cooperation and between one unit and two, cooperates elsewhere above
/// two or above the middle of reward and punishment, and draws when it does worse than that.
#[derive(Clone)]
struct Stalker {
    payoffs: Payoffs,
    score: i64,
}

impl Strategy for Stalker {
    fn begin(&mut self, told: &Told) {
        self.payoffs = Payoffs::of(told);
        self.score = 0;
    }

    fn act(&mut self, view: &View<'_>, draws: &mut Draws) -> Action {
        let (Some(own), Some(seen)) = (view.own.last(), view.opponent().last()) else { return Action::C };
        self.score += self.payoffs.own(own, seen);
        let rounds = i64::try_from(view.own.len()).unwrap_or(i64::MAX);
        // All thresholds times the number of rounds, so that the sum is compared and nothing is divided.
        let reward = self.payoffs.own(Action::C, Action::C);
        let wish_twice = (reward + self.payoffs.own(Action::D, Action::D)).saturating_mul(rounds);
        let unit = self.payoffs.unit().saturating_mul(rounds);
        let reward = reward.saturating_mul(rounds);
        if self.score > reward {
            return Action::D;
        }
        if (2 * self.score > wish_twice && self.score < reward) || self.score > 2 * unit {
            return Action::C;
        }
        if self.score < 2 * unit && self.score > unit {
            return Action::D;
        }
        Action::cooperate_if(draws.chance(0.5))
    }
}

/// Estimates how often the other answers its C and its D with C, and weighs what cooperation, defection and alternation
/// would bring.
#[derive(Clone, Default)]
struct RevisedDowning {
    /// Own actions C and D that were answered, and the answers that were C.
    tried: [u32; 2],
    kept: [u32; 2],
}

impl Strategy for RevisedDowning {
    fn begin(&mut self, _: &Told) {
        *self = Self::default();
    }

    fn act(&mut self, view: &View<'_>, _: &mut Draws) -> Action {
        let (Some(own), Some(answer)) = (view.own.last(), view.opponent().last()) else { return Action::C };
        if let Some(tried) = view.own.back(2) {
            self.tried[tried.index()] += 1;
            self.kept[tried.index()] += u32::from(answer == Action::C);
        }
        let rate = |k: usize, before: f64| match self.tried[k] {
            0 => before,
            tried => f64::from(self.kept[k]) / f64::from(tried),
        };
        let (good, bad) = (rate(0, 1.0), rate(1, 0.0));
        let cooperate = 6.0 * good - 8.0 * bad - 2.0;
        let alternate = 4.0 * good - 5.0 * bad - 1.0;
        if cooperate >= 0.0 && cooperate >= alternate {
            Action::C
        } else if cooperate >= 0.0 || alternate >= 0.0 {
            own.flip()
        } else {
            Action::D
        }
    }
}

/// What a rule that learns would have played at each round of the matches before, as far as it knows; from then on
/// tit-for-tat.
///
/// The rule as it was first written keeps what it learnt for the next match. Here no match leaves a trace in another, so
/// that what it knows at the start is a parameter.
#[derive(Clone)]
struct Darwin {
    genome: Vec<Action>,
}

impl Machine for Darwin {
    /// The rounds played, as far as it knows what to do in them, and the other's last action.
    type State = (usize, Action);

    fn begin(&mut self, _: &Told) -> Self::State {
        (0, Action::C)
    }

    fn cooperates(&self, (rounds, last): &Self::State) -> Chance {
        Chance::sure(self.genome.get(*rounds).unwrap_or(last) == &Action::C)
    }

    fn next(&self, (rounds, _): &Self::State, _: Action, seen: Action) -> Self::State {
        ((rounds + 1).min(self.genome.len()), seen)
    }
}

/// What short and what long matches taught (Hauert & Stenull 2002).
const BRIEF: [f64; 4] = [0.0, -1.001_505, 0.992_107, -0.638_734];
const LONG: [f64; 4] = [0.0, 1.888_159, 1.858_883, -0.995_703];

pub(super) const ENTRIES: &[Entry<dyn Strategy>] = &[
    Entry {
        key: "adaptive",
        title: "Adaptive",
        aliases: &[],
        about: "Plays six C and five D (or another word), then the action that has brought more so far.",
        source: "Li, Hingston & Kendall 2011, IEEE Trans. Comp. Intelligence and AI in Games 3:348",
        facets: Facets::unbounded().uses_game().axelrod("Adaptive"),
        params: || {
            let doc = "The opening.";
            Schema::of(vec![Field::with_default("initial_plays", Kind::Actions { min: 1 }, "CCCCCCDDDDD", doc)])
        },
        build: |params, _| {
            let opening = word(params, "initial_plays");
            Ok(Box::new(Adaptive { opening, payoffs: Payoffs::default(), scores: [0, 0] }))
        },
    },
    Entry {
        key: "abstract_adaptor",
        title: "Abstract Adaptor",
        aliases: &["adaptor"],
        about: "Cooperates while a state that outcomes move is from -1 to 1; errs with a probability.",
        source: "Hauert & Stenull 2002, J. Theoretical Biology 218:261",
        facets: Facets::unbounded().stochastic().axelrod("AbstractAdaptor"),
        params: || {
            let step = |key, default: f64, doc| Field::with_default(key, Kind::NUMBER, default, doc);
            let [cc, cd, dc, dd] = BRIEF;
            let delta = Schema::of(vec![
                step("CC", cc, "After both cooperated."),
                step("CD", cd, "After it cooperated and the other defected."),
                step("DC", dc, "After it defected and the other cooperated."),
                step("DD", dd, "After both defected."),
            ]);
            let doc = "How far each outcome moves the state; by default as trained on short matches.";
            Schema::of(vec![
                Field::with_default("delta", Kind::Table(delta), crate::catalogue::Table::default(), doc),
                super::probability("perr", 0.01, "The probability of playing the other action."),
            ])
        },
        build: |params, _| {
            let delta = params.section("delta");
            let delta = ["CC", "CD", "DC", "DD"].map(|key| delta.number(key));
            Ok(Adaptor::player(delta, params.number("perr")))
        },
    },
    plain(
        "adaptor_brief",
        "AdaptorBrief",
        "An adaptor that was trained on short matches.",
        "Hauert & Stenull 2002, J. Theoretical Biology 218:261",
        Facets::unbounded().stochastic().axelrod("AdaptorBrief"),
        |_, _| Ok(Adaptor::player(BRIEF, 0.01)),
    ),
    plain(
        "adaptor_long",
        "AdaptorLong",
        "An adaptor that was trained on long matches.",
        "Hauert & Stenull 2002, J. Theoretical Biology 218:261",
        Facets::unbounded().stochastic().axelrod("AdaptorLong"),
        |_, _| Ok(Adaptor::player(LONG, 0.01)),
    ),
    plain(
        "stalker",
        "Stalker",
        "Cooperates or defects by its average payoff, draws when it does badly, and defects in the last round.",
        "André, Honovan, Felipe & Frederico 2013, Iterated Prisoner's Dilemma: An Extended Analysis",
        Facets::unbounded().stochastic().uses_game().uses_length().axelrod("Stalker"),
        |_, _| Ok(super::end_game::end_game(1, Box::new(Stalker { payoffs: Payoffs::default(), score: 0 }))),
    ),
    plain(
        "revised_downing",
        "Revised Downing",
        "Cooperates, alternates or defects by what its estimates of the other's answers make best; starts trusting.",
        "Downing in Axelrod 1980, J. Conflict Resolution 24:379",
        Facets::unbounded().axelrod("RevisedDowning"),
        |_, _| Ok(Box::new(RevisedDowning::default())),
    ),
    Entry {
        key: "darwin",
        title: "Darwin",
        aliases: &[],
        about: "Plays what it knows from the start, round by round, then copies. Learns nothing from match to match.",
        source: LIBRARY,
        facets: Facets::memory(1).axelrod("Darwin"),
        params: || {
            let doc = "What it knows to play in the first rounds.";
            Schema::of(vec![Field::with_default("genome", Kind::Actions { min: 1 }, "C", doc)])
        },
        build: |params, _| Ok(machine(Darwin { genome: word(params, "genome") })),
    },
];
