//! Reading the parameters of the league model, and what does not go together.

use crate::catalogue::{Params, Place, Value};
use crate::error::{Diagnostic, Faults};
use crate::exact::Rational;
use crate::game::{self, MoveMapping, NormalForm};
use crate::ids::PlayerId;
use crate::league::{MatrixGame, Priority, Terms};
use crate::models::{Setting, conditions};

/// How a population grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Method {
    SelfPlay,
    FictitiousPlay,
    Prioritised,
    OracleNash,
    OracleUniform,
    OracleReplicator,
    League,
}

impl Method {
    const ALL: [Self; 7] = [
        Self::SelfPlay,
        Self::FictitiousPlay,
        Self::Prioritised,
        Self::OracleNash,
        Self::OracleUniform,
        Self::OracleReplicator,
        Self::League,
    ];
    /// The keys in scenarios, in the same order.
    pub(super) const KEYS: [&'static str; 7] = [
        "self_play",
        "fictitious_play",
        "prioritised_self_play",
        "psro_nash",
        "psro_uniform",
        "psro_replicator",
        "league",
    ];

    fn of(key: &str) -> Self {
        let place = Self::KEYS.iter().position(|known| *known == key);
        place.map_or(Self::League, |place| Self::ALL[place])
    }
}

/// One way to train in one game.
pub(super) struct Condition {
    pub(super) name: String,
    pub(super) game: NormalForm,
    /// Whether the game's actions are the strategies of a tree.
    pub(super) tree: bool,
    pub(super) mapping: MoveMapping,
    pub(super) matrix: MatrixGame,
    pub(super) method: Method,
    pub(super) priority: Priority,
    pub(super) terms: Terms,
    pub(super) iterations: u64,
}

/// The most cells of a game.
const MOST_CELLS: usize = 1 << 16;

/// Reads the conditions.
pub(super) fn read(params: &Params, setting: &Setting, faults: &mut Faults) -> Vec<Condition> {
    if let Some(group) = setting.agents.first() {
        let help = "leave [[agents]] out; the game names its players";
        faults.push(
            Diagnostic::new("wrong-agents", "agents of a league, which trains its own", "no [[agents]]")
                .help(help)
                .at(group.place.key("name").at(&group.name_origin)),
        );
    }
    conditions::read(params, setting, faults, |name, params, place, faults| {
        condition(name, params, &place, setting, faults)
    })
}

fn condition(name: &str, params: &Params, place: &Place, setting: &Setting, faults: &mut Faults) -> Option<Condition> {
    let tree = params.has("tree");
    let key = if tree { "tree" } else { "game" };
    let at = place.key(key).at(&params.value(key).origin);
    let given = if tree {
        of_tree(params.value(key), &place.key(key), setting)
    } else {
        game::from_value(params.value(key), &place.key(key), &setting.kit.games)
            .map(|found| (found.game, found.mapping))
    };
    let (game, mapping) = match given {
        Ok(given) => given,
        Err(found) => {
            faults.extend(found.or_at(&at));
            return None;
        }
    };
    let matrix = match matrix(&game) {
        Ok(matrix) => matrix,
        Err(fault) => {
            faults.push(fault.at(at));
            return None;
        }
    };
    let priority = Priority::ALL.into_iter().find(|priority| priority.name() == params.text("priority"));
    let priority = priority.expect("the schema lists them");
    let whole = |key: &str| u64::try_from(params.integer(key)).expect("the schema bounds it");
    let terms = Terms {
        main_exploiters: params.count("main_exploiters"),
        league_exploiters: params.count("league_exploiters"),
        priority,
        beaten: params.number("beaten"),
        patience: whole("patience"),
        reset: params.number("reset"),
    };
    let method = Method::of(params.text("method"));
    Some(Condition {
        name: name.to_string(),
        game,
        tree,
        mapping,
        matrix,
        method,
        priority,
        terms,
        iterations: whole("iterations"),
    })
}

/// The reduced normal form of a tree.
fn of_tree(value: &Value, place: &Place, setting: &Setting) -> Result<(NormalForm, MoveMapping), Faults> {
    let trees = &setting.kit.trees;
    let tree = trees.build(&trees.resolve(value, place)?, &())?;
    let form = tree.reduced_form().map_err(Diagnostic::from)?;
    Ok((form.game, MoveMapping::Plain))
}

/// The game as a zero-sum one: what the row player gets above half of the constant sum.
fn matrix(game: &NormalForm) -> Result<MatrixGame, Diagnostic> {
    let wanted = "a game of two players whose payoffs sum to the same in every profile";
    let wrong = |found: String| {
        let help = "how exploitable a population is, is defined by what both players could gain together";
        Err(Diagnostic::new("wrong-game", found, wanted).help(help))
    };
    if game.player_count() != 2 {
        return wrong(format!("a game of {} players", game.player_count()));
    }
    let payoff = |profile: usize, player: u32| game.payoff_at(profile, PlayerId(player));
    let sum = payoff(0, 0).clone() + payoff(0, 1).clone();
    let other =
        (0..game.profile_count()).find(|profile| payoff(*profile, 0).clone() + payoff(*profile, 1).clone() != sum);
    if let Some(profile) = other {
        let here = payoff(profile, 0).clone() + payoff(profile, 1).clone();
        return wrong(format!("{:?}, whose payoffs sum to {sum} here and to {here} there", game.title));
    }
    if game.profile_count() > MOST_CELLS {
        let found = format!("a game of {} profiles", game.profile_count());
        return Err(Diagnostic::new("too-large", found, format!("at most {MOST_CELLS}")));
    }
    let half = &sum * &Rational::new(1, 2);
    let width = game.action_count(PlayerId(1));
    let cells: Vec<Rational> =
        (0..game.profile_count()).map(|profile| payoff(profile, 0).clone() - half.clone()).collect();
    MatrixGame::new(cells.chunks(width).map(<[Rational]>::to_vec).collect())
}
