//! Drawing from many weights that change a few at a time.
//!
//! Weights stand in blocks whose sums are computed anew when one of their weights changes, so that no rounding adds up
//! and equal weights give equal draws, however they came about. Drawing and changing cost about the square root of the
//! number of weights.

use crate::sim::Draws;

/// Weights from 0, and the sums of their blocks.
#[derive(Clone, Debug, PartialEq)]
pub struct Urn {
    weights: Vec<f64>,
    blocks: Vec<f64>,
    width: usize,
}

impl Urn {
    /// An urn of these weights.
    pub fn new(weights: Vec<f64>) -> Self {
        let width = weights.len().isqrt().max(1);
        let blocks = weights.chunks(width).map(|block| block.iter().sum()).collect();
        Self { weights, blocks, width }
    }

    /// Changes a weight.
    pub fn set(&mut self, place: usize, weight: f64) {
        self.weights[place] = weight;
        let block = place / self.width;
        let end = ((block + 1) * self.width).min(self.weights.len());
        self.blocks[block] = self.weights[block * self.width..end].iter().sum();
    }

    /// A place in proportion to its weight; nothing if all weights are 0. What rounding leaves over falls on the last
    /// positive weight.
    pub fn draw(&self, draws: &mut Draws) -> Option<usize> {
        let total: f64 = self.blocks.iter().sum();
        if total <= 0.0 {
            return None;
        }
        let mut left = draws.uniform() * total;
        let mut chosen = None;
        for (block, sum) in self.blocks.iter().enumerate().filter(|(_, sum)| **sum > 0.0) {
            chosen = Some(block);
            if left < *sum {
                break;
            }
            left -= sum;
        }
        let first = chosen? * self.width;
        let mut found = None;
        for (place, weight) in self.weights.iter().enumerate().skip(first).take(self.width) {
            if *weight > 0.0 {
                found = Some(place);
                if left < *weight {
                    break;
                }
                left -= weight;
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::{RunKey, Seed};
    use crate::sim::{Purpose, Who};

    #[test]
    fn places_are_drawn_in_proportion() {
        let mut draws = RunKey::derive(Seed(1), 0, "").draws(Who::place("urn", 0), Purpose::Selection);
        let mut urn = Urn::new((0..10).map(f64::from).collect());
        urn.set(9, 0.0);
        urn.set(0, 4.0);
        let mut seen = [0u32; 10];
        for _ in 0..40_000 {
            seen[urn.draw(&mut draws).expect("weights")] += 1;
        }
        for (place, seen) in seen.iter().enumerate() {
            let weight = if place == 0 { 4.0 } else { place as f64 * f64::from(u8::from(place < 9)) };
            let expected = 1000.0 * weight;
            assert!((f64::from(*seen) - expected).abs() <= 4.5 * expected.sqrt(), "{place} {seen}");
        }
        assert_eq!(Urn::new(vec![0.0; 3]).draw(&mut draws), None);
    }
}
