//! What a training came to beside its curve: what is done in each round, and what each action is worth.

use super::setting::Condition;
use super::world::Match;
use crate::error::Diagnostic;
use crate::ids::{PlayerId, RunKey};
use crate::models::Recorder;
use crate::models::courses::{self, Kept, Plan};
use crate::models::estimates::estimate;
use crate::sim::{Purpose, Who};
use crate::stats::Running;
use crate::strategy::Action;
use crate::table::Cell;
use crate::training::{Course, Form, Local, Policy, play_episode};

/// Up to so many rounds and profiles, what each action is worth is recorded by situation.
const MOST_SITUATIONS: u32 = 200;

/// One training from scratch.
pub(super) struct Trained {
    pub(super) run: courses::Run,
    /// `[round][player][action]`: how often it is taken in the end.
    taken: Vec<Vec<Vec<f64>>>,
    /// By situation and learner: what each action is worth.
    worth: Vec<Vec<Vec<f64>>>,
    /// Whether that is a value; else it is a logit.
    by_value: bool,
    /// The first match of the end, round by round.
    pub(super) shown: Vec<(u32, Vec<Action>)>,
}

/// What a learner can be asked about: the round before which it is, and the profile of the one before.
struct Situation {
    round: u32,
    last: Option<usize>,
}

impl Situation {
    /// All that a condition's learners tell apart; nothing if there are too many.
    fn all(condition: &Condition) -> Vec<Self> {
        let terms = &condition.terms;
        let rounds = if terms.see_round { terms.rounds } else { terms.rounds.min(2) };
        let profiles = u32::try_from(terms.game.profile_count()).unwrap_or(u32::MAX);
        if rounds.saturating_mul(if terms.see_last { profiles } else { 1 }) > MOST_SITUATIONS {
            return Vec::new();
        }
        if !terms.see_last {
            let rounds = if terms.see_round { rounds } else { 1 };
            return (1..=rounds).map(|round| Self { round, last: None }).collect();
        }
        let after = |round: u32| (0..terms.game.profile_count()).map(move |place| Self { round, last: Some(place) });
        std::iter::once(Self { round: 1, last: None }).chain((2..=rounds).flat_map(after)).collect()
    }

    /// In words: the round if it is perceived, and what was done before.
    fn words(&self, condition: &Condition) -> String {
        let game = &condition.terms.game;
        let last = self.last.map(|place| {
            let profile = game.profile(place);
            let names = profile.iter().zip(game.players()).map(|(action, player)| player.actions[*action].as_str());
            format!("after {}", names.collect::<Vec<_>>().join(", "))
        });
        let round = condition.terms.see_round.then(|| format!("round {}", self.round));
        let start = (self.last.is_none() && condition.terms.see_last).then(|| "at the start".to_string());
        let words: Vec<String> = [round, last.or(start)].into_iter().flatten().collect();
        if words.is_empty() { "always".into() } else { words.join(", ") }
    }
}

impl Trained {
    /// Trains; nothing if it stopped at a checkpoint.
    pub(super) fn new(
        condition: &Condition,
        key: &RunKey,
        plan: Plan,
        kept: Kept<'_>,
    ) -> Result<Option<Self>, Diagnostic> {
        let terms = &condition.terms;
        let place = format!("course/{}", condition.name);
        let world = || Match::new(terms.clone());
        let mut course =
            Course::new(world(), condition.trainer.clone(), (Form::Features, false), key, (&place, kept.repetition))
                .expect("that the trainer fits was checked when it was read");
        let Some(run) = courses::run(&mut course, condition.episodes, plan, kept)? else { return Ok(None) };
        let policies: Vec<Policy> = (0..terms.learners()).map(|agent| course.trainer().policy(agent)).collect();
        let game = &terms.game;
        let none: Vec<Vec<f64>> = game.dimensions().into_iter().map(|actions| vec![0.0; actions]).collect();
        let rounds = terms.rounds as usize;
        let mut taken = vec![none; rounds];
        let (mut world, mut shown) = (world(), Vec::new());
        for episode in 0..plan.episodes {
            let who = |name| Who { place: &place, repetition: kept.repetition, name };
            let draws = |name| key.draws_at(who(name), Purpose::Pairing, episode);
            play_episode(&mut world, &policies, (&mut draws("last"), &mut draws("last policy")), &mut |_| {});
            for (round, taken) in taken.iter_mut().enumerate() {
                let actions = world.played(round + 1);
                taken.iter_mut().zip(&actions).for_each(|(taken, action)| taken[action.index()] += 1.0);
                if episode == 0 {
                    shown.push((u32::try_from(round + 1).expect("the schema bounds it"), actions));
                }
            }
        }
        #[expect(clippy::cast_precision_loss, reason = "episodes are far fewer than 2^53")]
        let episodes = plan.episodes as f64;
        taken.iter_mut().flatten().flatten().for_each(|count| *count /= episodes);
        let worth = Situation::all(condition).into_iter().map(|situation| {
            let of = |agent: usize| {
                let mut local = Local::default();
                terms.perceive(agent, situation.round, situation.last, &mut local);
                let mut values = vec![0.0; terms.actions()];
                course.trainer().preferences(agent, &local, &mut values);
                values.truncate(game.action_count(PlayerId::at(agent)));
                values
            };
            (0..terms.learners()).map(of).collect()
        });
        let worth = worth.collect();
        let by_value = course.trainer().learns_values();
        Ok(Some(Self { run, taken, worth, by_value, shown }))
    }
}

fn over<'a>(trained: &'a [Trained], of: impl Fn(&'a Trained) -> f64) -> Running {
    let mut running = Running::default();
    trained.iter().for_each(|trained| running.push(of(trained)));
    running
}

/// What is done in each round in the end.
pub(super) fn rounds(condition: &Condition, trained: &[Trained], recorder: &mut dyn Recorder) {
    for round in 0..condition.terms.rounds as usize {
        for (k, player) in condition.terms.game.players().iter().enumerate() {
            for (action, name) in player.actions.iter().enumerate() {
                let mut row: Vec<Cell<'_>> =
                    vec![condition.name.as_str().into(), (&player.name).into(), name.into(), (round + 1).into()];
                row.extend(estimate(&over(trained, |trained| trained.taken[round][k][action])).map(within));
                recorder.row("learned_rounds", &row);
            }
        }
    }
}

/// A share's interval as far as it lies from 0 to 1.
fn within(cell: Cell<'static>) -> Cell<'static> {
    match cell {
        Cell::Float(x) => Cell::Float(x.clamp(0.0, 1.0)),
        other => other,
    }
}

/// What each action is worth in the end, by situation.
pub(super) fn values(condition: &Condition, trained: &[Trained], recorder: &mut dyn Recorder) {
    for (place, situation) in Situation::all(condition).iter().enumerate() {
        let words = situation.words(condition);
        for (k, player) in condition.terms.game.players().iter().enumerate().take(condition.terms.learners()) {
            for (action, name) in player.actions.iter().enumerate() {
                let mut row: Vec<Cell<'_>> =
                    vec![condition.name.as_str().into(), (&player.name).into(), words.as_str().into(), name.into()];
                let worth = estimate(&over(trained, |trained| trained.worth[place][k][action]));
                let none = [Cell::Null; 3];
                let by_value = trained.iter().all(|trained| trained.by_value);
                row.extend(if by_value { [worth, none] } else { [none, worth] }.concat());
                recorder.row("learned_values", &row);
            }
        }
    }
}
