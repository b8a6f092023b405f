//! Who is next to whom: undirected graphs without loops, as lists of neighbours.
//!
//! Lattices, rings and complete graphs are fixed; random regular graphs, small worlds (Watts & Strogatz 1998) and
//! scale-free graphs (Barabasi & Albert 1999) take their draws from the stream that they are handed. Invariants: the
//! neighbours of a vertex ascend, no vertex is its own neighbour, and no edge is there twice. Nothing here knows of
//! strategies or payoffs.

use crate::sim::Draws;

/// An undirected graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    /// Where each vertex's neighbours begin; one more at the end.
    starts: Vec<u32>,
    neighbours: Vec<u32>,
}

/// The neighbourhood of a cell of a lattice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Neighbourhood {
    /// The four cells that share a side.
    VonNeumann,
    /// The eight cells that share a side or a corner.
    Moore,
}

impl Neighbourhood {
    fn steps(self) -> &'static [(i64, i64)] {
        const MOORE: [(i64, i64); 8] = [(-1, 0), (0, -1), (0, 1), (1, 0), (-1, -1), (-1, 1), (1, -1), (1, 1)];
        if self == Self::Moore { &MOORE } else { &MOORE[..4] }
    }
}

impl Graph {
    /// The graph of these edges; loops and repeated edges are left out.
    ///
    /// # Panics
    /// If an edge names a vertex that is not below `vertices`.
    pub fn of_edges(vertices: usize, edges: impl IntoIterator<Item = (usize, usize)>) -> Self {
        let mut lists: Vec<Vec<u32>> = vec![Vec::new(); vertices];
        let number = |vertex: usize| u32::try_from(vertex).expect("fewer than 2^32 vertices fit in memory");
        for (a, b) in edges {
            if a != b {
                lists[a].push(number(b));
                lists[b].push(number(a));
            }
        }
        let (mut starts, mut neighbours) = (vec![0], Vec::new());
        for list in &mut lists {
            list.sort_unstable();
            list.dedup();
            neighbours.extend_from_slice(list);
            starts.push(number(neighbours.len()));
        }
        Self { starts, neighbours }
    }

    /// Every vertex next to every other.
    pub fn complete(vertices: usize) -> Self {
        Self::of_edges(vertices, (0..vertices).flat_map(|a| (0..a).map(move |b| (a, b))))
    }

    /// A ring on which each vertex is next to the `reach` nearest on either side.
    pub fn ring(vertices: usize, reach: usize) -> Self {
        Self::of_edges(vertices, ring_edges(vertices, reach))
    }

    /// A lattice of `width * height` cells, row by row; on a torus, opposite sides meet.
    pub fn lattice(width: usize, height: usize, neighbourhood: Neighbourhood, torus: bool) -> Self {
        let size = |n: usize| i64::try_from(n).expect("a lattice fits in memory");
        let (w, h) = (size(width), size(height));
        let edges = (0..h).flat_map(move |y| {
            (0..w).flat_map(move |x| {
                let near = neighbourhood.steps().iter().map(move |(dy, dx)| (y + dy, x + dx));
                near.filter(move |(y, x)| torus || ((0..h).contains(y) && (0..w).contains(x)))
                    .map(move |(v, u)| (y * w + x, v.rem_euclid(h) * w + u.rem_euclid(w)))
            })
        });
        let place = |cell: i64| usize::try_from(cell).expect("a cell is on the lattice");
        Self::of_edges(width * height, edges.map(|(a, b)| (place(a), place(b))))
    }

    /// A ring of which each edge is moved, with probability `rewire`, to a random other end (Watts & Strogatz 1998).
    pub fn small_world(vertices: usize, reach: usize, rewire: f64, draws: &mut Draws) -> Self {
        let mut edges = Vec::new();
        let mut known = std::collections::BTreeSet::new();
        let key = |a: usize, b: usize| (a.min(b), a.max(b));
        for (a, b) in ring_edges(vertices, reach) {
            if a != b && known.insert(key(a, b)) {
                edges.push((a, b));
            }
        }
        for edge in &mut edges {
            if !draws.chance(rewire) || known.len() >= vertices * (vertices - 1) / 2 {
                continue;
            }
            let (a, b) = *edge;
            let free =
                (0..4 * vertices).map(|_| draws.index(vertices)).find(|c| *c != a && !known.contains(&key(a, *c)));
            if let Some(c) = free {
                known.remove(&key(a, b));
                known.insert(key(a, c));
                *edge = (a, c);
            }
        }
        Self::of_edges(vertices, edges)
    }

