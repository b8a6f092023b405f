//! Prisoner's dilemmas and their neighbours: two players, each better off not cooperating, or nearly.
//!
//! Action 0 is `cooperate`, action 1 `defect`. The four payoffs are called R, S, T, P (Rapoport & Chammah 1965).

use super::{Built, Facets, exact, none, q, require, symmetric, table};
use crate::catalogue::{Entry, Params, Schema};
use crate::game::MoveMapping::{Bargain, Plain};
use crate::game::{NormalForm, TwoByTwo};

const ACTIONS: [&str; 2] = ["cooperate", "defect"];

/// The four payoffs as parameters, with these defaults.
fn four(r: i64, s: i64, t: i64, p: i64) -> Schema {
    Schema::of(vec![
        exact("R", r, "Reward: both cooperate."),
        exact("S", s, "Sucker's payoff: cooperating alone."),
        exact("T", t, "Temptation: defecting alone."),
        exact("P", p, "Punishment: both defect."),
    ])
}

fn read_four(params: &Params) -> TwoByTwo {
    TwoByTwo::new(params.rational("R"), params.rational("S"), params.rational("T"), params.rational("P"))
}

/// Benefit and cost as parameters, with these defaults.
fn benefit_and_cost(b: i64, c: i64, benefit: &'static str) -> Schema {
    Schema::of(vec![exact("b", b, benefit), exact("c", c, "What cooperating costs.")])
}

fn positive_cost_below_benefit(params: &Params) -> bool {
    params.rational("c").is_positive() && params.rational("b") > params.rational("c")
}

