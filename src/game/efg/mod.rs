//! The extensive game file, `.efg`, of version 2 (Gambit's documentation, "The extensive game (.efg) file format").
//!
//! ```text
//! file     = "EFG" "2" ( "R" | "D" ) title players [ comment ] node { node }
//! players  = "{" name { name } "}"
//! node     = "c" name event outcome                        chance moves
//!          | "p" name player set outcome                   a player, from 1, decides
//!          | "t" name outcome                              an end
//! event    = number [ name "{" label probability { label probability } "}" ]
//! set      = number [ name "{" label { label } "}" ]
//! outcome  = number [ name "{" payoff [ "," ] { payoff [ "," ] } "}" ]    one payoff for each player; 0 is none
//! ```
//! Nodes stand in preorder: each is followed by all nodes below its first action, then by all below its second, and so
//! on. The numbers of events, of a player's information sets and of outcomes, from 1, are only names, of any size and
//! in any order: what has the same number is the same. What it is has to be said where it is used first and may be said
//! again, but not otherwise: names and labels letter by letter, probabilities and payoffs by value. Outcomes on inner
//! nodes count, too.
//!
//! Names, title, comment and labels are quoted, possibly empty; tokens and numbers are those of `.nfg` files: exact
//! integers, decimals and fractions, white space at will. Probabilities are from 0 and sum to 1 exactly.
//!
//! A fault is reported at the first token at which no continuation could make the text valid; where something is
//! missing at the end, behind the last token; for a quote that is never closed, at the quote. So an information set or
//! an outcome without a description is reported at the token after its number, where the description should begin, and
//! probabilities where they first sum to more than 1, or where the list ends. A text of any size is read without
//! recursion; one of more nodes than [`ExtensiveForm::MAX_NODES`] or [`ExtensiveForm::MAX_CELLS`] allow is refused.

mod reader;
mod writer;

use crate::error::Diagnostic;
use crate::game::ExtensiveForm;

impl ExtensiveForm {
    /// Reads the text of an `.efg` file.
    ///
    /// # Errors
    /// What is wrong first, with line, column and token; or that the tree is too large.
    pub fn read_efg(text: &str) -> Result<Self, Diagnostic> {
        reader::read(text)
    }

