//! Games played in turns, as normal forms of plans: trust, centipede, ultimatum, entry.
//!
//! An action is a plan for all of the player's own moves, except those that its own earlier moves exclude (the reduced
//! normal form). Threats that would not be carried out are equilibria here; telling them apart takes the tree.

use super::{Built, Facets, exact, none, q, require, roles, roles_of, whole};
use crate::catalogue::{Entry, Params, Schema};
use crate::exact::Rational;
use crate::game::MoveMapping::Plain;
use crate::game::{NormalForm, Player};

pub(super) const ENTRIES: &[Entry<NormalForm>] = &[
    Entry {
        key: "trust",
        title: "Trust Game",
        aliases: &["investment_game", "trust_game"],
        about: "The investor may hand over its endowment, which is multiplied on the way; the trustee returns half \
                of that or keeps all. Nothing binds the trustee, so that nothing is handed over.",
        source: "Kreps 1990, Corporate Culture and Economic Theory; Berg, Dickhaut & McCabe 1995, Games and Economic \
                 Behavior 10:122-142 (all or nothing)",
        facets: Facets::roles(Plain),
        params: || {
            Schema::of(vec![
                exact("endowment", 10, "What each has at first."),
                exact("multiplier", 3, "By what the investment is multiplied.").unit(""),
            ])
        },
        build: |params, ()| {
            let (endowment, multiplier) = (params.rational("endowment"), params.rational("multiplier"));
            require(endowment.is_positive() && multiplier > 2, params, "endowment > 0 and multiplier > 2")?;
            let grown = &endowment * &multiplier;
            let half = &grown / &q(2);
            let (both, all) = (&endowment + &half, &endowment + &grown);
            let apart = [endowment.clone(), endowment];
            let cells = [[[half, both], [q(0), all]], [apart.clone(), apart]];
            roles("Trust Game", ("investor", ["trust", "withhold"]), ("trustee", ["honour", "betray"]), cells)
        },
    },
    Entry {
        key: "centipede",
        title: "Centipede Game",
        aliases: &["centipede_game"],
        about: "Two take turns to take the larger of two piles or to pass, and passing multiplies both. Taking at \
                once is what backward induction says; both gain by passing.",
        source: "Rosenthal 1981, Journal of Economic Theory 25:92-100; McKelvey & Palfrey 1992, Econometrica \
                 60:803-836 (defaults: four moves)",
        facets: Facets::roles(Plain),
        params: || {
            Schema::of(vec![
                whole("moves", (2, 100), 4, "How many moves there are at most."),
                exact("large", 0.4, "The larger pile at first."),
                exact("small", 0.1, "The smaller pile at first."),
                exact("factor", 2, "By what passing multiplies the piles.").unit(""),
            ])
        },
        build: centipede,
    },
    Entry {
        key: "ultimatum",
        title: "Mini Ultimatum Game",
        aliases: &["ultimatum_game", "mini_ultimatum"],
        about: "A proposer offers a fair or an unfair part of a pie; the responder, who plans for both, accepts, or \
                rejects so that both get nothing.",
        source: "Güth, Schmittberger & Schwarze 1982, Journal of Economic Behavior and Organization 3:367-388; Falk, \
                 Fehr & Fischbacher 2003, Economic Inquiry 41:20-26 (8/2 against 5/5)",
        facets: Facets::roles(Plain),
        params: || {
            Schema::of(vec![
                exact("pie", 10, "The pie."),
                exact("fair", 5, "The responder's part in the fair offer."),
                exact("unfair", 2, "The responder's part in the unfair offer."),
            ])
        },
        build: |params, ()| {
            let [pie, fair, unfair] = ["pie", "fair", "unfair"].map(|key| params.rational(key));
            let sensible = unfair.is_positive() && fair > unfair && pie > fair;
            require(sensible, params, "pie > fair > unfair > 0")?;
            let nothing = [q(0), q(0)];
            let split = |part: Rational| [&pie - &part, part];
            let (fair, unfair) = (split(fair), split(unfair));
            let plans = ["accept_both", "reject_unfair", "reject_fair", "reject_both"];
            let cells = [
                [fair.clone(), fair, nothing.clone(), nothing.clone()],
                [unfair.clone(), nothing.clone(), unfair, nothing],
            ];
            roles("Mini Ultimatum Game", ("proposer", ["fair", "unfair"]), ("responder", plans), cells)
        },
    },
    Entry {
        key: "entry",
        title: "Entry Game",
        aliases: &["entry_deterrence", "chain_store"],
        about: "A firm may enter a monopolist's market; a fight would hurt both. Staying out of fear is an \
                equilibrium, though the threat would not be carried out.",
        source: "Selten 1978, The Chain Store Paradox, Theory and Decision 9:127-159",
        facets: Facets::roles(Plain),
        params: none,
        build: |_, ()| {
            roles_of(
                "Entry Game",
                ("entrant", ["stay_out", "enter"]),
                ("monopolist", ["accommodate", "fight"]),
                [[[1, 5], [1, 5]], [[2, 2], [0, 0]]],
            )
        },
    },
];

/// The plans are, from the most trusting: always to pass, then to take at one's last move, ..., at one's first.
fn centipede(params: &Params, (): &()) -> Built {
    let moves = params.count("moves");
    let [large, small, factor] = ["large", "small", "factor"].map(|key| params.rational(key));
    let sensible = small.is_positive() && factor > 1 && large > &factor * &small;
    require(sensible, params, "factor > 1 and large > factor * small > 0")?;
    // The two piles at each move, and after the last one, where they go as if the next player had taken.
    let mut piles = vec![(large, small)];
    for _ in 0..moves {
        let (large, small) = &piles[piles.len() - 1];
        piles.push((large * &factor, small * &factor));
    }
    let takes = |first: usize| -> Vec<usize> { (first..moves).step_by(2).rev().collect() };
    let plans: [Vec<usize>; 2] = [takes(0), takes(1)];
    let names = |plans: &[usize]| -> Vec<String> {
        std::iter::once("pass".to_string()).chain(plans.iter().map(|at| format!("take {}", at + 1))).collect()
    };
    let players = vec![Player::new("first", names(&plans[0])), Player::new("second", names(&plans[1]))];
    let game = NormalForm::from_rule("Centipede Game", players, |profile| {
        let taken = |player: usize| profile[player].checked_sub(1).map_or(moves, |plan| plans[player][plan]);
        let end = taken(0).min(taken(1));
        let (large, small) = piles[end].clone();
        if end % 2 == 0 { vec![large, small] } else { vec![small, large] }
    })?;
    Ok(Box::new(game))
}
