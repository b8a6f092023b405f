//! Changes to a scenario on the command line: `--set model.repeated.noise=0.05`.

use crate::catalogue::{Data, Key, Table, Value};
use crate::error::{Diagnostic, Location, Origin};

/// A change of one value.
#[derive(Clone, Debug, PartialEq)]
pub struct Override {
    steps: Vec<Step>,
    value: Value,
    flag: String,
}

#[derive(Clone, Debug, PartialEq)]
enum Step {
    Key(String),
    Item(usize),
}

impl Override {
    /// Reads `path=value`. A path is keys with dots and items in brackets; a value is one of TOML, or else a text.
    ///
    /// # Errors
    /// If there is no `=`, or the path is broken.
    pub fn parse(text: &str) -> Result<Self, Diagnostic> {
        let flag = format!("--set {text}");
        let fault = |found: &str| {
            Diagnostic::new("bad-override", found, "path=value, such as model.repeated.noise=0.05 or agents[0].count=3")
                .at(at(&flag))
        };
        let (path, value) = text.split_once('=').ok_or_else(|| fault("no `=`"))?;
        Ok(Self { steps: steps(path).map_err(fault)?, value: read(value.trim(), &flag), flag })
    }

    /// The change of the value at a path, called `flag` in messages.
    ///
    /// # Errors
    /// If the path is broken.
    pub fn of_path(path: &str, mut value: Value, flag: &str) -> Result<Self, Diagnostic> {
        stamp(&mut value, &Origin::Flag(flag.into()));
        let fault = |found: &str| {
            Diagnostic::new("bad-override", found, "a path such as model.repeated.noise or agents[0].count")
                .at(at(flag))
        };
        Ok(Self { steps: steps(path).map_err(fault)?, value, flag: flag.to_string() })
    }

    /// What a scenario has at this change's place, if anything.
    pub fn find<'a>(&self, root: &'a Table) -> Option<&'a Value> {
        let Step::Key(first) = self.steps.first()? else { return None };
        self.steps[1..].iter().try_fold(root.get(first)?, |value, step| match step {
            Step::Key(key) => value.as_table()?.get(key),
            Step::Item(index) => value.as_list()?.get(*index),
        })
    }

    /// The change of a top-level key by a flag of its own, such as `--seed 7`.
    pub fn of_flag(key: &str, value: impl Into<Value>, flag: &str) -> Self {
        let mut value = value.into();
        value.origin = Origin::Flag(flag.into());
        let steps = key.split('.').map(|step| Step::Key(step.to_string())).collect();
        Self { steps, value, flag: flag.to_string() }
    }

    /// Changes a scenario's value; tables on the way are made if they are missing.
    ///
    /// # Errors
    /// If the path leads through something that is not a table or list, or to an item that is not there.
    pub fn apply(&self, root: &mut Value) -> Result<(), Diagnostic> {
        let fault = |found: String, expected: &str| Diagnostic::new("bad-override", found, expected).at(at(&self.flag));
        let mut place = root;
        for (k, step) in self.steps.iter().enumerate() {
            let described = place.describe();
            place = match (step, &mut place.data) {
                (Step::Key(key), Data::Table(table)) => {
                    if table.get(key).is_none() {
                        let next = match self.steps.get(k + 1) {
                            Some(_) => Data::Table(Table::default()),
                            None => self.value.data.clone(),
                        };
                        let origin = Origin::Flag(self.flag.as_str().into());
                        table.set(Key { name: key.clone(), origin: origin.clone() }, Value { data: next, origin });
                    }
                    table.get_mut(key).expect("it was there or was just put there")
                }
                (Step::Item(index), Data::List(items)) => {
                    let count = items.len();
                    items.get_mut(*index).ok_or_else(|| {
                        fault(format!("item {index} of a list of {count}"), "an item that is there, from 0")
                    })?
                }
                (Step::Key(key), _) => return Err(fault(format!("key {key:?} of {described}"), "a table there")),
                (Step::Item(index), _) => return Err(fault(format!("item {index} of {described}"), "a list there")),
            };
        }
        *place = self.value.clone();
        Ok(())
    }
}

