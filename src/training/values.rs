//! Learning the values of actions over many steps: independent rules, and the team's value as a mixture of agents'.
//!
//! Q-learning (Watkins 1989) moves `Q_i(o_i, a_i)` towards `r_i + discount max Q_i(o_i', .)`. Independent agents do so each for
//! itself. Where others explore, a disappointment may be theirs: hysteretic agents learn less from it (Matignon et al. 2007), lenient ones
//! ignore it at first (Panait, Sullivan & Luke 2006; Wei & Luke 2016), distributed ones altogether, and change what they do only
//! for something better (Lauer & Riedmiller 2000). Value decomposition learns the sum of agents' values from the team's reward
//! (Sunehag et al. 2018), monotone mixing any function that grows in each (Rashid et al. 2018); these need all agents in training
//! and none in execution. Steps are semi-gradients, without replay or target networks.

use super::approximator::{Approximator, Form};
use super::bytes::{Reader, Writer};
use super::features::Rows;
use super::mixer::Mixer;
use super::percept::Local;
use super::trainer::{Facets, Policy, Team, Trainer, Transition, greatest, greedy, pick, remembered};
use crate::catalogue::{Entry, Field, Kind, Params, Schema};
use crate::error::{Diagnostic, Faults};
use crate::sim::{Chance, Draws};

/// How much agents explore: a probability that falls evenly over some episodes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Exploration {
    start: f64,
    end: f64,
    episodes: f64,
}

impl Exploration {
    /// What [`exploring_schema`] says.
    pub(super) fn read(params: &Params) -> Self {
        #[expect(clippy::cast_precision_loss, reason = "the schema bounds it")]
        let episodes = params.integer("epsilon_episodes") as f64;
        Self { start: params.number("epsilon"), end: params.number("epsilon_end"), episodes }
    }

    pub(super) fn at(self, episode: u64) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "episodes are far below 2^53")]
        let gone = (episode as f64 / self.episodes).min(1.0);
        self.start + (self.end - self.start) * gone
    }
}

/// How disappointments are taken.
#[derive(Clone, Debug, PartialEq)]
enum Disappointment {
    /// By a rate of their own.
    Rate(f64),
    /// With a probability that grows as the temperature of the percept and action falls.
    Lenient { moderation: f64, start: f64, cooling: f64, temperatures: Vec<Rows> },
    /// Not at all; the action is remembered with which something better was last found.
    Never { found: Vec<Rows> },
}

/// What the team's value is made of.
#[derive(Clone, Debug, PartialEq)]
enum Mixing {
    /// Each agent learns from its own reward.
    None,
    /// The sum of agents' values.
    Sum,
    /// A monotone mixture.
    Monotone { rate: f64, mixer: Option<Mixer> },
}

/// Learns values of actions.
#[derive(Clone, Debug, PartialEq)]
struct Values {
    rate: f64,
    discount: f64,
    initial: f64,
    exploration: Exploration,
    /// How often the policy that is left takes any action.
    tries: f64,
    disappointment: Disappointment,
    mixing: Mixing,
    team: Option<Team>,
    sets: Vec<Approximator>,
    /// Room: values before and after, and of all agents' actions taken and best next.
    room: [Vec<f64>; 4],
}

impl Values {
    fn team(&self) -> Team {
        self.team.expect("a trainer is set up before it learns")
    }

    /// The action that a distributed learner found best, if it is valid.
    fn found(&self, set: usize, local: &Local) -> Option<usize> {
        let Disappointment::Never { found } = &self.disappointment else { return None };
        remembered(&found[set], local)
    }

