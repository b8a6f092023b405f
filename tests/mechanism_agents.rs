//! Simple agents of flesh and draws switch where the closed forms of `contract` say.
//!
//! What is drawn is compared within four standard errors of the count of draws, so that one test in some fifteen thousand
//! would fail by chance if the draws were not fixed by their seed; what is computed step by step, exactly.

use comity::contract::auction::{Pricing, UniformBidders, award, lemons};
use comity::contract::bond::{BondHorizon, SharedStake, UpfrontBond};
use comity::contract::court::Jury;
use comity::contract::escrow::EscrowTerms;
use comity::contract::identity::IdentityPrice;
use comity::exact::Rational;
use comity::ids::{RunKey, Seed};
use comity::sim::{Chance, Draws, Purpose, Who};

fn q(text: &str) -> Rational {
    text.parse().expect("a number")
}

fn draws(name: &str) -> Draws {
    RunKey::derive(Seed(11), 0, "").draws(Who::agent(name), Purpose::Choice)
}

/// A seller that tries honesty and cheating many times before a court of chance, on the same draws, and keeps to what paid
/// more. `payoff(cheats, convicted)`.
fn prefers_cheating(name: &str, detect: f64, false_alarm: f64, payoff: impl Fn(bool, bool) -> f64) -> bool {
    const TRIALS: u32 = 40_000;
    let mut court = draws(name);
    let mut advantage = 0.0;
    for _ in 0..TRIALS {
        let u = court.uniform();
        advantage += payoff(true, u < detect) - payoff(false, u < false_alarm);
    }
    advantage > 0.0
}

#[test]
fn a_seller_is_honest_from_the_least_bond_on() {
    let (price, cost, gain, detect, false_alarm) = (3.0, 1.0, 0.6, 0.7, 0.1);
    let mut job = UpfrontBond {
        price: q("3"),
        cost: q("1"),
        gain: q("0.6"),
        detect: q("0.7"),
        false_alarm: q("0.1"),
        bond: Rational::zero(),
    };
    let least = job.least().expect("the court says something");
    assert_eq!(least, Rational::one());
    // The advantage of cheating is g - (q - f) D a trial, whose standard error is below D / 2 / 200: a step of a tenth
    // of the bond, 0.06 in the advantage, is more than twenty of them.
    for tenths in (2_u8..=18).filter(|tenths| *tenths != 10) {
        let bond = f64::from(tenths) / 10.0;
        let paid = |cheats: bool, convicted: bool| {
            price - cost + if cheats { gain } else { 0.0 } - if convicted { bond } else { 0.0 }
        };
        let cheats = prefers_cheating("bond", detect, false_alarm, paid);
        assert_eq!(cheats, bond < least.to_f64(), "a bond of {bond}");
        job.bond = Rational::new(i64::from(tenths), 10);
        assert_eq!(cheats, job.cheat() > job.honest(), "a bond of {bond}");
    }
}

#[test]
fn escrow_keeps_a_seller_honest_and_in_the_market_inside_its_window_only() {
    let escrow = EscrowTerms {
        price: q("1"),
        cost: q("0.66"),
        detect: q("0.65"),
        false_alarm: q("0.1"),
        capital_rate: q("0.05"),
        lock_time: q("2"),
    };
    let window = escrow.window();
    // 0.66/0.55 - 1 = 1/5, and (0.9 - 0.66)/0.2 = 6/5.
    assert_eq!((window.lower, window.upper, window.feasible), (Some(q("1/5")), Some(q("6/5")), true));
    assert_eq!(escrow.least_bond().expect("a window"), q("1/5"));
    for (bond, honest, stays) in [(0.1, false, true), (0.3, true, true), (1.0, true, true), (1.4, true, false)] {
        let paid = |cheats: bool, convicted: bool| {
            let kept = if convicted { -bond } else { 1.0 };
            kept - if cheats { 0.0 } else { 0.66 } - 0.05 * 2.0 * bond
        };
        assert_eq!(!prefers_cheating("escrow", 0.65, 0.1, paid), honest, "a bond of {bond}");
        let mut court = draws("stay");
        let earned: f64 = (0..40_000).map(|_| paid(false, court.uniform() < 0.1)).sum();
        assert_eq!(earned > 0.0, stays, "a bond of {bond}");
    }
}

#[test]
fn an_empty_window_is_said_to_whoever_asks_for_a_policy() {
    let mut escrow = EscrowTerms {
        price: q("1"),
        cost: q("7/10"),
        detect: q("3/5"),
        false_alarm: q("2/5"),
        capital_rate: q("0"),
        lock_time: q("0"),
    };
    let fault = escrow.least_bond().expect_err("a noisy court");
    assert_eq!(fault.code, "empty-window");
    assert!(fault.to_string().contains("at least 5/2"), "{fault}");
    escrow.detect = q("2/5");
    let fault = escrow.least_bond().expect_err("a court that says nothing");
    assert!(fault.to_string().contains("`detect` above `false_alarm`"), "{fault}");
}

