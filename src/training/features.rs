//! Weights of active features: a row of numbers for each feature that was ever learned of.
//!
//! What is fitted is the sum of the rows of the active features, one number an action. With one active feature that is a table;
//! with several, a linear form (Sutton & Barto 2018, sec. 9.5). Rows are found by open addressing and numbered in
//! the order in which they were first learned of, so that all is a function of what was learned, in its order.

use super::bytes::{Reader, Writer};
use crate::error::Diagnostic;

/// What marks a free slot.
const FREE: u32 = u32::MAX;

/// Rows of weights by feature.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Rows {
    width: usize,
    /// The sum that nothing was learned of has, in each column.
    initial: f64,
    /// A power of two of slots: the number of a row, or [`FREE`].
    slots: Vec<u32>,
    keys: Vec<u64>,
    weights: Vec<f64>,
}

impl Rows {
    /// No rows yet, each to be of so many numbers.
    pub(super) fn new(width: usize, initial: f64) -> Self {
        Self { width, initial, slots: vec![FREE; 1 << 10], keys: Vec::new(), weights: Vec::new() }
    }

    #[inline]
    fn find(&self, key: u64) -> Result<usize, usize> {
        let mask = self.slots.len() - 1;
        #[expect(clippy::cast_possible_truncation, reason = "the mask keeps the low bits anyway")]
        let mut slot = key as usize & mask;
        loop {
            match self.slots[slot] {
                FREE => return Err(slot),
                row if self.keys[row as usize] == key => return Ok(row as usize),
                _ => slot = (slot + 1) & mask,
            }
        }
    }

    fn row(&mut self, key: u64) -> usize {
        let slot = match self.find(key) {
            Ok(row) => return row,
            Err(slot) => slot,
        };
        let row = self.keys.len();
        self.slots[slot] = u32::try_from(row).expect("fewer features than 2^32");
        self.keys.push(key);
        self.weights.resize(self.weights.len() + self.width, 0.0);
        if self.keys.len() * 2 > self.slots.len() {
            self.slots = vec![FREE; self.slots.len() * 2];
            for row in 0..self.keys.len() {
                let Err(slot) = self.find(self.keys[row]) else { unreachable!("keys are told apart") };
                self.slots[slot] = u32::try_from(row).expect("fewer features than 2^32");
            }
        }
        row
    }

    /// Writes the sums of the active features' rows.
    #[inline]
    pub(super) fn sums(&self, keys: &[u64], out: &mut [f64]) {
        out.fill(self.initial);
        for key in keys {
            if let Ok(row) = self.find(*key) {
                for (sum, weight) in out.iter_mut().zip(&self.weights[row * self.width..]) {
                    *sum += weight;
                }
            }
        }
    }

    /// Moves one column of the active features' sum by `by`, in equal parts.
    #[inline]
    pub(super) fn move_one(&mut self, keys: &[u64], column: usize, by: f64) {
        #[expect(clippy::cast_precision_loss, reason = "few features are active")]
        let part = by / keys.len() as f64;
        for key in keys {
            let row = self.row(*key);
            self.weights[row * self.width + column] += part;
        }
    }

    /// Moves all columns.
    pub(super) fn move_all(&mut self, keys: &[u64], by: &[f64]) {
        #[expect(clippy::cast_precision_loss, reason = "few features are active")]
        let parts = keys.len() as f64;
        for key in keys {
            let row = self.row(*key);
            for (weight, by) in self.weights[row * self.width..].iter_mut().zip(by) {
                *weight += by / parts;
            }
        }
    }

    /// How many features were learned of.
    pub(super) fn len(&self) -> usize {
        self.keys.len()
    }

    pub(super) fn save(&self, out: &mut Writer) {
        out.count(self.slots.len());
        out.count(self.keys.len());
        self.keys.iter().for_each(|key| out.word(*key));
        out.numbers(&self.weights);
    }

    pub(super) fn load(&mut self, from: &mut Reader<'_>) -> Result<(), Diagnostic> {
        let (slots, count) = (from.count()?, from.count()?);
        if !slots.is_power_of_two() || count * 2 > slots || slots > 1 << 32 {
            return Err(from.fault("a table of features"));
        }
        self.keys = (0..count).map(|_| from.word()).collect::<Result<_, _>>()?;
        self.weights = from.numbers()?;
        self.slots = vec![FREE; slots];
        for row in 0..count {
            let Err(slot) = self.find(self.keys[row]) else { return Err(from.fault("features told apart")) };
            self.slots[slot] = u32::try_from(row).unwrap_or(FREE);
        }
        if self.weights.len() == count * self.width { Ok(()) } else { Err(from.fault("a row of weights a feature")) }
    }
}
