//! A small market in which a model of trust and an attack meet: does the attack pay?
//!
//! Clients come in every period with a deal each. A client looks at some providers, takes the one with the best score in
//! its own view (sometimes the first, to explore), is served well or cheated, and says so. Honest providers do their best
//! and succeed most of the time; attackers do as their attack says. Good service costs its provider; cheating does not:
//! so an attack pays as long as clients come. The measure is the attacker's profit ratio, its income over that of an
//! honest provider (Kerr & Cohen 2009, AAMAS, compare profits likewise): above 1, honesty does not pay.
//!
//! A run is a pure function of setting, model, attack and key. Only names and scores are known here, nothing of how a
//! model comes by its scores; nothing of prices, contracts or tasks.

use super::attacks::{Attack, Deal, Look, Said, Scene};
use super::insight::Insight;
use super::{Grade, Rating, RatingKind, Reputation, Weight};
use crate::error::{Diagnostic, Location};
use crate::ids::{AgentId, RunKey, Tick};
use crate::sim::{Chance, Draws, Observer, Purpose, Who};

/// The setting of an arena.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arena {
    /// How many clients there are; their names are the first.
    pub clients: u32,
    /// How many honest providers there are; their names are the next.
    pub honest: u32,
    /// How many attackers there are.
    pub attackers: u32,
    /// How many periods it lasts.
    pub periods: u64,
    /// Whether attackers know that.
    pub end_is_known: bool,
    /// How many providers a client looks at.
    pub candidates: u32,
    /// How often a client takes the first of them, whatever its score.
    pub exploration: f64,
    /// How often a deal is large.
    pub large_share: f64,
    /// The size of a large deal, at least 1; others have the size 1.
    pub large_stake: f64,
    /// What good service costs its provider, of a price of 1 a unit of size.
    pub cost: f64,
    /// How often service succeeds if the provider does its best.
    pub quality: f64,
    /// What a name costs, after a provider's first.
    pub name_cost: f64,
    /// What a rating without a deal costs.
    pub rating_cost: f64,
    /// What the market takes of each rated deal, a unit of its size.
    pub trade_cost: f64,
    /// Whether ratings are shown only when both are in, so that none can answer another.
    pub double_blind: bool,
    /// How often a client who was cheated keeps silent, fearing the answer.
    pub fear: f64,
}

impl Default for Arena {
    /// 40 clients, 15 honest providers and 5 attackers over 200 periods; each client looks at four providers and explores
    /// once in ten times; one deal in ten has ten times the size; good service costs half the price and succeeds 19 times
    /// in 20; names and ratings are free and open, and fear silences four in five.
    fn default() -> Self {
        Self {
            clients: 40,
            honest: 15,
            attackers: 5,
            periods: 200,
            end_is_known: true,
            candidates: 4,
            exploration: 0.1,
            large_share: 0.1,
            large_stake: 10.0,
            cost: 0.5,
            quality: 0.95,
            name_cost: 0.0,
            rating_cost: 0.0,
            trade_cost: 0.0,
            double_blind: false,
            fear: 0.8,
        }
    }
}

/// What one side came to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Side {
    /// How many there are.
    pub agents: u32,
    /// The deals that they made.
    pub deals: u64,
    /// How many of them ended well for the client.
    pub well: u64,
    /// What they earned, less costs.
    pub income: f64,
    /// The names that they took after their first.
    pub names: u64,
}

impl Side {
    /// The income of one agent of it.
    pub fn income_each(&self) -> f64 {
        if self.agents == 0 { 0.0 } else { self.income / f64::from(self.agents) }
    }
}

/// What a run of the arena came to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Outcome {
    /// The honest providers.
    pub honest: Side,
    /// The attackers.
    pub attackers: Side,
    /// What clients gained in all: good service is worth twice its price.
    pub client_gain: f64,
    /// Ratings told, and scores asked for by clients.
    pub messages: [u64; 2],
    /// How many records the model kept in the end.
    pub records: u64,
    /// How well the model knew who is who.
    pub insight: Insight,
}

impl Outcome {
    /// An attacker's income over an honest provider's; nothing if the honest earned nothing.
    pub fn profit_ratio(&self) -> Option<f64> {
        let honest = self.honest.income_each();
        (honest > 0.0).then(|| self.attackers.income_each() / honest)
    }

