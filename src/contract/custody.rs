//! The money of one contract, driven by the life cycle of its task.
//!
//! A price and a stake are locked. COMPLETED opens a window for a dispute; when it closes the price is released and the
//! stake returned, less what is lost even on success (a score on the claim). FAILED, CANCELED and REJECTED refund the
//! price; a failure costs the part of the stake that the terms name. A dispute freezes both until the ruling: guilty, the
//! price goes back and all of the stake is lost to the buyer; innocent, as if nobody had disputed. What nobody speaks about
//! goes back to whom it came from.
//!
//! Where both sides have a deposit there, nobody rules (Asgaonkar & Krishnamachari 2019): what is delivered is released when
//! both have signed, and what they have not signed in time burns, price, stake and deposit. Every branch empties all
//! holdings.

use super::credits::Credits;
use super::ledger::{Account, Posting, Why};
use crate::a2a::TaskState;
use crate::ids::AgentId;

/// A stake and what may be lost of it, at most all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stake {
    /// All of it.
    pub amount: Credits,
    /// What is lost when the work succeeds.
    pub on_success: Credits,
    /// What is lost when the work fails.
    pub on_failure: Credits,
    /// What is lost when the seller leaves.
    pub on_leaving: Credits,
}

/// Where a contract's money stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Nothing is known of the work.
    Open,
    /// It is done, and may be disputed.
    Window,
    /// It is disputed.
    Disputed,
    /// All has been paid out.
    Closed,
}

/// What is said of the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// The task is in this state.
    State(TaskState),
    /// The seller left for a better contract.
    Left,
    /// The window is over.
    WindowOver,
    /// The work is disputed.
    Dispute,
    /// The ruling, and whether the seller is guilty.
    Ruling(bool),
    /// Nobody has said anything for too long.
    Expired,
    /// Both have signed that the money is released, and that the seller gives the buyer so much; the buyer the seller, if
    /// that is negative.
    Signed(Credits),
}

/// The money of one contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Escrow {
    /// The contract's number.
    pub contract: u32,
    /// The buyer.
    pub buyer: AgentId,
    /// The seller.
    pub seller: AgentId,
    /// The price held.
    pub price: Credits,
    /// The stake held.
    pub stake: Stake,
    /// The buyer's deposit held, where nothing is released that both have not signed.
    pub deposit: Option<Credits>,
    /// Where it stands.
    pub standing: Standing,
}

impl Escrow {
    /// The money of a contract before anything is locked.
    pub fn new(contract: u32, buyer: AgentId, seller: AgentId) -> Self {
        let (price, stake) = (Credits::ZERO, Stake::default());
        Self { contract, buyer, seller, price, stake, deposit: None, standing: Standing::Open }
    }

    /// All that is held.
    pub fn held(&self) -> Credits {
        self.price + self.stake.amount + self.deposit.unwrap_or_default()
    }

    /// Hears something, and says what is to be posted. What does not fit where it stands changes nothing.
    pub fn hear(&mut self, told: Told) -> Vec<Posting> {
        match (self.standing, told) {
            (Standing::Open | Standing::Window, Told::Signed(settled)) if self.deposit.is_some() => {
                let mut postings = self.close(true, self.stake.on_success);
                postings.extend(self.settle(settled));
                postings
            }
            (Standing::Open, Told::Expired) | (Standing::Window, Told::WindowOver) if self.deposit.is_some() => {
                self.burn()
            }
            (Standing::Open, Told::State(TaskState::Completed)) => {
                self.standing = Standing::Window;
                Vec::new()
            }
            (Standing::Open, Told::State(TaskState::Failed)) => self.close(false, self.stake.on_failure),
            (Standing::Open, Told::Left) => self.close(false, self.stake.on_leaving),
            (Standing::Open, Told::State(TaskState::Canceled | TaskState::Rejected) | Told::Expired) => {
                self.close(false, Credits::ZERO)
            }
            (Standing::Window, Told::WindowOver) | (Standing::Disputed, Told::Ruling(false) | Told::Expired) => {
                self.close(true, self.stake.on_success)
            }
            (Standing::Open | Standing::Window, Told::Dispute) if self.deposit.is_none() => {
                self.standing = Standing::Disputed;
                Vec::new()
            }
            (Standing::Disputed, Told::Ruling(true)) => self.close(false, self.stake.amount),
            _ => Vec::new(),
        }
    }

    /// Pays everything out: the price to the seller or back, and of the stake what is lost to the buyer.
    fn close(&mut self, released: bool, lost: Credits) -> Vec<Posting> {
        self.standing = Standing::Closed;
        let (buyer, seller) = (Account::Wallet(self.buyer), Account::Wallet(self.seller));
        let (price, stake) = (Account::Price(self.contract), Account::Stake(self.contract));
        let lost = lost.min(self.stake.amount);
        let (payee, why) = if released { (seller, Why::Release) } else { (buyer, Why::Refund) };
        [
            Posting { from: price, to: payee, amount: self.price, why },
            Posting { from: stake, to: buyer, amount: lost, why: Why::Forfeit },
            Posting { from: stake, to: seller, amount: self.stake.amount - lost, why: Why::Return },
            Posting { from: Account::Deposit(self.contract), to: buyer, amount: self.deposited(), why: Why::Return },
        ]
        .into_iter()
        .filter(|posting| posting.amount.is_positive())
        .collect()
    }

