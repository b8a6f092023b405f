//! Followers: how agents take what an orchestrator tells them.

use super::belief::Beliefs;
use super::learning::Learning;
use crate::catalogue::{Catalogue, Entry, Family, Field, Kind, Place, Schema};
use crate::error::{Diagnostic, Faults};
use crate::exact::Rational;
use crate::game::NormalForm;
use crate::learner::Learner;
use crate::sim::{Chance, Draws};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What a follower is told before the first round.
#[derive(Clone)]
pub struct Briefing {
    /// Its seat in the game.
    pub player: usize,
    /// The game.
    pub game: Arc<NormalForm>,
    /// The probabilities of its actions in the equilibrium that is played where nobody is told anything.
    pub alone: Vec<f64>,
    /// What everybody knows of the device; nothing where there is none.
    pub(super) beliefs: Option<Arc<Beliefs>>,
    /// The seats of those that collude with it, itself included, in order.
    pub group: Vec<usize>,
}

/// What a follower has heard when it acts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heard {
    /// The action that it was told; nothing if nothing came in time.
    pub own: Option<usize>,
    /// What it knows of what each player was told, itself included.
    pub known: Vec<Option<usize>>,
}

/// What came of a round, as far as the follower heard of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The action that it was told.
    pub told: Option<usize>,
    /// What each player did.
    pub profile: Vec<usize>,
}

/// How an agent takes what it is told.
pub trait Follower: Send + Sync + FollowerClone {
    /// Starts: forgets everything of an earlier run.
    fn begin(&mut self, briefing: &Briefing);

    /// Chooses an action.
    fn act(&mut self, heard: &Heard, draws: &mut Draws) -> usize;

    /// Hears what came of a round.
    fn learn(&mut self, outcome: &Outcome) {
        let _ = outcome;
    }

    /// The group with which it shares what it is told.
    fn group(&self) -> Option<&str> {
        None
    }

    /// Checks that it can play a seat of a game.
    ///
    /// # Errors
    /// If it cannot, and why.
    fn fits(&self, game: &NormalForm, player: usize) -> Result<(), Diagnostic> {
        let _ = (game, player);
        Ok(())
    }
}

/// Copies a follower in its present state.
pub trait FollowerClone {
    /// A copy.
    fn boxed_clone(&self) -> Box<dyn Follower>;
}

impl<T: Follower + Clone + 'static> FollowerClone for T {
    fn boxed_clone(&self) -> Box<dyn Follower> {
        Box::new(self.clone())
    }
}

impl Clone for Box<dyn Follower> {
    fn clone(&self) -> Self {
        (**self).boxed_clone()
    }
}

impl Family for dyn Follower {
    const FAMILY: &'static str = "followers";
    const ONE: &'static str = "follower";
    const UNKNOWN: &'static str = "unknown-follower";
    type Facets = ();
    /// The learning rules that a follower may have.
    type Tools = Catalogue<dyn Learner>;
}

/// The followers that there are.
pub fn catalogue() -> Catalogue<dyn Follower> {
    Catalogue::new(vec![ENTRIES])
}

/// Plays its part of an equilibrium by itself.
#[derive(Clone, Default)]
struct Alone {
    mixed: Vec<f64>,
}

impl Alone {
    fn draw(&self, draws: &mut Draws) -> usize {
        match self.mixed.iter().position(|p| *p >= 1.0) {
            Some(sure) => sure,
            None => draws.categorical(&self.mixed),
        }
    }
}

impl Follower for Alone {
    fn begin(&mut self, briefing: &Briefing) {
        self.mixed.clone_from(&briefing.alone);
    }

    fn act(&mut self, _: &Heard, draws: &mut Draws) -> usize {
        self.draw(draws)
    }
}

/// Does as told, but for a share of disobedience; without a signal, plays by itself.
#[derive(Clone)]
struct Obedient {
    disobeys: Chance,
    alone: Alone,
    actions: usize,
}

impl Follower for Obedient {
    fn begin(&mut self, briefing: &Briefing) {
        self.alone.begin(briefing);
        self.actions = briefing.alone.len();
    }

    fn act(&mut self, heard: &Heard, draws: &mut Draws) -> usize {
        let Some(own) = heard.own else { return self.alone.draw(draws) };
        if self.actions > 1 && draws.happens(self.disobeys) {
            let other = draws.index(self.actions - 1);
            return other + usize::from(other >= own);
        }
        own
    }
}

