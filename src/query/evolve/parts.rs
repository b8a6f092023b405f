//! The parts of an answer about evolution, each in the form of a row of results.

use crate::catalogue::{Params, Place, Value};
use crate::equilibrium::evolution::weak_selection::{log_rho_ratio, one_third, one_third_finite, risk_dominant};
use crate::equilibrium::evolution::{
    AdaptivePlay, BestReply, EvolutionError, Flow, Invasion, LogNumber, Payoffs, Process, RestPoints, alpha_rank,
    mean_share, moran_exact, rest_points, small_mutation, with_mutation,
};
use crate::error::{Diagnostic, Faults, Origin};
use crate::exact::Rational;
use crate::game::NormalForm;
use serde_json::{Map, Value as Json, json};
use std::cell::OnceCell;

/// A query whose members are checked.
pub(super) struct Asked<'a> {
    pub(super) params: Params,
    pub(super) game: &'a NormalForm,
    /// The table of one population, or why there is none.
    pub(super) payoffs: Result<&'a Payoffs, Diagnostic>,
    /// The rest points, which two parts are about.
    pub(super) rest: OnceCell<RestPoints>,
}

/// The populations of the rules of weak selection, if neither they nor fixation probabilities say some.
const POPULATIONS: [u32; 5] = [10, 20, 50, 100, 200];
/// The largest population of which Moran probabilities are also given exactly; their digits grow with its square.
const EXACT: u32 = 20;

