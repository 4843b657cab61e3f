//! What to open, requested from outside the window: by a command line, a second start, a menu or a notification.

use engine::id::ThreadId;
use serde_json::{Value, json};
use std::path::PathBuf;

#[derive(Debug, Clone, PartialEq)]
pub enum OpenTarget {
    Thread(ThreadId),
    /// A new thread in this folder.
    Folder(PathBuf),
    /// A new thread.
    New,
    Settings,
}

impl OpenTarget {
    /// The payload of the `open` event, for a page that is running.
    pub fn to_json(&self) -> Value {
        match self {
            Self::Thread(thread) => json!({ "kind": "thread", "thread": thread.as_str() }),
            Self::Folder(folder) => json!({ "kind": "folder", "folder": folder.to_string_lossy() }),
            Self::New => json!({ "kind": "new" }),
            Self::Settings => json!({ "kind": "settings" }),
        }
    }

    /// The page's address with the same payload, for a page that is not loaded yet.
    pub fn to_url(&self) -> String {
        let mut pairs = tauri::Url::parse("tauri://localhost/index.html").map_or(String::new(), |mut url| {
            url.query_pairs_mut().append_pair("open", &self.to_json().to_string());
            url.query().unwrap_or_default().to_owned()
        });
        pairs.insert_str(0, "index.html?");
        pairs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_folder_name_survives_the_address() {
        let page = OpenTarget::Folder("/home/a b/ü&?#%\"".into()).to_url();
        let url = tauri::Url::parse("tauri://localhost/").and_then(|base| base.join(&page));
        let open = url.ok().and_then(|url| url.query_pairs().next().map(|(_, value)| value.into_owned()));
        let told: Value = serde_json::from_str(&open.unwrap_or_default()).unwrap_or_default();
        assert_eq!(told, json!({ "kind": "folder", "folder": "/home/a b/ü&?#%\"" }));
    }
}
