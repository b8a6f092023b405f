//! Simple agents of flesh and draws switch where the closed forms of `contract` say.
//!
//! What is drawn is compared within four standard errors of the count of draws, so that one test in some fifteen thousand
//! would fail by chance if the draws were not fixed by their seed; what is computed step by step, exactly.

use comity::contract::auction::{ExecutionContingent, Pricing, UniformBidders, award, lemons, lemons_in};
use comity::contract::bond::{BondHorizon, SharedStake, UpfrontBond};
use comity::contract::court::{AuditCost, Jury};
use comity::contract::escrow::{EscrowTerms, LoserPays, TwoSidedDeposit};
use comity::contract::identity::IdentityPrice;
use comity::contract::negotiation::Side;
use comity::contract::negotiation::concession::{Concession, Family, Party, crossing, meeting};
use comity::contract::negotiation::protocol::{End, Parties};
use comity::contract::negotiation::rubinstein::Bargainers;
use comity::contract::scoring::Report;
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

/// The mean of what a draw pays, over many of them.
fn mean_of(name: &str, pays: impl Fn(&mut Draws) -> f64) -> f64 {
    const TRIALS: u32 = 40_000;
    let mut draws = draws(name);
    (0..TRIALS).map(|_| pays(&mut draws)).sum::<f64>() / f64::from(TRIALS)
}

/// Disputes that the loser pays: a buyer whose seller was honest claims until the fee, a guilty seller contests until the
/// stake is not worth it. Standard errors are below 0.02; the fees are a fifth to either side of the thresholds.
#[test]
fn buyers_claim_and_sellers_contest_up_to_the_fees_that_closed_forms_give() {
    let (false_alarm, detect, price, compensation, stake) = (0.2, 0.8, 3.0, 1.0, 2.0);
    let at = |fee: Rational| LoserPays {
        false_alarm: q("1/5"),
        detect: q("4/5"),
        price: q("3"),
        compensation: q("1"),
        fee,
        stake: q("2"),
    };
    // 0.2 * 4 / 0.8, and (1 - q) stake / q.
    assert_eq!(at(q("0")).least_fee(), Some(q("1")));
    for (fee, claims) in [("4/5", true), ("6/5", false)] {
        let terms = at(q(fee));
        let fee = terms.fee.to_f64();
        let gain = mean_of("claim", |court| if court.chance(false_alarm) { price + compensation } else { -fee });
        assert_eq!((gain > 0.0, terms.false_claim_gain().is_positive()), (claims, claims), "a fee of {fee}");
    }
    for (fee, contests) in [("2/5", true), ("3/5", false)] {
        let terms = at(q(fee));
        let fee = terms.fee.to_f64();
        let gain = mean_of("contest", |court| if court.chance(detect) { -fee } else { stake });
        assert_eq!((gain > 0.0, terms.contest_gain().is_positive()), (contests, contests), "a fee of {fee}");
    }
}

/// Who has several jobs behind one stake cheats in all of them at once: the stake must cover the best set, not the dearest
/// job. A seller tries every set against courts of chance; a twentieth of the stake is four standard errors.
#[test]
fn one_stake_must_cover_all_jobs_at_once() {
    let (gains, detects) = ([1.0, 0.5, 0.8], [0.9, 0.5, 0.7]);
    let stake = SharedStake { jobs: vec![(q("1"), q("0.9")), (q("1/2"), q("1/2")), (q("4/5"), q("0.7"))] };
    let least = stake.least_once().expect("all are found now and then").to_f64();
    // 1/0.9 alone would not do; the sum rule, 1/0.9 + 1 + 8/7, is more than enough.
    assert!(least > 1.0 / 0.9 && least < stake.least_by_sum().expect("found").to_f64());
    for factor in [0.95, 1.05] {
        let pledged = least * factor;
        let best = (1..8_u32)
            .map(|set| {
                let chosen = |job: usize| set >> job & 1 == 1;
                let gain: f64 = (0..3).filter(|job| chosen(*job)).map(|job| gains[job]).sum();
                mean_of("stake", |court| {
                    // Every job has its own court, whether it is cheated in or not.
                    let convicted =
                        (0..3).fold(false, |any, job| (court.uniform() < detects[job] && chosen(job)) | any);
                    gain - if convicted { pledged } else { 0.0 }
                })
            })
            .fold(f64::NEG_INFINITY, f64::max);
        assert_eq!(best > 0.0, factor < 1.0, "{pledged}: {best}");
        let exact = Rational::from_f64_exact(pledged).expect("finite");
        assert_eq!(stake.best_cheat(&exact).jobs.is_empty(), factor > 1.0);
    }
}

