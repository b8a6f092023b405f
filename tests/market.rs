//! The market model: agents switch where closed forms say, tasks are laid out in two ways with one outcome, laws hold on a
//! bad network, and what goes over the wire is A2A.

mod common;

use comity::exchange::TraceLevel;
use comity::models::{Lab, RunCx};
use comity::scenario::{Override, Scenario};
use comity::store::{RunRecorder, write_csv};
use comity::table::Table;

fn read(text: &str, name: &str, changes: &[&str]) -> Scenario {
    let changes: Vec<Override> = changes.iter().map(|change| Override::parse(change).expect("a change")).collect();
    Scenario::read(text, name, &changes, &Lab::new()).unwrap_or_else(|faults| panic!("{name}: {faults}"))
}

fn shipped(name: &str) -> String {
    common::scenarios().into_iter().find(|(found, _)| found == name).expect("a shipped scenario").1
}

fn run_text(text: &str, name: &str, changes: &[&str]) -> Vec<Table> {
    let scenario = read(text, name, changes);
    let key = scenario.run_key(0);
    let mut progress = |_: u64, _: u64| {};
    let mut recorder = RunRecorder::new(&*scenario.model, std::io::sink(), &mut progress);
    scenario.model.run(&RunCx { key: &key, trace: TraceLevel::Off }, &mut recorder).expect("it runs");
    recorder.finish().expect("nothing is written").tables.as_slice().to_vec()
}

fn run(name: &str, changes: &[&str]) -> Vec<Table> {
    run_text(&shipped(name), name, changes)
}

fn table<'a>(tables: &'a [Table], name: &str) -> &'a Table {
    tables.iter().find(|table| table.name() == name).expect("a table")
}

fn rows(table: &Table, wanted: &[(&str, &str)]) -> Vec<usize> {
    let shows = |row: usize, column: &str, value: &str| table.at(row, column).expect("a column").show() == value;
    (0..table.len()).filter(|row| wanted.iter().all(|(column, value)| shows(*row, column, value))).collect()
}

fn maybe(table: &Table, wanted: &[(&str, &str)], column: &str) -> Option<f64> {
    let found = rows(table, wanted);
    assert_eq!(found.len(), 1, "{wanted:?}");
    table.at(found[0], column).and_then(|cell| cell.number())
}

fn number(table: &Table, wanted: &[(&str, &str)], column: &str) -> f64 {
    maybe(table, wanted, column).unwrap_or_else(|| panic!("{column} of {wanted:?}"))
}

/// A market of one manager and identical bidders who stand idle whenever they are called.
fn small(rules: &str, strategy: &str, params: &str, count: u32) -> String {
    format!(
        "schema = 1\ntitle = \"t\"\nseed = 7\n[model.market]\nbuyers = 1\ncontacts = 0\n{rules}\n\
         [[agents]]\nname = \"b\"\ncount = {count}\nstrategy = \"{strategy}\"\nparams = {{ {params} }}\n"
    )
}

fn base(text: &str, column: &str) -> f64 {
    number(table(&run_text(text, "small", &[]), "market"), &[("condition", "base")], column)
}

fn cheats(text: &str) -> f64 {
    let tables = run_text(text, "small", &[]);
    number(table(&tables, "bidders"), &[("condition", "base"), ("group", "b")], "cheat_rate")
}

/// Honest as long as `q (D + V) >= g`, where `V` is 20 for each contract left: exactly, for every bond and contract.
#[test]
fn a_supplier_defects_where_bond_and_future_are_short() {
    let tables = run("escrow-at-the-end.toml", &[]);
    let (q, g, rent) = (0.9, 60.0, 20.0);
    let by_left = |left: u32, short: bool| match left {
        0 if !short => 67.0,
        0 | 1 => 47.0,
        2 => 27.0,
        3 => 7.0,
        _ => 0.0,
    };
    let bond = |condition: &str, left: u32| match condition {
        "no bond" => 0.0,
        "bond of 20" => 20.0,
        "bond of 67" => 67.0,
        "bond by contracts left" => by_left(left, false),
        _ => by_left(left, true),
    };
    let breaches = table(&tables, "breaches");
    for condition in ["no bond", "bond of 20", "bond of 67", "bond by contracts left", "short in the last"] {
        for left in 0..20 {
            let row = [("condition", condition), ("rounds_left", &*left.to_string())];
            // Who was convicted gets no more contracts.
            let Some(rate) = maybe(breaches, &row, "cheat_rate") else { continue };
            let honest = q * (bond(condition, left) + rent * f64::from(left)) >= g;
            assert_eq!(rate, if honest { 0.0 } else { 1.0 }, "{condition}, {left} left");
        }
    }
    let market = table(&tables, "market");
    let locked = |condition| number(market, &[("condition", condition)], "capital_locked");
    assert!(locked("bond by contracts left") < 0.2 * locked("bond of 67"));
    let welfare = |condition| number(market, &[("condition", condition)], "welfare");
    assert_eq!(welfare("bond of 67"), 40.0);
    assert_eq!(welfare("bond by contracts left"), 40.0);
    assert!(welfare("no bond") < welfare("bond of 20"));
}

/// Paid with the award: honest iff `D >= g/(q - f)`. Held: honest iff `D >= c/(q - f) - p`. Both with equality for honesty.
#[test]
fn bonds_deter_where_the_closed_forms_say() {
    let params = "capability = [1], cost = [60], margin = 0.3334";
    let market = |payment: &str, court: &str, bond: i64| {
        small(
            &format!(
                "announcements = 3\nrepetitions = 2\npayment = \"{payment}\"\ncourt = {{ {court} }}\n\
                 bonds = [{{ credits = {bond} }}]"
            ),
            "opportunist",
            params,
            1,
        )
    };
    let court = "detect = 0.75, false_alarm = 0.25";
    assert_eq!([119, 120].map(|bond| cheats(&market("upfront", court, bond))), [1.0, 0.0]);
    // 60 / 0.5 - 80 = 40.
    assert_eq!([39, 40].map(|bond| cheats(&market("escrow", court, bond))), [1.0, 0.0]);
    // Three such jurors: q = 27/32, f = 5/32, and 60 / (22/32) - 80 = 7.27.
    let jury = "detect = 0.75, false_alarm = 0.25, jurors = 3";
    assert_eq!([7, 8].map(|bond| cheats(&market("escrow", jury, bond))), [1.0, 0.0]);
}

