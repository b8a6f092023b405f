//! The equilibrium conditions on one support, in floats with proven error bounds.
//!
//! On a support (the actions that each player plays) an equilibrium solves polynomial equations: each player's played
//! actions pay alike, each player's probabilities sum to one. And it satisfies inequalities: no probability is
//! negative, no other action pays more. The polynomials are linear in each player's strategy, so that over a box of
//! probabilities they are bounded by one small linear programme a player, after each other, which a greedy choice
//! solves. Roots are proven by Krawczyk's operator (1969; Neumaier 1990, ch. 5): if it maps a box into its own inside,
//! the box has exactly one root. Every bound is widened by more than rounding can amount to.

use crate::equilibrium::dense::{inverse, least_squares, solve_dense};
use crate::equilibrium::float_game::FloatGame;

/// The most players for which the bounds on rounding hold: probabilities of up to 1.1 in size then multiply to no more
/// than 2.
pub(super) const MAX_PLAYERS: usize = 7;

/// How far a box may reach beyond the simplex when a root is proven in it.
const OVERHANG: f64 = 0.05;

/// A table of coefficients with one axis for each of some players, the last one's inmost.
struct Tensor {
    axes: Vec<usize>,
    values: Vec<f64>,
}

/// The conditions on one support.
pub(super) struct System {
    /// The played actions by player, ascending, none empty.
    pub(super) support: Vec<Vec<usize>>,
    /// Where each player's played actions begin in a flat point of the support.
    pub(super) offsets: Vec<usize>,
    /// The free coordinates: every played action but each player's first, flat.
    free: Vec<usize>,
    /// One for each free coordinate: what its action pays more than its player's first one.
    equations: Vec<Tensor>,
    /// `[equation][free coordinate]`: the derivative; nothing where it is zero.
    derivatives: Vec<Vec<Option<Tensor>>>,
    /// What one played action pays more than another, for the pairs that are not among the equations.
    differences: Vec<Tensor>,
    /// What actions that are not played pay more than played ones.
    outside: Vec<Tensor>,
    slack: f64,
}

/// Bounds on every coordinate of a flat point.
#[derive(Clone)]
pub(super) struct Bounds {
    pub(super) low: Vec<f64>,
    pub(super) high: Vec<f64>,
}

impl Bounds {
    /// The widest coordinate and its width.
    pub(super) fn widest(&self) -> (usize, f64) {
        let widths = self.low.iter().zip(&self.high).map(|(low, high)| high - low).enumerate();
        widths.max_by(|a, b| a.1.total_cmp(&b.1)).expect("a support has actions")
    }

    pub(super) fn middle(&self) -> Vec<f64> {
        self.low.iter().zip(&self.high).map(|(low, high)| 0.5 * (low + high)).collect()
    }
}

/// How a root stands to the inequalities.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    /// Every action of the support is played, and every other one pays less: an equilibrium.
    Strict,
    /// As far as the bounds tell, some other action may pay just as much.
    Tied,
    /// As far as the bounds tell, some probability may be zero: the smaller support's to decide.
    Border,
    /// A probability is negative, or another action pays more: no equilibrium.
    Outside,
}

/// A proven root.
#[derive(Clone, Debug)]
pub(super) struct Root {
    /// The flat point.
    pub(super) point: Vec<f64>,
    /// The true root is within this of each coordinate.
    pub(super) radius: f64,
    pub(super) standing: Standing,
}

/// What Krawczyk's operator makes of a box.
enum Image {
    /// It lies inside the box: one root there.
    Inside,
    /// It misses the box: no root.
    Missing,
    /// Roots of the box can only lie in these bounds.
    Within(Bounds),
    /// It can't be computed here.
    Unknown,
}

