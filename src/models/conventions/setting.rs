//! Reading the parameters of the conventions model, and what does not go together.

use super::games::{LeverGame, Signalling};
use super::hanabi::{Hanabi, Size};
use super::play::Play;
use crate::catalogue::{Params, Place, Value};
use crate::error::{Diagnostic, Faults};
use crate::exact::Rational;
use crate::league::Levers;
use crate::models::{Setting, conditions};
use crate::training::{Form, Trainer};

/// One way to train pairs in one game.
pub(super) struct Condition {
    pub(super) name: String,
    pub(super) play: Box<dyn Play>,
    /// The same as levers, if that is what it is.
    pub(super) levers: Option<Levers>,
    /// Whether agents train under labels of their own.
    pub(super) relabels: bool,
    pub(super) trainer: Box<dyn Trainer>,
    pub(super) episodes: u64,
}

/// Reads the conditions.
pub(super) fn read(params: &Params, setting: &Setting, faults: &mut Faults) -> Vec<Condition> {
    if let Some(group) = setting.agents.first() {
        let help = "leave [[agents]] out; `learner` says how they learn";
        faults.push(
            Diagnostic::new("wrong-agents", "agents of pairs that are trained alike", "no [[agents]]")
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
    let (kind, value) = params.variant("game");
    let section = value.section().expect("the schema declares a table");
    let mut levers = None;
    let play: Option<Box<dyn Play>> = match kind {
        "signalling" => signalling(&section).map_or_else(|fault| push(faults, fault.at(at("game"))), Some),
        "hanabi" => hanabi(&section).map_or_else(|fault| push(faults, fault.at(at("game"))), Some),
        _ => {
            let exact: Vec<Rational> = section.list("payoffs").iter().filter_map(Value::rational).collect();
            levers = Levers::new(&exact).ok();
            Some(Box::new(LeverGame(section.numbers("payoffs"))))
        }
    };
    let trainers = &setting.kit.trainers;
    let learner = place.key("learner");
    let built = trainers.resolve(params.value("learner"), &learner).and_then(|spec| trainers.build(&spec, &()));
    let trainer = match built {
        Ok(trainer) => Some(trainer),
        Err(found) => {
            faults.extend(found.or_at(&at("learner")));
            None
        }
    };
    if let Some(trainer) = &trainer {
        faults.keep(trainer.fits(Form::Features).map_err(|fault| fault.at(at("learner"))));
    }
    let (play, trainer) = (play?, trainer?);
    faults.keep(trainer.fits_team(2, play.actions()).map_err(|fault| fault.at(at("learner"))));
    if faults.diagnostics().len() > before {
        return None;
    }
    let episodes = u64::try_from(params.integer("episodes")).expect("the schema bounds it");
    Some(Condition {
        name: name.to_string(),
        play,
        levers,
        relabels: params.text("labels") == "own",
        trainer,
        episodes,
    })
}

fn push<T>(faults: &mut Faults, fault: Diagnostic) -> Option<T> {
    faults.push(fault);
    None
}

fn signalling(section: &Params) -> Result<Box<dyn Play>, Diagnostic> {
    let states = section.numbers("states");
    let total: f64 = states.iter().sum();
    if (total - 1.0).abs() > 1e-9 {
        let found = format!("states whose probabilities sum to {total}");
        return Err(Diagnostic::new("wrong-probabilities", found, "probabilities that sum to 1"));
    }
    Ok(Box::new(Signalling::new(states, section.numbers("costs"))))
}

fn hanabi(section: &Params) -> Result<Box<dyn Play>, Diagnostic> {
    let [colours, ranks, hand, hints, turns] =
        ["colours", "ranks", "hand", "hints", "turns"].map(|key| section.count(key));
    if 2 * hand > colours * ranks {
        let found = format!("two hands of {hand} from {} cards", colours * ranks);
        return Err(Diagnostic::new("wrong-game", found, "at least as many cards as both hold"));
    }
    Ok(Box::new(Hanabi::new(Size { colours, ranks, hand, hints, turns })))
}
