//! Games in which players want to act alike, or at least together: stag hunts, conventions, team games.
//!
//! In stag hunts action 0 is `stag`. Where the literature gives actions letters or numbers only, these are their names.

use super::{Built, Facets, Utility, count, exact, group, none, q, require, roles_of, symmetric, table, whole};
use crate::catalogue::{Entry, Field, Params, Schema};
use crate::exact::Rational;
use crate::game::MoveMapping::{Coordination, Plain, StagHunt};
use crate::game::{NormalForm, TwoByTwo};

const HUNT: [&str; 2] = ["stag", "hare"];

/// The names `1`, `2`, ... of numbered actions.
fn numbered(actions: usize) -> Vec<String> {
    (1..=actions).map(|k| k.to_string()).collect()
}

/// How many conventions or options there are; the limit keeps profiles below 10^4.
fn actions_field(default: i64) -> Field {
    whole("actions", (2, 100), default, "How many actions each player has.")
}

/// A symmetric game that pays only for matching: `worth(action)` to each.
fn matching(title: &str, actions: usize, worth: impl Fn(usize) -> Rational) -> Built {
    let cell = |own: usize, other: usize| if own == other { worth(own) } else { q(0) };
    let rows: Vec<Vec<Rational>> = (0..actions).map(|i| (0..actions).map(|j| cell(i, j)).collect()).collect();
    symmetric(title, numbered(actions), &rows)
}

