//! Reading the parameters of the foraging model, and what does not go together.

use super::views::{Reader as Views, View};
use super::world::{Terms, Worth};
use crate::catalogue::{Params, Place, Value};
use crate::error::{Diagnostic, Faults, Origin};
use crate::models::foraging::{Action, Cell, Config, Field, Food, Forager, Layout, Policy, Rules};
use crate::models::{Setting, conditions};
use crate::training::{Form, Trainer};
use std::sync::Arc;

/// One set of rules under which agents learn.
pub(super) struct Condition {
    pub(super) name: String,
    pub(super) terms: Terms,
    pub(super) trainer: Box<dyn Trainer>,
    pub(super) form: Form,
    pub(super) shared: bool,
    pub(super) episodes: u64,
}

/// How agents act in what is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Acting {
    /// All load.
    Load,
    /// All stay.
    Stay,
    /// By a heuristic.
    Policy(Policy),
}

impl Acting {
    pub(super) fn of(name: &str) -> Self {
        match Policy::ALL.into_iter().find(|policy| policy.name() == name) {
            Some(policy) => Self::Policy(policy),
            None if name == "load" => Self::Load,
            None => Self::Stay,
        }
    }
}

/// Reads the conditions.
pub(super) fn read(params: &Params, setting: &Setting, faults: &mut Faults) -> Vec<Condition> {
    if let Some(group) = setting.agents.first() {
        let help = "leave [[agents]] out; `learner` says how they learn";
        faults.push(
            Diagnostic::new("wrong-agents", "agents of a field, which names its own", "no [[agents]]")
                .help(help)
                .at(group.place.key("name").at(&group.name_origin)),
        );
    }
    conditions::read(params, setting, faults, |name, params, place, faults| {
        Reader { params, setting, place }.condition(name, faults)
    })
}

struct Reader<'a> {
    params: &'a Params,
    setting: &'a Setting,
    place: Place,
}

/// A thing of a board as it is written: row, column and level.
fn thing(value: &Value) -> (Cell, u16) {
    let number = |k: usize| -> usize {
        let item = value.as_list().and_then(|list| list.get(k)).and_then(Value::integer);
        item.and_then(|number| usize::try_from(number).ok()).expect("the schema bounds it")
    };
    (Cell::from((number(0), number(1))), u16::try_from(number(2)).expect("the schema bounds it"))
}

impl Reader<'_> {
    fn condition(&self, name: &str, faults: &mut Faults) -> Option<Condition> {
        let before = faults.diagnostics().len();
        let rules = self.rules(faults);
        let credit = self.named("credit", &self.setting.kit.credits, faults);
        let trainer = self.named("learner", &self.setting.kit.trainers, faults);
        let (rules, credit, trainer) = (rules?, credit?, trainer?);
        let layout = self.layout(&rules, faults);
        let agents = rules.config().agents;
        let at = |key: &str| self.params.at(&self.place, key);
        faults.keep(credit.fits(agents).map_err(|fault| fault.at(at("credit"))));
        let (kind, weights) = self.params.variant("weights");
        let network = kind == "network";
        let form = if network {
            let hidden = weights.section().map_or(1, |section| section.count("hidden"));
            Form::Network { inputs: Views::numbers(&rules, Action::ALL.len()), hidden }
        } else {
            Form::Features
        };
        faults.keep(trainer.fits(form).map_err(|fault| fault.at(at("weights"))));
        faults.keep(trainer.fits_team(agents, Action::ALL.len()).map_err(|fault| fault.at(at("learner"))));
        if rules.config().observation == crate::models::foraging::Observation::Grid {
            let found = "layers of cells, of which no view is made";
            faults.push(Diagnostic::new("wrong-observation", found, "grid_observation = false").at(at("field")));
        }
        if faults.diagnostics().len() > before {
            return None;
        }
        let only_load = 1 << Action::None.index() | 1 << Action::Load.index();
        let terms = Terms {
            rules,
            layout,
            actions: if self.params.text("actions") == "load" { only_load } else { u64::MAX },
            worth: if self.params.text("worth") == "item" { Worth::Item } else { Worth::Level },
            credit: Arc::from(credit),
            as_paid: self.key_of("credit") == "own_share",
            effort: self.params.number("effort"),
            view: match self.params.text("view") {
                "focus" => View::Focus,
                "tiles" => View::Tiles,
                _ => View::Whole,
            },
            network,
            timeout_ends: self.params.flag("timeout_ends"),
        };
        let episodes = u64::try_from(self.params.integer("episodes")).expect("the schema bounds it");
        let shared = self.params.flag("shared");
        Some(Condition { name: name.to_string(), terms, trainer, form, shared, episodes })
    }

    fn rules(&self, faults: &mut Faults) -> Option<Arc<Rules>> {
        let (value, place) = (self.params.value("field"), self.place.key("field"));
        // What the team gains is handed out by the credit rule, whatever the field says.
        let config = Config::read(value, &place)
            .map(|config| Config { reward: crate::models::foraging::Reward::Individual, ..config });
        match config.and_then(|config| config.check_at(&place)) {
            Ok(rules) => Some(Arc::new(rules)),
            Err(found) => {
                // What does not go together is at its key, which knows the line.
                for mut fault in found.or_at(&place.at(&value.origin)).diagnostics().iter().cloned() {
                    if fault.at.origin == Origin::Unknown {
                        let key = fault.at.path.rsplit('.').next().unwrap_or_default();
                        let member = value.as_table().and_then(|table| table.get(key)).unwrap_or(value);
                        fault.at.origin = member.origin.clone();
                    }
                    faults.push(fault);
                }
                None
            }
        }
    }

    fn key_of(&self, key: &str) -> String {
        let credits = &self.setting.kit.credits;
        let spec = credits.resolve(self.params.value(key), &self.place.key(key));
        spec.map(|spec| spec.key).unwrap_or_default()
    }

    fn named<T: ?Sized + crate::catalogue::Family<Tools = ()> + 'static>(
        &self,
        key: &str,
        catalogue: &crate::catalogue::Catalogue<T>,
        faults: &mut Faults,
    ) -> Option<Box<T>> {
        let (value, place) = (self.params.value(key), self.place.key(key));
        match catalogue.resolve(value, &place).and_then(|spec| catalogue.build(&spec, &())) {
            Ok(built) => Some(built),
            Err(found) => {
                faults.extend(found.or_at(&place.at(&value.origin)));
                None
            }
        }
    }

    /// The board of every episode.
    fn layout(&self, rules: &Arc<Rules>, faults: &mut Faults) -> Option<Layout> {
        let value = self.params.get("board")?;
        let section = value.section().expect("the schema declares a table");
        let things = |key: &str| -> Vec<(Cell, u16)> { section.list(key).iter().map(thing).collect() };
        let layout = Layout {
            agents: things("agents").into_iter().map(|(cell, level)| Forager { cell, level }).collect(),
            foods: things("foods").into_iter().map(|(cell, level)| Food { cell, level }).collect(),
            spawned: None,
        };
        match Field::new(Arc::clone(rules), 1).place(0, &layout) {
            Ok(()) => Some(layout),
            Err(found) => {
                let at = self.place.key("board").at(&value.origin);
                for fault in found.diagnostics() {
                    let inner = fault.at.path.clone();
                    let mut fault = fault.clone().at(at.clone());
                    fault.found = format!("{inner}: {}", fault.found);
                    faults.push(fault);
                }
                None
            }
        }
    }
}
