//! What a round brought to one player.

/// What a round brought to one player.
///
/// A rule reads what it declared to need ([`Needs`](super::Needs)) and nothing beyond. In mean dynamics no action is
/// drawn: `action` is nothing, payoffs are expectations over everybody's mixtures, and nobody is `seen`.
#[derive(Clone, Copy, Debug)]
pub struct Feedback<'a> {
    /// The own action that came out; nothing in mean dynamics.
    pub action: Option<usize>,
    /// The own payoff, in utility: the mean over the round's meetings; in mean dynamics the expectation under the own
    /// mixture.
    pub payoff: f64,
    /// What each own action would have paid, the others' actions as they were: the mean over the round's meetings.
    pub payoffs: &'a [f64],
    /// The round's meetings: one, unless an agent meets several others a round with the same action.
    pub seen: &'a [Meeting],
}

/// One meeting of a round, or several alike.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meeting {
    /// What the others did, by number (see [`Seat`](super::Seat)); with one other, its action.
    pub context: u32,
    /// How many such meetings there were.
    pub times: u32,
    /// The own payoff in each.
    pub payoff: f64,
    /// What the other got over all of its own meetings of the round, in mean; the greatest, where several alike are put
    /// together. Zero where there are several others.
    pub peer: f64,
}
