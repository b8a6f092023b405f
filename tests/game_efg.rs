//! The `.efg` reader and writer, and what is true of trees, against files with known facts, against malformed texts, and
//! on mutilated files.

mod common;

use comity::error::Origin;
use comity::exact::Rational;
use comity::game::{Analysis, ExtensiveForm, GameError, NodeKind, TreeBuilder};
use comity::ids::PlayerId;
use common::{oracle, trees};
use proptest::prelude::*;
use serde_json::{Value as Json, json};
use std::sync::LazyLock;

fn texts(values: &[Rational]) -> Vec<String> {
    values.iter().map(Rational::to_string).collect()
}

#[test]
fn every_file_is_read_with_its_facts() {
    let trees = trees();
    assert_eq!(trees.len(), 65);
    for (name, tree, facts) in &trees {
        let counts = tree.node_counts();
        let by_player = |what: &dyn Fn(PlayerId) -> Json| tree.player_ids().map(what).collect::<Vec<Json>>();
        let actions = |player: PlayerId| {
            let sets = tree.infosets_of(player).iter();
            json!(sets.map(|set| tree.infosets()[*set].actions.len()).collect::<Vec<_>>())
        };
        let induction = tree.backward_induction().map(|found| {
            if found.ties.is_empty() {
                json!({"ties": false, "payoffs": texts(&found.payoffs), "actions": found.actions})
            } else {
                json!({"ties": true})
            }
        });
        for (key, found) in [
            ("title", json!(tree.title)),
            ("comment", json!(tree.comment)),
            ("players", json!(tree.player_count())),
            ("player_names", json!(tree.players())),
            ("nodes", json!({"chance": counts.chance, "decision": counts.decision, "terminal": counts.end})),
            ("infosets", json!(by_player(&|player| json!(tree.infosets_of(player).len())))),
            ("infoset_actions", json!(by_player(&actions))),
            ("chance_infosets", json!(tree.events().len())),
            ("depth", json!(tree.depth())),
            ("sequences", json!(by_player(&|player| json!(tree.sequence_count(player))))),
            ("perfect_recall", json!(tree.has_perfect_recall())),
            ("absent_minded", json!(tree.is_absent_minded())),
            ("perfect_information", json!(tree.is_perfect_information())),
            ("subgame_roots", json!(tree.subgame_roots().len())),
            ("constant_sum", json!(tree.constant_sum().map(|sum| sum.to_string()))),
            ("backward_induction", json!(induction)),
        ] {
            assert_eq!(found, facts[key], "{name}: {key}");
        }
    }
}

#[test]
fn every_reduced_form_has_its_strategies_payoffs_and_pure_equilibria() {
    for (name, tree, facts) in &trees() {
        let wanted = &facts["reduced"];
        let reduced = tree.reduced_form().unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(json!(reduced.game.dimensions()), wanted["dims"], "{name}");
        if let Some(all) = wanted["strategies"].as_array() {
            let found: Vec<Vec<String>> =
                reduced.strategies.iter().map(|own| own.iter().map(ToString::to_string).collect()).collect();
            assert_eq!(json!(found), json!(all), "{name}");
        }
        let profiles = 0..reduced.game.profile_count();
        if let Some(all) = wanted["payoffs"].as_array() {
            let of = |player: PlayerId| -> Vec<String> {
                profiles.clone().map(|k| reduced.game.payoff_at(k, player).to_string()).collect()
            };
            let found: Vec<Vec<String>> = reduced.game.player_ids().map(of).collect();
            assert_eq!(json!(found), json!(all), "{name}");
        }
        if let Some(all) = facts["pure_ne"].as_array() {
            let found: Vec<Vec<usize>> =
                Analysis::of(&reduced.game).pure_equilibria().into_iter().map(|k| reduced.game.profile(k)).collect();
            assert_eq!(json!(found), json!(all), "{name}");
        }
    }
}

/// What a subgame-perfect equilibrium pays is what some Nash equilibrium in pure strategies pays, and where no mover is
/// ever indifferent there is one.
#[test]
fn subgame_perfect_payoffs_are_those_of_pure_equilibria() {
    let mut told_apart = 0;
    for (name, tree, facts) in &trees() {
        let Some(induction) = tree.backward_induction() else { continue };
        let found = tree.subgame_perfect_payoffs(1000).expect("small sets");
        assert!(found.contains(&induction.payoffs), "{name}");
        if induction.ties.is_empty() {
            assert_eq!(found, [induction.payoffs], "{name}");
        } else {
            told_apart += usize::from(found.len() > 1);
        }
        let Some(pure) = facts["pure_ne"].as_array() else { continue };
        let reduced = tree.reduced_form().expect("a small form").game;
        let paid = |profile: &Json| -> Vec<Rational> {
            let profile: Vec<usize> = serde_json::from_value(profile.clone()).expect("a profile");
            reduced.player_ids().map(|player| reduced.payoff(&profile, player).clone()).collect()
        };
        let paid: Vec<Vec<Rational>> = pure.iter().map(paid).collect();
        assert!(found.iter().all(|payoffs| paid.contains(payoffs)), "{name}");
    }
    assert!(told_apart >= 2, "{told_apart} games with ties that matter");
}