impl System {
    pub(super) fn new(game: &FloatGame, support: Vec<Vec<usize>>) -> Self {
        let mut offsets = Vec::new();
        let mut next = 0;
        for actions in &support {
            offsets.push(next);
            next += actions.len();
        }
        let owner: Vec<(usize, usize)> = support
            .iter()
            .enumerate()
            .flat_map(|(player, actions)| (0..actions.len()).map(move |k| (player, k)))
            .collect();
        let free: Vec<usize> = (0..next).filter(|flat| owner[*flat].1 > 0).collect();
        let gain = |player: usize, of: usize, over: usize| gain_tensor(game, &support, player, of, over);
        let equations: Vec<Tensor> = free
            .iter()
            .map(|flat| {
                let (player, k) = owner[*flat];
                gain(player, support[player][k], support[player][0])
            })
            .collect();
        let derivative = |equation: &Tensor, flat: &usize| {
            let (player, k) = owner[*flat];
            equation.axes.contains(&player).then(|| equation.difference(&support, player, k))
        };
        let derivatives =
            equations.iter().map(|equation| free.iter().map(|flat| derivative(equation, flat)).collect()).collect();
        let mut differences = Vec::new();
        let mut outside = Vec::new();
        for (player, actions) in support.iter().enumerate() {
            for (k, of) in actions.iter().enumerate().skip(2) {
                differences.extend(actions[1..k].iter().map(|over| gain(player, *of, *over)));
            }
            for of in (0..game.dims[player]).filter(|action| !actions.contains(action)) {
                outside.extend(actions.iter().map(|over| gain(player, of, *over)));
            }
        }
        Self { slack: 2.0 * game.slack(), support, offsets, free, equations, derivatives, differences, outside }
    }

    /// The number of free coordinates.
    pub(super) fn dimension(&self) -> usize {
        self.free.len()
    }

    /// All points of the simplices.
    pub(super) fn everything(&self) -> Bounds {
        let sizes = self.support.iter().map(Vec::len);
        let low = sizes.clone().flat_map(|d| std::iter::repeat_n(if d == 1 { 1.0 } else { 0.0 }, d)).collect();
        Bounds { low, high: vec![1.0; sizes.sum()] }
    }

    fn block(&self, player: usize) -> std::ops::Range<usize> {
        self.offsets[player]..self.offsets[player] + self.support[player].len()
    }

    /// Tightens bounds by each player's probabilities summing to one; whether a point can be left.
    pub(super) fn tighten(&self, bounds: &mut Bounds) -> bool {
        const ROUNDING: f64 = 1e-14;
        for player in 0..self.support.len() {
            let block = self.block(player);
            let low: f64 = bounds.low[block.clone()].iter().sum();
            let high: f64 = bounds.high[block.clone()].iter().sum();
            if low > 1.0 + ROUNDING || high < 1.0 - ROUNDING {
                return false;
            }
            for k in block {
                let (own_low, own_high) = (bounds.low[k], bounds.high[k]);
                bounds.low[k] = own_low.max(1.0 - (high - own_high) - ROUNDING);
                bounds.high[k] = own_high.min(1.0 - (low - own_low) + ROUNDING);
            }
        }
        bounds.low.iter().zip(&bounds.high).all(|(low, high)| low <= high)
    }

    /// Whether the bounds of every polynomial leave room for an equilibrium in the box.
    pub(super) fn may_hold(&self, bounds: &Bounds) -> bool {
        let equal = self.equations.iter().chain(&self.differences).all(|tensor| {
            let (low, high) = self.range(tensor, bounds);
            low <= self.slack && high >= -self.slack
        });
        equal && self.outside.iter().all(|tensor| self.range(tensor, bounds).0 <= self.slack)
    }

    /// The range of a tensor over the points of a box whose probabilities sum to one.
    fn range(&self, tensor: &Tensor, bounds: &Bounds) -> (f64, f64) {
        let mut low = tensor.values.clone();
        let mut high = tensor.values.clone();
        for player in tensor.axes.iter().rev() {
            let block = self.block(*player);
            let (from, to) = (&bounds.low[block.clone()], &bounds.high[block]);
            let size = from.len();
            for k in 0..low.len() / size {
                low[k] = extreme(&low[k * size..(k + 1) * size], from, to, 1.0);
                high[k] = -extreme(&high[k * size..(k + 1) * size], from, to, -1.0);
            }
            low.truncate(low.len() / size);
            high.truncate(high.len() / size);
        }
        (low[0], high[0])
    }

