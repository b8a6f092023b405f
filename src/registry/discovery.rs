//! Discovery: filters in a fixed order, and the first that an agent fails.

use super::certificate::Status;
use super::entry::{AgentRecord, Skill, is_at_or_below};
use super::media::media_match;
use crate::ids::Tick;
use std::collections::BTreeSet;

/// Which filters are applied; all of them by default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Policy {
    /// Visibility scopes.
    pub visibility: bool,
    /// Lists of allowed callers.
    pub peers: bool,
    /// Certificates, where a query asks for them.
    pub certification: bool,
    /// The permissions of the user for whom the caller asks.
    pub permissions: bool,
    /// Feedback counts only from callers that called.
    pub verified_feedback: bool,
    /// A card that differs from the registered one makes the certificate stale.
    pub drift: bool,
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            visibility: true,
            peers: true,
            certification: true,
            permissions: true,
            verified_feedback: true,
            drift: true,
        }
    }
}

/// What a caller looks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Query {
    /// When.
    pub at: Tick,
    /// The caller, who does not find itself.
    pub caller: String,
    /// Where the caller belongs.
    pub caller_namespace: String,
    /// Agents of this namespace and below alone.
    pub namespace: Option<String>,
    /// Agents with a valid certificate alone.
    pub require_certified: bool,
    /// A skill must have all of these.
    pub tags: BTreeSet<String>,
    /// A skill must take this media type; any if nothing.
    pub input: Option<String>,
    /// A skill must give one of these; any if none.
    pub output: Vec<String>,
    /// What the user for whom the caller asks may do: no agent found needs more.
    pub user_permissions: BTreeSet<String>,
}

/// The filter that an agent, or its last skill, fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reason {
    /// It is the caller.
    Caller,
    /// It is not listed at that tick.
    NotListed,
    /// The caller does not see it.
    Visibility,
    /// It does not serve the caller.
    Peer,
    /// It is of another namespace.
    Namespace,
    /// Its certificate is not valid.
    Certificate(Status),
    /// No skill has all tags.
    Tags,
    /// None of these takes the media type.
    InputMedia,
    /// None of these gives one of the media types.
    OutputMedia,
    /// All of these need more than the user may.
    Permissions,
}

impl Reason {
    /// Its name, such as `self`, `not_listed` or `uncertified`.
    pub fn name(self) -> &'static str {
        match self {
            Reason::Caller => "self",
            Reason::NotListed => "not_listed",
            Reason::Visibility => "visibility",
            Reason::Peer => "peer",
            Reason::Namespace => "namespace",
            Reason::Certificate(Status::None) => "uncertified",
            Reason::Certificate(status) => status.name(),
            Reason::Tags => "tags",
            Reason::InputMedia => "input_media",
            Reason::OutputMedia => "output_media",
            Reason::Permissions => "permissions",
        }
    }
}

/// An agent that was found, with the skills that fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The agent.
    pub agent: String,
    /// Its skills that fit, in its own order: at least one.
    pub skills: Vec<String>,
}

/// What a query came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Discovery {
    /// Who was found, in the order of registration.
    pub found: Vec<Found>,
    /// Who was not, and why, in that order.
    pub filtered: Vec<(String, Reason)>,
    /// How many entries were looked at.
    pub examined: usize,
}

/// The skills of an agent that fit a query, or the first filter that leaves none.
pub(super) fn examine(agent: &AgentRecord, query: &Query, policy: &Policy) -> Result<Vec<String>, Reason> {
    if agent.id == query.caller {
        return Err(Reason::Caller);
    }
    if !agent.is_listed(query.at) {
        return Err(Reason::NotListed);
    }
    if policy.visibility && !agent.is_visible_to(&query.caller_namespace) {
        return Err(Reason::Visibility);
    }
    if policy.peers && agent.allowed_peers.as_ref().is_some_and(|peers| !peers.contains(&query.caller)) {
        return Err(Reason::Peer);
    }
    if query.namespace.as_ref().is_some_and(|namespace| !is_at_or_below(&agent.namespace, namespace)) {
        return Err(Reason::Namespace);
    }
    let status = agent.status(query.at);
    if policy.certification && query.require_certified && status != Status::Valid {
        return Err(Reason::Certificate(status));
    }
    let takes = |skill: &&Skill| {
        let modes = skill.input_modes.as_ref().unwrap_or(&agent.input_modes);
        query.input.as_ref().is_none_or(|input| modes.iter().any(|mode| media_match(mode, input)))
    };
    let gives = |skill: &&Skill| {
        let modes = skill.output_modes.as_ref().unwrap_or(&agent.output_modes);
        let wanted = |mode: &String| query.output.iter().any(|output| media_match(mode, output));
        query.output.is_empty() || modes.iter().any(wanted)
    };
    let may = |skill: &&Skill| !policy.permissions || skill.permissions.is_subset(&query.user_permissions);
    let tagged = |skill: &&Skill| query.tags.is_subset(&skill.tags);
    let skills = narrow(agent.skills.iter().collect(), tagged, Reason::Tags)?;
    let skills = narrow(skills, takes, Reason::InputMedia)?;
    let skills = narrow(skills, gives, Reason::OutputMedia)?;
    let skills = narrow(skills, may, Reason::Permissions)?;
    Ok(skills.into_iter().map(|skill| skill.id.clone()).collect())
}

/// The skills that pass a filter; the reason if none does.
fn narrow<'a>(
    mut skills: Vec<&'a Skill>,
    passes: impl Fn(&&'a Skill) -> bool,
    reason: Reason,
) -> Result<Vec<&'a Skill>, Reason> {
    skills.retain(passes);
    if skills.is_empty() { Err(reason) } else { Ok(skills) }
}
