//! Goods that all share, whoever pays for them: linear, with a threshold, with punishment, and the volunteer's.

use super::{Built, GroupFacets, GroupGame, boxed, exact, over_one, require, whole};
use crate::catalogue::{Entry, Field, Kind, Params, Schema};
use crate::exact::Rational;

const SOCIAL: GroupFacets = GroupFacets { social: true, graded: false };

fn count(n: usize) -> Rational {
    Rational::from(i64::try_from(n).expect("groups are small"))
}

/// Linear public goods: contributions from all (the first action) to nothing (the last) in equal steps.
///
/// Payoff `e - c_i + (r / n) sum c_j`. With `1 < r < n` contributing nothing is dominant and contributing all is best for
/// all (Isaac & Walker 1988).
pub(in crate::game) fn public_goods(params: &Params, players: usize, steps: usize) -> Built {
    let (contribution, endowment) = (params.rational("contribution"), params.rational("endowment"));
    let multiplier = params.rational("multiplier");
    let sensible = multiplier.is_positive() && contribution.is_positive() && contribution <= endowment;
    require(sensible, (params, players), "multiplier > 0 and 0 < contribution <= endowment")?;
    let step = &contribution / &count(steps);
    let share = &(&multiplier * &step) / &count(players);
    let (unit, [endowment, cost, share]) = over_one([&endowment, &step, &share])?;
    let given = move |action: usize| (steps - action) as i128;
    let actions: Vec<String> = match steps {
        1 => vec!["contribute".into(), "free_ride".into()],
        _ => (0..=steps).map(|action| (&step * &count(steps - action)).to_string()).collect(),
    };
    let levels = (0..=steps).map(|action| (&step * &count(steps - action)).to_f64()).collect();
    let game = GroupGame::new("Public Goods Game", players, actions, unit, move |own, counts| {
        let sum: i128 = counts.iter().enumerate().map(|(action, n)| given(action) * i128::from(*n)).sum();
        endowment - cost * given(own) + share * sum
    })?;
    Ok(game.with_levels(levels))
}

/// A good that is provided if enough contribute (Palfrey & Rosenthal 1984).
pub(in crate::game) fn threshold_public_goods(params: &Params, players: usize) -> Built {
    let threshold = params.count("threshold");
    let [benefit, cost, endowment] = ["benefit", "cost", "endowment"].map(|key| params.rational(key));
    let refund = params.flag("refund");
    let sensible = threshold <= players && cost.is_positive() && benefit > cost;
    require(sensible, (params, players), "threshold <= players and benefit > cost > 0")?;
    let (unit, [benefit, cost, endowment]) = over_one([&benefit, &cost, &endowment])?;
    let actions = ["contribute", "free_ride"];
    GroupGame::new("Threshold Public Goods Game", players, actions, unit, move |own, counts| {
        let provided = counts[0] as usize >= threshold;
        let gross = if provided { endowment + benefit } else { endowment };
        if own == 0 && (provided || !refund) { gross - cost } else { gross }
    })
}

/// Linear public goods whose free-riders are punished by those who choose to: each pays `price` for every free-rider, who
/// pays `fine` for every punisher (Fehr & Gächter 2000; as actions Sigmund, Hauert & Nowak 2001).
fn punished_public_goods(params: &Params, players: usize) -> Built {
    let [contribution, endowment, multiplier, fine, price] =
        ["contribution", "endowment", "multiplier", "fine", "price"].map(|key| params.rational(key));
    let sensible = multiplier.is_positive() && contribution.is_positive() && contribution <= endowment;
    require(sensible, (params, players), "multiplier > 0 and 0 < contribution <= endowment")?;
    require(!fine.is_negative() && !price.is_negative(), (params, players), "fine >= 0 and price >= 0")?;
    let share = &(&multiplier * &contribution) / &count(players);
    let (unit, [contribution, endowment, share, fine, price]) =
        over_one([&contribution, &endowment, &share, &fine, &price])?;
    let actions = ["punish", "contribute", "free_ride"];
    let game = GroupGame::new("Public Goods Game with Punishment", players, actions, unit, move |own, counts| {
        let [punishers, contributors, riders] = [0, 1, 2].map(|action| i128::from(counts[action]));
        let kept = endowment + share * (punishers + contributors);
        match own {
            0 => kept - contribution - price * riders,
            1 => kept - contribution,
            _ => kept - fine * punishers,
        }
    })?;
    Ok(game.with_levels(vec![1.0, 1.0, 0.0]))
}

