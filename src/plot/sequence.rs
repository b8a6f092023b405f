//! Sequence diagrams: agents as life lines, messages as arrows in time, with the task's state.
//!
//! The columns are found by name: `from`, `to`, `label`, `task`, `state`, `round`; the time is the column
//! with role `X`. States are written as A2A 1.0 spells them, without their prefix; filled boxes are
//! terminal, framed ones are not, dashed ones wait for something from outside. Of a long record the first
//! and the last events are drawn.

use super::colour::{ABSENT, AXIS, GREEN, GRID, Ink, Look, PALE, SOFT, TEXT, VERMILLION, WHITE};
use super::context::Context;
use super::data::{Horizontal, value};
use super::scale::{fixed, number};
use super::scene::{Anchor, Area, Point, Scene, Stroke};
use super::sheet::{Head, LABEL, Sheet, TICK, body_width};
use super::words::shorten;
use super::{Drawn, PlotError};
use crate::table::{Cell, Role, Table};

const MOST_EVENTS: usize = 32;
const MOST_AGENTS: usize = 8;
const ROW: f64 = 40.0;
const ROUND: f64 = 24.0;
const GUTTER: f64 = 92.0;
/// The gap between the first events and the last.
const GAP: f64 = 30.0;

/// One message.
struct Event {
    time: String,
    from: Option<usize>,
    to: Option<usize>,
    label: String,
    task: String,
    state: String,
    round: String,
}

/// The columns of events, found by name.
struct Columns {
    from: usize,
    to: usize,
    label: Option<usize>,
    task: Option<usize>,
    state: Option<usize>,
    round: Option<usize>,
}

impl Columns {
    fn of(table: &Table) -> Result<Self, PlotError> {
        let named = |name: &str| table.position(name);
        let end = |name: &'static str| named(name).ok_or(PlotError::Column { table: table.name().to_string(), name });
        Ok(Self {
            from: end("from")?,
            to: end("to")?,
            label: named("label"),
            task: named("task"),
            state: named("state"),
            round: named("round"),
        })
    }
}

/// Draws the events of a table, in its order.
pub(super) fn draw(table: &Table, cx: &Context<'_>) -> Result<Drawn, PlotError> {
    let columns = Columns::of(table)?;
    let title = cx.table_title(table);
    if table.is_empty() {
        return Ok(Drawn::nothing(table, title, cx));
    }
    let (mut events, agents) = collect(table, &columns);
    let left_out = table.len() - events.len().min(MOST_EVENTS);
    let gap = (events.len() > MOST_EVENTS).then_some(MOST_EVENTS / 2);
    if let Some(half) = gap {
        events.drain(half..events.len() - half);
    }
    let mut tasks: Vec<String> = Vec::new();
    for event in &events {
        if !event.task.is_empty() && !tasks.contains(&event.task) {
            tasks.push(event.task.clone());
        }
    }
    let mut head = Head { title: title.clone(), ..Head::default() };
    head.notes.push(cx.say("state_boxes", &[]));
    if left_out > 0 {
        let (shown, all) = (events.len().to_string(), table.len().to_string());
        head.notes.push(cx.say("events_left_out", &[("shown", &shown), ("all", &all)]));
    }
    let alt = describe(table, cx, &agents, &events);

    let rounds = starts(&events);
    #[expect(clippy::cast_precision_loss, reason = "a few rows")]
    let natural = events.len() as f64 * ROW
        + rounds.iter().filter(|r| **r).count() as f64 * ROUND
        + gap.map_or(0.0, |_| GAP)
        + 42.0;
    let mut sheet = Sheet::new(cx, &head, natural);
    let squeeze = (sheet.body.height() / natural).min(1.0);
    let Sheet { scene, body } = &mut sheet;
    let lines = life_lines(scene, cx, body, &agents);
    let mut y = body.top + 34.0;
    let mut before = "";
    let ends = body.inset(0.0, 34.0, 0.0, 0.0);
    for (place, (event, new_round)) in events.iter().zip(rounds).enumerate() {
        if gap == Some(place) {
            let words = cx.say("more", &[("count", &number_of(left_out))]);
            scene.text((ends.left + 6.0, y + GAP * squeeze * 0.65), words, LABEL, SOFT, Anchor::Start);
            y += GAP * squeeze;
        }
        if new_round {
            let strip = Area::new(ends.left, y + 2.0, ends.right, y + ROUND * squeeze - 3.0);
            scene.rect(strip, PALE);
            let words = cx.say("round", &[("number", &event.round)]);
            scene.text((strip.left + 6.0, strip.centre().1 + 4.2), words, LABEL, TEXT, Anchor::Start);
            y += ROUND * squeeze;
        }
        let middle = y + ROW * squeeze * 0.5;
        if event.time != before {
            let time = shorten(cx.fonts, &event.time, TICK, GUTTER - 22.0, "…");
            scene.text((ends.left + GUTTER - 22.0, middle + 4.0), time, TICK, SOFT, Anchor::End);
            before = &event.time;
        }
        message(scene, cx, event, &lines, middle, &tasks);
        y += ROW * squeeze;
    }
    Ok(Drawn { scene: sheet.scene, title, alt })
}

