//! A ledger of whole credits: every change is a posting from one account to another, so that credits are conserved by
//! construction.
//!
//! Wallets belong to agents; holdings are money that an escrow agent keeps for a contract, or as a pledge behind all
//! contracts of an agent. What is burnt is in an account from which nothing comes back. Only a wallet may be overdrawn, and
//! only by a posting that says so (a fee that is owed). Nothing here knows why money moves; see [`Escrow`](super::Escrow).

use super::credits::Credits;
use crate::error::Diagnostic;
use crate::ids::AgentId;
use std::collections::BTreeMap;

/// Where money is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Account {
    /// An agent's own.
    Wallet(AgentId),
    /// A price held for a contract.
    Price(u32),
    /// A stake held for a contract.
    Stake(u32),
    /// A buyer's deposit held for a contract.
    Deposit(u32),
    /// A stake held for all contracts of an agent.
    Pledge(AgentId),
    /// What is burnt, and nobody's any more.
    Burnt,
}

/// Why money moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Why {
    /// Paid before delivery.
    Advance,
    /// A price or a stake is locked.
    Lock,
    /// A price is released to the seller.
    Release,
    /// A price goes back to the buyer.
    Refund,
    /// A stake goes back to whom it belongs.
    Return,
    /// A stake is lost.
    Forfeit,
    /// The loser of a dispute pays for it.
    Fee,
    /// A pledge is lost.
    Slash,
    /// Who could burn more of the other's than of its own is paid for not doing so.
    Settlement,
    /// Nobody has it.
    Burn,
}

impl Why {
    /// All, in order.
    pub const ALL: [Why; 10] = [
        Why::Advance,
        Why::Lock,
        Why::Release,
        Why::Refund,
        Why::Return,
        Why::Forfeit,
        Why::Fee,
        Why::Slash,
        Why::Settlement,
        Why::Burn,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Why::Advance => "advance",
            Why::Lock => "lock",
            Why::Release => "release",
            Why::Refund => "refund",
            Why::Return => "return",
            Why::Forfeit => "forfeit",
            Why::Fee => "fee",
            Why::Slash => "slash",
            Why::Settlement => "settlement",
            Why::Burn => "burn",
        }
    }
}

/// Money moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Posting {
    /// From.
    pub from: Account,
    /// To.
    pub to: Account,
    /// How much; not negative.
    pub amount: Credits,
    /// Why.
    pub why: Why,
}

/// Why a posting was not made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unpostable {
    /// The amount is negative.
    #[error("a posting of {0}")]
    Negative(Credits),
    /// The account does not hold so much.
    #[error("{wanted} from an account of {held}")]
    Overdrawn {
        /// What it holds.
        held: Credits,
        /// What was wanted.
        wanted: Credits,
    },
    /// There is no such wallet.
    #[error("no wallet of agent {}", .0.0)]
    Unknown(AgentId),
    /// Nothing comes back from the fire.
    #[error("a posting of what is burnt")]
    Burnt,
}

impl From<Unpostable> for Diagnostic {
    fn from(error: Unpostable) -> Self {
        Diagnostic::new("unpostable", error.to_string(), "an amount from 0 to what the account holds")
    }
}

/// The ledger.
///
/// # Examples
/// ```
/// use comity::contract::{Account, Credits, Ledger, Posting, Why};
/// use comity::ids::AgentId;
/// let mut ledger = Ledger::new(2, Credits(10));
/// let (buyer, held) = (Account::Wallet(AgentId(0)), Account::Price(7));
/// ledger.post(Posting { from: buyer, to: held, amount: Credits(4), why: Why::Lock }).unwrap();
/// assert_eq!((ledger.balance(buyer), ledger.held()), (Credits(6), Credits(4)));
/// assert!(ledger.post(Posting { from: held, to: buyer, amount: Credits(5), why: Why::Refund }).is_err());
/// assert_eq!(ledger.total(), Credits(20));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ledger {
    wallets: Vec<Credits>,
    holdings: BTreeMap<Account, Credits>,
    burnt: Credits,
    moved: [Credits; Why::ALL.len()],
}

impl Ledger {
    /// A ledger of agents who all have as much.
    pub fn new(agents: usize, each: Credits) -> Self {
        Self { wallets: vec![each; agents], holdings: BTreeMap::new(), burnt: Credits::ZERO, moved: Default::default() }
    }

    /// What an account holds.
    pub fn balance(&self, account: Account) -> Credits {
        match account {
            Account::Wallet(agent) => self.wallets.get(agent.index()).copied().unwrap_or_default(),
            Account::Burnt => self.burnt,
            holding => self.holdings.get(&holding).copied().unwrap_or_default(),
        }
    }

    /// What is held in all, for contracts and as pledges.
    pub fn held(&self) -> Credits {
        self.holdings.values().copied().sum()
    }

    /// All money, what is burnt included: it never changes.
    pub fn total(&self) -> Credits {
        self.wallets.iter().copied().sum::<Credits>() + self.held() + self.burnt
    }

    /// How much has moved for a reason.
    pub fn moved(&self, why: Why) -> Credits {
        self.moved[why as usize]
    }

    /// Moves money.
    ///
    /// # Errors
    /// If the amount is negative, the account holds less (but a wallet may owe a fee) or is that of what is burnt, or there
    /// is no such wallet; then nothing has moved.
    pub fn post(&mut self, posting: Posting) -> Result<(), Unpostable> {
        if posting.from == Account::Burnt {
            return Err(Unpostable::Burnt);
        }
        let held = self.balance(posting.from);
        let may_owe = posting.why == Why::Fee && matches!(posting.from, Account::Wallet(_));
        if held < posting.amount && !may_owe {
            return Err(Unpostable::Overdrawn { held, wanted: posting.amount });
        }
        if posting.amount < Credits::ZERO {
            return Err(Unpostable::Negative(posting.amount));
        }
        for account in [posting.from, posting.to] {
            if let Account::Wallet(agent) = account
                && agent.index() >= self.wallets.len()
            {
                return Err(Unpostable::Unknown(agent));
            }
        }
        *self.slot(posting.from) -= posting.amount;
        *self.slot(posting.to) += posting.amount;
        self.moved[posting.why as usize] += posting.amount;
        if self.balance(posting.from) == Credits::ZERO {
            self.holdings.remove(&posting.from);
        }
        Ok(())
    }

    fn slot(&mut self, account: Account) -> &mut Credits {
        match account {
            Account::Wallet(agent) => &mut self.wallets[agent.index()],
            Account::Burnt => &mut self.burnt,
            holding => self.holdings.entry(holding).or_default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_wallet_owes_a_fee() {
        let mut ledger = Ledger::new(2, Credits(1));
        let [one, other] = [0, 1].map(|agent| Account::Wallet(AgentId(agent)));
        let fee = |from| Posting { from, to: other, amount: Credits(5), why: Why::Fee };
        for holding in [Account::Price(3), Account::Stake(3), Account::Deposit(3), Account::Pledge(AgentId(0))] {
            let fault = Unpostable::Overdrawn { held: Credits(0), wanted: Credits(5) };
            assert_eq!(ledger.post(fee(holding)), Err(fault), "{holding:?}");
        }
        assert_eq!(ledger.post(fee(one)), Ok(()));
        assert_eq!((ledger.balance(one), ledger.balance(other), ledger.total()), (Credits(-4), Credits(6), Credits(2)));
    }
}
