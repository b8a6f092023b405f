//! Mean, spread and quantiles of a sample.

/// Size, mean and spread of a sample.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    /// The number of values.
    pub n: usize,
    /// The arithmetic mean.
    pub mean: f64,
    /// The sample's standard deviation (divisor n - 1); nothing for one value.
    pub sd: Option<f64>,
}

impl Summary {
    /// The summary of a sample, by two passes: the mean, then the squared deviations from it, corrected for the
    /// mean's own rounding (Chan, Golub & LeVeque 1983). Values are scaled by a power of two near the greatest, which
    /// is exact, so that squares of large values do not overflow. Nothing for an empty sample.
    pub fn of(values: &[f64]) -> Option<Self> {
        let n = values.len();
        let count = to_f64(n);
        let greatest = values.iter().fold(0.0f64, |most, x| most.max(x.abs()));
        if n == 0 {
            return None;
        }
        let scale = libm::ldexp(1.0, (libm::frexp(greatest).1 - 1).clamp(-1000, 1000));
        let first = values.iter().map(|x| x / scale).sum::<f64>() / count;
        let mean = first + values.iter().map(|x| x / scale - first).sum::<f64>() / count;
        let (mut squares, mut rest) = (0.0, 0.0);
        for x in values {
            let deviation = x / scale - mean;
            squares += deviation * deviation;
            rest += deviation;
        }
        let sd = (n > 1).then(|| scale * ((squares - rest * rest / count).max(0.0) / (count - 1.0)).sqrt());
        // All equal values have this mean and no spread, whatever rounding says.
        if values.iter().all(|x| *x == values[0]) {
            return Some(Self { n, mean: values[0], sd: sd.map(|_| 0.0) });
        }
        Some(Self { n, mean: scale * mean, sd })
    }

    /// The variance (divisor n - 1); nothing for one value, or if it is not finite.
    pub fn variance(&self) -> Option<f64> {
        self.sd.map(|sd| sd * sd).filter(|variance| variance.is_finite())
    }

    /// The standard error of the mean; nothing for one value.
    pub fn standard_error(&self) -> Option<f64> {
        self.sd.map(|sd| sd / to_f64(self.n).sqrt())
    }
}

/// The values in ascending order.
pub fn sorted(values: &[f64]) -> Vec<f64> {
    let mut values = values.to_vec();
    values.sort_by(f64::total_cmp);
    values
}

/// The quantile at `q` (from 0 to 1) of ascending values, by linear interpolation (type 7 of Hyndman & Fan 1996):
/// with `h = (n - 1) q`, `x[floor h] + (h - floor h)(x[floor h + 1] - x[floor h])`. Nothing for an empty sample.
pub fn quantile(ascending: &[f64], q: f64) -> Option<f64> {
    let last = ascending.len().checked_sub(1)?;
    let h = to_f64(last) * q.clamp(0.0, 1.0);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to the last index")]
    let below = (h as usize).min(last);
    let (low, high) = (ascending[below], ascending[(below + 1).min(last)]);
    Some(low + (h - to_f64(below)) * (high - low))
}

#[expect(clippy::cast_precision_loss, reason = "sample sizes are far below 2^53")]
pub(super) fn to_f64(n: usize) -> f64 {
    n as f64
}
