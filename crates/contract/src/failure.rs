//! Why an intent or a query failed. A code exists only if the page acts on it.

use serde::Serialize;
use ts_rs::TS;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, thiserror::Error)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
#[error("{message}")]
pub struct Failure {
    pub code: Code,
    /// A sentence that says what happened, what it means and what to do.
    pub message: String,
    /// The form field it is about, if there is one.
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
    /// The app-server is not running. The text is kept.
    ServerGone,
    /// Another Codex process writes to this thread. The page offers a fork.
    Locked,
    /// The thread was deleted. A window that remembers it opens something else.
    ThreadGone,
    /// The thread's turns cannot be removed. The page offers a fork from before them.
    OnlyForks,
    /// The request that the answer was for no longer exists.
    AskGone,
    /// This server does not know the method.
    NeedsNewerCodex,
    /// The input cannot be used as it is.
    BadInput,
    /// Somebody else changed it in the meantime; nothing was written.
    Conflict,
    /// Nobody has decided yet whether the folder is trusted. The page asks.
    AskTrust,
    /// There was no answer in time; it may still happen.
    TimedOut,
    /// Everything else. The message explains it.
    Refused,
}
