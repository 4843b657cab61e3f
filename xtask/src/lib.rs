//! Code shared by the commands and the test programs: paths, and running a step.

pub mod codex;
pub mod coverage;
pub mod paths;
pub mod schema;
pub mod step;