#[expect(clippy::cast_precision_loss, reason = "a count of rows")]
fn number_of(count: usize) -> String {
    fixed(count as f64, 0)
}

/// The events among few agents, and these agents' names.
fn collect(table: &Table, columns: &Columns) -> (Vec<Event>, Vec<String>) {
    let schema = table.schema();
    let x = Horizontal::of(table);
    let unit = x.as_ref().map_or("", |x| &schema.columns[x.column].unit);
    let time_of = times(table, x.as_ref(), unit);
    let mut agents: Vec<String> = Vec::new();
    let mut events = Vec::new();
    let known = |names: &mut Vec<String>, cell: Cell<'_>, most: usize| -> Result<Option<usize>, ()> {
        let name = cell.show();
        match names.iter().position(|n| *n == name) {
            _ if cell == Cell::Null || name.is_empty() => Ok(None),
            Some(place) => Ok(Some(place)),
            None if names.len() == most => Err(()),
            None => {
                names.push(name);
                Ok(Some(names.len() - 1))
            }
        }
    };
    for row in 0..table.len() {
        let before = agents.len();
        let from = known(&mut agents, table.cell(row, columns.from), MOST_AGENTS);
        let to = known(&mut agents, table.cell(row, columns.to), MOST_AGENTS);
        let (Ok(from), Ok(to)) = (from, to) else {
            agents.truncate(before);
            continue;
        };
        let show = |c: Option<usize>| c.map_or(String::new(), |c| table.cell(row, c).show());
        let state = show(columns.state);
        let state = state.strip_prefix("TASK_STATE_").unwrap_or(&state).to_string();
        let (label, round, task) = (show(columns.label), show(columns.round), show(columns.task));
        events.push(Event { time: time_of(row), from, to, label, task, state, round });
    }
    (events, agents)
}

/// Times in the largest unit that needs no more than three decimals for any of them; from ten seconds on, where smaller
/// units would have more digits than the gutter has room for, in seconds to the microsecond, and from a thousand on to the
/// millisecond.
fn times<'a>(table: &'a Table, x: Option<&'a Horizontal>, unit: &str) -> impl Fn(usize) -> String + 'a {
    let micro =
        unit == "us" || unit == "µs" || x.is_some_and(|x| table.schema().columns[x.column].name.ends_with("_us"));
    let all = x.map(|x| x.of_row.iter().flatten().copied().collect::<Vec<f64>>()).unwrap_or_default();
    let whole = |step: f64| all.iter().all(|t| (t / step).fract() == 0.0);
    let last = all.iter().copied().fold(0.0, f64::max);
    let (divisor, decimals, name) = match (micro, whole(1000.0), whole(1.0)) {
        (false, _, _) => (1.0, None, ""),
        (true, true, _) => (1e6, Some(3), " s"),
        (true, false, _) if last >= 1e9 => (1e6, Some(3), " s"),
        (true, false, _) if last >= 1e7 => (1e6, Some(6), " s"),
        (true, false, true) => (1e3, Some(3), " ms"),
        (true, ..) => (1.0, None, " µs"),
    };
    move |row| {
        let Some(t) = x.and_then(|x| value(table, row, x.column)) else { return String::new() };
        let t = t / divisor;
        format!("{}{name}", decimals.map_or_else(|| number(t), |d| fixed(t, d)))
    }
}