/// Becker 1968: a seller cheats unless rate times bond is the gain; of the pairs that deter, on a grid, the cheapest is where
/// the closed form says.
#[test]
fn audits_and_bonds_of_least_cost_are_where_the_closed_form_says() {
    let costs = AuditCost { gain: q("1"), audit_cost: q("2"), capital_cost: q("1/8") };
    let best = costs.best();
    // sqrt(g r / K) = 1/4, and D = 4.
    assert!((best.rate - 0.25).abs() < 1e-12 && (best.bond - 4.0).abs() < 1e-12);
    let deters = |rate: f64, bond: f64| 1.0 - rate * bond <= 1e-12;
    let mut cheapest = (f64::INFINITY, 0.0, 0.0);
    for rate in (1..=200).map(|k| f64::from(k) / 200.0) {
        for bond in (1..=1000).map(|k| f64::from(k) / 100.0) {
            let cost = 2.0 * rate + 0.125 * bond;
            if deters(rate, bond) && cost < cheapest.0 {
                cheapest = (cost, rate, bond);
            }
        }
    }
    assert!((cheapest.0 - best.cost).abs() < 0.01 && (cheapest.1 - best.rate).abs() < 0.02, "{cheapest:?}");
    // A seller of flesh and draws, at a tenth to either side of the gain.
    for (bond, cheats) in [(3.6, true), (4.4, false)] {
        let gain = mean_of("audit", |court| 1.0 - if court.chance(0.25) { bond } else { 0.0 });
        assert_eq!(gain > 0.0, cheats, "{bond}: {gain}");
    }
}

/// Deposits of both sides: release is better than burning for both whatever they locked; who can burn more of the other's than
/// of its own takes the difference, unless the deposits are neutral. Both threaten in turn, and settle where what each would
/// burn is shared alike.
#[test]
fn who_can_burn_more_of_the_others_is_paid_for_not_doing_so() {
    for (buyer, seller, pays) in [("2", "1", 0), ("1", "1", 1), ("3", "1", -1)] {
        let deposit = TwoSidedDeposit {
            price: q("1"),
            buyer_deposit: q(buyer),
            seller_deposit: q(seller),
            value: q("2"),
            cost: q("1/2"),
        };
        let (release, burn) = (deposit.release(), deposit.burn());
        assert!(release[0] > burn[0] && release[1] > burn[1]);
        // The transfer at which both lose alike by burning, found by steps of a hundredth.
        let loss = |transfer: i64| {
            let transfer = Rational::new(transfer, 100);
            [&(&release[0] + &transfer) - &burn[0], &(&release[1] - &transfer) - &burn[1]]
        };
        let settled = (-300..=300).min_by_key(|transfer| {
            let [buyer, seller] = loss(*transfer);
            (&buyer - &seller).abs()
        });
        let transfer = deposit.extortion();
        assert_eq!(settled.map(|transfer| Rational::new(transfer, 100)), Some(transfer.clone()));
        let sign = i32::from(transfer.is_positive()) - i32::from(transfer.is_negative());
        assert_eq!(sign, pays, "deposits {buyer} and {seller}");
    }
}

/// Brier 1950 and the deposit that grows with the claim: a bidder that gains by winning overclaims until what it loses on
/// average is more; a tenth to either side of the least scale.
#[test]
fn bidders_overclaim_until_the_score_costs_more_than_winning_gains() {
    let (truth, claim, gain) = (0.6, 0.9, 0.36);
    let at = |scale: Rational| Report { scale, truth: q("3/5"), report: q("9/10") };
    let least = at(q("1")).least_brier_scale(&q("9/25")).expect("it is no truth");
    assert_eq!(least, q("4"));
    for (scale, overclaims) in [(3.6, true), (4.4, false)] {
        let bonus = |report: f64, success: bool| {
            let y = if success { 1.0 } else { 0.0 };
            scale * (1.0 - (report - y) * (report - y))
        };
        let advantage = mean_of("brier", |luck| {
            let success = luck.chance(truth);
            gain + bonus(claim, success) - bonus(truth, success)
        });
        assert_eq!(advantage > 0.0, overclaims, "a scale of {scale}: {advantage}");
    }
    // A deposit of k times the claim costs (1 - pi) k (claim - pi) more: k = 3 is worth 0.36.
    assert_eq!(at(q("3")).extra_forfeit(), q("9/25"));
    for (scale, overclaims) in [(2.7, true), (3.3, false)] {
        let advantage =
            mean_of("deposit", |luck| gain - if luck.chance(truth) { 0.0 } else { scale * (claim - truth) });
        assert_eq!(advantage > 0.0, overclaims, "a scale of {scale}: {advantage}");
    }
}

