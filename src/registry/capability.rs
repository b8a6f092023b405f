//! The capability graph: which capabilities a capability is made of.
//!
//! It is directed and has no cycle, so that a request is broken up in finitely many steps; what would close a cycle is refused
//! with the cycle by name.

use crate::error::Diagnostic;
use std::collections::{BTreeMap, BTreeSet};

/// Capabilities and what each needs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CapabilityGraph {
    needs: BTreeMap<String, BTreeSet<String>>,
}

impl CapabilityGraph {
    /// A graph of edges `(capability, what it needs)`.
    ///
    /// # Errors
    /// If they have a cycle, which is named.
    pub fn of<'a>(edges: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<Self, Diagnostic> {
        let mut graph = Self::default();
        for (capability, need) in edges {
            graph.add(capability, need)?;
        }
        Ok(graph)
    }

    /// Says that a capability needs another.
    ///
    /// # Errors
    /// If that closes a cycle, which is named; the graph is then as it was.
    pub fn add(&mut self, capability: &str, need: &str) -> Result<(), Diagnostic> {
        if let Some(path) = self.path(need, capability) {
            let cycle = std::iter::once(capability).chain(path.iter().map(String::as_str)).collect::<Vec<_>>();
            let found = format!("the cycle {}", cycle.join(" -> "));
            return Err(Diagnostic::new("capability-cycle", found, "capabilities that do not need themselves"));
        }
        self.needs.entry(capability.to_string()).or_default().insert(need.to_string());
        Ok(())
    }

    /// A path along needs, both ends counted.
    fn path(&self, from: &str, to: &str) -> Option<Vec<String>> {
        let mut before: BTreeMap<&str, &str> = BTreeMap::new();
        let mut open = vec![from];
        while let Some(here) = open.pop() {
            if here == to {
                let mut path = vec![to.to_string()];
                let mut at = to;
                while at != from {
                    at = before[at];
                    path.push(at.to_string());
                }
                path.reverse();
                return Some(path);
            }
            for next in self.needs.get(here).into_iter().flatten().rev() {
                if next != from && !before.contains_key(next.as_str()) {
                    before.insert(next, here);
                    open.push(next);
                }
            }
        }
        None
    }

    /// Whether a capability is made of others.
    pub fn is_composed(&self, capability: &str) -> bool {
        self.needs.contains_key(capability)
    }

    /// All that a capability needs, each after what it needs itself, the capability last.
    pub fn plan(&self, capability: &str) -> Vec<String> {
        let mut plan = Vec::new();
        let mut seen = BTreeSet::new();
        // Each capability is opened, then closed when all that it needs stands in the plan.
        let mut open = vec![(capability, false)];
        while let Some((here, closes)) = open.pop() {
            if closes {
                plan.push(here.to_string());
            } else if seen.insert(here) {
                open.push((here, true));
                open.extend(self.needs.get(here).into_iter().flatten().rev().map(|need| (need.as_str(), false)));
            }
        }
        plan
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn needs_come_before_what_needs_them() {
        let graph = CapabilityGraph::of([("trip", "book"), ("trip", "pay"), ("book", "search"), ("pay", "identify")])
            .expect("no cycle");
        assert_eq!(graph.plan("trip"), ["search", "book", "identify", "pay", "trip"]);
        assert_eq!(graph.plan("sing"), ["sing"]);
    }

    #[test]
    fn a_cycle_is_refused_by_name_and_changes_nothing() {
        let mut graph = CapabilityGraph::of([("a", "b"), ("b", "c"), ("a", "d")]).expect("no cycle");
        let before = graph.clone();
        let fault = graph.add("c", "a").expect_err("a cycle");
        assert!(fault.to_string().contains("c -> a -> b -> c"), "{fault}");
        assert_eq!(graph, before);
        assert!(graph.add("a", "a").expect_err("a loop").to_string().contains("a -> a"));
    }
}
