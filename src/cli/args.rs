//! The commands and their arguments.

pub(super) use super::args_play::{CompileArgs, FingerprintArgs, MatchArgs, TournamentArgs};
use super::{Outcome, Status};
use crate::exact::{ParseRationalError, Rational};
use crate::labels::Lang;
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

/// A deterministic laboratory of game theory and coordination for agents.
#[derive(Debug, Parser)]
#[command(name = "comity", version, max_term_width = 100)]
pub(super) struct Args {
    /// How many threads work; results do not depend on it [default: all]
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(super) threads: Option<u16>,
    #[command(subcommand)]
    pub(super) command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Run a scenario: metrics, plots, report, and the A2A tasks that were exchanged
    Run(RunArgs),
    /// Check a scenario without running it
    Check(CheckArgs),
    /// Write a new, commented scenario to start from
    New(NewArgs),
    /// Print the JSON Schema of scenario files, for editors
    Schema(SchemaArgs),
    /// Run a finished run or sweep again and compare: are the digests those of the manifest?
    Verify(DirArgs),
    /// Draw the figures of a finished run or sweep again, from its tables alone; or others, by the columns that are named
    Plot(super::draw::PlotArgs),
    /// Write the report of a finished run or sweep again, from its tables alone
    Report(RedrawArgs),
    /// Run a scenario at many points, many times, here or on a cluster, with intervals
    Sweep(super::sweep::SweepArgs),
    /// Compare two finished runs or sweeps, in pairs where they share random numbers
    Compare(super::compare::CompareArgs),
    /// List what there is: strategies, learners, trainers, credits, followers, tactics, bidders, managers, games, games of
    /// groups, trees, models, trust models, attacks
    List(ListArgs),
    /// Explain a strategy, a game, a model or another entry of a list by its name
    Explain(ExplainArgs),
    /// Play one match, or a batch of them
    Match(MatchArgs),
    /// Play a tournament of named strategies, or read one, with the statistics of the field
    Tournament(TournamentArgs),
    /// Print a strategy as a finite machine, its minimal form, and the relation that it forces on scores
    Compile(CompileArgs),
    /// Print a strategy's fingerprint: how it fares against probes over the unit square, or against Random by round
    Fingerprint(FingerprintArgs),
    /// Print everything that is known of a game: what each player would do, every equilibrium, what a mediator can add
    Solve(SolveArgs),
    /// Check published results: run them, and compare
    Gallery(GalleryArgs),
    /// The course: list exercises, show one, start one, and grade what was handed in by running it again
    Exercise(super::exercise::ExerciseArgs),
    /// Ask what evolution makes of a game: rest points, fixation, long-run shares, stochastic stability
    Evolve(EvolveArgs),
    /// Forage by levels: what a heuristic policy earns, an episode of it, or a batch of replays
    Forage(ForageArgs),
    /// Ask what bonds, escrow, courts, scoring rules, audits and auctions do, in closed form
    Mechanism(AskArgs),
    /// Ask how a negotiation goes: Rubinstein's shares, concession tactics, imitation
    Negotiate(AskArgs),
    /// Ask a registry: which agents are found, which are not and why, what certificates are worth
    Discover(AskArgs),
    /// Ask what ratings and deeds lead to in models of trust: scores, standings, how long a good name outlasts bad service
    Trust(AskArgs),
    /// Ask what comes of announcements in a contract net
    Award(AskArgs),
    /// Validate, canonicalize and verify A2A objects; ask what a task may do
    A2a(super::a2a::A2aArgs),
    /// Print a completion script for a shell
    Completions(CompletionsArgs),
}

/// The form of what is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// For people.
    #[default]
    Table,
    /// One JSON object.
    Json,
    /// Comma-separated values.
    Csv,
}

/// The form of what is printed.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(super) struct FormatArg {
    /// The form of what is printed
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: Format,
}

/// A file of queries in place of one question.
#[derive(Debug, clap::Args)]
pub(super) struct BatchArg {
    /// Answer a query a line of this file instead; - is standard input
    #[arg(long, value_name = "FILE")]
    pub(super) batch: Option<PathBuf>,
}

