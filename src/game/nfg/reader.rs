//! The reader of `.nfg` files: a parser of one token's look-ahead over the grammar in the parent's documentation.

use super::lexer::{Lexer, OpenQuote, Spanned, Token};
use super::{Nfg, Outcome, body_order, default_label};
use crate::catalogue::Lines;
use crate::error::{Diagnostic, Location, Origin};
use crate::exact::{ParseRationalError, Rational};
use crate::game::{NormalForm, Player};

pub(super) fn read(text: &str) -> Result<Nfg, Diagnostic> {
    Reader { text, lexer: Lexer::new(text), ahead: None, last: 0..0 }.file()
}

struct Reader<'a> {
    text: &'a str,
    lexer: Lexer<'a>,
    /// The token ahead, if it was looked at: outer `None` if not, inner `None` at the end.
    ahead: Option<Option<Spanned<'a>>>,
    /// The place of the last token taken.
    last: std::ops::Range<usize>,
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

impl<'a> Reader<'a> {
    fn file(mut self) -> Result<Nfg, Diagnostic> {
        self.word(&["NFG"], "nfg-header", "`NFG`, with which the file begins")?;
        self.word(&["1"], "nfg-header", "the format's version, 1")?;
        self.word(&["R", "D"], "nfg-header", "the data letter, `R` (or the older `D`)")?;
        let title = self.text("nfg-header", "the title in quotes")?;
        let names = self.names("nfg-players", "the list of the players' names", "a player's name in quotes")?;
        let strategies = self.strategies(names.len())?;
        self.check_size(&strategies.dimensions())?;
        let comment = match self.peek()? {
            Some(Spanned { token: Token::Text(_), .. }) => self.text("nfg-header", "a comment")?,
            _ => String::new(),
        };
        let dimensions = strategies.dimensions();
        let file = if self.at(&Token::Open)? {
            let outcomes = self.outcomes(names.len())?;
            let cells = self.indices(&dimensions, outcomes.len())?;
            self.end()?;
            Nfg::with_outcomes(title, comment, strategies.players(names), outcomes, cells)
        } else {
            let payoffs = self.payoffs(&dimensions, names.len())?;
            self.end()?;
            NormalForm::new(title, strategies.players(names), payoffs).map(|mut game| {
                game.comment = comment;
                Nfg::from(game)
            })
        };
        file.map_err(Diagnostic::from)
    }

    /// `{ name .. }`, at least one.
    fn names(&mut self, code: &'static str, list: &str, item: &str) -> Result<Vec<String>, Diagnostic> {
        self.take(Token::Open, code, &format!("`{{`, with which {list} begins"))?;
        let mut names = vec![self.text(code, item)?];
        while !self.at(&Token::Close)? {
            names.push(self.text(code, &format!("{item}, or `}}`"))?);
        }
        self.take(Token::Close, code, "`}`")?;
        Ok(names)
    }

    /// Counts or lists of labels, one for each player.
    fn strategies(&mut self, players: usize) -> Result<Strategies, Diagnostic> {
        const CODE: &str = "nfg-strategies";
        self.take(Token::Open, CODE, "`{`, with which the players' strategies begin")?;
        let strategies = if self.at(&Token::Open)? {
            let mut lists = Vec::new();
            for player in 1..=players {
                let list = format!("the list of strategies of player {player}");
                lists.push(self.names(CODE, &list, "a strategy's label in quotes")?);
            }
            Strategies::Labels(lists)
        } else {
            let mut counts = Vec::new();
            for player in 1..=players {
                let also = if player == 1 { ", or `{` and its labels" } else { "" };
                let expected = || format!("the number of strategies of player {player}, from 1{also}");
                counts.push(self.whole(CODE, expected, |count| count > 0)?);
            }
            Strategies::Counts(counts)
        };
        self.take(Token::Close, CODE, &format!("`}}` after the strategies of {}", counted(players, "player")))?;
        Ok(strategies)
    }

    /// `{ outcome .. }`, possibly none.
    fn outcomes(&mut self, players: usize) -> Result<Vec<Outcome>, Diagnostic> {
        const CODE: &str = "nfg-outcome";
        self.take(Token::Open, CODE, "`{`")?;
        let mut outcomes = Vec::new();
        while !self.at(&Token::Close)? {
            // Only here is it open whether this is a list of outcomes or a payoff form in braces.
            let expected =
                "`{` with an outcome's name and payoffs, or `}` (payoffs without outcomes stand without braces)";
            self.take(
                Token::Open,
                CODE,
                if outcomes.is_empty() { expected } else { "`{` of a further outcome, or `}`" },
            )?;
            let name = self.text(CODE, "the outcome's name in quotes, possibly empty")?;
            let mut payoffs = Vec::with_capacity(players);
            for player in 1..=players {
                payoffs.push(self.number(CODE, || format!("the outcome's payoff to player {player}"))?);
                if self.at(&Token::Comma)? {
                    self.next()?;
                }
            }
            let expected = format!("`}}` after {}", counted(players, "payoff"));
            self.take(Token::Close, CODE, &expected)?;
            outcomes.push(Outcome { name, payoffs });
        }
        self.take(Token::Close, CODE, "`}`")?;
        Ok(outcomes)
    }

