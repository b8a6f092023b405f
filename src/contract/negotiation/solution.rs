//! Points that bargaining theory singles out, and how far an agreement is from them.
//!
//! Pareto optimality; Nash 1950 (the greatest product of gains); Kalai & Smorodinsky 1975 (gains in proportion to the most
//! that each could have), here over a finite set of agreements: the agreement whose smaller share of its greatest gain is
//! greatest.

/// Agreements by what they are worth to two parties, and what both have without one.
#[derive(Clone, Debug, PartialEq)]
pub struct Bargain {
    /// The utilities of each possible agreement.
    pub agreements: Vec<[f64; 2]>,
    /// The utilities without agreement.
    pub fall_back: [f64; 2],
}

/// What an agreement came to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measures {
    /// The sum of utilities.
    pub welfare: f64,
    /// The product of gains over the fall-back; 0 if a party lost.
    pub nash_product: f64,
    /// The Euclidean distance to the nearest Pareto-optimal agreement.
    pub to_pareto: f64,
    /// To the Nash point.
    pub to_nash: f64,
    /// To the Kalai-Smorodinsky point.
    pub to_kalai: f64,
}

fn distance(a: [f64; 2], b: [f64; 2]) -> f64 {
    ((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1])).sqrt()
}

impl Bargain {
    /// The agreements that leave nobody worse off than the fall-back.
    fn rational(&self) -> impl Iterator<Item = [f64; 2]> + '_ {
        self.agreements.iter().copied().filter(|u| u[0] >= self.fall_back[0] && u[1] >= self.fall_back[1])
    }

    /// The agreements that no other betters for one party without harm to the other, in their order.
    pub fn pareto(&self) -> Vec<[f64; 2]> {
        let dominated = |u: &[f64; 2]| self.agreements.iter().any(|v| v[0] >= u[0] && v[1] >= u[1] && v != u);
        self.agreements.iter().copied().filter(|u| !dominated(u)).collect()
    }

    fn product(&self, u: [f64; 2]) -> f64 {
        (u[0] - self.fall_back[0]).max(0.0) * (u[1] - self.fall_back[1]).max(0.0)
    }

    /// The agreement of the greatest product of gains, the first of equals; none if every agreement harms somebody.
    pub fn nash(&self) -> Option<[f64; 2]> {
        self.best(|u| self.product(u))
    }

    /// The agreement of the greatest smaller share of its greatest gain, the first of equals; none if every agreement harms
    /// somebody.
    pub fn kalai(&self) -> Option<[f64; 2]> {
        let most = |side: usize| self.rational().map(|u| u[side] - self.fall_back[side]).fold(0.0, f64::max);
        let most = [most(0), most(1)];
        let share = |u: [f64; 2], side: usize| {
            if most[side] > 0.0 { (u[side] - self.fall_back[side]) / most[side] } else { 1.0 }
        };
        self.best(|u| share(u, 0).min(share(u, 1)))
    }

    fn best(&self, value: impl Fn([f64; 2]) -> f64) -> Option<[f64; 2]> {
        let mut best: Option<([f64; 2], f64)> = None;
        for u in self.rational() {
            let value = value(u);
            if best.is_none_or(|(_, found)| value > found) {
                best = Some((u, value));
            }
        }
        best.map(|(u, _)| u)
    }

    /// What an outcome with these utilities comes to; an outcome without agreement is the fall-back itself. None if no
    /// agreement leaves both as well off as the fall-back: there is nothing to be far from.
    pub fn measures(&self, outcome: [f64; 2]) -> Option<Measures> {
        let to_pareto = self.pareto().into_iter().map(|u| distance(u, outcome)).fold(f64::INFINITY, f64::min);
        Some(Measures {
            welfare: outcome[0] + outcome[1],
            nash_product: self.product(outcome),
            to_pareto,
            to_nash: distance(self.nash()?, outcome),
            to_kalai: distance(self.kalai()?, outcome),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_points_of_a_small_bargain_are_known() {
        // Party 0 gets none, one or both of two goods worth 4 and 1 to it and 1 and 4 to the other.
        let agreements = vec![[0.0, 5.0], [1.0, 1.0], [4.0, 4.0], [5.0, 0.0]];
        let bargain = Bargain { agreements, fall_back: [0.0, 0.0] };
        assert_eq!(bargain.pareto(), [[0.0, 5.0], [4.0, 4.0], [5.0, 0.0]]);
        assert_eq!((bargain.nash(), bargain.kalai()), (Some([4.0, 4.0]), Some([4.0, 4.0])));
        let worst = bargain.measures([1.0, 1.0]).expect("agreements");
        assert_eq!((worst.welfare, worst.nash_product), (2.0, 1.0));
        // The nearest undominated agreement is (5, 0) or (0, 5), at the root of 17, as is (4, 4) at that of 18.
        assert!((worst.to_pareto - 17.0_f64.sqrt()).abs() < 1e-15);
        assert!((worst.to_nash - 18.0_f64.sqrt()).abs() < 1e-15);
    }

    #[test]
    fn nash_and_kalai_part_where_one_party_can_have_more() {
        // On u2 = 10 - u1 up to u1 = 4: products are greatest at (4, 6), gains in proportion 4 : 10 at (20/7, 50/7).
        let agreements = (0..=400).map(|k| [f64::from(k) / 100.0, 10.0 - f64::from(k) / 100.0]).collect();
        let bargain = Bargain { agreements, fall_back: [0.0, 0.0] };
        assert_eq!(bargain.nash(), Some([4.0, 6.0]));
        let kalai = bargain.kalai().expect("agreements");
        // The grid is 0.01.
        assert!((kalai[0] - 20.0 / 7.0).abs() < 0.01, "{kalai:?}");
    }

    #[test]
    fn without_a_zone_of_agreement_there_is_no_point() {
        let bargain = Bargain { agreements: vec![[-1.0, 2.0], [2.0, -1.0]], fall_back: [0.0, 0.0] };
        assert_eq!((bargain.nash(), bargain.kalai(), bargain.measures([0.0, 0.0])), (None, None, None));
    }
}
