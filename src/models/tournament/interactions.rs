//! The interactions file of Axelrod-Python: two lines a match, one a seat, with both players' actions and what follows from
//! them. Reading one gives the matches, so that their statistics can be had; writing one lets that library read ours.
//!
//! Scores are counted from the actions by the game at hand, and have to be those of the file where it has any. Two-action
//! games alone; nothing here touches a disk.

use super::bout::{Bout, Stage};
use super::results::Meeting;
use crate::error::{Diagnostic, Location, Origin};
use crate::play::Course;
use crate::strategy::parse_actions;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The columns, in order.
const COLUMNS: [&str; 28] = [
    "Interaction index",
    "Player index",
    "Opponent index",
    "Repetition",
    "Player name",
    "Opponent name",
    "Actions",
    "Score",
    "Score difference",
    "Turns",
    "Score per turn",
    "Score difference per turn",
    "Win",
    "Initial cooperation",
    "Cooperation count",
    "CC count",
    "CD count",
    "DC count",
    "DD count",
    "CC to C count",
    "CC to D count",
    "CD to C count",
    "CD to D count",
    "DC to C count",
    "DC to D count",
    "DD to C count",
    "DD to D count",
    "Good partner",
];

/// One match by the words that were played.
#[derive(Clone, Copy, Debug)]
pub struct Interaction<'a> {
    /// The players, by seat: their places in the tournament.
    pub players: [usize; 2],
    /// The repetition, from 0.
    pub repetition: usize,
    /// The actions of each seat, a letter a round.
    pub actions: [&'a str; 2],
}

/// What an interactions file holds.
#[derive(Clone, Debug)]
pub struct Interactions {
    /// The players' names, by index.
    pub names: Vec<String>,
    /// How often every match was played.
    pub repetitions: usize,
    /// The matches.
    pub meetings: Vec<Meeting>,
}

/// The counts of a match from its words; nothing if they are no two words of C and D of one length.
fn bout(stage: &Stage, words: [&str; 2]) -> Option<Bout> {
    let [own, other] = [parse_actions(words[0])?, parse_actions(words[1])?];
    if own.len() != other.len() || own.is_empty() {
        return None;
    }
    let word = own.iter().zip(&other).map(|(a, b)| u16::from(2 * a.0 + b.0)).collect();
    Some(stage.played(&Course::of(word), 1.0))
}

/// Writes an interactions file.
///
/// # Errors
/// If an interaction's actions are not two words of C and D of one length.
pub fn write<'a>(
    interactions: impl IntoIterator<Item = Interaction<'a>>,
    names: &[&str],
    stage: &Stage,
) -> Result<Vec<u8>, Diagnostic> {
    const NEVER: &str = "writing to memory does not fail";
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(COLUMNS).expect(NEVER);
    for (index, interaction) in interactions.into_iter().enumerate() {
        let bout = bout(stage, interaction.actions).ok_or_else(|| {
            Diagnostic::new(
                "wrong-game",
                "actions other than C and D",
                "a game of two actions for an interactions file",
            )
        })?;
        for seat in 0..2 {
            let [own, other] = [interaction.players[seat], interaction.players[1 - seat]];
            let [score, theirs] = [bout.scores[seat], bout.scores[1 - seat]];
            let mut row = vec![
                index.to_string(),
                own.to_string(),
                other.to_string(),
                interaction.repetition.to_string(),
                names[own].to_string(),
                names[other].to_string(),
                interaction.actions[seat].to_string(),
                plain(score),
                plain(score - theirs),
                plain(bout.rounds),
                format!("{:?}", score / bout.rounds),
                format!("{:?}", (score - theirs) / bout.rounds),
                u8::from(score > theirs).to_string(),
                if bout.first[seat] > 0.0 { "True" } else { "False" }.to_string(),
                plain(bout.cooperations(seat)),
            ];
            row.extend(bout.states[seat].iter().chain(&bout.answers[seat]).map(|n| plain(*n)));
            row.push(u8::from(bout.cooperations(seat) >= bout.cooperations(1 - seat)).to_string());
            writer.write_record(&row).expect(NEVER);
        }
    }
    Ok(writer.into_inner().expect(NEVER))
}

