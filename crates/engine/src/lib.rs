//! The engine without windows: it runs the app-server and owns the current state.
//!
//! Invariant: this crate does not depend on Tauri. Windows and engine exchange only changes, intents and queries, and
//! the window side implements the `Platform` trait.

mod act;
pub mod catalog;
mod change_sets;
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
pub mod paths;
pub mod peer;
mod picture;
pub mod pictures;
pub mod platform;
pub mod private;
pub mod program;
mod queries;
pub mod run;
pub mod server;
mod sheets;
mod sign_in;
mod skill_cache;
mod store;
pub mod tools;
mod trace;
pub mod trust;
mod usage;
pub mod vault;
mod watch;
mod wiring;

pub use contract::{
    account, ask, change, failure, found, id, intent, permissions, prompt, query, record, row, settings, terminal,
};
pub use engine::Engine;
pub use paths::Options;
pub use platform::{Appearance, BoxFuture, Busy, DesktopNotification, Pick, Platform, Question};
pub use tools::{ClientTool, ClientTools};
