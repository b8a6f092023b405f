//! Queries about trust models: what a sequence of ratings or deeds leads to.
//!
//! A query names its `kind` and holds what the table says; members that a kind answers may be in it, and are not read.
//! Exact numbers are whole numbers, decimals or texts such as "1/3", and come back as texts; floats are the nearest. An
//! event is `[t, rater, ratee, value, weight, source]`, the last two optional (1 and "I"), in the order of time; lists of
//! the answer have an entry an event, about that event's ratee just after it.
//!
//! | kind | query | answer |
//! |---|---|---|
//! | `ebay` | `events`, `rule`, `window` | `sum`, `positive`, `negative`, `percent_positive` |
//! | `beta` | `events`, `forgetting`, `decay_by`, `prior_weight`, `base_rate` | `r`, `s`, `mean`, `scaled`, `final_mean_exact` |
//! | `beta_value` | the same, `unit`, `cap`, `type_weight` | `r`, `s`, `mean`, `scaled` |
//! | `beta_exit` | `forgetting`, `threshold` | `saturation`, `max_mean`, `min_mean`, `bad_rounds` |
//! | `sl_opinion` | `events`, `prior_weight`, `base_rate` | `opinion`, `expectation` |
//! | `sl_discount`, `sl_fusion` | `opinions` (of fusion, or `evidence`) | `steps`, `expectation` |
//! | `sl_network` | `events`, `asker`, `adviser_evidence`, `prior_weight`, `base_rate` | `expectation`, `final_opinion`, `final` |
//! | `eigentrust` | `n`, `local_trust` or `events`, `pretrusted`, `a`, `epsilon` | `local_trust`, `iterates`, `iterations`, `t_at_epsilon`, `fixed`, `fixed_exact` |
//! | `peertrust` | `n`, `events`, `credibility`, `alpha`, `beta`, `initial`, `iterations`, `asker`, `no_common` | `score`, `final` |
//! | `fire` | `events`, `half_life`, `weight`, `gamma` | `trust`, `reliability`, `final_components` |
//! | `travos_direct` | `events`, `epsilon` | `trust`, `confidence` |
//! | `travos_advice` | `direct`, `advisers[]` with `report` and `history`, `epsilon`, `threshold`, `bins` | `direct_trust`, `direct_confidence`, `asks`, `advisers`, `combined_alpha`, `combined_beta`, `combined_trust`, `combined_confidence`, `trust` |
//! | `image` | `n`, `pairs`, `k` or `actions`, `range`, `benefit`, `cost`, `endowment` | `actions`, `donor_score`, `final_scores`, `payoffs` |
//! | `image_threshold` | `benefit`, `cost`, `known` | `threshold`, `pays` |
//! | `standing`, `leading_eight` | `variant` or `norm`, `n`, `initial`, `pairs`, `actions` (as intended if left out) | `intended`, `actions`, `donor_after`, `final` |
//! | `clique` | `n`, `malicious` (a list), `ratings`, `error`, `pretrusted`, `a`, `runs`, `seed` | `eigentrust`, `plain`: the clique's share of trust |
//! | `turnover` | `n`, `replaced`, `tremble`, `periods`, `custom`, `runs`, `seed` | `value` |
//! | `trading` | a market's prices and priors, `runs`, `seed` | `treatments`, `buy_rate`, `ship_rate`, `efficiency` |

mod crowds;
mod deeds;
mod matrices;
mod opinions;
mod ratings;
mod reading;
mod sources;

use super::question::{self, Question};
use crate::catalogue::Schema;
use crate::error::Faults;
use serde_json::Value as Json;

const QUESTIONS: [&[Question]; 6] = [
    ratings::QUESTIONS,
    opinions::QUESTIONS,
    matrices::QUESTIONS,
    sources::QUESTIONS,
    deeds::QUESTIONS,
    crowds::QUESTIONS,
];

/// The kinds that are answered.
pub fn kinds() -> Vec<&'static str> {
    question::kinds(&QUESTIONS)
}

/// The members of a query of a kind.
pub fn schema(kind: &str) -> Option<Schema> {
    question::schema(&QUESTIONS, kind)
}

/// Answers a query about a trust model.
///
/// # Errors
/// What is wrong with the query.
///
/// # Examples
/// ```
/// use comity::query::trust::answer;
/// use serde_json::json;
/// // Ten units of evidence at most, of which 0.9^7 remain after seven bad rounds: (4.78 + 1)/12 < 1/2.
/// let query = json!({"kind": "beta_exit", "forgetting": "9/10", "threshold": 0.5});
/// assert_eq!(answer(&query).unwrap()["bad_rounds"], 7);
/// ```
pub fn answer(query: &Json) -> Result<Json, Faults> {
    question::answer(&QUESTIONS, query)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn wrong(query: Json) -> String {
        answer(&query).expect_err("a wrong query").to_string()
    }

    #[test]
    fn wrong_queries_say_where_and_what_would_be_right() {
        assert!(wrong(json!([])).contains("JSON object"));
        assert!(wrong(json!({"kind": "beta_exits"})).contains("did you mean \"beta_exit\"?"));
        let fault = wrong(json!({"kind": "beta", "events": [[3, 0, 1, 1], [2, 0, 1, 1]]}));
        assert!(fault.contains("events[1]") && fault.contains("time"), "{fault}");
        let fault = wrong(json!({"kind": "beta", "events": [[3, 0, 1, "5/4"]]}));
        assert!(fault.contains("events[0][3]") && fault.contains("from 0 to 1"), "{fault}");
        let fault = wrong(json!({"kind": "eigentrust", "n": 2, "local_trust": [[0, 1]]}));
        assert!(fault.contains("local_trust") && fault.contains("2"), "{fault}");
        let fault = wrong(json!({"kind": "sl_discount", "opinions": [["1/2", "1/2", "1/2", "1/2"]]}));
        assert!(fault.contains("opinions[0]") && fault.contains("sum"), "{fault}");
        let fault = wrong(json!({"kind": "standing", "n": 2, "pairs": [[0, 2]]}));
        assert!(fault.contains("pairs[0][1]"), "{fault}");
        assert!(wrong(json!({"kind": "beta_exit", "forgetting": 1, "threshold": 0.5})).contains("forgetting"));
        assert!(wrong(json!({"kind": "fire", "half_live": 5, "events": []})).contains("half_life"));
    }

    #[test]
    fn nothing_asked_is_nothing_answered_and_answers_may_stand_in_the_query() {
        for kind in ["ebay", "beta", "beta_value", "sl_opinion", "fire", "travos_direct"] {
            let got = answer(&json!({"kind": kind, "events": []})).expect("an answer");
            assert!(got.as_object().expect("an object").values().any(|list| list == &json!([])), "{kind}: {got}");
        }
        let query = json!({"kind": "ebay", "events": [[0, 1, 2, 1]], "percent_positive": [null], "sum": "?"});
        assert_eq!(answer(&query).expect("an answer")["sum"], json!([1]));
    }
}