pub(super) const ENTRIES: &[Entry<NormalForm>] = &[
    Entry {
        key: "prisoners_dilemma",
        title: "Prisoner's Dilemma",
        aliases: &["pd", "book_dilemma", "prisoner_dilemma"],
        about: "Both keep the bargain (-1 each), one breaks it (0, and -5 for the other), or both break it (-3 \
                each). Breaking it is dominant, and leaves both worse off.",
        source: "Tucker 1950, A Two-Person Dilemma (Stanford lecture; in Rasmusen 2001); years in prison as losses",
        facets: Facets::symmetric(Bargain),
        params: none,
        build: |_, ()| symmetric("Prisoner's Dilemma", ACTIONS, &table([[-1, -5], [0, -3]])),
    },
    Entry {
        key: "axelrod",
        title: "Axelrod's Prisoner's Dilemma",
        aliases: &["axelrod_dilemma", "ipd"],
        about: "The dilemma of the computer tournaments: R = 3, S = 0, T = 5, P = 1.",
        source: "Axelrod 1980, Effective Choice in the Prisoner's Dilemma, Journal of Conflict Resolution 24:3-25",
        facets: Facets::symmetric(Bargain),
        params: none,
        build: |_, ()| symmetric("Axelrod's Prisoner's Dilemma", ACTIONS, &table([[3, 0], [5, 1]])),
    },
    Entry {
        key: "dilemma",
        title: "Dilemma by Its Payoffs",
        aliases: &["generic_dilemma"],
        about: "Any prisoner's dilemma, by its four payoffs with T > R > P > S.",
        source: "Rapoport & Chammah 1965, Prisoner's Dilemma: A Study in Conflict and Cooperation",
        facets: Facets::symmetric(Bargain),
        params: || four(3, 0, 5, 1),
        build: |params, ()| {
            let payoffs = read_four(params);
            require(payoffs.is_dilemma(), params, "T > R > P > S (two_by_two takes any order)")?;
            symmetric("Dilemma by Its Payoffs", ACTIONS, &payoffs.table())
        },
    },
    Entry {
        key: "two_by_two",
        title: "Symmetric Two-by-Two Game",
        aliases: &["symmetric_2x2"],
        about: "Any symmetric game of two actions by its four payoffs, in whatever order they stand.",
        source: "Rapoport & Guyer 1966, A Taxonomy of 2 x 2 Games, General Systems 11:203-214",
        facets: Facets::symmetric(Plain),
        params: || four(3, 0, 5, 1),
        build: |params, ()| symmetric("Symmetric Two-by-Two Game", ACTIONS, &read_four(params).table()),
    },
    Entry {
        key: "donation",
        title: "Donation Game",
        aliases: &["donation_game"],
        about: "Cooperating costs c and gives the other b > c: a dilemma in which what each does adds up.",
        source: "Nowak & Sigmund 1994, The Alternating Prisoner's Dilemma, Journal of Theoretical Biology \
                 168:219-226",
        facets: Facets::symmetric(Bargain),
        params: || benefit_and_cost(3, 1, "What the other gets from one's cooperation."),
        build: |params, ()| {
            require(positive_cost_below_benefit(params), params, "b > c > 0")?;
            let (b, c) = (params.rational("b"), params.rational("c"));
            let payoffs = TwoByTwo::new(&b - &c, -c, b, q(0));
            symmetric("Donation Game", ACTIONS, &payoffs.table())
        },
    },
    Entry {
        key: "evolution_of_trust",
        title: "The Evolution of Trust",
        aliases: &["trust_machine"],
        about: "Putting in a coin gives the other three: R = 2, S = -1, T = 3, P = 0.",
        source: "Case 2017, The Evolution of Trust (ncase.me/trust)",
        facets: Facets::symmetric(Bargain),
        params: none,
        build: |_, ()| symmetric("The Evolution of Trust", ACTIONS, &table([[2, -1], [3, 0]])),
    },
    Entry {
        key: "dal_bo_frechette",
        title: "Dal Bó and Fréchette's Dilemma",
        aliases: &["dal_bo"],
        about: "The dilemma of the experiments on cooperation in infinitely repeated games: S = 12, T = 50, P = 25, \
                and R is 32, 40 or 48.",
        source: "Dal Bó & Fréchette 2011, The Evolution of Cooperation in Infinitely Repeated Games, American \
                 Economic Review 101:411-429",
        facets: Facets::symmetric(Bargain),
        params: || Schema::of(vec![exact("R", 40, "Reward: both cooperate; 32, 40 or 48 in the experiments.")]),
        build: |params, ()| {
            let payoffs = TwoByTwo::new(params.rational("R"), q(12), q(50), q(25));
            require(payoffs.is_dilemma(), params, "25 < R < 50")?;
            symmetric("Dal Bó and Fréchette's Dilemma", ACTIONS, &payoffs.table())
        },
    },
    Entry {
        key: "weak_dilemma",
        title: "Weak Dilemma",
        aliases: &["nowak_may", "spatial_dilemma"],
        about: "R = 1, T = b, S = P = 0: defecting against a defector gains nothing. The one-parameter dilemma of \
                spatial games, where b between 1.8 and 2 gives the evolving kaleidoscopes.",
        source: "Nowak & May 1992, Evolutionary Games and Spatial Chaos, Nature 359:826-829",
        facets: Facets::symmetric(Bargain),
        params: || Schema::of(vec![exact("b", 1.9, "Temptation: defecting alone.")]),
        build: |params, ()| {
            let b = params.rational("b");
            require(b > 1, params, "b > 1")?;
            symmetric("Weak Dilemma", ACTIONS, &TwoByTwo::new(q(1), q(0), b, q(0)).table())
        },
    },
    Entry {
        key: "optional_dilemma",
        title: "Optional Dilemma",
        aliases: &["optional_prisoners_dilemma", "loner_dilemma"],
        about: "A dilemma that either player can stay out of: then both get the loner's payoff.",
        source: "Batali & Kitcher 1995, Evolution of Altruism in Optional and Compulsory Games, Journal of \
                 Theoretical Biology 175:161-171; Hauert, De Monte, Hofbauer & Sigmund 2002, Science 296:1129-1132",
        facets: Facets::symmetric(Plain),
        params: || {
            let mut schema = four(3, 0, 5, 1);
            schema.fields.push(exact("loner", 2, "What both get if one stays out."));
            schema
        },
        build: |params, ()| {
            let (payoffs, loner) = (read_four(params), params.rational("loner"));
            let between = loner > payoffs.punishment && loner < payoffs.reward;
            require(payoffs.is_dilemma() && between, params, "T > R > loner > P > S")?;
            let mut rows = payoffs.table();
            rows.iter_mut().for_each(|row| row.push(loner.clone()));
            rows.push(vec![loner; 3]);
            symmetric("Optional Dilemma", ["cooperate", "defect", "stay_out"], &rows)
        },
    },
    Entry {
        key: "snowdrift",
        title: "Snowdrift",
        aliases: &["snowdrift_game"],
        about: "Two drivers before a snowdrift: clearing it is worth b to both and costs c, shared by those who \
                shovel. Best is to let the other do it, worst that nobody does.",
        source: "Sugden 1986, The Economics of Rights, Co-operation and Welfare; Hauert & Doebeli 2004, Nature \
                 428:643-646",
        facets: Facets::symmetric(Plain),
        params: || benefit_and_cost(4, 2, "What a cleared road is worth to each."),
        build: |params, ()| {
            require(positive_cost_below_benefit(params), params, "b > c > 0")?;
            let (b, c) = (params.rational("b"), params.rational("c"));
            let payoffs = TwoByTwo::new(&b - &(&c / &q(2)), &b - &c, b, q(0));
            symmetric("Snowdrift", ["shovel", "stay"], &payoffs.table())
        },
    },
    Entry {
        key: "deadlock",
        title: "Deadlock",
        aliases: &["deadlock_game"],
        about: "T > P > R > S: both prefer not to cooperate whatever the other does, and rightly so.",
        source: "Rapoport & Guyer 1966, A Taxonomy of 2 x 2 Games, General Systems 11:203-214; Poundstone 1992",
        facets: Facets::symmetric(Plain),
        params: || four(1, 0, 3, 2),
        build: |params, ()| {
            let payoffs = read_four(params);
            require(payoffs.is_deadlock(), params, "T > P > R > S")?;
            symmetric("Deadlock", ACTIONS, &payoffs.table())
        },
    },
    Entry {
        key: "harmony",
        title: "Harmony",
        aliases: &["harmony_game", "concord"],
        about: "R is best and P is worst: cooperating is dominant, and good for both.",
        source: "Licht 1999, Games Commissions Play: 2 x 2 Games of International Securities Regulation, Yale \
                 Journal of International Law 24:61-128",
        facets: Facets::symmetric(Plain),
        params: || four(3, 1, 2, 0),
        build: |params, ()| {
            let payoffs = read_four(params);
            require(payoffs.is_harmony(), params, "R > S, T > P")?;
            symmetric("Harmony", ACTIONS, &payoffs.table())
        },
    },
    Entry {
        key: "commons",
        title: "Shared Pool",
        aliases: &["shared_pool", "tragedy_of_the_commons", "overuse"],
        about: "Each takes its quota or over-uses the pool. What is taken beyond the quota is the taker's, and \
                destroys `damage` units for each unit, shared by all: over-use pays each and hurts all if 1 < \
                damage < players.",
        source: "Hardin 1968, The Tragedy of the Commons, Science 162:1243-1248; Ostrom, Gardner & Walker 1994, \
                 Rules, Games and Common-Pool Resources",
        facets: Facets::symmetric(Bargain).any_players(),
        params: || {
            let mut fields = vec![super::players_field(2, 2)];
            fields.extend(crate::game::group::pool_fields());
            Schema::of(fields)
        },
        build: commons,
    },
];

fn commons(params: &Params, (): &()) -> Built {
    Ok(Box::new(crate::game::group::shared_pool(params, params.count("players"))?.normal_form()?))
}
