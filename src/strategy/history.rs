//! What has been played, as a player sees it.

use super::Action;

/// The actions of one player so far, with their counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    actions: Vec<Action>,
    counts: Counts,
}

/// How often each action was played: in place for a few, so that most records are one piece of memory.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Counts {
    Few([u32; FEW]),
    Many(Vec<u32>),
}

/// The most rounds that room is made for before they are played.
const MOST_ROOM: u32 = 1 << 20;

/// The most actions whose counts stand in place.
const FEW: usize = 4;

impl Counts {
    fn new(actions: usize) -> Self {
        if actions <= FEW { Self::Few([0; FEW]) } else { Self::Many(vec![0; actions]) }
    }

    #[inline]
    fn as_slice(&self) -> &[u32] {
        match self {
            Self::Few(counts) => counts,
            Self::Many(counts) => counts,
        }
    }

    #[inline]
    fn as_mut_slice(&mut self) -> &mut [u32] {
        match self {
            Self::Few(counts) => counts,
            Self::Many(counts) => counts,
        }
    }
}

impl Default for Counts {
    fn default() -> Self {
        Self::new(0)
    }
}

impl Record {
    /// An empty record for a player of `actions` actions.
    pub fn new(actions: usize) -> Self {
        Self { actions: Vec::new(), counts: Counts::new(actions.max(2)) }
    }

    /// An empty record with room for a match of so many rounds, or for the first million of them.
    pub fn with_room(actions: usize, rounds: u32) -> Self {
        Self { actions: Vec::with_capacity(rounds.min(MOST_ROOM) as usize), ..Self::new(actions) }
    }

    /// A copy with room for a match of so many rounds.
    #[must_use]
    pub fn with_room_for(&self, rounds: u32) -> Self {
        let room = rounds.min(MOST_ROOM) as usize;
        let mut copy = Self { counts: self.counts.clone(), actions: Vec::with_capacity(room) };
        copy.actions.extend_from_slice(&self.actions);
        copy
    }

    /// A record of these actions.
    pub fn of(actions: &[Action]) -> Self {
        let most = actions.iter().map(|a| a.index() + 1).max().unwrap_or(0);
        let mut record = Self::new(most);
        for action in actions {
            record.push(*action);
        }
        record
    }

    /// Adds an action.
    #[inline]
    pub fn push(&mut self, action: Action) {
        self.actions.push(action);
        self.counts.as_mut_slice()[action.index()] += 1;
    }

    /// Forgets all but the first `rounds` actions.
    pub fn truncate(&mut self, rounds: usize) {
        for action in self.actions.drain(rounds.min(self.actions.len())..) {
            self.counts.as_mut_slice()[action.index()] -= 1;
        }
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.actions.clear();
        self.counts.as_mut_slice().fill(0);
    }

    /// The record, to be read.
    #[inline]
    pub fn history(&self) -> History<'_> {
        History { actions: &self.actions, counts: self.counts.as_slice() }
    }

    /// The record of a player who has played `rounds` rounds, all of them, to be read.
    ///
    /// The same as [`history`](Record::history) for a loop that counts rounds anyway: a length that was only just stored next
    /// to its pointer would have to be waited for before both could be loaded at once.
    ///
    /// # Panics
    /// If fewer rounds were played.
    #[inline]
    pub fn history_of(&self, rounds: usize) -> History<'_> {
        debug_assert_eq!(rounds, self.actions.len(), "all rounds are shown");
        History { actions: &self.actions[..rounds], counts: self.counts.as_slice() }
    }
}

/// The actions of one player so far, to be read.
#[derive(Clone, Copy, Debug)]
pub struct History<'a> {
    actions: &'a [Action],
    counts: &'a [u32],
}

impl<'a> History<'a> {
    /// Whether nothing has been played.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.actions.is_empty()
    }

    /// How many rounds have been played.
    #[inline]
    pub fn len(self) -> usize {
        self.actions.len()
    }

    /// All actions, the first round's first.
    #[inline]
    pub fn actions(self) -> &'a [Action] {
        self.actions
    }

    /// The last action.
    #[inline]
    pub fn last(self) -> Option<Action> {
        self.actions.last().copied()
    }

    /// The action `back` rounds ago: 1 is the last.
    #[inline]
    pub fn back(self, back: usize) -> Option<Action> {
        self.actions.len().checked_sub(back).and_then(|place| self.actions.get(place)).copied()
    }

    /// The last `rounds` actions, or all if there are fewer; the oldest first.
    #[inline]
    pub fn tail(self, rounds: usize) -> &'a [Action] {
        &self.actions[self.actions.len().saturating_sub(rounds)..]
    }

    /// How often an action was played.
    #[inline]
    pub fn count(self, action: Action) -> u32 {
        self.counts.get(action.index()).copied().unwrap_or(0)
    }

    /// How often an action was played in the last `rounds` rounds, or in all if there are fewer.
    #[inline]
    pub fn recent(self, action: Action, rounds: usize) -> u32 {
        // Sums of bytes, which many rounds at a time are added to, as long as they cannot overflow.
        let count = |part: &[Action]| part.iter().map(|played| u8::from(*played == action)).sum::<u8>();
        self.tail(rounds).chunks(255).map(|part| u32::from(count(part))).sum()
    }

    /// How often C was played.
    #[inline]
    pub fn cooperations(self) -> u32 {
        self.count(Action::C)
    }

    /// How often D was played.
    #[inline]
    pub fn defections(self) -> u32 {
        self.count(Action::D)
    }

    /// Whether the last action was D.
    #[inline]
    pub fn just_defected(self) -> bool {
        self.last() == Some(Action::D)
    }
}

