//! Games of many players, or of many actions on one scale: public goods, volunteers, crowds, roads, markets, guesses.
//!
//! Where an action serves the group it is action 0. Payoffs depend on how many players chose each action, never on who.

use super::{Built, Facets, count, exact, group, players_field, q, require, symmetric, whole};
use crate::catalogue::{Entry, Field, Kind, Params, Schema};
use crate::error::Diagnostic;
use crate::exact::Rational;
use crate::game::MoveMapping::{Bargain, Plain};
use crate::game::group as formula;
use crate::game::{GroupGame, NormalForm};

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
        build: |params, ()| form(formula::public_goods(params, params.count("players"), 1)),
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
        build: |params, ()| form(formula::threshold_public_goods(params, params.count("players"))),
    },
    Entry {
        key: "shared_cache",
        title: "Shared Cache",
        aliases: &["cache"],
        about: "Each keeps one slot of a common cache or pins more. While there is slack that harms nobody; beyond it, \
                every slot too many costs all of them misses.",
        source: "A commons with a carrying capacity, after Hardin 1968, Science 162:1243-1248; thrashing: Denning 1968, \
                 AFIPS Conference Proceedings 33:915-922",
        facets: Facets::symmetric(Bargain).any_players(),
        params: || {
            let mut fields = vec![players_field(2, 4)];
            fields.extend(formula::cache_fields());
            Schema::of(fields)
        },
        build: |params, ()| form(formula::shared_cache(params, params.count("players"))),
    },
    Entry {
        key: "shared_budget",
        title: "Shared Budget",
        aliases: &["resource_dilemma", "group_demand"],
        about: "Each asks for a part of a common budget; if they ask for more than there is, nobody gets anything. Every \
                division that uses the budget up is an equilibrium, and so is asking for far too much.",
        source: "Nash 1953, Two-Person Cooperative Games, Econometrica 21:128-140; as a resource dilemma Rapoport, Budescu, \
                 Suleiman & Weg 1992, in Social Dilemmas (Pergamon) 43-57",
        facets: Facets::symmetric(Plain).any_players(),
        params: || {
            Schema::of(vec![
                whole("players", (2, 4), 2, "How many players there are."),
                whole("most", (1, 12), 10, "The largest request.").unit("tokens"),
                whole("budget", (0, 48), 10, "What there is.").unit("tokens"),
            ])
        },
        build: |params, ()| form(formula::shared_budget(params, params.count("players"))),
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
        build: |params, ()| form(formula::volunteers_dilemma(params, params.count("players"))),
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
        build: |params, ()| form(formula::minority(params, params.count("players"))),
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
        build: |params, ()| form(formula::el_farol(params, params.count("players"))),
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

/// The normal form of a game that is a formula.
fn form(game: Result<GroupGame, Diagnostic>) -> Built {
    Ok(Box::new(game?.normal_form()?))
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
    let game = formula::travelers_dilemma(params, 2)?;
    let claims = 0..game.actions().len();
    let paid = |own: usize, other: usize| {
        let mut counts = vec![0; claims.len()];
        counts[own] += 1;
        counts[other] += 1;
        game.payoff(own, &counts)
    };
    let rows: Vec<Vec<Rational>> =
        claims.clone().map(|own| claims.clone().map(|other| paid(own, other)).collect()).collect();
    symmetric(&game.title, game.actions(), &rows)
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
