//! A plan: an experiment with its scenario, all runs listed, and a digest of what they are.
//!
//! The digest covers what reaches a result: the crate's version, the resolved scenario, points, replicates, pairing, measures
//! and the analysis; not comments, nor the number of shards. A plan's file holds the texts from which it was made, so that a
//! shard can be run where nothing else is.

use super::points::{self, Design, Settings};
use super::study::{self, Study};
use super::{SweepError, probe, tables};
use crate::catalogue::{Place, Value};
use crate::error::{Diagnostic, Faults, Location, Origin};
use crate::ids::{RunKey, Seed};
use crate::models::Lab;
use crate::scenario::{Override, Scenario};
use crate::sim::map_indexed;
use crate::table::{Column, Type};
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use std::ops::Range;

/// So many faults of points are told; more would be the same again.
const MOST_FAULTS: usize = 10;
/// A sweep has no more shards than this unless it is asked to.
const USUAL_SHARDS: u64 = 200;

/// What a plan is made from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Request {
    /// The experiment file's name in messages.
    pub experiment_name: String,
    /// Its text.
    pub experiment: String,
    /// The scenario file's name in messages.
    pub scenario_name: String,
    /// Its text.
    pub scenario: String,
    /// Changes of the scenario for all points, after those of the experiment.
    pub set: Vec<String>,
    /// The master seed in place of the files'.
    pub seed: Option<u64>,
    /// The number of replicates in place of the file's.
    pub replicates: Option<u64>,
    /// How many shards; as many as are handy if not said.
    pub shards: Option<u64>,
}

/// A point: values of the parameters, by place; nothing where the scenario's own value stays.
#[derive(Clone, Debug)]
pub struct Point {
    /// 16 hexadecimal digits that follow from what the point sets, and from nothing else.
    pub hash: String,
    /// The values.
    pub values: Vec<Option<Value>>,
}

/// A plan.
pub struct Plan {
    /// The experiment.
    pub study: Study,
    /// The master seed.
    pub seed: Seed,
    /// The most replicates of a point.
    pub replicates: u64,
    /// The points, in order; each once.
    pub points: Vec<Point>,
    /// Designs of sensitivity analyses, by places among the points.
    pub designs: Vec<Design>,
    /// How many shards there are.
    pub shards: u64,
    /// The digest, in hexadecimal.
    pub digest: String,
    /// The scenario without any point, every default written out.
    pub resolved: String,
    /// The model's key.
    pub model: String,
    request: Request,
    base: Value,
    changes: Vec<Override>,
    asked: Vec<String>,
}

/// The file of a plan.
#[derive(Serialize, Deserialize)]
struct File {
    schema: u32,
    comity: String,
    digest: String,
    title: String,
    runs: u64,
    shards: u64,
    request: Request,
    points: Vec<String>,
}

impl Plan {
    /// Makes a plan: reads both files, expands the points, and checks each of them as a scenario of its own.
    ///
    /// # Errors
    /// Everything that is wrong with the files, and with points: unknown paths, values out of range, a point twice.
    pub fn new(request: Request, lab: &Lab) -> Result<Self, Faults> {
        Self::make(request, None, lab)
    }

