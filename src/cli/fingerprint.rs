//! `comity fingerprint`: how a strategy fares against a family of probes.

use super::args::{FingerprintArgs, Format};
use super::{Outcome, Status, batch, draw, show};
use crate::models::Lab;
use crate::query::{Fingerprint, answer_fingerprint};
use serde_json::json;

/// `comity fingerprint`
pub(super) fn fingerprint(args: &FingerprintArgs, lab: &Lab) -> Outcome {
    if let Some(path) = &args.batch.batch {
        return batch::answer(path, |query| answer_fingerprint(query, &lab.kit));
    }
    let query = json!({
        "strategy": args.strategy,
        "kind": if args.transitive { "transitive" } else { "ashlock" },
        "probe": args.probe,
        "step": args.step,
        "turns": args.turns,
        "game": args.game.game,
        "repetitions": args.repetitions,
        "seed": args.seed.seed,
    });
    if let Some(dir) = &args.figures.out {
        draw::free(dir)?;
    }
    if args.format.format == Format::Json {
        show::print(&format!("{}\n", answer_fingerprint(&query, &lab.kit)?));
    }
    if args.format.format != Format::Json || args.figures.out.is_some() {
        let table = Fingerprint::of(&query, &lab.kit)?.table();
        if args.format.format != Format::Json {
            show::print(&show::tables(&[&table], args.format.format));
        }
        if let Some(dir) = &args.figures.out {
            let title = args.strategy.as_deref().unwrap_or_default();
            draw::tables_and_figures(dir, &[], &[&table], (title, args.figures.lang()))?;
            show::note(&format!("tables and figures are in {}", dir.display()));
        }
    }
    Ok(Status::Done)
}
