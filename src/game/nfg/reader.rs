//! The reader of `.nfg` files: a parser of one token's look-ahead over the grammar in the parent's documentation.

use super::{Nfg, Outcome, body_order, default_label};
use crate::error::Diagnostic;
use crate::exact::Rational;
use crate::game::tokens::{Cursor, Token, counted};
use crate::game::{NormalForm, Player};

pub(super) fn read(text: &str) -> Result<Nfg, Diagnostic> {
    Reader { cursor: Cursor::new(text, "nfg-quote") }.file()
}

struct Reader<'a> {
    cursor: Cursor<'a>,
}

/// How strategies are given.
enum Strategies {
    Counts(Vec<usize>),
    Labels(Vec<Vec<String>>),
}

impl Strategies {
    fn dimensions(&self) -> Vec<usize> {
        match self {
            Self::Counts(counts) => counts.clone(),
            Self::Labels(lists) => lists.iter().map(Vec::len).collect(),
        }
    }

    fn players(self, names: Vec<String>) -> Vec<Player> {
        let actions: Vec<Vec<String>> = match self {
            Self::Counts(counts) => counts.into_iter().map(|n| (0..n).map(default_label).collect()).collect(),
            Self::Labels(lists) => lists,
        };
        names.into_iter().zip(actions).map(|(name, actions)| Player { name, actions }).collect()
    }
}

impl Reader<'_> {
    fn file(mut self) -> Result<Nfg, Diagnostic> {
        self.cursor.word(&["NFG"], "nfg-header", "`NFG`, with which the file begins")?;
        self.cursor.word(&["1"], "nfg-header", "the format's version, 1")?;
        self.cursor.word(&["R", "D"], "nfg-header", "the data letter, `R` (or the older `D`)")?;
        let title = self.cursor.text("nfg-header", "the title in quotes")?;
        let names = self.cursor.texts("nfg-players", "the list of the players' names", "a player's name in quotes")?;
        let strategies = self.strategies(names.len())?;
        self.check_size(&strategies.dimensions())?;
        let comment = if self.cursor.at_text()? { self.cursor.text("nfg-header", "a comment")? } else { String::new() };
        let dimensions = strategies.dimensions();
        let file = if self.cursor.at(&Token::Open)? {
            let outcomes = self.outcomes(names.len())?;
            let cells = self.indices(&dimensions, outcomes.len())?;
            self.cursor.end("nfg-trailing", "nothing more: the table is complete")?;
            Nfg::with_outcomes(title, comment, strategies.players(names), outcomes, cells)
        } else {
            let payoffs = self.payoffs(&dimensions, names.len())?;
            self.cursor.end("nfg-trailing", "nothing more: the table is complete")?;
            NormalForm::new(title, strategies.players(names), payoffs).map(|mut game| {
                game.comment = comment;
                Nfg::from(game)
            })
        };
        file.map_err(Diagnostic::from)
    }

    /// Counts or lists of labels, one for each player.
    fn strategies(&mut self, players: usize) -> Result<Strategies, Diagnostic> {
        const CODE: &str = "nfg-strategies";
        self.cursor.take(&Token::Open, CODE, "`{`, with which the players' strategies begin")?;
        let strategies = if self.cursor.at(&Token::Open)? {
            let mut lists = Vec::new();
            for player in 1..=players {
                let list = format!("the list of strategies of player {player}");
                lists.push(self.cursor.texts(CODE, &list, "a strategy's label in quotes")?);
            }
            Strategies::Labels(lists)
        } else {
            let mut counts = Vec::new();
            for player in 1..=players {
                let also = if player == 1 { ", or `{` and its labels" } else { "" };
                let expected = || format!("the number of strategies of player {player}, from 1{also}");
                counts.push(self.cursor.whole(CODE, expected, |count| count > 0)?);
            }
            Strategies::Counts(counts)
        };
        self.cursor.take(
            &Token::Close,
            CODE,
            &format!("`}}` after the strategies of {}", counted(players, "player")),
        )?;
        Ok(strategies)
    }

    /// `{ outcome .. }`, possibly none.
    fn outcomes(&mut self, players: usize) -> Result<Vec<Outcome>, Diagnostic> {
        const CODE: &str = "nfg-outcome";
        self.cursor.take(&Token::Open, CODE, "`{`")?;
        let mut outcomes = Vec::new();
        while !self.cursor.at(&Token::Close)? {
            // Only here is it open whether this is a list of outcomes or a payoff form in braces.
            let expected =
                "`{` with an outcome's name and payoffs, or `}` (payoffs without outcomes stand without braces)";
            self.cursor.take(
                &Token::Open,
                CODE,
                if outcomes.is_empty() { expected } else { "`{` of a further outcome, or `}`" },
            )?;
            let name = self.cursor.text(CODE, "the outcome's name in quotes, possibly empty")?;
            let mut payoffs = Vec::with_capacity(players);
            for player in 1..=players {
                payoffs.push(self.cursor.number(
                    CODE,
                    || format!("the outcome's payoff to player {player}"),
                    |_| true,
                )?);
                self.cursor.skip_comma()?;
            }
            let expected = format!("`}}` after {}", counted(players, "payoff"));
            self.cursor.take(&Token::Close, CODE, &expected)?;
            outcomes.push(Outcome { name, payoffs });
        }
        self.cursor.take(&Token::Close, CODE, "`}`")?;
        Ok(outcomes)
    }

    /// The outcome of each profile, in the order of the game.
    fn indices(&mut self, dimensions: &[usize], outcomes: usize) -> Result<Vec<usize>, Diagnostic> {
        let total: usize = dimensions.iter().product();
        let mut written = Vec::new();
        for k in 0..total {
            let expected = || format!("the number of an outcome, 0 to {outcomes}, for profile {} of {total}", k + 1);
            written.push(self.cursor.whole("nfg-outcome", expected, |index| index <= outcomes)?);
        }
        let mut cells = vec![0; total];
        for (profile, cell) in body_order(dimensions).zip(written) {
            cells[profile] = cell;
        }
        Ok(cells)
    }

    /// The payoffs, in the order of the game.
    fn payoffs(&mut self, dimensions: &[usize], players: usize) -> Result<Vec<Rational>, Diagnostic> {
        let total = dimensions.iter().product::<usize>() * players;
        let mut written = Vec::new();
        for k in 0..total {
            let also = if k == 0 { ", or `{` and the outcomes" } else { "" };
            let (player, profile) = (k % players + 1, k / players + 1);
            let expected = || format!("payoff {} of {total} (player {player} in profile {profile}){also}", k + 1);
            written.push(self.cursor.number("nfg-payoff", expected, |_| true)?);
        }
        let mut payoffs = vec![Rational::zero(); total];
        let mut written = written.into_iter();
        for profile in body_order(dimensions) {
            for (slot, value) in payoffs[profile * players..][..players].iter_mut().zip(written.by_ref()) {
                *slot = value;
            }
        }
        Ok(payoffs)
    }

    fn check_size(&self, dimensions: &[usize]) -> Result<(), Diagnostic> {
        let payoffs = dimensions.iter().try_fold(dimensions.len(), |size, count| size.checked_mul(*count));
        if payoffs.is_some_and(|size| size <= NormalForm::MAX_PAYOFFS) {
            return Ok(());
        }
        let sizes: Vec<String> = dimensions.iter().map(usize::to_string).collect();
        let found = format!("a game of {} strategies", sizes.join(" x "));
        let expected = format!("a game of at most {} payoffs", NormalForm::MAX_PAYOFFS);
        Err(Diagnostic::new("game-too-large", found, expected).at(self.cursor.last_place()))
    }
}
