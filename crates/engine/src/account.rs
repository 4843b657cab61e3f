//! The doors' types for signing in, and what else an account page shows.

mod keychain;

pub use keychain::{Keychain, Verdict};
