//! The managers that there are: how bids are weighed, what the winner is paid, and what it stakes on its claim.

use super::buyer::{Buyer, Choice, Considered, Job, Winner};
use super::score::{Weighed, Weights, score};
use super::words::{Call, Pricing, Terms};
use crate::catalogue::{Catalogue, Entry, Field, Kind, Params, Schema};
use crate::contract::Credits;
use crate::error::Faults;
use crate::ids::AgentId;
use std::cmp::Ordering;
use std::sync::Arc;

/// The managers that there are.
pub fn catalogue() -> Catalogue<dyn Buyer> {
    Catalogue::new(vec![ENTRIES])
}

/// Weighs bids by [`score`]; the variants differ in prices and stakes alone.
#[derive(Clone, Debug)]
struct Scoring {
    /// `time` is the price of a second of lateness.
    weights: Weights<f64>,
    pricing: Pricing,
    per_claim: Credits,
    score_scale: Credits,
    decommitment: Credits,
    /// The least score of a winner.
    least: f64,
    /// How often it calls again at most, how many it keeps, and how far it presses the price.
    again: u32,
    keep: usize,
    press: f64,
}

impl Scoring {
    fn read(params: &Params) -> Self {
        Self {
            weights: Weights {
                value: params.number("value_weight"),
                time: params.number("time_weight"),
                risk: params.number("risk_weight"),
                lambda: 0.0,
            },
            pricing: Pricing::AsBid,
            per_claim: Credits::ZERO,
            score_scale: Credits::ZERO,
            decommitment: Credits(params.integer("decommitment")),
            least: params.number("least_score"),
            again: 0,
            keep: 0,
            press: 0.0,
        }
    }

    fn weigh(&self, job: &Job, bid: &Considered) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "times far below 2^53 us")]
        let lateness = bid.offer.eta_us.saturating_sub(job.due_us) as f64 / 1e6;
        score(
            &self.weights,
            &Weighed {
                value: job.value.to_f64(),
                price: bid.offer.price.to_f64(),
                confidence: bid.offer.confidence,
                reputation: bid.reputation,
                lateness,
            },
        )
    }

    /// Places of bids, best first; equals in the seeded order.
    fn ranked(&self, job: &Job, bids: &[Considered], order: &dyn Fn(AgentId) -> u64) -> Vec<(usize, f64)> {
        let mut ranked: Vec<(usize, f64)> = (0..bids.len())
            .map(|place| {
                let bid = &bids[place];
                let worth = match self.pricing {
                    Pricing::AsBid => self.weigh(job, bid),
                    Pricing::Second => -bid.offer.price.to_f64(),
                    Pricing::Contingent => job.value.to_f64() * bid.offer.confidence - bid.offer.price.to_f64(),
                };
                (place, worth)
            })
            .collect();
        ranked.sort_by(|(a, x), (b, y)| {
            y.partial_cmp(x)
                .unwrap_or(Ordering::Equal)
                .then_with(|| order(bids[*a].bidder).cmp(&order(bids[*b].bidder)))
        });
        let least = match self.pricing {
            Pricing::AsBid => self.least,
            Pricing::Second => f64::NEG_INFINITY,
            // Only what is worth something is bought.
            Pricing::Contingent => f64::MIN_POSITIVE,
        };
        ranked.retain(|(_, worth)| *worth >= least);
        ranked
    }
}

impl Buyer for Scoring {
    fn terms(&self, _: &Job) -> Terms {
        Terms {
            fixed: Credits::ZERO,
            per_claim: self.per_claim,
            score_scale: self.score_scale,
            decommitment: self.decommitment,
            pricing: self.pricing,
        }
    }

    fn choose(&mut self, job: &Job, call: &Arc<Call>, bids: &[Considered], order: &dyn Fn(AgentId) -> u64) -> Choice {
        let ranked = self.ranked(job, bids, order);
        if call.round <= self.again && ranked.len() > 1 {
            let keep: Vec<usize> = ranked.iter().take(self.keep).map(|(place, _)| *place).collect();
            let cheapest = keep.iter().map(|place| bids[*place].offer.price).min().unwrap_or(call.max_price);
            let pressed = Credits::nearest(cheapest.to_f64() * (1.0 - self.press));
            // Nobody is left if the price is pressed too far; the last bids would be lost with it.
            return Choice::Again { keep, max_price: pressed.min(call.max_price) };
        }
        let winners = ranked.iter().take(job.awards as usize).enumerate().map(|(rank, (place, _))| {
            let offer = &bids[*place].offer;
            let next = ranked.get(rank.max(job.awards as usize - 1) + 1);
            let (price, stake) = match self.pricing {
                Pricing::AsBid => (offer.price, Credits::ZERO),
                Pricing::Second => (next.map_or(call.max_price, |(place, _)| bids[*place].offer.price), Credits::ZERO),
                Pricing::Contingent => {
                    let others = Credits::nearest(next.map_or(0.0, |(_, worth)| worth.max(0.0)));
                    (job.value - others, others)
                }
            };
            Winner {
                place: *place,
                price,
                deposit: call.terms.deposit(offer.confidence) + stake,
                lost_on_failure: call.terms.lost(offer.confidence, false) + stake,
                lost_on_success: call.terms.lost(offer.confidence, true),
            }
        });
        Choice::Award(winners.collect())
    }
}

