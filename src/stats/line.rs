//! A straight line through points, by least squares.

/// A line `y = intercept + slope x`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// Its value at 0.
    pub intercept: f64,
    /// By how much it rises a unit.
    pub slope: f64,
}

impl Line {
    /// The line of least squared vertical distances to the points, summed in their order; nothing if all have one `x`.
    pub fn through(x: &[f64], y: &[f64]) -> Option<Self> {
        #[expect(clippy::cast_precision_loss, reason = "a count of points")]
        let n = x.len().min(y.len()) as f64;
        let mean = |values: &[f64]| values.iter().sum::<f64>() / n;
        let (mean_x, mean_y) = (mean(x), mean(y));
        let covariance: f64 = x.iter().zip(y).map(|(x, y)| (x - mean_x) * (y - mean_y)).sum();
        let variance: f64 = x.iter().map(|x| (x - mean_x) * (x - mean_x)).sum();
        let slope = covariance / variance;
        slope.is_finite().then(|| Self { intercept: mean_y - slope * mean_x, slope })
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