    /// A tensor at a point.
    fn at(&self, tensor: &Tensor, point: &[f64]) -> f64 {
        let mut values = tensor.values.clone();
        for player in tensor.axes.iter().rev() {
            let p = &point[self.block(*player)];
            for k in 0..values.len() / p.len() {
                values[k] = values[k * p.len()..(k + 1) * p.len()].iter().zip(p).map(|(value, p)| value * p).sum();
            }
            values.truncate(values.len() / p.len());
        }
        values[0]
    }

    fn residuals(&self, point: &[f64]) -> Vec<f64> {
        self.equations.iter().map(|equation| self.at(equation, point)).collect()
    }

    fn jacobian(&self, point: &[f64]) -> Vec<f64> {
        let entry = |tensor: &Option<Tensor>| tensor.as_ref().map_or(0.0, |tensor| self.at(tensor, point));
        self.derivatives.iter().flatten().map(entry).collect()
    }

    /// Moves the free coordinates of a point and lets each player's first one keep the sum.
    fn moved(&self, point: &[f64], change: &[f64]) -> Vec<f64> {
        let mut point = point.to_vec();
        for (flat, change) in self.free.iter().zip(change) {
            point[*flat] -= change;
        }
        for player in 0..self.support.len() {
            let block = self.block(player);
            point[block.start] = 1.0 - point[block.start + 1..block.end].iter().sum::<f64>();
        }
        point
    }

    /// Newton's method from a point, to where it no longer improves; with a rank-deficient derivative a least-squares
    /// step (Levenberg 1944), so that it finds a point on a curve of roots, too. Nothing if it does not come to a root.
    pub(super) fn newton(&self, point: &[f64]) -> Option<Vec<f64>> {
        let size = |residuals: &[f64]| residuals.iter().fold(0.0f64, |worst, x| worst.max(x.abs()));
        let mut point = self.moved(point, &vec![0.0; self.dimension()]);
        let mut residuals = self.residuals(&point);
        for _ in 0..60 {
            if size(&residuals) == 0.0 {
                break;
            }
            let jacobian = self.jacobian(&point);
            let step = solve_dense(jacobian.clone(), residuals.clone());
            let candidates = [step, least_squares(&jacobian, &residuals)];
            let better = candidates.into_iter().flatten().find_map(|step| {
                let next = self.moved(&point, &step);
                let after = self.residuals(&next);
                (size(&after) < 0.9 * size(&residuals)).then_some((next, after))
            });
            let Some((next, after)) = better else { break };
            (point, residuals) = (next, after);
        }
        (size(&residuals) <= 1e-12).then_some(point)
    }

