//! Players outside of the lab: a person at the terminal, or a program that is asked for each move by a line of JSON.
//!
//! The protocol (`docs/players.md`): the program reads one JSON object a line and answers each of type `move` with one line.
//! `begin` tells what a player is told; `move` names the round and what the round before came to; `end` ends a match. A player
//! that fails to answer in time, ends, or answers with no action of the game makes the command fail with what it said.
//! Such players are not the lab's to repeat: nothing is a function of the seed any more.

use crate::catalogue::fold;
use crate::error::Diagnostic;
use crate::ids::PlayerId;
use crate::sim::Draws;
use crate::strategy::{Action, Horizon, Strategy, Told, View};
use serde_json::{Value as Json, json};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The version of the protocol.
const PROTOCOL: u32 = 1;

/// Who is asked.
enum Voice {
    /// A program, its answers line by line.
    Pipe { child: Child, input: ChildStdin, lines: Receiver<std::io::Result<String>>, deadline: Duration },
    /// The person at the terminal.
    Human,
}

/// A player who is asked for every move. Copies share whom they ask.
#[derive(Clone)]
pub(super) struct Remote {
    shared: Arc<Mutex<Shared>>,
    told: Option<Told>,
}

struct Shared {
    voice: Voice,
    /// The first thing that went wrong; nobody is asked any more.
    fault: Option<Diagnostic>,
}

impl Remote {
    /// The person at the terminal.
    pub(super) fn human() -> Self {
        Self::of(Voice::Human)
    }

