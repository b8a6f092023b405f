//! Values by belief: linear and constant between thresholds.

use crate::exact::Rational;

/// Values between two neighbouring thresholds: of column `intercept + slope belief`, of a rational row a constant.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Piece {
    pub(super) intercept: Rational,
    pub(super) slope: Rational,
    pub(super) row: Rational,
}

impl Piece {
    pub(super) fn column(&self, belief: &Rational) -> Rational {
        &self.intercept + &(&self.slope * belief)
    }
}

/// Values over beliefs from the prior to 1. Column's are continuous; row's at a threshold are all from the piece below to the
/// piece above, by how column mixes there.
#[derive(Clone, Debug)]
pub(super) struct Curve {
    /// The prior, thresholds in order, 1.
    pub(super) breaks: Vec<Rational>,
    /// One fewer.
    pub(super) pieces: Vec<Piece>,
}

/// With a number of rounds left: after column's cooperation, and after its defection.
#[derive(Clone, Debug)]
pub(super) struct Stage {
    pub(super) kept: Curve,
    pub(super) broken: Curve,
}

impl Curve {
    /// The pieces that hold a belief: one, or the two beside a threshold.
    fn beside(&self, belief: &Rational) -> (&Piece, &Piece) {
        let last = self.pieces.len() - 1;
        match self.breaks.binary_search(belief) {
            Ok(at) => (&self.pieces[at.saturating_sub(1)], &self.pieces[at.min(last)]),
            Err(at) => {
                let piece = &self.pieces[at.saturating_sub(1).min(last)];
                (piece, piece)
            }
        }
    }

    /// Column's value.
    pub(super) fn column(&self, belief: &Rational) -> Rational {
        self.beside(belief).1.column(belief)
    }

    /// A rational row's least and greatest value.
    pub(super) fn row(&self, belief: &Rational) -> (Rational, Rational) {
        let (below, above) = self.beside(belief);
        (below.row.clone(), above.row.clone())
    }
}
