//! The reader of `.efg` files: a parser of one token's look-ahead over the grammar in the parent's documentation. The
//! tree grows in preorder in a [`TreeBuilder`]; what a number stands for is looked up by its digits.

use crate::error::Diagnostic;
use crate::exact::Rational;
use crate::game::tokens::{Cursor, Token, counted};
use crate::game::{ExtensiveForm, NodeKind, TreeBuilder};
use crate::ids::PlayerId;
use std::collections::BTreeMap;

const HEADER: &str = "efg-header";
const NODE: &str = "efg-node";
const CHANCE: &str = "efg-chance";
const INFOSET: &str = "efg-infoset";
const OUTCOME: &str = "efg-outcome";

/// The greatest number of bits of a sum of probabilities that is written out: beyond, adding the next would take longer
/// than any game is worth.
const SUM_BITS: u64 = 1 << 12;

pub(super) fn read(text: &str) -> Result<ExtensiveForm, Diagnostic> {
    let mut cursor = Cursor::new(text, "efg-quote");
    cursor.word(&["EFG"], HEADER, "`EFG`, with which the file begins")?;
    cursor.word(&["2"], HEADER, "the format's version, 2")?;
    cursor.word(&["R", "D"], HEADER, "the data letter, `R` (or the older `D`)")?;
    let title = cursor.text(HEADER, "the title in quotes")?;
    let players = cursor.texts("efg-players", "the list of the players' names", "a player's name in quotes")?;
    let count = players.len();
    let mut tree = TreeBuilder::new(title, players)?;
    if cursor.at_text()? {
        tree = tree.comment(cursor.text(HEADER, "a comment")?);
    }
    let mut reader = Reader {
        cursor,
        tree,
        players: count,
        events: BTreeMap::new(),
        infosets: BTreeMap::new(),
        outcomes: BTreeMap::new(),
    };
    while !reader.tree.is_complete() {
        reader.node()?;
    }
    reader.cursor.end("efg-trailing", "nothing more: the tree is complete")?;
    Ok(reader.tree.finish()?)
}

struct Reader<'a> {
    cursor: Cursor<'a>,
    tree: TreeBuilder,
    players: usize,
    /// What was described, by number: the digits without leading zeros; information sets by player, too.
    events: BTreeMap<&'a str, usize>,
    infosets: BTreeMap<(usize, &'a str), usize>,
    outcomes: BTreeMap<&'a str, usize>,
}

/// What a list of actions belongs to, and the names of all if it was described before.
struct Described<'b> {
    code: &'static str,
    what: &'b str,
    before: Option<&'b [String]>,
}

impl<'a> Reader<'a> {
    fn node(&mut self) -> Result<(), Diagnostic> {
        let letter = self.cursor.word(&["c", "p", "t"], NODE, "`c`, `p` or `t`, with which a node begins")?;
        let name = self.cursor.text(NODE, "the node's name in quotes, possibly empty")?;
        let kind = match letter {
            0 => NodeKind::Chance(self.event()?),
            1 => NodeKind::Decision(self.infoset()?),
            _ => NodeKind::End,
        };
        let outcome = self.outcome()?;
        let put = self.tree.node(name, kind, outcome);
        put.map(drop).map_err(|error| Diagnostic::from(error).at(self.cursor.last_place()))
    }

    fn infoset(&mut self) -> Result<usize, Diagnostic> {
        let players = self.players;
        let expected = || format!("the number of a player, 1 to {players}");
        let player = self.cursor.whole(NODE, expected, |k| (1..=players).contains(&k))?;
        let number = self.numeral(INFOSET, "an information set")?;
        let known = self.infosets.get(&(player, number)).copied();
        if let Some(id) = known
            && !self.cursor.at_text()?
        {
            return Ok(id);
        }
        let what = format!("information set {number} of player {player}");
        let before = known.map(|id| self.tree.declared_infoset(id)).map(|set| (set.name.clone(), set.actions.clone()));
        let name = self.name(INFOSET, &what, before.as_ref().map(|(name, _)| name.as_str()))?;
        let list = Described { code: INFOSET, what: &what, before: before.as_ref().map(|(_, actions)| &actions[..]) };
        let mut actions: Vec<String> = Vec::new();
        self.open(&list)?;
        while self.more(&list, actions.len())? {
            actions.push(self.label(&list, actions.len())?);
        }
        self.close(&list, "a further action in quotes, or `}`")?;
        if let Some(id) = known {
            return Ok(id);
        }
        let id = u32::try_from(player - 1).expect("a list of players in a text is shorter than 2^32");
        let id = self.tree.infoset(PlayerId(id), name, actions)?;
        self.infosets.insert((player, number), id);
        Ok(id)
    }

