//! Delegation: work handed on never carries more permissions than the user gave who began it.

use crate::error::Diagnostic;
use std::collections::BTreeSet;

/// What a user gave, and to whom it went from hand to hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Delegation {
    user: String,
    given: BTreeSet<String>,
    /// Each agent, with what it was given.
    chain: Vec<(String, BTreeSet<String>)>,
}

impl Delegation {
    /// What a user gives.
    pub fn of_user(user: impl Into<String>, permissions: BTreeSet<String>) -> Self {
        Self { user: user.into(), given: permissions, chain: Vec::new() }
    }

    /// What the last in the chain may.
    pub fn permissions(&self) -> &BTreeSet<String> {
        self.chain.last().map_or(&self.given, |(_, permissions)| permissions)
    }

    /// Who has the work: the user at first, then each agent.
    pub fn holders(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.user.as_str()).chain(self.chain.iter().map(|(agent, _)| agent.as_str()))
    }

    /// Hands work on to an agent with the permissions that it needs, and no others.
    ///
    /// # Errors
    /// If the last in the chain has not got them: nobody can give what it was not given.
    pub fn hand_on(&self, agent: impl Into<String>, needed: &BTreeSet<String>) -> Result<Self, Diagnostic> {
        let agent = agent.into();
        let missing: Vec<&str> = needed.difference(self.permissions()).map(String::as_str).collect();
        if !missing.is_empty() {
            let holders: Vec<&str> = self.holders().collect();
            let found = format!("{} of {agent:?}, handed on by {}", missing.join(", "), holders.join(", "));
            return Err(Diagnostic::new("permission", found, "no permission that its giver was not given"));
        }
        let mut chain = self.chain.clone();
        chain.push((agent, needed.clone()));
        Ok(Self { user: self.user.clone(), given: self.given.clone(), chain })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(names: &[&str]) -> BTreeSet<String> {
        names.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn nobody_gives_what_it_was_not_given() {
        let user = Delegation::of_user("ann", set(&["read", "pay"]));
        let planner = user.hand_on("planner", &set(&["read"])).expect("the user may read");
        assert_eq!(planner.permissions(), &set(&["read"]));
        // The user may pay, but the planner was not given it.
        let fault = planner.hand_on("cashier", &set(&["pay"])).expect_err("more than it has");
        assert!(fault.to_string().contains("pay of \"cashier\", handed on by ann, planner"), "{fault}");
        assert!(user.hand_on("cashier", &set(&["pay"])).is_ok());
    }
}