fn common() -> Vec<Field> {
    let weight = Kind::Number { min: 0.0, max: 1e9 };
    vec![
        Field::with_default("value_weight", weight.clone(), 1.0, "The weight of what success is worth."),
        Field::with_default("time_weight", weight.clone(), 0.0, "The price of a second after the due time.")
            .unit("credits"),
        Field::with_default("risk_weight", weight, 0.0, "The price of doubt in the bidder.").unit("credits"),
        Field::with_default("least_score", Kind::NUMBER, 0.0, "The least score of a winner.").unit("credits"),
        Field::with_default(
            "decommitment",
            Kind::Integer { min: 0, max: 1_000_000_000 },
            0i64,
            "What leaving a contract for a better one costs; with 0 nobody may.",
        )
        .unit("credits"),
    ]
}

fn with(mut own: Vec<Field>) -> Schema {
    own.extend(common());
    Schema::of(own)
}

fn scale(doc: &'static str) -> Field {
    Field::with_default("scale", Kind::Integer { min: 0, max: 1_000_000_000 }, 50i64, doc).unit("credits")
}

fn boxed(buyer: Scoring) -> Result<Box<dyn Buyer>, Faults> {
    Ok(Box::new(buyer))
}

const ENTRIES: &[Entry<dyn Buyer>] = &[
    Entry {
        key: "naive",
        title: "Naive score",
        aliases: &["by claims"],
        about: "Takes bids by what they claim: worth times confidence, less price, lateness and doubt.",
        source: "Smith 1980, IEEE Trans. Computers C-29:1104",
        facets: (),
        params: || with(vec![]),
        build: |params, _| boxed(Scoring::read(params)),
    },
    Entry {
        key: "discounted",
        title: "Reputation-discounted score",
        aliases: &["by reputation"],
        about: "As the naive score, with lambda times reputation and 1 - lambda times the claim as confidence.",
        source: "Josang & Ismail 2002, Bled eConference",
        facets: (),
        params: || {
            with(vec![Field::with_default(
                "lambda",
                Kind::Probability,
                0.5,
                "The weight of reputation against the claim.",
            )])
        },
        build: |params, _| {
            let scoring = Scoring::read(params);
            boxed(Scoring {
                weights: Weights { lambda: params.number("lambda"), ..scoring.weights.clone() },
                ..scoring
            })
        },
    },
    Entry {
        key: "second_price",
        title: "Second-price award",
        aliases: &["vickrey"],
        about: "The lowest price wins and is paid the second lowest, or the most that is paid if it is alone.",
        source: "Vickrey 1961, J. Finance 16:8",
        facets: (),
        params: || with(vec![]),
        build: |params, _| boxed(Scoring { pricing: Pricing::Second, ..Scoring::read(params) }),
    },
    Entry {
        key: "contingent",
        title: "Execution-contingent payment",
        aliases: &["execution contingent"],
        about: "The best bid wins and is paid on success what that is worth less what the best other bid was worth; it \
                loses the latter on failure, so that claiming the truth is best.",
        source: "Porter, Ronen, Shoham & Tennenholtz 2008, Artificial Intelligence 172:1783",
        facets: (),
        params: || with(vec![]),
        build: |params, _| boxed(Scoring { pricing: Pricing::Contingent, ..Scoring::read(params) }),
    },
    Entry {
        key: "scored_claim",
        title: "Brier-scored confidence",
        aliases: &["brier"],
        about: "As the naive score; of a stake, scale times the squared error of the claim is lost.",
        source: "Brier 1950, Monthly Weather Review 78:1",
        facets: (),
        params: || with(vec![scale("What is lost at an error of 1.")]),
        build: |params, _| boxed(Scoring { score_scale: Credits(params.integer("scale")), ..Scoring::read(params) }),
    },
    Entry {
        key: "claim_deposit",
        title: "Deposit scaled by the claim",
        aliases: &["deposit by claim"],
        about: "As the naive score; the winner stakes scale times its claim and loses that on failure.",
        source: "Spence 1973, Quarterly J. Economics 87:355",
        facets: (),
        params: || with(vec![scale("What a claim of 1 stakes.")]),
        build: |params, _| boxed(Scoring { per_claim: Credits(params.integer("scale")), ..Scoring::read(params) }),
    },
    Entry {
        key: "iterated",
        title: "Iterated contract net",
        aliases: &["haggler"],
        about: "Calls the best bidders again, with the cheapest price that it has, pressed further, as the most it pays; \
                then takes the best.",
        source: "FIPA 2002, SC00030H Iterated Contract Net Interaction Protocol",
        facets: (),
        params: || {
            with(vec![
                Field::with_default(
                    "rounds",
                    Kind::Integer { min: 1, max: 1000 },
                    2i64,
                    "How many rounds there are at most.",
                ),
                Field::with_default("keep", Kind::Integer { min: 1, max: 1000 }, 3i64, "How many are called again."),
                Field::with_default(
                    "press",
                    Kind::Number { min: 0.0, max: 1.0 },
                    0.0,
                    "How much less it then pays, as a share.",
                ),
            ])
        },
        build: |params, _| {
            boxed(Scoring {
                again: u32::try_from(params.integer("rounds") - 1).expect("the schema bounds it"),
                keep: params.count("keep"),
                press: params.number("press"),
                ..Scoring::read(params)
            })
        },
    },
];
