//! Tables of payoffs in a checked value: rectangles, and lists by player and profile. Sizes are compared, and each
//! wrong row is a fault at its place.

use crate::catalogue::{Place, Table, Value};
use crate::error::{Diagnostic, Faults};
use crate::exact::Rational;

pub(super) struct Tables<'a> {
    pub(super) table: &'a Table,
    pub(super) place: &'a Place,
    pub(super) faults: &'a mut Faults,
}

impl Tables<'_> {
    /// A key's rows, all of one length.
    pub(super) fn rectangle(&mut self, key: &str) -> Option<Vec<Vec<Rational>>> {
        let rows = self.rows(key)?;
        let width = rows[0].len();
        let mut even = true;
        for (k, row) in rows.iter().enumerate().filter(|(_, row)| row.len() != width) {
            even = false;
            let found = format!("row {} of `{key}` has {}", k + 1, payoffs(row.len()));
            self.fault(key, Some(k), "ragged-payoffs", found, format!("{width}, as row 1 has"));
        }
        even.then_some(rows)
    }

    /// That two rectangles have the same shape.
    pub(super) fn same_shape(&mut self, first: &str, second: &str) -> Option<()> {
        let [one, other] = [first, second].map(|key| {
            let rows = self.table.get(key).and_then(Value::as_list)?;
            Some((rows.len(), rows.first()?.as_list()?.len()))
        });
        let (one, other) = (one?, other?);
        if one == other {
            return Some(());
        }
        let found = format!("`{second}` is {} x {}", other.0, other.1);
        self.fault(second, None, "size-mismatch", found, format!("{} x {}, as `{first}` is", one.0, one.1));
        None
    }

    /// The lists of `payoffs`, one for each player with one payoff for each profile, as
    /// [`NormalForm`](crate::game::NormalForm) wants them. `from` is the key that says the dimensions.
    pub(super) fn by_player(&mut self, dimensions: &[usize], from: &str) -> Option<Vec<Rational>> {
        let lists = self.rows("payoffs")?;
        if lists.len() != dimensions.len() {
            let found = format!("`payoffs` has {} lists", lists.len());
            self.fault(
                "payoffs",
                None,
                "size-mismatch",
                found,
                format!("one for each of {} players", dimensions.len()),
            );
            return None;
        }
        // What overflows is more than any list holds.
        let profiles = dimensions.iter().try_fold(1usize, |size, d| size.checked_mul(*d)).unwrap_or(usize::MAX);
        let mut even = true;
        for (k, list) in lists.iter().enumerate().filter(|(_, list)| list.len() != profiles) {
            even = false;
            let found = format!("list {} of `payoffs` has {}", k + 1, payoffs(list.len()));
            let expected = format!("{profiles}, one for each profile of {} (`{from}`)", shape(dimensions));
            self.fault("payoffs", Some(k), "size-mismatch", found, expected);
        }
        even.then(|| (0..profiles).flat_map(|at| lists.iter().map(move |list| list[at].clone())).collect())
    }

    fn rows(&self, key: &str) -> Option<Vec<Vec<Rational>>> {
        let row = |row: &Value| row.as_list()?.iter().map(Value::rational).collect();
        self.table.get(key)?.as_list()?.iter().map(row).collect()
    }

    /// A fault at a key, or at an item of its list.
    fn fault(&mut self, key: &str, item: Option<usize>, code: &'static str, found: String, expected: String) {
        let here = self.place.key(key);
        let value = self.table.get(key);
        let at = match item.and_then(|k| Some((k, value?.as_list()?.get(k)?))) {
            Some((k, row)) => here.item(k).at(&row.origin),
            None => value.map_or_else(crate::error::Location::default, |value| here.at(&value.origin)),
        };
        self.faults.push(Diagnostic::new(code, found, expected).at(at));
    }
}

/// Players and their actions in words: `2 players with 2 and 3 actions`.
pub(super) fn shape(dimensions: &[usize]) -> String {
    let counts: Vec<String> = dimensions.iter().map(usize::to_string).collect();
    let players = if dimensions.len() == 1 { "player" } else { "players" };
    format!("{} {players} with {} actions", dimensions.len(), counts.join(" x "))
}

fn payoffs(count: usize) -> String {
    if count == 1 { "1 payoff".into() } else { format!("{count} payoffs") }
}