    fn deposited(&self) -> Credits {
        self.deposit.unwrap_or_default()
    }

    /// What the one gives the other of what both got back.
    fn settle(&self, settled: Credits) -> Option<Posting> {
        let (buyer, seller) = (Account::Wallet(self.buyer), Account::Wallet(self.seller));
        let (from, to) = if settled.is_positive() { (seller, buyer) } else { (buyer, seller) };
        let amount = if settled.is_positive() { settled } else { -settled };
        amount.is_positive().then_some(Posting { from, to, amount, why: Why::Settlement })
    }

    /// Nobody has it.
    fn burn(&mut self) -> Vec<Posting> {
        self.standing = Standing::Closed;
        let contract = self.contract;
        [
            (Account::Price(contract), self.price),
            (Account::Stake(contract), self.stake.amount),
            (Account::Deposit(contract), self.deposited()),
        ]
        .into_iter()
        .filter(|(_, amount)| amount.is_positive())
        .map(|(from, amount)| Posting { from, to: Account::Burnt, amount, why: Why::Burn })
        .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::ledger::Ledger;
    use super::*;

    const BUYER: AgentId = AgentId(0);
    const SELLER: AgentId = AgentId(1);

    /// Locks a price of 20 and a stake of 8, tells the escrow things, and returns what both have gained.
    fn after(told: &[Told]) -> [i64; 2] {
        locked(told, None)
    }

    /// The same with a deposit of the buyer, if there is one.
    fn locked(told: &[Told], deposit: Option<i64>) -> [i64; 2] {
        let mut ledger = Ledger::new(2, Credits(100));
        let mut escrow = Escrow::new(5, BUYER, SELLER);
        escrow.price = Credits(20);
        escrow.stake =
            Stake { amount: Credits(8), on_success: Credits(1), on_failure: Credits(3), on_leaving: Credits(5) };
        let lock = |from, to, amount| Posting { from, to, amount, why: Why::Lock };
        ledger.post(lock(Account::Wallet(BUYER), Account::Price(5), Credits(20))).expect("enough");
        ledger.post(lock(Account::Wallet(SELLER), Account::Stake(5), Credits(8))).expect("enough");
        escrow.deposit = deposit.map(Credits);
        if let Some(deposit) = escrow.deposit {
            ledger.post(lock(Account::Wallet(BUYER), Account::Deposit(5), deposit)).expect("enough");
        }
        for told in told {
            for posting in escrow.hear(*told) {
                ledger.post(posting).expect("what is held");
            }
            assert_eq!(ledger.total(), Credits(200));
        }
        assert_eq!((escrow.standing, ledger.held()), (Standing::Closed, Credits::ZERO), "{told:?}");
        [BUYER, SELLER].map(|agent| ledger.balance(Account::Wallet(agent)).0 - 100)
    }

    #[test]
    fn every_course_of_a_contract_empties_the_escrow() {
        use TaskState::{Canceled, Completed, Failed, Rejected};
        let done = Told::State(Completed);
        for (told, gained) in [
            (&[done, Told::WindowOver][..], [-19, 19]),
            (&[Told::State(Failed)], [3, -3]),
            (&[Told::State(Canceled)], [0, 0]),
            (&[Told::State(Rejected)], [0, 0]),
            (&[Told::Left], [5, -5]),
            (&[Told::Expired], [0, 0]),
            (&[done, Told::Dispute, Told::Ruling(true)], [8, -8]),
            (&[done, Told::Dispute, Told::Ruling(false)], [-19, 19]),
            // A window that closes, or a state that is told again, changes nothing once frozen.
            (&[done, Told::Dispute, Told::WindowOver, done, Told::Ruling(true)], [8, -8]),
            (&[Told::Dispute, done, Told::Expired], [-19, 19]),
            // Too late.
            (&[done, Told::WindowOver, Told::Dispute, Told::Ruling(true), Told::Expired], [-19, 19]),
            (&[Told::State(Failed), done, Told::WindowOver], [3, -3]),
        ] {
            assert_eq!(after(told), gained, "{told:?}");
        }
    }

    /// By hand: what both have signed is released, the settlement changes hands, what they have not signed burns, and what the
    /// seller admits to have failed in goes back.
    #[test]
    fn what_both_have_not_signed_burns() {
        use TaskState::{Completed, Failed};
        let done = Told::State(Completed);
        for (told, gained) in [
            (&[done, Told::Signed(Credits(0))][..], [-19, 19]),
            (&[done, Told::Signed(Credits(6))], [-13, 13]),
            (&[done, Told::Signed(Credits(-4))], [-23, 23]),
            (&[Told::Signed(Credits(0)), done], [-19, 19]),
            (&[done, Told::WindowOver], [-50, -8]),
            (&[Told::Expired], [-50, -8]),
            (&[Told::State(Failed)], [3, -3]),
            // There is no judge to turn to.
            (&[done, Told::Dispute, Told::WindowOver], [-50, -8]),
        ] {
            assert_eq!(locked(told, Some(30)), gained, "{told:?}");
        }
        // Without deposits nothing is signed.
        assert_eq!(after(&[done, Told::Signed(Credits(6)), Told::WindowOver]), [-19, 19]);
    }
}