impl Asked<'_> {
    /// Answers one of the parts.
    pub(super) fn part(&self, part: &str) -> Result<Json, Faults> {
        match part {
            "alpharank_multi" => return self.ranks(part, |m, alpha| alpha_rank::multi(self.game, m, alpha)),
            "states" => return Ok(json!(self.game.profiles().collect::<Vec<_>>())),
            _ => {}
        }
        let payoffs = self.payoffs.clone()?;
        match part {
            "rest_points" => {
                let points = self.rest_points(payoffs)?.isolated.iter().map(|point| {
                    let eig: Vec<[f64; 2]> = point.eigenvalues.iter().map(|(re, im)| [*re, *im]).collect();
                    json!({ "x": texts(&point.shares), "nash": point.is_nash, "ess": point.is_stable, "eig": eig })
                });
                Ok(points.collect())
            }
            "rest_continua" => Ok(json!(self.rest_points(payoffs)?.continua)),
            "replicator" => self.each(part, |item| path(payoffs, item)),
            "pairs" => Ok(json!(self.pairs(payoffs)?)),
            "fixation" => {
                let pairs = self.pairs(payoffs)?;
                self.each(part, |item| fixation(payoffs, &pairs, item))
            }
            "log_rho_ratio" => {
                let populations = self.populations(self.params.get(part), &Place::root().key(part))?;
                let mut ratios = Map::new();
                for n in populations {
                    ratios.insert(n.to_string(), json!(log_rho_ratio(payoffs, n)?.to_string()));
                }
                Ok(Json::Object(ratios))
            }
            "stationary_sml" => self.each(part, |item| {
                let process = process(item)?;
                let mut answer = echo(item, &["N", "beta", "w"]);
                shares(&mut answer, &small_mutation(payoffs, &process)?);
                Ok(answer)
            }),
            "stationary_mu" => self.each(part, |item| {
                let (beta, mu) = (item.rational("beta").to_f64(), item.rational("mu").to_f64());
                let pi = with_mutation(payoffs, population(item, "N"), beta, mu)?.stationary();
                let mut answer = echo(item, &["N", "beta", "mu"]);
                answer.insert("pi".into(), json!(values(&pi)));
                answer.insert("mean_share_0".into(), json!(mean_share(&pi).value()));
                Ok(answer)
            }),
            "alpharank_single" => self.ranks(part, |m, alpha| alpha_rank::single(payoffs, m, alpha)),
            "alpharank_local" => self.ranks(part, |m, alpha| alpha_rank::local(payoffs, m, alpha)),
            "alpharank_local_inf" => {
                let item = self.params.section(part);
                let pi = alpha_rank::local_limit(payoffs, &item.rational("eps"))?;
                let mut answer = echo(&item, &["eps"]);
                answer.insert("pi".into(), pi.iter().map(Rational::to_f64).collect());
                Ok(Json::Object(answer))
            }
            "one_third" => self.one_third(payoffs),
            "risk_dominant" => Ok(json!(risk_dominant(payoffs)?)),
            "adaptive_play" => adaptive_play(payoffs),
            "best_reply" => self.each(part, |item| best_reply(payoffs, item)),
            other => unreachable!("`{other}` is one of the parts"),
        }
    }

    fn rest_points(&self, payoffs: &Payoffs) -> Result<&RestPoints, EvolutionError> {
        match self.rest.get() {
            Some(known) => Ok(known),
            None => rest_points(payoffs).map(|found| self.rest.get_or_init(|| found)),
        }
    }

    /// An answer for each item of a part's list; a fault says which item it is about.
    fn each(&self, part: &str, answer: impl Fn(&Params) -> Result<Map<String, Json>, Faults>) -> Result<Json, Faults> {
        let (mut answers, mut faults) = (Vec::new(), Faults::new());
        for (k, item) in self.params.list(part).iter().enumerate() {
            let item = item.section().expect("the schema asks for tables");
            match answer(&item) {
                Ok(members) => answers.push(Json::Object(members)),
                Err(found) => faults.extend(found.or_at(&Place::root().key(part).item(k).at(&Origin::Unknown))),
            }
        }
        faults.into_result(Json::Array(answers))
    }

    fn ranks(
        &self,
        part: &str,
        rank: impl Fn(u32, f64) -> Result<Vec<LogNumber>, EvolutionError>,
    ) -> Result<Json, Faults> {
        self.each(part, |item| {
            let mut answer = echo(item, &["m", "alpha"]);
            shares(&mut answer, &rank(population(item, "m"), item.rational("alpha").to_f64())?);
            Ok(answer)
        })
    }

    /// The pairs of invader and resident: as asked, or all in order.
    fn pairs(&self, payoffs: &Payoffs) -> Result<Vec<[usize; 2]>, Faults> {
        let n = payoffs.strategies();
        let Some(given) = self.params.get("pairs").and_then(Value::as_list) else {
            let all = (0..n).flat_map(|i| (0..n).map(move |j| [i, j]));
            return Ok(all.filter(|[i, j]| i != j).collect());
        };
        let read = |(k, pair): (usize, &Value)| {
            let at = |place: usize| pair.as_list()?.get(place)?.integer().and_then(|i| usize::try_from(i).ok());
            let (i, j) =
                (at(0).expect("the schema asks for two counts"), at(1).expect("the schema asks for two counts"));
            if i < n && j < n && i != j {
                return Ok([i, j]);
            }
            let found = format!("invader and resident {i} and {j}");
            let expected = format!("two different strategies from 0 to {}", n - 1);
            let at = Place::root().key("pairs").item(k).at(&Origin::Unknown);
            Err(Faults::from(Diagnostic::new("out-of-range", found, expected).at(at)))
        };
        given.iter().enumerate().map(read).collect()
    }

    /// Populations given as a list, or as the keys of a table; else those of the fixation probabilities.
    fn populations(&self, given: Option<&Value>, place: &Place) -> Result<Vec<u32>, Faults> {
        let wrong = |value: &Value| {
            let found = format!("populations given as {}", value.describe());
            let expected = "a list of whole numbers from 2, or a table with such keys";
            Faults::from(Diagnostic::new("wrong-type", found, expected).at(place.at(&value.origin)))
        };
        let Some(value) = given else {
            let items = self.params.get("fixation").and_then(Value::as_list).unwrap_or_default();
            let of = |item: &Value| item.section().map(|item| population(&item, "N"));
            let mut found: Vec<u32> = items.iter().filter_map(of).collect();
            found.sort_unstable();
            found.dedup();
            return Ok(if found.is_empty() { POPULATIONS.to_vec() } else { found });
        };
        let numbers: Option<Vec<u32>> = match (value.as_list(), value.as_table()) {
            (Some(items), _) => items.iter().map(|item| u32::try_from(item.integer()?).ok()).collect(),
            (_, Some(table)) => table.iter().map(|(key, _)| key.name.parse().ok()).collect(),
            _ => None,
        };
        numbers.ok_or_else(|| wrong(value))
    }

    fn one_third(&self, payoffs: &Payoffs) -> Result<Json, Faults> {
        let given = self.params.get("one_third").and_then(Value::as_table).and_then(|table| table.get("finite"));
        let populations = self.populations(given, &Place::root().key("one_third").key("finite"))?;
        let [left, right] = one_third(payoffs)?;
        let mut finite = Map::new();
        for n in populations {
            let [left, right] = one_third_finite(payoffs, n)?;
            finite.insert(n.to_string(), json!(left > right));
        }
        Ok(json!({ "infinite": left > right, "lhs": number(&left), "rhs": number(&right), "finite": finite }))
    }
}

