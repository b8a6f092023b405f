//! Axes: ranges with ticks at round numbers, and numbers as people write them.
//!
//! A step is 1, 2, 2.5 or 5 times a power of ten; a tick is a whole number of steps, computed as one
//! correctly rounded division, so that 0.3 is 0.3. Numbers carry a true minus sign, thin spaces between
//! thousands, and powers of ten where they would be long.

/// A range of an axis with its ticks.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Scale {
    pub low: f64,
    pub high: f64,
    pub ticks: Vec<f64>,
    /// What stands at each tick.
    pub labels: Vec<String>,
}

impl Scale {
    /// A range that reaches from a tick to a tick around `low..=high`, with about `target` ticks.
    pub(super) fn around(low: f64, high: f64, target: usize, whole: bool) -> Self {
        let (low, high) = widened(low, high);
        let step = Step::near((high - low) / count(target), whole);
        Self::with(step.value(step.below(low)), step.value(step.above(high)), step)
    }

    /// The range `low..=high` as it is, with about `target` ticks inside.
    pub(super) fn within(low: f64, high: f64, target: usize, whole: bool) -> Self {
        let (low, high) = widened(low, high);
        Self::with(low, high, Step::near((high - low) / count(target), whole))
    }

    fn with(low: f64, high: f64, step: Step) -> Self {
        // A hair of slack keeps a tick that rounding put just outside.
        let slack = (high - low) * 1e-9;
        let (first, last) = (step.above(low - slack), step.below(high + slack));
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few ticks")]
        let amount = ((last - first) as usize + 1).min(1000);
        #[expect(clippy::cast_precision_loss, reason = "a few ticks")]
        let ticks: Vec<f64> = (0..amount).map(|k| step.value(first + k as f64)).collect();
        let labels = tick_labels(&ticks, step);
        Self { low, high, ticks, labels }
    }

    /// The same with a tick at a first whole value, such as round 1, if the next tick leaves room for it on
    /// an axis of `width` pixels.
    pub(super) fn starting_at(mut self, first: f64, width: f64) -> Self {
        let step = self.ticks.windows(2).next().map_or(0.0, |w| w[1] - w[0]);
        let room = |next: &f64| next - first > 0.6 * step && (next - first) / (self.high - self.low) * width > 22.0;
        if first.fract() == 0.0 && first.abs() < 1e7 && first >= self.low && self.ticks.first().is_some_and(room) {
            self.ticks.insert(0, first);
            self.labels.insert(0, fixed(first, 0));
        }
        self
    }

    /// Where a value lies between `from` (low) and `to` (high); one beyond the range lies at its end.
    pub(super) fn place(&self, value: f64, from: f64, to: f64) -> f64 {
        from + (value.clamp(self.low, self.high) - self.low) / (self.high - self.low) * (to - from)
    }
}

/// A range of positive and finite length around one that may have none.
fn widened(low: f64, high: f64) -> (f64, f64) {
    // Beyond these, differences and powers of ten would leave the floats.
    const MOST: f64 = 1e300;
    const LEAST: f64 = 1e-250;
    let (low, high) = (low.clamp(-MOST, MOST), high.clamp(-MOST, MOST));
    let size = low.abs().max(high.abs());
    if high - low > size * 1e-12 && high - low > LEAST {
        (low, high)
    } else if size <= LEAST {
        (-1.0, 1.0)
    } else {
        let margin = if size > 1.0 { (size * 0.1).max(1.0) } else { size * 0.5 };
        (low - margin, high + margin)
    }
}

#[expect(clippy::cast_precision_loss, reason = "a few ticks")]
fn count(target: usize) -> f64 {
    target.max(1) as f64
}

/// `quarters / 4 * 10^exponent`.
#[derive(Clone, Copy)]
struct Step {
    quarters: u8,
    exponent: i32,
}

impl Step {
    /// The least step that is at least `size`; whole steps are at least 1 and never 2.5.
    fn near(size: f64, whole: bool) -> Self {
        let start = exponent(size) - 1;
        (start..start + 4)
            .flat_map(|exponent| [4, 8, 10, 20].map(|quarters| Self { quarters, exponent }))
            .filter(|s| !whole || (s.exponent >= 0 && (s.quarters != 10 || s.exponent > 0)))
            .find(|s| s.size() >= size * (1.0 - 1e-9))
            .unwrap_or(Self { quarters: 4, exponent: start.max(0) })
    }

