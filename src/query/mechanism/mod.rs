//! Queries about mechanisms: what bonds, escrow, courts, scoring rules and auctions do, in closed form.
//!
//! A query names its `kind`; exact numbers are whole numbers, decimals or texts such as "1/3", and come back as texts. What
//! each member means is said by the functions of [`contract`](crate::contract) that answer.
//!
//! | kind | query | answer |
//! |---|---|---|
//! | `bond_upfront` | `price`, `cost`, `gain`, `detect`, `false_alarm`, `bond` | `min_bond`, `honest`, `cheat`, `honest_is_best` |
//! | `bond_horizon` | `gain`, `detect`, `rent`, `discount`, `rounds`, `bond` | `required_bond`, `required_bond_raw`, `honest`, `cheat`, `constant_bond_fails_at_rounds_left`; lists by rounds left |
//! | `stake` | `jobs` of gain and detection, `stake` | `min_stake_sum`, `min_stake_once`, `cheat_all`, `best_cheat`, `best_cheat_payoff`, `honest`, `covered_sum_rule`, `covered_once_rule` |
//! | `escrow_window` | `price`, `cost`, `detect`, `false_alarm`, `capital_rate`, `lock_time`, `bond` | `lower_raw`, `lower`, `upper`, `feasible`, `window`, `honest`, `cheat`, `honest_is_best`, `participates` |
//! | `two_sided_deposit` | `price`, `buyer_deposit`, `seller_deposit`, `value`, `cost` | `release`, `burn`, who prefers which, `extortion_transfer`, `neutral`, `neutral_buyer_deposit`, both griefing factors |
//! | `loser_pays` | `false_alarm`, `detect`, `price`, `compensation`, `fee`, `stake` | `min_fee`, `false_claim_gain`, `buyer_claims_falsely`, `contest_gain`, `seller_contests_true_claim` |
//! | `audit` | `gain`, `audit_cost`, `capital_cost`, `try_rate`, `try_bond` | `corner`, `rate_squared`, `rate`, `bond`, `cost`, `honest`, `cheat`, `deterred`, `try_cost` |
//! | `jury` | `jurors`, `accuracy_guilty`, `accuracy_innocent`, `price`, `cost` | both convictions (and exactly), `min_bond_raw`, `min_bond` |
//! | `identity_price` | `discount`, `full_rent`, `probation_rent`, `probation`, `gain`, `fee` | `probation_loss`, `deterrent`, `whitewash_proof`, `min_fee`, `min_probation` |
//! | `newcomer_dues` | `replaced` | `value_newcomers_defect`, `value_newcomers_cooperate` |
//! | `brier` | `scale`, `true_probability`, `report`, `winning_gain` | losses, `expected_bonus`, `misreport_loss`, `deterred`, `min_scale` |
//! | `log_score` | `scale`, `true_probability`, `report` | losses, `misreport_loss` |
//! | `claim_deposit` | `scale`, `true_probability`, `report` | `deposit`, `expected_forfeit`, `extra_over_truth` |
//! | `auction_first_price`, `auction_second_price` | `bids` (null is none), `costs`, `reserve` | `winner`, `payment`, `winner_utility`, `efficient` |
//! | `auction_uniform` | `bidders` | the closed forms of costs, payments, bids and success |
//! | `lemons` | `premium`, `reserve`, `low`, `high` | `sold_up_to`, `sold_share` |
//! | `execution_contingent` | `value`, `types`, `reports` of success and cost, `agent` | `welfare`, `winner`, `others_welfare`, `pay_success`, `pay_failure`, `winner_expected_utility`, `truthful_utility`, `best_grid_utility` |
//! | `deterrence` | `payoffs` R, S, T, P, `expected_penalty` by round, `deepest` | the subgame-perfect outcomes and the bounded reasoners |

mod auctions;
mod courts;
mod deterrence;
mod pledges;
mod scores;

use super::question::{self, Question};
use crate::error::Faults;
use serde_json::Value as Json;

const QUESTIONS: [&[Question]; 5] =
    [pledges::QUESTIONS, courts::QUESTIONS, scores::QUESTIONS, auctions::QUESTIONS, deterrence::QUESTIONS];

/// The kinds that are answered.
pub fn kinds() -> Vec<&'static str> {
    question::kinds(&QUESTIONS)
}

/// Answers a query about a mechanism.
///
/// # Errors
/// What is wrong with the query.
///
/// # Examples
/// ```
/// use comity::query::mechanism::answer;
/// use serde_json::json;
/// // A juror of accuracy 4/5 alone convicts one innocent in five; three jurors by majority 13 in 125.
/// let query = json!({"kind": "jury", "jurors": 3, "accuracy_guilty": "4/5", "accuracy_innocent": "4/5", "price": 1, "cost": 0});
/// assert_eq!(answer(&query).unwrap()["convict_innocent_exact"], "13/125");
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
        assert!(wrong(json!({"kind": "jurry"})).contains("did you mean \"jury\"?"));
        let fault = wrong(json!({"kind": "bond_upfront", "price": -1, "cost": 0, "gain": 1, "detect": 1, "bond": 0}));
        assert!(fault.contains("price") && fault.contains("0 or more"), "{fault}");
        let fault = wrong(json!({"kind": "newcomer_dues", "replaced": "3/2"}));
        assert!(fault.contains("replaced") && fault.contains("0 to 1"), "{fault}");
        let fault = wrong(json!({"kind": "auction_first_price", "bids": [1, 2], "costs": [1]}));
        assert!(fault.contains("costs") && fault.contains("2"), "{fault}");
        let fault = wrong(json!({"kind": "execution_contingent", "value": 1, "types": [[1, 2, 3]]}));
        assert!(fault.contains("types[0]"), "{fault}");
        let fault = wrong(json!({"kind": "stake", "jobs": [["1", "2"]], "stake": 1}));
        assert!(fault.contains("jobs[0]"), "{fault}");
    }
}
