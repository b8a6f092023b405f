//! Boards and observations for people: as text, and as a table that a plot draws.
//!
//! A food is `*` and its level, an agent a letter and its level: `*3`, `a1`, `b2`, and `a1+b2` where agents share a cell.
//! An observation is shown from its numbers alone, so that what the text says is what the agent knows. Shapes and
//! words carry everything; no colour does. Nothing here changes a board.

use super::action::Action;
use super::board::{Board, Cell};
use super::config::Observation;
use super::episode::Episode;
use super::field::{End, Field, Load};
use super::rules::Rules;
use crate::table::{Column, Table, TableKind, TableSchema, Type};
use std::fmt::Write as _;

/// An agent's letter: a to z, then aa, ab and so on.
pub fn letter(agent: usize) -> String {
    let last = char::from(b'a' + u8::try_from(agent % 26).expect("one of 26"));
    match agent / 26 {
        0 => last.to_string(),
        rest => format!("{}{last}", letter(rest - 1)),
    }
}

/// What a cell holds, in a word, and its mark.
fn content(board: &Board<'_>, cell: Cell) -> (&'static str, String) {
    let food = board.food_at(cell);
    let here: Vec<String> = board
        .agents()
        .enumerate()
        .filter(|(_, agent)| agent.cell == cell)
        .map(|(k, agent)| format!("{}{}", letter(k), agent.level))
        .collect();
    match here.len() {
        0 if food > 0 => ("food", format!("*{food}")),
        0 => ("empty", String::new()),
        1 => ("agent", here.concat()),
        _ => ("several_agents", here.join("+")),
    }
}

fn cells(rules: &Rules) -> impl Iterator<Item = Cell> {
    let (rows, cols) = (rules.config().rows, rules.config().cols);
    (0..rows).flat_map(move |row| (0..cols).map(move |col| Cell::from((row, col))))
}

/// A board as text: a heading, the cells with the numbers of rows and columns, and a line an agent with what it may do.
///
/// # Examples
/// ```
/// use comity::models::foraging::{Cell, Config, Field, Food, Forager, Layout, text};
/// let mut field = Field::new(Config::new(3, 4, 1, 1).check().unwrap().into(), 1);
/// let agent = Forager { cell: Cell { row: 1, col: 0 }, level: 2 };
/// let food = Food { cell: Cell { row: 1, col: 1 }, level: 2 };
/// field.place(0, &Layout { agents: vec![agent], foods: vec![food], spawned: None }).unwrap();
/// assert_eq!(text(&field.board(0)), "\
/// step 0 of 50, running: 1 food left, 0 of 2 levels lifted
///      0  1  2  3
///  0   .  .  .  .
///  1  a2 *2  .  .
///  2   .  .  .  .
///  a: level 2 at (1, 0), may NONE NORTH SOUTH LOAD
/// ");
/// ```
pub fn text(board: &Board<'_>) -> String {
    let rules = board.rules();
    let config = rules.config();
    let marks: Vec<String> = cells(rules).map(|cell| content(board, cell).1).collect();
    let widest = marks.iter().map(String::len).max().unwrap_or(0);
    let width = widest.max(config.cols.to_string().len()).max(2) + 1;
    let left: u32 = board.foods().map(|food| u32::from(food.level)).sum();
    let end = match board.end() {
        End::Running => "running",
        End::Collected => "all food lifted",
        End::OutOfTime => "time is up",
    };
    let (foods, spawned) = (board.foods_left(), board.spawned());
    let noun = if foods == 1 { "food" } else { "foods" };
    let mut out = format!(
        "step {} of {}, {end}: {foods} {noun} left, {} of {spawned} levels lifted\n   ",
        board.steps(),
        config.max_steps,
        spawned.saturating_sub(left),
    );
    for col in 0..config.cols {
        write!(out, "{col:>width$}").expect("a text takes all");
    }
    for (row, marks) in marks.chunks_exact(config.cols).enumerate() {
        write!(out, "\n{row:>2} ").expect("a text takes all");
        for mark in marks {
            write!(out, "{:>width$}", if mark.is_empty() { "." } else { mark }).expect("a text takes all");
        }
    }
    out.push('\n');
    for (k, agent) in board.agents().enumerate() {
        let may: Vec<&str> = board.valid(k).actions().map(Action::name).collect();
        let Cell { row, col } = agent.cell;
        writeln!(out, " {}: level {} at ({row}, {col}), may {}", letter(k), agent.level, may.join(" "))
            .expect("a text takes all");
    }
    out
}

