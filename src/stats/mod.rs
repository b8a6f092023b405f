//! Estimators with stated methods, in a fixed order of operations.
//!
//! Every function is a pure function of its slice in the order given; transcendentals are `libm`'s, so that a
//! published interval is the same to the bit on every machine.

mod distribution;
mod interval;
mod line;
mod paired;
mod running;
mod summary;

pub use distribution::{beta_cdf, normal_cdf, normal_quantile, t_cdf, t_quantile};
pub use interval::{Interval, mean_interval, t_interval, wilson};
pub use line::Line;
pub use paired::paired_difference;
pub use running::Running;
pub use summary::{Summary, quantile, sorted};
