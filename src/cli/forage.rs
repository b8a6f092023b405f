//! Level-based foraging without a file: what a heuristic policy earns, an episode of it, a batch of replays.

use super::args::{ForageArgs, Format};
use super::{Outcome, Status, batch, show};
use crate::query::{answer_forage, foraging_episode};
use serde_json::json;

/// `comity forage`
pub(super) fn forage(args: &ForageArgs) -> Outcome {
    if let Some(path) = &args.batch.batch {
        return batch::answer(path, answer_forage);
    }
    let query = json!({ "cfg": args.field, "policy": args.policy, "episodes": args.episodes, "seed": args.seed.seed });
    if args.show {
        show::print(&foraging_episode(&query)?);
        return Ok(Status::Done);
    }
    let answer = answer_forage(&query)?;
    let number = |key: &str| answer[key].as_f64().map_or_else(String::new, |x| x.to_string());
    let rounded = |key: &str| answer[key].as_f64().map_or_else(String::new, show::number);
    let keys = ["return", "return_se", "collected", "steps", "episodes"];
    show::print(&match args.format.format {
        Format::Json => format!("{answer}\n"),
        Format::Csv => format!("{}\n{}\n", keys.join(","), keys.map(number).join(",")),
        Format::Table => format!(
            "return {} +- {}  all food lifted {}  steps {}  episodes {}\n",
            rounded("return"),
            rounded("return_se"),
            rounded("collected"),
            rounded("steps"),
            rounded("episodes"),
        ),
    });
    Ok(Status::Done)
}
