//! Many meetings at once, where nothing is drawn: matches that have gone alike so far are one.
//!
//! What a player does follows from its seat, from what it has seen and from what it has drawn. So in matches that have gone the
//! same way it is the same player, and has to be asked but once for all of them. The matches of a field are a tree, which parts
//! where players of a seat do. Knows nothing of tournaments or scores.

use super::chain::ByTable;
use super::course::Course;
use super::engine::fits;
use super::rules::{Length, Match};
use super::tables::cut;
use crate::ids::PlayerId;
use crate::sim::{Draws, map_each};
use crate::strategy::{Action, Automaton, Record, Seen, Strategy, View};

/// A player of a field in a seat.
#[derive(Clone, Copy)]
pub struct Entrant<'a> {
    /// What it plays.
    pub strategy: &'a dyn Strategy,
    /// The automaton that plays like it in this seat, if there is one.
    pub automaton: Option<&'a Automaton>,
}

/// Into how many parts a tree is cut at least, where it has so many, to be played on many threads.
const PARTS: usize = 256;

/// What `judge` says of the courses of the meetings that it answers for, and the places of those that go that way in the list of
/// meetings. A meeting names its players by seat; `entrant` tells what a player is in a seat.
///
/// It does not answer for two automata, whose cycle is found more quickly; nor where something is drawn, or a player sees into
/// the other or plays from outside the lab; nor for anybody if the rules have noise or a drawn length. Those matches have to be
/// played one by one.
pub fn play_field<'a, R: Send>(
    spec: &Match<'_>,
    meetings: &[[usize; 2]],
    entrant: impl Fn(usize, PlayerId) -> Entrant<'a>,
    judge: impl Fn(Course) -> R + Sync,
) -> Vec<(R, Vec<usize>)> {
    let fixed = matches!(spec.rules.length, Length::Known(_) | Length::Unknown(_));
    if !fixed || !spec.rules.is_noiseless() || fits(spec, 2).is_err() {
        return Vec::new();
    }
    let actions = [0, 1].map(|seat| spec.rules.game.action_count(PlayerId(seat)));
    let mut root = Node::root(spec, meetings, &entrant);
    let mut switching: Vec<u32> = root.seats.iter().flatten().flat_map(Mover::switching).collect();
    switching.sort_unstable();
    switching.dedup();
    let table = Table { actions, rounds: spec.rounds(), switching };
    root.truth = actions.map(|actions| Record::with_room(actions, table.rounds));
    let step = |node: Node<'a>| {
        let mut branches = Vec::new();
        let judged = node.grow(&table, &judge, |branch| branches.push(branch));
        (judged, branches)
    };
    // Broadly first, to have parts enough for all threads; then each part by itself, deeply first, so that few branches are kept
    // at a time.
    let mut parts = Vec::from_iter((!root.pairs.is_empty()).then_some(root));
    let mut all = Vec::new();
    while !parts.is_empty() && parts.len() < PARTS {
        let (judged, branches): (Vec<_>, Vec<_>) = map_each(parts, step).into_iter().unzip();
        all.extend(judged.into_iter().flatten());
        parts = branches.into_iter().flatten().collect();
    }
    let found = map_each(parts, |node| {
        let (mut open, mut found) = (vec![node], Vec::new());
        while let Some(node) = open.pop() {
            found.extend(node.grow(&table, &judge, |branch| open.push(branch)));
        }
        found
    });
    all.extend(found.into_iter().flatten());
    all
}

/// What all branches share.
struct Table {
    actions: [usize; 2],
    rounds: u32,
    /// The rounds before which states of some automata change.
    switching: Vec<u32>,
}

/// A player at play.
trait Plays {
    /// The states that change before a round do.
    fn switch(&mut self, round: u32);

    /// Its action; nothing if that is drawn.
    fn act(&mut self, view: &View<'_>, draws: &mut Draws) -> Option<Action>;

    /// Hears how a round went.
    fn hear(&mut self, own: Action, seen: Action);
}

/// One who has to be asked.
#[derive(Clone)]
struct Asked(Box<dyn Strategy>);

impl Plays for Asked {
    fn switch(&mut self, _: u32) {}