/// One volunteer is enough for all (Diekmann 1985).
///
/// In the symmetric mixed equilibrium each waits with probability `(cost / benefit)^(1 / (n - 1))`.
pub(in crate::game) fn volunteers_dilemma(params: &Params, players: usize) -> Built {
    let (benefit, cost) = (params.rational("benefit"), params.rational("cost"));
    require(cost.is_positive() && benefit > cost, (params, players), "benefit > cost > 0")?;
    let (unit, [benefit, cost]) = over_one([&benefit, &cost])?;
    GroupGame::new("Volunteer's Dilemma", players, ["volunteer", "wait"], unit, move |own, counts| {
        match (own, counts[0]) {
            (0, _) => benefit - cost,
            (_, 0) => 0,
            _ => benefit,
        }
    })
}

fn linear_fields() -> Vec<Field> {
    vec![
        exact("multiplier", 1.6, "By what contributions are multiplied before they are shared.").unit(""),
        exact("contribution", 20, "What contributing costs."),
        exact("endowment", 20, "What each has at first."),
    ]
}

pub(super) const ENTRIES: &[Entry<GroupGame>] = &[
    Entry {
        key: "public_goods",
        title: "Public Goods Game",
        aliases: &["voluntary_contributions", "pgg"],
        about: "What is contributed is multiplied and shared by all. With 1 < multiplier < players, free-riding is \
                dominant and all would gain if all contributed.",
        source: "Isaac & Walker 1988, Quarterly Journal of Economics 103:179-199; defaults of Fehr & Gächter 2000, \
                 American Economic Review 90:980-994",
        facets: SOCIAL,
        params: || {
            let mut fields = linear_fields();
            fields.push(whole("steps", (1, 255), 1, "In how many steps one may contribute: 1 is all or nothing."));
            Schema::of(fields)
        },
        build: |params, players| boxed(public_goods(params, *players, params.count("steps"))),
    },
    Entry {
        key: "threshold_public_goods",
        title: "Threshold Public Goods Game",
        aliases: &["step_level_public_good", "provision_point"],
        about: "The good is provided, to all, if enough players contribute. Exactly enough is an equilibrium, and so \
                is nobody.",
        source: "Palfrey & Rosenthal 1984, Participation and the Provision of Discrete Public Goods, Journal of \
                 Public Economics 24:171-193",
        facets: SOCIAL,
        params: || {
            Schema::of(vec![
                whole("threshold", (1, 100_000), 3, "How many contributors it takes."),
                exact("benefit", 10, "What the good is worth to each."),
                exact("cost", 3, "What contributing costs."),
                exact("endowment", 3, "What each has at first."),
                Field::with_default("refund", Kind::Bool, false, "Whether contributions in vain are given back."),
            ])
        },
        build: |params, players| boxed(threshold_public_goods(params, *players)),
    },
    Entry {
        key: "punished_public_goods",
        title: "Public Goods Game with Punishment",
        aliases: &["costly_punishment", "peer_punishment"],
        about: "Contributors may also pay to have each free-rider fined. Where enough do, free-riding does not pay; but \
                who contributes and leaves the punishing to others fares better still.",
        source: "Fehr & Gächter 2000, American Economic Review 90:980-994; Sigmund, Hauert & Nowak 2001, PNAS \
                 98:10757-10762",
        facets: GroupFacets { social: true, graded: true },
        params: || {
            let mut fields = linear_fields();
            fields.push(exact("fine", 9, "What each punisher costs a free-rider."));
            fields.push(exact("price", 3, "What punishing one free-rider costs."));
            Schema::of(fields)
        },
        build: |params, players| boxed(punished_public_goods(params, *players)),
    },
    Entry {
        key: "volunteers_dilemma",
        title: "Volunteer's Dilemma",
        aliases: &["volunteer"],
        about: "One volunteer is enough for all, and volunteering costs. The more there are who could, the likelier \
                nobody does.",
        source: "Diekmann 1985, Volunteer's Dilemma, Journal of Conflict Resolution 29:605-610",
        facets: SOCIAL,
        params: || {
            Schema::of(vec![
                exact("benefit", 4, "What it is worth to each that somebody volunteers."),
                exact("cost", 1, "What volunteering costs."),
            ])
        },
        build: |params, players| boxed(volunteers_dilemma(params, *players)),
    },
];

