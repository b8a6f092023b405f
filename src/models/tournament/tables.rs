//! The tables of the tournament model.

use crate::models::estimates::{high, low};
use crate::table::{Column, TableKind, TableSchema, Type};

const PER_ROUND: &str = "utility per round";

fn agent() -> Column {
    Column::key("agent", Type::Text, "The player.")
}

fn strategy() -> Column {
    Column::note("strategy", "The strategy, with the parameters that are not its defaults.")
}

fn opponent() -> Column {
    Column::key("opponent", Type::Text, "The other player.")
}

fn float(name: &'static str, unit: &'static str, doc: &'static str) -> Column {
    Column::measure(name, Type::Float, unit, doc)
}

fn score_per_round() -> Column {
    float("score_per_round", PER_ROUND, "The mean over matches of the (discounted) score by the (discounted) rounds.")
}

/// All tables, in order; that of every match's actions if it is asked for.
pub(super) fn all(actions: bool) -> Vec<TableSchema> {
    let mut schemas = vec![
        strategies(),
        welfare(),
        behaviour(),
        rank_stability(),
        empirical_game(),
        empirical_equilibria(),
        pairs(),
        states(),
        score_distribution(),
        repetitions(),
        matches(),
    ];
    if actions {
        schemas.push(interactions());
    }
    schemas
}

/// One row a player, best first.
fn strategies() -> TableSchema {
    TableSchema::new(
        "strategies",
        TableKind::Summary,
        "What each player came to, best first by mean score a round: means over repetitions, with 95 % t intervals where there \
         are several.",
        vec![
            agent(),
            strategy(),
            Column::measure("rank", Type::Integer, "", "The rank by score a round, 1 for the best; equals share it."),
            score_per_round(),
            low("score_per_round", "score_per_round_low"),
            high("score_per_round", "score_per_round_high"),
            float("median_score", PER_ROUND, "The median over repetitions of the score a round."),
            Column::measure("median_rank", Type::Integer, "", "The rank by median score; equals keep the order of entry."),
            float("score", "utility", "The sum of its scores a repetition."),
            float("wins", "matches", "How many matches it won a repetition; nothing where only means are known."),
            float("cooperation_rate", "", "The mean over repetitions of the share of its rounds with the first action."),
            low("cooperation_rate", "cooperation_rate_low"),
            high("cooperation_rate", "cooperation_rate_high"),
            float("first_round_cooperation", "", "The cooperation rate in the first round, twins left out."),
        ],
    )
    .headline()
}

/// What being told the length is worth to each player.
pub(super) fn foreknowledge() -> TableSchema {
    TableSchema::new(
        "foreknowledge",
        TableKind::Summary,
        "What being told how long matches are is worth to each player: the same field told and not told; most ranks gained first.",
        vec![
            agent(),
            strategy(),
            Column::measure("rank_gained", Type::Integer, "", "By how many ranks it is better where all are told."),
            Column::measure("rank_told", Type::Integer, "", "Its rank where all are told the length."),
            Column::measure("rank_untold", Type::Integer, "", "Its rank where nobody is told the length."),
            float("score_gained", PER_ROUND, "By how much its score a round is greater where all are told."),
            float("score_told", PER_ROUND, "Its score a round where all are told the length."),
            float("score_untold", PER_ROUND, "Its score a round where nobody is told the length."),
            Column::measure("changed_opponents", Type::Integer, "", "Against how many play differs, its twin among them."),
        ],
    )
    .headline()
}

/// What telling the length does to the field.
pub(super) fn foreknowledge_field() -> TableSchema {
    TableSchema::new(
        "foreknowledge_field",
        TableKind::Summary,
        "What telling all players how long matches are does to the field.",
        vec![
            float("field_score_told", PER_ROUND, "The mean score a round where all are told the length."),
            float("field_score_untold", PER_ROUND, "The mean score a round where nobody is told the length."),
            float("field_cooperation_told", "", "The mean cooperation rate where all are told the length."),
            float("field_cooperation_untold", "", "The mean cooperation rate where nobody is told the length."),
            Column::measure(
                "changed_pairs",
                Type::Integer,
                "",
                "How many pairs play differently, pairs of twins among them.",
            ),
            Column::measure("pairs_met", Type::Integer, "", "How many pairs met, pairs of twins among them."),
        ],
    )
    .headline()
}