    fn size(self) -> f64 {
        self.value(1.0)
    }

    /// `k` steps.
    fn value(self, k: f64) -> f64 {
        let product = k * f64::from(self.quarters) / 4.0;
        let scaled = if self.exponent < 0 { product / ten_to(-self.exponent) } else { product * ten_to(self.exponent) };
        scaled + 0.0
    }

    fn below(self, value: f64) -> f64 {
        (value / self.size() + 1e-9).floor()
    }

    fn above(self, value: f64) -> f64 {
        (value / self.size() - 1e-9).ceil()
    }

    /// The decimals that a multiple of the step needs when written over `10^power`.
    fn decimals(self, power: i32) -> usize {
        let extra = i32::from(self.quarters == 10);
        usize::try_from((power + extra - self.exponent).max(0)).unwrap_or(0)
    }
}

/// `10^k` for `k >= 0`: exact to 10^22, then rounded a step at a time.
fn ten_to(k: i32) -> f64 {
    (0..k).fold(1.0, |power, _| power * 10.0)
}

/// The exponent of the leading decimal digit.
fn exponent(value: f64) -> i32 {
    format!("{value:e}").rsplit('e').next().and_then(|e| e.parse().ok()).unwrap_or(0)
}

/// Labels of ticks, all with one number of decimals, or all with one power of ten.
fn tick_labels(ticks: &[f64], step: Step) -> Vec<String> {
    let size = ticks.iter().fold(0.0_f64, |most, t| most.max(t.abs()));
    let power = if size == 0.0 { 0 } else { exponent(size) };
    if power < 7 && step.decimals(0) <= 5 {
        return ticks.iter().map(|t| fixed(*t, step.decimals(0))).collect();
    }
    let scaled = |t: f64| if power < 0 { t * ten_to(-power) } else { t / ten_to(power) };
    let decimals = step.decimals(power).min(12);
    let label = |t: f64| if t == 0.0 { "0".into() } else { times_ten(&fixed(scaled(t), decimals), power) };
    ticks.iter().map(|t| label(*t)).collect()
}

fn times_ten(mantissa: &str, power: i32) -> String {
    let digits = ["⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"];
    let mut out = format!("{mantissa}×10");
    if power < 0 {
        out.push('⁻');
    }
    for digit in power.unsigned_abs().to_string().bytes() {
        out.push_str(digits[usize::from(digit - b'0')]);
    }
    out
}

/// A number with so many decimals, a true minus sign, and thin spaces between thousands from 10,000 on.
pub(super) fn fixed(value: f64, decimals: usize) -> String {
    let text = format!("{:.decimals$}", value.abs());
    let (whole, part) = text.split_once('.').map_or((text.as_str(), None), |(w, p)| (w, Some(p)));
    let mut out = String::new();
    if value < 0.0 && text.bytes().any(|b| (b'1'..=b'9').contains(&b)) {
        out.push('−');
    }
    for (k, digit) in whole.chars().enumerate() {
        if k > 0 && whole.len() > 4 && (whole.len() - k) % 3 == 0 {
            out.push('\u{2009}');
        }
        out.push(digit);
    }
    if let Some(part) = part {
        out.push('.');
        out.push_str(part);
    }
    out
}

/// A number for people: whole as it is, else to about three significant digits.
pub(super) fn number(value: f64) -> String {
    if value == 0.0 {
        return "0".into();
    }
    let power = exponent(value);
    if !(-4..=8).contains(&power) {
        let mantissa = if power < 0 { value * ten_to(-power) } else { value / ten_to(power) };
        return times_ten(&trimmed(fixed(mantissa, 2)), power);
    }
    let decimals = if value.fract() == 0.0 { 0 } else { usize::try_from((2 - power).clamp(0, 6)).unwrap_or(0) };
    trimmed(fixed(value, decimals))
}

/// How many decimals to give each of some numbers that stand together; none if no few would do.
pub(super) fn decimals(values: impl Iterator<Item = f64>) -> Option<usize> {
    let (mut most, mut whole) = (0.0_f64, true);
    for value in values {
        most = most.max(value.abs());
        whole &= value.fract() == 0.0;
    }
    let power = if most == 0.0 { 0 } else { exponent(most) };
    match power {
        _ if whole && power <= 8 => Some(0),
        0..=8 => usize::try_from((2 - power).max(0)).ok(),
        -1 => Some(2),
        -4..0 => usize::try_from(1 - power).ok(),
        _ => None,
    }
}