#[cfg(test)]
mod tests {
    use crate::catalogue::{Place, Value};
    use crate::game::GroupGame;

    fn game(call: &str, players: usize) -> GroupGame {
        let games = crate::game::group_games();
        let spec = games.resolve(&Value::from(call), &Place::root()).unwrap_or_else(|f| panic!("{f}"));
        *games.build(&spec, &players).unwrap_or_else(|f| panic!("{call}: {f}"))
    }

    /// Free-riding by all is the only equilibrium while 1 < r < n, contributing by all while r > n.
    #[test]
    fn linear_goods_have_the_equilibria_of_the_book() {
        for (multiplier, contributors) in [("1.6", 0), ("3.9", 0), ("4.5", 4)] {
            let marks = game(&format!("public_goods(multiplier={multiplier})"), 4).benchmarks();
            let equilibria: Vec<u32> = marks.equilibria.iter().map(|e| e.counts[0]).collect();
            assert_eq!(equilibria, [contributors], "multiplier {multiplier}");
            assert_eq!(marks.optimum.counts[0], 4);
        }
        // All contribute 20 of 20, times 1.6: 32 each. One who rides gets 20 + 24, the others 24.
        let goods = game("public_goods", 4);
        assert_eq!(
            [goods.payoff(0, &[4, 0]), goods.payoff(1, &[3, 1]), goods.payoff(0, &[3, 1])].map(|q| q.to_f64()),
            [32.0, 44.0, 24.0]
        );
        // In steps of one token: one who gives 5 where the others give 20 in all: 20 - 5 + 0.4 * 25.
        let steps = game("public_goods(steps=20)", 4);
        let mut counts = vec![0; 21];
        (counts[15], counts[0], counts[20]) = (1, 1, 2);
        assert_eq!(steps.payoff(15, &counts).to_f64(), 25.0);
    }

    /// Palfrey & Rosenthal: with w contributors needed, exactly w and (for w > 1) nobody are the pure equilibria.
    #[test]
    fn a_threshold_has_two_kinds_of_equilibria() {
        for (threshold, expected) in [(1, vec![1]), (2, vec![2, 0]), (5, vec![5, 0])] {
            let marks = game(&format!("threshold_public_goods(threshold={threshold})"), 5).benchmarks();
            let equilibria: Vec<u32> = marks.equilibria.iter().map(|e| e.counts[0]).collect();
            assert_eq!(equilibria, expected, "threshold {threshold}");
        }
    }

    /// Diekmann 1985: q = (cost / benefit)^(1 / (n - 1)) is the chance that one waits; nobody comes with q^n.
    #[test]
    fn the_more_could_volunteer_the_likelier_nobody_does() {
        let mut before = 0.0;
        for players in [2, 3, 5, 10, 100, 1000] {
            let [volunteers] = game("volunteers_dilemma", players).benchmarks().mixed[..] else {
                panic!("{players} players: one mixed equilibrium")
            };
            let waits = libm::pow(0.25, 1.0 / (players as f64 - 1.0));
            assert!((1.0 - volunteers - waits).abs() < 1e-9, "{players}: {volunteers}");
            let nobody = libm::pow(1.0 - volunteers, players as f64);
            assert!(nobody > before);
            before = nobody;
        }
    }

    /// With fines that cost a free-rider more than it saves, contribution by all is an equilibrium if enough punish: the
    /// saving of one who rides is c (1 - r / n) = 12, so two punishers at 9 do, and a third so that no punisher rides.
    #[test]
    fn punishment_supports_contribution_if_enough_punish() {
        let goods = game("punished_public_goods", 4);
        assert!(!goods.is_equilibrium(&[0, 4, 0]) && !goods.is_equilibrium(&[1, 3, 0]));
        assert!(!goods.is_equilibrium(&[2, 2, 0]), "a punisher who rides is fined by one alone");
        assert!(goods.is_equilibrium(&[3, 1, 0]) && goods.is_equilibrium(&[4, 0, 0]));
        assert!(goods.is_equilibrium(&[0, 0, 4]));
    }
}
