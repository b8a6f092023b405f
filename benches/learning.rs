//! Action updates a second of learning rules, on one core: an update is one action's regret, weight or value brought up to
//! date after a round.

use comity::catalogue::{Place, Value};
use comity::exact::Rational;
use comity::game::NormalForm;
use comity::ids::{PlayerId, RunKey, Seed};
use comity::learner::{self, Feedback, Learner, Meeting, Seat};
use comity::sim::{Draws, Purpose, Who};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;

const ACTIONS: usize = 4;
const ROUNDS: u32 = 100_000;

/// Two players with four actions each.
fn seats() -> [Seat; 2] {
    let table = |of: usize| -> Vec<Vec<Rational>> {
        let payoff = |row: usize, column: usize| (7 * row + 5 * column + 3 * of * row * column) % 11;
        let cell = |row, column| Rational::from(i64::try_from(payoff(row, column)).expect("small"));
        (0..ACTIONS).map(|row| (0..ACTIONS).map(|column| cell(row, column)).collect()).collect()
    };
    let game = NormalForm::bimatrix("g", ["a", "b", "c", "d"], &table(1), &table(2)).expect("a game");
    [0, 1].map(|player| Seat::of(&game, PlayerId(player)))
}

fn rule(call: &str) -> Box<dyn Learner> {
    let catalogue = learner::catalogue();
    let spec = catalogue.resolve(&Value::from(call), &Place::root()).expect("a rule");
    catalogue.build(&spec, &()).expect("a rule")
}

fn play(learners: &mut [Box<dyn Learner>; 2], seats: &[Seat; 2], draws: &mut [Draws; 2]) -> usize {
    let mut sum = 0;
    for _ in 0..ROUNDS {
        let actions = [0, 1].map(|k| learners[k].choose(&mut draws[k]));
        for k in 0..2 {
            let (own, other) = (actions[k], actions[1 - k]);
            let payoffs = seats[k].row(other);
            let context = u32::try_from(other).expect("small");
            let seen = [Meeting { context, times: 1, payoff: payoffs[own], peer: 0.0 }];
            learners[k].learn(&Feedback { action: Some(own), payoff: payoffs[own], payoffs, seen: &seen });
            sum += own;
        }
    }
    sum
}

fn updates_per_second(c: &mut Criterion) {
    let seats = seats();
    let key = RunKey::derive(Seed(1), 0, "");
    let mut group = c.benchmark_group("updates");
    group.throughput(Throughput::Elements(u64::from(ROUNDS) * 2 * ACTIONS as u64));
    for call in ["regret_matching", "conditional_regret_matching", "hedge", "fictitious_play", "boltzmann_q"] {
        group.bench_function(call, |b| {
            b.iter(|| {
                let mut draws = ["a", "b"].map(|name| key.draws(Who::agent(name), Purpose::Choice));
                let mut learners = [rule(call), rule(call)];
                for k in 0..2 {
                    learners[k].begin(&seats[k], &mut draws[k]);
                }
                black_box(play(&mut learners, &seats, &mut draws))
            });
        });
    }
    group.finish();
}

criterion_group!(benches, updates_per_second);
criterion_main!(benches);
