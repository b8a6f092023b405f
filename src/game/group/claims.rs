//! Claims of which the lowest counts: the traveler's dilemma of any number of travelers.

use super::{Built, GroupFacets, GroupGame, boxed, exact, over_one, require, whole};
use crate::catalogue::{Entry, Params, Schema};

/// All are paid the lowest claim; where claims differ, who made the lowest gets the bonus and the others lose it.
///
/// For two it is Basu's game. With a bonus above 1 the lowest claim by all is the only pure equilibrium, whatever the bonus
/// (with more than two travelers undercutting pays for `bonus > 1` too: `x - 1 + b > x`).
pub(in crate::game) fn travelers_dilemma(params: &Params, players: usize) -> Built {
    let (low, high) = (params.count("low"), params.count("high"));
    let bonus = params.rational("bonus");
    require(low < high && high - low <= 200, (params, players), "low < high <= low + 200")?;
    require(bonus > 1, (params, players), "bonus > 1 (else undercutting does not pay)")?;
    let (unit, [bonus]) = over_one([&bonus])?;
    let actions: Vec<String> = (low..=high).map(|claim| claim.to_string()).collect();
    let levels = (low..=high).map(|claim| claim as f64).collect();
    let game = GroupGame::new("Traveler's Dilemma", players, actions, unit, move |own, counts| {
        let lowest = counts.iter().position(|n| *n > 0).unwrap_or(own);
        let paid = (low + lowest) as i128 * i128::from(unit);
        let alike = counts[own] as usize == players;
        match (alike, own == lowest) {
            (true, _) => paid,
            (_, true) => paid + bonus,
            (_, false) => paid - bonus,
        }
    })?;
    Ok(game.with_levels(levels))
}

pub(super) const ENTRIES: &[Entry<GroupGame>] = &[Entry {
    key: "travelers_dilemma",
    title: "Traveler's Dilemma",
    aliases: &["travellers_dilemma"],
    about: "All are paid the lowest of their claims; who made it gets a bonus, the others lose as much. Undercutting by \
            one always pays, down to the lowest claim, though all would be better off with the highest.",
    source: "Basu 1994, The Traveler's Dilemma, American Economic Review 84:391-395, by the same rule for any number",
    facets: GroupFacets { social: false, graded: true },
    params: || {
        Schema::of(vec![
            whole("low", (0, 100_000), 2, "The lowest claim.").unit("utility"),
            whole("high", (1, 100_000), 100, "The highest claim.").unit("utility"),
            exact("bonus", 2, "What the lowest claim gains and the others lose."),
        ])
    },
    build: |params, players| boxed(travelers_dilemma(params, *players)),
}];

#[cfg(test)]
mod tests {
    use crate::catalogue::{Place, Value};

    #[test]
    fn the_lowest_claim_is_the_only_equilibrium_for_two_and_more() {
        let games = crate::game::group_games();
        let spec = games.resolve(&Value::from("travelers_dilemma"), &Place::root()).expect("it exists");
        for players in [2u32, 3, 6] {
            let game = games.build(&spec, &(players as usize)).expect("built");
            let marks = game.benchmarks();
            let equilibria: Vec<usize> =
                marks.equilibria.iter().filter_map(|e| e.counts.iter().position(|n| *n == players)).collect();
            assert_eq!((equilibria, marks.equilibria.len()), (vec![0], 1), "{players}");
            // Of more than three, all but one may gain the bonus that one loses.
            let best = marks.optimum.counts.last().copied();
            assert_eq!(best, Some(if players <= 3 { players } else { 1 }), "{players}");
        }
    }
}
