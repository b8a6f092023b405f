//! A straight line through points, by least squares.

use super::regression::ols;

/// A line `y = intercept + slope x`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// Its value at 0.
    pub intercept: f64,
    /// By how much it rises a unit.
    pub slope: f64,
}

impl Line {
    /// The line of least squared vertical distances to the points; nothing if all have one `x`.
    pub fn through(x: &[f64], y: &[f64]) -> Option<Self> {
        let rows: Vec<Vec<f64>> = x.iter().map(|x| vec![*x]).collect();
        let fitted = ols(&rows, y)?;
        Some(Self { intercept: fitted.coefficients[0], slope: fitted.coefficients[1] })
    }

    /// Where a rising line crosses zero; nothing if it does not rise.
    pub fn crossing(self) -> Option<f64> {
        (self.slope > 0.0).then(|| -self.intercept / self.slope)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_through_points_on_it_is_it() {
        let line = Line::through(&[0.0, 0.5, 1.0], &[-1.0, 1.0, 3.0]).expect("points apart");
        assert!((line.slope - 4.0).abs() < 1e-12 && (line.intercept + 1.0).abs() < 1e-12);
        assert!((line.crossing().expect("it rises") - 0.25).abs() < 1e-12);
        assert_eq!(Line::through(&[0.0, 1.0], &[1.0, 0.0]).expect("points apart").crossing(), None);
        assert_eq!(Line::through(&[1.0, 1.0], &[1.0, 0.0]), None);
    }
}