/// What an agent observes, in words, from the numbers alone.
///
/// - `numbers`: what [`observe`](Board::observe) wrote.
///
/// # Panics
/// If an observation under these rules has another length.
pub fn observation_text(rules: &Rules, numbers: &[i16]) -> String {
    assert_eq!(numbers.len(), rules.observation_len(), "as many numbers as an observation has");
    match rules.config().observation {
        Observation::Vector => slots_text(rules, numbers),
        Observation::Grid => layers_text(rules, numbers),
    }
}

/// Foods and agents slot by slot.
fn slots_text(rules: &Rules, numbers: &[i16]) -> String {
    let config = rules.config();
    let (foods, agents) = numbers.split_at(3 * config.foods);
    let mut out = String::from("row, column and level, counted from the corner of the window that the agent sees\n");
    let mut line = |name: String, slot: &[i16]| {
        let shown = match slot {
            [row, col, ..] if *row < 0 && *col < 0 => "none in sight".to_string(),
            [row, col] => format!("({row}, {col})"),
            [row, col, level] => format!("({row}, {col}), level {level}"),
            _ => unreachable!("a slot has two or three numbers"),
        };
        writeln!(out, " {name}: {shown}").expect("a text takes all");
    };
    for (k, slot) in foods.chunks_exact(3).enumerate() {
        line(format!("food {}", k + 1), slot);
    }
    for (k, slot) in agents.chunks_exact(if config.observe_agent_levels { 3 } else { 2 }).enumerate() {
        line(if k == 0 { "itself".into() } else { format!("other agent {k}") }, slot);
    }
    out
}

/// Layers with their names; the agent stands in the middle.
fn layers_text(rules: &Rules, numbers: &[i16]) -> String {
    let config = rules.config();
    let side = 2 * config.sight + 1;
    let agents = if config.observe_agent_levels { "levels of agents" } else { "agents" };
    let width = numbers.iter().map(|number| number.to_string().len()).max().unwrap_or(1) + 1;
    let mut out = String::new();
    for (name, layer) in [agents, "levels of food", "open cells"].into_iter().zip(numbers.chunks_exact(side * side)) {
        writeln!(out, "{name}, around the agent in the middle").expect("a text takes all");
        for row in layer.chunks_exact(side) {
            for number in row {
                write!(out, "{number:>width$}").expect("a text takes all");
            }
            out.push('\n');
        }
    }
    out
}

/// An episode as text: each board, what was done there, who lifted what, and what each agent gained in all.
pub fn episode_text(episode: &Episode) -> String {
    let mut out = String::new();
    let field = boards(episode, |field, done| {
        let Some(step) = done else { return out.push_str(&text(&field.board(0))) };
        let actions = step.actions.iter().enumerate().map(|(k, action)| format!("{} {action}", letter(k)));
        writeln!(out, "-> {}", actions.collect::<Vec<_>>().join(", ")).expect("a text takes all");
        for load in &step.loads {
            writeln!(out, "   {}", load_text(load)).expect("a text takes all");
        }
        out.push('\n');
        out.push_str(&text(&field.board(0)));
    });
    let returns = episode.returns();
    let each = returns.iter().enumerate().map(|(k, sum)| format!("{} {sum:.3}", letter(k)));
    let steps = field.board(0).steps();
    writeln!(
        out,
        "after {steps} steps: {}, together {:.3}",
        each.collect::<Vec<_>>().join(", "),
        episode.team_return()
    )
    .expect("a text takes all");
    out
}

/// Who tried to lift what, and whether they did.
fn load_text(load: &Load) -> String {
    let who: Vec<String> = load.loaders.iter().map(letter).collect();
    let verb = if load.lifted() { "lifted" } else { "failed to lift" };
    let Load { cell: Cell { row, col }, level, strength, .. } = load;
    format!("{} with {strength} in all {verb} the food of level {level} at ({row}, {col})", who.join(" and "))
}

/// Replays an episode: `see` gets the first board with nothing, and each board after a step with that step.
fn boards(episode: &Episode, mut see: impl FnMut(&Field, Option<&super::Step>)) -> Field {
    let mut field = Field::new(episode.rules.clone(), 1);
    field.place(0, &episode.start).expect("an episode begins on a board that its rules allow");
    see(&field, None);
    let mut rewards = vec![0.0; episode.rules.config().agents];
    for step in &episode.steps {
        field.step(0, &step.actions, &mut rewards, &mut Vec::new());
        see(&field, Some(step));
    }
    field
}

/// The table of the boards of an episode.
pub fn frames_schema() -> TableSchema {
    TableSchema::new(
        "foraging_boards",
        TableKind::Frames,
        "Where agents and foods are, a row a cell and step. A food is * and its level, an agent a letter and its level.",
        vec![
            Column::key("y", Type::Integer, "The row, from 0 in the north."),
            Column::key("x", Type::Integer, "The column, from 0 in the west."),
            Column::x("step", Type::Integer, "steps", "How many steps were taken."),
            Column::measure("content", Type::Text, "", "What the cell holds."),
            Column::note("mark", "What is written in the cell: letters and levels of agents, or the level of food."),
        ],
    )
}