/// One row: all players together.
fn welfare() -> TableSchema {
    TableSchema::new(
        "welfare",
        TableKind::Summary,
        "What all players together came to, and how unequally: means over repetitions, with 95 % t intervals.",
        vec![
            float("mean_score", PER_ROUND, "The mean of all players' scores a round."),
            low("mean_score", "mean_score_low"),
            high("mean_score", "mean_score_high"),
            float(
                "efficiency",
                "",
                "How far the mean is on the way from the stage game's worst mean payoff to its best.",
            ),
            float("gini", "", "Gini's coefficient of the players' scores; nothing where a score is negative."),
            float("least_score", PER_ROUND, "The worst player's score a round."),
            float("greatest_score", PER_ROUND, "The best player's score a round."),
            float("score_gap", PER_ROUND, "The mean difference of two opponents' scores a round."),
            float("cooperation_rate", "", "The share of rounds with the first action."),
            float("mutual_cooperation", "", "The share of rounds in which both play the first action."),
            float("mutual_defection", "", "The share of rounds in which neither does."),
            Column::measure("repetitions", Type::Integer, "", "How often every match was played."),
        ],
    )
    .headline()
}

/// How each player behaves.
fn behaviour() -> TableSchema {
    TableSchema::new(
        "behaviour",
        TableKind::Summary,
        "How each player behaves: states are CC, CD, DC, DD with its own action first; rates are means over opponents, twins \
         left out.",
        vec![
            agent(),
            float("cc_rate", "", "The share of rounds in state CC."),
            float("cd_rate", "", "The share of rounds in state CD."),
            float("dc_rate", "", "The share of rounds in state DC."),
            float("dd_rate", "", "The share of rounds in state DD."),
            float("cc_to_c_rate", "", "How often it answers CC with C."),
            float("cd_to_c_rate", "", "How often it answers CD with C."),
            float("dc_to_c_rate", "", "How often it answers DC with C."),
            float("dd_to_c_rate", "", "How often it answers DD with C."),
            float(
                "good_partner_rating",
                "",
                "The share of matches in which it cooperated at least as often as its opponent.",
            ),
            float("eigenjesus_rating", "", "Its weight in the principal eigenvector of cooperation."),
            float("eigenmoses_rating", "", "The same, with defection counted against."),
            float(
                "zd_chi",
                "",
                "The slope of the linear relation of scores nearest to its answers: above 1 for extortion.",
            ),
            float("zd_error", "", "The distance of its answers from that relation: 0 for a zero-determinant player."),
        ],
    )
}

/// How far chance decided ranks.
fn rank_stability() -> TableSchema {
    TableSchema::new(
        "rank_stability",
        TableKind::Summary,
        "How ranks vary when the repetitions are drawn again with replacement: mean and 95 % quantile interval.",
        vec![
            agent(),
            float("mean_rank", "", "The mean rank."),
            low("mean_rank", "mean_rank_low"),
            high("mean_rank", "mean_rank_high"),
            float("first_place_share", "", "How often it was first, alone or with others."),
        ],
    )
}

/// Each strategy as an incumbent.
fn empirical_game() -> TableSchema {
    TableSchema::new(
        "empirical_game",
        TableKind::Summary,
        "Whether a strategy is an equilibrium of the mean payoffs of strategy against strategy, and whom it resists.",
        vec![
            agent(),
            float("twin_score", PER_ROUND, "What it earns against its twin."),
            Column::note("best_reply", "Who of the others earns most against it."),
            float("invasion_gain", PER_ROUND, "What that one earns more than it does against its twin."),
            Column::measure("symmetric_nash", Type::Bool, "", "Whether nobody earns more against it."),
            Column::measure("strict_nash", Type::Bool, "", "Whether everybody else earns less against it."),
            Column::measure(
                "resists_mutants",
                Type::Bool,
                "",
                "Whether it is evolutionarily stable against each single strategy.",
            ),
        ],
    )
}

/// Equilibria in mixtures.
fn empirical_equilibria() -> TableSchema {
    TableSchema::new(
        "empirical_equilibria",
        TableKind::Summary,
        "The isolated symmetric Nash equilibria of the mean payoffs, for at most eight players: the shares above 0.",
        vec![
            Column::key("equilibrium", Type::Integer, "The equilibrium, from 1."),
            agent(),
            float("share", "", "Its share."),
            float("payoff", PER_ROUND, "What everybody earns there."),
            Column::measure("evolutionarily_stable", Type::Bool, "", "Whether it resists every other mixture."),
        ],
    )
}

