use comity::equilibrium::correlated::{Concept, Objective, Problem};
use comity::exact::Rational;
use comity::game::NormalForm;
fn random_game(actions: usize, seed: u64) -> NormalForm {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        Rational::from(((state >> 33) % 101) as i64)
    };
    let mut table = || -> Vec<Vec<Rational>> { (0..actions).map(|_| (0..actions).map(|_| next()).collect()).collect() };
    let (row, column) = (table(), table());
    NormalForm::bimatrix("random", [""; 0], &row, &column).expect("a game")
}
fn main() {
    for n in std::env::args().skip(1).map(|x| x.parse::<usize>().unwrap()) {
        for (name, objective) in [
            ("maxw", Objective::MaxWelfare),
            ("minw", Objective::MinWelfare),
            ("egal", Objective::Egalitarian),
            ("unif", Objective::NearestUniform),
        ] {
            let reps = if n <= 6 { 20 } else { 3 };
            let mut worst = 0.0f64;
            let mut sum = 0.0;
            let mut sup = 0;
            let mut bits = 0;
            for seed in 1..=reps {
                let game = random_game(n, seed);
                let problem = Problem::new(&game, Concept::Correlated, objective.clone());
                let t = std::time::Instant::now();
                let s = problem.solve().expect("eq");
                let e = t.elapsed().as_secs_f64();
                worst = worst.max(e);
                sum += e;
                sup = sup.max(s.distribution.iter().filter(|p| !p.is_zero()).count());
                bits = bits.max(s.value.parts().1.bits());
                if n <= 8 {
                    problem.check(&s).expect("checked");
                }
            }
            println!(
                "{n} {name} mean {:.3} ms worst {:.3} ms support {sup} bits {bits}",
                sum / reps as f64 * 1e3,
                worst * 1e3
            );
        }
    }
}