/// A false claim wins the price with probability `f` and else costs the fee: 0.1 * 80 > 0.9 fee up to a fee of 8.
#[test]
fn buyers_claim_falsely_where_the_fee_is_low() {
    let params = "capability = [1], cost = [60], margin = 0.3334";
    let disputes = |fee: i64| {
        let rules = format!(
            "announcements = 3\nrepetitions = 2\npayment = \"escrow\"\nfalse_claims = \"if_it_pays\"\n\
             court = {{ detect = 0.9, false_alarm = 0.1, fee = {fee} }}"
        );
        let tables = run_text(&small(&rules, "honest", params, 1), "small", &[]);
        // Nobody cheats: whatever is ruled over is a false claim.
        maybe(table(&tables, "market"), &[("condition", "base")], "wrong_rulings").is_some()
    };
    assert_eq!([8, 9].map(disputes), [true, false]);
}

/// A bidder with a success of 1/2 that is paid 80 for work of 60 gains 20 less what it stakes in vain even if it claims the
/// truth. It claims 1 until the claim costs as much: `B (1/2)^2 >= 20 - B/4` with a squared error that is scaled by `B`
/// (whose expectation is `B/4` with the truth), and `k (1/2) (1/2) >= 20 - k/4` with a stake of `k` times the claim.
#[test]
fn stakes_on_claims_end_overclaiming_where_the_closed_forms_say() {
    let params = "capability = [0.5], cost = [60], margin = 1";
    let claim = |manager: &str| {
        let rules = format!(
            "announcements = 5\nrepetitions = 2\npayment = \"upfront\"\nvalue = [400]\nmax_price = 80\n\
             manager = \"{manager}\"\n"
        );
        let tables = run_text(&small(&rules, "overclaimer", params, 1), "small", &[]);
        number(table(&tables, "bidders"), &[("condition", "base"), ("group", "b")], "mean_claim")
    };
    assert_eq!(["scored_claim(scale=39)", "scored_claim(scale=40)"].map(claim), [1.0, 0.5]);
    assert_eq!(["claim_deposit(scale=39)", "claim_deposit(scale=40)"].map(claim), [1.0, 0.5]);
}

/// Of `n` with success probabilities uniform on 0 to 1, the best has `n/(n+1)` on average if all say the truth, and the
/// winner 1/2 if all claim 1. Of `n` costs uniform on 0 to 1000, the second lowest is `2/(n+1)` of 1000 on average.
#[test]
fn winners_are_the_order_statistics_that_they_should_be() {
    let rules = "announcements = 10\nrepetitions = 400\npayment = \"outside\"\n";
    // Nobody asks anything: only claims differ.
    let same = "capability = [0, 1], cost = [0]";
    // One winner a repetition and ten trials of it: a standard deviation of at most 0.21, and 4.5 of it over 20.
    assert!((base(&small(rules, "honest", same, 4), "success_rate") - 0.8).abs() < 4.5 * 0.21 / 20.0);
    // Uniform on 0 to 1, and ten trials: a standard deviation of 0.32.
    let boast = format!("{same}, heedless = true");
    assert!((base(&small(rules, "overclaimer", &boast, 4), "success_rate") - 0.5).abs() < 4.5 * 0.32 / 20.0);
    let second = format!("{rules}value = [1000]\nmanager = \"second_price\"");
    let costs = "capability = [1], cost = [0, 1000]";
    // The second of four: Beta(2, 3), with a standard deviation of 200.
    assert!((base(&small(&second, "honest", costs, 4), "price") - 400.0).abs() < 4.5 * 200.0 / 20.0);
}

/// What everybody would have been worth without the winner is what the manager keeps, whatever happens.
#[test]
fn contingent_payment_leaves_the_manager_what_the_others_are_worth() {
    let rules = "announcements = 20\nrepetitions = 10\npayment = \"escrow\"\nmanager = \"contingent\"\nvalue = [200]";
    let text = small(rules, "honest", "capability = [0.8], cost = [40]", 2);
    // 0.8 * 200 - 40 = 120 without the winner.
    assert_eq!(base(&text, "buyer_income"), 120.0);
}

#[test]
fn calling_again_presses_prices() {
    let rules = |manager: &str| format!("announcements = 5\nrepetitions = 5\nmanager = \"{manager}\"\nvalue = [200]");
    let params = "capability = [0.9], cost = [50, 100], margin = 0.5";
    let price = |manager: &str| base(&small(&rules(manager), "honest", params, 6), "price");
    assert!(price("iterated(rounds=3, press=0.1)") < 0.9 * price("naive"));
}

/// With capacity for one contract and a better offer, a bidder leaves if that costs less than it brings.
#[test]
fn levelled_commitment_lets_bidders_leave_at_a_price() {
    let rules = |price: i64| {
        format!(
            "announcements = 40\nrepetitions = 5\npayment = \"escrow\"\nvalue = [60, 400]\ninterval_us = 700_000\n\
             manager = \"naive(decommitment={price}, least_score=-1000)\""
        )
    };
    // It asks all that is paid, up to 420.
    let params = "capability = [1], cost = [20], margin = 20, capacity = 1, duration_us = [1_500_000]";
    let broken = |price: i64| {
        let tables = run_text(&small(&rules(price), "honest", params, 1), "small", &[]);
        let market = table(&tables, "market");
        (number(market, &[("condition", "base")], "welfare"), number(market, &[("condition", "base")], "breach_rate"))
    };
    let (cheap, dear) = (broken(10), broken(10_000));
    assert_eq!(dear.1, 0.0, "nobody leaves at that price");
    assert!(cheap.1 > 0.0, "who can do better leaves");
}

/// A task a bidder, or two a winner: the same bids, awards, prices, deliveries and money.
#[test]
fn both_layouts_in_tasks_have_one_outcome() {
    for name in ["contract-net.toml", "escrow-at-the-end.toml"] {
        let [one, two] = ["cnp/1", "cnp/2"].map(|profile| {
            let changes = [&*format!("model.market.profile=\"{profile}\""), "model.market.repetitions=5"];
            run(name, &changes)
        });
        for compared in ["bidders", "market_course", "market_laws"] {
            assert!(write_csv(table(&one, compared)) == write_csv(table(&two, compared)), "{name}: {compared}");
        }
        let (one, two) = (table(&one, "market"), table(&two, "market"));
        for (place, column) in one.schema().columns.iter().enumerate() {
            // What is said differs: no word rejects a bid whose task is over.
            if !["messages_per_announcement", "acts_per_announcement"].contains(&&*column.name) {
                for row in 0..one.len() {
                    assert_eq!(one.cell(row, place), two.cell(row, place), "{name}: {} of row {row}", column.name);
                }
            }
        }
    }
}

