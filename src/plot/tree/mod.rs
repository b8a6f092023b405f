//! Trees of games in extensive form: the root at the left, a column a move, the ends in rows with what they pay.
//!
//! The two keys `parent` and `node` say the tree; the columns `action`, `probability`, `kind`, `player`,
//! `information_set` and `payoffs`, each of which may be absent, what stands at it, in the game's own words; `players` at
//! the root, whose payoffs these are, in order. A node's marker says who moves; nodes of one information set are joined
//! by a dashed line, which has a lane of its own left of a column where sets interleave. A node stands halfway between
//! its first and its last child, so that branches never cross (the layered drawing of Wetherell & Shannon 1979). Of a
//! large tree the upper levels are shown, and what is below is counted. A row whose parent is not there begins a tree of
//! its own, as each facet does; rows that form a circle are left out.

mod layout;

use super::colour::{Look, Marker, SOFT, TEXT, WHITE};
use super::context::Context;
use super::data::Facets;
use super::scene::{Anchor, Area, Point, Scene, Stroke};
use super::sheet::{Head, Sample, Sheet, TICK, body_width, mark, widest};
use super::words::shorten;
use super::{Drawn, PlotError};
use crate::table::{Role, Table, TableSchema};
use layout::{Game, Joined, Node, Shown, sets, shown};
use std::collections::{BTreeMap, BTreeSet};

/// Rows are this far apart, with players' names below the branches if there are few.
const ROW: f64 = 22.0;
const TALL_ROW: f64 = 34.0;
const FEW_ROWS: usize = 16;
/// The narrowest and the widest column.
const LEAST_COLUMN: f64 = 36.0;
const WIDEST_COLUMN: f64 = 210.0;
const DASH: &[f64] = &[4.0, 3.0];

/// Whether a graph is a tree by its keys.
pub(super) fn fits(schema: &TableSchema) -> bool {
    let keys: Vec<&str> = schema.with_role(&Role::Key).map(|key| &*schema.columns[key].name).collect();
    keys == ["parent", "node"]
}

/// Draws the tree of a table.
pub(super) fn draw(table: &Table, cx: &Context<'_>) -> Result<Drawn, PlotError> {
    let title = cx.table_title(table);
    if !fits(table.schema()) {
        return Err(PlotError::missing(table, &Role::Key));
    }
    let game = Game::of(table);
    if game.nodes.is_empty() {
        return Ok(Drawn::nothing(table, title, cx));
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few columns")]
    let levels = (body_width(cx) * 0.7 / LEAST_COLUMN).max(1.0) as usize;
    let all = shown(&game, levels);
    let players = players(&game);
    let cx = &cx.with_series(players.iter().cloned());
    let sets = sets(&game, &all);

    let subtitle = Facets::of(table, &[], true, cx).fixed.join(" · ");
    let mut head = Head { title: title.clone(), subtitle, ..Head::default() };
    head.legend = players.iter().map(|player| (Sample::Mark(cx.look(player)), player.clone())).collect();
    if all.iter().any(|shown| game.nodes[shown.node].chance) {
        head.legend.push((Sample::Mark(chance()), cx.label("chance")));
    }
    if all.iter().any(|shown| !game.nodes[shown.node].payoffs.is_empty()) && !game.players.is_empty() {
        head.notes.push(cx.say("tree_payoffs", &[("players", &game.players)]));
    }
    if !sets.is_empty() {
        head.notes.push(cx.say("tree_sets", &[]));
    }
    let left_out = game.nodes.len() - all.len();
    if left_out > 0 {
        head.notes.push(cx.say("tree_left_out", &[("count", &left_out.to_string())]));
    }
    let rows = all.iter().filter(|shown| !shown.open).count();
    #[expect(clippy::cast_precision_loss, reason = "a few rows")]
    let count = rows as f64;
    let mut sheet = Sheet::new(cx, &head, count * if rows <= FEW_ROWS { TALL_ROW } else { ROW } + 8.0);
    let pitch = (sheet.body.height() - 8.0) / count;
    let plan = Plan::new(&game, &all, &sets, cx, &sheet.body, pitch);
    plan.sets(&mut sheet.scene, &sets);
    let mut taken = plan.branches(&mut sheet.scene);
    plan.nodes(&mut sheet.scene, &mut taken);
    Ok(Drawn { scene: sheet.scene, title, alt: alt(&game, &players, cx) })
}

/// The players who move, in the order of their payoffs as far as that is known, else of appearance.
fn players(game: &Game) -> Vec<String> {
    let mut players: Vec<String> = Vec::new();
    for node in game.nodes.iter().filter(|node| !node.player.is_empty()) {
        if !players.contains(&node.player) {
            players.push(node.player.clone());
        }
    }
    let order: Vec<&str> = game.players.split(", ").collect();
    players.sort_by_key(|player| order.iter().position(|name| name == player).unwrap_or(order.len()));
    players
}

fn alt(game: &Game, players: &[String], cx: &Context<'_>) -> String {
    let chance = game.nodes.iter().filter(|node| node.chance).count();
    let decisions = game.nodes.iter().filter(|node| !node.player.is_empty()).count();
    let ends = game.nodes.iter().filter(|node| node.children.is_empty()).count();
    let mut nodes_of: BTreeMap<(usize, i64), usize> = BTreeMap::new();
    game.nodes.iter().filter_map(|node| node.set).for_each(|set| *nodes_of.entry(set).or_default() += 1);
    let hidden = nodes_of.values().filter(|count| **count > 1).count();
    let players = if players.is_empty() { "–".to_string() } else { players.join(cx.comma()) };
    let [chance, decisions, ends, hidden] = [chance, decisions, ends, hidden].map(|count| count.to_string());
    let holes = [
        ("players", &*players),
        ("decisions", &*decisions),
        ("chance", &*chance),
        ("ends", &*ends),
        ("hidden", &*hidden),
    ];
    cx.say("alt_tree", &holes)
}

fn chance() -> Look {
    Look { ink: SOFT, dash: &[], marker: Marker::Ring }
}

/// Where things stand.
struct Plan<'a> {
    game: &'a Game,
    all: &'a [Shown],
    cx: &'a Context<'a>,
    body: Area,
    /// Between two rows.
    pitch: f64,
    /// Between two columns.
    step: f64,
    /// Of the root.
    left: f64,
    /// By level: how many lanes there are left of it.
    lanes: BTreeMap<usize, usize>,
}

