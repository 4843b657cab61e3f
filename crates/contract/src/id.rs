//! Ids as types, so that an id of one kind cannot be used as another.

use serde::{Deserialize, Serialize};
use std::fmt;
use ts_rs::TS;

macro_rules! id {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
        #[ts(export_to = "model.ts")]
        pub struct $name(pub String);

        impl $name {
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                Self(text.to_owned())
            }
        }

        impl From<String> for $name {
            fn from(text: String) -> Self {
                Self(text)
            }
        }

        /// A map can be searched with a borrowed text, without a copy.
        impl std::borrow::Borrow<str> for $name {
            fn borrow(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    )*};
}

id! {
    /// The server's id of a conversation.
    ThreadId,
    TurnId,
    /// A row: the id of an item, or one of ours (`plan:<turn>`, `told:<n>`).
    RowId,
    /// A prompt that waits for its turn.
    QueuedId,
    /// A request that the server waits on, by a number of ours.
    AskId,
    /// A terminal beside a thread. The server uses the same id.
    TerminalId,
    /// A banner or toast, by an id of ours.
    BannerId,
    /// A window, by its Tauri label.
    WindowId,
}
