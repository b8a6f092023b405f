//! Team players: they ask a team of strategies and choose among its proposals.
//!
//! Every member sees the other's real actions but, as its own history, what it proposed itself. Teams are lists of
//! strategies, or the built-in ones in `assets/strategies/teams.txt`: all strategies of the field but the team players
//! themselves, or the part of them with a memory of one round, finite or long memory, without or with draws, as
//! Axelrod-Python 4.14 classifies them. A round costs as much as the rounds of all members; no finite automata.

mod choosers;
mod decay;
mod entries;

pub(super) use entries::ENTRIES;

use super::data;
use crate::catalogue::{Catalogue, Params, Place, Value};
use crate::error::{Diagnostic, Faults};
use crate::sim::Draws;
use crate::strategy::machine::two_actions;
use crate::strategy::{Action, Minds, Payoffs, Record, Strategy, Told, View};

/// How a team player chooses among proposals.
trait Chooser: Clone + Send + Sync + 'static {
    /// Whether it goes by what members' proposals would have brought: else nobody counts that.
    const BY_SCORE: bool = false;

    /// The choice; `team` holds the proposals and scores of all members.
    fn choose(&mut self, team: &Team, view: &View<'_>, draws: &mut Draws) -> Action;

    /// Forgets an earlier match.
    fn begin(&mut self) {}
}

/// A team and its proposals.
#[derive(Clone)]
struct Team {
    members: Vec<Member>,
    /// What each member proposed last.
    proposals: Vec<Action>,
    /// What each member's proposals would have brought so far.
    scores: Vec<i64>,
    /// Whether all members are the same strategy.
    uniform: bool,
    payoffs: Payoffs,
}

#[derive(Clone)]
struct Member {
    strategy: Box<dyn Strategy>,
    own: Record,
}

impl Team {
    /// The team that a parameter lists, or the built-in one.
    fn of(params: &Params, built_in: Kin, catalogue: &Catalogue<dyn Strategy>) -> Result<Self, Faults> {
        let place = Place::root().key("team");
        let mut specs = Vec::new();
        match params.get("team") {
            Some(list) => {
                for (k, value) in list.as_list().unwrap_or_default().iter().enumerate() {
                    specs.push(catalogue.resolve(value, &place.item(k))?);
                }
            }
            None => {
                for name in built_in.members() {
                    specs.push(catalogue.resolve(&Value::from(name), &place)?);
                }
            }
        }
        let uniform = specs.windows(2).all(|pair| pair[0] == pair[1]);
        let build = |spec| catalogue.build(spec, catalogue).map(|strategy| Member { strategy, own: Record::new(2) });
        let members: Vec<Member> = specs.iter().map(build).collect::<Result<_, _>>()?;
        let (proposals, scores) = (vec![Action::C; members.len()], vec![0; members.len()]);
        Ok(Self { members, proposals, scores, uniform, payoffs: Payoffs::default() })
    }

    fn begin(&mut self, told: &Told) {
        self.payoffs = Payoffs::of(told);
        self.scores.fill(0);
        for member in &mut self.members {
            member.own.clear();
            member.strategy.begin(told);
        }
    }

    /// Scores the last proposals, if somebody goes by that, and asks for new ones.
    fn propose<C: Chooser>(&mut self, view: &View<'_>, draws: &mut Draws) {
        if let (true, Some(seen)) = (C::BY_SCORE, view.opponent().last()) {
            for (score, proposal) in self.scores.iter_mut().zip(&self.proposals) {
                *score += self.payoffs.own(*proposal, seen);
            }
        }
        for (member, proposal) in self.members.iter_mut().zip(&mut self.proposals) {
            let view = View { own: member.own.history(), ..*view };
            *proposal = member.strategy.act(&view, draws);
            member.own.push(*proposal);
        }
    }

    fn fits(&self, told: &Told) -> Result<(), Diagnostic> {
        two_actions(told)?;
        self.members.iter().try_for_each(|member| member.strategy.fits(told))
    }
}

/// A team player at play.
#[derive(Clone)]
struct TeamPlayer<C: Chooser> {
    team: Team,
    chooser: C,
    /// Whether it cooperates while the other has never defected.
    nice: bool,
}

impl<C: Chooser> Strategy for TeamPlayer<C> {
    fn begin(&mut self, told: &Told) {
        self.team.begin(told);
        self.chooser.begin();
    }

    fn act(&mut self, view: &View<'_>, draws: &mut Draws) -> Action {
        self.team.propose::<C>(view, draws);
        let choice = self.chooser.choose(&self.team, view, draws);
        if self.nice && view.opponent().defections() == 0 { Action::C } else { choice }
    }

    fn fits(&self, told: &Told) -> Result<(), Diagnostic> {
        self.team.fits(told)
    }

    fn reads_minds(&self) -> bool {
        self.team.members.iter().any(|member| member.strategy.reads_minds())
    }

    fn look(&mut self, minds: &mut Minds<'_>) {
        self.team.members.iter_mut().for_each(|member| member.strategy.look(minds));
    }

    fn is_guest(&self) -> bool {
        self.team.members.iter().any(|member| member.strategy.is_guest())
    }

    fn failure(&self) -> Option<Diagnostic> {
        self.team.members.iter().find_map(|member| member.strategy.failure())
    }
}

/// A built-in team.
#[derive(Clone, Copy)]
enum Kin {
    All,
    MemoryOne,
    FiniteMemory,
    LongMemory,
    Deterministic,
    Stochastic,
    /// Hunters, with the hunter of cooperators or without it.
    Hunters {
        of_cooperators: bool,
    },
}

const FILE: &str = include_str!("../../../../assets/strategies/teams.txt");

impl Kin {
    /// The members' keys, in the order of the record.
    fn members(self) -> impl Iterator<Item = &'static str> {
        let record = if matches!(self, Kin::Hunters { .. }) { "hunters" } else { "field" };
        let words: Vec<&'static str> = data::record(FILE, record).collect();
        let rows: Vec<[&'static str; 3]> = words.chunks_exact(3).map(|row| [row[0], row[1], row[2]]).collect();
        rows.into_iter()
            .filter(move |[name, memory, draws]| match self {
                Kin::All => true,
                Kin::MemoryOne => *memory == "one",
                Kin::FiniteMemory => *memory != "long",
                Kin::LongMemory => *memory == "long",
                Kin::Deterministic => *draws == "sure",
                Kin::Stochastic => *draws == "draws",
                Kin::Hunters { of_cooperators } => of_cooperators || *name != "cooperator_hunter",
            })
            .map(|[name, ..]| name)
    }
}
