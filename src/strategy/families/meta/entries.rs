//! The catalogue entries of team players.

use super::choosers::{Ensemble, Mixer, Pack, Vote, Winner};
use super::decay::Decay;
use super::{Chooser, Kin, Member, Team, TeamPlayer};
use crate::catalogue::{Build, Catalogue, Entry, Field, Kind, Params, Place, Schema};
use crate::error::{Diagnostic, Faults};
use crate::sim::Chance;
use crate::strategy::families::{LIBRARY, count, none, probability, small, word};
use crate::strategy::{Action, Facets, Payoffs, Record, Strategy};

type Built = Result<Box<dyn Strategy>, Faults>;

fn player<C: Chooser>(params: &Params, catalogue: &Catalogue<dyn Strategy>, kin: Kin, nice: bool, chooser: C) -> Built {
    Ok(Box::new(TeamPlayer { team: Team::of(params, kin, catalogue)?, chooser, nice }))
}

fn vote(params: &Params, catalogue: &Catalogue<dyn Strategy>, kin: Kin) -> Built {
    player(params, catalogue, kin, false, Vote { minority: false })
}

fn winner(params: &Params, catalogue: &Catalogue<dyn Strategy>, kin: Kin) -> Built {
    player(params, catalogue, kin, false, Winner)
}

fn ensemble(params: &Params, catalogue: &Catalogue<dyn Strategy>, kin: Kin, nice: bool) -> Built {
    player(params, catalogue, kin, nice, Ensemble::default())
}

fn mixer(params: &Params, catalogue: &Catalogue<dyn Strategy>) -> Built {
    let team = Team::of(params, Kin::All, catalogue)?;
    let mut distribution = if params.has("distribution") { params.numbers("distribution") } else { Vec::new() };
    if !distribution.is_empty() && distribution.len() != team.members.len() {
        let value = params.value("distribution");
        let found = format!("{} weights for a team of {}", distribution.len(), team.members.len());
        let at = Place::root().key("distribution").at(&value.origin);
        return Err(Diagnostic::new("wrong-table", found, "one weight a member").at(at).into());
    }
    let sum: f64 = distribution.iter().sum();
    if sum <= 0.0 {
        // No weights, or none above 0: all members alike.
        distribution.clear();
    }
    distribution.iter_mut().for_each(|weight| *weight /= sum);
    Ok(Box::new(TeamPlayer { team, chooser: Mixer { distribution }, nice: false }))
}

fn decay(params: &Params, catalogue: &Catalogue<dyn Strategy>) -> Built {
    let spec = catalogue.resolve(params.value("start_strategy"), &Place::root().key("start_strategy"))?;
    let strategy = catalogue.build(&spec, catalogue)?;
    let mut initial = [0, 0];
    word(params, "memory").iter().for_each(|action| initial[action.index()] += 1);
    let team = Team {
        members: vec![Member { strategy, own: Record::new(2) }],
        proposals: vec![Action::C],
        scores: vec![0],
        uniform: true,
        payoffs: Payoffs::default(),
    };
    let chooser = Decay {
        forgets: Chance::of(params.number("p_memory_delete")),
        alters: Chance::of(params.number("p_memory_alter")),
        weights: [params.number("gain_value"), params.number("loss_value")],
        initial,
        duration: small(params, "start_strategy_duration") as usize,
        remembered: initial,
    };
    Ok(Box::new(TeamPlayer { team, chooser, nice: false }))
}

/// The parameter of a team; by default the built-in one.
fn team() -> Schema {
    let list = Kind::List { of: Box::new(Kind::named("strategies")), min: 1, max: 10_000 };
    Schema::of(vec![Field::optional("team", list, "The members; by default the strategies of the field.")])
}

const fn entry(
    key: &'static str,
    title: &'static str,
    about: &'static str,
    facets: Facets,
    params: fn() -> Schema,
    build: Build<dyn Strategy>,
) -> Entry<dyn Strategy> {
    Entry { key, title, aliases: &[], about, source: LIBRARY, facets, params, build }
}

/// The facets of a team player whose team draws, uses the game and the length.
const fn wide(class: &'static str) -> Facets {
    narrow(class).uses_length().slow()
}

/// The facets of a team player whose team draws and uses the game.
const fn narrow(class: &'static str) -> Facets {
    Facets::unbounded().stochastic().uses_game().axelrod(class)
}

const MAJORITY: &str = "Does what most of its team propose.";
const WINNER: &str = "Does what a member of its team with the best score proposes; C if one of them does.";
const NMWE: &str = "Does what one of the best twelfth of its team proposes, but never defects first.";

