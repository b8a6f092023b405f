//! A game as users give it: by name, by name and parameters, or written out, in a scenario or in JSON.
//!
//! - `"hawk_dove(v=2,c=4)"`, `{ name, params }`: a game of the catalogue.
//! - `{ game = ".." }`: the same, where other keys are to stand beside it.
//! - `{ R, S, T, P }`, with `actions` if need be: a symmetric two-by-two game.
//! - `{ actions = [..], payoffs = [[..]..] }`: a symmetric game of two, `payoffs[own][other]`.
//! - `{ row = [[..]..], column = [[..]..] }`, or `A` and `B`: a game of two by both payoff tables, each
//!   `[row action][column action]`.
//! - `{ dims = [..], payoffs = [[..]..] }`: any game, `payoffs[player][profile]`, with profiles in lexicographic order,
//!   the last player's action fastest.
//! - `{ players = [{ name, actions }..], payoffs = [[..]..] }`: the same with names: the full form, which keeps
//!   everything.
//! - `{ nfg = "NFG 1 R .." }`: the text of an `.nfg` file.
//!
//! `title`, `comment` and `mapping` may stand beside each of the written-out forms, `actions` or `players` beside two
//! tables. Scenario files and JSON queries both become a [`Value`] first, so that one reader serves both and a fault
//! points at the value, by line and column where it has them, else by its path.
//!
//! Payoffs are exact by the digits that were written: `0.1` is one tenth, and `"1/3"` in quotes a third. (JSON numbers
//! pass through a float, whose shortest digits are taken: what a number of more than 15 significant digits says beyond
//! them is lost, so that such payoffs are better quoted.) Nothing here opens a file.

mod json;
mod tables;

use crate::catalogue::{Catalogue, Field, Key, Kind, Place, Schema, Spec, Table, Value};
use crate::error::{Diagnostic, Faults, Origin};
use crate::game::{MoveMapping, Nfg, NormalForm, Player, TwoByTwo};
use tables::Tables;

pub use json::from_json;

/// A game as it was given, and how its moves are shown.
#[derive(Clone, Debug, PartialEq)]
pub struct ResolvedGame {
    /// The game.
    pub game: NormalForm,
    /// How its moves are shown as tasks.
    pub mapping: MoveMapping,
    /// The catalogue's entry and parameters, if it was named.
    pub spec: Option<Spec>,
    /// What to call it: its name with the parameters that differ from their defaults, or its title.
    pub name: String,
}

/// The forms of which exactly one is given, by the keys that tell them apart.
const FORMS: [(&str, &[&str]); 6] = [
    ("game", &["game"]),
    ("nfg", &["nfg"]),
    ("four payoffs", &["R", "S", "T", "P"]),
    ("two tables", &["row", "column"]),
    ("two tables", &["A", "B"]),
    ("payoffs", &["payoffs"]),
];

/// What may stand beside any form.
const ANYWHERE: [&str; 3] = ["title", "comment", "mapping"];

/// The table that may stand in place of a game's name. All keys are optional here; [`from_value`] checks which go
/// together.
pub fn inline_schema() -> Schema {
    let list = |of: Kind| Kind::List { of: Box::new(of), min: 1, max: usize::MAX };
    let payoffs = || list(list(Kind::Rational));
    let count = Kind::Integer { min: 1, max: i64::MAX };
    let player = Schema::of(vec![
        Field::required("name", Kind::Text, "The player's name."),
        Field::required("actions", list(Kind::Text), "The names of its actions."),
    ]);
    Schema::of(vec![
        Field::optional("game", Kind::named(NormalForm::family()), "A named game, with other keys beside it."),
        Field::optional("R", Kind::Rational, "Both players' payoff for the first action against the first."),
        Field::optional("S", Kind::Rational, "The payoff for the first action against the second."),
        Field::optional("T", Kind::Rational, "The payoff for the second action against the first."),
        Field::optional("P", Kind::Rational, "Both players' payoff for the second action against the second."),
        Field::optional("actions", list(Kind::Text), "The names of the actions, the same for both players."),
        Field::optional(
            "payoffs",
            payoffs(),
            "With `actions`: own payoffs [own action][other's action]. With `dims` or `players`: [player][profile], \
             the last player's action fastest.",
        ),
        Field::optional("row", payoffs(), "The row player's payoffs [row action][column action]."),
        Field::optional("column", payoffs(), "The column player's payoffs [row action][column action]."),
        Field::optional("A", payoffs(), "The same as `row`."),
        Field::optional("B", payoffs(), "The same as `column`."),
        Field::optional("dims", list(count), "The number of actions of each player."),
        Field::optional("players", list(Kind::Table(player)), "Each player's name and actions."),
        Field::optional("nfg", Kind::Text, "The text of an .nfg file."),
        Field::optional("mapping", Kind::Choice(&MoveMapping::KEYS), "How moves are shown as tasks."),
        Field::optional("title", Kind::Text, "The game's title."),
        Field::optional("comment", Kind::Text, "A comment on the game."),
    ])
}

