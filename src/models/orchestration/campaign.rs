//! Plays the repetitions of a condition and counts what happened.

use super::agents::{Impostor, Numbering, Office, Orchestrator, Party, Player, Round, Turn, Waits};
use super::follower::Briefing;
use super::setting::{Cast, Condition, Rule};
use super::words::Word;
use crate::exchange::{Fact, Kernel, Report};
use crate::ids::{PlayerId, RunKey};
use crate::sim::{Chance, Observer, Purpose, Who, map_indexed};
use std::sync::Arc;

/// The agents' names beside the players'.
pub(super) const ORCHESTRATOR: &str = "orchestrator";
pub(super) const IMPOSTOR: &str = "impostor";

/// One repetition: every player's turns, and what the exchange came to.
pub(super) struct Played {
    pub(super) turns: Vec<Vec<Turn>>,
    pub(super) report: Report,
}

/// Plays one repetition of a condition with these followers.
pub(super) fn play<O: Observer<Fact<Word>>>(
    condition: &Condition,
    cast: &Cast,
    key: &RunKey,
    repetition: u64,
    observer: &mut O,
) -> Played {
    let players = cast.agents.len();
    let numbering = Numbering { players };
    let stream = |name: &str, why| key.draws(Who { place: "", repetition, name }, why);
    let mut parties: Vec<Party> = Vec::with_capacity(players + 2);
    for (me, agent) in cast.agents.iter().enumerate() {
        let mut follower = agent.follower.clone();
        let group = cast.group(me);
        follower.begin(&Briefing {
            player: me,
            game: Arc::clone(&condition.game),
            alone: condition.known.alone[me].clone(),
            beliefs: condition.beliefs.clone(),
            group: group.clone(),
        });
        let (waits, trusted) = match &condition.rule {
            Rule::Nobody => (Waits::Never, numbering.orchestrator()),
            Rule::Delegate { player, .. } if *player == me => (Waits::Decides, numbering.orchestrator()),
            Rule::Delegate { player, .. } => (Waits::ForSignal, numbering.player(*player)),
            Rule::Mediator | Rule::Supervisor => (Waits::ForSignal, numbering.orchestrator()),
        };
        let decision = match &condition.rule {
            Rule::Delegate { profile, .. } => condition.game.profile(*profile),
            _ => Vec::new(),
        };
        let told = matches!(condition.rule, Rule::Mediator | Rule::Supervisor);
        parties.push(Party::Player(Box::new(Player {
            me,
            numbering,
            clock: condition.clock,
            subject: Arc::clone(&condition.subject),
            follower,
            draws: stream(&agent.name, Purpose::Choice),
            waits,
            decision,
            trusts: condition.verify.then_some(trusted),
            accomplices: if told { group.into_iter().filter(|other| *other != me).collect() } else { Vec::new() },
            turns: Vec::with_capacity(condition.clock.rounds as usize),
            round: Round::default(),
        })));
    }
    let streams = |why| cast.agents.iter().map(|agent| stream(&agent.name, why)).collect::<Vec<_>>();
    parties.push(Party::Impostor(Box::new(Impostor {
        numbering,
        clock: condition.clock,
        subject: Arc::clone(&condition.subject),
        forges: condition.forgery,
        draws: streams(Purpose::Forgery),
        lies: condition.lies.clone(),
        round: 0,
    })));
    if let Some(device) = condition.device.clone().filter(|_| condition.has_orchestrator()) {
        let office = match condition.rule {
            Rule::Supervisor => Office::Supervisor,
            _ => Office::Mediator { flip: Chance::of(condition.noise.to_f64()), leak: Chance::of(condition.leak) },
        };
        parties.push(Party::Orchestrator(Box::new(Orchestrator {
            numbering,
            clock: condition.clock,
            subject: Arc::clone(&condition.subject),
            device,
            office,
            draws: stream(ORCHESTRATOR, Purpose::Choice),
            flips: streams(Purpose::Perception),
            leaks: streams(Purpose::Leak),
            round: 0,
            at: 0,
        })));
    }
    let mut names: Vec<&str> = cast.agents.iter().map(|agent| agent.name.as_str()).collect();
    names.extend([IMPOSTOR, ORCHESTRATOR].iter().take(parties.len() - players));
    let kernel = Kernel::new(parties, &names, condition.network.clone(), key, "", repetition);
    let (parties, report) = kernel.run(condition.clock.end(), observer);
    let turns = parties
        .into_iter()
        .filter_map(|party| match party {
            Party::Player(player) => Some(player.turns),
            _ => None,
        })
        .collect();
    Played { turns, report }
}

