//! The rules of a field: a configuration that was checked once, and what follows from it.
//!
//! Whoever holds [`Rules`] needs to check nothing again: boards can be made, some food can be lifted on some board, and no
//! number overflows. Also here is what a lifted food is worth. Nothing here draws or changes.

use super::action::Action;
use super::board::Cell;
use super::config::{Config, Levels, MAX_AGENT_LEVEL, MAX_FOOD_LEVEL, MAX_FOODS, MAX_SIDE, Mode, Observation};
use super::field::{End, Load};
use super::movement::MAX_AGENTS;
use super::packing::{self, Capacity};
use crate::catalogue::Place;
use crate::error::{Diagnostic, Faults, Origin};

/// The rules of a field. Made by [`Config::check`] alone.
#[derive(Clone, Debug)]
pub struct Rules {
    config: Config,
    /// Where each cell of the frame is on the field; that of a wall does not matter.
    cells: Vec<Cell>,
    /// For each action, how far its target is in cells of the frame.
    offsets: [isize; 6],
    /// Places of food that is known to fit, for boards on which chance finds none; empty in mode `v3`.
    pub(super) places: Vec<Cell>,
}

impl Config {
    /// Checks what goes together and gives the rules.
    ///
    /// # Errors
    /// All that is wrong, each at its key: sides, counts or levels out of range; more things than cells; in strict mode more food
    /// than fits; a sight larger than the field; levels whose least is above their greatest; food that nobody can
    /// lift on any board.
    ///
    /// # Examples
    /// ```
    /// use comity::models::foraging::{Config, Mode};
    /// let crowded = Config { mode: Mode::Strict, ..Config::new(5, 5, 2, 3) };
    /// let faults = crowded.check().unwrap_err();
    /// assert!(faults.to_string().contains("3 foods on a field of 5 by 5; expected at most 2"));
    /// ```
    pub fn check(self) -> Result<Rules, Faults> {
        self.check_at(&Place::root())
    }

    /// As [`check`](Config::check), with faults below `place`.
    ///
    /// # Errors
    /// As [`check`](Config::check).
    pub fn check_at(self, place: &Place) -> Result<Rules, Faults> {
        let mut faults = Faults::new();
        let at = |key: &str| place.key(key).at(&Origin::Unknown);
        let mut fault = |key: &str, found: String, wanted: String| {
            faults.push(Diagnostic::new("wrong-field", found, wanted).at(at(key)));
        };
        let Self { rows, cols, agents, foods, sight, .. } = self;
        let size = format!("a field of {rows} by {cols}");
        if [rows, cols].iter().any(|side| !(3..=MAX_SIDE).contains(side)) {
            fault("field_size", size.clone(), format!("sides from 3 to {MAX_SIDE}: food needs room inside the border"));
        }
        if !(1..=MAX_AGENTS).contains(&agents) {
            fault("players", format!("{agents} agents"), format!("1 to {MAX_AGENTS}"));
        }
        if !(1..=MAX_FOODS).contains(&foods) {
            fault("max_num_food", format!("{foods} foods"), format!("1 to {MAX_FOODS}"));
        }
        if self.max_steps == 0 {
            fault("max_episode_steps", "0 steps".into(), "1 or more".into());
        }
        if !(self.penalty.is_finite() && self.penalty >= 0.0) {
            fault("penalty", format!("a penalty of {}", self.penalty), "0 or more".into());
        }
        if sight > rows.max(cols) {
            let wanted = format!("at most {}, which is the whole field", rows.max(cols));
            fault("sight", format!("a sight of {sight} cells on {size}"), wanted);
        }
        self.check_levels(&mut fault);
        if !faults.is_empty() {
            return Err(faults);
        }
        if agents + foods > rows * cols {
            let found = format!("{agents} agents and {foods} foods on {size}");
            faults.push(Diagnostic::new("wrong-field", found, "fewer things than cells").at(at("players")));
        }
        let mut places = Vec::new();
        if self.mode == Mode::Strict {
            match packing::places(rows, cols, foods) {
                Some(found) => places = found,
                None => faults.push(too_much_food(&self).at(at("max_num_food"))),
            }
        }
        faults.into_result(()).map(|()| Rules::of(self, places))
    }

