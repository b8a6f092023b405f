//! A lab of one's own: two strategies and a game of groups that no other lab has, and all of its commands.
//!
//! `cargo run --release --example own_strategy -- run examples/own_strategy.toml` plays them; `list`, `explain`, `match`,
//! error messages and exact play know them like any other.

use comity::catalogue::{Entry, Field, Kind, Schema};
use comity::error::{Diagnostic, Faults};
use comity::game::{GroupFacets, GroupGame};
use comity::models::Lab;
use comity::sim::{Chance, Draws};
use comity::strategy::{Action, Facets, Machine, Strategy, Told, View, machine};
use std::process::ExitCode;
use std::sync::Arc;

/// Answers the third of three defections in a row. A machine: exact play and short cuts come with it.
#[derive(Clone)]
struct ForgivingTwice;

impl Machine for ForgivingTwice {
    /// How many defections in a row it has seen, up to three.
    type State = u8;

    fn begin(&mut self, _: &Told) -> u8 {
        0
    }

    fn cooperates(&self, row: &u8) -> Chance {
        if *row < 3 { Chance::Always } else { Chance::Never }
    }

    fn next(&self, row: &u8, _: Action, seen: Action) -> u8 {
        if seen == Action::D { (row + 1).min(3) } else { 0 }
    }
}

/// Does its part while at least half of the others did theirs in the last round.
#[derive(Clone)]
struct Wary;

impl Strategy for Wary {
    fn begin(&mut self, _: &Told) {}

    fn act(&mut self, view: &View<'_>, _: &mut Draws) -> Action {
        // Before the first round nobody did either.
        Action::cooperate_if(view.seen.took(Action::C, 1) >= view.seen.took(Action::D, 1))
    }

    /// For groups of any size: without this a strategy is for two players with two actions each.
    fn fits(&self, _: &Told) -> Result<(), Diagnostic> {
        Ok(())
    }
}

/// A build that all use and that stays green while enough of the group mend what they broke.
fn shared_build(players: usize, menders: u32) -> Result<Box<GroupGame>, Faults> {
    let game = GroupGame::new("Shared Build", players, ["mend", "leave"], 1, move |own, counts| {
        let green = if counts[0] >= menders { 5 } else { 0 };
        green - if own == 0 { 2 } else { 0 }
    })?;
    Ok(Box::new(game))
}

fn lab() -> Lab {
    let mut lab = Lab::new();
    let kit = Arc::get_mut(&mut lab.kit).expect("nobody else has the kit yet");
    let forgiving: Entry<dyn Strategy> = Entry {
        key: "forgiving_twice",
        title: "Forgiving Twice",
        aliases: &[],
        about: "Defects after three defections in a row.",
        source: "an example; after Axelrod 1980, J. Conflict Resolution 24:379, on tit for two tats",
        facets: Facets::memory(3),
        params: Schema::default,
        build: |_, _| Ok(machine(ForgivingTwice)),
    };
    let wary: Entry<dyn Strategy> = Entry {
        key: "wary",
        title: "Wary",
        aliases: &[],
        about: "Does its part while at least half of the others did theirs in the last round.",
        source: "an example",
        facets: Facets::memory(1).group(),
        params: Schema::default,
        build: |_, _| Ok(Box::new(Wary)),
    };
    let build: Entry<GroupGame> = Entry {
        key: "shared_build",
        title: "Shared Build",
        aliases: &[],
        about: "A build is worth 5 to each while enough mend it; mending costs 2.",
        source: "an example; a threshold public good",
        facets: GroupFacets { social: true, graded: false },
        params: || {
            let menders = Kind::Integer { min: 1, max: 100_000 };
            Schema::of(vec![Field::with_default("menders", menders, 2i64, "How many have to mend it.")])
        },
        build: |params, players| {
            shared_build(*players, u32::try_from(params.integer("menders")).expect("the schema bounds it"))
        },
    };
    kit.strategies.register(forgiving).expect("a new name");
    kit.strategies.register(wary).expect("a new name");
    kit.group_games.register(build).expect("a new name");
    lab
}

fn main() -> ExitCode {
    comity::cli::main_with(&lab())
}
