//! Two who cooperate as long as the other does cooperate throughout: their match need not be played.

use super::duel::{Duellist, play_duel};
use super::rules::{Length, Match};
use crate::error::Diagnostic;
use crate::ids::PlayerId;
use crate::sim::Draws;
use crate::strategy::{Action, Automaton, Strategy, Told, View};

/// Whether a strategy in this seat, drawing nothing, takes its first action in every round against one that always does.
///
/// What a player does follows from what it sees and draws. So of two to whom this applies neither ever sees anything but the
/// first action, and all rounds of all their matches under these rules are of the first profile. It applies to no match with
/// noise or of a drawn length, and to nobody who sees more than actions or plays from outside the lab. The automaton that plays
/// like the strategy in the seat does, where it is known, is quicker.
pub fn is_courteous(spec: &Match<'_>, seat: PlayerId, strategy: &dyn Strategy, automaton: Option<&Automaton>) -> bool {
    let fixed = matches!(spec.rules.length, Length::Known(_) | Length::Unknown(_));
    if !fixed || !spec.rules.is_noiseless() {
        return false;
    }
    let (mut own, mut other) = (strategy.boxed_clone(), Cooperates);
    let mut players = [Duellist::of(&mut *own, automaton), Duellist::Strategy(&mut other)];
    if seat != PlayerId(0) {
        players.swap(0, 1);
    }
    let mut always = true;
    let played = play_duel(spec, ["own", "other"], players, |profile| always &= profile == 0);
    always && played.is_some_and(|played| played.is_ok_and(|played| !played.drew))
}

/// Always takes the first action.
#[derive(Clone)]
struct Cooperates;

impl Strategy for Cooperates {
    fn begin(&mut self, _: &Told) {}

    fn act(&mut self, _: &View<'_>, _: &mut Draws) -> Action {
        Action::C
    }

    fn fits(&self, _: &Told) -> Result<(), Diagnostic> {
        Ok(())
    }
}
