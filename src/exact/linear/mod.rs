//! Exact solution of square linear systems of whole numbers; small systems of any shape, and the rank of a matrix.
//!
//! A system is first inverted modulo the prime `2^61 - 1`; each right-hand side is then lifted to ever higher powers of
//! the prime until its rational solution shows (Dixon 1982), which is checked in whole numbers before it is believed. A
//! system of `n` unknowns costs `n^3` word operations once and about `n^2` a digit after that, where elimination in big
//! numbers would cost `n^3` big multiplications. Systems with entries near 64 bits, and those that are singular modulo
//! the prime, are left to fraction-free elimination (Bareiss 1968). Nothing here knows of programmes or games.

mod elimination;
mod modular;

pub use elimination::{Solutions, rank, solutions};

use modular::Modular;
use num_bigint::BigInt;
use num_traits::One;

/// A row of a matrix: the columns of its non-zero entries, ascending, with the entries.
pub type SparseRow = Vec<(usize, BigInt)>;

/// The solution of a linear system: numerators over one positive denominator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scaled {
    /// The numerators, one an unknown.
    pub numerators: Vec<BigInt>,
    /// The denominator, positive; not always the least.
    pub denominator: BigInt,
}

/// A square matrix of whole numbers that is known to be regular, ready to solve for many right-hand sides.
#[derive(Clone, Debug)]
pub struct System {
    rows: Vec<SparseRow>,
    modular: Option<Modular>,
}

/// What keeps a matrix from being regular, as far as was looked: without these rows and columns (equally many) it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deficit {
    /// The rows to leave out, ascending.
    pub rows: Vec<usize>,
    /// The columns to leave out, ascending.
    pub columns: Vec<usize>,
}

impl System {
    /// Prepares a square matrix.
    ///
    /// # Errors
    /// The rows and columns without which the matrix is regular. A regular matrix of small entries whose determinant is a
    /// multiple of `2^61 - 1` is refused, too: [`by_elimination`](Self::by_elimination) takes it.
    pub fn new(rows: Vec<SparseRow>) -> Result<Self, Deficit> {
        match Modular::new(&rows) {
            Some(Ok(modular)) => Ok(Self { rows, modular: Some(modular) }),
            Some(Err(deficit)) => Err(deficit),
            None => Self::by_elimination(rows),
        }
    }

    /// Prepares a square matrix that is to be solved by elimination alone: slow, and never mistaken.
    ///
    /// # Errors
    /// The rows and columns without which the matrix is regular.
    pub fn by_elimination(rows: Vec<SparseRow>) -> Result<Self, Deficit> {
        match elimination::deficit(&rows) {
            None => Ok(Self { rows, modular: None }),
            Some(deficit) => Err(deficit),
        }
    }

    /// The number of unknowns.
    pub fn size(&self) -> usize {
        self.rows.len()
    }

    /// The `x` with `A x = rhs`; `rhs` has one entry a row.
    pub fn solve(&self, rhs: &[BigInt]) -> Scaled {
        self.either(rhs, false)
    }

    /// The `y` with `y A = rhs`; `rhs` has one entry a column.
    pub fn solve_transposed(&self, rhs: &[BigInt]) -> Scaled {
        self.either(rhs, true)
    }

