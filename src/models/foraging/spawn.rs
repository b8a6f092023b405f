//! How boards begin: places and levels of agents and foods, from one stream of draws a board.
//!
//! In both modes no food lies on the border and foods keep three steps apart, so that no cell touches two of them, and
//! levels are uniform between their bounds. Episodes are independent: the reference leaves old positions on
//! the board when it resets, so that from the second episode on agents avoid cells where others ended the one before;
//! that is a slip, and it is not repeated here. Nor are its generator's numbers: only its distribution is.

use super::board::Cell;
use super::config::{Config, Levels, MAX_FOODS, Mode};
use super::field::Field;
use super::movement::MAX_AGENTS;
use super::rules::Rules;
use crate::sim::Draws;

/// How often the reference looks for cells for all foods together.
const TRIES: usize = 1000;
/// How often strict mode begins anew when foods came to stand in each other's way.
const RESTARTS: usize = 200;
/// How often a cell is drawn blindly before those that are left are counted.
const BLIND_TRIES: usize = 50;

impl Field {
    /// Begins an episode on a board drawn at random.
    ///
    /// Mode `v3` follows the reference: agents one after another on cells without agents, then foods on cells
    /// that are still free; a thousand tries for all foods, and what has not found a place by then is left out silently.
    ///
    /// Strict mode places as many foods as asked for: one after another, each on a cell drawn from all those that are
    /// left, anew from the first if none is; then agents on cells that are left. On the tightest fields, where
    /// 200 beginnings came to nothing, foods take known places, mirrored and chosen at random.
    ///
    /// Levels of a list are dealt out at random; the greatest level of food, if not given, is what the three weakest
    /// agents of the board lift together; with `force_coop` each food has its greatest level.
    ///
    /// # Panics
    /// If there is no such board.
    pub fn spawn(&mut self, board: usize, draws: &mut Draws) {
        self.clear(board);
        let rules = self.rules().clone();
        let config = rules.config();
        let mut cells = [Cell::default(); MAX_AGENTS];
        let mut places = [Cell::default(); MAX_FOODS];
        let mut levels = [0; MAX_AGENTS];
        let (cells, levels) = (&mut cells[..config.agents], &mut levels[..config.agents]);
        let placed = match config.mode {
            Mode::V3 => {
                for agent in 0..config.agents {
                    cells[agent] = free_cell(config, &cells[..agent], &[], draws);
                }
                foods_as_found(config, cells, &mut places, draws)
            }
            Mode::Strict => {
                all_foods(&rules, &mut places[..config.foods], draws);
                for agent in 0..config.agents {
                    cells[agent] = free_cell(config, &cells[..agent], &places[..config.foods], draws);
                }
                config.foods
            }
        };
        agent_levels(config, levels, draws);
        for (agent, (cell, level)) in cells.iter().zip(levels.iter()).enumerate() {
            self.set_agent(board, agent, rules.number(*cell), *level);
        }
        let mut heavy = [0; MAX_FOODS];
        food_levels(config, levels, &mut heavy[..placed], draws);
        let mut foods = [(0, 0); MAX_FOODS];
        for (food, (cell, level)) in foods.iter_mut().zip(places.iter().zip(heavy)).take(placed) {
            *food = (rules.number(*cell), level);
        }
        self.set_foods(board, &foods[..placed]);
    }

    /// As [`spawn`](Field::spawn) for all boards, each from its own stream.
    ///
    /// # Panics
    /// If there is not one stream a board.
    pub fn spawn_all(&mut self, streams: &mut [Draws]) {
        assert_eq!(streams.len(), self.boards(), "one stream a board");
        for (board, draws) in streams.iter_mut().enumerate() {
            self.spawn(board, draws);
        }
    }
}

/// A cell drawn from those without agents and foods. There is one: the rules ask for fewer things than cells.
fn free_cell(config: &Config, agents: &[Cell], foods: &[Cell], draws: &mut Draws) -> Cell {
    loop {
        let cell = Cell::from((draws.index(config.rows), draws.index(config.cols)));
        if !agents.contains(&cell) && !foods.contains(&cell) {
            return cell;
        }
    }
}

/// A cell drawn from those inside the border.
fn inner_cell(config: &Config, draws: &mut Draws) -> Cell {
    Cell::from((1 + draws.index(config.rows - 2), 1 + draws.index(config.cols - 2)))
}

