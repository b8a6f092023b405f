//! The settings of the orchestration model: reading what its parameters say, and what does not go together.

use super::agents::Clock;
use super::belief::Beliefs;
use super::campaign::{IMPOSTOR, ORCHESTRATOR};
use super::device::{Device, favourite};
use super::follower::{Follower, action_named};
use super::solve::{self, Known};
use super::words::Subject;
use crate::catalogue::{Params, Place, Value, suggestion};
use crate::equilibrium::correlated::Mediator;
use crate::error::{Diagnostic, Faults};
use crate::exact::Rational;
use crate::exchange::{Crash, Network};
use crate::game::{self, NormalForm};
use crate::ids::{AgentId, PlayerId, Tick};
use crate::models::Setting;
use crate::models::conditions;
use crate::models::names::{self, Roll};
use crate::sim::Chance;
use std::sync::Arc;

/// Who tells whom what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    /// Nobody tells anybody anything.
    Nobody,
    /// A mediator draws from a device and tells each player its part alone.
    Mediator,
    /// A supervisor orders everybody its part of the profile of the most welfare, one after the other.
    Supervisor,
    /// A player decides for all and says what it does.
    Delegate { player: usize, profile: usize },
}

/// One set of rules under which the agents are orchestrated.
#[derive(Clone)]
pub(super) struct Condition {
    pub(super) name: String,
    pub(super) game: Arc<NormalForm>,
    pub(super) subject: Arc<Subject>,
    pub(super) rule: Rule,
    pub(super) device: Option<Device>,
    pub(super) beliefs: Option<Arc<Beliefs>>,
    /// What is known of the game, whoever tells whom what.
    pub(super) known: Arc<Known>,
    pub(super) noise: Rational,
    pub(super) leak: f64,
    pub(super) forgery: Chance,
    pub(super) lies: Option<Vec<usize>>,
    pub(super) verify: bool,
    pub(super) network: Network,
    pub(super) clock: Clock,
    /// The payoffs as whole numbers over one denominator.
    pub(super) denominator: i64,
    scaled: Vec<i64>,
}

impl Condition {
    pub(super) fn has_orchestrator(&self) -> bool {
        matches!(self.rule, Rule::Mediator | Rule::Supervisor)
    }

    /// The device in front of its game, as theory sees it.
    pub(super) fn mediator(&self) -> Option<Mediator<'_>> {
        let device = self.device.as_ref()?;
        let mediator = Mediator::new(&self.game, device.distribution(&self.game));
        Some(mediator.expect("a device is a distribution over the game's profiles"))
    }

    /// The noise that everybody reckons with: a mediator's signals alone are noisy.
    pub(super) fn known_noise(&self) -> Rational {
        if self.rule == Rule::Mediator { self.noise.clone() } else { Rational::zero() }
    }

    pub(super) fn scaled_payoff(&self, profile: usize, player: usize) -> i64 {
        self.scaled[profile * self.game.player_count() + player]
    }

    /// A payoff sum over the common denominator as a float.
    pub(super) fn unscaled(&self, sum: i128) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "a payoff leaves for a table here")]
        let quotient = sum as f64 / self.denominator as f64;
        quotient
    }

    /// The same condition with this much noise, which everybody knows.
    pub(super) fn with_noise(&self, eta: &Rational) -> Self {
        let known = |device: &Device| Arc::new(Beliefs::new(Arc::clone(&self.game), device.clone(), eta));
        Self { beliefs: self.device.as_ref().map(known), noise: eta.clone(), ..self.clone() }
    }
}

/// One agent, in one seat.
#[derive(Clone)]
pub(super) struct Agent {
    pub(super) name: String,
    pub(super) kind: String,
    pub(super) follower: Box<dyn Follower>,
}

/// The agents, one a seat.
pub(super) struct Cast {
    pub(super) agents: Vec<Agent>,
}

impl Cast {
    /// The seats of those with whom a player colludes, itself included; empty if with nobody.
    pub(super) fn group(&self, player: usize) -> Vec<usize> {
        let Some(group) = self.agents[player].follower.group() else { return Vec::new() };
        let same = |seat: &usize| self.agents[*seat].follower.group() == Some(group);
        (0..self.agents.len()).filter(same).collect()
    }

    /// The same agents, all with this follower.
    pub(super) fn all_with(&self, kind: &str, follower: &dyn Follower) -> Self {
        let agent = |agent: &Agent| Agent {
            name: agent.name.clone(),
            kind: kind.to_string(),
            follower: follower.boxed_clone(),
        };
        Self { agents: self.agents.iter().map(agent).collect() }
    }
}