/// Player against opponent.
fn pairs() -> TableSchema {
    TableSchema::new(
        "pairs",
        TableKind::Matrix,
        "What each player came to against each other one: means over repetitions, with 95 % t intervals.",
        vec![
            agent(),
            opponent(),
            score_per_round(),
            low("score_per_round", "score_per_round_low"),
            high("score_per_round", "score_per_round_high"),
            float("score_deviation", PER_ROUND, "The standard deviation over repetitions (divisor n)."),
            float("score_difference", PER_ROUND, "By how much its score a round exceeds the opponent's."),
            float("cooperation_rate", "", "The mean share of rounds with the first action."),
            float("vengeful_cooperation", "", "Twice the cooperation rate less 1."),
            float("rounds", "rounds", "The mean number of rounds."),
            Column::weight("good_partner_matches", "In how many matches it cooperated at least as often."),
            Column::weight("matches", "How many matches, over all repetitions."),
        ],
    )
}

/// How often each state occurred and how it was answered.
fn states() -> TableSchema {
    let counts: [(&'static str, &'static str); 13] = [
        ("cooperations", "Rounds with C."),
        ("cc", "Rounds in state CC."),
        ("cd", "Rounds in state CD."),
        ("dc", "Rounds in state DC."),
        ("dd", "Rounds in state DD."),
        ("cc_to_c", "CC answered with C."),
        ("cc_to_d", "CC answered with D."),
        ("cd_to_c", "CD answered with C."),
        ("cd_to_d", "CD answered with D."),
        ("dc_to_c", "DC answered with C."),
        ("dc_to_d", "DC answered with D."),
        ("dd_to_c", "DD answered with C."),
        ("dd_to_d", "DD answered with D."),
    ];
    let mut columns = vec![agent(), opponent()];
    columns.extend(counts.map(|(name, doc)| float(name, "rounds", doc)));
    TableSchema::new(
        "states",
        TableKind::Events,
        "In how many rounds, over all repetitions, each state of a pair occurred, own action first, and how it was answered; \
         nothing against a twin.",
        columns,
    )
}

/// How often each score occurred.
fn score_distribution() -> TableSchema {
    let mut schema = TableSchema::new(
        "score_distribution",
        TableKind::Distribution,
        "How many matches ended with each score a round, the best player first.",
        vec![
            Column::facet("agent", "The player."),
            score_per_round(),
            Column::weight("matches", "How many matches of one player ended so."),
        ],
    );
    schema.key.push("score_per_round".into());
    schema
}

/// Repetition by repetition.
fn repetitions() -> TableSchema {
    TableSchema::new(
        "repetitions",
        TableKind::Summary,
        "What each player came to in each repetition.",
        vec![
            agent(),
            Column::key("repetition", Type::Integer, "The repetition, from 1."),
            float("score", "utility", "The sum of its scores."),
            score_per_round(),
            float("cooperation_rate", "", "The share of its rounds with the first action."),
            float("wins", "matches", "How many matches it won; nothing where only means are known."),
        ],
    )
}

/// Match by match.
fn matches() -> TableSchema {
    TableSchema::new(
        "matches",
        TableKind::Events,
        "What each player came to in each match of a small tournament: of at most 20 000 matches.",
        vec![
            agent(),
            opponent(),
            Column::key("repetition", Type::Integer, "The repetition, from 1."),
            score_per_round(),
            float("score_difference", PER_ROUND, "By how much its score a round exceeds the opponent's."),
            float("rounds", "rounds", "The number of rounds."),
            float("cooperation_rate", "", "The share of rounds with the first action."),
        ],
    )
}

/// Match by match, move by move.
fn interactions() -> TableSchema {
    TableSchema::new(
        "interactions",
        TableKind::Events,
        "What was played in each match.",
        vec![
            Column::key("interaction", Type::Integer, "The match, from 1: repetitions of a pair one after another."),
            Column::note("agent", "The player of the first seat."),
            Column::note("opponent", "The player of the second seat."),
            Column::measure("repetition", Type::Integer, "", "The repetition, from 1."),
            Column::note("actions", "What the first seat played, a letter a round."),
            Column::note("opponent_actions", "What the second seat played."),
        ],
    )
}
