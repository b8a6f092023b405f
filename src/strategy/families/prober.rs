//! Strategies that play a fixed opening to find out what the other lets them do.
//!
//! All are finite machines: the opening, what the other answered to it, and its last action. `remorseful_prober` alone
//! remembers whether its own last defection was a probe, which a draw decided, and is no automaton.

use super::{PRISON, plain, probability, word};
use crate::catalogue::{Entry, Field, Kind, Schema};
use crate::sim::{Chance, Draws};
use crate::strategy::{Action, Facets, Machine, Strategy, Told, View, machine, parse_actions};

/// Plays an opening; then for ever the action `then` to an other that answered with `wanted` from round `first` on
/// (counted from 0), and tit-for-tat to all others.
#[derive(Clone)]
struct Probe {
    opening: Vec<Action>,
    first: usize,
    wanted: Vec<Action>,
    then: Action,
}

impl Probe {
    fn player(opening: &str, first: usize, wanted: &str, then: Action) -> Box<dyn Strategy> {
        let read = |word| parse_actions(word).expect("the word stands here");
        machine(Self { opening: read(opening), first, wanted: read(wanted), then })
    }
}

impl Machine for Probe {
    /// The rounds played, at most as many as the opening has; whether all answers so far were the wanted ones; the
    /// other's last action.
    type State = (usize, bool, Action);

    fn begin(&mut self, _: &Told) -> Self::State {
        (0, true, Action::C)
    }

    fn cooperates(&self, (place, wanted, last): &Self::State) -> Chance {
        let action = match self.opening.get(*place) {
            Some(action) => *action,
            None if *wanted => self.then,
            None => *last,
        };
        Chance::sure(action == Action::C)
    }

    fn next(&self, (place, wanted, _): &Self::State, _: Action, seen: Action) -> Self::State {
        let asked = place.checked_sub(self.first).and_then(|k| self.wanted.get(k));
        let wanted = *wanted && (*place == self.opening.len() || asked.is_none_or(|asked| *asked == seen));
        ((place + 1).min(self.opening.len()), wanted, seen)
    }
}

/// Plays an opening; then tit-for-tat to who defected during it, and D for ever to who did not.
#[derive(Clone)]
struct Detective {
    opening: Vec<Action>,
}

impl Machine for Detective {
    /// The rounds played, at most as many as the opening has; whether the other defected by then; its last action.
    type State = (usize, bool, Action);

    fn begin(&mut self, _: &Told) -> Self::State {
        (0, false, Action::C)
    }

    fn cooperates(&self, (place, defected, last): &Self::State) -> Chance {
        let action = self.opening.get(*place).copied().unwrap_or(if *defected { *last } else { Action::D });
        Chance::sure(action == Action::C)
    }

    fn next(&self, (place, defected, _): &Self::State, _: Action, seen: Action) -> Self::State {
        let counted = *place < self.opening.len() && seen == Action::D;
        ((place + 1).min(self.opening.len()), *defected || counted, seen)
    }
}

/// Plays C and D; cooperates with who did the same until it defects again, and defects on all others.
#[derive(Clone)]
struct Collective;

impl Machine for Collective {
    /// The rounds played, at most two, and whether the other has kept to the signal and to its word.
    type State = (u8, bool);

    fn begin(&mut self, _: &Told) -> Self::State {
        (0, true)
    }

    fn cooperates(&self, (rounds, kept): &Self::State) -> Chance {
        Chance::sure(*rounds != 1 && *kept)
    }

    fn next(&self, (rounds, kept): &Self::State, _: Action, seen: Action) -> Self::State {
        let due = if *rounds == 1 { Action::D } else { Action::C };
        ((rounds + 1).min(2), *kept && seen == due)
    }
}

/// Plays twenty fixed rounds and weighs the other's defections upon its D against those upon its C: if they differ by
/// two at most the other does not care, and is defected on; else five cooperations and tit-for-tat.
#[derive(Clone)]
struct Prober4 {
    opening: Vec<Action>,
}

impl Prober4 {
    const PEACE: usize = 5;
}

impl Machine for Prober4 {
    /// The rounds played, at most 25; just less provocative defections in rounds 1 to 19; the other's last action.
    type State = (usize, i8, Action);

    fn begin(&mut self, _: &Told) -> Self::State {
        (0, 0, Action::C)
    }

    fn cooperates(&self, (place, balance, last): &Self::State) -> Chance {
        let end = self.opening.len();
        let action = match self.opening.get(*place) {
            Some(action) => *action,
            None if balance.abs() <= 2 => Action::D,
            None if *place < end + Self::PEACE => Action::C,
            None => *last,
        };
        Chance::sure(action == Action::C)
    }

    fn next(&self, (place, balance, _): &Self::State, own: Action, seen: Action) -> Self::State {
        let counted = *place + 1 < self.opening.len() && seen == Action::D;
        let step = i8::from(counted) * if own == Action::D { 1 } else { -1 };
        ((place + 1).min(self.opening.len() + Self::PEACE), balance + step, seen)
    }
}

/// Copies, but answers a cooperation with D with a probability; if that is returned at once it repents.
#[derive(Clone)]
struct Remorseful {
    probes: Chance,
    probing: bool,
}

