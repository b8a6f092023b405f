//! A tree as a table, a row a node, from which it is drawn.

use super::{ExtensiveForm, NodeKind};
use crate::table::{Cell, Column, Table, TableKind, TableSchema, Type};

impl ExtensiveForm {
    /// The schema of [`table`](Self::table).
    pub fn table_schema() -> TableSchema {
        let text = |name, doc| Column::note(name, doc);
        let columns = vec![
            Column::facet("game", "The game's title."),
            Column::key("parent", Type::Integer, "The node above; null at the root."),
            Column::key("node", Type::Integer, "The node, from 0 in preorder."),
            text("action", "The action that leads from the node above to this one."),
            text("probability", "The exact probability of that action, if chance takes it."),
            text("kind", "What happens here: `chance`, `decision` or `end`."),
            text("player", "Who decides here."),
            Column { ty: Type::Integer, ..text("information_set", "Nodes of one number cannot be told apart.") },
            text("payoffs", "At an end: what the whole path is worth, exactly, player by player."),
            text("name", "The name of the information set, event or outcome."),
            text("players", "At the root: all players, in the order of payoffs."),
        ];
        TableSchema::new("game_tree", TableKind::Graph, "A game in extensive form, a row a node.", columns)
    }

    /// The tree as a table of kind `Graph`, a row a node. A player without a name is called by number.
    pub fn table(&self) -> Table {
        let mut table = Table::new(Self::table_schema());
        let mut payoffs: Vec<String> = vec![String::new(); self.nodes.len()];
        for (node, values) in self.ends() {
            payoffs[node] = values.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        }
        let players: Vec<String> = (1..)
            .zip(&self.players)
            .map(|(k, name)| if name.is_empty() { format!("player {k}") } else { name.clone() })
            .collect();
        let all = players.join(", ");
        for (k, node) in self.nodes.iter().enumerate() {
            let (action, probability) = match node.parent {
                None => ("", None),
                Some((parent, action)) => self.action(parent, action),
            };
            let probability = probability.map(ToString::to_string).unwrap_or_default();
            let outcome = node.outcome.map_or("", |outcome| &self.outcomes[outcome].name);
            let (kind, player, set, label) = match node.kind {
                NodeKind::Chance(event) => ("chance", "", Cell::Null, self.events[event].name.as_str()),
                NodeKind::Decision(place) => {
                    let set = &self.infosets[place];
                    ("decision", players[set.player.index()].as_str(), Cell::from(place), set.name.as_str())
                }
                NodeKind::End => ("end", "", Cell::Null, outcome),
            };
            table.push(&[
                self.title.as_str().into(),
                node.parent.map(|(parent, _)| parent).into(),
                k.into(),
                action.into(),
                (&probability).into(),
                kind.into(),
                player.into(),
                set,
                (&payoffs[k]).into(),
                label.into(),
                if k == 0 { all.as_str().into() } else { Cell::Null },
            ]);
        }
        table
    }
}
