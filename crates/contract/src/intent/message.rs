//! What is said to the agent: prompts, commands, reviews, and what goes with them.

use crate::domain::domain;
use crate::id::ThreadId;
use crate::prompt::{Attached, Choices, Ground, Prompt, Target};

domain! {
    /// What is said to the agent: prompts, commands, reviews, and what goes with them.
    pub enum MessageIntent {
        /// Starts a thread with its first prompt. The receipt names it.
        StartThread {
            cwd: String,
            prompt: Prompt,
            choices: Choices,
        },
        /// Sends a prompt to a thread. If a turn is running, this steers it.
        Send {
            thread: ThreadId,
            prompt: Prompt,
            choices: Choices,
        },
        /// Sets the choices for the thread's next messages. A message that is sent with other choices changes them too.
        Choose {
            thread: ThreadId,
            choices: Choices,
        },
        Interrupt {
            thread: ThreadId,
        },
        /// Saves a draft. It is on disk when the receipt arrives.
        SaveDraft {
            thread: Option<ThreadId>,
            text: String,
            #[serde(default)]
            attached: Vec<Attached>,
        },
        /// Runs a person's own command, outside the sandbox (`!cmd`).
        Shell {
            at: Ground,
            command: String,
            choices: Choices,
        },
        Review {
            at: Ground,
            target: Target,
            choices: Choices,
        },
        /// Shows the system's file picker. The receipt holds the pictures.
        PickImages,
        /// Saves a pasted picture (base64) in our own folder. The receipt names the file.
        KeepPicture {
            data: String,
        },
    }
}

impl MessageIntent {
    /// The thread and the choices that this intent sets, if it names a thread.
    pub(super) fn chosen(&self) -> Option<(&ThreadId, &Choices)> {
        match self {
            Self::Choose { thread, choices }
            | Self::Send { thread, choices, .. }
            | Self::Shell { at: Ground::Thread { thread }, choices, .. }
            | Self::Review { at: Ground::Thread { thread }, choices, .. } => Some((thread, choices)),
            _ => None,
        }
    }
}
