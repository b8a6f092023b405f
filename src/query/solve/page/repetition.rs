//! What repetition makes possible.

use super::{list, profile_name, row, table};
use crate::equilibrium::nash::Equilibrium;
use crate::equilibrium::profile::Profile;
use crate::equilibrium::repeated::{FinitePayoffs, Patience, Reversion};
use crate::error::Diagnostic;
use crate::exact::Rational;
use crate::game::TwoByTwo;
use crate::ids::PlayerId;
use crate::query::solve::Facts;
use crate::table::{Cell, Column, Table, Type};

/// The most rounds of finite repetition that are worked out, and the most payoff pairs that are kept on the way.
const ROUNDS: [usize; 5] = [1, 2, 3, 5, 10];

const MOST_PAIRS: usize = 20_000;

/// What patience keeps up in a game that is repeated for ever.
pub(super) fn patience(facts: &Facts<'_>) -> Result<Table, Diagnostic> {
    let mut found = table(
        "patience",
        "Repetition for ever: the least discount factors at which a path is kept up.",
        vec![
            Column::key("path", Type::Text, "What is kept up, by which threat."),
            Column::note("payoffs", "What the players get a round."),
            Column::note("thresholds", "The least discount factor of each player; nothing if no patience is enough."),
            Column::note("threshold", "The least at which all keep to it."),
        ],
    );
    let game = facts.game;
    if let Some((reward, patience)) = dilemma(facts) {
        let both = list(&[reward.clone(), reward]);
        let below = |delta: &Rational| if *delta < Rational::one() { delta.to_string() } else { String::new() };
        for (path, delta) in
            [("cooperation by grim trigger", &patience.grim), ("cooperation by tit-for-tat", &patience.tit_for_tat)]
        {
            let each = list(&[delta.clone(), delta.clone()]);
            row(&mut found, &[path.to_string(), both.clone(), each, below(delta)]);
        }
    }
    let solution = facts.nash()?;
    let threats: Vec<Profile> = solution
        .equilibria
        .iter()
        .filter(|found| found.is_exact())
        .map(|found: &Equilibrium| found.profile.clone())
        .collect();
    for profile in facts.pure.optimal_welfare().1.into_iter().take(4) {
        let mut target = vec![Rational::zero(); game.profile_count()];
        target[profile] = Rational::one();
        let reversion = Reversion::of(game, &target, &threats)?;
        let each =
            reversion.thresholds.iter().map(|delta| delta.as_ref().map_or_else(|| "none".into(), ToString::to_string));
        let each: Vec<String> = each.collect();
        let cells = [
            format!("{} by return to the worst equilibrium", profile_name(game, profile)),
            list(&reversion.payoffs),
            each.join(", "),
            reversion.threshold().map_or_else(String::new, |delta| delta.to_string()),
        ];
        row(&mut found, &cells);
    }
    Ok(found)
}

/// The reward and the patience of a symmetric dilemma whose first action is to cooperate.
pub(in crate::query::solve) fn dilemma(facts: &Facts<'_>) -> Option<(Rational, Patience)> {
    if facts.game.dimensions() != [2, 2] || !facts.pure.is_symmetric() {
        return None;
    }
    let payoff = |profile: usize| facts.game.payoff_at(profile, PlayerId(0)).clone();
    let payoffs = TwoByTwo::new(payoff(0), payoff(1), payoff(2), payoff(3));
    Some((payoff(0), Patience::of(&payoffs).ok()?))
}

/// What pure subgame-perfect play of a known number of rounds can pay.
pub(super) fn finite(facts: &Facts<'_>) -> Result<Table, Diagnostic> {
    let mut found = table(
        "known_end",
        "A known number of rounds: what subgame-perfect equilibria in pure strategies pay in sum over all rounds.",
        vec![
            Column::key("rounds", Type::Integer, "The number of rounds."),
            Column::note("outcomes", "How many payoff vectors are possible."),
            Column::note("least_welfare", "The least sum of all players' payoffs."),
            Column::note("most_welfare", "The greatest."),
        ],
    );
    facts.programmes()?;
    for rounds in ROUNDS {
        let stages = vec![facts.game; rounds];
        let Ok(payoffs) = FinitePayoffs::of(&stages, MOST_PAIRS) else { break };
        let welfare: Vec<Rational> = payoffs.whole().iter().map(|vector| vector.iter().sum()).collect();
        let text = |value: Option<&Rational>| value.map_or_else(|| "none".to_string(), ToString::to_string);
        let shown = [welfare.len().to_string(), text(welfare.iter().min()), text(welfare.iter().max())];
        let mut cells: Vec<Cell<'_>> = vec![rounds.into()];
        cells.extend(shown.iter().map(|cell| Cell::Text(cell)));
        found.push(&cells);
    }
    Ok(found)
}