#[test]
fn the_laws_hold_where_nothing_goes_wrong_and_money_holds_where_it_does() {
    for name in ["contract-net.toml", "escrow-at-the-end.toml", "faulty-market.toml", "deposits-and-stakes.toml"] {
        let tables = run(name, &[]);
        laws_hold(&tables, name);
    }
}

/// An escrow agent that never comes back leaves money where it is, and the run says so.
#[test]
fn a_law_that_breaks_is_named_with_its_place() {
    let crash = "model.market.crashes=[{agent=\"escrow-agent\", at_us=10_000_000}]";
    let often = "model.market.interval_us=500_000";
    let changes =
        ["model.market.conditions=[]", crash, often, "model.market.announcements=40", "model.market.repetitions=2"];
    let tables = run("faulty-market.toml", &changes);
    let laws = table(&tables, "market_laws");
    for (law, broken) in [("escrow_empty", true), ("one_end_a_task", true), ("conserved", false)] {
        let row = [("condition", "base"), ("law", law)];
        assert_eq!(number(laws, &row, "times_broken") > 0.0, broken, "{law}");
        let first = laws.at(rows(laws, &row)[0], "first_broken").expect("a column").show();
        assert_eq!(first.starts_with("repetition 1: "), broken, "{law}: {first}");
    }
}

#[test]
fn what_goes_over_the_wire_is_accepted_whole() {
    let two = "model.market.profile=\"cnp/2\"";
    let again = "model.market.manager=\"iterated(rounds=3)\"";
    let (reports, alone) = ("model.market.progress=true", "model.market.conditions=[]");
    for (name, more) in [
        ("contract-net.toml", vec![]),
        ("contract-net.toml", vec![two, reports]),
        ("contract-net.toml", vec![again, alone, "model.market.buyers=20"]),
        ("faulty-market.toml", vec![reports]),
        ("faulty-market.toml", vec![two]),
    ] {
        let text = wire(name, &more);
        assert!(text.lines().count() > 500, "{name}");
        // Why a bid was cancelled is in the request's metadata; an award names its escrow.
        assert!(more.contains(&two) || text.contains("\"reason\":\"lost\""), "{name}");
        assert_eq!(text.contains("\"round\":2"), more.contains(&again), "{name}");
        assert_eq!(text.contains("cnp.progress"), more.contains(&reports), "{name}");
        assert!(text.contains("\"referenceTaskIds\":[\""), "{name}");
        accepted(&text, name);
    }
}

/// Deposits, stakes, pledges, courts, certificates, tools and what a bad network does to them: every shipped market.
#[test]
fn the_wire_of_every_shipped_market_is_accepted_whole() {
    let markets: Vec<_> =
        common::scenarios().into_iter().filter(|(_, text)| text.contains("[model.market]\n")).collect();
    assert!(markets.len() >= 5);
    for (name, _) in markets {
        let text = wire(&name, &[]);
        accepted(&text, &name);
        let kinds: &[&str] = match name.as_str() {
            "deposits-and-stakes.toml" => &["escrow.sign", "escrow.settle", "escrow.pledge", "registry.backed"],
            "what-a-registry-checks.toml" => &["registry.card", "registry.probe", "registry.found"],
            _ => &[],
        };
        for kind in kinds {
            assert!(text.contains(kind), "{name}: {kind}");
        }
    }
}

/// The wire trace of a shipped market of four announcements a manager.
fn wire(name: &str, more: &[&str]) -> String {
    let changes = [&["model.market.repetitions=1", "model.market.announcements=4"], more].concat();
    let scenario = read(&shipped(name), name, &changes);
    let key = scenario.run_key(0);
    let mut progress = |_: u64, _: u64| {};
    let mut written = Vec::new();
    let mut recorder = RunRecorder::new(&*scenario.model, &mut written, &mut progress);
    scenario.model.run(&RunCx { key: &key, trace: TraceLevel::Wire }, &mut recorder).expect("it runs");
    recorder.finish().expect("memory takes it");
    String::from_utf8(written).expect("UTF-8")
}

fn accepted(text: &str, name: &str) {
    let report = comity::query::a2a::validate_trace(text, name).expect("a trace");
    assert_eq!(report["valid"], true, "{name}: {report}");
}

fn moved(tables: &[Table], posting: &str) -> f64 {
    number(table(tables, "market_postings"), &[("condition", "base"), ("posting", posting)], "moved")
}

fn laws_hold(tables: &[Table], about: &str) {
    let laws = table(tables, "market_laws");
    for row in 0..laws.len() {
        let show = |column: &str| laws.at(row, column).expect("a column").show();
        let times = laws.at(row, "times_broken").and_then(|cell| cell.number());
        assert_eq!(times, Some(0.0), "{about}, {}: {} {}", show("condition"), show("law"), show("first_broken"));
    }
}

/// A price of 80 for work of 60 with deposits of both sides.
fn with_deposits(buyer: i64, more: &str, strategy: &str) -> Vec<Table> {
    let rules = format!(
        "announcements = 4\nrepetitions = 2\npayment = \"escrow\"\ndeposits = {{ buyer = {buyer}, seller = 20{more} }}"
    );
    let tables = run_text(&small(&rules, strategy, "capability = [1], cost = [60], margin = 0.3334", 1), "small", &[]);
    laws_hold(&tables, &rules);
    tables
}

/// By hand: with threats the seller is left `80 - (100 - D_b)/2`, which is its cost of 60 from 60 on, and its price from 100 on,
/// where nothing changes hands; above that the buyer pays.
#[test]
fn suppliers_bid_where_the_settlement_leaves_them_their_cost() {
    for (buyer, bids, settled) in [(58, 0.0, 0.0), (59, 0.0, 0.0), (60, 1.0, 20.0), (98, 1.0, 1.0), (100, 1.0, 0.0)] {
        let tables = with_deposits(buyer, ", threats = true", "honest");
        assert_eq!(of(&tables, "success_rate"), bids, "a deposit of {buyer}");
        assert_eq!(moved(&tables, "settlement"), settled, "a deposit of {buyer}");
        assert_eq!(moved(&tables, "burn"), 0.0);
    }
    assert_eq!(moved(&with_deposits(130, ", threats = true", "honest"), "settlement"), 15.0);
    // Without threats any deposit that burning would cost does.
    let plain = with_deposits(1, "", "honest");
    assert_eq!([of(&plain, "success_rate"), moved(&plain, "return"), moved(&plain, "release")], [1.0, 21.0, 80.0]);
}