/// Whether a cell keeps its distance from all foods.
fn apart(cell: Cell, foods: &[Cell]) -> bool {
    foods.iter().all(|food| food.steps_to(cell) >= 3)
}

/// Places foods as the reference does, and says how many found a place.
fn foods_as_found(config: &Config, agents: &[Cell], places: &mut [Cell], draws: &mut Draws) -> usize {
    let mut count = 0;
    for _ in 0..TRIES {
        if count == config.foods {
            break;
        }
        let cell = inner_cell(config, draws);
        if apart(cell, &places[..count]) && !agents.contains(&cell) {
            places[count] = cell;
            count += 1;
        }
    }
    count
}

/// Places all foods.
fn all_foods(rules: &Rules, places: &mut [Cell], draws: &mut Draws) {
    let config = rules.config();
    let begun = (0..RESTARTS).any(|_| {
        (0..places.len()).all(|k| {
            let next = next_food(config, &places[..k], draws);
            places[k] = next.unwrap_or_default();
            next.is_some()
        })
    });
    if begun {
        return;
    }
    let (down, across, over) = (draws.index(2) == 1, draws.index(2) == 1, draws.index(2) == 1);
    let mirror = |cell: Cell| {
        let turn = |at: u16, side: usize, turned: bool| if turned { side - 1 - usize::from(at) } else { at.into() };
        let (row, col) = (turn(cell.row, config.rows, down), turn(cell.col, config.cols, across));
        Cell::from(if over && config.rows == config.cols { (col, row) } else { (row, col) })
    };
    let mut known = rules.places.clone();
    draws.shuffle(&mut known);
    for (place, cell) in places.iter_mut().zip(known) {
        *place = mirror(cell);
    }
}

/// A cell drawn from all those on which another food may lie.
fn next_food(config: &Config, foods: &[Cell], draws: &mut Draws) -> Option<Cell> {
    for _ in 0..BLIND_TRIES {
        let cell = inner_cell(config, draws);
        if apart(cell, foods) {
            return Some(cell);
        }
    }
    let inner = (1..config.rows - 1).flat_map(|row| (1..config.cols - 1).map(move |col| Cell::from((row, col))));
    let left: Vec<Cell> = inner.filter(|cell| apart(*cell, foods)).collect();
    (!left.is_empty()).then(|| left[draws.index(left.len())])
}

/// Whose bounds each thing has: their own, or where bounds are lists, somebody's by chance.
fn deal<const N: usize>(bounds: [Option<&Levels>; 2], count: usize, draws: &mut Draws) -> [u8; N] {
    let mut whose = [0; N];
    for (k, own) in (0..).zip(&mut whose[..count]) {
        *own = k;
    }
    if bounds.iter().any(|levels| matches!(levels, Some(Levels::Each(_)))) {
        draws.shuffle(&mut whose[..count]);
    }
    whose
}

/// A level drawn from a closed range.
fn between(low: u16, high: u16, draws: &mut Draws) -> u16 {
    low + u16::try_from(draws.below(u64::from(high - low) + 1)).expect("below a range of levels")
}

fn agent_levels(config: &Config, levels: &mut [u16], draws: &mut Draws) {
    let (low, high) = (&config.min_agent_level, &config.max_agent_level);
    let whose = deal::<MAX_AGENTS>([Some(low), Some(high)], config.agents, draws);
    for (level, k) in levels.iter_mut().zip(whose.map(usize::from)) {
        *level = between(low.at(k), high.at(k), draws);
    }
}

/// The levels of foods on a board whose agents have these levels.
fn food_levels(config: &Config, agents: &[u16], levels: &mut [u16], draws: &mut Draws) {
    let mut weakest = [u16::MAX; 3];
    for level in agents {
        // An insertion into three sorted places; the heaviest drops out.
        let mut level = *level;
        for place in &mut weakest {
            (*place, level) = ((*place).min(level), (*place).max(level));
        }
    }
    let three: u16 = weakest.iter().take(agents.len()).sum();
    let (low, high) = (&config.min_food_level, config.max_food_level.as_ref());
    let whose = deal::<MAX_FOODS>([Some(low), high], config.foods, draws);
    for (level, k) in levels.iter_mut().zip(whose.map(usize::from)) {
        let greatest = high.map_or(three, |high| high.at(k));
        *level = if config.force_coop { greatest } else { between(low.at(k), greatest, draws) };
    }
}
