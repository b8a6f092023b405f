//! Estimators against numpy, scipy and mpmath: the kinds of rows that are here so far.

mod common;

use comity::stats::{Summary, normal_cdf, normal_quantile, quantile, sorted, t_cdf, t_interval, t_quantile, wilson};
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
            _ => continue,
        }
        checked += 1;
    }
    assert_eq!(checked, 52);
}
