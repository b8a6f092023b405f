//! How long equilibria take, on one core: all of them, one, and those of games with more than two players.

use std::hint::black_box;

use comity::equilibrium::nash::{ExtremeEquilibria, Method, Options, lemke_howson, one, solve};
use comity::exact::Rational;
use comity::game::{NormalForm, Player};
use criterion::{BatchSize, Criterion, criterion_group, criterion_main};

/// Uniform payoffs from -100 to 100: a multiplicative congruence of full period.
struct Numbers(u64);

impl Numbers {
    fn payoff(&mut self) -> Rational {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        Rational::from((self.0 >> 33) as i64 % 201 - 100)
    }

    fn game(&mut self, rows: usize, columns: usize) -> NormalForm {
        let mut table =
            || -> Vec<Vec<Rational>> { (0..rows).map(|_| (0..columns).map(|_| self.payoff()).collect()).collect() };
        let (a, b) = (table(), table());
        NormalForm::bimatrix("random", [""; 0], &a, &b).expect("a game")
    }

    fn many(&mut self, dims: &[usize]) -> NormalForm {
        let players = dims.iter().map(|d| Player::new("p", (0..*d).map(|k| k.to_string()))).collect();
        NormalForm::from_rule("random", players, |p| p.iter().map(|_| self.payoff()).collect()).expect("a game")
    }
}

fn games(count: usize, size: usize) -> Vec<NormalForm> {
    let mut numbers = Numbers(size as u64);
    (0..count).map(|_| numbers.game(size, size)).collect()
}

fn all(c: &mut Criterion) {
    let mut group = c.benchmark_group("all equilibria");
    for (size, samples) in [(3, 100), (6, 100), (8, 50), (10, 20), (12, 10)] {
        let games = games(16, size);
        let mut next = games.iter().cycle();
        group.sample_size(samples);
        group.bench_function(format!("random {size}x{size}"), |bencher| {
            bencher.iter_batched(
                || next.next().expect("endless"),
                |game| ExtremeEquilibria::of(black_box(game), ExtremeEquilibria::DEFAULT_LIMIT).expect("small"),
                BatchSize::SmallInput,
            );
        });
    }
    group.finish();
}

fn two_players(c: &mut Criterion) {
    let mut group = c.benchmark_group("one equilibrium");
    for size in [6, 12] {
        let games = games(16, size);
        let mut next = games.iter().cycle();
        group.bench_function(format!("random {size}x{size}, Lemke-Howson"), |bencher| {
            bencher.iter_batched(
                || next.next().expect("endless"),
                |game| lemke_howson(black_box(game), 0).expect("a label"),
                BatchSize::SmallInput,
            );
        });
    }
    group.finish();
}

fn more_players(c: &mut Criterion) {
    let mut group = c.benchmark_group("more players");
    group.sample_size(10);
    let all = Options { method: Method::All, ..Options::default() };
    for (name, dims) in [("2x2x2", &[2, 2, 2][..]), ("3x3x3", &[3, 3, 3]), ("2x2x2x2", &[2, 2, 2, 2])] {
        let mut numbers = Numbers(dims.len() as u64);
        let games: Vec<NormalForm> = (0..16).map(|_| numbers.many(dims)).collect();
        let mut next = games.iter().cycle();
        group.bench_function(format!("all of random {name}"), |bencher| {
            bencher.iter_batched(
                || next.next().expect("endless"),
                |game| solve(black_box(game), &all).expect("small"),
                BatchSize::SmallInput,
            );
        });
    }
    for (name, dims) in [("2x2x2", &[2, 2, 2][..]), ("3x3x3", &[3, 3, 3]), ("six players, 3 actions each", &[3; 6])] {
        let mut numbers = Numbers(dims.len() as u64);
        let games: Vec<NormalForm> = (0..16).map(|_| numbers.many(dims)).collect();
        let mut next = games.iter().cycle();
        group.bench_function(format!("one of random {name}"), |bencher| {
            bencher.iter_batched(
                || next.next().expect("endless"),
                |game| one(black_box(game)).expect("small"),
                BatchSize::SmallInput,
            );
        });
    }
    group.finish();
}

criterion_group!(benches, all, two_players, more_players);
criterion_main!(benches);