/// Reads a game in any of the forms above.
///
/// # Errors
/// All that is wrong with it, each fault at its value.
pub fn from_value(value: &Value, place: &Place, games: &Catalogue<NormalForm>) -> Result<ResolvedGame, Faults> {
    let mut faults = Faults::new();
    let kind = Kind::Named { family: NormalForm::family(), inline: Some(inline_schema) };
    let Some(checked) = kind.check(value, place, &mut faults) else { return Err(faults) };
    match checked.as_table() {
        Some(table) if table.get("name").is_none() => {
            Inline { table, origin: &value.origin, place, games, faults }.resolve()
        }
        _ => named(&checked, place, games),
    }
}

/// A game of the catalogue.
fn named(value: &Value, place: &Place, games: &Catalogue<NormalForm>) -> Result<ResolvedGame, Faults> {
    let spec = games.resolve(value, place)?;
    let here = place.at(&value.origin);
    let game = *games.build(&spec, &()).map_err(|faults| faults.or_at(&here))?;
    let mapping = games.entry(&spec.key)?.facets.mapping;
    // Parameters can make a game larger than the default that the facet is declared for.
    let mapping = if mapping.fits(&game) { mapping } else { MoveMapping::Plain };
    Ok(ResolvedGame { game, mapping, name: games.display(&spec), spec: Some(spec) })
}

/// A table that was written out, its values checked one by one.
struct Inline<'a> {
    table: &'a Table,
    origin: &'a Origin,
    place: &'a Place,
    games: &'a Catalogue<NormalForm>,
    faults: Faults,
}

