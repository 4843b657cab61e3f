//! Turns foreign text into safe HTML: markdown, code, diffs, terminal output.
//!
//! Invariant: for any input, the output has no script, no inline style and no address that loads by itself.

mod ansi;
pub mod diff;
mod escape;
pub mod fuzz;
mod hiding;
pub mod highlight;
mod json;
mod markdown;
mod plain;
mod shape;
mod terminal;

pub use ansi::{FullOutput, OutputScreen};
pub use escape::{deceives, escape, exact, visible, visible_html};
pub use json::json;
pub use markdown::{Drawn, Markdown};
pub use plain::plain;
pub use shape::{Block, DiffLine, FileDiff, FileKind, LineKind, Output};
pub use terminal::{Emulator, ScreenChange, TerminalScreen};