/// A short delivery burns price and deposits while the buyer's deposit is not worth more than its grudge; an opportunist then
/// works, and else takes the price for nothing. What burns is a posting of its own, and no credit is lost from the ledger.
#[test]
fn suppliers_work_where_the_buyer_would_let_their_deposit_burn() {
    let cheats =
        |tables: &[Table]| number(table(tables, "bidders"), &[("condition", "base"), ("group", "b")], "cheat_rate");
    for (buyer, more, rate) in [(1, "", 0.0), (50, "", 0.0), (50, ", grudge = 50", 0.0), (51, ", grudge = 50", 1.0)] {
        let tables = with_deposits(buyer, more, "opportunist");
        assert_eq!(cheats(&tables), rate, "a deposit of {buyer}{more}");
        assert_eq!(moved(&tables, "burn"), 0.0, "nobody who weighs it lets it burn");
    }
    let tables = with_deposits(50, "", "exit_scammer(after=0)");
    assert_eq!([cheats(&tables), moved(&tables, "burn"), moved(&tables, "release")], [1.0, 150.0, 0.0]);
    assert_eq!(of(&tables, "buyer_income"), -130.0);
}

/// Three contracts at a time behind one stake: `n g / (1 - (1 - q)^n)` where a conviction takes all, `n g / q` where it takes a
/// share; by hand 75, 125, 181.45 and 75 n.
#[test]
fn suppliers_keep_their_word_where_one_stake_covers_all_contracts_at_a_time() {
    let market = |stake: i64, jobs: u32, slash: &str, strategy: &str| {
        let rules = format!(
            "announcements = 20\nrepetitions = 2\ninterval_us = 300_000\npayment = \"upfront\"\n\
             court = {{ detect = 0.8, false_alarm = 0.0 }}\n\
             registry = {{ stake = {{ credits = {stake}, jobs = {jobs}, slash = \"{slash}\" }} }}"
        );
        let params = format!("capability = [1], cost = [60], margin = 0.3334, capacity = {jobs}");
        let tables = run_text(&small(&rules, strategy, &params, 1), "small", &[]);
        laws_hold(&tables, &rules);
        tables
    };
    let cheats = |stake: i64, jobs: u32, slash: &str| {
        let tables = market(stake, jobs, slash, "opportunist");
        number(table(&tables, "bidders"), &[("condition", "base"), ("group", "b")], "cheat_rate")
    };
    for (jobs, whole) in [(1, 75), (2, 125), (3, 182)] {
        assert!(cheats(whole - 1, jobs, "whole") > 0.0, "{jobs} jobs");
        assert_eq!(cheats(whole, jobs, "whole"), 0.0, "{jobs} jobs");
        let shares = 75 * i64::from(jobs);
        let found = [shares - 1, shares].map(|stake| cheats(stake, jobs, "share") > 0.0);
        assert_eq!(found, [true, false], "{jobs} jobs");
    }
    // One stake that three contracts stand on at a time is lost once, and not for each conviction.
    for jobs in [1, 3] {
        let tables = market(100, jobs, "whole", "exit_scammer(after=0)");
        assert_eq!(moved(&tables, "forfeit"), 0.0);
        let (lost, pledged) = (moved(&tables, "slash"), moved(&tables, "lock"));
        // Whatever was pledged is lost or goes back in the end.
        assert!(lost > 0.0 && (pledged - lost - moved(&tables, "return")).abs() < 1e-9, "{jobs} jobs");
    }
}

/// A market with a registry and twenty bidders, some of whom are of a kind.
fn listed(rules: &str, strategy: &str, params: &str) -> Vec<Table> {
    listed_often(rules, strategy, params, 12)
}

fn listed_often(rules: &str, strategy: &str, params: &str, repetitions: u32) -> Vec<Table> {
    let text = format!(
        "schema = 1\ntitle = \"t\"\nseed = 7\n[model.market]\nbuyers = 4\nannouncements = 30\ncontacts = 6\nrepetitions = {repetitions}\n\
         {rules}\n[[agents]]\nname = \"honest\"\ncount = 12\nstrategy = \"honest\"\n[[agents]]\nname = \"other\"\n\
         count = 8\nstrategy = \"{strategy}\"\nparams = {{ {params} }}\n"
    );
    run_text(&text, "listed", &[])
}

fn of(tables: &[Table], column: &str) -> f64 {
    number(table(tables, "market"), &[("condition", "base")], column)
}

fn share_of(tables: &[Table], group: &str) -> f64 {
    number(table(tables, "bidders"), &[("condition", "base"), ("group", group)], "award_share")
}

const SCORED: &str = "manager = \"discounted(lambda=0.9, least_score=-1000)\"";

/// Any model of the catalogue, in private and in public information, keeps business from those who always cheat: they are
/// two fifths of the bidders, and have a smaller share of awards than without memory. `EigenTrust` cuts off what is below
/// nothing: a manager alone sees in who cheated it only somebody whom it does not know.
#[test]
fn every_model_of_trust_keeps_business_from_cheats() {
    let cheat = "attack = \"on_off(good=0, bad=1)\"";
    let without = share_of(&listed(SCORED, "attacker", cheat), "other");
    let lab = Lab::new();
    for entry in lab.kit.reputations.entries() {
        for information in ["private", "public"] {
            let registry = if information == "public" { "registry = { order = \"best\" }" } else { "" };
            let rules =
                format!("{SCORED}\nreputation = \"{}\"\ninformation = \"{information}\"\n{registry}", entry.key);
            let with = share_of(&listed(&rules, "attacker", cheat), "other");
            let alone = entry.key == "eigentrust" && information == "private";
            let most = if alone { 1.0 } else { 0.75 };
            assert!(with < most * without, "{} {information}: {with:.3} of {without:.3}", entry.key);
        }
    }
}

/// What all see is learned sooner than what each sees for itself.
#[test]
fn public_information_is_worth_more_than_own_memory() {
    let run = |more: &str| {
        let rules = format!("{SCORED}\nreputation = \"beta\"\n{more}");
        share_of(&listed(&rules, "attacker", "attack = \"on_off(good=0, bad=1)\""), "other")
    };
    let (private, public) = (run(""), run("information = \"public\"\nregistry = { order = \"best\" }"));
    assert!(public < 0.6 * private, "{public:.3} of {private:.3}");
}

