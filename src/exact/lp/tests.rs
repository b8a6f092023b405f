//! Programmes with known answers, and random ones against every basis tried.

use super::*;
use crate::exact::linear::System;
use num_bigint::BigInt;
use proptest::prelude::*;

fn q(text: &str) -> Rational {
    text.parse().expect("a number")
}

fn list(text: &str) -> Vec<Rational> {
    text.split_whitespace().map(q).collect()
}

/// A programme as rows of text: `1 0 -2 <= 3`.
fn program(sense: Sense, objective: &str, rows: &[&str]) -> Program {
    let mut program = Program::new(sense, list(objective));
    for row in rows {
        let (left, relation, bound) = ["<=", ">=", "="]
            .iter()
            .find_map(|sign| row.split_once(sign).map(|(left, bound)| (left, *sign, bound)))
            .expect("a relation");
        let relation = match relation {
            "<=" => Relation::AtMost,
            ">=" => Relation::AtLeast,
            _ => Relation::Equal,
        };
        program.row(list(left).into_iter().enumerate(), relation, q(bound.trim()));
    }
    program
}

/// The checked answer, the same with and without floats as to its kind and value.
fn solved(program: &Program) -> Answer {
    let answer = program.solve().expect("small");
    assert_eq!(program.check(&answer), Ok(()));
    let exact = program.solve_without_floats().expect("small");
    assert_eq!(program.check(&exact), Ok(()));
    match (&answer, &exact) {
        (Answer::Optimal(a), Answer::Optimal(b)) => assert_eq!(a.value, b.value),
        (Answer::Infeasible(_), Answer::Infeasible(_)) | (Answer::Unbounded(_), Answer::Unbounded(_)) => {}
        _ => panic!("{answer:?} and {exact:?}"),
    }
    answer
}

fn optimum(program: &Program) -> Optimum {
    match solved(program) {
        Answer::Optimal(optimum) => optimum,
        other => panic!("no optimum: {other:?}"),
    }
}

#[test]
fn textbook_programmes_have_their_optima() {
    // Dantzig's example in Chvatal 1983, ch. 2: maximise 5x + 4y + 3z.
    let chvatal = program(Sense::Maximise, "5 4 3", &["2 3 1 <= 5", "4 1 2 <= 11", "3 4 2 <= 8"]);
    let best = optimum(&chvatal);
    assert_eq!((best.value, best.x, best.dual), (q("13"), list("2 0 1"), list("1 0 1")));
    // Without rows, non-negative variables stay at zero when they cost.
    assert_eq!(optimum(&program(Sense::Minimise, "1 2", &[])).x, list("0 0"));
    assert_eq!(optimum(&program(Sense::Maximise, "", &[])).value, q("0"));
}

#[test]
fn the_signs_of_prices_follow_sense_and_relation() {
    let at_most = optimum(&program(Sense::Maximise, "1", &["1 <= 3"]));
    let at_least = optimum(&program(Sense::Maximise, "-1", &["1 >= 3"]));
    let cheap = optimum(&program(Sense::Minimise, "1", &["1 >= 3"]));
    let capped = optimum(&program(Sense::Minimise, "-1", &["1 <= 3"]));
    let prices = [at_most, at_least, cheap, capped].map(|best| (best.dual[0].clone(), best.value));
    assert_eq!(prices, [("1", "3"), ("-1", "-3"), ("1", "3"), ("-1", "-3")].map(|(y, v)| (q(y), q(v))));
}

