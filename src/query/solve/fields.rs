//! The fields of an answer about a game, each with how it is written.

use super::Facts;
use super::page::dilemma;
use crate::equilibrium::correlated::{Concept, Objective};
use crate::equilibrium::dominance::By;
use crate::equilibrium::level_k::Levels;
use crate::equilibrium::nash::{Equilibrium, Method, lemke_howson};
use crate::equilibrium::profile::Profile;
use crate::equilibrium::repeated::Patience;
use crate::equilibrium::security::Security;
use crate::equilibrium::selection::{payoff_dominant, risk_dominance};
use crate::error::{Diagnostic, Faults};
use crate::exact::Rational;
use crate::game::NormalForm;
use serde_json::{Map, Value as Json, json};

/// What writes fields into an answer.
type Write = fn(&Facts<'_>, &mut Map<String, Json>) -> Result<(), Faults>;

/// A field of the answer.
pub(super) struct Field {
    pub(super) name: &'static str,
    /// For games of which sizes it is answered unasked.
    usual: fn(&NormalForm) -> bool,
    pub(super) write: Write,
}

/// The fields that are answered unasked.
pub(super) fn usual(game: &NormalForm) -> Vec<&'static Field> {
    ALL.iter().filter(|field| (field.usual)(game)).collect()
}

fn always(_: &NormalForm) -> bool {
    true
}

/// Where all equilibria of two players are found within seconds.
fn small_bimatrix(game: &NormalForm) -> bool {
    game.player_count() == 2 && game.dimensions().iter().sum::<usize>() <= 24
}

/// Where linear programmes are solved within seconds.
fn small(game: &NormalForm) -> bool {
    game.profile_count() <= 400
}

fn small_two(game: &NormalForm) -> bool {
    game.player_count() == 2 && small(game)
}

fn never(_: &NormalForm) -> bool {
    false
}

pub(super) fn text(value: &Rational) -> Json {
    value.to_string().into()
}

fn texts<'r>(values: impl IntoIterator<Item = &'r Rational>) -> Json {
    values.into_iter().map(text).collect()
}

fn profile(found: &Profile) -> Json {
    found.strategies().iter().map(|strategy| texts(strategy.probabilities())).collect()
}

/// Pure profiles, each its actions by number.
fn actions(game: &NormalForm, profiles: &[usize]) -> Json {
    profiles.iter().map(|profile| json!(game.profile(*profile))).collect()
}

fn by_player<'r>(facts: &Facts<'_>, value: impl Fn(crate::ids::PlayerId) -> &'r Rational) -> Json {
    facts.game.player_ids().map(|player| text(value(player))).collect()
}

fn put(answer: &mut Map<String, Json>, name: &str, value: Json) -> Result<(), Faults> {
    answer.insert(name.to_string(), value);
    Ok(())
}

fn welfare(
    facts: &Facts<'_>,
    pick: fn(&crate::equilibrium::efficiency::Efficiency) -> Option<&Rational>,
) -> Result<Json, Diagnostic> {
    Ok(facts.efficiency()?.and_then(pick).map_or(Json::Null, text))
}

fn values(facts: &Facts<'_>, concept: Concept) -> Result<Json, Faults> {
    let value = |objective| -> Result<Json, Faults> { Ok(text(&facts.device(concept, objective)?.value)) };
    Ok(json!({
        "max_welfare": value(Objective::MaxWelfare)?,
        "min_welfare": value(Objective::MinWelfare)?,
        "max_min": value(Objective::Egalitarian)?,
    }))
}

fn equilibria(facts: &Facts<'_>, answer: &mut Map<String, Json>) -> Result<(), Faults> {
    let solution = facts.nash()?;
    answer.insert("ne".into(), solution.equilibria.iter().map(|found| profile(&found.profile)).collect());
    if solution.extreme.is_none() {
        answer.insert("ne_complete".into(), solution.complete.into());
        let regret = |found: &Equilibrium| Json::from(found.regret.to_f64());
        answer.insert("ne_regret".into(), solution.equilibria.iter().map(regret).collect());
    }
    Ok(())
}

