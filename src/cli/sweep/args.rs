//! The arguments of `comity sweep`.

use crate::cli::args::FormatArg;
use crate::experiment::Engine;
use clap::{Subcommand, ValueEnum};
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct SweepArgs {
    #[command(subcommand)]
    pub(in crate::cli) command: SweepCommand,
}

/// What is done with a sweep. Its directory holds the plan, the shards and, once merged, the results.
#[derive(Debug, Subcommand)]
pub(in crate::cli) enum SweepCommand {
    /// Plan, run what is missing, and merge: all of it on this machine; a sweep that was stopped goes on
    Run(RunArgs),
    /// Write the plan alone, and say how long it will take
    Plan(PlanArgs),
    /// Run some shards of a plan
    Shard(ShardArgs),
    /// Say which shards are there, from the files alone
    Status(PlainArgs),
    /// Print the shards that are missing, as 3,17,40-42
    Missing(PlainArgs),
    /// Write the scripts that run the missing shards under a scheduler, and submit them with --yes
    Submit(SubmitArgs),
    /// Put all shards together: tables, figures, report
    Merge(MergeArgs),
    /// Check the digests of all shards and of the results, and run some shards again
    Verify(VerifyArgs),
    /// Remove what killed writers left
    Gc(GcArgs),
}

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Changes {
    /// Runs of each point, in place of the file's
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub(in crate::cli) replicates: Option<u64>,
    /// The master seed, in place of the files'
    #[arg(long, value_name = "N")]
    pub(in crate::cli) seed: Option<u64>,
    /// Change a value of the scenario at all points; may be given more than once
    #[arg(long = "set", value_name = "PATH=VALUE")]
    pub(in crate::cli) set: Vec<String>,
    /// How many shards there are [default: at most 200]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(in crate::cli) shards: Option<u64>,
}

impl Changes {
    /// Whether anything is to be changed.
    pub(in crate::cli) fn any(&self) -> bool {
        self.replicates.is_some() || self.seed.is_some() || self.shards.is_some() || !self.set.is_empty()
    }
}

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct RunArgs {
    /// The experiment file, or the directory of a sweep that goes on
    pub(in crate::cli) experiment: PathBuf,
    /// The sweep's directory [default: out/<experiment>-<digest>]
    #[arg(long, short, value_name = "DIR")]
    pub(in crate::cli) out: Option<PathBuf>,
    #[command(flatten)]
    pub(in crate::cli) changes: Changes,
    /// Leave out figures and report
    #[arg(long)]
    pub(in crate::cli) no_plots: bool,
    #[command(flatten)]
    pub(in crate::cli) format: FormatArg,
}

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct PlanArgs {
    /// The experiment file
    pub(in crate::cli) experiment: PathBuf,
    /// The sweep's directory [default: out/<experiment>-<digest>]
    #[arg(long, short, value_name = "DIR")]
    pub(in crate::cli) out: Option<PathBuf>,
    #[command(flatten)]
    pub(in crate::cli) changes: Changes,
    #[command(flatten)]
    pub(in crate::cli) format: FormatArg,
}

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct ShardArgs {
    /// The sweep's directory
    pub(in crate::cli) dir: PathBuf,
    /// The shards, such as 17 or 0-49,60
    #[arg(required_unless_present = "from_env")]
    pub(in crate::cli) shards: Option<String>,
    /// Take the number from the scheduler: SLURM_ARRAY_TASK_ID, HQ_TASK_ID or JOB_COMPLETION_INDEX
    #[arg(long, conflicts_with = "shards")]
    pub(in crate::cli) from_env: bool,
}

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct PlainArgs {
    /// The sweep's directory
    pub(in crate::cli) dir: PathBuf,
    #[command(flatten)]
    pub(in crate::cli) format: FormatArg,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum EngineArg {
    /// A Slurm job array
    Slurm,
    /// GNU parallel
    Parallel,
    /// A shell on this machine
    Local,
}

impl EngineArg {
    pub(in crate::cli) fn engine(self) -> Engine {
        match self {
            EngineArg::Slurm => Engine::Slurm,
            EngineArg::Parallel => Engine::Parallel,
            EngineArg::Local => Engine::Local,
        }
    }
}

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct SubmitArgs {
    /// The sweep's directory
    pub(in crate::cli) dir: PathBuf,
    /// Who runs the shards
    #[arg(long, value_enum, default_value = "slurm")]
    pub(in crate::cli) engine: EngineArg,
    /// The most shards in one script [default: what Slurm says of the site's MaxArraySize, else 1000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(in crate::cli) chunk: Option<u32>,
    /// How many shards run at a time, outside of Slurm
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..))]
    pub(in crate::cli) jobs: u32,
    /// Submit the scripts too
    #[arg(long)]
    pub(in crate::cli) yes: bool,
}

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct MergeArgs {
    /// The sweep's directory
    pub(in crate::cli) dir: PathBuf,
    /// Leave out figures and report
    #[arg(long)]
    pub(in crate::cli) no_plots: bool,
    #[command(flatten)]
    pub(in crate::cli) format: FormatArg,
}

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct VerifyArgs {
    /// The sweep's directory
    pub(in crate::cli) dir: PathBuf,
    /// How many shards are run again
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(in crate::cli) rerun: u64,
    /// Which they are follows from this
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(in crate::cli) seed: u64,
    #[command(flatten)]
    pub(in crate::cli) format: FormatArg,
}

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct GcArgs {
    /// The sweep's directory
    pub(in crate::cli) dir: PathBuf,
    /// What is younger than so many seconds stays: a writer may be alive
    #[arg(long, value_name = "SECONDS", default_value_t = 3600)]
    pub(in crate::cli) older_than: u64,
}