/// Obeys if and only if that is a best reply to what it believes; else plays the best reply.
#[derive(Clone, Default)]
struct BestReply {
    alone: Alone,
    player: usize,
    beliefs: Option<Arc<Beliefs>>,
    /// What it has thought through already.
    thought: BTreeMap<Vec<Option<usize>>, usize>,
}

impl BestReply {
    fn reply(&mut self, own: usize, known: &[Option<usize>]) -> Option<usize> {
        let beliefs = self.beliefs.clone()?;
        if let Some(action) = self.thought.get(known) {
            return Some(*action);
        }
        let action = best(&beliefs.values(self.player, known), own);
        self.thought.insert(known.to_vec(), action);
        Some(action)
    }
}

impl Follower for BestReply {
    fn begin(&mut self, briefing: &Briefing) {
        self.alone.begin(briefing);
        self.player = briefing.player;
        self.beliefs.clone_from(&briefing.beliefs);
        self.thought.clear();
    }

    fn act(&mut self, heard: &Heard, draws: &mut Draws) -> usize {
        let reply = heard.own.and_then(|own| self.reply(own, &heard.known));
        reply.unwrap_or_else(|| self.alone.draw(draws))
    }
}

/// The place of the greatest value; the wanted one if it is among them, else the first.
fn best(values: &[Rational], wanted: usize) -> usize {
    let mut best = wanted;
    for (place, value) in values.iter().enumerate() {
        if *value > values[best] {
            best = place;
        }
    }
    best
}

/// Shares what it is told with its group, which plays the joint action that gives the group most: what they were told
/// if nothing is better.
#[derive(Clone)]
struct Collusive {
    group: String,
    members: Vec<usize>,
    alone: Alone,
    player: usize,
    beliefs: Option<Arc<Beliefs>>,
    thought: BTreeMap<Vec<Option<usize>>, usize>,
}

impl Collusive {
    fn reply(&mut self, own: usize, known: &[Option<usize>]) -> Option<usize> {
        let beliefs = self.beliefs.clone()?;
        // Somebody of whom nothing was heard in time cannot be counted on.
        let movers: Vec<usize> = self.members.iter().copied().filter(|member| known[*member].is_some()).collect();
        if let Some(action) = self.thought.get(known) {
            return Some(*action);
        }
        let dimensions = beliefs.game.dimensions();
        let count: usize = movers.iter().map(|mover| dimensions[*mover]).product();
        let mut total = vec![Rational::zero(); count];
        for member in &movers {
            for (sum, value) in total.iter_mut().zip(beliefs.joint_values(&movers, *member, known)) {
                *sum += &value;
            }
        }
        let told = movers.iter().fold(0, |joint, mover| joint * dimensions[*mover] + known[*mover].unwrap_or(0));
        let mut joint = best(&total, told);
        let mut action = own;
        for mover in movers.iter().rev() {
            if *mover == self.player {
                action = joint % dimensions[*mover];
            }
            joint /= dimensions[*mover];
        }
        self.thought.insert(known.to_vec(), action);
        Some(action)
    }
}

impl Follower for Collusive {
    fn begin(&mut self, briefing: &Briefing) {
        self.alone.begin(briefing);
        self.player = briefing.player;
        self.members.clone_from(&briefing.group);
        self.beliefs.clone_from(&briefing.beliefs);
        self.thought.clear();
    }

    fn act(&mut self, heard: &Heard, draws: &mut Draws) -> usize {
        let reply = heard.own.and_then(|own| self.reply(own, &heard.known));
        reply.unwrap_or_else(|| self.alone.draw(draws))
    }

    fn group(&self) -> Option<&str> {
        Some(&self.group)
    }
}

/// Always the same action, whatever it is told.
#[derive(Clone)]
struct Fixed {
    name: String,
    action: usize,
}

impl Follower for Fixed {
    fn begin(&mut self, briefing: &Briefing) {
        self.action = action_named(&briefing.game, briefing.player, &self.name).unwrap_or(0);
    }

    fn act(&mut self, _: &Heard, _: &mut Draws) -> usize {
        self.action
    }

    fn fits(&self, game: &NormalForm, player: usize) -> Result<(), Diagnostic> {
        action_named(game, player, &self.name).map(|_| ())
    }
}

