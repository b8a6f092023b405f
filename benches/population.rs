//! How fast populations change. `cargo bench --no-default-features --bench population`.

use comity::ids::{RunKey, Seed};
use comity::population::{
    Compare, Fitness, Graph, Matrix, MemoryOne, Mixed, Neighbourhood, Placed, Pool, Pooling, Replaced, Tie, Torus, Walk,
};
use comity::sim::{Draws, Purpose, Who};
use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;

fn draws() -> Draws {
    RunKey::derive(Seed(1), 0, "").draws(Who::place("bench", 0), Purpose::Selection)
}

fn matrix(cells: [[f64; 2]; 2]) -> Matrix {
    Matrix::new(&cells.map(|row| row.to_vec())).expect("a table")
}

/// One generation of the 200 x 200 torus of Nowak & May 1992: by bytes, and by the graph that is the reference.
fn nowak_may(c: &mut Criterion) {
    let matrix = matrix([[1.0, 0.0], [1.85, 0.0]]);
    let mut source = draws();
    let cells: Vec<u8> = (0..40_000).map(|_| u8::from(source.chance(0.1))).collect();
    let mut torus = Torus::new(&matrix, (200, 200), Neighbourhood::Moore, true, Tie::Keep, &cells).expect("a torus");
    c.bench_function("nowak-may 200x200, one generation", |b| {
        b.iter(|| {
            torus.step();
            black_box(&torus);
        });
    });
    let graph = Graph::lattice(200, 200, Neighbourhood::Moore, true);
    let mut placed = Placed::new(&matrix, Pooling::Sum, true, [&graph, &graph], cells);
    c.bench_function("nowak-may 200x200 as a graph, one generation", |b| {
        b.iter(|| placed.imitate_all(Tie::Keep, 0.0, &mut source));
    });
}

fn well_mixed(c: &mut Criterion) {
    let advantage = matrix([[1.1, 1.1], [1.0, 1.0]]);
    let fitness = Fitness::Linear { weight: 1.0 };
    let mut source = draws();
    let walk = Walk::moran(&advantage, 10_000, Pooling::Mean, fitness, Replaced::Anyone).expect("it moves");
    c.bench_function("moran N = 10,000: one population from half to its end", |b| {
        b.iter(|| walk.walk(5000, f64::INFINITY, &mut source));
    });
    c.bench_function("moran N = 10,000: a hundred populations from one mutant", |b| {
        b.iter(|| (0..100).filter(|_| walk.walk(1, f64::INFINITY, &mut source).first == Some(true)).count());
    });
    let hawks = matrix([[-1.0, 2.0], [0.0, 1.0]]);
    let mut million = Mixed::new(&hawks, Pooling::Mean, vec![400_000, 600_000]);
    let rule = Compare::Fermi { intensity: 1.0 };
    c.bench_function("a million members: 1000 comparisons with mutation", |b| {
        b.iter(|| (0..1000).for_each(|_| million.compare(rule, 0.001, &mut source)));
    });
}

fn on_graphs(c: &mut Criterion) {
    let dilemma = matrix([[1.0, 0.0], [1.6, 0.0]]);
    let mut source = draws();
    let graph = Graph::scale_free(10_000, 2, &mut source);
    let first: Vec<u8> = (0..10_000).map(|_| u8::from(source.chance(0.5))).collect();
    let mut placed = Placed::new(&dilemma, Pooling::Sum, false, [&graph, &graph], first);
    c.bench_function("scale-free N = 10,000: one generation of proportional imitation", |b| {
        b.iter(|| placed.compare_all(Compare::Proportional { scale: 1.6 }, 0.001, &mut source));
    });
    let donation = matrix([[4.0, -1.0], [5.0, 0.0]]);
    let torus = Graph::lattice(10, 10, Neighbourhood::VonNeumann, true);
    let mut hundred = Placed::new(&donation, Pooling::Mean, false, [&torus, &torus], (0..100).map(|k| k % 2).collect());
    c.bench_function("torus N = 100: 1000 death-birth steps with mutation", |b| {
        b.iter(|| {
            for _ in 0..1000 {
                hundred.death_birth(Fitness::Linear { weight: 0.01 }, Replaced::Other, 0.01, &mut source);
            }
        });
    });
}

fn mutants(c: &mut Criterion) {
    let mut source = draws();
    c.bench_function("memory-one pool: 1000 generations with a newcomer every 100", |b| {
        b.iter(|| {
            let mut pool = Pool::new([3.0, 0.0, 5.0, 1.0], 0.001);
            for generation in 0..1000 {
                if generation % 100 == 0 {
                    pool.add(MemoryOne([0; 4].map(|_| source.uniform())), 0.0011);
                }
                pool.grow();
                pool.prune(0.001);
            }
            pool.members().len()
        });
    });
}

criterion_group!(benches, nowak_may, well_mixed, on_graphs, mutants);
criterion_main!(benches);
