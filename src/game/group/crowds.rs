//! Games in which one wants to be where others are not: the minority game and El Farol's bar.

use super::{Built, GroupFacets, GroupGame, boxed, exact, over_one, require};
use crate::catalogue::{Entry, Field, Kind, Params, Schema};

/// Those on the less chosen side win 1 (Challet & Zhang 1997). Among an odd number no side is tied.
pub(in crate::game) fn minority(params: &Params, players: usize) -> Built {
    require(players % 2 == 1, (params, players), "an odd number of players")?;
    GroupGame::new("Minority Game", players, ["buy", "sell"], 1, move |own, counts| {
        i128::from(2 * counts[own] < counts[0] + counts[1])
    })
}

/// A bar that is pleasant for so many (Arthur 1994). Without `capacity` it is three fifths of the players.
pub(in crate::game) fn el_farol(params: &Params, players: usize) -> Built {
    let capacity = if params.has("capacity") { params.count("capacity") } else { 3 * players / 5 };
    let [pleasant, home, crowded] = ["pleasant", "home", "crowded"].map(|key| params.rational(key));
    let sensible = capacity < players && pleasant > home && home > crowded;
    require(sensible, (params, players), "capacity < players and pleasant > home > crowded")?;
    let (unit, [pleasant, home, crowded]) = over_one([&pleasant, &home, &crowded])?;
    let game = GroupGame::new("El Farol Bar", players, ["stay", "go"], unit, move |own, counts| match own {
        0 => home,
        _ if counts[1] as usize <= capacity => pleasant,
        _ => crowded,
    })?;
    Ok(game.with_levels(vec![0.0, 1.0]))
}

pub(super) const ENTRIES: &[Entry<GroupGame>] = &[
    Entry {
        key: "minority",
        title: "Minority Game",
        aliases: &["minority_game"],
        about: "An odd number of players choose one of two sides; those on the less chosen side win 1.",
        source: "Challet & Zhang 1997, Emergence of Cooperation and Organization in an Evolutionary Game, Physica A \
                 246:407-418",
        facets: GroupFacets { social: false, graded: false },
        params: Schema::default,
        build: |params, players| boxed(minority(params, *players)),
    },
    Entry {
        key: "el_farol",
        title: "El Farol Bar",
        aliases: &["el_farol_bar", "bar_problem"],
        about: "An evening at the bar is worth more than one at home, unless more than its capacity come.",
        source: "Arthur 1994, Inductive Reasoning and Bounded Rationality, American Economic Review 84:406-411",
        facets: GroupFacets { social: true, graded: false },
        params: || {
            let capacity = Kind::Integer { min: 1, max: 100_000 };
            Schema::of(vec![
                Field::optional("capacity", capacity, "How many the bar holds pleasantly; by default three fifths.")
                    .unit("players"),
                exact("pleasant", 3, "Going when there is room."),
                exact("home", 1, "Staying at home."),
                exact("crowded", 0, "Going when it is crowded."),
            ])
        },
        build: |params, players| boxed(el_farol(params, *players)),
    },
];

#[cfg(test)]
mod tests {
    use crate::catalogue::{Place, Value};

    /// The pure equilibria of the minority game have (n - 1) / 2 on one side; one half is the symmetric mixed one.
    #[test]
    fn the_minority_game_has_its_equilibria() {
        let games = crate::game::group_games();
        let spec = games.resolve(&Value::from("minority"), &Place::root()).expect("it exists");
        let marks = games.build(&spec, &11).expect("built").benchmarks();
        assert_eq!(marks.equilibria.iter().map(|e| e.counts[0]).collect::<Vec<_>>(), [6, 5]);
        assert_eq!(marks.mixed.len(), 1);
        assert!((marks.mixed[0] - 0.5).abs() < 1e-12);
        assert!(games.build(&spec, &10).is_err());
    }

    /// Exactly as many as the bar holds, or one more where going in vain is no worse (here it is worse): 60 of 100.
    #[test]
    fn el_farol_is_full_in_every_pure_equilibrium() {
        let games = crate::game::group_games();
        let spec = games.resolve(&Value::from("el_farol"), &Place::root()).expect("it exists");
        let marks = games.build(&spec, &100).expect("built").benchmarks();
        assert_eq!(marks.equilibria.iter().map(|e| e.counts[1]).collect::<Vec<_>>(), [60]);
        assert_eq!(marks.optimum.counts[1], 60);
        assert_eq!(marks.mixed.len(), 1);
    }
}
