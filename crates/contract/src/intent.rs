//! What a person wants to do.

mod account;
mod approval;
mod catalog;
mod export;
mod message;
mod queue;
mod read;
mod server;
mod terminal;
mod thread;
mod window;

pub use self::account::AccountIntent;
pub use self::approval::ApprovalIntent;
pub use self::catalog::CatalogIntent;
pub use self::export::ExportIntent;
pub use self::message::MessageIntent;
pub use self::queue::QueueIntent;
pub use self::read::ReadIntent;
pub use self::server::ServerIntent;
pub use self::terminal::TerminalIntent;
pub use self::thread::ThreadIntent;
pub use self::window::WindowIntent;
pub use crate::prompt::{Attached, Choices, Ground, Manner, Prompt, Target};

use crate::catalog::plugins::AppToConnect;
use crate::catalog::servers::Tried;
use crate::domain::domains;
use crate::id::{RowId, ThreadId};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

domains! {
    /// What a person wants to do, by domain. The engine handles each domain in a module of its own.
    pub enum Intent {
        Read(ReadIntent),
        Message(MessageIntent),
        Queue(QueueIntent),
        Thread(ThreadIntent),
        Export(ExportIntent),
        Approval(ApprovalIntent),
        Terminal(TerminalIntent),
        Account(AccountIntent),
        Server(ServerIntent),
        Window(WindowIntent),
        Catalog(CatalogIntent),
    }
}

impl Intent {
    /// The thread and the choices that this intent sets, if it names a thread.
    pub fn chosen(&self) -> Option<(&ThreadId, &Choices)> {
        match self {
            Self::Message(intent) => intent.chosen(),
            Self::Queue(intent) => intent.chosen(),
            Self::Thread(intent) => intent.chosen(),
            Self::Read(_)
            | Self::Export(_)
            | Self::Approval(_)
            | Self::Terminal(_)
            | Self::Account(_)
            | Self::Server(_)
            | Self::Window(_)
            | Self::Catalog(_) => None,
        }
    }
}

/// What `act` returns if it succeeded.
#[derive(Debug, Clone, Default, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Receipt {
    pub thread: Option<ThreadId>,
    pub path: Option<String>,
    /// The paths, if several were picked.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub paths: Option<Vec<String>>,
    /// The row that was asked for. The row itself arrives as a change.
    pub row: Option<RowId>,
    /// Apps that a plugin needs and that the account is not connected to.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<AppToConnect>>")]
    pub connect: Vec<AppToConnect>,
    /// The result of a tool that was tried.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub tried: Option<Box<Tried>>,
    /// The value was written, but another config layer overrides it: which one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub note: Option<String>,
    /// What failed, one sentence each, if the rest succeeded.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<String>>")]
    pub problems: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum ExportFormat {
    Markdown,
    Html,
    Json,
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use serde_json::json;

    fn refused(value: serde_json::Value) -> String {
        serde_json::from_value::<Intent>(value).unwrap_err().to_string()
    }

    #[test]
    fn each_type_of_an_intent_is_read_by_the_one_domain_that_has_it() {
        let tags = Intent::tags();
        for (at, tag) in tags.iter().enumerate() {
            assert!(!tags[..at].contains(tag), "{tag} is in two domains");
            // Serde itself knows the tag: nothing but a field is missing.
            if let Err(why) = serde_json::from_value::<Intent>(json!({ "type": tag })) {
                assert!(why.to_string().starts_with(&format!("{tag}: missing field `")), "{why}");
            }
        }
        let archive = serde_json::from_value(json!({ "type": "archive", "threads": ["one"] })).unwrap();
        assert!(matches!(archive, Intent::Thread(ThreadIntent::Archive { threads }) if threads.len() == 1));
    }

    #[test]
    fn a_malformed_intent_names_what_is_wrong_with_it() {
        assert_eq!(refused(json!({ "type": "openThread", "thraed": "one" })), "openThread: missing field `thread`");
        let wrong = refused(json!({ "type": "forgetKey", "label": 1 }));
        assert_eq!(wrong, "forgetKey: invalid type: integer `1`, expected a string");
        let inner = refused(json!({ "type": "skill", "intent": { "does": "juggle" } }));
        assert!(inner.starts_with("skill: unknown variant `juggle`"), "{inner}");
        assert_eq!(refused(json!({ "type": "fly" })), "unknown type `fly`");
        assert_eq!(refused(json!({ "thread": "one" })), "missing field `type`");
        assert_eq!(refused(json!("openThread")), "missing field `type`");
    }
}
