//! Learning steps a second of teams that train on boards of level-based foraging, on one core.
//!
//! A learning step is one step of the board in which every agent perceives, acts and learns; with two agents it has two updates. Boards,
//! spawns and exploration are part of it.

use comity::ids::{RunKey, Seed};
use comity::models::Lab;
use comity::models::RunCx;
use comity::scenario::Scenario;
use comity::store::RunRecorder;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// Steps of a course: episodes of exactly fifty steps, since nobody can lift anything by staying.
const EPISODES: u64 = 400;
const STEPS: u64 = 50;

fn scenario(learner: &str, view: &str, field: &str) -> Scenario {
    let text = format!(
        "schema = 1\ntitle = \"bench\"\n[model.foraging]\nfield = \"{field}\"\nview = \"{view}\"\nlearner = \"{learner}\"\n\
         episodes = {EPISODES}\nrepetitions = 1\nevaluations = 1\nevaluation_episodes = 1\nreruns = 1\nshown = \"load\"\n"
    );
    Scenario::read(&text, "bench", &[], &Lab::new()).unwrap_or_else(|faults| panic!("{faults}"))
}

fn learning_steps(c: &mut Criterion) {
    let mut group = c.benchmark_group("training");
    // Exploring at random, two agents on 8x8 lift both foods in so few episodes that nearly all take all their steps.
    group.throughput(Throughput::Elements(EPISODES * STEPS)).sample_size(10);
    for (name, learner, view) in [
        ("independent Q, table of focus", "independent_q(epsilon_end=1)", "focus"),
        ("independent Q, table of all", "independent_q(epsilon_end=1)", "whole"),
        ("value decomposition, table of focus", "value_decomposition(epsilon_end=1)", "focus"),
        ("independent Q, tiles", "independent_q(epsilon_end=1)", "tiles"),
    ] {
        let scenario = scenario(learner, view, "Foraging-8x8-2p-2f-coop-v3");
        let key: RunKey = RunKey::derive(Seed(1), 0, "");
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                let mut progress = |_: u64, _: u64| {};
                let mut recorder = RunRecorder::new(&*scenario.model, std::io::sink(), &mut progress);
                let cx = RunCx { key: &key, trace: comity::exchange::TraceLevel::Off };
                scenario.model.run(&cx, &mut recorder).expect("it runs");
                recorder.finish().expect("nothing is written")
            });
        });
    }
    group.finish();
}

criterion_group!(benches, learning_steps);
criterion_main!(benches);
