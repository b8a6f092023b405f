//! Games as users give them: every form in TOML and JSON, and every fault at its place.

mod common;

use comity::catalogue::{Field, Kind, Place, Schema, Value};
use comity::error::Faults;
use comity::exact::Rational;
use comity::game::{
    MoveMapping, Nfg, NormalForm, Player, ResolvedGame, catalogue, from_json, from_value, inline_schema,
};
use common::{oracle, oracle_lines};
use proptest::prelude::*;
use serde_json::{Value as Json, json};

/// A scenario whose key `game` is this, as a scenario's schema checks it before the game is read.
fn scenario(toml: &str) -> Result<ResolvedGame, Faults> {
    let schema = Schema::of(vec![Field::required(
        "game",
        Kind::Named { family: "games", inline: Some(inline_schema) },
        "The stage game.",
    )]);
    let value = Value::from_toml(toml, "s.toml")?;
    let place = Place::document("s.toml");
    let mut faults = Faults::new();
    let table = value.as_table().expect("a document is a table");
    let Some(params) = schema.check(table, &value.origin, &place, &mut faults) else { return Err(faults) };
    from_value(params.value("game"), &place.key("game"), &catalogue())
}

fn good(toml: &str) -> ResolvedGame {
    scenario(toml).unwrap_or_else(|faults| panic!("{toml}\n{faults}"))
}

