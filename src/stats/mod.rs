//! Estimators with stated methods, in a fixed order of operations.
//!
//! Every function is a pure function of its slice in the order given; transcendentals are `libm`'s, so that a
//! published interval is the same to the bit on every machine.

mod bootstrap;
mod calibration;
mod comparison;
mod distribution;
mod effect;
mod inequality;
mod interval;
mod line;
mod multiple;
mod paired;
mod rankings;
mod ranks;
mod regression;
mod running;
mod sensitivity;
mod summary;
mod votes;

pub use bootstrap::{Bootstrap, bootstrap, mean, median};
pub use calibration::{Calibration, calibration};
pub use comparison::{Difference, paired_t, welch_t};
pub use distribution::{beta_cdf, normal_cdf, normal_quantile, t_cdf, t_quantile};
pub use effect::{EffectSize, cliffs_delta, effect_size};
pub use inequality::{Inequality, gini, inequality};
pub use interval::{Interval, mean_interval, t_interval, wilson};
pub use line::Line;
pub use multiple::{benjamini_hochberg, bonferroni, holm};
pub use paired::paired_difference;
pub use rankings::{RankStability, rank_stability};
pub use ranks::{Kendall, MannWhitney, kendall, mann_whitney, pearson, ranks, spearman};
pub use regression::{Curve, CurveFit, Regression, ols};
pub use running::Running;
pub use sensitivity::{Indices, Outcomes, sobol_indices};
pub use summary::{Summary, quantile, sorted};
pub use votes::{Votes, votes};
