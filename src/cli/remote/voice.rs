//! Who answers for a player from outside: a process that reads and writes lines, or the person at the terminal.
//!
//! Nothing here knows of games: a line is told, a line is asked for, and what goes wrong is kept.

use crate::error::Diagnostic;
use serde_json::Value as Json;
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::ThreadId;
use std::time::Duration;

/// Who is to be asked.
#[derive(Clone)]
pub(super) enum Who {
    /// A program, by its command line.
    Program { command: String, deadline: Duration },
    /// The person at the terminal.
    Human,
}

/// Who is asked.
pub(super) enum Voice {
    /// A program, what it is told, its answers line by line.
    Pipe { child: Child, ear: Ear, lines: Receiver<io::Result<String>>, deadline: Duration },
    /// The person at the terminal, which is held meanwhile.
    Human(Terminal),
}

/// The input of a program, in the hands of a thread of its own: writing to a program that does not read never returns.
pub(super) struct Ear {
    lines: Sender<String>,
    written: Receiver<io::Result<()>>,
}

impl Ear {
    fn of(mut input: ChildStdin) -> Self {
        let (lines, to_write) = channel::<String>();
        let (done, written) = channel();
        std::thread::spawn(move || {
            for line in to_write {
                let result = writeln!(input, "{line}").and_then(|()| input.flush());
                let failed = result.is_err();
                if done.send(result).is_err() || failed {
                    break;
                }
            }
        });
        Self { lines, written }
    }

    /// Writes a line; fails as timed out if it is not taken in time.
    fn tell(&self, line: String, deadline: Duration) -> io::Result<()> {
        let gone = || io::Error::from(ErrorKind::BrokenPipe);
        self.lines.send(line).map_err(|_| gone())?;
        match self.written.recv_timeout(deadline) {
            Ok(result) => result,
            Err(RecvTimeoutError::Timeout) => Err(ErrorKind::TimedOut.into()),
            Err(RecvTimeoutError::Disconnected) => Err(gone()),
        }
    }
}

/// The longest line that a program may answer, in bytes.
const LONGEST: u64 = 1 << 16;
/// How many lines a program may be ahead of the questions. One that is further ahead waits.
const AHEAD: usize = 64;

/// The lines that a program writes. What is too long or no text is the last of them.
fn lines_of(output: ChildStdout) -> Receiver<io::Result<String>> {
    let (send, lines) = sync_channel(AHEAD);
    std::thread::spawn(move || {
        let mut output = BufReader::new(output);
        loop {
            let mut line = Vec::new();
            let read = output.by_ref().take(LONGEST).read_until(b'\n', &mut line);
            let line = match read {
                Ok(0) => break,
                Ok(_) if line.len() as u64 == LONGEST && line.last() != Some(&b'\n') => {
                    Err(io::Error::new(ErrorKind::InvalidData, format!("a line of more than {LONGEST} bytes")))
                }
                Ok(_) => String::from_utf8(line).map_err(|_| io::Error::new(ErrorKind::InvalidData, "not UTF-8 text")),
                Err(error) => Err(error),
            };
            let last = line.is_err();
            if send.send(line).is_err() || last {
                break;
            }
        }
    });
    lines
}

pub(super) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The thread that talks to the person, and in how many seats.
static TALKING: Mutex<Option<(ThreadId, usize)>> = Mutex::new(None);

/// The terminal, in the hands of one thread.
pub(super) struct Terminal;

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
        Ok(Voice::Pipe { child, ear: Ear::of(input), lines: lines_of(output), deadline: *deadline })
    }
}

/// A line to one who answers, opened when it is first needed.
pub(super) struct Line {
    voice: Option<Voice>,
    /// The first thing that went wrong with this player or a copy of it; nobody is asked any more.
    fault: Arc<Mutex<Option<Diagnostic>>>,
}

impl Line {
    pub(super) fn new(fault: Arc<Mutex<Option<Diagnostic>>>) -> Self {
        Self { voice: None, fault }
    }

    /// A line to somebody of its own, for a copy of the player.
    pub(super) fn another(&self) -> Self {
        Self::new(Arc::clone(&self.fault))
    }

    pub(super) fn failed(&self) -> Option<Diagnostic> {
        locked(&self.fault).clone()
    }

    pub(super) fn fail(&self, found: String, expected: &str) {
        locked(&self.fault).get_or_insert_with(|| Diagnostic::new("player-failed", found, expected));
    }

    /// Whether a person is at the other end.
    pub(super) fn is_human(&self) -> bool {
        matches!(self.voice, Some(Voice::Human(_)))
    }

    /// Makes sure that there is somebody to ask, and says what a player is told.
    pub(super) fn open(&mut self, who: &Who, beginning: &Json) {
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
        self.tell(beginning);
    }

    /// Writes a line to a program; people are asked instead.
    pub(super) fn tell(&mut self, message: &Json) {
        if self.failed().is_some() {
            return;
        }
        let Some(Voice::Pipe { child, ear, deadline, .. }) = &mut self.voice else { return };
        let Err(error) = ear.tell(message.to_string(), *deadline) else { return };
        let found = if error.kind() == ErrorKind::TimedOut {
            _ = child.kill();
            let round = message["round"].as_u64().map_or_else(String::new, |round| format!(" in round {round}"));
            format!("the player's program read nothing for {} s{round}", deadline.as_secs_f64())
        } else {
            format!("the player's program reads no more: {error}")
        };
        self.fail(found, "a program that reads every line until `end`");
    }

    /// The line that answers a question.
    pub(super) fn answer(&mut self, round: u32, question: &str) -> Option<String> {
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
}

impl Drop for Line {
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
