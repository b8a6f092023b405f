//! Routing in two steps: a strictly typed intent, then a query of the capability graph.
//!
//! What a user wants is first read as an intent of a declared type, with no member unknown, missing or of another type; only
//! then are agents looked for: one list of them for each capability that the intent comes down to.

use super::capability::CapabilityGraph;
use super::discovery::{Found, Query, Reason};
use super::store::Registry;
use crate::catalogue::{Params, Place, Schema, Value, suggestion};
use crate::error::{Diagnostic, Faults, Origin};
use serde_json::Value as Json;
use std::collections::BTreeMap;

/// A type of intents.
#[derive(Clone, Debug)]
pub struct IntentType {
    /// Its name.
    pub name: String,
    /// What it asks of an agent.
    pub capability: String,
    /// Its members.
    pub schema: Schema,
}

/// An intent: what somebody wants, checked against its type.
#[derive(Clone, Debug)]
pub struct Intent {
    /// Its type's name.
    pub name: String,
    /// What it asks of an agent.
    pub capability: String,
    /// Its members, with defaults filled in.
    pub members: Params,
}

/// The types of intents that a registry understands.
#[derive(Clone, Debug, Default)]
pub struct Intents {
    types: BTreeMap<String, IntentType>,
}

/// Who can do what an intent comes down to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Route {
    /// Each capability that is made of no others, in the order in which they are needed, with the agents that have it.
    pub steps: Vec<(String, Vec<Found>)>,
}

impl Intents {
    /// Types of intents; a later one of the same name takes the earlier one's place.
    pub fn of(types: impl IntoIterator<Item = IntentType>) -> Self {
        Self { types: types.into_iter().map(|ty| (ty.name.clone(), ty)).collect() }
    }

    /// Reads an intent: an object `{"intent": name, ...members}`.
    ///
    /// # Errors
    /// If its type is unknown, or a member is unknown, missing or of another type.
    pub fn read(&self, request: &Json) -> Result<Intent, Faults> {
        let place = Place::root();
        let at = place.key("intent").at(&Origin::Unknown);
        let Some(name) = request.get("intent").and_then(Json::as_str) else {
            return Err(Diagnostic::new("missing-key", "a request without `intent`", "the name of an intent")
                .at(at)
                .into());
        };
        let Some(ty) = self.types.get(name) else {
            let fault = Diagnostic::new("unknown-intent", format!("unknown intent {name:?}"), "");
            let names = self.types.keys().map(String::as_str);
            let fault = match suggestion(name, names) {
                Some(help) => fault.help(help),
                None => fault,
            };
            return Err(fault.at(at).into());
        };
        let mut members = request.as_object().expect("it has a member").clone();
        members.remove("intent");
        let value = Value::from_json(&Json::Object(members))?;
        let mut faults = Faults::new();
        match ty.schema.check(value.as_table().expect("made of an object"), &value.origin, &place, &mut faults) {
            Some(members) if faults.is_empty() => {
                Ok(Intent { name: name.to_string(), capability: ty.capability.clone(), members })
            }
            _ => Err(faults),
        }
    }
}

impl Registry {
    /// Looks for agents for everything that an intent comes down to: [`supply`](Registry::supply) of its capability.
    ///
    /// # Errors
    /// If nobody has one of the capabilities that it comes down to.
    pub fn route(&self, intent: &Intent, graph: &CapabilityGraph, query: &Query) -> Result<Route, Diagnostic> {
        self.supply(&intent.capability, graph, query)
    }

    /// Looks for agents for everything that a capability is made of. `query` says who asks, for whom and when; its tags are
    /// replaced by each capability in turn.
    ///
    /// # Errors
    /// If nobody has one of the capabilities, with the reasons for which those who claim it were left out.
    pub fn supply(&self, whole: &str, graph: &CapabilityGraph, query: &Query) -> Result<Route, Diagnostic> {
        let mut steps = Vec::new();
        for capability in graph.plan(whole).into_iter().filter(|capability| !graph.is_composed(capability)) {
            let mut query = query.clone();
            query.tags = [capability.clone()].into();
            let discovery = self.discover(&query);
            if discovery.found.is_empty() {
                let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
                for (_, reason) in self.explain(&query).filtered.iter().filter(|(_, reason)| *reason != Reason::Tags) {
                    *reasons.entry(reason.name()).or_default() += 1;
                }
                let reasons: Vec<String> =
                    reasons.into_iter().map(|(reason, count)| format!("{count} for {reason}")).collect();
                let left_out =
                    if reasons.is_empty() { String::new() } else { format!(" (left out: {})", reasons.join(", ")) };
                let found = format!("nobody for {capability:?}, which {whole:?} needs{left_out}");
                return Err(Diagnostic::new("no-agent", found, "an agent with that tag that the caller may use"));
            }
            steps.push((capability, discovery.found));
        }
        Ok(Route { steps })
    }
}
