//! Negotiation: offers and counter-offers between two parties, and when they end.
//!
//! What perfect reasoners agree on ([`rubinstein`]); tactics that concede by the clock ([`concession`]) or by what the other
//! does ([`behaviour`]); the protocols under which tactics meet ([`protocol`]): alternating offers with withdrawal, and
//! simultaneous ones; and how far an agreement is from the points that bargaining theory singles out ([`solution`]).
//!
//! An end condition is part of every protocol: a party's deadline, after which it falls back on its reservation. Nothing here
//! knows messages or agents.

pub mod behaviour;
pub mod concession;
pub mod protocol;
pub mod rubinstein;
pub mod solution;

/// A side of a negotiation about a price.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Side {
    /// Wants a low price.
    Buyer,
    /// Wants a high price.
    Seller,
}

impl Side {
    /// Its name: `buyer` or `seller`.
    pub fn name(self) -> &'static str {
        match self {
            Side::Buyer => "buyer",
            Side::Seller => "seller",
        }
    }

    /// The side of a name.
    pub fn named(name: &str) -> Option<Side> {
        [Side::Buyer, Side::Seller].into_iter().find(|side| side.name() == name)
    }

    /// The opposite side.
    pub fn other(self) -> Side {
        match self {
            Side::Buyer => Side::Seller,
            Side::Seller => Side::Buyer,
        }
    }
}