/// A number, without a point if it is whole.
fn plain(value: f64) -> String {
    if value == value.trunc() { format!("{value:.0}") } else { format!("{value:?}") }
}

/// Reads an interactions file. `document` names it in messages, `stage` is the game that was played.
///
/// # Errors
/// If columns are missing, a match is not two lines of C and D, players or repetitions are incomplete, or scores are not
/// those of the game: with the line.
pub fn read(text: &[u8], document: &str, stage: &Stage) -> Result<Interactions, Diagnostic> {
    let fault = |line: u64, found: String, expected: &str| {
        let line = u32::try_from(line).unwrap_or(u32::MAX);
        Diagnostic::new("bad-interactions", found, expected).at(Location {
            document: Some(document.into()),
            origin: Origin::Text { line, column: 1 },
            path: String::new(),
        })
    };
    let broken = |error: csv::Error| {
        fault(error.position().map_or(1, csv::Position::line), error.to_string(), "comma-separated values")
    };
    let mut reader = csv::ReaderBuilder::new().from_reader(text);
    let header = reader.headers().map_err(broken)?.clone();
    let place = |column: &str| header.iter().position(|name| name == column);
    let needed = |column: &str| {
        place(column).ok_or_else(|| fault(1, format!("no column {column:?}"), "the columns of an interactions file"))
    };
    let places = [
        needed("Interaction index")?,
        needed("Player index")?,
        needed("Opponent index")?,
        needed("Repetition")?,
        needed("Player name")?,
        needed("Actions")?,
    ];
    let score = place("Score");
    let mut names: BTreeMap<usize, String> = BTreeMap::new();
    let mut waiting: BTreeMap<String, Seat> = BTreeMap::new();
    let mut matches: BTreeMap<[usize; 2], BTreeMap<usize, Arc<Bout>>> = BTreeMap::new();
    for record in reader.records() {
        let record = record.map_err(broken)?;
        let line = record.position().map_or(1, csv::Position::line);
        let [id, player, opponent, repetition, name, actions] =
            places.map(|place| record.get(place).unwrap_or_default());
        let whole = |text: &str, what: &str| {
            text.parse::<usize>()
                .ok()
                .filter(|number| *number < MOST)
                .ok_or_else(|| fault(line, format!("{what} {text:?}"), "a whole number from 0 to 999999"))
        };
        let seat = Seat {
            player: whole(player, "player index")?,
            opponent: whole(opponent, "opponent index")?,
            repetition: whole(repetition, "repetition")?,
            actions: actions.to_string(),
            score: score.and_then(|place| record.get(place)?.parse().ok()),
        };
        names.entry(seat.player).or_insert_with(|| name.to_string());
        let Some(first) = waiting.remove(id) else {
            waiting.insert(id.to_string(), seat);
            continue;
        };
        if (first.player, first.opponent, first.repetition) != (seat.opponent, seat.player, seat.repetition) {
            return Err(fault(
                line,
                format!("interaction {id} of other players than before"),
                "both seats of one match",
            ));
        }
        let bout = bout(stage, [&first.actions, &seat.actions]).ok_or_else(|| {
            fault(line, format!("the actions of interaction {id}"), "two words of C and D of one length")
        })?;
        for (own, told) in bout.scores.iter().zip([first.score, seat.score]) {
            if told.is_some_and(|told: f64| (told - own).abs() > 1e-9 * own.abs().max(1.0)) {
                let found =
                    format!("interaction {id} with a score of {}, which is {own} in this game", told.unwrap_or(0.0));
                return Err(fault(line, found, "the game that was played").help("name it with --game"));
            }
        }
        let again = matches.entry([first.player, seat.player]).or_default().insert(first.repetition, Arc::new(bout));
        if again.is_some() {
            return Err(fault(line, format!("interaction {id}, which was there before"), "each repetition once"));
        }
    }
    if let Some(id) = waiting.keys().next() {
        return Err(fault(1, format!("one seat of interaction {id}"), "two lines a match"));
    }
    let players = names.len();
    if players == 0 || names.keys().any(|player| *player >= players) {
        return Err(fault(1, format!("{players} players whose indices have gaps"), "players from 0 on"));
    }
    let repetitions = matches.values().map(BTreeMap::len).max().unwrap_or(0);
    let mut meetings = Vec::new();
    for (pair, bouts) in matches {
        if bouts.len() != repetitions || bouts.keys().any(|repetition| *repetition >= repetitions) {
            let found = format!("players {} and {} met in other repetitions than others", pair[0], pair[1]);
            return Err(fault(1, found, "every repetition of every match"));
        }
        let mut meeting = Meeting::new(pair);
        bouts.values().for_each(|bout| meeting.push(bout));
        meetings.push(meeting);
    }
    Ok(Interactions { names: names.into_values().collect(), repetitions, meetings })
}

