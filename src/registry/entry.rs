//! Entries: what an agent claims, and who may see it.

use super::certificate::{Certificate, Status};
use crate::ids::Tick;
use std::collections::BTreeSet;

/// Who sees an agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Visibility {
    /// Everybody.
    #[default]
    Public,
    /// Callers of its namespace or of one below it.
    Namespace,
    /// Callers of its very namespace.
    Private,
}

impl Visibility {
    /// Its name: `public`, `namespace` or `private`.
    pub fn name(self) -> &'static str {
        match self {
            Visibility::Public => "public",
            Visibility::Namespace => "namespace",
            Visibility::Private => "private",
        }
    }

    /// The visibility of a name.
    pub fn named(name: &str) -> Option<Self> {
        [Self::Public, Self::Namespace, Self::Private].into_iter().find(|visibility| visibility.name() == name)
    }
}

/// One thing that an agent can do for a caller.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Skill {
    /// Its name, unique in its agent.
    pub id: String,
    /// What it is about: capabilities by which it is found.
    pub tags: BTreeSet<String>,
    /// The media types that it takes; the agent's if nothing.
    pub input_modes: Option<Vec<String>>,
    /// The media types that it gives; the agent's if nothing.
    pub output_modes: Option<Vec<String>>,
    /// What the user for whom it works must be allowed.
    pub permissions: BTreeSet<String>,
}

/// An agent's entry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AgentRecord {
    /// Its name, unique in the registry.
    pub id: String,
    /// Who publishes it.
    pub publisher: Option<String>,
    /// Where it belongs: segments joined by dots.
    pub namespace: String,
    /// Who sees it.
    pub visibility: Visibility,
    /// The only callers that it serves; all if nothing.
    pub allowed_peers: Option<BTreeSet<String>>,
    /// Its version.
    pub version: String,
    /// From when on it is listed.
    pub registered: Tick,
    /// From when on it is listed no more.
    pub retired: Option<Tick>,
    /// Who vouches for it, if anybody.
    pub certificate: Option<Certificate>,
    /// The media types that it takes where a skill does not say.
    pub input_modes: Vec<String>,
    /// The media types that it gives where a skill does not say.
    pub output_modes: Vec<String>,
    /// What it can do.
    pub skills: Vec<Skill>,
    /// The digest of the card that was looked at, if one was.
    pub card_digest: Option<String>,
    /// From when on its card is known to differ from the one that was looked at.
    pub drifted: Option<Tick>,
}

impl AgentRecord {
    /// What its certificate is worth at a tick.
    pub fn status(&self, at: Tick) -> Status {
        match Status::of(self.certificate.as_ref(), &self.version, at) {
            Status::Valid if self.drifted.is_some_and(|drifted| drifted <= at) => Status::Stale,
            status => status,
        }
    }

    /// Whether it is listed at a tick.
    pub fn is_listed(&self, at: Tick) -> bool {
        self.registered <= at && self.retired.is_none_or(|retired| retired > at)
    }

    /// Whether callers of a namespace see it.
    pub fn is_visible_to(&self, namespace: &str) -> bool {
        match self.visibility {
            Visibility::Public => true,
            Visibility::Namespace => is_at_or_below(namespace, &self.namespace),
            Visibility::Private => namespace == self.namespace,
        }
    }
}

/// Whether a namespace is another or below it, by whole segments: `acme.ops` is below `acme`, `acmeville` is not.
pub fn is_at_or_below(namespace: &str, ancestor: &str) -> bool {
    namespace.strip_prefix(ancestor).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}
