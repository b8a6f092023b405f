//! How team players choose.

use super::{Chooser, Team};
use crate::sim::Draws;
use crate::strategy::{Action, View};

/// What more (or fewer) members propose; C on a tie.
#[derive(Clone)]
pub(super) struct Vote {
    pub(super) minority: bool,
}

impl Chooser for Vote {
    fn choose(&mut self, team: &Team, _: &View<'_>, _: &mut Draws) -> Action {
        let defect = team.proposals.iter().filter(|proposal| **proposal == Action::D).count();
        let cooperate = team.proposals.len() - defect;
        Action::cooperate_if(if self.minority { cooperate <= defect } else { defect <= cooperate })
    }
}

/// C if any of the members with the best score proposes it.
#[derive(Clone)]
pub(super) struct Winner;

impl Chooser for Winner {
    const BY_SCORE: bool = true;

    fn choose(&mut self, team: &Team, _: &View<'_>, _: &mut Draws) -> Action {
        let best = team.scores.iter().max();
        let mut leaders = team.proposals.iter().zip(&team.scores).filter(|(_, score)| Some(*score) == best);
        Action::cooperate_if(leaders.any(|(proposal, _)| *proposal == Action::C))
    }
}

/// What one of the best twelfth of the team proposes, drawn anew each round; of members alike in score the later ones are
/// the better.
#[derive(Clone, Default)]
pub(super) struct Ensemble {
    order: Vec<usize>,
}

impl Ensemble {
    /// The share of the team from which is drawn.
    const SHARE: f64 = 0.08;
}

impl Chooser for Ensemble {
    const BY_SCORE: bool = true;

    fn choose(&mut self, team: &Team, _: &View<'_>, draws: &mut Draws) -> Action {
        if team.uniform {
            return team.proposals.first().copied().unwrap_or(Action::C);
        }
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share of a team, rounded down")]
        let best = ((team.members.len() as f64 * Self::SHARE) as usize).max(1);
        let place = draws.index(best);
        self.order.clear();
        self.order.extend(0..team.members.len());
        let better = |a: &usize, b: &usize| (team.scores[*b], b).cmp(&(team.scores[*a], a));
        let (_, chosen, _) = self.order.select_nth_unstable_by(place, better);
        team.proposals[*chosen]
    }
}

/// What one member proposes, drawn anew each round.
#[derive(Clone)]
pub(super) struct Mixer {
    /// The probability of each member; alike if it is empty.
    pub(super) distribution: Vec<f64>,
}

impl Chooser for Mixer {
    fn choose(&mut self, team: &Team, _: &View<'_>, draws: &mut Draws) -> Action {
        let member = if self.distribution.is_empty() {
            draws.index(team.members.len())
        } else {
            draws.categorical(&self.distribution)
        };
        team.proposals[member]
    }
}

/// D if any hunter proposes it; else C, and from round 102 on what the other did last.
#[derive(Clone)]
pub(super) struct Pack;

impl Chooser for Pack {
    fn choose(&mut self, team: &Team, view: &View<'_>, _: &mut Draws) -> Action {
        let other = view.opponent();
        if team.proposals.contains(&Action::D) {
            return Action::D;
        }
        Action::cooperate_if(!(other.len() > 100 && other.just_defected()))
    }
}