/// Whether each event is the first of its round.
fn starts(events: &[Event]) -> Vec<bool> {
    let mut before = String::new();
    let new = |e: &Event| {
        let new = !e.round.is_empty() && e.round != before;
        before.clone_from(&e.round);
        new
    };
    events.iter().map(new).collect()
}

/// Draws the agents and their life lines, and returns where these are.
fn life_lines(scene: &mut Scene, cx: &Context<'_>, body: &Area, agents: &[String]) -> Vec<f64> {
    let left = body.left + GUTTER;
    #[expect(clippy::cast_precision_loss, reason = "a few agents")]
    let lane = (body.right - left) / agents.len().max(1) as f64;
    let wide = (lane - 14.0).min(150.0);
    let mut places = Vec::new();
    for (name, k) in agents.iter().zip(0..) {
        let x = (left + lane * (f64::from(k) + 0.5)).floor() + 0.5;
        scene.segment((x, body.top + 26.0), (x, body.bottom), Stroke { ink: AXIS, width: 1.0, dash: &[4.0, 3.0] });
        let plate = Area::new(x - wide / 2.0, body.top, x + wide / 2.0, body.top + 26.0);
        scene.rect(plate, PALE);
        scene.frame(plate, Stroke::new(AXIS, 1.0));
        let words = shorten(cx.fonts, &cx.label(name), LABEL, wide - 8.0, "…");
        scene.text((x, body.top + 17.4), words, LABEL, TEXT, Anchor::Middle);
        places.push(x);
    }
    if places.is_empty() {
        places.push(left);
    }
    places
}

/// Draws one message: its words above the arrow, its task and state below.
fn message(scene: &mut Scene, cx: &Context<'_>, event: &Event, lines: &[f64], y: f64, tasks: &[String]) {
    let look = tasks.iter().position(|t| *t == event.task).map(|k| super::colour::look(k, tasks.len().min(8)));
    let ink = look.map_or(TEXT, |l: Look| if l.ink.lightness() > 80.0 { SOFT } else { l.ink });
    let place = |agent: Option<usize>| agent.and_then(|a| lines.get(a)).copied();
    let outside = body_width(cx) + 18.0;
    let (from, to) = match (place(event.from), place(event.to)) {
        (Some(a), Some(b)) => (a, b),
        (Some(a), None) => (a, outside),
        (None, Some(b)) => ((b - 60.0).max(lines[0] - 40.0), b),
        (None, None) => (lines[0], lines[0]),
    };
    let line = Stroke::new(ink, 1.6);
    let alone = (from - to).abs() < 1.0;
    let side = if lines.len() > 1 && lines.last() == Some(&from) { -1.0 } else { 1.0 };
    if alone {
        // A message to itself leaves and returns, on the side where there is room.
        let far = from + side * 26.0;
        scene.line(vec![(from, y - 4.0), (far, y - 4.0), (far, y + 6.0), (from + side * 5.0, y + 6.0)], line);
        head(scene, (from + side, y + 6.0), -side, ink);
    } else {
        let way = if to > from { 1.0 } else { -1.0 };
        scene.disc((from, y), 2.6, ink);
        scene.segment((from, y), (to - way * 6.0, y), line);
        head(scene, (to, y), way, ink);
    }
    let task = match tasks.iter().position(|t| *t == event.task) {
        Some(k) if event.task.chars().count() > 10 => format!("#{}", k + 1),
        Some(_) => cx.label(&event.task),
        None => String::new(),
    };
    let (left, right) = match (alone, side > 0.0) {
        (false, _) => (from.min(to), from.max(to)),
        (true, true) => (from + 30.0, lines.iter().copied().find(|x| *x > from + 1.0).unwrap_or(outside)),
        (true, false) => (lines[lines.len() - 2], from - 30.0),
    };
    let room = right - left - 14.0;
    let words = shorten(cx.fonts, &cx.label(&event.label), TICK, room, "…");
    let middle = f64::midpoint(left, right);
    let (above, anchor) = match (alone, side > 0.0) {
        (false, _) => ((middle, y - 5.0), Anchor::Middle),
        (true, true) => ((left, y - 1.0), Anchor::Start),
        (true, false) => ((right, y - 1.0), Anchor::End),
    };
    clear(scene, cx, above, &words, anchor);
    scene.text(above, words, TICK, TEXT, anchor);
    let size = 9.5;
    let widths = [cx.fonts.width(&task, size), cx.fonts.width(&event.state, size)];
    let gap = if task.is_empty() || event.state.is_empty() { 0.0 } else { 5.0 };
    let boxed = if event.state.is_empty() { 0.0 } else { widths[1] + 9.0 };
    let whole = widths[0] + gap + boxed;
    let mut x = match (alone, side > 0.0) {
        (false, _) => middle - whole / 2.0,
        (true, true) => left,
        (true, false) => right - whole,
    };
    let low = if alone { y + 12.0 } else { y + 13.5 };
    if !task.is_empty() {
        clear(scene, cx, (x, low), &task, Anchor::Start);
        scene.text((x, low), task, size, SOFT, Anchor::Start);
        x += widths[0] + gap;
    }
    if !event.state.is_empty() {
        state(scene, &event.state, Area::new(x, low - 9.6, x + boxed, low + 3.6), size);
    }
}

