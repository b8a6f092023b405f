//! The command line: arguments, progress, tables for people. No science.
//!
//! Data goes to standard output alone, progress and notes to standard error. Exit status: 0 done, 1 the answer is no, 2 bad
//! input, 65 a shard that differs from its twin, 66 another plan's shard, 74 the disk failed, 75 interrupted and resumable.

mod a2a;
mod args;
mod args_play;
mod ask;
mod batch;
mod catalogue;
mod compare;
mod compile;
mod draw;
mod evolve;
mod exercise;
mod fingerprint;
mod forage;
mod gallery;
mod interrupt;
mod progress;
mod quick;
mod remote;
mod run;
mod scenario;
mod show;
mod solve;
mod sweep;
mod tournament;

use crate::error::{Diagnostic, Faults};
use crate::experiment::SweepError;
use crate::models::Lab;
use crate::query;
use crate::store::StoreError;
use args::Command;
use std::process::ExitCode;

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// It is done.
    Done,
    /// The answer is no.
    No,
    /// It stopped before its end and can be taken up again.
    Interrupted,
}

/// The exit status where the disk failed in the middle of the work.
const DISK_FAILED: u8 = 74;

/// Why a command failed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The input is wrong.
    Input(Faults),
    /// The disk failed in the middle of the work.
    Io(Diagnostic),
    /// Another reason, with its exit status.
    Other(u8, Diagnostic),
}

impl From<Faults> for Failure {
    fn from(faults: Faults) -> Self {
        Failure::Input(faults)
    }
}

impl From<Diagnostic> for Failure {
    fn from(diagnostic: Diagnostic) -> Self {
        Failure::Input(diagnostic.into())
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        if error.is_failure_of_io() {
            Failure::Io(error.into())
        } else {
            Failure::Input(Diagnostic::from(error).into())
        }
    }
}

impl From<SweepError> for Failure {
    fn from(error: SweepError) -> Self {
        match error {
            SweepError::Input(faults) => Failure::Input(faults),
            SweepError::Store(error) => error.into(),
            SweepError::Differs(fault) => Failure::Other(65, fault),
            SweepError::Foreign(fault) => Failure::Other(66, fault),
            SweepError::Interrupted => {
                Failure::Other(75, Diagnostic::new("interrupted", "interrupted", "").help("what is finished is kept"))
            }
        }
    }
}

/// What a command returns.
pub(crate) type Outcome = Result<Status, Failure>;

/// Runs the command line of this process with the built-in lab and [guests](admit_guests).
pub fn main() -> ExitCode {
    let mut lab = Lab::new();
    match admit_guests(&mut lab) {
        Ok(()) => main_with(&lab),
        Err(fault) => fail(2, &fault),
    }
}

/// Adds players from outside the lab to its strategies: `pipe`, a program that is asked by lines of JSON, and `human`, the
/// person at the terminal.
///
/// # Errors
/// If the lab is in use already, or one of the names is taken.
pub fn admit_guests(lab: &mut Lab) -> Result<(), Diagnostic> {
    let Some(kit) = std::sync::Arc::get_mut(&mut lab.kit) else {
        return Err(Diagnostic::new(
            "lab-in-use",
            "a lab that has begun to run",
            "guests admitted before anything runs",
        ));
    };
    remote::ENTRIES.into_iter().try_for_each(|entry| kit.strategies.register(entry))
}

/// Runs the command line of this process with a lab of the caller's: a crate with strategies, games or models of its
/// own makes a binary of one line.
pub fn main_with(lab: &Lab) -> ExitCode {
    let args = args::parsed();
    let outcome = match args.threads {
        None => dispatch(args.command, lab),
        Some(threads) => match rayon::ThreadPoolBuilder::new().num_threads(threads.into()).build() {
            Ok(pool) => pool.install(|| dispatch(args.command, lab)),
            Err(error) => {
                Err(Diagnostic::new("threads", error.to_string(), "threads that this machine can start").into())
            }
        },
    };
    match outcome {
        Ok(Status::Done) => ExitCode::SUCCESS,
        Ok(Status::No) => ExitCode::from(1),
        Ok(Status::Interrupted) => ExitCode::from(75),
        Err(Failure::Input(faults)) => {
            for fault in faults.diagnostics() {
                show::note(&format!("error[{}]: {fault}", fault.code));
            }
            ExitCode::from(2)
        }
        Err(Failure::Io(fault)) => fail(DISK_FAILED, &fault),
        Err(Failure::Other(code, fault)) => fail(code, &fault),
    }
}

fn fail(code: u8, fault: &Diagnostic) -> ExitCode {
    show::note(&format!("error[{}]: {fault}", fault.code));
    ExitCode::from(code)
}

fn dispatch(command: Command, lab: &Lab) -> Outcome {
    match command {
        Command::Run(args) => run::run(&args, lab),
        Command::Check(args) => scenario::check(&args, lab),
        Command::New(args) => scenario::new(&args, lab),
        Command::Schema(args) => scenario::schema(&args, lab),
        Command::Verify(args) if sweep::is_sweep(&args.dir) => sweep::verify_all(&args, lab),
        Command::Verify(args) => run::verify(&args, lab),
        Command::Plot(args) => run::redraw(&args.redraw, run::Redraw::Plots(args.choice()), lab),
        Command::Report(args) => run::redraw(&args, run::Redraw::Report, lab),
        Command::Sweep(args) => sweep::sweep(&args.command, lab),
        Command::Compare(args) => compare::compare(&args),
        Command::List(args) => catalogue::list(&args, lab),
        Command::Explain(args) => catalogue::explain(&args, lab),
        Command::Match(args) => quick::play(&args, lab),
        Command::Tournament(args) => tournament::tournament(&args, lab),
        Command::Compile(args) => compile::compile(&args, lab),
        Command::Fingerprint(args) => fingerprint::fingerprint(&args, lab),
        Command::Gallery(args) => gallery::gallery(&args, lab),
        Command::Exercise(args) => exercise::exercise(&args, lab),
        Command::Solve(args) => solve::solve(&args, lab),
        Command::Evolve(args) => evolve::evolve(&args, lab),
        Command::Forage(args) => forage::forage(&args),
        Command::Negotiate(args) => ask::ask(&args, query::negotiate::answer),
        Command::Discover(args) => ask::ask(&args, query::discover::answer),
        Command::Mechanism(args) => ask::ask(&args, query::mechanism::answer),
        Command::Trust(args) => ask::ask(&args, query::trust::answer),
        Command::Award(args) => ask::ask(&args, query::answer_award),
        Command::A2a(args) => a2a::run(&args),
        Command::Completions(args) => args::completions(&args),
    }
}
