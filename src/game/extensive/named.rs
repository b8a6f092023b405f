//! The catalogue of named trees.
//!
//! An entry says a game's story, source and parameters, and builds its tree; games that the catalogue of normal forms
//! has by the same story have the same payoffs there. Their keys end in `_tree`, so that a name says which is meant.

use super::{ExtensiveForm, NodeKind, TreeBuilder};
use crate::catalogue::{Catalogue, Entry, Family, Field, Kind, Params, Schema, Value};
use crate::error::{Diagnostic, Faults};
use crate::exact::Rational;
use crate::ids::PlayerId;

impl Family for ExtensiveForm {
    const FAMILY: &'static str = "trees";
    const ONE: &'static str = "tree";
    const UNKNOWN: &'static str = "unknown-tree";
    type Facets = TreeFacets;
    /// A tree needs nothing but its parameters.
    type Tools = ();
}

/// What is true of a tree under its default parameters. All have perfect recall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeFacets {
    /// Whether chance moves.
    pub chance: bool,
    /// Whether everybody knows all moves before its own.
    pub perfect_information: bool,
    /// Whether payoffs sum to the same on all paths.
    pub constant_sum: bool,
}

/// The built-in trees.
///
/// # Examples
/// ```
/// use comity::catalogue::{Place, Value};
///
/// let trees = comity::game::trees();
/// let spec = trees.resolve(&Value::from("Centipede tree(moves=6)"), &Place::root()).unwrap();
/// let tree = trees.build(&spec, &()).unwrap();
/// // Backward induction takes at once (Rosenthal 1981).
/// assert_eq!(tree.backward_induction().unwrap().actions[0][0], 0);
/// ```
pub fn trees() -> Catalogue<ExtensiveForm> {
    Catalogue::new(vec![ENTRIES])
}

const SEEN: TreeFacets = TreeFacets { chance: false, perfect_information: true, constant_sum: false };
const HIDDEN: TreeFacets = TreeFacets { chance: true, perfect_information: false, constant_sum: false };

const ENTRIES: &[Entry<ExtensiveForm>] = &[
    Entry {
        key: "centipede_tree",
        title: "Centipede Tree",
        aliases: &["centipede_game_tree"],
        about: "Two players take turns: one may take the larger of two piles, which ends the game, or pass, which \
                multiplies both and gives the other the choice.",
        source: "Rosenthal 1981, Journal of Economic Theory 25:92-100; piles of McKelvey & Palfrey 1992, Econometrica \
                 60:803-836 (0.40 and 0.10, doubling, four moves)",
        facets: SEEN,
        params: || {
            Schema::of(vec![
                Field::with_default(
                    "moves",
                    Kind::Integer { min: 2, max: 100 },
                    4,
                    "How many moves there are at most.",
                ),
                exact("large", 0.4, "The larger pile at first."),
                exact("small", 0.1, "The smaller pile at first."),
                exact("factor", 2, "By what passing multiplies the piles.").unit(""),
            ])
        },
        build: centipede,
    },
    Entry {
        key: "ultimatum_tree",
        title: "Mini Ultimatum Tree",
        aliases: &["mini_ultimatum_tree"],
        about: "A proposer offers a fair or an unfair part of a pie; the responder sees the offer and accepts, or \
                rejects so that both get nothing.",
        source: "Güth, Schmittberger & Schwarze 1982, Journal of Economic Behavior and Organization 3:367-388; Falk, \
                 Fehr & Fischbacher 2003, Economic Inquiry 41:20-26 (8/2 against 5/5)",
        facets: SEEN,
        params: || {
            Schema::of(vec![
                exact("pie", 10, "The pie."),
                exact("fair", 5, "The responder's part in the fair offer."),
                exact("unfair", 2, "The responder's part in the unfair offer."),
            ])
        },
        build: ultimatum,
    },
    Entry {
        key: "entry_tree",
        title: "Entry Tree",
        aliases: &["entry_deterrence_tree", "chain_store_tree"],
        about: "A firm may enter a monopolist's market; only then the monopolist chooses whether to fight, which would \
                hurt both. Staying out of fear is an equilibrium, but not a subgame-perfect one.",
        source: "Selten 1978, The Chain Store Paradox, Theory and Decision 9:127-159",
        facets: SEEN,
        params: Schema::default,
        build: entry,
    },
    Entry {
        key: "beer_quiche",
        title: "Beer or Quiche",
        aliases: &["beer_quiche_game", "quiche"],
        about: "A sender, strong or weak, breakfasts on beer or quiche; a receiver sees the breakfast but not the type \
                and duels or defers. Both pooling on beer and pooling on quiche are equilibria.",
        source: "Cho & Kreps 1987, Quarterly Journal of Economics 102:179-221, fig. 1",
        facets: HIDDEN,
        params: || {
            let strong = Field::with_default("strong", Kind::Rational, 0.9, "How likely the sender is strong.");
            Schema::of(vec![strong.unit("probability")])
        },
        build: beer_quiche,
    },
    Entry {
        key: "kuhn_poker",
        title: "Kuhn Poker",
        aliases: &["kuhn_poker_3", "three_card_poker"],
        about: "Each of two players antes one and is dealt one of three cards; one bet of one is allowed, and the \
                higher card wins. The first player bluffs with the jack, and loses 1/18 a deal on average.",
        source: "Kuhn 1950, A Simplified Two-Person Poker, Contributions to the Theory of Games I:97-103",
        facets: TreeFacets { constant_sum: true, ..HIDDEN },
        params: Schema::default,
        build: kuhn_poker,
    },
];