/// The boards of an episode, the first and that after each step.
pub fn frames(episode: &Episode) -> Table {
    let mut table = Table::new(frames_schema());
    boards(episode, |field, _| {
        let board = field.board(0);
        for cell in cells(board.rules()) {
            let (word, mark) = content(&board, cell);
            table.push(&[
                i64::from(cell.row).into(),
                i64::from(cell.col).into(),
                i64::from(board.steps()).into(),
                word.into(),
                mark.as_str().into(),
            ]);
        }
    });
    table
}

#[cfg(test)]
mod tests {
    use super::super::{Config, Food, Forager, Layout};
    use super::*;

    #[test]
    fn letters_go_on_after_z() {
        assert_eq!([0, 25, 26, 51, 52, 63].map(letter), ["a", "z", "aa", "az", "ba", "bl"]);
    }

    /// Agents at (0, 0) and (4, 3), foods at (1, 2) and (4, 4), seen two cells far.
    fn field(config: Config) -> Field {
        let agent = |row, col, level| Forager { cell: Cell { row, col }, level };
        let food = |row, col, level| Food { cell: Cell { row, col }, level };
        let config = Config { sight: 2, ..config };
        let mut field = Field::new(config.check().expect("rules").into(), 1);
        let (agents, foods) = (vec![agent(0, 0, 1), agent(4, 3, 2)], vec![food(4, 4, 3), food(1, 2, 2)]);
        field.place(0, &Layout { agents, foods, spawned: None }).expect("a board");
        field
    }

    fn observed(field: &Field, agent: usize) -> String {
        let mut numbers = vec![0; field.rules().observation_len()];
        field.board(0).observe(agent, &mut numbers);
        observation_text(field.rules(), &numbers)
    }

    #[test]
    fn what_is_seen_close_to_a_border_differs_by_mode() {
        // The reference sees agents by their coordinates in a window that the border has cut: farther than food.
        let base = Config::new(6, 6, 2, 2);
        let expected = "row, column and level, counted from the corner of the window that the agent sees\n \
            food 1: (1, 2), level 2\n food 2: none in sight\n itself: (0, 0), level 1\n other agent 1: (4, 3), level 2\n";
        assert_eq!(observed(&field(base.clone()), 0), expected);
        let strict = Config { mode: super::super::Mode::Strict, observe_agent_levels: false, ..base };
        let text = observed(&field(strict), 0);
        assert!(text.ends_with(" itself: (0, 0)\n other agent 1: none in sight\n"), "{text}");
    }

    #[test]
    fn layers_are_named() {
        let config = Config { observation: Observation::Grid, ..Config::new(6, 6, 2, 2) };
        let text = observed(&field(config), 1);
        let food = "levels of food, around the agent in the middle\n 0 0 0 0 0\n 0 0 0 0 0\n 0 0 0 3 0\n 0 0 0 0 0\n 0 0 0 0 0\n";
        let open =
            "open cells, around the agent in the middle\n 1 1 1 1 1\n 1 1 1 1 1\n 1 1 0 0 1\n 1 1 1 1 1\n 0 0 0 0 0\n";
        assert!(text.contains(food) && text.ends_with(open), "{text}");
        assert!(text.starts_with("levels of agents, around the agent in the middle\n 0 0 0 0 0\n"), "{text}");
    }

    #[test]
    fn an_episode_reads_as_it_went() {
        let rules: std::sync::Arc<Rules> = Config::new(5, 5, 2, 1).check().expect("rules").into();
        let agent = |row, col, level| Forager { cell: Cell { row, col }, level };
        let foods = vec![Food { cell: Cell { row: 2, col: 2 }, level: 3 }];
        let start = Layout { agents: vec![agent(2, 1, 1), agent(0, 2, 2)], foods, spawned: None };
        let actions = [vec![Action::Load, Action::South], vec![Action::Load, Action::Load]];
        let text = episode_text(&Episode::replay(&rules, &start, &actions).expect("an episode"));
        for part in [
            "-> a LOAD, b SOUTH\n   a with 1 in all failed to lift the food of level 3 at (2, 2)\n",
            "-> a LOAD, b LOAD\n   a and b with 3 in all lifted the food of level 3 at (2, 2)\n",
            "step 2 of 50, all food lifted: 0 foods left, 3 of 3 levels lifted\n",
            "after 2 steps: a 0.333, b 0.667, together 1.000\n",
        ] {
            assert!(text.contains(part), "{part} in {text}");
        }
    }
}
