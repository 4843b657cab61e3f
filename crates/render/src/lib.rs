//! Text into safe things to draw.
//!
//! Invariant: whatever goes in, what comes out carries no script, no style and no address that loads by itself.

mod shape;

pub use shape::{Block, DiffLine, FileDiff, FileKind, LineKind, Output};
