//! What Gambit's game files have in common: their tokens, and a cursor over them that says what is wrong where.
//!
//! Formats own their grammars (`nfg`, `efg`); nothing here knows one.

mod cursor;
mod lexer;

pub(in crate::game) use cursor::{Cursor, counted};
pub(in crate::game) use lexer::{Token, quote};