    /// A random graph in which every vertex has `degree` neighbours: edges of a ring are swapped in pairs at random,
    /// ten times as often as there are edges (the switching chain, whose limit is uniform; Milo et al. 2003). An odd
    /// degree needs an even number of vertices, and takes the vertices opposite each other as well.
    pub fn random_regular(vertices: usize, degree: usize, draws: &mut Draws) -> Self {
        let opposite = (0..vertices / 2).filter(|_| degree % 2 == 1).map(|a| (a, a + vertices / 2));
        let key = |a: usize, b: usize| (a.min(b), a.max(b));
        let mut edges: Vec<(usize, usize)> = Vec::new();
        let mut known = std::collections::BTreeSet::new();
        for (a, b) in ring_edges(vertices, degree / 2).chain(opposite) {
            if a != b && known.insert(key(a, b)) {
                edges.push((a, b));
            }
        }
        for _ in 0..10 * edges.len() {
            let (i, j) = (draws.index(edges.len()), draws.index(edges.len()));
            let ((a, b), (c, d)) = (edges[i], edges[j]);
            let (c, d) = if draws.chance(0.5) { (c, d) } else { (d, c) };
            let fresh = a != d && c != b && !known.contains(&key(a, d)) && !known.contains(&key(c, b));
            if i != j && fresh {
                known.remove(&key(a, b));
                known.remove(&key(c, d));
                known.insert(key(a, d));
                known.insert(key(c, b));
                edges[i] = (a, d);
                edges[j] = (c, b);
            }
        }
        Self::of_edges(vertices, edges)
    }

    /// A scale-free graph: each vertex that comes is tied to `links` different ones before it, each chosen in proportion to
    /// its degree; the first `links + 1` are all tied to each other (Barabasi & Albert 1999).
    pub fn scale_free(vertices: usize, links: usize, draws: &mut Draws) -> Self {
        let first = (links + 1).min(vertices);
        let mut edges: Vec<(usize, usize)> = (0..first).flat_map(|a| (0..a).map(move |b| (a, b))).collect();
        // Every end of every edge once: a uniform draw of it is one in proportion to degree.
        let mut ends: Vec<usize> = edges.iter().flat_map(|(a, b)| [*a, *b]).collect();
        for vertex in first..vertices {
            let mut chosen: Vec<usize> = Vec::with_capacity(links);
            while chosen.len() < links {
                let other = ends[draws.index(ends.len())];
                if !chosen.contains(&other) {
                    chosen.push(other);
                }
            }
            for other in chosen {
                edges.push((vertex, other));
                ends.extend([vertex, other]);
            }
        }
        Self::of_edges(vertices, edges)
    }

    /// The number of vertices.
    pub fn vertices(&self) -> usize {
        self.starts.len() - 1
    }

    /// The neighbours of a vertex, ascending.
    #[inline]
    pub fn neighbours(&self, vertex: usize) -> &[u32] {
        &self.neighbours[self.starts[vertex] as usize..self.starts[vertex + 1] as usize]
    }

    /// How many neighbours a vertex has.
    #[inline]
    pub fn degree(&self, vertex: usize) -> usize {
        self.neighbours(vertex).len()
    }

    /// The edges, each once.
    pub fn edges(&self) -> impl Iterator<Item = (usize, usize)> {
        (0..self.vertices())
            .flat_map(|a| self.neighbours(a).iter().map(move |b| (a, *b as usize)))
            .filter(|(a, b)| a < b)
    }

    /// Whether every vertex can be reached from every other.
    pub fn is_connected(&self) -> bool {
        let mut reached = vec![false; self.vertices()];
        let mut next = vec![0];
        reached[0] = true;
        while let Some(vertex) = next.pop() {
            for other in self.neighbours(vertex) {
                if !std::mem::replace(&mut reached[*other as usize], true) {
                    next.push(*other as usize);
                }
            }
        }
        reached.into_iter().all(|reached| reached)
    }
}

fn ring_edges(vertices: usize, reach: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..vertices).flat_map(move |a| (1..=reach).map(move |step| (a, (a + step) % vertices)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::{RunKey, Seed};
    use crate::sim::{Purpose, Who};

    fn draws() -> Draws {
        RunKey::derive(Seed(1), 0, "").draws(Who::place("graph", 0), Purpose::Pairing)
    }

    #[test]
    fn lattices_have_their_neighbours() {
        let torus = Graph::lattice(4, 3, Neighbourhood::Moore, true);
        assert!((0..12).all(|cell| torus.degree(cell) == 8));
        assert_eq!(torus.neighbours(0), [1, 3, 4, 5, 7, 8, 9, 11]);
        let field = Graph::lattice(4, 3, Neighbourhood::VonNeumann, false);
        assert_eq!((field.neighbours(0), field.neighbours(5)), (&[1, 4][..], &[1, 4, 6, 9][..]));
        assert_eq!(field.edges().count(), 3 * 3 + 4 * 2);
    }

    #[test]
    fn random_graphs_have_the_degrees_that_they_promise() {
        let regular = Graph::random_regular(60, 5, &mut draws());
        assert!((0..60).all(|vertex| regular.degree(vertex) == 5));
        let small = Graph::small_world(50, 2, 0.3, &mut draws());
        assert_eq!(small.edges().count(), 100);
        let free = Graph::scale_free(2000, 2, &mut draws());
        assert_eq!(free.edges().count(), 3 + 2 * 1997);
        assert!(free.is_connected());
        // The greatest degree of a scale-free graph grows like the root of its size; a random graph's would stay near 12.
        assert!((0..2000).map(|vertex| free.degree(vertex)).max().is_some_and(|most| most > 40));
        assert!(!Graph::of_edges(3, [(0, 1)]).is_connected());
    }
}
