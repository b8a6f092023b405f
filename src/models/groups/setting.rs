//! The parameters of the groups model: schema, reading, and what does not go together.

use crate::catalogue::{Field, Kind, Params, Place, Schema, Value};
use crate::contract::Schedule;
use crate::error::{Diagnostic, Faults};
use crate::game::{self, Benchmarks, GroupGame, NormalForm, Stage};
use crate::ids::PlayerId;
use crate::models::cast::Cast;
use crate::models::{Setting, audits, conditions, fields, length};
use crate::play::{Length, Rules};
use crate::strategy::Action;
use std::sync::Arc;

/// The most payoffs that are kept as a table.
const MAX_TABLE: usize = 1 << 20;
/// The most perceived actions that a match may hold: players squared times rounds.
const MAX_PERCEIVED: u64 = 1 << 28;

/// One set of rules under which the groups play.
pub(super) struct Condition {
    pub(super) name: String,
    pub(super) rules: Rules<Stage>,
    pub(super) payer: Payer,
    /// How many players a group has.
    pub(super) size: usize,
    /// What a payoff is worth if it comes one round later.
    pub(super) discount: f64,
    pub(super) schedule: Schedule,
    /// Whether it, or a condition that it is compared with, has audits.
    pub(super) audited: bool,
    /// How many rounds are over before the crowd's statistics are taken.
    pub(super) settle: u32,
    /// What the game would come to, where it is a formula.
    pub(super) benchmarks: Option<Benchmarks>,
    place: Place,
    params: Params,
}

/// Pays the players of a round, in whole numbers over one denominator.
pub(super) enum Payer {
    /// By a table of profiles.
    Table { unit: i64, scaled: Vec<i64>, strides: Vec<usize> },
    /// By a formula of counts.
    Group(Arc<GroupGame>),
}

impl Payer {
    fn of(stage: &Stage) -> Result<Self, Diagnostic> {
        let table = match stage {
            Stage::Group(game) => return Ok(Self::Group(Arc::clone(game))),
            Stage::Table(table) => table,
        };
        if table.payoffs().len() > MAX_TABLE {
            let found = format!("a table of {} payoffs", table.payoffs().len());
            return Err(Diagnostic::new("game-too-large", found, format!("at most {MAX_TABLE}, or a group game")));
        }
        let Some((unit, scaled)) = table.scaled_payoffs() else {
            return Err(Diagnostic::new(
                "payoffs-too-fine",
                "the payoffs have no common denominator of 64 bits",
                "payoffs with smaller numerators and denominators",
            ));
        };
        let strides = table.player_ids().map(|player| table.stride(player)).collect();
        Ok(Self::Table { unit, scaled, strides })
    }

    /// What each player is paid; `counts` is how many took each action.
    pub(super) fn pay(&self, actions: &[Action], counts: &[u32], paid: &mut Vec<i128>) {
        paid.clear();
        match self {
            Self::Table { scaled, strides, .. } => {
                let profile: usize = actions.iter().zip(strides).map(|(action, stride)| action.index() * stride).sum();
                let row = &scaled[profile * actions.len()..][..actions.len()];
                paid.extend(row.iter().map(|payoff| i128::from(*payoff)));
            }
            Self::Group(game) => {
                let worth = |action: usize| if counts[action] > 0 { game.scaled_payoff(action, counts) } else { 0 };
                let worth: Vec<i128> = (0..counts.len()).map(worth).collect();
                paid.extend(actions.iter().map(|action| worth[action.index()]));
            }
        }
    }

    /// Over how much payoffs are whole numbers.
    pub(super) fn unit(&self) -> i64 {
        match self {
            Self::Table { unit, .. } => *unit,
            Self::Group(game) => game.unit(),
        }
    }
}

/// The parameters that a condition may have of its own.
fn rule_fields() -> Vec<Field> {
    let mut fields = vec![
        Field::with_default(
            "game",
            Kind::named("group_games"),
            "public_goods",
            "The stage game: a group game, played by as many as a group has.",
        ),
        Field::optional(
            "table",
            Kind::Named { family: "games", inline: Some(game::inline_schema) },
            "A stage game in normal form in place of `game`: a name, or payoffs written out.",
        ),
        Field::optional(
            "group_size",
            Kind::Integer { min: 2, max: 100_000 },
            "How many players a group has; by default all agents are one group. With more agents than that, groups are \
             drawn anew for every repetition.",
        )
        .unit("agents"),
        length::field(),
        fields::noise(),
        fields::misperception(),
        Field::with_default(
            "discount",
            Kind::Number { min: 0.0, max: 1.0 },
            1.0,
            "What a payoff is worth if it comes one round later.",
        ),
        Field::with_default(
            "settle",
            Kind::Integer { min: 0, max: length::MOST },
            0i64,
            "How many rounds are over before means and volatility of the crowd are taken.",
        )
        .unit("rounds"),
    ];
    // Any action but the first is a defection.
    fields.extend(audits::fields());
    fields
}

/// The schema of `[model.groups]`.
pub(super) fn schema() -> Schema {
    let mut fields = rule_fields();
    fields.push(Field::with_default(
        "repetitions",
        Kind::Integer { min: 1, max: 1_000_000_000 },
        1i64,
        "How often every match is played.",
    ));
    fields.push(conditions::field(rule_fields()));
    Schema::of(fields)
}

/// Reads the conditions; with none declared, the model's own rules are the only one.
pub(super) fn conditions(params: &Params, setting: &Setting, cast: &Cast, faults: &mut Faults) -> Vec<Condition> {
    let mut found = conditions::read(params, setting, faults, |name, params, place, faults| {
        condition(name, params, setting, cast, place, faults)
    });
    let audited = found.iter().any(|condition| condition.audited);
    found.iter_mut().for_each(|condition| condition.audited = audited);
    found
}

