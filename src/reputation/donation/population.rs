//! A population that lives by one norm: random donors meet random recipients, and observers judge.
//!
//! Everybody plays the norm, with its own view of itself and of the recipient; observers judge with theirs. In public
//! information nobody can disagree for long; in private information disagreement breeds, since a refusal that is justified
//! in the donor's eyes is a misdeed in those of others (Hilbe, Schmid, Tkadlec, Chatterjee & Nowak 2018). Errors are errors
//! of judgement: the conclusion comes out as its opposite.

use super::{Deed, Norm, Standing};
use crate::ids::{AgentId, Tick};
use crate::reputation::{Information, Views};
use crate::sim::{Draws, Observer};

/// A population and how long it is watched.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Donations {
    /// How many agents there are, at least two.
    pub agents: u32,
    /// The meetings before counting starts.
    pub warm_up: u64,
    /// The meetings that are counted.
    pub meetings: u64,
    /// The norm that all live by.
    pub norm: Norm,
    /// Who sees what.
    pub information: Information,
}

/// What a population did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The meetings that were counted.
    pub meetings: u64,
    /// In how many of them the donor gave.
    pub gave: u64,
    /// At the end, how many pairs of observer and observed there are (one observer, of a shared view) ..
    pub views: u64,
    /// .. and how many of them are good.
    pub good_views: u64,
}

impl Tally {
    /// How often donors gave, from 0 to 1.
    pub fn cooperation_rate(&self) -> f64 {
        share(self.gave, self.meetings)
    }

    /// How many views are good at the end, from 0 to 1.
    pub fn good_rate(&self) -> f64 {
        share(self.good_views, self.views)
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

/// One meeting: the donor does what the norm says in its view, and those who learn of it judge. Gives the deed.
pub fn donate(norm: &Norm, donor: AgentId, recipient: AgentId, views: &mut Views<Standing>, draws: &mut Draws) -> Deed {
    let deed = norm.deed(views.of(donor, donor), views.of(donor, recipient));
    let error = views.information().error;
    views.see(donor, recipient, draws, |of_donor, of_recipient, draws| {
        let judged = norm.judge(of_donor, of_recipient, deed);
        if draws.happens(error) { judged.flip() } else { judged }
    });
    deed
}

/// What happens in a population, for observers: the tick is the meeting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Donated {
    /// Who was asked.
    pub donor: AgentId,
    /// Who asked.
    pub recipient: AgentId,
    /// What the donor did.
    pub deed: Deed,
}

/// Lets a population of good standing live by its norm: [`watched_play`] with nobody watching.
pub fn play(population: &Donations, draws: &mut Draws) -> Tally {
    watched_play(population, draws, &mut ())
}

/// Lets a population of good standing live by its norm. In each meeting, donor and recipient are two agents drawn at
/// random. `draws` decides all of it; `observer` sees every meeting.
pub fn watched_play<O: Observer<Donated>>(population: &Donations, draws: &mut Draws, observer: &mut O) -> Tally {
    let agents = u64::from(population.agents.max(2));
    let mut views = Views::new(population.information, Standing::Good);
    let agent = |index: u64| AgentId(u32::try_from(index).expect("below the number of agents"));
    views.join(agent(agents - 1));
    let mut tally = Tally::default();
    for meeting in 0..population.warm_up.saturating_add(population.meetings) {
        let donor = draws.below(agents);
        let other = draws.below(agents - 1);
        let recipient = other + u64::from(other >= donor);
        let deed = donate(&population.norm, agent(donor), agent(recipient), &mut views, draws);
        observer.see(Tick(meeting), &Donated { donor: agent(donor), recipient: agent(recipient), deed });
        if meeting >= population.warm_up {
            tally.meetings += 1;
            tally.gave += u64::from(deed == Deed::Give);
        }
    }
    let observers = if population.information.private { agents } else { 1 };
    for observer in 0..observers {
        for about in 0..agents {
            tally.views += 1;
            tally.good_views += u64::from(views.of(agent(observer), agent(about)) == Standing::Good);
        }
    }
    tally
}
