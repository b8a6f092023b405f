//! Sobol's indices: how much of an outcome's variance each parameter brings in.
//!
//! The outcome is known at the rows of two independent matrices A and B of parameters, and at A with one column taken from B
//! for each parameter (Saltelli 2002). First-order indices are Saltelli's (Saltelli et al. 2010, table 2 b), after the mean of
//! all values was taken off, which lowers their error; total indices are Jansen's (Jansen 1999).

use super::summary::to_f64;

/// The outcomes of a design, row by row.
#[derive(Clone, Copy, Debug)]
pub struct Outcomes<'a> {
    /// At the rows of A.
    pub a: &'a [f64],
    /// At the rows of B.
    pub b: &'a [f64],
    /// For each parameter: at the rows of A with its column from B.
    pub ab: &'a [Vec<f64>],
}

/// The indices of each parameter, and the variance that they share out.
#[derive(Clone, Debug, PartialEq)]
pub struct Indices {
    /// The variance of the outcomes of A and B together (divisor n).
    pub variance: f64,
    /// First-order indices: what a parameter brings in by itself.
    pub first: Vec<f64>,
    /// The same without taking the mean off before.
    pub first_raw: Vec<f64>,
    /// Total indices: what it brings in by itself and together with others.
    pub total: Vec<f64>,
}

/// The indices. Nothing if nothing varies, or the lists are of unequal sizes.
pub fn sobol_indices(outcomes: &Outcomes<'_>) -> Option<Indices> {
    let Outcomes { a, b, ab } = outcomes;
    let n = a.len();
    if n == 0 || b.len() != n || ab.iter().any(|list| list.len() != n) {
        return None;
    }
    let mean_of = |values: &mut dyn Iterator<Item = f64>, count: usize| values.sum::<f64>() / to_f64(count);
    let both = mean_of(&mut a.iter().chain(*b).copied(), 2 * n);
    let variance = mean_of(&mut a.iter().chain(*b).map(|f| (f - both) * (f - both)), 2 * n);
    if variance <= 0.0 {
        return None;
    }
    let whole = mean_of(&mut a.iter().chain(*b).chain(ab.iter().flatten()).copied(), n * (ab.len() + 2));
    let first = |offset: f64| -> Vec<f64> {
        let of = |list: &Vec<f64>| mean_of(&mut (0..n).map(|j| (b[j] - offset) * (list[j] - a[j])), n) / variance;
        ab.iter().map(of).collect()
    };
    let total =
        |list: &Vec<f64>| mean_of(&mut (0..n).map(|j| (a[j] - list[j]) * (a[j] - list[j])), n) / (2.0 * variance);
    Some(Indices { variance, first: first(whole), first_raw: first(0.0), total: ab.iter().map(total).collect() })
}
