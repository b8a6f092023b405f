//! Players outside of the lab: a person at the terminal, or a program that is asked for each move by a line of JSON.
//!
//! The protocol (`docs/players.md`): the program reads one JSON object a line and answers each of type `move` with one line.
//! `begin` tells what a player is told; `move` names the round and what the round before came to; `end` ends a match. A player
//! that fails to answer in time, ends, or answers with no action of the game makes the command fail with what it said.
//! Such players are not the lab's to repeat: nothing is a function of the seed any more.
//!
//! [`ENTRIES`] make them strategies like others, for scenarios and tournaments. There every match has a program of its own,
//! which all its repetitions share, so that matches side by side do not disturb each other.

use crate::catalogue::{Entry, Field, Kind, Schema, fold};
use crate::error::Diagnostic;
use crate::game::{Stage, StageGame};
use crate::ids::PlayerId;
use crate::sim::Draws;
use crate::strategy::{Action, Facets, History, Horizon, Strategy, Told, View};
use serde_json::{Value as Json, json};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::ThreadId;
use std::time::Duration;

/// The version of the protocol.
const PROTOCOL: u32 = 1;
/// How long a program may take for a move, in seconds, unless it is said otherwise.
pub(super) const DEADLINE_S: f64 = 10.0;

/// Who is to be asked.
#[derive(Clone)]
enum Who {
    /// A program, by its command line.
    Program { command: String, deadline: Duration },
    /// The person at the terminal.
    Human,
}

/// Who is asked.
enum Voice {
    /// A program, its answers line by line.
    Pipe { child: Child, input: ChildStdin, lines: Receiver<std::io::Result<String>>, deadline: Duration },
    /// The person at the terminal, which is held meanwhile.
    Human(Terminal),
}

/// A player who is asked for every move.
pub(super) struct Remote {
    who: Who,
    shared: Arc<Mutex<Shared>>,
    /// Whether copies ask somebody of their own, or all the same.
    apart: bool,
    told: Option<Told>,
}

struct Shared {
    voice: Option<Voice>,
    /// The first thing that went wrong with this player or a copy of it; nobody is asked any more.
    fault: Arc<Mutex<Option<Diagnostic>>>,
}

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The thread that talks to the person, and in how many seats.
static TALKING: Mutex<Option<(ThreadId, usize)>> = Mutex::new(None);

/// The terminal, in the hands of one thread.
struct Terminal;

impl Terminal {
    fn take() -> Option<Self> {
        let me = std::thread::current().id();
        let mut talking = locked(&TALKING);
        let seats = match *talking {
            None => 0,
            Some((thread, seats)) if thread == me => seats,
            Some(_) => return None,
        };
        *talking = Some((me, seats + 1));
        Some(Self)
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let mut talking = locked(&TALKING);
        *talking = talking.and_then(|(thread, seats)| (seats > 1).then_some((thread, seats - 1)));
    }
}

impl Who {
    /// Starts a program, or takes the terminal.
    fn call(&self) -> Result<Voice, Diagnostic> {
        let Who::Program { command, deadline } = self else {
            return Terminal::take().map(Voice::Human).ok_or_else(|| {
                let found = "a second match that asks at the terminal at the same time";
                Diagnostic::new("terminal-taken", found, "one match after another").help("add `--threads 1`")
            });
        };
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
        Ok(Voice::Pipe { child, input, lines, deadline: *deadline })
    }
}

impl Remote {
    /// The person at the terminal. Copies are the same person in the same match.
    pub(super) fn human() -> Self {
        Self::of(Who::Human)
    }

    /// A program, by its command line; started when a match begins. Copies ask the same one.
    pub(super) fn pipe(command: &str, deadline: Duration) -> Self {
        Self::of(Who::Program { command: command.to_string(), deadline })
    }

    fn of(who: Who) -> Self {
        Self { who, shared: Arc::new(Mutex::new(Shared::new(Arc::default()))), apart: false, told: None }
    }

    /// The same, with copies that ask somebody of their own: a player of many matches.
    fn apart(mut self) -> Self {
        self.apart = true;
        self
    }

    fn with<R>(&self, act: impl FnOnce(&mut Shared) -> R) -> R {
        act(&mut locked(&self.shared))
    }

    /// Ends a match, with what it came to.
    ///
    /// # Errors
    /// What went wrong in it.
    pub(super) fn end(&self, answer: &Json, seat: usize) -> Result<(), Diagnostic> {
        self.with(|shared| {
            shared
                .tell(&json!({"type": "end", "seat": seat, "scores": answer["scores"], "actions": answer["actions"]}));
            shared.failed().map_or(Ok(()), Err)
        })
    }
}

impl Clone for Remote {
    fn clone(&self) -> Self {
        let shared = if self.apart {
            Arc::new(Mutex::new(Shared::new(self.with(|shared| Arc::clone(&shared.fault)))))
        } else {
            Arc::clone(&self.shared)
        };
        Self { who: self.who.clone(), shared, apart: self.apart, told: self.told.clone() }
    }
}

