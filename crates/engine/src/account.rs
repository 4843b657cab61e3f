//! The account: limits and costs, and the messages of a failed sign-in.
//!
//! Invariant: nothing here can hold a secret.

mod limits;
mod spent;
mod words;

pub use contract::account::{
    Access, Keeping, KeptAccounts, Login, Next, Parked, UsageDay, UsageDays, Way, Workspace, WorkspaceMessage,
};
pub use contract::account::{Keychain, Verdict};
pub(crate) use limits::Buckets;
pub use limits::{Blocked, Credits, LimitWindow, Limits, Report, Reset, Resets, Spend};
pub use spent::{Spending, Spent, SpentTurn, ThreadUsage, UsageGroup};
pub(crate) use words::{explain, is_keychain, is_port, ports, unconfirmed};