    /// Krawczyk's operator on a box of free coordinates about a point: `center`, with a radius for each.
    fn krawczyk(&self, center: &[f64], radii: &[f64]) -> Image {
        let n = self.dimension();
        let mut bounds = Bounds { low: center.to_vec(), high: center.to_vec() };
        for (flat, radius) in self.free.iter().zip(radii) {
            bounds.low[*flat] -= radius;
            bounds.high[*flat] += radius;
        }
        for player in 0..self.support.len() {
            let block = self.block(player);
            let sum = |side: &[f64]| side[block.start + 1..block.end].iter().sum::<f64>();
            let (low, high) = (1.0 - sum(&bounds.high), 1.0 - sum(&bounds.low));
            bounds.low[block.start] = low;
            bounds.high[block.start] = high;
        }
        if bounds.low.iter().any(|low| *low < -OVERHANG) || bounds.high.iter().any(|high| *high > 1.0 + OVERHANG) {
            return Image::Unknown;
        }
        let range = |tensor: &Option<Tensor>| tensor.as_ref().map_or((0.0, 0.0), |tensor| self.range(tensor, &bounds));
        let ranges: Vec<(f64, f64)> = self.derivatives.iter().flatten().map(range).collect();
        let middle: Vec<f64> = ranges.iter().map(|(low, high)| 0.5 * (low + high)).collect();
        let spread = |k: usize| 0.5 * (ranges[k].1 - ranges[k].0) + self.slack;
        let Some(inverse) = inverse(&middle, n) else { return Image::Unknown };
        let residuals = self.residuals(center);
        let mut inside = true;
        let (mut shift, mut radius) = (vec![0.0; n], vec![0.0; n]);
        for k in 0..n {
            let row = &inverse[k * n..(k + 1) * n];
            shift[k] = row.iter().zip(&residuals).map(|(c, f)| c * f).sum();
            let size: f64 = row.iter().map(|c| c.abs()).sum();
            // Whatever rounding adds to the sums below is less than a millionth of them and than `size * slack`.
            let mut total = 2.0 * size * self.slack;
            for j in 0..n {
                let product: f64 = (0..n).map(|i| row[i] * middle[i * n + j]).sum();
                let apart = (f64::from(u8::from(j == k)) - product).abs();
                let spread: f64 = (0..n).map(|i| row[i].abs() * spread(i * n + j)).sum();
                total += (apart + spread) * radii[j];
            }
            radius[k] = total * (1.0 + 1e-6);
            inside &= shift[k].abs() + radius[k] < radii[k];
        }
        if inside {
            return Image::Inside;
        }
        for (k, flat) in self.free.iter().enumerate() {
            let (low, high) = (center[*flat] - shift[k] - radius[k], center[*flat] - shift[k] + radius[k]);
            if !(low.is_finite() && high.is_finite()) {
                return Image::Unknown;
            }
            bounds.low[*flat] = bounds.low[*flat].max(low);
            bounds.high[*flat] = bounds.high[*flat].min(high);
            if bounds.low[*flat] > bounds.high[*flat] {
                return Image::Missing;
            }
        }
        Image::Within(bounds)
    }

    /// Proves a root near a point that Newton's method ended at, with the least radius that the proof allows.
    pub(super) fn prove(&self, point: &[f64]) -> Option<Root> {
        if self.support.len() > MAX_PLAYERS {
            return None;
        }
        let mut radius = 1e-15;
        while radius < 1e-4 {
            if matches!(self.krawczyk(point, &vec![radius; self.dimension()]), Image::Inside) {
                let most = self.support.iter().map(Vec::len).max().expect("a game has players");
                // The first probability of a player errs by as much as all its others.
                let radius = radius * most.saturating_sub(1).max(1) as f64 + 32.0 * f64::EPSILON;
                let standing = self.standing(point, radius);
                return Some(Root { point: point.to_vec(), radius, standing });
            }
            radius *= 4.0;
        }
        None
    }

    fn standing(&self, point: &[f64], radius: f64) -> Standing {
        let mixed = |flat: &usize| {
            self.support.iter().zip(&self.offsets).any(|(s, at)| s.len() > 1 && (*at..at + s.len()).contains(flat))
        };
        let played: Vec<f64> = (0..point.len()).filter(mixed).map(|flat| point[flat]).collect();
        if played.iter().any(|p| p + radius < 0.0) {
            return Standing::Outside;
        }
        let bounds = Bounds {
            low: point.iter().map(|p| p - radius).collect(),
            high: point.iter().map(|p| p + radius).collect(),
        };
        let gains: Vec<(f64, f64)> = self.outside.iter().map(|tensor| self.range(tensor, &bounds)).collect();
        if gains.iter().any(|(low, _)| *low > self.slack) {
            return Standing::Outside;
        }
        if played.iter().any(|p| p - radius <= 0.0) {
            return Standing::Border;
        }
        if gains.iter().any(|(_, high)| *high >= -self.slack) { Standing::Tied } else { Standing::Strict }
    }

