//! League training on a matrix game, small: main agent, exploiters, frozen opponents (Vinyals et al. 2019, AlphaStar).
//!
//! A player has a mixture for each seat and meets others in both. In each iteration every learner is told how often it would meet whom, and moves
//! its mixtures a step towards best responses to that, as fictitious play does: the mean of its responses since it began. The *main agent*
//! meets all frozen players, the hardest most, itself, and whom it has forgotten how to beat; the *main exploiter* meets the main agent,
//! to find its weak points; the *league exploiter* meets all frozen players, to find what all have in common. A learner is frozen
//! when it beats its opponents, or after some time; the main agent goes on from there, the main exploiter begins anew, the league
//! exploiter does so now and then. Chances of meetings are those of the published pseudocode, as far as it says.
//!
//! Mixtures are exact, and so is exploitability; win rates and what is met are floats in one fixed order. An empty league is met as
//! the learners that there are.

use super::matrix::{MatrixGame, Pair};
use super::priorities::Priority;
use crate::exact::Rational;
use crate::sim::Draws;

/// What a learner of a league is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// To be good against all.
    MainAgent,
    /// To beat the main agent.
    MainExploiter,
    /// To beat the whole league.
    LeagueExploiter,
}

impl Role {
    /// Its name, in snake case.
    pub fn name(self) -> &'static str {
        match self {
            Self::MainAgent => "main_agent",
            Self::MainExploiter => "main_exploiter",
            Self::LeagueExploiter => "league_exploiter",
        }
    }
}

/// The rules of a league.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Terms {
    /// How many main exploiters there are.
    pub main_exploiters: usize,
    /// How many league exploiters.
    pub league_exploiters: usize,
    /// How the main agent's frozen opponents are weighed.
    pub priority: Priority,
    /// How often it must beat each opponent to be frozen (0.7 in the source).
    pub beaten: f64,
    /// After how many iterations a learner is frozen in any case.
    pub patience: u64,
    /// How often the league exploiter begins anew when it is frozen (0.25 in the source).
    pub reset: f64,
}

impl Default for Terms {
    fn default() -> Self {
        let priority = Priority::Squared;
        Self { main_exploiters: 1, league_exploiters: 1, priority, beaten: 0.7, patience: 4, reset: 0.25 }
    }
}

/// A player of a league: a mixture for each seat.
#[derive(Clone, Debug, PartialEq)]
pub struct Player {
    /// What it is for, or was.
    pub role: Role,
    /// Its place among those of its role.
    pub number: usize,
    /// In which iteration it was frozen; nothing of a learner.
    pub frozen: Option<u64>,
    /// Its mixtures.
    pub pair: Pair,
    floats: [Vec<f64>; 2],
    /// Of how many responses its mixtures are the mean, its start counted.
    age: i64,
}

/// A league in training.
#[derive(Clone, Debug)]
pub struct League<'a> {
    game: &'a MatrixGame,
    /// By row and column.
    payoffs: Vec<f64>,
    terms: Terms,
    start: Pair,
    learners: Vec<Player>,
    frozen: Vec<Player>,
    iteration: u64,
}

/// By how much a later strategy must be better to be the best response: less is rounding.
const CLOSER: f64 = 1e-9;
/// How often the main agent meets all frozen players, and looks for the forgotten (Vinyals et al. 2019).
const MEETS_ALL: f64 = 0.5;
const VERIFIES: f64 = 0.15;
/// Below these win rates an opponent is too strong for plain self-play, an exploiter is looked at again, a former self is
/// forgotten, the main agent is too strong for its exploiter.
const SELF_PLAY: f64 = 0.3;
const EXPLOITED: f64 = 0.3;
const FORGOTTEN: f64 = 0.7;
const HOPELESS: f64 = 0.1;

/// How often each of some players is met.
type Met<'p> = Vec<(&'p Player, f64)>;

impl<'a> League<'a> {
    /// A league whose learners all start with these mixtures.
    pub fn new(game: &'a MatrixGame, start: Pair, terms: Terms) -> Self {
        let (height, width) = game.size();
        let payoffs = (0..height * width).map(|k| game.payoff(k / width, k % width).to_f64()).collect();
        let roles = [
            (Role::MainAgent, 1),
            (Role::MainExploiter, terms.main_exploiters),
            (Role::LeagueExploiter, terms.league_exploiters),
        ];
        let learner = |role, number| Player::new(role, number, start.clone());
        let learners =
            roles.into_iter().flat_map(|(role, count)| (0..count).map(move |k| (role, k))).map(|(r, k)| learner(r, k));
        Self { game, payoffs, terms, learners: learners.collect(), start, frozen: Vec::new(), iteration: 0 }
    }

