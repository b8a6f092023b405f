//! Every estimator against numpy, scipy, statsmodels, SALib, scikit-learn and mpmath: the whole table, each row once.

mod common;

use comity::contract::court::Jury;
use comity::exact::Rational;
use comity::stats::{
    Bootstrap, Curve, Difference, Outcomes, Summary, benjamini_hochberg, bonferroni, bootstrap, calibration,
    cliffs_delta, effect_size, holm, inequality, kendall, mann_whitney, mean, median, normal_cdf, normal_quantile, ols,
    paired_t, pearson, quantile, rank_stability, ranks, sobol_indices, sorted, spearman, t_cdf, t_interval, t_quantile,
    votes, welch_t, wilson,
};
use serde_json::Value as Json;

fn numbers(value: &Json) -> Vec<f64> {
    value.as_array().expect("a list").iter().map(|x| x.as_f64().expect("a number")).collect()
}

/// The tolerance of the oracle's README: relative, absolute near 0.
fn close(got: Option<f64>, want: &Json, tolerance: f64, what: &str) {
    let Some(want) = want.as_f64() else {
        assert_eq!(got, None, "{what}");
        return;
    };
    let got = got.unwrap_or_else(|| panic!("{what}: nothing, expected {want}"));
    assert!((got - want).abs() <= (tolerance * want.abs()).max(1e-12), "{what}: {got}, expected {want}");
}

fn table(value: &Json) -> Vec<Vec<f64>> {
    value.as_array().expect("rows").iter().map(numbers).collect()
}

/// Lists, value by value.
fn all_close(got: &[Option<f64>], want: &Json, tolerance: f64, what: &str) {
    let want = want.as_array().expect("a list");
    assert_eq!(got.len(), want.len(), "{what}");
    got.iter().zip(want).for_each(|(got, want)| close(*got, want, tolerance, what));
}

fn some(values: &[f64]) -> Vec<Option<f64>> {
    values.iter().copied().map(Some).collect()
}