    /// Looks for the roots in a box: what a [`Step`] says.
    pub(super) fn step(&self, bounds: &Bounds) -> Step {
        let n = self.dimension();
        let middle = self.moved(&bounds.middle(), &vec![0.0; n]);
        // A little wider, so that a root on the border of two boxes is inside of one.
        let radii: Vec<f64> = self.free.iter().map(|k| 0.55 * (bounds.high[*k] - bounds.low[*k]) + 1e-12).collect();
        match self.krawczyk(&middle, &radii) {
            Image::Inside => match self.newton(&middle).and_then(|point| self.prove(&point)) {
                Some(root) => Step::Root(root),
                None => Step::Split(bounds.clone()),
            },
            Image::Missing => Step::Empty,
            Image::Unknown => Step::Split(bounds.clone()),
            Image::Within(image) => {
                let mut left = bounds.clone();
                for flat in &self.free {
                    left.low[*flat] = left.low[*flat].max(image.low[*flat]);
                    left.high[*flat] = left.high[*flat].min(image.high[*flat]);
                    if left.low[*flat] > left.high[*flat] {
                        return Step::Empty;
                    }
                }
                Step::Split(left)
            }
        }
    }
}

/// What a box holds.
pub(super) enum Step {
    /// No root.
    Empty,
    /// One root, in the box or close by.
    Root(Root),
    /// Not known; roots can only lie in these bounds.
    Split(Bounds),
}

impl Tensor {
    /// The derivative by a player's probability of its played action `k`, its first one giving way.
    fn difference(&self, support: &[Vec<usize>], player: usize, k: usize) -> Tensor {
        let place = self.axes.iter().position(|axis| *axis == player).expect("the player is an axis");
        let inner: usize = self.axes[place + 1..].iter().map(|axis| support[*axis].len()).product();
        let size = support[player].len();
        let pick = |outer: &[f64]| (0..inner).map(|j| outer[k * inner + j] - outer[j]).collect::<Vec<f64>>();
        Tensor {
            axes: self.axes.iter().copied().filter(|axis| *axis != player).collect(),
            values: self.values.chunks_exact(inner * size).flat_map(pick).collect(),
        }
    }
}

/// What an action pays a player more than another, over the others' played actions.
fn gain_tensor(game: &FloatGame, support: &[Vec<usize>], player: usize, of: usize, over: usize) -> Tensor {
    let axes: Vec<usize> = (0..support.len()).filter(|other| *other != player).collect();
    let mut profiles = vec![0];
    for other in &axes {
        let stride = game.strides[*other];
        profiles =
            profiles.iter().flat_map(|at| support[*other].iter().map(move |action| at + action * stride)).collect();
    }
    let (payoffs, stride) = (&game.payoffs[player], game.strides[player]);
    let values = profiles.into_iter().map(|at| payoffs[at + of * stride] - payoffs[at + over * stride]).collect();
    Tensor { axes, values }
}

/// The least sum of `sign * value * p` over probabilities within bounds that sum to one: the cheapest fill up first.
fn extreme(values: &[f64], low: &[f64], high: &[f64], sign: f64) -> f64 {
    let mut total: f64 = values.iter().zip(low).map(|(value, p)| sign * value * p).sum();
    let mut rest = 1.0 - low.iter().sum::<f64>();
    if values.len() == 1 || rest <= 0.0 {
        return if values.len() == 1 { sign * values[0] } else { total };
    }
    let mut few = [0usize; 16];
    let mut many = Vec::new();
    let order = if values.len() <= few.len() {
        &mut few[..values.len()]
    } else {
        many.resize(values.len(), 0);
        &mut many[..]
    };
    order.iter_mut().enumerate().for_each(|(k, place)| *place = k);
    order.sort_by(|a, b| (sign * values[*a]).total_cmp(&(sign * values[*b])));
    for k in order {
        let more = rest.min(high[*k] - low[*k]);
        total += sign * values[*k] * more;
        rest -= more;
        if rest <= 0.0 {
            break;
        }
    }
    total
}
