//! What another Codex trusts, as the windows are told it.

use super::Core;
use crate::change::Banner;
use crate::id::{BannerId, ThreadId};
use crate::row::Level;
use crate::state::LocalEvent;
use std::collections::BTreeSet;
use std::path::Path;

impl Core {
    /// In each open thread that runs there; elsewhere it would say nothing that is needed.
    pub fn tell_trusted(&mut self, folder: &str) {
        let open: BTreeSet<ThreadId> = self.windows.values().flat_map(|window| window.open.clone()).collect();
        for thread in open {
            if self.state.cwd(&thread).is_some_and(|cwd| Path::new(&cwd).starts_with(folder)) {
                self.note(LocalEvent::Banner(Banner {
                    id: BannerId(format!("trust:{folder}:{thread}")),
                    level: Level::Info,
                    title: format!("Another Codex now trusts {}.", render::visible(folder)),
                    detail: Some("Its own config, hooks, rules and MCP servers are used.".into()),
                    thread: Some(thread),
                    undo_trust: Some(folder.to_owned()),
                }));
            }
        }
    }
}