type Built = Result<Box<ExtensiveForm>, Faults>;

fn exact(key: &'static str, default: impl Into<Value>, doc: &'static str) -> Field {
    Field::with_default(key, Kind::Rational, default, doc).unit("utility")
}

fn require(holds: bool, found: String, needs: &str) -> Result<(), Diagnostic> {
    if holds { Ok(()) } else { Err(Diagnostic::new("game-parameters", found, needs)) }
}

fn q(n: i64) -> Rational {
    Rational::from(n)
}

/// A tree in the making whose moves have names and whose ends have payoffs.
struct Sketch(TreeBuilder);

impl Sketch {
    fn new<const N: usize>(title: &str, players: [&str; N]) -> Result<Self, Faults> {
        Ok(Self(TreeBuilder::new(title, players)?))
    }

    fn set<const N: usize>(&mut self, player: u32, name: &str, actions: [&str; N]) -> Result<NodeKind, Faults> {
        Ok(NodeKind::Decision(self.0.infoset(PlayerId(player), name, actions)?))
    }

    fn event<const N: usize>(&mut self, name: &str, actions: [(&str, Rational); N]) -> Result<NodeKind, Faults> {
        Ok(NodeKind::Chance(self.0.event(name, actions)?))
    }

    fn put(&mut self, kind: NodeKind) -> Result<(), Faults> {
        self.0.node("", kind, None)?;
        Ok(())
    }

    fn end(&mut self, payoffs: [Rational; 2]) -> Result<(), Faults> {
        let outcome = self.0.outcome("", payoffs)?;
        self.0.node("", NodeKind::End, Some(outcome))?;
        Ok(())
    }

    fn done(self) -> Built {
        Ok(Box::new(self.0.finish()?))
    }
}

fn centipede(params: &Params, (): &()) -> Built {
    let [mut large, mut small, factor] = ["large", "small", "factor"].map(|key| params.rational(key));
    let sensible = small.is_positive() && factor > 1 && large > &factor * &small;
    let found = format!("large = {large}, small = {small}, factor = {factor}");
    require(sensible, found, "factor > 1 and large > factor * small > 0")?;
    let moves = params.count("moves");
    let mut tree = Sketch::new("Centipede Tree", ["first", "second"])?;
    let split = |turn: usize, large: &Rational, small: &Rational| {
        if turn.is_multiple_of(2) { [large.clone(), small.clone()] } else { [small.clone(), large.clone()] }
    };
    for turn in 0..moves {
        let set = tree.set(u32::from(turn % 2 == 1), &format!("move {}", turn + 1), ["take", "pass"])?;
        tree.put(set)?;
        tree.end(split(turn, &large, &small))?;
        (large, small) = (&large * &factor, &small * &factor);
    }
    // After the last pass the piles go as if the next player had taken.
    tree.end(split(moves, &large, &small))?;
    tree.done()
}

fn ultimatum(params: &Params, (): &()) -> Built {
    let [pie, fair, unfair] = ["pie", "fair", "unfair"].map(|key| params.rational(key));
    let found = format!("pie = {pie}, fair = {fair}, unfair = {unfair}");
    require(unfair.is_positive() && fair > unfair && pie > fair, found, "pie > fair > unfair > 0")?;
    let mut tree = Sketch::new("Mini Ultimatum Tree", ["proposer", "responder"])?;
    let offer = tree.set(0, "offer", ["fair", "unfair"])?;
    tree.put(offer)?;
    for (name, part) in [("fair offer", fair), ("unfair offer", unfair)] {
        let answer = tree.set(1, name, ["accept", "reject"])?;
        tree.put(answer)?;
        tree.end([&pie - &part, part])?;
        tree.end([q(0), q(0)])?;
    }
    tree.done()
}

fn entry(_: &Params, (): &()) -> Built {
    let mut tree = Sketch::new("Entry Tree", ["entrant", "monopolist"])?;
    let [enter, answer] =
        [tree.set(0, "market", ["stay out", "enter"])?, tree.set(1, "entry", ["accommodate", "fight"])?];
    tree.put(enter)?;
    tree.end([q(1), q(5)])?;
    tree.put(answer)?;
    tree.end([q(2), q(2)])?;
    tree.end([q(0), q(0)])?;
    tree.done()
}