    fn either(&self, rhs: &[BigInt], transposed: bool) -> Scaled {
        debug_assert_eq!(rhs.len(), self.rows.len());
        if rhs.is_empty() {
            return Scaled { numerators: Vec::new(), denominator: BigInt::one() };
        }
        let lifted = self.modular.as_ref().and_then(|modular| modular.solve(rhs, transposed));
        lifted.unwrap_or_else(|| elimination::solve(&self.rows, rhs, transposed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn sparse(dense: &[Vec<i64>]) -> Vec<SparseRow> {
        let row = |row: &Vec<i64>| {
            row.iter().enumerate().filter(|(_, x)| **x != 0).map(|(j, x)| (j, BigInt::from(*x))).collect()
        };
        dense.iter().map(row).collect()
    }

    /// Whether `A x = b` for the matrix as written, or for its transpose.
    fn holds(dense: &[Vec<i64>], x: &Scaled, b: &[BigInt], transposed: bool) -> bool {
        let n = dense.len();
        let entry = |i: usize, j: usize| BigInt::from(if transposed { dense[j][i] } else { dense[i][j] });
        (0..n).all(|i| (0..n).map(|j| entry(i, j) * &x.numerators[j]).sum::<BigInt>() == &b[i] * &x.denominator)
    }

    #[test]
    fn a_small_system_has_the_solution_of_the_textbook() {
        let system = System::new(sparse(&[vec![2, 1], vec![1, 3]])).expect("regular");
        let x = system.solve(&[3.into(), 5.into()]);
        assert_eq!(x, Scaled { numerators: vec![4.into(), 7.into()], denominator: 5.into() });
        let nothing = System::new(Vec::new()).expect("regular");
        assert_eq!(nothing.solve(&[]).numerators, []);
    }

    #[test]
    fn a_singular_matrix_says_what_to_leave_out() {
        let rows = sparse(&[vec![1, 2, 3], vec![2, 4, 6], vec![0, 0, 1]]);
        let deficit = System::new(rows.clone()).expect_err("singular");
        assert_eq!(deficit, Deficit { rows: vec![1], columns: vec![1] });
        assert_eq!(System::by_elimination(rows).expect_err("singular"), deficit);
    }

    #[test]
    fn a_determinant_that_the_prime_divides_is_left_to_elimination() {
        // 2^31 * 2^30 - 1 * 1 is the prime itself.
        let dense = [vec![1 << 31, 1], vec![1, 1 << 30]];
        assert!(System::new(sparse(&dense)).is_err());
        let system = System::by_elimination(sparse(&dense)).expect("regular");
        let b = [BigInt::from(1), BigInt::from(0)];
        assert!(holds(&dense, &system.solve(&b), &b, false));
    }

    #[test]
    fn entries_beyond_a_word_are_solved_by_elimination() {
        let big: BigInt = "1000000000000000000000000000000".parse().expect("a number");
        let rows = vec![vec![(0, big.clone()), (1, BigInt::from(1))], vec![(1, big.clone())]];
        let x = System::new(rows).expect("regular").solve(&[BigInt::from(1), BigInt::from(1)]);
        let (d, n) = (&x.denominator, &x.numerators);
        assert_eq!((&big * &n[0] + &n[1], &big * &n[1]), (d.clone(), d.clone()));
    }

    proptest! {
        #[test]
        fn both_methods_solve_the_system(
            n in 1usize..9,
            entries in prop::collection::vec(-60i64..60, 64),
            zeros in prop::collection::vec(any::<bool>(), 64),
            rhs in prop::collection::vec(-1_000_000i64..1_000_000, 8),
        ) {
            let entry = |k: usize| if zeros[k] { 0 } else { entries[k] };
            let dense: Vec<Vec<i64>> = (0..n).map(|i| (0..n).map(|j| entry(8 * i + j)).collect()).collect();
            let b: Vec<BigInt> = rhs[..n].iter().map(|x| BigInt::from(*x)).collect();
            let fast = System::new(sparse(&dense));
            let slow = System::by_elimination(sparse(&dense));
            prop_assert_eq!(fast.is_ok(), slow.is_ok());
            match (fast, slow) {
                (Ok(fast), Ok(slow)) => for transposed in [false, true] {
                    let (x, y) = (fast.either(&b, transposed), slow.either(&b, transposed));
                    prop_assert!(holds(&dense, &x, &b, transposed));
                    prop_assert!(holds(&dense, &y, &b, transposed));
                },
                (Err(fast), Err(slow)) => prop_assert_eq!(fast, slow),
                _ => unreachable!("both or neither"),
            }
        }
    }
}