    fn make(request: Request, hashes: Option<Vec<String>>, lab: &Lab) -> Result<Self, Faults> {
        let study = Study::read(&request.experiment, &request.experiment_name)?;
        let base = Value::from_toml(&request.scenario, &request.scenario_name)?;
        let mut changes = Vec::new();
        if let Some(seed) = request.seed.or(study.seed) {
            let seed = i64::try_from(seed).map_or_else(|_| Value::from(seed.to_string()), Value::from);
            changes.push(Override::of_flag("seed", seed, "seed"));
        }
        for change in study.set.iter().chain(&request.set) {
            changes.push(Override::parse(change)?);
        }
        let scenario = Scenario::of(base.clone(), Place::document(&*request.scenario_name), &changes, lab)?;
        if let Some(guest) = scenario.guests.first() {
            let found = format!("the strategy {guest:?} in a sweep, whose runs are functions of their seeds");
            let fault = Diagnostic::new("guest-in-a-sweep", found, "strategies of the lab, or `comity run`");
            return Err(fault.at(Location::document(&*request.scenario_name)).into());
        }
        let names: Vec<String> = study.parameters.iter().map(|parameter| parameter.name.clone()).collect();
        let at = Location::document(&*request.experiment_name);
        let (asked_points, designs) =
            points::expand(&study.blocks, &names, scenario.seed).map_err(|fault| fault.or_at(&at))?;
        let replicates = request.replicates.unwrap_or(study.replicates).max(1);
        let mut plan = Self {
            seed: scenario.seed,
            replicates,
            points: Vec::new(),
            designs: Vec::new(),
            shards: 0,
            digest: String::new(),
            resolved: scenario.resolved_toml(),
            model: scenario.model_key.clone(),
            study,
            request,
            base,
            changes,
            asked: Vec::new(),
        };
        plan.asked = match hashes {
            Some(hashes) => hashes,
            None => plan.hashes(&asked_points, lab)?,
        };
        if plan.asked.len() != asked_points.len() {
            let found = format!("{} points in the plan, {} by its texts", plan.asked.len(), asked_points.len());
            return Err(Diagnostic::new("altered-plan", found, "the plan as it was written").into());
        }
        plan.place(asked_points, designs)?;
        if let Some(fault) = plan.unmet_expectations().into_iter().next() {
            return Err(fault.at(at).into());
        }
        let units = plan.units();
        plan.shards = plan.request.shards.unwrap_or(USUAL_SHARDS).clamp(1, units);
        plan.digest = plan.fingerprint(&scenario);
        Ok(plan)
    }

    /// The hash of each point, from its canonical values; each point is checked as a scenario.
    fn hashes(&self, points: &[Settings], lab: &Lab) -> Result<Vec<String>, Faults> {
        let checked = map_indexed(points.len(), |k| {
            let settings = self.settings(&points[k])?;
            let scenario = self.scenario_with(&settings, lab)?;
            let tables = scenario.model.tables();
            self.study.measures.iter().try_for_each(|measure| probe::Compiled::of(measure, &tables).map(|_| ()))?;
            let canonical: BTreeMap<&str, Json> = settings
                .iter()
                .map(|(path, change)| {
                    let value = change.find(scenario.resolved()).map_or(Json::Null, Value::to_json);
                    (path.as_str(), value)
                })
                .collect();
            let text = serde_json::to_string(&canonical).expect("texts and values");
            Ok::<String, Faults>(blake3::hash(text.as_bytes()).to_hex()[..16].to_string())
        });
        let (mut hashes, mut faults) = (Vec::new(), Faults::new());
        for result in checked {
            match result {
                Ok(hash) => hashes.push(hash),
                Err(found) => {
                    for fault in found.diagnostics() {
                        let told = faults.diagnostics();
                        if told.len() < MOST_FAULTS && !told.contains(fault) {
                            faults.push(fault.clone());
                        }
                    }
                }
            }
        }
        faults.into_result(hashes)
    }

    /// Puts the points in order, each once; a point that was written twice is a fault, one that was drawn twice is not.
    fn place(&mut self, asked: Vec<Settings>, designs: Vec<Design>) -> Result<(), Faults> {
        let written: Vec<bool> =
            self.study.blocks.iter().flat_map(|b| std::iter::repeat_n(b.is_written(), b.size())).collect();
        let mut places: BTreeMap<&str, usize> = BTreeMap::new();
        let mut place_of = Vec::with_capacity(asked.len());
        let mut faults = Faults::new();
        for (k, values) in asked.into_iter().enumerate() {
            let hash = self.asked[k].as_str();
            let known = places.get(hash).copied();
            if known.is_some() && written.get(k) == Some(&true) && faults.diagnostics().len() < MOST_FAULTS {
                let origin = values.iter().flatten().next().map_or(Origin::Unknown, |value| value.origin.clone());
                let found = format!("the point {} comes twice", self.describe(&values));
                let at = Place::document(&*self.request.experiment_name).key("points").at(&origin);
                faults.push(Diagnostic::new("duplicate-point", found, "each point once").at(at));
            }
            place_of.push(known.unwrap_or_else(|| {
                places.insert(hash, self.points.len());
                self.points.push(Point { hash: hash.to_string(), values });
                self.points.len() - 1
            }));
        }
        self.designs = designs
            .into_iter()
            .map(|design| Design {
                rows: design.rows.iter().map(|row| row.iter().map(|k| place_of[*k]).collect()).collect(),
                ..design
            })
            .collect();
        faults.into_result(())
    }

