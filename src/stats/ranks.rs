//! Statistics of ranks: correlations and the test of Mann and Whitney.

use super::distribution::normal_cdf;
use super::summary::to_f64;

/// The ranks of values from 1 for the smallest; equal values share the mean of theirs.
pub fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|a, b| values[*a].total_cmp(&values[*b]));
    let mut ranks = vec![0.0; values.len()];
    let mut start = 0;
    while start < order.len() {
        // Comparing by == puts both zeros together, as their order does.
        let end =
            order[start..].iter().position(|k| values[*k] != values[order[start]]).map_or(order.len(), |n| start + n);
        let shared = to_f64(start + 1 + end) / 2.0;
        order[start..end].iter().for_each(|k| ranks[*k] = shared);
        start = end;
    }
    ranks
}

/// The sum of `t^3 - t` over groups of `t` equal values.
pub(super) fn ties(values: &[f64]) -> f64 {
    let ascending = super::sorted(values);
    let groups = ascending.chunk_by(|a, b| a == b).map(|group| to_f64(group.len()));
    groups.map(|t| t * t * t - t).sum()
}

/// Pearson's correlation. Nothing for unequal sizes, or if one sample does not vary.
pub fn pearson(x: &[f64], y: &[f64]) -> Option<f64> {
    if x.len() != y.len() || x.is_empty() {
        return None;
    }
    let mean = |values: &[f64]| values.iter().sum::<f64>() / to_f64(values.len());
    let (mx, my) = (mean(x), mean(y));
    let (mut xx, mut yy, mut xy) = (0.0, 0.0, 0.0);
    for (x, y) in x.iter().zip(y) {
        let (dx, dy) = (x - mx, y - my);
        xx += dx * dx;
        yy += dy * dy;
        xy += dx * dy;
    }
    let scale = xx.sqrt() * yy.sqrt();
    (scale > 0.0).then(|| (xy / scale).clamp(-1.0, 1.0))
}

/// Spearman's rank correlation (Spearman 1904): Pearson's of the ranks.
pub fn spearman(x: &[f64], y: &[f64]) -> Option<f64> {
    pearson(&ranks(x), &ranks(y))
}

/// Pairs of observations by how both order them, and Kendall's correlations.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Kendall {
    /// Pairs that both order alike.
    pub concordant: u64,
    /// Pairs that they order oppositely.
    pub discordant: u64,
    /// Pairs equal in the first; those equal in both count here and there.
    pub ties_x: u64,
    /// Pairs equal in the second.
    pub ties_y: u64,
    /// `(c - d) / n0`, `n0 = n (n - 1) / 2` (Kendall 1938); nothing for fewer than two.
    pub tau_a: Option<f64>,
    /// `(c - d) / sqrt((n0 - ties_x)(n0 - ties_y))` (Kendall 1945); nothing if one side is all equal.
    pub tau_b: Option<f64>,
}

/// Kendall's correlations of two samples of one size, by looking at every pair. Nothing for unequal sizes.
pub fn kendall(x: &[f64], y: &[f64]) -> Option<Kendall> {
    if x.len() != y.len() {
        return None;
    }
    let (mut concordant, mut discordant, mut ties_x, mut ties_y) = (0_u64, 0_u64, 0_u64, 0_u64);
    for i in 0..x.len() {
        for j in 0..i {
            let (equal_x, equal_y) = (x[i] == x[j], y[i] == y[j]);
            ties_x += u64::from(equal_x);
            ties_y += u64::from(equal_y);
            if !equal_x && !equal_y {
                let alike = (x[i] < x[j]) == (y[i] < y[j]);
                *(if alike { &mut concordant } else { &mut discordant }) += 1;
            }
        }
    }
    let float = |count: u64| to_f64(usize::try_from(count).expect("pairs fit"));
    let pairs = float((x.len() * x.len().saturating_sub(1) / 2) as u64);
    let excess = float(concordant) - float(discordant);
    let scale = ((pairs - float(ties_x)) * (pairs - float(ties_y))).sqrt();
    Some(Kendall {
        concordant,
        discordant,
        ties_x,
        ties_y,
        tau_a: (pairs > 0.0).then(|| excess / pairs),
        tau_b: (scale > 0.0).then(|| excess / scale),
    })
}