/// Probes keep out who cannot do the work, in part; who can and does not want to passes them.
#[test]
fn certificates_show_ability_and_not_honesty() {
    let run = |registry: &str, strategy: &str, params: &str| {
        share_of(&listed(&format!("registry = {{ {registry} }}"), strategy, params), "other")
    };
    let certified = "certification = { probes = 10, least = 0.5 }";
    let boast = "capability = [0.1, 0.3]";
    // A tenth to three tenths pass five of ten probes with a probability of at most 0.15.
    assert!(run("", "overclaimer", boast) > 0.8);
    assert!(run(certified, "overclaimer", boast) < 0.35);
    let cheat = "attack = \"on_off(good=0, bad=1)\"";
    let [open, closed] = ["", certified].map(|registry| run(registry, "attacker", cheat));
    assert!((open - closed).abs() < 0.15, "{open:.3} and {closed:.3}");
}

/// Who is able when it is looked at and then brings out a version that is not, is found out where versions are told apart.
#[test]
fn a_new_version_is_certified_anew() {
    let run = |versions: bool| {
        let rules = format!("registry = {{ versions = {versions}, certification = {{ probes = 10, least = 0.6 }} }}");
        let next = "capability = [0.95], next_capability = [0.05], next_version_us = 12_000_000";
        of(&listed(&rules, "overclaimer", next), "success_rate")
    };
    assert!(run(true) > run(false) + 0.1, "{} and {}", run(true), run(false));
}

/// Whose certificate is looked at again is found out whichever of card and entry is the authority. A record follows the
/// entry: who was bad and has a better version begins anew where cards are believed, and goes on badly spoken of where they
/// are not.
#[test]
fn cards_renew_records_and_entries_keep_them() {
    let worse = "capability = [0.95], next_capability = [0.05], next_version_us = 12_000_000";
    let certified = |more: &str| {
        let rules = format!("registry = {{ {more}, certification = {{ probes = 10, least = 0.6 }} }}");
        of(&listed(&rules, "overclaimer", worse), "success_rate")
    };
    let unwatched = certified("versions = false");
    for authority in ["card", "registry"] {
        let watched = certified(&format!("authority = \"{authority}\""));
        assert!(watched > unwatched + 0.1, "{authority}: {watched} and {unwatched}");
    }
    let better = "capability = [0.1], next_capability = [0.95], next_version_us = 40_000_000";
    let [card, registry] = ["card", "registry"].map(|authority| {
        let rules = format!(
            "{SCORED}\nreputation = \"beta\"\ninformation = \"public\"\n\
             registry = {{ order = \"best\", authority = \"{authority}\" }}"
        );
        share_of(&listed(&rules, "overclaimer", better), "other")
    });
    assert!(card > 1.2 * registry, "{card} and {registry}");
}

/// Work that needs a tool succeeds in the share of agents that may use it, by the hands of whoever wins; where the tool
/// registry is asked, those alone are found, and it always does.
#[test]
fn a_tool_registry_finds_those_who_may_use_what_work_needs() {
    let run = |equipped: f64, consulted: bool| {
        let text = format!(
            "schema = 1\ntitle = \"t\"\nseed = 7\n[model.market]\nbuyers = 1\nannouncements = 50\ncontacts = 4\nrepetitions = 40\n\
             interval_us = 60_000_000\nregistry = {{ tools = {{ equipped = {equipped}, consulted = {consulted} }} }}\n[[agents]]\n\
             name = \"maker\"\ncount = 20\nstrategy = \"honest\"\nparams = {{ capability = [1.0] }}\n"
        );
        of(&run_text(&text, "tools", &[]), "success_rate")
    };
    for equipped in [0.25, 0.5, 0.8] {
        // Two thousand awards, a binomial share: five of its standard errors.
        let margin = 5.0 * (equipped * (1.0 - equipped) / 2000.0_f64).sqrt();
        let found = run(equipped, false);
        assert!((found - equipped).abs() < margin, "{found} of {equipped}");
        assert_eq!(run(equipped, true), 1.0, "{equipped}");
    }
}

/// Praise by names that never called is refused where callers are verified, and drowns complaints where they are not.
#[test]
fn verified_feedback_stops_praise_of_oneself() {
    let run = |verified: bool| {
        let rules = format!(
            "{SCORED}\nreputation = \"beta\"\ninformation = \"public\"\nregistry = {{ order = \"best\", verified = {verified} }}"
        );
        listed(&rules, "attacker", "attack = \"sybil(names=3, ratings=2)\"")
    };
    let (verified, open) = (run(true), run(false));
    assert!(share_of(&verified, "other") < 0.5 * share_of(&open, "other"));
    let refused =
        number(table(&verified, "market_troubles"), &[("condition", "base"), ("trouble", "feedback refused")], "times");
    assert!(refused > 0.0);
}

fn trouble(tables: &[Table], what: &str) -> f64 {
    number(table(tables, "market_troubles"), &[("condition", "base"), ("trouble", what)], "times")
}

/// Fake trades are calls like any other, so that verifying callers does not stop their ratings; what each rated deal costs
/// does: honest bidders pay it once a contract, and mates for every fake one.
#[test]
fn wash_trades_pass_where_callers_are_verified_and_cost_where_rated_deals_do() {
    let run = |registry: &str, attack: &str| {
        let rules = format!(
            "{SCORED}\nreputation = \"beta\"\ninformation = \"public\"\nregistry = {{ order = \"best\"{registry} }}"
        );
        listed(&rules, "attacker", &format!("attack = \"{attack}\""))
    };
    let wash = run("", "wash_trading(trades=6)");
    let praise = run("", "collusion(ratings=6)");
    assert!(share_of(&wash, "other") > 2.0 * share_of(&praise, "other"), "praise without a deal is refused");
    let dear = run(", rating_fee = 4", "wash_trading(trades=6)");
    let income =
        |tables: &[Table]| number(table(tables, "bidders"), &[("condition", "base"), ("group", "other")], "income");
    assert!(income(&wash) > 0.0 && income(&dear) < 0.5 * income(&wash), "{} and {}", income(&dear), income(&wash));
    // Who deals squarely pays once for each contract that it works on.
    let plain = [run(", rating_fee = 0", "honest"), run(", rating_fee = 4", "honest")];
    let [free, priced] = plain.each_ref().map(|tables| of(tables, "honest_income"));
    assert!(priced < free && [of(&plain[0], "success_rate")] == [of(&plain[1], "success_rate")]);
}