pub(super) const ENTRIES: &[Entry<NormalForm>] = &[
    Entry {
        key: "stag_hunt",
        title: "Stag Hunt",
        aliases: &["assurance", "trust_dilemma"],
        about: "A stag needs both hunters (4 each); a hare needs one (3 alone, 2 each if both go for it). Both \
                prefer the stag, and the hare is safer.",
        source: "Rousseau 1755, Discourse on Inequality; Skyrms 2004, The Stag Hunt and the Evolution of Social \
                 Structure",
        facets: Facets::symmetric(StagHunt),
        params: none,
        build: |_, ()| symmetric("Stag Hunt", HUNT, &table([[4, 0], [3, 2]])),
    },
    Entry {
        key: "book_stag_hunt",
        title: "Stag Hunt with a Sure Hare",
        aliases: &["sure_hare"],
        about: "Two stag hunters get 4 each, a lone one nothing, and a hare is worth 2 for sure, whatever the other \
                does.",
        source: "Rousseau 1755, Discourse on Inequality; Skyrms 2004, The Stag Hunt and the Evolution of Social \
                 Structure (the hare as a sure thing)",
        facets: Facets::symmetric(StagHunt),
        params: none,
        build: |_, ()| symmetric("Stag Hunt with a Sure Hare", HUNT, &table([[4, 0], [2, 2]])),
    },
    Entry {
        key: "aumann_stag_hunt",
        title: "Aumann's Stag Hunt",
        aliases: &["self_enforcing"],
        about: "9 each for the stag, 8 for a hare alone, 7 each for hares: a promise to hunt the stag says nothing, \
                since each gains from the other's hunting it whatever itself will do.",
        source: "Aumann 1990, Nash Equilibria are Not Self-Enforcing, in Economic Decision-Making: Games, \
                 Econometrics and Optimisation, 201-206",
        facets: Facets::symmetric(StagHunt),
        params: none,
        build: |_, ()| symmetric("Aumann's Stag Hunt", HUNT, &table([[9, 0], [8, 7]])),
    },
    Entry {
        key: "battle_of_the_sexes",
        title: "Battle of the Sexes",
        aliases: &["bos", "bach_or_stravinsky"],
        about: "Two want to go out together, and each prefers another place; apart they get nothing.",
        source: "Luce & Raiffa 1957, Games and Decisions, sec. 5.3",
        facets: Facets::roles(Coordination),
        params: || {
            Schema::of(vec![
                exact("preferred", 2, "Together at one's preferred place."),
                exact("other", 1, "Together at the other's."),
                exact("apart", 0, "Apart."),
            ])
        },
        build: |params, ()| {
            let (most, some, apart) =
                (params.rational("preferred"), params.rational("other"), params.rational("apart"));
            require(most > some && some > apart, params, "preferred > other > apart")?;
            let row = TwoByTwo::new(most.clone(), apart.clone(), apart.clone(), some.clone());
            let column = TwoByTwo::new(some, apart.clone(), apart, most);
            let game =
                NormalForm::bimatrix("Battle of the Sexes", ["opera", "football"], &row.table(), &column.table())?;
            Ok(Box::new(game))
        },
    },
    Entry {
        key: "pure_coordination",
        title: "Pure Coordination",
        aliases: &["coordination", "convention", "meeting_place"],
        about: "1 each for choosing the same of several equal conventions (protocols, versions, meeting places), \
                else nothing.",
        source: "Schelling 1960, The Strategy of Conflict; Lewis 1969, Convention",
        facets: Facets::symmetric(Coordination).utility(Utility::Identical),
        params: || Schema::of(vec![actions_field(2)]),
        build: |params, ()| matching("Pure Coordination", params.count("actions"), |_| q(1)),
    },
    Entry {
        key: "ranked_coordination",
        title: "Ranked Coordination",
        aliases: &["hi_lo"],
        about: "Matching pays, and more at some conventions: n each at the first of n, down to 1 each at the last.",
        source: "Bacharach 2006, Beyond Individual Choice (Hi-Lo); Schelling 1960, The Strategy of Conflict",
        facets: Facets::symmetric(Coordination).utility(Utility::Identical),
        params: || Schema::of(vec![actions_field(2)]),
        build: |params, ()| {
            let actions = params.count("actions");
            matching("Ranked Coordination", actions, |action| count(actions - action))
        },
    },
    Entry {
        key: "lever",
        title: "Lever Game",
        aliases: &["lever_game"],
        about: "Levers that pay 1 each if both pull the same, but for the last, which pays a little less and alone \
                stands out: the one to choose with a stranger.",
        source: "Hu, Lerer, Peysakhovich & Foerster 2020, \"Other-Play\" for Zero-Shot Coordination, ICML",
        facets: Facets::symmetric(Coordination).utility(Utility::Identical),
        params: || {
            Schema::of(vec![
                whole("actions", (2, 100), 10, "How many levers there are."),
                exact("odd", 0.9, "What the last lever pays."),
            ])
        },
        build: |params, ()| {
            let (actions, odd) = (params.count("actions"), params.rational("odd"));
            require(odd.is_positive(), params, "odd > 0")?;
            matching("Lever Game", actions, |action| if action + 1 == actions { odd.clone() } else { q(1) })
        },
    },
    Entry {
        key: "task_choice",
        title: "Task Choice",
        aliases: &["choice_of_tasks"],
        about: "Two agents pick one of several tasks, worth n to the first of n, down to 1; who works alone on a task earns \
                it, two on the same earn `shared` of it each, and the other tasks are left undone.",
        source: "Congestion with two agents: Rosenthal 1973, A Class of Games Possessing Pure-Strategy Nash Equilibria, \
                 International Journal of Game Theory 2:65-67; read by depth of reasoning after Camerer, Ho & Chong 2004, \
                 Quarterly Journal of Economics 119:861-898",
        facets: Facets::symmetric(Plain),
        params: || {
            Schema::of(vec![
                actions_field(3),
                exact("shared", 0.5, "What is left of a task's worth to each of two.").unit(""),
            ])
        },
        build: |params, ()| {
            let (actions, shared) = (params.count("actions"), params.rational("shared"));
            require(!shared.is_negative() && shared <= q(1), params, "0 <= shared <= 1")?;
            let cell = |own: usize, other: usize| {
                let worth = count(actions - own);
                if own == other { &worth * &shared } else { worth }
            };
            let rows: Vec<Vec<Rational>> = (0..actions).map(|i| (0..actions).map(|j| cell(i, j)).collect()).collect();
            symmetric("Task Choice", numbered(actions), &rows)
        },
    },
    Entry {
        key: "anti_coordination",
        title: "Anti-Coordination",
        aliases: &["dispersion_for_two", "avoidance"],
        about: "1 each for choosing different ones of several options (channels, roles, time slots), else nothing.",
        source: "Alpern & Reyniers 2002, Spatial Dispersion as a Dynamic Coordination Problem, Theory and Decision \
                 53:29-59",
        facets: Facets::symmetric(Plain).utility(Utility::Identical),
        params: || Schema::of(vec![actions_field(3)]),
        build: |params, ()| {
            let actions = params.count("actions");
            let rows: Vec<Vec<Rational>> =
                (0..actions).map(|i| (0..actions).map(|j| q(i64::from(i != j))).collect()).collect();
            symmetric("Anti-Coordination", numbered(actions), &rows)
        },
    },
    Entry {
        key: "climbing",
        title: "Climbing Game",
        aliases: &["climb"],
        about: "A team game whose best joint action is surrounded by heavy losses: learners that explore shy away \
                from it.",
        source: "Claus & Boutilier 1998, The Dynamics of Reinforcement Learning in Cooperative Multiagent Systems, \
                 AAAI",
        facets: Facets::roles(Plain).utility(Utility::Identical),
        params: none,
        build: |_, ()| {
            let payoffs = table([[11, -30, 0], [-30, 7, 6], [0, 0, 5]]);
            Ok(Box::new(NormalForm::bimatrix("Climbing Game", ["a", "b", "c"], &payoffs, &payoffs)?))
        },
    },
    Entry {
        key: "penalty",
        title: "Penalty Game",
        aliases: &["penalty_game"],
        about: "A team game with two best joint actions, a penalty k for mixing them up, and a safe middle.",
        source: "Claus & Boutilier 1998, The Dynamics of Reinforcement Learning in Cooperative Multiagent Systems, \
                 AAAI",
        facets: Facets::symmetric(Plain).utility(Utility::Identical),
        params: || Schema::of(vec![exact("k", -100, "What mixing up the two best joint actions pays; at most 0.")]),
        build: |params, ()| {
            let k = params.rational("k");
            require(!k.is_positive(), params, "k <= 0")?;
            let rows = [vec![q(10), q(0), k.clone()], vec![q(0), q(2), q(0)], vec![k, q(0), q(10)]];
            symmetric("Penalty Game", ["a", "b", "c"], &rows)
        },
    },
    Entry {
        key: "qtran",
        title: "Non-Monotonic Team Game",
        aliases: &["qtran_game", "non_monotonic"],
        about: "A team game that no sum or monotone mixing of the players' own values can represent.",
        source: "Son, Kim, Kang, Hostallero & Yi 2019, QTRAN, ICML, table 1",
        facets: Facets::symmetric(Plain).utility(Utility::Identical),
        params: none,
        build: |_, ()| {
            symmetric("Non-Monotonic Team Game", ["a", "b", "c"], &table([[8, -12, -12], [-12, 0, 0], [-12, 0, 0]]))
        },
    },
    Entry {
        key: "weakest_link",
        title: "Weakest Link",
        aliases: &["minimum_effort", "weak_link"],
        about: "All gain by the least effort among them and each pays for its own: any common effort is an \
                equilibrium, and the lowest is the safest.",
        source: "Van Huyck, Battalio & Beil 1990, Tacit Coordination Games, Strategic Uncertainty, and Coordination \
                 Failure, American Economic Review 80:234-248 (treatment A)",
        facets: Facets::symmetric(Plain).any_players(),
        params: || {
            Schema::of(vec![
                whole("players", (2, 6), 2, "How many players there are."),
                whole("efforts", (2, 7), 7, "The highest effort; the lowest is 1.").unit("effort"),
                exact("benefit", 0.2, "What a unit of the least effort gives to each.").unit("utility per effort"),
                exact("cost", 0.1, "What a unit of one's own effort costs.").unit("utility per effort"),
                exact("base", 0.6, "What each gets besides."),
            ])
        },
        build: weakest_link,
    },
    Entry {
        key: "shapley",
        title: "Shapley's Game",
        aliases: &["shapley_1964"],
        about: "The row player wants to match, the column player to be one ahead; fictitious play runs in ever \
                longer circles and never settles.",
        source: "Shapley 1964, Some Topics in Two-Person Games, in Advances in Game Theory, 1-28",
        facets: Facets::roles(Plain),
        params: none,
        build: |_, ()| {
            roles_of(
                "Shapley's Game",
                ("row", ["1", "2", "3"]),
                ("column", ["1", "2", "3"]),
                [[[1, 0], [0, 1], [0, 0]], [[0, 0], [1, 0], [0, 1]], [[0, 1], [0, 0], [1, 0]]],
            )
        },
    },
    Entry {
        key: "young",
        title: "Young's Game",
        aliases: &["young_1993"],
        about: "Three strict conventions; adaptive play with rare mistakes selects the middle one in the long run, \
                neither the best nor the one that wins each pairwise contest.",
        source: "Young 1993, The Evolution of Conventions, Econometrica 61:57-84",
        facets: Facets::symmetric(Plain),
        params: none,
        build: |_, ()| symmetric("Young's Game", ["1", "2", "3"], &table([[6, 0, 0], [5, 7, 5], [0, 5, 8]])),
    },
    Entry {
        key: "outside_option",
        title: "Battle with an Outside Option",
        aliases: &["bos_outside_option"],
        about: "The battle of the sexes (3 and 1), before which the row player may take 2 for both instead: entering \
                says that it means to get 3.",
        source: "Kohlberg & Mertens 1986, On the Strategic Stability of Equilibria, Econometrica 54:1003-1037; van \
                 Damme 1989, Journal of Economic Theory 48:476-496",
        facets: Facets::roles(Plain),
        params: none,
        build: |_, ()| {
            roles_of(
                "Battle with an Outside Option",
                ("row", ["out", "opera", "football"]),
                ("column", ["opera", "football"]),
                [[[2, 2], [2, 2]], [[3, 1], [0, 0]], [[0, 0], [1, 3]]],
            )
        },
    },
];

fn weakest_link(params: &Params, (): &()) -> Built {
    let (benefit, cost, base) = (params.rational("benefit"), params.rational("cost"), params.rational("base"));
    require(cost.is_positive() && benefit > cost, params, "benefit > cost > 0")?;
    let efforts = params.count("efforts");
    group("Weakest Link", params.count("players"), &numbered(efforts), |profile| {
        let least = profile.iter().min().expect("there are players");
        let common = &base + &(&benefit * &count(least + 1));
        profile.iter().map(|effort| &common - &(&cost * &count(effort + 1))).collect()
    })
}
