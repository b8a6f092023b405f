//! How well a model of trust knows who is who in an arena: the measures by which testbeds compare models.
//!
//! Josang & Ismail 2002 and Teacy et al. 2006 report the error of the estimated chance of good service; Fullam et al. 2005
//! (the ART testbed) how well agents are told apart; Kerr & Cohen 2009 how long a cheat goes on. What is true of a provider
//! is the share of its deals that went well.

use super::arena::Run;
use crate::ids::AgentId;
use crate::stats::kendall;

/// How well a model knew who is who, as clients see it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Insight {
    /// The mean distance of scores from the truth at the end, where scores are chances; nothing if one is not from 0 to 1.
    pub score_error: Option<f64>,
    /// Kendall's tau-b of the mean scores and the truth at the end; nothing if all are alike.
    pub rank_agreement: Option<f64>,
    /// How many periods an attacker went on after its first bad deed until a client saw it below the honest, on average over
    /// those who were found out; nothing if none was.
    pub detection_periods: Option<f64>,
    /// The share of attackers that cheated and were never found out; nothing if none cheated.
    pub undetected_share: Option<f64>,
    /// The share of a client's views at the end in which an honest provider is below a newcomer.
    pub false_exclusion: f64,
}

impl<O> Run<'_, O> {
    /// One client, another each period, looks at all: whom it sees below the average honest provider is found out.
    pub(super) fn look(&mut self, tick: u64) {
        #[expect(clippy::cast_possible_truncation, reason = "below a count of clients")]
        let client = AgentId((tick % u64::from(self.setting.clients)) as u32);
        let model = &self.model;
        let honest = self.providers.iter().filter(|provider| provider.attack.is_none());
        let sum: f64 = honest.map(|provider| model.score(client, provider.name)).sum();
        let mean = sum / f64::from(self.setting.honest);
        for provider in &mut self.providers {
            let waits = provider.cheated.is_some() && provider.found_out.is_none();
            if waits && self.model.score(client, provider.name) < mean {
                provider.found_out = Some(tick);
            }
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
    pub(super) fn insight(&self) -> Insight {
        let (mut scores, mut truths) = (Vec::new(), Vec::new());
        let (mut error, mut views, mut chances) = (0.0, 0.0, true);
        let (mut below, mut honest) = (0.0, 0.0);
        for provider in self.providers.iter().filter(|provider| provider.deals > 0) {
            let truth = provider.well as f64 / provider.deals as f64;
            let mut sum = 0.0;
            for client in (0..self.setting.clients).map(AgentId) {
                let score = self.model.score(client, provider.name);
                sum += score;
                error += (score - truth).abs();
                views += 1.0;
                chances &= (0.0..=1.0).contains(&score);
                if provider.attack.is_none() {
                    honest += 1.0;
                    below += f64::from(u8::from(score < self.model.newcomer()));
                }
            }
            scores.push(sum / f64::from(self.setting.clients));
            truths.push(truth);
        }
        let cheats = || self.providers.iter().filter_map(|provider| Some((provider.cheated?, provider.found_out)));
        let found: Vec<f64> = cheats().filter_map(|(from, until)| Some((until? - from) as f64)).collect();
        let cheated = cheats().count() as f64;
        Insight {
            score_error: (chances && views > 0.0).then(|| error / views),
            rank_agreement: kendall(&scores, &truths).and_then(|kendall| kendall.tau_b),
            detection_periods: (!found.is_empty()).then(|| found.iter().sum::<f64>() / found.len() as f64),
            undetected_share: (cheated > 0.0).then(|| 1.0 - found.len() as f64 / cheated),
            false_exclusion: if honest > 0.0 { below / honest } else { 0.0 },
        }
    }
}
