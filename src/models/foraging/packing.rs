//! How many foods a field can hold.
//!
//! No food lies on the border, and no cell touches two foods: between any two there are at least three steps. A food and
//! its four neighbours are then a cross that overlaps no other cross, so a field holds as many foods as crosses of five
//! cells can be packed into it. Crosses tile the plane in a lattice (Golomb & Welch 1970, "Perfect codes in the Lee
//! metric"): of its five shifts one has at least a fifth of the inner cells as centres. On fields whose inner
//! shorter side is at most twelve cells the greatest number is found by dynamic programming over rows. Nothing here draws.

use super::board::Cell;

/// The longest inner side over which rows are enumerated: 129 ways to fill a row of twelve.
const EXACT_SIDE: usize = 12;

/// How many foods a field can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capacity {
    /// So many fit for sure.
    pub foods: usize,
    /// Whether more do not fit; if not so, none knows.
    pub exact: bool,
}

impl Capacity {
    /// The capacity of a field.
    ///
    /// # Examples
    /// ```
    /// use comity::models::foraging::Capacity;
    /// assert_eq!(Capacity::of(5, 5), Capacity { foods: 2, exact: true });
    /// assert_eq!(Capacity::of(6, 6).foods, 4);
    /// ```
    pub fn of(rows: usize, cols: usize) -> Self {
        let exact = rows.min(cols) <= EXACT_SIDE + 2;
        let cells = if exact { densest(rows, cols) } else { lattice(rows, cols) };
        Self { foods: cells.len(), exact }
    }
}

/// Places for at least `foods` foods, if there are known to be so many.
pub(super) fn places(rows: usize, cols: usize, foods: usize) -> Option<Vec<Cell>> {
    let found = lattice(rows, cols);
    let found = if found.len() < foods && rows.min(cols) <= EXACT_SIDE + 2 { densest(rows, cols) } else { found };
    (found.len() >= foods).then_some(found)
}

/// The centres of the lattice of crosses in the inner cells, in the shift that has most.
fn lattice(rows: usize, cols: usize) -> Vec<Cell> {
    let shift = |k: usize| -> Vec<Cell> {
        let inner = (1..rows - 1).flat_map(|row| (1..cols - 1).map(move |col| (row, col)));
        inner.filter(|(row, col)| (row + 2 * col) % 5 == k).map(Cell::from).collect()
    };
    (0..5).map(shift).reduce(|best, next| if next.len() > best.len() { next } else { best }).unwrap_or_default()
}

/// A largest set of inner cells with at least three steps between any two.
///
/// A row is a set of bits with gaps of two; the row after it may not touch its bits or their neighbours, the row after that
/// not its bits. The state is two rows, the value how many cells the rows so far hold.
fn densest(rows: usize, cols: usize) -> Vec<Cell> {
    if rows < cols {
        return densest(cols, rows).into_iter().map(|cell| Cell { row: cell.col, col: cell.row }).collect();
    }
    let (height, width) = (rows - 2, cols - 2);
    let patterns: Vec<u32> = (0..1u32 << width).filter(|row| row & (row << 1 | row << 2) == 0).collect();
    let count = patterns.len();
    let after: Vec<Vec<usize>> = patterns
        .iter()
        .map(|row| (0..count).filter(|next| patterns[*next] & (row | row << 1 | row >> 1) == 0).collect())
        .collect();
    // `best[a * count + b]`: the most cells of rows that end in a, b. Pattern 0 is the empty row, and so are the two
    // before the first. `from[row]` is the row before a, by a and b.
    let mut best: Vec<Option<usize>> = vec![None; count * count];
    best[0] = Some(0);
    let mut from: Vec<Vec<usize>> = Vec::with_capacity(height);
    for _ in 0..height {
        let mut next: Vec<Option<usize>> = vec![None; count * count];
        let mut before = vec![0; count * count];
        for (state, held) in best.iter().enumerate() {
            let (Some(held), (a, b)) = (held, (state / count, state % count)) else { continue };
            for c in after[b].iter().filter(|c| patterns[**c] & patterns[a] == 0) {
                let held = held + patterns[*c].count_ones() as usize;
                let slot = &mut next[b * count + c];
                if slot.is_none_or(|most| held > most) {
                    *slot = Some(held);
                    before[b * count + c] = a;
                }
            }
        }
        best = next;
        from.push(before);
    }
    let mut state = (0..best.len()).reduce(|a, b| if best[b] > best[a] { b } else { a }).unwrap_or(0);
    let mut cells = Vec::new();
    for (row, before) in from.iter().enumerate().rev() {
        let (b, c) = (state / count, state % count);
        cells.extend(
            (0..width).rev().filter(|col| patterns[c] >> col & 1 == 1).map(|col| Cell::from((row + 1, col + 1))),
        );
        state = before[state] * count + b;
    }
    cells.reverse();
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(a: Cell, b: Cell) -> u16 {
        a.row.abs_diff(b.row) + a.col.abs_diff(b.col)
    }

    /// The greatest number by trying everything.
    fn slow(rows: usize, cols: usize) -> usize {
        fn most(open: &[Cell]) -> usize {
            let Some((first, rest)) = open.split_first() else { return 0 };
            let far: Vec<Cell> = rest.iter().copied().filter(|cell| steps(*cell, *first) >= 3).collect();
            most(rest).max(1 + most(&far))
        }
        let inner = (1..rows - 1).flat_map(|row| (1..cols - 1).map(move |col| Cell::from((row, col))));
        most(&inner.collect::<Vec<_>>())
    }

    #[test]
    fn the_capacity_is_what_trying_everything_finds() {
        for rows in 3..=7 {
            for cols in 3..=8 {
                assert_eq!(
                    Capacity::of(rows, cols),
                    Capacity { foods: slow(rows, cols), exact: true },
                    "{rows}x{cols}"
                );
                assert_eq!(Capacity::of(rows, cols), Capacity::of(cols, rows));
            }
        }
    }

    #[test]
    fn reference_boards_were_seen_with_as_much_food_as_fits() {
        // The most foods that boards of lbforaging 2.0.0 held when it was asked for more.
        assert_eq!([5, 6, 7].map(|side| Capacity::of(side, side).foods), [2, 4, 6]);
    }

    #[test]
    fn places_keep_their_distance_on_fields_of_every_size() {
        for (rows, cols) in [(3, 3), (3, 100), (5, 5), (7, 6), (14, 14), (14, 100), (15, 15), (40, 23), (100, 100)] {
            let capacity = Capacity::of(rows, cols);
            assert!(capacity.foods * 5 >= (rows - 2) * (cols - 2), "{rows}x{cols}: {capacity:?}");
            for foods in [1, capacity.foods] {
                let found = places(rows, cols, foods).expect("they fit");
                assert!(found.len() >= foods);
                for (k, a) in found.iter().enumerate() {
                    let inner = |at: u16, side: usize| (1..side - 1).contains(&usize::from(at));
                    assert!(inner(a.row, rows) && inner(a.col, cols), "{a:?} of {rows}x{cols}");
                    assert!(found[k + 1..].iter().all(|b| steps(*a, *b) >= 3), "{a:?} of {rows}x{cols}");
                }
            }
            assert_eq!(places(rows, cols, capacity.foods + 1), None);
        }
    }
}
