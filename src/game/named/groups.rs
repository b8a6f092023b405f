//! Games of many players, or of many actions on one scale: public goods, volunteers, crowds, roads, markets, guesses.
//!
//! Where an action serves the group it is action 0. Payoffs depend on how many players chose each action, never on who.

use super::{Built, Facets, count, exact, group, players_field, q, require, symmetric, whole};
use crate::catalogue::{Entry, Field, Kind, Params, Schema};
use crate::exact::Rational;
use crate::game::MoveMapping::{Bargain, Plain};
use crate::game::NormalForm;

/// How many of a profile chose an action.
fn chose(profile: &[usize], action: usize) -> usize {
    profile.iter().filter(|other| **other == action).count()
}

pub(super) const ENTRIES: &[Entry<NormalForm>] = &[
    Entry {
        key: "public_goods",
        title: "Public Goods Game",
        aliases: &["voluntary_contributions", "pgg"],
        about: "What is contributed is multiplied and shared by all. With 1 < multiplier < players, free-riding is \
                dominant and all would gain if all contributed.",
        source: "Isaac & Walker 1988, Quarterly Journal of Economics 103:179-199; defaults of Fehr & Gächter 2000, \
                 American Economic Review 90:980-994",
        facets: Facets::symmetric(Bargain).any_players(),
        params: || {
            Schema::of(vec![
                players_field(2, 4),
                exact("multiplier", 1.6, "By what contributions are multiplied before they are shared.").unit(""),
                exact("contribution", 20, "What contributing costs."),
                exact("endowment", 20, "What each has at first."),
            ])
        },
        build: public_goods,
    },
    Entry {
        key: "threshold_public_goods",
        title: "Threshold Public Goods Game",
        aliases: &["step_level_public_good", "provision_point"],
        about: "The good is provided, to all, if enough players contribute. Exactly enough is an equilibrium, and so \
                is nobody.",
        source: "Palfrey & Rosenthal 1984, Participation and the Provision of Discrete Public Goods, Journal of \
                 Public Economics 24:171-193",
        facets: Facets::symmetric(Bargain).any_players(),
        params: || {
            Schema::of(vec![
                players_field(2, 4),
                whole("threshold", (1, 14), 3, "How many contributors it takes."),
                exact("benefit", 10, "What the good is worth to each."),
                exact("cost", 3, "What contributing costs."),
                exact("endowment", 3, "What each has at first."),
                Field::with_default("refund", Kind::Bool, false, "Whether contributions in vain are given back."),
            ])
        },
        build: threshold_public_goods,
    },
    Entry {
        key: "volunteers_dilemma",
        title: "Volunteer's Dilemma",
        aliases: &["volunteer"],
        about: "One volunteer is enough for all, and volunteering costs. The more there are who could, the likelier \
                nobody does.",
        source: "Diekmann 1985, Volunteer's Dilemma, Journal of Conflict Resolution 29:605-610",
        facets: Facets::symmetric(Plain).any_players(),
        params: || {
            Schema::of(vec![
                players_field(2, 3),
                exact("benefit", 4, "What it is worth to each that somebody volunteers."),
                exact("cost", 1, "What volunteering costs."),
            ])
        },
        build: |params, ()| {
            let (benefit, cost) = (params.rational("benefit"), params.rational("cost"));
            require(cost.is_positive() && benefit > cost, params, "benefit > cost > 0")?;
            group("Volunteer's Dilemma", params.count("players"), &["volunteer", "wait"], |profile| {
                let done = chose(profile, 0) > 0;
                let pay = |action: &usize| match (action, done) {
                    (0, _) => &benefit - &cost,
                    (_, true) => benefit.clone(),
                    (_, false) => q(0),
                };
                profile.iter().map(pay).collect()
            })
        },
    },
    Entry {
        key: "minority",
        title: "Minority Game",
        aliases: &["minority_game"],
        about: "An odd number of players choose one of two sides; those on the less chosen side win 1.",
        source: "Challet & Zhang 1997, Emergence of Cooperation and Organization in an Evolutionary Game, Physica A \
                 246:407-418",
        facets: Facets::symmetric(Plain).any_players(),
        params: || Schema::of(vec![players_field(3, 3)]),
        build: |params, ()| {
            let players = params.count("players");
            require(players % 2 == 1, params, "an odd number of players")?;
            group("Minority Game", players, &["buy", "sell"], |profile| {
                profile.iter().map(|side| q(i64::from(2 * chose(profile, *side) < players))).collect()
            })
        },
    },
    Entry {
        key: "el_farol",
        title: "El Farol Bar",
        aliases: &["el_farol_bar", "bar_problem"],
        about: "An evening at the bar is worth more than one at home, unless more than its capacity come.",
        source: "Arthur 1994, Inductive Reasoning and Bounded Rationality, American Economic Review 84:406-411",
        facets: Facets::symmetric(Plain).any_players(),
        params: || {
            Schema::of(vec![
                players_field(2, 5),
                whole("capacity", (1, 13), 3, "How many the bar holds pleasantly.").unit("players"),
                exact("pleasant", 3, "Going when there is room."),
                exact("home", 1, "Staying at home."),
                exact("crowded", 0, "Going when it is crowded."),
            ])
        },
        build: |params, ()| {
            let (players, capacity) = (params.count("players"), params.count("capacity"));
            let pays = ["pleasant", "home", "crowded"].map(|key| params.rational(key));
            let [pleasant, home, crowded] = &pays;
            let sensible = capacity < players && pleasant > home && home > crowded;
            require(sensible, params, "capacity < players and pleasant > home > crowded")?;
            group("El Farol Bar", players, &["stay", "go"], |profile| {
                let bar = if chose(profile, 1) <= capacity { pleasant } else { crowded };
                profile.iter().map(|action| if *action == 0 { home.clone() } else { bar.clone() }).collect()
            })
        },
    },
    Entry {
        key: "congestion",
        title: "Congestion Game",
        aliases: &["dispersion", "load_balancing"],
        about: "Each takes one of several equal roads, whose delay is the number of those who take it. Pure \
                equilibria spread the load, and a potential leads there.",
        source: "Rosenthal 1973, A Class of Games Possessing Pure-Strategy Nash Equilibria, International Journal of \
                 Game Theory 2:65-67",
        facets: Facets::symmetric(Plain).any_players(),
        params: || {
            Schema::of(vec![
                whole("players", (2, 7), 3, "How many players there are."),
                whole("roads", (2, 4), 2, "How many roads there are."),
            ])
        },
        build: |params, ()| {
            let roads: Vec<String> = (1..=params.count("roads")).map(|k| format!("road {k}")).collect();
            group("Congestion Game", params.count("players"), &roads, |profile| {
                profile.iter().map(|road| -count(chose(profile, *road))).collect()
            })
        },
    },
    Entry {
        key: "braess",
        title: "Braess's Paradox",
        aliases: &["braess_paradox"],
        about: "Two routes, each with a narrow part, whose delay is the share of drivers on it, and a wide part of \
                delay 1. A free link between the narrow parts draws all drivers there, and makes all later: 2 \
                instead of 3/2.",
        source: "Braess 1968, Über ein Paradoxon aus der Verkehrsplanung, Unternehmensforschung 12:258-268; \
                 Roughgarden 2005, Selfish Routing and the Price of Anarchy",
        facets: Facets::symmetric(Plain).any_players(),
        params: || {
            Schema::of(vec![
                whole("players", (2, 8), 4, "How many drivers there are."),
                Field::with_default("link", Kind::Bool, true, "Whether the free link is open."),
            ])
        },
        build: braess,
    },
    Entry {
        key: "travelers_dilemma",
        title: "Traveler's Dilemma",
        aliases: &["travellers_dilemma", "basu"],
        about: "Two travellers claim a refund: both get the lower claim, and a bonus passes from the higher claimant \
                to the lower one. The lowest claim is the only equilibrium.",
        source: "Basu 1994, The Traveler's Dilemma, American Economic Review 84:391-395",
        facets: Facets::symmetric(Plain),
        params: || {
            Schema::of(vec![
                whole("low", (0, 1_000_000), 2, "The lowest claim."),
                whole("high", (0, 1_000_000), 100, "The highest claim; at most 200 above the lowest."),
                exact("bonus", 2, "What the lower claimant gets from the higher."),
            ])
        },
        build: travelers_dilemma,
    },
    Entry {
        key: "beauty_contest",
        title: "Beauty Contest",
        aliases: &["guessing_game", "p_beauty_contest", "two_thirds"],
        about: "All name a whole number; who is nearest to p times the mean wins the prize, shared among equals. \
                Thinking one step further lowers the guess, down to 0.",
        source: "Nagel 1995, Unraveling in Guessing Games, American Economic Review 85:1313-1326",
        facets: Facets::symmetric(Plain).utility(super::Utility::ConstantSum).any_players(),
        params: || {
            Schema::of(vec![
                whole("players", (2, 4), 3, "How many players there are."),
                whole("highest", (1, 20), 10, "The highest number; the lowest is 0."),
                Field::with_default("p", Kind::Rational, "2/3", "By what the mean is multiplied."),
                exact("prize", 1, "The prize."),
            ])
        },
        build: beauty_contest,
    },
    Entry {
        key: "cournot",
        title: "Cournot Competition",
        aliases: &["cournot_oligopoly", "cournot_duopoly"],
        about: "Firms choose quantities; the price falls by 1 with each unit that all bring to market, and is never \
                below 0. They bring more than a cartel would.",
        source: "Cournot 1838, Recherches sur les principes mathématiques de la théorie des richesses, ch. 7 (whole \
                 quantities)",
        facets: Facets::symmetric(Plain).any_players(),
        params: || {
            Schema::of(vec![
                whole("players", (2, 4), 2, "How many firms there are."),
                exact("intercept", 12, "The price at which nothing is sold."),
                exact("cost", 0, "What a unit costs to make.").unit("utility per unit"),
                whole("most", (1, 12), 6, "The largest quantity; the smallest is 0.").unit("units"),
            ])
        },
        build: cournot,
    },
];