impl Strategy for Remorseful {
    fn begin(&mut self, _: &Told) {
        self.probing = false;
    }

    fn act(&mut self, view: &View<'_>, draws: &mut Draws) -> Action {
        match view.opponent().last() {
            None => Action::C,
            Some(Action::C) => {
                self.probing = draws.happens(self.probes);
                Action::cooperate_if(!self.probing)
            }
            Some(_) => Action::cooperate_if(std::mem::take(&mut self.probing)),
        }
    }
}

/// Plays a sign; then C for ever to who played the same, and D to all others.
#[derive(Clone)]
struct Handshake {
    sign: Vec<Action>,
}

impl Machine for Handshake {
    /// The rounds played, at most as many as the sign has, and whether the other has played the same.
    type State = (usize, bool);

    fn begin(&mut self, _: &Told) -> Self::State {
        (0, true)
    }

    fn cooperates(&self, (place, same): &Self::State) -> Chance {
        Chance::sure(self.sign.get(*place).map_or(*same, |action| *action == Action::C))
    }

    fn next(&self, (place, same): &Self::State, _: Action, seen: Action) -> Self::State {
        let same = *same && self.sign.get(*place).is_none_or(|action| *action == seen);
        ((place + 1).min(self.sign.len()), same)
    }
}

const LI: &str = "Li, Hingston & Kendall 2011, IEEE Trans. Comp. Intelligence and AI in Games 3:348";

pub(super) const ENTRIES: &[Entry<dyn Strategy>] = &[
    plain(
        "prober",
        "Prober",
        "Plays DCC; defects for ever on who cooperated in rounds 2 and 3, else plays tit-for-tat.",
        LI,
        Facets::unbounded().axelrod("Prober"),
        |_, _| Ok(Probe::player("DCC", 1, "CC", Action::D)),
    ),
    plain(
        "prober_2",
        "Prober 2",
        "Plays DCC; cooperates for ever with who played D and C in rounds 2 and 3, else plays tit-for-tat.",
        PRISON,
        Facets::unbounded().axelrod("Prober2"),
        |_, _| Ok(Probe::player("DCC", 1, "DC", Action::C)),
    ),
    plain(
        "prober_3",
        "Prober 3",
        "Plays DC; defects for ever on who cooperated in round 2, else plays tit-for-tat.",
        PRISON,
        Facets::unbounded().axelrod("Prober3"),
        |_, _| Ok(Probe::player("DC", 1, "C", Action::D)),
    ),
    plain(
        "prober_4",
        "Prober 4",
        "Plays twenty rounds of a fixed word; defects on who does not care what it did, else makes peace and copies.",
        PRISON,
        Facets::unbounded().axelrod("Prober4"),
        |_, _| {
            let opening = parse_actions("CCDCDDDCCDCDCCDCDDCD").expect("the word stands here");
            Ok(machine(Prober4 { opening }))
        },
    ),
    plain(
        "hard_prober",
        "Hard Prober",
        "Plays DDCC; defects for ever on who cooperated in rounds 2 and 3, else plays tit-for-tat.",
        PRISON,
        Facets::unbounded().axelrod("HardProber"),
        |_, _| Ok(Probe::player("DDCC", 1, "CC", Action::D)),
    ),
    Entry {
        key: "remorseful_prober",
        title: "Remorseful Prober",
        aliases: &[],
        about: "Copies, probes with probability p, and repents if the probe is returned.",
        source: LI,
        facets: Facets::unbounded().stochastic().axelrod("RemorsefulProber"),
        params: || Schema::of(vec![probability("p", 0.1, "The probability of probing.")]),
        build: |params, _| Ok(Box::new(Remorseful { probes: Chance::of(params.number("p")), probing: false })),
    },
    Entry {
        key: "detective",
        title: "Detective",
        aliases: &[],
        about: "Plays CDCC (or another word); copies who defected during it, and defects for ever on all others.",
        source: "Case 2017, The Evolution of Trust (ncase.me/trust)",
        facets: Facets::unbounded().axelrod("Detective"),
        params: || {
            let doc = "The opening.";
            Schema::of(vec![Field::with_default("initial_actions", Kind::Actions { min: 0 }, "CDCC", doc)])
        },
        build: |params, _| Ok(machine(Detective { opening: word(params, "initial_actions") })),
    },
    plain(
        "collective_strategy",
        "CollectiveStrategy",
        "Plays C and D; cooperates with who did the same and has not defected since, and defects on all others.",
        "Li & Kendall 2009, Evolutionary Computation 17:257",
        Facets::unbounded().axelrod("CollectiveStrategy"),
        |_, _| Ok(machine(Collective)),
    ),
    Entry {
        key: "handshake",
        title: "Handshake",
        aliases: &[],
        about: "Plays CD (or another word); cooperates for ever with who did the same, and defects on all others.",
        source: "Robson 1990, J. Theoretical Biology 144:379",
        facets: Facets::unbounded().axelrod("Handshake"),
        params: || {
            let doc = "The sign by which its kind knows each other.";
            Schema::of(vec![Field::with_default("initial_plays", Kind::Actions { min: 1 }, "CD", doc)])
        },
        build: |params, _| Ok(machine(Handshake { sign: word(params, "initial_plays") })),
    },
];
