//! What can be drawn of a game: payoffs and equilibria in the plane, best responses, and where evolution leads.

use super::Facts;
use super::page::profile_name;
use crate::equilibrium::correlated::{Concept, vertices};
use crate::equilibrium::evolution::{Flow, Payoffs};
use crate::equilibrium::geometry::{Point, equilibrium_payoffs, feasible, hull, individually_rational, nash_payoffs};
use crate::error::Diagnostic;
use crate::exact::Rational;
use crate::ids::PlayerId;
use crate::models::stage;
use crate::table::{Cell, Column, Table, TableKind, TableSchema, Type};

/// The most profiles of a game whose payoff sets are drawn.
const MOST_PROFILES: usize = 100;

/// The tables of a game's figures: those that it has.
///
/// # Errors
/// If linear programmes are too large.
pub fn figures(facts: &Facts<'_>) -> Result<Vec<Table>, Diagnostic> {
    let dimensions = facts.game.dimensions();
    let mut found = Vec::new();
    if dimensions.len() == 2 {
        found.push(stage::table(facts.game));
        if facts.game.profile_count() <= MOST_PROFILES {
            found.push(payoff_sets(facts)?);
        }
    }
    if dimensions == [2, 2] {
        found.push(best_responses(facts)?);
        found.push(polytope(facts)?);
        found.push(two_populations(facts)?);
    }
    if facts.pure.is_symmetric() && dimensions.len() == 2 {
        match dimensions[0] {
            2 => found.push(one_population(facts)?),
            3 => found.push(triangle(facts)?),
            _ => {}
        }
    }
    Ok(found)
}

/// A table of shapes in a plane: what they are, in which order their points come, and how they are drawn.
struct Shapes {
    table: Table,
}

impl Shapes {
    fn new(name: &'static str, doc: &'static str, axes: Vec<Column>) -> Self {
        let mut columns = vec![
            Column::key("set", Type::Text, "What is drawn."),
            Column::x("point", Type::Integer, "", "The order of its points."),
        ];
        columns.extend(axes);
        columns.push(Column::note("shape", "As what it is drawn."));
        Self { table: Table::new(TableSchema::new(name, TableKind::Trajectory, doc, columns)) }
    }

    fn add(&mut self, set: &str, shape: &str, points: impl IntoIterator<Item = Vec<f64>>) {
        for (k, point) in points.into_iter().enumerate() {
            let mut row: Vec<Cell<'_>> = vec![Cell::Text(set), k.into()];
            row.extend(point.into_iter().map(Cell::from));
            row.push(Cell::Text(shape));
            self.table.push(&row);
        }
    }
}

fn floats(points: &[Point]) -> Vec<Vec<f64>> {
    points.iter().map(|point| point.iter().map(Rational::to_f64).collect()).collect()
}

/// The payoffs that are feasible, individually rational, of correlated and of Nash equilibria.
fn payoff_sets(facts: &Facts<'_>) -> Result<Table, Diagnostic> {
    let mut shapes = Shapes::new(
        "payoff_sets",
        "What two players can get together: feasible, individually rational, in coarse correlated, correlated and Nash \
         equilibria.",
        vec![
            Column::measure("first_payoff", Type::Float, "utility", "The first player's payoff."),
            Column::measure("second_payoff", Type::Float, "utility", "The second player's payoff."),
        ],
    );
    let game = facts.game;
    shapes.add("feasible", "area", floats(&feasible(game)?));
    shapes.add("individually_rational", "area", floats(&individually_rational(game)?.0));
    shapes.add("coarse_correlated", "area", floats(&equilibrium_payoffs(game, Concept::Coarse)?));
    shapes.add("correlated", "area", floats(&equilibrium_payoffs(game, Concept::Correlated)?));
    if facts.nash().is_ok() {
        shapes.add("nash", "points", floats(&nash_payoffs(game)?));
    }
    Ok(shapes.table)
}

/// The probabilities of both first actions.
fn unit_square() -> Vec<Column> {
    vec![
        Column::measure("first_probability", Type::Float, "", "How often the first player plays its first action."),
        Column::measure("second_probability", Type::Float, "", "How often the second player plays its first action."),
    ]
}

