//! The reference engine.

use super::rules::{Length, Match, Seat};
use crate::error::Diagnostic;
use crate::game::StageGame;
use crate::ids::PlayerId;
use crate::sim::{Chance, Draws, Purpose};
use crate::strategy::{Action, Minds, Record, Seen, Strategy, Tally, View};

/// A third party that sees each round's realised actions and may make one public.
///
/// A disclosure replaces what the others perceived of that player in that round. Nothing else of what a
/// referee does can reach the players.
pub trait Referee {
    /// Whether it can disclose anything. Where it cannot, short cuts may stand in for the engine.
    const DISCLOSES: bool;

    /// The match begins and will have `rounds` rounds.
    fn begin(&mut self, rounds: u32);

    /// A round was played. `disclosed[player]` starts as nothing.
    fn round(&mut self, round: u32, realised: &[Action], disclosed: &mut [Option<Action>]);
}

/// No referee.
impl Referee for () {
    const DISCLOSES: bool = false;

    fn begin(&mut self, _: u32) {}

    fn round(&mut self, _: u32, _: &[Action], _: &mut [Option<Action>]) {}
}

/// How a match went, beside its course.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// The number of rounds.
    pub rounds: u32,
    /// Whether anything was drawn, or came from outside the lab. If not, every repetition of the match is the same.
    pub drew: bool,
}

/// Why a match cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    /// The number of seats is not the game's number of players.
    #[error("{seats} seats for a game of {players} players")]
    Seats {
        /// The number of seats.
        seats: usize,
        /// The number of players.
        players: usize,
    },
    /// The game has more actions or profiles than an action or a course can name.
    #[error("a game of {profiles} profiles is too large to be repeated")]
    TooLarge {
        /// The number of profiles.
        profiles: usize,
    },
    /// A player has more actions than can be named.
    #[error("a player of {actions} actions")]
    TooManyActions {
        /// The number of actions.
        actions: usize,
    },
    /// A player from outside the lab failed.
    #[error("player {name:?}: {}", fault.found)]
    Failed {
        /// The player's name.
        name: String,
        /// What went wrong.
        fault: Box<Diagnostic>,
    },
    /// A strategy played what the game does not have.
    #[error("{name} played action {action} of {actions} in round {round}")]
    NoSuchAction {
        /// The player's name.
        name: String,
        /// The action's place, from 0.
        action: usize,
        /// The number of actions.
        actions: usize,
        /// The round, from 1.
        round: u32,
    },
}

impl From<PlayError> for Diagnostic {
    fn from(error: PlayError) -> Self {
        let (code, expected) = match &error {
            PlayError::Failed { fault, .. } => {
                return Diagnostic { found: error.to_string(), ..(**fault).clone() };
            }
            PlayError::Seats { .. } => ("seat-count", "one seat a player"),
            PlayError::TooLarge { .. } => ("game-too-large", "at most 65536 profiles"),
            PlayError::TooManyActions { .. } => ("game-too-large", "at most 256 actions a player"),
            PlayError::NoSuchAction { .. } => ("no-such-action", "a strategy that knows the game's actions"),
        };
        Diagnostic::new(code, error.to_string(), expected)
    }
}

