//! Terminals, and commands that outlive their turn.

use crate::domain::domain;
use crate::id::{TerminalId, ThreadId};
use crate::terminal::Typed;

domain! {
    /// Terminals, and commands that outlive their turn.
    pub enum TerminalIntent {
        /// Ends a command that is still running after its turn; `None`: all of them.
        StopTerminal {
            thread: ThreadId,
            process: Option<String>,
        },
        /// Opens a shell in the thread's folder: in the thread's sandbox, or (`fenced: false`) without one.
        OpenTerminal {
            thread: ThreadId,
            fenced: bool,
            columns: u16,
            rows: u16,
        },
        /// Types into a terminal. The page sends the next keys after the receipt, so that their order is kept.
        TypeTerminal {
            terminal: TerminalId,
            typed: Vec<Typed>,
        },
        ResizeTerminal {
            terminal: TerminalId,
            columns: u16,
            rows: u16,
        },
        /// Ends the program in a terminal.
        CloseTerminal {
            terminal: TerminalId,
        },
    }
}