    /// The learners, the main agent first.
    pub fn learners(&self) -> &[Player] {
        &self.learners
    }

    /// The frozen players, in the order in which they were frozen.
    pub fn frozen(&self) -> &[Player] {
        &self.frozen
    }

    /// How much both seats' best responses gain together against a player: 0 in equilibrium.
    pub fn exploitability(&self, player: &Player) -> Rational {
        self.game.exploitability(&player.pair)
    }

    /// How often a player beats another, over both seats: a win is an expected payoff above 0, a draw one of 0 counts half.
    pub fn win_rate(&self, player: &Player, other: &Player) -> f64 {
        let width = player.floats[1].len();
        let rate = |row: &[f64], column: &[f64]| -> f64 {
            let against = |pays: &[f64]| -> f64 {
                let won = |payoff: &f64| if *payoff > 0.0 { 1.0 } else { 0.5 * f64::from(u8::from(*payoff >= 0.0)) };
                pays.iter().zip(column).map(|(payoff, p)| p * won(payoff)).sum()
            };
            row.iter()
                .zip(self.payoffs.chunks_exact(width))
                .filter(|(p, _)| **p > 0.0)
                .map(|(p, r)| p * against(r))
                .sum()
        };
        let first = rate(&player.floats[0], &other.floats[1]);
        let second = 1.0 - rate(&other.floats[0], &player.floats[1]);
        f64::midpoint(first, second)
    }

    /// Trains all learners once and freezes those whose time has come.
    pub fn iterate(&mut self, draws: &mut Draws) {
        let moves: Vec<[usize; 2]> =
            self.learners.iter().map(|learner| self.responses(&self.meetings(learner))).collect();
        for (learner, [row, column]) in self.learners.iter_mut().zip(moves) {
            learner.move_towards(row, column);
        }
        self.iteration += 1;
        let ready: Vec<usize> = (0..self.learners.len()).filter(|k| self.is_ready(&self.learners[*k])).collect();
        for k in ready {
            let learner = &mut self.learners[k];
            self.frozen.push(Player { frozen: Some(self.iteration), ..learner.clone() });
            let anew = match learner.role {
                Role::MainAgent => false,
                Role::MainExploiter => true,
                Role::LeagueExploiter => draws.chance(self.terms.reset),
            };
            if anew {
                *learner = Player::new(learner.role, learner.number, self.start.clone());
            }
        }
    }

    /// Best responses of both seats to whom a learner meets.
    fn responses(&self, met: &Met<'_>) -> [usize; 2] {
        let (height, width) = self.game.size();
        let mut mixtures = [vec![0.0; height], vec![0.0; width]];
        for (player, weight) in met {
            for (mixture, own) in mixtures.iter_mut().zip(&player.floats) {
                mixture.iter_mut().zip(own).for_each(|(sum, p)| *sum += weight * p);
            }
        }
        let rows: Vec<f64> = self
            .payoffs
            .chunks_exact(width)
            .map(|pays| pays.iter().zip(&mixtures[1]).map(|(payoff, p)| payoff * p).sum())
            .collect();
        let mut columns = vec![0.0; width];
        for (pays, p) in self.payoffs.chunks_exact(width).zip(&mixtures[0]).filter(|(_, p)| **p > 0.0) {
            columns.iter_mut().zip(pays).for_each(|(sum, payoff)| *sum -= p * payoff);
        }
        [best(&rows), best(&columns)]
    }