/// Plays a match round by round: the definition of what a match is.
///
/// In each round every player chooses from what it knew before the round; all choices take effect
/// together; then slips, the referee, and what each perceives. `sink` gets the number of the realised
/// profile of each round, in order.
///
/// Draws, each from the stream of (match, repetition, player): the strategy's own; one a chosen action for
/// slips; one for each other player for misreadings, in order of players.
///
/// # Errors
/// If the seats do not fit the game, or a strategy plays an action that the game does not have.
pub fn play<R: Referee>(
    spec: &Match<'_>,
    seats: &mut [Seat<'_>],
    referee: &mut R,
    mut sink: impl FnMut(u16),
) -> Result<Played, PlayError> {
    fits(spec, seats.len())?;
    let strides: Vec<usize> = ids(seats.len()).map(|player| spec.rules.game.stride(player)).collect();
    play_actions(spec, seats, referee, |realised| {
        let profile: usize = realised.iter().zip(&strides).map(|(action, stride)| action.index() * stride).sum();
        // `fits` has checked that every profile has a 16-bit number.
        #[expect(clippy::cast_possible_truncation, reason = "checked before the first round")]
        sink(profile as u16);
    })
}

/// [`play`] for any stage game, a group too large for a table of profiles among them: `sink` gets the realised actions of
/// each round, in the order of players.
///
/// # Errors
/// As [`play`].
pub fn play_actions<G: StageGame, R: Referee>(
    spec: &Match<'_, G>,
    seats: &mut [Seat<'_>],
    referee: &mut R,
    mut sink: impl FnMut(&[Action]),
) -> Result<Played, PlayError> {
    let players = seats.len();
    fits_stage(&*spec.rules.game, players)?;
    for (player, seat) in ids(players).zip(seats.iter_mut()) {
        seat.strategy.begin(&spec.rules.told(player));
    }
    // Who sees into the other player, with the stream of what it imagines. Hardly ever anybody.
    let readers: Vec<(usize, Draws)> = seats
        .iter()
        .enumerate()
        .filter(|(_, seat)| players == 2 && seat.strategy.reads_minds())
        .map(|(k, seat)| (k, spec.key.draws(spec.who(seat.name), Purpose::Simulation)))
        .collect();
    // Two loops, so that the common one does not pay for readers.
    if readers.is_empty() {
        play_rounds::<G, R, false>(spec, seats, readers, referee, &mut sink)
    } else {
        play_rounds::<G, R, true>(spec, seats, readers, referee, &mut sink)
    }
}

/// Plays all rounds of a match that has begun; `READ` says whether there are `readers`.
fn play_rounds<G: StageGame, R: Referee, const READ: bool>(
    spec: &Match<'_, G>,
    seats: &mut [Seat<'_>],
    mut readers: Vec<(usize, Draws)>,
    referee: &mut R,
    sink: &mut impl FnMut(&[Action]),
) -> Result<Played, PlayError> {
    let game = &*spec.rules.game;
    let players = seats.len();
    let rounds = spec.rounds();
    let actions: Vec<usize> = ids(players).map(|player| game.action_count(player)).collect();
    let noise = Chance::of(spec.rules.noise);
    let misperception = Chance::of(spec.rules.misperception);
    let apart = misperception != Chance::Never || R::DISCLOSES;

    let mut streams: Vec<Streams> = seats.iter().map(|seat| Streams::of(spec, seat.name, true)).collect();
    let mut truth: Vec<Record> = actions.iter().map(|n| Record::with_room(*n, rounds)).collect();
    // What each player perceived of each, where that can differ from the truth.
    let empty = || actions.iter().map(|n| Record::new(*n)).collect();
    let mut perceived: Vec<Vec<Record>> = if apart { seats.iter().map(|_| empty()).collect() } else { Vec::new() };

    // Counts by round, where there are so many others that counting them again and again would be dear.
    let most = actions.iter().copied().max().unwrap_or(0);
    let counted = players > 2;
    let mut true_counts = counted.then(|| Tally::new(most));
    let mut perceived_counts = vec![Tally::new(most); if counted && apart { players } else { 0 }];

    referee.begin(rounds);
    let mut realised = vec![Action::C; players];
    let mut disclosed = vec![None; players];
    for round in 1..=rounds {
        if READ {
            show_minds(&mut readers, seats, &mut truth, &mut perceived);
        }
        for (k, seat) in seats.iter_mut().enumerate() {
            let seen = if apart {
                Seen::new(&perceived[k], k).counted(perceived_counts.get(k))
            } else {
                Seen::new(&truth, k).counted(true_counts.as_ref())
            };
            let view = View { round, own: truth[k].history_of(round as usize - 1), seen };
            let action = seat.strategy.act(&view, &mut streams[k].choice);
            exists(action, actions[k], seat.name, round)?;
            realised[k] = slip(action, actions[k], noise, &mut streams[k].slips);
        }
        referee.round(round, &realised, &mut disclosed);
        if apart {
            for (k, records) in perceived.iter_mut().enumerate() {
                for (j, record) in records.iter_mut().enumerate().filter(|(j, _)| *j != k) {
                    let read = slip(realised[j], actions[j], misperception, &mut streams[k].misreadings);
                    record.push(disclosed[j].unwrap_or(read));
                }
                if let Some(tally) = perceived_counts.get_mut(k) {
                    tally.push(records.iter().filter_map(|record| record.history().last()));
                }
            }
            disclosed.fill(None);
        }
        for (record, action) in truth.iter_mut().zip(&realised) {
            record.push(*action);
        }
        if let Some(tally) = &mut true_counts {
            tally.push(realised.iter().copied());
        }
        sink(&realised);
    }
    if let Some(error) = seats.iter().find_map(|seat| failed(seat.name, &*seat.strategy)) {
        return Err(error);
    }
    let drew = streams.iter().any(Streams::used)
        || seats.iter().any(|seat| seat.strategy.is_guest())
        || readers.iter().any(|(_, imagined)| imagined.used())
        || matches!(spec.rules.length, Length::Drawn { .. })
        || R::DISCLOSES;
    Ok(Played { rounds, drew })
}

/// The failure of a player from outside the lab.
pub(super) fn failed(name: &str, strategy: &dyn Strategy) -> Option<PlayError> {
    strategy.failure().map(|fault| PlayError::Failed { name: name.to_string(), fault: Box::new(fault) })
}

/// For how many rounds room is made at once: all, or the first million.
pub(super) fn room(rounds: u32) -> usize {
    rounds.min(1 << 20) as usize
}

/// Whether an action that a player chose is one of its `actions` in the game.
#[inline]
pub(super) fn exists(action: Action, actions: usize, name: &str, round: u32) -> Result<(), PlayError> {
    if action.index() < actions {
        return Ok(());
    }
    Err(PlayError::NoSuchAction { name: name.to_string(), action: action.index(), actions, round })
}

/// Shows the other player, as it stands before the round, to each who wants to see into it.
#[cold]
fn show_minds(
    readers: &mut [(usize, Draws)],
    seats: &mut [Seat<'_>],
    truth: &mut [Record],
    perceived: &mut [Vec<Record>],
) {
    // All copies are made before anybody looks, since looking may change who looks.
    let others: Vec<Box<dyn Strategy>> =
        readers.iter().map(|(reader, _)| seats[1 - reader].strategy.boxed_clone()).collect();
    for ((reader, draws), other) in readers.iter_mut().zip(others) {
        let seen = perceived.get_mut(1 - *reader).map(Vec::as_mut_slice);
        seats[*reader].strategy.look(&mut Minds::new(other, *reader, truth, seen, draws));
    }
}

/// Whether seats and game fit the engine.
pub(super) fn fits(spec: &Match<'_>, seats: usize) -> Result<(), PlayError> {
    let game = &*spec.rules.game;
    fits_stage(game, seats)?;
    let profiles = game.profile_count();
    if profiles > 1 << 16 {
        return Err(PlayError::TooLarge { profiles });
    }
    Ok(())
}

/// Whether seats and players are as many, and actions few enough to be named.
fn fits_stage<G: StageGame>(game: &G, seats: usize) -> Result<(), PlayError> {
    let players = game.player_count();
    if players != seats {
        return Err(PlayError::Seats { seats, players });
    }
    match ids(players).map(|player| game.action_count(player)).find(|actions| *actions > 256) {
        Some(actions) => Err(PlayError::TooManyActions { actions }),
        None => Ok(()),
    }
}

fn ids(players: usize) -> impl Iterator<Item = PlayerId> {
    (0..players).map(PlayerId::at)
}

/// The streams of one player.
pub(super) struct Streams {
    pub(super) choice: Draws,
    pub(super) slips: Draws,
    pub(super) misreadings: Draws,
}

impl Streams {
    /// The streams of a player; `chooses` says whether its choices may be drawn.
    pub(super) fn of<G>(spec: &Match<'_, G>, name: &str, chooses: bool) -> Self {
        // To derive a stream costs more than some rounds of play, so that those that nothing can draw from are not.
        let stream = |wanted: bool, why| if wanted { spec.key.draws(spec.who(name), why) } else { Draws::unused() };
        Self {
            choice: stream(chooses, Purpose::Choice),
            slips: stream(spec.rules.noise > 0.0, Purpose::Execution),
            misreadings: stream(spec.rules.misperception > 0.0, Purpose::Perception),
        }
    }

    /// Whether anything was drawn.
    pub(super) fn used(&self) -> bool {
        self.choice.used() || self.slips.used() || self.misreadings.used()
    }
}

/// An action after noise: with the chance, another one, each alike.
#[inline]
pub(super) fn slip(action: Action, actions: usize, chance: Chance, draws: &mut Draws) -> Action {
    if chance == Chance::Never || actions < 2 || !draws.happens(chance) {
        return action;
    }
    if actions == 2 {
        return action.flip();
    }
    let other = draws.index(actions - 1);
    let other = other + usize::from(other >= action.index());
    Action(u8::try_from(other).expect("a player has at most 256 actions"))
}