impl Inline<'_> {
    fn resolve(mut self) -> Result<ResolvedGame, Faults> {
        let resolved = self.form().and_then(|form| self.read(form));
        match resolved {
            Some(mut resolved) => {
                let text = |key: &str| self.table.get(key).and_then(Value::as_text);
                if let Some(title) = text("title") {
                    resolved.game.title = title.to_string();
                    if resolved.spec.is_none() {
                        resolved.name = title.to_string();
                    }
                }
                if let Some(comment) = text("comment") {
                    resolved.game.comment = comment.to_string();
                }
                self.override_mapping(&mut resolved);
                self.faults.into_result(resolved)
            }
            None => Err(self.faults),
        }
    }

    /// The one form that is given, as its place among [`FORMS`].
    fn form(&mut self) -> Option<usize> {
        let mut given: Vec<(usize, &Key)> = (0..FORMS.len())
            .filter_map(|k| {
                let key = self.table.iter().map(|(key, _)| key).find(|key| FORMS[k].1.contains(&key.name.as_str()));
                key.map(|key| (k, key))
            })
            .collect();
        // A check brings keys into the schema's order; a user thinks in that of the file.
        given.sort_by_key(|(_, key)| match key.origin {
            Origin::Text { line, column } => (line, column),
            _ => (0, 0),
        });
        match given[..] {
            [] => {
                let expected = "`game`, the four payoffs `R`, `S`, `T`, `P`, `payoffs` with `actions`, `dims` or \
                                `players`, the tables `row` and `column` (or `A` and `B`), or `nfg`";
                let fault = Diagnostic::new("missing-key", "a game without payoffs", expected);
                self.faults.push(fault.at(self.place.at(self.origin)));
                None
            }
            [(form, _)] => Some(form),
            [(_, first), (_, second), ..] => {
                let found = format!("`{}` and `{}` in one game", first.name, second.name);
                let fault = Diagnostic::new("conflicting-keys", found, "one way to give the payoffs");
                self.faults.push(fault.at(self.place.key(&second.name).at(&second.origin)));
                None
            }
        }
    }

    fn read(&mut self, form: usize) -> Option<ResolvedGame> {
        let (name, keys) = FORMS[form];
        let beside: &[&str] = match name {
            "four payoffs" => &["actions"],
            "two tables" => &["actions", "players"],
            "payoffs" => &["actions", "dims", "players"],
            _ => &[],
        };
        self.allow(keys, beside);
        self.ask(keys);
        if !self.faults.is_empty() {
            return None;
        }
        let game = match name {
            "game" => return self.named(),
            "nfg" => self.nfg()?,
            "four payoffs" => self.four_payoffs()?,
            "two tables" => self.two_tables(keys)?,
            _ => self.payoffs()?,
        };
        let mapping = MoveMapping::suggested(&game);
        Some(ResolvedGame { name: game.title.clone(), game, mapping, spec: None })
    }

    /// Refuses keys that mean nothing in this form.
    fn allow(&mut self, keys: &[&str], beside: &[&str]) {
        for (key, _) in self.table.iter() {
            let name = key.name.as_str();
            if keys.contains(&name) || beside.contains(&name) || ANYWHERE.contains(&name) {
                continue;
            }
            let wanted: Vec<&str> = beside.iter().chain(&ANYWHERE).copied().collect();
            let found = format!("`{name}` beside `{}`", keys.join("`, `"));
            let fault = Diagnostic::new("conflicting-keys", found, format!("at most {} beside it", wanted.join(", ")));
            self.faults.push(fault.at(self.place.key(name).at(&key.origin)));
        }
    }

    /// Asks for keys that go together.
    fn ask(&mut self, keys: &[&str]) {
        let missing: Vec<&str> = keys.iter().copied().filter(|key| self.table.get(key).is_none()).collect();
        if !missing.is_empty() {
            let found = format!("a game without `{}`", missing.join("`, `"));
            let fault = Diagnostic::new("missing-key", found, format!("`{}` together", keys.join("`, `")));
            self.faults.push(fault.at(self.place.at(self.origin)));
        }
    }

    fn named(&mut self) -> Option<ResolvedGame> {
        let value = self.table.get("game")?;
        named(value, &self.place.key("game"), self.games).map_err(|faults| self.faults.extend(faults)).ok()
    }

    fn nfg(&mut self) -> Option<NormalForm> {
        let value = self.table.get("nfg")?;
        let read = Nfg::read(value.as_text()?).map(Nfg::into_game);
        // Line and column count within the text: say which text.
        let here = self.place.key("nfg").at(&value.origin);
        let text = format!(
            "{}the text of `{}`",
            here.document.as_deref().map_or(String::new(), |d| format!("{d}: ")),
            here.path
        );
        self.faults.keep(read.map_err(|mut fault| {
            fault.at = fault.at.in_document(text);
            fault
        }))
    }

    fn four_payoffs(&mut self) -> Option<NormalForm> {
        let [r, s, t, p] = ["R", "S", "T", "P"].map(|key| self.table.get(key).and_then(Value::rational));
        let table = TwoByTwo::new(r?, s?, t?, p?).table();
        let actions = self.actions(2)?;
        self.keep(NormalForm::symmetric("Symmetric game", actions, &table))
    }

    fn two_tables(&mut self, keys: &[&str]) -> Option<NormalForm> {
        let [row, column] = [keys[0], keys[1]].map(|key| self.tables().rectangle(key));
        let (row, column) = (row?, column?);
        self.tables().same_shape(keys[0], keys[1])?;
        if self.table.get("players").is_some() {
            let dimensions = [row.len(), row[0].len()];
            let players = self.players(&dimensions)?;
            let payoffs = row.into_iter().flatten().zip(column.into_iter().flatten()).flat_map(|(a, b)| [a, b]);
            return self.keep(NormalForm::new("Game of two tables", players, payoffs.collect()));
        }
        let actions = if self.table.get("actions").is_some() && row.len() != row[0].len() {
            let found = format!("`actions` for both players of a game of {} x {} actions", row.len(), row[0].len());
            self.fault_at(
                "actions",
                "size-mismatch",
                found,
                "equally many actions, or `players` with the actions of each",
            );
            return None;
        } else {
            self.actions(row.len())?
        };
        self.keep(NormalForm::bimatrix("Game of two tables", actions, &row, &column))
    }

    fn payoffs(&mut self) -> Option<NormalForm> {
        let shapes: Vec<&str> =
            ["actions", "dims", "players"].into_iter().filter(|key| self.table.get(key).is_some()).collect();
        match shapes[..] {
            ["actions"] => {
                let payoffs = self.tables().rectangle("payoffs")?;
                if payoffs.len() != payoffs[0].len() {
                    let found = format!("`payoffs` is {} x {}", payoffs.len(), payoffs[0].len());
                    let expected = "a square, own action by other's action (for players with different actions: `row` \
                                    and `column`)";
                    self.fault_at("payoffs", "size-mismatch", found, expected);
                    return None;
                }
                let actions = self.actions(payoffs.len())?;
                self.keep(NormalForm::symmetric("Symmetric game", actions, &payoffs))
            }
            ["dims"] => {
                let dims = self.table.get("dims")?.as_list()?.iter();
                let dims: Vec<usize> =
                    dims.filter_map(Value::integer).filter_map(|n| usize::try_from(n).ok()).collect();
                let payoffs = self.tables().by_player(&dims, "dims")?;
                let names = |actions: usize| (1..=actions).map(|k| k.to_string());
                let players =
                    dims.iter().enumerate().map(|(k, d)| Player::new(format!("player {}", k + 1), names(*d))).collect();
                self.keep(NormalForm::new("Game by profiles", players, payoffs))
            }
            ["players"] => {
                let lists = self.table.get("players")?.as_list()?.iter();
                let count = |player: &Value| Some(player.as_table()?.get("actions")?.as_list()?.len());
                let dims: Vec<usize> = lists.filter_map(count).collect();
                let players = self.players(&dims)?;
                let payoffs = self.tables().by_player(&dims, "players")?;
                self.keep(NormalForm::new("Game by profiles", players, payoffs))
            }
            [] => {
                let expected = "`actions` (a symmetric game of two), `dims` or `players` beside it";
                self.fault_at("payoffs", "missing-key", "`payoffs` alone".into(), expected);
                None
            }
            _ => {
                let found = format!("`payoffs` with `{}`", shapes.join("` and `"));
                self.fault_at(shapes[1], "conflicting-keys", found, "one of `actions`, `dims` and `players`");
                None
            }
        }
    }

    /// The names of so many actions of both players; `1`, `2`, ... where none are given.
    fn actions(&mut self, count: usize) -> Option<Vec<String>> {
        let Some(value) = self.table.get("actions") else {
            return Some((1..=count).map(|k| k.to_string()).collect());
        };
        let names: Vec<String> =
            value.as_list()?.iter().filter_map(|name| name.as_text().map(str::to_string)).collect();
        if names.len() != count {
            let found = format!("`actions` names {}", names.len());
            self.fault_at("actions", "size-mismatch", found, &format!("{count}, one for each action"));
            return None;
        }
        if let Some(k) = (1..count).find(|k| names[..*k].contains(&names[*k])) {
            let at = self.place.key("actions").item(k).at(&value.as_list()?[k].origin);
            let found = format!("two actions called {:?}", names[k]);
            self.faults.push(Diagnostic::new("duplicate-action", found, "a name of its own for each").at(at));
            return None;
        }
        Some(names)
    }

    /// The players with their actions, if these are as many as the payoffs say.
    fn players(&mut self, dimensions: &[usize]) -> Option<Vec<Player>> {
        let value = self.table.get("players")?;
        let read = |player: &Value| -> Option<Player> {
            let table = player.as_table()?;
            let actions = table.get("actions")?.as_list()?.iter().filter_map(Value::as_text);
            Some(Player::new(table.get("name")?.as_text()?, actions))
        };
        let players: Vec<Player> = value.as_list()?.iter().filter_map(read).collect();
        let found: Vec<usize> = players.iter().map(|player| player.actions.len()).collect();
        if found != dimensions {
            let found = format!("`players` has {}", tables::shape(&found));
            self.fault_at("players", "size-mismatch", found, &tables::shape(dimensions));
            return None;
        }
        Some(players)
    }

    fn override_mapping(&mut self, resolved: &mut ResolvedGame) {
        let given = self.table.get("mapping").and_then(Value::as_text).and_then(MoveMapping::from_key);
        match given {
            Some(mapping) if mapping.fits(&resolved.game) => resolved.mapping = mapping,
            Some(mapping) => {
                let found = format!("the mapping {:?} for a game of {} actions", mapping.key(), {
                    let dims: Vec<String> = resolved.game.dimensions().iter().map(usize::to_string).collect();
                    dims.join(" x ")
                });
                self.fault_at("mapping", "mapping-does-not-fit", found, mapping.needs());
            }
            None => {}
        }
    }

    fn tables(&mut self) -> Tables<'_> {
        Tables { table: self.table, place: self.place, faults: &mut self.faults }
    }

    fn keep(&mut self, game: Result<NormalForm, crate::game::GameError>) -> Option<NormalForm> {
        let here = self.place.at(self.origin);
        self.faults.keep(game.map_err(|error| Diagnostic::from(error).at(here)))
    }

    fn fault_at(&mut self, key: &str, code: &'static str, found: String, expected: &str) {
        let origin = self.table.get(key).map_or(self.origin, |value| &value.origin);
        self.faults.push(Diagnostic::new(code, found, expected).at(self.place.key(key).at(origin)));
    }
}

impl NormalForm {
    /// The family's name, for schemas.
    fn family() -> &'static str {
        <Self as crate::catalogue::Family>::FAMILY
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_of_a_form_is_in_the_schema() {
        let schema = inline_schema();
        let keys = FORMS.iter().flat_map(|(_, keys)| keys.iter()).chain(&ANYWHERE);
        for key in keys.chain(&["actions", "dims", "players"]) {
            assert!(schema.field(key).is_some(), "{key}");
        }
        assert!(matches!(schema.field("game").map(|f| &f.kind), Some(Kind::Named { inline: None, .. })));
    }
}
