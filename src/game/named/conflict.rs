//! Games of conflict over who gives way, who checks and who helps: chicken, hawk-dove, crossings, inspection.
//!
//! The peaceful or yielding action is action 0.

use super::{Built, Facets, count, exact, none, q, require, roles, roles_of, symmetric, whole};
use crate::catalogue::{Entry, Params, Schema};
use crate::exact::Rational;
use crate::game::MoveMapping::Plain;
use crate::game::{NormalForm, TwoByTwo};

/// Value and cost of the hawk-dove family as parameters, with these defaults.
fn value_and_cost(v: i64, c: i64) -> Schema {
    Schema::of(vec![
        exact("v", v, "What the contested resource is worth."),
        exact("c", c, "What losing a fight costs."),
    ])
}

/// The hawk-dove payoffs, dove first: doves share, a hawk takes all from a dove, hawks fight evenly.
fn hawk_dove(params: &Params) -> Result<TwoByTwo, crate::error::Diagnostic> {
    let (v, c) = (params.rational("v"), params.rational("c"));
    require(v.is_positive() && c.is_positive(), params, "v > 0 and c > 0")?;
    Ok(TwoByTwo::new(&v / &q(2), q(0), v.clone(), &(&v - &c) / &q(2)))
}

pub(super) const ENTRIES: &[Entry<NormalForm>] = &[
    Entry {
        key: "chicken",
        title: "Chicken",
        aliases: &["aumann_chicken"],
        about: "Each would rather go straight while the other swerves; both going straight is worst. A signal that \
                tells each what to do can give both more than any mixed equilibrium.",
        source: "Aumann 1974, Subjectivity and Correlation in Randomized Strategies, Journal of Mathematical \
                 Economics 1:67-96; payoffs 6, 2, 7, 0 after Aumann 1987, Econometrica 55:1-18",
        facets: Facets::symmetric(Plain),
        params: || {
            Schema::of(vec![
                exact("R", 6, "Both swerve."),
                exact("S", 2, "Swerving alone."),
                exact("T", 7, "Going straight alone."),
                exact("P", 0, "Both go straight."),
            ])
        },
        build: |params, ()| {
            let (r, s) = (params.rational("R"), params.rational("S"));
            let payoffs = TwoByTwo::new(r, s, params.rational("T"), params.rational("P"));
            require(payoffs.is_chicken(), params, "T > R > S > P")?;
            symmetric("Chicken", ["swerve", "straight"], &payoffs.table())
        },
    },
    Entry {
        key: "hawk_dove",
        title: "Hawk-Dove",
        aliases: &["hawk_dove_game", "dove_hawk"],
        about: "Animals contest a resource worth v: doves share, a hawk takes it from a dove, hawks fight and the \
                loser pays c. With v < c the stable share of hawks is v/c.",
        source: "Maynard Smith & Price 1973, The Logic of Animal Conflict, Nature 246:15-18; Maynard Smith 1982",
        facets: Facets::symmetric(Plain),
        params: || value_and_cost(2, 4),
        build: |params, ()| symmetric("Hawk-Dove", ["dove", "hawk"], &hawk_dove(params)?.table()),
    },
    Entry {
        key: "hawk_dove_bourgeois",
        title: "Hawk-Dove-Bourgeois",
        aliases: &["bourgeois"],
        about: "Hawk-dove with a convention: the bourgeois is a hawk where it owns and a dove where it intrudes, \
                each half of the time. With v < c it is the evolutionarily stable action.",
        source: "Maynard Smith 1982, Evolution and the Theory of Games, ch. 2",
        facets: Facets::symmetric(Plain),
        params: || value_and_cost(2, 4),
        build: |params, ()| {
            let game = hawk_dove(params)?;
            let half = |a: &Rational, b: &Rational| &(a + b) / &q(2);
            let against_bourgeois = |row: &[Rational]| half(&row[0], &row[1]);
            let mut rows = game.table();
            let bourgeois = vec![
                half(&rows[0][0], &rows[1][0]),
                half(&rows[0][1], &rows[1][1]),
                // Of two, the owner takes all and the intruder gives way.
                half(&game.temptation, &game.sucker),
            ];
            for row in &mut rows {
                row.push(against_bourgeois(row));
            }
            rows.push(bourgeois);
            symmetric("Hawk-Dove-Bourgeois", ["dove", "hawk", "bourgeois"], &rows)
        },
    },
    Entry {
        key: "hawk_dove_retaliator",
        title: "Hawk-Dove-Retaliator",
        aliases: &["retaliator"],
        about: "Hawk-dove with a third action that is a dove until it meets a hawk, and then fights back.",
        source: "Maynard Smith & Price 1973, The Logic of Animal Conflict, Nature 246:15-18",
        facets: Facets::symmetric(Plain),
        params: || value_and_cost(4, 8),
        build: |params, ()| {
            let TwoByTwo { reward: share, sucker, temptation: take, punishment: fight } = hawk_dove(params)?;
            let rows = [
                vec![share.clone(), sucker, share.clone()],
                vec![take, fight.clone(), fight.clone()],
                vec![share.clone(), fight, share],
            ];
            symmetric("Hawk-Dove-Retaliator", ["dove", "hawk", "retaliator"], &rows)
        },
    },
    Entry {
        key: "war_of_attrition",
        title: "War of Attrition",
        aliases: &["attrition"],
        about: "Both wait for the other to give up; who waits longer gets the prize, and both pay for the time until \
                the first gives up. Ties share the prize.",
        source: "Maynard Smith 1974, The Theory of Games and the Evolution of Animal Conflicts, Journal of \
                 Theoretical Biology 47:209-221 (whole waiting times)",
        facets: Facets::symmetric(Plain),
        params: || {
            Schema::of(vec![
                exact("prize", 4, "What the prize is worth."),
                whole("longest", (1, 100), 5, "The longest waiting time; each unit costs 1.").unit("time"),
            ])
        },
        build: |params, ()| {
            let (prize, longest) = (params.rational("prize"), params.count("longest"));
            require(prize.is_positive(), params, "prize > 0")?;
            let cell = |own: usize, other: usize| {
                let won = match own.cmp(&other) {
                    std::cmp::Ordering::Less => q(0),
                    std::cmp::Ordering::Equal => &prize / &q(2),
                    std::cmp::Ordering::Greater => prize.clone(),
                };
                won - count(own.min(other))
            };
            let rows: Vec<Vec<Rational>> =
                (0..=longest).map(|own| (0..=longest).map(|other| cell(own, other)).collect()).collect();
            symmetric("War of Attrition", (0..=longest).map(|time| format!("wait {time}")), &rows)
        },
    },
    Entry {
        key: "traffic_light",
        title: "Crossing Game",
        aliases: &["crossing", "intersection", "traffic"],
        about: "Two cars at a crossing: crossing alone is worth 1, stopping 0, and both crossing is a crash. The \
                traffic light is a device that correlates them.",
        source: "Nisan, Roughgarden, Tardos & Vazirani 2007, Algorithmic Game Theory, sec. 1.3.6",
        facets: Facets::symmetric(Plain),
        params: || Schema::of(vec![exact("crash", -100, "What a crash is worth to each; below 0.")]),
        build: |params, ()| {
            let crash = params.rational("crash");
            require(crash.is_negative(), params, "crash < 0")?;
            symmetric("Crossing Game", ["stop", "go"], &TwoByTwo::new(q(0), q(0), q(1), crash).table())
        },
    },
    Entry {
        key: "aumann_correlation",
        title: "Aumann's Correlation Game",
        aliases: &["aumann_1974"],
        about: "(5,1) and (1,5) are equilibria, (4,4) is not; a device that leaves out (0,0) gives 10/3 to both, \
                beyond the 5/2 of the mixed equilibrium.",
        source: "Aumann 1974, Subjectivity and Correlation in Randomized Strategies, Journal of Mathematical \
                 Economics 1:67-96",
        facets: Facets::roles(Plain),
        params: none,
        build: |_, ()| {
            roles_of(
                "Aumann's Correlation Game",
                ("row", ["top", "bottom"]),
                ("column", ["left", "right"]),
                [[[5, 1], [0, 0]], [[4, 4], [1, 5]]],
            )
        },
    },
    Entry {
        key: "inspection",
        title: "Inspection Game",
        aliases: &["inspection_game", "audit_game"],
        about: "A worker works or shirks, an employer trusts or inspects. Who shirks inspected loses the wage; no \
                pure equilibrium, and the worker shirks with probability inspection/wage.",
        source: "Fudenberg & Tirole 1991, Game Theory, example 1.7; Dresher 1962 for inspection games",
        facets: Facets::roles(Plain),
        params: || {
            Schema::of(vec![
                exact("wage", 8, "The worker's wage."),
                exact("effort", 4, "What working costs the worker."),
                exact("inspection", 2, "What inspecting costs the employer."),
                exact("output", 20, "What the work is worth to the employer."),
            ])
        },
        build: inspection,
    },
    Entry {
        key: "samaritans_dilemma",
        title: "Samaritan's Dilemma",
        aliases: &["active_samaritan"],
        about: "Helping is dominant for the samaritan, who wishes that the other would work; helped, the other does \
                not.",
        source: "Buchanan 1975, The Samaritan's Dilemma, in Altruism, Morality and Economic Theory, 71-85, fig. 1 \
                 (active)",
        facets: Facets::roles(Plain),
        params: none,
        build: |_, ()| {
            roles_of(
                "Samaritan's Dilemma",
                ("samaritan", ["help", "refuse"]),
                ("recipient", ["work", "idle"]),
                [[[4, 3], [3, 4]], [[2, 2], [1, 1]]],
            )
        },
    },
    Entry {
        key: "welfare",
        title: "Welfare Game",
        aliases: &["welfare_game"],
        about: "A government wishes to aid a pauper that looks for work, and the pauper looks for work only if not \
                aided: no pure equilibrium.",
        source: "Tullock 1983, Economics of Income Redistribution; Rasmusen 2001, Games and Information, sec. 3.2",
        facets: Facets::roles(Plain),
        params: none,
        build: |_, ()| {
            roles_of(
                "Welfare Game",
                ("government", ["aid", "refuse"]),
                ("pauper", ["work", "idle"]),
                [[[3, 2], [-1, 3]], [[-1, 1], [0, 0]]],
            )
        },
    },
    Entry {
        key: "nash_demand",
        title: "Nash Demand Game",
        aliases: &["demand_game", "divide_the_pie"],
        about: "Both demand a part of a pie: demands that fit are met, else nobody gets anything. Every exact \
                division is an equilibrium.",
        source: "Nash 1953, Two-Person Cooperative Games, Econometrica 21:128-140",
        facets: Facets::symmetric(Plain),
        params: || Schema::of(vec![whole("pie", (2, 100), 10, "The pie; demands are whole parts of it.")]),
        build: |params, ()| {
            let pie = params.count("pie");
            let met = |own: usize, other: usize| if own + other <= pie { count(own) } else { q(0) };
            let rows: Vec<Vec<Rational>> =
                (1..=pie).map(|own| (1..=pie).map(|other| met(own, other)).collect()).collect();
            symmetric("Nash Demand Game", (1..=pie).map(|part| part.to_string()), &rows)
        },
    },
];

fn inspection(params: &Params, (): &()) -> Built {
    let wage = params.rational("wage");
    let (effort, inspection, output) =
        (params.rational("effort"), params.rational("inspection"), params.rational("output"));
    let sensible = output > wage && wage > effort && effort > inspection && inspection.is_positive();
    require(sensible, params, "output > wage > effort > inspection > 0")?;
    let earned = &wage - &effort;
    let gain = &output - &wage;
    roles(
        "Inspection Game",
        ("worker", ["work", "shirk"]),
        ("employer", ["trust", "inspect"]),
        [
            [[earned.clone(), gain.clone()], [earned, gain - inspection.clone()]],
            [[wage.clone(), -wage], [q(0), -inspection]],
        ],
    )
}
