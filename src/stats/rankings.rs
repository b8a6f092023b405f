//! How stable a ranking is over replicates.

use super::ranks::{kendall, ranks, ties};
use super::summary::{Summary, to_f64};

/// How well rankings of items agree.
#[derive(Clone, Debug, PartialEq)]
pub struct RankStability {
    /// The mean score of each item.
    pub mean_score: Vec<f64>,
    /// The ranks of these, 1 for the best.
    pub reference_rank: Vec<f64>,
    /// The mean rank of each item.
    pub mean_rank: Vec<f64>,
    /// The standard deviation of its ranks.
    pub rank_sd: Vec<Option<f64>>,
    /// Kendall's tau-b of each replicate's ranks and the reference.
    pub tau: Vec<Option<f64>>,
    /// The share of the top k of each replicate that are in the top k by the means; of equals, the first come first.
    pub top_k_overlap: Vec<f64>,
    /// How often each item has the top score; equals share it.
    pub prob_best: Vec<f64>,
    /// Kendall's coefficient of concordance (Kendall & Babington Smith 1939), with correction for ties; nothing if all are
    /// equal in all.
    pub kendall_w: Option<f64>,
}

/// The stability of rankings by scores, a row a replicate, larger better; means are rounded to twelve decimals before they
/// are ranked. Nothing without rows, or for rows of unequal length.
pub fn rank_stability(scores: &[Vec<f64>], k: usize) -> Option<RankStability> {
    let items = scores.first().filter(|row| !row.is_empty())?.len();
    if scores.iter().any(|row| row.len() != items) {
        return None;
    }
    let replicates = to_f64(scores.len());
    let descending = |row: &[f64]| ranks(&row.iter().map(|s| -s).collect::<Vec<_>>());
    let column = |rows: &[Vec<f64>], j: usize| -> Vec<f64> { rows.iter().map(|row| row[j]).collect() };
    let mean_score: Vec<f64> = (0..items).map(|j| column(scores, j).iter().sum::<f64>() / replicates).collect();
    let rounded: Vec<f64> = mean_score.iter().map(|m| (m * 1e12).round() / 1e12).collect();
    let reference_rank = descending(&rounded);
    let by_replicate: Vec<Vec<f64>> = scores.iter().map(|row| descending(row)).collect();
    let of_item = |j: usize| Summary::of(&column(&by_replicate, j)).expect("there are rows");
    let top = |row: &[f64]| -> Vec<usize> {
        let mut order: Vec<usize> = (0..items).collect();
        order.sort_by(|a, b| row[*b].total_cmp(&row[*a]));
        order.truncate(k);
        order
    };
    let best = top(&rounded);
    let overlap = |row: &Vec<f64>| to_f64(top(row).iter().filter(|j| best.contains(j)).count()) / to_f64(best.len());
    let mut prob_best = vec![0.0; items];
    for row in scores {
        let greatest = row.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let winners: Vec<usize> = (0..items).filter(|j| row[*j] == greatest).collect();
        winners.iter().for_each(|j| prob_best[*j] += 1.0 / (to_f64(winners.len()) * replicates));
    }
    let j = to_f64(items);
    let middle = replicates * (j + 1.0) / 2.0;
    let spread: f64 = (0..items).map(|i| column(&by_replicate, i).iter().sum::<f64>() - middle).map(|d| d * d).sum();
    let tied: f64 = by_replicate.iter().map(|row| ties(row)).sum();
    let scale = replicates * replicates * (j * j * j - j) - replicates * tied;
    Some(RankStability {
        mean_rank: (0..items).map(|j| of_item(j).mean).collect(),
        rank_sd: (0..items).map(|j| of_item(j).sd).collect(),
        tau: by_replicate.iter().map(|row| kendall(row, &reference_rank).and_then(|found| found.tau_b)).collect(),
        top_k_overlap: scores.iter().map(overlap).collect(),
        kendall_w: (scale > 0.0).then(|| 12.0 * spread / scale),
        mean_score,
        reference_rank,
        prob_best,
    })
}