/// Reads the amounts of noise at which is measured, in rising order.
pub(super) fn grid(params: &Params, setting: &Setting, faults: &mut Faults) -> Vec<Rational> {
    let here = setting.place.key("noise_grid");
    let mut grid: Vec<Rational> = Vec::new();
    for (k, value) in params.list("noise_grid").iter().enumerate() {
        let eta = value.rational().expect("the schema declares numbers");
        if eta.is_negative() || eta > Rational::one() {
            let fault = Diagnostic::new("out-of-range", format!("a noise of {eta}"), "a probability from 0 to 1");
            faults.push(fault.at(here.item(k).at(&value.origin)));
        }
        grid.push(eta);
    }
    grid.sort();
    grid.dedup();
    grid
}

/// The games of the conditions read so far, each once.
type Games = Vec<(Arc<NormalForm>, Arc<Known>)>;

/// Reads the conditions.
pub(super) fn conditions(params: &Params, setting: &Setting, faults: &mut Faults) -> Vec<Condition> {
    let rounds = u32::try_from(params.integer("rounds")).expect("the schema bounds it");
    let mut games = Games::new();
    conditions::read(params, setting, faults, |name, rules, place, faults| {
        let before = faults.diagnostics().len();
        let condition = condition(name, rules, setting, &place, (rounds, &mut games), faults);
        condition.filter(|_| faults.diagnostics().len() == before)
    })
}

/// A value that must be a probability.
fn probability(params: &Params, key: &str, place: &Place, faults: &mut Faults) -> Rational {
    let value = params.rational(key);
    if value.is_negative() || value > Rational::one() {
        faults.push(
            Diagnostic::new("out-of-range", format!("`{key}` is {value}"), "a probability from 0 to 1")
                .at(place.key(key).at(&params.value(key).origin)),
        );
        return Rational::zero();
    }
    value
}

fn condition(
    name: &str,
    params: &Params,
    setting: &Setting,
    place: &Place,
    (rounds, games): (u32, &mut Games),
    faults: &mut Faults,
) -> Option<Condition> {
    let at = |key: &str| params.at(place, key);
    let game = faults.keep(game::from_value(params.value("game"), &place.key("game"), &setting.kit.games))?.game;
    // Conditions that differ in other things share what is known of their game.
    if games.iter().all(|(other, _)| **other != game) {
        match Known::of(&game) {
            Ok(known) => games.push((Arc::new(game.clone()), Arc::new(known))),
            Err(fault) => {
                faults.push(fault.at(at("game")));
                return None;
            }
        }
    }
    let (game, known) = games.iter().find(|(other, _)| **other == game).cloned().expect("it was just put there");
    let Some((denominator, scaled)) = game.scaled_payoffs() else {
        let found = "the payoffs have no common denominator of 64 bits";
        let wanted = "payoffs with smaller numerators and denominators";
        faults.push(Diagnostic::new("payoffs-too-fine", found, wanted).at(at("game")));
        return None;
    };
    let noise = probability(params, "noise", place, faults);
    let rule = match params.text("by") {
        "nobody" => Rule::Nobody,
        "supervisor" => Rule::Supervisor,
        "delegate" => delegate(params, setting, &game, place, faults)?,
        _ => Rule::Mediator,
    };
    let device = match &rule {
        Rule::Nobody => None,
        Rule::Mediator => Some(device(params, &game, place, faults)?),
        Rule::Supervisor => Some(Device::sure(&game, solve::optimum(&game))),
        Rule::Delegate { profile, .. } => Some(Device::sure(&game, *profile)),
    };
    let lies = params.get("lies").and_then(|value| {
        let names: Vec<&str> = value.as_list().unwrap_or_default().iter().filter_map(Value::as_text).collect();
        actions(&game, &names, faults, || place.key("lies").at(&value.origin))
    });
    let (round_us, deadline_us) = (count(params, "round_us"), count(params, "deadline_us"));
    if deadline_us >= round_us {
        faults.push(
            Diagnostic::new("out-of-range", format!("a deadline of {deadline_us} us"), "one before the round ends")
                .at(at("deadline_us")),
        );
    }
    let clock = Clock { round_us, deadline_us, rounds };
    let network = network(params, &game, clock);
    let subject = Arc::new(Subject {
        game: game.title.clone(),
        players: names::all(setting),
        actions: game.players().iter().map(|player| player.actions.clone()).collect(),
    });
    let condition = Condition {
        name: name.to_string(),
        subject,
        rule,
        device,
        beliefs: None,
        known,
        noise,
        leak: params.number("leak"),
        forgery: Chance::of(params.number("forgery")),
        lies,
        verify: params.flag("verify"),
        network,
        clock,
        denominator,
        scaled,
        game,
    };
    Some(condition.with_noise(&condition.known_noise()))
}

fn count(params: &Params, key: &str) -> u64 {
    u64::try_from(params.integer(key)).expect("the schema bounds it")
}

fn network(params: &Params, game: &NormalForm, clock: Clock) -> Network {
    let mut network = Network::constant(count(params, "latency_us"));
    network.loss = params.number("loss");
    network.late = params.number("late");
    network.late_micros = count(params, "late_us");
    if let Some(crash) = params.get("crash").and_then(Value::section) {
        let start = |round: i64| Tick(u64::try_from(round).expect("the schema bounds it") * clock.round_us);
        let players = u32::try_from(game.player_count()).expect("few players");
        network.crashes.push(Crash {
            // The orchestrator comes after the players and the impostor.
            agent: AgentId(players + 1),
            at: start(crash.integer("from_round") - 1),
            until: crash.get("until_round").and_then(Value::integer).map(start),
        });
    }
    network
}

