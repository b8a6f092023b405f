//! One call for whatever is asked of a game's equilibria, in plain data.

use super::bimatrix::ExtremeEquilibria;
use super::found::Equilibrium;
use super::lemke_howson::{PathEnd, lemke_howson};
use super::one::{one, polished};
use super::subsets::Component;
use super::supports::{EquilibriumList, Open, SupportOptions, Why, by_supports};
use crate::equilibrium::efficiency::Efficiency;
use crate::equilibrium::float_game::FloatGame;
use crate::equilibrium::logit::{LogitBranch, LogitOptions, branch, check_size};
use crate::equilibrium::potential::Potentials;
use crate::equilibrium::profile::Profile;
use crate::equilibrium::selection::{RiskDominance, payoff_dominant, risk_dominance};
use crate::error::Diagnostic;
use crate::exact::Rational;
use crate::game::{Analysis, NormalForm};

/// What to look for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// Pure equilibria, in games of any size.
    Pure,
    /// One equilibrium: exact for two players, with an exact bound for more.
    #[default]
    One,
    /// All equilibria: the extreme ones of two players with their maximal Nash subsets; of more, support by support.
    All,
    /// The ends of all Lemke-Howson paths of a two-player game.
    Paths,
    /// The logit branch, and the equilibrium to which it leads.
    Logit,
}

/// What to look for, and how much work that may be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// What to look for.
    pub method: Method,
    /// [`Method::All`], two players: the most bases of each best-response polytope.
    pub max_bases: usize,
    /// [`Method::All`], another number of players.
    pub supports: SupportOptions,
    /// [`Method::Logit`].
    pub logit: LogitOptions,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            method: Method::default(),
            max_bases: ExtremeEquilibria::DEFAULT_LIMIT,
            supports: SupportOptions::default(),
            logit: LogitOptions::default(),
        }
    }
}

/// What was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// The equilibria, in falling lexicographic order of their profiles; for two players and [`Method::All`] the extreme
    /// ones.
    pub equilibria: Vec<Equilibrium>,
    /// Whether these are all equilibria, or all extreme ones and `components` tells the rest.
    pub complete: bool,
    /// Why the list may lack some, if the method looks for all.
    pub open: Vec<Open>,
    /// Two players, [`Method::All`]: the components of the set of equilibria. Their numbers are places in `extreme`.
    pub components: Option<Vec<Component>>,
    /// Two players, [`Method::All`]: the extreme strategies and which of them pair.
    pub extreme: Option<ExtremeEquilibria>,
    /// [`Method::Paths`]: by label the path's end, as a place in `equilibria`, and its number of edges.
    pub paths: Option<Vec<(usize, usize)>>,
    /// [`Method::Logit`]: the branch. Its limit is the only member of `equilibria`.
    pub branch: Option<LogitBranch>,
    /// The welfare of the equilibria that are listed; of all of them if the list is complete.
    pub efficiency: Option<Efficiency>,
    /// The equilibrium of the list that payoff-dominates all others, by place.
    pub payoff_dominant: Option<usize>,
    /// Two-by-two games with two strict equilibria: which of these risks less.
    pub risk_dominance: Option<RiskDominance>,
}