    #[inline]
    fn act(&mut self, view: &View<'_>, draws: &mut Draws) -> Option<Action> {
        let action = self.0.act(view, draws);
        if draws.used() {
            *draws = Draws::unused();
            return None;
        }
        Some(action)
    }

    #[inline]
    fn hear(&mut self, _: Action, _: Action) {}
}

impl Plays for ByTable<'_> {
    fn switch(&mut self, round: u32) {
        ByTable::switch(self, round);
    }

    #[inline]
    fn act(&mut self, _: &View<'_>, _: &mut Draws) -> Option<Action> {
        self.automaton.sure_action(self.state)
    }

    #[inline]
    fn hear(&mut self, own: Action, seen: Action) {
        ByTable::hear(self, own, seen);
    }
}

/// Either, in all matches of a node.
#[derive(Clone)]
enum Mover<'a> {
    Asked(Asked),
    ByTable(ByTable<'a>),
}

impl Mover<'_> {
    /// The rounds before which its states change.
    fn switching(&self) -> impl Iterator<Item = u32> {
        let switches = match self {
            Mover::Asked(_) => &[],
            Mover::ByTable(player) => player.automaton.switches(),
        };
        switches.iter().map(|switch| switch.round)
    }
}

impl Plays for Mover<'_> {
    fn switch(&mut self, round: u32) {
        match self {
            Mover::Asked(player) => player.switch(round),
            Mover::ByTable(player) => player.switch(round),
        }
    }

    #[inline]
    fn act(&mut self, view: &View<'_>, draws: &mut Draws) -> Option<Action> {
        match self {
            Mover::Asked(player) => player.act(view, draws),
            Mover::ByTable(player) => player.act(view, draws),
        }
    }

    #[inline]
    fn hear(&mut self, own: Action, seen: Action) {
        match self {
            Mover::Asked(player) => player.hear(own, seen),
            Mover::ByTable(player) => player.hear(own, seen),
        }
    }
}

/// Two who meet: by their places among the movers of a node, and where the meeting is in the list.
#[derive(Clone, Copy)]
struct Pair {
    movers: [u32; 2],
    meeting: usize,
}

/// Matches that have been the same so far.
struct Node<'a> {
    truth: [Record; 2],
    rounds: u32,
    seats: [Vec<Mover<'a>>; 2],
    pairs: Vec<Pair>,
}

/// A place among movers, as a pair keeps it.
fn place(movers: usize) -> u32 {
    u32::try_from(movers).expect("fewer than 2^32 players")
}

impl<'a> Node<'a> {
    /// All matches before their first round.
    fn root(spec: &Match<'_>, meetings: &[[usize; 2]], entrant: &impl Fn(usize, PlayerId) -> Entrant<'a>) -> Self {
        let players = meetings.iter().flatten().max().map_or(0, |most| most + 1);
        let ids = [PlayerId(0), PlayerId(1)];
        let told = ids.map(|seat| spec.rules.told(seat));
        // By seat and player: what it is there, unless it sees into others or plays from outside.
        let blind = |entrant: &Entrant<'_>| !entrant.strategy.reads_minds() && !entrant.strategy.is_guest();
        let entrants =
            ids.map(|seat| (0..players).map(|player| Some(entrant(player, seat)).filter(blind)).collect::<Vec<_>>());
        let mut node = Self { truth: Default::default(), rounds: 0, seats: Default::default(), pairs: Vec::new() };
        // By seat and player: the place among the movers.
        let mut places = [vec![None; players], vec![None; players]];
        for (meeting, pair) in meetings.iter().enumerate() {
            let [Some(first), Some(second)] = [entrants[0][pair[0]], entrants[1][pair[1]]] else { continue };
            let both = [first, second];
            if both.iter().all(|entrant| entrant.automaton.is_some()) {
                continue;
            }
            let movers = [0, 1].map(|seat: usize| {
                *places[seat][pair[seat]].get_or_insert_with(|| {
                    node.seats[seat].push(match both[seat].automaton {
                        Some(automaton) => Mover::ByTable(ByTable::of(automaton)),
                        None => {
                            let mut strategy = both[seat].strategy.boxed_clone();
                            strategy.begin(&told[seat]);
                            Mover::Asked(Asked(strategy))
                        }
                    });
                    place(node.seats[seat].len() - 1)
                })
            });
            node.pairs.push(Pair { movers, meeting });
        }
        node
    }

