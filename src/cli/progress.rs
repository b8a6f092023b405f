//! A progress bar on standard error, only when a terminal looks.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::time::Duration;

/// Shows how far a long piece of work is. It appears only if the work takes a while.
pub(super) struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// A bar of a title; hidden unless standard error is a terminal that can show it.
    pub(super) fn new(title: &str) -> Self {
        let dumb = std::env::var_os("CI").is_some() || std::env::var("TERM").is_ok_and(|term| term == "dumb");
        let bar = if std::io::stderr().is_terminal() && !dumb {
            ProgressBar::with_draw_target(Some(1), ProgressDrawTarget::stderr_with_hz(5))
        } else {
            ProgressBar::hidden()
        };
        let style = ProgressStyle::with_template("{prefix} [{bar:30}] {pos}/{len} {eta} left");
        if let Ok(style) = style {
            bar.set_style(style.progress_chars("#- "));
        }
        bar.set_prefix(title.to_string());
        Self { bar }
    }

    /// Whether anybody can see it.
    pub(super) fn is_shown(&self) -> bool {
        !self.bar.is_hidden()
    }

    /// Says how far the work is.
    pub(super) fn at(&self, done: u64, total: u64) {
        // Work that is over in a moment needs no bar.
        if self.bar.elapsed() > Duration::from_millis(500) {
            self.bar.set_length(total);
            self.bar.set_position(done);
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
