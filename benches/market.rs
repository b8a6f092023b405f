//! How long a market takes, untraced, on one core: announcements with eight bidders each, their laws watched.
//!
//! Criterion measures small markets, to see how cost grows with agents. The full size, 1,000,000 announcements among 5,000,
//! 10,000 and 20,000 agents, runs once and alone when it is asked for:
//!
//!     COMITY_MARKET=full cargo bench --no-default-features --bench market

use comity::a2a::card::JwkSet;
use comity::exchange::{TraceBlock, TraceLevel};
use comity::models::{Lab, Recorder, RunCx};
use comity::scenario::Scenario;
use comity::table::Cell;
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::time::Instant;

/// Takes rows and forgets them, but for laws that were broken.
struct Laws(u64);

impl Recorder for Laws {
    fn row(&mut self, table: &str, row: &[Cell<'_>]) {
        if table == "market_laws" {
            self.0 += u64::from(row[2].number() != Some(0.0));
        }
    }

    fn trace(&mut self, _: &TraceBlock) {}

    fn keys(&mut self, _: &JwkSet) {}

    fn progress(&mut self, _: u64, _: u64) {}
}

/// A tenth of the agents announce.
fn scenario(agents: u32, announcements: u32, payment: &str) -> Scenario {
    let (buyers, sellers) = (agents / 10, agents - agents / 10);
    let each = announcements / buyers;
    let text = format!(
        "schema = 1\ntitle = \"scale\"\nseed = 1\n[model.market]\nbuyers = {buyers}\nannouncements = {each}\ncontacts = 8\n\
         payment = \"{payment}\"\ninterval_us = 40_000_000\nrepetitions = 1\n[[agents]]\nname = \"seller\"\n\
         count = {sellers}\nstrategy = \"honest\"\n"
    );
    Scenario::read(&text, "scale", &[], &Lab::new()).unwrap_or_else(|faults| panic!("{faults}"))
}

fn run(scenario: &Scenario) {
    let key = scenario.run_key(0);
    let mut laws = Laws(0);
    scenario.model.run(&RunCx { key: &key, trace: TraceLevel::Off }, &mut laws).expect("it runs");
    assert_eq!(laws.0, 0, "a law was broken");
}

fn announcements(c: &mut Criterion) {
    if std::env::var("COMITY_MARKET").is_ok_and(|size| size == "full") {
        for (agents, payment) in [(5_000, "outside"), (10_000, "outside"), (20_000, "outside"), (10_000, "escrow")] {
            let full = scenario(agents, 1_000_000, payment);
            let start = Instant::now();
            run(&full);
            let seconds = start.elapsed().as_secs_f64();
            println!("{agents} agents, 1,000,000 announcements, payment {payment}: {seconds:.1} s");
        }
        return;
    }
    for payment in ["outside", "escrow"] {
        let mut group = c.benchmark_group(format!("market, payment {payment}"));
        group.sample_size(10).throughput(Throughput::Elements(20_000));
        for agents in [100, 1000, 10_000] {
            let market = scenario(agents, 20_000, payment);
            group.bench_with_input(BenchmarkId::from_parameter(agents), &market, |bencher, market| {
                bencher.iter(|| run(market));
            });
        }
        group.finish();
    }
}

criterion_group!(benches, announcements);
criterion_main!(benches);