    /// The share of deals that ended well for the client.
    pub fn success_rate(&self) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
        let share = |part: u64, whole: u64| if whole == 0 { 0.0 } else { part as f64 / whole as f64 };
        share(self.honest.well + self.attackers.well, self.honest.deals + self.attackers.deals)
    }

    /// What a client gained in a deal, on average, of a price of 1: 1 if all went well, -1 if none did.
    pub fn utility_per_deal(&self) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
        let deals = (self.honest.deals + self.attackers.deals) as f64;
        if deals > 0.0 { self.client_gain / deals } else { 0.0 }
    }

    /// Ratings told and scores asked for, a deal.
    #[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
    pub fn messages_per_deal(&self) -> f64 {
        let deals = (self.honest.deals + self.attackers.deals) as f64;
        if deals > 0.0 { (self.messages[0] + self.messages[1]) as f64 / deals } else { 0.0 }
    }

    /// The share of deals that attackers made.
    pub fn attacked_share(&self) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
        let share = |part: u64, whole: u64| if whole == 0 { 0.0 } else { part as f64 / whole as f64 };
        share(self.attackers.deals, self.honest.deals + self.attackers.deals)
    }
}

impl Arena {
    /// Looks for what is out of range.
    ///
    /// # Errors
    /// The first such value.
    pub fn check(&self) -> Result<(), Diagnostic> {
        let wrong = |key: &str, found: String, expected: &str| {
            Err(Diagnostic::new("out-of-range", format!("`{key}` is {found}"), expected).at(Location::path(key)))
        };
        for (key, count) in [("clients", self.clients), ("honest", self.honest), ("candidates", self.candidates)] {
            if count == 0 {
                return wrong(key, "0".into(), "at least 1");
            }
        }
        let probabilities = [
            ("exploration", self.exploration),
            ("large_share", self.large_share),
            ("cost", self.cost),
            ("quality", self.quality),
            ("fear", self.fear),
        ];
        for (key, value) in probabilities {
            if !(0.0..=1.0).contains(&value) {
                return wrong(key, value.to_string(), "a number from 0 to 1");
            }
        }
        let costs = [
            ("large_stake", self.large_stake, 1.0),
            ("name_cost", self.name_cost, 0.0),
            ("rating_cost", self.rating_cost, 0.0),
            ("trade_cost", self.trade_cost, 0.0),
        ];
        for (key, value, least) in costs {
            if !(least..=f64::MAX).contains(&value) {
                return wrong(key, value.to_string(), &format!("a finite number from {least}"));
            }
        }
        Ok(())
    }
}

/// What happens in an arena, for observers: the tick is the period.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Happening {
    /// A client made a deal with a provider.
    Dealt {
        /// The client.
        client: AgentId,
        /// The provider, by its present name.
        provider: AgentId,
        /// The size of the deal.
        stake: f64,
        /// Whether it ended well.
        well: bool,
    },
    /// Somebody rated somebody; ratings of a deal follow it.
    Rated {
        /// Who spoke.
        rater: AgentId,
        /// Of whom.
        ratee: AgentId,
        /// What.
        grade: Grade,
        /// Whether it is about the deal before it.
        of_deal: bool,
    },
    /// A provider has a name: its first, a further one, or one that only praises.
    Named {
        /// Its place among providers, the honest first.
        provider: u32,
        /// The name.
        name: AgentId,
    },
}

/// One provider.
pub(super) struct Provider {
    pub(super) name: AgentId,
    /// Nothing: it is honest.
    pub(super) attack: Option<Box<dyn Attack>>,
    helpers: Vec<AgentId>,
    draws: Draws,
    pub(super) deals: u64,
    pub(super) well: u64,
    deals_under_name: u64,
    /// When it first cheated, and when it was then first seen to be worse than the honest.
    pub(super) cheated: Option<u64>,
    pub(super) found_out: Option<u64>,
}

/// Lets an attack meet a model once: [`watched_arena`] with nobody watching.
///
/// # Errors
/// If the setting is out of range.
pub fn arena(
    setting: &Arena,
    model: Box<dyn Reputation>,
    attack: &dyn Attack,
    key: &RunKey,
) -> Result<Outcome, Diagnostic> {
    watched_arena(setting, model, attack, (key, 0), &mut ())
}

