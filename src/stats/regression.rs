//! Least squares: linear models, and curves with two parameters.
//!
//! A linear model is fitted by Householder's reflections (Golub 1965), which keep the digits that normal equations lose.

use super::distribution::t_cdf;
use super::summary::{Summary, to_f64};

/// A fitted linear model with intercept.
#[derive(Clone, Debug, PartialEq)]
pub struct Regression {
    /// The intercept, then the coefficient of each column.
    pub coefficients: Vec<f64>,
    /// Their standard errors; nothing if no degree of freedom is left.
    pub standard_errors: Vec<Option<f64>>,
    /// Coefficient by standard error; nothing where that is 0.
    pub t: Vec<Option<f64>>,
    /// Two-sided p-values.
    pub p: Vec<Option<f64>>,
    /// The share of variance that is explained; nothing if y does not vary.
    pub r2: Option<f64>,
    /// The same, corrected for the number of columns (Theil 1961).
    pub adjusted_r2: Option<f64>,
    /// The variance of what is left: `rss / df`.
    pub residual_variance: Option<f64>,
    /// Degrees of freedom: observations less coefficients.
    pub df: usize,
}

/// Ordinary least squares of `y` on rows `x`, an intercept put first. Nothing if there are fewer rows than coefficients, rows
/// of unequal length, or columns that depend on each other.
pub fn ols(x: &[Vec<f64>], y: &[f64]) -> Option<Regression> {
    let (n, k) = (y.len(), x.first()?.len() + 1);
    if x.len() != n || n < k || x.iter().any(|row| row.len() + 1 != k) {
        return None;
    }
    // Columns are centred and scaled, so that dependence is seen and offsets cost no digits.
    let mut columns: Vec<Vec<f64>> = Vec::new();
    let (mut means, mut scales) = (Vec::new(), Vec::new());
    for c in 0..k - 1 {
        let column: Vec<f64> = x.iter().map(|row| row[c]).collect();
        let mean = Summary::of(&column)?.mean;
        let scale = column.iter().map(|v| (v - mean) * (v - mean)).sum::<f64>().sqrt();
        if scale <= 1e-13 * column.iter().fold(0.0f64, |most, v| most.max(v.abs())) {
            return None;
        }
        columns.push(column.iter().map(|v| (v - mean) / scale).collect());
        means.push(mean);
        scales.push(scale);
    }
    let y_mean = Summary::of(y)?.mean;
    let mut left: Vec<f64> = y.iter().map(|v| v - y_mean).collect();
    let total: f64 = left.iter().map(|v| v * v).sum();
    let r = reflect(&mut columns, &mut left)?;
    let d = k - 1;
    let slopes = back_substitute(&r, &left[..d]);
    let explained: f64 = left[..d].iter().map(|v| v * v).sum();
    let rss: f64 = left[d..].iter().map(|v| v * v).sum();
    let exact = rss <= 1e-26 * total;
    let rss = if exact { 0.0 } else { rss };
    let df = n - k;
    let residual_variance = (df > 0).then(|| rss / to_f64(df));

    // (X'X)^-1 of the scaled columns is R^-1 R^-T.
    let inverse: Vec<Vec<f64>> = (0..d)
        .map(|c| back_substitute(&r, &(0..d).map(|i| if i == c { 1.0 } else { 0.0 }).collect::<Vec<_>>()))
        .collect();
    let covariance = |i: usize, j: usize| -> f64 {
        inverse.iter().map(|column| column[i] * column[j]).sum::<f64>() / (scales[i] * scales[j])
    };
    let slopes: Vec<f64> = slopes.iter().zip(&scales).map(|(b, s)| b / s).collect();
    let intercept = y_mean - slopes.iter().zip(&means).map(|(b, m)| b * m).sum::<f64>();
    let mut spread = 1.0 / to_f64(n);
    for i in 0..d {
        for j in 0..d {
            spread += means[i] * means[j] * covariance(i, j);
        }
    }
    let coefficients: Vec<f64> = std::iter::once(intercept).chain(slopes).collect();
    let variances = std::iter::once(spread).chain((0..d).map(|i| covariance(i, i)));
    let standard_errors: Vec<Option<f64>> =
        variances.map(|v| residual_variance.map(|sigma2| (sigma2 * v.max(0.0)).sqrt())).collect();
    let t: Vec<Option<f64>> =
        coefficients.iter().zip(&standard_errors).map(|(b, se)| se.filter(|se| *se > 0.0).map(|se| b / se)).collect();
    let p = t.iter().map(|t| t.map(|t| 2.0 * t_cdf(-t.abs(), to_f64(df)))).collect();
    let r2 = (total > 0.0).then(|| if exact { 1.0 } else { explained / total });
    let adjusted_r2 = r2.filter(|_| df > 0).map(|r2| 1.0 - (1.0 - r2) * to_f64(n - 1) / to_f64(df));
    Some(Regression { coefficients, standard_errors, t, p, r2, adjusted_r2, residual_variance, df })
}