impl<'a> Plan<'a> {
    fn new(game: &'a Game, all: &'a [Shown], sets: &[Joined], cx: &'a Context<'a>, body: &Area, pitch: f64) -> Self {
        let roots = all.iter().filter(|shown| shown.parent.is_none());
        let names: Vec<String> = roots.map(|shown| game.nodes[shown.node].mover(cx)).collect();
        let name = widest(cx, names.iter(), TICK).min(body.width() * 0.16);
        let left = body.left + 8.0 + if name > 0.0 { name + 6.0 } else { 0.0 };
        // Each end has its words at its right; the columns take what that leaves.
        let words: Vec<(usize, f64)> =
            all.iter().map(|shown| (shown.level, cx.fonts.width(&end(game, shown, cx), TICK))).collect();
        let most = body.width() * 0.4;
        #[expect(clippy::cast_precision_loss, reason = "a few columns")]
        let step = words
            .iter()
            .filter(|(level, _)| *level > 0)
            .map(|(level, width)| (body.right - left - 10.0 - width.min(most)) / *level as f64)
            .fold(WIDEST_COLUMN, f64::min);
        let mut lanes: BTreeMap<usize, usize> = BTreeMap::new();
        for set in sets {
            let count = lanes.entry(all[set.nodes[0]].level).or_default();
            *count = (*count).max(set.lane.map_or(0, |lane| lane + 1));
        }
        Self { game, all, cx, body: *body, pitch, step, left, lanes }
    }

    /// How far a lane is left of its column.
    fn aside(&self, level: usize, lane: usize) -> f64 {
        let count = self.lanes.get(&level).copied().unwrap_or(0).max(1);
        #[expect(clippy::cast_precision_loss, reason = "a few lanes")]
        let (lane, count) = (lane as f64, count as f64);
        9.0 + lane * 6.5_f64.min(self.step * 0.45 / count)
    }

    fn at(&self, k: usize) -> Point {
        let shown = &self.all[k];
        #[expect(clippy::cast_precision_loss, reason = "a few columns")]
        let x = self.left + self.step * shown.level as f64;
        (x, self.body.top + 4.0 + self.pitch * (shown.row + 0.5))
    }

    /// Dashed lines between the nodes of each set: straight, or aslant to a lane and back; bent between columns, so that
    /// they do not run along a branch.
    fn sets(&self, scene: &mut Scene, sets: &[Joined]) {
        let stroke = Stroke { ink: TEXT, width: 1.3, dash: DASH };
        for set in sets {
            let mut points = vec![self.at(set.nodes[0])];
            for pair in set.nodes.windows(2) {
                let [from, to] = [self.at(pair[0]), self.at(pair[1])];
                if let Some(lane) = set.lane {
                    let x = from.0 - self.aside(self.all[pair[0]].level, lane);
                    points.extend([(x, from.1 + self.pitch * 0.36), (x, to.1 - self.pitch * 0.36)]);
                } else if self.all[pair[0]].level != self.all[pair[1]].level {
                    points.extend(bow(from, to));
                }
                points.push(to);
            }
            scene.line(points, stroke);
        }
    }

