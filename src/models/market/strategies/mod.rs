//! The bidders that there are.
//!
//! All have hidden capability, cost, speed and capacity, and differ in what they claim and whether they keep their word.
//! Success has the probability `capability / (1 + (L/C)^2)`, `L` contracts running of `C`; the time is lognormal with mean
//! `duration (1 + L/C)` and a coefficient of variation of 0.3.

mod entries;

use super::bank::Pledging;
use super::bidder::{Answer, Bidder, Briefing, News, Own, Skills, Work};
use super::words::{Award, Call, Offer, Pricing, Reason};
use crate::catalogue::{Catalogue, Params};
use crate::contract::Credits;
use crate::error::{Diagnostic, Faults};
use crate::ids::Tick;
use crate::reputation::attacks::{Attack, Deal, Look};
use crate::sim::Draws;
use crate::stats::normal_quantile;

/// The bidders that there are.
pub fn catalogue() -> Catalogue<dyn Bidder> {
    Catalogue::new(vec![entries::ENTRIES])
}

/// When a bidder takes the money and does nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Shirks {
    Never,
    /// When that is worth more than doing the work.
    IfItPays,
    /// In the last so many contracts that a manager says it will give.
    AtTheEnd(u32),
    /// After so many contracts.
    After(u32),
    /// As its attack says.
    ByAttack,
}

/// A rule of an attack, copied in its present state.
struct Conduct(Box<dyn Attack>);

impl Clone for Conduct {
    fn clone(&self) -> Self {
        Self(self.0.boxed_clone())
    }
}

/// Every built-in bidder, by its numbers.
#[derive(Clone)]
struct Standard {
    capability: [f64; 2],
    specialist: f64,
    cost: [f64; 2],
    duration_us: [f64; 2],
    capacity: u32,
    margin: f64,
    learns: bool,
    overcommits: bool,
    think_us: u64,
    valid_us: u64,
    overclaim: f64,
    heeds: bool,
    underquote: f64,
    shirks: Shirks,
    attack: Option<Conduct>,
    /// Whether it takes a fresh name after it has cheated.
    renames: bool,
    cheated: bool,
    /// When another version of it comes, and what that can do.
    next_version: Option<(u64, [f64; 2])>,
    briefing: Option<Briefing>,
    /// The margin that it has come to.
    now: f64,
    worked: u32,
    /// When each contract ends in which it does nothing.
    shirking: Vec<Tick>,
}

/// How much a margin that is learned changes with each bid won or lost.
const STEP: f64 = 0.05;
/// The coefficient of variation of the time that work takes.
const SPREAD: f64 = 0.3;

impl Standard {
    fn read(params: &Params) -> Result<Self, Faults> {
        let mut faults = Faults::new();
        let mut range = |key: &str, least: f64| {
            let values = params.numbers(key);
            let range = [values[0], values.last().copied().unwrap_or(values[0])];
            if range[0] > range[1] || range[0] < least {
                let found = format!("`{key}` from {} to {}", range[0], range[1]);
                let wanted = format!("a number from {least}, or two in rising order");
                faults.push(Diagnostic::new("out-of-range", found, wanted));
            }
            range
        };
        let capability = range("capability", 0.0);
        let cost = range("cost", 0.0);
        let duration_us = range("duration_us", 1.0);
        let next = params.has("next_capability").then(|| range("next_capability", 0.0));
        for most in [capability[1]].into_iter().chain(next.map(|next| next[1])).filter(|most| *most > 1.0) {
            let found = format!("a capability of {most}");
            faults.push(Diagnostic::new("out-of-range", found, "a probability from 0 to 1"));
        }
        let whole = |key: &str| u64::try_from(params.integer(key)).expect("the schema bounds it");
        let bidder = Self {
            capability,
            specialist: params.number("specialist"),
            cost,
            duration_us,
            capacity: u32::try_from(params.integer("capacity")).expect("the schema bounds it"),
            margin: params.number("margin"),
            learns: params.flag("learns"),
            overcommits: params.flag("overcommits"),
            think_us: whole("think_us"),
            valid_us: whole("valid_us"),
            overclaim: 0.0,
            heeds: false,
            underquote: 0.0,
            shirks: Shirks::Never,
            attack: None,
            renames: false,
            cheated: false,
            next_version: next.map(|next| (whole("next_version_us"), next)),
            briefing: None,
            now: params.number("margin"),
            worked: 0,
            shirking: Vec::new(),
        };
        faults.into_result(bidder)
    }