fn components(facts: &Facts<'_>, answer: &mut Map<String, Json>) -> Result<(), Faults> {
    let extreme = facts.extreme()?;
    let strategies = |list: &[crate::equilibrium::profile::MixedStrategy]| -> Json {
        list.iter().map(|strategy| texts(strategy.probabilities())).collect()
    };
    let components = facts.nash()?.components.iter().flatten();
    let subsets = |component: &crate::equilibrium::nash::Component| -> Json {
        let subset = |subset: &crate::equilibrium::nash::NashSubset| json!({ "rows": subset.rows, "columns": subset.columns, "dimension": subset.dimension });
        component.subsets.iter().map(subset).collect()
    };
    answer.insert("ne_rows".into(), strategies(&extreme.rows));
    answer.insert("ne_columns".into(), strategies(&extreme.columns));
    put(answer, "components", components.map(subsets).collect())
}

/// The ends of the Lemke-Howson paths; null for degenerate games, whose paths depend on how ties are broken.
fn paths(facts: &Facts<'_>) -> Result<Json, Faults> {
    let extreme = facts.extreme()?;
    if !extreme.nondegenerate {
        return Ok(Json::Null);
    }
    let all: Vec<Profile> = extreme.profiles().collect();
    let labels: usize = facts.game.dimensions().iter().sum();
    (0..labels)
        .map(|label| {
            let end = lemke_howson(facts.game, label)?;
            let place = all.iter().position(|profile| *profile == end.profile).expect("a path ends at an equilibrium");
            Ok(json!([place, end.pivots]))
        })
        .collect::<Result<Vec<Json>, Faults>>()
        .map(Json::from)
}

fn single(facts: &Facts<'_>, method: Method) -> Result<Json, Faults> {
    let found = facts.single(method)?;
    Ok(found.map_or(Json::Null, |found| {
        json!({
            "profile": profile(&found.profile),
            "payoffs": texts(&found.payoffs),
            "regret": found.regret.to_f64(),
            "exact": found.is_exact(),
        })
    }))
}

/// The deepest reasoning that is answered, and the mean depth of the cognitive hierarchy (Camerer, Ho & Chong 2004).
const DEEPEST: usize = 6;
const MEAN_DEPTH: f64 = 1.5;

/// What each level plays, and what it costs to take the others for a level: `[player][believed][actual]`.
fn levels(facts: &Facts<'_>, found: &Levels) -> Json {
    let game = facts.game;
    let cost = |player| -> Json {
        (0..=DEEPEST)
            .map(|believed| {
                (0..=DEEPEST).map(|actual| text(&found.cost(game, player, believed, actual))).collect::<Json>()
            })
            .collect()
    };
    json!({
        "profiles": found.profiles().iter().map(profile).collect::<Json>(),
        "cost": game.player_ids().map(cost).collect::<Json>(),
    })
}

