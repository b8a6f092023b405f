//! The cheapest tree of edges that leads every node to a root.
//!
//! Source: Chu & Liu 1965; Edmonds 1967, here with the edges turned round: each node but the root takes its cheapest edge
//! out; a circle is contracted and undone later. Exact, `O(n^3)`.

use crate::exact::Rational;

/// The cheapest in-tree of the complete graph with `costs[from][to]` (the diagonal is not read), and its cost: where each
/// node goes next, nothing for the root.
///
/// # Panics
/// If there is no such root, or the costs are not square.
///
/// # Examples
/// ```
/// use comity::equilibrium::evolution::least_in_tree;
/// use comity::exact::Rational;
/// let q = |n: i64| Rational::from(n);
/// let costs = [vec![q(0), q(1), q(9)], vec![q(1), q(0), q(5)], vec![q(2), q(2), q(0)]];
/// // To node 2: 0 goes by way of 1.
/// assert_eq!(least_in_tree(&costs, 2), (q(6), vec![Some(1), Some(2), None]));
/// ```
pub fn least_in_tree(costs: &[Vec<Rational>], root: usize) -> (Rational, Vec<Option<usize>>) {
    assert!(
        root < costs.len() && costs.iter().all(|row| row.len() == costs.len()),
        "a square table with the root in it"
    );
    let next = least(costs, root);
    let cost = next.iter().enumerate().filter_map(|(from, to)| to.map(|to| &costs[from][to])).sum();
    (cost, next)
}

fn least(costs: &[Vec<Rational>], root: usize) -> Vec<Option<usize>> {
    let n = costs.len();
    let cheapest = |from: usize| (0..n).filter(|to| *to != from).min_by_key(|to| &costs[from][*to]);
    let next: Vec<Option<usize>> = (0..n).map(|from| if from == root { None } else { cheapest(from) }).collect();
    let Some(circle) = find_circle(&next) else { return next };
    // The circle becomes one node, the last of a smaller graph; leaving it at a node costs what that adds to the circle.
    let outside: Vec<usize> = (0..n).filter(|node| !circle.contains(node)).collect();
    let size = outside.len() + 1;
    let extra = |from: usize, to: usize| &costs[from][to] - &costs[from][next[from].expect("it is on a circle")];
    let entry = |from: usize| circle.iter().copied().min_by_key(|to| &costs[from][*to]).expect("a circle has nodes");
    let exit = |to: usize| circle.iter().copied().min_by_key(|from| extra(*from, to)).expect("a circle has nodes");
    let small_cost = |from: usize, to: usize| match (from + 1 == size, to + 1 == size) {
        (false, false) => costs[outside[from]][outside[to]].clone(),
        (false, true) => costs[outside[from]][entry(outside[from])].clone(),
        (true, false) => extra(exit(outside[to]), outside[to]),
        (true, true) => Rational::zero(),
    };
    let smaller: Vec<Vec<Rational>> =
        (0..size).map(|from| (0..size).map(|to| small_cost(from, to)).collect()).collect();
    let place = outside.iter().position(|node| *node == root).expect("the root is on no circle");
    let mut result = next.clone();
    for (from, to) in least(&smaller, place).into_iter().enumerate() {
        let Some(to) = to else { continue };
        if from + 1 == size {
            let target = outside[to];
            result[exit(target)] = Some(target);
        } else {
            let node = outside[from];
            result[node] = Some(if to + 1 == size { entry(node) } else { outside[to] });
        }
    }
    result
}

/// A circle of the edges, if there is one.
fn find_circle(next: &[Option<usize>]) -> Option<Vec<usize>> {
    let mut seen_from = vec![usize::MAX; next.len()];
    for start in 0..next.len() {
        let mut node = start;
        while seen_from[node] == usize::MAX {
            seen_from[node] = start;
            match next[node] {
                Some(to) => node = to,
                None => break,
            }
        }
        if next[node].is_some() && seen_from[node] == start {
            let mut circle = vec![node];
            let mut at = next[node].expect("just seen");
            while at != node {
                circle.push(at);
                at = next[at].expect("a circle goes on");
            }
            return Some(circle);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The least cost over all maps from nodes to nodes that lead to the root.
    fn by_enumeration(costs: &[Vec<Rational>], root: usize) -> Rational {
        let n = costs.len();
        let others: Vec<usize> = (0..n).filter(|node| *node != root).collect();
        let mut best: Option<Rational> = None;
        for code in 0..n.pow(u32::try_from(others.len()).expect("small")) {
            let mut next = vec![None; n];
            let mut rest = code;
            for node in &others {
                next[*node] = Some(rest % n);
                rest /= n;
            }
            let leads = |mut node: usize| {
                for _ in 0..n {
                    match next[node] {
                        Some(to) => node = to,
                        None => return true,
                    }
                }
                node == root
            };
            if others.iter().all(|node| leads(*node)) {
                let cost: Rational = others.iter().map(|node| &costs[*node][next[*node].expect("not the root")]).sum();
                best = Some(best.map_or(cost.clone(), |best| best.min(cost)));
            }
        }
        best.expect("the star is a tree")
    }

    proptest! {
        #[test]
        fn no_tree_is_cheaper(cells in prop::collection::vec(0i64..12, 25), n in 1usize..6) {
            let costs: Vec<Vec<Rational>> =
                (0..n).map(|i| (0..n).map(|j| Rational::from(cells[i * 5 + j])).collect()).collect();
            for root in 0..n {
                let (cost, next) = least_in_tree(&costs, root);
                prop_assert_eq!(&cost, &by_enumeration(&costs, root));
                prop_assert!(find_circle(&next).is_none());
                prop_assert!((0..n).all(|node| next[node].is_none() == (node == root)));
            }
        }
    }
}