fn public_goods(params: &Params, (): &()) -> Built {
    let players = params.count("players");
    let (contribution, endowment) = (params.rational("contribution"), params.rational("endowment"));
    let multiplier = params.rational("multiplier");
    let sensible = multiplier.is_positive() && contribution.is_positive() && contribution <= endowment;
    require(sensible, params, "multiplier > 0 and 0 < contribution <= endowment")?;
    let share = &(&multiplier * &contribution) / &count(players);
    group("Public Goods Game", players, &["contribute", "free_ride"], |profile| {
        let kept = &endowment + &(&share * &count(chose(profile, 0)));
        profile.iter().map(|action| if *action == 0 { &kept - &contribution } else { kept.clone() }).collect()
    })
}

fn threshold_public_goods(params: &Params, (): &()) -> Built {
    let (players, threshold) = (params.count("players"), params.count("threshold"));
    let [benefit, cost, endowment] = ["benefit", "cost", "endowment"].map(|key| params.rational(key));
    let refund = params.flag("refund");
    let sensible = threshold <= players && cost.is_positive() && benefit > cost;
    require(sensible, params, "threshold <= players and benefit > cost > 0")?;
    group("Threshold Public Goods Game", players, &["contribute", "free_ride"], |profile| {
        let provided = chose(profile, 0) >= threshold;
        let pay = |action: &usize| {
            let gross = if provided { &endowment + &benefit } else { endowment.clone() };
            if *action == 0 && (provided || !refund) { &gross - &cost } else { gross }
        };
        profile.iter().map(pay).collect()
    })
}

