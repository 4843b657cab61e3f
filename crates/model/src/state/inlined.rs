//! Pictures inside a message itself, as the server's queue makes them from files.
//!
//! Invariant: a page knows such a picture only by a name. It is replaced by its full `data:` URL when it is sent again.

use super::State;
use super::body::Full;
use super::running::again;
use contract::prompt::Attached;
use contract::row::Attachment;
use protocol::item::UserInput;
use std::hash::{DefaultHasher, Hash, Hasher};

const NAMED: &str = "inline:";

/// The base64 content of a `data:` URL.
pub fn data(url: &str) -> Option<&str> {
    let (head, data) = url.split_once(',')?;
    (head.starts_with("data:") && head.ends_with(";base64")).then_some(data)
}

/// The same picture always has the same name.
pub fn name(data: &str) -> String {
    let mut hash = DefaultHasher::new();
    data.hash(&mut hash);
    format!("{NAMED}{:016x}", hash.finish())
}

pub fn is_name(path: &str) -> bool {
    path.starts_with(NAMED)
}

/// All pictures inside a message.
pub fn all(content: &[UserInput]) -> Vec<String> {
    content.iter().filter_map(inside).map(str::to_owned).collect()
}

fn inside(part: &UserInput) -> Option<&str> {
    match part {
        UserInput::Image { url: Some(url), .. } => data(url),
        _ => None,
    }
}

/// The attachments of a message, to be sent again.
pub fn along(attachments: &[Attachment], inside: &[String]) -> Vec<Attached> {
    let whole = |one: Attached| match one {
        Attached::Image { path } if is_name(&path) => {
            let data = inside.iter().find(|data| name(data) == path)?;
            Some(Attached::Image { path: format!("data:;base64,{data}") })
        }
        one => Some(one),
    };
    attachments.iter().filter_map(again).filter_map(whole).collect()
}

impl State {
    /// The picture with this name, in base64, if a loaded or outgoing message contains it.
    pub fn inlined(&self, wanted: &str) -> Option<String> {
        if !is_name(wanted) {
            return None;
        }
        let entries = self.threads.values().flat_map(|thread| thread.timeline.entries());
        let mut said = entries.filter_map(|entry| match &entry.full {
            Full::Inlined(all) => all.iter().find(|data| name(data) == wanted),
            _ => None,
        });
        let mut sent = self.messages.iter().flat_map(|sent| &sent.input).filter_map(inside);
        said.next().cloned().or_else(|| sent.find(|data| name(data) == wanted).map(str::to_owned))
    }
}