pub(super) const ALL: &[Field] = &[
    Field {
        name: "pure_ne",
        usual: always,
        write: |facts, answer| put(answer, "pure_ne", actions(facts.game, &facts.pure.pure_equilibria())),
    },
    Field {
        name: "strict_pure_ne",
        usual: always,
        write: |facts, answer| put(answer, "strict_pure_ne", actions(facts.game, &facts.pure.strict_equilibria())),
    },
    Field { name: "ne", usual: small_bimatrix, write: equilibria },
    Field {
        name: "ne_count",
        usual: never,
        write: |facts, answer| put(answer, "ne_count", facts.nash()?.equilibria.len().into()),
    },
    Field {
        name: "patience",
        usual: never,
        write: |facts, answer| {
            let found = dilemma(facts);
            let thresholds = |patience: &Patience| json!({ "grim": text(&patience.grim), "tit_for_tat": text(&patience.tit_for_tat) });
            put(answer, "patience", found.map_or(Json::Null, |(_, patience)| thresholds(&patience)))
        },
    },
    Field {
        name: "ne_payoffs",
        usual: small_bimatrix,
        write: |facts, answer| {
            let payoffs = facts.nash()?.equilibria.iter().map(|found| texts(&found.payoffs)).collect();
            put(answer, "ne_payoffs", payoffs)
        },
    },
    Field {
        name: "nondegenerate",
        usual: small_bimatrix,
        write: |facts, answer| put(answer, "nondegenerate", facts.extreme()?.nondegenerate.into()),
    },
    Field { name: "components", usual: never, write: components },
    Field { name: "lh", usual: small_bimatrix, write: |facts, answer| put(answer, "lh", paths(facts)?) },
    Field { name: "one_ne", usual: never, write: |facts, answer| put(answer, "one_ne", single(facts, Method::One)?) },
    Field { name: "logit", usual: never, write: |facts, answer| put(answer, "logit", single(facts, Method::Logit)?) },
    Field {
        name: "level_k",
        usual: never,
        write: |facts, answer| put(answer, "level_k", levels(facts, &Levels::level_k(facts.game, None, DEEPEST))),
    },
    Field {
        name: "cognitive_hierarchy",
        usual: never,
        write: |facts, answer| {
            let found = Levels::hierarchy(facts.game, None, MEAN_DEPTH, DEEPEST);
            put(answer, "cognitive_hierarchy", levels(facts, &found))
        },
    },
    Field {
        name: "iesds_pure",
        usual: always,
        write: |facts, answer| put(answer, "iesds_pure", json!(facts.eliminated(By::Pure)?.surviving)),
    },
    Field {
        name: "iesds_mixed",
        usual: small,
        write: |facts, answer| put(answer, "iesds_mixed", json!(facts.eliminated(By::Mixed)?.surviving)),
    },
    Field {
        name: "pareto_pure",
        usual: always,
        write: |facts, answer| put(answer, "pareto_pure", actions(facts.game, &facts.pure.pareto_optimal())),
    },
    Field { name: "ce", usual: small, write: |facts, answer| put(answer, "ce", values(facts, Concept::Correlated)?) },
    Field { name: "cce", usual: small, write: |facts, answer| put(answer, "cce", values(facts, Concept::Coarse)?) },
    Field {
        name: "maxmin_pure",
        usual: always,
        write: |facts, answer| put(answer, "maxmin_pure", by_player(facts, |player| facts.pure.maxmin(player))),
    },
    Field {
        name: "minmax_pure",
        usual: always,
        write: |facts, answer| put(answer, "minmax_pure", by_player(facts, |player| facts.pure.minmax(player))),
    },
    Field {
        name: "minmax_mixed",
        usual: small_two,
        write: |facts, answer| {
            let levels = facts
                .game
                .player_ids()
                .map(|player| Ok(text(&Security::of(facts.game, player).map_err(Diagnostic::from)?.value)))
                .collect::<Result<Vec<Json>, Faults>>()?;
            put(answer, "minmax_mixed", levels.into())
        },
    },
    Field {
        name: "opt_pure_welfare",
        usual: always,
        write: |facts, answer| put(answer, "opt_pure_welfare", text(&facts.pure.optimal_welfare().0)),
    },
    Field {
        name: "ne_welfare_best",
        usual: small_bimatrix,
        write: |facts, answer| put(answer, "ne_welfare_best", welfare(facts, |found| Some(&found.best))?),
    },
    Field {
        name: "ne_welfare_worst",
        usual: small_bimatrix,
        write: |facts, answer| put(answer, "ne_welfare_worst", welfare(facts, |found| Some(&found.worst))?),
    },
    Field {
        name: "poa",
        usual: small_bimatrix,
        write: |facts, answer| put(answer, "poa", welfare(facts, |found| found.price_of_anarchy.as_ref())?),
    },
    Field {
        name: "pos",
        usual: small_bimatrix,
        write: |facts, answer| put(answer, "pos", welfare(facts, |found| found.price_of_stability.as_ref())?),
    },
    Field {
        name: "symmetric",
        usual: always,
        write: |facts, answer| put(answer, "symmetric", facts.pure.is_symmetric().into()),
    },
    Field {
        name: "constant_sum",
        usual: always,
        write: |facts, answer| put(answer, "constant_sum", facts.pure.constant_sum().is_some().into()),
    },
    Field {
        name: "exact_potential",
        usual: always,
        write: |facts, answer| put(answer, "exact_potential", facts.pure.exact_potential().is_ok().into()),
    },
    Field {
        name: "risk_dominant",
        usual: small_bimatrix,
        write: |facts, answer| {
            let found = risk_dominance(facts.game).and_then(|comparison| comparison.dominant());
            put(answer, "risk_dominant", found.map_or(Json::Null, |profile| json!(facts.game.profile(profile))))
        },
    },
    Field {
        name: "payoff_dominant",
        usual: small_bimatrix,
        write: |facts, answer| {
            let payoffs: Vec<Vec<Rational>> =
                facts.nash()?.equilibria.iter().map(|found| found.payoffs.clone()).collect();
            put(answer, "payoff_dominant", payoff_dominant(&payoffs).map_or(Json::Null, Json::from))
        },
    },
];