pub(in super::super) const ENTRIES: &[Entry<dyn Strategy>] = &[
    entry("meta_majority", "Meta Majority", MAJORITY, wide("MetaMajority"), team, |p, c| vote(p, c, Kin::All)),
    entry(
        "meta_majority_memory_one",
        "Meta Majority Memory One",
        MAJORITY,
        narrow("MetaMajorityMemoryOne"),
        none,
        |p, c| vote(p, c, Kin::MemoryOne),
    ),
    entry(
        "meta_majority_finite_memory",
        "Meta Majority Finite Memory",
        MAJORITY,
        narrow("MetaMajorityFiniteMemory").slow(),
        none,
        |p, c| vote(p, c, Kin::FiniteMemory),
    ),
    entry(
        "meta_majority_long_memory",
        "Meta Majority Long Memory",
        MAJORITY,
        wide("MetaMajorityLongMemory"),
        none,
        |p, c| vote(p, c, Kin::LongMemory),
    ),
    entry(
        "meta_minority",
        "Meta Minority",
        "Does what the fewer of its team propose.",
        wide("MetaMinority"),
        team,
        |p, c| player(p, c, Kin::All, false, Vote { minority: true }),
    ),
    entry("meta_winner", "Meta Winner", WINNER, wide("MetaWinner"), team, |p, c| winner(p, c, Kin::All)),
    entry("meta_winner_memory_one", "Meta Winner Memory One", WINNER, narrow("MetaWinnerMemoryOne"), none, |p, c| {
        winner(p, c, Kin::MemoryOne)
    }),
    entry(
        "meta_winner_finite_memory",
        "Meta Winner Finite Memory",
        WINNER,
        narrow("MetaWinnerFiniteMemory").slow(),
        none,
        |p, c| winner(p, c, Kin::FiniteMemory),
    ),
    entry("meta_winner_long_memory", "Meta Winner Long Memory", WINNER, wide("MetaWinnerLongMemory"), none, |p, c| {
        winner(p, c, Kin::LongMemory)
    }),
    entry(
        "meta_winner_deterministic",
        "Meta Winner Deterministic",
        WINNER,
        Facets::unbounded().uses_game().uses_length().slow().axelrod("MetaWinnerDeterministic"),
        none,
        |p, c| winner(p, c, Kin::Deterministic),
    ),
    entry("meta_winner_stochastic", "Meta Winner Stochastic", WINNER, wide("MetaWinnerStochastic"), none, |p, c| {
        winner(p, c, Kin::Stochastic)
    }),
    entry(
        "nice_meta_winner",
        "Nice Meta Winner",
        "Does what a member of its team with the best score proposes, but never defects first.",
        wide("NiceMetaWinner"),
        team,
        |p, c| player(p, c, Kin::All, true, Winner),
    ),
    entry(
        "meta_winner_ensemble",
        "Meta Winner Ensemble",
        "Does what one of the best twelfth of its team proposes.",
        wide("MetaWinnerEnsemble"),
        team,
        |p, c| ensemble(p, c, Kin::All, false),
    ),
    entry(
        "nice_meta_winner_ensemble",
        "Nice Meta Winner Ensemble",
        NMWE,
        wide("NiceMetaWinnerEnsemble"),
        team,
        |p, c| ensemble(p, c, Kin::All, true),
    ),
    entry("nmwe_memory_one", "NMWE Memory One", NMWE, narrow("NMWEMemoryOne"), none, |p, c| {
        ensemble(p, c, Kin::MemoryOne, true)
    }),
    entry("nmwe_finite_memory", "NMWE Finite Memory", NMWE, narrow("NMWEFiniteMemory").slow(), none, |p, c| {
        ensemble(p, c, Kin::FiniteMemory, true)
    }),
    entry("nmwe_long_memory", "NMWE Long Memory", NMWE, wide("NMWELongMemory"), none, |p, c| {
        ensemble(p, c, Kin::LongMemory, true)
    }),
    entry("nmwe_deterministic", "NMWE Deterministic", NMWE, wide("NMWEDeterministic"), none, |p, c| {
        ensemble(p, c, Kin::Deterministic, true)
    }),
    entry("nmwe_stochastic", "NMWE Stochastic", NMWE, wide("NMWEStochastic"), none, |p, c| {
        ensemble(p, c, Kin::Stochastic, true)
    }),
    entry(
        "meta_mixer",
        "Meta Mixer",
        "Does what a member of its team proposes, drawn anew each round.",
        wide("MetaMixer"),
        || {
            let mut schema = team();
            let weight = Kind::Number { min: 0.0, max: f64::INFINITY };
            let doc = "The weight of each member; by default all alike.";
            schema.fields.push(Field::optional("distribution", Kind::list(weight), doc));
            schema
        },
        mixer,
    ),
    entry(
        "meta_hunter",
        "Meta Hunter",
        "Defects if one of six hunters does; copies after a hundred rounds.",
        Facets::unbounded().slow().axelrod("MetaHunter"),
        none,
        |p, c| player(p, c, Kin::Hunters { of_cooperators: false }, false, Pack),
    ),
    entry(
        "meta_hunter_aggressive",
        "Meta Hunter Aggressive",
        "Defects if one of seven hunters does; copies after a hundred rounds.",
        Facets::unbounded().slow().axelrod("MetaHunterAggressive"),
        team,
        |p, c| player(p, c, Kin::Hunters { of_cooperators: true }, false, Pack),
    ),
    entry(
        "memory_decay",
        "Memory Decay",
        "Copies for fifteen rounds, then cooperates unless its erring memory of the other weighs less than nothing.",
        Facets::unbounded().stochastic().axelrod("MemoryDecay"),
        || {
            let weight = |key, default: f64, doc| Field::with_default(key, Kind::NUMBER, default, doc);
            Schema::of(vec![
                probability("p_memory_delete", 0.1, "The probability of forgetting an action, each round."),
                probability("p_memory_alter", 0.03, "The probability of misremembering an action, each round."),
                weight("loss_value", -2.0, "The weight of a remembered D."),
                weight("gain_value", 1.0, "The weight of a remembered C."),
                Field::with_default(
                    "memory",
                    Kind::Actions { min: 0 },
                    "",
                    "What it remembers before the first round.",
                ),
                Field::with_default("start_strategy", Kind::named("strategies"), "tit_for_tat", "How it starts."),
                count("start_strategy_duration", 0, 15, "How long it plays so.").unit("rounds"),
            ])
        },
        decay,
    ),
];
