//! Moves a second of the engine for groups, on one core: a player's choice, its payoff and its history.

use comity::catalogue::{Place, Value};
use comity::game::{self, GroupGame};
use comity::ids::{RunKey, Seed};
use comity::play::{Length, Match, Rules, Seat, play_actions};
use comity::strategy::{self, Strategy};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use std::sync::Arc;

/// Moves of a match, whatever the number of players.
const MOVES: u32 = 200_000;

fn game(call: &str, players: usize) -> Arc<GroupGame> {
    let games = game::group_games();
    let spec = games.resolve(&Value::from(call), &Place::root()).expect("a game");
    Arc::new(*games.build(&spec, &players).expect("a game"))
}

fn built(call: &str) -> Box<dyn Strategy> {
    let catalogue = strategy::catalogue();
    let spec = catalogue.resolve(&Value::from(call), &Place::root()).expect("a strategy");
    catalogue.build(&spec, &catalogue).expect("a strategy")
}

fn moves_per_second(c: &mut Criterion) {
    let mut group = c.benchmark_group("group moves");
    group.throughput(Throughput::Elements(u64::from(MOVES))).sample_size(10);
    for (call, of, players) in [
        ("commons", "group_tit_for_tat", 4u32),
        ("commons", "group_tit_for_tat", 1_000),
        ("public_goods(steps=20)", "conditional_cooperator", 4),
        ("public_goods(steps=20)", "conditional_cooperator", 1_000),
        ("minority", "minority_table(memory=6)", 101),
        ("minority", "minority_table(memory=6)", 1_001),
        ("el_farol", "crowd_forecaster", 100),
        ("travelers_dilemma(low=80, high=200)", "group_logit_reply", 2),
    ] {
        let stage = game(call, players as usize);
        let rules = Rules::new(Arc::clone(&stage), Length::Unknown(MOVES / players));
        let key = RunKey::derive(Seed(1), 0, "");
        let spec = Match { rules: &rules, key: &key, place: "group", repetition: 0 };
        let names: Vec<String> = (0..players).map(|k| format!("p{k}")).collect();
        let strategies: Vec<Box<dyn Strategy>> = vec![built(of); players as usize];
        group.bench_function(format!("{of} x {players}"), |bencher| {
            bencher.iter(|| {
                let mut strategies = strategies.clone();
                let mut seats: Vec<Seat<'_>> =
                    strategies.iter_mut().zip(&names).map(|(s, name)| Seat { name, strategy: &mut **s }).collect();
                let mut counts = vec![0; stage.actions().len()];
                let mut welfare = 0;
                play_actions(black_box(&spec), &mut seats, &mut (), |actions| {
                    counts.fill(0);
                    actions.iter().for_each(|action| counts[action.index()] += 1);
                    welfare += stage.welfare(&counts);
                })
                .expect("a match");
                welfare
            });
        });
    }
    group.finish();
}

criterion_group!(benches, moves_per_second);
criterion_main!(benches);