fn path(payoffs: &Payoffs, item: &Params) -> Result<Map<String, Json>, Faults> {
    let flow = match item.get("mutation").and_then(Value::rational) {
        None => Flow::replicator(payoffs),
        Some(mu) => Flow::with_uniform_mutation(payoffs, &mu)?,
    };
    let start: Vec<f64> = item.list("x0").iter().filter_map(Value::rational).map(|x| x.to_f64()).collect();
    let mut answer = echo(item, &["x0", "t", "mutation"]);
    answer.insert("x".into(), json!(flow.at(&start, &item.numbers("t"))?));
    // Null where the payoffs are too large for such steps; the start has been checked above.
    answer.insert("rk4_dt0_01_n2000".into(), json!(flow.runge_kutta(&start, 0.01, 2000).ok()));
    Ok(answer)
}

fn fixation(payoffs: &Payoffs, pairs: &[[usize; 2]], item: &Params) -> Result<Map<String, Json>, Faults> {
    let n = population(item, "N");
    let moran = item.text("rule") == "moran_linear";
    let intensity = parameter(item, if moran { "w" } else { "beta" })?;
    let mut answer = echo(item, &["rule", "N", "beta", "w"]);
    let found = pairs
        .iter()
        .map(|[invader, resident]| {
            let invasion = Invasion::of(payoffs, *invader, *resident);
            if moran { invasion.moran_linear(n, &intensity) } else { invasion.fermi(n, intensity.to_f64()).map(Some) }
        })
        .collect::<Result<Vec<_>, EvolutionError>>()?;
    answer.insert("rho".into(), found.iter().map(|found| json!(found.map(|found| found.rho))).collect());
    answer.insert("ln_rho".into(), found.iter().map(|found| json!(found.map(|found| found.ln_rho))).collect());
    if moran && n <= EXACT {
        let exact = |[invader, resident]: &[usize; 2]| moran_exact(payoffs, *invader, *resident, n, &intensity);
        let exact = pairs.iter().map(exact).collect::<Result<Vec<_>, EvolutionError>>()?;
        answer
            .insert("rho_exact".into(), exact.iter().map(|rho| json!(rho.as_ref().map(Rational::to_string))).collect());
    }
    Ok(answer)
}

fn process(item: &Params) -> Result<Process, Faults> {
    let population = population(item, "N");
    Ok(match item.get("w").and_then(Value::rational) {
        Some(w) if !item.has("beta") => Process::MoranLinear { population, w },
        _ => Process::Fermi { population, beta: parameter(item, "beta")?.to_f64() },
    })
}

fn adaptive_play(payoffs: &Payoffs) -> Result<Json, Faults> {
    let play = match AdaptivePlay::of(payoffs) {
        Ok(play) => play,
        Err(EvolutionError::NotCoordination { .. }) => return Ok(Json::Null),
        Err(error) => return Err(error.into()),
    };
    let n = payoffs.strategies();
    let row = |from: usize| (0..n).map(move |to| (from, to));
    let resistances: Vec<Vec<String>> = (0..n)
        .map(|from| row(from).map(|(from, to)| play.transition(from, to).resistance.to_string()).collect())
        .collect();
    Ok(
        json!({ "resistances": resistances, "potentials": texts(&play.potentials), "trees": play.trees, "stable": play.stable }),
    )
}