/// A number with so many decimals, or as it is best written for itself.
pub(super) fn alike(value: f64, decimals: Option<usize>) -> String {
    decimals.map_or_else(|| number(value), |d| fixed(value, d))
}

/// Without zeros that end a decimal part.
fn trimmed(text: String) -> String {
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_string() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_exact() {
        let s = Scale::around(0.03, 0.97, 5, false);
        assert_eq!(s.ticks, [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]);
        assert_eq!(s.labels, ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
        let s = Scale::around(-4.2, -0.3, 4, false);
        assert_eq!(s.labels, ["−5", "−4", "−3", "−2", "−1", "0"].map(String::from));
        assert_eq!((s.low, s.high), (-5.0, 0.0));
        let s = Scale::around(0.0, 1e8, 2, false);
        assert_eq!(s.labels, ["0", "0.5×10⁸", "1.0×10⁸"]);
        let s = Scale::around(0.0, 2e-7, 2, false);
        assert_eq!(s.labels, ["0", "1×10⁻⁷", "2×10⁻⁷"]);
    }

    #[test]
    fn rounds_have_whole_ticks() {
        let s = Scale::within(1.0, 20.0, 5, true);
        assert_eq!(s.labels, ["5", "10", "15", "20"]);
        let s = Scale::within(1.0, 3.0, 8, true);
        assert_eq!(s.labels, ["1", "2", "3"]);
        let s = Scale::within(1.0, 20.0, 5, true).starting_at(1.0, 300.0);
        assert_eq!(s.labels, ["1", "5", "10", "15", "20"]);
        assert_eq!(s.clone().starting_at(1.0, 300.0), s);
        let s = Scale::within(1.0, 20.0, 10, true).starting_at(1.0, 900.0);
        assert_eq!(s.labels[..3], ["2", "4", "6"]);
    }

    #[test]
    fn every_range_has_ticks() {
        let values = [0.0, 1.0, -1.0, 1e-300, 1e300, f64::MAX, f64::MIN, 123.456, 5e-324, 1e9, 1e-7, 0.1 + 0.2];
        for a in values {
            for b in values {
                for whole in [false, true] {
                    for s in [Scale::around(a.min(b), a.max(b), 5, whole), Scale::within(a.min(b), a.max(b), 5, whole)]
                    {
                        assert!(s.high > s.low && (s.high - s.low).is_finite(), "{a} {b} {s:?}");
                        assert!(s.ticks.len() <= 25 && s.ticks.len() == s.labels.len(), "{a} {b} {s:?}");
                        assert!(s.place(a.min(b), 0.0, 1.0).is_finite());
                        let mut labels = s.labels.clone();
                        labels.dedup();
                        assert_eq!(labels, s.labels, "{a} {b}: equal labels stand beside each other");
                    }
                }
            }
        }
    }

    #[test]
    fn numbers_are_written_for_people() {
        let cases = [
            (0.0, "0"),
            (-3.0, "−3"),
            (2.5, "2.5"),
            (1.0 / 3.0, "0.333"),
            (12_345.678, "12\u{2009}346"),
            (0.001_234_5, "0.00123"),
            (1.5e12, "1.5×10¹²"),
            (-2e-9, "−2×10⁻⁹"),
            (99.96, "100"),
        ];
        for (value, text) in cases {
            assert_eq!(number(value), text, "{value}");
        }
        assert_eq!(fixed(-0.001, 1), "0.0");
    }

    #[test]
    fn numbers_that_stand_together_have_one_number_of_decimals() {
        let written = |values: &[f64]| {
            let d = decimals(values.iter().copied());
            values.iter().map(|v| alike(*v, d)).collect::<Vec<_>>()
        };
        assert_eq!(written(&[-3.0, -2.126, 0.5]), ["−3.00", "−2.13", "0.50"]);
        assert_eq!(written(&[0.87, 0.5, 1.0]), ["0.87", "0.50", "1.00"]);
        assert_eq!(written(&[-19.0, 24.0]), ["−19", "24"]);
        assert_eq!(written(&[123.4, 7.7]), ["123", "8"]);
        assert_eq!(written(&[0.012, 0.003]), ["0.012", "0.003"]);
        assert_eq!(written(&[2.5e12, 1.0]), ["2.5×10¹²", "1"]);
    }
}