#[test]
fn free_variables_and_equations_are_handled() {
    let mut split = program(Sense::Minimise, "1 1", &["1 -1 = -5", "1 0 <= 2"]);
    split.set_free(0);
    // x = y - 5 with y >= 0: the least of x + y = 2y - 5.
    let best = optimum(&split);
    assert_eq!((best.value, best.x), (q("-5"), list("-5 0")));
    // A free variable that no row names and that costs nothing is harmless; one that costs has no bound.
    let mut idle = program(Sense::Maximise, "1 0", &["1 0 <= 1"]);
    idle.set_free(1);
    assert_eq!(optimum(&idle).value, q("1"));
    let mut loose = program(Sense::Maximise, "1 -1", &["1 0 <= 1"]);
    loose.set_free(1);
    assert!(matches!(solved(&loose), Answer::Unbounded(_)));
    // Equations that say the same twice, and equations that contradict each other.
    let twice = ["1 1 1 = 1", "2 2 2 = 2", "1 0 -1 = 0"];
    assert_eq!(optimum(&program(Sense::Maximise, "1 0 0", &twice)).value, q("1/2"));
    let never = program(Sense::Maximise, "1 0 0", &["1 1 1 = 1", "2 2 2 = 3"]);
    assert!(matches!(solved(&never), Answer::Infeasible(_)));
    let mut never_free = program(Sense::Maximise, "1 0", &["1 1 = 1", "2 2 >= 3"]);
    never_free.set_free(0);
    never_free.set_free(1);
    assert!(matches!(solved(&never_free), Answer::Infeasible(_)));
}

#[test]
fn empty_rows_hold_or_contradict() {
    assert_eq!(optimum(&program(Sense::Maximise, "-1", &["0 <= 0", "0 >= -1", "0 = 0"])).value, q("0"));
    for row in ["0 <= -1", "0 >= 1", "0 = 1"] {
        assert!(matches!(solved(&program(Sense::Maximise, "-1", &[row])), Answer::Infeasible(_)), "{row}");
    }
}

#[test]
fn no_point_and_no_bound_come_with_proofs() {
    let never = program(Sense::Maximise, "1 1", &["1 1 <= 1", "1 0 >= 1", "0 1 >= 1/2"]);
    let Answer::Infeasible(farkas) = solved(&never) else { panic!("no point meets all rows") };
    assert_eq!(farkas.multipliers.len(), 3);
    let endless = program(Sense::Maximise, "1 1", &["1 -1 <= 1", "-1 1 <= 1"]);
    let Answer::Unbounded(ray) = solved(&endless) else { panic!("along the diagonal there is no bound") };
    assert_eq!(ray.direction[0], ray.direction[1]);
    // Infeasible and unbounded in both: the feasible set decides.
    let both = program(Sense::Maximise, "1 1", &["1 -1 <= -1", "-1 1 <= -1"]);
    assert!(matches!(solved(&both), Answer::Infeasible(_)));
}

#[test]
fn cycling_examples_end() {
    // Beale 1955: Dantzig's rule with ties to the first row comes back to its start after six pivots.
    let beale =
        program(Sense::Minimise, "-3/4 150 -1/50 6", &["1/4 -60 -1/25 9 <= 0", "1/2 -90 -1/50 3 <= 0", "0 0 1 0 <= 1"]);
    assert_eq!(optimum(&beale).value, q("-1/20"));
    // Kuhn's example (Balinski & Tucker 1969).
    let kuhn = program(Sense::Minimise, "-2 -3 1 12", &["-2 -9 1 9 <= 0", "1/3 1 -1/3 -2 <= 0", "2 3 -1 -12 <= 2"]);
    assert_eq!(optimum(&kuhn).value, q("-2"));
    // Chvatal 1983, ch. 3.
    let chvatal =
        program(Sense::Maximise, "10 -57 -9 -24", &["1/2 -11/2 -5/2 9 <= 0", "1/2 -3/2 -1/2 1 <= 0", "1 0 0 0 <= 1"]);
    assert_eq!(optimum(&chvatal).value, q("1"));
}

#[test]
fn klee_and_minty_is_solved() {
    // Klee & Minty 1972 in eight dimensions, in the form with powers of 100: the optimum is 100^7.
    let n = 8u32;
    let power = |base: i64, e: u32| Rational::from(base.pow(e));
    let mut cube = Program::new(Sense::Maximise, (0..n).map(|j| power(10, n - 1 - j)).collect());
    for i in 0..n {
        let terms = (0..=i).map(|j| {
            let coefficient = if j == i { q("1") } else { &q("2") * &power(10, i - j) };
            (j as usize, coefficient)
        });
        cube.row(terms.collect::<Vec<_>>(), Relation::AtMost, power(100, i));
    }
    assert_eq!(optimum(&cube).value, power(100, n - 1));
}