/// The place of an action by its name.
pub(super) fn action_named(game: &NormalForm, player: usize, name: &str) -> Result<usize, Diagnostic> {
    use crate::catalogue::{fold, suggestion};
    let actions = &game.players()[player].actions;
    actions.iter().position(|action| fold(action) == fold(name)).ok_or_else(|| {
        let fault = Diagnostic::new("unknown-action", format!("unknown action {name:?}"), "an action of the game");
        match suggestion(name, actions.iter().map(String::as_str)) {
            Some(help) => fault.help(help),
            None => fault,
        }
    })
}

fn none() -> Schema {
    Schema::of(vec![])
}

fn boxed(follower: impl Follower + 'static) -> Result<Box<dyn Follower>, Faults> {
    Ok(Box::new(follower))
}

const ENTRIES: &[Entry<dyn Follower>] = &[
    Entry {
        key: "obedient",
        title: "Obedient",
        aliases: &["obey"],
        about: "Does as told; where nothing came in time, plays its part of the equilibrium by itself.",
        source: "Aumann 1974, J. Math. Economics 1:67",
        facets: (),
        params: none,
        build: |_, _| boxed(Obedient { disobeys: Chance::Never, alone: Alone::default(), actions: 0 }),
    },
    Entry {
        key: "rational",
        title: "Rational",
        aliases: &["obey if it pays"],
        about: "Obeys if and only if that is a best reply to what it believes, knowing the device and the noise and \
                taking it that the others obey; else plays the best reply.",
        source: "Aumann 1987, Econometrica 55:1",
        facets: (),
        params: none,
        build: |_, _| boxed(BestReply::default()),
    },
    Entry {
        key: "disobedient",
        title: "Disobedient",
        aliases: &["contrary"],
        about: "Does something else than it was told with probability p, each other action alike.",
        source: "a control: what a device is worth when words are not kept",
        facets: (),
        params: || Schema::of(vec![Field::with_default("p", Kind::Probability, 1.0, "How often it disobeys.")]),
        build: |params, _| {
            let disobeys = Chance::of(params.number("p"));
            boxed(Obedient { disobeys, alone: Alone::default(), actions: 0 })
        },
    },
    Entry {
        key: "alone",
        title: "Alone",
        aliases: &["deaf"],
        about: "Heeds nobody: plays its part of the equilibrium that is played without an orchestrator.",
        source: "a control: Nash 1951, Annals of Mathematics 54:286",
        facets: (),
        params: none,
        build: |_, _| boxed(Alone::default()),
    },
    Entry {
        key: "collusive",
        title: "Collusive",
        aliases: &["collude"],
        about: "Shares what it is told with its group; the group plays the joint action that gives its members most in \
                sum, given what they know together.",
        source: "Moreno & Wooders 1996, Games and Economic Behavior 17:80 (coalition-proof correlated equilibrium)",
        facets: (),
        params: || {
            Schema::of(vec![Field::with_default("group", Kind::Text, "ring", "The group with which it shares.")])
        },
        build: |params, _| {
            boxed(Collusive {
                group: params.text("group").to_string(),
                members: Vec::new(),
                alone: Alone::default(),
                player: 0,
                beliefs: None,
                thought: BTreeMap::new(),
            })
        },
    },
    Entry {
        key: "learning",
        title: "Learning",
        aliases: &["learns to obey"],
        about: "Has a learning rule for each thing that it can be told, and one for when it is told nothing; obedience, if \
                it comes, is learned.",
        source: "Hart & Mas-Colell 2000, Econometrica 68:1127; Arifovic, Boitnott & Duffy 2019, J. Economic Behavior & \
                 Organization 157:243 (learning correlated equilibria)",
        facets: (),
        params: || {
            let rule = Kind::named("learners");
            Schema::of(vec![Field::with_default("rule", rule, "regret_matching", "The learning rule.")])
        },
        build: |params, learners| {
            let rule = learners.resolve(params.value("rule"), &Place::root().key("rule"))?;
            Ok(Box::new(Learning::new(learners.build(&rule, &())?)))
        },
    },
    Entry {
        key: "fixed",
        title: "Fixed action",
        aliases: &["stubborn"],
        about: "Always plays the same action, whatever it is told.",
        source: "a control",
        facets: (),
        params: || Schema::of(vec![Field::required("action", Kind::Text, "The action.")]),
        build: |params, _| boxed(Fixed { name: params.text("action").to_string(), action: 0 }),
    },
];