/// Above any number of players or repetitions.
const MOST: usize = 1_000_000;

/// One line of a file.
struct Seat {
    player: usize,
    opponent: usize,
    repetition: usize,
    actions: String,
    score: Option<f64>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::Rational;
    use crate::game::NormalForm;

    fn stage() -> Stage {
        let q = |n: i64| Rational::from(n);
        let game = NormalForm::symmetric("pd", ["C", "D"], &[vec![q(3), q(0)], vec![q(5), q(1)]]).expect("a game");
        Stage::of(&game).expect("whole payoffs")
    }

    /// Lines that Axelrod-Python 4.13.1 wrote for tit-for-tat against Alternator over five turns.
    const LINES: [&str; 2] = [
        "0,0,1,0,Tit For Tat,Alternator,CCDCD,13,0,5,2.6,0.0,0,True,3,1,2,2,0,1,0,0,2,1,0,0,0,1",
        "0,1,0,0,Alternator,Tit For Tat,CDCDC,13,0,5,2.6,0.0,0,True,3,1,2,2,0,0,1,0,1,2,0,0,0,1",
    ];

    #[test]
    fn lines_are_those_of_the_library_and_are_read_back() {
        let one = Interaction { players: [0, 1], repetition: 0, actions: ["CCDCD", "CDCDC"] };
        let text = write([one], &["Tit For Tat", "Alternator"], &stage()).expect("two words");
        let text = String::from_utf8(text).expect("UTF-8");
        assert_eq!(text.lines().skip(1).collect::<Vec<_>>(), LINES);
        let back = read(text.as_bytes(), "x.csv", &stage()).expect("a file");
        assert_eq!((back.names.len(), back.repetitions, back.meetings.len()), (2, 1, 1));
    }

    #[test]
    fn broken_files_are_refused_with_place_and_reason() {
        let text = |lines: &[&str]| format!("{}\n{}\n", COLUMNS.join(","), lines.join("\n"));
        let refused = |text: String, word: &str| {
            let fault = read(text.as_bytes(), "x.csv", &stage()).expect_err("a broken file").to_string();
            assert!(fault.contains(word) && fault.contains("x.csv"), "{fault}");
        };
        refused(text(&LINES[..1]), "one seat of interaction 0");
        refused(text(&LINES).replace("Actions", "Moves"), "no column \"Actions\"");
        refused(text(&LINES).replace("CCDCD", "CCXCD"), "the actions of interaction 0");
        refused(text(&LINES).replace(",13,", ",14,"), "--game");
        refused(text(&LINES).replace("0,1,0,0,", "0,1,2,0,"), "other players");
        refused(text(&[LINES[0], LINES[1], LINES[0], LINES[1]]), "there before");
        refused(text(&LINES).replace("0,0,1,0,Tit", "0,0,x,0,Tit"), "opponent index");
        refused(text(&[]), "0 players");
    }
}
