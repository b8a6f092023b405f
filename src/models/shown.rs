//! Which rounds of a match a table shows one by one.

/// Which rounds are shown one by one: the first thousand, and the last hundred of a longer fixed match.
#[derive(Clone, Debug)]
pub(super) struct Rounds {
    head: u32,
    tail_from: u32,
    last: u32,
}

impl Rounds {
    const HEAD: u32 = 1000;
    const TAIL: u32 = 100;

    pub(super) fn of(fixed: Option<u32>) -> Self {
        match fixed {
            Some(rounds) => {
                let head = rounds.min(Self::HEAD);
                Self { head, tail_from: rounds.saturating_sub(Self::TAIL).max(head) + 1, last: rounds }
            }
            None => Self { head: Self::HEAD, tail_from: u32::MAX, last: 0 },
        }
    }

    /// The rounds that are shown from `first` on, each with its place among all that are shown.
    pub(super) fn shown_from(&self, first: u32) -> impl Iterator<Item = (usize, u32)> + use<> {
        let head = self.head;
        let (tail_from, first) = (self.tail_from, first.max(1));
        let place = move |round: u32| {
            let place = if round <= head { round - 1 } else { head + round - tail_from };
            place as usize
        };
        (first..=head).chain(first.max(tail_from)..=self.last).map(move |round| (place(round), round))
    }

    /// How many rounds are shown.
    pub(super) fn count(&self) -> usize {
        self.head as usize + (self.last + 1).saturating_sub(self.tail_from) as usize
    }
}
