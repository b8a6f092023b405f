//! The life cycle of a task, as one transition function.
//!
//! A2A 1.0 fixes little: a terminal state is final, and `TASK_STATE_UNSPECIFIED` is no state of a
//! task (5.7: a required enumeration is not its zero value). It draws no path through the others, so
//! all are open; a task may begin in any state, REJECTED and COMPLETED included. One rule is ours:
//! a task is submitted once, and SUBMITTED is not entered again. A self-transition of a state that is
//! not terminal is a progress update.

use super::model::TaskState;
use crate::error::Diagnostic;
use std::fmt;

/// What a verdict rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// The specification says so.
    Spec,
    /// The specification does not forbid it.
    SpecPermits,
    /// The specification says nothing; it is our rule.
    SpecSilent,
}

impl Basis {
    /// Its name: `spec`, `spec-permits` or `spec-silent`.
    pub fn name(self) -> &'static str {
        match self {
            Basis::Spec => "spec",
            Basis::SpecPermits => "spec-permits",
            Basis::SpecSilent => "spec-silent",
        }
    }
}

/// A transition that may happen, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transition {
    /// The state before; `None` for a task that begins.
    pub from: Option<TaskState>,
    /// The state after.
    pub to: TaskState,
    /// What the verdict rests on.
    pub basis: Basis,
    /// A sentence.
    pub why: &'static str,
}

/// A transition that may not happen, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalTransition {
    /// The state before; `None` for a task that begins.
    pub from: Option<TaskState>,
    /// The state after.
    pub to: TaskState,
    /// What the verdict rests on.
    pub basis: Basis,
    /// A sentence.
    pub why: &'static str,
}

impl fmt::Display for IllegalTransition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.from {
            Some(from) => write!(f, "a task may not go from {from} to {}: {}", self.to, self.why),
            None => write!(f, "a task may not begin in {}: {}", self.to, self.why),
        }
    }
}

impl std::error::Error for IllegalTransition {}

impl From<IllegalTransition> for Diagnostic {
    fn from(illegal: IllegalTransition) -> Self {
        Diagnostic::new("illegal-transition", illegal.to_string(), "")
    }
}

/// Whether a task may go from one state to another, or begin in one (`from` is `None`).
///
/// # Errors
/// If it may not: the reason.
///
/// # Examples
/// ```
/// use comity::a2a::{TaskState, lifecycle::transition};
/// assert!(transition(Some(TaskState::Working), TaskState::Completed).is_ok());
/// assert!(transition(Some(TaskState::Completed), TaskState::Working).is_err());
/// ```
pub fn transition(from: Option<TaskState>, to: TaskState) -> Result<Transition, IllegalTransition> {
    let legal = |why| Ok(Transition { from, to, basis: Basis::SpecPermits, why });
    let illegal = |basis, why| Err(IllegalTransition { from, to, basis, why });
    match (from, to) {
        (_, TaskState::Unspecified) => {
            illegal(Basis::Spec, "The state is a required enumeration, which may not hold its zero value.")
        }
        (Some(from), to) if from.is_terminal() && from == to => {
            illegal(Basis::Spec, "A terminal state is final; it is not even entered again.")
        }
        (Some(from), _) if from.is_terminal() => illegal(Basis::Spec, "A terminal state is final."),
        (None, _) => legal("A task may begin in any state: rejected at once, or done in one step."),
        (Some(_), TaskState::Submitted) => {
            illegal(Basis::SpecSilent, "The specification says nothing; a task is submitted once, when it begins.")
        }
        (Some(from), to) if from == to => legal("A state that is not terminal may be reported again, as progress."),
        _ => legal("A task that is not in a terminal state may enter any state but the first; no path is fixed."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terminal_and_interrupted_states_are_disjoint() {
        for state in TaskState::ALL {
            assert!(!(state.is_terminal() && state.is_interrupted()), "{state}");
        }
    }

    #[test]
    fn a_task_ends_once() {
        for from in TaskState::ALL.into_iter().filter(|state| state.is_terminal()) {
            for to in TaskState::ALL {
                assert_eq!(transition(Some(from), to).unwrap_err().basis, Basis::Spec, "{from} to {to}");
            }
        }
    }

    #[test]
    fn each_refusal_says_why() {
        let refusal = |from, to| transition(from, to).unwrap_err().to_string();
        assert_eq!(
            refusal(Some(TaskState::Failed), TaskState::Failed),
            "a task may not go from TASK_STATE_FAILED to TASK_STATE_FAILED: A terminal state is final; it is not even \
             entered again."
        );
        assert!(refusal(None, TaskState::Unspecified).starts_with("a task may not begin in TASK_STATE_UNSPECIFIED"));
        assert!(refusal(Some(TaskState::Working), TaskState::Submitted).contains("submitted once"));
        let diagnostic = Diagnostic::from(transition(None, TaskState::Unspecified).unwrap_err());
        assert_eq!(diagnostic.code, "illegal-transition");
    }
}