    /// Independent learning of one agent.
    fn learn_alone(&mut self, agent: usize, step: &Transition<'_>, draws: &mut Draws) {
        let team = self.team();
        let (set, action) = (team.set(agent), step.joint[agent]);
        let (before, after) = (&step.before[agent], &step.after[agent]);
        let mut next = 0.0;
        if !step.terminal {
            self.sets[set].evaluate(&after.percept, &mut self.room[1]);
            next = greatest(after, &self.room[1]);
        }
        self.sets[set].evaluate(&before.percept, &mut self.room[0]);
        let surprise = step.rewards[agent] + self.discount * next - self.room[0][action];
        let mut rate = self.rate;
        match &mut self.disappointment {
            Disappointment::Rate(down) => {
                if surprise < 0.0 {
                    rate = *down;
                }
            }
            Disappointment::Lenient { moderation, cooling, temperatures, .. } => {
                let rows = &mut temperatures[set];
                rows.sums(&before.percept.keys, &mut self.room[1]);
                let temperature = self.room[1][action];
                let lenient = 1.0 - libm::exp(-*moderation * temperature);
                if surprise < 0.0 && draws.chance(lenient) {
                    rate = 0.0;
                }
                rows.move_one(&before.percept.keys, action, temperature * (*cooling - 1.0));
            }
            Disappointment::Never { found } => {
                if surprise <= 0.0 {
                    return;
                }
                if self.room[0][action] + surprise > greatest(before, &self.room[0]) {
                    let mut old = [0.0];
                    found[set].sums(&before.percept.keys, &mut old);
                    #[expect(clippy::cast_precision_loss, reason = "few actions")]
                    found[set].move_one(&before.percept.keys, 0, action as f64 - old[0]);
                }
            }
        }
        if rate > 0.0 {
            self.sets[set].move_one(&before.percept, action, rate * surprise, &mut self.room[1]);
        }
    }

    /// Learning of the team's value.
    fn learn_together(&mut self, step: &Transition<'_>) {
        let team = self.team();
        let [values, numbers, taken, next] = &mut self.room;
        for agent in 0..team.agents {
            let weights = &self.sets[team.set(agent)];
            weights.evaluate(&step.before[agent].percept, values);
            taken[agent] = values[step.joint[agent]];
            next[agent] = 0.0;
            if !step.terminal {
                weights.evaluate(&step.after[agent].percept, numbers);
                next[agent] = greatest(&step.after[agent], numbers);
            }
        }
        let Mixing::Monotone { rate, mixer: Some(mixer) } = &mut self.mixing else {
            let surprise = step.team + self.discount * next.iter().sum::<f64>() - taken.iter().sum::<f64>();
            for agent in 0..team.agents {
                let percept = &step.before[agent].percept;
                self.sets[team.set(agent)].move_one(percept, step.joint[agent], self.rate * surprise, numbers);
            }
            return;
        };
        let later = if step.terminal { 0.0 } else { mixer.total(step.context_after, next) };
        let surprise = step.team + self.discount * later - mixer.total(step.context_before, taken);
        mixer.step(step.context_before, taken, *rate * surprise, next);
        for (agent, slope) in next.iter().enumerate() {
            let percept = &step.before[agent].percept;
            self.sets[team.set(agent)].move_one(percept, step.joint[agent], self.rate * surprise * slope, numbers);
        }
    }

    fn rows(&self) -> &[Rows] {
        match &self.disappointment {
            Disappointment::Rate(_) => &[],
            Disappointment::Lenient { temperatures: rows, .. } | Disappointment::Never { found: rows } => rows,
        }
    }
}

impl Trainer for Values {
    fn begin(&mut self, team: Team, draws: &mut Draws) {
        let set = |_| Approximator::new(team.form, 1, team.actions, self.initial, draws);
        self.sets = (0..team.sets()).map(set).collect();
        match &mut self.disappointment {
            Disappointment::Rate(_) => {}
            Disappointment::Lenient { start, temperatures, .. } => {
                *temperatures = vec![Rows::new(team.actions, *start); team.sets()];
            }
            Disappointment::Never { found } => *found = vec![Rows::new(1, -1.0); team.sets()],
        }
        if let Mixing::Monotone { mixer, .. } = &mut self.mixing {
            *mixer = Some(Mixer::new(team.agents, team.contexts));
        }
        let sizes = [team.actions, team.actions, team.agents, team.agents];
        self.room = sizes.map(|size| vec![0.0; size]);
        self.team = Some(team);
    }

    fn act(&mut self, episode: u64, locals: &[Local], draws: &mut Draws, joint: &mut [usize]) {
        let (team, chance) = (self.team(), Chance::of(self.exploration.at(episode)));
        for (agent, (local, action)) in locals.iter().zip(joint).enumerate() {
            let set = team.set(agent);
            *action = if draws.happens(chance) {
                pick(local.valid, draws)
            } else if let Some(found) = self.found(set, local) {
                found
            } else {
                self.sets[set].evaluate(&local.percept, &mut self.room[0]);
                greedy(local, &self.room[0], draws)
            };
        }
    }

    fn mixture(&self, episode: u64, agent: usize, local: &Local, out: &mut [f64]) {
        let explore = self.exploration.at(episode);
        self.preferences(agent, local, out);
        if let Some(found) = self.found(self.team().set(agent), local) {
            out.fill(0.0);
            out[found] = 1.0;
        }
        epsilon_greedy(explore, local, out);
    }