    /// From each node down to its children: aslant, then level, with the action above the level part. Gives where
    /// words stand.
    fn branches(&self, scene: &mut Scene) -> Vec<Area> {
        let slant = self.step * 0.26;
        let size = TICK - 0.5;
        let mut words_at = Vec::new();
        for (k, shown) in self.all.iter().enumerate() {
            let Some(parent) = shown.parent else { continue };
            let (from, to) = (self.at(parent), self.at(k));
            let bend = (from.0 + slant, to.1);
            let node = &self.game.nodes[shown.node];
            let room = to.0 - bend.0 - 9.0;
            let words = match (&*node.action, &*node.probability) {
                (action, "") => action.to_string(),
                ("", probability) => probability.to_string(),
                (action, probability) => format!("{action} ({probability})"),
            };
            let words = shorten(self.cx.fonts, &words, size, room, "…");
            let right = bend.0 + 3.0 + self.cx.fonts.width(&words, size);
            let ground = Area::new(bend.0 + 1.0, to.1 - 3.0 - size, right, to.1 - 1.5);
            if !words.is_empty() {
                scene.rect(ground, WHITE);
                words_at.push(ground);
            }
            scene.line(vec![from, bend, to], Stroke::new(SOFT, 1.2));
            scene.text((bend.0 + 2.0, to.1 - 3.5), words, size, TEXT, Anchor::Start);
        }
        words_at
    }

    /// Markers, with the mover's name at the first node of each set, unless it would cover other words; and what stands
    /// at ends.
    fn nodes(&self, scene: &mut Scene, taken: &mut Vec<Area>) {
        let mut named = BTreeSet::new();
        for (k, shown) in self.all.iter().enumerate() {
            let (node, at) = (&self.game.nodes[shown.node], self.at(k));
            let words = end(self.game, shown, self.cx);
            if !words.is_empty() {
                let words = shorten(self.cx.fonts, &words, TICK, self.body.right - at.0 - 9.0, "…");
                let width = self.cx.fonts.width(&words, TICK);
                let ground = Area::new(at.0 + 4.0, at.1 - TICK * 0.55, at.0 + 10.0 + width, at.1 + TICK * 0.55);
                scene.rect(ground, WHITE);
                scene.text((at.0 + 8.0, at.1 + TICK * 0.36), words, TICK, TEXT, Anchor::Start);
                taken.push(ground);
            }
            let look = if node.chance {
                chance()
            } else if node.player.is_empty() {
                continue;
            } else {
                self.cx.look(&node.player)
            };
            mark(scene, at, look.marker, look.ink, 4.6);
            if node.set.is_some_and(|set| !named.insert(set)) {
                continue;
            }
            // Left of the root; elsewhere below the branch, and left of the lanes.
            let lanes = self.lanes.get(&shown.level).copied().unwrap_or(0);
            let (right, down, size, room) = match shown.parent {
                None => (at.0 - 8.0, TICK * 0.36, TICK, at.0 - self.body.left - 9.0),
                Some(_) => {
                    let right = if lanes > 0 { self.aside(shown.level, lanes - 1) + 4.0 } else { 8.0 };
                    (at.0 - right, TICK + 0.5, TICK - 1.0, self.step * 0.74 - right - 4.0)
                }
            };
            let name = shorten(self.cx.fonts, &node.mover(self.cx), size, room, "…");
            let width = self.cx.fonts.width(&name, size);
            let area = Area::new(right - width, at.1 + down - size, right, at.1 + down);
            // A name cut down to a letter or two says nothing; the marker says it.
            if name.ends_with('…') && name.chars().count() < 4 {
                continue;
            }
            let covers =
                |b: &Area| area.left < b.right && b.left < area.right && area.top < b.bottom && b.top < area.bottom;
            if !taken.iter().any(covers) {
                scene.rect(area, WHITE);
                scene.text((right, at.1 + down), name, size, SOFT, Anchor::End);
                taken.push(area);
            }
        }
    }
}

/// The points between two ends of a slightly bent line (a quadratic Bezier curve).
fn bow(from: Point, to: Point) -> impl Iterator<Item = Point> {
    const BEND: f64 = 0.16;
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let middle = (f64::midpoint(from.0, to.0) + BEND * dy, f64::midpoint(from.1, to.1) - BEND * dx);
    (1..16).map(move |k| {
        let t = f64::from(k) / 16.0;
        let (a, b, c) = ((1.0 - t) * (1.0 - t), 2.0 * t * (1.0 - t), t * t);
        (a * from.0 + b * middle.0 + c * to.0, a * from.1 + b * middle.1 + c * to.1)
    })
}

impl Node {
    /// Who moves, in words; empty at an end.
    fn mover(&self, cx: &Context<'_>) -> String {
        if self.chance { cx.label("chance") } else { self.player.clone() }
    }
}

/// What stands at the right of a node that has no children, or none that are shown.
fn end(game: &Game, shown: &Shown, cx: &Context<'_>) -> String {
    let node = &game.nodes[shown.node];
    if node.below > 0 && !shown.open {
        return cx.say("more", &[("count", &node.below.to_string())]);
    }
    if shown.open { String::new() } else { node.payoffs.clone() }
}