/// What each decision of a seller with a schedule of bonds by rounds left is worth, by backward induction over both
/// decisions in every later round too: whether it cheats with `n` rounds left.
fn cheats_by_rounds_left(horizon: &BondHorizon, bonds: &[Rational]) -> Vec<bool> {
    let mut value = Rational::zero();
    let mut cheats = Vec::new();
    for bond in bonds {
        let future = &horizon.discount * &value;
        let honest = &horizon.rent + &future;
        let unfound = &Rational::one() - &horizon.detect;
        let cheat = &(&(&horizon.rent + &horizon.gain) - &(&horizon.detect * bond)) + &(&unfound * &future);
        cheats.push(cheat > honest);
        value = honest.max(cheat);
    }
    cheats
}

/// E13: q = 0.9, g = 0.7, rent 0.3, discount 0.95.
#[test]
fn a_bond_must_rise_towards_the_end() {
    let horizon = BondHorizon { gain: q("0.7"), detect: q("0.9"), rent: q("0.3"), discount: q("0.95"), rounds: 12 };
    let required = horizon.required().expect("cheats are found");
    for (n, expected) in [0.7778, 0.4928, 0.2220].into_iter().enumerate() {
        assert!((required[n].to_f64() - expected).abs() < 5e-5);
    }
    assert!(required[3..].iter().all(Rational::is_negative));
    let bonds =
        |step: &str| -> Vec<Rational> { required.iter().map(|bond| (bond + &q(step)).max(Rational::zero())).collect() };
    assert!(cheats_by_rounds_left(&horizon, &bonds("0")).iter().all(|cheats| !cheats));
    // A thousandth less in one round, and the seller cheats there, if a bond was needed at all.
    for n in 0..12 {
        let mut less = bonds("0");
        less[n] = (&required[n] - &q("0.001")).max(Rational::zero());
        assert_eq!(cheats_by_rounds_left(&horizon, &less)[n], n < 3, "{n} rounds left");
    }
    // A constant bond fails in the last rounds alone; there the seller's own future is worth as much as honesty makes it.
    assert_eq!(horizon.fails_at(&q("0.3")), [0, 1]);
    assert_eq!(horizon.fails_at(&q("7/9")), [0usize; 0]);
}

/// E14 and F15: majorities of jurors who are right with probability 0.8.
#[test]
fn juries_convict_as_often_as_condorcet_says() {
    for (jurors, expected) in [(1, 0.8), (3, 0.896), (5, 0.9421), (7, 0.9667), (9, 0.9804), (11, 0.9883)] {
        let jury = Jury { jurors, accuracy_guilty: q("0.8"), accuracy_innocent: q("0.8") };
        assert!((jury.convict_guilty().to_f64() - expected).abs() < 5e-5);
        assert_eq!(&jury.convict_guilty() + &jury.convict_innocent(), Rational::one());
        let mut votes = draws("jury");
        let right = Chance::of(0.8);
        const TRIALS: u32 = 20_000;
        let convictions =
            (0..TRIALS).filter(|_| (0..jurors).filter(|_| votes.happens(right)).count() * 2 > jurors as usize).count();
        let share = convictions as f64 / f64::from(TRIALS);
        let error = (expected * (1.0 - expected) / f64::from(TRIALS)).sqrt();
        assert!((share - expected).abs() < 4.0 * error, "{jurors} jurors: {share}");
        let least = jury.least_bond(&q("1"), &q("7/10")).expect("the jury says something");
        assert_eq!(least, if jurors == 1 { q("1/6") } else { Rational::zero() });
    }
    // A tie acquits.
    let pair = Jury { jurors: 2, accuracy_guilty: q("0.8"), accuracy_innocent: q("0.8") };
    assert_eq!(pair.convict_guilty(), q("0.64"));
}

/// E10 and E11, with costs and values uniform on [0, 1].
#[test]
fn auctions_of_uniform_bidders_come_to_their_closed_forms() {
    const TRIALS: u32 = 20_000;
    for n in [2_u32, 3, 5, 10] {
        let bidders = UniformBidders(n);
        let mut types = draws("auction");
        let (mut second, mut first, mut honest, mut claimed) = (0.0, 0.0, 0.0, 0.0);
        // In the forward form the highest value wins: the reverse auction of the values below 1.
        let factor = bidders.first_price_factor().to_f64();
        for _ in 0..TRIALS {
            let values: Vec<f64> = (0..n).map(|_| types.uniform()).collect();
            let bids: Vec<Option<Rational>> =
                values.iter().map(|value| Rational::from_f64_exact(1.0 - value)).collect();
            let sold = award(&bids, None, Pricing::Second).expect("all bid");
            second += 1.0 - sold.payment.to_f64();
            first += factor * values[sold.winner];
            honest += values[sold.winner];
            // If all claim certainty, who is chosen does not depend on what they can.
            claimed += values[0];
        }
        let close = |sum: f64, expected: Rational| (sum / f64::from(TRIALS) - expected.to_f64()).abs() < 0.009;
        // Standard deviations are at most 0.29: four standard errors are 0.0082.
        assert!(close(second, bidders.forward_revenue()) && close(first, bidders.forward_revenue()), "{n} bidders");
        assert!(close(honest, bidders.honest_success()) && close(claimed, bidders.claimed_success()), "{n} bidders");
        let payment = bidders.reverse_payment().expect("two bid");
        assert!(close(f64::from(TRIALS) - second, payment), "{n} bidders");
    }
}

