//! The rounds at which results are taken: all of a short run, points on a logarithmic grid of a long one.

/// Runs up to so many rounds are shown round by round.
const SHORT: u64 = 60;

/// Ascending rounds, the last one included: every round of a short run, else about `per_decade` a factor of ten.
pub(super) fn grid(rounds: u64, per_decade: u32) -> Vec<u64> {
    if rounds <= SHORT {
        return (1..=rounds).collect();
    }
    let mut points = Vec::new();
    let mut step = 0;
    loop {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "rounds are far below 2^53")]
        let point = libm::pow(10.0, f64::from(step) / f64::from(per_decade)).round() as u64;
        if point >= rounds {
            break;
        }
        if points.last() != Some(&point) {
            points.push(point);
        }
        step += 1;
    }
    points.push(rounds);
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grid_ascends_to_the_last_round() {
        assert_eq!(grid(5, 10), [1, 2, 3, 4, 5]);
        let long = grid(100_000, 5);
        assert_eq!(long[..8], [1, 2, 3, 4, 6, 10, 16, 25]);
        assert_eq!(long.last(), Some(&100_000));
        assert!(long.windows(2).all(|pair| pair[0] < pair[1]));
    }
}
