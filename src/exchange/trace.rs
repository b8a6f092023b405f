//! Where A2A objects go: lines of a trace.

use crate::a2a::Object;
use crate::ids::Tick;
use serde::Serialize;

/// How much of the protocol is traced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum TraceLevel {
    /// Nothing.
    #[default]
    Off,
    /// One final `Task` a task.
    Tasks,
    /// Every request, response and stream event.
    Wire,
}

impl TraceLevel {
    /// Its name: `off`, `tasks` or `wire`.
    pub fn name(self) -> &'static str {
        match self {
            TraceLevel::Off => "off",
            TraceLevel::Tasks => "tasks",
            TraceLevel::Wire => "wire",
        }
    }
}

/// Takes A2A objects.
pub trait TraceSink {
    /// Takes an object that `from` sends to `to` at a tick.
    fn object<T: Object>(&mut self, at: Tick, from: &str, to: &str, object: &T)
    where
        Self: Sized;
}

/// Lines of a trace in order, ready to be numbered.
///
/// A line is `{"seq","t_us","from","to","type","object"}`; here it lacks the brace and `seq`, which the writer puts in
/// front when all blocks are in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TraceBlock {
    bytes: Vec<u8>,
    ends: Vec<usize>,
}

#[derive(Serialize)]
struct Line<'a, T> {
    t_us: u64,
    from: &'a str,
    to: &'a str,
    r#type: &'static str,
    object: &'a T,
}

impl TraceBlock {
    /// The lines, without their opening brace and number.
    pub fn lines(&self) -> impl Iterator<Item = &[u8]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, end)| &self.bytes[start..*end])
    }

    /// The number of lines.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are no lines.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The number of bytes.
    pub fn bytes(&self) -> usize {
        self.bytes.len()
    }

    /// Adds the lines of another block.
    pub fn append(&mut self, other: &TraceBlock) {
        let before = self.bytes.len();
        self.bytes.extend_from_slice(&other.bytes);
        self.ends.extend(other.ends.iter().map(|end| before + end));
    }
}

impl TraceSink for TraceBlock {
    fn object<T: Object>(&mut self, at: Tick, from: &str, to: &str, object: &T) {
        let start = self.bytes.len();
        let line = Line { t_us: at.0, from, to, r#type: T::TYPE, object };
        serde_json::to_writer(&mut self.bytes, &line).expect("an A2A object is JSON, and memory does not fail");
        // The opening brace makes room for the number.
        self.bytes.remove(start);
        self.ends.push(self.bytes.len());
    }
}