/// The logarithmic score: of reports on a grid the truth loses least on average, and any other more by the divergence of Kullback
/// and Leibler times the scale, within four standard errors.
#[test]
fn who_is_scored_by_the_logarithm_reports_what_it_believes() {
    const TRIALS: u32 = 40_000;
    let loss = |report: f64, success: bool| -2.0 * if success { report.ln() } else { (1.0 - report).ln() };
    for (truth, exact) in [(0.3, "3/10"), (0.6, "3/5")] {
        let grid: Vec<f64> = (1..10).map(|tenths| f64::from(tenths) / 10.0).collect();
        let losses: Vec<f64> =
            grid.iter().map(|report| mean_of("log", |luck| loss(*report, luck.chance(truth)))).collect();
        let best = (0..grid.len()).min_by(|a, b| losses[*a].total_cmp(&losses[*b])).expect("a grid");
        assert!((grid[best] - truth).abs() < 1e-9, "{truth}: {}", grid[best]);
        for (report, found) in grid.iter().zip(&losses) {
            let tenths = (report * 10.0).round() as i64;
            let report = Report { scale: q("2"), truth: q(exact), report: Rational::new(tenths, 10) };
            // On the same luck the difference to the truth's loss varies by the difference of two logarithms' spread.
            let spread = (loss(grid[best], true) - loss(tenths as f64 / 10.0, true))
                - (loss(grid[best], false) - loss(tenths as f64 / 10.0, false));
            let error = spread.abs() * (truth * (1.0 - truth) / f64::from(TRIALS)).sqrt();
            assert!((found - losses[best] - report.log_misreport()).abs() <= 4.0 * error + 1e-9, "{truth} {tenths}");
        }
    }
}

/// Two who concede each in its own way meet where the closed form says, and at what each has gone by then.
#[test]
fn parties_that_concede_differently_meet_where_their_curves_cross() {
    for betas in [[0.2, 1.0], [0.5, 2.0], [1.0, 5.0], [0.2, 5.0]] {
        let party = |side, beta| {
            let concession = Concession::new(Family::Polynomial, 0.0, beta, 10_000).expect("a tactic");
            Party { side, min: 0.0, max: 1.0, concession }
        };
        let parties = Parties { buyer: party(Side::Buyer, betas[0]), seller: party(Side::Seller, betas[1]) };
        let course = parties.simultaneous();
        let End::Agreement { price, .. } = course.end else { panic!("no agreement") };
        let (time, gone) = crossing(betas);
        assert!((f64::from(course.tick) - 10_000.0 * time).abs() <= 1.0, "{betas:?}: {} not {time}", course.tick);
        // Both have gone so far a tick later at most; the steepest of these curves rises by 5/10,000 a tick near its end.
        assert!((price - gone[0]).abs() < 5e-3 && (gone[0] + gone[1] - 1.0).abs() < 1e-12, "{betas:?}: {price}");
    }
    assert!((crossing([0.2, 0.2]).0 - meeting(0.2)).abs() < 1e-12);
}

