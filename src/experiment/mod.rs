//! Experiments: a scenario at many points, each run many times, and what the runs come to.
//!
//! A [`Study`] is an experiment file; a [`Plan`] puts it together with its scenario, lists the runs, and has a digest. A run
//! is named `<point hash>-<replicate>` and draws from a key that follows from the master seed and the replicate alone (or
//! from the point's hash too, where points are independent): adding a point, a replicate or a shard leaves all other runs as
//! they were, to the byte. A shard is a pure function of plan and number, so that any scheduler may run it anywhere, twice
//! or never finish it; [`shard`](mod@shard) says what its file holds. Merging reads the shards in order and gives the same
//! tables whatever their number. Nothing here reads clocks or touches the disk but through [`store`](crate::store).

mod analysis;
mod compare;
mod expect;
mod plan;
mod points;
mod probe;
mod run;
pub mod shard;
mod sobol;
mod study;
mod submit;
mod tables;
mod view;

pub use analysis::{Results, analyse};
pub use compare::{Comparison, Side, compare};
pub use expect::{Expectation, Verdict};
pub use plan::{Plan, Point, Request};
pub use points::{Design, MOST_POINTS};
pub use run::{pilot, run_shard};
pub use sobol::{MOST_AXES, sobol_sequence};
pub use study::{Expected, Measure, Parameter, Statistic, Stop, Study, schema};
pub use submit::{Engine, Ranges, Site, submission};
pub use view::{Choice, view};

use crate::error::{Diagnostic, Faults};
use crate::store::StoreError;

/// Why a sweep, or a part of it, did not come about.
#[derive(Debug, thiserror::Error)]
pub enum SweepError {
    /// The input is wrong.
    #[error("{0}")]
    Input(Faults),
    /// A shard comes out otherwise than the one that was published: something is not deterministic.
    #[error("{0}")]
    Differs(Diagnostic),
    /// A plan or shard of another plan or version.
    #[error("{0}")]
    Foreign(Diagnostic),
    /// The operating system refused, or a file is broken.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// It was asked to stop; what is finished is kept, and the rest can be run later.
    #[error("interrupted")]
    Interrupted,
}

impl From<Faults> for SweepError {
    fn from(faults: Faults) -> Self {
        SweepError::Input(faults)
    }
}

impl From<Diagnostic> for SweepError {
    fn from(diagnostic: Diagnostic) -> Self {
        SweepError::Input(diagnostic.into())
    }
}
