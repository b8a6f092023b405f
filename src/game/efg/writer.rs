//! The writer of `.efg` files.

use crate::exact::Rational;
use crate::game::tokens::quote;
use crate::game::{ExtensiveForm, NodeKind};
use std::fmt;

pub(super) struct Efg<'a>(pub(super) &'a ExtensiveForm);

impl fmt::Display for Efg<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tree = self.0;
        writeln!(f, "EFG 2 R {} {}", quote(&tree.title), list(tree.players().iter().map(|name| quote(name))))?;
        if let Some(comment) = &tree.comment {
            writeln!(f, "{}", quote(comment))?;
        }
        for node in tree.nodes() {
            let name = quote(&node.name);
            match node.kind {
                NodeKind::Chance(place) => {
                    let event = &tree.events()[place];
                    let actions = event.actions.iter().map(|(label, p)| format!("{} {p}", quote(label)));
                    write!(f, "c {name} {} {} {}", place + 1, quote(&event.name), list(actions))?;
                }
                NodeKind::Decision(place) => {
                    let set = &tree.infosets()[place];
                    let (player, actions) =
                        (set.player.index() + 1, list(set.actions.iter().map(|label| quote(label))));
                    write!(f, "p {name} {player} {} {} {actions}", set.index + 1, quote(&set.name))?;
                }
                NodeKind::End => write!(f, "t {name}")?,
            }
            match node.outcome {
                None => writeln!(f, " 0")?,
                Some(place) => {
                    let outcome = &tree.outcomes()[place];
                    let payoffs: Vec<String> = outcome.payoffs.iter().map(Rational::to_string).collect();
                    writeln!(f, " {} {} {{ {} }}", place + 1, quote(&outcome.name), payoffs.join(", "))?;
                }
            }
        }
        Ok(())
    }
}

fn list(items: impl Iterator<Item = String>) -> String {
    format!("{{ {} }}", items.collect::<Vec<_>>().join(" "))
}