    /// Plays on to the end, where the course is known, or to where players of a seat part, which makes new branches.
    fn grow<R>(
        mut self,
        table: &Table,
        judge: impl Fn(Course) -> R,
        branch: impl FnMut(Self),
    ) -> Option<(R, Vec<usize>)> {
        let [firsts, seconds] = &mut self.seats;
        if let ([first], [second]) = (&mut firsts[..], &mut seconds[..]) {
            match (first, second) {
                (Mover::Asked(a), Mover::Asked(b)) => table.play_two(&mut self.truth, a, b),
                (Mover::Asked(a), Mover::ByTable(b)) => table.play_two(&mut self.truth, a, b),
                (Mover::ByTable(a), Mover::Asked(b)) => table.play_two(&mut self.truth, a, b),
                (Mover::ByTable(a), Mover::ByTable(b)) => table.play_two(&mut self.truth, a, b),
            }?;
            return Some(self.judged(table, judge));
        }
        let mut draws = Draws::unused();
        let mut chosen: [Vec<Option<Action>>; 2] = [0, 1].map(|seat: usize| vec![None; self.seats[seat].len()]);
        while self.rounds < table.rounds {
            let round = self.rounds + 1;
            if table.switching.binary_search(&round).is_ok() {
                self.seats.iter_mut().flatten().for_each(|mover| mover.switch(round));
            }
            let mut alike = true;
            for (seat, chosen) in chosen.iter_mut().enumerate() {
                let own = self.truth[seat].history_of(self.rounds as usize);
                let view = View { round, own, seen: Seen::new(&self.truth, seat) };
                for (mover, slot) in self.seats[seat].iter_mut().zip(chosen.iter_mut()) {
                    *slot = table.exists(seat, mover.act(&view, &mut draws));
                }
                alike &= chosen[0].is_some() && chosen.iter().all(|action| *action == chosen[0]);
            }
            if let (true, [Some(first), Some(second)]) = (alike, [chosen[0][0], chosen[1][0]]) {
                self.play([first, second]);
            } else {
                self.part(table, &chosen).into_iter().for_each(branch);
                return None;
            }
        }
        Some(self.judged(table, judge))
    }

    fn judged<R>(&self, table: &Table, judge: impl Fn(Course) -> R) -> (R, Vec<usize>) {
        (judge(table.course(&self.truth)), self.pairs.iter().map(|pair| pair.meeting).collect())
    }

    /// A round was played.
    fn play(&mut self, actions: [Action; 2]) {
        for (seat, own) in actions.into_iter().enumerate() {
            self.truth[seat].push(own);
            self.seats[seat].iter_mut().for_each(|mover| mover.hear(own, actions[1 - seat]));
        }
        self.rounds += 1;
    }