/// The places of actions by their names, one a player.
fn actions(
    game: &NormalForm,
    names: &[&str],
    faults: &mut Faults,
    at: impl Fn() -> crate::error::Location,
) -> Option<Vec<usize>> {
    if names.len() != game.player_count() {
        let found = format!("{} actions for {} players", names.len(), game.player_count());
        faults.push(Diagnostic::new("size-mismatch", found, "one action a player").at(at()));
        return None;
    }
    names
        .iter()
        .enumerate()
        .map(|(player, name)| faults.keep(action_named(game, player, name).map_err(|fault| fault.at(at()))))
        .collect()
}

/// The device of a mediator.
fn device(params: &Params, game: &NormalForm, place: &Place, faults: &mut Faults) -> Option<Device> {
    let (kind, value) = params.variant("device");
    let here = place.key("device");
    if kind == "solve" {
        let objective = value.as_text().unwrap_or("max_welfare");
        return match solve::device(game, objective) {
            Ok(device) => Some(device),
            Err(fault) => {
                faults.push(fault.at(here.at(&value.origin)));
                None
            }
        };
    }
    let mut distribution = vec![Rational::zero(); game.profile_count()];
    for (k, entry) in value.as_list().unwrap_or_default().iter().enumerate() {
        let entry = entry.section()?;
        let here = here.item(k);
        let names: Vec<&str> = entry.list("profile").iter().filter_map(Value::as_text).collect();
        let profile = actions(game, &names, faults, || here.key("profile").at(&entry.value("profile").origin))?;
        distribution[game.profile_index(&profile)] += &probability(&entry, "p", &here, faults);
    }
    let total: Rational = distribution.iter().sum();
    if total != Rational::one() {
        let found = format!("probabilities that sum to {total}");
        faults.push(Diagnostic::new("not-a-distribution", found, "a sum of 1").at(here.at(&value.origin)));
        return None;
    }
    Some(Device::of(game, &distribution))
}

/// The agent that decides for all, and what it decides.
fn delegate(params: &Params, setting: &Setting, game: &NormalForm, place: &Place, faults: &mut Faults) -> Option<Rule> {
    let names = names::all(setting);
    let player = match params.get("delegate") {
        None => 0,
        Some(value) => {
            let wanted = value.as_text().unwrap_or_default();
            match names.iter().position(|name| name == wanted) {
                Some(player) => player,
                None => {
                    let mut fault =
                        Diagnostic::new("unknown-agent", format!("unknown agent {wanted:?}"), "an agent's name");
                    if let Some(help) = suggestion(wanted, names.iter().map(String::as_str)) {
                        fault = fault.help(help);
                    }
                    faults.push(fault.at(place.key("delegate").at(&value.origin)));
                    return None;
                }
            }
        }
    };
    let id = PlayerId::at(player);
    let equilibria = game::Analysis::of(game).pure_equilibria();
    match favourite(game, &equilibria, id) {
        Some(profile) => Some(Rule::Delegate { player, profile }),
        None => {
            let found = "a game without a pure equilibrium, of which a delegate could choose one";
            faults.push(
                Diagnostic::new("wrong-game", found, "a game with one, or a mediator")
                    .at(place.key("by").at(&params.value("by").origin)),
            );
            None
        }
    }
}

/// Reads the agents, one a seat of the games.
pub(super) fn cast(setting: &Setting, conditions: &[Condition], faults: &mut Faults) -> Cast {
    let followers = &setting.kit.followers;
    let mut agents: Vec<Agent> = Vec::new();
    let mut roll = Roll::new(&[ORCHESTRATOR, IMPOSTOR]);
    for group in &setting.agents {
        let names = roll.call(group, faults);
        let built =
            group.read(followers, |spec| Ok((followers.display(spec), followers.build(spec, &setting.kit.learners)?)));
        let Some((kind, follower)) = faults.keep(built) else { continue };
        for name in names {
            let seat = agents.len();
            for condition in conditions.iter().filter(|condition| seat < condition.game.player_count()) {
                faults.keep(follower.fits(&condition.game, seat).map_err(|fault| fault.or_at(&group.written())));
            }
            agents.push(Agent { name, kind: kind.clone(), follower: follower.clone() });
        }
    }
    for condition in conditions {
        let players = condition.game.player_count();
        if players != agents.len() && faults.is_empty() {
            let found = format!("{} agents for a game of {players} players", agents.len());
            faults.push(
                Diagnostic::new("wrong-agents", found, "one agent a player, in the order of players")
                    .at(setting.document.key("agents").at(&crate::error::Origin::Unknown)),
            );
        }
    }
    Cast { agents }
}