    /// What a point sets, in words: `penalty = 3/2, rounds = 20`.
    pub fn describe(&self, values: &[Option<Value>]) -> String {
        let set = self.study.parameters.iter().zip(values);
        let words = set.filter_map(|(parameter, value)| {
            value.as_ref().map(|value| format!("{} = {}", parameter.name, study::show(value)))
        });
        words.collect::<Vec<_>>().join(", ")
    }

    /// Expectations of points or columns that are not there.
    fn unmet_expectations(&self) -> Vec<Diagnostic> {
        let unmet = self.study.expectations.iter().filter(|expected| self.expected_points(&expected.at).len() != 1);
        let columns = [tables::estimates(self), tables::contrasts(self)];
        let has = |name: &str| {
            let number = |c: &Column| c.name == name && matches!(c.ty, Type::Integer | Type::Float);
            columns.iter().any(|schema| schema.columns.iter().any(number))
        };
        let nameless = self.study.expectations.iter().filter(|expected| !has(&expected.statistic)).map(|expected| {
            let found = format!("no column {:?} for {:?}", expected.statistic, expected.what);
            Diagnostic::new("unknown-name", found, "a number of the table `estimates` or `contrasts`, such as mean")
        });
        let unmet = unmet.map(|expected| {
            let names = expected.at.iter().map(|(k, value)| format!("{} = {value}", self.study.parameters[*k].name));
            let names: Vec<String> = names.collect();
            let count = self.expected_points(&expected.at).len();
            let found = format!("{count} points with {} for {:?}", names.join(", "), expected.what);
            Diagnostic::new("unknown-point", found, "one point")
        });
        unmet.chain(nameless).collect()
    }

    /// The points that have these values.
    pub(super) fn expected_points(&self, at: &[(usize, String)]) -> Vec<usize> {
        let shows = |point: &Point, (k, wanted): &(usize, String)| {
            point.values[*k].as_ref().is_some_and(|value| {
                let shown = study::show(value);
                let number = |text: &str| text.parse::<crate::exact::Rational>().ok();
                shown == *wanted || number(&shown).is_some_and(|value| Some(value) == number(wanted))
            })
        };
        (0..self.points.len()).filter(|k| at.iter().all(|wanted| shows(&self.points[*k], wanted))).collect()
    }

    /// The paths that a point sets, with their changes.
    fn settings(&self, values: &Settings) -> Result<Vec<(String, Override)>, Diagnostic> {
        let mut settings = Vec::new();
        for (parameter, value) in self.study.parameters.iter().zip(values) {
            let Some(value) = value else { continue };
            let place = Place::document(&*self.request.experiment_name).key("points").at(&value.origin);
            let flag = format!("{place}: {} = {}", parameter.name, study::show(value));
            for path in &parameter.paths {
                settings.push((path.clone(), Override::of_path(path, value.clone(), &flag)?));
            }
        }
        Ok(settings)
    }

    fn scenario_with(&self, settings: &[(String, Override)], lab: &Lab) -> Result<Scenario, Faults> {
        let point = settings.iter().map(|(_, change)| change.clone());
        let changes: Vec<Override> = self.changes.iter().cloned().chain(point).collect();
        Scenario::of(self.base.clone(), Place::document(&*self.request.scenario_name), &changes, lab)
    }

    /// The scenario of a point.
    ///
    /// # Errors
    /// None that making the plan did not find.
    pub fn scenario(&self, point: usize, lab: &Lab) -> Result<Scenario, Faults> {
        self.scenario_with(&self.settings(&self.points[point].values)?, lab)
    }

    /// The key of a run.
    pub fn run_key(&self, point: usize, replicate: u64) -> RunKey {
        let group = if self.study.independent { self.points[point].hash.as_str() } else { "" };
        RunKey::derive(self.seed, replicate, group)
    }

    /// How many runs there are; at most, if points may stop early.
    pub fn runs(&self) -> u64 {
        (self.points.len() as u64).saturating_mul(self.replicates)
    }