/// The definition, word by word, over all full pure profiles: each player's choice at each node is best given the rest.
#[test]
fn subgame_perfect_payoffs_are_all_that_the_definition_gives() {
    for (name, tree, _) in &trees() {
        let decisions: Vec<usize> = (0..tree.nodes().len()).filter(|k| tree.mover(*k).is_some()).collect();
        let sizes: Vec<usize> = decisions.iter().map(|k| tree.nodes()[*k].children.len()).collect();
        let profiles: usize = sizes.iter().product();
        if !tree.is_perfect_information() || profiles > 20_000 {
            continue;
        }
        let ends = tree.ends();
        let mut found: Vec<Vec<Rational>> = Vec::new();
        for mut k in 0..profiles {
            let mut choice = vec![0; tree.nodes().len()];
            for (node, size) in decisions.iter().zip(&sizes) {
                choice[*node] = k % size;
                k /= size;
            }
            let mut values: Vec<Vec<Rational>> = vec![vec![Rational::zero(); tree.player_count()]; tree.nodes().len()];
            for (node, payoffs) in &ends {
                values[*node] = payoffs.clone();
            }
            let mut perfect = true;
            for (k, node) in tree.nodes().iter().enumerate().rev() {
                match node.kind {
                    NodeKind::End => {}
                    NodeKind::Chance(event) => {
                        for (child, (_, p)) in node.children.iter().zip(&tree.events()[event].actions) {
                            let value = values[*child].clone();
                            values[k].iter_mut().zip(&value).for_each(|(sum, x)| *sum += &(x * p));
                        }
                    }
                    NodeKind::Decision(_) => {
                        let mover = tree.mover(k).expect("a mover").index();
                        let chosen = values[node.children[choice[k]]].clone();
                        perfect &= node.children.iter().all(|child| values[*child][mover] <= chosen[mover]);
                        values[k] = chosen;
                    }
                }
            }
            if perfect && !found.contains(&values[0]) {
                found.push(values.swap_remove(0));
            }
        }
        found.sort();
        found.reverse();
        assert_eq!(tree.subgame_perfect_payoffs(1000), Some(found), "{name}");
    }
}

#[test]
fn every_file_is_written_and_read_back_equal() {
    for (name, tree, _) in &trees() {
        let written = tree.to_efg();
        assert_eq!(ExtensiveForm::read_efg(&written).as_ref(), Ok(tree), "{name}:\n{written}");
    }
}

/// Games written in several spellings are one game, up to what outcomes are called.
#[test]
fn spellings_of_one_game_are_one_game() {
    let trees = trees();
    for family in ["outside-option-", "kuhn-3-"] {
        let same: Vec<&(String, ExtensiveForm, Json)> =
            trees.iter().filter(|(name, ..)| name.starts_with(family)).collect();
        assert!(same.len() >= 2, "{family}");
        let form = |tree: &ExtensiveForm| {
            let reduced = tree.reduced_form().expect("a small form");
            (reduced.strategies, reduced.game.payoffs().to_vec())
        };
        assert!(same.iter().all(|(_, tree, _)| form(tree) == form(&same[0].1)), "{family}");
    }
}

#[test]
fn every_malformed_text_is_refused_where_it_is_wrong() {
    let rows: Vec<Json> = serde_json::from_str(&oracle("extensive/malformed.json.gz")).expect("JSON");
    let rows: Vec<&Json> = rows.iter().filter(|row| row["format"] == "efg").collect();
    assert_eq!(rows.len(), 25);
    for row in rows {
        let fault = ExtensiveForm::read_efg(row["text"].as_str().expect("a text")).expect_err("a malformed text");
        let Origin::Text { line, .. } = fault.at.origin else { panic!("{}: no line in {fault}", row["id"]) };
        assert_eq!(Json::from(line), row["line"], "{}: {fault}", row["id"]);
        if let Some(token) = row["token"].as_str() {
            assert_eq!(fault.found, format!("`{token}`"), "{}: {fault}", row["id"]);
        }
        assert!(!fault.expected.is_empty(), "{}: {fault}", row["id"]);
    }
}

