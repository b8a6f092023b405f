//! Who moves where when all move at once.
//!
//! Every agent wants one cell: its own if it stays, else a neighbour that is on the board and without food. Here it is
//! decided who gets it. Nothing here knows of food, levels or actions.

use super::config::Mode;

/// The most agents of a board: sets of them are bits of a word.
pub(super) const MAX_AGENTS: usize = 64;

/// Moves agents to the cells that they want, as the mode allows.
///
/// `cells` are where they stand, `wanted` where they want to be; both are cells by number, one an agent.
#[inline]
pub(super) fn settle(mode: Mode, cells: &mut [u16], wanted: &[u16]) {
    match mode {
        Mode::V3 => settle_v3(cells, wanted),
        Mode::Strict => settle_strict(cells, wanted),
    }
}

/// The rule of `lbforaging`: an agent gets what it wants if nobody else wants the same, in one pass.
///
/// Who stays wants its own cell, so that nobody walks into it; agents may swap and follow one another. But who is turned
/// away stays where it was, and another may just have moved in: then two share a cell.
#[inline]
fn settle_v3(cells: &mut [u16], wanted: &[u16]) {
    for (k, cell) in cells.iter_mut().enumerate() {
        let alone = wanted.iter().enumerate().all(|(j, other)| *other != wanted[k] || j == k);
        if alone {
            *cell = wanted[k];
        }
    }
}

/// The rule without overlaps: no two agents may want one cell, none may walk into a cell whose occupant stays for any
/// reason, and none may swap; following, and cycles of three or more, are fine.
///
/// These are the vertex and swapping conflicts of Stern et al. 2019 ("Multi-agent pathfinding: definitions, variants,
/// and benchmarks", section 3.2). Of all sets of agents that could move together it moves the largest: there is
/// one, since the union of two such sets is such a set. Cells differ before, so they differ after.
fn settle_strict(cells: &mut [u16], wanted: &[u16]) {
    let moves = |k: usize| wanted[k] != cells[k];
    let mut stays = [false; MAX_AGENTS];
    for k in 0..cells.len() {
        let mut others = (0..cells.len()).filter(|j| *j != k && moves(*j));
        stays[k] =
            !moves(k) || others.any(|j| wanted[j] == wanted[k] || (wanted[j] == cells[k] && wanted[k] == cells[j]));
    }
    loop {
        let turned_away =
            (0..cells.len()).find(|k| !stays[*k] && (0..cells.len()).any(|j| stays[j] && cells[j] == wanted[*k]));
        let Some(k) = turned_away else { break };
        stays[k] = true;
    }
    for k in 0..cells.len() {
        if !stays[k] {
            cells[k] = wanted[k];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(mode: Mode, cells: &[u16], wanted: &[u16]) -> Vec<u16> {
        let mut cells = cells.to_vec();
        settle(mode, &mut cells, wanted);
        cells
    }

    #[test]
    fn two_for_one_cell_both_stay_in_both_modes() {
        for mode in [Mode::V3, Mode::Strict] {
            assert_eq!(after(mode, &[1, 3], &[2, 2]), [1, 3]);
            assert_eq!(after(mode, &[1, 2], &[2, 2]), [1, 2], "into one that stays");
        }
    }

    #[test]
    fn following_is_fine_and_swaps_are_for_v3() {
        for mode in [Mode::V3, Mode::Strict] {
            assert_eq!(after(mode, &[1, 2, 3], &[2, 3, 4]), [2, 3, 4]);
            assert_eq!(after(mode, &[1, 2, 3], &[2, 3, 1]), [2, 3, 1], "a cycle");
        }
        assert_eq!(after(Mode::V3, &[1, 2], &[2, 1]), [2, 1]);
        assert_eq!(after(Mode::Strict, &[1, 2], &[2, 1]), [1, 2]);
    }

    #[test]
    fn who_follows_one_that_is_turned_away_overlaps_in_v3_alone() {
        // 1 -> 2 -> 3 <- 4: the second and the fourth want cell 3 and stay.
        assert_eq!(after(Mode::V3, &[1, 2, 4], &[2, 3, 3]), [2, 2, 4]);
        assert_eq!(after(Mode::Strict, &[1, 2, 4], &[2, 3, 3]), [1, 2, 4]);
        // A long queue is turned away to its end, whatever the order of agents.
        assert_eq!(after(Mode::Strict, &[4, 3, 2, 1], &[4, 4, 3, 2]), [4, 3, 2, 1]);
        assert_eq!(after(Mode::Strict, &[1, 2, 3, 4], &[2, 3, 4, 4]), [1, 2, 3, 4]);
    }

    #[test]
    fn sharers_part_when_one_leaves() {
        assert_eq!(after(Mode::V3, &[5, 5], &[5, 5]), [5, 5]);
        assert_eq!(after(Mode::V3, &[5, 5], &[5, 6]), [5, 6]);
        assert_eq!(after(Mode::V3, &[5, 5], &[6, 6]), [5, 5]);
    }
}