/// Bolton, Greiner & Ockenfels 2013: who answers complaints with complaints is complained of less, where it hears them before
/// it speaks; not where both speak before they hear.
#[test]
fn who_answers_complaints_with_complaints_is_spared_them_unless_ratings_are_double_blind() {
    let run = |feedback: &str, attack: &str| {
        let rules = format!(
            "{SCORED}\nreputation = \"beta\"\ninformation = \"public\"\n\
             registry = {{ order = \"best\", feedback = \"{feedback}\", fear = 1.0 }}"
        );
        let tables = listed(&rules, "attacker", &format!("attack = \"{attack}\", capability = [0.95]"));
        laws_hold(&tables, feedback);
        tables
    };
    let [open, blind] = ["open", "double_blind"].map(|feedback| run(feedback, "retaliation(cheat=0.3)"));
    assert!(trouble(&open, "complaints not made") > 0.0);
    assert_eq!(trouble(&blind, "complaints not made"), 0.0);
    let shares = [&open, &blind].map(|tables| share_of(tables, "other"));
    assert!(shares[0] > 1.2 * shares[1], "{shares:?}");
    // Who cheats as much and answers nothing is complained of in either case.
    let silent = run("open", "collusion(cheat=0.3, ratings=0)");
    assert_eq!(trouble(&silent, "complaints not made"), 0.0);
    assert!(share_of(&silent, "other") < shares[0]);
}

/// A registry on a bad network: what was never heard is asked again, who gets no advice calls any of all, every task ends, and
/// the same seed gives the same run.
#[test]
fn a_registry_on_a_bad_network_is_asked_again_and_done_without() {
    let rules = |more: &str| {
        format!(
            "{SCORED}\nreputation = \"beta\"\ninformation = \"public\"\npayment = \"escrow\"\nname_price = 5\n\
             bonds = [{{ credits = 5 }}]\ncourt = {{ detect = 0.8, false_alarm = 0.1 }}\n\
             registry = {{ order = \"best\", feedback = \"open\", stake = {{ credits = 30 }}, \
             certification = {{ probes = 3, least = 0.3, valid_us = 30_000_000 }} }}\n{more}"
        )
    };
    let crash = "crashes = [{ agent = \"registry\", at_us = 20_000_000, until_us = 40_000_000 }]";
    let crashed = "crashes = [{ agent = \"honest-1\", at_us = 5_000_000, until_us = 20_000_000 }, \
                   { agent = \"buyer-1\", at_us = 21_000_000, until_us = 30_000_000 }, \
                   { agent = \"escrow-agent\", at_us = 40_000_000, until_us = 42_000_000 }]";
    for (network, asks, acts_alone) in [
        ("loss = 0.1", true, true),
        ("duplicate = 0.3\ndeduplicates = false", false, false),
        // A cancellation does not overtake the question: what is late is heard, and not asked again.
        ("late = 0.2\nlate_us = 2_000_000", false, true),
        // While the registry is down it hears neither questions nor cancellations; then it has never heard of them.
        (crash, true, true),
        (crashed, false, false),
    ] {
        for attack in ["whitewashing", "wash_trading(trades=2)", "retaliation"] {
            let run = || listed_often(&rules(network), "attacker", &format!("attack = \"{attack}\""), 2);
            let tables = run();
            laws_hold(&tables, network);
            // A pledge that waits for contracts to end is asked for again on any network.
            assert!(!asks || trouble(&tables, "asked again") > 0.0, "{network}, {attack}");
            assert!(!acts_alone || trouble(&tables, "called without advice") > 0.0, "{network}, {attack}");
            assert!(of(&tables, "success_rate") > 0.05, "{network}: {}", of(&tables, "success_rate"));
            if attack == "whitewashing" {
                let again = run();
                assert!(tables.iter().zip(&again).all(|(a, b)| write_csv(a) == write_csv(b)), "{network}");
            }
        }
    }
    // On a perfect network nothing is said twice, and all that are asked are counted as messages.
    let perfect = listed_often(&rules(""), "attacker", "attack = \"whitewashing\"", 2);
    assert_eq!([trouble(&perfect, "asked again"), trouble(&perfect, "called without advice")], [0.0, 0.0]);
    let lost = listed_often(&rules("loss = 0.1"), "attacker", "attack = \"whitewashing\"", 2);
    assert!(of(&lost, "messages_per_announcement") != of(&perfect, "messages_per_announcement"));
}

/// A bad name is left behind where a fresh one can be had, and not where none can; a price takes the profit.
#[test]
fn fresh_names_whitewash_unless_they_cost() {
    let run = |more: &str| {
        let rules = format!("{SCORED}\nreputation = \"beta\"\ninformation = \"public\"\nregistry = {{}}\n{more}");
        listed(&rules, "attacker", "attack = \"whitewashing\"")
    };
    let (free, fixed, dear) = (run(""), run("fixed_names = true"), run("name_price = 200"));
    assert!(share_of(&free, "other") > 1.3 * share_of(&fixed, "other"));
    assert!(of(&dear, "attacker_profit_ratio") < of(&free, "attacker_profit_ratio"));
}

/// Tasks that are routed to a skill find those who claim it, and nobody who refuses for want of it; what a user may not have
/// done is offered to nobody who would need it.
#[test]
fn routing_and_delegation_spare_calls_in_vain() {
    let refusals = |rules: &str, params: &str| trouble(&listed(rules, "honest", params), "refusals");
    let rules = |by_skill: bool| format!("skills = 4\nregistry = {{ by_skill = {by_skill} }}");
    let [routed, all] = [true, false].map(|by_skill| refusals(&rules(by_skill), "specialist = 0.9"));
    assert!(routed < 0.5 * all, "{routed} and {all}");
    let rules = |heeds: bool| format!("registry = {{ restricted = 0.5, permitted = 0.5, delegation = {heeds} }}");
    let [heeded, not] = [true, false].map(|heeds| refusals(&rules(heeds), ""));
    assert!(heeded < 0.5 * not, "{heeded} and {not}");
    // Where all users may, nobody is kept out.
    assert_eq!(refusals("registry = { restricted = 0.5 }", ""), refusals("registry = {}", ""));
}

/// Namespaces cut the market in pieces: fewer are found, and the best of fewer is worse.
#[test]
fn who_is_not_visible_is_not_called() {
    let run = |namespaces: u32| {
        let rules = format!("registry = {{ namespaces = {namespaces} }}");
        of(&listed(&rules, "honest", "capability = [0.6]"), "messages_per_announcement")
    };
    // Twenty bidders of four namespaces: five of each are seen, and six would be called.
    assert!(run(4) < run(1));
}

