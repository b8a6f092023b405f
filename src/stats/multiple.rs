//! p-values of several tests together, in the order of the tests.

use super::summary::to_f64;

/// Bonferroni's: `min(1, m p)`.
pub fn bonferroni(p: &[f64]) -> Vec<f64> {
    p.iter().map(|one| (one * to_f64(p.len())).min(1.0)).collect()
}

/// Holm's (Holm 1979), which bounds the probability of any false rejection: over ascending p-values the running greatest of
/// `min(1, (m - j + 1) p_(j))`.
pub fn holm(p: &[f64]) -> Vec<f64> {
    let mut adjusted = vec![0.0; p.len()];
    let mut greatest = 0.0f64;
    for (j, k) in ascending(p).into_iter().enumerate() {
        greatest = greatest.max((to_f64(p.len() - j) * p[k]).min(1.0));
        adjusted[k] = greatest;
    }
    adjusted
}

/// Benjamini & Hochberg's (1995), which bounds the expected share of false ones among rejections: over descending p-values
/// the running least of `min(1, m p_(j) / j)`.
pub fn benjamini_hochberg(p: &[f64]) -> Vec<f64> {
    let mut adjusted = vec![0.0; p.len()];
    let mut least = 1.0f64;
    for (j, k) in ascending(p).into_iter().enumerate().rev() {
        least = least.min(to_f64(p.len()) * p[k] / to_f64(j + 1));
        adjusted[k] = least;
    }
    adjusted
}

fn ascending(p: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|a, b| p[*a].total_cmp(&p[*b]));
    order
}