    /// Whether levels are in range and of the right number, each least at most its greatest, and whether somebody
    /// can lift something.
    fn check_levels(&self, fault: &mut impl FnMut(&str, String, String)) {
        let mut sound = true;
        let lists = [
            ("min_player_level", Some(&self.min_agent_level), self.agents, MAX_AGENT_LEVEL),
            ("max_player_level", Some(&self.max_agent_level), self.agents, MAX_AGENT_LEVEL),
            ("min_food_level", Some(&self.min_food_level), self.foods, MAX_FOOD_LEVEL),
            ("max_food_level", self.max_food_level.as_ref(), self.foods, MAX_FOOD_LEVEL),
        ];
        for (key, levels, count, max) in lists {
            let given = match levels {
                None => &[][..],
                Some(Levels::All(level)) => std::slice::from_ref(level),
                Some(Levels::Each(levels)) => {
                    if levels.len() != count {
                        sound = false;
                        fault(key, format!("{} levels", levels.len()), format!("one number, or {count}, one for each"));
                    }
                    levels
                }
            };
            if let Some(level) = given.iter().find(|level| !(1..=max).contains(*level)) {
                sound = false;
                fault(key, format!("level {level}"), format!("levels from 1 to {max}"));
            }
        }
        if !sound {
            return;
        }
        let above = |low: &Levels, high: &Levels, count: usize| {
            (0..count).find(|k| low.at(*k) > high.at(*k)).map(|k| (k, low.at(k), high.at(k)))
        };
        if let Some((k, low, high)) = above(&self.min_agent_level, &self.max_agent_level, self.agents) {
            let found = format!("agent {} has a least level of {low} and a greatest of {high}", k + 1);
            fault("min_player_level", found, "the least first".into());
            return;
        }
        let most: u32 = (0..self.agents).map(|k| u32::from(self.max_agent_level.at(k))).sum();
        match &self.max_food_level {
            Some(high) => {
                if let Some((k, low, high)) = above(&self.min_food_level, high, self.foods).filter(|_| !self.force_coop)
                {
                    let found = format!("food {} has a least level of {low} and a greatest of {high}", k + 1);
                    fault("min_food_level", found, "the least first".into());
                    return;
                }
                let (key, needed) =
                    if self.force_coop { ("max_food_level", high) } else { ("min_food_level", &self.min_food_level) };
                let heavy = (0..self.foods).map(|k| needed.at(k)).find(|level| u32::from(*level) > most);
                if let Some(level) = heavy {
                    let found = format!("a food of level {level} that nobody can lift");
                    fault(key, found, format!("at most {most}, the greatest levels of all agents together"));
                }
            }
            None if self.force_coop => {}
            None => {
                let mut least: Vec<u16> = (0..self.agents).map(|k| self.min_agent_level.at(k)).collect();
                least.sort_unstable();
                let least: u32 = least.iter().take(3).map(|level| u32::from(*level)).sum();
                let heavy = (0..self.foods).map(|k| self.min_food_level.at(k)).find(|level| u32::from(*level) > least);
                if let Some(level) = heavy {
                    let found = format!("a least level of food of {level}, and a greatest of {least} on some boards");
                    let wanted = "at most what the three weakest agents lift together, or a `max_food_level`";
                    fault("min_food_level", found, wanted.into());
                }
            }
        }
    }
}

fn too_much_food(config: &Config) -> Diagnostic {
    let Capacity { foods, exact } = Capacity::of(config.rows, config.cols);
    let found = format!("{} foods on a field of {} by {}", config.foods, config.rows, config.cols);
    let more = if exact { "more do not fit" } else { "nobody knows whether more fit" };
    Diagnostic::new("too-much-food", found, format!("at most {foods}; {more}"))
        .help("foods keep off the border and three steps apart")
}

impl Rules {
    fn of(config: Config, places: Vec<Cell>) -> Self {
        let width = config.cols + 2;
        let frame = (0..(config.rows + 2) * width).map(|k| (k / width, k % width));
        let cells = frame.map(|(row, col)| Cell::from((row.wrapping_sub(1), col.wrapping_sub(1)))).collect();
        let down = isize::try_from(width).expect("a side is short");
        Self { cells, offsets: [0, -down, down, -1, 1, 0], places, config }
    }

    /// The parameters.
    #[inline]
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Whether the mode is [`Mode::Strict`].
    pub fn strict(&self) -> bool {
        self.config.mode == Mode::Strict
    }

    /// Whether an episode that ended so is `done`: in mode `v3` at any end, in strict mode when all food is gone.
    pub fn done(&self, end: End) -> bool {
        match end {
            End::Running => false,
            End::Collected => true,
            End::OutOfTime => !self.strict(),
        }
    }

    /// Whether an episode that ended so is `truncated`: never in mode `v3`, in strict mode when time ran out.
    pub fn truncated(&self, end: End) -> bool {
        self.strict() && end == End::OutOfTime
    }

    /// The share of one agent of this level in a load, in units of reward.
    ///
    /// With the food's level L, the levels of those that load together S and of all foods of the episode T, an agent of
    /// level l gets `l L / (S T)` if S reaches L (without normalisation `l L`), else it loses the penalty. The
    /// products are whole numbers below 2^53, so that the one division is the only rounding.
    pub fn share(&self, load: &Load, level: u16) -> f64 {
        if !load.lifted() {
            return 0.0 - self.config.penalty;
        }
        let gain = f64::from(u32::from(level) * u32::from(load.level));
        if self.config.normalize_reward {
            #[expect(clippy::cast_precision_loss, reason = "at most 64 * 10^4 * 250 * 3 * 10^4, which is below 2^53")]
            let whole = (u64::from(load.strength) * u64::from(load.spawned)) as f64;
            gain / whole
        } else {
            gain
        }
    }

    /// How many numbers an agent observes.
    pub fn observation_len(&self) -> usize {
        let config = &self.config;
        match config.observation {
            Observation::Vector => 3 * config.foods + if config.observe_agent_levels { 3 } else { 2 } * config.agents,
            Observation::Grid => 3 * (2 * config.sight + 1) * (2 * config.sight + 1),
        }
    }

    /// How many cells the frame has.
    pub(super) fn frame_len(&self) -> usize {
        self.cells.len()
    }

    /// Where a cell of the frame is on the field.
    #[inline]
    pub(super) fn cell(&self, number: u16) -> Cell {
        self.cells[usize::from(number)]
    }

    /// The number of a cell of the field in the frame.
    #[inline]
    pub(super) fn number(&self, cell: Cell) -> u16 {
        let width = u16::try_from(self.config.cols + 2).expect("a side is short");
        (cell.row + 1) * width + cell.col + 1
    }

    /// How far the target of an action is in cells of the frame.
    #[inline]
    pub(super) fn offset(&self, action: Action) -> isize {
        self.offsets[action.index()]
    }
}