#[test]
fn estimators_agree() {
    let mut checked = 0;
    for row in common::oracle_lines("statistics/statistics.jsonl.gz") {
        let (input, want) = (&row["input"], &row["expected"]);
        let id = row["id"].to_string();
        match row["kind"].as_str().expect("a kind") {
            "summary" => {
                let x = numbers(&input["x"]);
                let summary = Summary::of(&x).expect("values");
                let ascending = sorted(&x);
                assert_eq!(Some(summary.n as u64), want["n"].as_u64(), "{id}");
                close(Some(summary.mean), &want["mean"], 1e-9, &id);
                close(summary.variance(), &want["variance"], 1e-9, &id);
                close(summary.sd, &want["sd"], 1e-9, &id);
                close(quantile(&ascending, 0.5), &want["median"], 1e-9, &id);
                for (q, value) in numbers(&input["q"]).iter().zip(want["quantiles"].as_array().expect("a list")) {
                    close(quantile(&ascending, *q), value, 1e-9, &id);
                }
            }
            "t-interval" => {
                let x = numbers(&input["x"]);
                let interval = t_interval(&x, input["level"].as_f64().expect("a level")).expect("two values");
                close(Summary::of(&x).expect("values").standard_error(), &want["se"], 1e-9, &id);
                close(Some(interval.estimate), &want["mean"], 1e-9, &id);
                close(Some(interval.low), &want["low"], 1e-9, &id);
                close(Some(interval.high), &want["high"], 1e-9, &id);
            }
            "wilson" => {
                let count = |key: &str| input[key].as_u64().expect("a count");
                let interval =
                    wilson(count("successes"), count("n"), input["level"].as_f64().expect("a level")).expect("trials");
                close(Some(interval.estimate), &want["p"], 1e-9, &id);
                close(Some(interval.low), &want["low"], 1e-9, &id);
                close(Some(interval.high), &want["high"], 1e-9, &id);
            }
            "distribution" => {
                let number = |key: &str| input[key].as_f64().expect("a number");
                let value = match input["which"].as_str().expect("which") {
                    "normal_quantile" => normal_quantile(number("p")),
                    "normal_cdf" => normal_cdf(number("x")),
                    "t_quantile" => t_quantile(number("p"), number("df")),
                    _ => t_cdf(number("x"), number("df")),
                };
                // Far tails are small numbers: the relative tolerance alone.
                let want = want["value"].as_f64().expect("a value");
                assert!((value - want).abs() <= 1e-8 * want.abs(), "{id}: {value}, expected {want}");
            }
            kind @ ("paired-t" | "welch-t") => {
                let test = if kind == "paired-t" { paired_t } else { welch_t };
                let level = input["level"].as_f64().expect("a level");
                let found = test(&numbers(&input["x"]), &numbers(&input["y"]), level).expect("two samples");
                difference(&found, want, &id);
            }
            "effect-size" => {
                let (x, y) = (numbers(&input["x"]), numbers(&input["y"]));
                let found = effect_size(&x, &y).expect("two samples");
                close(Some(found.pooled_sd), &want["pooled_sd"], 1e-9, &id);
                close(Some(found.cohen_d), &want["cohen_d"], 1e-9, &id);
                close(Some(found.correction), &want["j_exact"], 1e-9, &id);
                close(Some(found.hedges_g), &want["hedges_g"], 1e-9, &id);
                close(Some(found.hedges_g_approximate), &want["hedges_g_approx"], 1e-9, &id);
            }
            "mann-whitney" => {
                let (x, y) = (numbers(&input["x"]), numbers(&input["y"]));
                let found = mann_whitney(&x, &y).expect("two samples");
                close(Some(found.u_x), &want["u_x"], 1e-9, &id);
                close(Some(found.u_y), &want["u_y"], 1e-9, &id);
                close(found.p_exact, &want["p_exact"], 1e-8, &id);
                close(found.p_normal, &want["p_normal"], 1e-8, &id);
                close(Some(found.prob_x_greater), &want["prob_x_greater"], 1e-9, &id);
                close(cliffs_delta(&x, &y), &want["rank_biserial"], 1e-9, &id);
            }
            "kendall" => {
                let found = kendall(&numbers(&input["x"]), &numbers(&input["y"])).expect("pairs");
                let counts = [found.concordant, found.discordant, found.ties_x, found.ties_y];
                let wanted =
                    ["concordant", "discordant", "ties_x", "ties_y"].map(|key| want[key].as_u64().expect("a count"));
                assert_eq!(counts, wanted, "{id}");
                close(found.tau_a, &want["tau_a"], 1e-9, &id);
                close(found.tau_b, &want["tau_b"], 1e-9, &id);
            }
            "spearman" => {
                let (x, y) = (numbers(&input["x"]), numbers(&input["y"]));
                all_close(&some(&ranks(&x)), &want["ranks_x"], 1e-9, &id);
                all_close(&some(&ranks(&y)), &want["ranks_y"], 1e-9, &id);
                close(spearman(&x, &y), &want["spearman"], 1e-9, &id);
                close(pearson(&x, &y), &want["pearson"], 1e-9, &id);
            }
            "inequality" => {
                let found = inequality(&numbers(&input["x"]));
                close(found.gini, &want["gini"], 1e-9, &id);
                close(found.theil_t, &want["theil_t"], 1e-9, &id);
                close(found.theil_l, &want["theil_l"], 1e-9, &id);
                close(found.jain, &want["jain"], 1e-9, &id);
            }
            "calibration" => {
                let came = input["y"].as_array().expect("outcomes").iter().map(|y| y.as_i64() == Some(1));
                let forecasts: Vec<(f64, bool)> = numbers(&input["p"]).into_iter().zip(came).collect();
                let bins = usize::try_from(input["bins"].as_u64().expect("bins")).expect("few");
                let found = calibration(&forecasts, bins).expect("forecasts");
                close(Some(found.brier), &want["brier"], 1e-9, &id);
                close(found.log_loss, &want["log_loss"], 1e-9, &id);
                assert_eq!(serde_json::json!(found.counts), want["counts"], "{id}");
                close(Some(found.expected_error), &want["ece"], 1e-9, &id);
                close(Some(found.greatest_error), &want["mce"], 1e-9, &id);
                close(Some(found.reliability), &want["reliability"], 1e-9, &id);
                close(Some(found.resolution), &want["resolution"], 1e-9, &id);
                close(Some(found.uncertainty), &want["uncertainty"], 1e-9, &id);
            }
            "adjust" => {
                let p = numbers(&input["p"]);
                all_close(&some(&holm(&p)), &want["holm"], 1e-8, &id);
                all_close(&some(&bonferroni(&p)), &want["bonferroni"], 1e-8, &id);
                all_close(&some(&benjamini_hochberg(&p)), &want["benjamini_hochberg"], 1e-8, &id);
            }
            "sobol" => {
                let (a, b, ab) = (numbers(&input["f_a"]), numbers(&input["f_b"]), table(&input["f_ab"]));
                let found = sobol_indices(&Outcomes { a: &a, b: &b, ab: &ab });
                let list = |get: &dyn Fn(&comity::stats::Indices) -> Vec<f64>| match &found {
                    Some(indices) => some(&get(indices)),
                    None => vec![None; ab.len()],
                };
                if let Some(indices) = &found {
                    close(Some(indices.variance), &want["variance"], 1e-9, &id);
                }
                all_close(&list(&|i| i.first_raw.clone()), &want["first_raw"], 1e-9, &id);
                all_close(&list(&|i| i.first.clone()), &want["first_centred"], 1e-9, &id);
                all_close(&list(&|i| i.total.clone()), &want["total"], 1e-9, &id);
            }
            "bootstrap" => resampled(input, want, &id),
            "fit" => fitted(input, want, &id),
            "regression" => {
                let found = ols(&table(&input["x"]), &numbers(&input["y"])).expect("a fit");
                all_close(&some(&found.coefficients), &want["coef"], 1e-9, &id);
                all_close(&found.standard_errors, &want["se"], 1e-9, &id);
                all_close(&found.t, &want["t"], 1e-9, &id);
                all_close(&found.p, &want["p"], 1e-8, &id);
                close(found.r2, &want["r2"], 1e-9, &id);
                close(found.adjusted_r2, &want["adj_r2"], 1e-9, &id);
                close(found.residual_variance, &want["sigma2"], 1e-9, &id);
                assert_eq!(Some(found.df as u64), want["df"].as_u64(), "{id}");
            }
            "jury" => {
                let n = u32::try_from(input["n"].as_u64().expect("a count")).expect("few");
                let p: Rational = input["p"].as_str().expect("a fraction").parse().expect("a fraction");
                let found = votes(n, p.to_f64());
                close(Some(found.majority), &want["majority"], 1e-9, &id);
                close(Some(found.tie), &want["tie"], 1e-9, &id);
                close(Some(found.majority + found.tie / 2.0), &want["with_fair_tie_break"], 1e-9, &id);
                if let Some(exact) = want["majority_exact"].as_str() {
                    let jury = Jury { jurors: n, accuracy_guilty: p.clone(), accuracy_innocent: p };
                    assert_eq!(jury.convict_guilty().to_string(), exact, "{id}");
                }
            }
            "rank-stability" => {
                let k = usize::try_from(input["k"].as_u64().expect("k")).expect("few");
                let found = rank_stability(&table(&input["scores"]), k).expect("scores");
                all_close(&some(&found.mean_score), &want["mean_score"], 1e-9, &id);
                all_close(&some(&found.reference_rank), &want["reference_rank"], 1e-9, &id);
                all_close(&some(&found.mean_rank), &want["mean_rank"], 1e-9, &id);
                all_close(&found.rank_sd, &want["rank_sd"], 1e-9, &id);
                all_close(&found.tau, &want["kendall_tau_b"], 1e-9, &id);
                let tau: Option<Vec<f64>> = found.tau.iter().copied().collect();
                close(tau.and_then(|tau| mean(&tau)), &want["mean_tau_b"], 1e-9, &id);
                all_close(&some(&found.top_k_overlap), &want["top_k_overlap"], 1e-9, &id);
                all_close(&some(&found.prob_best), &want["prob_best"], 1e-9, &id);
                close(found.kendall_w, &want["kendall_w"], 1e-9, &id);
            }
            kind => panic!("{id}: nothing checks {kind:?}"),
        }
        checked += 1;
    }
    assert_eq!(checked, 191);
}

