//! A quick question without a scenario: one match.

use super::args::{Format, MatchArgs};
use super::remote::Remote;
use super::{Failure, Outcome, Status, batch, show};
use crate::error::Diagnostic;
use crate::models::Lab;
use crate::query::{answer_match, answer_match_between};
use crate::strategy::Strategy;
use serde_json::{Value as Json, json};

/// `comity match`
pub(super) fn play(args: &MatchArgs, lab: &Lab) -> Outcome {
    if let Some(path) = &args.batch.batch {
        return batch::answer(path, |query| answer_match(query, &lab.kit));
    }
    let length: Json = args.length.parse::<u32>().map_or_else(|_| json!(args.length), |rounds| json!(rounds));
    let guests = guests(args)?;
    // Where guests sit, the strategies named sit behind them.
    let mut named = [&args.player, &args.opponent].into_iter().flatten();
    let mut seats: [Option<&str>; 2] = [None, None];
    for (seat, guest) in seats.iter_mut().zip(&guests) {
        if guest.is_none() {
            *seat = named.next().map(String::as_str);
        }
    }
    if let Some(extra) = named.next() {
        let found = format!("the strategy {extra:?} beside those who play already");
        return Err(Diagnostic::new("too-many-players", found, "two players").into());
    }
    let query = json!({
        "player": seats[0],
        "opponent": seats[1],
        "turns": args.turns,
        "length": length,
        "game": args.rules.game.game,
        "noise": args.rules.noise,
        "misperception": args.rules.misperception,
        "discount": args.rules.discount,
        "continuation": args.continuation,
        "seed": args.seed.seed,
        "repetitions": args.repetitions,
        "precision": args.precision,
        "exact": args.exact,
        "long_run": args.long_run,
    });
    let as_strategy = |guest: &Option<Remote>| guest.clone().map(|guest| Box::new(guest) as Box<dyn Strategy>);
    let answer = answer_match_between(&query, &lab.kit, [as_strategy(&guests[0]), as_strategy(&guests[1])])?;
    for (seat, guest) in guests.iter().enumerate() {
        if let Some(guest) = guest {
            guest.end(&answer, seat)?;
        }
    }
    let names: [&str; 2] = std::array::from_fn(|seat| {
        let guest = if args.human { "you" } else { args.pipe.get(seat).map_or("", String::as_str) };
        seats[seat].unwrap_or(guest)
    });
    show::print(&match args.format.format {
        Format::Json => format!("{answer}\n"),
        Format::Csv => for_programs(&answer, names),
        Format::Table => for_people(&answer, names),
    });
    Ok(Status::Done)
}

/// The players from outside of the lab, by seat.
fn guests(args: &MatchArgs) -> Result<[Option<Remote>; 2], Failure> {
    if args.human {
        return Ok([Some(Remote::human()), None]);
    }
    let deadline = std::time::Duration::try_from_secs_f64(args.deadline).map_err(|_| {
        let found = format!("a deadline of {} s", args.deadline);
        Diagnostic::new("out-of-range", found, "a number of seconds from 0")
    })?;
    let mut programs = args.pipe.iter().map(|command| Remote::pipe(command, deadline));
    let [first, second] = [programs.next(), programs.next()];
    match programs.next() {
        None => Ok([first, second]),
        Some(_) => Err(Diagnostic::new("too-many-players", "three programs", "two players").into()),
    }
}

/// The answer's pairs, a row a player.
fn for_programs(answer: &Json, names: [&str; 2]) -> String {
    let pairs: Vec<(&String, &Vec<Json>)> =
        answer.as_object().into_iter().flatten().filter_map(|(key, value)| Some((key, value.as_array()?))).collect();
    let mut text = format!("player,{}\n", pairs.iter().map(|(key, _)| key.as_str()).collect::<Vec<_>>().join(","));
    for (k, name) in names.iter().enumerate() {
        let cells: Vec<String> = pairs.iter().map(|(_, pair)| show::plain(&pair[k])).collect();
        text.push_str(&format!("{},{}\n", show::quoted(name), cells.join(",")));
    }
    text
}

fn for_people(answer: &Json, names: [&str; 2]) -> String {
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    for (k, name) in names.iter().enumerate() {
        let value = |key: &str| answer[key][k].as_f64().map_or_else(String::new, show::number);
        let error = |key: &str| {
            answer[key][k]
                .as_f64()
                .filter(|x| *x > 0.0)
                .map_or_else(String::new, |x| format!(" +- {}", show::number(x)))
        };
        let pad = " ".repeat(width - name.chars().count());
        text.push_str(&format!(
            "{name}{pad}  score {}{}  cooperations {}{}",
            value("scores"),
            error("scores_se"),
            value("cooperations"),
            error("cooperations_se"),
        ));
        if let Some(actions) = answer["actions"][k].as_str() {
            let shown: String = actions.chars().take(200).collect();
            let more = if actions.len() > 200 { ".." } else { "" };
            text.push_str(&format!("  {shown}{more}"));
        }
        text.push('\n');
    }
    if let Some(states) = answer["states"].as_object() {
        let shares =
            states.iter().map(|(state, share)| format!("{state} {}", show::number(share.as_f64().unwrap_or(0.0))));
        text.push_str(&format!("a round, by states: {}\n", shares.collect::<Vec<_>>().join(", ")));
    }
    if let Some(rounds) = answer["rounds"].as_f64() {
        text.push_str(&format!("rounds {}\n", show::number(rounds)));
    }
    text
}
