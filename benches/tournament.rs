//! How long a round robin takes, on one core and on all: every match, scored, of the field of the peer's own benchmark.
//! `cargo bench --no-default-features --bench tournament`; `benches/README.md` has the command of the other side.

use comity::a2a::card::JwkSet;
use comity::catalogue::{Place, Table};
use comity::exchange::{TraceBlock, TraceLevel};
use comity::models::{Lab, Recorder, RunCx};
use comity::scenario::{Scenario, assemble};
use comity::table::Cell;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// The program's.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Takes the ranking alone, and counts its rows.
struct Ranking(usize);

impl Recorder for Ranking {
    fn row(&mut self, _: &str, _: &[Cell<'_>]) {
        self.0 += 1;
    }

    fn trace(&mut self, _: &TraceBlock) {}

    fn keys(&mut self, _: &JwkSet) {}

    fn progress(&mut self, _: u64, _: u64) {}

    fn wants(&self, table: &str) -> bool {
        table == "strategies"
    }
}

/// The strategies that the peer does not mark as slow, drawing or not, by its names.
fn scenario(field: &str) -> (usize, Scenario) {
    let agents: Vec<Table> = field
        .split_whitespace()
        .map(|name| {
            let mut agent = Table::default();
            agent.insert("name", name);
            agent.insert("strategy", name);
            agent
        })
        .collect();
    let mut params = Table::default();
    let mut length = Table::default();
    length.insert("known", 200);
    params.insert("length", length);
    params.insert("repetitions", 1);
    let value = assemble("round robin", 1, "tournament", params, agents.clone());
    let read = Scenario::of(value, Place::root(), &[], &Lab::new());
    (agents.len(), read.unwrap_or_else(|faults| panic!("{faults}")))
}

fn round_robin(c: &mut Criterion) {
    let mut group = c.benchmark_group("round robin, 200 rounds");
    for (kind, field) in [
        ("deterministic", include_str!("fields/deterministic.txt")),
        ("stochastic", include_str!("fields/stochastic.txt")),
    ] {
        let (players, scenario) = scenario(field);
        let matches = players * (players + 1) / 2;
        group.throughput(Throughput::Elements(matches as u64)).sample_size(20);
        // As many threads as there are cores where none are named.
        for (threads, on) in [(1, "one core"), (0, "all cores")] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
            group.bench_function(format!("{players} {kind} strategies, {on}"), |bencher| {
                bencher.iter(|| {
                    pool.install(|| {
                        let key = scenario.run_key(0);
                        let mut ranking = Ranking(0);
                        scenario
                            .model
                            .run(&RunCx { key: &key, trace: TraceLevel::Off }, &mut ranking)
                            .expect("it runs");
                        assert_eq!(ranking.0, players);
                    });
                });
            });
        }
    }
    group.finish();
}

criterion_group!(benches, round_robin);
criterion_main!(benches);
