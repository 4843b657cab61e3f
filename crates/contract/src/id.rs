//! Names of things, as types, so that one cannot stand where another belongs.

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

        /// So that a map is asked with the text that came, without a copy.
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
    /// A conversation, by the server's name for it.
    ThreadId,
    TurnId,
    /// A row of a timeline: an item's id, or one of ours (`plan:<turn>`, `told:<n>`).
    RowId,
    /// A prompt that waits its turn.
    QueuedId,
    /// A question the server waits on, by our own number for it.
    AskId,
    /// A terminal beside a thread; the server knows it by the same name.
    TerminalId,
    /// A banner or toast, by our own name for it.
    BannerId,
    /// A window, by its Tauri label.
    WindowId,
}