/// The sender gets 1 for the breakfast of its type and 2 for no duel; the receiver 1 for a duel with the weak, or for
/// deferring to the strong.
fn beer_quiche(params: &Params, (): &()) -> Built {
    let strong = params.rational("strong");
    let proper = !strong.is_negative() && strong <= Rational::one();
    require(proper, format!("strong = {strong}"), "a probability from 0 to 1")?;
    let mut tree = Sketch::new("Beer or Quiche", ["sender", "receiver"])?;
    let weak = Rational::one() - strong.clone();
    let kind = tree.event("type", [("strong", strong), ("weak", weak)])?;
    let receivers = [tree.set(1, "sees beer", ["duel", "defer"])?, tree.set(1, "sees quiche", ["duel", "defer"])?];
    tree.put(kind)?;
    for (place, name) in [(0, "strong"), (1, "weak")] {
        let sender = tree.set(0, name, ["beer", "quiche"])?;
        tree.put(sender)?;
        for (meal, receiver) in receivers.into_iter().enumerate() {
            tree.put(receiver)?;
            for (defers, right) in [(0, place == 1), (2, place == 0)] {
                tree.end([q(i64::from(meal == place) + defers), q(i64::from(right))])?;
            }
        }
    }
    tree.done()
}

fn kuhn_poker(_: &Params, (): &()) -> Built {
    const CARDS: [&str; 3] = ["J", "Q", "K"];
    let mut tree = Sketch::new("Kuhn Poker", ["first", "second"])?;
    let deals = [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)];
    let sixth = |(a, b): (usize, usize)| (format!("{}{}", CARDS[a], CARDS[b]), Rational::new(1, 6));
    let deal = NodeKind::Chance(tree.0.event("deal", deals.map(sixth))?);
    let mut sets = |player: u32, after: &str, actions: [&str; 2]| -> Result<Vec<NodeKind>, Faults> {
        CARDS.iter().map(|card| tree.set(player, &format!("{card}{after}"), actions)).collect()
    };
    let opens = sets(0, "", ["check", "bet"])?;
    let after_check = sets(1, " after check", ["check", "bet"])?;
    let faces_bet = sets(0, " facing bet", ["fold", "call"])?;
    let answers = sets(1, " facing bet", ["fold", "call"])?;
    tree.put(deal)?;
    for (first, second) in deals {
        let win = |stake: i64| {
            let gain = if first > second { stake } else { -stake };
            [q(gain), q(-gain)]
        };
        tree.put(opens[first])?;
        tree.put(after_check[second])?;
        tree.end(win(1))?;
        tree.put(faces_bet[first])?;
        tree.end([q(-1), q(1)])?;
        tree.end(win(2))?;
        tree.put(answers[second])?;
        tree.end([q(1), q(-1)])?;
        tree.end(win(2))?;
    }
    tree.done()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::Place;

    fn built(call: &str) -> Result<ExtensiveForm, Faults> {
        let trees = trees();
        trees.build(&trees.resolve(&Value::from(call), &Place::root())?, &()).map(|tree| *tree)
    }

    #[test]
    fn every_entry_builds_what_it_says() {
        for entry in trees().entries() {
            let tree = built(entry.key).unwrap_or_else(|faults| panic!("{}: {faults}", entry.key));
            assert_eq!(tree.title, entry.title);
            assert!(tree.has_perfect_recall(), "{}", entry.key);
            let facets = TreeFacets {
                chance: !tree.events().is_empty(),
                perfect_information: tree.is_perfect_information(),
                constant_sum: tree.constant_sum().is_some(),
            };
            assert_eq!(facets, entry.facets, "{}", entry.key);
            assert_eq!(ExtensiveForm::read_efg(&tree.to_efg()), Ok(tree), "{}", entry.key);
            for name in entry.aliases.iter().copied().chain([entry.key, entry.title]) {
                assert_eq!(trees().find(name).map(|found| found.key), Some(entry.key), "{name}");
            }
            assert!(entry.about.ends_with('.') && entry.source.contains(|c: char| c.is_ascii_digit()));
        }
    }

    /// The catalogue of normal forms tells the same stories: plans there are the strategies here, by payoffs.
    #[test]
    fn trees_have_the_payoffs_of_their_normal_forms() {
        let games = crate::game::catalogue();
        for (tree, game) in [
            ("centipede_tree", "centipede"),
            ("centipede_tree(moves=5, large=5, small=1, factor=3)", "centipede(moves=5, large=5, small=1, factor=3)"),
            ("ultimatum_tree", "ultimatum"),
            ("entry_tree", "entry"),
        ] {
            let spec = games.resolve(&Value::from(game), &Place::root()).expect("a game");
            let game = games.build(&spec, &()).expect("a game");
            let reduced = built(tree).expect("a tree").reduced_form().expect("a small form").game;
            assert_eq!(reduced.dimensions(), game.dimensions(), "{tree}");
            let sorted = |game: &crate::game::NormalForm| {
                let mut cells: Vec<&[Rational]> = game.payoffs().chunks(2).collect();
                cells.sort();
                cells.concat()
            };
            assert_eq!(sorted(&reduced), sorted(&game), "{tree}");
        }
    }

    #[test]
    fn wrong_parameters_are_refused() {
        for call in ["centipede_tree(factor=1)", "ultimatum_tree(fair=11)", "beer_quiche(strong=2)"] {
            let faults = built(call).expect_err("wrong");
            assert_eq!(faults.diagnostics()[0].code, "game-parameters", "{faults}");
        }
    }
}