/// Brings columns to triangular form by reflections, which are applied to `y` too. Gives the triangle by rows; nothing if
/// the columns depend on each other.
fn reflect(columns: &mut [Vec<f64>], y: &mut [f64]) -> Option<Vec<Vec<f64>>> {
    let d = columns.len();
    let mut r = vec![vec![0.0; d]; d];
    for c in 0..d {
        let norm = columns[c][c..].iter().map(|v| v * v).sum::<f64>().sqrt();
        if norm < 1e-12 {
            return None;
        }
        let mut mirror = columns[c][c..].to_vec();
        let diagonal = if mirror[0] > 0.0 { -norm } else { norm };
        mirror[0] -= diagonal;
        let square: f64 = mirror.iter().map(|v| v * v).sum();
        let apply = |column: &mut [f64]| {
            let factor = 2.0 * mirror.iter().zip(column.iter()).map(|(m, v)| m * v).sum::<f64>() / square;
            column.iter_mut().zip(&mirror).for_each(|(v, m)| *v -= factor * m);
        };
        for column in columns.iter_mut().skip(c + 1) {
            apply(&mut column[c..]);
        }
        apply(&mut y[c..]);
        r[c][c] = diagonal;
        for later in c + 1..d {
            r[c][later] = columns[later][c];
        }
    }
    Some(r)
}

/// The solution of `r b = z`, `r` upper triangular.
fn back_substitute(r: &[Vec<f64>], z: &[f64]) -> Vec<f64> {
    let mut b = vec![0.0; z.len()];
    for i in (0..z.len()).rev() {
        let known: f64 = (i + 1..z.len()).map(|j| r[i][j] * b[j]).sum();
        b[i] = (z[i] - known) / r[i][i];
    }
    b
}

/// A curve with two parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Curve {
    /// `a x^b`, x positive.
    Power,
    /// `a e^(b x)`.
    Exponential,
    /// `1 / (1 + e^(-a (x - b)))`.
    Logistic,
}

/// A fitted curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CurveFit {
    /// The first parameter.
    pub a: f64,
    /// The second.
    pub b: f64,
    /// The sum of squared distances.
    pub rss: f64,
}

impl Curve {
    /// The value at x, and its derivatives by both parameters.
    fn at(self, x: f64, a: f64, b: f64) -> (f64, f64, f64) {
        match self {
            Curve::Power => {
                let power = libm::pow(x, b);
                (a * power, power, a * power * libm::log(x))
            }
            Curve::Exponential => {
                let power = libm::exp(b * x);
                (a * power, power, a * power * x)
            }
            Curve::Logistic => {
                let y = 1.0 / (1.0 + libm::exp(-a * (x - b)));
                (y, y * (1.0 - y) * (x - b), -y * (1.0 - y) * a)
            }
        }
    }

    /// The least-squares curve through points: from the line through them on the scale on which the curve is one, by the
    /// method of Levenberg 1944 and Marquardt 1963. Nothing for fewer than two points that can stand on that scale, or if
    /// they are all at one x.
    pub fn fit(self, x: &[f64], y: &[f64]) -> Option<CurveFit> {
        let (mut a, mut b) = self.first_guess(x, y)?;
        let rss = |a: f64, b: f64| -> f64 {
            x.iter().zip(y).map(|(x, y)| y - self.at(*x, a, b).0).map(|left| left * left).sum()
        };
        let mut best = rss(a, b);
        let mut damping = 1e-3;
        for _ in 0..200 {
            let (mut aa, mut ab, mut bb, mut ga, mut gb) = (0.0, 0.0, 0.0, 0.0, 0.0);
            for (x, y) in x.iter().zip(y) {
                let (value, da, db) = self.at(*x, a, b);
                aa += da * da;
                ab += da * db;
                bb += db * db;
                ga += da * (y - value);
                gb += db * (y - value);
            }
            let (saa, sbb) = (aa * (1.0 + damping), bb * (1.0 + damping));
            let determinant = saa * sbb - ab * ab;
            let (step_a, step_b) = ((ga * sbb - gb * ab) / determinant, (gb * saa - ga * ab) / determinant);
            if !(step_a.is_finite() && step_b.is_finite()) {
                break;
            }
            let there = rss(a + step_a, b + step_b);
            if there < best {
                (a, b, best) = (a + step_a, b + step_b, there);
                damping = (damping / 10.0).max(1e-12);
            } else if damping > 1e12 {
                break;
            } else {
                damping *= 10.0;
            }
        }
        Some(CurveFit { a, b, rss: best })
    }

    fn first_guess(self, x: &[f64], y: &[f64]) -> Option<(f64, f64)> {
        let scaled = |(x, y): (&f64, &f64)| -> Option<(f64, f64)> {
            let point = match self {
                Curve::Power => (libm::log(*x), libm::log(*y)),
                Curve::Exponential => (*x, libm::log(*y)),
                Curve::Logistic => (*x, libm::log(y / (1.0 - y))),
            };
            (point.0.is_finite() && point.1.is_finite()).then_some(point)
        };
        let points: Vec<(f64, f64)> = x.iter().zip(y).filter_map(scaled).collect();
        let rows: Vec<Vec<f64>> = points.iter().map(|(x, _)| vec![*x]).collect();
        let line = ols(&rows, &points.iter().map(|(_, y)| *y).collect::<Vec<_>>())?;
        let (intercept, slope) = (line.coefficients[0], line.coefficients[1]);
        Some(match self {
            Curve::Power | Curve::Exponential => (libm::exp(intercept), slope),
            Curve::Logistic => (slope, -intercept / slope),
        })
    }
}
