//! Rounds a second of the match engine and of its short cuts, on one core.

use comity::catalogue::{Place, Value};
use comity::exact::Rational;
use comity::game::NormalForm;
use comity::ids::{PlayerId, RunKey, Seed};
use comity::play::{Length, Match, Rules, Seat, find_cycle, play, play_chain, play_tables};
use comity::strategy::{self, Automaton, Strategy};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use std::sync::Arc;

const ROUNDS: u32 = 1_000_000;

fn rules(rounds: u32) -> Rules {
    let q = |n: i64| Rational::from(n);
    let table = [vec![q(3), q(0)], vec![q(5), q(1)]];
    let game = NormalForm::symmetric("axelrod", ["C", "D"], &table).expect("a game");
    Rules::new(Arc::new(game), Length::Unknown(rounds))
}

fn strategy(call: &str) -> Box<dyn Strategy> {
    let catalogue = strategy::catalogue();
    let spec = catalogue.resolve(&Value::from(call), &Place::root()).expect("a strategy");
    catalogue.build(&spec, &catalogue).expect("a strategy")
}

fn automaton(call: &str, rules: &Rules) -> Automaton {
    strategy(call).automaton(&rules.told(PlayerId(0))).expect("a finite strategy")
}

fn count(counts: &mut [u64; 4]) -> impl FnMut(u16) + '_ {
    |profile| counts[usize::from(profile & 3)] += 1
}

fn rounds_per_second(c: &mut Criterion) {
    let rules = rules(ROUNDS);
    let key = RunKey::derive(Seed(1), 0, "");
    let spec = Match { rules: &rules, key: &key, place: "a|b", repetition: 0 };
    let mut group = c.benchmark_group("rounds");
    group.throughput(Throughput::Elements(u64::from(ROUNDS))).sample_size(20);

    for pair in [["tit_for_tat", "cycler_ccd"], ["win_stay_lose_shift", "forgetful_grudger"]] {
        let (a, b) = (automaton(pair[0], &rules), automaton(pair[1], &rules));
        group.bench_function(format!("tables, {} v {}", pair[0], pair[1]), |bencher| {
            bencher.iter(|| {
                let mut counts = [0; 4];
                play_tables(black_box(&spec), &a, &b, count(&mut counts));
                counts
            });
        });
    }
    for pair in [["gtft", "zd_extort_2"], ["stochastic_cooperator", "stochastic_wsls"], ["gtft", "random"]] {
        let (a, b) = (automaton(pair[0], &rules), automaton(pair[1], &rules));
        group.bench_function(format!("chain, {} v {}", pair[0], pair[1]), |bencher| {
            bencher.iter(|| {
                let mut counts = [0; 4];
                play_chain(black_box(&spec), ["a", "b"], &a, &b, count(&mut counts));
                counts
            });
        });
    }
    for pair in [["tit_for_tat", "cycler_ccd"], ["omega_tft", "gradual"], ["gtft", "zd_extort_2"]] {
        let (mut a, mut b) = (strategy(pair[0]), strategy(pair[1]));
        group.bench_function(format!("trait, {} v {}", pair[0], pair[1]), |bencher| {
            bencher.iter(|| {
                let mut counts = [0; 4];
                let mut seats = [Seat { name: "a", strategy: &mut *a }, Seat { name: "b", strategy: &mut *b }];
                play(black_box(&spec), &mut seats, &mut (), count(&mut counts)).expect("a match");
                counts
            });
        });
    }
    group.finish();
}

fn cycle(c: &mut Criterion) {
    let mut group = c.benchmark_group("cycle");
    for rounds in [1_000, 1_000_000, 1_000_000_000] {
        let rules = rules(rounds);
        let key = RunKey::derive(Seed(1), 0, "");
        let spec = Match { rules: &rules, key: &key, place: "a|b", repetition: 0 };
        let (a, b) = (automaton("tit_for_tat", &rules), automaton("cycler_ccd", &rules));
        group.bench_function(format!("{rounds} rounds, tit_for_tat v cycler_ccd"), |bencher| {
            bencher.iter(|| find_cycle(black_box(&spec), &a, &b).expect("finite").counts(4));
        });
    }
    group.finish();
}

criterion_group!(benches, rounds_per_second, cycle);
criterion_main!(benches);