    /// How many units the shards divide: runs, or points where these may stop early.
    pub(super) fn units(&self) -> u64 {
        match self.study.stop {
            Some(_) => self.points.len() as u64,
            None => self.runs(),
        }
    }

    /// The units of a shard: shard k of K has those from `k N / K` to before `(k + 1) N / K`.
    pub fn range(&self, shard: u64) -> Range<u64> {
        let cut = |k: u64| {
            let exact = u128::from(k) * u128::from(self.units()) / u128::from(self.shards);
            u64::try_from(exact).expect("at most the number of units")
        };
        cut(shard)..cut(shard + 1)
    }

    /// The digest: of all that reaches a result.
    fn fingerprint(&self, scenario: &Scenario) -> String {
        let study = &self.study;
        let parameters: Vec<Json> = study.parameters.iter().map(|p| json!([p.name, p.paths, p.unit, p.doc])).collect();
        let measure =
            |m: &study::Measure| json!([m.name, m.table, m.row, m.column, format!("{:?}", m.statistic), m.unit, m.doc]);
        let points = self.points.iter().map(|p| json!([p.hash, self.describe(&p.values)]));
        let expect =
            |e: &study::Expected| json!([e.what, e.measure, e.at, e.statistic, e.expectation.words(), e.source]);
        let designs: Vec<Json> = self.designs.iter().map(|d| json!([d.parameters, d.rows])).collect();
        let all = json!({
            "comity": env!("CARGO_PKG_VERSION"),
            "title": [study.title, study.title_zh, study.source],
            "scenario": scenario.digest(),
            "replicates": self.replicates,
            "independent": study.independent,
            "parameters": parameters,
            "points": points.collect::<Vec<_>>(),
            "designs": designs,
            "measures": study.measures.iter().map(measure).collect::<Vec<_>>(),
            "stop": study.stop.as_ref().map(|stop| json!([stop.measure, stop.width, stop.least])),
            "analysis": [json!(study.level), json!(study.bootstrap)],
            "expect": study.expectations.iter().map(expect).collect::<Vec<_>>(),
        });
        blake3::hash(all.to_string().as_bytes()).to_hex().to_string()
    }

    /// The text of the experiment file.
    pub fn experiment(&self) -> &str {
        &self.request.experiment
    }

    /// The text of the plan's file.
    pub fn to_json(&self) -> String {
        let file = File {
            schema: 1,
            comity: env!("CARGO_PKG_VERSION").to_string(),
            digest: self.digest.clone(),
            title: self.study.title.clone(),
            runs: self.runs(),
            shards: self.shards,
            request: Request { shards: Some(self.shards), ..self.request.clone() },
            points: self.asked.clone(),
        };
        let mut text = serde_json::to_string_pretty(&file).expect("a plan is plain data");
        text.push('\n');
        text
    }

    /// Reads the text of a plan's file that is called `document` in messages.
    ///
    /// # Errors
    /// [`SweepError::Input`] if it is no plan; [`SweepError::Foreign`] if another version made it, or it was altered.
    pub fn read(text: &str, document: &str, lab: &Lab) -> Result<Self, SweepError> {
        let at = || Location::document(document);
        let file: File = serde_json::from_str(text).map_err(|error| {
            let help = "make it again with `comity sweep plan`";
            Diagnostic::new("corrupt", error.to_string(), "a plan as it was written").help(help).at(at())
        })?;
        if file.comity != env!("CARGO_PKG_VERSION") {
            let found = format!("a plan of version {}", file.comity);
            let expected = format!("one of version {}", env!("CARGO_PKG_VERSION"));
            return Err(SweepError::Foreign(Diagnostic::new("another-version", found, expected).at(at())));
        }
        let altered = |found: String| {
            let fault = Diagnostic::new("altered-plan", found, "the plan as it was written");
            SweepError::Foreign(fault.help("make a new plan in another directory").at(at()))
        };
        let plan = Self::make(file.request, Some(file.points), lab).map_err(|faults| altered(faults.to_string()))?;
        if plan.digest != file.digest || plan.shards != file.shards {
            return Err(altered("the plan's texts are not those of its digest".into()));
        }
        Ok(plan)
    }
}
