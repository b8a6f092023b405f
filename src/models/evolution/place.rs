//! Where members stand: the graphs of a condition, and the first strategies by vertex.

use super::setting::{Arrangement, Condition, Structure};
use crate::ids::RunKey;
use crate::population::Graph;
use crate::sim::{Draws, Purpose, Who};

impl Condition {
    /// Whether members stand on graphs: where everybody is next to everybody, counts will do.
    pub(super) fn is_placed(&self) -> bool {
        self.structure != Structure::WellMixed || self.reproduction.is_some() || self.sampled
    }
}

impl Structure {
    /// The graph of so many members; random ones take their draws here.
    pub(super) fn graph(&self, n: usize, draws: &mut Draws) -> Graph {
        match self {
            Self::WellMixed => Graph::complete(n),
            Self::Ring { reach } => Graph::ring(n, *reach),
            Self::Lattice { width, neighbourhood, torus } => Graph::lattice(*width, n / width, *neighbourhood, *torus),
            Self::Regular { degree } => Graph::random_regular(n, *degree, draws),
            Self::ScaleFree { links } => Graph::scale_free(n, *links, draws),
            Self::SmallWorld { reach, rewire } => Graph::small_world(n, *reach, *rewire, draws),
            Self::Graph(edges) => Graph::of_edges(n, edges.iter().copied()),
        }
    }

    /// Whether the graph is drawn.
    pub(super) fn is_random(&self) -> bool {
        matches!(self, Self::Regular { .. } | Self::ScaleFree { .. } | Self::SmallWorld { .. })
    }
}

/// Who is next to whom, for meeting and for replacement. One graph serves both unless two are asked for.
pub(super) struct Graphs {
    interaction: Graph,
    reproduction: Option<Graph>,
}

impl Graphs {
    /// The graphs of all repetitions, if members stand on graphs and these are not drawn.
    pub(super) fn fixed(condition: &Condition, key: &RunKey) -> Option<Self> {
        let both = [Some(&condition.structure), condition.reproduction.as_ref()];
        let drawn = both.into_iter().flatten().any(Structure::is_random);
        (condition.is_placed() && !drawn).then(|| Self::of(condition, key, 0))
    }

    /// The graphs of a repetition.
    pub(super) fn of(condition: &Condition, key: &RunKey, repetition: u64) -> Self {
        let n = condition.cast.population;
        let stream = |name| key.draws(Who { place: "population", repetition, name }, Purpose::Structure);
        Self {
            interaction: condition.structure.graph(n, &mut stream("interaction")),
            reproduction: condition.reproduction.as_ref().map(|other| other.graph(n, &mut stream("reproduction"))),
        }
    }

    /// Both, interaction first.
    pub(super) fn both(&self) -> [&Graph; 2] {
        [&self.interaction, self.reproduction.as_ref().unwrap_or(&self.interaction)]
    }
}

/// The strategies at first, by vertex.
pub(super) fn first(condition: &Condition, key: &RunKey, repetition: u64) -> Vec<u8> {
    let kinds = &condition.cast.kinds;
    let runs = kinds.iter().enumerate().flat_map(|(k, kind)| {
        let strategy = u8::try_from(k).expect("a population on a graph has at most 256 strategies");
        std::iter::repeat_n(strategy, usize::try_from(kind.count).expect("members fit in memory"))
    });
    let mut strategies: Vec<u8> = runs.collect();
    match condition.arrangement {
        Arrangement::Order => {}
        Arrangement::Random => {
            let who = Who { place: "population", repetition, name: "arrangement" };
            key.draws(who, Purpose::Structure).shuffle(&mut strategies);
        }
        Arrangement::Centre => {
            let last = usize::try_from(kinds.last().map_or(0, |kind| kind.count)).expect("members fit in memory");
            let middle = match condition.structure {
                Structure::Lattice { width, .. } => strategies.len() / width / 2 * width + width / 2,
                _ => strategies.len() / 2,
            };
            let others = strategies.len() - last;
            strategies.rotate_left(others);
            let to = middle.min(others);
            strategies.rotate_right(to);
        }
    }
    strategies
}
