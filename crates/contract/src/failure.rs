//! What went wrong, at the door. A code exists only where the UI acts on it.

use serde::Serialize;
use ts_rs::TS;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, thiserror::Error)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
#[error("{message}")]
pub struct Failure {
    pub code: Code,
    /// In plain words: what happened, what it means, what to do.
    pub message: String,
    /// The field it is about, where a form was filled in.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub at: Option<String>,
}

impl Failure {
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), at: None }
    }

    pub fn at(self, field: impl Into<String>) -> Self {
        Self { at: Some(field.into()), ..self }
    }

    pub fn archived() -> Self {
        Self::new(Code::Refused, "This thread is archived. Restore it first.")
    }

    pub fn bad_input(message: impl Into<String>) -> Self {
        Self::new(Code::BadInput, message)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum Code {
    /// The app-server is not there; the text is kept.
    ServerGone,
    /// Another Codex writes this thread; offer a fork.
    Locked,
    /// The thread was deleted; a window that only remembers it begins elsewhere.
    ThreadGone,
    /// Its turns cannot be taken back; offer a fork from before them.
    OnlyForks,
    /// The request this answers is gone.
    AskGone,
    /// This server does not know the method.
    NeedsNewerCodex,
    /// The person's input cannot be used as it is.
    BadInput,
    /// Somebody else changed it meanwhile; nothing was written.
    Conflict,
    /// Nobody has answered for the folder: ask whether it is trusted.
    AskTrust,
    /// It took too long; it may still happen.
    TimedOut,
    /// Everything else: the message says it.
    Refused,
}