fn best_reply(payoffs: &Payoffs, item: &Params) -> Result<Map<String, Json>, Faults> {
    let n = population(item, "N");
    let play = BestReply::new(payoffs, n, &item.rational("epsilon"))?;
    let start = item.get("start").and_then(Value::integer).unwrap_or(i64::from(n));
    let start = usize::try_from(start).ok().filter(|start| *start <= n as usize).ok_or_else(|| {
        Diagnostic::new("out-of-range", format!("`start` is {start}"), format!("a whole number from 0 to {n}"))
    })?;
    let mut answer = echo(item, &["N", "epsilon", "revision", "periods", "start"]);
    let mut put = |key: &str, value: Json| answer.insert(key.into(), value);
    let pi = if item.text("revision") == "sequential" {
        let chain = play.sequential::<LogNumber>();
        let (to_0, to_1) = (chain.mean_passage(0, n as usize), chain.mean_passage(n as usize, 0));
        put("mean_passage_to_0", json!(to_0.value()));
        put("mean_passage_to_1", json!(to_1.value()));
        put("ln_mean_passage_to_0", json!(to_0.logarithm()));
        put("ln_mean_passage_to_1", json!(to_1.logarithm()));
        chain.stationary()
    } else {
        let chain = play.simultaneous::<LogNumber>();
        let stays: Vec<Option<LogNumber>> = (0..=n as usize).map(|state| chain.mean_stay(state)).collect();
        put("mean_stay", stays.iter().map(|stay| json!(stay.map(|stay| stay.value()))).collect());
        put("ln_mean_stay", stays.iter().map(|stay| json!(stay.map(|stay| stay.logarithm()))).collect());
        if let Some(periods) = item.get("periods").and_then(Value::integer) {
            let periods = u64::try_from(periods).expect("the schema asks for at least 1");
            put("mean_share_0_over_periods", json!(chain.mean_share_over(start, periods).value()));
        }
        chain.stationary()
    };
    put("mean_share_0", json!(mean_share(&pi).value()));
    put("pi", json!(values(&pi)));
    Ok(answer)
}

/// An exact parameter that the rule needs.
fn parameter(item: &Params, key: &str) -> Result<Rational, Faults> {
    item.get(key).and_then(Value::rational).ok_or_else(|| {
        let found = format!("no `{key}`");
        Diagnostic::new("missing-key", found, format!("`{key}`, an exact number such as 1 or \"1/10\"")).into()
    })
}

fn population(item: &Params, key: &str) -> u32 {
    u32::try_from(item.integer(key)).expect("the schema bounds populations")
}

/// The parameters of an item as a row has them: counts, words and times as they are, exact numbers as texts.
fn echo(item: &Params, keys: &[&str]) -> Map<String, Json> {
    let show = |key: &str, value: &Value| match (key, value.rational()) {
        ("N" | "m" | "periods" | "start", _) | (_, None) => value.to_json(),
        (_, Some(exact)) => json!(exact.to_string()),
    };
    let member = |key: &&str| {
        let value = item.get(key)?;
        let shown = match (*key, value.as_list()) {
            ("x0", Some(shares)) => shares.iter().map(|share| show(key, share)).collect(),
            ("t", _) => value.to_json(),
            _ => show(key, value),
        };
        Some(((*key).to_string(), shown))
    };
    keys.iter().filter_map(member).collect()
}

fn shares(answer: &mut Map<String, Json>, pi: &[LogNumber]) {
    answer.insert("pi".into(), json!(values(pi)));
    answer.insert("ln_pi".into(), pi.iter().map(|p| json!(p.logarithm())).collect());
}

fn values(pi: &[LogNumber]) -> Vec<f64> {
    pi.iter().map(LogNumber::value).collect()
}

fn texts(values: &[Rational]) -> Vec<String> {
    values.iter().map(Rational::to_string).collect()
}

/// A whole number as a JSON number where every reader keeps it, else a text.
fn number(value: &Rational) -> Json {
    match value.numerator_i64().filter(|n| value.is_integer() && n.unsigned_abs() <= 1 << 53) {
        Some(whole) => json!(whole),
        None => json!(value.to_string()),
    }
}
