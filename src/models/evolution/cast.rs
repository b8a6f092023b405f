//! The strategies of a population and how many members have each at first.

use crate::catalogue::{Value, fold};
use crate::error::{Diagnostic, Faults, Location, Origin};
use crate::models::names::Roll;
use crate::models::{AgentGroup, Setting};
use crate::play::Rules;
use crate::strategy::{Action, Strategy};

/// How a strategy plays.
#[derive(Clone)]
pub(super) enum Player {
    /// One action of the stage game.
    Action(Action),
    /// A strategy of the catalogue.
    Strategy(Box<dyn Strategy>),
}

/// A strategy that members have.
#[derive(Clone)]
pub(super) struct Kind {
    /// The group's name: what tables and figures call the strategy.
    pub(super) name: String,
    /// The action or the strategy with its parameters.
    pub(super) strategy: String,
    pub(super) player: Player,
    /// How many members have it at first.
    pub(super) count: u64,
}

/// The strategies of a population.
pub(super) struct Cast {
    pub(super) kinds: Vec<Kind>,
    pub(super) population: usize,
}

/// How large a condition's population is, where it is not as the agents are declared.
pub(super) struct Size<'a> {
    /// The number of members: counts are then proportions of it.
    pub(super) population: Option<i64>,
    /// By strategy.
    pub(super) counts: Option<&'a [Value]>,
    /// Where the counts are written.
    pub(super) at: Location,
}

/// Reads the groups of agents as strategies of a population.
pub(super) fn read(setting: &Setting, rules: &Rules, once: bool, size: &Size<'_>, faults: &mut Faults) -> Cast {
    let mut kinds = Vec::new();
    let mut roll = Roll::new(&[]);
    for group in &setting.agents {
        // Members have no names of their own: the group's is the strategy's.
        roll.call(&AgentGroup { count: 1, ..group.clone() }, faults);
        let found = if once { action(group, rules, faults) } else { strategy(group, setting, rules, faults) };
        if let Some((strategy, player)) = found {
            kinds.push(Kind { name: group.name.clone(), strategy, player, count: group.count.into() });
        }
    }
    if let Some(counts) = size.counts {
        if counts.len() != setting.agents.len() {
            let found = format!("{} counts for {} strategies", counts.len(), setting.agents.len());
            faults.push(Diagnostic::new("wrong-count", found, "one for each of the agents").at(size.at.clone()));
        }
        for (kind, count) in kinds.iter_mut().zip(counts) {
            kind.count = count.integer().and_then(|count| u64::try_from(count).ok()).unwrap_or(0);
        }
    }
    let declared: u64 = kinds.iter().map(|kind| kind.count).sum();
    let total = size.population.and_then(|n| u64::try_from(n).ok()).unwrap_or(declared);
    if total < 2 && faults.is_empty() {
        let fault = Diagnostic::new("too-few-agents", format!("{total} members"), "at least two: members meet others");
        faults.push(
            fault
                .help("add [[agents]] with name, strategy and count")
                .at(setting.document.key("agents").at(&Origin::Unknown)),
        );
    }
    if declared == 0 && total >= 2 && faults.is_empty() {
        let expected = "members of one strategy at least: they are the proportions of the population";
        faults.push(Diagnostic::new("too-few-agents", "counts that are all 0", expected).at(size.at.clone()));
    }
    if declared > 0 {
        let mut left = total;
        for kind in &mut kinds {
            let share = u128::from(kind.count) * u128::from(total) / u128::from(declared);
            kind.count = u64::try_from(share).expect("a share of the total");
            left -= kind.count;
        }
        // What rounding leaves goes to the first ones.
        for kind in kinds.iter_mut().take(usize::try_from(left).unwrap_or(usize::MAX)) {
            kind.count += 1;
        }
    }
    Cast { kinds, population: usize::try_from(total).unwrap_or(usize::MAX) }
}

fn action(group: &AgentGroup, rules: &Rules, faults: &mut Faults) -> Option<(String, Player)> {
    let actions = &rules.game.players()[0].actions;
    let written = group.strategy.as_text().map(fold);
    if let Some(place) = actions.iter().position(|action| Some(fold(action)) == written) {
        let number = u8::try_from(place).ok()?;
        return Some((actions[place].clone(), Player::Action(Action(number))));
    }
    let found = format!("{} as a strategy of a game that is played once", group.strategy.describe());
    let expected = format!("one of its actions: {}", actions.join(", "));
    faults.push(
        Diagnostic::new("unknown-action", found, expected)
            .help("or say how long members play, such as length = { known = 10 }")
            .at(group.place.key("strategy").at(&group.strategy.origin)),
    );
    None
}

fn strategy(group: &AgentGroup, setting: &Setting, rules: &Rules, faults: &mut Faults) -> Option<(String, Player)> {
    let strategies = &setting.kit.strategies;
    let built = group.read(strategies, |spec| {
        let strategy = strategies.build(spec, strategies)?;
        strategy.fits(&rules.told(crate::ids::PlayerId(0)))?;
        Ok((strategies.display(spec), Player::Strategy(strategy)))
    });
    faults.keep(built)
}
