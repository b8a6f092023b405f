//! Verdicts in plain words: only what the intervals support is said.

use crate::stats::Interval;

/// What a policy changes against the first one, pair by pair, with 95 % intervals; nothing from a single repetition.
pub(super) struct Gains {
    pub(super) is_first: bool,
    pub(super) net: Option<Interval>,
    pub(super) buyers: Option<Interval>,
    pub(super) profit_ratio: Option<Interval>,
}

/// Which side of a value an interval is on: above, below, or neither.
fn side(interval: &Interval, of: f64) -> i8 {
    i8::from(interval.low > of) - i8::from(interval.high < of)
}

impl Gains {
    /// The verdict in a few words, and in sentences.
    pub(super) fn words(&self, mix: &str, policy: &str, first: &str) -> (&'static str, String) {
        let attackers = match self.profit_ratio.as_ref().map(|ratio| side(ratio, 1.0)) {
            Some(1) => " Who does not deal squarely earns more than who does.",
            Some(-1) => " Who does not deal squarely earns less than who does.",
            _ => "",
        };
        if self.is_first {
            return ("the yardstick", format!("With {mix}, {policy} is what the others are compared with.{attackers}"));
        }
        let Some(net) = &self.net else {
            return ("nothing can be said", "One repetition supports no statement.".into());
        };
        let ends = |interval: &Interval, sign: f64| {
            let [one, other] = [sign * interval.low, sign * interval.high];
            format!("{:.2} ({:.2} to {:.2})", sign * interval.estimate, one.min(other), one.max(other))
        };
        let (verdict, sentence) = match side(net, 0.0) {
            1 => ("pays for itself", format!("brings {} credits an announcement more than it costs", ends(net, 1.0))),
            -1 => (
                "costs more than it brings",
                format!("costs {} credits an announcement more than it brings", ends(net, -1.0)),
            ),
            _ if net.low == 0.0 && net.high == 0.0 => ("makes no difference", "makes no difference".into()),
            _ => (
                "cannot be told apart",
                format!("cannot be told apart: {} credits an announcement, all costs counted", ends(net, 1.0)),
            ),
        };
        let buyers = match self.buyers.as_ref().map(|gain| (side(gain, 0.0), gain)) {
            Some((1, gain)) => format!(" Managers gain {} by it.", ends(gain, 1.0)),
            Some((-1, gain)) => format!(" Managers lose {} by it.", ends(gain, -1.0)),
            _ => String::new(),
        };
        (verdict, format!("With {mix}, {policy} against {first} {sentence}.{buyers}{attackers}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gains(net: [f64; 3]) -> Gains {
        let [estimate, low, high] = net;
        let net = Some(Interval { estimate, low, high });
        Gains { is_first: false, net, buyers: None, profit_ratio: None }
    }

    #[test]
    fn words_follow_the_interval() {
        let verdict = |net| gains(net).words("cheats", "bond", "none").0;
        assert_eq!(verdict([2.0, 1.0, 3.0]), "pays for itself");
        assert_eq!(verdict([-2.0, -3.0, -1.0]), "costs more than it brings");
        assert_eq!(verdict([2.0, -1.0, 5.0]), "cannot be told apart");
        assert_eq!(verdict([0.0, 0.0, 0.0]), "makes no difference");
        let costly = gains([-2.0, -3.0, -1.0]).words("cheats", "bond", "none").1;
        assert_eq!(
            costly,
            "With cheats, bond against none costs 2.00 (1.00 to 3.00) credits an announcement more than it brings."
        );
        let single = Gains { net: None, ..gains([0.0; 3]) };
        assert_eq!(single.words("cheats", "bond", "none").0, "nothing can be said");
    }

    #[test]
    fn attackers_are_spoken_of_only_where_the_interval_is_clear_of_one() {
        let of = |low, high| {
            let profit_ratio = Some(Interval { estimate: f64::midpoint(low, high), low, high });
            Gains { profit_ratio, ..gains([2.0, 1.0, 3.0]) }.words("cheats", "bond", "none").1
        };
        assert!(of(1.1, 1.4).ends_with("earns more than who does."));
        assert!(of(0.2, 0.9).ends_with("earns less than who does."));
        assert!(of(0.9, 1.2).ends_with("more than it costs."));
    }
}