/// What happened in one repetition, as whole numbers.
#[derive(Clone, Debug)]
pub(super) struct Tally {
    /// How often each profile came out when a player had been told what: `[player][told, or none last][profile]`.
    pub(super) counts: Vec<Vec<Vec<u64>>>,
    /// How often each player did as it was told.
    pub(super) obeyed: Vec<u64>,
    /// How often each player acted on a forged recommendation.
    pub(super) forged: Vec<u64>,
    /// The profile of each round.
    pub(super) profiles: Vec<usize>,
    /// How many players had been told something, and how many of these did it, in each round.
    pub(super) told: Vec<(u32, u32)>,
    pub(super) messages: u64,
    /// From the start of rounds to the last player's action, summed.
    pub(super) delay_us: u64,
}

impl Tally {
    fn of(condition: &Condition, played: &Played) -> Self {
        let game = &condition.game;
        let dimensions = game.dimensions();
        let profiles = game.profile_count();
        let mut tally = Self {
            counts: dimensions.iter().map(|actions| vec![vec![0; profiles]; actions + 1]).collect(),
            obeyed: vec![0; dimensions.len()],
            forged: vec![0; dimensions.len()],
            profiles: Vec::with_capacity(condition.clock.rounds as usize),
            told: Vec::with_capacity(condition.clock.rounds as usize),
            messages: played.report.messages,
            delay_us: 0,
        };
        for round in 0..condition.clock.rounds as usize {
            let turns: Vec<Turn> = played.turns.iter().map(|turns| turns[round]).collect();
            let actions: Vec<usize> = turns.iter().map(|turn| turn.action).collect();
            let profile = game.profile_index(&actions);
            let (mut told, mut obeyed) = (0, 0);
            for (player, turn) in turns.iter().enumerate() {
                tally.counts[player][turn.told.unwrap_or(dimensions[player])][profile] += 1;
                tally.forged[player] += u64::from(turn.forged);
                told += u32::from(turn.told.is_some());
                if turn.told == Some(turn.action) {
                    tally.obeyed[player] += 1;
                    obeyed += 1;
                }
            }
            tally.profiles.push(profile);
            tally.told.push((told, obeyed));
            tally.delay_us += turns.iter().map(|turn| turn.after_us).max().unwrap_or(0);
        }
        tally
    }

    /// How often a player was told anything.
    pub(super) fn told_times(&self, player: usize) -> u64 {
        let counts = &self.counts[player];
        counts[..counts.len() - 1].iter().flatten().sum()
    }

    /// The sum of a player's payoffs over the common denominator.
    pub(super) fn payoff(&self, condition: &Condition, player: usize) -> i128 {
        self.profiles.iter().map(|profile| i128::from(condition.scaled_payoff(*profile, player))).sum()
    }

    /// What a player would have gained over all rounds in which it was told `told` by `instead`, whatever it did, over the
    /// common denominator: the sum of its payoffs under `instead` less those that it had.
    pub(super) fn gain(&self, condition: &Condition, player: usize, told: usize, instead: usize) -> i128 {
        let id = PlayerId::at(player);
        let game = &condition.game;
        let (stride, actions) = (game.stride(id), game.action_count(id));
        self.counts[player][told]
            .iter()
            .enumerate()
            .map(|(profile, count)| {
                let own = profile / stride % actions;
                let other = profile - own * stride + instead * stride;
                let difference = condition.scaled_payoff(other, player) - condition.scaled_payoff(profile, player);
                i128::from(*count) * i128::from(difference)
            })
            .sum()
    }
}

/// Plays all repetitions of a condition.
pub(super) fn tallies(condition: &Condition, cast: &Cast, key: &RunKey, repetitions: u64) -> Vec<Tally> {
    let count = usize::try_from(repetitions).expect("the schema bounds it");
    map_indexed(count, |repetition| Tally::of(condition, &play(condition, cast, key, repetition as u64, &mut ())))
}
