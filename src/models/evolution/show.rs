//! Shows what happens when members meet: a match of each of the first pairs of strategies, task by task and on the trace.
//!
//! A generation is millions of such meetings, and all of them look like these.

use super::cast::{Kind, Player};
use super::setting::Condition;
use crate::exchange::{TaskMapping, TraceLevel};
use crate::game::NormalForm;
use crate::models::events::{TaskEvents, Tracer};
use crate::models::{Recorder, RunCx, RunError};
use crate::play::{Contest, Match, Pace, ShortCuts, Subject, task_facts};
use crate::sim::Observer;
use crate::strategy::Action;

/// So many pairs of strategies are shown.
const PAIRS: usize = 6;
/// At the most so many rounds of each.
const ROUNDS: usize = 50;

/// Members of all conditions whose meetings are shown, two a strategy, and what they do.
pub(super) fn members(conditions: &[Condition]) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    for kind in conditions.iter().flat_map(|condition| &condition.cast.kinds) {
        for name in names(&[kind, kind]) {
            if found.iter().all(|(known, _)| *known != name) {
                found.push((name, kind.strategy.clone()));
            }
        }
    }
    found
}

/// Two members by name.
fn names(kinds: &[&Kind; 2]) -> Vec<String> {
    kinds.iter().enumerate().map(|(k, kind)| format!("{}-{}", kind.name, k + 1)).collect()
}

/// Records the first meetings of a condition, and traces them.
pub(super) fn first_meetings(
    condition: &Condition,
    cx: &RunCx<'_>,
    recorder: &mut dyn Recorder,
) -> Result<(), RunError> {
    let kinds = &condition.cast.kinds;
    let subject = Subject::of(condition.game(), condition.mapping);
    let pairs = (0..kinds.len()).flat_map(|a| (a..kinds.len()).map(move |b| [a, b]));
    // Different strategies first: what like ones do is mostly dull.
    let mut pairs: Vec<[usize; 2]> = pairs.collect();
    pairs.sort_by_key(|[a, b]| a == b);
    for (k, [a, b]) in pairs.into_iter().take(PAIRS).enumerate() {
        let kinds = [&kinds[a], &kinds[b]];
        let names = names(&kinds);
        let place = format!("{}/{}", condition.name, names.join("|"));
        let rounds = rounds(condition, kinds, &place, cx)?;
        if k == 0 {
            let mut events = TaskEvents::default();
            task_facts(&subject, Pace::default(), rounds.iter().cloned(), |at, fact| events.see(at, &fact));
            events.record(&condition.name, &names, recorder);
        }
        if cx.trace != TraceLevel::Off {
            let mapping = TaskMapping::new(names, cx.trace, cx.key, &place, 0);
            let mut hand_on = |block: &crate::exchange::TraceBlock| recorder.trace(block);
            let mut tracer = Tracer::new(mapping, &mut hand_on);
            task_facts(&subject, Pace::default(), rounds.into_iter(), |at, fact| tracer.see(at, &fact));
            tracer.finish();
        }
    }
    Ok(())
}

/// The first rounds of a meeting.
fn rounds(
    condition: &Condition,
    kinds: [&Kind; 2],
    place: &str,
    cx: &RunCx<'_>,
) -> Result<Vec<(u32, Vec<Action>)>, RunError> {
    let game: &NormalForm = condition.game();
    match kinds.map(|kind| kind.player.clone()) {
        [Player::Strategy(a), Player::Strategy(b)] => {
            let spec = Match { rules: &condition.rules, key: cx.key, place, repetition: 0 };
            let course = Contest::new(&condition.rules, [a, b], ShortCuts::All).course(&spec, ["a", "b"])?;
            let actions = |profile: u16| {
                let profile = game.profile(usize::from(profile));
                profile.into_iter().map(|action| Action(u8::try_from(action).unwrap_or(u8::MAX))).collect()
            };
            Ok((1..).zip(course.iter().take(ROUNDS).map(actions)).collect())
        }
        players => {
            let action = |player: Player| if let Player::Action(action) = player { action } else { Action::C };
            Ok(vec![(1, players.map(action).to_vec())])
        }
    }
}

impl Condition {
    /// The stage game.
    pub(super) fn game(&self) -> &NormalForm {
        &self.rules.game
    }
}
