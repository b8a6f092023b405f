//! A2A tasks a second of a traced run, to a file on disk, on one core.

use comity::exchange::TraceLevel;
use comity::models::{Lab, RunCx};
use comity::scenario::Scenario;
use comity::store::RunRecorder;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::fs::File;
use std::io::BufWriter;

/// Four agents in a round robin: six matches of this many rounds, two tasks each.
const ROUNDS: u64 = 1_000;
const TASKS: u64 = 6 * ROUNDS * 2;

const AGENTS: [&str; 4] = ["tit_for_tat", "gtft", "gradual", "end_game"];

fn scenario(trace: &str) -> String {
    let agents: Vec<String> =
        AGENTS.iter().map(|name| format!("[[agents]]\nname = \"{name}\"\nstrategy = \"{name}\"\n")).collect();
    format!(
        "schema = 1\ntitle = \"Traced\"\nseed = 1\n[model.repeated]\ngame = \"axelrod\"\nlength = {{ known = {ROUNDS} }}\n\
         [output]\ntrace = \"{trace}\"\n{}",
        agents.join("")
    )
}

fn tasks_per_second(c: &mut Criterion) {
    let lab = Lab::new();
    let dir = tempfile::tempdir().expect("a directory");
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a pool");
    let mut group = c.benchmark_group("tasks");
    group.throughput(Throughput::Elements(TASKS)).sample_size(10);
    for (name, level) in [("off", TraceLevel::Off), ("tasks", TraceLevel::Tasks), ("wire", TraceLevel::Wire)] {
        let scenario = Scenario::read(&scenario(name), "traced.toml", &[], &lab).expect("a scenario");
        let key = scenario.run_key(0);
        group.bench_function(format!("trace {name}"), |bencher| {
            bencher.iter(|| {
                pool.install(|| {
                    let file = File::create(dir.path().join("trace.jsonl")).expect("a file");
                    let mut progress = |_, _| {};
                    let out = BufWriter::with_capacity(1 << 20, file);
                    let mut recorder = RunRecorder::new(&*scenario.model, out, &mut progress);
                    scenario.model.run(&RunCx { key: &key, trace: level }, &mut recorder).expect("a run");
                    recorder.finish().expect("a trace").trace.lines
                })
            });
        });
    }
    group.finish();
}

criterion_group!(benches, tasks_per_second);
criterion_main!(benches);
