//! The arguments of the commands about matches of two: match, tournament, compile, fingerprint.

use super::args::{BatchArg, FigureArgs, FormatArg, LengthArg, SeedArg, number};
use clap::ValueEnum;
use std::path::PathBuf;

/// The stage game.
#[derive(Debug, clap::Args)]
pub(super) struct GameArg {
    /// The stage game: a name, perhaps with arguments
    #[arg(long, default_value = "axelrod")]
    pub(super) game: String,
}

/// The rules of a match beside its length.
#[derive(Debug, clap::Args)]
pub(super) struct RulesArgs {
    #[command(flatten)]
    pub(super) game: GameArg,
    /// How often a chosen action comes out as another
    #[arg(long, value_parser = number, default_value_t = 0.0)]
    pub(super) noise: f64,
    /// How often another's action is misread
    #[arg(long, value_parser = number, default_value_t = 0.0)]
    pub(super) misperception: f64,
    /// What a payoff is worth if it comes one round later
    #[arg(long, value_parser = number, default_value_t = 1.0)]
    pub(super) discount: f64,
}

#[derive(Debug, clap::Args)]
#[command(allow_negative_numbers = true)]
pub(super) struct MatchArgs {
    /// A strategy: a name, perhaps with arguments, such as "Random(p=0.7)"
    #[arg(required_unless_present_any = ["batch", "pipe"], conflicts_with = "batch")]
    pub(super) player: Option<String>,
    /// The other strategy
    #[arg(required_unless_present_any = ["batch", "pipe", "human"], conflicts_with = "batch")]
    pub(super) opponent: Option<String>,
    /// Be the first player yourself, at the terminal; the one strategy named is the other
    #[arg(long, conflicts_with_all = ["batch", "exact", "long_run", "precision"])]
    pub(super) human: bool,
    /// Let a program be the first player, or, given twice, both: it answers each line of JSON with a move
    #[arg(long, value_name = "COMMAND", conflicts_with_all = ["batch", "human", "exact", "long_run", "precision"])]
    pub(super) pipe: Vec<String>,
    /// How many seconds a program has for a move
    #[arg(long, value_name = "SECONDS", value_parser = number, default_value_t = 10.0)]
    pub(super) deadline: f64,
    #[command(flatten)]
    pub(super) batch: BatchArg,
    /// The number of rounds
    #[arg(long, default_value_t = 20)]
    pub(super) turns: u32,
    /// What the players are told of the length: known, unknown, or a number of rounds
    #[arg(long, default_value = "known")]
    pub(super) length: String,
    #[command(flatten)]
    pub(super) rules: RulesArgs,
    /// The probability of another round, in place of --turns
    #[arg(long, value_parser = number, value_name = "P", conflicts_with = "turns")]
    pub(super) continuation: Option<f64>,
    #[command(flatten)]
    pub(super) seed: SeedArg,
    /// Play it so often, and give means with standard errors
    #[arg(long, value_name = "N")]
    pub(super) repetitions: Option<u64>,
    /// Repeat only until both scores' 95 % intervals are no wider than this either way
    #[arg(long, value_name = "WIDTH", value_parser = number)]
    pub(super) precision: Option<f64>,
    /// Compute expectations instead of playing
    #[arg(long, conflicts_with_all = ["repetitions", "precision"])]
    pub(super) exact: bool,
    /// Compute the mean round of a match that never ends
    #[arg(long, conflicts_with_all = ["exact", "turns", "continuation", "discount", "repetitions", "precision"])]
    pub(super) long_run: bool,
    #[command(flatten)]
    pub(super) format: FormatArg,
}

#[derive(Debug, clap::Args)]
pub(super) struct CompileArgs {
    /// A strategy: a name, perhaps with arguments
    #[arg(required_unless_present = "batch", conflicts_with = "batch")]
    pub(super) strategy: Option<String>,
    #[command(flatten)]
    pub(super) batch: BatchArg,
    /// The number of rounds that it is told [default: it does not know]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) turns: Option<u32>,
    #[command(flatten)]
    pub(super) game: GameArg,
    /// Take states for one that differ only after a slip of the strategy's own
    #[arg(long)]
    pub(super) no_slips: bool,
    /// Show the machine as it is, not its minimal form
    #[arg(long)]
    pub(super) whole: bool,
    /// Print a graph for Graphviz instead
    #[arg(long, conflicts_with_all = ["format", "batch"])]
    pub(super) dot: bool,
    #[command(flatten)]
    pub(super) format: FormatArg,
}

