//! Image scoring: giving raises a donor's score, refusing lowers it, whoever the recipient is.
//!
//! A donor of threshold `k` gives to whose score is at least `k` (Nowak & Sigmund 1998, Nature 393:573). The score is kept
//! within a range. It punishes those who punish: refusing the bad costs the donor its own image, unlike standing.

use super::Deed;
use crate::exact::Rational;

/// The range within which scores are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ImageRule {
    /// The least score, at most 0.
    pub low: i32,
    /// The greatest score, at least 0.
    pub high: i32,
}

impl Default for ImageRule {
    /// From -5 to 5.
    fn default() -> Self {
        Self { low: -5, high: 5 }
    }
}

impl ImageRule {
    /// The score after a deed: one up or down, within the range.
    #[inline]
    pub fn judge(self, score: i32, deed: Deed) -> i32 {
        let step = if deed == Deed::Give { 1 } else { -1 };
        score.saturating_add(step).min(self.high).max(self.low)
    }

    /// What a donor of a threshold does towards a recipient of a score.
    #[inline]
    pub fn deed(threshold: i32, recipient: i32) -> Deed {
        Deed::give_if(recipient >= threshold)
    }
}

/// Whether discriminators keep out defectors when the recipient's image is known with probability `known`: iff
/// `known > cost / benefit` (Nowak & Sigmund 1998, p. 576; 1998, J. Theoretical Biology 194:561).
///
/// Where nearly all discriminate, and help those of whom they know nothing, one of them has `b - c` a round and a defector
/// `(1 - q) b`.
pub fn known_image_pays(known: &Rational, benefit: &Rational, cost: &Rational) -> bool {
    known * benefit > *cost
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_stay_in_range() {
        let rule = ImageRule { low: -2, high: 2 };
        let up = (0..5).fold(0, |score, _| rule.judge(score, Deed::Give));
        let down = (0..5).fold(0, |score, _| rule.judge(score, Deed::Refuse));
        assert_eq!((up, down), (2, -2));
        assert_eq!(ImageRule::deed(0, 0), Deed::Give);
        assert_eq!(ImageRule::deed(1, 0), Deed::Refuse);
    }
}