    /// What is lost of its stake in expectation if it claims `claim` and succeeds with probability `success`: of a
    /// quadratic score `B`, `B (claim - pi)^2` more than with the truth; of a stake that grows by `k` a unit of the claim,
    /// `k (1 - pi)` a unit.
    fn forfeits(call: &Call, success: f64, claim: f64) -> f64 {
        let overdone = claim - success;
        let score = call.terms.score_scale.to_f64() * (success * (1.0 - success) + overdone * overdone);
        score + call.terms.per_claim.to_f64() * (1.0 - success) * claim
    }

    /// The probability of success that it claims: `pi + omega (1 - pi)`, or `pi` where that costs no less than the contract
    /// brings.
    fn claim(&self, call: &Call, success: f64, profit: f64) -> f64 {
        let claim = (success + self.overclaim * (1.0 - success)).min(1.0);
        let dearer = Self::forfeits(call, success, claim) - Self::forfeits(call, success, success);
        if self.heeds && dearer >= profit { success } else { claim }
    }

    /// Whether doing nothing is worth more than the work: the gain against what a conviction costs, now and in the
    /// contracts that would follow. With `q` and `f` the probabilities of conviction of the guilty and the innocent, `D` at
    /// stake and `V` the worth of what follows, honesty is worth `-c - f D + (1 - f) V` and cheating `-q D + (1 - q) V`;
    /// work that may fail is worth less by what a failure costs.
    ///
    /// With deposits of both sides a delivery is worth what the buyer signs for. Behind one pledge, cheating in several
    /// contracts at a time is weighed together: each further one adds less to the chance of losing it.
    fn shirking_pays(&self, award: &Award, own: &Own<'_>) -> bool {
        let (cost, success) = (own.skills.cost, own.success(award.skill));
        let Some(briefing) = &self.briefing else { return false };
        let (q, f) = match &briefing.court {
            Some(court) => court.finds().into(),
            // Without a court the buyer sees what it got, and nothing is lost but its good will.
            None => (0.0, 0.0),
        };
        let held = if briefing.on_delivery { award.price } else { Credits::ZERO };
        let at_stake = if briefing.court.is_some() { (award.deposit + held).to_f64() } else { 0.0 };
        let follows = match (briefing.boycott, award.rounds_left) {
            (true, Some(left)) => {
                let rent = (award.price - cost).to_f64().max(0.0);
                let d = briefing.discount;
                let rounds = (0..left.min(100_000)).fold((0.0, d), |(sum, power), _| (sum + power, power * d)).0;
                // Who can come back under a fresh name loses no more than what that costs.
                let anew = briefing.name_price.filter(|_| self.renames).map_or(f64::INFINITY, Credits::to_f64);
                (rent * rounds).min(anew)
            }
            _ => 0.0,
        };
        let (seen, wronged) = if briefing.court.is_some() { (q, f) } else { (1.0, 0.0) };
        let failing = (1.0 - success) * (held + award.lost_on_failure).to_f64();
        let (honest, cheat) = match &briefing.deposits {
            Some(deposits) => {
                let has = |good| deposits.seller_has(award.price, good).to_f64();
                let lost = (1.0 - success) * award.lost_on_failure.to_f64();
                (success * has(true) - lost - cost.to_f64() + follows, has(false))
            }
            None => (
                -cost.to_f64() - f * at_stake - failing + (1.0 - wronged) * follows,
                -q * at_stake + (1.0 - seen) * follows,
            ),
        };
        let gain = cheat - honest;
        match &briefing.pledging {
            Some(pledging) => self.pledge_is_worth_less(pledging, gain, [q, f], own),
            None => gain > 0.0,
        }
    }