#[test]
fn what_floats_cannot_tell_apart_is_told_apart() {
    // The bounds differ by 10^-30; the feasible set is one point, or none.
    let tight = program(Sense::Maximise, "1", &["1 <= 1", "1 >= 1.000000000000000000000000000000"]);
    assert_eq!(optimum(&tight).value, q("1"));
    let never = program(Sense::Maximise, "1", &["1 <= 1", "1 >= 1.000000000000000000000000000001"]);
    assert!(matches!(solved(&never), Answer::Infeasible(_)));
    // Numbers that no float holds.
    let huge = program(Sense::Maximise, "1e400 1", &["1e-400 1 <= 1e400"]);
    assert_eq!(optimum(&huge).value, q("1e1200"));
    // A vertex that beats its neighbour by 10^-20.
    let close = program(Sense::Maximise, "1 1.00000000000000000001", &["1 1 <= 1"]);
    assert_eq!(optimum(&close).x, list("0 1"));
}

#[test]
fn a_programme_that_is_too_large_is_refused() {
    let mut large = Program::new(Sense::Maximise, vec![Rational::zero(); 1 << 13]);
    for _ in 0..1 << 12 {
        large.row([], Relation::AtMost, q("1"));
    }
    let error = large.solve().expect_err("too large");
    assert_eq!((error.rows, error.variables), (1 << 12, 1 << 13));
}

#[test]
fn a_wrong_answer_is_found_out() {
    let diet = program(Sense::Minimise, "3 2", &["1 1 >= 4", "2 1 >= 5"]);
    let right = optimum(&diet);
    let with = |change: fn(&mut Optimum)| {
        let mut wrong = right.clone();
        change(&mut wrong);
        diet.check(&Answer::Optimal(wrong))
    };
    assert_eq!(with(|w| w.x[0] = q("-1")), Err(Flaw::Negative(0)));
    assert_eq!(with(|w| w.x[0] = q("0")), Err(Flaw::Row(0)));
    assert_eq!(with(|w| w.x[1] = q("4")), Err(Flaw::Sum));
    assert_eq!(with(|w| w.dual[0] = q("-1")), Err(Flaw::Sign(0)));
    assert_eq!(with(|w| w.dual[0] = q("2")), Err(Flaw::Unbounding(0)));
    assert_eq!(with(|w| w.dual[0] = q("1/2")), Err(Flaw::Sum));
    assert_eq!(with(|w| w.value = q("8")), Err(Flaw::Sum));
    assert_eq!(with(|w| w.dual.clear()), Err(Flaw::Length { found: 0, expected: 2 }));
    let idle = Farkas { multipliers: list("0 0") };
    assert_eq!(diet.check(&Answer::Infeasible(idle)), Err(Flaw::Sum));
    let back = Ray { point: list("4 4"), direction: list("1 1") };
    assert_eq!(diet.check(&Answer::Unbounded(back)), Err(Flaw::Sum));
}

