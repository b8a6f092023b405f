//! The one parallel map, over indices or over items.

use rayon::prelude::*;

/// The results of `job` for `0..jobs`, in this order whatever thread ran each.
///
/// Jobs must be pure functions of their index: they may share nothing that changes. The current
/// rayon pool decides how many threads work; results do not depend on it.
pub fn map_indexed<R: Send>(jobs: usize, job: impl Fn(usize) -> R + Sync + Send) -> Vec<R> {
    (0..jobs).into_par_iter().map(job).collect()
}

/// The results of `job` for each of some items, in their order. As [`map_indexed`], for jobs that use up what they work on.
pub fn map_each<T: Send, R: Send>(items: Vec<T>, job: impl Fn(T) -> R + Sync + Send) -> Vec<R> {
    items.into_par_iter().map(job).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_order_on_any_number_of_threads() {
        let expected: Vec<usize> = (0..1000).map(|k| k * k).collect();
        for threads in [1, 2, 8] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
            assert_eq!(pool.install(|| map_indexed(1000, |k| k * k)), expected);
            assert_eq!(pool.install(|| map_each((0..1000).collect(), |k: usize| k * k)), expected);
        }
    }
}