/// The test of Mann and Whitney.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MannWhitney {
    /// How often a value of x is above one of y; equal ones count half.
    pub u_x: f64,
    /// How often one of y is above one of x.
    pub u_y: f64,
    /// The exact two-sided p-value, `2 P(U >= max(u_x, u_y))` at most 1; nothing if values are equal across the samples
    /// or within.
    pub p_exact: Option<f64>,
    /// The two-sided p-value by the normal distribution, with corrections for continuity and ties; nothing if all values
    /// are equal.
    pub p_normal: Option<f64>,
    /// The probability that a value of x is above one of y, equal ones counted half.
    pub prob_x_greater: f64,
    /// `2 u_x / (n_x n_y) - 1`, which is Cliff's delta.
    pub rank_biserial: f64,
}

/// The test of Mann & Whitney 1947 of two samples. Nothing for an empty one.
pub fn mann_whitney(x: &[f64], y: &[f64]) -> Option<MannWhitney> {
    if x.is_empty() || y.is_empty() {
        return None;
    }
    let all: Vec<f64> = x.iter().chain(y).copied().collect();
    let (n_x, n_y, n) = (to_f64(x.len()), to_f64(y.len()), to_f64(all.len()));
    let pairs = n_x * n_y;
    let u_x = ranks(&all)[..x.len()].iter().sum::<f64>() - n_x * (n_x + 1.0) / 2.0;
    let u_y = pairs - u_x;
    let tied = ties(&all);
    let sigma = (pairs / 12.0 * (n + 1.0 - if n > 1.0 { tied / (n * (n - 1.0)) } else { 0.0 })).sqrt();
    let p_normal = (sigma > 0.0).then(|| {
        let z = (u_x.max(u_y) - pairs / 2.0 - 0.5) / sigma;
        (2.0 * normal_cdf(-z)).min(1.0)
    });
    let p_exact = (tied == 0.0).then(|| {
        let share = share_at_least(x.len(), y.len(), u_x.max(u_y));
        (2.0 * share).min(1.0)
    });
    Some(MannWhitney {
        u_x,
        u_y,
        p_exact,
        p_normal,
        prob_x_greater: u_x / pairs,
        rank_biserial: 2.0 * u_x / pairs - 1.0,
    })
}

/// P(U >= u) where all orders of n_x and n_y different values are equally likely, by the recursion of Mann & Whitney 1947
/// for the probability that the greatest is an x (and beats all y) or a y.
fn share_at_least(n_x: usize, n_y: usize, u: f64) -> f64 {
    let most = n_x * n_y;
    // by_x[i][v]: P(U = v) of i values of x and the present number of y.
    let mut by_x: Vec<Vec<f64>> = (0..=n_x).map(|_| vec![1.0]).collect();
    for j in 1..=n_y {
        let mut next: Vec<Vec<f64>> = vec![vec![1.0]];
        for i in 1..=n_x {
            let (share_x, share_y) = (to_f64(i) / to_f64(i + j), to_f64(j) / to_f64(i + j));
            let at = |list: &[f64], v: Option<usize>| v.and_then(|v| list.get(v)).copied().unwrap_or(0.0);
            let row =
                (0..=i * j).map(|v| share_x * at(&next[i - 1], v.checked_sub(j)) + share_y * at(&by_x[i], Some(v)));
            let row: Vec<f64> = row.collect();
            next.push(row);
        }
        by_x = next;
    }
    (0..=most).filter(|v| to_f64(*v) >= u).map(|v| by_x[n_x].get(v).copied().unwrap_or(0.0)).sum()
}