fn texts(values: &[Rational]) -> String {
    values.iter().map(Rational::to_string).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_scenario_names_a_game_or_writes_it_out() {
    let named = good("game = \"Hawk Dove(v=2, c=4)\"");
    assert_eq!(named.name, "hawk_dove");
    assert_eq!(named.mapping, MoveMapping::Plain);
    let with_params = good("[game]\nname = \"hawk_dove\"\nparams = { v = 4, c = \"13/2\" }");
    assert_eq!(with_params.name, "hawk_dove(v=4,c=13/2)");
    assert_eq!(texts(with_params.game.payoffs()), "2 2 0 4 4 0 -5/4 -5/4");
    assert_eq!(good("game = \"axelrod\"").mapping, MoveMapping::Bargain);

    // Row by row, both payoffs a cell.
    let dilemma = "3 3 0 5 5 0 1 1";
    for (toml, payoffs, mapping) in [
        ("game = { R = 3, S = 0, T = 5, P = 1 }", dilemma, MoveMapping::Bargain),
        ("game = { R = 0.1, S = 0, T = \"1/3\", P = 0.05 }", "1/10 1/10 0 1/3 1/3 0 1/20 1/20", MoveMapping::Bargain),
        (
            "game = { actions = [\"stag\", \"hare\"], payoffs = [[4, 0], [2, 2]] }",
            "4 4 0 2 2 0 2 2",
            MoveMapping::StagHunt,
        ),
        ("game = { row = [[3, 0], [5, 1]], column = [[3, 5], [0, 1]] }", dilemma, MoveMapping::Bargain),
        ("game = { A = [[1, 2, 3]], B = [[4, 5, 6]] }", "1 4 2 5 3 6", MoveMapping::Plain),
        ("game = { dims = [2, 2], payoffs = [[3, 0, 5, 1], [3, 5, 0, 1]] }", dilemma, MoveMapping::Bargain),
        (
            "game = { players = [{ name = \"a\", actions = [\"x\"] }, { name = \"b\", actions = [\"y\", \"z\"] }], payoffs = [[1, 2], [3, 4]] }",
            "1 3 2 4",
            MoveMapping::Plain,
        ),
        ("[game]\nnfg = '''NFG 1 R \"t\" { \"a\" \"b\" } { 2 2 }\n3 3 5 0 0 5 1 1'''", dilemma, MoveMapping::Bargain),
        ("game = { game = \"axelrod\" }", dilemma, MoveMapping::Bargain),
        (
            "game = { game = { name = \"dilemma\", params = { T = 5 } }, mapping = \"plain\" }",
            dilemma,
            MoveMapping::Plain,
        ),
        ("game = { R = 3, S = 0, T = 5, P = 1, mapping = \"coordination\" }", dilemma, MoveMapping::Coordination),
    ] {
        let resolved = good(toml);
        assert_eq!(texts(resolved.game.payoffs()), payoffs, "{toml}");
        assert_eq!(resolved.mapping, mapping, "{toml}");
    }
}

#[test]
fn names_are_kept_where_they_are_given() {
    let hunt = good(
        "game = { actions = [\"stag\", \"hare\"], payoffs = [[4, 0], [2, 2]], title = \"Hunt\", comment = \"sure\" }",
    );
    assert_eq!((hunt.game.title.as_str(), hunt.game.comment.as_str(), hunt.name.as_str()), ("Hunt", "sure", "Hunt"));
    assert_eq!(hunt.game.players()[1], Player::new("column", ["stag", "hare"]));
    let roles = good(
        "[game]\nA = [[1, 2]]\nB = [[3, 4]]\nplayers = [{ name = \"us\", actions = [\"a\"] }, { name = \"them\", actions = [\"b\", \"c\"] }]",
    );
    assert_eq!(roles.game.players(), [Player::new("us", ["a"]), Player::new("them", ["b", "c"])]);
    assert_eq!(
        good("game = { R = 3, S = 0, T = 5, P = 1, actions = [\"keep\", \"break\"] }").game.players()[0].actions,
        ["keep", "break"]
    );
    assert_eq!(good("game = { game = \"chicken\", title = \"Crossroads\" }").name, "chicken");
    assert_eq!(
        good("game = { dims = [1, 3], payoffs = [[1, 2, 3], [0, 0, 0]] }").game.players()[1],
        Player::new("player 2", ["1", "2", "3"])
    );
}

#[test]
fn faults_say_line_column_and_the_way_out() {
    for (toml, wanted) in [
        (
            "\ngame = \"stag_hunk\"",
            "s.toml:2:8: unknown game \"stag_hunk\"; did you mean \"stag_hunt\"? (comity list games)",
        ),
        (
            "game = \"dilemma(T=1)\"",
            "s.toml:1:8: R = 3, S = 0, T = 1, P = 1; expected T > R > P > S (two_by_two takes any order)",
        ),
        ("[game]\nR = 1\nS = 2\nT = 3", "s.toml:1:1: a game without `P`; expected `R`, `S`, `T`, `P` together"),
        (
            "[game]\nR = 1\nS = 2\nT = 3\nP = nan",
            "s.toml:5:5: `P`: \"nan\" is not a number; expected an exact number such as 3, 0.5 or \"1/3\"",
        ),
        (
            "[game]\nR = 1\nS = 2\nT = 3\nP = -inf",
            "s.toml:5:5: `P`: \"-inf\" is not a number; expected an exact number such as 3, 0.5 or \"1/3\"",
        ),
        (
            "[game]\nR = 1\nS = 2\nT = 3\nP = \"1/0\"",
            "s.toml:5:5: `P`: \"1/0\" divides by zero; expected an exact number such as 3, 0.5 or \"1/3\"",
        ),
        (
            "[game]\nR = 1\nS = 2\nT = 3\nP = true",
            "s.toml:5:5: `P` is true; expected an exact number such as 3, 0.5 or \"1/3\"",
        ),
        ("[game]\nR = 1\nS = 2\nT = 3\nP = 0\nQ = 1", "s.toml:6:1: unknown key \"Q\""),
        (
            "[game]\nA = [[1, 2], [3]]\nB = [[1, 2],\n  [3, 4, 5]]",
            "s.toml:2:14: row 2 of `A` has 1 payoff; expected 2, as row 1 has\ns.toml:4:3: row 2 of `B` has 3 payoffs; expected 2, as row 1 has",
        ),
        ("[game]\nA = [[1, 2], [3, 4]]\nB = [[1, 2]]", "s.toml:3:5: `B` is 1 x 2; expected 2 x 2, as `A` is"),
        ("[game]\nA = [[1, 2], [3, 4]]", "s.toml:1:1: a game without `B`; expected `A`, `B` together"),
        ("[game]\nA = []\nB = [[1]]", "s.toml:2:5: `A` is a list of 0; expected a list of at least 1"),
        ("[game]\nA = [[]]\nB = [[]]", "s.toml:2:6: `A[0]` is a list of 0; expected a list of at least 1"),
        ("[game]\nrow = [[1]]\ncolumn = [[\"x\"]]", "s.toml:3:12: `column[0][0]`: \"x\" is not a number"),
        (
            "[game]\nA = [[1]]\nB = [[1]]\nrow = [[1]]",
            "s.toml:4:1: `A` and `row` in one game; expected one way to give the payoffs",
        ),
        (
            "[game]\nA = [[1]]\nB = [[1]]\ndims = [1]",
            "s.toml:4:1: `dims` beside `A`, `B`; expected at most actions, players, title, comment, mapping beside it",
        ),
        ("[game]\ntitle = \"x\"", "s.toml:1:1: a game without payoffs; expected `game`, the four payoffs"),
        (
            "[game]\npayoffs = [[1]]",
            "s.toml:2:11: `payoffs` alone; expected `actions` (a symmetric game of two), `dims` or `players` beside it",
        ),
        ("[game]\npayoffs = [[1]]\ndims = [1]\nactions = [\"a\"]", "s.toml:3:8: `payoffs` with `actions` and `dims`"),
        ("[game]\nactions = [\"a\", \"b\"]\npayoffs = [[1, 2]]", "s.toml:3:11: `payoffs` is 1 x 2; expected a square"),
        (
            "[game]\nactions = [\"a\"]\npayoffs = [[1, 2], [3, 4]]",
            "s.toml:2:11: `actions` names 1; expected 2, one for each action",
        ),
        (
            "[game]\nactions = [\"a\",\n \"a\"]\npayoffs = [[1, 2], [3, 4]]",
            "s.toml:3:2: two actions called \"a\"; expected a name of its own for each",
        ),
        ("[game]\nactions = []\npayoffs = [[1]]", "s.toml:2:11: `actions` is a list of 0"),
        ("[game]\ndims = [2, 0]\npayoffs = [[1], [1]]", "s.toml:2:12: `dims[1]` is 0; expected a whole number from 1"),
        (
            "[game]\ndims = [2, 2]\npayoffs = [[1, 2, 3, 4],\n [1, 2]]",
            "s.toml:4:2: list 2 of `payoffs` has 2 payoffs; expected 4, one for each profile of 2 players with 2 x 2 actions (`dims`)",
        ),
        (
            "[game]\ndims = [2, 2]\npayoffs = [[1, 2, 3, 4]]",
            "s.toml:3:11: `payoffs` has 1 lists; expected one for each of 2 players",
        ),
        (
            "[game]\ndims = [4000000000, 4000000000]\npayoffs = [[1], [1]]",
            "s.toml:3:12: list 1 of `payoffs` has 1 payoff",
        ),
        ("[game]\nplayers = [{ name = \"a\" }]\npayoffs = [[1]]", "s.toml:2:12: missing key \"actions\""),
        (
            "[game]\nA = [[1, 2]]\nB = [[1, 2]]\nplayers = [{ name = \"a\", actions = [\"x\"] }, { name = \"b\", actions = [\"y\"] }]",
            "s.toml:4:11: `players` has 2 players with 1 x 1 actions; expected 2 players with 1 x 2 actions",
        ),
        (
            "[game]\nA = [[1, 2]]\nB = [[1, 2]]\nactions = [\"x\"]",
            "s.toml:4:11: `actions` for both players of a game of 1 x 2 actions",
        ),
        (
            "[game]\ngame = \"climbing\"\nmapping = \"bargain\"",
            "s.toml:3:11: the mapping \"bargain\" for a game of 3 x 3 actions; expected a game of two actions a player",
        ),
        (
            "[game]\ngame = \"axelrod\"\nmapping = \"bargian\"",
            "s.toml:3:11: `mapping` is \"bargian\"; expected one of bargain, coordination, stag_hunt, plain; did you mean \"bargain\"?",
        ),
        ("[game]\nname = \"axelrod\"\nmapping = \"plain\"", "s.toml:3:1: unknown key \"mapping\""),
        ("[game]\ngame = \"axlrod\"", "s.toml:2:8: unknown game \"axlrod\"; did you mean \"axelrod\"?"),
        (
            "[game]\nnfg = '''\nNFG 1 R \"t\" { \"a\" \"b\" } { 2 2 }\n3 3 5 0 x'''",
            "s.toml: the text of `game.nfg`:2:9: `x`; expected payoff 5 of 8 (player 1 in profile 3)",
        ),
        ("game = 3", "s.toml:1:8: `game` is 3; expected a name of `comity list games`"),
    ] {
        let faults = scenario(toml).expect_err(toml);
        assert!(faults.to_string().starts_with(wanted), "{toml}\n{faults}\n{wanted}");
    }
}

#[test]
fn json_takes_the_same_forms_and_points_by_path() {
    let games = catalogue();
    let read = |json: Json| from_json(&json, &games).unwrap_or_else(|faults| panic!("{faults}")).game;
    let dilemma = read(json!({"A": [[3, 0], [5, 1]], "B": [[3, 5], [0, 1]]}));
    for json in [
        json!({"dims": [2, 2], "payoffs": [[3, 0, 5, 1], [3, 5, 0, 1]]}),
        json!({"nfg": "NFG 1 R \"\" { \"a\" \"b\" } { 2 2 } 3 3 5 0 0 5 1 1"}),
        json!({"game": "dilemma(R=3,S=0,T=5,P=1)"}),
        json!("axelrod"),
        json!({"name": "axelrod"}),
        json!({"R": 3, "S": "0", "T": "10/2", "P": 1.0}),
        json!({"A": [["3", 0.0], [5e0, "1.0"]], "B": [[3, 5], [0, 1]], "title": null}),
    ] {
        assert_eq!(read(json.clone()).payoffs(), dilemma.payoffs(), "{json}");
    }
    // Digits, not the float behind them: a tenth, and a number with an exponent.
    let exact = read(json!({"A": [[0.1, 1e-7]], "B": [[-2.5e21, 123_456_789_012_345_678i64]]}));
    assert_eq!(texts(exact.payoffs()), "1/10 -2500000000000000000000 1/10000000 123456789012345678");
    for (json, wanted) in [
        (json!({"A": [[1, null]], "B": [[1, 2]]}), "`A[0][1]`: null; expected a value"),
        (json!({"A": [[1, "NaN"]], "B": [[1, 2]]}), "`A[0][1]`: `A[0][1]`: \"NaN\" is not a number"),
        (json!({"A": [[1, "inf"]], "B": [[1, 2]]}), "`A[0][1]`: `A[0][1]`: \"inf\" is not a number"),
        (json!({"A": [[1, [2]]], "B": [[1, 2]]}), "`A[0][1]`: `A[0][1]` is a list of 1"),
        (json!({"A": [[1, 2]], "B": [[1], [2]]}), "`B`: `B` is 2 x 1; expected 1 x 2, as `A` is"),
        (json!({"A": [[1], [2, 3]], "B": [[1], [2]]}), "`A[1]`: row 2 of `A` has 2 payoffs; expected 1, as row 1 has"),
        (json!({"nfg": "NFG 2"}), "the text of `nfg`:1:5: `2`; expected the format's version, 1"),
        (
            json!({"players": [{"name": "a", "actions": []}], "payoffs": [[1]]}),
            "`players[0].actions`: `actions` is a list of 0",
        ),
        (json!({}), "a game without payoffs"),
        (json!([]), "the value is a list of 0"),
        (json!(null), "null; expected a value"),
    ] {
        let faults = from_json(&json, &games).expect_err("a fault");
        assert!(faults.to_string().starts_with(wanted), "{json}\n{faults}\n{wanted}");
    }
}

#[test]
fn the_tables_of_exact_answers_are_read_and_written_back() {
    let games = catalogue();
    for row in oracle_lines("equilibrium/bimatrix.jsonl.gz") {
        let tables = json!({"A": row["A"], "B": row["B"]});
        let game = from_json(&tables, &games).unwrap_or_else(|faults| panic!("{faults}")).game;
        assert_eq!(game.to_json_tables(), Some(tables), "{}", row["id"]);
    }
    for row in oracle_lines("equilibrium/nplayer.jsonl.gz") {
        let game = from_json(&json!({"dims": row["dims"], "payoffs": row["payoffs"]}), &games).expect("a game").game;
        assert_eq!(game.to_json()["payoffs"], row["payoffs"], "{}", row["id"]);
        assert_eq!(game.to_json_tables(), None);
    }
    let solutions: Vec<Json> = serde_json::from_str(&oracle("equilibrium/nfg/solutions.json.gz")).expect("JSON");
    for solution in solutions {
        let text = oracle(&format!("equilibrium/nfg/{}", solution["file"].as_str().expect("a name")));
        let game = from_json(&json!({"nfg": text}), &games).expect("a game").game;
        assert_eq!(Nfg::read(&text).map(Nfg::into_game), Ok(game.clone()));
        let by_profiles =
            from_json(&json!({"dims": solution["dims"], "payoffs": solution["payoffs"]}), &games).expect("a game");
        assert_eq!(by_profiles.game.payoffs(), game.payoffs(), "{}", solution["file"]);
    }
}

#[test]
fn the_schema_offers_names_and_the_written_out_table() {
    let kind = Kind::Named { family: "games", inline: Some(inline_schema) };
    let games = catalogue();
    let names = |_: &str| -> Vec<String> { games.entries().map(|entry| entry.key.to_string()).collect() };
    let schema = kind.json_schema(&names).to_string();
    for wanted in ["stag_hunt", "payoffs", "\"mapping\"", "bargain"] {
        assert!(schema.contains(wanted), "{wanted}");
    }
}

proptest! {
    #[test]
    fn the_full_form_keeps_everything(
        title in ".{0,6}",
        comment in ".{0,6}",
        players in prop::collection::vec((".{0,4}", prop::collection::vec(".{0,3}", 1..4)), 1..4),
        payoffs in prop::collection::vec((any::<i64>(), 1i64..2000), 27 * 3),
    ) {
        let players: Vec<Player> = players.into_iter().map(|(name, actions)| Player { name, actions }).collect();
        let count = players.iter().map(|p| p.actions.len()).product::<usize>() * players.len();
        let payoffs = payoffs[..count].iter().map(|(p, q)| Rational::new(*p, *q)).collect();
        let mut game = NormalForm::new(title, players, payoffs).expect("a game");
        game.comment = comment;
        let text = game.to_json().to_string();
        let read = from_json(&serde_json::from_str(&text).expect("JSON"), &catalogue());
        prop_assert_eq!(read.map(|resolved| resolved.game), Ok(game));
    }

    #[test]
    fn arbitrary_json_is_read_or_refused(json in arbitrary_game_like_json()) {
        if let Err(faults) = from_json(&json, &catalogue()) {
            prop_assert!(!faults.is_empty() && !faults.to_string().is_empty());
        }
    }
}

/// JSON objects with the keys of games, and values that are nearly right.
fn arbitrary_game_like_json() -> impl Strategy<Value = Json> {
    let leaf = prop_oneof![
        (-3i64..4).prop_map(Json::from),
        any::<f64>().prop_map(|x| json!(x)),
        "[a-z0-9/.()=-]{0,6}".prop_map(Json::from),
        Just(json!("axelrod")),
        Just(json!("NFG 1 R \"\" { \"a\" } { 1 } 0")),
        Just(Json::Null),
        Just(json!({"name": "x", "actions": ["a", "b"]})),
    ];
    let list = prop::collection::vec(leaf.clone(), 0..4).prop_map(Json::from);
    let table = prop::collection::vec(list.clone(), 0..4).prop_map(Json::from);
    let keys = [
        "game", "R", "S", "T", "P", "actions", "payoffs", "row", "column", "A", "B", "dims", "players", "nfg",
        "mapping", "title", "name",
    ];
    let value = prop_oneof![leaf, list, table];
    prop::collection::vec((prop::sample::select(keys.to_vec()), value), 0..6)
        .prop_map(|members| members.into_iter().map(|(key, value)| (key.to_string(), value)).collect())
}