    fn learn(&mut self, step: &Transition<'_>, draws: &mut Draws) {
        match self.mixing {
            Mixing::None => (0..self.team().agents).for_each(|agent| self.learn_alone(agent, step, draws)),
            _ => self.learn_together(step),
        }
    }

    fn preferences(&self, agent: usize, local: &Local, out: &mut [f64]) {
        self.sets[self.team().set(agent)].evaluate(&local.percept, out);
    }

    fn policy(&self, agent: usize) -> Policy {
        let team = self.team();
        let set = team.set(agent);
        let found = match &self.disappointment {
            Disappointment::Never { found } => Some(found[set].clone()),
            _ => None,
        };
        let weights = self.sets[set].clone();
        Policy { weights, found, actions: team.actions, drawn: false, tries: Chance::of(self.tries) }
    }

    fn features(&self) -> usize {
        self.sets.iter().map(Approximator::features).sum()
    }

    fn save(&self) -> Vec<u8> {
        let mut out = Writer::default();
        self.sets.iter().for_each(|set| set.save(&mut out));
        self.rows().iter().for_each(|rows| rows.save(&mut out));
        if let Mixing::Monotone { mixer: Some(mixer), .. } = &self.mixing {
            mixer.save(&mut out);
        }
        out.bytes
    }

    fn load(&mut self, bytes: &[u8]) -> Result<(), Diagnostic> {
        let mut from = Reader::new(bytes);
        self.sets.iter_mut().try_for_each(|set| set.load(&mut from))?;
        if let Disappointment::Lenient { temperatures: rows, .. } | Disappointment::Never { found: rows } =
            &mut self.disappointment
        {
            rows.iter_mut().try_for_each(|rows| rows.load(&mut from))?;
        }
        if let Mixing::Monotone { mixer: Some(mixer), .. } = &mut self.mixing {
            mixer.load(&mut from)?;
        }
        from.end()
    }

    fn fits(&self, form: Form) -> Result<(), Diagnostic> {
        let tables = !matches!(self.disappointment, Disappointment::Rate(_));
        if tables && form != Form::Features {
            let found = "a network for a rule that remembers temperatures or actions by percept";
            return Err(Diagnostic::new("wrong-trainer", found, "a table, or features"));
        }
        Ok(())
    }

    fn boxed_clone(&self) -> Box<dyn Trainer> {
        Box::new(self.clone())
    }
}

/// Turns values into the probabilities of a choice that takes any valid action with probability `explore`, else a best one.
pub(super) fn epsilon_greedy(explore: f64, local: &Local, out: &mut [f64]) {
    let most = greatest(local, out);
    let count = |of: &dyn Fn(usize, f64) -> bool| {
        out.iter().enumerate().filter(|(a, x)| local.allows(*a) && of(*a, **x)).map(|_| 1.0).sum::<f64>()
    };
    let (valid, ties) = (count(&|_, _| true), count(&|_, x| x >= most));
    for (action, number) in out.iter_mut().enumerate() {
        let best = if *number >= most { (1.0 - explore) / ties } else { 0.0 };
        *number = if local.allows(action) { explore / valid + best } else { 0.0 };
    }
}

/// The fields that all of these have.
pub(super) fn shared_fields() -> Vec<Field> {
    vec![
        Field::with_default("rate", Kind::Probability, 0.1, "How far a value moves towards what was found."),
        Field::with_default("discount", Kind::Probability, 0.95, "What a reward one step later is worth."),
    ]
}

/// The schema of rules that explore, with what else they have.
pub(super) fn exploring_schema(more: Vec<Field>) -> Schema {
    let mut fields = shared_fields();
    fields.extend([
        Field::with_default("initial", Kind::NUMBER, 0.0, "The value of every action at the start.").unit("reward"),
        Field::with_default("epsilon", Kind::Probability, 1.0, "How often any action is tried at the start."),
        Field::with_default("epsilon_end", Kind::Probability, 0.05, "How often in the end."),
        Field::with_default(
            "epsilon_episodes",
            Kind::Integer { min: 1, max: 1_000_000_000 },
            10_000i64,
            "Over how many episodes it falls, evenly.",
        )
        .unit("episodes"),
        Field::with_default(
            "epsilon_policy",
            Kind::Probability,
            0.0,
            "How often the policy that is left when training is over takes any action: a little frees agents that wait for each other.",
        ),
    ]);
    fields.extend(more);
    Schema::of(fields)
}

