//! Players outside of the lab: a person at the terminal, or a program that is asked for each move by a line of JSON.
//!
//! The protocol (`docs/players.md`): the program reads one JSON object a line and answers each of type `move` with one line.
//! `begin` tells what a player is told; `move` names the round and what the round before came to; `end` ends a match. A player
//! that fails to answer in time, ends, or answers with no action of the game makes the command fail with what it said.
//! Such players are not the lab's to repeat: nothing is a function of the seed any more. But within a run each is asked once
//! for a move, also where a match is played again to be shown or traced, so that all that a run records is of one play.
//!
//! [`ENTRIES`] make them strategies like others, for scenarios and tournaments. There every match has a program of its own,
//! which all its repetitions share, so that matches side by side do not disturb each other.

mod journal;
mod voice;
mod words;

use crate::catalogue::{Entry, Field, Kind, Schema};
use crate::error::Diagnostic;
use crate::sim::Draws;
use crate::strategy::{Action, Facets, Strategy, Told, View};
use journal::{Journal, Trail};
use serde_json::{Value as Json, json};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use voice::{Line, Who, locked};

/// How long a program may take for a move, in seconds, unless it is said otherwise.
pub(super) const DEADLINE_S: f64 = 10.0;

/// A player who is asked for every move.
pub(super) struct Remote {
    who: Who,
    line: Arc<Mutex<Line>>,
    /// Whether copies ask somebody of their own, or all the same.
    apart: bool,
    journal: Journal,
    told: Option<Told>,
    trail: Option<Trail>,
    /// Whether the one who is asked has been told of this match.
    opened: bool,
}

impl Remote {
    /// The person at the terminal. Copies are the same person in the same match.
    pub(super) fn human() -> Self {
        Self::of(Who::Human)
    }

    /// A program, by its command line; started when it is first asked. Copies ask the same one.
    pub(super) fn pipe(command: &str, deadline: Duration) -> Self {
        Self::of(Who::Program { command: command.to_string(), deadline })
    }

    fn of(who: Who) -> Self {
        let line = Arc::new(Mutex::new(Line::new(Arc::default())));
        Self { who, line, apart: false, journal: Journal::default(), told: None, trail: None, opened: false }
    }

    /// The same, with copies that ask somebody of their own: a player of many matches.
    fn apart(mut self) -> Self {
        self.apart = true;
        self
    }

    /// Ends a match, with what it came to.
    ///
    /// # Errors
    /// What went wrong in it.
    pub(super) fn end(&self, answer: &Json, seat: usize) -> Result<(), Diagnostic> {
        let mut line = locked(&self.line);
        line.tell(&json!({"type": "end", "seat": seat, "scores": answer["scores"], "actions": answer["actions"]}));
        line.failed().map_or(Ok(()), Err)
    }
}

impl Clone for Remote {
    fn clone(&self) -> Self {
        let line = if self.apart { Arc::new(Mutex::new(locked(&self.line).another())) } else { Arc::clone(&self.line) };
        Self {
            who: self.who.clone(),
            line,
            apart: self.apart,
            journal: self.journal.clone(),
            told: self.told.clone(),
            trail: self.trail.clone(),
            opened: self.opened && !self.apart,
        }
    }
}

/// Asks for an action; people are asked again until they name one.
fn ask(line: &mut Line, told: &Told, round: u32, view: &View<'_>) -> Option<Action> {
    let names = told.game.actions(told.player);
    let (message, question) = words::question(told, round, view);
    line.tell(&message);
    while line.failed().is_none() {
        let answer = line.answer(round, &question)?;
        if let Some(action) = words::action(&answer, names) {
            return Some(action);
        }
        if line.is_human() {
            eprintln!("{:?} is no action", answer.trim());
            continue;
        }
        let wanted = format!("{{\"action\": \"{}\"}} or another of {}", names[0], names.join(", "));
        line.fail(format!("the player's program answered {:?} in round {round}", answer.trim()), &wanted);
    }
    None
}

impl Strategy for Remote {
    fn begin(&mut self, told: &Told) {
        (self.told, self.trail, self.opened) = (Some(told.clone()), None, false);
    }

    fn act(&mut self, view: &View<'_>, draws: &mut Draws) -> Action {
        let told = self.told.as_ref().expect("a strategy begins before it acts");
        let trail = self.trail.get_or_insert_with(|| Trail::begin(&words::beginning(told), draws));
        let situation = trail.follow(view);
        if let Some(action) = self.journal.answer(&situation) {
            return action;
        }
        let mut line = locked(&self.line);
        if !std::mem::replace(&mut self.opened, true) {
            line.open(&self.who, &words::beginning(told));
            // Within a match, a copy or one who was answered for so far hears of it from the first round on.
            for round in 1..view.round {
                if ask(&mut line, told, round, view).is_none() {
                    break;
                }
            }
        }
        let answer = ask(&mut line, told, view.round, view);
        if let Some(action) = answer {
            self.journal.keep(situation, action);
        }
        answer.unwrap_or(Action::C)
    }

    fn is_guest(&self) -> bool {
        true
    }

    fn failure(&self) -> Option<Diagnostic> {
        locked(&self.line).failed()
    }

    /// Whoever is asked can be told any game.
    fn fits(&self, _: &Told) -> Result<(), Diagnostic> {
        Ok(())
    }
}

/// Guests as strategies, for a lab whose runs may ask people and programs.
pub(super) const ENTRIES: [Entry<dyn Strategy>; 2] = [
    Entry {
        key: "pipe",
        title: "Pipe",
        aliases: &[],
        about: "A program that answers a line of JSON a move, as docs/players.md says; one process a pairing. Its runs are \
                marked in their manifest, as nothing promises that it plays alike twice.",
        source: "this lab's protocol",
        facets: Facets::unbounded().uses_length().uses_game().guest(),
        params: || {
            Schema::of(vec![
                Field::required("command", Kind::Text, "The command line, as the shell takes it."),
                Field::with_default(
                    "deadline",
                    Kind::Number { min: 0.001, max: 86_400.0 },
                    DEADLINE_S,
                    "How long it may take for a move.",
                )
                .unit("s"),
            ])
        },
        build: |params, _| {
            let deadline = Duration::try_from_secs_f64(params.number("deadline")).expect("the schema bounds it");
            Ok(Box::new(Remote::pipe(params.text("command"), deadline).apart()))
        },
    },
    Entry {
        key: "human",
        title: "Human",
        aliases: &[],
        about: "The person at the terminal, who is asked for each move: one match after another, with `--threads 1`. Its \
                runs are marked in their manifest.",
        source: "this lab's protocol",
        facets: Facets::unbounded().uses_length().uses_game().guest(),
        params: Schema::default,
        build: |_, _| Ok(Box::new(Remote::human().apart())),
    },
];
