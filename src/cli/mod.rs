//! The command line: arguments, progress, tables for people. No science.
//!
//! Data goes to standard output alone, progress and notes to standard error. Exit status: 0 done, 1 the answer is no, 2 bad
//! input, 74 the disk failed.

mod a2a;
mod args;
mod ask;
mod batch;
mod catalogue;
mod compile;
mod draw;
mod evolve;
mod fingerprint;
mod forage;
mod gallery;
mod progress;
mod quick;
mod remote;
mod run;
mod scenario;
mod show;
mod solve;
mod tournament;

use crate::error::{Diagnostic, Faults};
use crate::models::Lab;
use crate::query;
use crate::store::StoreError;
use args::{Args, Command};
use clap::Parser;
use std::process::ExitCode;

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// It is done.
    Done,
    /// The answer is no.
    No,
}

/// Why a command failed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The input is wrong.
    Input(Faults),
    /// The disk failed in the middle of the work.
    Io(Diagnostic),
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

/// What a command returns.
pub(crate) type Outcome = Result<Status, Failure>;

/// Runs the command line of this process with the built-in lab.
pub fn main() -> ExitCode {
    main_with(&Lab::new())
}

/// Runs the command line of this process with a lab of the caller's: a crate with strategies, games or models of its
/// own makes a binary of one line.
pub fn main_with(lab: &Lab) -> ExitCode {
    let args = Args::parse();
    let outcome = match args.threads {
        None => dispatch(args.command, lab),
        Some(threads) => match rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
            Ok(pool) => pool.install(|| dispatch(args.command, lab)),
            Err(error) => {
                Err(Diagnostic::new("threads", error.to_string(), "threads that this machine can start").into())
            }
        },
    };
    match outcome {
        Ok(Status::Done) => ExitCode::SUCCESS,
        Ok(Status::No) => ExitCode::from(1),
        Err(Failure::Input(faults)) => {
            for fault in faults.diagnostics() {
                eprintln!("error[{}]: {fault}", fault.code);
            }
            ExitCode::from(2)
        }
        Err(Failure::Io(fault)) => {
            eprintln!("error[{}]: {fault}", fault.code);
            ExitCode::from(74)
        }
    }
}

fn dispatch(command: Command, lab: &Lab) -> Outcome {
    match command {
        Command::Run(args) => run::run(&args, lab),
        Command::Check(args) => scenario::check(&args, lab),
        Command::New(args) => scenario::new(&args, lab),
        Command::Schema(args) => scenario::schema(&args, lab),
        Command::Verify(args) => run::verify(&args, lab),
        Command::Plot(args) => run::redraw(&args, run::Redraw::Plots),
        Command::Report(args) => run::redraw(&args, run::Redraw::Report),
        Command::List(args) => catalogue::list(&args, lab),
        Command::Explain(args) => catalogue::explain(&args, lab),
        Command::Match(args) => quick::play(&args, lab),
        Command::Tournament(args) => tournament::tournament(&args, lab),
        Command::Compile(args) => compile::compile(&args, lab),
        Command::Fingerprint(args) => fingerprint::fingerprint(&args, lab),
        Command::Gallery(args) => gallery::gallery(&args, lab),
        Command::Solve(args) => solve::solve(&args, lab),
        Command::Evolve(args) => evolve::evolve(&args, lab),
        Command::Forage(args) => forage::forage(&args),
        Command::Negotiate(args) => ask::ask(&args, query::negotiate::answer),
        Command::Discover(args) => ask::ask(&args, query::discover::answer),
        Command::Mechanism(args) => ask::ask(&args, query::mechanism::answer),
        Command::Trust(args) => quick::trust(&args),
        Command::Award(args) => batch::answer(&args.batch, crate::query::answer_award),
        Command::A2a(args) => a2a::run(&args),
        Command::Completions(args) => args::completions(&args),
    }
}
