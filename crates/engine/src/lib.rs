//! The engine without windows: it runs the app-server and owns the current state.
//!
//! Invariant: this crate does not depend on Tauri. Windows and engine exchange only changes, intents and queries, and
//! the window side implements the `Platform` trait.

pub mod account;
mod act;
pub mod ask;
pub mod catalog;
pub mod changes;
mod clock;
mod confirm;
mod demo;
pub mod engine;
mod export;
mod followed;
#[doc(hidden)]
pub mod fuzz;
mod git;
mod link;
mod login;
pub mod mask;
pub mod notify;
pub mod outbox;
pub mod paths;
pub mod peer;
pub mod permissions;
mod picture;
pub mod pictures;
pub mod platform;
pub mod private;
pub mod program;
pub mod record;
mod refusal;
pub mod risk;
pub mod run;
mod said;
pub mod server;
mod sheets;
mod shell;
pub mod state;
mod store;
pub mod terminal;
mod trace;
pub mod trust;
pub mod vault;
mod watch;
mod words;

pub use contract::{change, failure, found, id, intent, prompt, query, row, settings};
pub use engine::Engine;
pub use paths::Options;
pub use platform::{Appearance, BoxFuture, Busy, Pick, Platform, Question};