/// How many players took each action, round by round: what makes a look at a large group cheap.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    actions: usize,
    counts: Vec<u32>,
}

impl Tally {
    /// An empty tally of players of at most `actions` actions.
    pub fn new(actions: usize) -> Self {
        Self { actions, counts: Vec::new() }
    }

    /// Adds a round of these actions.
    pub fn push(&mut self, actions: impl IntoIterator<Item = Action>) {
        let start = self.counts.len();
        self.counts.resize(start + self.actions, 0);
        for action in actions {
            self.counts[start + action.index()] += 1;
        }
    }

    /// How many took each action `back` rounds ago: 1 is the last.
    #[inline]
    pub fn back(&self, back: usize) -> Option<&[u32]> {
        let end = self.counts.len().checked_sub(back.checked_sub(1)? * self.actions)?;
        self.counts.get(end.checked_sub(self.actions)?..end)
    }
}

/// The others' actions as a player perceived them, in order of players, the player itself left out.
#[derive(Clone, Copy, Debug)]
pub struct Seen<'a> {
    records: &'a [Record],
    skip: usize,
    /// Counts of all records, that of the one who looks included if it is not empty.
    tally: Option<&'a Tally>,
}

impl<'a> Seen<'a> {
    /// The records of all players, of which player `skip` is the one who looks.
    #[inline]
    pub fn new(records: &'a [Record], skip: usize) -> Self {
        Self { records, skip, tally: None }
    }

    /// The same, with the counts of all `records` by round, so that nobody has to count again.
    #[inline]
    #[must_use]
    pub fn counted(mut self, tally: Option<&'a Tally>) -> Self {
        self.tally = tally;
        self
    }

    /// How many of the others took an action `back` rounds ago: 1 is the last. Nobody did before the first round.
    #[inline]
    pub fn took(self, action: Action, back: usize) -> u32 {
        match self.tally {
            Some(tally) => {
                let all = tally.back(back).and_then(|counts| counts.get(action.index())).copied().unwrap_or(0);
                // Where truth is seen the one who looks is among those counted.
                let own = self.records.get(self.skip).and_then(|record| record.history().back(back));
                all - u32::from(own == Some(action))
            }
            None => {
                let took = self.iter().filter(|history| history.back(back) == Some(action)).count();
                u32::try_from(took).unwrap_or(u32::MAX)
            }
        }
    }

    /// How many of the others took each of `actions` actions `back` rounds ago.
    pub fn counts(self, actions: usize, back: usize) -> Vec<u32> {
        (0..actions).map(|action| self.took(Action(u8::try_from(action).unwrap_or(u8::MAX)), back)).collect()
    }

    /// How many others there are.
    #[inline]
    pub fn len(self) -> usize {
        self.records.len().saturating_sub(1)
    }

    /// Whether there are no others.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The `k`-th other player's actions.
    ///
    /// # Panics
    /// If there are not so many others.
    #[inline]
    pub fn get(self, k: usize) -> History<'a> {
        self.records[k + usize::from(k >= self.skip)].history()
    }

    /// All others' actions, in order of players.
    pub fn iter(self) -> impl Iterator<Item = History<'a>> {
        (0..self.len()).map(move |k| self.get(k))
    }
}

/// What a player knows before a round: its own realised actions, and the others' as it perceived them.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// The round that comes, from 1.
    pub round: u32,
    /// The player's own realised actions.
    pub own: History<'a>,
    /// The others' actions as perceived.
    pub seen: Seen<'a>,
}

impl<'a> View<'a> {
    /// The one opponent of a two-player match (the first other player of a larger one).
    ///
    /// # Panics
    /// If there is no other player.
    #[inline]
    pub fn opponent(&self) -> History<'a> {
        self.seen.get(0)
    }

    /// Whether this is the first round.
    #[inline]
    pub fn is_first(&self) -> bool {
        self.round <= 1
    }
}