/// Looks for equilibria.
///
/// # Errors
/// If the game is too large for the method, or has not the number of players that it needs. The message names the size,
/// and a method that would do.
///
/// # Examples
/// ```
/// use comity::equilibrium::nash::{Method, Options, solve};
/// use comity::exact::Rational;
/// use comity::game::NormalForm;
/// let q = |n: i64| Rational::from(n);
/// let chicken = NormalForm::symmetric("chicken", ["swerve", "dare"], &[vec![q(6), q(2)], vec![q(7), q(0)]]).unwrap();
/// let found = solve(&chicken, &Options { method: Method::All, ..Options::default() }).unwrap();
/// assert_eq!(found.equilibria.len(), 3);
/// assert!(found.complete);
/// assert_eq!(found.efficiency.unwrap().price_of_anarchy, Some(Rational::new(4, 3))); // 12 against 14/3 + 14/3 and 9
/// ```
pub fn solve(game: &NormalForm, options: &Options) -> Result<Solution, Diagnostic> {
    let mut solution = match options.method {
        Method::Pure => pure(game),
        Method::One => listed(vec![one(game)?]),
        Method::All if game.player_count() == 2 => all_of_two(game, options.max_bases)?,
        Method::All => {
            check_size(game)?;
            let EquilibriumList { equilibria, complete, open } = by_supports(game, &options.supports);
            Solution { complete, open, ..listed(equilibria) }
        }
        Method::Paths => paths(game)?,
        Method::Logit => logit(game, &options.logit)?,
    };
    let payoffs: Vec<Vec<Rational>> = solution.equilibria.iter().map(|found| found.payoffs.clone()).collect();
    solution.efficiency = Efficiency::of_payoffs(game, &payoffs);
    solution.payoff_dominant = payoff_dominant(&payoffs);
    solution.risk_dominance = risk_dominance(game);
    Ok(solution)
}

/// The potentials of a game, if it is not too large for them.
///
/// # Errors
/// If the game has more than a million profiles.
pub fn potentials(game: &NormalForm) -> Result<Potentials, Diagnostic> {
    const MOST: usize = 1 << 20;
    if game.profile_count() > MOST {
        let found = format!("a game of {} profiles", game.profile_count());
        return Err(Diagnostic::new("game-too-large", found, format!("at most {MOST} profiles"))
            .help("an exact potential alone is found in games of any size"));
    }
    Ok(Potentials::of(game))
}

fn listed(equilibria: Vec<Equilibrium>) -> Solution {
    Solution {
        equilibria,
        complete: false,
        open: Vec::new(),
        components: None,
        extreme: None,
        paths: None,
        branch: None,
        efficiency: None,
        payoff_dominant: None,
        risk_dominance: None,
    }
}

fn pure(game: &NormalForm) -> Solution {
    // Lexicographic order of profiles is falling order of strategies: the first action comes first.
    let profiles = Analysis::of(game).pure_equilibria().into_iter();
    listed(profiles.map(|profile| Equilibrium::pure(game, profile)).collect())
}

fn all_of_two(game: &NormalForm, max_bases: usize) -> Result<Solution, Diagnostic> {
    let extreme = ExtremeEquilibria::of(game, max_bases)?;
    let equilibria = extreme.profiles().map(|profile| Equilibrium::of(game, profile)).collect();
    let components = extreme.components().ok();
    let open = match components {
        Some(_) => Vec::new(),
        None => vec![Open { why: Why::Subsets, supports: 1, first: Vec::new() }],
    };
    Ok(Solution { complete: open.is_empty(), open, components, extreme: Some(extreme), ..listed(equilibria) })
}

fn paths(game: &NormalForm) -> Result<Solution, Diagnostic> {
    let labels: usize = game.dimensions().iter().sum();
    let ends: Vec<PathEnd> = (0..labels).map(|label| lemke_howson(game, label)).collect::<Result<_, _>>()?;
    let mut profiles: Vec<&Profile> = ends.iter().map(|end| &end.profile).collect();
    profiles.sort_unstable_by(|a, b| b.cmp(a));
    profiles.dedup();
    let place = |end: &PathEnd| profiles.iter().position(|profile| **profile == end.profile);
    let paths = ends.iter().map(|end| (place(end).expect("each end is listed"), end.pivots)).collect();
    let equilibria = profiles.iter().map(|profile| Equilibrium::of(game, (*profile).clone())).collect();
    Ok(Solution { paths: Some(paths), ..listed(equilibria) })
}

fn logit(game: &NormalForm, options: &LogitOptions) -> Result<Solution, Diagnostic> {
    let branch = branch(game, options)?;
    let last = branch.points.last().expect("a branch has a first point");
    let limit = if branch.complete { polished(game, &FloatGame::of(game), &last.profile.concat()) } else { None };
    Ok(Solution { branch: Some(branch), ..listed(limit.into_iter().collect()) })
}
