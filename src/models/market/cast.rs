//! The agents of a market: bidders as a scenario declares them, and those that the model itself brings.

use super::bidder::Bidder;
use super::setting::{Condition, Trade};
use crate::catalogue::suggestion;
use crate::error::{Diagnostic, Faults};
use crate::models::Setting;
use crate::models::names::Roll;

/// The most agents of a market: the relationship of any two has a number of 32 bits.
const MAX_AGENTS: usize = 65_000;
/// The most tasks of a run: each has a number of 32 bits.
const MAX_TASKS: u64 = 1 << 30;

/// A bidder of the cast.
#[derive(Clone)]
pub(super) struct Member {
    pub(super) name: String,
    /// The group's name: what is summed up together.
    pub(super) group: usize,
    pub(super) bidder: Box<dyn Bidder>,
}

/// A group of bidders.
#[derive(Clone)]
pub(super) struct Group {
    pub(super) name: String,
    pub(super) strategy: String,
    pub(super) square: bool,
}

/// The bidders.
pub(super) struct Cast {
    pub(super) members: Vec<Member>,
    pub(super) groups: Vec<Group>,
}

/// The names of the agents that the model itself brings.
pub(super) fn own_names(trade: &Trade) -> Vec<String> {
    let buyers = (1..=trade.buyers).map(|k| format!("buyer-{k}"));
    buyers.chain(["escrow-agent", "arbiter", "registry"].map(String::from)).collect()
}

/// Reads the bidders.
pub(super) fn read(setting: &Setting, trade: &Trade, conditions: &[Condition], faults: &mut Faults) -> Cast {
    let bidders = &setting.kit.bidders;
    let own = own_names(trade);
    let mut roll = Roll::new(&own.iter().map(String::as_str).collect::<Vec<_>>());
    let mut cast = Cast { members: Vec::new(), groups: Vec::new() };
    for group in &setting.agents {
        let names = roll.call(group, faults);
        let built = group.read(bidders, |spec| Ok((spec.key.clone(), bidders.build(spec, &setting.kit.attacks)?)));
        let Some((strategy, bidder)) = faults.keep(built) else { continue };
        let place = cast.groups.len();
        cast.groups.push(Group { name: group.name.clone(), strategy, square: bidder.square() });
        let members = names.into_iter().map(|name| Member { name, group: place, bidder: bidder.clone() });
        cast.members.extend(members);
    }
    if cast.members.is_empty() && faults.is_empty() {
        let at = setting.document.key("agents").at(&crate::error::Origin::Unknown);
        faults.push(Diagnostic::new("wrong-agents", "no bidder", "at least one agent that bids").at(at));
    }
    if cast.members.len() + own.len() > MAX_AGENTS {
        let found = format!("{} bidders and {} buyers", cast.members.len(), trade.buyers);
        let at = setting.document.key("agents").at(&crate::error::Origin::Unknown);
        faults.push(Diagnostic::new("too-many-agents", found, format!("at most {MAX_AGENTS} agents")).at(at));
    }
    for condition in conditions {
        let contacts =
            if condition.contacts == 0 { cast.members.len() } else { condition.contacts.min(cast.members.len()) };
        let announcements = u64::from(trade.buyers) * u64::from(trade.announcements);
        // A call opens a task at every agent contacted; a contract opens a few more with its money and its disputes.
        let tasks = announcements.saturating_mul(contacts as u64 + 8);
        if tasks > MAX_TASKS {
            let found = format!("{announcements} announcements to {contacts} bidders each: up to {tasks} tasks");
            let at = setting.place.key("announcements").at(&crate::error::Origin::Unknown);
            faults.push(Diagnostic::new("too-many-tasks", found, format!("at most {MAX_TASKS} in one run")).at(at));
            return cast;
        }
        for (name, ..) in &condition.crashes {
            let names = || cast.members.iter().map(|member| member.name.as_str()).chain(own.iter().map(String::as_str));
            if !names().any(|known| known == name) {
                let mut fault = Diagnostic::new("unknown-agent", format!("unknown agent {name:?}"), "an agent's name");
                if let Some(help) = suggestion(name, names().collect::<Vec<_>>()) {
                    fault = fault.help(help);
                }
                faults.push(fault.at(setting.place.key("crashes").at(&crate::error::Origin::Unknown)));
            }
        }
    }
    cast
}