fn difference(found: &Difference, want: &Json, id: &str) {
    close(Some(found.interval.estimate), &want["mean_difference"], 1e-9, id);
    close(found.t, &want["t"], 1e-9, id);
    close(Some(found.df), &want["df"], 1e-9, id);
    close(found.p, &want["p"], 1e-8, id);
    close(Some(found.interval.low), &want["low"], 1e-9, id);
    close(Some(found.interval.high), &want["high"], 1e-9, id);
}

/// The row's indices in the place of draws.
fn resampled(input: &Json, want: &Json, id: &str) {
    let rows = |key: &str| -> Vec<Vec<usize>> {
        let row = |row: Vec<f64>| row.into_iter().map(|k| k as usize).collect();
        table(&input[key]).into_iter().map(row).collect()
    };
    let (x, level, indices) = (numbers(&input["x"]), input["level"].as_f64().expect("a level"), rows("indices"));
    let mut drawn = indices.iter().flatten().copied();
    let index = |_: usize| drawn.next().expect("enough indices");
    let found = match input["statistic"].as_str().expect("a statistic") {
        "mean" => bootstrap(&x, indices.len(), level, mean, index),
        "median" => bootstrap(&x, indices.len(), level, median, index),
        "paired_mean_difference" => {
            let differences: Vec<f64> = x.iter().zip(numbers(&input["y"])).map(|(x, y)| x - y).collect();
            bootstrap(&differences, indices.len(), level, mean, index)
        }
        _ => {
            let y = numbers(&input["y"]);
            let at = |values: &[f64], row: &[usize]| {
                mean(&row.iter().map(|k| values[*k]).collect::<Vec<_>>()).expect("values")
            };
            let replicates: Vec<f64> =
                indices.iter().zip(rows("indices_y")).map(|(i, j)| at(&x, i) - at(&y, &j)).collect();
            Bootstrap::of(mean(&x).expect("values") - mean(&y).expect("values"), &replicates, level)
        }
    };
    let found = found.expect("a bootstrap");
    close(Some(found.percentile.estimate), &want["estimate"], 1e-9, id);
    close(found.standard_error, &want["se"], 1e-9, id);
    close(Some(found.percentile.low), &want["low"], 1e-9, id);
    close(Some(found.percentile.high), &want["high"], 1e-9, id);
    close(Some(found.basic.low), &want["basic_low"], 1e-9, id);
    close(Some(found.basic.high), &want["basic_high"], 1e-9, id);
}

