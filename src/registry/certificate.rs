//! Certificates: somebody vouches for one version of an agent, for a time, and may take it back.

use crate::ids::Tick;

/// A certificate of an agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The version of the agent that was looked at.
    pub version: String,
    /// From when on it counts.
    pub issued: Tick,
    /// From when on it counts no more; never, if nothing.
    pub expires: Option<Tick>,
    /// From when on it is taken back; never, if nothing.
    pub revoked: Option<Tick>,
}

/// What an agent's certificate is worth at a tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// There is none, or not yet.
    None,
    /// It was taken back.
    Revoked,
    /// Its time is over.
    Expired,
    /// It is for another version: the agent is to be certified again.
    Stale,
    /// It counts.
    Valid,
}

impl Status {
    /// The status at a tick of a certificate of an agent that is now of `version`. The first that applies of: none, revoked,
    /// expired, stale.
    pub fn of(certificate: Option<&Certificate>, version: &str, at: Tick) -> Status {
        let Some(certificate) = certificate.filter(|certificate| certificate.issued <= at) else { return Status::None };
        let over = |end: Option<Tick>| end.is_some_and(|end| end <= at);
        if over(certificate.revoked) {
            Status::Revoked
        } else if over(certificate.expires) {
            Status::Expired
        } else if certificate.version != version {
            Status::Stale
        } else {
            Status::Valid
        }
    }

    /// Its name: `none`, `revoked`, `expired`, `stale` or `valid`.
    pub fn name(self) -> &'static str {
        match self {
            Status::None => "none",
            Status::Revoked => "revoked",
            Status::Expired => "expired",
            Status::Stale => "stale",
            Status::Valid => "valid",
        }
    }
}
