//! The words of the protocol: what a player is told before a match and asked before a round, and how it names an action.

use crate::catalogue::fold;
use crate::game::{NormalForm, Stage, StageGame};
use crate::ids::PlayerId;
use crate::strategy::{Action, Horizon, Told, View};
use serde_json::{Value as Json, json};

/// The version of the protocol.
const PROTOCOL: u32 = 1;
/// The most profiles of a game of several whose payoffs are told.
const MOST_PROFILES: usize = 1 << 16;
/// The most others whose actions are named to a person one by one.
const MOST_NAMED: usize = 6;

/// The action that a line names: alone or as `action` of an object; by its name, by C or D where there are two, or by its
/// place from 0.
pub(super) fn action(line: &str, names: &[String]) -> Option<Action> {
    let line = line.trim();
    let word = match serde_json::from_str::<Json>(line) {
        Ok(Json::Object(members)) => members.get("action")?.clone(),
        Ok(value) => value,
        Err(_) => line.into(),
    };
    let place = match &word {
        Json::Number(number) => usize::try_from(number.as_u64()?).ok()?,
        Json::String(word) => {
            let named = names.iter().position(|name| fold(name) == fold(word));
            let letter = || ["c", "d"].iter().position(|letter| names.len() == 2 && fold(word) == **letter);
            named.or_else(letter)?
        }
        _ => return None,
    };
    (place < names.len()).then(|| Action(u8::try_from(place).unwrap_or(u8::MAX)))
}

/// The others of a match, in order of seats.
fn others(told: &Told) -> impl Iterator<Item = PlayerId> {
    let me = told.player;
    (0..told.game.player_count()).map(PlayerId::at).filter(move |player| *player != me)
}

/// What a player is told before a match.
pub(super) fn beginning(told: &Told) -> Json {
    let game = &told.game;
    let mut message = json!({
        "type": "begin",
        "protocol": PROTOCOL,
        "seat": told.player.0,
        "rounds": match told.horizon {
            Horizon::Rounds(rounds) => json!(rounds),
            Horizon::Unknown => Json::Null,
        },
        "continuation": told.continuation,
        "noise": told.noise,
        "expected_penalties": told.expected_penalties.iter().map(|penalty| penalty.to_f64()).collect::<Vec<f64>>(),
        "standing": told.standing,
        "game": game.title(),
        "players": game.player_count(),
        "actions": game.actions(told.player),
    });
    if game.player_count() == 2 {
        // A formula for two is a small table.
        let formula = match game {
            Stage::Table(_) => None,
            Stage::Group(formula) => formula.normal_form().ok(),
        };
        let payoffs = |player: u32| -> Vec<f64> {
            let table = game.table().or(formula.as_ref());
            table.map(|table| of_each_profile(table, PlayerId(player))).unwrap_or_default()
        };
        message["other_actions"] = json!(game.actions(PlayerId(1 - told.player.0)));
        message["row_payoffs"] = payoffs(0).into();
        message["column_payoffs"] = payoffs(1).into();
        return message;
    }
    match game {
        Stage::Table(table) => {
            message["other_actions"] = others(told).map(|player| json!(game.actions(player))).collect();
            if table.profile_count() <= MOST_PROFILES {
                message["payoffs"] = of_each_profile(table, told.player).into();
            }
        }
        Stage::Group(formula) => {
            message["levels"] = json!(formula.levels());
            if let [_, _] = formula.actions() {
                let rest = u32::try_from(formula.players() - 1).expect("groups are bounded");
                let worth = |own: usize| -> Vec<Option<f64>> {
                    (0..=rest).map(|first| game.payoff(told.player, own, &[first, rest - first])).collect()
                };
                message["payoffs_by_first"] = json!([worth(0), worth(1)]);
            }
        }
    }
    message
}

fn of_each_profile(table: &NormalForm, player: PlayerId) -> Vec<f64> {
    (0..table.profile_count()).map(|profile| table.payoff_at(profile, player).to_f64()).collect()
}

/// A question for a move, to a program and to a person: the round, and the actions of the round before it.
pub(super) fn question(told: &Told, round: u32, view: &View<'_>) -> (Json, String) {
    let name = |player: PlayerId, action: Action| told.game.actions(player).get(action.index()).map(String::as_str);
    // The round before the one that is asked for, which need not be the last of the view.
    let before = |actions: &[Action]| (round as usize).checked_sub(2).and_then(|place| actions.get(place)).copied();
    let own = before(view.own.actions()).and_then(|action| name(told.player, action));
    let seen: Option<Vec<&str>> =
        others(told).zip(view.seen.iter()).map(|(player, history)| name(player, before(history.actions())?)).collect();
    let seen = own.and(seen);
    let told_of = match &seen {
        Some(seen) if seen.len() == 1 => json!(seen[0]),
        seen => json!(seen),
    };
    let message = json!({"type": "move", "round": round, "own": own, "seen": told_of});

    let left = match told.horizon {
        Horizon::Rounds(rounds) => format!(" of {rounds}"),
        Horizon::Unknown => String::new(),
    };
    let past = own.zip(seen).map_or_else(String::new, |(own, seen)| format!(" (you {own}, {})", the_others(&seen)));
    let question = format!("round {round}{left}{past}: {}? ", told.game.actions(told.player).join(" or "));
    (message, question)
}

/// What the others did, for a person: by name, or of many how many did what.
fn the_others(seen: &[&str]) -> String {
    if let [other] = seen {
        return format!("the other {other}");
    }
    if seen.len() <= MOST_NAMED {
        return format!("the others {}", seen.join(", "));
    }
    let mut counts: Vec<(&str, usize)> = Vec::new();
    for name in seen {
        match counts.iter_mut().find(|(known, _)| known == name) {
            Some((_, count)) => *count += 1,
            None => counts.push((name, 1)),
        }
    }
    let counts: Vec<String> = counts.iter().map(|(name, count)| format!("{count} {name}")).collect();
    format!("of the others {}", counts.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_are_named_in_several_ways() {
        let names = ["cooperate".to_string(), "defect".to_string()];
        for (line, place) in [
            ("C", 0),
            ("d\n", 1),
            ("\"Defect\"", 1),
            ("{\"action\": \"cooperate\"}", 0),
            ("{\"action\": 1, \"why\": \"x\"}", 1),
            ("0", 0),
        ] {
            assert_eq!(action(line, &names), Some(Action(place)), "{line}");
        }
        for line in ["", "e", "2", "-1", "{\"move\": \"C\"}", "[0]", "null"] {
            assert_eq!(action(line, &names), None, "{line}");
        }
    }

    #[test]
    fn many_others_are_counted() {
        assert_eq!(the_others(&["D"]), "the other D");
        assert_eq!(the_others(&["D", "C", "D"]), "the others D, C, D");
        assert_eq!(the_others(&["D", "C", "D", "D", "C", "D", "D"]), "of the others 5 D, 2 C");
    }
}
