//! The answers of the batch commands: one JSON query in, one JSON answer out.
//!
//! Each file answers the queries of one command group. A query that cannot be answered yields a
//! [`Diagnostic`](crate::error::Diagnostic) that names the member at fault; nothing here reads a file
//! or prints.

pub mod a2a;
