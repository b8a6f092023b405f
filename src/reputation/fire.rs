//! FIRE: trust from four sources, each weighed by how reliable it is.
//!
//! Own interactions, rules about roles, witnesses and certified references each give a recency-weighted mean of values
//! from -1 to 1; a source is the more reliable the more evidence it has and the less its values disagree (Huynh, Jennings
//! & Shadbolt 2006, An integrated trust and reputation model for open multi-agent systems, JAAMAS 13:119). Nothing here
//! keeps ratings.

/// What one source says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Component {
    /// The weighted mean of its values, from -1 to 1.
    pub trust: f64,
    /// How far to rely on it, from 0 to 1.
    pub reliability: f64,
}

/// The weight of a rating `age` periods old: one half a `half_life`, `2^(-age / half_life)`; the paper's `e^(-age/lambda)`
/// with `lambda = -half_life / ln 0.5`.
pub fn recency(age: f64, half_life: f64) -> f64 {
    libm::exp2(-age / half_life)
}

/// Trust and reliability of one source; nothing without ratings.
///
/// `T = sum w v / sum w`, `rho = (1 - e^(-gamma sum w)) (1 - 1/2 sum w |v - T| / sum w)` (Huynh et al. 2006, eqs. 4, 9-11).
///
/// - `gamma`: how fast reliability grows with evidence, above 0.
/// - `ratings`: value from -1 to 1 and weight from 0 of each.
pub fn component(gamma: f64, ratings: impl Iterator<Item = (f64, f64)> + Clone) -> Option<Component> {
    let (mut weight, mut sum) = (0.0, 0.0);
    for (value, omega) in ratings.clone() {
        weight += omega;
        sum += omega * value;
    }
    if weight <= 0.0 {
        return None;
    }
    let trust = (sum / weight).clamp(-1.0, 1.0);
    let deviation: f64 = ratings.map(|(value, omega)| omega * (value - trust).abs()).sum();
    let reliability = -libm::expm1(-gamma * weight) * (1.0 - 0.5 * deviation / weight);
    Some(Component { trust, reliability: reliability.clamp(0.0, 1.0) })
}

/// All sources together: `sum w rho T / sum w rho` over the sources that have ratings, and the reliability
/// `sum w rho / sum w` over all (eqs. 7 and 8). Nothing if no source can be relied on.
///
/// - `sources`: the weight of each source, from 0, and what it says.
pub fn combine(sources: &[(f64, Option<Component>)]) -> Option<Component> {
    let all: f64 = sources.iter().map(|(weight, _)| weight).sum();
    let (mut relied, mut sum) = (0.0, 0.0);
    for (weight, source) in sources.iter().filter_map(|(weight, source)| Some((weight, source.as_ref()?))) {
        relied += weight * source.reliability;
        sum += weight * source.reliability * source.trust;
    }
    (relied > 0.0).then(|| Component { trust: (sum / relied).clamp(-1.0, 1.0), reliability: relied / all })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agreement_and_evidence_make_reliable() {
        let gamma = -libm::log(0.5);
        // One fresh rating: rho = 1 - 1/2; two that agree: 1 - 1/4; two opposite extremes cancel and deviate by one.
        let one = component(gamma, [(0.8, 1.0)].into_iter()).expect("a rating");
        assert!((one.reliability - 0.5).abs() < 1e-15 && one.trust == 0.8);
        let two = component(gamma, [(1.0, 1.0), (1.0, 1.0)].into_iter()).expect("ratings");
        assert!((two.reliability - 0.75).abs() < 1e-15);
        let split = component(gamma, [(1.0, 1.0), (-1.0, 1.0)].into_iter()).expect("ratings");
        assert!(split.trust == 0.0 && (split.reliability - 0.375).abs() < 1e-15);
        assert_eq!(component(gamma, std::iter::empty()), None);
        assert_eq!(recency(10.0, 5.0), 0.25);
    }

    #[test]
    fn sources_count_by_weight_and_reliability() {
        let source = |trust, reliability| Some(Component { trust, reliability });
        let all = combine(&[(2.0, source(1.0, 0.5)), (1.0, source(-1.0, 1.0)), (1.0, None)]).expect("two sources");
        assert_eq!((all.trust, all.reliability), (0.0, 0.5));
        assert_eq!(combine(&[(2.0, None)]), None);
    }
}