fn fitted(input: &Json, want: &Json, id: &str) {
    let (x, y) = (numbers(&input["x"]), numbers(&input["y"]));
    let line = |x: &[f64], y: &[f64]| ols(&x.iter().map(|x| vec![*x]).collect::<Vec<_>>(), y).expect("a line");
    let ln = |values: &[f64]| values.iter().map(|v| v.ln()).collect::<Vec<_>>();
    match (input["model"].as_str().expect("a model"), input.get("method")) {
        ("linear", _) => {
            let found = line(&x, &y);
            close(Some(found.coefficients[1]), &want["slope"], 1e-9, id);
            close(Some(found.coefficients[0]), &want["intercept"], 1e-9, id);
            close(found.r2, &want["r2"], 1e-9, id);
            close(found.standard_errors[1], &want["slope_se"], 1e-9, id);
            close(found.standard_errors[0], &want["intercept_se"], 1e-9, id);
            close(found.p[1], &want["slope_p"], 1e-8, id);
        }
        ("power", Some(_)) => {
            let found = line(&ln(&x), &ln(&y));
            close(Some(found.coefficients[0].exp()), &want["a"], 1e-9, id);
            close(Some(found.coefficients[1]), &want["b"], 1e-9, id);
            close(found.r2, &want["r2"], 1e-9, id);
        }
        (model, _) => {
            let (curve, a, b) = match model {
                "power" => (Curve::Power, "a", "b"),
                "exponential" => (Curve::Exponential, "a", "b"),
                _ => (Curve::Logistic, "k", "x0"),
            };
            let found = curve.fit(&x, &y).expect("a curve");
            close(Some(found.a), &want[a], 1e-8, id);
            close(Some(found.b), &want[b], 1e-8, id);
            close(Some(found.rss), &want["rss"], 1e-8, id);
        }
    }
}