/// What a player gains by its first action over its second, against each of the other's actions.
fn gains(facts: &Facts<'_>, player: u32) -> [f64; 2] {
    let (game, player) = (facts.game, PlayerId(player));
    let other = PlayerId(1 - player.0);
    let (own, theirs) = (game.stride(player), game.stride(other));
    let at = |action: usize| {
        let first = game.payoff_at(action * theirs, player);
        let second = game.payoff_at(action * theirs + own, player);
        (first - second).to_f64()
    };
    [at(0), at(1)]
}

/// The other's probabilities of its first action at which a player's best reply changes, with the reply before, between
/// and after: `(from, to, reply)` for the segments of [0, 1]; a reply of nothing is everything.
fn replies(gains: [f64; 2]) -> Vec<(f64, f64, Option<f64>)> {
    let [first, second] = gains;
    let reply = |gain: f64| if gain > 0.0 { Some(1.0) } else { Some(0.0) };
    if first == 0.0 && second == 0.0 {
        return vec![(0.0, 1.0, None)];
    }
    // The gain at probability y is y first + (1 - y) second.
    let zero = second / (second - first);
    if first == second || !(0.0..=1.0).contains(&zero) {
        let gain = if second == 0.0 { first } else { second };
        return vec![(0.0, 1.0, reply(gain))];
    }
    let mut found = Vec::new();
    if zero > 0.0 {
        found.push((0.0, zero, reply(second)));
    }
    found.push((zero, zero, None));
    if zero < 1.0 {
        found.push((zero, 1.0, reply(first)));
    }
    found
}

/// The best response diagram of a two-by-two game.
fn best_responses(facts: &Facts<'_>) -> Result<Table, Diagnostic> {
    let doc = "Best responses: each player's best replies to how often the other plays its first action; they meet in the \
               Nash equilibria.";
    let mut shapes = Shapes::new("best_responses", doc, unit_square());
    let line = |player: u32| -> Vec<(f64, f64)> {
        let mut points = Vec::new();
        for (from, to, reply) in replies(gains(facts, player)) {
            match reply {
                Some(own) => points.extend([(own, from), (own, to)]),
                None if from == to => {
                    // The line crosses over from the reply before to the one after.
                    let before = points.last().map_or(0.0, |(own, _): &(f64, f64)| *own);
                    points.extend([(before, from), (1.0 - before, from)]);
                }
                None => return vec![(0.0, 0.0), (0.0, 1.0), (1.0, 1.0), (1.0, 0.0)],
            }
        }
        points
    };
    let shape = |player: u32| if gains(facts, player) == [0.0, 0.0] { "area" } else { "line" };
    shapes.add("first_player", shape(0), line(0).into_iter().map(|(own, other)| vec![own, other]));
    shapes.add("second_player", shape(1), line(1).into_iter().map(|(own, other)| vec![other, own]));
    shapes.add("nash", "points", nash_points(facts)?);
    Ok(shapes.table)
}

/// The extreme Nash equilibria of a two-by-two game in the unit square.
fn nash_points(facts: &Facts<'_>) -> Result<Vec<Vec<f64>>, Diagnostic> {
    let first = |profile: &crate::equilibrium::profile::Profile, player: u32| {
        profile.strategy(PlayerId(player)).probabilities()[0].to_f64()
    };
    Ok(facts.nash()?.equilibria.iter().map(|found| vec![first(&found.profile, 0), first(&found.profile, 1)]).collect())
}

