//! Indirect reciprocity: the donation game, in which a good name is what makes others give.
//!
//! A donor gives or refuses; giving costs it `c` and is worth `b > c` to the recipient. The two do not meet again, so that
//! giving pays only if others hear of it. A [`Norm`] says what a good donor does and how a deed is judged, an
//! [`ImageRule`] counts deeds; [`play`] lets a population of donors live by a norm, [`live`] a generation by images. Nothing here knows where donors and
//! recipients come from.

mod generation;
mod image;
mod norm;
mod population;

pub use generation::{Generation, Lives, live};
pub use image::{ImageRule, known_image_pays};
pub use norm::{Norm, NormName, Standing};
pub use population::{Donated, Donations, Tally, donate, play, watched_play};

/// What a donor does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// It gives: cooperates.
    Give,
    /// It refuses: defects.
    Refuse,
}

impl Deed {
    /// Giving if true.
    #[inline]
    pub fn give_if(condition: bool) -> Self {
        if condition { Deed::Give } else { Deed::Refuse }
    }

    /// The other deed.
    #[must_use]
    pub fn flip(self) -> Self {
        Self::give_if(self == Deed::Refuse)
    }

    /// C or D.
    pub fn letter(self) -> char {
        if self == Deed::Give { 'C' } else { 'D' }
    }

    /// The deed of a letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'C' => Some(Deed::Give),
            'D' => Some(Deed::Refuse),
            _ => None,
        }
    }
}
