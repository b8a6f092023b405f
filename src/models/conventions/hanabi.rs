//! A small game in the manner of Hanabi (Bauza 2010; Bard et al. 2020): build up each colour in order of ranks, knowing only the
//! other's cards.
//!
//! There is one card of each colour and rank. Each holds some, sees the other's and not its own, and the rest is a pile. In turns, one plays
//! a card, tells the other which of its cards have a colour or a rank (as often as there are hints), or passes. A card that comes
//! next in its colour gains 1 and is replaced from the pile; any other ends the game. So hints must mean more than they say.

use super::play::Play;
use crate::sim::Draws;

/// How large the game is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Size {
    pub(super) colours: usize,
    pub(super) ranks: usize,
    pub(super) hand: usize,
    pub(super) hints: usize,
    pub(super) turns: usize,
}

/// A card in a hand, and what its holder was told of it.
#[derive(Clone, Copy, Debug)]
struct Held {
    colour: usize,
    rank: usize,
    told_colour: bool,
    told_rank: bool,
}

/// Action 0 is to pass; then come the cards to play, the colours and the ranks to tell of.
#[derive(Clone)]
pub(super) struct Hanabi {
    size: Size,
    hands: [Vec<Option<Held>>; 2],
    pile: Vec<(usize, usize)>,
    built: Vec<usize>,
    hints: usize,
    turn: usize,
    last: usize,
}

/// What an action does.
enum Act {
    Pass,
    Play(usize),
    Colour(usize),
    Rank(usize),
}

impl Hanabi {
    pub(super) fn new(size: Size) -> Self {
        let built = vec![0; size.colours];
        Self { size, hands: Default::default(), pile: Vec::new(), built, hints: 0, turn: 0, last: 0 }
    }

    fn act(&self, action: usize) -> Act {
        let Size { colours, hand, .. } = self.size;
        match action {
            0 => Act::Pass,
            _ if action <= hand => Act::Play(action - 1),
            _ if action <= hand + colours => Act::Colour(action - hand - 1),
            _ => Act::Rank(action - hand - colours - 1),
        }
    }

    fn draw(&mut self) -> Option<Held> {
        let card = self.pile.pop();
        card.map(|(colour, rank)| Held { colour, rank, told_colour: false, told_rank: false })
    }

    /// What a hand's owner was told, each colour as the onlooker calls it.
    fn told(hand: &[Option<Held>], called: &[usize], out: &mut dyn FnMut(usize)) {
        for card in hand {
            out(card.map_or(9, |card| if card.told_colour { called[card.colour] } else { 8 }));
            out(card.map_or(9, |card| if card.told_rank { card.rank } else { 8 }));
        }
    }
}

impl Play for Hanabi {
    fn actions(&self) -> usize {
        1 + self.size.hand + self.size.colours + self.size.ranks
    }

    fn name(&self, _: usize, action: usize) -> String {
        match self.act(action) {
            Act::Pass => "pass".into(),
            Act::Play(card) => format!("play card {}", card + 1),
            Act::Colour(colour) => format!("tell colour {}", colour + 1),
            Act::Rank(rank) => format!("tell rank {}", rank + 1),
        }
    }

    fn labels(&self) -> Vec<usize> {
        vec![0; self.size.colours]
    }

    fn label(&self, _: usize, action: usize) -> Option<usize> {
        match self.act(action) {
            Act::Colour(colour) => Some(colour),
            _ => None,
        }
    }

    fn naming(&self, _: usize, label: usize) -> usize {
        1 + self.size.hand + label
    }

    fn begin(&mut self, draws: &mut Draws) {
        let Size { colours, ranks, hand, hints, .. } = self.size;
        self.pile = (0..colours).flat_map(|colour| (0..ranks).map(move |rank| (colour, rank))).collect();
        draws.shuffle(&mut self.pile);
        for agent in 0..2 {
            self.hands[agent] = (0..hand).map(|_| self.draw()).collect();
        }
        self.built = vec![0; colours];
        (self.hints, self.turn, self.last) = (hints, 0, 0);
    }

    fn valid(&self, agent: usize) -> u64 {
        if self.turn % 2 != agent {
            return 1;
        }
        let other = &self.hands[1 - agent];
        let may = |action: &usize| match self.act(*action) {
            Act::Pass => true,
            Act::Play(card) => self.hands[agent].get(card).is_some_and(Option::is_some),
            Act::Colour(colour) => self.hints > 0 && other.iter().flatten().any(|card| card.colour == colour),
            Act::Rank(rank) => self.hints > 0 && other.iter().flatten().any(|card| card.rank == rank),
        };
        (0..self.actions()).filter(may).fold(0, |bits, action| bits | 1 << action)
    }

    fn see(&self, agent: usize, called: &[usize], out: &mut dyn FnMut(usize)) {
        out(usize::from(self.turn % 2 == agent));
        let mut built = vec![0; self.built.len()];
        for (colour, height) in self.built.iter().enumerate() {
            built[called[colour]] = *height;
        }
        built.into_iter().for_each(&mut *out);
        for card in &self.hands[1 - agent] {
            out(card.map_or(99, |card| 10 * called[card.colour] + card.rank));
        }
        Self::told(&self.hands[1 - agent], called, out);
        Self::told(&self.hands[agent], called, out);
        out(self.hints);
        // What the other did last may mean something beside what it says.
        out(match self.act(self.last) {
            Act::Colour(colour) => self.naming(agent, called[colour]),
            _ => self.last,
        });
    }

    fn step(&mut self, joint: &[usize]) -> (f64, bool) {
        let mover = self.turn % 2;
        let action = joint[mover];
        (self.last, self.turn) = (action, self.turn + 1);
        let mut gained = 0.0;
        match self.act(action) {
            Act::Pass => {}
            Act::Play(place) => {
                let Some(card) = self.hands[mover][place] else { return (0.0, true) };
                if self.built[card.colour] != card.rank {
                    return (0.0, true);
                }
                self.built[card.colour] += 1;
                gained = 1.0;
                self.hands[mover][place] = self.draw();
            }
            Act::Colour(colour) => {
                self.hints -= 1;
                for card in self.hands[1 - mover].iter_mut().flatten() {
                    card.told_colour |= card.colour == colour;
                }
            }
            Act::Rank(rank) => {
                self.hints -= 1;
                for card in self.hands[1 - mover].iter_mut().flatten() {
                    card.told_rank |= card.rank == rank;
                }
            }
        }
        let done = self.built.iter().all(|height| *height == self.size.ranks);
        (gained, done || self.turn == self.size.turns)
    }

    fn boxed_clone(&self) -> Box<dyn Play> {
        Box::new(self.clone())
    }
}
