//! What an account may still use, what turns cost, and what went wrong with a sign-in.
//!
//! Invariant: nothing here can hold a secret.

mod limits;
mod spent;
mod words;

pub use limits::Buckets;
pub use spent::Spending;
pub use words::{explain, is_keychain, is_port, ports, unconfirmed};