#[test]
fn what_is_too_large_is_refused() {
    // A chain of moves with two actions at the root: 2^20 nodes are not reached, but reduced forms are too large.
    let players: String = (0..5000).map(|_| "\"p\" ").collect();
    let mut text = format!("EFG 2 R \"\" {{ {players} }}\n");
    for k in 0..1000 {
        text.push_str(&format!("p \"\" 1 {} \"\" {{ \"a\" \"b\" }} 0 t \"\" 0\n", k + 1));
    }
    let fault = ExtensiveForm::read_efg(&text).expect_err("too large");
    assert_eq!(fault.code, "game-too-large");
    assert!(matches!(fault.at.origin, Origin::Text { line: 421, .. }), "{fault}");

    let mut tree = TreeBuilder::new("", ["a"]).expect("a player");
    let sets: Vec<usize> =
        (0..20).map(|k| tree.infoset(PlayerId(0), k.to_string(), ["x", "y"]).expect("a set")).collect();
    let shares = (0..20).map(|_| ("", Rational::new(1, 20)));
    let event = tree.event("", shares).expect("an event");
    tree.node("", NodeKind::Chance(event), None).expect("a node");
    for set in sets {
        tree.node("", NodeKind::Decision(set), None).expect("a node");
        for _ in 0..2 {
            tree.node("", NodeKind::End, None).expect("a node");
        }
    }
    let fault = tree.finish().expect("a tree").reduced_form().expect_err("2^20 strategies");
    assert!(matches!(fault, GameError::TooManyStrategies { .. }), "{fault}");
}

#[test]
fn sums_of_probabilities_stay_cheap() {
    // Denominators without a common factor would multiply up.
    let shares: String = (0..3000).map(|k| format!("\"\" 1/{} ", 100_003 + 2 * k)).collect();
    let fault = ExtensiveForm::read_efg(&format!("EFG 2 R \"\" {{ \"A\" }} c \"\" 1 \"\" {{ {shares}"));
    assert_eq!(fault.expect_err("too long").code, "number-too-large");
}

/// Reading neither panics nor points outside of the text; what is read can be written and read again.
fn check(text: &str) {
    match ExtensiveForm::read_efg(text) {
        Ok(tree) => {
            assert_eq!(ExtensiveForm::read_efg(&tree.to_efg()).as_ref(), Ok(&tree));
            // All facts can be asked for, and none of them panics.
            let _ = (tree.subgame_roots(), tree.constant_sum(), tree.is_absent_minded(), tree.backward_induction());
            let _ = (tree.subgame_perfect_payoffs(100), tree.table());
        }
        Err(fault) => {
            let Origin::Text { line, column } = fault.at.origin else { panic!("{fault} has no place") };
            let lines: Vec<&str> = text.split('\n').collect();
            let length = lines.get(line as usize - 1).expect("a line of the text").chars().count();
            assert!(column as usize <= length + 1, "{fault} in {text:?}");
        }
    }
}

#[test]
fn every_file_cut_anywhere_is_read_or_refused() {
    for text in FILES.iter() {
        for (cut, _) in text.char_indices() {
            check(&text[..cut]);
        }
    }
}

#[test]
fn every_file_with_any_byte_changed_is_read_or_refused() {
    // Each place once with each of what the format gives a meaning to, in turn from place to place.
    const PUT: &[u8] = b"\"{}\\, 0-/.ecpt9\n\xc3";
    for (k, text) in FILES.iter().enumerate() {
        let every = if cfg!(debug_assertions) { 5 } else { 1 };
        for at in (k % every..text.len()).step_by(every) {
            let mut bytes = text.clone().into_bytes();
            bytes[at] = PUT[(at / every + k) % PUT.len()];
            check(&String::from_utf8_lossy(&bytes));
            bytes[at] = text.as_bytes()[at] ^ (1 << (at % 7));
            check(&String::from_utf8_lossy(&bytes));
        }
    }
}

static FILES: LazyLock<Vec<String>> =
    LazyLock::new(|| trees().iter().map(|(name, ..)| oracle(&format!("extensive/efg/{name}"))).collect());

proptest! {
    #[test]
    fn mutated_files_are_read_or_refused(
        which in 0usize..65,
        cuts in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), ".{0,2}"), 1..4),
    ) {
        let mut text: Vec<char> = FILES[which].chars().collect();
        for (from, length, put) in cuts {
            let from = from.index(text.len() + 1);
            let to = (from + length.index(4)).min(text.len());
            text.splice(from..to, put.chars());
        }
        check(&text.iter().collect::<String>());
    }

    #[test]
    fn arbitrary_tokens_are_read_or_refused(
        tokens in prop::collection::vec(prop::sample::select(&[
            "EFG", "2", "R", "D", "{", "}", ",", "\"a\"", "\"\"", "\"", "\\", "0", "1", "-1", "1/2", ".5", "1e3", "1/0",
            "\n", "99999999999999999999", "c \"\" 1 \"\" { \"a\" 1 } 0", "p \"\" 1 1 \"\" { \"a\" \"b\" } 0", "t \"\" 0",
            "t \"\" 1 \"\" { 1 2 }", "c", "p", "t",
        ][..]), 0..60),
        head in any::<bool>(),
    ) {
        let head = if head { "EFG 2 R \"t\" { \"a\" \"b\" } " } else { "" };
        check(&format!("{head}{}", tokens.join(" ")));
    }
}