    fn event(&mut self) -> Result<usize, Diagnostic> {
        let number = self.numeral(CHANCE, "an event")?;
        let known = self.events.get(number).copied();
        if let Some(id) = known
            && !self.cursor.at_text()?
        {
            return Ok(id);
        }
        let what = format!("event {number}");
        let before = known.map(|id| self.tree.declared_event(id).clone());
        let labels =
            before.as_ref().map(|event| event.actions.iter().map(|(label, _)| label.clone()).collect::<Vec<_>>());
        let name = self.name(CHANCE, &what, before.as_ref().map(|event| event.name.as_str()))?;
        let list = Described { code: CHANCE, what: &what, before: labels.as_deref() };
        let mut actions: Vec<(String, Rational)> = Vec::new();
        let mut left = Rational::one();
        self.open(&list)?;
        while self.more(&list, actions.len())? {
            let label = self.label(&list, actions.len())?;
            let probability = match before.as_ref().map(|event| &event.actions[actions.len()].1) {
                Some(wanted) => {
                    let expected = || format!("the probability {wanted}, as {what} had before");
                    self.cursor.number(CHANCE, expected, |p| p == wanted)?
                }
                None => self.probability(&left)?,
            };
            left -= &probability;
            actions.push((label, probability));
        }
        if left.is_zero() {
            self.close(&list, "a further action in quotes, or `}`")?;
        } else {
            let sum = Rational::one() - left;
            let expected = format!("a further action, since the probabilities sum to {sum} so far");
            return Err(self.cursor.fault_ahead(CHANCE, &expected));
        }
        if let Some(id) = known {
            return Ok(id);
        }
        let id = self.tree.event(name, actions)?;
        self.events.insert(number, id);
        Ok(id)
    }

    /// A probability of at most what is left.
    fn probability(&mut self, left: &Rational) -> Result<Rational, Diagnostic> {
        if left.parts().1.bits() > SUM_BITS {
            let found = format!("probabilities whose sum has a denominator of more than {SUM_BITS} bits");
            let fault = Diagnostic::new("number-too-large", found, "probabilities that are easier to add up");
            return Err(fault.at(self.cursor.last_place()));
        }
        let expected = || match left {
            left if *left == 1 => "a probability from 0 to 1".to_string(),
            left => format!("a probability from 0 to {left}, so that the sum does not exceed 1"),
        };
        self.cursor.number(CHANCE, expected, |p| !p.is_negative() && p <= left)
    }

    fn outcome(&mut self) -> Result<Option<usize>, Diagnostic> {
        let number = self.cursor.numeral(OUTCOME, "the number of an outcome, a whole number from 0", |_| true)?;
        if number.is_empty() {
            if self.cursor.at_text()? {
                return Err(self.cursor.fault_ahead(OUTCOME, "a further node or the end: outcome 0 is none"));
            }
            return Ok(None);
        }
        let known = self.outcomes.get(number).copied();
        if known.is_some() && !self.cursor.at_text()? {
            return Ok(known);
        }
        let what = format!("outcome {number}");
        let before = known.map(|id| self.tree.declared_outcome(id).clone());
        let name = self.name(OUTCOME, &what, before.as_ref().map(|outcome| outcome.name.as_str()))?;
        self.cursor.take(&Token::Open, OUTCOME, "`{`, with which the outcome's payoffs begin")?;
        let mut payoffs = Vec::with_capacity(self.players);
        for player in 1..=self.players {
            let wanted = before.as_ref().map(|outcome| &outcome.payoffs[player - 1]);
            let expected = || match wanted {
                Some(payoff) => format!("the payoff {payoff} to player {player}, as {what} had before"),
                None => format!("the outcome's payoff to player {player}"),
            };
            payoffs.push(self.cursor.number(OUTCOME, expected, |payoff| wanted.is_none_or(|wanted| wanted == payoff))?);
            self.cursor.skip_comma()?;
        }
        self.cursor.take(&Token::Close, OUTCOME, &format!("`}}` after {}", counted(self.players, "payoff")))?;
        if known.is_some() {
            return Ok(known);
        }
        let id = self.tree.outcome(name, payoffs)?;
        self.outcomes.insert(number, id);
        Ok(Some(id))
    }

    /// A number that is only a name, not 0.
    fn numeral(&mut self, code: &'static str, of: &str) -> Result<&'a str, Diagnostic> {
        let expected = format!("the number of {of}, a whole number from 1");
        self.cursor.numeral(code, &expected, |digits| !digits.is_empty())
    }

    /// The name of what has a number: as it was before, or anything for the first time.
    fn name(&mut self, code: &'static str, what: &str, before: Option<&str>) -> Result<String, Diagnostic> {
        let expected = || match before {
            Some(before) => format!("the name {before:?}, as {what} had before"),
            None => format!("the name of {what} in quotes, with which its description begins (it has none so far)"),
        };
        self.cursor.text_that(code, expected, |name| before.is_none_or(|before| before == name))
    }

    fn open(&mut self, list: &Described<'_>) -> Result<(), Diagnostic> {
        self.cursor.take(&Token::Open, list.code, "`{`, with which the list of actions begins")
    }

    /// Whether a list of so many actions goes on: as long as it was before, or up to its brace; it is never empty.
    fn more(&mut self, list: &Described<'_>, count: usize) -> Result<bool, Diagnostic> {
        match list.before {
            Some(before) => Ok(count < before.len()),
            None => Ok(count == 0 || self.cursor.at_text()?),
        }
    }

    /// The next action's label.
    fn label(&mut self, list: &Described<'_>, count: usize) -> Result<String, Diagnostic> {
        let before = list.before.map(|before| &before[count]);
        let expected = || match before {
            Some(before) => format!("the action {before:?}, as {} had before", list.what),
            None => "an action in quotes".to_string(),
        };
        self.cursor.text_that(list.code, expected, |label| before.is_none_or(|before| before == label))
    }

    fn close(&mut self, list: &Described<'_>, expected: &str) -> Result<(), Diagnostic> {
        let expected = match list.before {
            Some(before) => format!("`}}` after the {} that {} had before", counted(before.len(), "action"), list.what),
            None => expected.to_string(),
        };
        self.cursor.take(&Token::Close, list.code, &expected)
    }
}