    /// Whether cheating in some of the contracts that it can have at a time is worth more than what of the pledge that may
    /// cost: with `m` more, each a gain of `g`, and `j` in which it cheats already, `m g > (1 - q)^j (1 - (1 - q)^m) S`, less
    /// what an honest seller loses, where any conviction takes all of it; `g > (q - f) S / k` where each takes a share.
    fn pledge_is_worth_less(&self, pledging: &Pledging, gain: f64, [q, f]: [f64; 2], own: &Own<'_>) -> bool {
        let stake = pledging.at_stake().to_f64();
        if !pledging.whole {
            return gain > (q - f) * stake;
        }
        let cheating =
            u32::try_from(self.shirking.iter().filter(|until| **until > own.now).count()).unwrap_or(u32::MAX);
        let unfound = |found: f64, times: u32| (0..times).fold(1.0, |left, _| left * (1.0 - found));
        let more = own.skills.capacity.saturating_sub(own.running).clamp(1, 10_000);
        let already = unfound(q, cheating);
        (1..=more).any(|m| {
            let lost = already * (1.0 - unfound(q, m)) - (1.0 - unfound(f, m));
            f64::from(m) * gain > lost * stake
        })
    }
}

fn uniform(range: [f64; 2], draws: &mut Draws) -> f64 {
    if range[0] == range[1] { range[0] } else { range[0] + (range[1] - range[0]) * draws.uniform() }
}

/// A lognormal number of a mean with the coefficient of variation [`SPREAD`].
fn lognormal(mean: f64, draws: &mut Draws) -> f64 {
    let variance = libm::log(1.0 + SPREAD * SPREAD);
    // A draw of 0 has no quantile; the next of the 2^53 numbers has.
    let z = normal_quantile(draws.uniform().max(f64::EPSILON / 2.0));
    libm::exp(libm::log(mean) - variance / 2.0 + variance.sqrt() * z)
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "cut to a range that a u64 holds")]
fn micros(time: f64) -> u64 {
    time.clamp(1.0, 1e15) as u64
}

impl Bidder for Standard {
    fn skills(&self, briefing: &Briefing, draws: &mut Draws) -> Skills {
        let cost = Credits::nearest(uniform(self.cost, draws));
        let duration_us = micros(uniform(self.duration_us, draws));
        let capability: Vec<f64> = (0..briefing.skills)
            .map(|_| {
                let able = uniform(self.capability, draws);
                if draws.chance(self.specialist) { 0.0 } else { able }
            })
            .collect();
        Skills { capability, cost, duration_us, capacity: self.capacity }
    }

    fn square(&self) -> bool {
        self.shirks == Shirks::Never && self.next_version.is_none() && self.overclaim == 0.0 && self.underquote == 0.0
    }

    fn begin(&mut self, briefing: &Briefing) {
        self.briefing = Some(briefing.clone());
        self.now = self.margin;
        self.worked = 0;
        self.shirking.clear();
    }

    fn think_us(&mut self, _: &Call, _: &Own<'_>) -> Option<u64> {
        Some(self.think_us)
    }

