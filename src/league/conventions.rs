//! The lever game: conventions between players that trained together, apart, or without assuming names (Hu et al. 2020).
//!
//! Two players who cannot talk each pull one of some levers; if it is the same, both get what it pays, else nothing. Self-play finds
//! a best lever; players that trained apart each found some best lever, any alike. Other-play asks for what is best against oneself
//! under any relabelling that leaves payoffs as they are: among levers that pay the same, one can only pull any alike.

use crate::error::Diagnostic;
use crate::exact::Rational;

/// Levers, by what each pays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Levers {
    /// Each payoff once, in the order of its first lever, and how many levers pay it.
    classes: Vec<(Rational, usize)>,
}

impl Levers {
    /// Levers of these payoffs.
    ///
    /// # Errors
    /// If there is none, or one pays less than nothing.
    pub fn new(payoffs: &[Rational]) -> Result<Self, Diagnostic> {
        if payoffs.is_empty() || payoffs.iter().any(Rational::is_negative) {
            let found = format!("{} levers, or one that pays less than 0", payoffs.len());
            return Err(Diagnostic::new("wrong-levers", found, "one lever or more, none of which pays less than 0"));
        }
        let mut classes: Vec<(Rational, usize)> = Vec::new();
        for payoff in payoffs {
            match classes.iter_mut().find(|(known, _)| known == payoff) {
                Some((_, count)) => *count += 1,
                None => classes.push((payoff.clone(), 1)),
            }
        }
        Ok(Self { classes })
    }

    /// What players get that trained together.
    pub fn self_play(&self) -> Rational {
        self.best().0.clone()
    }

    /// What players get in the mean that trained apart, each by self-play.
    pub fn cross_play(&self) -> Rational {
        let (payoff, count) = self.best();
        payoff / &Rational::from(*count as i128)
    }

    /// What each class of levers is worth to two that pull any of it alike: its payoff, and that divided by its size.
    pub fn class_values(&self) -> Vec<(Rational, Rational)> {
        let value = |(payoff, count): &(Rational, usize)| (payoff.clone(), payoff / &Rational::from(*count as i128));
        self.classes.iter().map(value).collect()
    }

    /// What players get by other-play, together or apart, and the payoffs of the classes that give it.
    pub fn other_play(&self) -> (Rational, Vec<Rational>) {
        let values = self.class_values();
        let most = values.iter().map(|(_, value)| value.clone()).max().expect("there is a lever");
        let classes = values.into_iter().filter(|(_, value)| *value == most).map(|(payoff, _)| payoff).collect();
        (most, classes)
    }

    fn best(&self) -> &(Rational, usize) {
        self.classes.iter().max_by(|a, b| a.0.cmp(&b.0)).expect("there is a lever")
    }
}
