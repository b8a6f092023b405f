//! Ratings a second of the trust models, on one core, and how long global trust takes.

use comity::catalogue::{Place, Value};
use comity::ids::{AgentId, RunKey, Seed};
use comity::reputation::donation::{Donations, Norm, NormName, play};
use comity::reputation::{self, Grade, Information, Rating, Reputation};
use comity::sim::{Draws, Purpose, Who};
use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;

const AGENTS: u64 = 10_000;
const RATINGS: usize = 100_000;

fn draws(name: &str) -> Draws {
    RunKey::derive(Seed(1), 0, "").draws(Who::agent(name), Purpose::Choice)
}

fn model(call: &str) -> Box<dyn Reputation> {
    let models = reputation::catalogue();
    let spec = models.resolve(&Value::from(call), &Place::root()).expect("a model");
    models.build(&spec, &()).expect("a model")
}

/// Ratings of random pairs, nine in ten good, ten a period.
fn ratings() -> Vec<Rating> {
    let mut draws = draws("ratings");
    let mut agent = || AgentId(u32::try_from(draws.below(AGENTS)).expect("below 10,000"));
    let pairs: Vec<(AgentId, AgentId)> = (0..RATINGS).map(|_| (agent(), agent())).collect();
    pairs
        .into_iter()
        .enumerate()
        .map(|(k, (rater, ratee))| Rating::new(k as u64 / 10, rater, ratee, Grade::of(draws.chance(0.9))))
        .collect()
}

/// Takes the ratings into a model that has taken them once: its tables are as large as they get.
fn observe(c: &mut Criterion) {
    let ratings = ratings();
    let mut group = c.benchmark_group("ratings");
    group.throughput(Throughput::Elements(RATINGS as u64)).sample_size(20);
    let calls = [
        "ebay",
        "beta(forgetting=0.99)",
        "beta_value",
        "subjective_logic",
        "eigentrust",
        "peertrust_tvm",
        "fire",
        "travos",
        "image_scoring",
        "leading_eight",
    ];
    for call in calls {
        let mut model = model(call);
        let mut draws = draws(call);
        ratings.iter().for_each(|rating| model.observe(rating, &mut draws));
        group.bench_function(call, |bencher| {
            bencher.iter(|| ratings.iter().for_each(|rating| model.observe(black_box(rating), &mut draws)));
        });
    }
    group.finish();
}

/// What an asker is told of a ratee after all ratings.
fn score(c: &mut Criterion) {
    let ratings = ratings();
    let mut group = c.benchmark_group("scores");
    group.throughput(Throughput::Elements(1000)).sample_size(20);
    for call in ["beta", "subjective_logic", "fire", "travos", "peertrust_psm"] {
        let mut model = model(call);
        let mut draws = draws(call);
        ratings.iter().for_each(|rating| model.observe(rating, &mut draws));
        model.settle(RATINGS as u64 / 10);
        group.bench_function(call, |bencher| {
            bencher.iter(|| ratings[..1000].iter().map(|pair| model.score(pair.rater, pair.ratee)).sum::<f64>());
        });
    }
    group.finish();
}

/// Trust of all 10,000 agents from 100,000 pairs.
fn settle(c: &mut Criterion) {
    let ratings = ratings();
    let mut group = c.benchmark_group("settle");
    group.sample_size(10);
    for call in ["eigentrust(pretrusted=[0, 1, 2], epsilon=1e-6)", "peertrust_tvm"] {
        let mut model = model(call);
        let mut draws = draws(call);
        ratings.iter().for_each(|rating| model.observe(rating, &mut draws));
        group.bench_function(call, |bencher| {
            bencher.iter_batched_ref(|| model.clone(), |model| model.settle(0), BatchSize::LargeInput);
        });
    }
    group.finish();
}

/// Meetings a second of fifty agents that live by stern judging.
fn meetings(c: &mut Criterion) {
    let mut group = c.benchmark_group("meetings");
    group.throughput(Throughput::Elements(10_000)).sample_size(20);
    for (name, information) in [("public", Information::public(0.05)), ("private", Information::private(0.9, 0.05))] {
        let norm = Norm::named(NormName::Leading(6));
        let population = Donations { agents: 50, warm_up: 0, meetings: 10_000, norm, information };
        group.bench_function(name, |bencher| bencher.iter(|| play(&population, &mut draws(name))));
    }
    group.finish();
}

criterion_group!(benches, observe, score, settle, meetings);
criterion_main!(benches);