fn condition(
    name: &str,
    params: &Params,
    setting: &Setting,
    cast: &Cast,
    place: Place,
    faults: &mut Faults,
) -> Option<Condition> {
    let at = |key: &str| params.at(&place, key);
    let agents = cast.agents.len();
    let size = if params.has("group_size") { params.count("group_size") } else { agents };
    if size < 2 || !agents.is_multiple_of(size) {
        let found = format!("{agents} agents in groups of {size}");
        let fault = Diagnostic::new("group-size", found, "a number of agents that groups divide");
        faults.push(fault.help("change the counts of [[agents]], or `group_size`").at(at("group_size")));
        return None;
    }
    let stage =
        if params.has("table") { table(params, &place, setting, size) } else { formula(params, &place, setting, size) };
    let checked = stage.and_then(|stage| {
        let payer = Payer::of(&stage).map_err(|fault| Faults::from(fault.at(at("table"))))?;
        Ok((stage, payer))
    });
    let (stage, payer) = faults.keep(checked)?;
    let benchmarks = match &stage {
        Stage::Group(game) => Some(game.benchmarks()),
        Stage::Table(_) => None,
    };
    let mut rules = Rules::new(Arc::new(stage), length::read(params.variant("length")));
    rules.noise = params.number("noise");
    rules.misperception = params.number("misperception");
    let schedule = audits::schedule(params, &place, faults);
    if let (Length::Known(rounds), false) = (rules.length, schedule.is_empty()) {
        rules.expected_penalties = schedule.expected_penalties(rounds).into();
    }
    let rounds = match rules.length {
        Length::Known(rounds) | Length::Unknown(rounds) => u64::from(rounds),
        Length::Drawn { .. } => 1_000,
    };
    let perceived = (size as u64).saturating_mul(size as u64).saturating_mul(rounds);
    if rules.misperception > 0.0 && perceived > MAX_PERCEIVED {
        let found = format!("{size} players who perceive each other for {rounds} rounds");
        let fault = Diagnostic::new("group-size", found, "fewer players or rounds, or no misperception");
        faults.push(fault.at(at("misperception")));
        return None;
    }
    let settle = u32::try_from(params.integer("settle")).expect("the schema bounds it");
    Some(Condition {
        name: name.to_string(),
        rules,
        payer,
        size,
        discount: params.number("discount"),
        audited: !schedule.is_empty(),
        schedule,
        settle,
        benchmarks,
        place,
        params: params.clone(),
    })
}

/// A group game for so many.
fn formula(params: &Params, place: &Place, setting: &Setting, size: usize) -> Result<Stage, Faults> {
    let games = &setting.kit.group_games;
    let (value, place) = (params.value("game"), place.key("game"));
    let spec = games.resolve(value, &place)?;
    let game = games.build(&spec, &size).map_err(|faults| faults.or_at(&place.at(&value.origin)))?;
    Ok(Stage::Group(Arc::new(*game)))
}

/// A game in normal form, which must be one for so many.
fn table(params: &Params, place: &Place, setting: &Setting, size: usize) -> Result<Stage, Faults> {
    let (value, place) = (params.value("table"), place.key("table"));
    let game: NormalForm = game::from_value(value, &place, &setting.kit.games)?.game;
    if game.player_count() == size {
        return Ok(Stage::Table(Arc::new(game)));
    }
    let found = format!("a game of {} players for groups of {size}", game.player_count());
    let fault = Diagnostic::new("wrong-game", found, "a game of as many players as a group has");
    Err(fault
        .help("most games of many take `players`, as in \"cournot(players=3)\"")
        .at(place.at(&value.origin))
        .into())
}

impl Condition {
    /// The stage game.
    pub(super) fn stage(&self) -> &Stage {
        &self.rules.game
    }

    /// The most actions of a player.
    pub(super) fn actions(&self) -> usize {
        match self.stage() {
            Stage::Group(game) => game.actions().len(),
            Stage::Table(game) => game.dimensions().into_iter().max().unwrap_or(0),
        }
    }

    /// What an action stands for on the game's scale.
    pub(super) fn level(&self, action: usize) -> f64 {
        match self.stage() {
            Stage::Group(game) => game.levels()[action],
            Stage::Table(_) => f64::from(u8::from(action == 0)),
        }
    }

    /// A payoff sum as utility.
    #[expect(clippy::cast_precision_loss, reason = "a score leaves for a table here")]
    pub(super) fn unscaled(&self, sum: i128) -> f64 {
        sum as f64 / self.payer.unit() as f64
    }

    /// The number of rounds, if it is fixed.
    pub(super) fn fixed_rounds(&self) -> Option<u32> {
        match self.rules.length {
            Length::Known(rounds) | Length::Unknown(rounds) => Some(rounds),
            Length::Drawn { .. } => None,
        }
    }

    /// Checks that every strategy can play the game in every seat that it may come to.
    pub(super) fn check(&self, cast: &Cast, faults: &mut Faults) {
        // In a group game all seats are alike.
        let seats = if matches!(self.stage(), Stage::Group(_)) { 1 } else { self.size };
        for kind in &cast.kinds {
            let misfit = (0..seats).find_map(|k| kind.strategy.fits(&self.rules.told(PlayerId::at(k))).err());
            if let Some(fault) = misfit {
                let key = if self.params.has("table") { "table" } else { "game" };
                let origin = self.params.get(key).map(|value: &Value| value.origin.clone()).unwrap_or_default();
                let mut fault = fault.at(self.place.key(key).at(&origin));
                fault.found = format!("strategy {:?} of {}: {}", kind.name, kind.place.path(), fault.found);
                faults.push(fault);
            }
        }
    }
}
