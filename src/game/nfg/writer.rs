//! The writer of `.nfg` files.

use std::fmt;

use super::{Nfg, body_order, default_label};
use crate::exact::Rational;
use crate::game::Player;
use crate::game::tokens::quote;

/// Strategies are written as counts where their labels are those that counts stand for, else as lists of labels. The
/// body has one line for each run of the first player's strategies.
impl fmt::Display for Nfg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let game = &self.game;
        let players = game.players();
        write!(f, "NFG 1 R {} {}", quote(&game.title), list(players.iter().map(|player| player.name.as_str())))?;
        if players.iter().all(has_default_labels) {
            let counts: Vec<String> = game.dimensions().iter().map(usize::to_string).collect();
            writeln!(f, " {{ {} }}", counts.join(" "))?;
        } else {
            writeln!(f, "\n\n{{")?;
            for player in players {
                writeln!(f, "{}", list(player.actions.iter().map(String::as_str)))?;
            }
            writeln!(f, "}}")?;
        }
        writeln!(f, "{}\n", quote(&game.comment))?;
        let named = self.table.as_ref().filter(|table| table.outcomes.iter().any(|outcome| !outcome.name.is_empty()));
        if let Some(table) = named {
            writeln!(f, "{{")?;
            for outcome in &table.outcomes {
                writeln!(f, "{{ {} {} }}", quote(&outcome.name), numbers(&outcome.payoffs).join(", "))?;
            }
            writeln!(f, "}}")?;
            self.body(f, |profile| table.cells[profile].to_string())
        } else {
            self.body(f, |profile| numbers(&game.payoffs()[profile * players.len()..][..players.len()]).join(" "))
        }
    }
}

impl Nfg {
    fn body(&self, f: &mut fmt::Formatter<'_>, cell: impl Fn(usize) -> String) -> fmt::Result {
        let dimensions = self.game.dimensions();
        for (k, profile) in body_order(&dimensions).enumerate() {
            let ends = (k + 1) % dimensions[0] == 0;
            write!(f, "{}{}", cell(profile), if ends { "\n" } else { " " })?;
        }
        Ok(())
    }
}

fn has_default_labels(player: &Player) -> bool {
    player.actions.iter().enumerate().all(|(place, label)| *label == default_label(place))
}

fn list<'a>(names: impl Iterator<Item = &'a str>) -> String {
    format!("{{ {} }}", names.map(quote).collect::<Vec<_>>().join(" "))
}

fn numbers(values: &[Rational]) -> Vec<String> {
    values.iter().map(Rational::to_string).collect()
}
