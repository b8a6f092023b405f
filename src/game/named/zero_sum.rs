//! Games of pure conflict: what one wins the others lose, or the payoffs always sum to the same.

use super::{Built, Facets, Utility, count, exact, none, q, require, roles, symmetric, table, whole};
use crate::catalogue::{Entry, Params, Schema};
use crate::exact::Rational;
use crate::game::MoveMapping::Plain;
use crate::game::{NormalForm, Player};

/// A zero-sum game of two players from the row player's payoffs.
fn against<S: AsRef<str>, const N: usize>(title: &str, actions: [S; N], row: [[i64; N]; N]) -> Built {
    let column = row.map(|cells| cells.map(|x| -x));
    Ok(Box::new(NormalForm::bimatrix(title, actions, &table(row), &table(column))?))
}

pub(super) const ENTRIES: &[Entry<NormalForm>] = &[
    Entry {
        key: "matching_pennies",
        title: "Matching Pennies",
        aliases: &["pennies", "odds_and_evens"],
        about: "One wins if the pennies match, the other if they differ; in equilibrium both toss fairly.",
        source: "von Neumann & Morgenstern 1944, Theory of Games and Economic Behavior, sec. 14.7",
        facets: Facets::roles(Plain).utility(Utility::ZeroSum),
        params: none,
        build: |_, ()| against("Matching Pennies", ["heads", "tails"], [[1, -1], [-1, 1]]),
    },
    Entry {
        key: "rock_paper_scissors",
        title: "Rock-Paper-Scissors",
        aliases: &["rps", "roshambo"],
        about: "Paper covers rock, scissors cut paper, rock blunts scissors. With win + loss > 0 (tie 0) the even \
                mix attracts evolving populations, with less it repels them; the classical game is zero-sum.",
        source: "Hofbauer & Sigmund 1998, Evolutionary Games and Population Dynamics, sec. 7.7; Zeeman 1980",
        facets: Facets::symmetric(Plain).utility(Utility::ZeroSum),
        params: || {
            Schema::of(vec![
                exact("win", 1, "What beating the other pays."),
                exact("loss", -1, "What being beaten pays."),
                exact("tie", 0, "What the same action pays each."),
            ])
        },
        build: |params, ()| {
            let (win, loss, tie) = (params.rational("win"), params.rational("loss"), params.rational("tie"));
            require(win > tie && tie > loss, params, "win > tie > loss")?;
            let rows = [
                vec![tie.clone(), loss.clone(), win.clone()],
                vec![win.clone(), tie.clone(), loss.clone()],
                vec![loss, win, tie],
            ];
            symmetric("Rock-Paper-Scissors", ["rock", "paper", "scissors"], &rows)
        },
    },
    Entry {
        key: "oneill",
        title: "O'Neill's Card Game",
        aliases: &["joker_game"],
        about: "Each shows one of four cards: jokers matching or numbers differing win for the row player. The only \
                equilibrium shows each number with probability 1/5, the joker with 2/5.",
        source: "O'Neill 1987, Nonmetric Test of the Minimax Theory of Two-Person Zerosum Games, PNAS 84:2106-2109",
        facets: Facets::roles(Plain).utility(Utility::ZeroSum),
        params: none,
        build: |_, ()| {
            let rows = [[-1, 1, 1, -1], [1, -1, 1, -1], [1, 1, -1, -1], [-1, -1, -1, 1]];
            against("O'Neill's Card Game", ["ace", "two", "three", "joker"], rows)
        },
    },
    Entry {
        key: "penalty_kick",
        title: "Penalty Kick",
        aliases: &["penalty_shot", "soccer_penalty"],
        about: "Kicker and goalkeeper choose a side (as the kicker sees it, its natural side to the right); payoffs \
                are the rates of goals scored and saved in 1,417 kicks.",
        source: "Palacios-Huerta 2003, Professionals Play Minimax, Review of Economic Studies 70:395-415",
        facets: Facets::roles(Plain).utility(Utility::ConstantSum),
        params: none,
        build: |_, ()| {
            let rate = |per_myriad: i64| {
                let scored = Rational::new(per_myriad, 10_000);
                [scored.clone(), q(1) - scored]
            };
            let cells = [[rate(5830), rate(9497)], [rate(9291), rate(6992)]];
            roles("Penalty Kick", ("kicker", ["left", "right"]), ("goalkeeper", ["left", "right"]), cells)
        },
    },
    Entry {
        key: "colonel_blotto",
        title: "Colonel Blotto",
        aliases: &["blotto"],
        about: "Both divide the same number of troops among fields; more troops win a field, and payoffs are fields \
                won minus fields lost.",
        source: "Borel 1921, La théorie du jeu et les équations intégrales à noyau symétrique, Comptes Rendus \
                 173:1304-1308; Gross & Wagner 1950, RAND RM-408",
        facets: Facets::symmetric(Plain).utility(Utility::ZeroSum),
        params: || {
            Schema::of(vec![
                whole("troops", (1, 12), 5, "How many troops each has."),
                whole("fields", (2, 4), 3, "How many fields there are."),
            ])
        },
        build: blotto,
    },
    Entry {
        key: "hotelling",
        title: "Hotelling's Street",
        aliases: &["hotelling_location", "ice_cream_vendors"],
        about: "Two vendors choose places on a street with a customer at each; customers go to the nearer one, and \
                halve themselves between equally near ones. Both end up in the middle.",
        source: "Hotelling 1929, Stability in Competition, Economic Journal 39:41-57 (prices fixed)",
        facets: Facets::symmetric(Plain).utility(Utility::ConstantSum),
        params: || Schema::of(vec![whole("places", (2, 100), 7, "How many places the street has.")]),
        build: |params, ()| {
            let places = params.count("places");
            let served = |own: usize, other: usize| -> Rational {
                let halves = (0..places).map(|at| match at.abs_diff(own).cmp(&at.abs_diff(other)) {
                    std::cmp::Ordering::Less => 2,
                    std::cmp::Ordering::Equal => 1,
                    std::cmp::Ordering::Greater => 0,
                });
                Rational::new(halves.sum(), 2)
            };
            let rows: Vec<Vec<Rational>> =
                (0..places).map(|own| (0..places).map(|other| served(own, other)).collect()).collect();
            symmetric("Hotelling's Street", (1..=places).map(|place| place.to_string()), &rows)
        },
    },
    Entry {
        key: "jordan",
        title: "Jordan's Game",
        aliases: &["jordan_1993", "three_player_pennies"],
        about: "Three players in a circle: the first wants to match the second, the second the third, and the third \
                to differ from the first. Learning by fictitious play goes round for ever.",
        source: "Jordan 1993, Three Problems in Learning Mixed-Strategy Nash Equilibria, Games and Economic Behavior \
                 5:368-386",
        facets: Facets::roles(Plain),
        params: none,
        build: |_, ()| {
            let players = (1..=3).map(|k| Player::new(format!("player {k}"), ["heads", "tails"])).collect();
            let game = NormalForm::from_rule("Jordan's Game", players, |p| {
                let sign = |match_wanted: bool, a: usize, b: usize| q(if (a == b) == match_wanted { 1 } else { -1 });
                vec![sign(true, p[0], p[1]), sign(true, p[1], p[2]), sign(false, p[2], p[0])]
            })?;
            Ok(Box::new(game))
        },
    },
];

fn blotto(params: &Params, (): &()) -> Built {
    let (troops, fields) = (params.count("troops"), params.count("fields"));
    let divisions = divisions(troops, fields);
    let names: Vec<String> =
        divisions.iter().map(|d| d.iter().map(usize::to_string).collect::<Vec<_>>().join("-")).collect();
    let margin = |own: &[usize], other: &[usize]| {
        let won = own.iter().zip(other).filter(|(a, b)| a > b).count();
        let lost = own.iter().zip(other).filter(|(a, b)| a < b).count();
        count(won) - count(lost)
    };
    let rows: Vec<Vec<Rational>> =
        divisions.iter().map(|own| divisions.iter().map(|other| margin(own, other)).collect()).collect();
    symmetric("Colonel Blotto", names, &rows)
}

/// All ways to divide so many troops among so many fields, in falling lexicographic order.
fn divisions(troops: usize, fields: usize) -> Vec<Vec<usize>> {
    if fields == 1 {
        return vec![vec![troops]];
    }
    let first = (0..=troops).rev();
    first
        .flat_map(|here| {
            divisions(troops - here, fields - 1).into_iter().map(move |mut rest| {
                rest.insert(0, here);
                rest
            })
        })
        .collect()
}
