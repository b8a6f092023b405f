//! What is perceived: of an agent by itself, and of all by a critic in training.
//!
//! Both are the same kind of thing, features and numbers, and must never be confused: [`Local`] is what an agent has when it
//! acts, [`Central`] what only training has. Policies take the one, critics may take the other, and from a [`Central`] no
//! [`Local`] can be made.

/// Features and numbers by which something is valued.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Percept {
    /// The active features, by keys: of a table one, of a linear form several.
    pub keys: Vec<u64>,
    /// The inputs of a network.
    pub numbers: Vec<f64>,
}

impl Percept {
    /// Forgets all, keeping its room.
    pub fn clear(&mut self) {
        self.keys.clear();
        self.numbers.clear();
    }
}

/// What one agent perceives, and what it may do. All that its policy is given.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Local {
    /// What it perceives.
    pub percept: Percept,
    /// Its valid actions: bit `a` is set if action `a` is. There is always one.
    pub valid: u64,
}

impl Local {
    /// Whether an action is valid.
    #[inline]
    pub fn allows(&self, action: usize) -> bool {
        self.valid >> action & 1 == 1
    }
}

/// What all agents perceive together: for critics, in training.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Central(Percept);

impl Central {
    /// Puts together what agents perceive. Where each has one feature (a table), one for all of theirs; where one has several (a
    /// linear form), the features of each by themselves, since all together hardly ever come again. And all of their numbers in
    /// order.
    pub(super) fn join(&mut self, locals: &[Local]) {
        self.0.clear();
        if locals.iter().all(|local| local.percept.keys.len() <= 1) {
            let keys = locals.iter().flat_map(|local| &local.percept.keys);
            self.0.keys.push(keys.fold(0x1f0d_3804, |mixed, key| mix(mixed, *key)));
        } else {
            for (agent, local) in (0u64..).zip(locals) {
                self.0.keys.extend(local.percept.keys.iter().map(|key| mix(0x1f0d_3804 ^ agent, *key)));
            }
        }
        self.0.numbers.extend(locals.iter().flat_map(|local| &local.percept.numbers));
    }

    /// What a critic values.
    pub(super) fn percept(&self) -> &Percept {
        &self.0
    }
}

/// Mixes a number into a key. Two different sequences of numbers get the same key once in 2^64 by chance.
#[inline]
pub fn mix(key: u64, number: u64) -> u64 {
    let mut x = (key.rotate_left(5) ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x ^= x >> 32;
    x.wrapping_mul(0xd6e8_feb8_6659_fd93) ^ (x >> 29)
}