/// A white ground, so that life lines do not cross words.
fn clear(scene: &mut Scene, cx: &Context<'_>, at: Point, words: &str, anchor: Anchor) {
    let width = cx.fonts.width(words, TICK);
    let left = match anchor {
        Anchor::Start => at.0,
        Anchor::Middle => at.0 - width / 2.0,
        Anchor::End => at.0 - width,
    };
    if !words.is_empty() {
        scene.rect(Area::new(left - 1.0, at.1 - TICK * 0.8, left + width + 1.0, at.1 + TICK * 0.22), WHITE);
    }
}

fn head(scene: &mut Scene, tip: Point, way: f64, ink: Ink) {
    let (x, y) = tip;
    scene.fill(vec![(x, y), (x - way * 9.0, y - 4.2), (x - way * 9.0, y + 4.2)], ink);
}

/// Draws a state in its box.
fn state(scene: &mut Scene, words: &str, area: Area, size: f64) {
    let (fill, edge, ink, dash): (Ink, Ink, Ink, &'static [f64]) = match words {
        "COMPLETED" => (GREEN, GREEN, WHITE, &[]),
        "FAILED" | "REJECTED" => (VERMILLION, VERMILLION, WHITE, &[]),
        "CANCELED" => (SOFT, SOFT, WHITE, &[]),
        "INPUT_REQUIRED" | "AUTH_REQUIRED" => (WHITE, TEXT, TEXT, &[2.5, 2.0]),
        "WORKING" => (GRID, AXIS, TEXT, &[]),
        "SUBMITTED" => (WHITE, AXIS, TEXT, &[]),
        _ => (ABSENT, AXIS, TEXT, &[]),
    };
    scene.rect(area, fill);
    scene.frame(area, Stroke { ink: edge, width: 1.0, dash });
    scene.text((area.centre().0, area.bottom - 3.6), words, size, ink, Anchor::Middle);
}

fn describe(table: &Table, cx: &Context<'_>, agents: &[String], events: &[Event]) -> String {
    let names: Vec<String> = agents.iter().map(|a| cx.label(a)).collect();
    let mut states: Vec<&str> = Vec::new();
    for event in events {
        if !event.state.is_empty() && !states.contains(&event.state.as_str()) {
            states.push(&event.state);
        }
    }
    let holes = [
        ("count", &*table.len().to_string()),
        ("agents", &*names.join(cx.comma())),
        ("states", &*states.join(cx.comma())),
    ];
    cx.say(if states.is_empty() { "alt_events" } else { "alt_events_states" }, &holes)
}

/// Whether a schema has the columns that a diagram needs.
pub(super) fn fits(schema: &crate::table::TableSchema) -> bool {
    ["from", "to"].iter().all(|name| schema.columns.iter().any(|c| c.name == *name && c.role != Role::X))
}