    /// A program, by its command line.
    ///
    /// # Errors
    /// If it cannot be started.
    pub(super) fn pipe(command: &str, deadline: Duration) -> Result<Self, Diagnostic> {
        let fault = |error: std::io::Error| {
            Diagnostic::new("player-failed", format!("{command:?}: {error}"), "a command that can be started")
        };
        let (shell, flag) = if cfg!(windows) { ("cmd", "/C") } else { ("sh", "-c") };
        let mut child = Command::new(shell)
            .args([flag, command])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(fault)?;
        let input = child.stdin.take().expect("its input is piped");
        let output = child.stdout.take().expect("its output is piped");
        let (send, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                if send.send(line).is_err() {
                    break;
                }
            }
        });
        Ok(Self::of(Voice::Pipe { child, input, lines, deadline }))
    }

    fn of(voice: Voice) -> Self {
        Self { shared: Arc::new(Mutex::new(Shared { voice, fault: None })), told: None }
    }

    fn with<R>(&self, act: impl FnOnce(&mut Shared) -> R) -> R {
        act(&mut self.shared.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Ends a match, with what it came to.
    ///
    /// # Errors
    /// What went wrong in it.
    pub(super) fn end(&self, answer: &Json, seat: usize) -> Result<(), Diagnostic> {
        self.with(|shared| {
            shared
                .tell(&json!({"type": "end", "seat": seat, "scores": answer["scores"], "actions": answer["actions"]}));
            shared.fault.take().map_or(Ok(()), Err)
        })
    }
}

impl Shared {
    fn fail(&mut self, found: String, expected: &str) {
        if self.fault.is_none() {
            self.fault = Some(Diagnostic::new("player-failed", found, expected));
        }
    }

    /// Writes a line to a program; people are asked instead.
    fn tell(&mut self, message: &Json) {
        if self.fault.is_some() {
            return;
        }
        let Voice::Pipe { input, .. } = &mut self.voice else { return };
        if let Err(error) = writeln!(input, "{message}").and_then(|()| input.flush()) {
            self.fail(format!("the player's program reads no more: {error}"), "a program that reads until `end`");
        }
    }

    /// The line that answers a question.
    fn line(&mut self, round: u32, question: &str) -> Option<String> {
        let broken = |error: std::io::Error| (format!("round {round}: {error}"), "lines of UTF-8 text");
        let ended = || (format!("the player's program ended in round {round}"), "one line a move, until `end`");
        let answer = match &mut self.voice {
            Voice::Pipe { child, lines, deadline, .. } => match lines.recv_timeout(*deadline) {
                Ok(line) => line.map_err(broken),
                Err(RecvTimeoutError::Disconnected) => Err(ended()),
                Err(RecvTimeoutError::Timeout) => {
                    // What it would say now would be taken for the next answer.
                    _ = child.kill();
                    let seconds = deadline.as_secs_f64();
                    Err((
                        format!("no answer within {seconds} s in round {round}"),
                        "one line a move, or a longer --deadline",
                    ))
                }
            },
            Voice::Human => {
                eprint!("{question}");
                let mut line = String::new();
                match std::io::stdin().lock().read_line(&mut line) {
                    Ok(0) => Err((format!("the input ended in round {round}"), "one action a round")),
                    Ok(_) => Ok(line),
                    Err(error) => Err(broken(error)),
                }
            }
        };
        match answer {
            Ok(line) => Some(line),
            Err((found, expected)) => {
                self.fail(found, expected);
                None
            }
        }
    }

    /// Asks for an action; people are asked again until they name one.
    fn ask(&mut self, told: &Told, round: u32, own: Option<Action>, seen: Option<Action>) -> Action {
        let names = |player: PlayerId| told.game.actions(player);
        let (mine, theirs) = (names(told.player), names(PlayerId(1 - told.player.0)));
        let name =
            |action: Option<Action>, names: &[String]| action.and_then(|action| names.get(action.index()).cloned());
        let (own, seen) = (name(own, mine), name(seen, theirs));
        self.tell(&json!({"type": "move", "round": round, "own": own, "seen": seen}));
        let left = match told.horizon {
            Horizon::Rounds(rounds) => format!(" of {rounds}"),
            Horizon::Unknown => String::new(),
        };
        let past = own.zip(seen).map_or_else(String::new, |(own, seen)| format!(" (you {own}, the other {seen})"));
        let question = format!("round {round}{left}{past}: {}? ", mine.join(" or "));
        while self.fault.is_none() {
            let Some(line) = self.line(round, &question) else { break };
            if let Some(action) = action(&line, mine) {
                return action;
            }
            if matches!(self.voice, Voice::Human) {
                eprintln!("{:?} is no action", line.trim());
                continue;
            }
            let wanted = format!("{{\"action\": \"{}\"}} or another of {}", mine[0], mine.join(", "));
            self.fail(format!("the player's program answered {:?} in round {round}", line.trim()), &wanted);
        }
        Action::C
    }
}

/// The action that a line names: alone or as `action` of an object; by its name, by C or D where there are two, or by its
/// place from 0.
fn action(line: &str, names: &[String]) -> Option<Action> {
    let line = line.trim();
    let word = match serde_json::from_str::<Json>(line) {
        Ok(Json::Object(members)) => members.get("action")?.clone(),
        Ok(value) => value,
        Err(_) => line.into(),
    };
    let place = match &word {
        Json::Number(number) => usize::try_from(number.as_u64()?).ok()?,
        Json::String(word) => {
            let named = names.iter().position(|name| fold(name) == fold(word));
            let letter = || ["c", "d"].iter().position(|letter| names.len() == 2 && fold(word) == **letter);
            named.or_else(letter)?
        }
        _ => return None,
    };
    (place < names.len()).then(|| Action(u8::try_from(place).unwrap_or(u8::MAX)))
}

impl Drop for Shared {
    fn drop(&mut self) {
        if let Voice::Pipe { child, .. } = &mut self.voice {
            // A program that has read `end` may finish by itself; it is not waited for.
            if !matches!(child.try_wait(), Ok(Some(_))) {
                _ = child.kill();
                _ = child.wait();
            }
        }
    }
}

impl Strategy for Remote {
    fn begin(&mut self, told: &Told) {
        let game = &told.game;
        // Guests play matches of two, whose games are tables.
        let payoffs = |player: PlayerId| -> Vec<f64> {
            let table = game.table();
            table
                .map(|table| (0..table.profile_count()).map(|k| table.payoff_at(k, player).to_f64()).collect())
                .unwrap_or_default()
        };
        let other = PlayerId(1 - told.player.0);
        let rounds = match told.horizon {
            Horizon::Rounds(rounds) => json!(rounds),
            Horizon::Unknown => Json::Null,
        };
        let message = json!({
            "type": "begin",
            "protocol": PROTOCOL,
            "seat": told.player.0,
            "rounds": rounds,
            "continuation": told.continuation,
            "noise": told.noise,
            "actions": game.actions(told.player),
            "other_actions": game.actions(other),
            "row_payoffs": payoffs(PlayerId(0)),
            "column_payoffs": payoffs(PlayerId(1)),
        });
        self.with(|shared| shared.tell(&message));
        self.told = Some(told.clone());
    }

    fn act(&mut self, view: &View<'_>, _: &mut Draws) -> Action {
        let told = self.told.as_ref().expect("a strategy begins before it acts");
        self.with(|shared| shared.ask(told, view.round, view.own.last(), view.opponent().last()))
    }

    fn fits(&self, _: &Told) -> Result<(), Diagnostic> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_are_named_in_several_ways() {
        let names = ["cooperate".to_string(), "defect".to_string()];
        for (line, place) in [
            ("C", 0),
            ("d\n", 1),
            ("\"Defect\"", 1),
            ("{\"action\": \"cooperate\"}", 0),
            ("{\"action\": 1, \"why\": \"x\"}", 1),
            ("0", 0),
        ] {
            assert_eq!(action(line, &names), Some(Action(place)), "{line}");
        }
        for line in ["", "e", "2", "-1", "{\"move\": \"C\"}", "[0]", "null"] {
            assert_eq!(action(line, &names), None, "{line}");
        }
    }
}