#[test]
fn the_laws_hold_with_a_registry_and_its_tasks_are_a2a() {
    let rules = format!(
        "{SCORED}\nreputation = \"eigentrust\"\ninformation = \"public\"\nname_price = 5\n\
         registry = {{ order = \"best\", certification = {{ probes = 3, least = 0.3, valid_us = 30_000_000 }} }}"
    );
    for attack in [
        "whitewashing",
        "sybil(names=2)",
        "collusion",
        "wash_trading",
        "bad_mouthing",
        "sleeper(sleep=3)",
        "retaliation",
    ] {
        let tables = listed_often(&rules, "attacker", &format!("attack = \"{attack}\""), 2);
        let laws = table(&tables, "market_laws");
        for row in 0..laws.len() {
            let times = laws.at(row, "times_broken").and_then(|cell| cell.number());
            let show = |column: &str| laws.at(row, column).expect("a column").show();
            assert_eq!(times, Some(0.0), "{attack}: {} {}", show("law"), show("first_broken"));
        }
        let refused = [("condition", "base"), ("trouble", "requests refused")];
        assert_eq!(number(table(&tables, "market_troubles"), &refused, "times"), 0.0, "{attack}");
    }
    let text = format!(
        "schema = 1\ntitle = \"t\"\nseed = 7\n[model.market]\nbuyers = 2\nannouncements = 6\nrepetitions = 1\n{rules}\n\
         [[agents]]\nname = \"honest\"\ncount = 4\nstrategy = \"honest\"\n[[agents]]\nname = \"cheat\"\ncount = 3\n\
         strategy = \"attacker\"\nparams = {{ attack = \"whitewashing\" }}\n"
    );
    let scenario = read(&text, "listed", &[]);
    let key = scenario.run_key(0);
    let mut progress = |_: u64, _: u64| {};
    let mut written = Vec::new();
    let mut recorder = RunRecorder::new(&*scenario.model, &mut written, &mut progress);
    scenario.model.run(&RunCx { key: &key, trace: TraceLevel::Wire }, &mut recorder).expect("it runs");
    recorder.finish().expect("memory takes it");
    let text = String::from_utf8(written).expect("UTF-8");
    for kind in ["registry.register", "registry.discover", "registry.found", "registry.feedback", "registry.probe"] {
        assert!(text.contains(kind), "{kind}");
    }
    let report = comity::query::a2a::validate_trace(&text, "listed").expect("a trace");
    assert_eq!(report["valid"], true, "{report}");
}

/// By hand: 60/0.7, 60/0.7 - 80, three jurors with 0.896 and 0.028 need none, 60/0.8 - 20 n, half of the bond that does twice
/// over, 0.1 * 80 / 0.9, three gains over 1 - 0.2^3 or 0.8, what leaves the seller 60 of 80, and the gain of 60.
#[test]
fn agents_switch_where_closed_forms_say() {
    let tables = run("policy-comparison.toml", &["model.policies.repetitions=2", "model.policies.announcements=2"]);
    let thresholds = table(&tables, "policy_thresholds");
    let found = |mechanism: &str| {
        let row = [("mechanism", mechanism)];
        (number(thresholds, &row, "closed_form"), number(thresholds, &row, "simulated"))
    };
    for (mechanism, closed, level) in [
        ("bond beside a price paid with the award", 60.0 / 0.7, 86.0),
        ("bond beside a price in escrow", 60.0 / 0.7 - 80.0, 6.0),
        ("bond beside a price in escrow, with a jury", 0.0, 0.0),
        ("bond with 0 contracts left", 75.0, 75.0),
        ("bond with 1 contracts left", 55.0, 55.0),
        ("bond with 2 contracts left", 35.0, 35.0),
        ("bond with 3 contracts left", 15.0, 15.0),
        ("bond with 4 contracts left", 0.0, 0.0),
        ("bond with 5 contracts left", 0.0, 0.0),
        ("audits in a hundred, beside a bond of 172", 100.0 * 60.0 / (0.7 * 172.0), 50.0),
        ("what the loser of a dispute pays", 8.0 / 0.9, 9.0),
        ("one stake behind 3 contracts at a time, lost by the whole", 180.0 / 0.992, 182.0),
        ("one stake behind 3 contracts at a time, lost by the share", 225.0, 225.0),
        ("buyer's deposit under which a threatened seller bids", 2.0 * 60.0 - 80.0 + 20.0, 60.0),
        ("buyer's deposit under which threats cost the seller nothing", 80.0 + 20.0, 100.0),
        ("price of a fresh name, under boycott", 60.0, 60.0),
    ] {
        let (formula, simulated) = found(mechanism);
        assert!((formula - closed).abs() < 1e-9, "{mechanism}: {formula}");
        assert_eq!(simulated, level, "{mechanism}");
    }
    assert_eq!(thresholds.len(), 16);
}

/// What is said of policies follows their intervals, and the first policy of each mix is what it is compared with.
#[test]
fn verdicts_say_what_the_intervals_support() {
    let tables = run("policy-comparison.toml", &[]);
    let (policies, verdicts) = (table(&tables, "policies"), table(&tables, "policy_verdicts"));
    assert_eq!((policies.len(), verdicts.len()), (72, 72));
    for row in 0..policies.len() {
        let cell = |column: &str| policies.at(row, column).and_then(|cell| cell.number());
        let verdict = verdicts.at(row, "policy_verdict").expect("a column").show();
        let (low, high) = (cell("net_difference_low").expect("an end"), cell("net_difference_high").expect("an end"));
        let wanted = match verdict.as_ref() {
            "pays for itself" => low > 0.0,
            "costs more than it brings" => high < 0.0,
            "cannot be told apart" => low <= 0.0 && high >= 0.0,
            "the yardstick" | "makes no difference" => (low, high) == (0.0, 0.0),
            _ => false,
        };
        assert!(wanted, "{verdict}: {low} to {high}");
        assert_eq!(cell("times_broken"), Some(0.0));
        let costs = cell("net_welfare").expect("a mean") + cell("policy_cost").expect("a mean");
        assert!((costs - cell("welfare").expect("a mean")).abs() < 1e-9);
    }
    let says = |mix: &str, condition: &str| {
        let row = rows(verdicts, &[("mix", mix), ("condition", condition)]);
        verdicts.at(row[0], "policy_verdict").expect("a column").show().to_string()
    };
    // Opportunists weigh a bond; a certificate is of no use against them, nor a bond against who cannot do better.
    assert_eq!(says("opportunists", "bond"), "pays for itself");
    assert_eq!(says("overclaimers", "certification"), "pays for itself");
    assert_eq!(says("overclaimers", "bond"), "costs more than it brings");
    for safeguard in ["certification", "bond", "audits", "escrow and arbiter", "one stake for all contracts"] {
        assert_eq!(says("honest bidders", safeguard), "costs more than it brings", "{safeguard}");
    }
}