fn build(params: &Params, disappointment: Disappointment, mixing: Mixing) -> Result<Box<dyn Trainer>, Faults> {
    Ok(Box::new(Values {
        rate: params.number("rate"),
        discount: params.number("discount"),
        initial: params.number("initial"),
        exploration: Exploration::read(params),
        tries: params.number("epsilon_policy"),
        disappointment,
        mixing,
        team: None,
        sets: Vec::new(),
        room: Default::default(),
    }))
}

fn plain(params: &Params) -> Disappointment {
    Disappointment::Rate(params.number("rate"))
}

pub(super) const ENTRIES: &[Entry<dyn Trainer>] = &[
    Entry {
        key: "independent_q",
        title: "Independent Q-learning",
        aliases: &["iql"],
        about: "Each agent learns values of its own percepts and actions from its own reward, as if it were alone.",
        source: "Tan 1993, Multi-agent reinforcement learning; Watkins 1989",
        facets: Facets { central: false },
        params: || exploring_schema(Vec::new()),
        build: |params, ()| build(params, plain(params), Mixing::None),
    },
    Entry {
        key: "hysteretic_q",
        title: "Hysteretic Q-learning",
        aliases: &[],
        about: "As independent Q-learning, with a smaller rate for disappointments: others explore.",
        source: "Matignon, Laurent & Le Fort-Piat 2007",
        facets: Facets { central: false },
        params: || {
            exploring_schema(vec![Field::with_default(
                "rate_down",
                Kind::Probability,
                0.01,
                "How far a value moves towards what was found where that is below it.",
            )])
        },
        build: |params, ()| build(params, Disappointment::Rate(params.number("rate_down")), Mixing::None),
    },
    Entry {
        key: "lenient_q",
        title: "Lenient Q-learning",
        aliases: &[],
        about: "As independent Q-learning, ignoring disappointments with a probability that falls as the action is tried.",
        source: "Panait, Sullivan & Luke 2006; Wei & Luke 2016, Lenient learning in independent-learner stochastic cooperative games",
        facets: Facets { central: false },
        params: || {
            exploring_schema(vec![
                Field::with_default(
                    "moderation",
                    Kind::Number { min: 0.0, max: 1e6 },
                    1.0,
                    "A disappointment is ignored with probability 1 - exp(-moderation * temperature).",
                ),
                Field::with_default("temperature", Kind::Number { min: 0.0, max: 1e6 }, 5.0, "The first temperature."),
                Field::with_default(
                    "cooling",
                    Kind::Probability,
                    0.99,
                    "By what it is multiplied each time the action is taken.",
                ),
            ])
        },
        build: |params, ()| {
            let (moderation, start) = (params.number("moderation"), params.number("temperature"));
            let cooling = params.number("cooling");
            build(
                params,
                Disappointment::Lenient { moderation, start, cooling, temperatures: Vec::new() },
                Mixing::None,
            )
        },
    },
    Entry {
        key: "distributed_q",
        title: "Distributed Q-learning",
        aliases: &[],
        about: "Each agent keeps the best that it found of each action and changes what it does only for something better.",
        source: "Lauer & Riedmiller 2000",
        facets: Facets { central: false },
        params: || exploring_schema(Vec::new()),
        build: |params, ()| build(params, Disappointment::Never { found: Vec::new() }, Mixing::None),
    },
    Entry {
        key: "value_decomposition",
        title: "Value decomposition",
        aliases: &["vdn"],
        about: "The sum of agents' values learns the team's reward; each agent maximises its own part.",
        source: "Sunehag et al. 2018, Value-Decomposition Networks",
        facets: Facets { central: true },
        params: || exploring_schema(Vec::new()),
        build: |params, ()| build(params, plain(params), Mixing::Sum),
    },
    Entry {
        key: "monotone_mixing",
        title: "Monotone mixing",
        aliases: &["qmix"],
        about: "A mixture that grows in each agent's value learns the team's reward; each agent maximises its own part.",
        source: "Rashid et al. 2018, QMIX",
        facets: Facets { central: true },
        params: || {
            exploring_schema(vec![Field::with_default(
                "mixing_rate",
                Kind::Probability,
                0.01,
                "How far the weights of the mixing move along their gradient.",
            )])
        },
        build: |params, ()| {
            let mixing = Mixing::Monotone { rate: params.number("mixing_rate"), mixer: None };
            build(params, plain(params), mixing)
        },
    },
];