/// The steps of a path: keys with dots, items in brackets.
fn steps(path: &str) -> Result<Vec<Step>, &'static str> {
    let mut steps = Vec::new();
    for part in path.trim().split('.') {
        let (key, items) = part.split_once('[').map_or((part, ""), |(key, _)| (key, &part[key.len()..]));
        if key.trim().is_empty() {
            return Err("an empty key in the path");
        }
        steps.push(Step::Key(key.trim().to_string()));
        let mut rest = items;
        while !rest.is_empty() {
            let inner = rest.strip_prefix('[').and_then(|rest| rest.split_once(']'));
            let (index, after) = inner.ok_or("an item that is not closed")?;
            steps.push(Step::Item(index.trim().parse().map_err(|_| "an item that is no whole number")?));
            rest = after;
        }
    }
    Ok(steps)
}

fn at(flag: &str) -> Location {
    Location { origin: Origin::Flag(flag.into()), ..Location::default() }
}

/// A value of TOML, or else a text.
fn read(text: &str, flag: &str) -> Value {
    let parsed = Value::from_toml(&format!("v = {text}"), "").ok();
    let mut value = parsed
        .and_then(|value| value.as_table().and_then(|table| table.get("v").cloned()))
        .unwrap_or_else(|| text.into());
    stamp(&mut value, &Origin::Flag(flag.into()));
    value
}

/// Says of a value and all its parts that they come from a flag.
fn stamp(value: &mut Value, origin: &Origin) {
    value.origin = origin.clone();
    match &mut value.data {
        Data::List(items) => items.iter_mut().for_each(|item| stamp(item, origin)),
        Data::Table(table) => {
            let keys: Vec<String> = table.iter().map(|(key, _)| key.name.clone()).collect();
            for key in keys {
                if let Some(value) = table.get_mut(&key) {
                    stamp(value, origin);
                }
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changed(toml: &str, change: &str) -> Result<serde_json::Value, Diagnostic> {
        let mut value = Value::from_toml(toml, "x.toml")?;
        Override::parse(change)?.apply(&mut value)?;
        Ok(value.to_json())
    }

    #[test]
    fn paths_reach_tables_lists_and_what_is_not_there_yet() {
        let toml = "seed = 1\n[[agents]]\nname = \"a\"\ncount = 1\n";
        let json = |text: &str| serde_json::from_str::<serde_json::Value>(text).expect("JSON");
        assert_eq!(changed(toml, "seed=7").expect("set")["seed"], 7);
        assert_eq!(changed(toml, "agents[0].count = 3").expect("set")["agents"][0]["count"], 3);
        assert_eq!(
            changed(toml, "model.repeated.noise=0.05").expect("set")["model"],
            json(r#"{"repeated":{"noise":0.05}}"#)
        );
        assert_eq!(
            changed(toml, "model.repeated.length={ known = 5 }").expect("set")["model"]["repeated"]["length"]["known"],
            5
        );
        assert_eq!(
            changed(toml, "agents[0].strategy=Random(p=0.7)").expect("set")["agents"][0]["strategy"],
            "Random(p=0.7)"
        );
    }

    #[test]
    fn broken_overrides_say_what_is_wrong() {
        for (change, found) in [
            ("seed", "no `=`"),
            (".x=1", "an empty key in the path"),
            ("agents[0=1", "an item that is not closed"),
            ("agents[x].count=1", "an item that is no whole number"),
            ("agents[4].count=1", "item 4 of a list of 1"),
            ("seed.x=1", "key \"x\" of 1"),
        ] {
            let fault = changed("seed = 1\n[[agents]]\ncount = 1\n", change).expect_err(change);
            assert_eq!(fault.found, found);
            assert!(fault.to_string().starts_with(&format!("`--set {change}`: ")), "{fault}");
        }
    }
}