/// The tetrahedron of all distributions of play of a two-by-two game, seen from one side: the polytope of correlated
/// equilibria in it, and the saddle of independent play that meets it in the Nash equilibria (Nau, Gomez Canovas & Hansen
/// 2004).
fn polytope(facts: &Facts<'_>) -> Result<Table, Diagnostic> {
    /// Where the corners, sure play of the four profiles, are seen: the last in front of the others.
    const CORNERS: [[f64; 2]; 4] = [[0.0, 0.0], [1.0, 0.0], [0.45, 1.0], [0.62, 0.36]];
    let doc = "The correlated equilibria of a two-by-two game among all distributions of play (corners are sure play of one \
               profile), with independent play, a saddle, that meets them in the Nash equilibria.";
    let axes = vec![
        Column::measure("across", Type::Float, "", "The picture's horizontal."),
        Column::measure("up", Type::Float, "", "The picture's vertical."),
    ];
    let mut shapes = Shapes::new("equilibrium_polytope", doc, axes);
    let seen = |p: [f64; 4]| -> Vec<f64> { (0..2).map(|k| (0..4).map(|c| p[c] * CORNERS[c][k]).sum()).collect() };
    // All six edges in one line; one of them twice.
    shapes.add("all_play", "line", [0, 1, 2, 3, 0, 2, 1, 3].map(|corner: usize| CORNERS[corner].to_vec()));
    let found = vertices(facts.game, Concept::Correlated, 1000)
        .map_err(|error| Diagnostic::new("too-many-vertices", error.to_string(), "a smaller game"))?;
    let exact = |p: &[Rational]| -> Point {
        let corner = |k: usize, c: usize| Rational::from_f64_exact(CORNERS[c][k]).expect("a finite number");
        [0, 1].map(|k| (0..4).map(|c| &p[c] * &corner(k, c)).sum())
    };
    let shadow: Vec<Point> = found.iter().map(|vertex| exact(vertex)).collect();
    shapes.add("correlated", "area", floats(&hull(&shadow)));
    const STEPS: u32 = 10;
    let share = |k: u32| f64::from(k) / f64::from(STEPS);
    let independent = |x: f64, y: f64| seen([x * y, x * (1.0 - y), (1.0 - x) * y, (1.0 - x) * (1.0 - y)]);
    // One line to and fro, so that the saddle is one thing: its rulings of both families.
    let there_and_back = |k: u32| if k.is_multiple_of(2) { [0.0, 1.0] } else { [1.0, 0.0] };
    let across = (0..=STEPS).flat_map(|k| there_and_back(k).map(|y| independent(share(k), y)));
    let along = (0..=STEPS).flat_map(|k| there_and_back(k).map(|x| independent(x, share(k))));
    shapes.add("independent_play", "line", across.chain(along));
    let nash = nash_points(facts)?.into_iter().map(|point| independent(point[0], point[1]));
    shapes.add("nash", "points", nash);
    for (profile, corner) in CORNERS.iter().enumerate() {
        shapes.add(&profile_name(facts.game, profile), "points", [corner.to_vec()]);
    }
    Ok(shapes.table)
}

/// Where imitation leads two populations: the replicator dynamics of both first actions' shares.
fn two_populations(facts: &Facts<'_>) -> Result<Table, Diagnostic> {
    const GRID: u32 = 11;
    let doc =
        "Two populations that imitate success: the directions of the replicator dynamics, and the Nash equilibria.";
    let mut shapes = Shapes::new("vector_field", doc, unit_square());
    let (first, second) = (gains(facts, 0), gains(facts, 1));
    let velocity = |x: f64, y: f64| {
        let gain = |gains: [f64; 2], other: f64| other * gains[0] + (1.0 - other) * gains[1];
        [x * (1.0 - x) * gain(first, y), y * (1.0 - y) * gain(second, x)]
    };
    let share = |k: u32| f64::from(k) / f64::from(GRID - 1);
    let grid: Vec<(f64, f64)> = (0..GRID).flat_map(|i| (0..GRID).map(move |j| (share(i), share(j)))).collect();
    shapes.add(
        "direction",
        "arrows",
        arrows(
            &grid.iter().map(|(x, y)| (vec![*x, *y], velocity(*x, *y).to_vec())).collect::<Vec<_>>(),
            1.0 / f64::from(GRID),
        ),
    );
    shapes.add("nash", "points", nash_points(facts)?);
    Ok(shapes.table)
}

