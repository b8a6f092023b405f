//! What the interruption of a run leaves behind: nothing.
//!
//! Models are not asked to stop midway; they run to their end or not at all. So a thread of its own waits for the signal,
//! removes what was written aside, and lets the process end as the signal would have ended it.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// How long the signal may wait for the thread that looks for it.
const LOOKS_AFTER: Duration = Duration::from_millis(50);
/// How often removing is tried: who writes there may put another file in meanwhile.
const TRIES: usize = 20;

/// Removes a directory when the process is told to end, by Ctrl-C or by a scheduler.
pub(super) fn removes(partial: &Path) {
    let caught = Arc::new(AtomicUsize::new(0));
    for (signal, mark) in [(signal_hook::consts::SIGTERM, 1), (signal_hook::consts::SIGINT, 2)] {
        // Without the handler the signal ends the process as ever, and the name of what is left says that it is partial.
        _ = signal_hook::flag::register_usize(signal, Arc::clone(&caught), mark);
    }
    let partial = partial.to_path_buf();
    std::thread::spawn(move || {
        let signal = loop {
            std::thread::sleep(LOOKS_AFTER);
            match caught.load(Ordering::Relaxed) {
                0 => {}
                1 => break signal_hook::consts::SIGTERM,
                _ => break signal_hook::consts::SIGINT,
            }
        };
        for _ in 0..TRIES {
            if std::fs::remove_dir_all(&partial).is_ok() || !partial.exists() {
                break;
            }
            std::thread::sleep(LOOKS_AFTER / 10);
        }
        _ = signal_hook::low_level::emulate_default_handler(signal);
    });
}
