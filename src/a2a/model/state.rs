//! The two enumerations of A2A: the state of a task and the role of a message's author.

use crate::a2a::schema::{EnumType, ROLE, TASK_STATE};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;

/// The state of a task (A2A 1.0, `TaskState`).
///
/// Terminal states are final; an interrupted task waits for its client. The numbers are those of the
/// protobuf definition.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TaskState {
    /// Unknown or indeterminate: the state `unknown` of A2A 0.3. No task of 1.0 may be in it.
    #[default]
    Unspecified,
    /// Acknowledged, not yet begun.
    Submitted,
    /// In progress.
    Working,
    /// Done. Terminal.
    Completed,
    /// Done without success. Terminal.
    Failed,
    /// Canceled before it was done. Terminal.
    Canceled,
    /// The agent needs a message from the client. Interrupted.
    InputRequired,
    /// The agent declined it. Terminal.
    Rejected,
    /// The agent needs credentials. Interrupted.
    AuthRequired,
}

/// Who wrote a message (A2A 1.0, `Role`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// Nobody: no message of 1.0 may say so.
    #[default]
    Unspecified,
    /// The client.
    User,
    /// The agent.
    Agent,
}

impl TaskState {
    /// All states, by number.
    pub const ALL: [TaskState; 9] = [
        TaskState::Unspecified,
        TaskState::Submitted,
        TaskState::Working,
        TaskState::Completed,
        TaskState::Failed,
        TaskState::Canceled,
        TaskState::InputRequired,
        TaskState::Rejected,
        TaskState::AuthRequired,
    ];

    /// The state's name on the wire, such as `TASK_STATE_WORKING`.
    pub fn name(self) -> &'static str {
        TASK_STATE.values[self as usize]
    }

    /// The state of a name on the wire.
    pub fn from_name(name: &str) -> Option<Self> {
        TASK_STATE.number(name).map(|number| Self::ALL[number])
    }

    /// Whether the state is final: completed, failed, canceled or rejected.
    pub fn is_terminal(self) -> bool {
        matches!(self, Self::Completed | Self::Failed | Self::Canceled | Self::Rejected)
    }

    /// Whether the task waits for its client: input or credentials are required.
    pub fn is_interrupted(self) -> bool {
        matches!(self, Self::InputRequired | Self::AuthRequired)
    }
}

impl Role {
    /// All roles, by number.
    pub const ALL: [Role; 3] = [Role::Unspecified, Role::User, Role::Agent];

    /// The role's name on the wire, such as `ROLE_USER`.
    pub fn name(self) -> &'static str {
        ROLE.values[self as usize]
    }

    /// The role of a name on the wire.
    pub fn from_name(name: &str) -> Option<Self> {
        ROLE.number(name).map(|number| Self::ALL[number])
    }
}

fn unknown<T, E: de::Error>(name: &str, of: &'static EnumType) -> Result<T, E> {
    Err(E::custom(format_args!("{name:?} is not the name of a {}", of.name)))
}

macro_rules! by_name {
    ($type:ident, $table:ident) => {
        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.name())
            }
        }

        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.name())
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let name = std::borrow::Cow::<str>::deserialize(deserializer)?;
                Self::from_name(&name).map_or_else(|| unknown(&name, &$table), Ok)
            }
        }
    };
}

by_name!(TaskState, TASK_STATE);
by_name!(Role, ROLE);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers_agree_with_the_tables() {
        for (number, state) in TaskState::ALL.into_iter().enumerate() {
            assert_eq!(state as usize, number);
            assert_eq!(TaskState::from_name(state.name()), Some(state));
        }
        for (number, role) in Role::ALL.into_iter().enumerate() {
            assert_eq!(role as usize, number);
            assert_eq!(Role::from_name(role.name()), Some(role));
        }
        assert_eq!(TaskState::InputRequired.to_string(), "TASK_STATE_INPUT_REQUIRED");
        assert_eq!(TaskState::AuthRequired as u8, 8);
        assert!(serde_json::from_str::<Role>("\"user\"").unwrap_err().to_string().contains("\"user\""));
    }
}
