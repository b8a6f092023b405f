//! What of a tree is drawn, and in which column and row: the tree in a table, the nodes that have room, and the lines
//! of its information sets. Nothing here knows of ink, fonts or points.

use super::super::data::Groups;
use crate::table::{Cell, Role, Table};
use std::collections::BTreeMap;

/// More rows than this are not drawn.
const MOST_ROWS: usize = 64;

/// The tree in a table; nodes by their order in it.
pub(super) struct Game {
    pub(super) nodes: Vec<Node>,
    pub(super) roots: Vec<usize>,
    /// Whose payoffs stand at the ends, in order; empty if the table does not say.
    pub(super) players: String,
}

#[derive(Default)]
pub(super) struct Node {
    pub(super) children: Vec<usize>,
    pub(super) action: String,
    pub(super) probability: String,
    pub(super) chance: bool,
    pub(super) player: String,
    pub(super) set: Option<(usize, i64)>,
    pub(super) payoffs: String,
    /// The number of nodes below.
    pub(super) below: usize,
}

impl Game {
    pub(super) fn of(table: &Table) -> Self {
        let at = |name: &str| table.position(name);
        let [parent, node, action, probability, kind, player, set, payoffs] =
            ["parent", "node", "action", "probability", "kind", "player", "information_set", "payoffs"].map(at);
        let show = |row: usize, column: Option<usize>| column.map(|c| table.cell(row, c).show()).unwrap_or_default();
        let whole = |row: usize, column: Option<usize>| match column.map(|c| table.cell(row, c)) {
            Some(Cell::Integer(number)) => Some(number),
            _ => None,
        };
        let groups = Groups::of(table, table.schema().with_role(&Role::Facet).collect());
        let mut places: BTreeMap<(usize, i64), usize> = BTreeMap::new();
        let mut nodes: Vec<Node> = Vec::new();
        let mut parents: Vec<Option<(usize, i64)>> = Vec::new();
        for row in 0..table.len() {
            let group = groups.of_row[row];
            let Some(id) = whole(row, node).map(|id| (group, id)) else { continue };
            if places.contains_key(&id) {
                continue;
            }
            places.insert(id, nodes.len());
            parents.push(whole(row, parent).map(|id| (group, id)));
            nodes.push(Node {
                action: show(row, action),
                probability: show(row, probability),
                chance: show(row, kind) == "chance",
                player: show(row, player),
                set: whole(row, set).map(|set| (group, set)),
                payoffs: show(row, payoffs).replace('-', "−"),
                ..Node::default()
            });
        }
        let mut roots = Vec::new();
        // By number, so that siblings stand in the order of their actions.
        for place in places.values() {
            match parents[*place].and_then(|parent| places.get(&parent)) {
                Some(parent) if parent != place => nodes[*parent].children.push(*place),
                _ => roots.push(*place),
            }
        }
        let all = at("players");
        let players = (0..table.len()).map(|row| show(row, all)).find(|names| !names.is_empty());
        let mut game = Self { nodes, roots, players: players.unwrap_or_default() };
        game.count();
        game
    }

    /// Counts what is below each node that hangs on a root.
    fn count(&mut self) {
        let mut order = self.roots.clone();
        let mut next = 0;
        while let Some(node) = order.get(next) {
            order.extend(&self.nodes[*node].children);
            next += 1;
        }
        for node in order.iter().rev() {
            self.nodes[*node].below = self.nodes[*node].children.iter().map(|c| 1 + self.nodes[*c].below).sum();
        }
    }
}

/// A node that is shown.
#[derive(Clone, Copy)]
pub(super) struct Shown {
    pub(super) node: usize,
    /// The place of its parent among those shown.
    pub(super) parent: Option<usize>,
    pub(super) level: usize,
    /// Whether its children are shown, if it has any.
    pub(super) open: bool,
    /// Its height, in rows.
    pub(super) row: f64,
}