/// Lets an attack meet a model. Repetitions differ in their draws alone.
///
/// - `model`: as it is built; ratings go into it.
/// - `attack`: of all attackers, each with a copy.
/// - `observer`: sees what happens.
///
/// # Errors
/// If the setting is out of range.
pub fn watched_arena<O: Observer<Happening>>(
    setting: &Arena,
    model: Box<dyn Reputation>,
    attack: &dyn Attack,
    (key, repetition): (&RunKey, u64),
    observer: &mut O,
) -> Result<Outcome, Diagnostic> {
    setting.check()?;
    let mut run = Run::new(*setting, model, attack, (key, repetition), observer);
    for tick in 0..setting.periods {
        run.model.settle(tick);
        for client in 0..setting.clients {
            run.deal(tick, AgentId(client));
        }
        run.spread(tick);
        run.look(tick);
        run.rename(tick);
    }
    run.outcome.insight = run.insight();
    run.outcome.records = run.model.records() as u64;
    Ok(run.outcome)
}

pub(super) struct Run<'a, O> {
    observer: &'a mut O,
    pub(super) setting: Arena,
    pub(super) model: Box<dyn Reputation>,
    pub(super) providers: Vec<Provider>,
    next_name: u32,
    market: Draws,
    luck: Draws,
    perception: Draws,
    outcome: Outcome,
    said: Vec<Said>,
}

impl<'a, O: Observer<Happening>> Run<'a, O> {
    fn new(
        setting: Arena,
        model: Box<dyn Reputation>,
        attack: &dyn Attack,
        (key, repetition): (&RunKey, u64),
        observer: &'a mut O,
    ) -> Self {
        let draws = |name: &str, why| key.draws(Who { place: "arena", repetition, name }, why);
        let mut run = Self {
            observer,
            setting,
            model,
            providers: Vec::new(),
            next_name: setting.clients,
            market: draws("", Purpose::Pairing),
            luck: draws("", Purpose::Execution),
            perception: draws("", Purpose::Perception),
            outcome: Outcome {
                honest: Side { agents: setting.honest, ..Side::default() },
                attackers: Side { agents: setting.attackers, ..Side::default() },
                ..Outcome::default()
            },
            said: Vec::new(),
        };
        for k in 0..setting.honest + setting.attackers {
            let attack = (k >= setting.honest).then(|| attack.boxed_clone());
            let name = run.name(0, k);
            run.providers.push(Provider {
                name,
                attack,
                helpers: Vec::new(),
                draws: draws(&format!("provider-{}", k + 1), Purpose::Choice),
                deals: 0,
                well: 0,
                deals_under_name: 0,
                cheated: None,
                found_out: None,
            });
        }
        for k in 0..run.providers.len() {
            let helpers = run.providers[k].attack.as_ref().map_or(0, |attack| attack.helpers());
            run.providers[k].helpers = (0..helpers).map(|_| run.bought_name(0, k)).collect();
        }
        run
    }

    fn see(&mut self, tick: u64, happening: &Happening) {
        if O::NEEDS_FACTS {
            self.observer.see(Tick(tick), happening);
        }
    }

    fn name(&mut self, tick: u64, provider: u32) -> AgentId {
        let name = AgentId(self.next_name);
        self.next_name += 1;
        self.model.join(name);
        self.see(tick, &Happening::Named { provider, name });
        name
    }

    /// A further name of an attacker.
    fn bought_name(&mut self, tick: u64, provider: usize) -> AgentId {
        self.outcome.attackers.names += 1;
        self.outcome.attackers.income -= self.setting.name_cost;
        self.name(tick, u32::try_from(provider).expect("as many as were counted"))
    }

    /// Tells the model what somebody says.
    fn say(&mut self, rating: &Rating, of_deal: bool) {
        self.model.observe(rating, &mut self.perception);
        self.outcome.messages[0] += 1;
        let Rating { tick, rater, ratee, grade, .. } = *rating;
        self.see(tick, &Happening::Rated { rater, ratee, grade, of_deal });
    }

    /// The provider that a client takes: of those it looks at the one with the best score, then the best claim, then the
    /// first.
    fn choose(&mut self, client: AgentId) -> usize {
        let first = self.market.index(self.providers.len());
        if self.market.chance(self.setting.exploration) {
            return first;
        }
        let standing = |k: usize| {
            let provider = &self.providers[k];
            let quality = self.setting.quality;
            let claim = provider.attack.as_ref().map_or(quality, |attack| attack.claims(quality));
            (self.model.score(client, provider.name), claim)
        };
        self.outcome.messages[1] += u64::from(self.setting.candidates);
        let (mut best, mut top) = (first, standing(first));
        for _ in 1..self.setting.candidates {
            let other = self.market.index(self.providers.len());
            let its = standing(other);
            if its > top {
                (best, top) = (other, its);
            }
        }
        best
    }

