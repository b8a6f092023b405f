//! Norms of binary standing: what a donor does towards a recipient, and how the deed is judged.
//!
//! Judgement depends on the deed and on the standings of both: eight entries of good or bad; four more say what to do. Of
//! all such norms the leading eight keep cooperation stable where all share one view (Ohtsuki & Iwasa 2004, J. Theoretical
//! Biology 231:107; 2006, 239:435). They agree that helping the good is good and refusing them bad, and that a good donor
//! may refuse the bad; in the rest they differ. Simple standing is the third of them, consistent standing the second, stern
//! judging the sixth.

use super::Deed;

/// How an agent is thought of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Well.
    Good,
    /// Badly.
    Bad,
}

impl Standing {
    /// Good if true.
    #[inline]
    pub fn good_if(condition: bool) -> Self {
        if condition { Standing::Good } else { Standing::Bad }
    }

    /// The other standing.
    #[must_use]
    pub fn flip(self) -> Self {
        Self::good_if(self == Standing::Bad)
    }

    /// G or B.
    pub fn letter(self) -> char {
        if self == Standing::Good { 'G' } else { 'B' }
    }

    /// The standing of a letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'G' => Some(Standing::Good),
            'B' => Some(Standing::Bad),
            _ => None,
        }
    }

    #[inline]
    fn index(self) -> usize {
        usize::from(self == Standing::Bad)
    }
}

/// A norm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Norm {
    /// By standing of donor and recipient and by deed: whether the donor is good from then on.
    judges_good: [[[bool; 2]; 2]; 2],
    /// By standing of donor and recipient: whether the donor gives.
    gives: [[bool; 2]; 2],
}

/// The norms that have names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NormName {
    /// One of the leading eight, from 1 to 8.
    Leading(u8),
    /// Standing as the contrite tit-for-tat of many: refusing the bad leaves a donor's own standing as it was, and a
    /// donor in bad standing gives to all (Sugden 1986; Leimar & Hammerstein 2001, Proc. R. Soc. B 268:745). It judges as
    /// the first of the leading eight.
    Unchanged,
}

impl NormName {
    /// The words under which they are found.
    pub const WORDS: [&'static str; 8] = ["L1", "L2", "L3", "L4", "L5", "L6", "L7", "L8"];

    /// The norm of a word of [`NormName::WORDS`].
    pub fn leading(word: &str) -> Option<Self> {
        let place = Self::WORDS.iter().position(|known| *known == word)?;
        u8::try_from(place + 1).ok().map(NormName::Leading)
    }
}

impl Norm {
    /// A norm by its name. Of the leading eight, numbers beyond 8 are read as 8.
    pub fn named(name: NormName) -> Self {
        const G: bool = true;
        const B: bool = false;
        // What a good donor that gives to the bad is from then on, a bad one that does, a bad one that refuses the bad;
        // and whether the bad give to the bad.
        let ([to_bad, bad_gives, bad_refuses], gives) = match name {
            NormName::Leading(1) | NormName::Unchanged => ([G, G, B], true),
            NormName::Leading(2) => ([B, G, B], true),
            NormName::Leading(3) => ([G, G, G], false),
            NormName::Leading(4) => ([G, B, G], false),
            NormName::Leading(5) => ([B, G, G], false),
            NormName::Leading(6) => ([B, B, G], false),
            NormName::Leading(7) => ([G, B, B], false),
            NormName::Leading(_) => ([B, B, B], false),
        };
        Self {
            judges_good: [[[G, B], [to_bad, G]], [[G, B], [bad_gives, bad_refuses]]],
            gives: [[true, false], [true, gives]],
        }
    }

    /// What a donor does who thinks so of itself and of the recipient.
    #[inline]
    pub fn deed(&self, donor: Standing, recipient: Standing) -> Deed {
        Deed::give_if(self.gives[donor.index()][recipient.index()])
    }

    /// How a donor is thought of after its deed, by who thought so of it and of the recipient.
    #[inline]
    pub fn judge(&self, donor: Standing, recipient: Standing, deed: Deed) -> Standing {
        Standing::good_if(self.judges_good[donor.index()][recipient.index()][usize::from(deed == Deed::Refuse)])
    }
}

#[cfg(test)]
mod tests {
    use super::Standing::{Bad, Good};
    use super::*;

    /// What Ohtsuki & Iwasa 2006 say that all eight have in common, and that the bad give to the bad exactly where giving
    /// redeems and refusing does not.
    #[test]
    fn the_leading_eight_have_in_common_what_makes_them_leading() {
        let mut seen = Vec::new();
        for k in 1..=8 {
            let norm = Norm::named(NormName::Leading(k));
            for donor in [Good, Bad] {
                assert_eq!(norm.judge(donor, Good, Deed::Give), Good, "maintenance and forgiveness");
                assert_eq!(norm.judge(donor, Good, Deed::Refuse), Bad, "identification");
                assert_eq!(norm.deed(donor, Good), Deed::Give, "apology");
            }
            assert_eq!(norm.judge(Good, Bad, Deed::Refuse), Good, "justified punishment");
            assert_eq!(norm.deed(Good, Bad), Deed::Refuse, "punishment");
            let redeems = norm.judge(Bad, Bad, Deed::Give) == Good && norm.judge(Bad, Bad, Deed::Refuse) == Bad;
            assert_eq!(norm.deed(Bad, Bad) == Deed::Give, redeems, "L{k}");
            seen.push([
                norm.judge(Good, Bad, Deed::Give),
                norm.judge(Bad, Bad, Deed::Give),
                norm.judge(Bad, Bad, Deed::Refuse),
            ]);
        }
        for (k, norm) in seen.iter().enumerate() {
            assert!(!seen[..k].contains(norm), "L{} is there twice", k + 1);
        }
    }

    #[test]
    fn stern_judging_is_the_sixth() {
        // Good is who gives to the good or refuses the bad (Kandori 1992; Pacheco, Santos & Chalub 2006).
        let norm = Norm::named(NormName::Leading(6));
        for donor in [Good, Bad] {
            for recipient in [Good, Bad] {
                for deed in [Deed::Give, Deed::Refuse] {
                    let right = (recipient == Good) == (deed == Deed::Give);
                    assert_eq!(norm.judge(donor, recipient, deed), Standing::good_if(right));
                }
            }
        }
    }
}