#[derive(Debug, clap::Args)]
pub(super) struct FingerprintArgs {
    /// A strategy: a name, perhaps with arguments
    #[arg(required_unless_present = "batch", conflicts_with = "batch")]
    pub(super) strategy: Option<String>,
    #[command(flatten)]
    pub(super) batch: BatchArg,
    /// Against Random by round, in place of probes over the unit square
    #[arg(long)]
    pub(super) transitive: bool,
    /// The strategy that the probes are made of
    #[arg(long, default_value = "tit_for_tat", conflicts_with = "transitive")]
    pub(super) probe: String,
    /// How far the probes are apart
    #[arg(long, value_parser = number, default_value_t = 0.1)]
    pub(super) step: f64,
    /// The number of rounds
    #[arg(long, default_value_t = 50)]
    pub(super) turns: u32,
    #[command(flatten)]
    pub(super) game: GameArg,
    /// Play every match so often, in place of computing what it comes to
    #[arg(long, value_name = "N")]
    pub(super) repetitions: Option<u64>,
    #[command(flatten)]
    pub(super) seed: SeedArg,
    #[command(flatten)]
    pub(super) figures: FigureArgs,
    #[command(flatten)]
    pub(super) format: FormatArg,
}

#[derive(Debug, clap::Args)]
#[command(allow_negative_numbers = true)]
pub(super) struct TournamentArgs {
    /// Strategies: names, perhaps with arguments
    #[arg(required_unless_present_any = ["all", "read"])]
    pub(super) strategies: Vec<String>,
    /// Every strategy that needs no arguments, can play the game and does not see into the others
    #[arg(long)]
    pub(super) all: bool,
    /// With --all: leave out the slow ones, teams of hundreds and searches of trees
    #[arg(long, requires = "all")]
    pub(super) fast: bool,
    /// Strategies of column players, which alone the others then meet; may be given more than once
    #[arg(long, value_name = "STRATEGY", conflicts_with_all = ["meetings", "edge"])]
    pub(super) against: Vec<String>,
    /// Who meets whom
    #[arg(long, value_enum, default_value_t)]
    pub(super) meetings: MeetingsArg,
    /// Two that meet, by their places in the list from 0, such as 0-2; may be given more than once
    #[arg(long, value_name = "I-J", value_parser = edge, conflicts_with = "meetings")]
    pub(super) edge: Vec<(usize, usize)>,
    /// Whether every two meet a second time with seats changed
    #[arg(long)]
    pub(super) both_seats: bool,
    /// The number of rounds of a match
    #[arg(long, default_value_t = 200)]
    pub(super) turns: u32,
    /// Whether the players know the number of rounds
    #[arg(long, value_enum, default_value_t)]
    pub(super) length: LengthArg,
    /// The probability of another round, in place of --turns
    #[arg(long, value_parser = number, value_name = "P", conflicts_with = "turns")]
    pub(super) continuation: Option<f64>,
    /// How often every match is played, 10 times by default; with --precision the most, 1000 by default
    #[arg(long, value_name = "N")]
    pub(super) repetitions: Option<u64>,
    /// Repeat only until every score's 95 % interval is no wider than this either way
    #[arg(long, value_name = "WIDTH", value_parser = number, conflicts_with_all = ["exact", "long_run"])]
    pub(super) precision: Option<f64>,
    /// Compute expectations instead of playing
    #[arg(long)]
    pub(super) exact: bool,
    /// Compute the mean round of matches that never end
    #[arg(long, conflicts_with_all = ["exact", "continuation"])]
    pub(super) long_run: bool,
    #[command(flatten)]
    pub(super) rules: RulesArgs,
    /// Whether scores count the match of a strategy against a copy of itself
    #[arg(long)]
    pub(super) twins: bool,
    /// How often repetitions are drawn again to see how stable ranks are
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub(super) resamplings: u32,
    #[command(flatten)]
    pub(super) seed: SeedArg,
    /// Write every match with its actions to this file, in the format of Axelrod-Python
    #[arg(long, value_name = "FILE", conflicts_with_all = ["exact", "long_run", "read"])]
    pub(super) interactions: Option<PathBuf>,
    /// Take the matches from such a file instead of playing
    #[arg(long, value_name = "FILE", conflicts_with_all = [
        "strategies", "all", "exact", "long_run", "against", "meetings", "edge", "both_seats", "turns", "length",
        "continuation", "repetitions", "precision", "noise", "misperception", "discount",
    ])]
    pub(super) read: Option<PathBuf>,
    #[command(flatten)]
    pub(super) figures: FigureArgs,
    /// Only these tables [default: all for JSON, the ranking for CSV, ranking and welfare for people]
    #[arg(long, value_name = "TABLE")]
    pub(super) table: Vec<String>,
    #[command(flatten)]
    pub(super) format: FormatArg,
}

/// Who meets whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum MeetingsArg {
    /// Everybody everybody.
    #[default]
    Everybody,
    /// Each its two neighbours in the list.
    Ring,
    /// The first all others.
    Star,
}

impl MeetingsArg {
    /// The word of scenarios.
    pub(super) fn word(self) -> &'static str {
        match self {
            MeetingsArg::Everybody => "everybody",
            MeetingsArg::Ring => "ring",
            MeetingsArg::Star => "star",
        }
    }
}

/// Two places.
fn edge(text: &str) -> Result<(usize, usize), String> {
    let places = text.split_once('-').and_then(|(a, b)| Some((a.trim().parse().ok()?, b.trim().parse().ok()?)));
    places.ok_or_else(|| "expected two places, such as 0-2".to_string())
}
