//! Queries about a strategy as a machine: its states, its minimal form, and the relation that it forces on scores.

use super::matches::player_of;
use crate::catalogue::{Field, Kind, Place, Schema, Value};
use crate::error::{Diagnostic, Faults, Origin};
use crate::game;
use crate::ids::PlayerId;
use crate::models::Kit;
use crate::play::{Length, Relation, Rules};
use crate::strategy::{Action, Automaton};
use serde_json::{Value as Json, json};
use std::sync::Arc;

/// The members of a query.
pub fn schema() -> Schema {
    Schema::of(vec![
        Field::optional("id", Kind::Any, "Comes back in the answer."),
        Field::required(
            "strategy",
            Kind::Any,
            "A strategy's name, { name, params }, or { script = \"CCD\" }, repeated.",
        ),
        Field::optional(
            "turns",
            Kind::Integer { min: 1, max: 1_000_000_000 },
            "The number of rounds that it is told; by default it does not know.",
        ),
        Field::with_default("game", Kind::Any, "axelrod", "A game's name, or payoffs written out."),
        Field::with_default(
            "slips",
            Kind::Bool,
            true,
            "Whether states that differ only after a slip of the player's own count as different.",
        ),
        Field::with_default("seat", Kind::Integer { min: 0, max: 1 }, 0i64, "Which player of the game it is."),
    ])
}

/// Answers a query about one strategy.
///
/// | member | what it is |
/// |---|---|
/// | `states`, `minimal_states` | the numbers of states before and after states that play alike are put together |
/// | `deterministic` | whether no state draws |
/// | `machine`, `minimal` | `start`, `states` (each with `cooperate`, the probability of the first action, and `next` by own and other's action, such as `CD`), `switches` (`round`, and the new state of each state) |
/// | `memory_one` | `first` and `vector` (after CC, CD, DC, DD), if the last round alone counts; else null |
/// | `relation` | for a memory-one player of a symmetric game of two actions: `alpha`, `beta`, `gamma`, `chi`, `baseline` and `error`, see [`Relation`]; else null |
///
/// # Errors
/// What is wrong with the query, or that the strategy is no finite automaton.
pub fn answer(query: &Json, kit: &Kit) -> Result<Json, Faults> {
    let value = Value::from_json(query)?;
    let table = value.as_table().ok_or_else(|| Diagnostic::new("wrong-type", value.describe(), "a JSON object"))?;
    let place = Place::root();
    let mut faults = Faults::new();
    let Some(params) = schema().check(table, &value.origin, &place, &mut faults) else { return Err(faults) };
    let game = game::from_value(params.value("game"), &place.key("game"), &kit.games)?.game;
    if game.player_count() != 2 {
        let found = format!("a game of {} players", game.player_count());
        return Err(Diagnostic::new("wrong-game", found, "a game of two players")
            .at(place.key("game").at(&value.origin))
            .into());
    }
    let turns = params.get("turns").and_then(Value::integer).and_then(|turns| u32::try_from(turns).ok());
    let rules = Rules::new(Arc::new(game), turns.map_or(Length::Unknown(1), Length::Known));
    let seat = u32::try_from(params.integer("seat")).expect("the schema bounds it");
    let strategy = player_of(params.value("strategy"), &place.key("strategy"), &rules, seat, kit)?;
    let Some(machine) = strategy.automaton(&rules.told(PlayerId(seat))) else {
        let fault = Diagnostic::new(
            "not-finite",
            "a strategy that is no finite automaton",
            "one whose memory is a state out of few, such as tit_for_tat",
        );
        return Err(fault.at(place.key("strategy").at(&Origin::Unknown)).into());
    };
    let minimal = machine.minimal(params.flag("slips"));
    let memory_one = machine.memory_one();
    let [own, other] = [seat, 1 - seat].map(|player| rules.game.two_by_two(PlayerId(player)));
    let symmetric = own.filter(|own| other.as_ref() == Some(own));
    let relation = symmetric.zip(memory_one).and_then(|(game, (_, vector))| Relation::of(vector, &game));
    Ok(json!({
        "states": machine.states(),
        "minimal_states": minimal.states(),
        "deterministic": machine.is_deterministic(),
        "machine": shown(&machine),
        "minimal": shown(&minimal),
        "memory_one": memory_one.map(|(first, vector)| json!({"first": first, "vector": vector})),
        "relation": relation.map(|relation| json!({
            "alpha": relation.alpha,
            "beta": relation.beta,
            "gamma": relation.gamma,
            "chi": relation.chi(),
            "baseline": relation.baseline(),
            "error": relation.error,
        })),
    }))
}

/// An automaton as JSON.
fn shown(machine: &Automaton) -> Json {
    let action = |k: usize| Action(u8::try_from(k).unwrap_or(u8::MAX));
    let states: Vec<Json> = (0..u32::try_from(machine.states()).expect("fewer than 2^32 states"))
        .map(|state| {
            let pairs =
                (0..machine.own_actions()).flat_map(|own| (0..machine.seen_actions()).map(move |seen| (own, seen)));
            let next: serde_json::Map<String, Json> = pairs
                .map(|(own, seen)| {
                    let [own, seen] = [own, seen].map(action);
                    let key = [own.letter(), seen.letter()].iter().collect();
                    (key, machine.next(state, own, seen).into())
                })
                .collect();
            let sure = machine.sure_action(state).filter(|action| action.index() > 1);
            match sure {
                Some(action) => json!({"plays": action.letter().to_string(), "next": next}),
                None => json!({"cooperate": machine.probability(state, Action::C), "next": next}),
            }
        })
        .collect();
    let switches: Vec<Json> =
        machine.switches().iter().map(|switch| json!({"round": switch.round, "to": switch.to})).collect();
    json!({"start": machine.start(), "states": states, "switches": switches})
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::models::Lab;

    fn ask(query: Json) -> Result<Json, String> {
        answer(&query, &Lab::new().kit).map_err(|faults| faults.to_string())
    }

    #[test]
    fn tit_for_tat_is_two_states_and_a_fair_relation() {
        let got = ask(json!({"strategy": "tit for tat"})).expect("an answer");
        assert_eq!(
            got["minimal"]["states"][0],
            json!({"cooperate": 1.0, "next": {"CC": 0, "CD": 1, "DC": 0, "DD": 1}})
        );
        assert_eq!(got["memory_one"], json!({"first": 1.0, "vector": [1.0, 0.0, 1.0, 0.0]}));
        assert_eq!((&got["relation"]["chi"], &got["relation"]["baseline"]), (&json!(1.0), &Json::Null));
        let extort = ask(json!({"strategy": "zd_extort_2"})).expect("an answer");
        assert!((extort["relation"]["chi"].as_f64().expect("a number") - 2.0).abs() < 1e-12);
    }

    /// A plan for the end is a switch, and a longer memory is no relation.
    #[test]
    fn ends_are_switches_and_long_memories_have_no_vector() {
        assert_eq!(
            ask(json!({"strategy": "end_game", "turns": 10})).expect("finite")["minimal"]["switches"][0]["round"],
            10
        );
        assert_eq!(ask(json!({"strategy": "tit_for_2_tats"})).expect("finite")["relation"], Json::Null);
        assert!(ask(json!({"strategy": "gradual"})).expect_err("infinite").contains("no finite automaton"));
        assert!(ask(json!({"strategy": "tit for tot"})).expect_err("unknown").contains("did you mean"));
        assert!(ask(json!({"strategy": "tit_for_tat", "game": "el_farol"})).is_err());
    }
}
