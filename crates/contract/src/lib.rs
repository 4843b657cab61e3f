//! What crosses between the engine and its windows: changes go out, intents and queries come in.
//!
//! Invariant: everything here is plain data. No code reads the clock, a file or the network, and secrets only go in.

pub mod account;
pub mod ask;
#[cfg(test)]
mod bindings;
pub mod catalog;
pub mod change;
pub mod changes;
mod domain;
pub mod failure;
pub mod found;
pub mod id;
pub mod intent;
pub mod mirror;
pub mod permissions;
pub mod prompt;
pub mod query;
pub mod record;
pub mod row;
pub mod settings;
pub mod terminal;
pub mod trust;
