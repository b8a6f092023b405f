//! The normal, Student's t and the beta distribution.

use std::f64::consts::{FRAC_1_SQRT_2, SQRT_2};

/// P(Z <= x) of the standard normal distribution.
pub fn normal_cdf(x: f64) -> f64 {
    0.5 * libm::erfc(-x * FRAC_1_SQRT_2)
}

/// The x with P(Z <= x) = p, `0 < p < 1`: a rational first guess (Abramowitz & Stegun 1964, 26.2.23, good to
/// 4.5e-4) brought to rounding by Halley's iteration on the distribution function.
pub fn normal_quantile(p: f64) -> f64 {
    if p == 0.5 {
        return 0.0;
    }
    // Work in the lower tail, where the distribution function keeps its digits.
    let tail = p.min(1.0 - p);
    let t = (-2.0 * libm::log(tail)).sqrt();
    let numerator = (0.010_328 * t + 0.802_853) * t + 2.515_517;
    let denominator = ((0.001_308 * t + 0.189_269) * t + 1.432_788) * t + 1.0;
    let mut x = -(t - numerator / denominator);
    for _ in 0..4 {
        let density = libm::exp(-0.5 * x * x) / (SQRT_2 * 1.772_453_850_905_516);
        let error = (normal_cdf(x) - tail) / density;
        x -= error / (1.0 + 0.5 * x * error);
    }
    if p < 0.5 { x } else { -x }
}

/// P(T <= x) of Student's distribution with `df > 0` degrees of freedom, through the incomplete beta function.
pub fn t_cdf(x: f64, df: f64) -> f64 {
    let tail = 0.5 * t_two_sided(x, df);
    if x > 0.0 { 1.0 - tail } else { tail }
}

/// P(|T| >= |x|).
fn t_two_sided(x: f64, df: f64) -> f64 {
    incomplete_beta(df / (df + x * x), x * x / (df + x * x), 0.5 * df, 0.5)
}

/// The x with P(T <= x) = p, `0 < p < 1`, by bisection of the tail to the last bit that matters.
pub fn t_quantile(p: f64, df: f64) -> f64 {
    if p == 0.5 {
        return 0.0;
    }
    let tail = 2.0 * p.min(1.0 - p);
    let (mut low, mut high) = (0.0, 1.0);
    while t_two_sided(high, df) > tail && high < 1e300 {
        low = high;
        high *= 2.0;
    }
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if middle <= low || middle >= high {
            break;
        }
        if t_two_sided(middle, df) > tail {
            low = middle;
        } else {
            high = middle;
        }
    }
    let x = f64::midpoint(low, high);
    if p < 0.5 { -x } else { x }
}

/// P(B <= x) of the beta distribution with parameters `a > 0` and `b > 0`, `0 <= x <= 1`.
pub fn beta_cdf(x: f64, a: f64, b: f64) -> f64 {
    incomplete_beta(x, 1.0 - x, a, b)
}

/// The regularised incomplete beta function I_x(a, b), with `y = 1 - x` given so that neither loses digits: its continued
/// fraction (DLMF 8.17.22) by Lentz's method, on the side where it converges fast.
fn incomplete_beta(x: f64, y: f64, a: f64, b: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    if y <= 0.0 {
        return 1.0;
    }
    let front =
        libm::exp(libm::lgamma(a + b) - libm::lgamma(a) - libm::lgamma(b) + a * libm::log(x) + b * libm::log(y));
    if x < (a + 1.0) / (a + b + 2.0) {
        front * beta_fraction(x, a, b) / a
    } else {
        1.0 - front * beta_fraction(y, b, a) / b
    }
}

fn beta_fraction(x: f64, a: f64, b: f64) -> f64 {
    const TINY: f64 = 1e-300;
    let away = |value: f64| if value.abs() < TINY { TINY } else { value };
    let mut c = 1.0;
    let mut d = 1.0 / away(1.0 - (a + b) * x / (a + 1.0));
    let mut fraction = d;
    let mut m = 1.0;
    while m < 10_000.0 {
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        d = 1.0 / away(1.0 + even * d);
        c = away(1.0 + even / c);
        fraction *= d * c;
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        d = 1.0 / away(1.0 + odd * d);
        c = away(1.0 + odd / c);
        let step = d * c;
        fraction *= step;
        if (step - 1.0).abs() < 1e-16 {
            break;
        }
        m += 1.0;
    }
    fraction
}