    /// The outcome of each profile, in the order of the game.
    fn indices(&mut self, dimensions: &[usize], outcomes: usize) -> Result<Vec<usize>, Diagnostic> {
        let total: usize = dimensions.iter().product();
        let mut written = Vec::new();
        for k in 0..total {
            let expected = || format!("the number of an outcome, 0 to {outcomes}, for profile {} of {total}", k + 1);
            written.push(self.whole("nfg-outcome", expected, |index| index <= outcomes)?);
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
            written.push(self.number("nfg-payoff", expected)?);
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
        Err(Diagnostic::new("game-too-large", found, expected).at(self.place(self.last.start)))
    }

    fn end(&mut self) -> Result<(), Diagnostic> {
        match self.peek()? {
            None => Ok(()),
            Some(_) => Err(self.fault("nfg-trailing", "nothing more: the table is complete")),
        }
    }

    /// One of some words.
    fn word(&mut self, wanted: &[&str], code: &'static str, expected: &str) -> Result<(), Diagnostic> {
        match self.peek()? {
            Some(Spanned { token: Token::Word(word), .. }) if wanted.contains(word) => self.next().map(drop),
            _ => Err(self.fault(code, expected)),
        }
    }

    fn text(&mut self, code: &'static str, expected: &str) -> Result<String, Diagnostic> {
        match self.peek()? {
            Some(Spanned { token: Token::Text(text), .. }) => {
                let text = text.to_string();
                self.next()?;
                Ok(text)
            }
            _ => Err(self.fault(code, expected)),
        }
    }

    /// A count or index, written in digits alone.
    fn whole(
        &mut self,
        code: &'static str,
        expected: impl FnOnce() -> String,
        allowed: impl FnOnce(usize) -> bool,
    ) -> Result<usize, Diagnostic> {
        if let Some(Spanned { token: Token::Word(word), .. }) = self.peek()? {
            let digits = word.bytes().all(|b| b.is_ascii_digit());
            // What does not fit is larger than anything that is allowed, or than any game.
            let value = if digits { Some(word.parse().unwrap_or(usize::MAX)) } else { None };
            if let Some(value) = value.filter(|value| allowed(*value)) {
                self.next()?;
                return Ok(value);
            }
        }
        Err(self.fault(code, &expected()))
    }

    fn number(&mut self, code: &'static str, expected: impl FnOnce() -> String) -> Result<Rational, Diagnostic> {
        if let Some(Spanned { token: Token::Word(word), .. }) = self.peek()? {
            match word.parse() {
                Ok(number) => {
                    self.next()?;
                    return Ok(number);
                }
                Err(ParseRationalError::NotANumber(_)) => {}
                Err(error) => return Err(self.fault(code, &expected()).help(error.to_string())),
            }
        }
        Err(self.fault(code, &expected()))
    }

    fn at(&mut self, token: &Token<'_>) -> Result<bool, Diagnostic> {
        Ok(self.peek()?.is_some_and(|ahead| ahead.token == *token))
    }

    fn take(&mut self, token: Token<'_>, code: &'static str, expected: &str) -> Result<(), Diagnostic> {
        if self.at(&token)? { self.next().map(drop) } else { Err(self.fault(code, expected)) }
    }

    fn peek(&mut self) -> Result<Option<&Spanned<'a>>, Diagnostic> {
        if self.ahead.is_none() {
            let ahead = self.lexer.next().map_err(|OpenQuote(at)| {
                Diagnostic::new("nfg-quote", "a quoted text that is not closed", "a closing `\"`").at(self.place(at))
            })?;
            self.ahead = Some(ahead);
        }
        Ok(self.ahead.as_ref().and_then(Option::as_ref))
    }

    /// Takes the token ahead; nothing at the end.
    fn next(&mut self) -> Result<(), Diagnostic> {
        if let Some(taken) = self.peek()? {
            self.last = taken.start..taken.end;
            self.ahead = None;
        }
        Ok(())
    }

    /// That the token ahead, or the end, is not what was expected.
    fn fault(&self, code: &'static str, expected: &str) -> Diagnostic {
        match &self.ahead {
            Some(Some(Spanned { start, end, .. })) => {
                let token = &self.text[*start..*end];
                let short: String = token.chars().take(40).collect();
                let more = if short.len() < token.len() { ".." } else { "" };
                Diagnostic::new(code, format!("`{short}{more}`"), expected).at(self.place(*start))
            }
            _ => Diagnostic::new(code, "the end of the file", expected).at(self.place(self.last.end)),
        }
    }

    fn place(&self, offset: usize) -> Location {
        let origin: Origin = Lines::of(self.text).origin(offset);
        Location { document: None, origin, path: String::new() }
    }
}

/// `1 payoff`, `2 payoffs`.
fn counted(count: usize, one: &str) -> String {
    format!("{count} {one}{}", if count == 1 { "" } else { "s" })
}