/// Where draws come from.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(super) struct SeedArg {
    /// The master seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,
}

/// Where tables and figures go, and in which language.
#[derive(Debug, clap::Args)]
pub(super) struct FigureArgs {
    /// Write the tables and figures to this directory too
    #[arg(long, value_name = "DIR")]
    pub(super) out: Option<PathBuf>,
    /// The language of figures
    #[arg(long, value_enum, requires = "out")]
    lang: Option<LangArg>,
}

impl FigureArgs {
    /// The language of figures.
    pub(super) fn lang(&self) -> Lang {
        self.lang.map_or(Lang::En, LangArg::lang)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum TierArg {
    /// What takes seconds.
    Quick,
    /// That, and what takes minutes.
    Minutes,
    /// Everything.
    Full,
}

#[derive(Debug, clap::Args)]
pub(super) struct GalleryArgs {
    /// Only these results, whatever their tier
    pub(super) ids: Vec<String>,
    /// Which results are run
    #[arg(long, value_enum, default_value = "quick")]
    pub(super) tier: TierArg,
    /// The directory of the gallery files
    #[arg(long, value_name = "DIR", default_value = "experiments/gallery")]
    pub(super) dir: PathBuf,
    /// List the results without running them
    #[arg(long)]
    pub(super) list: bool,
    /// Where report.html goes
    #[arg(long, value_name = "DIR", default_value = "out/gallery")]
    pub(super) out: PathBuf,
    /// The language of the report
    #[arg(long, value_enum, default_value = "en")]
    pub(super) lang: LangArg,
    #[command(flatten)]
    pub(super) format: FormatArg,
}

#[derive(Debug, clap::Args)]
pub(super) struct SolveArgs {
    /// A game: a name, perhaps with arguments, a file (.nfg, .efg, .json), a table of payoffs, or a JSON object; - is
    /// standard input
    #[arg(required_unless_present = "batch", conflicts_with = "batch")]
    pub(super) game: Option<String>,
    #[command(flatten)]
    pub(super) batch: BatchArg,
    /// Only the Nash equilibria
    #[arg(long)]
    pub(super) nash: bool,
    /// Only what a mediator can reach: correlated equilibria
    #[arg(long)]
    pub(super) ce: bool,
    /// Only coarse correlated equilibria
    #[arg(long)]
    pub(super) cce: bool,
    /// Only which actions are dominated, and what players can be sure of
    #[arg(long)]
    pub(super) dominance: bool,
    /// Only what depths of reasoning do, and what a wrong model of the other costs
    #[arg(long)]
    pub(super) models: bool,
    /// Only what repetition makes possible
    #[arg(long)]
    pub(super) repeated: bool,
    #[command(flatten)]
    pub(super) figures: FigureArgs,
    #[command(flatten)]
    pub(super) format: FormatArg,
}

#[derive(Debug, clap::Args)]
pub(super) struct RunArgs {
    /// The scenario file
    pub(super) scenario: PathBuf,
    /// The master seed, in place of the file's
    #[arg(long, value_name = "N")]
    pub(super) seed: Option<u64>,
    /// The run directory [default: out/<scenario>-<digest>]
    #[arg(long, value_name = "DIR")]
    pub(super) out: Option<PathBuf>,
    /// What of the protocol is written, in place of the file's
    #[arg(long, value_enum, value_name = "LEVEL")]
    pub(super) trace: Option<TraceArg>,
    /// The language of labels, in place of the file's
    #[arg(long, value_enum)]
    pub(super) lang: Option<LangArg>,
    /// Change a value of the scenario; may be given more than once
    #[arg(long = "set", value_name = "PATH=VALUE")]
    pub(super) set: Vec<String>,
    /// Replace a finished run that is in the way; nothing else is ever replaced
    #[arg(long)]
    pub(super) force: bool,
    /// Keep checkpoints of training there, and go on from those that are there
    #[arg(long, value_name = "DIR")]
    pub(super) checkpoint: Option<PathBuf>,
    /// Stop each training after so many episodes, to be taken up again from its checkpoint (exit status 75)
    #[arg(long, value_name = "EPISODES", requires = "checkpoint")]
    pub(super) stop_after: Option<u64>,
    /// A font file for labels in other scripts
    #[arg(long, value_name = "FILE")]
    pub(super) font: Option<PathBuf>,
    #[command(flatten)]
    pub(super) format: FormatArg,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum TraceArg {
    /// Nothing.
    Off,
    /// One final task a task.
    Tasks,
    /// Every request, response and stream event.
    Wire,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum LangArg {
    /// English.
    En,
    /// Chinese.
    Zh,
}

impl LangArg {
    /// The language.
    pub(super) fn lang(self) -> Lang {
        match self {
            LangArg::En => Lang::En,
            LangArg::Zh => Lang::Zh,
        }
    }
}

#[derive(Debug, clap::Args)]
pub(super) struct CheckArgs {
    /// The scenario file
    pub(super) scenario: PathBuf,
    /// Change a value of the scenario; may be given more than once
    #[arg(long = "set", value_name = "PATH=VALUE")]
    pub(super) set: Vec<String>,
    /// Print the scenario with every default written out
    #[arg(long)]
    pub(super) resolved: bool,
    #[command(flatten)]
    pub(super) format: FormatArg,
}

#[derive(Debug, clap::Args)]
pub(super) struct NewArgs {
    /// The scenario's name, from which its file is named
    pub(super) name: String,
    /// The model that it is for
    #[arg(long, default_value = "repeated")]
    pub(super) kind: String,
    /// The file [default: <NAME>.toml]
    #[arg(long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
pub(super) struct SchemaArgs {
    #[command(flatten)]
    pub(super) format: FormatArg,
}

#[derive(Debug, clap::Args)]
pub(super) struct DirArgs {
    /// The run directory
    pub(super) dir: PathBuf,
    #[command(flatten)]
    pub(super) format: FormatArg,
}

#[derive(Debug, clap::Args)]
pub(super) struct RedrawArgs {
    /// The run directory
    pub(super) dir: PathBuf,
    /// Where to write [default: the run directory]
    #[arg(long, value_name = "DIR")]
    pub(super) out: Option<PathBuf>,
    /// The language of labels
    #[arg(long, value_enum)]
    pub(super) lang: Option<LangArg>,
    /// A font file for labels in other scripts
    #[arg(long, value_name = "FILE")]
    pub(super) font: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
pub(super) struct ListArgs {
    /// The family: strategies, learners, trainers, credits, followers, tactics, bidders, managers, games, group_games, trees,
    /// models, reputations or attacks
    pub(super) family: String,
    #[command(flatten)]
    pub(super) format: FormatArg,
}

#[derive(Debug, clap::Args)]
pub(super) struct ExplainArgs {
    /// A name, perhaps with arguments, such as tit_for_tat or "hawk_dove(v=2,c=4)"
    pub(super) name: String,
    #[command(flatten)]
    pub(super) format: FormatArg,
}

#[derive(Debug, clap::Args)]
#[command(allow_negative_numbers = true)]
pub(super) struct EvolveArgs {
    /// A game: a name, perhaps with arguments, a table of payoffs such as [[4,0],[3,2]], or a JSON object
    #[arg(required_unless_present = "batch", conflicts_with = "batch")]
    pub(super) game: Option<String>,
    #[command(flatten)]
    pub(super) batch: BatchArg,
    /// The size of the population
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    pub(super) population: u32,
    /// The intensity of selection, where strategies are imitated
    #[arg(long, value_parser = exact, default_value = "1")]
    pub(super) beta: String,
    /// The weight of payoffs in fitness, in the Moran process
    #[arg(long, value_parser = exact, default_value = "0.1")]
    pub(super) weight: String,
    /// How often strategies mutate, and how often best replies miscarry
    #[arg(long, value_name = "P", value_parser = exact, default_value = "0.05")]
    pub(super) mutation: String,
    /// A part of the answer, such as rest_points; may be given more than once
    #[arg(long, value_name = "PART")]
    pub(super) want: Vec<String>,
    #[command(flatten)]
    pub(super) format: FormatArg,
}

#[derive(Debug, clap::Args)]
pub(super) struct ForageArgs {
    /// The field, such as Foraging-2s-8x8-2p-2f-coop-v3
    #[arg(required_unless_present = "batch", conflicts_with = "batch")]
    pub(super) field: Option<String>,
    #[command(flatten)]
    pub(super) batch: BatchArg,
    /// What agents do: uniform, uniform_valid, greedy or team
    #[arg(long, default_value = "greedy")]
    pub(super) policy: String,
    /// How many episodes are played
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub(super) episodes: u64,
    /// Show the first episode, step by step, instead of means
    #[arg(long, conflicts_with_all = ["batch", "format"])]
    pub(super) show: bool,
    #[command(flatten)]
    pub(super) seed: SeedArg,
    #[command(flatten)]
    pub(super) format: FormatArg,
}

#[derive(Debug, clap::Args)]
pub(super) struct AskArgs {
    /// The kind of question; a wrong one is answered with those there are
    #[arg(required_unless_present = "batch", conflicts_with = "batch")]
    pub(super) kind: Option<String>,
    /// What the question is about: members of the query, such as price=1 detect=9/10 bids=[2,3]
    #[arg(value_name = "NAME=VALUE")]
    pub(super) members: Vec<String>,
    #[command(flatten)]
    pub(super) batch: BatchArg,
    #[command(flatten)]
    pub(super) format: FormatArg,
}

/// A number that JSON can hold.
pub(super) fn number(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|number: &f64| number.is_finite()).ok_or_else(|| "expected a finite number".to_string())
}

/// The digits of an exact number.
fn exact(text: &str) -> Result<String, String> {
    let number: Rational = text.parse().map_err(|error: ParseRationalError| error.to_string())?;
    Ok(number.to_string())
}

/// What players know of the length.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum LengthArg {
    /// The number of rounds.
    #[default]
    Known,
    /// Nothing.
    Unknown,
}

#[derive(Debug, clap::Args)]
pub(super) struct FileArgs {
    /// The file; - is standard input
    #[arg(required_unless_present = "batch", conflicts_with = "batch")]
    pub(super) file: Option<PathBuf>,
    #[command(flatten)]
    pub(super) batch: BatchArg,
}

#[derive(Debug, clap::Args)]
pub(super) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub(super) shell: clap_complete::Shell,
}

/// The arguments of this process; a wrong one ends it.
pub(super) fn parsed() -> Args {
    let mut command = Args::command();
    let matches = command.get_matches_mut();
    let wrong = beside_batch(&mut command, &matches);
    let args = wrong.map_or_else(|| Args::from_arg_matches(&matches), Err);
    args.unwrap_or_else(|error| error.exit())
}

/// What is wrong where a batch is asked: its lines say everything, so any other argument would be without effect.
fn beside_batch(command: &mut clap::Command, matches: &ArgMatches) -> Option<clap::Error> {
    if let Some((name, matches)) = matches.subcommand() {
        return beside_batch(command.find_subcommand_mut(name)?, matches);
    }
    let given = |id: &str| matches.value_source(id) == Some(ValueSource::CommandLine);
    let ids: Vec<&str> = command.get_arguments().map(|argument| argument.get_id().as_str()).collect();
    if !ids.contains(&"batch") || !given("batch") {
        return None;
    }
    // Answers are JSON, and threads change nothing in them.
    let json = |id: &str| id == "format" && matches.get_one::<Format>(id) == Some(&Format::Json);
    let idle = ids.into_iter().find(|id| !["batch", "threads"].contains(id) && given(id) && !json(id))?;
    let idle = command.get_arguments().find(|argument| argument.get_id() == idle)?.to_string();
    let words =
        format!("the argument '{idle}' cannot be used with '--batch <FILE>', whose lines are answered as they are");
    Some(command.error(ErrorKind::ArgumentConflict, words))
}

/// Prints a completion script.
pub(super) fn completions(args: &CompletionsArgs) -> Outcome {
    let mut bytes = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "comity", &mut bytes);
    super::show::print(&String::from_utf8_lossy(&bytes));
    Ok(Status::Done)
}
