//! What all draw from: a pool with quotas, a pool of graded use, a cache, a budget.

use super::{Built, GroupFacets, GroupGame, boxed, exact, over_one, require, whole};
use crate::catalogue::{Entry, Params, Schema};
use crate::exact::Rational;

/// A pool of which each takes its quota or more: the dilemma of the commons in its simplest form.
///
/// Each unit taken beyond a quota destroys `damage` units, which all lose alike. Where `1 < damage < n` over-use is dominant,
/// and all would be better off if all kept to their quotas (Schelling 1973; Dawes 1980).
pub(in crate::game) fn shared_pool(params: &Params, players: usize) -> Built {
    let (quota, overuse, damage) = (params.rational("quota"), params.rational("overuse"), params.rational("damage"));
    let sensible = !quota.is_negative() && overuse > quota && !damage.is_negative();
    require(sensible, (params, players), "0 <= quota < overuse and damage >= 0")?;
    // What one over-user's excess costs each player.
    let all = Rational::from(i64::try_from(players).expect("groups are small"));
    let harm = &(&damage * &(&overuse - &quota)) / &all;
    let (unit, [quota, overuse, harm]) = over_one([&quota, &overuse, &harm])?;
    GroupGame::new("Shared Pool", players, ["quota", "overuse"], unit, move |own, counts| {
        (if own == 0 { quota } else { overuse }) - harm * i128::from(counts[1])
    })
}

/// A pool of graded use: `w (e - x) + x (a - b X)` for one who puts x of its e tokens to the pool, X in all (Gordon 1954;
/// Ostrom, Walker & Gardner 1992).
///
/// In the symmetric equilibrium each takes `(a - w) / (b (n + 1))`; best for all is `X = (a - w) / (2 b)`. So of the whole
/// rent `n / (n + 1)` of what would exhaust it is taken instead of one half, and `4 n / (n + 1)^2` of it is left.
fn common_pool(params: &Params, players: usize) -> Built {
    let [outside, slope, crowding] = ["outside", "yield", "crowding"].map(|key| params.rational(key));
    let endowment = params.count("endowment");
    require(slope > outside && crowding.is_positive(), (params, players), "yield > outside and crowding > 0")?;
    let (unit, [outside, slope, crowding]) = over_one([&outside, &slope, &crowding])?;
    let actions: Vec<String> = (0..=endowment).map(|x| x.to_string()).collect();
    let levels = (0..=endowment).map(|x| x as f64).collect();
    let whole = endowment as i128;
    let game = GroupGame::new("Common-Pool Resource", players, actions, unit, move |own, counts| {
        let total: i128 = counts.iter().enumerate().map(|(x, n)| x as i128 * i128::from(*n)).sum();
        let own = own as i128;
        outside * (whole - own) + own * (slope - crowding * total)
    })?;
    Ok(game.with_levels(levels))
}

/// A cache of so many slots in which each keeps its share or pins more: harmless until the slots run out, then every slot
/// too many costs all of them misses.
pub(in crate::game) fn shared_cache(params: &Params, players: usize) -> Built {
    let [hit, miss] = ["hit", "miss"].map(|key| params.rational(key));
    let (slack, extra) = (params.count("slack"), params.count("extra"));
    require(hit.is_positive() && miss.is_positive(), (params, players), "hit > 0 and miss > 0")?;
    let (unit, [hit, miss]) = over_one([&hit, &miss])?;
    let (slack, extra) = (slack as i128, extra as i128);
    GroupGame::new("Shared Cache", players, ["share", "pin"], unit, move |own, counts| {
        let held = 1 + if own == 1 { extra } else { 0 };
        let beyond = (extra * i128::from(counts[1]) - slack).max(0);
        hit * held - miss * beyond
    })
}

/// A budget of which each asks for a part: if they ask for more than there is, nobody gets anything.
pub(in crate::game) fn shared_budget(params: &Params, players: usize) -> Built {
    let most = params.count("most");
    let budget = if params.has("budget") { params.count("budget") } else { players * most / 2 };
    let actions: Vec<String> = (0..=most).map(|request| request.to_string()).collect();
    let levels = (0..=most).map(|request| request as f64).collect();
    let budget = budget as u64;
    let game = GroupGame::new("Shared Budget", players, actions, 1, move |own, counts| {
        let asked: u64 = counts.iter().enumerate().map(|(request, n)| request as u64 * u64::from(*n)).sum();
        if asked <= budget { own as i128 } else { 0 }
    })?;
    Ok(game.with_levels(levels))
}

