//! Reading the parameters of the course model, and what does not go together.

use super::world::Terms;
use crate::catalogue::{Params, Place};
use crate::error::{Diagnostic, Faults};
use crate::game::{self, MoveMapping};
use crate::ids::PlayerId;
use crate::models::{Setting, conditions};
use crate::strategy::{Horizon, Told};
use crate::training::{Form, Trainer};
use std::sync::Arc;

/// One way to train in one match.
pub(super) struct Condition {
    pub(super) name: String,
    pub(super) terms: Terms,
    pub(super) mapping: MoveMapping,
    pub(super) trainer: Box<dyn Trainer>,
    pub(super) learner: String,
    pub(super) opponent: String,
    pub(super) episodes: u64,
}

impl Condition {
    /// All players: name, and what each does.
    pub(super) fn agents(&self) -> Vec<(String, String)> {
        let players = self.terms.game.players().iter().enumerate();
        let about = |player: usize| if player < self.terms.learners() { &self.learner } else { &self.opponent };
        players.map(|(k, player)| (player.name.clone(), about(k).clone())).collect()
    }
}

/// The most actions of a player: a percept's valid actions are bits.
const MOST_ACTIONS: usize = 32;

/// Reads the conditions.
pub(super) fn read(params: &Params, setting: &Setting, faults: &mut Faults) -> Vec<Condition> {
    if let Some(group) = setting.agents.first() {
        let help = "leave [[agents]] out; the game names its players, `learner` and `opponent` say how they play";
        faults.push(
            Diagnostic::new("wrong-agents", "agents of a course, which names its own", "no [[agents]]")
                .help(help)
                .at(group.place.key("name").at(&group.name_origin)),
        );
    }
    conditions::read(params, setting, faults, |name, params, place, faults| {
        condition(name, params, &place, setting, faults)
    })
}

fn condition(name: &str, params: &Params, place: &Place, setting: &Setting, faults: &mut Faults) -> Option<Condition> {
    let before = faults.diagnostics().len();
    let at = |key: &str| params.at(place, key);
    let mut keep = |found: Faults, key: &str| faults.extend(found.or_at(&at(key)));
    let game = game::from_value(params.value("game"), &place.key("game"), &setting.kit.games);
    let game = game.map_err(|found| keep(found, "game")).ok();
    let trainers = &setting.kit.trainers;
    let built = trainers
        .resolve(params.value("learner"), &place.key("learner"))
        .and_then(|spec| Ok((trainers.display(&spec), trainers.build(&spec, &())?)));
    let trainer = built.map_err(|found| keep(found, "learner")).ok();
    let strategies = &setting.kit.strategies;
    let opponent = params.get("opponent").map(|value| {
        strategies
            .resolve(value, &place.key("opponent"))
            .and_then(|spec| Ok((strategies.display(&spec), strategies.build(&spec, strategies)?)))
            .map_err(|found| keep(found, "opponent"))
    });
    let opponent = opponent.transpose().ok()?;
    let (game, (learner, trainer)) = (game?, trainer?);
    let (mapping, game) = (game.mapping, Arc::new(game.game));
    let rounds = u32::try_from(params.integer("rounds")).expect("the schema bounds it");
    let mut wrong = |key: &str, found: String, wanted: String| {
        faults.push(Diagnostic::new("wrong-game", found, wanted).at(at(key)));
    };
    let most = game.dimensions().into_iter().max().unwrap_or(0);
    if most > MOST_ACTIONS {
        wrong("game", format!("{most} actions of a player"), format!("at most {MOST_ACTIONS}"));
        return None;
    }
    if opponent.is_some() && game.player_count() != 2 {
        let found = format!("an opponent in a game of {} players", game.player_count());
        wrong("opponent", found, "a game of two players, or learners in all seats".into());
        return None;
    }
    let (opponent_name, opponent) = opponent.unzip();
    if let Some(strategy) = &opponent {
        let told = Told::new(Arc::clone(&game), PlayerId(1), Horizon::Rounds(rounds));
        faults.keep(strategy.fits(&told).map_err(|fault| fault.at(at("opponent"))));
        if strategy.reads_minds() {
            let found = "a strategy that reads minds, against learners that have none to be read";
            faults.push(Diagnostic::new("wrong-strategy", found, "another strategy").at(at("opponent")));
        }
        if strategy.is_guest() {
            let found = "a person or a program, against learners whose training has to be the same each time";
            faults.push(Diagnostic::new("wrong-strategy", found, "a strategy of the lab").at(at("opponent")));
        }
    }
    let terms =
        Terms { game, rounds, see_round: params.flag("see_round"), see_last: params.flag("see_last"), opponent };
    faults.keep(trainer.fits(Form::Features).map_err(|fault| fault.at(at("learner"))));
    faults.keep(trainer.fits_team(terms.learners(), terms.actions()).map_err(|fault| fault.at(at("learner"))));
    if faults.diagnostics().len() > before {
        return None;
    }
    let episodes = u64::try_from(params.integer("episodes")).expect("the schema bounds it");
    let opponent = opponent_name.unwrap_or_default();
    Some(Condition { name: name.to_string(), terms, mapping, trainer, learner, opponent, episodes })
}
