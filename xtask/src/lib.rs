//! What the commands and the suites share: where things lie, and how a step is run.

pub mod codex;
pub mod coverage;
pub mod place;
pub mod schema;
pub mod step;