/// Porter, Ronen, Shoham & Tennenholtz 2008: who is paid by whether it succeeds has nothing to gain by saying anything but
/// the truth: on a grid of reports its mean income, over draws of its own success, is never above that of the truth.
#[test]
fn who_is_paid_by_success_says_what_it_can() {
    let reports = vec![(q("3/5"), q("1")), (q("1/2"), q("1/2")), (q("9/10"), q("3"))];
    let truth = (q("3/5"), q("1"));
    let mechanism = ExecutionContingent { value: q("5"), reports };
    let income = |report: (Rational, Rational)| {
        let outcome = mechanism.with_report(0, report).outcome();
        if outcome.winner != Some(0) {
            return 0.0;
        }
        let (paid, unpaid) = (outcome.pay_success.to_f64(), outcome.pay_failure.to_f64());
        mean_of("contingent", |luck| if luck.chance(0.6) { paid } else { unpaid }) - 1.0
    };
    let honest = income(truth.clone());
    // V pi - c - W = 3 - 1 - 2 of the second bidder: nothing is left to the winner but what it is better by.
    assert!((honest - mechanism.expected_utility(0, &truth).to_f64()).abs() < 0.05);
    for success in 0..=10 {
        for cost in 0..=6 {
            let found = income((Rational::new(success, 10), Rational::new(cost, 2)));
            assert!(found <= honest.max(0.0) + 0.05, "{success}/10 at {cost}/2: {found}, not {honest}");
        }
    }
}

/// Ratings part the market for lemons: within a bin sellers leave and come until the price holds; sold are all up to the
/// closed form's quality.
#[test]
fn rated_lemons_trade_bin_by_bin() {
    for (premium, reserve) in [("6/5", "1"), ("3/2", "1"), ("19/10", "1"), ("9/10", "1"), ("5/2", "1"), ("3/2", "4/5")]
    {
        let (mu, r) = (q(premium), q(reserve));
        for bin in 0..4 {
            let [low, high] = [Rational::new(bin, 4), Rational::new(bin + 1, 4)];
            let expected = lemons_in(&mu, &r, &[low.clone(), high.clone()]).to_f64();
            let (mu, r, low, high) = (mu.to_f64(), r.to_f64(), low.to_f64(), high.to_f64());
            let mut sold = high;
            for _ in 0..20_000 {
                let price = mu * (low + sold) / 2.0;
                sold = (price / r).clamp(low, sold);
            }
            assert!((sold - expected).abs() < 1e-3, "{premium} to {reserve}, bin {bin}: {sold}, not {expected}");
        }
    }
}

/// Bargainers that reckon backwards over a grid of shares offer what the closed form says, but for the grid.
#[test]
fn bargainers_that_reckon_backwards_offer_rubinsteins_shares() {
    const GRID: u32 = 10_000;
    for (d1, d2) in [("1/2", "1/2"), ("9/10", "9/10"), ("19/20", "19/20"), ("9/10", "1/2")] {
        let bargainers = Bargainers { discounts: [q(d1), q(d2)] };
        let discounts = [q(d1).to_f64(), q(d2).to_f64()];
        for rounds in [1_usize, 2, 3, 7, 400] {
            // What each has if round t is reached, from the last on: a proposer leaves the other the least that it takes.
            let mut values = [0.0, 0.0];
            for t in (0..rounds).rev() {
                let (proposer, other) = (t % 2, 1 - t % 2);
                let waits = discounts[other] * values[other];
                let offer = (0..=GRID).map(|k| f64::from(k) / f64::from(GRID)).find(|share| *share >= waits - 1e-12);
                let offer = offer.expect("all of it is enough");
                values[other] = offer;
                values[proposer] = 1.0 - offer;
            }
            let expected = match rounds {
                400 => bargainers.share_if_first().expect("they are impatient").to_f64(),
                _ => bargainers.shares_by_round(rounds)[0].to_f64(),
            };
            assert!((values[0] - expected).abs() < 2e-3, "{d1} {d2}, {rounds} rounds: {} not {expected}", values[0]);
        }
    }
}

/// E16: two who concede alike agree on half at the tick that the closed form gives.
#[test]
fn parties_that_concede_alike_meet_when_the_closed_form_says() {
    for beta in [0.2, 0.5, 1.0, 2.0, 5.0] {
        let concession = Concession::new(Family::Polynomial, 0.0, beta, 10_000).expect("a tactic");
        let party = |side| Party { side, min: 0.0, max: 1.0, concession };
        let course = Parties { buyer: party(Side::Buyer), seller: party(Side::Seller) }.simultaneous();
        let End::Agreement { price, .. } = course.end else { panic!("no agreement") };
        let expected = 10_000.0 * meeting(beta);
        assert!((f64::from(course.tick) - expected).abs() <= 1.0, "{beta}: {} not {expected}", course.tick);
        assert!((price - 0.5).abs() < 5e-3, "{beta}: {price}");
    }
}
