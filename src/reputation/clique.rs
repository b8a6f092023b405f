//! A clique that praises its own: how much trust does it capture?
//!
//! Each of a number of peers rates some others, drawn at random. The honest rate them as they serve, wrong now and then; the
//! malicious, the last by number, praise those of their clique and nobody else (threat model B of Kamvar, Schlosser &
//! Garcia-Molina 2003, WWW). The clique's share of all trust is compared between EigenTrust and the mean of normalised
//! ratings. Nothing here knows of deals or of what trust is used for.

use super::LocalTrust;
use crate::sim::Draws;

/// A population with a clique in it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clique {
    /// How many peers there are.
    pub peers: u32,
    /// How many of them belong to the clique.
    pub malicious: u32,
    /// How many others each rates; all of them if there are fewer.
    pub ratings: u32,
    /// How often an honest rating is wrong.
    pub error: f64,
    /// How many peers, the first and so honest ones, are trusted beforehand; all if 0.
    pub pretrusted: u32,
    /// How often EigenTrust starts again from those: a.
    pub restart: f64,
}

/// The clique's share of all trust, from 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Captured {
    /// By EigenTrust.
    pub eigentrust: f64,
    /// By the mean of normalised ratings.
    pub plain: f64,
}

impl Clique {
    /// Lets all rate, once, and shares out trust. `draws` decides who rates whom and who errs.
    pub fn captured(&self, draws: &mut Draws) -> Captured {
        let honest = self.peers.saturating_sub(self.malicious);
        let bad = |peer: u32| peer >= honest;
        let mut praise: Vec<(u32, u32, f64)> = Vec::new();
        for rater in 0..self.peers {
            let mut others: Vec<u32> = (0..self.peers).filter(|peer| *peer != rater).collect();
            draws.shuffle(&mut others);
            for ratee in others.into_iter().take(self.ratings as usize) {
                let praises = if bad(rater) { bad(ratee) } else { bad(ratee) == draws.chance(self.error) };
                if praises {
                    praise.push((rater, ratee, 1.0));
                }
            }
        }
        let peers = self.peers as usize;
        let local = LocalTrust::of(peers, &mut praise);
        let known: Vec<u32> = (0..self.pretrusted.min(honest)).collect();
        let eigen = local.converge(&local.start(&known), self.restart, 1e-6, 10_000);
        // One step from uniform trust without a restart; those without ratings count for nothing.
        let mut plain = Vec::new();
        local.step(&vec![1.0 / f64::from(self.peers); peers], &vec![0.0; peers], 0.0, &mut plain);
        let share = |trust: &[f64]| {
            let all: f64 = trust.iter().sum();
            if all > 0.0 { trust[honest as usize..].iter().sum::<f64>() / all } else { 0.0 }
        };
        Captured { eigentrust: share(&eigen.trust), plain: share(&plain) }
    }
}
