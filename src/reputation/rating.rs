//! What one agent says of its dealing with another: the only thing that a trust model learns from.
//!
//! A [`Grade`] is always a number from 0 to 1 and a [`Weight`] a finite number from 0, whoever made them; a model turns
//! them into its own scale. Time is a count of periods that the caller keeps (rounds, say) and never falls.

use crate::error::Diagnostic;
use crate::ids::AgentId;

/// How well an agent was served: 0 cheated, 1/2 neither well nor badly, 1 as agreed.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Grade(f64);

impl Grade {
    /// As agreed.
    pub const GOOD: Grade = Grade(1.0);
    /// Neither well nor badly.
    pub const NEUTRAL: Grade = Grade(0.5);
    /// Cheated.
    pub const BAD: Grade = Grade(0.0);

    /// The grade of a number.
    ///
    /// # Errors
    /// If it is not from 0 to 1.
    pub fn new(value: f64) -> Result<Self, Diagnostic> {
        if (0.0..=1.0).contains(&value) {
            return Ok(Self(value));
        }
        Err(Diagnostic::new("wrong-grade", format!("the grade {value}"), "a number from 0 (cheated) to 1 (as agreed)"))
    }

    /// Good or bad.
    pub fn of(good: bool) -> Self {
        if good { Self::GOOD } else { Self::BAD }
    }

    /// From 0 to 1.
    #[inline]
    pub fn value(self) -> f64 {
        self.0
    }

    /// From -1 to 1.
    #[inline]
    pub fn signed(self) -> f64 {
        2.0 * self.0 - 1.0
    }

    /// Whether it is at least neutral.
    #[inline]
    pub fn is_good(self) -> bool {
        self.0 >= 0.5
    }

    /// The opposite: what a misread grade is taken for.
    #[must_use]
    pub fn flip(self) -> Self {
        Self(1.0 - self.0)
    }
}

/// How much was at stake: the size of the deal, in the caller's unit; or the weight of a rule.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Weight(f64);

impl Weight {
    /// One.
    pub const ONE: Weight = Weight(1.0);

    /// The weight of a number.
    ///
    /// # Errors
    /// If it is negative or not finite.
    pub fn new(value: f64) -> Result<Self, Diagnostic> {
        if (0.0..=f64::MAX).contains(&value) {
            return Ok(Self(value));
        }
        Err(Diagnostic::new("wrong-weight", format!("the weight {value}"), "a finite number from 0"))
    }

    /// The number, from 0.
    #[inline]
    pub fn value(self) -> f64 {
        self.0
    }
}

/// Where a rating comes from (Huynh, Jennings & Shadbolt 2006). Models that know one source take all alike.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum RatingKind {
    /// The rater's own dealing with the ratee.
    #[default]
    Interaction,
    /// A rule about the ratee's role, with the weight that the rule has.
    Role,
    /// Hearsay: what a witness says.
    Witness,
    /// A reference that the ratee itself presents.
    Certified,
}

impl RatingKind {
    /// All kinds, in the order of their places.
    pub const ALL: [RatingKind; 4] =
        [RatingKind::Interaction, RatingKind::Role, RatingKind::Witness, RatingKind::Certified];

    /// One letter: I, R, W, C.
    pub fn letter(self) -> char {
        ['I', 'R', 'W', 'C'][self.index()]
    }

    /// The kind of a letter.
    pub fn from_letter(letter: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| letter.chars().eq([kind.letter()]))
    }

    /// The place among all kinds.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }
}

/// One rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The period; never below that of an earlier rating.
    pub tick: u64,
    /// Who says it.
    pub rater: AgentId,
    /// Of whom.
    pub ratee: AgentId,
    /// How well the rater was served.
    pub grade: Grade,
    /// How much was at stake.
    pub weight: Weight,
    /// Where it comes from.
    pub kind: RatingKind,
}

impl Rating {
    /// The rating of an own dealing of weight one.
    pub fn new(tick: u64, rater: AgentId, ratee: AgentId, grade: Grade) -> Self {
        Self { tick, rater, ratee, grade, weight: Weight::ONE, kind: RatingKind::Interaction }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grades_and_weights_are_in_range() {
        for wrong in [-0.1, 1.1, f64::NAN, f64::INFINITY] {
            assert_eq!(Grade::new(wrong).expect_err("out of range").code, "wrong-grade");
        }
        for wrong in [-1.0, f64::NAN, f64::INFINITY] {
            assert_eq!(Weight::new(wrong).expect_err("out of range").code, "wrong-weight");
        }
        assert_eq!(Grade::new(0.75).expect("in range").signed(), 0.5);
        assert_eq!(Grade::new(0.25).expect("in range").flip(), Grade::new(0.75).expect("in range"));
        assert!(Grade::NEUTRAL.is_good() && Grade::NEUTRAL.signed() == 0.0);
    }

    #[test]
    fn kinds_have_letters() {
        for kind in RatingKind::ALL {
            assert_eq!(RatingKind::from_letter(&kind.letter().to_string()), Some(kind));
        }
        assert_eq!(RatingKind::from_letter("X"), None);
    }
}