/// The best value over all basic feasible points of a programme whose variables are not negative and bounded by its
/// rows: every choice of as many conditions as there are variables is solved as equations. `None` if there is no point.
fn best_of_all_bases(program: &Program) -> Option<Rational> {
    let n = program.objective().len();
    let mut conditions: Vec<(Vec<Rational>, Rational)> = program
        .rows()
        .iter()
        .map(|row| {
            let mut dense = vec![Rational::zero(); n];
            row.terms.iter().for_each(|(j, a)| dense[*j] = a.clone());
            (dense, row.bound.clone())
        })
        .collect();
    for j in 0..n {
        let unit = (0..n).map(|k| Rational::from(i64::from(k == j))).collect();
        conditions.push((unit, Rational::zero()));
    }
    let mut best: Option<Rational> = None;
    for choice in 0u32..1 << conditions.len() {
        if choice.count_ones() as usize != n {
            continue;
        }
        let chosen: Vec<_> = (0..conditions.len()).filter(|k| choice >> k & 1 == 1).map(|k| &conditions[k]).collect();
        let whole = |x: &Rational| BigInt::from(x.numerator_i64().expect("a small integer"));
        let rows = chosen.iter().map(|(row, _)| row.iter().map(whole).enumerate().collect()).collect();
        let Ok(system) = System::by_elimination(rows) else { continue };
        let found = system.solve(&chosen.iter().map(|(_, bound)| whole(bound)).collect::<Vec<_>>());
        let x: Vec<Rational> =
            found.numerators.into_iter().map(|v| Rational::fraction(v, found.denominator.clone())).collect();
        let feasible = x.iter().all(|v| !v.is_negative())
            && program.rows().iter().all(|row| {
                let sum: Rational = row.terms.iter().map(|(j, a)| a * &x[*j]).sum();
                match row.relation {
                    Relation::AtMost => sum <= row.bound,
                    Relation::AtLeast => sum >= row.bound,
                    Relation::Equal => sum == row.bound,
                }
            });
        if feasible {
            let value: Rational = x.iter().zip(program.objective()).map(|(x, c)| x * c).sum();
            let better = best.as_ref().is_none_or(|best| match program.sense() {
                Sense::Maximise => value > *best,
                Sense::Minimise => value < *best,
            });
            if better {
                best = Some(value);
            }
        }
    }
    best
}

proptest! {
    #![proptest_config(ProptestConfig { cases: if cfg!(debug_assertions) { 300 } else { 5000 }, ..Default::default() })]

    #[test]
    fn random_programmes_agree_with_the_best_of_all_bases(
        n in 1usize..4,
        m in 0usize..5,
        // Few values, so that ties and degenerate vertices are common.
        numbers in prop::collection::vec(-2i64..3, 64),
        relations in prop::collection::vec(0u8..3, 8),
        minimise in any::<bool>(),
    ) {
        let sense = if minimise { Sense::Minimise } else { Sense::Maximise };
        let whole = |k: usize| Rational::from(numbers[k]);
        let mut program = Program::new(sense, (0..n).map(whole).collect());
        for i in 0..m {
            let relation = [Relation::AtMost, Relation::AtLeast, Relation::Equal][relations[i] as usize];
            program.row((0..n).map(|j| (j, whole(8 + 8 * i + j))).collect::<Vec<_>>(), relation, whole(15 + 8 * i));
        }
        // A box keeps it bounded.
        program.row((0..n).map(|j| (j, q("1"))).collect::<Vec<_>>(), Relation::AtMost, q("10"));
        match (solved(&program), best_of_all_bases(&program)) {
            (Answer::Optimal(optimum), Some(best)) => prop_assert_eq!(optimum.value, best),
            (Answer::Infeasible(_), None) => {}
            (answer, best) => prop_assert!(false, "{:?} where all bases give {:?}", answer, best),
        }
    }

    #[test]
    fn random_programmes_without_a_box_have_checked_answers(
        n in 1usize..6,
        m in 0usize..7,
        numbers in prop::collection::vec(-3i64..4, 128),
        relations in prop::collection::vec(0u8..3, 8),
        free in prop::collection::vec(any::<bool>(), 8),
    ) {
        let whole = |k: usize| Rational::from(numbers[k]);
        let mut program = Program::new(Sense::Maximise, (0..n).map(whole).collect());
        (0..n).filter(|j| free[*j]).for_each(|j| program.set_free(j));
        for i in 0..m {
            let relation = [Relation::AtMost, Relation::AtLeast, Relation::Equal][relations[i] as usize];
            program.row((0..n).map(|j| (j, whole(8 + 8 * i + j))).collect::<Vec<_>>(), relation, whole(15 + 8 * i));
        }
        solved(&program);
    }
}
