//! Second tournament: rules that look at the last few rounds, or at rates of the other's actions.

use super::entry;
use crate::catalogue::Entry;
use crate::sim::{Chance, Draws};
use crate::strategy::{Action, Facets, Machine, Strategy, Told, View, machine};

/// A rule that keeps nothing of its own: a function of what is seen and of draws.
#[derive(Clone)]
struct Rule(fn(&View<'_>, &mut Draws) -> Action);

impl Strategy for Rule {
    fn begin(&mut self, _: &Told) {}

    fn act(&mut self, view: &View<'_>, draws: &mut Draws) -> Action {
        self.0(view, draws)
    }
}

/// The rate at which the other has defected; it must have played.
fn defects(view: &View<'_>) -> f64 {
    f64::from(view.opponent().defections()) / view.opponent().len() as f64
}

/// Cooperates ten times, copies fifteen times; then answers D with D with the rate at which the other defects, if that is
/// 0.4 at least.
fn champion(view: &View<'_>, draws: &mut Draws) -> Action {
    match view.opponent().last() {
        None => Action::C,
        Some(_) if view.own.len() < 10 => Action::C,
        Some(last) if view.own.len() < 25 => last,
        Some(Action::C) => Action::C,
        Some(_) => Action::cooperate_if(defects(view) < 0.4 || !draws.chance(defects(view))),
    }
}

/// Answers D with D with the rate at which the other defects.
fn eatherley(view: &View<'_>, draws: &mut Draws) -> Action {
    Action::cooperate_if(!view.opponent().just_defected() || draws.chance(1.0 - defects(view)))
}

/// Defects on who defects too often for the stage of the match; else answers D with D always once that has happened 18
/// times, and one time in two before.
fn cave(view: &View<'_>, draws: &mut Draws) -> Action {
    let other = view.opponent();
    let (turn, defections) = (other.len() + 1, other.defections());
    let rate = f64::from(defections) / turn as f64;
    if (turn > 39 && rate > 0.39) || (turn > 29 && rate > 0.65) || (turn > 19 && rate > 0.79) {
        return Action::D;
    }
    Action::cooperate_if(!other.just_defected() || (defections <= 17 && draws.chance(0.5)))
}

/// Counts the other's defections after its first action: defects at 4, 7 and 9 of them, and above that answers D with a C
/// that is half as likely each time.
fn wm_adams(view: &View<'_>, draws: &mut Draws) -> Action {
    let other = view.opponent();
    if other.len() <= 1 {
        return Action::C;
    }
    let counted = other.defections() - u32::from(other.actions().first() == Some(&Action::D));
    match counted {
        4 | 7 | 9 => Action::D,
        10.. if other.just_defected() => {
            let p = libm::scalbn(1.0, -i32::try_from(counted - 9).unwrap_or(i32::MAX));
            Action::cooperate_if(draws.chance(p))
        }
        _ => Action::C,
    }
}

/// Cooperates ten times; then answers D with D once its number times the whole logarithm of the round reaches the round.
fn white(view: &View<'_>, _: &mut Draws) -> Action {
    let other = view.opponent();
    let turn = other.len() + 1;
    if turn <= 10 || !other.just_defected() {
        return Action::C;
    }
    let weight = libm::floor(libm::log(turn as f64));
    Action::cooperate_if(weight * f64::from(other.defections()) < turn as f64)
}

/// Cooperates in proportion to what is left of the other's defections, each of which halves every round.
#[derive(Clone, Default)]
struct Getzler {
    flack: f64,
}

impl Strategy for Getzler {
    fn begin(&mut self, _: &Told) {
        self.flack = 0.0;
    }

    fn act(&mut self, view: &View<'_>, draws: &mut Draws) -> Action {
        let Some(last) = view.opponent().last() else { return Action::C };
        self.flack = (self.flack + f64::from(last.0)) * 0.5;
        Action::cooperate_if(draws.chance(1.0 - self.flack))
    }
}

/// Defects first. Alternates while that goes unpunished; when the other defects it apologises and copies from then on.
#[derive(Clone)]
struct Tester;

impl Machine for Tester {
    /// Whether it copies; the rounds played, at most three; own and other's last action.
    type State = (bool, u8, Action, Action);

    fn begin(&mut self, _: &Told) -> Self::State {
        (false, 0, Action::C, Action::C)
    }

    fn cooperates(&self, (copies, rounds, own, seen): &Self::State) -> Chance {
        Chance::sure(match rounds {
            0 => false,
            _ if *copies => *seen == Action::C,
            // The apology, and two rounds in which it waits.
            1 | 2 => true,
            _ => *seen == Action::D || *own == Action::D,
        })
    }

    fn next(&self, (copies, rounds, _, seen_before): &Self::State, own: Action, seen: Action) -> Self::State {
        // It copies from the round after the apology on.
        let copies = *copies || (*rounds > 0 && *seen_before == Action::D);
        (copies, (rounds + 1).min(3), own, seen)
    }
}

/// Defects first. Keeps its rate of C at one half while that goes unpunished; when the other defects it apologises and
/// copies from then on. Its own rate is a ratio of counts: no finite automaton.
#[derive(Clone, Default)]
struct Gladstein {
    copies: bool,
}

impl Strategy for Gladstein {
    fn begin(&mut self, _: &Told) {
        self.copies = false;
    }

    fn act(&mut self, view: &View<'_>, _: &mut Draws) -> Action {
        let Some(last) = view.opponent().last() else { return Action::D };
        if self.copies {
            return last;
        }
        if last == Action::D {
            self.copies = true;
            return Action::C;
        }
        Action::cooperate_if(2 * u64::from(view.own.cooperations()) <= view.own.len() as u64)
    }
}

/// Cooperates twice, copies five times; then bears two defections (one, if it defected last) in the seven rounds before
/// the last.
#[derive(Clone)]
struct Grofman;

impl Machine for Grofman {
    /// Own last action, and the other's last eight actions after a leading 1, D as 1.
    type State = (Action, u16);

    fn begin(&mut self, _: &Told) -> Self::State {
        (Action::C, 1)
    }

    fn cooperates(&self, (own, word): &Self::State) -> Chance {
        let rounds = word.ilog2();
        Chance::sure(match rounds {
            0 | 1 => true,
            2..=6 => word & 1 == 0,
            _ => {
                let defections = (word >> 1 & ((1 << (rounds - 1)) - 1)).count_ones();
                defections <= if *own == Action::C { 2 } else { 1 }
            }
        })
    }

    fn next(&self, (_, word): &Self::State, own: Action, seen: Action) -> Self::State {
        let word = word << 1 | u16::from(seen.0);
        (own, if word < 1 << 9 { word } else { word & 0xff | 1 << 8 })
    }
}

/// Answers the other's last three actions by a table of probabilities.
#[derive(Clone)]
struct Leyvraz;

impl Machine for Leyvraz {
    /// The other's last three actions, D as 1, the newest lowest.
    type State = u8;

    fn begin(&mut self, _: &Told) -> u8 {
        0
    }

    fn cooperates(&self, last: &u8) -> Chance {
        Chance::of([1.0, 0.5, 0.0, 0.25, 1.0, 1.0, 1.0, 0.25][usize::from(*last)])
    }

    fn next(&self, last: &u8, _: Action, seen: Action) -> u8 {
        (last << 1 | seen.0) & 0b111
    }
}

/// Cooperates five times, then with a probability that falls with the square of the defections in the last five rounds.
#[derive(Clone)]
struct Black;

impl Machine for Black {
    /// The other's last five actions after a leading 1, D as 1.
    type State = u8;

    fn begin(&mut self, _: &Told) -> u8 {
        1
    }

    fn cooperates(&self, word: &u8) -> Chance {
        if *word < 1 << 5 {
            return Chance::Always;
        }
        // 1 - (n^2 - 1) / 25
        Chance::of([1.0, 1.0, 0.88, 0.68, 0.4, 0.04][(word & 0b1_1111).count_ones() as usize])
    }

    fn next(&self, word: &u8, _: Action, seen: Action) -> u8 {
        let word = word << 1 | seen.0;
        if word < 1 << 6 { word } else { word & 0b1_1111 | 1 << 5 }
    }
}

pub(super) const ENTRIES: &[Entry<dyn Strategy>] = &[
    entry(
        "second_by_champion",
        "Second by Champion",
        "Cooperates 10 times, copies 15 times, then answers D with D as often as the other defects, if that is often.",
        Facets::unbounded().stochastic().axelrod("SecondByChampion"),
        |_, _| Ok(Box::new(Rule(champion))),
    ),
    entry(
        "second_by_eatherley",
        "Second by Eatherley",
        "Answers D with D as often as the other defects.",
        Facets::unbounded().stochastic().axelrod("SecondByEatherley"),
        |_, _| Ok(Box::new(Rule(eatherley))),
    ),
    entry(
        "second_by_tester",
        "Second by Tester",
        "Defects first and alternates; when the other defects it apologises and copies.",
        Facets::unbounded().axelrod("SecondByTester"),
        |_, _| Ok(machine(Tester)),
    ),
    entry(
        "second_by_gladstein",
        "Second by Gladstein",
        "Defects first and half the time; when the other defects it apologises and copies.",
        Facets::unbounded().axelrod("SecondByGladstein"),
        |_, _| Ok(Box::new(Gladstein::default())),
    ),
    entry(
        "second_by_grofman",
        "Second by Grofman",
        "Cooperates twice, copies five times, then bears few defections in seven rounds.",
        Facets::memory(8).axelrod("SecondByGrofman"),
        |_, _| Ok(machine(Grofman)),
    ),
    entry(
        "second_by_cave",
        "Second by Cave",
        "Defects on who defects often; answers D with D one time in two at first, later always.",
        Facets::unbounded().stochastic().axelrod("SecondByCave"),
        |_, _| Ok(Box::new(Rule(cave))),
    ),
    entry(
        "second_by_wm_adams",
        "Second by WmAdams",
        "Defects when the other has defected 4, 7 or 9 times, and then ever more surely in answer to D.",
        Facets::unbounded().stochastic().axelrod("SecondByWmAdams"),
        |_, _| Ok(Box::new(Rule(wm_adams))),
    ),
    entry(
        "second_by_white",
        "Second by White",
        "Cooperates ten times, then answers D with D if there have been many for the length of the match.",
        Facets::unbounded().axelrod("SecondByWhite"),
        |_, _| Ok(Box::new(Rule(white))),
    ),
    entry(
        "second_by_getzler",
        "Second by Getzler",
        "Defects with a probability that defections raise and rounds halve.",
        Facets::unbounded().stochastic().axelrod("SecondByGetzler"),
        |_, _| Ok(Box::new(Getzler::default())),
    ),
    entry(
        "second_by_leyvraz",
        "Second by Leyvraz",
        "Looks up the probability of C by the other's last three actions.",
        Facets::memory(3).stochastic().axelrod("SecondByLeyvraz"),
        |_, _| Ok(machine(Leyvraz)),
    ),
    entry(
        "second_by_black",
        "Second by Black",
        "Cooperates five times, then less with the square of the defections in the last five rounds.",
        Facets::memory(5).stochastic().axelrod("SecondByBlack"),
        |_, _| Ok(machine(Black)),
    ),
];