fn braess(params: &Params, (): &()) -> Built {
    let players = params.count("players");
    let routes: &[&str] = if params.flag("link") { &["north", "south", "link"] } else { &["north", "south"] };
    group("Braess's Paradox", players, routes, |profile| {
        // The narrow parts: the north route begins with one, the south route ends with the other, the link uses both.
        let share = |route: usize| &count(chose(profile, route) + chose(profile, 2)) / &count(players);
        let delays = [share(0) + q(1), share(1) + q(1), share(0) + share(1)];
        profile.iter().map(|route| -delays[*route].clone()).collect()
    })
}

fn travelers_dilemma(params: &Params, (): &()) -> Built {
    let (low, high) = (params.count("low"), params.count("high"));
    let bonus = params.rational("bonus");
    require(low < high && high - low <= 200, params, "low < high <= low + 200")?;
    require(bonus > 1, params, "bonus > 1 (else undercutting does not pay)")?;
    let paid = |own: usize, other: usize| match own.cmp(&other) {
        std::cmp::Ordering::Less => &count(own) + &bonus,
        std::cmp::Ordering::Equal => count(own),
        std::cmp::Ordering::Greater => &count(other) - &bonus,
    };
    let rows: Vec<Vec<Rational>> =
        (low..=high).map(|own| (low..=high).map(|other| paid(own, other)).collect()).collect();
    symmetric("Traveler's Dilemma", (low..=high).map(|claim| claim.to_string()), &rows)
}

fn beauty_contest(params: &Params, (): &()) -> Built {
    let (players, highest) = (params.count("players"), params.count("highest"));
    let (p, prize) = (params.rational("p"), params.rational("prize"));
    require(p.is_positive() && p < 1 && prize.is_positive(), params, "0 < p < 1 and prize > 0")?;
    let numbers: Vec<String> = (0..=highest).map(|number| number.to_string()).collect();
    group("Beauty Contest", players, &numbers, |profile| {
        let target = &(&p * &count(profile.iter().sum())) / &count(players);
        let distances: Vec<Rational> = profile.iter().map(|number| (&count(*number) - &target).abs()).collect();
        let least = distances.iter().min().expect("there are players");
        let winners = count(distances.iter().filter(|distance| *distance == least).count());
        distances.iter().map(|distance| if distance == least { &prize / &winners } else { q(0) }).collect()
    })
}

fn cournot(params: &Params, (): &()) -> Built {
    let (intercept, cost) = (params.rational("intercept"), params.rational("cost"));
    require(!cost.is_negative() && intercept > cost, params, "intercept > cost >= 0")?;
    let quantities: Vec<String> = (0..=params.count("most")).map(|quantity| quantity.to_string()).collect();
    group("Cournot Competition", params.count("players"), &quantities, |profile| {
        let price = (&intercept - &count(profile.iter().sum())).max(q(0));
        profile.iter().map(|quantity| &count(*quantity) * &(&price - &cost)).collect()
    })
}