    /// The text of an `.efg` file, which [`read_efg`](Self::read_efg) reads back as an equal game: a node a line, what
    /// is used described each time, numbers in the order of first use.
    pub fn to_efg(&self) -> String {
        writer::Efg(self).to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Origin;

    const HEAD: &str = "EFG 2 R \"t\" { \"A\" \"B\" }\n";

    #[track_caller]
    fn refused(body: &str, line: u32, column: u32, found: &str, expected: &str) {
        let fault = ExtensiveForm::read_efg(&format!("{HEAD}{body}")).expect_err("malformed");
        assert_eq!(fault.at.origin, Origin::Text { line, column }, "{fault}");
        assert_eq!((fault.found.as_str(), fault.expected.as_str()), (found, expected));
    }

    #[test]
    fn what_was_said_before_cannot_be_said_otherwise() {
        let set = "p \"\" 1 1 \"h\" { \"l\" \"r\" } 0\n";
        refused(
            &format!("{set}p \"\" 1 1 \"k\""),
            3,
            10,
            "`\"k\"`",
            "the name \"h\", as information set 1 of player 1 had before",
        );
        refused(
            &format!("{set}p \"\" 1 1 \"h\" {{ \"l\" }}"),
            3,
            20,
            "`}`",
            "the action \"r\", as information set 1 of player 1 had before",
        );
        refused(
            &format!("{set}p \"\" 1 1 \"h\" {{ \"l\" \"r\" \"s\""),
            3,
            24,
            "`\"s\"`",
            "`}` after the 2 actions that information set 1 of player 1 had before",
        );
        let end = "t \"\" 1 \"x\" { 1, 1/2 }\n";
        refused(&format!("{set}{end}t \"\" 1 \"y\""), 4, 8, "`\"y\"`", "the name \"x\", as outcome 1 had before");
        refused(
            &format!("{set}{end}t \"\" 1 \"x\" {{ 1 0.25"),
            4,
            16,
            "`0.25`",
            "the payoff 1/2 to player 2, as outcome 1 had before",
        );
        let chance = "c \"\" 5 \"n\" { \"l\" 1/2 \"r\" .5 } 0\n";
        refused(
            &format!("{chance}c \"\" 5 \"n\" {{ \"m\""),
            3,
            14,
            "`\"m\"`",
            "the action \"l\", as event 5 had before",
        );
        refused(
            &format!("{chance}c \"\" 5 \"n\" {{ \"l\" 1/3"),
            3,
            18,
            "`1/3`",
            "the probability 1/2, as event 5 had before",
        );
        // The same values otherwise spelled are the same.
        let again = format!(
            "{HEAD}{chance}c \"\" 5 \"n\" {{ \"l\" 0.50 \"r\" 2/4 }} 0 {end} t \"\" 1 \"x\" {{ 1.0 .5 }} t \"\" 1"
        );
        assert!(ExtensiveForm::read_efg(&again).is_ok());
    }

    #[test]
    fn what_was_never_described_is_refused_where_the_description_should_be() {
        refused(
            "p \"\" 2 7 0",
            2,
            10,
            "`0`",
            "the name of information set 7 of player 2 in quotes, with which its description begins (it has none so far)",
        );
        refused(
            "c \"\" 7\n0",
            3,
            1,
            "`0`",
            "the name of event 7 in quotes, with which its description begins (it has none so far)",
        );
        refused(
            "t \"\" 7",
            2,
            7,
            "the end of the file",
            "the name of outcome 7 in quotes, with which its description begins (it has none so far)",
        );
        refused("t \"\" 0 \"x\"", 2, 8, "`\"x\"`", "a further node or the end: outcome 0 is none");
        refused("p \"\" 1 1 \"h\" { \"l\" } 0 \"x\"", 2, 24, "`\"x\"`", "a further node or the end: outcome 0 is none");
    }

    #[test]
    fn probabilities_may_not_exceed_one() {
        refused("c \"\" 1 \"n\" { \"l\" 3/2", 2, 18, "`3/2`", "a probability from 0 to 1");
        refused(
            "c \"\" 1 \"n\" { \"l\" 2/3 \"r\" 0.5",
            2,
            26,
            "`0.5`",
            "a probability from 0 to 1/3, so that the sum does not exceed 1",
        );
        refused(
            "c \"\" 1 \"n\" { \"l\" 2/3 }",
            2,
            22,
            "`}`",
            "a further action, since the probabilities sum to 2/3 so far",
        );
        let sure = format!("{HEAD}c \"\" 1 \"n\" {{ \"l\" 0 \"r\" 1 }} 0 t \"\" 0 t \"\" 0");
        assert!(ExtensiveForm::read_efg(&sure).is_ok());
    }

    #[test]
    fn numbers_are_names_of_any_size() {
        let text = format!(
            "{HEAD}p \"\" 1 99999999999999999999999 \"h\" {{ \"l\" \"r\" }} 0 t \"\" 007 \"\" {{ 1 2 }} t \"\" 7"
        );
        let tree = ExtensiveForm::read_efg(&text).expect("a tree");
        assert_eq!(tree.outcomes().len(), 1);
        refused("p \"\" 1 00 \"h\"", 2, 8, "`00`", "the number of an information set, a whole number from 1");
    }

    #[test]
    fn a_deep_tree_is_read_written_and_judged_without_recursion() {
        let depth = 100_000;
        let mut text = String::from(HEAD);
        for k in 0..depth {
            text.push_str(&format!("p \"\" {} {} \"\" {{ \"a\" \"b\" }} 0 t \"\" 0\n", k % 2 + 1, k + 1));
        }
        text.push_str("t \"\" 0");
        let tree = ExtensiveForm::read_efg(&text).expect("a tree");
        assert_eq!(tree.depth(), depth);
        assert!(tree.has_perfect_recall() && tree.is_perfect_information() && !tree.is_absent_minded());
        assert_eq!(tree.subgame_roots().len(), depth);
        assert_eq!(tree.backward_induction().map(|found| found.ties.len()), Some(depth));
        assert!(tree.reduced_form().is_err());
        assert_eq!(ExtensiveForm::read_efg(&tree.to_efg()), Ok(tree));
    }
}