    /// Whom a learner meets.
    fn meetings(&self, learner: &Player) -> Met<'_> {
        let main = &self.learners[0];
        match learner.role {
            Role::MainAgent => {
                let mut met = weighed(self.all_frozen(learner, self.terms.priority), MEETS_ALL);
                let verified = self.verification(learner);
                let plain = 1.0 - MEETS_ALL - if verified.is_some() { VERIFIES } else { 0.0 };
                met.extend(weighed(verified.unwrap_or_default(), VERIFIES));
                let own =
                    if self.win_rate(learner, main) > SELF_PLAY { vec![(main, 1.0)] } else { self.former(learner) };
                met.extend(weighed(own, plain));
                met
            }
            Role::MainExploiter => {
                if self.win_rate(learner, main) > HOPELESS {
                    return vec![(main, 1.0)];
                }
                let former = self.former(learner);
                if former.is_empty() { vec![(main, 1.0)] } else { former }
            }
            Role::LeagueExploiter => self.all_frozen(learner, Priority::LinearCapped),
        }
    }

    /// All frozen players by a priority; all learners alike while there is none.
    fn all_frozen(&self, learner: &Player, priority: Priority) -> Met<'_> {
        if self.frozen.is_empty() {
            let even = 1.0 / f64::from(u32::try_from(self.learners.len()).unwrap_or(u32::MAX));
            return self.learners.iter().map(|player| (player, even)).collect();
        }
        self.prioritised(learner, &self.frozen.iter().collect::<Vec<_>>(), priority)
    }

    /// The main agent's former selves, by how close they are.
    fn former(&self, learner: &Player) -> Met<'_> {
        let former: Vec<&Player> = self.frozen.iter().filter(|player| player.role == Role::MainAgent).collect();
        self.prioritised(learner, &former, Priority::Variance)
    }

    fn prioritised<'p>(&self, learner: &Player, players: &[&'p Player], priority: Priority) -> Met<'p> {
        let rates: Vec<Rational> = players
            .iter()
            .map(|player| Rational::from_f64_exact(self.win_rate(learner, player)).unwrap_or_default())
            .collect();
        let shares = priority.shares(&rates);
        players.iter().zip(shares).map(|(player, share)| (*player, share.to_f64())).collect()
    }

    /// Exploiters that still win, else former selves that the main agent has come to lose to; nothing if there are none.
    fn verification(&self, learner: &Player) -> Option<Met<'_>> {
        let of = |role: Role| -> Vec<&Player> { self.frozen.iter().filter(|player| player.role == role).collect() };
        let least = |players: &[&Player]| {
            players.iter().map(|player| self.win_rate(learner, player)).fold(f64::INFINITY, f64::min)
        };
        let exploiters = of(Role::MainExploiter);
        if least(&exploiters) < EXPLOITED {
            return Some(self.prioritised(learner, &exploiters, Priority::Squared));
        }
        // Of former selves those count after which the win rate still rises: the rest are near the present one.
        let mut former = of(Role::MainAgent);
        let rates: Vec<f64> = former.iter().map(|player| self.win_rate(learner, player)).collect();
        let end = (1..rates.len()).rev().find(|k| rates[k - 1] < rates[*k]).map_or(0, |k| k + 1);
        former.truncate(end);
        (least(&former) < FORGOTTEN).then(|| self.prioritised(learner, &former, Priority::Squared))
    }

    fn is_ready(&self, learner: &Player) -> bool {
        let age = u64::try_from(learner.age - 1).unwrap_or(0);
        let opponents: &[Player] = match learner.role {
            Role::MainExploiter => &self.learners[..1],
            _ => &self.frozen,
        };
        let beats = |other: &Player| self.win_rate(learner, other) > self.terms.beaten;
        let wins = !opponents.is_empty() && opponents.iter().all(beats);
        age > 0 && (wins || age.is_multiple_of(self.terms.patience))
    }
}

impl Player {
    fn new(role: Role, number: usize, pair: Pair) -> Self {
        let mut player = Self { role, number, frozen: None, pair, floats: Default::default(), age: 1 };
        player.refresh();
        player
    }

    fn refresh(&mut self) {
        self.floats = [&self.pair.row, &self.pair.column].map(|mixture| mixture.iter().map(Rational::to_f64).collect());
    }

    /// The mean of one more response.
    fn move_towards(&mut self, row: usize, column: usize) {
        let next = Rational::new(1, self.age + 1);
        let keep = Rational::new(self.age, self.age + 1);
        for (mixture, response) in [(&mut self.pair.row, row), (&mut self.pair.column, column)] {
            mixture.iter_mut().filter(|p| !p.is_zero()).for_each(|p| *p = &*p * &keep);
            mixture[response] += &next;
        }
        self.age += 1;
        self.refresh();
    }
}

fn weighed(met: Met<'_>, weight: f64) -> Met<'_> {
    met.into_iter().map(|(player, share)| (player, weight * share)).collect()
}

/// The first of the greatest numbers, to within rounding.
fn best(numbers: &[f64]) -> usize {
    let better = |best: usize, k: usize| if numbers[k] > numbers[best] + CLOSER { k } else { best };
    (1..numbers.len()).fold(0, better)
}