/// The nodes to show, level by level: as many levels as have room, and of each the nodes whose children do.
pub(super) fn shown(game: &Game, levels: usize) -> Vec<Shown> {
    let start = |node: &usize| Shown { node: *node, parent: None, level: 0, open: false, row: 0.0 };
    let mut all: Vec<Shown> = game.roots.iter().take(MOST_ROWS).map(start).collect();
    let mut rows = all.len();
    let mut next = 0;
    while let Some(Shown { node, level, .. }) = all.get(next).copied() {
        let children = &game.nodes[node].children;
        if !children.is_empty() && level < levels && rows - 1 + children.len() <= MOST_ROWS {
            rows += children.len() - 1;
            all[next].open = true;
            let child =
                |node: &usize| Shown { node: *node, parent: Some(next), level: level + 1, open: false, row: 0.0 };
            all.extend(children.iter().map(child));
        }
        next += 1;
    }
    place(&mut all);
    all
}

/// Gives each row an end, in the order of the branches, and each other node the middle of its children.
fn place(all: &mut [Shown]) {
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); all.len()];
    let mut waiting = Vec::new();
    for (k, shown) in all.iter().enumerate().rev() {
        match shown.parent {
            Some(parent) => children[parent].push(k),
            None => waiting.push(k),
        }
    }
    let mut row = 0.0;
    while let Some(k) = waiting.pop() {
        if children[k].is_empty() {
            all[k].row = row;
            row += 1.0;
        }
        waiting.extend(&children[k]);
    }
    for k in (0..all.len()).rev() {
        if let [last, .., first] | [last @ first] = children[k][..] {
            all[k].row = f64::midpoint(all[first].row, all[last].row);
        }
    }
}

/// Nodes of one information set among those shown, at least two, from above to below.
pub(super) struct Joined {
    pub(super) nodes: Vec<usize>,
    /// The lane in which its line runs left of the column; nothing if it runs straight.
    pub(super) lane: Option<usize>,
}

pub(super) fn sets(game: &Game, all: &[Shown]) -> Vec<Joined> {
    let mut found: BTreeMap<(usize, i64), Vec<usize>> = BTreeMap::new();
    for (k, shown) in all.iter().enumerate() {
        if let Some(set) = game.nodes[shown.node].set {
            found.entry(set).or_default().push(k);
        }
    }
    let mut sets: Vec<Joined> = found
        .into_values()
        .filter(|nodes| nodes.len() > 1)
        .map(|mut nodes| {
            nodes.sort_by(|a, b| all[*a].row.total_cmp(&all[*b].row));
            Joined { nodes, lane: None }
        })
        .collect();
    // By level, from the shortest: each takes the first lane in which nothing runs beside it.
    let span = |set: &Joined| (all[set.nodes[0]].row, all[set.nodes[set.nodes.len() - 1]].row);
    sets.sort_by(|a, b| (span(a).1 - span(a).0).total_cmp(&(span(b).1 - span(b).0)));
    let mut lanes: BTreeMap<usize, Vec<Vec<(f64, f64)>>> = BTreeMap::new();
    for set in &mut sets {
        let level = all[set.nodes[0]].level;
        let (above, below) = span(set);
        let same_column = set.nodes.iter().all(|k| all[*k].level == level);
        let strangers = all.iter().enumerate().any(|(k, other)| {
            other.level == level && other.open && other.row > above && other.row < below && !set.nodes.contains(&k)
        });
        if same_column && strangers {
            let lanes = lanes.entry(level).or_default();
            let free = |lane: &Vec<(f64, f64)>| lane.iter().all(|(a, b)| *b < above || below < *a);
            let lane = lanes.iter().position(free).unwrap_or_else(|| {
                lanes.push(Vec::new());
                lanes.len() - 1
            });
            lanes[lane].push((above, below));
            set.lane = Some(lane);
        }
    }
    sets
}