/// The parameters of [`shared_pool`].
pub(in crate::game) fn pool_fields() -> Vec<crate::catalogue::Field> {
    vec![
        exact("quota", 2, "What each may take."),
        exact("overuse", 4, "What one takes that does not keep to it."),
        exact("damage", 1.5, "What all together lose for each unit beyond a quota.").unit("utility per unit"),
    ]
}

/// The parameters of [`shared_cache`].
pub(in crate::game) fn cache_fields() -> Vec<crate::catalogue::Field> {
    vec![
        exact("hit", 4, "What a slot that one holds is worth."),
        exact("miss", 3, "What each slot beyond the capacity costs everyone."),
        whole("extra", (1, 1_000), 1, "How many slots pinning takes beyond one's own.").unit("slots"),
        whole("slack", (0, 1_000_000), 1, "How many slots there are beyond one for each.").unit("slots"),
    ]
}

pub(super) const ENTRIES: &[Entry<GroupGame>] = &[
    Entry {
        key: "commons",
        title: "Shared Pool",
        aliases: &["shared_pool", "tragedy_of_the_commons", "overuse"],
        about: "Each takes its quota or over-uses the pool. What is taken beyond the quota is the taker's, and \
                destroys `damage` units for each unit, shared by all: over-use pays each and hurts all if 1 < \
                damage < players.",
        source: "Hardin 1968, Science 162:1243-1248; Schelling 1973, J. Conflict Resolution 17:381-428; Dawes 1980, \
                 Annual Review of Psychology 31:169-193",
        facets: GroupFacets { social: true, graded: false },
        params: || Schema::of(pool_fields()),
        build: |params, players| boxed(shared_pool(params, *players)),
    },
    Entry {
        key: "common_pool",
        title: "Common-Pool Resource",
        aliases: &["cpr", "appropriation"],
        about: "Each puts some of its tokens to a pool whose yield a token falls with the use of all, the rest to a safe \
                outside use. In equilibrium the pool is over-used, the more the more users there are.",
        source: "Gordon 1954, J. Political Economy 62:124-142; defaults of Ostrom, Walker & Gardner 1992, American \
                 Political Science Review 86:404-417 (8 users, 10 tokens)",
        facets: GroupFacets { social: false, graded: true },
        params: || {
            Schema::of(vec![
                whole("endowment", (1, 255), 10, "How many tokens each has.").unit("tokens"),
                exact("outside", 5, "What a token is worth outside.").unit("utility per token"),
                exact("yield", 23, "What the first token yields in the pool.").unit("utility per token"),
                exact("crowding", 0.25, "By how much each token in the pool lowers that.").unit("utility per token"),
            ])
        },
        build: |params, players| boxed(common_pool(params, *players)),
    },
    Entry {
        key: "shared_cache",
        title: "Shared Cache",
        aliases: &["cache"],
        about: "Each keeps one slot of a common cache or pins more. While there is slack that harms nobody; beyond it, \
                every slot too many costs all of them misses.",
        source: "A commons with a carrying capacity, after Hardin 1968, Science 162:1243-1248; thrashing: Denning 1968, \
                 AFIPS Conference Proceedings 33:915-922",
        facets: GroupFacets { social: true, graded: false },
        params: || Schema::of(cache_fields()),
        build: |params, players| boxed(shared_cache(params, *players)),
    },
    Entry {
        key: "shared_budget",
        title: "Shared Budget",
        aliases: &["resource_dilemma", "group_demand"],
        about: "Each asks for a part of a common budget; if they ask for more than there is, nobody gets anything. Every \
                division that uses the budget up is an equilibrium, and so is asking for far too much.",
        source: "Nash 1953, Two-Person Cooperative Games, Econometrica 21:128-140; as a resource dilemma Rapoport, Budescu, \
                 Suleiman & Weg 1992, in Social Dilemmas (Pergamon) 43-57",
        facets: GroupFacets { social: false, graded: true },
        params: || {
            Schema::of(vec![
                whole("most", (1, 255), 10, "The largest request.").unit("tokens"),
                crate::catalogue::Field::optional(
                    "budget",
                    crate::catalogue::Kind::Integer { min: 0, max: 100_000_000 },
                    "What there is; by default half of what all could ask for.",
                )
                .unit("tokens"),
            ])
        },
        build: |params, players| boxed(shared_budget(params, *players)),
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

    #[test]
    fn over_use_is_dominant_and_ruins_all() {
        for players in [2, 5, 1000] {
            let marks = game("shared_pool", players).benchmarks();
            let n = u32::try_from(players).expect("few");
            assert_eq!(marks.equilibria.iter().map(|e| e.counts[0]).collect::<Vec<_>>(), [0], "{players}");
            assert_eq!(marks.optimum.counts[0], n);
        }
        // Where the damage falls on oneself as much as it brings, quotas keep themselves.
        let marks = game("shared_pool(damage=5.5)", 5).benchmarks();
        assert_eq!(marks.equilibria[0].counts[0], 5);
    }

    /// Ostrom, Walker & Gardner 1992: eight users put 8 tokens each to the pool; best for all would be 36 in all. The rent
    /// above the outside use is then 4 n / (n + 1)^2 = 32 / 81 of the greatest.
    #[test]
    fn the_common_pool_is_over_used_as_published() {
        let pool = game("common_pool", 8);
        let marks = pool.benchmarks();
        let symmetric: Vec<usize> =
            marks.equilibria.iter().filter_map(|e| e.counts.iter().position(|n| *n == 8)).collect();
        assert_eq!(symmetric, [8]);
        let used: u32 = marks.optimum.counts.iter().zip(0u32..).map(|(n, x)| n * x).sum();
        assert_eq!(used, 36);
        let outside = 8.0 * 10.0 * 5.0;
        let rent = |welfare: i128| pool.unscaled(welfare) - outside;
        let equilibrium = marks.equilibria.iter().find(|e| e.counts[8] == 8).expect("it is there");
        assert!((rent(equilibrium.welfare) / rent(marks.optimum.welfare) - 32.0 / 81.0).abs() < 1e-12);
    }

    /// Over-use n / (n + 1) of what exhausts the rent, and 4 n / (n + 1)^2 of it left, for a fine grid of tokens.
    #[test]
    fn rent_dissipates_with_the_number_of_users() {
        for (n, share, rent) in [(2, 2.0 / 3.0, 0.889), (5, 5.0 / 6.0, 0.556), (10, 10.0 / 11.0, 0.331)] {
            let per = 66 / n; // 660 tokens of rent-exhausting use, split so that the equilibrium is whole.
            let exhaust = per * (n + 1);
            let call = format!("common_pool(endowment={per}, outside=0, yield={exhaust}, crowding=1)");
            let pool = game(&call, n);
            let symmetric = pool.benchmarks().equilibria.iter().any(|e| e.counts[per] as usize == n);
            assert!(symmetric, "{call}: each takes {per} in equilibrium");
            let mut counts = vec![0; per + 1];
            counts[per] = u32::try_from(n).expect("few");
            let best = exhaust as f64 * exhaust as f64 / 4.0;
            assert!((pool.unscaled(pool.welfare(&counts)) / best - rent).abs() < 5e-4, "{call}");
            assert!(((n * per) as f64 / exhaust as f64 - share).abs() < 1e-12);
        }
    }

    /// With hit > miss pinning always pays; with hit < miss exactly the slack is used up.
    #[test]
    fn slack_is_used_first() {
        assert_eq!(game("shared_cache", 6).benchmarks().equilibria[0].counts, [0, 6]);
        let marks = game("shared_cache(hit=2, slack=2)", 6).benchmarks();
        assert_eq!(marks.equilibria.iter().map(|e| e.counts[1]).collect::<Vec<_>>(), [2]);
        assert_eq!(marks.optimum.counts[1], 2);
    }

    /// Nash demand: whatever adds up to the budget is an equilibrium; one unit more is not.
    #[test]
    fn divisions_of_the_budget_are_equilibria() {
        let budget = game("shared_budget(most=4, budget=6)", 3);
        let counts = |requests: [usize; 3]| {
            let mut counts = vec![0; 5];
            requests.iter().for_each(|request| counts[*request] += 1);
            counts
        };
        assert!(budget.is_equilibrium(&counts([2, 2, 2])) && budget.is_equilibrium(&counts([4, 1, 1])));
        assert!(!budget.is_equilibrium(&counts([2, 2, 1])) && !budget.is_equilibrium(&counts([3, 2, 2])));
        assert!(budget.is_equilibrium(&counts([4, 4, 4])), "nobody alone can mend it");
        assert_eq!(budget.benchmarks().optimum.welfare, 6);
    }
}
