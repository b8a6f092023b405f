//! Views: what an agent makes of its observation, as features or as numbers.
//!
//! All are functions of the row of numbers that the agent observes and of its valid actions, of nothing else. `whole` is one feature an
//! observation: a table of all that can be observed. `focus` looks at one food alone, the one to which all that are seen have
//! the fewest steps (of equals the first in reading order), and at offsets from it (with who stands at the border, where that can be
//! told), so that what was learned at one place holds at all. `tiles` are several features at once, a few a food, coarse and fine, whose weights add up. Numbers for a network are the
//! observation over the field's longer side, and the valid actions.

use crate::models::foraging::Rules;
use crate::training::{Local, mix};

/// How an agent sees its observation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum View {
    Whole,
    Focus,
    Tiles,
}

/// Reads rows of numbers by the rules of a field.
#[derive(Clone, Debug)]
pub(super) struct Reader {
    view: View,
    foods: usize,
    /// How many numbers an agent of the row has: 3, or 2 without levels.
    stride: usize,
    /// The last row and column, if the whole field is in sight, so that places are absolute.
    last: Option<[i16; 2]>,
    /// By how much numbers are divided for a network; nothing if there is none.
    scale: Option<f64>,
}

/// A thing of the row: where, and its level (0 where levels are not observed).
type Thing = [i16; 3];

/// How many steps lie between two things.
fn steps(a: Thing, b: Thing) -> u16 {
    a[0].abs_diff(b[0]) + a[1].abs_diff(b[1])
}

/// A number as a part of a key.
#[expect(clippy::cast_sign_loss, reason = "bits are mixed, whatever they stand for")]
fn part(number: i16) -> u64 {
    number as u64
}

/// An offset, cut at `reach` to either side.
fn offset(from: Thing, to: Thing, reach: i16) -> u64 {
    let cut = |a: i16, b: i16| part((b - a).clamp(-reach, reach));
    mix(cut(from[0], to[0]), cut(from[1], to[1]))
}

impl Reader {
    pub(super) fn new(view: View, rules: &Rules, network: bool) -> Self {
        let config = rules.config();
        let side = u16::try_from(config.rows.max(config.cols)).unwrap_or(u16::MAX);
        Self {
            view,
            foods: config.foods,
            stride: if config.observe_agent_levels { 3 } else { 2 },
            last: (config.sight >= config.rows.max(config.cols))
                .then(|| [config.rows, config.cols].map(|side| i16::try_from(side).unwrap_or(i16::MAX) - 1)),
            scale: network.then(|| f64::from(side)),
        }
    }

    /// How many numbers a network is given.
    pub(super) fn numbers(rules: &Rules, actions: usize) -> usize {
        rules.observation_len() + actions
    }

    /// Writes what an agent makes of its observation; its valid actions stand in `out` already.
    pub(super) fn read(&self, row: &[i16], actions: usize, out: &mut Local) {
        out.percept.clear();
        if let Some(scale) = self.scale {
            out.percept.numbers.extend(row.iter().map(|x| f64::from(*x) / scale));
            let valid = (0..actions).map(|action| f64::from(u8::from(out.valid >> action & 1 == 1)));
            out.percept.numbers.extend(valid);
            return;
        }
        match self.view {
            View::Whole => {
                let key = row.iter().fold(1, |key, number| mix(key, part(*number)));
                out.percept.keys.push(key);
            }
            View::Focus => out.percept.keys.push(self.focus(row, out.valid)),
            View::Tiles => self.tiles(row, out),
        }
    }

    /// The visible foods.
    fn foods<'a>(&self, row: &'a [i16]) -> impl Iterator<Item = Thing> + use<'a> {
        row[..3 * self.foods].chunks_exact(3).take_while(|food| food[0] >= 0).map(|food| [food[0], food[1], food[2]])
    }

    /// The agent itself, then the other visible agents.
    fn agents<'a>(&self, row: &'a [i16]) -> impl Iterator<Item = Thing> + use<'a> {
        let agents = row[3 * self.foods..].chunks_exact(self.stride).take_while(|agent| agent[0] >= 0);
        agents.map(|agent| [agent[0], agent[1], agent.get(2).copied().unwrap_or(0)])
    }

    /// What help a food needs: 0 none, 1 that of those seen, 2 more.
    fn help(&self, row: &[i16], food: Thing) -> u64 {
        let own = self.agents(row).next().map_or(0, |agent| agent[2]);
        let all: i32 = self.agents(row).map(|agent| i32::from(agent[2])).sum();
        u64::from(own < food[2]) + u64::from(all < i32::from(food[2]))
    }

    fn focus(&self, row: &[i16], valid: u64) -> u64 {
        let together = |food: &Thing| -> u32 { self.agents(row).map(|agent| u32::from(steps(agent, *food))).sum() };
        let Some(food) = self.foods(row).min_by_key(together) else { return mix(2, valid) };
        let key = mix(mix(3, valid), self.help(row, food));
        self.agents(row).fold(key, |key, agent| mix(mix(key, offset(agent, food, i16::MAX / 2)), self.walls(agent)))
    }

    /// At which borders of the field something is, where that can be told.
    fn walls(&self, thing: Thing) -> u64 {
        let Some(last) = self.last else { return 0 };
        (0..2)
            .map(|k| u64::from(thing[k] == 0) + 2 * u64::from(thing[k] == last[k]))
            .fold(0, |bits, side| 4 * bits + side)
    }

    fn tiles(&self, row: &[i16], out: &mut Local) {
        let own = self.agents(row).next().unwrap_or_default();
        let keys = &mut out.percept.keys;
        keys.push(mix(4, out.valid));
        for food in self.foods(row) {
            let help = self.help(row, food);
            keys.push(mix(mix(5, help), offset(own, food, 3)));
            keys.push(mix(mix(6, help), offset(own, food, i16::MAX / 2)));
            for other in self.agents(row).skip(1) {
                let both = mix(offset(own, food, 2), offset(other, food, 2));
                keys.push(mix(mix(7, help), both));
                let both = mix(offset(own, food, 4), u64::from(steps(other, food).min(6)));
                keys.push(mix(mix(8, help), both));
            }
        }
    }
}
