//! A generation of image scorers: donors of different thresholds meet recipients whose image they may know.
//!
//! Each donor gives to whose score is at least its threshold; of whom it does not know it assumes the score of a newcomer, 0
//! (Nowak & Sigmund 1998, Nature 393:573; 1998, J. Theoretical Biology 194:561, for incomplete knowledge). Scores start
//! at 0 in each generation. What comes of payoffs, who has offspring, is not known here.

use super::{Deed, ImageRule};
use crate::ids::AgentId;
use crate::reputation::{Information, Views};
use crate::sim::{Chance, Draws};

/// How a generation of donors lives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Generation {
    /// The range of scores.
    pub rule: ImageRule,
    /// Who sees what donors do.
    pub information: Information,
    /// How often a donor knows the image of its recipient: q.
    pub known: Chance,
    /// What a gift is worth to the recipient: b.
    pub benefit: f64,
    /// What it costs the donor: c.
    pub cost: f64,
    /// What both get at each meeting, so that no payoff is negative.
    pub endowment: f64,
    /// The meetings.
    pub meetings: u64,
}

impl Default for Generation {
    /// As in the paper: scores from -5 to 5 that all see, b = 1, c = 0.1, both given 0.1, here 1000 meetings.
    fn default() -> Self {
        Self {
            rule: ImageRule::default(),
            information: Information::PERFECT,
            known: Chance::Always,
            benefit: 1.0,
            cost: 0.1,
            endowment: 0.1,
            meetings: 1000,
        }
    }
}

/// What a generation came to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lives {
    /// The payoff of each agent, a sum over its meetings.
    pub payoffs: Vec<f64>,
    /// The meetings of each.
    pub meetings: Vec<u64>,
    /// In how many meetings the donor gave.
    pub gave: u64,
}

/// Lets a generation live: in each meeting, donor and recipient are two agents drawn at random. `draws` decides all of it.
///
/// - `thresholds`: the threshold of each agent; nobody meets anybody if there are fewer than two.
pub fn live(generation: &Generation, thresholds: &[i32], draws: &mut Draws) -> Lives {
    let n = thresholds.len();
    let mut lives = Lives { payoffs: vec![0.0; n], meetings: vec![0; n], gave: 0 };
    if n < 2 {
        return lives;
    }
    let agent = AgentId::at;
    let mut images = Views::new(generation.information, 0i32);
    images.join(agent(n - 1));
    let error = generation.information.error;
    for _ in 0..generation.meetings {
        let donor = draws.index(n);
        let other = draws.index(n - 1);
        let recipient = other + usize::from(other >= donor);
        let known = draws.happens(generation.known);
        let image = if known { images.of(agent(donor), agent(recipient)) } else { 0 };
        let deed = ImageRule::deed(thresholds[donor], image);
        for party in [donor, recipient] {
            lives.payoffs[party] += generation.endowment;
            lives.meetings[party] += 1;
        }
        if deed == Deed::Give {
            lives.gave += 1;
            lives.payoffs[donor] -= generation.cost;
            lives.payoffs[recipient] += generation.benefit;
        }
        images.see(agent(donor), agent(recipient), draws, |score, _, draws| {
            generation.rule.judge(score, if draws.happens(error) { deed.flip() } else { deed })
        });
    }
    lives
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::{RunKey, Seed};
    use crate::sim::{Purpose, Who};

    fn draws() -> Draws {
        RunKey::derive(Seed(2), 0, "").draws(Who::agent("a"), Purpose::Choice)
    }

    #[test]
    fn who_gives_to_all_and_to_none_are_told_apart_by_payoff() {
        let generation = Generation { meetings: 500, ..Generation::default() };
        // All give, always: each meeting is worth 2 * 0.1 - 0.1 + 1.
        let givers = live(&generation, &[-5; 10], &mut draws());
        assert_eq!(givers.gave, 500);
        assert!((givers.payoffs.iter().sum::<f64>() - 500.0 * 1.1).abs() < 1e-9);
        assert_eq!(givers.meetings.iter().sum::<u64>(), 1000);
        let misers = live(&generation, &[6; 10], &mut draws());
        assert!(misers.gave == 0 && (misers.payoffs.iter().sum::<f64>() - 500.0 * 0.2).abs() < 1e-9);
        assert_eq!(live(&generation, &[0], &mut draws()), Lives { payoffs: vec![0.0], meetings: vec![0], gave: 0 });
    }
}