/// Pairs of points from places and velocities: the fastest arrow has a length, slower ones the square root of their share of
/// it, so that slow ones are seen.
fn arrows(places: &[(Vec<f64>, Vec<f64>)], length: f64) -> Vec<Vec<f64>> {
    let speed = |velocity: &[f64]| velocity.iter().map(|v| v * v).sum::<f64>().sqrt();
    let fastest = places.iter().map(|(_, velocity)| speed(velocity)).fold(0.0, f64::max);
    let mut found = Vec::new();
    for (place, velocity) in places {
        let own = speed(velocity);
        let scale = if own > 0.0 { length * (own / fastest).sqrt() / own } else { 0.0 };
        found.push(place.clone());
        found.push(place.iter().zip(velocity).map(|(p, v)| p + v * scale).collect());
    }
    found
}

fn flow(facts: &Facts<'_>) -> Result<Flow, Diagnostic> {
    Ok(Flow::replicator(&Payoffs::of_game(facts.game)?))
}

/// Where imitation leads one population of two actions, by its start.
fn one_population(facts: &Facts<'_>) -> Result<Table, Diagnostic> {
    let columns = vec![
        Column::facet("start", "The share of the first action at the start."),
        Column::x("time", Type::Float, "", "Time of the replicator dynamics."),
        Column::measure("first_action_share", Type::Float, "", "The share of the first action."),
    ];
    let doc = "One population that imitates success: the share of the first action by time and start.";
    let mut table = Table::new(TableSchema::new("replicator", TableKind::Series, doc, columns));
    let flow = flow(facts)?;
    let scale = 1.0 / facts.game.payoffs_f64().iter().fold(0.0_f64, |most, payoff| most.max(payoff.abs())).max(1e-9);
    let times: Vec<f64> = (1..=60).map(|k| f64::from(k) * 0.5 * scale).collect();
    for start in [0.1, 0.3, 0.5, 0.7, 0.9] {
        let name = format!("{start}");
        table.push(&[Cell::Text(&name), 0.0.into(), start.into()]);
        for (time, shares) in times.iter().zip(flow.at(&[start, 1.0 - start], &times)?) {
            table.push(&[Cell::Text(&name), (*time).into(), shares[0].into()]);
        }
    }
    Ok(table)
}

/// Where imitation leads one population of three actions: directions and paths in the triangle of shares.
fn triangle(facts: &Facts<'_>) -> Result<Table, Diagnostic> {
    const GRID: u32 = 9;
    let doc = "One population of three actions that imitates success: directions of the replicator dynamics in the triangle of \
               shares, paths from four starts, and the symmetric Nash equilibria.";
    let axes = vec![
        Column::measure("first_action_share", Type::Float, "", "The share of the first action."),
        Column::measure("second_action_share", Type::Float, "", "The share of the second action."),
        Column::measure("third_action_share", Type::Float, "", "The share of the third action."),
    ];
    let mut shapes = Shapes::new("simplex", doc, axes);
    let flow = flow(facts)?;
    let share = |k: u32| f64::from(k) / f64::from(GRID);
    let grid = (0..=GRID).flat_map(|i| (0..=GRID - i).map(move |j| vec![share(i), share(j), share(GRID - i - j)]));
    let places: Vec<(Vec<f64>, Vec<f64>)> = grid.map(|place| (place.clone(), flow.velocity(&place))).collect();
    shapes.add("direction", "arrows", arrows(&places, 0.8 / f64::from(GRID)));
    let scale = 1.0 / facts.game.payoffs_f64().iter().fold(0.0_f64, |most, payoff| most.max(payoff.abs())).max(1e-9);
    let times: Vec<f64> = (1..=400).map(|k| f64::from(k) * 0.1 * scale).collect();
    for (k, start) in [[0.8, 0.1, 0.1], [0.1, 0.8, 0.1], [0.1, 0.1, 0.8], [0.4, 0.35, 0.25]].iter().enumerate() {
        let path = std::iter::once(start.to_vec()).chain(flow.at(start, &times)?);
        shapes.add(&format!("path {}", k + 1), "path", path);
    }
    let symmetric = facts.nash()?.equilibria.iter().filter(|found| {
        found.profile.strategy(PlayerId(0)).probabilities() == found.profile.strategy(PlayerId(1)).probabilities()
    });
    shapes.add("nash", "points", symmetric.map(|found| found.profile.strategy(PlayerId(0)).to_f64()));
    Ok(shapes.table)
}
