//! Small dense systems of linear equations in floats, matrices row by row.
//!
//! Plain elimination with row pivoting (Golub & Van Loan 2013, sec. 3.4) in one fixed order, so that the same numbers give
//! the same result on every machine. Results are estimates; who needs a bound proves it from them.

/// Solves a square system by elimination with row pivoting; nothing if it is singular to working precision.
///
/// - `matrix`: `n x n`, row by row; it is used up.
pub(super) fn solve_dense(mut matrix: Vec<f64>, mut right: Vec<f64>) -> Option<Vec<f64>> {
    let n = right.len();
    let scale = matrix.iter().fold(0.0f64, |scale, x| scale.max(x.abs()));
    for k in 0..n {
        let pivot = (k..n).max_by(|a, b| matrix[a * n + k].abs().total_cmp(&matrix[b * n + k].abs()))?;
        let size = matrix[pivot * n + k].abs();
        // Not a number fails the comparison, too.
        if !(size > 1e-14 * scale && size.is_finite()) {
            return None;
        }
        if pivot != k {
            for column in 0..n {
                matrix.swap(pivot * n + column, k * n + column);
            }
            right.swap(pivot, k);
        }
        let (above, below) = matrix.split_at_mut((k + 1) * n);
        let top = &above[k * n..];
        let (solved, open) = right.split_at_mut(k + 1);
        for (row, value) in below.chunks_exact_mut(n).zip(open) {
            let factor = row[k] / top[k];
            if factor != 0.0 {
                for column in k..n {
                    row[column] -= factor * top[column];
                }
                *value -= factor * solved[k];
            }
        }
    }
    for k in (0..n).rev() {
        let known: f64 = (k + 1..n).map(|column| matrix[k * n + column] * right[column]).sum();
        right[k] = (right[k] - known) / matrix[k * n + k];
    }
    right.iter().all(|x| x.is_finite()).then_some(right)
}

/// The inverse of a square matrix.
pub(super) fn inverse(matrix: &[f64], n: usize) -> Option<Vec<f64>> {
    let mut inverse = vec![0.0; n * n];
    for k in 0..n {
        let mut unit = vec![0.0; n];
        unit[k] = 1.0;
        for (row, x) in solve_dense(matrix.to_vec(), unit)?.into_iter().enumerate() {
            inverse[row * n + k] = x;
        }
    }
    Some(inverse)
}

/// The step of least squares (Levenberg 1944) with a damping that vanishes as the residuals do: for derivatives of
/// deficient rank.
pub(super) fn least_squares(jacobian: &[f64], residuals: &[f64]) -> Option<Vec<f64>> {
    let n = residuals.len();
    let damping = residuals.iter().fold(1e-14f64, |worst, x| worst.max(x.abs() * 1e-3));
    let column = |j: usize, k: usize| (0..n).map(|i| jacobian[i * n + j] * jacobian[i * n + k]).sum::<f64>();
    let mut normal = vec![0.0; n * n];
    for j in 0..n {
        for k in 0..n {
            normal[j * n + k] = column(j, k) + if j == k { damping } else { 0.0 };
        }
    }
    let right = (0..n).map(|j| (0..n).map(|i| jacobian[i * n + j] * residuals[i]).sum()).collect();
    solve_dense(normal, right)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dense_systems_are_solved_or_found_singular() {
        let x = solve_dense(vec![0.0, 2.0, 4.0, 1.0], vec![1.0, 3.0]).expect("regular");
        assert!((x[0] - 0.625).abs() < 1e-15 && (x[1] - 0.5).abs() < 1e-15);
        assert_eq!(solve_dense(vec![1.0, 2.0, 2.0, 4.0], vec![1.0, 2.0]), None);
        assert_eq!(solve_dense(vec![f64::NAN, 2.0, 2.0, 4.0], vec![1.0, 2.0]), None);
    }
}
