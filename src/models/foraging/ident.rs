//! Ids of fields, as benchmarks name them: `Foraging[-2s]-{s}x{s}-{p}p-{f}f[-coop][-ind][-pen]-v3`.
//!
//! `-2s` is a sight of two cells (another number another sight), `-coop` means that each food has its greatest level,
//! `-ind` that every food has level 1, `-pen` a penalty of 0.1. Only what `lbforaging` would register has an id, though in any
//! size and number; all else is written out as a table. Nothing here knows what the parameters do.

use super::config::{Config, Levels};
use crate::error::Diagnostic;

const FORM: &str = "an id of the form Foraging[-2s]-{s}x{s}-{p}p-{f}f[-coop][-ind][-pen]-v3";

/// What the parts of an id say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Parts {
    sight: Option<usize>,
    side: usize,
    agents: usize,
    foods: usize,
    coop: bool,
    ind: bool,
    pen: bool,
}

impl Parts {
    /// Reads the parts that it knows, in any order and separated by anything that is neither letter nor digit; and the
    /// size, if it is no square.
    fn scan(id: &str) -> (Option<Self>, Option<(usize, usize)>) {
        let lower = id.to_lowercase();
        let (mut parts, mut oblong) = (Self::default(), None);
        let (mut side, mut agents, mut foods) = (None, None, None);
        for word in lower.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()) {
            let number = |suffix: char| word.strip_suffix(suffix).and_then(|digits| digits.parse::<usize>().ok());
            let sides = word.split_once('x').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
            if let Some((rows, cols)) = sides {
                side = Some(rows);
                oblong = (rows != cols).then_some((rows, cols)).or(oblong);
            } else if let Some(sight) = number('s') {
                parts.sight = Some(sight);
            } else if let Some(count) = number('p') {
                agents = Some(count);
            } else if let Some(count) = number('f') {
                foods = Some(count);
            } else {
                match word {
                    "coop" => parts.coop = true,
                    "ind" => parts.ind = true,
                    "pen" => parts.pen = true,
                    _ => {}
                }
            }
        }
        let (Some(side), Some(agents), Some(foods)) = (side, agents, foods) else { return (None, oblong) };
        (Some(Self { side, agents, foods, ..parts }), oblong)
    }

    fn id(&self) -> String {
        let Self { side, agents, foods, .. } = self;
        let sight = self.sight.map_or_else(String::new, |sight| format!("-{sight}s"));
        let flags = [(self.coop, "-coop"), (self.ind, "-ind"), (self.pen, "-pen")];
        let flags: String = flags.into_iter().filter(|(set, _)| *set).map(|(_, word)| word).collect();
        format!("Foraging{sight}-{side}x{side}-{agents}p-{foods}f{flags}-v3")
    }
}

/// The configuration of an id; case does not count.
pub(super) fn parse(id: &str) -> Result<Config, Diagnostic> {
    let (parts, oblong) = Parts::scan(id);
    let unknown = || Diagnostic::new("unknown-id", format!("unknown field {id:?}"), FORM);
    if let Some((rows, cols)) = oblong {
        let help = format!("write a field that is no square out, with `field_size = [{rows}, {cols}]`");
        return Err(unknown().help(help));
    }
    let Some(parts) = parts else { return Err(unknown().help("such as \"Foraging-8x8-2p-2f-coop-v3\"")) };
    let canonical = parts.id();
    if !canonical.eq_ignore_ascii_case(id) {
        return Err(unknown().help(format!("did you mean {canonical:?}?")));
    }
    let mut config = Config::new(parts.side, parts.side, parts.agents, parts.foods);
    config.sight = parts.sight.unwrap_or(config.sight);
    config.force_coop = parts.coop;
    config.max_food_level = parts.ind.then_some(Levels::All(1));
    config.penalty = if parts.pen { 0.1 } else { 0.0 };
    Ok(config)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_say_what_benchmarks_mean_by_them() {
        let plain = Config::new(15, 15, 4, 5);
        assert_eq!(parse("Foraging-15x15-4p-5f-v3"), Ok(plain.clone()));
        assert_eq!(parse("foraging-15X15-4p-5f-V3"), Ok(plain.clone()));
        let coop = Config { sight: 2, force_coop: true, ..plain.clone() };
        assert_eq!(parse("Foraging-2s-15x15-4p-5f-coop-v3"), Ok(coop));
        let all = Config { force_coop: true, max_food_level: Some(Levels::All(1)), penalty: 0.1, ..plain };
        assert_eq!(parse("Foraging-15x15-4p-5f-coop-ind-pen-v3"), Ok(all));
    }

    #[test]
    fn wrong_ids_are_answered_with_the_nearest() {
        for (id, near) in [
            ("Foraging-8x8-2p-2f-coop-v2", "Foraging-8x8-2p-2f-coop-v3"),
            ("Foraging-8x8-2p-2f-coop", "Foraging-8x8-2p-2f-coop-v3"),
            ("lbforaging:Foraging-8x8-2p-2f-v3", "Foraging-8x8-2p-2f-v3"),
            ("Foraging-8x8-3f-2p-v3", "Foraging-8x8-2p-3f-v3"),
            ("Foraging-8x8-2p-3f-pen-coop-v3", "Foraging-8x8-2p-3f-coop-pen-v3"),
            ("foraging_8x8_2s_2p_2f", "Foraging-2s-8x8-2p-2f-v3"),
            ("Foraging-08x08-2p-2f-v3", "Foraging-8x8-2p-2f-v3"),
        ] {
            let fault = parse(id).expect_err(id).to_string();
            assert!(fault.ends_with(&format!("did you mean {near:?}?")), "{id}: {fault}");
            assert!(fault.starts_with(&format!("unknown field {id:?}")), "{fault}");
        }
        let fault = parse("Foraging-8x9-2p-2f-v3").expect_err("oblong").to_string();
        assert!(fault.ends_with("`field_size = [8, 9]`"), "{fault}");
        for id in ["", "Foraging", "Foraging-8x8-v3", "Foraging-8x8-99999999999999999999p-2f-v3", "naïve"] {
            let fault = parse(id).expect_err(id).to_string();
            assert!(fault.contains("expected an id of the form"), "{id}: {fault}");
        }
    }
}
