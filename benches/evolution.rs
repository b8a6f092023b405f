//! The time of analytic answers about evolution, on one core.

use comity::equilibrium::evolution::{
    AdaptivePlay, Flow, Invasion, Payoffs, Process, rest_points, small_mutation, with_mutation,
};
use comity::exact::Rational;
use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;

fn payoffs(cells: &[&[i64]]) -> Payoffs {
    let row = |row: &&[i64]| row.iter().map(|x| Rational::from(*x)).collect();
    Payoffs::new(&cells.iter().map(row).collect::<Vec<_>>()).expect("a table")
}

/// A table of small whole payoffs without a pattern.
fn scattered(n: usize) -> Payoffs {
    let cell = |k: usize| Rational::from(i64::try_from(k * 7919 % 31).expect("small"));
    let table: Vec<Vec<Rational>> = (0..n).map(|i| (0..n).map(|j| cell(i * n + j + 1)).collect()).collect();
    Payoffs::new(&table).expect("a table")
}

fn evolution(c: &mut Criterion) {
    let mut group = c.benchmark_group("evolution");
    let stag_hunt = payoffs(&[&[4, 0], &[3, 2]]);
    let invasion = Invasion::of(&stag_hunt, 0, 1);
    group.bench_function("fixation, Fermi, N = 200", |b| {
        b.iter(|| black_box(&invasion).fermi(black_box(200), black_box(1.0)).expect("in range"));
    });
    let tenth = Rational::new(1, 10);
    group.bench_function("fixation, Moran, N = 200", |b| {
        b.iter(|| black_box(&invasion).moran_linear(black_box(200), &tenth).expect("in range"));
    });
    let ten = scattered(10);
    let process = Process::Fermi { population: 100, beta: 1.0 };
    group.bench_function("rare mutants, 10 strategies, N = 100", |b| {
        b.iter(|| small_mutation(black_box(&ten), &process).expect("in range"));
    });
    group.bench_function("with mutation, stationary, N = 200", |b| {
        b.iter(|| with_mutation(black_box(&stag_hunt), 200, 1.0, 0.01).expect("in range").stationary());
    });
    let cycle = payoffs(&[&[2, 1, 4], &[4, 2, 1], &[1, 4, 2]]);
    group.bench_function("rest points, 3 strategies", |b| {
        b.iter(|| rest_points(black_box(&cycle)).expect("few strategies"));
    });
    let eight = scattered(8);
    group.bench_function("rest points, 8 strategies", |b| {
        b.iter(|| rest_points(black_box(&eight)).expect("few strategies"));
    });
    let flow = Flow::replicator(&cycle);
    group.bench_function("replicator path, 3 strategies, to t = 50", |b| {
        b.iter(|| flow.at(black_box(&[0.5, 0.3, 0.2]), &[50.0]).expect("a path"));
    });
    let young = payoffs(&[&[6, 0, 0], &[5, 7, 5], &[0, 5, 8]]);
    group.bench_function("adaptive play, 3 actions", |b| {
        b.iter(|| AdaptivePlay::of(black_box(&young)).expect("coordination"));
    });
    let row =
        |i: i64| (0..5).map(|j| Rational::from(if i == j { 20 + i } else { (i * 5 + j + 1) * 17 % 13 })).collect();
    let five = Payoffs::new(&(0..5).map(row).collect::<Vec<_>>()).expect("a table");
    group.bench_function("adaptive play, 5 actions", |b| {
        b.iter(|| AdaptivePlay::of(black_box(&five)).expect("coordination"));
    });
    group.finish();
}

criterion_group!(benches, evolution);
criterion_main!(benches);
