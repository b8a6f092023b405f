//! Aspiration learning: win-stay, lose-shift by one's own payoff.

use super::{Mistake, mistake_field, probability};
use crate::catalogue::{Entry, Field, Kind, Schema};
use crate::learner::{Facets, Feedback, Learner, Needs, Seat, mix};
use crate::sim::{Chance, Draws};

/// Stays with an action that pays what it aspires to, and shifts to another, any alike, from one that does not; what it
/// aspires to moves towards what it gets.
#[derive(Clone)]
struct Aspiration {
    given: Option<f64>,
    rate: f64,
    shift: Chance,
    mistake: Mistake,
    actions: usize,
    level: f64,
    last: Option<usize>,
    content: bool,
}

impl Learner for Aspiration {
    fn begin(&mut self, seat: &Seat, _: &mut Draws) {
        self.actions = seat.actions();
        self.level = self.given.unwrap_or(f64::midpoint(seat.low(), seat.high()));
        self.last = None;
        self.content = true;
    }

    fn choose(&mut self, draws: &mut Draws) -> usize {
        let Some(last) = self.last else { return draws.index(self.actions) };
        let shifts = !self.content && self.actions > 1 && draws.happens(self.shift);
        let intended = if shifts {
            let other = draws.index(self.actions - 1);
            other + usize::from(other >= last)
        } else {
            last
        };
        self.mistake.act(intended, self.actions, draws)
    }

    fn learn(&mut self, seen: &Feedback<'_>) {
        self.last = seen.action;
        self.content = seen.payoff >= self.level;
        self.level += self.rate * (seen.payoff - self.level);
    }

    fn mixture(&self, out: &mut [f64]) -> bool {
        match self.last {
            None => mix::even(out),
            Some(last) => {
                let shifts = if self.content || self.actions == 1 { 0.0 } else { self.shift.probability() };
                out.fill(shifts / mix::count((self.actions - 1).max(1)));
                out[last] = 1.0 - shifts;
                self.mistake.blur(out);
            }
        }
        true
    }
}

pub(super) const ENTRIES: &[Entry<dyn Learner>] = &[Entry {
    key: "aspiration",
    title: "Aspiration Learning",
    aliases: &["satisficing", "payoff_win_stay_lose_shift"],
    about: "Win-stay, lose-shift by its own payoff: it stays with an action that pays what it aspires to and shifts from \
            one that does not. Its aspiration may follow what it gets. Starts with any action.",
    source: "Karandikar, Mookherjee, Ray & Vega-Redondo 1998, Evolving Aspirations and Cooperation, Journal of Economic \
             Theory 80:292-331; Nowak & Sigmund 1993, Nature 364:56",
    facets: Facets::needs(Needs::Payoff),
    params: || {
        Schema::of(vec![
            Field::optional(
                "level",
                Kind::NUMBER,
                "What it aspires to at first; by default the middle between the least and the greatest payoff.",
            )
            .unit("utility"),
            probability("rate", 0.0, "How far its aspiration moves towards each payoff."),
            probability("shift", 1.0, "How often it shifts when it gets less than it aspires to."),
            mistake_field(0.0),
        ])
    },
    build: |params, ()| {
        Ok(Box::new(Aspiration {
            given: params.has("level").then(|| params.number("level")),
            rate: params.number("rate"),
            shift: Chance::of(params.number("shift")),
            mistake: Mistake::of(params.number("mistake")),
            actions: 1,
            level: 0.0,
            last: None,
            content: true,
        }))
    },
}];
