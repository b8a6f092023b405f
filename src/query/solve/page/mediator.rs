//! What a mediator can reach.

use super::{profile_name, row, table};
use crate::equilibrium::correlated::{Concept, Mediator, Objective, Robust, expected_payoffs};
use crate::error::Diagnostic;
use crate::exact::Rational;
use crate::game::NormalForm;
use crate::query::solve::Facts;
use crate::table::{Column, Table, Type};

/// `1/3 swerve / swerve + ...`
fn lottery(game: &NormalForm, distribution: &[Rational]) -> String {
    let drawn = distribution.iter().enumerate().filter(|(_, p)| p.is_positive());
    let name = |(profile, p): (usize, &Rational)| {
        if *p == Rational::one() {
            profile_name(game, profile)
        } else {
            format!("{p} ({})", profile_name(game, profile))
        }
    };
    drawn.map(name).collect::<Vec<_>>().join(" + ")
}

/// What a mediator reaches, a row an objective.
pub(super) fn mediated(facts: &Facts<'_>, concept: Concept) -> Result<Table, Diagnostic> {
    let (name, doc) = match concept {
        Concept::Correlated => {
            ("correlated", "What a mediator can reach: the best correlated equilibrium by objective.")
        }
        Concept::Coarse => (
            "coarse_correlated",
            "What agents reach that regret nothing, or promise to obey before they hear: the best coarse correlated \
             equilibrium by objective.",
        ),
    };
    let mut found = table(
        name,
        doc,
        vec![
            Column::key("objective", Type::Text, "What the equilibrium is best at."),
            Column::note("value", "How good it is at that."),
            Column::note("payoffs", "The payoffs of the players, in their order."),
            Column::note("welfare_exact", "Their sum."),
            Column::note("device", "What is drawn, how often."),
            Column::note("bears_noise", "Correlated: the noise of signals up to which obeying pays everybody."),
        ],
    );
    let game = facts.game;
    let objectives: [(&str, Objective); 4] = [
        ("most welfare", Objective::MaxWelfare),
        ("least welfare", Objective::MinWelfare),
        ("greatest least payoff", Objective::Egalitarian),
        ("nearest to uniform", Objective::NearestUniform),
    ];
    for (label, objective) in objectives {
        let solution = facts.device(concept, objective)?;
        push_device(&mut found, game, (label, concept), &solution.value, &solution.distribution);
    }
    facts.programmes()?;
    let robust = if concept == Concept::Correlated { Robust::of(game)? } else { None };
    if let Some(robust) = robust {
        let label = ("most robust: least gain of obeying", concept);
        push_device(&mut found, game, label, &robust.margin, &robust.distribution);
    }
    Ok(found)
}

fn push_device(
    found: &mut Table,
    game: &NormalForm,
    (label, concept): (&str, Concept),
    value: &Rational,
    distribution: &[Rational],
) {
    let payoffs = expected_payoffs(game, distribution);
    let welfare: Rational = payoffs.iter().sum();
    let noise = match concept {
        Concept::Coarse => String::new(),
        Concept::Correlated => Mediator::new(game, distribution.to_vec()).ok().map_or_else(String::new, |mediator| {
            mediator.largest_noise().map_or_else(
                || "any".to_string(),
                |threshold| match threshold.limit.rational() {
                    Some(exact) => exact.to_string(),
                    None => format!("{:.6}", threshold.limit.to_f64()),
                },
            )
        }),
    };
    let short = |value: &Rational| {
        let text = value.to_string();
        if text.len() <= 24 { text } else { format!("{:.9}", value.to_f64()) }
    };
    let cells = [
        label.to_string(),
        short(value),
        payoffs.iter().map(short).collect::<Vec<_>>().join(", "),
        short(&welfare),
        if distribution.iter().all(|p| p.to_string().len() <= 24) {
            lottery(game, distribution)
        } else {
            let drawn = distribution.iter().enumerate().filter(|(_, p)| p.is_positive());
            drawn.map(|(k, p)| format!("{:.6} ({})", p.to_f64(), profile_name(game, k))).collect::<Vec<_>>().join(" + ")
        },
        noise,
    ];
    row(found, &cells);
}
