//! Mean and spread of a stream.

use super::summary::{Summary, to_f64};

/// Mean and spread of values that come one after another (Welford 1962); the result depends on their order alone.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Running {
    n: usize,
    mean: f64,
    squares: f64,
}

impl Running {
    /// Takes a value.
    #[inline]
    pub fn push(&mut self, value: f64) {
        self.n += 1;
        let deviation = value - self.mean;
        self.mean += deviation / to_f64(self.n);
        self.squares += deviation * (value - self.mean);
    }

    /// The summary so far; nothing before the first value.
    pub fn summary(&self) -> Option<Summary> {
        let sd = (self.n > 1).then(|| (self.squares.max(0.0) / to_f64(self.n - 1)).sqrt());
        (self.n > 0).then_some(Summary { n: self.n, mean: self.mean, sd })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_has_the_summary_of_its_values() {
        let values = [3.5, -1.25, 8.0, 2.0, 2.0];
        let mut running = Running::default();
        for value in values {
            running.push(value);
        }
        let (stream, whole) = (running.summary().expect("values"), Summary::of(&values).expect("values"));
        assert_eq!(stream.n, whole.n);
        assert!((stream.mean - whole.mean).abs() < 1e-14);
        assert!((stream.sd.expect("two") - whole.sd.expect("two")).abs() < 1e-14);
        assert_eq!(Running::default().summary(), None);
    }
}