    fn answer(&mut self, call: &Call, own: &Own<'_>, _: &mut Draws) -> Answer {
        let success = own.success(call.skill);
        if success <= 0.0 {
            return Answer::Refuse(Reason::Ineligible);
        }
        let taken = own.running + if self.overcommits { 0 } else { own.open_bids };
        // What the contract costs it in expectation, work and stake, if it claims the truth; and how often it is paid.
        let cost = own.skills.cost.to_f64() + Self::forfeits(call, success, success);
        let on_delivery = self.briefing.as_ref().is_some_and(|briefing| briefing.on_delivery);
        let paid = if on_delivery && call.terms.pricing != Pricing::Contingent { success } else { 1.0 };
        // Asking what it costs is best where the price does not depend on what is asked.
        let margin = if call.terms.pricing == Pricing::AsBid { self.now } else { 0.0 };
        let price = Credits::nearest(cost * (1.0 + margin) / paid).min(call.max_price);
        // Where the other side could burn all, what it will be left with counts, and not the price.
        let both = self.briefing.as_ref().and_then(|briefing| briefing.deposits);
        let has = both.map_or(price, |deposits| deposits.seller_has(price, true));
        if has < Credits::nearest(cost / paid) {
            return Answer::Refuse(Reason::Price);
        }
        if taken >= own.skills.capacity {
            // Where leaving has a price, a better contract is worth a bid.
            let leaving = call.terms.decommitment;
            let better = |least: Credits| price - own.skills.cost > least + leaving;
            if !leaving.is_positive() || !own.least_profit.is_some_and(better) {
                return Answer::Refuse(Reason::Capacity);
            }
        }
        let confidence = match &self.attack {
            Some(attack) => attack.0.claims(success).clamp(0.0, 1.0),
            None => self.claim(call, success, price.to_f64() * paid - cost),
        };
        Answer::Bid(Offer {
            price,
            eta_us: micros(own.mean_duration_us() * (1.0 - self.underquote)),
            confidence,
            valid_until: own.now.after(self.valid_us),
            alias: None,
        })
    }

    fn work(&mut self, award: &Award, own: &Own<'_>, draws: &mut Draws) -> Work {
        let cost = own.skills.cost;
        let after_us = Some(micros(lognormal(own.mean_duration_us(), draws)));
        let succeeds = draws.chance(own.success(award.skill).min(1.0));
        let deal = self.briefing.as_ref().map(|briefing| Deal {
            tick: own.now.0 / briefing.period_us.max(1),
            left: award.rounds_left.map(u64::from),
            stake: award.price.to_f64() / briefing.unit.to_f64().max(1.0),
            partner: award.manager,
            deals: u64::from(self.worked),
        });
        self.worked += 1;
        let shirks = match self.shirks {
            Shirks::Never => false,
            Shirks::IfItPays => self.shirking_pays(award, own),
            Shirks::AtTheEnd(last) => award.rounds_left.is_some_and(|left| left < last),
            Shirks::After(contracts) => self.worked > contracts,
            Shirks::ByAttack => match (&mut self.attack, deal) {
                (Some(attack), Some(deal)) => !attack.0.serves(&deal, draws),
                _ => false,
            },
        };
        if shirks {
            self.cheated = true;
            if self.briefing.as_ref().is_some_and(|briefing| briefing.pledging.is_some()) {
                self.shirking.retain(|until| *until > own.now);
                self.shirking.extend(after_us.map(|after_us| own.now.after(after_us)));
            }
            return Work { after_us, result: Ok(0), cost: Credits::ZERO };
        }
        Work { after_us, result: if succeeds { Ok(100) } else { Err(Reason::Failure) }, cost }
    }

    fn attack(&mut self) -> Option<&mut (dyn Attack + 'static)> {
        self.attack.as_mut().map(|attack| &mut *attack.0)
    }

    fn may_leave(&self) -> bool {
        self.renames
    }

    fn leaves(&mut self, look: &Look) -> bool {
        match &self.attack {
            Some(attack) => attack.0.leaves(look),
            None => self.renames && std::mem::take(&mut self.cheated),
        }
    }

    fn next_version(&self, briefing: &Briefing, draws: &mut Draws) -> Option<(Tick, Skills)> {
        let (at_us, capability) = self.next_version?;
        let next = Self { capability, ..self.clone() };
        Some((Tick(at_us), next.skills(briefing, draws)))
    }

    fn learn(&mut self, news: News) {
        if self.learns {
            self.now = match news {
                News::Won => self.now * (1.0 + STEP),
                News::Lost => self.now * (1.0 - STEP),
                News::Paid(_) => self.now,
            };
        }
    }
}