#[test]
fn no_bid_beats_the_truth_in_a_second_price_auction() {
    let others = [q("3/10"), q("1/2"), q("4/5")];
    for cost in 0..=10 {
        let cost = Rational::new(cost, 10);
        let utility = |bid: Rational| {
            let bids: Vec<Option<Rational>> = std::iter::once(bid).chain(others.iter().cloned()).map(Some).collect();
            let award = award(&bids, Some(&q("9/10")), Pricing::Second).expect("somebody is below the reserve");
            if award.winner == 0 { &award.payment - &cost } else { Rational::zero() }
        };
        let truth = utility(cost.clone());
        assert!((0..=20).all(|bid| utility(Rational::new(bid, 20)) <= truth), "a cost of {cost}");
    }
}

/// E12: buyers pay their value of the average quality of whoever sells at the last price; sellers below it stay.
#[test]
fn a_market_for_lemons_vanishes_below_twice_the_reserve() {
    for (premium, reserve) in [("1.2", "1"), ("1.9", "1"), ("2.1", "1"), ("3", "1"), ("1.1", "0.5"), ("0.9", "0.5")] {
        let (premium, reserve) = (q(premium), q(reserve));
        let (mu, r) = (premium.to_f64(), reserve.to_f64());
        let mut price: f64 = r;
        for _ in 0..1000 {
            let sold = (price / r).min(1.0);
            price = mu * sold / 2.0;
        }
        let sold = (price / r).min(1.0);
        assert!((sold - lemons(&premium, &reserve).to_f64()).abs() < 1e-9, "{premium} against {reserve}");
    }
}

#[test]
fn a_whitewasher_stays_from_the_least_probation_on() {
    let price = IdentityPrice {
        discount: q("9/10"),
        full_rent: q("37/20"),
        probation_rent: q("37/100"),
        gain: q("13/5"),
        fee: q("1/2"),
    };
    let least = price.least_probation().expect("probation suffices");
    // An agent that compares its next 200 rounds under the old name and, after cheating, under a new one.
    let leaves = |probation: usize| {
        let (mut stay, mut leave, mut weight) = (0.0, 2.6 - 0.5, 1.0);
        for round in 0..200 {
            stay += weight * 1.85;
            leave += weight * if round < probation { 0.37 } else { 1.85 };
            weight *= 0.9;
        }
        leave > stay
    };
    assert!((0..20).all(|probation| leaves(probation) == (probation < least)));
    assert!((0..20).all(|probation| price.is_whitewash_proof(probation) != leaves(probation)));
}

/// Three jobs at a time, each with a gain of 60 and found with probability 1/2: a stake that would do for one of them, 120, or
/// for two, 160, does not keep a seller honest that cheats in all; 180 / (7/8) = 205.7 does, and so less than three stakes of
/// 120 that each job would have of its own.
#[test]
fn one_stake_must_cover_all_jobs_at_a_time() {
    let stake = SharedStake { jobs: vec![(q("60"), q("1/2")); 3] };
    assert_eq!(stake.least_by_sum(), Some(q("360")));
    let least = stake.least_once().expect("cheats are found").to_f64();
    assert!((least - 180.0 / 0.875).abs() < 1e-12);
    let mut found = draws("shared stake");
    let trials = 40_000;
    let mut caught = [0u32; 4];
    for (jobs, caught) in (0u32..).zip(&mut caught) {
        *caught = (0..trials).map(|_| u32::from((0..jobs).map(|_| found.chance(0.5)).fold(false, |a, b| a | b))).sum();
    }
    let best = |held: f64| {
        let gain = |jobs: usize| {
            let rate = f64::from(caught[jobs]) / f64::from(trials);
            60.0 * f64::from(u32::try_from(jobs).expect("few")) - rate * held
        };
        (0..4).max_by(|a, b| gain(*a).total_cmp(&gain(*b))).expect("four choices")
    };
    // Of 40,000 trials a rate errs by at most 0.0025, so that 3 % of the stake is more than four standard errors.
    assert_eq!([120.0, 160.0, 0.97 * least, 1.03 * least].map(best), [3, 3, 3, 0]);
}