    fn deal(&mut self, tick: u64, client: AgentId) {
        let large = self.market.chance(self.setting.large_share);
        let stake = if large { self.setting.large_stake } else { 1.0 };
        let chosen = self.choose(client);
        let provider = &mut self.providers[chosen];
        let deal = Deal {
            tick,
            left: self.setting.end_is_known.then(|| self.setting.periods - 1 - tick),
            stake,
            partner: client,
            deals: provider.deals,
        };
        let tries = provider.attack.as_mut().is_none_or(|attack| attack.serves(&deal, &mut provider.draws));
        let well = tries && self.luck.happens(Chance::of(self.setting.quality));
        provider.deals += 1;
        provider.well += u64::from(well);
        provider.deals_under_name += 1;
        if !tries {
            provider.cheated.get_or_insert(tick);
        }
        let side = if provider.attack.is_some() { &mut self.outcome.attackers } else { &mut self.outcome.honest };
        side.deals += 1;
        side.well += u64::from(well);
        side.income += stake * if tries { 1.0 - self.setting.cost } else { 1.0 } - stake * self.setting.trade_cost;
        self.outcome.client_gain += if well { stake } else { -stake };
        let dealt = Happening::Dealt { client, provider: provider.name, stake, well };
        // The client speaks, unless it fears the answer.
        let grade = Grade::of(well);
        let threat = |attack: &dyn Attack| attack.answers(Grade::BAD) == Some(Grade::BAD);
        let threatened = !self.setting.double_blind && provider.attack.as_deref().is_some_and(threat);
        let name = provider.name;
        let answer = provider.attack.as_ref().and_then(|attack| attack.answers(grade));
        self.see(tick, &dealt);
        if !well && threatened && self.market.chance(self.setting.fear) {
            return;
        }
        let weight = Weight::new(stake).expect("the setting was checked");
        let rating = |rater, ratee, grade| Rating { tick, rater, ratee, grade, weight, kind: RatingKind::Interaction };
        self.say(&rating(client, name, grade), true);
        if let Some(answer) = answer {
            self.say(&rating(name, client, answer), true);
        }
    }

    /// Attackers say what they have not seen.
    fn spread(&mut self, tick: u64) {
        let names = |attacks: bool| {
            let those = self.providers.iter().filter(|provider| provider.attack.is_some() == attacks);
            those.map(|provider| provider.name).collect::<Vec<AgentId>>()
        };
        let (rivals, attackers) = (names(false), names(true));
        let mut allies = Vec::with_capacity(attackers.len());
        for k in 0..self.providers.len() {
            let provider = &mut self.providers[k];
            let Some(attack) = &mut provider.attack else { continue };
            allies.clear();
            allies.extend(attackers.iter().copied().filter(|name| *name != provider.name));
            let scene = Scene { own: provider.name, helpers: &provider.helpers, allies: &allies, rivals: &rivals };
            let mut all = std::mem::take(&mut self.said);
            attack.spreads(&scene, &mut provider.draws, &mut all);
            for said in &all {
                let rating = Rating::new(tick, said.rater, said.ratee, said.grade);
                let Some(stake) = said.trade else {
                    self.outcome.attackers.income -= self.setting.rating_cost;
                    self.say(&rating, false);
                    continue;
                };
                // A fake deal looks like any other. What is paid comes back.
                self.outcome.attackers.income -= stake * self.setting.trade_cost;
                self.see(tick, &Happening::Dealt { client: said.rater, provider: said.ratee, stake, well: true });
                self.say(&Rating { weight: Weight::new(stake).unwrap_or(Weight::ONE), ..rating }, true);
            }
            all.clear();
            self.said = all;
        }
    }

    /// Attackers leave names that are worth less than a new one.
    fn rename(&mut self, tick: u64) {
        for k in 0..self.providers.len() {
            let provider = &self.providers[k];
            let Some(attack) = &provider.attack else { continue };
            let clients = self.setting.clients;
            let sum: f64 = (0..clients).map(|client| self.model.score(AgentId(client), provider.name)).sum();
            let look = Look {
                tick,
                score: sum / f64::from(clients),
                newcomer: self.model.newcomer(),
                deals: provider.deals_under_name,
            };
            if attack.leaves(&look) {
                self.providers[k].name = self.bought_name(tick, k);
                self.providers[k].deals_under_name = 0;
            }
        }
    }
}
