//! Environment steps a second of level-based foraging on one core: a thousand boards side by side, ended ones begun anew.
//!
//! A step is one of a whole board: all its agents act. Actions are uniform and drawn before, so that the environment alone is
//! measured; spawns are part of it.

use comity::ids::{RunKey, Seed};
use comity::models::foraging::{Action, Config, End, Field, Mode, Policy, Report};
use comity::sim::{Draws, Purpose, Who};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;

const BOARDS: usize = 1024;
const STEPS: usize = 50;

fn streams(name: &str) -> Vec<Draws> {
    let key = RunKey::derive(Seed(1), 0, "");
    let stream = |board| key.draws(Who { place: "foraging", repetition: board, name }, Purpose::Choice);
    (0..BOARDS as u64).map(stream).collect()
}

/// Boards in the middle of their episodes, with the actions of the next steps.
struct Bench {
    field: Field,
    spawns: Vec<Draws>,
    actions: Vec<Vec<Action>>,
    report: Report,
}

impl Bench {
    fn new(config: Config) -> Self {
        let agents = config.agents;
        let mut field = Field::new(config.check().expect("a field").into(), BOARDS);
        let mut spawns = streams("field");
        field.spawn_all(&mut spawns);
        let mut choice = streams("choice").swap_remove(0);
        let joint = |_| (0..BOARDS * agents).map(|_| Action::ALL[choice.index(6)]).collect();
        Self { field, spawns, actions: (0..STEPS).map(joint).collect(), report: Report::default() }
    }

    /// Steps of all boards; `see` gets the field after each.
    fn steps(&mut self, mut see: impl FnMut(&Field)) {
        for actions in &self.actions {
            self.field.step_all(actions, &mut self.report);
            for (board, draws) in self.spawns.iter_mut().enumerate() {
                if self.report.ends[board] != End::Running {
                    self.field.spawn(board, draws);
                }
            }
            see(&self.field);
        }
        black_box(&self.report);
    }
}

fn config(id: &str) -> Config {
    Config::from_id(id).expect("an id")
}

fn steps_per_second(c: &mut Criterion) {
    let mut group = c.benchmark_group("foraging");
    group.throughput(Throughput::Elements((BOARDS * STEPS) as u64)).sample_size(20);
    for (name, config) in [
        ("v3, 8x8-2p-2f", config("Foraging-8x8-2p-2f-v3")),
        ("strict, 8x8-2p-2f", Config { mode: Mode::Strict, ..config("Foraging-8x8-2p-2f-v3") }),
        ("v3, 15x15-4p-5f", config("Foraging-15x15-4p-5f-v3")),
    ] {
        let mut bench = Bench::new(config.clone());
        group.bench_function(format!("{name}, steps"), |bencher| bencher.iter(|| bench.steps(|_| {})));
        let mut bench = Bench::new(config);
        let (agents, length) = (bench.field.rules().config().agents, bench.field.rules().observation_len());
        let mut observed = vec![0f32; BOARDS * agents * length];
        group.bench_function(format!("{name}, steps with vector observations"), |bencher| {
            bencher.iter(|| {
                bench.steps(|field| {
                    for (board, numbers) in observed.chunks_exact_mut(agents * length).enumerate() {
                        let board = field.board(board);
                        for (agent, numbers) in numbers.chunks_exact_mut(length).enumerate() {
                            board.observe(agent, numbers);
                        }
                    }
                });
                black_box(&observed);
            });
        });
    }
    let mut bench = Bench::new(config("Foraging-8x8-2p-2f-v3"));
    let mut choices = streams("greedy");
    let mut actions = vec![Action::None; BOARDS * 2];
    group.bench_function("v3, 8x8-2p-2f, steps with greedy agents", |bencher| {
        bencher.iter(|| {
            for _ in 0..STEPS {
                for (board, actions) in actions.chunks_exact_mut(2).enumerate() {
                    Policy::Greedy.act_all(&bench.field.board(board), &mut choices[board], actions);
                }
                bench.field.step_all(&actions, &mut bench.report);
                for (board, draws) in bench.spawns.iter_mut().enumerate() {
                    if bench.report.ends[board] != End::Running {
                        bench.field.spawn(board, draws);
                    }
                }
            }
        });
    });
    group.finish();
}

criterion_group!(benches, steps_per_second);
criterion_main!(benches);
