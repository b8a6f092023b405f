//! Players of El Farol: each has a handful of simple forecasts of how many will come, and acts on the one that has erred
//! least (Arthur 1994).
//!
//! A forecast is of how many of the others take the second action, from what they did in recent rounds. The player takes
//! the second action if by the game's payoffs that is better than the first at the number forecast.

use super::{Size, two_actions_each};
use crate::catalogue::{Entry, Field, Kind, Schema};
use crate::error::Diagnostic;
use crate::sim::Draws;
use crate::strategy::{Action, Facets, Strategy, Told, View};

/// How many rounds back forecasts look at most.
const WINDOW: usize = 10;

/// A forecast from the numbers of recent rounds.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Forecast {
    /// As many as so many rounds ago.
    Ago(usize),
    /// The mirror image of the number so many rounds ago.
    Mirror(usize),
    /// The mean of so many last rounds.
    Mean(usize),
    /// The line through the first and the last of so many last rounds, one round on.
    Trend(usize),
    /// Always the same share of the others.
    Share(f64),
}

impl Forecast {
    fn draw(draws: &mut Draws) -> Self {
        let kind = draws.index(5);
        let span = 1 + draws.index(WINDOW);
        match kind {
            0 => Self::Ago(span),
            1 => Self::Mirror(span),
            2 => Self::Mean(span),
            3 => Self::Trend(span),
            _ => Self::Share(draws.uniform()),
        }
    }

    /// The forecast, from 0 to `others`; `past` has the last round last, and is empty before the first.
    fn of(self, past: &[f64], others: f64) -> f64 {
        let ago = |span: usize| past[past.len().saturating_sub(span)];
        let value = match self {
            Self::Share(share) => share * others,
            _ if past.is_empty() => others / 2.0,
            Self::Ago(span) => ago(span),
            Self::Mirror(span) => others - ago(span),
            Self::Mean(span) => {
                let recent = &past[past.len().saturating_sub(span)..];
                recent.iter().sum::<f64>() / recent.len() as f64
            }
            Self::Trend(span) => {
                let steps = span.min(past.len() - 1);
                let (first, last) = (past[past.len() - 1 - steps], past[past.len() - 1]);
                last + if steps == 0 { 0.0 } else { (last - first) / steps as f64 }
            }
        };
        value.clamp(0.0, others)
    }
}

/// Acts on the forecast that has erred least.
#[derive(Clone)]
struct Forecaster {
    count: usize,
    /// How much of the old error is kept every round.
    keeps: f64,
    size: Size,
    /// Whether the second action is the better one, by how many of the others take it.
    goes: Vec<bool>,
    forecasts: Vec<Forecast>,
    errors: Vec<f64>,
    past: Vec<f64>,
}

impl Strategy for Forecaster {
    fn begin(&mut self, told: &Told) {
        self.size = Size::of(told);
        let others = self.size.others;
        self.goes = (0..=others)
            .map(|second| {
                let counts = [others - second, second];
                let worth = |own: usize| told.game.payoff(told.player, own, &counts).unwrap_or_default();
                worth(1) > worth(0)
            })
            .collect();
        self.forecasts.clear();
        self.errors.clear();
        self.past.clear();
    }

    fn act(&mut self, view: &View<'_>, draws: &mut Draws) -> Action {
        let others = f64::from(self.size.others);
        if self.forecasts.is_empty() {
            self.forecasts = (0..self.count).map(|_| Forecast::draw(draws)).collect();
            self.errors = vec![0.0; self.count];
        }
        if !view.is_first() {
            let came = f64::from(view.seen.took(Action::D, 1));
            for (error, forecast) in self.errors.iter_mut().zip(&self.forecasts) {
                let missed = (forecast.of(&self.past, others) - came).abs();
                *error = self.keeps * *error + (1.0 - self.keeps) * missed;
            }
            // Trends look one round further back than means.
            if self.past.len() > WINDOW {
                self.past.remove(0);
            }
            self.past.push(came);
        }
        let best = (1..self.count).fold(0, |best, k| if self.errors[k] < self.errors[best] { k } else { best });
        let forecast = self.forecasts[best].of(&self.past, others);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and the others")]
        let number = forecast.round() as usize;
        Action(u8::from(self.goes[number]))
    }

    fn fits(&self, told: &Told) -> Result<(), Diagnostic> {
        two_actions_each(told)
    }
}

pub(super) const ENTRIES: &[Entry<dyn Strategy>] = &[Entry {
    key: "crowd_forecaster",
    title: "Crowd Forecaster",
    aliases: &["el_farol_forecaster", "inductive_reasoner"],
    about: "Draws some simple forecasts of how many others take the second action, and does what pays at the number that \
            the best forecast so far says.",
    source: "Arthur 1994, American Economic Review 84:406-411",
    facets: Facets::unbounded().stochastic().uses_game().group(),
    params: || {
        Schema::of(vec![
            Field::with_default("forecasts", Kind::Integer { min: 1, max: 100 }, 6i64, "How many forecasts it has."),
            Field::with_default("memory", Kind::Probability, 0.9, "How much of the old error it keeps every round."),
        ])
    },
    build: |params, _| {
        Ok(Box::new(Forecaster {
            count: params.count("forecasts"),
            keeps: params.number("memory"),
            size: Size::default(),
            goes: Vec::new(),
            forecasts: Vec::new(),
            errors: Vec::new(),
            past: Vec::new(),
        }))
    },
}];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forecasts_are_what_their_names_say() {
        let past = [10.0, 40.0, 60.0, 30.0];
        let cases = [
            (Forecast::Ago(1), 30.0),
            (Forecast::Ago(4), 10.0),
            (Forecast::Ago(9), 10.0),
            (Forecast::Mirror(2), 39.0),
            (Forecast::Mean(2), 45.0),
            (Forecast::Trend(1), 0.0),
            (Forecast::Trend(2), 25.0),
            (Forecast::Share(0.5), 49.5),
        ];
        for (forecast, expected) in cases {
            assert_eq!(forecast.of(&past, 99.0), expected, "{forecast:?}");
        }
        assert_eq!(Forecast::Trend(3).of(&[7.0], 99.0), 7.0);
        assert_eq!(Forecast::Ago(3).of(&[], 99.0), 49.5);
    }
}