impl Shared {
    fn new(fault: Arc<Mutex<Option<Diagnostic>>>) -> Self {
        Self { voice: None, fault }
    }

    fn failed(&self) -> Option<Diagnostic> {
        locked(&self.fault).clone()
    }

    fn fail(&self, found: String, expected: &str) {
        locked(&self.fault).get_or_insert_with(|| Diagnostic::new("player-failed", found, expected));
    }

    /// Makes sure that there is somebody to ask, and says what a player is told.
    fn begin(&mut self, who: &Who, told: &Told) {
        if self.failed().is_some() {
            return;
        }
        if self.voice.is_none() {
            match who.call() {
                Ok(voice) => self.voice = Some(voice),
                Err(found) => {
                    locked(&self.fault).get_or_insert(found);
                    return;
                }
            }
        }
        self.tell(&beginning(told));
    }

    /// Writes a line to a program; people are asked instead.
    fn tell(&mut self, message: &Json) {
        if self.failed().is_some() {
            return;
        }
        let Some(Voice::Pipe { input, .. }) = &mut self.voice else { return };
        if let Err(error) = writeln!(input, "{message}").and_then(|()| input.flush()) {
            self.fail(format!("the player's program reads no more: {error}"), "a program that reads until `end`");
        }
    }

    /// The line that answers a question.
    fn line(&mut self, round: u32, question: &str) -> Option<String> {
        let broken = |error: std::io::Error| (format!("round {round}: {error}"), "lines of UTF-8 text");
        let ended = || (format!("the player's program ended in round {round}"), "one line a move, until `end`");
        let answer = match self.voice.as_mut()? {
            Voice::Pipe { child, lines, deadline, .. } => match lines.recv_timeout(*deadline) {
                Ok(line) => line.map_err(broken),
                Err(RecvTimeoutError::Disconnected) => Err(ended()),
                Err(RecvTimeoutError::Timeout) => {
                    // What it would say now would be taken for the next answer.
                    _ = child.kill();
                    let seconds = deadline.as_secs_f64();
                    Err((
                        format!("no answer within {seconds} s in round {round}"),
                        "one line a move, or a longer deadline (`--deadline`)",
                    ))
                }
            },
            Voice::Human(_) => {
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
        while self.failed().is_none() {
            let Some(line) = self.line(round, &question) else { break };
            if let Some(action) = action(&line, mine) {
                return action;
            }
            if matches!(self.voice, Some(Voice::Human(_))) {
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
        if let Some(Voice::Pipe { child, .. }) = &mut self.voice {
            // A program that has read `end` may finish by itself; it is not waited for.
            if !matches!(child.try_wait(), Ok(Some(_))) {
                _ = child.kill();
                _ = child.wait();
            }
        }
    }
}

/// What a player is told before a match.
fn beginning(told: &Told) -> Json {
    let game = &told.game;
    // Guests play matches of two, whose games are tables.
    let payoffs = |player: PlayerId| -> Vec<f64> {
        let table = game.table();
        table
            .map(|table| (0..table.profile_count()).map(|k| table.payoff_at(k, player).to_f64()).collect())
            .unwrap_or_default()
    };
    let rounds = match told.horizon {
        Horizon::Rounds(rounds) => json!(rounds),
        Horizon::Unknown => Json::Null,
    };
    json!({
        "type": "begin",
        "protocol": PROTOCOL,
        "seat": told.player.0,
        "rounds": rounds,
        "continuation": told.continuation,
        "noise": told.noise,
        "actions": game.actions(told.player),
        "other_actions": game.actions(PlayerId(1 - told.player.0)),
        "row_payoffs": payoffs(PlayerId(0)),
        "column_payoffs": payoffs(PlayerId(1)),
    })
}

impl Strategy for Remote {
    fn begin(&mut self, told: &Told) {
        self.with(|shared| shared.begin(&self.who, told));
        self.told = Some(told.clone());
    }

    fn act(&mut self, view: &View<'_>, _: &mut Draws) -> Action {
        let told = self.told.as_ref().expect("a strategy begins before it acts");
        let (own, seen) = (view.own, view.opponent());
        self.with(|shared| {
            if shared.voice.is_none() && shared.failed().is_none() {
                // A copy made within a match: it is told of the match so far.
                shared.begin(&self.who, told);
                for round in 1..view.round {
                    let before =
                        |history: History<'_>| history.actions().get((round as usize).checked_sub(2)?).copied();
                    shared.ask(told, round, before(own), before(seen));
                }
            }
            shared.ask(told, view.round, own.last(), seen.last())
        })
    }

    fn is_guest(&self) -> bool {
        true
    }

    fn failure(&self) -> Option<Diagnostic> {
        self.with(|shared| shared.failed())
    }

    fn fits(&self, told: &Told) -> Result<(), Diagnostic> {
        match &told.game {
            Stage::Table(game) if game.player_count() == 2 => Ok(()),
            game => {
                let found = format!("a player from outside in a game of {} players", game.player_count());
                Err(Diagnostic::new("wrong-game", found, "a game of two players"))
            }
        }
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