#[test]
fn what_does_not_go_together_is_said() {
    let refused = |text: &str, changes: &[&str], words: &[&str]| {
        let changes: Vec<Override> = changes.iter().map(|change| Override::parse(change).expect("a change")).collect();
        let faults = match Scenario::read(text, "small", &changes, &Lab::new()) {
            Err(faults) => faults.to_string(),
            Ok(_) => panic!("{changes:?} is taken"),
        };
        for word in words {
            assert!(faults.contains(word), "{faults}\n lacks {word}");
        }
    };
    let text = small("announcements = 3", "honest", "capability = [0.5]", 2);
    let change = |key: &str, value: &str| format!("model.market.{key}={value}");
    refused(&text, &[&change("manager", "\"naiv\"")], &["naiv", "naive"]);
    refused(&text, &[&change("value", "[-5]")], &["value", "0"]);
    refused(&text, &[&change("value", "[9, 5]")], &["values from 9 to 5"]);
    refused(&text, &[&change("max_price", "-1")], &["max_price"]);
    refused(
        &text,
        &[&change("payment", "\"outside\""), &change("bonds", "[{credits=3}]")],
        &["without an escrow agent"],
    );
    refused(&text, &[&change("manager", "\"contingent\"")], &["payment = \"escrow\""]);
    refused(&text, &[&change("bonds", "[{credits=3, from=5, to=2}]")], &["a bond for no contract"]);
    refused(&text, &[&change("bonds", "[{credits=3, last=5, to=2}]")], &["a bond for no contract"]);
    refused(&text, &[&change("court", "{detect=0.2, false_alarm=0.3}")], &["no bond deters"]);
    refused(&text, &[&change("bonds", "[{credits=2000000}]")], &["everybody can afford"]);
    refused(&text, &[&change("crashes", "[{agent=\"b-7\", at_us=1}]")], &["b-7", "did you mean"]);
    refused(&text, &[&change("announcements", "10000000"), &change("buyers", "1000")], &["tasks", "in one run"]);
    refused(&small("", "honest", "capability = [1.5]", 1), &[], &["capability of 1.5"]);
    refused(&small("", "honest", "cost = [9, 5]", 1), &[], &["`cost` from 9 to 5"]);
    refused(&small("", "honest", "honesty = 1", 1), &[], &["honesty"]);
    refused(&small("", "tit_for_tat", "capability = [1]", 1), &[], &["tit_for_tat"]);
    refused("schema = 1\ntitle = \"t\"\nseed = 1\n[model.market]\n", &[], &["at least one agent"]);
    refused(&text, &[&change("reputation", "\"eigentrst\"")], &["eigentrst", "eigentrust"]);
    refused(
        &text,
        &[&change("reputation", "\"beta\""), &change("information", "\"public\"")],
        &["without a registry", "registry = {}"],
    );
    refused(&text, &[&change("registry", "{order=\"best\"}")], &["goes by scores and keeps none"]);
    refused(
        &text,
        &[&change("registry", "{feedback=\"open\"}")],
        &["feedback on managers at a registry that keeps none"],
    );
    refused(&text, &[&change("registry", "{fear=2}")], &["fear"]);
    refused(&text, &[&change("registry", "{tries=0}")], &["tries"]);
    refused(
        &text,
        &[
            &change("reputation", "\"beta\""),
            &change("information", "\"public\""),
            &change("registry", "{delist_below=0.6}"),
        ],
        &["newcomers with a score of 0.5", "nobody would ever be called"],
    );
    let both = |rest: &str| change("deposits", &format!("{{ buyer = 20, seller = 20{rest} }}"));
    refused(&text, &[&both("")], &["beside a price that is not held", "payment = \"escrow\""]);
    let escrow = change("payment", "\"escrow\"");
    refused(&text, &[&escrow, &both(""), &change("court", "{}")], &["burn unless both sign, and a court"]);
    refused(&text, &[&escrow, &change("deposits", "{buyer=0, seller=5}")], &["it never signs", "1 credit or more"]);
    refused(&text, &[&escrow, &change("deposits", "{buyer=999950, seller=5}")], &["managers can afford"]);
    refused(&text, &[&escrow, &change("deposits", "{buyer=5, seller=-5}")], &["seller"]);
    refused(&text, &[&change("registry", "{stake={credits=5}}")], &["no court that could take it"]);
    refused(
        &text,
        &[&change("registry", "{stake={credits=2000000}}"), &change("court", "{}")],
        &["everybody can afford"],
    );
    refused(
        &text,
        &[&change("registry", "{stake={credits=5}}"), &change("court", "{}"), &change("payment", "\"outside\"")],
        &["without an escrow agent"],
    );
    let compared = shipped("policy-comparison.toml");
    let threshold = |key: &str, value: &str| format!("model.policies.thresholds.{key}={value}");
    refused(
        &compared,
        &[&threshold("detect", "0.55"), &threshold("false_alarm", "0.45")],
        &["honesty needs a bond of at least 520", "a window of bonds that is not empty"],
    );
    refused(
        &compared,
        &[&threshold("detect", "0.1"), &threshold("false_alarm", "0.2")],
        &["the first above the second"],
    );
    refused(&compared, &[&threshold("price", "60")], &["a price of 60 for work that costs 60"]);
    refused(&compared, &["model.policies.mixes=[{name=\"m\", agents=[\"hones\"]}]"], &["hones", "honest"]);
    refused(&compared, &["model.policies.capital_rate=-1"], &["capital_rate"]);
    refused(&text, &[&change("name_price", "-1")], &["name_price"]);
    refused(&text, &[&change("due_us", "-5")], &["due_us"]);
    refused(&text, &[&change("window_us", "-1")], &["window_us"]);
    refused(&small("", "attacker", "attack = \"whitewash\"", 1), &[], &["whitewash", "whitewashing"]);
}
