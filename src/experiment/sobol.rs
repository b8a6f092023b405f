//! Sobol's low-discrepancy sequence (Sobol 1967), in the Gray-code order of Antonov & Saleev 1979 with the direction numbers
//! of Joe & Kuo 2008 (new-joe-kuo-6.21201).
//!
//! The first `2^k` points put one into each of `2^k` equal intervals of every axis. Points here are numerators over `2^32`;
//! a digital shift (the same exclusive or for all points of an axis) moves them without losing that.

/// For axes from the second on: the degree of the primitive polynomial, its inner coefficients, and the first direction
/// numbers.
const AXES: [(u32, u32, &[u32]); 20] = [
    (1, 0, &[1]),
    (2, 1, &[1, 3]),
    (3, 1, &[1, 3, 1]),
    (3, 2, &[1, 1, 1]),
    (4, 1, &[1, 1, 3, 3]),
    (4, 4, &[1, 3, 5, 13]),
    (5, 2, &[1, 1, 5, 5, 17]),
    (5, 4, &[1, 1, 5, 5, 5]),
    (5, 7, &[1, 1, 7, 11, 19]),
    (5, 11, &[1, 1, 5, 1, 1]),
    (5, 13, &[1, 1, 1, 3, 11]),
    (5, 14, &[1, 3, 5, 5, 31]),
    (6, 1, &[1, 3, 3, 9, 7, 49]),
    (6, 13, &[1, 1, 1, 15, 21, 21]),
    (6, 16, &[1, 3, 1, 13, 27, 49]),
    (6, 19, &[1, 1, 1, 15, 7, 5]),
    (6, 22, &[1, 3, 1, 15, 13, 25]),
    (6, 25, &[1, 1, 5, 5, 19, 61]),
    (7, 1, &[1, 3, 7, 11, 23, 15, 103]),
    (7, 4, &[1, 3, 7, 13, 13, 15, 69]),
];

/// The most axes that a sequence has.
pub const MOST_AXES: usize = AXES.len() + 1;

/// The points of the sequence in so many axes, from the origin.
///
/// # Panics
/// If there are more than [`MOST_AXES`]: callers check.
pub fn sobol_sequence(axes: usize) -> impl Iterator<Item = Vec<u32>> {
    assert!(axes <= MOST_AXES, "the table has direction numbers for {MOST_AXES} axes");
    let directions: Vec<[u32; 32]> = (0..axes).map(directions).collect();
    let mut point = vec![0_u32; axes];
    let mut index = 0_u32;
    std::iter::from_fn(move || {
        let now = point.clone();
        // The place of the lowest zero bit says which direction changes; after 2^32 points the sequence ends.
        let change = index.trailing_ones();
        if change >= 32 {
            return None;
        }
        for (place, directions) in point.iter_mut().zip(&directions) {
            *place ^= directions[change as usize];
        }
        index += 1;
        Some(now)
    })
}

/// The direction numbers of an axis, scaled to 32 bits.
fn directions(axis: usize) -> [u32; 32] {
    let mut v = [0_u32; 32];
    let Some((degree, inner, first)) = axis.checked_sub(1).map(|k| AXES[k]) else {
        // The first axis is van der Corput's sequence.
        (0..32).for_each(|k| v[k] = 1 << (31 - k));
        return v;
    };
    let s = degree as usize;
    for k in 0..32 {
        v[k] = match first.get(k) {
            Some(m) => m << (31 - k),
            None => {
                let mut next = v[k - s] ^ (v[k - s] >> s);
                for j in 1..s {
                    if (inner >> (s - 1 - j)) & 1 == 1 {
                        next ^= v[k - j];
                    }
                }
                next
            }
        };
    }
    v
}
