//! Attacks that milk a good name: what is earned by good service is spent by bad service.

use super::{Attack, Deal, Facets, Lever};
use crate::catalogue::{Entry, Field, Kind, Schema};
use crate::sim::Draws;

/// Serves well, always.
#[derive(Clone, Debug)]
struct Honest;

impl Attack for Honest {
    fn serves(&mut self, _: &Deal, _: &mut Draws) -> bool {
        true
    }

    fn boxed_clone(&self) -> Box<dyn Attack> {
        Box::new(self.clone())
    }
}

/// Well for some deals, badly for some, and so on.
#[derive(Clone, Debug)]
struct OnOff {
    good: u64,
    bad: u64,
}

impl Attack for OnOff {
    fn serves(&mut self, deal: &Deal, _: &mut Draws) -> bool {
        // Without any deals of either kind there is no cycle.
        deal.deals.checked_rem(self.good + self.bad).is_none_or(|place| place < self.good)
    }

    fn boxed_clone(&self) -> Box<dyn Attack> {
        Box::new(self.clone())
    }
}

/// Well in small deals, badly in large ones.
#[derive(Clone, Debug)]
struct ValueImbalance {
    large: f64,
}

impl Attack for ValueImbalance {
    fn serves(&mut self, deal: &Deal, _: &mut Draws) -> bool {
        deal.stake < self.large
    }

    fn boxed_clone(&self) -> Box<dyn Attack> {
        Box::new(self.clone())
    }
}

/// Well to most, badly to some.
#[derive(Clone, Debug)]
struct Discrimination {
    share: f64,
}

impl Attack for Discrimination {
    fn serves(&mut self, deal: &Deal, _: &mut Draws) -> bool {
        // Multiples of the golden ratio spread evenly (Weyl), so that the victims are the same share of any range of
        // numbers, and always the same ones.
        let place = f64::from(deal.partner.0) * 0.618_033_988_749_894_9;
        place - place.floor() >= self.share
    }

    fn boxed_clone(&self) -> Box<dyn Attack> {
        Box::new(self.clone())
    }
}

/// Well until the end is near.
#[derive(Clone, Debug)]
struct ExitScam {
    last: u64,
    build_up: u64,
}

impl Attack for ExitScam {
    fn serves(&mut self, deal: &Deal, _: &mut Draws) -> bool {
        match deal.left {
            Some(left) => left >= self.last,
            None => deal.deals < self.build_up,
        }
    }

    fn boxed_clone(&self) -> Box<dyn Attack> {
        Box::new(self.clone())
    }
}

/// Well until it is trusted, under a card that claims more than is true.
#[derive(Clone, Debug)]
struct Sleeper {
    sleep: u64,
    claim: f64,
}

impl Attack for Sleeper {
    fn serves(&mut self, deal: &Deal, _: &mut Draws) -> bool {
        deal.deals < self.sleep
    }

    fn claims(&self, _: f64) -> f64 {
        self.claim
    }

    fn boxed_clone(&self) -> Box<dyn Attack> {
        Box::new(self.clone())
    }
}

/// A count of deals or periods.
fn count(key: &'static str, default: i64, doc: &'static str, unit: &'static str) -> Field {
    Field::with_default(key, Kind::COUNT, default, doc).unit(unit)
}

pub(super) const ENTRIES: &[Entry<dyn Attack>] = &[
    Entry {
        key: "honest",
        title: "Honest",
        aliases: &["no attack"],
        about: "Serves well and says nothing: no attack, to compare with.",
        source: "baseline",
        facets: Facets { lever: Lever::Nothing, cure: "none is needed" },
        params: || Schema::of(Vec::new()),
        build: |_, ()| Ok(Box::new(Honest)),
    },
    Entry {
        key: "on_off",
        title: "On-off",
        aliases: &["oscillation", "milking"],
        about: "Serves well for some deals and cheats for some, again and again.",
        source: "Sun, Han, Yu & Liu 2006, INFOCOM; Srivatsa, Xiong & Liu 2005, WWW (oscillation)",
        facets: Facets { lever: Lever::Service, cure: "a score that falls faster than it rises" },
        params: || {
            Schema::of(vec![
                count("good", 20, "How many deals it serves well.", "deals"),
                count("bad", 5, "How many it then cheats in.", "deals"),
            ])
        },
        build: |params, ()| Ok(Box::new(OnOff { good: params.count("good") as u64, bad: params.count("bad") as u64 })),
    },
    Entry {
        key: "value_imbalance",
        title: "Value imbalance",
        aliases: &["small deals first"],
        about: "Serves well in small deals and cheats in large ones.",
        source: "Kerr & Cohen 2009, AAMAS",
        facets: Facets { lever: Lever::Service, cure: "ratings weighed by the size of the deal" },
        params: || {
            let size = Kind::Number { min: 0.0, max: f64::MAX };
            Schema::of(vec![Field::with_default("large", size, 5.0, "The size from which it cheats.")])
        },
        build: |params, ()| Ok(Box::new(ValueImbalance { large: params.number("large") })),
    },
    Entry {
        key: "discrimination",
        title: "Discrimination",
        aliases: &["selective cheating"],
        about: "Cheats some partners, always the same, and serves all others well.",
        source: "Dellarocas 2000, ACM Conference on Electronic Commerce",
        facets: Facets { lever: Lever::Service, cure: "a score of each asker's own" },
        params: || {
            let doc = "The share of partners that it cheats.";
            Schema::of(vec![Field::with_default("share", Kind::Probability, 0.25, doc)])
        },
        build: |params, ()| Ok(Box::new(Discrimination { share: params.number("share") })),
    },
    Entry {
        key: "exit_scam",
        title: "Exit scam",
        aliases: &["end game attack"],
        about: "Serves well until the last periods, then cheats; if the end is unknown, after a number of deals.",
        source: "Selten 1978, Theory and Decision 9:127 (the last round); Kerr & Cohen 2009, AAMAS",
        facets: Facets { lever: Lever::Service, cure: "bonds and escrow that do not shrink towards the end" },
        params: || {
            Schema::of(vec![
                count("last", 20, "In how many periods at the end it cheats.", "periods"),
                count("build_up", 100, "After how many deals it cheats, if the end is unknown.", "deals"),
            ])
        },
        build: |params, ()| {
            Ok(Box::new(ExitScam { last: params.count("last") as u64, build_up: params.count("build_up") as u64 }))
        },
    },
    Entry {
        key: "sleeper",
        title: "Sleeper",
        aliases: &["registry poisoning"],
        about: "Lists itself with a claim that is not true, serves well until it is trusted, then cheats for good.",
        source: "Josang & Golbeck 2009, Challenges for robust trust and reputation systems, STM (playbooks)",
        facets: Facets { lever: Lever::Service, cure: "attested cards, probes that go on" },
        params: || {
            Schema::of(vec![
                count("sleep", 50, "How many deals it serves well.", "deals"),
                Field::with_default("claim", Kind::Probability, 1.0, "The quality that its card claims."),
            ])
        },
        build: |params, ()| {
            Ok(Box::new(Sleeper { sleep: params.count("sleep") as u64, claim: params.number("claim") }))
        },
    },
];