    /// The matches by what is played in the coming round, after it. Those in which something is drawn are left out.
    fn part(mut self, table: &Table, chosen: &[Vec<Option<Action>>; 2]) -> Vec<Self> {
        // What each pair plays is one of a few things. They are counted first, to make room once.
        let plays = |pair: &Pair| {
            let [first, second] = [0, 1].map(|seat: usize| chosen[seat][pair.movers[seat] as usize]);
            Some([first?, second?])
        };
        let mut counts: Vec<([Action; 2], usize)> = Vec::with_capacity(4);
        for actions in self.pairs.iter().filter_map(plays) {
            match counts.iter_mut().find(|(these, _)| *these == actions) {
                Some((_, count)) => *count += 1,
                None => counts.push((actions, 1)),
            }
        }
        let room = |(actions, count): &([Action; 2], usize)| (*actions, Vec::with_capacity(*count));
        let mut groups: Vec<([Action; 2], Vec<Pair>)> = counts.iter().map(room).collect();
        for pair in std::mem::take(&mut self.pairs) {
            let group = plays(&pair).and_then(|actions| groups.iter_mut().find(|(these, _)| *these == actions));
            group.into_iter().for_each(|(_, pairs)| pairs.push(pair));
        }
        // The new place of each mover in the group of pairs at hand, and in how many groups it still is.
        let mut places = [0, 1].map(|seat: usize| vec![u32::MAX; self.seats[seat].len()]);
        let mut uses = [0, 1].map(|seat: usize| vec![0u32; self.seats[seat].len()]);
        let mut movers = self.seats.map(|movers| movers.into_iter().map(Some).collect::<Vec<_>>());
        for seat in 0..2 {
            for (k, (_, pairs)) in (0..).zip(&groups) {
                for pair in pairs {
                    let at = pair.movers[seat] as usize;
                    if std::mem::replace(&mut places[seat][at], k) != k {
                        uses[seat][at] += 1;
                    }
                }
            }
        }
        let mut branches = Vec::with_capacity(groups.len());
        let last = groups.len().saturating_sub(1);
        for (k, (actions, mut pairs)) in groups.into_iter().enumerate() {
            let truth = if k == last {
                std::mem::take(&mut self.truth)
            } else {
                [0, 1].map(|seat: usize| self.truth[seat].with_room_for(table.rounds))
            };
            let seats = [0, 1].map(|seat: usize| {
                places[seat].fill(u32::MAX);
                let mut taken = Vec::with_capacity(pairs.len().min(movers[seat].len()));
                for pair in &mut pairs {
                    let at = pair.movers[seat] as usize;
                    if places[seat][at] == u32::MAX {
                        places[seat][at] = place(taken.len());
                        uses[seat][at] -= 1;
                        let last = uses[seat][at] == 0;
                        let mover = if last { movers[seat][at].take() } else { movers[seat][at].clone() };
                        taken.push(mover.expect("it is taken in its last group"));
                    }
                    pair.movers[seat] = places[seat][at];
                }
                taken
            });
            let mut branch = Self { truth, rounds: self.rounds, seats, pairs };
            branch.play(actions);
            branches.push(branch);
        }
        branches
    }
}

impl Table {
    /// An action, if it is one that the player of a seat has.
    #[inline]
    fn exists(&self, seat: usize, action: Option<Action>) -> Option<Action> {
        action.filter(|action| action.index() < self.actions[seat])
    }

    /// Plays on to the end where only two are left; nothing if something is drawn. The same as the rounds of more of them, without
    /// what it takes to part.
    fn play_two(&self, truth: &mut [Record; 2], first: &mut impl Plays, second: &mut impl Plays) -> Option<()> {
        let mut draws = Draws::unused();
        let played = u32::try_from(truth[0].history().len()).expect("a match has fewer than 2^32 rounds");
        for (start, length) in cut(&self.switching, played + 1, self.rounds) {
            first.switch(start);
            second.switch(start);
            for round in start..start + length {
                let own = |seat: usize| truth[seat].history_of((round - 1) as usize);
                let view = |seat: usize| View { round, own: own(seat), seen: Seen::new(&*truth, seat) };
                let one = self.exists(0, first.act(&view(0), &mut draws))?;
                let other = self.exists(1, second.act(&view(1), &mut draws))?;
                first.hear(one, other);
                second.hear(other, one);
                truth[0].push(one);
                truth[1].push(other);
            }
        }
        Some(())
    }

    /// The course of a match by what both seats played.
    fn course(&self, [first, second]: &[Record; 2]) -> Course {
        let both = first.history().actions().iter().zip(second.history().actions());
        #[expect(clippy::cast_possible_truncation, reason = "`fits` has checked the number of profiles")]
        let profile = |(first, second): (&Action, &Action)| (first.index() * self.actions[1] + second.index()) as u16;
        Course::of(both.map(profile).collect())
    }
}
