//! Exact optima over the correlated equilibria of random games, on one core.

use comity::equilibrium::correlated::{Concept, Objective, Problem};
use comity::exact::Rational;
use comity::game::NormalForm;
use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;

/// A game of two players with payoffs from 0 to 100, by a fixed congruence.
fn random_game(actions: usize, seed: u64) -> NormalForm {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        Rational::from(i64::try_from((state >> 33) % 101).expect("at most 100"))
    };
    let mut table = || -> Vec<Vec<Rational>> { (0..actions).map(|_| (0..actions).map(|_| next()).collect()).collect() };
    let (row, column) = (table(), table());
    NormalForm::bimatrix("random", [""; 0], &row, &column).expect("a game")
}

fn optima(c: &mut Criterion) {
    let mut group = c.benchmark_group("welfare-optimal correlated equilibrium");
    group.sample_size(10);
    for actions in [2, 4, 6, 10, 20] {
        let game = random_game(actions, 1);
        let problem = Problem::new(&game, Concept::Correlated, Objective::MaxWelfare);
        group.bench_function(format!("{actions} x {actions}"), |bencher| {
            bencher.iter(|| black_box(&problem).solve().expect("an equilibrium").value);
        });
    }
    group.finish();
}

criterion_group!(benches, optima);
criterion_main!(benches);
